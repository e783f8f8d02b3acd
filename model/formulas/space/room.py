"""What the room has left: its power and its racks, beside what others and the plan take.

What the site has today, before the steps of the plan, is entered: a plan has the parts as they are
after them.
"""

from model.engine.ops import Num, at_least
from model.engine.quantity import ANY_SIGN, Book

LEFT = "arithmetic: limit of the room less what is there"
NOBODY = "assumption: nothing else is there until it is entered"
TODAY_SOURCE = "arithmetic: the plan less what is there today"

POWER = Book("power of the room", topic="fit")
POWER.input("room_power_limit", "watt", r"P_\mathrm{room}^+", "Power that the room has")
POWER.input(
    "other_power",
    "watt",
    r"P_\mathrm{other}",
    "Power of equipment in the room that is not in the plan",
    0.0,
    source=NOBODY,
)


@POWER.quantity("watt", r"P_\mathrm{room}", LEFT, low=ANY_SIGN)
def room_power(room_power_limit: Num, other_power: Num) -> Num:
    """Power of the room for the equipment of the plan."""
    return room_power_limit - other_power


@POWER.quantity("watt", r"P_\mathrm{left}", LEFT, low=ANY_SIGN)
def room_power_left(room_power: Num, equipment_power: Num) -> Num:
    """Power that is left in the room after the plan; negative: a shortfall."""
    return room_power - equipment_power


@POWER.quantity("1", r"\mathrm{ok}_\mathrm{room}^P", LEFT, part_of="design_fits")
def room_power_suffices(room_power: Num, equipment_power: Num) -> Num:
    """Whether the room has the power that the equipment draws."""
    return at_least(room_power, equipment_power)


RACKS = Book("racks of the room", topic="fit")
RACKS.input("room_rack_limit", "1", r"n_\mathrm{room}^+", "Racks that the room has place for")
RACKS.input(
    "other_racks",
    "1",
    r"n_\mathrm{other}",
    "Racks in the room that are not in the plan",
    0.0,
    source=NOBODY,
    whole=True,
)


@RACKS.quantity("1", r"n_\mathrm{room}", LEFT, low=ANY_SIGN)
def room_racks(room_rack_limit: Num, other_racks: Num) -> Num:
    """Racks of the room for the equipment of the plan."""
    return room_rack_limit - other_racks


@RACKS.quantity("1", r"n_\mathrm{left}", LEFT, low=ANY_SIGN)
def room_racks_left(room_racks: Num, racks: Num) -> Num:
    """Racks that are left in the room after the plan; negative: a shortfall."""
    return room_racks - racks


@RACKS.quantity("1", r"\mathrm{ok}_\mathrm{room}^n", LEFT, part_of="design_fits")
def room_racks_suffice(room_racks: Num, racks: Num) -> Num:
    """Whether the room has place for the racks."""
    return at_least(room_racks, racks)


TODAY = Book("what the site has today", topic="capacity")
TODAY.input(
    "present_usable_capacity",
    "byte",
    r"C_\mathrm{use}^0",
    "Usable capacity before the steps of the plan",
)
TODAY.input(
    "present_read_bandwidth",
    "byte/s",
    r"B_\mathrm{r}^0",
    "Expected read bandwidth before the steps of the plan",
)
TODAY.input(
    "present_write_bandwidth",
    "byte/s",
    r"B_\mathrm{w}^0",
    "Expected write bandwidth before the steps of the plan",
)
TODAY.input("present_power", "watt", r"P^0", "Equipment power before the steps of the plan")
TODAY.input("present_racks", "1", r"n_\mathrm{rack}^0", "Racks before the steps of the plan")


@TODAY.quantity("byte", r"\Delta C_\mathrm{use}", TODAY_SOURCE, low=ANY_SIGN)
def added_usable_capacity(usable_capacity: Num, present_usable_capacity: Num) -> Num:
    """Usable capacity that the steps add."""
    return usable_capacity - present_usable_capacity


@TODAY.quantity("byte/s", r"\Delta B_\mathrm{r}", TODAY_SOURCE, low=ANY_SIGN)
def added_read_bandwidth(read_bandwidth: Num, present_read_bandwidth: Num) -> Num:
    """Expected read bandwidth that the steps add."""
    return read_bandwidth - present_read_bandwidth


@TODAY.quantity("byte/s", r"\Delta B_\mathrm{w}", TODAY_SOURCE, low=ANY_SIGN)
def added_write_bandwidth(write_bandwidth: Num, present_write_bandwidth: Num) -> Num:
    """Expected write bandwidth that the steps add."""
    return write_bandwidth - present_write_bandwidth


@TODAY.quantity("watt", r"\Delta P", TODAY_SOURCE, low=ANY_SIGN)
def added_power(equipment_power: Num, present_power: Num) -> Num:
    """Equipment power that the steps add."""
    return equipment_power - present_power


RACKS_TODAY = Book("racks of today", topic="capacity")


@RACKS_TODAY.quantity("1", r"\Delta n_\mathrm{rack}", TODAY_SOURCE, low=ANY_SIGN)
def added_racks(racks: Num, present_racks: Num) -> Num:
    """Racks that the steps add."""
    return racks - present_racks


POWER_TODAY = Book("power of the room today", topic="fit")


@POWER_TODAY.quantity("watt", r"P_\mathrm{left}^0", LEFT, low=ANY_SIGN)
def present_room_power_left(room_power: Num, present_power: Num) -> Num:
    """Power that is left in the room today."""
    return room_power - present_power


RACKS_LEFT_TODAY = Book("racks of the room today", topic="fit")


@RACKS_LEFT_TODAY.quantity("1", r"n_\mathrm{left}^0", LEFT, low=ANY_SIGN)
def present_room_racks_left(room_racks: Num, present_racks: Num) -> Num:
    """Racks that are left in the room today."""
    return room_racks - present_racks
