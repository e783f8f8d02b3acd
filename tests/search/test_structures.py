"""What each choice changes: choices that depend on each other are made together."""

from itertools import product

import pytest

from model import choices, evaluate, load_scenario
from model.design.scenario import edited
from model.errors import InputError, Place, Problem
from model.search.progress import Watch
from model.search.search import LEFT_OUT, Choosing, run_search, search
from model.search.spaces import Aim
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


OVER_SERVERS = """
name: over servers
requirements: {capacity: 1 PB}
tiers:
  - name: objects
    file_system: ceph
    blocks: 3
    servers: {part: dell-r740, per_block: 2, price: 9000 EUR, power: 300 W}
    drives: {part: seagate-exos-x24-24tb, per_server: 12, price: 400 EUR}
    network: {part: mellanox-mcx555a-ecat, per_server: 1, ports: 1, price: 700 EUR}
    target: {redundancy: ceph, layout: 4+2}
economics: {currency: EUR, years: 5}
existing: [switches, network cables, SAS cables]
choices:
  tiers.0.blocks: {from: 1, to: 6}
  tiers.0.servers.per_block: [1, 2, 4]
  tiers.0.drives.per_server: [4, 8, 12]
  tiers.0.target.layout: [4+2, 8+3, 16+4]
objective: {minimise: capital_cost}
"""


def test_a_code_over_too_few_servers_is_left_out_and_counted():
    """The best of all designs that can be planned, one by one; what can't be is said."""
    scenario = load_scenario("over.yaml", OVER_SERVERS.encode())
    found = search(scenario)
    every = {
        picks: found.choosing.prober.probe(picks).planned
        for picks in product(*(range(len(one.options)) for one in found.choosing.choices))
    }
    planned = sum(every.values())
    assert found.choosing.designs == planned < len(every)
    assert {one.by: one.designs for one in found.excluded}[LEFT_OUT] == len(every) - planned
    assert any("needs 11 servers" in one.why for one in found.choosing.refused)
    costs = []
    for picks, is_one in every.items():
        if is_one:
            results = found.choosing.design(picks).results
            fits = results["site", "design_fits"] != 0
            if fits and all(check.met for check in results.checks):
                costs.append(results["site", "capital_cost"])
    assert found.proven
    assert found.figure == min(costs)


def test_a_best_design_that_cant_be_planned_proves_nothing(entangled, monkeypatch):
    """Bundles that seemed to compose, and don't: said, and no error of the user's."""

    def refused(*_):
        raise InputError([Problem(Place("open.yaml"), "tiers.0.target.layout", "too narrow")])

    monkeypatch.setattr(Choosing, "design", refused)
    found = run_search(entangled, Aim("capital_cost", 1), entangled.structures, Watch())
    assert found.best is None
    assert not found.proven
    assert found.figure is None
    assert "can't be planned: too narrow" in found.assumed[0]
