"""Rack packing: rack and rack unit of each device by first fit, largest blocks first.

1. A building block of a tier goes into one rack as a whole, because of its cable lengths. Blocks
   are sorted by rack units, then by weight, both descending, then by input order. Each goes into
   the first rack with room for all of it.
2. A block that doesn't fit into an empty rack is split: its devices are placed one by one, the
   highest first.
3. Devices for the top of the rack, the switches, follow one by one in the same way.
4. A rack has room if its units, load and power suffice; an unknown limit is no limit. An unknown
   figure of a device counts as zero, and its rack reports it.
5. In a rack, the heaviest device is at the bottom; devices for the top are mounted from the
   highest unit down. Of devices with unknown weight, the higher one is further down.

A device that fits no empty rack is left over, as is one of unknown height. Devices lower than one
unit are combined to fill whole units. First fit isn't optimal, only feasible and easy to explain:
in rare cases, a higher limit results in one more rack.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import cached_property

from model.engine.batch import exact_sum, is_unknown
from model.records import dataclass

MOST = 50_000
"""Maximum number of devices to pack."""
MOST_TOGETHER = 16
"""Maximum number of devices lower than one unit that are combined."""
UNKNOWN_UNITS = "its rack units are unknown"
SLACK = 1e-9
"""Rounding tolerance of the sum of loads, as a share of the limit."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device with its contents; NaN: unknown. `pieces` of it are combined."""

    what: str
    units: float
    depth: float = math.nan
    weight: float = math.nan
    power: float = math.nan
    supplies: float = math.nan
    on_top: bool = False
    pieces: int = 1


