"""Texts and tables for a terminal, and output files of commands."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any, TypeVar, Union

from model.answers.output import to_text
from model.commands.whole_files import write_whole
from model.errors import InputError, OptionError, Place, Problem
from model.units.figures import THIN

PIPED = 80
"""Line width of output that is not a terminal."""
PIPED_TABLE = 180
"""Width to which wider tables are folded where output is not a terminal."""
COLOURS = {"good": "green", "bad": "red", "faint": "dim", "strong": "bold", "differs": "yellow"}
"""Style of each tone in rich."""
GAP, LEAST_GAP = 2, 1
"""Blanks between two columns of a table, and the minimum in a wide one."""
LONG_WORD = 32
"""Length above which a word, such as an address, may be broken in a table."""
HARD_SPACE = "\N{NO-BREAK SPACE}"
_FIGURE = r"(?<![^\s(+-])([\d.,\xa0]*\d) (?=[^\W\d_]|%)"
"""A number followed by a unit, but not a model name that ends in a number."""

T = TypeVar("T")
Cell = Union[str, tuple[str, str]]  # noqa: UP007  # a name for types
"""Content of a cell: a text, or a text with its tone."""


def paragraph(text: str, indent: str = "", hanging: str = "") -> None:
    """Print a text, wrapped to the terminal; indent the lines after the first by `hanging`."""
    for n, line in enumerate(_folded(text, _width() - len(indent + hanging))):
        print(f"{indent}{hanging if n else ''}{line}")


def _folded(text: str, width: int, *, breaks: bool = False) -> list[str]:
    """Wrap a text between words, but not within a figure or between it and its unit."""
    import textwrap

    whole = _whole(HARD_SPACE.join(_printable(part) for part in text.split(THIN)))
    lines = textwrap.wrap(whole, max(width, 1), break_long_words=breaks, break_on_hyphens=False)
    return [line.replace(HARD_SPACE, " ") for line in lines]


def _whole(text: str) -> str:
    return re.sub(_FIGURE, rf"\1{HARD_SPACE}", text)


def _width() -> int:
    import shutil

    return shutil.get_terminal_size((PIPED, 24)).columns if sys.stdout.isatty() else PIPED


def table(headers: Sequence[str], rows: Sequence[Sequence[Cell]], title: str = "") -> None:
    """Print a table: by rich on a terminal, otherwise as plain columns.

    Without a terminal, a row is one line, unless the table is wider than `PIPED_TABLE`: then its
    longest cells are folded, and all short ones stay on the first line of the row.
    """
    if title:
        print()
        paragraph(title)
    pairs = [[(cell, "") if isinstance(cell, str) else cell for cell in row] for row in rows]
    cells = [[(_printable(text), tone) for text, tone in row] for row in pairs]
    if sys.stdout.isatty():
        _drawn(headers, cells)
        return
    texts = [tuple(headers), *(tuple(text for text, _ in row) for row in cells)]
    for line in _piped(texts):
        print("  " + line)


def _piped(texts: Sequence[Sequence[str]]) -> Iterator[str]:
    """Return the lines of a table without a terminal."""
    columns = list(zip(*texts, strict=True))
    widths = [max(map(len, column)) for column in columns]
    if is_wide := sum(widths) + GAP * len(widths) > PIPED_TABLE:
        widths, _ = _widths(texts[0], columns, PIPED_TABLE)
    for row in texts:
        folded = [
            _folded(cell, width, breaks=True) if is_wide and len(cell) > width else [cell]
            for cell, width in zip(row, widths, strict=True)
        ]
        for line in zip_longest(*folded, fillvalue=""):
            padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
            yield "  ".join(padded).rstrip()


def _printable(text: str) -> str:
    """Remove control characters of the terminal."""
    return "".join(c if c.isprintable() else " " for c in text)


def _drawn(headers: Sequence[str], rows: Sequence[Sequence[tuple[str, str]]]) -> None:
    """Return a table as narrow as its cells; content wider than the terminal is wrapped."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    columns = [[row[n][0] for row in rows] for n in range(len(headers))]
    widths, gap = _widths(headers, columns, _width())
    drawn = Table(box=None, header_style="bold", padding=(0, gap, 0, 0), pad_edge=False)
    for head, width in zip(headers, widths, strict=True):
        drawn.add_column(Text("\n".join(_folded(head, width))), width=width, no_wrap=True)
    for row in rows:
        drawn.add_row(
            *(
                Text("\n".join(_folded(text, width, breaks=True)), COLOURS.get(tone, ""))
                for (text, tone), width in zip(row, widths, strict=True)
            )
        )
    room = max(_width(), sum(widths) + gap * len(widths))  # too wide rather than truncated
    Console(highlight=False, width=room).print(drawn)


