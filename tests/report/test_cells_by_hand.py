"""What single cells are told, in tables made by hand: ranges, rules, texts of figures."""

from __future__ import annotations

import io
from collections import defaultdict
from types import SimpleNamespace
from typing import Any

import openpyxl
import pytest

from model.answers.sentences import Figure
from model.design.limits import Bounds
from report.workbook import steps
from report.workbook.formula import count_unknown, scaled
from report.workbook.live_text import figure
from report.workbook.names import define_names
from report.workbook.sheet_writer import Book
from report.workbook.sheets import Cell
from report.workbook.tender_book import TenderBook, size_of


def cells(*places: str, sheet: str = "Here") -> list[Cell]:
    return [Cell(sheet, int(one[1:]) - 1, "ABCDEF".index(one[0])) for one in places]


RANGES: dict[str, tuple[list[Cell], list[str]]] = {
    "none": ([], []),
    "one": (cells("B3"), ["B3"]),
    "below each other": (cells("A1", "A2", "A3"), ["A1:A3"]),
    "in any order": (cells("A3", "A1", "A2"), ["A1:A3"]),
    "beside each other": (cells("A1", "B1", "C1"), ["A1:C1"]),
    "with a gap below": (cells("A1", "A2", "A4"), ["A1:A2", "A4"]),
    "with a gap beside": (cells("A1", "C1", "D1"), ["A1", "C1:D1"]),
    "in two columns": (cells("A1", "B1", "A2"), ["A1:A2", "B1"]),
    "elsewhere": (cells("A1", "A2", sheet="The other"), ["'The other'!A1:A2"]),
    "on two sheets": (cells("A1", sheet="X") + cells("A2"), ["A2", "'X'!A1"]),
}


@pytest.mark.parametrize("case", RANGES)
def test_cells_that_are_neighbours_are_one_range(case: str) -> None:
    found, ranges = RANGES[case]
    wanted = "+".join(f"SUMPRODUCT(--ISNA({one}))" for one in ranges) or "0"
    assert count_unknown(found, "Here") == wanted


RULES: dict[str, tuple[Bounds, dict[str, Any], str]] = {
    "at least": (
        Bounds(2.0),
        {"validate": "decimal", "criteria": ">=", "value": 2.0},
        "X: enter a number of at least 2.",
    ),
    "above": (
        Bounds(above=0.0),
        {"validate": "decimal", "criteria": ">", "value": 0.0},
        "X: enter a number above 0.",
    ),
    "a count": (
        Bounds(1.0, 1e6, whole=True),
        {
            "validate": "integer",
            "criteria": "between",
            "value": 1.0,
            "minimum": 1.0,
            "maximum": 1e6,
        },
        "X: enter a whole number of at least 1 and at most 1,000,000.",
    ),
    "above a limit beyond the least": (
        Bounds(1.0, 8.0, above=2.0),
        {
            "validate": "decimal",
            "criteria": "between",
            "value": 2.0,
            "minimum": 2.0,
            "maximum": 8.0,
        },
        "X: enter a number above 2 and at most 8.",
    ),
}


@pytest.mark.parametrize("case", RULES)
def test_a_rule_says_what_it_lets_in(case: str) -> None:
    bounds, rule, message = RULES[case]
    book = Book.__new__(Book)
    book.rules = defaultdict(list)
    for row in (4, 5):
        book.restrict(Cell("Here", row, 2), bounds, "X")
    [(key, found)] = book.rules.items()
    assert key[:2] == ("Here", 2)
    assert [row for row, _ in found] == [4, 5]
    said = {"error_title": "Invalid value", "error_message": message}
    assert [one for _, one in found] == [{**rule, **said}] * 2


def test_the_message_of_a_rule_has_255_letters() -> None:
    """What Excel takes at most."""
    book = Book.__new__(Book)
    book.rules = defaultdict(list)
    book.restrict(Cell("Here", 0, 0), Bounds(0.0), "X" * 300)
    [[(_, rule)]] = book.rules.values()
    assert rule["error_message"] == "X" * 255


class Ruled:
    """A sheet that notes the rules of its cells."""

    def __init__(self) -> None:
        self.areas: list[tuple[int, ...]] = []

    def data_validation(self, *area: Any) -> None:
        self.areas.append(area[:4])


def test_cells_below_each_other_share_a_rule() -> None:
    """With a gap of one row, two begin."""
    book, sheet = Book.__new__(Book), Ruled()
    book.rules, book.sheets = defaultdict(list), {"Here": sheet}
    for row in (7, 3, 4, 6, 5, 9, 11, 12):
        book.restrict(Cell("Here", row, 2), Bounds(1.0), "X")
    book.write_rules()
    assert sheet.areas == [(3, 2, 7, 2), (9, 2, 9, 2), (11, 2, 12, 2)]


def rounded(text: str) -> str:
    return f"ROUND({text},MAX(0,3-INT(LOG10(MAX(ABS({text}),1E-9)))))"


def whole(text: str) -> str:
    return f'IF({text}<9999.5,{rounded(text)}&"",FIXED({text},0))'


AT = (("site", "x"),)
TEXTS: dict[str, tuple[Figure, str]] = {
    "a share": (Figure(AT, percent=True), f'{rounded("100*A1")}&" %"'),
    "what exceeds one": (Figure(AT, percent=True, less=1), f'{rounded("100*(A1-1)")}&" %"'),
    "a count": (Figure(AT), whole("A1")),
    "money": (Figure(AT, "currency"), f'{whole("A1")}&" EUR"'),
}


