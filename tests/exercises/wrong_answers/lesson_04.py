"""Wrong answers to the exercises of lesson 04."""

PERCEPTRON = """
w = np.zeros(X.shape[1])
for _ in range(100):
    for i in range(len(X)):
        if y[i] * (w @ X[i]) <= 0:
            w = w + y[i] * X[i]
"""

WRONG = {
    "04.1": {
        "there is no slip": PERCEPTRON + "return w",
        "two slips at once": PERCEPTRON.replace("w + y", "0.9 * w - y") + "return w[::-1]",
        "something else is returned": PERCEPTRON + "return w[0]",
        "an error": "return X[99]",
        "no perceptron at all": "return X.mean(axis=0)",
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
