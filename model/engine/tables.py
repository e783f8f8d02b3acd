"""The nodes of a graph over choices: their values by table, their ranges, and how they move.

A choice has so many options; each axis belongs to one choice and has a figure for each of its
options. A node depends on some choices, and is a table over their options. Where that table is
small enough it is computed, and its range is what is in it; the range of a larger one follows from
those of its operands, and from what is declared. Neither is ever taken for a value.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.engine.graph import AXIS, PROCEDURE, Graph
from model.engine.ops import Num
from model.engine.rules import degree, interval, sign
from model.engine.rules.table import RULES
from model.engine.tree import Address
from model.records import dataclass

Figures = NDArray[np.float64]
Picks = Sequence[NDArray[np.intp]]
"""For each choice the options of some designs."""

LARGEST = 1 << 18
"""Designs for which one table is kept."""
PATIENT = 1 << 9
"""The same of a procedure, which computes one design after the other."""


@dataclass(frozen=True, slots=True)
class Axis:
    """The figures of one input, an option each, and the choice whose options these are."""

    choice: int
    figures: Figures


@dataclass(frozen=True, slots=True)
class Range:
    """What the values of a node are between, and whether some may be unknown, or endless.

    `never`: none is known.
    """

    low: float
    high: float
    unknown: bool = False
    endless: bool = False
    never: bool = False


class Tables:
    """The values of a graph over choices of so many options each.

    `ranges` are those that were found over more options: they hold over fewer of them, too.
    """

    def __init__(
        self,
        graph: Graph,
        sizes: Sequence[int],
        axes: Mapping[Address, Axis],
        ranges: Mapping[int, Range] | None = None,
    ) -> None:
        self.graph = graph
        self.sizes = tuple(sizes)
        self.axes = axes
        self.owners: dict[int, int] = {}
        """For each node that varies the choices that it depends on, as bits."""
        for node in graph.order:
            found = graph.nodes[node]
            if found.op == AXIS:
                self.owners[node] = 1 << axes[graph.axes[node]].choice
            else:
                self.owners[node] = 0
                for operand in found.operands:
                    self.owners[node] |= self.owners.get(operand, 0)
        self.slow = self._behind_procedures()
        """The nodes that a procedure must run for."""
        self._runs: dict[int, dict[bytes, float]] = {}
        self._tables: dict[int, Figures] = {}
        self._ends: dict[tuple[int, int], tuple[Figures, Figures]] = {}
        self._ranges: dict[int, Range] = dict(ranges or {})

    def choices(self, owners: int) -> list[int]:
        """Give the choices of a set, in their order."""
        return [n for n in range(len(self.sizes)) if owners >> n & 1]

    def count(self, owners: int) -> int:
        """Count the designs over some choices."""
        return math.prod(self.sizes[n] for n in self.choices(owners))

    def is_small(self, node: int) -> bool:
        """Whether a node has few enough values to keep."""
        return self.count(self.owners[node]) <= (PATIENT if node in self.slow else LARGEST)

    def _behind_procedures(self) -> set[int]:
        found: set[int] = set()
        for node in self.graph.order:
            one = self.graph.nodes[node]
            if one.op == PROCEDURE or (one.op != AXIS and not found.isdisjoint(one.operands)):
                found.add(node)
        return found

    def table(self, node: int) -> Figures:
        """Compute a node for all options of its choices; there is a dimension for each choice."""
        found = self.graph.nodes[node]
        if found.is_constant:
            return np.full((1,) * len(self.sizes), found.value)
        if node not in self._tables:
            if found.op == AXIS:
                axis = self.axes[self.graph.axes[node]]
                shape = [1] * len(self.sizes)
                shape[axis.choice] = -1
                self._tables[node] = axis.figures.reshape(shape)
            else:
                figures: list[Num] = [
                    np.float64(self.graph.nodes[n].value)
                    if self.graph.nodes[n].is_constant
                    else self.table(n)
                    for n in found.operands
                ]
                with np.errstate(all="ignore"):
                    self._tables[node] = np.asarray(self.graph.compute(node, figures), np.float64)
        return self._tables[node]

    def range(self, node: int) -> Range:
        """Give what a node is between: by its table, or by its operands and its declaration."""
        if node not in self._ranges:
            self._ranges[node] = self._found_range(node)
        return self._ranges[node]

    def _found_range(self, node: int) -> Range:
        found = self.graph.nodes[node]
        if found.is_constant:
            return _of_values(np.asarray(found.value))
        if self.is_small(node):
            return _of_values(self.table(node))
        low, high = found.range
        if found.op == PROCEDURE:
            return Range(low, high, True, True)
        below = [self.range(n) for n in found.operands]
        if RULES[found.op].unknown == "is known" and any(n.unknown or n.endless for n in below):
            return Range(max(low, 0.0), min(high, 1.0))  # bounds are those of known operands
        ends = [(np.float64(one.low), np.float64(one.high)) for one in below]
        if found.op == "where" and below[0].unknown:
            ends[0] = np.float64(0.0), np.float64(1.0)  # what isn't known may choose either
        with np.errstate(all="ignore"):
            bounds = RULES[found.op].bounds(*ends)
        unknown, endless = _strange(found.op, below)
        some = found.op == "pieces" and below[0].low > 0
        if (some or RULES[found.op].unknown == "spreads") and any(one.never for one in below):
            return Range(-math.inf, math.inf, True, False, True)
        return Range(max(low, float(bounds[0])), min(high, float(bounds[1])), unknown, endless)

    @property
    def ranges(self) -> Mapping[int, Range]:
        """The ranges that were found so far."""
        return self._ranges

    def grows(self, axis: int, outs: Iterable[int]) -> dict[int, Any]:
        """Say how outputs move if one axis grows and nothing else is changed.

        Then what grows in proportion to it is known to, though the rules of signs don't see it:
        a rate of all servers, put together of targets in all blocks, over all servers.
        """
        return self.moves({axis: sign.UP}, outs, self.degrees(axis, self.graph.order))

    def moves(
        self,
        start: Mapping[int, Any],
        outs: Iterable[int],
        degrees: Mapping[int, Any] | None = None,
    ) -> dict[int, Any]:
        """Say how outputs move if some nodes move so, and all that doesn't depend on them stays."""
        proportional = degrees or {}
        nodes, readers = self.graph.nodes, self.graph.readers
        found: dict[int, Any] = {
            node: way for node, way in start.items() if way != sign.SAME and node in readers
        }
        ahead = {reader for node in found for reader in readers[node]}
        nearest = sorted(ahead)  # a heap: a node's operands come before it
        while nearest:  # what it never comes to stays
            node = heapq.heappop(nearest)
            if node in start or proportional.get(node) == 0:
                continue
            moves = [found.get(n, sign.SAME) for n in nodes[node].operands]
            way = self._moved(node, moves)
            if way is sign.UNSURE and proportional.get(node) == 1:
                bounds = self.range(node)
                way = sign.scaled(sign.UP, (bounds.low, bounds.high))
            if way == sign.SAME:
                continue
            found[node] = way
            for reader in readers[node]:
                if reader not in ahead:
                    ahead.add(reader)
                    heapq.heappush(nearest, reader)
        return {out: found.get(out, sign.SAME) for out in outs}

    def _moved(self, node: int, moves: list[Any]) -> Any:
        op, operands = self.graph.nodes[node].op, self.graph.nodes[node].operands
        if op == PROCEDURE:
            return sign.UNSURE
        if self.range(node).never:
            return sign.SAME
        ranges = [self.range(n) for n in operands]
        if RULES[op].unknown == "depends" and any(one.unknown for one in ranges):
            decides = {"where": moves[:1], "where_less": moves[:2], "pieces": moves[:1]}
            stays = all(move == sign.SAME for move in decides.get(op, moves))
            some = op == "pieces" and ranges[0].low > 0  # of some pieces, the price matters
            if not stays and not some:
                return sign.UNSURE
        if op in ("multiply", "divide", "subtract", "pieces") and any(
            one.endless for one in ranges
        ):
            return sign.UNSURE
        return RULES[op].move(moves, [(one.low, one.high) for one in ranges])

    def degrees(self, node: int, outs: Iterable[int]) -> dict[int, Any]:
        """Say which outputs grow in proportion to a node, and which stay."""
        found: dict[int, Any] = {}

        def of(n: int) -> Any:
            one = self.graph.nodes[n]
            if one.is_constant:
                return degree.ANY if one.value == 0 else 0
            return found[n]

        for n in self.graph.order:
            one = self.graph.nodes[n]
            if n == node:
                found[n] = 1
            elif one.op == AXIS:
                found[n] = 0
            elif one.op == PROCEDURE:
                found[n] = 0 if all(of(o) == 0 for o in one.operands) else degree.NEITHER
            else:
                found[n] = RULES[one.op].growth([of(o) for o in one.operands])
        return {out: of(out) for out in outs}

    def values(self, outs: Sequence[int], picks: Picks) -> list[Figures]:
        """Compute outputs for designs given by their options; what is in tables is looked up."""
        sheet = _Sheet(self, picks)
        with np.errstate(all="ignore"):
            return [sheet.column(sheet.value(out)) for out in outs]

    def bounds(
        self, outs: Sequence[int], picks: Picks, free: int = 0
    ) -> list[tuple[Figures, Figures]]:
        """Bound outputs of designs without running procedures: by what is declared of them.

        What is known of a figure is within the bounds, whatever is chosen of the `free` choices (as
        bits); their picks don't count.
        """
        sheet = _Sheet(self, picks, free)
        with np.errstate(all="ignore"):
            found = [sheet.bounds(out) for out in outs]
            return [(sheet.column(low), sheet.column(high)) for low, high in found]

    def ends(self, node: int, free: int) -> tuple[Figures, Figures]:
        """Give the least and the most of a table over some choices; all, where none is known."""
        if (node, free) not in self._ends:
            table = self.table(node)
            axes = tuple(n for n in self.choices(free) if table.shape[n] > 1)
            low, high = np.fmin.reduce(table, axes), np.fmax.reduce(table, axes)
            shape = [1 if n in axes else size for n, size in enumerate(table.shape)]
            self._ends[node, free] = (
                np.where(np.isnan(low), -np.inf, low).reshape(shape),
                np.where(np.isnan(high), np.inf, high).reshape(shape),
            )
        return self._ends[node, free]

    def run(self, node: int, figures: Sequence[Num]) -> Figures:
        """Run a procedure, once for designs that are alike to it."""
        columns = np.broadcast_arrays(*(np.asarray(one, np.float64) for one in figures))
        known = self._runs.setdefault(node, {})
        rows = np.stack([c.ravel() for c in columns], axis=1)
        keys = [row.tobytes() for row in rows]  # unknown is unlike itself, but not in its bits
        new = {key: n for n, key in enumerate(keys) if key not in known}
        procedure = self.graph.nodes[node].procedure
        assert procedure is not None
        if new:
            found = np.atleast_1d(procedure(*rows[list(new.values())].T))
            known.update(zip(new, found.tolist(), strict=True))
        return np.array([known[key] for key in keys]).reshape(columns[0].shape)


