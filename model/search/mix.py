"""Mix of tiers for a single budget, as a mixed-integer programme over tables of designs.

`search` examines combinations of all tiers; here, the designs of each tier are evaluated
separately, and HiGHS combines them. This requires that the site's figures are sums over tiers, as
capacity, bandwidth, cost and power are. This is verified: figures of random combinations must be
the sums, and the result is evaluated and planned in full.

Counts of shared equipment, racks and fabric switches, are not sums; but each piece has a capacity,
and the required capacity is a sum. The programme therefore chooses their count, with all dependent
items. Racks are packed: if that takes more racks than the programme chose, it is solved again
without that combination.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from model.design.choices import Objective
from model.design.scenario import Scenario
from model.engine.tables import Figures
from model.errors import InputError, Place, Problem
from model.parts.catalog import Catalog
from model.records import dataclass
from model.search.branch_and_bound import breaks_a_constant, judged_of
from model.search.dominance import Judged
from model.search.evaluation import Best
from model.search.highs import Solved
from model.search.parallel import Where
from model.search.progress import Progress, Watch
from model.search.purchase import CLOSE, Checked, Purchase, Row, best_purchase
from model.search.search import Choosing, SearchResult, aim_of, choices, run_search
from model.search.shared_equipment import Counted, with_shared
from model.search.spaces import Space
from model.units.figures import grouped

MOST_COLUMNS = 200_000
"""Maximum number of designs per tier; more can't be combined in a minute."""
DRAWN = 64
"""Number of combinations to verify additivity."""
ATTEMPTS = 50
"""Maximum number of combinations in sequence that violate a limit within HiGHS's tolerance."""


@dataclass(slots=True)
class _Part:
    """Groups of dependent choices, such as those of a tier: each combination is a column."""

    groups: tuple[int, ...]
    options: NDArray[np.intp]


@dataclass(slots=True)
class _Sum:
    """Contribution of columns to a figure of the site, with the limits of `judged`."""

    judged: Judged
    start: float
    adds: list[Figures]


def mix(
    scenario: Scenario | Choosing,
    objective: Objective | None = None,
    *,
    progress: Progress | None = None,
    seconds: float = math.inf,
    catalog: Catalog | None = None,
) -> SearchResult:
    """Find the best mix of a scenario's open tiers, with the same result as `search`.

    Parameters
    ----------
    scenario
        The scenario with its choices, or the result of `choices` for it.
    objective
        Objective in place of the scenario's own.
    progress
        As in `search`.
    seconds
        Time limit, after which the best known design is returned.

    Raises
    ------
    InputError
        As in `search`; also if a figure is not a sum over the tiers, or a tier has too many
        designs.
    """
    watch = Watch(time.monotonic() + seconds, progress)
    if isinstance(scenario, Choosing):
        choosing, aim = scenario, aim_of(scenario.scenario, objective)
    else:
        aim = aim_of(scenario, objective)
        choosing = choices(scenario, catalog, watch)
    return run_search(choosing, aim, choosing.structures, watch, solver=solve_mix)


def solve_mix(space: Space, best: float, watch: Watch, where: Where) -> Best:  # noqa: ARG001
    """Find the best design of a space by its tiers' tables, if it is better than `best`."""
    if breaks_a_constant(space):
        return Best(proven=True)
    if not watch.goes_on(0.0, None):
        return Best(best)
    judged = judged_of(space)
    slow = space.tables.slow  # results of rack packing
    sums, counted = with_shared(space, racks=any(one.node in slow for one in judged))
    judged_sums = [one for one in judged_of(sums) if one.node not in sums.tables.slow]
    if sums.aimed in sums.tables.slow:
        raise InputError([Problem(_place(space), "choices", _no_sum(space, judged[0]))])
    own = _parts(space)
    parts = [*own, *(_part(sums, [one.group]) for one in counted)]
    base = _base(sums, judged_sums)
    if base is None:
        return Best(proven=False, bound=-np.inf)
    rows = _sums(sums, judged_sums, parts, base)
    held = [_held(sums, rows, parts, base, one, n) for n, one in enumerate(counted, start=len(own))]
    mix = _combined(space, judged, parts, [*rows, *held], best, watch)
    mix.left = math.prod(len(part.options) for part in parts)
    mix.computed = sum(len(part.options) for part in parts)
    return mix


