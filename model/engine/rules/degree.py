"""What each operator makes of degrees: whether its result grows in proportion to something.

The check of units with one more unit, of what is counted: 1 grows in proportion, 0 stays. What is
always 0 has any degree; of the rest, `NEITHER`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

NEITHER = None
ANY = "any"
"""The degree of 0."""
Rule = Callable[[Sequence[Any]], Any]


def same(degrees: Sequence[Any]) -> Any:
    """Give the degree of a sum, or of the least: that of all of them."""
    some = [degree for degree in degrees if degree != ANY]
    if not some:
        return ANY
    return (
        some[0] if all(degree is not NEITHER and degree == some[0] for degree in some) else NEITHER
    )


def product(degrees: Sequence[Any]) -> Any:
    """Add the degrees of the factors."""
    if NEITHER in degrees:
        return NEITHER
    return ANY if ANY in degrees else degrees[0] + degrees[1]


def quotient(degrees: Sequence[Any]) -> Any:
    """Subtract the degree of what divides."""
    if NEITHER in degrees or degrees[1] == ANY:
        return NEITHER
    return ANY if degrees[0] == ANY else degrees[0] - degrees[1]


def comparison(degrees: Sequence[Any]) -> Any:
    """Give the degree of what compares two of one kind: it stays."""
    return NEITHER if same(degrees) is NEITHER else 0


def choice(compared: int) -> Rule:
    """Give the rule of a choice by what so many operands come to."""

    def rule(degrees: Sequence[Any]) -> Any:
        decides = degrees[:compared]
        stays = decides[0] in (0, ANY) if compared == 1 else same(decides) is not NEITHER
        return same(degrees[compared:]) if stays else NEITHER

    return rule


def stays(degrees: Sequence[Any]) -> Any:
    """Give 0 where no operand grows."""
    return 0 if all(degree in (0, ANY) for degree in degrees) else NEITHER


def same_alone(degrees: Sequence[Any]) -> Any:
    """Give the degree of the first operand."""
    return degrees[0]
