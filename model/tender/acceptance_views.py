"""Tables of acceptance tests: all of them, the thresholds of one, and the files that were read.

They consist of fixed values and texts, so that they can be drawn without the results of a plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from model.answers.views.view import Column, Entry, FixedValue, Row, Tone, View
from model.tender.acceptance import AcceptanceTest, Threshold, Verdict
from model.units.brief import several
from model.units.figures import show

NONE = "-"
"""What stands where a test has no threshold."""
STATE = "State: "
"""How the title of a test of a state begins, which its key says as well."""
MOST_LISTED = 3
"""Thresholds of a test that are listed; of more, only the number."""
TONES: Mapping[Verdict, Tone] = {"pass": "good", "fail": "bad", "not decided": ""}
TESTS = (
    Column("Title", "title", "text"),
    Column("Threshold", "threshold", "text"),
    Column("Verdict", "verdict", "text"),
)
THRESHOLDS = (
    Column("Threshold", "threshold", "text"),
    Column("From", "origin", "text"),
    Column("Measured", "measured"),
    Column("Lowest repeat", "lowest"),
    Column("Verdict", "verdict", "text"),
)


def tests(found: Sequence[AcceptanceTest]) -> View:
    """Return all tests with their thresholds and verdicts."""
    rows = tuple(
        Row(
            test.key,
            (test.title.removeprefix(STATE), _thresholds(test), test.verdict),
            tone=TONES[test.verdict],
            key=test.key,
        )
        for test in found
    )
    return View("Acceptance tests", "Test", TESTS, rows)


def _thresholds(test: AcceptanceTest) -> str:
    if not test.thresholds:
        return NONE
    if len(test.thresholds) > MOST_LISTED:
        return several(len(test.thresholds), "threshold")
    return ", ".join(map(limit, test.thresholds))


def limit(one: Threshold) -> str:
    """Write what must be reached.

    >>> limit(Threshold("racks", 2, "1", "", at_most=True))
    '≤ 2'
    """
    sign = "=" if one.is_exact else "≤" if one.at_most else "≥"
    return f"{sign} {one.said(one.value)}"


def course(test: AcceptanceTest) -> str:
    """Say when a test is run, how long that takes, and what shows its result."""
    lasts = "" if test.duration is None else f", up to {show(test.duration, 'second')} of runs"
    return f"{test.phase[:1].upper()}{test.phase[1:]}{lasts}. {test.evidence}"


def thresholds(test: AcceptanceTest) -> View:
    """Return the thresholds of a test: where each is from, and what was measured."""
    rows = tuple(
        Row(
            one.figure,
            (limit(one), one.origin, _figure(one, one.measured), _figure(one, one.least), _of(one)),
            tone=TONES[one.verdict],
            key=one.figure,
        )
        for one in test.thresholds
    )
    return View(f"{test.key} {test.title}", "Figure", THRESHOLDS, rows)


def _figure(one: Threshold, value: float | None) -> Entry:
    if value is None:
        return ""
    return one.said(value) if one.is_share else FixedValue(value, one.unit)


def _of(one: Threshold) -> str:
    return f"{one.verdict}: {one.why}" if one.why else one.verdict


def result_files(hashes: Mapping[str, str]) -> View:
    """Return the files of results that were read, with their hashes."""
    rows = tuple(Row(file, (found,), key=file) for file, found in hashes.items())
    return View("Files of results", "Result", (Column("SHA-256", "sha256", "text"),), rows)
