"""States of a tier against a count of every server by itself, in designs that split unevenly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from model import edited, evaluate, load_scenario
from model.answers.states import states

GB = 1e9
LANE = 1.2 * GB
"""SAS-3: 12 Gbit/s, 8b/10b."""
BASE = load_scenario("scenarios/lcpq.yaml")


@dataclass(frozen=True)
class Design:
    """A tier of equal blocks; rates in GB/s, those of drives in MB/s."""

    blocks: int = 1
    servers: int = 2
    enclosures: int = 1
    per_enclosure: int = 60
    groups: int = 1
    drive: int = 200
    adapters: int = 2
    adapter: int = 6
    active: float = 1.0
    nics: int = 1
    rebuild: float = 0.3
    failover: bool = True
    middle: float | None = None
    """What an array's controllers read and write, or an enclosure's expanders carry."""
    array: bool = False
    link: int | None = None

    @property
    def targets(self) -> int:
        """Whole targets of a block, of ten drives in each group."""
        return self.enclosures * self.per_enclosure // (10 * self.groups)

    def tier(self) -> dict[str, Any]:
        """Write it as a scenario has it."""
        enclosures: dict[str, Any] = {"part": "wd-data102", "per_block": self.enclosures}
        target = {"layout": f"{self.groups} x raidz2:10"}
        if self.array:
            enclosures["part"] = "netapp-e5760"
            enclosures |= {f"{way}_bandwidth": f"{self.middle} GB/s" for way in ("read", "write")}
            layout = f"{self.groups} x raid6:10" if self.groups > 1 else "raid6:10"
            target = {"redundancy": "raid", "layout": layout, "format": "ldiskfs"}
        elif self.middle:
            enclosures["expander_bandwidth"] = f"{self.middle} GB/s"
        rate = {"value": f"{self.drive} MB/s", "because": "tried"}
        made: dict[str, Any] = {
            "name": "disk",
            "blocks": self.blocks,
            "servers": {"name": "server", "per_block": self.servers},
            "adapters": {
                "part": "broadcom-9300-8e",
                "per_server": self.adapters,
                "bandwidth": {"value": f"{self.adapter} GB/s", "because": "tried"},
                "active_paths": self.active,
            },
            "network": {
                "part": "mellanox-mcx653105a-hdat",
                "per_server": self.nics,
                "ports": 1,
            },
            "enclosures": enclosures,
            "drives": {
                "part": "seagate-exos-x18-18tb",
                "per_enclosure": self.per_enclosure,
                "ports": 2,
                "read_bandwidth": rate,
                "write_bandwidth": rate,
                "surface_factor": 0.75,
            },
            "target": target,
            "policy": {"fill_limit": 0.8},
            "file_layout": {"extents": [{"targets": 1000}], "sizes": ["1 GB"]},
            "states": {"rebuild_share": self.rebuild, "failover": self.failover},
        }
        if self.link:
            made["fabric"] = {"links": 1, "link_bandwidth": f"{self.link} GB/s"}
        return made


DESIGNS = st.builds(
    Design,
    blocks=st.integers(1, 3),
    servers=st.integers(1, 4),
    enclosures=st.integers(1, 2),
    per_enclosure=st.sampled_from([10, 24, 50, 60]),
    groups=st.integers(1, 2),
    drive=st.sampled_from([100, 160, 250]),
    adapters=st.integers(1, 3),
    adapter=st.sampled_from([2, 3, 6]),
    active=st.sampled_from([0.5, 1.0]),
    nics=st.integers(1, 2),
    rebuild=st.sampled_from([0.1, 0.3, 0.9]),
    failover=st.booleans(),
    middle=st.sampled_from([4.0, 8.0, 12.0]),
    array=st.booleans(),
    link=st.sampled_from([None, None, 20]),
).filter(lambda design: design.targets > 0)
PLAIN = DESIGNS.map(lambda design: design if design.array else replace(design, middle=None))


def split(targets: int, servers: int) -> list[int]:
    """Deal targets out to servers."""
    return [targets // servers + (n < targets % servers) for n in range(servers)]


@dataclass(frozen=True)
class Server:
    """A server with its targets: what each one's drives and controllers, and it itself, carry."""

    targets: int
    drives: float
    middle: float
    own: float
    rebuilding: float = 0.0
    """What a rebuild takes of one target's group, and thereby of its pace."""
    groups: int = 1

    def rate(self) -> float:
        """What it gives to independent files."""
        moving = self.targets - self.rebuilding / self.groups
        whole = min(moving * self.drives, self.targets * self.middle, self.own)
        return whole if self.targets else 0.0

    def pace(self) -> float:
        """What its slowest target gives."""
        if not self.targets:
            return float("inf")
        return min(self.drives * (1 - self.rebuilding), self.middle, self.own / self.targets)


