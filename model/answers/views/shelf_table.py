"""The table of spare parts: how many fail in a year, and how many to hold for a lead time."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.results import Results
from model.answers.views.view import Column, Row, View, figure

COLUMNS = (
    Column("Pieces", "pieces"),
    Column("Failures per year", "failures"),
    Column("On the shelf", "shelf", "", "strong"),
)
PARTS = {
    "server": "servers",
    "adapter": "adapters to drives",
    "enclosure": "enclosures",
    "module": "enclosure modules",
    "controller": "array controllers",
    "switch": "switches",
}
"""Parts that may be held, by the word in the names of their figures."""


def shelf(results: Results) -> View:
    """Return the spares to hold of each part, tier by tier, then of the site."""
    return View("Spare parts for a lead time", "Part", COLUMNS, tuple(_rows(results)))


def _rows(results: Results) -> Iterator[Row]:
    for tier, path in (*results.tiers(), ("", "site")):
        if (path, "shelf_drives") in results.values:
            names = ("drives", "failures_in_lead_time", "shelf_drives")
            drives, _, held = (figure(results, path, name) for name in names)
            yield Row(f"{tier}: drives", (drives, "", held))
        for part, words in PARTS.items():
            names = (f"{part}_pieces", f"yearly_{part}_failures", f"shelf_{part}")
            if (path, names[-1]) in results.values:
                entries = tuple(figure(results, path, name) for name in names)
                yield Row(f"{tier}: {words}" if tier else words, entries)


def shelf_json(results: Results) -> list[dict[str, object]]:
    """Return the spares to hold of each part for programs."""
    found: list[dict[str, object]] = []
    for tier, path in (*results.tiers(), ("", "site")):
        names = {"drive": ("drives", "shelf_drives")}
        names |= {part: (f"{part}_pieces", f"shelf_{part}") for part in PARTS}
        found += [
            {
                "tier": tier or None,
                "part": part,
                "pieces": results[path, pieces],
                "shelf": results[path, held],
            }
            for part, (pieces, held) in names.items()
            if (path, held) in results.values
        ]
    return found
