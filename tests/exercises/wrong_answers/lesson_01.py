"""Wrong answers to the exercises of lesson 01."""

WRONG = {
    "01.1": {
        "< instead of ≤": "return y * (w @ x) < 0",
        "the label is forgotten": "return w @ x <= 0",
        "the test is turned round": "return y * (w @ x) > 0",
        "sign(0) = +1": "return (1 if w @ x >= 0 else -1) != y",
        "no inner product": "return y * w * x <= 0",
        "prints, returns nothing": "m = y * (w @ x)\nprint(end='')\nm <= 0",
        "a name that does not exist": "return label * (w @ x) <= 0",
        "a limit above 0": "return y * (w @ x) <= 1e-6 * 0 + 0.5",
        "the margin is compared with 1": "return y * (w @ x) < 1",
        "a word for True": "return 'mistake' if y * (w @ x) <= 0 else ''",
        "how far it is wrong": "return max(0, 1 - y * (w @ x)) * (y * (w @ x) <= 0)",
        "2 for True": "return 2 * (y * (w @ x) <= 0)",
    },
    "01.2": {
        "stops after one pass": "my_mistakes = [0, 1]",
        "starts at 0": "my_mistakes = [0, 1, 2, 0]",
        "< instead of ≤": "my_mistakes = [0, 1]",
        "counts the samples from 1": "my_mistakes = [1, 2, 1, 3, 1]",
        "begins again at sample 0 after each update": """
            data = worked_example()
            my_mistakes = perceptron(data.X, data.y, w0=(-2, -1), order="first").mistakes
        """,
        "one too many": "my_mistakes = [0, 1, 0, 2, 0, 1]",
        "a number in place of a list": "my_mistakes = 5",
        "words": "my_mistakes = 'five'",
        "a number between the samples": "my_mistakes = [0.9, 1, 0, 2, 0]",
        "five numbers between the samples": "my_mistakes = [0.9, 1.2, 0.3, 2.9, 0.1]",
        "not a number among them": "my_mistakes = [0, float('nan'), 0, 2, 0]",
        "numbers as words": "my_mistakes = ['0', '1', '0', '2', '0']",
        "a complex number": "my_mistakes = [0, 1j, 0, 2, 0]",
        "the times in place of the samples": "my_mistakes = [0, 1, 4, 6, 8]",
    },
    "01.3": {
        "eight times": "my_X, my_y = [[8, 3], [8, 0]], [1, -1]",
        "the same point twice": "my_X, my_y = [[1, 1], [1, 1]], [1, 1]",
        "the worked example": "my_X, my_y = worked_example().X, worked_example().y",
        "one sample": "my_X, my_y = [[1, 1]], [1]",
        "nothing separates them": "my_X, my_y = [[1], [1]], [1, -1]",
        "labels 0 and 1": "my_X, my_y = [[5, 1], [5, 0]], [1, 0]",
        "a row in place of a table": "my_X, my_y = [1, 2, 3], [1, 1, 1]",
        "sample 1 is used often, sample 0 is not": "my_X, my_y = [[8, 1], [1, 0]], [1, -1]",
    },
    "01.4": {
        "the lowest number": "return np.flatnonzero(margins <= 0)[0]",
        "the worst": "return margins.argmin()",
        "a sample that is no mistake": "return margins.argmax()",
        "< instead of ≤": "return np.flatnonzero(margins < 0)[-1]",
        "always the same sample": "return 3",
        "a list in place of a number": "return np.flatnonzero(margins <= 0)",
        "by chance": "return np.random.choice(np.flatnonzero(margins <= 0))",
        "by chance from the last two": "return np.random.choice(np.flatnonzero(margins <= 0)[-2:])",
    },
}
