"""A tier of a scenario as an instance of the tree: its pools, its states, its lines, its years."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from model.books.facts import TierFacts
from model.books.tier import TIER, TIER_YEAR
from model.design.piece import Piece
from model.design.tier import SAS_CABLES, Cables, Tier
from model.engine.tree import Instance
from model.errors import quoted
from model.parts.included_items import is_called, piece_of
from model.planning.chain import put_measured, put_ports, tasks_of
from model.planning.cords import NO_OTHERS_HERE, is_cord
from model.planning.demand import grown
from model.planning.estimates import estimated
from model.planning.fabrics import cables_of, put_passive
from model.planning.kinds.targets import other_target, put_of_tier, said_layout
from model.planning.kinds.zfs import zfs_target
from model.planning.lines import (
    by_role,
    known_prices_of,
    line_of,
    line_role,
    position,
    put_line,
)
from model.planning.memory import warn_of_modules
from model.planning.metadata import put_inodes
from model.planning.prices.prices import AnyLayer, KnownPrice, steps
from model.planning.racks import HOT, IN_EACH_SERVER
from model.planning.reuse import Apart
from model.planning.servers import put_alike
from model.planning.services import services_of
from model.planning.spares import HOT_AT, put_spares, spares_of
from model.planning.states import healthy_of, states_of
from model.planning.supply import Draft, Supply
from model.planning.workloads import single_files, workloads_of
from model.provenance import Provenance
from model.units.figures import show


def tier_instance(tier: Tier, facts: TierFacts, at: str, supply: Apart) -> Instance:
    """Make the instance of a tier, which stands at that path of the scenario."""
    role = "tiers" if tier.holds == "data" else "metadata"
    draft = Draft(f"site/{role}:{tier.name}", supply)
    by_ceph = {"fill_limit": "stated_fill_limit"} if tier.file_system == "ceph" else {}
    others = dict(by_ceph)
    if facts.unlike_enclosures:
        others["enclosures_per_block"] = "first_enclosures_per_block"
    if facts.targets_stated:
        others["targets_per_block"] = "stated_targets_per_block"
    supply.put_bound(draft, tier, at, **others)
    _put_behind(draft, tier, facts)
    put_ports(draft, tier)
    put_measured(draft, tier, at)
    put_alike(draft, tier)
    put_spares(draft, tier)
    put_of_tier(draft, tier, at)
    _put_further_drives(draft, tier, at)
    children: dict[str, list[Instance]] = {}
    given = draft.path, at, facts
    for section, make in _SECTIONS.items():
        children |= supply.instances(section, given, tier, partial(make, *given))
    children |= put_inodes(draft, tier, facts, at)
    if facts.memory:
        warn_of_modules(draft, tier)
    children |= grown(TIER_YEAR.book(facts), tier.demand, f"{at}.demand", facts.demand, draft)
    return Instance(role, tier.name, TIER.book(facts), draft.inputs, children)


Made = dict[str, list[Instance]]


def _pools(path: str, at: str, facts: TierFacts, supply: Supply, tier: Tier) -> Made:
    make = zfs_target if facts.on_zfs else other_target
    return {"pools": [make(tier, facts, at, path, supply)]}


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
    return by_role(list(_all_lines(tier, facts, at, path, supply)))


_SECTIONS: Mapping[str, Callable[[str, str, TierFacts, Supply, Tier], Made]] = {
    "pools": _pools,
    "work": _work,
    "states": _states,
    "bill": _bill,
}
"""What stands below a tier and is taken over by itself where an edit leaves it as it is."""


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
"""Each kind of piece, what counts it, and in what; its place here is its position in the bill."""


ON_SERVERS = ("servers", "processors", "memory", "network")
"""What is billed once where tiers are on the same servers."""


def _lines(
    tier: Tier, facts: TierFacts, at: str, path: str, supply: Supply, covered: _Covered
) -> list[Instance]:
    lines = []
    group = supply.group_of(at)
    certain = ("cables",) if facts.cabled else ()
    power = None if tier.shares_servers_of else estimated(tier.servers, "power", supply)
    drawn = power[0].covers if power else ()
    for one in _counted(tier, facts):
        name = one.piece
        piece = getattr(tier, name) or (_sas_cables(supply) if name in certain else None)
        if piece is None or (tier.shares_servers_of and name in ON_SERVERS):
            continue
        role = line_role(option=tier.option or piece.option)
        draft = Draft(f"{path}/{role}:{one.line}", supply)
        inside = name in ("processors", "memory", "adapters", "network")
        put_line(
            draft,
            piece,
            f"{at}.{name}",
            tier.servers if inside else None,
            name in ("drives", "further_drives", "cache"),
            (tier.servers, covered.layer) if name in covered.pieces else None,
            drawn_by=tier.servers if name in drawn else None,
        )
        said = f"{one.line}: {supply.title(piece)}" if one.line == HOT else ""
        if isinstance(piece, Cables):
            put_passive(draft, piece)
            said = _said_of(piece)
        supply.line(
            draft.path,
            one.line,
            tier.name,
            piece,
            position=position(group, one.number),
            lot=tier.lot,
            said=said,
            follows="" if one.line == name else f"{path}/{role}:{name}",
            ordered=one.ordered,
        )
        lines.append(line_of(draft, one.line, one.counts, one.per, ordered=one.ordered))
    return lines


class _Counted(NamedTuple):
    """A line of a tier: the piece of it, its number in the bill, what counts it, for each of what.

    `ordered` counts what is ordered together, where other lines are of the same piece.
    """

    line: str
    piece: str
    number: int
    counts: str
    per: str = ""
    ordered: str = ""


def _counted(tier: Tier, facts: TierFacts) -> Iterator[_Counted]:
    """Give the lines that a tier may have."""
    for number, (name, counted, per) in enumerate(_LINES, 1):
        if name == "enclosures" and tier.further_enclosures is not None:
            counted = "first_enclosures"
        if name == "drives" and tier.further_drives is not None:
            counted = "first_drives"
        if name == "drives" and facts.hot_spares is not None:
            yield _Counted(name, name, number, "drives_in_use", ordered=counted)
            yield _Counted(HOT, name, HOT_AT, "hot_spares", ordered=counted)
        else:
            yield _Counted(name, name, number, counted, per)


def _sas_cables(supply: Supply) -> Cables | None:
    """Give the cables that adapters and enclosures certainly have, unless they are there."""
    return None if SAS_CABLES in supply.scenario.existing else Cables.model_validate({})


def _said_of(cables: Cables) -> str:
    """Say where cables go that have no name but this, and how long they are."""
    if cables.name != SAS_CABLES:
        return ""
    length = "? m" if cables.length is None else show(cables.length.value, "metre")
    return f"{SAS_CABLES}, adapters to enclosures, {length}"


class _Covered(NamedTuple):
    """What the price of a tier's servers includes: pieces, and names of what is in each server."""

    layer: AnyLayer = "estimate"
    pieces: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


