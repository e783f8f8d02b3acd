"""Loss of data: against rational arithmetic, published figures, and simulated failures."""

from __future__ import annotations

import heapq
import json
import math
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.formulas.risk.group_loss import MOST_TOLERATED, chain_of
from model.formulas.risk.loss import copies_of
from model.pools.closed_forms import other_models
from model.pools.risk import Group, Repair, redundancy_groups, risk
from model.procedures.loss_window import window_loss_time

VECTORS = json.loads((Path(__file__).parents[2] / "truth" / "loss_vectors.json").read_text())
HOUR, DAY = 3600.0, 86400.0
YEAR = 8766 * HOUR
EXACT = 1e-9


def of_one(drives: int, tolerated: int, rate: float, time: float, **more: object) -> float:
    """Compute the mean time to data loss of one group in seconds."""
    repair = Repair(time, **more)  # type: ignore[arg-type]
    [one] = risk([Group(1, drives, tolerated)], rate, repair, period=YEAR).groups
    return one.mttdl


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["id"])
def test_exact_values(case: dict[str, object]) -> None:
    """22 groups whose values were computed in rational numbers."""
    factors = case["rate_factor_by_failed"] or ()
    repair = Repair(
        float(case["repair_hours"]) * HOUR,  # type: ignore[arg-type]
        case["repair"] == "parallel",
        float(case["sector_error_probability"]),  # type: ignore[arg-type]
        bool(case["sector_error_is_fatal"]),
        tuple(map(float, factors)),  # type: ignore[arg-type]
    )
    group = Group(100, case["drives"], case["tolerated"])  # type: ignore[arg-type]
    rate = float(case["failures_per_drive_year"])  # type: ignore[arg-type]
    found = risk([group], rate, repair, period=5 * YEAR)
    [one] = found.groups
    assert one.mttdl / HOUR == pytest.approx(case["mttdl_hours"], rel=EXACT)
    chance = case["loss_probability_5_years_100_groups"]
    assert found.loss_probability == pytest.approx(chance, rel=EXACT)
    events = case["sector_events_per_year_one_group"]
    assert one.sector_events_per_year == pytest.approx(events, rel=EXACT)


def by_elimination(
    drives: int, tolerated: int, rate: Fraction, time: Fraction, *, parallel: bool
) -> Fraction:
    """Solve the equations of the mean times to loss by Gauss, in rational numbers.

    t[i] = wait in state i + sum of the probabilities of the next states x their t.
    """
    size = tolerated + 1
    rows = []
    for i in range(size):
        fail = (drives - i) * rate
        rebuilt = (Fraction(i) if parallel else Fraction(min(i, 1))) / time
        row = [Fraction(0)] * size + [1 / (fail + rebuilt)]
        row[i] = Fraction(1)
        if i:
            row[i - 1] = -rebuilt / (fail + rebuilt)
        if i + 1 < size:
            row[i + 1] = -fail / (fail + rebuilt)
        rows.append(row)
    for i in range(size):
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for j in range(size):
            if j != i and rows[j][i]:
                rows[j] = [x - rows[j][i] * y for x, y in zip(rows[j], rows[i], strict=True)]
    return rows[0][-1]


@settings(deadline=None)
@given(
    st.integers(0, MOST_TOLERATED),
    st.integers(1, 247),
    st.floats(1e-4, 0.3),
    st.floats(60.0, 60 * DAY),
    st.booleans(),
)
def test_digits_are_kept_over_the_whole_domain(
    tolerated: int, more: int, rate: float, time: float, parallel: bool
) -> None:
    drives = tolerated + more
    found = of_one(drives, tolerated, rate, time, parallel=parallel)
    per_second = Fraction(rate) / Fraction(YEAR)
    exact = by_elimination(drives, tolerated, per_second, Fraction(time), parallel=parallel)
    assert abs(Fraction(found) / exact - 1) < Fraction(1, 10**12)


def rounded(value: float, digits: int) -> float:
    return float(f"{value:.{digits - 1}e}")


PATTERSON = "Patterson, Gibson, Katz 1988: 10 groups of 11 disks of 30,000 h, repaired in 1 h"
CHEN = "Chen et al. 1994: 100 disks of 200,000 h in groups of 17, repaired in 1 h"
PUBLISHED = [
    (PATTERSON, 11, 1, 30_000, (), 10, 820_000, 2),
    (CHEN, 17, 1, 200_000, (), 100 / 17, 3_000 * 8760, 1),
    (CHEN, 17, 2, 200_000, (), 100 / 17, 38e6 * 8760, 2),
    (f"{CHEN}; correlated", 17, 1, 200_000, (1.0, 10.0), 100 / 17, 285 * 8760, 3),
    (f"{CHEN}; correlated", 17, 2, 200_000, (1.0, 10.0, 100.0), 100 / 17, 38_052 * 8760, 5),
]
"""Drives, tolerated, MTTF in hours, factors, groups, MTTDL in hours as printed, its digits."""


