"""Wrong answers to the exercises of lesson 12."""

WRONG = {
    "12.1": {
        "not padded": "my_X, my_y, my_bias = [[1, 0], [0, 1]], [1, -1], 'none'",
        "unit length before padding": "my_X, my_y, my_bias = [[1, 0], [0, 1]], [1, -1], 'radius'",
        "one label": "my_X, my_y, my_bias = [[0.5, 0.5], [0.5, -0.5]], [1, 1], 'radius'",
        "not separable": "my_X, my_y, my_bias = [[0.5, 0.5]] * 2, [1, -1], 'radius'",
    },
}
