"""Sheets that aren't one table for each book: bill of materials, assumptions, designs, steps."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from xlsxwriter.utility import xl_col_to_name

from model.answers.counted_prices import age_limit, certainty, limit_text
from model.answers.prices import counting
from model.answers.results import Results
from model.answers.views.bill import column_of, price_source, with_sums
from model.answers.views.compatibility_table import fit
from model.answers.views.cover import judged
from model.answers.views.plan_charts import cost_by_year, efficiency_curve
from model.answers.views.view import Column, Row, View
from model.engine.tree import Address
from model.planning.supply import Line
from model.provenance import Provenance
from model.units.kinds import DAY
from model.units.words import instance_name
from report.workbook import charts, texts, view_table
from report.workbook.live_text import quoted
from report.workbook.lookups import OF_BOOK
from report.workbook.sheet_writer import Book
from report.workbook.sheets import (
    ASSUMPTIONS,
    BILL,
    BILL_KEY,
    CHARTED,
    CHECKPOINT,
    COST,
    DESIGNS,
    FIRST_COLUMN,
    FIT,
    IS_ANOTHER,
    OWN_DAY,
    OWN_SOURCE,
    PRICE_CERTAINTY,
    PRICE_DAY,
    PRICE_LAYER,
    ROW_IN_PARTS,
    ROWS_OF_CHART,
    TOP_OF_FIT,
    Cell,
    has_entry,
)
from report.workbook.steps import STEPS
from report.workbook.steps import TOP as TOP_OF_STEPS
from report.workbook.styles import LINE, day_number, lines
from report.workbook.tables import entry_cell, entry_unit, entry_value
from report.workbook.widths import FIXED, NARROWEST

JUDGED_FIRST = ("assumed", "calibrated", "measured", "published", "stated")


_BROKEN = ("number", "unit", "why", "source", "age", "lot")
_ROOMS = {at: FIXED[BILL][at] - 1 for at in (0, *map(column_of, _BROKEN))}
"""The columns of the bill whose texts are broken, and how much room they leave."""


def write_bill(book: Book) -> None:
    """Write the bill of materials: a row for each line, its part chosen by the key."""
    book.text(Cell(BILL, 1, 0), texts.BILL.format(xl_col_to_name(BILL_KEY)), "faint")
    book.text(Cell(BILL, 2, 0), texts.LEGEND, "faint")
    view, top = with_sums(book.results), min(book.layout.bill_rows.values()) - 1
    book.height(BILL, top, 2 * LINE)
    view_table.heads(book, view, BILL, top)
    book.text(Cell(BILL, top, PRICE_DAY), texts.PRICE_SEEN, "head", "right")
    for column, head in ((PRICE_LAYER, texts.PRICE_FROM), (PRICE_CERTAINTY, texts.CERTAINTY)):
        book.text(Cell(BILL, top, column), head, "head", "indented")
    for column, head in ((ROW_IN_PARTS, texts.ROW_IN_PARTS), (IS_ANOTHER, texts.OTHER_FIGURES)):
        book.text(Cell(BILL, top, column), head, "head", "right")
    bottom = view_table.rows(book, view, BILL, top + 1, rooms=_ROOMS)
    for line in book.results.plan.lines:
        _write_part(book, line, book.layout.bill_rows[line.path])
    book.block(BILL, top, bottom)


def _write_part(book: Book, line: Line, row: int) -> None:
    """Let a line's part be chosen by its key; name and number follow, as the catalog has them."""
    key = Cell(BILL, row, BILL_KEY)
    if book.parts.description(line) == line.name:
        described = book.parts.describe(key)
        book.formula(Cell(BILL, row, 0), described, line.name, "", "wrap", *_tone(line))
    if line.part in book.parts.keys and line.number == _catalog_number(book, line.part):
        number = Cell(BILL, row, column_of("number"))
        ordered = book.parts.ordered_as(key)
        book.formula(number, ordered, line.number, "", "wrap", *_tone(line))
    _write_day(book, line, row)
    _write_layer(book, line, row)
    if not line.part:
        return
    _write_row(book, line, key)
    if line.follows and line.part:
        first = Cell(BILL, book.layout.bill_rows[line.follows], BILL_KEY)
        book.formula(key, first.seen_from(BILL), line.part, "", "lookup")
        return
    if (line.path, "unit_price") in book.results.steps:
        book.text(key, line.part, "fixed")
        book.sheets[BILL].write_comment(row, BILL_KEY, texts.FIXED_KEY)
        return
    book.text(key, line.part, "input")
    kind = book.results.plan.catalog.part(line.part).kind
    if kind in book.parts.lists:
        rule = {"validate": "list", "source": book.parts.lists[kind]}
        book.sheets[BILL].data_validation(row, BILL_KEY, row, BILL_KEY, rule)


