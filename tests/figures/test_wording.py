"""The words and letters of figures: the numbers of the run, in the letters of any source."""

import re

import pytest

from perceptron_lessons.figures import FIGURES
from perceptron_lessons.figures.style import rc
from perceptron_lessons.figures.wording import read_words


@pytest.mark.parametrize("width", [3.3, 4.25, 5])
@pytest.mark.parametrize("name", ["angle", "one_update", "squeeze", "three_biases", "unit_length"])
def test_a_figure_fits_into_every_width(name, width):
    fig = FIGURES[name](width=width).figure
    with rc(fig):
        box = fig.get_tightbbox(fig.canvas.get_renderer())
    assert box.x0 >= -0.04 and box.x1 <= width + 0.04
    assert fig.get_figheight() < (9 if width < 5 else width)


def slots(template):
    """What a template leaves open, and its formulas; nouns are the language's own."""
    fields = re.findall(r"(?<!\{)\{([^{}:]+)(?::(\d+))?[^{}]*\}", template)
    formulas = (re.sub(r"\s+", " ", each) for each in re.findall(r"\$([^$]*)\$", template))
    return sorted(fields), sorted(formulas)


def test_german_says_the_same_as_english():
    english, german = read_words(), read_words("de")
    assert set(german) - {"phrases", "nouns"} == set(english)
    pairs = [
        (english[name][part], german[name][part]) for name in english for part in english[name]
    ]
    for ours, theirs in [*pairs, *german["phrases"].items()]:
        assert slots(ours) == slots(theirs), theirs
