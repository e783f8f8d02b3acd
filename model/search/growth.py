"""The cheapest way for an installed tier to reach a capacity by a day: extend, add or replace.

A way consists of steps that `extend` lists: one step, repeated as often as needed where it can be;
up to two steps in place (fill free bays, say) and then such a step; or a new tier. Each way is
planned in full as a scenario of its own.
"""

from __future__ import annotations

import copy
import datetime
import math
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from model.answers.extension_tries import (
    AS_IN_TEMPLATE,
    NEWER_PARTS,
    StepName,
    larger_drives,
    most_drives,
    most_vdevs,
)
from model.answers.extensions import (
    Extension,
    added_cost,
    drives_added,
    mixed_generations,
    steps_to_plan,
    vdevs_added,
)
from model.answers.needs import needs
from model.answers.present import with_present
from model.answers.remedies import new_misfits, targets_following
from model.answers.results import Results
from model.answers.step_phases import as_phase, start_of
from model.design.scenario import with_new_parts
from model.design.tier_edits import copied, free_name, removed
from model.errors import InputError, Place, Problem
from model.parts.lead_times import KINDS, lead_time
from model.records import dataclass
from model.search.progress import Progress, Watch
from model.units.brief import several
from model.units.figures import show

SCHEMA = "ostimate.growth/1"
FIGURES = ("usable_capacity", "read_bandwidth", "write_bandwidth")
UNITS = {"usable_capacity": "byte", "read_bandwidth": "byte/s", "write_bandwidth": "byte/s"}
IN_PLACE: tuple[StepName, ...] = (
    "widen_raidz",
    "fill_bays",
    "add_vdevs",
    "add_enclosure",
    "replace_drives",
)
"""Steps that may go before others, each once, in this order."""
MOST_BEFORE = 2
MOST_BLOCKS, MOST_ENCLOSURES, MOST_TIERS, MOST_VDEVS = 10_000, 12, 32, 64
MOST_WIDER = 16
"""Drives by which RAIDZ vdevs are widened at most, where the number of free bays is unknown."""
MONTHS, DAYS_OF_YEAR = 12, 365.25
ONE_VDEV, ONE_DRIVE = "add 1 vdev ", "add 1 drive "
ONE_STEP = re.compile(r"add (\d{1,4}) drives? to each RAIDZ")
"""The title of a step that widens RAIDZ, with the drives that it adds."""
AROUND = 4
"""Numbers that are tried around the estimated one."""
NOT_ENOUGH = "not enough capacity or bandwidth"
TOO_MANY = "one step would be needed {} times; at most {} are tried"
UNKNOWN = "unknown capacity or bandwidth"
OBJECTIVES = {"capital_cost": "added cost", "total_cost_of_ownership": "cost of all years"}


@dataclass(frozen=True, slots=True)
class Goal:
    """What a tier, with the blocks beside it, must have by a day."""

    tier: str
    figures: Mapping[str, float]
    by: datetime.date | None = None
    objective: str = "capital_cost"


@dataclass(frozen=True, slots=True)
class Way:
    """A way to reach a goal, planned in full."""

    steps: tuple[str, ...]
    results: Results
    figures: Mapping[str, float | None]
    cost: float | None
    """Added cost of the purchase, net, at today's prices; None if a price is missing."""
    known_cost: float
    cost_of_years: float | None
    lead_time: float | None
    """Longest of the parts that it buys, in seconds; None if unknown."""
    lead_of: str
    """The kind of part that takes so long, and how that is known; empty if unknown."""
    order_by: datetime.date | None
    arrives: datetime.date | None
    """Earliest day on which it is there, if it is ordered at the start of the plan."""
    in_time: bool
    warnings: tuple[str, ...] = ()
    cost_at_order: float | None = None
    """Added cost at the prices of the day of its order, by the price paths of its parts."""

    def price(self, objective: str) -> float:
        """Return the figure by which ways are compared, at the prices of the day of the order.

        Infinite if it is unknown.
        """
        if objective == "capital_cost":
            return math.inf if self.cost_at_order is None else self.cost_at_order
        if self.cost_of_years is None:
            return math.inf
        return self.cost_of_years + (self.cost_at_order or 0.0) - (self.cost or 0.0)

    @property
    def name(self) -> str:
        """Its steps in one line."""
        return ", then ".join(self.steps)


