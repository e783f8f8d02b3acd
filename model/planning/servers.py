"""Measured servers comparable to those of a tier: same file system and media, similar workload.

A server with software redundancy does more work than one with hardware redundancy, or without any.
"""

from __future__ import annotations

from model.books.facts import Way
from model.design.tier import Tier
from model.parts.boxes import MeasuredServer
from model.parts.catalog import Catalog
from model.planning.supply import Draft
from model.provenance import Provenance

WORK = ("none", "hardware", "software")
"""Types of redundancy, in ascending order of the server's work."""
WAYS: tuple[Way, ...] = ("read", "write")


def alike(tier: Tier, catalog: Catalog) -> list[MeasuredServer]:
    """Return the measured servers with the same file system, no less work, and the same media.

    If none has the same media, those of others count.
    """
    target = tier.target
    parts = (catalog.part(key) for key in catalog.keys_of_kind("measured-server"))
    least = WORK.index(target.redundancy_by)
    found = [
        part
        for part in parts
        if isinstance(part, MeasuredServer)
        and part.file_system == target.measured_as(tier.file_system)
        and WORK.index(part.redundancy) >= least
    ]
    media = media_of(tier, catalog)
    return [part for part in found if part.media == media] or found


def media_of(tier: Tier, catalog: Catalog) -> str:
    """Say what the drives are: by their part, else flash if they have lanes, or no inner zones."""
    drives = tier.drives
    if drives.part is None:
        flat = drives.surface_factor is not None and drives.surface_factor.value == 1
        return "flash" if flat or drives.lanes is not None else "disks"
    return "flash" if catalog.part(drives.part).kind == "ssd" else "disks"


def put_alike(draft: Draft, tier: Tier) -> None:
    """Set the maximum measured bandwidth of such servers, for each direction."""
    supply = draft.supply
    parts = alike(tier, supply.catalog)
    for way in WAYS:
        name, figure = f"most_measured_{way}_bandwidth", f"{way}_bandwidth"
        rates = [(rate, part.key) for part in parts if (rate := getattr(part, figure)) is not None]
        if rates:
            draft.put(name, *supply.figure(max(rates)[1], figure))
        else:
            because = "no server of this file system, with as much to do, was measured"
            draft.put(name, None, Provenance("unknown", because=because))
