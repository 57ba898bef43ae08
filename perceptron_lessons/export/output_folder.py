"""A folder that gets all of its new files, or none of them, whatever happens on the way."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import tempfile
import threading
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where an open file cannot be removed: a lock by itself
    fcntl = None

_STAGING = ".perceptron-unfinished-"
STOPS = [signal.SIGINT, signal.SIGTERM] + [signal.SIGHUP] * hasattr(signal, "SIGHUP")
"""What ends the command: from the keyboard, from another program, with its terminal."""


class OutputFolder:
    """A folder that gets all of its new files, or none of them.

    Use as a context. Files are written into a hidden folder on the same disk. At the end a folder
    that did not exist appears by one renaming; into an existing one the files are moved one by
    one, and are taken back if one of them cannot be. What a killed process left is tidied up by
    the next one in the same place: moves that had begun are finished, all else is removed.

    Parameters
    ----------
    out : path-like
        Made if it does not exist.
    force : bool
        Whether existing files may be replaced.

    Raises
    ------
    FileExistsError
        A file of that name is there and `force` is not set. Nothing has been written.
    IsADirectoryError
        A folder is where a file is to be, `force` or not.
    NotADirectoryError
        `out`, or a folder above it, is a file.
    """

    def __init__(self, out, force=False):
        self.out = Path(os.path.realpath(out))  # links that lead in a circle too
        self.force = force

    def __enter__(self):
        self._near = next(place for place in (self.out, *self.out.parents) if place.exists())
        if not self._near.is_dir():
            raise NotADirectoryError(f"{self._near} is a file: --out must be a folder")
        _tidy_up(self._near)
        try:
            self._staging = Path(tempfile.mkdtemp(prefix=_STAGING, dir=self._near))
        except OSError as error:
            raise type(error)(f"cannot write to {self._near}: {error.strerror}") from None
        self._lock = (self._staging / "lock").open("w")
        if fcntl:
            fcntl.flock(self._lock, fcntl.LOCK_EX)
        self._files = self._staging / "new" / self.out.relative_to(self._near)
        self._files.mkdir(parents=True)
        return self

    def path(self, name):
        """Return where to write the file that will be called `name`."""
        self.refuse([name])
        return self._files / name

    def write(self, name, content):
        """Write a file of text or bytes."""
        content = content.encode() if isinstance(content, str) else content
        self.path(name).write_bytes(content)

    def refuse(self, names):
        """Raise where one of these files cannot be written, or may not be replaced."""
        for name in names:
            target = self.out / name
            if target.is_dir():
                raise IsADirectoryError(f"{target} is a folder, and a file is to be there: move it")
            if not self.force and os.path.lexists(target):
                raise FileExistsError(f"{target} exists: use --force to replace it")

    def files(self):
        """Return the names of the files so far, in alphabetical order."""
        return sorted(path.name for path in self._files.iterdir())

    def __exit__(self, failed, *_):
        with _undisturbed():
            try:
                if failed is None:
                    self._appear()
            finally:
                self._lock.close()
                shutil.rmtree(self._staging, ignore_errors=True)

    def _appear(self):
        if self._near != self.out:
            top = next((self._staging / "new").iterdir())
            top.rename(self._near / top.name)
            return
        names = sorted(path.name for path in self._files.iterdir())
        self.refuse(names)
        kept = self._staging / "kept"
        kept.mkdir()
        for name in names:
            if (self.out / name).exists():
                shutil.copy2(self.out / name, kept)
        ready = self._files.rename(self._staging / "ready")  # from here on, forward
        try:
            _move(ready, self.out)
        except OSError:
            for name in names:
                if not (ready / name).exists():
                    (self.out / name).unlink()
            _move(kept, self.out)
            raise


def _move(source, target):
    """Move the files of a folder, a page after the files that it links to."""
    for path in sorted(source.iterdir(), key=lambda path: (path.suffix == ".html", path.name)):
        path.replace(target / path.name)


def _tidy_up(place):
    """Finish or remove what killed processes left here."""
    for staging in place.glob(f"{_STAGING}*"):
        if _is_abandoned(staging):
            with contextlib.suppress(OSError):
                if (staging / "ready").exists():
                    _move(staging / "ready", place)
                shutil.rmtree(staging)


def _is_abandoned(staging):
    """Return whether no process holds the lock; the system takes it from one that ends."""
    try:
        if fcntl is None:
            (staging / "lock").unlink(missing_ok=True)
        else:
            with (staging / "lock").open("a") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextlib.contextmanager
def _undisturbed():
    """Ignore the signals of `STOPS` for the few milliseconds that the last step takes."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, signal.SIG_IGN) for number in STOPS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
