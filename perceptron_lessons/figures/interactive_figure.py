"""A picture with sliders: one matplotlib figure, and the few artists that its state moves.

A figure function draws everything once and returns an `InteractiveFigure`. The same one then
serves the slider (`perceptron_lessons.widget.player`), the notebook, the slide and the printed
page, so that these cannot disagree.
"""

import contextlib
import io
import itertools
import numbers
import os
import pathlib
import re
import tempfile
from typing import NamedTuple
from xml.sax.saxutils import escape

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_pgf import RendererPgf
from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.text import Text
from matplotlib.textpath import text_to_path

from perceptron_lessons.figures.style import rc


class Description(NamedTuple):
    """What a state says, in words and numbers.

    Attributes
    ----------
    text : str
        One to three short lines for below the picture.
    alt : str
        What the picture shows in this state, for someone who does not see it.
    caption : str
        For print, with its numbers computed.
    """

    text: str
    alt: str
    caption: str = ""


def value_text(value):
    """A slider's value as a reader sees it.

    >>> [value_text(value) for value in (3, 0.25, -1e-4, True, "worst")]
    ['3', '0.25', '−0.0001', 'yes', 'worst']
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, numbers.Real) and not isinstance(value, numbers.Rational):
        value = f"{value:.4g}"
    return re.sub(r"^-(?=\d)", "−", str(value))


def nearest(values, value):
    """The index of the nearest of the values; a word must be one of them.

    Parameters
    ----------
    values : sequence of numbers or of str
    value : number or str

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If there is no such value.

    >>> nearest([0, 1, 2, 5], 4)
    3
    """
    if value in values:
        return list(values).index(value)
    if not all(isinstance(number, numbers.Real) for number in (value, *values)) or value != value:
        raise ValueError(f"{value!r} is not one of the values {', '.join(map(repr, values))}")
    return min(range(len(values)), key=lambda i: abs(values[i] - value))


class InteractiveFigure:
    """One figure with a state; without values, a plain static figure.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        Drawn completely, in any state. Its layout is fixed here, once for all states.
    values : dict of str to sequence
        The values each slider can take; the last slider varies fastest.
    show : callable
        Called with one value for every slider; moves the changing artists there and returns the
        state's `Description`.
    changing : sequence of matplotlib artists
        Every artist that `show` may change, and no other. An artist inside another (an arrow in
        a list) counts by itself; an axis whose ticks change is an artist too.
    state : dict, optional
        Where to begin; by default at the first value of each slider.
    name : str, optional
        The stable name that becomes the title of saved files.

    Examples
    --------
    >>> from perceptron_lessons.figures.style import LINE, figure
    >>> fig, axes = figure(2, 2)
    >>> line, = axes.plot([0, 1], [0, 0], **LINE)
    >>> def show(k):
    ...     line.set_ydata([0, k])
    ...     return Description(f"slope {k}", f"A line of slope {k}.")
    >>> picture = InteractiveFigure(fig, {"k": range(3)}, show, [line])
    >>> picture.at(k=2).description.text
    'slope 2'
    """

    def __init__(self, figure, values, show, changing, state=None, name=""):
        self.figure = figure
        self.values = {key: tuple(values) for key, values in values.items()}
        self.name = name
        self._show = show
        self._changing = list(changing)
        empty = [key for key, values in self.values.items() if not values]
        if empty:
            raise ValueError(f"slider {empty[0]!r} has no values")
        self.state = {key: values[0] for key, values in self.values.items()}
        self.at(**(state or {}))
        with rc():
            figure.draw_without_rendering()
            figure.set_layout_engine("none")
        FigureCanvasAgg(figure)  # a used canvas keeps its pixels as long as the figure lives

    def at(self, **state):
        """Move there and return the picture itself.

        Parameters
        ----------
        **state
            Values for some of the sliders, each taken to its nearest value.

        Raises
        ------
        ValueError
            If there is no such slider, or no such word among a slider's values.
        """
        for key, value in state.items():
            if key not in self.values:
                raise ValueError(f"no slider {key!r}; there are {', '.join(self.values) or 'none'}")
            values = self.values[key]
            self.state = {**self.state, key: values[nearest(values, value)]}
        with rc():
            self.description = self._show(**self.state)
        if not isinstance(self.description, Description):
            raise TypeError(
                f"show must return a Description, found {type(self.description).__name__}"
            )
        return self

    def states(self):
        """Every state as a dict, the last slider fastest."""
        return [
            dict(zip(self.values, values, strict=True))
            for values in itertools.product(*self.values.values())
        ]

    def reworded(self, put):
        """Pass every text of the figure and every reading through a function, in every state.

        Parameters
        ----------
        put : callable
            From str to str; put twice, a text must read as it does when put once.

        Returns
        -------
        Picture
            This one.
        """
        show = self._show

        def show_reworded(**state):
            reading = show(**state)
            for text in self.figure.findobj(Text):
                text.set_text(put(text.get_text()))
            return Description(*map(put, reading))

        self._show = show_reworded
        return self.at()

    def background_svg(self):
        """The figure without its changing artists: SVG with an empty ``g.slot`` for each."""
        drawing = Drawing(self)
        return drawing.background(drawing.definitions())

    def state_svg(self, **state):
        """Only the changing artists, in the coordinates of `background_svg`.

        Parameters
        ----------
        **state
            As for `at`.

        Returns
        -------
        str
            One ``g`` for each changing artist, in drawing order, after their definitions.
        """
        self.at(**state)
        drawing = Drawing(self)
        pieces = "".join(f"<g>{piece}</g>" for piece in drawing.pieces())
        return f"<defs>{drawing.definitions()}</defs>{pieces}"

    def save(self, path, format=None):
        """Write the present state; the same state gives the same bytes.

        Parameters
        ----------
        path : str or path
            The file appears there complete, or not at all.
        format : {"svg", "pdf", "png", "pgf"}, optional
            By default the ending of the path.

        Raises
        ------
        ValueError
            If the format is none of these, or for PGF a letter has no name in TeX.
        """
        path = pathlib.Path(path)
        format = format or path.suffix.lstrip(".")
        if format not in WRITERS:
            raise ValueError(f"format {format!r} is not one of {', '.join(WRITERS)}")
        data = WRITERS[format](self)
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

    def _repr_mimebundle_(self, include=None, exclude=None):
        # Two image pixels for each CSS pixel, so that text is sharp on any screen.
        size = {
            "width": round(self.figure.get_figwidth() * 96),
            "height": round(self.figure.get_figheight() * 96),
        }
        return (
            {"image/png": _png(self), "text/plain": self.description.text},
            {"image/png": {"alt": self.description.alt, **size}},
        )

    def __repr__(self):
        return self.description.text


class Drawing:
    """The SVG of a picture in parts: the background once, then the artists of any state.

    All parts share one set of definitions (glyphs, markers, clip paths), whose names depend on
    their content alone.
    """

    def __init__(self, picture):
        self._picture = picture
        self._text = io.StringIO()
        self._definitions = {}
        width, height = (72 * inches for inches in picture.figure.get_size_inches())
        self._size = width, height
        with rc():
            self._renderer = RendererSVG(
                width,
                height,
                self._text,
                metadata={"Date": None, "Creator": None, "Format": None, "Type": None},
            )
            self._take()
            self._order = []
            self._background = self._draw_background()

    def _draw_background(self):
        """Draw all but the changing artists, and note where those stand in the drawing order."""
        figure, changing = self._picture.figure, self._picture._changing

        def mark(artist):
            def draw(renderer):
                self._order.append(artist)
                renderer.writer.element("g", attrib={"class": "slot"})

            return draw

        # An attribute of the instance hides the method of the class while the figure is drawn.
        for artist in changing:
            artist.draw = mark(artist)
        try:
            with _in_points(figure):
                figure.draw(self._renderer)
        finally:
            for artist in changing:
                del artist.draw
        missing = [artist for artist in changing if artist not in self._order]
        if missing:
            raise ValueError(f"{missing[0]} is to change but is not drawn in the figure")
        return self._take()

    def pieces(self):
        """SVG of each changing artist in the picture's present state, in drawing order."""
        pieces = []
        with rc(), _in_points(self._picture.figure):
            for artist in self._order:
                if hasattr(artist, "do_3d_projection"):
                    artist.do_3d_projection()
                artist.draw(self._renderer)
                pieces.append(self._take())
        return pieces

    def definitions(self):
        """The content of ``defs`` for everything drawn so far."""
        with rc():
            self._renderer._write_clips()
            self._renderer._write_hatches()
            self._take()
        return "".join(self._definitions[name] for name in sorted(self._definitions))

    def background(self, definitions):
        """The whole SVG element around the background."""
        width, height = (f"{length:g}" for length in self._size)
        # Not matplotlib's own style element: its rule for * would style the page around it.
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" '
            f'xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 {width} {height}" '
            f'stroke-linejoin="round" stroke-linecap="butt">'
            f"<defs>{definitions}</defs>{self._background}</svg>"
        )

    def _take(self):
        """What was written since the last call, shortened, its definitions put aside."""
        svg = compact(self._text.getvalue())
        self._text.seek(0)
        self._text.truncate()
        for block in re.findall(r"<defs>(.*?)</defs>", svg, re.DOTALL):
            for match in re.finditer(
                r"<(?:path|image) [^>]*/>|<(clipPath|pattern)\b.*?</\1>", block, re.DOTALL
            ):
                name = re.search(r'\bid="([^"]*)"', match[0])[1]
                self._definitions.setdefault(name, match[0])
        return re.sub(r"<defs>.*?</defs>", "", svg, flags=re.DOTALL)


