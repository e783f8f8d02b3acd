"""How sheets are put together: heads over what they name, tables apart, no cell written twice."""

from __future__ import annotations

import datetime
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.cell import Cell
from openpyxl.utils import get_column_letter, range_boundaries
from openpyxl.utils.datetime import to_excel
from openpyxl.worksheet.worksheet import Worksheet
from xlsxwriter.worksheet import Worksheet as Written

from model.answers.comparison import compare
from model.answers.results import Results
from model.answers.sentences import rendered, sentence_text
from model.answers.views.view import FixedValue, Value, View, differing, named, number
from model.answers.views.view_text import text_table
from model.engine.tree import Address
from model.tender.rules_from_plan import rules_of
from model.tender.scores import scores
from model.tender.specification import specification
from model.units.figures import THIN, show
from model.units.words import instance_name
from report.workbook import acceptance_workbook, view_table
from report.workbook.comparison_workbook import comparison_workbook
from report.workbook.evaluation_workbook import comparison_of_bids_workbook, evaluation_workbook
from report.workbook.sheets import SPANS, has_entry, twin_unit
from report.workbook.sheets import Cell as Placed
from report.workbook.workbook import build
from tests.each import of_each
from tests.report.books import PRICED, SCENARIOS, TEMPLATES, built, opened, results_of
from tests.tender.test_acceptance_workbook import RESULTS, TERMS, TESTS
from tests.tender.test_evaluation_workbook import ALL, examples

(SPACE,) = (file for file in TEMPLATES if file.stem == "project-space")


def acceptance() -> bytes:
    document = specification(rules_of(RESULTS)[1])
    return acceptance_workbook.build(TESTS, TERMS, {"ior.txt": "ab" * 32}, document)[0]


MADE: dict[str, Callable[[], bytes]] = {
    "bids": lambda: comparison_of_bids_workbook(examples()),
    "scores": lambda: evaluation_workbook(scores(ALL["criteria"])),
    "acceptance": acceptance,
    "comparison": lambda: comparison_workbook(compare([results_of(PRICED), results_of(SPACE)])),
}
"""Workbooks of tenders; those of plans are read by other tests, too."""
BOOKS = ("priced", "project-space", "least", "cri", *MADE)


@cache
def sheets_of(name: str) -> list[Worksheet]:
    if name in PLANS:
        return list(opened(PLANS[name], data_only=True).worksheets)
    return list(openpyxl.load_workbook(io.BytesIO(MADE[name]()), data_only=True).worksheets)


def is_head(cell: Cell) -> bool:
    """Whether it is bold over a line, as heads of columns are, and neither boxed nor a device."""
    return bool(cell.font.b) and cell.border.bottom.style == "thin" and not cell.border.top.style


def is_title(cell: Cell) -> bool:
    return bool(cell.font.b) and cell.font.sz == 11


def is_filled(cell: Cell) -> bool:
    return cell.value not in (None, "")


Line = tuple[Cell, ...]


def tables(sheet: Worksheet) -> Iterator[tuple[Line, list[Line]]]:
    """Each row of heads, with the rows below it up to an empty one or the next heads."""
    rows = [tuple(row) for row in sheet.iter_rows()]
    for n, row in enumerate(rows):
        if any(is_head(cell) and is_filled(cell) for cell in row):
            further = takewhile(
                lambda one: any(map(is_filled, one)) and not any(map(is_head, one)), rows[n + 1 :]
            )
            yield row, list(further)


def side(cell: Cell) -> tuple[str, float]:
    """Where what a cell holds stands: figures right, unless it says otherwise."""
    where = cell.alignment.horizontal
    is_figure = isinstance(cell.value, int | float | datetime.datetime) or cell.value == "#N/A"
    if where in (None, "general"):
        where = "right" if is_figure else "left"
    return where, cell.alignment.indent


@dataclass
class Recorded:
    """A workbook of a plan being written: its views with their places, and cells written again."""

    data: bytes
    heads: list[tuple[View, str, int]]
    rows: list[tuple[View, str, int, dict[str, Any]]]
    again: list[tuple[str, int, int, Any, Any]]


