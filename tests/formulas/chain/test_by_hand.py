"""Shares of servers, targets and enclosures, worked out by hand."""

from __future__ import annotations

import pytest

from model.formulas.chain import cables, performance, striping
from model.formulas.states import cases


@pytest.mark.parametrize(
    ("takeover", "lost", "left", "load"), [(1.0, 1.0, 3.0, 4 / 3), (1.0, 0.0, 4.0, 1.0)]
)
def test_those_that_are_left_share_what_the_lost_served(
    takeover: float, lost: float, left: float, load: float
) -> None:
    """One of four is lost: each of three serves a third more; without takeover nothing more."""
    assert performance.load_share(takeover, lost, left) == pytest.approx(load)
    assert performance.load_share(0.0, lost, left) == 1


def test_means() -> None:
    """12 GB/s of 4 servers are 3 of each; 200 GB/s over 8 spread targets are 25 of each."""
    assert cases.mean_way_bandwidth_end(12e9, 4.0) == 3e9
    assert striping.single_target_way_bandwidth_end_declustered(200e9, 8.0) == 25e9


def test_an_adapter_and_a_module_take_different_cables_with_them() -> None:
    """Of eight cables one of four adapters takes two, one of two modules four, and one is cut."""
    assert cables.cables_left(8.0, 1.0, 3 / 4, 1 / 2) == pytest.approx(1 / 8)


def test_arrays_of_a_target() -> None:
    """A group lies in one array: three groups in two arrays at most; one group in one of four."""
    assert striping.enclosures_per_target_of_arrays(3.0, 2.0) == 2
    assert striping.enclosures_per_target_of_arrays(1.0, 4.0) == 1
