"""A program as a graph of operators, each once: what readers of whole programs walk through.

The terms of the formulas are joined to one graph. What no axis reaches is computed at once, and an
operator whose known operand decides on it is left out, so that the graph holds what designs differ
in. The values of its nodes are those of `sweep`; they keep to the dimensions that they depend on,
so that a table of two choices is computed once for all the others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.engine.ops import TABLE, Num
from model.engine.quantity import Quantity, range_of
from model.engine.rules.table import RULES
from model.engine.scalar import term_of
from model.engine.trace import NotTraceableError, Term
from model.engine.tree import Address, Instance, Program
from model.records import dataclass

AXIS, PROCEDURE, CONSTANT = "axis", "procedure", "constant"
"""What a node is that is no operator of the table."""
Array = NDArray[np.float64]
Range = tuple[float, float]
ANY: Range = (-math.inf, math.inf)


@dataclass(slots=True)
class Node:
    """One operator with its operands; an axis, a procedure, or a constant.

    `range` is what the declarations of the quantities say that have this value.
    """

    op: str
    operands: tuple[int, ...] = ()
    value: float = math.nan
    range: Range = ANY
    procedure: Callable[..., Num] | None = None
    names: list[Address] = field(default_factory=list)

    @property
    def is_constant(self) -> bool:
        """Whether no axis reaches it."""
        return self.op == CONSTANT


_term_of = cache(term_of)


class Graph:
    """The operators between some axes and some targets, in an order in which they can be computed.

    `axes` are the addresses of inputs; `nodes[at[target]]` is where a target comes out.
    """

    def __init__(self, root: Instance, axes: Sequence[Address], targets: Iterable[Address]) -> None:
        self.nodes: list[Node] = []
        self.axes: dict[int, Address] = {}
        self.at: dict[Address, int] = {}
        self._known: dict[tuple[Any, ...], int] = {}
        wanted = list(dict.fromkeys(targets))
        program = Program(root, wanted)
        self._read(program, dict(root.walk()), set(axes))
        for target in wanted:
            self.at[target] = self._slots[program.slots[program.address(*target)]]
        self.order = self._reached(self.at.values())

    def _read(
        self, program: Program, instances: Mapping[str, Instance], axes: set[Address]
    ) -> None:
        self._slots: list[int] = [0] * len(program.addresses)
        start = program.start(instances)
        for slot, path, item in program.inputs:
            address = path, item.name
            if address in axes:
                node = self._put(Node(AXIS, (len(self.axes),)), (AXIS, address))
                self.axes[node] = address
            else:
                node = self.constant(float(start[slot]))
            self._slots[slot] = self._named(node, address, range_of(item))
        for step in program.steps:
            operands = [self._slots[slot] for slot in step.operands]
            node = self._step(step.quantity, operands)
            address = step.path, step.quantity.name
            self._slots[step.slot] = self._named(node, address, range_of(step.quantity))

    def _named(self, node: int, address: Address, declared: Range) -> int:
        """Note at a node what is declared of the quantity that has its value."""
        if not self.nodes[node].is_constant:
            low, high = self.nodes[node].range
            self.nodes[node].range = max(low, declared[0]), min(high, declared[1])
            self.nodes[node].names.append(address)
        return node

    def _step(self, quantity: Quantity, operands: list[int]) -> int:
        if operands and all(self.nodes[n].is_constant for n in operands):
            with np.errstate(all="ignore"):
                figures = [np.float64(self.nodes[n].value) for n in operands]
                return self.constant(float(quantity.function(*figures)))
        try:
            term = _term_of(quantity, len(operands))
        except NotTraceableError:
            node = Node(PROCEDURE, tuple(operands), procedure=quantity.function)
            return self._put(node, (PROCEDURE, quantity, node.operands))
        return self._term(term, operands)

    def _term(self, term: Any, marks: Sequence[int]) -> int:
        if not isinstance(term, Term):
            return self.constant(float(term))
        if term.op == "name":
            return marks[int(term.operands[0])]
        return self.operator(term.op, [self._term(one, marks) for one in term.operands])

    def _put(self, node: Node, key: tuple[Any, ...]) -> int:
        if key not in self._known:
            self._known[key] = len(self.nodes)
            self.nodes.append(node)
        return self._known[key]

    def constant(self, value: float) -> int:
        """Give the node of a number."""
        return self._put(Node(CONSTANT, value=value), (CONSTANT, value.hex()))

    def operator(self, op: str, operands: list[int]) -> int:
        """Give the node of an operator; another one where a known operand decides on it."""
        known = [self.nodes[n].value if self.nodes[n].is_constant else None for n in operands]
        if all(value is not None for value in known):
            with np.errstate(all="ignore"):
                figures = [np.float64(value) for value in known]
                return self.constant(float(TABLE[op].vector(*figures)))
        decided = self._decided(op, operands, known)
        if decided is not None:
            return decided
        return self._put(Node(op, tuple(operands)), (op, tuple(operands)))

    def _decided(self, op: str, operands: list[int], known: list[float | None]) -> int | None:
        """Give what an operator comes to whose result one operand decides, exactly; or None."""
        first, last = known[0], known[-1]
        if op == "where" and first is not None:
            return operands[1] if first else operands[2]
        if op in ("multiply", "divide") and last == 1.0:
            return operands[0]
        if op == "multiply" and first == 1.0:
            return operands[1]
        if op == "subtract" and last == 0.0:
            return operands[0]
        if op == "otherwise" and first is not None:
            return operands[1] if math.isnan(first) else operands[0]
        if op == "pieces" and first is not None and not math.isnan(first):
            return self.constant(0.0) if first == 0.0 else self.operator("multiply", operands)
        if op == "least_known":
            some = [
                n
                for n, value in zip(operands, known, strict=True)
                if value is None or value == value
            ]
            if len(some) == 1:
                return some[0]
            return None if len(some) == len(operands) else self.operator(op, some)
        if op == "total" and len(operands) == 1:
            return operands[0]
        if RULES[op].unknown == "spreads" and any(
            value is not None and value != value for value in known
        ):
            return self.constant(math.nan)
        return None

    def _reached(self, outs: Iterable[int]) -> list[int]:
        """Give the nodes that outputs depend on and that vary, operands first."""
        needed: set[int] = set()
        todo = list(outs)
        while todo:
            node = todo.pop()
            if node not in needed and not self.nodes[node].is_constant:
                needed.add(node)
                if self.nodes[node].op != AXIS:
                    todo += self.nodes[node].operands
        return sorted(needed)

    @cached_property
    def readers(self) -> dict[int, list[int]]:
        """For each node that varies those that have it as an operand."""
        found: dict[int, list[int]] = {node: [] for node in self.order}
        for node in self.order:
            if self.nodes[node].op != AXIS:
                for operand in self.nodes[node].operands:
                    if operand in found:
                        found[operand].append(node)
        return found

    def compute(self, node: int, figures: Sequence[Num]) -> Num:
        """Compute one operator or procedure over arrays."""
        found = self.nodes[node]
        if found.procedure is not None:
            return found.procedure(*figures)
        return TABLE[found.op].vector(*figures)
