"""The SVG of an interactive figure in parts: what stays, and what moves in each state."""

import contextlib
import io
import re

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.lines import Line2D

from perceptron_lessons.figures.style import rc

BETWEEN = "\0"  # pieces, or tags; no SVG holds it
# What matplotlib says of every line in the style element that is left out here.
LOOK = 'stroke-linejoin="round" stroke-linecap="butt"'
# Verdana is as wide as the letters for which matplotlib has found the places.
FONT = 'font-family="DejaVu Sans, Verdana, sans-serif"'
NO_NEWS = re.compile(r"""; font-family: 'DejaVu Sans'| transform="rotate\(-0 [^"]*\)\"""")


class _Renderer(RendererSVG):
    def draw_text(self, gc, x, y, s, prop, angle, ismath=False, mtext=None):
        # Roots and script letters are in fonts that only matplotlib has.
        parser = self._text2path.mathtext_parser  # by which it is also drawn: it remembers
        glyphs = parser.parse(s, 72, prop)[3] if ismath else ()
        fonts = {glyph[0].family_name for glyph in glyphs} or {prop.get_name()}
        is_known = all(name.startswith("DejaVu") for name in fonts)
        mpl.rcParams["svg.fonttype"] = "none" if is_known else "path"  # the style puts it back
        super().draw_text(gc, x, y, s, prop, angle, ismath, mtext)


class Drawing:
    """The SVG of a picture in parts: the background once, then the artists of any state.

    Words are text in the reader's own letters; those with a rim or a root are outlines. All parts
    share one set of definitions (markers, glyphs), whose names depend on their content alone.

    Parameters
    ----------
    picture : InteractiveFigure

    Attributes
    ----------
    order : list of matplotlib artists
        The changing artists in the order in which they are drawn.

    Raises
    ------
    ValueError
        If an artist is to change that is not in the figure.
    """

    def __init__(self, picture):
        self._picture = picture
        self._text = io.StringIO()
        self.order = []
        self._definitions = {}
        size = [72 * inches for inches in picture.figure.get_size_inches()]
        self._box = "0 0 {:g} {:g}".format(*size)
        with rc(self._picture.figure):
            self._renderer = _Renderer(*size, self._text)
            self._take()
            self._background = self._draw_background()

    def _draw_background(self):
        """Draw all but the changing artists, and note where those stand in the drawing order."""
        figure = self._picture.figure
        changing = self._picture.changing

        def mark(artist):
            def draw(renderer):
                self.order.append(artist)
                renderer.writer.element("g", attrib={"class": "slot"})

            return draw

        # An attribute of the instance hides the method of the class while the figure is drawn.
        for artist in changing:
            artist.draw = mark(artist)
        try:
            with in_points(figure):
                figure.draw(self._renderer)
        finally:
            for artist in changing:
                del artist.draw
        missing = [artist for artist in changing if artist not in self.order]
        if missing:
            raise ValueError(f"{missing[0]} is to change but is not drawn in the figure")
        return self._take()

    def pieces(self, known=None):
        """SVG of each changing artist in the picture's present state, in drawing order.

        Parameters
        ----------
        known : dict of artist to str, optional
            SVG of some of them that need not be drawn again: an axis with its ticks takes longer
            than all else.
        """
        known = known or {}
        with rc(self._picture.figure), in_points(self._picture.figure):
            for artist in self.order:
                self._text.write(BETWEEN)
                if artist in known:
                    continue
                if hasattr(artist, "do_3d_projection"):
                    artist.do_3d_projection()
                artist.draw(self._renderer)
        drawn = self._take().split(BETWEEN)[1:]
        return [known.get(a, piece.strip()) for a, piece in zip(self.order, drawn, strict=True)]

    def definitions(self):
        """The content of ``defs`` for everything drawn so far."""
        with rc(self._picture.figure):
            # Writes the clip paths and hatches drawn so far; may be called again later.
            self._renderer.finalize()
            self._take()
        return "".join(self._definitions[name] for name in sorted(self._definitions))

    def background(self, definitions):
        """The whole SVG element around the background."""
        # Not matplotlib's own style element: its rule for * would style the page around it.
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{self._box}" {LOOK} {FONT}>'
        return f"{head}<defs>{definitions}</defs>{self._background}</svg>"

    def _take(self):
        """What was written since the last call, shortened, its definitions put aside."""
        svg = NO_NEWS.sub("", compact(self._text.getvalue())).replace("xlink:href", "href")
        self._text.seek(0)
        self._text.truncate()
        definition = r"<(?:path|image) [^>]*/>|<(clipPath|pattern)\b.*?</\1>"
        for block in re.findall(r"<defs>(.*?)</defs>", svg, re.DOTALL):
            for match in re.finditer(definition, block, re.DOTALL):
                name = re.search(r'\bid="([^"]*)"', match[0])[1]
                self._definitions.setdefault(name, match[0])
        return re.sub(r"<defs>.*?</defs>", "", svg, flags=re.DOTALL)


