"""What outputs say of small plans, all of it, word for word.

A file in `in_full/` is of one plan, a section of one output. They were read when they were written;
`make golden` writes them anew, so read what changes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tests.planned
from model import edited, evaluate, load_scenario
from model.answers.results import Results
from tests.answers import test_extensions, test_loss_remedies
from tests.answers.in_full import output
from tests.answers.several_in_full import SEVERAL
from tests.answers.test_warnings_of_plans import plan, priced
from tests.planned import like
from tests.planning import test_replacements

HERE = Path(__file__).with_name("in_full")
ROOT = Path(__file__).parents[2]
UNRANGED = {"bands": {"deliveries": False}}
"""Bandwidths without the ranges that the evidence of the catalog gives."""
STAGES = ("drives", "nic", "nic_pcie", "fabric", "cpu_memory", "sas", "hba", "hba_pcie")
FAST: Any = {"deliveries": dict.fromkeys(STAGES, 0.8)}
CACHE = {"read_hit": 0.5, "write_hit": 0.5, "read_bandwidth": "1 GB/s", "write_bandwidth": "1 GB/s"}
ASKED: Any = {
    "requirements": {
        "capacity": "30 PB", "write_bandwidth": "40 GB/s", "loss": 1e-9, "racks": 9,
        "power": "30 kW", "budget": "1 MEUR", "availability": 0.999,
    },
    "machine": {"compute_nodes": 1000, "node_memory": "512 GiB"},
    "checkpoint": {"ratio": 200, "job_mtti": "24 h"},
    "demand": {
        "start": "2026-03-01",
        "tier": "t",
        "groups": [
            {"name": "a", "volume": "10 PB", "added": "5 PB/year"},
            {"name": "b", "volume": "1 PB", "growth": 0.3},
        ],
    },
}  # fmt: skip

LATE = {"rebuild_delay": "2 days", "latent_errors": 0.1, "sector_error_is_fatal": 1}
TODAY = {"usable_capacity": "1 PB", "read_bandwidth": "5 GB/s", "power": "2 kW", "racks": 1}
ASSUMED = {"status": "assumed", "because": "by phone"}
PRICES: Any = {
    "tiers__0__drives__price": {"value": "500 EUR", **ASSUMED, "between": ["400 EUR", "700 EUR"]},
    "tiers__0__enclosures__price": {"value": "8000 EUR", **ASSUMED},
}
FASTER = [
    {"name": "reads", "way": "read", "server_bandwidth": "20 GB/s"},
    {"name": "writes", "way": "write", "server_bandwidth": "20 GB/s"},
    {"name": "slow", "way": "write", "server_bandwidth": "1 GB/s"},
]
NAMED = test_extensions.TEXT.replace(
    "part: seagate-st10000nm0096,",
    "name: disk, capacity: 10 TB, read_bandwidth: 0.2 GB/s, write_bandwidth: 0.2 GB/s,",
)
"""Without parts of the catalog."""


def file(name: str, **changes: Any) -> Results:
    return evaluate(edited(load_scenario(ROOT / name), {**UNRANGED, **changes}))


ROOM = NAMED.replace("price: 400 EUR}", "price: 400 EUR, power: 9 W}").replace(
    "existing:",
    "site: {power: 9 kW, other_power: 2 kW, racks: 4, other_racks: 1, rack_units: 42}\nexisting:",
)


def recorded(name: str, **history: Any) -> Results:
    """Plan for what a file of past usage says."""
    site = {**tests.planned.EXAMPLES["site"], **UNRANGED, "tiers": [like("disks", policy=FAST)]}
    site["demand"] = {"history": {"file": name, "samples": 100, **history}}
    return evaluate(load_scenario("x.yaml", json.dumps(site), files=tests.planned.FILES))


PLANS: dict[str, Callable[[], Results]] = {
    "every figure": lambda: file("tests/planning/every_figure.yaml"),
    "ranged": lambda: plan(
        like("given", "a", equipment={"name": "all", "price": "300000 EUR"}), like("given", "b"),
        requirements={"write_bandwidth": "29 GB/s", "read_bandwidth": "44 GB/s",
                      "capacity": "1 PB"},
        bands={"economics.energy_price": {"median": "0.25 EUR/kWh", "spread": 1.2}},
    ),
    "asked": lambda: plan(
        like("disks failing cabled two cached", policy=FAST, cache=CACHE), like("given", "g"),
        **ASKED, **UNRANGED,
    ),
    "priced": lambda: priced(bands__deliveries=False),
    "own paths": lambda: priced(
        bands__deliveries=False,
        economics__price_paths={
            "disks": "20 %", "flash": "30 %", "memory": "10 %", "servers": "5 %",
            "relief": "3 months",
        },
    ),
    "burst": lambda: file("tests/report/burst.yaml"),
    "ceph": lambda: plan(like("disks inside failing ceph", policy=FAST), **UNRANGED),
    "weka": lambda: plan(like("disks inside failing weka", policy=FAST), **UNRANGED),
    "scale": lambda: plan(like("disks inside failing scale", policy=FAST), **UNRANGED),
    "mirrored": lambda: plan(like("disks inside failing mirrored", policy=FAST), **UNRANGED),
    "special": lambda: plan(like("disks failing apart counted ageing cabled"), **UNRANGED),
    "base": lambda: plan(
        like("disks", policy=FAST), like("disks inside", "m", policy=FAST),
        requirements={"write_bandwidth": "80 GB/s", "read_bandwidth": "30 GB/s"}, **UNRANGED,
    ),
    "slow": lambda: plan(
        like("disks", policy=FAST), requirements={"write_bandwidth": "60 GB/s"}, **UNRANGED
    ),
    "estimated": lambda: priced(
        **PRICES, bands__deliveries=False, economics__estimates=True, economics__years=2,
        tiers__0__adapters__price=None, requirements={"budget": "0.7 MEUR", "capacity": "10 PB"},
    ),
    "growing": lambda: priced(
        bands__deliveries=False, machine=None, checkpoint=None, common__0__count=2,
        requirements={"racks": 3, "power": "20 kW", "capacity": "9 PB"},
        economics__price_convention="price falls", economics__price_decline=0.1,
        tiers__0__demand={"start": "2027-01-31", "groups": [
            {"name": "a", "volume": "6 PB", "added": "3 PB/year"},
            {"name": "b", "volume": "1 PB", "growth": 0.5, "ceiling": "9 PB"},
            {"name": "c", "volume": "2 PB", "growth": 0.1},
        ]},
    ),
    "exceeded": lambda: plan(
        like("disks measured", policy=FAST, workloads={"measured": FASTER, "goals": []}),
        like("disks calibrated", "c", policy=FAST, workloads={"measured": FASTER, "goals": []}),
        like("disks alike", "a"), **UNRANGED,
    ),
    "uncertain": lambda: plan(
        like("disks inside loose weka quick", policy={
            "delivery_factor": 0.8, "snapshot_reserve": 0.1, "compression_ratio": 1.5}),
        like("given promised", "g"), requirements={"capacity": "1 PB"}, **UNRANGED,
    ),
    "levered": lambda: plan(
        like("disks apart", vdev_drives=[{"name": "flash", "price": "300 EUR"}]),
        like("disks inside flash", "f", drives={"price": "800 EUR"}),
        like("disks", "o", owned=True, installed={"block_price": "200000 EUR"}),
        economics={"price_decline": 0.2, "price_convention": "capacity grows",
                   "order_date": "2027-08-31"},
    ),
    "lone": lambda: plan(
        like("disks inside", blocks=1, servers={"per_block": 1}, target={"per_block": 1}),
        like("disks inside failing draid", "d", policy=FAST, states=LATE),
        like("disks failing packed", "p", policy=FAST, states=LATE),
        migration={"volume": "1 PB"}, **UNRANGED,
    ),
    "roomy": lambda: plan(
        like("disks streams", memory={"channels": 6, "per_server": 6}, policy=FAST,
             processors={"per_server": 1}, servers={"sockets": 2, "bays": 8}),
        like("disks cached", "c", policy=FAST, cache={**CACHE, "mode": "writethrough"}),
        like("disks cached", "b", policy=FAST, cache={**CACHE, "write_hit": 0.1, "burst": "1 TB"}),
        training={"accelerators": 100, "parameters": "7B"},
        checkpoint={"efficiency": 0.9}, today=TODAY, site={"power": "90 kW", "racks": 9},
        **UNRANGED,
    ),
    "recorded": lambda: recorded(tests.planned.PAST, capacity="2 PB", purged=True),
    "recorded share": lambda: recorded(tests.planned.GROWING, model="exponential"),
    "replaced": test_replacements.planned,
    "replaced stock": lambda: plan(
        like("disks failing apart counted"), like("disks failing", "o", owned=True),
        like("given", "g"), economics={"drive_replacements": True, "warranty": "1 year",
                                       "price_convention": "price falls"}, **UNRANGED,
    ),
    "trained": lambda: plan(
        like("given"), **UNRANGED, requirements={},
        training={"accelerators": 512, "parameters": "70B", "workload": "resnet50-h100"},
        checkpoint={"accelerator_mtti": "50000 h", "efficiency": "98 %", "kept": 10},
    ),
    "room": lambda: test_extensions.planned(
        f"{ROOM}{test_extensions.SMALL}\nbands: {{deliveries: false}}\n"
    ),
    "backed": lambda: plan(
        like("disks failing", "d", restore_bandwidth="1 GB/s", policy=FAST),
        like("disks inside ways", "n", backup=False), like("given promised", "g"),
        like("given", "u"), like("disks inside factor", "f", backup=True),
        migration={"volume": "3 PB"}, **UNRANGED,
    ),
    "furnished": lambda: plan(
        like("disks apart", owned=True, spares={"failure_rate": "1 %"},
             vdev_drives=[{"name": "flash", "price": "300 EUR"}],
             in_servers=[{"name": "boot drive", "price": "90 EUR", "per_server": 2}],
             network={"cables": [{"name": "short", "price": "40 EUR", "length": "2 m",
                                  "medium": "copper", "share": 0.4},
                                 {"name": "long", "price": "200 EUR", "length": "20 m",
                                  "medium": "optical", "share": 0.6}],
                      "transceivers": [{"name": "ends", "price": "150 EUR"}]}),
        services=[{"kind": "support", "share": "4 %", "years": 3},
                  {"kind": "licence", "price": "9 EUR", "per": "raw TB", "tier": "t", "lot": "l"},
                  {"kind": "training", "price": "2500 EUR", "orders": 2, "option": True}],
        excluded=[{"item": "rails", "because": "with the servers"}],
        economics={"none_of": ["migration"]}, existing=["SAS cables"], **UNRANGED,
    ),
    "optional": lambda: priced(
        bands__deliveries=False, common__0__option=True, tiers__0__lot="storage",
        common__0__lot="net",
        requirements={"budget": "1 MEUR"},
    ),
    "copied": lambda: plan(like("disks arrays lun copied", policy=FAST), **UNRANGED),
    "unequal": lambda: plan(like("disks unequal cabled trio", policy=FAST), **UNRANGED),
    "enclosures": test_loss_remedies.planned,
    "extended": lambda: test_extensions.planned(
        f"{NAMED}{test_extensions.SMALL}\nbands: {{deliveries: false}}\n"
    ),
    "ordered": lambda: test_extensions.planned(
        test_extensions.TEXT.replace("volume: 900 TB", "volume: 600 TB").replace(
            "price_date: 2026-11-01",
            "price_date: 2026-11-01, lead_times: [{parts: servers, time: 8 weeks}, {parts: disks, "
            "time: {value: 40 weeks, status: assumed, because: asked}}]",
        ) + "bands: {deliveries: false}\n"
    ),
    "ordered late": lambda: test_extensions.planned(
        test_extensions.TEXT.replace("start: 2026-11-01, groups", "groups").replace(
            "price_date: 2026-11-01", "lead_times: [{parts: disks, time: 50 weeks}]"
        ) + "bands: {deliveries: false}\n"
    ),
    "extended ceph": lambda: test_extensions.planned(test_extensions.CEPH),
    "extended wholes": lambda: test_extensions.planned(test_extensions.WHOLE),
}  # fmt: skip


@cache
def planned(name: str) -> Results:
    return PLANS[name]()


def sections(of: str, text: str) -> Iterator[str]:
    """Say the sections of a file anew, in its order; what stands above them stays."""
    head, *found = text.split("\n## ")
    yield head
    for section in found:
        name = section.partition("\n")[0].rstrip()
        lines = SEVERAL[of]()[name]() if of in SEVERAL else output(planned(of), name)
        yield "\n".join([name, *(line.rstrip() for line in lines)]) + "\n"


@pytest.mark.parametrize("of", sorted(path.stem for path in HERE.glob("*.txt")))
def test_outputs_say_what_is_written_down(of: str, golden: Callable[[Path, str], None]) -> None:
    file = HERE / f"{of}.txt"
    golden(file, "\n## ".join(sections(of, file.read_text("utf-8"))).rstrip() + "\n")
