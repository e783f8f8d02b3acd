"""Outputs of benchmarks beside those of an installed system: they calibrate its scenario.

The readers are those of `calibrate`. Names of clients, hosts and paths are not kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from model.answers.results import WAYS, evaluate
from model.calibration.fit import Compared, calibrate
from model.calibration.measurements.files import read_measurements
from model.calibration.measurements.measurement import Measurement
from model.calibration.offered_evidence import Offered, offered
from model.calibration.points import Free, Point
from model.design.scenario import Scenario, edited
from model.errors import InputError
from model.formulas.chain.stage_efficiencies import STAGES
from model.installed.reading import FileReading, Reading
from model.planning.loading import load_scenario
from model.reading.yaml_edits import plain
from model.records import dataclass
from model.units.figures import show

KIND = "benchmark"
OF_SYSTEM = {
    "IOR": ("max {way} bandwidth", "{way} bandwidth"),
    "IO500": ("ior-easy-{way} bandwidth",),
}
"""The figures of each benchmark that are the bandwidth of a whole file system."""
FIRST = ("drives", "nic", "cpu_memory", "hba", "sas", "expander")
"""Stages whose efficiency is fitted before that of others."""
NEEDED = {"drives", "nic"}
"""Stages without which no efficiency can be told apart."""
CLOSE = 0.001
INVALID = "invalid"
NO_PARTS = "its drives and network are unknown, so the upper bound is, too: enter them first"


@dataclass(frozen=True)
class Calibration:
    """A scenario with what benchmarks measured, the fields that are answered, and notes."""

    scenario: dict[str, Any]
    answered: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()


def read(text: str, name: str) -> list[Reading]:
    """Return the figures of a benchmark; nothing if the text is of none."""
    try:
        found = read_measurements(name, text)
    except InputError:
        return []
    reading = {
        "benchmarks": sorted({one.kind for one in found}),
        "figures": [
            {
                "benchmark": one.kind,
                "figure": one.figure,
                "value": one.value,
                "unit": one.unit,
                "nodes": one.nodes,
                "tasks": one.tasks,
            }
            for one in found
        ],
    }
    return [Reading(KIND, reading, (), tuple(found))]


def evidence_of(scenario: Scenario, files: Sequence[FileReading]) -> Offered | None:
    """Return what a system is evidence for beside its own plan; None if it wasn't measured."""
    best = _best(_measured(files))
    if not best:
        return None
    data = [tier for tier in scenario.tiers if tier.holds == "data"]
    if len(data) != 1:
        return Offered((), ("it is unclear which data tier was measured",))
    (tier,) = data
    if tier.built is None:
        return Offered((), (f"{tier.name}: {NO_PARTS}",))
    points = [(way, one, _point(tier.name, way, one)) for way, one in best.items()]
    return offered(
        scenario,
        [Compared(point, ("", way), "byte/s", one.value, None, None) for way, one, point in points],
    )


def _measured(files: Sequence[FileReading]) -> list[Measurement]:
    return [
        one
        for file in files
        if file.reading.kind == KIND and isinstance(file.reading.found, tuple)
        for one in file.reading.found
    ]


def _best(found: Sequence[Measurement]) -> dict[str, Measurement]:
    return {way: one for way in WAYS if (one := _of_system(found, way)) is not None}


def calibrated(scenario: dict[str, Any], files: Sequence[FileReading]) -> Calibration:
    """Enter what benchmarks measured on the whole system in its data tier."""
    found = _measured(files)
    if not found:
        return Calibration(scenario)
    tiers = enumerate(scenario["tiers"])
    data = [n for n, tier in tiers if tier.get("holds", "data") == "data"]
    best = _best(found)
    if not best:
        kinds = ", ".join(sorted({one.kind for one in found}))
        note = (
            f"{kinds}: no bandwidth of the whole file system from several clients; use these "
            "figures in 'calibrate'"
        )
        return Calibration(scenario, notes=(note,))
    if len(data) != 1:
        note = "benchmarks: it is unclear which data tier they measured; use them in 'calibrate'"
        return Calibration(scenario, notes=(note,))
    if "given" in scenario["tiers"][data[0]]:
        return _of_whole(scenario, data[0], best)
    return _of_parts(scenario, data[0], best)


