"""Switches, cables and transceivers as lines of the bill of materials, from the ports in use."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal

from model.books.site import COMMON, COUNTED_YEAR
from model.books.site_facts import SiteFacts
from model.design.cabling import NETWORK_CABLES, Cable, Cabled, SiteFabric, Switch, Transceivers
from model.design.equipment import Network
from model.design.piece import Piece
from model.design.scenario import Common
from model.design.tier import Tier
from model.engine.tree import Instance
from model.planning.demand import years_of
from model.planning.lines import LineDraft, bill, by_role, counted_again, position
from model.planning.supply import PIECE, Draft, Supply
from model.provenance import Provenance
from model.records import dataclass
from model.units.figures import show

GROUP = "N"
"""Prefix of the positions of switches and the cables between them."""
PATH = "site/common:fabric"
CABLES_AT, TRANSCEIVERS_AT = 21, 31
"""First positions of network cables and of transceivers, in a tier and in a fabric."""
ENDS = Provenance("default", "definition: one at each end of a cable")
BY_PORT = Provenance("default", "definition: counted by the port until 'fabric' names a switch")
ELSEWHERE = Provenance(
    "default", "definition: in none of these racks until 'fabric' names a switch"
)
PASSIVE = Provenance("default", "assumption: included in the figures of the ports they connect")
SWITCH = "switch"
"""The role of switches."""
NO_SWITCHES = "no other switches, or ports of them, are counted"
NO_CABLES = "no network cables are counted but those that 'network' or 'fabric' states"
"""Note of a line in 'common' that replaces the automatic cables of ports."""
SWITCHES = {
    "single": (("switches", "fabric_switches", "single level"),),
    "fat tree": (
        ("leaf switches", "leaf_switches", "leaf of a two-level fat tree"),
        ("spine switches", "spine_switches", "spine of a two-level fat tree"),
    ),
}
"""Switches of each topology: their line, the quantity that counts them, and their level."""


@dataclass(frozen=True, slots=True)
class _Links:
    """A group of cables: its section in the scenario, its count, and its description."""

    at: str
    counted: str
    ends: str
    group: str
    tier: str = ""
    lot: str = ""
    option: bool = False
    port_rate: float | None = None


def _port_rate(network: Network, supply: Supply) -> float | None:
    """Return the bandwidth of the ports of adapters, as entered or by their part."""
    if network.bandwidth is not None:
        return network.bandwidth.value
    figures = supply.catalog.figures(network.part) if network.part else {}
    lanes, signalling = figures.get("lanes"), figures.get("signalling")
    return None if lanes is None or signalling is None else lanes * signalling


def _fastest(supply: Supply) -> float | None:
    """Return the bandwidth of the fastest ports of servers; None if any is unknown."""
    tiers = (tier.built for tier in supply.scenario.tiers)
    rates = [_port_rate(tier.network, supply) for tier in tiers if tier and tier.network]
    known = [rate for rate in rates if rate is not None]
    return max(known) if known and len(known) == len(rates) else None


def cables_of(tier: Tier, at: str, supply: Supply) -> Iterator[LineDraft]:
    """Return the lines of the cables from a tier's servers to switches, and of transceivers.

    Cables that are certainly needed are listed even if not entered, with unknown length and price.
    """
    network = tier.network
    if network is None or tier.shares_servers_of:
        return
    group = supply.group_of(at)
    ends = "server to switch"
    at = f"{at}.network"
    rate = _port_rate(network, supply)
    links = _Links(at, "switch_ports", ends, group, tier.name, tier.lot, tier.option, rate)
    yield from _linked(network, links, supply)


def bought_fabric(supply: Supply) -> SiteFabric | None:
    """Return the switches to purchase: as entered, or single ports of unspecified switches.

    None if servers have no ports, or if switches exist or are listed in 'common'.
    """
    scenario = supply.scenario
    if scenario.fabric is not None or "switches" in scenario.existing:
        return scenario.fabric
    is_needed = _have_ports(supply) and not _is_listed(SWITCH, supply)
    return SiteFabric.model_validate({}) if is_needed else None


def failing_switches(fabric: SiteFabric | None) -> Literal["single", "fat tree"] | None:
    """Return the topology of the switches whose failures are counted, if any.

    None if only ports are known: a switch has many, so they tell nothing of the switches that fail.
    """
    return None if fabric is None or fabric.switch.is_single_port else fabric.topology


def _have_ports(supply: Supply) -> bool:
    return any(tier.built and tier.built.network for tier in supply.scenario.tiers)


def uncounted_beside(supply: Supply) -> tuple[tuple[str, str], ...]:
    """Return the kinds of items that a line in 'common' replaces, with its note."""
    scenario = supply.scenario
    are_open = scenario.fabric is None and "switches" not in scenario.existing
    texts = {
        (SWITCH, NO_SWITCHES): are_open and _have_ports(supply),
        ("cable", NO_CABLES): _lack_cables(supply),
    }
    return tuple(one for one, is_open in texts.items() if is_open)


def beside_listed(piece: Common, uncounted: tuple[tuple[str, str], ...], supply: Supply) -> str:
    """Return a note that a line in 'common' replaces the automatic switches or cables."""
    return "; ".join(text for kind, text in uncounted if _is_called(piece, kind, supply))


def _lack_cables(supply: Supply) -> bool:
    """Whether ports need cables that are neither entered nor declared as existing."""
    scenario = supply.scenario
    if NETWORK_CABLES in scenario.existing:
        return False
    cabled: list[Cabled | None] = [
        tier.built.network
        for tier in scenario.tiers
        if tier.built and not tier.built.shares_servers_of
    ]
    if scenario.fabric is not None and scenario.fabric.topology == "fat tree":
        cabled.append(scenario.fabric)
    return any(one is not None and not one.cables for one in cabled)


def put_switch_ports(draft: Draft, facts: SiteFacts) -> None:
    """Set switches to be counted by the port if they are unspecified."""
    if facts.fabric is not None and draft.supply.scenario.fabric is None:
        draft.put("ports_of_switch", 1.0, BY_PORT)


def fabric_of(facts: SiteFacts, supply: Supply) -> list[Instance]:
    """Create the instance of the switches and the cables between them, if there are any."""
    fabric = bought_fabric(supply)
    if fabric is None:
        return []
    drafts = list(_switches(fabric, supply))
    if fabric.topology == "fat tree":
        rate = _fastest(supply)
        links = _Links("fabric", "switch_links", "leaf to spine switch", GROUP, port_rate=rate)
        drafts += _linked(fabric, links, supply)
    lines = bill(PATH, counted_again(drafts, facts), supply)
    years = years_of(COUNTED_YEAR.book(facts), facts.years)
    children = {**by_role(lines), "years": years}
    return [Instance("common", "fabric", COMMON.book(facts), {}, children)]


def _switches(fabric: SiteFabric, supply: Supply) -> Iterator[LineDraft]:
    switch, first = fabric.switch, ""
    title, rate = supply.title(switch), _fastest(supply)
    for n, (name, counted, level) in enumerate(SWITCHES[fabric.topology], 1):
        text = f"{title}, {level}"
        if switch.is_single_port:
            text = f"{title}, switch not specified"
        elif switch.is_by_port and switch.ports is not None:
            text = f"Switches of {switch.ports.value:g} ports, {level}, model not specified"
        yield LineDraft(
            name,
            SWITCH,
            switch,
            "fabric.switch",
            position(GROUP, n),
            unit="port" if switch.is_single_port else PIECE,
            text=text,
            follows=first,
            counted=counted,
            port_rate=rate,
            put=partial(_put_switch, switch),
        )
        first = first or name


def _put_switch(switch: Switch, draft: Draft) -> None:
    if switch.is_by_port and switch.rack_units is None:
        draft.put("unit_rack_units", 0.0, ELSEWHERE)


def _linked(cabled: Cabled, links: _Links, supply: Supply) -> Iterator[LineDraft]:
    for n, cable in enumerate(cabled.cables or _certain(supply)):
        name, at = f"network cables {n + 1}", f"{links.at}.cables.{n}"
        text = f"{supply.title(cable)}, {links.ends}, {length_text(cable.length)}"
        yield _joining(cable, name, at, CABLES_AT + n, links, text)
    for n, piece in enumerate(cabled.transceivers):
        name, at = f"transceivers {n + 1}", f"{links.at}.transceivers.{n}"
        text = f"{supply.title(piece)}, {links.ends}"
        yield _joining(piece, name, at, TRANSCEIVERS_AT + n, links, text)


def _certain(supply: Supply) -> tuple[Cable, ...]:
    """Return the cables that are needed but not entered, unless 'common' lists them."""
    known = NETWORK_CABLES in supply.scenario.existing or _is_listed("cable", supply)
    return () if known else (Cable.model_validate({}),)


def _is_listed(kind: str, supply: Supply) -> bool:
    """Whether 'common' lists a part of a kind, or an item of this name without a part."""
    return any(_is_called(piece, kind, supply) for piece in supply.scenario.common)


def _is_called(piece: Common, kind: str, supply: Supply) -> bool:
    return supply.kind(piece) == kind or (not piece.part and kind in piece.name.casefold())


def _joining(piece: Piece, name: str, at: str, number: int, links: _Links, text: str) -> LineDraft:
    """Return a line of cables or transceivers."""
    return LineDraft(
        name,
        name.rpartition(" ")[0],
        piece,
        at,
        position(links.group, number),
        links.tier,
        links.option,
        links.lot,
        text=text,
        counted=links.counted,
        linked=True,
        port_rate=None
        if isinstance(piece, Cable) and piece.medium == "optical"
        else links.port_rate,
        put=partial(_put_joining, piece),
    )


def _put_joining(piece: Piece, draft: Draft) -> None:
    if isinstance(piece, Transceivers) and piece.per_link is None:
        draft.put("pieces_per_link", 2.0, ENDS)
    put_passive(draft, piece)


def put_passive(draft: Draft, piece: Piece) -> None:
    """Set power and rack units of cables to zero, unless they are entered."""
    for measure in ("power", "rack_units"):
        if getattr(piece, measure) is None and f"unit_{measure}" not in draft.inputs:
            draft.put(f"unit_{measure}", 0.0, PASSIVE)


def length_text(length: float | None) -> str:
    """Return the length of a cable as text."""
    return "length unknown" if length is None else show(length, "metre")