def _covered(tier: Tier, at: str, supply: Supply) -> _Covered:
    """Say what the price of the server includes, for however many pieces it counts."""
    if tier.shares_servers_of:
        return _Covered()
    counted = [one.counts for one in steps(known_prices_of(supply, tier.servers, f"{at}.servers"))]
    first = counted[0] if counted else None
    if first is None or any(one is None or one.covers != first.covers for one in counted):
        return _Covered()
    if first.layer == "estimate":
        said = _Covered("estimate", tuple(n for n in first.covers if getattr(tier, n, None)))
    else:
        said = _said_by(tier, first, supply)
    priced = [name for name in said.pieces if _has_own(tier, name, at, first.layer, supply)]
    twice = [name for name in priced if not _says_why(getattr(tier, name))]
    if twice:
        have = "has a price of its own" if len(twice) == 1 else "have prices of their own"
        until = "the server has a price, too" if first.layer == "estimate" else "one is left out"
        supply.warn(
            f"{tier.name}: {first.origin} includes {', '.join(said.pieces)}, but "
            f"{' and '.join(twice)} {have}: both count, until {until}, or "
            "'because' says why they stand beside each other"
        )
    return said._replace(pieces=tuple(name for name in said.pieces if name not in priced))


def _said_by(tier: Tier, offered: KnownPrice, supply: Supply) -> _Covered:
    """Find what the words of an offer include of a tier's servers; say those that mean nothing."""
    tiers = [one.built for one in supply.scenario.tiers]
    left = [
        quoted(word)
        for word in offered.covers
        if not any(_named(one, word) or _meant(one, word) for one in tiers if one is not None)
    ]
    if left and not supply.public:
        one = "which isn't a part of the servers and changes nothing"
        many = "which aren't parts of the servers and change nothing"
        what = f"{', '.join(left)}, {one if len(left) == 1 else many}"
        supply.warn(f"{offered.origin} includes {what}")
    names = (name for word in offered.covers for name in _named(tier, word))
    pieces = (_meant(tier, word) for word in offered.covers if not _named(tier, word))
    return _Covered(offered.layer, tuple(filter(None, pieces)), tuple(names))


