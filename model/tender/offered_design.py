"""The offered storage in our own model: its capacity, and the range of its bandwidths."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from model.answers.ranges import range_of
from model.answers.results import WAYS, Results, evaluate, front_tiers
from model.errors import InputError, Problem
from model.kinds.layouts import (
    LayoutTextError,
    parse_raid,
    parse_server_code,
    says_raid,
    target_fields,
)
from model.kinds.targets import USUAL_FORMATS
from model.planning.loading import load_scenario
from model.reading.documents import Document
from model.records import dataclass
from model.tender.bid_file import Design, without_values
from model.zfs.vdevs import parse_layout

Definition = Literal["usable", "planned", "raw"]
SCENARIO = "ostimate.scenario/1"


@dataclass(frozen=True, slots=True)
class OfBandwidth:
    """What the offered parts may deliver: the bound, and the ends of the 90 % range."""

    bound: float | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Offered:
    """The offered storage as planned; None: unknown."""

    capacity: float | None
    raw_capacity: float | None
    bandwidths: Mapping[str, OfBandwidth]
    missing: tuple[str, ...] = ()
    """What must be stated before bandwidths have a range."""
    problems: tuple[str, ...] = ()
    """Why it can't be planned, for the buyer: with fields of the bid."""
    questions: tuple[str, ...] = ()
    """What the bidder is asked then, without fields and commands."""


NEEDED = {
    "drives": "the class of the drives, and their read and write bandwidth by datasheet",
    "nic": "the number of servers, the network ports of each, and their rate",
}
"""Stages without which a bandwidth has no range, and what they need: a bound alone covers none."""
LAYOUT = "the layout of the targets and their drives"
DESIGN = "design"
"""Field of a bid that has the offered storage."""


def planned(design: Design, definition: Definition, document: Document) -> Offered:
    """Plan the offered storage.

    Raises
    ------
    InputError
        It can't be planned; each problem with its place in the bid.
    """
    results = results_of(design, document)
    return Offered(
        results.values.get(("site", f"{definition}_capacity")),
        results.values.get(("site", "raw_capacity")),
        {way: _bandwidth(results, way) for way in WAYS},
        tuple(what for stage, what in NEEDED.items() if stage in set(_unknown(results, WAYS))),
    )


def _unknown(results: Results, ways: Sequence[str]) -> Iterator[str]:
    """Give the needed stages that are unknown; what stands in place of a stage is none."""
    for _, path in front_tiers(results):
        for way in ways:
            known = {stage.name: stage.is_known for stage in results.stages(path, way)}
            yield from (name for name in NEEDED if not known.get(name, True))


def offered_of(design: Design | None, definition: Definition, document: Document) -> Offered:
    """Plan the storage of a bid; if it offers none or it can't be planned, the result says so."""
    if design is None:
        return Offered(None, None, {}, (LAYOUT, *NEEDED.values()))
    try:
        return planned(design, definition, document)
    except InputError as error:
        reasons = (_reason(one) for one in error.problems)
        questions = (_question(one, design) for one in error.problems)
        return Offered(
            *(None, None, {}),
            problems=tuple(dict.fromkeys(reasons)),
            questions=tuple(dict.fromkeys(questions)),
        )


def _reason(problem: Problem) -> str:
    """Return a problem as a part of a sentence: its field in the design, and what is wrong."""
    field = problem.field.removeprefix(DESIGN).lstrip(".")
    return f"{field}: {problem.what}" if field else problem.what


def _question(problem: Problem, design: Design) -> str:
    """Return what a bidder is asked who only knows the form."""
    field, *steps = problem.field.removeprefix(DESIGN).lstrip(".").split(".")
    if field == "tiers":
        field = next((OF_TIERS[step] for step in steps if step in OF_TIERS), "")
    elif not field and design.layout is None:
        return "the layout is missing. Please state RAID level or code, and the drives of a target"
    elif not field and design.drive is None:
        return "the drives are missing. Please state their capacity or product"
    return QUESTIONS.get(field, QUESTIONS[""])


QUESTIONS = {
    "layout": "the layout is not clear, or such a storage can't be built. Please check RAID level "
    "or code, and the numbers of drives, targets and servers",
    "drive": "the drives can't be identified. Please state the capacity of a drive",
    "vdev_drives": "the drives of special, log or cache vdevs can't be identified. Please state "
    "the capacity or product of a drive of each kind",
    "servers": "the targets can't be spread evenly over the servers. Please state how many targets "
    "each server has",
    "": "its description is incomplete or contradicts itself. Please state layout, drives, targets "
    "and servers again",
}
"""What a bidder is asked about a storage that can't be planned, by the field that is wrong."""
OF_TIERS = {"vdev_drives": "vdev_drives", "drives": "drive", "target": "layout"}
"""Questions on the fields of whole tiers, by the field of a tier."""


