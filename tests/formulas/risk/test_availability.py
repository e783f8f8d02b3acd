"""Availability: published figures, a simulation of a pair of servers, and what must hold."""

from __future__ import annotations

import math
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.formulas.risk import availability as formulas
from model.formulas.risk import outages_of_copies
from model.units.kinds import HOUR, JULIAN_YEAR

MINUTE = 60.0


def test_minutes_of_three_nines_are_the_published_ones() -> None:
    """99.9 % is 43.83 minutes a month of 730.5 h (Lockwood, limelead, availability.md)."""
    load = -math.log(0.999)
    yearly = formulas.yearly_outage(load, JULIAN_YEAR)
    assert yearly / 12 / MINUTE == pytest.approx(43.83, abs=0.005)


def test_a_server_that_is_repaired_soon_is_down_as_published() -> None:
    """MTTI 2.5 h at 90 %: 16.7 min of repair (same page), of time up and down in turns.

    Outages that begin while another one lasts are counted by the queue as well, so its load is that
    of the repair over the time up, and one server is reached for 1 / (1 + load) of the time.
    """
    repair = 2.5 * HOUR / 9
    assert repair / MINUTE == pytest.approx(16.7, abs=0.05)
    load = formulas.server_down_share(JULIAN_YEAR / (2.5 * HOUR), 0.0, repair - 1, 1.0, JULIAN_YEAR)
    assert 1 / (1 + load) == pytest.approx(0.9, rel=1e-12)


def test_outages_of_many_pieces_are_those_of_a_simulation() -> None:
    """100 unpaired servers, exponential lengths: the share of the time in which none is down."""
    rng = np.random.default_rng(3)
    rate, length, years = 4.0, 20 * HOUR, 400.0
    found = []
    for _ in range(60):
        count = rng.poisson(100 * rate * years / 100)
        begins = np.sort(rng.uniform(0, years * JULIAN_YEAR / 100, count))
        ends = begins + rng.exponential(length, count)
        reached, last = 0.0, 0.0
        for begin, end in zip(begins, ends, strict=True):
            reached += max(0.0, begin - last)
            last = max(last, end)
        found.append(reached / last)
    load = formulas.repair_outages(100.0, rate, length, JULIAN_YEAR)
    expected = formulas.availability(load)
    error = np.std(found) / math.sqrt(len(found))
    assert abs(np.mean(found) - expected) < 3 * error
    assert error < 0.02


@pytest.mark.parametrize(("width", "tolerated"), [(3, 1), (4, 2), (10, 2), (11, 3), (2, 0)])
def test_more_servers_away_than_allowed_are_the_leading_term_of_a_binomial(
    width: int, tolerated: int
) -> None:
    """Exact sums over how many of 40 servers, and of an object's strips, are away at once."""
    down, servers = 1e-5, 40
    chapter = outages_of_copies.strips_of(width, tolerated).quantities

    def beyond(count: int) -> float:
        return sum(
            math.comb(count, n) * down**n * (1 - down) ** (count - n)
            for n in range(tolerated + 1, count + 1)
        )

    of_data = chapter["strip_data_outages"].function(down)
    assert of_data == pytest.approx(beyond(width), rel=1e-3)
    of_any = chapter["strip_outages"].function(float(servers), down)
    exact = beyond(servers)
    assert exact <= of_any <= exact * (1 - tolerated / servers) ** -(tolerated + 1) * 1.001


def test_all_paths_at_once_fail_as_a_simulation_of_two_says() -> None:
    """Two adapters with fixed repair times: the second fails while the first is repaired."""
    rate, repair, years = 3.0, 100 * HOUR, 20_000.0
    rng = np.random.default_rng(7)
    both = 0
    for _ in range(10):
        times = [
            np.sort(rng.uniform(0, years / 10 * JULIAN_YEAR, rng.poisson(rate * years / 10)))
            for _ in range(2)
        ]
        for own, other in (times, times[::-1]):
            at = np.searchsorted(own, other, side="right") - 1
            both += int(np.sum((at >= 0) & (other - own[at] < repair)))
    expected = formulas.drive_path_stops(2.0, rate, 0.0, repair, JULIAN_YEAR) * years
    assert abs(both - expected) < 3 * math.sqrt(expected)


