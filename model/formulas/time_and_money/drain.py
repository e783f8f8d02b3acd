"""Checkpoints that a burst tier absorbs, and drains into the tier behind it between two dumps.

The drain must end before the next dump: it has the time of computing and of one dump. Both ends
limit it: what the burst tier reads and what the tier behind writes; interference isn't counted.
"""

import numpy as np

from model.engine.ops import Num, where_less
from model.engine.quantity import Book

DRAINED = "a drain ends before the next dump: B >= S / (interval + dump), without interference"
DRAIN = Book("checkpoints through a burst tier", topic="checkpoint")
DRAIN.input(
    "dumps_in_burst",
    "1",
    r"k_\mathrm{bb}",
    "Dumps that the tiers that drain shall hold at once",
    2.0,
    source="one drains while the next is written; 3 if one is kept for a restart",
    low=1.0,
)


@DRAIN.quantity("byte", r"C_\mathrm{bb,req}", "arithmetic")
def required_burst_capacity(dumps_in_burst: Num, dump_size: Num) -> Num:
    """Bytes that the tiers that drain must hold, below their fill limits."""
    return dumps_in_burst * dump_size


@DRAIN.quantity("byte/s", r"B_\mathrm{drain,req}", DRAINED)
def required_drain_bandwidth(dump_size: Num, checkpoint_interval: Num, dump_time: Num) -> Num:
    """Bandwidth that drains a dump before the next one begins."""
    return dump_size / (checkpoint_interval + dump_time)


def _drain(burst_read: Num, behind_write: Num) -> Num:
    return np.minimum(burst_read, behind_write)


def _absorbed(burst_capacity: Num, dump_size: Num, burst_write: Num, drain: Num) -> Num:
    return where_less(burst_capacity, dump_size, np.minimum(burst_write, drain), burst_write)


for _end, _sign, _said in (("", "", "are committed to"), ("_bound", "^+", "can at most")):
    DRAIN.quantity(
        "byte/s",
        rf"B_\mathrm{{drain}}{_sign}",
        "the slower end: what is drained is read, and written behind",
        name=f"drain_bandwidth{_end}",
        needs=(f"burst_read_bandwidth{_end}", f"behind_write_bandwidth{_end}"),
        title=f"What the tiers that drain, and the tier behind them, {_said} drain",
    )(_drain)
    DRAIN.quantity(
        "byte/s",
        rf"B_\mathrm{{dump}}{_sign}",
        "the burst's rate; the drain's, if it is slower, where less than one dump fits",
        name=f"absorbed_bandwidth{_end}",
        needs=(
            "burst_capacity",
            "dump_size",
            f"burst_write_bandwidth{_end}",
            f"drain_bandwidth{_end}",
        ),
        title=f"What the tiers that drain {_said} write of a dump",
    )(_absorbed)


@DRAIN.quantity("second", r"\delta_\mathrm{commit}", "arithmetic", name="committed_dump_time")
def absorbed_dump_time(dump_size: Num, absorbed_bandwidth: Num) -> Num:
    """Time of a dump at the committed bandwidth of the tiers that drain."""
    return dump_size / absorbed_bandwidth
