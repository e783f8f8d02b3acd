"""Checkpoints that a burst tier absorbs and drains into the tier behind it.

The drain must end before the next checkpoint: it has one interval and one checkpoint time. Both
ends limit it: the read bandwidth of the burst tier and the write bandwidth of the tier behind.
Interference is not counted.
"""

from functools import cache

import numpy as np

from model.engine.ops import Num, where_less
from model.engine.quantity import Book
from model.engine.spelling import Variant, spell
from model.formulas.ways import WAYS
from model.records import replace

DRAINED = (
    "arithmetic: a drain ends before the next checkpoint: B >= S / (interval + checkpoint time), "
    "without interference"
)
HELD = Book("checkpoints on a first level", topic="checkpoint")
HELD.input(
    "dumps_in_burst",
    "1",
    r"k_\mathrm{bb}",
    "Checkpoints that burst tiers or nodes must hold at the same time",
    2.0,
    source="assumption: one drains while the next is written; 3 if one is kept for a restart",
    low=1.0,
)
_REQUIRED = Book("checkpoints through a burst tier", HELD, topic="checkpoint")


@_REQUIRED.quantity("byte", r"C_\mathrm{bb,req}", "arithmetic")
def required_burst_capacity(dumps_in_burst: Num, dump_size: Num) -> Num:
    """Required capacity of the burst tiers below their fill limits."""
    return dumps_in_burst * dump_size


@_REQUIRED.quantity("byte/s", r"B_\mathrm{drain,req}", DRAINED)
def required_drain_bandwidth(dump_size: Num, checkpoint_interval: Num, dump_time: Num) -> Num:
    """Bandwidth required to drain a checkpoint before the next one begins."""
    return dump_size / (checkpoint_interval + dump_time)


_ENDS = Book("checkpoints through a burst tier", topic="checkpoint")


@_ENDS.quantity(
    "byte/s",
    r"B_\mathrm{drain}<+>",
    "arithmetic: the slower end: what is drained is read, and written behind",
)
def drain_bandwidth_end(burst_read_bandwidth_end: Num, behind_write_bandwidth_end: Num) -> Num:
    """{most} drain bandwidth from the burst tiers to the tier behind them."""
    return np.minimum(burst_read_bandwidth_end, behind_write_bandwidth_end)


@_ENDS.quantity(
    "byte/s",
    r"B_\mathrm{dump}<+>",
    "arithmetic: the burst's rate; the drain's, if slower and less than one checkpoint fits",
)
def absorbed_bandwidth_end(
    burst_capacity: Num, dump_size: Num, burst_write_bandwidth_end: Num, drain_bandwidth_end: Num
) -> Num:
    """{most} bandwidth of a checkpoint into the burst tiers."""
    return where_less(
        burst_capacity,
        dump_size,
        np.minimum(burst_write_bandwidth_end, drain_bandwidth_end),
        burst_write_bandwidth_end,
    )


_COMMITTED = Book("checkpoints through a burst tier", topic="checkpoint")


@_COMMITTED.quantity("second", r"\delta_\mathrm{commit}", "arithmetic")
def committed_dump_time(dump_size: Num, absorbed_bandwidth: Num) -> Num:
    """Checkpoint time at the expected bandwidth of the burst tiers."""
    return dump_size / absorbed_bandwidth


@_COMMITTED.quantity("second", r"T_\mathrm{dump}", "arithmetic")
def checkpoint_time_per_day(checkpoint_writes_per_day: Num, burst_write_bandwidth: Num) -> Num:
    """Time per day spent writing checkpoints at the expected bandwidth of the burst tiers."""
    return checkpoint_writes_per_day / burst_write_bandwidth


DRAIN = Book(
    "checkpoints through a burst tier",
    _REQUIRED,
    spell(
        _ENDS,
        {"end": "", "+": "", "most": "Expected"},
        {"end": "bound", "+": "^+", "most": "Maximum"},
    ),
    _COMMITTED,
    topic="checkpoint",
)


_WHICH: tuple[Variant, ...] = (
    {"end": "", "+": "", "most": "Expected"},
    {"end": "bound", "+": "^+", "most": "Maximum"},
)


@cache
def totals(burst: tuple[str, ...], behind: str) -> Book:
    """Return the totals over the tiers that drain (`burst`), and those of the tier behind them."""
    of_burst = Book("checkpoints on tiers that drain", topic="checkpoint")
    of_burst.over(
        "total",
        "burst_way_bandwidth_end",
        "byte/s",
        r"B_\mathrm{bb,<w>}<+>",
        "{most} {way} bandwidth of the burst tiers",
        roles=("tiers",),
        of="way_bandwidth_end",
        names=burst,
    )
    of_behind = Book("checkpoints on tiers that drain", topic="checkpoint")
    of_behind.over(
        "total",
        "behind_write_bandwidth_end",
        "byte/s",
        r"B_\mathrm{pfs,w}<+>",
        "{most} write bandwidth of the tier behind the burst tiers",
        roles=("tiers",),
        of="write_bandwidth_end",
        names=(behind,),
    )
    room = Book("checkpoints on tiers that drain", topic="checkpoint")
    room.over(
        "total",
        "burst_capacity",
        "byte",
        r"C_\mathrm{bb}",
        "Capacity of the burst tiers below their fill limits",
        roles=("tiers",),
        of="planned_capacity",
        names=burst,
    )
    both = [{**way, **end} for way in WAYS for end in _WHICH]
    return Book(
        "checkpoints on tiers that drain", spell(of_burst, *both), spell(of_behind, *_WHICH), room
    )


@cache
def in_front(site: Book, front: tuple[str, ...]) -> Book:
    """Return totals of the site over the tiers in front of the one that others drain into."""
    book = Book(site.name, topic=site.topic)
    for total in site.quantities.values():
        title = f"{total.title.rstrip('.')}, less the tier that others drain into"
        book.add(replace(total, title=title, names=front))
    return book
