"""The operators that neither NumPy nor Python has, for arrays and for plain floats (`plain_…`).

Both forms give the same, to 2 ulp. Unknown is NaN, and passes where a sheet shows #N/A.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

TOLERANCE = 1e-9
"""Relative forgiveness of `whole_up` and `whole_down`; never more than 0.1."""
_LIMIT = 1e8


def whole_up(x: Any) -> Any:
    """Compute `whole_up` over arrays."""
    return np.ceil(x - TOLERANCE * np.minimum(_LIMIT, np.maximum(1.0, np.abs(x))))


def whole_down(x: Any) -> Any:
    """Compute `whole_down` over arrays."""
    return np.floor(x + TOLERANCE * np.minimum(_LIMIT, np.maximum(1.0, np.abs(x))))


def plain_whole_up(x: float) -> float:
    """Compute `whole_up` of floats."""
    forgiven = TOLERANCE * min(_LIMIT, max(1.0, abs(x)))
    return float(math.ceil(x - forgiven)) if math.isfinite(x) else x


def plain_whole_down(x: float) -> float:
    """Compute `whole_down` of floats."""
    forgiven = TOLERANCE * min(_LIMIT, max(1.0, abs(x)))
    return float(math.floor(x + forgiven)) if math.isfinite(x) else x


def floor_quotient(a: Any, b: Any) -> Any:
    """Compute `floor_quotient` over arrays."""
    q = np.floor(a / b)
    return q - (q * b > a)


def ceil_quotient(a: Any, b: Any) -> Any:
    """Compute `ceil_quotient` over arrays."""
    q = np.floor(a / b)
    q = q - (q * b > a)
    return q + (q * b < a)


LAST_DIGITS = 2e-15
"""Relative error of products of decimals: what is a half but for it is rounded as a half."""


def rounded(x: Any, digits: Any) -> Any:
    """Compute `rounded` over arrays."""
    steps = np.power(10.0, digits)
    return np.sign(x) * (np.floor(np.abs(x) * steps * (1 + LAST_DIGITS) + 0.5) / steps)


def plain_rounded(x: float, digits: float) -> float:
    """Compute `rounded` of floats."""
    if not (math.isfinite(x) and math.isfinite(digits)):
        return math.nan
    steps = float(np.power(10.0, digits))
    scaled = abs(x) * steps * (1 + LAST_DIGITS) + 0.5
    return math.copysign(math.floor(scaled) / steps if scaled < math.inf else math.inf, x)


def plain_floor_quotient(a: float, b: float) -> float:
    """Compute `floor_quotient` of floats."""
    q = a / b
    if not math.isfinite(q):
        return math.nan
    q = float(math.floor(q))
    return q - 1.0 if q * b > a else q


def plain_ceil_quotient(a: float, b: float) -> float:
    """Compute `ceil_quotient` of floats."""
    q = plain_floor_quotient(a, b)
    return q + 1.0 if q * b < a else q


def bit_length(x: Any) -> Any:
    """Compute `bit_length` over arrays."""
    whole = np.asarray(x, float)
    return np.where(np.isnan(whole), whole, np.where(whole < 1.0, 0.0, np.frexp(whole)[1] * 1.0))


def plain_bit_length(x: float) -> float:
    """Compute `bit_length` of floats."""
    if not math.isfinite(x):
        return x if math.isnan(x) else 0.0
    return float(max(0, int(x)).bit_length())


def common_divisor(x: Any, y: Any) -> Any:
    """Compute `common_divisor` over arrays."""
    known = np.isfinite(x) & np.isfinite(y)
    one, other = (np.where(known, figure, 1.0).astype(np.int64) for figure in (x, y))
    return np.where(known, np.gcd(one, other) * 1.0, np.nan)


def plain_common_divisor(x: float, y: float) -> float:
    """Compute `common_divisor` of floats."""
    known = math.isfinite(x) and math.isfinite(y)
    return float(math.gcd(int(x), int(y))) if known else math.nan


def erlang_b(stations: Any, load: Any) -> Any:
    """Compute `erlang_b` over arrays: by recursion, so that no factorial overflows."""
    known = np.isfinite(stations) & np.isfinite(load)
    whole, offered = (np.where(known, x, 1.0) for x in (stations, load))
    lost = np.ones(np.shape(whole))
    for n in range(1, int(np.max(whole, initial=0.0)) + 1):
        lost = np.where(n <= whole, offered * lost / (n + offered * lost), lost)
    return np.where(known, lost, np.nan)


def plain_erlang_b(stations: float, load: float) -> float:
    """Compute `erlang_b` of floats."""
    if not (math.isfinite(stations) and math.isfinite(load)):
        return math.nan
    lost = 1.0
    for n in range(1, int(stations) + 1):
        lost = load * lost / (n + load * lost)
    return lost


LEAST_CHANCE = -700.0
"""The logarithm of what counts as no chance at all: floats end there."""
MOST_SPARES = 9999
"""The most that `poisson_quantile` counts to; what needs more is unknown."""


def plain_poisson_quantile(mean: float, level: float) -> float:
    """Compute `poisson_quantile` of floats."""
    if not (math.isfinite(mean) and math.isfinite(level)):
        return math.nan
    log_mean = math.log(mean) if mean > 0 else -math.inf
    reached = 0.0
    for n in range(MOST_SPARES):
        log_chance = (n * log_mean if n else 0.0) - mean - math.lgamma(n + 1)
        reached += math.exp(log_chance) if log_chance > LEAST_CHANCE else 0.0
        if reached >= level:
            return float(n)
        if not mean:
            break
    return math.nan


poisson_quantile = np.vectorize(plain_poisson_quantile, otypes=[float])
"""Compute `poisson_quantile` over arrays."""


def otherwise(x: Any, y: Any) -> Any:
    """Compute `otherwise` over arrays."""
    return np.where(np.isnan(x), y, x)


def pieces(count: Any, figure: Any) -> Any:
    """Compute `pieces` over arrays."""
    return np.where(np.equal(count, 0.0), 0.0, count * figure)


def at_least(x: Any, y: Any) -> Any:
    """Compute `at_least` over arrays."""
    return np.where(np.isnan(x) | np.isnan(y), np.nan, np.greater_equal(x, y) * 1.0)


def where_less(a: Any, b: Any, x: Any, y: Any) -> Any:
    """Compute `where_less` over arrays."""
    return np.where(np.isnan(a) | np.isnan(b), np.nan, np.where(np.less(a, b), x, y))


def total(*xs: Any) -> Any:
    """Compute `total` over arrays."""
    result: Any = 0.0
    for x in xs:
        result = result + x
    return result


def least(*xs: Any) -> Any:
    """Compute `least` over arrays."""
    result = xs[0]
    for x in xs[1:]:
        result = np.minimum(result, x)
    return result


def least_known(*xs: Any) -> Any:
    """Compute `least_known` over arrays."""
    result: Any = np.nan
    for x in xs:
        result = np.fmin(result, x)
    return result


def all_met(*xs: Any) -> Any:
    """Compute `all_met` over arrays."""
    result: Any = 1.0 if xs else np.nan
    for x in xs:
        result = np.where(np.equal(result, 0.0) | np.equal(x, 0.0), 0.0, np.minimum(result, x))
    return result


def plain_all_met(*xs: float) -> float:
    """Compute `all_met` of floats."""
    return 0.0 if 0.0 in xs else plain_least(*xs) if xs else math.nan


def known_total(*xs: Any) -> Any:
    """Compute `known_total` over arrays."""
    return total(*(otherwise(x, 0.0) for x in xs))


def unknown_count(*xs: Any) -> Any:
    """Compute `unknown_count` over arrays."""
    return total(*(np.isnan(x) * 1.0 for x in xs))


def plain_least(*xs: float) -> float:
    """Compute `least` of floats."""
    return math.nan if any(x != x for x in xs) else min(xs)


def plain_where(condition: Any, x: float, y: float) -> float:
    """Compute `where` of floats."""
    return x if condition else y


def power(x: Any, y: Any) -> Any:
    """Compute `power` over arrays."""
    return np.where(np.isnan(x) | np.isnan(y), np.nan, np.power(x, y))


def plain_power(x: float, y: float) -> float:
    """Compute `power` of floats."""
    return math.nan if x != x or y != y else float(np.power(x, y))


def plain_log(x: float) -> float:
    """Compute `log` of floats."""
    return math.log(x) if x > 0 else (-math.inf if x == 0 else math.nan)
