"""The program of a tree that differs in a few instances from one that is compiled already.

Only what stands in those instances, and what may look a name up in them, is resolved again. It is
meant for edits that are compared once: the values are those of a program of its own, to the last
bit, but come in another order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from model.engine.quantity import Input
from model.engine.tree import (
    UNKNOWN,
    Address,
    Instance,
    Program,
    Step,
    TreeError,
    _differs,
    _Place,
)


class IncrementalProgram(Program):
    """A program with the slots of an earlier one; those of new addresses follow them.

    Raises
    ------
    TreeError
        Something may be read that is no longer there, or in a cycle: compile the tree as a whole.
    """

    def __init__(
        self, instances: dict[str, Instance], earlier: Program, before: Mapping[str, Instance]
    ) -> None:
        self.earlier, self.before, self.instances = earlier, before, instances
        self.addresses = list(earlier.addresses)
        self._busy: dict[Address, None] = {}
        self._upward: dict[str, tuple[_Place, ...]] = {}
        removed = before.keys() - instances.keys()
        self._resolved = _resolved_again(instances, before, removed)
        self._places = self._placed_again()
        self.slots, self.removed_slots = self._numbered(removed)
        outdated = self._resolved | removed
        self.inputs = [one for one in earlier.inputs if one[1] not in outdated]
        self._inputs_at = {**earlier._inputs_at, **{path: [] for path in self._resolved}}
        self._changed_steps = self._resolved_steps()
        step_of = dict(earlier.step_of)
        for path in outdated & before.keys():
            for name in before[path].book.quantities:
                step_of.pop((path, name), None)
        self.step_of = step_of | {self.addresses[at]: s for at, s in self._changed_steps.items()}
        self.steps = self._in_order(outdated)

    def _placed_again(self) -> dict[str, _Place]:
        places: dict[str, _Place] = {}
        for path, one in self.instances.items():  # parents come first
            if path in self._resolved:
                above = places.get(path.rpartition("/")[0])
                places[path] = _Place(path, one, one.book.items, above, {})
            else:
                places[path] = self.earlier._places[path]
        return places

    def _numbered(self, removed: set[str]) -> tuple[dict[Address, int], frozenset[int]]:
        """Give each address its slot, a new one at the end; and the slots that have none now."""
        slots = dict(self.earlier.slots)
        unused = [
            slots.pop((path, name))
            for path in removed | (self._resolved & self.before.keys())
            for name in self.before[path].book.items
            if path in removed or name not in self._places[path].items
        ]
        for path in sorted(self._resolved):
            for name in self._places[path].items:
                if (path, name) not in slots:
                    slots[path, name] = len(self.addresses)
                    self.addresses.append((path, name))
        return slots, frozenset(unused)

    def _resolved_steps(self) -> dict[int, Step]:
        """Resolve what the instances compute that are resolved again; notes their inputs."""
        steps: dict[int, Step] = {}
        for path in sorted(self._resolved):
            place = self._places[path]
            meant = {name: self.slots[path, name] for name in place.items}
            for name, item in place.items.items():
                slot = meant[name]
                if isinstance(item, Input) or name in place.instance.inputs:
                    default = item.default if isinstance(item, Input) else None
                    self.inputs.append((slot, path, item))
                    known = slot, name, UNKNOWN if default is None else default
                    self._inputs_at[path].append(known)
                    continue
                for need in item.needs:
                    if need not in meant:
                        meant[need] = self.slots[self.address(path, need)]
                operands = [meant[need] for need in item.needs]
                if item.kind != "formula":
                    operands += map(self._slot_at, self._read_beside(path, item))
                steps[slot] = Step(slot, item, path, tuple(operands))
        return steps

    def _slot_at(self, address: Address) -> int:
        """Give the slot of an address, or of what its name means there."""
        slot = self.slots.get(address)
        return self.slots[self.address(*address)] if slot is None else slot

    def _in_order(self, outdated: set[str]) -> list[Step]:
        """Give all steps in an order in which they can be computed, the earlier one if it can be.

        Steps that are resolved again may read others that came later: these then come first.
        """
        steps: list[Step] = []
        added, removed = {name for _, name in self.added}, self.removed_slots
        done = bytearray(len(self.addresses))
        for slot, _, _ in self.inputs:
            done[slot] = True
        for step in self.earlier.steps:
            if step.path not in outdated:
                if (removed and not removed.isdisjoint(step.operands)) or (
                    step.quantity.reads and any(name in added for _, name in step.quantity.reads)
                ):
                    raise TreeError(f"{step.path}: '{step.quantity.name}' may read something else")
                if not done[step.slot]:
                    done[step.slot] = True
                    steps.append(step)
            elif step.slot in self._changed_steps:
                self._put(step.slot, done, steps)
        for slot in self._changed_steps:
            self._put(slot, done, steps)
        return steps

    def _put(self, slot: int, done: bytearray, steps: list[Step]) -> None:
        if done[slot]:
            return
        address = self.addresses[slot]
        if address in self._busy:
            raise TreeError(f"a cycle around {address}")
        self._busy[address] = None
        step = self.step_of[address]
        for operand in step.operands:
            if not done[operand]:
                self._put(operand, done, steps)
        del self._busy[address]
        done[slot] = True
        steps.append(step)

    @property
    def added(self) -> list[Address]:
        """The addresses that the earlier tree doesn't have."""
        return self.addresses[len(self.earlier.addresses) :]

    def outdated_from(self, before: Sequence[float]) -> tuple[list[float], bytearray]:
        """Take the inputs of the tree over the values of the earlier one.

        Gives the slots that they, and the steps that are resolved again, may change.
        """
        figures = [*before, *[UNKNOWN] * (len(self.addresses) - len(before))]
        outdated = bytearray(len(figures))
        changed = {*self.removed_slots, *self._changed_steps}
        for path, one in self.instances.items():
            if one is self.before.get(path):
                continue
            for slot, name, default in self._inputs_at[path]:
                figure = float(one.inputs.get(name, default))
                if _differs(figure, figures[slot]):
                    figures[slot] = figure
                    changed.add(slot)
        for slot, _, _, operands in self.steps:
            if slot in changed or not changed.isdisjoint(operands):
                changed.add(slot)
                outdated[slot] = True
        return figures, outdated


def _resolved_again(
    instances: Mapping[str, Instance], before: Mapping[str, Instance], removed: set[str]
) -> set[str]:
    """Give the paths of the instances in which names may mean something else than before.

    They are those of another shape, all below, where names are looked up in them, and those of the
    same role and name farther down beside them, which are aligned with them.
    """
    differ = {
        path
        for path, one in instances.items()
        if path not in before or (one is not before[path] and _alone(one) != _alone(before[path]))
    }
    below = tuple(f"{path}/" for path in differ)
    aligned: dict[str, tuple[str, ...]] = {}
    for path in differ | removed:
        above, slash, own = path.rpartition("/")
        aligned[own] = *aligned.get(own, ()), above + slash
    return {
        path
        for path in instances
        if path in differ
        or path.startswith(below)
        or path.startswith(aligned.get(path.rpartition("/")[2], ()))
    }


def _alone(one: Instance) -> tuple[object, ...]:
    """Give the shape of an instance with the names of its children."""
    children = [(role, [(c.role, c.name) for c in cs]) for role, cs in one.children.items()]
    return *one.own_shape(), children
