"""The slot map of a block: the bay of each drive of each redundancy group.

Enclosures and bays count from 0 here, and from 1 in every text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Literal

from model.errors import quoted
from model.records import NamedTuple, dataclass

Rule = Literal["spread", "packed", "stated"]
"""Over all enclosures, each group within one as far as it has room, or as the scenario states."""
_RANGE = r"(?P<enclosure>\d{1,4}):(?P<first>\d{1,5})(?:-(?P<last>\d{1,5}))?"
EXAMPLE = "'1:1-6 2:1-5' for bays 1 to 6 of enclosure 1 and 1 to 5 of enclosure 2"
MOST_DRIVES = 10_000
"""Drives of the largest block whose map is made."""


class SlotError(ValueError):
    """The text names no bays; the message says what to write instead."""


class Slot(NamedTuple):
    """A bay of an enclosure of a block, both from 0."""

    enclosure: int
    bay: int

    def __str__(self) -> str:
        return f"{self.enclosure + 1}:{self.bay + 1}"


@dataclass(frozen=True, slots=True)
class Group:
    """A redundancy group: its drives, and how many may fail.

    With failure domains, drives that are `domains` apart share one, and domains are what may fail.
    """

    name: str
    drives: int
    survives: int
    target: int
    domains: int = 0

    def unit(self, drive: int) -> int:
        """Return what fails with a drive: itself, or its failure domain."""
        return drive % self.domains if self.domains else drive

    @property
    def units(self) -> int:
        """Units that may fail separately: its drives, or its failure domains."""
        return self.domains or self.drives


def groups_of_block(groups: Sequence[Group], targets: int) -> tuple[Group, ...]:
    """Return the groups of all targets of a block, from those of one.

    >>> [one.name for one in groups_of_block([Group("raidz2-0", 10, 2, 0)], 2)]
    ['target 1 raidz2-0', 'target 2 raidz2-0']
    """
    return tuple(
        Group(f"target {n + 1} {one.name}", one.drives, one.survives, n, one.domains)
        for n in range(targets)
        for one in groups
    )


@dataclass(frozen=True)
class SlotMap:
    """The bays of each group of a block, and the bays of each enclosure that have drives."""

    groups: tuple[Group, ...]
    slots: tuple[tuple[Slot, ...], ...]
    bays: tuple[int, ...]

    @cached_property
    def units(self) -> tuple[tuple[frozenset[int], ...], ...]:
        """The units of each group that have a drive in each enclosure."""
        found = []
        for group, slots in zip(self.groups, self.slots, strict=True):
            held: list[set[int]] = [set() for _ in self.bays]
            for drive, slot in enumerate(slots):
                held[slot.enclosure].add(group.unit(drive))
            found.append(tuple(frozenset(units) for units in held))
        return tuple(found)

    @property
    def fatal_enclosures(self) -> int:
        """How many enclosures hold more of a group than it survives."""
        fatal = {
            enclosure
            for group, held in zip(self.groups, self.units, strict=True)
            for enclosure, units in enumerate(held)
            if len(units) > group.survives
        }
        return len(fatal)

    def most_in_enclosure(self, group: int) -> int:
        """Return the most units of a group that share an enclosure."""
        return max(map(len, self.units[group]), default=0)

    @cached_property
    def spares(self) -> tuple[Slot, ...]:
        """The bays whose drives are in no group."""
        used = {slot for slots in self.slots for slot in slots}
        every = (Slot(n, bay) for n, bays in enumerate(self.bays) for bay in range(bays))
        return tuple(slot for slot in every if slot not in used)

    def texts(self) -> tuple[str, ...]:
        """Write the bays of each group as a scenario states them."""
        return tuple(map(slots_text, self.slots))


def parse_slots(text: str) -> tuple[Slot, ...]:
    """Read the bays of one group, in the order of its drives.

    >>> [str(slot) for slot in parse_slots("1:1-3 2:4")]
    ['1:1', '1:2', '1:3', '2:4']
    """
    found: list[Slot] = []
    for part in text.replace(",", " ").split():
        match = re.fullmatch(_RANGE, part)
        if match is None:
            raise SlotError(f"{quoted(part)} is no bay of an enclosure: write {EXAMPLE}")
        enclosure, first = int(match["enclosure"]), int(match["first"])
        last = int(match["last"] or first)
        if not enclosure or not first or last < first:
            raise SlotError(f"{quoted(part)}: enclosures and bays count from 1: write {EXAMPLE}")
        found += (Slot(enclosure - 1, bay - 1) for bay in range(first, last + 1))
        if len(found) > MOST_DRIVES:
            raise SlotError(f"{quoted(part)}: a group has at most {MOST_DRIVES} drives")
    if not found:
        raise SlotError(f"no bay is named: write {EXAMPLE}")
    return tuple(found)


def slots_text(slots: Sequence[Slot]) -> str:
    """Write bays with consecutive ones as a range.

    >>> slots_text(parse_slots("1:1 1:2 2:5 1:3"))
    '1:1-2 2:5 1:3'
    """
    parts: list[tuple[Slot, int]] = []
    for slot in slots:
        if parts and slot == Slot(parts[-1][0].enclosure, parts[-1][1] + 1):
            parts[-1] = (parts[-1][0], slot.bay)
        else:
            parts.append((slot, slot.bay))
    return " ".join(f"{one}-{last + 1}" if last > one.bay else f"{one}" for one, last in parts)


def share_needed(groups: Sequence[Group], bays: Sequence[int]) -> float:
    """Return the smallest share of each group that the fullest enclosure may hold of it.

    Less leaves some drives without a bay: enclosures with fewer bays than that share of all drives
    are full, and the others hold the rest.
    """
    drives, share = sum(group.drives for group in groups), 0.0
    left, open_ = float(drives), len(bays)
    for full in sorted(bays):
        share = left / open_ / drives
        if full >= share * drives:
            break
        left, open_ = left - full, open_ - 1
        if not open_:
            break
    return share


@lru_cache(256)
def spread(groups: tuple[Group, ...], bays: tuple[int, ...]) -> SlotMap | None:
    """Spread each group over the enclosures, so that its largest share of one is least.

    None if the bays don't hold all drives.
    """
    if sum(group.drives for group in groups) > sum(bays) or not groups:
        return None
    share = share_needed(groups, bays)
    free = _Free(bays)
    slots = []
    for group in groups:
        most = -(-round(group.units * share * 10**9) // 10**9)
        slots.append(_in_order(group, [*_dealt(group, free, most)]))
    return SlotMap(groups, tuple(slots), bays)


class _Free:
    """Bays that no drive was given yet, by enclosure."""

    def __init__(self, bays: Sequence[int]) -> None:
        self.bays, self.next = list(bays), [0] * len(bays)

    def left(self, enclosure: int) -> int:
        return self.bays[enclosure] - self.next[enclosure]

    def take(self, enclosure: int) -> Slot:
        self.next[enclosure] += 1
        return Slot(enclosure, self.next[enclosure] - 1)


def _dealt(group: Group, free: _Free, most: int) -> Iterator[list[Slot]]:
    """Deal the units of a group, each time to the enclosure with the most free bays."""
    each, given = group.drives // group.units, Counter[int]()
    enclosures = range(len(free.bays))
    for _ in range(group.units):
        whole = [n for n in enclosures if free.left(n) >= each]
        fits = [n for n in whole if given[n] < most] or whole
        if fits:
            best = max(fits, key=lambda n: (free.left(n), -given[n], -n))
            given[best] += 1
            yield [free.take(best) for _ in range(each)]
        else:  # no enclosure has room for a whole failure domain: it lies in as few as possible
            yield list(_in_parts(each, free, given, most))


def _in_parts(drives: int, free: _Free, given: Counter[int], most: int) -> Iterator[Slot]:
    """Take bays for a failure domain from the emptiest enclosures, each as far as it has room."""
    enclosures = range(len(free.bays))
    while drives:
        fits = [n for n in enclosures if free.left(n) and given[n] < most]
        best = max(fits or enclosures, key=lambda n: (free.left(n), -given[n], -n))
        count = min(drives, free.left(best))
        given[best] += 1
        drives -= count
        yield from (free.take(best) for _ in range(count))


def _in_order(group: Group, units: Sequence[list[Slot]]) -> tuple[Slot, ...]:
    """Return the bays of a group's drives, unit by unit: the first drive of each, then again."""
    dealt = sorted(units)
    return tuple(dealt[n % len(dealt)][n // len(dealt)] for n in range(group.drives))


@lru_cache(256)
def packed(groups: tuple[Group, ...], bays: tuple[int, ...]) -> SlotMap | None:
    """Put each target, or else each group, into one enclosure; the rest where bays are left.

    None if the bays don't hold all drives.
    """
    if sum(group.drives for group in groups) > sum(bays) or not groups:
        return None
    free, enclosures, slots = _Free(bays), range(len(bays)), []
    size, home, target = Counter[int](), None, -1
    for group in groups:
        size[group.target] += group.drives
    for group in groups:
        if group.target != target:  # a target stays together while an enclosure has room for it
            target = group.target
            home = next((n for n in enclosures if free.left(n) >= size[target]), None)
        near = home
        if near is None:
            near = next((n for n in enclosures if free.left(n) >= group.drives), None)
        slots.append(
            tuple(
                free.take(near if near is not None else next(n for n in enclosures if free.left(n)))
                for _ in range(group.drives)
            )
        )
    return SlotMap(groups, tuple(slots), bays)


def stated(
    groups: Sequence[Group], bays: Sequence[int], texts: Sequence[tuple[Slot, ...]]
) -> Iterator[tuple[int | None, str]]:
    """Return what is wrong with the stated bays: the number of the group, and what to write."""
    if len(texts) != len(groups):
        yield (
            None,
            (
                f"{len(texts)} groups have bays, but a block has {len(groups)}: write the bays of "
                "each, in the order of targets and of the layout"
            ),
        )
        return
    used: dict[Slot, int] = {}
    for n, (group, slots) in enumerate(zip(groups, texts, strict=True)):
        if len(slots) != group.drives:
            yield n, f"{len(slots)} bays for the {group.drives} drives of {group.name}"
        for slot in slots:
            if slot.enclosure >= len(bays):
                yield n, f"bay {slot}: a block has {len(bays)} enclosures"
                break
            if slot.bay >= bays[slot.enclosure]:
                many = bays[slot.enclosure]
                yield n, f"bay {slot}: enclosure {slot.enclosure + 1} has {many} drives"
                break
            if slot in used:
                yield n, f"bay {slot} holds a drive of {groups[used[slot]].name} already"
                break
            used[slot] = n
