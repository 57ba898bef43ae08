"""The words and letters of figures: the numbers of the run, in the letters of any source."""

import functools
import re

import pytest
from matplotlib.text import Text

from perceptron_lessons.figures import FIGURES
from perceptron_lessons.figures.style import COLUMN, MIDDLE, WIDE, rc
from perceptron_lessons.figures.wording import Wording, read_words
from perceptron_lessons.widget.player import Player

TEXT_WIDTH = 6.2  # inches of a page with one-inch margins, into which a wide figure is fitted
SMALLEST = 9  # points: 12 pixels of a page


@functools.cache
def drawn(name):
    return FIGURES[name]()


@pytest.mark.parametrize("name", list(FIGURES))
def test_letters_are_large_enough_at_the_width_of_print(name):
    fig = drawn(name).figure
    width = fig.get_figwidth()
    assert width in (COLUMN, MIDDLE, WIDE)
    shrunk = min(1, TEXT_WIDTH / width)
    for text in fig.findobj(Text):
        if text.get_text().strip() and text.get_visible():
            assert text.get_fontsize() >= SMALLEST and SMALLEST * shrunk > 7.9, text.get_text()


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


NAMES = {"cyclic", "first", "worst", "random", "shuffled"}  # as in the code
NAMES |= {"averaged", "last", "pocket", "max", "start"}


def controls(picture):
    """What stands beside a picture that moves, in small letters."""
    player = Player(picture)
    texts = [each[part] for each in player.drawing["sliders"] for part in ("label", "texts")]
    return str([*player.buttons.values(), *texts]).lower()


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


@pytest.mark.parametrize("name", list(FIGURES))
def test_every_figure_can_speak_like_its_reader(name, mine):
    """No word is English; no w, γ, R or k is left where the file has other letters."""
    shown = FIGURES[name](notation=mine, language="de")
    assert words_of(shown) & words_of(drawn(name)) <= NAMES
    texts = [text.get_text() for text in shown.figure.findobj(Text) if text.get_visible()]
    texts += shown.description
    assert not any("\\" in text or "$" in text for text in shown.description)
    letters = Wording(mine).letters
    for own in "wγRk":
        alone = re.compile(rf"(?<![A-Za-zÄ-üα-ω\\]){own}(?![A-Za-zÄ-ü])")
        for text in texts:
            assert letters[own].text == own or not alone.search(text), (own, text)
