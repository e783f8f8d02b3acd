"""Sheets of a plan read back against what they are of: inputs, parts, prices, sources, notes."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import pytest
from openpyxl.cell import Cell
from openpyxl.utils import get_column_letter, range_boundaries
from openpyxl.utils.datetime import to_excel
from openpyxl.worksheet.worksheet import Worksheet

from model.answers.counted_prices import certainty, counted
from model.answers.results import Results
from model.answers.sentences import rendered
from model.answers.states import HEALTHY, state
from model.answers.summary import conclusion
from model.answers.views.bill import column_of, price_source
from model.answers.views.cover import judged
from model.answers.views.pipes import paths
from model.design.scenario import Scenario
from model.engine.quantity import SHARES
from model.provenance import reason_of
from model.tender.rules_from_plan import rules_of
from model.tender.specification import specification
from model.units.figures import grouped, show
from model.units.words import instance_name, label
from report.cell_text import plain
from report.workbook import texts
from report.workbook.lookups import Lookups
from report.workbook.sheets import (
    BILL_KEY,
    IS_ANOTHER,
    PRICE_CERTAINTY,
    PRICE_DAY,
    PRICE_LAYER,
    ROW_IN_PARTS,
    SPANS,
    has_entry,
)
from report.workbook.styles import LINE
from tests.report.books import built, opened, results_of
from tests.report.test_sheet_structure import (
    BRIEF,
    PLANS,
    in_cells,
    is_filled,
    is_head,
    sheets_of,
)
from tests.tender.test_specification import contents

Value = Any
READ_TWICE = ("project-space",)
"""Of formulas one plan is read: it has all kinds of prices, and a second reading takes long."""


def sheet_of(name: str, title: str) -> Worksheet:
    return next(one for one in sheets_of(name) if one.title == title)


def formulas_of(name: str, title: str) -> Worksheet:
    return opened(PLANS[name])[title]


def held(cell: Cell) -> Value:
    """What a cell holds: a day as its number, and nothing as an empty text."""
    value = cell.value
    return (
        to_excel(value) if isinstance(value, datetime.datetime) else "" if value is None else value
    )


def same(got: Value, wanted: float | None) -> bool:
    return got == "#N/A" if wanted is None else bool(got == pytest.approx(wanted, rel=1e-12))


def head_row(sheet: Worksheet) -> int:
    """The first row of heads."""
    return next(row[0].row for row in sheet.iter_rows() if any(map(is_head, row)))


@pytest.mark.parametrize("name", PLANS)
def test_each_input_has_a_row_of_assumptions(name: str) -> None:
    """Its figure, where, value, how it is known and why; what is assumed comes first."""
    results, sheet = results_of(PLANS[name]), sheet_of(name, "Assumptions and sources")
    found = list(judged(results))
    ranks = ["assumed", "calibrated", "measured", "published", "stated"]
    found.sort(key=lambda one: ranks.index(one[1].status) if one[1].status in ranks else 9)
    top = head_row(sheet)
    assert [cell.value for cell in sheet[top]] == list(texts.ASSUMPTION_HEADS)
    for n, ((path, figure), known) in enumerate(found, top + 1):
        item, row = results.item(path, figure), [held(cell) for cell in sheet[n]]
        entry = SPANS.get(figure, "")
        assert row[:2] == [item.label, instance_name(path)]
        said = [known.status, known.because, known.source, known.place]
        assert row[4:8] == [in_cells(plain(text)) for text in said]
        if has_entry(item):
            assert row[3] == entry or re.fullmatch(r"[A-Z]{3}/\w+", row[3]), row
            assert (row[2] == "#N/A") is (results[path, figure] is None)
        else:
            assert same(row[2], results[path, figure]), row
            unit = item.unit.replace("currency", results.plan.scenario.economics.currency)
            assert row[3] == ("" if item.unit == "1" else unit)
    assert sheet.auto_filter.ref == f"A{top}:H{top + len(found)}"
    assert not any(map(is_filled, sheet[top + len(found) + 1]))
    below = [cell.value for cell in sheet["A"][top + len(found) + 1 :]]
    sources = results.plan.scenario.sources.values()
    listed = [", ".join(filter(None, (s.author, s.title, s.date, s.url))) for s in sources]
    assert below == [texts.DOCUMENTS, *listed]


@pytest.mark.parametrize("name", PLANS)
def test_each_part_has_its_figures_below_their_heads(name: str) -> None:
    """As the catalog states them; its price with its day, source, layer, offer and number."""
    results, sheet = results_of(PLANS[name]), sheet_of(name, "Parts")
    catalog, top = results.plan.catalog, head_row(sheet)
    heads = [str(cell.value) for cell in sheet[top]]
    assert heads[:4] == [label(one) for one in ("key", "kind", "vendor", "model")]
    assert heads[-len(texts.PART_HEADS) :] == list(texts.PART_HEADS)
    between = heads[4 : -len(texts.PART_HEADS)]
    assert between == sorted(set(between), key=between.index)
    keys = [str(cell.value) for cell in takewhile(is_filled, sheet["A"][top:])]
    assert len(keys) > 4 or name in BRIEF
    assert sheet.auto_filter.ref == f"A{top}:{get_column_letter(len(heads))}{top + len(keys)}"
    counted_figures, dated, prices = 0, 0, Lookups(results).prices
    for n, key in enumerate(keys, top + 1):
        part, figures = catalog.part(key), {label(k): v for k, v in catalog.figures(key).items()}
        row = dict(zip(heads, map(held, sheet[n]), strict=True))
        assert [held(cell) for cell in sheet[n][:4]] == [key, part.kind, part.vendor, part.model]
        assert row["Vendor part number"] == part.number
        for head in between:
            if head in figures and isinstance(row[head], int | float):
                assert row[head] == pytest.approx(figures[head]), (key, head)
                counted_figures += 1
            elif head in figures and head != label("price"):
                assert figures[head] is None, (key, head)
        assert str(row["Choices"]).startswith(f"{key}: ")
        assert str(row["Choices"]).endswith(f"{part.vendor} {part.model}")
        seen = prices.get(key)
        day = to_excel(seen.date) if seen is not None and seen.date is not None else ""
        assert row["Price observed on"] in (day, "#N/A" if day == "" else day), key
        dated += day != ""
        has_price = isinstance(row.get(label("price")), int | float)
        assert has_price is bool(row["Price from"])
        assert has_price is isinstance(row["Offered price"], int | float)
        if has_price and row["Currency"] == "EUR":
            net = row["Offered price"] * (1 - row["Discount"])
            assert net == pytest.approx(row[label("price")])
            assert in_cells(f"EUR {grouped(row['Offered price'], 2)}") in row["Price note"]
            assert ("discount" in row["Price note"]) is (row["Discount"] > 0)
    if name in BRIEF:
        assert not keys
        return
    assert counted_figures > 20
    assert dated or name == "priced"


@pytest.mark.parametrize("name", PLANS)
def test_each_line_has_its_price_with_its_day_and_its_certainty(name: str) -> None:
    """And its key, with a list to choose from: the parts of its kind, as Parts has them."""
    results, sheet = results_of(PLANS[name]), sheet_of(name, "Bill of materials")
    parts, top = sheet_of(name, "Parts"), head_row(sheet)
    rules = {rule.sqref: rule for rule in sheet.data_validations.dataValidation}
    keys = {cell.value: cell.row for cell in parts["A"][head_row(parts) :] if cell.value}
    for n, line in enumerate(results.plan.lines, top + 1):
        row = [held(cell) for cell in sheet[n]]
        used = counted(results.plan, results.values, line)
        priced = used if results[line.path, "unit_price"] is not None else None
        source, since = price_source(results, line)
        assert row[PRICE_LAYER] == (priced.layer.label if priced else "")
        assert row[PRICE_CERTAINTY] == certainty(priced)
        day = used.date if priced is not None and used is not None else None
        assert row[PRICE_DAY] == (to_excel(day) if day else ""), line
        assert row[BILL_KEY] == line.part
        assert in_cells(source) == row[column_of("source")]
        assert row[column_of("age")] == since
        if line.part in keys:
            assert row[ROW_IN_PARTS] == keys[line.part] - head_row(parts)
            assert row[IS_ANOTHER] in (0, 1, "")
        key = sheet.cell(n, BILL_KEY + 1)
        if line.part in keys and not key.comment and not line.follows:
            rule = next(rule for cells, rule in rules.items() if key.coordinate in cells)
            span = str(rule.formula1).rpartition("!")[2].replace("$", "")
            left, first, right, last = range_boundaries(span)
            assert rule.type == "list"
            assert left == right
            assert parts.cell(head_row(parts), left).value == "Choices"
            kind = results.plan.catalog.part(line.part).kind
            kinds = {parts.cell(at, 2).value for at in range(first, last + 1)}
            around = {parts.cell(at, 2).value for at in (first - 1, last + 1)}
            assert kind in kinds
            assert kinds <= {kind, "hdd", "ssd"}
            assert kind not in around


@pytest.mark.parametrize("name", PLANS)
def test_each_price_list_row_is_of_a_part_or_a_line(name: str) -> None:
    """How many are bought of it, and cells to type into where that counts."""
    results, sheet = results_of(PLANS[name]), sheet_of(name, "Prices")
    catalog, top = results.plan.catalog, head_row(sheet)
    heads = [str(cell.value) for cell in sheet[top]]
    typed = ("price", "currency", "date", "source", "note", "includes")
    rules = sheet.data_validations.dataValidation
    rows = [row for row in sheet.iter_rows(top + 1) if any(map(is_filled, row))]
    assert rows[0][0].row == top + 1
    assert rows[-1][0].row == top + len(rows)
    for cells in rows:
        row = dict(zip(heads, cells, strict=True))
        key, called_so = held(row["part"]), held(row["name"])
        lines = [one for one in results.plan.lines if one.listed_as == (key or called_so)]
        if key:
            part = catalog.part(key)
            assert held(row["number"]) == part.number
            assert held(row["description"]) == f"{part.vendor} {part.model}"
        else:
            assert held(row["description"]) == lines[0].name
        pieces = sum(results[one.pieces_bought] or 0 for one in lines)
        assert held(row["pieces"]) == (pieces if lines else "")
        assert held(row["currency"]) == results.plan.scenario.economics.currency
        assert (held(row["seen"]) == texts.NOT_BOUGHT) is (not lines)
        free = [not row[head].protection.locked for head in typed]
        assert len(set(free)) == 1
        own = [rule for rule in rules if row["price"].coordinate in rule.sqref]
        assert len(own) == free[0]
        for rule in own:
            assert (rule.type, rule.operator, rule.formula1) == (
                *("decimal", "greaterThanOrEqual"),
                "0",
            )
        assert row["date"].number_format == "yyyy-mm-dd"
        assert row["price"].number_format == "#,##0.00"


def placed(name: str) -> Iterator[tuple[Results, tuple[str, str], Cell]]:
    """Each value of a plan, with its cell."""
    sheets = {sheet.title: sheet for sheet in sheets_of(name)}
    for address, at in built(PLANS[name])[2].items():
        yield results_of(PLANS[name]), address, sheets[at.sheet].cell(at.row + 1, at.column + 1)


@pytest.mark.parametrize("name", PLANS)
def test_a_note_names_the_procedure_of_each_value_that_has_one(name: str) -> None:
    """Exactly those that no formula gives, with all that it needs."""
    seen = 0
    for results, address, cell in placed(name):
        step = results.steps.get(address)
        if step is None or step.quantity.kind != "opaque":
            assert not cell.comment or "procedure" not in cell.comment.text, address
            continue
        seen += 1
        assert cell.comment is not None, address
        assert plain(reason_of(step.quantity.source)) in cell.comment.text
        for need in (*step.quantity.needs, *(of for _, of in step.quantity.reads)):
            assert label(need) in cell.comment.text
    assert seen > 1 or name in BRIEF


@pytest.mark.parametrize("name", PLANS)
def test_a_number_is_shown_in_the_unit_that_texts_have(name: str) -> None:
    """Shares in percent, bytes in TB: the sheet's format names the unit that a text names."""
    units = set()
    for results, address, cell in placed(name):
        item, value = results.item(*address), results[address]
        look = cell.number_format
        if item.shown in SHARES:
            assert "%" in look, address
            units.add("%")
        elif value is not None and item.unit in ("byte", "byte/s", "watt", "kilogram"):
            said = show(value, item.unit).rpartition(" ")[2]
            assert f'{said}"' in look, (address, look)
            units.add(item.unit)
        elif cell.parent.title != "Summary":  # margins stand there
            assert "%" not in look, address
            assert 'B"' not in look or item.unit.startswith("byte"), address
    assert units >= {"%", "byte", "byte/s", "watt"}


