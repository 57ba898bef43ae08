"""What the student's code prints, and which of its lines went wrong."""

import io
import linecache
import traceback

from perceptron_lessons.tables import pluralize

MOST_LINES = 5  # of what was printed
WIDTH = 90  # characters of a line


class Printed(io.TextIOBase):
    """What takes the place of sys.stdout: keeps the beginning, counts the rest."""

    def __init__(self):
        self.beginning = ""
        self.n_lines = 0

    def write(self, text):
        room = MOST_LINES * WIDTH - len(self.beginning)
        self.beginning += text[: max(room, 0)]
        self.n_lines += text.count("\n")
        return len(text)

    def __str__(self):
        """The first lines, each cut to `WIDTH`, and how many more there were."""
        lines = self.beginning.splitlines()[:MOST_LINES]
        more = self.n_lines - len(lines)
        cut = [line if len(line) <= WIDTH else line[: WIDTH - 2] + " …" for line in lines]
        return "\n".join(cut + ([f"… and {pluralize(more, 'more line')}"] if more > 0 else []))


def line_of(error, function):
    """Return where in the student's code an error arose: 'in line 3: return w @ x', or ''."""
    namespace = getattr(function, "__globals__", None)
    frames = traceback.walk_tb(error.__traceback__)
    lines = [(frame, number) for frame, number in frames if frame.f_globals is namespace]
    if not lines:
        return ""
    frame, number = lines[-1]
    line = linecache.getline(frame.f_code.co_filename, number).strip()
    return f"in line {number}: {line}" if line else f"in line {number}"
