"""What the stages of a tier deliver, as comparable systems did."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from functools import cache

from model.books.facts import TierFacts
from model.books.stages import beside_alike, own_shares
from model.design.policy import WIRES
from model.design.tier import Tier
from model.formulas.chain.stage_efficiencies import BY_SERVER, kind_of, own
from model.kinds.file_systems import FILE_SYSTEMS, FileSystem
from model.parts.delivered import Delivered, delivered
from model.planning.supply import Draft
from model.procedures.pooling import LIKELY, Pooled, Seen, Share, Stage, logit_of, pool
from model.provenance import Provenance


def seen_in(evidence: Delivered) -> Seen:
    """Return evidence of the catalog as what effects are fitted to."""
    stage = Stage(evidence.software, evidence.way, evidence.kind, evidence.on_zfs)
    return Seen(stage, evidence.share, evidence.family)


@cache
def pooled() -> Pooled:
    """Return the effects fitted to the evidence of the catalog."""
    return pool([seen_in(one) for one in delivered()])


def put_efficiencies(draft: Draft, tier: Tier, facts: TierFacts, at: str) -> None:
    """Set the efficiency of each stage: as stated of all links, or else as systems delivered."""
    stated = tier.policy.deliveries
    for name in ("wires", "least_known"):
        if of_wires := getattr(stated, name):
            for stage in WIRES:
                if own(stage).name not in draft.inputs:
                    draft.state(own(stage).name, of_wires, f"{at}.policy.deliveries.{name}")
    server_known = is_server_known(tier)
    for what, way in own_shares(facts.chain, cached=facts.cache_rated):
        name = own(what, way).name
        if name not in draft.inputs:
            by_server = facts.chain.wires_by_server  # then a formula says which share counts
            share = _share_of(tier, what, way, server_known=server_known and not by_server)
            draft.put(name, *_assumed(tier.file_system, share))
    draft.put("wires_delivery", *_assumed(tier.file_system, OF_KNOWN_SERVERS))
    _put_pooled_spreads(draft, tier, facts, server_known=server_known)


def _put_pooled_spreads(draft: Draft, tier: Tier, facts: TierFacts, *, server_known: bool) -> None:
    """Set how far what comparable systems delivered differs, where a measured server counts, too.

    The least of the stages counts, and the narrower side of its range: a measured server then
    widens none.
    """
    widths: dict[str, list[float]] = defaultdict(list)
    for what, way in beside_alike(facts.chain):
        widths[way].append(_narrower(_share_of(tier, what, way, server_known=server_known)))
    for way, found in widths.items():
        why = f"assumption: the least spread of a server's stages when clients {way}, as measured"
        draft.put(f"pooled_{way}_spread", math.expm1(min(found)), Provenance("default", why))


@cache
def _narrower(share: Share) -> float:
    """Return the narrower side of a share's range, as one standard deviation of its logarithm."""
    ratios = (abs(math.log(end / share.expected)) for end in share.at(LIKELY))
    return min(ratios) / float(LIKELY[1])


OF_KNOWN_SERVERS = Share(
    logit_of(BY_SERVER.inputs["wires_delivery"].default or 0.0), scale=0.4, freedom=1e6, common=0.0
)
"""What wires deliver that stand beside a server whose rate is known: nearly all, and 0.88 to 0.99.

Median and spread are those of the ports of few clients that wrote, where nothing else limits. The
lower shares of wires are those of servers that nobody stated.
"""


OF_PORTS = "the ports of a few writing clients delivered 0.89 to 0.97 of their rate"


def share_of_stage(tier: Tier, what: str, way: str = "") -> Share:
    """Predict what a stage of a tier delivers; without a way, as for reads: of caches."""
    server_known = kind_of(what) == "wire" and is_server_known(tier)
    return _share_of(tier, what, way, server_known=server_known)


def _share_of(tier: Tier, what: str, way: str, *, server_known: bool) -> Share:
    if server_known and kind_of(what) == "wire":
        return OF_KNOWN_SERVERS
    return _share(Stage(tier.file_system, way or "read", kind_of(what), tier.target.on_zfs))


@cache
def _share(stage: Stage) -> Share:
    return pooled().share(stage)


def is_server_known(tier: Tier) -> bool:
    """Whether something is said of what a server's CPU and memory can serve.

    What an alike server did says so only where its efficiency is stated.
    """
    one = tier.processing
    if tier.calibration is not None or one is None:
        return tier.calibration is not None
    if one.like:
        return any(stage == "cpu_memory" for stage, _, _ in tier.policy.deliveries.named())
    return bool(one.tasks or one.read_rate or one.write_rate)


@cache
def _assumed(file_system: FileSystem, share: Share) -> tuple[float, Provenance]:
    """Return the share that is expected of a stage, and why."""
    return share.expected, Provenance("default", because=_reason(file_system, share))


def _reason(file_system: FileSystem, share: Share) -> str:
    low, high = share.at(LIKELY)
    if share is OF_KNOWN_SERVERS:
        return (
            "assumption: links of servers whose bandwidth is known deliver nearly all of their "
            f"rate, {low:.2f} to {high:.2f}"
        )
    systems = _systems()
    title, alike = FILE_SYSTEMS[file_system].title, systems[file_system]
    return (
        f"assumption: as {systems.total()} measured systems delivered, {alike or 'none'} of them "
        f"with {title}; 90 % range {low:.2f} to {high:.2f}"
    )


@cache
def _systems() -> Counter[str]:
    """Count the measured systems by their software."""
    return Counter({one.system: one.software for one in delivered()}.values())
