"""The file systems across targets: what each is called, and what its usable capacity means."""

from __future__ import annotations

from typing import Literal, NamedTuple

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
        "The empty file system as a client sees it; this figure is binding.",
        "measured as what `df` reports of the empty file system",
        "what `df` reports of the empty file system as used + available",
        measured,
    )


ON_CLIENT = _df("`df -B1` on a client, before the first file is written")
ON_SERVERS = _df("`df -B1` of each empty target on its server, all targets added")
ON_NODE = _df("`df -B1` on a node that mounts it, before the first file is written")


OF_POOLS = Usable(
    "zfs list",
    "Usable: what zfs list reports",
    "The empty pools as the administrator sees them; this figure is binding.",
    "measured as what `zfs list` reports of the empty pools",
    "what `zfs list` reports of the empty pools as USED + AVAIL",
    "`zfs list -p` of each pool on its server, all pools added",
)
OF_CEPH = Usable(
    "MAX AVAIL",
    "Usable: MAX AVAIL",
    "What ceph df calls MAX AVAIL of the empty pool; this figure is binding.",
    "measured as what `ceph df` calls MAX AVAIL of the empty pools",
    "what `ceph df` calls MAX AVAIL of the empty pool",
    "`ceph df` of the pool for data, before the first object is written",
)


def _of_system(tool: str, plain: str = "") -> Usable:
    """Say what a system with a code over servers is asked with."""
    said = f"`{tool}`"
    return Usable(
        plain or tool,
        f"Usable: what {plain or tool} reports",
        "The empty system as the administrator sees it; this figure is binding.",
        f"measured as what {said} reports of the empty system",
        f"what {said} reports of the empty system as free",
        f"{said} before the first file or object is written",
    )


OF_MDTS = Usable(
    "lfs df",
    "Usable: what lfs df reports",
    "The empty MDTs as a client sees them; this figure is binding.",
    "measured as what `lfs df` reports of the empty MDTs",
    "what `lfs df` reports of the empty MDTs as used + available",
    "`lfs df` on a client, before the first file is written, all MDTs added",
)


class System(NamedTuple):
    """A file system: its name, with what a tier of data and one of metadata are measured."""

    title: str
    usable: Usable
    usable_of_metadata: Usable | None = None
    """Where metadata is measured otherwise than data."""


FILE_SYSTEMS: dict[FileSystem, System] = {
    "lustre": System("Lustre", ON_CLIENT, OF_MDTS),
    "zfs": System("ZFS", OF_POOLS),
    "beegfs": System("BeeGFS", ON_CLIENT, ON_SERVERS),
    "scale": System("IBM Storage Scale", ON_NODE),
    "ceph": System("Ceph", OF_CEPH),
    "daos": System("DAOS", _of_system("daos pool query")),
    "weka": System("WEKA", _of_system("weka status")),
    "vast": System("VAST", ON_NODE),
    "quobyte": System("Quobyte", ON_NODE),
    "minio": System("MinIO", _of_system("mc admin info")),
    "none": System("no file system across targets", ON_SERVERS),
}
"""By the name that a scenario has for it."""
