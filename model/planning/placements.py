"""Placement of drives in enclosures: its rule, and the counts of stated bays."""

from __future__ import annotations

from collections.abc import Iterator

from model.design.tier import Tier
from model.placement.slots import Group, Rule, SlotMap, groups_of_block, parse_slots, stated
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
