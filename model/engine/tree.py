"""A tree of instances, compiled to one flat program and evaluated. Knows nothing of storage.

Each instance has a book and its own inputs. A parameter is looked up in the instance, then upward;
a parent reads its children only through declared totals and leasts. The program is compiled once
for each shape of tree. What nobody gave and what has no default is unknown: NaN inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from model.engine.ops import Num
from model.engine.quantity import Book, Input, Quantity

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
        """Give what the compiled program depends on: all but the values."""
        return (
            self.role,
            self.name,
            self.book,
            frozenset(self.inputs),
            tuple((role, tuple(c.shape() for c in cs)) for role, cs in self.children.items()),
        )

    def walk(self, path: str = "") -> Iterator[tuple[str, Instance]]:
        """Give the instance and all below it with their paths, parents first."""
        here = f"{path}/{self.role}:{self.name}" if path else self.name
        yield here, self
        for children in self.children.values():
            for child in children:
                yield from child.walk(here)


@dataclass(frozen=True, slots=True)
class Step:
    """One evaluation: the slot of the result, the quantity, its instance, its operands' slots."""

    slot: int
    quantity: Quantity
    path: str
    operands: tuple[int, ...]


class Program:
    """The flat list of steps of one shape of tree."""

    def __init__(self, root: Instance, targets: Iterable[Address] | None = None) -> None:
        self.slots: dict[Address, int] = {}
        self.addresses: list[Address] = []
        self.inputs: list[tuple[int, str, Input | Quantity]] = []
        self.steps: list[Step] = []
        self.instances = dict(root.walk())
        self._parents = {path: path.rpartition("/")[0] for path in self.instances}
        books = {id(instance.book): instance.book for instance in self.instances.values()}
        items = {key: {item.name: item for item in book} for key, book in books.items()}
        self._items = {path: items[id(of.book)] for path, of in self.instances.items()}
        self._busy: list[Address] = []
        for path, name in targets or self._everything():
            self._slot(path, name)

    def _everything(self) -> Iterator[Address]:
        for path, items in self._items.items():
            for name in items:
                yield path, name

    def _owner(self, path: str, name: str) -> str:
        here = path
        while here:
            if name in self._items[here]:
                return here
            here = self._parents[here]
        raise TreeError(f"{path}: nothing gives '{name}'")

    def address(self, path: str, name: str) -> Address:
        """Give the instance that a name means when it is read from the one at `path`."""
        if name.startswith("previous_"):
            return self._elder(path, name.removeprefix("previous_"))
        return self._owner(path, name), name

    def _elder(self, path: str, name: str) -> Address:
        """Find `name` in the elder sibling; the eldest reads `initial_name` from above."""
        instance = self.instances[path]
        parent = self._parents[path]
        siblings = [c.name for c in self.instances[parent].children[instance.role]]
        at = siblings.index(instance.name)
        if at == 0:
            return self._owner(path, f"initial_{name}"), f"initial_{name}"
        return f"{parent}/{instance.role}:{siblings[at - 1]}", name

    def _slot(self, path: str, name: str) -> int:
        known = self.slots.get((path, name))
        if known is not None:
            return known
        address = self.address(path, name)
        known = self.slots.get(address)
        if known is not None:
            return known
        path, name = address
        item = self._items[path][name]
        if isinstance(item, Input) or name in self.instances[path].inputs:
            slot = self._new(address)
            self.inputs.append((slot, path, item))
            return slot
        if address in self._busy:
            raise TreeError("a cycle: " + " → ".join(f"{p}.{n}" for p, n in [*self._busy, address]))
        self._busy.append(address)
        slots = self.slots
        operands = tuple(
            [
                self._slot(*operand) if (known := slots.get(operand)) is None else known
                for operand in self._operands(path, item)
            ]
        )
        self._busy.pop()
        slot = self._new(address)
        self.steps.append(Step(slot, item, path, operands))
        return slot

    def _new(self, address: Address) -> int:
        self.slots[address] = len(self.addresses)
        self.addresses.append(address)
        return len(self.addresses) - 1

    def _operands(self, path: str, quantity: Quantity) -> list[Address]:
        instance = self.instances[path]
        if quantity.kind == "stages":
            chain = instance.book.stages(quantity.stage, scopes=quantity.scopes)
            return [(path, stage.name) for stage in chain]
        if quantity.kind in ("parts", "checks"):
            return [(path, part.name) for part in instance.book.parts(quantity.name)]
        if quantity.kind == "known_parts":
            return [(path, part.name) for part in instance.book.known_parts(quantity.known_of)]
        if quantity.kind == "unknown_parts":
            return [(path, part.name) for part in instance.book.parts(quantity.of)]
        if not quantity.roles:
            read = [(f"{path}/{at}" if at else path, name) for at, name in quantity.reads]
            return [*((path, need) for need in quantity.needs), *read]
        above, below = path, ""
        if quantity.aligned:  # the same year of each tier: beside the parent, then down again
            above, below = self._parents[path], f"/{instance.role}:{instance.name}"
        children = [
            f"{above}/{role}:{child.name}{below}"
            for role in quantity.roles
            for child in self.instances[above].children.get(role, ())
            if child.name in quantity.names or not quantity.names
        ]
        for child in children:
            if child not in self.instances or quantity.of not in self.instances[child].book:
                raise TreeError(
                    f"{child} has no '{quantity.of}', which {path} needs for '{quantity.name}'"
                )
        return [(child, quantity.of) for child in children]

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

    def run(self, values: list[Num]) -> list[Num]:
        """Compute all steps, in place."""
        with np.errstate(all="ignore"):  # what divides by nothing is unknown, and shown as such
            for step in self.steps:
                operands = [values[operand] for operand in step.operands]
                value = step.quantity.function(*operands)
                # a plain 0.0, of an operator with branches, would raise where it divides
                values[step.slot] = np.float64(value) if type(value) is float else value
        return values


_PROGRAMS: dict[tuple[Any, ...], Program] = {}
_KEPT = 64


def compiled(root: Instance) -> Program:
    """Give the program of the tree's shape; compiled at the first call, then kept."""
    shape = root.shape()
    program = _PROGRAMS.get(shape)
    if program is None:
        if len(_PROGRAMS) >= _KEPT:
            _PROGRAMS.pop(next(iter(_PROGRAMS)), None)
        program = _PROGRAMS[shape] = Program(root)
    return program
