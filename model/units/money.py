"""Amounts: decimals of each currency as in ISO 4217, and amounts with an ambiguous point."""

from __future__ import annotations

ISO_4217 = "document: ISO 4217, list one: minor unit of the currency"
USUAL = 2
THOUSANDS = r"(?:[A-Z]{3} )?[0-9]{1,3}\.[0-9]{3}(?: [A-Z]{3})?"
"""An amount with an ambiguous point: it separates either thousands or decimals."""
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
