"""Spare drives as lines of the bill of materials: hot spares, and cold spares."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from model.design.spares import Spares
from model.design.tier import Tier
from model.planning.lines import LineDraft, position
from model.planning.supply import (
    FIELD_RATE,
    LEAST_FIELD_RATE,
    MOST_FIELD_RATE,
    Draft,
    Supply,
)
from model.provenance import Provenance

HOT_AT = 40
"""Position number of hot spares in a tier."""
AT = 41
"""Position number of cold spares."""
STOCK: dict[str, Literal["shelf", "replacement"]] = {
    "shelf": "shelf",
    "replacements": "replacement",
}
COUNTED = {policy: f"{stock}_drives" for policy, stock in STOCK.items()}
"""Quantity that counts cold spares, by the chosen policy."""
ORDERED = "ordered_drives"
"""Quantity of drives that are ordered together with cold spares."""
SAID = {
    "shelf": "cold spares for the lead time",
    "replacements": "for all replacements over the years",
}
RATES: tuple[tuple[str, str, Literal["rate", "mtbf"]], ...] = (
    ("datasheet_failure_rate", "annual_failure_rate", "rate"),
    ("drive_mean_time", "mtbf", "mtbf"),
)
"""Failure figures of the datasheet: the input, the figure, and its conversion to a rate."""
FIELD = (
    ("drive_failure_rate", FIELD_RATE),
    ("least_drive_failure_rate", LEAST_FIELD_RATE),
    ("most_drive_failure_rate", MOST_FIELD_RATE),
)
"""Failure figures of the field: the input and the figure."""
IDLE = Provenance("default", "definition: a part on the shelf draws no power and fills no rack")


def hot_spares(tier: Tier) -> Literal["block", "targets"] | None:
    """Return the source of hot spares: reserved per block, or within targets, by their layout.

    None if there are none. Drives left over by whole targets are not automatically spares, and
    distributed spare space (dRAID, declustered RAID) is on drives in use.
    """
    if tier.target.hot_spares:
        return "targets"
    return "block" if tier.target.reserved_spares is not None else None


def fails_as_in_field(tier: Tier, supply: Supply) -> bool:
    """Whether the failure rate of drives is that of the field, as the scenario states none."""
    if tier.spares is None or tier.spares.failure_rate is not None:
        return False
    return supply.field_failures(tier.drives.part, FIELD_RATE)[0] is not None


def datasheet_failures(tier: Tier, supply: Supply) -> Literal["rate", "mtbf"] | None:
    """Return how the datasheet states failures, a rate or an MTBF; None if it doesn't."""
    if tier.spares is None:
        return None
    known = (how for _, figure, how in RATES if supply.figure(tier.drives.part, figure)[0])
    return next(known, None)


def stocked(tier: Tier, supply: Supply) -> Literal["shelf", "replacement"] | None:
    """Return which cold spares are ordered with the drives; only files have prices by quantity."""
    bought = tier.spares is not None and supply.layers.books
    return STOCK.get(tier.spares.buy) if bought and tier.spares is not None else None


def put_spares(draft: Draft, tier: Tier) -> None:
    """Set the failure rate of drives, and the period of their replacement."""
    if tier.spares is None:
        return
    supply, part = draft.supply, tier.drives.part
    years = float(supply.scenario.economics.years)
    if tier.spares.years is None:
        draft.put("spared_years", years, Provenance("default", "assumption: the years of service"))
    for name, figure, _ in RATES:
        draft.put(name, *supply.figure(part, figure, "drives"))
    if tier.spares.failure_rate is None:
        for name, figure in FIELD:
            draft.put(name, *supply.any_figure(part, figure, "drives"))


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
        ordered=supply.joint_orders.get(tier.name, ORDERED if stocked(tier, supply) else ""),
        counted=COUNTED[spares.buy],
        owned_in_part=spares.owned is not None,
        put=partial(_put_spares_line, spares, at),
    )


def _put_spares_line(spares: Spares, at: str, draft: Draft) -> None:
    if spares.owned is not None:
        draft.state("owned_pieces", spares.owned, f"{at}.spares.owned")
    for measure in ("power", "rack_units"):
        draft.put(f"unit_{measure}", 0.0, IDLE)
