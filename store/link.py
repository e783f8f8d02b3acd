"""Links: a scenario packed into a URL for other people, without confidential data.

The text of a link is `v1.` and then, as base64url, what zlib made of the scenario's YAML text. Its
first line is a comment that names what is left out.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from model.errors import InputError
from model.parts.price_layers import LAYERS
from model.reading.yaml_edits import plain
from store.errors import StoreError

VERSION = "v1."
LONGEST = 7_000
"""Maximum characters of a link: proxies accept URLs of 8 kB."""
LONGEST_READ = 100_000
LARGEST = 1_000_000
"""Maximum bytes of a link after decompression."""
_TEXT = re.compile(r"[A-Za-z0-9_-]+")
_VERSIONED = re.compile(r"v([0-9]{1,6})\.")

_OF_LAYERS = (one.files for one in LAYERS if one.confidential)
PRIVATE = (
    "price",
    "economics",
    "budget",
    "projections",
    "quote",
    "book_value",
    "installed.maintenance",
    *_OF_LAYERS,
)
"""Words in the path of a field that make it confidential."""
PUBLIC = (
    "economics.currency",
    "economics.estimates",
    "economics.none_of",
    "economics.price_age_limit",
    "economics.price_convention",
    "economics.price_date",
    "economics.price_decline",
    "economics.pue",
    "economics.tax_rates",
    "economics.vat_rate",
    "economics.warranty",
    "economics.years",
)
"""Paths that contain such a word but aren't confidential."""
_CODES = (
    "AED AFN ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BTN BWP BYN BZD CAD "
    "CDF CHF CLF CLP CNH CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL "
    "GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR "
    "KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK "
    "MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RMB RON RSD RUB RWF "
    "SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TRY TTD TWD TZS UAH "
    "UGX USD UYU UZS VES VND VUV WST XAF XCD XDR XOF XPF YER ZAR ZMW ZWL"
)
"""ISO 4217 codes without AMD, ALL, BSD and TOP, which mean other things in this field."""
_WORDS = (
    "EUR USD CHF GBP JPY CNY DKK NOK PLN CZK euros? dollars? pounds? sterling francs? franken yen "
    "yuan renminbi rupees? kron[aeo][nr]? z[lł]oty cents? bucks quid"
)
"""Currency words that are recognised in upper and lower case."""
_LETTER = r"[^\W\d_]"
_CURRENCY = re.compile(
    rf"(?<!{_LETTER})(?<!per )(?:[kKmMtTbB]|[Mm]io|[Mm]rd|[Mm]ln|[Bb]n|[mb]illion)*"
    rf"(?:(?:{_CODES.replace(' ', '|')})s?|(?i:{_WORDS.replace(' ', '|')}))(?!{_LETTER})"
)
"""A currency by its code or name, e.g. '12 TEUR', '400 US dollars', but not '10 per cent'."""
_NUMBER = re.compile(
    r"\d|(?i:\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|\w+teen|"
    r"\w+ty|dozen|lakhs?|crores?|mio|mrd|mln|bn)\b|hundred|thousand|illion|hundert|tausend|illiard)"
)
_DASH_FOR_CENTS = re.compile(r"\d[.,][-\u2013\u2014](?!\d)")
"""An amount without a currency, e.g. 12'000.-"""
_ABBREVIATED = re.compile(
    rf"(?<!{_LETTER})(?:Rs|Rp|Ft|S?Fr|kr|Kč|zł)\.?[ \u00a0]?\d"
    rf"|\d[.,\u00a0\u202f -]{{0,3}}(?:Rs|Rp|Ft|S?Fr|kr|Kč|c?ts?\b(?<=ct|ts))(?!{_LETTER})"
)
"""Abbreviated currencies next to a number: 'Rs 12000', '5 ct'."""
_OF_A_PRICE = re.compile(
    r"(?i:\b(?:prices?|priced|preise?|costs?|kosten|kostet|paid|budget|quoted|offered|offer|angebot"
    r"|discount|rebate|rabatt)\b)\W{0,3}(?:(?:of|is|was|at|about|in all|von|zu)\b\W{0,3}){0,2}"
    r"(?!(?:19|20)\d\d(?![\d.,]))\d[\d.,'\u2019]{0,24}+(?: ?[kKmM]\b)?"
    r"(?! ?(?!(?:each|net|gross|per|and|for|or|in|but|if|apiece|a piece)\b)[A-Za-z%])"
    r"|\d[kKmM]? ?(?i:(?:net|gross|netto|brutto|apiece|a piece|per piece)\b)"
)
"""A word for prices next to a number that isn't a year."""
_THOUSANDS_OF_SOMETHING = re.compile(
    r"(?<![\w.,-])(\d+(?:[.,]\d+)?) ?[kK](?![\w-])"
    r"(?! (?!(?i:each|net|gross|per|and|for|but))[A-Za-z]{3,})"
)
_IN_CENTS = re.compile(
    r"(?<![\w.,:-])"
    r"(?:\d{1,3}(?:[., '\u2019\u00a0\u202f]\d{3}){1,6}[.,]\d\d"
    r"|\d+,\d\d|(?!(?:19|20)\d\d\.)\d{3,}\.\d\d)"
    r"(?![\d%]|[.,:]\d)(?![ \u00a0]?[^\W\d_])"
)
"""A number with two decimals and no unit, the form of an amount: '1200,00'."""
EXCHANGE = "economics.exchange"
LEFT_OUT = "left out of the link"
_HEAD = "# left out of the link: "
_PATH = re.compile(r"[\w.-]{1,200}")
MOST_NAMED = 200
"""Maximum number of omitted fields that a link lists."""

