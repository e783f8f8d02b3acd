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
from collections.abc import Sequence
from dataclasses import field
from typing import Any

import numpy as np

from model.answers.results import Results, evaluate
from model.design.choices import Objective
from model.design.scenario import Scenario, edited
from model.engine.tables import Figures
from model.errors import InputError, Problem
from model.parts.catalog import Catalog, load_catalog
from model.records import dataclass
from model.search.additions import (
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
from model.search.progress import Progress, StoppedError, Watch
from model.search.purchase import Phase, Purchase
from model.search.search import aim_of
from model.search.spaces import Aim

ATTEMPTS = 40
"""Purchases that are planned whole and don't come out as they were put together, one by one."""
CLOSE = 1e-9
"""Share by which a purchase may cost more or less when it is planned."""
LATER = 5.0
"""Seconds for which better purchases are looked for once one is packed, or as many as before."""
TABULATED = 0.5
"""Share of the work that is done once all designs are tabulated."""


@dataclass(slots=True)
class Phased:
    """The best purchase in phases, planned whole; none: no purchase does what is asked."""

    aim: Aim
    currency: str
    phases: list[Phase]
    results: Results | None
    cost: float
    proven: bool
    bound: float
    stopped: bool = False
    designs: int = 0
    """Designs that each phase may buy, of all tiers that are left open."""
    would_take: dict[str, float] = field(default_factory=dict)
    """Where nothing does: what a phase must cost at least, while the others keep their budgets."""

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
    purchase = Purchase(closed, aim, account, account.without(start), modules, budgets)
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


def _found(scenario: Scenario, purchase: Purchase, watch: Watch, catalog: Catalog) -> Phased:
    """Solve, and plan what is found whole; where racks are packed otherwise, look for a better one.

    Designs that are as good by their figures went before, which may fit, or be packed better, where
    these aren't: then only what costs no more than nothing is below from the first is proven.
    """
    currency = scenario.economics.currency
    found = Phased(purchase.aim, currency, [], None, math.inf, proven=False, bound=-math.inf)
    found.designs = sum(module.choosing.designs for module in purchase.modules)
    is_whole = all(module.is_whole for module in purchase.modules)
    costs, start = purchase.costs
    begun = time.monotonic()
    until = math.inf
    for attempt in range(ATTEMPTS):
        taken, bound, is_done = purchase.solved(watch, found.figure)
        if attempt == 0 or is_whole:
            found.bound = bound
        if taken is None or bound >= found.cost:
            found.proven = is_done and (attempt == 0 or is_whole)
            break
        packed = _packed(scenario, purchase, taken, catalog)
        cost = float(costs @ packed + start)
        results = _planned(scenario, purchase, packed, catalog)
        is_one = purchase.is_paid(packed) and _is_good(results, purchase.aim)
        is_one &= _comes_out(results, purchase, packed)
        if is_one and cost < found.cost:
            found.phases, found.results, found.cost = purchase.phases(packed), results, cost
        if not is_one:
            purchase.leave_out(taken)
        elif np.array_equal(packed, taken):
            found.proven = is_done and (is_whole or cost <= found.bound + CLOSE * abs(cost))
            break
        until = min(until, time.monotonic() + max(LATER, time.monotonic() - begun))
        if time.monotonic() > until or not watch.goes_on(0.0, found.figure):
            break
    if found.results is None and found.proven:
        found.would_take = purchase.would_take(watch)
    found.bound = found.cost if found.proven else min(found.bound, found.cost)
    found.stopped = watch.stopped
    return found


def _packed(scenario: Scenario, purchase: Purchase, taken: Figures, catalog: Catalog) -> Figures:
    """Give a purchase with as many racks by each phase as it is packed into; ask for so many."""
    found = taken.copy()
    for count, shared in enumerate(purchase.counts):
        if not shared.of.packed:
            continue
        there = purchase.numbers(taken, count)
        for n in range(len(there)):
            tiers = [one.data for phase in purchase.phases(taken)[: n + 1] for one in phase.bought]
            site = site_of(scenario, purchase.modules, tiers)
            packed = evaluate(site, catalog)[shared.of.count] or 0.0
            if packed > there[n]:
                purchase.ask_for(taken, n, count, packed)
                there[n:] = np.maximum(there[n:], packed)
        found[purchase.pieces(count)] = np.diff(there, prepend=0.0)
    return found


def _planned(scenario: Scenario, purchase: Purchase, taken: Figures, catalog: Catalog) -> Results:
    tiers = [one.data for phase in purchase.phases(taken) for one in phase.bought]
    site = site_of(scenario, purchase.modules, tiers, purchase.shares_of(taken))
    return evaluate(site, catalog)


def _comes_out(results: Results, purchase: Purchase, taken: Figures) -> bool:
    """Whether a site that is planned whole has the figures that were put together of it."""
    phases = purchase.phases(taken)
    pairs = [
        (results[f"site/phases:{one.name}", "phase_cost"], one.cost) for one in phases if one.cost
    ]
    figures = purchase.start + purchase.adds @ taken
    pairs.append((results[purchase.rows[0].address], float(figures[0])))
    return all(
        other is None or (one is not None and math.isclose(one, other, rel_tol=CLOSE))
        for one, other in pairs
    )


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
        "would_take": found.would_take,
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
