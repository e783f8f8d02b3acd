"""Schema of the room: racks, power feeds, floor, and delivery path."""

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
    """Limits of the room. Rack figures entered here replace those of the catalog part."""

    rack_units: Annotated[Stated[PositiveCount] | None, gives("usable_rack_units")] = None
    """Usable rack units per rack."""
    rack_depth: Annotated[Stated[Metres] | None, gives("rack_mounting_depth")] = None
    """Maximum mounting depth of a rack."""
    door_depth: Annotated[Stated[Metres] | None, gives("rack_door_depth")] = None
    """Depth from the front rails to the closed rear door. Leave empty if doors need not close."""
    rack_load: Annotated[Stated[Kilograms] | None, gives("rack_load_limit")] = None
    """Load capacity of a rack, without its own weight."""
    rack_weight: Annotated[Stated[Kilograms] | None, gives("rack_own_weight")] = None
    """Weight of an empty rack."""
    rack_power: Annotated[Stated[Watts] | None, gives("rack_power_limit")] = None
    """Power and cooling available per rack."""
    rack_width: Annotated[Stated[Metres] | None, gives("rack_width")] = None
    """Outside width of a rack."""
    rack_length: Annotated[Stated[Metres] | None, gives("rack_length")] = None
    """Outside depth of a rack."""
    feeds: Annotated[Stated[PositiveCount] | None, gives("rack_feeds")] = None
    """Power feeds per rack. With two or more, the rack must work after the loss of one."""
    pdus_per_feed: Annotated[Stated[PositiveCount] | None, gives("pdus_per_feed")] = None
    """Power distribution units per feed of a rack."""
    outlets: Annotated[Stated[PositiveCount] | None, gives("pdu_outlets")] = None
    """Outlets of one PDU, all types. Leave this and the next two empty to use the catalog values.
    """
    outlets_c13: Annotated[Stated[Count] | None, gives("pdu_outlets_c13")] = None
    """C13 outlets, for C14 plugs."""
    outlets_c19: Annotated[Stated[Count] | None, gives("pdu_outlets_c19")] = None
    """C19 outlets, for C20 plugs."""
    voltage: Annotated[Stated[PositiveVolts] | None, gives("feed_voltage")] = None
    """Voltage of a feed: phase to phase if it has three phases, such as 400 V."""
    current: Annotated[Stated[PositiveAmperes] | None, gives("feed_current")] = None
    """Breaker current of a feed, per phase. Leave empty to use the catalog value of the PDU."""
    phases: Annotated[Stated[PositiveCount] | None, gives("feed_phases")] = None
    """Phases of a feed, 1 or 3. Leave empty to use the catalog value of the PDU."""
    derating: Annotated[Stated[Share] | None, gives("feed_derating")] = None
    """Continuous load limit as a share of the breaker current."""
    floor_load: Annotated[Stated[FloorLoad] | None, gives("floor_load_limit")] = None
    """Floor load limit below a rack."""
    lift: Annotated[Stated[Kilograms] | None, gives("lift_limit")] = None
    """Maximum weight that a lift or two people may lift into a rack."""
    path: Annotated[Stated[Kilograms] | None, gives("path_limit")] = None
    """Maximum weight of a full rack on its delivery path."""
