"""The book of a guide: what a vendor or a benchmark asks of storage for training."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.books.late import late
from model.books.table import Table, of
from model.records import dataclass

if TYPE_CHECKING:
    from model.formulas.time_and_money import training_reads
else:
    late(globals(), "time_and_money", "training_reads")


@dataclass(frozen=True, slots=True, kw_only=True)
class GuideFacts:
    """Facts that select the book of a guide."""

    benchmark: bool = False
    """Whether it is a benchmark, which prescribes what accelerators read."""
    reads: bool = False
    """Whether it is known what the training reads."""
    checkpoints: bool = False
    """Whether the training writes checkpoints."""


when = of(GuideFacts)
GUIDE = Table(
    "guide",
    (~when.benchmark, training_reads.GUIDE),
    (when.benchmark, training_reads.BENCHMARK),
    (when.reads, training_reads.OVERSIZED_READS),
    (when.checkpoints & ~when.benchmark, training_reads.OVERSIZED_WRITES),
)
"""What a guide asks of the storage, beside what the training needs."""
