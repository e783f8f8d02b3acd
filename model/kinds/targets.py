"""All kinds of targets, which file systems run on each, and how a scenario names them."""

from typing import Annotated, Any, get_args

from pydantic import Tag

from model.kinds.ceph import CephTarget
from model.kinds.code import CodeTarget
from model.kinds.declustered import DeclusteredTarget
from model.kinds.kind import AnyKind
from model.kinds.raid import RaidTarget, as_declustered
from model.kinds.zfs import Target

AnyTarget = (
    Annotated[Target, Tag("zfs")]
    | Annotated[RaidTarget, Tag("raid")]
    | Annotated[DeclusteredTarget, Tag("declustered")]
    | Annotated[CephTarget, Tag("ceph")]
    | Annotated[CodeTarget, Tag("code")]
)
KINDS = tuple(get_args(member)[0] for member in get_args(AnyTarget))
"""Their schemas."""


def redundancy(target: Any) -> str:
    """Give the kind of a target as it is written."""
    if isinstance(target, dict):
        written = "raid" if as_declustered(target) else target.get("redundancy")
    else:  # what is no mapping is refused as the usual kind
        written = getattr(target, "redundancy", None)
    return str(written or "zfs")


USUAL_FORMATS = {"lustre": "ldiskfs", "scale": "scale", "zfs": "zfs"}
"""Format of RAID groups by file system, where nobody states one."""


def with_format(target: Any, file_system: Any) -> Any:
    """Add the format of RAID groups under Storage Scale, which formats them itself."""
    is_raid = isinstance(target, dict) and redundancy(target) == "raid"
    if not is_raid or "format" in target or file_system != "scale":
        return target
    return {**target, "format": "scale"}


def misfit(file_system: str, target: AnyKind, *, in_enclosures: bool) -> str:
    """Say why a file system can't run on a target, and what to write instead; or nothing."""
    if file_system in target.file_systems:
        return target.refuses(file_system, in_enclosures=in_enclosures)
    fit, kind = " or ".join(target.file_systems), redundancy(target)
    return (
        f"'file_system: {file_system}' doesn't run on targets of 'redundancy: {kind}': "
        f"write file_system {fit}{target.elsewhere(file_system)}"
    )
