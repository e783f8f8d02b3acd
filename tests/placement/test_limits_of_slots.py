"""Bays that are read, stated and striped: at their limits, and beyond."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.placement.enclosures import MOST_DRIVES as MOST_OF_A_BLOCK
from model.placement.enclosures import behind, fatal_enclosures, striped
from model.placement.slots import (
    MOST_DRIVES,
    Group,
    Slot,
    SlotError,
    SlotMap,
    parse_slots,
    slots_text,
    stated,
)


def test_a_group_has_at_most_ten_thousand_drives() -> None:
    assert MOST_DRIVES == 10_000
    assert len(parse_slots("1:1-10000")) == 10_000
    assert len(parse_slots("1:1-5000 2:1-5000")) == 10_000
    for text in ("1:1-10001", "1:1-5000 2:1-5001"):
        with pytest.raises(SlotError, match="at most 10000 drives"):
            parse_slots(text)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "no bay is named"),
        (" , ", "no bay is named"),
        ("0:1", "enclosures and bays count from 1"),
        ("1:0", "enclosures and bays count from 1"),
        ("1:3-2", "enclosures and bays count from 1"),
        ("1", "is no bay of an enclosure"),
        ("1:2:3", "is no bay of an enclosure"),
    ],
)
def test_what_is_no_bay(text: str, what: str) -> None:
    with pytest.raises(SlotError, match=what):
        parse_slots(text)


@given(st.lists(st.builds(Slot, st.integers(0, 3), st.integers(0, 9)), min_size=1, max_size=30))
def test_bays_read_back_in_their_order(slots: list[Slot]) -> None:
    assert parse_slots(slots_text(slots)) == tuple(slots)
    assert parse_slots(slots_text(slots).replace(" ", ", ")) == tuple(slots)


GROUPS = (Group("first", 2, 1, 0), Group("second", 3, 1, 0))


@pytest.mark.parametrize(
    ("texts", "wrong"),
    [
        (["1:1-2", "2:1-3"], []),
        (["1:1-2"], [(None, "1 groups have bays, but a block has 2")]),
        (["1:1-3", "2:1-3"], [(0, "3 bays for the 2 drives of first")]),
        (["1:1", "2:1-3"], [(0, "1 bays for the 2 drives of first")]),
        (["1:1-2", "3:1-3"], [(1, "bay 3:1: a block has 2 enclosures")]),
        (["1:1-2", "2:2-4"], [(1, "bay 2:4: enclosure 2 has 3 drives")]),
        (["1:1-2", "1:2-4"], [(1, "bay 1:2 holds a drive of first already")]),
        (["1:1 1:1", "2:1-3"], [(0, "bay 1:1 holds a drive of first already")]),
        (["1:4-5", "2:1-4"], [(0, "enclosure 1 has 4"), (1, "4 bays"), (1, "enclosure 2 has 3")]),
    ],
)
def test_stated_bays_are_checked(texts: list[str], wrong: list[tuple[int | None, str]]) -> None:
    found = list(stated(GROUPS, (4, 3), [parse_slots(text) for text in texts]))
    assert [n for n, _ in found] == [n for n, _ in wrong]
    assert all(what in text for (_, text), (_, what) in zip(found, wrong, strict=True))


@given(st.integers(1, 40), st.integers(1, 12), st.integers(1, 4))
def test_a_stripe_lies_evenly_over_what_holds_it(width: int, holders: int, apart: int) -> None:
    placed = striped(width, 1, holders, apart)
    assert placed is not None
    [slots] = placed.slots
    assert len(set(slots)) == width
    held = [sum(slot.enclosure == n for slot in slots) for n in range(holders)]
    assert max(held) - min(held) <= 1
    assert placed.most_in_enclosure(0) == max(held)
    assert all(slot.bay % apart == 0 and slot.bay < placed.bays[slot.enclosure] for slot in slots)
    assert set(placed.bays) == {max(held) * apart}
    [group] = placed.groups
    assert (group.drives, group.survives) == (width, 1)
    assert placed.fatal_enclosures == sum(count > 1 for count in held)


def test_stripes_that_are_too_wide_or_have_no_place() -> None:
    assert striped(0, 1, 4) is None
    assert striped(4, 1, 0) is None
    assert striped(MOST_OF_A_BLOCK, 1, 4) is not None
    assert striped(MOST_OF_A_BLOCK + 1, 1, 4) is None


@given(st.integers(1, 12), st.integers(1, 12))
def test_each_enclosure_is_out_of_reach_with_one_that_has_a_cable(count: int, cabled: int) -> None:
    cabled = min(cabled, count)
    reached = [list(behind(n, count, cabled)) for n in range(cabled)]
    assert sorted(n for one in reached for n in one) == list(range(count))
    assert all(one[0] == n for n, one in enumerate(reached))
    assert all(list(behind(n, count, cabled)) == [n] for n in range(cabled, count))


def test_enclosures_that_lose_data_by_copies_and_blocks() -> None:
    """Two mirrors in one enclosure each, a third over both: the first two enclosures lose data."""
    groups = tuple(Group(f"m{n}", 2, 1, n) for n in range(3))
    slots = tuple(parse_slots(text) for text in ("1:1-2", "2:1-2", "1:3 2:3"))
    placed = SlotMap(groups, slots, (3, 3, 3))
    assert placed.fatal_enclosures == 2
    alone = fatal_enclosures(placed, 3, 1, 1)
    assert tuple(alone) == (2, 2)
    assert tuple(fatal_enclosures(placed, 1, 1, 1)) == (2, 2)
    assert tuple(fatal_enclosures(placed, 3, 2, 1)) == (0, 0)
    all_in_one = SlotMap(groups[:1], (parse_slots("1:1-2"),), (2, 2))
    assert tuple(fatal_enclosures(all_in_one, 2, 2, 1)) == (1, 1)
    assert tuple(fatal_enclosures(all_in_one, 2, 2, 2)) == (0, 0)
