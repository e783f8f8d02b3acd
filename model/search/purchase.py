"""What each phase of a purchase buys, as a mixed-integer programme.

Its numbers are how many of each candidate a phase buys: designs of tiers, blocks, or what tiers
share in whole numbers. What a candidate adds to the figures of the site is known; figures are sums.
By each phase so much must be there as its share of what is required, and it may have a budget.
A mix of tiers is a purchase in one phase, shipments are a purchase of one design.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from model.answers.results import Results
from model.engine.tables import Figures
from model.engine.tree import Address
from model.records import dataclass
from model.search.highs import Programme, Solved, solved
from model.search.progress import Watch

GROWING = ("capacity", "raw_capacity", "read_bandwidth", "write_bandwidth")
"""Requirements whose figures grow with what was bought: a share of each is needed by a phase."""
EARLY = 1e-7
"""What counts more a phase sooner, as a share: of equal purchases the later one is best."""
TIGHT = 1e-9
"""Share by which HiGHS may miss a limit."""
CLOSE = 1e-9
"""Share by which what is computed whole may differ from what was put together."""
LATER = 5.0
"""Seconds for which better purchases are looked for after the first one, or as many as it took."""


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of the site and its limits: with the last phase, or with each one by its share."""

    low: float = -np.inf
    high: float = np.inf
    by_phase: bool = False
    address: Address = ("site", "")

    def within(self, share: float) -> tuple[float, float]:
        """Give what it must be between by a phase with such a share of what is required."""
        return (self.low * share if self.by_phase and self.low > -np.inf else self.low), self.high


@dataclass(frozen=True, slots=True)
class Phases:
    """The phases: of each one the share of what is required by then, prices, and the budget."""

    names: Sequence[str] = ("",)
    shares: Sequence[float] = (1.0,)
    levels: Sequence[float] = (1.0,)
    budgets: Sequence[float | None] = (None,)


def phases_of(results: Results) -> Phases:
    """Give the phases of a plan, without budgets."""
    names = [one.name for one in results.plan.root.children.get("phases", ())]
    paths = [f"site/phases:{name}" for name in names]
    shares = [results[path, "delivered_share"] or 0.0 for path in paths]
    levels = [results[path, "phase_price_level"] or 1.0 for path in paths]
    return Phases(names, shares, levels, [None] * len(names))


Limit = tuple[NDArray[np.intp], Figures, float, float]
"""A limit on a sum: columns, the weight of each, and what the sum is between."""
Limits = list[Limit]


