"""How installed tiers can grow: each step as a scenario of its own, planned again in full.

A step is an edit of the scenario, like an upgrade: all its figures are those of the plan of the
edited scenario, so that what a step promises is what its scenario says.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from model.answers.levers import line_price_level
from model.answers.needs import Need, needs
from model.answers.newer_blocks import of_templates, with_alternatives
from model.answers.order_dates import OrderDate, order_dates
from model.answers.owned_pieces import owned_before, pieces_of
from model.answers.present import with_present
from model.answers.remedies import new_misfits, targets_following
from model.answers.results import WAYS, Results
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
from model.parts.lead_times import KINDS
from model.records import NamedTuple, dataclass
from model.units.brief import several
from model.units.figures import show

SCHEMA = "ostimate.extensions/1"
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
DRIVES_ONLY = ("fill_bays", "add_vdevs", "widen_raidz", "replace_drives")
"""Steps for which only drives are bought."""
OF_TIER = {
    "usable": "usable_capacity",
    "stored": "stored_capacity",
    "read_bandwidth": "read_bandwidth",
    "write_bandwidth": "write_bandwidth",
    "power": "tier_power",
}
"""Figures of a tier that a step changes."""
COST_OF_YEARS = "total_cost_of_ownership"
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
UNLIKE_TARGETS = "targets of different sizes fill unevenly: weight them by free space"
SLOWEST = "a file striped over old and new targets is limited by the slowest of them"
EMPTY_TARGETS = "new targets are empty: old files stay where they are until they are migrated"
SPREAD_ANEW = "data are rebalanced over all drives, which reduces the bandwidth for clients"
OUT_OF_WARRANTY = "the warranty of the old parts ends on {}, before the tier is full"
STAYS_OWNED = "more parts are counted as owned than are installed: {}"
DATA_FIRST = "existing files must be migrated first"
WHOLE_MAINTENANCE = "maintenance still counts for the whole tier: enter the remaining amount"
BAYS_UNKNOWN = "the number of free bays is unknown: state the bays of the {}"
UNLIKE_COSTS = "its cost of all years lacks other unknown parts than today's: don't compare the two"
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
NONE = "No tier can be extended: only owned tiers ('owned: true') and ZFS pools have steps."
STRIPED = ("lustre", "beegfs")
"""File systems that stripe files over their targets."""


@dataclass(frozen=True, slots=True)
class Extension:
    """A step by which a tier can grow or shrink, with its figures before and after.

    `why_not` says why it isn't possible; all figures are None then. Of a step that adds a tier,
    figures are those of both together. `rewritten` is the usable capacity of a pool that is made
    anew in the same layout, which old files have once they are rewritten. `cost` is that of all
    changed lines of the bill, `known_cost` what is known of it.
    """

    step: StepName
    title: str
    changes: Mapping[str, Any]
    before: Mapping[str, float | None]
    after: Mapping[str, float | None]
    rewritten: float | None = None
    cost: float | None = None
    known_cost: float | None = None
    write_off: float | None = None
    migration_time: float | None = None
    """Time in which its files can be migrated at best, where they have to be."""
    need: Need | None = None
    """The demand that fills it after the step."""
    order: OrderDate | None = None
    """Latest order of the parts that it takes longest to get."""
    warnings: tuple[str, ...] = ()
    why_not: str = ""

    @property
    def full_on(self) -> datetime.date | None:
        """Day on which it is full after the step; None if unknown, or later than is looked at."""
        return self.need.full_on if self.need else None

    @property
    def is_possible(self) -> bool:
        """Whether it can be planned."""
        return not self.why_not


@dataclass(frozen=True, slots=True)
class Extendable:
    """A tier with the steps that are possible, and when it is full without any."""

    name: str
    path: str
    is_owned: bool
    warranty_until: datetime.date | None
    need: Need | None
    """The demand that fills it."""
    steps: tuple[Extension, ...]

    @property
    def full_on(self) -> datetime.date | None:
        """Day on which it is full; None if unknown, or later than is looked at."""
        return self.need.full_on if self.need else None


class _Try(NamedTuple):
    """A step before it is planned; `fresh` are its changes if the pool were created again."""

    step: StepName
    title: str
    changes: dict[str, Any]
    notes: tuple[str, ...] = ()
    fresh: dict[str, Any] | None = None
    why_not: str = ""


def extensions(results: Results) -> tuple[Extendable, ...]:
    """Return the steps of each tier that is owned or a pool of ZFS, in the order of the tiers."""
    found: tuple[Extendable, ...] = results.once(("extensions",), lambda: _all(results))
    return found


def _all(results: Results) -> tuple[Extendable, ...]:
    found = []
    for n, tier in enumerate(results.plan.scenario.tiers):
        built = tier.built
        if tier.is_owned or (built is not None and built.target.on_zfs):
            found.append(_of_tier(results, tier, n))
    return tuple(found)


def steps_to_plan(results: Results, name: str) -> Iterator[Extension]:
    """Yield the steps of a tier with their changes only: nothing of them is planned yet."""
    tiers = enumerate(results.plan.scenario.tiers)
    n, tier = next((n, one) for n, one in tiers if one.name == name)
    at, path = f"tiers.{n}", dict(results.tiers())[name]
    for one in _tries_of(results, tier, n):
        changes, why = one.changes, one.why_not
        if not why:
            try:
                changes = {**changes, **owned_before(results, tier, at, path, changes)}
            except InputError as error:
                why = error.problems[0].what
        yield Extension(one.step, one.title, changes, {}, {}, warnings=one.notes, why_not=why)


def _of_tier(results: Results, tier: AnyTier, n: int) -> Extendable:
    path = dict(results.tiers())[tier.name]
    need = _need_of(results, tier, path)
    return Extendable(
        tier.name,
        path,
        tier.is_owned,
        _warranty(tier),
        need,
        tuple(_planned(results, tier, n, one) for one in _tries_of(results, tier, n)),
    )


def _tries_of(results: Results, tier: AnyTier, n: int) -> Iterator[_Try]:
    built = tier.built
    return _tries_whole(results, tier, n) if built is None else _tries(results, built, n)


def _warranty(tier: AnyTier) -> datetime.date | None:
    installed = tier.built.installed if tier.built is not None else None
    return installed.warranty_until if installed else None


def _need_of(results: Results, tier: AnyTier, path: str) -> Need | None:
    """Return the demand that fills a tier: its own, or else that of the site."""
    found = {one.path: one for one in needs(results)}
    return found.get(path) or (found.get("site") if tier.holds == "data" else None)


# Steps


@dataclass(frozen=True, slots=True)
class _Home:
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


def _home(results: Results, tier: Tier, at: str, path: str) -> _Home | None:
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
    return _Home(
        f"{at}.drives.per_{word}", word, boxes, filled, None if bays is None else int(bays), free
    )


def _tries(results: Results, tier: Tier, n: int) -> Iterator[_Try]:
    at, path = f"tiers.{n}", dict(results.tiers())[tier.name]
    home = _home(results, tier, at, path)
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
        yield _Try("add_enclosure", title, {f"{at}.enclosures.per_block": here + 1, **following})
    yield from _further_blocks(results, tier, n)
    for part, title in larger_drives(results, tier):
        yield _replaced_drives(results, tier, at, path, part, title)
    if tier.blocks.value > 1:
        fewer = tier.blocks.value - 1
        paid = tier.installed is not None and tier.installed.maintenance is not None
        notes = _moved_first(tier) + (WHOLE_MAINTENANCE,) * paid
        yield _Try("retire_block", "retire one block", {f"{at}.blocks": fewer}, notes)
    if tier.is_owned:
        changes = {f"{at}.owned": False, f"{at}.installed": None, **_none_owned(tier, at)}
        yield _Try(
            "replace_tier",
            "replace the tier with new parts of the same models",
            changes,
            (DATA_FIRST,),
        )


def _tries_whole(results: Results, tier: AnyTier, n: int) -> Iterator[_Try]:
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
    yield _Try("add_block", "add another tier with the same figures", added, (AS_A_WHOLE,))
    title = "replace it with a new tier with the same figures"
    yield _Try("replace_tier", title, {f"tiers.{n}.owned": False}, (DATA_FIRST,))
    why = ""
    drained = [one.name for one in scenario.tiers if one.drains_into == tier.name]
    if sum(one.holds == tier.holds for one in scenario.tiers) == 1:
        why = ONLY_TIER.format(tier.holds)
    elif drained:
        why = DRAINED.format(drained[0])
    changes = {} if why else removed(scenario.data, n)
    yield _Try("retire_block", "retire the tier", changes, (DATA_FIRST,), why_not=why)


def _filled_bays(results: Results, tier: Tier, at: str, path: str, home: _Home) -> Iterator[_Try]:
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
        yield _Try("fill_bays", title, changes)


def _more_vdevs(tier: Tier, at: str, home: _Home, targets: int) -> Iterator[_Try]:
    """Add vdevs to each pool: one, and as many as have bays."""
    layout = tier.target.layout
    vdevs, width = vdevs_of(layout)
    if not vdevs or not width:
        return
    most = (home.free or 0) * home.boxes // (width * targets)
    created = tier.target.layout_at_creation
    for more in sorted({1, max(1, most)}):
        yield more_vdevs(tier, at, home, targets, more, grew=created is not None)


def more_vdevs(tier: Tier, at: str, home: _Home, targets: int, more: int, *, grew: bool) -> _Try:
    """Return the step that adds so many vdevs to each pool."""
    _, width = vdevs_of(tier.target.layout)
    layout = with_more_vdevs(tier.target.layout, more, at_end=grew) or tier.target.layout
    title = f"add {several(more, 'vdev')} to each pool: {layout}"
    bays = home.with_more(more * width * targets)
    if isinstance(bays, str):
        return _Try("add_vdevs", title, {}, why_not=bays)
    changed = {f"{at}.target.layout": layout} if more else {}
    notes = ((EMPTY_VDEVS,) if tier.is_owned else ()) + ((UNLIKE_VDEVS,) if grew else ())
    return _Try("add_vdevs", title, {**changed, **bays}, (*notes, *home.notes))


def _wider(tier: Tier, at: str, home: _Home, targets: int) -> Iterator[_Try]:
    """Widen RAIDZ by a drive, by two, and by as many as have bays."""
    vdevs = raidz_vdevs_of(tier.target.layout) * targets
    if not vdevs:
        return
    most = (home.free or 0) * home.boxes // vdevs
    for by in sorted({*range(1, min(most, MOST_MORE_DRIVES) + 1), max(1, most)}):
        yield wider(tier, at, home, targets, by)


def wider(tier: Tier, at: str, home: _Home, targets: int, by: int) -> _Try:
    """Return the step that widens the RAIDZ vdevs of each pool by so many drives."""
    layout = widened(tier.target.layout, by) or tier.target.layout
    title = f"add {several(by, 'drive')} to each RAIDZ vdev: {layout}"
    bays = home.with_more(by * raidz_vdevs_of(tier.target.layout) * targets)
    if isinstance(bays, str):
        return _Try("widen_raidz", title, {}, why_not=bays)
    if not by:
        return _Try("widen_raidz", title, {})
    fresh = {f"{at}.target.layout": layout, **bays}
    created = tier.target.layout_at_creation
    if not tier.is_owned and created is None:
        return _Try(
            "widen_raidz", title, fresh, home.notes
        )  # a pool that isn't there yet is made so
    changes = {**fresh, f"{at}.target.created": created or tier.target.layout}
    return _Try(
        "widen_raidz",
        title,
        changes,
        (ONE_BY_ONE, REWRITE, *home.notes),
        {**fresh, f"{at}.target.created": None},
    )


def _further_blocks(results: Results, tier: Tier, n: int) -> Iterator[_Try]:
    """Add a block beside those there, of the same parts, or with larger drives."""
    if tier.shares_servers_of:
        why = f"its servers are those of {tier.shares_servers_of}: add a block there"
        yield _Try("add_block", "add one block, as another tier", {}, why_not=why)
        return
    if tier.target.spread or not tier.is_owned:
        more = {f"tiers.{n}.blocks": tier.blocks.value + 1}
        notes = (SPREAD_ANEW,) if tier.is_owned else ()
        yield _Try("add_block", "add one block of the same parts", more, notes)
    else:
        yield _Try(
            "add_block", "add one block of the same parts, as another tier", _beside(results, n)
        )
    if tier.target.spread:
        yield from _separate_blocks(results, tier, n)
        return
    for part, title in larger_drives(results, tier):
        if part:
            changes = _beside(results, n, part)
            yield _Try("add_block", f"add one block with {title}, as another tier", changes)
    if tier.is_owned:
        yield from _newer_blocks(results, tier, n)


def _separate_blocks(results: Results, tier: Tier, n: int) -> Iterator[_Try]:
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
        yield _Try("add_block", name, found, tuple(dict.fromkeys((OWN_CODE, note))))


def _newer_blocks(results: Results, tier: Tier, n: int) -> Iterator[_Try]:
    """Add a block of newer servers beside those there: alternatives, or those of a template."""
    changes = _beside(results, n)
    block, keys = with_alternatives(tier, changes["tiers"][n + 1])
    if keys:
        changes["tiers"][n + 1] = block
        names = " and ".join(map(results.plan.catalog.names, keys))
        title = f"add one block with {names}, as another tier"
        yield _Try("add_block", title, changes, (NEWER_PARTS,))
    for title, added in of_templates(results, tier, n):
        yield _Try("add_block", title, _with_demand(results, added), (AS_IN_TEMPLATE,))


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
) -> _Try:
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
    return _Try("replace_drives", f"replace all drives with {title}", changes, notes)


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


# Plans


def _planned(results: Results, tier: AnyTier, n: int, one: _Try) -> Extension:
    """Plan a step; where the scenario can't be so, say why."""
    path, at = dict(results.tiers())[tier.name], f"tiers.{n}"
    before = _figures(results, [path])
    if one.why_not:
        return Extension(one.step, one.title, {}, before, {}, why_not=one.why_not)
    try:
        changes = {**one.changes, **owned_before(results, tier, at, path, one.changes)}
        after = results.edited(changes, in_order=False)
        fresh = None if one.fresh is None else results.edited(one.fresh, in_order=False)
    except InputError as error:
        why = "; ".join(dict.fromkeys(problem.what for problem in error.problems))
        return Extension(one.step, one.title, {}, before, {}, why_not=why)
    had = {path for _, path in results.tiers()}
    new = [path for _, path in after.tiers() if path not in had]
    cost, known = added_cost(results, after)
    need, then = _need_of(results, tier, path), _need_of(after, tier, path)
    return Extension(
        one.step,
        one.title,
        changes,
        before,
        _figures(after, [path for path in (path, *new) if path in after.plan.instances]),
        None if fresh is None else fresh.values.get((path, "usable_capacity")),
        cost,
        known,
        _write_off(results, one.step, path),
        _migration_time(results, changes, tier, path, one, need),
        then,
        _order(results, tier, need, one.step),
        (
            *one.notes,
            *mixed_generations(after, tier, path, new),
            *_staying_owned(results, after),
            *((UNLIKE_COSTS,) if _has_unlike_costs(results, after) else ()),
            *_out_of_warranty(tier, one.step, then),
            *_worse(results, after, path),
        ),
    )


