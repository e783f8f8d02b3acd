"""Which lost targets hold all copies of some file, where files have copies on other targets.

Copies of a file are on as many targets, and of these a component takes at most one along, unless
it takes all targets there are. Where so many targets can't be found, a component takes as few of
them as is possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from model.records import dataclass

Masks = tuple[int, ...]
"""Targets of each block that are lost, as bits; blocks at the end that lose none are left out."""


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
        """How many copies of a file a component takes along at most, if placed well."""
        every = (self._every,) * self.everywhere
        return next(n for n in range(1, self.count + 1) if self._hold(every, n))

    @cached_property
    def _found(self) -> dict[Masks, bool]:
        return {}

    def lost(self, masks: Masks) -> bool:
        """Whether targets that are lost, by block, may hold all copies of a file."""
        if self.count == 1 or not any(masks):
            return any(masks)
        found = self._found.get(masks)
        if found is None:
            found = self._found[masks] = self._hold(masks, self._most)
        return found

    def _hold(self, masks: Masks, most: int) -> bool:
        """Whether so many targets hold all copies, of which a component takes `most` along."""
        pools = [
            (block, (mask & held).bit_count(), key)
            for block, mask in enumerate(masks)
            for held, key in self._classes
            if mask & held
        ]
        return self._chosen(pools, 0, self.count, most, {})

    def _chosen(
        self,
        pools: Sequence[tuple[int, int, tuple[int, ...]]],
        at: int,
        left: int,
        most: int,
        taken: dict[tuple[int, int], int],
    ) -> bool:
        """Whether `left` further targets can be chosen of the pools from one on."""
        if not left:
            return True
        for n in range(at, len(pools)):
            block, many, key = pools[n]
            keys = [(-1 if self._components[one][1] else block, one) for one in key]
            room = min((most - taken.get(one, 0) for one in keys), default=left)
            for chosen in range(min(many, room, left), 0, -1):
                more = taken | {one: taken.get(one, 0) + chosen for one in keys}
                if self._chosen(pools, n + 1, left - chosen, most, more):
                    return True
        return False
