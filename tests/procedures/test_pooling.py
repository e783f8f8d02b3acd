"""Pooled shares: what was seen moves them, and what wasn't widens them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtri, stdtrit

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
    found = student(np.array([ndtri(level)]), freedom)
    assert found[0] == pytest.approx(stdtrit(freedom, level), rel=0.005, abs=1e-9)


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


@given(SEEN, STAGES)
def test_effects_are_those_of_least_squares_with_a_row_for_each_prior(
    seen: list[Seen], stage: Stage
) -> None:
    """Priors are further observations of 0, by `numpy.linalg.lstsq`; a family counts once a way."""
    names = list(dict.fromkeys(effect for one in seen for effect in one.stage.effects))
    kin = [(one.family, one.stage.way) for one in seen]
    roots = np.array([1 / kin.count(one) ** 0.5 for one in kin])
    rows = np.array([[1.0, *(name in one.stage.effects for name in names)] for one in seen])
    logits = np.array([np.log(one.share / (1.04 - one.share)) for one in seen])
    priors = {"way": 2.0, "class": 4.0, "software": 2.0, "on ZFS": 8.0}
    ridge = np.diag([1e-3, *(priors[name[0]] ** 0.5 for name in names)])
    whole = np.vstack([rows * roots[:, None], ridge])
    effects = np.linalg.lstsq(whole, np.append(logits * roots, np.zeros(len(ridge))))[0]
    covered = np.linalg.inv(whole.T @ whole)
    rest = float(((logits - rows @ effects) ** 2 * roots**2).sum())
    spent = float(np.trace(covered @ (rows.T @ (rows * roots[:, None] ** 2))))
    freedom = max(3.0, float((roots**2).sum()) - spent)
    here = np.array([1.0, *(name in stage.effects for name in names)])
    unseen = sum(1 / priors[name[0]] for name in stage.effects if name not in names)
    of_effects = float(here @ covered @ here) + unseen
    share = pool(seen).share(stage)
    assert share.logit == pytest.approx(float(here @ effects), rel=1e-5, abs=1e-5)
    assert share.freedom == pytest.approx(freedom, rel=1e-6)
    assert share.scale == pytest.approx(
        (rest / freedom * (1 + of_effects)) ** 0.5, rel=1e-4, abs=1e-6
    )
    assert share.common == pytest.approx(of_effects / (1 + of_effects), rel=1e-6)


def test_a_share_is_moved_with_its_spread() -> None:
    share = pool([Seen(Stage("lustre", "read", "wire"), x, f"{x}") for x in (0.5, 0.8)]).share(
        Stage("lustre", "read", "wire")
    )
    moved = share.moved_to(0.9)
    assert moved.expected == pytest.approx(0.9)
    assert (moved.scale, moved.freedom, moved.common) == share[1:]
    assert logit_of(1.2) == logit_of(1.0) > logit_of(0.99)
    assert logit_of(0.0) == logit_of(1e-6) < logit_of(2e-6)
    assert list(LIKELY) == pytest.approx(list(ndtri([0.05, 0.95])))


def test_only_a_stage_on_zfs_has_its_effect() -> None:
    usual = (("way", "read"), ("class", "wire"), ("software", "lustre"))
    assert Stage("lustre", "read", "wire").effects == usual
    assert Stage("lustre", "read", "wire", on_zfs=True).effects == (*usual, ("on ZFS",))
