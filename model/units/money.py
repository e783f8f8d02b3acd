"""How finely each currency is paid: the digits after the point, by ISO 4217."""

from __future__ import annotations

ISO_4217 = "ISO 4217, list one: minor unit of the currency"
USUAL = 2
_OTHERS = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}
_DIGITS = {code: digits for digits, codes in _OTHERS.items() for code in codes.split()}


def minor_digits(currency: str) -> int:
    """Give the digits after the point in which prices of a currency are paid.

    >>> minor_digits("EUR"), minor_digits("JPY"), minor_digits("KWD")
    (2, 0, 3)
    """
    return _DIGITS.get(currency, USUAL)
