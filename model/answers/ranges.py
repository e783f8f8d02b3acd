"""Ranges of bandwidths, and how often requirements are met.

What stages deliver is drawn: each as comparable systems delivered it, a measured stage as runs of
one system differ. Stages, ways and tiers of one software share a part of each draw. The draws are
the same for every plan and place; ranges are their 5 and 95 % quantiles.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping
from functools import cache
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from model.answers.results import WAYS, Results
from model.answers.sentences import Sentence, Unchanged
from model.design.given import GivenTier
from model.design.tier import Tier
from model.engine.quantity import Quantity
from model.engine.tree import Address
from model.formulas.chain.performance import OWN
from model.formulas.chain.stage_efficiencies import OF_OTHERS, is_proven
from model.formulas.time_and_money.requirements import REQUIREMENTS, THROUGH_BURST
from model.planning.efficiencies import share_of_stage
from model.procedures.pooling import Vector
from model.units.figures import percent, show

DRAWS = 512
LOW, HIGH = 0.05, 0.95
"""Levels of the ends of a range."""
OF_RUNS = 0.04
"""Logarithmic deviation of a measured stage: runs of one system differ by 2 to 8 %."""
OF_OTHER_SERVERS = 0.2
"""Logarithmic deviation of a rate taken from a server measured elsewhere: an assumption."""
COMMITTED = tuple(f"committed_{way}" for way in WAYS)
"""Tags of the rates that stages are expected to deliver."""
STALE = "not recalculated"
"""What a sheet says that was changed after the draws."""
SERVERS = "working_servers", "serving_servers"
BANDWIDTHS = tuple(f"{way}_bandwidth" for way in WAYS)


class Range(NamedTuple):
    """The ends of a 90 % range, in base units."""

    low: float
    high: float


class Ranges(NamedTuple):
    """Ranges of bandwidths by their addresses, and the chances of requirements.

    A chance is the share of draws that meet the requirement; those that bandwidth doesn't decide
    have none. `draws` are those of the site's bandwidths.
    """

    of: Mapping[Address, Range]
    chances: Mapping[str, float]
    draws: Mapping[str, Vector]


def ranges(results: Results) -> Ranges:
    """Return the ranges of a plan's bandwidths, and the chances of its requirements."""
    found: Ranges = results.once(("ranges",), lambda: _drawn(results))
    return found


def range_of(results: Results, path: str, name: str) -> Range | None:
    """Return the range of a figure; None where it has none."""
    return ranges(results).of.get((path, name))


def rests_on(results: Results, path: str, name: str) -> tuple[Address, ...]:
    """Return the values that ranges of a figure rest on: as long as these stay, so do its ranges.

    They are the figure itself, what stages deliver, and how many servers do.
    """
    found: tuple[Address, ...] = results.once(
        ("ranges rest on", path, name), lambda: tuple(_rests_on(results, path, name))
    )
    return found


def _rests_on(results: Results, path: str, name: str) -> Iterator[Address]:
    yield path, name
    stages = [s for s in results.below(path, name) if s.quantity.stage in COMMITTED]
    yield from sorted((stage.path, stage.quantity.name) for stage in stages)
    for at in sorted({stage.path for stage in stages}):
        yield from ((at, counted) for counted in SERVERS if (at, counted) in results.values)


def likely(results: Results, path: str, name: str, digits: int = 3) -> str:
    """Say between what a bandwidth likely is; empty where it has no range."""
    found = range_of(results, path, name)
    if found is None:
        return ""
    low, high = (show(end, "byte/s", digits=digits) for end in found)
    (figure, _, unit), (_, _, of_high) = low.rpartition(" "), high.rpartition(" ")
    return f"likely {figure if unit == of_high else low} to {high}"


def likely_sentence(results: Results, path: str, name: str) -> Sentence:
    """Say between what a bandwidth likely is, or in a changed sheet that it isn't recalculated."""
    text = likely(results, path, name)
    return (Unchanged(rests_on(results, path, name), (text,), (STALE,)),) if text else ()


def chance_text(chance: float) -> str:
    """Return a chance as text: 0 and 100 % only where no draw meets a requirement, or each does."""
    if 0 < chance < 0.005:
        return "under 1 %"
    return "over 99 %" if 0.995 < chance < 1 else percent(chance)


def _drawn(results: Results) -> Ranges:
    axes = dict(_axes(results))
    figures = [
        (path, name)
        for path in ("site", *(path for _, path in results.tiers()))
        for name in BANDWIDTHS
        if results.values.get((path, name)) is not None
    ]
    judged = [
        name
        for name, requirement in REQUIREMENTS.items()
        if (requirement.bound or name in THROUGH_BURST)
        and results.values.get(("site", f"{name}_is_met")) is not None
    ]
    targets = [*figures, *(("site", f"{name}_is_met") for name in judged)]
    if not axes or not targets:
        return Ranges({}, {}, {})
    drawn = results.varied(axes, targets)
    of = {at: _range(drawn[at]) for at in figures}
    chances = {name: float(np.mean(drawn["site", f"{name}_is_met"] >= 1)) for name in judged}
    return Ranges(
        of, chances, {name: drawn[at] for at in figures for name in at[1:] if at[0] == "site"}
    )


def _range(drawn: Vector) -> Range:
    """Return the quantiles at both ends; `np.quantile` would import all of masked arrays."""
    ends = np.array([LOW, HIGH]) * (DRAWS - 1)
    return Range(*map(float, np.interp(ends, np.arange(DRAWS), np.sort(drawn))))


def _axes(results: Results) -> Iterator[tuple[Address, Vector]]:
    """Give each stage's expected rate in each draw."""
    for path, tier in results.designs:
        for way in WAYS:
            if results.values.get((path, f"{way}_bandwidth")) is None:
                continue
            for address in results.behind_stages(path, f"{way}_bandwidth"):
                item, rate = results.item(*address), results.values[address]
                if isinstance(item, Quantity) and item.stage == f"committed_{way}" and rate:
                    yield address, rate * _factors(results, tier, path, address, way)


def _factors(
    results: Results, tier: Tier | GivenTier, path: str, address: Address, way: str
) -> Vector:
    """Return what a stage delivers in each draw, as a share of what it is expected to."""
    at, name = address
    what = name.removesuffix(f"_{way}_committed")
    stage = results.item(at, f"{what}_{way}_stage")
    assert isinstance(stage, Quantity)
    of_system = _scores(f"{path}, {way}")
    is_measured_through = isinstance(tier, Tier) and tier.calibration and stage.scope in OWN
    if isinstance(tier, GivenTier) or is_proven(stage) or is_measured_through:
        return np.exp(OF_RUNS * of_system)
    if stage.evidence in OF_OTHERS:
        return np.exp(OF_OTHER_SERVERS * of_system)
    committed, rate = results.values[address], results.values[at, stage.name]
    assert committed is not None
    assert rate is not None
    delivered = committed / rate
    share = share_of_stage(tier, what, way).moved_to(delivered)
    of_software = _scores(f"software {tier.file_system}")
    common = math.sqrt(share.common)
    scores = common * of_software + math.sqrt(1 - share.common) * of_system
    return share.at(scores) / delivered


@cache
def _scores(column: str) -> Vector:
    """Return normal scores, one from each of equal strata, in an order that the name decides."""
    bits = hashlib.shake_256(column.encode()).digest(8 * DRAWS)
    return _strata()[np.argsort(np.frombuffer(bits, "<u8"), kind="stable")]


@cache
def _strata() -> Vector:
    normal = NormalDist()
    return np.array([normal.inv_cdf((n + 0.5) / DRAWS) for n in range(DRAWS)])
