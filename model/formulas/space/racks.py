"""Racks: how many, what the fullest one weighs and draws, its feeds, the floor and the lift.

What stands in which rack is no formula, but a procedure: `model/procedures/packing.py`.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from model.engine.ops import Num, at_least, otherwise, whole_down, whole_up
from model.engine.quantity import Book
from model.records import dataclass

SOURCE = "arithmetic: bill of materials"
ARITHMETIC = "arithmetic of the rack"
SHEET = "arithmetic: what the part has room for, by its datasheet"

RACKS = Book("racks", topic="bill")
RACKS.input("usable_rack_units", "1", r"u_\mathrm{rack}", "Usable rack units of one rack")


@RACKS.quantity("1", r"n_\mathrm{rack}^-", SOURCE)
def racks_without_gaps(equipment_rack_units: Num, usable_rack_units: Num) -> Num:
    """Minimum racks for the equipment, packed without gaps."""
    return whole_up(equipment_rack_units / usable_rack_units)


@RACKS.quantity("1", r"n_\mathrm{rack}", SOURCE)
def racks(packed_racks: Num, racks_without_gaps: Num, racks_by_power: Num) -> Num:
    """Racks that the equipment needs as packed; the minimum while that is unknown."""
    return np.maximum(
        otherwise(packed_racks, np.maximum(racks_without_gaps, racks_by_power)), racks_without_gaps
    )


def _least_racks(power: Num, limit: Num, least: Num) -> Num:
    """Return how many racks the power needs; 0 if the limit is unknown, or none."""
    return otherwise(whole_up(np.where(limit < least, 0, power) / np.maximum(limit, least)), 0)


RACKS.input(
    "least_rack_power",
    "watt",
    r"P_\mathrm{rack}^0",
    "Least power limit of one rack that counts",
    1.0,
    source="definition: a rack with a limit of less than one watt holds nothing that draws power",
    constant=True,
)
BY_POWER = Book("racks by their power", topic="bill")
BY_POWER_OF_FEEDS = Book("racks by the power of their feeds", topic="bill")


@BY_POWER.quantity("1", r"n_\mathrm{rack}^P", SOURCE)
def racks_by_power(known_power_in_racks: Num, rack_power_limit: Num, least_rack_power: Num) -> Num:
    """Minimum racks for the known power of the equipment."""
    return _least_racks(known_power_in_racks, rack_power_limit, least_rack_power)


@BY_POWER_OF_FEEDS.quantity("1", r"n_\mathrm{rack}^P", SOURCE, name="racks_by_power")
def racks_by_power_of_feeds(
    known_power_in_racks: Num,
    rack_power_limit: Num,
    rack_power_left: Num,
    least_rack_power: Num,
) -> Num:
    """Minimum racks for the known power of the equipment."""
    return _least_racks(
        known_power_in_racks,
        np.minimum(
            otherwise(rack_power_limit, rack_power_left),
            otherwise(rack_power_left, rack_power_limit),
        ),
        least_rack_power,
    )


LIMITS = Book("limits of racks", topic="fit")
LIMITS.input(
    "rack_mounting_depth", "metre", r"d_\mathrm{rack}", "Maximum mounting depth of one rack"
)
LIMITS.input("rack_load_limit", "kilogram", r"m_\mathrm{load}", "Static load limit of one rack")
LIMITS.input("rack_own_weight", "kilogram", r"m_\mathrm{rack}", "Weight of one empty rack")
LIMITS.input("rack_power_limit", "watt", r"P_\mathrm{rack}^+", "Power limit of one rack")


@LIMITS.quantity("kilogram", r"m_\mathrm{rack}^+", ARITHMETIC)
def rack_weight_limit(rack_load_limit: Num, rack_own_weight: Num) -> Num:
    """Maximum weight of one full rack."""
    return rack_load_limit + rack_own_weight


@LIMITS.quantity("kilogram", r"m_\mathrm{rack}^\mathrm{full}", ARITHMETIC)
def rack_weight(rack_load: Num, rack_own_weight: Num) -> Num:
    """Weight of the heaviest rack with its equipment."""
    return rack_load + rack_own_weight


@LIMITS.quantity("1", r"\mathrm{ok}_\mathrm{load}", SHEET, part_of="design_fits")
def rack_weight_fits(rack_weight_limit: Num, rack_weight: Num) -> Num:
    """Whether the heaviest rack is within its load limit."""
    return at_least(rack_weight_limit, rack_weight)


@LIMITS.quantity("1", r"\mathrm{ok}_\mathrm{feed}", SHEET, part_of="design_fits")
def rack_power_fits(rack_power_limit: Num, rack_power: Num) -> Num:
    """Whether the rack with the highest power is within its limit."""
    return at_least(rack_power_limit, rack_power)


@LIMITS.quantity("1", r"n_\mathrm{dev}^+", SHEET)
def devices_with_places(placed_devices: Num, rack_devices: Num, refused_devices: Num) -> Num:
    """Devices placed in racks; all that aren't rejected, if some are."""
    refused = otherwise(refused_devices, 0)
    return np.where(refused > 0, rack_devices - refused, placed_devices)


