"""Amounts: decimals of each currency as in ISO 4217, and amounts with an ambiguous point."""

from __future__ import annotations

import re

ISO_4217 = "document: ISO 4217, list one: minor unit of the currency"
USUAL = 2
THOUSANDS = r"(?:[A-Z]{3} )?[0-9]{1,3}\.[0-9]{3}(?: [A-Z]{3})?"
"""An amount with an ambiguous point: it separates either thousands or decimals."""
CODES = (
    *("EUR", "USD", "GBP", "CHF", "SEK", "NOK", "DKK", "ISK", "PLN", "CZK", "HUF", "JPY", "CNY"),
    *("KRW", "TWD", "HKD", "SGD", "CAD", "AUD", "NZD", "INR", "ZAR", "BRL", "MXN", "TRY", "ILS"),
)
"""Codes that are taken for currencies among other words of three letters, such as CPU."""
_MONEY = rf"(?:{'|'.join(CODES)}|[€£$])"
AMOUNT = re.compile(rf"(?:{_MONEY}\s?)?-?\d[\d.,' \u00a0]*(?:[-\u2013]\s?)?(?:{_MONEY})?")
"""An amount among the words of a text: a number, or one with its currency."""
ASK_CURRENCY = "not a currency: write its three-letter code, such as EUR"
ASK_POINT = (
    "the point may separate thousands or decimals: write no mark between thousands, and two "
    "decimals, as in '1234.50 EUR'"
)
_OTHERS = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}
_DIGITS = {code: digits for digits, codes in _OTHERS.items() for code in codes.split()}


def minor_digits(currency: str) -> int:
    """Return the number of decimals in prices of a currency.

    >>> minor_digits("EUR"), minor_digits("JPY"), minor_digits("KWD")
    (2, 0, 3)
    """
    return _DIGITS.get(currency, USUAL)
