"""Price lists as tables: CSV files, and workbooks that spreadsheet programs write.

Each row is a price; the columns are called as the fields of a price book are, or as vendors call
them.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import field
from decimal import Decimal
from typing import Any

from model.errors import InputError, Place, Problem, quoted
from model.reading.complaints import remedy
from model.reading.documents import Document, Path, scalar, unprintable
from model.reading.number_formats import CURRENCY_SIGNS, PERCENT, currency_of, is_of_several, may_be
from model.reading.spreadsheets import PRICES, Row, is_covered
from model.reading.tables import (
    LONGEST_AMOUNT,
    LONGEST_NAME,
    Table,
    check_widths,
    plain_number,
    read_table,
)
from model.records import NamedTuple, dataclass
from model.units.money import ASK_CURRENCY, ASK_POINT, THOUSANDS

SHEET = PRICES
"""The sheet of a workbook that is read, if there is one of that name; else its only one."""
COLUMNS = (
    "part",
    "number",
    "name",
    "from",
    "price",
    "price_per_capacity",
    "currency",
    "discount",
    "taxes",
    "vat_rate",
    "date",
    "valid_until",
    "lead_time",
    "includes",
    "source",
    "confidence",
    "note",
)
"""The columns of a price list, by the fields that they give."""
TEXTS = ("part", "number", "name", "taxes", "includes", "source", "confidence", "note", "currency")
DATES = ("date", "valid_until")
MAY_HOLD_DATES = (*DATES, "source", "includes", "note")
"""The columns in which a date is read; one elsewhere is a cell that a program took for a date."""
BESIDE = ("description", "pieces", "unit", "seen", "total", "position")
"""Columns that help who fills the list, and aren't read."""
OTHER_NAMES = {
    other: name
    for name, others in {
        "price": "unit price, price per unit, price per piece, price each, list price, "
        "unit cost, each, "
        "preis, einzelpreis, stückpreis, listenpreis, nettopreis, bruttopreis, "
        "offer price, offered price, your price, special price, discounted price, project price, "
        "angebotspreis, ihr preis, sonderpreis, projektpreis, prix remisé, "
        "ep, e-preis, vk, preis/stück, preis/stk, "
        "preis je stück, prix, prix unitaire, pu, "
        "p u",
        "price_per_capacity": "price per capacity, price per tb, preis je tb, preis pro tb, "
        "preis/tb, price/tb, prix par to, prix/to",
        "number": "part number, part no, part #, article number, article no, item number, "
        "item no, sku, mpn, manufacturer part number, mfr part no, product number, product no, "
        "product code, artikelnummer, artikelnr, artikel-nr, artikel nr, art-nr, art nr, "
        "herstellernummer, hersteller-nr, hersteller nr, teilenummer, bestellnummer, best-nr, "
        "référence, reference, ref, réf, code article",
        "name": "item, product, artikel, produkt, article, désignation, designation, produit",
        "description": "bezeichnung, beschreibung, item description, product description, text, "
        "artikelbezeichnung, produktbezeichnung, libellé",
        "from": "min quantity, minimum quantity, min qty, moq, mindestmenge, ab menge, "
        "staffel, ab stück, quantité minimum",
        "pieces": "quantity, qty, quantities, count, menge, anzahl, stück, stk, stückzahl, "
        "quantité, qté, nombre",
        "unit": "uom, einheit, me, unité",
        "total": "total price, line total, amount, extended price, ext price, sum, "
        "gesamtpreis, gesamt, summe, betrag, gp, g-preis, "
        "montant, prix total",
        "position": "pos, line, no, nr, #, item #, lfd nr, ligne",
        "currency": "cur, ccy, währung, devise",
        "discount": "rabatt, disc, disc %, discount %, rabatt %, remise",
        "vat_rate": "vat, mwst, ust, mwst-satz, mwst %, vat %, tva",
        "date": "price date, datum, preisdatum, angebotsdatum, quote date",
        "valid_until": "valid to, valid through, expires, expiry, gültig bis, preis gültig bis, "
        "valable jusqu'au",
        "lead_time": "delivery time, delivery, lieferzeit, délai, délai de livraison",
        "note": "remark, remarks, notes, comment, comments, bemerkung, bemerkungen, hinweis, "
        "remarque",
        "includes": "included, inklusive, inkl, inclus",
    }.items()
    for other in others.split(", ")
}
"""What vendors call these columns, in English, German and French."""
_BRACKET = re.compile(r"\s*[(\[]\s*([^()\[\]]*?)\s*[)\]]")
_LAST_MONEY = re.compile(
    r"(?:^|\s+)(?:in\s+)?((?:[A-Z]{3}|[€£$])(?:\s*(?:/|per|je|pro)\s*[A-Za-zéèü]+\.?)?)$"
)
_MONEY = re.compile(r"(?:([A-Z]{3})|([€£$]))(?:\s*(?:/|per|je|pro)\s*(.+))?")
_CURRENCY = re.compile(r"[A-Z]{3}")
_SIGN = re.compile("|".join(map(re.escape, CURRENCY_SIGNS)))
_CAPACITY = re.compile(r"[KMGTP]i?[BO]", re.IGNORECASE)
_PER_CAPACITY = re.compile(r"(.*\d.*?)\s*(?:/|per|je|pro)\s*([KMGTP]i?[BO])", re.IGNORECASE)
_PIECE = ("piece", "pc", "unit", "each", "stück", "stk", "st", "pièce", "")
_PER = re.compile(r"(?:/|\b(?:per|je|pro)\b)(.*)", re.IGNORECASE)
_PIECES_SHOWN = frozenset(
    {
        *(*_PIECE, "1", "one", "each", "ea", "item", "items", "units", "c62", "h87", "-", "\u2013"),
        *(
            "pcs",
            "pc(s)",
            "pieces",
            "piece(s)",
            "pce",
            "pces",
            "nos",
            "licence",
            "license",
            "lump sum",
        ),
        *("stücke", "stück(e)", "stueck", "stck", "lizenz", "pauschal", "pauschale", "psch"),
        *("pièces", "pièce(s)", "u", "unité", "unités", "forfait"),
    }
)
"""What formats and columns of units call one piece, or nothing, in English, German and French."""
_BARE_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_BEFORE_UNIT = re.compile(r"^(?:/|per\b|je\b|pro\b|par\b)\s*", re.IGNORECASE)
_ONE = re.compile(r"1(?:\.0)?\s*x?\s*(?=[^\W\d])")
"""What may stand before one piece, as in '1 pc'."""
_PACKS = (
    r"(?:packs?|packages?|pkgs?|pks?|packung(?:en)?|vpe|ve|box(?:es)?|cartons?|kartons?|gebinde|bundles?|"
    r"sets?|trays?|pallets?|paletten?|lots?|boîtes?|paquets?)"
)
LONGEST_REMARK = 1_000
"""Characters of a remark or a description that are searched for packs."""
_SEVERAL = r"(?:[2-9]|[1-9]\d{1,3})"
_OF_PACK = re.compile(
    r"(?<![\w.,-])(?:"
    rf"(?:per|je|pro|par)\s+{_PACKS}|"
    rf"(?:per|je|pro|par)\s+{_SEVERAL}\s?(?:pcs?|pieces|stk|stück|units|pièces)|"
    rf"{_PACKS}\s+(?:of|à|a|zu|mit|von|de)\s+{_SEVERAL}|"
    rf"(?:vpe|ve)[ :=]{{1,3}}{_SEVERAL}|"
    rf"{_SEVERAL}er[\s\u2010-]?{_PACKS}|"
    rf"{_SEVERAL}[\s\u2010-](?:pcs?\s|stück\s?|stk\.?\s)?(?:packs?|packung|vpe)"
    r")(?![\w-]|[.,]\d)",
    re.IGNORECASE,
)
"""Words for a price of several pieces in a remark or a description."""
_TIMES = {
    "days": ("days", "day", "tag", "tage", "tagen", "jour", "jours"),
    "weeks": ("weeks", "week", "woche", "wochen", "semaine", "semaines"),
    "months": ("months", "month", "monat", "monate", "monaten", "mois"),
}
_LEAD_TIME = re.compile(
    r"(?:(?:ca\.?|approx\.?|about|etwa|environ)\s*)?(?:\d+(?:[.,]\d+)?\s*(?:-|\u2013|to|bis|à)\s*)?"
    r"(\d+(?:[.,]\d+)?)\s*([A-Za-zäöüé]+\.?)"
)
"""A lead time, or the longest of a range, and its unit."""
_VAT = r"(?:\d{1,2}(?:[.,]\d{1,2})? ?% ?)?(?:vat|mwst|ust|tva|tax(?:es)?)\b\.?"
TAXES = {
    "net": re.compile(
        r"\b(?:netto|net|ht|hors taxes?|"
        rf"(?:excl(?:uding)?|exkl|ex|without|plus|zzgl|ohne)\b\.? ?{_VAT})(?!\w)",
        re.IGNORECASE,
    ),
    "gross": re.compile(
        rf"\b(?:brutto|gross|ttc|(?:incl(?:uding)?|inc|inkl|with|mit)\b\.? ?{_VAT})(?!\w)",
        re.IGNORECASE,
    ),
}
"""What says in a column name whether prices include tax."""
OF_ITEMS = ("part", "number", "name")
OF_PRICES = (frozenset({"price"}), frozenset({"price_per_capacity"}))
"""What a head has at least."""
TOTALS = re.compile(
    r"\W*(?:(?:sub|grand |net |gross )?total(?: (?:net|gross|price|amount|ht|ttc))?|sum|"
    r"(?:gesamt|zwischen|netto|brutto|end|teil)?summe(?: (?:netto|brutto))?|"
    r"(?:gesamt|rechnungs|netto|brutto|end)betrag|gesamt(?:preis)?(?: (?:netto|brutto))?|"
    r"übertrag|sous-total|montant total|"
    r"(?:plus |zzgl\.? |incl\.? |inkl\.? )?(?:\d+(?:[.,]\d+)? ?% ?)?"
    r"(?:vat|mwst|ust|mehrwertsteuer|umsatzsteuer|tva|tax)(?: .{0,12})?)\W*",
    re.IGNORECASE,
)
"""Texts of rows that sum up others."""
COLUMN_HIDDEN = "this column is hidden: show it, or remove it"
ROW_HIDDEN = "this row is hidden: show it, or remove it"
LAST_YEAR = 2999
"""Numbers up to this one are years where dates stand; larger ones are days of a spreadsheet."""


