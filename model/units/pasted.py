"""Figures pasted from other programs: thousands separators, and ambiguous figures."""

from __future__ import annotations

import re

_SPACED = re.compile(
    r"(?<![\d.,])\d{1,3}(?:([ '\u2019\u00a0\u2009\u202f_])\d{3})(?:\1\d{3})*+(?![\d,])"
)
"""A number with thousands separators that are no decimal mark anywhere: 20 000, 20'000."""
_REPEATED = re.compile(r"(?<![\d.,])\d{1,3}([.,])\d{3}(?:\1\d{3})+(?![\d.,])", re.ASCII)
"""A number with a repeated mark, which can't be a decimal mark: 4.000.000, 4,000,000."""
_DOTTED = re.compile(r"(\d{1,3})\.000(?![\d.,])(.*)")
"""An ambiguous figure: 20.000 is either twenty thousand or twenty, depending on the country."""


def together(text: str) -> str:
    """Remove the thousands separators of a figure, as in files.

    >>> together("20 000 TB"), together("4,000,000 EUR"), together("1.5 PB")
    ('20000 TB', '4000000 EUR', '1.5 PB')
    """
    marked = _SPACED if _SPACED.search(text) else _REPEATED
    return marked.sub(lambda found: re.sub(r"\D", "", found[0]), text, count=1)


def doubt(text: str) -> str:
    """Return both readings of an ambiguous figure, or an empty text for a clear one.

    >>> doubt("20.000 TB"), doubt("20.5 TB")
    ("has a dot before three digits: write '20 TB' or '20000 TB'", '')
    """
    found = _DOTTED.fullmatch(text)
    if found is None:
        return ""
    number, unit = found.groups()
    return f"has a dot before three digits: write '{number}{unit}' or '{number}000{unit}'"
