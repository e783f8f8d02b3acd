"""Capacity of a layout by itself: erasure codes across servers, and copies on several servers.

A scenario of one tier is planned, so that words, defaults and formulas are those of a tier.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from model.answers.capacity_steps import capacity_answers, capacity_steps
from model.answers.results import Results, evaluate
from model.answers.targets import warnings_of_targets
from model.engine.sweep import sweep
from model.errors import InputError
from model.kinds.layouts import (
    LayoutTextError,
    parse_raid,
    parse_server_code,
    says_raid,
    target_fields,
)
from model.planning.loading import load_scenario
from model.pools.answers import Answer
from model.pools.layouts import Drive, drive_bytes, is_part_key
from model.records import dataclass
from model.zfs.vdevs import parse_layout

TIER = "site/tiers:pool"


@dataclass(frozen=True, slots=True)
class LayoutCapacity:
    """Capacities of a layout in bytes: its figures by quantity, answers in words, and warnings."""

    layout: str
    servers: int
    drives_per_server: int
    copies: int
    raw: int
    figures: Mapping[str, int]
    answers: tuple[Answer, ...]
    warnings: tuple[str, ...]


def is_over_servers(layout: str, copies: int) -> bool:
    """Whether a layout is an erasure code across servers, or has copies on several.

    >>> [is_over_servers(*one) for one in (("ceph:8+3", 1), ("raid6:10", 1), ("raid6:10", 2))]
    [True, False, True]
    """
    return copies > 1 or parse_server_code(layout) is not None


def _drives_of(layout: str) -> int:
    """Return the drives of one target of RAID groups or vdevs."""
    if says_raid(layout):
        return parse_raid(layout).all_drives
    return sum(group.count * group.width for group in parse_layout(layout) if group.drive is None)


def _planned(
    layout: str,
    drive: Drive,
    servers: int,
    drives_per_server: int,
    copies: int = 1,
    policy: Mapping[str, float | str] | None = None,
    of_zfs: Mapping[str, Any] | None = None,
) -> Results:
    """Plan a scenario of one tier with this layout."""
    code = parse_server_code(layout)
    known = {"name": "drive", "capacity": f"{drive_bytes(drive)} B"}
    if isinstance(drive, str) and is_part_key(drive):
        known = {"part": drive.strip()}
    target = target_fields(layout, copies)
    if code is None and not says_raid(layout):
        target |= of_zfs or {}
    tier = {
        "name": "pool",
        "file_system": code.file_system if code else "beegfs" if copies > 1 else "none",
        "blocks": 1 if code else servers,
        "servers": {"name": "server", "per_block": servers if code else 1},
        "drives": {**known, "per_server": drives_per_server},
        "target": target,
        "policy": dict(policy or {}),
    }
    document = {"schema": "ostimate.scenario/1", "name": "pool", "tiers": [tier]}
    try:
        return evaluate(load_scenario("pool", json.dumps(document)))
    except InputError as error:
        raise LayoutTextError(error.problems[0].what) from None


def layout_capacity(
    layout: str,
    drive: Drive,
    *,
    servers: int | None = None,
    drives_per_server: int | None = None,
    copies: int = 1,
    policy: Mapping[str, float | str] | None = None,
    of_zfs: Mapping[str, Any] | None = None,
) -> LayoutCapacity:
    """Compute the capacity of an erasure code, or of targets whose files have copies.

    >>> round(layout_capacity("ceph:8+3", "10 TB", servers=12, drives_per_server=12).raw / 1e12)
    1440

    Parameters
    ----------
    layout
        A code with its system in front: "ceph:8+3", "ceph:3-way", "declustered:8+2p" (Storage Scale
        ECE), "daos:8+2", "weka:8+2", "code:4+2"; or the vdevs or RAID groups of one target.
    drive
        Capacity of each drive, or its catalog key.
    servers, drives_per_server
        Required for a code. For targets, one server for each copy, each with one target.
    copies
        Copies of each file on different targets: 2 for BeeGFS's buddy mirror.
    policy
        `fill_limit`, `snapshot_reserve` and `compression_ratio`, as in a scenario.
    of_zfs
        Fields of a target of ZFS: `release`, `sector_size`, `record_size`, `partitioning`, `luks`.

    Raises
    ------
    LayoutTextError, LayoutError, UnitError
        If an argument is invalid; the message is one sentence with the correct form.
    """
    code = parse_server_code(layout)
    if code is None:
        servers = copies if servers is None else servers
        drives_per_server = _drives_of(layout) if drives_per_server is None else drives_per_server
    elif copies > 1:
        raise LayoutTextError("a code has copies of its own: write them as in 'ceph:3-way'")
    if servers is None or drives_per_server is None:
        raise LayoutTextError(
            f"'{layout}' lies over servers: give their number, and the drives of each"
        )
    if servers < copies:
        raise LayoutTextError(f"{copies} copies need {copies} servers, not {servers}")
    results = _planned(layout, drive, servers, drives_per_server, copies, policy, of_zfs)
    if results.values.get((TIER, "layout_fits")) == 0:
        most = f"'{layout}' needs {results[TIER, 'all_drives_per_target']:.0f} drives in one target"
        raise LayoutTextError(f"{most}: write more drives per server than {drives_per_server}")
    return _read(layout, results, servers, drives_per_server, copies)


def _read(
    layout: str, results: Results, servers: int, drives_per_server: int, copies: int
) -> LayoutCapacity:
    """Read the steps down to usable capacity, and the further answers."""
    steps = [step for step in capacity_steps(results, TIER) if step.value is not None]
    usable = next(n for n, step in enumerate(steps) if step.name == "usable_capacity")
    losses = [step for step in steps[: usable + 1] if step.kind != "total" and step.value]
    further = [found for found in capacity_answers(results, TIER) if found.value is not None]
    rows = [
        *(Answer(step.label, round(step.value or 0), step.meaning) for step in losses),
        *(Answer(found.label, round(found.value or 0), found.meaning) for found in further),
    ]
    figures = {step.name: round(step.value or 0) for step in steps}
    figures |= {found.address[1]: round(found.value or 0) for found in further}
    warned = warnings_of_targets(results.values, results.designs)
    warnings = [text.partition(": ")[2] for text in warned]
    return LayoutCapacity(
        layout,
        servers,
        drives_per_server,
        copies,
        figures["raw_capacity"],
        figures,
        tuple(rows),
        tuple(warnings),
    )


SHARES = ("usable_capacity", "planned_capacity")
"""Figures that are shown as shares of the raw capacity, by number of servers."""


def shares_by_servers(
    layout: str, drive: Drive, drives_per_server: int, servers: Sequence[int]
) -> dict[str, NDArray[np.float64]]:
    """Compute `SHARES` of an erasure code as shares of raw; NaN where it doesn't fit.

    Raises
    ------
    LayoutTextError, LayoutError, UnitError
        If an argument is invalid; the message is one sentence with the correct form.
    """
    plan = _planned(layout, drive, max(servers), drives_per_server).plan
    axes = {(TIER, "servers_per_block"): np.asarray(servers, dtype=np.float64)}
    found = sweep(plan.root, axes, [(TIER, name) for name in ("raw_capacity", *SHARES)])
    raw = found[TIER, "raw_capacity"]
    usable = found[TIER, SHARES[0]]
    code = parse_server_code(layout)
    fewest = 1 if code is None or code.shares_servers else code.fewest_servers
    fits = (usable > 0) & (np.asarray(servers) >= fewest)
    return {name: np.where(fits, found[TIER, name] / raw, np.nan) for name in SHARES}
