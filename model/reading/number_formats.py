"""What the number format of a cell shows: a currency, a unit or percent, and of which digits."""

from __future__ import annotations

import re

CURRENCY_SIGNS = {"€": "EUR", "£": "GBP", "US$": "USD", "$": "USD", "SFr.": "CHF", "Fr.": "CHF"}
"""Signs of currencies, and their codes."""
PERCENT = "%"
_TOKEN = re.compile(
    r'\[\$(?P<currency>[^\]-]*)(?:-(?P<place>[^\]]*))?\]|\[[^\]]*\]|"(?P<quoted>[^"]*)"'
    r"|\\(?P<escaped>.)|[_*].|(?P<plain>[€£$¥%])"
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
_OTHER_SIGNS = {
    "R$": "BRL",
    "NT$": "TWD",
    "RMB": "CNY",
    "Euro": "EUR",
    "zł": "PLN",
    "Kč": "CZK",
    "Ft": "HUF",
    "₹": "INR",
    "₩": "KRW",
    "₺": "TRY",
    "₪": "ILS",
}
"""Signs of currencies that formats show, beside those of texts."""
_SHARED = {
    "$": DOLLARS | {"TWD", "MXN", "ARS", "CLP", "COP"},
    "¥": {"JPY", "CNY"},
    "￥": {"JPY", "CNY"},
    "kr": {"SEK", "NOK", "DKK", "ISK"},
}
"""Currencies that have the same sign."""
_OF_PLACE = re.compile(r"\([\w-]+\)$")
"""The end of a sign whose place isn't known."""
_OF_SEVERAL = ("$", "¥", "￥", "kr", "kr.", "Kr", "Kr.", "R", "Rs", "Rs.")
"""Signs of more than one currency: the place that a format names decides."""
_PLACES = {
    "USD": (("US", "PR", "EC", "SV"), (0x0409, 0x540A, 0x500A, 0x300A, 0x440A)),
    "AUD": (("AU",), (0x0C09,)),
    "CAD": (("CA",), (0x1009, 0x0C0C)),
    "NZD": (("NZ",), (0x1409, 0x0481)),
    "SGD": (("SG",), (0x4809, 0x1004)),
    "HKD": (("HK",), (0x3C09, 0x0C04)),
    "TWD": (("TW",), (0x0404,)),
    "MXN": (("MX",), (0x080A,)),
    "ARS": (("AR",), (0x2C0A,)),
    "CLP": (("CL",), (0x340A,)),
    "COP": (("CO",), (0x240A,)),
    "JPY": (("JP",), (0x0411,)),
    "CNY": (("CN",), (0x0804,)),
    "SEK": (("SE",), (0x041D,)),
    "NOK": (("NO",), (0x0414, 0x0814)),
    "DKK": (("DK",), (0x0406,)),
    "ISK": (("IS",), (0x040F,)),
    "ZAR": (("ZA",), (0x1C09, 0x0436)),
    "INR": (("IN",), (0x4009, 0x0439)),
}
"""Regions of places, and their numbers in formats (MS-LCID, section 2.2), by their currency."""
_BY_REGION = {region: code for code, (regions, _) in _PLACES.items() for region in regions}
_BY_NUMBER = {number: code for code, (_, numbers) in _PLACES.items() for number in numbers}
_PLACE_OF_DIGIT = re.compile(r"[0#?]")
_NO_CODES = frozenset("DAP DDP EXC EXW INC NET PCS PER QTY STK TAX TTC UST UVP VAT".split())  # noqa: SIM905
"""Words of three capitals beside prices that are no currencies."""
_LARGER = re.compile(
    r"(?:k|K|T|Tsd\.?|m|M|mn|Mio\.?|Mill?\.?|bn|B|Mrd\.?|thousand|million)[ \u00a0]?"
    r"(?:[€£$¥]|[A-Z]{3})|(?:[€£$¥]|[A-Z]{3})[ \u00a0]?(?:k|K|Tsd\.?|m|M|mn|Mio\.?|bn|Mrd\.?)"
    r"|[kK]|Tsd\.?|Mio\.?|Mrd\.?|thousand|million"
)
"""Signs of thousands or millions, of a currency or of no unit."""
_SCALED = re.compile(r"[0#?],+(?![0#?,])")
"""Commas behind the last place of a digit: each hides three digits (ECMA-376 part 1, 18.8.31)."""
_LITERAL = re.compile(r'"[^"]*"|[\\_*].|\[[^\]]*\]')
"""What a number format shows literally, and its colours and currencies."""
_UNSHOWN = re.compile(r"[_*].|\[[^\]]*\]")
"""What a number format leaves room for or fills up with, its colours and currencies."""
_MINUS = re.compile(r"[^0#?\w]*[-\u2212][^0#?\w]*[0#?]")
"""A minus sign before positive numbers."""
_CONDITION = re.compile(r"\[[<>=]")
_NUMBERS = re.compile(r"[0#?@dmyhsgeb]|general", re.IGNORECASE)
"""What shows a number, a date or a text."""


def shown_by(number: int, code: str | None) -> str:
    """Return the text that a format shows beside positive numbers; empty if none.

    >>> shown_by(164, '#,##0.00 [$€-407]'), shown_by(164, '_-"$"* #,##0.00_-'), shown_by(164, '0.0')
    ('€', '$', '')
    >>> shown_by(164, '0.0 "PB"'), shown_by(10, None), shown_by(164, '[Red]0;[Blue]-0')
    ('PB', '%', '')
    """
    if code is None:
        return "$" if number in _DOLLARS else PERCENT if number in _PERCENTS else ""
    first, shown, end = _first(code), "", 0
    for match in _TOKEN.finditer(first):
        is_apart = _PLACE_OF_DIGIT.search(first, end, match.start())
        shown += " " * bool(is_apart) + _text(match)
        end = match.end()
    return " ".join(shown.split())


def _text(match: re.Match[str]) -> str:
    """Return what a part of a format shows; a currency for a sign of several."""
    sign, place = match["currency"] or "", match["place"] or ""
    if sign.strip() in _OF_SEVERAL and place:
        return _currency_at(place) or f"{sign.strip()} ({place})"
    return sign or match["quoted"] or match["escaped"] or match["plain"] or ""


def _currency_at(place: str) -> str:
    """Return the currency of a place; empty if it is unknown.

    >>> _currency_at("C09"), _currency_at("en-CA"), _currency_at("F"), _currency_at("F800")
    ('AUD', 'CAD', '', '')
    """
    region = place.rpartition("-")[2]
    if region in _BY_REGION and "-" in place:
        return _BY_REGION[region]
    return _BY_NUMBER.get(int(place, 16) & 0xFFFF, "") if _HEX.fullmatch(place) else ""


_HEX = re.compile(r"[0-9A-Fa-f]{1,8}")


def hides(code: str | None) -> str:
    """Say what the format of a number hides of it; empty if nothing.

    >>> hides("#,##0,"), hides('0.0,, "M"'), hides("#,##0.00 [$€-407]"), hides('0.00" k€"')
    ('its thousands', 'its thousands', '', 'its thousands')
    >>> hides("-0.00"), hides('_-* 0.00;-0.00'), hides("[<0]-0;0")
    ('its sign', '', '')
    >>> hides(";;;"), hides('"on request"'), hides("General"), hides("yyyy")
    ('its digits', 'its digits', '', '')
    """
    if code is None:
        return ""
    if not _NUMBERS.search(_LITERAL.sub("", _first(code))):
        return "its digits"
    if not _CONDITION.search(code) and _MINUS.match(_UNSHOWN.sub("", _first(code))):
        return "its sign"
    shown = shown_by(0, code)
    scaled = _SCALED.search(_LITERAL.sub("", code)) or _LARGER.fullmatch(shown)
    return "its thousands" if scaled else ""


def _first(code: str) -> str:
    """Return the section of a format for positive numbers: the first, or one with a condition.

    >>> _first("0.00;-0"), _first('[=0]"-";0.00')
    ('0.00', '0.00')
    """
    sections, at = [], 0
    for one in _SECTION.finditer(code):
        if one[0] == ";":
            sections.append(code[at : one.start()])
            at = one.end()
    sections.append(code[at:])
    if _CONDITION.search(sections[0]):
        return next(
            (one for one in sections if _NUMBERS.search(_LITERAL.sub("", one))), sections[0]
        )
    return sections[0]


def currency_of(shown: str) -> str:
    """Return the code of the currency that a format shows; another text as it is.

    >>> currency_of("€"), currency_of("k$"), currency_of("Preis in CHF"), currency_of("kr")
    ('EUR', 'USD', 'CHF', 'kr')
    >>> currency_of("$ (F800)")  # of an unknown place: no currency
    '$ (F800)'
    >>> currency_of("USD incl. VAT"), currency_of("NT$"), currency_of("Euro"), currency_of("NET")
    ('USD', 'TWD', 'EUR', '')
    >>> currency_of("A$"), currency_of("US$"), currency_of("NZ$")
    ('AUD', 'USD', 'NZD')
    """
    if _OF_PLACE.search(shown):
        return shown
    if others := next((code for sign, code in _OTHER_SIGNS.items() if sign in shown), ""):
        return others
    if code := next((one for one in _CODE.findall(shown) if one not in _NO_CODES), ""):
        return str(code)
    if dollar := _DOLLAR.search(shown):
        return _OF_DOLLARS[dollar[1][0]]
    found = next((code for sign, code in CURRENCY_SIGNS.items() if sign in shown), shown)
    return "" if found in _NO_CODES else found


def may_be(shown: str, currency: str) -> bool:
    """Return whether a format may show a currency, by its code or a sign of several.

    >>> may_be("$", "AUD"), may_be("€", "EUR"), may_be("AUD", "USD"), may_be("kr.", "DKK")
    (True, True, False, True)
    """
    return currency_of(shown) == currency or currency in _SHARED.get(_sign_in(shown), ())


def is_of_several(shown: str) -> bool:
    """Return whether a format shows a sign that doesn't say of which currency it is.

    >>> is_of_several("¥"), is_of_several("kr"), is_of_several("$ (F800)"), is_of_several("$")
    (True, True, True, False)
    """
    sign = _sign_in(shown)
    return sign != "$" and (sign in _SHARED or bool(_OF_PLACE.search(shown)))


def _sign_in(shown: str) -> str:
    """Return the sign that a format shows, without a unit behind it."""
    return shown.partition("/")[0].strip().rstrip(".").lower()
