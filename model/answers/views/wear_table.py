"""The table of wear: writes per day of flash, planned and rated, and how long it lasts."""

from __future__ import annotations

from model.answers.results import Results
from model.answers.views.view import Column, Entry, Row, View, figure
from model.planning.kinds.kind import is_flash

COLUMNS = (
    Column("Planned drive writes per day", "planned"),
    Column("Rated drive writes per day", "rated"),
    Column("Rated total writes", "endurance"),
    Column("Life, years", "life", "life"),
    Column("Life with large writes, years", "longest", "life"),
    Column("Lasts the service life?", "lasts", "met"),
)
OF_DRIVES = (
    *("planned_writes_per_day", "endurance_writes_per_day", "drive_endurance", "drive_life"),
    *("longest_drive_life", "drive_life_suffices"),
)
OF_CACHES = (
    *("cache_writes_per_day", "cache_rated_writes_per_day", "cache_endurance", "cache_life"),
    *("", "cache_life_suffices"),
)
MEANING = (
    "Ratings hold for small random writes (JESD219): large writes wear flash less. Writes are "
    "those entered, or of checkpoints at the best interval, with parity."
)


def wear(results: Results, *, known: bool = True) -> View:
    """Return a row for the flash of each tier, and for its caches, whose writes are known.

    Also of unknown writes, if `known` is false.
    """
    rows = []
    for (name, path), (_, tier) in zip(results.tiers(), results.designs, strict=True):
        built = tier.built
        flash = built is not None and is_flash(built, results.plan.catalog)
        for title, names in ((name, OF_DRIVES), (f"{name}, caches", OF_CACHES)):
            writes, rating = ((path, names[n]) for n in (0, 2))
            asked = writes in results.values and (rating in results.values or flash)
            is_written = results.values.get(writes) is not None
            is_rated = results.values.get(rating) is not None
            if asked and (not known or (is_written and (is_rated or flash))):
                rows.append(_row(results, title, path, names))
    return View("Wear of flash", "Tier", COLUMNS, tuple(rows))


def _row(results: Results, title: str, path: str, names: tuple[str, ...]) -> Row:
    entries: tuple[Entry, ...] = tuple(
        figure(results, path, name) if (path, name) in results.values else _without(name)
        for name in names
    )
    return Row(title, entries)


def _without(name: str) -> str:
    """Return what stands for a figure that the plan lacks; nothing without flash as stated."""
    return "" if name in ("", "longest_drive_life") else "unknown"
