"""Joins usage over time and sizes of files with an imported system: its demand and its files."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

from model.clock import today
from model.installed.file_sizes import KIND as SIZES
from model.installed.file_sizes import FileSizes
from model.installed.occupancy import Growth, Occupancy
from model.installed.questions import Question
from model.installed.reading import FileReading
from model.installed.tier_draft import exact, found_in, known
from model.installed.usage_tables import KIND as USAGE
from model.installed.usage_tables import Series, UsageTable
from model.records import dataclass, replace
from model.units.figures import show

BECAUSE = "usage over time, last value"
SLOPE = "usage over time, line through all days"
FAR = 0.1
"""Share by which usage over time may differ from what is in use today."""
MOST_CLASSES = 30


@dataclass(frozen=True)
class Used:
    """What the tables add to a scenario."""

    of_site: dict[str, Any]
    """Fields of the scenario."""
    of_tiers: dict[str, dict[str, Any]]
    """Fields of tiers, by name."""
    occupancies: tuple[Occupancy, ...]
    questions: tuple[Question, ...] = ()
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """What else is in use today, in sentences."""


def used(
    tiers: Sequence[dict[str, Any]],
    occupancies: Sequence[Occupancy],
    files: Iterable[FileReading],
) -> Used:
    """Return demand and files of an imported system, as far as tables tell."""
    readings = [one.reading for one in files]
    data = [tier for tier in tiers if tier.get("holds", "data") == "data"]
    found = Used({}, {}, tuple(occupancies))
    tables = found_in(readings, USAGE, UsageTable)
    found = _with_growth(found, data, tables)
    sizes = found_in(readings, SIZES, FileSizes)
    return _with_sizes(found, tiers, data, sizes)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.strip().rpartition("/")[2].casefold()).strip("-")


def _with_growth(found: Used, data: Sequence[dict[str, Any]], tables: Sequence[UsageTable]) -> Used:
    if not tables:
        return replace(found, questions=_asked(found.occupancies, data))
    names = {_plain(str(tier["name"])): str(tier["name"]) for tier in data}
    series = [one for table in tables for one in _named(table, names, found.occupancies)]
    warnings = []
    end = max(one.days[-1] for one in series)
    start = {"start": end.isoformat()}
    if len(data) > 1 and all(_plain(one.name) in names for one in series):
        of_tiers = {
            names[_plain(one.name)]: {"demand": {"groups": [_group(one, one.name)], **start}}
            for one in series
        }
        found = replace(found, of_tiers=of_tiers)
    elif data:
        groups = [
            _group(one, names.get(_plain(one.name), f"group {number}"))
            for number, one in enumerate(series, 1)
        ]
        found = replace(found, of_site={"demand": {"groups": groups, **start}})
        if len(data) > 1:
            warnings.append(
                "columns of usage aren't named as the tiers: they are one demand of all of them"
            )
    occupancies = []
    only = [one for one in found.occupancies if not one.name.endswith(METADATA)]
    for one in found.occupancies:
        own = [each for each in series if _plain(each.name) == _plain(one.name)]
        if not own and only == [one]:
            own = series
        occupancies.append(_growing(one, own))
        last = sum(each.last for each in own)
        if own and abs(last - one.bytes_used) > FAR * max(last, one.bytes_used):
            warnings.append(
                f"{one.name}: usage over time ends with {show(last, 'byte')}, the outputs say "
                f"{show(one.bytes_used, 'byte')} in use: other days, or another system"
            )
    occupancies = [
        replace(_with_inodes(one, occupancies, tables), today=today()) for one in occupancies
    ]
    return replace(found, occupancies=tuple(occupancies), warnings=(*found.warnings, *warnings))


def _named(
    table: UsageTable, names: dict[str, str], occupancies: Sequence[Occupancy]
) -> Iterable[Series]:
    """Return the series of a table; one alone has the name of its file, if a system has."""
    systems = {*names, *(_plain(one.name) for one in occupancies)}
    if len(table.groups) == 1 and _plain(table.groups[0].name) not in systems:
        words = _words(table.stem)
        near = [name for name in systems if set(name.split("-")) <= words]
        if len(near) == 1:
            return [replace(table.groups[0], name=near[0])]
    return table.groups


def _group(series: Series, name: str) -> dict[str, Any]:
    group: dict[str, Any] = {
        "name": re.sub(r"[^\w .-]+", " ", name).strip(" _.-") or "group",
        "volume": known(exact(round(series.last)), BECAUSE),
    }
    if series.added is not None:
        group["added"] = known(f"{round(series.added)} B/year", SLOPE)
    return group


def _growing(occupancy: Occupancy, series: Sequence[Series]) -> Occupancy:
    """Add the growth, and the day on which it is full."""
    rates = [one.added for one in series]
    known_rates = [rate for rate in rates if rate is not None]
    if not series or len(known_rates) < len(rates):
        return occupancy
    end = max(one.days[-1] for one in series)
    errors = [one.error for one in series]
    known_errors = [error for error in errors if error is not None]
    error = math.hypot(*known_errors) if len(known_errors) == len(errors) else None
    return replace(occupancy, growth=Growth(sum(known_rates), end, error))


METADATA = ", metadata"
"""What the name of a system's use of metadata targets ends in."""


