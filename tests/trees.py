"""Examples that together hold every book of the model, in every variant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Literal
from unittest import mock

from model.books.facts import TargetFacts
from model.books.site import MACHINE as MACHINE_BOOKS
from model.books.site import SITE
from model.books.site_facts import CheckpointRule, Memory, SiteFacts
from model.books.target import POOL
from model.engine.quantity import Input, Quantity
from model.engine.tree import Address, Instance, Program
from model.planning import chain as planning_chain
from model.pools.instances import pool_tree, setup_of, tree_of
from model.pools.layouts import groups_of
from model.zfs.releases import RELEASES
from tests.cache_trees import cache_examples
from tests.demand_trees import burst_site, demand_examples, of_groups
from tests.file_trees import CLIENTS, file_examples
from tests.planned import OFFERS, Said, like, planned
from tests.score_trees import score_examples

CHAINS = (
    "disks cabled overlapped",
    "disks cabled expanders cores numa routers spine clients streams",
    "disks cabled overlapped cores",
    "disks inside flash",
    "disks inside flash measured",
    *(
        " ".join(("disks", *filter(None, words)))
        for words in product(
            ("cabled", "", "inside cards", "inside"),
            ("", "measured"),
            ("", "calibrated"),
            ("", "two"),
        )
    ),
)
"""Tiers that together have every stage of a chain, beside many others."""

OTHERS = {
    "one delivery factor": "disks cabled factor",
    "deliveries": "disks cabled arrays raid expanders numa routers spine clients each",
    "deliveries of flash": "disks inside flash each",
    "deliveries by way": "disks cabled arrays raid expanders numa routers spine clients ways",
    "deliveries of flash by way": "disks inside flash ways",
    "arrays under ldiskfs": "disks arrays raid",
    "declustered arrays": "disks spread",
    "arrays under ZFS": "disks arrays lun",
    "arrays on cables": "disks cabled arrays raid",
    "measured arrays": "disks measured arrays lun",
    "RAID in servers under ZFS": "disks inside lun bare sized",
    "drives under ext4": "disks inside beegfs sized cached",
    "drives under XFS": "disks inside beegfs xfs",
    "mirrored targets": "disks inside mirrored",
    "mirrored targets in enclosures": "disks arrays mirrored",
    "mirrored pools": "disks cabled draid sized copied",
    "mirrored RAID under ZFS": "disks arrays lun copied",
    "NVMe caches": "disks cached nvme",
    "NVMe caches behind adapters": "disks cabled cached nvme",
    "NVMe caches beside NVMe drives": "disks inside flash cached nvme",
    "clients": "disks cabled clients",
    "streams": "disks cabled streams",
    "streams of clients": "disks cabled clients streams",
    "streams, stated": "disks cabled clients paced",
    "measured elsewhere": "disks calibrated elsewhere",
    "measured without memory": "disks calibrated unsaid",
    "a measured server": "disks alike unscaled",
    "a measured server, scaled": "disks alike",
    "a measured server, as it is": "disks alike unsaid",
    "a measured server, taken over": "disks alike unscaled taken",
    "a measured server, scaled and taken over": "disks alike taken",
    "recovery group of enclosures": "disks cabled scale",
    "shared recovery group of enclosures": "disks cabled scale shared",
    "recovery group of enclosures, sized": "disks cabled scale spared sized",
    "recovery group of servers": "disks inside scale",
    "recovery group over servers": "disks inside scale trio",
    "recovery group of servers, sized": "disks inside scale spared sized",
    "Ceph": "disks inside ceph",
    "Ceph by the block": "disks inside ceph blocks sized clients",
    "Ceph behind adapters": "disks inside cards ceph",
    "Ceph behind gateways": "disks inside ceph gated",
    "erasure code across servers": "disks inside weka",
    "code over blocks": "disks inside weka units blocks sized",
    "code by servers": "disks inside weka gated",
    "code by clients": "disks inside weka daos clients",
    "hot spares": "disks cabled reserved",
    "hot spares beside drives of two sizes": "disks cabled unequal reserved",
    "losses of vdevs": "disks cabled failing",
    "losses of vdevs with hot spares": "disks cabled reserved failing",
    "losses of special vdevs": "disks cabled special failing",
    "losses of dRAID": "disks cabled draid failing",
    "losses of RAID groups": "disks arrays raid failing",
    "losses of declustered arrays": "disks arrays spread failing",
    "losses of recovery groups": "disks inside scale failing",
    "losses of recovery groups in enclosures": "disks cabled scale failing",
    "losses of replicas over servers": "disks inside ceph failing",
    "losses of a code over blocks": "disks inside weka blocks failing",
    "losses of a code without parity": "disks inside weka loose failing",
    "losses of single drives": "disks inside beegfs failing",
    "losses of vdevs in stated bays": "disks cabled bays failing",
    "losses of ageing drives": "disks failing ageing",
    "losses of ageing drives in groups": "disks inside mirrored failing ageing",
    "losses behind caches": "disks inside beegfs cached failing",
    "losses of copies behind caches": "disks inside beegfs mirrored cached failing",
    "losses of measured targets": "disks measured failing",
    "losses of copies": "disks inside copied failing",
    "losses of buddies": "disks inside mirrored failing",
    "losses of copies in enclosures": "disks cabled copied failing",
    "losses of two copies in enclosures": "disks cabled paired failing",
    "copies in enclosures": "disks cabled copied",
    "special vdevs": "disks cabled special",
    "packed vdevs": "disks cabled packed",
    "vdevs in stated bays": "disks cabled bays",
    "RAID groups over enclosures": "disks arrays raid evenly",
    "RAID groups in stated bays": "disks arrays raid ten",
    "special vdevs of other drives": "disks cabled apart truenas sized",
    "special vdevs of other drives that fail": "disks cabled apart counted failing",
    "drives of two sizes": "disks cabled unequal",
    "drives of two sizes, cut": "disks cabled unequal truenas sized",
    "drives of two sizes in servers": "disks inside unequal",
    "drives of two sizes on adapters": "disks inside cards unequal",
    "tier of dRAID": "disks cabled draid",
    "requests of dRAID": "disks cabled draid quick",
    "requests of RAID groups": "disks inside beegfs quick",
    "requests of RAIDZ": "disks cabled quick",
    "tier of files on dRAID": "disks cabled draid sized truenas",
    "tier of files on raidz2": "disks cabled raidz2 sized truenas",
    "a tier as given": "given",
    "a tier as given, with files": "given filed",
    "a tier as given, with its risks": "given promised",
}
"""A tier of each kind beside ZFS on drives."""

FITTED = {
    "fitted": {"disks"},
    "fitted_adapters": {"cabled", "cards"},
    "fitted_arrays": {"arrays"},
}
"""Words for what was fitted, and what a tier must have for them."""

RULES: dict[CheckpointRule, Said] = {
    "ratio": {"ratio": 200},
    "time": {"dump_time": "1296 s"},
    "bandwidth": {"bandwidth": "204.8 GB/s"},
    "efficiency": {"efficiency": 0.9},
}
THERE = ["switches", "network cables", "SAS cables"]
MACHINE = {"compute_nodes": 2592, "node_memory": "128 GB"}
TRIED = {"tried_interval": 2e4}
FAILURES = {"job_mtti": "72 h", "restart": "60 s"}
NEEDS = {
    "capacity": "5 PB",
    "raw_capacity": "7 PB",
    "read_bandwidth": "50 GB/s",
    "write_bandwidth": "40 GB/s",
    "budget": "2000000 EUR",
    "racks": 20,
    "rack_power": "15 kW",
    "power": "80 kW",
    "weight": "9000 kg",
    "availability": "99.9 %",
    "loss": 1e-4,
}
TARGETS = {
    "capacity_target": "6 PB",
    "raw_capacity_target": "8 PB",
    "read_bandwidth_target": "60 GB/s",
    "write_bandwidth_target": "50 GB/s",
    "budget_target": "1500000 EUR",
    "racks_target": 15,
    "rack_power_target": "12 kW",
    "power_target": "60 kW",
    "weight_target": "8000 kg",
    "availability_target": "99.99 %",
    "loss_target": 1e-6,
}


ROOM = {
    "rack_units": 42,
    "rack_depth": "1.2 m",
    "rack_load": "1200 kg",
    "rack_weight": "130 kg",
    "rack_power": "20 kW",
    "rack_width": "0.6 m",
    "rack_length": "1.2 m",
    "door_depth": "1.1 m",
    "feeds": 2,
    "voltage": "400 V",
    "current": "32 A",
    "phases": 3,
    "power": "200 kW",
    "other_power": "20 kW",
    "racks": 30,
    "other_racks": 4,
    "floor_load": "1500 kg/m2",
    "lift": "80 kg",
    "path": "1500 kg",
}


def full_site(rule: CheckpointRule = "ratio") -> Instance:
    """Plan a site with two data tiers, metadata, what is common, and every requirement."""
    mirrors = {"layout": "mirror:2 + 2 x mirror:2"}
    return planned(
        like("disks cabled calibrated", "project"),
        like("disks inside measured old", "scratch", target={"layout": "raidz1:8", "per_block": 2}),
        like("disks cabled metadata", "metadata", target=mirrors),
        machine=MACHINE,
        checkpoint={**FAILURES, **RULES[rule]},
        requirements=NEEDS,
    )


def machine(
    rule: CheckpointRule, *, memory_given: bool, mtti: Literal["job", "node"] = "job"
) -> Instance:
    """Build a machine that checkpoints, without storage, with the curve of the tried intervals."""
    inputs = {**full_site(rule).inputs, "memory_capacity": 331.776e12, **TRIED}
    memory: Memory = "given" if memory_given else "of nodes"
    facts = SiteFacts(rule=rule, memory=memory, mtti=mtti)
    book = MACHINE_BOOKS.book(facts)
    known = {name: x for name, x in inputs.items() if name in book.inputs}
    return Instance("machine", "machine", book, known)


def _pools() -> Iterator[tuple[str, Instance]]:
    """Give pools by themselves."""
    for lustre, release in product((False, True), RELEASES):
        made = tree_of("raidz2:10", "10 TB", release=release)
        made.book = POOL.book(TargetFacts(in_tier=False, lustre=lustre))
        yield f"pool {'Lustre' if lustre else 'ZFS'} {release}", made
    used = tree_of("raidz2:10", "10 TB")
    used.book = POOL.book(TargetFacts(in_tier=False, lustre=True, in_use=True))
    yield "pool in use", used
    for layout in ("2 x draid2:8d:53c:3s", "draid1:4d:11c:1s + raidz2:10 + special mirror:2"):
        for partitioning in ("none", "linux", "truenas-25.04"):
            yield f"{layout}, {partitioning}", tree_of(layout, "10 TB", partitioning=partitioning)
    domains = "draid2:4d:12c:96w:2s + special mirror:2 + dedup mirror:2"
    yield "failure domains", tree_of(domains, "10 TB", release="next")
    for layout in ("2 x draid2:8d:53c:3s", "raidz2:10 + mirror:2 + special mirror:2"):
        setup = setup_of("2.4")
        groups = [replace(g, drive=10**13) for g in groups_of(layout, setup.release)]
        files = [(4096.0, 1e6), (3e9, 20.0), (1e12, 2.0)]
        yield f"files on {layout}", pool_tree(groups, setup, files=files)


def _fitted() -> Iterator[tuple[str, Instance]]:
    """Give a tier of each kind whose stages are fitted; no scenario says so of controllers yet."""
    every = ("disks cabled", "disks inside cards", *OTHERS.values())
    of_arrays = ("enclosures", ("array",))
    with mock.patch.object(planning_chain, "FITTED", (*planning_chain.FITTED, of_arrays)):
        for words in every:
            fitted = [word for word in FITTED if set(words.split()) & FITTED[word]]
            if fitted:
                yield f"{words}, fitted", planned(like(" ".join((words, *fitted))))


LIFE = {
    "warranty": "1 year",
    "space": {"price_per_rack": "1000 EUR/year"},
    "media_replacement": 0.02,
    "migration_cost": "1000 EUR",
    "decommissioning_cost": "2000 EUR",
    "residual_value": 0.1,
    "inflation": 0.02,
    "charged_share": 0.8,
}
"""All that the years may cost beside purchase, energy, maintenance and staff."""


def _lives() -> Iterator[tuple[str, Instance]]:
    """Give sites whose years cost all that they may, steady and as demand grows."""
    by_area = {"price_per_square_metre": "300 EUR/year", "square_metres_per_rack": 2.5}
    by_line = {"enclosures": {"maintenance_rate": 0.1}}
    growing = like("disks", "growing", demand=of_groups("added"), **by_line)
    steady = like("given", "steady")
    grows = {**LIFE, "price_convention": "capacity grows", "space": by_area}
    served = [{"kind": "subscription", "per": "usable TB", "price": "5 EUR"}]
    kept = like("disks", **by_line)
    yield "life", planned(kept, steady, economics=LIFE, services=served)
    worn = {"time": "7 years", "drives": "5 years"}
    yield "depreciation", planned(kept, steady, economics={"depreciation": worn})
    yield "depreciation of what grows", planned(growing, steady, economics={"depreciation": worn})
    yield "depreciation of what is given", planned(steady, economics={"depreciation": worn})
    yield "life of what grows", planned(growing, steady, economics=LIFE)
    installed = {"warranty_until": "2028-01-01", "block_price": "90000 EUR"}
    some = {"owned": 100}
    later = like("disks", installed=installed, drives=some, demand=of_groups("added"))
    dated = {"date": "2027-06-01"}
    yield "an owned tier", planned(like("disks cabled", owned=True, drives=some), steady)
    spared = like("disks cabled reserved", installed={"book_value": "9000 EUR"}, drives=some)
    yield "an owned tier with hot spares", planned(spared, steady)
    yield "an owned tier that grows", planned(later, steady, **dated)
    yield "owned drives beside hot spares", planned(like("disks reserved", drives={"owned": 850}))
    yield "life as capacity grows", planned(like("disks"), economics=grows)


def _trainings() -> Iterator[tuple[str, Instance]]:
    """Give sites of machines that train, by what a checkpoint holds and where it goes first."""
    model = {"accelerators": 1024, "parameters": "70B"}
    experts = {"experts": 8, "expert_parameters": "5.6B", "bytes_per_parameter": "16 B"}
    wanted = {"efficiency": 0.9, "kept": 3}
    yield "training", planned(like("given"), training=model, checkpoint=wanted)
    yield (
        "training of experts, by one process",
        planned(like("given"), training={**model, **experts, "sharded": False}, checkpoint=wanted),
    )
    for rule, said in RULES.items():
        yield (
            f"training by {rule} through node-local drives",
            planned(like("given"), training=model, checkpoint={**said, "node_local": True}),
        )
    reading = {"accelerators": 1024, "workload": "resnet50-h100"}
    yield "training that reads", planned(like("disks cabled"), training=reading)
    sampled = {"sample_size": "1 MB", "sample_rate": "100 /s"}
    yield (
        "training that reads and writes",
        planned(like("given"), training={**model, **sampled}, checkpoint=wanted),
    )
    yield (
        "training that reads a workload and writes",
        planned(like("given"), training={**model, **reading}, checkpoint=wanted),
    )
    size = {"size": "5.68 TB", "job_mtti": "3.09 h", "ratio": 200}
    yield "checkpoint of known size", planned(like("given"), checkpoint=size)


def _machines_that_train() -> Iterator[tuple[str, Instance]]:
    """Give the machines of these sites by themselves."""
    for name, site in _trainings():
        facts = SITE.facts_of(site.book)
        assert isinstance(facts, SiteFacts)
        if facts.rule is None:
            continue
        book = MACHINE_BOOKS.book(facts)
        known = {item: x for item, x in site.inputs.items() if item in book.inputs}
        yield f"machine: {name}", Instance("machine", "machine", book, {**known, **TRIED})


def _grown_together(switch: Said, tier: Said) -> Iterator[tuple[str, Instance]]:
    """Give sites that buy later what hangs on blocks: switches, cords, racks, services."""
    services = [
        {"kind": "support", "share": 0.08, "years": 5},
        {"name": "nodes", "per": "server", "price": "5 EUR"},
        {"name": "drives", "per": "drive", "price": "5 EUR"},
        {"kind": "licence", "per": "raw TB", "price": "2 EUR"},
        {"kind": "subscription", "per": "usable TB", "price": "5 EUR"},
        {"kind": "training", "orders": 2, "price": "4000 EUR"},
    ]
    rack = {"part": "apc-ar3300", "count": 1, "per": "rack", "price": "2000 EUR"}
    beside = {"services": services, "site": ROOM, "common": [rack]}
    option = like("disks cabled", "old", option=True, servers={"inlet": "C20"})
    steady = like("given", "steady"), like("disks inside metadata", "m")
    sealed = like("disks inside", "in servers")
    yield (
        "growth of all that hangs on blocks",
        planned(tier, option, *steady, fabric={"switch": switch}, **beside),
    )
    yield (
        "growth behind a fat tree",
        planned(tier, sealed, fabric={"switch": switch, "topology": "fat tree"}, **beside),
    )
    of_site = {**tier, "demand": None}
    yield (
        "one tier grows for the site",
        planned(of_site, sealed, demand={**of_groups("added"), "tier": tier["name"]}),
    )
    more = like("disks cabled", "unlike", further_enclosures=tier["further_enclosures"])
    yield (
        "a site that grows beside two kinds of enclosures",
        planned(like("disks"), more, site=ROOM, demand={**of_groups("added"), "tier": "t"}),
    )


@cache
def examples() -> Mapping[str, Instance]:
    """Give every example by a readable name."""
    # First, as a figure is fed from the first example that has it: here all are known.
    found = dict(_fitted())
    found |= {f"site by {rule}": full_site(rule) for rule in RULES}
    found["bare site"] = planned(like("disks"), common=None)
    found["site with memory"] = planned(like("disks"), machine=MACHINE)
    found["machine of known memory"] = planned(like("disks"), machine={"memory": "1.5 PB"})
    costs = [{"name": "all", "cost": "1000 EUR"}, {"name": "late", "cost": "10 EUR", "year": 2}]
    compared = [{"name": name, "costs": costs} for name in ("old", "new")]
    found |= _trainings()
    found["projections"] = planned(like("given"), projections={"alternatives": compared})
    parts = [{"name": name, "share": 0.5, "after": f"{n} months"} for n, name in enumerate("ab")]
    paid = {"order_date": "2026-09-01", "payments": {"milestones": parts}}
    paid_in_phases = {**paid, "phases": parts, "price_convention": "capacity grows"}
    found["phases"] = planned(like("given"), economics={"phases": parts})
    today = {"usable_capacity": "1 PB", "read_bandwidth": "5 GB/s", "write_bandwidth": "4 GB/s"}
    today |= {"power": "2 kW", "racks": 1}
    found["today"] = planned(like("given"), today=today)
    found["today in a room"] = planned(
        like("disks cabled"), today=today, site={"power": "90 kW", "racks": 9}
    )
    found["power of a room"] = planned(like("given"), site={"power": "90 kW"})
    there = {"usable_capacity": "5 PB", "read_bandwidth": "5 GB/s", "write_bandwidth": "4 GB/s"}
    steps = [{**one, **there} for one in parts]
    found["phases as steps"] = planned(like("given"), economics={"phases": steps})
    found["phases as capacity grows"] = planned(like("given"), economics=paid_in_phases)
    growing = like("disks", demand=of_groups("added"))
    found["growth as capacity grows"] = planned(growing, economics=paid_in_phases)
    replaced = {"drive_replacements": True, "warranty": "18 months"}
    failing = like("disks cabled failing")
    found["drives replaced as they fail"] = planned(failing, economics=replaced)
    in_phases = {**replaced, "phases": parts}
    found["drives of phases replaced as they fail"] = planned(failing, economics=in_phases)
    grown = like("disks cabled failing", "grown", demand=of_groups("added"))
    found["drives replaced as demand grows"] = planned(grown, failing, economics=replaced)
    worn = like("disks cabled failing ageing", "worn")
    found["ageing drives replaced as they fail"] = planned(worn, failing, economics=replaced)
    grown = like("disks cabled failing ageing", "grown", demand=of_groups("added"))
    found["ageing drives replaced as demand grows"] = planned(grown, worn, economics=replaced)
    today = {"price_date": "2026-09-01", "media_replacement": 0.02, "phases": parts}
    found["price paths"] = planned(growing, like("given", "old"), economics=today)
    part = {"part": "kioxia-cd8-r-7680gb", "power": None, "weight": None, "capacity": None}
    rated = dict.fromkeys(("read_bandwidth", "write_bandwidth"))
    flash_tier = like("disks inside flash", drives=part | rated)
    found["price paths of flash"] = planned(flash_tier, economics={"price_date": "2026-09-01"})
    vdevs = {"layout": "raidz2:10 + special mirror:2 of 1.6 TB + spare of 20 TB"}
    for name, more in (
        ("special vdevs", {}),
        ("their spares", {"vdev_drives": [{"name": "x"}, {"part": "seagate-exos-x24-24tb"}]}),
    ):
        beside = like("disks", target=vdevs, **more)
        found[f"price paths of {name}"] = planned(beside, economics=today)
    others = [{"part": "kioxia-cd8-r-7680gb"}, {"part": "amd-epyc-9124"}]
    inside = like("disks", in_servers=[one | {"per_server": 2} for one in others])
    shelf = [one | {"count": 2} for one in others]
    found["price paths of other items"] = planned(inside, economics=today, common=shelf)
    found |= _lives()
    domains = {"layout": "draid2:4d:12c:24w:2s", "release": "next"}
    found["failure domains in enclosures"] = planned(like("disks", target=domains))
    failing = like("disks cabled failing", target=domains)
    found["losses in failure domains"] = planned(failing)
    bays = {"slots": ["1:1-6 2:1-6 1:7-12 2:7-12"]}
    one = {**domains, "per_block": 1}
    found["failure domains in stated bays"] = planned(like("disks", target=one, placement=bays))
    found["servers without a network"] = planned(like("disks inside beegfs", network=None))
    buddies = like("disks arrays mirrored")
    found["mirrored targets in enclosures"] = planned(buddies)
    found["site with a burst tier"] = burst_site()
    by_node = {"node_mtti": "5 years", "ratio": 200, "restart": "60 s"}
    flash = [like("disks inside flash", name) for name in ("front", "behind")]
    dumps = {"machine": MACHINE, "checkpoint": by_node}
    guest = {"servers": {"shared_with": "front"}, "network": None, "processors": None}
    guest |= dict.fromkeys(("blocks", "memory", "processing", "fabric"))
    metadata = like("disks inside metadata", "mdt", **guest)
    metadata["servers"] = guest["servers"]
    second = {**like("disks cabled cached", "second", **guest), "servers": guest["servers"]}
    found["tiers on the same servers"] = planned(flash[0], second, metadata)
    found["clients of tiers on the same servers"] = planned(flash[0], second, clients=CLIENTS)
    seen = {**flash[0], "drains_into": "behind"}
    found["a burst tier on shared servers"] = planned(seen, second, flash[1])
    found["a tier before disks on the same servers"] = planned(
        {**flash[0], "drains_into": "second"}, second
    )
    esu = {"further_enclosures": {"name": "ESU", "per_block": 1, "drives": 84}}
    spare = {"cache": None, "option": True, "lot": "2"}
    found["options"] = planned(
        like("disks cabled", network={"option": True}), like("given", "old", **spare)
    )
    cables = [
        {"length": "3 m", "share": 0.25, "reach": "7 m"},
        {"length": "5 m", "share": 0.75, "price": "9 EUR"},
    ]
    optics = [{"name": "SR4", "price": "100 EUR"}]
    wired = like("disks cabled", network={"cables": cables, "transceivers": optics})
    switch = {"name": "switch", "ports": 36, "price": "20000 EUR", "power": "200 W"}
    found["switches of one level"] = planned(wired, fabric={"switch": switch})
    tree = {"switch": switch, "topology": "fat tree", "other_ports": 100, "cables": cables}
    found["switches of a fat tree"] = planned(
        wired, like("given", "old"), fabric={**tree, "transceivers": optics}
    )
    fed = {**switch, "inlet": "C14", "supplies": 2}
    found["switches with feeds"] = planned(like("disks cabled"), fabric={"switch": fed}, site=ROOM)
    offered = like("disks cabled", "old", option=True, servers={"inlet": "C20"})
    found["switches of a fat tree with feeds"] = planned(
        like("disks cabled"), offered, fabric={"switch": fed, "topology": "fat tree"}, site=ROOM
    )
    by_mtbf, by_rate = "seagate-exos-x24-24tb", "seagate-exos-m-30tb"
    for name, said, drive in (
        ("rate", {"failure_rate": 0.02}, by_mtbf),
        ("field", {"buy": "replacements"}, by_mtbf),
        ("field, and a rate of the datasheet", {"buy": "replacements"}, by_rate),
    ):
        part = {"part": drive, "power": None, "weight": None, "capacity": None}
        rates = {"read_bandwidth": None, "write_bandwidth": None}
        found[f"spares by {name}"] = planned(like("disks cabled", spares=said, drives=part | rates))
    of_part = {"drives": part | rates}
    stock = {"spares": {"buy": "shelf"}}
    found["spares of ageing drives"] = planned(like("disks cabled ageing", **of_part, **stock))
    found["ageing drives without spares"] = planned(like("disks cabled ageing", **of_part))
    boot = {
        "name": "boot drive",
        "per_server": 2,
        "price": "150 EUR",
        "power": "3 W",
        "weight": "50 g",
    }
    found["boot drives"] = planned(like("disks cabled", in_servers=[boot]))
    rack = {"part": "apc-ar3300", "count": 1, "per": "rack", "price": "2000 EUR"}
    pdus = {"name": "PDU", "count": 2, "per": "rack", "price": "900 EUR", "power": "5 W"}
    found["racks and their PDUs"] = planned(
        like("disks cabled"), common=[rack, pdus], existing=THERE
    )
    found["services"] = planned(
        like("disks cabled"),
        like("given", "old"),
        services=[
            {"kind": "support", "share": 0.08, "years": 5},
            {"name": "licence", "per": "server", "tier": "t", "price": "100 EUR", "years": 3},
            {"name": "keys", "per": "usable TB", "tier": "old", "price": "1 EUR", "option": True},
            {"kind": "licence", "per": "raw TB", "price": "2 EUR"},
            {"kind": "drive retention", "per": "drive", "price": "20 EUR", "option": True},
            {"name": "nodes", "per": "server", "price": "5 EUR"},
            {"kind": "training", "orders": 2, "price": "4000 EUR"},
        ],
    )
    found |= _grown_together(fed, {**like("disks cabled", **esu), "demand": of_groups("added")})
    found["services for what is given"] = planned(
        like("given"), services=[{"kind": "subscription", "per": "usable TB", "price": "5 EUR"}]
    )
    found["enclosures of two kinds"] = planned(like("disks cabled", **esu))
    found["copies in enclosures of two kinds"] = planned(like("disks cabled copied", **esu))
    found["an expansion behind arrays"] = planned(like("disks arrays raid", **esu))
    found["racks and their feeds"] = planned(
        like("disks cabled", **esu), like("disks inside cached", "inside"), site=ROOM
    )
    offered = like("disks cabled", drives={"price": None})
    found["prices by offers"] = planned(offered, economics={"price_books": [OFFERS]})
    for buy in ("shelf", "replacements"):
        spares = {"buy": buy, "failure_rate": 0.02}
        found[f"prices by offers, with drives for the {buy}"] = planned(
            {**offered, "spares": spares}, economics={"price_books": [OFFERS]}
        )
    found["prices by joint orders"] = planned(
        offered,
        {**offered, "name": "stocked", "spares": {"buy": "shelf", "failure_rate": 0.02}},
        like("disks cabled", "unlike", **esu, drives={"price": None}),
        economics={"price_books": [OFFERS]},
    )
    estimated = like("disks cabled", servers={"part": "dell-r740", "price": None})
    found["prices by classes"] = planned(
        estimated,
        like("given", "old"),
        economics={"estimates": True},
        services=[{"kind": "training", "orders": 1, "price": "4000 EUR"}],
    )
    found["dumps on flash"] = planned(flash[0], **dumps)
    found["dumps through flash"] = planned({**flash[0], "drains_into": "behind"}, flash[1], **dumps)
    for name, need in NEEDS.items():
        found[f"site with {name}"] = planned(like("disks cabled"), requirements={name: need})
    found["site with availability as entered"] = planned(
        like("given"), requirements={name: NEEDS[name] for name in ("availability", "loss")}
    )
    found["site with targets"] = planned(like("disks cabled"), requirements={**NEEDS, **TARGETS})
    for n, words in enumerate(CHAINS):
        how = like(words, target={} if n % 2 else {"release": "0.7"})
        found[f"tier {n + 1}"] = planned(how)
        if n % 4 < 2:
            found[f"tier {n + 1} of ZFS"] = planned({**how, "file_system": "zfs"})
    found |= {name: planned(like(words)) for name, words in OTHERS.items()}
    found |= dict(_pools())
    for rule, memory_given in product(RULES, (False, True)):
        how = "given" if memory_given else "of nodes"
        found[f"machine by {rule}, memory {how}"] = machine(rule, memory_given=memory_given)
    found["machine by nodes"] = machine("ratio", memory_given=True, mtti="node")
    found |= _machines_that_train()
    found |= demand_examples() | file_examples() | cache_examples()
    return found | dict(score_examples())


@cache
def program(example: str) -> Program:
    """Give the compiled example."""
    return Program(examples()[example])


@dataclass(frozen=True)
class Case:
    """One use of a quantity: where, and the declarations of what it is fed with."""

    example: str
    address: Address
    quantity: Quantity
    slots: tuple[int, ...]
    operands: tuple[Input | Quantity, ...]

    def __str__(self) -> str:
        return f"{self.quantity.chapter.replace(' ', '_')}.{self.quantity.name}"


@cache
def _cases() -> tuple[Case, ...]:
    return tuple(_found())


def _found() -> Iterator[Case]:
    seen = set()
    for name, root in examples().items():
        compiled = program(name)
        instances = dict(root.walk())
        for step in compiled.steps:
            addresses = [compiled.addresses[slot] for slot in step.operands]
            operands = tuple(instances[path].book[item] for path, item in addresses)
            key = (step.quantity, operands)
            if key not in seen:
                seen.add(key)
                address = step.path, step.quantity.name
                yield Case(name, address, step.quantity, step.operands, operands)


@cache
def cases() -> tuple[Case, ...]:
    """Give each formula of each book with each set of operands that it meets, once."""
    return tuple(case for case in _cases() if case.quantity.kind != "opaque")


@cache
def procedures() -> tuple[Case, ...]:
    """Give each procedure of each book, which is no formula, in the same way."""
    return tuple(case for case in _cases() if case.quantity.kind == "opaque")
