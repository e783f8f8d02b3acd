"""A number with its unit that passes through formulas, and refuses what units forbid.

pint does the algebra. Its own registry takes `byte` for a bare number; in ours each base unit of
the model is a dimension of its own: a byte is no second, and a joule is a watt for a second.
"""

from __future__ import annotations

from typing import Any

import pint
from numpy.lib.mixins import NDArrayOperatorsMixin

from model.engine.ops import TABLE

REGISTRY = pint.UnitRegistry(None)
for _definition in (
    "byte = [data]",
    "second = [time] = s",
    "watt = [power]",
    "joule = watt * second",
    "currency = [money]",
    "kilogram = [mass]",
    "metre = [length]",
    "transfer = [transfer]",
    "hertz = 1 / second",
    "volt = [potential]",
    "ampere = watt / volt",
    "voltampere = [apparent_power]",
):
    REGISTRY.define(_definition)

ALIKE = {"add", "subtract", "minimum", "maximum", "common_divisor"} | {
    "least", "least_known", "all_met", "total", "known_total",
}  # fmt: skip
TRUTHS = {"less", "less_equal", "greater", "greater_equal", "equal", "at_least"}
BARE = {
    "exp",
    "exp2",
    "log",
    "expm1",
    "log1p",
    "whole_up",
    "whole_down",
    "bit_length",
    "erlang_b",
} | {"poisson_quantile"}
BOTH = {"logical_and", "logical_or"}
SAME = {"negative", "absolute"}
RATIOS = {"divide", "floor_quotient", "ceil_quotient"}
PRODUCTS = {"multiply", "pieces"}


class UnitsClash(TypeError):
    """A formula does what units forbid."""


def unit_of(text: str) -> pint.Unit:
    """Read the unit of a declaration."""
    return REGISTRY.Unit("dimensionless" if text == "1" else text)


class Measure(NDArrayOperatorsMixin):
    """A number with its unit; `unit` None: a bare 0, which fits any unit."""

    __slots__ = ("number", "unit")
    __hash__ = object.__hash__

    def __init__(self, number: float, unit: pint.Unit | None) -> None:
        self.number = number
        self.unit = unit

    def apply_operator(self, op: str, operands: tuple[Any, ...]) -> Measure:
        """Compute with the scalar form, and give the result the unit that it has."""
        given = [x if isinstance(x, Measure) else _bare(x) for x in operands]
        unit = _unit(op, given)
        return Measure(TABLE[op].scalar(*(x.number for x in given)), unit)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Measure:
        return self.apply_operator(ufunc.__name__, inputs)

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Measure:
        return self.apply_operator(function.__name__, args)

    def as_declared(self, text: str) -> float:
        """Give the number in the declared unit, which it must have with a factor of exactly 1."""
        declared = unit_of(text)
        unit = declared if self.unit is None else self.unit
        if unit.dimensionality != declared.dimensionality:
            raise UnitsClash(f"declared as '{text}', computed as '{unit}'")
        return REGISTRY.Quantity(self.number, unit).to(declared).magnitude


def _bare(x: Any) -> Measure:
    number = float(x)
    return Measure(number, None if number == 0 or number != number else unit_of("1"))


def _agreed(op: str, given: list[Measure]) -> pint.Unit | None:
    units = [x.unit for x in given if x.unit is not None]
    for unit in units[1:]:
        if unit.dimensionality != units[0].dimensionality:
            raise UnitsClash(f"'{op}' of '{units[0]}' and '{unit}'")
    return units[0] if units else None


def _need_bare(op: str, given: list[Measure]) -> None:
    for x in given:
        if x.unit is not None and not x.unit.dimensionless:
            raise UnitsClash(f"'{op}' of '{x.unit}'")


def _known(x: Measure) -> pint.Unit:
    return unit_of("1") if x.unit is None else x.unit


def _unit(op: str, given: list[Measure]) -> pint.Unit | None:
    if op in TRUTHS:
        _agreed(op, given)
        return unit_of("1")
    if op in ALIKE or op == "otherwise":
        return _agreed(op, given)
    if op in BARE or op in BOTH:
        _need_bare(op, given)
        return unit_of("1")
    if op in SAME:
        return given[0].unit
    if op in RATIOS:
        return _known(given[0]) / _known(given[1])
    if op in PRODUCTS:
        return _known(given[0]) * _known(given[1])
    if op == "sqrt":
        return _known(given[0]) ** 0.5
    if op == "rounded":
        _need_bare(op, given[1:])
        return given[0].unit
    if op == "where":
        _need_bare(op, given[:1])
        return _agreed(op, given[1:])
    if op == "where_less":
        _agreed(op, given[:2])
        return _agreed(op, given[2:])
    if op == "power":
        _need_bare(op, given)
        return unit_of("1")
    if op == "unknown_count":
        return unit_of("1")
    raise UnitsClash(f"no rule for '{op}': give it one in tests/laws/measures.py")
