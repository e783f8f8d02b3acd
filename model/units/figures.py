"""Conversion between text and base units.

Internally, a figure is a float in its base unit (see `UNITS`); for users, it is text with a unit.
"""

from __future__ import annotations

import math
import re
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from model.errors import quoted, shortened
from model.units.kinds import MONEY, Step
from model.units.kinds import UNITS as UNITS
from model.units.kinds import Kind as Kind
from model.units.words import with_article

THIN = "\N{NARROW NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"
"""The sign of a negative difference; a negative figure by itself has a hyphen."""
_FIGURE = re.compile(r"([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE]([+-]?[0-9]+))?)\s*(.*)", re.DOTALL)
_GROUPED = r"[+-]?[0-9]{1,3}(?:[,.'\u2019_\s][0-9]{3})+(?![0-9])"
_UNCLEAR = r"(?=[kKMGTPEb])([kKMGTPE]?)(i?)([bB]?)(/s|ps|)"
NUMBER_WORDS = {
    **dict.fromkeys(("k", "thousand", "tausend"), 10**3),
    **dict.fromkeys(("m", "mio", "mio.", "mln", "mln.", "million", "millions", "millionen"), 10**6),
    **dict.fromkeys(("mrd", "mrd.", "bn", "milliarde", "milliarden"), 10**9),
}
"""Multipliers that people write as words before a unit, in place of a prefix.

"billion" is left out: it is a thousand times larger in German than in English.
"""
_PREFIX_WORDS = {
    **dict(zip(("kilo", "mega", "giga", "tera", "peta", "exa"), "kMGTPE", strict=True)),
    "kibi": "Ki",
    **{f"{p}bi": f"{p[0].upper()}i" for p in ("me", "gi", "te", "pe", "ex")},
}
_LONG_UNIT = (
    rf"(?<![A-Za-z])(?:((?i:{'|'.join(_PREFIX_WORDS)}))[ -]?|([kKMGTPE]i?|[mgtpe]) ?|)"
    r"((?i:bytes?|bits?|octets?))(?![A-Za-z])"
)
"""Units of data spelled out, as in TBytes, Gbits and tebibytes."""
_PER_TIME = (
    r"(?:/| per | an? )(?:(s(?:ec(?:ond)?s?)?)|(min(?:ute)?)|(h(?:our)?)|(d(?:ay)?)|(month)|(year))"
    r"(?![A-Za-z])"
)
_TIMES = ("s", "min", "h", "day", "month", "year")
# The text must have single spaces: runs of spaces would cause heavy backtracking.
_CODE_LAST = r"([^A-Za-z]*?(?:[eE][+-]?[0-9]+)?) ?([kM]?) ?([A-Z]{3}) ?(/.*)?"
_CODE_FIRST = r"([A-Z]{3}) ?([^/]*?) ?(/.*)?"
_LONGEST = 400
"""Maximum number of characters of a figure; slightly more than the longest float needs."""
_LARGEST_EXPONENT = 400


class UnitError(ValueError):
    """The text is not a figure of the required kind; the message shows the correct form."""


def _kind_of(unit: str) -> Kind:
    if unit not in UNITS:
        raise UnitError(f"no base unit is called {unit!r}; there are {', '.join(UNITS)}")
    return UNITS[unit]


def _is_money(unit: str) -> bool:
    return unit.startswith("currency")


def _reject_number(text: object, kind: Kind) -> UnitError:
    if isinstance(text, bool) or not isinstance(text, int | float):
        return UnitError(
            f"{quoted(text)} is not {with_article(kind.name)}; write one such as '{kind.example}'"
        )
    return UnitError(f"{quoted(text)} has no unit; write a unit, such as '{kind.example}'")


