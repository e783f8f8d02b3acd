"""The tables of figures: a row for each, a column for each instance, its source beside it."""

from __future__ import annotations

from fractions import Fraction

from model.design.limits import bounds
from model.engine.quantity import SHARES, Input, Quantity
from model.engine.tree import Address
from model.provenance import reason_of
from model.reading.fields import Amount
from model.units.figures import UNITS, parse
from model.units.kinds import MONEY
from model.units.words import instance_name, label
from report.cell_text import plain
from report.workbook import texts
from report.workbook.formula import SCALES, cell_formula, scaled
from report.workbook.lookups import OF_PRICES
from report.workbook.packing_check import as_exported
from report.workbook.sheet_writer import Book
from report.workbook.sheets import (
    BILL,
    BILL_KEY,
    FIRST_COLUMN,
    SPANS,
    Cell,
    Table,
    has_entry,
    twin_unit,
)
from report.workbook.styles import FORMATS, LINE, lines, shortened
from report.workbook.widths import NARROWEST, room_for_source, widths

_NAMED_FROM = {"cases": 2, "servers": 3}
"""Where the names of columns begin in the path, of tables that name what comes before."""
YEAR_LENGTH = ("site", "year_length")


def write_table(book: Book, table: Table) -> None:
    """Write one table."""
    sheet, top = table.sheet, table.top
    book.text(Cell(sheet, top, 0), texts.TABLES[table.kind].format(table.tier), "table")
    names = [_instance_name(book, table, path) for path in table.paths]
    heads = (texts.FIGURE, texts.UNIT, *names, texts.SOURCE_AT_EXPORT)
    for column, head in enumerate(heads):
        style = "right" if column >= FIRST_COLUMN else "left"
        # What explains runs over empty columns, so that its head needs no second line.
        styles = ("indented", "in line") if column == table.source_column else (style,)
        book.text(Cell(sheet, top + 1, column), head, "head", *styles)
    rooms = widths(book.layout, sheet)[FIRST_COLUMN:]
    taken = [lines(name, min(NARROWEST, room)) for name, room in zip(names, rooms, strict=False)]
    book.height(sheet, top + 1, LINE * max(taken))
    for name, row in table.rows.items():
        item = table.items[name]
        _write_heading(book, table, name)
        for path in table.paths:
            if (path, name) in book.layout.cells:
                write_value(book, (path, name))
        _write_source(book, table, name)
        if isinstance(item, Input) and item.constant:
            book.constants[sheet].add(row)
        if unit := twin_unit(item, table.kind):
            _write_twin(book, table, name, row + 1, unit)
    book.block(sheet, top, table.bottom - 1)


def _write_heading(book: Book, table: Table, name: str) -> None:
    item, row, sheet = table.items[name], table.rows[name], table.sheet
    label = item.label
    if has_entry(item):
        book.text(Cell(sheet, row - 1, 0), label)
        book.text(Cell(sheet, row - 1, 1), entry_unit(book, item), "faint")
        label = texts.IN_BASE_UNIT.format(label)
    book.text(Cell(sheet, row, 0), label, *["faint"] * has_entry(item))
    book.text(Cell(sheet, row, 1), book.unit(item.unit), "faint")


def _write_twin(book: Book, table: Table, name: str, row: int, unit: str) -> None:
    sheet = table.sheet
    book.text(Cell(sheet, row, 0), texts.IN_UNIT.format(table.items[name].label, unit), "faint")
    book.text(Cell(sheet, row, 1), unit, "faint")
    for path in table.paths:
        cell = book.layout.cells.get((path, name))
        if cell is not None:
            value = scaled(book.results[path, name], unit)
            formula = f"{cell.seen_from(sheet)}/{SCALES[unit][0]}"
            style = "decimals" if unit == "TiB" else "rate"
            book.formula(Cell(sheet, row, cell.column), formula, value, "1", "faint", style)


