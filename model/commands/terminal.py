"""Tables and texts for a terminal, and where a command's output goes."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from model.answers.output import to_text, write_whole
from model.errors import InputError, Place, Problem


def table(headers: Sequence[str], rows: Sequence[Sequence[str]], title: str = "") -> None:
    """Print a table: drawn by rich on a terminal, in plain columns elsewhere."""
    if title:
        print(f"\n{title}")
    rows = [tuple(map(_printable, row)) for row in rows]
    if sys.stdout.isatty():
        _drawn(headers, rows)
        return
    widths = [max(map(len, column)) for column in zip(headers, *rows, strict=True)]
    for row in (headers, *rows):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  " + "  ".join(cells).rstrip())


def _printable(text: str) -> str:
    """Take out what would move the cursor or colour the terminal."""
    return "".join(c if c.isprintable() else " " for c in text)


def _drawn(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.table import Table

    drawn = Table(*headers, box=None, header_style="bold", pad_edge=True)
    for row in rows:
        drawn.add_row(*(cell.replace("[", r"\[") for cell in row))
    Console().print(drawn)


def write_json(document: Mapping[str, Any] | Sequence[Any], file: str) -> None:
    """Write JSON to a file, or print it where the file is "-"."""
    content = to_text(document).encode()
    if file == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content)  # JSON is UTF-8, whatever the terminal is
    else:
        write_file(file, content)


def write_file(file: str, content: bytes) -> None:
    """Write a file whole or not at all.

    Raises
    ------
    InputError
        The file can't be written.
    """
    if not file:
        raise InputError([Problem(Place("file"), "", "no name is given: give the path of a file")])
    try:
        write_whole(Path(file), content)
    except OSError as error:
        what = f"can't be written ({(error.strerror or str(error)).lower()}): give another path"
        raise InputError([Problem(Place(file), "", what)]) from None


def wrong_option(option: str, what: str) -> InputError:
    """Make the error of an option whose value is wrong."""
    return InputError([Problem(Place(option), "", what)])
