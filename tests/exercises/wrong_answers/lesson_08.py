"""Wrong answers to the exercises of lesson 08."""

WRONG = {
    "08.1": {
        "counts that are not divided": "return np.bincount(mistakes[start:end], minlength=n)",
        "all mistakes from the start": "return np.bincount(mistakes[:end], minlength=n) / end",
        "one mistake too many": (
            "return np.bincount(mistakes[start : end + 1], minlength=n) / (end + 1 - start)"
        ),
        "samples that do not occur are missing": (
            "return np.bincount(mistakes[start:end]) / (end - start)"
        ),
        "every sample alike": "return np.ones(n) / n",
    },
    "08.2": {
        "the mean line": "return np.where(X @ W.T @ times > 0, 1, -1)",
        "one vote a line": "return np.where(np.sign(X @ W.T).sum(axis=1) > 0, 1, -1)",
        "a tie is positive": "return np.where(np.sign(X @ W.T) @ times >= 0, 1, -1)",
        "the arrow that survived longest": "return np.where(X @ W[times.argmax()] > 0, 1, -1)",
        "votes, not labels": "return np.sign(X @ W.T) @ times",
    },
    "08.3": {
        "separable": "my_X, my_y, my_k = [[1], [1], [2], [1], [1]], [1, 1, 1, 1, 1], 1",
        "too few": "my_X, my_y, my_k = [[1], [1]], [1, -1], 2",
        "a good moment": "my_X, my_y, my_k = [[1], [1], [1], [1], [1]], [1, 1, 1, 1, -1], 1",
        "the contradiction first": (
            "my_X, my_y, my_k = [[1], [1], [1], [1], [1]], [-1, 1, -1, 1, -1], 2"
        ),
        "no number": 'my_X, my_y, my_k = [[1], [1], [1], [1], [1]], [1, 1, 1, 1, -1], "two"',
    },
}