@pytest.mark.parametrize(
    ("drives", "tolerated", "failure", "factors", "groups", "printed", "digits"),
    [row[1:] for row in PUBLISHED],
    ids=[f"{row[0]}, {row[2]} tolerated" for row in PUBLISHED],
)
def test_published_mean_times(
    drives: int,
    tolerated: int,
    failure: float,
    factors: tuple[float, ...],
    groups: float,
    printed: float,
    digits: int,
) -> None:
    """They are of the closed form; the chain, which counts what it leaves out, is within 1 %."""
    repair = Repair(HOUR, factors=factors)
    [one] = risk([Group(1, drives, tolerated)], 8766 / failure, repair, period=YEAR).groups
    assert one.closed_form is not None
    assert one.mttdl == pytest.approx(one.closed_form, rel=0.01)
    found = one.closed_form / HOUR / groups
    year = 8760 if printed > 1e6 else 1
    assert rounded(found / year, digits) == pytest.approx(rounded(printed / year, digits))


def test_three_copies_of_blocks() -> None:
    """Sathiamoorthy et al., VLDB 2013: 2.3079e10 days for 30 PB in blocks of 256 MB at 1 Gb/s."""
    stripes = 30_720e12 / (3 * 256e6)
    found = of_one(3, 2, 8766 / (1460 * 24), 2.048) / DAY / stripes
    assert rounded(found, 5) == 2.3079e10


TRAPS = [(2 + 1, 2, 1.34999e9), (5, 4, 4.44635e15), (12, 4, 5.62378e12), (15, 6, 1.08583e18)]
TRAPS += [(2, 1, 498_997.0), (20, 8, 3.80893e22)]


@pytest.mark.parametrize(("drives", "tolerated", "days"), TRAPS)
def test_where_a_matrix_solve_loses_its_digits(drives: int, tolerated: int, days: float) -> None:
    """Failures 8.1345e-3 and repairs 66.013 a day: NumPy's solve is off by all of the last."""
    found = of_one(drives, tolerated, 8.1345e-3 * 365.25, DAY / 66.013) / DAY
    known = (tolerated + 1) * 0.5e-7 / 8.1345e-3 + tolerated * 0.5e-3 / 66.013 + 0.5e-5
    assert found == pytest.approx(days, rel=known)  # by the digits of the rates and the result


@pytest.mark.parametrize("tolerated", [1, 2, 3, 4])
@pytest.mark.parametrize("parallel", [False, True])
def test_closed_forms_agree_where_rebuilds_are_fast(tolerated: int, parallel: bool) -> None:
    """Chen's MTTF^(f+1) / (n (n-1) ... (n-f) MTTR^f), and f! times that with all at once."""
    drives, failure, hours = 14, 1e6, 1e-2
    repair = Repair(hours * HOUR, parallel)
    [one] = risk([Group(1, drives, tolerated)], 8766 / failure, repair, period=YEAR).groups
    ways = math.perm(drives, tolerated + 1)
    closed = failure ** (tolerated + 1) / (ways * hours**tolerated)
    closed *= math.factorial(tolerated) if parallel else 1
    assert one.closed_form is not None
    assert one.closed_form / HOUR == pytest.approx(closed, rel=1e-12)
    assert one.mttdl == pytest.approx(one.closed_form, rel=1e-5)
    assert one.mttdl > one.closed_form


RATES = st.floats(1e-4, 0.3)
TIMES = st.floats(60.0, 60 * DAY)
GROUPS = st.integers(1, 7).flatmap(lambda f: st.tuples(st.integers(f + 2, 60), st.just(f)))


@given(GROUPS, RATES, TIMES, st.booleans())
def test_what_never_raises_the_loss(
    group: tuple[int, int], rate: float, time: float, parallel: bool
) -> None:
    drives, tolerated = group
    now = of_one(drives, tolerated, rate, time, parallel=parallel)
    assert of_one(drives, tolerated + 1, rate, time, parallel=parallel) >= now
    assert of_one(drives, tolerated, rate, time / 2, parallel=parallel) >= now
    assert of_one(drives + 1, tolerated, rate, time, parallel=parallel) <= now
    assert of_one(drives, tolerated, rate * 1.1, time, parallel=parallel) <= now
    assert of_one(drives, tolerated, rate, time, parallel=True) >= now


