"""A document of a tender, and nothing of how it is drawn: headings, paragraphs, lists and tables.

A page, a file of a word processor and a sheet are made of it, so that all of them say the same.
"""

from __future__ import annotations

from typing import Union

from model.records import dataclass


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list."""

    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table of texts; without heads, the first column names the second."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    widths: tuple[float, ...]
    """Shares of the width."""
    right: tuple[int, ...] = ()
    """Columns of numbers, aligned to the right."""


Block = Union[Heading, Paragraph, Bullets, Grid]  # noqa: UP007  # a name for types


@dataclass(frozen=True, slots=True)
class TenderDocument:
    """A document: its title, a line below it, its blocks, and a line at the foot of each page."""

    title: str
    subtitle: str
    blocks: tuple[Block, ...]
    foot: str
