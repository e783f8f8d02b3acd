"""The one loop of mixes and phases: solve, check, exclude."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import pytest

from model.search.highs import Solved
from model.search.progress import Watch
from model.search.purchase import Checked, Outcome, Phases, Purchase, Row, best_purchase

COSTS = (3.0, 1.0, 4.0, 2.0)
"""What one of each candidate costs; one of them is bought."""


def bought(
    watch: Watch,
    works: tuple[int, ...],
    *,
    seen: list[int] | None = None,
    later: float = np.inf,
    **more: Any,
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

    return best_purchase(purchase, check, watch, attempts=10, sense=1, later=later, **more)


def test_what_doesnt_work_is_left_out_and_the_next_best_is_proven() -> None:
    seen: list[int] = []
    found = bought(Watch(), (0, 2), seen=seen)
    assert seen == [1, 3, 0]
    assert (found.cost, found.bound, found.proven) == (3.0, 3.0, True)


def test_nothing_works_is_proven_too() -> None:
    found = bought(Watch(), ())
    assert (found.cost, found.proven) == (np.inf, True)


@pytest.mark.parametrize(
    ("works", "more", "tried", "found"),
    [
        ((1,), {"is_whole": False}, [1], Outcome(1.0, 1.0, proven=True)),
        ((0, 2), {"is_whole": False}, [1, 3, 0], Outcome(3.0, 1.0, proven=False)),
        ((), {"is_whole": False}, [1, 3, 0, 2], Outcome(np.inf, 1.0, proven=False)),
        ((0, 2), {"cost": 2.5}, [1, 3], Outcome(2.5, 2.5, proven=True)),
        ((0, 2), {"cost": 1.0}, [], Outcome(1.0, 1.0, proven=True)),
        ((0, 2), {"cost": 1.0, "is_whole": False}, [], Outcome(1.0, 1.0, proven=True)),
        ((0, 2), {"cost": 2.5, "is_whole": False}, [1, 3], Outcome(2.5, 1.0, proven=False)),
    ],
)
def test_what_is_proven_of_others(
    works: tuple[int, ...], more: dict[str, Any], tried: list[int], found: Outcome
) -> None:
    """Where one stands for several designs, no more is proven than the first bound says."""
    seen: list[int] = []
    watch = Watch()
    assert bought(watch, works, seen=seen, **more) == found
    assert seen == tried
    assert not watch.stopped


def test_a_search_that_is_stopped_proves_nothing() -> None:
    watch = Watch(progress=lambda *_: False)
    assert bought(watch, (1,)) == Outcome(np.inf, -np.inf, proven=False)
    assert watch.stopped
    known = bought(Watch(progress=lambda *_: False), (1,), cost=3.5)
    assert known == Outcome(3.5, -np.inf, proven=False)


def test_the_figure_of_a_cost_has_its_sense() -> None:
    assert (Outcome(3.0).figure(1), Outcome(3.0).figure(-1), Outcome().figure(1)) == (3, -3, None)


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


NAMES = ("first", "second", "third")


def drawn(seed: int) -> tuple[Purchase, dict[str, Any]]:
    """Draw a small purchase: two candidates in three phases, of some figures and budgets."""
    dice = np.random.default_rng(seed)
    whole = partial(dice.integers, endpoint=True)
    shares = np.array([*np.cumsum(whole(1, 4, 2)) / 10.0, 1.0])
    levels = (whole(5, 12, 3) / 10.0).tolist()
    cost = (0, 1, None)[seed % 3]
    rows = [
        Row(),
        Row(high=float(whole(30, 60))) if seed % 2 else Row(),
        Row(low=float(whole(20, 60)), by_phase=seed % 5 > 0, high=100.0 if seed % 7 else np.inf),
        Row(low=float(whole(1, 6)), high=float(whole(9, 14))),
    ]
    start = whole(0, 5, 4).astype(float)
    adds = whole(1, 9, (4, 2)).astype(float)
    adds[2] *= 3
    adds[3, 0] = 0.0
    budgets: list[float | None] = [None, None, None]
    if cost is not None and seed % 4:
        budgets[seed // 3 % 3] = float(whole(6, 14))
    total = float(whole(20, 40)) if cost is not None and seed % 5 == 1 else None
    sense = 1 if cost == 0 or seed % 2 else -1
    money = {"cost": cost, "budget": total, "sense": sense}
    phases = Phases(NAMES, shares.tolist(), levels, budgets)
    purchase = Purchase(rows, start, adds, np.full(2, 2.0), phases=phases, **money)
    if seed % 4 == 0:
        purchase.limit([0, 1], 0.0, 2.0, [1.0, 2.0])
    if seed % 3 == 0:
        purchase.limit_all(1, 1.0, 3.0)
    if seed % 6 == 1:
        purchase.limit_first(0, 1.0)
    return purchase, {"rows": rows, "start": start, "adds": adds, "phases": phases, **money}


def every(seed: int, of: Mapping[str, Any]) -> Iterator[tuple[Any, float, list[float], bool]]:
    """Yield each way to buy, one by one: numbers, objective, payments, and whether it would do."""
    rows, phases = of["rows"], of["phases"]
    for numbers in product(range(3), repeat=6):
        bought = np.array(numbers, float).reshape(3, 2)
        figures = of["start"] + np.cumsum(bought, axis=0) @ of["adds"].T
        good = True
        for n, row in enumerate(rows):
            last = figures[-1, n]
            good &= last >= row.low and last <= row.high
            if row.by_phase:
                good &= all(figures[k, n] >= row.low * phases.shares[k] - 1e-9 for k in range(3))
                good &= all(figures[k, n] <= row.high for k in range(3))
        good &= seed % 4 != 0 or (bought @ [1.0, 2.0] <= 2).all()
        good &= seed % 3 != 0 or 1 <= bought[:, 1].sum() <= 3
        good &= seed % 6 != 1 or bought[0, 0] >= 1
        paid = [0.0, 0.0, 0.0]
        if of["cost"] is not None:
            each = (bought @ of["adds"][of["cost"]]) * phases.levels
            paid = [each[0] + of["start"][of["cost"]] * phases.levels[0], *each[1:]]
        objective = sum(paid) if of["cost"] == 0 else figures[-1, 0]
        yield numbers, objective * of["sense"], paid, bool(good)


def affordable(paid: Sequence[float], of: Mapping[str, Any], without: str | None = None) -> bool:
    """Tell whether payments keep to each budget but one."""
    budgets = dict(zip(NAMES, of["phases"].budgets, strict=True))
    spent = dict(zip(NAMES, paid, strict=True))
    keeps = all(
        most is None or name == without or spent[name] <= most + 1e-9
        for name, most in budgets.items()
    )
    whole = of["budget"] is None or without == "" or sum(paid) <= of["budget"] + 1e-9
    return keeps and whole


@pytest.mark.parametrize("seed", range(36))
def test_the_programme_finds_the_best_of_all_purchases(seed: int) -> None:
    """Every number of two candidates in each of three phases is tried by hand."""
    purchase, of = drawn(seed)
    ways = list(every(seed, of))
    good = [way for way in ways if way[3] and affordable(way[2], of)]
    found = purchase.solved(Watch(), None)
    assert found.is_done
    assert (found.numbers is not None) == bool(good)
    if found.numbers is not None:
        costs = {way[0]: way[1] for way in good}
        numbers = tuple(int(n) for n in found.numbers)
        assert costs[numbers] == pytest.approx(min(costs.values()))
        assert found.bound == pytest.approx(min(costs.values()), rel=1e-5)
    names = [name for name, most in zip(NAMES, of["phases"].budgets, strict=True) if most]
    needed = purchase.budget_needed(Watch())
    for name in [*names, *([""] if of["budget"] else [])]:
        costs_of = [
            sum(way[2]) if name == "" else way[2][NAMES.index(name)]
            for way in ways
            if way[3] and affordable(way[2], of, name)
        ]
        assert needed.pop(name, None) == (pytest.approx(min(costs_of)) if costs_of else None)
    assert not needed
    for numbers, _, paid, _ in ways[::50]:
        bought = np.array(numbers, float)
        assert purchase.is_paid(bought) == affordable(paid, of)
        assert purchase.spent(bought) == pytest.approx(paid)
        if of["cost"] is not None:
            at_one_level = np.array(paid) / of["phases"].levels
            total = at_one_level.sum()
            expected = list(at_one_level / total) if total else []
            assert purchase.shares_spent(bought) == pytest.approx(expected)


def test_the_draws_have_all_that_a_purchase_may_have() -> None:
    found = [drawn(seed)[1] for seed in range(36)]
    assert {one["cost"] for one in found} == {0, 1, None}
    assert {one["sense"] for one in found} == {1, -1}
    assert sum(one["budget"] is not None for one in found) > 2
    assert {n for one in found for n, most in enumerate(one["phases"].budgets) if most} == {0, 1, 2}


def test_of_equal_purchases_the_later_is_best() -> None:
    """What costs the same in each phase is bought in the last one that may have it."""
    phases = Phases(NAMES, (0.0, 0.5, 1.0), (1.0, 1.0, 1.0), (None, None, None))
    rows = [Row(), Row(low=4.0, by_phase=True)]
    purchase = Purchase(
        rows, np.zeros(2), np.array([[3.0], [1.0]]), np.array([4.0]), phases=phases, cost=0
    )
    found = purchase.solved(Watch(), None)
    assert found.numbers is not None
    assert found.numbers.tolist() == [0, 2, 2]
    assert purchase.spent(found.numbers) == [0, 6, 6]
