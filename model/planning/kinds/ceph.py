"""Ceph targets as instances of the tree."""

from __future__ import annotations

from model.formulas.space.ceph import FULLNESS
from model.kinds.ceph import CephTarget
from model.planning.kinds.kind import KindPlan, drive_too_small, pool_of, put_code
from model.planning.supply import Draft


def _check_fullness(draft: Draft, target: CephTarget, at: str) -> None:
    """Reject fullness ratios, entered or default, that don't ascend."""
    names, inputs = ("nearfull_ratio", "backfillfull_ratio", "full_ratio"), FULLNESS.inputs
    near, back, full = (draft.inputs.get(name, inputs[name].default or 0.0) for name in names)
    if not near <= back <= full:
        stated = next(name for name in names if getattr(target, name) is not None)
        what = (
            f"nearfull {near:g}, backfillfull {back:g} and full {full:g} don't rise: "
            "write 'nearfull_ratio' <= 'backfillfull_ratio' <= 'full_ratio'"
        )
        draft.supply.complain(f"{at}.target.{stated}", what)


PLAN = KindPlan(instance=pool_of(put_code), put_of_tier=_check_fullness, checks=(drive_too_small,))
