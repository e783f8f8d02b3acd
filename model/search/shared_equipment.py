"""What tiers share in whole numbers: racks, and the switches of their fabric.

How many there are is no sum of what tiers bring; but they are no fewer than what they hold asks
for, which is one. Given their number in place of the formula, all that is bought with them is a sum
again. So a programme of sums may choose it, no fewer than are asked for. Of switches that is all
there is to say; racks are packed, which says afterwards how many there really are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from model.engine.ops import whole_up
from model.engine.tree import Address
from model.planning.plan import Plan
from model.records import dataclass
from model.search.spaces import Space
from model.search.structures import Group, Structure

MOST = 10_000
"""More racks than any hall has, and more switches."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What is shared: how many there are, what they hold together, and what each one holds."""

    count: Address
    held: Address
    holds: Address
    packed: bool = False
    """Whether there may be more than what they hold asks for."""


SHARED = (
    Shared(("site", "fabric_switches"), ("site", "fabric_ports"), ("site", "ports_of_switch")),
    Shared(("site", "leaf_switches"), ("site", "fabric_ports"), ("site", "leaf_down_ports")),
    Shared(
        ("site", "racks"),
        ("site", "equipment_rack_units"),
        ("site", "usable_rack_units"),
        packed=True,
    ),
)


@dataclass(frozen=True, slots=True)
class Counted:
    """Something shared whose number is a choice of a space: which group, and what each holds."""

    of: Shared
    group: int
    holds: float


def with_counts(plan: Plan, counts: Mapping[Address, float]) -> Plan:
    """Give a plan with so many of what is shared, in place of the formulas."""
    inputs = {name: figure for (_, name), figure in counts.items()}
    return replace(plan, root=replace(plan.root, inputs={**plan.root.inputs, **inputs}))


def with_shared(space: Space, *, racks: bool) -> tuple[Space, list[Counted]]:
    """Give a space whose last choices are how many there are of what is shared.

    `racks`: of racks, too. What designs don't differ in isn't a choice, nor is what isn't known.
    """
    book = space.structure.probe.root.book
    known = [
        one
        for one in SHARED
        if all(name in book for _, name in (one.count, one.held, one.holds))
        and (racks or not one.packed)
    ]
    beside = [at for one in known for at in (one.count, one.held, one.holds)]
    structure, found = space.structure, list[Counted]()
    graph = Space(structure, space.aim, beside).graph if known else space.graph
    for one in known:
        count, holds = (graph.nodes[graph.at[at]] for at in (one.count, one.holds))
        if count.is_constant or not holds.is_constant or not holds.value > 0:
            continue
        first = Space(_with(structure, one, [0.0]), space.aim, beside)
        most = whole_up(first.tables.range(first.graph.at[one.held]).high / holds.value)
        most = min([most, *(limit.high for limit in space.limits if limit.address == one.count)])
        if not most <= MOST:
            continue
        structure = _with(structure, one, [float(n) for n in range(int(most) + 1)])
        found.append(Counted(one, len(structure.groups) - 1, holds.value))
    return (Space(structure, space.aim, beside) if found else space), found


def _with(structure: Structure, one: Shared, numbers: list[float]) -> Structure:
    """Give a structure with so many of something shared as one more choice."""
    plan = structure.probe.plan
    assert plan is not None
    probe = replace(structure.probe, plan=with_counts(plan, {one.count: 0.0}))
    group = Group((), [()] * len(numbers), {one.count: numbers})
    return replace(structure, probe=probe, groups=[*structure.groups, group], graphs={})
