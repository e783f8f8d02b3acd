"""Planning of each kind of target, by name."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from model.planning.kinds.kind import KindPlan

PLANS = {
    "zfs": ("zfs", "PLAN"),
    "zfs on raid": ("zfs", "ON_RAID"),
    "raid": ("raid", "PLAN"),
    "declustered": ("declustered", "PLAN"),
    "ceph": ("ceph", "PLAN"),
    "code": ("code", "PLAN"),
}
"""The file beside this one that plans each kind of target, and what it calls the plan."""


@cache
def plan_of(kind: str) -> KindPlan:
    """Give the planning of a kind; its file is read for the first target of that kind."""
    file, name = PLANS[kind]
    plan: KindPlan = getattr(import_module(f"model.planning.kinds.{file}"), name)
    return plan
