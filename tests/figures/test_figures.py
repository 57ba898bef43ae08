"""Every figure in every state: finite, in words of its own, with the numbers of the run."""

import collections
import functools
import itertools
import re
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest
from matplotlib.collections import Collection
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text
from mpl_toolkits.mplot3d.art3d import Text3D

from perceptron_core import Dataset, online, perceptron, planted, worked_example, xor
from perceptron_lessons import figures, prove
from perceptron_lessons.figures import FIGURES, registry
from perceptron_lessons.figures.display import Display
from perceptron_lessons.figures.geometry import cone_directions
from perceptron_lessons.figures.interactive_figure import Description, InteractiveFigure
from perceptron_lessons.figures.saving import legend_of_state
from perceptron_lessons.figures.stacking import panels
from perceptron_lessons.figures.style import COLUMN, MIDDLE, WIDE
from perceptron_lessons.figures.wording import Wording, number
from perceptron_lessons.widget.player import Player

NAMES = list(FIGURES)


@functools.cache
def drawn(name):
    return FIGURES[name]()


DATA = worked_example()
PADDED = perceptron(DATA.X, DATA.y, bias="radius")
LONG = planted(20, 2, margin=0.1, seed=12)

# Figures with other arguments than the gallery's.
EXTRA = {
    "steps, offset": lambda: figures.steps(PADDED),
    "steps, long": lambda: figures.steps(perceptron(LONG.X, LONG.y, order="worst")),
    "steps, not separable": lambda: figures.steps(stopped()),
    "margin_assumption, primal": lambda: figures.margin_assumption(notation="primal"),
    "solution_cone, online": lambda: figures.solution_cone(notation="online"),
    "squeeze, primal": lambda: figures.squeeze(PADDED, source="primal"),
    "squeeze, η": lambda: figures.squeeze(perceptron(DATA.X, DATA.y, learning_rate=Fraction(1, 2))),
    "angle, primal": lambda: figures.angle(PADDED, source="primal"),
    "disc_and_wall, scaled": lambda: figures.disc_and_wall(view="scaled"),
    "mean_of_mistakes, to 0": lambda: figures.mean_of_mistakes(endless()),
    "broken, one proof": lambda: figures.broken_hypothesis(prove(PADDED, source="primal")),
}
ALL = [*NAMES, *EXTRA]
TEXT_WIDTH = 6.2  # inches of a page with one-inch margins, into which a wide figure is fitted
SMALLEST = 9  # points: 12 pixels of a page


@functools.cache
def extra(name):
    return EXTRA[name]()


def stopped():
    data = xor()
    with pytest.warns(RuntimeWarning, match="mistakes left"):
        return perceptron(data.X, data.y, max_mistakes=6)


def endless():
    data = worked_example()
    with pytest.warns(RuntimeWarning, match="mistakes left"):
        return perceptron([*data.X, (-1, -2)], [*data.y, 1], max_mistakes=12)


def picture(name):
    return drawn(name) if name in FIGURES else extra(name)


def signature(artist):
    """All that the reader can see change of an artist."""
    seen = [artist.get_visible()]
    if isinstance(artist, Line2D):
        seen.append(np.array(artist.get_xydata(), dtype=float).round(9).tolist())
    elif isinstance(artist, Text):
        seen += [
            artist.get_text(),
            tuple(np.round(artist.get_position(), 9)),
            artist.get_fontweight(),
        ]
    elif isinstance(artist, Patch):
        seen.append(np.array(artist.get_path().vertices).round(9).tolist())
    elif isinstance(artist, Collection):
        seen.append([path.vertices.round(9).tolist() for path in artist.get_paths()])
        seen.append(artist.get_facecolor().round(9).tolist())
    return repr(seen)


class Seen(NamedTuple):
    """What a reader sees of a state: its words, what moves, what stands still, and the limits."""

    description: Description
    moving: list
    still: list
    limits: list
    shown: set  # labels of the legend whose artists are to be seen
    infinite: bool
    named: list  # of what is seen and has a name: its text, and whether that is shown


