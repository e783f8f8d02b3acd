"""A tree of instances, compiled to one flat program and evaluated. Knows nothing of storage.

Each instance has a book and its own inputs. A parameter is looked up in the instance, then upward,
at each parent first in its child of the instance's own role and name: so a tier's year reads the
same year of the site before the site. A parent reads its children only through declared totals and
leasts. The program is compiled once
for each shape of tree. What nobody gave and what has no default is unknown: NaN inside.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from math import copysign
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.engine.ops import Num
from model.engine.quantity import Book, Input, Quantity
from model.engine.scalar import Formula, computed, scalar_formula
from model.records import NamedTuple, dataclass

UNKNOWN = float("nan")

Address = tuple[str, str]
"""The path of an instance and the name of its input or quantity."""


class TreeError(LookupError):
    """The books of a tree don't fit together: a name that nothing gives, a cycle."""


@dataclass(slots=True)
class Instance:
    """One thing of the model: its role and name, its book, what it was given, and its children."""

    role: str
    name: str
    book: Book
    inputs: Mapping[str, float] = field(default_factory=dict)
    children: Mapping[str, Sequence[Instance]] = field(default_factory=dict)

    def shape(self) -> tuple[Any, ...]:
        """Give what the compiled program depends on: not the values, nor which inputs are known.

        Of what was given, only the quantities count that it stands for in place of their formula.
        """
        below = tuple([(role, *[c.shape() for c in cs]) for role, cs in self.children.items()])
        return *self.own_shape(), below

    def own_shape(self) -> tuple[Any, ...]:
        """Give the shape less what stands below."""
        formulas, inputs = self.book.quantities.keys(), self.inputs
        given = None if formulas.isdisjoint(inputs) else frozenset(formulas & inputs)
        return self.role, self.name, self.book, given

    def changed(self, before: Instance) -> dict[str, Instance] | None:
        """Give the instances that aren't those of an earlier tree, by path; None: another shape."""
        found: dict[str, Instance] = {}
        return found if self._differs(before, self.name, found) else None

    def _differs(self, before: Instance, path: str, found: dict[str, Instance]) -> bool:
        """Find what is another instance; gives whether the shape is the same."""
        if self is before:
            return True
        found[path] = self
        if self.own_shape() != before.own_shape() or list(self.children) != list(before.children):
            return False
        return all(
            len(children) == len(before.children[role])
            and all(
                child._differs(other, f"{path}/{role}:{child.name}", found)
                for child, other in zip(children, before.children[role], strict=True)
            )
            for role, children in self.children.items()
        )

    def walk(self, path: str = "") -> Iterator[tuple[str, Instance]]:
        """Give the instance and all below it with their paths, parents first."""
        todo = [(f"{path}/{self.role}:{self.name}" if path else self.name, self)]
        while todo:
            here, one = todo.pop()
            yield here, one
            below = [child for children in one.children.values() for child in children]
            todo += [(f"{here}/{child.role}:{child.name}", child) for child in reversed(below)]


class Step(NamedTuple):
    """One evaluation: the slot of the result, the quantity, its instance, its operands' slots."""

    slot: int
    quantity: Quantity
    path: str
    operands: tuple[int, ...]


@dataclass(slots=True, eq=False)
class _Place:
    """An instance in the tree while it is compiled, below its parent's place."""

    path: str
    instance: Instance
    items: Mapping[str, Input | Quantity]
    above: _Place | None
    read: dict[str, int]
    """The slots of what the names that are read there mean."""


def _beside(path: str, at: str) -> str:
    """Give the path that a procedure reads at: below its own, or, from `..` on, below its parent's.

    A last `@` stands for its own role and name: the same year of another instance.
    """
    if not at.startswith(".."):
        return f"{path}/{at}" if at else path
    above, _, own = path.rpartition("/")
    return (above + at[2:]).removesuffix("@") + own * at.endswith("@")


