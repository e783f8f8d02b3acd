"""Maps of layouts beside RAIDZ: each cell is what the calculator says of its layout."""

from __future__ import annotations

import numpy as np
import pytest

from model.answers.explored_layouts import (
    ARRAYS,
    GROUPS,
    OVER_SERVERS,
    PLANNED,
    USABLE,
    explore_groups,
    explore_servers,
)
from model.answers.layout_capacity import layout_capacity
from model.kinds.layouts import parse_server_code
from model.pools.groups import raid_groups

CELLS = [
    (GROUPS, "raid6", 10, "raid6:10"),
    (GROUPS, "raid60", 20, "raid60:2x10"),
    (GROUPS, "raid50", 12, "raid50:2x6"),
    (GROUPS, "raid10", 8, "raid10:8"),
    (GROUPS, "raid1", 2, "raid1:2"),
    (GROUPS, "drive", 1, "drive"),
    (ARRAYS, "8d+2p, 2s", 41, "gridraid:41"),
    (ARRAYS, "4d+1p, 2s", 24, "declustered:4d+1p:24c:2s"),
]


@pytest.mark.parametrize(("family", "row", "drives", "layout"), CELLS)
def test_each_cell_is_that_of_the_groups(family: str, row: str, drives: int, layout: str) -> None:
    """For what is exported, and for each file system."""
    explored = explore_groups(family, "10 TB", widest=44)
    at = explored.rows.index(row), explored.columns.index(drives)
    found = raid_groups(layout, "10 TB")
    sizes = {answer.what: answer.size for answer in found.answers}
    assert set(explored.shares) == set(sizes) - {"Raw capacity", "Spare space inside"}
    for name, shares in explored.shares.items():
        assert shares[at] == sizes[name] / found.raw


def test_impossible_groups_are_unknown() -> None:
    """RAID 6 of 3 drives or of 33, RAID 10 of an odd number, RAID 60 of less than 8."""
    explored = explore_groups(GROUPS, "10 TB", widest=40)
    shares = explored.shares["The groups export"]
    for row, drives in (("raid6", 3), ("raid6", 33), ("raid10", 7), ("raid60", 6), ("drive", 2)):
        assert np.isnan(shares[explored.rows.index(row), explored.columns.index(drives)])
    assert not explored.marked.any()
    assert explore_groups(ARRAYS, "10 TB", widest=4).shares == {}


@pytest.mark.parametrize("family", OVER_SERVERS)
def test_each_cell_is_that_of_the_code(family: str) -> None:
    """Over a few servers and many, as planned one by one; unknown with two strips on a server."""
    explored = explore_servers(family, "10 TB", most=22, drives_per_server=12)
    for row in (1, 2, 4):
        layout = explored.rows[row]
        code = parse_server_code(layout)
        assert code is not None
        strips = 0 if code.shares_servers else code.fewest_servers
        for servers in (max(13, strips), 22):
            found = layout_capacity(layout, "10 TB", servers=servers, drives_per_server=12)
            at = row, explored.columns.index(servers)
            for label, name in ((USABLE, "usable_capacity"), (PLANNED, "planned_capacity")):
                share = found.figures[name] / found.raw
                assert explored.shares[label][at] == pytest.approx(share, rel=1e-12)
        if strips:
            before = explored.columns.index(strips) - 1
            assert np.isnan(explored.shares[USABLE][row, before])
    assert sum(~np.isnan(explored.shares[USABLE][:, -1])) == len(explored.rows)


REBUILT = {
    "Ceph": [4, 7, 10, 12, 13, 21],  # one server more than 3, 4+2, 6+3, 8+3, 8+4, 16+4 take
    "Storage Scale ECE": [],  # a server may hold several strips
    "Other erasure codes across servers": [4, 7, 11, 12, 19, 21],
}


@pytest.mark.parametrize("family", OVER_SERVERS)
def test_one_server_more_than_strips_is_marked(family: str) -> None:
    """In each row once, where strips are on different servers."""
    found = explore_servers(family, "10 TB", most=22, drives_per_server=2)
    marked = [n for row in found.marked for n, mark in zip(found.columns, row, strict=True) if mark]
    assert marked == REBUILT[family]


def test_where_lost_servers_can_be_rebuilt() -> None:
    """Ceph's 8+3 on 11 servers keeps no room, as nothing can be rebuilt; on 12 it does."""
    explored = explore_servers("Ceph", "10 TB", most=24, drives_per_server=12)
    row = explored.rows.index("ceph:8+3")
    planned = dict(zip(explored.columns, explored.shares[PLANNED][row], strict=True))
    assert np.isnan(planned[10])
    assert planned[12] < planned[11]
    assert [n for n, mark in zip(explored.columns, explored.marked[row], strict=True) if mark] == [
        12
    ]
    few = explore_servers("Ceph", "10 TB", most=6, drives_per_server=12)
    assert np.isnan(few.shares[USABLE][row]).all()