@dataclass(frozen=True, slots=True)
class Growth:
    """All ways that reach a goal, the best first."""

    goal: Goal
    today: Mapping[str, float | None]
    ways: tuple[Way, ...]
    excluded: tuple[tuple[str, int], ...]
    """Why other ways are none, with their number."""
    looked_at: int
    complete: bool = True
    start: datetime.date | None = None
    """The first day on which something can be ordered; None if it is unknown."""

    @property
    def best(self) -> Way | None:
        """The cheapest way that is there in time; None if no cost is known."""
        first = next(iter(self.ways), None)
        if first is None or not first.in_time:
            return None
        return first if math.isfinite(first.price(self.goal.objective)) else None


def goal_of(
    results: Results,
    figures: Mapping[str, float],
    by: datetime.date | None,
    tier: str = "",
    objective: str = "capital_cost",
) -> Goal:
    """Return the goal for a tier; without figures, what its demand requires on the day.

    Raises
    ------
    InputError
        It isn't clear which tier grows or what it must have, or nothing is needed.
    """
    if objective not in OBJECTIVES:
        known = " or ".join(f"'least {name}'" for name in OBJECTIVES)
        raise _wrong("objective", f"write {known}")
    tier = tier or _growing_tier(results)
    names = [one.name for one in results.plan.scenario.tiers]
    if tier not in names:
        raise _wrong("tier", f"no tier is called '{tier}': write {', '.join(names)}")
    if any(not least > 0 for least in figures.values()):
        raise _wrong("need", "what is needed must be above 0: write a figure such as '20 PB'")
    if not figures:
        figures = {"usable_capacity": _demanded(results, tier, by)}
    return Goal(tier, dict(figures), by, objective)


def _wrong(field: str, what: str) -> InputError:
    return InputError([Problem(Place(""), field, what)])


def _growing_tier(results: Results) -> str:
    scenario = results.plan.scenario
    owned = [one.name for one in scenario.tiers if one.is_owned and one.holds == "data"]
    if scenario.grows_for_site:
        return str(scenario.grows_for_site)
    if len(owned) != 1:
        names = ", ".join(owned or [one.name for one in scenario.tiers])
        raise _wrong("tier", f"choose the tier that grows: {names}")
    return owned[0]


def _demanded(results: Results, tier: str, by: datetime.date | None) -> float:
    """Return the usable capacity that the demand requires on a day."""
    found = {need.path: need for need in needs(results)}
    path = f"site/tiers:{tier}"
    need = found.get(path) or found.get("site")
    if need is None or by is None:
        raise _wrong("need", "write the capacity needed, or enter a demand and write the day")
    year = next((one for one in need.years if one.date is not None and one.date >= by), None)
    if year is None or year.needed is None:
        raise _wrong("by", "the demand on this day is unknown: write the capacity needed")
    others = 0.0
    if need.path == "site":
        for name, at in results.tiers():
            one = next(one for one in results.plan.scenario.tiers if one.name == name)
            if one.holds == "data" and name != tier:
                others += results.values.get((at, "usable_capacity")) or 0.0
    return max(year.needed - others, 0.0)


