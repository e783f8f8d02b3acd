"""What each operator makes of differences: how its result moves when its operands do.

Two designs are compared: each operand of the second is at least that of the first (`UP`), at most
(`DOWN`), or the same (`SAME`); of `UNSURE` nothing is known. The rules say the same of the result,
and rest on the bounds that hold for the operands of both designs. They hold where both designs know
the same figures, and what they know is finite; who uses them sees to that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from model.engine.rules.interval import Bounds

Move = Literal[0, 1, -1] | None
SAME, UP, DOWN, UNSURE = 0, 1, -1, None
Rule = Callable[[Sequence[Any], Sequence[Bounds]], Any]


def joined(*moves: Any) -> Any:
    """Give how a sum moves whose parts move so."""
    some = {move for move in moves if move != SAME}
    return SAME if not some else some.pop() if len(some) == 1 else UNSURE


def opposite(move: Any) -> Any:
    """Give how the negative of something moves."""
    return UNSURE if move is UNSURE else -move


def scaled(move: Any, factor: Bounds) -> Any:
    """Give how something moves that is multiplied by a factor within bounds."""
    if move == SAME:
        return SAME
    if factor[0] >= 0:
        return move
    return opposite(move) if factor[1] <= 0 else UNSURE


def rises(moves: Sequence[Any], _: Sequence[Bounds]) -> Any:
    """Give the rule of what rises with each of its operands."""
    return joined(*moves)


def falls_with_last(moves: Sequence[Any], _: Sequence[Bounds]) -> Any:
    """Give the rule of what rises with the first operand and falls with the second."""
    return joined(moves[0], opposite(moves[1]))


def falls_with_first(moves: Sequence[Any], _: Sequence[Bounds]) -> Any:
    """Give the rule of what falls with the first operand and rises with the second."""
    return joined(opposite(moves[0]), moves[1])


def product(moves: Sequence[Any], ranges: Sequence[Bounds]) -> Any:
    """Give the rule of a product."""
    return joined(scaled(moves[0], ranges[1]), scaled(moves[1], ranges[0]))


def quotient(moves: Sequence[Any], ranges: Sequence[Bounds]) -> Any:
    """Give the rule of a / b: its difference is (a' - a) / b' - a (b' - b) / (b b')."""
    low, high = ranges[1]
    if not (low > 0 or high < 0):  # where it may be 0, the result may be unknown or endless
        return UNSURE if any(move != SAME for move in moves) else SAME
    return joined(scaled(moves[0], ranges[1]), opposite(scaled(moves[1], ranges[0])))


def whole_quotient(moves: Sequence[Any], ranges: Sequence[Bounds]) -> Any:
    """Give the rule of a rounded quotient, which counts on what divides being above 0."""
    return quotient(moves, ranges) if ranges[1][0] > 0 else unsure(moves, ranges)


def unsure(moves: Sequence[Any], _: Sequence[Bounds]) -> Any:
    """Give the rule of what is left open: it stays if all operands do."""
    return SAME if all(move == SAME for move in moves) else UNSURE


def _chosen(condition: Any, moves: Sequence[Any], ranges: Sequence[Bounds]) -> Any:
    """Give how a choice moves: the condition may turn from no to yes (UP), or from yes to no."""
    if condition == SAME:
        return joined(*moves)
    (yes_low, yes_high), (no_low, no_high) = ranges
    if yes_low >= no_high:
        return joined(condition, *moves)
    return joined(opposite(condition), *moves) if yes_high <= no_low else UNSURE


def where(moves: Sequence[Any], ranges: Sequence[Bounds]) -> Any:
    """Give the rule of `np.where`."""
    low, high = ranges[0]
    if low > 0 or high < 0:
        return moves[1]
    if low == high == 0:
        return moves[2]
    if low < 0 and moves[0] != SAME:  # what isn't 0 is true, below it as well
        return UNSURE
    return _chosen(moves[0], moves[1:], ranges[1:])


def where_less(moves: Sequence[Any], ranges: Sequence[Bounds]) -> Any:
    """Give the rule of `where_less`."""
    if ranges[0][1] < ranges[1][0]:
        return moves[2]
    if ranges[0][0] >= ranges[1][1]:
        return moves[3]
    return _chosen(joined(opposite(moves[0]), moves[1]), moves[2:], ranges[2:])


def absolute(moves: Sequence[Any], ranges: Sequence[Bounds]) -> Any:
    """Give the rule of an absolute value."""
    return scaled(moves[0], ranges[0])


def power(moves: Sequence[Any], ranges: Sequence[Bounds]) -> Any:
    """Give the rule of a power; with a base that may be 0 or less, nothing is known."""
    (low, high), exponent = ranges
    if not low > 0:
        return unsure(moves, ranges)
    by_exponent = moves[1] if low >= 1 else opposite(moves[1]) if high <= 1 else UNSURE
    return joined(scaled(moves[0], exponent), by_exponent if moves[1] != SAME else SAME)


def above(least: float) -> Rule:
    """Give the rule of what rises where it is known: above a bound."""
    return lambda moves, ranges: moves[0] if ranges[0][0] > least else unsure(moves, ranges)


def logical(moves: Sequence[Any], ranges: Sequence[Bounds]) -> Any:
    """Give the rule of `and` and `or` of truths that aren't negative."""
    negative = any(low < 0 for low, _ in ranges)
    return unsure(moves, ranges) if negative else joined(*moves)
