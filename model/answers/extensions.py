"""How installed tiers can grow: each step as a scenario of its own, planned again in full.

A step is an edit of the scenario, like an upgrade: all its figures are those of the plan of the
edited scenario, so that what a step promises is what its scenario says.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from model.answers.extension_tries import (
    DATA_FIRST,
    StepName,
    Try,
    more_vdevs,
    pools_of,
    tries_of,
    wider,
)
from model.answers.levers import line_price_level
from model.answers.needs import Need, needs
from model.answers.order_dates import OrderDate, order_dates
from model.answers.owned_pieces import owned_before
from model.answers.present import with_present
from model.answers.remedies import new_misfits
from model.answers.results import WAYS, Results
from model.design.given import AnyTier
from model.design.tier import Tier
from model.errors import InputError
from model.parts.lead_times import KINDS
from model.records import dataclass
from model.units.brief import several

SCHEMA = "ostimate.extensions/1"
DRIVES_ONLY = ("fill_bays", "add_vdevs", "widen_raidz", "replace_drives")
"""Steps for which only drives are bought."""
OF_TIER = {
    "usable": "usable_capacity",
    "stored": "stored_capacity",
    "read_bandwidth": "read_bandwidth",
    "write_bandwidth": "write_bandwidth",
    "power": "tier_power",
}
"""Figures of a tier that a step changes."""
COST_OF_YEARS = "total_cost_of_ownership"
UNLIKE_TARGETS = "targets of different sizes fill unevenly: weight them by free space"
SLOWEST = "a file striped over old and new targets is limited by the slowest of them"
EMPTY_TARGETS = "new targets are empty: old files stay where they are until they are migrated"
OUT_OF_WARRANTY = "the warranty of the old parts ends on {}, before the tier is full"
STAYS_OWNED = "more parts are counted as owned than are installed: {}"
UNLIKE_COSTS = "its cost of all years lacks other unknown parts than today's: don't compare the two"
NONE = "No tier can be extended: only owned tiers ('owned: true') and ZFS pools have steps."
STRIPED = ("lustre", "beegfs")
"""File systems that stripe files over their targets."""


@dataclass(frozen=True, slots=True)
class Extension:
    """A step by which a tier can grow or shrink, with its figures before and after.

    `why_not` says why it isn't possible; all figures are None then. Of a step that adds a tier,
    figures are those of both together. `rewritten` is the usable capacity of a pool that is made
    anew in the same layout, which old files have once they are rewritten. `cost` is that of all
    changed lines of the bill, `known_cost` what is known of it.
    """

    step: StepName
    title: str
    changes: Mapping[str, Any]
    before: Mapping[str, float | None]
    after: Mapping[str, float | None]
    rewritten: float | None = None
    cost: float | None = None
    known_cost: float | None = None
    write_off: float | None = None
    migration_time: float | None = None
    """Time in which its files can be migrated at best, where they have to be."""
    need: Need | None = None
    """The demand that fills it after the step."""
    order: OrderDate | None = None
    """Latest order of the parts that it takes longest to get."""
    warnings: tuple[str, ...] = ()
    why_not: str = ""

    @property
    def full_on(self) -> datetime.date | None:
        """Day on which it is full after the step; None if unknown, or later than is looked at."""
        return self.need.full_on if self.need else None

    @property
    def is_possible(self) -> bool:
        """Whether it can be planned."""
        return not self.why_not


@dataclass(frozen=True, slots=True)
class Extendable:
    """A tier with the steps that are possible, and when it is full without any."""

    name: str
    path: str
    is_owned: bool
    warranty_until: datetime.date | None
    need: Need | None
    """The demand that fills it."""
    steps: tuple[Extension, ...]

    @property
    def full_on(self) -> datetime.date | None:
        """Day on which it is full; None if unknown, or later than is looked at."""
        return self.need.full_on if self.need else None


def extensions(results: Results) -> tuple[Extendable, ...]:
    """Return the steps of each tier that is owned or a pool of ZFS, in the order of the tiers."""
    found: tuple[Extendable, ...] = results.once(("extensions",), lambda: _all(results))
    return found


def _all(results: Results) -> tuple[Extendable, ...]:
    found = []
    for n, tier in enumerate(results.plan.scenario.tiers):
        built = tier.built
        if tier.is_owned or (built is not None and built.target.on_zfs):
            found.append(_of_tier(results, tier, n))
    return tuple(found)


def steps_to_plan(results: Results, name: str) -> Iterator[Extension]:
    """Yield the steps of a tier with their changes only: nothing of them is planned yet."""
    tiers = enumerate(results.plan.scenario.tiers)
    n, tier = next((n, one) for n, one in tiers if one.name == name)
    at, path = f"tiers.{n}", dict(results.tiers())[name]
    for one in tries_of(results, tier, n):
        changes, why = one.changes, one.why_not
        if not why:
            try:
                changes = {**changes, **owned_before(results, tier, at, path, changes)}
            except InputError as error:
                why = error.problems[0].what
        yield Extension(one.step, one.title, changes, {}, {}, warnings=one.notes, why_not=why)


def _of_tier(results: Results, tier: AnyTier, n: int) -> Extendable:
    path = dict(results.tiers())[tier.name]
    need = _need_of(results, tier, path)
    return Extendable(
        tier.name,
        path,
        tier.is_owned,
        _warranty(tier),
        need,
        tuple(_planned(results, tier, n, one) for one in tries_of(results, tier, n)),
    )


def _warranty(tier: AnyTier) -> datetime.date | None:
    installed = tier.built.installed if tier.built is not None else None
    return installed.warranty_until if installed else None


def _need_of(results: Results, tier: AnyTier, path: str) -> Need | None:
    """Return the demand that fills a tier: its own, or else that of the site."""
    found = {one.path: one for one in needs(results)}
    return found.get(path) or (found.get("site") if tier.holds == "data" else None)


def _planned(results: Results, tier: AnyTier, n: int, one: Try) -> Extension:
    """Plan a step; where the scenario can't be so, say why."""
    path, at = dict(results.tiers())[tier.name], f"tiers.{n}"
    before = _figures(results, [path])
    if one.why_not:
        return Extension(one.step, one.title, {}, before, {}, why_not=one.why_not)
    try:
        changes = {**one.changes, **owned_before(results, tier, at, path, one.changes)}
        after = results.edited(changes, in_order=False)
        fresh = None if one.fresh is None else results.edited(one.fresh, in_order=False)
    except InputError as error:
        why = "; ".join(dict.fromkeys(problem.what for problem in error.problems))
        return Extension(one.step, one.title, {}, before, {}, why_not=why)
    had = {path for _, path in results.tiers()}
    new = [path for _, path in after.tiers() if path not in had]
    cost, known = added_cost(results, after)
    need, then = _need_of(results, tier, path), _need_of(after, tier, path)
    return Extension(
        one.step,
        one.title,
        changes,
        before,
        _figures(after, [path for path in (path, *new) if path in after.plan.instances]),
        None if fresh is None else fresh.values.get((path, "usable_capacity")),
        cost,
        known,
        _write_off(results, one.step, path),
        _migration_time(results, changes, tier, path, one, need),
        then,
        _order(results, tier, need, one.step),
        (
            *one.notes,
            *mixed_generations(after, tier, path, new),
            *_staying_owned(results, after),
            *((UNLIKE_COSTS,) if _has_unlike_costs(results, after) else ()),
            *_out_of_warranty(tier, one.step, then),
            *_worse(results, after, path),
        ),
    )


