"""How much of the time data can be reached, what takes it away, and what that rests on."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.results import Results
from model.design.tier import Tier
from model.engine.tree import Address
from model.planning.availability import ASSUMED, BOUND
from model.planning.losses import WHOLE
from model.records import NamedTuple
from model.units.words import label

SITE = "site"
CAUSES = {
    "repair_outages": "servers that fail",
    "crash_outages": "servers that crash",
    "block_outages": "all servers of a block",
    "strip_outages": "more servers at once than the code or copies allow",
    "copies_outages": "all copies of a file at once",
    "enclosure_outages": "enclosures",
    "module_outages": "all modules or controllers of an enclosure",
    "switch_outages": "switches",
    "feed_outages": "power feeds",
    "planned_outages": "planned work",
    "entered_outages": "availability as entered",
}
"""What puts data out of reach, by the quantity that counts its outages."""
SURVIVED = ("block_outages", "strip_outages", "copies_outages")
"""Causes that take several servers at once: with any, one lost server stops nothing."""
LEAST_SHARE = 1e-3
"""Share of all outages below which a cause isn't listed."""
_NOT_COUNTED = (
    "human error, software faults other than server crashes, the data centre, restores after data "
    "loss, and failures that spread between components"
)
NO_SWITCHES = "switches, as the plan has none"
ONLY_PORTS = "switches, as only their ports are known (enter 'fabric.switch')"
ASSUMED_RATES = "assumed failure rates"
WIDER = "of 100 for the share of enclosure failures that destroy drives"
UNMODELLED = f"{WHOLE}; enter 'given.availability'"
OF_SITE = "not known of tiers entered as a whole; enter their 'given.availability'"


class Cause(NamedTuple):
    """Outages of one cause, in one tier or at the site."""

    name: str
    load: Address
    """Outages in progress, on average."""


def causes(results: Results, *, ranked: bool = True) -> list[Cause]:
    """Return the causes of outages that matter, the greatest first; all, in turn, if unranked."""
    if not ranked:
        return [*_causes(results, any_load=True)]
    found = {one: results.values[one.load] or 0.0 for one in _causes(results)}
    least = LEAST_SHARE * sum(found.values())
    return sorted((one for one in found if found[one] >= least), key=lambda one: -found[one])


def _causes(results: Results, *, any_load: bool = False) -> Iterator[Cause]:
    for tier, path in (*results.tiers(), ("", SITE)):
        for name, words in CAUSES.items():
            if results.values.get((path, name)) or (any_load and (path, name) in results.values):
                yield Cause(f"{tier}: {words}" if tier else words, (path, name))


def not_counted_text(results: Results) -> str:
    """Name what takes data out of reach that no figure of this plan counts."""
    switches = ""
    if (SITE, "switch_outages") not in results.values:
        switches = f"{ONLY_PORTS if knows_only_ports(results) else NO_SWITCHES}, "
    return f"Not counted: {switches}{_NOT_COUNTED}."


def knows_only_ports(results: Results) -> bool:
    """Whether the number of switch ports is known, but not the number of switches."""
    have = {name for path, name in results.values if path == SITE}
    return {"fabric_ports", "shelf_level"} <= have and "shelf_switch" not in have


def assumed(results: Results) -> list[str]:
    """Name the failure rates and times that are neither entered nor published."""
    known = results.plan.provenance
    return [
        label(name)
        for name, _ in BOUND.values()
        if (source := known.get((SITE, name))) is not None
        and source.status == "default"
        and source.source.startswith(ASSUMED)
    ]


def why_unknown(results: Results, path: str) -> str:
    """Say why the availability of a tier or the site is unknown; empty if it is known."""
    if results.values.get((path, "availability")) is not None:
        return ""
    if (path, "outage_load") not in results.values:
        return OF_SITE if path == SITE else UNMODELLED
    survived = "access_survives_enclosure_loss"
    if any(results.values.get((at, survived), 1) is None for at in _below(results, path)):
        return "the loss of an enclosure is neither known to be survived nor known not to be"
    waits = dict.fromkeys(results.item(*at).label for at in results.waits_for(path, "availability"))
    return f"unknown: {', '.join(one if one[1:2].isupper() else _lower(one) for one in waits)}"


def _below(results: Results, path: str) -> list[str]:
    """Give the tiers whose availability is that of a path: all of the site, or one."""
    return [at for _, at in results.tiers()] if path == SITE else [path]


def _lower(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"


def assumed_text(results: Results, *, named: bool = True) -> str:
    """Say which rates are assumed, and where to enter them; empty if none is.

    Below a table of them with their sources, they needn't be named again.
    """
    names = assumed(results)
    if not names:
        return ""
    if not named:
        return (
            f"Assumed figures have no public source: their ranges span a factor of ten ({WIDER}). "
            "Enter your own values."
        )
    listed = ", ".join(map(_lower, names))
    return (
        f"Assumed, as no public source was found: {listed}. Each range spans a factor of ten "
        f"({WIDER}). Enter your own values under 'availability'."
    )


def stops_text(results: Results) -> str:
    """Say which metadata tiers stop the file system when one of their servers fails."""
    return "".join(
        f"{name}: the loss of one metadata server stops the file system. "
        for name in stops_all(results)
    ).strip()


def stops_all(results: Results) -> list[str]:
    """Return the names of the metadata tiers that stop the file system when one server fails."""
    return [
        tier.name
        for path, tier in results.designs
        if isinstance(tier, Tier)
        and tier.holds == "metadata"
        and not {(path, one) for one in SURVIVED} & results.values.keys()
        and (path, "outage_load") in results.values
    ]
