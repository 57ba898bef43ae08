"""Wrong answers to the exercises of lesson 04."""

WRONG = {
    "04.1": {
        "there is no slip": "z = 2 * z",
        "two slips at once": "z = -z - 0.1 * w[::-1]",
        "something else is returned": "return w[0]",
        "an error": "return X[99]",
        "no perceptron at all": "w = X.mean(axis=0)",
    },
    "04.2": {
        "a tiny rate from 0": "my_w0, my_learning_rate = (0, 0), 1 / 1000",
        "a start that is right already": "my_w0, my_learning_rate = (1, 2), 1 / 5",
        "too small a rate": "my_w0, my_learning_rate = (-3, 1), 1 / 100",
        "a rate of 0": "my_w0, my_learning_rate = (1, -4), 0",
        "three weights": "my_w0, my_learning_rate = (1, -4, 0), 1 / 5",
    },
    "04.3": {
        "separable in both orders": "my_X, my_y = worked_example().X, worked_example().y",
        "never separable": "my_X, my_y = [[1], [3], [2]], [1, 1, -1]",
        "opposite directions": "my_X, my_y = [[-1], [3]], [-1, 1]",
        "a zero vector": "my_X, my_y = [[0], [3]], [-1, 1]",
        "labels 0 and 1": "my_X, my_y = [[1], [3]], [0, 1]",
    },
}