def _held(
    sums: Space,
    rows: Sequence[_Sum],
    parts: list[_Part],
    base: NDArray[np.intp],
    one: Counted,
    part: int,
) -> _Sum:
    """Require sufficient capacity of shared equipment, after a check that more is never better."""
    for row in rows:
        steps = np.diff(row.adds[part]) * row.judged.way
        if (steps > 0).any():
            raise InputError([Problem(_place(sums), "choices", _no_sum(sums, row.judged))])
    row = _sum(sums, Judged(sums.graph.at[one.of.held], -1), parts, base)
    _see_sums(sums, row, parts)
    counts = sums.axes[one.of.count].figures[parts[part].options[:, 0]]
    adds = [*row.adds]
    adds[part] = adds[part] - counts * one.holds
    return _Sum(replace(row.judged, high=0.0), row.start, adds)


def _no_sum(space: Space, one: Judged) -> str:
    names = space.graph.nodes[one.node].names
    name = names[0][1].replace("_", " ") if names else "what is asked"
    return f"{name} is not a sum over the tiers: search without mixing"


def _parts(space: Space) -> list[_Part]:
    """Split the groups by the tiers they affect; a group that affects several tiers joins them."""
    keys: list[set[str]] = []
    members: list[list[int]] = []
    for n, group in enumerate(space.structure.groups):
        tiers = {path.split("/")[1] for path, _ in group.figures if path != "site"}
        mine, groups = tiers or {"site"}, [n]
        for m in reversed([m for m, known in enumerate(keys) if known & mine]):
            mine, groups = mine | keys.pop(m), members.pop(m) + groups
        keys.append(mine)
        members.append(groups)
    return [_part(space, groups) for groups in members]


def _part(space: Space, groups: Sequence[int]) -> _Part:
    sizes = [space.sizes[n] for n in groups]
    if math.prod(sizes) > MOST_COLUMNS:
        what = (
            f"these make {grouped(math.prod(sizes))} designs of one tier, "
            f"more than {grouped(MOST_COLUMNS)}: reduce the options, or search without mixing"
        )
        raise InputError([Problem(_place(space), "choices", what)])
    digits = np.unravel_index(np.arange(math.prod(sizes)), sizes)
    return _Part(tuple(groups), np.stack(digits, axis=1))


def _place(space: Space) -> Place:
    plan = space.structure.probe.plan
    assert plan is not None
    return plan.scenario.place(("choices",))


def _picks(base: NDArray[np.intp], part: _Part) -> list[NDArray[np.intp]]:
    """Return the designs with each column of one part, and the base's options elsewhere."""
    picks = [np.full(len(part.options), option) for option in base]
    for group, column in zip(part.groups, part.options.T, strict=True):
        picks[group] = column
    return picks


def _base(space: Space, judged: Sequence[Judged]) -> NDArray[np.intp] | None:
    """Find a design for which all required figures are known."""
    drawn = np.random.default_rng(0)
    picks = [drawn.integers(size, size=4096) for size in space.sizes]
    columns = space.tables.values([one.node for one in judged], picks)
    known = np.isfinite(columns[0])
    for one, figures in zip(judged[1:], columns[1:], strict=True):
        known &= np.isfinite(figures) | one.unknown
    at = np.flatnonzero(known)
    return np.array([pick[at[0]] for pick in picks]) if len(at) else None


def _sums(
    space: Space, judged: Sequence[Judged], parts: list[_Part], base: NDArray[np.intp]
) -> list[_Sum]:
    """Tabulate the criteria: those of a single part filter it, the others are sums."""
    rows = []
    owners = [sum(1 << n for n in part.groups) for part in parts]
    for one in judged:
        mine = space.tables.owners.get(one.node, 0)
        touched = [n for n, own in enumerate(owners) if own & mine]
        if one is not judged[0] and len(touched) == 1:
            [part] = (parts[n] for n in touched)
            [figures] = space.tables.values([one.node], _picks(base, part))
            part.options = part.options[one.met(figures)]
    for one in judged:
        mine = space.tables.owners.get(one.node, 0)
        touched = [n for n, own in enumerate(owners) if own & mine]
        if one is judged[0] or len(touched) > 1:
            row = _sum(space, one, parts, base)
            _see_sums(space, row, parts)
            rows.append(row)
    return rows


