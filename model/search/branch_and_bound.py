"""Exact branch and bound: each remaining design is computed, or excluded by a bound.

Groups are fixed one after the other, and each partial design is bounded over all options of the
other groups: if it violates a limit, or can't improve on the best known design, all its designs are
excluded. The most promising ones are examined first. A bound only excludes designs; it is never
used as a value.

The rest of the search is a list of branches, which can be split: a search can thus be distributed
to workers, or saved and resumed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy

import numpy as np
from numpy.typing import NDArray

from model.engine.tables import Figures, Picks
from model.records import dataclass
from model.search.dominance import Judged
from model.search.evaluation import Best, Evaluation, some_of
from model.search.presolve import Presolved
from model.search.progress import Watch
from model.search.spaces import Space

CHUNK = 1 << 15
"""Designs computed per step."""
FIRST, MOST_FIRST = 1 << 10, 1 << 19
"""Number of partial designs bounded first: the minimum, and the maximum to reach it."""
FEW_LEFT = 64
"""Number of designs of a partial design below which they are computed, not bounded further."""


@dataclass(slots=True)
class Branch:
    """Partial designs: options of the first members, and a lower bound of the cost of each.

    Sorted from most to least promising; those before `next` are done.
    """

    depth: int
    picks: list[NDArray[np.intp]]
    least: Figures
    next: int = 0
    begun: int = 0
    """Number of those before `next` from which the branches after this one are derived."""

    @property
    def done(self) -> float:
        """The share that is done, without the part in progress."""
        return (self.next - self.begun) / len(self.least)

    def every(self, step: int, first: int) -> Branch:
        """Return a share of the rest: every `step`-th partial design, starting at `first`."""
        picks = [pick[self.next + first :: step] for pick in self.picks]
        return Branch(self.depth, picks, self.least[self.next + first :: step])


def share_out(branches: Iterable[Branch], shares: int) -> list[list[Branch]]:
    """Split the rest of a search into shares that are equally promising."""
    branches = list(branches)
    split = ([one.every(shares, n) for one in branches] for n in range(shares))
    return [[one for one in share if len(one.least)] for share in split]


def judged_of(space: Space) -> list[Judged]:
    """Return the criteria of a space's designs: the objective first, then each variable limit."""
    judged = [Judged(space.aimed, -space.aim.sense)]
    for limit in space.limits:
        node = space.graph.at[limit.address]
        if not space.graph.nodes[node].is_constant:
            way = 1 if limit.low > -np.inf else -1
            judged.append(Judged(node, way, limit.low, limit.high, limit.unknown))
    return judged


def breaks_a_constant(space: Space) -> list[str]:
    """Return the limits that all designs of a space violate."""
    return [
        limit.what
        for limit in space.limits
        for node in [space.graph.at[limit.address]]
        if space.graph.nodes[node].is_constant
        and not limit.met(np.array([space.graph.nodes[node].value])).all()
    ]


