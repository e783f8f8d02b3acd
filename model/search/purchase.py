"""Purchase of each phase, as a mixed-integer programme.

Its variables are the number of each candidate per phase: designs of tiers, blocks, or shared
equipment. The contribution of a candidate to the figures of the site is known; figures are sums. A
share of the requirements must be met by each phase, and a phase may have a budget. A mix of tiers
is a purchase in a single phase; shipments are a purchase of a single design.
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
"""Requirements that apply by share in each phase, as their figures grow with the purchase."""
EARLY = 1e-7
"""Relative penalty per phase of an earlier purchase: of equal ones, the later is best."""
TIGHT = 1e-9
"""Relative tolerance of limits in HiGHS."""
CLOSE = 1e-9
"""Relative tolerance between figures computed in full and their sums."""
LATER = 5.0
"""Minimum seconds to search for better purchases after the first one, or as many as it took."""


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of the site and its limits: in the last phase, or in each by its share."""

    low: float = -np.inf
    high: float = np.inf
    by_phase: bool = False
    address: Address = ("site", "")

    def within(self, share: float) -> tuple[float, float]:
        """Return the limits of a phase for its cumulative share of the requirement."""
        return (self.low * share if self.by_phase and self.low > -np.inf else self.low), self.high


@dataclass(frozen=True, slots=True)
class Phases:
    """The phases: cumulative share of the requirements, prices, and budget of each."""

    names: Sequence[str] = ("",)
    shares: Sequence[float] = (1.0,)
    levels: Sequence[float] = (1.0,)
    budgets: Sequence[float | None] = (None,)


def phases_of(results: Results) -> Phases:
    """Return the phases of a plan, without budgets."""
    names = [one.name for one in results.plan.root.children.get("phases", ())]
    paths = [f"site/phases:{name}" for name in names]
    shares = [results[path, "delivered_share"] or 0.0 for path in paths]
    levels = [results[path, "phase_price_level"] or 1.0 for path in paths]
    return Phases(names, shares, levels, [None] * len(names))


Limit = tuple[NDArray[np.intp], Figures, float, float]
"""A limit of a sum: columns, weights, and lower and upper limit."""
Limits = list[Limit]


class Purchase:
    """Number of each candidate per phase; a column is a candidate in a phase.

    Parameters
    ----------
    rows
        Figures of the site with their limits; the first one is the objective, times `sense`.
    start
        Figures before the first purchase.
    adds
        Contribution of each candidate: a row for each figure.
    most
        Maximum number of each candidate per phase.
    cost
        The row that is paid at the prices of the phase; None if prices don't apply.
    budget
        Budget of all phases together.
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
        """Fixed payment in the first phase."""
        is_paid = cost == 0
        self.costs = (self.paid if is_paid else self.adds[0]) * sense
        self.fixed = float(self.first if is_paid else start[0]) * sense
        self.limits: Limits = self._sums()
        self.money = self._money(budget)

    def _sums(self) -> Limits:
        """Add limits of figures, for each phase or for the last one."""
        limits: Limits = []
        shares = list(enumerate(self.phases.shares))
        for row, adds, start in zip(self.rows, self.adds, self.start, strict=True):
            if row.low == -np.inf and row.high == np.inf:
                continue
            for n, share in shares if row.by_phase else shares[-1:]:
                low, high = row.within(share)
                size = max((abs(x) for x in (low, high) if 0 < abs(x) < np.inf), default=1.0)
                at = np.flatnonzero((adds != 0) & (self.phase <= n))
                limits.append((at, adds[at] / size, (low - start) / size, (high - start) / size))
        return limits

    def _money(self, budget: float | None) -> dict[str, Limit]:
        """Add limits of the cost of phases, by name, and of the total, without a name."""
        limits = {}
        for n, (name, most) in enumerate(zip(self.phases.names, self.phases.budgets, strict=True)):
            if most is not None:
                at = np.flatnonzero((self.paid != 0) & (self.phase == n))
                spent = self.first / most if n == 0 else 0.0
                limits[name] = at, self.paid[at] / most, -np.inf, 1.0 - spent
        if budget is not None:
            at = np.flatnonzero(self.paid)
            limits[""] = at, self.paid[at] / budget, -np.inf, 1.0 - self.first / budget
        return limits

    def columns(self, candidates: Sequence[int], phase: int) -> NDArray[np.intp]:
        """Return the columns of candidates in a phase."""
        columns: NDArray[np.intp] = np.asarray(candidates, np.intp) + phase * self.each
        return columns

    def limit(
        self,
        candidates: Sequence[int],
        low: float,
        high: float,
        weights: Sequence[float] | None = None,
    ) -> None:
        """Limit a sum of each phase's purchases, such as to one design of a tier."""
        own = np.ones(len(candidates)) if weights is None else np.array(weights)
        for n in range(len(self.phases.names)):
            self.limits.append((self.columns(candidates, n), own, low, high))

    def limit_all(self, candidate: int, low: float, high: float) -> None:
        """Limit the total number of a candidate over all phases."""
        at = np.arange(len(self.phases.names)) * self.each + candidate
        self.limits.append((at, np.ones(len(at)), low, high))

    def limit_first(self, candidate: int, low: float) -> None:
        """Have so many of a candidate in the first phase at least, as they are there already."""
        self.limits.append((np.array([candidate]), np.ones(1), low, np.inf))

    def leave_out(self, there: NDArray[np.intp], others: NDArray[np.intp] | None = None) -> None:
        """Exclude a solution: one of these columns must be 0, or one of others positive."""
        some = np.zeros(0, np.intp) if others is None else others
        weights = np.concatenate([np.ones(len(there)), -np.ones(len(some))])
        self.limits.append((np.concatenate([there, some]), weights, -np.inf, len(there) - 1.0))

    def solved(self, watch: Watch, best: float | None) -> Solved:
        """Return the value of each column, a lower bound, and whether it is optimal."""
        sooner = np.abs(self.costs) * EARLY * (len(self.phases.names) - 1 - self.phase)
        least = self._least(self.costs + sooner, list(self.money.values()), watch, best)
        return replace(least, bound=float(least.bound + self.fixed))

    def _least(
        self, costs: Figures, money: Limits, watch: Watch, best: float | None = None
    ) -> Solved:
        columns, weights, lows, highs = zip(*self.limits, *money, strict=True)
        rows = np.repeat(np.arange(len(columns)), [len(some) for some in columns])
        low, high = np.array(lows), np.array(highs)
        loose = TIGHT * np.maximum(1.0, np.abs(np.where(np.isfinite(low), low, 0.0)))
        matrix = np.concatenate(weights), rows, np.concatenate(columns)
        programme = Programme(costs, self.most, matrix, low - loose, high + TIGHT)
        return solved(programme, watch, best)

    def budget_needed(self, watch: Watch) -> dict[str, float]:
        """Return the minimum budget of each phase that has one, under those of the others."""
        budgets = {}
        for name in self.money:
            others = [limit for other, limit in self.money.items() if other != name]
            phase = self.phases.names.index(name) if name else None
            mine = np.ones(len(self.phase)) if phase is None else self.phase == phase
            least = self._least(self.paid * mine, others, watch)
            if least.numbers is not None:
                budgets[name] = float(least.bound + (0.0 if phase else self.first))
        return budgets

    def is_paid(self, numbers: Figures) -> bool:
        """Whether all budgets are met."""
        rows = self.money.values()
        return all(weights @ numbers[at] <= high + TIGHT for at, weights, _, high in rows)

    def of_phases(self, numbers: Figures) -> list[Figures]:
        """Return the value of each column, by phase."""
        return [np.where(self.phase == n, numbers, 0.0) for n in range(len(self.phases.names))]

    def spent(self, numbers: Figures) -> list[float]:
        """Return the cost of each phase, at its prices."""
        amounts = [float(self.paid @ one) for one in self.of_phases(numbers)]
        return [amounts[0] + self.first, *amounts[1:]]

    def shares_spent(self, numbers: Figures) -> list[float]:
        """Return each phase's share of the purchase, at constant prices."""
        spent = np.array(self.spent(numbers)) / np.array(self.phases.levels)
        return [float(one) for one in spent / spent.sum()] if spent.sum() > 0 else []