def _figures(results: Results, paths: Sequence[str]) -> dict[str, float | None]:
    """Return the figures of tiers together, and those of the site."""
    found: dict[str, float | None] = {}
    for name, quantity in OF_TIER.items():
        values = [results.values.get((path, quantity)) for path in paths]
        known = [value for value in values if value is not None]
        found[name] = sum(known) if len(known) == len(values) else None
    found["racks"] = results.values.get(("site", "racks"))
    found["known_cost_of_years"] = results["site", "known_total_cost_of_ownership"]
    found["cost_of_years"] = results["site", COST_OF_YEARS]
    return found


def _has_unlike_costs(before: Results, after: Results) -> bool:
    """Whether known parts of the cost of all years are shown, and leave out different parts."""
    shown = (before["site", f"known_{COST_OF_YEARS}"], after["site", f"known_{COST_OF_YEARS}"])
    return all(shown) and unknown_costs(before) != unknown_costs(after)


def unknown_costs(results: Results) -> frozenset[tuple[str, str]]:
    """Return what the cost of all years lacks, whatever the tiers are called that it is of."""
    waits = results.waits_for("site", COST_OF_YEARS)
    return frozenset((re.sub(r"(?<=/tiers:)[^/]+", "", path), name) for path, name in waits)


def _out_of_warranty(tier: AnyTier, step: StepName, need: Need | None) -> Iterator[str]:
    """Warn where the old parts serve on after their warranty, until the tier is full.

    Without a start date it is unknown on which day that is.
    """
    last = _warranty(tier)
    if step == "replace_tier" or last is None or need is None or not need.is_known:
        return
    if need.time_full is None or (need.full_on is not None and need.full_on > last):
        yield OUT_OF_WARRANTY.format(last)


