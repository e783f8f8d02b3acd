"""Which tiers' losses of data are counted, and the failure rate of their drives."""

from __future__ import annotations

from model.design.tier import Tier
from model.kinds.kind import LostAsOne
from model.planning.supply import FIELD_RATE, Draft


def losses_of(tier: Tier) -> LostAsOne | None:
    """Return what is lost as one, where losses are counted.

    None without a failure rate, where files have copies on other targets, and for targets that
    count none.
    """
    stated = tier.spares is not None and tier.spares.failure_rate is not None
    copied = tier.has_copies_apart and tier.target.passed_copies > 1
    if (tier.drives.part is None and not stated) or copied:
        return None
    return tier.target.lost_as_one


def put_losses(draft: Draft, tier: Tier) -> None:
    """Set the failure rate of drives, where only losses ask for it."""
    if losses_of(tier) is not None and tier.spares is None:
        known = draft.supply.any_figure(tier.drives.part, FIELD_RATE, "drives")
        draft.put("drive_failure_rate", *known)
