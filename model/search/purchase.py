"""A purchase in phases as a programme: what each phase may buy, and what is asked of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from model.answers.results import Results
from model.engine.tables import Figures
from model.records import dataclass
from model.search.additions import Account, Bought, Module
from model.search.highs import Programme, Solved, solved
from model.search.progress import Watch
from model.search.shared import MOST
from model.search.spaces import COST, Aim

EARLY = 1e-7
"""What counts more a phase sooner, as a share: of equal purchases the later one is best."""
TIGHT = 1e-9
"""Share by which HiGHS may miss a limit."""
LONGEST = 40
"""Letters that the name of a tier may have."""


@dataclass(frozen=True, slots=True)
class Phase:
    """What a phase buys, what that costs then, and what is there with it."""

    name: str
    bought: list[Bought]
    cost: float | None
    budget: float | None
    there: dict[str, float]
    needed: dict[str, float]


@dataclass(frozen=True, slots=True)
class _Column:
    """Something that a phase may buy: the first design of a series, or so many steps beyond it."""

    module: int
    series: int
    steps: int


Limit = tuple[NDArray[np.intp], Figures, float, float]
"""A row of a programme: columns, what each adds, and what the sum is between."""
Limits = list[Limit]


class Purchase:
    """What each phase may take: a design of each tier, or none, and what tiers share.

    A column is a number: the first design of a series is taken or not; so many more steps beyond it
    are told by powers of two, so that a purchase is told apart from all others; and so many of what
    is shared. Each phase has all of them.
    """

    def __init__(
        self,
        closed: Results,
        aim: Aim,
        account: Account,
        start: Figures,
        modules: Sequence[Module],
        budgets: dict[str, float],
    ) -> None:
        self.aim, self.rows, self.start, self.modules = aim, account.rows, start, modules
        self.counts = account.counts
        self.names = [one.name for one in closed.plan.root.children["phases"]]
        paths = [f"site/phases:{name}" for name in self.names]
        self.shares = [closed[path, "delivered_share"] or 0.0 for path in paths]
        self.levels = np.array([closed[path, "phase_price_level"] or 1.0 for path in paths])
        self.budgets = [budgets.get(name) for name in self.names]
        self.columns = list(self._columns())
        self.each = len(self.columns) + len(self.counts)
        self.phase = np.repeat(np.arange(len(paths)), self.each)
        own = np.array([self._adds(one) for one in self.columns]).reshape(-1, len(self.rows))
        shared = np.array([one.column for one in self.counts]).reshape(-1, len(self.rows))
        self.adds = np.tile(np.vstack([own, shared]).T, len(paths))
        numbers = [1.0] * len(self.columns) + [float(MOST)] * len(self.counts)
        self.highest = np.tile(numbers, len(paths))
        is_design = np.arange(self.each) < len(self.columns)
        self.designs = np.flatnonzero(np.tile(is_design, len(paths)))
        costs = [n for n, row in enumerate(self.rows) if row.address == COST]
        self.priced = bool(costs)
        self.price = self.adds[costs[0]] if costs else np.zeros(self.adds.shape[1])
        self.paid = self.price * self.levels[self.phase]
        self.first = float(start[costs[0]]) * self.levels[0] if costs else 0.0
        self.limits = [*self._choices(), *self._sums()]
        self.money = dict(self._money())

    def _columns(self) -> Iterator[_Column]:
        for m, module in enumerate(self.modules):
            for s, series in enumerate(module.series):
                yield _Column(m, s, 0)
                for bit in range(series.steps.bit_length()):
                    yield _Column(m, s, 1 << bit)

    def _adds(self, one: _Column) -> Figures:
        series = self.modules[one.module].series[one.series]
        return series.step * one.steps if one.steps else series.first

    def _choices(self) -> Limits:
        """Say that a phase takes one series of a tier at most, and as many steps as it has."""
        of_module: dict[int, list[int]] = {}
        of_series: dict[tuple[int, int], list[int]] = {}
        for n, one in enumerate(self.columns):
            of_series.setdefault((one.module, one.series), []).append(n)
            if not one.steps:
                of_module.setdefault(one.module, []).append(n)
        found: Limits = []
        for phase in range(len(self.names)):
            begin = phase * self.each
            for firsts in of_module.values():
                found.append((np.array(firsts) + begin, np.ones(len(firsts)), -np.inf, 1.0))
            for (module, series), own in of_series.items():
                steps = self.modules[module].series[series].steps
                if steps:
                    weights = [float(self.columns[n].steps or -steps) for n in own]
                    found.append((np.array(own) + begin, np.array(weights), -np.inf, 0.0))
        return found

    def _sums(self) -> Limits:
        """Say what is asked of figures, by each phase or with the last one, and of what is paid."""
        found: Limits = []
        last = len(self.names) - 1
        for row, adds, start in zip(self.rows, self.adds, self.start, strict=True):
            if row.limit.low == -np.inf and row.limit.high == np.inf:
                continue
            for n in range(len(self.names)) if row.by_phase else [last]:
                low, high = row.within(self.shares[n] if row.by_phase else 1.0)
                size = max((abs(x) for x in (low, high) if 0 < abs(x) < np.inf), default=1.0)
                at = np.flatnonzero((adds != 0) & (self.phase <= n))
                found.append((at, adds[at] / size, (low - start) / size, (high - start) / size))
        return found

    def _money(self) -> Iterator[tuple[str, Limit]]:
        """Say what phases may cost, each by its name, and all together, by none."""
        budgets = zip(self.names, self.budgets, strict=True)
        for n, (name, budget) in enumerate(budgets):
            if budget is not None:
                at = np.flatnonzero((self.paid != 0) & (self.phase == n))
                spent = self.first / budget if n == 0 else 0.0
                yield name, (at, self.paid[at] / budget, -np.inf, 1.0 - spent)
        if self.aim.budget is not None:
            at, budget = np.flatnonzero(self.paid), self.aim.budget
            yield "", (at, self.paid[at] / budget, -np.inf, 1.0 - self.first / budget)

    @property
    def costs(self) -> tuple[Figures, float]:
        """What is least: each column's share, and what is there without any."""
        if self.aim.address == COST:
            return self.paid * self.aim.sense, float(self.first * self.aim.sense)
        return self.adds[0] * self.aim.sense, float(self.start[0] * self.aim.sense)

    def solved(self, watch: Watch, best: float | None) -> tuple[Figures | None, float, bool]:
        """Give the number of each column, what nothing is below, and whether that is all."""
        costs, start = self.costs
        sooner = np.abs(costs) * EARLY * (len(self.names) - 1 - self.phase)
        limits = [*self.limits, *self.money.values()]
        found = self._least(costs + sooner, limits, watch, best)
        return found.numbers, float(found.bound + start), found.is_done

    def _least(
        self, costs: Figures, limits: Limits, watch: Watch, best: float | None = None
    ) -> Solved:
        columns, weights, lows, highs = zip(*limits, strict=True)
        rows = np.repeat(np.arange(len(columns)), [len(some) for some in columns])
        low, high = np.array(lows), np.array(highs)
        loose = TIGHT * np.maximum(1.0, np.abs(np.where(np.isfinite(low), low, 0.0)))
        matrix = np.concatenate(weights), rows, np.concatenate(columns)
        asked = Programme(costs, self.highest, matrix, low - loose, high + TIGHT)
        return solved(asked, watch, best)

    def would_take(self, watch: Watch) -> dict[str, float]:
        """Give what each phase with a budget must cost at least, while the others keep theirs."""
        found = {}
        for name in self.money:
            others = [limit for other, limit in self.money.items() if other != name]
            mine = np.ones(len(self.phase)) if not name else self.phase == self.names.index(name)
            least = self._least(self.paid * mine, [*self.limits, *others], watch)
            if least.numbers is not None:
                begins = not name or name == self.names[0]
                found[name] = float(least.bound + (self.first if begins else 0.0))
        return found

    def leave_out(self, taken: Figures) -> None:
        """Ask for another purchase: a design of this one is missing, or another comes with them."""
        there = taken[self.designs] > 0
        weights = np.where(there, 1.0, -1.0)
        self.limits.append((self.designs, weights, -np.inf, there.sum() - 1.0))

    def ask_for(self, taken: Figures, phase: int, count: int, number: float) -> None:
        """Ask for so many of what is shared by a phase, where just these designs are bought."""
        own = self.designs[self.phase[self.designs] <= phase]
        there = taken[own] > 0
        pieces = self.pieces(count)[: phase + 1]
        columns = np.concatenate([pieces, own])
        weights = np.concatenate([np.ones(len(pieces)), np.where(there, -number, number)])
        self.limits.append((columns, weights, number * (1.0 - there.sum()), np.inf))

    def pieces(self, count: int) -> NDArray[np.intp]:
        """Give the columns of something shared, one a phase."""
        return np.arange(len(self.names)) * self.each + len(self.columns) + count

    def numbers(self, taken: Figures, count: int) -> Figures:
        """Give how many there are by each phase of something shared."""
        return np.cumsum(taken[self.pieces(count)])

    def is_paid(self, taken: Figures) -> bool:
        """Whether all budgets are kept to."""
        rows = self.money.values()
        return all(weights @ taken[at] <= high + TIGHT for at, weights, _, high in rows)

    def phases(self, taken: Figures) -> list[Phase]:
        """Give what each phase buys."""
        found, there = [], self.start.copy()
        for n, name in enumerate(self.names):
            mine = np.where(self.phase == n, taken, 0.0)
            there = there + self.adds @ mine
            spent = float(self.paid @ mine + self.first * (n == 0))
            grows = [
                (row, float(x), row.within(self.shares[n])[0])
                for row, x in zip(self.rows, there, strict=True)
                if row.by_phase and row.limit.low > -np.inf
            ]
            found.append(
                Phase(
                    name,
                    list(self._bought(taken, n)),
                    spent if self.priced else None,
                    self.budgets[n],
                    {row.address[1]: x for row, x, _ in grows},
                    {row.address[1]: low for row, _, low in grows},
                )
            )
        return found

    def _bought(self, taken: Figures, phase: int) -> Iterator[Bought]:
        own = taken[phase * self.each :][: len(self.columns)]
        steps: dict[tuple[int, int], int] = {}
        for one, number in zip(self.columns, own, strict=True):
            if number > 0:
                at = one.module, one.series
                steps[at] = steps.get(at, 0) + one.steps
        for (n, series), step in steps.items():
            module = self.modules[n]
            called = module.choosing.scenario.data["tiers"][module.tier]["name"]
            name = f"{called} {self.names[phase]}"
            name = name if len(name) <= LONGEST else f"{called[: LONGEST - 3]} {phase + 1}"
            found = module.bought(called, module.series[series].picks[step])
            yield Bought(found.tier, found.options, {**found.data, "name": name})

    def shares_of(self, taken: Figures) -> list[float]:
        """Give the share of the purchase that each phase is, at one price level."""
        spent = np.bincount(self.phase, self.price * taken, len(self.names))
        spent[0] += self.first / self.levels[0]
        return [float(one) for one in spent / spent.sum()] if spent.sum() > 0 else []
