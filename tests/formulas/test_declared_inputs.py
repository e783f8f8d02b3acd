"""What inputs are where nobody says otherwise, and within which limits: whole tables of both."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

from model import formulas
from model.engine.quantity import Book, Input

KIB, MIB, GIB, TIB = 2.0**10, 2.0**20, 2.0**30, 2.0**40
HOUR, DAY, YEAR = 3600.0, 86400.0, 31557600.0
INF = float("inf")
USUAL = {(0.0, INF), (0.0, 1.0), (1.0, INF)}
"""Amounts, shares, and factors that nothing falls below."""
DEFAULTS: dict[float, str] = {
    0: (
        "background_share bought_pieces cables_lost code_kept_back encryption_header "
        "expansion_age_nth expansion_cost expert_parameters experts ext_osd_reserve "
        "fixed_restart_time group_added has_copies_apart hbas_lost hot_spares_per_target "
        "included_tax_rate initial_cumulative_cost initial_delivered_share initial_demand "
        "initial_forecast initial_forecast_low initial_kind_expansion_aged_nth "
        "initial_owned_capital initial_peak_demand is_assumed is_estimated kept_back kept_share "
        "known_disk_cost known_flash_cost known_kind_beside_cost known_kind_cost "
        "known_memory_cost known_server_cost latent_error_rate maintenance_rate "
        "mdt_data_per_file modules_lost offered_discount osd_kept_back other_ports other_power "
        "other_racks owned_warranty parallel_rebuilds partial_stripe_share planned_downtime "
        "pool_distributed_spares price_decline raid_kept_back raid_spares rebuilding_targets "
        "reserved_spares_per_block restart_dumps sector_error_is_fatal sector_error_probability "
        "servers_lost snapshot_reserve spare_domains special_drives_per_target staff_cost "
        "staff_vat_rate takeover unit_discount vdev_spares warranty"
    ),
    1e-08: "daly_exact_below",
    0.005: "beegfs_metadata_share",
    0.01: "xfs_huge_share",
    0.035: "discount_rate",
    0.04: "ldiskfs_journal_share run_spread",
    0.05: "ext_reserve xfs_large_share",
    0.15: "lost_copies",
    0.25: "xfs_small_share",
    0.3: "rebuild_share",
    0.5: "later_share numa_crossing purged_share",
    0.8: "checkpoint_fraction feed_derating fill_limit",
    0.85: "nearfull_ratio",
    0.9: "accelerator_utilisation backfillfull_ratio",
    0.95: "full_ratio wires_delivery",
    0.99: "quantile shelf_level spare_service_level",
    1: (
        "active_paths affected_servers aged_factor alike_variation bid_counts "
        "cable_amplification checkpoint_writers compression_ratio correlated_failures "
        "domains_lost drain_share drive_recording drives_per_failure early_failures file_copies "
        "further_drive_recording has_compression has_way_of_its_own hba_efficiency "
        "high_price_share late_failures least_known_cost least_rack_power least_tier_cost "
        "low_price_share mdt_scaling measured_mdts memory_gain more_drive_recording "
        "nic_efficiency nic_read_amplification nic_way_amplification nic_write_amplification "
        "nodes_per_chassis nth_critical_share nth_failure_factor ordered_later orders "
        "oversubscription partial_stripe_amplification parts_fit pcie_packet_efficiency "
        "pdus_per_feed pieces_per_link pool_drives processor_gain purge_improvement "
        "read_amplification read_condition recovery_groups redundancy_groups server_spread "
        "servers service_variation service_years stated_fill_limit stations stored_fraction "
        "targets targets_per_array unit_of_money vdev_stands_elsewhere way_condition "
        "write_condition"
    ),
    1.6448536269514722: "range_score",
    2: (
        "alike_limit drive_ports dumps_in_burst enclosure_supplies figure_exponent "
        "further_enclosure_supplies gpfs_copies inode_headroom least_memory_traffic "
        "log_groups_per_server metadata_copies minor_digits modules_of_enclosure "
        "modules_per_enclosure power_feeds server_supplies switch_supplies written_recording"
    ),
    3: "spares_least",
    4: "log_replicas overflow_partitions servers_per_drive",
    5: "few_drives",
    6: "full_points_figure",
    8: "memory_bus_width saving_divisor",
    10: "scale_base",
    12: "small_array",
    16: "few_servers slab_few wide_lanes",
    20: "weka_unit_memory",
    24: "medium_array",
    32: "entries_per_block free_tracks_least",
    42: "stored_pointer",
    64: "checksum_trailer",
    128: "block_pointer osd_reserve_divisor",
    200: "slab_target",
    255: "zero_run",
    256: "ext_inode_size locks_per_core",
    512: "oss_threads space_unit xfs_inode_size",
    1000: "reserve_divisor track_divisor",
    KIB: "gpfs_space_per_file",
    1.5 * KIB: "cached_file_memory ldiskfs_space_beside",
    2 * KIB: "lock_memory mdt_space_per_inode partitions_most xfs_log_divisor",
    HOUR: "rebuild_delay",
    4 * KIB: (
        "entry_block ext_block free_tracks_most mdt_space_per_inode osd_allocation request_size "
        "sector_size strip_alignment weka_unit_space xfs_block"
    ),
    16 * KIB: "small_target_ratio usual_inode_ratio",
    16.5 * KIB: "gpfs_worst_space",
    32 * KIB: "big_inode_ratio checksum_granularity",
    64 * KIB: "huge_inode_ratio",
    69905: "medium_target_ratio",
    DAY: "day_length wear_day",
    100000: "locks_per_login",
    128 * KIB: "indirect_block record_size reference_block slab_count_limit",
    3 * DAY: "rebuild_delay",
    256 * KIB: "label_granularity large_target_ratio",
    512 * KIB: "larger_target_ratio",
    1e6: "weka_step",
    MIB: "huge_target_ratio ldiskfs_journal_grain",
    30 * DAY: "scrub_interval shelf_lead_time spare_lead_time",
    4 * MIB: "file_block partition_least",
    (4 + 1 / 8) * MIB: "pdisk_reserve",
    4.5 * MIB: "label_space",
    16 * MIB: "draid_row osd_reserve_least slab_minimum thread_buffer",
    365 * DAY: "early_life late_life",
    YEAR: "evaluation_hours year_length",
    32 * MIB: "draid_reserve",
    2 * YEAR: "later_order_time",
    64 * MIB: "xfs_least_log",
    1e9 / 41900 * HOUR: "node_mtti",
    128 * MIB: "ext_group",
    150e6: "beegfs_reference_files",
    5 * YEAR: "drive_rating_period",
    180e6: "accelerator_mtti",
    512 * MIB: "slab_default",
    1e9: "reference_bandwidth unit_of_bandwidth",
    GIB: "ext_journal ldiskfs_most_journal ost_journal pdisk_granularity",
    2038 * MIB: "xfs_most_log",
    2 * GIB: "ost_cache root_log_home",
    3e9: "clock",
    3076.25 * MIB: "prefix_space",
    2**32 - 1: "ext_most_inodes",
    4 * GIB: "mds_system_memory mdt_journal oss_memory_per_ost",
    10 * GIB: "small_target",
    16 * GIB: "slab_limit",
    24 * GIB: "oss_base_memory",
    32 * GIB: "log_home",
    500e9: "beegfs_reference_space",
    1e12: "longest_burst longest_time longest_wait terabyte",
    TIB: "medium_target xfs_large",
    4 * TIB: "big_file_system large_target",
    16 * TIB: "huge_file_system huge_target",
    50 * TIB: "xfs_huge",
}
"""Inputs by what they are where nobody says otherwise, in base units; their sources say why."""
LIMITS: dict[tuple[float, float], str] = {
    (-INF, INF): (
        "foreign_amount gross_amount group_added history_added later_payment net_amount step_gain"
    ),
    (-1, 1): (
        "disk_price_decline disk_price_high_decline flash_price_decline "
        "flash_price_high_decline kind_price_decline kind_price_high_decline "
        "memory_price_decline memory_price_high_decline price_decline "
        "server_price_decline server_price_high_decline"
    ),
    (-1, INF): ("common_growth group_growth history_growth"),
    (-0.5, 1): ("discount_rate inflation"),
    (0, 0.99): ("background_share"),
    (0, 0.999999): ("quantile shelf_level spare_service_level stated_loss_probability"),
    (0, 4): ("minor_digits"),
    (0, 100): ("service_variation"),
    (0.01, 1): ("backfillfull_ratio full_ratio nearfull_ratio"),
    (1, 3): ("feed_phases"),
    (1, 512): ("stations"),
    (1, 32768): ("compression_ratio"),
    (2, INF): ("scale_base"),
}
"""Inputs of other limits than most have."""


def declared() -> Iterator[Input]:
    """Give each input of the chapters of formulas."""
    for module in pkgutil.walk_packages(formulas.__path__, f"{formulas.__name__}."):
        for chapter in vars(importlib.import_module(module.name)).values():
            if isinstance(chapter, Book):
                yield from chapter.inputs.values()


def test_defaults() -> None:
    """Two of them are taken over by several chapters with another default each."""
    found = {(one.name, one.default) for one in declared() if one.default is not None}
    listed = [(name, value) for value, names in DEFAULTS.items() for name in names.split()]
    assert len(listed) == len(set(listed))
    assert found == set(listed)


def test_limits() -> None:
    found = {(one.name, (one.low, one.high)) for one in declared()}
    unusual = {(name, of) for name, of in found if of not in USUAL}
    assert unusual == {(name, of) for of, names in LIMITS.items() for name in names.split()}


def test_shares_end_at_one() -> None:
    """What is called a share and shown in percent; clients leave a hundredth to drain caches."""
    shares = [one for one in declared() if one.shown == "percent" and one.name.endswith("_share")]
    assert len(shares) > 20
    others = {one.name: one.high for one in shares if one.high != 1}
    assert others == {
        "background_share": 0.99,
        "initial_delivered_share": INF,
        "purchase_share": INF,
        "reference_data_share": INF,
    }