def _figures(results: Results, paths: Sequence[str]) -> dict[str, float | None]:
    """Return the figures of tiers together, and those of the site."""
    found: dict[str, float | None] = {}
    for name, quantity in OF_TIER.items():
        values = [results.values.get((path, quantity)) for path in paths]
        known = [value for value in values if value is not None]
        found[name] = sum(known) if len(known) == len(values) else None
    found["racks"] = results.values.get(("site", "racks"))
    found["known_cost_of_years"] = results["site", "known_total_cost_of_ownership"]
    found["cost_of_years"] = results["site", COST_OF_YEARS]
    return found


def _has_unlike_costs(before: Results, after: Results) -> bool:
    """Whether known parts of the cost of all years are shown, and leave out different parts."""
    shown = (before["site", f"known_{COST_OF_YEARS}"], after["site", f"known_{COST_OF_YEARS}"])
    return all(shown) and unknown_costs(before) != unknown_costs(after)


def unknown_costs(results: Results) -> frozenset[tuple[str, str]]:
    """Return what the cost of all years lacks, whatever the tiers are called that it is of."""
    waits = results.waits_for("site", COST_OF_YEARS)
    return frozenset((re.sub(r"(?<=/tiers:)[^/]+", "", path), name) for path, name in waits)


def _out_of_warranty(tier: AnyTier, step: StepName, need: Need | None) -> Iterator[str]:
    """Warn where the old parts serve on after their warranty, until the tier is full.

    Without a start date it is unknown on which day that is.
    """
    last = _warranty(tier)
    if step == "replace_tier" or last is None or need is None or not need.is_known:
        return
    if need.time_full is None or (need.full_on is not None and need.full_on > last):
        yield OUT_OF_WARRANTY.format(last)