def compact(svg):
    """SVG with lengths rounded to a hundredth of a point and nothing in it that does not show.

    >>> compact('<g id="line2d_1">\\n <path d="M 1.23456 2 L 3.999 4"/>\\n</g>')
    '<g><path d="M 1.23 2L 4 4"/></g>'
    >>> compact('<use transform="scale(0.015625)" x="0.123"/>')
    '<use transform="scale(0.015625)" x="0.12"/>'
    """
    svg = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>|<style.*?</style>", "", svg, flags=re.DOTALL)
    # Group names count the artists drawn so far; nothing refers to them.
    svg = re.sub(r'(<g) id="[^"]*"', r"\1", svg)
    # Path collections count themselves in the names of their paths, which end in a hash anyhow.
    svg = re.sub(r"\bC[0-9a-f]+_[0-9a-f]+_([0-9a-f]{10})", r"C\1", svg)
    svg = re.sub(r"((?:scale|matrix)\([^)]*\)|base64,[^\"]*)|(-?\d+\.\d{3,})", _rounded, svg)
    svg = re.sub(r"\s*\n\s*", " ", svg)
    svg = re.sub(r" ?([MLQCz]) ", r"\1 ", svg).replace(' "/>', '"/>')
    return re.sub(r" *(<|/?>) *", r"\1", svg)


