"""The arithmetic of a sweep: which single operators an axis reaches, and in which buffers they run.

Formulas are traced to NumPy's own operators, each once. What no axis reaches is computed once, even
inside a formula; the rest runs block by block, into buffers that are used again as soon as nobody
reads them: nothing is allocated for each block. The order of operations is the formula's, so every
bit is what the formula gives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NoReturn

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

from model.engine import ops
from model.engine.ops import TABLE, Num
from model.engine.quantity import Quantity
from model.engine.tree import Program
from model.records import dataclass

Kind = Literal["float", "truth", "own"]
"""What an operator gives: floats or truths, for which there are buffers, or an array of its own."""
TRUTHS = {
    np.less,
    np.less_equal,
    np.greater,
    np.greater_equal,
    np.equal,
    np.not_equal,
    np.logical_and,
    np.logical_or,
    np.logical_not,
    np.isnan,
    np.isfinite,
}
BITWISE = {np.bitwise_and, np.bitwise_or}
"""Give truths of truths."""


class _UntraceableError(TypeError):
    """An operator branches, converts, or gives more than one array: it is called as a whole."""


@dataclass(frozen=True, slots=True)
class Node:
    """One operator: what is called, with which operands; a leaf is a slot of the program."""

    function: Callable[..., Num] | None
    operands: tuple[Any, ...]
    """Numbers of nodes as `Ref`, or plain figures."""
    varies: bool
    kind: Kind


@dataclass(frozen=True, slots=True)
class Ref:
    """The number of a node, as an operand."""

    at: int


def _chosen(condition: Num, one: Num, other: Num, out: Num = None) -> Num:
    """Do what `np.where` does, into a buffer that is none of the operands'."""
    if out is None:
        return np.where(condition, one, other)
    if getattr(condition, "dtype", None) != np.bool_:
        condition = np.not_equal(condition, 0.0)
    np.copyto(out, other)
    np.copyto(out, one, where=condition)
    return out


class _Traced(NDArrayOperatorsMixin):
    """Stands in for a value, and notes what is done with it."""

    __hash__ = object.__hash__

    def __init__(self, graph: _Graph, at: int) -> None:
        self.graph, self.at = graph, at

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        if method != "__call__" or options or ufunc.nout != 1:
            raise _UntraceableError
        return self.graph.add(ufunc, inputs)

    def __array_function__(self, function: Any, _: Any, args: Any, options: Any) -> Any:
        if function is not np.where or options or len(args) != 3:
            raise _UntraceableError
        return self.graph.add(_chosen if self.graph.varies(args) else np.where, args)

    def apply_operator(self, op: str, operands: tuple[Any, ...]) -> Any:
        """Note an operator of ours: by NumPy's operators, where an axis reaches it."""
        graph = self.graph
        if graph.varies(operands):
            mark = len(graph.nodes)
            try:
                return TABLE[op].vector(*operands)
            except (_UntraceableError, AttributeError, TypeError):
                graph.forget_from(mark)
        return graph.add(getattr(ops, op), operands)

    def _refuse(self, *_: Any) -> NoReturn:
        raise _UntraceableError

    __bool__ = __float__ = __int__ = __index__ = __array__ = __len__ = __iter__ = _refuse