def _staying_owned(before: Results, after: Results) -> Iterator[str]:
    """Warn of lines that a step adds to although all their pieces count as owned."""
    had = {line.path: before[line.path, "line_count"] for line in before.plan.lines}
    more = [
        line.name
        for line in after.plan.lines
        if line.owned == "all"
        and line.path in had
        and after[line.path, "line_count"] != had[line.path]
        and (after[line.path, "line_count"] or math.inf) > (had[line.path] or 0.0)
    ]
    if more:
        yield STAYS_OWNED.format(", ".join(dict.fromkeys(more)))


def added_cost(before: Results, after: Results, months: float = 0.0) -> tuple[float | None, float]:
    """Return what the bill of a step has more, and what is known of it.

    A line without a price whose count stays is in neither. Prices are those so many months after
    the price date, by the price path of each kind of part.
    """
    had, has = (_costs(one, months) for one in (before, after))
    more: list[float | None] = []
    for path in {**had, **has}:
        (old, *was), (new, *now) = had.get(path, _NO_LINE), has.get(path, _NO_LINE)
        if old is not None and new is not None:
            more.append(new - old)
        elif was != now or None in (was[0], now[0]) or (old is None) != (new is None):
            more.append(None)
    known = [one for one in more if one is not None]
    return sum(known) if len(known) == len(more) else None, sum(known)


