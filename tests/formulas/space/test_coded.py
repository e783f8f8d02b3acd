"""Codes over servers by their own names: published sizings, then laws."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import evaluate, load_scenario
from model.answers import usable
from model.answers.results import Results
from model.answers.summary import headline
from model.errors import InputError
from report.statement import statement
from ui.results.statement import text_of

PATH = "site/tiers:t"
STEPS = (
    "spare_capacity",
    "distributed_spare_capacity",
    "redundancy_capacity",
    "formatting_capacity",
    "slop_capacity",
    "headroom_capacity",
    "planned_capacity",
)


def cluster(
    system: str, target: str, servers: int = 10, drives: int = 1, size: str = "1 TB"
) -> Results:
    text = f"""
schema: ostimate.scenario/1
name: s
tiers:
  - name: t
    file_system: {system}
    blocks: {servers}
    servers: {{name: a server, per_block: 1}}
    drives: {{name: a drive, per_server: {drives}, capacity: {size}}}
    target: {{redundancy: code, {target}}}
"""
    return evaluate(load_scenario("s.yaml", text))


@pytest.mark.parametrize(
    ("servers", "code", "spare", "net"), [(10, "6+2", 1, 6.075e12), (20, "16+2", 2, 14.4e12)]
)
def test_wekas_net_capacity(servers: int, code: str, spare: int, net: float) -> None:
    """WEKA's documentation: 10 x 1 TB, 6+2, one spare: 6.075 TB; 20 x 1 TB, 16+2, two: 14.4 TB."""
    results = cluster("weka", f"layout: {code}, spare_domains: {spare}", servers)
    assert results[PATH, "usable_capacity"] == pytest.approx(net, rel=1e-12)
    assert results[PATH, "distributed_spare_capacity"] == spare * 1e12


@pytest.mark.parametrize(("code", "of_100"), [("8+8", 200), ("10+6", 160), ("14+2", 114)])
def test_minios_overhead(code: str, of_100: float) -> None:
    """MinIO's storage classes on 16 drives: 100 MiB take 200, 160 and 114 MiB."""
    results = cluster("minio", f"layout: {code}", 16)
    usable_, raw = results[PATH, "usable_capacity"], results[PATH, "raw_capacity"]
    assert usable_ is not None
    assert raw is not None
    assert 100 * raw / usable_ == pytest.approx(of_100, abs=0.5)


@pytest.mark.parametrize(
    ("system", "word"),
    [
        ("daos", "daos pool query"),
        ("weka", "weka status"),
        ("minio", "mc admin info"),
        ("vast", "df"),
        ("quobyte", "df"),
        ("none", "df"),
    ],
)
def test_nobody_without_ceph_reads_of_it(system: str, word: str) -> None:
    """Each system is measured with its own tool, and called by its own name."""
    results = cluster(system, "layout: 8+2, spare_domains: 1", 12, 8)
    assert usable.measure(results) == word
    said = " ".join(text_of(statement(results)).split()) + headline(results)
    for foreign in ("MAX AVAIL", "Ceph", "ceph", "nearfull"):
        assert foreign not in said
    assert "failure domain: a server, of which it can lose 2." in said
    assert any("the system's own reserve" in w for w in results.warnings) is (system != "weka")


def test_fewer_servers_than_strips() -> None:
    """MinIO's example of 16 drives in 4 servers: EC:4 loses one server, EC:2 none, and says so."""
    four, two = (cluster("minio", f"layout: {code}", 4, 4) for code in ("12+4", "14+2"))
    assert (four[PATH, "strips_per_domain"], four[PATH, "domains_survived"]) == (4, 1)
    assert two[PATH, "domains_survived"] == 0
    assert any("losing a server loses data" in warning for warning in two.warnings)
    assert not any("losing a server" in warning for warning in four.warnings)


@pytest.mark.parametrize(
    ("target", "remedy"),
    [
        ("layout: 8+2, spare_domains: 10", "write 9 at most"),
        ("layout: 16+2", "needs 18 drives"),
        ("layout: 4+2, files: [{size: 1 MB}]", "allocation_unit"),
        ("layout: raid6:10", "8\\+2p"),
    ],
)
def test_what_cant_be(target: str, remedy: str) -> None:
    with pytest.raises(InputError, match=remedy):
        cluster("daos", target)


@settings(max_examples=20)
@given(
    st.integers(1, 16), st.integers(0, 4), st.integers(0, 3), st.floats(0, 0.5), st.integers(20, 90)
)
def test_the_way_down_adds_up(k: int, m: int, spare: int, kept: float, servers: int) -> None:
    """Spare servers, parity and what is kept back make the whole; the product says how much."""
    target = f"layout: {k}+{m}, spare_domains: {spare}, kept_share: {kept!r}"
    results = cluster("vast", target, servers, 12, "15 TB")
    raw = servers * 12 * 15e12
    steps = [results[PATH, step] or 0.0 for step in STEPS]
    assert sum(steps) == pytest.approx(raw, rel=1e-12)
    net = raw * (servers - spare) / servers * k / (k + m) * (1 - kept)
    assert results[PATH, "usable_capacity"] == pytest.approx(net)
    assert results[PATH, "write_amplification"] == pytest.approx((k + m) / k)
