"""Latency by level, from a processor's cache to tape: cycles over the clock."""

from model.engine.ops import Num
from model.engine.quantity import Book

LADDER = Book("latency ladder", topic="performance")
LADDER.input(
    "clock",
    "hertz",
    r"f_\mathrm{clk}",
    "Clock of the processor whose cycles are counted",
    3e9,
    source="document: Jarsulic and Kehinde, 2018: 240 cycles are 80 ns",
)

LEVEL = Book("latency of a level", topic="performance")
LEVEL.input("access_cycles", "1", r"n_\mathrm{cyc}", "Cycles that an access to this level takes")


@LEVEL.quantity("second", r"t_\mathrm{acc}", "arithmetic: cycles over clock")
def access_time(access_cycles: Num, clock: Num) -> Num:
    """Time that an access to this level takes."""
    return access_cycles / clock