def test_takeover_is_shorter_than_repair_and_its_failure_is_not() -> None:
    """A pair waits for the takeover, and in one of twenty cases for the repair as well."""
    paired = formulas.repair_outage_time(5 * MINUTE, 0.05, 35 * HOUR, HOUR)
    assert paired == pytest.approx(5 * MINUTE + 0.05 * 36 * HOUR)
    assert paired < formulas.repair_outage_time_alone(35 * HOUR, HOUR)


def test_one_edge_switch_is_waited_for_and_of_two_the_other_is_used() -> None:
    alone = formulas.switch_outage_time(1.0, 300.0, 0.05, 36 * HOUR)
    assert alone == 36 * HOUR
    assert formulas.switch_outage_time(2.0, 300.0, 0.05, 36 * HOUR) < alone / 10
    assert formulas.switch_stops(0.0, 2.0, 0.05, 36 * HOUR, JULIAN_YEAR) == 0
    one, two = (formulas.switch_stops(2.0, n, 0.05, 36 * HOUR, JULIAN_YEAR) for n in (1.0, 2.0))
    assert one == pytest.approx(0.1)
    assert two < one / 1000


LOADS = st.floats(1e-5, 0.03)
"""Outages of one server or enclosure in progress, on average."""


def chance(down: tuple[bool, ...], load: float) -> float:
    """Return how likely just these of equal units are down, each with outages of its own."""
    return math.prod(-math.expm1(-load) if one else math.exp(-load) for one in down)


def lost(load: float) -> float:
    """Return how much of the time something is out of reach."""
    return -math.expm1(-load)


@given(st.integers(1, 6), st.integers(2, 3), LOADS)
@settings(max_examples=40, deadline=None)
def test_copies_on_servers_are_out_of_reach_as_an_enumeration_says(
    servers: int, copies: int, load: float
) -> None:
    """Each set of so many servers has all copies of some file; on fewer, each server has some."""
    chapter = outages_of_copies.copies_of(copies, in_pairs=False, in_enclosures=False).quantities
    least = copies if servers >= copies else 1
    states = list(product((False, True), repeat=servers))
    exact = sum(chance(state, load) for state in states if sum(state) >= least)
    found = lost(chapter["any_copies_outages"].function(float(servers), load))
    assert exact <= found * (1 + 1e-9)
    spread = servers**least / math.perm(servers, least)
    assert found <= exact * spread * math.exp(servers * load) * 1.1
    of_a_file = -(math.expm1(-load) ** copies) if servers >= copies else -math.expm1(-load)
    piece = lost(chapter["copies_data_outages"].function(float(servers), load))
    assert abs(of_a_file) <= piece * (1 + 1e-9) <= abs(of_a_file) * 1.2


Server = tuple[int, int]
"""The number of a block, and of a server in it."""


