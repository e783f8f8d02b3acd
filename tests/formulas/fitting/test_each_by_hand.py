"""Checks of fit, each with round figures worked out by hand."""

from __future__ import annotations

import math
from types import ModuleType

import pytest

from model.formulas.compatibility import (
    bays,
    boards,
    cabling,
    cords,
    depths,
    designs,
    lanes,
    outlets,
    shared,
    slots,
    supplies,
)

UNKNOWN = math.nan

CASES: dict[ModuleType, list[tuple[str, tuple[float, ...], float]]] = {
    bays: [
        ("drives_for_target", (84, 4), 80),
        ("more_drives_fit", (4, 4), 1),
        ("more_drives_fit", (3, 4), 0),
        ("drive_ports_needed", (1,), 1),
        ("drive_ports_needed", (4,), 2),
        ("drives_for_target_in_server", (12, 20, 4), 12),
        ("drives_for_target_in_server", (12, 14, 4), 10),
    ],
    boards: [
        ("memory_channels_there", (12, 2), 24),
    ],
    cabling: [
        ("enclosure_ports_per_block", (4, 2), 8),
        ("enclosure_cables_fit", (8, 8), 1),
        ("enclosure_cables_fit", (7, 8), 0),
    ],
    cords: [
        ("box_cords", (4, 2), 8),
        ("switch_cords", (4, 2, 3), 18),
    ],
    depths: [
        ("box_depth_fits", (1, 1), 1),
        ("box_depth_fits", (1, 1.01), 0),
    ],
    designs: [
        ("if_it_fits", (0, 1), 0),
        ("if_it_fits", (1, 1), 1),
        ("if_it_fits", (UNKNOWN, 1), 1),
        ("if_it_fits", (1, 0), 0),
    ],
    lanes: [
        ("piece_pcie_lanes_taken", (2, 16), 32),
        ("pcie_lanes_there", (64, 2), 128),
    ],
    outlets: [
        ("rack_pdus", (2, 3), 6),
        ("rack_outlets", (6, 24), 144),
        ("box_outlets_suffice", (2, 2), 1),
        ("box_outlets_suffice", (1, 2), 0),
    ],
    shared: [
        ("shared_cards", (5, 2), 3),
        ("shared_lanes", (48, 16), 32),
        ("shared_lanes_fit", (128, 128), 1),
        ("shared_lanes_fit", (127, 128), 0),
        ("shared_bays_fit", (24, 24), 1),
        ("shared_bays_fit", (23, 24), 0),
    ],
    slots: [
        ("wide_pieces_per_server", (3, 16, 16), 3),
        ("wide_pieces_per_server", (3, 8, 16), 0),
    ],
    supplies: [
        ("box_power_there", (1, 800), 800),
        ("box_power_there", (2, 800), 800),
        ("box_power_there", (3, 800), 1600),
        ("box_power_needed", (100, 4), 25),
        ("box_supplies_suffice", (800, 800), 1),
        ("box_supplies_suffice", (799, 800), 0),
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