def _rounded(found):
    kept, number = found.groups()
    return kept or f"{round(float(number), 2) + 0.0:g}"


@contextlib.contextmanager
def _in_points(figure):
    dpi = figure.dpi
    figure.dpi = 72
    try:
        yield
    finally:
        figure.dpi = dpi


class _PgfRenderer(RendererPgf):
    """Measures text with matplotlib's own fonts, so that writing PGF needs no TeX."""

    def get_text_width_height_descent(self, s, prop, ismath):
        return text_to_path.get_text_width_height_descent(s, prop, ismath)


# pdflatex knows these letters only in mathematics.
_TEX = {
    "γ": "gamma",
    "η": "eta",
    "δ": "delta",
    "θ": "theta",
    "ξ": "xi",
    "≤": "leq",
    "≥": "geq",
    "√": "surd",
    "·": "cdot",
    "×": "times",
    "−": "mathord{-}",
    "‖": "Vert",
    "₀": "relax_0",
    "²": "relax^2",
    "…": "ldots",
    "→": "rightarrow",
    "∞": "infty",
    "Σ": "Sigma",
    "±": "pm",
}


def _svg(picture):
    out = io.BytesIO()
    with rc():
        picture.figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    svg = compact(out.getvalue().decode())
    title, description = escape(picture.name), escape(picture.description.alt)
    head = f'<title id="title">{title}</title><desc id="desc">{description}</desc>'
    return re.sub(
        r"<svg ([^>]*)>",
        lambda tag: (
            f'<svg {tag[1]} stroke-linejoin="round" stroke-linecap="butt" '
            f'role="img" aria-labelledby="title desc">{head}'
        ),
        svg,
        count=1,
    ).encode()


def _pdf(picture):
    out = io.BytesIO()
    with rc():
        picture.figure.savefig(
            out,
            format="pdf",
            metadata={
                "Title": picture.name,
                "Subject": picture.description.alt,
                "CreationDate": None,
                "Creator": None,
                "Producer": None,
            },
        )
    return out.getvalue()


def _png(picture):
    out = io.BytesIO()
    with rc():
        picture.figure.savefig(
            out,
            format="png",
            dpi=2 * 96,
            metadata={
                "Title": picture.name,
                "Description": picture.description.alt,
                "Software": None,
            },
        )
    FigureCanvasAgg(picture.figure)  # without the pixels of the used one
    return out.getvalue()


def _pgf(picture):
    out = io.StringIO()
    width, height = picture.figure.get_size_inches()
    with rc(), _in_points(picture.figure):
        picture.figure.draw(_PgfRenderer(picture.figure, out))
    text = re.sub(f"[{''.join(_TEX)}]", lambda c: f"\\ensuremath{{\\{_TEX[c[0]]}}}", out.getvalue())
    return (
        f"% {picture.name}: \\input this file; the preamble needs \\usepackage{{pgf}}\n"
        "\\begingroup\\makeatletter\n\\providecommand\\mathdefault[1]{#1}\n\\begin{pgfpicture}\n"
        f"\\pgfpathrectangle{{\\pgfpointorigin}}{{\\pgfqpoint{{{width:g}in}}{{{height:g}in}}}}\n"
        "\\pgfusepath{use as bounding box, clip}\n"
        f"{text}\\end{{pgfpicture}}\n\\endgroup\n"
    ).encode("ascii")


WRITERS = {"svg": _svg, "pdf": _pdf, "png": _png, "pgf": _pgf}