_NO_LINE: tuple[Any, ...] = (0.0, 0.0, None)


def _costs(results: Results, months: float) -> dict[str, tuple[Any, ...]]:
    """Return the cost of each line, its count, and its piece."""
    found = {}
    for line in results.plan.lines:
        if not line.option:
            cost = results[line.path, "line_cost"]
            if cost:
                cost *= line_price_level(results, line, months)
            found[line.path] = (cost, results[line.path, "line_count"], line.piece)
    return found


def _write_off(results: Results, step: StepName, path: str) -> float | None:
    """Return the book value that a step writes off; None if none, or if unknown."""
    name = {"retire_block": "block_book_value", "replace_tier": "owned_book_value"}.get(step, "")
    return results.values.get((path, name))


def _migration_time(
    results: Results,
    changes: Mapping[str, Any],
    tier: AnyTier,
    path: str,
    one: _Try,
    need: Need | None,
) -> float | None:
    """Return the least time to migrate the files of what is given up, by the plan's migration.

    They are the demand of today, in equal parts on all blocks. Unknown without one, or where other
    data tiers hold some of it.
    """
    scenario = results.plan.scenario
    alone = need is not None and (need.path == path or len(scenario.data_tier_names) == 1)
    if DATA_FIRST not in one.notes or need is None or not alone or scenario.migration is not None:
        return None
    stored, rate = need.years[0].demand, results.values.get((path, "read_bandwidth"))
    blocks = 1 if tier.built is None else tier.built.blocks.value
    share = 1 / blocks if one.step == "retire_block" else 1.0
    if not stored:
        return None
    moved = {"volume": f"{stored * share:.0f} B"}
    if rate:
        moved["source_rate"] = f"{rate * share:.0f} B/s"
    try:
        after = results.edited({**changes, "migration": moved}, in_order=False)
    except InputError:
        return None
    return after.values.get(("site", "migration_time"))


