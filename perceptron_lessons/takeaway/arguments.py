"""What the command line takes: commands, options, their help, and the form of their values."""

from __future__ import annotations

import argparse
import re
from fractions import Fraction

from perceptron_core.algorithm import BIASES, ORDERS, ZEROS
from perceptron_lessons.reading import as_typed, read_number
from perceptron_lessons.theory.formats import FORMATS as TABLE_FORMATS
from perceptron_lessons.theory.notation import AUTHORS

DATA = ("worked_example", "bias_trap", "padding_trap", "xor", "iris", "iris_pair")
TABLES = ("run", "iteration", "proof", "line", "bounds", "notation")
# Of figures: named here too, so that help needs nothing that draws.
FORMATS = ("svg", "text.svg", "pdf", "png", "pgf", "gif", "html", "mjs")
FONTS = ("dejavu", "cm", "stix")
WIDTHS = {"column": 3.17, "beamer43": 4.25, "textwidth": 4.8, "beamer": 5.5, "wide": 7.0}
PARTS = ("deck", "figures", "notes", "embed", "sheets")
"""What of a lecture can be made alone; the notes are article and talk, with what they show."""
HEIGHTS = {"beamer43": 2.83, "beamer": 2.65}  # three quarters of a frame's

OF_A_RUN = ("bias", "order", "learning_rate", "zero", "max_mistakes", "seed")
"""The options of `perceptron` that say how a run is made; those not given are not there."""


def parser():
    """Return the parser of the whole command line; `command` is the name of the command."""
    purpose = "The perceptron and why it converges: figures, tables and runs to take away."
    whole, command = command_line("perceptron", purpose)
    sources = f"{', '.join(DATA)} or a CSV file"
    of_run = _samples_and_run()
    of_drawing = (of_run, _files())
    add = command(
        "figures", "draw figures of the lessons, with captions and alt texts", *of_drawing
    )
    add("names", nargs="*", metavar="NAME", help="which; all by default: see perceptron list")
    add("--data", metavar="NAME|FILE.csv", help=f"{sources}; default: each its own")
    state = "updates made in the state that is drawn; or all, with NAME-frames.tex for beamer"
    add("--k", type=updates, metavar="K|all", help=state)

    add = command("table", "print a table of a run, a proof or the bounds", of_run)
    rows = "run: one row an update; iteration: all samples at --k; proof: every line at --k; "
    rows += "line: one --line over k; bounds: five theorems; notation: five symbol sets"
    add("--data", default="worked_example", metavar="NAME|FILE.csv", help=sources)
    add("--show", choices=TABLES, default="run", help=rows)
    number = "for iteration and proof: updates made (default: all; 0: the start)"
    add("--k", type=whole_number, help=number)
    add("--line", help="for line: name of a line of the proof (default: its first)")
    add("--format", choices=TABLE_FORMATS, default="text", help="default: text")

    add = command("run", "run on a CSV file: a page to read, its figures and tables", *of_drawing)
    add("data", metavar="DATA.csv", help="numbers and a column of labels")

    _course_command(command)
    _sheet_command(command)

    add = command("lesson", "write a lesson of your own, to be filled in")
    add("what", choices=("new",), help="new: a notebook with a picture, a table and an exercise")
    add("name", metavar="NN-NAME", help="two digits and words, such as 20-my-lesson")

    add = command("list", "name the figures, or the cells of a lesson that a deck can show")
    add("--cells", metavar="LESSON", help="a lesson's number, such as 01, or its notebook")
    return whole


def _course_command(command):
    """Add the command that makes a lecture from one file."""
    what = "make a lecture from one file: deck, figures, article, talk, a picture to embed, sheets"
    add = command("course", what)
    says = "title, author, language, points and more: see docs/course.md"
    add("file", metavar="FILE.toml", help=says)
    add("--out", metavar="DIR", help="a folder (default: named like the file)")
    add(
        "--only", type=comma_list, metavar="PART,PART", help=f"of {', '.join(PARTS)} (default: all)"
    )
    add("--force", action="store_true", help="replace existing files")


def _sheet_command(command):
    """Add the command that writes sheets and marks them."""
    add = command("sheet", "write exercise sheets, with other data for every student")
    many = "how many sheets (default: that of the seed)"
    add("--students", type=whole_number, metavar="N", help=many)
    add("--seed", type=whole_number, required=True, help="a number from which all data follow")
    add("--out", metavar="DIR", help="a new folder for sheets and solutions, or marks")
    kinds = "kinds of questions, or basic: run, line, update, bound, order (default: all)"
    add("--kinds", type=comma_list, metavar="K,K", help=kinds)
    forms = "any of markdown, latex, pdf, moodle, with commas"
    forms += " (default: markdown,latex)"
    add("--format", type=comma_list, default=("markdown", "latex"), metavar="F,F", help=forms)
    add_notation(add, "in whose symbols")
    add_words(add)
    texts = "your own texts, points and ranges in place of some, as in sheets/kinds.toml"
    add("--texts", metavar="FILE.toml", help=texts)
    mark = "mark typed answers: of one student, whose own --seed it takes; or of a class, in a "
    mark += "folder of files or a table with a column student: --out gets marks.csv"
    add("--mark", metavar="FILE|DIR", help=mark)


def command_line(program, purpose):
    """Return the parser of a program, and a function that gives it one more command.

    Parameters
    ----------
    program, purpose : str
        What it is called and what it is for.

    Returns
    -------
    parser : argparse.ArgumentParser
        Its answer has the name of the command as ``command``.
    command : callable
        Is given name and purpose of a command, and parsers of which it takes all options; returns
        what adds options of its own.
    """
    parser = argparse.ArgumentParser(prog=program, description=purpose)
    commands = parser.add_subparsers(title="commands", required=True, dest="command")

    def command(name, purpose, *parents):
        parts = {"help": purpose, "description": purpose, "parents": parents}
        return commands.add_parser(name, **parts).add_argument

    return parser, command


