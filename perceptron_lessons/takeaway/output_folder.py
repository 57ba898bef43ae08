"""A folder that gets all of its new files, or none of them."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from pathlib import Path


@contextlib.contextmanager
def all_or_nothing(out, force=False):
    """Give a hidden folder to write files into, which move to `out` together at the end.

    Those in folders within it come into folders of the same names, beside what is there.

    After an error or Ctrl-C `out` is as it was. A process that is killed may leave the hidden
    folder behind.

    Parameters
    ----------
    out : path-like
        Made if it does not exist, when its files are there.
    force : bool
        Whether existing files may be replaced.

    Yields
    ------
    pathlib.Path

    Raises
    ------
    FileExistsError, IsADirectoryError
        As for `require_room`.
    NotADirectoryError
        `out`, or a folder above it, is a file, or a link that leads back to itself; or `out` is
        empty.
    """
    _require_name(out)
    given, out = out, Path(os.path.realpath(out))
    if any(place.is_symlink() for place in (out, *out.parents)):  # all others are resolved
        raise NotADirectoryError(f"--out must be a folder; found a link to itself: {given}")
    near = next(place for place in (out, *out.parents) if place.exists())
    if not near.is_dir():
        raise NotADirectoryError(f"{near} is a file: --out must be a folder")
    hidden = near / f".perceptron-{secrets.token_hex(4)}"
    try:  # named before it is made, so that Ctrl-C finds it at any moment
        hidden.mkdir()
        yield hidden
        made = [path.relative_to(hidden) for path in hidden.rglob("*") if path.is_file()]
        require_room(out, made, force)
        out.mkdir(parents=True, exist_ok=True)
        for name in made:
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            os.replace(hidden / name, out / name)
    finally:
        shutil.rmtree(hidden, ignore_errors=True)


def require_room(out, names, force=False):
    """Refuse files that cannot be written into a folder, or may not be replaced there.

    Raises
    ------
    FileExistsError
        A file of that name is there and `force` is not set.
    IsADirectoryError
        A folder is where a file is to be, `force` or not.
    """
    _require_name(out)
    for target in (Path(out) / name for name in names):
        if target.is_dir():
            raise IsADirectoryError(f"{target} is a folder, and a file is to be there: move it")
        if not force and os.path.lexists(target):
            raise FileExistsError(f"{target} exists: use --force to replace it")


def _require_name(out):
    if not str(out).strip() or "\0" in str(out):
        raise NotADirectoryError(f"--out must be a folder; found {str(out)!r}: name one")


def write_files(folder, files):
    """Write files, given as a dict of name to text or bytes, into a folder."""
    for name, content in files.items():
        content = content.encode() if isinstance(content, str) else content
        (Path(folder) / name).write_bytes(content)
