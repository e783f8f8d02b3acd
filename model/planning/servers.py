"""Measured servers comparable to those of a tier: same file system, and similar workload.

A server with software redundancy does more work than one with hardware redundancy, or without any.
"""

from __future__ import annotations

from model.books.facts import Way
from model.design.tier import Tier
from model.parts.boxes import MeasuredServer
from model.planning.supply import Draft, Supply
from model.provenance import Provenance

WORK = ("none", "hardware", "software")
"""Types of redundancy, in ascending order of the server's work."""
WAYS: tuple[Way, ...] = ("read", "write")


def alike(tier: Tier, supply: Supply) -> list[MeasuredServer]:
    """Return the measured servers with the same file system and no less work."""
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
    """Set the maximum measured bandwidth of such servers, for each direction."""
    supply = draft.supply
    parts = alike(tier, supply)
    for way in WAYS:
        name, figure = f"most_measured_{way}_bandwidth", f"{way}_bandwidth"
        rates = [(rate, part.key) for part in parts if (rate := getattr(part, figure)) is not None]
        if rates:
            draft.put(name, *supply.figure(max(rates)[1], figure))
        else:
            because = "no server of this file system, with as much to do, was measured"
            draft.put(name, None, Provenance("unknown", because=because))
