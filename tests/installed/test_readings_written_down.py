"""Lone outputs of parts, and readings as people read them: the whole of each, by hand."""

from __future__ import annotations

from typing import Any

import pytest

from model.installed.files import read_file
from model.installed.reading_texts import reading_rows

K, TB = 1024, 10**12
POOLS = """Storage pools in file system at '/gpfs/p1':
Name  Id  BlkSize Data Meta Total Data in (KB)   Free Data in (KB)   Total Meta in (KB) Free Meta
system  0   1.5 MB   no  yes       0        0 (  0%)    25    9 ( 39%)
data    1   256 KB   yes   no      16       11 ( 70%)   3     2 ( 10%)
"""
GROUPS = """Found 2 enclosure groups
Enclosure group: [secret-a]
NUM   VENDOR    MODEL         REV   SIZE   PATHS
 60 x SEAGATE   ST8000NM0075  E004  8.0TB  2
  2 x HGST      SSD 1         A1    960GB  4
Enclosure group: [secret-b]
  3 x SEAGATE   ST8000NM0075  E004  1.5PB  2
Total: 3 block devices in enclosure group
"""
CARDS = """00:1f.2 SATA controller: Intel Corporation C600 (rev 05)
18:00.0 Serial Attached SCSI controller: LSI SAS3008 [Fury] (rev 02)
19:00.0 RAID bus controller [0104]: LSI SAS3008 [Fury] [1000:0097] (rev 02)
3b:00.0 Ethernet controller: Mellanox MT27800 (rev 02)
3b:00.1 Ethernet controller: Mellanox MT27800 (rev 02)
3c:00.0 Infiniband controller: Mellanox MT27800
3c:00.1 Infiniband controller: Mellanox MT27800 Virtual Function
0000:5e:00.0 Non-Volatile memory controller [0108]: Samsung PM173X [144d:a824] (prog-if 02)
10000:5f:00.0 Non-Volatile memory controller [0108]: Samsung PM173X [144d:a824]
"""


def pool(name: str, block: int, *figures: int) -> dict[str, Any]:
    names = ("data_bytes", "data_free_bytes", "metadata_bytes", "metadata_free_bytes")
    sizes = dict(zip(names, (n * K for n in figures), strict=True))
    return {"pool": name, "block_size": block, **sizes}


def drives(count: int, vendor: str, model: str, size: int, paths: int) -> dict[str, Any]:
    return {"count": count, "vendor": vendor, "model": model, "bytes": size, "paths": paths}


def card(name: str, count: int, functions: int) -> dict[str, Any]:
    return {"name": name, "count": count, "functions": functions}


FURY = "LSI SAS3008 [Fury]"
HDD = ("SEAGATE", "ST8000NM0075")
OUTPUTS: dict[str, tuple[str, dict[str, Any], tuple[str, ...]]] = {
    "mmlspool": (
        POOLS,
        {
            "pools": [pool("system", 1536 * K, 0, 0, 25, 9), pool("data", 256 * K, 16, 11, 3, 2)],
            "data_bytes": 16 * K,
            "metadata_bytes": 28 * K,
        },
        ("it doesn't say the replicas: run mmlsfs, mmlsdisk and mmdf with -Y, too",),
    ),
    "sas-devices": (
        GROUPS,
        {
            "enclosures": 2,
            "drives": 65,
            "drive_bytes": 8 * TB,
            "paths_to_a_drive": 2,
            "rounded_to": "0.1 of the printed unit",
            "enclosure_drives": [
                [drives(60, *HDD, 8 * TB, 2), drives(2, "HGST", "SSD 1", 960 * 10**9, 4)],
                [drives(3, *HDD, 1500 * TB, 2)],
            ],
        },
        ("sizes are rounded: run 'lsblk -J -b -o NAME,MODEL,SIZE,TYPE,ROTA,TRAN', too",),
    ),
    "lspci": (
        CARDS,
        {
            "storage_adapters": [card(FURY, 1, 1), card(FURY, 1, 1)],
            "network_adapters": [card("Mellanox MT27800", 1, 2), card("Mellanox MT27800", 1, 1)],
            "nvme_drives": [card("Samsung PM173X", 2, 2)],
        },
        (),
    ),
}  # fmt: skip


def apart(terabytes: int) -> str:
    """Write terabytes in bytes."""
    return f"{terabytes}" + "\u202f000" * 4


@pytest.mark.parametrize("kind", OUTPUTS)
def test_all_that_is_read_of_lone_outputs(kind: str) -> None:
    text, reading, warnings = OUTPUTS[kind]
    (found,) = read_file("x", text)
    assert found.reading.kind == kind
    assert found.reading.reading == reading
    assert found.reading.warnings == warnings


@pytest.mark.parametrize(
    ("name", "value", "row"),
    [
        ("raid", None, ("RAID layout", "unknown")),
        ("rounded", True, ("Figures are rounded", "yes")),
        ("rounded", False, ("Figures are rounded", "no")),
        ("hosts", 12_345, ("Hosts", "12\u202f345")),
        ("full_ratio", 0.95, ("Full ratio", "0.95")),
        ("raw_bytes", 5 * TB, ("Raw capacity", f"5 TB ({apart(5)} byte)")),
        ("memory_bytes", 96 * 2**30, ("Memory", "96 GiB (103\u202f079\u202f215\u202f104 byte)")),
        ("block_size", 2**20, ("Block size", "1 MiB (1\u202f048\u202f576 byte)")),
        ("subblock", 8192, ("Subblock size", "8 KiB (8192 byte)")),
        ("most_full_share", 0.4612, ("Fullest OSD, share of its size", "46.1 %")),
        ("imbalance_share", 0.25, ("Imbalance", "25.0 %")),
        ("file_system", "a", ("File system", "a")),
        ("pools", [], ("Pools", "none")),
        ("leaf_sizes", ["a", "b"], ("Sizes of vdev members", "a; b")),
        (
            "drives",
            [{"count": 4, "bytes": 18 * TB, "media": "disk"}],
            ("Drives", "4 x 18 TB, disk"),
        ),
        (
            "memory_modules",
            ({"bytes": 32 * 2**30, "type": "DDR4", "rate": 3200, "count": 12},),
            ("Memory modules", "12 x 32 GiB, DDR4, rate 3200"),
        ),
        (
            "pools",
            [{"pool": "a", "stored_bytes": TB, "max_avail_bytes": None}],
            ("Pools", f"a, stored 1 TB ({apart(1)} byte), max avail unknown"),
        ),
    ],
)  # fmt: skip
def test_readings_as_people_read_them(name: str, value: Any, row: tuple[str, str]) -> None:
    assert reading_rows({name: value}) == [row]
