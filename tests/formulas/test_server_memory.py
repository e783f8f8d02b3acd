"""Memory of Lustre's servers: the manual's example, exactly and as it is printed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.formulas import server_memory
from model.tree import Program
from tests import demand_trees, trees

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


def evaluated(**given_: float) -> dict[str, float]:
    figures = {**demand_trees.SERVERS, **given_}
    root = demand_trees.alone("servers", trees.book.SERVER_MEMORY, figures)
    program = Program(root)
    numbers = program.run(program.start(dict(root.walk())))
    return {name: float(x) for (_, name), x in zip(program.addresses, numbers, strict=True)}


def test_mds() -> None:
    """1,024 x 32 cores, 12 login nodes, 20 million files: 57,696 MB as printed, 56,217 MiB."""
    exact = evaluated()
    assert sum(PRINTED_MDS.values()) == 57_696
    assert server_memory.mds_memory(*PRINTED_MDS.values()) == 57_696
    assert exact["mds_memory"] / MIB == pytest.approx(56_217, abs=0.5)
    assert exact["mds_memory"] < 60 * GIB, "at least 60 GB, says the manual"
    differing = {
        name: exact[name] / MIB
        for name, printed in PRINTED_MDS.items()
        if exact[name] / MIB != printed
    }
    assert differing == pytest.approx({"mds_login_memory": 2343.75, "mds_cache_memory": 29296.875})


def test_oss() -> None:
    """Eight OSTs: 53,156 MB as printed; about 60 GB, about 90 GB with failover."""
    exact = evaluated()
    assert server_memory.oss_memory(*PRINTED_OSS.values()) == 53_156
    assert exact["oss_memory"] / MIB == pytest.approx(52_966, abs=0.5)
    differing = {
        name: exact[name] / MIB
        for name, printed in PRINTED_OSS.items()
        if exact[name] / MIB != printed
    }
    assert differing == pytest.approx(
        {"oss_login_memory": 585.9375, "oss_cache_memory": 7324.21875}
    )
    assert exact["oss_memory_by_rule"] == 56 * GIB
    assert exact["oss_failover_memory_by_rule"] == 88 * GIB


@given(st.sampled_from(sorted(demand_trees.SERVERS)), st.floats(1, 10))
def test_more_never_needs_less(name: str, factor: float) -> None:
    """More clients, files or targets never need less memory."""
    one, more = evaluated(), evaluated(**{name: demand_trees.SERVERS[name] * factor})
    assert more["mds_memory"] >= one["mds_memory"]
    assert more["oss_memory"] >= one["oss_memory"]
