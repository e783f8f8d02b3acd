"""Power cords as lines of the bill of materials: one for each power supply, by plug type."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Literal

from model.books.site import COMMON, COUNTED_YEAR
from model.books.site_facts import CordFacts, SiteFacts
from model.design.cabling import CORDS, POWER_CORDS, Cord, SiteFabric
from model.design.piece import Piece
from model.design.scenario import Common
from model.design.tier import Tier
from model.engine.tree import Instance
from model.parts.codes import code
from model.planning.demand import years_of
from model.planning.fabrics import SWITCH, bought_fabric, length_text, put_passive
from model.planning.lines import LineDraft, bill, by_role, counted_again, position
from model.planning.racks import CORDS as ALL
from model.planning.supply import Supply
from model.records import NamedTuple

GROUP = "P"
"""Prefix of the positions of power cords."""
PATH = f"site/common:{ALL}"
FIELDS = {code("psu_inlet", "C14"): "c13", code("psu_inlet", "C20"): "c19"}
"""Field of the scenario for the cords of an inlet, by the inlet's code."""
SAID = {"c13": CORDS["c13"], "c19": CORDS["c19"], "other": f"{POWER_CORDS}, plug unknown"}
COUNTED = {
    False: {"c13": "c13_cords", "c19": "c19_cords", "other": "other_cords"},
    True: {
        "c13": "optional_c13_cords",
        "c19": "optional_c19_cords",
        "other": "optional_other_cords",
    },
}
"""Quantities that count the cords, of the purchase and of options."""

NO_OTHERS = "no other power cords are counted"
"""Note of a line of cords in 'common', which replaces the automatic ones."""
NO_OTHERS_HERE = "no other power cords of these servers are counted"
"""Note of cords among 'in_servers'."""
REMEDY = "list them in 'common', or write 'existing: [power cords]' where they come with it"


class _Fed(NamedTuple):
    """Devices with power supplies: the plug type of their cords, and their owner."""

    plug: str
    option: bool
    box: str
    tier: str = ""


def fed_switches(fabric: SiteFabric | None, *, fed: bool) -> Literal["single", "fat tree"] | None:
    """Return the topology of the switches that are in racks with feeds, if any."""
    return fabric.topology if fed and fabric is not None and not fabric.switch.is_by_port else None


def _need_no_line(supply: Supply) -> bool:
    """Whether no line is added: feeds are unknown, or cords exist or are listed in 'common'."""
    scenario = supply.scenario
    is_there = scenario.site.feeds is None or POWER_CORDS in scenario.existing
    return is_there or any(is_cord(piece) for piece in scenario.common)


def cord_facts(supply: Supply, fabric: SiteFabric | None) -> tuple[CordFacts, ...]:
    """Return the power cords to purchase: if feeds are known, and the cords don't exist."""
    scenario = supply.scenario
    if _need_no_line(supply):
        return ()
    fed = [one for tier in scenario.tiers if tier.built for one in _of_tier(tier.built, supply)]
    if fabric is not None and fed_switches(fabric, fed=True):
        plug = _plug(fabric.switch, supply)
        fed.append(_Fed(plug, fabric.switch.option, "switches"))
    return tuple(_facts_of(fed))


def _left_out(supply: Supply) -> str:
    """Return the devices without cords, as the number of their power supplies is unknown."""
    scenario, fabric = supply.scenario, bought_fabric(supply)
    names = [
        f"{tier.name}, which is entered as a whole"
        for tier in scenario.tiers
        if tier.is_bought_whole
    ]
    if fabric is not None and fabric.switch.is_by_port:
        names.append("switches, which are counted by the port")
    names += [supply.title(one) for one in scenario.common if _is_fed(one, supply)]
    return "; ".join(names)


def _is_fed(one: Common, supply: Supply) -> bool:
    """Whether it has power supplies: a device of the catalog, or an item named a switch."""
    if one.power is not None and not one.power.value:
        return False
    part = supply.catalog.part(one.part) if one.part else None
    return SWITCH in one.name.casefold() if part is None else hasattr(part, "psu_count")


