"""Rates of metadata are scaled from measured ones, never made up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.formulas.chain.metadata_rates import RATES

of_one = RATES.quantities["mdt_create_rate"].function
of_all = RATES.quantities["metadata_create_rate"].function
counts = st.integers(1, 1000).map(float)
shares = st.floats(0.01, 1.0)


@given(st.floats(1.0, 1e7), counts, shares)
def test_the_measured_number_of_targets_gives_the_measured_rate(
    rate: float, targets: float, share: float
) -> None:
    """Scaling down to one target and up again changes nothing."""
    assert of_all(of_one(rate, targets, share), targets, share) == pytest.approx(rate)


@given(st.floats(1.0, 1e7), counts, counts, shares)
def test_in_proportion_is_the_most_and_one_the_least(
    rate: float, measured: float, targets: float, share: float
) -> None:
    """From one target upward, a share of 1 is the upper bound."""
    linear = of_all(of_one(rate, 1.0, 1.0), targets, 1.0)
    assert linear == pytest.approx(rate * targets)
    scaled = of_all(of_one(rate, 1.0, share), targets, share)
    assert rate * (1 - 1e-9) <= scaled <= linear * (1 + 1e-9)


def test_project_at_beluga() -> None:
    """71,000 creations a second on 4 targets are 17,750 on each, as far as DNE2 is even."""
    assert of_one(71000.0, 4.0, 1.0) == 17750
