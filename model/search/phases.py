"""A purchase in phases, each of which buys what is best then: a mixed-integer programme.

Each phase may buy one design of each tier that is left open, of any options and blocks, as a tier
of its own, or none. By each phase so much of what is required must be there as the shares of the
phases say, and a phase may have a budget; prices are those of the phase. What a design adds to the
site is what a site with one tier more has more than one without: that these are sums is seen in
sites drawn at random, and what is found is planned whole.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.answers.results import Results, evaluate
from model.design.choices import Objective
from model.design.scenario import Scenario, edited
from model.engine.tables import Figures
from model.errors import InputError, Problem
from model.parts.catalog import Catalog, load_catalog
from model.records import dataclass
from model.search.additions import (
    Account,
    Bought,
    Module,
    account_of,
    known_figures,
    module_of,
    open_tiers,
    own_of,
    rows_of,
    see_sums,
    site_of,
)
from model.search.highs import Programme, solved
from model.search.search import aim_of
from model.search.shared import MOST
from model.search.spaces import COST, Aim
from model.search.watch import Progress, StoppedError, Watch

ATTEMPTS = 40
"""Purchases that are planned whole and don't come out as they were put together, one by one."""
EARLY = 1e-7
"""What counts more a phase sooner, as a share: of equal purchases the later one is best."""
TIGHT = 1e-9
"""Share by which HiGHS may miss a limit."""
CLOSE = 1e-9
"""Share by which a purchase may cost more or less when it is planned."""
LONGEST = 40
"""Letters that the name of a tier may have."""
TABULATED = 0.5
"""Share of the work that is done once all designs are tabulated."""


@dataclass(frozen=True, slots=True)
class Phase:
    """What a phase buys, what that costs then, and what is there with it."""

    name: str
    bought: list[Bought]
    cost: float | None
    budget: float | None
    there: dict[str, float]
    needed: dict[str, float]


@dataclass(slots=True)
class Phased:
    """The best purchase in phases, planned whole; none: no purchase does what is asked."""

    aim: Aim
    phases: list[Phase]
    results: Results | None
    cost: float
    proven: bool
    bound: float
    stopped: bool = False
    designs: int = 0
    """Designs that each phase may buy, of all tiers that are left open."""

    @property
    def figure(self) -> float | None:
        """The figure that was aimed at; of capital cost what is paid, at the phases' prices."""
        return None if self.results is None else self.cost * self.aim.sense

    @property
    def gap(self) -> float | None:
        """Share by which a better purchase could be better; None: nobody knows."""
        if self.proven or self.results is None:
            return 0.0 if self.proven else None
        if not math.isfinite(self.bound) or not self.cost:
            return None
        return abs(self.cost - self.bound) / abs(self.cost)


def phased(
    scenario: Scenario,
    objective: Objective | None = None,
    *,
    progress: Progress | None = None,
    seconds: float = math.inf,
    catalog: Catalog | None = None,
) -> Phased:
    """Find the best purchase in the phases of a scenario, each of which chooses by itself.

    Tiers of which nothing is left open are bought with the first phase.

    Parameters
    ----------
    scenario
        The scenario with its choices, all of them of tiers, and its phases.
    objective
        What is best, in place of the scenario's own; `phase_budgets` limits single phases.
    progress
        Told the share that is done and the best figure so far; where it gives False, it stops.
    seconds
        Time after which it stops, with the best that is known.

    Raises
    ------
    InputError
        There are no phases, something is left open that is no tier's, or what is asked is no sum.
    """
    watch = Watch(time.monotonic() + seconds, progress)
    aim = aim_of(scenario, objective, in_phases=True)
    catalog = catalog or load_catalog(needs={part for _, part in scenario.parts()})
    phases = [one.name for one in scenario.economics.phases]
    budgets = _budgets(scenario, objective or scenario.objective, phases)
    opened = open_tiers(scenario)
    closed = evaluate(edited(scenario, {"choices": None, "objective": None}), catalog)
    account = account_of(closed, rows_of(closed, aim, bool(budgets)))
    whole = known_figures(closed, account)
    modules: list[Module] = []
    for n, tier in enumerate(opened):
        watch.first, watch.share = TABULATED * n / len(opened), TABULATED / len(opened)
        try:
            modules.append(module_of(scenario, tier, account, whole, aim, catalog, watch))
        except StoppedError:
            return Phased(aim, [], None, math.inf, proven=False, bound=-math.inf, stopped=True)
    watch.first, watch.share = TABULATED, 1 - TABULATED
    owns = [own_of(scenario, module.tier, account, whole, catalog) for module in modules]
    start: Figures = whole - np.sum(owns, axis=0)
    see_sums(scenario, modules, account, start, catalog)
    purchase = _Purchase(closed, aim, account, account.without(start), modules, budgets)
    return _found(scenario, purchase, watch, catalog)


