"""Figures of acceptance tests in outputs: parts counted once, capacity and use, by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from model.installed.acceptance_figures import ROUNDED, SEVERAL, TWICE, figures_of
from model.installed.dmidecode import Server
from model.installed.files import read_file
from model.installed.lsblk import Drive, Drives
from model.installed.reading import FileReading, Reading
from model.installed.sg_ses import Enclosure

TB, GIB = 10**12, 2**30
LSBLK, SES, DMI, ZFS = "lsblk", "sg-ses", "dmidecode", "zfs-list-p"


def file(name: str, kind: str, found: object = None, **reading: Any) -> FileReading:
    return FileReading(name, Reading(kind, reading, (), found))


def drive(model: str, size: int, media: str = "disk", serial: str = "", wwn: str = "") -> Drive:
    return Drive(frozenset(), model, size, media, True, False, None, None, serial, wwn)


def drives(*of: Drive) -> Drives:
    return Drives(of)


def enclosure(product: str, *addresses: str, bays: int = 60) -> Enclosure:
    return Enclosure("WDC", product, bays, None, 2, 4, 2, frozenset(addresses))


CPU = ("Intel(R) Xeon(R) Gold 6326 CPU @ 2.90GHz", 16)


def server(*identities: str, servers: int = 1, processors: Any = (), modules: Any = ()) -> Server:
    return Server(servers, "PowerEdge R750", processors, modules, frozenset(identities))


HDD = "SEAGATE ST10000NM0096"
PARTS: dict[str, tuple[Sequence[FileReading], list[tuple[str, float, str, str]]]] = {
    "a drive that two servers see": (
        (
            file("a", LSBLK, drives(drive(HDD, 10 * TB, wwn="1"), drive(HDD, 10 * TB, serial="s"))),
            file("b", LSBLK, drives(drive(HDD, 10 * TB, wwn="1"), drive(HDD, 10 * TB, wwn="2"))),
        ),
        [
            ("count of seagate-st10000nm0096", 2, "a", LSBLK),
            ("count of seagate-st10000nm0096", 1, "b", LSBLK),
        ],
    ),
    "drives without a number each count": (
        (file("a", LSBLK, drives(drive(HDD, 10 * TB), drive(HDD, 10 * TB))),),
        [("count of seagate-st10000nm0096", 2, "a", LSBLK)],
    ),
    "disks and flash are told apart, and what the catalog hasn't is left out": (
        (
            file(
                "a",
                LSBLK,
                drives(
                    drive("PX05SVB192Y", 1920 * 10**9, "SAS flash", "1"),
                    drive("PX05SVB192Y", 1920 * 10**9, "NVMe", "2"),
                    drive("PX05SVB192Y", 1920 * 10**9, "disk", "3"),
                    drive(HDD, 10 * TB, "NVMe", "4"),
                    drive(HDD, 11 * TB, "disk", "5"),
                    drive("made up", 10 * TB, "disk", "6"),
                ),
            ),
        ),
        [("count of toshiba-px05svb192y", 2, "a", LSBLK)],
    ),
    "an enclosure by its drives": (
        (
            file("a", SES, enclosure("Ultrastar Data60", "1", "2")),
            file("b", SES, enclosure("Ultrastar Data60", "2", "3")),
            file("b", SES, enclosure("Ultrastar Data60", "4")),
            file("b", SES, enclosure("Ultrastar Data60", "5")),
            file("b", SES, enclosure("Ultrastar Data60", "6", bays=59)),
            file("b", SES, enclosure("made up", "7")),
        ),
        [
            ("count of wd-data60", 1, "a", SES),
            ("count of wd-data60", 2, "b", SES),
        ],
    ),
    "a server in two outputs": (
        (
            file("a", DMI, server("x", servers=2, processors=((*CPU, 3),))),
            file("b", DMI, server("x", processors=((*CPU, 5),))),
            file("c", DMI, server("y", processors=((CPU[0], 8, 7), ("made up", 0, 1)))),
        ),
        [
            ("count of dell-r750", 2, "a", DMI),
            ("count of intel-xeon-gold-6326", 3, "a", DMI),
            ("count of dell-r750", 1, "c", DMI),
        ],
    ),
    "servers that can't be told apart each count, and the cores may be unknown": (
        (
            file("a", DMI, server(processors=((CPU[0], 0, 2),))),
            file("a", DMI, server(processors=((CPU[0], 0, 2),))),
        ),
        [("count of dell-r750", 2, "a", DMI), ("count of intel-xeon-gold-6326", 4, "a", DMI)],
    ),
    "modules by size, type and rate": (
        (
            file(
                "a",
                DMI,
                server(
                    modules=(
                        *((4 * GIB, "DDR3", 1333, 8), (4 * GIB, "ddr3", 1334, 4)),
                        *((4 * GIB, "DDR3", 1335, 1), (4 * GIB, "DDR2", 1333, 1)),
                        (5 * GIB, "DDR3", 1333, 1),
                    )
                ),
            ),
        ),
        [("count of dell-r750", 1, "a", DMI), ("count of ddr3-1333-rdimm-4gb", 12, "a", DMI)],
    ),
    "outputs without what joins": (
        (file("a", LSBLK), file("b", SES), file("c", DMI)),
        [],
    ),
}


@pytest.mark.parametrize("name", PARTS)
def test_parts_are_counted_once(name: str) -> None:
    files, expected = PARTS[name]
    found = figures_of(files)
    assert [(one.figure, one.value, one.file, one.kind) for one in found] == expected
    assert {one.note for one in found} <= {""}


def pool(name: str, size: int, used: int, **more: Any) -> dict[str, Any]:
    return {"pool": name, "used_plus_avail_bytes": size, "used_bytes": used, **more}


LFS = (
    "UUID {} Used Available Use% Mounted on\n{fs}-OST0000_UUID 1000 400 500 45% /{fs}[OST:0]\n"
    "filesystem_summary: 1000 400 500 45% /{fs}\n"
)
Figure = tuple[str, float, str, str, str]
SPACES: dict[str, tuple[Sequence[FileReading], list[Figure]]] = {
    "pools": (
        (
            file("a", ZFS, **pool("tank", 9, 4)),
            file("b", ZFS, **pool("tank", 8, 3)),
            file("c", ZFS, **pool("tank", 9, 2)),
            file("d", "zfs-list-json", **pool("tank", 7, 1, rounded=True)),
            file("e", ZFS, **pool("pond", 7, 1, rounded_to="1 K")),
        ),
        [
            ("usable capacity", 9, "a", "zfs list", ""),
            ("bytes in use", 4, "a", "zfs list", ""),
            ("usable capacity", 8, "b", "zfs list", ""),
            ("bytes in use", 3, "b", "zfs list", ""),
            ("usable capacity", 9, "c", "zfs list", TWICE),
            ("bytes in use", 2, "c", "zfs list", ""),
            ("usable capacity", 7, "d", "zfs list", ROUNDED),
            ("bytes in use", 1, "d", "zfs list", ""),
            ("usable capacity", 7, "e", "zfs list", ROUNDED),
            ("bytes in use", 1, "e", "zfs list", ""),
        ],
    ),
    "what clients see goes before pools": (
        (
            file("a", ZFS, **pool("tank", 9, 4)),
            *read_file("b", LFS.format("1K-blocks", fs="x")),
        ),
        [
            ("usable capacity", 900 * 1024, "b", "lfs-df", ""),
            ("bytes in use", 400 * 1024, "b", "lfs-df", ""),
        ],
    ),
    "several file systems": (
        (
            *read_file("a", LFS.format("1K-blocks", fs="x")),
            *read_file("b", LFS.format("1K-blocks", fs="y")),
        ),
        [
            ("usable capacity", 900 * 1024, "a", "lfs-df", SEVERAL),
            ("bytes in use", 400 * 1024, "a", "lfs-df", ""),
        ]
        * 2,
    ),
    "one that is rounded": (
        read_file("a", LFS.replace("1000", "1.0K").replace("500", "0.5K").format("bytes", fs="x")),
        [
            ("usable capacity", 912, "a", "lfs-df", ROUNDED),
            ("bytes in use", 400, "a", "lfs-df", ""),
        ],
    ),
    "a warning that sizes are rounded": (
        [FileReading("a", Reading(ZFS, pool("tank", 9, 4), ("x", "sizes are rounded: y")))],
        [
            ("usable capacity", 9, "a", "zfs list", ROUNDED),
            ("bytes in use", 4, "a", "zfs list", ""),
        ],
    ),
}


@pytest.mark.parametrize("name", SPACES)
def test_capacity_and_use(name: str) -> None:
    files, expected = SPACES[name]
    found = figures_of(files)
    assert [(one.figure, one.value, one.file, one.kind, one.note) for one in found] == expected
