"""Classes of plain fields: `dataclasses` and `NamedTuple`, without what a start would wait for.

The standard decorator compiles six methods for each frozen class, half a millisecond of each start,
for classes whose records are seldom compared or shown. Here `__init__` alone is compiled, when the
first record is made, which half of all classes never see in a plan; the rest is shared. Types of
fields aren't looked at, not even for `ClassVar`. The type checker reads these classes as the
standard ones.

A standard named tuple takes ten times as long as such a class: it compiles each annotation and its
`__new__`. Here that is compiled when the first one is made, and annotations stay texts.

Nothing may write to a frozen record: the type checker sees it, and where the environment says
`OSTIMATE_FROZEN=1`, as it does in tests, a write is refused as the standard library refuses it.
Elsewhere it costs nothing: to fill such records takes 3 % of the time of a plan. A `__post_init__`
of a frozen class writes by `object.__setattr__`. Only fields are refused: dictionaries and lists
in a frozen record aren't frozen. Those that nobody may write to are declared as `Mapping` and
`Sequence`, so that the type checker sees a write; in the process nothing refuses it, nor one into
the document of a scenario, which is of any type.
"""

from __future__ import annotations

import collections
import dataclasses
import os
from collections.abc import Callable, Iterable
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

REFUSES_WRITES = os.environ.get("OSTIMATE_FROZEN") == "1"
"""Whether frozen records refuse writes in this process."""
_set_field = object.__setattr__ if REFUSES_WRITES else setattr
__all__ = ["NamedTuple", "dataclass", "replace"]


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
        shown, hashed, started = ("__repr__" in own), ("__hash__" in own), ("__init__" in own)
        types = own.get("__annotations__", {})
        cls.__annotations__ = dict.fromkeys(types)  # each text would be searched thrice
        record: Any = dataclasses.dataclass(init=False, repr=False, eq=False, **options)(cls)
        record.__annotations__ = types
        if frozen and REFUSES_WRITES:
            record.__setattr__, record.__delattr__ = _refused, _refused
            if "__slots__" in vars(record):  # else unpickling and copying would write
                record.__setstate__ = _restored
        if not started:
            record.__init__ = _starting(record)
        if not shown:
            record.__repr__ = _shown
        if eq and "__eq__" not in own:
            record.__eq__ = _equal(record)
            if not hashed:
                record.__hash__ = _hashed(record) if frozen else None
        return record  # type: ignore[no-any-return]

    return made if cls is None else made(cls)


def _refused(self: Any, name: str, *_: Any) -> NoReturn:
    raise dataclasses.FrozenInstanceError(
        f"{type(self).__qualname__} is frozen: {name!r} can't be changed (make a copy by `replace`)"
    )


def _restored(self: Any, state: Any) -> None:
    """Take the fields of a pickled or copied record with slots."""
    for fields in state if isinstance(state, tuple) else (state,):
        for name, value in (fields or {}).items():
            object.__setattr__(self, name, value)


def _starting(record: Any) -> Callable[..., None]:
    """Give an `__init__` that is compiled when it is first called."""

    def __init__(self: Any, *values: Any, **named: Any) -> None:
        record.__init__ = _compiled(record)
        record.__init__(self, *values, **named)

    return __init__


def _compiled(record: Any) -> Callable[..., None]:
    """Compile the `__init__` of a class of fields, as the standard decorator does."""
    known: dict[str, Any] = {}
    places: list[str] = []
    named: list[str] = []
    lines: list[str] = []
    for one in dataclasses.fields(record):
        parameter = value = one.name
        if one.default_factory is not dataclasses.MISSING:
            known[f"_made_{one.name}"], known["_later"] = one.default_factory, dataclasses.MISSING
            parameter += "=_later"
            value = f"_made_{one.name}() if {one.name} is _later else {one.name}"
        elif one.default is not dataclasses.MISSING:
            known[f"_default_{one.name}"] = one.default
            parameter += f"=_default_{one.name}"
        (named if one.kw_only else places).append(parameter)
        lines.append(" " + _write(record, "self", one.name, value, known))
    if hasattr(record, "__post_init__"):
        lines.append(" self.__post_init__()")
    taken = ", ".join(["self", *places, *(["*", *named] if named else [])])
    exec("\n".join([f"def __init__({taken}):", *(lines or [" pass"])]), known)
    init: Callable[..., None] = known["__init__"]
    init.__qualname__ = f"{record.__qualname__}.__init__"
    return init


