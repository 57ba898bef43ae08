"""Wrong answers to the exercises of lesson 11."""

WRONG = {
    "11.1": {
        "separable": "my_X, my_y, my_w = [[1, 0], [-2, 0]], [1, -1], [1, 0]",
        "not of length 1": "my_X, my_y, my_w = [[1, 0], [2, 0]], [1, -1], [2, 0]",
        "a sample near the line": "my_X, my_y, my_w = [[0.5, 0], [2, 0]], [1, -1], [1, 0]",
        "w too long": "my_X, my_y, my_w = [[1, 0], [2, 0]], [1, -1], [1, 0, 0]",
    },
}