def _budgets(scenario: Scenario, said: Objective | None, phases: Sequence[str]) -> dict[str, float]:
    """Give what each phase may cost, where it is said."""
    place = scenario.place(("objective",))
    if not phases:
        what = "there is one purchase: write 'phases', each with its share and time"
        raise InputError([Problem(scenario.place(("economics",)), "economics.phases", what)])
    found, currency = {}, scenario.economics.currency
    for name, amount in (said.phase_budgets if said else {}).items():
        at = f"objective.phase_budgets.{name}"
        if name not in phases:
            raise InputError([Problem(place, at, f"no phase has this name: {', '.join(phases)}")])
        if amount.currency != currency:
            what = f"write it in {currency}, which the scenario counts in"
            raise InputError([Problem(place, at, what)])
        found[name] = amount.amount
    return found


@dataclass(frozen=True, slots=True)
class _Column:
    """Something that a phase may buy: the first design of a series, or so many steps beyond it."""

    module: int
    series: int
    steps: int


Limits = list[tuple[NDArray[np.intp], Figures, float, float]]
"""Rows of a programme: columns, what each adds, and what the sum is between."""


class _Purchase:
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
        for n, budget in enumerate(self.budgets):
            if budget is not None:
                at = np.flatnonzero((self.paid != 0) & (self.phase == n))
                spent = self.first / budget if n == 0 else 0.0
                found.append((at, self.paid[at] / budget, -np.inf, 1.0 - spent))
        if self.aim.budget is not None:
            at, budget = np.flatnonzero(self.paid), self.aim.budget
            found.append((at, self.paid[at] / budget, -np.inf, 1.0 - self.first / budget))
        return found

    @property
    def costs(self) -> tuple[Figures, float]:
        """What is least: each column's share, and what is there without any."""
        if self.aim.address == COST:
            return self.paid * self.aim.sense, float(self.first * self.aim.sense)
        return self.adds[0] * self.aim.sense, float(self.start[0] * self.aim.sense)

    def solved(self, watch: Watch) -> tuple[Figures | None, float, bool]:
        """Give the number of each column, what nothing is below, and whether that is all."""
        costs, start = self.costs
        sooner = np.abs(costs) * EARLY * (len(self.names) - 1 - self.phase)
        columns, weights, lows, highs = zip(*self.limits, strict=True)
        rows = np.repeat(np.arange(len(columns)), [len(some) for some in columns])
        low, high = np.array(lows), np.array(highs)
        loose = TIGHT * np.maximum(1.0, np.abs(np.where(np.isfinite(low), low, 0.0)))
        matrix = np.concatenate(weights), rows, np.concatenate(columns)
        asked = Programme(costs + sooner, self.highest, matrix, low - loose, high + TIGHT)
        found = solved(asked, watch)
        return found.numbers, float(found.bound + start), found.is_done

    def leave_out(self, taken: Figures) -> None:
        """Ask for another purchase: a design of this one is missing, or another comes with them."""
        there = taken[self.designs] > 0
        weights = np.where(there, 1.0, -1.0)
        self.limits.append((self.designs, weights, -np.inf, there.sum() - 1.0))

    def ask_for(self, taken: Figures, phase: int, count: int, number: float) -> None:
        """Ask for so many of what is shared by a phase, where just these designs are bought."""
        own = self.designs[self.phase[self.designs] <= phase]
        there = taken[own] > 0
        pieces = np.arange(phase + 1) * self.each + len(self.columns) + count
        columns = np.concatenate([pieces, own])
        weights = np.concatenate([np.ones(len(pieces)), np.where(there, -number, number)])
        self.limits.append((columns, weights, number * (1.0 - there.sum()), np.inf))

    def numbers(self, taken: Figures, count: int) -> Figures:
        """Give how many there are by each phase of something shared."""
        return np.cumsum(taken.reshape(len(self.names), -1)[:, len(self.columns) + count])

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


