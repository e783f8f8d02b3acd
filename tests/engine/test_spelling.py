"""Templates: a chapter written once, spelled out for its twins."""

from __future__ import annotations

import pytest

from model.engine.quantity import Book
from model.engine.spelling import spell, spelled_name
from model.formulas.ways import WAYS

ENDS = ({"end": "bound", "+": "^+"}, {"end": "", "+": ""})
"""Twins of which one has an empty word."""


def template() -> Book:
    book = Book("example", topic="performance")
    book.input("servers", "1", "n", "Servers that work", whole=True)

    @book.quantity("byte/s", r"B_\mathrm{<w>}", "a source for {way}")
    def tier_way_bandwidth(servers: float, server_way_least: float) -> float:
        """What the tier can {way}."""
        return servers * server_way_least

    book.least_stage("server_way_least", "byte/s", "b", "The least to {way}", "way")
    book.over("total", "all_way", "byte/s", "B", "All", roles=("tiers",), of="tier_way_bandwidth")
    return book


def test_a_template_is_spelled_for_each_way() -> None:
    """Names, needs, stages, children's names, titles, sources and symbols hold the words."""
    book = spell(template(), *WAYS)
    assert list(book.inputs) == ["servers"]
    found = book.quantities["tier_write_bandwidth"]
    assert found.needs == ("servers", "server_write_least")
    assert found.title == "What the tier can write."
    assert found.source == "a source for write"
    assert found.symbol == r"B_\mathrm{w}"
    assert found.template == "tier_way_bandwidth"
    assert book.quantities["server_read_least"].stage == "read"
    assert book.quantities["all_read"].of == "tier_read_bandwidth"
    assert (
        book.quantities["all_read"].source
        == "arithmetic: total of 'tier_read_bandwidth' over tiers"
    )
    assert found.function(3.0, 2.0) == 6.0


def test_an_empty_word_leaves_a_name_without_it() -> None:
    """`bound` and nothing are twins."""
    assert [spelled_name("tier_bandwidth_end", variant) for variant in ENDS] == [
        "tier_bandwidth_bound",
        "tier_bandwidth",
    ]


def test_a_template_can_be_spelled_into_a_chapter() -> None:
    """Its items count as declared there."""
    chapter = Book("servers", topic="bill")
    assert spell(template(), *WAYS, into=chapter) is chapter
    assert {item.chapter for item in chapter} == {"servers"}
    assert {item.topic for item in chapter} == {"bill"}
    assert chapter.quantities["all_read"].template == "all_way"


def test_a_part_of_a_spelled_sum_is_spelled() -> None:
    """The sum that an item is a part of is a name, too."""
    book = Book("lanes")
    book.sum_of_parts("way_lanes", "1", "n", "Lanes to {way}")
    book.input("way_cards", "1", "n", "Cards to {way}", part_of="way_lanes")
    spelled = spell(book, *WAYS)
    assert [part.name for part in spelled.parts("read_lanes")] == ["read_cards"]


def test_two_variants_that_say_the_same_are_refused() -> None:
    """A chapter has each name once."""
    with pytest.raises(ValueError, match="declared in 'example' and again"):
        spell(template(), WAYS[0], WAYS[0])


def test_measures_have_units_and_the_chapter_their_words() -> None:
    """A unit, a chapter's name, and the source of a total hold the words, too."""
    book = Book("sums of {said}", topic="bill")
    book.over(
        "known_total",
        "known_measure",
        "<unit>",
        "X",
        "Sum of {said}",
        roles=("lines",),
        of="line_measure",
        known_of="whole_measure",
    )
    spelled = spell(book, {"measure": "power", "unit": "watt", "said": "watts"})
    found = spelled.quantities["known_power"]
    assert (spelled.name, found.chapter) == ("sums of watts", "sums of watts")
    assert (found.unit, found.title) == ("watt", "Sum of watts")
    assert found.source == "arithmetic: known total of 'line_power' over lines"
    assert found.label == "Whole power, known part"
