"""Contribution of a further tier to a site: all designs of an open tier, as a table.

A site with one more tier is planned, with all open choices of that tier; the differences of its
figures to the site without it are the contribution of the design. Shared equipment, racks and
switches, has a fixed count in this calculation, and a contribution of its own for each further
piece. Additivity is verified on sites of several further tiers that are drawn at random and planned
in full.
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
"""Maximum number of designs per tier; more can't be tabulated in a minute."""
DRAWN, CLOSE = 3, 1e-9
"""Number of sites planned in full to verify additivity, and the relative tolerance."""
OF_A_RACK = "rack_power"
"""The requirement of a single rack: packing observes it, which the plan of the site verifies."""
STEPS = (0, 1, 2, 3, 5, 8, 13, 21)
"""Additional pieces of shared equipment for which linearity is verified."""
FEW = 8
"""Up to this number, designs that differ by equal steps are separate candidates."""
ONE_MORE = "one more"
"""Name of the further tier until it is purchased."""


@dataclass(frozen=True, slots=True)
class Count:
    """Shared equipment: its count, and the contribution and the capacity of each further piece.

    `row` is the figure that determines the required count: it is limited by the total capacity.
    """

    of: Shared
    now: float
    adds: Figures
    row: int
    holds: float

    @property
    def column(self) -> Figures:
        """Contribution of a further piece, including its capacity."""
        figures = self.adds.copy()
        figures[self.row] -= self.holds
        return figures


@dataclass(frozen=True, slots=True)
class Account:
    """The relevant figures, one row each, and the shared equipment."""

    rows: list[Row]
    counts: list[Count]

    def of(self, planned: Plan, more: int = 0) -> Figures:
        """Return the figures of a plan with the present count of shared equipment, plus `more`."""
        return _figures(planned, self.rows, {one.of.count: one.now + more for one in self.counts})

    def summed(self, figures: Figures, more: float) -> Figures:
        """Return the figures with additional pieces of all shared equipment."""
        return figures + more * sum((one.adds for one in self.counts), np.zeros(len(self.rows)))

    def without(self, figures: Figures) -> Figures:
        """Return the figures without shared equipment."""
        return figures - sum((one.now * one.adds for one in self.counts), np.zeros(len(self.rows)))


@dataclass(frozen=True, slots=True)
class Series:
    """Designs of a tier that differ by equal steps, such as blocks, with the first contribution."""

    picks: list[Combination]
    first: Figures
    step: Figures

    @property
    def steps(self) -> int:
        """Number of steps from the first design to the last."""
        return len(self.picks) - 1

    def adds(self, at: int) -> Figures:
        """Return the contribution of one of its designs."""
        return self.first + at * self.step


@dataclass(frozen=True, slots=True)
class Bought:
    """A design of a tier purchased in a phase: the tier, the chosen options, and its data."""

    tier: str
    options: dict[str, Option]
    data: dict[str, Any]

    @property
    def choices(self) -> dict[str, str]:
        """The chosen options, as in the file."""
        return {path: option.label for path, option in self.options.items()}


@dataclass(slots=True)
class Module:
    """Designs of a tier, with the contribution of each to the figures of the site."""

    tier: int
    choosing: Choosing
    series: list[Series]
    is_whole: bool = True
    """Whether no design was omitted by dominance."""

    def bought(self, name: str, picks: Combination) -> Bought:
        """Return a design as a purchase of a phase."""
        own = self.choosing.prober
        data = dict(own.design(picks).data["tiers"][-1])
        where = f"tiers.{len(own.scenario.tiers) - 1}."
        chosen = {
            choice.path.removeprefix(where): choice.options[pick]
            for choice, pick in zip(self.choosing.choices, picks, strict=True)
        }
        return Bought(name, chosen, data)


def rows_of(closed: Results, aim: Aim, has_budgets: bool) -> list[Row]:
    """Return the relevant figures: the objective, the cost if relevant, and the requirements."""
    root = closed.plan.root
    if aim.name not in root.book:
        raise no_figure(aim.name, closed.plan)
    rows = [Row(address=aim.address)]
    if aim.address != COST and (has_budgets or aim.budget is not None):
        rows.append(Row(address=COST))
    for name, requirement in REQUIREMENTS.items():
        required = root.inputs.get(requirement.required)
        if f"{name}_is_met" not in root.book or required is None or math.isnan(required):
            continue
        if requirement.target_of:
            continue
        at = ("site", requirement.planned)
        if name == OF_A_RACK:
            continue
        if requirement.at_most:
            rows.append(Row(high=float(required), address=at))
        else:
            rows.append(Row(float(required), by_phase=name in GROWING, address=at))
    return rows


