"""What each operator is in the text of a fused kernel: lines of plain arithmetic over floats.

A rule is given the name of the result and what its operands are called; it gives lines that numba
compiles; w, q, k and r are free for it. None: it is left to NumPy, with the whole sweep. A name
that begins with v is a figure that varies; what doesn't is known, or is called nan.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

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


def plain(text: str) -> Rule:
    """Give the rule of one expression."""
    return lambda name, xs: [f"{name} = {text.format(*xs)}"]


def truth(text: str) -> Rule:
    """Give the rule of a condition: 1 or 0."""
    return plain(f"1.0 if {text} else 0.0")


def summed(text: str, known: str) -> Rule:
    """Add what all come to; `known`: what that is where an operand can't be unknown."""

    def lines(name: str, xs: Sequence[str]) -> list[str]:
        each = [(known if _is_known(x) else text).format(x) for x in xs]
        return [f"{name} = {' + '.join(['0.0', *each])}"]

    return lines


def folded(text: str, start: str = "") -> Rule:
    """Give a line for each further operand: {0} is what there is so far, {1} the operand."""

    def lines(name: str, xs: Sequence[str]) -> list[str]:
        first, rest = (start, xs) if start else (xs[0], xs[1:])
        return [f"{name} = {first}", *(f"{name} = {text.format(name, x)}" for x in rest)]

    return lines


def whole(way: str, sign: str) -> Rule:
    """Give the rule of a count rounded by a NumPy function, with its tolerance."""

    def lines(name: str, xs: Sequence[str]) -> list[str]:
        [x] = xs
        return [
            f"w = abs({x})",
            "w = 1.0 if 1.0 > w else w",  # so written, each is one instruction, and passes nan
            "w = 1e8 if 1e8 < w else w",
            f"{name} = np.{way}({x} {sign} 1e-9 * w)",
        ]

    return lines


def quotient(name: str, xs: Sequence[str]) -> list[str]:
    """Write an exact floored quotient."""
    a, b = xs
    return [f"q = np.floor({a} / {b})", f"{name} = q - (1.0 if q * {b} > {a} else 0.0)"]


def rounded(name: str, xs: Sequence[str]) -> list[str]:
    """Write a figure rounded to decimal places."""
    x, digits = xs
    return [
        f"k = 10.0 ** {digits}",
        f"r = np.floor(abs({x}) * k * {1 + LAST_DIGITS!r} + 0.5) / k",
        f"{name} = -r if {x} < 0.0 else r",
    ]


def passes(text: str, asked: int = 2) -> Rule:
    """Give what is unknown where one of the first operands is."""

    def lines(name: str, xs: Sequence[str]) -> list[str]:
        unknown = [f"{x} != {x}" for x in xs[:asked] if not _is_known(x)]
        if not unknown:
            return [f"{name} = {text.format(*xs)}"]
        return [f"{name} = nan if {' or '.join(unknown)} else ({text.format(*xs)})"]

    return lines


def least_known(name: str, xs: Sequence[str]) -> list[str]:
    """Write the least of the known operands."""
    found, known = [f"{name} = {xs[0]}"], _is_known(xs[0])
    for x in xs[1:]:
        found.append(f"w = {x} if {x} < {name} else {name}")
        found.append(f"{name} = w" if known else f"{name} = {x} if {name} != {name} else w")
        known = known or _is_known(x)
    return found


def extreme(sign: str) -> Rule:
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


POWER_OF_TWO = plain("power_of_two({0})")
"""What `exp2` is of a whole number that isn't negative: its exponent's bits, and no call."""
WHOLE = ("bit_length",)
