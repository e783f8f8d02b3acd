"""Which tiers' losses of data are counted, and the failure rate of their drives."""

from __future__ import annotations

from model.design.economics import Economics
from model.design.given import AnyTier
from model.design.tier import Tier
from model.kinds.kind import LostAsOne
from model.parts.field_failures import FIELD_FILE as FAILURES_FILE
from model.parts.field_failures import field_rate
from model.planning.availability import copies_on_other_targets
from model.planning.placements import stated_map
from model.planning.supply import FIELD_RATE, Draft
from model.provenance import Provenance
from model.units.figures import show
from model.units.kinds import DAY, JULIAN_YEAR

WHOLE = "the tier is entered as a whole, without its parts"
"""Why risks of a tier aren't known."""
BY_BAYS = "arithmetic: by the bays of the placement"
OF_LAYOUT = "arithmetic: the least of the groups of the layout"


def losses_of(tier: Tier) -> LostAsOne | None:
    """Return what is lost as one, where losses are counted.

    None without a failure rate, and for targets that count none.
    """
    stated = tier.spares is not None and tier.spares.failure_rate is not None
    if tier.drives.part is None and not stated:
        return None
    return tier.target.lost_as_one


def why_not_counted(tier: AnyTier) -> str:
    """Say why the losses of a tier aren't counted; empty if they are."""
    built = tier.built
    if built is None:
        return f"{WHOLE}; enter 'given.loss_probability'"
    if losses_of(built) is not None:
        return ""
    if built.target.lost_as_one is None:
        return (
            "missing: failures and rebuilds of special or dedup vdevs of drives beside the "
            "tier's; enter 'target.special_vdevs'"
        )
    return "missing: the failure rate of the drives; enter 'spares.failure_rate'"


def replaces_drives(tier: Tier, economics: Economics) -> bool:
    """Whether expected failures of its drives are bought in their years.

    Not where cold spares for all of them are bought with the system, and not of owned tiers, whose
    maintenance includes them.
    """
    stocked = tier.spares is not None and tier.spares.buy == "replacements"
    return economics.replaces_as_expected and not (stocked or tier.is_owned)


def put_losses(draft: Draft, tier: Tier, at: str) -> None:
    """Set the failure rate of drives, where only losses or replacements ask for it."""
    _check_ages(draft, tier, at)
    _put_caches(draft, tier)
    _put_enclosures(draft, tier)
    replaced = replaces_drives(tier, draft.supply.scenario.economics)
    if (replaced or losses_of(tier) is not None) and tier.spares is None:
        known = draft.supply.any_figure(tier.drives.part, FIELD_RATE, "drives")
        draft.put("drive_failure_rate", *known)


YEAR = 365 * DAY
"""For which drives are new, and worn, by default."""


def _check_ages(draft: Draft, tier: Tier, at: str) -> None:
    """Refuse drives that are new or worn for longer than the service, or both at a time."""
    states, years = tier.states, draft.supply.scenario.economics.years
    pairs = (
        ("early", states.early_failures, states.early_life),
        ("late", states.late_failures, states.late_life),
    )
    times = {
        f"{name}_life": life.value if life is not None else YEAR
        for name, factor, life in pairs
        if factor is not None
    }
    service = years * JULIAN_YEAR
    if sum(times.values()) <= service * (1 + 1e-9):
        return
    stated = " and ".join(f"{name} of {show(time, 'second')}" for name, time in times.items())
    what = "together longer" if len(times) > 1 else "longer"
    draft.supply.complain(
        f"{at}.states.{[*times][-1]}",
        f"{stated}: {what} than the service of {years} year{'s' * (years != 1)} "
        f"(economics.years): write at most {show(service, 'second')}"
        f"{' for both' * (len(times) > 1)}",
    )


def _put_enclosures(draft: Draft, tier: Tier) -> None:
    """Set how many enclosures of a block hold more of a group than it survives, by stated bays."""
    found = stated_map(tier)
    counted = losses_of(tier) is not None and copies_on_other_targets(tier) is None
    if found is not None and tier.placement is not None and counted:
        known = Provenance("stated", BY_BAYS, tier.placement.because)
        draft.put("fatal_enclosures_per_block", float(found.fatal_enclosures), known)


def _put_caches(draft: Draft, tier: Tier) -> None:
    """Set what a failed cache drive with unwritten data loses."""
    if losses_of(tier) is None or tier.cache is None or not tier.holds_dirty_caches:
        return
    if tier.cache.failure_rate is None:
        known = draft.supply.any_figure(tier.cache.part, FIELD_RATE, "cache")
        if known[0] is None and (flash := field_rate(None, "ssd")) is not None:
            known = flash.rate, Provenance("catalog", flash.source, flash.text, FAILURES_FILE)
        draft.put("cache_failure_rate", *known)
    least = min((one.survives for one in tier.target.redundancy_groups), default=0)
    draft.put("group_tolerance", float(least), Provenance("constant", OF_LAYOUT))
