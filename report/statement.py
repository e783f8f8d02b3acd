"""The capacity statement for a tender: one text, for the page and for the workbook's sheet.

It says what usable capacity means and how it is measured, what each tier is made of, and each step
from raw to live capacity with its meaning. Tiers of metadata are stated as well, but not summed.
"""

from __future__ import annotations

from typing import NamedTuple

from model.design.given import AnyTier, GivenTier
from model.design.targets import CephTarget, RaidTarget
from model.design.zfs import Target
from model.results import Results
from model.summary import UNITS, drives_that_may_go
from model.targets import fill_bound
from model.units import show, show_both
from report.answers import CapacityAnswer, beside_steps
from report.figures import CapacityStep, capacity_steps
from report.meanings import tier_of, usable_means

RULES = (
    "Usable capacity is that of the empty file system, as said at each tier. Planned capacity "
    "means usable capacity up to the fill limit, live capacity means planned capacity less the "
    "reserve for snapshots. All steps are bytes as stored, after compression."
)
SYSTEMS = {
    "lustre": "Lustre",
    "zfs": "ZFS",
    "beegfs": "BeeGFS",
    "scale": "IBM Storage Scale",
    "ceph": "Ceph",
    "none": "no file system across targets",
}
NOT_SUMMED = "It holds metadata, and doesn't count into the sum."


class TierStatement(NamedTuple):
    """What is stated of a tier: sentences, the steps down, and other answers beside them."""

    name: str
    path: str
    sentences: tuple[str, ...]
    steps: list[CapacityStep]
    beside: list[CapacityAnswer]


class Statement(NamedTuple):
    """What is stated of all tiers, data before metadata as in the scenario."""

    title: str
    sentences: tuple[str, ...]
    tiers: list[TierStatement]


def _bare(text: str) -> str:
    return text.replace("`", "")


def _figure(results: Results, path: str, name: str, unit: str, *, binary: bool = False) -> str:
    return show(results.values.get((path, name)), unit, binary=binary)


def _target(results: Results, path: str, tier: AnyTier) -> list[str]:
    """Say a tier's file system, targets, blocks and drives."""
    if isinstance(tier, GivenTier):
        return ["capacity as given, its parts are not stated"]
    count = _figure(results, path, "targets", "1")
    target, below = tier.target, f"{path}/pools:target"
    layout = "a single drive" if target.layout == "drive" else target.layout
    words = [f"{count} target{'s' * (count != '1')} of {layout}"]
    if isinstance(target, RaidTarget):
        made = {"array": "RAID by a controller", "mdadm": "RAID by Linux md"}[target.made_by]
        form = {"none": "no format", "xfs": "XFS"}.get(target.format, target.format)
        words += ["" if target.layout == "drive" else made, "" if form == "zfs" else form]
        words.append(f"{target.copies.value:g} copies of each file" if target.copies else "")
    if isinstance(target, Target) or (isinstance(target, RaidTarget) and target.format == "zfs"):
        words.append(f"OpenZFS {target.release}")
    for name, said in (("record_size", "records"), ("file_block", "blocks")):
        if (below, name) in results.values:
            size = _figure(results, below, name, "byte", binary=True)
            words.append(f"{said} of {size}")
    drives = _figure(results, path, "drives", "1")
    size = _figure(results, path, "drive_capacity", "byte")
    return [SYSTEMS[tier.file_system], *filter(None, words), f"{drives} drives of {size} each"]


def _domain(results: Results, path: str, tier: AnyTier) -> str:
    """Say what may be lost, without which data are lost or out of reach."""
    if isinstance(tier, GivenTier):
        return "What it can lose is not stated."
    text = f"It can lose {drives_that_may_go(results, path)}"
    if isinstance(tier.target, CephTarget):
        return f"{text}; failure domain: a {tier.target.failure_domain}."
    enclosure = results.values.get((path, "survives_enclosure_loss"))
    if enclosure is None:
        return f"{text}; failure domain: a drive."
    further = "a drive or an enclosure" if enclosure else "a drive, not an enclosure"
    return f"{text}; failure domain: {further}."


def _tier(results: Results, name: str, path: str) -> TierStatement:
    tier = tier_of(results, path)
    made = ", ".join(_target(results, path, tier))
    if (path, "fill_limit") in results.values:
        limit = results[path, "fill_limit"]
        share = "a share that is unknown" if limit is None else f"{100 * limit:.4g} %"
        made += f"; filled to {share} of usable at most"
        if bound := fill_bound(results.values, path, tier_of(results, path)):
            made += f" (bounded by {bound})"
    means, measured = usable_means(tier)
    how = f"measured with {measured}" if measured else "how it was measured is not stated"
    sentences = [
        f"Tier {name}: {made}.",
        f"Usable capacity means {means}; {how}.",
        _domain(results, path, tier),
    ]
    if tier.holds == "metadata":
        sentences.append(NOT_SUMMED)
    steps = [step._replace(meaning=_bare(step.meaning)) for step in capacity_steps(results, path)]
    beside = [
        answer._replace(meaning=_bare(answer.meaning)) for answer in beside_steps(results, path)
    ]
    return TierStatement(name, path, tuple(map(_bare, sentences)), steps, beside)


def statement(results: Results) -> Statement:
    """Make the statement of all tiers."""
    scenario = results.plan.scenario
    usable = show_both(results["site", "usable_capacity"])
    return Statement(
        scenario.title or scenario.name,
        (f"Usable capacity of all data tiers: {usable}. {UNITS}.", RULES),
        [_tier(results, name, path) for name, path in results.tiers()],
    )
