"""What a text may be in a cell of a sheet, and in one of Markdown."""

from __future__ import annotations

import re

from model.units.figures import THIN

LONGEST = 32767
"""A cell holds so many characters."""
CUT = " … (cut: too long for a cell)"
_TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")
"""Signs that turn the direction of what follows: a text with them doesn't say what it shows."""


_GAPS = re.compile(r"[ \t\r\n]+")
"""Gaps in a text, but not those within a number."""


def plain(text: str) -> str:
    """Give a text as a cell may hold it: in the direction that it is read in, and not too long.

    Thousands are apart as the number formats of cells write them.
    """
    text = _TURNS.sub("", text).replace(THIN, ",")
    return text if len(text) <= LONGEST else text[: LONGEST - len(CUT)] + CUT


def in_markdown(text: object) -> str:
    """Write a text so that it stays in its cell of a table, and is no markup."""
    return _GAPS.sub(" ", str(text)).strip().replace("|", "\\|").replace("<", "&lt;")
