"""Formulas of bandwidths, each with round figures worked out by hand."""

from __future__ import annotations

import math
from types import ModuleType

import pytest

from model.formulas.chain import (
    alike_servers,
    arrays,
    cables,
    cache_rates,
    caches,
    drive_links,
    drives,
    links,
    measured_servers,
    metadata_rates,
    network,
    performance,
    processor,
    queueing,
    requests,
    sharing,
    spreads,
    stage_efficiencies,
    striping,
)

UNKNOWN = math.nan

CASES: dict[ModuleType, list[tuple[str, tuple[float, ...], float]]] = {
    alike_servers: [
        ("alike_way_weight", (1, 1), 0.5),
        ("alike_way_weight", (1, 3), 0.2),
    ],
    arrays: [
        ("modules_left", (1, 2, 4), 0.875),
    ],
    cables: [
        ("sas_cables_per_server", (2, 4), 8),
        ("sas_read_stage", (10, 2), 5),
        ("sas_write_stage", (10, 2), 5),
        ("expander_rate", (6, 2, 5), 15),
        ("expander_read_stage", (10, 2), 5),
        ("expander_write_stage", (10, 2), 5),
        ("expander_left", (15, 0.5, 0.8), 6),
        ("sas_left", (8, 5, 0.5, 0.75), 20),
        ("sas_left", (8, 5, 1, 0.75), 30),
    ],
    cache_rates: [
        ("server_cached_way_bandwidth_end", (10, 8), 8),
        ("server_cached_way_bandwidth_end", (10, UNKNOWN), 10),
        ("cached_way_bandwidth_end", (4, 10), 40),
    ],
    caches: [
        ("cache_capacity_per_server", (2, 5), 10),
        ("drives_per_cache_drive", (48, 4, 3), 4),
        ("cache_used_per_server", (48, 4, 0.5), 6),
        ("cache_fill", (5, 10), 0.5),
    ],
    drive_links: [
        ("drive_pcie_left", (3, 10, 2), 60),
        ("drive_pcie_read_stage", (10, 2), 5),
        ("drive_pcie_write_stage", (10, 2), 5),
    ],
    drives: [
        ("drives_way_rate", (3, 10, 2, 0.5, 0.8), 24),
        ("drives_read_stage", (10, 2), 5),
        ("drives_write_stage", (10, 2), 5),
        ("targets_read_stage", (3, 10, 0.8), 24),
        ("targets_write_stage", (3, 10, 0.8), 24),
    ],
    links: [
        ("link_lane_bandwidth", (130, 128, 130), 128),
    ],
    measured_servers: [
        ("asked_way_bandwidth", (100, 4), 25),
        ("measured_way_margin", (30, 25), 0.2),
    ],
    metadata_rates: [
        ("mdt_operation_rate", (100, 3, 0.5), 50),
        ("metadata_operation_rate", (50, 5, 0.5), 150),
    ],
    network: [
        ("nic_rate", (2, 2, 10, 0.9), 36),
        ("nic_pcie_way_stage", (36, 2), 18),
        ("nic_way_stage", (36, 2), 18),
        ("nic_write_amplification_of_primaries", (6, 4), 2.25),
        ("nic_read_amplification_of_primaries", (4,), 1.75),
        ("passed_share", (4,), 0.75),
        ("nic_write_amplification_of_gateways", (6, 4, 0.75), 3),
        ("nic_read_amplification_of_gateways", (4, 0.75), 2.5),
        ("nic_write_amplification_of_servers", (6, 4, 0.75), 2.125),
        ("nic_read_amplification_of_servers", (0.75,), 1.75),
        ("what_way_stage", (8, 5, 4), 10),
        ("busy_clients_of_streams", (5, 3), 3),
        ("busy_clients_of_streams", (2, 3), 2),
        ("clients_write_stage_of_strips", (6, 10, 4, 6, 4), 10),
        ("kind_streams_way_rate", (3, 5), 15),
        ("streams_way_stage", (15, 5), 3),
    ],
    performance: [
        ("servers_left_in_block", (4, 1), 3),
        ("servers_left_in_block", (2, 2), 1),
        ("moving_targets", (8, 2, 0.5, 4), 7.75),
        ("moving_targets", (1, 2, 0.5, 0), 0.5),
        ("moving_targets_declustered", (8, 2, 0.5), 7),
        ("moving_targets_declustered", (1, 2, 0.5), 0.5),
        ("server_way_delivery", (8, 10), 0.8),
        ("way_bandwidth_end", (4, 10), 40),
        ("memory_way_room", (20, 10), 2),
    ],
    processor: [
        ("memory_channel_bandwidth", (5, 8), 40),
        ("adding_times", (0.25, 0.25), 2),
        ("adding_times", (0.25, UNKNOWN), 4),
        ("processor_way_time", (4,), 0.25),
        ("processor_speed", (2, 32, 3), 192),
        ("measured_processor_speed", (2, 32, 3), 192),
        ("memory_gain_by_channels", (12, 8), 1.5),
        ("processor_way_time_fitted", (0.2, 4, 2), 0.1),
        ("memory_way_time", (0.2, 4, 2), 0.025),
        ("memory_way_traffic", (0.5, 10), 5),
        ("task_way_time", (0.5, 10, 5), 0.01),
        ("numa_rate", (3, 10), 30),
        ("numa_way_stage", (30, 0.5), 60),
        ("cpu_memory_way_stage_calibrated", (0.25, 0.25), 2),
        ("cpu_memory_way_stage_beside_scaled", (20, 2), 10),
        ("cpu_memory_way_stage_beside_measured", (20, 2), 10),
        ("elsewhere_cpu_memory_way_rate", (0.25, 0.25, 20, 2), 2),
        ("elsewhere_cpu_memory_way_rate", (0.25, 0.25, 2, 2), 1),
        ("elsewhere_cpu_memory_way_rate_unscaled", (5, 20, 2), 5),
        ("elsewhere_cpu_memory_way_rate_unscaled", (15, 20, 2), 10),
    ],
    queueing: [
        ("offered_load", (3, 0.5), 1.5),
        ("queue_is_stable", (0.99,), 1),
        ("queue_is_stable", (1,), 0),
        ("transfer_time", (10, 5), 2),
        ("queue_depth_bound", (8, 2), 4),
    ],
    requests: [
        ("group_readers", (2, 10, 1), 20),
        ("group_readers", (2, 10, 10), 2),
        ("group_readers_of_stripes", (2, 43, 3, 10), 8),
        ("group_readers_of_stripes", (2, 42, 3, 10), 6),
        ("pool_random_read_rate", (3, 100), 300),
        ("pool_random_write_rate", (3, 100, 2), 150),
        ("pool_random_read_rate_of_raid", (10, 100), 1000),
        ("pool_random_write_rate_of_raid", (10, 2, 3, 20, 20, 2), 20),
        ("random_way_rate_bound", (4, 10, 1000, 50), 20),
        ("random_way_rate_bound", (1, 10, 1000, 50), 10),
    ],
    sharing: [
        ("shared_way_bandwidth_end", (4, 10), 40),
        ("way_bandwidth_end", (100, 40, 30), 90),
        ("way_bandwidth_end", (100, 40, UNKNOWN), 100),
        ("way_bandwidth_end", (100, 20, 30), 100),
    ],
    spreads: [
        ("measured_low_share", (1, 2), 0.25),
        ("measured_high_share", (1, 2), 4),
        ("other_server_low_share", (1, 2), 0.25),
        ("other_server_high_share", (1, 2), 4),
    ],
    stage_efficiencies: [
        ("share_delivery_usual", (UNKNOWN, 0.8), 0.8),
        ("share_delivery_usual", (0.5, 0.8), 0.5),
        ("share_delivery_by_server", (0.5, 0.8, 0.95, 2, 3), 0.5),
        ("share_delivery_by_server", (UNKNOWN, 0.8, 0.95, 2, 3), 0.95),
        ("share_delivery_by_server", (UNKNOWN, 0.8, 0.95, UNKNOWN, 3), 0.95),
        ("share_delivery_by_server", (UNKNOWN, 0.8, 0.95, UNKNOWN, UNKNOWN), 0.8),
        ("what_way_committed", (10, 0.8), 8),
        ("what_way_committed_elsewhere", (10, 0.8), 8),
        ("what_way_committed_of_systems", (30, 3), 10),
        ("what_way_committed_beside_alike", (10, 0.8, UNKNOWN, 6, 2, 4, 1), 10),
        ("what_way_committed_beside_alike", (10, 0.8, UNKNOWN, 3, 2, 4, 1), 6),
        ("what_way_committed_beside_alike", (10, 0.8, UNKNOWN, 3, 2, 4, 2), 4.5),
        ("what_way_committed_beside_alike", (10, 0.8, UNKNOWN, 0.5, 2, 4, 1), 2),
        ("what_way_committed_beside_alike", (10, 0.1, UNKNOWN, 10, 2, 4, 1), 4),
        ("what_way_committed_beside_alike", (10, 0.8, 0.5, 3, 2, 4, 1), 5),
        ("what_way_committed_beside_alike", (10, 0.8, UNKNOWN, UNKNOWN, 2, 4, 1), 8),
    ],
    striping: [
        ("at_least_one", (0,), 1),
        ("at_least_one", (0.5,), 0.5),
        ("at_least_one", (3,), 3),
        ("single_target_way_bandwidth_end", (10, 4), 2.5),
        ("single_target_way_bandwidth_end", (10, 0), 10),
        ("single_target_way_bandwidth_end_on_arrays", (10, 8, 4), 2),
        ("untapped_way_share", (8, 10), 0.2),
        ("enclosures_per_target", (10, 4), 4),
        ("enclosures_per_target", (3, 4), 3),
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
