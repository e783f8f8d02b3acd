"""What blocks survive, against a count by brute force that knows nothing of bits or slacks."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

import pytest

from model.placement.slots import Group, Slot, SlotMap, spread
from model.placement.verdicts import DESTROYED, Block, Coded, Loss, Tier, block_of
from model.placement.wiring import Component, Kind, Parts, Wiring

LAYOUTS = 10_000
SHARES = 4
"""Parts of these that may run at the same time."""
Failed = frozenset[tuple[str, int, int]]


def random_parts(draw: random.Random) -> Parts:
    enclosures = draw.choice((0, 1, 2, 2, 3))
    adapters = draw.choice((0, 1, 2))
    feeds = draw.choice((0, 1, 2, 3))
    return Parts(
        servers=draw.randint(1, 3),
        enclosures=enclosures,
        adapters=adapters,
        cables=draw.randint(1, 2) if adapters and enclosures else 0,
        modules=draw.randint(1, 2),
        drive_ports=draw.randint(1, 2),
        reached=draw.randint(1, enclosures) if enclosures else 0,
        takes_over=(takes_over := draw.random() < 0.6),
        through_servers=takes_over and draw.random() < 0.3,
        network_adapters=draw.choice((0, 1, 2)),
        feeds=feeds,
        server_supplies=draw.randint(1, 3),
        enclosure_supplies=draw.randint(1, 2),
    )


def random_map(draw: random.Random, holders: int, *, together: bool = False) -> SlotMap:
    """Put the drives of a few groups anywhere, or those of a target together."""
    groups, slots, used = [], [], [0] * holders
    for target in range(draw.randint(1, 3)):
        home = draw.randrange(holders)
        for n in range(draw.randint(1, 2)):
            domains = draw.choice((0, 0, 3))
            width = domains * 2 or draw.randint(1, 5)
            survives = min(draw.randint(0, 2), (domains or width) - 1)
            groups.append(Group(f"{target}-{n}", width, survives, target, domains))
            places = []
            for _ in range(width):
                holder = home if together else draw.randrange(holders)
                places.append(Slot(holder, used[holder]))
                used[holder] += 1
            slots.append(tuple(places))
    return SlotMap(tuple(groups), tuple(slots), tuple(used))


def names_of(component: Component, wiring: Wiring, parts: Parts) -> Failed:
    """Say what fails with a component, by the words of its name."""
    numbers = [int(word.strip(",")) - 1 for word in component.name.split() if word[0].isdigit()]
    if component.kind == "feed":
        return frozenset({("feed", numbers[0], 0)})
    if component.kind == "enclosure module":
        return frozenset({("module", numbers[1], numbers[0])})
    if component.kind in ("host bus adapter", "network adapter"):
        kind = component.kind.removeprefix("host bus ")
        return frozenset({(kind, numbers[1], numbers[0])})
    if component.kind == "cable":
        port, adapter, server = numbers
        return frozenset(
            ("cable", n, 0)
            for n, cable in enumerate(wiring.cables)
            if (cable.server, cable.adapter, cable.port) == (server, adapter, port)
        )
    return frozenset({(component.kind, numbers[0], 0)})


def without_power(failed: Failed, parts: Parts) -> Failed:
    """What has each of its cords on a feed that failed."""
    off = set()
    for kind, many, supplies in (
        ("server", parts.servers, parts.server_supplies),
        ("enclosure", parts.enclosures, parts.enclosure_supplies),
    ):
        for n in range(many if parts.feeds else 0):
            cords = [(n + cord) % parts.feeds for cord in range(supplies)]
            if all(("feed", feed, 0) in failed for feed in cords):
                off.add((kind, n, 0))
    return frozenset(off)


@dataclass(eq=False)
class Built:
    """A block as it is built; each is itself alone, so that what is kept of it is quickly found."""

    parts: Parts
    wiring: Wiring


@lru_cache(4096)
def reaches(server: int, enclosure: int, part: int, failed: Failed, built: Built) -> bool:
    """Whether a server reaches a bay, walking from it over each cable.

    A drive in a server hangs on the adapter with the number of its `part`.
    """
    parts, wiring = built.parts, built.wiring
    if ("server", server, 0) in failed:
        return False
    network = range(parts.network_adapters)
    if network and all(("network adapter", server, n) in failed for n in network):
        return False
    if not parts.enclosures:
        if server != enclosure and not parts.takes_over:
            return False
        through = enclosure if parts.through_servers else server
        if ("server", through, 0) in failed:
            return False
        return not (parts.adapters and ("adapter", through, part) in failed)
    reached = parts.reached
    if parts.adapters:
        reached = len({cable.enclosure for cable in wiring.cables})
    first = enclosure % reached
    if {("enclosure", first, 0), ("enclosure", enclosure, 0)} & failed:
        return False
    for module in range(min(parts.modules, parts.drive_ports)):
        if {("module", first, module), ("module", enclosure, module)} & failed:
            continue
        if not parts.adapters:
            return True
        for n, cable in enumerate(wiring.cables):
            ends = (cable.server, cable.enclosure, cable.module)
            way = {("cable", n, 0), ("adapter", server, cable.adapter)}
            if ends == (server, first, module) and not way & failed:
                return True
    return False


def brute(
    placed: SlotMap,
    built: Built,
    failed: Failed,
    dead: frozenset[tuple[int, int]] = frozenset(),
) -> tuple[Loss, set[int]]:
    """Return what failures lose, and whose targets: `dead` drives by group and number."""
    loss: Loss = "survives"
    targets: set[int] = set()
    parts = built.parts
    failed |= without_power(failed, parts)
    for target in {group.target for group in placed.groups}:
        own = [n for n, group in enumerate(placed.groups) if group.target == target]
        for n in own:
            group = placed.groups[n]
            units = {d % (group.domains or group.drives) for g, d in dead if g == n}
            if len(units) > group.survives:
                return "data", {target}
        if parts.takes_over:
            servers = list(range(parts.servers))
        elif parts.enclosures:
            servers = [target % parts.servers]
        else:
            servers = [placed.slots[own[0]][0].enclosure]
        if not any(_serves(server, own, placed, built, failed, dead) for server in servers):
            targets.add(target)
            loss = "access"
    return loss, targets


def _serves(
    server: int,
    own: list[int],
    placed: SlotMap,
    built: Built,
    failed: Failed,
    dead: frozenset[tuple[int, int]],
) -> bool:
    for n in own:
        group, gone = placed.groups[n], set()
        for drive, slot in enumerate(placed.slots[n]):
            part = slot.bay % max(built.parts.adapters, 1)
            way = (server, slot.enclosure, part, failed)
            if (n, drive) in dead or not reaches(*way, built):
                gone.add(drive % (group.domains or group.drives))
        if len(gone) > group.survives:
            return False
    return True


def worst_of(losses: list[Loss]) -> Loss:
    return max(losses, key=("survives", "access", "data").index, default="survives")


@pytest.mark.long
@pytest.mark.parametrize("share", range(SHARES))
def test_verdicts_are_those_of_brute_force(share: int) -> None:
    """Of 10,000 random layouts: each single failure, and all pairs of two kinds."""
    draw, seen = random.Random(share), set()
    for number in range(LAYOUTS // SHARES):
        parts = random_parts(draw)
        wiring = Wiring(parts)
        built = Built(parts, wiring)
        alone = not parts.enclosures and not parts.takes_over
        placed = random_map(draw, wiring.holders, together=alone)
        tier = Tier(Block(placed, wiring))
        failing = {one: names_of(one, wiring, parts) for one in wiring.components}
        drives = [
            (n, drive) for n, group in enumerate(placed.groups) for drive in range(group.drives)
        ]
        singles = {one.kinds[0]: one.loss for one in tier.singles()}
        for kind, found in singles.items():
            if kind == DESTROYED:
                held = _drives_of_enclosures(placed)
                cases = [brute(placed, built, frozenset(), dead) for dead in held]
            elif kind == "drive":
                cases = [brute(placed, built, frozenset(), frozenset({d})) for d in drives]
            else:
                of_kind = [failed for one, failed in failing.items() if one.kind == kind]
                cases = [brute(placed, built, failed) for failed in of_kind]
            expected = worst_of([loss for loss, _ in cases])
            assert found == expected, (number, kind, parts, placed)
            seen.add((kind, found))
        pairs = {one.kinds: one.loss for one in tier.pairs()}
        for kinds in draw.sample(sorted(pairs), 1):
            expected = worst_of(_pairs(kinds, drives, failing, placed, built))
            assert pairs[kinds] == expected, (number, kinds, parts, placed)
            seen.add((kinds, pairs[kinds]))
    assert len({found for found in seen if len(found[0]) == 2}) > 30


def gone(
    placed: SlotMap,
    built: Built,
    failed: Failed,
    dead: frozenset[tuple[int, int]] = frozenset(),
) -> frozenset[int]:
    """The targets whose data are lost, or that nobody serves."""
    found = set()
    for target in {group.target for group in placed.groups}:
        own = [n for n, group in enumerate(placed.groups) if group.target == target]
        alone = SlotMap(
            tuple(placed.groups[n] for n in own), tuple(placed.slots[n] for n in own), placed.bays
        )
        of_it = frozenset((own.index(n), drive) for n, drive in dead if n in own)
        if brute(alone, built, failed, of_it)[0] != "survives":
            found.add(target)
    return frozenset(found)


Event = tuple[Failed, frozenset[tuple[int, int]], bool]
"""What fails in a block, drives that die there, and whether it fails in each block: a feed."""


@dataclass
class Mirrored:
    """Blocks of targets, each file of which has copies on several of them."""

    placed: SlotMap
    built: Built
    blocks: int
    copies: int
    singles: list[Event]

    def __post_init__(self) -> None:
        each = {group.target for group in self.placed.groups}
        every = frozenset(product(range(self.blocks), each))
        sets = {self.lost((event, n)) for event in self.singles for n in range(self.blocks)}
        apart = [one for one in sets if one != every]
        homes = [frozenset(one) for one in combinations(every, min(self.copies, len(every)))]
        most = {home: max((len(home & one) for one in apart), default=0) for home in homes}
        self.homes = set[frozenset[tuple[int, int]]]()
        for target in every:  # each holds files, on the best set of targets that it has
            own = {home: n for home, n in most.items() if target in home}
            fewest = max(min(own.values()), 1)
            self.homes |= {home for home, n in own.items() if n <= fewest}

    def lost(self, *events: tuple[Event, int]) -> frozenset[tuple[int, int]]:
        """The targets that go with events, each in a block."""
        found: set[tuple[int, int]] = set()
        for block in range(self.blocks):
            here = [event for event, n in events if event[2] or n == block]
            failed = frozenset[tuple[str, int, int]]().union(*(one for one, _, _ in here))
            dead = frozenset[tuple[int, int]]().union(*(one for _, one, _ in here))
            found |= {(block, target) for target in gone(self.placed, self.built, failed, dead)}
        return frozenset(found)

    def loses(self, *events: tuple[Event, int]) -> bool:
        """Whether all copies of some file are on targets that go."""
        found = self.lost(*events)
        return any(home <= found for home in self.homes)


@pytest.mark.long
def test_verdicts_of_copies_are_those_of_brute_force() -> None:
    """Copies on targets that no component takes along together, where there are such targets."""
    draw, seen = random.Random(3), set()
    for number in range(500):
        parts = random_parts(draw)
        wiring = Wiring(parts)
        built = Built(parts, wiring)
        alone = not parts.enclosures and not parts.takes_over
        placed = random_map(draw, wiring.holders, together=alone)
        blocks, copies = draw.randint(1, 3), draw.randint(2, 3)
        tier = Tier(Block(placed, wiring), blocks, copies)
        none = frozenset[tuple[int, int]]()
        events: dict[str, list[Event]] = {
            "drive": [
                (frozenset(), frozenset({(n, drive)}), False)
                for n, group in enumerate(placed.groups)
                for drive in range(group.drives)
            ]
        }
        if parts.enclosures:
            held = _drives_of_enclosures(placed)
            events[DESTROYED] = [(frozenset(), one, False) for one in held]
        for one in wiring.components:
            event = names_of(one, wiring, parts), none, one.kind == "feed"
            events.setdefault(one.kind, []).append(event)
        every = [one for kind, of_kind in events.items() if kind != "drive" for one in of_kind]
        files = Mirrored(placed, built, blocks, copies, every)
        for verdict in tier.singles():
            [kind] = verdict.kinds
            lost = any(files.loses((one, 0)) for one in events[kind])
            assert (verdict.loss != "survives") is lost, (number, kind, parts, placed)
        pairs = {one.kinds: one.loss for one in tier.pairs()}
        for kinds in draw.sample(sorted(pairs), min(2, len(pairs))):
            first, second = (events[kind] for kind in kinds)
            two = combinations(first, 2) if kinds[0] == kinds[1] else product(first, second)
            lost = any(files.loses((a, 0), (b, 0)) for a, b in two)
            if blocks > 1 and kinds != ("feed", "feed"):
                lost |= any(files.loses((a, 0), (b, 1)) for a, b in product(first, second))
            assert (pairs[kinds] != "survives") is lost, (number, kinds, blocks, parts, placed)
            seen.add((kinds, lost))
    assert len({kinds for kinds, lost in seen if lost}) > 20


def test_two_enclosures_with_one_target_take_one_copy() -> None:
    """Each destroys the same target, and two copies are on two targets: nothing is lost."""
    groups = tuple(Group(f"t{n}", 4, 1, n) for n in range(2))
    slots = (
        tuple(Slot(n // 2, n % 2) for n in range(4)),
        tuple(Slot(2 + n // 2, n % 2) for n in range(4)),
    )
    placed = SlotMap(groups, slots, (2, 2, 2, 2))
    tier = Tier(block_of(placed, Parts(servers=1, enclosures=4, network_adapters=1)), 1, 2)
    assert tier.block.lost_with({0}) == tier.block.lost_with({1})
    pairs = {one.kinds: one for one in tier.pairs()}
    assert pairs[DESTROYED, DESTROYED].example == "enclosure 1 and enclosure 3"


def test_all_feeds_stop_all_copies() -> None:
    """Files with copies in two blocks are out of reach without power, as all others are."""
    groups = (Group("g", 12, 2, 0),)
    placed = SlotMap(groups, (tuple(Slot(0, bay) for bay in range(12)),), (12,))
    parts = Parts(servers=1, enclosures=0, feeds=2, server_supplies=2)
    tier = Tier(block_of(placed, parts), 4, 2)
    assert {one.kinds: one.loss for one in tier.singles()}["feed",] == "survives"
    assert {one.kinds: one.loss for one in tier.pairs()}["feed", "feed"] == "access"
    parts = Parts(servers=1, enclosures=0, feeds=1, server_supplies=1)
    tier = Tier(block_of(placed, parts), 4, 2)
    assert {one.kinds: one.loss for one in tier.singles()}["feed",] == "access"


def _one(drive: tuple[int, int]) -> frozenset[tuple[int, int]]:
    return frozenset({drive})


def _drives_of_enclosures(placed: SlotMap) -> list[frozenset[tuple[int, int]]]:
    """Return the drives that each enclosure takes along when it destroys them."""
    every = [
        (slot.enclosure, (n, drive))
        for n, slots in enumerate(placed.slots)
        for drive, slot in enumerate(slots)
    ]
    return [frozenset(one for at, one in every if at == n) for n in range(len(placed.bays))]


def _pairs(
    kinds: tuple[str, ...],
    drives: list[tuple[int, int]],
    failing: dict[Component, Failed],
    placed: SlotMap,
    built: Built,
) -> list[Loss]:
    first, second = kinds
    of = {kind: [failed for one, failed in failing.items() if one.kind == kind] for kind in kinds}
    if DESTROYED in kinds:
        held = _drives_of_enclosures(placed)
        two = combinations(held, 2) if first == second else product(held, map(_one, drives))
        dead = [(frozenset[tuple[str, int, int]](), a | b) for a, b in two]
    elif kinds == ("drive", "drive"):
        dead = [
            (frozenset[tuple[str, int, int]](), frozenset(two)) for two in combinations(drives, 2)
        ]
    elif first == "drive":
        dead = [(failed, frozenset({one})) for failed, one in product(of[second], drives)]
    elif first == second:
        dead = [(a | b, frozenset[tuple[int, int]]()) for a, b in combinations(of[first], 2)]
    else:
        dead = [(a | b, frozenset[tuple[int, int]]()) for a, b in product(of[first], of[second])]
    return [brute(placed, built, failed, gone)[0] for failed, gone in dead]


def test_an_enclosure_is_survived_exactly_by_parity() -> None:
    """No group has more drives in one enclosure than it may lose: then, and only then."""
    draw = random.Random(1)
    for _ in range(500):
        parts = Parts(servers=2, enclosures=draw.randint(1, 4))
        placed = random_map(draw, parts.enclosures)
        found = {one.kinds[0]: one.loss for one in Tier(block_of(placed, parts)).singles()}
        fits = all(
            placed.most_in_enclosure(n) <= group.survives for n, group in enumerate(placed.groups)
        )
        assert (found["enclosure"] == "survives") is fits


def test_moving_a_drive_off_the_fullest_enclosure_never_makes_it_worse() -> None:
    """A smaller largest share never loses what was survived, nor one that parity covers."""
    draw = random.Random(2)
    for _ in range(500):
        parts = Parts(servers=2, enclosures=3)
        width = draw.randint(2, 6)
        group = Group("g", width, draw.randint(0, 2), 0)
        slots = [Slot(draw.randrange(3), n) for n in range(width)]
        before = SlotMap((group,), (tuple(slots),), (width,) * 3)
        counts = [sum(slot.enclosure == n for slot in slots) for n in range(3)]
        fullest, emptiest = counts.index(max(counts)), counts.index(min(counts))
        moved = next(n for n, slot in enumerate(slots) if slot.enclosure == fullest)
        slots[moved] = Slot(emptiest, slots[moved].bay)
        after = SlotMap((group,), (tuple(slots),), (width,) * 3)
        if after.most_in_enclosure(0) >= before.most_in_enclosure(0):
            continue
        fatal = [
            {
                one.name
                for one in Wiring(parts).components
                if one.kind == "enclosure" and Tier(block_of(placed, parts)).loses(one)
            }
            for placed in (before, after)
        ]
        assert fatal[0] or not fatal[1]
        if counts[emptiest] < group.survives:
            assert fatal[1] <= fatal[0]


def test_copies_survive_what_takes_one_of_them() -> None:
    """A buddy mirror of targets in single servers survives one server, not two."""
    groups = tuple(Group(f"t{n}", 10, 2, n) for n in range(2))
    placed = SlotMap(
        groups, tuple(tuple(Slot(n, bay) for bay in range(10)) for n in range(2)), (10, 10)
    )
    parts = Parts(servers=2, enclosures=0, takes_over=False, network_adapters=1)
    alone, mirrored = (Tier(block_of(placed, parts), 4, copies) for copies in (1, 2))
    for tier, one in ((alone, "access"), (mirrored, "survives")):
        singles = {each.kinds[0]: each.loss for each in tier.singles()}
        assert singles["server"] == one
        assert {each.kinds: each.loss for each in tier.pairs()}["server", "server"] == "access"


def test_a_code_survives_as_many_domains_as_it_has_parity() -> None:
    coded = Coded(2, (("drive", 1), ("server", 1), ("rack", 2)), "server")
    assert [one.loss for one in coded.singles()] == ["survives"] * 3
    pairs = {one.kinds: one.loss for one in coded.pairs()}
    assert pairs["server", "server"] == "survives"
    assert pairs["drive", "rack"] == "access"


@pytest.mark.parametrize("survives", range(4))
def test_two_failures_are_as_bad_as_each_alone_at_least(survives: int) -> None:
    """A drive that has lost data by itself has lost them beside a failed server, too."""
    takes: tuple[tuple[Kind, int], ...] = (("drive", 1), ("server", 1), ("rack", 2))
    coded = Coded(survives, takes, "server")
    alone = {one.kinds[0]: one.loss for one in coded.singles()}
    pairs = {one.kinds: one for one in coded.pairs()}
    for (a, b), pair in pairs.items():
        assert worst_of([pair.loss, alone[a], alone[b]]) == pair.loss, (a, b)
        assert bool(pair.example) == (pair.loss != "survives")
    beside = pairs["drive", "server"].loss
    assert beside == {0: "data", 1: "access"}.get(survives, "survives")


def test_both_feeds_take_what_has_two_supplies() -> None:
    """One of two feeds is survived; without both, nothing has power."""
    groups = (Group("g", 12, 2, 0),)
    placed = SlotMap(groups, (tuple(Slot(0, bay) for bay in range(12)),), (12,))
    parts = Parts(servers=1, enclosures=0, feeds=2, server_supplies=2)
    tier = Tier(block_of(placed, parts))
    assert {one.kinds: one.loss for one in tier.singles()}["feed",] == "survives"
    assert {one.kinds: one.loss for one in tier.pairs()}["feed", "feed"] == "access"
    coded = Coded(2, (("server", 1), ("feed", 0)), "server", on_two_feeds=6)
    assert [one.loss for one in coded.singles()] == ["survives"] * 2
    assert {one.kinds: one.loss for one in coded.pairs()}["feed", "feed"] == "access"


def test_cables_of_an_enclosure_come_from_different_adapters_and_modules() -> None:
    """Béluga: 2 servers with 4 adapters of 2 cables, 2 enclosures of 2 modules."""
    wiring = Wiring(Parts(servers=2, enclosures=2, adapters=4, cables=2))
    for server, enclosure in product(range(2), range(2)):
        ends = [c for c in wiring.cables if (c.server, c.enclosure) == (server, enclosure)]
        assert len({cable.adapter for cable in ends}) == 4
        assert [sum(cable.module == m for cable in ends) for m in range(2)] == [2, 2]
    ports = {(cable.server, cable.adapter, cable.port) for cable in wiring.cables}
    assert len(ports) == len(wiring.cables) == 16


def test_nothing_is_lost_where_nothing_fails() -> None:
    placed = spread((Group("g", 11, 3, 0),), (106, 106))
    assert placed is not None
    block = block_of(placed, Parts(servers=2, enclosures=2, adapters=2, cables=2))
    assert block.targets_lost(0) == 0
    assert block.drives_survived() == 3


def test_a_lost_cache_drive_takes_the_drives_behind_it_along() -> None:
    """Two drives behind one: RAID 6 survives one cache drive, not two, nor one and a drive."""
    placed = spread((Group("g", 10, 2, 0),), (10,))
    assert placed is not None
    parts = Parts(servers=1, enclosures=1)
    for copies, alone, twice in ((1, "survives", "data"), (2, "survives", "survives")):
        tier = Tier(block_of(placed, parts), 2, copies, behind_cache=2)
        assert {one.kinds: one.loss for one in tier.singles()}["cache drive",] == alone
        pairs = {one.kinds: one.loss for one in tier.pairs()}
        assert pairs["drive", "cache drive"] == pairs["cache drive", "cache drive"] == twice
    wide = Tier(block_of(placed, parts), 2, 2, behind_cache=3)
    assert {one.kinds: one.loss for one in wide.singles()}["cache drive",] == "survives"
    assert {one.kinds: one.loss for one in wide.pairs()}["cache drive", "cache drive"] == "data"


@pytest.mark.parametrize(
    ("enclosures", "blocks", "pairs"),
    [(1, 1, False), (2, 1, True), (1, 2, True), (3, 1, True)],
)
def test_a_pair_needs_two_of_its_kind(enclosures: int, blocks: int, pairs: bool) -> None:
    """Of one enclosure in one block there is no second one that could fail."""
    group = Group("g", enclosures, 0, 0)
    slots = tuple(Slot(n, 0) for n in range(enclosures))
    placed = SlotMap((group,), (slots,), (1,) * enclosures)
    parts = Parts(servers=1, enclosures=enclosures, network_adapters=1)
    found = {one.kinds for one in Tier(block_of(placed, parts), blocks).pairs()}
    assert ((DESTROYED, DESTROYED) in found) is pairs
    assert (("drive", "drive") in found) is (enclosures * blocks > 1)
    assert (("server", "server") in found) is (blocks > 1)


def test_the_example_of_two_enclosures_is_one_that_loses_data() -> None:
    """Two of one block, else the same of two blocks if one alone takes a copy of its files."""
    group = Group("g", 4, 1, 0)
    spread_out = SlotMap((group,), (tuple(Slot(n // 2, n % 2) for n in range(4)),), (2, 2))
    parts = Parts(servers=1, enclosures=2, network_adapters=1)
    examples = {}
    for blocks, copies in ((1, 1), (2, 1), (2, 2), (3, 3)):
        pairs = Tier(block_of(spread_out, parts), blocks, copies).pairs()
        examples[blocks, copies] = next(p for p in pairs if p.kinds == (DESTROYED, DESTROYED))
    assert examples[1, 1].example == examples[2, 1].example == "enclosure 1 and enclosure 2"
    assert (examples[3, 3].loss, examples[3, 3].example) == ("survives", "")
    in_one = SlotMap((group,), (tuple(Slot(0, n) for n in range(4)),), (4,))
    parts = Parts(servers=1, enclosures=1, network_adapters=1)
    for copies, example in ((2, "enclosure 1 and enclosure 1 of another block"), (3, "")):
        pairs = Tier(block_of(in_one, parts), 3, copies).pairs()
        [found] = [one for one in pairs if one.kinds == (DESTROYED, DESTROYED)]
        assert (found.example, found.loss) == (example, "data" if example else "survives")
