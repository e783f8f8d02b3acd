"""Which tiers' losses of data are counted, and the figures of their redundancy groups."""

from __future__ import annotations

from typing import Literal, cast

from model.design.tier import Tier
from model.kinds.raid import RaidTarget
from model.kinds.zfs import Target
from model.planning.supply import FIELD_RATE, Draft
from model.pools.risk import redundancy_groups
from model.zfs.vdevs import STORING, VdevGroup, parse_layout


def losses_of(tier: Tier) -> Literal["vdevs", "groups"] | None:
    """Return what is lost as one, where losses are counted: vdevs or RAID groups.

    None without a failure rate, where files have copies on other targets, for vdevs of drives
    beside the tier's, whose rates are unknown, and for ZFS on RAID groups, declustered RAID and
    codes over servers.
    """
    stated = tier.spares is not None and tier.spares.failure_rate is not None
    copied = tier.has_copies_apart and tier.target.passed_copies > 1
    if (tier.drives.part is None and not stated) or copied:
        return None
    if tier.target.kind == "zfs":
        alike = all(one.drive is None or one.role == "data" for one in _storing(tier))
        return "vdevs" if alike else None
    if tier.target.kind == "raid" and not cast(RaidTarget, tier.target).declustered:
        return "groups"
    return None


def _storing(tier: Tier) -> list[VdevGroup]:
    layout = cast(Target, tier.target).layout
    return [one for one in parse_layout(layout) if one.role in STORING]


def distributed_spares(tier: Tier) -> bool:
    """Whether vdevs have spare space on all their drives."""
    return tier.target.kind == "zfs" and any(one.is_draid and one.spares for one in _storing(tier))


def survived_by_groups(tier: Tier) -> int | None:
    """Return how many drives of a RAID group may fail at a time; None where that isn't asked."""
    if losses_of(tier) != "groups":
        return None
    return redundancy_groups(cast(RaidTarget, tier.target).layout)[0].tolerated


def put_losses(draft: Draft, tier: Tier) -> None:
    """Set the failure rate of drives, where only losses ask for it."""
    if losses_of(tier) is not None and tier.spares is None:
        known = draft.supply.any_figure(tier.drives.part, FIELD_RATE, "drives")
        draft.put("drive_failure_rate", *known)
