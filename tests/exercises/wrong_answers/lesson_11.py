"""Wrong answers to the exercises of lesson 11."""

WRONG = {
    "11.1": {
        "two mistakes only": "my_X, my_y = [[1, 0], [0, 1]], [1, 1]",
        "the worst of the worked example": "my_X, my_y = [[3, 1], [-1, 2], [2, -1]], [1, 1, 1]",
        "never ends": "my_X, my_y = [[1, 0], [1, 0]], [1, -1]",
        "one sample": "my_X, my_y = [[1, 2]], [1]",
    },
    "11.2": {
        "separable": "my_X, my_y, my_w = [[1, 0], [-2, 0]], [1, -1], [1, 0]",
        "not of length 1": "my_X, my_y, my_w = [[1, 0], [2, 0]], [1, -1], [2, 0]",
        "a sample near the line": "my_X, my_y, my_w = [[0.5, 0], [2, 0]], [1, -1], [1, 0]",
        "w too long": "my_X, my_y, my_w = [[1, 0], [2, 0]], [1, -1], [1, 0, 0]",
    },
}
