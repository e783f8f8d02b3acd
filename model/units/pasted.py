"""What people paste as figures: thousands apart, and what may be read in two ways."""

from __future__ import annotations

import re

_SPACED = re.compile(
    r"(?<![\d.,])\d{1,3}(?:([ '\u2019\u00a0\u2009\u202f_])\d{3})(?:\1\d{3})*(?![\d,])"
)
"""A number whose thousands are apart by what is no decimal mark anywhere: 20 000, 20'000."""
_REPEATED = re.compile(r"(?<![\d.,])\d{1,3}([.,])\d{3}(?:\1\d{3})+(?![\d.,])", re.ASCII)
"""A number with one mark several times: no decimal mark stands twice: 4.000.000, 4,000,000."""
_DOTTED = re.compile(r"(\d{1,3})\.000(?![\d.,])(.*)")
"""What is twenty thousand to one half of the world, and twenty to the other: 20.000."""


def together(text: str) -> str:
    """Write the thousands of a figure together, as files have them.

    >>> together("20 000 TB"), together("4,000,000 EUR"), together("1.5 PB")
    ('20000 TB', '4000000 EUR', '1.5 PB')
    """
    marked = _SPACED if _SPACED.search(text) else _REPEATED
    return marked.sub(lambda found: re.sub(r"\D", "", found[0]), text, count=1)


def doubt(text: str) -> str:
    """Say how either reading of a figure is written that may be read in two ways; else nothing.

    >>> doubt("20.000 TB"), doubt("20.5 TB")
    ("has a dot before three digits: write '20 TB' or '20000 TB'", '')
    """
    found = _DOTTED.fullmatch(text)
    if found is None:
        return ""
    number, unit = found.groups()
    return f"has a dot before three digits: write '{number}{unit}' or '{number}000{unit}'"
