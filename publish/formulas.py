"""Formulas typeset while a page is built, so that it opens with them and needs no script."""

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


def typeset(page, mathjax):
    """Return the page with its formulas as SVG, and the MathML that a screen reader reads.

    Parameters
    ----------
    page : str
        HTML in which formulas stand as `publish.markdown` writes them.
    mathjax : path or None
        The folder of MathJax 4. Without it the formulas stay as they are written.

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
    command = ["node", str(TEMPLATES / "formulas.js"), str(Path(mathjax).resolve())]
    run = subprocess.run(
        command, input=json.dumps(asked), stdout=subprocess.PIPE, text=True, check=True
    )
    drawn = json.loads(run.stdout)
    svg = dict(zip(asked, drawn["formulas"], strict=True))
    for (tex, _), formula in svg.items():
        if "data-mjx-error" in formula or 'mathcolor="red"' in formula:
            raise ValueError(f"MathJax cannot typeset the formula {tex}")

    def place(found):
        display, _, tex, closing = found.groups()
        formula = svg[html.unescape(tex), bool(display)]
        formula = LENGTH.sub(lambda length: f"{float(length[1]) * EX:.4g}em", formula)
        kind = display or _if_long(formula)
        formula = f'<span class="formula{kind}">{formula}</span>{closing}'
        return f'<span class="closed">{formula}</span>' if closing and not kind else formula

    glyphs = f'<svg class="glyphs" aria-hidden="true" width="0" height="0">{drawn["glyphs"]}</svg>'
    return CLOSED.sub(place, page).replace("<main", f"{glyphs}<main", 1)


def _if_long(formula):
    """Where a formula in the text may be wider than a phone: a box that scrolls, on the line."""
    depth, width = re.search(r'vertical-align: (-?[\d.]+).*? width="([\d.]+)em"', formula).groups()
    return f' long" style="vertical-align: {depth}em' if float(width) > LONG else ""
