"""Wrong answers to the exercises of lesson 09."""

WRONG = {
    "09.1": {
        "without the labels": "return np.where(K @ alpha > 0, 1, -1)",
        "without the counts": "return np.where(K @ y > 0, 1, -1)",
        "a score of 0 is positive": "return np.where(K @ (alpha * y) >= 0, 1, -1)",
        "scores, not labels": "return K @ (alpha * y)",
        "the nearest sample only": "return y[K.argmax(axis=1)]",
    },
    "09.2": {
        "without the roots": "a, b = x\nreturn np.array([1, a, b, a * a, a * b, b * b])",
        "without the product": (
            "a, b = x\ns = np.sqrt(2)\nreturn np.array([1, s * a, s * b, a * a, b * b])"
        ),
        "without the 1": "a, b = x\nreturn np.array([a * a, np.sqrt(2) * a * b, b * b])",
        "the kernel itself": "return np.array([(1 + x @ x) ** 2])",
    },
    "09.3": {
        "inner products": "my_K, my_v = np.eye(3), [1, 1, 1]",
        "not symmetric": "my_K, my_v = [[1, -1, 0], [0, 1, 0], [0, 0, 1]], [1, 1, 1]",
        "an entry too large": ("my_K, my_v = [[1, -2, 0], [-2, 1, 0], [0, 0, 1]], [1, 1, 0]"),
        "another diagonal": "my_K, my_v = [[0, 0, 0], [0, -1, 0], [0, 0, 1]], [0, 1, 0]",
        "at the limit": (
            "my_K, my_v = [[1, -0.5, -0.5], [-0.5, 1, -0.5], [-0.5, -0.5, 1]], [1, 1, 1]"
        ),
    },
}