class Enumeration(Evaluation):
    """Search of the rest of a space."""

    def __init__(self, space: Space, watch: Watch) -> None:
        judged = judged_of(space)
        presolved = Presolved(space, judged)
        presolved.reduce(watch)
        super().__init__(presolved, judged)
        self.order = self._order()

    def _order(self) -> list[int]:
        """Order the members: those of required quantities first, then those of costs."""
        owners = self.tables.owners
        limiting = [*self.up, *self.down] if self.along is not None else self.limits
        nodes = [one.node for one in (*limiting, self.aim) if one.node in owners]
        order: dict[int, None] = {}
        for node in sorted(nodes, key=lambda n: self.tables.count(owners[n])):
            mine = self.tables.choices(owners[node])
            order |= dict.fromkeys(sorted(mine, key=lambda n: -self.sizes[n]))
        order |= dict.fromkeys(range(len(self.sizes)))
        return [member for member in order if member != self.along]

    def branches(self, best: Best) -> list[Branch]:
        """Return the branches of the whole space: the first few members, all others open."""
        depth, count = 0, 1
        for member in self.order:
            if count >= FIRST or count * self.sizes[member] > MOST_FIRST:
                break
            depth, count = depth + 1, count * self.sizes[member]
        own = self._with_best(best)
        picks = [np.zeros(1, np.intp) for _ in self.sizes]
        return list(own._branched(own._with(picks, self.order[:depth]), depth))

    def objective_value(self, cost: float) -> float | None:
        """Convert a cost to the figure of the objective."""
        return cost * self.sense if np.isfinite(cost) else None

    def ended(self, best: Best, branches: Sequence[Branch]) -> Best:
        """Complete the result: whether it is proven, and a lower bound otherwise."""
        left = [float(one.least[one.next]) for one in branches if one.next < len(one.least)]
        best.bound = min([best.cost, *left])
        best.proven = not branches
        best.left = self.presolved.designs
        best.merged = [member.groups for member in self.presolved.members]
        return best

    def run(
        self,
        branches: list[Branch],
        best: Best,
        seconds: float = math.inf,
        goes_on: Callable[[], bool] = lambda: True,
    ) -> None:
        """Search branches, the last one first, until the time limit or the end of the search."""
        own, until = self._with_best(best), time.monotonic() + seconds
        while branches:
            branch = branches[-1]
            rest = [self.sizes[member] for member in self.order[branch.depth :]]
            step = len(rest) if math.prod(rest) <= FEW_LEFT else 1
            end = branch.next + max(1, CHUNK // math.prod(rest[:step]))
            likely = branch.least[branch.next : end] < best.limit
            if not likely.any():  # all following ones are less promising
                branches.pop()
                continue
            if not goes_on():
                return
            picks = some_of([pick[branch.next : end] for pick in branch.picks], likely)
            branch.next, branch.begun = branch.next + len(likely), len(likely)
            picks = self._with(picks, self.order[branch.depth : branch.depth + step])
            branches += own._branched(picks, branch.depth + step)
            if time.monotonic() > until:
                return

    def _with_best(self, best: Best) -> Enumeration:
        """Return a copy of the search with its own best design, for use in several threads."""
        own = copy(self)
        own.found = best
        return own

    def _branched(self, picks: Picks, depth: int) -> Iterator[Branch]:
        """Return partial designs as a branch; compute them if they are complete."""
        if math.prod(self.sizes[member] for member in self.order[depth:]) <= 1:
            for first in range(0, len(picks[0]), CHUNK):
                self.take([pick[first : first + CHUNK] for pick in picks])
        elif len(picks[0]):
            still_open = sum(1 << member for member in self.order[depth:])
            picks, least = self._possible(picks, still_open)
            order = np.argsort(least, kind="stable")
            if len(order):
                yield Branch(depth, [pick[order] for pick in picks], least[order])

    def _with(self, picks: Picks, members: Sequence[int]) -> list[NDArray[np.intp]]:
        """Combine partial designs with each option of further members."""
        sizes = [self.sizes[member] for member in members]
        combined = [np.repeat(pick, math.prod(sizes)) for pick in picks]
        for member, digit in zip(members, np.indices(sizes), strict=True):
            combined[member] = np.tile(digit.ravel(), len(picks[0]))
        return combined

    def _may(self, limits: list[Judged], picks: Picks, free: int) -> NDArray[np.bool_]:
        """Return a mask of the partial designs that may meet limits, by their bounds."""
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
        """Return the partial designs that may improve on the best, with their lower bounds."""
        parts = [
            self._possible_of([pick[first : first + CHUNK] for pick in picks], free)
            for first in range(0, len(picks[0]), CHUNK)
        ]
        columns = zip(*(some for some, _ in parts), strict=True)
        return list(map(np.concatenate, columns)), np.concatenate([least for _, least in parts])

    def _possible_of(self, picks: Picks, free: int) -> tuple[Picks, Figures]:
        """Return the same for a single chunk.

        Along a monotone group, if a number of blocks is impossible, so are all lower (or higher)
        ones.
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
        """Return for partial designs the lowest option along the group that may be sufficient."""
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
        """Return for partial designs the highest option along the group within the limits."""
        assert self.along is not None
        last = self.tables.sizes[self.along] - 1
        better = self._least(self.at(picks, last), free) < self.found.limit
        picks = some_of(picks, better)
        low, high = np.zeros(len(picks[0]), np.intp), np.full(len(picks[0]), last)
        while (low < high).any():  # the lowest that may improve on the best
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


def done_of(branches: Sequence[Branch]) -> float:
    """Return the share of a search that is done, from its remaining branches."""
    done, share = 0.0, 1.0
    for one in branches:
        done += share * one.done
        share *= one.begun / len(one.least)
    return done if branches else 1.0


def joined(branches: Iterable[Branch]) -> list[Branch]:
    """Join branches of the same depth, the deepest last, as many shares create many of them."""
    depths: dict[int, list[Branch]] = {}
    for one in share_out(branches, 1)[0]:
        depths.setdefault(one.depth, []).append(one)
    merged = []
    for depth, some in sorted(depths.items()):
        least = np.concatenate([one.least for one in some])
        order = np.argsort(least, kind="stable")
        columns = zip(*(one.picks for one in some), strict=True)
        picks = [np.concatenate(column)[order] for column in columns]
        merged.append(Branch(depth, picks, least[order]))
    return merged
