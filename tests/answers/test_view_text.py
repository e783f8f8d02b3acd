"""How a table writes each kind of figure: a row for each look, near its limits."""

from __future__ import annotations

from typing import Any

import pytest

from model.answers.views.view import Column, FixedValue, Look, Row, View
from model.answers.views.view_text import Text, text_table
from model.units.figures import THIN

MINUS = "\N{MINUS SIGN}"
EUR = {"currency": "EUR"}
CASES: list[tuple[Look, float | None, str, dict[str, Any], str, str]] = [
    # look, value and unit, what else is said of it: text and tone
    ("", None, "byte", {}, "unknown", "faint"),
    ("", 1.5e12, "byte", {}, "1.5 TB", ""),
    ("", 2e9, "byte/s", {}, "2 GB/s", ""),
    ("", 2e9, "byte/s", {"at_least": True}, "at least 2 GB/s", ""),
    ("", 12345.678, "currency", EUR, f"12{THIN}346 EUR", ""),
    ("", 0.5, "1", {}, "0.5", ""),
    ("", 0.5, "1", {"is_share": True}, "50 %", ""),
    ("", -3.0, "1", {}, f"{MINUS}3", ""),
    ("both", 1e15, "byte", {}, "1 PB (0.8882 PiB)", ""),
    ("promise", 1e15, "byte", {}, "1 PB (0.8882 PiB)", ""),
    ("promise", 2e9, "byte/s", {}, "2 GB/s", ""),
    ("twin", 1e15, "byte", {}, "909.5 TiB", ""),
    ("memory", 2.0**34, "byte", {}, "16 GiB", ""),
    ("count", 7.16e9, "1", {}, "7.16 billion", ""),
    ("bytes", 1234567.0, "byte", {}, f"1{THIN}234{THIN}567", ""),
    ("share", 0.12345, "1", {}, "12.35 %", ""),
    ("percent", 0.12345, "1", {}, "12 %", ""),
    ("chance", 1.0, "1", {}, "100 %", ""),
    ("chance", 0.99999, "1", {}, "over 99 %", ""),
    ("chance", 0.0, "1", {}, "0 %", ""),
    ("loss", 0.25, "1", {}, f"{MINUS}25.0 %", "bad"),
    ("loss", 5e-4, "1", {}, f"{MINUS}0.1 %", "bad"),
    ("loss", 4.9e-4, "1", {}, "", ""),
    ("loss", 0.0, "1", {}, "", ""),
    ("loss", None, "1", {}, "", ""),
    ("ratio", 1.23456, "1", {}, "1.235", ""),
    ("score", 12.3456789, "1", {}, "12.3456789", ""),
    ("score", 1 / 3, "1", {}, "0.3333333333", ""),
    ("paid", 12345.5, "currency", EUR, f"12{THIN}345.50 EUR", ""),
    ("paid", 12345.0, "currency", EUR, f"12{THIN}345 EUR", ""),
    ("paid", 12345.6, "currency", {"currency": "JPY"}, f"12{THIN}346 JPY", ""),
    ("met", 1.0, "1", {}, "✓ met", "good"),
    ("met", 0.0, "1", {}, "✗ not met", "bad"),
    ("met", None, "1", {}, "unknown", "faint"),
    ("fits", 1.0, "1", {}, "✓ fits", "good"),
    ("fits", 0.0, "1", {}, "✗ doesn't fit", "bad"),
    ("fits", None, "1", {}, "unknown", "faint"),
    ("limits", 1.0, "1", {}, "limits", ""),
    ("limits", 0.0, "1", {}, "", ""),
    ("limits", None, "1", {}, "", ""),
]
LEFT = ("text", "met", "fits", "limits")


def shown(*columns: Column, entries: tuple[Any, ...], **more: Any) -> tuple[Text, ...]:
    found = text_table(None, View("Title", "Head", columns, (Row("a", entries),)), **more)
    [row] = found.rows
    return row[1:]


@pytest.mark.parametrize(("look", "value", "unit", "more", "text", "tone"), CASES)
def test_a_figure_is_written_as_its_column_looks(
    look: Look, value: float | None, unit: str, more: dict[str, Any], text: str, tone: str
) -> None:
    [found] = shown(Column("A", "a", look), entries=(FixedValue(value, unit, **more),))
    assert (found.text, found.tone, found.exact) == (text, tone, "")