def _tone(line: Line) -> list[str]:
    """Give the look of a line's texts: an option is pale, as it isn't part of the purchase."""
    return ["faint"] * line.option


def _catalog_number(book: Book, key: str) -> str:
    return book.results.plan.catalog.part(key).number


def _write_row(book: Book, line: Line, key: Cell) -> None:
    """Write where Parts has the key, and whether other figures make its price that of another."""
    parts = book.parts
    if line.part not in parts.keys:
        return
    at = float(parts.keys.index(line.part) + 1)
    book.formula(Cell(BILL, key.row, ROW_IN_PARTS), parts.row(key), at, "1", "faint")
    if differs := parts.is_another(book.layout, line.path, key):
        now = float(parts.is_of_another(line))
        book.formula(Cell(BILL, key.row, IS_ANOTHER), differs, now, "1", "faint")


def _write_layer(book: Book, line: Line, row: int) -> None:
    """Show what layer the price is of and how certain; that of a look-up is looked up, too."""
    address = (line.path, "unit_price")
    used = counting(book.results, line)
    if book.results[address] is None:
        used = None
    of_price = (used.layer.label if used else "", certainty(used))
    known = book.results.plan.provenance.get(address)
    key = book.parts.key_cell(book.layout, address, known)
    price = book.layout.cells[address].seen_from(BILL)
    for n, (column, text) in enumerate(
        zip((PRICE_LAYER, PRICE_CERTAINTY), of_price, strict=True), 1
    ):
        cell, looked_up = Cell(BILL, row, column), book.parts.beside(_key(book, line), price, n)
        if book.parts.takes_own(line):
            own, kept = quoted(OF_BOOK[n - 1]), quoted(text)
            formula = book.parts.if_own(book.layout, line, BILL, own, kept)
        elif (holder := book.parts.holder(line)) is not None:
            formula = _once_alone(book, holder, looked_up, text)
        elif key is not None:
            formula = looked_up
        else:
            book.text(cell, text, "faint", "indented")
            continue
        book.formula(cell, formula, text, "1", "faint", "indented")


def _key(book: Book, line: Line) -> Cell:
    return Cell(BILL, book.layout.bill_rows[line.path], BILL_KEY)


def _once_alone(book: Book, holder: Line, alone: str, text: str) -> str:
    """Write what is looked up of a price once nothing includes it, as its holder's was typed."""
    return book.parts.unless_typed(_key(book, holder), BILL, alone, quoted(text))


def _write_day(book: Book, line: Line, row: int) -> None:
    """Show when a price was seen that is looked up or may be typed, by whom, and how old it is."""
    parts, address = book.parts, (line.path, "unit_price")
    known = book.results.plan.provenance.get(address)
    source, since = price_source(book.results, line)
    price = book.layout.cells[address].seen_from(BILL)
    seen: float | str = ""
    if parts.takes_own(line):
        used = counting(book.results, line)
        if used is not None and used.date is not None:
            seen = float(day_number(used.date))
        day, by = _own_day(book, line, source, seen)
    elif (holder := parts.holder(line)) is not None:
        found = (parts.seen_on, parts.seen_by)
        day, by = (of(book.layout, line, _key(book, line), price) for of in found)
        day, by = _once_alone(book, holder, day, ""), _once_alone(book, holder, by, source)
    elif known is not None and (key := parts.key_cell(book.layout, address, known)) is not None:
        if known.date:
            seen = float(day_number(datetime.date.fromisoformat(known.date)))
        elif parts.is_priced_as_another(line):
            seen = parts.another(line)
        day = parts.seen_on(book.layout, line, key, price)
        by = parts.seen_by(book.layout, line, key, price)
    else:
        used = counting(book.results, line)
        if used is not None and used.date is not None:
            number = float(day_number(used.date))
            book.number(Cell(BILL, row, PRICE_DAY), number, "1", "date", "faint")
        return
    book.formula(Cell(BILL, row, PRICE_DAY), day, seen, "1", "date", "lookup")
    by_cell = Cell(BILL, row, column_of("source"))
    book.formula(by_cell, by, source, "", "indented", "wrap", *_tone(line))
    limit = book.results.plan.scenario.economics.price_date
    if limit is not None:
        seen_cell = Cell(BILL, row, PRICE_DAY).seen_from(BILL)
        days = f"({day_number(limit)}-{seen_cell})"
        most = age_limit(book.results.plan, line.kind)
        formula = (
            f'ABS{days}&IF(ABS{days}=1," day"," days")&IF({days}<0," after the price date","")'
            f'&IF({days}>{most / DAY:.12g},", older than {limit_text(most)}","")'
        )
        formula = f'IF(ISNUMBER({seen_cell}),{formula},"")'
        book.formula(Cell(BILL, row, column_of("age")), formula, since, "", "wrap", *_tone(line))


