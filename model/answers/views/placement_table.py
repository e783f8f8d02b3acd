"""The table of bays for those who wire a block: each vdev or RAID group with its bays."""

from __future__ import annotations

from model.answers.views.view import Column, Row, View
from model.placement.by_vdev import channel
from model.placement.slots import SlotMap, slots_text
from model.placement.wiring import Wiring

COLUMNS = (
    Column("Survives", "survives", "text"),
    Column("Most in one enclosure", "most", "text"),
    Column("Bays", "bays", "text"),
)
CABLES = (
    Column("Port", "port", "text"),
    Column("Enclosure", "enclosure", "text"),
    Column("Module", "module", "text"),
)


def bays(placed: SlotMap) -> View:
    """Return the bays of each group, and of the spares of a block."""
    rows = [
        Row(
            group.name,
            (
                f"{group.survives} of {group.units}",
                f"{placed.most_in_enclosure(n)}",
                slots_text(slots),
            ),
        )
        for n, (group, slots) in enumerate(zip(placed.groups, placed.slots, strict=True))
    ]
    if placed.spares:
        rows.append(Row("in no group", ("", "", slots_text(placed.spares))))
    return View("Bays in each block (enclosure:bay)", "Group", COLUMNS, tuple(rows))


def cables(wiring: Wiring) -> View:
    """Return the cables of each adapter of a block."""
    rows = (
        Row(
            f"server {one.server + 1}, adapter {one.adapter + 1}",
            (
                f"{one.port + 1}",
                f"{one.enclosure + 1} ({channel(one.enclosure)})",
                f"{one.module + 1}",
            ),
        )
        for one in sorted(wiring.cables)
    )
    return View("Cables in each block", "Adapter", CABLES, tuple(rows))