class _Seeker:
    """Plans ways to grow, and keeps those that reach the goal."""

    def __init__(
        self, results: Results, goal: Goal, watch: Watch, today: datetime.date | None = None
    ) -> None:
        self.base, self.goal, self.watch = results, goal, watch
        self.start = _first_day(results, today)
        self.path = f"site/tiers:{goal.tier}"
        self.known = {path for _, path in results.tiers()}
        self.met = {check.name for check in results.checks if check.met}
        self.ways: dict[tuple[str, ...], Way] = {}
        self.excluded: Counter[str] = Counter()
        self.looked_at = 0
        self.counts: dict[tuple[str, ...], dict[str, int]] = {}
        """After some steps, how often each further one is needed."""

    def figures(self, results: Results) -> dict[str, float | None]:
        """Return the figures of the tier with the blocks beside it."""
        paths = [path for _, path in results.tiers() if path == self.path or path not in self.known]
        found: dict[str, float | None] = {}
        for name in FIGURES:
            values = [results.values.get((path, name)) for path in paths]
            known = [value for value in values if value is not None]
            found[name] = sum(known) if len(known) == len(values) else None
        return found

    def reached(self, figures: Mapping[str, float | None]) -> bool:
        """Whether all figures of the goal are reached."""
        return all((figures[name] or 0.0) >= least for name, least in self.goal.figures.items())

    def planned(self, before: Results, changes: Mapping[str, Any]) -> Results | None:
        """Plan an edit; None if it can't be."""
        self.looked_at += 1
        best = min((one.price(self.goal.objective) for one in self.ways.values()), default=None)
        if not self.watch.goes_on(0.0, best if best is not None and math.isfinite(best) else None):
            return None
        try:
            return before.edited(changes, in_order=False)
        except InputError as error:
            self.excluded[error.problems[0].what] += 1
            return None

    def keep(self, steps: tuple[str, ...], after: Results, warnings: Sequence[str]) -> bool:
        """Keep a way that reaches the goal, if it fits; return whether it reaches it."""
        figures = self.figures(after)
        if not self.reached(figures):
            unknown = any(figures[name] is None for name in self.goal.figures)
            self.excluded[UNKNOWN if unknown else NOT_ENOUGH] += 1
            return False
        paths = ("site", *(path for _, path in after.tiers()))
        reasons = [
            *(why for path in paths for why in new_misfits(self.base, after, path)),
            *(
                f"requirement no longer met: {check.title}"
                for check in after.checks
                if check.met is False and check.name in self.met
            ),
        ]
        if reasons:
            self.excluded[reasons[0]] += 1
            return True
        tier = next((one for one in after.plan.scenario.tiers if one.name == self.goal.tier), None)
        new = [path for _, path in after.tiers() if path not in self.known]
        mixed = () if tier is None else mixed_generations(after, tier, self.path, new)
        lead, lead_of = longest_lead_time(self.base, after)
        start, by = self.start, self.goal.by
        needed = datetime.timedelta(seconds=lead or 0.0)
        arrives = None if start is None or lead is None else start + needed
        order = None if by is None or lead is None else by - needed
        cost, known = added_cost(self.base, after)
        then, _ = added_cost(self.base, after, self._months_until(order))
        self.ways[steps] = Way(
            steps,
            after,
            figures,
            cost,
            known,
            after["site", "total_cost_of_ownership"],
            lead,
            lead_of,
            order,
            arrives,
            by is None or arrives is None or arrives <= by,
            tuple(dict.fromkeys((*warnings, *mixed))),
            then,
        )
        return True

    def _months_until(self, order: datetime.date | None) -> float:
        """Return the months from the price date, or the start of the plan, to an order."""
        start = start_of(self.base)
        since = self.base.plan.scenario.economics.price_date or start
        if order is None or start is None or since is None:
            return 0.0
        return max((max(order, start) - since).days, 0) * MONTHS / DAYS_OF_YEAR


def grow(
    results: Results,
    goal: Goal,
    *,
    seconds: float = math.inf,
    progress: Progress | None = None,
    today: datetime.date | None = None,
) -> Growth:
    """Return the ways that reach a goal, the cheapest that is there in time first.

    Nothing can be ordered before `today`, unless the plan has a date.
    """
    watch = Watch(time.monotonic() + seconds, progress)
    seeker = _Seeker(results, goal, watch, today)
    figures = seeker.figures(results)
    if seeker.reached(figures):
        return Growth(goal, figures, (), (), 0)
    _search(seeker, results, (), (), -1)
    ways = sorted(
        seeker.ways.values(),
        key=lambda one: (
            not one.in_time,
            one.price(goal.objective),
            len(one.steps),
            one.figures["usable_capacity"] or 0.0,
            one.steps,
        ),
    )
    excluded = tuple(seeker.excluded.most_common())
    return Growth(
        goal, figures, tuple(ways), excluded, seeker.looked_at, not watch.stopped, seeker.start
    )


def _first_day(results: Results, today: datetime.date | None) -> datetime.date | None:
    """Return the first day for an order: where the plan begins, or today if that has passed."""
    start = start_of(results)
    if today is None or results.plan.scenario.date is not None:
        return start
    return today if start is None else max(start, today)


