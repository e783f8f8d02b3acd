"""The file systems across targets: what each is called, and what its usable capacity means."""

from __future__ import annotations

from typing import Literal

from model.records import NamedTuple

FileSystem = Literal[
    "lustre",
    "zfs",
    "beegfs",
    "scale",
    "ceph",
    "daos",
    "weka",
    "vast",
    "quobyte",
    "minio",
    "none",
]


class Usable(NamedTuple):
    """What usable capacity means: in a word, as a label, in a phrase, in full; how to measure it.

    Without a measurement `measured` is empty.
    """

    word: str
    label: str
    answers: str
    phrase: str
    means: str
    measured: str


def _df(measured: str) -> Usable:
    return Usable(
        "df",
        "Usable: what df reports",
        "Space of the empty file system as a client sees it. This figure is binding.",
        "as reported by `df` for the empty file system",
        "used + available in `df` for the empty file system",
        measured,
    )


ON_CLIENT = _df("`df -B1` on a client, before the first file is written")
ON_SERVERS = _df("`df -B1` of each empty target on its server, all targets added")
ON_NODE = _df("`df -B1` on a node that mounts it, before the first file is written")


OF_POOLS = Usable(
    "zfs list",
    "Usable: what zfs list reports",
    "Space of the empty pools as the administrator sees them. This figure is binding.",
    "as reported by `zfs list` for the empty pools",
    "USED + AVAIL in `zfs list` for the empty pools",
    "`zfs list -p` of each pool on its server, all pools added",
)
OF_CEPH = Usable(
    "MAX AVAIL",
    "Usable: MAX AVAIL",
    "MAX AVAIL of the empty pool in ceph df. This figure is binding.",
    "MAX AVAIL in `ceph df` for the empty pools",
    "MAX AVAIL in `ceph df` for the empty pool",
    "`ceph df` of the pool for data, before the first object is written",
)


def _of_system(tool: str, plain: str = "") -> Usable:
    """Say what a system with an erasure code across servers is asked with."""
    command = f"`{tool}`"
    return Usable(
        plain or tool,
        f"Usable: what {plain or tool} reports",
        "Space of the empty system as the administrator sees it. This figure is binding.",
        f"as reported by {command} for the empty system",
        f"free space in {command} for the empty system",
        f"{command} before the first file or object is written",
    )


OF_MDTS = Usable(
    "lfs df",
    "Usable: what lfs df reports",
    "Space of the empty MDTs as a client sees them. This figure is binding.",
    "as reported by `lfs df` for the empty MDTs",
    "used + available in `lfs df` for the empty MDTs",
    "`lfs df` on a client, before the first file is written, all MDTs added",
)


class System(NamedTuple):
    """A file system: its name, with what a tier of data and one of metadata are measured."""

    title: str
    usable: Usable
    usable_of_metadata: Usable | None = None
    """Where metadata is measured otherwise than data."""
    by_nfs: bool = False
    """Whether clients reach it by NFS."""
    of_one_server: bool = False
    """Whether one server may use it by itself, without a network."""
    free: bool = False
    """Whether it needs no licence."""


FILE_SYSTEMS: dict[FileSystem, System] = {
    "lustre": System("Lustre", ON_CLIENT, OF_MDTS, free=True),
    "zfs": System("ZFS", OF_POOLS, by_nfs=True, of_one_server=True, free=True),
    "beegfs": System("BeeGFS", ON_CLIENT, ON_SERVERS, free=True),
    "scale": System("IBM Storage Scale", ON_NODE),
    "ceph": System("Ceph", OF_CEPH, free=True),
    "daos": System("DAOS", _of_system("daos pool query"), free=True),
    "weka": System("WEKA", _of_system("weka status")),
    "vast": System("VAST", ON_NODE, by_nfs=True),
    "quobyte": System("Quobyte", ON_NODE),
    "minio": System("MinIO", _of_system("mc admin info")),
    "none": System("no file system across targets", ON_SERVERS, by_nfs=True, of_one_server=True),
}
"""By the name that a scenario has for it."""