def cases(design: Design, way: str, state: str) -> Iterator[list[list[Server]]]:
    """Give the tier's blocks, server by server, for each server that the state may affect."""
    write = way == "write"
    stored = 10 / 8 if write else 1.0
    carried = 1.0 if design.array else stored
    drives = design.groups * 10 * design.drive * 1e6 * 0.75 / stored
    if state == "nearly full" and write:  # from 1 to 0.5 of the outer rate, at 80 % full
        drives *= 0.6 / 0.75

    def server(
        targets: int, *, cables: float = 1.0, adapters: float = 1.0, left: float = 1.0
    ) -> Server:
        middle = float("inf")
        if design.middle:
            middle = design.enclosures * design.middle * GB / design.targets / carried * left
        sas = design.adapters * 2 * 4 * LANE * min(design.active, cables)
        hba = design.adapters * adapters * design.adapter * GB
        own = min(sas / carried, hba / carried, design.nics * PORT)
        return Server(targets, drives, middle, own, groups=design.groups)

    servers = split(design.targets, design.servers)
    healthy = [[server(n) for n in servers] for _ in range(design.blocks)]
    rest = healthy[1:]
    alone = state == "adapter lost" and design.adapters == 1
    if state in ("healthy", "nearly full"):
        yield healthy
    elif state == "enclosure module lost":
        left = 1 - 1 / 2 / design.enclosures
        yield [[server(n, cables=left, left=left) for n in servers], *rest]
    elif (state == "server down" or alone) and design.failover and design.servers > 1:
        yield [[server(n) for n in split(design.targets, design.servers - 1)], *rest]
    else:
        for hit, n in enumerate(servers):
            now = {
                "server down": [],
                "cable lost": [server(n, cables=1 - 1 / (2 * design.adapters))],
                "adapter lost": [
                    server(n, cables=1 - 1 / design.adapters, adapters=1 - 1 / design.adapters)
                ],
                "drive rebuilding": [replace(server(n), rebuilding=design.rebuild if n else 0.0)],
            }[state]
            if n or state == "server down":
                yield [[*healthy[0][:hit], *now, *healthy[0][hit + 1 :]], *rest]


PORT = 25 * GB
"""HDR, below what its slot carries."""


def bounds(design: Design, way: str, state: str) -> tuple[float, float]:
    """Count the worst case, for independent files and for files over all targets.

    Where a target is gone, no such file can be read; new ones go around it.
    """
    shared = design.link * GB if design.link else float("inf")
    found = []
    for blocks in cases(design, way, state):
        left = [server for block in blocks for server in block]
        targets = sum(server.targets for server in left)
        pace = min((server.pace() for server in left), default=0.0)
        total = sum(server.rate() for server in left)
        whole = way == "write" or targets == design.blocks * design.targets
        found.append((total, targets * pace if targets and whole else 0.0))
    return tuple(min(shared, *column) for column in zip(*found, strict=True))  # type: ignore[return-value]


def check(design: Design) -> None:
    """Hold every state of a design against the count."""
    tiers = {"published": [], "tiers": [design.tier()]}
    results = evaluate(edited(BASE, tiers))
    tier = "site/tiers:disk"
    for way in ("read", "write"):  # one file over all targets is a file over all targets
        whole = results[f"{tier}/single files:1 GB", f"one_file_{way}_bandwidth"]
        assert whole == pytest.approx(bounds(design, way, "healthy")[1], rel=1e-9)
    for state in states(results, tier):
        begin = (tier, "") if state.name == "healthy" else (state.path, "degraded_")
        for way in ("read", "write"):
            independent, striped = bounds(design, way, state.name)
            for kind, counted in (("", independent), ("striped_", striped)):
                given_ = results[begin[0], f"{begin[1]}{kind}{way}_bandwidth_bound"]
                words = f"{state.name}, {kind}{way}: {asdict(design)}"
                assert given_ == pytest.approx(counted, rel=1e-9, abs=1.0), words


@settings(max_examples=30, deadline=None)
@given(DESIGNS, st.sampled_from([0.7, 1.3, 2.0]), st.booleans())
def test_what_is_committed_keeps_its_order(design: Design, rate: float, fitted: bool) -> None:
    """Committed is at most the bound and what is committed when healthy; striped, independent."""
    tier = design.tier()
    measured = f"{rate} GB/s"
    tier["measured_target"] = {"read_bandwidth": measured, "write_bandwidth": measured}
    if fitted and design.link:
        link = {"value": f"{design.link} GB/s", "status": "calibrated", "because": "ior.txt"}
        tier["fabric"]["link_bandwidth"] = link
    results = evaluate(edited(BASE, {"published": [], "tiers": [tier]}))
    found = states(results, "site/tiers:disk")
    for state in found:
        for way in ("read", "write"):
            healthy, flow = found[0].flows[way], state.flows[way]
            for less, more in (
                (flow.independent, flow.independent_bound),
                (flow.independent, healthy.independent),
                (flow.striped, flow.independent),
                (flow.striped, healthy.striped),
            ):
                assert less is not None
                assert more is not None
                assert less <= more * (1 + 1e-9) + 1.0


@settings(max_examples=80, deadline=None)
@given(PLAIN)
@example(Design(servers=3, enclosures=1, per_enclosure=100))
@example(Design(array=True, middle=8.0, active=1.0))
@example(Design(adapters=1, servers=1, active=0.5))
@example(Design(adapters=1, adapter=2, per_enclosure=70, failover=False))
def test_every_state_is_the_count_of_its_servers(design: Design) -> None:
    """The bounds of each state are the sum, or the slowest pace, over the servers one by one."""
    check(design)


@settings(max_examples=30, deadline=None)
@given(DESIGNS)
def test_expanders_and_controllers_are_shared_by_targets(design: Design) -> None:
    """Where something in the enclosures limits, each target has its share of it."""
    check(design)
