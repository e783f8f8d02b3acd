"""The search finds what every design, computed one by one, comes to."""

import os

import numpy as np
import pytest

from model.engine import tables
from model.search import branch_and_bound
from model.search.evaluation import Best
from model.search.parallel import solve
from model.search.progress import Watch
from model.search.spaces import Aim, Space
from tests.search.spaces import brute, choosing, part_of

ROUNDS = int(os.environ.get("OSTIMATE_SEARCH_ROUNDS", "2"))
"""Random parts of each structure; `make bench` has a million designs of a larger space."""
AIMS = [
    Aim("capital_cost", 1),
    Aim("usable_capacity", -1, 900_000.0),
    Aim("write_bandwidth", -1, 700_000.0),
    Aim("equipment_power", 1),
    Aim("read_bandwidth_bound", -1, 1_200_000.0),
]


@pytest.mark.long
def test_there_are_several_structures():
    found = choosing().structures
    assert len(found) >= 2
    assert choosing().designs > 5_000


@pytest.mark.long
@pytest.mark.parametrize("aim", AIMS, ids=lambda aim: aim.name)
def test_the_search_equals_brute_force(aim):
    rng = np.random.default_rng(5)
    computed = 0
    for structure in choosing().structures:
        for n in range(ROUNDS):
            some = structure if n == 0 else part_of(structure, rng)
            least, costs = brute(some, aim.name, aim.sense, aim.budget)
            computed += len(costs)
            found = solve(Space(some, aim))
            assert found.proven
            assert found.cost == pytest.approx(least, rel=1e-12)
            if found.options is not None:
                at = np.ravel_multi_index(found.options, [len(g.options) for g in some.groups])
                assert costs[at] == pytest.approx(least, rel=1e-12)
    assert computed > 10_000


def let_bounds_decide(monkeypatch):
    monkeypatch.setattr(tables, "LARGEST", 12)
    monkeypatch.setattr(tables, "PATIENT", 4)
    monkeypatch.setattr(branch_and_bound, "FEW_LEFT", 1)
    monkeypatch.setattr(branch_and_bound, "FIRST", 2)
    monkeypatch.setattr(branch_and_bound, "CHUNK", 64)


COMPUTED = {
    "capital_cost": (810, 378),
    "usable_capacity": (810, 378),
    "write_bandwidth": (810, 753),
    "equipment_power": (540, 378),
    "read_bandwidth_bound": (810, 792),
}
"""Designs computed of all 9,720: where the last ones are computed together, and where bounds alone
decide on each."""


@pytest.mark.long
@pytest.mark.parametrize("aim", AIMS, ids=lambda aim: aim.name)
@pytest.mark.parametrize("by_bounds", [False, True])
def test_few_designs_are_computed(aim, by_bounds, monkeypatch):
    """A rule that says less than it can finds the same design, after more of them."""
    if by_bounds:
        let_bounds_decide(monkeypatch)
    found = [solve(Space(structure, aim)) for structure in choosing().structures]
    assert 0 < sum(one.computed for one in found) <= COMPUTED[aim.name][by_bounds]


@pytest.mark.long
@pytest.mark.parametrize("aim", AIMS, ids=lambda aim: aim.name)
def test_bounds_leave_out_nothing(aim, monkeypatch):
    """The same where tables are small, so that figures are bounded by those of their operands."""
    let_bounds_decide(monkeypatch)
    rng = np.random.default_rng(7)
    for structure in choosing().structures:
        some = part_of(part_of(structure, rng), rng)
        least, _ = brute(some, aim.name, aim.sense, aim.budget)
        found = solve(Space(some, aim))
        assert found.proven
        assert found.cost == pytest.approx(least, rel=1e-12)


@pytest.mark.long
@pytest.mark.parametrize("aim", AIMS, ids=lambda aim: aim.name)
def test_a_bound_is_below_what_was_not_looked_at(aim):
    """Stopped at any moment, it says truly what no design is below."""
    for structure in choosing().structures:
        space = Space(structure, aim)
        best = solve(space).cost
        for looks in (0, 2):
            left = iter(range(looks))
            search, found = branch_and_bound.Enumeration(space, Watch()), Best()
            branches = search.branches(found)
            search.run(branches, found, goes_on=lambda left=left: next(left, -1) >= 0)
            search.ended(found, branches)
            assert found.bound <= best <= found.cost


def test_bundles_compose():
    """Designs drawn at random, planned whole, come to what they are put together to."""
    rng = np.random.default_rng(6)
    names = ("capital_cost", "usable_capacity", "write_bandwidth", "equipment_power")
    for structure in choosing().structures:
        space = Space(structure, AIMS[0], [("site", name) for name in names])
        for _ in range(4):
            options = np.array([[rng.integers(size) for size in space.sizes]])
            picks = structure.picks([int(option) for option in options[0]])
            if not choosing().prober.probe(picks).planned:
                continue
            planned = choosing().design(picks).results
            figures = space.figures([("site", name) for name in names], options)
            for name, [figure] in zip(names, figures, strict=True):
                value = planned["site", name]
                assert (value is None and not np.isfinite(figure)) or value == pytest.approx(
                    figure, rel=1e-12
                )
