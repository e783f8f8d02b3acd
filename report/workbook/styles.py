"""What cells look like."""

from __future__ import annotations

import datetime
import textwrap
from typing import Any

from report.drawings.elevation import TINTS

FONT = {"font_name": "Arial", "font_size": 10}
"""What all is written in that says nothing else."""
STYLES: dict[str, dict[str, Any]] = {
    "title": {"bold": True, "font_size": 14},
    "table": {"bold": True, "font_size": 11, "font_color": "#1F3A5F"},
    "head": {"bold": True, "bottom": 1, "text_wrap": True},
    "left": {"align": "left"},
    "right": {"align": "right"},
    "centred": {"align": "center"},
    "indented": {"indent": 1, "align": "left"},
    "input": {"bg_color": "#FFF6D6", "font_color": "#1A4FA3", "locked": False},
    "lookup": {"font_color": "#4A6B2A", "locked": False},
    "missing": {"bg_color": "#FFD08A", "font_color": "#8A2A00", "bold": True},
    "strong": {"bold": True},
    "wrap": {"text_wrap": True},
    "middle": {"valign": "vcenter"},
    "in line": {"text_wrap": False},
    "faint": {"font_color": "#666666"},
    "percent": {"num_format": "0.0%"},
    "far more": {"num_format": '"> 11 times";"> 11 times"'},
    "far too much": {"num_format": '"> 11 x the limit";"> 11 x the limit"'},
    "share": {"num_format": "0.00%"},
    "nines": {"num_format": "0.00000%"},
    "verdict": {"num_format": '[=1]"met";[=0]"not met";General', "bold": True},
    "fits": {"num_format": '[=1]"fits";[=0]"doesn\'t fit";General', "bold": True},
    "limits": {"num_format": '[=1]"limits";[=0]"";General', "bold": True},
    "date": {"num_format": "yyyy-mm-dd", "align": "right"},
    "decimals": {"num_format": "#,##0.000"},
    "rate": {"num_format": "#,##0.00##"},
    "good": {"font_color": "#1B6E3A", "bold": True},
    "bad": {"font_color": "#A32020", "bold": True},
    "differs": {"bg_color": "#E8F1F8"},
    "device": {
        "border": 1,
        "border_color": "#4A5561",
        "valign": "vcenter",
        "indent": 1,
        "font_color": "#1C2530",
    },
    **{kind: {"bg_color": colour} for kind, colour in TINTS.items()},
    "at least": {},
    "coded": {},
    "in full": {},
    "at most": {},
    "fixed": {"font_color": "#666666"},
    "unknown": {"font_color": "#B5B5B5"},
}
FORMATS = frozenset(name for name, look in STYLES.items() if "num_format" in look)
"""Those that say what a number looks like."""
LINE = 12.75
"""The height of a row of one line, in points: what a sheet gives that font."""
TITLE = 18.0
"""That of the row of a title."""
PIXELS = 17
"""The pixels of a line."""
HIGHEST = 409.5
"""The height that a row may have at most, in points."""


FIRST_DAY = datetime.date(1899, 12, 30)
"""Day 0 of a sheet's calendar."""


def day_number(day: datetime.date) -> int:
    """Give the number that a sheet has for a day."""
    return (day - FIRST_DAY).days


SMALL, CAPITAL = 0.88, 1.25
"""How wide letters are, of the digits that widths are counted in."""


def lines(text: str, width: float) -> int:
    """Count the lines of a text in a column of that width; letters are narrower than digits."""
    return max(1, -int(-len(text) * 0.87 // width))


def lines_of_words(text: str, width: float) -> int:
    """Count the lines of a text in a column of that width, broken between words."""
    wide = sum(CAPITAL if letter.isupper() else SMALL for letter in text)
    return 1 if wide <= width else len(textwrap.wrap(text, int(width * len(text) / wide)))


def shortened(text: str, room: float) -> str:
    """Cut a text after a word, so that it fits; a mark says that it was cut."""
    if len(text) <= room:
        return text
    return text[: int(room) - 2].rpartition(" ")[0].rstrip(" ,;:|") + " …"
