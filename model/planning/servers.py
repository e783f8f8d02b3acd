"""Servers that were measured, beside those of a tier: alike by file system and redundancy."""

from __future__ import annotations

from model.books.facts import Way
from model.design.tier import Tier
from model.parts.boxes import MeasuredServer
from model.planning.supply import Draft, Supply
from model.provenance import Provenance

WAYS: tuple[Way, ...] = ("read", "write")


def alike(tier: Tier, supply: Supply) -> list[MeasuredServer]:
    """Give the measured servers that do the same work: one file system, redundancy made alike."""
    catalog, target = supply.catalog, tier.target
    parts = (catalog.part(key) for key in catalog.keys_of_kind("measured-server"))
    work = target.served_as, target.redundancy_by
    return [
        part
        for part in parts
        if isinstance(part, MeasuredServer) and (part.file_system, part.redundancy) == work
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
            because = "no server of this file system, with redundancy made alike, was measured"
            draft.put(name, None, Provenance("unknown", because=because))
