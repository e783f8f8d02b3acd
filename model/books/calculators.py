"""The books that are asked by themselves: a queue, a cache, a ladder of latencies, WEKA's space."""

from __future__ import annotations

from model.books.table import ALWAYS, Table, of
from model.formulas.chain import cache_rates, queueing
from model.formulas.files import metadata, metadata_space
from model.formulas.space import raid
from model.records import dataclass


@dataclass(frozen=True, slots=True)
class QueueFacts:
    """What decides on the book of a queue: whether its service is that of disks."""

    of_disks: bool = False


when = of(QueueFacts)
QUEUE = Table(
    "queue",
    (ALWAYS, queueing.QUEUE),
    (when.of_disks, queueing.DISK),
    (~when.of_disks, queueing.GIVEN_SERVICE),
    (ALWAYS, queueing.CAPABLE),
)
QUEUE_DEPTH = Table("queue depth", (ALWAYS, queueing.CLOSED))
MIX = Table("cache", (ALWAYS, cache_rates.MIX))
LADDER = Table("ladder", (ALWAYS, queueing.LADDER))
LEVEL = Table("level", (ALWAYS, queueing.LEVEL))
RAID = Table("RAID groups by themselves", (ALWAYS, raid.ALONE))
"""What stands above a target of RAID groups that is asked alone."""
WEKA = Table(
    "metadata of WEKA",
    (ALWAYS, metadata.MEAN),
    (ALWAYS, metadata.COUNTED),
    (ALWAYS, metadata_space.ON_WEKA),
)
