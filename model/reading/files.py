"""Reading a file that somebody named: a regular one, and not more of it than is meant to be read.

A pipe would be waited for without end, and a device read without end.
"""

from __future__ import annotations

import errno
import stat
from pathlib import Path, PurePosixPath, PureWindowsPath

from model.errors import InputError, Place, Problem, quoted


def contents(path: Path | str, most: int) -> bytes:
    """Read a regular file whole.

    Raises
    ------
    OSError
        It can't be read, is no regular file, or has more than `most` bytes; `strerror` says which.
    """
    path = Path(path)
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file")
        with path.open("rb") as file:
            content = file.read(most + 1)
    except ValueError as error:  # a NUL in the name
        raise OSError(errno.EINVAL, str(error)) from None
    if len(content) > most:
        limit = f"at most {most // 1_000_000} MB are read"
        raise OSError(errno.EFBIG, f"the file is too large: {limit}")
    return content


def given_contents(path: Path | str, most: int, what: str) -> bytes:
    """Read a file that a command was given.

    Raises
    ------
    InputError
        It can't be read; `what` says which file is wanted.
    """
    try:
        return contents(path, most)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        why = f"can't be read ({reason}): give the path of {what}"
        raise InputError([Problem(Place(str(path)), "", why)]) from None


def beside(folder: Path, name: str, place: Place, field: str, whose: str) -> Path:
    """Give the path of a file that another one names; it must stand beside that one or below.

    Raises
    ------
    InputError
        The name leads out of the folder, by itself or by a symbolic link.
    """
    posix, windows = PurePosixPath(name), PureWindowsPath(name)
    parts = {*posix.parts, *windows.parts}
    is_plain = not (posix.anchor or windows.anchor or ".." in parts or not parts or "\0" in name)
    if not is_plain or not _is_inside(folder / posix, folder):
        what = f"{quoted(name)} leads out of the {whose}'s folder: write a path below it"
        raise InputError([Problem(place, field, what)])
    return folder / posix


def _is_inside(path: Path, folder: Path) -> bool:
    """Tell whether a path stays in a folder once its symbolic links are followed."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # links in a circle
        return False
