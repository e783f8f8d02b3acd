"""The table of what a loss costs: how long it takes to restore from a backup, if there is one."""

from __future__ import annotations

from model.answers.results import Results
from model.answers.views.view import Column, Row, View, figure

COLUMNS = (
    Column("Restore of one target", "target"),
    Column("Restore of the tier", "tier"),
    Column("Backup", "backup", "text"),
)
RESTORED = (
    "Targets are as full as planned. Restores after human error or faulty software take as long "
    "per byte; how often they are needed isn't modelled."
)
NO_BACKUP = "none: lost data are gone"
BACKUP = "as entered"
UNKNOWN = "enter the restore bandwidth, or that there is no backup"
NO_TARGETS = "unknown: the tier is entered as a whole"
TIMES = ("target_restore_time", "tier_restore_time")


def restores(results: Results) -> View:
    """Return how long it takes to restore one target of each tier, and all of it."""
    rows = tuple(_row(results, name, path) for name, path in results.tiers())
    return View("What a loss costs", "Tier", COLUMNS, rows)


def _row(results: Results, name: str, path: str) -> Row:
    if (path, TIMES[1]) in results.values:
        known = (path, TIMES[0]) in results.values
        one = figure(results, path, TIMES[0]) if known else NO_TARGETS
        return Row(name, (one, figure(results, path, TIMES[1]), BACKUP))
    has_none = next(one.backup for one in results.plan.scenario.tiers if one.name == name) is False
    return Row(name, ("none", "none", NO_BACKUP) if has_none else ("unknown", "unknown", UNKNOWN))
