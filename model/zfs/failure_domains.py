"""Placement of the drives of a dRAID vdev with failure domains, and the failures that it survives.

`zpool create` is given one drive of each failure domain, as many times as there are failure groups.
Permutations swap drives of one domain between failure groups (`vdev_draid_shuffle_perms`), so that
drives of different domains may share a stripe wherever they were listed, and drives of one domain
never do. Data therefore survive failures in as many domains as there is parity.
"""

from __future__ import annotations

from collections.abc import Iterable

from model.zfs.vdevs import VdevGroup


def drives_of_domains(group: VdevGroup) -> tuple[tuple[int, ...], ...]:
    """Return the drives of each failure domain, by their position in `zpool create`, from 0.

    >>> from model.zfs.vdevs import parse_layout
    >>> drives_of_domains(parse_layout("draid1:2d:4c:8w:1s")[0])
    ((0, 4), (1, 5), (2, 6), (3, 7))
    """
    domains = group.failure_domains
    return tuple(tuple(range(first, group.width, domains)) for first in range(domains))


def survives(group: VdevGroup, failed: Iterable[int]) -> bool:
    """Whether data survive the failure of drives, by their position in `zpool create`, from 0.

    Drives that were rebuilt to a distributed spare count as failed: their blocks may lie on drives
    of a domain that fails later.

    >>> from model.zfs.vdevs import parse_layout
    >>> one = parse_layout("draid1:2d:4c:8w:1s")[0]
    >>> survives(one, [0, 4]), survives(one, [0, 5])
    (True, False)
    """
    return len({drive % group.failure_domains for drive in failed}) <= group.survives


def create_order(group: VdevGroup) -> str:
    """Return the drives in the order of `zpool create`, shortened: domain by domain, then again.

    >>> from model.zfs.vdevs import parse_layout
    >>> create_order(parse_layout("draid1:2d:4c:8w:1s")[0])
    'enc0d0 ... enc3d0 enc0d1 ... enc3d1'
    """
    last = group.failure_domains - 1
    rows = [f"enc0d{n} ... enc{last}d{n}" for n in range(group.failure_groups)]
    return " ".join(rows if len(rows) <= 2 else [rows[0], rows[1], "...", rows[-1]])


def placement(group: VdevGroup) -> str:
    """Describe the placement of the drives, and the failures that they survive.

    Examples
    --------
    >>> from model.zfs.vdevs import parse_layout
    >>> print(placement(parse_layout("draid2:4d:12c:96w:2s")[0]).split(". ")[0])
    draid2:4d:12c:96w:2s: 8 drives in each of 12 failure domains (enclosures)
    """
    parity = group.survives
    drives, domains = ("drives", "domains") if parity > 1 else ("drive", "domain")
    return (
        f"{group}: {group.failure_groups} drives in each of {group.failure_domains} failure "
        f"domains (enclosures). Order of `zpool create`: {create_order(group)}. Survives the "
        f"failure of any {parity} {drives}, or of all drives of {parity} {domains}. When a domain "
        "fails, drives that were rebuilt to distributed spares still count as failed."
    )
