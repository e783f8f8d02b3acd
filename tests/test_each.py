"""A test of many cases fails for any of them, and says which."""

from __future__ import annotations

import pytest

from tests.each import of_each


def test_all_that_fail_are_named() -> None:
    """The others don't hide behind the first."""

    @of_each(lambda: range(5))
    def is_small(n: int) -> None:
        assert n < 3

    with pytest.raises(ExceptionGroup, match="2 of 5 cases") as failure:
        is_small()
    assert [error.__notes__ for error in failure.value.exceptions] == [["Case: 3"], ["Case: 4"]]


def test_a_law_of_nothing_fails() -> None:
    """What was to be tried may have got lost."""
    with pytest.raises(AssertionError, match="a law of nothing"):
        of_each(tuple)(lambda _: None)()
