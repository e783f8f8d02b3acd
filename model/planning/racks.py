"""Devices in racks, and whether racks are counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from model.books.site_facts import Stand
from model.engine.tree import Instance
from model.planning.lines import AS_GIVEN, HOT
from model.planning.supply import Supply
from model.reading.binding import bound_values
from model.records import replace

OF_POWER = ("power", "other_power")
"""Figures of the room that say nothing of racks."""


def has_racks(supply: Supply) -> bool:
    """Whether racks are counted: one is named or described, or they are limited or paid for."""
    requirements, site = supply.scenario.requirements, supply.scenario.site
    limits = (requirements.racks, requirements.rack_power)
    targets = (requirements.racks_target, requirements.rack_power_target)
    wanted = any(one is not None for one in (*limits, *targets))
    paid = supply.scenario.economics.space is not None
    values = bound_values(site)
    stated = any(given is not None and field not in OF_POWER for field, _, given, _ in values)
    return supply.rack is not None or wanted or paid or stated


def is_fed(supply: Supply) -> bool:
    """Whether the power feeds of racks are known."""
    return supply.scenario.site.feeds is not None


ON_TOP = ("switch",)
"""Kinds of part that are mounted from the top of a rack."""
BESIDE = ("cable",)
"""Kinds of part that need no rack units."""
FABRIC = "common:fabric"
"""Path of the purchased switches, relative to the site."""
SWITCHES = "switches"
"""Name of the lines of switches, of any level."""
OWN = {
    "servers": "server",
    "enclosures": "enclosure",
    "further_enclosures": "further_enclosure",
}
"""Prefixes of the figures of one piece, by the line."""
CORDS = "cords"
"""Parent of the lines of power cords, which need no rack units either."""
IN_SERVERS = ("processors", "memory", "adapters", "network", "cache")
"""Lines of a tier that are inside its servers."""
IN_EACH_SERVER = "in servers"
"""Names of the lines of further items in servers."""
DRIVES_BESIDE = "drives beside"
"""Names of the lines of drives of vdevs of a size of their own."""
ON_SHELVES = ("spares",)
"""Lines of a tier that are outside of racks."""
COUNTED = {
    "enclosures": "drives_per_enclosure",
    "further_enclosures": "drives_per_further_enclosure",
}
"""Quantities that count the drives per enclosure, if there are two kinds of enclosures."""


def stands_of(
    children: Mapping[str, Sequence[Instance]], supply: Supply, *, fed_switches: bool
) -> tuple[Stand, ...]:
    """Return the lines whose pieces may be in racks, each with the lines inside them."""
    kinds = {line.path: line.kind for line in supply.lines}
    stands: list[Stand] = []
    for role in ("tiers", "metadata", "common"):
        for tier in children.get(role, ()):
            stands += _stands(f"{role}:{tier.name}", tier, kinds)
    if fed_switches:
        stands = [_with_supplies(one) if one.tier == FABRIC else one for one in stands]
    return tuple(stands)


def later_stands(
    stands: Sequence[Stand], children: Mapping[str, Sequence[Instance]]
) -> tuple[Stand, ...]:
    """Return the lines that may be in racks in a year, each with what multiplies its pieces."""
    tiers = {
        f"{role}:{tier.name}": tier
        for role in ("tiers", "metadata", "common")
        for tier in children.get(role, ())
    }
    return tuple(replace(stand, growth=_growth(stand, tiers[stand.tier])) for stand in stands)


def _growth(stand: Stand, tier: Instance) -> tuple[tuple[str, str], ...]:
    """Return the figures whose quotient multiplies the pieces of a line in a year, if any do."""
    if any("blocks_owned" in year.book for year in tier.children.get("years", ())):
        return (f"{stand.tier}/@", "blocks_owned"), (stand.tier, "blocks")
    for line in tier.children.get("lines", ()):
        if stand.path == f"{stand.tier}/lines:{line.name}" and "years" in line.children:
            return (f"{stand.path}/@", "pieces_owned"), (stand.path, "line_count")
    return ()


def _with_supplies(stand: Stand) -> Stand:
    """Set the power supplies of switches at the site; cables between them have none."""
    with_supplies = replace(stand, supplies="switch_supplies", of_site=True)
    return with_supplies if SWITCHES in stand.path else stand


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
    for name in (one for one in lines if one.startswith(DRIVES_BESIDE) and boxes):
        holds[boxes[0]].append((f"{at}/lines:{name}", ""))
        inside.append(name)
    if HOT in lines and boxes:
        if len(boxes) == 1:  # with two kinds, each contains its drives and their spares
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
            whole=name == AS_GIVEN,
            on_top=kind in ON_TOP,
            beside=name == "cables" or kind in BESIDE or tier.name == CORDS,
            depth=depth * (depth in tier.book),
            supplies=supplies * (supplies in tier.book),
            holds=tuple(holds.get(name, ())),
        )