def _figures(planned: Plan, rows: Sequence[Row], counts: Mapping[Address, float]) -> Figures:
    """Return figures of a plan with given counts of shared equipment."""
    values = Results(with_counts(planned, counts)).values
    figures = (values.get(one.address) for one in rows)
    return np.array([math.nan if figure is None else figure for figure in figures])


def account_of(closed: Results, rows: Sequence[Row]) -> Account:
    """Find the relevant shared equipment with linear contributions."""
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
    """Return the figures of the scenario as written, to which contributions are added."""
    figures = account.of(closed.plan)
    for row, figure in zip(account.rows, figures, strict=True):
        if math.isnan(figure):
            name, waits = row.address[1].replace("_", " "), waited_for(closed, row.address)
            what = f"{name} isn't known of the tiers as they are written"
            what += f": it needs {waits}" if waits else ": choose options of known values"
            raise InputError([Problem(closed.plan.scenario.place(("tiers",)), "tiers", what)])
    return figures


def open_tiers(scenario: Scenario) -> list[int]:
    """Return the indices of the tiers with open choices."""
    problems, tiers = [] if scenario.choices else [nothing_open(scenario)], set()
    for path in scenario.choices:
        top, tier, *rest = [*path.split("."), "", ""]
        if top == "tiers" and rest[0] and tier.isdecimal() and int(tier) < len(scenario.tiers):
            tiers.add(int(tier))
        else:
            what = "each phase has its own tiers: only fields of tiers can be variables"
            problems.append(Problem(scenario.place(("choices", path)), f"choices.{path}", what))
    if problems:
        raise InputError(problems)
    return sorted(tiers)


def module_of(
    scenario: Scenario,
    tier: int,
    account: Account,
    start: Figures,
    aim: Aim,
    catalog: Catalog,
    watch: Watch,
) -> Module:
    """Tabulate the designs of a tier that are compatible and not dominated.

    Raises
    ------
    StoppedError
        If the search was stopped.
    """
    count = len(scenario.data["tiers"])
    left_open = {
        path.replace(f"tiers.{tier}.", f"tiers.{count}.", 1): options
        for path, options in scenario.data["choices"].items()
        if path.startswith(f"tiers.{tier}.")
    }
    one_more = _with_tiers(scenario, [_copied(scenario, tier)], choices=left_open)
    choosing = choices(one_more, catalog, watch)
    series: list[Series] = []
    for structure in choosing.structures:
        if structure.designs > MOST_DESIGNS:
            what = (
                f"these make {grouped(structure.designs)} designs of one tier, more than "
                f"{grouped(MOST_DESIGNS)}: reduce the number of options"
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
    """Return the contributions of a structure's designs, with series of equal steps combined."""
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
    """Split designs into series of equal steps along one choice, one row each, and the rest."""
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
    """Return the rows that are not dominated by another one."""
    left = np.lexsort(costs.T[::-1])
    columns = []
    while len(left):
        columns.append(left[0])
        left = left[1:][(costs[left[1:]] < costs[left[0]]).any(axis=1)]
    return np.sort(np.array(columns, np.intp))


def own_of(
    scenario: Scenario, tier: int, account: Account, start: Figures, catalog: Catalog
) -> Figures:
    """Return the contribution of a tier as written: that of another identical one."""
    twice = _with_tiers(scenario, [_copied(scenario, tier)])
    added: Figures = account.of(plan(twice, catalog)) - start
    return added


def _with_tiers(scenario: Scenario, tiers: Sequence[dict[str, Any]], **more: Any) -> Scenario:
    """Return the scenario with further tiers, and only the given choices open."""
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
    """Verify on fully planned sites that contributions add up; `start`: the initial figures."""
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
                what = f"{name} is not a sum over the tiers of all phases: search without phases"
                raise InputError([Problem(scenario.place(("choices",)), "choices", what)])


def site_of(
    scenario: Scenario,
    modules: Sequence[Module],
    tiers: Sequence[dict[str, Any]],
    shares: Sequence[float] = (),
) -> Scenario:
    """Return the scenario with tiers in place of the open ones."""
    gone = {module.tier for module in modules}
    own = [one for n, one in enumerate(scenario.data["tiers"]) if n not in gone]
    named = [
        {**one, "name": f"{ONE_MORE} {n}"} if one["name"] == ONE_MORE else one
        for n, one in enumerate(tiers)
    ]
    changes: dict[str, Any] = {"tiers": [*own, *named], "choices": None, "objective": None}
    if shares:  # without phases that purchase nothing
        because = "what the phase buys, at one price level"
        changes["economics.phases"] = [
            {**phase, "share": {"value": share, "because": because}}
            for phase, share in zip(scenario.data["economics"]["phases"], shares, strict=True)
            if share > 0
        ]
    return edited(scenario, changes)
