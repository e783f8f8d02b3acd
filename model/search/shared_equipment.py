"""Equipment shared by tiers in whole numbers: racks, and the switches of their fabric.

Their count is not a sum over tiers; but it is limited from below by their total contents, which are
a sum. With a given count in place of the formula, the cost of all dependent items is a sum as well.
A linear programme may therefore choose the count under that limit. This is exact for switches;
racks are packed, which determines their actual count afterwards.
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
"""Maximum number of racks, or of switches."""


@dataclass(frozen=True, slots=True)
class Shared:
    """Shared equipment: its count, its total contents, and the capacity of each piece."""

    count: Address
    held: Address
    holds: Address
    packed: bool = False
    """Whether the count may exceed what the contents require."""


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
    """Shared equipment whose count is a choice of a space: its group, and its capacity."""

    of: Shared
    group: int
    holds: float


def with_counts(plan: Plan, counts: Mapping[Address, float]) -> Plan:
    """Return a plan with given counts in place of the formulas."""
    inputs = {name: figure for (_, name), figure in counts.items()}
    return replace(plan, root=replace(plan.root, inputs={**plan.root.inputs, **inputs}))


def with_shared(space: Space, *, racks: bool) -> tuple[Space, list[Counted]]:
    """Return a space whose last choices are the counts of shared equipment.

    `racks`: whether racks are included. Counts that are constant or unknown are no choices.
    """
    book = space.structure.probe.root.book
    known = [
        one
        for one in SHARED
        if all(name in book for _, name in (one.count, one.held, one.holds))
        and (racks or not one.packed)
    ]
    beside = [at for one in known for at in (one.count, one.held, one.holds)]
    structure, counted = space.structure, list[Counted]()
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
        counted.append(Counted(one, len(structure.groups) - 1, holds.value))
    return (Space(structure, space.aim, beside) if counted else space), counted


def _with(structure: Structure, one: Shared, numbers: list[float]) -> Structure:
    """Return a structure with the count of shared equipment as a further choice."""
    plan = structure.probe.plan
    assert plan is not None
    probe = replace(structure.probe, plan=with_counts(plan, {one.count: 0.0}))
    group = Group((), [()] * len(numbers), {one.count: numbers})
    return replace(structure, probe=probe, groups=[*structure.groups, group], graphs={})
