"""A tier as an instance of the tree: its pools, states, lines, and years."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from model.books.facts import TierFacts
from model.books.tier import TIER, TIER_YEAR
from model.design.equipment import SAS_CABLES, Cables
from model.design.tier import Tier
from model.engine.tree import Instance
from model.planning.cable_lengths import put_cable, tier_cable
from model.planning.chain import is_local, put_measured, put_ports, tasks_of
from model.planning.cords import NO_OTHERS_HERE, is_cord
from model.planning.delivery_times import kinds_of
from model.planning.demand import grown
from model.planning.drives_beside import drives_beside
from model.planning.efficiencies import put_efficiencies
from model.planning.estimates import estimated
from model.planning.fabrics import cables_of, length_text, put_passive
from model.planning.kinds.kind import layout_provenance
from model.planning.kinds.targets import plan_of
from model.planning.lines import HOT, LineDraft, bill, by_role, position
from model.planning.losses import put_losses
from model.planning.memory import warn_of_modules
from model.planning.metadata import put_inodes
from model.planning.racks import IN_EACH_SERVER
from model.planning.reuse import Apart
from model.planning.servers import put_alike
from model.planning.services import services_of
from model.planning.spares import HOT_AT, ORDERED, put_spares, spares_of
from model.planning.states import healthy_of, states_of
from model.planning.streams import put_streams
from model.planning.supply import Draft, Supply
from model.planning.workloads import single_files, workloads_of
from model.provenance import Provenance
from model.records import NamedTuple, replace


def tier_instance(tier: Tier, facts: TierFacts, at: str, supply: Apart) -> Instance:
    """Create the instance of the tier at a path of the scenario."""
    role = "tiers" if tier.holds == "data" else "metadata"
    draft = Draft(f"site/{role}:{tier.name}", supply)
    others: dict[str, str] = {}
    if facts.limits_filling:
        others["fill_limit"] = "stated_fill_limit"
    if facts.unlike_enclosures:
        others["enclosures_per_block"] = "first_enclosures_per_block"
    if facts.targets_stated:
        others["targets_per_block"] = "stated_targets_per_block"
    supply.put_bound(draft, tier, at, **others)
    _put_behind(draft, tier, facts)
    put_ports(draft, tier)
    put_cable(draft, "network_cable", tier_cable(tier, at, supply))
    put_measured(draft, tier, at)
    put_efficiencies(draft, tier, facts, at)
    put_streams(draft, tier, at)
    if is_local(tier):
        supply.warn(
            f"{tier.name}: used on its server itself, as no network is stated: write "
            f"{at}.network if clients reach it"
        )
    put_alike(draft, tier)
    put_spares(draft, tier)
    put_losses(draft, tier, at)
    _put_warranty(draft, tier, at)
    plan_of(tier.target.kind).put_of_tier(draft, tier.target, at)
    _put_further_drives(draft, tier, at)
    children: dict[str, list[Instance]] = {}
    given = draft.path, at, facts
    for section, make in _SECTIONS.items():
        children |= supply.instances(section, given, tier, partial(make, *given))
    children |= put_inodes(draft, tier, facts, at)
    if facts.memory:
        warn_of_modules(draft, tier)
    children |= grown(
        TIER_YEAR.book(facts),
        tier.demand,
        f"{at}.demand",
        facts.demand,
        draft,
        kinds_of(tier, supply),
    )
    return Instance(role, tier.name, TIER.book(facts), draft.inputs, children)


Made = dict[str, list[Instance]]


def _pools(path: str, at: str, facts: TierFacts, supply: Supply, tier: Tier) -> Made:
    return {"pools": [plan_of(tier.target.kind).instance(tier, facts, at, path, supply)]}


def _states(path: str, at: str, facts: TierFacts, supply: Supply, tier: Tier) -> Made:
    return {"states": states_of(tier, facts, at, path, supply)}


def _work(path: str, at: str, facts: TierFacts, supply: Supply, tier: Tier) -> Made:
    return {
        "healthy": [healthy_of(facts)],
        "workloads": workloads_of(tier, at, path, supply),
        "single files": single_files(tier, facts, at, path, supply),
        "tasks": tasks_of(tier, at, path, supply),
    }


def _bill(path: str, at: str, facts: TierFacts, supply: Supply, tier: Tier) -> Made:
    drafts = [
        *_lines(tier, facts, at, supply),
        *_inside(tier, at, supply),
        *cables_of(tier, at, supply),
        *spares_of(tier, at, supply),
        *drives_beside(tier, at, supply),
    ]
    if tier.is_owned:
        owned_at = f"{at}.{'owned' if tier.owned else 'installed'}"
        drafts = [replace(one, owned_at=owned_at) for one in drafts]
    drafts += services_of(tier.name, supply, option=tier.option)
    return by_role(bill(path, drafts, supply, tier))


_SECTIONS: Mapping[str, Callable[[str, str, TierFacts, Supply, Tier], Made]] = {
    "pools": _pools,
    "work": _work,
    "states": _states,
    "bill": _bill,
}
"""Sections below a tier that are reused separately if an edit doesn't affect them."""


