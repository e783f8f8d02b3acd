"""The price list of a plan: what its own price books say, and what a buyer has yet to ask.

Read back as a price book it says the same; rows without a price say nothing.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence

from model.answers.prices import why_free
from model.answers.results import Results
from model.parts.price_layers import TYPED
from model.parts.quotes import row_of
from model.planning.prices.layers import PriceLayers
from model.planning.supply import Line
from model.reading.price_lists import BESIDE, COLUMNS, TEXTS, amount, guarded
from model.units.figures import grouped
from model.units.money import minor_digits

Row = dict[str, str | float]
HEADS = (*COLUMNS[:3], "description", "pieces", *COLUMNS[3:], "seen")
"""The columns of a list that is to be filled in: those that are read, and what helps beside."""
assert set(HEADS) - set(COLUMNS) < set(BESIDE)


STATED = ": entered in the scenario, so list prices are ignored"
"""Said of a price that goes before what a list says."""


def price_rows(results: Results) -> list[Row]:
    """Return the rows: first the buyer's own prices, then the lines without one."""
    plan = results.plan
    layers = PriceLayers(plan.scenario, plan.catalog)
    own = [price for book in layers.books if book.layer == TYPED for price in book.prices]
    return [*map(row_of, own), *_to_ask(results)]


def _to_ask(results: Results) -> Iterator[Row]:
    """Give a row for each thing that is bought and in none of the buyer's price books."""
    found: dict[str, list[Line]] = {}
    for line in results.plan.lines:
        if line.owned != "all":
            found.setdefault(line.listed_as, []).append(line)
    for key, lines in found.items():
        layers = {one.layer for one in results.plan.prices[lines[0].path].known}
        if TYPED in layers:
            continue
        counts = [results[line.pieces_bought] for line in lines]
        named: Row = {"part": key} if lines[0].part else {"name": key}
        pieces = sum(n for n in counts if n is not None)
        price = current_prices_text(results, lines)
        yield {**named, "description": lines[0].name, "pieces": pieces, "seen": price}


def current_prices_text(results: Results, lines: Sequence[Line]) -> str:
    """Return the prices of lines of one part; several, with their pieces, if these differ."""
    pieces: dict[str, float] = {}
    for line in lines:
        text = current_price_text(results, line)
        pieces[text] = pieces.get(text, 0.0) + (results[line.pieces_bought] or 0.0)
    if len(pieces) == 1:
        return next(iter(pieces))
    whole = grouped(sum(pieces.values()))
    return "; ".join(f"{text} ({grouped(count)} of {whole})" for text, count in pieces.items())


def current_price_text(results: Results, line: Line) -> str:
    """Return the net price that the plan currently uses, to compare offers with, as the bill does.

    A piece that the price of another includes has none of its own.
    """
    known = results.plan.provenance.get((line.path, "unit_price"))
    price = results[line.path, "net_unit_price"]
    if price is None:
        return "unknown"
    if free := why_free(results, line):
        return free
    currency = results.plan.scenario.economics.currency
    status = known.status if known is not None else "by offers"
    stated = line.piece.price
    goes_before = stated is not None and not stated.yields and known and known.field
    return f"{price:.{minor_digits(currency)}f} {currency}, {status}{STATED if goes_before else ''}"


def as_csv(rows: Sequence[Row]) -> str:
    """Return rows as CSV in which no spreadsheet finds a formula."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(HEADS)
    writer.writerows([_cell(name, row.get(name, "")) for name in HEADS] for row in rows)
    return buffer.getvalue()


def _cell(name: str, value: str | float) -> str:
    if isinstance(value, str):
        return guarded(value) if name in (*TEXTS, *BESIDE) else value
    return amount(value) if name == "price" else repr(value)


def as_yaml(rows: Sequence[Row]) -> str:
    """Return rows as a price book; lines without a price are comments."""
    lines = [f"- {_mapping(_priced(row))}\n" for row in rows if _has_price(row)]
    comments = [f"# {_comment(row)}\n" for row in rows if not _has_price(row)]
    return "".join(("schema: ostimate.prices/1\nlines:\n", *lines, *comments))


def _has_price(row: Row) -> bool:
    return "price" in row or "price_per_capacity" in row


def _priced(row: Row) -> Row:
    found = dict(row)
    if "price" in row:
        found["price"] = f"{amount(float(row['price']))} {row['currency']}"
    return {name: found[name] for name in COLUMNS if name in found and name != "currency"}


def _mapping(row: Row) -> str:
    """Write a mapping in one line; as JSON writes texts, none of them is read as a number."""
    return f"{{{', '.join(f'{k}: {json.dumps(v, ensure_ascii=False)}' for k, v in row.items())}}}"


def _comment(row: Row) -> str:
    name = "part" if "part" in row else "name"
    entry = _mapping({name: row[name], "price": "", "date": ""})
    pieces = float(row["pieces"])
    return f"- {entry}  # {pieces:.0f} piece{'s' * (pieces != 1)}; {row['seen']}"
