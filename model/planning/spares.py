"""Spare drives as lines of the bill of materials: hot spares, and cold spares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from model.design.tier import Tier
from model.planning.lines import LineDraft, position
from model.planning.supply import Draft, Supply
from model.provenance import Provenance
from model.records import replace

HOT_AT = 40
"""Position number of hot spares in a tier."""
AT = 41
"""Position number of cold spares."""
COUNTED = {"shelf": "shelf_drives", "replacements": "replacement_drives"}
"""Quantity that counts cold spares, by the chosen policy."""
SAID = {
    "shelf": "cold spares for the lead time",
    "replacements": "for all replacements over the years",
}
RATES: tuple[tuple[str, str, Literal["rate", "mtbf"]], ...] = (
    ("drive_failure_rate", "annual_failure_rate", "rate"),
    ("drive_mean_time", "mtbf", "mtbf"),
)
"""Failure figures of the catalog: the input, the figure, and its conversion to a rate."""
IDLE = Provenance("default", "definition: a part on the shelf draws no power and fills no rack")


def hot_spares(tier: Tier) -> Literal["block", "targets"] | None:
    """Return the source of hot spares: reserved per block, or within targets, by their layout.

    None if there are none. Drives left over by whole targets are not automatically spares, and
    distributed spare space (dRAID, declustered RAID) is on drives in use.
    """
    if tier.target.hot_spares:
        return "targets"
    return "block" if tier.target.reserved_spares is not None else None


def failures_known(tier: Tier, supply: Supply) -> Literal["rate", "mtbf"] | None:
    """Return the kind of failure figure, a rate or an MTBF; None without spares."""
    if tier.spares is None:
        return None
    if tier.spares.failure_rate is not None:
        return "rate"
    methods = (how for _, figure, how in RATES if supply.figure(tier.drives.part, figure)[0])
    return next(methods, "rate")


def put_spares(draft: Draft, tier: Tier) -> None:
    """Set the failure rate of drives, and the period of their replacement."""
    if tier.spares is None:
        return
    supply = draft.supply
    years = float(supply.scenario.economics.years)
    if tier.spares.years is None:
        draft.put("spared_years", years, Provenance("default", "assumption: the years of service"))
    if tier.spares.failure_rate is None:
        for name, figure, _ in RATES:
            value, known = supply.figure(tier.drives.part, figure)
            draft.put(name, value, replace(known, role="drives"))


def spares_of(tier: Tier, at: str, supply: Supply) -> Iterator[LineDraft]:
    """Return the line of the cold spares, if any are purchased."""
    spares, drives = tier.spares, tier.drives
    if spares is None or spares.buy == "none":
        return
    yield LineDraft(
        "spares",
        "spares",
        drives,
        f"{at}.drives",
        position(supply.group_of(at), AT),
        tier.name,
        tier.option,
        tier.lot,
        text=f"{SAID[spares.buy]}: {supply.title(drives)}",
        follows="drives",
        counted=COUNTED[spares.buy],
        put=_put_idle,
    )


def _put_idle(draft: Draft) -> None:
    for measure in ("power", "rack_units"):
        draft.put(f"unit_{measure}", 0.0, IDLE)
