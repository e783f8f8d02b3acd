"""Outputs of servers become a scenario that plans, and capacities agree to the last byte."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from model.commands.line import main
from model.installed.drive_sizes import of_partition, partition
from model.installed.files import read_files
from model.installed.joining import Joined, join
from model.pools.pool import PoolFigures, zfs_pool
from tests.each import of_each
from tests.installed.examples import DATA
from tests.installed.made_systems import Made, lsblk
from tests.zfs_truth import Truth, capacities

HD18 = 18000207937536
REAL = [
    one
    for one in capacities()
    if one.ashift in (9, 12, 13) and not one.tolerance and one.release != "next"
]


def joined(**files: str) -> Joined:
    return join(read_files((name.replace("__", "/"), text) for name, text in files.items()))


def made(
    name: str, layout: list[tuple[str, tuple[int, ...]]], release: str = "2.1", **more: Any
) -> Made:
    figures = zfs_pool(layout, release=release, partitioning="linux")
    return Made(name, layout, figures.size, figures.available, **more)


def planned(found: Joined, folder: Path) -> Any:
    from model.answers.results import evaluate
    from model.planning.loading import load_scenario

    return evaluate(load_scenario("mine.yaml", json.dumps(found.scenario), folder=folder))


@of_each(lambda: REAL)
def test_what_real_pools_report_is_explained_to_the_byte(truth: Truth) -> None:
    pool = Made("tank", truth.vdevs, truth.size, truth.available, by_vdev="d")
    whole = truth.partitioning != "none"
    more = {} if whole else {"list": pool.listed(sizes=True)}
    if whole:
        pool.by_vdev = ""
        more = {"list": pool.listed(), "lsblk": lsblk([pool])}
    found = joined(status=pool.status(), zfs=pool.space(), **more)
    assert [(one.figure, one.reported - (one.model or 0)) for one in found.checks] == [
        ("SIZE of zpool list", 0),
        ("USED + AVAIL of zfs list", 0),
    ]


def test_a_set_of_one_server_plans(tmp_path: Path) -> None:
    layout = [("raidz2", (HD18,) * 6)] * 2 + [("spare", (HD18,))]
    pool = made("scratch0", layout, failed=9)
    found = joined(a=pool.status(), b=pool.listed(), c=pool.space(), d=lsblk([pool]))
    assert found.scenario is not None
    (tier,) = found.scenario["tiers"]
    assert tier["target"]["layout"] == "2 x raidz2:6 + spare"
    assert tier["drives"]["per_server"] == 13
    assert tier["drives"]["name"] == "MADEUP-HD"
    results = planned(found, tmp_path)
    assert results["site/tiers:scratch0", "usable_capacity"] == pool.available
    assert results["site", "capital_cost"] == 0
    asked = {one.path.removeprefix("tiers.0.") for one in found.questions}
    assert {
        *("target.release", "servers.part", "processors", "memory", "network", "enclosures"),
        *(
            "adapters",
            "installed.since",
            "installed.warranty_until",
            "installed.book_value",
            "drives.part",
        ),
    } <= asked
    assert "pool scratch0: 1 drive failed, or being replaced" in found.warnings


def servers(count: int, odd: int | None = None) -> dict[str, str]:
    """Give the outputs of servers with two pools each; one pool of the odd one is narrower."""
    files = {}
    for n in range(count):
        pools = [
            made(
                f"ost{2 * n + each}",
                [("raidz2", (HD18,) * (9 if (n, each) == (odd, 1) else 10))] * 4,
                first=1000 * n + 100 * each,
            )
            for each in range(2)
        ]
        texts = {
            "zpool-status.txt": "\n".join(pool.status() for pool in pools),
            "zpool-list.txt": pools[0].listed() + pools[1].listed().partition("\n")[2],
            "zfs-list.txt": pools[0].space() + pools[1].space().partition("\n")[2],
            "lsblk.json": lsblk(pools, boot=f"{n}"),
        }
        files |= {f"oss{n:03}-{name}": text for name, text in texts.items()}
    return files


def test_a_hundred_servers_are_equal_blocks_in_seconds(tmp_path: Path) -> None:
    files = servers(100)
    begin = time.process_time()  # of CPU, as others may work
    found = joined(**files)
    results = planned(found, tmp_path)
    assert time.process_time() - begin < 10
    assert found.scenario is not None
    (tier,) = found.scenario["tiers"]
    assert (tier["name"], tier["blocks"], tier["target"]["per_block"]) == ("ost", 100, 2)
    each = zfs_pool([("raidz2", (HD18,) * 10)] * 4, release="2.1", partitioning="linux").available
    assert results["site", "usable_capacity"] == 200 * each
    assert len(found.checks) == 400
    assert all(one.agrees for one in found.checks)
    assert not [note for note in found.warnings if "differs" in note]


@pytest.mark.parametrize(("spares", "each"), [(2, 1), (3, 1), (1, 0), (4, 2)])
def test_hot_spares_that_pools_share_count_once(spares: int, each: int) -> None:
    """One drive may be a spare of several pools of a server: zpoolconcepts(7), Hot Spares."""
    pools = [Made(f"ost{n}", [("raidz2", (HD18,) * 10)], 0, 0, first=100 * n) for n in range(2)]
    other = Made("x", [("spare", (HD18,) * spares)], 0, 0, first=900)
    list(other.tops())
    lines = "".join(f"\t  {name}  AVAIL\n" for name, _ in other.drives)
    status = "\n".join(
        one.status().replace("\n\nerrors", f"\n\tspares\n{lines}\nerrors") for one in pools
    )
    found = joined(status=status, lsblk=lsblk([*pools, other]))
    assert found.scenario is not None
    (tier,) = found.scenario["tiers"]
    own = {0: "", 1: " + spare", 2: " + 2 x spare"}[each]
    assert tier["target"]["layout"] == f"raidz2:10{own}"
    assert tier["drives"]["per_server"] == 20 + 2 * each
    (told,) = [one for one in found.warnings if "shared" in one]
    assert told.startswith(f"{spares} hot spares are shared by 2 pools: {each} ")


@pytest.mark.parametrize(
    ("name", "data_set", "flash", "left_out"),
    [
        ("rpool", "", 480103981056, True),
        ("boot-pool", "", 480103981056, True),
        ("system", "/ROOT/ubuntu", 480103981056, True),
        ("system", "/home", 480103981056, False),
        ("zroot", "", HD18, False),
    ],
)
def test_pools_that_servers_start_from_are_no_tiers(
    name: str, data_set: str, flash: int, left_out: bool
) -> None:
    tank = made("tank", [("raidz2", (HD18,) * 10)])
    boot = made(name, [("mirror", (flash,) * 2)] * (3 if flash == HD18 else 1), first=500)
    space = boot.space() + (f"{name}{data_set}  1  1  1  /\n" if data_set else "")
    found = joined(
        status=f"{tank.status()}\n{boot.status()}",
        list=tank.listed() + boot.listed(),
        zfs=f"{tank.space()}{space}",
        lsblk=lsblk([tank, boot]),
    )
    assert found.scenario is not None
    tiers = [tier["name"] for tier in found.scenario["tiers"]]
    assert tiers == ["tank"] if left_out else sorted(tiers) == sorted(["tank", name])
    told = f"pools that servers start from are left out: {name}"
    assert (told in found.warnings) is left_out
    alone = joined(status=boot.status(), list=boot.listed(), lsblk=lsblk([boot]))
    assert alone.scenario is not None


def test_drives_that_are_divided_among_vdevs_are_told() -> None:
    """As flash with a partition for logs and one for caches."""
    one = Made("ost0", [("raidz2", (HD18,) * 10)], 0, 0)
    flash = {"name": "nvme0n1", "type": "disk", "size": 1600321314816, "tran": "nvme", "wwn": "e1"}
    parts = [{"name": f"nvme0n1p{n}", "type": "part", "size": 100} for n in (1, 2)]
    devices = json.loads(lsblk([one]))["blockdevices"] + [flash | {"children": parts}]
    more = "\tlogs\t\n\t  nvme0n1p1  ONLINE 0 0 0\n\tcache\n\t  nvme0n1p2  ONLINE 0 0 0\n"
    status = one.status().replace("\n\nerrors", f"\n{more}\nerrors")
    found = joined(status=status, lsblk=json.dumps({"blockdevices": devices}))
    told = "1 drives have partitions in several vdevs: each vdev counts drives of its own, 2 in all"
    assert told in found.warnings
    alone = joined(status=one.status(), lsblk=lsblk([one]))
    assert not [note for note in alone.warnings if "partitions" in note]


def test_drives_that_differ_are_named_with_both_sizes() -> None:
    old = 16000900661248
    files = {}
    for n, drive in enumerate((HD18, HD18, old)):
        one = Made(f"ost{n}", [("raidz2", (drive,) * 6)], 0, 0, first=100 * n)
        files |= {f"oss{n}-status": one.status(), f"oss{n}-lsblk": lsblk([one], boot=str(n))}
    assert "pool ost2 differs: drives of 16 TB, not 18 TB" in joined(**files).warnings


def test_what_differs_is_listed_and_planned_as_it_is(tmp_path: Path) -> None:
    found = joined(**servers(4, odd=2))
    assert "pool ost5 differs: 4 x raidz2:9, not 4 x raidz2:10" in found.warnings
    results = planned(found, tmp_path)
    sizes = [10] * 7 + [9]
    each = (
        zfs_pool([("raidz2", (HD18,) * n)] * 4, release="2.1", partitioning="linux").available
        for n in sizes
    )
    assert results["site", "usable_capacity"] == sum(each)


def test_tiers_whose_pools_have_like_names_have_names_of_their_own() -> None:
    """Pools ost5 and ost7 are narrower: all tiers would be called ost."""
    last = {name: text for name, text in servers(4, odd=3).items() if name.startswith("oss003")}
    found = joined(**(servers(4, odd=2) | last))
    assert found.scenario is not None
    tiers = found.scenario["tiers"]
    assert [tier["name"] for tier in tiers] == ["ost", "ost-2", "ost-3"]
    shared = [tier["servers"].get("shared_with") for tier in tiers]
    assert shared == [None, None, "ost-2"]  # the narrow pools are on servers of wide ones


def test_folders_are_servers_too_though_drives_have_the_same_names(tmp_path: Path) -> None:
    files = {}
    for n in range(2):
        pool = made("tank", [("mirror", (HD18,) * 2)] * (n + 1), by_vdev="bay")
        listed = pool.listed(sizes=False)
        files |= {f"host{n}__status": pool.status(), f"host{n}__list": listed}
        files[f"host{n}__zfs"] = pool.space()
    found = joined(**files)
    assert found.scenario is not None
    assert [tier["target"]["layout"] for tier in found.scenario["tiers"]] == [
        "mirror:2",
        "2 x mirror:2",
    ]
    assert all(one.agrees for one in found.checks)


def test_other_drives_stand_beside_those_of_a_tier(tmp_path: Path) -> None:
    flash = 3840755982336
    layout = [("raidz2", (HD18,) * 8), ("special mirror", (flash,) * 3), ("log", (flash,))]
    pool = made("tank", layout)
    found = joined(a=pool.status(), b=pool.listed(), c=pool.space(), d=lsblk([pool]))
    assert found.scenario is not None
    (tier,) = found.scenario["tiers"]
    assert (
        tier["target"]["layout"] == f"raidz2:8 + special mirror:3 of {flash} B + log of {flash} B"
    )
    results = planned(found, tmp_path)
    assert results["site", "usable_capacity"] == pool.available


@pytest.mark.parametrize("sizes", [(HD18, 16000900661248), (HD18, 16000900661248, 10000831348736)])
def test_two_sizes_are_a_tier_and_three_are_a_whole(tmp_path: Path, sizes: tuple[int, ...]) -> None:
    pool = made("tank", [("raidz2", (size,) * 8) for size in sizes])
    found = joined(a=pool.status(), b=pool.listed(), c=pool.space(), d=lsblk([pool]))
    assert found.scenario is not None
    assert ("given" in found.scenario["tiers"][0]) == (len(sizes) == 3)
    assert planned(found, tmp_path)["site", "usable_capacity"] == pool.available


@pytest.mark.parametrize(
    ("kinds", "has_scenario"),
    [("status", False), ("zfs", False), ("lsblk", False), ("list", True), ("status list", True)],
)
def test_a_lone_output_says_which_others_would_help(kinds: str, has_scenario: bool) -> None:
    pool = made("tank", [("raidz2", (HD18,) * 8)])
    texts = {
        "status": pool.status(),
        "list": pool.listed(),
        "zfs": pool.space(),
        "lsblk": lsblk([pool]),
    }
    found = joined(**{kind: texts[kind] for kind in kinds.split()})
    assert (found.scenario is not None) == has_scenario
    (needed,) = [note for note in found.warnings if note.startswith("to complete the scenario")]
    commands = {
        "status": "'zpool status",
        "list": "'zpool list",
        "zfs": "'zfs list",
        "lsblk": "'ls",
    }
    assert {kind for kind, command in commands.items() if command not in needed} == set(
        kinds.split()
    )


def test_two_days_of_one_pool_are_one() -> None:
    pool = made("tank", [("raidz2", (HD18,) * 8)])
    later = made("tank", [("raidz2", (HD18,) * 8)], failed=3)
    found = joined(monday=pool.status(), tuesday=later.status(), list=pool.listed())
    assert found.scenario is not None
    assert [tier["blocks"] for tier in found.scenario["tiers"]] == [1]
    assert "pool tank: several outputs of its status; the last one counts" in found.warnings
    assert "pool tank: 1 drive failed, or being replaced" in found.warnings


def cut(text: str, lines: int) -> str:
    return "\n".join(text.split("\n")[:lines])


@pytest.mark.parametrize("by_vdev", ["", "bay"])
def test_a_status_that_is_cut_off_loses_to_a_list_with_all_vdevs(by_vdev: str) -> None:
    pool = made("tank", [("raidz2", (HD18,) * 8)] * 3, by_vdev=by_vdev)
    whole = {"list": pool.listed(), "zfs": pool.space(), "lsblk": lsblk([pool])}
    found = joined(status=cut(pool.status(), 20), **whole)
    assert found.scenario is not None
    (tier,) = found.scenario["tiers"]
    assert (tier["target"]["layout"], tier["drives"]["per_server"]) == ("3 x raidz2:8", 24)
    assert all(one.agrees for one in found.checks)
    told = "pool tank: 'zpool status' is cut off, so that its vdevs are those of 'zpool list'"
    assert told in found.warnings
    assert told not in joined(status=pool.status(), **whole).warnings


def test_a_list_that_differs_from_a_whole_status_is_told() -> None:
    pool = made("tank", [("raidz2", (HD18,) * 8)] * 3)
    found = joined(status=pool.status(), list=cut(pool.listed(), 19), lsblk=lsblk([pool]))
    assert found.scenario is not None
    assert found.scenario["tiers"][0]["target"]["layout"] == "3 x raidz2:8"
    (told,) = [one for one in found.warnings if "the status counts" in one]
    assert "'zpool status' has 3 x raidz2:8, 'zpool list' has raidz2:8 + raidz2:7" in told


@pytest.mark.parametrize("by_vdev", ["", "bay"])
@pytest.mark.parametrize("is_first", [False, True])
def test_of_two_outputs_of_status_the_whole_one_counts(by_vdev: str, is_first: bool) -> None:
    pool = made("tank", [("raidz2", (HD18,) * 8)] * 3, by_vdev=by_vdev)
    texts = [pool.status(), cut(pool.status(), 15)]
    found = joined(paste="\n".join(texts[::-1] if is_first else texts), list=pool.listed())
    assert found.scenario is not None
    (tier,) = found.scenario["tiers"]
    assert (tier["blocks"], tier["target"]["layout"]) == (1, "3 x raidz2:8")


def test_a_server_with_a_list_only_is_not_lost_where_pools_have_the_same_name() -> None:
    first = made("tank", [("raidz2", (HD18,) * 8)])
    second = made("tank", [("raidz2", (HD18,) * 8)], first=100)
    outputs = {"oss1-status": first.status(), "oss1-list": first.listed()}
    found = joined(**outputs, **{"oss2-list": second.listed()})
    assert found.scenario is not None
    assert [tier["blocks"] for tier in found.scenario["tiers"]] == [2]
    again = joined(**outputs, **{"later-list": first.listed()})
    assert again.scenario is not None
    assert [tier["blocks"] for tier in again.scenario["tiers"]] == [1]


def test_two_lists_of_one_pool_in_a_paste_are_one() -> None:
    pool = made("tank", [("raidz2", (HD18,) * 8)])
    found = joined(paste=pool.listed() + "\n" + pool.listed())
    assert found.scenario is not None
    assert found.scenario == joined(paste=pool.listed()).scenario
    assert "pool tank: several lists of it; the last one counts" in found.warnings


def test_drives_in_no_pool_and_drives_by_bay_are_told_apart() -> None:
    pool = made("tank", [("raidz2", (HD18,) * 8)], by_vdev="bay")
    document = json.loads(lsblk([made("x", [("raidz2", (HD18,) * 8)])]))
    free = {"name": "sdz", "type": "disk", "size": 16000900661248, "rota": True, "serial": "F"}
    document["blockdevices"].append(free)
    found = joined(status=pool.status(), lsblk=json.dumps(document))
    assert found.scenario is not None
    assert found.scenario["tiers"][0]["drives"]["capacity"]["value"] == f"{HD18} B"
    assert "1 drive of 16 TB (disk) in no pool" in found.warnings


def test_a_drive_is_that_of_the_catalog_by_model_and_size_only() -> None:
    pool = made("tank", [("raidz2", (HD18,) * 8)])
    files = {"a": pool.status(), "b": pool.listed()}
    by_model = joined(**files, d=lsblk([pool], model="ST18000NM000J-2TV103"))
    assert by_model.scenario is not None
    assert by_model.scenario["tiers"][0]["drives"]["part"] == "seagate-exos-x18-18tb"
    by_size = joined(**files, d=lsblk([pool], model="ST16000NM000J-2TV103"))
    assert by_size.scenario is not None
    assert "part" not in by_size.scenario["tiers"][0]["drives"]
    (asked,) = [one for one in by_size.questions if one.path.endswith("drives.part")]
    assert "seagate-exos-x18-18tb" in asked.question


@pytest.mark.parametrize("tb", [4, 8, 10, 12, 14, 16, 18, 20, 22, 24, 0.96, 3.84, 7.68])
def test_a_partition_tells_its_drive(tb: float) -> None:
    known = {4: 4000787030016, 8: 8001563222016, 10: 10000831348736, 12: 12000138625024}
    known |= {14: 14000519643136, 16: 16000900661248, 18: HD18, 20: 20000588955648}
    known |= {22: 22000969973760, 24: 24000277250048, 0.96: 960197124096, 3.84: 3840755982336}
    known |= {7.68: 7681501126656}
    assert of_partition(partition(known[tb])) == known[tb]
    assert of_partition(partition(known[tb]) - 2**20) is None


EXPANDED = (
    "expand: expanded raidz2-0 copied 5.01T in 03:12:01, on Sun Nov  1 00:00:00 2026\nconfig:"
)


@pytest.mark.parametrize("told", ["by JSON", "by text", "by nobody"])
def test_an_expanded_pool_reports_by_its_first_width(told: str, tmp_path: Path) -> None:
    figures = zfs_pool("raidz2:5 -> raidz2:8", HD18, release="2.3", partitioning="linux")
    plain = zfs_pool("raidz2:8", HD18, release="2.3", partitioning="linux")
    flash = ("log", (960197124096,)), ("cache", (960197124096,))
    layout = [("raidz2", (HD18,) * 8), *flash, ("spare", (HD18,))]
    pool = Made("tank", layout, *sizes_of(figures))
    texts = {"by text": pool.status().replace("config:", EXPANDED), "by nobody": pool.status()}
    ratio = figures.vdevs[0].ratio
    vdevs = {name: {"name": name, "vdev_type": "disk"} for name, _ in pool.drives[:8]}
    top = {"name": "raidz2-0", "vdev_type": "raidz", "vdevs": vdevs, "total_space": figures.size}
    top |= {"def_space": figures.size // 512 * ratio}
    root = {"name": "tank", "vdev_type": "root", "vdevs": {"raidz2-0": top}}
    item = {"name": "tank", "state": "ONLINE", "vdevs": {"tank": root}}
    texts["by JSON"] = json.dumps(
        {"output_version": {"command": "zpool status"}, "pools": {"tank": item}}
    )
    found = joined(status=texts[told], list=pool.listed(), zfs=pool.space(), lsblk=lsblk([pool]))
    size, available = found.checks
    assert size.agrees
    assert available.agrees
    assert available.reported == figures.available < plain.available
    assert "made as raidz2:5" in available.cause
    assert found.scenario is not None
    assert found.scenario["tiers"][0]["target"]["created"] == "raidz2:5"
    assert planned(found, tmp_path)["site", "usable_capacity"] == figures.available


def sizes_of(figures: PoolFigures) -> tuple[int, int]:
    return figures.size, figures.available


def test_a_quota_is_a_cause() -> None:
    pool = made("tank", [("raidz2", (HD18,) * 8)])
    pool.available //= 2
    found = joined(status=pool.status(), list=pool.listed(), zfs=pool.space())
    check = found.checks[1]
    assert not check.agrees
    assert check.cause.startswith("a quota")


@pytest.mark.parametrize("way", ["prompts", "pdsh"])
def test_one_paste_may_have_all_servers(way: str, tmp_path: Path) -> None:
    files = servers(3)
    parts = []
    for n in range(3):
        outputs = [text for name, text in files.items() if name.startswith(f"oss{n:03}")]
        if way == "prompts":
            parts += [f"[root@oss{n} ~]# some command\n{text}" for text in outputs]
        else:
            lines = "\n".join(outputs).split("\n")
            parts.append("\n".join(f"oss{n}: {line}" for line in lines))
    found = joined(paste="\n".join(parts))
    assert found.scenario is not None
    (tier,) = found.scenario["tiers"]
    assert (tier["blocks"], tier["target"]["per_block"]) == (3, 2)
    assert "oss1" not in json.dumps(found.scenario) + repr(found)


def test_servers_that_reach_the_same_drives_are_one_block(tmp_path: Path) -> None:
    files = {}
    for n in range(3):
        pair = [
            made(f"ost{2 * n + k}", [("raidz2", (HD18,) * 10)] * 2, first=1000 * n + 100 * k)
            for k in range(2)
        ]
        for k, pool in enumerate(pair):
            files |= {
                f"oss{2 * n + k}-status": pool.status(),
                f"oss{2 * n + k}-list": pool.listed(),
                f"oss{2 * n + k}-zfs": pool.space(),
                f"oss{2 * n + k}-lsblk": lsblk(pair, boot=f"{n}-{k}"),
            }
    found = joined(**files)
    assert found.scenario is not None
    (tier,) = found.scenario["tiers"]
    assert (tier["blocks"], tier["target"]["per_block"]) == (3, 2)
    assert tier["servers"]["per_block"]["value"] == 2
    assert tier["drives"]["per_server"] == 20
    assert not [note for note in found.warnings if "in no pool" in note]
    each = pair[0].available
    assert planned(found, tmp_path)["site", "usable_capacity"] == 6 * each


def test_the_three_in_json_are_joined_too() -> None:
    kinds = ("zpool-status-json-1", "zpool-list-json-1", "zfs-list-json-1")
    found = joined(**{kind: (DATA / f"{kind}.json").read_text() for kind in kinds})
    assert [one.agrees for one in found.checks] == [True, True]
    assert found.scenario is not None
    assert found.scenario["tiers"][0]["target"]["layout"] == "2 x raidz2:6 + spare"


def test_what_is_used_today_is_said_by_pool() -> None:
    layout = [("raidz2", (HD18,) * 8)]
    pools = [made(f"ost{n}", layout, used=(n + 1) * 10**13, first=100 * n) for n in range(2)]
    files = {
        f"oss{n}-{kind}": text
        for n, pool in enumerate(pools)
        for kind, text in (
            ("status", pool.status()),
            ("list", pool.listed()),
            ("zfs", pool.space()),
        )
    }
    (use,) = joined(**files).occupancies
    assert (use.name, use.bytes_used) == ("ost", 3 * 10**13)
    assert use.fullest is not None
    assert use.fullest.name == "ost1"
    assert use.until_full == 2 * (pools[1].available - 2 * 10**13)


def test_many_outputs_are_shown_in_few_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in servers(12, odd=7).items():
        (tmp_path / name).write_text(text)
    out = tmp_path / "mine.yaml"
    assert main(["import", *map(str, sorted(tmp_path.iterdir())), "--out", str(out)]) == 0
    shown = capsys.readouterr().out
    assert len(shown.splitlines()) < 84
    assert "48 reported figures of pools are those of the model, to the byte." in shown
    assert "pool ost15 differs: 4 x raidz2:9, not 4 x raidz2:10" in " ".join(shown.split())
    assert main(["plan", str(out)]) == 0


DMI = """# dmidecode 3.3
Handle 0x0001, DMI type 1, 27 bytes
System Information
\tManufacturer: Dell Inc.
\tProduct Name: PowerEdge R7625
\tSerial Number: JDOE42

