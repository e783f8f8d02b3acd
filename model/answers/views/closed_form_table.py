"""What other models of data loss say of each tier, beside the chain, and why they differ."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.losses import years_of
from model.answers.results import Results
from model.answers.views.view import Column, Row, View
from model.pools.closed_forms import other_models
from model.pools.risk import Group, Repair
from model.units.brief import many

COLUMNS = (
    Column("MTTDL of one group", "mttdl", "text"),
    Column("Ratio to the chain", "ratio", "text"),
    Column("Why it differs", "why", "text"),
)


def closed_forms(results: Results, name: str, path: str) -> View:
    """Return a tier's mean times to data loss by each model, of each kind of its groups."""
    rows: list[Row] = []
    for group, repair in _groups(results, path):
        found = other_models(group, results.known(path, "drive_failure_rate"), repair)
        for one in found:
            ratio = many(one.mttdl / found[0].mttdl)
            entries = (years_of(one.mttdl), "" if one is found[0] else ratio, one.why)
            rows.append(Row(one.name, entries, tone="strong" if one is found[0] else ""))
    return View(f"{name}: mean time to data loss by other models", "Model", COLUMNS, tuple(rows))


def _groups(results: Results, path: str) -> Iterator[tuple[Group, Repair]]:
    """Return the kinds of redundancy groups of a tier whose losses are known, with their repair."""
    for at, instance in results.plan.instances.items():
        here = at.startswith(f"{path}/") and (at, "group_loss_time") in results.values
        if not here or results[at, "group_loss_time"] is None:
            continue
        failures = sum(item.name.endswith("_drives_left") for item in instance.book)
        if failures < 2:
            continue
        drives = int(results.known(at, "redundancy_group_drives"))
        factor = results.known(path, "correlated_failures")
        repair = Repair(
            results.known(at, "rebuild_time"),
            bool(results[path, "parallel_rebuilds"]),
            results.known(at, "bad_rebuild_probability"),
            bool(results[path, "sector_error_is_fatal"]),
            (1.0,) + (failures - 1) * (factor,),
        )
        each = int(results.known(at, "drives_per_failure"))
        yield Group(1, drives, failures - 1, per_failure=each), repair
