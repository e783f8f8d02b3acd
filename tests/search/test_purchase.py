"""The one loop of mixes and phases: solve, check, exclude."""

from __future__ import annotations

import time

import numpy as np
import pytest

from model.search.highs import Solved
from model.search.progress import Watch
from model.search.purchase import Checked, Outcome, Purchase, Row, best_purchase

COSTS = (3.0, 1.0, 4.0, 2.0)
"""What one of each candidate costs; one of them is bought."""


def bought(
    watch: Watch, works: tuple[int, ...], *, seen: list[int] | None = None, later: float = np.inf
) -> Outcome:
    """Buy one candidate; only some of them do what is asked, which shows when it is computed."""
    purchase = Purchase([Row()], np.zeros(1), np.array([COSTS]), np.ones(4))
    purchase.limit(range(4), 1.0, 1.0)

    def check(solved: Solved, _: float) -> Checked:
        assert solved.numbers is not None
        at = int(np.argmax(solved.numbers))
        if seen is not None:
            seen.append(at)
        if at in works:
            return Checked(COSTS[at], is_best=True)
        return Checked(np.inf, left_out=(np.array([at]), None))

    return best_purchase(purchase, check, watch, attempts=10, sense=1, later=later)


def test_what_doesnt_work_is_left_out_and_the_next_best_is_proven() -> None:
    seen: list[int] = []
    found = bought(Watch(), (0, 2), seen=seen)
    assert seen == [1, 3, 0]
    assert (found.cost, found.bound, found.proven) == (3.0, 3.0, True)


def test_nothing_works_is_proven_too() -> None:
    found = bought(Watch(), ())
    assert (found.cost, found.proven) == (np.inf, True)


@pytest.mark.parametrize("later", [5.0, np.inf])
def test_the_time_for_better_ones_stands_still_during_pauses(
    monkeypatch: pytest.MonkeyPatch, later: float
) -> None:
    """A search that waits for another user's turn has all its time left after it."""
    waited, real = 0.0, time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: real() + waited)

    def waits(*_: object) -> bool:
        nonlocal waited
        waited += 100.0
        return True

    found = bought(Watch(real() + 60.0, waits), (2,), later=later)
    assert waited > 300
    assert (found.cost, found.proven) == (4.0, True)


def test_it_ends_once_its_time_for_better_ones_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fourth is never tried, so nothing is proven."""
    seen: list[int] = []
    worked, real = 0.0, time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: real() + worked)
    solve = Purchase.solved

    def slow(self: Purchase, watch: Watch, best: float | None) -> Solved:
        nonlocal worked
        worked += 4.0
        return solve(self, watch, best)

    monkeypatch.setattr(Purchase, "solved", slow)
    found = bought(Watch(), (), seen=seen, later=5.0)
    assert seen == [1, 3, 0]
    assert not found.proven