class _Graph:
    """All operators, each once, in an order in which they can be computed."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._known: dict[Any, int] = {}
        self.of_slot: dict[int, Any] = {}

    def varies(self, operands: Sequence[Any]) -> bool:
        return any(isinstance(x, _Traced) and self.nodes[x.at].varies for x in operands)

    def add(self, function: Callable[..., Num], operands: Sequence[Any]) -> Any:
        """Note an operator, unless it is there already; gives what stands in for its value."""
        read = tuple(Ref(x.at) if isinstance(x, _Traced) else x for x in operands)
        key = (function, *((type(x), x if x == x else "unknown") for x in read))
        at = self._known.get(key)
        if at is None:
            at = self._known[key] = len(self.nodes)
            varies = self.varies(operands)
            self.nodes.append(Node(function, read, varies, self._kind(function, read, varies)))
        return _Traced(self, at)

    def leaf(self, slot: int, *, varies: bool) -> _Traced:
        """Note an input, or an axis."""
        self.nodes.append(Node(None, (slot,), varies, "float"))
        return _Traced(self, len(self.nodes) - 1)

    def forget_from(self, mark: int) -> None:
        """Take back what was noted of an operator that must be called as a whole."""
        del self.nodes[mark:]
        self._known = {key: at for key, at in self._known.items() if at < mark}

    def _kind(self, function: Any, operands: tuple[Any, ...], varies: bool) -> Kind:
        if function in TRUTHS:
            return "truth"
        kinds = {self.nodes[x.at].kind for x in operands if isinstance(x, Ref)}
        if function in BITWISE:
            return "truth" if kinds == {"truth"} else "own"
        into_buffer = (isinstance(function, np.ufunc) or function is _chosen) and kinds != {"truth"}
        return "float" if into_buffer or not varies else "own"

    def step(self, quantity: Quantity, operands: list[_Traced]) -> Any:
        """Note a step: by its operators where an axis reaches it, or else as a whole."""
        if quantity.kind != "opaque" and self.varies(operands):
            mark = len(self.nodes)
            try:
                found = quantity.function(*operands)
                return found if isinstance(found, _Traced) else self.add(_same, (found,))
            except (_UntraceableError, AttributeError, TypeError):
                self.forget_from(mark)
        return self.add(quantity.function, operands)


def _same(value: Num) -> Num:
    return value


@dataclass(frozen=True, slots=True)
class Kernel:
    """What a sweep computes once, what for each block, and where it puts it."""

    nodes: tuple[Node, ...]
    constant: tuple[int, ...]
    """Nodes that no axis reaches, the leaves among them, in order."""
    axes: tuple[tuple[int, int], ...]
    """Nodes that are axes, each with its slot."""
    varying: tuple[int, ...]
    """The other nodes that an axis reaches, in order."""
    buffer: dict[int, int]
    """The buffer of each varying node that has one."""
    buffers: tuple[Kind, ...]
    dropped: tuple[tuple[int, ...], ...]
    """After each varying node, those of arrays of their own that nobody reads any more."""
    targets: dict[int, int]
    """The node of each wanted slot."""

    def run(self, values: Sequence[Num], results: dict[int, Any], count: int, block: int) -> None:
        """Compute all designs from the program's inputs into the wanted slots' arrays."""
        found: list[Num] = [None] * len(self.nodes)
        for at in self.constant:
            node = self.nodes[at]
            if node.function is None:
                found[at] = values[node.operands[0]]
                continue
            value = node.function(*self._read(node, found))
            found[at] = np.float64(value) if type(value) is float else value
        columns: dict[int, list[Any]] = {}
        for slot, at in self.targets.items():  # two of them may be one operator
            columns.setdefault(at, []).append(results[slot])
        known = [(at, columns[at]) for at in columns.keys() - set(self.varying)]
        size = min(block, count)
        kinds = {"float": np.float64, "truth": np.bool_}
        memory: list[Any] = [np.empty(size, kinds[kind]) for kind in self.buffers]
        calls = self._calls(found, memory, columns)
        for start in range(0, count, block):
            here = slice(start, min(start + block, count))
            if here.stop - here.start != size:
                memory = [buffer[: here.stop - here.start] for buffer in memory]
                size = here.stop - here.start
                calls = self._calls(found, memory, columns)
            for at, slot in self.axes:
                found[at] = values[slot][here]
            for at, into in known:
                for column in into:
                    column[here] = found[at]
            for at, function, operands, out, into, dropped in calls:
                read = [found[x.at] if type(x) is Ref else x for x in operands]
                found[at] = function(*read) if out is None else function(*read, out=out)
                for column in into:
                    column[here] = found[at]
                for gone in dropped:
                    found[gone] = None

    def _calls(
        self, found: list[Num], memory: list[Any], columns: dict[int, list[Any]]
    ) -> list[tuple[Any, ...]]:
        """Give what is called for each block: known operands are put in, outputs have a place."""
        calls: list[tuple[Any, ...]] = []
        for at, dropped in zip(self.varying, self.dropped, strict=True):
            node = self.nodes[at]
            operands = tuple(
                x if not isinstance(x, Ref) or self.nodes[x.at].varies else found[x.at]
                for x in node.operands
            )
            out = memory[self.buffer[at]] if at in self.buffer else None
            calls.append((at, node.function, operands, out, columns.get(at, ()), dropped))
        return calls

    @staticmethod
    def _read(node: Node, found: list[Num]) -> list[Num]:
        return [found[x.at] if isinstance(x, Ref) else x for x in node.operands]


def compile_kernel(program: Program, axes: set[int], wanted: Sequence[int]) -> Kernel:
    """Compile a program for some slots as axes, and some that are wanted."""
    graph = _Graph()
    stands: dict[int, _Traced] = {}
    for slot, _, _ in program.inputs:
        stands[slot] = graph.leaf(slot, varies=slot in axes)
    for step in program.steps:
        stands[step.slot] = graph.step(step.quantity, [stands[n] for n in step.operands])
    targets = {slot: stands[slot].at for slot in wanted}
    live = _live(graph.nodes, targets.values())
    nodes = graph.nodes
    reached = [n for n in live if nodes[n].varies]
    varying = [n for n in reached if nodes[n].function is not None]
    buffer, buffers, dropped = _placed(nodes, varying)
    return Kernel(
        tuple(nodes),
        tuple(n for n in live if not nodes[n].varies),
        tuple((n, nodes[n].operands[0]) for n in reached if nodes[n].function is None),
        tuple(varying),
        buffer,
        tuple(buffers),
        tuple(dropped),
        targets,
    )


def _live(nodes: list[Node], wanted: Any) -> list[int]:
    """Give the nodes that are needed, in order."""
    needed, todo = set(wanted), list(wanted)
    while todo:
        for operand in nodes[todo.pop()].operands:
            if isinstance(operand, Ref) and operand.at not in needed:
                needed.add(operand.at)
                todo.append(operand.at)
    return sorted(needed)


def _placed(
    nodes: list[Node], varying: list[int]
) -> tuple[dict[int, int], list[Kind], list[tuple[int, ...]]]:
    """Give each varying node a buffer; one that nobody reads any more is used again."""
    last: dict[int, int] = {}
    for n in varying:
        last[n] = n
        last |= {x.at: n for x in nodes[n].operands if isinstance(x, Ref)}
    place: dict[int, int] = {}
    kinds: list[Kind] = []
    free: dict[Kind, list[int]] = {"float": [], "truth": []}
    dropped = []
    for n in varying:
        read = dict.fromkeys(x.at for x in nodes[n].operands if isinstance(x, Ref))
        gone = [at for at in (*read, n) if last[at] == n]
        left = [place[at] for at in gone if at in place]
        over = nodes[n].function is not _chosen  # whether an operand's own buffer may take it
        for buffer in left if over else ():
            free[kinds[buffer]].append(buffer)
        kind = nodes[n].kind
        if kind != "own":
            if not free[kind]:
                free[kind].append(len(kinds))
                kinds.append(kind)
            place[n] = free[kind].pop()
        after = [] if over else left
        if last[n] == n and n in place:  # a target that nobody else reads: its place is free again
            after = [*after, place[n]]
        for buffer in after:
            free[kinds[buffer]].append(buffer)
        dropped.append(tuple(at for at in gone if nodes[at].kind == "own" and nodes[at].varies))
    return place, kinds, dropped
