"""Slot maps: bays that a scenario states, the spread over enclosures, and their counts."""

from __future__ import annotations

import random
from itertools import product

import pytest

from model import InputError, evaluate, load_scenario
from model.answers.results import Results
from model.placement.slots import (
    Group,
    Slot,
    SlotError,
    packed,
    parse_slots,
    slots_text,
    spread,
)
from model.planning.placements import groups_of, stated_map

TEXT = """
schema: ostimate.scenario/1
name: placed
tiers:
  - name: disk
    blocks: 2
    servers: {name: node, per_block: 2}
    adapters: {part: broadcom-9300-8e, per_server: 2}
    network: {part: mellanox-mcx653105a-hdat, per_server: 1}
    enclosures: {part: seagate-exos-e-4u106, per_block: 2}
    drives: {part: seagate-exos-x18-16tb, per_enclosure: 12}
    target: {layout: "raidz2:4", per_block: 2}
"""
TIER = "site/tiers:disk"


def planned(**changes: str) -> Results:
    text = TEXT
    for key, line in changes.items():
        if key == "target":
            text = text.replace('{layout: "raidz2:4", per_block: 2}', line)
        else:
            text += f"    {key}: {line}\n"
    return evaluate(load_scenario("placed.yaml", text))


def groups(*widths: int) -> tuple[Group, ...]:
    return tuple(Group(f"g{n}", width, 1, n) for n, width in enumerate(widths))


def fewest_by_search(widths: tuple[int, ...], bays: tuple[int, ...]) -> int:
    """Return the least possible largest count of a group in an enclosure, by trying all splits."""

    def splits(width: int, free: tuple[int, ...], most: int) -> list[tuple[int, ...]]:
        ranges = (range(min(most, left, width) + 1) for left in free)
        return [one for one in product(*ranges) if sum(one) == width]

    def possible(n: int, free: tuple[int, ...], most: int) -> bool:
        if n == len(widths):
            return True
        return any(
            possible(n + 1, tuple(a - b for a, b in zip(free, one, strict=True)), most)
            for one in splits(widths[n], free, most)
        )

    return next(most for most in range(max(widths) + 1) if possible(0, bays, most))