def _order(results: Results, tier: AnyTier, need: Need | None, step: StepName) -> OrderDate | None:
    """Return the latest order of the parts of a step, before the tier is full."""
    if need is None or step == "retire_block":
        return None
    dates = order_dates(results, need)
    part = None if tier.built is None else tier.built.drives.part
    kind = KINDS.get(results.plan.catalog.part(part).kind) if part else None
    if step in DRIVES_ONLY and kind is not None:
        dates = tuple(one for one in dates if one.kind == kind)
    return next(iter(dates), None)


def mixed_generations(
    after: Results, tier: AnyTier, path: str, new: Sequence[str]
) -> Iterator[str]:
    """Warn of parts of several generations in one file system, where tiers are added beside one."""
    if not new:
        return
    yield EMPTY_TARGETS
    if tier.built is not None and tier.built.file_system in STRIPED:
        if len(set(_per_target(after, "usable_capacity", (path, *new)))) > 1:
            yield UNLIKE_TARGETS
        rates = [set(_per_target(after, f"{way}_bandwidth", (path, *new))) for way in WAYS]
        if any(len(one) > 1 for one in rates):
            yield SLOWEST


def _per_target(results: Results, name: str, paths: Sequence[str]) -> Iterator[float | None]:
    for path in paths:
        value, targets = results.values.get((path, name)), results.values.get((path, "targets"))
        yield round(value / targets, 3) if value is not None and targets else None