class Purchase:
    """How many of each candidate each phase buys; a column is a candidate in a phase.

    Parameters
    ----------
    rows
        The figures of the site with their limits; the first one is what is best, times `sense`.
    start
        The figures before anything is bought.
    adds
        What one of each candidate adds: a row for each figure.
    most
        The most that a phase may buy of each candidate.
    cost
        The row that is money, which is paid at the prices of the phase; None: prices don't count.
    budget
        What all phases may cost together.
    """

    def __init__(
        self,
        rows: Sequence[Row],
        start: Figures,
        adds: Figures,
        most: Figures,
        *,
        sense: int = 1,
        phases: Phases = Phases(),  # noqa: B008  # it can't be changed
        cost: int | None = None,
        budget: float | None = None,
    ) -> None:
        self.rows, self.start, self.phases = rows, start, phases
        count, self.each = len(phases.names), adds.shape[1]
        self.phase = np.repeat(np.arange(count), self.each)
        self.adds, self.most = np.tile(adds, count), np.tile(most, count)
        self.price = np.zeros(len(self.phase)) if cost is None else self.adds[cost]
        self.paid = self.price * np.array(phases.levels)[self.phase]
        self.first = 0.0 if cost is None else float(start[cost]) * phases.levels[0]
        """What is paid with the first phase, whatever is chosen."""
        is_paid = cost == 0
        self.costs = (self.paid if is_paid else self.adds[0]) * sense
        self.fixed = float(self.first if is_paid else start[0]) * sense
        self.limits: Limits = self._sums()
        self.money = self._money(budget)

    def _sums(self) -> Limits:
        """Limit figures, by each phase or with the last one."""
        found: Limits = []
        shares = list(enumerate(self.phases.shares))
        for row, adds, start in zip(self.rows, self.adds, self.start, strict=True):
            if row.low == -np.inf and row.high == np.inf:
                continue
            for n, share in shares if row.by_phase else shares[-1:]:
                low, high = row.within(share)
                size = max((abs(x) for x in (low, high) if 0 < abs(x) < np.inf), default=1.0)
                at = np.flatnonzero((adds != 0) & (self.phase <= n))
                found.append((at, adds[at] / size, (low - start) / size, (high - start) / size))
        return found

    def _money(self, budget: float | None) -> dict[str, Limit]:
        """Limit what phases cost, each by its name, and all together, by none."""
        found = {}
        for n, (name, most) in enumerate(zip(self.phases.names, self.phases.budgets, strict=True)):
            if most is not None:
                at = np.flatnonzero((self.paid != 0) & (self.phase == n))
                spent = self.first / most if n == 0 else 0.0
                found[name] = at, self.paid[at] / most, -np.inf, 1.0 - spent
        if budget is not None:
            at = np.flatnonzero(self.paid)
            found[""] = at, self.paid[at] / budget, -np.inf, 1.0 - self.first / budget
        return found

    def columns(self, candidates: Sequence[int], phase: int) -> NDArray[np.intp]:
        """Give the columns of candidates in a phase."""
        found: NDArray[np.intp] = np.asarray(candidates, np.intp) + phase * self.each
        return found

    def limit(
        self,
        candidates: Sequence[int],
        low: float,
        high: float,
        weights: Sequence[float] | None = None,
    ) -> None:
        """Limit a sum of what each phase buys, as to one design of a tier."""
        own = np.ones(len(candidates)) if weights is None else np.array(weights)
        for n in range(len(self.phases.names)):
            self.limits.append((self.columns(candidates, n), own, low, high))

    def limit_all(self, candidate: int, low: float, high: float) -> None:
        """Limit what all phases together buy of a candidate."""
        at = np.arange(len(self.phases.names)) * self.each + candidate
        self.limits.append((at, np.ones(len(at)), low, high))

    def leave_out(self, there: NDArray[np.intp], others: NDArray[np.intp] | None = None) -> None:
        """Ask for another purchase: one of these columns is missing, or one of others is there."""
        some = np.zeros(0, np.intp) if others is None else others
        weights = np.concatenate([np.ones(len(there)), -np.ones(len(some))])
        self.limits.append((np.concatenate([there, some]), weights, -np.inf, len(there) - 1.0))

    def solved(self, watch: Watch, best: float | None) -> Solved:
        """Give the number of each column, what no purchase is below, and whether that is all."""
        sooner = np.abs(self.costs) * EARLY * (len(self.phases.names) - 1 - self.phase)
        found = self._least(self.costs + sooner, list(self.money.values()), watch, best)
        return replace(found, bound=float(found.bound + self.fixed))

    def _least(
        self, costs: Figures, money: Limits, watch: Watch, best: float | None = None
    ) -> Solved:
        columns, weights, lows, highs = zip(*self.limits, *money, strict=True)
        rows = np.repeat(np.arange(len(columns)), [len(some) for some in columns])
        low, high = np.array(lows), np.array(highs)
        loose = TIGHT * np.maximum(1.0, np.abs(np.where(np.isfinite(low), low, 0.0)))
        matrix = np.concatenate(weights), rows, np.concatenate(columns)
        asked = Programme(costs, self.most, matrix, low - loose, high + TIGHT)
        return solved(asked, watch, best)

    def budget_needed(self, watch: Watch) -> dict[str, float]:
        """Give what each phase with a budget must cost at least, while the others keep theirs."""
        found = {}
        for name in self.money:
            others = [limit for other, limit in self.money.items() if other != name]
            phase = self.phases.names.index(name) if name else None
            mine = np.ones(len(self.phase)) if phase is None else self.phase == phase
            least = self._least(self.paid * mine, others, watch)
            if least.numbers is not None:
                found[name] = float(least.bound + (0.0 if phase else self.first))
        return found

    def is_paid(self, numbers: Figures) -> bool:
        """Whether all budgets are kept to."""
        rows = self.money.values()
        return all(weights @ numbers[at] <= high + TIGHT for at, weights, _, high in rows)

    def of_phases(self, numbers: Figures) -> list[Figures]:
        """Give the number of each column, of each phase alone."""
        return [np.where(self.phase == n, numbers, 0.0) for n in range(len(self.phases.names))]

    def spent(self, numbers: Figures) -> list[float]:
        """Give what each phase costs, at its prices."""
        found = [float(self.paid @ one) for one in self.of_phases(numbers)]
        return [found[0] + self.first, *found[1:]]

    def shares_spent(self, numbers: Figures) -> list[float]:
        """Give the share of the purchase that each phase is, at one price level."""
        spent = np.array(self.spent(numbers)) / np.array(self.phases.levels)
        return [float(one) for one in spent / spent.sum()] if spent.sum() > 0 else []


