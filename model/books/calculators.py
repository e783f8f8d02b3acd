"""The books that are asked by themselves: queues, caches, latencies, WEKA's space, data loss."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.books.late import late
from model.books.table import ALWAYS, Table, of
from model.engine.quantity import Book
from model.formulas.files import metadata, metadata_space
from model.formulas.risk import group_loss, loss, spares
from model.formulas.space import raid
from model.formulas.time_and_money import cost
from model.records import dataclass

if TYPE_CHECKING:
    from model.formulas.chain import cache_rates, queueing
else:
    late(globals(), "chain", "cache_rates queueing")


@dataclass(frozen=True, slots=True)
class QueueFacts:
    """Facts that select the book of a queue: whether its service is that of disks."""

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


@dataclass(frozen=True, slots=True)
class LossFacts:
    """Facts that select the book of redundancy groups: how many failures a group survives."""

    tolerated: int = 0
    sized: bool = False
    """Whether the size of the drives is known."""


def _chain(facts: LossFacts) -> Book:
    """Return the chain of failures and rebuilds of a redundancy group."""
    return group_loss.chain_of(facts.tolerated)


def _closed(facts: LossFacts) -> Book:
    """Return the closed-form approximation for a redundancy group."""
    return group_loss.closed_form_of(facts.tolerated)


when = of(LossFacts)
LOSS_OF_GROUPS = Table(
    "redundancy groups",
    (ALWAYS, group_loss.STATED),
    (ALWAYS, group_loss.STATED_TIME),
    (when.tolerated, group_loss.REPAIR),
    (ALWAYS, group_loss.GROUP),
    (ALWAYS, _chain),
    (ALWAYS, _closed),
    (ALWAYS, loss.GROUPS),
    (ALWAYS, loss.ODDS),
    (when.sized, loss.AT_STAKE),
    (when.sized, loss.LOST),
)
LOSS = Table(
    "data loss",
    (ALWAYS, Book("a year", cost.SITE, only=lambda item: item.name == "year_length")),
    (ALWAYS, spares.RATE),
    (ALWAYS, loss.PERIOD),
    (ALWAYS, loss.ALL),
    (ALWAYS, loss.ODDS),
    (when.sized, loss.ALL_DATA),
    (when.sized, loss.LOST_IN_ALL),
    (when.sized, loss.SHARE_LOST),
)
