"""Write into README.md what the lessons say of themselves: questions and minutes.

`make notebooks` runs it. A line that begins as a row of the table does is written anew, and so is
how long the shortest way takes; a test holds the README against the lessons.
"""

import re
from pathlib import Path

from publish.course import SHORTEST
from publish.pages import page_summary

PROJECT = Path(__file__).parent.parent
README = PROJECT / "README.md"
ROW = re.compile(r"^\| \[[^]]*\]\(notebooks/([\w-]+)\.ipynb\) \|.*$", re.MULTILINE)
SHORT = re.compile(r"Only \d+ minutes\?")


def filled(text):
    """Return the text of the README with its rows and its minutes as the lessons have them."""
    about = {path.stem: page_summary(path) for path in (PROJECT / "notebooks").glob("[0-9]*.ipynb")}
    name, heading = SHORTEST
    text = SHORT.sub(f"Only {about[name].sections[heading]} minutes?", text)
    return ROW.sub(lambda row: row_of(about[row[1]]), text)


def row_of(about):
    """Return the row of a lesson."""
    link = f"[{about.title}](notebooks/{about.name}.ipynb)"
    return f"| {link} | {about.question} | {about.minutes} |"


if __name__ == "__main__":
    README.write_text(filled(README.read_text(encoding="utf-8")), encoding="utf-8")
