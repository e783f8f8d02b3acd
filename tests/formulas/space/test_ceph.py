"""Ceph, and others that rebuild into free space: published sizings, then laws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.planned import of_tier

STEPS = (
    "spare_capacity",
    "redundancy_capacity",
    "formatting_capacity",
    "slop_capacity",
    "file_system_reserve",
    "headroom_capacity",
    "planned_capacity",
)


def cluster(
    code: str, servers: int, drives: int = 1, size: float = 1e12, **ratios: float
) -> dict[str, float]:
    """Compute a cluster whose failure domain is the server."""
    figures = {"blocks": servers, "servers_per_block": 1, "drives_per_server": drives}
    changes = {**figures, "drive_capacity": size, **ratios}
    values = of_tier("disks inside ceph", changes, blocks=100, target={"layout": code})
    return {name: x for (path, name), x in values.items() if path == "site/tiers:t"}


@pytest.mark.parametrize(
    ("servers", "code", "lost", "net"), [(10, "6+2", 1, 6.075e12), (20, "16+2", 2, 14.4e12)]
)
def test_wekas_net_capacity(servers: int, code: str, lost: int, net: float) -> None:
    """WEKA: raw x (servers - spares) / servers x D / (D + P) x 0.9."""
    values = cluster(code, servers, nearfull_ratio=1.0, domains_lost=float(lost))
    assert values["planned_capacity"] == pytest.approx(net, rel=1e-12)


@pytest.mark.parametrize(("code", "net"), [("2-way", 3150e9), ("3+1", 4736e9), ("4+2", 4200e9)])
def test_vsans_net_capacity(code: str, net: float) -> None:
    """vSAN: 10 hosts of 1 TB, one to spare, 30 % slack; it takes 1.33 for 4/3."""
    values = cluster(code, 10, nearfull_ratio=0.7, backfillfull_ratio=0.7)
    assert values["planned_capacity"] == pytest.approx(net, rel=0.003)
    slack = cluster(code, 10, nearfull_ratio=0.7, domains_lost=0.0)
    assert slack["planned_capacity"] == pytest.approx(net / 0.9, rel=0.003)


def test_max_avail() -> None:
    """Three replicas on 300 TB: Ceph stops at 95 % of a third, and warns at 85 %."""
    values = cluster("3-way", 10, 10, 3e12)
    assert values["usable_capacity"] == pytest.approx(95e12)
    assert values["planned_capacity"] == pytest.approx(100e12 * min(0.85, 0.9 * 0.9))


def test_few_servers_leave_room_for_a_lost_one() -> None:
    """Of 4 servers a quarter must fit on the rest: a limit far below nearfull."""
    values = cluster("3-way", 4)
    assert values["planned_capacity"] == pytest.approx(4e12 / 3 * 0.75 * 0.9)


@pytest.mark.parametrize(("servers", "share"), [(4, 0.85), (5, 0.9 * 4 / 5), (6, 0.9 * 5 / 6)])
def test_no_room_is_left_for_what_can_not_be_rebuilt(servers: int, share: float) -> None:
    """3+1 over 4 servers has no fifth to rebuild on: Ceph's nearfull ratio is what bounds it."""
    values = cluster("3+1", servers)
    assert values["domains_suffice"] == (servers > 4)
    assert values["planned_capacity"] == pytest.approx(servers * 1e12 * 3 / 4 * share)


@given(st.integers(2, 12), st.integers(1, 4), st.integers(16, 60), st.floats(1e11, 1e14))
def test_laws(data: int, parity: int, servers: int, size: float) -> None:
    """Less is usable than raw, more parity costs, more servers and larger drives never do."""
    values = cluster(f"{data}+{parity}", servers, size=size)
    assert values["planned_capacity"] <= values["usable_capacity"] <= values["raw_capacity"]
    assert sum(values[step] for step in STEPS) == pytest.approx(values["raw_capacity"])
    assert all(values[step] >= -1e-9 * values["raw_capacity"] for step in STEPS)
    safer = cluster(f"{data}+{parity + 1}", servers, size=size)
    assert safer["usable_capacity"] < values["usable_capacity"]
    more = cluster(f"{data}+{parity}", servers + 1, size=2 * size)
    assert more["planned_capacity"] > values["planned_capacity"]
