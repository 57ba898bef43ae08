"""What a lecture's figures, captions, tables and article say of own points, against a run by hand.

Each number is held: its value, its digits, and whether = or ≈ stands before it.
"""

import math
import re
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations

import pytest
from conftest import PROJECT
from many import TIMES
from oracle import dot, nearest_to_0
from own_points import expected, usable

from perceptron_lessons.figures.wording import Wording
from perceptron_lessons.takeaway import course
from perceptron_lessons.takeaway.course_file import read_course

DIGITS = 60
NUMBER = re.compile(r"([=≈]?) ?([-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:/\d+)?)(?![\d.]*/)")


class Known:
    """What is true of the run on some points: whole numbers, fractions, and roots to 60 digits."""

    def __init__(self, rows, mistakes, weights):
        self.rows, self.mistakes, self.weights = rows, mistakes, weights
        self.facts = expected(rows, (mistakes, weights))
        self.n = len(mistakes)
        self.Z = [[y * x1, y * x2] for x1, x2, y in rows]
        self.nearest = nearest_to_0(rows)
        self.gamma = root(self.facts["margin_squared"])
        self.radius = root(self.facts["radius_squared"])
        angles = [angle_between(p, q) for p, q in combinations(self.Z, 2)]
        self.opening = 180 - max(angles)

    def products(self, k):
        return [dot(self.weights[k], z) for z in self.Z]

    def wrong(self, k):
        return [i for i, product in enumerate(self.products(k)) if product <= 0]

    def along(self, v):
        """v·u"""
        return decimal(dot(v, self.nearest)) / self.gamma

    def wall(self, k):
        return k * self.gamma

    def edge(self, k):
        return root(k) * self.radius

    def length(self, k):
        return root(dot(self.weights[k], self.weights[k]))

    def cosine(self, k):
        return self.along(self.weights[k]) / self.length(k)


def decimal(value):
    value = Fraction(value)
    return Decimal(value.numerator) / Decimal(value.denominator)


def root(square):
    return decimal(square).sqrt()


def angle_between(p, q):
    cosine = dot(p, q) / math.sqrt(dot(p, p) * dot(q, q))
    return Decimal(math.degrees(math.acos(max(-1, min(1, cosine)))))


def numbers(text):
    """The numbers of a text, each with the sign before it."""
    return [
        (sign, Fraction(shown.replace("−", "-").replace(",", "")))
        for sign, shown in NUMBER.findall(text)
    ]


def hold(text, truths, digits=4):
    """Hold the numbers of a text against what is true."""
    assert "-" not in re.sub(r"(?<=[a-z])-(?=[a-z])", "", text), f"a hyphen for a minus: {text}"
    said, truths = numbers(text), [decimal(t) if not isinstance(t, Decimal) else t for t in truths]
    assert len(said) == len(truths), (text, [float(t) for t in truths])
    for (sign, shown), true in zip(said, truths, strict=True):
        off = abs(decimal(shown) - true)
        place = Decimal(10) ** (true.adjusted() - digits + 1) if true else 0
        is_exact = off < Decimal("1e-11")
        assert off <= place * Decimal("0.5000001") or is_exact, (text, shown, true)
        assert is_exact or sign != "=", (text, shown, true)
        assert sign != "≈" or not is_exact, (text, shown, true)


# ---- The numbers of what each figure says after k mistakes: its text, alt text, caption ----


def steps(known, k):
    w = known.weights[k]
    if k == known.n:
        return [k, *w, min(known.products(k))], [k, *w, 0, *w], [k, *w]
    i, after = known.mistakes[k], known.weights[k + 1]
    x1, x2, y = known.rows[i]
    z, product, wrong = known.Z[i], known.products(k)[i], known.wrong(k)
    text = [k, *w, i, x1, x2, y, product, *w, *z, *after]
    none = [] if any(w) else [0]
    alt = [k, *w, *none, len(wrong), *wrong, i, x1, x2, y, product, 0, *z, *after, *w]
    return text, alt, [k + 1, i, product, *w, *after]


def disc_and_wall(known, k):
    here = [known.wall(k), known.edge(k)]
    dot_at = [known.n]
    if k <= known.n:
        w = known.weights[k]
        dot_at = [*w, known.along(w), known.length(k), *([known.cosine(k)] if k else [])]
    status = [k] if k > known.facts["bound"] else []
    rest = [*here, *dot_at, *status]
    return [k, *rest], [*reversed(here), k, *rest], [k, *rest]


