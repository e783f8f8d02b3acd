"""What loses the data of each tier, and its share: failed drives, sectors, enclosures."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from model.answers.losses import ENCLOSURES, are_enclosures_assumed, chance_of_loss
from model.answers.results import Results
from model.answers.views.view import Column, Row, View
from model.answers.views.view_formulas import (
    computed,
    share_of_fatal_sectors,
    share_of_last_failures,
    share_of_losses,
    share_of_losses_in_targets,
)
from model.design.tier import Tier
from model.engine.ops import Num
from model.engine.tree import Address
from model.formulas.risk.group_loss import NTH
from model.records import NamedTuple
from model.zfs.vdevs import parse_layout

CACHES = "cache_loss_rate"
COPIES = "copy_loss_rate"
DESTROYED = "destroyed enclosures"


class LossCause(NamedTuple):
    """A cause of data loss in a tier, and what gives its share of all losses of the tier."""

    tier: str
    name: str
    is_assumed: bool
    """Whether its rate rests on an assumption of the catalog."""
    formula: Callable[..., Num]
    addresses: tuple[Address, ...]
    """The last one is the rate of all losses of the tier."""


def causes_of_loss(results: Results, *, ranked: bool = True) -> list[LossCause]:
    """Return the causes of data loss of each tier whose loss is known, the greatest first.

    If unranked, all that there may be, in the order of the layout.
    """
    found: list[LossCause] = []
    for (_, path), design in zip(results.tiers(), results.plan.scenario.tiers, strict=True):
        whole = path, "loss_rate"
        if design.built is None or whole not in results.values:
            continue
        if not ranked:
            found += _causes(results, path, design.built, all_of_them=True)
        elif results.values[whole]:
            causes = {one: share_of(results, one) for one in _causes(results, path, design.built)}
            found += sorted((one for one in causes if causes[one]), key=lambda one: -causes[one])
    return found


def share_of(results: Results, cause: LossCause) -> float:
    """Return the share of a cause in all losses of its tier."""
    return float(cause.formula(*(results.values[one] or 0.0 for one in cause.addresses)))


def chance_of(results: Results, cause: LossCause) -> float:
    """Return the probability that a cause loses data in the years of service."""
    path, name = cause.addresses[-1]
    rate = share_of(results, cause) * results.known(path, name)
    return -math.expm1(-rate * results.known(path, "risk_period"))


def loss_causes_json(results: Results) -> dict[str, Any]:
    """Return the causes of data loss with their shares, by tier; nothing where none is known."""
    found: dict[str, list[dict[str, Any]]] = {}
    for one in causes_of_loss(results):
        found.setdefault(one.tier, []).append(
            {
                "cause": one.name,
                "assumed": one.is_assumed,
                "loss_probability": chance_of(results, one),
                "share": share_of(results, one),
            }
        )
    return {"loss_causes": found} if found else {}


def _causes(
    results: Results, path: str, tier: Tier, *, all_of_them: bool = False
) -> Iterator[LossCause]:
    whole: Address = (path, "loss_rate")
    yield from _of_drives(results, path, tier, all_of_them=all_of_them)
    if (path, CACHES) in results.values and (all_of_them or results.values[path, CACHES] != 0):
        parts = (path, CACHES), whole
        yield LossCause(tier.name, "caches with unwritten data", False, share_of_losses, parts)
    if (path, ENCLOSURES) in results.values:
        assumed, parts = are_enclosures_assumed(results), ((path, ENCLOSURES), whole)
        yield LossCause(tier.name, DESTROYED, assumed, share_of_losses, parts)


def _of_drives(
    results: Results, path: str, tier: Tier, *, all_of_them: bool
) -> Iterator[LossCause]:
    """Return the losses by failed drives and unreadable sectors, by group of the layout."""
    whole, pool = (path, "loss_rate"), f"{path}/pools:target"
    if (path, COPIES) in results.values:
        copies: tuple[Address, ...] = ((path, "drive_loss_rate"), whole)
        yield LossCause(tier.name, "all copies of a file", False, share_of_losses, copies)
        return
    groups = [
        at
        for at in results.plan.instances
        if at == pool or (at.startswith(f"{pool}/") and (at, "loss_rate") in results.values)
    ]
    if (pool, "loss_rate") not in results.values:
        groups.remove(pool)
    for at in groups:
        which = f": {_vdev(tier, at)}" if len(groups) > 1 else ""
        counted: tuple[Address, ...] = ((at, "loss_rate"), (path, "targets"))
        failures = _last_failures(results, at)
        fatal: Address = (path, "sector_error_is_fatal")
        rate_of_bad: Address = (at, "bad_rebuilds")
        occur = results.values.get(rate_of_bad) and results[fatal]
        if occur or (all_of_them and rate_of_bad in results.values):
            last: Address = (at, "losses_without_redundancy")
            drives, sectors = (f"{what}{which}" for what in ("failed drives", "unreadable sectors"))
            parts = (*counted, (at, failures), last, whole)
            yield LossCause(tier.name, drives, False, share_of_last_failures, parts)
            parts = (*counted, rate_of_bad, fatal, last, whole)
            yield LossCause(tier.name, sectors, False, share_of_fatal_sectors, parts)
        else:
            formula = share_of_losses_in_targets
            yield LossCause(tier.name, f"failed drives{which}", False, formula, (*counted, whole))


def _vdev(tier: Tier, at: str) -> str:
    """Return the vdevs of a group of a layout, as `zpool create` names them."""
    number = int(at.rpartition("group ")[2])
    return str(parse_layout(tier.target.layout)[number - 1])


def _last_failures(results: Results, at: str) -> str:
    """Return the rate of the failure of a drive that loses a group."""
    left = sum(item.name.endswith("_drives_left") for item in results.plan.instances[at].book)
    return f"{NTH[left - 1]}_failures"


TITLE = "Data loss by cause"
CAUSE_COLUMNS = (
    Column("Probability", "probability", "text"),
    Column("Share", "share", "share"),
)


def loss_causes(results: Results) -> View:
    """Return the causes of data loss by tier, the greatest first."""
    rows = []
    for one in causes_of_loss(results):
        chance = chance_of_loss(chance_of(results, one))
        rows.append(Row(_label(one), (chance, computed(results, one.formula, *one.addresses))))
    return View(TITLE, "Cause", CAUSE_COLUMNS, tuple(rows))


def loss_shares(results: Results) -> View:
    """Return the share of each cause there may be, in the order of the layouts."""
    rows = (
        Row(_label(one), (computed(results, one.formula, *one.addresses),))
        for one in causes_of_loss(results, ranked=False)
    )
    return View(TITLE, "Cause", CAUSE_COLUMNS[1:], tuple(rows))


def _label(one: LossCause) -> str:
    return f"{one.tier}: {one.name}{' (assumed)' if one.is_assumed else ''}"
