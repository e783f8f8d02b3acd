"""What the schema allows a figure to be: for widgets, and for the cells of a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from math import inf
from typing import Any, get_args

from model.reading.binding import bindings
from model.reading.fields import Figure, Stated, Strict
from model.records import dataclass


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a figure may be, in its base unit; `above` is a bound that it must not be itself."""

    least: float = 0.0
    most: float = inf
    above: float | None = None
    whole: bool = False


@cache
def _marks(owner: type[Strict], name: str) -> tuple[Any, ...]:
    """Give the limits that the schema sets a figure, as pydantic keeps them."""
    annotation = owner.model_fields[name].annotation
    kinds = (annotation, *get_args(annotation))
    stated = (k for k in kinds if isinstance(k, type) and issubclass(k, Stated))
    return tuple(mark for kind in stated for mark in kind.model_fields["value"].metadata)


def limits_of(owner: type[Strict], name: str) -> Figure | None:
    """Give the unit and the bounds of a figure of the schema; None for a count."""
    return next((mark for mark in _marks(owner, name) if isinstance(mark, Figure)), None)


def least_of(owner: type[Strict], name: str) -> float:
    """Give the least that a count of the schema may be."""
    return next((mark.ge for mark in _marks(owner, name) if hasattr(mark, "ge")), 0)


def bounds_of(owner: type[Strict], name: str) -> Bounds:
    """Give what a field of the schema allows."""
    limits = limits_of(owner, name)
    if limits is not None:
        return Bounds(limits.least, limits.most, limits.above)
    most = next((mark.le for mark in _marks(owner, name) if hasattr(mark, "le")), inf)
    return Bounds(least_of(owner, name), most, whole=most < inf)


@cache
def bounds() -> Mapping[str, Bounds]:
    """Give what each input may be that the schema binds; the widest, where several fields do."""
    found: dict[str, Bounds] = {}
    for model in _models(Strict):
        for bound in bindings(model):
            new = bounds_of(model, bound.field)
            found[bound.input.name] = _widest(found.get(bound.input.name, new), new)
    return found


def _models(base: type[Strict]) -> Iterator[type[Strict]]:
    for model in base.__subclasses__():
        yield model
        yield from _models(model)


def _widest(one: Bounds, other: Bounds) -> Bounds:
    return Bounds(
        min(one.least, other.least),
        max(one.most, other.most),
        None if None in (one.above, other.above) else min(one.above, other.above),  # type: ignore[type-var]
        one.whole and other.whole,
    )
