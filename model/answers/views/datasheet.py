"""The datasheet of a part of the catalog: each figure with the source that gives it."""

from __future__ import annotations

from model.answers.views.view import Column, Entry, FixedValue, Row, View
from model.parts.catalog import LINK_FIGURES, Catalog
from model.parts.figures import figure_units
from model.units.figures import show
from model.units.words import label

COLUMNS = (Column("Figure", "value"), Column("Source", "source", "text", tone="faint"))
SEEN = (Column("Price, net", "price"), Column("Source", "source", "text", tone="faint"))


def datasheet(catalog: Catalog, key: str) -> View:
    """Give each figure of a part, and each text that tells it from others, with its source."""
    part, units, figures = catalog.part(key), figure_units(catalog, key), catalog.figures(key)
    of_links = [n for n in figures if n not in dict(part.facts()) and _of_link(n)]
    rows = []
    for name in [*dict(part.facts()), *of_links]:
        value: Entry
        if name in figures:
            value = FixedValue(figures[name], units.get(name, "1"))
        else:
            value = str(getattr(part, name))
        rows.append(Row(label(name), (value, catalog.source(key, name))))
    return View(f"{part.vendor} {part.model}", "What", COLUMNS, tuple(rows))


def _of_link(name: str) -> bool:
    return name.endswith(LINK_FIGURES)


def observed_prices(catalog: Catalog, key: str) -> View:
    """Give the prices of a part that were seen in public, the latest first."""
    found = sorted(catalog.prices(key), key=lambda one: one.date, reverse=True)
    rows = (
        Row(
            str(one.date),
            (
                show(one.price.amount, "currency", digits=6, currency=one.price.currency),
                str(one.source),
            ),
        )
        for one in found
        if one.price is not None
    )
    return View("Prices seen in public", "Date", SEEN, tuple(rows))