@given(GROUPS, RATES, TIMES, st.floats(0.1, 30), st.integers(1, 10**5))
def test_longer_lives_and_more_groups_never_lower_it(
    group: tuple[int, int], rate: float, time: float, years: float, count: int
) -> None:
    def lost(count: int, years: float) -> float:
        groups, repair = [Group(count, *group)], Repair(time)
        return risk(groups, rate, repair, period=years * YEAR).loss_probability

    now = lost(count, years)
    assert 0 <= now <= lost(count, years * 1.5) <= 1
    assert now <= lost(count + 1, years)


def simulated(seed: int, design: tuple[int, int, float, float, bool], times: int) -> list[float]:
    """Let drives fail and be rebuilt until more have failed than the group survives, in years.

    Each drive has its own clock; one technician, or one for each failed drive, restores it.
    """
    drives, tolerated, rate, repair, parallel = design
    draw = np.random.default_rng(seed)
    found = []
    for _ in range(times):
        clock = [(float(t), n) for n, t in enumerate(draw.exponential(1 / rate, drives))]
        heapq.heapify(clock)
        waiting: list[int] = []  # failed drives in the order of their failures
        ready: list[tuple[float, int]] = []  # those that are being restored
        while True:
            if not ready or clock[0][0] < ready[0][0]:
                now, drive = heapq.heappop(clock)
                waiting.append(drive)
                if len(waiting) > tolerated:
                    found.append(now)
                    break
                if parallel or len(waiting) == 1:
                    heapq.heappush(ready, (now + draw.exponential(repair), drive))
            else:
                now, drive = heapq.heappop(ready)
                waiting.remove(drive)
                heapq.heappush(clock, (now + draw.exponential(1 / rate), drive))
                if waiting and not parallel:
                    ready.append((now + draw.exponential(repair), waiting[0]))
    return found


def designs(count: int) -> list[tuple[int, int, float, float, bool]]:
    """Draw groups that lose data within 1 to 10,000 years, after at most 300 failures."""
    draw = np.random.default_rng(20260)
    found: list[tuple[int, int, float, float, bool]] = []
    while len(found) < count:
        tolerated = int(draw.integers(0, 4))
        drives = tolerated + 1 + int(draw.integers(1, 20))
        rate, repair = np.exp(draw.uniform(np.log([1e-3, 60.0]), np.log([0.3, 60 * DAY])))
        parallel = bool(draw.integers(2))
        years = of_one(drives, tolerated, rate, repair, parallel=parallel) / YEAR
        if 1 < years < 1e4 and years * drives * rate < 300:
            found.append((drives, tolerated, float(rate), float(repair / YEAR), parallel))
    return found


def test_simulated_failures_lose_data_as_often() -> None:
    """200 groups: the mean of the simulated times lies within the error of the simulation."""
    times = 150
    away = []
    for seed, design in enumerate(designs(200)):
        drives, tolerated, rate, repair, parallel = design
        mean = of_one(drives, tolerated, rate, repair * YEAR, parallel=parallel) / YEAR
        lives = np.array(simulated(seed, design, times))
        away.append(abs(lives.mean() - mean) / (lives.std(ddof=1) / math.sqrt(times)))
    assert sum(x > 3 for x in away) <= 3
    assert max(away) < 4.5


def test_groups_of_layouts() -> None:
    """Each vdev, span or set of copies is a group; a dRAID vdev is one."""
    shapes = {
        "19 x raidz3:11": [(19, 11, 3)],
        "2 x raidz2:10 + special mirror:3 of 1.6 TB": [(2, 10, 2), (1, 3, 2)],
        "draid2:8d:90c:2s": [(1, 90, 2)],
        "4 x disk": [(4, 1, 0)],
        "raid60:2x10": [(2, 10, 2)],
        "3 x raid10:8": [(12, 2, 1)],
        "2 x raid1:3": [(2, 3, 2)],
        "gridraid:41": [(1, 41, 2)],
    }
    for layout, wanted in shapes.items():
        found = [(one.count, one.drives, one.tolerated) for one in redundancy_groups(layout)]
        assert found == wanted, layout


def test_a_chain_has_no_more_states_than_declared() -> None:
    with pytest.raises(ValueError, match="survives 0 to 8 failures, not 9"):
        chain_of(9)