def _of_system(found: Sequence[Measurement], way: str) -> Measurement | None:
    """Return the highest bandwidth of the whole file system in one direction."""
    names = {
        (kind, name.format(way=way)) for kind, figures in OF_SYSTEM.items() for name in figures
    }
    candidates = [
        one
        for one in found
        if (one.kind, one.figure) in names and INVALID not in one.note and one.nodes != 1
    ]
    return max(candidates, key=lambda one: one.value, default=None)


def _said(one: Measurement) -> str:
    nodes = f" on {one.nodes} clients" if one.nodes else ""
    return f"{one.kind}, {one.figure}{nodes}: {one.printed}"


def _source(one: Measurement) -> str:
    return f"{one.file}:{one.line}" if one.line else one.file


def _of_whole(scenario: dict[str, Any], n: int, best: dict[str, Measurement]) -> Calibration:
    """Enter the measured bandwidth of a tier that is known as a whole."""
    tier = scenario["tiers"][n]
    figures = {
        f"{way}_bandwidth": {
            "value": f"{one.value:.0f} B/s",
            "status": "measured",
            "source": _source(one),
            "because": _said(one),
        }
        for way, one in best.items()
    }
    tiers = list(scenario["tiers"])
    tiers[n] = {**tier, "given": {**tier["given"], **figures}}
    answered = frozenset(f"tiers.{n}.given.{field}" for field in figures)
    return Calibration({**scenario, "tiers": tiers}, answered)


def _of_parts(scenario: dict[str, Any], n: int, best: dict[str, Measurement]) -> Calibration:
    """Fit the efficiency of the stage that limits each direction to what was measured."""
    found, notes = scenario, list[str]()
    for way, one in best.items():
        calibration = _fitted(found, n, way, one)
        found, notes = calibration.scenario, [*notes, *calibration.notes]
    return Calibration(found, notes=tuple(notes))


def _point(name: str, way: str, one: Measurement) -> Point:
    return Point(
        f"{name}.{way}_bandwidth", one.value, _source(one), "byte/s", one.figure, measured=one
    )


def _fitted(data: dict[str, Any], n: int, way: str, one: Measurement) -> Calibration:
    scenario = load_scenario("scenario", plain(data))
    results = evaluate(scenario)
    name = str(data["tiers"][n]["name"])
    expected = results.values.get((f"site/tiers:{name}", f"{way}_bandwidth"))
    measured = f"{name}: {show(one.value, 'byte/s')} measured for {way}s"
    stages = results.stages(f"site/tiers:{name}", way)
    known = {stage.name for stage in stages if stage.is_known}
    unknown = ", ".join(stage.not_known for stage in stages if not stage.is_known)
    if expected is None or not known >= NEEDED:
        note = (
            f"{measured}: enter drives and network, then use this output in 'calibrate' (unknown: "
            f"{unknown or 'all stages'})"
        )
        return Calibration(data, notes=(note,))
    at = f"tiers.{n}.policy.deliveries.{way}"
    point = _point(name, way, one)
    others = (stage.name for stage in STAGES if stage.name not in FIRST)
    for stage in (*FIRST, *others):
        try:
            fit = calibrate(scenario, [Free(f"{at}.{stage}", 0.01, 1, 0.7)], [point])
        except InputError:
            continue
        (value,), (compared,) = fit.values, fit.points
        off = compared.residual
        if value.has_effect and not value.on_bound and off is not None and abs(off) < CLOSE:
            data = dict(edited(scenario, fit.edits).data)
            note = (
                f"{measured}: efficiency of {_words(stage)} {value.value:.0%} (expected before: "
                f"{show(expected, 'byte/s')}"
                + (f"; unknown, so not told apart: {unknown})" if unknown else ")")
            )
            return Calibration(data, notes=(note,))
    note = f"{measured}, expected {show(expected, 'byte/s')}: no efficiency of a stage explains it"
    return Calibration(data, notes=(note,))


def _words(stage: str) -> str:
    return next(one.words for one in STAGES if one.name == stage)
