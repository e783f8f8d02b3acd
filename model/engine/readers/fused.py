"""What each operator is in the text of a fused kernel: lines of plain arithmetic over floats.

A rule is given the name of the result and what its operands are called; it gives lines that numba
compiles; w, q, k and r are free for it. None: it is left to NumPy, with the whole sweep. A name
that begins with v is a figure that varies; what doesn't is known, or is called nan.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from model.engine.forms import LAST_DIGITS

Rule = Callable[[str, Sequence[str]], list[str]]

CALLS = ("exp2", "power", "common_divisor")
"""Operators that call a library: each has a loop of its own, so that the others stay vectors."""
HEAD = """import math

import numpy as np
from numba import njit

nan = math.nan


@njit(error_model="numpy")
def bit_length(x):
    exponent = float((np.float64(x).view(np.int64) >> 52) - 1022)
    return x if x != x else (0.0 if x < 1.0 or x == math.inf else exponent)


@njit(error_model="numpy")
def power_of_two(x):
    found = np.int64(((np.int64(x) if x == x else 0) + 1023) << 52).view(np.float64)
    return x if x != x else found


@njit(error_model="numpy")
def common_divisor(x, y):
    if not (abs(x) < 1e18 and abs(y) < 1e18):
        return nan
    a, b = int(abs(x)), int(abs(y))
    while b:
        a, b = b, a % b
    return float(a)
"""


def _is_known(x: str) -> bool:
    return x[0] not in "vn"


def _plain(text: str) -> Rule:
    return lambda name, xs: [f"{name} = {text.format(*xs)}"]


def _truth(text: str) -> Rule:
    return _plain(f"1.0 if {text} else 0.0")


def _summed(text: str, known: str) -> Rule:
    """Add what all come to; `known`: what that is where an operand can't be unknown."""

    def lines(name: str, xs: Sequence[str]) -> list[str]:
        each = [(known if _is_known(x) else text).format(x) for x in xs]
        return [f"{name} = {' + '.join(['0.0', *each])}"]

    return lines


def _folded(text: str, start: str = "") -> Rule:
    """Give a line for each further operand: {0} is what there is so far, {1} the operand."""

    def lines(name: str, xs: Sequence[str]) -> list[str]:
        first, rest = (start, xs) if start else (xs[0], xs[1:])
        return [f"{name} = {first}", *(f"{name} = {text.format(name, x)}" for x in rest)]

    return lines


def _whole(way: str, sign: str) -> Rule:
    def lines(name: str, xs: Sequence[str]) -> list[str]:
        [x] = xs
        return [
            f"w = abs({x})",
            "w = 1.0 if 1.0 > w else w",  # so written, each is one instruction, and passes nan
            "w = 1e8 if 1e8 < w else w",
            f"{name} = np.{way}({x} {sign} 1e-9 * w)",
        ]

    return lines


def _quotient(name: str, xs: Sequence[str]) -> list[str]:
    a, b = xs
    return [f"q = np.floor({a} / {b})", f"{name} = q - (1.0 if q * {b} > {a} else 0.0)"]


def _rounded(name: str, xs: Sequence[str]) -> list[str]:
    x, digits = xs
    return [
        f"k = 10.0 ** {digits}",
        f"r = np.floor(abs({x}) * k * {1 + LAST_DIGITS!r} + 0.5) / k",
        f"{name} = -r if {x} < 0.0 else r",
    ]


def _passes(text: str, asked: int = 2) -> Rule:
    """Give what is unknown where one of the first operands is."""

    def lines(name: str, xs: Sequence[str]) -> list[str]:
        unknown = [f"{x} != {x}" for x in xs[:asked] if not _is_known(x)]
        if not unknown:
            return [f"{name} = {text.format(*xs)}"]
        return [f"{name} = nan if {' or '.join(unknown)} else ({text.format(*xs)})"]

    return lines


