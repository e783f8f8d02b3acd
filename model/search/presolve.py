"""Presolve: an equivalent space with fewer options, by filtering and merging groups."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from model.engine.tables import Axis, Tables
from model.engine.tree import Address
from model.records import dataclass
from model.search.dominance import Judged, not_dominated
from model.search.progress import Watch
from model.search.spaces import Options, Space

MOST_MERGED = 1 << 21
"""Maximum number of combined options of two groups to compare."""
WORTH = 0.5
"""Minimum share of the combined options that must be removed for a merge."""


@dataclass(slots=True)
class Member:
    """Groups of the space merged into one: for each of its options, those of all groups."""

    groups: tuple[int, ...]
    options: Options


class Presolved:
    """A space whose members have fewer options than its groups."""

    def __init__(self, space: Space, judged: list[Judged]) -> None:
        self.space = space
        self.judged = judged
        self.members = [
            Member((n,), np.arange(size)[:, None]) for n, size in enumerate(space.sizes)
        ]
        self.tables = space.tables
        self._count: int | None = None
        self._tried: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()

    @property
    def designs(self) -> int:
        """Number of remaining designs."""
        return int(np.prod([float(len(member.options)) for member in self.members]))

    def reduce(self, watch: Watch) -> None:
        """Filter each group, then merge groups that lose options by it, until stopped."""
        self._filter(watch)
        while watch.goes_on(0.0, None) and self._merge():
            pass

    def _filter(self, watch: Watch) -> None:
        for n in range(len(self.members)):
            if not watch.goes_on(0.0, None):
                return
            options = not_dominated(self.tables, n, self.judged)
            if len(options) < len(self.members[n].options):
                self._cut(n, options)

    def _cut(self, member: int, options: NDArray[np.intp]) -> None:
        """Keep some options of a member."""
        axes = {
            at: Axis(axis.choice, axis.figures[options]) if axis.choice == member else axis
            for at, axis in self.tables.axes.items()
        }
        self.members[member].options = self.members[member].options[options]
        self._renew(axes)

    def _renew(self, axes: Mapping[Address, Axis]) -> None:
        sizes = [len(member.options) for member in self.members]
        self.tables = Tables(self.space.graph, sizes, axes)

    def _merge(self) -> bool:
        """Merge the two members with the fewest options whose merge is worthwhile."""
        met = set(self.tables.owners.values())
        pairs = [
            (self.tables.count(1 << one | 1 << other), one, other)
            for one, other in combinations(range(len(self.members)), 2)
            if 1 << one | 1 << other in met
        ]
        for count, one, other in sorted(pairs):
            names = self.members[one].groups, self.members[other].groups
            if count > MOST_MERGED or names in self._tried:
                continue
            self._tried.add(names)
            if self._merged(one, other):
                return True
        return False

    def _merged(self, one: int, other: int) -> bool:
        """Merge two members, if enough of their options can be removed."""
        sizes = self.tables.sizes
        first, second = (grid.ravel() for grid in np.indices((sizes[one], sizes[other])))
        place = {n: m for m, n in enumerate(n for n in range(len(sizes)) if n != other)}
        place[other] = place[one]
        axes = {}
        for at, axis in self.tables.axes.items():
            pick = first if axis.choice == one else second if axis.choice == other else None
            figures = axis.figures if pick is None else axis.figures[pick]
            axes[at] = Axis(place[axis.choice], figures)
        merged = [len(first) if n == one else size for n, size in enumerate(sizes) if n != other]
        for node in self.space.graph.order:
            self.tables.range(node)
        tables = Tables(self.space.graph, merged, axes, self.tables.ranges)
        options = not_dominated(tables, place[one], self.judged)
        if len(options) > WORTH * len(first):
            return False
        a, b = self.members[one], self.members[other]
        joined = np.concatenate([a.options[first[options]], b.options[second[options]]], axis=1)
        self.members[one] = Member((*a.groups, *b.groups), joined)
        del self.members[other]
        self._renew(
            {
                at: Axis(axis.choice, axis.figures[options]) if axis.choice == place[one] else axis
                for at, axis in axes.items()
            }
        )
        return True

    def options(self, picks: list[NDArray[np.intp]]) -> Options:
        """Convert options of the members to designs of the space."""
        options = np.zeros((len(picks[0]) if picks else 1, len(self.space.sizes)), np.intp)
        for member, pick in zip(self.members, picks, strict=True):
            options[:, list(member.groups)] = member.options[pick]
        return options
