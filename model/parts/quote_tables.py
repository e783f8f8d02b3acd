"""Quotes that come as tables: how a vendor writes them is proposed, checked by the user, and kept.

The result is a quote as `model.parts.quotes` reads it.
"""

import datetime
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from model.errors import Place, Problem
from model.parts.quotes import CurrencyCode
from model.reading.complaints import remedy
from model.reading.dates import day_of
from model.reading.fields import Fraction, PositiveCount, Strict
from model.reading.number_formats import currency_of
from model.reading.price_lists import (
    BESIDE,
    COLUMNS,
    OF_ITEMS,
    OF_PRICES,
    ROW_HIDDEN,
    SHEET,
    TAXES,
    ColumnName,
    column_name,
    is_total,
    line_of,
    take_shown_currency,
    take_unit,
    with_codes,
)
from model.reading.spreadsheets import Row, is_covered
from model.reading.tables import (
    ROWS_ABOVE,
    Table,
    TableOptions,
    decimal_mark_of,
    plain_number,
    read_table,
)
from model.records import dataclass, replace
from model.units.money import CODES, THOUSANDS

FIELDS = (*COLUMNS, *BESIDE)
"""Fields that a column can give."""
_TOTAL = frozenset({"total", "pieces"})
FURTHER_HEADS = (frozenset({"total"}), frozenset({"position", "price"}))
"""What the head of an offer may have beside prices."""
_BETTER = ("unit", "einzel", "unitaire", "net")
"""Words in the name of the better of two columns with prices."""
_BEST = (
    *("offer", "your", "special", "discounted", "project"),
    *("angebot", "ihr", "sonder", "projekt", "remisé"),
)
"""Words in the name of the column with the price that counts."""
NET = 2
"""Rank of a column with unit prices, or net ones."""
_WORST = ("list", "uvp", "msrp", "rrp")
"""Words in the name of a column with a price before discounts."""
_AMBIGUOUS = re.compile(r"\d{1,3}[.,]\d{3}")
_QUOTE_NUMBER = re.compile(
    r"\b(?:angebot|quote|quotation|offer|devis|offre)s?\b[\W_]{0,5}(?:nummer|nr|no|number|n°)?[\W_]{0,5}"
    r"([A-Z0-9][A-Z0-9/_-]{1,38}[A-Z0-9])",
    re.IGNORECASE,
)
_DAY = (
    r"\W{0,5}(?:\w{1,20}\W{1,5})?"
    r"([0-9]{4}-[0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}\. ?[0-9]{1,2}\. ?[0-9]{2,4})"
)
_DAYS = {
    "valid_until": re.compile(
        rf"\b(?:valid (?:until|to|through)|gültig bis|bindend bis|valable jusqu'au){_DAY}",
        re.IGNORECASE,
    ),
    "date": re.compile(rf"\b(?:date|datum|vom|stand|as of|dated|du|le){_DAY}", re.IGNORECASE),
}
_RATE = re.compile(r"(?<![\d.,])(\d{1,2}(?:[.,]\d{1,2})?) ?%")
LONGEST_LINE = 2_000
"""Characters of a row that are searched for facts on a quote."""
TAX_NOT_STATED = "the table doesn't say whether prices include tax: choose net or gross"
MARK_NOT_CLEAR = (
    "a mark before three digits may separate thousands or decimals: choose the decimal mark"
)
NO_PRICES = "no column holds prices: choose the row of the column names and the column of prices"


class TableForm(Strict):
    """How a vendor writes tables; what is empty is proposed from the table."""

    schema_: Literal["ostimate.table/1"] = Field("ostimate.table/1", alias="schema")
    """Schema version of the file."""
    sheet: Annotated[str, Field(max_length=100)] = ""
    """Sheet of a workbook."""
    head_row: PositiveCount | None = None
    """Row of the column names."""
    separator: Literal["", ",", ";", "\t", "|"] = ""
    """Separator of the cells of a text."""
    encoding: Literal["", "utf-8", "windows-1252", "utf-16", "iso-8859-15", "mac-roman"] = ""
    """Encoding of a text."""
    decimal_mark: Literal["", ".", ","] = ""
    """Decimal mark of numbers."""
    columns: Annotated[dict[str, Annotated[str, Field(max_length=200)]], Field(max_length=60)] = {}  # noqa: RUF012 - frozen
    """Names of the columns, by the fields that they give."""
    currency: CurrencyCode | None = None
    """Currency of prices that state none."""
    taxes: Literal["", "net", "gross"] = ""
    """Whether prices include value added tax."""
    vat_rate: Fraction | None = None
    """Rate of the tax in gross prices."""
    without_quantity: Literal["", "skip", "one"] = ""
    """Whether rows of an offer with a price and no quantity are left out, or count once."""


