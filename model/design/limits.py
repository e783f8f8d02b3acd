"""Limits of the schema's figures, for widgets and for the cells of a sheet."""

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
    """Limits of a figure in its base unit; `above` is an exclusive lower limit."""

    least: float = 0.0
    most: float = inf
    above: float | None = None
    whole: bool = False


@cache
def _marks(owner: type[Strict], name: str) -> tuple[Any, ...]:
    """Return the constraints of a figure in the schema, as pydantic stores them."""
    annotation = owner.model_fields[name].annotation
    kinds = (annotation, *get_args(annotation))
    stated = (k for k in kinds if isinstance(k, type) and issubclass(k, Stated))
    return tuple(mark for kind in stated for mark in kind.model_fields["value"].metadata)


def limits_of(owner: type[Strict], name: str) -> Figure | None:
    """Return the unit and the limits of a figure of the schema; None for a count."""
    return next((mark for mark in _marks(owner, name) if isinstance(mark, Figure)), None)


def least_of(owner: type[Strict], name: str) -> float:
    """Return the lower limit of a count of the schema."""
    return next((mark.ge for mark in _marks(owner, name) if hasattr(mark, "ge")), 0)


def bounds_of(owner: type[Strict], name: str) -> Bounds:
    """Return the limits of a field."""
    limits = limits_of(owner, name)
    if limits is not None:
        return Bounds(limits.least, limits.most, limits.above)
    most = next((mark.le for mark in _marks(owner, name) if hasattr(mark, "le")), inf)
    return Bounds(least_of(owner, name), most, whole=most < inf)


@cache
def bounds() -> Mapping[str, Bounds]:
    """Return the limits of each input bound by the schema; the widest if several fields bind it."""
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
