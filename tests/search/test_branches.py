"""The rest of a search: shared out and joined again, no partial design is lost or done twice."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.search.branch_and_bound import Branch, done_of, joined, share_out
from model.search.evaluation import Best


@st.composite
def branches(draw: st.DrawFn) -> list[Branch]:
    """Give branches of rising depth, each sorted, some of it done."""
    found = []
    for depth in sorted(draw(st.sets(st.integers(0, 4), max_size=3))):
        count = draw(st.integers(1, 9))
        least = np.sort(draw(st.lists(st.floats(0, 9), min_size=count, max_size=count)))
        picks = [np.array(draw(st.lists(st.integers(0, 3), min_size=count, max_size=count)))]
        done = draw(st.integers(0, count))
        found.append(Branch(depth, [*picks, np.arange(count)], least, done))
    return found


def _rest(of: list[Branch]) -> Counter[tuple[float, ...]]:
    return Counter(
        (one.depth, float(one.least[n]), *(int(pick[n]) for pick in one.picks))
        for one in of
        for n in range(one.next, len(one.least))
    )


@given(branches(), st.integers(1, 4))
def test_shares_are_disjoint_and_whole(of: list[Branch], shares: int) -> None:
    found = share_out(of, shares)
    assert len(found) == shares
    assert sum((_rest(share) for share in found), Counter()) == _rest(of)
    assert all(len(one.least) for share in found for one in share)
    sizes = [[len(one.least) for one in share if one.depth == 0] for share in found]
    counts = [sum(size) for size in sizes]
    assert max(counts) - min(counts) <= 1


@given(branches(), branches())
def test_joined_branches_hold_the_rest_of_all_the_most_promising_first(
    some: list[Branch], others: list[Branch]
) -> None:
    found = joined([*some, *others])
    assert _rest(found) == _rest(some) + _rest(others)
    depths = [one.depth for one in found]
    assert depths == sorted(set(depths))
    assert all((np.diff(one.least) >= 0).all() and one.next == 0 for one in found)


def test_what_is_done_of_nested_branches() -> None:
    """Half of the first, and of the quarter in progress a third: 0.5 + 0.25 / 3."""

    def branch(count: int, done: int, begun: int) -> Branch:
        return Branch(0, [np.arange(count)], np.zeros(count), done, begun)

    assert done_of([]) == 1.0
    assert done_of([branch(4, 2, 0)]) == 0.5
    assert done_of([branch(4, 3, 1), branch(3, 1, 0)]) == pytest.approx(0.5 + 0.25 / 3)
    assert done_of([branch(4, 4, 2), branch(2, 2, 0)]) == pytest.approx(1.0)


def test_of_two_results_the_better_counts_and_of_equal_ones_the_first() -> None:
    one = Best(cost=2.0, number=5, computed=3)
    for cost, number, wins in (
        (1.0, 9, True),
        (3.0, 1, False),
        (2.0, 4, True),
        (2.0, 0, True),
        (2.0, 5, False),
        (2.0, 6, False),
        (2.0, -1, False),
    ):
        best = Best(cost=one.cost, number=one.number, computed=3)
        best.join(Best(cost=cost, number=number, computed=4))
        assert best.computed == 7
        assert (best.cost, best.number) == ((cost, number) if wins else (2.0, 5)), (cost, number)
    assert Best(cost=2.0, number=-1).limit == 2.0
    assert Best(cost=2.0, number=3).limit == np.nextafter(2.0, np.inf)
