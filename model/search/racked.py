"""Racks as one more choice: what a site is with so many of them, whatever stands in it.

Racks are packed, and no sum of what tiers bring; but they are no fewer than the rack units fill,
which are one. Given their number in place of the packing, all that is bought by the rack is a sum
again. So a programme of sums may choose it, no fewer than the units ask for, and the packing says
afterwards how many there really are.
"""

from __future__ import annotations

import math
from dataclasses import replace

from model.engine.ops import whole_up
from model.engine.tree import Address
from model.search.spaces import Space
from model.search.structures import Group

RACKS: Address = ("site", "racks")
UNITS: Address = ("site", "equipment_rack_units")
USABLE: Address = ("site", "usable_rack_units")
MOST_RACKS = 10_000
"""More racks than any hall has."""


def usable_units(space: Space) -> float:
    """Give the units of one rack; unknown where there are no racks, or designs differ in it."""
    root = space.structure.probe.root
    known = RACKS[1] in root.book and UNITS[1] in root.book and USABLE not in space.axes
    usable = root.inputs.get(USABLE[1]) if known else None
    return math.nan if usable is None else float(usable)


def with_racks(space: Space) -> Space | None:
    """Give a space with the number of racks as its last choice; None: its racks aren't known."""
    usable = usable_units(space)
    if not usable > 0:
        return None
    structure = space.structure
    plan = structure.probe.plan
    assert plan is not None
    root = replace(plan.root, inputs={**plan.root.inputs, RACKS[1]: 0.0})
    probe = replace(structure.probe, plan=replace(plan, root=root))
    one = Group((), [()], {RACKS: [0.0]})
    first = Space(
        replace(structure, probe=probe, groups=[*structure.groups, one], graphs={}),
        space.aim,
        [UNITS],
    )
    most = whole_up(_most_units(first) / usable)
    most = min([most, *(limit.high for limit in space.limits if limit.address == RACKS)])
    if not most <= MOST_RACKS:
        return None
    numbers = [float(n) for n in range(int(most) + 1)]
    racks = Group((), [()] * len(numbers), {RACKS: numbers})
    groups = [*structure.groups, racks]
    return Space(replace(first.structure, groups=groups), space.aim, [UNITS])


def _most_units(space: Space) -> float:
    """Give the rack units that no design is above."""
    return space.tables.range(space.graph.at[UNITS]).high
