"""Names of scenarios: which are taken, and which look alike."""

from __future__ import annotations

import pytest

from store.errors import StoreError
from store.names import LONGEST_NAME, checked, look_alike


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("Plan", "Plan"),
        ("  Plan \t of\n 2027 ", "Plan of 2027"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
        (" " + "x" * LONGEST_NAME + " ", "x" * LONGEST_NAME),
        ("Béluga", "Béluga"),
    ],
)
def test_a_name_is_taken_with_single_blanks(name: str, taken: str) -> None:
    assert checked(name) == taken


@pytest.mark.parametrize(
    "name", ["", "   ", "\u200b", "\u034f \ufe0f", "\u2800", "x" * (LONGEST_NAME + 1)]
)
def test_a_name_that_shows_nothing_or_is_too_long_is_refused(name: str) -> None:
    with pytest.raises(StoreError, match="write a name of 1 to 100 characters"):
        checked(name)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Plan", "plan", True),
        ("Plan", "P\u200blan", True),
        ("Plan", " Plan  ", True),
        ("Plan", "Рlan", True),  # noqa: RUF001
        ("Plan A", "Plan\u2800A", True),
        ("A-1", "A\u20131", True),
        ("Plan1", "Planl", True),
        ("P0", "PO", True),
        ("I|", "l1", True),
        ("Plan", "Ｐｌａｎ", True),  # noqa: RUF001
        ("a\ufe0fb", "ab", True),
        ("Kern", "Kem", True),
        ("rnrn 1", "mm l", True),
        ("Kern", "KERN", True),
        ("KERN", "KEM", False),
        ("Plan", "Plan 2", False),
        ("Plan 1", "Plan 2", False),
        ("A", "B", False),
        ("P0", "Po", False),
        ("ab", "a b", False),
    ],
)
def test_which_names_look_alike(one: str, other: str, alike: bool) -> None:
    assert look_alike(one, other) is alike
    assert look_alike(other, one) is alike
