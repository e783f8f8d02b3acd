"""Small pools: each tier, question and warning that follows from their outputs, by hand."""

from __future__ import annotations

from typing import Any

import pytest

from model.installed.files import read_files
from model.installed.occupancy import Occupancy, Target
from model.installed.zfs_tiers import ZfsTiers, tiers
from model.pools.pool import zfs_pool
from tests.installed.made_systems import Made, Vdev, lsblk

D, E, F = 18000207937536, 16000900661248, 10000831348736
RAIDZ2, RAIDZ1 = ("raidz2", (D,) * 8), ("raidz1", (D,) * 8)
OF_E = ("raidz2", (E,) * 8)
NEWEST = "no output tells the release; the newest is assumed"
ADD = "to complete the scenario, add the output of {} from the same servers"
LACKS = ADD.format("'zpool list -vp', 'zfs list -p'")
LIKE_D = "seagate-exos-x18-18tb, wd-hc550-18tb, toshiba-mg09-18tb"


def made(name: str, *vdevs: Vdev, first: int = 0, **other: Any) -> Made:
    return Made(name, vdevs, 0, 0, first=first, **other)


def found(*pools: Made, more: str = "") -> ZfsTiers:
    status = "\n".join(one.status() for one in pools)
    files = [("status", status), ("lsblk", lsblk(pools))]
    return tiers(read_files([*files, ("more", more)] if more else files))


def drive(size: int = D) -> dict[str, Any]:
    source = "lsblk of the installed servers"
    capacity = {"value": f"{size} B", "status": "measured", "source": source}
    return {"name": "MADEUP-HD", "capacity": capacity}


def tier(
    name: str, layout: str, drives: int, size: int = D, /, *, owner: str = "", **other: Any
) -> dict[str, Any]:
    servers = {"name": "Installed server", "per_block": 1}
    own: dict[str, Any] = {"blocks": 1, "servers": servers}
    target = {"layout": layout, "release": "2.4", "because": NEWEST, "partitioning": "linux"}
    target |= {key: other.pop(key) for key in ("per_block",) if key in other}
    return {
        "name": name,
        "file_system": "zfs",
        "owned": True,
        **({"servers": {"shared_with": owner}} if owner else own),
        "drives": {**drive(size), "per_server": drives},
        "target": target,
        **other,
    }


