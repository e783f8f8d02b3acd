"""Spare parts: how many fail in a year, and how many to hold for a lead time.

Drives are among them where a tier doesn't state spares of its own.
"""

from model.engine.ops import Num, poisson_quantile
from model.engine.quantity import Book
from model.engine.spelling import Variant, spell
from model.units.kinds import DAY

POISSON = "arithmetic: Poisson: the fewest s with P(failures in the lead time <= s) >= the level"

SHELF = Book("spare parts", topic="risk")
SHELF.input(
    "shelf_lead_time",
    "second",
    r"t_\mathrm{lead}^\mathrm{part}",
    "Lead time of a spare part",
    30 * DAY,
    source="assumption: not verified: a month from order to delivery; many weeks in shortages",
    low=1.0,
)
SHELF.input(
    "shelf_level",
    "1",
    r"p_\mathrm{lead}^\mathrm{part}",
    "Probability that the parts on the shelf suffice for a lead time",
    0.99,
    source="assumption: usual for spare parts: one shortage in a hundred lead times",
    high=0.999999,
)

_FAILING = Book("failures of {parts}", topic="risk")
_HELD = Book("spare parts: {parts}", topic="risk")


@_FAILING.quantity(
    "1", r"n_\mathrm{fail}^\mathrm{<mark>}", "arithmetic: pieces x failures per year"
)
def yearly_part_failures(part_pieces: Num, part_failure_rate: Num) -> Num:
    """Expected failures of {parts} per year."""
    return part_pieces * part_failure_rate


@_HELD.quantity("1", r"s_\mathrm{<mark>}", POISSON)
def shelf_part(
    yearly_part_failures: Num, shelf_lead_time: Num, year_length: Num, shelf_level: Num
) -> Num:
    """Spare {parts} to hold for the required probability over a lead time."""
    return poisson_quantile(yearly_part_failures * shelf_lead_time / year_length, shelf_level)


def _spares(variant: Variant) -> Book:
    """Spell how many of a part fail, and how many of it to hold."""
    return spell(_FAILING, variant, into=spell(_HELD, variant))


DRIVES = spell(_HELD, {"part": "drive", "parts": "drives", "mark": "drv"})
"""How many of them fail is counted with their replacements."""
DRIVE_PIECES = Book("drives that may fail", topic="risk")
DRIVE_PIECES.alias(
    "drive_pieces",
    "1",
    r"N_\mathrm{drv}",
    "Drives that may fail.",
    of="drives",
    source="definition: all, hot spares included",
)
SERVERS = _spares({"part": "server", "parts": "servers", "mark": "srv"})
SERVERS.alias(
    "server_pieces",
    "1",
    r"N_\mathrm{srv}",
    "Servers that may fail.",
    of="servers",
    source="definition: all",
)
ENCLOSURES = _spares({"part": "enclosure", "parts": "enclosures", "mark": "enc"})
ENCLOSURES.alias(
    "enclosure_pieces",
    "1",
    r"N_\mathrm{enc}",
    "Enclosures that may fail.",
    of="enclosures",
    source="definition: all",
)
MODULES = _spares({"part": "module", "parts": "enclosure modules", "mark": "mod"})


@MODULES.quantity("1", r"N_\mathrm{mod}", "arithmetic: of all enclosures")
def module_pieces(enclosures: Num, modules_of_enclosure: Num) -> Num:
    """Enclosure modules that may fail."""
    return enclosures * modules_of_enclosure


CONTROLLERS = _spares({"part": "controller", "parts": "array controllers", "mark": "ctl"})


@CONTROLLERS.quantity("1", r"N_\mathrm{ctl}", "arithmetic: of all arrays")
def controller_pieces(enclosures: Num, modules_of_enclosure: Num) -> Num:
    """Array controllers that may fail."""
    return enclosures * modules_of_enclosure


ADAPTERS = _spares({"part": "adapter", "parts": "host bus adapters", "mark": "hba"})


@ADAPTERS.quantity("1", r"N_\mathrm{hba}", "arithmetic: of all servers")
def adapter_pieces(servers: Num, hbas_per_server: Num) -> Num:
    """Adapters to drives that may fail."""
    return servers * hbas_per_server


SINGLE = _spares({"part": "switch", "parts": "switches", "mark": "sw"})
SINGLE.alias(
    "switch_pieces",
    "1",
    r"N_\mathrm{sw}",
    "Switches that may fail.",
    of="fabric_switches",
    source="definition: all, on one level",
)
TREE = _spares({"part": "switch", "parts": "switches", "mark": "sw"})


@TREE.quantity("1", r"N_\mathrm{sw}", "arithmetic: leaf and spine switches", name="switch_pieces")
def switch_pieces_of_tree(leaf_switches: Num, spine_switches: Num) -> Num:
    """Switches that may fail."""
    return leaf_switches + spine_switches
