"""The sentence that a plan comes to, for the first line of a page, a sheet or a terminal."""

from __future__ import annotations

import datetime

from model.needs import Need, inodes_full
from model.results import WRITE, Results, Stage
from model.units import show, show_both

DEFINITION = "what `df` reports of the empty file system; 1 TB = 10^12 byte, 1 TiB = 2^40 byte"


def limiting(results: Results, tier: str, way: str) -> tuple[Stage | None, Stage | None]:
    """The stage that limits a tier's chain, and the next one."""
    known = [stage for stage in results.stages(tier, way) if stage.bandwidth is not None]
    return (known[0] if known else None), (known[1] if len(known) > 1 else None)


def headline(results: Results) -> str:
    """Capacity with its definition, bandwidth with its limit, cost with what is missing."""
    site = results
    data = [
        (tier.name, f"site/tiers:{tier.name}")
        for tier in results.plan.scenario.tiers
        if tier.holds == "data"
    ]
    parts = [f"Usable {show_both(site['site', 'usable_capacity'])}, measured as {DEFINITION}"]
    committed, bound = site["site", "write_bandwidth"], site["site", "write_bandwidth_bound"]
    limits = []
    for name, path in data:
        first, second = limiting(results, path, WRITE)
        if first is None:
            continue
        text = f"{first.label} in {name}" if len(data) > 1 else first.label
        if second and second.bandwidth and first.bandwidth:
            text += f", next {second.label} at +{second.bandwidth / first.bandwidth - 1:.0%}"
        limits.append(text)
    at_most = any(results.unknown_stages(path, WRITE) for _, path in data)
    parts.append(
        f"commits {show(committed, 'byte/s')} write ({'at most ' if at_most else ''}"
        f"{show(bound, 'byte/s')} bound), limited by {' and '.join(limits) or 'nothing known'}"
    )
    parts.append(_money(results))
    return "; ".join(parts) + "."


def _money(results: Results) -> str:
    economics = results.plan.scenario.economics
    capital = results["site", "capital_cost"]
    missing = results["site", "unknown_equipment_cost"] or 0
    if capital is None:
        known = show(results["site", "known_capital_cost"], "currency", currency=economics.currency)
        return f"purchase unknown: {known} net known, {missing:.0f} prices missing"
    owned = results["site", "total_cost_of_ownership"]
    return (
        f"{show(capital, 'currency', currency=economics.currency)} net, "
        f"{show(owned, 'currency', currency=economics.currency)} over {economics.years} years"
    )


def full_sentence(need: Need) -> str:
    """When what was bought reaches its fill limit."""
    if not need.is_known:
        return "when it is full is unknown"
    return _when(need.time_full, need.full_on, need.horizon)


def _when(time: float | None, date: datetime.date | None, horizon: int) -> str:
    if time is None:
        return f"not full within {horizon} years"
    if time == 0:
        return "full from the first day"
    return f"full after {show(time, 'second')}{'' if date is None else f', on {date}'}"


def inodes_sentence(results: Results) -> str:
    """Whether inodes or bytes run out first, and when the inodes do; empty if no files are said."""
    known = results.values.get
    if ("site", "inodes_available") not in results.values:
        return ""
    have, need = known(("site", "inodes_available")), known(("site", "files_expected"))
    text = f"{show(have, '1')} inodes for {show(need, '1')} files that fill the planned capacity"
    enough = known(("site", "inodes_suffice"))
    if enough is not None:
        text += f": {'bytes' if enough else 'inodes'} run out first"
    full = inodes_full(results)
    return text if full is None else f"{text}; {_when(full.time, full.date, full.horizon)}"
