"""Wrong answers to the exercises of lesson 15."""

LOOP = """
w, corrected = np.zeros(X.shape[1], dtype=int), True
while corrected:
    corrected = False
    for x, label in zip(X, y):
        if {wrong}:
            w, corrected = w + {step}, True
return w
"""

WRONG = {
    "15.1": {
        "only what is wrong": LOOP.format(wrong="label * (w @ x) <= 0", step="label * x"),
        "on the threshold is far enough": LOOP.format(
            wrong="label * (w @ x) < tau", step="label * x"
        ),
        "the label is forgotten": LOOP.format(
            wrong="label * (w @ x) <= tau and abs(w).max() < 99", step="x"
        ),
        "the threshold is a distance": LOOP.format(
            wrong="label * (w @ x) <= tau / 9 * np.linalg.norm(w)", step="label * x"
        ),
        "one pass only": LOOP.format(wrong="label * (w @ x) <= tau", step="label * x").replace(
            "while corrected", "for _ in range(1)"
        ),
    },
    "15.2": {
        "all labellings": "return 2**n",
        "no end in one dimension": "return 2 if n == 1 else 2 * labellings(n - 1, d)",
        "both in d dimensions": (
            "return 2 if n == 1 or d == 1 else 2 * labellings(n - 1, d) - 2 * (n > d)"
        ),
        "the opposite is not counted": (
            "return 1 if n == 1 or d == 1 else labellings(n - 1, d) + labellings(n - 1, d - 1)"
        ),
        "with an offset": (
            "f = lambda n, d: 2 if n == 1 or d == 1 else f(n - 1, d) + f(n - 1, d - 1)\n"
            "return f(n, d + 1)"
        ),
    },
    "15.3": {
        "separable": "my_X, my_y = [[1], [2], [3]], [1, 1, 1]",
        "too few": "my_X, my_y = [[1], [-1]], [1, 1]",
        "too many": "my_X, my_y = [[1], [2], [3], [4], [5], [6]], [1, 1, 1, 1, 1, 1]",
        "the vote is better": "my_X, my_y = [[1], [2], [-1]], [1, 1, 1]",
        "a label that is none": "my_X, my_y = [[3], [-1], [-1]], [1, 1, 2]",
    },
}
