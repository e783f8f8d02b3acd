"""What would lower the loss of a tier: more parity, spares in place, faster rebuilds, less width.

Each is an edit of the scenario, planned again in full, like the upgrades for bandwidth; it costs a
plan each, so it is computed where someone looks, or where a required loss isn't met.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from model.answers.losses import NEGLIGIBLE
from model.answers.remedies import new_misfits, spending, targets_following, with_owned
from model.answers.results import Results
from model.design.tier import Tier
from model.errors import InputError
from model.kinds.safer_layouts import (
    drives_of,
    more_distributed_spares,
    more_parity,
    narrower,
    safer_codes,
)
from model.planning.placements import placement_rule
from model.records import dataclass
from model.units.figures import show, write
from model.units.kinds import HOUR

MOST_TIMES = 8
"""Times as many enclosures that are tried."""
SURVIVES = "survives_enclosure_loss"
LOSS = "loss_probability"
USABLE = "usable_capacity"
SHARE_OF_REBUILDS = "rebuild_share"
SLOWER_CLIENTS = "clients get less bandwidth while a drive is rebuilt"
REPLACED = "the rebuild delay entered is replaced by one hour"
MADE_ANEW = "the installed pools must be recreated: move their files elsewhere first"


@dataclass(frozen=True, slots=True)
class LossRemedy:
    """A change that lowers the loss of a tier, with its price and its usable capacity.

    `price` is that of the lines of the bill that change, None where one of them has no price, and
    `known_price` what is known of it; `is_billed` says whether any line changes. `meets` says
    whether the required loss is met then; None where none is required.
    """

    title: str
    changes: dict[str, Any]
    before: float
    after: float
    usable_before: float | None
    usable: float | None
    price: float | None
    known_price: float
    is_billed: bool
    meets: bool | None
    notes: tuple[str, ...]

    @property
    def factor(self) -> float:
        """How many times less likely a loss is."""
        return self.before / self.after if self.after else float("inf")


def loss_remedies(results: Results, name: str) -> list[LossRemedy]:
    """Return what lowers the loss of the tier of that name, the best first; the rest is left out.

    Empty where the loss is unknown, where what isn't modelled dominates, or where nothing helps.
    """
    found: list[LossRemedy] = results.once(
        ("loss remedies", name), lambda: _all_tried(results, name)
    )
    return found


def tiers_above_loss(results: Results) -> list[str]:
    """Return the tiers whose loss is known, the worst first, if a required loss isn't met.

    It isn't if one tier alone misses it, however little is known of the others.
    """
    check = next((check for check in results.checks if check.name == "loss"), None)
    if check is None or check.met:
        return []
    known = {name: results.values.get((path, LOSS)) or 0.0 for name, path in results.tiers()}
    worst = sorted((name for name in known if known[name]), key=lambda name: -known[name])
    is_missed = check.met is False or max(known.values()) > (check.required or 0.0)
    return worst if is_missed else []


def loss_remedies_json(results: Results) -> dict[str, Any]:
    """Return what lowers the loss, by tier; nothing unless a required loss isn't met."""
    found = {name: loss_remedies(results, name) for name in tiers_above_loss(results)}
    listed = {name: [_json(one) for one in of_tier] for name, of_tier in found.items()}
    return {"loss_remedies": listed} if listed else {}


def _json(one: LossRemedy) -> dict[str, Any]:
    return {
        "remedy": one.title,
        "changes": one.changes,
        "loss_probability": one.after,
        "usable_capacity": one.usable,
        "price": one.price,
        "meets_requirement": one.meets,
        "notes": list(one.notes),
    }


def _all_tried(results: Results, name: str) -> list[LossRemedy]:
    n = next(n for n, tier in enumerate(results.plan.scenario.tiers) if tier.name == name)
    tier = results.plan.scenario.tiers[n].built
    path = dict(results.tiers())[name]
    if tier is None or (results.values.get((path, LOSS)) or 0.0) < NEGLIGIBLE:
        return []
    tried = (
        _tried(results, name, title, changes, (*_of_owned(tier, f"tiers.{n}", changes), *notes))
        for title, changes, notes in _candidates(results, tier, f"tiers.{n}", path)
    )
    return sorted((one for one in tried if one is not None), key=lambda one: one.after)


def _of_owned(tier: Tier, at: str, changes: Mapping[str, Any]) -> tuple[str, ...]:
    """Say what installed pools need before their drives can be arranged otherwise."""
    arranges = (f"{at}.target.layout", f"{at}.placement", f"{at}.enclosures")
    takes_drives = {*changes} == {f"{at}.target.reserved_spares"}
    moves = takes_drives or any(path.startswith(arranges) for path in changes)
    return (MADE_ANEW,) if tier.is_owned and moves else ()


Candidate = tuple[str, dict[str, Any], tuple[str, ...]]