def strip(known, _):
    path = [v for w in known.weights for v in w]
    shown, alt = [known.n + 1], [known.n + 1, len(known.rows)]
    for k, w in enumerate(known.weights):
        alt += [k, *w, *known.products(k), *known.mistakes[k : k + 1]]
    return path + known.mistakes, alt, shown


def solution_cone(known, k):
    here = [k, *known.weights[k]]
    here += [len(known.wrong(k)), 0] if k < known.n else []
    turned = [angle_between(known.weights[k], known.nearest)] if k else []
    following = [known.mistakes[k], *known.weights[k + 1]] if k < known.n else []
    return [k, *here, *turned, *following], [known.opening, k, *here], [k, *here, known.opening]


def squeeze(known, k):
    w = known.weights[k]
    sides = [known.along(w), known.wall(k), known.along(w) - known.wall(k)]
    sides += [known.length(k), known.edge(k), known.edge(k) - known.length(k)]
    limit = root(k) * known.gamma / known.radius
    if k:
        cosine = known.cosine(k)
        sides += [cosine, limit, cosine - limit, 1, 1 - cosine]
    else:
        sides += [0]
    bound = known.facts["bound"]
    return [k, *sides], [k, k, *sides, bound], [k, *sides, 1, bound, bound]


TRUE = {each.__name__: each for each in (steps, disc_and_wall, strip, solution_cone, squeeze)}
ANGLES = {"solution_cone": 3}  # digits of all numbers but whole ones


def one_room(known, k):
    """What the proof leaves for w after k mistakes, in words: in English and in German."""
    bound = known.facts["bound"]
    if k in (0, bound):
        return "one point is left", "ein Punkt bleibt"
    return ("nothing is left", "nichts bleibt") if k > bound else ("a cap is left", "eine Kappe")


@pytest.fixture
def lecture(tmp_path):
    """A lecture on some points, in the letters of the lessons or in a lecturer's, in German."""

    def lecture(rows, is_german):
        lines = f"points = {rows}\n"
        if is_german:
            mine = PROJECT / "examples" / "lecture-notes" / "mine.toml"
            lines += f"language = 'de'\nnotation = '{mine.as_posix()}'\n"
        (tmp_path / "my.toml").write_text(lines)
        return read_course(tmp_path / "my.toml")

    with localcontext(prec=DIGITS):
        yield lecture


def some_points(seed):
    for number, (rows, known) in enumerate(usable(seed, 4 * TIMES if TIMES > 1 else 2)):
        yield Known(rows, *known), bool(number % 2)


def test_the_set_of_figures_is_held_whole():
    assert set(TRUE) == set(course.FIGURES_SHOWN)


def test_figures_and_captions_say_what_holds_of_the_points(lecture):
    for known, is_german in some_points(5):
        given = lecture(known.rows, is_german)
        for name, true in TRUE.items():
            picture = course._course_picture(given, name)
            for k in picture.values.get("k", [0]):
                said = picture.at(k=k).description if picture.values else picture.description
                texts = map(in_english if is_german else str, said)
                digits = (ANGLES.get(name, 4), 3, ANGLES.get(name, 4))
                for text, numbers_of, several in zip(texts, true(known, k), digits, strict=True):
                    hold(text, numbers_of, several)
                if name == "disc_and_wall":
                    words = one_room(known, k)[is_german]
                    assert all(words in text for text in said), said.text


def in_english(text):
    """A German text with its numbers as English has them."""
    text = re.sub(r"(?<=\d)\u202f(?=\d{3})", "", re.sub(r"(?<=\d),(?=\d)", ".", text))
    return text.replace(";", ",")


def test_a_strip_bears_the_products_that_changed(lecture):
    for known, is_german in some_points(6):
        picture = course._course_picture(lecture(known.rows, is_german), "strip")
        panels = [axes for axes in picture.figure.axes if axes.get_title("left")]
        assert len(panels) == known.n + 1
        for k, axes in enumerate(panels):
            title = axes.get_title("left").replace("$", "").replace(r"\theta", "w")
            hold(title.replace("-", "−"), [k, *known.weights[k]])
            before = known.products(k - 1) if k else [None] * len(known.rows)
            changed = [
                now for now, was in zip(known.products(k), before, strict=True) if now != was
            ]
            labels = [text.get_text() for text in axes.texts]
            assert sorted(labels) == sorted(signed(product) for product in changed)


