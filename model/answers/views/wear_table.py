"""The table of wear: writes per day of flash, planned and rated, and how long it lasts."""

from __future__ import annotations

from model.answers.results import Results
from model.answers.views.view import Column, Entry, Row, View, figure

COLUMNS = (
    Column("Planned drive writes per day", "planned"),
    Column("Rated drive writes per day", "rated"),
    Column("Rated total writes", "endurance"),
    Column("Life, years", "life"),
    Column("Life by long writes, years", "longest"),
    Column("Lasts the service?", "lasts", "met"),
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
    "Ratings hold for small random writes (JESD219): long writes wear flash less. Writes are those "
    "entered, or of checkpoints at the best interval, with parity."
)


def wear(results: Results, *, known: bool = True) -> View:
    """Return a row for the flash of each tier, and for its caches, whose writes are known.

    Also of unknown writes, if `known` is false.
    """
    rows = []
    for name, path in results.tiers():
        for title, names in ((name, OF_DRIVES), (f"{name}, caches", OF_CACHES)):
            asked = (path, names[0]), (path, names[2])
            if all(results.values.get(one) is not None for one in asked) or (
                not known and all(one in results.values for one in asked)
            ):
                rows.append(_row(results, title, path, names))
    return View("Wear of flash", "Tier", COLUMNS, tuple(rows))


def _row(results: Results, title: str, path: str, names: tuple[str, ...]) -> Row:
    entries: tuple[Entry, ...] = tuple(
        figure(results, path, name) if name and (path, name) in results.values else ""
        for name in names
    )
    return Row(title, entries)