def _candidates(results: Results, tier: Tier, at: str, path: str) -> Iterator[Candidate]:
    layout = tier.target.layout
    if tier.target.spread:
        for title, code in safer_codes(layout):
            yield f"{title}: {code}", {f"{at}.target.layout": code}, ()
        yield from _faster(results, tier, at, path)
        return
    for title, other in (
        ("one more drive of parity, or copy, in each group", more_parity(layout)),
        ("half the data drives in each group", narrower(layout)),
        ("one more distributed spare in each dRAID vdev", more_distributed_spares(layout)),
    ):
        if other is not None:
            times = drives_of(layout) / drives_of(other)
            changes = {f"{at}.target.layout": other, **targets_following(tier, at, times)}
            yield f"{title}: {other}", changes, ()
    yield from _spare_at_once(tier, at)
    if results.values.get((path, SURVIVES)) == 0:
        yield from _spread(tier, at)
    yield from _faster(results, tier, at, path)


def _faster(results: Results, tier: Tier, at: str, path: str) -> Iterator[Candidate]:
    """Try rebuilds with more bandwidth, and more scrubs where unreadable sectors lose data."""
    share = results.values.get((path, SHARE_OF_REBUILDS))
    if share is not None and share < 1:
        twice = min(1.0, 2 * share)
        yield (
            f"rebuilds with {100 * twice:.0f} % of a drive's bandwidth",
            {f"{at}.states.{SHARE_OF_REBUILDS}": twice},
            (SLOWER_CLIENTS,),
        )
    if tier.states.latent_errors and results[path, "sector_error_is_fatal"]:
        half = results.known(path, "scrub_interval") / 2
        changes = {f"{at}.states.scrub_interval": write(half, "second")}
        yield f"scrubs every {show(half, 'second')}", changes, ()


def _spread(tier: Tier, at: str) -> Iterator[Candidate]:
    """Try to spread groups so that no enclosure holds more of their drives than their parity."""
    rule, drives = placement_rule(tier), tier.drives.per_enclosure
    if tier.enclosures is None or drives is None:
        return
    spread: dict[str, Any] = {} if rule == "spread" else {f"{at}.placement": {"rule": "spread"}}
    if spread:
        yield "each group spread over the enclosures of its block", spread, ()
    enclosures = tier.enclosures.per_block.value
    if tier.further_enclosures is not None:
        return
    for times in range(2, MOST_TIMES + 1):
        apart = enclosures * times
        groups = tier.target.redundancy_groups
        if drives.value % times == 0 and all(g.units <= g.survives * apart for g in groups):
            fewer = {f"{at}.drives.per_enclosure": drives.value // times}
            changes = {f"{at}.enclosures.per_block": apart, **fewer, **spread}
            yield f"the same drives in {times} times as many enclosures", changes, ()
            return


def _spare_at_once(tier: Tier, at: str) -> Iterator[Candidate]:
    """Try spares that are in place: of the drives there are, or more drives where bays are free."""
    stated = tier.states.rebuild_delay if tier.states else None
    if stated is not None and stated.value <= HOUR:
        return
    changes: dict[str, Any] = {}
    notes: tuple[str, ...] = ()
    if stated is not None:
        changes, notes = {f"{at}.states.rebuild_delay": "1 h"}, (REPLACED,)
    if tier.target.hot_spares or tier.target.spares_on_all_drives:
        if changes:
            yield "rebuilds that start after an hour, onto the spares in place", changes, notes
        return
    if tier.target.reserved_spares is not None:
        return
    reserve = f"{at}.target.reserved_spares"
    yield "a hot spare in each block, of its drives", {reserve: 1, **changes}, notes
    for home, homes, drives in (
        ("enclosure", tier.enclosures, tier.drives.per_enclosure),
        ("server", tier.servers, tier.drives.per_server),
    ):
        if homes is not None and drives is not None:
            more = {f"{at}.drives.per_{home}": drives.value + 1, reserve: homes.per_block.value}
            yield f"one more drive in each {home} as a hot spare", {**more, **changes}, notes


def _tried(
    results: Results, name: str, title: str, changes: dict[str, Any], notes: tuple[str, ...]
) -> LossRemedy | None:
    """Plan a remedy; nothing where it isn't possible, doesn't fit, or loses data as often."""
    path = dict(results.tiers())[name]
    try:
        changes = with_owned(results, name, changes)
        after = results.edited(changes)
    except InputError:
        return None
    now, then = results[path, LOSS], after.values.get((path, LOSS))
    if not now or not then or then >= now or new_misfits(results, after, path):
        return None
    met = next((check.met for check in after.checks if check.name == "loss"), None)
    return LossRemedy(
        title,
        changes,
        now,
        then,
        results.values.get((path, USABLE)),
        after.values.get((path, USABLE)),
        *spending(results, after, drives_only=True),
        met,
        notes,
    )
