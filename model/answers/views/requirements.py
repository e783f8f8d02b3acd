"""What is required beside what is committed, and what the bound would do."""

from __future__ import annotations

from model.answers.results import Check, Results
from model.answers.views.view import Column, Entry, Row, View, figure
from model.books.book import REQUIREMENTS

COLUMNS = (
    Column("Required", "required"),
    Column("Planned or committed", "planned", tone="strong"),
    Column("Met?", "met", "met"),
    Column("Margin", "margin", "change"),
    Column("Bound", "bound", below="bound_met"),
    Column("By the bound", "bound_met", "met"),
    Column("Bound margin", "bound_margin", "change", below="bound_met"),
)


def _row(results: Results, check: Check) -> Row:
    requirement = REQUIREMENTS[check.name]
    entries: list[Entry] = [
        figure(results, "site", requirement.required, at_most=check.at_most),
        figure(results, "site", requirement.planned),
        figure(results, "site", f"{check.name}_is_met"),
        figure(results, "site", f"{check.name}_margin"),
        "",
        "",
        "",
    ]
    if f"{check.name}_bound_is_met" in results.plan.root.book:
        entries[4:] = [
            figure(results, "site", requirement.bound, at_most=check.bound_at_most),
            figure(results, "site", f"{check.name}_bound_is_met"),
            figure(results, "site", f"{check.name}_bound_margin"),
        ]
    return Row(check.title, tuple(entries))


def requirements(results: Results) -> View:
    """Give each requirement of the scenario; a scenario that states none has no row."""
    rows = tuple(_row(results, check) for check in results.checks)
    return View("Requirements", "Requirement", COLUMNS, rows)
