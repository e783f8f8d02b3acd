"""A purchase in phases, each of which buys what is best then: a mixed-integer programme.

Each phase may buy one design of each tier that is left open, of any options and blocks, as a tier
of its own, or none. By each phase so much of what is required must be there as the shares of the
phases say, and a phase may have a budget; prices are those of the phase. What a design adds to the
site is what a site with one tier more has more than one without: that these are sums is seen in
sites drawn at random, and what is found is planned whole.
"""

from __future__ import annotations

import math
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
    Bought,
    Module,
    Row,
    known_figures,
    module_of,
    open_tiers,
    own_of,
    rows_of,
    see_sums,
    site_of,
)
from model.search.search import aim_of
from model.search.spaces import COST, Aim

ATTEMPTS = 20
"""Purchases that are planned whole and don't fit as a whole, one after the other."""
EARLY = 1e-7
"""What counts more a phase sooner, as a share: of equal purchases the later one is best."""
SCALE = 1e6
"""What costs are scaled to, so that HiGHS sees a millionth of a millionth of them."""
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


@dataclass(slots=True)
class Phased:
    """The best purchase in phases, planned whole; none: no purchase does what is asked."""

    aim: Aim
    phases: list[Phase]
    results: Results | None
    cost: float
    proven: bool
    bound: float

    @property
    def figure(self) -> float | None:
        """The figure that was aimed at; of capital cost what is paid, at the phases' prices."""
        return None if self.results is None else self.cost * self.aim.sense


