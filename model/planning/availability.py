"""Failures and repairs of parts: as entered, or the defaults of the catalog."""

from __future__ import annotations

from functools import cache

from model.design.availability import Availability
from model.design.scenario import Scenario
from model.design.tier import Tier
from model.parts.part_failures import PARTS_FILE, part_failure
from model.planning.supply import Draft
from model.provenance import Provenance
from model.records import NamedTuple
from model.units.figures import parse, show

ASSUMED = "assumption: "
"""What begins the source of a default without a publication."""
BOUND = {
    "server_failures": ("server_failure_rate", "1"),
    "server_crashes": ("server_crash_rate", "1"),
    "adapter_failures": ("adapter_failure_rate", "1"),
    "cable_failures": ("cable_failure_rate", "1"),
    "enclosure_failures": ("enclosure_failure_rate", "1"),
    "enclosure_destruction": ("enclosure_destruction_share", "1"),
    "module_failures": ("module_failure_rate", "1"),
    "controller_failures": ("controller_failure_rate", "1"),
    "switch_failures": ("switch_failure_rate", "1"),
    "feed_failures": ("feed_failure_rate", "1"),
    "feed_repair_time": ("feed_repair_time", "second"),
    "takeover_time": ("takeover_time", "second"),
    "takeover_failure": ("takeover_failure", "1"),
    "restart_time": ("server_restart_time", "second"),
    "repair_time": ("part_repair_time", "second"),
}
"""Inputs of the fields that have a default in the catalog, with their units."""


def copies_on_other_targets(tier: Tier) -> int | None:
    """Return how many copies of each file lie on other targets; None without further ones.

    Those of a recovery group, or over servers, are strips of a code.
    """
    copies = tier.target.passed_copies
    return copies if tier.has_copies_apart and copies > 1 and not tier.target.spread else None


def support_of(scenario: Scenario) -> str:
    """Return the support class, which decides on the time to repair."""
    return (scenario.availability or Availability.model_construct()).support


class Default(NamedTuple):
    """A default of the catalog in its base unit, with its band and its origin."""

    value: float
    low: float
    high: float
    because: str
    provenance: Provenance


def put_availability(draft: Draft) -> None:
    """Set failures and repairs that the scenario doesn't state."""
    support = support_of(draft.supply.scenario)
    for field, (name, _) in BOUND.items():
        if name not in draft.inputs:
            found = default_of(field, support)
            draft.put(name, found.value, found.provenance)


@cache  # each plan of an edit asks again
def default_of(field: str, support: str) -> Default:
    """Return the default of a field, for times to repair by support class."""
    found, unit = part_failure(field, support), BOUND[field][1]
    value, low, high = (parse(one, unit) for one in (found.value, found.low, found.high))
    band = f"range {show(low, unit)} to {show(high, unit)}"
    band += f"; support: {found.support}" if found.support else ""
    if found.source is None:
        said = f"assumption: {found.because}; {band}", ""
    else:
        said = f"document: {found.source}; {band}", found.because
    return Default(value, low, high, found.because, Provenance("default", *said, PARTS_FILE))