def _reject_figure(text: str, kind: Kind) -> UnitError:
    if not text:
        return UnitError(f"nothing is written here; write a figure such as '{kind.example}'")
    if grouped := re.match(_GROUPED, text):
        rest = re.sub(r"^,(?=[0-9])", ".", text[grouped.end() :])  # as in 20.000,5
        plain = shortened(re.sub(r"[^0-9+-]", "", grouped[0]) + rest)
        return UnitError(
            f"{quoted(text)} has a thousands separator; write '{plain}' (decimals: '1.5')"
        )
    if re.match(r"[+-]?[0-9]*,[0-9]", text):
        plain = text.replace(",", ".", 1)
        return UnitError(f"{quoted(text)} has a decimal comma; write '{shortened(plain)}'")
    return UnitError(
        f"{quoted(text)} is not a number with a unit; write one such as '{kind.example}'"
    )


def _reject_symbol(text: str, number: str, symbol: str, kind: Kind) -> UnitError:
    if re.match(r"[0-9.,'\u2019_]", symbol):
        return _reject_figure(text, kind)
    number, as_written = shortened(number), symbol
    symbol = _in_symbols(symbol)
    if not symbol:
        return UnitError(f"{quoted(text)} has no unit; write a unit, such as '{kind.example}'")
    for other in UNITS.values():
        if symbol in other.symbols:
            kinds = f"is of another kind ({other.name}); wanted here: {kind.name}"
            if f"{symbol}/s" in kind.symbols:
                return UnitError(f"{quoted(text)} {kinds}; write '{number} {symbol}/s'")
            return UnitError(f"{quoted(text)} {kinds}, such as '{kind.example}'")
    word, _, rest = symbol.rpartition(" ")
    if rest in kind.symbols and word.casefold() in NUMBER_WORDS and MONEY not in rest:
        whole = Fraction(number) * NUMBER_WORDS[word.casefold()] * kind.symbols[rest]
        unit = next(name for name, other in UNITS.items() if other is kind)
        meant = f"write '{write(_quotient(whole, Fraction(1)), unit)}'"
        return UnitError(f"{quoted(text)}: {quoted(word)} is not part of a unit; {meant}")
    if kind.base in ("B", "B/s") and (unclear := re.fullmatch(_UNCLEAR, symbol)):
        prefix, binary, letter, _ = unclear.groups()
        per = kind.base == "B/s"
        small = ("k" if prefix == "K" and not binary else prefix) + binary
        pair = (
            (small + "B", small + "bit") if letter == "b" else (small + "B", prefix.upper() + "iB")
        )
        either, other_one = (f"'{number} {s}{'/s' if per else ''}'" for s in pair)
        doubt = "bits or bytes" if letter == "b" else "powers of 1000 or of 1024"
        return UnitError(f"{quoted(text)} does not say {doubt}; write {either} or {other_one}")
    first = symbol.partition(" ")[0]  # as in '200 GB/s read'
    near = [first] if first in kind.symbols else []
    near = near or [s for s in kind.symbols if s.casefold() == symbol.casefold()]
    near = near or _of_other_prefixes(symbol, kind)
    from difflib import get_close_matches  # slow to import, and needed only for errors

    # A misspelt prefix is no reason to think of the bare unit: 'TBytez' is not 'byte'.
    bare = [one for one in kind.symbols if one[:1].isupper() and symbol.startswith(one)]
    near = near or bare[-1:] or get_close_matches(symbol, kind.symbols, 1)
    others = f" (or {', '.join(near[1:])})" if near[1:] else ""
    remedy = (
        f"write '{number} {near[0]}'{others}" if near else f"write one such as '{kind.example}'"
    )
    return UnitError(
        f"{quoted(text)}: {quoted(as_written)} is not a unit for {kind.name}; {remedy}"
    )