def _incomplete(design: Design) -> Iterator[tuple[tuple[str, ...], str]]:
    """Give what a design lacks before it can be planned, with its path."""
    if design.layout is None and design.tiers is None:
        yield (), "its layout is missing: write either 'layout' with 'drive', or 'tiers'"
    elif design.layout is not None and design.tiers is not None:
        yield (), "it is stated twice: write either 'layout' with 'drive', or 'tiers'"
    elif design.layout is None:
        return
    elif design.drive is None:
        yield (), "'drive' is missing: write its capacity or its catalog key"
    elif (
        parse_server_code(design.layout) is None
        and design.servers is not None
        and design.targets % design.servers
    ):
        what = "doesn't divide the number of targets: write whole 'tiers', as in a scenario"
        yield ("servers",), what


def results_of(design: Design, document: Document) -> Results:
    """Return the plan of the offered storage.

    Raises
    ------
    InputError
        It can't be planned; each problem with its place in the bid.
    """
    if lacking := list(_incomplete(design)):
        paths = [((DESIGN, *path), what) for path, what in lacking]
        raise InputError(Problem(document.place(at), ".".join(at), what) for at, what in paths)
    try:
        scenario = {"schema": SCENARIO, "name": "bid", "tiers": _tiers(design)}
        return evaluate(load_scenario("bid", json.dumps(scenario, default=str), files={}))
    except InputError as error:
        problems = [_placed(one, design, document) for one in error.problems]
        raise InputError(without_values(problems, document)) from None
    except ValueError as error:
        path = (DESIGN, "layout")
        problem = Problem(document.place(path), ".".join(path), str(error))
        raise InputError(without_values([problem], document)) from None


def _bandwidth(results: Results, way: str) -> OfBandwidth:
    name = f"{way}_bandwidth"
    ends = range_of(results, "site", name)
    bound = results.values.get(("site", f"{name}_bound"))
    if ends is None or any(_unknown(results, (way,))):
        return OfBandwidth(bound)
    return OfBandwidth(bound, ends.low, ends.high)


def _placed(problem: Problem, design: Design, document: Document) -> Problem:
    """Return a problem of the planned scenario at its place in the bid."""
    steps = tuple(problem.field.split("."))
    if design.tiers is None:
        steps = ("drive",) if "drives" in steps else ("layout",)
    path = (DESIGN, *steps)
    return Problem(document.place(path), ".".join(path).strip("."), problem.what)


def _tiers(design: Design) -> list[Any]:
    if design.tiers is not None:
        return design.tiers
    layout = design.layout or ""
    code = parse_server_code(layout)
    if code is not None and None in (design.servers, design.drives_per_server):
        raise LayoutTextError(
            "it lies over servers: write 'servers' and 'drives_per_server' beside it"
        )
    servers = design.servers or design.targets
    per_server = design.drives_per_server or design.targets // servers * _drives_of(layout)
    return [
        {
            "name": "offer",
            "file_system": code.file_system if code else design.file_system,
            "blocks": 1 if code else servers,
            "servers": {"name": "server", "per_block": servers if code else 1},
            "drives": {**_drive(design), "per_server": per_server},
            "target": {**target_fields(layout), **_format(design), **design.target},
            **_network(design),
        }
    ]


def _format(design: Design) -> dict[str, str]:
    """Return the format of RAID groups where the file system decides it: no form asks for it."""
    name = USUAL_FORMATS.get(design.file_system)
    return {} if name is None or not says_raid(design.layout or "") else {"format": name}


def _drive(design: Design) -> dict[str, Any]:
    """Return the drives: of the catalog, or as stated."""
    if isinstance(design.drive, str):
        return {"part": design.drive}
    drive = {"name": "drive", "capacity": f"{design.drive or 0:.0f} B"}
    if design.drive_class is None:  # how rates fall towards the inner tracks is unknown
        return drive
    for way in WAYS:
        rate = getattr(design, f"drive_{way}")
        drive |= {} if rate is None else {f"{way}_bandwidth": f"{rate!r} B/s"}
    return drive if design.drive_class == "hdd" else {**drive, "surface_factor": 1}


def _network(design: Design) -> dict[str, Any]:
    """Return the network adapters, each with a port; none if something of them is unknown."""
    if None in (design.servers, design.ports, design.port_rate):
        return {}
    rate = f"{design.port_rate!r} B/s"
    return {"network": {"name": "ports", "per_server": design.ports, "ports": 1, "bandwidth": rate}}


def _drives_of(layout: str) -> int:
    """Return the drives of one target."""
    if says_raid(layout):
        return parse_raid(layout).all_drives
    return sum(group.count * group.width for group in parse_layout(layout))