@pytest.mark.parametrize(("tolerated", "printed"), [(2, 1.500e-07), (1, 4.105e-04), (0, 0.4512)])
def test_the_window_of_backblaze(tolerated: int, printed: float) -> None:
    """Their README: 4+2 shards that fail at 0.1 a year, replaced in a day; losses in 365 days."""
    year = 365 * DAY
    found = window_loss_time(6, tolerated, 0.1 / year, DAY)
    assert -math.expm1(-year / found) == pytest.approx(printed, rel=3e-4)


@pytest.mark.parametrize("tolerated", [1, 2, 3])
def test_other_models_differ_by_what_they_say(tolerated: int) -> None:
    """Angus is f! times Chen, the window (f + 1)! times, if rebuilds are fast."""
    repair = Repair(HOUR, sector_error_probability=1e-3)
    found = {one.name: one for one in other_models(Group(7, 10, tolerated), 0.01, repair)}
    chain, chen, angus, elling, window = (one.mttdl for one in found.values())
    assert chain == of_one(10, tolerated, 0.01, HOUR, sector_error_probability=1e-3)
    assert chain == pytest.approx(chen, rel=1e-4)
    assert angus == pytest.approx(math.factorial(tolerated) * chen, rel=1e-12)
    assert window == pytest.approx(math.factorial(tolerated + 1) * chen, rel=1e-3)
    of_fewer = of_one(10, tolerated - 1, 0.01, HOUR)
    assert elling == pytest.approx(of_fewer / 1e-3, rel=1e-4)
    assert other_models(Group(1, 4, 0), 0.01, repair) == []


def test_elling_as_printed() -> None:
    """MTBF / (N P_rf) of single parity: 8 drives of 500 GB, an error in 1e14 bits, 1e6 h."""
    errors = 7 * 500e9 * 8 / 1e14
    repair = Repair(DAY, sector_error_probability=errors)
    found = {one.name: one for one in other_models(Group(1, 8, 1), YEAR / (1e6 * HOUR), repair)}
    assert found["Elling 2007, MTTDL[2]"].mttdl == pytest.approx(1e6 * HOUR / (8 * errors))


def test_of_draid_with_failure_domains_further_domains_count() -> None:
    """96 drives in 12 domains of 8: then 88 in the other domains, then 80; repairs in a row."""
    groups, repair = redundancy_groups("draid2:4d:12c:96w:2s"), Repair(30 * HOUR)
    [found] = risk(groups, 0.0157, repair, period=YEAR).groups
    rate, rebuilds = 0.0157 / YEAR, 1 / (30 * HOUR)
    times = [1 / (96 * rate)]
    for drives in (88, 80):
        times.append((1 + rebuilds * times[-1]) / (drives * rate))
    assert found.mttdl == pytest.approx(sum(times), rel=1e-12)
    at_once = replace(repair, parallel=True)
    [twice] = risk(groups, 0.0157, at_once, period=YEAR).groups
    last = (1 + 2 * rebuilds * times[1]) / (80 * rate)
    assert twice.mttdl == pytest.approx(times[0] + times[1] + last, rel=1e-12)
    [alike] = risk(redundancy_groups("draid2:4d:96c:2s"), 0.0157, repair, period=YEAR).groups
    assert found.mttdl > alike.mttdl


@given(st.integers(2, 40), st.integers(2, 4), st.floats(1e-6, 0.02))
@settings(max_examples=60, deadline=None)
def test_all_copies_are_lost_no_more_often_than_the_upper_limit(
    targets: int, copies: int, load: float
) -> None:
    """By the exact chain of targets that are copied one after the other; a restore takes 1."""
    of_one = load / targets
    copies = min(copies, targets)
    time = before = 1 / (targets * of_one)
    for lost in range(1, copies):
        before = (1 + before) / ((targets - lost) * of_one)
        time += before
    any_targets = copies_of(copies, in_pairs=False, in_enclosures=False).quantities
    found = any_targets["drive_loss_rate"].function(load, 1.0)
    assert 1 / time <= found * (1 + 1e-9)
    assert (
        found * time <= targets**copies / math.perm(targets, copies) * (1 + copies * load) ** copies
    )
    buddies = copies_of(copies, in_pairs=True, in_enclosures=False).quantities
    groups = targets // copies
    if targets % copies == 0:
        mean = before = 1 / (copies * of_one)
        for lost in range(1, copies):
            before = (1 + before) / ((copies - lost) * of_one)
            mean += before
        in_pairs = buddies["drive_loss_rate"].function(load, 1.0, float(targets))
        assert groups / mean <= in_pairs * (1 + 1e-9)
        assert in_pairs <= groups / mean * (1 + copies * load) ** copies
        assert in_pairs <= found * (1 + 1e-9)