def _in_symbols(symbol: str) -> str:
    """Replace units of data that are spelled out by their symbols.

    >>> _in_symbols("terabytes per second"), _in_symbols("KiByte"), _in_symbols("Gbits/sec")
    ('TB/s', 'KiB', 'Gbit/s')
    >>> _in_symbols("gigabytes a second"), _in_symbols("TByte per day")
    ('GB/s', 'TB/day')
    """

    def short(found: re.Match[str]) -> str:
        word, letters, unit = found.groups()
        prefix = _PREFIX_WORDS[word.casefold()] if word else letters or ""
        return f"{prefix}{'bit' if unit.casefold().startswith('bit') else 'B'}"

    def each(found: re.Match[str]) -> str:
        return f"/{_TIMES[(found.lastindex or 1) - 1]}"

    return re.sub(_PER_TIME, each, re.sub(_LONG_UNIT, short, symbol))


def _of_other_prefixes(symbol: str, kind: Kind) -> list[str]:
    """Return the units that differ from a symbol only in the prefix, the example's prefix first."""
    alike = [s for s in kind.symbols if len(s) == len(symbol) > 1 and s[1:] == symbol[1:]]
    if symbol[0] in kind.symbols:  # 'hs' are hours, not a prefix
        return []
    usual = kind.example.partition(" ")[2][:1]
    return sorted(alike, key=lambda s: s[0] != usual) if len(alike) > 1 else []


def _read(text: str, shown: str, kind: Kind) -> float:
    """Convert `shown` to the base unit, rounding once; errors quote `text`."""
    if len(shown) > _LONGEST:
        what = f"{quoted(text)} is too large or too long: at most {_LONGEST} characters are read"
        raise UnitError(f"{what}; write one such as '{kind.example}'")
    shown = " ".join(shown.split())
    figure = _FIGURE.fullmatch(shown)
    if not figure:
        raise _reject_figure(text.strip(), kind)
    number, exponent, symbol = figure.groups()
    symbol = re.sub(r" ?/ ?", "/", symbol)
    factor = kind.symbols.get(symbol)
    if factor is None:
        factor = kind.symbols.get(_in_symbols(symbol))
    if factor is None:
        raise _reject_symbol(text, number, symbol, kind)
    # The limits are checked first: ten to the power of a billion would take hours to compute.
    if abs(int(exponent or "0")) > _LARGEST_EXPONENT:
        raise UnitError(
            f"{quoted(text)} is too large or too small; write one such as '{kind.example}'"
        )
    exact = Fraction(number) * factor
    rounded = _quotient(exact, Fraction(1))
    if not math.isfinite(rounded) or (exact and not rounded):
        raise UnitError(
            f"{quoted(text)} is too large or too small; write one such as '{kind.example}'"
        )
    return rounded


def _quotient(value: float | Fraction, factor: Fraction) -> float:
    try:
        return float(Fraction(value) / factor)
    except OverflowError:
        return math.inf


def parse(text: str | int | float, unit: str) -> float:
    """Convert a figure to its base unit, exactly: it is rounded once.

    Parameters
    ----------
    text : str, int or float
        The figure, such as "7.68 TB"; a bare number is accepted only where `unit` is "1".
    unit : str
        The base unit, a key of `UNITS`; use `parse_money` for money.

    Raises
    ------
    UnitError
        If the text is ambiguous or of another kind; the message shows the correct form.

    Examples
    --------
    >>> parse("7.68 TB", "byte"), parse("128 KiB", "byte"), parse("60 To", "byte")
    (7680000000000.0, 131072.0, 60000000000000.0)
    >>> parse("25 Gbit/s", "byte/s"), parse("15 min", "second"), parse("80 %", "1")
    (3125000000.0, 900.0, 0.8)
    >>> parse("10Tb", "byte")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    model.units.figures.UnitError: '10Tb' does not say bits or bytes; write '10 TB' or '10 Tbit'
    """
    kind = _kind_of(unit)
    if _is_money(unit):
        raise UnitError(f"{quoted(text)}: money has a currency; read it with parse_money")
    if isinstance(text, str):
        return _read(text, text.strip(), kind)
    if unit != "1" or isinstance(text, bool) or not isinstance(text, int | float):
        raise _reject_number(text, kind)
    if not math.isfinite(number := _quotient(text, Fraction(1)) if text == text else text):
        raise UnitError(f"{quoted(text)} is not a number; write one such as '{kind.example}'")
    return number