@dataclass(frozen=True, slots=True)
class Checked:
    """Result of the full computation of a solved purchase.

    `cost` is infinite if a requirement is not met. If it `is_best`, the full computation confirms
    the programme, so that no other purchase is better. Otherwise, `left_out` contains the columns
    that are purchased, and those that are not, to exclude this purchase.
    """

    cost: float
    is_best: bool = False
    left_out: tuple[NDArray[np.intp], NDArray[np.intp] | None] | None = None


@dataclass(slots=True)
class Outcome:
    """The cost of the best purchase, its lower bound, and whether it is proven."""

    cost: float = np.inf
    bound: float = -np.inf
    proven: bool = False

    def figure(self, sense: int) -> float | None:
        """Return the figure of the cost; None if nothing is found yet."""
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
    """Solve, check and exclude purchases until the full computation confirms the solution.

    Parameters
    ----------
    check
        Computes the solution in full, and keeps it if it is better than a cost; may add limits to
        the purchase.
    attempts
        Maximum number of solutions.
    sense
        Factor that converts a cost to a figure.
    cost
        Cost that a purchase must improve on.
    is_whole
        Whether the programme contains all designs. If it contains only one of equivalent designs,
        another one may meet the requirements: optimality is then proven only at the first bound.
    later
        Minimum seconds to search for better ones after the first one, or as many as it took.
    """
    outcome, begun, until = Outcome(cost), watch.now(), np.inf
    for attempt in range(attempts):
        solved = purchase.solved(watch, outcome.figure(sense))
        watch.stopped |= not solved.is_done
        if attempt == 0 or is_whole:
            outcome.bound = solved.bound
        if solved.numbers is None or solved.bound >= outcome.cost:
            outcome.proven = solved.is_done and (attempt == 0 or is_whole)
            break
        checked = check(solved, outcome.cost)
        outcome.cost = min(outcome.cost, checked.cost)
        if checked.is_best:
            reached = checked.cost <= outcome.bound + CLOSE * abs(outcome.bound)
            outcome.proven = solved.is_done and (is_whole or reached)
            break
        if checked.left_out is not None:
            purchase.leave_out(*checked.left_out)
        until = min(until, watch.now() + max(later, watch.now() - begun))
        if watch.now() > until or not watch.goes_on(0.0, outcome.figure(sense)):
            break
    outcome.bound = outcome.cost if outcome.proven else min(outcome.bound, outcome.cost)
    return outcome
