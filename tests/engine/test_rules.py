"""What each operator makes of ranges, differences and degrees is never contradicted by samples."""

import numpy as np
import pytest

from model.engine.ops import TABLE
from model.engine.rules import degree, sign
from model.engine.rules.table import RULES

ALL = sorted(TABLE)
POINTS = 10_000
MANY = ("total", "least", "least_known", "all_met", "known_total", "unknown_count")
THREE = ("where",)
FOUR = ("where_less",)
ONE = (
    *("negative", "absolute", "sqrt", "exp", "exp2", "log", "expm1", "log1p", "bit_length"),
    *("whole_up", "whole_down"),
)
WHOLE = ("common_divisor", "erlang_b", "bit_length")
"""Operators on whole numbers."""


def _operands(op):
    return 1 if op in ONE else 3 if op in (*THREE, *MANY) else 4 if op in FOUR else 2


def _box(op, rng, boxes):
    """Give bounds of the operands of so many boxes: wide and narrow, of any sign, with zeros."""
    count = _operands(op)
    scale = 10.0 ** rng.integers(-2, 4, (count, boxes))
    centre = rng.normal(size=(count, boxes)) * scale
    width = (
        np.abs(rng.normal(size=(count, boxes)))
        * scale
        * rng.choice([0.0, 0.1, 2.0], (count, boxes))
    )
    if op in ("exp", "exp2", "expm1", "power"):
        centre, width = np.clip(centre, -6, 6), np.clip(width, 0, 4)
    low, high = centre - width, centre + width
    positive = rng.random((count, boxes)) < 0.5
    low, high = (
        np.where(positive, np.abs(low), low),
        np.where(positive, np.abs(low) + 2 * width, high),
    )
    if op in (*WHOLE, "poisson_quantile", "rounded"):
        low, high = np.abs(np.round(low)) + 1, np.abs(np.round(low)) + 1 + np.round(2 * width)
    if op == "erlang_b":
        low, high = np.minimum(low, 40), np.minimum(high, 60)
    if op == "poisson_quantile":
        low, high = np.minimum(low, 9), np.minimum(high, 12)
        low[1], high[1] = 0.2, 0.9
    if op == "rounded":
        low[1], high[1] = 0, rng.integers(0, 3, boxes)
    if op in ("where", "logical_and", "logical_or", "all_met"):
        truths = slice(0, 1) if op == "where" else slice(None)
        some = rng.random(low[truths].shape)
        low[truths], high[truths] = (some > 0.7) * 1.0, (some > 0.3) * 1.0
    return low, high


def _within(op, low, high, rng, points):
    """Give points of the boxes, their corners among them."""
    share = rng.random((low.shape[0], points, low.shape[1]))
    share = np.where(rng.random(share.shape) < 0.2, np.round(share), share)
    x = np.clip(
        low[:, None, :] + share * (high - low)[:, None, :], low[:, None, :], high[:, None, :]
    )
    if op in (*WHOLE, "logical_and", "logical_or", "all_met") or op == "rounded":
        x = np.clip(np.round(x), low[:, None, :], high[:, None, :])
    if op == "where":
        x[0] = np.round(x[0])
    if op == "common_divisor":
        x = np.round(x)
    return x


def test_every_operator_has_rules():
    assert RULES.keys() == TABLE.keys()


@pytest.mark.parametrize("op", ALL)
def test_an_interval_encloses_all_points(op):
    rng = np.random.default_rng(7)
    boxes, points = (10, 100) if op == "poisson_quantile" else (100, POINTS // 50)
    low, high = _box(op, rng, boxes)
    with np.errstate(all="ignore"):
        x = _within(op, low, high, rng, points)
        values = np.asarray(TABLE[op].vector(*x), float)
        least, most = RULES[op].bounds(*zip(low, high, strict=True))
    known = ~np.isnan(values)
    assert known.any()
    assert np.all((values >= least) | ~known), op
    assert np.all((values <= most) | ~known), op


@pytest.mark.parametrize(
    ("moves", "divisor", "says"),
    [
        ((sign.UP, sign.SAME), (0.25, 0.5), sign.UP),
        ((sign.SAME, sign.UP), (0.25, 0.5), sign.DOWN),
        ((sign.UP, sign.SAME), (-0.5, -0.25), sign.DOWN),
        ((sign.SAME, sign.UP), (-0.5, 0.5), sign.UNSURE),
        ((sign.SAME, sign.UP), (0.0, 0.5), sign.UNSURE),
        ((sign.SAME, sign.UP), (-0.5, 0.0), sign.UNSURE),
        ((sign.SAME, sign.SAME), (-0.5, 0.5), sign.SAME),
    ],
)
def test_a_quotient_is_sure_where_its_divisor_is_not_0(moves, divisor, says):
    assert sign.quotient(moves, [(1.0, 2.0), divisor]) == says


@pytest.mark.parametrize("op", ALL)
def test_a_sign_is_never_contradicted(op):
    """Each pair of points of a box is compared, where each operand moves one way or stays."""
    rng = np.random.default_rng(8)
    claims = 0
    boxes, points = (30, 10) if op == "poisson_quantile" else (400, 25)
    low, high = _box(op, rng, boxes)
    with np.errstate(all="ignore"):
        one, two = (_within(op, low, high, rng, points) for _ in range(2))
        moves = rng.choice([sign.SAME, sign.UP, sign.DOWN], (low.shape[0], boxes))
        up = np.where(moves == 1, 1, 0)[:, None, :]
        down = np.where(moves == -1, 1, 0)[:, None, :]
        least, most = np.minimum(one, two), np.maximum(one, two)
        first = np.where(down == 1, most, least)
        second = np.where(up == 1, most, np.where(down == 1, least, first))
        before, after = (np.asarray(TABLE[op].vector(*x), float) for x in (first, second))
    for box in range(boxes):
        ranges = list(zip(low[:, box], high[:, box], strict=True))
        says = RULES[op].move(list(moves[:, box]), ranges)
        if says is sign.UNSURE:
            continue
        claims += 1
        change = after[:, box] - before[:, box]
        known = np.isfinite(before[:, box]) & np.isfinite(after[:, box])
        wrong = known & (change != 0 if says == sign.SAME else change * says < 0)
        slack = 1e-13 * np.abs(before[:, box])
        assert not np.any(wrong & (np.abs(change) > slack)), (op, ranges, moves[:, box], says)
    assert claims > 0


@pytest.mark.parametrize("op", ALL)
def test_a_degree_is_never_contradicted(op):
    """What is said to grow in proportion does, when its operands are so many times as large."""
    rng = np.random.default_rng(9)
    count = _operands(op)
    claims = 0
    for _ in range(100):
        degrees = [rng.choice([0, 1]) for _ in range(count)]
        says = RULES[op].growth(degrees)
        if says is degree.NEITHER:
            continue
        claims += 1
        low, high = _box(op, rng, 20)
        x = _within(op, np.abs(low), np.abs(low) + high - low, rng, 1)[:, 0, :]
        factor = 2.0 ** rng.integers(1, 4)
        with np.errstate(all="ignore"):
            before = np.asarray(TABLE[op].vector(*x), float)
            grown = [one * factor**power for one, power in zip(x, degrees, strict=True)]
            after = np.asarray(TABLE[op].vector(*grown), float)
        known = np.isfinite(before) & np.isfinite(after)
        np.testing.assert_allclose(after[known], (before * factor**says)[known], rtol=1e-12)
    assert claims > 0
