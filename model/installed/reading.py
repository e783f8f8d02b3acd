"""What a reader finds in the output of a program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from model.records import dataclass


@dataclass(frozen=True)
class Reading:
    """The figures of one output, by the names of `ostimate.installed/1`.

    `found` has what joining needs, identities of drives and servers among it: it stays in memory,
    and is never stored, shown or logged. Warnings quote no line of the output.
    """

    kind: str
    reading: Mapping[str, Any]
    warnings: tuple[str, ...] = ()
    found: object | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class FileReading:
    """A reading, and the base name of its file.

    `folder` is where the file was, which may name a server: it is never stored or shown.
    """

    file: str
    reading: Reading
    folder: str = field(default="", repr=False, compare=False)
