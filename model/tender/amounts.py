"""Amounts of bids in decimals: what a bid states is added to the cent, never in binary."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, Any

from pydantic import BeforeValidator

from model.books.evaluation import PRICE
from model.errors import InputError, Problem, quoted
from model.pools.calculators import answers_of
from model.reading.documents import Document, Path
from model.reading.fields import MOST_MONEY
from model.records import NamedTuple
from model.units.figures import OF_ALL_DIGITS, UnitError, parse, parse_money, rounded

CENT = Decimal("0.01")


class Stated(NamedTuple):
    """An amount as a bid states it; without a currency, in that of the bid."""

    amount: Decimal
    currency: str = ""


_DOUBTFUL = re.compile(r"(?<![0-9.,])([1-9][0-9]{0,2})[.,]([0-9]{3})(?![0-9.,])")
"""A number whose mark may separate thousands, or three decimals that no currency here has."""
WITHOUT_MARK = "without a mark between thousands"
"""The end of what is said of such a number."""


_AMOUNT = re.compile(r"(?<![A-Za-z])[A-Z]{3,4}(?![A-Za-z])")
"""The code of a currency, perhaps in millions: without it, a text is no amount."""
_PLAIN = re.compile(r"\s*[-+]?[0-9]+(?:\.[0-9]+)?\s*")
NO_AMOUNT = (
    "isn't an amount: write a number such as 1234.56, or '1234.56 EUR', with one mark before the "
    "decimals and none between thousands"
)


def refuse_doubtful(text: str) -> None:
    """Refuse an amount that could be two: of 850.000 EUR nobody knows whether it is 850.

    Raises
    ------
    UnitError
        The message says both ways to write it.
    """
    if match := _DOUBTFUL.search(text):
        whole, decimals = match.groups()
        few = decimals[:-1] if decimals.endswith("0") else f"{decimals}0"
        what = f"{quoted(text)} could be {whole}{decimals} or {whole}.{decimals}"
        raise UnitError(f"{what}: write {whole}{decimals}, or {whole}.{few}, {WITHOUT_MARK}")


def refuse_thousands(document: Document, names: Container[str]) -> None:
    """Refuse plain numbers of fields of these names whose point may separate thousands.

    Raises
    ------
    InputError
        With the place of each.
    """
    problems = []
    for path, text in document.maybe_thousands():
        if not _named(path, names):
            continue
        try:
            refuse_doubtful(text)
        except UnitError as error:
            place = document.place(path)
            problems.append(Problem(place, ".".join(map(str, path)), str(error)))
    if problems:
        raise InputError(problems)


def _named(path: Path, names: Container[str]) -> bool:
    """Return whether a path ends in a field of these names, or below it; weights aren't amounts."""
    own = [str(step) for step in path[-2:] if not str(step).isdigit()]
    return "weights" not in own and any(step in names for step in own)


def read_amount(value: Any) -> tuple[float, str]:
    """Read an amount, or a plain number in the currency of the file, which is then empty.

    Raises
    ------
    UnitError
        It is no amount, too large, or could be two.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise UnitError(f"{quoted(value)} isn't an amount: write 850000 or '850000 EUR'")
    number, currency = 0.0, ""
    if isinstance(value, str):
        refuse_doubtful(value)
        if not _AMOUNT.search(value) and not _PLAIN.fullmatch(value):
            raise UnitError(f"{quoted(value)} {NO_AMOUNT}")
        number, currency = parse_money(value)
    else:
        number = parse(value, "1")
    if abs(number) > MOST_MONEY:
        raise UnitError(f"is too large: at most {MOST_MONEY:g}")
    return float(number), currency


def _stated(value: Any) -> Stated:
    number, currency = read_amount(value)
    return Stated(Decimal(repr(number)), currency)


StatedAmount = Annotated[Stated, BeforeValidator(_stated)]


def cents(amount: Decimal) -> Decimal:
    """Round to the cent, halves away from 0.

    >>> cents(Decimal("0.125")), cents(Decimal("-0.125"))
    (Decimal('0.13'), Decimal('-0.13'))
    """
    return amount.quantize(CENT, ROUND_HALF_UP, context=OF_ALL_DIGITS)


def total(amounts: Iterable[Decimal]) -> Decimal:
    """Add amounts.

    >>> total([Decimal("0.1"), Decimal("0.2")])
    Decimal('0.3')
    """
    return sum(amounts, Decimal(0))


def priced(name: str, **figures: float | Decimal | None) -> Decimal | None:
    """Return an amount that a formula gives, rounded once to the cent; None if unknown.

    >>> priced("net_of_gross", gross_amount=Decimal("1822872.64"), bid_vat_rate=0.19)
    Decimal('1531825.75')
    """
    value = computed(name, **figures)
    return None if value is None else rounded(value, 2)


def computed(name: str, **figures: float | Decimal | None) -> float | None:
    """Return what a formula of the evaluated price gives; None if unknown."""
    known = {key: float(value) for key, value in figures.items() if value is not None}
    return answers_of(PRICE.book(), known)[name].value


def shown(amount: Decimal, currency: str) -> str:
    """Write an amount to the cent, with thousands apart.

    >>> shown(Decimal("1531825.75"), "EUR").replace(chr(0x202F), "_")
    '1_531_825.75 EUR'
    >>> shown(Decimal(5), "")  # evaluations may be without a currency
    '5.00'
    """
    text = f"{cents(amount):,.2f}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    return f"{text} {currency}".rstrip()