def _least_known(name: str, xs: Sequence[str]) -> list[str]:
    found, known = [f"{name} = {xs[0]}"], _is_known(xs[0])
    for x in xs[1:]:
        found.append(f"w = {x} if {x} < {name} else {name}")
        found.append(f"{name} = w" if known else f"{name} = {x} if {name} != {name} else w")
        known = known or _is_known(x)
    return found


def _extreme(sign: str) -> Rule:
    """Give the least or the most of all; of equals the first, and what is unknown passes."""

    def lines(name: str, xs: Sequence[str]) -> list[str]:
        found = [f"{name} = {xs[0]}"]
        for x in xs[1:]:
            found.append(f"w = {x} if {x} {sign} {name} else {name}")
            found.append(f"{name} = w" if _is_known(x) else f"{name} = {x} if {x} != {x} else w")
        return found

    return lines


def literal(value: float) -> str | None:
    """Write a figure into the text, if a compiler saves work where it knows it; else None."""
    if value != value:
        return "nan"
    if value == 0.0 or (abs(value) < 1e18 and abs(math.frexp(value)[0]) == 0.5):
        return f"({value!r})"
    return None


POWER_OF_TWO = _plain("power_of_two({0})")
"""What `exp2` is of a whole number that isn't negative: its exponent's bits, and no call."""
WHOLE = ("bit_length",)
RULES: Mapping[str, Rule | None] = {
    "add": _folded("{0} + {1}"),
    "subtract": _plain("{0} - {1}"),
    "multiply": _plain("{0} * {1}"),
    "divide": _plain("{0} / {1}"),
    "less": _truth("{0} < {1}"),
    "less_equal": _truth("{0} <= {1}"),
    "greater": _truth("{0} > {1}"),
    "greater_equal": _truth("{0} >= {1}"),
    "equal": _truth("{0} == {1}"),
    "negative": _plain("-{0}"),
    "power": _passes("{0} ** {1}"),
    "absolute": _plain("abs({0})"),
    "sqrt": _plain("math.sqrt({0})"),
    "exp": None,
    "exp2": _plain("np.exp2({0})"),
    "log": None,
    "expm1": None,
    "log1p": None,
    "minimum": _extreme("<"),
    "maximum": _extreme(">"),
    "where": _plain("{1} if {0} != 0.0 else {2}"),
    "where_less": _passes("{2} if {0} < {1} else {3}"),
    "logical_and": _truth("({0} != 0.0 and {1} != 0.0)"),
    "logical_or": _truth("({0} != 0.0 or {1} != 0.0)"),
    "floor_quotient": _quotient,
    "ceil_quotient": lambda name, xs: [
        *_quotient(name, xs),
        f"{name} = {name} + (1.0 if {name} * {xs[1]} < {xs[0]} else 0.0)",
    ],
    "whole_up": _whole("ceil", "-"),
    "whole_down": _whole("floor", "+"),
    "rounded": _rounded,
    "bit_length": _plain("bit_length({0})"),
    "common_divisor": _plain("common_divisor({0}, {1})"),
    "erlang_b": None,
    "poisson_quantile": None,
    "otherwise": _plain("{1} if {0} != {0} else {0}"),
    "pieces": _plain("0.0 if {0} == 0.0 else {0} * {1}"),
    "at_least": _passes("1.0 if {0} >= {1} else 0.0"),
    "total": _summed("{0}", "{0}"),
    "least": _extreme("<"),
    "least_known": _least_known,
    "all_met": _folded(
        "0.0 if ({0} == 0.0 or {1} == 0.0) else ({0} if ({0} <= {1} or {0} != {0}) else {1})", "1.0"
    ),
    "known_total": _summed("(0.0 if {0} != {0} else {0})", "{0}"),
    "unknown_count": _summed("(1.0 if {0} != {0} else 0.0)", "0.0"),
}
"""The lines of each operator, or None where NumPy and a C library needn't agree to the bit."""
