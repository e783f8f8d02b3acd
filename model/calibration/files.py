"""Calibration files: a scenario, measurements, and the benchmark outputs next to it."""

from __future__ import annotations

from pathlib import Path

from model.calibration.fit import Calibrated, calibrate
from model.calibration.measurements.files import read_measurements
from model.calibration.measurements.measurement import Measurement
from model.calibration.points import Free, Point
from model.design.calibration import CalibrationFile, Measured
from model.errors import InputError, Place, Problem
from model.planning.loading import edited, load_scenario
from model.reading.documents import LARGEST_SOURCE, Document, read_document, validate
from model.reading.files import beside, contents


def calibrate_file(path: Path | str) -> Calibrated:
    """Run the calibration that a file describes.

    Raises
    ------
    InputError
        With all problems of the file, its scenario, or its benchmark outputs.
    """
    document = read_document(_content(Path(path)), str(path))
    request = validate(CalibrationFile, document)
    folder = Path(path).parent
    free = [
        Free(one.path, one.low, one.high, one.start, document.place(("free", n)))
        for n, one in enumerate(request.free)
    ]
    points: list[Point] = []
    problems: list[Problem] = []
    for n, one in enumerate(request.measurements):
        try:
            points.append(_point(one, document, n, folder))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    named = document.place(("scenario",))
    scenario = load_scenario(beside(folder, request.scenario, named, "scenario", "calibration"))
    return calibrate(edited(scenario, request.change) if request.change else scenario, free, points)


def _content(path: Path) -> bytes:
    try:
        return contents(path, LARGEST_SOURCE)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        what = f"can't be read ({reason}): give the path of a calibration's YAML file"
        raise InputError([Problem(Place(str(path)), "", what)]) from None


def _point(one: Measured, document: Document, n: int, folder: Path) -> Point:
    at = document.place(("measurements", n))
    if one.file is None:
        assert one.value is not None
        figure = one.figure or one.quantity
        return Point(one.quantity, one.value, one.source, "", figure, one.change, at)
    named = document.place(("measurements", n, "file"))
    path = beside(folder, one.file, named, f"measurements.{n}.file", "calibration")
    measured = read_measurements(path)
    place = document.place(("measurements", n, "figure"))
    found = chosen(measured, one, place, f"measurements.{n}.figure")
    source = found.origin(measured).replace(str(path), one.file, 1)
    return Point(one.quantity, found.value, source, found.unit, found.figure, one.change, at, found)


def chosen(
    measured: tuple[Measurement, ...], wanted: Measured, place: Place, field: str
) -> Measurement:
    """Return the figure of a benchmark output that a measurement refers to.

    Raises
    ------
    InputError
        If there is no figure of that name, or several.
    """
    named = [one for one in measured if one.figure.casefold() == wanted.figure.casefold()]
    found = [
        one for one in named if wanted.line in (None, one.line) and wanted.case in (None, one.case)
    ]
    if len(found) == 1:
        return found[0]
    raise InputError([Problem(place, field, _unclear(measured, named, found, wanted))])


def _unclear(
    measured: tuple[Measurement, ...],
    named: list[Measurement],
    found: list[Measurement],
    wanted: Measured,
) -> str:
    """Return the error for an ambiguous or missing figure, with the available ones."""
    lines = list(dict.fromkeys(one.line for one in found))
    cases = list(dict.fromkeys(one.case for one in found if one.case))
    if len(lines) > 1:
        listed = ", ".join(map(str, lines[:8]))
        return f"'{wanted.figure}' occurs in lines {listed}: write one of them as 'line'"
    if len(cases) > 1:
        listed = ", ".join(f"'{case}'" for case in cases[:8])
        return f"'{wanted.figure}' occurs for {listed}: write one of them as 'case'"
    if found:
        return f"'{wanted.figure}' stands {len(found)} times in line {lines[0]}: split the file"
    if named and wanted.case is not None:
        listed = ", ".join(dict.fromkeys(f"'{one.case}'" for one in named))
        return f"'{wanted.figure}' isn't there for the case '{wanted.case}'; it is for {listed}"
    names = ", ".join(dict.fromkeys(one.figure for one in measured))
    where = f"line {wanted.line} of the file" if wanted.line else "the file"
    return f"'{wanted.figure}' isn't in {where}; it has {names}"