@dataclass(frozen=True, slots=True)
class TableQuote:
    """What a table says by a form: the lines of a quote, and what isn't read."""

    form: TableForm
    """The form with all proposals."""
    heads: tuple[str, ...]
    """Names of all columns."""
    lines: tuple[Mapping[str, Any], ...]
    rows: tuple[int, ...]
    """Row of each line."""
    skipped: tuple[tuple[int, str], ...]
    """Rows that aren't lines of the quote, and why."""
    questions: tuple[str, ...]
    """What the user has to decide."""
    problems: tuple[Problem, ...]
    facts: Mapping[str, str]
    """Number, date and last day, as written around the table."""

    @property
    def unread(self) -> tuple[str, ...]:
        """Columns that give nothing."""
        used = {name for field, name in self.form.columns.items() if field not in BESIDE}
        return tuple(head for head in self.heads if head not in used)

    def quote(self, **facts: str) -> dict[str, Any]:
        """Return the data of a quote; `facts` are its number, vendor and dates."""
        form = self.form
        head = {
            "schema": "ostimate.quote/1",
            **self.facts,
            **{name: value for name, value in facts.items() if value},
            "currency": form.currency,
            "taxes": form.taxes,
            "vat_rate": form.vat_rate if form.taxes == "gross" else None,
        }
        data = {name: value for name, value in head.items() if value not in (None, "")}
        return {**data, "lines": [dict(line) for line in self.lines]}


@dataclass(frozen=True, slots=True)
class ReadTable:
    """A table whose form is complete: as chosen, or else as proposed."""

    table: Table
    form: TableForm
    heads: tuple[str, ...]
    """Names of all columns that are shown."""
    columns: Mapping[str, int]
    """Columns by the fields that they give."""
    names: Mapping[str, ColumnName]
    """What the names of these columns say."""
    facts: Mapping[str, str]
    """Number, date and last day, as written around the table."""


def read_by_form(
    content: bytes,
    file: str,
    form: TableForm | None = None,
    further_heads: Sequence[frozenset[str]] = (),
) -> ReadTable:
    """Read a table by a form whose empty fields are proposed.

    Parameters
    ----------
    further_heads
        Further sets of fields of which a head of the table may have one.

    Raises
    ------
    InputError
        If no table can be read.
    """
    form = form or TableForm()
    chosen = {_name(head): field for field, head in form.columns.items()}

    def field_of(text: str) -> str:
        return chosen.get(_name(text), "") if chosen else column_name(text).field

    of_prices = frozenset(form.columns) & {"price", "price_per_capacity", "total"}
    needed = (of_prices,) if of_prices else (*OF_PRICES, _TOTAL, *further_heads)
    options = TableOptions(form.sheet, form.encoding, form.separator, form.head_row)
    table = read_table(content, file, field_of, needed, options, SHEET)
    if not table.has_known_head and form.head_row is None:
        table = _with_likely_head(table)
    heads = {
        column: " ".join(str(cell).split())
        for column, cell in table.head.cells.items()
        if column not in table.head.hidden
    }
    columns = _columns(heads, chosen)
    mark = form.decimal_mark or decimal_mark_of(_amounts(table, columns))
    if not chosen and _has_discount_twice(table, columns, mark):
        del columns["discount"]
    names = {field: _said(field, heads[column]) for field, column in columns.items()}
    around = [*table.above, *(row for row in table.rows if is_total(row, columns))]
    texts = [_line_of_text(row) for row in around]
    form = form.model_copy(
        update={
            "head_row": table.head.number,
            "separator": table.options.separator if not table.is_book else "",
            "encoding": table.options.encoding if not table.is_book else "",
            "columns": {field: heads[column] for field, column in columns.items()},
            "decimal_mark": mark,
            "taxes": form.taxes or _taxes(names, texts),
            "currency": form.currency or _currency(names, table, columns),
        }
    )
    if form.taxes == "gross" and form.vat_rate is None:
        form = form.model_copy(update={"vat_rate": _rate([*_of_prices(heads, columns), *texts])})
    return ReadTable(table, form, tuple(heads.values()), columns, names, _facts(texts))


