"""Wrong answers to the exercises of lesson 05."""

WRONG = {
    "05.1": {
        "0 counts as −1": "my_labels = [1, -1, 1, -1]",
        "the labels that it answers": "my_labels = [1, 1, -1, -1]",
        "0 is a mistake for +1 too": "my_labels = [1, 1, 1, 1]",
        "all of one kind": "my_labels = [-1, -1, -1, -1]",
        "the second label forgotten": "my_labels = [-1, 1, 1, 1]",
        "labels 0 and 1": "my_labels = [0, 0, 1, 1]",
        "three labels": "my_labels = [-1, -1, 1]",
        "a number": "my_labels = -1",
        "words": "my_labels = 'minus'",
    },
    "05.2": {
        "y(w·x) ≤ 0": """
            for time, (x, y) in enumerate(stream):
                if y * np.sum(w * x) <= 0:
                    times.append(time)
                    w = w + y * x
            return times
        """,
        "the label is forgotten": """
            for time, (x, y) in enumerate(stream):
                if (1 if np.sum(w * x) >= 0 else -1) != y:
                    times.append(time)
                    w = w + x
            return times
        """,
        "learns first": """
            for time, (x, y) in enumerate(stream):
                old, w = w, w + y * x
                if (1 if np.sum(w * x) >= 0 else -1) != y:
                    times.append(time)
            return times
        """,
        "updates on every sample": """
            for time, (x, y) in enumerate(stream):
                if (1 if np.sum(w * x) >= 0 else -1) != y:
                    times.append(time)
                w = w + y * x
            return times
        """,
        "stops after the first mistake": """
            for time, (x, y) in enumerate(stream):
                if (1 if np.sum(w * x) >= 0 else -1) != y:
                    return [time]
            return times
        """,
        "asks for the length": """
            for time in range(len(stream)):
                pass
            return times
        """,
        "counts from 1": """
            for time, (x, y) in enumerate(stream, start=1):
                if (1 if np.sum(w * x) >= 0 else -1) != y:
                    times.append(time)
                    w = w + y * x
            return times
        """,
    },
    "05.3": {
        "only against g(0) = +1": "return [(x, -1) for x in np.eye(m)]",
        "calls every answer right": "return [(x, learner([], x)) for x in np.eye(m)]",
        "the same sample again": "return [((1, 0), -learner([], (1, 0)))] * m",
        "a smaller margin than it need have": """
            for x in np.eye(m) * np.arange(1, m + 1)[:, None]:
                pairs.append((x, -learner(pairs, x)))
            return pairs
        """,
        "one too many": """
            for x in np.eye(m + 1):
                pairs.append((x, -learner(pairs, x)))
            return pairs
        """,
        "labels without samples": "return [-1] * m",
        "a number": "return m",
    },
}
