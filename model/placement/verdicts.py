"""What a tier survives for certain: each single failure and each pair, enumerated.

Data are lost where more drives of a group fail than it survives. Access is lost where drives are
intact but can't be reached: it returns with what failed. A target is served by one server at a
time, which must reach enough drives of each of its groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property, lru_cache
from itertools import chain, combinations, combinations_with_replacement
from typing import Literal, get_args

from model.placement.copies import Copies
from model.placement.slots import Group, SlotMap
from model.placement.wiring import Component, Kind, Parts, Wiring
from model.records import NamedTuple, dataclass

Loss = Literal["survives", "access", "data"]
LOSSES: tuple[Loss, ...] = ("survives", "access", "data")
"""From nothing lost to the worst."""
KINDS: tuple[Kind, ...] = get_args(Kind)
FEEDS: tuple[Kind, Kind] = ("feed", "feed")
DESTROYED: Kind = "enclosure with its drives"
"""Lost for good: those behind it are intact, but its own drives aren't."""


def worst(losses: Sequence[Loss]) -> Loss:
    """Return the worst of several losses.

    >>> worst(["survives", "data", "access"])
    'data'
    """
    return max(losses, key=LOSSES.index, default="survives")


class Verdict(NamedTuple):
    """What failures of some kinds lose at worst; an example where they lose something."""

    kinds: tuple[Kind, ...]
    loss: Loss
    example: str = ""


MOST_STEPS = 10_000_000
"""Pairs of components times ways to drives that are enumerated: a second or so."""
Racks = tuple[tuple[str, Mapping[int, int]], ...]
"""Each rack with what fails in it: bits by the number of a block."""