class _Sheet:
    """The values of some designs, as far as anybody asked for them; some choices may be free."""

    def __init__(self, tables: Tables, picks: Picks, free: int = 0) -> None:
        self.tables = tables
        self.picks = picks
        self.free = free
        self._places: dict[int, NDArray[np.intp]] = {}
        self._values: dict[int, Num] = {}
        self._bounds: dict[int, interval.Bounds] = {}

    def column(self, figures: Num) -> Figures:
        """Give a value as an array over the designs."""
        count = len(self.picks[0]) if self.picks else 1
        return np.broadcast_to(np.asarray(figures, np.float64), count)

    def value(self, node: int) -> Num:
        """Give the value of a node, from its table or from its operands."""
        one = self.tables.graph.nodes[node]
        if one.is_constant:
            return np.float64(one.value)
        if node not in self._values:
            if self.tables.is_small(node):
                self._values[node] = self._looked_up(node, self.tables.table(node))
            else:
                figures = [self.value(n) for n in one.operands]
                run = self.tables.run if one.op == PROCEDURE else self.tables.graph.compute
                self._values[node] = run(node, figures)
        return self._values[node]

    def _looked_up(self, node: int, table: Figures) -> Figures:
        tables, owners = self.tables, self.tables.owners[node] & ~self.free
        if owners not in self._places:
            place: Any = 0
            for n in tables.choices(owners):
                place = place * tables.sizes[n] + self.picks[n]
            self._places[owners] = place
        count = tables.count(owners)
        if table.size != count:  # an operand that decides leaves the others out
            shape = [size if owners >> n & 1 else 1 for n, size in enumerate(tables.sizes)]
            table = np.broadcast_to(table, shape)
        return table.reshape(count)[self._places[owners]]

    def bounds(self, node: int) -> interval.Bounds:
        """Give what a node is between, where procedures give anything that is declared of them."""
        tables, one = self.tables, self.tables.graph.nodes[node]
        if one.is_constant:
            return np.float64(one.value), np.float64(one.value)
        is_free = bool(tables.owners[node] & self.free)
        if not is_free and (node not in tables.slow or tables.is_small(node)):
            value = self.value(node)
            return value, value
        if node not in self._bounds:
            if tables.is_small(node):
                low, high = tables.ends(node, self.free)
                found = self._looked_up(node, low), self._looked_up(node, high)
            else:
                found = self._computed(node)
            self._bounds[node] = found
        return self._bounds[node]

    def _computed(self, node: int) -> interval.Bounds:
        """Bound a node by its operands, and by what is declared of it."""
        one = self.tables.graph.nodes[node]
        low, high = np.float64(one.range[0]), np.float64(one.range[1])
        if one.op == PROCEDURE:
            return low, high
        if RULES[one.op].unknown == "is known" or one.op == "where":
            deciding = one.operands[:1] if one.op == "where" else one.operands
            below = [self.tables.range(n) for n in deciding]
            if any(n.unknown or n.endless for n in below):
                return (low, high) if one.op == "where" else (np.float64(0.0), np.float64(1.0))
        found = RULES[one.op].bounds(*(self.bounds(n) for n in one.operands))
        return np.maximum(found[0], low), np.minimum(found[1], high)


