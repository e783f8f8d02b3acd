"""Schema of the room: racks, power feeds, floor, and delivery path."""

from typing import Annotated

from model.reading.binding import gives
from model.reading.fields import (
    ByteRate,
    Bytes,
    Count,
    FloorLoad,
    Kilograms,
    Metres,
    PositiveAmperes,
    PositiveCount,
    PositiveVolts,
    Share,
    Stated,
    Strict,
    Watts,
)


class Today(Strict):
    """What the site has before the steps of the plan, where owned tiers are extended.

    *Extend* writes it with the first step.
    """

    usable_capacity: Annotated[Stated[Bytes] | None, gives("present_usable_capacity")] = None
    read_bandwidth: Annotated[Stated[ByteRate] | None, gives("present_read_bandwidth")] = None
    write_bandwidth: Annotated[Stated[ByteRate] | None, gives("present_write_bandwidth")] = None
    power: Annotated[Stated[Watts] | None, gives("present_power")] = None
    racks: Annotated[Stated[Count] | None, gives("present_racks")] = None


class Site(Strict):
    """Limits of the room. Rack figures entered here replace those of the catalog part."""

    power: Annotated[Stated[Watts] | None, gives("room_power_limit")] = None
    """For storage, or for all equipment if you enter that of others below."""
    other_power: Annotated[Stated[Watts] | None, gives("other_power")] = None
    """Owned tiers of the plan are not part of it. Leave empty if there is none."""
    racks: Annotated[Stated[Count] | None, gives("room_rack_limit")] = None
    """Including those that are taken."""
    other_racks: Annotated[Stated[Count] | None, gives("other_racks")] = None
    """Those of owned tiers of the plan are not part of it. Leave empty if there are none."""
    rack_units: Annotated[Stated[PositiveCount] | None, gives("usable_rack_units")] = None
    rack_depth: Annotated[Stated[Metres] | None, gives("rack_mounting_depth")] = None
    door_depth: Annotated[Stated[Metres] | None, gives("rack_door_depth")] = None
    """Leave empty if doors need not close."""
    rack_load: Annotated[Stated[Kilograms] | None, gives("rack_load_limit")] = None
    """Without the weight of the rack itself."""
    rack_weight: Annotated[Stated[Kilograms] | None, gives("rack_own_weight")] = None
    rack_power: Annotated[Stated[Watts] | None, gives("rack_power_limit")] = None
    """The lower of what its feed supplies and what the room can cool."""
    rack_width: Annotated[Stated[Metres] | None, gives("rack_width")] = None
    rack_length: Annotated[Stated[Metres] | None, gives("rack_length")] = None
    feeds: Annotated[Stated[PositiveCount] | None, gives("rack_feeds")] = None
    """With two or more, the rack must keep running after the loss of one."""
    pdus_per_feed: Annotated[Stated[PositiveCount] | None, gives("pdus_per_feed")] = None
    outlets: Annotated[Stated[PositiveCount] | None, gives("pdu_outlets")] = None
    """All types. Leave this and the next two empty to use the catalog values."""
    outlets_c13: Annotated[Stated[Count] | None, gives("pdu_outlets_c13")] = None
    """For C14 plugs."""
    outlets_c19: Annotated[Stated[Count] | None, gives("pdu_outlets_c19")] = None
    """For C20 plugs."""
    voltage: Annotated[Stated[PositiveVolts] | None, gives("feed_voltage")] = None
    """For example 400 V."""
    current: Annotated[Stated[PositiveAmperes] | None, gives("feed_current")] = None
    """Leave empty to use the catalog value of the PDU."""
    phases: Annotated[Stated[PositiveCount] | None, gives("feed_phases")] = None
    """Leave empty to use the catalog value of the PDU."""
    derating: Annotated[Stated[Share] | None, gives("feed_derating")] = None
    floor_load: Annotated[Stated[FloorLoad] | None, gives("floor_load_limit")] = None
    lift: Annotated[Stated[Kilograms] | None, gives("lift_limit")] = None
    path: Annotated[Stated[Kilograms] | None, gives("path_limit")] = None
    """Includes its equipment."""
