"""Formulas of checkpoints and requirements, each with round figures worked out by hand.

Half of e to the power of minus log 2 makes steps of Newton's that can be followed by hand.
"""

from __future__ import annotations

import math
from types import ModuleType

import pytest

from model.formulas.time_and_money import (
    checkpoint,
    requirements,
    training,
    training_reads,
)

LOG_2 = math.log(2)

CASES: dict[ModuleType, list[tuple[str, tuple[float, ...], float]]] = {
    checkpoint: [
        ("highest_efficiency", (10 * LOG_2, 10), 0.5),
        ("efficiency_at_interval", (5, 10 * math.log(3) - 5, 10, 10 * LOG_2), 0.125),
        ("dump_time_from_ratio", (100, 10), 10),
        ("dump_time_from_bandwidth", (100, 5), 20),
        ("wanted_exponent", (0.5, 1), LOG_2),
        ("restart_step", (LOG_2, 2 * LOG_2 - 1.25, 1), LOG_2 - 0.5),
        ("restart_step", (2, 0.5, 0), 0.5),
        ("restart_step", (1, 1 + 2 / math.e, 2), 1),
        ("wanted_turn_step", (LOG_2, 2 * LOG_2 - 1.25, 1), LOG_2 - 0.5),
        ("dump_time_from_efficiency", (10, 1), 10 / math.e),
        ("dump_time_from_efficiency", (10, 0.5), 10 * (math.exp(-0.5) - 0.5)),
        ("paced_dump_ratio", (1, 10), 0.1),
        ("paced_interval_young", (2, 9), 6),
        ("paced_interval_daly", (2, 9, 6, 0.08), 6 * (1 + 0.2 / 3 + 0.04 / 9) - 2),
        ("paced_interval_daly", (2, 9, 6, 2), 9),
        ("newton", (LOG_2, LOG_2 - 0.75), LOG_2 - 0.5),
        ("paced_interval_start", (0.5,), 1.5),
        ("paced_interval_first_step", (LOG_2, LOG_2 - 0.75), LOG_2 - 0.5),
        ("paced_interval_ratio", (LOG_2, 3, 10, 1e-9, 1e-8), 0.3),
        ("paced_interval_ratio", (LOG_2, 3, 10, 1e-8, 1e-8), 0.5),
        ("paced_checkpoint_interval", (0.3, 10), 3),
        ("paced_restart_time", (5, 2, 10), 25),
        ("paced_job_efficiency", (10 * LOG_2, 10, 0.5), 0.25),
        ("paced_job_efficiency", (1e9, 10, 0.5), math.exp(-700) / 2),
        ("paced_checkpoint_writes_per_day", (100, 80, 3, 1), 2000),
        ("checkpoint_time_per_day", (100, 20), 5),
    ],
    requirements: [
        ("asked_end_is_met", (10, 10, 1), 1),
        ("asked_end_is_met", (9, 10, 1), 0),
        ("asked_end_is_met", (10, 10, 0), 0),
        ("asked_end_margin", (12, 10), 0.2),
        ("asked_end_is_met_below", (10, 10, 1), 1),
        ("asked_end_is_met_below", (11, 10, 1), 0),
        ("asked_end_is_met_surely", (9, 10, 1, 1), 1),
        ("asked_end_is_met_surely", (11, 10, 0, 1), 0),
        ("asked_end_is_met_at_least", (9, 10, 11, 1), 0),
        ("asked_end_is_met_at_least", (9, 10, 10, 1), 1),
        ("asked_end_is_met_at_least", (11, 10, 9, 1), 0),
        ("asked_end_is_met_at_most", (10, 10, 10, 1), 1),
        ("asked_end_is_met_at_most", (10, 10, 9, 1), 0),
        ("asked_end_is_met_at_most", (9, 10, 10, 1), 0),
        ("asked_end_margin_of_outage", (0.99, 0.98), 0.5),
        ("asked_end_margin_below", (8, 10), 0.2),
    ],
    training: [
        ("model_parameters", (10, 8, 5), 50),
        ("parameter_state", (2, 4, 8), 14),
        ("efficiency_after_lost_copies", (0.8, 0.5, 3, 1, 10), 0.64),
        ("efficiency_after_lost_copies", (0.8, 5, 3, 1, 10), 0),
        ("job_mtti_of_accelerators", (1000, 10), 100),
        ("dump_size_of_model", (8, 14), 112),
        ("required_checkpoint_bandwidth_behind_nodes", (100, 3, 1), 25),
    ],
    training_reads: [
        ("sized_accelerators", (17, 8), 24),
        ("guide_read_bandwidth", (24, 8, 5), 15),
        ("guide_write_bandwidth", (24, 8, 5), 15),
        ("guide_read_cost", (30, 20, 1000, 40), 250),
        ("guide_write_cost", (30, 20, 1000, 40), 250),
        ("benchmark_read_bandwidth", (10, 50, 5, 0.9), 90),
        ("guide_read_bandwidth_of_benchmark", (4, 90), 360),
        ("guide_write_ratio", (30, 60), 0.5),
    ],
}


@pytest.mark.parametrize(
    ("chapter", "name", "figures", "value"),
    [(chapter, *one) for chapter, cases in CASES.items() for one in cases],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_by_hand(chapter: ModuleType, name: str, figures: tuple[float, ...], value: float) -> None:
    found = getattr(chapter, name)(*map(float, figures))
    assert found == pytest.approx(value, rel=1e-12, abs=1e-12)
