"""The Parts sheet: figures and prices of the parts that could be chosen, to be looked up by key."""

from __future__ import annotations

from typing import Literal

from model.answers.counted_prices import certainty
from model.answers.missing_prices import UNPROVEN
from model.answers.sentences import Figure
from model.planning.prices.prices import KnownPrice
from model.units.brief import share
from model.units.figures import grouped, show
from model.units.words import label
from report.workbook import texts
from report.workbook.live_text import figure as figure_formula
from report.workbook.live_text import quoted
from report.workbook.lookups import AFTER_KEY, OF_BOOK, TEXTS, TOP
from report.workbook.rates import RATE
from report.workbook.sheet_writer import Book
from report.workbook.sheets import OWN_DAY, OWN_NOTE, OWN_SOURCE, PARTS, PRICES, Cell
from report.workbook.steps import STEPS, seen_from
from report.workbook.styles import LINE, day_number


def write_parts(book: Book) -> None:
    """Write the sheet."""
    parts, rates = book.parts, book.parts.rates
    currency = book.results.plan.scenario.economics.currency
    keys = ", ".join(parts.not_offered)
    about = texts.PARTS.format(
        not_offered=texts.NOT_OFFERED.format(keys) if keys else "",
        currency=currency,
        converted=texts.CONVERTED if rates.rows else "",
    )
    book.text(Cell(PARTS, 1, 0), about, "faint")
    heads = [*map(label, TEXTS), *map(label, parts.figures), *texts.PART_HEADS]
    for column, head in enumerate(heads):
        is_figure = 0 <= column - len(TEXTS) < len(parts.figures)
        is_number = is_figure or head in texts.NUMBERS_OF_PARTS
        book.text(Cell(PARTS, TOP, column), head, "head", *(["right"] * is_number))
    for column, figure in enumerate(parts.figures, len(TEXTS)):
        unit = parts.unit(figure).replace("currency", currency)
        book.text(Cell(PARTS, TOP - 1, column), "" if unit == "1" else unit, "faint", "right")
    book.height(PARTS, TOP, 2 * LINE)
    for row, key in enumerate(parts.keys, TOP + 1):
        _write_part(book, key, row)
    book.sheets[PARTS].autofilter(TOP, 0, TOP + len(parts.keys), len(heads) - 1)
    if rates.rows:
        _write_rates(book)


def _write_part(book: Book, key: str, row: int) -> None:
    """Write what the catalog and the price book know of a part."""
    parts, part = book.parts, book.results.plan.catalog.part(key)
    for column, text in enumerate((key, part.kind, part.vendor, part.model)):
        book.text(Cell(PARTS, row, column), text)
    sources: dict[str, None] = {}
    priced = ""
    for column, figure in enumerate(parts.figures, len(TEXTS)):
        value, provenance = parts.values[key][figure]
        _write_figure(book, Cell(PARTS, row, column), key, figure, value)
        if figure == "price" and key in parts.prices:
            kind = certainty(parts.prices[key])
            priced = f"{kind}: {provenance.source}" if kind in UNPROVEN else provenance.source
        elif value is not None:
            sources[provenance.source] = None
    day = Cell(PARTS, row, parts.day_column)
    seen = parts.prices.get(key)
    since = float(day_number(seen.date)) if seen is not None and seen.date is not None else None
    if key in parts.own_rows:
        typed = Cell(PRICES, row, OWN_DAY).seen_from(PARTS)
        own, unknown = (
            f'IF(ISNUMBER({typed}),{typed},"")',
            "NA()" if since is None else f"{since:g}",
        )
        formula = parts.unless_own(row, PARTS, own, unknown)
        book.formula(day, formula, since, "1", "date", "faint")
    elif since is not None:
        book.number(day, since, "1", "date", "faint")
    _write_choice(book, key, row)
    about = (priced, _note(parts.prices.get(key)))
    for column, (text, beside) in enumerate(
        zip(about, (OWN_SOURCE, OWN_NOTE), strict=True), parts.day_column + 1
    ):
        typed = Cell(PRICES, row, beside).seen_from(PARTS)
        own = (
            f'IF({typed}="","{texts.TYPED_BY}",{typed})' if beside == OWN_SOURCE else f'{typed}&""'
        )
        _write_own(book, Cell(PARTS, row, column), key, own, text)
    book.text(Cell(PARTS, row, parts.day_column + 3), " | ".join(filter(None, sources)), "faint")
    _write_offer(book, seen, key, Cell(PARTS, row, parts.choice_column + 1))
    book.text(Cell(PARTS, row, parts.number_column), part.number, "faint")


def _write_own(book: Book, cell: Cell, key: str, own: str, text: str) -> None:
    """Write a text on a price, and another one if the buyer typed a price of the part."""
    if key not in book.parts.own_rows:
        book.text(cell, text, "faint")
        return
    formula = book.parts.unless_own(cell.row, PARTS, own, quoted(text))
    book.formula(cell, formula, text, "", "faint")