def parse_money(text: str | int | float, unit: str = "currency") -> tuple[float, str]:
    """Convert an amount or a price to its base unit; return it with its ISO 4217 currency code.

    Parameters
    ----------
    text : str, int or float
        The amount, such as "0.07 EUR/kWh"; a bare number is rejected.
    unit : str
        "currency", "currency/joule", "currency/second" or "currency/byte".

    Examples
    --------
    >>> parse_money("1200 USD"), parse_money("EUR 20"), parse_money("20 MEUR")
    ((1200.0, 'USD'), (20.0, 'EUR'), (20000000.0, 'EUR'))
    >>> parse_money("3.6 EUR/kWh", "currency/joule")
    (1e-06, 'EUR')
    """
    kind = _kind_of(unit)
    if not isinstance(text, str):
        raise _reject_number(text, kind)
    bare = " ".join(text.split())
    if match := re.fullmatch(_CODE_FIRST, bare):
        code, number, per = match.groups()
        prefix = ""
    elif match := re.fullmatch(_CODE_LAST, bare):
        number, prefix, code, per = match.groups()
    else:
        large = " or '1.2 M EUR'" if unit == "currency" else ""
        code = f"the ISO code of the currency, as in '{kind.example}'{large}"
        raise UnitError(
            f"{quoted(text)} is not {with_article(kind.name)} with a currency; write {code}"
        )
    try:
        return _read(text, f"{number} {prefix}{MONEY}{per or ''}".strip(), kind), code
    except UnitError as error:
        raise UnitError(str(error).replace(MONEY, code)) from None


OF_ALL_DIGITS = Context(prec=400)
"""Has room for the largest float and its decimals, where 28 digits raise an error."""
_KEPT = 15
"""Significant digits that a spreadsheet uses for rounding: at these, a tie rounds away from zero.
"""


def _decimal(value: float) -> Decimal:
    return Decimal(f"{value:.{_KEPT - 1}e}")


def _significant(value: float, digits: int) -> Decimal:
    if digits > _KEPT:
        return Decimal(f"{value:.{digits - 1}e}")
    return Context(prec=digits, rounding=ROUND_HALF_UP).plus(_decimal(value))


def in_digits(value: float, digits: int) -> float:
    """Round a number to significant digits, as everything that is shown is.

    >>> in_digits(2_225_000, 3), in_digits(-0.12345, 2)
    (2230000.0, -0.12)
    """
    return float(_significant(value, digits))


def rounded(value: float, decimals: int = 0) -> Decimal:
    """Round a number as spreadsheets do, so that all outputs show the same digits.

    Examples
    --------
    >>> rounded(0.5), rounded(2.675, 2), rounded(-2.5)
    (Decimal('1'), Decimal('2.68'), Decimal('-3'))
    """
    step = Decimal(1).scaleb(-decimals)
    return _decimal(value).quantize(step, ROUND_HALF_UP, context=OF_ALL_DIGITS)


def _apart(text: str, value: float) -> str:
    return text.replace(",", THIN if abs(value) >= 9999.5 else "")


def grouped(value: float, decimals: int = 0, sign: str = "") -> str:
    """Format a number in full with thousands separators; a whole number to its last digit.

    Examples
    --------
    >>> grouped(9999), grouped(2**63).replace(THIN, "_"), grouped(12345.678, 1).replace(THIN, "_")
    ('9999', '9_223_372_036_854_775_808', '12_345.7')
    """
    text = f"{value:{sign},}" if isinstance(value, int) else f"{value:{sign},.{decimals}f}"
    return _apart(text.replace("-", MINUS) if sign else text, value)


