"""Which lost targets hold all copies of some file, where files have copies on other targets.

Each target holds files. Copies of a file are on as many targets, and of these a component takes
at most one along, unless it takes all targets there are. Where a target has no such others, a
component takes as few as is possible of those that hold its files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from model.records import NamedTuple, dataclass

Masks = tuple[int, ...]
"""Targets of each block that are lost, as bits; blocks at the end that lose none are left out."""


Of = tuple[int, tuple[int, ...]]
"""A block, and the components that take some of its targets along."""


class Pool(NamedTuple):
    """How many targets of a block may be chosen that the components of `key` take along."""

    block: int
    targets: int
    key: tuple[int, ...]


@dataclass(frozen=True)
class Copies:
    """Copies of files on the targets of equal blocks.

    `of_block` are the targets that each component takes along in its block, as bits; `of_site`
    those that one takes along in every block, such as a power feed.
    """

    copies: int
    targets: int
    blocks: int
    of_block: Masks = ()
    of_site: Masks = ()

    @cached_property
    def count(self) -> int:
        """Targets that hold a file: one for each copy, as far as there are so many."""
        return max(min(self.copies, self.targets * self.blocks), 1)

    @property
    def _every(self) -> int:
        return (1 << self.targets) - 1

    @cached_property
    def everywhere(self) -> int:
        """Blocks that copies of a file may lie in: as many as matter."""
        return min(self.blocks, self.count)

    @cached_property
    def _components(self) -> tuple[tuple[int, bool], ...]:
        """The components that don't take all targets along, and whether of every block."""
        blockwide = {
            one
            for one in self.of_block
            if one.bit_count() > 1 and (self.blocks > 1 or one != self._every)
        }
        sitewide = {one for one in self.of_site if one and one != self._every}
        return (*((one, False) for one in sorted(blockwide)), *((one, True) for one in sitewide))

    @cached_property
    def _classes(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Targets that the same components take along, with the numbers of these."""
        found: dict[tuple[int, ...], int] = {}
        for target in range(self.targets):
            bit = 1 << target
            key = tuple(n for n, (mask, _) in enumerate(self._components) if mask & bit)
            found[key] = found.get(key, 0) | bit
        return tuple((mask, key) for key, mask in found.items())

    @cached_property
    def _most(self) -> int:
        """How many copies of a file a component takes along at most, where placed best."""
        pools = self._pools((self._every,) * self.everywhere)
        return next(n for n in range(1, self.count + 1) if self._hold(pools, n))

    @cached_property
    def _most_of(self) -> dict[tuple[int, ...], int]:
        """The same of the files of each target, by the components that take it along."""
        pools = self._pools((self._every,) * self.everywhere)
        return {
            key: next(
                n for n in range(self._most, self.count + 1) if self._hold(pools, n, (0, key))
            )
            for _, key in self._classes
        }

    @cached_property
    def with_no_others(self) -> int:
        """Targets all copies of whose files a component may take along, as bits."""
        if self.count == 1:
            return 0
        return sum(mask for mask, key in self._classes if self._most_of[key] == self.count)

    @cached_property
    def _found(self) -> dict[Masks, bool]:
        return {}

    def lost(self, masks: Masks) -> bool:
        """Whether targets that are lost, by block, may hold all copies of a file."""
        if self.count == 1 or not any(masks):
            return any(masks)
        found = self._found.get(masks)
        if found is None:
            pools = self._pools(masks)
            found = self._found[masks] = self._hold(pools, self._most) or any(
                self._hold(pools, self._most_of[key], (block, key))
                for block, _, key in pools
                if self._most_of[key] > self._most
            )
        return found

    def keeps(self, lost: Masks) -> bool:
        """Whether files on each lost target may also be on one that is left, of all blocks."""
        masks = Counter(lost)
        masks[0] += self.blocks - len(lost)
        pools = self._pools((self._every,) * self.everywhere)
        for here in filter(None, masks):
            left = {(0, key) for held, key in self._classes if held & ~here}
            elsewhere = [one for one, many in masks.items() if many > (one == here)]
            elsewhere *= self.everywhere > 1
            for one in elsewhere:
                left |= {(1, key) for held, key in self._classes if held & ~one}
            for held, key in self._classes:
                most = self._most_of[key]
                if held & here and not any(
                    self._hold(pools, most, (0, key), other) for other in left
                ):
                    return False
        return True

    def _pools(self, masks: Masks) -> tuple[Pool, ...]:
        return tuple(
            Pool(block, (mask & held).bit_count(), key)
            for block, mask in enumerate(masks)
            for held, key in self._classes
            if mask & held
        )

    def _hold(self, pools: Sequence[Pool], most: int, *with_these: Of) -> bool:
        """Whether targets hold all copies of a file, of which a component takes `most` along.

        Some of them are of a block and a class each.
        """
        left = {(pool.block, pool.key): pool.targets for pool in pools}
        taken: dict[tuple[int, int], int] = {}
        for one in with_these:
            left[one] -= 1
            for key in self._keys(*one):
                taken[key] = taken.get(key, 0) + 1
        if min(left.values()) < 0 or max(taken.values(), default=0) > most:
            return False
        others = [Pool(block, many, key) for (block, key), many in left.items()]
        return self._chosen(others, 0, self.count - len(with_these), most, taken)

    def _keys(self, block: int, key: tuple[int, ...]) -> list[tuple[int, int]]:
        """Return the components that take targets of a block along: block -1 is every one."""
        return [(-1 if self._components[one][1] else block, one) for one in key]

    def _chosen(
        self,
        pools: Sequence[Pool],
        at: int,
        left: int,
        most: int,
        taken: dict[tuple[int, int], int],
    ) -> bool:
        """Whether `left` further targets can be chosen of the pools from one on."""
        if not left:
            return True
        for n in range(at, len(pools)):
            keys = self._keys(pools[n].block, pools[n].key)
            room = min((most - taken.get(one, 0) for one in keys), default=left)
            for chosen in range(min(pools[n].targets, room, left), 0, -1):
                more = taken | {one: taken.get(one, 0) + chosen for one in keys}
                if self._chosen(pools, n + 1, left - chosen, most, more):
                    return True
        return False
