"""A sweep as one fused kernel: all operators of a block of designs in one compiled loop.

The graph of a program is written as text, which numba compiles once; text and machine code are kept
on disk by the text's hash. Nothing needs it: without numba, for what calls a procedure, and where a
few designs show that a C library rounds otherwise than NumPy, the sweep is NumPy's.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
import tempfile
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from model.engine.graph import AXIS, Graph
from model.engine.rules.loops import CALLS, HEAD, POWER_OF_TWO, WHOLE, Rule, literal
from model.engine.rules.table import RULES
from model.engine.sweep import columns_of, sweep
from model.engine.tree import Address, Instance
from model.records import dataclass

Designs = NDArray[np.float64]
BLOCK = 512
"""Designs whose figures stay in the processor's nearest cache."""
PROVED = 1 << 10
"""Designs that NumPy computes, too: if a bit differs, it computes them all."""
MOST = 600
"""Operators that are compiled in a minute."""


def is_there() -> bool:
    """Whether numba is installed: the extra `ostimate[fast]`."""
    return importlib.util.find_spec("numba") is not None


def fused_sweep(
    root: Instance, axes: Mapping[Address, ArrayLike], targets: Sequence[Address]
) -> dict[Address, Designs]:
    """Evaluate a tree for many designs as `sweep` does, to the same bits."""
    columns, count = columns_of(axes)
    made = _made(root, tuple(columns), tuple(targets)) if is_there() and count > PROVED else None
    if made is None:
        return sweep(root, columns, targets)
    given = tuple(_read_only(columns[at]) for at in made.axes)
    found = np.empty((len(made.targets), count))
    made.kernel(given, made.figures, found, 0, count)
    if made.proved is None:
        known = sweep(root, {at: column[:PROVED] for at, column in columns.items()}, targets)
        own = dict(zip(made.targets, found[:, :PROVED], strict=True))
        made.proved = all(_same_bits(own[at], known[at]) for at in targets)
    if not made.proved:
        return sweep(root, columns, targets)
    return dict(zip(made.targets, found, strict=True))


@dataclass(slots=True)
class _Made:
    """A kernel with what it is fed with; `proved`: whether it gave what NumPy does, once tried."""

    kernel: Any
    figures: Designs
    axes: list[Address]
    targets: list[Address]
    proved: bool | None = None


_MADE: OrderedDict[tuple[Any, ...], _Made | None] = OrderedDict()
_KEPT = 32


def _made(root: Instance, axes: tuple[Address, ...], targets: tuple[Address, ...]) -> _Made | None:
    """Give the kernel of a tree with its inputs; None where it is left to NumPy."""
    inputs = tuple((path, tuple(one.inputs.items())) for path, one in root.walk())
    key = root.shape(), inputs, axes, targets
    if key not in _MADE:
        graph = Graph(root, axes, targets)
        made = None
        if _is_fusible(graph):
            writer = _Writer(graph, list(graph.at))
            text, figures, nodes = writer.text()
            given = [graph.axes[node] for node in nodes]
            made = _Made(_kernel(text), figures, given, list(graph.at))
        _MADE[key] = made
        if len(_MADE) > _KEPT:
            _MADE.popitem(last=False)
    return _MADE[key]


def _read_only(column: Designs) -> Designs:
    """Give a view that is what the kernel's signature says, whoever owns the column."""
    view = column.view()
    view.flags.writeable = False
    return view


def _same_bits(one: Designs, other: Designs) -> bool:
    unknown = np.isnan(one) & np.isnan(other)
    return bool(np.all(unknown | (one.view(np.int64) == other.view(np.int64))))


def _is_fusible(graph: Graph) -> bool:
    ops = [graph.nodes[node].op for node in graph.order]
    return len(ops) <= MOST and all(op == AXIS or (op in RULES and RULES[op].loop) for op in ops)