def write_value(book: Book, address: Address, *styles: str) -> None:
    """Write one value of the model into its cell: an input, a look-up, or a live formula."""
    path, name = address
    cell = book.layout.cells[address]
    item = book.results.item(path, name)
    if item.shown in SHARES and not FORMATS.intersection(styles):
        styles = (*styles, "nines" if item.shown == "nines" else "share")
    value = book.results[address]
    step = book.results.steps.get(address)
    if step is not None and step.quantity.kind == "opaque":
        _write_of_procedure(book, address, *styles)
        given = dict.fromkeys([*step.quantity.needs, *(of for _, of in step.quantity.reads)])
        needs = ", ".join(map(label, given))
        procedure = reason_of(step.quantity.source)
        note = texts.PROCEDURE.format(procedure=procedure, needs=needs)
        book.sheets[cell.sheet].write_comment(cell.row, cell.column, plain(note))
        return
    if step is not None:
        formula = cell_formula(book.results, book.layout, step, cell.sheet)
        book.formula(cell, formula, value, item.unit, *styles)
        return
    if (first := _typed_at(book, address)) is not None:
        book.formula(cell, first.seen_from(cell.sheet), value, item.unit, "lookup", *styles)
        return
    provenance = book.results.plan.provenance.get(address)
    key = book.parts.key_cell(book.layout, address, provenance)
    if (typed := _unless_typed(book, address)) is not None:
        is_input = name == "unit_price" and book.parts.takes_own(book.parts.lines[path])
        book.formula(cell, typed, value, item.unit, "input" if is_input else "lookup", *styles)
        if is_input:
            book.inputs[cell.sheet].append(cell)
            book.restrict(cell, bounds()[name], item.label)
    elif key is not None and provenance is not None:
        formula = book.parts.lookup(key, provenance.figure, cell.sheet)
        if provenance.figure == "price":
            formula = book.parts.price(book.layout, path, key, cell.sheet)
        book.formula(cell, formula, value, item.unit, "lookup", *styles)
    elif has_entry(item):
        _write_entry(book, address)
    elif (foreign := _foreign(book, address)) is not None:
        formula = book.parts.rates.converted(*foreign, cell.sheet)
        book.formula(cell, formula, value, item.unit, "input", *styles)
    else:
        fixed = isinstance(item, Input) and item.constant
        book.number(cell, value, item.unit, "fixed" if fixed else "input", *styles)
        if not fixed and name in bounds():
            book.restrict(cell, bounds()[name], item.label)


WHEN_STALE = {"racks_settled": "0"}
"""What holds of a figure of a procedure once anything that it read has changed, if not unknown."""


def _write_of_procedure(book: Book, address: Address, *styles: str) -> None:
    """Write what a procedure gave: unknown once anything that it read has changed.

    So nothing that rests on it stays met, or as costly, by a figure of another design.
    """
    cell, value = book.layout.cells[address], book.results[address]
    item = book.results.item(*address)
    if value is None:
        book.number(cell, value, item.unit, *styles)
        return
    condition = as_exported(book, address, cell.sheet)
    otherwise = WHEN_STALE.get(address[1], "NA()")
    book.formula(cell, f"IF({condition},{value!r},{otherwise})", value, item.unit, *styles)


OF_ESTIMATES = {**OF_PRICES, "is_assumed": 0}
"""What holds of a price that is no estimate any more, nor assumed."""


def _unless_typed(book: Book, address: Address) -> str | None:
    """Write what follows the price that a buyer may type; None of any other figure."""
    path, name = address
    line = book.parts.lines.get(path)
    if line is None or name not in (*OF_ESTIMATES, "unit_price"):
        return None
    parts, sheet = book.parts, book.layout.cells[address].sheet
    value = book.results[address]
    if parts.takes_own(line):
        foreign = _foreign(book, address) if name == "unit_price" else None
        known = "NA()" if value is None else repr(value)
        otherwise = known if foreign is None else parts.rates.converted(*foreign, sheet)
        new = str(OF_ESTIMATES[name]) if name in OF_ESTIMATES else ""
        new = new or parts.own_of(book.layout, line, sheet)
        return parts.if_own(book.layout, line, sheet, new, otherwise)
    holder = parts.ranged_by(line)
    if holder is None or holder.part not in parts.own_rows:
        return _of_price(book, address)
    key, own = (Cell(BILL, book.layout.bill_rows[one.path], BILL_KEY) for one in (holder, line))
    typed = str(OF_ESTIMATES.get(name, ""))
    if holder is line:
        otherwise = _of_price(book, address) or repr(value)
        return parts.unless_typed(key, sheet, typed, otherwise) if typed else None
    if line.part not in parts.keys:
        return None
    if not typed:
        return parts.unless_typed(key, sheet, parts.lookup(own, "price", sheet), repr(value))
    best = parts.prices.get(line.part)  # what counts once nothing includes it
    guessed = repr(value) if best is not None and best.layer.is_estimate else typed
    alone = parts.unless_typed(own, sheet, typed, guessed) if guessed != typed else typed
    return parts.unless_typed(key, sheet, alone, repr(value))


