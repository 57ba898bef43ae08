"""The two measures of the proof in the plane of w: the wall, the disc, and the bricks of both."""

from fractions import Fraction

import numpy as np
from matplotlib.patches import PathPatch, Polygon
from matplotlib.path import Path

from perceptron_core.exact import as_fractions, is_mistake, nearest_float
from perceptron_lessons.figures import style
from perceptron_lessons.figures.geometry import cap_corners, circle
from perceptron_lessons.figures.panels import BARE, DataPanel, curve
from perceptron_lessons.figures.run_panels import PATH
from perceptron_lessons.theory.rationals import square_root
from perceptron_lessons.theory.separators import Separator, maximum_margin
from perceptron_lessons.theory.transforms import fold_labels

LINES = ("progress", "length", "conclusion")
"""The lines of the proof: what a picture of them can be asked to show."""
PARTS = {
    "progress": ("wall", "brown", "foot", "ray"),
    "length": ("disc", "purple"),
    "conclusion": ("wall", "disc", "brown", "purple", "cap", "tip", "foot", "ray"),
}
"""Line of the proof → what is drawn of it, beside the path of w."""
LABELS = {
    "ray": "{u}",
    "disc": "disc",
    "wall": "wall",
    "cap": "where {w} must be",
    "tip": "last point",
    "brown": "bricks of length {γ}, up to the wall",
    "purple": "bricks up to {R}, $[2] {R}$, $[3] {R}$, … the edge",
    "path": "path of {w}",
    "hollow": "added without a mistake",
    "now": "{w}",
}
"""Part → what it is called beside it, or in the legend."""
PALE = 0.25
TIP = style.POINTS | {"color": style.BLACK, "marker": "D", "markersize": 5}
DOT = style.POINTS | {"color": style.GREEN, "markersize": 8, "zorder": 4}
HOLLOW = DOT | {"markerfacecolor": "white", "markeredgewidth": 1.6, "zorder": 4.2}
BROWN = {"facecolor": style.BOUND["color"], "edgecolor": "white", "linewidth": 0.8, "zorder": 2.2}
VIOLET = BROWN | {"facecolor": style.SECOND_BOUND["color"]}
THICK = 0.022  # of bricks on u, as a share of what is seen
LOOKS = {"wall": style.BOUND, "disc": style.SECOND_BOUND}
MOST_JOINTS = 60  # bricks that can be told apart


def parts_of(lines):
    """Return what is drawn of some lines of the proof, as a set of names."""
    return set().union(*(PARTS[line] for line in lines))


class Measures:
    """How far w must be along u after k mistakes, and how far it can be from 0.

    Parameters
    ----------
    trace : Trace
        Without offset.
    separator : Separator or pair (w, b), optional
        Whose direction is u. By default that of the maximum margin, or the last w where nothing
        separates.

    Attributes
    ----------
    best : Separator or Certificate
        Of the samples, by which they can be separated or not.
    u : ndarray
        Of length 1.
    least : number
        The least u·z, exact, for the u that was given; that of `u` is ``gamma``.
    bound : Fraction or 0
        R²/γ², or 0 where γ is not positive.
    last : int
        The last k to be shown, which is beyond the bound if that is not too far.
    """

    def __init__(self, trace, separator=None):
        self.trace = trace
        self.n = trace.n_mistakes
        self.eta = float(trace.learning_rate)
        self.Z = as_fractions(fold_labels(trace.X, trace.y))
        self.best = maximum_margin(trace.X, trace.y)
        chosen = separator or self.best or (trace.w if np.any(trace.w) else (0, 1), 0)
        self.exact_u = as_fractions(chosen.w if isinstance(chosen, Separator) else chosen[0])
        self.length = square_root(self.exact_u @ self.exact_u)
        self.u = self.exact_u.astype(float) / self.length
        self.least = min(self.Z @ self.exact_u)
        self.gamma = nearest_float(self.least) / self.length
        self.radius = square_root(trace.radius_squared)
        square = trace.radius_squared * (self.exact_u @ self.exact_u)
        self.bound = square / self.least**2 if self.least > 0 else 0
        self.starts_at_0 = not np.any(trace.w0)
        beyond = min(int(self.bound) + 2, max(4 * self.n, 1))
        self.last = max(self.n, beyond) if self.bound and self.starts_at_0 else self.n

    def height(self, k):
        """Return how far the wall is from 0, along u."""
        return k * self.eta * self.gamma

    def edge(self, k):
        """Return how far the edge of the disc is from 0."""
        return np.sqrt(k) * self.eta * self.radius

    def fails(self, k):
        """Return whether the progress line and the length line are false of w after k mistakes."""
        if k > self.n:
            return k > self.bound, False
        w = self.trace.line(k).w
        is_short = self.least <= 0 or self.exact_u @ w < k * self.least
        return is_short, w @ w > k * self.trace.radius_squared

    def reach(self, k):
        """Return how far w is along u, and how far from 0."""
        w = self.trace.line(k).w
        along = nearest_float(self.exact_u @ w) / self.length
        return self.eta * along, self.eta * square_root(w @ w)

    def unasked(self):
        """Return after which updates w is where it is without a mistake."""
        trace = self.trace
        return [
            k + 1
            for k, i in enumerate(trace.mistakes)
            if not is_mistake(trace.margins(k)[[i]], trace.y[[i]], trace.zero)[0]
        ]

    def sum_to_zero(self):
        """Return the certificate of the samples as whole numbers: {sample: how often its z}."""
        shares = [Fraction(v) for v in self.best.weights]
        unit = np.lcm.reduce([share.denominator for share in shares])
        return {int(i): int(shares[i] * unit) for i in self.best.support}


