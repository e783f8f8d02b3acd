"""What somebody measured by hand, or read from a meter: power, availability, racks, counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from model.errors import InputError, Problem, quoted
from model.reading.complaints import remedy
from model.reading.documents import Document, validate
from model.reading.fields import Strict
from model.tender.acceptance import AcceptanceTest
from model.tender.acceptance_terms import TEST
from model.tender.acceptance_verdicts import ByHand
from model.units.figures import UnitError, parse

SCHEMA = "ostimate.measured/1"
Text = Annotated[str, Field(max_length=200)]
Value = Annotated[str, Field(max_length=60)] | int | float


class Entry(Strict):
    """A figure of a test."""

    test: Annotated[str, Field(pattern=TEST)]
    """Test, such as T10."""
    figure: Text
    """Figure, as in the plan of tests."""
    values: Annotated[tuple[Value, ...], Field(min_length=1, max_length=1000)]
    """Measured values, one for each repeat."""
    source: Text = ""
    """Who measured it, and how."""


class MeasuredFile(Strict):
    """Figures that no benchmark prints."""

    schema_: Literal["ostimate.measured/1"] = Field("ostimate.measured/1", alias="schema")
    """Schema version of the file."""
    measured: Annotated[tuple[Entry, ...], Field(max_length=5_000)]
    """Figures."""


def is_measured(content: bytes) -> bool:
    """Tell whether a file has figures that were measured by hand."""
    return SCHEMA.encode() in content[:2_000]


def read_measured(document: Document, tests: Sequence[AcceptanceTest]) -> list[ByHand]:
    """Return the figures of a file, in the units of the tests that they are of.

    Raises
    ------
    InputError
        With all problems, each with its place and what to write instead.
    """
    found = validate(MeasuredFile, document)
    problems: list[Problem] = []
    figures: list[ByHand] = []
    for n, entry in enumerate(found.measured):
        try:
            figures += _of_entry(entry, tests, document.file)
        except ValueError as error:
            path: tuple[Any, ...] = ("measured", n)
            problems.append(Problem(document.place(path), f"measured.{n}", str(error)))
    if problems:
        raise InputError(problems)
    return figures


def _of_entry(entry: Entry, tests: Sequence[AcceptanceTest], file: str) -> Iterator[ByHand]:
    keys = [test.key for test in tests]
    test = next((one for one in tests if one.key == entry.test), None)
    if test is None:
        raise ValueError(f"no test is called {entry.test}{remedy(entry.test, keys)}")
    names = [one.figure for one in test.thresholds]
    threshold = next((one for one in test.thresholds if one.figure == entry.figure), None)
    if threshold is None:
        known = f"; write one of {', '.join(map(quoted, names[:10]))}" if names else ""
        what = f"{test.key} has no threshold {quoted(entry.figure)}{known}"
        raise ValueError(what)
    for value in entry.values:
        yield ByHand(entry.test, entry.figure, _value(value, threshold.unit), file)


def _value(value: str | float, unit: str) -> float:
    try:
        return parse(value, unit)
    except UnitError as error:
        raise ValueError(str(error)) from None
