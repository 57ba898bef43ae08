"""Wrong answers to the exercises of lesson 13."""

WRONG = {
    "13.1": {
        "two mistakes only": "my_X, my_y = [[1, 0], [0, 1]], [1, 1]",
        "the worst of the worked example": "my_X, my_y = [[3, 1], [-1, 2], [2, -1]], [1, 1, 1]",
        "never ends": "my_X, my_y = [[1, 0], [1, 0]], [1, -1]",
        "one sample": "my_X, my_y = [[1, 2]], [1]",
    },
}