def _of_values(values: Figures) -> Range:
    """Give the range of values that are there."""
    finite = values[np.isfinite(values)]
    unknown, endless = bool(np.isnan(values).any()), bool(np.isinf(values).any())
    if not finite.size:
        return Range(-math.inf, math.inf, unknown, endless, bool(np.isnan(values).all()))
    low, high = float(finite.min()), float(finite.max())
    if endless:
        low = -math.inf if (values == -math.inf).any() else low
        high = math.inf if (values == math.inf).any() else high
    return Range(low, high, unknown, endless)


def _strange(op: str, below: Sequence[Range]) -> tuple[bool, bool]:
    """Say whether an operator may give what is unknown, or endless."""
    unknown, endless = any(one.unknown for one in below), any(one.endless for one in below)
    if RULES[op].unknown == "is known" or op == "unknown_count":
        return False, False
    if op in ("otherwise", "known_total"):
        return op == "otherwise" and below[-1].unknown, endless
    if op == "least_known":
        return all(one.unknown for one in below), endless
    if op in ("divide", "floor_quotient", "ceil_quotient") and below[1].low <= 0 <= below[1].high:
        return True, True
    if op in ("log", "log1p", "sqrt", "power", "erlang_b", "poisson_quantile", "common_divisor"):
        return True, endless or op in ("log", "log1p", "power")
    return unknown or endless, endless
