"""Planning of each kind of target, by name."""

from __future__ import annotations

from model.planning.kinds import ceph, code, declustered, raid, zfs
from model.planning.kinds.kind import KindPlan

PLANS: dict[str, KindPlan] = {
    "zfs": zfs.PLAN,
    "zfs on raid": zfs.ON_RAID,
    "raid": raid.PLAN,
    "declustered": declustered.PLAN,
    "ceph": ceph.PLAN,
    "code": code.PLAN,
}