@dataclass(frozen=True, slots=True)
class Group:
    """Equal blocks: their number, and the number of each device per block.

    `of_block` of them are parts of one building block, which is split.
    """

    name: str
    count: int
    devices: tuple[tuple[Device, int], ...]
    of_block: int = 1


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one rack; NaN: unknown, which means no limit."""

    units: float
    depth: float = math.nan
    load: float = math.nan
    power: float = math.nan


@dataclass(frozen=True, slots=True)
class Place:
    """Position of a device in a rack: its lowest unit, counted from 1, and its block."""

    device: Device
    bottom: int
    block: int


@dataclass(frozen=True)
class Rack:
    """A rack: its devices, from bottom to top."""

    places: tuple[Place, ...]

    @cached_property
    def units(self) -> float:
        """Occupied rack units."""
        return sum(place.device.units for place in self.places)

    @cached_property
    def weight(self) -> float:
        """Sum of the known weights of its devices."""
        return known_sum(place.device.weight for place in self.places)

    @cached_property
    def power(self) -> float:
        """Sum of the known power of its devices."""
        return known_sum(place.device.power for place in self.places)

    @property
    def weighed(self) -> bool:
        """Whether all weights are known."""
        return not any(is_unknown(place.device.weight) for place in self.places)

    @property
    def metered(self) -> bool:
        """Whether all power figures are known."""
        return not any(is_unknown(place.device.power) for place in self.places)


@dataclass(frozen=True, slots=True)
class Left:
    """Devices that are not placed, and the reason."""

    device: Device
    count: int
    why: str


@dataclass(frozen=True, slots=True)
class Packing:
    """All racks, and the devices left over."""

    racks: tuple[Rack, ...]
    left: tuple[Left, ...]

    @property
    def placed(self) -> int:
        """Number of devices placed."""
        return sum(place.device.pieces for rack in self.racks for place in rack.places)

    @property
    def unplaced(self) -> int:
        """Number of devices left over."""
        return sum(one.count for one in self.left)

    @property
    def refused(self) -> int:
        """Number of devices left over that are known to fit no rack."""
        return sum(one.count for one in self.left if one.why != UNKNOWN_UNITS)


def known_sum(figures: Iterable[float]) -> float:
    """Sum the known values."""
    known: float = exact_sum(figure for figure in figures if not is_unknown(figure))
    return known


def _or_nothing(figure: float) -> float:
    return 0.0 if is_unknown(figure) else figure


def _or_any(limit: float) -> float:
    return math.inf if is_unknown(limit) else limit * (1 + SLACK)


@dataclass(slots=True)
class _Open:
    """A rack being filled: its remaining units, load and power."""

    units: float
    load: float
    power: float
    found: list[tuple[Device, int]] = field(default_factory=list)

    def takes(self, need: tuple[float, float, float]) -> bool:
        units, load, power = need
        return units <= self.units and load <= self.load and power <= self.power

    def put(self, devices: Sequence[tuple[Device, int]], block: int) -> None:
        for device, count in devices:
            self.found += [(device, block)] * count
            self.units -= device.units * count
            self.load -= _or_nothing(device.weight) * count
            self.power -= _or_nothing(device.power) * count


def _need(devices: Sequence[tuple[Device, int]]) -> tuple[float, float, float]:
    return (
        sum(device.units * count for device, count in devices),
        exact_sum(_or_nothing(device.weight) * count for device, count in devices),
        exact_sum(_or_nothing(device.power) * count for device, count in devices),
    )


def whole_units(device: Device, count: int, limits: Limits) -> Iterator[tuple[Device, int]]:
    """Combine devices that are lower than whole units, as far as the limits of a rack allow.

    Examples
    --------
    >>> half = Device("half", 0.5, weight=60.0)
    >>> [(d.units, d.pieces, n) for d, n in whole_units(half, 5, Limits(42))]
    [(1, 2, 2), (1, 1, 1)]
    >>> [(d.units, d.pieces, n) for d, n in whole_units(half, 5, Limits(42, load=100.0))]
    [(1, 1, 5)]
    """
    together = next(
        (n for n in range(1, MOST_TOGETHER + 1) if abs(n * device.units % 1) < SLACK), 1
    )
    while together > 1 and _why_not(_bundled(device, together), limits):
        together -= 1
    full, rest = divmod(count, together)
    for pieces, times in ((together, full), (rest, 1)):
        if pieces and times:
            yield _bundled(device, pieces), times


def _bundled(device: Device, pieces: int) -> Device:
    """Combine some devices into one of whole units."""
    return replace(
        device,
        units=math.ceil(pieces * device.units - SLACK),
        weight=pieces * device.weight,
        power=pieces * device.power,
        supplies=pieces * device.supplies,
        pieces=pieces,
    )


def _empty(limits: Limits) -> _Open:
    load, power = _or_any(limits.load), _or_any(limits.power)
    return _Open(math.floor(limits.units + SLACK), load, power)


def _why_not(device: Device, limits: Limits) -> str:
    """Return the reason why a device fits no empty rack; empty if it fits."""
    if math.isnan(device.units):
        return UNKNOWN_UNITS
    if device.units > math.floor(limits.units + SLACK):
        return "it is higher than a rack"
    if device.depth > limits.depth * (1 + SLACK):
        return "it is deeper than a rack"
    if device.weight > _or_any(limits.load):
        return "it is heavier than what a rack carries"
    if device.power > _or_any(limits.power):
        return "it draws more than a rack has"
    return ""


class _Filling:
    """All racks during packing."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.racks: list[_Open] = []
        self.left: list[Left] = []

    def put(self, name: Group) -> None:
        """Place the blocks of a group by first fit; racks that were too full once are skipped."""
        need = _need(name.devices)
        at = 0
        for n in range(name.count):
            while at < len(self.racks) and not self.racks[at].takes(need):
                at += 1
            if at == len(self.racks):
                self.racks.append(_empty(self.limits))
            self.racks[at].put(name.devices, n // name.of_block + 1)


def _stacked(found: list[tuple[Device, int]], height: int) -> Rack:
    """Assign units: from the bottom by descending weight; devices for the top from the top."""
    below = [one for one in found if not one[0].on_top]
    if any(is_unknown(device.weight) for device, _ in below):
        below.sort(key=lambda one: -one[0].units)
    else:
        below.sort(key=lambda one: (-one[0].weight, -one[0].units))
    places, bottom = [], 1
    for device, block in below:
        places.append(Place(device, bottom, block))
        bottom += int(device.units)
    top = height + 1
    for device, block in (one for one in found if one[0].on_top):
        top -= int(device.units)
        places.append(Place(device, top, block))
    return Rack(tuple(sorted(places, key=lambda place: place.bottom)))


def pack(groups: Sequence[Group], limits: Limits) -> Packing | None:
    """Pack devices into racks; None if there are too many, or the rack is unknown."""
    devices = sum(group.count * sum(n for _, n in group.devices) for group in groups)
    if devices > MOST or not limits.units >= 1:
        return None
    filling = _Filling(limits)
    together: list[Group] = []
    apart: list[Group] = []
    for group in groups:
        fitting: list[tuple[Device, int]] = []
        for device, count in group.devices:
            why = _why_not(device, limits)
            if why:
                filling.left.append(Left(device, count * group.count, why))
            else:
                fitting += whole_units(device, count, limits)
        top = [one for one in fitting if one[0].on_top]
        block = replace(group, devices=tuple(one for one in fitting if not one[0].on_top))
        if _empty(limits).takes(_need(block.devices)):
            together.append(block)
        else:
            apart += _apart(block)
        apart += _apart(replace(group, devices=tuple(top)))
    for group in sorted((one for one in together if one.devices), key=_rank):
        filling.put(group)
    for group in sorted(apart, key=lambda one: (one.devices[0][0].on_top, *_rank(one))):
        filling.put(group)
    height = math.floor(limits.units + SLACK)
    racks = tuple(_stacked(rack.found, height) for rack in filling.racks)
    return Packing(racks, tuple(filling.left))


def _apart(group: Group) -> Iterator[Group]:
    for device, count in group.devices:
        yield Group(group.name, count * group.count, ((device, 1),), of_block=count)


def _rank(group: Group) -> tuple[float, float]:
    units, weight, _ = _need(group.devices)
    return -units, -weight


def cords(rack: Rack) -> float:
    """Return the number of cords of a rack's devices; unknown supplies count as one.

    Examples
    --------
    >>> places = [Place(Device("a", 1, supplies=2), 1, 1), Place(Device("b", 1), 2, 1)]
    >>> cords(Rack(tuple(places)))
    3.0
    """
    devices = [place.device for place in rack.places]
    return float(sum(one.pieces if math.isnan(one.supplies) else one.supplies for one in devices))


def fullest_leg(rack: Rack, legs: int, share: float) -> float:
    """Return the power of the most loaded phase if only a share of all cords has power.

    Each device draws equal parts over its cords; unknown supplies count as one. The largest parts
    are assigned first, each to the phase with the lowest load.

    Examples
    --------
    >>> places = [Place(Device("a", 1, power=900.0, supplies=2), 1, 1),
    ...           Place(Device("b", 1, power=500.0, supplies=2), 2, 1)]
    >>> fullest_leg(Rack(tuple(places)), legs=3, share=0.5)
    900.0
    """
    parts: list[float] = []
    for place in rack.places:
        supplies = place.device.supplies
        cords = 1 if math.isnan(supplies) else max(1, math.floor(supplies * share + SLACK))
        parts += [_or_nothing(place.device.power) / cords] * cords
    drawn = [0.0] * max(1, legs)
    for part in sorted(parts, reverse=True):
        heapq.heapreplace(drawn, drawn[0] + part)
    return max(drawn)
