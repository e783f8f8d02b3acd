"""What a further tier adds to a site: all designs of one that is left open, as a table.

A site with one tier more is planned, with all that is left open of that tier; what its figures are
beyond those of the site without it is what the design adds. That these are sums is seen, in sites
of several further tiers that are drawn at random and planned whole.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.answers.results import Results, evaluate
from model.design.scenario import Scenario, edited
from model.engine.tables import Figures
from model.engine.tree import Address
from model.errors import InputError, Problem
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.parts.catalog import Catalog
from model.records import dataclass
from model.search.deliveries import NEEDED
from model.search.options import nothing_open
from model.search.search import Choosing, choices
from model.search.spaces import COST, Aim, Limit, Space, no_figure
from model.units.figures import grouped

MOST_DESIGNS = 200_000
"""Designs of a tier: more are more than are tabulated in a minute."""
DRAWN, CLOSE = 3, 1e-9
"""Sites that are planned whole to see that figures are sums, and how far they may be off."""
ONE_MORE = "one more"
"""What the further tier is called until it is bought."""


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of the site that is limited: with its last phase, or with each one by its share."""

    address: Address
    limit: Limit
    by_phase: bool = False


@dataclass(frozen=True, slots=True)
class Bought:
    """A design of a tier that a phase buys: the tier, what is chosen, and its data."""

    tier: str
    choices: dict[str, str]
    data: dict[str, Any]


@dataclass(slots=True)
class Module:
    """The designs of one tier: what each adds to the figures of the site, a row a figure."""

    tier: int
    choosing: Choosing
    picks: list[tuple[int, ...]]
    adds: Figures

    def bought(self, name: str, at: int) -> Bought:
        """Give a design as a phase buys it."""
        own = self.choosing.prober
        labels = self.choosing.labels(self.picks[at])
        data = dict(own.design(self.picks[at]).data["tiers"][-1])
        where = f"tiers.{len(own.scenario.tiers) - 1}."
        chosen = {path.removeprefix(where): label for path, label in labels.items()}
        return Bought(name, chosen, data)


def rows_of(closed: Results, aim: Aim, has_budgets: bool) -> list[Row]:
    """Give the figures that count: the aim, the cost where it does, and what the site requires."""
    root = closed.plan.root
    if aim.name not in root.book:
        raise no_figure(aim.name, closed.plan)
    found = [Row(aim.address, Limit(aim.address, ""))]
    if aim.address != COST and (has_budgets or aim.budget is not None):
        found.append(Row(COST, Limit(COST, "", high=math.inf)))
    for name, requirement in REQUIREMENTS.items():
        asked = root.inputs.get(requirement.required)
        if f"{name}_is_met" not in root.book or asked is None or math.isnan(asked):
            continue
        at = ("site", requirement.planned)
        if name == "racks":
            usable = root.inputs.get("usable_rack_units", math.nan)
            at, asked = ("site", "equipment_rack_units"), asked * usable
        if requirement.at_most:
            found.append(Row(at, Limit(at, requirement.title, high=float(asked))))
        else:
            limit = Limit(at, requirement.title, low=float(asked))
            found.append(Row(at, limit, by_phase=name in NEEDED))
    return found


def _figures(results: Results, rows: Sequence[Row]) -> Figures:
    values = (results.values.get(one.address) for one in rows)
    return np.array([math.nan if value is None else value for value in values])


def known_figures(closed: Results, rows: Sequence[Row]) -> Figures:
    """Give the figures of the scenario as it is written: what is added is seen beside them."""
    found = _figures(closed, rows)
    for row, figure in zip(rows, found, strict=True):
        if math.isnan(figure):
            name = row.address[1].replace("_", " ")
            what = f"{name} isn't known of the tiers as they are written: give them known options"
            raise InputError([Problem(closed.plan.scenario.place(("tiers",)), "tiers", what)])
    return found


def open_tiers(scenario: Scenario) -> list[int]:
    """Number the tiers of which something is left open."""
    problems, found = [] if scenario.choices else [nothing_open(scenario)], set()
    for path in scenario.choices:
        top, tier, *rest = [*path.split("."), "", ""]
        if top == "tiers" and rest[0] and tier.isdecimal() and int(tier) < len(scenario.tiers):
            found.add(int(tier))
        else:
            what = "each phase chooses tiers of its own: leave open only what is a tier's"
            problems.append(Problem(scenario.place(("choices", path)), f"choices.{path}", what))
    if problems:
        raise InputError(problems)
    return sorted(found)


