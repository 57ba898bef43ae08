"""Formulas typeset while a page is built, so that it opens with them and needs no script."""

import contextlib
import html
import json
import re
import subprocess
from pathlib import Path

from publish.template_files import TEMPLATES

PLACE = re.compile(r'<span class="formula( display)?">(\${1,2})(.*?)\2</span>', re.DOTALL)
# What must not begin the line after a formula.
CLOSED = re.compile(PLACE.pattern + r"([.,;:!?)]*)", re.DOTALL)

# MathJax measures in ex. Its letters are those of the pages' text, of the same size where an ex is:
LENGTH = re.compile(r"(-?[\d.]+)ex\b")
EX = 0.479
LONG = 14  # em


class MathJax:
    """MathJax in a node that typesets the formulas of page after page, until the context ends.

    Parameters
    ----------
    folder : path
        Of MathJax 4.
    """

    def __init__(self, folder):
        self._command = ["node", str(TEMPLATES / "formulas.js"), str(Path(folder).resolve())]
        self._node = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self._node:
            self._node.kill()
            self._node.communicate()

    def draw(self, formulas):
        """Return how a page's formulas look, and the glyphs that they share.

        Parameters
        ----------
        formulas : list of (str, bool)
            TeX, and whether it stands on a line of its own.

        Returns
        -------
        dict
            "formulas", a list of SVG, and "glyphs", one.

        Raises
        ------
        subprocess.CalledProcessError
            If node does not run; it says why on the standard error.
        ValueError
            If MathJax cannot typeset them.
        """
        if self._node is None:
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "encoding": "utf-8"}
            self._node = subprocess.Popen(self._command, **pipes)
        with contextlib.suppress(BrokenPipeError):
            self._node.stdin.write(f"{json.dumps(formulas)}\n")
            self._node.stdin.flush()
        line = self._node.stdout.readline()
        if not line:
            raise subprocess.CalledProcessError(self._node.wait(), self._command)
        answer = json.loads(line)
        if "error" in answer:
            raise ValueError(f"MathJax cannot typeset these formulas: {answer['error']}")
        return answer


def typesetter(folder):
    """Return the `MathJax` in a folder, or a context without one where no folder is named."""
    return MathJax(folder) if folder else contextlib.nullcontext()


def typeset(page, mathjax):
    """Return the page with its formulas as SVG, and the MathML that a screen reader reads.

    Parameters
    ----------
    page : str
        HTML in which formulas stand as `publish.markdown` writes them.
    mathjax : MathJax or None
        Without it the formulas stay as they are written.

    Raises
    ------
    ValueError
        A formula is not TeX that MathJax knows; the message has it.
    subprocess.CalledProcessError
        If node does not run; it says why on the standard error.
    """
    asked = list(
        dict.fromkeys(
            (html.unescape(tex), bool(display)) for display, _, tex in PLACE.findall(page)
        )
    )
    if mathjax is None or not asked:
        return page
    drawn = mathjax.draw(asked)
    svg = dict(zip(asked, drawn["formulas"], strict=True))
    for (tex, _), formula in svg.items():
        if "data-mjx-error" in formula or 'mathcolor="red"' in formula:
            raise ValueError(f"MathJax cannot typeset the formula {tex}")

    def place(found):
        display, _, tex, closing = found.groups()
        formula = svg[html.unescape(tex), bool(display)]
        formula = LENGTH.sub(lambda length: f"{float(length[1]) * EX:.4g}em", formula)
        kind, style = _kind_and_style(formula, display)
        formula = f'<span class="formula{kind}"{style}>{formula}</span>{closing}'
        return f'<span class="closed">{formula}</span>' if closing and not kind else formula

    glyphs = f'<svg class="glyphs" aria-hidden="true" width="0" height="0">{drawn["glyphs"]}</svg>'
    return CLOSED.sub(place, page).replace("<main", f"{glyphs}<main", 1)


def _kind_and_style(formula, display):
    """Return the kind of box in which a formula stands, and its style.

    One that may be wider than a phone knows its width: with less room it shrinks, or scrolls.
    """
    found = re.search(
        r'<svg style="vertical-align: (-?[\d.]+)em;?"[^>]*? width="([\d.]+)em"', formula
    )
    if not found:
        return display, ""
    depth, width = found.groups()
    if display:
        return display, f' style="--natural: {width}em"'
    if float(width) > LONG:
        return " long", f' style="vertical-align: {depth}em; --natural: {width}em"'
    return "", ""
