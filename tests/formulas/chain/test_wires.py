"""Adapters, slots, ports: what links carry by their standards, and what a state leaves."""

from __future__ import annotations

import pytest

from model.formulas.chain import adapters, cache_rates, network

LANE_OF_GEN_3, LANE_OF_GEN_4 = 8e9 / 8 * 128 / 130, 16e9 / 8 * 128 / 130
"""Bytes a second of one lane each way (PCI-SIG: 8 and 16 GT/s, 128b/130b)."""


def test_the_slots_of_adapters_carry_what_card_and_processor_agree_on() -> None:
    """Two cards of eight lanes of the third generation: 15.75 GB/s, less what packets take."""
    both = adapters.hba_pcie_rate(2.0, 8.0, LANE_OF_GEN_3, LANE_OF_GEN_4, 1.0)
    assert both == pytest.approx(15.75e9, rel=1e-3)
    assert adapters.hba_pcie_rate(2.0, 8.0, LANE_OF_GEN_4, LANE_OF_GEN_3, 0.9) == pytest.approx(
        0.9 * both
    )


def test_the_slot_of_a_network_adapter() -> None:
    """Sixteen lanes of the fourth generation carry 31.5 GB/s; in a slot of the third, half."""
    whole = network.nic_pcie_rate(1.0, 16.0, LANE_OF_GEN_4, LANE_OF_GEN_4, 1.0)
    assert whole == pytest.approx(31.5e9, rel=1e-3)
    assert network.nic_pcie_rate(2.0, 16.0, LANE_OF_GEN_4, LANE_OF_GEN_3, 0.8) == pytest.approx(
        0.8 * whole
    )


def test_a_port_of_edr() -> None:
    """Four lanes of 25.78125 Gbit/s in 64b/66b are 100 Gbit/s (InfiniBand EDR)."""
    assert network.nic_port_bandwidth(4.0, 25.78125e9 / 8, 64.0, 66.0) == pytest.approx(12.5e9)


def test_what_is_moved_twice_is_had_at_half_the_rate() -> None:
    """Each byte that clients read crosses the wires so many times."""
    assert adapters.hba_read_stage(12e9, 2.0) == 6e9
    assert adapters.hba_pcie_read_stage(12e9, 2.0) == 6e9
    assert adapters.hba_write_stage(11e9, 11 / 8) == 8e9
    assert adapters.hba_pcie_write_stage(11e9, 11 / 8) == 8e9


def test_one_of_two_adapters_lost_leaves_half() -> None:
    """Of the wires, of their slots, and of the drives that hang on them."""
    left = adapters.hbas_left(2.0, 1.0)
    assert left == 0.5
    assert adapters.hba_left(12e9, left) == 6e9
    assert adapters.hba_pcie_left(16e9, left) == 8e9
    assert adapters.served_targets(4.0, 0.75, left) == 1.5


def test_a_cache_is_committed_to_its_delivery() -> None:
    """Three drives of 1 GB/s at 75 % give 2.25 GB/s."""
    cache = cache_rates.server_cache_way_bandwidth(3.0, 1e9)
    assert cache_rates.committed_server_cache_way_bandwidth(cache, 0.75) == 2.25e9
