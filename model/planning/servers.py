"""Servers that were measured, beside those of a tier: of its file system, and with as much to do.

A server that makes redundancy itself does more than one that leaves it to controllers, or has none.
"""

from __future__ import annotations

from model.books.facts import Way
from model.design.tier import Tier
from model.parts.boxes import MeasuredServer
from model.planning.supply import Draft, Supply
from model.provenance import Provenance

WORK = ("none", "hardware", "software")
"""What makes redundancy, by what it leaves to the server, the least first."""
WAYS: tuple[Way, ...] = ("read", "write")


def alike(tier: Tier, supply: Supply) -> list[MeasuredServer]:
    """Give the measured servers that do no less work on the same file system."""
    catalog, target = supply.catalog, tier.target
    parts = (catalog.part(key) for key in catalog.keys_of_kind("measured-server"))
    least = WORK.index(target.redundancy_by)
    return [
        part
        for part in parts
        if isinstance(part, MeasuredServer)
        and part.file_system == target.served_as
        and WORK.index(part.redundancy) >= least
    ]


def put_alike(draft: Draft, tier: Tier) -> None:
    """Take over the most that such a server was measured to do, each way."""
    supply = draft.supply
    found = alike(tier, supply)
    for way in WAYS:
        name, figure = f"most_measured_{way}_bandwidth", f"{way}_bandwidth"
        rates = [(rate, part.key) for part in found if (rate := getattr(part, figure)) is not None]
        if rates:
            draft.put(name, *supply.figure(max(rates)[1], figure))
        else:
            because = "no server of this file system, with as much to do, was measured"
            draft.put(name, None, Provenance("unknown", because=because))
