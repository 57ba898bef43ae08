"""A picture visits all its states without a browser, and is saved the same every time."""

import pickle
import threading

import pytest
from matplotlib.image import imread
from players import contrast, demo

from perceptron_lessons import figures
from perceptron_lessons.figures.drawing import Drawing
from perceptron_lessons.figures.interactive_figure import Description, InteractiveFigure, nearest
from perceptron_lessons.figures.panels import DataPanel
from perceptron_lessons.figures.saving import svg
from perceptron_lessons.figures.style import (
    BOUND,
    CEILING,
    LINE,
    MEASURED,
    MINUS,
    PLUS,
    SECOND_BOUND,
    UPDATE,
    WEIGHT,
    Paper,
    figure,
    rc,
)
from perceptron_lessons.figures.wording import Wording


def moved(picture, **state):
    """What is drawn of a state: its changing artists."""
    return "".join(Drawing(picture.at(**state)).pieces())


@pytest.mark.parametrize(
    "look", [LINE, WEIGHT, UPDATE, MEASURED, BOUND, SECOND_BOUND, CEILING, PLUS, MINUS]
)
def test_every_colour_stands_out_from_white_paper(look):
    assert contrast(look["color"], "white") >= 3


def test_classes_differ_without_colour():
    _, axes = figure(2, 2)
    X = [[1, 2], [3, 4], [5, 6]]
    plus, minus = DataPanel(axes, Wording(), X).samples(X, [1, -1, 1]).artists
    assert plus.get_xydata().tolist() == [[1, 2], [5, 6]]
    assert minus.get_xydata().tolist() == [[3, 4]]
    assert plus.get_marker() != minus.get_marker()
    assert plus.get_markerfacecolor() != "white" == minus.get_markerfacecolor()


def test_it_begins_where_it_is_told_and_moves_to_the_nearest_stop():
    picture = demo()
    assert picture.state == {"k": 3, "slope": -2}
    assert picture.at(k=8.4, slope=1).state == {"k": 8, "slope": 0.25}
    assert picture.at(k=-100).state["k"] == 0
    assert picture.description.text == "after 0 steps of 0.25\nheight 0"


@pytest.mark.parametrize("value", ["random", 1, float("nan")])
def test_a_word_must_be_a_stop(value):
    with pytest.raises(ValueError, match="is not one of the values 'cyclic', 'worst'"):
        nearest(("cyclic", "worst"), value)


def test_unknown_slider_empty_values_and_wrong_reading():
    with pytest.raises(ValueError, match="no slider 'j'; there are k, slope"):
        demo().at(j=1)
    with pytest.raises(ValueError, match="'k' has no values"):
        InteractiveFigure(figure(1, 1)[0], {"k": []}, lambda k: Description("", ""), [])
    with pytest.raises(TypeError, match="must return a Description, found str"):
        InteractiveFigure(figure(1, 1)[0], {}, lambda: "words", [])


def test_an_artist_that_is_not_in_the_figure_is_refused():
    fig, axes = figure(1, 1)
    (line,) = axes.plot([0, 1])
    line.remove()
    with pytest.raises(ValueError, match="is to change but is not drawn"):
        Drawing(InteractiveFigure(fig, {}, lambda: Description("", ""), [line]))


@pytest.mark.parametrize(
    ("word", "font", "is_text"),
    [
        ("mistakes k", "dejavu", True),
        ("$w_k \\cdot x^2 \\leq 0$", "dejavu", True),
        ("$\\sqrt{k}\\,R$", "dejavu", False),
        ("$\\mathcal{W}$", "dejavu", False),
        ("$w_k$", "cm", False),
    ],
)
def test_a_word_is_text_where_a_reader_has_its_letters(word, font, is_text):
    paper = Paper(font=font)
    fig, axes = paper.figure(2, 2)
    axes.axis("off")
    with rc(paper):
        moving = axes.text(0.5, 0.5, word)
    drawing = Drawing(InteractiveFigure(fig, {}, lambda: Description("", ""), [moving]))
    drawn = "".join(drawing.pieces())
    assert ("<text" in drawn, "<use" in drawn) == (is_text, not is_text)
    assert "font-family" not in drawn and drawing.background("").count("font-family") == 1


def test_pgf_is_ascii_for_any_tex(tmp_path):
    fig, axes = figure(2, 2)
    axes.set_title("γ ≤ 1, $x_1$, −2")
    InteractiveFigure(fig, {}, lambda: Description("x", "x"), []).save(tmp_path / "a.pgf")
    text = (tmp_path / "a.pgf").read_text(encoding="ascii")
    assert r"$\gamma$ $\leq$ 1, $x_1$, $-$2" in text
    assert text.count(r"\begin{pgfscope}") == text.count(r"\end{pgfscope}") > 0


def test_an_unknown_format_leaves_no_file(tmp_path):
    with pytest.raises(ValueError, match=r"'bmp' is not one of svg, text\.svg, pdf, png, pgf"):
        demo().save(tmp_path / "a.bmp")
    assert list(tmp_path.iterdir()) == []


def test_in_a_notebook_it_has_an_image_at_twice_the_size_alt_text_and_words(tmp_path):
    data, metadata = demo()._repr_mimebundle_()
    (tmp_path / "a.png").write_bytes(data["image/png"])
    assert imread(tmp_path / "a.png").shape[:2] == (2 * 250 - 1, 2 * 576)
    assert metadata == {"image/png": {"alt": demo().description.alt, "width": 576, "height": 250}}
    assert data["text/plain"] == demo().description.text == repr(demo())


def test_threads_draw_the_same_as_one():
    """Matplotlib's parser of formulas and its settings are one for all threads."""
    alone, drawn = svg(figures.steps().at(k=2)), []

    def draw():
        drawn.append(svg(figures.steps().at(k=2)))

    threads = [threading.Thread(target=draw) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert drawn == 4 * [alone]


def test_a_figure_is_not_pickled_and_says_what_is():
    with pytest.raises(TypeError, match="pickle the run"):
        pickle.dumps(figures.flip())
