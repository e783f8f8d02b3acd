"""A formula as a function of plain floats, for one design: what the steps give, to the last bit.

The formula is traced once and written as Python; comparisons and choices stand in line, where
NumPy takes a microsecond for each. What plain floats refuse is left to the formula itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from model.engine import ops
from model.engine.ops import TABLE
from model.engine.quantity import Quantity
from model.engine.trace import NotTraceableError, Term, name

Formula = Callable[..., float]

IN_LINE = {
    "add": "({0} + {1})",
    "subtract": "({0} - {1})",
    "multiply": "({0} * {1})",
    "divide": "({0} / {1})",
    "negative": "(-{0})",
    "sqrt": "sqrt({0})",
    "less": "({0} < {1})",
    "less_equal": "({0} <= {1})",
    "greater": "({0} > {1})",
    "greater_equal": "({0} >= {1})",
    "equal": "({0} == {1})",
    "minimum": "({0} if {0} <= {1} or {0} != {0} else {1})",
    "maximum": "({0} if {0} >= {1} or {0} != {0} else {1})",
    "where": "({1} if {0} else {2})",
    "where_less": "(nan if {0} != {0} or {1} != {1} else {2} if {0} < {1} else {3})",
    "otherwise": "({1} if {0} != {0} else {0})",
    "pieces": "(0.0 if {0} == 0.0 else {0} * {1})",
}
"""The operators that are written in line; the others are called, as the formula calls them."""


class _Writer:
    """Writes one formula: each operand that is read more than once has a name."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.world: dict[str, Any] = {"nan": math.nan, "inf": math.inf, "sqrt": math.sqrt}

    def named(self, text: str) -> str:
        """Give a name to a value."""
        self.lines.append(f"t{len(self.lines)} = {text}")
        return f"t{len(self.lines) - 1}"

    def text(self, term: Any) -> str:
        """Write a term."""
        if not isinstance(term, Term):
            return f"({float(term)!r})"
        if term.op == "name":
            return str(term.operands[0])
        operands = [self.text(operand) for operand in term.operands]
        if term.op not in IN_LINE:
            called = _called(term.op)
            self.world[term.op] = called
            return f"{term.op}({', '.join(operands)})"
        pattern = IN_LINE[term.op]
        again = (pattern.count(f"{{{n}}}") > 1 for n in range(len(operands)))
        atoms = [
            self.named(operand) if more and not operand.isidentifier() else operand
            for operand, more in zip(operands, again, strict=True)
        ]
        return pattern.format(*atoms)


def _called(op: str) -> Callable[..., float]:
    """Give what a formula calls for an operator: the plain form of ours, NumPy's own of NumPy's."""
    if hasattr(ops, op):
        return TABLE[op].scalar
    vector = TABLE[op].vector
    return lambda *operands: float(vector(*operands))


def written(quantity: Quantity, count: int) -> Formula | None:
    """Write a quantity's formula of so many operands; None where it can't be written down."""
    if quantity.kind == "opaque":
        return None
    operands = [f"x{n}" for n in range(count)]
    writer = _Writer()
    try:
        last = writer.text(quantity.function(*map(name, operands)))
    except NotTraceableError:
        return None
    body = "\n    ".join([*writer.lines, f"return float({last})"])
    exec(f"def formula({', '.join(operands)}):\n    {body}\n", writer.world)
    formula: Formula = writer.world["formula"]
    return formula


_WRITTEN: WeakKeyDictionary[Quantity, dict[int, Formula]] = WeakKeyDictionary()


def alone(quantity: Quantity, count: int) -> Formula:
    """Give a quantity's formula for so many plain floats; written at the first call, then kept."""
    known = _WRITTEN.setdefault(quantity, {})
    if count not in known:
        known[count] = _safe(by_numpy(quantity.function), written(quantity, count))
    return known[count]


def by_numpy(function: Callable[..., Any]) -> Formula:
    """Give a formula as it is declared, for plain floats."""
    declared = unguarded(function)

    def run(*operands: float) -> float:
        with np.errstate(all="ignore"):  # what divides by nothing is unknown
            return declared(*operands)

    return run


def unguarded(function: Callable[..., Any]) -> Formula:
    """Give the same, for callers that have told NumPy to let it divide by nothing."""
    return lambda *operands: float(function(*map(np.float64, operands)))


def _safe(declared: Formula, formula: Formula | None) -> Formula:
    if formula is None:
        return declared

    def run(*operands: float) -> float:
        try:
            return formula(*operands)
        except (ArithmeticError, ValueError):  # plain floats divide by no zero
            return declared(*operands)

    return run
