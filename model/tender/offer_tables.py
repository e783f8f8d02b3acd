"""Offers that come as tables of the bidder's own: read as the lines of a bid.

How a table is read is proposed, and everything can be chosen; rows are mapped to the positions of
the tender. What can't be decided by the table is asked, and nothing is believed that it doesn't
say: a price that isn't there is missing, and never 0.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import field
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any

from pydantic import Field

from model.errors import InputError, Place, Problem
from model.parts.quote_tables import (
    FURTHER_HEADS,
    TAX_NOT_STATED,
    ReadTable,
    TableForm,
    of_several_units,
    read_by_form,
)
from model.reading.documents import Document, Path
from model.reading.number_formats import may_be
from model.reading.price_lists import ROW_HIDDEN, TAXES, is_total, unguarded, with_codes
from model.reading.spreadsheets import Row
from model.reading.tables import plain_number
from model.records import dataclass
from model.tender.amounts import cents, refuse_doubtful, shown, total
from model.tender.tender_file import Asked, TenderFile
from model.units.figures import UnitError, parse_money

TAKES = "the command 'offer' takes it, and writes the bid"
NO_TAX_RATE = (
    "this is no tax rate: write one such as 19 %, 0 % if no tax is due, or nothing for the rate of "
    "the tender"
)
LEFT_OUT = "-"
"""Position of rows that are left out."""
_IDENTITIES = ("number", "part", "name", "description")
_INCLUDED = re.compile(r"\W*(?:included|incl|inkl|inklusive|enthalten|inclus|n/?c)\W*", re.I)
"""What stands in place of an amount where it is in another one."""
_NO_AMOUNT = re.compile(
    r"\W*|(?:on|upon) request|tb[acd]|n/?a|auf anfrage|a\.? ?a\.?|nach aufwand|sur demande", re.I
)
"""What stands where no amount is offered."""
_OPTION = re.compile(r"\W*(?:option|eventual|alternativ|bedarfs)", re.I)
"""How the text of an option begins."""
_TAX = re.compile(
    r"(?:\d+(?:[.,]\d+)? ?% ?)?\b(?:vat|mwst|ust|mehrwertsteuer|umsatzsteuer|tva)", re.I
)
_NET_OR_GROSS = re.compile(r"sum|total|betrag|netto|brutto|net|gross|ttc|ht", re.I)
_SUM = re.compile(
    r"\W*(?:(?:gesamt|end|rechnungs|netto|brutto|angebots|auftrags|zwischen)?"
    r"(?:summe|betrag|preis|wert)|(?:sub-?|grand |net |gross )?total|gesamt|sum|montant)\b",
    re.IGNORECASE,
)
"""How the text of a row without position and quantity begins that sums up others."""
_RATE = re.compile(r"(?<![\d.,])(\d{1,2}(?:[.,]\d{1,2})?) ?%")
_SERVICE = re.compile(r"maintenance|support|service|wartung|pflege|care", re.I)
_YEAR = re.compile(
    r"\b(?:year|jahr|année)\s?(\d{1,2})\b|\b(\d{1,2})(?:\.|st|nd|rd|th|e)? (?:year|jahr|année)\b",
    re.I,
)
"""A single year; '5 years' is none."""
_AND_YEAR = r"\s?(?:-|\u2013|\+|/|&|,|to|until|through|and|bis|und|à|et)\s?"
_YEARS = re.compile(
    rf"\b(?:years?|jahre?|années?)\s?\d{{1,2}}{_AND_YEAR}\d{{1,2}}\b"
    rf"|\b\d{{1,2}}(?:\.|st|nd|rd|th|e)?{_AND_YEAR}\d{{1,2}}(?:\.|st|nd|rd|th|e)? "
    r"(?:years?|jahre?s?|années?)\b",
    re.I,
)
"""Several years in one row."""
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")
MOST_MARKED = 20


class OfferForm(TableForm):
    """How an offer is read: its table, and the positions of the tender that its rows are of."""

    positions: Annotated[
        dict[str, Annotated[str, Field(max_length=100)]], Field(max_length=5_000)
    ] = {}  # noqa: RUF012 - frozen
    """Positions of the tender, by the row ('row 7'), the own position, the number or the name."""


@dataclass(frozen=True, slots=True)
class OfferRow:
    """A row with a price, and the position that it is of."""

    row: int
    title: str
    own: str
    """Its own position."""
    position: str
    is_asked: bool
    quantity: float | None
    unit_price: Decimal | None
    total: Decimal | None
    amount: Decimal | None
    """What the row costs; None: it has no price."""
    is_option: bool
    vat: float | None
    remark: str


@dataclass(frozen=True)
class OfferTable(Document):
    """A bid as a table says it: its data, and what isn't read."""

    form: OfferForm = field(default_factory=OfferForm, repr=False)
    """The form with all proposals."""
    heads: tuple[str, ...] = field(default=(), repr=False)
    rows: tuple[OfferRow, ...] = field(default=(), repr=False)
    skipped: tuple[tuple[int, str], ...] = ()
    """Rows that count for nothing, and why."""
    questions: tuple[tuple[int, str], ...] = ()
    """What has to be decided, with the rows."""
    problems: tuple[Problem, ...] = ()
    line_rows: tuple[int, ...] = field(default=(), repr=False)
    """First row of each line."""

    def place(self, path: Path = ()) -> Place:
        """Where the field at `path` stands: the row of a line."""
        if len(path) > 1 and path[0] == "lines":
            return Place(self.file, self.line_rows[int(path[1])], 1)
        return Place(self.file)


