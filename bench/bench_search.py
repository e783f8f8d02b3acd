"""Search: spaces of 10^11 and 10^13 designs of Béluga's kind; and brute force on parts of it.

Prices are made up by a hash of the part's key: the times and the proofs count here, no design does.
"""

import hashlib
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import yaml

from model import choices, load_catalog, load_scenario
from model.engine.child_processes import run_in_spare_time
from model.search.parallel import Where, solve
from model.search.progress import Watch
from model.search.search import run_search
from model.search.spaces import Aim, Space
from tests.search.spaces import brute, part_of

PRICES = {"hdd": (18, 30), "enclosure": (9000, 16000), "hba": (350, 1200), "nic": (400, 2200)}
LAYOUTS = [f"raidz{p}:{w}" for p in (2, 3) for w in range(p + 2, p + 18)]
CHEAPEST = Aim("capital_cost", 1)
MOST = Aim("usable_capacity", -1, 1.5e6)


def _synthetic(key, least, most):
    return least + (most - least) * int(hashlib.sha256(key.encode()).hexdigest()[:8], 16) / 2**32


def _prices(catalog):
    """Make up a price for each part."""
    lines = ["part,price,currency,date"]
    for key in catalog.keys():  # noqa: SIM118
        kind = catalog.part(key).kind
        least, most = PRICES.get(kind, (100, 5000))
        price = _synthetic(key, least, most)
        if kind == "hdd":
            price = 60 + price * catalog.figures(key)["capacity"] / 1e12
        lines.append(f"{key},{price:.2f},CAD,2019-06-01")
    return "\n".join(lines).encode()


@cache
def space(*, full=False):
    """Give the reference space, or one with all parts; its options are planned once."""
    catalog = load_catalog()
    data = yaml.safe_load(Path("scenarios/beluga.yaml").read_text(encoding="utf-8"))
    del data["published"]
    data["tiers"] = [data["tiers"][0]]
    del data["files"]
    data["existing"] = ["switches", "network cables"]
    data["economics"] |= {"price_books": ["made-up.csv"]}
    data["requirements"] = {
        "capacity": "20 PB", "read_bandwidth": "40 GB/s", "write_bandwidth": "40 GB/s",
    }  # fmt: skip
    data["choices"] = {
        "tiers.0.drives.part": {"kind": "hdd"},
        "tiers.0.enclosures.part": {"kind": "enclosure"},
        "tiers.0.drives.per_enclosure": [60, 72, 78, 84, 90, 96, 100, 102, 104, 106],
        "tiers.0.enclosures.per_block": [1, 2, 3, 4],
        "tiers.0.servers.per_block": [1, 2],
        "tiers.0.adapters.part": list(catalog.keys_of_kind("hba")[:8]),
        "tiers.0.adapters.per_server": [1, 2, 3, 4],
        "tiers.0.network.part": list(catalog.keys_of_kind("nic")[5:15]),
        "tiers.0.network.per_server": [1, 2],
        "tiers.0.target.layout": LAYOUTS,
        "tiers.0.blocks": {"from": 1, "to": 100},
    }
    if full:
        data["choices"] |= {
            "tiers.0.drives.per_enclosure": {"from": 24, "to": 106, "step": 2},
            "tiers.0.adapters.part": {"kind": "hba"},
            "tiers.0.network.part": {"kind": "nic"},
            "tiers.0.blocks": {"from": 1, "to": 400},
        }
    text = yaml.safe_dump(data, allow_unicode=True, sort_keys=False)
    scenario = load_scenario("reference.yaml", text, files={"made-up.csv": _prices(catalog)})
    return choices(scenario)


@pytest.mark.parametrize("full", [False, True], ids=["1e11", "1e13"])
@pytest.mark.parametrize("aim", [CHEAPEST, MOST], ids=["cheapest", "most"])
def test_a_large_space(benchmark, aim, full):
    """The best of all designs, proven; the seconds of CPU are said, as others use the machine."""
    found = space(full=full)
    assert found.designs > (1e13 if full else 1e11)
    begin = time.process_time()
    best = benchmark.pedantic(run_search, (found, aim, found.structures, Watch()), rounds=1)
    taken = time.process_time() - begin
    print(
        f"{aim.name}: {best.figure} of {found.designs:.3g} designs, {best.left:.3g} left, "
        f"{best.computed:.3g} computed, {taken:.1f} s of CPU"
    )
    assert best.proven


def test_a_large_space_on_two_processors(benchmark):
    """The same bits; the seconds on the wall are said, here and with a worker."""
    found = space(full=True)
    taken, best = {}, {}
    with ProcessPoolExecutor(1, initializer=run_in_spare_time) as pool:
        for where in (Where(), Where(pool)):
            begin = time.perf_counter()
            best[where] = run_search(found, CHEAPEST, found.structures, Watch(), where=where)
            taken[where] = time.perf_counter() - begin
        here, there = best.values()
        print("here {:.1f} s, with a worker {:.1f} s".format(*taken.values()))
        assert (here.cost, here.best.picks) == (there.cost, there.best.picks)
        benchmark.pedantic(pool.submit, (int,), rounds=1)


def test_a_million_designs_by_brute_force(benchmark):
    """Random parts of the space, designs by `sweep`: the same best, for both aims."""
    assert benchmark.pedantic(_compared, rounds=1) >= 1_000_000


def _compared():
    """Compare until so many designs were computed; give how many."""
    rng = np.random.default_rng(1)
    computed = 0
    while computed < 1_000_000:
        structure = space().structures[int(rng.integers(len(space().structures)))]
        while structure.designs > 400_000:
            structure = part_of(structure, rng)
        for aim in (CHEAPEST, MOST):
            least, costs = brute(structure, aim.name, aim.sense, aim.budget)
            assert solve(Space(structure, aim)).cost == pytest.approx(least, rel=1e-12)
            computed += len(costs)
    return computed