def _named(tier: Tier, word: str) -> tuple[str, ...]:
    """Give the names of what is in each server of a tier that a word means."""
    return tuple(one.name for one in tier.in_servers if is_called(word, one.name))


def _meant(tier: Tier, word: str) -> str:
    """Name the piece that a word means, if the servers of the tier have it inside."""
    piece = piece_of(word)
    outside = piece in ("drives", "further_drives") and tier.drives.per_server is None
    return "" if not piece or outside or getattr(tier, piece) is None else piece


def _has_own(tier: Tier, name: str, at: str, layer: AnyLayer, supply: Supply) -> bool:
    """Tell whether a piece has a price that counts beside one that includes it.

    Beside an estimate each does that somebody said; beside an offer a quote of its own, or what
    the scenario states for sure.
    """
    piece: Piece = getattr(tier, name)
    if layer == "estimate":
        found = supply.layers.known(piece.part, supply.title(piece), piece.price)
        return any(one.layer in ("stated", "quote", "book") for one in found)
    if piece.price is not None and not piece.price.yields:
        return piece.price.value.amount > 0
    own = [one for one in known_prices_of(supply, piece, f"{at}.{name}") if not one.why_not]
    return any(one.layer == "quote" and (one.net is None or one.net.amount > 0) for one in own)


def _says_why(piece: Piece) -> bool:
    """Tell whether the price of a piece has a reason, as of one beside what a class includes."""
    return piece.price is not None and bool(piece.price.because)


def _all_lines(
    tier: Tier, facts: TierFacts, at: str, path: str, supply: Supply
) -> Iterator[Instance]:
    covered = _covered(tier, at, supply)
    yield from _lines(tier, facts, at, path, supply, covered)
    yield from _inside(tier, at, path, supply, covered)
    yield from cables_of(tier, at, path, supply)
    yield from spares_of(tier, at, path, supply)
    yield from services_of(tier.name, path, supply, option=tier.option)


INSIDE_AT = 51
"""Where positions of what else is in servers begin, in a tier."""


def _inside(
    tier: Tier, at: str, path: str, supply: Supply, covered: _Covered
) -> Iterator[Instance]:
    """Make the lines of what else is bought in each server."""
    for n, piece in enumerate(tier.in_servers):
        name = f"{IN_EACH_SERVER} {n + 1}"
        draft = Draft(f"{path}/{line_role(option=tier.option or piece.option)}:{name}", supply)
        by = (tier.servers, covered.layer) if piece.name in covered.names else None
        put_line(draft, piece, f"{at}.in_servers.{n}", tier.servers, covering=by)
        where = position(supply.group_of(at), INSIDE_AT + n)
        left_out = NO_OTHERS_HERE if is_cord(piece) else ""
        supply.line(
            draft.path,
            IN_EACH_SERVER,
            tier.name,
            piece,
            position=where,
            lot=tier.lot,
            left_out=left_out,
        )
        yield line_of(draft, name, "pieces_per_server", "servers")


def _put_behind(draft: Draft, tier: Tier, facts: TierFacts) -> None:
    """Put whether further enclosures hang behind the controllers of the first ones."""
    first, further = tier.enclosures, tier.further_enclosures
    if first is None or further is None or not facts.chain.arrays:
        return
    alike = (first.part, first.name) == (further.part, further.name)
    if not alike and draft.supply.kind(further) != "array":
        why = "the controllers of the arrays reach them: servers don't"
        draft.put("has_way_of_its_own", 0.0, Provenance("default", why))


def _put_further_drives(draft: Draft, tier: Tier, at: str) -> None:
    """Take over the size of further drives from the layout, where nothing else says it."""
    if tier.further_drives is None:
        return
    size, supply = tier.target.further_drive, draft.supply
    if "further_drive_capacity" not in draft.inputs and size is not None:
        said = said_layout(tier.target, f"{at}.target", supply)
        draft.put("further_drive_capacity", float(size), said)
    supply.warn(f"{tier.name}: 'further_drives' count with the rates of the tier's drives")
