"""What each choice changes: choices that depend on each other are made together."""

from itertools import product

import pytest

from model import choices, evaluate, load_scenario
from model.design.scenario import edited
from model.search.search import run_search
from model.search.spaces import Aim
from model.search.watch import Watch
from tests.search.spaces import FILE

RATES = [{"USD": {"rate": rate, "date": "2026-01-01", "source": "made up"}} for rate in (0.8, 1.1)]


@pytest.fixture(scope="module")
def entangled():
    """A price in a foreign currency and its rate, which make one input; and one beside them."""
    open_fields = {
        "tiers.0.enclosures.price": ["9500 EUR", "9900 USD"],
        "economics.exchange": RATES,
        "tiers.0.blocks": [5, 6, 7, 8],
    }
    return choices(edited(load_scenario(FILE), {"choices": open_fields}))


def test_choices_that_make_one_input_are_joined(entangled):
    [structure] = entangled.structures
    assert sorted(group.choices for group in structure.groups) == [(0, 1), (2,)]
    assert structure.designs == 16
    assert structure.agreed > 0


def test_each_design_is_what_it_is_put_together_of(entangled):
    [structure] = entangled.structures
    cheapest = run_search(entangled, Aim("capital_cost", 1), [structure], Watch())
    costs = []
    for picks in product(range(2), range(2), range(4)):
        results = evaluate(entangled.prober.design(picks))
        met = all(check.met for check in results.checks) and results["site", "design_fits"] != 0
        cost = results["site", "capital_cost"]
        if met and cost is not None:
            costs.append(cost)
    assert cheapest.figure == min(costs)


def test_an_option_that_no_design_has_is_left_out():
    fields = {"tiers.0.blocks": [2, 3], "tiers.0.target.layout": ["raidz2:10", "raidz2:4000"]}
    found = choices(edited(load_scenario(FILE), {"choices": fields}))
    assert found.designs == 2
    assert "4000" in found.labels((0, 1))["tiers.0.target.layout"]
    assert [one.options for one in found.refused] == [(1,)]
    assert "raidz2:4000" in found.refused[0].why


def test_what_is_left_out_of_several_structures_is_said_once():
    """Neither RAIDZ nor dRAID makes a mirror of 500 drives possible."""
    fields = {
        "tiers.0.blocks": [2],
        "tiers.0.target.layout": ["raidz2:10", "draid2:8d:53c:1s", "mirror:500"],
    }
    found = choices(edited(load_scenario(FILE), {"choices": fields}))
    assert len(found.structures) == 2
    assert [one.options for one in found.refused] == [(2,)]
