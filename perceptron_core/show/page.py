"""One page about one run: its summary, its tables and its pictures, in a single HTML file."""

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
.wide { overflow-x: auto; }
"""


def lecture_page(title, summary, tables, pictures):
    """Return an HTML page that needs no other file.

    Parameters
    ----------
    title, summary : str
    tables : dict of str to Table
    pictures : dict of str to Picture
        In the state to be shown.
    """
    title = html.escape(title)
    figures = "\n".join(_figure(picture) for picture in pictures.values())
    listed = "\n".join(
        # A table may be wider than the page: it scrolls, also with the keyboard.
        f'<div class="wide" role="region" tabindex="0" aria-label="{html.escape(table.title)}">'
        f"{table.html()}</div>"
        for table in tables.values()
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{title}</h1>\n<pre>{html.escape(summary)}</pre>\n{figures}\n{listed}\n"
        "</main>\n</body>\n</html>\n"
    )


def _figure(picture):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "picture.svg"
        picture.save(path)
        data = base64.b64encode(path.read_bytes()).decode()
    caption = html.escape(picture.reading.caption or picture.reading.text)
    return (
        f'<figure><img src="data:image/svg+xml;base64,{data}" '
        f'alt="{html.escape(picture.reading.alt)}"><figcaption>{caption}</figcaption></figure>'
    )
