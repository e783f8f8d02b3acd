"""Which device stands in which rack, and at which unit: first fit, the highest first.

1. What is equal and belongs together, the block of a tier, goes into one rack as a whole: its
   cables reach then. The blocks of most units come first, then the heavier ones, then as they were
   given. Each goes into the first rack with room for all of it.
2. A block that not even an empty rack takes is split: its devices go one by one, the highest first.
3. Then comes what stands on top, the switches, one by one in the same way.
4. A rack has room as long as its units, its load and its power suffice; a limit that nobody knows
   limits nothing. What is unknown of a device counts as nothing, and its rack says so.
5. In a rack the heaviest device stands lowest; what goes on top hangs from the highest unit down.
   Where a weight is unknown, the higher device stands lower.

A device that no empty rack takes is left, and so is one of unknown height. Devices lower than a
unit are put together until they fill whole units. First fit isn't optimal, only feasible and
explained: a larger limit may, rarely, take a rack more.
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
"""More devices than anybody draws: they aren't packed."""
MOST_TOGETHER = 16
"""Devices lower than a unit that are put together at most."""
UNKNOWN_UNITS = "its rack units are unknown"
SLACK = 1e-9
"""Sums of loads may be off by rounding, as a share of the limit."""


@dataclass(frozen=True, slots=True)
class Device:
    """One kind of device with all that is in it; NaN: unknown. `pieces` of it stand together."""

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
    """Equal blocks: how many there are, and how many of which device each of them has."""

    name: str
    count: int
    devices: tuple[tuple[Device, int], ...]


@dataclass(frozen=True, slots=True)
class Limits:
    """What one rack takes; NaN: nobody knows, and it limits nothing."""

    units: float
    depth: float = math.nan
    load: float = math.nan
    power: float = math.nan


@dataclass(frozen=True, slots=True)
class Place:
    """A device in a rack: its lowest unit, counted from 1, and the block that it belongs to."""

    device: Device
    bottom: int
    block: int


@dataclass(frozen=True)
class Rack:
    """One rack: what stands in it, from below."""

    places: tuple[Place, ...]

    @cached_property
    def units(self) -> float:
        """Units that are taken."""
        return sum(place.device.units for place in self.places)

    @cached_property
    def weight(self) -> float:
        """Weight of what stands in it, as far as it is known."""
        return known_sum(place.device.weight for place in self.places)

    @cached_property
    def power(self) -> float:
        """Power of what stands in it, as far as it is known."""
        return known_sum(place.device.power for place in self.places)

    @property
    def weighed(self) -> bool:
        """Whether all weights are known."""
        return not any(is_unknown(place.device.weight) for place in self.places)

    @property
    def metered(self) -> bool:
        """Whether all powers are known."""
        return not any(is_unknown(place.device.power) for place in self.places)


@dataclass(frozen=True, slots=True)
class Left:
    """Devices that stand in no rack, and why."""

    device: Device
    count: int
    why: str


@dataclass(frozen=True, slots=True)
class Packing:
    """All racks, and what is left."""

    racks: tuple[Rack, ...]
    left: tuple[Left, ...]

    @property
    def placed(self) -> int:
        """Devices that stand in a rack."""
        return sum(place.device.pieces for rack in self.racks for place in rack.places)

    @property
    def unplaced(self) -> int:
        """Devices that are left."""
        return sum(one.count for one in self.left)

    @property
    def refused(self) -> int:
        """Those of them of which it is known that no rack takes them."""
        return sum(one.count for one in self.left if one.why != UNKNOWN_UNITS)


def known_sum(figures: Iterable[float]) -> float:
    """Sum what is known."""
    known: float = exact_sum(figure for figure in figures if not is_unknown(figure))
    return known


def _or_nothing(figure: float) -> float:
    return 0.0 if is_unknown(figure) else figure


def _or_any(limit: float) -> float:
    return math.inf if is_unknown(limit) else limit * (1 + SLACK)


@dataclass(slots=True)
class _Open:
    """A rack that is being filled: what is left of it."""

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
    """Put devices that are lower than their whole units together, as far as a rack takes them.

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
    """Give some devices as one that fills whole units."""
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
    """Say why no empty rack takes a device; nothing where one does."""
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
    """All racks while they are filled."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.racks: list[_Open] = []
        self.left: list[Left] = []

    def put(self, name: Group) -> None:
        """Put all blocks of a group where they fit first; a rack once too full stays so."""
        need = _need(name.devices)
        at = 0
        for block in range(1, name.count + 1):
            while at < len(self.racks) and not self.racks[at].takes(need):
                at += 1
            if at == len(self.racks):
                self.racks.append(_empty(self.limits))
            self.racks[at].put(name.devices, block)


def _stacked(found: list[tuple[Device, int]], height: int) -> Rack:
    """Give each device its units: from below the heaviest first, from above what goes on top."""
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
    """Pack devices into racks by the rule above; None: there are too many, or no rack is known."""
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
        yield Group(group.name, count * group.count, ((device, 1),))


def _rank(group: Group) -> tuple[float, float]:
    units, weight, _ = _need(group.devices)
    return -units, -weight


def cords(rack: Rack) -> float:
    """Give how many cords the devices of a rack have; of unknown supplies there is one each.

    Examples
    --------
    >>> places = [Place(Device("a", 1, supplies=2), 1, 1), Place(Device("b", 1), 2, 1)]
    >>> cords(Rack(tuple(places)))
    3.0
    """
    devices = [place.device for place in rack.places]
    return float(sum(one.pieces if math.isnan(one.supplies) else one.supplies for one in devices))


def fullest_leg(rack: Rack, legs: int, share: float) -> float:
    """Give the power of the fullest phase, where only a share of all cords has power.

    Each device draws by its cords in equal parts; of unknown supplies there is one. The largest
    parts are plugged in first, each where least is drawn.

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