def _search(
    seeker: _Seeker,
    before: Results,
    steps: tuple[str, ...],
    warnings: tuple[str, ...],
    last: int,
) -> None:
    """Plan each next step of a way; after a step in place, also the steps that may follow it."""
    further: list[tuple[Results, Extension, int]] = []
    widths: dict[int, Extension] = {}
    for step in steps_to_plan(before, seeker.goal.tier):
        if seeker.watch.stopped:
            return
        if step.step == "retire_block":
            continue
        if not step.is_possible:
            seeker.excluded[step.why_not] += 1
            continue
        if step.step == "replace_tier":
            if not steps:
                _replaced(seeker, before, step)
            continue
        order = IN_PLACE.index(step.step) if step.step in IN_PLACE else -1
        if 0 <= order <= last:
            continue
        told = (*warnings, *step.warnings)
        reached = _repeated(seeker, before, step, steps, told)
        if not steps and {AS_IN_TEMPLATE, NEWER_PARTS} & set(step.warnings):
            _replaced_by(seeker, before, step)
        if order <= last or len(steps) >= MOST_BEFORE:
            continue
        if found := ONE_STEP.match(step.title) if step.step == "widen_raidz" else None:
            widths[int(found[1])] = step
        if not reached:
            after = seeker.planned(before, step.changes)
            if after is not None:
                further.append((after, step, order))
    for after, step, order in further:
        _search(seeker, after, (*steps, step.title), (*warnings, *step.warnings), order)
    if widths and not seeker.watch.stopped:
        _between(seeker, before, steps, warnings, widths)


def _between(
    seeker: _Seeker,
    before: Results,
    steps: tuple[str, ...],
    warnings: tuple[str, ...],
    widths: Mapping[int, Extension],
) -> None:
    """Widen by other numbers of drives, too, where the steps after them differ in their number.

    Only the least number of drives counts for which so many blocks, say, suffice.
    """
    tier, order = seeker.goal.tier, IN_PLACE.index("widen_raidz")
    told = (*warnings, *next(iter(widths.values())).warnings)
    counts = {by: seeker.counts.get((*steps, one.title), {}) for by, one in widths.items()}
    names = {by: one.title for by, one in widths.items()}
    todo = list(pairwise(sorted(widths)))
    while todo and not seeker.watch.stopped:
        low, high = todo.pop()
        if high - low < 2 or counts[low] == counts[high]:
            continue
        half = (low + high) // 2
        title, changes = drives_added(before, tier, half)
        after = seeker.planned(before, changes)
        counts[half] = {}
        if after is not None and not seeker.reached(seeker.figures(after)):
            _search(seeker, after, (*steps, title), told, order)
            counts[half] = seeker.counts.get((*steps, title), {})
        todo += [(low, half), (half, high)]
        names[half] = title
    _keep_least(seeker, steps, names, set(widths))


def _keep_least(
    seeker: _Seeker, steps: tuple[str, ...], names: Mapping[int, str], always: set[int]
) -> None:
    """Leave out wider ways of the same further steps, but for some widths."""
    widths = {name: by for by, name in names.items()}
    least: dict[tuple[str, ...], int] = {}
    found: list[tuple[tuple[str, ...], tuple[str, ...], int]] = []
    for way in seeker.ways:
        by = widths.get(way[len(steps)]) if way[: len(steps)] == steps else None
        if by is not None:
            rest = tuple(one.partition(":")[0] for one in way[len(steps) + 1 :])
            least[rest] = min(by, least.get(rest, by))
            found.append((way, rest, by))
    for way, rest, by in found:
        if by > least[rest] and by not in always:
            del seeker.ways[way]


def _repeated(
    seeker: _Seeker,
    before: Results,
    step: Extension,
    steps: tuple[str, ...],
    warnings: Sequence[str],
) -> bool:
    """Try a step once, or the least number of it that reaches the goal; tell whether once does."""
    n = _number(before, seeker.goal.tier)
    make, most = _counted(before, step, n)
    if most == 1:
        after = seeker.planned(before, step.changes)
        return after is not None and seeker.keep((*steps, step.title), after, warnings)
    least = _least_width if step.step == "widen_raidz" else _least
    found = least(seeker, before, make, most)
    if found is None:
        return False
    count, after = found
    seeker.counts.setdefault(steps, {})[step.title.partition(":")[0]] = count
    title = step.title
    if step.step == "add_vdevs":
        title, _ = vdevs_added(before, seeker.goal.tier, count)
    elif step.step == "widen_raidz":
        title, _ = drives_added(before, seeker.goal.tier, count)
    elif count > 1:
        title = _times(title, step, n, count)
    seeker.keep((*steps, title), after, warnings)
    return count == 1