def test_changes_say_by_how_much_and_margins_than_what() -> None:
    change, margin = shown(
        Column("A", "a", "change"),
        Column("B", "margin", "change"),
        entries=(FixedValue(0.25, "1"), FixedValue(20.0, "1")),
    )
    assert change.text == "+25.0 %"
    assert margin.text.endswith("required")


BRIEF: list[tuple[Look, FixedValue, str, str]] = [
    # look, figure: text in brief, and all of its digits
    ("", FixedValue(1234567.0, "currency", "EUR"), "1.235 M EUR", f"1{THIN}234{THIN}567 EUR"),
    ("", FixedValue(12.0, "currency", "EUR"), "12 EUR", ""),
    ("score", FixedValue(12.3456789, "1"), "12.35", "12.3456789"),
    ("score", FixedValue(12.5, "1"), "12.5", ""),
    ("promise", FixedValue(1e15, "byte"), "1 PB (0.8882 PiB)", ""),
    ("paid", FixedValue(1234567.0, "currency", "EUR"), f"1{THIN}234{THIN}567 EUR", ""),
]


@pytest.mark.parametrize(("look", "value", "text", "exact"), BRIEF)
def test_in_brief_a_figure_has_four_digits_and_all_in_a_hover(
    look: Look, value: FixedValue, text: str, exact: str
) -> None:
    [found] = shown(Column("A", "a", look), entries=(value,), brief=True)
    assert (found.text, found.exact) == (text, exact)


def test_in_brief_at_least_is_a_sign() -> None:
    least = FixedValue(2e9, "byte/s", at_least=True)
    assert shown(Column("A", "a"), entries=(least,), brief=True)[0].text == "≥ 2 GB/s"
    assert shown(Column("A", "a", "ratio"), entries=(least,), brief=True)[0].text.startswith(
        "at least "
    )


def column_of(
    look: Look, *values: float | None, unit: str = "byte", binary: bool = False
) -> tuple[str, list[str]]:
    rows = tuple(Row("a", (FixedValue(value, unit),)) for value in values)
    view = View("Title", "Head", (Column("A", "a", look),), rows)
    found = text_table(None, view, binary=binary)
    return found.heads[1], [row[1].text for row in found.rows]


def test_a_column_in_one_unit_names_it_in_its_head() -> None:
    """In the step that suits the largest figure."""
    shown = [f"{MINUS}2.500", "0.001", "unknown"]
    assert column_of("decimal", -2.5e15, 1e12, None) == ("A, PB", shown)
    assert column_of("binary", 2.0**51, 2.0**40) == ("A, PiB", ["2.000", "0.001"])
    assert column_of("decimal", 2.0**51, binary=True) == ("A, PiB", ["2.000"])
    assert column_of("decimal", 2.5e9, unit="byte/s", binary=True) == ("A, GB/s", ["2.500"])


def test_columns_of_one_scale_share_their_unit() -> None:
    columns = Column("A", "a", "decimal", scale="s"), Column("B", "b", "decimal", scale="s")
    entries = FixedValue(1e12, "byte"), FixedValue(1e15, "byte")
    view = View("Title", "Head", columns, (Row("a", entries),))
    assert text_table(None, view).heads == ("Head", "A, PB", "B, PB")
    apart = View("Title", "Head", (columns[0], Column("B", "b", "decimal")), view.rows)
    assert text_table(None, apart).heads == ("Head", "A, TB", "B, PB")


def test_a_table_with_both_bases_keeps_them_whichever_is_chosen() -> None:
    columns = Column("A", "a", "decimal"), Column("B", "b", "binary")
    view = View("Title", "Head", columns, (Row("a", (FixedValue(2.0**50, "byte"),) * 2),))
    for binary in (False, True):
        assert text_table(None, view, binary=binary).heads == ("Head", "A, PB", "B, PiB")


@pytest.mark.parametrize("binary", [False, True])
def test_the_base_that_is_chosen_stands_first(binary: bool) -> None:
    entries = (FixedValue(2.0**50, "byte"),) * 3
    columns = Column("A", "a"), Column("B", "b", "promise"), Column("C", "c", "twin")
    texts = [one.text for one in shown(*columns, entries=entries, binary=binary)]
    decimal, other = "1.126 PB", "1 PiB"
    if binary:
        assert texts == [other, f"{other} ({decimal})", decimal]
    else:
        assert texts == [decimal, f"{decimal} ({other})", other]


