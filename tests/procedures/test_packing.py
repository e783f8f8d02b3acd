"""What holds of any packing: nothing overlaps, no limit is passed, no device is lost."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.procedures.packing import MOST, Device, Group, Limits, Packing, Place, Rack, fullest_leg
from model.procedures.packing import pack as packed

NAN = math.nan
SIZES = st.sampled_from((0.5, 1.0, 2.0, 4.0, 5.0))
WEIGHTS = st.one_of(st.just(NAN), st.floats(1, 200))
POWERS = st.one_of(st.just(NAN), st.floats(10, 2000))
DEVICES = st.builds(
    Device,
    what=st.sampled_from("abcdef"),
    units=SIZES,
    depth=st.one_of(st.just(NAN), st.floats(0.5, 1.2)),
    weight=WEIGHTS,
    power=POWERS,
    supplies=st.sampled_from((NAN, 1.0, 2.0, 3.0, 4.0)),
    on_top=st.booleans(),
)
GROUPS = st.lists(
    st.builds(
        Group,
        name=st.sampled_from("xyz"),
        count=st.integers(1, 12),
        devices=st.lists(st.tuples(DEVICES, st.integers(1, 4)), min_size=1, max_size=3).map(tuple),
    ),
    min_size=1,
    max_size=4,
)
LIMITS = st.builds(
    Limits,
    units=st.integers(4, 48).map(float),
    depth=st.sampled_from((NAN, 0.8, 1.2)),
    load=st.one_of(st.just(NAN), st.floats(100, 2000)),
    power=st.one_of(st.just(NAN), st.floats(500, 30000)),
)


def pack(groups: list[Group], limits: Limits) -> Packing:
    found = packed(groups, limits)
    assert found is not None
    return found


@given(GROUPS, LIMITS)
def test_racks_hold_what_stands_in_them(groups: list[Group], limits: Limits) -> None:
    """Each unit is taken once, from 1 to the rack's last; known loads keep within known limits."""
    for rack in pack(groups, limits).racks:
        taken = [
            unit
            for place in rack.places
            for unit in range(place.bottom, place.bottom + int(place.device.units))
        ]
        assert len(taken) == len(set(taken)) == rack.units
        assert min(taken) >= 1
        assert max(taken) <= limits.units
        assert not rack.weight > limits.load * (1 + 1e-6)
        assert not rack.power > limits.power * (1 + 1e-6)
        assert not any(place.device.depth > limits.depth for place in rack.places)


@given(GROUPS, LIMITS)
def test_every_device_is_placed_or_left(groups: list[Group], limits: Limits) -> None:
    """As many of each as were given, each once."""
    found = pack(groups, limits)
    given_ = Counter[str]()
    for group in groups:
        for device, count in group.devices:
            given_[device.what] += count * group.count
    seen = Counter[str]()
    for place in (place for rack in found.racks for place in rack.places):
        seen[place.device.what] += place.device.pieces
    for left in found.left:
        assert left.why
        seen[left.device.what] += left.count
    assert seen == given_
    assert found.placed + found.unplaced == given_.total()


@given(GROUPS, LIMITS)
def test_the_same_devices_stand_where_they_stood(groups: list[Group], limits: Limits) -> None:
    def places() -> str:
        return repr([rack.places for rack in pack(groups, limits).racks])

    assert places() == places()


@given(GROUPS, LIMITS)
def test_no_packing_is_better_than_one_without_gaps(groups: list[Group], limits: Limits) -> None:
    """There are at least as many racks as their units ask for."""
    found = pack(groups, limits)
    taken = sum(rack.units for rack in found.racks)
    assert len(found.racks) >= math.ceil(taken / limits.units)


@given(st.integers(1, 40), st.sampled_from((1.0, 2.0, 4.0)), st.integers(4, 48), st.integers(4, 48))
def test_of_equal_blocks_a_higher_rack_never_takes_more(
    count: int, units: float, low: int, high: int
) -> None:
    """Of unlike blocks first fit may need a rack more in higher racks: it is no optimum."""
    low, high = sorted((low, high))
    groups = [Group("g", count, ((Device("a", units), 1),))]
    lower, higher = (pack(groups, Limits(float(units))) for units in (low, high))
    assert len(higher.racks) <= len(lower.racks)


@given(st.integers(1, 60), st.integers(1, 6), st.floats(100, 900), st.floats(900, 3000))
def test_of_equal_blocks_a_stronger_rack_never_takes_more(
    count: int, servers: int, weak: float, strong: float
) -> None:
    block = ((Device("box", 4, weight=80, power=500), 1), (Device("srv", 1, weight=15), servers))
    groups = [Group("g", count, block)]
    loads = (pack(groups, Limits(42, load=load)) for load in (weak, strong))
    powers = (pack(groups, Limits(42, power=power)) for power in (weak, strong))
    for one, other in (tuple(loads), tuple(powers)):
        assert one.left or len(other.racks) <= len(one.racks)


