"""Power cords as lines of the bill: one to each power supply, by the plug that its inlet takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

from model.books.site import COMMON, COMMON_YEAR
from model.books.site_facts import CordFacts, SiteFacts
from model.design.cabling import CORDS, POWER_CORDS, Cord, SiteFabric
from model.design.piece import Piece
from model.design.scenario import Common
from model.design.tier import Tier
from model.engine.tree import Instance
from model.parts.codes import code
from model.planning.demand import years_of
from model.planning.fabrics import SWITCH, bought_fabric, put_passive
from model.planning.lines import LineDraft, bill, by_role, position
from model.planning.racks import CORDS as ALL
from model.planning.supply import Supply
from model.units.figures import show

GROUP = "P"
"""What positions of the bill begin with, of power cords."""
PATH = f"site/common:{ALL}"
FIELDS = {code("psu_inlet", "C14"): "c13", code("psu_inlet", "C20"): "c19"}
"""The field that says the cords into an inlet, by the inlet's code."""
SAID = {"c13": CORDS["c13"], "c19": CORDS["c19"], "other": f"{POWER_CORDS}, plug unknown"}
COUNTED = {
    False: {"c13": "c13_cords", "c19": "c19_cords", "other": "other_cords"},
    True: {
        "c13": "optional_c13_cords",
        "c19": "optional_c19_cords",
        "other": "optional_other_cords",
    },
}
"""What counts them, of what is bought and of what is offered as an option."""

NO_OTHERS = "no other power cords are counted"
"""What a line of cords in 'common' says of those that each power supply takes."""
NO_OTHERS_HERE = "no other power cords of these servers are counted"
"""What cords among 'in_servers' say."""
REMEDY = "list them in 'common', or write 'existing: [power cords]' where they come with it"


class _Fed(NamedTuple):
    """Boxes with power supplies: the plug of their cords, and whose they are."""

    plug: str
    option: bool
    box: str
    tier: str = ""


def fed_switches(fabric: SiteFabric | None, *, fed: bool) -> Literal["single", "fat tree"] | None:
    """Say how the switches are joined that stand in racks with feeds, if any do."""
    return fabric.topology if fed and fabric is not None and not fabric.switch.is_by_port else None


def _are_said(supply: Supply) -> bool:
    """Tell whether no line is made: nobody says the feeds, or cords are there, or in 'common'."""
    scenario = supply.scenario
    is_there = scenario.site.feeds is None or POWER_CORDS in scenario.existing
    return is_there or any(is_cord(piece) for piece in scenario.common)


def cord_facts(supply: Supply, fabric: SiteFabric | None) -> tuple[CordFacts, ...]:
    """Say which power cords are bought: where feeds are stated, and nobody says they are there."""
    scenario = supply.scenario
    if _are_said(supply):
        return ()
    fed = [one for tier in scenario.tiers if tier.built for one in _of_tier(tier.built, supply)]
    if fabric is not None and fed_switches(fabric, fed=True):
        plug = _plug(fabric.switch, supply)
        fed.append(_Fed(plug, fabric.switch.option, "switches"))
    return tuple(_facts_of(fed))


def _left_out(supply: Supply) -> str:
    """Name what is fed, too, and has no cords: nobody says how many power supplies it has."""
    scenario, fabric = supply.scenario, bought_fabric(supply)
    found = [
        f"{tier.name}, which is given as a whole" for tier in scenario.tiers if tier.is_bought_whole
    ]
    if fabric is not None and fabric.switch.is_by_port:
        found.append("switches, which are counted by the port")
    found += [supply.title(one) for one in scenario.common if _is_fed(one, supply)]
    return "; ".join(found)


def _is_fed(one: Common, supply: Supply) -> bool:
    """Tell whether it has power supplies: a box of the catalog, or what is called a switch."""
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
    """Give the boxes of a tier that are fed; servers that another says are its own."""
    servers_have_theirs = any(is_cord(piece) for piece in tier.in_servers)
    for box in ("servers", "enclosures", "further_enclosures"):
        piece = getattr(tier, box)
        shared = box == "servers" and (tier.shares_servers_of or servers_have_theirs)
        if piece is not None and not shared:
            yield _Fed(_plug(piece, supply), tier.option or piece.option, box, tier.name)


def is_cord(piece: Piece) -> bool:
    """Tell whether something is called a cord."""
    words = piece.name.casefold().split()
    return any(word.strip(",:;()") in ("cord", "cords") for word in words)


def _plug(piece: Any, supply: Supply) -> str:
    """Name the field that says the cords of a piece, by its inlet."""
    inlet = piece.inlet.value if piece.inlet else supply.figure(piece.part, "psu_inlet")[0]
    return FIELDS.get(inlet, "other")


def cords_of(facts: SiteFacts, supply: Supply) -> list[Instance]:
    """Make the instance of the power cords, if any are bought: a line for each plug."""
    if _are_said(supply):
        return []
    left_out = _left_out(supply)
    if not facts.cords:
        if left_out:
            supply.warn(f"no power cords are counted of {left_out}: {REMEDY}")
        return []
    drafts, first = list[LineDraft](), dict[str, str]()
    for one in facts.cords:
        field, cord = _said(one.plug, supply)
        name = f"{one.plug}, of options" if one.option else one.plug
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
                text=f"{_called(cord, one.plug, supply)}, {_length(cord)}",
                follows=first.get(field, ""),
                left_out=f"without those of {left_out}" if left_out and not drafts else "",
                counted=COUNTED[one.option][one.plug],
                passive=True,
                put=partial(put_passive, piece=cord),
            )
        )
        first.setdefault(field, name)
    lines = bill(PATH, drafts, supply)
    years = years_of(COMMON_YEAR.book(facts), facts.years)
    return [Instance("common", ALL, COMMON.book(facts), {}, {**by_role(lines), "years": years})]


def _said(plug: str, supply: Supply) -> tuple[str, Cord]:
    """Give cords of a plug, and the field that says them: that of any plug, where none is its."""
    cords = supply.scenario.cords
    for field in (plug, "other"):
        said: Cord | None = getattr(cords, field, None)
        if said is not None:
            is_named = said.name != CORDS[field]
            return field, said if is_named else said.model_copy(update={"name": CORDS[plug]})
    return plug, Cord(name=CORDS[plug])


def _called(cord: Piece, plug: str, supply: Supply) -> str:
    return SAID[plug] if cord.name == CORDS[plug] else supply.title(cord)


def _lot(one: CordFacts, supply: Supply) -> str:
    """Give the lot of all that they feed, where that is one."""
    fed = {*one.servers, *one.enclosures, *one.further_enclosures}
    lots = {tier.lot for tier in supply.scenario.tiers if tier.name in fed}
    return lots.pop() if len(lots) == 1 and not one.switches else ""


def _length(cord: Cord) -> str:
    return "? m" if cord.length is None else show(cord.length, "metre")
