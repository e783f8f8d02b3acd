"""Which lost targets hold all copies of a file, against all sets of targets one by one."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import combinations, product

import pytest

from model.placement.copies import Copies
from model.placement.enclosures import fatal_enclosures
from model.placement.slots import Group, SlotMap, groups_of_block, packed
from model.placement.verdicts import DESTROYED, Tier, block_of
from model.placement.wiring import Parts

At = tuple[int, int]
"""A target: its block and its number."""
LAYOUTS = 500
WIDE = Group("raidz2-0", 10, 2, 0)
ODD = packed(groups_of_block([WIDE], 5), (25, 25))
"""Targets 1 and 2 in enclosure 1, 3 and 4 in enclosure 2, and target 5 over both."""


def homes(
    copies: int, every: set[At], parts: Iterable[frozenset[At]]
) -> dict[At, list[frozenset[At]]]:
    """Where files of each target may be: on the sets of which a part takes fewest."""
    sets = [frozenset(one) for one in combinations(sorted(every), min(copies, len(every)))]
    most = {
        one: max((len(one & part) for part in parts if part != every), default=1) for one in sets
    }
    found = {}
    for target in every:
        own = [one for one in sets if target in one]
        best = max(min(most[one] for one in own), 1)
        found[target] = [one for one in own if most[one] <= best]
    return found


def at(masks: Iterable[int], targets: int) -> frozenset[At]:
    return frozenset(
        (block, n) for block, mask in enumerate(masks) for n in range(targets) if mask >> n & 1
    )


def test_lost_copies_are_those_of_all_sets_of_targets() -> None:
    """Each target holds files; a rack is survived if each may also be on a target that is left."""
    draw, seen = random.Random(5), set()
    for number in range(LAYOUTS):
        copies, blocks = draw.randint(2, 4), draw.choice((1, 1, 1, 2, 3))
        targets = draw.randint(1, 6 if blocks == 1 else 3)
        masks = [draw.randrange(1, 1 << targets) for _ in range(draw.randint(0, 4))]
        of_site = [draw.randrange(1, 1 << targets) for _ in range(draw.randint(0, 1))]
        held = Copies(copies, targets, blocks, tuple(masks), tuple(of_site))
        every = set(product(range(blocks), range(targets)))
        parts = [at((0,) * n + (mask,), targets) for mask in masks for n in range(blocks)]
        parts += [at((mask,) * blocks, targets) for mask in of_site]
        found, shown = homes(copies, every, parts), (number, held)
        for _ in range(4):
            lost = tuple(draw.randrange(1 << targets) for _ in range(held.everywhere))
            gone = at(lost, targets)
            fatal = any(one <= gone for own in found.values() for one in own)
            assert held.lost(lost) is fatal, (shown, lost)
            seen.add((copies, blocks, fatal))
        if len(every) == 1:
            continue
        taken = {
            target
            for target, own in found.items()
            if all(any(one <= part for part in parts if part != every) for one in own)
        }
        assert at((held.with_no_others,) * blocks, targets) == taken, shown
        lost = tuple(draw.choice((0, *masks, (1 << targets) - 1)) for _ in range(blocks))
        gone = at(lost, targets)
        kept = all(any(one - gone for one in found[target]) for target in gone)
        assert held.keeps(lost) is kept, (shown, lost)
        seen.add((copies, bool(taken), kept))
    assert len(seen) > 20


def of_parts(racks: dict[str, tuple[int, ...]] | None = None) -> Tier:
    assert ODD is not None
    parts = Parts(servers=2, enclosures=2, network_adapters=1)
    block = block_of(ODD, parts)
    bits = block.wiring.bits
    held = tuple(
        (name, {0: sum(bits["enclosure", n, 0] for n in of)}) for name, of in (racks or {}).items()
    )
    return Tier(block, 1, 2, racks=held)


def test_a_target_with_no_partner_loses_files_with_what_takes_it_along() -> None:
    """Either enclosure takes target 5 along, and one of its partners, whichever it is."""
    assert ODD is not None
    assert tuple(fatal_enclosures(ODD, 2, 2, 1)) == (2, 2)
    tier = of_parts({"rack 1": (0,), "rack 2": (1,)})
    singles = {one.kinds[0]: (one.loss, one.example) for one in tier.singles()}
    assert singles[DESTROYED] == ("data", "enclosure 1")
    assert singles["enclosure"] == ("access", "enclosure 1")
    assert singles["rack"] == ("access", "rack 1")
    assert singles["drive"] == singles["server"] == ("survives", "")
    assert tier.with_no_others() == (5,)


@pytest.mark.parametrize(
    ("targets", "copies", "bays", "fatal", "alone"),
    [
        (4, 2, (20, 20), 0, ()),  # two in each
        (3, 2, (15, 15), 2, (3,)),
        (5, 2, (17, 17, 16), 0, ()),  # no target in two of three, or with partners in the third
        (4, 3, (20, 20), 0, ()),  # an enclosure takes two copies of three
        (2, 2, (20, 0), 1, ()),  # all targets there are
    ],
)
def test_enclosures_with_targets_over_two_of_them(
    targets: int, copies: int, bays: tuple[int, ...], fatal: int, alone: tuple[int, ...]
) -> None:
    placed = packed(groups_of_block([WIDE], targets), bays)
    assert isinstance(placed, SlotMap)
    assert fatal_enclosures(placed, len(bays), copies, 1).data == fatal
    parts = Parts(servers=2, enclosures=len(bays), network_adapters=1)
    assert Tier(block_of(placed, parts), 1, copies).with_no_others() == alone


def test_what_a_rack_leaves_of_the_only_block_is_looked_for_there() -> None:
    """Enclosures with two targets each: of the only block, none is in another one."""
    held = Copies(2, 4, 1, (0b0011, 0b1100))
    assert held.keeps((0b0011,))
    assert held.keeps((0b0011, 0b0011))
    assert not held.keeps((0b1111,))
    assert not held.keeps((0b1111, 0b0011))
