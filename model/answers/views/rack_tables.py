"""Racks: what stands in each, what it weighs, draws and heats, and what has no place."""

from __future__ import annotations

from collections import Counter

from model.answers.racks import Elevation, RackUsed
from model.answers.views.view import Column, Row, View
from model.units.figures import grouped, show
from model.units.kinds import UNITS

BTU = float(UNITS["watt"].symbols["BTU/h"])
"""A British thermal unit an hour, in watts."""
COLUMNS = (
    Column("Units", "units"),
    Column("Weight without rack", "weight"),
    Column("Power", "power"),
    Column("Heat, BTU/h", "heat"),
    Column("Cords", "cords"),
    Column("Contents", "devices", "text"),
)
LEFT = (Column("Pieces", "count", "text"), Column("Reason", "why", "text"))


def at_least(text: str, *, known: bool) -> str:
    """Say that a figure is only a known part."""
    return text if known else f"at least {text}"


def name(racks: list[RackUsed]) -> str:
    """Name racks that are alike: 'Rack 1', or 'Racks 1 to 48'."""
    first, last = racks[0].number, racks[-1].number
    return f"Rack {first}" if first == last else f"Racks {first} to {last}"


def weight(rack: RackUsed) -> str:
    """Write what stands in a rack weighs."""
    return at_least(show(rack.weight, "kilogram"), known=rack.weighed)


def power(rack: RackUsed) -> str:
    """Write what a rack draws; all of it is heat."""
    return at_least(show(rack.power, "watt"), known=rack.metered)


def heat(rack: RackUsed) -> str:
    """Write the heat of a rack in British thermal units an hour."""
    return at_least(grouped(rack.power / BTU), known=rack.metered)


def cords(rack: RackUsed) -> str:
    """Write how many cords a rack has: one for each supply."""
    return "unknown" if rack.cords is None else f"{rack.cords:.0f}"


def racks(found: Elevation) -> View:
    """Give each rack, those that are alike in one row."""
    rows = []
    for alike in found.alike():
        rack = alike[0]
        held = Counter[str]()
        for device in rack.devices:
            held[device.line.name] += device.pieces
        rows.append(
            Row(
                name(alike),
                (
                    f"{rack.units} of {found.height}",
                    weight(rack),
                    power(rack),
                    heat(rack),
                    cords(rack),
                    ", ".join(f"{count} x {what}" for what, count in held.items()),
                ),
            )
        )
    return View("Racks", "Rack", COLUMNS, tuple(rows))


def left(found: Elevation) -> View:
    """Give the devices that have no place in any rack."""
    rows = (Row(one.line.name, (f"{one.count}", one.why)) for one in found.left)
    return View("Devices without a rack position", "Device", LEFT, tuple(rows))