@dataclass(frozen=True)
class TableDocument(Document):
    """What a table says: its lines, each with the row and the columns that they stand in."""

    rows: tuple[int, ...] = field(default=(), repr=False)
    columns: Mapping[str, int] = field(default_factory=dict, repr=False)

    def place(self, path: Path = ()) -> Place:
        """Where the field at `path` stands."""
        if len(path) < 2:
            return Place(self.file)
        column = self.columns.get(str(path[2]), 1) if len(path) > 2 else 1
        return Place(self.file, self.rows[int(path[1])], column)


class ColumnName(NamedTuple):
    """What the name of a column says."""

    field: str
    currency: str = ""
    per: str = ""
    """Unit of capacity of its prices, such as TB."""
    taxes: str = ""


def price_list(content: bytes, file: str) -> TableDocument:
    """Read a price list, as a workbook or as CSV text; it holds what is wrong in its cells.

    Raises
    ------
    InputError
        With everything that keeps the table from being read.
    """
    table = read_table(content, file, lambda text: column_name(text).field, OF_PRICES, sheet=SHEET)
    return _document(table)


FORMULA = ("=", "+", "-", "@")
"""How texts begin that a spreadsheet program would take for a formula."""
GUARD = "'"


def guarded(text: str) -> str:
    """Keep a spreadsheet program from taking a text in CSV for a formula."""
    return f"{GUARD}{text}" if text.lstrip(GUARD).startswith(FORMULA) else text


