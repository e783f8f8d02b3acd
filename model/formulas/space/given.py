"""A tier given as a whole: its capacity and rates are stated, and nothing is known of its parts."""

from model.engine.ops import Num
from model.engine.quantity import Book

GIVEN = Book("tier capacity as given", topic="space")
GIVEN.input("given_capacity", "byte", r"C_\mathrm{given}", "Capacity of the tier, as given")
GIVEN.input(
    "given_raw_capacity",
    "byte",
    r"C_\mathrm{raw,given}",
    "Capacity of the tier's drives as sold, as given",
)
GIVEN.input(
    "servers",
    "1",
    r"n_\mathrm{srv}",
    "Servers of the tier",
    1.0,
    source="a tier given as a whole counts as one server",
    whole=True,
)


@GIVEN.quantity("byte", r"C_\mathrm{use}", "as given")
def usable_capacity(given_capacity: Num) -> Num:
    """What the tier's file system reports when empty, as given."""
    return given_capacity


@GIVEN.quantity("byte", r"C_\mathrm{raw}", "as given")
def raw_capacity(given_raw_capacity: Num) -> Num:
    """Capacity of the tier's drives as sold, where it is given."""
    return given_raw_capacity


@GIVEN.quantity("byte", r"C_\mathrm{rec}", "a file takes whole allocation units")
def stored_capacity(usable_capacity: Num, stored_fraction: Num) -> Num:
    """Bytes that files can hold."""
    return usable_capacity * stored_fraction


RATES = Book("tier bandwidth as given", topic="performance")
for _way, _sub in (("read", "r"), ("write", "w")):
    RATES.input(
        f"given_{_way}_bandwidth",
        "byte/s",
        rf"B_\mathrm{{given,{_sub}}}",
        f"Measured {_way} bandwidth of the whole tier",
    )


@RATES.quantity(
    "byte/s",
    r"B_\mathrm{tier,r}",
    "measured on the whole tier",
    stage="read",
    scope="drive",
    evidence="measured",
)
def given_read_stage(given_read_bandwidth: Num, servers: Num) -> Num:
    """The whole tier as measured, for each of its servers."""
    return given_read_bandwidth / servers


@RATES.quantity(
    "byte/s",
    r"B_\mathrm{tier,w}",
    "measured on the whole tier",
    stage="write",
    scope="drive",
    evidence="measured",
)
def given_write_stage(given_write_bandwidth: Num, servers: Num) -> Num:
    """The whole tier as measured, for each of its servers."""
    return given_write_bandwidth / servers
