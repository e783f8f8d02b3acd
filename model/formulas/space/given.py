"""A tier entered as a whole: its capacity and rates are known, but not its parts."""

from model.engine.ops import Num
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.formulas.ways import WAYS

GIVEN = Book("tier capacity as entered", topic="capacity")
GIVEN.input("given_capacity", "byte", r"C_\mathrm{given}", "Capacity of the tier")
GIVEN.input(
    "given_raw_capacity",
    "byte",
    r"C_\mathrm{raw,given}",
    "Nominal capacity of the tier's drives",
)
GIVEN.input(
    "servers",
    "1",
    r"n_\mathrm{srv}",
    "Servers of the tier",
    1.0,
    source="assumption: a tier entered as a whole counts as one server",
    whole=True,
)


GIVEN.alias(
    "raw_capacity",
    "byte",
    r"C_\mathrm{raw}",
    "Nominal capacity of the tier's drives, if entered.",
    of="given_raw_capacity",
    source="definition: as entered",
    step="start",
)


GIVEN.alias(
    "usable_capacity",
    "byte",
    r"C_\mathrm{use}",
    "Capacity of the empty file system of the tier.",
    of="given_capacity",
    source="definition: as entered",
    step="total",
)


@GIVEN.quantity("byte", r"C_\mathrm{rec}", "arithmetic: a file takes whole allocation units")
def stored_capacity(usable_capacity: Num, stored_fraction: Num) -> Num:
    """Capacity for files."""
    return usable_capacity * stored_fraction


_RATES = Book("tier bandwidth as entered", topic="performance")
_RATES.input(
    "given_way_bandwidth",
    "byte/s",
    r"B_\mathrm{given,<w>}",
    "Measured {way} bandwidth of the whole tier",
)


@_RATES.quantity(
    "byte/s",
    r"B_\mathrm{tier,<w>}",
    "arithmetic: measured on the whole tier",
    stage="way",
    scope="drive",
    evidence="measured",
)
def given_way_stage(given_way_bandwidth: Num, servers: Num) -> Num:
    """The whole tier as measured, for each of its servers."""
    return given_way_bandwidth / servers


RATES = spell(_RATES, *WAYS)