Published = frozenset[tuple[str, str]]
"""What is no secret: fields, wherever in their lists they stand, each with what it says."""


@dataclass(frozen=True)
class Link:
    """The text of a link, and the paths of the fields that it omits."""

    text: str
    left_out: tuple[str, ...]


def is_private(path: str) -> bool:
    """Return whether the path of a field refers to confidential money."""
    path = path.removeprefix("choices.")
    if any(path == one or path.startswith(f"{one}.") for one in PUBLIC):
        return False
    return any(word in path for word in PRIVATE)


def is_confidential(path: str, value: Any) -> bool:
    """Return whether a value, or any value within it, is confidential."""
    return any(is_private(at) or is_of_money(one) for at, one in _nodes(value, path))


def published_of(scenarios: Iterable[Any], *, bare: bool = False) -> Published:
    """Return the public amounts and terms of money in the shipped scenarios and catalogs.

    A bare amount may be somebody's own that happens to be the same; `bare` counts it, too.
    """
    return frozenset(
        _text_of(path, value)
        for scenario in scenarios
        for path, value in _nodes(scenario, "")
        if (bare or _says_why(value) if is_private(path) else is_of_money(value))
    )


def link(data: Any, known: Published, opens: Callable[[str], object]) -> Link:
    """Encode a scenario as the text of a link.

    Parameters
    ----------
    data
        The scenario.
    known
        What is no secret.
    opens
        Opens a scenario's text as whoever gets the link will, or raises `InputError`.

    Raises
    ------
    StoreError
        If it is too large for an address, or can't be planned without what is private.
    """
    problem = ""
    for public in (known, frozenset[tuple[str, str]]()):
        left_out: list[str] = []
        text = plain(_shared(data, public, "", left_out))
        if left_out:
            text = f"{_HEAD}{', '.join(left_out[:MOST_NAMED])}\n{text}"
        try:
            opens(text)
        except InputError as error:
            problem = problem or str(error.problems[0])
            continue
        packed = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
        found = VERSION + packed
        if len(found) > LONGEST:
            raise StoreError(
                f"this scenario is too large for a link ({len(found):,} characters of at most "
                f"{LONGEST:,}): send the scenario file"
            )
        return Link(found, tuple(left_out))
    raise StoreError(f"without prices and files, this plan can't be put into a link: {problem}")


def left_out_of(text: str) -> tuple[str, ...]:
    """Return the fields that the text of a link omits, according to itself."""
    head = text.partition("\n")[0]
    if not head.startswith(_HEAD):
        return ()
    paths = head.removeprefix(_HEAD).split(", ")
    return tuple(filter(_PATH.fullmatch, paths[:MOST_NAMED]))