def compact(svg):
    """SVG with lengths rounded, and nothing in it that does not show.

    From 10 points on to a tenth of one, which is finer than a printer's dots, else to a hundredth.

    What stands between two tags is read, and stays as it is.

    >>> compact('<g id="line2d_1">\\n <path d="M 1.23456 2 L 3.999 4"/>\\n</g>')
    '<g><path d="M 1.23 2L 4 4"/></g>'
    >>> compact('<use transform="scale(0.015625)" x="0.123"/>')
    '<use transform="scale(0.015625)" x="0.12"/>'
    >>> compact('<text x="0.123">at 0.0625 z = 1</text>\\n')
    '<text x="0.12">at 0.0625 z = 1</text>'
    >>> compact("\\n")
    ''
    """
    svg = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>|<style.*?</style>", "", svg, flags=re.DOTALL)
    parts = re.split("(<[^>]*>)", svg)
    parts[::2] = (re.sub(r"\s*\n\s*", "", text) for text in parts[::2])
    parts[1::2] = _compact_tags(BETWEEN.join([*parts[1::2], ""])).split(BETWEEN)[:-1]
    return "".join(parts)


def _compact_tags(tags):
    # Group names count the artists drawn so far; nothing refers to them.
    tags = re.sub(r'(<g) id="[^"]*"', r"\1", tags)
    # Path collections count themselves in the names of their paths, which end in a hash anyhow.
    tags = re.sub(r"\bC[0-9a-f]+_[0-9a-f]+_([0-9a-f]{10})", r"C\1", tags)
    tags = re.sub(r"((?:scale|matrix)\([^)]*\)|base64,[^\"]*)|(-?\d+\.\d{3,})", _rounded, tags)
    tags = re.sub(r" ?([MLQCz]) ", r"\1 ", re.sub(r"\s*\n\s*", " ", tags)).replace(' "/>', '"/>')
    return re.sub(r" +(/?>)", r"\1", tags)


def _rounded(found):
    kept, number = found.groups()
    value = float(number or 0)
    return kept or f"{round(value, 1 if abs(value) > 10 else 2) + 0.0:g}"


def own_names(svg, prefix="~"):
    """SVG whose names have a prefix, so that pictures on one page do not share any.

    For ~ each view of a player in a browser puts a prefix of its own.

    >>> own_names('<use href="#m1"/><g clip-path="url(#c2)"/><path id="m1"/>', "a-")
    '<use href="#a-m1"/><g clip-path="url(#a-c2)"/><path id="a-m1"/>'
    """
    names = r'(\bid="|href="#|url\(#)'
    return re.sub(names, lambda found: found[0] + prefix, svg)


@contextlib.contextmanager
def in_points(figure):
    """For a while, make the figure's pixels points, of which 72 are an inch."""
    dpi = figure.dpi
    figure.dpi = 72
    try:
        yield
    finally:
        figure.dpi = dpi


@contextlib.contextmanager
def legend_of_state(figure):
    """For a while, name in the legend only what is drawn in the present state."""
    whole = list(figure.legends)
    for key in getattr(figure, "keys", ()):
        drawn = {label: artist for label, artist in key.entries.items() if _is_drawn(artist)}
        if len(drawn) < len(key.entries):
            figure.legends.remove(key.legend)  # its own `remove` would take its figure away
            with rc(figure):
                key.draw(drawn)
    try:
        yield
    finally:
        figure.legends[:] = whole


def _is_drawn(artist):
    if isinstance(artist, Line2D):
        return artist.get_visible() and np.isfinite(artist.get_xydata()).all(axis=1).any()
    return not hasattr(artist, "get_visible") or artist.get_visible()