class Bricks(PathPatch):
    """Bricks in a row from 0 on, all on one side of a line.

    Parameters
    ----------
    along : pair of float
        The direction in which they lie, of length 1.
    across : pair of float
        From the line to their other side.
    **look
        Passed to ``PathPatch``.
    """

    def __init__(self, along, across, **look):
        super().__init__(Path(np.zeros((1, 2))), **look)
        self.along, self.across = np.asarray(along), np.asarray(across)

    def move(self, ends):
        """Let them end at these places; where they are very many, they are one."""
        if len(ends) > MOST_JOINTS:
            ends = [ends[-1]]
        self.set_visible(bool(len(ends)))
        starts = [0, *ends][:-1]
        paths = [Path(self._corners(a, b), closed=True) for a, b in zip(starts, ends, strict=False)]
        if paths:
            self.set_path(Path.make_compound_path(*paths))

    def _corners(self, start, end):
        near = np.outer([start, end, end, start, start], self.along)
        return near + np.outer([0, 0, 1, 1, 0], self.across)


class ProofPlane:
    """Wall, disc, their bricks and the path of w, drawn into given axes.

    Parameters
    ----------
    axes : matplotlib.axes.Axes
    words : Wording
    measures : Measures
    lines : sequence of str
        Of `LINES`: what is drawn is what they speak of.
    lit : sequence of str, optional
        Of `LINES`: what they do not speak of is pale. By default nothing is.
    scaled : bool
        Whether all is divided by √k R, so that the disc stands still.
    path : bool
        Whether the path of w is drawn, or w alone.
    title : str

    Attributes
    ----------
    artists : dict of str to artist
        What is drawn, by its name.
    """

    def __init__(
        self, axes, words, measures, *, lines=LINES, lit=None, scaled=False, path=True, title=""
    ):
        self.measures = measures
        self.words = words
        self.scaled = scaled
        self.parts = parts_of(lines)
        self.strong = self.parts if lit is None else parts_of(lit)
        self.strong = self.strong | {"path", "hollow", "now"}
        self.is_separable = measures.bound > 0
        ks = np.arange(measures.last + 1)
        edges = measures.edge(ks)
        self.units = np.maximum(edges, edges[1:2]) if scaled else np.ones(measures.last + 1)
        n = measures.n
        self.W = measures.trace.weights.astype(float) / self.units[: n + 1, None]
        goes_on = "cap" in self.parts and lit is None  # beyond the run
        self.most = measures.last if goes_on else n
        box, pad = self._box()
        self.panel = DataPanel(axes, words, box, pad=pad, title=title, **BARE)
        self.thick = THICK * np.ptp(axes.get_xlim())
        self.artists = {}
        self._draw_bounds(axes)
        self._draw_bricks(axes)
        self._draw_run(axes, path)

    def _box(self):
        """Return what has to be seen, and the room around it."""
        measures, u = self.measures, self.measures.u
        ks = np.arange(self.most + 1)
        edges, heights = measures.edge(ks) / self.units[ks], measures.height(ks) / self.units[ks]
        if "disc" in self.parts:
            reach = 1.12 * max(np.abs(self.W).max(), *edges, *-heights)
            return reach * np.array([[-1, -1], [1, 1]]), 0
        places = [*self.W, (0, 0)]
        if self.is_separable:
            far = max(np.abs(self.W @ u).max(), *heights, measures.gamma)
            across = 0.45 * far * np.array([-u[1], u[0]])
            places += [far * 1.1 * u, *(heights[-1] * u + side * across for side in (1, -1))]
        else:
            places += [*measures.Z.astype(float)]
        return np.array(places), 0.1

    def shows(self, part):
        """Return whether a part is drawn: without γ no bricks, and none on u where it is scaled."""
        if part in ("brown", "purple"):
            return part in self.parts and self.is_separable and not self.scaled
        if part in ("foot", "ray", "wall") and not self.measures.best:
            return part in self.parts and "disc" in self.parts and part != "foot"
        return part in self.parts and not (part == "foot" and self.scaled)

    def _look(self, part, look):
        """Return the look of a part with its label, or pale, without one."""
        look = look | {"label": self.words(LABELS[part])} if part in LABELS else look
        return look if part in self.strong else look | {"alpha": PALE, "label": "_pale"}

    def _draw_bounds(self, axes):
        draw = {
            "ray": lambda look: self.panel.ray(self.measures.u, look),
            "disc": lambda look: curve(axes, *circle(), look),
            "wall": lambda look: self.panel.line(look=look),
            "cap": lambda look: axes.add_patch(Polygon(np.zeros((3, 2)), **look)),
            "tip": lambda look: curve(axes, look=look),
        }
        looks = LOOKS | {"ray": style.SEPARATOR, "cap": style.CAP, "tip": TIP}
        for part, drawn in draw.items():
            if self.shows(part):
                self.artists[part] = drawn(self._look(part, looks[part]))

    def _draw_bricks(self, axes):
        u = self.measures.u
        aside = self.thick * np.array([u[1], -u[0]])
        for part, look, side in (("brown", BROWN, -aside), ("purple", VIOLET, aside)):
            if self.shows(part):
                self.artists[part] = axes.add_patch(Bricks(u, side, **self._look(part, look)))
        if self.shows("foot"):
            self.artists["foot"] = curve(axes, look=self._look("foot", style.RAY))

    def _draw_run(self, axes, path):
        if path:
            self.artists["path"] = curve(axes, look=self._look("path", PATH), zorder=3)
        if self.measures.unasked():
            self.artists["hollow"] = curve(axes, look=self._look("hollow", HOLLOW))
        self.artists["now"] = curve(axes, look=self._look("now", DOT))

    @property
    def changing(self):
        """What `move` changes."""
        still = {"ray"}
        if self.scaled and not any(self.measures.fails(k)[1] for k in range(self.measures.n + 1)):
            still.add("disc")
        return [artist for part, artist in self.artists.items() if part not in still]

    @property
    def named(self):
        """What bears a name: of what is pale nothing does."""
        order = ("tip", "wall", "disc", "now", "cap", "ray", "path")
        strong = [part for part in order if part in self.strong]
        return [self.artists[part] for part in strong if part in self.artists]

    def move(self, k):
        """Go to the state after k mistakes."""
        measures, unit = self.measures, self.units[k]
        height, edge = measures.height(k) / unit, measures.edge(k) / unit
        self._move_bounds(k, height, edge)
        path = self.W[int(self.scaled) : k + 1]
        now = self.W[k : k + 1]
        if "brown" in self.artists:
            self.artists["brown"].move(measures.height(np.arange(1, k + 1)))
        if "purple" in self.artists:
            self.artists["purple"].move(measures.edge(np.arange(1, k + 1)))
        if "foot" in self.artists:
            feet = [(w, (w @ measures.u) * measures.u) for w in now]
            self.artists["foot"].set_data(*np.reshape(feet, (-1, 2)).T)
        if "path" in self.artists:
            self.artists["path"].set_data(*path.T)
        if "hollow" in self.artists:
            unasked = [j for j in measures.unasked() if j <= k]
            self.artists["hollow"].set_data(*self.W[unasked].T)
        self.artists["now"].set_data(*now.T)

    def _move_bounds(self, k, height, edge):
        u, bound = self.measures.u, self.measures.bound
        for part, fails in zip(("wall", "disc"), self.measures.fails(k), strict=True):
            if part in self.artists:
                self.artists[part].set_color(style.FAILS if fails else LOOKS[part]["color"])
        if "wall" in self.artists:
            self.artists["wall"].move(u, -height)
        if "disc" in self.artists:
            self.artists["disc"].set_data(*circle(edge))
        if "cap" in self.artists:
            self.artists["cap"].set_visible(0 < k < bound)
            self.artists["cap"].set_xy(cap_corners(edge, u, height))
        if "tip" in self.artists:
            is_point = k in (0, bound)
            self.artists["tip"].set_data(*([[v] for v in edge * u] if is_point else ([], [])))