def _with_inodes(
    one: Occupancy, all_of: Sequence[Occupancy], tables: Sequence[UsageTable]
) -> Occupancy:
    """Add the growth of inodes: as counted over time, or else as bytes grow."""
    if not one.inodes or not one.inodes_used:
        return one
    name = one.name.removesuffix(METADATA)
    systems = {each.name.removesuffix(METADATA) for each in all_of if each.inodes}
    counted = [
        table.inodes
        for table in tables
        if table.inodes is not None
        and (len(systems) == 1 or set(_plain(name).split("-")) <= _words(table.stem))
    ]
    if len(counted) == 1 and counted[0].added is not None:
        series = counted[0]
        growth = Growth(counted[0].added, series.days[-1], series.error)
        return replace(one, inode_growth=growth, inodes_are_counted=True)
    data = next((each for each in all_of if each.name == name), None)
    if data is None or data.growth is None or not data.bytes_used:
        return one
    each, known_error = one.inodes_used / data.bytes_used, data.growth.error
    error = None if known_error is None else known_error * each
    return replace(one, inode_growth=Growth(data.growth.rate * each, data.growth.day, error))


def _words(stem: str) -> set[str]:
    return set(re.split(r"[^a-z0-9]+", stem.casefold()))


def _asked(
    occupancies: Sequence[Occupancy], data: Sequence[dict[str, Any]]
) -> tuple[Question, ...]:
    if not occupancies or not data:
        return ()
    text = "how much is added each year? Import a table of usage by month to answer"
    return (Question("demand", text),)


def _with_sizes(
    found: Used,
    tiers: Sequence[dict[str, Any]],
    data: Sequence[dict[str, Any]],
    sizes: Sequence[FileSizes],
) -> Used:
    if not sizes:
        return found
    notes = tuple(one.sentence for one in sizes)
    if len(sizes) > 1:
        warning = "sizes of files of several runs: the scenario has none; import those of one"
        return replace(found, notes=notes, warnings=(*found.warnings, warning))
    classes = _shares(sizes[0])
    if not classes:
        return replace(found, notes=notes)
    of_site, of_tiers = dict(found.of_site), dict(found.of_tiers)
    if any(tier.get("holds") == "metadata" for tier in tiers):
        of_site["files"] = {"sizes": classes}
    if len(data) == 1 and "layout" in data[0].get("target", {}) and _is_zfs(data[0]):
        name = str(data[0]["name"])
        target = {**data[0]["target"], "files": classes}
        of_tiers[name] = {**of_tiers.get(name, {}), "target": target}
    return replace(found, of_site=of_site, of_tiers=of_tiers, notes=notes)


def _is_zfs(tier: dict[str, Any]) -> bool:
    return str(tier["target"].get("redundancy", "zfs")) == "zfs"


def _shares(sizes: FileSizes) -> list[dict[str, Any]]:
    """Return sizes with their shares, which make 1; empty files hold an inode all the same."""
    found = sizes.sizes()[-MOST_CLASSES:]
    count = sum(files for _, files in found)
    if not count or not any(size for size, _ in found):
        return []
    return [{"size": exact(size), "share": files / count} for size, files in found]