def _facts_of(fed: Sequence[_Fed]) -> Iterator[CordFacts]:
    for option in (False, True):
        for plug in CORDS:
            here = [one for one in fed if (one.plug, one.option) == (plug, option)]
            of = {
                box: tuple(one.tier for one in here if one.box == box)
                for box in ("servers", "enclosures", "further_enclosures")
            }
            if here:
                switches = any(one.box == "switches" for one in here)
                yield CordFacts(plug, option, **of, switches=switches)


def _of_tier(tier: Tier, supply: Supply) -> Iterator[_Fed]:
    """Return the devices of a tier with power supplies, without servers of another tier."""
    servers_have_theirs = any(is_cord(piece) for piece in tier.in_servers)
    for box in ("servers", "enclosures", "further_enclosures"):
        piece = getattr(tier, box)
        shared = box == "servers" and (tier.shares_servers_of or servers_have_theirs)
        if piece is not None and not shared:
            yield _Fed(_plug(piece, supply), tier.option or piece.option, box, tier.name)


def is_cord(piece: Piece) -> bool:
    """Whether an item is named a cord."""
    words = piece.name.casefold().split()
    return any(word.strip(",:;()") in ("cord", "cords") for word in words)


def _plug(piece: Any, supply: Supply) -> str:
    """Return the field of the cords of a piece, by its inlet."""
    inlet = piece.inlet.value if piece.inlet else supply.figure(piece.part, "psu_inlet")[0]
    return FIELDS.get(inlet, "other")


def cords_of(facts: SiteFacts, supply: Supply) -> list[Instance]:
    """Create the instance of the power cords, with a line per plug type, if any are needed."""
    if _need_no_line(supply):
        return []
    left_out = _left_out(supply)
    if not facts.cords:
        if left_out:
            supply.warn(f"no power cords are counted of {left_out}: {REMEDY}")
        return []
    drafts, first = list[LineDraft](), dict[str, str]()
    for one in facts.cords:
        field, cord = _cord_for(one.plug, supply)
        name = f"{one.plug}, of options" if one.option else one.plug
        title = SAID[one.plug] if cord.name == CORDS[one.plug] else supply.title(cord)
        number = list(CORDS).index(one.plug) + 1 + len(CORDS) * one.option
        drafts.append(
            LineDraft(
                name,
                ALL,
                cord,
                f"cords.{field}",
                position(GROUP, number),
                option=one.option,
                lot=_lot(one, supply),
                text=f"{title}, {length_text(cord.length)}",
                follows=first.get(field, ""),
                left_out=f"without those of {left_out}" if left_out and not drafts else "",
                counted=COUNTED[one.option][one.plug],
                passive=True,
                put=partial(put_passive, piece=cord),
            )
        )
        first.setdefault(field, name)
    lines = bill(PATH, counted_again(drafts, facts), supply)
    years = years_of(COUNTED_YEAR.book(facts), facts.years)
    return [Instance("common", ALL, COMMON.book(facts), {}, {**by_role(lines), "years": years})]


def _cord_for(plug: str, supply: Supply) -> tuple[str, Cord]:
    """Return the cords of a plug type and their field: its own, or that for all other types."""
    cords = supply.scenario.cords
    for field in (plug, "other"):
        cord: Cord | None = getattr(cords, field, None)
        if cord is not None:
            is_named = cord.name != CORDS[field]
            return field, cord if is_named else cord.model_copy(update={"name": CORDS[plug]})
    return plug, Cord(name=CORDS[plug])


def _lot(one: CordFacts, supply: Supply) -> str:
    """Return the common lot of all supplied devices, if there is one."""
    fed = {*one.servers, *one.enclosures, *one.further_enclosures}
    lots = {tier.lot for tier in supply.scenario.tiers if tier.name in fed}
    return lots.pop() if len(lots) == 1 and not one.switches else ""
