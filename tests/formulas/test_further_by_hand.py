"""Formulas of all chapters worked out by hand, which other examples reach within a plan only."""

from __future__ import annotations

from types import ModuleType

import pytest

from model.engine.quantity import Book
from model.formulas.chain import adapters, bursts, cables, processor, striping
from model.formulas.compatibility import bays, cords, shared
from model.formulas.files import files, metadata, server_memory
from model.formulas.risk import availability, endurance, loss, outages_of_copies, spares
from model.formulas.space import (
    capacity,
    ceph,
    declustered,
    draid,
    extfs,
    further,
    metaslabs,
    racks,
    room,
)
from model.formulas.tender import pricing, scoring
from model.formulas.time_and_money import checkpoint, drain, growth, life, shared_growth

YEAR = 31557600.0
CASES: dict[ModuleType, list[tuple[str, tuple[float, ...], float]]] = {
    bays: [
        ("further_bay_shape_fits", (2, 1), 1),
        ("further_bay_shape_fits", (1, 2), 0),
        ("further_bay_interface_fits", (2, 2), 1),
        ("further_bay_interface_fits", (1, 2), 0),
    ],
    cords: [
        ("switch_cords_in_year_single", (3, 2), 6),
        ("switch_cords_in_year", (4, 2, 3), 18),
    ],
    shared: [("shared_cards_fit", (3, 3), 1), ("shared_cards_fit", (3, 4), 0)],
    files: [
        ("pool_files_capacity", (12, 0.5), 6),
    ],
    endurance: [
        ("endurance_suffices", (1, 1), 1),
        ("endurance_suffices", (1, 1.1), 0),
        ("tier_checkpoint_writes_per_day", (3, 4), 12),
        ("checkpoint_endurance_suffices", (2, 2), 1),
        ("checkpoint_endurance_suffices", (2, 3), 0),
        ("planned_writes_per_day", (6, 4), 1.5),
        ("drive_life_suffices", (5, 5), 1),
        ("drive_life_suffices", (4, 5), 0),
        ("longest_drive_life", (5, 3), 15),
        ("cache_writes_per_day", (6, 4), 1.5),
        ("cache_life_suffices", (5, 5), 1),
        ("cache_life_suffices", (4, 5), 0),
    ],
    loss: [
        ("expected_bytes_lost_in_tier", (0.5, 12, 2), 3),
        ("drive_data_loss_rate", (3, 4), 12),
        ("loss_rate", (6, 3), 2),
        ("expected_bytes_lost", (0.25, 8), 2),
        ("tier_restore_time", (12, 4), 3),
        ("target_restore_time", (24, 2, 4), 3),
    ],
    ceph: [("allocation_unit", (4, 4096), 16384)],
    draid: [
        ("leaf_rows_space", (100, 12, 16), 80),
        ("stripe_size", (6, 4096), 24576),
        ("in_stripes", (9, 2, 4, 24), 48),
        ("in_stripes", (8, 2, 4, 24), 24),
        ("reference_allocation", (17, 2, 4, 24), 72),
        ("record_allocation", (16, 2, 4, 24), 48),
        ("record_stripe_fill", (16, 48, 4, 6), 0.5),
        ("aligned_metaslabs", (24, 16), 3),
        # 33 whole stripes; seven borders, one of which falls between two of them
        ("vdev_size", (8, 100, 24, 6), 27 * 24),
        ("embedded_log_space", (8, 100, 7, 24), 96),
        ("embedded_log_space", (7, 100, 7, 24), 0),
        # 12 domains less 3 spares are 9: stripes of 6 begin at the front again after 6 / 3 rows
        ("slice_rows", (12, 3, 2, 6, 6), 2),
        ("slice_rows", (12, 3, 2, 7, 6), 6),
        # 3 rows of 4 bytes: 7 such slices in 90 bytes, on 10 of 12 drives
        ("vdev_space_in_slices", (90, 3, 4, 12, 2), 840),
        ("failure_domains_in_enclosure", (12, 0.25), 3),
        ("failure_domains_in_enclosure", (12, 0.3), 4),
        ("survives_enclosure_loss", (2, 2), 1),
        ("survives_enclosure_loss", (2, 3), 0),
    ],
    extfs: [
        ("target_inodes", (100, 16, 5), 5),
        ("target_inodes", (100, 16, 10), 6),
        ("inode_tables", (3, 512), 1536),
        ("formatted_capacity_ext", (100, 10, 6, 4, 0.25, 2), 30),
        ("target_capacity", (30, 0.1, 100, 2), 25),
        ("target_capacity", (3, 0.1, 100, 2), 0),
        ("ext_journal", (1000, 0.04, 16, 100), 32),
        ("ext_journal", (1000, 0.04, 16, 20), 20),
        ("ext_inode_ratio", (3, 4, 16, 1, 2, 3), 1),
        ("ext_inode_ratio", (4, 4, 16, 1, 2, 3), 2),
        ("ext_inode_ratio", (15, 4, 16, 1, 2, 3), 2),
        ("ext_inode_ratio", (16, 4, 16, 1, 2, 3), 3),
    ],
    server_memory: [
        ("mds_journal_memory", (3, 4), 12),
        ("mds_memory", (3, 4), 7),
        ("oss_memory", (3, 4), 7),
        ("installed_memory", (3, 4), 12),
        ("neighbour_memory", (10, 3, 2), 5),
        ("memory_suffices", (4, 4), 1),
        ("memory_suffices", (4, 5), 0),
        ("memory_margin", (6, 4), 0.5),
    ],
    availability: [
        ("server_down_share", (2, 4, 10, 5, 100), 0.5),
        ("repair_outages", (4, 2, 5, 100), 0.4),
        # half a failure of a path in a year, each of which lasts a fifth of it
        ("drive_path_stops", (2, 0.2, 0.3, 20, 100), 0.1),
        ("network_path_stops", (2, 0.2, 0.3, 20, 100), 0.1),
        ("drive_path_stops_inside", (2, 0.2, 0.3), 1),
        ("repair_outage_time", (10, 0.1, 30, 20), 15),
        ("repair_outage_time_alone", (3, 4), 7),
        ("crash_outage_time", (10, 0.1, 20), 12),
        ("block_outages", (4, 0.5, 2), 1),
    ],
    further: [
        ("raw_capacity", (3, 4, 2, 10), 32),
        # 12 drives less a spare and 8 of data are 3, one of which is one of the larger
        ("redundancy_capacity", (2, 12, 1, 8, 4, 3, 2, 10), 36),
    ],
    racks: [
        ("floor_bears", (5, 5), 1),
        ("floor_bears", (5, 6), 0),
        ("lift_suffices", (5, 5), 1),
        ("lift_suffices", (5, 6), 0),
        ("path_bears", (5, 5), 1),
        ("path_bears", (5, 6), 0),
    ],
    pricing: [
        ("exchanged_amount", (8, 1.25), 10),
        ("space_of_term", (4, 300), 1200),
        ("price_of_capacity", (12, 4), 3),
        ("yearly_price_of_capacity", (12, 4), 3),
    ],
    scoring: [("ratio", (80, 2000, 1000), 40), ("rounded_of_score", (1.256, 2), 1.26)],
    checkpoint: [("memory_capacity", (4, 3), 12)],
    drain: [
        ("required_burst_capacity", (2, 5), 10),
        ("required_drain_bandwidth", (12, 3, 1), 3),
        ("committed_dump_time", (12, 4), 3),
        ("checkpoint_time_per_day", (12, 4), 3),
    ],
    life: [
        ("year_media", (100, 0.25, 0.1, 2), 20.25),
        ("nominal_discount_rate", (0.5, 0.2), 0.8),
        ("year_nominal_cost", (100, 0.1, 2), 121),
    ],
    striping: [("single_target_way_bandwidth_end_declustered", (12, 4), 3)],
    room: [("room_power", (5, 2), 3), ("room_power_left", (5, 2), 3)],
    metaslabs: [
        # 16 are doubled three times until 800 bytes hold no more than ten of them
        ("_doubled", (16, 800, 10), 128),
        ("_doubled", (16, 159, 10), 16),
        ("default_metaslabs", (99, 10), 9),
        # at most 131,072 of 16 bytes each, here 7: below 8 x 16 bytes the target counts
        ("metaslab_size", (3, 10, 4, 6, 16, 7, 127, 5, 8, 99), 5),
        ("metaslab_size", (4, 10, 4, 6, 16, 7, 127, 5, 8, 99), 10),
        ("metaslab_size", (6, 10, 4, 6, 16, 7, 127, 5, 8, 99), 10),
        ("metaslab_size", (7, 10, 4, 6, 16, 7, 127, 5, 8, 99), 8),
        ("metaslab_size", (7, 10, 4, 6, 16, 7, 127, 5, 32, 99), 16),
        ("metaslab_size", (7, 10, 4, 6, 16, 7, 128, 5, 8, 99), 99),
    ],
    processor: [
        ("processor_speed", (2, 3, 5), 30),
        ("measured_processor_speed", (2, 3, 5), 30),
    ],
    declustered: [
        # 1000 in 4 strips of 250: 3 trailers of 8 for 100 - 8 each, in whole 16
        ("strip_size", (1000, 4, 100, 8, 16), 282),
        ("vdisk_tracks", (3, 100, 30), 9),
        ("free_tracks", (900, 100, 2, 16), 9),
        ("free_tracks", (901, 100, 2, 16), 10),
        ("free_tracks", (100, 100, 2, 16), 2),
        ("free_tracks", (9000, 100, 2, 16), 16),
        ("formatted_capacity", (2, 10, 4, 3), 36),
        ("formatted_capacity", (2, 3, 4, 3), 0),
    ],
    adapters: [
        ("hba_rate", (2, 3, 0.5), 3),
        ("hba_read_stage", (12, 4), 3),
        ("hba_write_stage", (12, 4), 3),
        ("hba_pcie_read_stage", (12, 4), 3),
        ("hba_pcie_write_stage", (12, 4), 3),
        ("hbas_left", (4, 1), 0.75),
        ("hba_left", (12, 0.75), 9),
        ("hba_pcie_left", (12, 0.75), 9),
        ("served_targets", (4, 0.5, 0.75), 1.5),
    ],
    bursts: [
        # 8 of 10 go to the caches, which drain 5 less the 2 that go past them
        ("filling_bandwidth", (10, 0.8, 5, 1), 5),
        ("filling_bandwidth", (10, 0.8, 5, 0.5), 6.5),
        ("filling_bandwidth", (10, 0.8, 1, 1), 8),
        ("filling_bandwidth", (10, 0.8, 50, 1), 0),
        ("time_to_fill", (12, 4, 100), 3),
        ("time_to_fill", (12, 0, 100), 100),
        ("caches_hold", (0,), 1),
        ("caches_hold", (1,), 0),
        ("absorbed_burst", (3, 4), 12),
        ("time_to_drain", (12, 8, 0.5), 3),
        ("time_until_drained", (3, 4), 7),
        ("burst_cache_needed", (12, 2, 8), 3),
        ("burst_fits", (3, 3), 1),
        ("burst_fits", (3, 4), 0),
        ("burst_time", (10, 8, 4, 1), 4),
        ("burst_time", (4, 8, 4, 1), 1),
        ("burst_bandwidth", (12, 4), 3),
        ("write_bandwidth_after_burst", (3, 2), 2),
    ],
    cables: [("sas_paths_per_server", (12, 4, 2), 24), ("sas_rate", (4, 3, 0.5), 6)],
    spares: [
        ("expected_replacements", (100, 0.02, 5), 10),
        ("replacement_drives", (10.1,), 11),
        ("failures_in_lead_time", (100, 0.02, 25, 100), 0.5),
    ],
    capacity: [
        ("raw_capacity", (3, 4), 12),
        ("spare_capacity", (2, 3, 4), 24),
        ("special_capacity", (2, 3, 4), 24),
        ("distributed_spare_capacity", (3, 4), 12),
        ("redundancy_capacity", (2, 12, 1, 8, 4), 24),
        ("left_over", (10, 4), 6),
        ("left_over", (1e15, 1e15 - 1), 0),
        ("target_capacity", (10, 4, 3), 18),
    ],
    metadata: [
        ("files_when_full", (12, 4), 3),
        ("inodes_suffice", (4, 4), 1),
        ("inodes_suffice", (4, 5), 0),
        ("inodes_margin", (6, 4), 0.5),
        ("inode_limited_capacity", (3, 4), 12),
        ("bytes_fill_first", (4, 4), 1),
        ("bytes_fill_first", (3, 4), 0),
    ],
    growth: [
        ("group_demand_added", (10, -2, 3, 1), 4),
        ("group_demand_added", (10, -2, 3, 2), 0),
        ("group_demand_common", (10, 0.5, 2), 22.5),
        ("group_demand_share", (10, 0.5, 2), 22.5),
        # from a fifth of the ceiling, doubled in each year
        ("group_demand_ceiling", (10, 1, 50, 2), 25),
        ("backtest_error", (12, 10), 0.2),
        ("backtest_error", (8, 10), -0.2),
    ],
    shared_growth: [
        ("year_fabric_ports", (30, 6), 36),
        ("year_fabric_switches", (33, 32), 2),
        ("year_fabric_switches", (32, 32), 1),
        ("year_leaf_switches", (33, 16), 3),
        ("year_leaf_switches", (32, 16), 2),
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


# Half an outage of each of four servers, or less: all of three copies at once, in 3! orders.
COPIES: list[tuple[Book, str, tuple[float, ...], float]] = [
    (outages_of_copies._any_on_servers(3), "any_copies_outages", (4, 0.25), 1 / 6),
    (outages_of_copies._any_on_servers(2), "any_copies_outages", (4, 0.25), 1 / 2),
    (outages_of_copies._any_on_servers(3), "any_copies_outages", (2, 0.25), 0.5),
    (outages_of_copies._on_servers("x", 3), "copies_data_outages", (4, 0.5), 0.125),
    (outages_of_copies._on_servers("x", 3), "copies_data_outages", (2, 0.5), 0.5),
    # 4 enclosures fail twice a year each, for 3 + half of 10 seconds
    (outages_of_copies._in_enclosures("x", 2), "enclosure_outages",
     (4, 2, 3, 0.5, 10, YEAR), 64 / YEAR),
    (outages_of_copies._in_enclosures("x", 2), "enclosure_data_outages", (6, 3), 2),
    # one block: its enclosures take all, or both servers are down at once
    (outages_of_copies._in_enclosures("x", 2), "copies_data_outages", (2, 0.5, 0.1, 1), 0.35),
    (outages_of_copies._in_enclosures("x", 2), "copies_data_outages", (1, 0.5, 0.1, 1), 0.6),
    # two blocks: two servers, each down or away with the enclosures of its block
    (outages_of_copies._in_enclosures("x", 2), "copies_data_outages", (4, 0.5, 0.2, 2), 0.36),
    (loss._copies_behind_caches(3), "copy_loss_rate", (5, 2, 12, 3), 11),
]  # fmt: skip


@pytest.mark.parametrize(("book", "name", "figures", "value"), COPIES)
def test_copies_by_hand(book: Book, name: str, figures: tuple[float, ...], value: float) -> None:
    found = book.quantities[name].function(*map(float, figures))
    assert found == pytest.approx(value, rel=1e-12)