@LIMITS.quantity("1", r"\mathrm{ok}_\mathrm{place}", SHEET, part_of="design_fits")
def devices_have_places(devices_with_places: Num, rack_devices: Num) -> Num:
    """Whether all devices fit in racks, as far as their figures are known."""
    return at_least(devices_with_places, rack_devices)


CONTINUOUS = "document: what a circuit carries for good: 80 % of its breaker (NFPA 70, 210.20)"
LOST = "assumption: one feed may be lost, where there are several"

FEEDS = Book("feeds of racks", topic="fit")
FEEDS.input("rack_feeds", "1", r"n_\mathrm{feed}", "Feeds of one rack", low=1.0, whole=True)
FEEDS.input(
    "pdus_per_feed",
    "1",
    r"n_\mathrm{pdu}",
    "Power distribution units of a rack on each of its feeds",
    1.0,
    source="assumption: one on each feed, unless the site says otherwise",
    low=1.0,
    whole=True,
)
FEEDS.input(
    "feed_voltage",
    "volt",
    r"U_\mathrm{feed}",
    "Voltage of a feed; between two phases if it has three",
)
FEEDS.input(
    "feed_current", "ampere", r"I_\mathrm{feed}", "Rated current of a feed's breaker, per phase"
)
FEEDS.input(
    "feed_phases", "1", r"n_\varphi", "Phases of a feed: 1 or 3", low=1.0, high=3.0, whole=True
)
FEEDS.input(
    "feed_derating",
    "1",
    r"f_\mathrm{feed}",
    "Continuous share of a breaker's current",
    0.8,
    source=CONTINUOUS,
    high=1.0,
    shown="percent",
)


UNITY = (
    "arithmetic: power of one phase, or of three; supplies correct their power factor to nearly 1"
)


@FEEDS.quantity("watt", r"P_\mathrm{pdu}", UNITY)
def pdu_power(feed_voltage: Num, feed_current: Num, feed_phases: Num, feed_derating: Num) -> Num:
    """Continuous power of one power distribution unit."""
    return feed_derating * feed_voltage * feed_current * np.sqrt(feed_phases)


@FEEDS.quantity("1", r"n_\mathrm{feed}^-", LOST)
def feeds_left(rack_feeds: Num) -> Num:
    """Remaining feeds of a rack when one of several is lost."""
    return np.maximum(rack_feeds - 1, 1)


@FEEDS.quantity("watt", r"P_\mathrm{rack}^-", LOST)
def rack_power_left(feeds_left: Num, pdus_per_feed: Num, pdu_power: Num) -> Num:
    """Power available to a rack when one feed is lost."""
    return feeds_left * pdus_per_feed * pdu_power


@FEEDS.quantity("1", r"\mathrm{ok}_\mathrm{lost}", LOST, part_of="design_fits")
def feeds_suffice(rack_power_left: Num, rack_power: Num) -> Num:
    """Whether the remaining feeds suffice for the rack with the highest power."""
    return at_least(rack_power_left, rack_power)


@FEEDS.quantity("1", r"n_\varphi^-", LOST)
def phases_left(feeds_left: Num, pdus_per_feed: Num, feed_phases: Num) -> Num:
    """Remaining phases of a rack when a feed is lost."""
    return feeds_left * pdus_per_feed * feed_phases


@FEEDS.quantity("watt", r"P_\varphi^+", UNITY)
def phase_power_limit(pdu_power: Num, feed_phases: Num) -> Num:
    """Continuous power of one phase of a power distribution unit."""
    return pdu_power / feed_phases


