"""What a site has today, before the steps that extend what is owned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from model.answers.results import Results
from model.design.equipment import PIECES
from model.design.tier_edits import removed
from model.errors import InputError

FIGURES = {
    "usable_capacity": ("usable_capacity", "B"),
    "read_bandwidth": ("read_bandwidth", "B/s"),
    "write_bandwidth": ("write_bandwidth", "B/s"),
    "power": ("equipment_power", "W"),
    "racks": ("racks", ""),
}
"""The figure of the site for each field of `today`, and its unit."""
BECAUSE = "the plan before its steps"


def with_present(before: Results, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Add what a site has before a step to the changes of the step, unless that is entered."""
    scenario = before.plan.scenario
    if scenario.today is not None or not any(tier.is_owned for tier in scenario.tiers):
        return dict(changes)
    return {**changes, "today": stated(present(before))}


def stated(figures: Mapping[str, float | None]) -> dict[str, Any] | None:
    """Write figures as a scenario states them; None if none is known."""
    found = {
        field: {"value": _text(value, FIGURES[field][1]), "status": "assumed", "because": BECAUSE}
        for field, value in figures.items()
        if value is not None
    }
    return found or None


def _text(value: float, unit: str) -> str | int:
    if not unit:
        return round(value)
    exact = f"{value:.0f}" if float(value).is_integer() else repr(float(value))
    return f"{exact} {unit}"  # rounded, what is added would be the rounding


def present(results: Results) -> dict[str, float | None]:
    """Return what a site has today: as entered, or what its owned tiers are.

    Unknown if parts of a tier are owned: they don't tell what it was.
    """
    found: dict[str, float | None] = results.once(("present",), lambda: _present(results))
    return found


def _present(results: Results) -> dict[str, float | None]:
    today = results.plan.scenario.today
    if today is not None:
        fields = {field: getattr(today, field) for field in FIGURES}
        return {field: None if one is None else one.value for field, one in fields.items()}
    owned = _owned_alone(results)
    if owned is None:
        return dict.fromkeys(FIGURES)
    return {field: owned.values.get(("site", name)) for field, (name, _) in FIGURES.items()}


def _owned_alone(results: Results) -> Results | None:
    """Return the plan of the owned tiers only; None if there are none, or if they have grown."""
    scenario = results.plan.scenario
    if not any(tier.is_owned for tier in scenario.tiers):
        return None
    for tier in scenario.tiers:
        pieces = [getattr(tier, name, None) for name in PIECES]
        if any(getattr(piece, "owned", None) is not None for piece in pieces):
            return None
    data: dict[str, Any] = dict(scenario.data)
    changes: dict[str, Any] = {}
    bought = [n for n, tier in enumerate(scenario.tiers) if not tier.is_owned]
    for n in reversed(bought):
        edit = removed(data, n)
        data |= edit
        changes |= edit
    demand = data.get("demand")
    names = {str(tier["name"]) for tier in data["tiers"]}
    if isinstance(demand, dict) and demand.get("tier") not in (None, *names):
        changes["demand"] = None
    try:
        return results.edited(changes, in_order=False) if changes else results
    except InputError:
        return None
