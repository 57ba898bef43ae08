"""Tables are read back from each of their forms."""

from fractions import Fraction
from html.parser import HTMLParser

import numpy as np
import pytest

from perceptron_lessons.tables import Label, Symbol, Table, format_number
from perceptron_lessons.theory.formats import as_csv, as_latex, as_markdown

TABLE = Table(
    "a < b & c",
    [Symbol("γ", r"\gamma"), "x", "words"],
    [(Fraction(-1, 2), (1, -2), "50 % | done"), (0.123456789, np.array([0.5, 1]), None)],
    marked=[1],
)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (3, "3"),
        (np.int64(-3), "−3"),
        (2.0, "2"),
        (1 / 3, "0.3333"),
        (1e-9, "1e−09"),
        (123456789.0, "1.235e+08"),
        (Fraction(12, 13), "12/13"),
        (Fraction(4, 2), "2"),
        (10**30, "1" + "0" * 30),
        (Fraction(1, 10**13), "1/1" + "0" * 13),
        (Fraction(1, 10**14), "≈1.000e−14"),
        (Fraction(-1, 3 * 10**14), "≈−3.333e−15"),
        (Fraction(10**30 + 1, 3 * 10**30), "≈0.3333"),
        (Fraction(10**40 + 1, 3 * 10**30), "≈3.333e+9"),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        (Label(1), "+1"),
        (Label(-1), "−1"),
        (True, "yes"),
        (np.False_, "no"),
        (None, "–"),
        ("word", "word"),
        (np.array([1, 2]), "(1, 2)"),
        ((Fraction(1, 2), 0.25), "(1/2, 0.25)"),
    ],
)
def test_numbers_are_shown_as_readers_write_them(value, shown):
    assert format_number(value) == shown


def test_numbers_that_python_does_not_write_out_are_rounded():
    assert format_number(10**4300) == "≈1.000e+4300"
    assert format_number(Fraction(-(10**5000), 3)) == "≈−3.333e+4999"
    assert format_number(Fraction(1, 10**20_000)) == "≈1.000e−20000"
    assert format_number(10**3600) == "1" + "0" * 3600


def test_numbers_of_thousands_of_digits_in_full():
    """Python itself refuses to write more than 4,300 digits of an integer."""
    assert format_number(10**5000, 17) == "1" + "0" * 5000
    assert format_number(Fraction(-(10**5000), 3), 17) == "−1" + "0" * 5000 + "/3"


def test_text_marks_rows_and_aligns_columns():
    title, head, first, second = TABLE.text().splitlines()
    assert title == "a < b & c"
    assert first.startswith("  ") and second.startswith("→ ")
    assert head.index("words") == first.index("50 %")
    assert first.index("−1/2") + len("−1/2") == second.index("0.1235") + len("0.1235")
    assert str(TABLE) == repr(TABLE) == TABLE.text()


def test_html_parses_back_to_the_cells():
    class Cells(HTMLParser):
        found = ()

        def handle_data(self, data):
            self.found += (data,)

    reader = Cells()
    reader.feed(TABLE._repr_html_())
    assert reader.found == (
        *("a < b & c", "γ", "x", "words"),
        *("−1/2", "(1, −2)", "50 % | done", "→", "0.1235", "(0.5, 1)", "–"),
    )


def test_a_table_without_rows():
    """No cell says that a column holds words: all are set as numbers are."""
    empty = Table("nothing", ["a", "b"], [])
    assert empty.text() == "nothing\n  a  b"
    assert as_csv(empty) == "a,b\n"
    assert "{@{}rr@{}}" in as_latex(empty)


FORMS = (Table.text, Table.html, as_markdown, as_latex, as_csv)


@pytest.mark.parametrize("heading", ["y", Symbol("y_i", "y_i"), Symbol("y^(i)", "y^{(i)}")])
def test_labels_have_their_sign_and_minus_is_a_minus(heading):
    table = Table("w = −2", ["x", heading, "n"], [((-2, 0), -1, 1), ((2, 2), np.int64(1), -1)])
    text, page, markdown, latex, written = (form(table) for form in FORMS)
    assert "(−2, 0)" in text and "−1   1" in text and "+1  −1" in text
    assert "<td>−1</td><td>1</td>" in page and "<td>+1</td><td>−1</td>" in page
    assert "| (−2, 0) | −1 | 1 |" in markdown and "| (2, 2) | +1 | −1 |" in markdown
    assert "$(-2, 0)$ & $-1$ & $1$" in latex and "$(2, 2)$ & $+1$ & $-1$" in latex
    assert written.isascii() and '"(-2, 0)",-1,1' in written and '"(2, 2)",+1,-1' in written


def test_html_has_indices_below_and_above_the_line():
    page = Table(
        "w_{k+1} < n_samples", [Symbol("y^(i)", "y^{(i)}")], [["‖w_opt‖² = x_i·w_*"]]
    ).html()
    assert ">w<sub>k+1</sub> &lt; n_samples</caption>" in page
    assert ">y<sup>(i)</sup></th>" in page
    assert ">‖w<sub>opt</sub>‖² = x<sub>i</sub>·w<sub>*</sub></td>" in page


def test_a_row_needs_a_cell_under_each_heading():
    with pytest.raises(ValueError, match="shorter"):
        Table("ragged", ["a", "b"], [[1]])


def test_of_a_long_vector_the_first_hundred_entries_are_shown():
    hundred = ", ".join(["0"] * 100)
    assert format_number([0] * 100) == f"({hundred})"
    assert format_number([0] * 101) == f"({hundred}, …)"