def _write_offer(book: Book, seen: KnownPrice | None, key: str, first: Cell) -> None:
    """Write what layer a price is of, how certain it is, and how it was offered."""
    cells = [Cell(PARTS, first.row, first.column + n) for n in range(5)]
    known = (seen.layer.label, certainty(seen)) if seen is not None and seen.price else ("", "")
    for cell, text, own in zip(cells, known, OF_BOOK, strict=False):
        _write_own(book, cell, key, quoted(own), text)
    if seen is None or seen.price is None:
        return
    book.number(cells[2], seen.price.amount, "1", "faint", "decimals")
    book.text(cells[3], seen.price.currency, "faint")
    book.number(cells[4], seen.discount, "1", "faint", "decimals")


def _write_choice(book: Book, key: str, row: int) -> None:
    """Write what the bill offers to choose: the key, how large it is, what it costs, the name."""
    parts, part = book.parts, book.results.plan.catalog.part(key)
    currency = book.results.plan.scenario.economics.currency
    pieces = [(quoted(f"{key}{AFTER_KEY}"), f"{key}{AFTER_KEY}")]
    for name, after in (*texts.SIZES.items(), ("price", "")):
        if name not in parts.figures or (name != "price" and parts.values[key][name][0] is None):
            continue
        unit: Literal["1", "byte", "currency"] = "1" if after else "byte"
        unit = "currency" if name == "price" else unit
        said = Figure((), unit, binary=part.kind == "memory", unknown=texts.PRICE_UNKNOWN)
        cell = Cell(PARTS, row, len(TEXTS) + parts.figures.index(name)).seen_from(STEPS)
        value = parts.values[key][name][0]
        steps = book.layout.steps
        now = figure_formula(said, cell, currency, value, steps.keeper(f"{key}: {label(name)}"))
        shown = (
            said.unknown
            if value is None
            else show(value, unit, binary=said.binary, currency=currency)
        )
        pieces.append((f"IFERROR({now},{quoted(said.unknown)})", shown))
        word = after.removesuffix("s") if value == 1 else after
        pieces.append((quoted(f"{word}, "), f"{word}, "))
    named = f"{part.vendor} {part.model}"
    pieces.append((quoted(named), named))
    formula = book.layout.steps.joined(pieces, texts.CHOICE.format(key))
    text = "".join(said for _, said in pieces)
    book.formula(
        Cell(PARTS, row, parts.choice_column), seen_from(PARTS, formula), text, "", "faint"
    )


def _write_figure(book: Book, cell: Cell, key: str, figure: str, value: float | None) -> None:
    parts = book.parts
    seen = parts.prices.get(key) if figure == "price" else None
    foreign = seen.net if seen and seen.net and seen.net.currency in parts.rates.rows else None
    formula = parts.rates.converted(*foreign, PARTS) if foreign else ""
    if figure == "price" and key in parts.own_rows:
        otherwise = formula or ("NA()" if value is None else repr(value))
        own = parts.own_price(cell.row, PARTS)
        formula = parts.unless_own(cell.row, PARTS, own, otherwise)
    if formula:
        book.formula(cell, formula, value, "currency", "input")
    else:
        book.number(cell, value, parts.unit(figure), "input")


def _note(seen: KnownPrice | None) -> str:
    """Say what a price is, what bends it, and how far it may be trusted."""
    if seen is None or seen.price is None:
        return ""
    price = f"{seen.price.currency} {grouped(seen.price.amount, 2)}"
    less = texts.DISCOUNT.format(share(seen.discount)) if seen.discount else ""
    until = texts.VALID.format(seen.valid_until) if seen.valid_until else ""
    trust = texts.CONFIDENCE.format(seen.confidence) if seen.confidence else ""
    pieces = (price, less, until, seen.includes, seen.note.rstrip("."), trust)
    return "; ".join(filter(None, pieces))


def _write_rates(book: Book) -> None:
    """Write the rates, which may be typed over; the one that is unknown, too."""
    rates, economics = book.parts.rates, book.results.plan.scenario.economics
    book.text(Cell(PARTS, rates.top, 0), texts.RATES, "table")
    book.height(PARTS, rates.top + 1, 2 * LINE)
    for column, head in enumerate(texts.RATE_HEADS):
        style = "right" if column == RATE else "left"
        book.text(
            Cell(PARTS, rates.top + 1, column), head.format(economics.currency), "head", style
        )
    for currency, row in rates.rows.items():
        known = economics.exchange.get(currency)
        book.text(Cell(PARTS, row, 0), currency)
        book.number(Cell(PARTS, row, RATE), rates.known(currency), "1", "input", "rate")
        of_rate = (str(known.date), known.source) if known else ("", texts.RATE_MISSING)
        for column, text in enumerate(of_rate, RATE + 1):
            book.text(Cell(PARTS, row, column), text, "faint")
