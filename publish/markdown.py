"""The Markdown of lessons as the HTML of pages: boxes, formulas, headings with names, links.

>>> page = Markdown()
>>> print(page.html("## A line\\n\\n> **Theorem.** It stops: $k < 4$."))
<h2 id="A-line">A line</h2>
<blockquote class="box theorem">
<p><strong>Theorem.</strong> It stops: <span class="formula">$k &lt; 4$</span>.</p>
</blockquote>
<BLANKLINE>
>>> page.headings
[Heading(level=2, name='A-line', text='A line')]
"""

import html
import posixpath
import re
from typing import NamedTuple

from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from publish.addresses import page_address

BOXES = {
    "theorem": "theorem",
    "lemma": "theorem",
    "proof": "proof",
    "question": "question",
    "predict first": "prediction",
    "closer reading": "reading",
    "verdict": "verdict",
}
"""What the first bold words of a box say → the class of the box."""

FIRST_WORDS = re.compile(r"\s*(?:<p>)?<(strong|em)>([^<]*)</\1>")
TAG = re.compile(r"<[^>]*>")


class Heading(NamedTuple):
    """A heading: its level, its name in the page, and its text, which is HTML."""

    level: int
    name: str
    text: str


def plain_words(fragment):
    """The words of a piece of HTML, each blank counted once."""
    return " ".join(html.unescape(TAG.sub("", fragment)).split())


def python_html(source):
    """Python as HTML: each kind of word in a span, whose class the style colours."""
    return highlight(source, PythonLexer(), HtmlFormatter(nowrap=True)).strip()


def box_class(fragment):
    """The class of the box that a quotation opens, or an empty string."""
    opening = FIRST_WORDS.match(fragment)
    words = opening[2].lower() if opening else ""
    return next((kind for opens, kind in BOXES.items() if opens in words), "")


class Markdown:
    """Turns the cells of one lesson into HTML and keeps its headings.

    Parameters
    ----------
    pages : sequence of str
        Names of the notebooks that are pages: a link to one of them leads to its page, and one to
        any other notebook of a site is plain text.
    frame : Frame, optional
        Of the site, which knows where documents are to be read.
    folder : str
        Where the text stands in the project. In a document headings are named as on GitHub.
    """

    def __init__(self, pages=(), frame=None, folder="notebooks"):
        self._renderer = _PageRenderer(pages, frame, folder)
        self._convert = MarkdownWithMath(self._renderer)
        self.headings = self._renderer.headings

    def html(self, source):
        return self._convert.render(source)


class _PageRenderer(IPythonRenderer):
    def __init__(self, pages, frame, folder):
        super().__init__(escape=False)
        self.headings = []
        self._pages = pages
        self._frame = frame
        self._folder = folder

    def heading(self, text, level, **attributes):
        name = plain_words(text).replace(" ", "-")  # as in Jupyter, so that links fit both
        if self._folder != "notebooks":
            name = re.sub(r"[^\w-]", "", name).lower()
        self.headings.append(Heading(level, name, text))
        return f'<h{level} id="{html.escape(name)}">{text}</h{level}>\n'

    def block_quote(self, text):
        # A theorem and its proof may stand in one quotation: each is a box of its own.
        parts = [""]
        for paragraph in re.split(r"(?=^<p>)", text, flags=re.MULTILINE):
            if box_class(paragraph):
                parts.append("")
            parts[-1] += paragraph
        return "".join(map(self._quoted, filter(str.strip, parts)))

    def _quoted(self, text):
        if kind := box_class(text):
            return f'<blockquote class="box {kind}">\n{text.strip()}\n</blockquote>\n'
        return super().block_quote(text)

    def link(self, text, url, title=None):
        address = self._address(url)
        return text if address is None else super().link(text, address, title)

    def _address(self, url):
        """Where a link of the project's own texts leads on the site; None if there is no page."""
        if re.match(r"[a-z]+:|#", url):
            return url
        path, mark, anchor = url.partition("#")
        path = posixpath.normpath(posixpath.join(self._folder, path))
        page = re.fullmatch(r"notebooks/([\w-]+)\.ipynb", path)
        if page and page[1] in self._pages:
            return page_address(page[1]) + mark + anchor
        if self._frame is None:
            return url
        if page and self._folder == "notebooks":
            return None
        return self._frame.document(path + mark + anchor)

    def table(self, text):
        return f'<div class="scrolls" data-what="Table"><table>\n{text}</table></div>\n'

    def inline_math(self, body):
        return f'<span class="formula">{super().inline_math(body)}</span>'

    def block_math(self, body):
        return f'<span class="formula display">{super().block_math(body)}</span>'
