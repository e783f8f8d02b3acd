"""Reads the results of acceptance tests: of benchmarks, of the installed system, and by hand."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import field
from pathlib import PurePath

from model.calibration.measurements.files import read_measurements
from model.errors import InputError, Place, Problem
from model.installed.acceptance_figures import figures_of, of_df
from model.installed.files import read_file
from model.installed.reading import FileReading
from model.reading.documents import read_document
from model.records import dataclass, replace
from model.tender.acceptance import AcceptanceTest
from model.tender.acceptance_terms import Terms
from model.tender.acceptance_verdicts import Figure
from model.tender.measured_file import is_measured, read_measured

OF_TEST = re.compile(r"(T[0-9]{1,2}(?:\.[0-9]{1,3})?)-")
"""How the name of a file begins that is a result of one test alone, as those of fio's commands."""


@dataclass(slots=True)
class MeasuredResults:
    """Figures, the files that are of one test alone, the hash of each file, and what is wrong."""

    figures: list[Figure] = field(default_factory=list)
    of_tests: dict[str, str] = field(default_factory=dict)
    hashes: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def read_results(
    files: Iterable[tuple[str, str, bytes]], tests: Sequence[AcceptanceTest], terms: Terms
) -> MeasuredResults:
    """Read files, each with its test or none, its name and its contents.

    What can't be read, is there twice or is of an unknown test is among the problems.
    """
    found = MeasuredResults()
    readings: list[FileReading] = []
    known = {test.key for test in tests}
    for stated, file, content in files:
        named = OF_TEST.match(PurePath(file).name)
        test = stated or (named[1] if named else "")
        if test and test not in known:
            what = f"no test is called {test}: write one of {', '.join(sorted(known))}"
            found.problems.append(Problem(Place(file), "", what))
            continue
        digest = hashlib.sha256(content).hexdigest()
        same = next((name for name, one in found.hashes.items() if one == digest), None)
        if same is not None:
            what = f"is the same as {same}: a result counts once"
            found.problems.append(Problem(Place(file), "", what))
            continue
        try:
            _read(file, content, found, readings, tests, terms)
        except InputError as error:
            found.problems += error.problems
            continue
        found.hashes[file] = digest
        if test:
            found.of_tests[file] = test
    found.figures += figures_of(readings)
    return found


def _read(
    file: str,
    content: bytes,
    found: MeasuredResults,
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