def signed(product):
    return ("+" if product > 0 else "") + str(product).replace("-", "−")


IN_TABLE = re.compile(
    r"\\sqrt\{(?P<root>[^{}]+)\}|\\frac\{(?P<p>\d+)\}\{(?P<q>\d+)\}|(?P<n>[-\d/.]+)"
)


def in_table(cell):
    """The value of a cell in LaTeX, and whether it is exact."""
    found = IN_TABLE.search(cell)
    sign = -1 if cell.startswith("$-\\") else 1
    if found["root"]:
        return sign * root(Fraction(found["root"]))
    if found["p"]:
        return sign * decimal(Fraction(int(found["p"]), int(found["q"])))
    return decimal(Fraction(found["n"]))


def test_tables_say_what_holds_of_the_points(lecture):
    for known, is_german in some_points(7):
        given = lecture(known.rows, is_german)
        words = Wording(given.notation, separator="u", language=given.language)
        tables = course._tables(given, words)
        of_run, of_proof = (
            [line.split(r" \\")[0].split(" & ") for line in table.splitlines() if "&" in line][1:]
            for table in (tables["table-run"], tables["table-proof"])
        )
        assert len(of_run) == known.n
        for k, (row, i) in enumerate(zip(of_run, known.mistakes, strict=True)):
            text = " ".join(row).replace("$", "").replace("-", "−")
            hold(text, [k + 1, i, *known.rows[i], known.products(k)[i], *known.weights[k + 1]])
        n, i, w = known.n, known.mistakes[-1], known.weights[-1]
        z = known.Z[i]
        radius = known.facts["radius_squared"]
        after = known.products(n)[i]
        true = [
            (known.along(z), known.gamma),
            (known.along(w), known.wall(n)),
            (2 * known.products(n - 1)[i], 0),
            (dot(z, z), radius),
            (after, after),
            (dot(w, w), n * radius),
            (known.cosine(n), root(n) * known.gamma / known.radius),
            (known.cosine(n), 1),
            (n, known.facts["bound"]),
        ]
        for row, (left, right) in zip(of_proof, true, strict=True):
            assert row[-1] == ("ja" if is_german else "yes")
            for cell, value in zip((row[2], row[4]), (left, right), strict=True):
                value = value if isinstance(value, Decimal) else decimal(value)
                limit = Decimal("1e-3") if "approx" in cell else Decimal("1e-40")
                assert abs(in_table(cell) - value) <= limit * max(1, abs(value)), row


def test_article_talk_and_page_say_what_holds_of_the_points(lecture, tmp_path):
    for known, _ in some_points(8):
        given = lecture(known.rows, is_german=False)
        words = Wording(given.notation, separator="u", language=given.language)
        facts = known.facts
        n, most = known.n, facts["most"]
        squares = [facts["radius_squared"], facts["margin_squared"]]
        for template in ("article.tex.j2", "talk.tex.j2"):
            said = course._document(tmp_path, given, words, template)
            said = re.sub(r"\$|\^2", "", said).replace("-", "−")
            (here,) = re.findall(r"Here R.*", said)
            hold(here, [*squares, most])
        said = course._document(tmp_path, given, words, "article.tex.j2").replace("-", "−")
        (ran,) = re.findall(r"On .* this happens .*", said)
        hold(ran.replace("$", ""), [len(known.rows), n, *known.weights[-1]])
        assert ("The run makes as many." in said) == (n == most)
        assert (f"The run makes {n}." in said) == (n != most)
        assert ("has the direction of" in said) == facts["ends_on_u"]
        page = str(course._course_page(tmp_path, given, []))
        (sentence,) = re.findall(r"The worked example has .*", page)
        hold(re.sub("<[^>]*>", "", sentence), [len(known.rows), n, most, *squares])


def test_the_oracle_sees_a_wrong_number_sign_or_digit():
    with localcontext(prec=DIGITS):
        for text in ("γ = 1.41", "γ ≈ 1.413", "γ = 1.414", "γ ≈ 1.414, 2"):
            with pytest.raises(AssertionError):
                hold(text, [root(2)])
        with pytest.raises(AssertionError):
            hold("11γ ≈ 11", [11])
        with pytest.raises(AssertionError):
            hold("0, -2", [0, -2])
        hold("γ ≈ 1.414 ≥ 3/2", [root(2), Fraction(3, 2)])