@pytest.mark.long
@pytest.mark.parametrize("name", PLANS)
def test_the_source_of_a_figure_stands_at_the_end_of_its_row(name: str) -> None:
    """After what it is; where it is cut, a mark says so."""
    seen = 0
    rows: dict[tuple[str, int], set[str]] = {}
    for results, at, cell in placed(name):
        title = results.item(*at).title.replace("`", "")
        rows.setdefault((cell.parent.title, cell.row), set()).add(title)
    for results, (path, figure), cell in placed(name):
        sheet, item = cell.parent, results.item(path, figure)
        above = (sheet.cell(row, 2) for row in range(cell.row, 0, -1))
        head = next(one for one in above if is_head(one))
        ends = [one.column for one in sheet[head.row] if one.value == texts.SOURCE_AT_EXPORT]
        if not ends:
            continue
        [end] = ends
        seen += 1
        source = str(sheet.cell(cell.row - has_entry(item), end).value)
        titles = [f"{title} [" for title in rows[sheet.title, cell.row]]
        assert any(one.startswith(source[:-2][: len(one)]) for one in titles), (path, figure)
        assert source.endswith((" …", "]"))
        assert cell.column < end
    assert seen > 100


def names_of(name: str) -> Iterator[tuple[str, Cell]]:
    book = opened(PLANS[name], data_only=True)
    for called_so, one in book.defined_names.items():
        if called_so.startswith(("site.", *(f"{tier}." for tier in tiers_of(name)))):
            title, _, at = one.attr_text.rpartition("!")
            yield called_so, book[title.strip("'")][at.replace("$", "")]