def _of_price(book: Book, address: Address) -> str | None:
    """Write the look-up of what a price is beside its amount; None where no key is of it."""
    (path, name), sheet = address, book.layout.cells[address].sheet
    price = path, "unit_price"
    key = book.parts.key_cell(book.layout, price, book.results.plan.provenance.get(price))
    if key is None or name not in OF_PRICES or name not in book.parts.figures:
        return None
    known = f"ISNUMBER({book.layout.cells[price].seen_from(sheet)})"
    return f"IF({known},{book.parts.lookup(key, name, sheet)},{OF_PRICES[name]})"


def _typed_at(book: Book, address: Address) -> Cell | None:
    """Give the cell that a figure is typed into at the line which this one follows, if any."""
    path, name = address
    first = book.layout.follows.get(path)
    if first is None or (first, name) not in book.layout.cells:
        return None
    known = book.results.plan.provenance
    own, of_first = known.get(address), known.get((first, name))
    by_default = own is None and of_first is None
    is_same = by_default or (own and of_first and own.field == of_first.field != "")
    return book.layout.cells[first, name] if is_same else None


def _foreign(book: Book, address: Address) -> Amount | None:
    """Give the amount of an input that is stated in a currency with a rate in the book."""
    return book.parts.rates.foreign(address) if address in book.results.plan.provenance else None


def entry_unit(book: Book, item: Input | Quantity) -> str:
    """The unit that people write an input in, such as EUR/kWh."""
    if item.name in SPANS:
        return SPANS[item.name]
    currency = book.results.plan.scenario.economics.currency
    return UNITS[item.unit].decimal[0].label.replace(MONEY, currency)


def entry_cell(cell: Cell) -> Cell:
    """The cell that an input is typed into, above the one in the base unit."""
    return Cell(cell.sheet, cell.row - 1, cell.column)


def _divisor(book: Book, item: Input | Quantity, sheet: str) -> tuple[str, Fraction]:
    """What an entry is divided by: as the formula writes it, and what that is."""
    if item.name in SPANS:
        seconds = int(parse(f"1 {SPANS[item.name]}", "second"))
        return f"(1/{seconds})", Fraction(1, seconds)
    label, factor, _ = UNITS[item.unit].decimal[0]
    length = book.layout.cells.get(YEAR_LENGTH)
    if label.endswith("/year") and length is not None:
        return length.seen_from(sheet), Fraction(book.results[YEAR_LENGTH] or 0.0)
    return str(1 / factor), 1 / factor


def entry_value(book: Book, address: Address) -> float | None:
    """The value of an input in the unit that people write it in."""
    value = book.results[address]
    _, divisor = _divisor(book, book.results.item(*address), "")
    return None if value is None else float(f"{float(Fraction(value) * divisor):.15g}")


def _write_entry(book: Book, address: Address) -> None:
    cell, item = book.layout.cells[address], book.results.item(*address)
    entry = entry_cell(cell)
    divisor, times = _divisor(book, item, cell.sheet)
    foreign = _foreign(book, address)
    if foreign is None:
        book.number(entry, entry_value(book, address), "1", "input", "rate")
    else:
        amount = float(f"{float(Fraction(foreign.amount) * times):.15g}")
        formula = book.parts.rates.converted(amount, foreign.currency, entry.sheet)
        book.formula(entry, formula, entry_value(book, address), "1", "input", "rate")
    formula = f"{entry.seen_from(cell.sheet)}/{divisor}"
    book.formula(cell, formula, book.results[address], item.unit, "faint")


def _instance_name(book: Book, table: Table, path: str) -> str:
    names = [instance_name(step) for step in path.split("/")]
    if path == "site":
        return book.results.plan.scenario.name
    if table.tier:
        return ": ".join(names[_NAMED_FROM.get(table.kind, -1) :])
    return ", ".join(n for n in names[1:] if n != "healthy") if len(names) > 2 else names[-1]


def _write_source(book: Book, table: Table, name: str) -> None:
    item, row = table.items[name], table.rows[name] - has_entry(table.items[name])
    cell = Cell(table.sheet, row, table.source_column)
    room, wraps = room_for_source(book.layout, table)
    said = f"{item.title} [{_source(book, table, name)}]".replace("`", "")
    text = shortened(said, room * (1 + wraps))
    book.text(cell, text, "faint", "indented", *["wrap"] * wraps)
    if wraps:
        book.height(cell.sheet, cell.row, LINE * lines(text, room))


def _source(book: Book, table: Table, name: str) -> str:
    item = table.items[name]
    if not isinstance(item, Input):
        return item.source
    sources = dict.fromkeys(
        book.results.plan.source_of(path, item).text
        for path in table.paths
        if (path, name) in book.layout.cells
    )
    return " | ".join(sources)
