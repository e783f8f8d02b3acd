"""Names for cells: of inputs and figures of the site, and of its tiers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from report.workbook.sheet_writer import Book

_NO_LETTERS = re.compile(r"[^\w.]+")


def define_names(book: Book) -> None:
    """Name each cell of the site by its figure, and of a tier by the tier's name before it."""
    taken: set[str] = set()
    for name, reference in _named(book):
        if name.casefold() not in taken:  # names differ in more than capitals
            taken.add(name.casefold())
            book.workbook.define_name(name, f"={reference}")


def _named(book: Book) -> Iterator[tuple[str, str]]:
    tiers = {path: _NO_LETTERS.sub("_", name) for name, path in book.results.tiers()}
    for (path, figure), cell in book.layout.cells.items():
        if path == "site" or path in tiers:
            prefix = f"{tiers[path]}." if path in tiers else "site."
            if prefix[0].isdigit():
                prefix = f"_{prefix}"
            yield f"{prefix}{figure}", cell.fixed()
