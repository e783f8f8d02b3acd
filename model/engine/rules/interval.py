"""What each operator makes of ranges: bounds that enclose every value within.

A range is a pair of numbers or of arrays, the least and the most. Unknown figures are outside of
it: where a rule can't bound what is known, it says (-inf, inf). Bounds are widened by what floats
are rounded by. A bound is never a value: it says what can't be, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np

from model.engine import forms

Bounds = tuple[Any, Any]
ULPS = 1e-15
"""What a result may be off by, as a share of it: floats are rounded, and powers twice."""


def wide(low: Any, high: Any) -> Bounds:
    """Widen bounds by rounding; what isn't bounded is said to be so."""
    low, high = low - ULPS * np.abs(low), high + ULPS * np.abs(high)
    return np.where(np.isnan(low), -np.inf, low), np.where(np.isnan(high), np.inf, high)


def _corners(rule: Callable[[Any, Any], Any], a: Bounds, b: Bounds) -> Bounds:
    """Bound what is monotone in each of two operands by its corners."""
    found = [rule(x, y) for x in a for y in b]
    low, high = reduce(np.minimum, found), reduce(np.maximum, found)
    return wide(low, high)


def _times(x: Any, y: Any) -> Any:
    """Multiply bounds: nothing times what isn't bounded is nothing."""
    return np.where((x == 0) | (y == 0), 0.0, x * y)


def multiply(a: Bounds, b: Bounds) -> Bounds:
    """Bound a product."""
    return _corners(_times, a, b)


def _quotient(x: Any, y: Any) -> Any:
    """Divide bounds: what isn't bounded by what isn't may be all there is between."""
    return np.where(x == 0, 0.0, x / y)


def divide(a: Bounds, b: Bounds) -> Bounds:
    """Bound a quotient."""
    low, high = _corners(_quotient, a, b)
    # inf / inf of a corner: what lies between reaches from 0 to anything
    endless = reduce(np.logical_or, [np.isinf(x) & np.isinf(y) for x in a for y in b])
    low, high = np.where(endless, -np.inf, low), np.where(endless, np.inf, high)
    through = (b[0] <= 0) & (b[1] >= 0)
    above = through & (b[0] >= 0) & (a[0] >= 0)  # known and not negative, over what is: not, too
    return np.where(through, np.where(above, 0.0, -np.inf), low), np.where(through, np.inf, high)


def rising(rule: Callable[[Any], Any]) -> Callable[[Bounds], Bounds]:
    """Bound a function that rises."""
    return lambda a: wide(rule(a[0]), rule(a[1]))


def stepping(rule: Callable[[Any], Any]) -> Callable[[Bounds], Bounds]:
    """Bound what rises by steps, exactly; endless stays endless."""
    return lambda a: (
        np.where(np.isinf(a[0]), a[0], rule(a[0])),
        np.where(np.isinf(a[1]), a[1], rule(a[1])),
    )


def whole_quotient(rule: Callable[[Any], Any]) -> Callable[[Bounds, Bounds], Bounds]:
    """Bound a rounded quotient; the operators count on what divides being above 0."""

    def run(a: Bounds, b: Bounds) -> Bounds:
        low, high = divide(a, b)
        beside = (b[0] < 0) * 2.0
        return rule(low) - beside, rule(high) + beside

    return run


def folded(rule: Callable[[Any, Any], Any], *, exact: bool = False) -> Callable[..., Bounds]:
    """Bound what rises with each of any number of operands."""

    def run(*ranges: Bounds) -> Bounds:
        low, high = ranges[0] if ranges else (0.0, 0.0)
        for one in ranges[1:]:
            low, high = rule(low, one[0]), rule(high, one[1])
        return (low, high) if exact else wide(low, high)

    return run


def truth(surely: Any, maybe: Any) -> Bounds:
    """Bound a condition."""
    return surely * 1.0, maybe * 1.0


def less(a: Bounds, b: Bounds) -> Bounds:
    """Bound `a < b`."""
    return truth(a[1] < b[0], a[0] < b[1])


def less_equal(a: Bounds, b: Bounds) -> Bounds:
    """Bound `a <= b`."""
    return truth(a[1] <= b[0], a[0] <= b[1])