Case = tuple[list[Made], list[dict[str, Any]], tuple[str, ...]]
CASES: dict[str, Case] = {
    "a pool": ([made("tank", RAIDZ2)], [tier("tank", "raidz2:8", 8)], ()),
    "two alike": (
        [made("tank0", RAIDZ2), made("tank1", RAIDZ2, first=100)],
        [tier("tank", "raidz2:8", 16, per_block=2)],
        (),
    ),
    "of metadata": (
        [made("fs-mdt0", ("mirror", (D,) * 2))],
        [tier("fs-mdt0", "mirror:2", 2, holds="metadata")],
        (),
    ),
    "two sizes": (
        [made("tank", RAIDZ2, OF_E)],
        [tier("tank", f"raidz2:8 + raidz2:8 of {E} B", 16, further_drives=drive(E))],
        (),
    ),
    "others that differ": (
        [
            *(made("tank0", RAIDZ2), made("tank1", RAIDZ2, first=100)),
            *(made("tank2", OF_E, first=200), made("tank3", RAIDZ1, first=300)),
            made("tank4", ("raidz1", (E,) * 8), first=400),
        ],
        [
            tier("tank", "raidz2:8", 16, per_block=2),
            tier("tank2", "raidz2:8", 8, E, owner="tank"),
            tier("tank3", "raidz1:8", 8, owner="tank"),
            tier("tank4", "raidz1:8", 8, E, owner="tank"),
        ],
        (
            "pool tank2 differs: drives of 16 TB, not 18 TB",
            "pool tank3 differs: raidz1:8, not raidz2:8",
            "pool tank4 differs: raidz1:8, not raidz2:8; drives of 16 TB, not 18 TB",
        ),
    ),
    "of two none is usual": (
        [made("tank0", RAIDZ2), made("tank1", RAIDZ1, first=100)],
        [tier("tank0", "raidz2:8", 8), tier("tank1", "raidz1:8", 8, owner="tank0")],
        (),
    ),
    "a drive that failed": (
        [made("tank", RAIDZ2, failed=3)],
        [tier("tank", "raidz2:8", 8)],
        ("pool tank: 1 drive failed, or being replaced",),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_tiers_of_pools(name: str) -> None:
    pools, expected, warnings = CASES[name]
    one = found(*pools)
    assert [tier for tier, _ in one.tiers] == expected
    assert one.warnings == (LACKS, *warnings)
    assert (one.checks, one.occupancies) == ((), ())


def asked(name: str, *, servers: bool = True, like: str = LIKE_D) -> dict[str, str]:
    texts = {
        "target.release": "which OpenZFS release is installed?",
        "file_system": "does a file system such as Lustre or BeeGFS use the pools?",
        "drives.part": "which drive model is used? no drive of this model is in the catalog. Of "
        f"this size: {like}.",
        "servers.part": "which server model is used?",
        "processors": "which processors does each server have, and how many?",
        "memory": "which memory modules does each server have, on how many channels?",
        "network": "which network adapters does each server have, on which network?",
        "enclosures": "which enclosures hold the drives, and how many? Leave empty if none",
        "adapters": "which host bus adapters connect the servers to the drives?",
        "installed.since": "when was it purchased?",
        "installed.warranty_until": "when does its warranty end?",
        "installed.maintenance": "what does maintenance cost per year?",
        "installed.book_value": "what is its book value today?",
    }
    of_servers = ("servers.part", "processors", "memory", "network")
    return {
        path: f"{name}: {text}" for path, text in texts.items() if servers or path not in of_servers
    }


LCTL = "osd-zfs.fs-OST0000.kbytestotal=5\nosd-zfs.fs-OST0000.fstype=zfs\n"


@pytest.mark.parametrize(
    ("pools", "more", "questions"),
    [
        ([made("tank", RAIDZ2)], "", [asked("tank")]),
        (
            [made("tank0", RAIDZ2), made("tank1", RAIDZ2, first=100)],
            "",
            [
                {"blocks": "tank: on how many servers are its 2 pools? One is assumed"}
                | asked("tank")
            ],
        ),
        (
            [made("tank0", RAIDZ2), made("tank1", RAIDZ1, first=100)],
            "",
            [asked("tank0"), asked("tank1", servers=False)],
        ),
        (
            [made("fs-mdt0", ("mirror", (D,) * 2))],
            "",
            [
                asked("fs-mdt0")
                | {"holds": "fs-mdt0: does it hold metadata only, as its pool's name suggests?"}
            ],
        ),
        (
            [made("tank", RAIDZ2)],
            LCTL,
            [{path: text for path, text in asked("tank").items() if path != "file_system"}],
        ),
    ],
)
def test_what_is_asked_of_pools(
    pools: list[Made], more: str, questions: list[dict[str, str]]
) -> None:
    one = found(*pools, more=more)
    assert [{x.path: x.question for x in each} for _, each in one.tiers] == questions
    is_lustre = bool(more)
    assert {tier["file_system"] for tier, _ in one.tiers} == {"lustre" if is_lustre else "zfs"}


def test_pools_that_are_no_tier_are_entered_as_a_whole() -> None:
    """By what zfs list says is used and available; without it, by their drives, as assumed."""
    vdevs = (RAIDZ2, OF_E, ("raidz2", (F,) * 8))
    pool = Made("tank", vdevs, 0, 200, used=50)
    model = zfs_pool(vdevs, release="2.4", ashift=12, partitioning="linux").available
    warning = (
        "pool tank: its vdevs can't be those of one tier, so that it is entered as a whole, by its "
        "capacity"
    )
    question = (
        "tank: what are its power, weight and rack units? Its layout can't be entered as a tier, "
        "so it is entered as a whole"
    )
    measured = {"value": "200 B", "status": "measured", "source": "zfs list"}
    why = "by the drives, as 'zfs list' isn't there of each pool"
    computed = {"value": f"{model} B", "status": "assumed", "because": why}
    both = "'zpool list -vp', 'zfs list -p'"
    lists = {pool.space(): (measured, "'zpool list -vp'"), "": (computed, both)}
    for more, (capacity, lacks) in lists.items():
        one = found(pool, more=more)
        ((tier, asked),) = one.tiers
        assert tier == {"name": "tank", "owned": True, "given": {"capacity": capacity}}
        assert [(x.path, x.question) for x in asked] == [("equipment", question)]
        assert one.warnings == (ADD.format(lacks), warning)
        use = (Occupancy("tank", (Target("tank", 50, 200),)),) if more else ()
        assert one.occupancies == use
