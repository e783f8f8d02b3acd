"""Amounts of bids in decimals: what a bid states is added to the cent, never in binary."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator

from model.books.evaluation import PRICE
from model.errors import quoted
from model.pools.calculators import answers_of
from model.reading.fields import MOST_MONEY
from model.units.figures import UnitError, parse, parse_money, rounded

CENT = Decimal("0.01")


class Stated(NamedTuple):
    """An amount as a bid states it; without a currency, in that of the bid."""

    amount: Decimal
    currency: str = ""


_DOUBTFUL = re.compile(r"(?<![0-9.,])[0-9]{1,3}[.,][0-9]{3}(?![0-9.,])")
"""A number whose mark may separate thousands, or three decimals that no currency here has."""


def refuse_doubtful(text: str) -> None:
    """Refuse an amount that could be two: of 850.000 EUR nobody knows whether it is 850.

    Raises
    ------
    UnitError
        The message says both ways to write it.
    """
    if match := _DOUBTFUL.search(text):
        whole = re.sub(r"[.,]", "", match[0])
        cents_of = re.split(r"[.,]", match[0])[0]
        what = f"{quoted(text)} could be {whole} or {cents_of}.{match[0][-3:]}"
        raise UnitError(
            f"{what}: write {whole}, or {cents_of}.{match[0][-3:-1]}, without a mark "
            f"between thousands"
        )


def _stated(value: Any) -> Stated:
    """Read an amount, or a plain number in the currency of the file."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise UnitError(f"{quoted(value)} isn't an amount: write 850000 or '850000 EUR'")
    currency = ""
    if isinstance(value, str):
        refuse_doubtful(value)
        number, currency = parse_money(value)
    else:
        number = parse(value, "1")
    if abs(number) > MOST_MONEY:
        raise UnitError(f"is too large: at most {MOST_MONEY:g}")
    return Stated(Decimal(repr(float(number))), currency)


StatedAmount = Annotated[Stated, BeforeValidator(_stated)]


def cents(amount: Decimal) -> Decimal:
    """Round to the cent, halves away from 0.

    >>> cents(Decimal("0.125")), cents(Decimal("-0.125"))
    (Decimal('0.13'), Decimal('-0.13'))
    """
    return amount.quantize(CENT, ROUND_HALF_UP)


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
    """
    return f"{cents(amount):,.2f}".replace(",", "\N{NARROW NO-BREAK SPACE}") + f" {currency}"
