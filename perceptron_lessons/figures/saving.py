"""A picture as a file: SVG, PDF, PNG or PGF, the same bytes every time."""

import io
import os
import pathlib
import re
import tempfile
from xml.sax.saxutils import escape

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_pgf import RendererPgf
from matplotlib.textpath import text_to_path

from perceptron_lessons.figures.drawing import compact, in_points
from perceptron_lessons.figures.style import rc
from perceptron_lessons.theory.notation import in_formula


def save(picture, path, format=None):
    """Write a picture in its present state.

    Parameters
    ----------
    picture : InteractiveFigure
    path : str or path
        The file appears there complete, or not at all.
    format : {"svg", "pdf", "png", "pgf"}, optional
        By default the ending of the path.

    Raises
    ------
    ValueError
        If the format is none of these.
    """
    path = pathlib.Path(path)
    format = format or path.suffix.lstrip(".")
    if format not in WRITERS:
        raise ValueError(f"format {format!r} is not one of {', '.join(WRITERS)}")
    data = WRITERS[format](picture)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
        file.write(data)
    try:
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(file.name, 0o666 & ~umask)
        os.replace(file.name, path)
    except OSError:
        os.unlink(file.name)
        raise


def svg(picture):
    """Return the picture as SVG with a title and a description for screen readers."""
    text = compact(_saved(picture, "svg", Date=None, Creator=None).decode())
    title, description = escape(picture.name), escape(picture.description.alt)
    head = f'<title id="title">{title}</title><desc id="desc">{description}</desc>'
    return re.sub(
        r"<svg ([^>]*)>",
        lambda tag: (
            f'<svg {tag[1]} stroke-linejoin="round" stroke-linecap="butt" '
            f'role="img" aria-labelledby="title desc">{head}'
        ),
        text,
        count=1,
    ).encode()


def pdf(picture):
    """Return the picture as PDF with its fonts."""
    silent = dict.fromkeys(("CreationDate", "Creator", "Producer"))
    about = {"Title": picture.name, "Subject": picture.description.alt}
    return _saved(picture, "pdf", **about, **silent)


def png(picture):
    """Return the picture as PNG, two pixels for each CSS pixel, so that text is sharp."""
    about = {"Title": picture.name, "Description": picture.description.alt}
    data = _saved(picture, "png", dpi=2 * 96, Software=None, **about)
    FigureCanvasAgg(picture.figure)  # without the pixels of the used one
    return data


def _saved(picture, format, dpi="figure", **metadata):
    out = io.BytesIO()
    with rc():
        picture.figure.savefig(out, format=format, dpi=dpi, metadata=metadata)
    return out.getvalue()


class _PgfRenderer(RendererPgf):
    """Measures text with matplotlib's own fonts, so that writing PGF needs no TeX."""

    def get_text_width_height_descent(self, s, prop, ismath):
        return text_to_path.get_text_width_height_descent(s, prop, ismath)


def pgf(picture):
    """Return the picture as PGF, whose letters are those of the document around it."""
    out = io.StringIO()
    width, height = picture.figure.get_size_inches()
    with rc(), in_points(picture.figure):
        picture.figure.draw(_PgfRenderer(picture.figure, out))
    # TeX knows the signs of mathematics only in formulas; letters such as ö it reads anywhere.
    signs = {c: in_formula(c).strip() for c in set(out.getvalue()) if in_formula(c) != c}
    text = out.getvalue().translate({ord(c): f"\\ensuremath{{{signs[c]}}}" for c in signs})
    return (
        f"% {picture.name}: \\input this file; the preamble needs \\usepackage{{pgf}}\n"
        "\\begingroup\\makeatletter\n\\providecommand\\mathdefault[1]{#1}\n\\begin{pgfpicture}\n"
        f"\\pgfpathrectangle{{\\pgfpointorigin}}{{\\pgfqpoint{{{width:g}in}}{{{height:g}in}}}}\n"
        "\\pgfusepath{use as bounding box, clip}\n"
        f"{text}\\end{{pgfpicture}}\n\\endgroup\n"
    ).encode()


WRITERS = {"svg": svg, "pdf": pdf, "png": png, "pgf": pgf}
"""Name of a format → the function that returns a picture in it, as bytes."""