def test_first_fit_isnt_monotone() -> None:
    """A higher rack may change who meets whom, for the worse: Coffman, Garey and Johnson, 1978."""
    sizes = (44, 24, 24, 22, 21, 17, 8, 8, 6, 6)
    groups = [Group(str(n), 1, ((Device(str(n), size), 1),)) for n, size in enumerate(sizes)]
    assert [len(pack(groups, Limits(float(height))).racks) for height in (60, 61)] == [3, 4]


@given(GROUPS, LIMITS)
def test_blocks_that_fit_stay_together(groups: list[Group], limits: Limits) -> None:
    """Cables of a block don't leave its rack, unless no rack takes the block."""
    for group in groups:
        below = [(device, n) for device, n in group.devices if not device.on_top]
        one = pack([replace(group, count=1, devices=tuple(below))], limits) if below else None
        if one is None or len(one.racks) != 1 or one.left:
            continue
        found = pack([replace(group, devices=tuple(below))], limits)
        racks = [{place.block for place in rack.places} for rack in found.racks]
        assert sum(map(len, racks)) == group.count


@given(GROUPS)
def test_the_heaviest_stands_lowest(groups: list[Group]) -> None:
    """By weight, or by height where a weight is unknown; what goes on top hangs from there."""
    for rack in pack(groups, Limits(48.0)).racks:
        below = [place.device for place in rack.places if not place.device.on_top]
        weighed = all(not math.isnan(device.weight) for device in below)
        keys = [device.weight if weighed else device.units for device in below]
        assert keys == sorted(keys, reverse=True)
        top = [place.bottom for place in rack.places if place.device.on_top]
        assert not top or max(top) > 48 - max(p.device.units for p in rack.places)


@pytest.mark.parametrize(
    ("device", "why"),
    [
        (Device("a", NAN), "unknown"),
        (Device("a", 43), "higher"),
        (Device("a", 4, depth=1.143), "deeper"),
        (Device("a", 4, weight=2000), "heavier"),
        (Device("a", 4, power=9000), "draws more"),
    ],
)
def test_what_no_rack_takes_is_left_with_its_reason(device: Device, why: str) -> None:
    """Béluga's enclosure of 45 inches isn't mounted in a rack of 1048 mm."""
    found = pack([Group("g", 3, ((device, 2),))], Limits(42, 1.048, 1020, 8000))
    assert [(left.count, why in left.why) for left in found.left] == [(6, True)]
    assert found.racks == ()


def test_more_than_anybody_draws_isnt_packed() -> None:
    assert packed([Group("g", MOST + 1, ((Device("a", 1), 1),))], Limits(42)) is None


def test_sequoias_racks() -> None:
    """48 racks of 40 units: 8 arrays of 4 units each, and 16 blades in what is left, 8 units."""
    block = (
        (Device("array", 4, weight=105.2, power=1242), 1),
        (Device("blade", 0.5, power=300), 2),
    )
    found = pack([Group("grove", 384, block)], Limits(40, power=14400 * 1.1))
    assert len(found.racks) == 48
    for rack in found.racks:
        assert Counter(place.device.what for place in rack.places) == {"array": 8, "blade": 8}
        assert rack.units == 40
        assert [place.device.what for place in rack.places] == ["array"] * 8 + ["blade"] * 8


@given(
    st.lists(
        st.tuples(st.floats(1, 3000), st.sampled_from((NAN, 1.0, 2.0, 3.0, 4.0))), max_size=20
    ),
    st.integers(1, 6),
    st.sampled_from((0.5, 1.0)),
)
def test_phases_share_what_a_rack_draws(
    devices: list[tuple[float, float]], legs: int, share: float
) -> None:
    """The fullest phase carries its share at least, and the largest cord at least."""
    places = [
        Place(Device("a", 1, power=power, supplies=supplies), n, 1)
        for n, (power, supplies) in enumerate(devices, 1)
    ]
    rack = Rack(tuple(places))
    fullest = fullest_leg(rack, legs, share)
    cords = [
        power if supplies != supplies else power / max(1, supplies * share // 1)
        for power, supplies in devices
    ]
    assert fullest >= rack.power / legs * (1 - 1e-12)
    assert fullest >= max(cords, default=0.0)
    assert fullest <= rack.power / legs + max(cords, default=0.0) + 1e-9


def test_the_largest_cords_are_plugged_in_first() -> None:
    """On two phases 2 kW balance 1 kW and 1 kW, in whatever order devices stand."""
    for powers in ((1e3, 1e3, 2e3), (2e3, 1e3, 1e3)):
        places = (Place(Device("a", 1, power=one), n, 1) for n, one in enumerate(powers, 1))
        assert fullest_leg(Rack(tuple(places)), 2, 1.0) == 2e3


def test_devices_of_split_blocks_have_the_number_of_their_block() -> None:
    """Two blocks of two servers and three enclosures, none of which fits into a rack as a whole."""
    server, enclosure = Device("server", 1), Device("enclosure", 4)
    found = pack([Group("t", 2, ((server, 2), (enclosure, 3)))], Limits(8))
    assert found is not None
    places = [place for rack in found.racks for place in rack.places]
    for device, each in ((server, 2), (enclosure, 3)):
        blocks = sorted(place.block for place in places if place.device.what == device.what)
        assert blocks == [1] * each + [2] * each