def _worse(before: Results, after: Results, path: str) -> Iterator[str]:
    """Yield what no longer fits after a step, and new warnings of the tier."""
    yield from new_misfits(before, after, path)
    yield from new_misfits(before, after, "site")
    met = {check.name: check.met for check in before.checks}
    yield from (
        f"requirement no longer met: {check.title}"
        for check in after.checks
        if check.met is False and met.get(check.name)
    )
    known, name = {_said(text) for text in before.warnings}, path.rpartition(":")[2]
    yield from (
        text.removeprefix(f"{name}: ")
        for text in after.warnings
        if _said(text) not in known and text.startswith(f"{name}: ")
    )
    racks = before.values.get(("site", "racks")), after.values.get(("site", "racks"))
    was, now = racks
    if was is not None and now is not None and now > was:
        yield f"it needs {several(int(now - was), 'more rack')}"


def _said(text: str) -> str:
    """Return a warning without its figures, by which it is the same as before."""
    return re.sub(r"\d[\d.,\s]*", "#", text)


def scenario_of(results: Results, step: Extension) -> Results:
    """Return the results of the scenario that a step writes."""
    return results.edited(with_present(results, step.changes))


def numbered(found: Sequence[Extendable]) -> list[tuple[int, Extendable, Extension]]:
    """Return all steps with the numbers by which they are chosen."""
    pairs = [(tier, step) for tier in found for step in tier.steps]
    return [(n, tier, step) for n, (tier, step) in enumerate(pairs, 1)]


