"""JSON and JSON+ output of fio 2.x to 3.x: bandwidth and operations of each job.

fio 3 reports bytes per second; fio 2 reports `bw` in KiB per second. Jobs of a group run in
parallel, so several of them have a combined rate as well: their total bytes over the longest of
their run times. With several machines, fio adds such a sum as a job "All clients", which is not a
member of the group.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from model.calibration.measurements.measurement import Measurement, Output
from model.calibration.measurements.objects import mapping, number, objects
from model.units.kinds import KIB

KIND = "fio"
MARK = r'"fio version"|\{\s*"jobname"'
WAYS = ("read", "write", "mixed")
SUM, MOVED, TIME = "All clients", "io_bytes", "time"
"""The job of all machines, the bytes that a job moved, and when its output was printed."""
PRINTED_AT = re.compile(r'"(?:time|timestamp|timestamp_ms)"\s*:\s*"?([^",}\n]{1,40})')
SHOWN = (
    *("rw", "bs", "bsrange", "bssplit", "kb_base", "ioengine", "iodepth", "numjobs"),
    *("direct", "buffered", "directory", "filename", TIME),
)
MOST_TIMES = 10
"""Times of an output that are read, at most."""
JOB = ("jobname", "hostname", "groupid")
"""What tells jobs apart."""
MILLISECOND = 1e-3

Job = tuple[int, dict[str, Any], int | None]
"""Its line, what fio says of it, and its processes."""
DIGITS = 6
"""Digits of a number of processes, at most."""


def read(output: Output) -> Iterator[Measurement]:
    """Return the figures of each job, then those of each group of several jobs."""
    found = list(_read(output))
    there = {(one.figure, one.case) for one in found}
    for one in found:
        yield replace(one, part_of=tuple(whole for whole in one.part_of if whole in there))


def _read(output: Output) -> Iterator[Measurement]:
    shared = [found for _, found in objects(output, r'"global options"\s*:\s*\{')]
    common = shared[-1] if shared else {}
    if printed_at := PRINTED_AT.findall(output.text):
        common = {**common, TIME: " ".join(printed_at[:MOST_TIMES])}
    jobs = list(objects(output, r'\{\s*"jobname"'))
    groups: dict[Any, list[Job]] = {}
    seen: Counter[str] = Counter()
    running = _running([job for _, job in jobs], common)
    machines = len({str(job["hostname"]) for _, job in jobs if job.get("hostname")}) or None
    for (line, job), tasks in zip(jobs, running, strict=True):
        case = _case(job)
        seen[case] += 1
        again = f" ({seen[case]})" if seen[case] > 1 else ""
        nodes = machines if job.get("jobname") == SUM else 1
        yield from _of_job(output, line, job, common, case + again, nodes, tasks)
        if job.get("jobname") != SUM:
            groups.setdefault(str(job.get("groupid")), []).append((line, job, tasks))
    for group, members in groups.items():
        if len(members) > 1:
            for way in WAYS:
                yield from _of_group(output, group, way, members)


def _running(jobs: list[dict[str, Any]], common: dict[str, Any]) -> list[int | None]:
    """Return the processes of each job; None if unknown.

    With `group_reporting`, all processes of a job are one entry; without it, each has its own.
    """
    keys = [tuple(str(job.get(one)) for one in JOB) for job in jobs]
    entries = Counter(keys)
    found: list[int | None] = []
    for job, key in zip(jobs, keys, strict=True):
        stated = str({**common, **mapping(job.get("job options"))}.get("numjobs", "1"))
        count = int(stated) if stated.isdecimal() and len(stated) <= DIGITS else 0
        alone = 1 if entries[key] == count or count == 1 else None
        found.append((count or None) if entries[key] == 1 else alone)
    own = [one for one, job in zip(found, jobs, strict=True) if job.get("jobname") != SUM]
    return [
        _total(own) if job.get("jobname") == SUM else one
        for one, job in zip(found, jobs, strict=True)
    ]


def _total(tasks: list[int | None]) -> int | None:
    known = [one for one in tasks if one is not None]
    return sum(known) if known and len(known) == len(tasks) else None


def _case(job: dict[str, Any]) -> str:
    """Return the case of a job, including its machine if there are several; the sum has none."""
    keys = ("jobname",) if job.get("jobname") == SUM else ("jobname", "hostname")
    return " on ".join(str(job[key]) for key in keys if job.get(key))[:80]


def _of_job(
    output: Output,
    line: int,
    job: dict[str, Any],
    common: dict[str, Any],
    case: str,
    nodes: int | None,
    tasks: int | None,
) -> Iterator[Measurement]:
    options = {**common, **mapping(job.get("job options"))}
    details = tuple((key, str(options[key])) for key in SHOWN if key in options)
    note = _note([job])
    group = _group(str(job.get("groupid")))
    for way in WAYS:
        rates = mapping(job.get(way))
        moved = _moved(rates)
        of_way = (*details, (MOVED, f"{moved:.0f}")) if moved else details
        for figure, unit, value, printed in _rates(way, rates):
            sums = () if job.get("jobname") == SUM else ((f"group {figure}", group), (figure, SUM))
            yield Measurement(
                KIND, figure, value, unit, printed, output.file, line, case, nodes=nodes,
                tasks=tasks, details=of_way, note=note, part_of=sums,
            )  # fmt: skip


def _rates(way: str, rates: dict[str, Any]) -> Iterator[tuple[str, str, float, str]]:
    exact, rough = number(rates.get("bw_bytes")), number(rates.get("bw"))
    if exact is not None:
        yield f"{way} bandwidth", "byte/s", exact, f"{exact:.0f} B/s"
    elif rough is not None:
        yield f"{way} bandwidth", "byte/s", rough * KIB, f"{rough:.0f} KiB/s"
    operations = number(rates.get("iops"))
    if operations is not None:
        yield f"{way} rate", "1/second", operations, f"{operations:g} IOPS"


def _of_group(output: Output, group: str, way: str, jobs: list[Job]) -> Iterator[Measurement]:
    parts = [mapping(job.get(way)) for _, job, _ in jobs]
    moved = [_moved(part) for part in parts]
    times = [time for part in parts if (time := number(part.get("runtime"))) is not None]
    if not times or not sum(moved):
        return
    yield Measurement(
        KIND,
        f"group {way} bandwidth",
        sum(moved) / (max(times) * MILLISECOND),
        "byte/s",
        f"{sum(moved):.0f} B in {max(times):.0f} ms",
        output.file,
        jobs[0][0],
        _group(group),
        tasks=_total([tasks for _, _, tasks in jobs]),
        details=((MOVED, f"{sum(moved):.0f}"),),
        note=_note([job for _, job, _ in jobs]),
        part_of=((f"{way} bandwidth", SUM),),
    )


def _note(jobs: list[dict[str, Any]]) -> str:
    errors = [error for job in jobs if (error := number(job.get("error")))]
    return f"fio reports error {errors[0]:.0f}" if errors else ""


def _group(group: str) -> str:
    """Return the case of a group's figures."""
    return f"group {group}"[:80]


def _moved(part: dict[str, Any]) -> float:
    """Return the bytes moved; fio 2 counts KiB under the same name, and has no `io_kbytes`."""
    moved = number(part.get("io_bytes")) or 0.0
    return moved if "io_kbytes" in part else moved * KIB