@dataclass(frozen=True, slots=True)
class Checked:
    """What a solved purchase comes to once it is computed as a whole.

    `cost` is infinite where it doesn't do what is asked. One that `is_best` is what the programme
    took it for, so that no other is better. Of others, `left_out` names the columns that are there,
    and those that aren't, so that another one is asked for.
    """

    cost: float
    is_best: bool = False
    left_out: tuple[NDArray[np.intp], NDArray[np.intp] | None] | None = None


@dataclass(slots=True)
class Outcome:
    """The cost of the best purchase, what no other is below, and whether that is proven."""

    cost: float = np.inf
    bound: float = -np.inf
    proven: bool = False

    def figure(self, sense: int) -> float | None:
        """Give the figure that the cost is; None where nothing is found yet."""
        return self.cost * sense if np.isfinite(self.cost) else None


def best_purchase(
    purchase: Purchase,
    check: Callable[[Solved, float], Checked],
    watch: Watch,
    *,
    attempts: int,
    sense: int,
    cost: float = np.inf,
    is_whole: bool = True,
    later: float = np.inf,
) -> Outcome:
    """Solve, check, exclude: until what the programme gives is what it takes it for.

    Parameters
    ----------
    check
        Computes what was solved as a whole, and takes it if it is better than a cost; may limit
        the purchase further.
    attempts
        How often at most.
    sense
        What makes a cost a figure again.
    cost
        What it must be better than.
    is_whole
        Whether the programme knows all designs. Where it knows but one of equals, another of them
        may do what is asked: then only what reaches the first bound is proven.
    later
        Seconds for which better ones are looked for after the first one, or as many as that took.
    """
    found, begun, until = Outcome(cost), watch.now(), np.inf
    for attempt in range(attempts):
        solved = purchase.solved(watch, found.figure(sense))
        watch.stopped |= not solved.is_done
        if attempt == 0 or is_whole:
            found.bound = solved.bound
        if solved.numbers is None or solved.bound >= found.cost:
            found.proven = solved.is_done and (attempt == 0 or is_whole)
            break
        checked = check(solved, found.cost)
        found.cost = min(found.cost, checked.cost)
        if checked.is_best:
            reached = checked.cost <= found.bound + CLOSE * abs(found.bound)
            found.proven = solved.is_done and (is_whole or reached)
            break
        if checked.left_out is not None:
            purchase.leave_out(*checked.left_out)
        until = min(until, watch.now() + max(later, watch.now() - begun))
        if watch.now() > until or not watch.goes_on(0.0, found.figure(sense)):
            break
    found.bound = found.cost if found.proven else min(found.bound, found.cost)
    return found
