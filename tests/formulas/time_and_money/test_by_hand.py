"""What counts for how many pieces, worked out by hand."""

from __future__ import annotations

from model.formulas.time_and_money import offers, services


def test_one_offer_counts_for_each_number_of_pieces() -> None:
    """From 1 up to 100, and from 100 on: of 99, 100 and 101 pieces one price counts each."""
    few = [offers.offer_counts(n, 1.0, 100.0) for n in (99.0, 100.0, 101.0)]
    many = [offers.offer_counts(n, 100.0, 1e9) for n in (99.0, 100.0, 101.0)]
    assert (few, many) == ([1, 0, 0], [0, 1, 1])


def test_licences_are_sold_by_whole_terabytes() -> None:
    """960.5 TB need 961 licences."""
    assert services.raw_terabytes(960.5e12, 1e12) == 961
    assert services.usable_terabytes(960.5e12, 1e12) == 961
