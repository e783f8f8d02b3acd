"""Formulas of files, each with round figures worked out by hand."""

from __future__ import annotations

from types import ModuleType

import pytest

from model.formulas.files import (
    file_tails,
    files,
    metadata,
    server_memory,
    small_files,
)

CASES: dict[ModuleType, list[tuple[str, tuple[float, ...], float]]] = {
    file_tails: [
        ("compressed_tail", (25, 10, 3, 5), 6),
        ("most_compressed", (80, 8, 30), 60),
        ("compressed_most_draid", (80, 8, 3, 10), 60),
    ],
    files: [
        ("file_block", (25, 10, 4), 10),
        ("file_block", (10, 10, 4), 12),
        ("file_block", (5, 10, 4), 8),
        ("file_tails", (25, 10, 3, 1), 1),
        ("file_tails", (25, 10, 3, 0), 0),
        ("file_tails", (10, 10, 1, 1), 0),
        ("full_pointer_block", (64, 8, 3), 24),
        ("file_data_charge", (5, 2, 25, 24, 10, 3), 30),
        ("file_records", (5, 10), 1),
        ("file_records", (10, 10), 1),
        ("file_records", (25, 10), 3),
        ("file_pointers", (1,), 0),
        ("file_pointers", (2,), 2),
        ("file_pointers", (3,), 3),
        ("full_pointer_blocks", (20, 64, 8), 2),
        ("last_pointers", (20, 2, 64, 8), 4),
        ("top_pointers", (20, 64, 8), 3),
        ("top_pointers", (8, 64, 8), 0),
        ("compressed_pointers", (4, 64, 8, 3, 16), 14),
        ("compressed_pointers", (10, 64, 8, 3, 16), 30),
        ("compressed_pointers", (0, 64, 8, 3, 16), 0),
        ("compressed_pointers", (1, 64, 8, 3, 16), 6.5),
        ("top_pointer_block", (4, 64, 8, 3, 16), 14),
        ("piece_sectors", (30, 4, 2, 6), 12),
        ("piece_allocation", (13, 2, 4), 60),
        ("file_metadata_charge", (2, 10, 5, 3, 8, 4, 2, 4, 6), 90),
        ("files_length", (3, 5), 15),
        ("files_charge", (3, 5, 2), 21),
        ("group_files_space", (100, 40, 50), 80),
        ("files_per_available", (40, 100), 0.4),
        ("pools_files_capacity", (100, 0.4), 40),
    ],
    metadata: [
        ("tier_files", (100, 30, 60), 50),
        ("tier_files", (100, 0.5, 0), 50),
        ("files_per_target_zfs", (100, 2, 4, 3), 7),
        ("tier_inode_limited_capacity", (10, 5), 50),
        ("sized_on_mdt", (0.5, 100, 40), 20),
        ("sized_on_mdt", (0.5, 30, 40), 15),
    ],
    server_memory: [
        ("targets_served", (2.25,), 3),
        ("failover_targets", (2.25,), 5),
        ("neighbour_memory", (10, 6, 2), 20),
        ("mds_client_memory", (2, 3, 4, 5), 120),
        ("mds_login_memory", (2, 3, 4), 24),
        ("mds_cache_memory", (8, 0.5, 3), 12),
        ("oss_buffer_memory", (3, 4), 24),
        ("oss_target_memory", (2, 3, 4), 14),
        ("oss_client_memory", (2, 3, 4, 0.5, 5), 60),
        ("oss_login_memory", (2, 3, 0.5, 4), 12),
        ("oss_cache_memory", (8, 0.5, 3), 12),
        ("served_share", (2, 8), 0.25),
        ("targets_memory_by_rule", (2, 4), 8),
        ("shared_memory_suffices", (8, 8), 1),
        ("shared_memory_suffices", (7, 8), 0),
    ],
    small_files: [
        ("pools_usable_capacity", (4, 100), 400),
        ("pools_space", (4, 100), 400),
        ("pools_slop", (4, 100, 90), 40),
        ("pools_stored_capacity", (100, 0.5), 50),
        ("sized_bytes", (0.5, 10), 5),
        ("sized_allocation", (0.5, 10, 4), 6),
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
