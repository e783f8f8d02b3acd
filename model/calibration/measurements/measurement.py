"""A measured figure, and the benchmark output that contains it.

Benchmark outputs contain few figures among other text: MPI warnings between lines, rank prefixes,
interrupted runs. A missing figure is omitted; an unreadable one is an error that names its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import NoReturn

from model.errors import InputError, Place, Problem
from model.records import dataclass
from model.units.figures import UnitError, parse

LONGEST_LINE = 4000
"""Longer lines are node maps or command lines, without a figure at their end."""
_RANK = re.compile(r"(?:\[\d+,\d+\](?:<std(?:out|err)>)?:|\s{0,8}\d+:) ?")
_NOTHING = re.compile(r"[-+]?(?:na|nan|inf|infinity|-)", re.IGNORECASE)

_LEAD = re.compile(r"(?:max|min|best) ")


@dataclass(frozen=True, slots=True)
class Measurement:
    """A figure printed by a benchmark, in its base unit.

    `printed` is its printed form; `case` distinguishes steps of one file; `details` are the
    parameters of the run; `note` is a caveat for users of the figure; `part_of` contains the name
    and case of the figures in the same file that include this one.
    """

    kind: str
    figure: str
    value: float
    unit: str
    printed: str
    file: str
    line: int = 0
    case: str = ""
    nodes: int | None = None
    tasks: int | None = None
    details: tuple[tuple[str, str], ...] = ()
    note: str = ""
    part_of: tuple[tuple[str, str], ...] = ()

    @property
    def place(self) -> Place:
        """The file, and the line of the figure."""
        return Place(self.file, self.line, 1 if self.line else 0)

    def origin(self, among: Sequence[Measurement]) -> str:
        """File and line, and the case if the line has several figures of this name."""
        here = [
            x for x in among if (x.file, x.line, x.figure) == (self.file, self.line, self.figure)
        ]
        case = f" ({self.case})" if len(here) > 1 and self.case else ""
        return f"{self.file}{f':{self.line}' if self.line else ''}{case}"

    def of_one_run(self, other: Measurement) -> bool:
        """Whether both are from the same run: as mean, highest, lowest, best, or in a sum."""
        if self.file == other.file and (
            (other.figure, other.case) in self.part_of or (self.figure, self.case) in other.part_of
        ):
            return True
        ways = [_LEAD.sub("", one.figure) for one in (self, other)]
        if (self.file, self.case, ways[0]) != (other.file, other.case, ways[1]):
            return False
        spread_out = self.figure != other.figure and "best" not in self.figure + other.figure
        return self.line == other.line or spread_out


@dataclass(frozen=True)
class Output:
    """The lines of an output, without the prefixes of `mpirun` or `srun`."""

    file: str
    text: str = field(repr=False)

    def lines(self) -> Iterator[tuple[int, str]]:
        """Return each line with its number."""
        for number, line in enumerate(self.text.split("\n"), 1):
            line = line[:LONGEST_LINE].rstrip()
            rank = _RANK.match(line)
            yield number, line[rank.end() :] if rank else line

    @property
    def cut_line(self) -> int:
        """The last line if it has no line end, as its last number may be cut off; otherwise 0."""
        return 0 if self.text.endswith("\n") else self.text.count("\n") + 1

    def refuse(self, what: str, line: int = 0) -> NoReturn:
        """Raise a one-line error about the file."""
        place = Place(self.file, line, 1 if line else 0)
        raise InputError([Problem(place, "", what)])

    def rate(self, line: int, number: str, label: str, unit: str) -> float | None:
        """Parse a printed rate; None if nothing was measured: NA, nan, inf, or not above 0."""
        if _NOTHING.fullmatch(number):
            return None
        try:
            value = parse(f"{number} {label}", unit)
        except UnitError as wrong:
            self.refuse(str(wrong), line)
        return value if value > 0 else None


def whole(text: str | None) -> int | None:
    """Parse a count such as the number of tasks; None if there is none."""
    found = re.match(r"\s*(\d{1,9})(?!\d)", text or "")
    return int(found[1]) if found else None


def spread(
    figure: str, most: float | None, least: float | None, mean: float | None
) -> Iterator[tuple[str, float]]:
    """Return the mean, and the highest and lowest if repetitions differ, with their names."""
    if mean is not None:
        yield figure, mean
    if most is not None and most != mean:
        yield f"max {figure}", most
    if least is not None and least != mean:
        yield f"min {figure}", least