def tiers_of(name: str) -> dict[str, str]:
    found = results_of(PLANS[name]).tiers()
    return {re.sub(r"[^\w.]+", "_", tier): path for tier, path in found}


@pytest.mark.parametrize("name", PLANS)
def test_a_name_is_that_of_the_figure_in_its_cell(name: str) -> None:
    """Of the site's and the tiers' figures all have one."""
    results, named = results_of(PLANS[name]), set()
    at = {**tiers_of(name), "site": "site"}
    for called_so, cell in names_of(name):
        owner, _, figure = called_so.rpartition(".")
        named.add((at[owner], figure))
        assert same(held(cell), results[at[owner], figure]), called_so
    every = {one for one in built(PLANS[name])[2] if one[0] in at.values()}
    assert named == every
    assert len(named) > 100


@pytest.mark.parametrize("name", READ_TWICE)
def test_each_step_is_read_by_a_formula(name: str) -> None:
    """And each reference to a step finds one: their rows have no gaps."""
    book = opened(PLANS[name])
    sheet = book["Steps"]
    rows = {row[0].row for row in sheet.iter_rows(5) if is_filled(row[1])}
    assert rows == set(range(5, 5 + len(rows)))
    assert all(is_filled(sheet.cell(row, 1)) for row in rows)
    found: set[int] = set()
    for one in book.worksheets:
        own = one.title == "Steps"
        for cell in (cell for row in one.iter_rows() for cell in row if cell.data_type == "f"):
            pattern = r"(?<![A-Z!$])B(\d+)" if own else r"Steps'?!\$?B\$?(\d+)"
            found |= {int(n) for n in re.findall(pattern, str(cell.value))} - (
                {cell.row} if own else set()
            )
    assert rows <= found
    assert {n for n in found if n >= 5} <= rows | set(range(1, 5))


