"""A procedure over many designs at once gives the bits that it gives for each alone."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.engine import batch as module
from model.engine.batch import Many, batched, exact_sum, greatest, is_unknown, same

FIGURES = st.sampled_from((0.1, 0.2, 0.30000000000000004, 1.0, 3.0, 7.0, 1e16, math.nan))
ROWS = st.lists(st.tuples(*[FIGURES] * 4), min_size=1, max_size=60)


def procedure(count: Any, *sizes: Any) -> list[Any]:
    """Do all that a procedure does: sort, sum, take the greatest, count, leave what is unknown."""
    known = [size for size in sizes if not is_unknown(size)]
    left, taken = 10 - exact_sum(known), []
    for size in sorted(known, reverse=True):
        if size <= left:
            taken.append(size / 3)
            left -= size * 2
    times = 1.0 if is_unknown(count) else same(count)
    return [left, greatest(taken), -exact_sum(taken) + times, 2 / times, float(len(taken))]


@given(ROWS)
def test_many_at_once_are_each_alone(rows: list[tuple[float, ...]]) -> None:
    """To the bit, though designs disagree on what is largest, what fits and what is known."""
    table = np.array(rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "FEW", 0)
        found = batched(procedure, table, 5)
    alone = np.array([procedure(*row) for row in rows])
    assert found.tobytes() == alone.tobytes()


def test_designs_that_agree_are_done_once() -> None:
    """However they differ in their figures."""
    calls = []

    def counted(size: Any) -> list[Any]:
        calls.append(size)
        return [size * 2 if size > 5 else size]

    found = batched(counted, np.linspace(0, 10, 1000)[:, None], 1)
    assert len(calls) == 3  # all of them disagree, then each half
    assert found[-1, 0] == 20


def test_a_decision_asks_for_agreement() -> None:
    """A figure that decides by its value parts designs that differ in it."""
    with pytest.raises(module.DisagreeError) as disagree:
        same(Many(np.array([2.0, 1.0, 2.0])))
    parts = [part.tolist() for part in disagree.value.parted(np.array([10, 11, 12]))]
    assert parts == [[11], [10, 12]]
