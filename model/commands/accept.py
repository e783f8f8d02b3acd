"""`accept`: a plan of acceptance tests, and verdicts on what was measured."""

from __future__ import annotations

import argparse
import importlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from model.answers.results import evaluate
from model.calibration.measurements.files import LARGEST
from model.commands.drawn import draw
from model.commands.terminal import paragraph, write_file, write_json, wrong_option
from model.errors import InputError, Place, Problem
from model.installed.results_of_tests import MeasuredResults, read_results
from model.planning.loading import load_scenario
from model.reading.documents import read_document, validate
from model.reading.files import given_contents
from model.tender import acceptance_views
from model.tender.acceptance import (
    NOT_COUNTED,
    AcceptanceTest,
    Threshold,
    acceptance,
)
from model.tender.acceptance_commands import data_of
from model.tender.acceptance_report import acceptance_report
from model.tender.acceptance_terms import Terms
from model.tender.acceptance_verdicts import judged
from model.tender.remedy_clauses import notes_of, remedy_of
from model.tender.rules_from_plan import rules_of
from model.tender.specification import specification
from model.units.figures import show

SCHEMA = "ostimate.acceptance/1"
LARGEST_TERMS = 1_000_000
_OF_TEST = re.compile(r"(T[0-9]{1,2}(?:\.[0-9]{1,3})?)=")


def run(options: argparse.Namespace) -> int:
    """Print the acceptance tests of a plan, judged by the results that are given."""
    results = evaluate(load_scenario(options.scenario))
    said = given_contents(options.terms, LARGEST_TERMS, "the terms, a YAML file")
    terms = validate(Terms, read_document(said, options.terms))
    try:
        data_of(terms)
        tests = acceptance(results, terms)
    except ValueError as error:
        raise InputError([Problem(Place(options.terms), "", str(error))]) from None
    found = _read(options.results or (), tests, terms)
    tests = judged(tests, found.figures, terms, found.of_tests)
    if options.xlsx is not None:
        book = importlib.import_module("report.workbook.acceptance_workbook")
        document = specification(rules_of(results)[1])
        write_file(options.xlsx, book.acceptance_workbook(tests, terms, found.hashes, document))
    if options.report is not None:
        _write_report(options.report, results.plan.scenario.name, tests, terms, found.hashes)
    if options.json:
        write_json(_document(results.plan.scenario.name, tests, terms, found), options.json)
        return 0
    _show(tests, terms, found)
    return 0


def _write_report(
    file: str, scenario: str, tests: list[AcceptanceTest], terms: Terms, hashes: dict[str, str]
) -> None:
    """Write the report that is signed."""
    report = acceptance_report(scenario, tests, terms, hashes)
    match Path(file).suffix.casefold():
        case ".docx":
            write = importlib.import_module("report.word.document_docx").document_docx
            write_file(file, write(report))
        case ".html":
            draw_page = importlib.import_module("report.web.document_page").document_page
            write_file(file, draw_page(report).encode())
        case _:
            raise wrong_option("--report", "write a name that ends in .docx or .html")


def _read(options: Sequence[str], tests: list[AcceptanceTest], terms: Terms) -> MeasuredResults:
    """Read the results, and report all that is wrong at once."""
    problems: list[Problem] = []
    files: list[tuple[str, str, bytes]] = []
    for test, file in _named(options):
        try:
            files.append((test, file, given_contents(file, LARGEST, "a result of a test")))
        except InputError as error:
            problems += error.problems
    found = read_results(files, tests, terms)
    if problems or found.problems:
        raise InputError([*problems, *found.problems])
    return found


def _named(options: Sequence[str]) -> list[tuple[str, str]]:
    """Return the test and the file of each option; no test: what the file says decides."""
    found = []
    for text in options:
        match = _OF_TEST.match(text)
        found.append((match[1], text[match.end() :]) if match else ("", text))
    return found


def _document(
    scenario: str, tests: list[AcceptanceTest], terms: Terms, found: MeasuredResults
) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "scenario": scenario,
        "tests": [
            {
                "test": test.key,
                "title": test.title,
                "thresholds": [_of_threshold(one) for one in test.thresholds],
                "procedure": test.procedure,
                "commands": list(test.commands),
                "repeats": test.repeats,
                "passes": test.passes,
                "phase": test.phase,
                "duration": test.duration,
                "evidence": test.evidence,
                "remedy": remedy_of(terms, test.key),
                "missing": test.missing or None,
                "verdict": test.verdict,
            }
            for test in tests
        ],
        "remedy": remedy_of(terms),
        "notes": list(notes_of(terms)),
        "files": [
            {"file": file, "sha256": digest, "test": found.of_tests.get(file)}
            for file, digest in found.hashes.items()
        ],
    }


def _of_threshold(one: Threshold) -> dict[str, Any]:
    return {
        "figure": one.figure,
        "value": one.value,
        "unit": one.unit,
        "at_most": one.at_most,
        "exactly": one.is_exact,
        "from": one.origin,
        "measured": one.measured,
        "lowest": one.least,
        "planned": one.planned,
        "verdict": one.verdict,
        "why": one.why or None,
    }


def _show(tests: list[AcceptanceTest], terms: Terms, found: MeasuredResults) -> None:
    hashes = found.hashes
    printed: dict[tuple[str, ...], str] = {}
    for test in tests:
        print(f"  {test.key}  {test.title}" + (f": {test.verdict}" if hashes else ""))
        for one in test.thresholds:
            planned = "" if one.planned is None else f"; planned: {show(one.planned, one.unit)}"
            text = f"{one.text} ({one.origin}{planned})"
            if one.measured is not None:
                text += f"; measured {show(one.measured, one.unit)}: {one.verdict}"
                text += f", {one.why}" if one.why else ""
            elif one.files:
                text += f"; {one.verdict}, {one.why}"
            elif one.why == NOT_COUNTED:
                text += f"; {one.why}"
            paragraph(text, "      ", "  ")
        if test.missing:
            paragraph(f"! {test.missing[:1].upper()}{test.missing[1:]}.", "      ", "  ")
        paragraph(test.procedure, "      ")
        first = printed.setdefault(tuple(test.commands), test.key)
        if test.commands and first != test.key:
            print(f"      Commands: as in {first}")
        else:
            for command in test.commands:
                print(f"      $ {command}")
        paragraph(f"Passes: {test.passes}", "      ")
        paragraph(acceptance_views.course(test), "      ")
        if test.key in terms.remedies:
            paragraph(f"If it fails: {remedy_of(terms, test.key)}", "      ")
        print()
    paragraph(f"If a test fails: {remedy_of(terms)}")
    for text in notes_of(terms):
        paragraph(f"! {text}")
    if hashes:
        draw(None, acceptance_views.tests(tests))
        draw(None, acceptance_views.result_files(hashes))
