"""The split of an amount over spares, against all splits of small cases."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.procedures.spare_split import LEAST, Spare, split, waited_for

SPARES = st.builds(Spare, st.integers(1, 9).map(float), st.floats(0.01, 3.0), st.integers(0, 1))
FEW = st.lists(SPARES, min_size=1, max_size=3)


def awaited(spares: list[Spare], bought: tuple[int, ...]) -> float:
    return sum(
        waited_for(one.failures, one.held + n) for one, n in zip(spares, bought, strict=True)
    )


def cost(spares: list[Spare], bought: tuple[int, ...]) -> float:
    return sum(one.price * n for one, n in zip(spares, bought, strict=True))


def least_awaited(spares: list[Spare], amount: float) -> float:
    """Try all splits."""
    ranges = [range(int(amount // one.price) + 1) for one in spares]
    tried = (bought for bought in itertools.product(*ranges) if cost(spares, bought) <= amount)
    return min(awaited(spares, bought) for bought in tried)


def saved(spare: Spare, bought: int) -> float:
    """Return what one more spare saves."""
    held = spare.held + bought
    return waited_for(spare.failures, held) - waited_for(spare.failures, held + 1)


@given(FEW, st.integers(0, 20))
def test_no_split_is_better_by_more_than_the_next_piece(spares: list[Spare], amount: int) -> None:
    """What the rest doesn't pay for bounds the distance to the best of all splits."""
    bought = split(spares, amount)
    assert cost(spares, bought) <= amount
    following = max(saved(one, n) for one, n in zip(spares, bought, strict=True))
    best = least_awaited(spares, amount)
    found = awaited(spares, bought)
    assert best - 1e-9 <= found <= best + max(following, amount * LEAST) + 1e-9


@given(FEW, st.integers(0, 20))
def test_no_split_of_as_much_is_better_where_all_bought_are_worth_most(
    spares: list[Spare], amount: int
) -> None:
    """As long as no piece was too dear, the greedy choice is the best of all splits."""
    bought = split(spares, amount)
    pairs = [*zip(spares, bought, strict=True)]
    least = min((saved(one, n - 1) / one.price for one, n in pairs if n), default=0.0)
    if least >= max(saved(one, n) / one.price for one, n in pairs):
        spent = cost(spares, bought)
        assert awaited(spares, bought) <= least_awaited(spares, spent) + 1e-9


@given(FEW, st.integers(0, 20))
def test_pieces_of_one_price_are_split_at_best(spares: list[Spare], amount: int) -> None:
    alike = [Spare(2.0, one.failures, one.held) for one in spares]
    found = awaited(alike, split(alike, amount))
    assert found <= least_awaited(alike, amount) + amount * LEAST


@pytest.mark.parametrize(
    ("held", "expected"), [(0, 2.0), (1, 1.1353352832), (2, 0.5413411329), (3, 0.2180175)]
)
def test_awaited_parts_follow_from_published_probabilities(held: int, expected: float) -> None:
    """P(X = 0, 1, 2) = 0.1353, 0.2707, 0.2707 at a rate of 2 (Backblaze): E[(X - s)+]."""
    assert waited_for(2.0, held) == pytest.approx(expected, rel=1e-6)


def test_parts_without_failures_are_not_bought_even_if_they_cost_nothing() -> None:
    assert split([Spare(0.0, 0.0), Spare(5.0, 1.0)], 4.0) == (0, 0)
    assert split([Spare(0.0, 1.0)], 4.0)[0] > 3
