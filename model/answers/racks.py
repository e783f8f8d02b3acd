"""What stands in which rack: as the packing says, with the names of the bill."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import groupby

from model.answers.results import Results
from model.books.racks import Packed, Standing, packing_of
from model.books.site import SITE
from model.books.site_facts import SiteFacts
from model.planning.supply import Line
from model.procedures import packing
from model.records import dataclass

KINDS = {
    "servers": "server",
    "enclosures": "enclosure",
    "further_enclosures": "enclosure",
    "switch": "switch",
    "pdu": "power",
}
"""What a line is called in a drawing, by its role or by the kind of its part."""
OTHER = "other"


@dataclass(frozen=True, slots=True)
class Device:
    """A device in a rack: its line, its lowest rack unit, its building block.

    `pieces` of a line stand in its units; what is unknown is NaN.
    """

    line: Line
    kind: str
    bottom: int
    units: int
    pieces: int
    block: int
    weight: float
    power: float
    supplies: float

    @property
    def top(self) -> int:
        """Its highest unit."""
        return self.bottom + self.units - 1

    @property
    def label(self) -> str:
        """What it is called, and how many of it stand there."""
        times = f"{self.pieces} x " if self.pieces > 1 else ""
        return f"{times}{self.line.name}"

    @property
    def place(self) -> str:
        """Whose it is: its tier and the number of its block."""
        return f"{self.line.tier}, block {self.block}" if self.line.tier else "for all tiers"


@dataclass(frozen=True, slots=True)
class RackUsed:
    """One rack: its devices from the bottom, and their totals.

    Weight, without the rack's own, and power are the known parts, which `weighed` and `metered` say
    to be all of it.
    """

    number: int
    devices: tuple[Device, ...]
    units: int
    weight: float
    power: float
    weighed: bool
    metered: bool

    @property
    def cords(self) -> float | None:
        """Cords of the devices; None where nobody knows how many supplies one has."""
        cords = math.fsum(device.supplies for device in self.devices)
        return None if math.isnan(cords) else cords


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Devices that fit in no rack, and why."""

    line: Line
    count: int
    why: str


@dataclass(frozen=True, slots=True)
class Elevation:
    """All racks of a site, and what fits in none; `height` is a rack's usable rack units."""

    height: int
    racks: tuple[RackUsed, ...]
    left: tuple[LeftOut, ...]

    def alike(self) -> Iterator[list[RackUsed]]:
        """Give racks side by side that hold the same, whatever their blocks."""
        for _, racks in groupby(
            self.racks,
            lambda rack: [(d.line.path, d.bottom, d.units, d.pieces) for d in rack.devices],
        ):
            yield list(racks)


def elevation(results: Results) -> Elevation | None:
    """Return all racks; None if racks aren't counted, or if all their rack units are unknown."""
    facts = SITE.facts_of(results.plan.root.book)
    if not isinstance(facts, SiteFacts) or not facts.racks:
        return None

    def figure(at: str, name: str) -> float:
        path = f"site/{at}" if at else "site"
        value = results[results.plan.program.address(path, name)]
        return math.nan if value is None else value

    lines, found = packing_of(facts, figure)
    if found is None:
        return None
    named = {line.path.removeprefix("site/"): line for line in results.plan.lines}
    everything_known = _beside(lines)
    racks = (
        _used(n, rack, found, named, everything_known)
        for n, rack in enumerate(found.packing.racks, 1)
    )
    left = (LeftOut(named[one.device.what], one.count, one.why) for one in found.packing.left)
    height = results.known("site", "usable_rack_units")
    return Elevation(int(height), tuple(racks), tuple(left))


def _beside(lines: list[Standing]) -> tuple[bool, bool]:
    """Whether weight and power are known of all that takes no units."""
    zero_u = [one.device for one in lines if one.device.units == 0]
    weighed = not any(math.isnan(device.weight) for device in zero_u)
    return weighed, not any(math.isnan(device.power) for device in zero_u)


def _used(
    number: int,
    rack: packing.Rack,
    found: Packed,
    named: dict[str, Line],
    known: tuple[bool, bool],
) -> RackUsed:
    devices = tuple(_device(place, named[place.device.what]) for place in rack.places)
    return RackUsed(
        number,
        devices,
        int(rack.units),
        found.weight(rack),
        found.power(rack),
        weighed=rack.weighed and known[0],
        metered=rack.metered and known[1],
    )


def _device(place: packing.Place, line: Line) -> Device:
    device = place.device
    kind = KINDS.get(line.role) or KINDS.get(line.kind, OTHER)
    return Device(
        line,
        kind,
        place.bottom,
        int(device.units),
        device.pieces,
        place.block,
        device.weight,
        device.power,
        device.supplies,
    )
