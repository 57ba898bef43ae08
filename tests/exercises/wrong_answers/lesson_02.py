"""Wrong answers to the exercises of lesson 02."""

WRONG = {
    "02.1": {
        "u is taken for a unit vector": """
            gamma = min(y * (X @ u))
            return max(np.linalg.norm(X, axis=1)) ** 2 / gamma**2
        """,
        "the label is forgotten": """
            gamma = min(X @ u) / np.linalg.norm(u)
            return max(np.linalg.norm(X, axis=1)) ** 2 / gamma**2
        """,
        "the largest margin": """
            gamma = max(y * (X @ u)) / np.linalg.norm(u)
            return max(np.linalg.norm(X, axis=1)) ** 2 / gamma**2
        """,
        "not squared": """
            gamma = min(y * (X @ u)) / np.linalg.norm(u)
            return max(np.linalg.norm(X, axis=1)) / gamma
        """,
        "the mean length": """
            gamma = min(y * (X @ u)) / np.linalg.norm(u)
            return np.linalg.norm(X, axis=1).mean() ** 2 / gamma**2
        """,
        "the length of the last sample": """
            gamma = min(y * (X @ u)) / np.linalg.norm(u)
            return np.linalg.norm(X[-1]) ** 2 / gamma**2
        """,
        "rounded": """
            gamma = min(y * (X @ u)) / np.linalg.norm(u)
            return round(max(np.linalg.norm(X, axis=1)) ** 2 / gamma**2)
        """,
        "rounded down": """
            gamma = min(y * (X @ u)) / np.linalg.norm(u)
            return int(max(np.linalg.norm(X, axis=1)) ** 2 / gamma**2)
        """,
        "the length of the nearest sample": """
            m = y * (X @ u)
            return np.linalg.norm(X[m.argmin()])**2 / (m.min() / np.linalg.norm(u))**2
        """,
    },
    "02.2": {
        "the far point": "my_v = [4, 8]",
        "no separator": "my_v = [2, 0]",
        "on the border": "my_v = [1, 1]",
        "three numbers": "my_v = [1, 2, 0]",
    },
    "02.3": {
        "the perceptron's own rule": "return w + y * x",
        "exactly onto the line": "return w - (w @ x) / (x @ x) * x",
        "the label is forgotten": "return w + (1 + abs(w @ x)) / (x @ x) * x",
        "forgets what w was": "return y * x + 0 * w + 1",
        "a larger rate": "return w + 3 * y * x",
        "the new weights are not returned": "w = w + y * x\nreturn",
        "a rate of 100": "return w + 100 * y * x",
        "an enormous rate": "return w + 1e9 * y * x",
        "a rate as long as w": "return w + (1 + np.linalg.norm(w)) * y * x",
        "not divided by the length": "return w + (1 - y * (w @ x)) * y * x",
        "the rule w + yx a thousand times": """
            for _ in range(1000):
                w = w + y * x
            return w
        """,
        "the length not squared": "return w + (1 - y * (w @ x)) / np.linalg.norm(x) * y * x",
        "a rate as large as the score": "return w + (abs(w @ x) + 1) * y * x",
    },
}