def percent(share: float, decimals: int = 0, *, signed: bool = False) -> str:
    """Format a share in percent.

    Examples
    --------
    >>> percent(0.55), percent(0.5505, 2), percent(0.2, 1, signed=True)
    ('55 %', '55.05 %', '+20.0 %')
    >>> percent(-0.2, signed=True).replace(MINUS, "less ")
    'less 20 %'
    """
    text = f"{100 * share:{'+' * signed}.{decimals}f} %"
    return text.replace("-", MINUS) if signed else text


def _digits(value: float, digits: int) -> str:
    """Format a number with `digits` significant digits, but always with its whole integer part."""
    near = _significant(value, digits)
    power = near.adjusted() if value else 0
    if not -5 < power < 15:
        mantissa = f"{near.scaleb(-power):f}"
        return f"{mantissa.rstrip('0').rstrip('.') if '.' in mantissa else mantissa}e{power}"
    decimals = max(0, digits - 1 - power)
    text = f"{near if decimals else rounded(value):,.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if decimals else text
    return _apart(text, value)


def _step(value: float, steps: tuple[Step, ...], digits: int = 17) -> Step:
    """Return the display step of a value after rounding: 999.99 GB is shown as 1 TB."""
    if value == 0:
        return next((step for step in steps if step.factor == 1), steps[0])
    chosen, size = steps[0], abs(value)
    for step in steps[1:]:
        least = float(step.least)
        if size < least / 2:  # rounding never doubles a number
            continue
        if size > 2 * least:
            chosen = step
            continue
        inside = min(_quotient(size, chosen.factor), 1e300)
        shown = Fraction(_significant(inside, digits)) * chosen.factor
        if max(shown, Fraction(size)) >= step.least:
            chosen = step
    return chosen


def turns(steps: tuple[Step, ...]) -> list[float]:
    """Return the lowest value shown in each step with four digits; 0 for the first step.

    Examples
    --------
    >>> turns(UNITS["byte"].decimal)[1:3], turns(UNITS["byte"].binary)[1]
    ([999.95, 999950.0], 1023.5)
    """
    found = [0.0]
    for below, step in pairwise(steps):
        inside = step.least / below.factor
        grid = Fraction(10) ** (len(str(math.ceil(inside) - 1)) - 4)
        shown = math.ceil(inside / grid) * grid  # 365.25 days are shown as 365.3
        found.append(float(min(inside, shown - grid / 2) * below.factor))
    return found


def _in_currency(label: str, currency: str) -> str:
    """Insert a currency into a label; the prefix of an amount is separated, as in "M EUR"."""
    if MONEY not in label or not currency:
        return label
    prefix, _, per = label.partition(MONEY)
    return f"{prefix} {currency}{per}".lstrip()


def _join(number: str, label: str, currency: str = "") -> str:
    label = label[:-1] if number == "1" and label in ("days", "years") else label
    return f"{number} {_in_currency(label, currency)}".strip()


def show(
    value: float | None, unit: str, *, binary: bool = False, digits: int = 4, currency: str = ""
) -> str:
    """Format a figure for display, rounded, with its unit; None and NaN are "unknown".

    Examples
    --------
    >>> show(413.7e12, "byte"), show(413.7e12, "byte", binary=True), show(None, "byte")
    ('413.7 TB', '376.3 TiB', 'unknown')
    >>> show(1296, "second"), show(72 * 3600, "second"), show(8500, "watt")
    ('21.6 min', '72 h', '8.5 kW')
    """
    if value is None or math.isnan(value):
        _kind_of(unit)
        return "unknown"
    return _shown(value, unit, binary, digits, currency)


@lru_cache(maxsize=8192, typed=True)
def _shown(value: float, unit: str, binary: bool, digits: int, currency: str) -> str:
    """Format a number, cached because pages show the same ones repeatedly."""
    kind = _kind_of(unit)
    if math.isinf(value):
        return _join("∞" if value > 0 else "-∞", kind.base, currency)
    step = _step(value, kind.binary if binary else kind.decimal, digits)
    inside, label = _quotient(value, step.factor), step.label
    if math.isinf(inside):
        inside, label = value, kind.base
    return _join(_digits(inside, digits), label, currency)


