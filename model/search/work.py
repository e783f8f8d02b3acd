"""A search in pieces, on any executor: ranges of the designs that are left, each by itself.

A worker gets the structure, as its plan and what its options change, and a range; it finds out by
itself, once, which designs are left. So the answer has the same bits wherever it is found.
"""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Executor
from pathlib import Path
from typing import NamedTuple

import numpy as np

from model.engine.spread import Found, Kept, Piece, in_turn, key_of
from model.planning.plan import Plan
from model.records import dataclass
from model.search.leaves import Best
from model.search.probes import Combination, probed
from model.search.solve import Enumeration, breaks_a_constant, solve
from model.search.spaces import Aim, Space
from model.search.structures import Group, Structure
from model.search.watch import Watch

PIECES = 256
"""Pieces, if there are beginnings for so many: no worker is left alone with the last ones."""
FIRST = 32
"""Looks at the likeliest designs before the others are spread: each piece knows a good one."""
REMEMBERED = 4
"""Searches that a process remembers: what is left of a space, and its tables."""


class Where(NamedTuple):
    """Where pieces are computed, and in which folder they are kept; neither: here, as a whole."""

    executor: Executor | None = None
    kept: Path | None = None


HERE = Where()


@dataclass(frozen=True)
class Part:
    """What is done with a range of the designs of a structure; `key` names the search."""

    plan: Plan
    base: Combination
    groups: tuple[Group, ...]
    aim: Aim
    best: float
    number: int
    key: str

    def __call__(self, start: int, stop: int) -> Found:
        """Give the best of a range: its cost and number, what was computed, and its options."""
        if self.key not in _REMEMBERED:
            structure = Structure(self.base, probed(self.plan, whole=True), list(self.groups))
            _remember(self.key, Enumeration(Space(structure, self.aim), Watch()))
        best = Best(self.best, self.number)
        found = _REMEMBERED[self.key].over(start, stop, best, Watch())
        none = [-1.0] * len(self.groups)
        options = none if found.options is None else [float(n) for n in found.options]
        number = divmod(found.number, HALF)  # a float holds the half of it
        return np.array([found.cost, *number, found.computed, *options])[:, None]


HALF = 1 << 31
_REMEMBERED: OrderedDict[str, Enumeration] = OrderedDict()


def _remember(key: str, search: Enumeration) -> None:
    _REMEMBERED[key] = search
    if len(_REMEMBERED) > REMEMBERED:
        _REMEMBERED.popitem(last=False)


def solve_on(space: Space, best: float, watch: Watch, where: Where) -> Best:
    """Find the best design of a space as `solve` does, in pieces unless it is to be done here."""
    if where == HERE or breaks_a_constant(space):
        return solve(space, best, watch)
    search = Enumeration(space, watch)
    if watch.stopped:
        return search.ended(Best(best), watch)
    plan, structure = space.structure.probe.plan, space.structure
    assert plan is not None
    figures = [(group.options, list(group.figures.items())) for group in structure.groups]
    first = iter(range(FIRST))
    looks = Watch(progress=lambda *_: next(first, -1) >= 0)
    found = search.over(0, search.count, Best(best), looks)
    if not looks.stopped and where.kept is None:  # nothing is left to spread, or to keep
        return search.ended(found, watch)
    key = key_of(plan.root, space.aim, figures, found.cost, found.number)
    _remember(key, search)  # processes that are forked from here needn't find it out again
    groups = tuple(structure.groups)
    part = Part(plan, structure.base, groups, space.aim, found.cost, found.number, key)
    kept = Kept(where.kept, key, folded=True) if where.kept else None
    todo = _pieces(search.count)
    done: dict[Piece, Found] = {}

    def goes_on() -> bool:
        return watch.goes_on(len(done) / len(todo), search.told(found.cost))

    for piece, figure in in_turn(part, todo, where.executor, kept, goes_on):
        done[piece] = figure[:, 0]
        cost, upper, lower, computed, *options = done[piece]
        number = int(upper) * HALF + int(lower)
        found.computed += int(computed)
        if cost < found.cost or (cost == found.cost and 0 <= number < found.number):
            found.cost, found.number = float(cost), number
            found.options = np.array(options, np.intp)
    return search.ended(found, watch)


def _pieces(count: int) -> list[Piece]:
    """Cut the beginnings into pieces."""
    size = max(1, -(-count // PIECES))
    return [(first, min(first + size, count)) for first in range(0, count, size)]