def _number(results: Results, name: str) -> int:
    return next(n for n, one in enumerate(results.plan.scenario.tiers) if one.name == name)


def _times(title: str, step: Extension, n: int, count: int) -> str:
    """Say in the title of a step how many blocks it adds, or how often it is done."""
    least = int(step.changes["tiers"][n + 1].get("blocks", 1)) if "tiers" in step.changes else 1
    if count == 1:
        return title
    for was in ("one block", several(least, "block")):
        if was in title:
            return title.replace(was, several(least + count - 1, "block"), 1)
    return f"{title} (x {count})"


def _counted(
    before: Results, step: Extension, n: int
) -> tuple[Callable[[int], dict[str, Any]], int]:
    """Return the changes of so many of a step, and how many there may be."""
    at, tier = f"tiers.{n}", before.plan.scenario.tiers[n].built
    changes = dict(step.changes)
    if step.step == "add_block" and "tiers" in changes:
        if "blocks" not in changes["tiers"][n + 1]:
            return partial(_whole_tiers, before, changes, n), MOST_TIERS

        least = int(changes["tiers"][n + 1]["blocks"])

        def blocks(count: int) -> dict[str, Any]:
            tiers = copy.copy(changes["tiers"])
            tiers[n + 1] = {**tiers[n + 1], "blocks": least + count - 1}
            return {**changes, "tiers": tiers}

        return blocks, MOST_BLOCKS
    if step.step == "add_block" and tier is not None:
        here = tier.blocks.value
        return lambda count: {**changes, f"{at}.blocks": here + count}, MOST_BLOCKS
    if step.step == "add_vdevs" and step.title.startswith(ONE_VDEV):
        name = before.plan.scenario.tiers[n].name
        most = most_vdevs(before, name)
        return (
            lambda count: vdevs_added(before, name, count)[1],
            MOST_VDEVS if most is None else min(most, MOST_VDEVS),
        )
    if step.step == "widen_raidz" and step.title.startswith(ONE_DRIVE):
        name = before.plan.scenario.tiers[n].name
        fit = most_drives(before, name)
        return (
            lambda count: drives_added(before, name, count)[1],
            MOST_WIDER if fit is None else fit,
        )
    if step.step == "add_enclosure" and tier is not None and tier.enclosures is not None:
        there = tier.enclosures.per_block.value

        def enclosures(count: int) -> dict[str, Any]:
            following = targets_following(tier, at, (there + count) / there)
            return {**changes, f"{at}.enclosures.per_block": there + count, **following}

        return enclosures, MOST_ENCLOSURES
    return lambda _: changes, 1


def _whole_tiers(before: Results, changes: Mapping[str, Any], n: int, count: int) -> dict[str, Any]:
    """Return the changes that add so many of a tier that is entered as a whole."""
    data, found = before.plan.scenario.data, dict(changes)
    for at in range(n + 1, n + count):
        so_far = {**data, **found}
        found |= copied(so_far, at)
        name = free_name(so_far, str(so_far["tiers"][n]["name"]))
        found["tiers"][at + 1] = {**found["tiers"][at + 1], "name": name}
    return found


def _least(
    seeker: _Seeker, before: Results, make: Callable[[int], dict[str, Any]], most: int
) -> tuple[int, Results] | None:
    """Return the least number that reaches the goal, with its plan; None if none does."""
    plans: dict[int, Results | None] = {}

    def planned(count: int) -> Results | None:
        if count not in plans:
            plans[count] = seeker.planned(before, make(count))
        return plans[count]

    def reaches(count: int) -> bool:
        plan = planned(count)
        return plan is not None and seeker.reached(seeker.figures(plan))

    one, two = planned(1), planned(2)
    if one is None:
        return None
    if seeker.reached(seeker.figures(one)):
        return 1, one
    if two is None:
        seeker.excluded[NOT_ENOUGH] += 1
        return None
    estimate = 2
    first, second = seeker.figures(one), seeker.figures(two)
    for name, least in seeker.goal.figures.items():
        had, has = first[name], second[name]
        if had is None or has is None:
            seeker.excluded[UNKNOWN] += 1
            return None
        if had >= least:
            continue
        if has <= had:
            seeker.excluded[NOT_ENOUGH] += 1
            return None
        estimate = max(estimate, 1 + math.ceil((least - had) / (has - had) - 1e-9))
    if estimate > most:
        seeker.excluded[TOO_MANY.format(f"{estimate:,}", f"{most:,}")] += 1
        return None
    count = estimate
    while count < min(most, estimate + AROUND) and not reaches(count):
        count += 1
    while count > estimate - AROUND and reaches(count - 1):
        count -= 1
    plan = planned(count)
    if plan is None or not reaches(count):
        seeker.excluded[NOT_ENOUGH] += 1
        return None
    return count, plan


