"""Optimal purchase in phases, with a choice in each phase, as a mixed-integer programme.

In each phase, one design of each open tier may be purchased, with any options and blocks, as a
separate tier, or none. The phases' shares determine which part of the requirements must be met by
each phase; a phase may have a budget; prices are those of the phase. The contribution of a design
is the difference between sites with and without a further tier: additivity is verified on random
sites, and the result is planned in full.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import field, replace
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
from model.search.candidates import (
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
from model.search.highs import Solved
from model.search.progress import Progress, StoppedError, Watch
from model.search.purchase import (
    CLOSE,
    LATER,
    Checked,
    Phases,
    Purchase,
    best_purchase,
    phases_of,
)
from model.search.search import aim_of
from model.search.shared_equipment import MOST
from model.search.spaces import COST, Aim

ATTEMPTS = 40
"""Maximum number of purchases that deviate from their full plan, in sequence."""
LONGEST = 40
"""Maximum length of a tier name."""
TABULATED = 0.5
"""Share of the progress at which all designs are tabulated."""


@dataclass(frozen=True, slots=True)
class Phase:
    """Purchase of a phase, its cost at that time, and the site's figures after it."""

    name: str
    bought: list[Bought]
    cost: float | None
    budget: float | None
    there: dict[str, float]
    needed: dict[str, float]


@dataclass(slots=True)
class Phased:
    """The best purchase in phases, planned in full; empty if none meets the requirements."""

    aim: Aim
    currency: str
    phases: list[Phase]
    results: Results | None
    cost: float
    proven: bool
    bound: float
    stopped: bool = False
    designs: int = 0
    """Number of designs of all open tiers available in each phase."""
    budget_needed: dict[str, float] = field(default_factory=dict)
    """If there is none: the minimum budget of each phase under the budgets of the others."""

    @property
    def figure(self) -> float | None:
        """Figure of the objective; for capital cost the payments, at the phases' prices."""
        return None if self.results is None else self.cost * self.aim.sense

    @property
    def gap(self) -> float | None:
        """Upper bound of the improvement by a better purchase, as a share; None if unknown."""
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
    """Find the best purchase in the phases of a scenario, with a choice in each phase.

    Tiers without open choices are purchased in the first phase.

    Parameters
    ----------
    scenario
        The scenario with its phases and its choices, all of them within tiers.
    objective
        Objective in place of the scenario's own; `phase_budgets` limits single phases.
    progress
        Called with the share done and the best figure so far; stops if it returns False.
    seconds
        Time limit, after which the best known purchase is returned.

    Raises
    ------
    InputError
        If there are no phases, if choices outside of tiers are open, or if a figure is not a sum.
    """
    watch = Watch(time.monotonic() + seconds, progress)
    aim = aim_of(scenario, objective, in_phases=True)
    catalog = catalog or load_catalog(needs={part for _, part in scenario.parts()})
    names = [one.name for one in scenario.economics.phases]
    budgets = _budgets(scenario, objective or scenario.objective, names)
    currency = scenario.economics.currency
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
            found = Phased(aim, currency, [], None, math.inf, proven=False, bound=-math.inf)
            found.stopped = True
            return found
    watch.first, watch.share = TABULATED, 1 - TABULATED
    owns = [own_of(scenario, module.tier, account, whole, catalog) for module in modules]
    start: Figures = whole - np.sum(owns, axis=0)
    see_sums(scenario, modules, account, start, catalog)
    phases = replace(phases_of(closed), budgets=[budgets.get(name) for name in names])
    ways = Ways(aim, account, account.without(start), modules, phases)
    return _found(scenario, ways, watch, catalog)


def _budgets(
    scenario: Scenario, objective: Objective | None, phases: Sequence[str]
) -> dict[str, float]:
    """Return the budget of each phase that has one."""
    place = scenario.place(("objective",))
    if not phases:
        what = "there is one purchase: write 'phases', each with its share and time"
        raise InputError([Problem(scenario.place(("economics",)), "economics.phases", what)])
    budgets, currency = {}, scenario.economics.currency
    for name, amount in (objective.phase_budgets if objective else {}).items():
        at = f"objective.phase_budgets.{name}"
        if name not in phases:
            raise InputError([Problem(place, at, f"no phase has this name: {', '.join(phases)}")])
        if amount.currency != currency:
            what = f"write it in {currency}, which the scenario counts in"
            raise InputError([Problem(place, at, what)])
        budgets[name] = amount.amount
    return budgets


@dataclass(frozen=True, slots=True)
class _First:
    """A candidate: the first design of a series, or a number of steps beyond it."""

    module: int
    series: int
    steps: int