def _widths(
    headers: Sequence[str], columns: Sequence[Sequence[str]], room: int
) -> tuple[list[int], int]:
    """Return the width of each column; the widest ones are narrowed, but words stay whole.

    Also returns the gap between columns.
    """
    least = [
        max(min(_longest_word(text), LONG_WORD) for text in (head, *column))
        for head, column in zip(headers, columns, strict=True)
    ]
    widths = [max(n, *map(len, column)) for n, column in zip(least, columns, strict=True)]
    gap = GAP if sum(least) + GAP * len(least) <= room else LEAST_GAP
    while sum(widths) + gap * len(widths) > room:
        able = [n for n, width in enumerate(widths) if width > least[n]]
        if not able:
            break
        widths[max(able, key=widths.__getitem__)] -= 1
    return widths, gap


def _longest_word(text: str) -> int:
    return max(map(len, _whole(text).split(" ")))


def write_json(
    document: Mapping[str, Any] | Sequence[Any], file: str, *, private: bool = False
) -> None:
    """Write JSON to a file, or print it if the file is "-"."""
    write_or_print(to_text(document), file, private=private)


def write_or_print(text: str, file: str, *, private: bool = False) -> None:
    """Write a text to a file, or print it if the file is "-"."""
    content = text.encode()
    if file == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)  # always UTF-8, whatever the terminal's encoding
    else:
        write_file(file, content, private=private)


MADE_BY_PEOPLE = (".yaml", ".yml")
"""Files with these suffixes are never overwritten."""


def write_file(file: str, content: bytes, *, anew: bool = False, private: bool = False) -> None:
    """Write a file atomically; one that is new and private is for its owner alone.

    Raises
    ------
    InputError
        If the file can't be written, or if it would overwrite manual work: a scenario, or any
        existing file with `anew`.
    """
    if not file:
        raise wrong_option("file", "the name is empty: write the path of a file")
    try:
        kept = anew or Path(file).suffix.casefold() in MADE_BY_PEOPLE
        if kept and Path(file).is_file() and Path(file).read_bytes() != content:
            what = "it already exists and is not overwritten: write another file name"
            raise InputError([Problem(Place(file), "", what)])
        write_whole(Path(file), content, private=private)
    except OSError as error:
        what = f"can't be written ({(error.strerror or str(error)).lower()}): write another path"
        raise InputError([Problem(Place(file), "", what)]) from None


def wrong_option(option: str, what: str) -> OptionError:
    """Return the error of an option with an invalid value."""
    return OptionError([Problem(Place(option), "", what)])


class Collected:
    """The errors of several options, to report all of them at once."""

    def __init__(self) -> None:
        self._found: list[Problem] = []

    def read(self, reader: Callable[..., T], *args: Any) -> T | None:
        """Return what a reader makes of an option; None, and keep its errors, if it is wrong."""
        try:
            return reader(*args)
        except OptionError as error:
            self._found += error.problems
            return None

    def add(self, option: str, what: str) -> None:
        """Keep an error of an option."""
        self._found += wrong_option(option, what).problems

    def report(self) -> None:
        """Raise the errors that were kept, if there are any."""
        if self._found:
            raise OptionError(self._found)


@contextmanager
def as_options(**options: str) -> Iterator[None]:
    """Convert errors of a library, which name its parameters, to errors of the options."""
    try:
        yield
    except InputError as error:
        of_options = any(one.place.file in options for one in error.problems)
        raise (OptionError if of_options else InputError)(
            replace(one, place=replace(one.place, file=options.get(one.place.file, one.place.file)))
            for one in error.problems
        ) from None


@contextmanager
def as_option(option: str, value: object, field: str) -> Iterator[None]:
    """Report errors of a field as errors of the corresponding option, if there is one."""
    try:
        yield
    except InputError as error:
        problems = error.problems
        if not value or any(one.field.partition(".")[0] != field for one in problems):
            raise
        raise OptionError(replace(one, place=Place(option)) for one in problems) from None
