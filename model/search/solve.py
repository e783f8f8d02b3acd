"""The best design of a space, exactly: every design that is left is computed, or can't be better.

Groups are chosen one after the other, and what has been chosen is bounded, whatever the other
groups are: what can't keep to a limit, or can't be better than the best known, goes with all
designs that have it. The likeliest come first. A bound decides what isn't computed; it is never
taken for a value.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from copy import copy

import numpy as np
from numpy.typing import NDArray

from model.engine.tables import Figures, Picks
from model.search.dominance import Judged
from model.search.leaves import Best, Leaves, some_of
from model.search.reduced import Reduced
from model.search.spaces import Space
from model.search.watch import Watch

CHUNK = 1 << 15
"""Designs that are computed at a time."""
ROOTS, BLOCK = 1 << 10, 1 << 19
"""Beginnings of designs in which ranges of the search are counted; those bounded at a time."""
FEW_LEFT = 64
"""Designs with one beginning that aren't worth more bounds: they are computed."""


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
    return search.ended(search.over(0, search.count, Best(best), watch), watch)


class Enumeration(Leaves):
    """One search through what is left of a space: all of it, or a range."""

    def __init__(self, space: Space, watch: Watch) -> None:
        judged = judged_of(space)
        reduced = Reduced(space, judged)
        reduced.reduce(watch)
        super().__init__(reduced, judged)
        self.order = self._order()
        self.roots = self._deep(ROOTS)
        self.watch = watch
        self.least_left = np.inf
        """What no design is below that wasn't looked at as there was no time."""
        self.place, self.done = (0.0, 1.0), 0.0

    @property
    def count(self) -> int:
        """How many beginnings of designs there are: the first groups, whatever the others are."""
        return math.prod(self._first(self.roots))

    def _order(self) -> list[int]:
        """Choose those members first that settle how many are needed, then what else they cost."""
        owners = self.tables.owners
        asked = [*self.up, *self.down] if self.along is not None else self.limits
        nodes = [one.node for one in (*asked, self.aim) if one.node in owners]
        found: dict[int, None] = {}
        for node in sorted(nodes, key=lambda n: self.tables.count(owners[n])):
            mine = self.tables.choices(owners[node])
            found |= dict.fromkeys(sorted(mine, key=lambda n: -self.sizes[n]))
        found |= dict.fromkeys(range(len(self.sizes)))
        return [member for member in found if member != self.along]

    def _deep(self, least: int) -> int:
        """Say how many of the groups make so many beginnings, if all together do."""
        product = 1
        for n, size in enumerate(self._first(len(self.order))):
            product *= size
            if product >= least:
                return n + 1
        return len(self.order)

    def _first(self, depth: int) -> list[int]:
        return [self.sizes[member] for member in self.order[:depth]]

    def _free(self, depth: int) -> int:
        """Give the groups, as bits, that aren't chosen at some depth."""
        return sum(1 << member for member in self.order[depth:])

    def told(self, cost: float) -> float | None:
        """Give a cost as the figure that people are told."""
        return cost * self.sense if np.isfinite(cost) else None

    def ended(self, found: Best, watch: Watch) -> Best:
        """Say of what was found whether it is proven, and else what no design is below."""
        found.proven = not watch.stopped
        found.bound = min(found.cost, found.cost if found.proven else found.bound)
        found.left = self.reduced.designs
        found.merged = [member.groups for member in self.reduced.members]
        return found

    def over(self, start: int, stop: int, best: Best, watch: Watch) -> Best:
        """Go through designs by their beginnings, as far as there is time."""
        own = copy(self)  # several threads may be at it
        own.found, own.least_left, own.watch = Best(best.cost, best.number), np.inf, watch
        for first in range(start, stop, BLOCK):
            last = min(first + BLOCK, stop)
            own.place = (first - start) / (stop - start), (last - first) / (stop - start)
            if not own._goes_on(0.0):
                own.least_left = min(own.least_left, own._bound())
                break
            own._descend(own._beginnings(first, last, self.roots), self.roots)
        own.found.bound = own.least_left
        return own.found

    def _goes_on(self, done: float | None = None) -> bool:
        if done is not None:
            self.done = self.place[0] + done * self.place[1]
        return self.watch.goes_on(self.done, self.told(self.found.cost))

    def _beginnings(self, first: int, last: int, depth: int) -> list[NDArray[np.intp]]:
        """Give the options of beginnings by their numbers; what isn't chosen yet is 0."""
        members = self.order[:depth]
        digits = np.unravel_index(np.arange(first, last), self._first(depth)) if members else ()
        picks = [np.zeros(last - first, np.intp) for _ in self.sizes]
        for member, digit in zip(members, digits, strict=True):
            picks[member] = digit
        return picks

    def _descend(self, picks: Picks, depth: int) -> None:
        """Go through all designs that begin so, the likeliest first."""
        rest = [self.sizes[member] for member in self.order[depth:]]
        if math.prod(rest) <= 1:
            self._take_in_chunks(picks)
            return
        step = len(rest) if math.prod(rest) <= FEW_LEFT else 1
        picks, least = self._possible(picks, self._free(depth))
        likeliest = np.argsort(least, kind="stable")
        width = max(1, CHUNK // math.prod(rest[:step]))
        for first in range(0, len(likeliest), width):
            some = likeliest[first : first + width]
            some = some[least[some] < self.found.limit]
            if not len(some):
                return
            if not self._goes_on(first / len(likeliest) if depth == self.roots else None):
                self.least_left = min(self.least_left, float(least[some[0]]))
                return
            self._descend(self._with(picks, some, self.order[depth : depth + step]), depth + step)

    def _take_in_chunks(self, picks: Picks) -> None:
        for first in range(0, len(picks[0]), CHUNK):
            if not self._goes_on():
                self.least_left = min(self.least_left, self._bound())
                return
            self.take([pick[first : first + CHUNK] for pick in picks])

    def _with(
        self, picks: Picks, some: NDArray[np.intp], members: list[int]
    ) -> list[NDArray[np.intp]]:
        """Give some beginnings with each option of further members."""
        sizes = [self.sizes[member] for member in members]
        found = [np.repeat(pick[some], math.prod(sizes)) for pick in picks]
        for member, digit in zip(members, np.indices(sizes), strict=True):
            found[member] = np.tile(digit.ravel(), len(some))
        return found

    def _may(self, limits: list[Judged], picks: Picks, free: int) -> NDArray[np.bool_]:
        """Say of which beginnings a design may keep to limits, for all that is known."""
        alive = np.ones(len(picks[0]), bool)
        bounds = self.tables.bounds([one.node for one in limits], picks, free)
        for one, (low, high) in zip(limits, bounds, strict=True):
            if not one.unknown:
                alive &= (high >= one.low) & (low <= one.high)
        return alive

    def _least(self, picks: Picks, free: int) -> Figures:
        [(low, high)] = self.tables.bounds([self.aim.node], picks, free)
        return low if self.sense > 0 else -high

    def _possible(self, picks: Picks, free: int) -> tuple[Picks, Figures]:
        """Give the beginnings that may lead to a better design, and what none of each is below."""
        parts = [
            self._possible_of([pick[first : first + CHUNK] for pick in picks], free)
            for first in range(0, len(picks[0]), CHUNK)
        ]
        columns = zip(*(some for some, _ in parts), strict=True)
        return list(map(np.concatenate, columns)), np.concatenate([least for _, least in parts])

    def _possible_of(self, picks: Picks, free: int) -> tuple[Picks, Figures]:
        """Do the same for as many as are computed at a time.

        Along a group where all moves one way, what can't be with so many can't with fewer, or more.
        """
        if self.along is None:
            picks = some_of(picks, self._may(self.limits, picks, free))
            least = self._least(picks, free)
        else:
            picks = some_of(picks, self._may(self.same, self.at(picks, 0), free))
            along = self._fewest_of if self.falls else self._most_of
            picks, there = along(picks, free)
            least = self._least(self.at(picks, there), free)
        better = least < self.found.limit
        return some_of(picks, better), least[better]

    def _fewest_of(self, picks: Picks, free: int) -> tuple[Picks, NDArray[np.intp]]:
        """Give for beginnings the least along the group below which nothing is enough."""
        assert self.along is not None
        last = self.tables.sizes[self.along] - 1
        picks = some_of(picks, self._may(self.up, self.at(picks, last), free))
        low, high = np.zeros(len(picks[0]), np.intp), np.full(len(picks[0]), last)
        while (low < high).any():
            middle = (low + high) // 2
            enough = self._may(self.up, self.at(picks, middle), free)
            low, high = np.where(enough, low, middle + 1), np.where(enough, middle, high)
        alive = self._may(self.down, self.at(picks, low), free)
        return some_of(picks, alive), low[alive]

    def _most_of(self, picks: Picks, free: int) -> tuple[Picks, NDArray[np.intp]]:
        """Give for beginnings the most along the group above which nothing is allowed."""
        assert self.along is not None
        last = self.tables.sizes[self.along] - 1
        better = self._least(self.at(picks, last), free) < self.found.limit
        picks = some_of(picks, better)
        low, high = np.zeros(len(picks[0]), np.intp), np.full(len(picks[0]), last)
        while (low < high).any():  # the least that may be better than the best known
            middle = (low + high) // 2
            better = self._least(self.at(picks, middle), free) < self.found.limit
            low, high = np.where(better, low, middle + 1), np.where(better, middle, high)
        alive = self._may(self.down, self.at(picks, low), free)
        picks, low = some_of(picks, alive), low[alive]
        high = np.full(len(low), last)
        while (low < high).any():
            middle = (low + high + 1) // 2
            allowed = self._may(self.down, self.at(picks, middle), free)
            low, high = np.where(allowed, middle, low), np.where(allowed, high, middle - 1)
        alive = self._may(self.up, self.at(picks, low), free)
        return some_of(picks, alive), low[alive]

    def _bound(self) -> float:
        """Bound all designs by some beginnings, as there is no more time."""
        depth = self._deep(BLOCK + 1) - 1
        picks = self._beginnings(0, math.prod(self._first(depth)), depth)
        _, least = self._possible(picks, self._free(depth))
        return float(least.min(initial=np.inf))


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