def equal(a: Bounds, b: Bounds) -> Bounds:
    """Bound `a == b`."""
    surely = (a[0] == a[1]) & (b[0] == b[1]) & (a[0] == b[0])
    return truth(surely, (a[0] <= b[1]) & (b[0] <= a[1]))


def hull(a: Bounds, b: Bounds) -> Bounds:
    """Bound either of two."""
    return np.minimum(a[0], b[0]), np.maximum(a[1], b[1])


def choice(surely: Any, never: Any, a: Bounds, b: Bounds) -> Bounds:
    """Bound a choice: surely the first, never the first, or either."""
    low, high = hull(a, b)
    return (
        np.where(surely, a[0], np.where(never, b[0], low)),
        np.where(surely, a[1], np.where(never, b[1], high)),
    )


def where(c: Bounds, a: Bounds, b: Bounds) -> Bounds:
    """Bound `np.where`."""
    surely = (c[0] > 0) | (c[1] < 0)
    return choice(surely, (c[0] == 0) & (c[1] == 0), a, b)


def absolute(a: Bounds) -> Bounds:
    """Bound an absolute value."""
    one, two = np.abs(a[0]), np.abs(a[1])
    through = (a[0] <= 0) & (a[1] >= 0)
    return np.where(through, 0.0, np.minimum(one, two)), np.maximum(one, two)


def power(a: Bounds, b: Bounds) -> Bounds:
    """Bound a power; of a base that may be 0 or less nothing is known."""
    low, high = _corners(forms.power, a, b)
    sure = a[0] > 0
    return np.where(sure, low, -np.inf), np.where(sure, high, np.inf)


def at_least_known(*ranges: Bounds) -> Bounds:
    """Bound the least of those that are known: any may be the only one."""
    lows, highs = zip(*ranges, strict=True) if ranges else ((-np.inf,), (np.inf,))
    return reduce(np.minimum, lows), reduce(np.maximum, highs)


def known_total(*ranges: Bounds) -> Bounds:
    """Bound the total of those that are known: each may count as nothing."""
    low: Any = 0.0
    high: Any = 0.0
    for one in ranges:
        low, high = low + np.minimum(one[0], 0.0), high + np.maximum(one[1], 0.0)
    return wide(low, high)


def unknown_count(*ranges: Bounds) -> Bounds:
    """Bound the number of unknown operands."""
    return 0.0, float(len(ranges))


def all_met(*ranges: Bounds) -> Bounds:
    """Bound the least of checks: 0, should any be, and never above the most of them."""
    if not ranges:
        return -np.inf, np.inf
    lows, highs = zip(*ranges, strict=True)
    return np.minimum(reduce(np.minimum, lows), 0.0), reduce(np.minimum, highs)


def rounded(a: Bounds, digits: Bounds) -> Bounds:
    """Bound a rounded figure."""
    step = np.power(10.0, -digits[0])
    return wide(a[0] - step, a[1] + step)


def erlang(stations: Bounds, load: Bounds) -> Bounds:  # noqa: ARG001
    """Bound a share of lost calls."""
    return 0.0, 1.0


def quantile(mean: Bounds, level: Bounds) -> Bounds:  # noqa: ARG001
    """Bound a quantile of a Poisson distribution."""
    return 0.0, float(forms.MOST_SPARES)


def logarithm(rule: Callable[[Any], Any], least: float) -> Callable[[Bounds], Bounds]:
    """Bound a logarithm, which knows nothing below `least`."""
    return lambda a: wide(rule(np.maximum(a[0], least)), rule(np.maximum(a[1], least)))


def bits(a: Bounds) -> Bounds:
    """Bound a bit length."""
    low, high = (
        np.where(np.isinf(x), np.where(x > 0, np.inf, 0.0), forms.bit_length(x)) for x in a
    )
    return low, high


def divisor(a: Bounds, b: Bounds) -> Bounds:
    """Bound a common divisor."""
    return 0.0, np.maximum(np.maximum(np.abs(a[1]), np.abs(b[1])), np.maximum(-a[0], -b[0]))
