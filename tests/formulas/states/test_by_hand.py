"""Targets of the servers in a state, worked out by hand."""

from __future__ import annotations

import pytest

from model.formulas.states import servers


@pytest.mark.parametrize(("targets", "left", "served"), [(5.0, 0.5, 2), (4.0, 0.5, 2), (3.0, 1, 3)])
def test_a_target_behind_a_lost_adapter_is_not_served_in_part(
    targets: float, left: float, served: float
) -> None:
    """Of five targets behind two adapters one of these reaches two, and not two and a half."""
    assert servers.served_targets_most_reached(targets, left) == served
    assert servers.served_targets_fewest_reached(targets, left) == served
