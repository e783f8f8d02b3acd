"""The schema of the room: its racks, their feeds, the floor, and the way in."""

from typing import Annotated

from model.reading.binding import gives
from model.reading.fields import (
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


class Site(Strict):
    """What the room has and bears; figures of racks stand in place of the named rack's."""

    rack_units: Annotated[Stated[PositiveCount] | None, gives("usable_rack_units")] = None
    """Rack units of one rack that may be filled."""
    rack_depth: Annotated[Stated[Metres] | None, gives("rack_mounting_depth")] = None
    """Greatest depth that a rack mounts."""
    door_depth: Annotated[Stated[Metres] | None, gives("rack_door_depth")] = None
    """Depth behind the front rails to a closed rear door, where doors shall close."""
    rack_load: Annotated[Stated[Kilograms] | None, gives("rack_load_limit")] = None
    """What a rack carries, without its own weight."""
    rack_weight: Annotated[Stated[Kilograms] | None, gives("rack_own_weight")] = None
    """What an empty rack weighs."""
    rack_power: Annotated[Stated[Watts] | None, gives("rack_power_limit")] = None
    """Power and cooling that there is for one rack."""
    rack_width: Annotated[Stated[Metres] | None, gives("rack_width")] = None
    """Width of a rack, outside."""
    rack_length: Annotated[Stated[Metres] | None, gives("rack_length")] = None
    """Depth of a rack, outside."""
    feeds: Annotated[Stated[PositiveCount] | None, gives("rack_feeds")] = None
    """Feeds of a rack; with two or more, one may be lost, and the others must do."""
    pdus_per_feed: Annotated[Stated[PositiveCount] | None, gives("pdus_per_feed")] = None
    """Power distribution units of a rack on each of its feeds."""
    outlets: Annotated[Stated[PositiveCount] | None, gives("pdu_outlets")] = None
    """Outlets of one of them, of every kind; in place of the named PDU's, as the next two."""
    outlets_c13: Annotated[Stated[Count] | None, gives("pdu_outlets_c13")] = None
    """Those for C14 plugs."""
    outlets_c19: Annotated[Stated[Count] | None, gives("pdu_outlets_c19")] = None
    """Those for C20 plugs."""
    voltage: Annotated[Stated[PositiveVolts] | None, gives("feed_voltage")] = None
    """Voltage of a feed: between two phases where it has three, as in 400 V."""
    current: Annotated[Stated[PositiveAmperes] | None, gives("feed_current")] = None
    """Current of a feed's breaker, each phase; in place of the named PDU's."""
    phases: Annotated[Stated[PositiveCount] | None, gives("feed_phases")] = None
    """Phases of a feed, 1 or 3; in place of the named PDU's."""
    derating: Annotated[Stated[Share] | None, gives("feed_derating")] = None
    """Share of a breaker's current that may flow for good."""
    floor_load: Annotated[Stated[FloorLoad] | None, gives("floor_load_limit")] = None
    """What the floor bears below a rack."""
    lift: Annotated[Stated[Kilograms] | None, gives("lift_limit")] = None
    """What the lift, or two persons, may lift into a rack."""
    path: Annotated[Stated[Kilograms] | None, gives("path_limit")] = None
    """What a full rack may weigh on its way in."""