def read_quote_table(content: bytes, file: str, form: TableForm | None = None) -> TableQuote:
    """Read a quote that came as a table, by a form whose empty fields are proposed.

    Raises
    ------
    InputError
        If no table can be read.
    """
    return _lines(read_by_form(content, file, form))


def check_columns(columns: Mapping[str, str]) -> Iterator[str]:
    """Complain about fields that no column can give."""
    for field in columns:
        if field not in FIELDS:
            yield f"'{field}' isn't a field of a quote{remedy(field, FIELDS)}"


def _name(text: str) -> str:
    return " ".join(text.split()).casefold()


def _said(field: str, head: str) -> ColumnName:
    """Return what the name of a column says that was chosen for a field."""
    found = column_name(head)
    is_price = field == "price" and found.field in ("price", "price_per_capacity")
    return found if is_price or found.field == field else ColumnName(field)


def _with_likely_head(table: Table) -> Table:
    """Choose the row with most texts without digits as the head."""
    rows = [*table.above, table.head, *table.rows]
    texts = [
        sum(isinstance(c, str) and not any(map(str.isdigit, c)) for c in row.cells.values())
        for row in rows[:ROWS_ABOVE]
    ]
    at = texts.index(max(texts))
    return replace(table, above=tuple(rows[:at]), head=rows[at], rows=tuple(rows[at + 1 :]))


def _columns(heads: Mapping[int, str], chosen: Mapping[str, str]) -> dict[str, int]:
    """Return the column of each field: as chosen, or the best one by its name."""
    found: dict[str, int] = {}
    for column, head in heads.items():
        field = chosen.get(_name(head), "") if chosen else column_name(head).field
        rank, before = _rank(head), _rank(heads.get(found.get(field, 0), ""))
        is_better = rank > before or rank == before == NET
        if field and (field not in found or (not chosen and is_better)):
            found[field] = column
    if not chosen and "description" in found and not any(one in found for one in OF_ITEMS):
        found["name"] = found.pop("description")
    return found


def _rank(head: str) -> float:
    """Rank the names of columns with prices; of equal ones, the last net one counts."""
    name = head.casefold()
    if any(word in name for word in _BEST):
        return 3
    if any(word in name for word in _WORST):
        return -1
    return NET if any(word in name for word in _BETTER) else 0


def _has_discount_twice(table: Table, columns: Mapping[str, int], mark: str) -> bool:
    """Whether prices have their discount already: that of a price in another column."""
    if not {"price", "discount"} <= set(columns):
        return False
    others = [
        column
        for column, head in table.head.cells.items()
        if column != columns["price"] and column_name(str(head)).field == "price"
    ]
    return any(
        bool(ratios := list(_ratios(table, columns, other, mark)))
        and all(math.isclose(ratio, 1, rel_tol=0.01) for ratio in ratios)
        for other in others
    )


def _ratios(table: Table, columns: Mapping[str, int], other: int, mark: str) -> Iterator[float]:
    """Give prices over those of another column after discount, of rows that have one."""
    in_percent = "%" in str(table.head.cells.get(columns["discount"], ""))
    for row in table.rows:
        price, before, discount = (
            _number(row.cells.get(column), mark)
            for column in (columns["price"], other, columns["discount"])
        )
        if not price or not before or not discount:
            continue
        is_number = not isinstance(row.cells.get(columns["discount"]), str)
        is_share = is_number and not in_percent and discount < 1
        yield price / (before * (1 - (discount if is_share else discount / 100)))


def _amounts(table: Table, columns: Mapping[str, int]) -> list[str]:
    """Return the texts in the columns of amounts."""
    used = [columns[name] for name in ("price", "price_per_capacity", "total") if name in columns]
    cells = (row.cells.get(column) for row in table.rows for column in used)
    return [cell for cell in cells if isinstance(cell, str)]


def _line_of_text(row: Row) -> str:
    return " ".join(str(cell) for _, cell in sorted(row.cells.items()))[:LONGEST_LINE]


def _taxes(names: Mapping[str, ColumnName], texts: Sequence[str]) -> Literal["", "net", "gross"]:
    said = {name.taxes for name in names.values() if name.taxes}
    if not said:
        said = {tax for tax, words in TAXES.items() if any(map(words.search, texts))}
    if len(said) != 1:
        return ""
    return "net" if said == {"net"} else "gross"