def module_of(
    scenario: Scenario,
    tier: int,
    rows: Sequence[Row],
    start: Figures,
    aim: Aim,
    catalog: Catalog,
) -> Module:
    """Tabulate the designs of a tier: those that fit by themselves, and are as good as any."""
    count = len(scenario.data["tiers"])
    left_open = {
        path.replace(f"tiers.{tier}.", f"tiers.{count}.", 1): said
        for path, said in scenario.data["choices"].items()
        if path.startswith(f"tiers.{tier}.")
    }
    one_more = _with_tiers(scenario, [_copied(scenario, tier)], choices=left_open)
    choosing = choices(one_more, catalog)
    picks: list[tuple[int, ...]] = []
    columns: list[Figures] = []
    for structure in choosing.structures:
        if structure.designs > MOST_DESIGNS:
            what = (
                f"these make {grouped(structure.designs)} designs of one tier, more than "
                f"{grouped(MOST_DESIGNS)}: give it fewer options"
            )
            raise InputError([Problem(scenario.place(("choices",)), "choices", what)])
        space = Space(structure, aim, [one.address for one in rows])
        digits = np.unravel_index(np.arange(structure.designs), space.sizes)
        options = np.stack(digits, axis=1) if len(digits) else np.zeros((1, 0), np.intp)
        own = [one for one in space.limits if one.address[0].startswith(f"site/tiers:{ONE_MORE}")]
        kept = np.ones(len(options), bool)
        for limit, figures in zip(own, _table(space, own, options), strict=True):
            kept &= limit.kept(figures)
        adds = np.array(_table(space, rows, options)) - start[:, None]
        kept &= np.isfinite(adds).all(axis=0)
        chosen = np.flatnonzero(kept)
        picks += [structure.picks([int(option) for option in options[n]]) for n in chosen]
        columns.append(adds[:, chosen])
    adds = np.hstack(columns) if columns else np.zeros((len(rows), 0))
    best = _best(_costs(adds, rows, aim))
    return Module(tier, choosing, [picks[n] for n in best], adds[:, best])


def _table(space: Space, of: Sequence[Row | Limit], options: NDArray[np.intp]) -> list[Figures]:
    figures = space.figures([one.address for one in of], options)
    return [np.broadcast_to(one, len(options)) for one in figures]


def _costs(adds: Figures, rows: Sequence[Row], aim: Aim) -> Figures:
    """Give a column for each figure that decides; less of it is better."""
    ways = [aim.sense, *(-1 if one.limit.low > -np.inf else 1 for one in rows[1:])]
    costs: Figures = (adds * np.array(ways)[:, None]).T
    return costs


def _best(costs: Figures) -> NDArray[np.intp]:
    """Give the rows of which no other one is as good in everything."""
    left = np.lexsort(costs.T[::-1])
    found = []
    while len(left):
        found.append(left[0])
        left = left[1:][(costs[left[1:]] < costs[left[0]]).any(axis=1)]
    return np.sort(np.array(found, np.intp))


def own_of(
    scenario: Scenario, tier: int, rows: Sequence[Row], start: Figures, catalog: Catalog
) -> Figures:
    """Give what a tier as it is written adds to the site: what another one like it adds."""
    twice = _with_tiers(scenario, [_copied(scenario, tier)])
    added: Figures = _figures(evaluate(twice, catalog), rows) - start
    return added


def _with_tiers(scenario: Scenario, tiers: Sequence[dict[str, Any]], **more: Any) -> Scenario:
    """Give the scenario with further tiers, and with nothing left open but what is said."""
    own = {"choices": None, "objective": None, **more}
    return edited(scenario, {"tiers": [*scenario.data["tiers"], *tiers], **own})


def _copied(scenario: Scenario, tier: int, name: str = ONE_MORE) -> dict[str, Any]:
    return {**deepcopy(scenario.data["tiers"][tier]), "name": name}


def see_sums(
    scenario: Scenario,
    modules: Sequence[Module],
    rows: Sequence[Row],
    start: Figures,
    catalog: Catalog,
) -> None:
    """See in sites planned whole that what tiers add are sums."""
    drawn = np.random.default_rng(0)
    if not all(len(module.picks) for module in modules):
        return
    for _ in range(DRAWN):
        tiers, sums, sizes = [], start.copy(), np.abs(start)
        for module in (*modules, *modules):
            at = int(drawn.integers(len(module.picks)))
            tiers.append(module.bought("", at).data)
            sums += module.adds[:, at]
            sizes += np.abs(module.adds[:, at])
        planned = _figures(evaluate(site_of(scenario, modules, tiers), catalog), rows)
        for row, one, other, size in zip(rows, planned, sums, sizes, strict=True):
            if not abs(one - other) <= CLOSE * size:
                name = row.address[1].replace("_", " ")
                what = (
                    f"{name} is no sum over the tiers of all phases, as where they share whole "
                    "switches or what is bought by the rack: search without phases"
                )
                raise InputError([Problem(scenario.place(("choices",)), "choices", what)])


def site_of(
    scenario: Scenario,
    modules: Sequence[Module],
    tiers: Sequence[dict[str, Any]],
    shares: Sequence[float] = (),
) -> Scenario:
    """Give the scenario with tiers in place of those that are left open."""
    gone = {module.tier for module in modules}
    own = [one for n, one in enumerate(scenario.data["tiers"]) if n not in gone]
    named = [
        {**one, "name": f"{ONE_MORE} {n}"} if one["name"] == ONE_MORE else one
        for n, one in enumerate(tiers)
    ]
    changes: dict[str, Any] = {"tiers": [*own, *named], "choices": None, "objective": None}
    for n, share in enumerate(shares):
        because = "what the phase buys, at one price level"
        changes[f"economics.phases.{n}.share"] = {"value": share, "because": because}
    return edited(scenario, changes)
