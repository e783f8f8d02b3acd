"""Steps by which an installed tier can grow, before they are planned: changes of the scenario.

Finds free bays, blocks that can be added, and larger drives, and words the notes on each step.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Literal

from model.answers.newer_blocks import of_templates, with_alternatives
from model.answers.owned_pieces import pieces_of
from model.answers.remedies import targets_following
from model.answers.results import Results
from model.design.equipment import PIECES
from model.design.given import AnyTier
from model.design.scenario import with_new_parts
from model.design.tier import Tier
from model.design.tier_edits import copied, removed
from model.errors import InputError
from model.kinds.growable_layouts import (
    of_drives,
    raidz_vdevs_of,
    vdevs_of,
    widened,
    with_more_vdevs,
)
from model.records import NamedTuple, dataclass
from model.units.brief import several
from model.units.figures import show

StepName = Literal[
    "fill_bays",
    "add_vdevs",
    "widen_raidz",
    "add_enclosure",
    "add_block",
    "replace_drives",
    "retire_block",
    "replace_tier",
]
"""The kinds of steps."""
MOST_MORE_DRIVES = 2
"""Drives by which RAIDZ vdevs are widened one by one, before the most that fits."""
REWRITE = (
    "existing files keep their old parity ratio until they are rewritten; 'zfs list' always counts "
    "by the old ratio"
)
ONE_BY_ONE = "drives are attached one at a time to each vdev, which stays redundant meanwhile"
EMPTY_VDEVS = "new vdevs are empty: most new records go there until all vdevs are equally full"
UNLIKE_VDEVS = "vdevs of different sizes fill by free space, so records aren't spread evenly"
WHOLE_VDEVS = "a vdev grows only after all its drives are replaced, one resilver at a time"
SPREAD_ANEW = "data are rebalanced over all drives, which reduces the bandwidth for clients"
DATA_FIRST = "existing files must be migrated first"
WHOLE_MAINTENANCE = "maintenance still counts for the whole tier: enter the remaining amount"
BAYS_UNKNOWN = "the number of free bays is unknown: state the bays of the {}"
NO_BOOK_VALUE = "the book value of the replaced drives is unknown"
NEWER_PARTS = "its other parts are those of the old blocks: check that they go together"
AS_IN_TEMPLATE = "layout, parts and their assumed figures are those of the template: check them"
ONLY_TIER = "it is the only {} tier: add another one first"
OWN_CODE = (
    "the new servers store data of their own: no stripe spans old and new servers, so they need as "
    "many as the code has strips, and one to rebuild on"
)
DRAINED = "'{}' drains into it: change that first"
AS_A_WHOLE = "its parts are unknown: one of the same figures is added as a whole"


class Try(NamedTuple):
    """A step before it is planned; `fresh` are its changes if the pool were created again."""

    step: StepName
    title: str
    changes: dict[str, Any]
    notes: tuple[str, ...] = ()
    fresh: dict[str, Any] | None = None
    why_not: str = ""


def tries_of(results: Results, tier: AnyTier, n: int) -> Iterator[Try]:
    """Return the steps that may be tried of a tier, the n-th of the scenario."""
    built = tier.built
    return _tries_whole(results, tier, n) if built is None else _tries_built(results, built, n)


@dataclass(frozen=True, slots=True)
class Home:
    """Where the drives of a block are: boxes of so many bays, some of them free."""

    field: str
    word: str
    boxes: int
    filled: int
    bays: int | None
    free: int | None

    def with_more(self, drives: int) -> dict[str, Any] | str:
        """Return the changes for more drives in a block, or why they have no bay."""
        if not drives:
            return {}
        more = math.ceil(drives / self.boxes)
        if self.free is not None and more > self.free:
            return f"it needs {several(drives, 'free bay')} in a block; {self._free_in_all} free"
        return {self.field: self.filled + more}

    @property
    def notes(self) -> tuple[str, ...]:
        """What is unknown of its bays."""
        return () if self.free is not None else (BAYS_UNKNOWN.format(self.word),)

    @property
    def _free_in_all(self) -> str:
        free = (self.free or 0) * self.boxes
        return f"{free} {'is' if free == 1 else 'are'}"


def home_of(results: Results, tier: Tier, at: str, path: str) -> Home | None:
    """Return where the drives are; None where enclosures of a block differ."""
    drives = tier.drives
    if drives.per_server is not None:
        filled, word, boxes = drives.per_server.value, "server", tier.servers.per_block.value
        taken = results.values.get((path, "bays_taken")) or float(filled)
    elif tier.enclosures is not None and drives.per_enclosure and not tier.further_enclosures:
        filled, word = drives.per_enclosure.value, "enclosure"
        boxes, taken = tier.enclosures.per_block.value, float(filled)
    else:
        return None
    bays = results.values.get((path, f"{word}_bays"))
    free = None if bays is None else max(0, int(bays - taken))
    return Home(
        f"{at}.drives.per_{word}", word, boxes, filled, None if bays is None else int(bays), free
    )


def _tries_built(results: Results, tier: Tier, n: int) -> Iterator[Try]:
    at, path = f"tiers.{n}", dict(results.tiers())[tier.name]
    home = home_of(results, tier, at, path)
    targets = int(results.values.get((path, "targets_per_block")) or 0)
    if home is not None:
        yield from _filled_bays(results, tier, at, path, home)
        if targets and not tier.target.spread:
            yield from _more_vdevs(tier, at, home, targets)
            yield from _wider(tier, at, home, targets)
    if tier.enclosures is not None and not tier.further_enclosures:
        here = tier.enclosures.per_block.value
        following = targets_following(tier, at, (here + 1) / here)
        title = "add one enclosure with its drives to each block"
        yield Try("add_enclosure", title, {f"{at}.enclosures.per_block": here + 1, **following})
    yield from _further_blocks(results, tier, n)
    for part, title in larger_drives(results, tier):
        yield _replaced_drives(results, tier, at, path, part, title)
    if tier.blocks.value > 1:
        fewer = tier.blocks.value - 1
        paid = tier.installed is not None and tier.installed.maintenance is not None
        notes = _moved_first(tier) + (WHOLE_MAINTENANCE,) * paid
        yield Try("retire_block", "retire one block", {f"{at}.blocks": fewer}, notes)
    if tier.is_owned:
        changes = {f"{at}.owned": False, f"{at}.installed": None, **_none_owned(tier, at)}
        yield Try(
            "replace_tier",
            "replace the tier with new parts of the same models",
            changes,
            (DATA_FIRST,),
        )


def _tries_whole(results: Results, tier: AnyTier, n: int) -> Iterator[Try]:
    """Return the steps of a tier that is entered as a whole: another one, a new one, or none."""
    scenario = results.plan.scenario
    added = copied(scenario.data, n)
    for name in ("owned", "demand", "drains_into"):
        added["tiers"][n + 1].pop(name, None)
    demand = added.get("demand", scenario.data.get("demand"))
    if isinstance(demand, dict) and tier.holds == "data":
        added["demand"] = {**demand, "tier": demand.get("tier") or scenario.grows_for_site or None}
        if added["demand"]["tier"] is None:
            del added["demand"]
    yield Try("add_block", "add another tier with the same figures", added, (AS_A_WHOLE,))
    title = "replace it with a new tier with the same figures"
    yield Try("replace_tier", title, {f"tiers.{n}.owned": False}, (DATA_FIRST,))
    why = ""
    drained = [one.name for one in scenario.tiers if one.drains_into == tier.name]
    if sum(one.holds == tier.holds for one in scenario.tiers) == 1:
        why = ONLY_TIER.format(tier.holds)
    elif drained:
        why = DRAINED.format(drained[0])
    changes = {} if why else removed(scenario.data, n)
    yield Try("retire_block", "retire the tier", changes, (DATA_FIRST,), why_not=why)


def _filled_bays(results: Results, tier: Tier, at: str, path: str, home: Home) -> Iterator[Try]:
    """Fill all free bays, where further targets fit."""
    if not home.free:
        return
    changes = {
        home.field: home.filled + home.free,
        **targets_following(tier, at, (home.filled + home.free) / home.filled),
    }
    try:
        after = results.edited(changes, in_order=False)
    except InputError:
        return
    before, then = results.values.get((path, "targets")), after.values.get((path, "targets"))
    if tier.target.spread or (before and then and then > before):
        title = f"fill all {home.filled + home.free} bays of each {home.word}"
        yield Try("fill_bays", title, changes)


def _more_vdevs(tier: Tier, at: str, home: Home, targets: int) -> Iterator[Try]:
    """Add vdevs to each pool: one, and as many as have bays."""
    layout = tier.target.layout
    vdevs, width = vdevs_of(layout)
    if not vdevs or not width:
        return
    most = (home.free or 0) * home.boxes // (width * targets)
    created = tier.target.layout_at_creation
    for more in sorted({1, max(1, most)}):
        yield more_vdevs(tier, at, home, targets, more, grew=created is not None)


def more_vdevs(tier: Tier, at: str, home: Home, targets: int, more: int, *, grew: bool) -> Try:
    """Return the step that adds so many vdevs to each pool."""
    _, width = vdevs_of(tier.target.layout)
    layout = with_more_vdevs(tier.target.layout, more, at_end=grew) or tier.target.layout
    title = f"add {several(more, 'vdev')} to each pool: {layout}"
    bays = home.with_more(more * width * targets)
    if isinstance(bays, str):
        return Try("add_vdevs", title, {}, why_not=bays)
    changed = {f"{at}.target.layout": layout} if more else {}
    notes = ((EMPTY_VDEVS,) if tier.is_owned else ()) + ((UNLIKE_VDEVS,) if grew else ())
    return Try("add_vdevs", title, {**changed, **bays}, (*notes, *home.notes))


def _wider(tier: Tier, at: str, home: Home, targets: int) -> Iterator[Try]:
    """Widen RAIDZ by a drive, by two, and by as many as have bays."""
    vdevs = raidz_vdevs_of(tier.target.layout) * targets
    if not vdevs:
        return
    most = (home.free or 0) * home.boxes // vdevs
    for by in sorted({*range(1, min(most, MOST_MORE_DRIVES) + 1), max(1, most)}):
        yield wider(tier, at, home, targets, by)


def wider(tier: Tier, at: str, home: Home, targets: int, by: int) -> Try:
    """Return the step that widens the RAIDZ vdevs of each pool by so many drives."""
    layout = widened(tier.target.layout, by) or tier.target.layout
    title = f"add {several(by, 'drive')} to each RAIDZ vdev: {layout}"
    bays = home.with_more(by * raidz_vdevs_of(tier.target.layout) * targets)
    if isinstance(bays, str):
        return Try("widen_raidz", title, {}, why_not=bays)
    if not by:
        return Try("widen_raidz", title, {})
    fresh = {f"{at}.target.layout": layout, **bays}
    created = tier.target.layout_at_creation
    if not tier.is_owned and created is None:
        return Try(
            "widen_raidz", title, fresh, home.notes
        )  # a pool that isn't there yet is made so
    changes = {**fresh, f"{at}.target.created": created or tier.target.layout}
    return Try(
        "widen_raidz",
        title,
        changes,
        (ONE_BY_ONE, REWRITE, *home.notes),
        {**fresh, f"{at}.target.created": None},
    )


def _further_blocks(results: Results, tier: Tier, n: int) -> Iterator[Try]:
    """Add a block beside those there, of the same parts, or with larger drives."""
    if tier.shares_servers_of:
        why = f"its servers are those of {tier.shares_servers_of}: add a block there"
        yield Try("add_block", "add one block, as another tier", {}, why_not=why)
        return
    if tier.target.spread or not tier.is_owned:
        more = {f"tiers.{n}.blocks": tier.blocks.value + 1}
        notes = (SPREAD_ANEW,) if tier.is_owned else ()
        yield Try("add_block", "add one block of the same parts", more, notes)
    else:
        yield Try(
            "add_block", "add one block of the same parts, as another tier", _beside(results, n)
        )
    if tier.target.spread:
        yield from _separate_blocks(results, tier, n)
        return
    for part, title in larger_drives(results, tier):
        if part:
            changes = _beside(results, n, part)
            yield Try("add_block", f"add one block with {title}, as another tier", changes)
    if tier.is_owned:
        yield from _newer_blocks(results, tier, n)


def _separate_blocks(results: Results, tier: Tier, n: int) -> Iterator[Try]:
    """Add as many blocks of other parts as hold a code of their own, beside data on all servers.

    That is one failure domain for each strip, and one to rebuild on.
    """
    if not tier.is_owned or tier.target.strips_away is None:
        return
    domains = tier.target.strips_away[0] + 1
    servers = 1 if tier.target.failure_domain_name == "block" else tier.servers.per_block.value
    count = math.ceil(domains / servers)
    tries = [
        (title, _beside(results, n, part), OWN_CODE)
        for part, title in larger_drives(results, tier)
        if part
    ]
    changes = _beside(results, n)
    block, keys = with_alternatives(tier, changes["tiers"][n + 1])
    if keys:
        changes["tiers"][n + 1] = block
        tries.append((" and ".join(map(results.plan.catalog.names, keys)), changes, NEWER_PARTS))
    for title, found, note in tries:
        found["tiers"][n + 1]["blocks"] = count
        name = f"add {several(count, 'block')} with {title}, as another tier"
        yield Try("add_block", name, found, tuple(dict.fromkeys((OWN_CODE, note))))


def _newer_blocks(results: Results, tier: Tier, n: int) -> Iterator[Try]:
    """Add a block of newer servers beside those there: alternatives, or those of a template."""
    changes = _beside(results, n)
    block, keys = with_alternatives(tier, changes["tiers"][n + 1])
    if keys:
        changes["tiers"][n + 1] = block
        names = " and ".join(map(results.plan.catalog.names, keys))
        title = f"add one block with {names}, as another tier"
        yield Try("add_block", title, changes, (NEWER_PARTS,))
    for title, added in of_templates(results, tier, n):
        yield Try("add_block", title, _with_demand(results, added), (AS_IN_TEMPLATE,))


def _beside(results: Results, n: int, part: str = "") -> dict[str, Any]:
    """Return the changes that add a bought tier of one block after an owned one."""
    scenario = results.plan.scenario
    found = copied(scenario.data, n)
    new = found["tiers"][n + 1]
    for name in ("owned", "installed", "demand"):
        new.pop(name, None)
    for piece in (new[name] for name in (*PIECES, "spares") if isinstance(new.get(name), dict)):
        piece.pop("owned", None)
    new["blocks"] = 1
    target = new["target"]
    if isinstance(target, dict):
        target.pop("created", None)
    if part:
        drives = new["drives"]
        kept = {"per_enclosure", "per_server"}
        new["drives"] = {"part": part, **{k: v for k, v in drives.items() if k in kept}}
    return _with_demand(results, found)


def _with_demand(results: Results, found: dict[str, Any]) -> dict[str, Any]:
    """Keep the demand of the site with the tier that grows, where a tier is added."""
    scenario = results.plan.scenario
    demand = found.get("demand", scenario.data.get("demand"))
    if isinstance(demand, dict) and scenario.grows_for_site:
        found["demand"] = {**demand, "tier": scenario.grows_for_site}
    return found


def larger_drives(results: Results, tier: Tier) -> list[tuple[str, str]]:
    """Return the next larger drive of the catalog and the largest, with what they are called.

    Alternatives of the scenario go first. Of drives without a part, twice the size is tried, under
    an empty key.
    """
    part, catalog = tier.drives.part, results.plan.catalog
    if part is None:
        own_size = tier.drives.capacity
        return [] if own_size is None else [("", f"drives of {show(2 * own_size.value, 'byte')}")]
    own, size = catalog.part(part), catalog.figures(part).get("capacity") or 0.0
    stated = [key for key in tier.drives.alternatives if key in catalog]
    keys = stated or [
        key
        for key in catalog.keys_of_kind(own.kind)
        if _alike(own, catalog.part(key)) and catalog.price(key) is not None
    ]
    sizes = {key: catalog.figures(key).get("capacity") or 0.0 for key in keys}
    larger = sorted((key for key in keys if sizes[key] > size), key=lambda key: (sizes[key], key))
    chosen = dict.fromkeys((*larger[:1], *larger[-1:]))
    return [(key, f"{catalog.names(key)} drives") for key in chosen]


def _alike(one: Any, other: Any) -> bool:
    """Whether a drive goes where another is: its form factor, its link and its recording."""
    names = ("form_factor", "link", "recording")
    return all(getattr(one, name, None) == getattr(other, name, None) for name in names)


def _replaced_drives(
    results: Results, tier: Tier, at: str, path: str, part: str, title: str
) -> Try:
    """Return the step that replaces all drives by larger ones."""
    size = results.values.get((path, "drive_capacity"))
    layout = tier.target.layout_at_creation or tier.target.layout
    created = of_drives(layout, size) if size and tier.target.on_zfs else None
    drives: dict[str, Any] = {f"{at}.drives.part": part}
    if part:
        drives = with_new_parts(results.plan.scenario, drives)
    else:
        assert tier.drives.capacity is not None
        drives = {f"{at}.drives.capacity": f"{2 * tier.drives.capacity.value:.0f} B"}
        if tier.drives.price is not None:
            drives[f"{at}.drives.price"] = None
    owned = {f"{at}.drives.owned": 0} if tier.is_owned or tier.drives.owned is not None else {}
    if tier.spares is not None and (tier.is_owned or tier.spares.owned is not None):
        owned[f"{at}.spares.owned"] = 0
    grows = tier.is_owned and created is not None and tier.target.widens
    made = {f"{at}.target.created": created} if grows else {}
    notes: tuple[str, ...] = (WHOLE_VDEVS,) if grows else _moved_first(tier)
    if tier.installed is not None and tier.installed.book_value is not None:
        notes = (*notes, NO_BOOK_VALUE)
    changes = {**drives, **owned, **made}
    return Try("replace_drives", f"replace all drives with {title}", changes, notes)


def _moved_first(tier: Tier) -> tuple[str, ...]:
    """Say what happens to the files of what an owned tier gives up."""
    if not tier.is_owned:
        return ()
    return (SPREAD_ANEW if tier.target.spread else DATA_FIRST,)


def _none_owned(tier: Tier, at: str) -> dict[str, Any]:
    """Return the changes that make no piece of a tier owned."""
    found = ((name, piece) for name, piece, _ in pieces_of(tier))
    changes = {f"{at}.{name}.owned": None for name, piece in found if piece and piece.owned}
    if tier.spares is not None and tier.spares.owned is not None:
        changes[f"{at}.spares.owned"] = None
    return changes


def pools_of(results: Results, name: str) -> tuple[Tier, int, Home, int]:
    """Return a tier with its number, where its drives are, and the targets of each block.

    Raises
    ------
    ValueError
        It is entered as a whole, or its drives are in bays of several kinds.
    """
    tiers = enumerate(results.plan.scenario.tiers)
    n, tier = next((n, one.built) for n, one in tiers if one.name == name)
    path = dict(results.tiers())[name]
    home = None if tier is None else home_of(results, tier, f"tiers.{n}", path)
    if tier is None or home is None:
        raise ValueError(f"{name}: its drives aren't in bays of one kind")
    return tier, n, home, int(results.values.get((path, "targets_per_block")) or 0)


def most_vdevs(results: Results, name: str) -> int | None:
    """Return how many vdevs each pool of a tier has bays for; None if bays are unknown."""
    tier, _, home, targets = pools_of(results, name)
    _, width = vdevs_of(tier.target.layout)
    if home.free is None or not width or not targets:
        return None
    return home.free * home.boxes // (width * targets)


def most_drives(results: Results, name: str) -> int | None:
    """Return by how many drives RAIDZ of a tier can be widened; None if bays are unknown."""
    tier, _, home, targets = pools_of(results, name)
    vdevs = raidz_vdevs_of(tier.target.layout) * targets
    if home.free is None or not vdevs:
        return None
    return home.free * home.boxes // vdevs
