"""The words and letters of figures: the numbers of the run, in the letters of any source."""

import re
from fractions import Fraction

import numpy as np
import pytest

from perceptron_lessons.figures import FIGURES
from perceptron_lessons.figures.style import rc
from perceptron_lessons.figures.wording import Listing, Wording, english_words, words_of
from perceptron_lessons.language import PARTS, language_of
from perceptron_lessons.reading import read_toml
from perceptron_lessons.sheets.question import TEXTS
from perceptron_lessons.stage import DATA


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
    english, german = english_words(), language_of("de").words
    assert set(german) - set(PARTS) == set(english)
    pairs = [
        (english[name][part], german[name][part]) for name in english for part in english[name]
    ]
    for ours, theirs in [*pairs, *german["phrases"].items(), *german["tables"].items()]:
        assert slots(ours) == slots(theirs), theirs


class Filled(Wording):
    """Fill every slot of a template, but for letters, with one and the same number."""

    def __init__(self, value, language):
        super().__init__(language=language)
        self.value = value

    def get_field(self, field_name, args, kwargs):
        return self.letters.get(field_name, self.value), field_name

    def _number(self, value, spec):
        return "2 mistakes" if spec and not spec.isdigit() else super()._number(value, spec)


NOT_TEMPLATES = ("nouns", "sheets", "stage", "builder")


def filled(value):
    """Yield every template in both languages, filled with one number, as text and as LaTeX."""
    for language in (None, "de"):
        words = Filled(value, language)
        for name, texts in (
            english_words() if language is None else language_of("de").words
        ).items():
            for template in texts.values() if name not in NOT_TEMPLATES else ():
                written = words.write(template)
                yield str(written), written.latex


ROUNDED, EXACT, LONG = 8**0.5, 2.5, Fraction(10**9 + 1, 10**10)


@pytest.mark.parametrize("value", [ROUNDED, (1, ROUNDED), np.array([ROUNDED, 1]), LONG])
def test_no_rounded_number_stands_after_an_equals_sign(value):
    for texts in filled(value):
        for text in texts:
            assert not re.search(r"= *(\\approx|≈|\(1, 2\.8|\(?2\.8)", text), text
            assert not re.search(r"(≈|\\approx) *(≈|\\approx)", text), text


@pytest.mark.parametrize("value", [EXACT, (1, EXACT), 16007, Fraction(1, 3)])
def test_an_exact_number_stands_after_no_other_sign(value):
    for texts in filled(value):
        for text in texts:
            assert "≈" not in text and r"\approx" not in text, text


def test_a_list_of_rounded_numbers_is_rounded():
    words = Wording()
    assert words("{x} = {many}", x="w", many=Listing([1, ROUNDED])) == "w ≈ 1, 2.828"
    assert (
        words("{x} = {many:3}", x="w", many=Listing([(1, 2), (0, 1)], " → "))
        == "w = (1, 2) → (0, 1)"
    )


PAIRS_OF_WORDS = [
    (r"\biteration\b", r"\bStand|\bStände"),
    (r"\bpass(es)?\b(?! through)", r"\bRunden?\b"),
]


@pytest.mark.parametrize(("english", "german"), PAIRS_OF_WORDS, ids=["iteration", "pass"])
def test_german_has_one_word_for_a_pass_and_another_for_an_iteration(english, german):
    """Of four mistakes there are five iterations, and three passes: the words must not be one."""
    used = 0
    for ours, theirs in pairs_of_texts():
        if re.search(english, re.sub(r"\{[^}]*\}", "", ours)):
            used += 1
            assert re.search(german, theirs), theirs
            assert not re.search("Durchg(ang|äng)", theirs), theirs
        else:
            assert not re.search(german, theirs), theirs
    assert used


def pairs_of_texts():
    """Yield the English and the German text of all that figures and sheets say."""
    english, german = english_words(), language_of("de").words
    for name in english:
        for part in english[name]:
            yield english[name][part], german[name][part]
    yield from german["phrases"].items()
    yield from german["tables"].items()
    yield from parallel(read_toml(TEXTS), german["sheets"])
    yield from parallel(DATA["words"], german["stage"])


def parallel(ours, theirs):
    """Yield the texts that stand in the same place of two files."""
    for key in ours.keys() & theirs.keys():
        if isinstance(ours[key], dict):
            yield from parallel(ours[key], theirs[key])
        elif isinstance(ours[key], str):
            yield ours[key], theirs[key]


@pytest.mark.parametrize("language", [None, "de"])
def test_every_figure_has_a_title_of_three_words_at_most(language):
    titles = [Wording(language=language).title(name) for name in FIGURES]
    assert len(set(titles)) == len(titles)
    assert all(1 <= len(title.split()) <= 3 and title[0].isupper() for title in titles)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[steps]\ntext = 3", r"text in \[steps\] must be a text; found 3"),
        ("decimal = ';'", "decimal must be"),
        ("lang = 3", "lang must be a text"),
        ("[phrases]\nPlay = true", r"Play in \[phrases\] must be a text; found True"),
        ("[phrases]\nPlay = ['a']", r"must be a text; found \['a'\]"),
        ("[steps.text]\nde = 'x'", r"must be a text; found"),
        ("[nouns]\nmistake = 'Fehler'", r"must be two words, of one and of many; found 'Fehler'"),
        ("[nouns]\nmistake = ['Fehler']", "must be two words"),
        ("[nouns]\nmistake = ['Fehler', 2]", "must be two words"),
        ("steps = 'x'", r"\[steps\] must be a table of texts; found 'x'"),
        ("phrases = []", r"\[phrases\] must be a table of texts"),
        ("[stepps]\ntext = 'x'", "no figure is called stepps"),
    ],
)
def test_a_file_of_words_in_any_folder_that_holds_no_words_is_refused(content, said, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(content)
    with pytest.raises(ValueError, match=said) as refused:
        words_of(str(file))
    assert str(refused.value).startswith(str(file))


def test_a_file_of_words_may_lie_in_any_folder(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("[phrases]\nPlay = 'Los'")
    for name in (file, str(file)):
        assert str(Wording(language=name).write("Play")) == "Los"


def test_the_plural_of_each_english_noun_is_made_by_an_s():
    """English has no table of nouns, so `iris` would become *iriss*."""
    templates = [text for part in english_words().values() for text in part.values()]
    nouns = {noun for text in templates for noun in re.findall(r"\{\w+:([a-z][a-z ]*)\}", text)}
    assert {"mistake", "iris flower"} <= nouns
    assert [noun for noun in nouns if re.search("(s|x|z|ch|sh|[^aeiou]y)$", noun)] == []