class Program:
    """The flat list of steps of one shape of tree."""

    def __init__(self, root: Instance, targets: Iterable[Address] | None = None) -> None:
        self.addresses: list[Address] = []
        self.inputs: list[tuple[int, str, Input | Quantity]] = []
        self.steps: list[Step] = []
        self.instances = dict(root.walk())
        self._places: dict[str, _Place] = {}
        self._upward: dict[str, tuple[_Place, ...]] = {}
        for path, instance in self.instances.items():  # parents come first
            above = self._places.get(path.rpartition("/")[0])
            self._places[path] = _Place(path, instance, instance.book.items, above, {})
        self._busy: dict[Address, None] = {}
        everything = (
            (path, name) for path, one in self.instances.items() for name in one.book.items
        )
        for path, name in targets or everything:
            place = self._places[path]
            if name not in place.read:
                self._slot(place, name)
        for place in self._places.values():
            place.read.clear()
        self.slots = {address: slot for slot, address in enumerate(self.addresses)}

    def address(self, path: str, name: str) -> Address:
        """Give the instance that a name means when it is read from the one at `path`."""
        place, meant = self._meant(self._places[path], name)
        return place.path, meant

    def _meant(self, place: _Place, name: str) -> tuple[_Place, str]:
        """Find who gives a name that is read at a place: it, those above, or the elder sibling."""
        owner = self._owner(place, name)
        if owner is None and name.startswith("previous_"):
            return self._elder(place, name.removeprefix("previous_"))
        if owner is None:
            raise TreeError(f"{place.path}: nothing gives '{name}'")
        return owner, name

    def _elder(self, place: _Place, name: str) -> tuple[_Place, str]:
        """Find `name` in the elder sibling; the eldest reads `initial_name` from above."""
        instance, above = place.instance, place.above
        assert above is not None, "the root has no siblings"
        siblings = [c.name for c in above.instance.children[instance.role]]
        at = siblings.index(instance.name)
        if at == 0:
            return self._meant(place, f"initial_{name}")
        return self._places[f"{above.path}/{instance.role}:{siblings[at - 1]}"], name

    def _owner(self, place: _Place, name: str) -> _Place | None:
        """Find the nearest, upward from a place, that has a name; of a year also the same year."""
        if name in place.items:
            return place
        upward = self._upward.get(place.path)
        if upward is None:
            upward = self._upward[place.path] = tuple(self._above(place))
        for one in upward:
            if name in one.items:
                return one
        return None

    def _above(self, place: _Place) -> Iterator[_Place]:
        """Give the places above one, each after what is of the same role and name below it."""
        own, above = f"/{place.instance.role}:{place.instance.name}", place.above
        while above is not None:
            aligned = self._places.get(above.path + own)
            if aligned is not None:
                yield aligned
            yield above
            above = above.above

    def _slot(self, place: _Place, name: str) -> int:
        """Give the slot of what a name means at a place; what it needs is compiled before it."""
        item = place.items.get(name)
        if item is None:
            owner, meant = self._meant(place, name)
            known = owner.read.get(meant)
            slot = self._slot(owner, meant) if known is None else known
        elif isinstance(item, Input) or name in place.instance.inputs:
            slot = len(self.addresses)
            self.inputs.append((slot, place.path, item))
            self.addresses.append((place.path, name))
        else:
            address = place.path, name
            operands = self._operands(place, item, address)
            slot = len(self.addresses)
            self.steps.append(Step(slot, item, place.path, operands))
            self.addresses.append(address)
        place.read[name] = slot
        return slot

    def _operands(self, place: _Place, quantity: Quantity, address: Address) -> tuple[int, ...]:
        """Give the slots of what a quantity needs, all of which is compiled before it."""
        if address in self._busy:
            around = [*self._busy, address]
            raise TreeError("a cycle: " + " → ".join(f"{p}.{n}" for p, n in around))
        self._busy[address] = None
        read, operands = place.read, []
        for need in quantity.needs:
            known = read.get(need)
            operands.append(self._slot(place, need) if known is None else known)
        if quantity.kind != "formula":
            for at, name in self._read_beside(place.path, quantity):
                beside = self._places[at]
                known = beside.read.get(name)
                operands.append(self._slot(beside, name) if known is None else known)
        del self._busy[address]
        return tuple(operands)

    def _read_beside(self, path: str, quantity: Quantity) -> list[Address]:
        """Give what a quantity reads beside its needs: parts, stages, children, by its kind."""
        kind, book = quantity.kind, self.instances[path].book
        if kind == "opaque":
            return [(_beside(path, at), name) for at, name in quantity.reads]
        if kind == "stages":
            chain = book.stages(quantity.stage, scopes=quantity.scopes)
            return [(path, stage.name) for stage in chain]
        if kind in ("parts", "checks"):
            return [(path, part.name) for part in book.parts(quantity.name)]
        if kind == "known_parts":
            return [(path, part.name) for part in book.known_parts(quantity.known_of)]
        if kind == "unknown_parts":
            return [(path, part.name) for part in book.parts(quantity.of)]
        return self._of_children(path, quantity)

    def _of_children(self, path: str, quantity: Quantity) -> list[Address]:
        """Give what a parent reads of its children, or of their descendants of its own name."""
        instance, of, names = self.instances[path], quantity.of, quantity.names
        above, below = path, ""
        if quantity.aligned:  # the same year of each tier: beside the parent, then down again
            above, below = path.rpartition("/")[0], f"/{instance.role}:{instance.name}"
        children = [
            f"{above}/{role}:{child.name}{below}"
            for role in quantity.roles
            for child in self.instances[above].children.get(role, ())
            if not names or child.name in names
        ]
        for child in children:
            if child not in self.instances or of not in self.instances[child].book:
                raise TreeError(f"{child} has no '{of}', which {path} needs for '{quantity.name}'")
        return [(child, of) for child in children]

    @cached_property
    def readers(self) -> list[list[int]]:
        """The numbers of the steps that read each slot, as often as they read it."""
        readers: list[list[int]] = [[] for _ in self.addresses]
        for n, step in enumerate(self.steps):
            for operand in step.operands:
                readers[operand].append(n)
        return readers

    def start(self, instances: Mapping[str, Instance]) -> list[Num]:
        """Fill the input slots from the instances of a tree of this shape; the rest stays None."""
        values: list[Num] = [None] * len(self.addresses)
        for slot, path, item in self.inputs:
            given = instances[path].inputs.get(item.name)
            if given is None:
                default = item.default if isinstance(item, Input) else None
                given = UNKNOWN if default is None else default
            values[slot] = given if isinstance(given, np.ndarray) else np.float64(given)
        return values

    def leading_to(self, slots: Iterable[int]) -> list[Step]:
        """Give the steps that some slots need, in their order."""
        is_needed = bytearray(len(self.addresses))
        for slot in slots:
            is_needed[slot] = True
        found = []
        for step in reversed(self.steps):
            if is_needed[step.slot]:
                found.append(step)
                for operand in step.operands:
                    is_needed[operand] = True
        return found[::-1]

    def run(self, values: list[Num], steps: Iterable[Step] | None = None) -> list[Num]:
        """Compute all steps, or those that are given, in place."""
        with np.errstate(all="ignore"):  # what divides by nothing is unknown, and shown as such
            for step in self.steps if steps is None else steps:
                operands = [values[operand] for operand in step.operands]
                value = step.quantity.function(*operands)
                # a plain 0.0, of an operator with branches, would raise where it divides
                values[step.slot] = np.float64(value) if type(value) is float else value
        return values

    def vary(
        self,
        before: Sequence[float],
        axes: Mapping[Address, NDArray[np.float64]],
        targets: Sequence[Address],
    ) -> dict[Address, NDArray[np.float64]]:
        """Give the targets where some values are replaced by arrays of one length, and others stay.

        It suits a few hundred designs; `sweep` suits many.
        """
        values: list[Num] = list(before)
        reached: dict[int, bool] = {}
        for address, figures in axes.items():
            values[self.slots[address]] = figures
            reached[self.slots[address]] = True
        wanted = tuple(self.slots[target] for target in targets)
        key = frozenset(reached), wanted
        if key not in self._varying:  # of many edits of one design, each varies the same
            self._varying[key] = self._reached_by(reached, wanted)
        varying = self._varying[key]
        for slot in {*wanted, *(operand for step in varying for operand in step.operands)}:
            if not isinstance(values[slot], np.ndarray):
                values[slot] = np.float64(before[slot])
        self.run(values, varying)
        found = {target: values[self.slots[target]] for target in targets}
        count = max(figures.size for figures in axes.values())
        return {target: np.broadcast_to(value, count) for target, value in found.items()}

    @cached_property
    def _varying(self) -> dict[tuple[frozenset[int], tuple[int, ...]], list[Step]]:
        """The steps between some slots and others, as far as they were asked for."""
        return {}

    def _reached_by(self, reached: dict[int, bool], wanted: Iterable[int]) -> list[Step]:
        """Give the steps between some slots that are reached and others that are wanted, in order.

        Only what the wanted ones need is looked at.
        """
        varying: list[Step] = []
        todo = list(wanted)
        while todo:
            slot = todo[-1]
            if slot in reached:
                todo.pop()
                continue
            step = self.step_of.get(self.addresses[slot])
            operands = step.operands if step else ()
            waits_for = [operand for operand in operands if operand not in reached]
            if waits_for:
                todo += waits_for
                continue
            todo.pop()
            reached[slot] = any(reached[operand] for operand in operands)
            if step and reached[slot]:
                varying.append(step)
        return varying

    @cached_property
    def step_of(self) -> Mapping[Address, Step]:
        """The step that computes each value; inputs have none."""
        return {self.addresses[step.slot]: step for step in self.steps}

    @cached_property
    def _inputs_at(self) -> Mapping[str, list[tuple[int, str, float]]]:
        """The slot, the name and the default of each input, by the path of its instance."""
        found: dict[str, list[tuple[int, str, float]]] = {path: [] for path in self.instances}
        for slot, path, item in self.inputs:
            default = item.default if isinstance(item, Input) else None
            found[path].append((slot, item.name, UNKNOWN if default is None else default))
        return found

    @cached_property
    def _functions(self) -> list[tuple[int, Callable[..., Any], tuple[int, ...]]]:
        """The slot, the declared formula and the operands' slots of each step."""
        return [(slot, quantity.function, operands) for slot, quantity, _, operands in self.steps]

    @cached_property
    def _formulas(self) -> list[Formula | None]:
        """The formula of each step for plain floats; None: it wasn't called often as yet."""
        return [None] * len(self.steps)

    @cached_property
    def _calls(self) -> bytearray:
        return bytearray(len(self.steps))

    def _computed(self, n: int, operands: list[float]) -> float:
        """Compute a step by its formula, which is compiled when it is asked for often."""
        quantity = self.steps[n].quantity
        if self._calls[n] < _WORTH_WRITING:
            self._calls[n] += 1
            return computed(quantity.function, operands)
        formula = self._formulas[n] = scalar_formula(quantity, len(operands))
        return formula(*operands)

    def figures(self, instances: Mapping[str, Instance]) -> list[float]:
        """Compute a single design: the values that `run` gives, to the last bit."""
        values = [UNKNOWN] * len(self.addresses)
        for path, inputs in self._inputs_at.items():
            given = instances[path].inputs
            for slot, name, default in inputs:
                values[slot] = float(given.get(name, default))
        with np.errstate(all="ignore"):  # what divides by nothing is unknown
            for slot, function, operands in self._functions:
                found = [values[at] for at in operands]
                try:
                    values[slot] = float(function(*found))
                except (ArithmeticError, ValueError):
                    values[slot] = computed(function, found)
        return values

    def outdated(
        self, before: Sequence[float], changed_instances: Mapping[str, Instance]
    ) -> tuple[list[float], bytearray]:
        """Take the inputs of another tree of this shape; gives the slots that they may change."""
        figures, outdated = list(before), bytearray(len(before))
        todo, steps, readers = [], self.steps, self.readers
        for path, instance in changed_instances.items():
            for slot, name, default in self._inputs_at[path]:
                figure = instance.inputs.get(name, default)
                if _differs(figure, before[slot]):
                    figures[slot] = float(figure)
                    todo.append(slot)
        while todo:
            for reader in readers[todo.pop()]:
                slot = steps[reader].slot
                if not outdated[slot]:
                    outdated[slot] = True
                    todo.append(slot)
        return figures, outdated

    def rerun(
        self, before: Sequence[float], changed_instances: Mapping[str, Instance]
    ) -> tuple[list[float], list[int]]:
        """Compute a tree of this shape from the values of another; gives the slots that changed.

        Only what a changed figure reaches is computed again, up to where it changes nothing: the
        values are those that `run` gives, to the last bit. They are of a single design.
        """
        values, changed = list(before), []
        todo, readers = bytearray(len(self.steps)), self.readers
        for path, instance in changed_instances.items():
            for slot, name, default in self._inputs_at[path]:
                figure = instance.inputs.get(name, default)
                if _differs(figure, before[slot]):
                    values[slot] = float(figure)
                    changed.append(slot)
                    for reader in readers[slot]:
                        todo[reader] = 1
        steps, formulas = self.steps, self._formulas
        with np.errstate(all="ignore"):  # what divides by nothing is unknown
            n = todo.find(1)
            while n >= 0:  # readers come later, and are marked on the way
                slot, _, _, operands = steps[n]
                known, formula = [values[operand] for operand in operands], formulas[n]
                value = formula(*known) if formula else self._computed(n, known)
                if (value != before[slot] or not value) and _differs(value, before[slot]):
                    values[slot] = value
                    changed.append(slot)
                    for reader in readers[slot]:
                        todo[reader] = 1
                n = todo.find(1, n + 1)
        return values, changed


def _differs(one: float, other: float) -> bool:
    """Whether two numbers differ in a bit that counts: zeros by their sign, unknowns in nothing."""
    if one == other:
        return not one and copysign(1.0, one) != copysign(1.0, other)
    return bool(one == one or other == other)


_WORTH_WRITING = 8
"""How often a formula is asked for before it is written, which takes as long as eight calls."""

_PROGRAMS: OrderedDict[tuple[Any, ...], Program] = OrderedDict()
_KEPT = 200_000
"""Steps of the programs that are kept, those asked for last: some 370 bytes each."""


def compiled(root: Instance) -> Program:
    """Give the program of the tree's shape; compiled at the first call, then kept."""
    shape = root.shape()
    program = _PROGRAMS.get(shape)
    if program is not None:
        _PROGRAMS.move_to_end(shape)
        return program
    program = _PROGRAMS[shape] = Program(root)
    kept = sum(len(one.steps) for one in _PROGRAMS.values())
    while kept > _KEPT and len(_PROGRAMS) > 1:
        kept -= len(_PROGRAMS.popitem(last=False)[1].steps)
    return program
