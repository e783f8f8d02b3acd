"""Disk cache of the parsed catalog that ships with the program.

Parsing and checking the catalog takes a tenth of a plan. Only short-lived processes, such as
commands, enable the cache with `begin`; all others read the files. Its file name is a hash of all
its inputs: a change of a catalog file, or of the code that reads it, invalidates the cache. An
entry that can't be read is read from the catalog instead.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

Value = TypeVar("Value")

ROOT = Path(__file__).parents[2]
READ_BY = ("model/parts", "model/reading", "model/units")
"""Packages whose code determines the contents of the cache."""
READ = (
    "catalogs/parts",
    "catalogs/prices",
    "catalogs/classes",
    "catalogs/efficiencies",
    "catalogs/failure_rates",
    "catalogs/lead_times",
    "catalogs/price_ages",
    "catalogs/price_series",
    "catalogs/training",
)


MOST_KEPT = 4
"""Number of cache files to keep, for different versions of the program in use."""


class _Store:
    """A cache file: loaded as a whole, unpickled entry by entry."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.packed: dict[str, bytes] = _unsealed(file)
        self.new: dict[str, object] = {}

    def write(self) -> None:
        """Add the new entries of this process; errors of the disk are ignored."""
        if not self.new:
            return
        packed = self.packed | {name: pickle.dumps(value, 5) for name, value in self.new.items()}
        content = pickle.dumps(packed, 5)
        part = self.file.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            part.write_bytes(hashlib.sha256(content).digest() + content)
            part.replace(self.file)
            by_age = sorted(self.file.parent.iterdir(), key=lambda file: file.stat().st_mtime_ns)
            for old in by_age[:-MOST_KEPT]:
                old.unlink()


_STORES: list[_Store] = []
"""The only store, after `begin` was called."""


def begin() -> None:
    """Enable the cache for this process, and write its new entries at exit."""
    home = Path(os.environ.get("OSTIMATE_CACHE") or "~/.cache/ostimate")
    with suppress(RuntimeError):  # a user without a home
        _STORES[:] = [_Store(home.expanduser() / "catalog" / _state())]
        atexit.register(_STORES[0].write)


def recalled(name: str, read: Callable[[], Value]) -> Value:
    """Return the cached value of a name, or read and cache it."""
    if not _STORES:
        return read()
    store = _STORES[0]
    if name in store.packed:
        return pickle.loads(store.packed[name])  # type: ignore[no-any-return]
    value = store.new[name] = read()
    return value


def _state() -> str:
    """Return the hash of the current catalog files and source files."""
    from pydantic_core import __version__

    folders = [*((name, ".yaml") for name in READ), *((name, ".py") for name in READ_BY)]
    files = [
        (file.path, file.stat())
        for name, ending in folders
        for file in sorted(os.scandir(ROOT / name), key=lambda file: file.name)
        if file.name.endswith(ending)
    ]
    files += [(name, (ROOT / "model" / name).stat()) for name in ("errors.py", "records.py")]
    state = [(file, stat.st_mtime_ns, stat.st_size) for file, stat in files]
    return hashlib.sha256(repr((sys.version, __version__, state)).encode()).hexdigest()[:32]


def _unsealed(file: Path) -> dict[str, bytes]:
    """Read a cache file if it is owned by this user and intact; otherwise return nothing."""
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
