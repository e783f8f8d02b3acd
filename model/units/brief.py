"""Rounded figures for display only: relative changes, margins, and amounts in few digits."""

from __future__ import annotations

import math

from model.units.figures import grouped, in_digits, percent, show

MOST_PERCENT = 10.0
"""The relative change above which a multiple is shown in place of percent."""
NEARLY_ALL = 0.999
"""The share above which what is missing to all matters."""
LONG_LIFE = 100.0
"""The years from which a lifetime is no limit, so that its digits mean nothing."""
_LARGE = ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"))


def several(count: float, noun: str) -> str:
    """Return a count with its noun, in the singular for one.

    Examples
    --------
    >>> several(1, "drive"), several(0, "drive"), several(102, "rack unit")
    ('1 drive', '0 drives', '102 rack units')
    """
    return f"{grouped(count)} {noun}{'s' * (count != 1)}"


def change(value: float, decimals: int = 1, *, than: str = "as much") -> str:
    """Format a relative change, or a margin, with its sign: in percent, or as a multiple.

    A shortfall of more than 100 % can only be against an upper limit; it is shown as so many "times
    the limit". `than` follows a multiple: a margin is so many times what is "required".

    Examples
    --------
    >>> change(0.221), change(178e6 - 1), change(1 - 178.2e6)
    ('+22.1 %', '178 million times as much', '178 million times the limit')
    >>> change(12.5), change(-9.99)[1:]
    ('13.5 times as much', '999.0 %')
    >>> change(12.5, than="required")
    '13.5 times required'
    """
    if abs(value) < MOST_PERCENT:
        return percent(value, decimals, signed=True)
    return f"{many(1 + abs(value))} times {than if value > 0 else 'the limit'}"


def lifetime(years: float) -> str:
    """Format a lifetime in years.

    >>> lifetime(4.874), lifetime(100), lifetime(2221)
    ('4.874', '100', 'more than 100')
    """
    return show(years, "1") if years <= LONG_LIFE else f"more than {show(LONG_LIFE, '1')}"


def many(count: float) -> str:
    """Format a large number in few digits, in words from a million on.

    >>> many(12.345), many(35521.3), many(7.267e7)
    ('12.3', '35\u202f500', '72.7 million')
    """
    rounded = in_digits(count, 3)
    least, word = next((step for step in _LARGE if rounded >= step[0]), (1.0, ""))
    return " ".join(filter(None, (show(rounded / least, "1", digits=3), word)))


def share(value: float) -> str:
    """Format a share in percent, with as many digits as other figures.

    Near 100 %, two digits of what is missing are shown.

    >>> share(0.808), share(0.00123456), share(0.99998765)
    ('80.8 %', '0.1235 %', '99.9988 %')
    """
    if NEARLY_ALL < value < 1:
        return f"{100 * value:.{1 - math.floor(math.log10(100 * (1 - value)))}f} %"
    return f"{show(100 * value, '1')} %"


def about(value: float, currency: str, digits: int = 3) -> str:
    """Format an amount in few digits, for differences and estimates.

    >>> about(1755194.0, "EUR"), about(552348.0, "EUR", 4), about(-9120.0, "EUR")
    ('1.76 M EUR', '552.3 k EUR', '-9120 EUR')
    >>> about(2225000.0, "EUR")
    '2.23 M EUR'
    """
    rounded = in_digits(value, digits)
    for step, sign in ((1e6, "M "), (1e4, "k ")):
        if abs(rounded) >= step:
            least = 1e3 if sign == "k " else step
            return f"{rounded / least:g} {sign}{currency}"
    return show(rounded, "currency", currency=currency)
