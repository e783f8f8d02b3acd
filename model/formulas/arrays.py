"""The controllers of arrays: a stage of their own, above the drives and their parity."""

from model.formulas.links import CHAIN
from model.ops import Num
from model.quantity import Book

ARRAYS = Book("controllers of arrays")
for _way, _sub in (("read", "r"), ("write", "w")):
    ARRAYS.input(
        f"array_{_way}_bandwidth",
        "byte/s",
        rf"b_\mathrm{{arr,{_sub}}}",
        f"The most that the controllers of one array can {_way}",
    )


@ARRAYS.quantity("byte/s", r"B_\mathrm{arr,r}", CHAIN, stage="read", scope="array")
def array_read_stage(
    enclosures: Num, servers: Num, load_share: Num, array_read_bandwidth: Num
) -> Num:
    """A server's share of the controllers of the arrays, reading."""
    return enclosures / servers * load_share * array_read_bandwidth


@ARRAYS.quantity("byte/s", r"B_\mathrm{arr,w}", CHAIN, stage="write", scope="array")
def array_write_stage(
    enclosures: Num, servers: Num, load_share: Num, array_write_bandwidth: Num
) -> Num:
    """A server's share of the controllers of the arrays, writing; they make the parity."""
    return enclosures / servers * load_share * array_write_bandwidth


BEFORE_ARRAYS = Book("cables to arrays")
BEFORE_ARRAYS.input(
    "cable_amplification",
    "1",
    r"a_\mathrm{cab}",
    "Bytes that cables and adapters carry for each byte that a client writes",
    1.0,
    source="the controllers of the arrays make the parity, behind the cables",
    low=1.0,
)