def _least_width(
    seeker: _Seeker, before: Results, make: Callable[[int], dict[str, Any]], most: int
) -> tuple[int, Results] | None:
    """Return the least number of drives that reaches the goal, with its plan; None if none does.

    By halves: a wider vdev holds more, but not in proportion, as records are padded.
    """
    short, count = 0, most
    plan = seeker.planned(before, make(most))
    if plan is None or not seeker.reached(seeker.figures(plan)):
        seeker.excluded[NOT_ENOUGH] += plan is not None
        return None
    while count - short > 1:
        half = (short + count) // 2
        found = seeker.planned(before, make(half))
        if found is not None and seeker.reached(seeker.figures(found)):
            count, plan = half, found
        else:
            short = half
    return count, plan


def _replaced(seeker: _Seeker, before: Results, step: Extension) -> None:
    """Replace the tier by the least number of blocks of its own parts, and with larger drives."""
    n = _number(before, seeker.goal.tier)
    at, tier = f"tiers.{n}", before.plan.scenario.tiers[n].built
    if tier is None:
        after = seeker.planned(before, step.changes)
        if after is not None:
            seeker.keep((step.title,), after, step.warnings)
        return
    tries: list[tuple[str, dict[str, Any]]] = [("of the same parts", {})]
    for part, title in larger_drives(before, tier):
        if part:
            drives = with_new_parts(before.plan.scenario, {f"{at}.drives.part": part})
            tries.append((f"with {title}", drives))
    for title, more in tries:
        changes = {**step.changes, **more}
        if tier.target.on_zfs and tier.target.layout_at_creation:
            changes[f"{at}.target.created"] = None
        found = _least(seeker, before, partial(_with_blocks, changes, at), MOST_BLOCKS)
        if found is not None:
            count, after = found
            name = f"replace the tier with {count} new blocks {title}"
            seeker.keep((name,), after, step.warnings)


def _with_blocks(changes: Mapping[str, Any], at: str, count: int) -> dict[str, Any]:
    return {**changes, f"{at}.blocks": count}


def _replaced_by(seeker: _Seeker, before: Results, step: Extension) -> None:
    """Replace the tier by blocks of the tier that a step adds beside it."""
    n = _number(before, seeker.goal.tier)
    make, most = _counted(before, step, n)
    if most == 1:
        return
    data = before.plan.scenario.data

    def changes(count: int) -> dict[str, Any]:
        added = make(count)
        new = str(added["tiers"][n + 1]["name"])
        found = {**added, **removed({**data, **added}, n)}
        demand = found.get("demand", data.get("demand"))
        if isinstance(demand, dict) and demand.get("tier") == seeker.goal.tier:
            found["demand"] = {**demand, "tier": new}
        own = data["tiers"][n].get("demand")
        if own is not None:
            tiers = list(found["tiers"])
            tiers[n] = {**tiers[n], "demand": own}
            found["tiers"] = tiers
        return found

    found = _least(seeker, before, changes, most)
    if found is not None:
        count, after = found
        block = step.title.removeprefix("add ").removesuffix(", as another tier")
        title = _times(f"replace the tier with {block}", step, n, count)
        seeker.keep((title,), after, ())


