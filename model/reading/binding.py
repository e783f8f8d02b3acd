"""Where a field of the schema says which input of the model it gives.

`channels: Annotated[Stated[PositiveCount], gives("memory_channels")]` is all there is to say: the
plan takes the figure with its place, and the pages offer it with the input's label, unit and title.
A docstring below it adds what the title leaves open, such as a default.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from model.reading.fields import Stated, Strict
from model.records import dataclass


@dataclass(frozen=True, slots=True)
class gives:
    """Binds a field to an input.

    Without the field, the `figure` of the piece's part in the catalog counts. `of` is the role of
    the instances whose input it is (with the name of one, as in `states:nearly full`), where they
    stand below the one that the schema's model makes. `uses` says that it is how much is used of
    the part's figure, rather than another one in its place.
    """

    name: str
    figure: str = ""
    of: str = ""
    uses: bool = False


class gives_each:
    """Binds the fields of a part of the schema that is used under several names."""

    def __init__(self, **names: str) -> None:
        self.names = {field: gives(name) for field, name in names.items()}


@dataclass(frozen=True, slots=True)
class Binding:
    """A field at its place below a model of the schema, and the input that it gives."""

    field: str
    input: gives


@cache
def bindings(model: type[Strict]) -> tuple[Binding, ...]:
    """Give the bound fields of a model itself, in the order of their declaration."""
    return tuple(
        Binding(name, marked)
        for name, field in model.model_fields.items()
        for marked in field.metadata
        if isinstance(marked, gives)
    )


@cache
def names_below(model: type[Strict]) -> Mapping[str, gives_each]:
    """Give the names that a model has for what stands below its fields."""
    return {
        name: marked
        for name, field in model.model_fields.items()
        for marked in field.metadata
        if isinstance(marked, gives_each)
    }


@cache
def parts_of(model: type[Strict]) -> tuple[str, ...]:
    """Name the fields that hold another model, if anything: neither figures nor lists."""
    fields = model.model_fields.items()
    return tuple(name for name, field in fields if _holds_a_model(field.annotation))


def _holds_a_model(annotation: Any) -> bool:
    if isinstance(annotation, type) and issubclass(annotation, Strict):
        return not issubclass(annotation, Stated)
    of_kinds = get_origin(annotation) in (Union, UnionType, Annotated)
    return of_kinds and any(_holds_a_model(kind) for kind in get_args(annotation))


BoundValue = tuple[str, gives, Stated[Any] | None, Strict]
"""A bound field: its path, its binding, what is stated, and the model that has it."""


def bound_values(model: Strict, at: str = "") -> Iterator[BoundValue]:
    """Give each bound field of a model and of what stands below it.

    With its path, its binding, what is stated, and the model that has it. What stands below in
    lists makes instances of its own, and is left to who makes them.
    """
    yield from own_values(model, at)
    for field in parts_of(type(model)):
        yield from values_below(model, field, at)


def own_values(model: Strict, at: str = "") -> Iterator[BoundValue]:
    """Give each bound field of a model, without those below its fields."""
    for bound in bindings(type(model)):
        yield below(at, bound.field), bound.input, getattr(model, bound.field), model


def values_below(model: Strict, field: str, at: str = "") -> Iterator[BoundValue]:
    """Give each bound field of what stands below one field of a model."""
    inner, names = getattr(model, field), names_below(type(model))
    if inner is None:
        return
    here = below(at, field)
    if field in names:
        for name, given in names[field].names.items():
            yield f"{here}.{name}", given, getattr(inner, name), inner
    else:
        yield from bound_values(inner, here)


def figures_below(model: Strict, at: str = "") -> Iterator[tuple[str, Stated[Any]]]:
    """Give each figure that a model states, in lists too, with its path."""
    for name in type(model).model_fields:
        yield from _figures_in(getattr(model, name), below(at, name))


def _figures_in(value: Any, at: str) -> Iterator[tuple[str, Stated[Any]]]:
    if isinstance(value, Stated):
        yield at, value
    elif isinstance(value, Strict):
        yield from figures_below(value, at)
    elif isinstance(value, tuple):
        for n, one in enumerate(value):
            yield from _figures_in(one, below(at, str(n)))


def below(at: str, field: str) -> str:
    """Give the path of a field below another."""
    return f"{at}.{field}" if at else field
