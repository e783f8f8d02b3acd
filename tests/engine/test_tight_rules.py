"""The rules of operators say no less than they can: a bound that is loose excludes no design."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from model.engine import forms
from model.engine.ops import TABLE
from model.engine.rules import degree, interval, sign
from model.engine.rules.table import RULES

UP, DOWN, SAME, UNSURE = sign.UP, sign.DOWN, sign.SAME, sign.UNSURE
ANY, NEITHER = degree.ANY, degree.NEITHER
INF = np.inf
EXACT = {
    **dict.fromkeys(("add", "subtract", "multiply", "minimum", "maximum", "pieces"), 2),
    **dict.fromkeys(("less", "less_equal", "greater", "greater_equal", "equal", "at_least"), 2),
    **dict.fromkeys(("logical_and", "logical_or"), 2),
    **dict.fromkeys(("negative", "absolute", "exp", "exp2", "expm1", "whole_up", "whole_down"), 1),
    **dict.fromkeys(("where", "total", "least"), 3),
    "where_less": 4,
}
"""Operators whose bounds are reached at whole numbers of a box of whole numbers, by operands."""
ABOVE_0 = {"sqrt": 1, "log": 1, "log1p": 1, "power": 2, "bit_length": 1}
"""The same where all operands are above 0."""


def _boxes(count: int, first: int, last: int) -> Iterator[tuple[tuple[int, int], ...]]:
    ends = [(a, b) for a in range(first, last + 1) for b in range(a, last + 1)]
    yield from product(ends, repeat=count)


def _is_reached(op: str, box: tuple[tuple[int, int], ...]) -> bool:
    points = np.array(list(product(*(range(a, b + 1) for a, b in box))), float).T
    with np.errstate(all="ignore"):
        values = np.asarray(TABLE[op].vector(*points), float)
        low, high = RULES[op].bounds(*((float(a), float(b)) for a, b in box))
    ends = values.min(), values.max()
    return bool(np.allclose((float(low), float(high)), ends, rtol=1e-12, atol=0.0))


@pytest.mark.parametrize("op", EXACT)
def test_bounds_are_reached(op: str) -> None:
    reach = 2 if EXACT[op] < 3 else 1
    loose = [box for box in _boxes(EXACT[op], -reach, reach) if not _is_reached(op, box)]
    assert loose == []


@pytest.mark.parametrize("op", ABOVE_0)
def test_bounds_of_what_is_above_0_are_reached(op: str) -> None:
    assert [box for box in _boxes(ABOVE_0[op], 1, 4) if not _is_reached(op, box)] == []


def test_bounds_of_quotients_are_reached() -> None:
    for a in _boxes(1, -2, 2):
        divisors = [*_boxes(1, 1, 3), *_boxes(1, -3, -1)]
        assert [b for b in divisors if not _is_reached("divide", a + b)] == [], a


@pytest.mark.parametrize(
    ("op", "ranges", "bounds"),
    [
        ("divide", [(1, 2), (0, 4)], (0, INF)),
        ("divide", [(0, 2), (0, 0)], (0, INF)),
        ("divide", [(-1, 2), (0, 4)], (-INF, INF)),
        ("divide", [(1, 2), (-1, 4)], (-INF, INF)),
        ("divide", [(1, 2), (-4, 0)], (-INF, INF)),
        ("divide", [(1, INF), (1, INF)], (-INF, INF)),
        ("divide", [(1, 8), (2, INF)], (0, 4)),
        ("divide", [(2, INF), (1, 2)], (1, INF)),
        ("divide", [(0, 0), (1, INF)], (0, 0)),
        ("multiply", [(0, INF), (0, 0)], (0, 0)),
        ("multiply", [(0, 1), (2, INF)], (0, INF)),
        ("multiply", [(-1, 1), (2, INF)], (-INF, INF)),
        ("power", [(0, 2), (1, 2)], (-INF, INF)),
        ("power", [(-1, 2), (1, 2)], (-INF, INF)),
        ("sqrt", [(-4, 9)], (0, 3)),
        ("sqrt", [(4, INF)], (2, INF)),
        ("log", [(-1, 1)], (-INF, 0)),
        ("log1p", [(-2, 0)], (-INF, 0)),
        ("whole_up", [(-INF, 1.5)], (-INF, 2)),
        ("whole_down", [(1.5, INF)], (1, INF)),
        ("rounded", [(1.26, 2.34), (1, 1)], (1.16, 2.44)),
        ("rounded", [(100, 200), (-1, -1)], (90, 210)),
        ("bit_length", [(0, 255)], (0, 8)),
        ("bit_length", [(-INF, INF)], (0, INF)),
        ("common_divisor", [(4, 6), (8, 9)], (0, 9)),
        ("common_divisor", [(-12, 6), (8, 9)], (0, 12)),
        ("common_divisor", [(4, 6), (-10, 9)], (0, 10)),
        ("erlang_b", [(1, 9), (1, 9)], (0, 1)),
        ("poisson_quantile", [(1, 9), (0, 1)], (0, forms.MOST_SPARES)),
        ("otherwise", [(1, 2), (4, 5)], (1, 5)),
        ("least_known", [(1, 4), (3, 9)], (1, 9)),
        ("least_known", [], (-INF, INF)),
        ("all_met", [(1, 1), (0, 1)], (0, 1)),
        ("all_met", [(1, 1), (0, 0)], (0, 0)),
        ("all_met", [], (-INF, INF)),
        ("known_total", [(1, 2), (3, 4)], (0, 6)),
        ("known_total", [(-1, 2), (-4, -3)], (-5, 2)),
        ("known_total", [], (0, 0)),
        ("unknown_count", [(1, 2), (3, 4)], (0, 2)),
        ("unknown_count", [], (0, 0)),
        ("total", [], (0, 0)),
        ("floor_quotient", [(1, 9), (2, 2)], (0, 4)),
        ("ceil_quotient", [(1, 9), (2, 2)], (1, 5)),
        ("floor_quotient", [(5, 9), (-2, -2)], (-7, -1)),
        ("ceil_quotient", [(5, 9), (-2, -2)], (-6, 0)),
    ],
)
def test_bounds(op: str, ranges: list[tuple[float, float]], bounds: tuple[float, float]) -> None:
    with np.errstate(all="ignore"):
        found = RULES[op].bounds(*((np.float64(a), np.float64(b)) for a, b in ranges))
    assert [float(end) for end in found] == pytest.approx(bounds, rel=1e-12, abs=0.0)


def test_bounds_are_wider_than_rounding_alone() -> None:
    """By a share of what they are; what isn't a number bounds nothing."""
    low, high = interval.wide(np.float64(-4.0), np.float64(8.0))
    assert -4.0 - 1e-14 < low < -4.0
    assert 8.0 < high < 8.0 + 1e-14
    assert interval.wide(np.float64(np.nan), np.float64(np.nan)) == (-INF, INF)


