"""How many lines a text takes in a column, and where one is cut that has no room."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from report.workbook.styles import CAPITAL, SMALL, day_number, lines, lines_of_words, shortened

WORDS = st.lists(st.text("abcdefgh", min_size=1, max_size=9), min_size=1, max_size=30)
CLOSE = " ,;:|"


@given(WORDS, st.integers(12, 200))
def test_a_text_is_cut_after_the_last_word_that_has_room(words: list[str], room: int) -> None:
    """With a mark; one that has room stays."""
    text = " ".join(words)
    found = shortened(text, room)
    if len(text) <= room:
        assert found == text
        return
    assert len(found) <= room
    kept, mark, after = found.partition(" …")
    assert (mark, after) == (" …", "")
    assert text.startswith(kept)
    rest = text[len(kept) :].split()
    assert len(f"{kept} {rest[0]}".strip()) + len(" …") >= room


@pytest.mark.parametrize("end", [*CLOSE, ", ", " | "])
def test_what_joins_words_is_cut_with_them(end: str) -> None:
    assert shortened(f"one two{end} three and four", 15) == "one two …"


def test_a_text_as_long_as_its_room_stays() -> None:
    assert shortened("one two", 7) == "one two"
    assert shortened("one two", 6) == "one …"


@pytest.mark.parametrize(
    ("count", "width", "expected"),
    [(0, 10, 1), (1, 10, 1), (11, 10, 1), (12, 10, 2), (22, 10, 2), (23, 10, 3), (34, 10, 3)],
)
def test_letters_are_narrower_than_digits(count: int, width: float, expected: int) -> None:
    """Ten digits are as wide as eleven letters; a text that is empty takes a line, too."""
    assert lines("x" * count, width) == expected


@given(WORDS, st.integers(12, 60))
def test_words_are_broken_between_lines(words: list[str], width: int) -> None:
    """As many lines as whole words need at that width, no fewer than all letters would."""
    text = " ".join(words)
    wide = len(text) * SMALL
    found = lines_of_words(text, width)
    assert (found == 1) is (wide <= width) or found == 1
    assert found >= wide / width - 1
    assert found <= 1 + 2 * wide / (width - 9)


def test_capitals_are_wider_than_small_letters() -> None:
    words = "abcd " * 20
    assert CAPITAL > 1 > SMALL
    assert lines_of_words(words.upper(), 20) > lines_of_words(words, 20) > 1
    assert lines_of_words("a" * 22, 20 * SMALL + 1.8) == 1
    assert lines_of_words("A" * 16, 20) == 1
    assert lines_of_words("AAAA AAAA AAAA AAAA", 20) == 2


def test_days_are_counted_as_sheets_do() -> None:
    """Day 1 is the last of 1899, as sheets have a 29 February 1900."""
    assert day_number(datetime.date(1899, 12, 31)) == 1
    assert day_number(datetime.date(2000, 1, 1)) == 36526
