"""Laws of the tables: each row is taken and left by some example, and each book is of a table."""

from __future__ import annotations

import dataclasses
from functools import cache

import pytest

from model.books.chain import Chain
from model.books.facts import GroupFacts, TargetFacts, TierFacts
from model.books.listing import tables
from model.books.site_facts import SiteFacts
from model.books.stages import CHAIN
from model.books.table import ALWAYS, Table, of
from model.books.tier import TIER
from model.engine.quantity import Book
from tests import trees
from tests.each import of_each


@cache
def books() -> dict[int, tuple[str, Book]]:
    """Give each book of the examples with the role of an instance that has it."""
    return {
        id(instance.book): (instance.role, instance.book)
        for root in trees.examples().values()
        for _, instance in root.walk()
    }


@cache
def facts_of(table: Table) -> list[object]:
    """Give what the examples know of all that this table makes; a chain is a part of its tier."""
    if table is CHAIN:
        return [facts.chain for facts in facts_of(TIER)]
    found = (table.facts_of(book) for _, book in books().values())
    return [facts for facts in found if facts is not None]


def rows() -> list[tuple[str, int]]:
    """Give each row by its table's name and its place."""
    return [(name, n) for name, table in tables().items() for n in range(len(table.rows))]


@of_each(rows)
def test_each_row_is_taken_and_left(row: tuple[str, int]) -> None:
    """A row that no example takes escapes all laws; one that none leaves needs no condition."""
    table = tables()[row[0]]
    condition, _ = table.rows[row[1]]
    found = {bool(condition.holds(facts)) for facts in facts_of(table)}
    assert found == ({True} if condition is ALWAYS else {True, False})


def test_each_book_is_made_by_a_table() -> None:
    """Nothing amends a book: what an instance has stands in the table of its kind."""
    alone = [
        role
        for role, book in books().values()
        if all(table.facts_of(book) is None for table in tables().values())
    ]
    assert alone == []


@pytest.mark.parametrize("facts", [TierFacts(), SiteFacts(), TargetFacts(), GroupFacts()])
def test_the_same_facts_give_the_same_book(facts: object) -> None:
    """Programs are kept by the books of their instances: a second one would be compiled again."""
    again = dataclasses.replace(facts)  # type: ignore[type-var]
    for table in tables().values():
        try:
            assert table.book(facts) is table.book(again)
        except AttributeError:  # a table of other facts
            continue


USUAL = {
    GroupFacts: {"metaslab_limit", "in_tier"},
    TargetFacts: {"on_zfs", "spares_inside", "keeps_back", "in_tier"},
    TierFacts: {"holds_data"},
}
"""Facts that hold unless they are denied."""


@pytest.mark.parametrize("kind", [TierFacts, SiteFacts, TargetFacts, GroupFacts, Chain])
def test_a_plan_that_says_nothing_has_no_further_chapters(kind: type) -> None:
    """Of a thing that nobody states there is no formula, so no input is asked for."""
    facts = {field.name: getattr(kind(), field.name) for field in dataclasses.fields(kind)}
    assert {name for name, value in facts.items() if value is True} == USUAL.get(kind, set())


def test_a_condition_on_no_fact_is_refused() -> None:
    """A table can't ask for what no record holds."""
    with pytest.raises(AttributeError, match="TierFacts has no fact 'cashed'"):
        _ = of(TierFacts).cashed
