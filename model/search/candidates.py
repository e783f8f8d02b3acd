"""What a further tier adds to a site: all designs of one that is left open, as a table.

A site with one tier more is planned, with all that is left open of that tier; what its figures are
beyond those of the site without it is what the design adds. What tiers share, racks and switches,
stays as many as they are meanwhile; each one more of them adds something, too. That these are sums
is seen, in sites of several further tiers that are drawn at random and planned whole.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.answers.questions import waited_for
from model.answers.results import Results
from model.design.scenario import Scenario, edited
from model.engine.tables import Figures
from model.engine.tree import Address
from model.errors import InputError, Problem
from model.formulas.time_and_money.requirements import REQUIREMENTS
from model.parts.catalog import Catalog
from model.planning.plan import Plan, plan
from model.records import dataclass
from model.search.options import Option, nothing_open
from model.search.probes import Combination
from model.search.progress import StoppedError, Watch
from model.search.purchase import GROWING, Row
from model.search.search import Choosing, choices
from model.search.shared_equipment import SHARED, Shared, with_counts
from model.search.spaces import COST, Aim, Limit, Space, no_figure
from model.search.structures import Structure
from model.units.figures import grouped

MOST_DESIGNS = 200_000
"""Designs of a tier: more are more than are tabulated in a minute."""
DRAWN, CLOSE = 3, 1e-9
"""Sites that are planned whole to see that figures are sums, and how far they may be off."""
OF_A_RACK = "rack_power"
"""What is required of a rack: the packing keeps to it, as is seen where the site is planned."""
STEPS = (0, 1, 2, 3, 5, 8, 13, 21)
"""So many more of what is shared are looked at, to see that each one adds as much."""
FEW = 8
"""Designs that differ by equal steps are told one by one unless there are more of them."""
ONE_MORE = "one more"
"""What the further tier is called until it is bought."""


@dataclass(frozen=True, slots=True)
class Count:
    """Something shared: how many there are, what each one more adds to a row, and to what it holds.

    `row` says how much of it is needed: no more than so many hold.
    """

    of: Shared
    now: float
    adds: Figures
    row: int
    holds: float

    @property
    def column(self) -> Figures:
        """What one more adds, and that it holds so much."""
        found = self.adds.copy()
        found[self.row] -= self.holds
        return found


@dataclass(frozen=True, slots=True)
class Account:
    """The figures that count, a row each, and what tiers share."""

    rows: list[Row]
    counts: list[Count]

    def of(self, planned: Plan, more: int = 0) -> Figures:
        """Give the figures of a plan, with as many of what is shared as there are now, and more."""
        return _figures(planned, self.rows, {one.of.count: one.now + more for one in self.counts})

    def summed(self, figures: Figures, more: float) -> Figures:
        """Give figures with so many more of all that is shared."""
        return figures + more * sum((one.adds for one in self.counts), np.zeros(len(self.rows)))

    def without(self, figures: Figures) -> Figures:
        """Give figures without any of what is shared."""
        return figures - sum((one.now * one.adds for one in self.counts), np.zeros(len(self.rows)))


@dataclass(frozen=True, slots=True)
class Series:
    """Designs of a tier that differ by equal steps, as by blocks: what the first one adds."""

    picks: list[Combination]
    first: Figures
    step: Figures

    @property
    def steps(self) -> int:
        """How many steps there are from the first design to the last."""
        return len(self.picks) - 1

    def adds(self, at: int) -> Figures:
        """Give what one of its designs adds."""
        return self.first + at * self.step


@dataclass(frozen=True, slots=True)
class Bought:
    """A design of a tier that a phase buys: the tier, what is chosen, and its data."""

    tier: str
    options: dict[str, Option]
    data: dict[str, Any]

    @property
    def choices(self) -> dict[str, str]:
        """What is chosen, as the file has it."""
        return {path: option.label for path, option in self.options.items()}


@dataclass(slots=True)
class Module:
    """The designs of one tier: what each adds to the figures of the site, a row a figure."""

    tier: int
    choosing: Choosing
    series: list[Series]
    is_whole: bool = True
    """Whether none was left out as another one is as good."""

    def bought(self, name: str, picks: Combination) -> Bought:
        """Give a design as a phase buys it."""
        own = self.choosing.prober
        data = dict(own.design(picks).data["tiers"][-1])
        where = f"tiers.{len(own.scenario.tiers) - 1}."
        chosen = {
            choice.path.removeprefix(where): choice.options[pick]
            for choice, pick in zip(self.choosing.choices, picks, strict=True)
        }
        return Bought(name, chosen, data)


def rows_of(closed: Results, aim: Aim, has_budgets: bool) -> list[Row]:
    """Give the figures that count: the aim, the cost where it does, and what the site requires."""
    root = closed.plan.root
    if aim.name not in root.book:
        raise no_figure(aim.name, closed.plan)
    found = [Row(address=aim.address)]
    if aim.address != COST and (has_budgets or aim.budget is not None):
        found.append(Row(address=COST))
    for name, requirement in REQUIREMENTS.items():
        asked = root.inputs.get(requirement.required)
        if f"{name}_is_met" not in root.book or asked is None or math.isnan(asked):
            continue
        at = ("site", requirement.planned)
        if name == OF_A_RACK:
            continue
        if requirement.at_most:
            found.append(Row(high=float(asked), address=at))
        else:
            found.append(Row(float(asked), by_phase=name in GROWING, address=at))
    return found


def _figures(planned: Plan, rows: Sequence[Row], counts: Mapping[Address, float]) -> Figures:
    """Give figures of a plan, with so many of what is shared."""
    values = Results(with_counts(planned, counts)).values
    figures = (values.get(one.address) for one in rows)
    return np.array([math.nan if figure is None else figure for figure in figures])


def account_of(closed: Results, rows: Sequence[Row]) -> Account:
    """Find what tiers share that counts, and of which each piece adds as much."""
    known = [
        one
        for one in SHARED
        if all(closed.values.get(at) is not None for at in (one.count, one.held, one.holds))
    ]
    now = {one.count: closed.values[one.count] or 0.0 for one in known}
    held = [Row(high=0.0, by_phase=True, address=one.held) for one in known]
    counts: list[tuple[int, Shared, Figures]] = []
    for n, one in enumerate(known):
        numbers = ({**now, one.count: now[one.count] + step} for step in STEPS)
        first, *others = (_figures(closed.plan, [*rows, *held], each) for each in numbers)
        adds = others[0] - first
        sums = [first + step * adds for step in STEPS[1:]]
        if adds[: len(rows)].any() and np.allclose(sums, others, CLOSE, CLOSE, equal_nan=True):
            counts.append((n, one, adds))
    own = [*range(len(rows)), *(len(rows) + n for n, _, _ in counts)]
    return Account(
        [*rows, *(held[n] for n, _, _ in counts)],
        [
            Count(one, now[one.count], adds[own], len(rows) + k, closed.values[one.holds] or 0.0)
            for k, (_, one, adds) in enumerate(counts)
        ],
    )


def known_figures(closed: Results, account: Account) -> Figures:
    """Give the figures of the scenario as it is written: what is added is seen beside them."""
    found = account.of(closed.plan)
    for row, figure in zip(account.rows, found, strict=True):
        if math.isnan(figure):
            name, waits = row.address[1].replace("_", " "), waited_for(closed, row.address)
            what = f"{name} isn't known of the tiers as they are written"
            what += f": it waits for {waits}" if waits else ": give them known options"
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
    account: Account,
    start: Figures,
    aim: Aim,
    catalog: Catalog,
    watch: Watch,
) -> Module:
    """Tabulate the designs of a tier: those that fit by themselves, and are as good as any.

    Raises
    ------
    StoppedError
        The search was stopped.
    """
    count = len(scenario.data["tiers"])
    left_open = {
        path.replace(f"tiers.{tier}.", f"tiers.{count}.", 1): said
        for path, said in scenario.data["choices"].items()
        if path.startswith(f"tiers.{tier}.")
    }
    one_more = _with_tiers(scenario, [_copied(scenario, tier)], choices=left_open)
    choosing = choices(one_more, catalog, watch)
    series: list[Series] = []
    for structure in choosing.structures:
        if structure.designs > MOST_DESIGNS:
            what = (
                f"these make {grouped(structure.designs)} designs of one tier, more than "
                f"{grouped(MOST_DESIGNS)}: give it fewer options"
            )
            raise InputError([Problem(scenario.place(("choices",)), "choices", what)])
        if not watch.goes_on(0.0, None):
            raise StoppedError
        series += _series_of(structure, account, start, aim)
    if watch.stopped:
        raise StoppedError
    designs = sum(len(one.picks) for one in series)
    return Module(tier, choosing, series, is_whole=designs == choosing.designs)


def _series_of(
    structure: Structure, account: Account, start: Figures, aim: Aim
) -> Iterator[Series]:
    """Give what the designs of a structure add; those that differ by equal steps together."""
    assert structure.probe.plan is not None
    numbers = {one.of.count: one.now for one in account.counts}
    probe = replace(structure.probe, plan=with_counts(structure.probe.plan, numbers))
    space = Space(
        replace(structure, probe=probe, graphs={}), aim, [one.address for one in account.rows]
    )
    digits = np.unravel_index(np.arange(structure.designs), space.sizes)
    options = np.stack(digits, axis=1) if len(digits) else np.zeros((1, 0), np.intp)
    own = [one for one in space.limits if one.address[0].startswith(f"site/tiers:{ONE_MORE}")]
    possible = np.ones(len(options), bool)
    for limit, figures in zip(own, _table(space, own, options), strict=True):
        possible &= limit.met(figures)
    adds = np.array(_table(space, account.rows, options)) - start[:, None]
    possible &= np.isfinite(adds).all(axis=0)
    ways = [aim.sense, *(-1 if one.low > -np.inf else 1 for one in account.rows[1:])]
    way = np.array(ways)[:, None]  # less is better
    even, single = _lines(adds, possible, space.sizes)
    first, last = adds[:, even[:, 0]], adds[:, even[:, -1]]
    steps = (last - first) / max(1, even.shape[1] - 1)
    for n in _best(np.vstack([first * way, steps * way]).T):
        picks = [structure.picks([int(option) for option in options[at]]) for at in even[n]]
        yield Series(picks, first[:, n], steps[:, n])
    for at in single[_best((adds[:, single] * way).T)]:
        picks = [structure.picks([int(option) for option in options[at]])]
        yield Series(picks, adds[:, at], np.zeros(len(adds)))


def _lines(
    adds: Figures, possible: NDArray[np.bool_], sizes: Sequence[int]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Part designs in lines of equal steps along one choice, a row each, and all others."""
    numbered = np.arange(adds.shape[1]).reshape(sizes)
    for axis in sorted(range(len(sizes)), key=lambda n: -sizes[n]):
        if sizes[axis] <= FEW:
            break
        lines = np.moveaxis(numbered, axis, -1).reshape(-1, sizes[axis])
        there = adds[:, lines]
        first, last = there[..., :1], there[..., -1:]
        straight = first + (last - first) * (np.arange(sizes[axis]) / (sizes[axis] - 1))
        near = np.abs(there - straight) <= CLOSE * np.maximum(np.abs(first), np.abs(last))
        even = (
            possible[lines].all(axis=1) & near.all(axis=(0, 2)) & (first != last).any(axis=(0, 2))
        )
        if even.any():
            others = lines[~even].ravel()
            return lines[even], others[possible[others]]
    return np.zeros((0, 1), np.intp), np.flatnonzero(possible)


