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