def unguarded(text: str) -> str:
    """Give a text as it was before it was guarded."""
    is_guarded = text.startswith(GUARD) and text.lstrip(GUARD).startswith(FORMULA)
    return text.removeprefix(GUARD) if is_guarded else text


def amount(value: float) -> str:
    """Write an amount so that nobody can take its point for a mark between thousands."""
    text = format(Decimal(repr(value)), "f")
    return f"{text}0" if re.fullmatch(THOUSANDS, text) else text


def column_name(text: str) -> ColumnName:
    """Read the name of a column: its field, and the currency, unit and tax that it says.

    >>> column_name("Unit Price (USD)").currency, column_name("Preis je TB [€] netto").per
    ('USD', 'TB')
    """
    whole = " ".join(text.split())
    if len(whole) > LONGEST_NAME:
        return ColumnName("")
    if field := _field(whole):
        return _with_unit(ColumnName(field), whole)
    brackets = _BRACKET.findall(whole)
    bare = _BRACKET.sub("", whole)
    taxes = next((name for name, words in TAXES.items() if words.search(whole)), "")
    for words in TAXES.values():
        bare = " ".join(words.sub(" ", bare).split())
        brackets = [one for one in brackets if not words.fullmatch(one)]
    if last := _LAST_MONEY.search(bare):
        brackets.append(last[1])
        bare = bare[: last.start()]
    field = _field(bare)
    if not field and not bare and any("/" in one for one in brackets):  # EUR/TB
        field = "price"
    name = _with_unit(ColumnName(field), whole)
    if field == "lead_time":
        return name._replace(per=next(filter(None, map(_unit_of_time, brackets)), ""))
    if field not in _PRICES:
        return name
    name = name._replace(taxes=taxes)
    for one in brackets:
        name = _priced_in(name, one)
    return name


