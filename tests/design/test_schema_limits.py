"""Limits of the schema: how long lists and names may be, and what single figures may be at most."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import inf
from typing import Any, get_args

import pytest
import yaml

from model.design.limits import Bounds, bounds_of
from model.design.scenario import load_scenario
from model.errors import InputError
from model.reading.fields import Stated
from tests.laws.test_bindings import models
from tests.planned import EXAMPLES, like

NAMES = "GivenTier Goal Level Milestone Phase ProjectedCost Projection Scenario Task Tier Workload"
MOST = {
    8: "Tier.vdev_drives Workloads.goals",
    10: "Network.cables Network.transceivers SiteFabric.cables SiteFabric.transceivers",
    12: "Economics.lead_times Economics.phases Payments.milestones Projection.costs "
    "Projections.alternatives",
    16: "FileLayout.extents FileLayout.sizes Processing.tasks",
    20: "Tier.in_servers",
    32: "Scenario.tiers Workloads.measured",
    40: " ".join(f"{name}.name" for name in NAMES.split()) + " Scenario.choices",
    50: "Economics.classes Economics.price_books Economics.quotes",
    60: "BudgetClass.key",
    64: "Latencies.levels",
    80: "DemandGroup.name",
    100: "Scenario.services",
    10_000: "Placement.slots",
}
LEAST = {
    1: "BudgetClass.kinds FileLayout.extents Latencies.levels Payments.milestones Projection.costs "
    "Scenario.tiers Workloads.measured",
    2: "Projections.alternatives",
    3: "Gauged.what Observed.what Source.title",
}
"""Entries of a list, or characters of a text."""
USUAL = (
    *(Bounds(), Bounds(above=0.0), Bounds(most=1.0), Bounds(most=1.0, above=0.0)),
    *(Bounds(0, 1e9, whole=True), Bounds(1, 1e9, whole=True), Bounds(most=1e15), Bounds(1.0)),
)
"""Amounts, shares, counts and money."""
OTHERS = {
    Bounds(-0.99, 10.0): "Demand.growth DemandGroup.growth Economics.price_decline",
    Bounds(-10.0, 0.99): "PricePaths.disks PricePaths.flash PricePaths.memory PricePaths.servers",
    Bounds(most=0.999999999, above=0.0): "Availability.of_site Given.availability "
    "Requirements.availability Requirements.availability_target",
    Bounds(least=0.0, most=0.999999): "Given.loss_probability",
    Bounds(most=0.999999, above=0.0): "Availability.spares_level Spares.service_level",
    Bounds(0.01, 1.0): "Endurance.data_share Purge.share",
    Bounds(-inf): "DemandGroup.added",
    Bounds(1.0, 32768.0): "Policy.compression_ratio",
    Bounds(0, 20, whole=True): "ProjectedCost.year",
    Bounds(1.0, 1000.0): "States.correlated_failures States.early_failures States.late_failures",
    Bounds(0.0, 100.0): "States.latent_errors",
    Bounds(0, 1, whole=True): "States.sector_error_is_fatal",
}


def _marks(annotation: Any) -> Iterator[Any]:
    """Give what is said of a field besides its type, at any depth."""
    for inner in get_args(annotation):
        yield inner
        yield from _marks(inner)


def _lengths(limit: str) -> dict[int, set[str]]:
    found: dict[int, set[str]] = defaultdict(set)
    for model in models():
        for name, field in model.model_fields.items():
            for mark in (*field.metadata, *_marks(field.annotation)):
                if isinstance(length := getattr(mark, limit, None), int):
                    found[length].add(f"{model.__name__}.{name}")
    return found


def test_lists_and_texts_have_the_lengths_of_the_table() -> None:
    assert _lengths("max_length") == {n: set(names.split()) for n, names in MOST.items()}
    assert _lengths("min_length") == {n: set(names.split()) for n, names in LEAST.items()}


def test_figures_have_usual_limits_or_those_of_the_table() -> None:
    found: dict[Bounds, set[str]] = defaultdict(set)
    for model in models():
        for name, field in model.model_fields.items():
            kinds = (field.annotation, *_marks(field.annotation))
            if any(isinstance(kind, type) and issubclass(kind, Stated) for kind in kinds):
                found[bounds_of(model, name)].add(f"{model.__name__}.{name}")
    others = {limits: names for limits, names in found.items() if limits not in USUAL}
    assert others == {limits: set(names.split()) for limits, names in OTHERS.items()}
    assert len(found) == len(USUAL) + len(OTHERS)


def _with_goals(count: int) -> str:
    goals = [{"name": f"g{n}", "bandwidth": "1 GB/s"} for n in range(count)]
    tiers = [like("disks", workloads={"goals": goals})]
    return yaml.safe_dump({"schema": "ostimate.scenario/1", **EXAMPLES["site"], "tiers": tiers})


def test_one_goal_more_than_a_tier_may_have_is_refused() -> None:
    assert load_scenario("goals.yaml", _with_goals(8))
    with pytest.raises(InputError, match=r"tiers\.0\.workloads\.goals"):
        load_scenario("goals.yaml", _with_goals(9))
