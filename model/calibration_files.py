"""A calibration as a file: its scenario, its measurements and the benchmarks' outputs beside it."""

from __future__ import annotations

from pathlib import Path

from model.calibration import Calibrated, calibrate
from model.design.calibration import CalibrationFile, Measured
from model.errors import InputError, Place, Problem
from model.measurements.files import read_measurements
from model.measurements.measurement import Measurement
from model.reading.documents import Document, read_document, validate
from model.scenario import edited, load_scenario
from model.trial import Free, Point


def calibrate_file(path: Path | str) -> Calibrated:
    """Do what a calibration's file asks for.

    Raises
    ------
    InputError
        With what is wrong in it, in its scenario, or in a file that it names.
    """
    document = read_document(_content(Path(path)), str(path))
    asked = validate(CalibrationFile, document)
    folder = Path(path).parent
    free = [
        Free(one.path, one.low, one.high, one.start, document.place(("free", n)))
        for n, one in enumerate(asked.free)
    ]
    points: list[Point] = []
    problems: list[Problem] = []
    for n, one in enumerate(asked.measurements):
        try:
            points.append(_point(one, document, n, folder))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    scenario = load_scenario(folder / asked.scenario)
    return calibrate(edited(scenario, asked.change) if asked.change else scenario, free, points)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
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
    measured = read_measurements(folder / one.file)
    place = document.place(("measurements", n, "figure"))
    found = chosen(measured, one.figure, one.line, place, f"measurements.{n}.figure")
    source = f"{one.file}:{found.line}" if found.line else one.file
    return Point(one.quantity, found.value, source, found.unit, found.figure, one.change, at)


def chosen(
    measured: tuple[Measurement, ...], figure: str, line: int | None, place: Place, field: str
) -> Measurement:
    """Find the figure of a file that is meant.

    Raises
    ------
    InputError
        There is none of that name, or several.
    """
    found = [one for one in measured if one.figure == figure and line in (None, one.line)]
    if len(found) == 1:
        return found[0]
    if found:
        lines = ", ".join(str(one.line) for one in found[:8])
        what = f"'{figure}' stands in lines {lines}: write one of them as 'line'"
    else:
        names = ", ".join(dict.fromkeys(one.figure for one in measured))
        where = f"line {line} of the file" if line else "the file"
        what = f"'{figure}' isn't in {where}; it has {names}"
    raise InputError([Problem(place, field, what)])
