"""Steps over time: a step that extends a system becomes a phase of the purchase, with its order."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from model.answers.extension_tries import (
    StepName,
)
from model.answers.extensions import (
    Extendable,
    Extension,
    scenario_of,
)
from model.answers.results import Results
from model.errors import InputError, Place, Problem
from model.planning.payments import day_after
from model.records import dataclass
from model.units.kinds import DAY, JULIAN_YEAR

NAMES: Mapping[StepName, str] = {
    "fill_bays": "Fill bays",
    "add_vdevs": "Add vdevs",
    "widen_raidz": "Widen RAIDZ",
    "add_enclosure": "Add enclosures",
    "add_block": "Add a block",
    "replace_drives": "Replace drives",
    "retire_block": "Retire a block",
    "replace_tier": "Replace",
}
"""What phases are called, before the name of the tier."""
FIRST = "Purchase"
"""The phase of what is bought without any step."""
BUYS_NOTHING = "this step buys nothing, so it is no phase of the purchase: apply it instead"
NO_DATE = "the day of its order is unknown: enter it"
EQUAL = "prices are unknown: equal shares"
BY_COST = "its part of the cost of all phases"
PLANNED = "the plan with this step and those before it"
AT_SITE = {
    "usable_capacity": ("usable_capacity", "byte"),
    "read_bandwidth": ("read_bandwidth", "byte/s"),
    "write_bandwidth": ("write_bandwidth", "byte/s"),
}
_UNITS = {"byte": "B", "byte/s": "B/s"}
LONGEST_NAME = 60
MONTH = JULIAN_YEAR / 12


@dataclass(frozen=True, slots=True)
class StepPhase:
    """A step with its phase: the results of the plan with it, and the name of the phase."""

    results: Results
    name: str
    day: datetime.date


def order_day(results: Results, step: Extension) -> datetime.date | None:
    """Return the day on which to order a step: the latest, or today if it has passed."""
    today = start_of(results)
    day = step.order.date if step.order else None
    return today if day is None or (today is not None and day < today) else day


def with_phase(
    results: Results, tier: Extendable, step: Extension, day: datetime.date | None = None
) -> StepPhase:
    """Apply a step, and enter it as a phase of the purchase that is ordered on a day.

    Shares of the phases are those of the cost. Each phase states what is there with it, as shares
    of the cost are none of the capacity where something is already owned.

    Raises
    ------
    InputError
        The step can't be a phase.
    """
    day = day or order_day(results, step)
    if day is None:
        raise _wrong(NO_DATE)
    after = scenario_of(results, step)
    if step.step == "retire_block":
        raise _wrong(BUYS_NOTHING)
    return as_phase(results, after, f"{NAMES[step.step]} - {tier.name}", day)


def as_phase(before: Results, after: Results, wanted: str, day: datetime.date) -> StepPhase:
    """Enter what a plan buys beside another as a phase that is ordered on a day.

    Raises
    ------
    InputError
        It can't be a phase.
    """
    economics = dict(after.plan.scenario.data.get("economics") or {})
    phases = _dated(before, economics)
    if not phases and _buys(before):
        phases = [(start_of(before) or day, 1.0, {"name": FIRST, **_there(before)})]
    name = _free(wanted[:LONGEST_NAME].strip(), [str(one["name"]) for *_, one in phases])
    share, because = _share(before, after, len(phases))
    phases = [(on, part * (1 - share), one) for on, part, one in phases]
    phases.append((day, share, {"name": name, **_there(after)}))
    phases.sort(key=lambda one: one[0])
    start, parts = phases[0][0], _whole([part for _, part, _ in phases])
    economics |= {
        "order_date": start.isoformat(),
        "phases": [
            {**one, "share": _stated(part, because), "after": _after(start, on)}
            for (on, _, one), part in zip(phases, parts, strict=True)
        ],
    }
    return StepPhase(after.edited({"economics": economics}), name, day)


def _wrong(what: str) -> InputError:
    return InputError([Problem(Place("the step"), "", what)])


def start_of(results: Results) -> datetime.date | None:
    """Return the day from which a plan counts."""
    scenario = results.plan.scenario
    demands = [scenario.demand, *(tier.demand for tier in scenario.tiers)]
    starts = [one.start for one in demands if one is not None and one.start is not None]
    days = (scenario.economics.order_date, scenario.date, *starts, scenario.economics.price_date)
    return next((day for day in days if isinstance(day, datetime.date)), None)


_Dated = tuple[datetime.date, float, dict[str, Any]]


def _dated(results: Results, economics: Mapping[str, Any]) -> list[_Dated]:
    """Return the phases of a plan: the day of each order, its share, and its data."""
    stated = results.plan.scenario.economics.phases
    if not stated:
        return []
    start = start_of(results)
    if start is None:
        raise _wrong("the day of the first order is unknown: enter 'economics.order_date'")
    pairs = zip(stated, economics["phases"], strict=True)
    return [(day_after(start, one.after.value), one.share.value, dict(data)) for one, data in pairs]


def _buys(results: Results) -> bool:
    """Whether a plan buys something already."""
    return any(line.owned != "all" and not line.option for line in results.plan.lines)


def _share(before: Results, after: Results, phases: int) -> tuple[float, str]:
    """Return the share of a new phase in the cost of all, and how it is known."""
    if not phases:
        return 1.0, BY_COST
    for name in ("capital_cost", "known_capital_cost"):
        had, has = before["site", name], after["site", name]
        if had is not None and has and 0 < had < has:
            return (has - had) / has, BY_COST
    return 1 / (phases + 1), EQUAL


def _whole(parts: list[float]) -> list[float]:
    """Round shares so that they make 1."""
    rounded = [max(round(part, 6), 1e-6) for part in parts]
    largest = rounded.index(max(rounded))
    rounded[largest] = round(1 - sum(rounded) + rounded[largest], 6)
    return rounded


def _stated(share: float, because: str) -> dict[str, Any]:
    return {"value": share, "status": "assumed", "because": because}


def _there(results: Results) -> dict[str, Any]:
    """Return what the site has once a step is there."""
    found = {}
    for field, (name, unit) in AT_SITE.items():
        value = results.values.get(("site", name))
        if value is not None:
            text = f"{value:.0f} {_UNITS[unit]}"
            found[field] = {"value": text, "status": "assumed", "because": PLANNED}
    return found


def _after(start: datetime.date, day: datetime.date) -> str:
    """Write the time between two days so that plans add it to the same day."""
    months = (day.year - start.year) * 12 + day.month - start.month
    while months and day_after(start, months * MONTH) > day:
        months -= 1
    rest = (day - day_after(start, months * MONTH)).days
    if not rest:
        return f"{months} months"
    return f"{months * MONTH / DAY + rest:.9g} days"


def _free(name: str, taken: list[str]) -> str:
    numbered = (f"{name} {n}" for n in range(2, len(taken) + 3))
    return name if name not in taken else next(one for one in numbered if one not in taken)
