"""Which servers reach the same drives: they are the servers of one building block.

Servers that show one drive to boot from are one, whose output is there twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from model.installed.lsblk import Drive
from model.installed.servers import Group

MOST = 0.5
"""Share of the drives of either server that both must reach."""


def key_of(drive: Drive) -> str:
    """Return what identifies a drive on each server; empty if nothing does."""
    return plain(drive.wwn) or drive.serial


def plain(wwn: str) -> str:
    """Return the digits of a WWN."""
    return wwn.removeprefix("0x").removeprefix("eui.").removeprefix("nvme.")


def blocks_of(groups: Iterable[Group], drives: Mapping[Group, list[Drive]]) -> dict[Group, int]:
    """Return the number of the block of each group of outputs; servers of a block share one."""
    number: dict[Group, int] = {group: n for n, group in enumerate(groups, 1)}
    for one, other in _pairs(drives):
        old, new = number.get(other), number.get(one)
        if old is not None and new is not None and old != new:
            number = {group: new if n == old else n for group, n in number.items()}
    order = {n: rank for rank, n in enumerate(dict.fromkeys(number.values()), 1)}
    return {group: order[n] for group, n in number.items()}


def servers_in(blocks: Mapping[Group, int], drives: Mapping[Group, list[Drive]]) -> dict[int, int]:
    """Return how many servers each block has; several outputs of a server count once."""
    booted: dict[int, set[object]] = {}
    for group, block in blocks.items():
        boot = {key_of(one) for one in drives.get(group, ()) if one.is_boot} - {""}
        booted.setdefault(block, set()).add(min(boot) if boot else group)
    return {block: len(servers) for block, servers in booted.items()}


def _pairs(drives: Mapping[Group, list[Drive]]) -> Iterable[tuple[Group, Group]]:
    """Return groups that share more than half of their drives."""
    keys = {
        group: {key_of(one) for one in each if not one.is_boot} - {""}
        for group, each in drives.items()
    }
    first: dict[str, Group] = {}
    shared: dict[tuple[Group, Group], int] = {}
    for group, each in keys.items():
        for key in each:
            other = first.setdefault(key, group)
            if other != group:
                shared[other, group] = shared.get((other, group), 0) + 1
    return [
        pair
        for pair, count in shared.items()
        if count > MOST * min(len(keys[pair[0]]), len(keys[pair[1]]))
    ]
