"""Lengths of network cables, and how far their type reaches: passive copper some metres."""

from __future__ import annotations

from collections.abc import Iterator

from model.design.cabling import Cable, Cabled, SiteFabric
from model.design.tier import Tier
from model.planning.prices.prices import Known
from model.planning.supply import Draft, Supply
from model.provenance import Provenance
from model.records import NamedTuple, replace
from model.units.figures import show

COPPER = ("copper", "dac", "twinax")
"""Words in the name of a cable that say that it is passive copper."""
AS_COPPER = "assumption: passive copper, the type of cable that reaches least"
NOT_COPPER = "not entered: too long for passive copper, and no other type is stated"


class Longest(NamedTuple):
    """The cable that is most likely too long: its length, how far its type reaches, its path."""

    length: float
    reach: Known
    at: str


def tier_cable(tier: Tier, at: str, supply: Supply) -> Longest | None:
    """Return the longest cable of a tier's servers; None if no length or no type is known."""
    network = tier.network
    if network is None or tier.shares_servers_of:
        return None
    return _longest(network, network.part, f"{at}.network", supply)


def fabric_cable(fabric: SiteFabric | None, supply: Supply) -> Longest | None:
    """Return the longest cable between switches; None if no length or no type is known."""
    return None if fabric is None else _longest(fabric, fabric.switch.part, "fabric", supply)


def put_cable(draft: Draft, name: str, cable: Longest | None) -> None:
    """Set length and reach of the longest cable, and warn if its type must still be chosen."""
    if cable is None:
        return
    supply, field = draft.supply, f"{cable.at}.length"
    stated = Provenance("stated", place=supply.place(field), field=field)
    draft.put(f"{name}_length", cable.length, stated)
    draft.put(f"{name}_reach", *cable.reach)
    if cable.reach[1].because == NOT_COPPER:
        supply.warn(
            f"{cable.at}: {show(cable.length, 'metre')} are too long for passive copper: write "
            "'medium: optical' for active optical cables, or list transceivers"
        )


def _longest(cabled: Cabled, ports_of: str | None, at: str, supply: Supply) -> Longest | None:
    found = _measured(cabled, ports_of, at, supply)
    return max(found, key=lambda one: one.length / (one.reach[0] or one.length), default=None)


def _measured(cabled: Cabled, ports_of: str | None, at: str, supply: Supply) -> Iterator[Longest]:
    for n, cable in enumerate(cabled.cables):
        reach = _reach(cable, cabled, ports_of, f"{at}.cables.{n}", supply)
        if cable.length is not None and reach is not None:
            yield Longest(cable.length, reach, f"{at}.cables.{n}")


def _reach(
    cable: Cable, cabled: Cabled, ports_of: str | None, at: str, supply: Supply
) -> Known | None:
    """Return how far a cable reaches; None where that isn't asked: fibre, or an unknown speed."""
    if cable.reach is not None:
        field = f"{at}.reach"
        return cable.reach, Provenance("stated", place=supply.place(field), field=field)
    if cable.part:
        return supply.figure(cable.part, "max_length")
    copper, known = supply.figure(ports_of, "copper_reach")
    if cable.medium == "copper" or any(word in cable.name.casefold() for word in COPPER):
        return copper, known
    if cable.medium == "optical" or cabled.transceivers or copper is None:
        return None
    if cable.length is not None and cable.length > copper:
        return None, Provenance("unknown", because=NOT_COPPER)
    return copper, replace(known, because=AS_COPPER)