P, N, Z = (1.0, 2.0), (-2.0, -1.0), (-1.0, 1.0)
"""Above 0, below 0, and through it."""
NO, YES, MAYBE = (0.0, 0.0), (1.0, 1.0), (0.0, 1.0)


@pytest.mark.parametrize(
    ("op", "moves", "ranges", "says"),
    [
        ("add", [UP, SAME], [P, P], UP),
        ("add", [UP, DOWN], [P, P], UNSURE),
        ("add", [SAME, SAME], [P, P], SAME),
        ("add", [UNSURE, UP], [P, P], UNSURE),
        ("subtract", [UP, DOWN], [P, P], UP),
        ("subtract", [SAME, UP], [P, P], DOWN),
        ("less", [UP, SAME], [P, P], DOWN),
        ("less", [SAME, UP], [P, P], UP),
        ("greater", [UP, DOWN], [P, P], UP),
        ("at_least", [SAME, UP], [P, P], DOWN),
        ("equal", [UP, SAME], [P, P], UNSURE),
        ("equal", [SAME, SAME], [P, P], SAME),
        ("negative", [UP], [P], DOWN),
        ("negative", [UNSURE], [P], UNSURE),
        ("multiply", [UP, SAME], [P, P], UP),
        ("multiply", [UP, SAME], [P, N], DOWN),
        ("multiply", [UP, SAME], [P, Z], UNSURE),
        ("multiply", [UP, SAME], [P, (0.0, 1.0)], UP),
        ("multiply", [UP, SAME], [P, (-1.0, 0.0)], DOWN),
        ("multiply", [SAME, UP], [N, Z], DOWN),
        ("multiply", [UP, UP], [P, P], UP),
        ("multiply", [UP, DOWN], [P, P], UNSURE),
        ("multiply", [SAME, SAME], [Z, Z], SAME),
        ("divide", [UP, DOWN], [P, P], UP),
        ("divide", [SAME, UP], [N, P], UP),
        ("divide", [SAME, UP], [Z, P], UNSURE),
        ("floor_quotient", [UP, DOWN], [P, P], UP),
        ("floor_quotient", [UP, SAME], [P, N], UNSURE),
        ("ceil_quotient", [SAME, UP], [P, P], DOWN),
        ("ceil_quotient", [SAME, UP], [P, (0.0, 1.0)], UNSURE),
        ("absolute", [UP], [P], UP),
        ("absolute", [UP], [N], DOWN),
        ("absolute", [UP], [Z], UNSURE),
        ("power", [UP, SAME], [P, P], UP),
        ("power", [UP, SAME], [P, N], DOWN),
        ("power", [SAME, UP], [P, P], UP),
        ("power", [SAME, UP], [(0.5, 1.0), P], DOWN),
        ("power", [SAME, UP], [(0.5, 2.0), P], UNSURE),
        ("power", [UP, SAME], [(0.0, 2.0), P], UNSURE),
        ("power", [SAME, SAME], [(0.0, 2.0), P], SAME),
        ("sqrt", [UP], [(0.0, 1.0)], UP),
        ("sqrt", [UP], [Z], UNSURE),
        ("log", [UP], [P], UP),
        ("log", [UP], [(0.0, 1.0)], UNSURE),
        ("log1p", [UP], [(-0.5, 1.0)], UP),
        ("log1p", [UP], [Z], UNSURE),
        ("where", [UNSURE, UP, DOWN], [P, P, P], UP),
        ("where", [UNSURE, UP, DOWN], [N, P, P], UP),
        ("where", [UNSURE, UP, DOWN], [NO, P, P], DOWN),
        ("where", [SAME, UP, UP], [MAYBE, P, P], UP),
        ("where", [SAME, UP, DOWN], [MAYBE, P, P], UNSURE),
        ("where", [UP, SAME, SAME], [MAYBE, (2.0, 3.0), P], UP),
        ("where", [UP, SAME, SAME], [MAYBE, (0.0, 1.0), P], DOWN),
        ("where", [UP, SAME, SAME], [MAYBE, P, P], UNSURE),
        ("where", [DOWN, SAME, SAME], [MAYBE, (2.0, 3.0), P], DOWN),
        ("where", [UP, SAME, SAME], [Z, (2.0, 3.0), P], UNSURE),
        ("where", [SAME, UP, UP], [Z, P, P], UP),
        ("where_less", [UNSURE, SAME, UP, DOWN], [(1, 2), (3, 4), P, P], UP),
        ("where_less", [UNSURE, SAME, UP, DOWN], [(3, 4), (1, 3), P, P], DOWN),
        ("where_less", [SAME, SAME, UP, UP], [(1, 2), (2, 4), P, P], UP),
        ("where_less", [UP, SAME, SAME, SAME], [(1, 3), (2, 4), (2, 3), P], DOWN),
        ("where_less", [SAME, UP, SAME, SAME], [(1, 3), (2, 4), (2, 3), P], UP),
        ("where_less", [SAME, UP, SAME, SAME], [(1, 3), (2, 4), P, P], UNSURE),
        ("logical_and", [UP, SAME], [MAYBE, YES], UP),
        ("logical_or", [UP, DOWN], [MAYBE, MAYBE], UNSURE),
        ("logical_or", [UP, SAME], [Z, YES], UNSURE),
        ("rounded", [UP, SAME], [P, P], UP),
        ("rounded", [SAME, UP], [P, P], UNSURE),
        ("whole_up", [DOWN], [P], DOWN),
        ("unknown_count", [UP, UP], [P, P], SAME),
        ("erlang_b", [UP, SAME], [P, P], UNSURE),
        ("otherwise", [UP, SAME], [P, P], UP),
        ("all_met", [UP, SAME], [MAYBE, YES], UP),
    ],
)
def test_moves(
    op: str, moves: list[sign.Move], ranges: list[interval.Bounds], says: object
) -> None:
    assert RULES[op].move(moves, ranges) == says