@FEEDS.quantity("1", r"\mathrm{ok}_\varphi", LOST, part_of="design_fits")
def phases_suffice(phase_power_limit: Num, phase_power: Num) -> Num:
    """Whether each phase supports its cords when a feed is lost."""
    return at_least(phase_power_limit, phase_power)


SERVERS_FED = Book("servers of which a feed is lost", topic="fit")


@SERVERS_FED.quantity("watt", r"P_\mathrm{srv}^\mathrm{left}", LOST)
def server_power_left(
    server_supplies: Num, server_supply_rating: Num, feeds_left: Num, rack_feeds: Num
) -> Num:
    """Power of the power supplies of a server chassis on the remaining feeds."""
    return whole_down(server_supplies * feeds_left / rack_feeds) * server_supply_rating


@SERVERS_FED.quantity("1", r"\mathrm{ok}_\mathrm{srv,lost}", LOST, part_of="parts_fit")
def servers_outlive_a_feed(server_power_left: Num, server_power_needed: Num) -> Num:
    """Whether servers keep running when a feed is lost."""
    return at_least(server_power_left, server_power_needed)


ENCLOSURES_FED = Book("enclosures of which a feed is lost", topic="fit")


@ENCLOSURES_FED.quantity("watt", r"P_\mathrm{enc}^\mathrm{left}", LOST)
def enclosure_power_left(
    enclosure_supplies: Num, enclosure_supply_rating: Num, feeds_left: Num, rack_feeds: Num
) -> Num:
    """Power of the power supplies of an enclosure on the remaining feeds."""
    return whole_down(enclosure_supplies * feeds_left / rack_feeds) * enclosure_supply_rating


@ENCLOSURES_FED.quantity("1", r"\mathrm{ok}_\mathrm{enc,lost}", LOST, part_of="parts_fit")
def enclosures_outlive_a_feed(enclosure_power_left: Num, enclosure_power_needed: Num) -> Num:
    """Whether enclosures keep running when a feed is lost."""
    return at_least(enclosure_power_left, enclosure_power_needed)


FLOOR = Book("floor below racks", topic="fit")
FLOOR.input("rack_width", "metre", r"b_\mathrm{rack}", "Outer width of one rack")
FLOOR.input("rack_length", "metre", r"l_\mathrm{rack}", "Outer depth of one rack")
FLOOR.input("floor_load_limit", "kilogram/metre**2", r"q^+", "Floor load limit below a rack")


@FLOOR.quantity("kilogram/metre**2", "q", "arithmetic: the weight on the rack's own footprint")
def floor_load(rack_weight: Num, rack_width: Num, rack_length: Num) -> Num:
    """Load of the heaviest rack on the floor below it."""
    return rack_weight / (rack_width * rack_length)


@FLOOR.quantity("1", r"\mathrm{ok}_\mathrm{floor}", ARITHMETIC, part_of="design_fits")
def floor_bears(floor_load_limit: Num, floor_load: Num) -> Num:
    """Whether the floor supports the heaviest rack."""
    return at_least(floor_load_limit, floor_load)


LIFT = Book("lifting into racks", topic="fit")
LIFT.input(
    "lift_limit",
    "kilogram",
    r"m_\mathrm{lift}^+",
    "Maximum weight for the lift, or for two persons",
)


@LIFT.quantity("1", r"\mathrm{ok}_\mathrm{lift}", SHEET, part_of="design_fits")
def lift_suffices(lift_limit: Num, heaviest_device: Num) -> Num:
    """Whether the heaviest device can be lifted into its rack."""
    return at_least(lift_limit, heaviest_device)


WAY = Book("way of the racks", topic="fit")
WAY.input(
    "path_limit", "kilogram", r"m_\mathrm{way}^+", "Maximum weight of a rack on the delivery route"
)


@WAY.quantity("1", r"\mathrm{ok}_\mathrm{way}", ARITHMETIC, part_of="design_fits")
def path_bears(path_limit: Num, rack_weight: Num) -> Num:
    """Whether the heaviest rack can be brought in assembled."""
    return at_least(path_limit, rack_weight)


DOORS = Book("doors of racks", topic="fit")
DOORS.input(
    "rack_door_depth", "metre", r"d_\mathrm{door}", "Depth behind the front rails to a closed door"
)


