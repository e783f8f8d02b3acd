"""What can be wrong with an input, said so that its author can mend it.

OstimateError
└── InputError           the input is wrong: one or more problems, each with its place
    ├── OptionError      what is wrong stands on the command line, and in no file
    └── ScenarioError    fields of a scenario are wrong (`model.design.scenario`)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

QUOTED = 60
"""Characters of an input that a message quotes: enough to find it again."""


MOST_SHOWN = 50
"""Problems that are told at once: whoever has mended these sees the next."""
MOST_JUDGED = 500
"""Problems that are put into words: of more, only the number is told, or that there are more."""
LONGEST_FIELD, LONGEST_WHAT = 200, 1_000
"""Characters of a problem's field, and of what is said of it."""


def shortened(text: str, most: int = QUOTED) -> str:
    """Leave out the middle of a text that is too long to be repeated.

    >>> shortened("a misspelt name that goes on and on", 16)
    'a missp… and on'
    """
    half = (most - 1) // 2
    return text if len(text) <= most else f"{text[:half]}…{text[-half:]}"


def quoted(found: object) -> str:
    """Write what was found as a message quotes it, cut where it is long."""
    return repr(shortened(found) if isinstance(found, str) else found)


class OstimateError(Exception):
    """The root of all errors that Ostimate raises on purpose."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a figure was written: a file, and in it a line and a column from 1 (0: not known)."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing that is wrong: its place, its field if it has one, and what to write instead."""

    place: Place
    field: str
    what: str
    stands_for: int = 1
    """How many it is: more than one where it says only how many more there are."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "field", shortened(self.field, LONGEST_FIELD))
        object.__setattr__(self, "what", shortened(self.what, LONGEST_WHAT))

    def __str__(self) -> str:
        return ": ".join(part for part in (str(self.place), self.field, self.what) if part)


def more(count: int, place: Place) -> Problem:
    """Make the line that stands for problems which aren't told."""
    s = "s" if count > 1 else ""
    what = f"{count:,} more problem{s} follow: fix the ones above first"
    return Problem(place, "", what, count)


class InputError(OstimateError):
    """The input is wrong; carries the problems found, sorted by place: `MOST_SHOWN` at most."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        found = sorted(set(problems))
        further = found[MOST_SHOWN:]
        if further:
            found[MOST_SHOWN:] = [more(sum(p.stands_for for p in further), further[0].place)]
        self.problems = tuple(found)
        super().__init__("\n".join(map(str, self.problems)))


class OptionError(InputError):
    """What is wrong stands on the command line, and in no file."""
