"""What is uncertain of a plan: what its scenario says of figures, and what stages deliver.

A stage delivers as comparable systems did, around what is expected of it; a measured one as runs of
one system differ. Stages of one software have a part of that in common, whatever tier and way.
"""

from __future__ import annotations

import math
import re
from collections.abc import Container, Iterator

from model.answers.results import WAYS, Results
from model.design.given import GivenTier
from model.design.tier import Tier
from model.engine.quantity import Input, Quantity
from model.engine.tree import Address
from model.formulas.chain.alike_servers import VARIATION
from model.formulas.chain.performance import OWN
from model.formulas.chain.stage_efficiencies import OF_SYSTEMS, is_proven, stage_of
from model.kinds.file_systems import FILE_SYSTEMS
from model.planning.bands import Banded
from model.planning.efficiencies import share_of_stage
from model.planning.streams import deviation
from model.procedures.draws import Factor, Law, Vector, normal_scores
from model.procedures.pooling import Share
from model.records import dataclass

SPREADS = RUNS, SERVERS = "run_spread", "server_spread"
"""The inputs of how far measured rates may be off, here and of another server."""
LABELS = (
    (re.compile(r"(.*): what stages deliver when clients (\w+)"), r"\1: stage efficiencies (\2)"),
    (re.compile(r"(.*): what stages deliver"), r"\1: stage efficiencies"),
    (re.compile(r"what (.*) delivers"), r"\1 efficiency"),
)
"""Labels of the columns of efficiencies. Their names seed the draws, so they don't change."""


def label_of(column: str) -> str:
    """Return the label of a column that ranges are drawn by.

    >>> label_of("scratch: what stages deliver when clients write")
    'scratch: stage efficiencies (write)'
    >>> label_of("prices: disks")
    'prices: disks'
    """
    found = ((shape.fullmatch(column), label) for shape, label in LABELS)
    return next((match.expand(label) for match, label in found if match), column)


@dataclass(frozen=True, slots=True)
class Delivers:
    """Distribution of what a stage delivers, from what comparable systems did."""

    share: Share

    @property
    def ends(self) -> tuple[float, float]:
        """Minimum and maximum possible value."""
        return 0.0, 1.0

    def at(self, levels: Vector) -> Vector:
        """Return the quantiles at some levels."""
        return self.share.at(normal_scores(levels))

    def jointly(self, levels: Vector, common: Vector) -> Vector:
        """Return the quantiles at some levels of its own part, and of the common one."""
        part = self.share.common
        shared, alone = normal_scores(common), normal_scores(levels)
        return self.share.at(math.sqrt(part) * shared + math.sqrt(1 - part) * alone)


def uncertain(results: Results) -> tuple[Banded, ...]:
    """Return what the scenario says of figures, what each stage delivers, and failures that count.

    Failures count where a cost depends on them, as by the number of cold spares.
    """
    found: tuple[Banded, ...] = results.once(("uncertain",), lambda: _uncertain(results))
    return found


def _uncertain(results: Results) -> tuple[Banded, ...]:
    return (
        *results.plan.bands,
        *(one for path, _ in results.designs for one in of_tier(results, path)),
        *_failures_of_costs(results),
    )


COSTS = ("capital_cost", "known_capital_cost", "total_cost_of_ownership")


def _failures_of_costs(results: Results) -> Iterator[Banded]:
    """Give the ranges of failures that a cost of the site depends on, unless they are stated."""
    further = [one for one in results.plan.failures if one not in results.plan.bands]
    if not further:
        return
    costs = [("site", name) for name in COSTS if ("site", name) in results.values]
    steps = (step for at in costs for step in results.below(*at))
    read = {operand for step in steps for operand in results.operands(step)}
    yield from (one for one in further if not read.isdisjoint(one.addresses))


