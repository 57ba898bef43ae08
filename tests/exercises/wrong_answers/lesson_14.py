"""Wrong answers to the exercises of lesson 14."""

WRONG = {
    "14.1": {
        "along the arrow": ("return w / np.hypot(*w) if np.any(w) else np.array([1.0, 0.0])"),
        "against the arrow": ("return -w / np.hypot(*w) if np.any(w) else np.array([1.0, 0.0])"),
        "always the same": "return np.array([0.0, 1.0])",
        "not of length 1": "return np.array([-w[1], w[0]]) if np.any(w) else np.array([1.0, 0.0])",
        "nothing at 0": "return np.array([-w[1], w[0]])",
        "three numbers": "return np.array([1.0, 0.0, 0.0])",
    },
    "14.2": {
        "the first that is too many": (
            "worth = np.cumsum(steps) ** 2 / np.cumsum(np.square(steps))\n"
            "too_many = np.flatnonzero(worth > ratio)\n"
            "return too_many[0] + 1 if len(too_many) else -1"
        ),
        "equal is too many": (
            "worth = np.cumsum(steps) ** 2 / np.cumsum(np.square(steps))\n"
            "too_many = np.flatnonzero(worth >= ratio)\n"
            "return too_many[0] if len(too_many) else -1"
        ),
        "the sum alone": (
            "too_many = np.flatnonzero(np.cumsum(steps) > ratio)\n"
            "return too_many[0] if len(too_many) else -1"
        ),
        "the old bound": "return int(ratio)",
        "the number of steps": (
            "worth = np.cumsum(steps) ** 2 / np.cumsum(np.square(steps))\n"
            "too_many = np.flatnonzero(worth > ratio)\n"
            "return too_many[0] if len(too_many) else len(steps)"
        ),
    },
}
