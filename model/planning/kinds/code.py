"""Targets of erasure codes across servers as instances of the tree."""

from __future__ import annotations

from model.design.tier import Tier
from model.kinds.code import CodeTarget
from model.planning.kinds.kind import KindPlan, Problems, drive_too_small, pool_of, put_code
from model.planning.supply import Draft
from model.provenance import Provenance

WEKA_KEEPS = 0.1
WEKA = (
    "document: WEKA documentation (docs.weka.io), SSD net storage capacity: x 0.9, for WEKA's file "
    "system"
)


def _put(tier: Tier, target: CodeTarget, at: str, draft: Draft) -> None:
    put_code(tier, target, at, draft)
    if tier.file_system == "weka" and target.kept_share is None:
        draft.put("kept_share", WEKA_KEEPS, Provenance("default", WEKA))


def _too_many_spare_domains(tier: Tier, target: CodeTarget, _: float | None) -> Problems:
    """Return the problem of spare servers that leave none for data."""
    have = tier.blocks.value * (
        tier.servers.per_block.value if target.failure_domain == "server" else 1
    )
    if target.spare_domains is not None and target.spare_domains.value >= have:
        what = f"of {have} {target.failure_domain}s none is left for data"
        yield "target.spare_domains", f"{what}: write {have - 1} at most"


PLAN = KindPlan(instance=pool_of(_put), checks=(drive_too_small, _too_many_spare_domains))