def longest_lead_time(before: Results, after: Results) -> tuple[float | None, str]:
    """Return the longest lead time of the parts that a plan has more of, and of what it is."""
    economics, catalog = after.plan.scenario.economics, after.plan.catalog
    stated = {one.parts: one.time for one in economics.lead_times}
    had = {line.path: before.values.get(line.pieces_bought) for line in before.plan.lines}
    times: list[tuple[float, str]] = []
    for line in after.plan.lines:
        count = after.values.get(line.pieces_bought)
        if line.option or not line.part or line.part not in catalog or count == had.get(line.path):
            continue
        kind = KINDS.get(catalog.part(line.part).kind)
        if kind is None:
            continue
        if kind in stated:
            times.append((stated[kind].value, f"{kind}, as entered"))
        elif (found := lead_time(kind, economics.price_date)) is not None:
            times.append((found.longest, f"{kind}: {found.text}, {found.date:%Y-%m}"))
    return max(times, default=(None, ""))


def with_order(growth: Growth, way: Way, base: Results) -> Results:
    """Return the scenario of a way, with its order as a phase where the day is known."""
    start = growth.start or start_of(base)
    day = way.order_by
    if day is not None and start is not None:
        day = max(day, start)
    after = way.results.edited(with_present(base, {}))
    if day is None:
        return after
    return as_phase(base, after, f"Growth - {growth.goal.tier}", day).results


def sentence(growth: Growth, currency: str) -> str:
    """Say what the best way is, in a sentence."""
    goal = growth.goal
    what = " and ".join(
        f"{show(value, UNITS[name])} of {name.replace('_', ' ')}"
        for name, value in goal.figures.items()
    )
    until = f" by {goal.by.isoformat()}" if goal.by else ""
    if not growth.ways and growth.looked_at == 0:
        return f"{goal.tier} already has {what}"
    if not growth.ways:
        return f"no way to reach {what} for {goal.tier}{until}"
    best = growth.best
    if best is None:
        first = growth.ways[0]
        if not first.in_time and first.arrives is not None:
            day = first.arrives.isoformat()
            return f"no way to reach {what}{until}: the earliest is complete on {day}"
        count = len(growth.ways)
        unknown = "its cost is unknown" if count == 1 else "the cost of none is known"
        late = sum(not one.in_time for one in growth.ways)
        are = "1 of them is late" if late == 1 else f"{late} of them are late"
        return (
            f"{several(count, 'way')} to reach {what}{until}{f' ({are})' if late else ''}, but "
            f"{unknown}: enter prices, or 'economics: {{estimates: true}}'"
        )
    price = show(best.price(goal.objective), "currency", currency=currency)
    words = OBJECTIVES[goal.objective]
    order = f", ordered by {best.order_by.isoformat()}" if best.order_by else ""
    now, then = best.cost, best.cost_at_order
    if now is not None and then is not None and now != then:
        today = show(best.price(goal.objective) + now - then, "currency", currency=currency)
        order += f" at the prices expected then ({today} at today's)"
    if best.lead_time is not None:
        order += f" (lead time {show(best.lead_time, 'second')}, {best.lead_of})"
    without = sum(math.isinf(one.price(goal.objective)) for one in growth.ways)
    others = f" (the cost of {several(without, 'other way')} is unknown)" if without else ""
    return f"cheapest way to reach {what}{until}: {best.name}; {words} {price}{order}{others}"


def growth_json(growth: Growth, currency: str) -> dict[str, Any]:
    """Return the ways for other programs."""
    best = growth.best
    return {
        "schema": SCHEMA,
        "tier": growth.goal.tier,
        "needed": dict(growth.goal.figures),
        "by": _iso(growth.goal.by),
        "objective": growth.goal.objective,
        "currency": currency,
        "today": dict(growth.today),
        "best": None if best is None else growth.ways.index(best),
        "ways": [_json(one) for one in growth.ways],
        "excluded": [{"by": why, "count": count} for why, count in growth.excluded],
        "looked_at": growth.looked_at,
        "complete": growth.complete,
    }


def _json(way: Way) -> dict[str, Any]:
    return {
        "steps": list(way.steps),
        **way.figures,
        "added_cost": way.cost,
        "known_added_cost": way.known_cost,
        "added_cost_at_order": way.cost_at_order,
        "cost_of_years": way.cost_of_years,
        "lead_time": way.lead_time,
        "lead_time_of": way.lead_of or None,
        "order_by": _iso(way.order_by),
        "arrives": _iso(way.arrives),
        "in_time": way.in_time,
        "warnings": list(way.warnings),
    }


def _iso(day: datetime.date | None) -> str | None:
    return None if day is None else day.isoformat()