def _found(scenario: Scenario, purchase: _Purchase, watch: Watch, catalog: Catalog) -> Phased:
    """Solve, and plan what is found whole; where it comes out otherwise, another one is asked for.

    Designs that are as good by their figures went before, which may fit, or be packed better, where
    these aren't: then only what costs no more than nothing is below from the first is proven.
    """
    found = Phased(purchase.aim, [], None, math.inf, proven=False, bound=-math.inf)
    found.designs = sum(module.choosing.designs for module in purchase.modules)
    is_whole = all(module.is_whole for module in purchase.modules)
    costs, start = purchase.costs
    for attempt in range(ATTEMPTS):
        taken, bound, is_done = purchase.solved(watch)
        if attempt == 0 or is_whole:
            found.bound = bound
        if taken is None:
            found.proven = is_done and (attempt == 0 or is_whole)
            break
        phases = purchase.phases(taken)
        if not _have_racks(scenario, purchase, taken, phases, catalog):
            continue
        tiers = [one.data for phase in phases for one in phase.bought]
        site = site_of(scenario, purchase.modules, tiers, purchase.shares_of(taken))
        results = evaluate(site, catalog)
        cost = float(costs @ taken + start)
        if _is_good(results, purchase.aim) and _comes_out(results, purchase, phases, taken):
            found.phases, found.results, found.cost = phases, results, cost
            found.proven = is_done and (is_whole or cost <= found.bound + CLOSE * abs(cost))
            break
        purchase.leave_out(taken)
    found.bound = found.cost if found.proven else min(found.bound, found.cost)
    found.stopped = watch.stopped
    return found


def _comes_out(
    results: Results, purchase: _Purchase, phases: Sequence[Phase], taken: Figures
) -> bool:
    """Whether a site that is planned whole has the figures that were put together of it."""
    pairs = [(results[f"site/phases:{one.name}", "phase_cost"], one.cost) for one in phases]
    figures = purchase.start + purchase.adds @ taken
    pairs.append((results[purchase.rows[0].address], float(figures[0])))
    return all(
        other is None or (one is not None and math.isclose(one, other, rel_tol=CLOSE))
        for one, other in pairs
    )


def _have_racks(
    scenario: Scenario,
    purchase: _Purchase,
    taken: Figures,
    phases: Sequence[Phase],
    catalog: Catalog,
) -> bool:
    """Whether each phase has the racks that all is packed into by then; else they are asked for."""
    enough = True
    for count, shared in enumerate(purchase.counts):
        if not shared.of.packed:
            continue
        for n, there in enumerate(purchase.numbers(taken, count)):
            tiers = [one.data for phase in phases[: n + 1] for one in phase.bought]
            site = site_of(scenario, purchase.modules, tiers)
            packed = evaluate(site, catalog)[shared.of.count] or 0.0
            if packed > there:
                purchase.ask_for(taken, n, count, packed)
                enough = False
    return enough


def _is_good(results: Results, aim: Aim) -> bool:
    """Whether a site keeps to all that is required, and fits."""
    fits = results.values.get(("site", "design_fits"))
    known = fits is not None or aim.unknown_fits
    return known and fits != 0 and all(check.met for check in results.checks)


def phases_json(found: Phased) -> dict[str, Any]:
    """Give what was found as a document, in base units."""
    way = "minimise" if found.aim.sense > 0 else "maximise"
    return {
        "objective": {way: found.aim.name, "budget": found.aim.budget},
        "figure": found.figure,
        "proven": found.proven,
        "gap": found.gap,
        "phases": [
            {
                "phase": one.name,
                "bought": [{"tier": each.tier, "choices": each.choices} for each in one.bought],
                "cost": one.cost,
                "budget": one.budget,
                "there": one.there,
                "needed": one.needed,
            }
            for one in found.phases
        ],
    }
