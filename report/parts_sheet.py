"""The Parts sheet: figures and prices of the parts that could be chosen, to be looked up by key."""

from __future__ import annotations

from model.engine.quantity import label
from report.book import Book
from report.lookups import TEXTS, TOP
from report.sheets import PARTS, Cell
from report.styles import LINE


def write_parts(book: Book) -> None:
    """Write the sheet."""
    catalog, parts = book.results.plan.catalog, book.parts
    currency = book.results.plan.scenario.economics.currency
    book.text(
        Cell(PARTS, 1, 0),
        "Figures of the catalog, in base units. #N/A: unknown. Change a part by its key in "
        f"the bill of materials. Prices are net, in {currency}.",
        "faint",
    )
    heads = [*map(label, TEXTS), *map(label, parts.figures), "Price seen", "Source"]
    for column, head in enumerate(heads):
        is_number = 0 <= column - len(TEXTS) < len(parts.figures)
        book.text(Cell(PARTS, TOP, column), head, "head", *(["right"] * is_number))
    for column, figure in enumerate(parts.figures, len(TEXTS)):
        unit = parts.unit(figure).replace("currency", currency)
        book.text(Cell(PARTS, TOP - 1, column), "" if unit == "1" else unit, "faint", "right")
    book.height(PARTS, TOP, 2 * LINE)
    for row, key in enumerate(parts.keys, TOP + 1):
        part = catalog.part(key)
        for column, text in enumerate((key, part.kind, part.vendor, part.model)):
            book.text(Cell(PARTS, row, column), text)
        sources: dict[str, None] = {}
        priced = ""
        for column, figure in enumerate(parts.figures, len(TEXTS)):
            value, provenance = parts.values[key][figure]
            book.number(Cell(PARTS, row, column), value, parts.unit(figure), "input")
            if value is not None and figure == "price":
                priced = provenance.source
            elif value is not None:
                sources[provenance.source] = None
        column = len(TEXTS) + len(parts.figures)
        book.text(Cell(PARTS, row, column), priced, "faint")
        book.text(Cell(PARTS, row, column + 1), " | ".join(filter(None, sources)), "faint")
    book.sheets[PARTS].autofilter(TOP, 0, TOP + len(parts.keys), len(heads) - 1)
