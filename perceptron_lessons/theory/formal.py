"""What Coq has accepted: the statements of the formal proofs, as they stand in `proofs/`.

>>> gain = statement("Convergence.gain")
>>> print(gain.meaning)
Each update brings w further along u by at least ηγ.
>>> print(gain.text)
Lemma gain u gamma w i : gamma <= z i · u -> w · u + eta * gamma <= update w i · u.
"""

import functools
import html
import re
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).parents[1]
FOLDERS = (PACKAGE / "formal", PACKAGE.parent / "proofs")
"""Where the proofs stand: inside the installed package, or beside it in the project's folder."""


class Statement(NamedTuple):
    """What one lemma or theorem says.

    Attributes
    ----------
    name : str
        File and lemma, "Convergence.gain".
    meaning : str
        The comment above it, in words.
    text : str
        The statement itself, in Coq, without its proof.
    """

    name: str
    meaning: str
    text: str


@functools.cache
def statement(name):
    """Return one statement of the formal proofs.

    Parameters
    ----------
    name : str
        File and lemma, such as "Convergence.gain".

    Returns
    -------
    Statement

    Raises
    ------
    KeyError
        No proof has this name.
    """
    file, _, lemma = name.partition(".")
    paths = (folder / f"{file}.v" for folder in FOLDERS)
    source = next((path.read_text("utf-8") for path in paths if path.is_file()), "")
    match = re.search(
        rf"(?:^\(\*((?:(?!\*\)).)*)\*\)\n)?^((?:Lemma|Theorem|Corollary) {lemma}\b.*?\.)\nProof\b",
        source,
        re.DOTALL | re.MULTILINE,
    )
    if not match:
        raise KeyError(f"no formal proof {name!r}; there is for instance 'Convergence.gain'")
    meaning = re.sub(r"^(line: [^.]+\.|theorem: \w+)", "", (match[1] or "").strip())
    return Statement(name, " ".join(meaning.split()), match[2])


def as_details(names):
    """Return statements as HTML, each behind a name to click on.

    Parameters
    ----------
    names : dict of str to str
        What is seen of a statement while it is folded, and the statement's name.
    """
    details = (
        f'<details style="display:inline-block; vertical-align:top; margin-right:1em">'
        f"<summary>{html.escape(name)}</summary>"
        f"<pre>{html.escape(statement(lemma).text)}</pre></details>"
        for name, lemma in names.items()
    )
    return f"<div>Checked by Coq: {''.join(details)}</div>"
