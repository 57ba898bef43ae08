"""Wrong answers to the exercises of lesson 07."""

WRONG = {
    "07.1": {
        "not scaled": "my_w = [0.03, 0.04]",
        "of length 1": "my_w = [0.6, 0.8]",
        "the greatest product is 1": "my_w = [0.03 / 0.14, 0.04 / 0.14]",
        "twice as long": "my_w = [3, 4]",
        "another line with least product 1": "my_w = [0.5, 1]",
        "the other direction": "my_w = [-1.5, -2]",
        "nothing": "my_w = [0, 0]",
        "three numbers": "my_w = [1.5, 2, 0]",
        "the factor": "my_w = 50",
    },
    "07.2": {
        "bounds are forgotten": """
            A, b = -y[:, None] * X, -np.ones(len(X))
            solved = linprog(np.zeros(X.shape[1]), A_ub=A, b_ub=b)
            return solved.x if solved.status == 0 else False
        """,
        "0 on the right": """
            A, b = -y[:, None] * X, np.zeros(len(X))
            solved = linprog(np.zeros(X.shape[1]), A_ub=A, b_ub=b, bounds=(None, None))
            return solved.x if solved.status == 0 else False
        """,
        "the status is not looked at": """
            A, b = -y[:, None] * X, -np.ones(len(X))
            return linprog(np.zeros(X.shape[1]), A_ub=A, b_ub=b, bounds=(None, None)).x
        """,
        "gives up after ten mistakes": """
            w = np.zeros(X.shape[1])
            for i in list(range(len(X))) * 2:
                w = w + (y[i] * (w @ X[i]) <= 0) * y[i] * X[i]
            return w if min(y * (X @ w)) > 0 else False
        """,
        "never": "return False",
        "a certificate in place of False": "return 'no'",
        "gives up after a hundred passes": """
            w = np.zeros(X.shape[1])
            for i in list(range(len(X))) * 100:
                w = w + (y[i] * (w @ X[i]) <= 0) * y[i] * X[i]
            return w if min(y * (X @ w)) > 0 else False
        """,
        "a box of 1000": """
            A, b = -y[:, None] * X, -np.ones(len(X))
            solved = linprog(np.zeros(X.shape[1]), A_ub=A, b_ub=b, bounds=(-1000, 1000))
            return solved.x if solved.status == 0 else False
        """,
        "looks for opposite samples only": """
            Z = y[:, None] * X
            if any((Z[i] == -Z[j]).all() for i in range(len(Z)) for j in range(len(Z))):
                return False
            A, b = -Z, -np.ones(len(X))
            return linprog(np.zeros(X.shape[1]), A_ub=A, b_ub=b, bounds=(None, None)).x
        """,
    },
    "07.3": {
        "one w for all γ": "return np.array([1, 2])",
        "w = 0, as the printed constraints allow": "return np.zeros(2)",
        "of length γ": "return gamma * np.array([1, 2]) / np.sqrt(5)",
        "another direction": "return gamma * np.array([1, 1])",
        "a single number": "return gamma",
        "γ squared": "return gamma**2 * np.array([1, 2])",
        "a long w for all γ": "return np.array([1e7, 2e7])",
        "an infinite w": "return [np.inf, np.inf]",
        "not a number": "return [np.nan, np.nan]",
        "no γ beyond ten million": "return min(gamma, 1e7) * np.array([1, 2])",
    },
    "07.4": {
        "counts up": "return np.arange(1, d + 1)",
        "one place too far": "return 2 ** np.arange(1, d + 1)",
        "the other way round": "return 2 ** np.arange(d)[::-1]",
        "only one entry": "return 2 ** (d - 1)",
    },
}
