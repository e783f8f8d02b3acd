"""The books of a site with tiers that drain into another: what clients see, and what drains.

Clients reach the tier behind through those that drain into it, so its bandwidth isn't added.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from model.engine.quantity import Book

SEEN = tuple(f"{way}_bandwidth{end}" for way in ("read", "write") for end in ("", "_bound"))
"""What the site totals of its tiers' bandwidth; its years total the committed ones."""


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
        for found in (name, f"year_{name}"):
            item = made.quantities.get(found)
            if item is not None:
                title = f"{item.title.rstrip('.')}, less the tier that others drain into"
                made.quantities[found] = replace(item, title=title, names=drains.front)
    return made


@cache
def drained(site: Book, drains: Drains) -> Book:
    """The site's book with what the tiers that drain, and the one behind, have for dumps."""
    totals = Book("checkpoints on tiers that drain", topic="checkpoint")
    over = (
        ("burst_", drains.burst, "the tiers that drain"),
        ("behind_", (drains.behind,), "the tier behind"),
    )
    for prefix, names, whose in over:
        symbol = "bb" if names is drains.burst else "pfs"
        for way in ("read", "write"):
            if prefix == "behind_" and way == "read":
                continue
            for end, sign, said in (("", "", "committed"), ("_bound", "^+", "bound")):
                totals.over(
                    "total",
                    f"{prefix}{way}_bandwidth{end}",
                    "byte/s",
                    rf"B_\mathrm{{{symbol},{way[0]}}}{sign}",
                    f"What {whose} {way}, {said}",
                    roles=("tiers",),
                    of=f"{way}_bandwidth{end}",
                    names=names,
                )
    totals.over(
        "total",
        "burst_capacity",
        "byte",
        r"C_\mathrm{bb}",
        "What the tiers that drain hold, below their fill limits",
        roles=("tiers",),
        of="planned_capacity",
        names=drains.burst,
    )
    return Book(site.name, site, totals)