def test_spread_has_the_least_largest_share() -> None:
    """No other placement of equal groups has fewer drives of one in an enclosure."""
    draw = random.Random(33)
    for _ in range(300):
        bays = tuple(draw.randint(1, 6) for _ in range(draw.randint(1, 3)))
        width = draw.randint(1, 5)
        count = draw.randint(1, max(1, sum(bays) // width))
        if count * width > sum(bays) or count > 4:
            continue
        found = spread(groups(*[width] * count), bays)
        assert found is not None
        most = max(found.most_in_enclosure(n) for n in range(count))
        assert most == fewest_by_search((width,) * count, bays), (bays, width, count)


def test_each_drive_has_a_bay_of_its_own() -> None:
    draw = random.Random(34)
    for _ in range(300):
        bays = tuple(draw.randint(4, 30) for _ in range(draw.randint(1, 6)))
        widths = [draw.randint(1, 8) for _ in range(draw.randint(1, 10))]
        for rule in (spread, packed):
            found = rule(groups(*widths), bays)
            if sum(widths) > sum(bays):
                assert found is None
                continue
            assert found is not None
            used = [slot for slots in found.slots for slot in slots]
            assert len(set(used)) == len(used) == sum(widths)
            assert all(slot.bay < bays[slot.enclosure] for slot in used)
            assert len(found.spares) == sum(bays) - sum(widths)


def test_packed_groups_share_an_enclosure_while_one_has_room() -> None:
    """The third of 4 drives has no enclosure of 6 left, and lies in both."""
    found = packed(groups(4, 4, 4), (6, 6))
    assert found is not None
    assert [found.most_in_enclosure(n) for n in range(3)] == [4, 4, 2]


def test_failure_domains_lie_in_one_enclosure_each() -> None:
    """96 drives of 12 domains in 4 enclosures: 3 domains in each, of 8 drives."""
    one = Group("draid2", 96, 2, 0, domains=12)
    found = spread((one,), (24,) * 4)
    assert found is not None
    assert found.most_in_enclosure(0) == 3
    for domain in range(12):
        drives = range(domain, 96, 12)
        assert len({found.slots[0][drive].enclosure for drive in drives}) == 1


def test_texts_of_bays_are_read_as_written() -> None:
    draw = random.Random(35)
    for _ in range(200):
        slots = tuple(Slot(draw.randint(0, 3), draw.randint(0, 9)) for _ in range(12))
        assert parse_slots(slots_text(slots)) == slots


@pytest.mark.parametrize("text", ["", "1", "0:1", "1:0", "1:5-3", "1:1-6;2", "enc1:3", "1:1-99999"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(SlotError):
        parse_slots(text)


def test_a_stated_placement_decides_on_the_loss_of_an_enclosure() -> None:
    """Two drives of each vdev in each enclosure survive; three in one don't."""
    assert planned()[TIER, "survives_enclosure_loss"] == 1
    even = '{slots: ["1:1-2 2:1-2", "1:3-4 2:3-4"]}'
    assert planned(placement=even)[TIER, "survives_enclosure_loss"] == 1
    uneven = planned(placement='{slots: ["1:1-3 2:1", "1:4-5 2:3-4"]}')
    assert uneven[TIER, "survives_enclosure_loss"] == 0
    group = f"{TIER}/pools:target/groups:group 1"
    assert uneven[group, "vdev_drives_in_enclosure"] == 3
    assert planned(placement="{rule: packed}")[TIER, "survives_enclosure_loss"] == 0


def test_raid_groups_lie_in_one_enclosure_unless_said() -> None:
    raid = '{redundancy: raid, layout: "raid6:4", format: xfs, per_block: 2}'
    text = TEXT.replace("blocks: 2", "blocks: 2\n    file_system: none")
    for placement, survives in (("", 0), ("{rule: spread}", 1), ('{slots: ["1:1-4", "2:1-4"]}', 0)):
        said = text.replace('{layout: "raidz2:4", per_block: 2}', raid)
        said += f"    placement: {placement}\n" if placement else ""
        found = evaluate(load_scenario("placed.yaml", said))
        assert found[TIER, "survives_enclosure_loss"] == survives, placement


@pytest.mark.parametrize(
    ("placement", "what"),
    [
        ('{slots: ["1:1-4"]}', "1 groups have bays, but a block has 2"),
        ('{slots: ["1:1-4", "2:1-3"]}', "3 bays for the 4 drives of target 2 raidz2-0"),
        ('{slots: ["1:1-4", "3:1-4"]}', "bay 3:1: a block has 2 enclosures"),
        ('{slots: ["1:1-4", "2:10-13"]}', "bay 2:13: enclosure 2 has 12 drives"),
        ('{slots: ["1:1-4", "1:4-7"]}', "bay 1:4 holds a drive of target 1 raidz2-0 already"),
        ('{slots: ["first", "1:4-7"]}', "'first' is no bay of an enclosure"),
        ('{rule: spread, slots: ["1:1-4"]}', "write either a 'rule' or 'slots'"),
        ("{slots: []}", "no bays: write those of each vdev"),
    ],
)
def test_wrong_bays_are_refused_with_what_to_write(placement: str, what: str) -> None:
    with pytest.raises(InputError) as refused:
        planned(placement=placement)
    assert what in str(refused.value)


def test_special_vdevs_must_survive_too() -> None:
    """Three mirrored drives in two enclosures do; a special RAIDZ1 of three doesn't."""
    for special, survives in (("special mirror:2", 1), ("special raidz1:3", 0)):
        target = f'{{layout: "raidz2:4 + {special}", per_block: 2}}'
        assert planned(target=target)[TIER, "survives_enclosure_loss"] == survives


def test_the_count_of_a_plan_is_that_of_its_map() -> None:
    """The formula for enclosures of two kinds agrees with the map, in random blocks."""
    draw = random.Random(36)
    for _ in range(60):
        first, further = draw.randint(1, 3), draw.randint(1, 2)
        many, few = draw.randint(8, 40), draw.randint(2, 40)
        width = draw.choice((2, 4, 6, 10))
        text = TEXT.replace("per_block: 2}\n    drives", f"per_block: {first}}}\n    drives")
        text = text.replace("per_enclosure: 12", f"per_enclosure: {many}")
        text = text.replace('"raidz2:4", per_block: 2', f'"raidz1:{width}"')
        text += (
            "    further_enclosures: {part: seagate-exos-e-4u106, "
            f"per_block: {further}, drives: {few}}}\n"
        )
        scenario = load_scenario("placed.yaml", text)
        results, tier = evaluate(scenario), scenario.tiers[0].built
        assert tier is not None
        assert stated_map(tier) is None
        targets = int(results[TIER, "targets_per_block"] or 0)
        bays = (many,) * first + (few,) * further
        found = spread(groups_of(tier, targets), bays)
        if targets:
            assert found is not None
            most = max(found.most_in_enclosure(n) for n in range(targets))
            group = f"{TIER}/pools:target/groups:group 1"
            assert results[group, "vdev_drives_in_enclosure"] == most, (bays, width)
