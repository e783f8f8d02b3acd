"""What each operator makes of degrees: whether its result grows in proportion to something.

The check of units with one more unit, of what is counted: 1 grows in proportion, 0 stays. What is
always 0 has any degree; of the rest, `NEITHER`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

NEITHER = None
ANY = "any"
"""The degree of 0."""
Rule = Callable[[Sequence[Any]], Any]


def _same(degrees: Sequence[Any]) -> Any:
    """Give the degree of a sum, or of the least: that of all of them."""
    some = [degree for degree in degrees if degree != ANY]
    if not some:
        return ANY
    return (
        some[0] if all(degree is not NEITHER and degree == some[0] for degree in some) else NEITHER
    )


def _product(degrees: Sequence[Any]) -> Any:
    if NEITHER in degrees:
        return NEITHER
    return ANY if ANY in degrees else degrees[0] + degrees[1]


def _quotient(degrees: Sequence[Any]) -> Any:
    if NEITHER in degrees or degrees[1] == ANY:
        return NEITHER
    return ANY if degrees[0] == ANY else degrees[0] - degrees[1]


def _comparison(degrees: Sequence[Any]) -> Any:
    """Give the degree of what compares two of one kind: it stays."""
    return NEITHER if _same(degrees) is NEITHER else 0


def _choice(compared: int) -> Rule:
    """Give the rule of a choice by what so many operands come to."""

    def rule(degrees: Sequence[Any]) -> Any:
        decides = degrees[:compared]
        stays = decides[0] in (0, ANY) if compared == 1 else _same(decides) is not NEITHER
        return _same(degrees[compared:]) if stays else NEITHER

    return rule


def _stays(degrees: Sequence[Any]) -> Any:
    return 0 if all(degree in (0, ANY) for degree in degrees) else NEITHER


def _same_alone(degrees: Sequence[Any]) -> Any:
    return degrees[0]


RULES: Mapping[str, Rule] = {
    "add": _same,
    "subtract": _same,
    "multiply": _product,
    "divide": _quotient,
    "less": _comparison,
    "less_equal": _comparison,
    "greater": _comparison,
    "greater_equal": _comparison,
    "equal": _comparison,
    "negative": _same_alone,
    "power": _stays,
    "absolute": _same_alone,
    "sqrt": _stays,
    "exp": _stays,
    "exp2": _stays,
    "log": _stays,
    "expm1": _stays,
    "log1p": _stays,
    "minimum": _same,
    "maximum": _same,
    "where": _choice(1),
    "where_less": _choice(2),
    "logical_and": _stays,
    "logical_or": _stays,
    "floor_quotient": _comparison,
    "ceil_quotient": _comparison,
    "whole_up": _stays,
    "whole_down": _stays,
    "rounded": _stays,
    "bit_length": _stays,
    "common_divisor": _stays,
    "erlang_b": _stays,
    "poisson_quantile": _stays,
    "otherwise": _same,
    "pieces": _product,
    "at_least": _comparison,
    "total": _same,
    "least": _same,
    "least_known": _same,
    "all_met": _stays,
    "known_total": _same,
    "unknown_count": lambda degrees: 0,  # noqa: ARG005  # whatever grows, it stays as known
}
"""The rule of each operator: from the degrees of its operands to that of its result."""
