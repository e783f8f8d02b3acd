"""Placement of drives in enclosures: its rule, and the counts of stated bays."""

from __future__ import annotations

from collections.abc import Iterator

from model.design.tier import Tier
from model.kinds.layouts import parse_code
from model.placement.enclosures import Placing
from model.placement.slots import (
    MOST_DRIVES,
    Group,
    Rule,
    SlotMap,
    groups_of_block,
    parse_slots,
    share_needed,
    spread,
    stated,
)
from model.planning.supply import Draft
from model.provenance import Provenance


def placement_rule(tier: Tier) -> Rule:
    """Return how the groups of a tier lie in enclosures."""
    if tier.placement is None:
        return tier.target.placement_rule
    return "stated" if tier.placement.slots else tier.placement.rule or tier.target.placement_rule


def drives_of_enclosures(tier: Tier) -> tuple[int, ...]:
    """Return the drives in each enclosure of a block."""
    first, further = tier.enclosures, tier.further_enclosures
    assert first is not None
    assert tier.drives.per_enclosure is not None
    drives = (tier.drives.per_enclosure.value,) * first.per_block.value
    return drives + ((further.drives.value,) * further.per_block.value if further else ())


def groups_of(tier: Tier, targets: int) -> tuple[Group, ...]:
    """Return the redundancy groups of so many targets."""
    return groups_of_block(tier.target.redundancy_groups, targets // tier.target.targets_per_array)


def wrong_slots(tier: Tier, at: str, targets: int) -> Iterator[tuple[str, str]]:
    """Return the problems of stated bays, for the targets of a block."""
    if tier.placement is None or not tier.placement.slots:
        return
    slots = [parse_slots(text) for text in tier.placement.slots]
    for n, what in stated(groups_of(tier, targets), drives_of_enclosures(tier), slots):
        field = "slots" if n is None else f"slots.{n}"
        yield f"{at}.placement.{field}", what


def stated_map(tier: Tier) -> SlotMap | None:
    """Return the slot map that the scenario states; None if it states none."""
    if tier.placement is None or not tier.placement.slots:
        return None
    each = len(tier.target.redundancy_groups) or 1
    slots = tuple(parse_slots(text) for text in tier.placement.slots)
    groups = groups_of_block(tier.target.redundancy_groups, len(slots) // each)
    return SlotMap(groups, slots, drives_of_enclosures(tier))


def placing_of(tier: Tier, copies: int) -> Placing | None:
    """Return how the groups of a tier lie in its enclosures; None of drives in servers."""
    if tier.enclosures is None:
        return None
    target, rule = tier.target, placement_rule(tier)
    if target.spread:
        code = parse_code(target.layout)
        return Placing((), "spread", strips=(code.data + code.parity, code.parity))
    stated = tier.placement.slots if tier.placement is not None else None
    slots = tuple(parse_slots(text) for text in stated or ())
    arrays = target.targets_per_array
    return Placing(target.redundancy_groups, rule, slots, copies=copies, targets_per_array=arrays)


UNEVEN = (
    "arithmetic: bays that are chosen so that enclosures share as few failure domains as can be"
)


def put_split_domains(draft: Draft, tier: Tier, first: int, count: int) -> bool:
    """Set the most failure domains in an enclosure where these can't be dealt out evenly.

    Returns
    -------
    bool
        Whether it was set. Otherwise each enclosure holds whole domains, or equal parts of them.
    """
    if tier.enclosures is None or placement_rule(tier) == "stated":
        return False
    groups, bays = tier.target.redundancy_groups, drives_of_enclosures(tier)
    drives = sum(one.drives for one in groups)
    targets = tier.target.per_block.value if tier.target.per_block else sum(bays) // drives
    found = None
    if 0 < targets * drives <= sum(bays) <= MOST_DRIVES:
        of_block = groups_of_block(groups, targets)
        found = spread(of_block, bays)
    if found is None:
        return False
    of_these = [n for n in range(len(of_block)) if first <= n % len(groups) < first + count]
    most = max(found.most_in_enclosure(n) for n in of_these)
    if most <= -(-round(of_block[of_these[0]].units * share_needed(of_block, bays) * 1e9) // 10**9):
        return False
    draft.put("failure_domains_in_enclosure", float(most), Provenance("constant", UNEVEN))
    return True


def put_most_in_enclosure(
    draft: Draft, name: str, tier: Tier, at: str, first: int = 0, count: int | None = None
) -> None:
    """Set the most drives (or failure domains) of alike groups that share an enclosure."""
    found, placement = stated_map(tier), tier.placement
    if found is None or placement is None:
        return
    each = len(tier.target.redundancy_groups)
    last = each if count is None else first + count
    most = max(
        found.most_in_enclosure(n) for n in range(len(found.groups)) if first <= n % each < last
    )
    path = f"{at}.placement.slots"
    place = draft.supply.place(path)
    draft.put(name, float(most), Provenance("stated", "", placement.because, place, path))