def extensions_json(results: Results) -> dict[str, Any]:
    """Return all steps of all tiers for other programs."""
    found = extensions(results)
    numbers = {id(step): n for n, _, step in numbered(found)}
    return {
        "schema": SCHEMA,
        "scenario": results.plan.scenario.name,
        "currency": results.plan.scenario.economics.currency,
        "tiers": [
            {
                "tier": tier.name,
                "owned": tier.is_owned,
                "warranty_until": _iso(tier.warranty_until),
                "full_on": _iso(tier.full_on),
                "full_on_if_low": _iso(tier.need.late_on if tier.need else None),
                "steps": [_json(numbers[id(step)], step) for step in tier.steps],
            }
            for tier in found
        ],
    }


def _json(number: int, one: Extension) -> dict[str, Any]:
    sides = {
        f"{name}_{side}": figures.get(name)
        for name in (*OF_TIER, "racks", "cost_of_years", "known_cost_of_years")
        for side, figures in (("before", one.before), ("after", one.after))
    }
    return {
        "number": number,
        "step": one.step,
        "title": one.title,
        "possible": one.is_possible,
        "why_not": one.why_not or None,
        **sides,
        "usable_after_rewriting": one.rewritten,
        "added_cost": one.cost,
        "known_added_cost": one.known_cost,
        "write_off": one.write_off,
        "migration_time": one.migration_time,
        "full_on_after": _iso(one.full_on),
        "full_on_after_if_low": _iso(one.need.late_on if one.need else None),
        "order_by": _iso(one.order.date if one.order else None),
        "order_within": one.order.time if one.order else None,
        "lead_time": one.order.lead_time if one.order else None,
        "warnings": list(one.warnings),
        "changes": dict(one.changes),
    }


def _iso(day: datetime.date | None) -> str | None:
    return None if day is None else day.isoformat()


def vdevs_added(results: Results, name: str, more: int) -> tuple[str, dict[str, Any]]:
    """Return the title and the changes of the step that adds so many vdevs to each pool.

    Raises
    ------
    ValueError
        There is no bay for them.
    """
    tier, n, home, targets = _pools_of(results, name)
    grew = tier.target.layout_at_creation is not None
    one = more_vdevs(tier, f"tiers.{n}", home, targets, more, grew=grew)
    return _done(results, tier, n, one)


def drives_added(results: Results, name: str, by: int) -> tuple[str, dict[str, Any]]:
    """Return the title and the changes of the step that widens RAIDZ by so many drives.

    Raises
    ------
    ValueError
        There is no bay for them.
    """
    tier, n, home, targets = _pools_of(results, name)
    return _done(results, tier, n, wider(tier, f"tiers.{n}", home, targets, by))


def _done(results: Results, tier: Tier, n: int, one: _Try) -> tuple[str, dict[str, Any]]:
    if one.why_not:
        raise ValueError(one.why_not)
    path = dict(results.tiers())[tier.name]
    return one.title, {
        **one.changes,
        **owned_before(results, tier, f"tiers.{n}", path, one.changes),
    }


def most_vdevs(results: Results, name: str) -> int | None:
    """Return how many vdevs each pool of a tier has bays for; None if bays are unknown."""
    tier, _, home, targets = _pools_of(results, name)
    _, width = vdevs_of(tier.target.layout)
    if home.free is None or not width or not targets:
        return None
    return home.free * home.boxes // (width * targets)


def most_drives(results: Results, name: str) -> int | None:
    """Return by how many drives RAIDZ of a tier can be widened; None if bays are unknown."""
    tier, _, home, targets = _pools_of(results, name)
    vdevs = raidz_vdevs_of(tier.target.layout) * targets
    if home.free is None or not vdevs:
        return None
    return home.free * home.boxes // vdevs


def _pools_of(results: Results, name: str) -> tuple[Tier, int, _Home, int]:
    tiers = enumerate(results.plan.scenario.tiers)
    n, tier = next((n, one.built) for n, one in tiers if one.name == name)
    path = dict(results.tiers())[name]
    home = None if tier is None else _home(results, tier, f"tiers.{n}", path)
    if tier is None or home is None:
        raise ValueError(f"{name}: its drives aren't in bays of one kind")
    return tier, n, home, int(results.values.get((path, "targets_per_block")) or 0)
