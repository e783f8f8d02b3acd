"""The best design of a space, exactly: every design that is left is computed, or can't be better.

A group along which everything that is judged moves one way is not enumerated, but bisected: the
fewest blocks that meet what is asked, or the most that a budget allows. What only a procedure knows
is bounded by what is declared of it, and computed only for designs that could still be the best.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from copy import copy
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from model.engine.readers import sign
from model.engine.tables import Figures, Picks, Tables
from model.records import dataclass
from model.search.dominance import Judged
from model.search.reduced import Reduced
from model.search.spaces import Space
from model.search.watch import Watch

CHUNK = 1 << 15
"""Designs that are computed at a time."""
FEW = 64
"""Designs for which procedures run before the others are compared with the best again."""


@dataclass(slots=True)
class Best:
    """The best of a space: its figure, as a cost, and its options; `bound`: none is below it."""

    cost: float = np.inf
    options: NDArray[np.intp] | None = None
    bound: float = -np.inf
    proven: bool = False
    computed: int = 0
    left: int = 0
    merged: list[tuple[int, ...]] = field(default_factory=list)


def judged_of(space: Space) -> list[Judged]:
    """Give what designs of a space are judged by: the aim first, then each limit that varies."""
    found = [Judged(space.aimed, -space.aim.sense)]
    for limit in space.limits:
        node = space.graph.at[limit.address]
        if not space.graph.nodes[node].is_constant:
            way = 1 if limit.low > -np.inf else -1
            found.append(Judged(node, way, limit.low, limit.high, limit.unknown))
    return found


def breaks_a_constant(space: Space) -> list[str]:
    """Name the limits that no design of a space keeps to, whatever is chosen."""
    return [
        limit.what
        for limit in space.limits
        for node in [space.graph.at[limit.address]]
        if space.graph.nodes[node].is_constant
        and not limit.kept(np.array([space.graph.nodes[node].value])).all()
    ]


def solve(space: Space, best: float = np.inf, watch: Watch | None = None) -> Best:
    """Find the best design of a space that is better than `best`.

    Costs are the aim's figure times its sense: less is better.
    """
    watch = watch or Watch()
    if breaks_a_constant(space):
        return Best(proven=True)
    search = Enumeration(space, watch)
    return search.ended(search.over(0, search.count, best, watch), watch)


class Enumeration:
    """One search through what is left of a space: all of it, or a range."""

    def __init__(self, space: Space, watch: Watch) -> None:
        judged = judged_of(space)
        self.reduced = reduced = Reduced(space, judged)
        reduced.reduce(watch)
        self.tables: Tables = reduced.tables
        self.aim, self.limits = judged[0], judged[1:]
        slow = self.tables.slow
        self.quick = [one for one in self.limits if one.node not in slow]
        self.patient = [one for one in self.limits if one.node in slow]
        self.sense = -self.aim.way
        self.found = Best()
        self.along = self._monotone()
        self.sizes = [size if n != self.along else 1 for n, size in enumerate(self.tables.sizes)]

    @property
    def count(self) -> int:
        """How many designs are gone through; along a group that is bisected they count as one."""
        return math.prod(self.sizes)

    def told(self, cost: float) -> float | None:
        """Give a cost as the figure that people are told."""
        return cost * self.sense if np.isfinite(cost) else None

    def ended(self, found: Best, watch: Watch) -> Best:
        """Say of what was found whether it is proven, and else what no design is below."""
        found.proven = not watch.stopped
        found.bound = found.cost if found.proven else self._bound()
        found.left = self.reduced.designs
        found.merged = [member.groups for member in self.reduced.members]
        return found

    def over(self, start: int, stop: int, best: float, watch: Watch) -> Best:
        """Go through designs from one number up to another, as far as there is time."""
        own = copy(self)  # several threads may be at it
        own.found = Best(best)
        return own._over(start, stop, watch)

    def _over(self, start: int, stop: int, watch: Watch) -> Best:
        for first in range(start, stop, CHUNK):
            if not watch.goes_on((first - start) / (stop - start), self.told(self.found.cost)):
                break
            numbers = np.arange(first, min(first + CHUNK, stop))
            self.found.computed += len(numbers)
            picks = list(np.unravel_index(numbers, self.sizes))
            if self.along is None:
                self._take(picks, self.limits)
            elif self.falls:
                self._fewest(picks)
            else:
                self._most(picks)
        return self.found

    def _bound(self) -> float:
        """Bound the aim over all designs, by their ranges."""
        if self.aim.node not in self.tables.owners:
            return -np.inf
        found = self.tables.range(self.aim.node)
        return found.low if self.sense > 0 else -found.high

    def _monotone(self) -> int | None:
        """Find the longest member along which all that is judged moves one way; sort it so."""
        order = np.argsort([-size for size in self.tables.sizes], kind="stable")
        for member in order:
            if self.tables.sizes[member] < 4:
                break
            axes = [at for at, axis in self.tables.axes.items() if axis.choice == member]
            nodes = [n for n in self.tables.graph.order if self.tables.graph.axes.get(n) in axes]
            figures = [self.tables.table(node).ravel() for node in nodes]
            if len(nodes) != 1 or not np.isfinite(figures[0]).all():
                continue
            outs = [one.node for one in (self.aim, *self.limits)]
            moved = self.tables.grows(nodes[0], outs)
            if any(moved[out] is sign.UNSURE for out in outs):
                continue
            if not np.all(np.diff(figures[0]) > 0):
                continue
            self.up = [one for one in self.limits if moved[one.node] * one.way == 1]
            self.down = [one for one in self.limits if moved[one.node] * one.way == -1]
            self.same = [one for one in self.limits if moved[one.node] == sign.SAME]
            self.falls = moved[self.aim.node] * self.aim.way != 1
            return int(member)
        return None

    def _costs(self, picks: Picks) -> Figures:
        return self.tables.values([self.aim.node], picks)[0] * self.sense

    def _keeping(self, limits: list[Judged], picks: Picks) -> NDArray[np.bool_]:
        """Say which designs keep to some limits; the next limit only counts of those that do."""
        count = len(picks[0])
        alive = np.ones(count, bool)
        if not limits:
            return alive
        for one, figures in zip(
            limits, self.tables.values([one.node for one in limits], picks), strict=True
        ):
            alive &= one.kept(figures)
        return alive

    def _take(self, picks: Picks, limits: list[Judged]) -> None:
        """Compute designs, and take the best of those that keep to all limits."""
        quick = [one for one in limits if one.node not in self.tables.slow]
        picks = _some(picks, self._keeping(quick, picks))
        if not len(picks[0]):
            return
        if self.aim.node in self.tables.slow or len(quick) < len(limits):
            self._take_patiently(picks, [one for one in limits if one not in quick])
            return
        costs = self._costs(picks)
        self._better(np.where(np.isfinite(costs), costs, np.inf), picks)

    def _better(self, costs: Figures, picks: Picks) -> None:
        n = int(np.argmin(costs))
        if costs[n] < self.found.cost:
            self.found.cost = float(costs[n])
            one = [pick[n : n + 1] for pick in picks]
            self.found.options = self.reduced.options(one)[0]

    def _take_patiently(self, picks: Picks, limits: list[Judged]) -> None:
        """Run procedures for the designs that may be the best, the likeliest first."""
        possible = np.ones(len(picks[0]), bool)
        for one in limits:
            low, high = self.tables.bounds(one.node, picks)
            possible &= ((high >= one.low) & (low <= one.high)) | one.unknown
        picks = _some(picks, possible)
        low, high = self.tables.bounds(self.aim.node, picks)
        least = low if self.sense > 0 else -high
        order = np.argsort(least, kind="stable")
        for start in range(0, len(order), FEW):
            some = order[start : start + FEW]
            some = some[least[some] < self.found.cost]
            if not len(some):
                return
            designs = [pick[some] for pick in picks]
            designs = _some(designs, self._keeping(limits, designs))
            if len(designs[0]):
                costs = self._costs(designs)
                self._better(np.where(np.isfinite(costs), costs, np.inf), designs)

    def _at(self, picks: Picks, along: NDArray[np.intp] | int) -> list[NDArray[np.intp]]:
        assert self.along is not None
        count = len(picks[0])
        there = np.broadcast_to(np.asarray(along, np.intp), count)
        return [there if n == self.along else pick for n, pick in enumerate(picks)]

    def _fewest(self, picks: Picks) -> None:
        """Take of each design the least that meets what is asked: more costs more."""
        assert self.along is not None
        last = self.tables.sizes[self.along] - 1
        picks = _some(picks, self._keeping(self.same, picks))
        low = np.zeros(len(picks[0]), np.intp)
        # what depends on few choices is looked up in a table, and comes first
        for one in sorted(self.up, key=lambda up: self.tables.count(self.tables.owners[up.node])):
            cheap = self._costs(self._at(picks, low)) < self.found.cost
            picks, low = _some(picks, cheap), low[cheap]
            enough = self._keeping([one], self._at(picks, last))
            picks, low = _some(picks, enough), low[enough]
            high = np.full(len(low), last)
            while (low < high).any():
                middle = (low + high) // 2
                enough = self._keeping([one], self._at(picks, middle))
                low, high = np.where(enough, low, middle + 1), np.where(enough, middle, high)
        if len(low):
            self._take(self._at(picks, low), self.down)

    def _most(self, picks: Picks) -> None:
        """Take of each design the most that is allowed: more is better."""
        assert self.along is not None
        last = self.tables.sizes[self.along] - 1
        picks = _some(picks, self._keeping(self.same, picks))
        picks = _some(picks, self._costs(self._at(picks, last)) < self.found.cost)
        low, high = np.zeros(len(picks[0]), np.intp), np.full(len(picks[0]), last)
        while (low < high).any():  # the least that is better than the best known
            middle = (low + high) // 2
            better = self._costs(self._at(picks, middle)) < self.found.cost
            low, high = np.where(better, low, middle + 1), np.where(better, middle, high)
        alive = self._keeping(self.down, self._at(picks, low))
        picks, low = _some(picks, alive), low[alive]
        high = np.full(len(low), last)
        while (low < high).any():
            middle = (low + high + 1) // 2
            allowed = self._keeping(self.down, self._at(picks, middle))
            low, high = np.where(allowed, middle, low), np.where(allowed, high, middle - 1)
        if len(low):
            self._take(self._at(picks, low), self.up)


def _some(picks: Picks, alive: NDArray[np.bool_]) -> list[NDArray[np.intp]]:
    return [pick[alive] for pick in picks] if not alive.all() else list(picks)


def all_costs(
    space: Space, chunk: int = CHUNK
) -> Iterator[tuple[list[NDArray[np.intp]], Figures, NDArray[np.bool_]]]:
    """Compute every design of a space: its options, its cost, and whether it keeps to limits."""
    judged = judged_of(space)
    sizes = space.sizes
    total = space.structure.designs
    for start in range(0, total, chunk):
        picks = list(np.unravel_index(np.arange(start, min(start + chunk, total)), sizes))
        columns = space.tables.values([one.node for one in judged], picks)
        kept = np.isfinite(columns[0])
        for one, figures in zip(judged[1:], columns[1:], strict=True):
            kept &= one.kept(figures)
        yield picks, columns[0] * space.aim.sense, kept
