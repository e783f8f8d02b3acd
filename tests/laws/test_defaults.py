"""Defaults of inputs in the units of people: what counts where a scenario states nothing."""

from __future__ import annotations

from collections import defaultdict

from model.engine.quantity import Input
from model.units.figures import write
from tests.laws.test_books import chapters

DEFAULTS = {
    "1": (
        "affected_servers alike_variation bid_counts cable_amplification checkpoint_writers "
        "compression_ratio correlated_failures domains_lost drive_recording drives_per_failure "
        "early_failures late_failures file_copies further_drive_recording has_compression "
        "has_way_of_its_own "
        "high_price_share low_price_share measured_mdts memory_gain more_drive_recording "
        "nic_read_amplification nic_way_amplification nic_write_amplification nodes_per_chassis "
        "nth_failure_factor ordered_later orders oversubscription partial_stripe_amplification "
        "parts_fit pdus_per_feed pieces_per_link pool_drives processor_gain purge_improvement "
        "read_amplification read_condition recovery_groups redundancy_groups servers "
        "service_variation service_years stations targets targets_per_array "
        "vdev_stands_elsewhere way_condition write_condition"
    ),
    "0": (
        "bought_pieces cables_lost expansion_age_nth expert_parameters experts has_copies_apart "
        "hbas_lost "
        "hot_spares_per_target is_assumed is_estimated latent_error_rate modules_lost "
        "other_ports other_racks parallel_rebuilds pool_distributed_spares raid_spares "
        "rebuilding_targets reserved_spares_per_block restart_dumps sector_error_is_fatal "
        "servers_lost spare_domains special_drives_per_target vdev_spares"
    ),
    "2": (
        "alike_limit drive_ports dumps_in_burst enclosure_supplies figure_exponent "
        "further_enclosure_supplies gpfs_copies inode_headroom least_memory_traffic "
        "log_groups_per_server metadata_copies minor_digits modules_of_enclosure "
        "modules_per_enclosure power_feeds server_supplies switch_supplies written_recording"
    ),
    "0 %": (
        "background_share ext_osd_reserve included_tax_rate initial_delivered_share kept_share "
        "maintenance_rate offered_discount partial_stripe_share price_decline "
        "sector_error_probability snapshot_reserve staff_vat_rate takeover unit_discount"
    ),
    "100 %": (
        "active_paths aged_factor drain_share hba_efficiency mdt_scaling "
        "nic_efficiency nth_critical_share pcie_packet_efficiency server_spread "
        "stated_fill_limit stored_fraction"
    ),
    "0 B": (
        "code_kept_back encryption_header initial_demand initial_forecast initial_forecast_low "
        "initial_peak_demand kept_back mdt_data_per_file osd_kept_back raid_kept_back"
    ),
    "4 KiB": (
        "entry_block ext_block mdt_space_per_inode osd_allocation request_size sector_size "
        "strip_alignment weka_unit_space xfs_block"
    ),
    "0 EUR": (
        "expansion_cost initial_cumulative_cost initial_owned_capital known_disk_cost "
        "known_flash_cost known_kind_beside_cost known_kind_cost known_memory_cost "
        "known_server_cost "
        "initial_kind_expansion_aged_nth"
    ),
    "16 MiB": "draid_row osd_reserve_least slab_minimum thread_buffer",
    "8760 h": "early_life late_life",
    "1 GiB": "ext_journal ldiskfs_most_journal ost_journal pdisk_granularity",
    "0 s": "fixed_restart_time owned_warranty planned_downtime warranty",
    "1000000000000 s": "longest_burst longest_time longest_wait",
    "50 %": "later_share numa_crossing purged_share",
    "0.99": "quantile shelf_level spare_service_level",
    "16": "few_servers slab_few wide_lanes",
    "128 KiB": "indirect_block record_size reference_block",
    "4 GiB": "mds_system_memory mdt_journal oss_memory_per_ost",
    "720 h": "scrub_interval shelf_lead_time spare_lead_time",
    "80 %": "checkpoint_fraction feed_derating fill_limit",
    "4": "log_replicas overflow_partitions servers_per_drive",
    "4 %": "ldiskfs_journal_share run_spread",
    "95 %": "full_ratio wires_delivery",
    "32": "entries_per_block free_tracks_least",
    "2 KiB": "lock_memory mdt_space_per_inode",
    "1536 B": "cached_file_memory ldiskfs_space_beside",
    "2 GiB": "ost_cache root_log_home",
    "24 h": "day_length wear_day",
    "90 %": "accelerator_utilisation backfillfull_ratio",
    "4 MiB": "file_block partition_least",
    "32 KiB": "big_inode_ratio checksum_granularity",
    "2048": "partitions_most xfs_log_divisor",
    "1000": "reserve_divisor track_divisor",
    "512 B": "space_unit xfs_inode_size",
    "1 TiB": "medium_target xfs_large",
    "5 %": "ext_reserve xfs_large_share",
    "1 MiB": "huge_target_ratio ldiskfs_journal_grain",
    "4 TiB": "big_file_system large_target",
    "16 TiB": "huge_file_system huge_target",
    "16 KiB": "small_target_ratio usual_inode_ratio",
    "256 KiB": "label_granularity large_target_ratio",
    "1 year": "evaluation_hours year_length",
    "1 GB/s": "reference_bandwidth unit_of_bandwidth",
    "1 EUR": "least_known_cost least_tier_cost unit_of_money",
    "1.6448536269514722": "range_score",
    "30 %": "rebuild_share",
    "8 B": "memory_bus_width",
    "3 GHz": "clock",
    "128 B": "block_pointer",
    "42 B": "stored_pointer",
    "255": "zero_run",
    "8": "saving_divisor",
    "500 GB": "beegfs_reference_space",
    "150000000": "beegfs_reference_files",
    "0.5 %": "beegfs_metadata_share",
    "1 KiB": "gpfs_space_per_file",
    "16896 B": "gpfs_worst_space",
    "1 MB": "weka_step",
    "20 B": "weka_unit_memory",
    "256": "locks_per_core",
    "100000": "locks_per_login",
    "512": "oss_threads",
    "24 GiB": "oss_base_memory",
    "5 years": "drive_rating_period",
    "1 h": "rebuild_delay",
    "72 h": "rebuild_delay",
    "128": "osd_reserve_divisor",
    "85 %": "nearfull_ratio",
    "4224 KiB": "pdisk_reserve",
    "3076.25 MiB": "prefix_space",
    "32 GiB": "log_home",
    "64 B": "checksum_trailer",
    "4096": "free_tracks_most",
    "5": "few_drives",
    "3": "spares_least",
    "12": "small_array",
    "24": "medium_array",
    "32 MiB": "draid_reserve",
    "64 MiB": "xfs_least_log",
    "2038 MiB": "xfs_most_log",
    "50 TiB": "xfs_huge",
    "25 %": "xfs_small_share",
    "1 %": "xfs_huge_share",
    "256 B": "ext_inode_size",
    "128 MiB": "ext_group",
    "4294967295": "ext_most_inodes",
    "64 KiB": "huge_inode_ratio",
    "10 GiB": "small_target",
    "69905 B": "medium_target_ratio",
    "512 KiB": "larger_target_ratio",
    "512 MiB": "slab_default",
    "16 GiB": "slab_limit",
    "131072": "slab_count_limit",
    "1 W": "least_rack_power",
    "0 W": "other_power",
    "4.5 MiB": "label_space",
    "200": "slab_target",
    "10": "scale_base",
    "6": "full_points_figure",
    "85918854.41527446 s": "node_mtti",
    "1e-08": "daly_exact_below",
    "3.5 %": "discount_rate",
    "0 EUR/s": "staff_cost",
    "0 B/s": "group_added",
    "2 years": "later_order_time",
    "1 TB": "terabyte",
    "180000000 s": "accelerator_mtti",
    "15 %": "lost_copies",
}
"""Each default, and the inputs that have it; factors of no effect are 1, what isn't there is 0.

Sources are stated where the inputs are declared. A name occurs twice where two file systems, or two
ways to rebuild, have defaults of their own.
"""


def _written(item: Input) -> str:
    assert item.default is not None
    if item.unit.startswith("currency"):
        return write(item.default, item.unit, currency="EUR")
    if item.shown == "percent":
        return f"{100 * item.default:.10g} %"
    of_bytes = item.unit in ("byte", "byte/s")
    ways = (write(item.default, item.unit, binary=binary) for binary in {False, of_bytes})
    return min(ways, key=len)


def test_defaults_are_those_of_the_table() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for chapter in chapters():
        for item in chapter:
            if isinstance(item, Input) and item.default is not None:
                found[_written(item)].add(item.name)
    assert found == {text: set(names.split()) for text, names in DEFAULTS.items()}
