"""Switches from ports: fat trees that were built or published, and laws of any."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.formulas.time_and_money import fabrics


def tree(used: float, ports: float, over: float = 1.0) -> tuple[float, float, float, float]:
    """Give leaf switches, spine switches, links between them, and whether two levels do."""
    down = fabrics.leaf_down_ports(ports, over)
    up = fabrics.leaf_up_ports(ports, down)
    leaves = fabrics.leaf_switches(used, down)
    spines = fabrics.spine_switches(up, fabrics.links_to_each_spine(ports, leaves), leaves)
    links = fabrics.switch_links(leaves, up)
    return leaves, spines, links, fabrics.fabric_levels_suffice(ports, leaves)


@pytest.mark.parametrize(
    ("used", "ports", "leaves", "spines"),
    [
        (276, 36, 16, 9),  # Jefferson Lab, cluster 12s (scicomp.jlab.org, InfiniBand Fabric)
        (512, 64, 16, 8),  # MQM9700 for 512 ports (alex.smola.org, Beating 2^n - 1, 2026)
        (648, 36, 36, 18),  # by hand: the largest of 36 ports, ports^2 / 2
        (2048, 64, 64, 32),  # by hand: the largest of 64 ports
        (324, 36, 18, 9),  # by hand: half of it
        (18, 36, 1, 0),  # by hand: one leaf needs no spine
    ],
)
def test_fat_trees_that_block_nothing(used: int, ports: int, leaves: int, spines: int) -> None:
    """Half of a leaf's ports lead up; as many to each spine."""
    found = tree(float(used), float(ports))
    assert found[:2] == (leaves, spines)
    assert found[2] == (leaves * ports / 2 if leaves > 1 else 0)
    assert found[3] == 1


def test_an_oversubscribed_tree() -> None:
    """Jefferson Lab's own example: 24 nodes on 12 uplinks of a leaf of 36 ports are 2:1."""
    assert fabrics.leaf_down_ports(36.0, 2.0) == 24
    assert fabrics.leaf_up_ports(36.0, 24.0) == 12
    assert tree(480.0, 36.0, 2.0) == (20, 12, 240, 1)


def test_two_levels_end() -> None:
    """One port more than ports^2 / 2 asks for a leaf that no spine has a port for."""
    assert tree(648.0, 36.0)[3] == 1
    assert tree(649.0, 36.0)[3] == 0


PORTS = st.sampled_from([16, 24, 32, 36, 40, 48, 64, 128]).map(float)


@given(st.integers(1, 4000), PORTS, st.sampled_from([1.0, 2.0, 3.0]))
def test_every_port_has_its_place(used: int, ports: float, over: float) -> None:
    """Leaves have ports for all that is used, spines for all links; not one leaf too many."""
    leaves, spines, links, does = tree(float(used), ports, over)
    down = np.floor(ports * over / (1 + over) + 1e-9)
    assert leaves * down >= used > (leaves - 1) * down
    if does and leaves > 1:
        assert spines * ports >= links
    more = tree(float(used + 1), ports, over)
    assert more[0] >= leaves


@given(st.integers(1, 4000), PORTS)
def test_switches_side_by_side(used: int, ports: float) -> None:
    switches = fabrics.fabric_switches(float(used), ports)
    assert switches * ports >= used > (switches - 1) * ports
