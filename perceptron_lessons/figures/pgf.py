"""A picture as PGF: drawn by LaTeX, in the letters of the document around it."""

import io
import re

from matplotlib.backends.backend_pgf import RendererPgf
from matplotlib.path import Path
from matplotlib.textpath import text_to_path
from matplotlib.transforms import Affine2D

from perceptron_lessons.figures.drawing import in_points, legend_of_state
from perceptron_lessons.figures.style import rc
from perceptron_lessons.theory.formats import in_formula, words_in_latex
from perceptron_lessons.theory.notation import MARKS, collapsed


def pgf_document(picture):
    """Return the picture as PGF in ASCII, which any TeX reads.

    Parameters
    ----------
    picture : InteractiveFigure

    Returns
    -------
    bytes
    """
    out = io.StringIO()
    width, height = picture.figure.get_size_inches()
    with legend_of_state(picture.figure), rc(picture.figure), in_points(picture.figure):
        picture.figure.draw(_MeasuringRenderer(picture.figure, out))
    return (
        f"% {picture.name}: \\input this file; the preamble needs \\usepackage{{pgf}}\n"
        "\\begingroup\\makeatletter\n\\providecommand\\mathdefault[1]{#1}\n\\begin{pgfpicture}\n"
        f"\\pgfpathrectangle{{\\pgfpointorigin}}{{\\pgfqpoint{{{width:g}in}}{{{height:g}in}}}}\n"
        "\\pgfusepath{use as bounding box, clip}\n"
        f"{out.getvalue()}\\end{{pgfpicture}}\n\\endgroup\n"
    ).encode("ascii")


def text_in_pgf(text, formulas=True):
    r"""Return a text that matplotlib draws as LaTeX in ASCII.

    Parameters
    ----------
    text : str
    formulas : bool
        Whether dollar signs enclose formulas, or are letters.

    Returns
    -------
    str or None
        None where TeX has no such letter.

    >>> print(text_in_pgf("Größe #1 (50 %), $x_1$ ≤ 2"))
    Gr\"{o}\ss{}e \#1 (50 \%), $x_1$ $\leq$ 2
    >>> print(text_in_pgf("in $", False), text_in_pgf("長さ"))
    in \$ None
    """
    parts = re.split(r"(?<!\\)\$", text) if formulas else [text]
    parts[::2] = [words_in_latex(part.replace(r"\$", "$")) for part in parts[::2]]
    parts[1::2] = [f"${collapsed(in_formula(part), *MARKS)}$" for part in parts[1::2]]
    joined = "".join(parts)
    return joined if joined.isascii() else None


class _MeasuringRenderer(RendererPgf):
    """Measures text with matplotlib's own fonts, so that writing PGF needs no TeX."""

    def get_text_width_height_descent(self, s, prop, ismath):
        return text_to_path.get_text_width_height_descent(s, prop, ismath)

    def draw_text(self, gc, x, y, s, prop, angle, ismath=False, mtext=None):
        latex = text_in_pgf(s, ismath)
        if latex is not None:
            super().draw_text(gc, x, y, latex, prop, angle, ismath, mtext)
            return
        # In matplotlib's own letters, as outlines.
        size = prop.get_size_in_points() * self.dpi / 72 / text_to_path.FONT_SCALE
        place = Affine2D().scale(size).rotate_deg(angle).translate(x, y)
        outlines = Path(*text_to_path.get_text_path(prop, s, ismath))
        gc.set_linewidth(0)
        self.draw_path(gc, outlines, place, rgbFace=gc.get_rgb())
