"""Output of Lustre's obdfilter-survey: a line for each number of objects and threads.

Rates are totals of all targets in MiB/s; in brackets are the slowest and the fastest interval of
one target, SHORT if the run was too short to sample, or ERROR.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from model.calibration.measurements.measurement import Measurement, Output

KIND = "obdfilter-survey"
MARK = r"^.{0,40}ost +\d+ sz +\d+K rsz +\d|Obdfilter-survey for case="
LABEL = "MiB/s"
_STEP = re.compile(
    r"ost\s+(\d{1,9})\s+sz\s+(\d{1,18})K\s+rsz\s+(\d{1,9})K?\s+(?:obj|crg)\s+(\d{1,9})\s+thr\s+(\d{1,9})\s+(.*)"
)
_RATE = re.compile(r"(?<![a-z_])([a-z_]+)\s+(\S+)\s+(\[[^\]]*\]|SHORT|ERROR)")
NOTES = {"SHORT": "too short a run to sample"}


def read(output: Output) -> Iterator[Measurement]:
    """Return the rates of each step; with several steps, also the best rate of each test."""
    found = list(_steps(output))
    yield from found
    best: dict[str, Measurement] = {}
    for one in found:
        if one.figure not in best or one.value > best[one.figure].value:
            best[one.figure] = one
    if len({one.line for one in found}) > 1:
        for figure, one in best.items():
            yield replace(one, figure=f"best {figure}")


def _steps(output: Output) -> Iterator[Measurement]:
    for line, text in output.lines():
        step = _STEP.search(text)
        if step is None:
            continue
        targets, size, record, objects, threads, tests = step.groups()
        for test, printed, sampled in _RATE.findall(tests):
            value = None if sampled == "ERROR" else output.rate(line, printed, LABEL, "byte/s")
            if value is None:
                continue
            yield Measurement(
                KIND,
                f"{test.replace('_', ' ')} bandwidth",
                value,
                "byte/s",
                f"{printed} {LABEL}",
                output.file,
                line,
                f"{targets} targets, {objects} objects, {threads} threads",
                details=(("size", f"{size} KiB"), ("record", f"{record} KiB")),
                note=NOTES.get(sampled, ""),
            )