class Ways:
    """Purchase options: one design of each tier in each phase, or none, and shared equipment.

    Candidates are integers: the first design of a series is 0 or 1; further steps are encoded in
    binary, so that a purchase can be excluded exactly; and counts of shared equipment.
    """

    def __init__(
        self,
        aim: Aim,
        account: Account,
        start: Figures,
        modules: Sequence[Module],
        phases: Phases,
    ) -> None:
        self.aim, self.rows, self.modules = aim, account.rows, modules
        self.counts = account.counts
        self.designs = [
            _First(m, s, steps)
            for m, module in enumerate(modules)
            for s, series in enumerate(module.series)
            for steps in (0, *(1 << bit for bit in range(series.steps.bit_length())))
        ]
        own = []
        for one in self.designs:
            series = modules[one.module].series[one.series]
            own.append(series.step * one.steps if one.steps else series.first)
        shared = [one.column for one in self.counts]
        costs = [n for n, row in enumerate(self.rows) if row.address == COST]
        self.is_priced = bool(costs)
        self.purchase = Purchase(
            self.rows,
            start,
            np.array([*own, *shared]).reshape(-1, len(self.rows)).T,
            np.array([1.0] * len(own) + [float(MOST)] * len(shared)),
            sense=aim.sense,
            phases=phases,
            cost=costs[0] if costs else None,
            budget=aim.budget,
        )
        self._limit_choices()
        every = [self.purchase.columns(range(len(own)), n) for n in range(len(phases.names))]
        self.columns = np.concatenate(every)
        """Columns of designs."""

    def _limit_choices(self) -> None:
        """Limit a phase to one series of each tier, and to the number of its steps."""
        of_module: dict[int, list[int]] = {}
        of_series: dict[tuple[int, int], list[int]] = {}
        for n, one in enumerate(self.designs):
            of_series.setdefault((one.module, one.series), []).append(n)
            if not one.steps:
                of_module.setdefault(one.module, []).append(n)
        for firsts in of_module.values():
            self.purchase.limit(firsts, -np.inf, 1.0)
        for (module, series), own in of_series.items():
            steps = self.modules[module].series[series].steps
            if steps:
                weights = [float(self.designs[n].steps or -steps) for n in own]
                self.purchase.limit(own, -np.inf, 0.0, weights)

    def count_columns(self, count: int) -> NDArray[np.intp]:
        """Return the columns of shared equipment, one per phase."""
        phases = range(len(self.purchase.phases.names))
        return np.array([self.purchase.columns([len(self.designs) + count], n)[0] for n in phases])

    def told_apart(self, numbers: Figures) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the columns of designs that are purchased, and of those that are not."""
        there = numbers[self.columns] > 0
        return self.columns[there], self.columns[~there]

    def ask_for(self, numbers: Figures, phase: int, count: int, needed: float) -> None:
        """Require a count of shared equipment by a phase for exactly this purchase."""
        own = self.columns[self.purchase.phase[self.columns] <= phase]
        there = numbers[own] > 0
        counts = self.count_columns(count)[: phase + 1]
        weights = np.concatenate([np.ones(len(counts)), np.where(there, -needed, needed)])
        least = needed * (1.0 - there.sum())
        self.purchase.limits.append((np.concatenate([counts, own]), weights, least, np.inf))

    def phases(self, numbers: Figures) -> list[Phase]:
        """Return the purchase of each phase."""
        bought_by_phase, there, all_phases = [], self.purchase.start, self.purchase.phases
        spent = self.purchase.spent(numbers)
        for n, (name, mine) in enumerate(
            zip(all_phases.names, self.purchase.of_phases(numbers), strict=True)
        ):
            there = there + self.purchase.adds @ mine
            grows = [
                (row, float(x), row.within(all_phases.shares[n])[0])
                for row, x in zip(self.rows, there, strict=True)
                if row.by_phase and row.low > -np.inf
            ]
            bought_by_phase.append(
                Phase(
                    name,
                    list(self._bought(numbers, n)),
                    spent[n] if self.is_priced else None,
                    all_phases.budgets[n],
                    {row.address[1]: x for row, x, _ in grows},
                    {row.address[1]: low for row, _, low in grows},
                )
            )
        return bought_by_phase

    def _bought(self, numbers: Figures, phase: int) -> Iterator[Bought]:
        own = numbers[self.purchase.columns(range(len(self.designs)), phase)]
        steps: dict[tuple[int, int], int] = {}
        for one, number in zip(self.designs, own, strict=True):
            if number > 0:
                at = one.module, one.series
                steps[at] = steps.get(at, 0) + one.steps
        for (n, series), step in steps.items():
            module = self.modules[n]
            called = module.choosing.scenario.data["tiers"][module.tier]["name"]
            name = f"{called} {self.purchase.phases.names[phase]}"
            name = name if len(name) <= LONGEST else f"{called[: LONGEST - 3]} {phase + 1}"
            candidate = module.bought(called, module.series[series].picks[step])
            yield Bought(candidate.tier, candidate.options, {**candidate.data, "name": name})


def _found(scenario: Scenario, ways: Ways, watch: Watch, catalog: Catalog) -> Phased:
    """Solve, and plan the solution in full; repeat if it is packed differently.

    Equivalent designs by their figures may have been removed, although they are compatible or
    packed better: optimality is then proven only up to the lower bound of the first solution.
    """
    currency = scenario.economics.currency
    found = Phased(ways.aim, currency, [], None, math.inf, proven=False, bound=-math.inf)
    found.designs = sum(module.choosing.designs for module in ways.modules)
    purchase = ways.purchase

    def check(solved: Solved, least: float) -> Checked:
        assert solved.numbers is not None
        packed = _packed(scenario, ways, solved.numbers, catalog)
        cost = float(purchase.costs @ packed + purchase.fixed)
        tiers = [one.data for phase in ways.phases(packed) for one in phase.bought]
        shares = purchase.shares_spent(packed)
        results = evaluate(site_of(scenario, ways.modules, tiers, shares), catalog)
        is_good = purchase.is_paid(packed) and _is_good(results, ways.aim)
        if not (is_good and _comes_out(results, ways, packed)):
            return Checked(math.inf, left_out=ways.told_apart(solved.numbers))
        if cost < least:
            found.phases, found.results = ways.phases(packed), results
        return Checked(cost, np.array_equal(packed, solved.numbers))

    outcome = best_purchase(
        purchase,
        check,
        watch,
        attempts=ATTEMPTS,
        sense=ways.aim.sense,
        is_whole=all(module.is_whole for module in ways.modules),
        later=LATER,
    )
    found.cost, found.bound, found.proven = outcome.cost, outcome.bound, outcome.proven
    if found.results is None and found.proven:
        found.budget_needed = purchase.budget_needed(watch)
    found.stopped = watch.stopped
    return found


def _packed(scenario: Scenario, ways: Ways, numbers: Figures, catalog: Catalog) -> Figures:
    """Return a purchase with its packed racks in each phase; otherwise require them."""
    filled = numbers.copy()
    for count, shared in enumerate(ways.counts):
        if not shared.of.packed:
            continue
        there = np.cumsum(numbers[ways.count_columns(count)])
        for n in range(len(there)):
            tiers = [one.data for phase in ways.phases(numbers)[: n + 1] for one in phase.bought]
            site = site_of(scenario, ways.modules, tiers)
            packed = evaluate(site, catalog)[shared.of.count] or 0.0
            if packed > there[n]:
                ways.ask_for(numbers, n, count, packed)
                there[n:] = np.maximum(there[n:], packed)
        filled[ways.count_columns(count)] = np.diff(there, prepend=0.0)
    return filled


def _comes_out(results: Results, ways: Ways, numbers: Figures) -> bool:
    """Whether a fully planned site has the expected figures."""
    phases = ways.phases(numbers)
    pairs = [
        (results[f"site/phases:{one.name}", "phase_cost"], one.cost) for one in phases if one.cost
    ]
    figures = ways.purchase.start + ways.purchase.adds @ numbers
    pairs.append((results[ways.rows[0].address], float(figures[0])))
    return all(
        other is None or (one is not None and math.isclose(one, other, rel_tol=CLOSE))
        for one, other in pairs
    )


def _is_good(results: Results, aim: Aim) -> bool:
    """Whether a site meets all requirements and compatibility checks."""
    fits = results.values.get(("site", "design_fits"))
    known = fits is not None or aim.unknown_fits
    return known and fits != 0 and all(check.met for check in results.checks if not check.is_target)


def phases_json(found: Phased) -> dict[str, Any]:
    """Return the result as a document, in base units."""
    way = "minimise" if found.aim.sense > 0 else "maximise"
    return {
        "objective": {way: found.aim.name, "budget": found.aim.budget},
        "figure": found.figure,
        "proven": found.proven,
        "gap": found.gap,
        "budget_needed": found.budget_needed,
        "would_take": found.budget_needed,  # deprecated
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