@dataclass(frozen=True)
class Block:
    """The drives of a block in their bays, and the ways to them.

    Each target has the groups `beside`, too, whose drives are in no bay of the map: special vdevs
    of another size. They fail as drives, and not with an enclosure or a cable.
    """

    placed: SlotMap
    wiring: Wiring
    beside: tuple[Group, ...] = ()

    @cached_property
    def _units(self) -> tuple[tuple[frozenset[int], ...], ...]:
        """The units of each group in each cell."""
        cells = self.wiring.holders * self.wiring.cells_per_holder
        found = []
        for group, slots in zip(self.placed.groups, self.placed.slots, strict=True):
            held: list[set[int]] = [set() for _ in range(cells)]
            for drive, slot in enumerate(slots):
                held[self.wiring.cell(slot.enclosure, slot.bay)].add(group.unit(drive))
            found.append(tuple(frozenset(units) for units in held))
        return tuple(found)

    @cached_property
    def _cells(self) -> int:
        return self.wiring.holders * self.wiring.cells_per_holder

    @cached_property
    def targets(self) -> tuple[tuple[int, ...], ...]:
        """The groups of each target."""
        found: dict[int, list[int]] = {}
        for n, group in enumerate(self.placed.groups):
            found.setdefault(group.target, []).append(n)
        return tuple(tuple(groups) for groups in found.values())

    @cached_property
    def _ways(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """By server and cell: what each way needs."""
        servers = range(self.wiring.parts.servers)
        ways: list[list[list[int]]] = [[[] for _ in range(self._cells)] for _ in servers]
        for path in self.wiring.paths:
            ways[path.server][path.cell].append(path.needs)
        return tuple(tuple(tuple(of_cell) for of_cell in server) for server in ways)

    def unreached(self, failed: int) -> tuple[int, ...]:
        """Return the cells that each server doesn't reach, as bits."""
        return tuple(
            sum(
                1 << cell
                for cell, ways in enumerate(server)
                if all(needs & failed for needs in ways)
            )
            for server in self._ways
        )

    @cached_property
    def _slacks(self) -> dict[int, tuple[int, ...]]:
        return {}

    def _slack(self, cells: int) -> tuple[int, ...]:
        """Return how many more units of each group may fail without the drives of some cells."""
        found = self._slacks.get(cells)
        if found is None:
            missing = [n for n in range(self._cells) if cells >> n & 1]
            found = self._slacks[cells] = tuple(
                group.survives - len(frozenset().union(*(units[n] for n in missing)))
                for group, units in zip(self.placed.groups, self._units, strict=True)
            )
        return found

    def _servers_of(self, target: int) -> Sequence[int]:
        if self.wiring.parts.takes_over:
            return range(self.wiring.parts.servers)
        group = self.placed.groups[self.targets[target][0]]
        return (self.wiring.owner(group.target, self.placed),)

    def lost_with(self, enclosures: Set[int]) -> int:
        """Return the targets whose data are lost with the drives of enclosures, as bits."""
        slack = self._slack(sum(1 << one for one in enclosures))
        return sum(
            1 << n for n, groups in enumerate(self.targets) if any(slack[g] < 0 for g in groups)
        )

    def hit_by_a_drive(self, enclosures: Set[int] = frozenset()) -> int:
        """Return the targets whose data a drive loses, with some enclosures lost, too, as bits."""
        if any(group.survives == 0 for group in self.beside):
            return (1 << len(self.targets)) - 1
        slack = self._slack(sum(1 << one for one in enclosures))
        return sum(
            1 << n for n, groups in enumerate(self.targets) if any(slack[g] <= 0 for g in groups)
        )

    @cached_property
    def _lost(self) -> dict[int, int]:
        return {}

    def targets_lost(self, failed: int) -> int:
        """Return the targets that no server can serve, as bits."""
        found = self._lost.get(failed)
        if found is None:
            slacks = [self._slack(one) for one in self.unreached(failed)]
            found = self._lost[failed] = sum(
                1 << target
                for target, groups in enumerate(self.targets)
                if all(
                    any(slacks[server][group] < 0 for group in groups)
                    for server in self._servers_of(target)
                )
            )
        return found

    def stopped_by_a_drive(self, failed: int) -> Iterator[tuple[int, str]]:
        """Return each target that a drive stops beside what else failed, and such a drive."""
        cells = self.unreached(failed)
        slacks, lost = [self._slack(one) for one in cells], self.targets_lost(failed)
        bare = next((group.name for group in self.beside if group.survives == 0), "")
        for target, groups in enumerate(self.targets):
            if lost >> target & 1:
                continue
            if bare:
                yield target, f"a drive of {bare}"
                continue
            servers = [
                server
                for server in self._servers_of(target)
                if all(slacks[server][group] >= 0 for group in groups)
            ]
            if any(all(slacks[server][group] > 0 for group in groups) for server in servers):
                continue
            for group in groups:
                gone = [
                    frozenset[int]().union(
                        *(u for n, u in enumerate(self._units[group]) if cells[server] >> n & 1)
                    )
                    for server in servers
                    if slacks[server][group] == 0
                ]
                if len(gone) < len(servers):
                    continue
                hit = set(range(self.placed.groups[group].units)).difference(*gone)
                if hit:
                    yield target, f"a drive of {self.placed.groups[group].name}"
                    break

    def drives_survived(self) -> int:
        """Return how many drives, whichever they are, may fail without a loss of data."""
        survived = self.drives_survived_in_bays()
        return min((survived, *(group.survives for group in self.beside)))

    def drives_survived_in_bays(self) -> int:
        """Return how many drives in bays, whichever they are, may fail without a loss of data."""
        return min((group.survives for group in self.placed.groups), default=0)

    def weakest(self) -> str:
        """Return a group that survives least, where others survive more."""
        groups, survived = (*self.placed.groups, *self.beside), self.drives_survived()
        if all(group.survives == survived for group in groups):
            return ""
        return next(group.name for group in groups if group.survives == survived)


@dataclass(frozen=True)
class Tier:
    """A number of equal blocks; files may have `copies` on other targets.

    A lost cache drive with unwritten data takes the drives `behind_cache` along, at worst of one
    group.
    """

    block: Block
    blocks: int = 1
    copies: int = 1
    behind_cache: int = 0
    racks: Racks = ()

    @cached_property
    def _held(self) -> Copies:
        """The copies of files on the targets, and the components that they lie apart of."""
        block = self.block
        of_block = [
            block.targets_lost(one.fails) for one in block.wiring.components if one.kind != "feed"
        ]
        if not block.wiring.inside:
            of_block += [block.lost_with({n}) for n in self._holders]
        feeds = [
            block.targets_lost(one.fails) for one in block.wiring.components if one.kind == "feed"
        ]
        return Copies(self.copies, len(block.targets), self.blocks, tuple(of_block), tuple(feeds))

    def with_no_others(self) -> tuple[int, ...]:
        """Return the targets of a block, from 1, all copies of whose files a part may take along.

        Empty if it takes all targets there are.
        """
        bits, block = self._held.with_no_others, self.block
        found = [groups[0] for n, groups in enumerate(block.targets) if bits >> n & 1]
        return tuple(block.placed.groups[one].target + 1 for one in found)

    def _fatal(self, here: int, elsewhere: int = 0) -> bool:
        """Whether files are lost with targets of a block, and of each other one."""
        held = self._held
        return held.lost((here, *(elsewhere,) * (held.everywhere - 1)))

    def loses(self, one: Component) -> bool:
        """Whether the failure of a component loses access to files."""
        lost = self.block.targets_lost(one.fails)
        return self._fatal(lost, self._in_each(one))

    def _in_each(self, *failed: Component, joint: int = 0) -> int:
        """Return the targets that failed components take along in every block: feeds."""
        for one in failed:
            joint |= one.fails if one.kind == "feed" else 0
        return self.block.targets_lost(joint) if joint else 0

    def _lose_apart(self, a: Component, b: Component) -> bool:
        """Whether failures of two components in different blocks lose access to files."""
        return self._apart(*(self.block.targets_lost(one.fails) for one in (a, b)))

    def _apart(self, some: int, others: int) -> bool:
        """Whether files are lost with targets of a block, and others of another one."""
        return self.blocks > 1 and self._held.lost((some, others))

    def singles(self) -> tuple[Verdict, ...]:
        """Return what each single failure loses at worst, by kind."""
        drives = self._drives(1)
        found = [Verdict(("drive",), drives, self._any_drive if drives == "data" else "")]
        if self.behind_cache:
            found.append(self._of_caches("cache drive"))
        if not self.block.wiring.inside:
            lost = next((f"enclosure {n + 1}" for n in self._holders if self._destroys({n})), "")
            found.append(Verdict((DESTROYED,), "data" if lost else "survives", lost))
        for kind, components in self._by_kind().items():
            lost = next((one.name for one in components if self.loses(one)), "")
            found.append(Verdict((kind,), "access" if lost else "survives", lost))
        if self.racks:
            lost = next((name for name, blocks in self.racks if self._loses_rack(blocks)), "")
            found.append(Verdict(("rack",), "access" if lost else "survives", lost))
        return tuple(sorted(found, key=lambda one: KINDS.index(one.kinds[0])))

    @property
    def _any_drive(self) -> str:
        """A drive that loses data by itself, where one does."""
        weakest = self.block.weakest()
        return f"any drive of {weakest}" if weakest else "any drive"

    @property
    def _holders(self) -> range:
        return range(self.block.wiring.holders)

    def _destroys(self, enclosures: Set[int]) -> bool:
        """Whether files are lost with the drives of enclosures of a block."""
        return self._fatal(self.block.lost_with(enclosures))

    def _destroys_with_a_drive(self, enclosure: int) -> bool:
        """Whether files are lost with the drives of an enclosure, and one of another."""
        lost, hit = self.block.lost_with({enclosure}), self.block.hit_by_a_drive({enclosure})
        here = any(self._fatal(lost | one) for one in _each(hit))
        bare = self.block.hit_by_a_drive()
        return self._fatal(lost) or here or any(self._apart(lost, one) for one in _each(bare))

    def _destroyed_pairs(self) -> Iterator[Verdict]:
        """Return what an enclosure and a drive lose for good, and two enclosures."""
        one = next(
            (f"enclosure {n + 1}" for n in self._holders if self._destroys_with_a_drive(n)), ""
        )
        example = f"{one} and a drive" if one else ""
        yield Verdict(("drive", DESTROYED), "data" if one else "survives", example)
        pairs = combinations(self._holders, 2)
        here = (
            f"enclosure {a + 1} and enclosure {b + 1}" for a, b in pairs if self._destroys({a, b})
        )
        lost = {n: self.block.lost_with({n}) for n in self._holders}
        apart = (
            f"enclosure {a + 1} and enclosure {b + 1} of another block"
            for a, b in combinations_with_replacement(self._holders, 2)
            if self._apart(lost[a], lost[b])
        )
        example = next(chain(here, apart), "")
        if len(lost) * self.blocks > 1:
            yield Verdict((DESTROYED, DESTROYED), "data" if example else "survives", example)

    def _by_kind(self) -> dict[Kind, list[Component]]:
        found: dict[Kind, list[Component]] = {}
        for one in self.block.wiring.components:
            found.setdefault(one.kind, []).append(one)
        return found

    def _drives(self, count: int) -> Loss:
        """Return what one or two drives lose, whichever they are."""
        if self._held.count == 1:
            return "data" if count > self.block.drives_survived() else "survives"
        bare = self.block.hit_by_a_drive()
        return "data" if count == self._held.count and self._fatal(bare, bare) else "survives"

    def pairs(self) -> tuple[Verdict, ...]:
        """Return what each pair of failures loses at worst, by kinds; none for huge blocks."""
        found, kinds = [], self._by_kind()
        wiring = self.block.wiring
        if len(wiring.components) ** 2 * len(wiring.paths) > MOST_STEPS:
            return ()
        if sum(map(len, self.block.placed.slots)) * self.blocks > 1:
            two, group = self._drives(2), self.block.weakest() or "a group"
            example = f"any two drives of {group}" if two == "data" else ""
            example = self._any_drive if self._drives(1) == "data" else example
            found.append(Verdict(("drive", "drive"), two, example))
        if self.behind_cache:
            found.append(self._of_caches("drive", "cache drive"))
            found.append(self._of_caches("cache drive", "cache drive"))
        if not wiring.inside:
            found += self._destroyed_pairs()
        for kind, components in kinds.items():
            found.append(self._with_a_drive(kind, components))
        for a, b in combinations_with_replacement(kinds, 2):
            many = len(kinds[a]) * (1 if a == "feed" else self.blocks)
            if a == b and many < 2:
                continue  # there is one only
            pair = next(self._fatal_pairs(kinds[a], kinds[b], alike=a == b), "")
            found.append(Verdict((a, b), "access" if pair else "survives", pair))
        order = {kind: n for n, kind in enumerate(KINDS)}
        return tuple(sorted(found, key=lambda one: tuple(order[kind] for kind in one.kinds)))

    def _caches(self, caches: int, drives: int) -> Loss:
        """Return what lost cache drives lose, with failed drives beside them."""
        survived = self.block.drives_survived_in_bays()
        each = self.behind_cache > survived
        alone = caches * each + drives * (not self.block.drives_survived())
        joint = self.behind_cache * caches + drives > survived
        return "data" if max(alone, int(joint)) >= self.copies else "survives"

    def _of_caches(self, *kinds: Kind) -> Verdict:
        loss = self._caches(kinds.count("cache drive"), kinds.count("drive"))
        return Verdict(kinds, loss, "the drives behind a cache drive" if loss == "data" else "")

    def _with_a_drive(self, kind: Kind, components: Sequence[Component]) -> Verdict:
        if self._drives(1) == "data":
            return Verdict(("drive", kind), "data", self._any_drive)
        example = next(filter(None, map(self._beside_a_drive, components)), "")
        return Verdict(("drive", kind), "access" if example else "survives", example)

    def _beside_a_drive(self, one: Component) -> str:
        """Return what loses access to files where a component and a drive fail; empty if none."""
        if self.loses(one):
            return one.name
        lost, each = self.block.targets_lost(one.fails), self._in_each(one)
        for target, drive in self.block.stopped_by_a_drive(one.fails):
            if self._fatal(lost | 1 << target, each):
                return f"{drive} and {one.name}"
        bare = self.block.hit_by_a_drive()
        if any(self._apart(lost, target) for target in _each(bare)):
            return f"a drive and {one.name}"
        return ""

    def _fatal_pairs(
        self, some: Sequence[Component], others: Sequence[Component], *, alike: bool
    ) -> Iterator[str]:
        here = combinations(some, 2) if alike else ((a, b) for a in some for b in others)
        feeds = alike and some[0].kind == "feed"
        for a, b in here:
            lost = {some.index(a), some.index(b)} if feeds else set[int]()
            joint = self.block.wiring.without_feeds(lost) if feeds else 0
            failed = self.block.targets_lost(joint | a.fails | b.fails)
            if self._fatal(failed, self._in_each(a, b, joint=joint)):
                yield f"{a.name} and {b.name}"
        if self.blocks > 1 and not feeds:
            for a, b in ((a, b) for a in some for b in others):
                if self._lose_apart(a, b):
                    yield f"{a.name} and {b.name} of another block"

    def _loses_rack(self, blocks: Mapping[int, int]) -> bool:
        """Whether a rack takes files along: copies may be on targets that it leaves."""
        lost = tuple(self.block.targets_lost(failed) for failed in blocks.values())
        if self._held.count == 1:
            return any(lost)
        within = (
            one
            for one in self.block.wiring.components
            if one.kind != "feed" and any(not one.fails & ~failed for failed in blocks.values())
        )
        return any(map(self.loses, within)) or not self._held.keeps(lost)


def _each(targets: int) -> Iterator[int]:
    """Return each of some targets, as its bit."""
    while targets:
        one = targets & -targets
        yield one
        targets ^= one


@dataclass(frozen=True, slots=True)
class Coded:
    """A code or copies over failure domains: how many it survives, and how many a failure takes."""

    survives: int
    takes: tuple[tuple[Kind, int], ...]
    """By kind of component, drives among them: the failure domains that one takes at most."""
    domain: str
    on_two_feeds: int = 0
    """Domains that two lost feeds take at most."""

    def singles(self) -> tuple[Verdict, ...]:
        """Return what each single failure loses at worst, by kind."""
        return tuple(self._verdict((kind,), count) for kind, count in self.takes)

    def pairs(self) -> tuple[Verdict, ...]:
        """Return what each pair of failures loses at worst, by kinds: what each alone, at least."""
        pairs = combinations_with_replacement(self.takes, 2)
        return tuple(
            self._at_least_alone(
                self._verdict((a, b), self.on_two_feeds if (a, b) == FEEDS else one + two),
                self._verdict((a,), one),
                self._verdict((b,), two),
            )
            for (a, one), (b, two) in pairs
        )

    @staticmethod
    def _at_least_alone(pair: Verdict, *alone: Verdict) -> Verdict:
        """Return what a pair loses; that of the worse failure if it has lost more by itself."""
        worse = max(alone, key=lambda one: LOSSES.index(one.loss))
        if LOSSES.index(worse.loss) <= LOSSES.index(pair.loss):
            return pair
        return Verdict(pair.kinds, worse.loss, worse.example)

    def _verdict(self, kinds: tuple[Kind, ...], count: int) -> Verdict:
        if count <= self.survives:
            return Verdict(kinds, "survives")
        loss: Loss = "data" if set(kinds) == {"drive"} else "access"
        return Verdict(kinds, loss, f"{count} of any {self.domain}s")


@lru_cache(256)
def block_of(placed: SlotMap, parts: Parts, beside: tuple[Group, ...] = ()) -> Block:
    """Return a block; the same one for equal maps and parts, with what it found out before."""
    return Block(placed, Wiring(parts), beside)