_LINES = (
    ("servers", "server_chassis", ""),
    ("processors", "cpus_per_server", "servers"),
    ("memory", "memory_modules_per_server", "servers"),
    ("adapters", "hbas_per_server", "servers"),
    ("network", "nics_per_server", "servers"),
    ("enclosures", "enclosures", ""),
    ("further_enclosures", "further_enclosures", ""),
    ("drives", "drives", ""),
    ("cache", "cache_drives_per_server", "servers"),
    ("cables", "sas_cables_per_block", "blocks"),
    ("further_drives", "further_drives", ""),
)
"""Pieces with the quantity and multiplier of their count; their order determines positions."""


IN_SERVERS = ("processors", "memory", "adapters", "network")
"""Pieces inside servers."""
ON_SERVERS = ("servers", "processors", "memory", "network")
"""Pieces that are billed once if tiers share servers."""


def _lines(tier: Tier, facts: TierFacts, at: str, supply: Supply) -> Iterator[LineDraft]:
    group = supply.group_of(at)
    certain = ("cables",) if facts.cabled else ()
    power = None if tier.shares_servers_of else estimated(tier.servers, "power", supply)
    drawn = power[0].covers if power else ()
    for one in _counted(tier, facts):
        name = one.piece
        piece = getattr(tier, name) or (_sas_cables(supply) if name in certain else None)
        if piece is None or (tier.shares_servers_of and name in ON_SERVERS):
            continue
        inside = name in IN_SERVERS
        is_cable = isinstance(piece, Cables)
        hot = f"{one.line}: {supply.title(piece)}" if one.line == HOT else ""
        draft = LineDraft(
            one.line,
            one.line,
            piece,
            f"{at}.{name}",
            position(group, one.number),
            tier.name,
            tier.option,
            tier.lot,
            text=_text_of(piece) if is_cable else hot,
            follows="" if one.line == name else name,
            ordered=one.ordered,
            counted=one.counts,
            per=one.per,
            holder=tier.servers if inside else None,
            in_bay=name in ("drives", "further_drives", "cache"),
            drawn_by=tier.servers if name in drawn else None,
            of_tier=name,
        )
        yield replace(draft, put=partial(put_passive, piece=piece)) if is_cable else draft


class _Counted(NamedTuple):
    """A line of a tier: its piece, its position number, and its count and multiplier.

    `ordered` is the quantity ordered together, if other lines have the same piece.
    """

    line: str
    piece: str
    number: int
    counts: str
    per: str = ""
    ordered: str = ""


