"""`import`: reads what programs of installed systems print, and joins it to a scenario."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections import Counter
from typing import Any

from model.calibration.offered_evidence import Offered, effects
from model.commands.options import called
from model.commands.outputs import see_place
from model.commands.terminal import paragraph, table, write_file, write_json, wrong_option
from model.errors import InputError, Place, Problem
from model.installed.benchmarks import evidence_of
from model.installed.capacity_checks import Check
from model.installed.files import read_files
from model.installed.joining import Joined, join
from model.installed.output import LARGEST
from model.installed.reading import FileReading
from model.installed.reading_texts import reading_rows
from model.planning.loading import load_scenario
from model.records import replace

SCHEMA = "ostimate.installed/1"
NO_BENCHMARK = (
    "no bandwidth of the whole file system is here: also import an output of IOR or IO500 from "
    "several clients, and the outputs of one data tier"
)
NO_SET = "outputs of 'zpool status -P', 'zpool list -vp' and 'lsblk -J -b' become one"


def run(options: argparse.Namespace) -> int:
    """Read the files; show what they contain, or write the scenario."""
    if options.files.count("-") > 1:
        raise wrong_option("FILE", "standard input ('-') can be read once")
    for file in filter(None, (options.out, options.evidence)):
        see_place(file)
    found = read_files((file, _piped() if file == "-" else None) for file in options.files)
    joined = join(found)
    if options.scenario is not None:
        own = evidence_of(load_scenario(options.scenario), found)
        if own is None:
            raise wrong_option("--scenario", NO_BENCHMARK)
        joined = Joined(None) if joined.scenario is None else joined
        joined = replace(joined, evidence=own)
    is_missing = options.out is not None and joined.scenario is None
    if options.out is not None and not is_missing:
        write_file(options.out, joined.text().encode(), anew=True)
    if options.evidence is not None:
        write_file(options.evidence, _evidence(joined).text.encode())
    if options.json:
        write_json(_document(found, joined), options.json)
    else:
        _show(found)
        if joined.scenario is None:
            _show_evidence(joined.evidence, with_scenario=options.scenario is None)
        _show_joined(joined, options.out, with_notes=not is_missing)
    if is_missing:
        what = "no scenario can be written: " + "; ".join(joined.warnings or (NO_SET,))
        raise InputError([Problem(Place(options.out), "", what)])
    return 0


def _evidence(joined: Joined) -> Offered:
    """Return what the measured system is evidence for, or say that nothing of it was measured."""
    if joined.evidence is None:
        raise wrong_option("--evidence", NO_BENCHMARK)
    return joined.evidence


def _piped() -> bytes:
    return sys.stdin.buffer.read(LARGEST + 1)


def _document(found: tuple[FileReading, ...], joined: Joined) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "files": [
            {
                "file": one.file,
                "kind": one.reading.kind,
                "reading": one.reading.reading,
                "warnings": one.reading.warnings,
            }
            for one in found
        ],
        "scenario": joined.scenario,
        "questions": [{"path": one.path, "question": one.question} for one in joined.questions],
        "warnings": joined.warnings,
        "checks": [
            {
                "pool": one.pool,
                "figure": one.figure,
                "reported": one.reported,
                "model": one.model,
                "cause": one.cause,
            }
            for one in joined.checks
        ],
        "used": [one.figures for one in joined.occupancies],
        "evidence": None if joined.evidence is None else _of_evidence(joined.evidence),
    }


def _of_evidence(offered: Offered) -> dict[str, Any]:
    return {
        "bandwidths": [one.model_dump(mode="json") for one in offered.evidence],
        "changes": effects(offered.evidence),
        "left_out": offered.left_out,
    }


MOST_SHOWN = 12
"""Readings that are shown one by one; of more, the number of each kind."""


def _show(found: tuple[FileReading, ...]) -> None:
    if len(found) > MOST_SHOWN:
        counts = Counter(one.reading.kind for one in found)
        table(("kind", "outputs"), [(kind, f"{count:,}") for kind, count in counts.items()])
        told = Counter(warning for one in found for warning in one.reading.warnings)
        for warning, count in told.items():
            paragraph(f"! {warning}" + (f" ({count:,} outputs)" if count > 1 else ""), "  ")
        print()
        return
    for one in found:
        table((one.file, one.reading.kind), reading_rows(one.reading.reading))
        for warning in one.reading.warnings:
            paragraph(f"! {warning}", "  ")
        print()


def _show_joined(joined: Joined, out: str | None, *, with_notes: bool) -> None:
    """Print the check of capacity, what differs, and what must be asked."""
    if joined.checks:
        heads = ("pool", "figure", "reported, bytes", "model, bytes", "difference")
        shown = [one for one in joined.checks if not one.agrees]
        if len(joined.checks) <= MOST_SHOWN:
            shown = list(joined.checks)
        if shown:
            table(heads, [_row(one) for one in shown])
        if others := len(joined.checks) - len(shown):
            paragraph(f"{others:,} reported figures of pools are those of the model, to the byte.")
        for cause in dict.fromkeys(
            f"{one.pool}: {one.cause}" for one in joined.checks if one.cause
        ):
            paragraph(f"! {cause}", "  ")
        print()
    if joined.occupancies or joined.files:
        print("In use today")
        for occupancy in joined.occupancies:
            paragraph(occupancy.sentence, "  ", "  ")
        for sentence in joined.files:
            paragraph(sentence, "  ", "  ")
        print()
    for note in joined.warnings if with_notes else ():
        paragraph(f"! {note}")
    if joined.scenario is None:
        return
    for one in joined.questions:
        paragraph(f"? {one.path}: {one.question}")
    print()
    _show_evidence(joined.evidence)
    if out is None:
        paragraph("To plan this system, write it as a scenario with --out mine.yaml.")
    else:
        paragraph(f"Written to {out}. Next: {called()} plan {shlex.quote(out)}")


def _show_evidence(offered: Offered | None, *, with_scenario: bool = True) -> None:
    """Say what the measured system would change as evidence, or why it is none yet."""
    if offered is None:
        return
    print("Evidence for the efficiencies of other systems")
    for text in effects(offered.evidence):
        paragraph(text, "  ", "  ")
    for text in offered.left_out:
        paragraph(f"none yet: {text}", "  ", "  ")
    if offered.evidence:
        paragraph("To write it, without any name: --evidence FILE. It is sent to nobody.", "  ")
    elif with_scenario:
        paragraph("Once they are entered in mine.yaml, add --scenario mine.yaml.", "  ")
    print()


def _row(check: Check) -> tuple[str, ...]:
    difference = "unknown" if check.model is None else f"{check.model - check.reported:+,}"
    model = "unknown" if check.model is None else f"{check.model:,}"
    shown = "none" if check.agrees else difference
    return check.pool, check.figure, f"{check.reported:,}", model, shown
