"""The table of spare parts: how many fail in a year, what they cost, and how many to hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from model.answers.availability import knows_only_ports
from model.answers.results import Results
from model.answers.usable import TARGET
from model.answers.views.view import Column, Entry, Row, Value, View, figure, number
from model.answers.views.view_formulas import (
    failed_drives,
    held_for_a_lead_time,
    price_of_failed_drives,
    price_of_failures,
)
from model.engine.tree import Address
from model.planning.racks import DRIVES_BESIDE
from model.records import NamedTuple
from model.zfs.vdevs import parse_layout

COLUMNS = (
    Column("Installed", "pieces"),
    Column("Failures per year", "failures"),
    Column("Cost of failures per year", "price"),
    Column("Spares to hold", "shelf", "", "strong"),
)
AGEING = ("service_ageing", "highest_ageing")
PARTS = {
    "drive": "drives",
    "server": "servers",
    "adapter": "host bus adapters",
    "enclosure": "enclosures",
    "module": "enclosure modules",
    "controller": "array controllers",
    "switch": "switches",
}
"""Parts that may be held, by the word in the names of their figures.

Drives of a tier with `spares` have their own: `shelf_drives`.
"""
LINES = {
    "drive": ("drives",),
    "server": ("servers", "processors", "memory"),
    "adapter": ("adapters",),
    "enclosure": ("enclosures",),
    "switch": ("switches", "leaf switches", "spine switches"),
}
"""Lines of the bill that a spare part consists of; the mean price where there are several kinds."""


def shelf(results: Results) -> View:
    """Return the spares to hold of each part, tier by tier, then of the site."""
    return View("Spare parts for a lead time", "Part", COLUMNS, tuple(_rows(results)))


def _rows(results: Results) -> Iterator[Row]:
    wholes = _entered_as_a_whole(results)
    for tier, path in (*results.tiers(), ("", "site")):
        if (path, "shelf_drives") in results.values:
            drives, held = (figure(results, path, name) for name in ("drives", "shelf_drives"))
            names = ("drives", "drive_failure_rate", "service_ageing")
            rate = tuple((path, name) for name in names if (path, name) in results.values)
            line = f"{path}/lines:drives"
            priced = ((line, "line_cost"), (line, "line_count"), *rate)
            price = Value(priced, "currency", price_of_failed_drives)
            known = (line, "line_cost") in results.values and not any_owned(results, [line])
            entries = (drives, Value(rate, "1", failed_drives), price if known else "", held)
            yield Row(f"{tier}: drives", entries)
        for beside in beside_the_tier(results, path):
            yield Row(f"{tier}: drives of {beside.vdevs}", _entries_beside(results, path, beside))
        if path in wholes:
            yield Row(f"{tier}: parts", ("not known", "not known", "", "not known"))
        for part, words in PARTS.items():
            names = (f"{part}_pieces", f"yearly_{part}_failures", f"shelf_{part}")
            if (path, names[-1]) in results.values:
                pieces, failures, held = (figure(results, path, name) for name in names)
                label = f"{tier}: {words}" if tier else words
                yield Row(label, (pieces, failures, _price(results, path, part, names[:2]), held))
    if knows_only_ports(results):
        yield Row(PARTS["switch"], ("unknown", "", "", "unknown"))


class Beside(NamedTuple):
    """Drives of vdevs of a size of their own: special, log and cache vdevs, without spares."""

    vdevs: str
    line: str
    """The line of the bill that counts them; there is none where 'common' lists drives."""
    rate: Address
    """The rate at which they fail, where it is entered."""


def beside_the_tier(results: Results, path: str) -> list[Beside]:
    """Return the drives of a tier that are in vdevs of a size of their own."""
    tier = dict(results.designs).get(path)
    built = None if tier is None else tier.built
    if built is None:
        return []
    numbers = {}
    if built.target.on_zfs and not built.target.on_raid:
        numbers = {str(one): n for n, one in enumerate(parse_layout(built.target.layout), 1)}
    return [
        Beside(
            one.vdevs,
            f"{path}/lines:{DRIVES_BESIDE} {n}",
            (f"{path}/{TARGET}/special:group {numbers.get(one.vdevs)}", "drive_failure_rate"),
        )
        for n, one in enumerate(built.target.drives_beside, 1)
        if not one.vdevs.rpartition("x ")[2].startswith("spare")
    ]


def _entries_beside(results: Results, path: str, one: Beside) -> tuple[Entry, ...]:
    count, cost = (one.line, "line_count"), (one.line, "line_cost")
    if count not in results.values:
        return ("unknown",) * 4
    pieces = figure(results, *count)
    if one.rate not in results.values:
        return pieces, "unknown", "unknown", "unknown"
    ageing = [(path, name) for name in AGEING if (path, name) in results.values]
    failing = (count, one.rate, *ageing[:1])
    price: Entry = "unknown"
    if results[cost] is not None and not any_owned(results, [one.line]):
        price = Value((cost, count, *failing), "currency", price_of_failed_drives)
    return pieces, Value(failing, "1", failed_drives), price, _held_beside(results, path, one)


def _held_beside(results: Results, path: str, one: Beside) -> Value:
    """Return how many of them to hold, by the lead time and level of the tier's spares."""
    ageing = [(path, AGEING[1])] if (path, AGEING[1]) in results.values else []
    times = ("spare_lead_time", "shelf_lead_time"), ("spare_service_level", "shelf_level")
    lead, level = (
        (path, own) if (path, own) in results.values else ("site", of_site)
        for own, of_site in times
    )
    addresses = (lead, level, ("site", "year_length"), (one.line, "line_count"), one.rate, *ageing)
    return Value(addresses, "1", held_for_a_lead_time)