def _staying_owned(before: Results, after: Results) -> Iterator[str]:
    """Warn of lines that a step adds to although all their pieces count as owned."""
    had = {line.path: before[line.path, "line_count"] for line in before.plan.lines}
    more = [
        line.name
        for line in after.plan.lines
        if line.owned == "all"
        and line.path in had
        and after[line.path, "line_count"] != had[line.path]
        and (after[line.path, "line_count"] or math.inf) > (had[line.path] or 0.0)
    ]
    if more:
        yield STAYS_OWNED.format(", ".join(dict.fromkeys(more)))


def added_cost(before: Results, after: Results, months: float = 0.0) -> tuple[float | None, float]:
    """Return what the bill of a step has more, and what is known of it.

    A line without a price whose count stays is in neither. Prices are those so many months after
    the price date, by the price path of each kind of part.
    """
    had, has = (_costs(one, months) for one in (before, after))
    more: list[float | None] = []
    for path in {**had, **has}:
        (old, *was), (new, *now) = had.get(path, _NO_LINE), has.get(path, _NO_LINE)
        if old is not None and new is not None:
            more.append(new - old)
        elif was != now or None in (was[0], now[0]) or (old is None) != (new is None):
            more.append(None)
    known = [one for one in more if one is not None]
    return sum(known) if len(known) == len(more) else None, sum(known)


_NO_LINE: tuple[Any, ...] = (0.0, 0.0, None)


def _costs(results: Results, months: float) -> dict[str, tuple[Any, ...]]:
    """Return the cost of each line, its count, and its piece."""
    found = {}
    for line in results.plan.lines:
        if not line.option:
            cost = results[line.path, "line_cost"]
            if cost:
                cost *= line_price_level(results, line, months)
            found[line.path] = (cost, results[line.path, "line_count"], line.piece)
    return found


def _write_off(results: Results, step: StepName, path: str) -> float | None:
    """Return the book value that a step writes off; None if none, or if unknown."""
    name = {"retire_block": "block_book_value", "replace_tier": "owned_book_value"}.get(step, "")
    return results.values.get((path, name))


def _migration_time(
    results: Results,
    changes: Mapping[str, Any],
    tier: AnyTier,
    path: str,
    one: Try,
    need: Need | None,
) -> float | None:
    """Return the least time to migrate the files of what is given up, by the plan's migration.

    They are the demand of today, in equal parts on all blocks. Unknown without one, or where other
    data tiers hold some of it.
    """
    scenario = results.plan.scenario
    alone = need is not None and (need.path == path or len(scenario.data_tier_names) == 1)
    if DATA_FIRST not in one.notes or need is None or not alone or scenario.migration is not None:
        return None
    stored, rate = need.years[0].demand, results.values.get((path, "read_bandwidth"))
    blocks = 1 if tier.built is None else tier.built.blocks.value
    share = 1 / blocks if one.step == "retire_block" else 1.0
    if not stored:
        return None
    moved = {"volume": f"{stored * share:.0f} B"}
    if rate:
        moved["source_rate"] = f"{rate * share:.0f} B/s"
    try:
        after = results.edited({**changes, "migration": moved}, in_order=False)
    except InputError:
        return None
    return after.values.get(("site", "migration_time"))


def _order(results: Results, tier: AnyTier, need: Need | None, step: StepName) -> OrderDate | None:
    """Return the latest order of the parts of a step, before the tier is full."""
    if need is None or step == "retire_block":
        return None
    dates = order_dates(results, need)
    part = None if tier.built is None else tier.built.drives.part
    kind = KINDS.get(results.plan.catalog.part(part).kind) if part else None
    if step in DRIVES_ONLY and kind is not None:
        dates = tuple(one for one in dates if one.kind == kind)
    return next(iter(dates), None)


def mixed_generations(
    after: Results, tier: AnyTier, path: str, new: Sequence[str]
) -> Iterator[str]:
    """Warn of parts of several generations in one file system, where tiers are added beside one."""
    if not new:
        return
    yield EMPTY_TARGETS
    if tier.built is not None and tier.built.file_system in STRIPED:
        if len(set(_per_target(after, "usable_capacity", (path, *new)))) > 1:
            yield UNLIKE_TARGETS
        rates = [set(_per_target(after, f"{way}_bandwidth", (path, *new))) for way in WAYS]
        if any(len(one) > 1 for one in rates):
            yield SLOWEST


def _per_target(results: Results, name: str, paths: Sequence[str]) -> Iterator[float | None]:
    for path in paths:
        value, targets = results.values.get((path, name)), results.values.get((path, "targets"))
        yield round(value / targets, 3) if value is not None and targets else None