@functools.cache
def visited(name):
    """Every state of a figure, each looked at once for all the tests."""
    shown = picture(name)
    artists = shown.figure.findobj(include_self=False)
    still = [artist for artist in artists if artist not in shown.changing]
    lines = shown.figure.findobj(Line2D)
    bars = {bars.get_label() for axes in shown.figure.axes for bars in axes.containers}
    seen = []
    for state in shown.states():
        description = shown.at(**state).description
        seen.append(
            Seen(
                description,
                [signature(artist) for artist in shown.changing],
                [signature(artist) for artist in still],
                [(axes.get_xlim(), axes.get_ylim()) for axes in shown.figure.axes],
                bars | {artist.get_label() for artist in artists if is_seen(artist)},
                any(np.isinf(np.asarray(line.get_xydata(), float)).any() for line in lines),
                [
                    (text, text.get_visible())
                    for names in shown.names
                    for artist, text in zip(
                        names.artists, names.texts[-len(names.artists) :], strict=True
                    )
                    if is_seen(artist)
                ],
            )
        )
    return seen


def is_seen(artist):
    """Whether an artist is drawn, and not without any points."""
    return artist.get_visible() and not (isinstance(artist, Line2D) and not len(artist.get_xdata()))


def labelled(shown, label, axes=0):
    """The artist that the legend calls by this label, among those of some axes of the figure."""
    (artist,) = (
        artist for artist in shown.figure.axes[axes].get_children() if artist.get_label() == label
    )
    return artist


def test_the_gallery_has_every_figure_under_its_name():
    assert set(figures.__all__) == {"FIGURES", *NAMES}
    for name in NAMES:
        assert isinstance(drawn(name), InteractiveFigure)
        assert drawn(name).name == name
        assert callable(getattr(figures, name))


SMALL = re.compile(r"\. [a-z]{2}|; [A-Z][a-z]")
"""A sentence without a capital, or a capital in its middle."""


@pytest.mark.parametrize("name", ALL)
def test_every_state_says_something_of_its_own(name):
    for description in (seen.description for seen in visited(name)):
        assert 1 <= description.text.count("\n") + 1 <= 3
        for words in description:
            assert words.strip()
            assert "nan" not in words and "inf" not in words.replace("infinite", "")
            assert not any(a == "-" and b.isdigit() for a, b in itertools.pairwise(words)), words
            assert "{" not in words.replace("_{", "") and "  " not in words
        assert len(description.alt) > 80
        assert any(character.isdigit() for character in description.alt)
        assert any(character.isdigit() for character in description.caption)
        for words in description[1:]:
            assert not SMALL.search(words), words
    for texts in zip(
        *((s.description.text, s.description.alt, "".join(s.moving)) for s in visited(name)),
        strict=True,
    ):
        assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("name", ALL)
def test_every_state_draws_finite_numbers_and_moves_only_what_it_declares(name):
    first = visited(name)[0]
    for seen in visited(name):
        assert not seen.infinite
        assert seen.still == first.still
        assert seen.limits == first.limits


@pytest.mark.parametrize("name", NAMES)
def test_everything_that_is_declared_to_move_moves(name):
    looks = zip(*(seen.moving for seen in visited(name)), strict=True)
    # A name beside something that stands still moves only where another thing comes in its way.
    names = [text for names in picture(name).names for text in names.texts]
    for artist, looks_of_it in zip(picture(name).changing, looks, strict=True):
        assert len(set(looks_of_it)) > 1 or artist in names, artist


@pytest.mark.parametrize("name", NAMES)
def test_every_name_finds_a_place_in_most_states(name):
    told = collections.defaultdict(list)
    for text, visible in itertools.chain(*(seen.named for seen in visited(name))):
        told[text].append(visible)
    for text, visible in told.items():
        assert np.mean(visible) > 0.5, text


@pytest.mark.parametrize("name", ALL)
def test_the_legend_names_what_can_be_seen_and_each_once(name):
    shown = picture(name)
    entries = [text.get_text() for legend in shown.figure.legends for text in legend.get_texts()]
    assert len(set(entries)) == len(entries)
    assert set(entries) <= set.union(*(seen.shown for seen in visited(name)))


@pytest.mark.parametrize("name", NAMES)
def test_a_file_names_in_its_legend_only_what_its_state_shows(name):
    shown = drawn(name)
    with legend_of_state(shown.figure):
        entries = {text.get_text() for each in shown.figure.legends for text in each.get_texts()}
    assert all(each.get_figure() is shown.figure for each in shown.figure.legends)
    seen = {each.get_label() for axes in shown.figure.axes for each in axes.containers}
    for axes in shown.figure.axes:
        seen |= {artist.get_label() for artist in axes.get_children() if is_seen(artist)}
    assert entries <= seen