@cache
def recorded(name: str) -> Recorded:
    heads, rows, again = list[Any](), list[Any](), list[Any]()
    written: dict[tuple[str, int, int], Any] = {}

    def heads_of(book: Any, view: View, sheet: str, row: int, *further: str) -> None:
        heads.append((view, sheet, row))
        view_heads(book, view, sheet, row, *further)

    def rows_of(book: Any, view: View, sheet: str, top: int, **more: Any) -> int:
        rows.append((view, sheet, top, more))
        return view_rows(book, view, sheet, top, **more)

    def noted(write: Callable[..., Any]) -> Callable[..., Any]:
        def of_cell(sheet: Any, row: int, column: int, *content: Any, **more: Any) -> Any:
            # a formula is written with its look and its result
            shown = content[2] if write.__name__ == "_write_formula" else (*content, "")[0]
            at = sheet.name, row, column
            if written.get(at, "") not in ("", None):
                again.append((*at, written[at], shown))
            written[at] = shown
            return write(sheet, row, column, *content, **more)

        return of_cell

    view_heads, view_rows = view_table.heads, view_table.rows
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(view_table, "heads", heads_of)
        patch.setattr(view_table, "rows", rows_of)
        for kind in ("string", "number", "formula", "blank"):
            written_by = f"_write_{kind}"
            patch.setattr(Written, written_by, noted(getattr(Written, written_by)))
        data = build(results_of(PLANS[name]))[0] if name in PLANS else MADE[name]()
    return Recorded(data, heads, rows, again)


LEAST = Path(__file__).parent / "least.yaml"
"""A tier of which only the capacity is known."""
PLANS = {"priced": PRICED, "project-space": SPACE, "least": LEAST, "cri": SCENARIOS / "cri.yaml"}
BRIEF = ("least", "cri")
"""Plans without parts."""
OF_VIEWS = (*PLANS, "comparison")
"""Workbooks whose tables are views."""
MIXED = ("Racks", "Steps")
"""Sheets on which what stands below a head is a box around a name, or a figure or a text."""
ASIDE = {
    ("Data path", "F"): "which stages limit",
    ("Data path", "J"): "which stages limit",
    ("Certainty", "I"): "remarks",
    ("Acceptance", "C"): "at least, at most or exactly",
}
"""Columns without a head, and what they say."""
EMPTY = {
    "Bill of materials": {"Lot", "fabric", "cords", "racking", "services", "Price age"},
    "Prices": {"name", "price", "date", "source", "note", "includes"},
    "Data path": {"Write ▼ from clients", "Read ▲ to clients"},
    "Compatibility": {"Unit", "Problem, or question to the vendor"},
    "Evaluation": {"Remark"},
    "Robustness": {"Remark"},
    "Acceptance": {"Mean", "Lowest", "Remark", "Repeats done", "Verdict", "Missing"},
    "Measurements": {f"{n}" for n in range(1, 21)} | {"Unit"},
}
"""Heads of what may be missing, or is to be filled in."""
NO_UNIT = "Unit"
ALONE = ("Assumptions and sources", "Acceptance")
"""Sheets that end with a title: of documents that the plan has none of, of signatures."""
BELOW_A_CHART = ("Cost by year", "Risk")
CLOSE = ("Summary",)
"""Sheets with titles that follow a sentence."""


def every_sheet() -> Iterator[tuple[str, Worksheet]]:
    for name in BOOKS:
        for sheet in sheets_of(name):
            yield name, sheet


def called(case: tuple[str, Worksheet]) -> str:
    return f"{case[0]}, {case[1].title}"


@of_each(every_sheet, called)
def test_heads_stand_as_what_they_name(case: tuple[str, Worksheet]) -> None:
    """Over figures on the right, over texts on the left, and as far from the edge."""
    _, sheet = case
    if sheet.title in MIXED:
        return
    for heads, rows in tables(sheet):
        for n, head in enumerate(heads):
            first = next((row[n] for row in rows if is_filled(row[n])), None)
            if is_filled(head) and first is not None:
                assert side(head) == side(first), (head.coordinate, first.coordinate)