def _sum(space: Space, one: Judged, parts: list[_Part], base: NDArray[np.intp]) -> _Sum:
    [start] = space.tables.values([one.node], [np.array([option]) for option in base])
    adds = [space.tables.values([one.node], _picks(base, part))[0] - start[0] for part in parts]
    return _Sum(one, float(start[0]), adds)


def _see_sums(space: Space, row: _Sum, parts: list[_Part]) -> None:
    """Verify that a figure of combinations is the sum of their columns' contributions."""
    if not all(len(part.options) for part in parts):
        return
    drawn = np.random.default_rng(1)
    chosen = [drawn.integers(len(part.options), size=DRAWN) for part in parts]
    [figures] = space.tables.values([row.judged.node], _joined(space, parts, chosen))
    sums = row.start + sum(add[at] for add, at in zip(row.adds, chosen, strict=True))
    sizes = abs(row.start) + sum(np.abs(a[at]) for a, at in zip(row.adds, chosen, strict=True))
    off = np.abs(figures - sums) > CLOSE * sizes
    if (off | (np.isnan(figures) != np.isnan(sums))).any():
        raise InputError([Problem(_place(space), "choices", _no_sum(space, row.judged))])


def _joined(
    space: Space, parts: Sequence[_Part], chosen: Sequence[NDArray[np.intp]]
) -> list[NDArray[np.intp]]:
    """Return combinations of columns as designs of the space."""
    picks = [np.zeros(len(chosen[0]), np.intp) for _ in space.sizes]
    for part, at in zip(parts, chosen, strict=True):
        for group, column in zip(part.groups, part.options.T, strict=True):
            picks[group] = column[at]
    return picks


def _combined(
    space: Space,
    judged: Sequence[Judged],
    parts: list[_Part],
    rows: list[_Sum],
    best: float,
    watch: Watch,
) -> Best:
    """Combine columns with HiGHS, and evaluate its solutions until one is valid."""
    if not all(len(part.options) for part in parts):
        return Best(proven=True)
    sense = space.aim.sense
    purchase = _purchase(parts, rows, sense)
    starts = np.cumsum([0, *(len(part.options) for part in parts)])
    own = [part for part in parts if max(part.groups) < len(space.sizes)]
    mix = Best()

    def check(solved: Solved, least: float) -> Checked:
        assert solved.numbers is not None
        chosen = [int(np.argmax(solved.numbers[a:b])) for a, b in pairwise(starts)][: len(own)]
        picks = _joined(space, own, [np.array([at]) for at in chosen])
        columns = space.tables.values([one.node for one in judged], picks)
        there = starts[: len(own)] + np.array(chosen, np.intp), None
        if not all(one.met(x).all() for one, x in zip(judged[1:], columns[1:], strict=True)):
            return Checked(np.inf, left_out=there)
        cost = float(columns[0][0]) * sense
        if cost < least:
            mix.options = np.array([int(pick[0]) for pick in picks], np.intp)
        as_many_racks = cost <= solved.bound + CLOSE * abs(solved.bound)
        return Checked(cost, as_many_racks, there)

    outcome = best_purchase(purchase, check, watch, attempts=ATTEMPTS, sense=sense, cost=best)
    mix.cost, mix.bound, mix.proven = outcome.cost, outcome.bound, outcome.proven
    return mix


def _purchase(parts: Sequence[_Part], rows: Sequence[_Sum], sense: int) -> Purchase:
    """Return the purchase of one column of each part in a single phase."""
    adds = np.array([np.concatenate(row.adds) for row in rows])
    is_known = np.isfinite(adds)
    needed = [n == 0 or not row.judged.unknown for n, row in enumerate(rows)]
    purchase = Purchase(
        [Row(), *(Row(row.judged.low, row.judged.high) for row in rows[1:])],
        np.array([row.start for row in rows]),
        np.where(is_known, adds, 0.0),
        is_known[needed].all(axis=0) * 1.0,
        sense=sense,
    )
    begin = 0
    for part in parts:
        purchase.limit(range(begin, begin + len(part.options)), 1.0, 1.0)
        begin += len(part.options)
    return purchase
