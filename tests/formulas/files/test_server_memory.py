"""Memory of Lustre's servers: the manual's example, exactly and as it is printed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.books.facts import Server, TierFacts
from model.books.tier import TIER
from model.engine.ops import Num, total
from model.formulas.files import server_memory
from tests import planned
from tests.file_trees import SERVERS, lustre_site

MIB, GIB = 2.0**20, 2.0**30
PRINTED_MDS = {
    "mds_system_memory": 4096,
    "mds_journal_memory": 4096,
    "mds_client_memory": 16384,
    "mds_login_memory": 2400,
    "mds_cache_memory": 30720,
}
PRINTED_OSS = {
    "oss_buffer_memory": 8192 + 8192,
    "oss_target_memory": 8192 + 16384,
    "oss_client_memory": 4096,
    "oss_login_memory": 600,
    "oss_cache_memory": 7500,
}
OSTS = {"blocks": 2.0, "servers_per_block": 2.0, "targets_per_block": 16.0}
"""Four OSS with eight OSTs each: each handles a quarter of the active files."""
ONE_MDT = {"blocks": 1.0, "servers_per_block": 1.0, "targets_per_block": 1.0}
SITES = {
    (server, failover): lustre_site(server, failover=failover)
    for server in SERVERS
    for failover in (False, True)
}
TIERS = {"oss": "site/tiers:t", "mds": "site/metadata:t"}
CLIENTS = {name: figure for name, figure in SITES["mds", True].inputs.items() if name in (
    "client_nodes", "cores_per_client", "login_nodes", "working_set_files")}  # fmt: skip


def evaluated(
    server: Server, *, failover: bool = False, clients: dict[str, float] | None = None,
    **given_: float,
) -> dict[str, float]:  # fmt: skip
    blocks, tier = OSTS if server == "oss" else ONE_MDT, TIERS[server]
    changes = {(tier, name): figure for name, figure in {**blocks, **given_}.items()}
    changes |= {("site", name): figure for name, figure in (clients or {}).items()}
    found = planned.evaluated(SITES[server, failover], changes)
    return {name: x for (path, name), x in found.items() if path == tier}


def terms(server: Server, printed: dict[str, int]) -> list[Num]:
    """Give the manual's terms as the book has them: those of the node, and those of the targets."""
    book = TIER.book(TierFacts(memory=server))
    sums = [[part.name for part in book.parts(name)] for name in ("fixed_memory", "targets_memory")]
    assert {name for one in sums for name in one} == set(printed)
    return [total(*(printed[name] for name in one)) for one in sums]


def differing(exact: dict[str, float], printed: dict[str, int]) -> dict[str, float]:
    return {
        name: exact[name] / MIB for name, megabytes in printed.items()
        if exact[name] / MIB != megabytes
    }  # fmt: skip


def test_mds() -> None:
    """1,024 x 32 cores, 12 login nodes, 20 million files: 57,696 MB as printed, 56,217 MiB."""
    exact = evaluated("mds")
    assert sum(PRINTED_MDS.values()) == 57_696
    assert server_memory.mds_memory(*terms("mds", PRINTED_MDS)) == 57_696
    assert exact["mds_memory"] / MIB == pytest.approx(56_217, abs=0.5)
    assert exact["memory_needed"] == exact["mds_memory"]
    assert exact["mds_memory"] < 60 * GIB, "at least 60 GB, says the manual"
    found = differing(exact, PRINTED_MDS)
    assert found == pytest.approx({"mds_login_memory": 2343.75, "mds_cache_memory": 29296.875})


def test_a_pair_of_active_mds() -> None:
    """The manual advises 96 GB for each of two active MDS: journal and files of both, 87.5 GiB."""
    pair = {"servers_per_block": 2.0, "targets_per_block": 2.0}
    exact = evaluated("mds", failover=True, clients={"working_set_files": 40e6}, **pair)
    assert exact["mds_memory"] / MIB == pytest.approx(56_217, abs=0.5)
    assert exact["memory_needed"] / MIB == pytest.approx(56_217 + 4096 + 29_297, abs=0.5)
    assert 57_696 + 4096 + 30_720 < 96 * 1000
    assert exact["memory_needed"] < 96 * GIB