def _write(kind: Any, target: str, name: str, value: str, known: dict[str, Any]) -> str:
    """Write the line that sets a field; `known` gets what it calls."""
    if not REFUSES_WRITES or kind.__setattr__ is not _refused:
        return f"{target}.{name} = {value}"
    setter = getattr(getattr(kind, name, None), "__set__", None)  # that of a slot is the fastest
    if setter is None:
        known["_set"] = _set_field
        return f"_set({target}, {name!r}, {value})"
    known[f"_set_{name}"] = setter
    return f"_set_{name}({target}, {value})"


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


@cache
def _copying(kind: type) -> tuple[frozenset[str], Callable[[Any, Any], None], bool]:
    """Give the names of a class's fields, what copies them all, and whether a copy is completed."""
    names = [one.name for one in dataclasses.fields(kind)]
    known: dict[str, Any] = {}
    lines = [" " + _write(kind, "made", name, f"from_.{name}", known) for name in names]
    exec("\n".join(["def copy(made, from_):", *lines]), known)
    return frozenset(names), known["copy"], hasattr(kind, "__post_init__")


def _replaced(record: Any, /, **changes: Any) -> Any:
    """Give a copy of a record with other figures; the standard function takes three times as long.

    Raises
    ------
    TypeError
        For a figure that such a record doesn't have.
    """
    kind: Any = type(record)
    names, copy, has_more = _copying(kind)
    if lacking := [name for name in changes if name not in names]:
        raise TypeError(f"{kind.__name__} has no {', '.join(lacking)}")
    made = kind.__new__(kind)
    copy(made, record)
    for name, value in changes.items():
        _set_field(made, name, value)
    if has_more:
        made.__post_init__()
    return made


class _Named(tuple[Any, ...]):
    """What all named tuples have in common."""

    __slots__ = ()
    _fields: tuple[str, ...] = ()

    @classmethod
    def _make(cls, values: Iterable[Any]) -> Any:
        made = tuple.__new__(cls, values)
        if len(made) != len(cls._fields):
            raise TypeError(f"{cls.__name__} has {len(cls._fields)} fields, not {len(made)}")
        return made

    def _replace(self, /, **changes: Any) -> Any:
        made = self._make(map(changes.pop, self._fields, self))
        if changes:
            raise ValueError(f"{type(self).__name__} has no {', '.join(changes)}")
        return made

    def _asdict(self) -> dict[str, Any]:
        return dict(zip(self._fields, self, strict=True))

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())
        return f"{type(self).__name__}({said})"

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)


class _Naming(type):
    """Makes a named tuple of a class body."""

    def __new__(cls, name: str, _: tuple[type, ...], body: dict[str, Any]) -> Any:
        fields = tuple(body.get("__annotations__", ()))
        defaults = {one: body[one] for one in fields if one in body}
        body |= {one: collections._tuplegetter(n, "") for n, one in enumerate(fields)}  # type: ignore[attr-defined]
        body |= {"__slots__": (), "_fields": fields, "__match_args__": fields}
        made = type(name, (_Named,), {**body, "_field_defaults": defaults})
        made.__new__ = _first(made, fields, defaults)  # type: ignore[method-assign]
        return made


def _first(kind: Any, fields: tuple[str, ...], defaults: dict[str, Any]) -> Any:
    """Give a `__new__` that is compiled when it is first called."""

    def __new__(cls: Any, *values: Any, **named: Any) -> Any:
        known = {"_new": tuple.__new__, **{f"_default_{one}": defaults[one] for one in defaults}}
        taken = "".join(
            f", {one}=_default_{one}" if one in defaults else f", {one}" for one in fields
        )
        given = "".join(f"{one}, " for one in fields)
        exec(f"def __new__(cls{taken}):\n return _new(cls, ({given}))", known)
        kind.__new__ = staticmethod(known["__new__"])
        return kind.__new__(cls, *values, **named)

    return staticmethod(__new__)


if TYPE_CHECKING:
    from dataclasses import dataclass, replace
    from typing import NamedTuple
else:
    dataclass, replace = _record, _replaced
    NamedTuple = type.__new__(_Naming, "NamedTuple", (), {})