def _of_prices(heads: Mapping[int, str], columns: Mapping[str, int]) -> list[str]:
    """Return the names of the columns of prices, which may state the rate of their tax."""
    return [heads[columns[one]] for one in ("price", "price_per_capacity") if one in columns]


def _rate(texts: Sequence[str]) -> float | None:
    found = (match[1] for text in texts if "%" in text for match in _RATE.finditer(text))
    rates = {float(one.replace(",", ".")) for one in found}
    return rates.pop() / 100 if len(rates) == 1 else None


def _currency(
    names: Mapping[str, ColumnName], table: Table, columns: Mapping[str, int]
) -> str | None:
    """Return the currency of all prices, by their column's name or by the amounts."""
    said = {name.currency for name in names.values() if name.currency}
    texts = [*_amounts(table, columns), *map(_line_of_text, table.above)]
    if not said:
        said = {code for text in texts for code in _CODE.findall(with_codes(text))}
    if not said:
        shown = map(currency_of, shown_beside(table, columns))
        said = {code for text in shown for code in _CODE.findall(text)}
    return said.pop() if len(said) == 1 else None


_PRICE_UNITS = ("pe", "preiseinheit", "preis je", "price unit", "price per", "unité de prix")
"""Names of columns that say for how many pieces a price is."""


def of_several_units(row: Row, table: Table) -> Iterator[Problem]:
    """Complain about a price that is for several pieces, as a column of its own says."""
    for column, head in table.head.cells.items():
        value = row.cells.get(column)
        if _name(str(head)).rstrip(".:") in _PRICE_UNITS and _number(value, "") not in (None, 1.0):
            what = "this price is for several pieces: write the price of one, and 1 in this column"
            yield Problem(Place(table.file, row.number, column), "", what)


def shown_beside(table: Table, columns: Mapping[str, int]) -> Iterator[str]:
    """Give what the formats of amounts show beside them."""
    own = {columns[name] for name in ("price", "total") if name in columns}
    for row in table.rows:
        yield from (text for column, text in row.shown.items() if column in own)


_CODE = re.compile(rf"\b({'|'.join(CODES)})\b")


def _facts(texts: Sequence[str]) -> dict[str, str]:
    """Find the number and the days of a quote in the texts around its table."""
    found: dict[str, str] = {}
    for text in texts:
        number = _QUOTE_NUMBER.search(text)
        if number and any(map(str.isdigit, number[1])):
            found.setdefault("number", number[1])
        for name, pattern in _DAYS.items():
            if match := pattern.search(text):
                found.setdefault(name, _iso(match[1]))
    return {name: value for name, value in found.items() if value}


def _iso(text: str) -> str:
    try:
        return str(day_of(text))
    except ValueError:
        return ""


def _lines(read: ReadTable) -> TableQuote:
    """Read the rows of a table by a complete form."""
    table, form, columns, names = read.table, read.form, read.columns, read.names
    problems: list[Problem] = []
    lines: list[Mapping[str, Any]] = []
    rows: list[int] = []
    skipped: list[tuple[int, str]] = []
    seen: dict[tuple[Any, ...], Any] = {}
    used = {column for name, column in columns.items() if name not in BESIDE}
    for row in table.rows:
        if is_covered(row, used):  # what else is missing there follows from that
            problems += (row.wrong[one] for one in used & row.wrong.keys())
            continue
        wrong: list[Problem] = [*of_several_units(row, table)]
        line = line_of(row, columns, names, table, wrong, form.decimal_mark, form.currency)
        if "price" not in line and "price_per_capacity" not in line:
            line.update(_from_total(row, columns, names, form.decimal_mark))
            if "price" in line:
                take_shown_currency(row, columns["total"], line, table, wrong, form.currency)
                take_unit(row, columns, line, table, wrong, form.currency)
        if what := _other_total(row, columns, form.decimal_mark):
            wrong.append(Problem(Place(table.file, row.number, columns["price"]), "price", what))
        key = (*(line.get(name) for name in OF_ITEMS), line.get("from"), line.get("date"))
        amount = (line.get("price"), line.get("price_per_capacity"))
        if is_total(row, columns):
            why = "a total"
        elif not any(line.get(name) for name in OF_ITEMS):
            why = "no item"
        elif amount == (None, None) and not wrong:
            why = "no price"
        elif not wrong and _is_free(line):
            why = "it costs nothing, and no note says why"
        elif not wrong and seen.get(key) == amount:
            why = "the same price again"
        else:
            seen[key] = amount
            if row.is_hidden:
                wrong.append(Problem(Place(table.file, row.number, 1), "", ROW_HIDDEN))
            problems += wrong
            lines.append(line)
            rows.append(row.number)
            continue
        skipped.append((row.number, why))
    questions = []
    if not lines:
        questions.append(NO_PRICES)
    if not form.taxes:
        questions.append(TAX_NOT_STATED)
    questions += _other_taxes(read)
    if not form.decimal_mark and any(map(_AMBIGUOUS.fullmatch, _bare(_amounts(table, columns)))):
        questions.append(MARK_NOT_CLEAR)
    return TableQuote(
        form,
        read.heads,
        tuple(lines),
        tuple(rows),
        tuple(skipped),
        tuple(questions),
        tuple(dict.fromkeys(problems)),
        read.facts,
    )


