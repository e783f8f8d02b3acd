"""What counts for how many pieces, worked out by hand."""

from __future__ import annotations

import math

import pytest

from model.formulas.time_and_money import life, offers, payments, services


def test_one_offer_counts_for_each_number_of_pieces() -> None:
    """From 1 up to 100, and from 100 on: of 99, 100 and 101 pieces one price counts each."""
    few = [offers.offer_counts(n, 1.0, 100.0) for n in (99.0, 100.0, 101.0)]
    many = [offers.offer_counts(n, 100.0, 1e9) for n in (99.0, 100.0, 101.0)]
    assert (few, many) == ([1, 0, 0], [0, 1, 1])


def test_a_gross_price_is_freed_of_its_tax_after_the_discount() -> None:
    """1200 with 20 % of tax inside and 10 % off: 1080 gross are 900 net; nothing off: 1000."""
    assert offers.net_price(1200.0, 0.1, 0.2) == 900
    assert offers.net_price(1200.0, 0.0, 0.2) == 1000


def test_maintenance_grows_with_what_is_owned() -> None:
    """50 a year on 1000 bought are 5 %: of 1500 owned 75, of a year half in warranty 37.50."""
    assert life.year_maintenance_grown_by_line(50.0, 1000.0, 1500.0, 1.0) == pytest.approx(75)
    assert life.year_maintenance_grown_by_line(50.0, 1000.0, 1500.0, 0.5) == pytest.approx(37.5)


def test_what_stands_in_no_rack_costs_as_one() -> None:
    """Of 9 million in three racks each costs 3; where none is counted, it is all of it."""
    assert life.cost_per_rack(9e6, 3.0) == 3e6
    assert life.cost_per_rack(9e6, 0.0) == 9e6


def test_bandwidth_of_growth_costs_what_the_mean_of_its_years_does() -> None:
    """9 million over 3 years of 20, 40 and 60 GB/s: 225,000 per GB/s; the purchase counts not."""
    for of_year, each in (
        (life.year_served_write_bandwidth, life.cost_per_written_grown),
        (life.year_served_read_bandwidth, life.cost_per_read_grown),
    ):
        served = sum(of_year(10e9 * max(2 * j, 1), j) for j in range(4))
        assert each(9e6, served, 3.0, 1e9) == pytest.approx(225_000)


def test_racks_of_growth_cost_what_the_mean_of_their_years_does() -> None:
    """9 million over 3 years of 1, 2 and 3 racks: 4.5 per rack; the year of purchase counts not."""
    served = sum(life.year_served_racks(racks, j) for j, racks in enumerate([1.0, 1.0, 2.0, 3.0]))
    assert life.cost_per_rack_grown(9e6, served, 3.0) == 4.5e6
    assert life.cost_per_rack_grown(9e6, 0.0, 3.0) == 9e6


def test_licences_are_sold_by_whole_terabytes() -> None:
    """960.5 TB need 961 licences."""
    assert services.raw_terabytes(960.5e12, 1e12) == 961
    assert services.usable_terabytes(960.5e12, 1e12) == 961


def test_a_phase_of_unknown_price_costs_nothing_in_a_year_in_which_it_isnt_due() -> None:
    """Due in year 1: year 0 has no share of it, whatever it costs; year 1 all, known or not."""
    for capital in (payments.phase_capital, payments.known_phase_capital):
        assert capital(0.0, math.nan) == 0
        assert math.isnan(capital(1.0, math.nan))
        assert [capital(due, 250.0) for due in (0.0, 1.0)] == [0, 250]