def _known(results: Results, entry: Entry) -> float | None:
    return number(results, entry) if isinstance(entry, Value) else None


def _entered_as_a_whole(results: Results) -> set[str]:
    """Return the tiers whose parts, and so whose spares, aren't known."""
    return {path for path, tier in results.designs if tier.built is None}


def _price(results: Results, path: str, part: str, names: tuple[str, ...]) -> Entry:
    """Return the price of the parts that fail in a year; empty if on no line, or owned."""
    at = "site/common:fabric" if part == "switch" else path
    lines = [(f"{at}/lines:{name}", "line_cost") for name in LINES.get(part, ())]
    found = [line for line in lines if line in results.values]
    if (
        not found
        or any_owned(results, [path for path, _ in found])
        or (part != "switch" and found[0] != lines[0])
    ):
        return ""
    counted = tuple((path, name) for name in names)
    return Value((*counted, *found), "currency", price_of_failures)


def any_owned(results: Results, paths: Sequence[str]) -> bool:
    """Whether one of the lines has owned pieces: their cost isn't the price of further ones."""
    return any(line.owned is not None for line in results.plan.lines if line.path in paths)


def shelf_json(results: Results) -> list[dict[str, object]]:
    """Return the spares to hold of each part for programs."""
    found: list[dict[str, object]] = []
    for tier, path in (*results.tiers(), ("", "site")):
        names = [("drive", "drives", "shelf_drives")]
        names += [(part, f"{part}_pieces", f"shelf_{part}") for part in PARTS]
        found += [
            {
                "tier": tier or None,
                "part": part,
                "pieces": results[path, pieces],
                "shelf": results[path, held],
            }
            for part, pieces, held in names
            if (path, held) in results.values
        ]
    found += [
        {
            "tier": tier,
            "part": "drive",
            "vdevs": one.vdevs,
            "pieces": results.values.get((one.line, "line_count")),
            "shelf": _known(results, _entries_beside(results, path, one)[-1]),
        }
        for tier, path in results.tiers()
        for one in beside_the_tier(results, path)
    ]
    names_of = {path: name for name, path in results.tiers()}
    found += [
        {"tier": names_of[path], "part": None, "pieces": None, "shelf": None}
        for path in sorted(_entered_as_a_whole(results))
    ]
    if knows_only_ports(results):
        found.append({"tier": None, "part": "switch", "pieces": None, "shelf": None})
    return found