@of_each(every_sheet, called)
def test_each_column_has_a_head_and_each_head_a_column(case: tuple[str, Worksheet]) -> None:
    name, sheet = case
    if name in BRIEF:  # nothing is known of what many of their heads name
        return
    for heads, rows in tables(sheet):
        for n, head in enumerate(heads):
            held = [row[n] for row in rows if is_filled(row[n])]
            is_meaning = sheet.title == "Evaluation" and n == len(heads) - 1
            if not is_filled(head) and not is_meaning:
                assert not held or (sheet.title, head.column_letter) in ASIDE, held[0].coordinate
            elif is_filled(head) and not held and rows:
                empty = EMPTY.get(sheet.title, set())
                assert head.value in empty or head.value == NO_UNIT, head.coordinate


@of_each(every_sheet, called)
def test_tables_stand_apart_each_below_its_title(case: tuple[str, Worksheet]) -> None:
    """One or two empty rows above a title, and none below it; nowhere are there more."""
    _, sheet = case
    rows = [tuple(row) for row in sheet.iter_rows()]
    filled = [any(map(is_filled, row)) for row in rows]
    gaps = 0
    for n, row in enumerate(rows):
        if is_title(row[0]) and is_filled(row[0]):
            is_close = sheet.title in CLOSE and gaps == 0
            is_far = sheet.title in BELOW_A_CHART and gaps > 2
            assert gaps in (1, 2) or is_close or is_far, row[0].coordinate
            below = filled[n + 1] if n + 1 < len(rows) else False
            assert below or sheet.title in ALONE, row[0].coordinate
        assert not filled[n] or gaps <= 2 or sheet.title in BELOW_A_CHART, row[0].coordinate
        gaps = 0 if filled[n] else gaps + 1


def cells_of(name: str, reference: str) -> list[Any]:
    """What stands in a range that a chart refers to."""
    title, _, span = reference.rpartition("!")
    sheet = next(one for one in sheets_of(name) if one.title == title.strip("'"))
    left, top, right, bottom = range_boundaries(span.replace("$", ""))
    rows = sheet.iter_rows(top, bottom, left, right, values_only=True)
    return [value for row in rows for value in row]


@of_each(every_sheet, called)
def test_each_mark_of_a_chart_has_its_place(case: tuple[str, Worksheet]) -> None:
    """As many names, or figures across, as figures; none beyond the table that they are of."""
    name, sheet = case
    for chart in sheet._charts:
        for one in chart.series:
            value, place = one.val or one.yVal, one.cat or one.xVal
            held = cells_of(name, value.numRef.f)
            places = cells_of(name, (place.numRef or place.strRef).f)
            assert len(held) == len(places) > 0
            assert all(map(str, places))
            assert None not in places
            assert all(
                isinstance(figure, int | float | None) or figure == "#N/A" for figure in held
            )


@of_each(every_sheet, called)
def test_a_sheet_begins_with_its_title(case: tuple[str, Worksheet]) -> None:
    """In its first cell, and in letters that no other cell has."""
    _, sheet = case
    if sheet.title == "Charts":  # each has a title of its own
        return
    large = [cell.coordinate for row in sheet.iter_rows() for cell in row if cell.font.sz == 14]
    assert large == ["A1"]
    assert is_filled(sheet["A1"])


@pytest.mark.parametrize("name", PLANS)
def test_what_the_summary_names_has_its_figure_beside_it(name: str) -> None:
    sheet = next(sheet for sheet in sheets_of(name) if sheet.title == "Summary")
    rows = [row for heads, rows in tables(sheet) for row in rows if is_filled(heads[1])]
    assert len(rows) > 10
    alone = [str(row[0].value) for row in rows if is_filled(row[0]) and not is_filled(row[1])]
    remarks = ["The scenario has no requirements."] * (name == "least") + ["Prices are net,"]
    remarks += ["Full means that demand has reached"] * (name == "cri")
    assert all(text.startswith(remark) for text, remark in zip(alone, remarks, strict=True))


