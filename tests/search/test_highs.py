"""Programmes that are solved beside the search: the same answer, and an end when it is asked."""

import time

import numpy as np
import pytest

from model.search import highs
from model.search.highs import Programme, solved
from model.search.watch import Watch


def split(markets: int) -> Programme:
    """Give a market split (Cornuéjols and Dawande 1998): few columns, and hours of branching."""
    drawn = np.random.default_rng(0)
    columns = 10 * (markets - 1)
    weights = drawn.integers(0, 100, (markets, columns)).astype(float)
    rows, at = np.nonzero(weights)
    half = np.floor(weights.sum(axis=1) / 2)
    return Programme(np.ones(columns), np.ones(columns), (weights[rows, at], rows, at), half, half)


def knapsack() -> Programme:
    """Give the most of what weighs 26 at most: of (12, 24), (7, 13), (11, 23), (8, 15), (9, 16)."""
    worth, weigh = np.array([24.0, 13, 23, 15, 16]), np.array([12.0, 7, 11, 8, 9])
    rows = weigh, np.zeros(5, np.intp), np.arange(5)
    return Programme(-worth, np.ones(5), rows, np.array([-np.inf]), np.array([26.0]))


@pytest.mark.parametrize("seconds", [0.0, 1.0])
def test_it_is_the_same_here_and_beside(seconds, monkeypatch):
    """Florida State University's example P01 of a knapsack, whose best is worth 51."""
    monkeypatch.setattr(highs, "AT_ONCE", seconds)
    found = solved(knapsack(), Watch())
    assert found.is_done
    assert found.numbers.tolist() == [0, 1, 1, 1, 0]
    assert found.bound == pytest.approx(-51)


def test_it_is_stopped_while_it_is_solved():
    """Within half a second of the moment it is said, which HiGHS itself never asks for."""
    told = [0.0]

    def goes_on(*_: object) -> bool:
        told[0] = time.monotonic()
        return told[0] < end

    end = time.monotonic() + 2.0
    assert not solved(split(6), Watch(progress=goes_on)).is_done
    assert told[0] >= end
    assert time.monotonic() - end < 0.5


def test_it_ends_in_time():
    watch = Watch(time.monotonic() + 1.5)
    assert not solved(split(6), watch).is_done
    assert watch.until - 1.0 < time.monotonic() < watch.until + 0.5
    assert solved(split(6), Watch(time.monotonic() - 1)).numbers is None