def text_of(found: str) -> str:
    """Decode the text of a link: the YAML text of a scenario, not yet validated.

    Raises
    ------
    StoreError
        If it is no link, was cut, or is of another version of Ostimate.
    """
    version = _VERSIONED.match(found)
    if version is None:
        raise StoreError(
            "this link is incomplete: after 'plan=', it must begin with a version such as 'v1.'"
        )
    if version[0] != VERSION:
        raise StoreError(
            f"this link has format {version[1]}, but this Ostimate reads only format 1: "
            "update Ostimate, or ask for the scenario file"
        )
    packed = found[len(VERSION) :].rstrip("=")
    if len(packed) > LONGEST_READ or not _TEXT.fullmatch(packed):
        raise StoreError(BROKEN)
    try:
        raw = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        unpacker = zlib.decompressobj()
        unfolded = unpacker.decompress(raw, LARGEST + 1)
        if len(unfolded) > LARGEST:
            raise StoreError(
                f"this link unpacks to more than {LARGEST // 1_000_000} MB and is refused"
            )
        if not unpacker.eof or unpacker.unused_data:
            raise StoreError(BROKEN)
        return unfolded.decode("utf-8")
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        raise StoreError(BROKEN) from None


BROKEN = "this link is damaged or incomplete: copy the whole link again"
_GONE = object()


def _nodes(data: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Give all that is said, with its path, what lies below it too."""
    yield path, data
    if isinstance(data, dict | list):
        pairs = data.items() if isinstance(data, dict) else enumerate(data)
        for key, value in pairs:
            yield from _nodes(value, f"{path}.{key}".strip("."))


def _text_of(path: str, value: Any) -> tuple[str, str]:
    """Give a field, wherever it stands, or is one of the choices, and what it says."""
    names = (one for one in path.split(".") if not one.isdigit() and one != "choices")
    return ".".join(names), json.dumps(value, sort_keys=True, default=str)


def _says_why(value: Any) -> bool:
    """Tell whether something says where it is from, or something in it does."""
    dicts = (one for _, one in _nodes(value, "") if isinstance(one, dict))
    return any("because" in one or "source" in one for one in dicts)


def _is_of_a_day(path: str, value: Any) -> bool:
    """Tell whether this is a rate of exchange that somebody published: anybody finds it there."""
    if not path.startswith(f"{EXCHANGE}.") or not isinstance(value, dict):
        return False
    source, is_stated = value.get("source"), value.get("status", "stated") == "stated"
    return is_stated and bool(source) and not is_of_money(source)


def is_of_money(value: Any) -> bool:
    """Return whether a value is a text with an amount: with a currency, or in the form of a price.

    >>> is_of_money("EUR 12k"), is_of_money("half a million euros"), is_of_money("12 EuroHPC nodes")
    (True, True, False)
    """
    if not isinstance(value, str):
        return False
    text = unicodedata.normalize("NFKC", value)  # also what is written full width, and halves
    patterns = (_DASH_FOR_CENTS, _ABBREVIATED, _OF_A_PRICE, _IN_CENTS)
    if any(pattern.search(text) for pattern in patterns) or _has_bare_thousands(text):
        return True
    has_sign = any(unicodedata.category(letter) == "Sc" for letter in text)
    return bool((has_sign or _CURRENCY.search(text)) and _NUMBER.search(text))


def _has_bare_thousands(text: str) -> bool:
    """Tell whether a text has thousands of nothing, as '12k'; a power of two is a block's size."""
    found = _THOUSANDS_OF_SOMETHING.findall(text)
    return any(not number.isdecimal() or int(number).bit_count() != 1 for number in found)


def _shared(data: Any, known: Published, path: str, left_out: list[str]) -> Any:
    """Give what may be shown of a field to anybody; note what may not.

    What says something of money is shown whole or not at all: half a price may be none.
    """
    private = is_private(path)
    if isinstance(data, bool) or data is None or data in ([], {}):
        return data
    if (private or is_of_money(data)) and _text_of(path, data) in known:
        return data
    if _is_of_a_day(path, data):
        return data
    if private and path not in ("economics", EXCHANGE):
        left_out.append(path)
        return _GONE
    if isinstance(data, dict):
        # Whoever writes a scenario names its sources: a name may be an amount, too.
        named = {_shared(key, known, path, left_out): key for key in data}
        below = {
            name: _shared(data[key], known, f"{path}.{name}".strip("."), left_out)
            for name, key in named.items()
        }
        kept = {key: value for key, value in below.items() if value is not _GONE}
        return kept if kept or not private else _GONE
    if isinstance(data, list):
        return [_shared(one, known, f"{path}.{n}", left_out) for n, one in enumerate(data)]
    if is_of_money(data):
        left_out.append(path)
        return LEFT_OUT
    return data
