"""A picture as a file: SVG, PDF, PNG or PGF, the same bytes every time."""

import html
import io
import logging
import pathlib
import re

from matplotlib import rc_context
from matplotlib.backends.backend_agg import FigureCanvasAgg

from perceptron_lessons.figures.drawing import LOOK, compact, legend_of_state
from perceptron_lessons.figures.style import rc

logging.getLogger("fontTools").setLevel(logging.ERROR)  # that a font is old is no news for a reader


def save(picture, path, format=None):
    """Write a picture in its present state.

    Parameters
    ----------
    picture : InteractiveFigure
    path : str or path
        The picture is drawn completely before the file is touched.
    format : {"svg", "text.svg", "pdf", "png", "pgf"}, optional
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
    path.write_bytes(WRITERS[format](picture))


def svg(picture, settings=None):
    """Return the picture as SVG with a title and a description for screen readers."""
    text = compact(_saved(picture, "svg", settings=settings, Date=None, Creator=None).decode())
    words = picture.name, picture.description.alt
    title, description = (html.escape(text, quote=False) for text in words)
    head = f'<title id="title">{title}</title><desc id="desc">{description}</desc>'
    tag, rest = re.match(r"(.*?<svg [^>]*)>(.*)", text, re.DOTALL).groups()
    return f'{tag} {LOOK} role="img" aria-labelledby="title desc">{head}{rest}'.encode()


def svg_with_text(picture):
    """Return the picture as SVG whose words can be edited: they are in the reader's own letters."""
    return svg(picture, {"svg.fonttype": "none"})


def pdf(picture):
    """Return the picture as PDF with its fonts."""
    silent = dict.fromkeys(("CreationDate", "Creator", "Producer"))
    about = {"Title": picture.name, "Subject": picture.description.alt}
    return _saved(picture, "pdf", **about, **silent)


def png(picture, scale=3):
    """Return the picture as PNG, so many pixels for each CSS pixel: 3 for a projector."""
    about = {"Title": picture.name, "Description": picture.description.alt}
    data = _saved(picture, "png", dpi=scale * 96, Software=None, **about)
    FigureCanvasAgg(picture.figure)  # without the pixels of the used one
    return data


def pgf(picture):
    """Return the picture as PGF in ASCII, which any TeX reads."""
    # Loaded when it is wanted: it needs all that writes PDF, which takes as long as matplotlib.
    from perceptron_lessons.figures import pgf

    return pgf.pgf_document(picture)


def _saved(picture, format, dpi="figure", settings=None, **metadata):
    out = io.BytesIO()
    with legend_of_state(picture.figure), rc(picture.figure), rc_context(settings):
        picture.figure.savefig(out, format=format, dpi=dpi, metadata=metadata)
    return out.getvalue()


WRITERS = {"svg": svg, "text.svg": svg_with_text, "pdf": pdf, "png": png, "pgf": pgf}
"""Name of a format → the function that returns a picture in it, as bytes."""
