"""Wrong answers to the exercises of lesson 06."""

WRONG = {
    "06.1": {
        "the shortest z": "my_a = [1, 0, 0]",
        "the middle of the edge": "my_a = [1 / 2, 1 / 2, 0]",
        "the mean of all": "my_a = [1 / 3, 1 / 3, 1 / 3]",
        "the weights the wrong way round": "my_a = [1 / 5, 4 / 5, 0]",
        "outside the hull": "my_a = [1, 1, -1]",
    },
    "06.2": {
        "equal weights": "my_a = [1 / 3, 1 / 3, 1 / 3]",
        "not scaled": "my_a = [1, 2, 1]",
        "all 0": "my_a = [0, 0, 0]",
        "a negative weight": "my_a = [2, -1, 0]",
        "the offset is forgotten": "my_a = [0, 3 / 5, 2 / 5]",
        "two weights": "my_a = [1 / 2, 1 / 2]",
    },
}
