"""Pages in a single HTML file: one about a run, and the gallery of all figures."""

from __future__ import annotations

import base64
import html
import tempfile
from pathlib import Path

_STYLE = """
body { font: 1.05rem/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto;
       padding: 0 1rem; color: #111; background: #fff; }
pre { white-space: pre-wrap; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: bold; padding: .3rem 0; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid #ccc; text-align: left; }
figure { margin: 1.5rem 0; } figure img { max-width: 100%; height: auto; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 0; }
.note { border-left: 4px solid #d55e00; padding-left: .8rem; }
.wide { overflow-x: auto; }
"""


def lecture_page(title, summary, tables, pictures, notes=()):
    """Return an HTML page about one run that needs no other file.

    Parameters
    ----------
    title, summary : str
    tables : dict of str to Table
    pictures : dict of str to Picture
        In the state to be shown.
    notes : sequence of str
        What the reader must know first, such as that a run was stopped.
    """
    listed = "\n".join(
        # A table may be wider than the page: it scrolls, also with the keyboard.
        f'<div class="wide" role="region" tabindex="0" aria-label="{html.escape(table.title)}">'
        f"{table.html()}</div>"
        for table in tables.values()
    )
    said = "\n".join(f'<p class="note">{html.escape(note)}</p>' for note in notes)
    figures = "\n".join(_figure(picture) for picture in pictures.values())
    return _page(title, f"{said}\n<pre>{html.escape(summary)}</pre>\n{figures}\n{listed}")


def gallery_page(pictures, title="Figures of the lessons"):
    """Return an HTML page with every picture under its name, with its caption.

    Parameters
    ----------
    pictures : dict of str to Picture
        In the state to be shown.
    title : str
    """
    names = " · ".join(f'<a href="#{name}">{name}</a>' for name in pictures)
    figures = "\n".join(
        f'<h2 id="{name}"><code>{name}</code></h2>\n{_figure(picture)}'
        for name, picture in pictures.items()
    )
    return _page(title, f"<p>{names}</p>\n{figures}")


def _page(title, body):
    title = html.escape(title)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{title}</h1>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _figure(picture):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "picture.svg"
        picture.save(path)
        data = base64.b64encode(path.read_bytes()).decode()
    caption = html.escape(picture.description.caption or picture.description.text)
    # At the size of print, in CSS pixels: a narrow figure is not blown up to the page.
    width = round(96 * picture.figure.get_figwidth())
    return (
        f'<figure><img width="{width}" src="data:image/svg+xml;base64,{data}" '
        f'alt="{html.escape(picture.description.alt)}"><figcaption>{caption}</figcaption></figure>'
    )
