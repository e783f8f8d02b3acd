"""Files of formulas that are read when a book first takes one of their chapters.

A plan has some fifty of a hundred files: to read the others takes a fortieth of each start. The
rows of a table name their chapters as ever; the type checker sees the files themselves.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from model.engine.quantity import Book


class Late:
    """What stands under a name of a file: a chapter, or what makes one."""

    def __init__(self, file: str, name: str) -> None:
        self._file, self._name = file, name

    def read(self) -> Any:
        """Read the file, and give what it has under the name."""
        return getattr(import_module(self._file), self._name)

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Give the chapter, whatever the facts are, or call what makes one."""
        found = self.read()
        return found if isinstance(found, Book) else found(*given, **named)

    def __getitem__(self, key: Any) -> Any:
        return self.read()[key]

    def __iter__(self) -> Iterator[Any]:
        yield from self.read()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.read(), name)


class _File:
    """Stands for a file until its formulas are needed."""

    def __init__(self, file: str) -> None:
        self._file = file

    def __getattr__(self, name: str) -> Any:
        known = sys.modules.get(self._file)
        return Late(self._file, name) if known is None else getattr(known, name)


def late(known: dict[str, Any], folder: str, names: str) -> None:
    """Put what stands for files of a folder of formulas under their names in a module."""
    known |= {name: _File(f"model.formulas.{folder}.{name}") for name in names.split()}