@pytest.mark.parametrize(
    ("op", "degrees", "says"),
    [
        ("add", [1, 1], 1),
        ("add", [1, 0], NEITHER),
        ("add", [ANY, 1], 1),
        ("add", [ANY, ANY], ANY),
        ("add", [NEITHER, NEITHER], NEITHER),
        ("add", [1, NEITHER], NEITHER),
        ("multiply", [1, 1], 2),
        ("multiply", [0, 1], 1),
        ("multiply", [ANY, 1], ANY),
        ("multiply", [NEITHER, 1], NEITHER),
        ("multiply", [NEITHER, ANY], NEITHER),
        ("divide", [1, 1], 0),
        ("divide", [0, 1], -1),
        ("divide", [ANY, 1], ANY),
        ("divide", [1, ANY], NEITHER),
        ("divide", [NEITHER, 1], NEITHER),
        ("less", [1, 1], 0),
        ("less", [1, 0], NEITHER),
        ("less", [ANY, 1], 0),
        ("where", [0, 1, 1], 1),
        ("where", [ANY, 1, ANY], 1),
        ("where", [1, 1, 1], NEITHER),
        ("where", [0, 1, 0], NEITHER),
        ("where_less", [1, 1, 2, 2], 2),
        ("where_less", [1, 0, 2, 2], NEITHER),
        ("where_less", [0, 0, 2, 1], NEITHER),
        ("sqrt", [0], 0),
        ("sqrt", [ANY], 0),
        ("sqrt", [1], NEITHER),
        ("power", [0, 1], NEITHER),
        ("negative", [3], 3),
        ("unknown_count", [1, NEITHER], 0),
        ("least_known", [1, 1], 1),
    ],
)
def test_degrees(op: str, degrees: list[object], says: object) -> None:
    assert RULES[op].growth(degrees) == says