def _own_day(book: Book, line: Line, source: str, seen: float | str) -> tuple[str, str]:
    """Write when and by whom a price was seen that a buyer types, or else the scenario's source."""
    parts, layout = book.parts, book.layout
    day, by = (parts.own_cell(layout, line, column, BILL) for column in (OWN_DAY, OWN_SOURCE))
    own = f'IF({by}="",{quoted(texts.TYPED_BY)},{by})'
    kept = f"{seen:.0f}" if isinstance(seen, float) else quoted(seen)
    return (
        parts.if_own(layout, line, BILL, f'IF(ISNUMBER({day}),{day},"")', kept),
        parts.if_own(layout, line, BILL, own, quoted(source)),
    )


def write_checkpoint_curve(book: Book) -> None:
    """Draw the efficiency over the interval, over a live table."""
    chart = efficiency_curve(book.results)
    if ("site", "checkpoint_interval") not in book.layout.cells or chart is None:
        return
    top = max(table.bottom for table in book.layout.tables if table.sheet == CHECKPOINT) + 1
    heads = (texts.INTERVAL, *(one.name for one in chart.series))
    for column, head in enumerate(heads):
        book.text(Cell(CHECKPOINT, top, column), head, "head", "right")
    book.height(CHECKPOINT, top, LINE * max(lines(head, NARROWEST) for head in heads))
    points = len(chart.series[0].at)
    book.block(CHECKPOINT, top, top + 1 + points)
    interval, share = Column("", "interval"), Column("", "", "percent")
    for n, tried in enumerate(chart.series[0].at):
        row = top + 1 + n
        view_table.write(book, Cell(CHECKPOINT, row, 0), interval, tried, Row("", ()))
        for column, one in enumerate(chart.series, 1):
            if (figure := one.figures[n]) is not None:
                view_table.write(book, Cell(CHECKPOINT, row, column), share, figure, Row("", ()))
    charts.insert(
        book,
        chart,
        Cell(CHECKPOINT, top, len(heads) + 1),
        Cell(CHECKPOINT, top, len(heads)),
        size=(480, 288),
    )


def write_cost_chart(book: Book) -> None:
    """Draw the costs of the years, stacked by kind."""
    table = next((t for t in book.layout.tables if (t.sheet, t.kind) == CHARTED), None)
    chart = cost_by_year(book.results, whole=True)
    if table is None or chart is None:
        return
    last = FIRST_COLUMN + len(table.paths) - 1
    names = [COST, table.top + 1, FIRST_COLUMN, table.top + 1, last]
    at = Cell(COST, table.bottom, 0)
    charts.insert(book, chart, at, at, names=names, size=(480, 288))
    book.block(COST, at.row, at.row + ROWS_OF_CHART)
    book.bottom[COST] = max(book.bottom[COST], at.row + ROWS_OF_CHART)


MOST_JUDGED = 3000
"""Inputs of which each has a row here, whatever it is."""
SEEN_IN_BILL = ("stated", "default", "unknown", "catalog")


