"""What nearly every system needs beside its main parts: where it is bought, or why it isn't."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from model.answers.results import Results
from model.design.excluded import Certain
from model.design.given import GivenTier
from model.kinds.file_systems import FILE_SYSTEMS
from model.records import NamedTuple

WORDS: dict[Certain, tuple[str, ...]] = {
    "boot drives": ("boot",),
    "power supplies": ("power supplies", "two supplies", "psu"),
    "rails": ("rail",),
    "uplink cables": ("uplink",),
    "management switch": ("management switch", "management network"),
    "spare adapters": ("spare adapter", "spare hba"),
    "spare power supplies": ("spare power suppl", "spare suppl"),
    "spare modules": ("spare module", "spare controller"),
    "hardware support": ("support",),
    "operating system": ("operating system", "os subscription", "rhel", "linux subscription"),
}
"""Words that name an item in a line of the bill, or in what a price includes."""
KINDS: dict[Certain, tuple[str, ...]] = {
    "hardware support": ("support",),
    "training": ("training",),
    "drive retention": ("drive retention",),
}
"""Kinds of services that are an item."""
SOLD_WITH = "servers, enclosures and switches are sold with them"

Status = Literal["line", "included", "excluded", "missing"]


class Place(NamedTuple):
    """Where an item is bought, or why it isn't."""

    item: Certain
    status: Status
    where: str = ""


def places(results: Results) -> tuple[Place, ...]:
    """Return where each item is bought; only those that the system can need."""
    found: tuple[Place, ...] = results.once(("certain",), lambda: tuple(_places(results)))
    return found


def missing(results: Results) -> list[str]:
    """Return the items that are neither bought, nor included, nor excluded with a reason."""
    return [place.item for place in places(results) if place.status == "missing"]


def _places(results: Results) -> Iterator[Place]:
    scenario = results.plan.scenario
    if all(isinstance(tier, GivenTier) for tier in scenario.tiers):
        return
    reasons = {one.item: one.because for one in scenario.excluded}
    elsewhere = scenario.economics.left_out  # the cost by year names these
    for item in get_args(Certain):
        if item == "uplink cables" and not results.values.get(("site", "other_ports")):
            continue
        if item in elsewhere and item not in reasons:
            continue
        if item in reasons:
            yield Place(item, "excluded", reasons[item])
        else:
            yield _line(results, item) or _included(results, item) or Place(item, "missing")


def _line(results: Results, item: Certain) -> Place | None:
    """Return the line of the bill that is an item, or the field of the costs that holds it."""
    for line in results.plan.lines:
        name = line.name.casefold()
        if line.role in KINDS.get(item, ()) or any(word in name for word in WORDS.get(item, ())):
            return Place(item, "line", line.position + (" (option)" if line.option else ""))
    economics = results.plan.scenario.economics
    if item == "migration":
        if economics.migration_cost is not None:
            return Place(item, "line", "cost of migration")
        if "migration" in economics.none_of:
            return Place(item, "excluded", "none is stated")
    if item == "hardware support" and economics.maintenance_rate is not None:
        return Place(item, "line", "yearly maintenance")
    return None


def _included(results: Results, item: Certain) -> Place | None:
    """Return the price that includes an item."""
    words = WORDS.get(item, ())
    for line in results.plan.lines:
        if line.role != "servers":
            continue
        price = results.plan.prices.get(line.path)
        first = price.first() if price else None
        text = f"{first.origin} {first.includes}" if first and not first.why_not else ""
        if any(word in text.casefold() for word in words):
            return Place(item, "included", f"price of the servers: {first.origin if first else ''}")
    if item == "power supplies":
        return Place(item, "included", SOLD_WITH)
    if item == "hardware support" and results["site", "warranty"]:
        return Place(item, "included", "warranty of the parts")
    if item == "file system":
        return _file_system(results)
    return None


def _file_system(results: Results) -> Place | None:
    """Return where the file system is bought: as a service, or not where none is sold."""
    systems = {tier.file_system for tier in results.plan.scenario.tiers if tier.built}
    services = [one for one in results.plan.scenario.services if not one.option]
    bought = any(one.kind in ("licence", "subscription") for one in services)
    named = any(system in one.name.casefold() for system in systems for one in services)
    if bought or named:
        return Place("file system", "line", "services")
    if all(FILE_SYSTEMS[system].free for system in systems):
        return Place("file system", "included", "free of charge, without support")
    return None
