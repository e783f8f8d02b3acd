"""Conditions on facts: what they ask for, how they are said, and which books come of them."""

from __future__ import annotations

from itertools import product

import pytest

from model.books.table import ALWAYS, Table, of
from model.engine.quantity import Book
from model.records import dataclass


@dataclass(frozen=True)
class Facts:
    """Facts of a test."""

    cached: bool = False
    far_away: bool = False
    kind: str = "disk"

    @property
    def both(self) -> bool:
        """A fact that follows from others."""
        return self.cached and self.far_away


WHEN = of(Facts)
EVERY = [Facts(*values) for values in product((False, True), (False, True), ("disk", "flash"))]


@pytest.mark.parametrize(
    ("condition", "name", "holds"),
    [
        (WHEN.cached, "cached", lambda f: f.cached),
        (~WHEN.cached, "not cached", lambda f: not f.cached),
        (WHEN.far_away, "far away", lambda f: f.far_away),
        (WHEN.both, "both", lambda f: f.cached and f.far_away),
        (WHEN.cached & WHEN.far_away, "cached, far away", lambda f: f.cached and f.far_away),
        (WHEN.cached | WHEN.far_away, "cached or far away", lambda f: f.cached or f.far_away),
        (WHEN.cached & ~WHEN.far_away, "cached, not far away", lambda f: f.cached > f.far_away),
        (WHEN.kind("flash"), "kind: flash", lambda f: f.kind == "flash"),
        (WHEN.kind("flash", "disk"), "kind: flash or disk", lambda f: True),
        (~WHEN.kind("flash"), "not kind: flash", lambda f: f.kind == "disk"),
        (ALWAYS & WHEN.cached, "cached", lambda f: f.cached),
        (ALWAYS, "always", lambda f: True),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_conditions(condition, name, holds) -> None:
    assert condition.name == name
    assert [bool(condition.holds(facts)) for facts in EVERY] == [holds(facts) for facts in EVERY]


def test_a_fact_that_does_not_exist_is_refused() -> None:
    with pytest.raises(AttributeError, match="Facts has no fact 'cold'"):
        _ = WHEN.cold


def test_a_book_is_made_once_of_the_chapters_that_hold() -> None:
    drives, caches, flash = Book("drives"), Book("caches"), Book("flash")
    table = Table(
        "tier",
        (ALWAYS, drives),
        (WHEN.cached, caches),
        (WHEN.kind("flash"), lambda facts: flash if facts.far_away else caches),
    )
    assert table.chapters(Facts()) == (drives,)
    assert table.chapters(Facts(cached=True)) == (drives, caches)
    assert table.chapters(Facts(far_away=True, kind="flash")) == (drives, flash)
    book = table.book(Facts(cached=True))
    assert book.name == "tier"
    assert table.book(Facts(cached=True, far_away=True)) is book
    assert table.book(Facts()) is not book
    assert table.facts_of(book) == Facts(cached=True)
    assert table.facts_of(Book("another")) is None
    assert [chapter for _, chapter in table.rows][:2] == [drives, caches]
