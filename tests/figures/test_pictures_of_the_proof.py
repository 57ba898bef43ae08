"""The pictures of the proof: what they draw is what runs and exact arithmetic say."""

import functools
import re
from fractions import Fraction

import numpy as np
import pytest

from perceptron_core import datasets, perceptron, planted, worked_example
from perceptron_lessons import figures, maximum_margin, prove
from perceptron_lessons.figures.wording import number

LONG = planted(30, 2, margin=0.15, seed=4)


def run_on(data, **how):
    return perceptron(data.X, data.y, **how)


def labelled(shown, label):
    """The one artist of a figure that the legend calls by this label."""
    every = shown.figure.findobj(lambda artist: artist.get_label() == label)
    (artist,) = (artist for artist in every if artist.axes and artist.axes.axison)
    return artist


@pytest.mark.parametrize("view", ["weights", "scaled"])
@pytest.mark.parametrize("data", [worked_example(), datasets.orthonormal(2)], ids=str)
def test_the_cap_is_empty_exactly_beyond_the_bound(data, view):
    shown = figures.disc_and_wall(run_on(data), view)
    gamma_squared = maximum_margin(data.X, data.y).gamma_squared
    radius_squared = max(sum(Fraction(v) ** 2 for v in x) for x in data.X.tolist())
    assert shown.values["k"][-1] * gamma_squared > radius_squared
    for k in shown.values["k"]:
        left = radius_squared - k * gamma_squared  # what k(R² − kγ²) ≥ 0 hangs on
        text = shown.at(k=k).description.text
        assert labelled(shown, "where w must be").get_visible() == (k > 0 and left > 0)
        point = len(labelled(shown, "last point").get_xdata())
        assert point == (k == 0 or left == 0)
        assert (f"no mistake {k} is possible" in text) == (left < 0)


@pytest.mark.parametrize("view", ["weights", "scaled"])
@pytest.mark.parametrize("data", [worked_example(), LONG], ids=str)
@pytest.mark.parametrize("eta", [1, Fraction(1, 2)])
def test_the_run_is_in_the_cap_and_the_cap_between_disc_and_wall(data, view, eta):
    trace = run_on(data, learning_rate=eta)
    u, gamma = maximum_margin(data.X, data.y).unit_w, maximum_margin(data.X, data.y).gamma
    radius = np.linalg.norm(data.X, axis=1).max()
    shown = figures.disc_and_wall(trace, view)
    for k in range(1, trace.n_mistakes + 1):
        shown.at(k=k)
        unit = np.sqrt(k) * radius * float(eta) if view == "scaled" else 1
        height, edge = k * gamma * float(eta) / unit, np.sqrt(k) * radius * float(eta) / unit
        (dot,) = labelled(shown, "w").get_xydata()
        assert dot * unit == pytest.approx(trace.weights[k].astype(float))
        wall = labelled(shown, "wall").get_xydata()
        disc = labelled(shown, "disc").get_xydata()
        cap = labelled(shown, "where w must be").get_xy()
        assert wall @ u == pytest.approx(height)
        assert np.linalg.norm(disc, axis=1) == pytest.approx(edge)
        for points in (cap, dot[None]):
            assert (points @ u >= height - 1e-9).all()
            assert (np.linalg.norm(points, axis=1) <= edge + 1e-9).all()
    shown.at(k=trace.n_mistakes + 1)
    assert not len(labelled(shown, "w").get_xdata())


@functools.cache
def endless():
    """A run that no line ends: the one more sample of `certificate` is in it."""
    data = worked_example()
    with pytest.warns(RuntimeWarning, match="mistakes left"):
        return perceptron([*data.X, (-1, -2)], [*data.y, 1], max_mistakes=30)


@pytest.mark.parametrize("make", [lambda: run_on(worked_example()), lambda: run_on(LONG), endless])
def test_the_mean_of_the_mistakes_is_between_the_margin_and_the_ceiling(make):
    trace = make()
    shown, Z = figures.mean_of_mistakes(trace), trace.X * trace.y[:, None]
    found, radius = maximum_margin(trace.X, trace.y), np.linalg.norm(Z, axis=1).max()
    gamma = found.gamma if found else 0
    assert shown.values["k"] == tuple(range(1, trace.n_mistakes + 1))
    for k in shown.values["k"]:
        lines = shown.at(k=k).description.text.replace("≈", "=").splitlines()
        mean = Z[trace.mistakes[:k]].mean(axis=0)
        length = float(np.linalg.norm(mean))
        assert gamma - 1e-9 <= length <= radius / np.sqrt(k) + 1e-9
        assert labelled(shown, "w/k now").get_xydata()[0] == pytest.approx(mean)
        assert labelled(shown, "‖w‖/k").get_xydata()[-1] == pytest.approx((k, length))
        assert f"‖w‖/k = {number(length)} ≤ R/√k = {number(float(radius / np.sqrt(k)))}" in lines[1]
        assert (f"γ = {number(gamma)} ≤ " in lines[1]) == bool(found)
        assert ("nothing separates" in lines[1]) == (not found)


