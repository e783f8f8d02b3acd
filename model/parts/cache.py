"""What was read of the catalog that comes with the program, kept on disk for the next start.

To parse and to check the same parts again takes a tenth of a plan. A process that ends soon, as a
command does, asks for `begin`; all others read the files. What is kept is named by the hash of all
that it follows from: change a file of the catalog, or of those that read it, and nothing of it
counts any more. It is a short cut only: what can't be read here is read from the catalog.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import pickle
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

Value = TypeVar("Value")

ROOT = Path(__file__).parents[2]
READ_BY = ("model/parts", "model/reading", "model/units")
"""The rooms that decide what is made of a file."""
READ = ("catalogs/parts", "catalogs/prices", "catalogs/classes")


MOST_KEPT = 4
"""Files that are kept, as several versions of the program may be in use."""


class _Store:
    """A file of what was read, by names: loaded whole, and unpacked piece by piece."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.packed: dict[str, bytes] = _unsealed(file)
        self.new: dict[str, object] = {}

    def write(self) -> None:
        """Add what this process has read anew; a disk that can't be written stays as it is."""
        if not self.new:
            return
        packed = self.packed | {name: pickle.dumps(value, 5) for name, value in self.new.items()}
        content = pickle.dumps(packed, 5)
        part = self.file.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            part.write_bytes(hashlib.sha256(content).digest() + content)
            part.replace(self.file)
            for old in sorted(self.file.parent.iterdir(), key=_changed)[:-MOST_KEPT]:
                old.unlink()


_STORES: list[_Store] = []
"""The one store, once it was begun."""


def begin() -> None:
    """Recall from now on what earlier processes have read, and keep what this one reads."""
    home = Path(os.environ.get("OSTIMATE_CACHE") or "~/.cache/ostimate")
    with suppress(RuntimeError):  # a user without a home
        _STORES[:] = [_Store(home.expanduser() / "catalog" / _state())]
        atexit.register(_STORES[0].write)


def recalled(name: str, read: Callable[[], Value]) -> Value:
    """Give what was read under a name, from disk if it is there."""
    if not _STORES:
        return read()
    store = _STORES[0]
    if name in store.packed:
        return pickle.loads(store.packed[name])  # type: ignore[no-any-return]
    value = store.new[name] = read()
    return value


def _files() -> Iterable[Path]:
    for folder in READ:
        yield from sorted((ROOT / folder).glob("*.yaml"))
    for room in READ_BY:
        yield from sorted((ROOT / room).glob("*.py"))
    yield from (ROOT / "model" / name for name in ("errors.py", "records.py"))


def _state() -> str:
    """Give the hash of what the files and those who read them are now."""
    from pydantic_core import __version__

    stats = [(str(file), file.stat()) for file in _files()]
    state = [(file, stat.st_mtime_ns, stat.st_size) for file, stat in stats]
    return hashlib.sha256(repr((sys.version, __version__, state)).encode()).hexdigest()[:32]


def _changed(file: Path) -> int:
    return file.stat().st_mtime_ns


def _unsealed(file: Path) -> dict[str, bytes]:
    """Read a file that is ours alone and whole; of any other nothing."""
    try:
        about = file.stat()
        if about.st_uid != os.getuid() or about.st_mode & 0o022:
            return {}
        content = file.read_bytes()
    except OSError:
        return {}
    seal, packed = content[:32], content[32:]
    if hashlib.sha256(packed).digest() != seal:
        return {}
    return pickle.loads(packed)  # type: ignore[no-any-return]
