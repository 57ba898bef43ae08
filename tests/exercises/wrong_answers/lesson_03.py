"""Wrong answers to the exercises of lesson 03."""

WRONG = {
    "03.1": {
        "always 1": "return 1",
        "R": "return R",
        "|b|": "return abs(b)",
        "the root of R·b": "return np.sqrt(R * b)",
        "no root": "return R * abs(b)",
        "Python's power of a negative number": "return (R * b) ** 0.5",
        "the real part of a complex root": "return ((R * b) ** 0.5).real",
        "a complex number": "return (R * abs(b)) ** 0.5 + 1j",
    },
    "03.2": {
        "both labels": "my_X, my_y, my_u, my_b = [[1, 0], [0, 1]], [1, -1], [1, 0], 5",
        "a small offset": "my_X, my_y, my_u, my_b = [[1, 0], [0, 1]], [1, 1], [1, 0], 1",
        "u is too long": "my_X, my_y, my_u, my_b = [[1, 0], [0, 1]], [1, 1], [3, 4], 50",
        "the wrong side": "my_X, my_y, my_u, my_b = [[1, 0], [0, 1]], [1, 1], [1, 0], -5",
        "u of another length": "my_X, my_y, my_u, my_b = [[1, 0], [0, 1]], [1, 1], [1], 5",
        "an infinite offset": "my_X, my_y, my_u, my_b = [[1, 0]], [1], [1, 0], np.inf",
        "an offset that is not a number": "my_X, my_y, my_u, my_b = [[1, 0]], [1], [1, 0], np.nan",
    },
    "03.3": {
        "the worst": "return products.argmin()",
        "the lowest number": "return np.flatnonzero(products <= 0)[0]",
        "the highest number": "return np.flatnonzero(products <= 0)[-1]",
        "the best, not a mistake": "return products.argmax()",
        "< instead of ≤": "return np.flatnonzero(products < 0)[0]",
        "by chance": "return np.random.choice(np.flatnonzero(products <= 0))",
        "by chance from the two nearest": """
            nearest = np.argsort(np.where(products <= 0, -products, np.inf))
            return np.random.choice(nearest[: min(2, (products <= 0).sum())])
        """,
    },
}