def phased(
    scenario: Scenario,
    objective: Objective | None = None,
    *,
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
    seconds
        Time that HiGHS may take; then the best that is known counts.

    Raises
    ------
    InputError
        There are no phases, something is left open that is no tier's, or what is asked is no sum.
    """
    aim = aim_of(scenario, objective, in_phases=True)
    catalog = catalog or load_catalog(needs={part for _, part in scenario.parts()})
    phases = [one.name for one in scenario.economics.phases]
    budgets = _budgets(scenario, objective or scenario.objective, phases)
    closed = evaluate(edited(scenario, {"choices": None, "objective": None}), catalog)
    rows = rows_of(closed, aim, bool(budgets))
    whole = known_figures(closed, rows)
    modules = [
        module_of(scenario, tier, rows, whole, aim, catalog) for tier in open_tiers(scenario)
    ]
    owns = [own_of(scenario, module.tier, rows, whole, catalog) for module in modules]
    start: Figures = whole - np.sum(owns, axis=0)
    see_sums(scenario, modules, rows, start, catalog)
    programme = _Programme(closed, aim, rows, start, modules, budgets)
    return _solved(scenario, programme, seconds, catalog)


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


class _Programme:
    """Each phase takes a design of each tier, or none; a column for each of them."""

    def __init__(
        self,
        closed: Results,
        aim: Aim,
        rows: Sequence[Row],
        start: Figures,
        modules: Sequence[Module],
        budgets: dict[str, float],
    ) -> None:
        self.aim, self.rows, self.start, self.modules = aim, rows, start, modules
        self.names = [one.name for one in closed.plan.root.children["phases"]]
        paths = [f"site/phases:{name}" for name in self.names]
        self.shares = [closed[path, "delivered_share"] or 0.0 for path in paths]
        self.levels = np.array([closed[path, "phase_price_level"] or 1.0 for path in paths])
        self.budgets = [budgets.get(name) for name in self.names]
        adds = np.hstack([module.adds for module in modules])
        self.each = adds.shape[1]
        self.adds = np.tile(adds, len(paths))
        self.phase = np.repeat(np.arange(len(paths)), self.each)
        costs = [n for n, row in enumerate(rows) if row.address == COST]
        self.priced = bool(costs)
        self.price = self.adds[costs[0]] if costs else np.zeros(self.adds.shape[1])
        self.paid = self.price * self.levels[self.phase]
        self.first = float(start[costs[0]]) * self.levels[0] if costs else 0.0
        self.limits = list(self._limits())

    def _limits(self) -> Iterator[tuple[Figures, float, float]]:
        """Give rows: what columns add, and from where to where that may be."""
        sizes = [len(module.picks) for module in self.modules]
        of = np.tile(np.repeat(np.arange(len(sizes)), sizes), len(self.names))
        for n in range(len(self.names)):
            for m in range(len(sizes)):
                yield ((self.phase == n) & (of == m)) * 1.0, -np.inf, 1.0
        last = len(self.names) - 1
        for row, adds, start in zip(self.rows, self.adds, self.start, strict=True):
            low, high = row.limit.low, row.limit.high
            if low == -np.inf and high == np.inf:
                continue
            for n in range(len(self.names)) if row.by_phase else [last]:
                share = self.shares[n] if row.by_phase else 1.0
                size = max((abs(x) for x in (low, high) if 0 < abs(x) < np.inf), default=1.0)
                there = adds * (self.phase <= n) / size
                yield there, (low * share - start) / size, (high - start) / size
        for n, budget in enumerate(self.budgets):
            if budget is not None:
                spent = np.where(self.phase == n, self.paid, 0.0) / budget
                yield spent, -np.inf, 1.0 - (self.first / budget if n == 0 else 0.0)
        if self.aim.budget is not None:
            yield self.paid / self.aim.budget, -np.inf, 1.0 - self.first / self.aim.budget

    @property
    def costs(self) -> tuple[Figures, float]:
        """What is least: each column's share, and what is there without any."""
        if self.aim.address == COST:
            return self.paid * self.aim.sense, self.first * self.aim.sense
        return self.adds[0] * self.aim.sense, self.start[0] * self.aim.sense

    def solved(self, seconds: float) -> tuple[NDArray[np.intp] | None, float, bool]:
        """Give the columns that are taken, what nothing is below, and whether that is all."""
        from scipy.optimize import Bounds, LinearConstraint, milp  # slow to import
        from scipy.sparse import csr_array

        costs, start = self.costs
        rows, low, high = (np.array(side) for side in zip(*self.limits, strict=True))
        scale = max(float(np.abs(costs).max(initial=0.0)), 1e-300) / SCALE
        sooner = np.abs(costs) * EARLY * (len(self.names) - 1 - self.phase)
        limit = {"time_limit": seconds} if np.isfinite(seconds) else {}
        loose = TIGHT * np.maximum(1.0, np.abs(np.where(np.isfinite(low), low, 0.0)))
        found = milp(
            (costs + sooner) / scale,
            integrality=np.ones(len(costs)),
            bounds=Bounds(0.0, 1.0),
            constraints=LinearConstraint(csr_array(rows), low - loose, high + TIGHT),
            options={"mip_rel_gap": 0.0, **limit},
        )
        dual = getattr(found, "mip_dual_bound", None)
        bound = -np.inf if dual is None else dual * scale + start
        taken = None if found.x is None else np.flatnonzero(found.x > 0.5)
        return taken, bound, found.status in (0, 2)

    def leave_out(self, taken: NDArray[np.intp]) -> None:
        """Ask for another purchase: one of these is missing, or another one comes with them."""
        these = np.full(len(self.phase), -1.0)
        these[taken] = 1.0
        self.limits.append((these, -np.inf, len(taken) - 1.0))

    def phases(self, taken: NDArray[np.intp]) -> list[Phase]:
        """Give what each phase buys."""
        found, there = [], self.start.copy()
        for n, name in enumerate(self.names):
            mine = taken[self.phase[taken] == n]
            there = there + self.adds[:, mine].sum(axis=1)
            spent = float(self.paid[mine].sum()) + self.first * (n == 0)
            grows = [(row, x) for row, x in zip(self.rows, there, strict=True) if row.by_phase]
            found.append(
                Phase(
                    name,
                    [self._bought(int(at) % self.each, n) for at in mine],
                    spent if self.priced else None,
                    self.budgets[n],
                    {row.address[1]: float(x) for row, x in grows},
                    {row.address[1]: row.limit.low * self.shares[n] for row, _ in grows},
                )
            )
        return found

    def _bought(self, at: int, phase: int) -> Bought:
        for module in self.modules:
            if at < len(module.picks):
                own = module.choosing.scenario.data["tiers"][module.tier]["name"]
                name = f"{own} {self.names[phase]}"
                name = name if len(name) <= LONGEST else f"{own[: LONGEST - 3]} {phase + 1}"
                found = module.bought(own, at)
                return Bought(found.tier, found.choices, {**found.data, "name": name})
            at -= len(module.picks)
        raise AssertionError("a column is of some module")

    def shares_of(self, taken: NDArray[np.intp]) -> list[float]:
        """Give the share of the purchase that each phase is, at one price level."""
        spent = np.bincount(self.phase[taken], self.price[taken], len(self.names))
        spent[0] += self.first / self.levels[0]
        return [float(one) for one in spent / spent.sum()] if spent.sum() > 0 else []


def _solved(scenario: Scenario, programme: _Programme, seconds: float, catalog: Catalog) -> Phased:
    """Solve, and plan what is found whole; where it doesn't fit, another one is asked for."""
    found = Phased(programme.aim, [], None, math.inf, proven=False, bound=-math.inf)
    costs, start = programme.costs
    for attempt in range(ATTEMPTS):
        taken, bound, is_done = programme.solved(seconds)
        if attempt == 0:  # designs that are as good went before, which may fit where these don't
            found.bound, found.proven = bound, is_done
        if taken is None:
            break
        tiers = [one.data for phase in programme.phases(taken) for one in phase.bought]
        site = site_of(scenario, programme.modules, tiers, programme.shares_of(taken))
        results = evaluate(site, catalog)
        if _is_good(results, programme.aim):
            found.phases, found.results = programme.phases(taken), results
            found.cost = float(costs[taken].sum() + start)
            found.bound = found.cost if found.proven else min(found.bound, found.cost)
            break
        found.proven = False
        programme.leave_out(taken)
    return found


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