Handle 0x0400, DMI type 4, 48 bytes
Processor Information
\tVersion: AMD EPYC 9354 32-Core Processor
\tStatus: Populated, Enabled
\tCore Count: 32

Handle 0x1100, DMI type 17, 92 bytes
Memory Device
\tSize: 16 GB
\tType: DDR5
\tSpeed: 4800 MT/s
"""


def test_servers_and_enclosures_are_taken_from_outputs_of_them(tmp_path: Path) -> None:
    pool = made("tank", [("raidz2", (HD18,) * 10)] * 6)
    shelf = (DATA / "sg-ses-1.txt").read_text()
    files = {"a-status": pool.status(), "a-list": pool.listed(), "a-lsblk": lsblk([pool])}
    found = joined(**files, **{"a-dmidecode": DMI, "a-sg_ses": shelf})
    assert found.scenario is not None
    (tier,) = found.scenario["tiers"]
    assert tier["servers"]["part"] == "dell-r7625"
    assert tier["processors"] == {"part": "amd-epyc-9354", "per_server": 1}
    assert tier["enclosures"] == {"name": "MADEUP JB4U60", "per_block": 1, "bays": 60}
    assert tier["drives"]["per_enclosure"] == 60
    asked = {one.path.removeprefix("tiers.0.") for one in found.questions}
    assert not {"servers.part", "processors", "enclosures"} & asked
    figures = zfs_pool([("raidz2", (HD18,) * 10)] * 6, release="2.1", partitioning="linux")
    assert planned(found, tmp_path)["site", "usable_capacity"] == figures.available


def test_folders_of_a_sos_report_are_one_server() -> None:
    pool = made("tank", [("raidz2", (HD18,) * 8)], by_vdev="bay")
    other = made("tank", [("raidz2", (HD18,) * 9)], by_vdev="bay")
    files = {}
    for host, one in (("sos-a", pool), ("sos-b", other)):
        files[f"{host}__sos_commands__zfs__zpool_status"] = one.status()
        files[f"{host}__sos_commands__zfs__zpool_list_-vp"] = one.listed()
        files[f"{host}__sos_commands__block__lsblk"] = lsblk([one], boot=host).replace("wwn", "w")
    found = joined(**files)
    assert found.scenario is not None
    assert [one.agrees for one in found.checks] == [True, True]
    assert len(found.scenario["tiers"]) == 2


def test_drives_that_are_too_small_are_not_planned() -> None:
    pool = made("tank", [("raidz2", (HD18,) * 8)])
    found = joined(a=pool.status(), b=lsblk([pool]).replace(str(HD18), "4096"))
    assert found.scenario is None
    assert any("no output tells a usable size of their drives" in one for one in found.warnings)
