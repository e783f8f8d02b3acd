"""Drives too small for what a file system keeps for itself: said so, never a negative capacity."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.answers.results import evaluate
from model.errors import InputError
from model.planning.loading import edited, load_scenario

SCENARIOS = Path(__file__).parents[2] / "scenarios"


def small(name: str, tier: int, size: str) -> dict[str, float]:
    scenario = load_scenario(SCENARIOS / f"{name}.yaml")
    other = {"value": size, "because": "as small as none is"}
    results = evaluate(edited(scenario, {f"tiers.{tier}.drives.capacity": other}))
    return {
        f"{path} {figure}": value
        for (path, figure), value in results.values.items()
        if figure.endswith("_capacity") and isinstance(value, float)
    }


def test_zfs_on_too_small_groups_is_refused() -> None:
    with pytest.raises(InputError, match=r"drives\.capacity: this leaves ZFS less than 64 MiB"):
        small("sequoia", 0, "1 MB")


def test_ext4_on_too_small_groups_is_refused() -> None:
    with pytest.raises(InputError, match=r"a journal of 1\.074 GB"):
        small("lcpq", 0, "1 MB")


@pytest.mark.parametrize("size", ["1 kB", "1 MB", "64 MiB", "80 MB", "300 MiB", "1 GB", "10 GB"])
@pytest.mark.parametrize(
    ("name", "tier"), [("sequoia", 0), ("sequoia", 1), ("lcpq", 0), ("lcpq", 1), ("beluga", 0)]
)
def test_no_capacity_is_below_nothing(name: str, tier: int, size: str) -> None:
    try:
        capacities = small(name, tier, size)
    except InputError:
        return  # said, as the tests above show
    assert {key: value for key, value in capacities.items() if value < 0} == {}
