"""What went wrong, in one line for someone who has never seen Python."""

from perceptron_lessons.theory.separators import Undecided


def in_words(error):
    """Return in one line what an exception says.

    >>> in_words(KeyError("no figure 'flop'")), in_words(MemoryError())[:38]
    ("no figure 'flop'", 'this needs more memory than there is: ')
    """
    return printable(_said(error))


def printable(text):
    """Return a text in one line, with � for what a terminal would take as a command.

    >>> printable("a\\x1b[2J b\\nc")
    'a�[2J b c'
    """
    line = " ".join(text.split())
    return "".join(c if c.isprintable() else "�" for c in line)


def _said(error):
    if hasattr(error, "ename"):  # nbclient's, which is loaded only where a notebook runs
        return f"a cell raises {error.ename}: {error.evalue}; python -X dev shows which"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    if isinstance(error, (ValueError, OSError, LookupError, Undecided)):
        return str(error.args[0] if isinstance(error, KeyError) else error)
    if isinstance(error, MemoryError):
        return "this needs more memory than there is: use fewer samples or features"
    if isinstance(error, ArithmeticError):
        return f"numbers became too large or too small to go on ({error}): use other units"
    return f"this is a defect ({type(error).__name__}: {error}); python -X dev shows where"