_PRICES = ("price", "price_per_capacity", "total")


def _words(text: str) -> str:
    return " ".join(re.sub(r"[._:*-]", " ", text.casefold()).split())


def _field(text: str) -> str:
    words = _words(text)
    name = words.replace(" ", "_")
    return name if name in COLUMNS or name in BESIDE else _FIELDS.get(words, "")


_FIELDS = {_words(other): name for other, name in OTHER_NAMES.items()}


def _unit_of_time(text: str) -> str:
    return next((unit for unit, words in _TIMES.items() if text.casefold() in words), "")


def _with_unit(name: ColumnName, whole: str) -> ColumnName:
    unit = _CAPACITY.findall(whole) if name.field == "price_per_capacity" else ()
    taxes = next((t for t in ("netto", "brutto") if whole.casefold().startswith(t)), "")
    if name.field in _PRICES and taxes:
        name = name._replace(taxes="net" if taxes == "netto" else "gross")
    return name._replace(per=_of_bytes(unit[-1])) if unit else name


def _of_bytes(unit: str) -> str:
    """Write a unit of capacity as it is read; French has octets."""
    return f"{unit[:-1].upper().replace('I', 'i')}B".replace("KB", "kB")


def _priced_in(name: ColumnName, text: str) -> ColumnName:
    """Return what a bracket says of prices; no field if it isn't known."""
    if _words(text) in ("each", "per unit", "per piece", "pro stück", "je stück"):
        return name
    money = _MONEY.fullmatch(text)
    if money is None:
        return ColumnName("")
    name = name._replace(currency=money[1] or CURRENCY_SIGNS[money[2]])
    per = (money[3] or "").strip(" .")
    if per.casefold() in _PIECE:
        return name
    if _CAPACITY.fullmatch(per) and name.field != "total":
        return name._replace(field="price_per_capacity", per=_of_bytes(per))
    return ColumnName("")


def _columns(table: Table) -> tuple[dict[str, int], dict[str, ColumnName]]:
    """Return the column of each field of a list, and what their names say."""
    names = {column: column_name(str(cell)) for column, cell in table.head.cells.items()}
    called = {
        column: name.field or _words(str(table.head.cells[column])).replace(" ", "_")
        for column, name in names.items()
    }
    if not table.has_known_head:
        what = "no column is called 'price': name the columns in the first line, as in "
        raise InputError([Problem(Place(table.file), "", f"{what}part, price, date")])
    columns = _fields(called, table.head.number, table.file)
    return columns, {names[column].field: names[column] for column in columns.values()}


def _fields(names: Mapping[int, str], row: int, file: str) -> dict[str, int]:
    problems = []
    columns: dict[str, int] = {}
    for column, name in names.items():
        place = Place(file, row, column)
        if name in columns:
            problems.append(Problem(place, "", f"the column '{name}' occurs twice: keep one"))
        elif name in COLUMNS or name in BESIDE:
            columns[name] = column
        else:
            called = "" if any(map(str.isdigit, name)) else f" {quoted(name)}"  # or an amount
            problems.append(Problem(place, "", f"unknown column{called}{remedy(name, COLUMNS)}"))
    if problems:
        raise InputError(problems)
    return columns


