"""How full a system is and when it will be: figures and sentences, written down by hand."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from model.installed.layout_texts import counted, in_order, text_of
from model.installed.occupancy import Growth, Inodes, Occupancy, Target

DAY = datetime.date(2026, 1, 1)
YEAR = 365.25
TB = 10**12
NONE: dict[str, Any] = {
    "max_avail_bytes": None,
    "inodes_used": None,
    "inodes": None,
    "added_bytes_per_year": None,
    "counted_from": None,
    "full_on": None,
    "full_between": None,
    "added_inodes_per_year": None,
    "inodes_out_on": None,
    "inodes_out_between": None,
    "inode_targets": [],
}


def after(days: float) -> str:
    return (DAY + datetime.timedelta(days=days)).isoformat()


def target(name: str, used: int, most: int, full_on: str | None = None) -> dict[str, Any]:
    figures = {"used_bytes": used * TB, "users_may_fill_bytes": most * TB}
    return {"target": name, **figures, "full_on": full_on}


ONE = (Target("a", 2 * TB, 10 * TB),)
TWO = (Target("a", 2 * TB, 10 * TB), Target("b", 5 * TB, 10 * TB))
GROWS = Growth(2 * TB, DAY)
CERTAIN = Growth(2 * TB, DAY, 0.5 * TB)
UNSURE = Growth(2 * TB, DAY, 1.5 * TB)
FULL = {"added_bytes_per_year": 2 * TB, "counted_from": "2026-01-01"}
SYSTEMS: dict[str, tuple[Occupancy, dict[str, Any], str]] = {
    "one target": (
        Occupancy("x", ONE),
        {
            "used_bytes": 2 * TB,
            "users_may_fill_bytes": 10 * TB,
            "used_share": 0.2,
            "fullest": {"target": "a", "used_share": 0.2},
            "imbalance_share": None,
            "until_fullest_is_full_bytes": 8 * TB,
            "targets": [target("a", 2, 10)],
        },
        "x: 2 TB of 10 TB in use (20 %)",
    ),
    "two targets": (
        Occupancy("x", TWO, limit="less 5 %"),
        {
            "used_bytes": 7 * TB,
            "users_may_fill_bytes": 20 * TB,
            "used_share": 0.35,
            "fullest": {"target": "b", "used_share": 0.5},
            "imbalance_share": 0.3,
            "until_fullest_is_full_bytes": 10 * TB,
            "targets": [target("a", 2, 10), target("b", 5, 10)],
        },
        "x: 7 TB of 20 TB (less 5 %) in use (35 %); fullest b, 50 % (emptiest 20 %); 10 TB can be "
        "written until the fullest is full",
    ),
    "what the system says is available": (
        Occupancy("x", TWO, max_avail=9 * TB, used=8 * TB, fillable=16 * TB),
        {
            "used_bytes": 8 * TB,
            "users_may_fill_bytes": 16 * TB,
            "used_share": 0.5,
            "fullest": {"target": "b", "used_share": 0.5},
            "imbalance_share": 0.3,
            "until_fullest_is_full_bytes": 9 * TB,
            "max_avail_bytes": 9 * TB,
            "targets": [target("a", 2, 10), target("b", 5, 10)],
        },
        "x: 8 TB of 16 TB in use (50 %); fullest b, 50 % (emptiest 20 %); 9 TB can still be stored "
        "(MAX AVAIL)",
    ),
    "no targets": (
        Occupancy("x", (), used=8 * TB, fillable=16 * TB, inodes_used=3, inodes=4),
        {
            "used_bytes": 8 * TB,
            "users_may_fill_bytes": 16 * TB,
            "used_share": 0.5,
            "fullest": None,
            "imbalance_share": None,
            "until_fullest_is_full_bytes": 8 * TB,
            "inodes_used": 3,
            "inodes": 4,
            "targets": [],
        },
        "x: 8 TB of 16 TB in use (50 %); 75 % of the inodes",
    ),
    "growth": (
        Occupancy("x", ONE, growth=GROWS),
        {
            "used_bytes": 2 * TB,
            "users_may_fill_bytes": 10 * TB,
            "used_share": 0.2,
            "fullest": {"target": "a", "used_share": 0.2},
            "imbalance_share": None,
            "until_fullest_is_full_bytes": 8 * TB,
            **FULL,
            "full_on": after(4 * YEAR),
            "targets": [target("a", 2, 10, after(4 * YEAR))],
        },
        f"x: 2 TB of 10 TB in use (20 %); +2 TB a year, so it is full on {after(4 * YEAR)}; "
        "counted from 2026-01-01, the last day of the usage table",
    ),
    "growth that is known well": (
        Occupancy("x", TWO, growth=CERTAIN, today=DAY),
        {
            "used_bytes": 7 * TB,
            "users_may_fill_bytes": 20 * TB,
            "used_share": 0.35,
            "fullest": {"target": "b", "used_share": 0.5},
            "imbalance_share": 0.3,
            "until_fullest_is_full_bytes": 10 * TB,
            **FULL,
            "full_on": after(5 * YEAR),
            "full_between": [after(10 / 3 * YEAR), after(10 * YEAR)],
            "targets": [target("a", 2, 10, after(8 * YEAR)), target("b", 5, 10, after(5 * YEAR))],
        },
        "x: 7 TB of 20 TB in use (35 %); fullest b, 50 % (emptiest 20 %); 10 TB can be written "
        f"until the fullest is full; +2 TB a year, so the fullest is full on {after(5 * YEAR)} "
        f"({after(10 / 3 * YEAR)} to {after(10 * YEAR)}); counted from 2026-01-01, the last day of "
        "the usage table",
    ),
    "growth that may be none": (
        Occupancy("x", ONE, growth=UNSURE, today=datetime.date(2040, 1, 1)),
        {
            "used_bytes": 2 * TB,
            "users_may_fill_bytes": 10 * TB,
            "used_share": 0.2,
            "fullest": {"target": "a", "used_share": 0.2},
            "imbalance_share": None,
            "until_fullest_is_full_bytes": 8 * TB,
            **FULL,
            "full_on": after(4 * YEAR),
            "full_between": [after(1.6 * YEAR), None],
            "targets": [target("a", 2, 10, after(4 * YEAR))],
        },
        f"x: 2 TB of 10 TB in use (20 %); +2 TB a year, so it is full on {after(4 * YEAR)} "
        f"({after(1.6 * YEAR)} to never); counted from 2026-01-01, the last day of the usage "
        f"table; {after(4 * YEAR)} has passed, so the table is too old: add newer days",
    ),
    "less each year": (
        Occupancy("x", ONE, growth=Growth(-2 * TB, DAY, 0.1 * TB)),
        {
            "used_bytes": 2 * TB,
            "users_may_fill_bytes": 10 * TB,
            "used_share": 0.2,
            "fullest": {"target": "a", "used_share": 0.2},
            "imbalance_share": None,
            "until_fullest_is_full_bytes": 8 * TB,
            **FULL,
            "added_bytes_per_year": -2 * TB,
            "targets": [target("a", 2, 10)],
        },
        "x: 2 TB of 10 TB in use (20 %); -2 TB a year",
    ),
    "inodes by target": (
        Occupancy(
            "x",
            ONE,
            inodes_used=100,
            inodes=200,
            inode_growth=Growth(50, DAY),
            inode_targets=(
                *(Inodes("MDT0000", 30, 100), Inodes("MDT0001", 70, 100)),
                Inodes("OST0000", 10, 100),
            ),
        ),
        {
            "used_bytes": 2 * TB,
            "users_may_fill_bytes": 10 * TB,
            "used_share": 0.2,
            "fullest": {"target": "a", "used_share": 0.2},
            "imbalance_share": None,
            "until_fullest_is_full_bytes": 8 * TB,
            "inodes_used": 100,
            "inodes": 200,
            "counted_from": "2026-01-01",
            "added_inodes_per_year": 50,
            "inodes_out_on": after(30 / 0.5 / 50 * YEAR),
            "inode_targets": [
                {
                    "target": name,
                    "inodes_used": used,
                    "inodes": 100,
                    "out_on": after((100 - used) / each / 50 * YEAR),
                }
                for name, used, each in (
                    ("MDT0000", 30, 0.5),
                    ("MDT0001", 70, 0.5),
                    ("OST0000", 10, 0.1),
                )
            ],
            "targets": [target("a", 2, 10)],
        },
        "x: 2 TB of 10 TB in use (20 %); 50 % of the inodes; no inodes are left on "
        f"{after(30 / 0.5 / 50 * YEAR)}, if files stay as large as today; counted from 2026-01-01, "
        "the last day of the usage table",
    ),
    "inodes that were counted": (
        Occupancy(
            "x",
            ONE,
            inodes_used=100,
            inodes=200,
            inode_growth=Growth(50, DAY, 5),
            inodes_are_counted=True,
        ),
        {
            "used_bytes": 2 * TB,
            "users_may_fill_bytes": 10 * TB,
            "used_share": 0.2,
            "fullest": {"target": "a", "used_share": 0.2},
            "imbalance_share": None,
            "until_fullest_is_full_bytes": 8 * TB,
            "inodes_used": 100,
            "inodes": 200,
            "counted_from": "2026-01-01",
            "added_inodes_per_year": 50,
            "inodes_out_on": after(2 * YEAR),
            "inodes_out_between": [
                after(730 / 365.25 * 50 / 60 * YEAR),
                after(730 / 365.25 * 50 / 40 * YEAR),
            ],
            "targets": [target("a", 2, 10)],
        },
        f"x: 2 TB of 10 TB in use (20 %); 50 % of the inodes; no inodes are left on {after(730)} "
        f"({after(730 * 50 / 60)} to {after(730 * 50 / 40)}); counted from 2026-01-01, the last "
        "day of the usage table",
    ),
    "nothing to fill": (
        Occupancy("x", (Target("a", 0, 0),)),
        {
            "used_bytes": 0,
            "users_may_fill_bytes": 0,
            "used_share": None,
            "fullest": {"target": "a", "used_share": 0.0},
            "imbalance_share": None,
            "until_fullest_is_full_bytes": 0,
            "targets": [target("a", 0, 0)],
        },
        "x: 0 B of 0 B in use (unknown)",
    ),
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_all_that_is_told_of_a_system(name: str) -> None:
    found, figures, sentence = SYSTEMS[name]
    assert found.figures == {"name": "x", **NONE, **figures}
    assert found.sentence == sentence


@pytest.mark.parametrize(
    ("rate", "left", "day"),
    [
        (10.0, 20.0, after(2 * YEAR)),
        (10.0, 0.0, "2026-01-01"),
        (0.0, 20.0, None),
        (-1.0, 20.0, None),
        (1.0, 1e9, None),
    ],
)
def test_the_day_on_which_so_much_is_added(rate: float, left: float, day: str | None) -> None:
    found = Growth(rate, DAY).day_of(left)
    assert (found and found.isoformat()) == day
    assert Growth(rate, DAY).range_of(left) is None


@pytest.mark.parametrize(
    ("shape", "count", "text"),
    [
        (("data", "raidz2", 8, None), 1, "raidz2:8"),
        (("data", "raidz2", 8, None), 3, "3 x raidz2:8"),
        (("data", "disk", 1, None), 2, "2 x disk"),
        (("data", "draid2:8d:53c:3s", 53, None), 1, "draid2:8d:53c:3s"),
        (("special", "mirror", 2, 960), 1, "special mirror:2 of 960 B"),
        (("spare", "disk", 1, None), 2, "2 x spare"),
        (("log", "disk", 1, 5), 1, "log of 5 B"),
        (("cache", "disk", 1, None), 1, "cache"),
        (("special", "disk", 1, None), 1, "special disk"),
    ],
)
def test_the_text_of_a_layout(
    shape: tuple[str, str, int, int | None], count: int, text: str
) -> None:
    assert text_of(shape, count) == text


def test_layouts_are_in_order_or_counted() -> None:
    """Equal neighbours together; or all equal ones, by role and by size."""
    wide, narrow = ("data", "raidz2", 8, None), ("data", "raidz2", 6, None)
    large, special = ("data", "raidz2", 8, 20), ("special", "mirror", 2, None)
    every = [special, wide, large, narrow, wide, wide]
    assert in_order(every) == (
        "special mirror:2 + raidz2:8 + raidz2:8 of 20 B + raidz2:6 + 2 x raidz2:8"
    )
    assert counted(every) == "3 x raidz2:8 + raidz2:6 + raidz2:8 of 20 B + special mirror:2"