def _worse(before: Results, after: Results, path: str) -> Iterator[str]:
    """Yield what no longer fits after a step, and new warnings of the tier."""
    yield from new_misfits(before, after, path)
    yield from new_misfits(before, after, "site")
    met = {check.name: check.met for check in before.checks}
    yield from (
        f"requirement no longer met: {check.title}"
        for check in after.checks
        if check.met is False and met.get(check.name)
    )
    known, name = {_said(text) for text in before.warnings}, path.rpartition(":")[2]
    yield from (
        text.removeprefix(f"{name}: ")
        for text in after.warnings
        if _said(text) not in known and text.startswith(f"{name}: ")
    )
    racks = before.values.get(("site", "racks")), after.values.get(("site", "racks"))
    was, now = racks
    if was is not None and now is not None and now > was:
        yield f"it needs {several(int(now - was), 'more rack')}"


def _said(text: str) -> str:
    """Return a warning without its figures, by which it is the same as before."""
    return re.sub(r"\d[\d.,\s]*", "#", text)


def scenario_of(results: Results, step: Extension) -> Results:
    """Return the results of the scenario that a step writes."""
    return results.edited(with_present(results, step.changes))


def numbered(found: Sequence[Extendable]) -> list[tuple[int, Extendable, Extension]]:
    """Return all steps with the numbers by which they are chosen."""
    pairs = [(tier, step) for tier in found for step in tier.steps]
    return [(n, tier, step) for n, (tier, step) in enumerate(pairs, 1)]


def extensions_json(results: Results) -> dict[str, Any]:
    """Return all steps of all tiers for other programs."""
    found = extensions(results)
    numbers = {id(step): n for n, _, step in numbered(found)}
    return {
        "schema": SCHEMA,
        "scenario": results.plan.scenario.name,
        "currency": results.plan.scenario.economics.currency,
        "tiers": [
            {
                "tier": tier.name,
                "owned": tier.is_owned,
                "warranty_until": _iso(tier.warranty_until),
                "full_on": _iso(tier.full_on),
                "full_on_if_low": _iso(tier.need.late_on if tier.need else None),
                "steps": [_json(numbers[id(step)], step) for step in tier.steps],
            }
            for tier in found
        ],
    }


def _json(number: int, one: Extension) -> dict[str, Any]:
    sides = {
        f"{name}_{side}": figures.get(name)
        for name in (*OF_TIER, "racks", "cost_of_years", "known_cost_of_years")
        for side, figures in (("before", one.before), ("after", one.after))
    }
    return {
        "number": number,
        "step": one.step,
        "title": one.title,
        "possible": one.is_possible,
        "why_not": one.why_not or None,
        **sides,
        "usable_after_rewriting": one.rewritten,
        "added_cost": one.cost,
        "known_added_cost": one.known_cost,
        "write_off": one.write_off,
        "migration_time": one.migration_time,
        "full_on_after": _iso(one.full_on),
        "full_on_after_if_low": _iso(one.need.late_on if one.need else None),
        "order_by": _iso(one.order.date if one.order else None),
        "order_within": one.order.time if one.order else None,
        "lead_time": one.order.lead_time if one.order else None,
        "warnings": list(one.warnings),
        "changes": dict(one.changes),
    }


def _iso(day: datetime.date | None) -> str | None:
    return None if day is None else day.isoformat()


def vdevs_added(results: Results, name: str, more: int) -> tuple[str, dict[str, Any]]:
    """Return the title and the changes of the step that adds so many vdevs to each pool.

    Raises
    ------
    ValueError
        There is no bay for them.
    """
    tier, n, home, targets = pools_of(results, name)
    grew = tier.target.layout_at_creation is not None
    one = more_vdevs(tier, f"tiers.{n}", home, targets, more, grew=grew)
    return _done(results, tier, n, one)


def drives_added(results: Results, name: str, by: int) -> tuple[str, dict[str, Any]]:
    """Return the title and the changes of the step that widens RAIDZ by so many drives.

    Raises
    ------
    ValueError
        There is no bay for them.
    """
    tier, n, home, targets = pools_of(results, name)
    return _done(results, tier, n, wider(tier, f"tiers.{n}", home, targets, by))


def _done(results: Results, tier: Tier, n: int, one: Try) -> tuple[str, dict[str, Any]]:
    if one.why_not:
        raise ValueError(one.why_not)
    path = dict(results.tiers())[tier.name]
    return one.title, {
        **one.changes,
        **owned_before(results, tier, f"tiers.{n}", path, one.changes),
    }