@DOORS.quantity("1", r"\mathrm{ok}_\mathrm{door}", SHEET)
def doors_close(rack_door_depth: Num, deepest_device: Num, deepest_known_device: Num) -> Num:
    """Whether the rear doors close behind the deepest device; racks work without them."""
    closes = at_least(rack_door_depth, deepest_device)
    return np.where(otherwise(deepest_known_device, 0) > rack_door_depth, 0, closes)


PACKED = "arithmetic: first fit, the highest first, blocks together"
COUNTS = ("usable_rack_units", "line_count", "blocks")
"""What a packing can't be computed without."""
SIZES = (*COUNTS, "unit_rack_units")
"""What a complete packing can't be computed without: a device of unknown height has no place."""


@dataclass(frozen=True, slots=True)
class PackingFigure:
    """A figure of a packing. It is unknown without `sizes` and `needed`."""

    name: str
    unit: str
    symbol: str
    title: str
    needed: tuple[str, ...] = ()
    sizes: tuple[str, ...] = SIZES

    def add_to(self, chapter: Book, run: Callable[..., float], **read: Any) -> None:
        """Declare it in a chapter: `run` computes it, `read` is what the procedure reads."""
        run.__doc__ = self.title
        options = {"name": self.name, "kind": "opaque", **read}
        chapter.quantity(self.unit, self.symbol, PACKED, **options)(run)


PACKING = (
    PackingFigure(
        "packed_racks",
        "1",
        r"n_\mathrm{rack}^\mathrm{packed}",
        "Racks filled by the placed devices: blocks together, the tallest device first.",
    ),
    PackingFigure(
        "racks_settled",
        "1",
        r"\mathrm{sure}_\mathrm{rack}",
        "Whether the number of racks is final: it isn't if weight or power of a device is unknown.",
    ),
    PackingFigure(
        "placed_devices",
        "1",
        r"n_\mathrm{dev}^\mathrm{placed}",
        "Devices placed in racks.",
    ),
    PackingFigure(
        "rack_devices",
        "1",
        r"n_\mathrm{dev}",
        "Devices to place in racks.",
        sizes=COUNTS,
    ),
    PackingFigure(
        "refused_devices",
        "1",
        r"n_\mathrm{dev}^-",
        "Devices that fit in no rack, as far as their figures are known.",
        sizes=COUNTS,
    ),
    PackingFigure(
        "rack_load",
        "kilogram",
        r"m_\mathrm{rack}^\mathrm{in}",
        "Weight of the equipment in the heaviest rack.",
        ("unit_weight", "line_weight"),
    ),
    PackingFigure(
        "rack_power",
        "watt",
        r"P_\mathrm{rack}",
        "Highest power of a rack.",
        ("unit_power", "line_power"),
    ),
    PackingFigure(
        "heaviest_device",
        "kilogram",
        r"m_\mathrm{dev}^+",
        "Weight of the heaviest device when empty.",
        ("unit_weight",),
    ),
    PackingFigure(
        "deepest_known_device",
        "metre",
        r"d_\mathrm{dev}^\mathrm{known}",
        "Depth of the deepest server or enclosure of known depth.",
        sizes=COUNTS,
    ),
    PackingFigure(
        "deepest_device",
        "metre",
        r"d_\mathrm{dev}^+",
        "Depth of the deepest server or enclosure.",
        ("server_depth", "enclosure_depth"),
    ),
)
"""Figures of every packing."""
YEAR_PACKING = PackingFigure(
    "year_packed_racks",
    "1",
    r"n_{\mathrm{rack},j}^\mathrm{packed}",
    "Racks filled by the devices that are owned in the year; 0 if they are too many to pack.",
    sizes=(*SIZES, "blocks_owned", "pieces_owned"),
)
PACKING_ON_FEEDS = (
    PackingFigure(
        "phase_power",
        "watt",
        r"P_\varphi",
        "Power of the most loaded phase when a feed is lost, with the phases balanced.",
        ("unit_power", "line_power", "rack_feeds", "feeds_left", "phases_left"),
    ),
    PackingFigure(
        "rack_cords",
        "1",
        r"n_\mathrm{cord}",
        "Cords of the rack with the most: one per power supply, one for a device that names none.",
        ("server_supplies", "enclosure_supplies", "further_enclosure_supplies", "switch_supplies"),
    ),
)
"""Figures of a packing into racks whose power feeds are known."""