def _document(table: Table) -> TableDocument:
    if not table.is_book:
        check_widths(table)
    columns, names = _columns(table)
    used = {column for name, column in columns.items() if name not in BESIDE}
    problems = list(_hidden_columns(table, used))
    lines: list[dict[str, Any]] = []
    numbers: list[int] = []
    for row in table.rows:
        if is_total(row, columns):
            continue
        if is_covered(row, used):  # what else is missing there follows from that
            problems += (row.wrong[one] for one in used & row.wrong.keys())
            continue
        line = line_of(row, columns, names, table, problems)
        if "price" in line or "price_per_capacity" in line:  # the rows that nobody filled in
            lines.append(line)
            numbers.append(row.number)
            if row.is_hidden:
                problems.append(Problem(Place(table.file, row.number, 1), "", ROW_HIDDEN))
        elif "discount" in line and not _is_share(line["discount"]):
            place = Place(table.file, row.number, columns["discount"])
            problems.append(Problem(place, "discount", NO_SHARE))
    if problems and not lines:
        raise InputError(problems)
    if not lines:
        what = "no row has a price: fill in the column 'price'"
        raise InputError([Problem(Place(table.file), "", what)])
    return TableDocument(
        {"lines": lines},
        table.file,
        problems=tuple(dict.fromkeys(problems)),
        rows=tuple(numbers),
        columns=columns,
    )


NO_SHARE = (
    "this is no discount, and the row has no price: write the price in its column, and a discount "
    "as a share from 0 to 1, or '12 %'"
)


def _is_share(value: object) -> bool:
    """Whether a discount is a share, or is called percent."""
    return 0 <= value <= 1 if isinstance(value, int | float) else PERCENT in str(value)


def _hidden_columns(table: Table, used: Set[int]) -> Iterator[Problem]:
    """Complain about columns with values that whoever opens the list doesn't see."""
    for column in sorted(used & table.head.hidden):
        if any(column in row.cells for row in table.rows):
            yield Problem(Place(table.file, table.head.number, column), "", COLUMN_HIDDEN)


def is_total(row: Row, columns: Mapping[str, int]) -> bool:
    """Whether a row sums up others: it is of no item, or of one that is called a total."""
    named = (row.cells.get(columns.get(one, 0)) for one in OF_ITEMS)
    texts = list(filter(None, named))
    totals = [isinstance(one, str) and TOTALS.fullmatch(one) for one in texts or row.cells.values()]
    return all(totals) if texts else any(totals)


def line_of(
    row: Row,
    columns: Mapping[str, int],
    names: Mapping[str, ColumnName],
    table: Table,
    problems: list[Problem],
    decimal_mark: str | None = None,
    table_currency: str | None = None,
) -> dict[str, Any]:
    """Return the fields of a price in a row; empty ones are left out.

    Without a stated decimal mark ('' if there is none in the table), numbers of workbooks must be
    numbers, and ambiguous amounts are refused.
    """
    used = {column for name, column in columns.items() if name not in BESIDE}
    problems += [problem for column, problem in row.wrong.items() if column in used]
    line = dict(_line(row, columns, table, problems, decimal_mark))
    for name in ("price", "price_per_capacity"):
        head = names.get(name, ColumnName(name))
        value = line.get(name)
        is_short = isinstance(value, str) and len(value) <= LONGEST_AMOUNT
        per = _PER_CAPACITY.fullmatch(str(value)) if is_short else None
        if per and name == "price":
            line["price_per_capacity"] = f"{per[1]}/{_of_bytes(per[2])}"
            del line["price"]
        currency = head.currency
        if name in line and head.taxes:
            line.setdefault("taxes", head.taxes)
        if name in line and currency and line.setdefault("currency", currency) != currency:
            what = f"the head says {currency}: write amounts in it, or name no currency there"
            place = Place(table.file, row.number, columns["currency"])
            problems.append(Problem(place, "currency", what))
        if name in line:
            take_shown_currency(row, columns.get(name, 0), line, table, problems, table_currency)
        if name in line and head.per and "/" not in str(line[name]):
            amount = f"{value!r}" if isinstance(value, int | float) else f"{value}"
            code = line.get("currency", "")
            amount = amount if any(map(str.isalpha, amount)) else f"{amount} {code}"
            line[name] = f"{amount.strip()}/{head.per}"
    if "price" in line:
        take_unit(row, columns, line, table, problems, table_currency)
    unit = names.get("lead_time", ColumnName("")).per
    if unit and isinstance(line.get("lead_time"), int | float):
        line["lead_time"] = f"{line['lead_time']} {unit}"
    for name in ("discount", "vat_rate"):
        if name in line and PERCENT in str(table.head.cells.get(columns[name], "")):
            _take_percent(row, columns[name], line, name)
    if isinstance(line.get("lead_time"), str):
        line["lead_time"] = _in_english(line["lead_time"])
    return line


