"""Print decks to PDF, beside them: a slide on a page, and three of them with their notes on an A4.

    python -m tools.print_decks build/site/slides

takes every deck of a folder, or the decks that are named. Needs a Chromium; where there is none it
says so, and the decks stay as pages alone.
"""

import math
import re
import shutil
import sys
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ENDING = ".slides.html"
# Ending of the file → what is asked of the page, and how many slides a page of paper has.
WAYS = {".slides.pdf": ("?view=print", 1), ".handout.pdf": ("?handout", 3)}
SLIDES = "document.querySelectorAll('.reveal section').length"
# The letters are there, each picture is alive, and has come to its last state.
DRAWN = """() => document.fonts.status === "loaded" && document.querySelector(".reveal section") &&
  !document.querySelector(".perceptron-page > script") &&
  [...document.querySelectorAll("input[name=k]")].every((range) => range.value === range.max)"""
SEEN = "() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))"
LIMIT = 120_000  # milliseconds for one deck
_PAGE = re.compile(rb"/Type\s*/Page\b")


def print_decks(decks, browser):
    """Write the PDF files of decks, and yield each.

    Raises
    ------
    ValueError
        A file has not as many pages as the deck needs.
    """
    for deck in decks:
        for ending, (query, per_page) in WAYS.items():
            page = browser.new_page(reduced_motion="reduce")
            page.set_default_timeout(LIMIT)
            page.goto(deck.resolve().as_uri() + query)
            page.wait_for_function(DRAWN)
            page.evaluate(SEEN)
            target = deck.with_name(deck.name.removesuffix(ENDING) + ending)
            pdf = page.pdf(prefer_css_page_size=True, print_background=True)
            require_pages(target, pdf, page.evaluate(SLIDES), per_page)
            target.write_bytes(pdf)
            page.close()
            yield target


def require_pages(target, pdf, slides, per_page):
    """Refuse a file that has not just the pages for its slides: none is blank, and none missing."""
    expected, found = math.ceil(slides / per_page), len(_PAGE.findall(pdf))
    if found != expected:
        raise ValueError(
            f"{target}: {slides} slides must make {expected} pages; found {found}: this is a defect"
        )


def main(given):
    """Print the decks of a folder, or the decks that are given; return the exit status."""
    decks = [deck for path in given for deck in sorted(path.glob(f"*{ENDING}")) or [path]]
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        program = None
    if program is None:
        print("no Chromium here, or no playwright: nothing is printed to PDF", file=sys.stderr)
        return 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            for target in print_decks(decks, browser):
                print(target, flush=True)
        except ValueError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main([Path(path) for path in sys.argv[1:]]))
