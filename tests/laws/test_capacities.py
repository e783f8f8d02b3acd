"""Laws of the capacities of every kind of tier, in many random designs of every example."""

from __future__ import annotations

import numpy as np
import pytest

from model.answers.capacities import CAPACITY_STEPS
from tests import trees
from tests.laws import samples


def tiers() -> list[tuple[str, str]]:
    """Give every tier of every example by its path, but for those that are given as a whole."""
    return [
        (example, path)
        for example, root in trees.examples().items()
        for path, instance in root.walk()
        if "formatting_capacity" in instance.book
    ]


def figures(example: str, path: str) -> dict[str, np.ndarray]:
    """Give the figures of a tier: an array over the designs for each."""
    slots, values = trees.program(example).slots, samples.values(example)
    return {name: values[slot] for (at, name), slot in slots.items() if at == path}


@pytest.mark.parametrize(("example", "path"), tiers())
def test_the_steps_make_the_whole(example: str, path: str) -> None:
    """From raw capacity on, what is taken away at each step gives each total on the way.

    That no step is negative, so that usable never exceeds raw, is tried for each kind of tier on
    designs that fit (tests/formulas): here a block may have fewer drives than its targets need.
    """
    found = figures(example, path)
    raw = found["raw_capacity"]
    left = np.zeros_like(raw)
    for name, kind in CAPACITY_STEPS:
        if kind == "total":
            np.testing.assert_allclose(left, found[name], atol=1e-9 * raw.max())
        elif name in found:
            left = left + found[name] if kind == "start" else left - found[name]


def test_every_kind_of_tier_is_tried() -> None:
    """ZFS, ZFS on RAID groups, RAID, declustered RAID and Ceph are among the examples."""
    names = {example for example, _ in tiers()}
    for part in ("tier of dRAID", "arrays under ZFS", "drives under ext4", "recovery", "Ceph"):
        assert any(part in name for name in names)
