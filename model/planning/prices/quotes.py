"""Quotes and price books of a scenario: their prices, and unused ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from model.design.scenario import Scenario
from model.errors import InputError, Problem, quoted
from model.parts.catalog import Catalog
from model.parts.price_layers import OF_FILES, Layer
from model.planning.named_files import named
from model.planning.prices.prices import LinePrice
from model.reading.documents import Document, read_document
from model.records import dataclass

if TYPE_CHECKING:
    from model.parts.quotes import QuotedPrice

MOST_NAMED = 3


@dataclass(frozen=True)
class QuoteBook:
    """Prices of one quote or price book, in file order."""

    prices: tuple[QuotedPrice, ...]

    @property
    def layer(self) -> Layer:
        """The layer of all its prices."""
        return self.prices[0].layer

    @property
    def origin(self) -> str:
        """Its name."""
        return self.prices[0].origin

    @cached_property
    def _of(self) -> Mapping[tuple[str, str], Sequence[int]]:
        """Index of the prices by part, number and name."""
        lines: dict[tuple[str, str], list[int]] = {}
        for n, price in enumerate(self.prices):
            line = price.line
            if line.part is not None:
                lines.setdefault(("part", line.part), []).append(n)
                continue
            name = "name of an item that is not a part" if line.number else "name"
            lines.setdefault((name, line.name.casefold()), []).append(n)
            lines.setdefault(("number", _bare(line.number)), []).append(n)
        return lines

    def of(self, part: str, numbers: Iterable[str], name: str) -> Iterator[QuotedPrice]:
        """Return the prices of a part, by its key or vendor numbers, or of an item by its name."""
        names = [("part", part), *(("number", _bare(one)) for one in numbers)]
        names += [("name", name.casefold())]
        if not part:
            names += [("name of an item that is not a part", name.casefold())]
        at = {n for one in names if one[1] for n in self._of.get(one, ())}
        return (self.prices[n] for n in sorted(at))


def _bare(number: str) -> str:
    """Normalize a part number, without characters that vendors write differently."""
    return "".join(letter for letter in number.casefold() if letter.isalnum())


def unused(books: Iterable[QuoteBook], prices: Mapping[str, LinePrice]) -> Iterator[str]:
    """Return warnings of quoted items that are not purchased, or are priced in the scenario."""
    line_prices = prices.values()
    places = {one.place for of_line in line_prices for one in of_line.known}
    is_open = {
        one.place for of_line in line_prices if not of_line.counts_stated for one in of_line.known
    }
    out = {one.place for of_line in line_prices for one in of_line.known if one.why_not}
    for book in books:
        if not book.layer.is_quote:
            continue
        left = [price for price in book.prices if str(price.place) not in places]
        closed = places - is_open - out  # what is out of date, or has no rate, is said elsewhere
        beside = [price for price in book.prices if str(price.place) in closed]
        if left:
            yield f"{book.origin}: no line of the bill uses its price of {_listed(left)}"
        if beside:
            stated = f"the scenario itself states the price of {_listed(beside)}"
            yield f"{book.origin}: {stated}, which takes precedence"


def _listed(prices: Sequence[QuotedPrice]) -> str:
    """Return the names of the first unused items, and the number of the others."""
    left = list(dict.fromkeys(price.line.what for price in prices))
    more = f" and {len(left) - MOST_NAMED} more" * (len(left) > MOST_NAMED)
    return f"{', '.join(map(quoted, left[:MOST_NAMED]))}{more}"


def books_of(scenario: Scenario, catalog: Catalog) -> tuple[QuoteBook, ...]:
    """Read each quote and each price book, in order of precedence.

    All their problems are reported together.
    """
    problems: list[Problem] = []
    books = []
    for layer in OF_FILES:
        for n, name in enumerate(getattr(scenario.economics, layer.files)):
            try:
                book = _read(scenario, name, f"economics.{layer.files}.{n}", layer, catalog)
            except InputError as error:
                problems += error.problems
                continue
            problems += _unknown_parts(book.prices, catalog)
            books.append(book)
    if problems:
        raise InputError(problems)
    return tuple(books)


def _read(scenario: Scenario, name: str, at: str, layer: Layer, catalog: Catalog) -> QuoteBook:
    *first, last = layer.formats
    formats = f"{', '.join(first)} or {last}" if first else last
    file = named(scenario, name, at, formats)
    content, called = file.content(), str(file.path)
    try:
        return _book(layer.name, content, called)
    except InputError as error:
        raise InputError(
            [*error.problems, *_parts_of_refused(content, called, catalog, error)]
        ) from None


def _parts_of_refused(
    content: bytes, called: str, catalog: Catalog, error: InputError
) -> Iterator[Problem]:
    """Yield the unknown parts of a file that is refused, as far as its lines can be read."""
    from model.parts.quotes import unknown_parts

    with suppress(InputError):
        yield from unknown_parts(_document(content, called), catalog.problem_with, error.problems)


@lru_cache(maxsize=8)
def _book(layer: str, content: bytes, called: str) -> QuoteBook:
    """Read the prices of a file; unchanged contents are cached."""
    from model.parts.quotes import read_quote  # most scenarios have no quote to wait for

    return QuoteBook(tuple(read_quote(layer, _document(content, called))))


def _document(content: bytes, called: str) -> Document:
    if Path(called).suffix.casefold() in (".yaml", ".yml"):
        return read_document(content, called)
    from model.reading.price_lists import price_list  # slow to import, as it reads workbooks

    return price_list(content, called)


def _unknown_parts(prices: Iterable[QuotedPrice], catalog: Catalog) -> Iterator[Problem]:
    for price in prices:
        if price.line.part is not None and (what := catalog.problem_with(price.line.part)):
            yield Problem(price.place, "part", f"{what}; what the catalog lacks has a 'name'")