def _in_english(time: str) -> str:
    """Write a lead time as it is read; of a range, the longest time.

    >>> _in_english("4 Wochen"), _in_english("4-6 weeks"), _in_english("KW 12")
    ('4 weeks', '6 weeks', 'KW 12')
    """
    found = _LEAD_TIME.fullmatch(time.strip())
    if found is None:
        return time
    unit = found[2].casefold().rstrip(".")
    known = next((name for name, words in _TIMES.items() if unit in (*words, words[0][:-1])), "")
    return f"{found[1].replace(',', '.')} {known}" if known else time


def _take_percent(row: Row, column: int, line: dict[str, Any], name: str) -> None:
    """Read a number below a head with '%' as percent, unless its cell shows a share as percent."""
    value = line[name]
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    text = plain_number(value) if isinstance(value, str) else f"{value:.10g}" if is_number else ""
    if _BARE_NUMBER.fullmatch(text) and PERCENT not in row.shown.get(column, ""):
        line[name] = f"{text} {PERCENT}"


def take_unit(
    row: Row,
    columns: Mapping[str, int],
    line: dict[str, Any],
    table: Table,
    problems: list[Problem],
    table_currency: str | None,
) -> None:
    """Take what the price of a row is for: one piece, or a capacity; refuse what may be several."""
    column = columns.get("unit", 0)
    cell = " ".join(str(row.cells.get(column) or "").split())
    if not cell:
        problems += _of_packs(row, columns, table)
        return
    unit = _BEFORE_UNIT.sub("", cell).strip(" .").casefold()
    if _CAPACITY.fullmatch(unit):
        price, code = line.pop("price"), line.get("currency", table_currency or "")
        amount = str(price) if any(map(str.isalpha, str(price))) else f"{price} {code}".strip()
        line["price_per_capacity"] = f"{amount}/{_of_bytes(unit.upper())}"
    elif _ONE.sub("", unit, count=1) not in _PIECES_SHOWN:
        what = f"this price is per {quoted(cell)}: write the price of one piece, and 'piece' here"
        problems.append(Problem(Place(table.file, row.number, column), "price", what))


def _of_packs(row: Row, columns: Mapping[str, int], table: Table) -> Iterator[Problem]:
    """Ask about a price beside words for several pieces.

    A name is what the scenario calls an item, unless the row has its key or number.
    """
    has_key = any(row.cells.get(columns.get(name, 0)) for name in ("part", "number"))
    for name in ("description", "note", "name") if has_key else ("description", "note"):
        text = row.cells.get(columns.get(name, 0))
        if isinstance(text, str) and (found := _OF_PACK.search(text[:LONGEST_REMARK])):
            what = (
                f"{quoted(found[0])} may mean a price of several pieces: write the price of one "
                "piece, and 'piece' in a column 'unit'"
            )
            yield Problem(Place(table.file, row.number, columns[name]), name, what)