def read_offer_table(
    content: bytes, file: str, tender: TenderFile, bidder: str, form: OfferForm | None = None
) -> OfferTable:
    """Read a table of a bidder as a bid.

    Raises
    ------
    InputError
        If no table can be read.
    """
    form = form or OfferForm()
    read = read_by_form(content, file, form, FURTHER_HEADS)
    return _Reader(read, file, tender, bidder, form).run()


def settled(found: OfferTable) -> OfferTable:
    """Return an offer of which nothing has to be decided.

    Raises
    ------
    InputError
        With all that is wrong or has to be decided; without values of the offer.
    """
    undecided = [
        Problem(Place(found.file, row, int(row > 0)), "", f"{what}; {TAKES}")
        for row, what in found.questions
    ]
    if found.problems or undecided:
        raise InputError([*found.problems, *undecided])
    return found


class _Reader:
    """Reads the rows of a table from top to bottom."""

    def __init__(
        self, read: ReadTable, file: str, tender: TenderFile, bidder: str, form: OfferForm
    ) -> None:
        self.read, self.file, self.tender, self.bidder = read, file, tender, bidder
        self.form = OfferForm.model_validate(
            {**read.form.model_dump(by_alias=True), "positions": form.positions}
        )
        self.positions = {_bare(key): value for key, value in form.positions.items()}
        self.asked = {one.position: one for one in tender.lines if tender.lot in ("", one.lot)}
        lots: dict[str, list[str]] = {}
        for one in tender.lines:
            lots.setdefault(one.position, []).append(one.lot)
        self.in_several = {position for position, of in lots.items() if len(of) > 1}
        self.of_other_lots = {
            position: of[0] for position, of in lots.items() if position not in self.asked
        }
        self.steps = {position: _steps(position) for position in lots}
        self.titles: dict[str, list[str]] = {}
        for one in self.asked.values():
            self.titles.setdefault(_bare(one.title), []).append(one.position)
        self.currency = read.form.currency or tender.currency
        self.has_own_currency = form.currency is not None
        self.rows: list[OfferRow] = []
        self.skipped: list[tuple[int, str]] = []
        self.decide: list[tuple[int, str]] = []
        self.problems: list[Problem] = []
        self.to_bidder: list[str] = []
        self.stated: Decimal | None = None
        self.section: list[OfferRow] = []

    def run(self) -> OfferTable:
        """Return the bid."""
        for row in self.read.table.rows:
            if is_total(row, self.read.columns) or self._is_sum(row):
                self._sum(row)
            else:
                self._row(row)
        self._ask_twice()
        if not self.form.taxes:
            self.decide.append((0, TAX_NOT_STATED))
        if not self.rows and not self.problems:
            what = "no row has a price: choose the row of the column names and the columns"
            self.decide.append((0, what))
        lines, first_rows = self._lines()
        facts = dict(self.read.facts)
        data = {
            "schema": "ostimate.bid/1",
            "tender": self.tender.id,
            "bidder": self.bidder,
            "offer": facts.get("number"),
            "date": facts.get("date"),
            "valid_until": facts.get("valid_until"),
            "currency": self.currency,
            "prices": self.form.taxes or None,
            "lines": lines,
            "total": None if self.stated is None else float(self.stated),
            "questions": self.to_bidder,
        }
        return OfferTable(
            {name: value for name, value in data.items() if value not in (None, "", [])},
            self.file,
            form=self.form,
            heads=self.read.heads,
            rows=tuple(self.rows),
            skipped=tuple(self.skipped),
            questions=tuple(self.decide),
            problems=tuple(self.problems),
            line_rows=tuple(first_rows),
        )

    def _is_sum(self, row: Row) -> bool:
        texts = [self._text(row, name) for name in _IDENTITIES]
        bare = self._cell(row, "pieces") is None and self._cell(row, "position") is None
        return bare and any(_SUM.match(text) for text in texts)

    def _cell(self, row: Row, name: str) -> Any:
        column = self.read.columns.get(name)
        return None if column is None else row.cells.get(column)

    def _text(self, row: Row, name: str) -> str:
        value = self._cell(row, name)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        return "" if value is None else " ".join(unguarded(str(value)).split())

    def _place(self, row: Row, name: str) -> Place:
        return Place(self.read.table.file, row.number, self.read.columns.get(name, 1))

    def _row(self, row: Row) -> None:
        """Read a row that is no sum."""
        used = set(self.read.columns.values())
        if {"price", "pieces"} <= self.read.columns.keys():
            used.discard(self.read.columns.get("total", 0))  # computed anew if it is a formula
        wrong = [one for column, one in row.wrong.items() if column in used]
        wrong += of_several_units(row, self.read.table)
        if wrong:
            self.problems += (one for one in dict.fromkeys(wrong) if one not in self.problems)
            return
        has_amounts = any(self._cell(row, name) is not None for name in ("price", "total"))
        quantity = self._quantity(row)
        title = self._text(row, "name") or self._text(row, "description")
        own = self._position_of(row)
        if not has_amounts and quantity is None:
            self.skipped.append((row.number, "no quantity and no price"))
            return
        if row.is_hidden:
            place = Place(self.read.table.file, row.number, 1)
            self.problems.append(Problem(place, "", ROW_HIDDEN))
            return
        if quantity == 0:
            self.skipped.append((row.number, "its quantity is 0"))
            return
        if quantity is None and "pieces" in self.read.columns:
            if not self.form.without_quantity:
                what = "this row has a price and no quantity: choose whether such rows are left "
                self.decide.append((row.number, f"{what}out (skip) or count once (one)"))
                return
            if self.form.without_quantity == "skip":
                self.skipped.append((row.number, "no quantity"))
                return
        price, stated, remark = self._amounts(row)
        if quantity is None:
            quantity = 1.0
        product = None if price is None else cents(price * Decimal(repr(quantity)))
        unit_price = None if remark == DISCOUNTED else price
        by_rule = stated if self.tender.line_rule == "total" or unit_price is None else product
        amount = next((one for one in (by_rule, product, stated) if one is not None), None)
        position, is_asked = self._mapped(row, own, title)
        if position == LEFT_OUT:
            self.skipped.append((row.number, "left out"))
            return
        asked = self.asked.get(position)
        found = OfferRow(
            row.number,
            title,
            own,
            position,
            is_asked,
            quantity,
            unit_price,
            stated,
            amount,
            asked.kind == "option" if asked is not None else self._is_option(row, title),
            self._vat(row),
            remark,
        )
        self.stated = None
        self.rows.append(found)
        self.section.append(found)

    def _position_of(self, row: Row) -> str:
        value = self._cell(row, "position")
        if isinstance(value, datetime.date):
            what = "a date stands here: format the cell as a text, and write the position"
            self.problems.append(Problem(self._place(row, "position"), "", what))
            return ""
        if isinstance(value, float):
            alike = [one for one in self.asked if _NUMBER.fullmatch(one) and float(one) == value]
            if len(alike) > 1:
                what = f"its position is a number, and may be {' or '.join(alike)}"
                self.decide.append((row.number, f"{what}: state which one it is"))
        return self._text(row, "position").strip(". ")

    def _quantity(self, row: Row) -> float | None:
        value = self._cell(row, "pieces")
        if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
            return value
        number = re.match(r"[-+]?\d[\d.,]*", plain_number(str(value), self.form.decimal_mark))
        text = number[0] if number else ""
        if not _NUMBER.fullmatch(text) or (
            not self.form.decimal_mark and re.fullmatch(r"\d{1,3}\.\d{3}", text)
        ):
            if number or not _NO_AMOUNT.fullmatch(str(value).strip()):
                what = "this is no quantity: write a number"
                self.problems.append(Problem(self._place(row, "pieces"), "", what))
            return None
        return float(text)

    def _amounts(self, row: Row) -> tuple[Decimal | None, Decimal | None, str]:
        """Return the unit price, the total, and a remark on them."""
        price, stated = (self._amount(row, name) for name in ("price", "total"))
        remark = INCLUDED if INCLUDED in (price, stated) else ""
        price, stated = (Decimal(0) if one == INCLUDED else one for one in (price, stated))
        if self._cell(row, "discount") is not None and price is not None:
            if stated is None:
                what = "this row has a discount and no total: choose the column of the total"
                self.decide.append((row.number, what))
            return price, stated, DISCOUNTED
        return price, stated, remark

    def _amount(self, row: Row, name: str) -> Any:
        """Return an amount in the currency of the offer; None if there is none."""
        value = self._cell(row, name)
        place = self._place(row, name)
        if value is None:
            return None
        if isinstance(value, bool | datetime.date):
            what = "this is no amount: format the cell as a number, and write it again"
            self.problems.append(Problem(place, "", what))
            return None
        if isinstance(value, int | float):
            self._check_format(row, name, place)
            return Decimal(repr(value))
        text = " ".join(unguarded(str(value)).split())
        if _INCLUDED.fullmatch(text):
            return INCLUDED
        if _NO_AMOUNT.fullmatch(text) or _OPTION.match(text):
            return None
        try:
            return self._parsed(with_codes(plain_number(text, self.form.decimal_mark)))
        except UnitError:
            what = "this is no amount: write a number, and choose the decimal mark"
            self.problems.append(Problem(place, "", what))
        return None

    def _check_format(self, row: Row, name: str, place: Place) -> None:
        """Complain about an amount that is shown in another currency than that of the offer."""
        shown = row.shown.get(self.read.columns[name], "")
        if self.has_own_currency or not shown or may_be(shown, self.currency):
            return
        what = "this amount is shown in another currency: choose the currency of the offer"
        self.problems.append(Problem(place, "", what))

    def _parsed(self, text: str) -> Decimal:
        if not self.form.decimal_mark:
            refuse_doubtful(text)
        try:
            return Decimal(text) if _NUMBER.fullmatch(text) else self._money(text)
        except InvalidOperation:
            raise UnitError(text) from None

    def _money(self, text: str) -> Decimal:
        number, currency = parse_money(text)
        if currency not in ("", self.currency):
            raise UnitError("another currency")
        return Decimal(repr(float(number)))

    def _vat(self, row: Row) -> float | None:
        value = self._cell(row, "vat_rate")
        if value is None:
            return self.form.vat_rate
        if isinstance(value, str):
            if rate := _RATE.search(value):
                return float(rate[1].replace(",", ".")) / 100
            plain = re.fullmatch(r"\d{1,2}(?:[.,]\d{1,2})?", value.strip())
            value = float(plain[0].replace(",", ".")) if plain else None
        if not isinstance(value, int | float) or isinstance(value, bool):
            self.problems.append(Problem(self._place(row, "vat_rate"), "", NO_TAX_RATE))
            return None
        return value / 100 if value >= 1 else float(value)

    def _is_option(self, row: Row, title: str) -> bool:
        texts = (title, *(self._text(row, name) for name in ("total", "price", "note", "unit")))
        return any(_OPTION.match(text) for text in texts)

    def _mapped(self, row: Row, own: str, title: str) -> tuple[str, bool]:
        """Return the position of a row, and whether the tender asks for it."""
        texts = [f"row {row.number}", own, *(self._text(row, name) for name in _IDENTITIES)]
        for text in texts:
            if text and (chosen := self.positions.get(_bare(text))) is not None:
                if chosen in self.in_several and not self.tender.lot:
                    self._ask_lot(row, chosen)
                return chosen, chosen in self.asked
        position, is_asked = self._proposed(row, own, title)
        if position in self.in_several:
            self._ask_lot(row, position)
        return position, is_asked

    def _ask_lot(self, row: Row, position: str) -> None:
        """Ask for the lot of a position that several lots have."""
        what = f"position {position} is in several lots: "
        if self.tender.lot:
            what += f"state the position of this row if it is of lot {self.tender.lot}, or leave "
            what += f"it out (row {row.number}={LEFT_OUT})"
        else:
            what += "evaluate each lot by itself, with 'lot' in the rules"
        self.decide.append((row.number, what))

    def _proposed(self, row: Row, own: str, title: str) -> tuple[str, bool]:
        of_title = self.titles.get(_bare(title), []) if title else []
        steps = _steps(own) if own else ()
        same = next((one for one, of in self.steps.items() if own and of == steps), None)
        if same is not None:
            asked = self.asked.get(same)
            words, others = _words(asked.title if asked else ""), _words(title)
            if same not in self.in_several and words and others and not words & others:
                what = f"its number is that of position {same}, and its text is another one"
                self.decide.append((row.number, f"{what}: state which position this row is of"))
            return same, asked is not None
        if len(of_title) == 1:
            return of_title[0], True
        above = [one for one, of in self.steps.items() if own and steps[: len(of)] == of]
        if above:
            parent = max(above, key=lambda one: len(self.steps[one]))
            return parent, parent in self.asked
        if self.tender.term is not None and _SERVICE.search(title):
            if _YEARS.search(title):
                what = "this row is of several years: ask for the price of each"
                self.decide.append((row.number, f"{what}, or state the position of this row"))
            years = {match[1] or match[2] for match in _YEAR.finditer(title)}
            if len(years) == 1:
                return f"M{int(years.pop())}", True
        return own or self._text(row, "number") or f"row {row.number}", False

    def _sum(self, row: Row) -> None:
        """Compare a stated sum with the rows above it, to the cent."""
        value = self._of_sum(row)
        if value is None or row.wrong:
            self.skipped.append((row.number, "a sum without a value"))
            return
        self.skipped.append((row.number, "a sum"))
        label = " ".join(str(cell) for cell in row.cells.values())
        counted = [one for one in self.rows if not one.is_option]
        section = [one for one in self.section if not one.is_option]
        self.section, of_section = [], self.section
        summed = _known(counted)
        if _TAX.search(label) and not _NET_OR_GROSS.search(_TAX.sub("", label)):
            self._tax(row, value, summed, label)
            return
        if value == summed:
            self.stated = value
            return
        sums = {_known(rows) for rows in (section, of_section, self.rows)}
        if value in sums | self._with_tax(summed):
            return
        what = f"Row {row.number} states a sum of {shown(value, self.currency)}"
        if any(one.amount is None for one in self.rows):
            self.to_bidder.append(
                f"{what}, and some rows above it have no price. Which prices does it include?"
            )
            return
        with_tax = ""
        if self.form.taxes == "net" and TAXES["gross"].search(label):
            summed = min(self._with_tax(summed), default=summed)
            with_tax = " with tax"
        self.to_bidder.append(
            f"{what}; the rows above it add up to {shown(summed, self.currency)}{with_tax}, a "
            f"difference of {shown(value - summed, self.currency)}. Please explain it."
        )

    def _of_sum(self, row: Row) -> Decimal | None:
        """Return the amount of a row of sums: in the column of totals, or the last one."""
        column = self.read.columns.get("total") or self.read.columns.get("price")
        columns = [column, *sorted(row.cells, reverse=True)]
        for one in columns:
            value = row.cells.get(one or 0)
            if isinstance(value, int | float) and not isinstance(value, bool):
                return cents(Decimal(repr(value)))
            if isinstance(value, str) and "%" not in value:
                try:
                    text = with_codes(plain_number(value, self.form.decimal_mark))
                    return cents(self._parsed(text))
                except UnitError:
                    continue
        return None

    def _with_tax(self, amount: Decimal) -> set[Decimal]:
        """Return an amount with tax, at the rates that the offer or the tender state."""
        rates = {self.form.vat_rate, self.tender.vat} - {None}
        return {cents(amount * (1 + Decimal(repr(rate)))) for rate in rates}

    def _tax(self, row: Row, value: Decimal, net: Decimal, label: str) -> None:
        """Compare a stated tax with its rate."""
        rate = _RATE.search(label)
        if rate is None:
            return
        share = Decimal(rate[1].replace(",", ".")) / 100
        wanted = cents(net * share)
        if self.form.taxes == "gross":
            wanted = cents(net - net / (1 + share))
        if value != wanted:
            self.to_bidder.append(
                f"Row {row.number} states a tax of {shown(value, self.currency)}; by its rate, it "
                f"is {shown(wanted, self.currency)}. Please explain it."
            )

    def _ask_twice(self) -> None:
        """Ask about positions of the offer that several rows have, as alternatives do."""
        rows: dict[str, list[int]] = {}
        for one in self.rows:
            if one.own:
                rows.setdefault(one.own, []).append(one.row)
        for own, of in rows.items():
            if len(of) > 1:
                named = ", ".join(map(str, of[:MOST_MARKED]))
                self.to_bidder.append(
                    f"Rows {named} are all of position {own}. Do all of them count?"
                )

    def _lines(self) -> tuple[list[dict[str, Any]], list[int]]:
        """Return a line of the bid for each position."""
        groups: dict[tuple[str, bool], list[OfferRow]] = {}
        for one in self.rows:
            groups.setdefault((one.position, one.is_option), []).append(one)
        lines, first_rows = [], []
        for (position, is_option), rows in groups.items():
            is_split = (position, not is_option) in groups and is_option
            lines.append(self._line(f"{position} option" if is_split else position, rows))
            first_rows.append(rows[0].row)
        return lines, first_rows

    def _difference(self, one: OfferRow) -> str:
        """Ask about a row of several whose total isn't unit price times quantity."""
        if None in (one.unit_price, one.total, one.quantity):
            return ""
        assert one.unit_price is not None
        assert one.total is not None
        product = cents(one.unit_price * Decimal(repr(one.quantity)))
        if product == cents(one.total):
            return ""
        return (
            f"Row {one.row}: unit price times quantity is {shown(product, self.currency)}, the "
            f"stated total {shown(one.total, self.currency)}. Please explain it."
        )

    def _line(self, position: str, rows: list[OfferRow]) -> dict[str, Any]:
        first = rows[0]
        asked: Asked | None = self.asked.get(first.position)
        year = re.fullmatch(r"M(\d{1,2})", first.position) if asked is None else None
        vats = {one.vat for one in rows}
        amounts: dict[str, Any] = {}
        if len(rows) == 1:
            amounts = {
                "quantity": first.quantity,
                "unit_price": _plain(first.unit_price),
                "total": _plain(first.total),
            }
            remark = first.remark
        else:
            summed = _summed(rows)
            named = ", ".join(str(one.row) for one in rows[:MOST_MARKED])
            amounts = {"quantity": 1 if summed is None else None, "total": _plain(summed)}
            remark = f"rows {named} of the offer"
            self.to_bidder += filter(None, map(self._difference, rows))
        if len(vats) > 1:
            what = "rows of one position have several rates of tax: map them to positions of them"
            self.decide.append((first.row, what))
        line = {
            "position": position,
            "title": first.title,
            "lot": asked.lot
            if asked is not None
            else self.of_other_lots.get(first.position, self.tender.lot),
            "kind": "option" if first.is_option else None,
            "section": "maintenance" if year else asked.section if asked is not None else None,
            "year": int(year[1]) if year else None,
            **amounts,
            "vat": first.vat,
            "remark": remark,
        }
        return {name: value for name, value in line.items() if value not in (None, "")}


INCLUDED, DISCOUNTED = "included", "discounted"


def _plain(amount: Decimal | None) -> float | None:
    return None if amount is None else float(amount)


def _summed(rows: list[OfferRow]) -> Decimal | None:
    """Add what rows cost; None if one has no price."""
    amounts = [one.amount for one in rows]
    if any(one is None for one in amounts):
        return None
    return total(one for one in amounts if one is not None)


def _known(rows: list[OfferRow]) -> Decimal:
    """Add the prices that rows have."""
    return total(one.amount for one in rows if one.amount is not None)


def _bare(text: str) -> str:
    return " ".join(text.split()).casefold().strip(". ")


def _words(text: str) -> set[str]:
    """Return the beginnings of the words of a text, by which two spellings are alike."""
    return {word[:5] for word in re.findall(r"[^\W\d_]{3,}", text.casefold())}


def _steps(position: str) -> tuple[str, ...]:
    """Return the parts of a position: 01.2 is 1.2."""
    return tuple(step.lstrip("0") or step for step in re.split(r"[.\-/ ]", position.casefold()))
