"""Data that are hard for floats, on purpose, and a perceptron in plain rationals to judge by.

Nothing here shares a line with the package: an error in both would have to be made twice.
"""

import math
from fractions import Fraction

BIASES = ("none", "one", "radius")
ZEROS = ("mistake", "positive", "negative")
# From 0 they only scale; from another start the quotient w0/η is rational or rounded.
RATES = (1, 3, 0.1, Fraction(1, 3), 5 * 10**18, 1e-5)


def _ulps(value, n):
    for _ in range(abs(n)):
        value = math.nextafter(value, math.inf if n > 0 else -math.inf)
    return value


def _sign(rng):
    return rng.choice((-1, 1))


# How each kind of data draws one entry.
KINDS = {
    "small integers": lambda rng: rng.randint(-3, 3),
    "tenths": lambda rng: rng.randint(-9, 9) / 10,
    "near ties": lambda rng: _ulps(rng.choice([1.0, -1.0, 0.1, 3.0, 0.7]), rng.randint(-2, 2)),
    "close to one": lambda rng: 1 + rng.randint(-3, 3) * 10.0 ** -rng.randint(1, 15),
    "1e±150": lambda rng: _sign(rng) * 10.0 ** rng.choice((-150, 0, 150)) * rng.choice((1, 0.1, 3)),
    "subnormal": lambda rng: rng.randint(-3, 3) * 5e-324,
    "huge": lambda rng: _sign(rng) * rng.choice((1e200, 1e307, 1e308, 1.7e308)),
    "every scale": lambda rng: _sign(rng) * 10.0 ** rng.randint(-300, 300),
    "2⁵³ ± 1": lambda rng: rng.choice((2**53 - 1, 2**53, 2**53 + 1, -(2**53), 1, 0)),
    "int64 ends": lambda rng: (
        rng.choice((2**31, 3037000500, 2**62, -(2**63))) + rng.randint(-2, -1)
    ),
    "beyond int64": lambda rng: rng.choice((2**63, 10**25, -(2**64), 5)) + rng.randint(-2, 2),
    "seconds": lambda rng: 10**6 + rng.randint(0, 2100),
    "thirds": lambda rng: Fraction(rng.randint(-9, 9), rng.randint(1, 9)),
}


def samples(rng, kind=None, most=9):
    """Return the kind, X as a list of lists, and y: at most `most` samples of up to 4 numbers."""
    kind = kind or rng.choice(list(KINDS))
    n, d = rng.randint(1, most), rng.randint(1, 4)
    X = [[KINDS[kind](rng) for _ in range(d)] for _ in range(n)]
    return kind, X, [_sign(rng) for _ in range(n)]


def thin(rng, exponent, n=6, d=2):
    """Return X and y that a line through 0 separates, with a margin of about 10^-exponent · R.

    All samples lie close to one line, on either side of it, at lengths up to 1.
    """
    X, y, side = [], [], [rng.uniform(-1, 1) for _ in range(d - 1)]
    for _ in range(n):
        label, t = _sign(rng), rng.uniform(-1, 1)
        X.append([t, *(t * s + label * rng.uniform(1, 3) * 10.0**-exponent for s in side)])
        y.append(label)
    return X, y


class PlainLoop:
    """The perceptron on `Fraction`s, one number at a time, in units of the learning rate."""

    def __init__(self, X, y, bias="none", zero="mistake", w0=None, b0=0):
        self.X, self.y, self.zero = [[Fraction(v) for v in x] for x in X], y, zero
        square = max(sum(v * v for v in x) for x in self.X)
        self.step = {"none": 0, "one": 1, "radius": square}[bias]
        self.w, self.b = [Fraction(v) for v in w0 or [0] * len(X[0])], Fraction(b0)
        self.position = 0

    def margin(self, i):
        score = sum(a * v for a, v in zip(self.w, self.X[i], strict=True)) + self.b
        return self.y[i] * score

    def margins(self):
        return [self.margin(i) for i in range(len(self.X))]

    def is_wrong(self, i):
        margin = self.margin(i)
        on_the_line = {"mistake": True, "positive": self.y[i] == -1, "negative": self.y[i] == 1}
        return margin < 0 or (margin == 0 and on_the_line[self.zero])

    def wrong(self):
        return [i for i in range(len(self.X)) if self.is_wrong(i)]

    def learn(self, i):
        self.w = [a + self.y[i] * v for a, v in zip(self.w, self.X[i], strict=True)]
        self.b += self.y[i] * self.step

    def choose(self, wrong, order):
        """Return which of the wrong samples the order takes next."""
        if order == "cyclic":
            i = min(wrong, key=lambda j: (j - self.position) % len(self.X))
            self.position = i + 1
            return i
        return wrong[0] if order == "first" else min(wrong, key=lambda j: (self.margin(j), j))

    def run(self, order, most):
        """Return the mistakes, at most `most`, and whether none was left."""
        mistakes = []
        while len(mistakes) < most and (wrong := self.wrong()):
            mistakes.append(self.choose(wrong, order))
            self.learn(mistakes[-1])
        return mistakes, not self.wrong()