@pytest.mark.parametrize("case", TEXTS)
def test_a_figure_in_a_sentence_is_a_formula(case: str) -> None:
    """Four digits, and never less than its whole part."""
    piece, formula = TEXTS[case]
    assert figure(piece, "A1", "EUR") == formula


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        *((None, "TB", None), (3e12, "TB", 3.0), (2.0**41, "TiB", 2.0), (5e9, "GB/s", 5.0)),
        *((7200.0, "hours", 2.0), (31_557_600.0, "years", 1.0)),
    ],
)
def test_a_twin_shows_a_figure_in_another_unit(
    value: float | None, unit: str, shown: float | None
) -> None:
    assert scaled(value, unit) == shown
    assert scaled(value, unit, 3) == (None if shown is None else 3 * shown)


STEP = "'Steps'!B{}"
JOINED: dict[str, tuple[list[tuple[str, str]], str, dict[str, tuple[str, str]]]] = {
    # texts by formula and what they give, the whole formula, and the steps that it takes
    "none": ([], '""', {}),
    "one": ([("A1", "x")], "A1", {}),
    "two short ones": ([("A1", "x"), ("B1", "y")], "A1&B1", {}),
    "up to 39 letters": ([("A" * 20, "x"), ("B" * 19, "y")], "A" * 20 + "&" + "B" * 19, {}),
    "of 40 letters": (
        [("A" * 20, "x"), ("B" * 20, "y")],
        f"{STEP.format(5)}&{STEP.format(6)}",
        {"A" * 20: ("of", "x"), "B" * 20: ("of", "y")},
    ),
    "a long one": ([("A" * 41, "x")], STEP.format(5), {"A" * 41: ("of", "x")}),
    "one that isn't": ([("A" * 40, "x")], "A" * 40, {}),
    "a long one and a short one": (
        [("A" * 41, "x"), ("B1", "y")],
        f"{STEP.format(5)}&B1",
        {"A" * 41: ("of", "x")},
    ),
}


@pytest.mark.parametrize("case", JOINED)
def test_texts_are_joined_in_steps_that_can_be_read(
    case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of forty letters at most, as if nobody could read more."""
    monkeypatch.setattr(steps, "READABLE", 40)
    texts, formula, rows = JOINED[case]
    found = steps.Steps()
    assert found.joined(texts, "of") == formula
    assert {text: (one.of, one.now) for text, one in found.rows.items()} == rows


def test_a_formula_has_one_step_whatever_asks_for_it() -> None:
    found = steps.Steps()
    assert [found.cell(one, of, 1.0) for one, of in (("A1", "x"), ("B1", "y"), ("A1", "z"))] == [
        *("'Steps'!B5", "'Steps'!B6", "'Steps'!B5")
    ]
    assert [one.of for one in found.rows.values()] == ["x", "y"]
    assert found.keeper("w")("C1", 2.0) == "'Steps'!B7"
    assert found.rows["C1"] == steps.Step("w", 2.0)
    assert steps.seen_from("Here", "'Here'!A1+'There'!A1") == "A1+'There'!A1"


def test_names_begin_with_the_site_or_the_tier() -> None:
    """Signs that no name has are underscores, as is what stands before a digit."""
    named: dict[str, str] = {}
    tiers = {"2nd tier, fast": "site/tiers:a", "data": "site/tiers:b", "Data": "site/tiers:c"}
    addresses = [
        *(("site", "blocks"), ("site/tiers:a", "blocks"), ("site/tiers:b", "blocks")),
        *(("site/tiers:c", "blocks"), ("site/tiers:b/pools:x", "blocks")),
    ]
    book: Any = SimpleNamespace(
        results=SimpleNamespace(tiers=tiers.items),
        layout=SimpleNamespace(cells={at: Cell("Here", n, 1) for n, at in enumerate(addresses)}),
        workbook=SimpleNamespace(define_name=named.__setitem__),
    )
    define_names(book)
    assert named == {
        "site.blocks": "='Here'!$B$1",
        "_2nd_tier_fast.blocks": "='Here'!$B$2",
        "data.blocks": "='Here'!$B$3",
    }


@pytest.mark.parametrize(
    ("values", "look"),
    [((9.99, None), "small"), ((10.0,), "large"), ((-10.0, 1.0), "large"), ((None,), "small")],
)
def test_scores_below_ten_have_all_their_digits(
    values: tuple[float | None, ...], look: str
) -> None:
    assert size_of(values) == look


def test_sheets_of_a_tender_are_set_for_paper() -> None:
    """Across A4, a page wide, without lines of the grid; texts are no formulas, of no day."""
    book = TenderBook(["One", "Two"], "Title")
    book.widths("Two", (7.0, 12.0))
    book.text(Cell("One", 0, 0), "=1+1")
    book.number(Cell("One", 1, 0), None, "money")
    book.lines(Cell("One", 2, 0), "a b", 1.0)
    found = openpyxl.load_workbook(io.BytesIO(book.close()))
    for sheet in found.worksheets:
        assert sheet.sheet_view.showGridLines is False
        assert (sheet.page_setup.orientation, sheet.page_setup.paperSize) == ("landscape", 9)
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        assert (sheet.page_setup.fitToWidth or 1, sheet.page_setup.fitToHeight) == (1, 0)
    one = found["One"]
    assert (one["A1"].value, one["A1"].data_type, one["A2"].value) == ("=1+1", "s", "=NA()")
    assert one["A2"].number_format == "#,##0.00"
    assert one.row_dimensions[3].height == 2 * 12.75
    assert one["A3"].alignment.wrap_text
    wide = [found["Two"].column_dimensions[letter].width for letter in "AB"]
    assert [round(one - 0.7109375, 6) for one in wide] == [7, 12]
    assert found.properties.title == "Title"
    assert book.numbers == {Cell("One", 1, 0): None}
