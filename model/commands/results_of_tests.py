"""Reads the results of acceptance tests: of benchmarks, of the installed system, and by hand."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from model.calibration.measurements.files import LARGEST, read_measurements
from model.errors import InputError, Place, Problem
from model.installed.acceptance_figures import figures_of, of_df
from model.installed.files import read_file
from model.installed.reading import FileReading
from model.reading.documents import read_document
from model.reading.files import given_contents
from model.records import replace
from model.tender.acceptance import AcceptanceTest
from model.tender.acceptance_terms import Terms
from model.tender.acceptance_verdicts import Figure
from model.tender.measured_file import is_measured, read_measured


@dataclass
class Found:
    """Figures, the files that are of one test alone, and the hash of each file."""

    figures: list[Figure] = field(default_factory=list)
    of_tests: dict[str, str] = field(default_factory=dict)
    hashes: dict[str, str] = field(default_factory=dict)


def read_results(
    files: Sequence[tuple[str, str]], tests: Sequence[AcceptanceTest], terms: Terms
) -> Found:
    """Read the files, each with its test or none.

    Raises
    ------
    InputError
        With all that is wrong: files that can't be read, or are given twice, and unknown tests.
    """
    found = Found()
    problems: list[Problem] = []
    readings: list[FileReading] = []
    known = {test.key for test in tests}
    for test, file in files:
        if test and test not in known:
            what = f"no test is called {test}: write one of {', '.join(sorted(known))}"
            problems.append(Problem(Place(file), "", what))
            continue
        try:
            content = given_contents(file, LARGEST, "a result of a test")
            digest = hashlib.sha256(content).hexdigest()
            same = next((name for name, one in found.hashes.items() if one == digest), None)
            if same is not None:
                what = f"is the same as {same}: a result counts once"
                problems.append(Problem(Place(file), "", what))
                continue
            found.hashes[file] = digest
            if test:
                found.of_tests[file] = test
            _read(file, content, found, readings, tests, terms)
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    found.figures += figures_of(readings)
    return found


def _read(
    file: str,
    content: bytes,
    found: Found,
    readings: list[FileReading],
    tests: Sequence[AcceptanceTest],
    terms: Terms,
) -> None:
    """Read a file, whatever it is of."""
    if is_measured(content):
        found.figures += read_measured(read_document(content, file), tests)
        return
    of_space = of_df(content.decode("utf-8", "replace"), file, terms.directory)
    if of_space is not None:
        found.figures += of_space
        return
    try:
        found.figures += read_measurements(file, content)
    except InputError as error:
        try:
            readings += [replace(one, file=file) for one in read_file(file, content)]
        except InputError:
            raise error from None
