"""Dominance: removes options that can't be part of a uniquely best design.

A group's options affect the rest of a design through a few figures only, its interface. An option
is removed if another one is equal or better in each of them. The direction of improvement follows
from the formulas, by the signs of all criteria; if no sign is proven, only options with equal
figures are compared. Both designs of a comparison are real, so that declared properties of their
figures apply.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from model.engine.graph import AXIS
from model.engine.rules import sign
from model.engine.tables import Figures, Tables
from model.records import dataclass

CLOSE = 512
"""Options compared per step."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A criterion: a node of which more is better (`way` 1), or less is (-1).

    This applies from `low` to `high`; without limits, any difference counts.
    """

    node: int
    way: int
    low: float = -np.inf
    high: float = np.inf
    unknown: bool = False

    def met(self, figures: Figures) -> NDArray[np.bool_]:
        """Return a mask of the figures that are known and within limits, or may be unknown."""
        known = np.isfinite(figures)
        return (known & (figures >= self.low) & (figures <= self.high)) | (~known & self.unknown)


def face(tables: Tables, group: int) -> list[int]:
    """Return the nodes through which a group's options affect all others."""
    mine, order = 1 << group, tables.graph.order
    reached: dict[int, None] = {}
    for node in order:
        entry = tables.graph.nodes[node]
        if entry.op != AXIS and tables.owners[node] != mine:
            for operand in entry.operands:
                if tables.owners.get(operand) == mine:
                    reached[operand] = None
    for node in tables.graph.at.values():
        if tables.owners.get(node) == mine:
            reached[node] = None
    return list(reached)


def good_ways(tables: Tables, nodes: Sequence[int], judged: Sequence[Judged]) -> list[int | None]:
    """Return for each node whether more is better or neutral (1), worse (-1), or neither (None)."""
    outs = [one.node for one in judged]

    def way(start: dict[int, int]) -> int | None:
        moved = tables.moves(start, outs)
        return sign.joined(  # type: ignore[no-any-return]
            *(
                sign.UNSURE if moved[one.node] is sign.UNSURE else moved[one.node] * one.way
                for one in judged
            )
        )

    ways = [way({node: sign.UP}) for node in nodes]
    ways = [1 if direction == sign.SAME else direction for direction in ways]
    while any(direction is not None for direction in ways):
        # all at once: no worse in each may still be worse in all
        start = {
            n: direction for n, direction in zip(nodes, ways, strict=True) if direction is not None
        }
        if way(start) in (sign.SAME, sign.UP):
            break
        ways[next(n for n, direction in enumerate(ways) if direction is not None)] = None
    return ways


def not_dominated(tables: Tables, group: int, judged: Sequence[Judged]) -> NDArray[np.intp]:
    """Return the options of a group that are not dominated, and violate no limit."""
    nodes = face(tables, group)
    columns = [tables.table(node).ravel() for node in nodes]
    size = tables.sizes[group]
    options = np.arange(size)
    for one in judged:
        if tables.owners.get(one.node) == 1 << group:
            figures = tables.table(one.node).ravel()
            options = options[one.met(figures)[options]]
    if not len(options) or not nodes:
        return options[:1]
    ways = good_ways(tables, nodes, judged)
    better: list[Figures] = []
    alike: list[Figures] = []
    for column, way in zip(columns, ways, strict=True):
        figures = column[options]
        strange = ~np.isfinite(figures)
        if way is None:
            alike.append(figures)
        else:
            better.append(np.where(strange, 0.0, figures * way))
            if strange.any():  # options with different known figures aren't compared
                alike.append(np.where(strange, figures, 0.0))
    return options[_front(alike, better, len(options))]


def _front(alike: Sequence[Figures], better: Sequence[Figures], count: int) -> NDArray[np.intp]:
    """Return the comparable items that no other one dominates; the first of equal ones."""
    classes = np.zeros(count, np.intp)
    for column in alike:
        _, codes = np.unique(column.view(np.int64), return_inverse=True)
        _, classes = np.unique(classes * (codes.max() + 1) + codes, return_inverse=True)
    if not better:
        _, first = np.unique(classes, return_index=True)
        return np.sort(first)
    values = np.stack(better, axis=1)
    # Sort by the sum of ranks: a later item can't dominate an earlier one.
    ranks = np.stack([np.unique(column, return_inverse=True)[1] for column in better], axis=1)
    order = np.lexsort((np.arange(count), -ranks.sum(axis=1), classes))
    starts = np.flatnonzero(np.r_[True, np.diff(classes[order]) != 0])
    front = []
    for start, stop in zip(starts, [*starts[1:], count], strict=True):
        front.append(_undominated(values, order[start:stop]))
    return np.sort(np.concatenate(front))


def _undominated(values: Figures, order: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the items not dominated, if no later one dominates an earlier one."""
    front: list[NDArray[np.intp]] = []
    rest = order
    while len(rest):
        head, rest = rest[:CLOSE], rest[CLOSE:]
        block = values[head]
        # no worse in all figures, and earlier in the order
        beats = np.all(block[:, None, :] >= block[None, :, :], axis=2)
        beats &= np.arange(len(head))[:, None] < np.arange(len(head))[None, :]
        lives = ~beats.any(axis=0)
        head = head[lives]
        front.append(head)
        if len(rest):
            alive = np.ones(len(rest), bool)
            for one in values[head]:
                alive &= ~np.all(one >= values[rest], axis=1) if alive.any() else False
                if alive.mean() < 0.5:
                    rest, alive = rest[alive], np.ones(int(alive.sum()), bool)
            rest = rest[alive]
    return np.concatenate(front)