def test_what_stands_below_a_column_is_its_small_print() -> None:
    """Empty texts leave no mark; what is bad below makes the figure bad."""
    columns = (
        Column("A", "a"),
        Column("B", "b", "loss", below="a"),
        Column("C", "c", "text", below="a"),
        Column("D", "d", "text"),
    )
    view = View(
        "Title",
        "Head",
        columns,
        (
            Row("x", (FixedValue(3.0, "1"), FixedValue(0.5, "1"), "why", "end")),
            Row("y", (FixedValue(3.0, "1"), FixedValue(0.0, "1"), "", "end")),
            Row("z", (FixedValue(3.0, "1"), FixedValue(0.0, "1"), "why", "end")),
        ),
    )
    found = text_table(None, view)
    assert found.heads == ("Head", "A", "D")
    assert found.align == "lrl"
    cells = [(row[1].text, row[1].small, row[1].tone, row[2].text) for row in found.rows]
    assert cells == [
        ("3", f"{MINUS}50.0 %; why", "bad", "end"),
        ("3", "", "", "end"),
        ("3", "why", "", "end"),
    ]


@pytest.mark.parametrize("look", ["", "decimal", "text", "met", "fits", "limits", "share"])
def test_texts_and_verdicts_stand_left(look: Look) -> None:
    view = View("T", "H", (Column("A", "a", look),), (Row("a", (FixedValue(1.0, "byte"),)),))
    assert text_table(None, view).align == ("ll" if look in LEFT else "lr")


def test_a_row_says_what_it_does_to_those_above() -> None:
    """A sign before its name, its tone in all cells but verdicts, its note below its name."""
    columns = Column("A", "a"), Column("B", "b", "met"), Column("C", "c", tone="strong")
    entries = FixedValue(1.0, "1"), FixedValue(1.0, "1"), "text"
    rows = (
        Row("taken", entries, ("note",), tone="faint", takes=True),
        Row("sum", entries, comes_to=True),
        Row("plain", entries),
    )
    found = text_table(None, View("T", "H", columns, rows)).rows
    assert [row[0].text for row in found] == [f"{MINUS} taken", "= sum", "plain"]
    assert [row[0].small for row in found] == ["note", "", ""]
    assert [row[0].tone for row in found] == ["faint", "", ""]
    assert [row[1].tone for row in found] == ["faint", "", ""]
    assert [row[2].tone for row in found] == ["good"] * 3
    assert [row[3].tone for row in found] == ["strong"] * 3


def test_what_is_otherwise_than_what_it_is_compared_with_is_marked() -> None:
    """Unless it says more by its own tone; unknown is like unknown in another currency."""
    columns = Column("A", "a"), Column("B", "b", against="a"), Column("C", "c", "met", against="a")

    def tones(*entries: Any) -> list[str]:
        return [one.tone for one in shown(*columns, entries=entries)]

    one, two = FixedValue(1.0, "1"), FixedValue(2.0, "1")
    assert tones(one, one, one) == ["", "", "good"]
    assert tones(one, two, two) == ["", "differs", "good"]
    assert tones("a", "b", one) == ["", "differs", "good"]
    nothing = FixedValue(None, "currency", "EUR"), FixedValue(None, "currency", "USD")
    assert tones(*nothing, one) == ["faint", "faint", "good"]
    assert tones(nothing[0], one, one) == ["faint", "differs", "good"]


def test_a_view_of_some_columns_has_them_in_that_order() -> None:
    columns = tuple(Column(key.upper(), key) for key in "abc")
    view = View("T", "H", columns, (Row("r", ("1", "2", "3")), Row("s", ("4", "5", "6"))))
    some = view.only("c", "a")
    assert [column.key for column in some.columns] == ["c", "a"]
    assert [row.entries for row in some.rows] == [("3", "1"), ("6", "4")]
    assert view.entries("b") == ["2", "5"]
    noted = view.noted("b")
    assert [column.key for column in noted.columns] == ["a", "c"]
    assert [row.note for row in noted.rows] == [("2",), ("5",)]
    again = noted.noted("c")
    assert [row.note for row in again.rows] == [("2", "; ", "3"), ("5", "; ", "6")]
    empty = View("T", "H", columns, (Row("r", ("1", "", "3"), ("n",)),)).noted("b")
    assert "".join(map(str, empty.rows[0].note)) == "n"
