"""Wrong answers to the exercises of lesson 10."""

WRONG = {
    "10.1": {
        "equal shares": "return ends.mean(axis=0)",
        "divides by 0": "return mistakes @ ends / mistakes.sum()",
        "adds": "return mistakes @ ends",
        "the end with most mistakes": "return ends[mistakes.argmax()]",
    },
    "10.2": {
        "the lesson's points": "my_first, my_second = [[-1, 3], [0, 1]], [[-1, -3], [-3, 2]]",
        "right about it": "my_first, my_second = [[1, 0]], [[0, 1]]",
        "opposite": "my_first, my_second = [[1, 0]], [[-1, 0]]",
        "nothing separates the first": "my_first, my_second = [[1, 0], [-1, 0]], [[0, 1]]",
        "different features": "my_first, my_second = [[1, 0]], [[-1]]",
        "no table": "my_first, my_second = [1, 0], [[-1, 2]]",
    },
    "10.3": {
        "at right angles": "my_first, my_second = [[1, 0]], [[0, 1]]",
        "opposite": "my_first, my_second = [[1, 0]], [[-1, 0]]",
        "at the bound": "my_first, my_second = [[1, 0]], [[0, 1], [0, 1]]",
        "no table": "my_first, my_second = [1, 0], [[-1, 2]]",
    },
}
