"""The risk of groups without a scenario: what a layout's groups are, and closed forms by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from model.pools.closed_forms import other_models
from model.pools.risk import Group, Repair, lower_losses, redundancy_groups, risk, wrong_groups

YEAR = 365.25 * 86400
DAY = 86400.0
PARITY = "one more drive of parity in each group"
HALF = "half the data drives per group"
FASTER = ("repairs in half the time", 1)
LAYOUTS: dict[str, tuple[list[Group], list[tuple[str, float]]]] = {
    "raidz2:10": (
        [Group(1, 10, 2, "raidz2:10", 8, True)],
        [(f"raidz3:10 ({PARITY})", 7 / 8), (f"raidz2:6 ({HALF})", 4 / 8), FASTER],
    ),
    "2 x raidz1:5 + special mirror:2": (
        [Group(2, 5, 1, "raidz1:5", 4, True), Group(1, 2, 1, "special mirror:2", 0, True)],
        [
            (f"2 x raidz2:5 + special mirror:3 ({PARITY})", 6 / 8),
            (f"3 x raidz1:3 + special mirror:2 ({HALF})", 6 / 8),
            FASTER,
        ],
    ),
    "3 x mirror:2": (
        [Group(3, 2, 1, "mirror:2", 1, True)],
        [(f"2 x mirror:3 ({PARITY})", 2 / 3), FASTER],
    ),
    "draid2:8d:24c:1s": (
        [Group(1, 24, 2, "draid2:8d:24c:1s", 18.4, True)],
        [(f"draid3:8d:24c:1s ({PARITY})", 10 / 11), FASTER],
    ),
    "raid5:9": (
        [Group(1, 9, 1, "raid5:9", 8, False)],
        [(f"raid6:9 ({PARITY})", 7 / 8), (f"raid5:5 ({HALF})", 4 / 8), FASTER],
    ),
    "2 x raid6:10": (
        [Group(2, 10, 2, "raid6:10", 8, False)],
        [(f"3 x raid6:6 ({HALF})", 12 / 16), FASTER],
    ),
    "raid60:2x10": (
        [Group(2, 10, 2, "raid60:2x10", 8, False)],
        [(f"raid60:3x6 ({HALF})", 12 / 16), FASTER],
    ),
    "raid10:8": ([Group(4, 2, 1, "raid10:8", 1, False)], [FASTER]),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_groups_of_a_layout_and_what_would_lose_less(layout: str) -> None:
    """The best change first, each with its data drives over those of before."""
    groups, lower = LAYOUTS[layout]
    assert list(redundancy_groups(layout)) == groups
    found = lower_losses(layout, groups, 0.014, Repair(DAY), period=5 * YEAR)
    assert [(one.title, one.data_share) for one in found] == [
        (title, pytest.approx(share)) for title, share in lower
    ]
    now = risk(groups, 0.014, Repair(DAY), period=5 * YEAR).loss_probability
    losses = [one.loss_probability for one in found]
    assert losses == sorted(losses)
    assert losses[-1] < now


def test_groups_that_were_entered_by_numbers_would_lose_less() -> None:
    groups = [Group(4, 10, 2, data_drives=8), Group(1, 2, 1, data_drives=1)]
    repair = Repair(DAY, sector_error_is_fatal=True, latent_errors=1e-3)
    found = lower_losses(None, groups[:1], 0.014, repair, period=5 * YEAR)
    assert {one.title: one.data_share for one in found} == {
        PARITY: 7 / 8,
        "repairs in half the time": 1,
        "scrubs in half the interval": 1,
    }
    plain = replace(repair, latent_errors=0.0)
    for groups_, how, titles in (
        (groups[:1], plain, {PARITY, FASTER[0]}),
        (groups[1:], plain, {FASTER[0]}),
        (groups[:1], replace(repair, sector_error_is_fatal=False), {PARITY, FASTER[0]}),
    ):
        found = lower_losses(None, groups_, 0.014, how, period=5 * YEAR)
        assert {one.title for one in found} == titles


WRONG: list[tuple[Group, tuple[float, ...], list[str]]] = [
    (Group(1, 1, 0), (), []),
    (Group(1, 255, 8), (), []),
    (Group(1, 256, 8), (), ["a group has 1 to 255 drives, not 256"]),
    (Group(1, 10, 9), (), ["a group has 0 to 8 tolerated failures, not 9"]),
    (Group(1, 3, 2), (), []),
    (Group(1, 3, 3), (), ["a group of 3 drives can't survive 3"]),
    (Group(1, 12, 3, per_failure=4), (), ["a group of 12 drives can't survive 3"]),
    (Group(1, 12, 2, per_failure=4), (), []),
    (Group(1, 10, 2), (1.0, 2.0, 3.0), []),
    (
        Group(1, 10, 2),
        (1.0, 2.0),
        ["write 3 rate factors, one for 0 to 2 failed drives, not 2"],
    ),
]


@pytest.mark.parametrize(("group", "factors", "messages"), WRONG)
def test_groups_at_their_limits(
    group: Group, factors: tuple[float, ...], messages: list[str]
) -> None:
    assert list(wrong_groups([group], Repair(DAY, factors=factors))) == messages


@pytest.mark.parametrize("parallel", [True, False])
@pytest.mark.parametrize(("tolerated", "drives"), [(1, 5), (2, 10), (3, 11)])
def test_other_models_by_hand(tolerated: int, drives: int, parallel: bool) -> None:
    """Of one group, however many there are.

    Chen 1994: 1 / (n (n-1) ... (n-k) x rate^(k+1) x repair^k); Angus 1988: k! times that. Elling:
    the same with one factor less, and the chance of an unreadable sector. Windows: (k+1)! times.
    """
    rate, repair, chance = 0.0157 / YEAR, 30 * 3600.0, 0.01
    how = Repair(repair, parallel=parallel, sector_error_probability=chance)
    found = other_models(Group(7, drives, tolerated), 0.0157, how)
    chain, chen, angus, elling, window = found
    ways = math.perm(drives, tolerated + 1)
    serial = 1 / (ways * rate ** (tolerated + 1) * repair**tolerated)
    assert chen.mttdl == pytest.approx(serial)
    assert angus.mttdl == pytest.approx(math.factorial(tolerated) * serial)
    assert chain.mttdl == pytest.approx((angus if parallel else chen).mttdl, rel=2e-3)
    met = math.perm(drives, tolerated) * rate**tolerated * repair ** (tolerated - 1) * chance
    together = math.factorial(tolerated - 1) if parallel else 1
    assert elling.mttdl == pytest.approx(together / met)
    assert window.mttdl == pytest.approx(math.factorial(tolerated + 1) * serial, rel=1e-2)
    rebuilt = "at the same time" if parallel else "one after another"
    assert chain.why == f"exact; failed drives are rebuilt {rebuilt}"
    alike = "same as Chen's: one drive at most is rebuilt before a loss"
    several = f"rebuilt at the same time: {math.factorial(tolerated)} times Chen's"
    assert angus.why.endswith(alike if tolerated == 1 else several)
    without = other_models(Group(7, drives, tolerated), 0.0157, Repair(repair))
    assert [one.name for one in without] == [one.name for one in found if one is not elling]


def test_groups_without_redundancy_have_no_closed_form() -> None:
    assert other_models(Group(3, 5, 0), 0.0157, Repair(DAY)) == []
    [one] = risk([Group(3, 5, 0)], 0.0157, Repair(DAY), period=YEAR).groups
    assert (one.closed_form, one.sector_error_losses) == (None, None)
    assert one.mttdl == pytest.approx(YEAR / (5 * 0.0157))


@pytest.mark.parametrize("in_pool", [True, False])
def test_the_data_that_are_lost_by_hand(in_pool: bool) -> None:
    """10 TB drives, 160 TB and 120 TB of data: a pool loses all of them, a group only its own."""
    groups = [
        Group(2, 10, 2, data_drives=8, in_pool=in_pool),
        Group(3, 5, 1, data_drives=4, in_pool=in_pool),
    ]
    found = risk(groups, 0.014, Repair(DAY), period=5 * YEAR, drive=1e13)
    chances = [one.loss_probability for one in found.groups]
    lost = (2.8e14, 2.8e14) if in_pool else (8e13, 4e13)
    expected = sum(chance * held for chance, held in zip(chances, lost, strict=True))
    assert found.expected_bytes_lost == pytest.approx(expected, rel=1e-3)
    assert found.expected_share_lost == pytest.approx(expected / 2.8e14, rel=1e-3)
    assert found.loss_probability == pytest.approx(sum(chances), rel=1e-3)
    unknown = risk(groups, 0.014, Repair(DAY), period=5 * YEAR)
    assert (unknown.expected_bytes_lost, unknown.expected_share_lost) == (None, None)
