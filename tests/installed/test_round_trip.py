"""Any pool of servers, printed as tools print it, is imported with its capacity to the byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from model.answers.results import evaluate
from model.installed.drive_sizes import partition, usual_sizes
from model.installed.files import read_files
from model.installed.joining import join
from model.planning.loading import load_scenario
from model.pools.pool import zfs_pool
from tests.installed.made_systems import Made, Vdev, lsblk

DISKS = [usual_sizes(n)[n >= 10_000] for n in (4000, 8000, 12_000, 16_000, 22_000)]
FLASH = [usual_sizes(n)[0] for n in (960, 3840, 7680)]
RELEASES = ("0.8", "2.0.6", "2.1", "2.2", "2.4")


@st.composite
def layouts(draw: st.DrawFn) -> list[Vdev]:
    drive = draw(st.sampled_from(DISKS + FLASH))
    kind = draw(st.sampled_from(["raidz1", "raidz2", "raidz3", "mirror", "draid2", "disk"]))
    width = draw(st.integers(5, 14))
    count = draw(st.integers(1, 4))
    if kind == "draid2":
        spares = draw(st.integers(0, 2))
        vdevs: list[Vdev] = [(f"draid2:2d:{width + 3}c:{spares}s", (drive,) * (width + 3))] * count
    elif kind == "mirror":
        vdevs = [("mirror", (drive,) * draw(st.integers(2, 3)))] * count
    else:
        vdevs = [(kind, (drive,) * width)] * (1 if kind == "disk" else count)
    flash = draw(st.sampled_from(FLASH))
    beside: list[Vdev] = [
        ("special mirror", (flash,) * 2),
        ("log", (flash,)),
        ("cache", (flash,) * 2),
        ("spare", (drive,) * 2),
    ]
    return vdevs + draw(st.lists(st.sampled_from(beside), unique=True).map(sorted))


@st.composite
def systems(draw: st.DrawFn) -> dict[str, Any]:
    return {
        "layout": draw(layouts()),
        "release": draw(st.sampled_from(RELEASES)),
        "ashift": draw(st.sampled_from([9, 12])),
        "servers": draw(st.integers(1, 3)),
        "pools": draw(st.integers(1, 2)),
        "lsblk": draw(st.booleans()),
        "failed": draw(st.none() | st.integers(0, 3)),
    }


def listing(pool: Made, system: dict[str, Any]) -> str:
    numbers = system["release"] > "2.1"
    if system["lsblk"]:
        return pool.listed(numbers=numbers)
    return pool.listed(sizes=True, of=partition, numbers=numbers)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(system=systems())
def test_what_is_printed_is_what_is_planned(system: dict[str, Any], tmp_path_factory: Any) -> None:
    layout, release, ashift = system["layout"], system["release"], system["ashift"]
    if release < "2.1" and any(kind.startswith("draid") for kind, _ in layout):
        release = "2.1"
    figures = zfs_pool(layout, release=release, ashift=ashift, partitioning="linux")
    files: dict[str, str] = {}
    total = 0
    for server in range(system["servers"]):
        made = [
            Made(
                f"ost{server * system['pools'] + n}",
                layout,
                figures.size,
                figures.available,
                used=10**9,
                first=10_000 * server + 1000 * n,
                failed=system["failed"],
            )
            for n in range(system["pools"])
        ]
        total += len(made) * figures.available
        files |= {
            f"s{server}-status.txt": "\n".join(pool.status() for pool in made),
            f"s{server}-list.txt": "".join(listing(pool, system) for pool in made),
            f"s{server}-zfs.txt": "".join(pool.space() for pool in made),
        }
        if system["lsblk"]:
            files[f"s{server}-lsblk.json"] = lsblk(made, boot=f"{server}")
    found = join(read_files(files.items()))
    assert [one for one in found.checks if not one.agrees] == []
    assert found.scenario is not None
    folder: Path = tmp_path_factory.getbasetemp()
    results = evaluate(load_scenario("mine.yaml", json.dumps(found.scenario), folder=folder))
    assert results["site", "usable_capacity"] == total
    assert results["site", "capital_cost"] == 0