@pytest.mark.parametrize("name", PLANS)
def test_the_specification_holds_all_texts_of_the_document(name: str) -> None:
    """In their order, below its title; heads of its tables are bold."""
    document = specification(rules_of(results_of(PLANS[name]))[1])
    sheet = sheet_of(name, "Specification")
    cells = [cell for row in sheet.iter_rows() for cell in row if is_filled(cell)]
    found = [str(cell.value).removeprefix("• ") for cell in cells]
    assert found[0] == f"{document.title}: {document.subtitle}"
    assert found[1] == texts.SPECIFICATION
    assert found[2:] == [in_cells(plain(text)) for text in contents(document)]
    bold = [cell.value for cell in cells if cell.font.b and cell.font.sz == 10]
    assert len(bold) > 4
    assert all(is_head(cell) for cell in cells if cell.font.b and cell.row in heads_of_rows(cells))


def heads_of_rows(cells: list[Cell]) -> set[int]:
    """Rows of which every filled cell is bold, in the type of all texts."""
    rows: dict[int, list[Cell]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell)
    return {n for n, row in rows.items() if len(row) > 1 and all(map(is_small_and_bold, row))}


def is_small_and_bold(cell: Cell) -> bool:
    return bool(cell.font.b) and cell.font.sz == 10


