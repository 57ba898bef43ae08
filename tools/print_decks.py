"""Print the decks of a folder to PDF, beside them: the slides, and three of them and notes a page.

    python tools/print_decks.py build/site/slides

Needs a Chromium; where there is none it says so, and the decks stay as pages alone.
"""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WAYS = {".slides.pdf": "?view=print", ".handout.pdf": "?handout"}
DRAWN = "document.fonts.status === 'loaded' && document.querySelectorAll('.reveal section').length"
LIMIT = 120_000  # milliseconds for one deck


def print_decks(folder, browser):
    """Write the PDF files of every deck in the folder, and yield each."""
    for deck in sorted(folder.glob("*.slides.html")):
        for ending, query in WAYS.items():
            page = browser.new_page()
            page.set_default_timeout(LIMIT)
            page.goto(deck.resolve().as_uri() + query)
            page.wait_for_function(DRAWN)
            page.wait_for_timeout(500)  # the pictures move to their last states
            target = deck.with_name(deck.name.removesuffix(".slides.html") + ending)
            page.pdf(path=target, prefer_css_page_size=True, print_background=True)
            page.close()
            yield target


def main(folder):
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        print("no Chromium here: the decks are not printed to PDF", file=sys.stderr)
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for target in print_decks(folder, browser):
            print(target, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
