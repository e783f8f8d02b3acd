"""What the number format of a cell shows beside its number: a currency, a unit, or percent."""

from __future__ import annotations

import re

CURRENCY_SIGNS = {"€": "EUR", "£": "GBP", "US$": "USD", "$": "USD", "SFr.": "CHF", "Fr.": "CHF"}
"""Signs of currencies, and their codes."""
PERCENT = "%"
_TOKEN = re.compile(
    r'\[\$(?P<currency>[^\]-]*)[^\]]*\]|\[[^\]]*\]|"(?P<quoted>[^"]*)"|\\(?P<escaped>.)'
    r"|[_*].|(?P<plain>[€£$%])"
)
_SECTION = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|;')
_DOLLARS = (5, 6, 7, 8, 42, 44)
"""Formats without a text in a file that show a sign of currency (ECMA-376 part 1, 18.8.30)."""
_PERCENTS = (9, 10)
_CODE = re.compile(r"\b[A-Z]{3}\b")
_DOLLAR = re.compile(r"(?<![A-Za-z])(AU?|CA?|HK|NZ|S)\$")
_OF_DOLLARS = {"A": "AUD", "C": "CAD", "H": "HKD", "N": "NZD", "S": "SGD"}
DOLLARS = {"USD", *_OF_DOLLARS.values()}
"""Currencies that are shown with the same sign."""


def shown_by(number: int, code: str | None) -> str:
    """Return the text that a format shows beside positive numbers; empty if none.

    >>> shown_by(164, '#,##0.00 [$€-407]'), shown_by(164, '_-"$"* #,##0.00_-'), shown_by(164, '0.0')
    ('€', '$', '')
    >>> shown_by(164, '0.0 "PB"'), shown_by(10, None), shown_by(164, '[Red]0;[Blue]-0')
    ('PB', '%', '')
    """
    if code is None:
        return "$" if number in _DOLLARS else PERCENT if number in _PERCENTS else ""
    parts = (
        match["currency"] or match["quoted"] or match["escaped"] or match["plain"] or ""
        for match in _TOKEN.finditer(_first(code))
    )
    return " ".join("".join(parts).split())


def _first(code: str) -> str:
    """Return the first section of a format: that of positive numbers."""
    ends = (one.start() for one in _SECTION.finditer(code) if one[0] == ";")
    return code[: next(ends, None)]


def currency_of(shown: str) -> str:
    """Return the code of the currency that a format shows; another text as it is.

    >>> currency_of("€"), currency_of("k$"), currency_of("Preis in CHF"), currency_of("kr")
    ('EUR', 'USD', 'CHF', 'kr')
    >>> currency_of("A$"), currency_of("US$"), currency_of("NZ$")
    ('AUD', 'USD', 'NZD')
    """
    if code := _CODE.search(shown):
        return code[0]
    if dollar := _DOLLAR.search(shown):
        return _OF_DOLLARS[dollar[1][0]]
    return next((code for sign, code in CURRENCY_SIGNS.items() if sign in shown), shown)
