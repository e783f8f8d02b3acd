"""What enclosures have left, worked out by hand."""

from __future__ import annotations

import math

import pytest

from model.formulas.space import racks, raid


@pytest.mark.parametrize(("supplies", "left"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_supplies_of_an_enclosure_on_the_feed_that_is_left(supplies: int, left: int) -> None:
    """One of two feeds is lost: of three supplies one may be all that is left."""
    assert racks.enclosure_power_left(supplies, 800.0, 1.0, 2.0) == left * 800


@pytest.mark.parametrize(
    ("deepest", "known", "closes"), [(1.0, 1.0, 1), (1.001, 1.001, 0), (math.nan, 1.001, 0)]
)
def test_doors_close_behind_what_just_fits(deepest: float, known: float, closes: int) -> None:
    """A device of a metre in a metre; one that is deeper keeps them open, whatever is unknown."""
    assert racks.doors_close(1.0, deepest, known) == closes


def test_doors_may_close_where_a_depth_is_unknown() -> None:
    assert math.isnan(racks.doors_close(1.0, math.nan, 1.0))


def test_copies_lie_in_other_enclosures() -> None:
    """A group in one enclosure is lost with it, unless its files have a copy in another one."""
    alone = {"raid_survives": 2.0, "raid_drives": 10.0}
    assert raid.pool_survives_enclosure_loss(**alone, file_copies=1.0, enclosures=4.0) == 0
    assert raid.pool_survives_enclosure_loss(**alone, file_copies=2.0, enclosures=4.0) == 1
    assert raid.pool_survives_enclosure_loss(**alone, file_copies=2.0, enclosures=1.0) == 0