class _Writer:
    """Writes a graph as loops over a block, in one array of figures with constant offsets.

    Then a compiler sees that nothing overlaps, and makes vectors of it. A loop is cut at operators
    that call a library, which no vector can.
    """

    def __init__(self, graph: Graph, targets: Sequence[Address]) -> None:
        self.graph = graph
        self.outs = [graph.at[target] for target in targets]
        self.constants: dict[int, int] = {}
        self.section: dict[int, tuple[int, bool]] = {}
        for node in graph.order:
            one = graph.nodes[node]
            below = [self.section[n] for n in one.operands if n in self.section]
            if one.op == AXIS:
                below = [(0, False)]
            level = max((depth + calls for depth, calls in below), default=0)
            self.section[node] = level, one.op in CALLS and not self._is_power_of_two(node)
        self.row = {node: n for n, node in enumerate(self._stored())}

    def _is_power_of_two(self, node: int) -> bool:
        one = self.graph.nodes[node]
        return one.op == "exp2" and self.graph.nodes[one.operands[0]].op in WHOLE

    def _rule(self, node: int) -> Rule:
        rule = (
            POWER_OF_TWO if self._is_power_of_two(node) else RULES[self.graph.nodes[node].op].loop
        )
        assert rule is not None
        return rule

    def _stored(self) -> list[int]:
        """Give the nodes whose figures outlive their loop: another one reads them."""
        read = {
            operand
            for node in self.graph.order
            if self.graph.nodes[node].op != AXIS
            for operand in self.graph.nodes[node].operands
            if operand in self.section and self.section[operand] != self.section[node]
        }
        axes = {node for node in self.graph.order if self.graph.nodes[node].op == AXIS}
        return [node for node in self.graph.order if node in read | axes | set(self.outs)]

    def _constant(self, node: int) -> str:
        written = literal(self.graph.nodes[node].value)
        return written or f"c{self.constants.setdefault(node, len(self.constants))}"

    def _loop(self, nodes: Sequence[int]) -> list[str]:
        here, loaded, lines = set(nodes), set[int](), []
        for node in nodes:
            names = []
            for operand in self.graph.nodes[node].operands:
                if operand not in self.section:
                    names.append(self._constant(operand))
                    continue
                if operand not in here and operand not in loaded:
                    loaded.add(operand)
                    lines.append(f"v{operand} = s[{self.row[operand] * BLOCK} + i]")
                names.append(f"v{operand}")
            lines += self._rule(node)(f"v{node}", names)
            if node in self.row:
                lines.append(f"s[{self.row[node] * BLOCK} + i] = v{node}")
        return [f"        for i in range({BLOCK}):", *(f"            {line}" for line in lines)]

    def text(self) -> tuple[str, Designs, list[int]]:
        """Give the text, the constants that it is fed with, and the axes in their order."""
        axes = [node for node in self.graph.order if self.graph.nodes[node].op == AXIS]
        loops: dict[tuple[int, bool], list[int]] = {}
        for node in self.graph.order:
            if self.graph.nodes[node].op != AXIS:
                loops.setdefault(self.section[node], []).append(node)
        body = [line for key in sorted(loops) for line in self._loop(loops[key])]
        # an index that might be negative makes a compiler gather and scatter: in parts, none is
        loads = [
            f"        g = x[{n}][b:b + m]\n"
            f"        for i in range(m): s[{self.row[node] * BLOCK} + i] = g[i]"
            for n, node in enumerate(axes)
        ]
        stores = [
            f"        g = out[{n}, b:b + m]\n        for i in range(m): g[i] = "
            + (f"s[{self.row[out] * BLOCK} + i]" if out in self.row else self._constant(out))
            for n, out in enumerate(self.outs)
        ]
        figures = [self.graph.nodes[node].value for node in self.constants]
        lines = [
            "",
            "",
            f"@njit(\"void(UniTuple(Array(float64, 1, 'C', readonly=True), {len(axes)}),"
            ' float64[::1], float64[:,::1], int64, int64)",'
            ' error_model="numpy", nogil=True, cache=True)',
            "def kernel(x, c, out, lo, hi):",
            *(f"    c{n} = c[{n}]" for n in range(len(figures))),
            f"    s = np.ones({max(1, len(self.row)) * BLOCK})",
            f"    for b in range(lo, hi, {BLOCK}):",
            f"        m = min({BLOCK}, hi - b)",
            *(loads + body + stores),
        ]
        return HEAD + "\n".join(lines) + "\n", np.array(figures or [0.0]), axes


@lru_cache(maxsize=32)
def _kernel(text: str) -> Any:
    """Give the compiled kernel of a text, from disk if it was compiled before."""
    name = f"kernel_{hashlib.sha256(text.encode()).hexdigest()[:32]}"
    home = os.environ.get("OSTIMATE_CACHE") or Path.home() / ".cache" / "ostimate"
    folder = Path(home) / "kernels"
    file = folder / f"{name}.py"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile("w", dir=folder, suffix=".part", delete=False) as part:
            part.write(text)
        Path(part.name).replace(file)
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.kernel