@pytest.mark.parametrize("name", OF_VIEWS)
def test_a_cell_is_written_once(name: str) -> None:
    """Or again, as a formula that comes to the same; the second row has a legend at first."""
    found = recorded(name).again
    assert len(found) > 10 or name == "comparison"
    for sheet, row, column, first, then in found:
        assert first == then or row < 2, (sheet, row, column, first, then)


def read_back(name: str) -> Iterator[tuple[Results, View, Worksheet, int, dict[str, Any]]]:
    """Each view that a plan's workbook holds, and the row of its first line."""
    sheets = {sheet.title: sheet for sheet in sheets_of(name)}
    results = results_of(PLANS.get(name, PRICED))
    for view, sheet, top, more in recorded(name).rows:
        yield results, view, sheets[sheet], top, more


Case = tuple[Results, View, Worksheet, int, dict[str, Any]]


def views_of_plans() -> Iterator[Case]:
    for name in OF_VIEWS:
        yield from read_back(name)


def said(case: Case) -> str:
    return f"{case[2].title}: {case[1].title}"


SCALED = {"decimal": ("TB", 1e12), "binary": ("TiB", 2**40), "twin": ("TiB", 2**40)}


def in_cells(text: str) -> str:
    return text.replace(THIN, ",")


@of_each(views_of_plans, said)
def test_a_sheet_shows_a_view_cell_by_cell(case: Case) -> None:
    """Labels, figures in their unit, texts, and sentences with their figures."""
    results, view, sheet, top, _ = case
    for at, row in enumerate(view.rows, top + 1):
        assert (sheet.cell(at, 1).value or "") == in_cells(row.label)
        for n, (column, entry) in enumerate(zip(view.columns, row.entries, strict=True), 2):
            got = sheet.cell(at, n).value
            if not isinstance(entry, Value | FixedValue):
                text = entry if isinstance(entry, str) else sentence_text(results, entry)
                assert (got or "") == in_cells(text), (at, n)
                continue
            value, kind = number(results, entry), named(results, entry)
            if isinstance(kind, str):
                assert got == kind
                continue
            if isinstance(got, str) and got != "#N/A":  # of another currency, or a rate in money
                assert show(value, entry.unit, currency=currency_of(results, entry)) in got
                assert got.startswith("at least") is entry.at_least
                continue
            if value is None:
                assert got in ("#N/A", "unknown")
                continue
            if column.look in SCALED and entry.unit == "byte":
                value /= SCALED[column.look][1]
            value *= -1 if row.takes and isinstance(entry, Value) else 1
            shown = to_excel(got) if isinstance(got, datetime.datetime) else got
            assert shown == pytest.approx(value, rel=1e-12), (at, n)


def currency_of(results: Results, entry: Value | FixedValue) -> str:
    own = entry.currency if isinstance(entry, FixedValue) else ""
    return own or results.plan.scenario.economics.currency


@of_each(views_of_plans, said)
def test_figures_look_as_texts_say_them(case: Case) -> None:
    """In percent where these are, with the words "at most" and "at least", in their unit."""
    results, view, sheet, top, _ = case
    keys = [column.key for column in view.columns if not column.below]
    texts = text_table(results, view.only(*keys)).rows
    shown = view.only(*keys)
    at_of = {column.key: n for n, column in enumerate(view.columns, 2)}
    for at, (row, line) in enumerate(zip(shown.rows, texts, strict=True), top + 1):
        for column, entry, text in zip(shown.columns, row.entries, line[1:], strict=True):
            cell = sheet.cell(at, at_of[column.key])
            if not isinstance(entry, Value | FixedValue) or not isinstance(cell.value, int | float):
                continue
            look = cell.number_format
            if column.look in ("met", "fits", "limits"):
                words = {"met": "met", "fits": "fits", "limits": "limits"}[column.look]
                assert f'[=1]"{words}"' in look
                continue
            assert ("%" in look or "11 times" in look) is (
                "%" in text.text or column.look == "loss"
            )
            assert ('"at most ' in look) is text.text.startswith("at most ")
            assert ('"at least ' in look) is text.text.startswith("at least ")
            if column.look in SCALED and entry.unit == "byte":
                assert "0.000" in look
            elif column.look == "" and entry.unit in UNITS_IN_FORMATS:
                unit = text.text.rpartition(" ")[2]
                assert f'"{DECIMAL.get(unit, unit)}"' in look