def write_assumptions(book: Book) -> None:
    """List every input with how it is known, what was assumed first; then the documents."""
    heads = texts.ASSUMPTION_HEADS
    top = 3
    book.text(Cell(ASSUMPTIONS, 1, 0), texts.ASSUMPTIONS, "faint")
    for column, head in enumerate(heads):
        style = "right" if column == 2 else "indented" if column > 2 else "left"
        book.text(Cell(ASSUMPTIONS, top, column), head, "head", style)
    row, (judged_inputs, others) = top, _judged(book)
    if others:
        book.text(Cell(ASSUMPTIONS, 2, 0), texts.IN_BILL.format(others), "faint")
    for row, (address, provenance) in enumerate(judged_inputs, top + 1):
        path, figure = address
        item = book.results.item(path, figure)
        where = instance_name(path)
        book.text(Cell(ASSUMPTIONS, row, 0), item.label)
        book.text(Cell(ASSUMPTIONS, row, 1), where, "wrap")
        unit = _write_judged(book, address, Cell(ASSUMPTIONS, row, 2))
        entries = (
            unit,
            provenance.status,
            provenance.because,
            provenance.source,
            provenance.place,
        )
        for column, text in enumerate(entries, 3):
            style = "faint" if column == 3 else "wrap"
            book.text(Cell(ASSUMPTIONS, row, column), text, "indented", style)
        printed = enumerate(entries[:-1], 3)  # where it is written is for the screen
        taken = [lines(text, FIXED[ASSUMPTIONS][n] - 2) for n, text in printed]
        taken.append(lines(where, FIXED[ASSUMPTIONS][1]))
        book.height(ASSUMPTIONS, row, LINE * max(taken))
    row += 2
    book.text(Cell(ASSUMPTIONS, row, 0), texts.DOCUMENTS, "table")
    for source in book.results.plan.scenario.sources.values():
        row += 1
        text = ", ".join(filter(None, (source.author, source.title, source.date, source.url)))
        book.text(Cell(ASSUMPTIONS, row, 0), text)
    book.sheets[ASSUMPTIONS].autofilter(top, 0, top + len(judged_inputs), len(heads) - 1)


def _write_judged(book: Book, address: Address, cell: Cell) -> str:
    """Show an input in the unit that people write it in; give that unit."""
    item = book.results.item(*address)
    if not has_entry(item):
        book.link(cell, address, item.unit)
        return book.unit(item.unit)
    typed = entry_cell(book.layout.cells[address]).seen_from(ASSUMPTIONS)
    book.formula(cell, typed, entry_value(book, address), "1", "rate")
    return entry_unit(book, item)


def _judged(book: Book) -> tuple[list[tuple[Address, Provenance]], int]:
    """Give inputs with how they are known, the ones to be argued about first.

    Of a long bill, what nobody argues about is left out: also gives of how many inputs.
    """
    rank = {status: n for n, status in enumerate(JUDGED_FIRST)}
    found = list(judged(book.results))
    shown = found if len(found) <= MOST_JUDGED else [pair for pair in found if _is_argued(*pair)]
    shown.sort(key=lambda pair: rank.get(pair[1].status, len(rank)))
    return shown, len(found) - len(shown)


def _is_argued(address: Address, known: Provenance) -> bool:
    """Tell whether an input is more than a figure of a line that the bill shows as it is."""
    role = address[0].rpartition("/")[2].partition(":")[0]
    return role not in ("lines", "options") or known.status not in SEEN_IN_BILL


def bottom_of_fit(results: Results) -> int:
    """Give the row below the view of what fits into what."""
    return TOP_OF_FIT + len(fit(results).rows)


def write_fit(book: Book) -> None:
    """Write what fits into what; the figures that it rests on follow below it."""
    view = fit(book.results)
    view_table.heads(book, view, FIT, TOP_OF_FIT - 1)
    view_table.rows(book, view, FIT, TOP_OF_FIT)


def write_steps(book: Book) -> None:
    """Write the parts of long formulas that the other sheets asked for, each with what it is of."""
    book.text(Cell(STEPS, 1, 0), texts.STEPS, "faint")
    for column, head in enumerate(texts.STEP_HEADS):
        book.text(Cell(STEPS, TOP_OF_STEPS - 1, column), head, "head")
    for row, (formula, step) in enumerate(book.layout.steps.rows.items(), TOP_OF_STEPS):
        book.text(Cell(STEPS, row, 0), step.of, "faint")
        unit = "" if isinstance(step.now, str) else "1"
        book.formula(Cell(STEPS, row, 1), formula.replace(f"'{STEPS}'!", ""), step.now, unit)


TOP_OF_DESIGNS = 3
ROOM = FIXED[DESIGNS][-1]
"""Letters that a column of a design has room for."""


def write_designs(book: Book, views: Sequence[View], said: str) -> None:
    """Write the designs that a search found beside the chosen one; `said` names the procedure."""
    if not views:
        return
    about, width = texts.DESIGNS.format(said), sum(FIXED[DESIGNS])
    book.note(Cell(DESIGNS, 1, 0), len(FIXED[DESIGNS]) - 1, about, width)
    row = TOP_OF_DESIGNS
    for view in views:
        book.text(Cell(DESIGNS, row, 0), view.title, "table")
        view_table.heads(book, view, DESIGNS, row + 1)
        bottom = view_table.rows(book, view, DESIGNS, row + 2, broken=ROOM)
        row = bottom + 2
