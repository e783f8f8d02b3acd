"""The quotes and price books that a scenario names: their offers, and those that nothing takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from model.design.scenario import Scenario
from model.errors import InputError, Problem, quoted
from model.parts.catalog import Catalog
from model.parts.quotes import Layer, QuotedPrice, read_quote
from model.planning.named_files import named
from model.planning.prices.prices import KnownPrice
from model.reading.documents import read_document

MOST_NAMED = 3
FIELDS: tuple[tuple[str, Layer], ...] = (("quotes", "quote"), ("price_books", "book"))
"""The fields of the economics that name files, and the layer of each."""


def unused(
    books: Iterable[Sequence[QuotedPrice]], known: Mapping[str, Sequence[KnownPrice]]
) -> Iterator[str]:
    """Say which lines of quotes are of nothing that is bought, as a name may be misspelled, and
    which of nothing but what has a price in the scenario.
    """
    found = known.values()
    places = {one.place for of_line in found for one in of_line}
    is_open = {one.place for of_line in found if not _is_stated(of_line) for one in of_line}
    for offers in books:
        if offers[0].layer != "quote":
            continue
        left = [offer for offer in offers if str(offer.place) not in places]
        beside = [o for o in offers if o not in left and str(o.place) not in is_open]
        if left:
            yield f"{offers[0].origin}: no line of the bill takes its price of {_listed(left)}"
        if beside:
            stated = f"the scenario itself states the price of {_listed(beside)}"
            yield f"{offers[0].origin}: {stated}, which goes before"


def _is_stated(of_line: Sequence[KnownPrice]) -> bool:
    """Tell whether a line has the price that the scenario states."""
    return any(one.layer == "stated" and not one.why_not for one in of_line)


def _listed(offers: Sequence[QuotedPrice]) -> str:
    """Name the first things that are offered, and say how many more there are."""
    left = list(dict.fromkeys(offer.line.what for offer in offers))
    more = f" and {len(left) - MOST_NAMED} more" * (len(left) > MOST_NAMED)
    return f"{', '.join(map(quoted, left[:MOST_NAMED]))}{more}"


def books_of(scenario: Scenario, catalog: Catalog) -> tuple[list[QuotedPrice], ...]:
    """Read the offers of each quote and of each price book, in the order in which they count."""
    return tuple(_read_all(scenario, catalog))


def _read_all(scenario: Scenario, catalog: Catalog) -> Iterator[list[QuotedPrice]]:
    """Read each file that the scenario names; all that is wrong with them is said at once."""
    problems: list[Problem] = []
    for field, layer in FIELDS:
        for n, name in enumerate(getattr(scenario.economics, field)):
            try:
                offers = _read(scenario, name, f"economics.{field}.{n}", layer)
            except InputError as error:
                problems += error.problems
                continue
            problems += _unknown_parts(offers, catalog)
            yield offers
    if problems:
        raise InputError(problems)


def _read(scenario: Scenario, name: str, at: str, layer: Layer) -> list[QuotedPrice]:
    file = named(scenario, name, at, "YAML" if layer == "quote" else "YAML, CSV or XLSX")
    return list(_offers(layer, file.content(), str(file.path)))


@lru_cache(maxsize=8)
def _offers(layer: Layer, content: bytes, called: str) -> tuple[QuotedPrice, ...]:
    """Read the offers of a file; of a content that was read before, those that were found."""
    if Path(called).suffix.casefold() in (".yaml", ".yml"):
        return tuple(read_quote(layer, read_document(content, called)))
    from model.reading.price_lists import price_list  # what reads workbooks is slow to load

    return tuple(read_quote(layer, price_list(content, called)))


def _unknown_parts(offers: Iterable[QuotedPrice], catalog: Catalog) -> Iterator[Problem]:
    for offer in offers:
        if offer.line.part is not None and (what := catalog.problem_with(offer.line.part)):
            yield Problem(offer.place, "part", f"{what}; what the catalog lacks has a 'name'")