def show_both(value: float | None, *, binary: bool = False) -> str:
    """Format a capacity in decimal and binary units, as in "10 TB (9.095 TiB)"; `binary` puts TiB
    first.

    Examples
    --------
    >>> show_both(10e12), show_both(10e12, binary=True)
    ('10 TB (9.095 TiB)', '9.095 TiB (10 TB)')
    """
    if value is None or not math.isfinite(value):
        return show(value, "byte")
    kind = _kind_of("byte")
    step = _step(value, kind.decimal, 4)
    twin = kind.binary[kind.decimal.index(step)]
    if step == twin:
        return show(value, "byte")
    in_twin = _join(_digits(_quotient(value, twin.factor), 4), twin.label)
    in_decimal = show(value, "byte")
    return f"{in_twin} ({in_decimal})" if binary else f"{in_decimal} ({in_twin})"


def write(value: float, unit: str, *, binary: bool = False, currency: str = "") -> str:
    """Format a figure exactly: `parse` (or `parse_money`) returns the same float.

    Examples
    --------
    >>> write(10e12, "byte"), write(131072, "byte", binary=True), write(0.1 + 0.2, "1")
    ('10 TB', '128 KiB', '0.30000000000000004')
    """
    kind = _kind_of(unit)
    if not math.isfinite(value):
        raise UnitError(
            f"{value!r} is not {with_article(kind.name)} that can be written; leave it out"
        )
    if _is_money(unit) and not currency:
        raise UnitError(f"{value!r} is money; say in which currency, such as 'EUR'")
    steps = kind.binary if binary else kind.decimal
    chosen = steps.index(_step(value, steps))
    below = [(step.label, step.factor) for step in steps[max(0, chosen - 1) : chosen + 1]]
    texts = []
    for label, factor in [*reversed(below), (kind.base, Fraction(1))]:
        number = repr(_quotient(value, factor) + 0.0).removesuffix(".0")  # + 0.0: -0.0 is 0
        if number[-1].isdigit() and _quotient(Fraction(number) * factor, Fraction(1)) == value:
            texts.append(_join(number, label, currency))
    return min(texts, key=len)


def axis_scale(
    largest: float | None, unit: str, binary: bool = False, currency: str = ""
) -> tuple[float, str]:
    """Return the divisor and the label of an axis whose largest value is `largest`.

    Examples
    --------
    >>> axis_scale(3.2e15, "byte"), axis_scale(2.5e6, "currency", currency="EUR")
    ((1000000000000000.0, 'PB'), (1000000.0, 'M EUR'))
    """
    kind = _kind_of(unit)
    known = largest if largest is not None and math.isfinite(largest) else 0.0
    step = _step(known, kind.binary if binary else kind.axis)
    return float(step.factor), _in_currency(step.label, currency)


class Scale:
    """The unit of a whole column: its label, and the format of its values."""

    def __init__(self, largest: float | None, unit: str, *, binary: bool = False) -> None:
        self.factor, self.label = axis_scale(largest, unit, binary=binary)
        top = (largest or 0.0) / self.factor
        self.decimals = 3 if top < 10 else 2 if top < 100 else 1

    def __call__(self, value: float | None) -> str:
        """Format a value, without its unit."""
        return "unknown" if value is None else grouped(value / self.factor, self.decimals)


def excel_format(unit: str) -> str:
    r"""Return an Excel number format that scales the display; the cell stays in the base unit.

    Examples
    --------
    >>> excel_format("watt")
    '[>=1000000]0.000,,\\ "MW";[>=1000]0.000,\\ "kW";0.000\\ "W"'
    """
    return _kind_of(unit).excel
