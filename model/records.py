"""Classes of plain fields: `dataclasses`, without the methods that a start would wait for.

The standard decorator compiles six methods for each frozen class, half a millisecond of each start,
for classes whose records are seldom compared or shown. Here `__init__` alone is compiled; the rest
is shared. What is frozen is frozen to the type checker, which reads these classes as the standard
ones; while a program runs, nobody watches.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]


def _record(
    cls: type | None = None,
    /,
    *,
    frozen: bool = False,
    eq: bool = True,
    **options: bool,
) -> Any:
    """Make a class of fields, with the options of `dataclasses.dataclass`."""

    def made(cls: type) -> type:
        own = vars(cls)
        shown, hashed = "__repr__" in own, "__hash__" in own
        record: Any = dataclasses.dataclass(repr=False, eq=False, **options)(cls)
        if not shown:
            record.__repr__ = _shown
        if eq and "__eq__" not in own:
            record.__eq__ = _equal(record)
            if not hashed:
                record.__hash__ = _hashed(record) if frozen else None
        return record  # type: ignore[no-any-return]

    return made if cls is None else made(cls)


def _shown(self: Any) -> str:
    fields = (one.name for one in dataclasses.fields(self) if one.repr)
    said = ", ".join(f"{name}={getattr(self, name)!r}" for name in fields)
    return f"{type(self).__qualname__}({said})"


def _values(record: Any) -> Callable[[Any], Any]:
    """Give what reads the fields that are compared."""
    names = [one.name for one in dataclasses.fields(record) if one.compare]
    return attrgetter(*names) if len(names) > 1 else lambda self: [getattr(self, n) for n in names]


def _equal(record: Any) -> Callable[[Any, Any], Any]:
    values = _values(record)

    def equal(self: Any, other: Any) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self is other or values(self) == values(other)

    return equal


def _hashed(record: Any) -> Callable[[Any], int]:
    values = _values(record)
    return lambda self: hash(tuple(values(self)))


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _record
