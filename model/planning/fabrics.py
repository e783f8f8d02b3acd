"""Switches, cables and transceivers as lines of the bill, from the ports that a design uses."""

from __future__ import annotations

from collections.abc import Iterator

from model.books.facts import SiteFacts
from model.books.site import COMMON, COMMON_YEAR
from model.design.cabling import Cable, Cabled, SiteFabric
from model.design.piece import Piece
from model.design.tier import Tier
from model.engine.tree import Instance
from model.planning.demand import years_of
from model.planning.lines import by_role, line_of, line_role, position, put_line
from model.planning.supply import Draft, Supply
from model.provenance import Provenance
from model.records import dataclass
from model.units.figures import show

GROUP = "N"
"""What positions of the bill begin with, of switches and the cables between them."""
PATH = "site/common:fabric"
CABLES_AT, TRANSCEIVERS_AT = 21, 31
"""Where positions of network cables and of transceivers begin, in a tier and in a fabric."""
ENDS = Provenance("default", "one at each end of a cable")
PASSIVE = Provenance("default", "inside what is said of the ports that they lead to")
SWITCH = "switch"
"""The role of switches."""
SWITCHES = {
    "single": (("switches", "fabric_switches", "single level"),),
    "fat tree": (
        ("leaf switches", "leaf_switches", "leaf of a two-level fat tree"),
        ("spine switches", "spine_switches", "spine of a two-level fat tree"),
    ),
}
"""The switches of each topology: their line, what counts them, and their level."""


@dataclass(frozen=True, slots=True)
class _Links:
    """What cables join: where their lines stand, what counts them, and how people say it."""

    path: str
    at: str
    counted: str
    ends: str
    group: str
    tier: str = ""
    lot: str = ""
    option: bool = False


def cables_of(tier: Tier, at: str, path: str, supply: Supply) -> Iterator[Instance]:
    """Make the lines of the cables from a tier's servers to switches, and of their ends."""
    network = tier.network
    if network is None or tier.shares_servers_of:
        return
    if not (network.cables or network.transceivers or supply.scenario.fabric):
        return
    group = supply.group_of(at)
    ends = "servers to switches"
    at = f"{at}.network"
    links = _Links(path, at, "switch_ports", ends, group, tier.name, tier.lot, tier.option)
    yield from _linked(network, links, supply)


def fabric_of(facts: SiteFacts, supply: Supply) -> list[Instance]:
    """Make the instance of the switches and the cables between them, if they are said."""
    fabric = supply.scenario.fabric
    if fabric is None:
        return []
    lines = list(_switches(fabric, supply))
    if fabric.topology == "fat tree":
        links = _Links(PATH, "fabric", "switch_links", "leaf to spine switches", GROUP)
        lines += _linked(fabric, links, supply)
    years = years_of(COMMON_YEAR.book(facts), facts.years)
    children = {**by_role(lines), "years": years}
    return [Instance("common", "fabric", COMMON.book(facts), {}, children)]


def _switches(fabric: SiteFabric, supply: Supply) -> Iterator[Instance]:
    first = ""
    for n, (name, counted, level) in enumerate(SWITCHES[fabric.topology], 1):
        draft = Draft(f"{PATH}/{line_role(option=fabric.switch.option)}:{name}", supply)
        put_line(draft, fabric.switch, "fabric.switch")
        where, title = position(GROUP, n), supply.title(fabric.switch)
        said = f"{title}, {level}"
        supply.line(draft.path, SWITCH, "", fabric.switch, position=where, said=said, follows=first)
        first = first or draft.path
        yield line_of(draft, name, counted)


def _linked(cabled: Cabled, links: _Links, supply: Supply) -> Iterator[Instance]:
    for n, cable in enumerate(cabled.cables or _certain(supply)):
        draft = _draft(cable, links, f"network cables {n + 1}", supply)
        put_line(draft, cable, f"{links.at}.cables.{n}")
        said = f"{supply.title(cable)}, {links.ends}, {_length(cable)}"
        yield _line(draft, cable, links, position(links.group, CABLES_AT + n), said)
    for n, piece in enumerate(cabled.transceivers):
        draft = _draft(piece, links, f"transceivers {n + 1}", supply)
        put_line(draft, piece, f"{links.at}.transceivers.{n}")
        if piece.per_link is None:
            draft.put("pieces_per_link", 2.0, ENDS)
        said = f"{supply.title(piece)}, {links.ends}"
        yield _line(draft, piece, links, position(links.group, TRANSCEIVERS_AT + n), said)


def _certain(supply: Supply) -> tuple[Cable, ...]:
    """Give the cables that are certain though nobody says them, unless 'common' lists cables."""
    listed = any(supply.kind(piece) == "cable" for piece in supply.scenario.common)
    return () if listed else (Cable.model_validate({}),)


def _draft(piece: Piece, links: _Links, name: str, supply: Supply) -> Draft:
    role = line_role(option=links.option or piece.option)
    return Draft(f"{links.path}/{role}:{name}", supply)


def _line(draft: Draft, piece: Piece, links: _Links, where: str, said: str) -> Instance:
    for measure in ("power", "rack_units"):
        if getattr(piece, measure) is None and f"unit_{measure}" not in draft.inputs:
            draft.put(f"unit_{measure}", 0.0, PASSIVE)
    name = draft.path.rpartition(":")[2]
    role = name.rpartition(" ")[0]
    draft.supply.line(draft.path, role, links.tier, piece, position=where, lot=links.lot, said=said)
    return line_of(draft, name, links.counted, linked=True)


def _length(cable: Cable) -> str:
    return "? m" if cable.length is None else show(cable.length, "metre")
