"""Which enclosures of a block a tier doesn't survive: by their drives, and what hangs behind."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from model.placement.copies import Copies
from model.placement.slots import MOST_DRIVES, Group, Rule, Slot, SlotMap, groups_of_block, packed
from model.placement.slots import spread as spread_groups
from model.records import dataclass


class Fatal(NamedTuple):
    """How many enclosures of a block lose data where their drives are lost, or access to them."""

    data: int
    access: int


@dataclass(frozen=True, slots=True)
class Placing:
    """How the groups of a tier lie in the enclosures of a block.

    `groups` are those of one target or array, `slots` their stated bays. Without groups, a stripe
    of the code `strips` (width, parity) lies over all enclosures. Files may have `copies` on other
    targets; targets may share an array.
    """

    groups: tuple[Group, ...]
    rule: Rule
    slots: tuple[tuple[Slot, ...], ...] = ()
    strips: tuple[int, int] | None = None
    copies: int = 1
    targets_per_array: int = 1

    def slot_map(self, targets: int, bays: tuple[int, ...]) -> SlotMap | None:
        """Return the bays of so many targets; None where drives don't fit."""
        if self.strips is not None:
            return striped(*self.strips, len(bays))
        if sum(bays) > MOST_DRIVES:
            return None
        if self.slots:
            each = len(self.groups) or 1
            return SlotMap(groups_of_block(self.groups, len(self.slots) // each), self.slots, bays)
        place = packed if self.rule == "packed" else spread_groups
        return place(groups_of_block(self.groups, targets // self.targets_per_array), bays)


def striped(width: int, parity: int, holders: int, apart: int = 1) -> SlotMap | None:
    """Return one stripe that is spread evenly over enclosures or servers.

    Its drives in each are `apart` bays from each other.
    """
    if not 0 < width <= MOST_DRIVES or not holders:
        return None
    slots = tuple(Slot(n % holders, n // holders * apart) for n in range(width))
    bays = (-(-width // holders) * apart,) * holders
    return SlotMap((Group("stripe", width, parity, 0),), (slots,), bays)


def behind(first: int, enclosures: int, cabled: int) -> range:
    """Return the enclosures that are out of reach with one: itself, and those cabled behind it.

    Enclosures without a cable hang behind those with one, in turn.

    >>> [list(behind(n, 9, 8)) for n in (0, 1, 8)]
    [[0, 8], [1], [8]]
    """
    return range(first, enclosures, cabled) if first < cabled else range(first, first + 1)


@lru_cache(256)
def fatal_enclosures(placed: SlotMap, cabled: int, copies: int, blocks: int) -> Fatal:
    """Return how many enclosures of a block a tier of so many blocks doesn't survive.

    Copies of a file lie on targets that no enclosure takes along together, if there are so many.
    """
    count = len(placed.bays)
    each = [_lost(placed, range(n, n + 1)) for n in range(count)]
    reached = [_lost(placed, behind(n, count, cabled)) for n in range(count)]
    targets = 1 + max(group.target for group in placed.groups)

    each_mask, reached_mask = (
        [sum(1 << target for target in one) for one in lost] for lost in (each, reached)
    )
    held = Copies(copies, targets, blocks, (*each_mask, *reached_mask))
    data, access = (sum(held.lost((one,)) for one in mask) for mask in (each_mask, reached_mask))
    return Fatal(data, access)


def _lost(placed: SlotMap, enclosures: range) -> set[int]:
    """Return the targets of which some group has more drives in these than it survives."""
    return {
        group.target
        for group, held in zip(placed.groups, placed.units, strict=True)
        if len(frozenset().union(*(held[n] for n in enclosures))) > group.survives
    }