SHARES_OF_STATEMENT = {
    "Fill limit, share of usable capacity": "fill_limit",
    "Snapshot reserve, share of planned": "snapshot_reserve",
}


@pytest.mark.parametrize("name", PLANS)
def test_shares_of_the_statement_are_those_of_their_tier(name: str) -> None:
    """In percent, in the column of figures of the tier whose steps stand above."""
    results, sheet = results_of(PLANS[name]), sheet_of(name, "Statement")
    tiers, tier, seen = dict(results.tiers()), "", 0
    for row in sheet.iter_rows():
        tier = tiers.get(str(row[0].value), tier)
        if (figure := SHARES_OF_STATEMENT.get(str(row[0].value))) is not None:
            assert row[3].value == results[tier, figure]
            assert "%" in row[3].number_format
            assert not is_filled(row[2])
            seen += 1
    known = [(path, figure) for path in tiers.values() for figure in SHARES_OF_STATEMENT.values()]
    assert seen == sum(one in results.values for one in known) > 0


@pytest.mark.parametrize("name", PLANS)
def test_each_stage_of_the_data_path_stands_at_its_place(name: str) -> None:
    """Named once for stages below each other; the widest pipe and the sum stand below all."""
    results, sheet = results_of(PLANS[name]), sheet_of(name, "Data path")
    rows = [[held(cell) for cell in row] for row in sheet.iter_rows()]
    for tier, path in results.tiers():
        top = next(n for n, row in enumerate(rows) if row[0] == texts.PATH_OF.format(tier))
        assert rows[top + 1][:2] == [texts.WHERE, texts.STAGE]
        pipes = paths(results, path, state(results, path, HEALTHY))[0].pipes
        before = ""
        for row, pipe in zip(rows[top + 2 :], pipes, strict=False):
            assert row[:2] == ["" if pipe.place == before else pipe.place, pipe.stage.label]
            before = pipe.place
        below = [row[1] for row in rows[top + 2 + len(pipes) :][:2]]
        assert below == [texts.IN_ALL, texts.WIDEST]
        for n in range(len(pipes)):
            assert sheet.row_dimensions[top + 3 + n].height == pytest.approx(1.6 * LINE, abs=0.3)
        ways = [row for row in rows[top + 1] if str(row).endswith(tuple(texts.FLOWS.values()))]
        assert len(ways) == 2


@pytest.mark.parametrize("name", PLANS)
def test_a_file_says_what_it_is_of(name: str) -> None:
    """Its title, its author, and the hash of the scenario."""
    scenario: Scenario = results_of(PLANS[name]).plan.scenario
    known = opened(PLANS[name]).properties
    assert known.title == (scenario.title or scenario.name)
    assert known.creator == (scenario.author or "Ostimate")
    assert known.description == f"Scenario {scenario.digest}"


