"""A mix of tiers by a mixed-integer programme: what going through all of them finds."""

from copy import deepcopy
from functools import cache

import numpy as np
import pytest

from model import choices, load_scenario
from model.design.choices import Objective
from model.design.scenario import edited
from model.errors import InputError
from model.search.mix import mix
from model.search.search import aim_of, search
from tests.search.spaces import FILE, brute

FAST = {
    "part": "seagate-st10000nm0096", "per_enclosure": 60, "price": "160 EUR",
    "read_bandwidth": {"value": "400 MB/s", "because": "made up"},
    "write_bandwidth": {"value": "400 MB/s", "because": "made up"},
    "power": {"value": "6 W", "because": "made up"},
}  # fmt: skip
OPEN = {
    "tiers.0.blocks": {"from": 1, "to": 8},
    "tiers.0.target.layout": ["raidz3:11", "raidz2:10", "draid2:8d:53c:1s"],
    "tiers.0.enclosures.per_block": [1, 2, 3],
    "tiers.1.blocks": {"from": 1, "to": 8},
    "tiers.1.drives.per_enclosure": [60, 84, 106],
    "tiers.1.target.layout": ["mirror:2", "raidz2:10"],
}
FEWER = {
    **OPEN,
    "tiers.0.target.layout": ["raidz2:10", "draid2:8d:53c:1s"],
    "tiers.0.enclosures.per_block": [1, 2],
    "tiers.1.drives.per_enclosure": [60, 106],
}
"""A third of all mixes: what is shared is the same, and all can be gone through."""
ASKED = [
    ({"minimise": "capital_cost"}, {}),
    ({"maximise": "usable_capacity", "budget": "900 kEUR"}, {}),
    ({"maximise": "write_bandwidth", "budget": "800 kEUR"}, {"requirements.capacity": "6 PB"}),
    ({"minimise": "equipment_power"}, {"requirements.read_bandwidth": "90 GB/s"}),
    ({"minimise": "capital_cost"}, {"site.rack_units": 42, "requirements.racks": 5}),
    ({"minimise": "racks"}, {"site.rack_units": 42}),
    ({"maximise": "usable_capacity"}, {"site.rack_units": 42, "requirements.racks": 4}),
]


@cache
def two_tiers():
    """Give a scenario with a tier for capacity, and one for bandwidth, both left open."""
    scenario = load_scenario(FILE)
    tiers = deepcopy(scenario.data["tiers"])
    tiers.append({**deepcopy(tiers[0]), "name": "fast", "drives": FAST})
    asked = {"capacity": "12 PB", "read_bandwidth": "60 GB/s", "write_bandwidth": "50 GB/s"}
    return edited(scenario, {"tiers": tiers, "requirements": asked, "choices": OPEN})


@cache
def opened(changes=()):
    """Leave open what the scenario does; where more is asked of it, a third of that."""
    fewer = {"choices": FEWER} if changes else {}
    return choices(edited(two_tiers(), dict(changes) | fewer))


def is_the_least_of_all(choosing, said):
    """See that a mix is found, proven, the best of all combinations, and a plan that says so."""
    aim, found = aim_of(choosing.scenario, said), mix(choosing, said)
    least = min(brute(one, aim.name, aim.sense, aim.budget)[0] for one in choosing.structures)
    assert found.proven
    assert found.cost == pytest.approx(least, rel=1e-9)
    assert found.best.results["site", aim.name] == pytest.approx(found.figure)
    return found


@pytest.mark.long
@pytest.mark.parametrize(("objective", "changes"), ASKED)
def test_the_mix_is_what_the_search_and_brute_force_find(objective, changes):
    said, choosing = Objective.model_validate(objective), opened(tuple(changes.items()))
    found = is_the_least_of_all(choosing, said)
    assert found.assumed == []
    assert search(choosing, said).cost == pytest.approx(found.cost, rel=1e-9)
    assert all(check.met for check in found.best.results.checks)


@pytest.mark.long
def test_more_budget_never_gives_less():
    reached = [
        mix(opened(), Objective.model_validate({"maximise": "usable_capacity", "budget": budget}))
        for budget in ("800 kEUR", "900 kEUR", "1.2 MEUR")
    ]
    figures = [one.figure for one in reached]
    assert figures == sorted(figures)
    assert figures[0] < figures[-1]


def test_nothing_is_proven_to_be_there():
    least = Objective.model_validate({"maximise": "usable_capacity", "budget": "1 EUR"})
    found = mix(opened(), least)
    assert found.best is None
    assert found.proven


@pytest.mark.long
@pytest.mark.parametrize(
    ("price", "objective", "changes"),
    [
        ("900 EUR", *ASKED[0]),
        ("900 EUR", *ASKED[4]),
        ("40 kEUR", *ASKED[1]),
        ("40 kEUR", *ASKED[4]),
    ],
)
def test_racks_are_bought_with_what_stands_in_them(price, objective, changes):
    """By the rack, with what stands once in each: as many as the packing takes."""
    shelf = {"name": "shelf", "per": "rack", "count": 1, "power": "0 W", "weight": "0 kg"}
    common = [{**shelf, "rack_units": 0, "price": price}]
    scenario = edited(
        two_tiers(), {"site.rack_units": 42, **changes, "common": common, "choices": FEWER}
    )
    is_the_least_of_all(choices(scenario), Objective.model_validate(objective))


def test_what_is_no_sum_is_refused():
    """Whether something is met, say: then all combinations must be gone through."""
    choosing = opened()
    with pytest.raises(InputError, match="is not a sum over the tiers"):
        mix(choosing, Objective.model_validate({"minimise": "capacity_is_met"}))


SWITCH = {"part": "mellanox-qm8700", "price": "9 kEUR"}
SMALL = {**SWITCH, "ports": {"value": 8, "because": "made up: many are shared"}}
FABRICS = [
    {"switch": SWITCH, "other_ports": 20},
    {"switch": SMALL, "other_ports": 3},
    {"switch": SMALL, "topology": "fat tree"},
]


@pytest.mark.long
@pytest.mark.parametrize(
    ("fabric", "objective", "changes"),
    [(FABRICS[n], *ASKED[asked]) for n, asked in ((0, 1), (1, 0), (1, 4), (2, 1), (2, 4))],
)
def test_whole_switches_are_bought_with_what_is_on_them(fabric, objective, changes):
    """Side by side and as a fat tree, with what stands in racks of their own."""
    there = {"existing": ["network cables"], "site.rack_units": 42, "fabric": fabric, **changes}
    there["choices"] = FEWER
    is_the_least_of_all(choices(edited(two_tiers(), there)), Objective.model_validate(objective))


def test_it_stops_in_time():
    found = mix(opened(), seconds=-1.0)
    assert not found.proven
    assert found.stopped
    assert not np.isfinite(found.cost) or found.gap is not None


def test_it_can_be_stopped():
    told = []
    found = mix(two_tiers(), progress=lambda *_: told.append(0) or len(told) < 4)
    assert found.stopped
    assert not found.proven
    assert found.best is None
    assert mix(opened(), progress=lambda *_: False).stopped
