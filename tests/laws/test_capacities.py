"""Laws of the capacities of every kind of tier, in many random designs of every example."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from model.engine.quantity import Quantity
from tests import trees
from tests.each import of_each
from tests.laws import samples
from tests.laws.test_books import every_book

Tier = tuple[str, str]
"""An example, and the path of a tier in it."""


def tiers() -> list[Tier]:
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


def way_down(example: str, path: str) -> list[Quantity]:
    """Give the steps that the book of a tier declares."""
    return dict(trees.examples()[example].walk())[path].book.way_down()


@cache
def steps_of_any() -> frozenset[str]:
    """Name every step of every book."""
    return frozenset(step.name for book in every_book().values() for step in book.way_down())


each_tier = of_each(tiers)


@pytest.mark.long
@each_tier
def test_the_steps_make_the_whole(tier: Tier) -> None:
    """From raw capacity on, what is taken away at each step gives each total on the way.

    That no step is negative, so that usable never exceeds raw, is tried for each kind of tier on
    designs that fit (tests/formulas): here a block may have fewer drives than its targets need.
    """
    found = figures(*tier)
    raw = found["raw_capacity"]
    left = np.zeros_like(raw)
    for step in way_down(*tier):
        figure = found[step.name]
        if step.step == "total":
            np.testing.assert_allclose(left, figure, atol=1e-9 * raw.max())
        else:
            left = left + figure if step.step == "start" else left - figure


@each_tier
def test_what_is_no_step_of_a_kind_is_nothing(tier: Tier) -> None:
    """A figure that is a step of other tiers, but not of this one, is 0 whatever the design."""
    found, steps = figures(*tier), {step.name for step in way_down(*tier)}
    for name in (steps_of_any() - steps) & set(found):
        np.testing.assert_allclose(found[name], 0, atol=1e-9 * found["raw_capacity"].max())


def test_the_way_down_starts_once_and_comes_to_something() -> None:
    """Each book with steps has one start, its first; its last is a total, and so what is left."""
    found = [book.way_down() for book in every_book().values() if book.way_down()]
    assert found
    for way in found:
        kinds = [step.step for step in way]
        assert (kinds[0], kinds.count("start"), kinds[-1]) == ("start", 1, "total")
        assert len({step.unit for step in way}) == 1


def test_every_kind_of_tier_is_tried() -> None:
    """ZFS, ZFS on RAID groups, RAID, declustered RAID and Ceph are among the examples."""
    names = {example for example, _ in tiers()}
    for part in ("tier of dRAID", "arrays under ZFS", "drives under ext4", "recovery", "Ceph"):
        assert any(part in name for name in names)
