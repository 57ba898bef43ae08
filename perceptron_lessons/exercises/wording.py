"""Which labels a reader's own words say that the code takes: docstrings and comments."""

import inspect
import io
import re
import tokenize

NO_DIGIT_BEFORE, NO_DIGIT_AFTER = r"(?<![\w.+\-−±])", r"(?!\w|\.\d|\s*,\s*\d)"
BETWEEN = r"\s*(?:,|/|\||and|or|und|oder|vs\.?)\s*"
MINUS, PLUS = r"[-−]\s?1(?:\.0)?", r"\+?\s?1(?:\.0)?"
ZERO, ONE = r"0(?:\.0)?", r"1(?:\.0)?"


def either_order(one, other):
    pairs = (one + BETWEEN + other, other + BETWEEN + one)
    return "|".join(f"{NO_DIGIT_BEFORE}(?:{pair}){NO_DIGIT_AFTER}" for pair in pairs)


SIGNS = re.compile(
    f"{either_order(MINUS, PLUS)}|{either_order('[-−]1', '[+]1')}|[+]1{BETWEEN}[-−]1"
    rf"|±\s?1|\+/?-\s?1{NO_DIGIT_AFTER}"
)
BITS = re.compile(either_order(ZERO, ONE))
NAMED = ((-1, 1), SIGNS), ((0, 1), BITS)
OF_LABELS = re.compile(r"\b(y\w*|t|d|labels?|targets?|class(es)?|desired|\w*_labels?)\b", re.I)
OF_OTHERS = re.compile(
    r"\b(rate|eta|lr|alpha|between|range|random\w*|uniform|weights?|outputs?|returns?"
    r"|predict\w*|threshold|if|convert\w*|maps?|mapped|encod\w*|to|into|->|index|indices)\b|→|->",
    re.I,
)


def labels_named(function):
    """Return the two labels that a function's or a class's words say it takes, or None.

    Examples
    --------
    >>> def mine(X, y):
    ...     '''X: one sample a row; y: the labels 0 and 1.'''
    >>> labels_named(mine)
    (0, 1)
    """
    found = set()
    for line in lines_of_words(function):
        if OF_LABELS.search(line) and not OF_OTHERS.search(line):
            found |= {pair for pair, words in NAMED if words.search(line)}
    return found.pop() if len(found) == 1 else None


def lines_of_words(function):
    """Return the lines of the docstrings and comments of a function, or of a class's methods."""
    kind = function if isinstance(function, type) or inspect.isroutine(function) else type(function)
    parts = [kind]
    if isinstance(kind, type):
        parts += [part for part in vars(kind).values() if inspect.isfunction(part)]
    lines = []
    for part in parts:
        doc = getattr(part, "__doc__", None)
        lines += doc.splitlines() if isinstance(doc, str) else []
        lines += comments_of(part)
    return lines


def comments_of(part):
    try:
        source = inspect.getsource(part)
        tokens = tokenize.generate_tokens(io.StringIO(source).readline)
        return [token.string for token in tokens if token.type == tokenize.COMMENT]
    except Exception:  # no source, or one that cannot be read, or a reader's own kind
        return []
