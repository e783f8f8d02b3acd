"""The books of a site with tiers that drain into another: what clients see, and what drains.

Clients reach the tier behind through those that drain into it, so its bandwidth isn't added.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from model.engine.quantity import Book
from model.engine.spelling import Variant, spell
from model.formulas.ways import WAYS

SEEN = (
    "read_bandwidth",
    "read_bandwidth_bound",
    "write_bandwidth",
    "write_bandwidth_bound",
    "year_read_bandwidth",
    "year_write_bandwidth",
)
"""What the site totals of its tiers' bandwidth; its years total the committed ones."""
_ENDS: tuple[Variant, ...] = (
    {"end": "", "+": "", "said": "committed"},
    {"end": "bound", "+": "^+", "said": "bound"},
)


@dataclass(frozen=True, slots=True)
class Drains:
    """The names of a site's data tiers: all before the one that is drained into, and that one."""

    front: tuple[str, ...]
    burst: tuple[str, ...]
    behind: str


@cache
def seen_by_clients(of: Book, drains: Drains) -> Book:
    """The book of the site or of its year, with the bandwidth of the tiers in front alone."""
    made = Book(of.name, of)
    for name in SEEN:
        item = made.quantities.get(name)
        if item is not None:
            title = f"{item.title.rstrip('.')}, less the tier that others drain into"
            made.quantities[name] = replace(item, title=title, names=drains.front)
    return made


@cache
def drained(site: Book, drains: Drains) -> Book:
    """The site's book with what the tiers that drain, and the one behind, have for dumps."""
    burst = Book("checkpoints on tiers that drain", topic="checkpoint")
    burst.over(
        "total",
        "burst_way_bandwidth_end",
        "byte/s",
        r"B_\mathrm{bb,<w>}<+>",
        "What the tiers that drain {way}, {said}",
        roles=("tiers",),
        of="way_bandwidth_end",
        names=drains.burst,
    )
    behind = Book("checkpoints on tiers that drain", topic="checkpoint")
    behind.over(
        "total",
        "behind_write_bandwidth_end",
        "byte/s",
        r"B_\mathrm{pfs,w}<+>",
        "What the tier behind write, {said}",
        roles=("tiers",),
        of="write_bandwidth_end",
        names=(drains.behind,),
    )
    room = Book("checkpoints on tiers that drain", topic="checkpoint")
    room.over(
        "total",
        "burst_capacity",
        "byte",
        r"C_\mathrm{bb}",
        "What the tiers that drain hold, below their fill limits",
        roles=("tiers",),
        of="planned_capacity",
        names=drains.burst,
    )
    both = [{**way, **end} for way in WAYS for end in _ENDS]
    return Book(site.name, site, spell(burst, *both), spell(behind, *_ENDS), room)
