"""What can go wrong, above the figures of risk: the tables of the page, live where they can be.

What tiers survive comes from a procedure, as of the export.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from model.answers import losses as basis
from model.answers.losses import (
    UPPER_BOUND,
    is_upper_bound,
    rebuilt_words,
    slowest_rebuild,
    why_unknown,
)
from model.answers.ranges import LOSS, LOST, STALE, TIME_TO_LOSS, likely_sentence, rests_on
from model.answers.results import Results
from model.answers.sentences import Unchanged
from model.answers.views.availability_table import availability, outages
from model.answers.views.loss_causes import loss_shares
from model.answers.views.loss_table import losses
from model.answers.views.restore_table import restores
from model.answers.views.shelf_table import shelf
from model.answers.views.survival_table import survival, unknown_survival
from model.answers.views.view import Column, Entry, Row, View, figure
from model.answers.views.view_formulas import computed, in_years, longest_in_hours
from model.answers.views.wear_table import wear
from model.placement.verdicts import KINDS
from report.workbook import texts, view_table
from report.workbook.sheet_writer import Book
from report.workbook.sheets import RISK, Cell
from report.workbook.styles import LINE
from report.workbook.widths import RISK_COLUMN

SITE = "site"
LIKELY = "Likely, 5 to 95 %"
LOSSES = (
    Column("Probability", "probability"),
    Column(LIKELY, "likely", "text"),
    Column("Mean time to data loss, years", "mttdl"),
    Column(LIKELY, "likely_time", "text"),
    Column("Rebuild time, hours", "rebuild"),
    Column("Rebuilt", "rebuilt", "text"),
    Column("Average data loss", "lost"),
    Column(LIKELY, "likely_lost", "text"),
    Column("Based on", "rests_on", "text"),
)
TOP = 3
AROUND = 3
"""The rows of a table beside its own: title, heads, and a gap."""


def _views(results: Results) -> tuple[View, ...]:
    found: tuple[View, ...] = results.once(("views of risk",), lambda: tuple(_all(results)))
    return found


def _all(results: Results) -> Iterator[View]:
    """Give the tables that have rows: as many, whatever is typed into the sheets, but the last."""
    for view in (
        _losses(results),
        loss_shares(results),
        restores(results),
        _availability(results),
        outages(results, ranked=False),
        shelf(results),
        wear(results, known=False),
    ):
        if view.rows:
            yield view
    for name, path in results.tiers():
        found = survival(results, path)
        known = unknown_survival() if found is None else found.only("one", "two", "drive")
        yield replace(known, title=f"{known.title}: {name}")


def _losses(results: Results) -> View:
    """Give how likely each tier loses data, in figures that follow their cells."""
    rows = []
    for name, path in results.tiers():
        time = path, "mean_time_to_data_loss"
        if time not in results.values:
            unknown = ("unknown", "", "unknown", "", "unknown", "", "unknown", "")
            rows.append(Row(name, (*unknown, why_unknown(results, path))))
            continue
        slowest = slowest_rebuild(results, path)
        rebuilds = [
            (at, "rebuild_time")
            for at in results.plan.instances
            if at.startswith(f"{path}/") and (at, "rebuild_time") in results.values
        ]
        if slowest is not None and slowest[0] == path:  # copies are made again, no drive rebuilt
            rebuilds = [slowest]
        has_drives = (path, "drive_failure_rate") in results.values
        hours: Entry = "none: nothing is redundant" if has_drives else "unknown"
        if slowest is not None:
            hours = computed(results, longest_in_hours, *rebuilds)
        reasons = UPPER_BOUND * is_upper_bound(results, path), basis.rests_on(results, path)
        entries = (
            figure(results, path, LOSS),
            likely_sentence(results, path, LOSS),
            computed(results, in_years, time, (SITE, "year_length")),
            likely_sentence(results, path, TIME_TO_LOSS),
            hours,
            _as_exported(results, path, rebuilt_words(results, path)),
            figure(results, path, LOST) if (path, LOST) in results.values else "unknown",
            likely_sentence(results, path, LOST),
            _as_exported(results, path, "; ".join(filter(None, reasons))),
        )
        rows.append(Row(name, entries))
    return View(losses(results).title, "Tier", LOSSES, tuple(rows))


def _as_exported(results: Results, path: str, text: str) -> Entry:
    """Say what a loss rests on, or in a changed sheet that it isn't recalculated."""
    return (Unchanged(rests_on(results, path, LOSS), (text,), (STALE,)),) if text else ""


def _availability(results: Results) -> View:
    """Give how much of the time data can be reached; what is likely, in columns of its own."""
    view = availability(results)
    heads = (replace(one, head=LIKELY) if one.below else one for one in view.columns)
    keys = "availability", "likely", "outage", "likely_outage", "data", "rests_on"
    return replace(view, columns=tuple(heads)).only(*keys)


def bottom_of_tables(results: Results) -> int:
    """The last row of the tables."""
    return TOP + sum(len(view.rows) + AROUND for view in _views(results)) - 2


def top_of_risk(results: Results) -> int:
    """The row of the first figures: below the tables, with room for what all tiers may survive."""
    counted = [view for view in _views(results) if not view.title.startswith(SURVIVAL)]
    unknown = len(unknown_survival().rows)
    tiers = results.plan.scenario.tiers
    of_tiers = sum((len(KINDS) if one.built else unknown) + AROUND for one in tiers)
    return TOP + sum(len(view.rows) + AROUND for view in counted) + of_tiers


def write_risk(book: Book) -> None:
    """Write the tables, where the sheet is there."""
    if RISK not in book.sheets:
        return
    row = TOP
    for view in _views(book.results):
        book.text(Cell(RISK, row, 0), view.title, "table")
        if view.title.startswith(SURVIVAL):
            needs = texts.PLACES_AND_CABLES
            note = texts.PROCEDURE.format(procedure=texts.ENUMERATION, needs=needs)
            book.sheets[RISK].write_comment(row, 0, note)
        book.height(RISK, row + 1, 2 * LINE)
        view_table.heads(book, view, RISK, row + 1)
        below = view_table.rows(book, view, RISK, row + 2, broken=RISK_COLUMN)
        book.block(RISK, row, below)
        row = below + 1


SURVIVAL = "Survival"
"""How the titles of what is enumerated begin."""
