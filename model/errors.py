"""Errors of inputs, with what their author should write instead.

OstimateError
└── InputError           the input is wrong: one or more problems, each with its place
    ├── OptionError      a value of the command line is wrong
    └── ScenarioError    fields of a scenario are wrong (`model.design.scenario`)
"""

from __future__ import annotations

from collections.abc import Iterable

from model.records import dataclass

QUOTED = 60
"""Maximum number of characters of an input that a message quotes."""
MOST_SHOWN = 50
"""Maximum number of problems that are reported at once."""
MOST_JUDGED = 500
"""Maximum number of problems that are described; of the others, only their number is reported."""
LONGEST_FIELD, LONGEST_WHAT = 200, 1_000
"""Maximum number of characters of a problem's field, and of its description."""


def shortened(text: str, most: int = QUOTED) -> str:
    """Shorten a text to `most` characters by leaving out its middle.

    >>> shortened("a misspelt name that goes on and on", 16)
    'a missp… and on'
    """
    half = (most - 1) // 2
    return text if len(text) <= most else f"{text[:half]}…{text[-half:]}"


def quoted(found: object) -> str:
    """Return an input as a message quotes it, shortened if it is long."""
    return repr(shortened(found) if isinstance(found, str) else found)


class OstimateError(Exception):
    """Base class of the errors that Ostimate raises on purpose."""


@dataclass(frozen=True, slots=True)
class Place:
    """Position of an input: a file, and its line and column, counted from 1 (0: unknown)."""

    file: str
    line: int = 0
    column: int = 0

    def __lt__(self, other: Place) -> bool:
        mine, its = (self.file, self.line, self.column), (other.file, other.line, other.column)
        return mine < its

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem of an input: its place, its field if it has one, and what to write instead."""

    place: Place
    field: str
    what: str
    stands_for: int = 1
    """Number of problems: more than 1 in the line that says how many more there are."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "field", shortened(self.field, LONGEST_FIELD))
        object.__setattr__(self, "what", shortened(self.what, LONGEST_WHAT))

    def __lt__(self, other: Problem) -> bool:
        mine = self.place, self.field, self.what, self.stands_for
        return mine < (other.place, other.field, other.what, other.stands_for)

    def __str__(self) -> str:
        return ": ".join(part for part in (str(self.place), self.field, self.what) if part)


def more(count: int, place: Place) -> Problem:
    """Return the problem that stands for `count` problems that aren't shown."""
    follow = "problems follow" if count > 1 else "problem follows"
    what = f"{count:,} more {follow}: fix the ones above first"
    return Problem(place, "", what, count)


class InputError(OstimateError):
    """The input is wrong: its problems, sorted by place, at most `MOST_SHOWN` of them."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        found = sorted(set(problems))
        further = found[MOST_SHOWN:]
        if further:
            found[MOST_SHOWN:] = [more(sum(p.stands_for for p in further), further[0].place)]
        self.problems = tuple(found)
        super().__init__("\n".join(map(str, self.problems)))


class OptionError(InputError):
    """A value of the command line is wrong."""