_NOTHING = re.compile(r"-?0+(?:\.0+)?(?: [A-Z]{3})?(?:/.+)?")
_ALL = re.compile(r"1(?:\.0+)?|100(?:\.0+)? ?%")


def _is_free(line: Mapping[str, Any]) -> bool:
    """Whether an item costs nothing, by its price or its discount, and no note says why."""
    price = str(line.get("price", line.get("price_per_capacity", "")))
    is_free = _NOTHING.fullmatch(price) or _ALL.fullmatch(str(line.get("discount", "")))
    return bool(is_free) and not line.get("note")


def _other_taxes(read: ReadTable) -> Iterator[str]:
    """Ask where the names of columns, or texts above them, say other taxes than the form."""
    prices = ("price", "price_per_capacity", "total")
    used = {name: one for name, one in read.names.items() if name in prices}
    stated, where = _taxes(used, ()), "the name of a column"
    if not stated and "taxes" not in read.columns:
        stated = _taxes({}, [_line_of_text(row) for row in read.table.above])
        where = "the text above the table"
    if stated and read.form.taxes and stated != read.form.taxes:
        yield (
            f"{where} says {stated} prices, and {read.form.taxes} ones are chosen: choose "
            f"{stated}, choose another column of prices, or correct the table"
        )


FACTOR = 5
"""Factor between a total and price x pieces from which the price is one of other units."""


def _other_total(row: Row, columns: Mapping[str, int], mark: str) -> str:
    """Say that a row's total is far from price x pieces: the price is for several, or of a line."""
    if not set(columns) >= {"price", "pieces", "total"}:
        return ""
    price, pieces, total = (
        _number(row.cells.get(columns[name]), mark) for name in ("price", "pieces", "total")
    )
    if not price or not pieces or not total or 1 / FACTOR < total / (price * pieces) < FACTOR:
        return ""
    return (
        f"{price:g} x {pieces:g} pieces is far from the row's total of {total:g}: write the price "
        "of one piece, or choose no column for the total"
    )


def _bare(cells: Sequence[str]) -> list[str]:
    """Return amounts without their currency."""
    return [re.sub(r"[^\d.,]", "", cell) for cell in cells]


def _from_total(
    row: Row, columns: Mapping[str, int], names: Mapping[str, ColumnName], mark: str
) -> dict[str, Any]:
    """Return the unit price of a row that has only a total and a number of pieces."""
    if not set(columns) >= _TOTAL:
        return {}
    total, pieces = (_number(row.cells.get(columns[name]), mark) for name in ("total", "pieces"))
    if total is None or not pieces:
        return {}
    name = names["total"]
    line: dict[str, Any] = {"price": round(total / pieces, 4)}
    found = {"currency": name.currency, "taxes": name.taxes}
    return line | {key: value for key, value in found.items() if value}


def _number(cell: object, mark: str) -> float | None:
    if isinstance(cell, bool | datetime.date):
        return None
    if isinstance(cell, str):
        text = re.sub(r"[^\d.]", "", plain_number(cell, mark))
        try:
            return None if re.fullmatch(THOUSANDS, text) and not mark else float(text)
        except ValueError:
            return None
    return float(cell) if isinstance(cell, int | float) else None
