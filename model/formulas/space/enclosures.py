"""Enclosures whose loss takes data, or access to them: counted by the bays and cables of a block.

Which bays hold which groups is enumerated, so that a procedure counts; the caller gives it.
"""

from __future__ import annotations

from collections.abc import Callable

from model.engine.ops import Num, where_less
from model.engine.quantity import Book

Count = Callable[..., float]
"""Counts by blocks, targets of a block, cabled enclosures, whether targets by themselves survive,
and by enclosures and drives in each, of one or two kinds."""
BY_BAYS = "arithmetic: each enclosure in turn, by the bays and the cables of a block"
OTHERS = "arithmetic: each enclosure in turn, by the bays of a block; copies are on other targets"
STOPPING = r"n_\mathrm{enc/blk}^\mathrm{acc}"
STOPPING_BY_BAYS = r"n_\mathrm{enc/blk}^\mathrm{bays}"
WITH_ALL = r"n_\mathrm{enc/blk}^\mathrm{copies}"
BY_CABLES = Book("enclosures that stop access, by their cables", topic="risk")
BY_COPIES = Book("enclosures that stop access to files with copies", topic="risk")


@BY_CABLES.quantity(
    "1",
    STOPPING,
    "arithmetic: all whose loss some target doesn't survive; if some hang behind others, by bays",
)
def stopping_enclosures_per_block(
    enclosures_per_block: Num,
    cabled_enclosures_per_block: Num,
    targets_survive_enclosure_loss: Num,
    stopping_enclosures_by_bays: Num,
) -> Num:
    """Enclosures of a block without which, and those behind them, data are out of reach.

    Only chains need the procedure, so that a sheet follows what is typed into it elsewhere.
    """
    every = enclosures_per_block * (1 - targets_survive_enclosure_loss)
    return where_less(
        cabled_enclosures_per_block, enclosures_per_block, stopping_enclosures_by_bays, every
    )


BY_COPIES.alias(
    "stopping_enclosures_per_block",
    "1",
    STOPPING,
    "Enclosures of a block without which, and those behind them, data are out of reach.",
    of="stopping_enclosures_by_bays",
    source="arithmetic: each enclosure in turn, as copies may be elsewhere",
)


def stopping(count: Count) -> Book:
    """Return the chapter of equal enclosures whose loss puts data out of reach."""
    chapter = Book("enclosures that stop access", topic="risk")

    @chapter.quantity("1", STOPPING_BY_BAYS, BY_BAYS, kind="opaque")
    def stopping_enclosures_by_bays(
        blocks: Num,
        targets_per_block: Num,
        cabled_enclosures_per_block: Num,
        targets_survive_enclosure_loss: Num,
        enclosures_per_block: Num,
        drives_per_enclosure: Num,
    ) -> Num:
        """Enclosures of a block without which, and those behind them, data are out of reach."""
        return count(
            blocks,
            targets_per_block,
            cabled_enclosures_per_block,
            targets_survive_enclosure_loss,
            enclosures_per_block,
            drives_per_enclosure,
        )

    return chapter


def stopping_unlike(count: Count) -> Book:
    """Return the chapter of enclosures of two kinds whose loss puts data out of reach."""
    chapter = Book("enclosures of two kinds that stop access", topic="risk")

    @chapter.quantity(
        "1",
        STOPPING_BY_BAYS,
        BY_BAYS,
        name="stopping_enclosures_by_bays",
        kind="opaque",
    )
    def stopping_enclosures_by_bays_of_unlike(
        blocks: Num,
        targets_per_block: Num,
        cabled_enclosures_per_block: Num,
        targets_survive_enclosure_loss: Num,
        first_enclosures_per_block: Num,
        drives_per_enclosure: Num,
        further_enclosures_per_block: Num,
        drives_per_further_enclosure: Num,
    ) -> Num:
        """Enclosures of a block without which, and those behind them, data are out of reach."""
        return count(
            blocks,
            targets_per_block,
            cabled_enclosures_per_block,
            targets_survive_enclosure_loss,
            first_enclosures_per_block,
            drives_per_enclosure,
            further_enclosures_per_block,
            drives_per_further_enclosure,
        )

    return chapter


def with_all_copies(count: Count) -> Book:
    """Return the chapter of equal enclosures that hold all copies of some files."""
    chapter = Book("enclosures with all copies of a file", topic="risk")

    @chapter.quantity("1", WITH_ALL, OTHERS, kind="opaque")
    def enclosures_with_all_copies(
        blocks: Num,
        targets_per_block: Num,
        targets_survive_enclosure_loss: Num,
        enclosures_per_block: Num,
        drives_per_enclosure: Num,
    ) -> Num:
        """Enclosures of a block that take all copies of some files along."""
        return count(
            blocks,
            targets_per_block,
            enclosures_per_block,
            targets_survive_enclosure_loss,
            enclosures_per_block,
            drives_per_enclosure,
        )

    return chapter


def unlike_with_all_copies(count: Count) -> Book:
    """Return the chapter of enclosures of two kinds that hold all copies of some files."""
    chapter = Book("enclosures of two kinds with all copies of a file", topic="risk")

    @chapter.quantity("1", WITH_ALL, OTHERS, name="enclosures_with_all_copies", kind="opaque")
    def enclosures_with_all_copies_of_unlike(
        blocks: Num,
        targets_per_block: Num,
        enclosures_per_block: Num,
        targets_survive_enclosure_loss: Num,
        first_enclosures_per_block: Num,
        drives_per_enclosure: Num,
        further_enclosures_per_block: Num,
        drives_per_further_enclosure: Num,
    ) -> Num:
        """Enclosures of a block that take all copies of some files along."""
        return count(
            blocks,
            targets_per_block,
            enclosures_per_block,
            targets_survive_enclosure_loss,
            first_enclosures_per_block,
            drives_per_enclosure,
            further_enclosures_per_block,
            drives_per_further_enclosure,
        )

    return chapter
