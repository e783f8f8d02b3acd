"""All kinds of targets, which file systems run on each, and how a scenario names them."""

from typing import Annotated, Any

from pydantic import Tag

from model.kinds.ceph import CephTarget
from model.kinds.code import CodeTarget
from model.kinds.declustered import DeclusteredTarget
from model.kinds.raid import LDISKFS, RaidTarget, as_declustered
from model.kinds.zfs import Target

AnyTarget = (
    Annotated[Target, Tag("zfs")]
    | Annotated[RaidTarget, Tag("raid")]
    | Annotated[DeclusteredTarget, Tag("declustered")]
    | Annotated[CephTarget, Tag("ceph")]
    | Annotated[CodeTarget, Tag("code")]
)
RUNS_ON = {
    "lustre": ("zfs", "raid"),
    "zfs": ("zfs", "raid"),
    "beegfs": ("zfs", "raid"),
    "none": ("zfs", "raid", "code"),
    "scale": ("declustered", "raid"),
    "ceph": ("ceph",),
    "daos": ("code",),
    "weka": ("code",),
    "vast": ("code",),
    "quobyte": ("code",),
    "minio": ("code",),
}
"""Which kinds of targets each file system takes."""
MOST_COPIES = 3
"""The most copies of a block under ZFS."""


def redundancy(target: Any) -> str:
    """Give the kind of a target as it is written."""
    if isinstance(target, dict):
        written = "raid" if as_declustered(target) else target.get("redundancy")
    else:  # what is no mapping is refused as the usual kind
        written = getattr(target, "redundancy", None)
    return str(written or "zfs")


def misfit(file_system: str, target: Any, *, in_enclosures: bool) -> str:
    """Say why a file system can't run on a target, and what to write instead; or nothing."""
    kind = target.redundancy
    if kind not in RUNS_ON[file_system]:
        fit = " or ".join(name for name, kinds in RUNS_ON.items() if kind in kinds)
        with_drives = kind == "declustered" and "raid" in RUNS_ON[file_system]
        array = ", or a layout with its drives, as in 'declustered:8d+2p:41c:2s'" * with_drives
        return (
            f"'file_system: {file_system}' doesn't run on targets of 'redundancy: {kind}': "
            f"write file_system {fit}{array}"
        )
    copies = getattr(target, "copies", None)
    if file_system == "zfs" and copies is not None and copies.value > MOST_COPIES:
        return f"'copies' of ZFS goes to {MOST_COPIES}: write {MOST_COPIES} at most"
    if kind == "raid" and file_system == "lustre" and target.format not in (LDISKFS, "zfs"):
        return "Lustre needs 'format: ldiskfs' or 'format: zfs' in its target"
    if kind == "raid" and file_system != "lustre" and target.format == LDISKFS:
        return "'format: ldiskfs' is Lustre's: write 'format: ext4'"
    if kind == "raid" and file_system == "zfs" and target.format != "zfs":
        return "'file_system: zfs' needs 'format: zfs' in its target: write file_system none"
    if kind == "raid" and (file_system == "scale") != (target.format == "scale"):
        return "'format: scale' belongs to 'file_system: scale', which needs it on RAID groups"
    groups = getattr(target, "recovery_groups", None)
    if groups and in_enclosures == (groups == "scale-out"):
        where = "drives in servers" if groups == "scale-out" else "drives in enclosures"
        return f"'recovery_groups: {groups}' needs {where}: leave it out"
    if kind == "code" and in_enclosures:
        return (
            "a code over servers needs the drives in servers: write 'drives.per_server' "
            "(enclosures with servers of their own, as VAST's, are servers)"
        )
    if kind == "ceph" and in_enclosures:
        return "Ceph's targets need the drives in servers: write 'drives.per_server'"
    return ""