def take_shown_currency(
    row: Row,
    column: int,
    line: dict[str, Any],
    table: Table,
    problems: list[Problem],
    currency: str | None = None,
) -> None:
    """Take the currency that the format of a price shows; refuse one that the row contradicts.

    A sign of several currencies is that of the row, or else of the table.
    """
    is_number = isinstance(row.cells.get(column), int | float)
    shown = row.shown.get(column, "") if is_number else ""
    default = "net" if currency is None else ""  # the form of a table states its taxes
    if shown and (what := _contradiction(shown, line, default)):
        what = f"the format of the cell shows {what}"
        problems.append(Problem(Place(table.file, row.number, column), "price", what))
    code, stated = currency_of(shown), line.get("currency", currency or "")
    if not shown or may_be(shown, stated):
        return
    place = Place(table.file, row.number, column)
    if is_of_several(shown):
        what = f"the format of the cell shows {quoted(shown)}, and no currency: state it in the row"
        problems.append(Problem(place, "currency", what))
    if not _CURRENCY.fullmatch(code):
        return
    own = line.setdefault("currency", code)
    if own != code:
        what = f"the format of the cell shows {code}, the row is in {own}: make them the same"
        problems.append(Problem(place, "currency", what))


def _contradiction(shown: str, line: Mapping[str, Any], taxes_of_list: str) -> str:
    """Say what a format shows beside a price that the row contradicts; empty if nothing."""
    rest, stated = shown, line.get("taxes", taxes_of_list)
    for taxes, words in TAXES.items():
        if words.search(rest):
            if stated in TAXES and stated != taxes:
                return f"taxes as {taxes}, the row is {stated}: make them the same"
            rest = words.sub("", rest)
    if PERCENT in rest:
        return f"{quoted(shown)}: write an amount"
    if per := _PER.search(rest):
        unit = per[1].strip(" .").casefold()
        is_of_capacity = "price_per_capacity" in line and _CAPACITY.fullmatch(unit)
        if unit not in _PIECES_SHOWN and not is_of_capacity:
            return f"{quoted(shown)}: write the price of one piece, in a format that shows no other"
    return ""


def with_codes(text: str) -> str:
    """Write the codes of currencies for their signs.

    >>> with_codes("1049.00 €"), with_codes("$12")
    ('1049.00 EUR', 'USD 12')
    """
    return " ".join(_SIGN.sub(lambda match: f" {CURRENCY_SIGNS[match[0]]} ", text, count=1).split())


def _line(
    row: Row,
    columns: Mapping[str, int],
    table: Table,
    problems: list[Problem],
    decimal_mark: str | None,
) -> Iterator[tuple[str, Any]]:
    for name, column in columns.items():
        value: Any = row.cells.get(column)
        if value is None or name in BESIDE:
            continue
        place = Place(table.file, row.number, column)
        if isinstance(value, str) and (what := unprintable(value)):
            problems.append(Problem(place, name, what))
        elif isinstance(value, datetime.date) and name not in MAY_HOLD_DATES:
            what = f"the date {value} stands here: {_instead(name)}"
            problems.append(Problem(place, name, what))
            yield name, None
        elif name in TEXTS:
            text = unguarded(str(value))
            text = CURRENCY_SIGNS.get(text, text) if name == "currency" else text
            if name == "currency" and not _CURRENCY.fullmatch(text):
                problems.append(Problem(place, name, ASK_CURRENCY))
            yield name, text
        elif name in DATES:
            yield name, _date(value, row.first_day)
        elif isinstance(value, str):
            value = plain_number(value, decimal_mark or "")
            if name in _PRICES:
                value = with_codes(value)
            if name in _PRICES and not decimal_mark and re.fullmatch(THOUSANDS, value):
                problems.append(Problem(place, name, ASK_POINT))
            read = scalar(value) if value else value
            if table.is_book and decimal_mark is None and not isinstance(read, str):
                what = "this number is a text: make the cell a number"
                problems.append(Problem(place, name, what))
            yield name, read
        else:
            yield name, value


def _instead(name: str) -> str:
    """Say what to write where a cell is shown as a date."""
    kind = "text" if name in TEXTS else "number"
    return f"format the cell as a {kind}, and write the {name.replace('_', ' ')} in it"


def _date(value: Any, first_day: datetime.date) -> Any:
    """Give the day that a spreadsheet counts; a text, or a year, as it is."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and LAST_YEAR < value < 1_000_000:
        return (first_day + datetime.timedelta(days=int(value))).isoformat()
    return str(value)
