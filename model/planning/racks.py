"""What stands in racks, and whether racks are counted at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from model.books.site_facts import Stand
from model.engine.tree import Instance
from model.planning.supply import Supply
from model.reading.binding import said
from model.records import replace


def has_racks(supply: Supply) -> bool:
    """Whether racks are counted: one is named or described, or they are limited or paid for."""
    asked, site = supply.scenario.requirements, supply.scenario.site
    wanted = asked.racks is not None or asked.rack_power is not None
    paid = supply.scenario.economics.space is not None
    stated = any(given is not None for _, _, given, _ in said(site))
    return supply.rack is not None or wanted or paid or stated


def is_fed(supply: Supply) -> bool:
    """Whether the feeds of racks are stated."""
    return supply.scenario.site.feeds is not None


ON_TOP = ("switch",)
"""The kinds of part that hang from the top of a rack."""
BESIDE = ("cable",)
"""The kinds of part that take no rack units."""
FABRIC = "common:fabric"
"""Where the switches stand that are bought, seen from the site."""
SWITCHES = "switches"
"""What their lines are called, of whatever level."""
OWN = {
    "servers": "server",
    "enclosures": "enclosure",
    "further_enclosures": "further_enclosure",
}
"""How the figures of one piece begin, by the line of what has some."""
CORDS = "cords"
"""What stands above the lines of power cords, which take none either."""
IN_SERVERS = ("processors", "memory", "adapters", "network", "cache")
"""The lines of a tier that sit in its servers."""
IN_EACH_SERVER = "in servers"
"""What lines are called of what else is bought in servers."""
HOT = "hot spares"
"""What the line is called of drives that stand by."""
ON_SHELVES = ("spares",)
"""The lines of a tier that stand in no rack."""
COUNTED = {
    "enclosures": "drives_per_enclosure",
    "further_enclosures": "drives_per_further_enclosure",
}
"""What counts the drives in one piece, where there are two kinds of enclosures."""


def stands_of(
    children: Mapping[str, Sequence[Instance]], supply: Supply, *, fed_switches: bool
) -> tuple[Stand, ...]:
    """Give the lines whose pieces may stand in racks, each with the lines that sit in them."""
    kinds = {line.path: line.kind for line in supply.lines}
    found: list[Stand] = []
    for role in ("tiers", "metadata", "common"):
        for tier in children.get(role, ()):
            found += _stands(f"{role}:{tier.name}", tier, kinds)
    if fed_switches:
        found = [_with_supplies(one) if one.tier == FABRIC else one for one in found]
    return tuple(found)


def _with_supplies(stand: Stand) -> Stand:
    """Let the site say the power supplies of switches; cables between them have none."""
    said = replace(stand, supplies="switch_supplies", of_site=True)
    return said if SWITCHES in stand.path else stand


def _stands(at: str, tier: Instance, kinds: Mapping[str, str]) -> Iterator[Stand]:
    lines = [line.name for line in tier.children.get("lines", ())]
    holders = [name for name in ("servers", "enclosures", "further_enclosures") if name in lines]
    holds: dict[str, list[tuple[str, str]]] = {name: [] for name in holders}
    others = (name for name in lines if name.startswith(IN_EACH_SERVER))
    inside = [name for name in (*IN_SERVERS, *others) if name in lines and "servers" in holders]
    for name in inside:
        holds["servers"].append((f"{at}/lines:{name}", ""))
    boxes = [name for name in holders if name != "servers"] or holders
    if "further_drives" in lines and boxes:
        holds[boxes[0]].append((f"{at}/lines:further_drives", ""))
        inside.append("further_drives")
    if "drives" in lines and boxes:
        for name in boxes:
            counted = COUNTED[name] if len(boxes) > 1 else ""
            holds[name].append((f"{at}/lines:drives", counted))
        inside.append("drives")
    if HOT in lines and boxes:
        if len(boxes) == 1:  # of two kinds each holds its drives with their spares
            holds[boxes[0]].append((f"{at}/lines:{HOT}", ""))
        inside.append(HOT)
    for name in lines:
        path = f"{at}/lines:{name}"
        kind = kinds.get(f"site/{path}", "")
        if name in (*inside, *ON_SHELVES) or kind == "rack":
            continue
        own = OWN.get(name, "")
        depth, supplies = f"{own}_depth", f"{own}_supplies"
        yield Stand(
            path=path,
            tier=at,
            blocks=name in holders and "blocks" in tier.book,
            whole=name == "equipment",
            on_top=kind in ON_TOP,
            beside=name == "cables" or kind in BESIDE or tier.name == CORDS,
            depth=depth * (depth in tier.book),
            supplies=supplies * (supplies in tier.book),
            holds=tuple(holds.get(name, ())),
        )