def _table(space: Space, of: Sequence[Row | Limit], options: NDArray[np.intp]) -> list[Figures]:
    figures = space.figures([one.address for one in of], options)
    return [np.broadcast_to(one, len(options)) for one in figures]


def _best(costs: Figures) -> NDArray[np.intp]:
    """Give the rows of which no other one is as good in everything."""
    left = np.lexsort(costs.T[::-1])
    found = []
    while len(left):
        found.append(left[0])
        left = left[1:][(costs[left[1:]] < costs[left[0]]).any(axis=1)]
    return np.sort(np.array(found, np.intp))


def own_of(
    scenario: Scenario, tier: int, account: Account, start: Figures, catalog: Catalog
) -> Figures:
    """Give what a tier as it is written adds to the site: what another one like it adds."""
    twice = _with_tiers(scenario, [_copied(scenario, tier)])
    added: Figures = account.of(plan(twice, catalog)) - start
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
    account: Account,
    start: Figures,
    catalog: Catalog,
) -> None:
    """See in sites planned whole that what tiers add are sums; `start`: what there is without."""
    drawn = np.random.default_rng(0)
    if not all(module.series for module in modules):
        return
    for _ in range(DRAWN):
        tiers, sums, sizes = [], start.copy(), np.abs(start)
        for module in (*modules, *modules):
            series = module.series[int(drawn.integers(len(module.series)))]
            at = int(drawn.integers(len(series.picks)))
            tiers.append(module.bought("", series.picks[at]).data)
            sums += series.adds(at)
            sizes += np.abs(series.adds(at))
        more = int(drawn.integers(STEPS[-1]))
        planned = account.of(plan(site_of(scenario, modules, tiers), catalog), more)
        both = planned, account.summed(sums, more)
        for row, one, other, size in zip(account.rows, *both, sizes, strict=True):
            if not abs(one - other) <= CLOSE * size:
                name = row.address[1].replace("_", " ")
                what = f"{name} is no sum over the tiers of all phases: search without phases"
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
    if shares:  # a phase that buys nothing is none
        because = "what the phase buys, at one price level"
        changes["economics.phases"] = [
            {**phase, "share": {"value": share, "because": because}}
            for phase, share in zip(scenario.data["economics"]["phases"], shares, strict=True)
            if share > 0
        ]
    return edited(scenario, changes)
