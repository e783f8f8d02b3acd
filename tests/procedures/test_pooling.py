"""Pooled shares: what was seen moves them, and what wasn't widens them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm
from scipy.stats import t as student_t

from model.procedures.pooling import (
    LIKELY,
    Seen,
    Stage,
    left_out,
    logit_of,
    pool,
    share_of,
    student,
)

SOFTWARE, KINDS = ("lustre", "ceph", "daos"), ("wire", "drives")
STAGES = st.builds(
    Stage,
    st.sampled_from(SOFTWARE),
    st.sampled_from(("read", "write")),
    st.sampled_from(KINDS),
    st.booleans(),
)
ONE = st.builds(Seen, STAGES, st.floats(0.05, 1.0), st.sampled_from("abcdef"))
SEEN = st.lists(ONE, min_size=2, max_size=30)


@given(st.floats(0.001, 1.0))
def test_a_logit_is_that_of_its_share(share: float) -> None:
    assert share_of(np.array(logit_of(share))) == pytest.approx(share)


@given(st.floats(10, 200), st.floats(0.01, 0.99))
def test_students_quantiles_are_those_of_scipy(freedom: float, level: float) -> None:
    found = student(np.array([norm.ppf(level)]), freedom)
    assert found[0] == pytest.approx(student_t.ppf(level, freedom), rel=0.005, abs=1e-9)


@given(SEEN, STAGES)
def test_a_range_holds_what_is_expected_and_ends_at_1(seen: list[Seen], stage: Stage) -> None:
    share = pool(seen).share(stage)
    low, high = share.at(LIKELY)
    assert 0 < low <= share.expected <= high <= 1


@given(SEEN, STAGES)
def test_kin_count_once(seen: list[Seen], stage: Stage) -> None:
    """The same evidence of the same family twice moves nothing."""
    once, twice = pool(seen).share(stage), pool([*seen, *seen]).share(stage)
    assert twice.logit == pytest.approx(once.logit, abs=1e-6)
    assert twice.scale == pytest.approx(once.scale, rel=1e-6)


def test_nothing_can_be_said_where_nothing_was_seen() -> None:
    with pytest.raises(ValueError, match="no system was seen"):
        pool([])


def test_software_that_nobody_has_seen_widens_the_range() -> None:
    seen = [
        Seen(Stage("lustre", way, kind), share, f"{n}")
        for n, share in enumerate((0.6, 0.7, 0.8))
        for way in ("read", "write")
        for kind in KINDS
    ]
    known, unknown = (pool(seen).share(Stage(one, "read", "wire")) for one in ("lustre", "new"))
    assert unknown.scale > known.scale
    assert unknown.common > known.common


def test_what_is_left_out_is_the_family() -> None:
    """A family of its own software is predicted by the others alone."""
    others = [Seen(Stage("lustre", "read", "wire"), 0.7, name) for name in "abc"]
    alone = Seen(Stage("ceph", "read", "wire"), 0.1, "d")
    *_, without = left_out([*others, alone])
    assert without.expected == pytest.approx(0.7, abs=0.02)
