"""Shipments in phases: what going through all of them finds."""

from copy import deepcopy
from itertools import product

import numpy as np
import pytest

from model import evaluate, load_scenario
from model.design.scenario import edited
from model.errors import InputError
from model.search.shipments import _each, shipments
from tests.search.spaces import FILE
from tests.search.test_mix import FAST

PHASES = [
    {"name": "first", "share": "20 %", "after": "0 months"},
    {"name": "second", "share": "30 %", "after": "13 months"},
    {"name": "third", "share": "50 %", "after": "25 months"},
]


def _two_tiers(**economics):
    scenario = load_scenario(FILE)
    tiers = deepcopy(scenario.data["tiers"])
    tiers[0]["blocks"] = 4
    tiers.append({**deepcopy(tiers[0]), "name": "fast", "drives": FAST, "blocks": 5})
    asked = {"capacity": "8 PB", "read_bandwidth": "120 GB/s", "write_bandwidth": "70 GB/s"}
    money = {"currency": "EUR", "years": 5, "phases": PHASES, **economics}
    changes = {"tiers": tiers, "requirements": asked, "economics": money, "choices": None}
    return evaluate(edited(scenario, {**changes, "objective": None}))


@pytest.mark.parametrize("decline", ["0 %", "20 %"])
def test_it_is_the_cheapest_of_all_ways(decline):
    results = _two_tiers(price_decline=decline)
    found = shipments(results)
    names = [one.phase for one in found]
    tiers = ["project", "fast"]
    blocks = [4, 5]
    levels = [results[f"site/phases:{name}", "phase_price_level"] for name in names]
    gives = {
        at: _each(results, tiers, blocks, ("site", at)) for at in ("capital_cost", *found[0].there)
    }
    costs = []
    for some in product(range(5), range(5), range(6), range(6)):
        taken = np.array([[some[0], some[2]], [some[1], some[3]]])
        last = np.array(blocks) - taken.sum(axis=0)
        if (last < 0).any():
            continue
        sums = np.cumsum([*taken, last], axis=0)
        if all(
            (sums @ gives[at] >= [one.needed[at] * (1 - 1e-9) for one in found]).all()
            for at in found[0].there
        ):
            costs.append(np.array([*taken, last]) @ gives["capital_cost"] @ levels)
    assert sum(one.cost for one in found) == pytest.approx(min(costs))
    assert [sum(one.blocks[tier] for one in found) for tier in tiers] == blocks


def test_what_is_needed_is_there_in_each_phase():
    for one in shipments(_two_tiers()):
        assert all(one.there[at] >= one.needed[at] * (1 - 1e-6) for at in one.needed)


def test_the_shipments_of_sequoia():
    """Three, of a tenth, of four tenths, and of half of what was required, in whole blocks."""
    found = shipments(evaluate(load_scenario("scenarios/sequoia.yaml")))
    assert [one.phase for one in found] == ["October 2011", "December 2011", "February 2012"]
    counts = [one.blocks["grove"] for one in found]
    assert sum(counts) == 384
    assert counts[0] == 36  # 5 PB at 140.1 TB a block
    assert counts[0] + counts[1] == 179
    assert found[0].cost is None


def test_what_cannot_be_spread_is_refused():
    scenario = load_scenario(FILE)
    with pytest.raises(InputError, match="nothing to distribute"):
        shipments(evaluate(edited(scenario, {"choices": None, "objective": None})))


def test_nothing_brings_it_in_time():
    results = _two_tiers()
    more = results.edited({"requirements.capacity": "90 PB"})
    assert shipments(more) is None
