"""How the public questions on capacity are asked: see `truth/cases.csv`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from model import zfs_pool
from model.answers.results import Results, evaluate
from model.answers.summary import headline
from model.design.scenario import load_scenario
from model.errors import InputError
from model.pools.groups import raid_groups
from model.zfs.partitions import partitioning_of

FILES = Path(__file__).parent / "truth" / "cases"
TIB, GIB, KIB = 2.0**40, 2.0**30, 2.0**10
SITE, TIER, METADATA = "site", "site/tiers:t", "site/metadata:m"
Answers = dict[str, Callable[[], tuple[float | str, ...]]]


def planned(name: str) -> Results:
    return evaluate(load_scenario(FILES / f"{name}.yaml"))


def figure(results: Results, path: str, quantity: str, unit: float = 1.0) -> float:
    value = results[path, quantity]
    assert value is not None
    return value / unit


def of_case(name: str, path: str, quantity: str, unit: float = 1.0) -> float:
    return figure(planned(name), path, quantity, unit)


def refusal(name: str) -> str:
    """Give the error of a scenario that can't be built."""
    with pytest.raises(InputError) as caught:
        planned(name)
    return str(caught.value)


def expanded() -> tuple[float, float]:
    """Give SIZE, and USED + AVAIL, of a pool whose RAIDZ was expanded."""
    pool = zfs_pool("raidz1:3 -> raidz1:4", "3 TB", release="2.4.3", partitioning="linux")
    return pool.size / TIB, pool.available / TIB


def kept_back() -> tuple[float, float]:
    """Give SIZE, and what of it users don't get, of one disk under an old release."""
    pool = zfs_pool("disk", "3 TB", release="0.6.3")
    return pool.size / TIB, (pool.size - pool.available) / GIB


def used_by_blocks(width: int) -> float:
    """Give what blocks of 8 KiB use for each byte, by the accounting of `zfs list`."""
    pool = zfs_pool(f"raidz2:{width}", "4 TB", ashift=9, recordsize="8 KiB")
    return pool.available / pool.stored["8 KiB"]


def file_takes(name: str, size: float) -> float:
    """Give the bytes that a file of a size takes: the share of stored bytes says it."""
    results = planned(name)
    stored = figure(results, TIER, "stored_capacity")
    return size * figure(results, TIER, "usable_capacity") / stored


def halved(name: str) -> tuple[float, str]:
    """Give what users may fill, and the sentence that says what `df` shows of it."""
    results = planned(name)
    return figure(results, TIER, "usable_capacity") / 1e12, headline(results)


POOL = f"{TIER}/pools:target"
ANSWERS: Answers = {
    "zfs-02": lambda: (zfs_pool("2 x raidz1:17", 18000207937536, release="2.1.5").available / TIB,),
    "zfs-04": expanded,
    "zfs-06": kept_back,
    "zfs-08": lambda: (
        zfs_pool(
            "raidz1:4 of 12 TB + raidz1:4 of 8 TB + raidz1:4 of 10 TB", release="2.0.3"
        ).available
        / TIB,
    ),
    "zfs-10": lambda: tuple(used_by_blocks(width) for width in (4, 5, 8)),
    "zfs-12": lambda: (zfs_pool("raidz1:3", "4 TB").size / TIB,),
    "zfs-14": lambda: tuple(
        partitioning_of(name).name for name in ("truenas-core", "freebsd", "proxmox")
    ),
    "ldiskfs-01": lambda: (of_case("ldiskfs-01", TIER, "formatted_capacity"),),
    "ldiskfs-02": lambda: (of_case("ldiskfs-01", TIER, "usable_capacity"),),
    "ldiskfs-05": lambda: (of_case("ldiskfs-05", POOL, "formatted_capacity", KIB),),
    "ldiskfs-08": lambda: (of_case("ldiskfs-08", POOL, "formatted_capacity", GIB),),
    "ldiskfs-11": lambda: (
        of_case("ldiskfs-11", f"{METADATA}/pools:target", "formatted_capacity", KIB),
    ),
    "ldiskfs-13": lambda: (of_case("ldiskfs-13", METADATA, "metadata_space_needed", GIB),),
    "sizing-01": lambda: (of_case("sizing-01", METADATA, "metadata_space_needed", GIB),),
    "sizing-02": lambda: (of_case("sizing-02", METADATA, "metadata_space_needed", TIB),),
    "scale-01": lambda: (file_takes("scale-01", 32 * KIB) / KIB,),
    "scale-03": lambda: halved("scale-03"),
    "ceph-02": lambda: (refusal("ceph-02"),),
    "ceph-04": lambda: tuple(
        of_case("ceph-04", TIER, f"{of}_ratio") for of in ("nearfull", "backfillfull", "full")
    ),
    "raid-01": lambda: (raid_groups("raid10:8", "960 GB").exported / TIB,),
    "raid-03": lambda: (raid_groups("raid6:12", "8.909 TiB").exported / TIB,),
    "raid-05": lambda: (of_case("raid-05", POOL, "target_exported", TIB),),
    "beegfs-02": lambda: (of_case("beegfs-02", POOL, "formatted_capacity"),),
    "beegfs-03": lambda: (of_case("beegfs-03", POOL, "target_inodes"),),
}