DECIMAL = {"KiB": "kB", "MiB": "MB", "GiB": "GB"}
"""What stands for binary units in sheets: no number format divides by 1024."""
UNITS_IN_FORMATS = ("byte", "byte/s", "watt")
TONES = {"faint": "666666", "strong": "", "good": "1B6E3A", "bad": "A32020"}
SHADED = "E8F1F8"


@of_each(views_of_plans, said)
def test_what_stands_out_in_a_view_does_so_in_its_sheet(case: Case) -> None:
    """By colour or weight; what is taken away is indented, what differs is shaded."""
    _, view, sheet, top, _ = case
    for at, row in enumerate(view.rows, top + 1):
        label = sheet.cell(at, 1)
        assert label.alignment.indent == (1 if row.takes else 0)
        for n, (cell, differs) in enumerate(
            zip(sheet[at][1 : 1 + len(view.columns)], differing(view, row), strict=True)
        ):
            assert str(cell.fill.fgColor.rgb).endswith(SHADED) is (differs and cell.has_style)
            if row.tone == "faint" and is_filled(cell) and view.columns[n].look not in VERDICTS:
                assert str(cell.font.color.rgb).endswith(TONES["faint"])
        if row.tone:
            colour = TONES[row.tone]
            assert bool(label.font.b) is (row.tone != "faint")
            assert not colour or str(label.font.color.rgb).endswith(colour)
        else:
            assert not label.font.b


VERDICTS = {"met": 2, "fits": 2, "limits": 1, "change": 2}
"""How many rules colour a column of a look."""


@of_each(views_of_plans, said)
def test_verdicts_are_coloured_in_all_rows_of_their_column(case: Case) -> None:
    _, view, sheet, top, _ = case
    rules = {str(one.sqref): one.rules for one in sheet.conditional_formatting}
    for n, column in enumerate(view.columns, 2):
        letter = get_column_letter(n)
        first, last = f"{letter}{top + 1}", f"{letter}{top + len(view.rows)}"
        all_rules = rules.get(f"{first}:{last}" if first != last else first, [])
        found = [rule for rule in all_rules if rule.type == "cellIs"]
        assert len(found) == (VERDICTS.get(column.look, 0) if view.rows else 0), column.head


@of_each(views_of_plans, said)
def test_notes_stand_beside_the_last_column_where_there_is_room(case: Case) -> None:
    results, view, sheet, top, more = case
    for at, row in enumerate(view.rows, top + 1):
        beside = sheet.cell(at, len(view.columns) + 2)
        if more.get("room") and row.note:
            assert beside.value == in_cells(rendered(results, row.note).text)
            assert beside.alignment.wrap_text
        elif more.get("room"):
            assert not is_filled(beside)


def heads_back() -> Iterator[tuple[View, Worksheet, int, str]]:
    for name in OF_VIEWS:
        sheets = {sheet.title: sheet for sheet in sheets_of(name)}
        money = results_of(PLANS.get(name, PRICED)).plan.scenario.economics.currency
        for view, sheet, row in recorded(name).heads:
            yield view, sheets[sheet], row, money


@of_each(heads_back, lambda case: f"{case[1].title}: {case[0].title}")
def test_heads_are_those_of_the_view_with_their_unit(
    case: tuple[View, Worksheet, int, str],
) -> None:
    """Money names its currency there, unless each figure names its own."""
    view, sheet, row, money = case
    assert sheet.cell(row + 1, 1).value == view.head
    for n, column in enumerate(view.columns):
        entries = [one.entries[n] for one in view.rows]
        figures = [one for one in entries if isinstance(one, Value | FixedValue)]
        units = {one.unit for one in figures}
        named = any(isinstance(one, FixedValue) and one.currency for one in figures)
        unit = ""
        if not named and units == {"currency"}:
            unit = money
        if units == {"byte"} and column.look in SCALED:
            unit = SCALED[column.look][0]
        head = ", ".join(filter(None, (column.head, unit)))
        assert (sheet.cell(row + 1, n + 2).value or "") == head