def of_tier(results: Results, path: str) -> tuple[Banded, ...]:
    """Return what each stage of the tier at a path delivers, apart from what is stated of it."""
    bands = results.plan.scenario.bands
    if bands is not None and not bands.deliveries:
        return ()
    covered = {address for one in results.plan.bands for address in one.addresses}
    tier = dict(results.designs)[path]
    found: dict[Address, Banded] = {}
    for way in WAYS:
        if results.values.get((path, f"{way}_bandwidth")) is None:
            continue
        for at in results.behind_stages(path, f"{way}_bandwidth"):
            one = _of_stage(results, path, tier, way, at)
            if one is not None and not _reach(results, covered, one):
                found.setdefault(one.addresses[0], one)
    of_alike = (path, VARIATION)
    if of_alike in results.values and of_alike not in covered:
        law, because = _factor(results, results.values[of_alike] or 0.0, (path, SERVERS))
        column = f"{tier.name}: how far it differs from the measured server"
        found[of_alike] = Banded(column, column, (of_alike,), "1", law, "deliveries", because)
    return tuple(found.values())


def _of_stage(
    results: Results, tier_path: str, tier: Tier | GivenTier, way: str, address: Address
) -> Banded | None:
    """Return how far a stage's expected rate may be off; None for what is no such rate."""
    item, rate = results.item(*address), results.values[address]
    if not (isinstance(item, Quantity) and item.stage == f"committed_{way}" and rate):
        return None
    path, name = address
    stage = results.item(path, name.replace("_committed", "_stage"))
    assert isinstance(stage, Quantity)
    delivery = next((at for at in results.read_by(address) if at[1].endswith("_delivery")), None)
    of = delivery or address
    expected = results.values[of]
    if not expected:
        return None
    by_way = delivery is None or delivery[1].endswith(f"_{way}_delivery")
    column = f"{tier.name}: what stages deliver" + f" when clients {way}" * by_way
    what = stage_of(stage)
    is_measured_through = isinstance(tier, Tier) and tier.calibration and stage.scope in OWN
    law: Law
    common = ""
    if isinstance(tier, GivenTier) or is_proven(stage) or is_measured_through:
        law, because = _factor(results, expected, (tier_path, RUNS))
    elif stage.evidence == OF_SYSTEMS:
        most = results.values[path, stage.name]
        spread = math.exp(deviation(results.plan.catalog, way))
        law = Factor(expected, spread, most=math.inf if most is None else most)
        because = "one stream differs as much between systems of one file system"
    else:
        law = Delivers(share_of_stage(tier, what, way if by_way else "").moved_to(expected))
        common = f"what {FILE_SYSTEMS[tier.file_system].title} delivers"
        because = _because(results, of)
    called = f"{column}: {stage.label}"
    unit = results.item(*of).unit
    return Banded(called, column, (of,), unit, law, "deliveries", because, common=common)


def _factor(results: Results, expected: float, spread: Address) -> tuple[Factor, str]:
    """Return the law of a measured rate by its spread, with the reason of that."""
    item = results.item(*spread)
    assert isinstance(item, Input)
    known = results.plan.source_of(spread[0], item)
    return Factor(expected, 1 + results.known(*spread)), known.because or known.source


def _reach(results: Results, covered: Container[Address], one: Banded) -> bool:
    """Whether what the scenario says of figures already makes a stage's rate uncertain."""
    (of,) = one.addresses
    return any(at in covered for at in (of, *_shares_of(results, of)))


def _shares_of(results: Results, of: Address) -> Iterator[Address]:
    """Yield the shares that an efficiency is taken from, or all that a measured rate rests on."""
    if results.item(*of).unit == "1":
        yield from (at for at in results.read_by(of) if results.item(*at).unit == "1")
        return
    for step in results.below(*of):
        yield from results.operands(step)


def _because(results: Results, of: Address) -> str:
    """Return the reason of the share that an efficiency is."""
    for path, name in _shares_of(results, of):
        item = results.item(path, name)
        if isinstance(item, Input) and results.values[path, name] == results.values[of]:
            return results.plan.source_of(path, item).because
    return ""