def add_notation(add, purpose):
    """Add the option that says in whose symbols."""
    add("--notation", metavar="NAME|FILE.toml", default=None, help=purpose)


def add_words(add):
    """Add the option that says in which language."""
    add("--words", metavar="de|FILE.toml", default=None, help="the language; default: English")


def _samples_and_run():
    part = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    add = part.add_argument_group("CSV file").add_argument
    add("--label", default=None, help="heading or number of the label column (default: the last)")
    add("--positive", default=None, help="the label that becomes +1 (default: the larger, or yes)")
    out = "leave a column out, by heading or number, such as one of names; may stand several times"
    add("--without", action="append", default=[], metavar="COLUMN", help=out)
    add = part.add_argument_group("the run, as in perceptron()").add_argument
    step = "what a mistake adds to the offset, times y: 1, R² (as in primal), or none (default)"
    unit = "scale each sample to length 1 first, as cosine and empirical do; without an offset"
    most = "stop there if it has not converged (default: 10000; in run 100, if it never would)"
    add("--order", choices=ORDERS, help="which mistake is next (default: cyclic)")
    add("--step", choices=BIASES, dest="bias", help=step)
    add("--unit-length", action="store_true", default=False, help=unit)
    add("--learning-rate", type=rate, metavar="ETA", help="0.1 or 1/10, say (default: 1)")
    add("--zero", choices=ZEROS, help="what w·x + b = 0 is: a mistake (default), +1 or −1")
    add("--exact", action="store_true", default=False, help="in rationals; 0.1 is 1/10")
    add("--max-mistakes", type=whole_number, metavar="N", help=most)
    add("--seed", type=natural, help="for random and shuffled (default: 0)")
    authors = "; ".join(f"{source}: {author}" for source, author in AUTHORS.items())
    symbols = f"whose symbols, never another run: {authors}; course: the lessons'; by default this "
    symbols += "package's; or your own, FILE.toml; or macros: perceptron.sty defines them in LaTeX"
    add_notation(part.add_argument, symbols)
    add_words(part.add_argument)
    return part


def _files():
    part = argparse.ArgumentParser(add_help=False)
    add = part.add_argument
    any_of = f"any of {', '.join(FORMATS)}, with commas (default: svg,pdf)"
    names = ", ".join(f"{name} ({inches:g})" for name, inches in WIDTHS.items())
    width = f"inches, or {names}; letters keep their size (default: each its own); for beamer no "
    width += "higher than a frame"
    font = "letters: dejavu (default), stix (like Times), cm (formulas in Computer Modern)"
    prefix = r"written before the names in the .tex, such as pictures/, so that \input finds them"
    add("--out", required=True, metavar="DIR", help="folder for the files")
    add("--format", type=formats, default=("svg", "pdf"), metavar="F,F", help=any_of)
    add("--force", action="store_true", help="replace existing files")
    add("--width", type=size_in_print, default={}, metavar="NAME|INCHES", help=width)
    add("--font", choices=FONTS, default="dejavu", help=font)
    add("--path", type=path_in_latex, default="", metavar="PREFIX", help=prefix)
    return part


def comma_list(text):
    """Read names, parted by commas."""
    return text.split(",")


def formats(text):
    """Read names of formats, parted by commas."""
    names = tuple(text.split(","))
    if unknown := set(names) - set(FORMATS):
        raise argparse.ArgumentTypeError(f"{unknown.pop()!r} is none of {', '.join(FORMATS)}")
    return names


def size_in_print(text):
    """Read the name of a width, or 3 to 40 inches: into less not all texts fit.

    Returns
    -------
    dict
        What a figure takes: its width, and the most height where the name has one.

    >>> size_in_print("beamer"), size_in_print("5")
    ({'width': 5.5, 'height': 2.65}, {'width': 5.0})
    """
    inches = WIDTHS.get(text)
    if inches is None:
        inches = _as_number(text)
    if not 3 <= inches <= 40:
        raise argparse.ArgumentTypeError(f"expected 3 to 40 inches; found {text!r}")
    height = {"height": HEIGHTS[text]} if text in HEIGHTS else {}
    return {"width": float(inches)} | height


def updates(text):
    """Read a number of updates, or all."""
    return text if text == "all" else whole_number(text)


def whole_number(text):
    """Read a whole number."""
    if not re.fullmatch("[+-]?[0-9]{1,1000}", as_typed(text)):
        raise argparse.ArgumentTypeError(f"expected a whole number; found {_quoted_start(text)}")
    return int(as_typed(text))


def natural(text):
    """Read a whole number from 0."""
    if (value := whole_number(text)) < 0:
        raise argparse.ArgumentTypeError(f"expected a whole number from 0; found {value}")
    return value


def rate(text):
    """Read 1/10 and 0.1 alike, as the rational that is written."""
    return Fraction(_as_number(text))


def path_in_latex(text):
    """Read what stands before the names of files in LaTeX: nothing that LaTeX takes as a command.

    >>> path_in_latex("pictures/")
    'pictures/'
    """
    if bad := [c for c in text if c in _NOT_IN_LATEX or not c.isprintable()]:
        must = f"expected a folder without any of {' '.join(_NOT_IN_LATEX)} or a line end"
        raise argparse.ArgumentTypeError(f"{must}; found {bad[0]!r} in {_quoted_start(text)}")
    return text


_NOT_IN_LATEX = "\\{}#%&$~^\"'`"


def _as_number(text):
    try:
        return read_number(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _quoted_start(text):
    return repr(text[:40]) + ("…" if len(text) > 40 else "")