@pytest.mark.parametrize("name", PLANS)
def test_the_first_sheet_has_the_figures_of_the_site(name: str) -> None:
    """Capacities in TB and TiB beside their value, then the days of prices."""
    results, sheet = results_of(PLANS[name]), sheet_of(name, "Summary")
    rows = [[held(cell) for cell in row] for row in sheet.iter_rows()]
    top = next(n for n, row in enumerate(rows) if row[:4] == list(texts.FIGURE_HEADS))
    items = {results.item(*at).label: at[1] for at in results.values if at[0] == "site"}
    seen = []
    for row in rows[top + 1 :]:
        if row[0] == texts.PRICE_DATE:
            break
        figure = items[str(row[0]).removesuffix(", at most")]
        seen.append(figure)
        value = results["site", figure]
        assert same(row[1], value), figure
        if results.item("site", figure).unit == "byte":
            assert same(row[2], None if value is None else value / 1e12)
            assert same(row[3], None if value is None else value / 2**40)
        elif figure != "inodes_available":  # what is likely, in words, beside some
            assert isinstance(row[2], str), figure
            assert row[2] in ("", "unknown") or row[2].startswith(("likely ", "with every")), row
            assert row[3] == ""
    assert len(seen) == len(set(seen)) > 15
    at = top + 1 + len(seen)
    days = [one.date for line in results.plan.lines
            if (one := counted(results.plan, results.values, line)) and one.date
            and results[line.path, "unit_price"] is not None]  # fmt: skip
    limit = results.plan.scenario.economics.price_date
    ends = [to_excel(min(days)), to_excel(max(days))] if days else [texts.NO_PRICES] * 2
    names = [texts.PRICE_DATE, texts.OLDEST_PRICE, texts.NEWEST_PRICE]
    assert [row[0] for row in rows[at : at + 3]] == names
    assert [row[1] for row in rows[at : at + 3]] == [
        to_excel(limit) if limit else texts.NO_LIMIT,
        *ends,
    ]
    money = results.plan.scenario.economics.currency
    assert rows[at + 3][0] == texts.PRICES_ARE_NET.format(currency=money, legend=texts.LEGEND)
    assert rows[1][0] == in_cells(rendered(results, conclusion(results)).text)


LOOKED_UP = {
    "Description": {"Vendor", "Model"},
    "Vendor part number": {"Vendor part number"},
    "Unit price, EUR": {"Price", "its price", "its currency"},
    "Price source": {"Price source", "Price observed on", "Price", "Currency", "its source"},
    "Price observed on": {"Price observed on", "Price", "its date"},
    "Price from": {"Price from"},
    "Certainty": {"Price certainty"},
    "Row in Parts": {"Key"},
    "Power per piece": {"Power"},
    "Weight per piece": {"Weight"},
    "Rack units per piece": {"Rack units"},
}
"""The columns of Parts, and its own of Prices, that each column of the bill looks up in."""