def _counted(tier: Tier, facts: TierFacts) -> Iterator[_Counted]:
    """Return the possible lines of a tier."""
    for number, (name, counted, per) in enumerate(_LINES, 1):
        if name == "enclosures" and tier.further_enclosures is not None:
            counted = "first_enclosures"
        if name == "drives" and tier.further_drives is not None:
            counted = "first_drives"
        if name == "drives" and facts.hot_spares is not None:
            ordered = facts.joint_order or (ORDERED if facts.stocked else counted)
            yield _Counted(name, name, number, "drives_in_use", ordered=ordered)
            yield _Counted(HOT, name, HOT_AT, "hot_spares", ordered=ordered)
        elif name == "drives" and (facts.joint_order or facts.stocked):
            yield _Counted(name, name, number, counted, per, ordered=facts.joint_order or ORDERED)
        else:
            yield _Counted(name, name, number, counted, per)


def _sas_cables(supply: Supply) -> Cables | None:
    """Return the cables that adapters and enclosures need, unless they exist."""
    return None if SAS_CABLES in supply.scenario.existing else Cables.model_validate({})


def _text_of(cables: Cables) -> str:
    """Return the description of unnamed cables: their ends and length."""
    if cables.name != SAS_CABLES:
        return ""
    length = None if cables.length is None else cables.length.value
    return f"{SAS_CABLES}, adapter to enclosure, {length_text(length)}"


INSIDE_AT = 51
"""First position of further items in servers, in a tier."""


def _inside(tier: Tier, at: str, supply: Supply) -> Iterator[LineDraft]:
    """Return the lines of the further items in each server."""
    group = supply.group_of(at)
    for n, piece in enumerate(tier.in_servers):
        yield LineDraft(
            f"{IN_EACH_SERVER} {n + 1}",
            IN_EACH_SERVER,
            piece,
            f"{at}.in_servers.{n}",
            position(group, INSIDE_AT + n),
            tier.name,
            tier.option,
            tier.lot,
            left_out=NO_OTHERS_HERE if is_cord(piece) else "",
            counted="pieces_per_server",
            per="servers",
            holder=tier.servers,
            of_tier="in_servers",
        )


def _put_warranty(draft: Draft, tier: Tier, at: str) -> None:
    """Set the warranty that an owned tier has left on the date of the plan."""
    economics = draft.supply.scenario.economics
    replaced = economics.media_replacement is not None or economics.replaces_as_expected
    if tier.is_owned and replaced:
        draft.supply.warn(
            f"{tier.name}: drives that are replaced at own cost aren't counted in an owned tier: "
            "include them in 'installed.maintenance'"
        )
    last = tier.installed.warranty_until if tier.installed else None
    if last is None:
        return
    supply, path = draft.supply, f"{at}.installed.warranty_until"
    if (day := supply.scenario.day) is None:
        supply.complain(path, "what is left of it is counted from the plan's 'date': write it")
        return
    left = max(0.0, (last - day).total_seconds())
    known = Provenance("stated", "", "what is left on the plan's date", supply.place(path))
    draft.put("owned_warranty", left, known)


def _put_behind(draft: Draft, tier: Tier, facts: TierFacts) -> None:
    """Set whether further enclosures are connected to the controllers of the first ones."""
    first, further = tier.enclosures, tier.further_enclosures
    if first is None or further is None or not facts.chain.arrays:
        return
    alike = (first.part, first.name) == (further.part, further.name)
    if not alike and draft.supply.kind(further) != "array":
        why = "definition: the controllers of the arrays reach them, servers don't"
        draft.put("has_way_of_its_own", 0.0, Provenance("default", why))


def _put_further_drives(draft: Draft, tier: Tier, at: str) -> None:
    """Set the size of further drives from the layout, if it is not entered."""
    if tier.further_drives is None:
        return
    size, supply = tier.target.further_drive, draft.supply
    if "further_drive_capacity" not in draft.inputs and size is not None:
        known = layout_provenance(tier.target, f"{at}.target", supply)
        draft.put("further_drive_capacity", float(size), known)
    supply.warn(f"{tier.name}: 'further_drives' count with the rates of the tier's drives")
