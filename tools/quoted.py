"""What else shows or quotes the cells of a lesson that have changed since the last commit.

`python -m tools.notebooks FILE …` says it at its end; `python -m tools.quoted FILE …` only that.
"""

import difflib
import html
import json
import re
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[1]
FEWEST = 6  # words of a sentence that is worth looking for
ALIKE = 0.7  # share of the words, in their order, from which two sentences say the same
SENTENCE = re.compile(r"(?<=[.?!])\s+|\n\s*\n|^\s*(?:[-*>#|]|\d+\.)+\s*", re.MULTILINE)
ASKED = re.compile(r"^@(?:show|code) +(\S+)", re.MULTILINE)


def changed_cells(before, after):
    """Return the cells that are not what they were: their names, and the sentences that went.

    Parameters
    ----------
    before, after : dict
        Two notebooks, as JSON.

    Returns
    -------
    dict of str to list of str
    """
    present = {cell["id"]: _source(cell) for cell in after["cells"]}
    changed = {}
    for cell in before["cells"]:
        name, source = cell.get("id", ""), _source(cell)
        if present.get(name) != source:
            kept = {tuple(_words(text)) for _, text in sentences(present.get(name, ""))}
            is_text = cell["cell_type"] == "markdown"
            gone = [text for _, text in sentences(source) if tuple(_words(text)) not in kept]
            changed[name] = gone if is_text else []
    return changed


def places(changed, texts):
    """Yield where changed cells are shown or quoted, as lines to print.

    Parameters
    ----------
    changed : dict of str to list of str
        As `changed_cells` returns it.
    texts : dict of str to str
        Names of files → what they say.
    """
    gone = [(name, words) for name, each in changed.items() for words in map(_words, each)]
    for file, text in texts.items():
        for name in changed:  # the deck asks the question of its lesson in words of its own
            if name.endswith("-title") and file.startswith(f"slides/{name.partition('-')[0]}-"):
                yield f"{name} changed; {file}:1 opens with the same question"
        for asked in ASKED.finditer(text) if file.startswith("slides/") else ():
            if asked[1] in changed:
                yield f"{asked[1]} changed; {_place(file, text, asked.start())} shows it"
        for start, sentence in sentences(text):
            words = _words(sentence)
            for name, old in gone:
                if _are_alike(old, words):
                    place = _place(file, text, start)
                    yield f"{name} changed; {place} says: {' '.join(sentence.split())[:90]}"


def sentences(text):
    """Yield the place and the text of each sentence of Markdown that is long enough."""
    start = 0
    for end in [*SENTENCE.finditer(text), None]:
        sentence = text[start : end.start() if end else len(text)]
        if len(_words(sentence)) >= FEWEST:
            yield start + len(sentence) - len(sentence.lstrip()), sentence.strip()
        start = end.end() if end else start


def _words(text):
    return re.findall(r"\w+", html.unescape(re.sub(r"<[^>]*>", " ", text)).lower())


def _are_alike(some, others):
    if len({*some} & {*others}) < ALIKE / 2 * len({*some} | {*others}):  # cheap, and rarely wrong
        return False
    return difflib.SequenceMatcher(None, some, others, autojunk=False).ratio() >= ALIKE


def _source(cell):
    return "".join(cell["source"])


def _place(file, text, start):
    return f"{file}:{text.count(chr(10), 0, start) + 1}"


def texts_beside(path):
    """Return what may quote a lesson: decks, documentation and the text of the other lessons."""
    files = [*PROJECT.glob("slides/*.md"), *PROJECT.glob("docs/*.md"), *PROJECT.glob("*.md")]
    found = {file.relative_to(PROJECT).as_posix(): file.read_text("utf-8") for file in files}
    for notebook in sorted(PROJECT.glob("notebooks/*.ipynb")):
        if notebook.resolve() != path.resolve():
            cells = json.loads(notebook.read_text("utf-8"))["cells"]
            for cell in cells:
                if cell["cell_type"] == "markdown":
                    found[f"notebooks/{notebook.name}, {cell['id']}"] = _source(cell)
    return found


def committed(path):
    """Return a file as it was committed, or None where there is none."""
    command = ["git", "show", f"HEAD:./{path.name}"]
    try:
        shown = subprocess.run(command, cwd=path.resolve().parent, capture_output=True)
    except OSError:  # no git on this machine
        return None
    return shown.stdout.decode() if shown.returncode == 0 else None


def quotations(path):
    """Return where else the changed cells of a notebook are shown or quoted, as lines to print."""
    before = committed(path)
    if before is None:
        return []
    changed = changed_cells(json.loads(before), json.loads(path.read_text("utf-8")))
    return list(places(changed, texts_beside(path))) if changed else []


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        print(*quotations(path), sep="\n")