@pytest.mark.parametrize("name", READ_TWICE)
def test_the_bill_looks_up_in_the_column_of_what_it_shows(name: str) -> None:
    """Over all rows of parts; what a buyer types stands in its column of prices."""
    bill, parts, prices = (formulas_of(name, t) for t in ("Bill of materials", "Parts", "Prices"))
    heads = {get_column_letter(cell.column): str(cell.value) for cell in parts[head_row(parts)]}
    own = {get_column_letter(c.column): f"its {c.value}" for c in prices[head_row(prices)]}
    first = head_row(parts) + 1
    last = int(parts.auto_filter.ref.rpartition(":")[2].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    top, seen = head_row(bill), set()
    for row in bill.iter_rows(top + 1, top + len(results_of(PLANS[name]).plan.lines)):
        for cell in row:
            text, head = str(cell.value), str(bill.cell(top, cell.column).value)
            spans = re.findall(r"Parts'?!\$([A-Z]+)\$(\d+):\$([A-Z]+)\$(\d+)", text)
            prices_of = re.findall(r"Prices'?!\$([A-Z]+)\$(\d+):\$([A-Z]+)\$(\d+)", text)
            for column, begins, end, ends in prices_of:
                assert (column, int(begins), int(ends)) == (end, first, last), cell.coordinate
            typed = re.findall(r"Prices'?!\$?([A-Z]+)\$?\d", text)
            found = {heads[span[0]] for span in spans} | {own[column] for column in typed}
            if cell.data_type != "f" or not found:
                continue
            seen.add(head)
            assert found - {"its price"} <= LOOKED_UP[head], (cell.coordinate, text)
            for column, begins, end, ends in spans:
                assert (column, int(begins), int(ends)) == (end, first, last), cell.coordinate
            if typed:
                assert "its price" in found, "what is typed counts where a price is"
    assert len(seen) > 8


@pytest.mark.parametrize("name", READ_TWICE)
def test_a_figure_of_a_part_is_looked_up_in_its_column(name: str) -> None:
    """By the row of its line's part."""
    parts = formulas_of(name, "Parts")
    heads = {get_column_letter(cell.column): str(cell.value) for cell in parts[head_row(parts)]}
    results, seen = results_of(PLANS[name]), 0
    for address, at in built(PLANS[name])[2].items():
        known = results.plan.provenance.get(address)
        text = str(formulas_of(name, at.sheet).cell(at.row + 1, at.column + 1).value)
        spans = re.findall(r"Parts'?!\$([A-Z]+)\$\d+:", text)
        if known is None or not known.part or not spans or address[1] == "unit_price":
            continue
        seen += 1
        assert {heads[span] for span in spans} == {label(known.figure)}, address
    assert seen > 20


@pytest.mark.parametrize("name", READ_TWICE)
def test_what_is_typed_in_customary_units_gives_the_base_unit(name: str) -> None:
    """Hours of a rebuild, a price per kWh: the value above, by what the unit comes to."""
    units = {"years": 31_557_600, "days": 86_400, "hours": 3600, "EUR/kWh": 1 / 3.6e6}
    units |= {"EUR/year": 1 / 31_557_600}
    seen = set()
    for results, address, cell in placed(name):
        if not has_entry(results.item(*address)) or results[address] is None:
            continue
        unit, typed = (cell.parent.cell(cell.row - 1, n).value for n in (2, cell.column))
        seen.add(unit)
        assert typed * units[unit] == pytest.approx(results[address], rel=1e-9), address
        formula = formulas_of(name, cell.parent.title)[cell.coordinate].value
        above = f"{cell.column_letter}{cell.row - 1}"
        divided = re.fullmatch(rf"={above}/\(?(?:1/)?([\w.$!']+)\)?", str(formula))
        assert divided, formula
        if "(1/" in str(formula):
            assert float(divided[1]) == pytest.approx(units[unit])
        elif divided[1].replace(".", "").isdigit():
            assert 1 / float(divided[1]) == pytest.approx(units[unit])
    assert seen >= {"years", "EUR/kWh"}


@pytest.mark.parametrize("name", PLANS)
def test_what_is_unknown_is_pale_wherever_it_stands(name: str) -> None:
    """By one rule over all of a sheet; what must be typed is orange by another one."""
    seen = 0
    for sheet in sheets_of(name):
        assert sheet.sheet_view.showGridLines is False, sheet.title
        pale = [
            rules.sqref
            for rules in sheet.conditional_formatting
            for rule in rules.rules
            if rule.formula == ["ISNA(A1)"]
        ]
        assert len(pale) == 1, sheet.title
        [area] = pale[0].ranges
        assert (area.min_row, area.min_col) == (1, 1)
        for cell in (cell for row in sheet.iter_rows() for cell in row if is_filled(cell)):
            seen += cell.value == "#N/A"
            assert cell.row <= area.max_row, (sheet.title, cell.coordinate)
            assert cell.column <= area.max_col, (sheet.title, cell.coordinate)
    assert seen > 10


@pytest.mark.parametrize("name", PLANS)
def test_what_may_be_typed_is_ruled_only_where_something_may(name: str) -> None:
    """Cells with a rule are unlocked, each has one rule, and those below each other share it."""
    ruled = 0
    for sheet in sheets_of(name):
        seen: set[str] = set()
        ends: dict[tuple[int, str], int] = {}
        for rule in sheet.data_validations.dataValidation:
            what = f"{rule.type} {rule.operator} {rule.formula1} {rule.formula2} {rule.error}"
            for area in rule.sqref.ranges:
                left, top, right, bottom = area.bounds
                rows = sheet.iter_rows(top, bottom, left, right)
                for cell in (cell for row in rows for cell in row):
                    assert not cell.protection.locked, (sheet.title, cell.coordinate)
                    assert cell.coordinate not in seen, (sheet.title, cell.coordinate)
                    seen.add(cell.coordinate)
                above = ends.get((area.min_col, what))
                is_own = sheet.title in ("Prices", "Bill of materials")  # a rule of its own each
                assert above is None or above + 1 != area.min_row or is_own, area.coord
                ends[area.min_col, what] = area.max_row
        ruled += len(seen)
    assert ruled > 4