def test_where_nothing_separates_the_shares_are_a_certificate_whenever_w_comes_back_to_0():
    trace, certain = endless(), []
    Z = trace.X * trace.y[:, None]
    shown = figures.mean_of_mistakes(trace)
    for k in shown.values["k"]:
        last = shown.at(k=k).description.text.splitlines()[-1]
        head, _, shares = last.partition(": shares of the samples ")
        shares = [Fraction(share) for share in shares.split(", ")]
        assert sum(shares) == 1 and min(shares) >= 0
        zero = not any(sum(s * z for s, z in zip(shares, column, strict=True)) for column in Z.T)
        assert (head == "Exactly 0, a certificate") == zero
        certain += [k] * zero
    assert certain == [6, 12, 18, 24, 30]


@pytest.mark.parametrize(
    ("trace", "source"),
    [
        (run_on(worked_example()), "iterations"),
        (run_on(planted(30, 4, margin=0.15, seed=4)), "iterations"),
        (run_on(worked_example(), bias="radius"), "primal"),
        (run_on(worked_example(), bias="one"), "online"),
    ],
)
def test_the_angle_is_the_one_of_the_proof_and_within_what_it_allows(trace, source):
    columns = prove(trace, source=source).columns
    shown = figures.angle(trace, source=source)
    for k in range(1, trace.n_mistakes + 1):
        cosine, bound = columns["cosine"][k], columns["cosine_bound"][k]
        text = shown.at(k=k).description.text
        degrees, allowed = (float(np.degrees(np.arccos(min(v, 1)))) for v in (cosine, bound))
        assert text.startswith(f"k = {k}: {number(degrees)}° between ")
        assert f"{number(allowed)}° allowed" in text and degrees <= allowed
        w = "ŵ" if trace.pad_squared else "w"
        along, length = (float(columns[name][k]) for name in ("numerator", "norm"))
        numbers = f"{w}·u = {number(along)}, ‖{w}‖ = {number(length)}"
        assert numbers in text.replace("≈", "=")
        assert labelled(shown, f"projection of {w}").get_ydata()[-1] == pytest.approx(cosine)
        wedge = labelled(shown, "where the proof allows it").get_xy()
        assert wedge[1:-1, 1].min() == pytest.approx(bound)
        arc = labelled(shown, "angle").get_xydata()[-1]
        assert arc[1] / np.linalg.norm(arc) == pytest.approx(cosine)
        assert tip(shown, w) @ (0, 1) == pytest.approx(cosine, abs=0.05)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: figures.disc_and_wall(view="3-D"), "view must be weights or scaled; found '3-D'"),
        (lambda: figures.disc_and_wall(run_on(datasets.orthonormal(3))), "2 features; found 3"),
        (lambda: figures.disc_and_wall(run_on(worked_example(), bias="one")), "without an offset"),
        (lambda: figures.mean_of_mistakes(run_on(worked_example(), w0=(1, 0))), "runs from 0"),
        (lambda: figures.angle(run_on(worked_example(), w0=(2, 4))), "this run has made none"),
        (lambda: figures.mean_of_mistakes(run_on(worked_example(), learning_rate=2)), "rate 2"),
        (lambda: figures.mean_of_mistakes(run_on(worked_example(), bias="one")), "without an"),
    ],
)
def test_what_cannot_be_drawn_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def vector(text):
    return np.array([float(v) for v in text.strip("()").replace("−", "-").split(",")])


def tip(shown, label):
    """The farthest point of an arrow from where it starts."""
    start, *others = labelled(shown, label).get_path().vertices[:-1]
    return max(others, key=lambda point: np.linalg.norm(point - start))


def test_the_length_line_breaks_exactly_where_the_angle_is_acute():
    shown = figures.one_update()
    for angle in shown.values["angle"]:
        text, alt, _ = shown.at(angle=angle).description
        z, w = vector(re.search(r"z = (\(.*?\))", alt)[1]), np.array([6.0, 0])
        end = w + z
        # matplotlib ends an arrow a little earlier, so that its point is not blunt
        for name, place in (("w", w), ("z = yx", end), ("w + z", end)):
            assert tip(shown, name) == pytest.approx(place, abs=0.12)
        assert np.degrees(np.arccos(w @ z / np.linalg.norm(w) / 5)) == pytest.approx(angle, abs=0.5)
        assert np.linalg.norm(z) == pytest.approx(5)
        square = round(float(end @ end), 9)
        bound = number(float(w @ w + 25))
        relation = f"{number(square)} {'>' if angle < 90 else '≤'} ‖w‖² + R² = {bound}"
        assert relation in text and ("length line BREAKS" in text) == (square > w @ w + 25)
        assert ("no mistake" in text) == (w @ z > 1e-9) == (angle < 90)
        before, after = labelled(shown, "gain along u").get_xydata()
        u = after / np.linalg.norm(after)
        assert (before @ u, after @ u) == pytest.approx((w @ u, end @ u))
        assert "progress line holds" in text and number(float(end @ u)) in text
        assert np.linalg.norm(after - before) >= 44 / 25 - 1e-9
