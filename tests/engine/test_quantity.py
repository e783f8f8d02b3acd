"""Declarations: what a book holds, how a name is written, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from model.engine.ops import Num
from model.engine.quantity import Book, Input, Quantity, check_name, parameters
from model.units.words import label


def chapter(name: str = "chapter") -> Book:
    book = Book(name)
    book.input("width", "metre", "w", "Width of a thing")
    book.input("length", "metre", "l", "Length of a thing", 2.0, source="by custom")

    @book.quantity("metre", "c", "geometry", coefficients=(4.0,))
    def outline(width: Num, length: Num) -> Num:
        """Way around
        the thing.

        More is said here.
        """
        return 2 * (width + length)

    return book


def test_a_function_declares_a_quantity() -> None:
    """Name, needs and sentence are read from the function, and it stays a plain function."""
    book = Book("b")

    @book.quantity("1", "x", "nowhere")
    def twice(one: Num, other: Num) -> Num:
        """Both, twice."""
        return 2 * (one + other)

    quantity = book.quantities["twice"]
    assert (quantity.needs, quantity.title) == (("one", "other"), "Both, twice.")
    assert (quantity.kind, quantity.chapter, quantity.source) == ("formula", "b", "nowhere")
    assert twice(1, 2) == 6
    assert quantity.function is twice


def test_an_alias_needs_what_it_names() -> None:
    """Its need is a parameter, as in every formula, so that a chapter may be spelled for twins."""
    book = Book("b")
    book.alias("size", "byte", "S", "Size.", of="capacity", source="the capacity", part_of="space")
    size = book.quantities["size"]
    assert (size.needs, parameters(size.function)) == (("capacity",), ("capacity",))
    assert (size.unit, size.title, size.source, size.part_of) == (
        *("byte", "Size.", "the capacity"),
        "space",
    )
    assert size.function(7.0) == 7.0


def test_a_title_is_the_first_paragraph() -> None:
    """The sentence may take two lines; what follows is not it."""
    assert chapter().quantities["outline"].title == "Way around the thing."


def test_a_name_may_be_given() -> None:
    """Several definitions of one thing share a name; needs are parameters all the same."""
    book = Book("b")

    @book.quantity("1", "x", "s", name="doubled")
    def twice(first: Num) -> Num:
        """Two of it.

        And no more.
        """
        return 2 * first

    [found] = book.quantities.values()
    assert (found.name, found.needs, found.title) == ("doubled", ("first",), "Two of it.")


def test_a_book_joins_chapters() -> None:
    """Inputs come first, then quantities, in the order of their chapters."""
    more = Book("more")
    more.input("height", "metre", "h", "Height")
    joined = Book("joined", chapter(), more)
    assert [item.name for item in joined] == ["width", "length", "height", "outline"]
    assert isinstance(joined["width"], Input)
    assert isinstance(joined["outline"], Quantity)
    assert "height" in joined
    assert "depth" not in joined


def test_a_chapter_may_come_twice() -> None:
    """What two chapters share is one declaration."""
    shared = chapter()
    assert len(list(Book("joined", shared, Book("other", shared)))) == 3


def test_two_declarations_of_one_name_clash() -> None:
    """The message names both chapters."""
    with pytest.raises(ValueError, match="'width' is declared in 'left' and again in 'right'"):
        Book("joined", chapter("left"), chapter("right"))


def test_only_some_items_of_a_chapter() -> None:
    """A book may take a part of a chapter."""
    book = Book("part", chapter(), only=lambda item: isinstance(item, Quantity))
    assert [item.name for item in book] == ["outline"]


def test_stages_of_a_chain() -> None:
    """The stages of a chain are those tagged with it, in order; its end is none of them."""
    book = Book("b")
    for name, stage, evidence, scope in (
        ("slow", "read", "", "drive"),
        ("fast", "read", "measured", "server"),
        ("fitted", "read", "calibrated", "tier"),
        ("other", "", "measured", "server"),
    ):
        more = {"stage": stage, "evidence": evidence, "scope": scope}
        book.quantity("byte/s", "B", "s", name=f"{name}_stage", **more)(lambda rate: rate * 1)
    book.least_stage("bound", "byte/s", "B", "Least", "read")
    assert [q.name for q in book.stages("read")] == ["slow_stage", "fast_stage", "fitted_stage"]
    assert book.stages("write") == []
    own = book.stages("read", scopes=("drive", "server"))
    assert [q.name for q in own] == ["slow_stage", "fast_stage"]
    assert book.stages("read", scopes=("path",)) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("hba_pcie_bandwidth", "HBA PCIe bandwidth"),
        ("usable_capacity", "Usable capacity"),
        ("job_mtti", "Job MTTI"),
        ("pue", "PUE"),
        ("vat_rate", "VAT rate"),
        ("year_power", "Power in the year"),
        ("tier_year_rack_units", "Rack units of the tier in the year"),
        ("year_length", "Length of a year"),
    ],
)
def test_label(name: str, text: str) -> None:
    """A name is written as people do."""
    assert label(name) == text


def test_a_part_is_labelled_by_what_it_is_a_part_of() -> None:
    """The label of a known part or a count of unknowns is declared, not read out of its name."""
    book = Book("sums")
    book.over("total", "cost", "currency", "X", "Cost", roles=("lines",), of="price")
    book.over(
        "known_total", "surely", "currency", "X", "?", roles=("lines",), of="price", known_of="cost"
    )
    book.over(
        "unknown_count", "open", "1", "n", "?", roles=("lines",), of="price", unknown_of="cost"
    )
    book.over("total", "known_bugs", "1", "n", "Bugs", roles=("lines",), of="bugs")
    book.over(
        "unknown_count",
        "open_units",
        "1",
        "n",
        "?",
        roles=("lines",),
        of="line_rack_units",
        unknown_of="tier_rack_units",
    )
    labels = [quantity.label for quantity in book.quantities.values()]
    assert labels == [
        "Cost",
        "Cost, known part",
        "Lines of unknown cost",
        "Known bugs",
        "Lines of unknown rack units",
    ]


@pytest.mark.parametrize("name", ["drive_capacity", "pue", "year_power", "mtti", "width"])
def test_words_are_names(name: str) -> None:
    """Words, joined by underscores, are no cells."""
    check_name(name)


def test_a_procedure_takes_arrays_too() -> None:
    """What is no formula is computed one design after the other; its numbers are the same."""
    book = Book("procedures")
    book.input("figure", "1", "x", "A figure", 1.0, source="nowhere")

    @book.quantity("1", "y", "counting down", kind="opaque", name="steps_down")
    def counted(figure: float) -> float:
        """Steps until nothing is left."""
        steps = 0
        while figure > 0:
            figure, steps = figure - 1, steps + 1
        return steps

    procedure = book.quantities["steps_down"].function
    assert procedure(2.5) == 3.0
    assert list(procedure(np.array([0.0, 1.0, 2.5]))) == [0.0, 1.0, 3.0]
