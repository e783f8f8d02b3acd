"""A formula as a Python function of plain floats, for one design.

The formula is traced once and written as Python: NumPy takes a microsecond for each operator of
a single float. The results are those of the formula, to the last bit. What plain floats refuse,
such as a division by zero, is left to the formula itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from model.engine import ops
from model.engine.ops import TABLE
from model.engine.quantity import Quantity
from model.engine.trace import NotTraceableError, Term, name

Formula = Callable[..., float]


class PythonWriter:
    """Writes formulas as lines of Python over plain floats.

    An operator that has no expression of its own is called: exactly as the formula calls it, or in
    its plain form, which is faster and gives the same to 2 ulp.
    """

    def __init__(self, *, exact: bool) -> None:
        self.exact = exact
        self.lines: list[str] = []
        self.names: dict[str, Any] = {"nan": math.nan, "inf": math.inf, "sqrt": math.sqrt}
        self.names |= {"floor": math.floor, "gcd": math.gcd}

    def named(self, text: str) -> str:
        """Give a value a name, if it has none."""
        if text.isidentifier():
            return text
        self.lines.append(f"t{len(self.lines)} = {text}")
        return f"t{len(self.lines) - 1}"

    def text(self, term: Any, operands: Sequence[str]) -> str:
        """Write a term whose names are the numbers of these operands."""
        if not isinstance(term, Term):
            return f"({float(term)!r})"
        if term.op == "name":
            return operands[int(term.operands[0])]
        values = [self.text(operand, operands) for operand in term.operands]
        pattern = TABLE[term.op].python
        if not (pattern and values):
            self.names[term.op] = self._called(term.op)
            return f"{term.op}({', '.join(values)})"
        for n, value in enumerate(values):
            if pattern.count(f"{{{n}}}") > 1:
                values[n] = self.named(value)
        return pattern.replace("{+}", " + ".join(values)).format(*values)

    def _called(self, op: str) -> Callable[..., float]:
        operator = TABLE[op]
        if not self.exact or hasattr(ops, op):  # of ours a formula calls the plain form, too
            return operator.scalar
        return lambda *operands: float(operator.vector(*operands))


def term_of(quantity: Quantity, count: int) -> Any:
    """Give a quantity's formula over so many operands, which are named by their numbers.

    Raises
    ------
    NotTraceableError
        It is a procedure, or can't be written down.
    """
    if quantity.kind == "opaque":
        raise NotTraceableError(f"'{quantity.name}' is a procedure")
    return quantity.function(*(name(str(n)) for n in range(count)))


def compiled_formula(quantity: Quantity, count: int) -> Formula | None:
    """Compile a quantity's formula of so many operands; None where it can't be written down."""
    operands = [f"x{n}" for n in range(count)]
    writer = PythonWriter(exact=True)
    try:
        last = writer.text(term_of(quantity, count), operands)
    except NotTraceableError:
        return None
    body = "\n    ".join([*writer.lines, f"return float({last})"])
    exec(f"def formula({', '.join(operands)}):\n    {body}\n", writer.names)
    formula: Formula = writer.names["formula"]
    return formula


_FORMULAS: WeakKeyDictionary[Quantity, dict[int, Formula]] = WeakKeyDictionary()


def scalar_formula(quantity: Quantity, count: int) -> Formula:
    """Give a quantity's formula for so many plain floats; compiled at the first call, then kept."""
    known = _FORMULAS.setdefault(quantity, {})
    if count not in known:
        known[count] = _safe(by_numpy(quantity.function), compiled_formula(quantity, count))
    return known[count]


def by_numpy(function: Callable[..., Any]) -> Formula:
    """Give a formula as it is declared, for plain floats."""

    def run(*operands: float) -> float:
        with np.errstate(all="ignore"):  # what divides by nothing is unknown
            return float(function(*map(np.float64, operands)))

    return run


def computed(function: Callable[..., Any], operands: Sequence[float]) -> float:
    """Compute a formula, for callers that have told NumPy to let it divide by nothing.

    Plain floats are faster than NumPy's, which take over where plain ones refuse.
    """
    try:
        return float(function(*operands))
    except (ArithmeticError, ValueError):  # plain floats divide by no zero
        return float(function(*map(np.float64, operands)))


def _safe(declared: Formula, formula: Formula | None) -> Formula:
    if formula is None:
        return declared

    def run(*operands: float) -> float:
        try:
            return formula(*operands)
        except (ArithmeticError, ValueError):  # plain floats divide by no zero
            return declared(*operands)

    return run
