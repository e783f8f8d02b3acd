"""The endurance that NERSC's all-flash file system needed."""

from __future__ import annotations

import pytest

from model.formulas.risk import endurance
from model.formulas.time_and_money import growth

DAY = 86400.0


@pytest.mark.parametrize(
    ("improvement", "amplification", "published"), [(3, 2.68024, 0.28112), (4, 3.16983, 0.33247)]
)
def test_nersc(improvement: float, amplification: float, published: float) -> None:
    """Lockwood et al. 2019: 248 x 41 drives of 4 TB, 8+2, 0.024 writes a day; 0.28 and 0.33."""
    capacity = growth.purge_capacity(improvement, 28 * DAY, 0.5, 133_116_697_694_451.58 / DAY)
    reference = endurance.reference_data_capacity(248 * 41, 4e12, 0.8)
    found = endurance.drive_writes_per_day(
        improvement, 0.0240298, amplification, reference, capacity
    )
    assert found == pytest.approx(published, rel=2e-5)


YEAR = 365 * DAY


@pytest.mark.parametrize(
    ("capacity", "total", "years", "per_day"),
    [
        (1.8e12, 1432e12, 5, 0.43592),
        (1.92e12, 3504e12, 5, 1.0),
        (1e12, 365e12, 4, 0.25),
        (0.48e12, 876e12, 5, 1.0),
    ],
)
def test_total_bytes_and_drive_writes_per_day_are_one(
    capacity: float, total: float, years: float, per_day: float
) -> None:
    """TBW = DWPD x TB x 365 x years, both ways: Kingston DC400 of 1.8 TB, 1432 TBW: 0.43."""
    period = years * YEAR
    found = endurance.endurance_writes_per_day(total, capacity, period, DAY)
    assert found == pytest.approx(per_day, rel=2e-5)
    back = endurance.drive_endurance(float("nan"), per_day, capacity, period, DAY)
    assert back == pytest.approx(total, rel=2e-5)


def test_over_provisioning_of_960_of_1024() -> None:
    """1024 over 960 GB are 6.67 %; in GiB of flash 14.53 %; 1 TiB for 800 GB 37.4 %."""
    assert endurance.over_provisioning(1024e9, 960e9) == pytest.approx(0.0667, abs=5e-5)
    assert endurance.over_provisioning(2.0**40, 960e9) == pytest.approx(0.1453, abs=5e-5)
    assert endurance.over_provisioning(2.0**40, 800e9) == pytest.approx(0.374, abs=5e-4)
    assert endurance.random_write_amplification(0.0666667) == pytest.approx(8.0, rel=1e-4)


def test_life_at_the_own_amplification() -> None:
    """Half of the rated amplification is twice the life."""
    rated = endurance.drive_life(1e15, 1e12, DAY, YEAR)
    assert endurance.drive_life_amplified(1e15, 1e12, 4.0, 2.0, DAY, YEAR) == pytest.approx(
        2 * rated
    )
    assert rated == pytest.approx(1000 / 365)
