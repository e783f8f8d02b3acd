"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

PRIVATE = 0o600


def write_whole(path: Path, content: bytes, *, private: bool = False) -> None:
    """Write a file atomically: the previous content stays until the new one is complete.

    The new file has the old one's permissions; without one, a private file is for its owner alone.
    What is no regular file is written to as it is.
    """
    try:
        path = path.resolve()
    except (RuntimeError, ValueError) as error:  # links in a circle; a NUL in the name
        raise OSError(errno.EINVAL, str(error)) from None
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            device.write(content)
        return
    import tempfile  # slow, and not needed to print

    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".ostimate.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).chmod(_permissions(path, private=private))
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _permissions(path: Path, *, private: bool) -> int:
    """Those of the file that is there, or of a new one."""
    if path.exists():
        return path.stat().st_mode & 0o7777
    if private:
        return PRIVATE
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