def texts_on_paper(fig):
    """Each text that is drawn, with its box."""
    of_axes = texts_of_axes(fig)
    for text in fig.findobj(Text):
        # Text in space knows its place on paper only while it is drawn.
        is_drawn = text.get_visible() and of_axes.get(text, True)
        if text.get_text().strip() and not isinstance(text, Text3D) and is_drawn:
            yield text, Text.get_window_extent(text)


@pytest.mark.parametrize("name", ALL)
def test_no_text_leaves_the_figure_or_covers_another(name):
    shown = picture(name)
    states = shown.states()
    for state in {str(s): s for s in (states[0], states[len(states) // 2], states[-1])}.values():
        shown.at(**state).figure.draw_without_rendering()
        page = shown.figure.bbox
        boxes = [(box, text.get_text()) for text, box in texts_on_paper(shown.figure)]
        for box, text in boxes:
            assert box.x0 >= page.x0 - 1 and box.x1 <= page.x1 + 1, (text, state)
            assert box.y0 >= page.y0 - 1 and box.y1 <= page.y1 + 1, (text, state)
        for (a, first), (b, second) in itertools.combinations(boxes, 2):
            wide = min(a.x1, b.x1) - max(a.x0, b.x0)
            high = min(a.y1, b.y1) - max(a.y0, b.y0)
            assert wide < 1.5 or high < 2.5, (first, second, state)
        for place, size in marks_on_paper(shown.figure):
            assert page.padded(0.5).contains(*(place - size)), (place, state)
            assert page.padded(0.5).contains(*(place + size)), (place, state)


def marks_on_paper(fig):
    """Each mark that may stick out of its axes: its place on paper and half its size, in pixels."""
    for axes in fig.axes:
        for line in axes.lines if axes.name != "3d" else ():
            if (
                is_seen(line)
                and line.get_marker() not in ("None", None, "")
                and not line.get_clip_on()
            ):
                places = axes.transData.transform(line.get_xydata())
                yield from ((place, line.get_markersize() / 2 * fig.dpi / 72) for place in places)


@pytest.mark.parametrize("name", NAMES)
def test_a_panel_alone_has_all_its_words(name):
    """On a phone, where each panel is a window on the picture."""
    shown = drawn(name)
    parts, _ = panels(shown.figure)
    states = shown.states()
    for state in (states[0], states[len(states) // 2], states[-1]):
        fig = shown.at(**state).figure
        fig.draw_without_rendering()
        foot = max((legend.get_window_extent().y1 for legend in fig.legends), default=0)
        for text, box in texts_on_paper(fig):
            if box.y0 < foot:
                continue  # of the legend, which has windows of its own
            x, y = 0.72 * (box.x0 + box.x1) / 2, 0.72 * (fig.bbox.y1 - np.array([box.y1, box.y0]))
            (part,) = (part for part in parts if part[0] <= x <= part[0] + part[2])
            assert part[1] - 1 <= y[0] and y[1] <= part[1] + part[3] + 1, (text.get_text(), state)


def test_a_panel_alone_has_little_blank_paper():
    (_, (_, _, width, height)), _ = panels(drawn("broken_hypothesis").figure)
    assert height < 1.5 * width


# What the decks project in larger letters.
ON_SLIDES = ["broken_hypothesis", "flip", "iris", "padded_margins", "unit_length"]


@pytest.mark.parametrize("name", ON_SLIDES)
def test_on_a_slide_a_figure_takes_its_width_and_its_words_stay_on_it(name, monkeypatch):
    monkeypatch.setattr(registry, "display_of_session", lambda: Display(letters=1.25))
    fig = FIGURES[name]().figure
    fig.draw_without_rendering()
    width, height = fig.get_size_inches()
    assert width / height > 1.7
    for text, box in texts_on_paper(fig):
        assert fig.bbox.padded(1).contains(*box.min), text.get_text()
        assert fig.bbox.padded(1).contains(*box.max), text.get_text()


def texts_of_axes(fig):
    """Whether each text of an axis is drawn; those of ticks are only within the limits."""
    told = {}
    for axes in fig.axes:
        for axis in (getattr(axes, f"{name}axis", None) for name in "xyz"):
            if axis is None:
                continue
            low, high = sorted(axis.get_view_interval())
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                inside = low - 1e-9 <= tick.get_loc() <= high + 1e-9
                is_drawn = inside and axes.axison and tick.get_visible()
                told |= dict.fromkeys((tick.label1, tick.label2), is_drawn)
            told |= dict.fromkeys((axis.label, axis.offsetText), axes.axison)
    return told


@pytest.mark.parametrize("bias", ["none", "one", "radius"])
def test_steps_tell_the_trace(bias):
    data = worked_example()
    trace = perceptron(data.X, data.y, bias=bias)
    shown = figures.steps(trace)
    assert shown.values["k"] == tuple(range(trace.n_mistakes + 1))
    for k in range(trace.n_mistakes):
        text = shown.at(k=k).description.text
        i = trace.mistakes[k]
        assert text.startswith(f"k = {k}: w = {number(trace.weights[k])}")
        assert f"sample {i}, x = {number(data.X[i])}" in text
        assert f"= {number(trace.margins(k)[i])}\n" in text
        assert f"= {number(trace.weights[k + 1])}" in text
        if bias != "none":
            assert f"b = {number(trace.offsets[k])}" in text
            assert text.endswith(f"= {number(trace.offsets[k + 1])}")
    assert "No mistake is left" in shown.at(k=trace.n_mistakes).description.text


@pytest.mark.parametrize(
    "bias, source",
    [("none", "iterations"), ("radius", "primal"), ("radius", "iterations"), ("one", "online")],
)
def test_squeeze_tells_the_proof(bias, source):
    data = worked_example()
    proof = prove(perceptron(data.X, data.y, bias=bias), source=source)
    shown = figures.squeeze(proof.trace, source=source)
    for k in range(1, proof.trace.n_mistakes + 1):
        lines = shown.at(k=k).description.text.splitlines()
        assert "FALSE" not in "".join(lines)
        for line, measured, limit in zip(
            lines,
            ("numerator", "norm", "cosine"),
            ("numerator_bound", "norm_bound", "cosine_bound"),
            strict=True,
        ):
            value, edge = (float(proof.columns[name][k]) for name in (measured, limit))
            assert f" {number(value)} " in line
            assert re.search(f"[=≈] {re.escape(number(edge))}, gap", line)


@pytest.mark.parametrize("bias", ["none", "radius"])
def test_steps_leave_the_plane_to_the_samples(bias):
    X = [[104, 10], [100, 30], [108, 12], [102, 34]]
    plane = figures.steps(perceptron(X, [1, -1, 1, -1], bias=bias)).figure.axes[0]
    needed = 24 if bias == "radius" else 108  # a line through the origin has to show it
    assert np.ptp(plane.get_xlim()) <= 2.1 * needed


def test_bound_against_margin_tells_the_runs():
    gammas = drawn("bound_against_margin").values["gamma"]
    for gamma, seen in zip(gammas, visited("bound_against_margin"), strict=True):
        data = planted(40, 2, margin=gamma, seed=0)
        text = seen.description.text
        made = perceptron(data.X, data.y).n_mistakes
        worst = perceptron(data.X, data.y, order="worst").n_mistakes
        novikoff = perceptron(data.X, data.y, bias="radius").n_mistakes
        assert f": {made} mistake" in text and f"{worst} worst first" in text
        assert f"b += yR²: {novikoff};" in text
        bound = re.escape(number(float(1 / gamma**2)))
        assert re.search(f"R²/γ² [=≈] {bound}\n", text)
        assert made <= 1 / gamma**2 and worst <= 1 / gamma**2 and novikoff <= 4 / gamma**2


@pytest.mark.parametrize("zero", ["mistake", "positive"])
def test_steps_ring_every_mistake_thinly_and_the_next_boldly(zero):
    data = worked_example()
    trace = perceptron(data.X, data.y, zero=zero)
    shown = figures.steps(trace)
    for k in range(trace.n_mistakes + 1):
        shown.at(k=k)
        judged = np.where(trace.X @ trace.weights[k] > 0, 1, -1)
        if zero == "positive":
            judged = np.where(trace.X @ trace.weights[k] >= 0, 1, -1)
            wrong = np.flatnonzero(judged != data.y)
        else:
            wrong = np.flatnonzero(data.y * (trace.X @ trace.weights[k]) <= 0)
        ringed = labelled(shown, "mistake").get_xydata().tolist()
        assert ringed == data.X[wrong].tolist()
        bold = labelled(shown, "next mistake").get_xydata().tolist()
        assert bold == data.X[trace.mistakes[k : k + 1]].tolist()
    for label, width in (("mistake", 0.8), ("next mistake", 2)):
        assert labelled(shown, label).get_markeredgewidth() == width


def test_online_mistakes_tell_the_run():
    data = planted(150, 2, margin=0.06, seed=49)
    made = online(zip(data.X, data.y, strict=True)).mistakes_by_time
    shown = drawn("online_mistakes")
    assert shown.values["t"][-1] == len(data.X)
    for t, seen in zip(shown.values["t"], visited("online_mistakes"), strict=True):
        text = seen.description.text
        assert text.startswith(f"t = {t}: {made[t]} mistake")
        if t:
            assert ("was a mistake" in text) == (made[t] > made[t - 1])
            u = data.separator
            ratio = np.linalg.norm(data.X[:t], axis=1).max() / (data.y * (data.X @ u))[:t].min()
            assert f"so far: {number(float(ratio**2))}\n" in text
            assert made[t] <= ratio**2 * (1 + 1e-9)


def test_learning_rate_shows_the_bound_from_any_start():
    shown = drawn("learning_rate")
    for eta, bound in ((0.01, 409), (0.1, 46), (1, 12)):
        text = shown.at(eta=eta, start=1).description.text
        assert f"From this start at most {bound} mistakes; " in text
        line = labelled(shown, "bound from this start", axes=1)
        assert dict(line.get_xydata())[eta] == bound
    for eta in shown.values["eta"]:
        assert "at most 10 mistakes" in shown.at(eta=eta, start=0).description.text


def test_a_certificate_with_an_offset_is_a_point_in_the_hulls_of_both_classes():
    """Read off the picture: where the mark is, and each side of the equation below it."""
    data = Dataset([[4, 1], [-3, -4], [3, -5], [-2, -1], [0, 9]], [1, 1, -1, -1, 1], "four")
    shown = figures.certificate(data, bias="one")
    caption = shown.description.caption
    sides = re.search(r"samples: (.*), a point", caption)[1].split(" = ")
    terms = [re.findall(r"([\d/]+)·\((−?\d+), (−?\d+)\)", side) for side in sides]
    exact = [
        [tuple(Fraction(part.replace("−", "-")) for part in term) for term in side]
        for side in terms
    ]
    points = [[sum(a * x[i] for a, *x in side) for i in (0, 1)] for side in exact]
    assert points[0] == points[1] and all(sum(a for a, *_ in side) == 1 for side in exact)
    for side, y in zip(exact, (1, -1), strict=True):
        mine = [tuple(x) for x, label in zip(data.X.tolist(), data.y, strict=True) if label == y]
        assert all(a > 0 and (x1, x2) in mine for a, x1, x2 in side)
    (mark,) = (line for line in shown.figure.axes[0].lines if line.get_label() == "point of both")
    assert np.allclose(mark.get_xydata()[0], np.array(points[0], float))
    with pytest.raises(ValueError, match="a line separates"):
        figures.certificate(Dataset([[1, 0], [2, 0]], [1, -1], "only so"), bias="one")


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: figures.steps(perceptron([[1], [-1]], [1, -1])), "2 features; found"),
        (lambda: figures.solution_cone(perceptron([[1, 0]], [1], bias="one")), "without an offset"),
        (lambda: figures.certificate(worked_example()), "a line separates these samples"),
        (lambda: figures.flip(xor()), "no line through the origin"),
        (lambda: figures.unit_length(xor()), "no line through the origin"),
        (lambda: figures.margin_assumption(xor()), "no line through the origin"),
        (lambda: figures.orders(xor()), "no line through the origin"),
        (lambda: figures.lp_and_maximum_margin(xor()), "no line through the origin"),
        (lambda: figures.lift(xor()), "no line separates"),
        (lambda: figures.padding_constant(xor()), "no line separates"),
        (lambda: figures.online_mistakes(xor()), "separator through the origin"),
    ],
)
def test_what_cannot_be_drawn_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(
    ("draw", "given", "remedy"),
    [
        (figures.steps, (worked_example(),), "perceptron(X, y)"),
        (figures.steps, (worked_example().X, worked_example().y), "perceptron(X, y)"),
        (figures.flip, (worked_example().X, worked_example().y), "Dataset(X, y)"),
        (figures.broken_hypothesis, (stopped(),), "prove(trace)"),
    ],
)
def test_samples_in_the_place_of_a_run_are_refused_with_a_remedy(draw, given, remedy):
    with pytest.raises(TypeError, match=f"{draw.__name__}.*{re.escape(remedy)}") as refused:
        draw(*given)
    assert str(refused.value).endswith(f"found {type(given[0]).__name__}")


@pytest.mark.parametrize("scale", [1e307, 1e200, 1e-200, 1e-310])
@pytest.mark.parametrize("name", ["worked_example", "steps", "squeeze"])
def test_numbers_whose_powers_are_no_floats_are_refused_with_a_remedy(name, scale):
    data = worked_example()
    X = data.X * scale
    with pytest.raises(ValueError, match=r"a figure draws numbers .* one power of two") as refused:
        getattr(figures, name)(perceptron(X, data.y))
    power = int(str(refused.value).rpartition("2**")[2])
    assert getattr(figures, name)(perceptron(np.ldexp(X, power), data.y)).description.text


def test_the_cone_holds_exactly_the_separators():
    rng = np.random.default_rng(0)
    for _ in range(200):
        Z = rng.integers(-3, 4, size=(3, 2))
        directions = cone_directions(Z)
        angles = np.radians(np.arange(720) / 2 + 0.123)
        good = (Z @ np.array([np.cos(angles), np.sin(angles)]) > 0).all(axis=0)
        if directions is None:
            assert not good.any()
        else:
            low, high = directions
            inside = ((angles - low) % (2 * np.pi)) < high - low
            assert (inside == good).all()


@pytest.mark.parametrize("name", NAMES)
def test_letters_are_large_enough_at_the_width_of_print(name):
    fig = drawn(name).figure
    width = fig.get_figwidth()
    assert width in (COLUMN, MIDDLE, WIDE)
    shrunk = min(1, TEXT_WIDTH / width)
    for text in fig.findobj(Text):
        if text.get_text().strip() and text.get_visible():
            assert text.get_fontsize() >= SMALLEST and SMALLEST * shrunk > 7.9, text.get_text()


AS_IN_CODE = {"cyclic", "first", "worst", "random", "shuffled"}  # as in the code
AS_IN_CODE |= {"averaged", "last", "pocket", "max", "start"}


def controls(picture):
    """What stands beside a picture that moves, in small letters."""
    player = Player(picture)
    texts = [each[part] for each in player.drawing["sliders"] for part in ("label", "texts")]
    told = str([*player.buttons.values(), *texts]).lower()
    return re.sub(r"\{\w+\}", "", told)  # names of what is put in


def words_of(picture):
    """The words that a figure shows and tells at both ends of its sliders, without formulas."""
    found = set(re.findall("[a-zäöü]{3,}", controls(picture))) if picture.values else set()
    for end in (0, -1):
        picture.at(**{slider: values[end] for slider, values in picture.values.items()})
        texts = [*(text.get_text() for text in picture.figure.findobj(Text)), *picture.description]
        plain = re.sub(r"\$[^$]*\$", "", " ".join(texts))
        found.update(re.findall(r"(?<![\w\\])[a-z]{3,}(?!\w)", plain))
    return found


MINE = {
    "letter": r"\theta",
    "k-th weight": r"\theta_k",
    "weights": r"\theta_t",
    "sample": "x_t",
    "label": "y_t",
    "separator": r"\theta^*",
    "margin": r"\rho",
    "radius": "D",
    "mistakes": "M",
}


@pytest.fixture
def mine(tmp_path):
    """A file with the symbols of a reader."""
    file = tmp_path / "mine.toml"
    file.write_text("".join(f"\"{name}\" = '{latex}'\n" for name, latex in MINE.items()))
    return str(file)


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_can_speak_like_its_reader(name, mine):
    """No word is English; no w, γ, R or k is left where the file has other letters."""
    shown = FIGURES[name](notation=mine, language="de")
    assert words_of(shown) & words_of(drawn(name)) <= AS_IN_CODE
    texts = [text.get_text() for text in shown.figure.findobj(Text) if text.get_visible()]
    texts += shown.description
    assert not any("\\" in text or "$" in text for text in shown.description)
    letters = Wording(mine).letters
    for own in "wγRk":
        alone = re.compile(rf"(?<![A-Za-zÄ-üα-ω\\]){own}(?![A-Za-zÄ-ü])")
        for text in texts:
            assert letters[own].text == own or not alone.search(text), (own, text)


@pytest.mark.parametrize("name", NAMES)
def test_what_moves_is_declared_once(name):
    changing = picture(name).changing
    assert len({id(artist) for artist in changing}) == len(changing)


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_gets_every_figure_as_a_picture_with_alt_text(name):
    """Lessons are run for their pages, which have no PNG."""
    data, metadata = drawn(name)._repr_mimebundle_()
    assert data["image/png"].startswith(b"\x89PNG")
    assert data["text/plain"] == drawn(name).description.text
    assert metadata["image/png"]["alt"] == drawn(name).description.alt