def test_an_active_and_a_passive_mds() -> None:
    """One MDT on a pair: the passive MDS takes over what the active one had, and no more."""
    exact = evaluated("mds", failover=True, servers_per_block=2.0)
    assert exact["targets_served"] == exact["failover_targets"] == 1
    assert exact["memory_needed"] == exact["mds_memory"]


def test_oss() -> None:
    """Eight OSTs of 32: 53,156 MB as printed, 52,966 MiB; 24 GB and 4 GB for each by the rule."""
    exact = evaluated("oss")
    assert exact["targets_served"] == 8
    assert server_memory.oss_memory(*terms("oss", PRINTED_OSS)) == 53_156
    assert exact["oss_memory"] / MIB == pytest.approx(52_966, abs=0.5)
    assert exact["memory_needed"] == exact["oss_memory"]
    found = differing(exact, PRINTED_OSS)
    assert found == pytest.approx({"oss_login_memory": 585.9375, "oss_cache_memory": 7324.21875})
    assert exact["memory_by_rule"] == 56 * GIB


def test_oss_with_failover() -> None:
    """About 90 GB, says the manual, 8 GB for each of its own OSTs by the rule: 89,548 MiB."""
    exact = evaluated("oss", failover=True)
    assert exact["failover_targets"] == 16
    assert exact["memory_needed"] / MIB == pytest.approx(16_384 + 2 * 36_582, abs=1)
    assert exact["memory_needed"] == pytest.approx(90 * GIB, rel=0.03)
    assert exact["memory_by_rule"] == 88 * GIB


def test_an_odd_split() -> None:
    """19 targets on a pair are 10 and 9; one server alone has all 19, not 20."""
    exact = evaluated("oss", failover=True, blocks=1.0, targets_per_block=19.0)
    assert (exact["targets_served"], exact["failover_targets"]) == (10, 19)
    buffers, all_of_ten = exact["oss_buffer_memory"], exact["oss_memory"]
    of_nineteen = (all_of_ten - buffers) * 1.9
    assert exact["memory_needed"] == pytest.approx(buffers + of_nineteen, rel=1e-12)


@pytest.mark.parametrize("server", SERVERS)
def test_failover_is_one_more_term(server: Server) -> None:
    """A pair's book has all that a server alone has, and what a neighbour's targets need."""
    alone, pair = (TIER.book(TierFacts(memory=server, takes_over=over)) for over in (False, True))
    for name in ("memory_needed", "fixed_memory", "targets_memory"):
        more = {part.name for part in pair.parts(name)} - {p.name for p in alone.parts(name)}
        assert more == ({"neighbour_memory"} if name == "memory_needed" else set())
        assert set(alone.parts(name)) <= set(pair.parts(name))


@given(
    st.sampled_from(SERVERS),
    st.booleans(),
    st.sampled_from([*sorted(CLIENTS), "targets_per_block"]),
    st.integers(1, 10),
)
def test_more_never_needs_less(server: Server, failover: bool, name: str, factor: int) -> None:
    """More clients, files or targets never need less memory; failover never less than none."""
    before = {**CLIENTS, **(OSTS if server == "oss" else ONE_MDT)}[name] * factor
    clients = {name: before} if name in CLIENTS else {}
    given_ = {} if clients else {name: before}
    one = evaluated(server, failover=failover)
    more = evaluated(server, failover=failover, clients=clients, **given_)
    assert more["memory_needed"] >= one["memory_needed"] * (1 - 1e-12)
    alone = evaluated(server, clients=clients, **given_)
    assert more["memory_needed"] >= alone["memory_needed"]


@given(st.floats(1, 1e12), st.floats(1, 1e12))
def test_installed_against_needed(installed: float, needed: float) -> None:
    """The margin is negative exactly where memory is missing."""
    margin = server_memory.memory_margin(installed, needed)
    assert bool(server_memory.memory_suffices(installed, needed)) == (installed >= needed)
    assert (margin >= 0) == (installed >= needed) or margin == pytest.approx(0, abs=1e-9)