def out_of_reach(
    files: list[tuple[Server, Server]],
    owners: list[Server],
    enclosures: int,
    load: float,
    away: float,
) -> float:
    """Return how much of the time both copies of any file are, over all states of the parts."""
    blocks = max(block for block, _ in owners) + 1
    found = 0.0
    for down in product((False, True), repeat=len(owners)):
        for gone in product((False, True), repeat=blocks * enclosures):
            taken = {n // enclosures for n, one in enumerate(gone) if one}
            states = zip(owners, down, strict=True)
            out = {owner for owner, one in states if one or owner[0] in taken}
            if any(a in out and b in out for a, b in files):
                found += chance(down, load) * chance(gone, away)
    return found


@given(st.integers(1, 3), st.integers(1, 2), st.integers(1, 2), LOADS, LOADS)
@settings(max_examples=25, deadline=None)
def test_two_copies_in_enclosures_are_out_of_reach_as_an_enumeration_says(
    blocks: int, servers: int, enclosures: int, load: float, away: float
) -> None:
    """In different blocks, or on different servers of the only one: any two, or buddies alone."""
    owners = [(block, n) for block in range(blocks) for n in range(servers)]
    files = [(a, b) for a, b in combinations(owners, 2) if blocks == 1 or a[0] != b[0]]
    files = files or [(owner, owner) for owner in owners]
    count, gone = float(len(owners)), away * blocks * enclosures
    of_buddies = outages_of_copies.copies_of(2, in_pairs=True, in_enclosures=True).quantities
    load_of_any = of_buddies["any_copies_outages"].function(count, load, gone, float(blocks))
    load_of_buddies = of_buddies["copies_outages"].function(
        load, gone, float(blocks), count, load_of_any
    )
    any_two, buddies = lost(load_of_any), lost(load_of_buddies)
    exact = out_of_reach(files, owners, enclosures, load, away)
    assert exact <= any_two * (1 + 1e-9)
    assert any_two <= 4.5 * exact
    if blocks == 2:
        pairs = [((0, n), (1, n)) for n in range(servers)]
        assert out_of_reach(pairs, owners, enclosures, load, away) <= buddies * (1 + 1e-9)
    assert buddies <= any_two


@given(st.integers(2, 8), LOADS)
@settings(max_examples=20, deadline=None)
def test_buddy_mirrors_are_out_of_reach_where_both_of_a_pair_are(pairs: int, load: float) -> None:
    chapter = outages_of_copies.copies_of(2, in_pairs=True, in_enclosures=False).quantities
    servers = 2.0 * pairs
    exact = 1 - (1 - math.expm1(-load) ** 2) ** pairs
    any_two = chapter["any_copies_outages"].function(servers, load)
    found = lost(chapter["copies_outages"].function(servers, load, servers, any_two))
    assert exact <= found * (1 + 1e-9)
    assert found <= 1.1 * exact
    assert found < lost(any_two)


@given(
    st.sampled_from([(3, 2), (6, 2), (7, 3), (10, 2), (11, 3), (19, 3)]), st.integers(1, 9), LOADS
)
@settings(max_examples=40, deadline=None)
def test_strips_over_a_block_are_out_of_reach_as_an_enumeration_says(
    code: tuple[int, int], servers: int, load: float
) -> None:
    """Strips lie evenly: some stripe has the most it may have on the servers that are down."""
    width, tolerated = code
    full = width % servers or servers
    most = -(-width // servers)

    def held(down: int) -> int:
        return min(down, full) * most + max(0, down - full) * (most - 1)

    exact = sum(
        chance(state, load)
        for state in product((False, True), repeat=servers)
        if held(sum(state)) > tolerated
    )
    chapter = outages_of_copies.strips_in_block(width, tolerated).quantities
    fatal = chapter["fatal_servers"].function(float(servers))
    assert fatal == next(n for n in range(1, tolerated + 2) if n * most > tolerated)
    each = chapter["block_strip_outages"].function(float(servers), load, fatal)
    assert exact <= lost(each) * (1 + 1e-9)
    if servers >= fatal and held(int(fatal)) > tolerated:
        spread = servers**fatal / math.perm(servers, int(fatal))
        assert lost(each) <= exact * spread * math.exp(servers * load) * 1.1


@given(st.sampled_from([2, 3]), st.integers(1, 4), LOADS)
@settings(max_examples=20, deadline=None)
def test_more_copies_on_as_many_servers_are_never_out_of_reach_more(
    copies: int, blocks: int, load: float
) -> None:
    fewer, more = (
        outages_of_copies.copies_of(n, in_pairs=False, in_enclosures=True).quantities[
            "any_copies_outages"
        ]
        for n in (copies, copies + 1)
    )
    numbers = (8.0, load / 8, load, float(blocks + copies))
    assert more.function(*numbers) <= fewer.function(*numbers)