@pytest.mark.parametrize("name", OF_VIEWS)
def test_heads_stand_just_above_the_rows_of_their_view(name: str) -> None:
    made = recorded(name)
    places = {(sheet, row + 1): view.head for view, sheet, row in made.heads}
    for view, sheet, top, _ in made.rows:
        above = [places[sheet, top]] if (sheet, top) in places else []
        assert above == [view.head] or sheet in ("Statement", "Comparison"), (sheet, top)


BY_VIEW = ("Bill of materials", "Summary", "Compatibility")
"""Sheets on which values stand in views, too, which are read back above."""
SCALES = {"TiB": 2**40, "years": 31_557_600, "hours": 3600, "days": 86_400}


def values_in_tables(name: str) -> Iterator[tuple[Results, Address, Placed, Worksheet]]:
    """Each value of a plan that stands in a table of figures, with its cell."""
    sheets = {sheet.title: sheet for sheet in sheets_of(name)}
    results = results_of(PLANS[name])
    for address, cell in built(PLANS[name])[2].items():
        if cell.sheet not in BY_VIEW:
            yield results, address, cell, sheets[cell.sheet]


@pytest.mark.parametrize("name", ["priced"])
def test_each_value_stands_in_the_row_of_its_figure(name: str) -> None:
    """Under its label, in its base unit, which a row above or below writes as people do."""
    rows: dict[tuple[str, int], set[str]] = {}
    for results, address, at, sheet in values_in_tables(name):
        item = results.item(*address)
        rows.setdefault((at.sheet, at.row), set()).add(address[1])
        label, unit = (str(sheet.cell(at.row + 1, n).value or "") for n in (1, 2))
        assert label.startswith(item.label), address
        assert unit == (item.unit.replace("currency", "EUR") if item.unit != "1" else ""), address
        assert at.column >= 2
        value, got = results[address], sheet.cell(at.row + 1, at.column + 1).value
        got = to_excel(got) if isinstance(got, datetime.datetime) else got
        assert got == ("#N/A" if value is None else pytest.approx(value, rel=1e-12)), address
        kind = address[0].rpartition("/")[2].partition(":")[0]
        beside = [(twin_unit(item, kind), at.row + 2)] if twin_unit(item, kind) else []
        if has_entry(item):
            assert label == f"{item.label} in the base unit"
            above = [sheet.cell(at.row, n).value for n in (1, at.column + 1)]
            assert above[0] == item.label
            beside += [(SPANS[item.name], at.row)] if item.name in SPANS else []
        for other, row in beside:
            assert sheet.cell(row, 2).value == other
            decimals = "#,##0.000" if other == "TiB" else "#,##0.00##"
            assert sheet.cell(row, at.column + 1).number_format == decimals, address
            shown = sheet.cell(row, at.column + 1).value
            in_unit = None if value is None else pytest.approx(value / SCALES[other], rel=1e-9)
            assert shown == ("#N/A" if value is None else in_unit), address
    assert all(len(figures) == 1 for figures in rows.values())


@pytest.mark.parametrize("name", ["priced"])
def test_each_value_stands_in_the_column_of_its_instance(name: str) -> None:
    """Below the head that names it; figures of a table's instances stand in the same columns."""
    for results, address, at, sheet in values_in_tables(name):
        above = (sheet.cell(row, at.column + 1) for row in range(at.row, 0, -1))
        head = next(cell for cell in above if is_head(cell))
        last = instance_name(address[0])
        if address[0] == "site":
            last = results.plan.scenario.name
        *_, text = str(head.value).replace(": ", ", ").split(", ")
        is_healthy = last == "healthy" and text
        assert last.split(", ")[-1] == text or is_healthy, (address, head.value)
        first = sheet.cell(head.row, 2)
        assert first.value == "Unit"
        title = sheet.cell(head.row - 1, 1)
        assert is_title(title), (address, title.coordinate)
