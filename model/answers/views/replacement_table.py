"""The drives that are expected to fail in each year and are bought then, tier by tier."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from model.answers.results import Results
from model.answers.views.shelf_table import beside_the_tier
from model.answers.views.view import Column, Row, View, figure
from model.answers.views.view_formulas import (
    computed,
    replaced_in_all,
    replaced_in_year,
    sum_of_years,
)
from model.design.economics import Economics
from model.engine.tree import Address
from model.units.figures import show

FAILURES = "yearly_drive_failures"
COVERED = "maintained_share"
STOCKED = "cold spares for all replacements are part of the purchase"
BUT_BESIDE = ", but none for the drives in the next rows"
IN_MAINTENANCE = "of an owned tier, part of 'installed.maintenance'"
SAID = (
    "Expected failures of the drives, without cold spares: a drive bought takes "
    "the place of a failed one, or of the cold spare used for it. Drives of phases count from the "
    "end of their own warranty on, those of expansions from their year on: their warranty is taken "
    "to end with that of the purchase."
)
AS_THE_FIRST = (
    "Drives bought later are taken to be as new or worn as those of the first order: early "
    "failures count only in its first years, late ones at its end."
)
"""What is assumed of drives that phases and expansions buy, where their age counts."""
NOT_COUNTED = "not counted in the price"
IN_YEAR = "year_drive_failures"


def replacements(results: Results) -> View:
    """Return the drives to replace by tier and year; no rows where the plan counts none."""
    paths = results.years()
    names = [path.rpartition(":")[2] for path in paths]
    years = (Column(name.capitalize(), name) for name in names)
    columns = (*years, Column("All years", "sum"), Column("Counted", "counted", "text"))
    economics = results.plan.scenario.economics
    rows = tuple(_rows(results, economics, paths)) if economics.replaces_as_expected else ()
    return View("Drives to replace", "Tier", columns, rows)


def _rows(results: Results, economics: Economics, paths: list[str]) -> Iterator[Row]:
    for (name, path), tier in zip(results.tiers(), results.plan.scenario.tiers, strict=True):
        if (path, FAILURES) in results.values:
            failures = _failures(results, path)
            pairs = [(one, (at, COVERED)) for one, at in zip(failures, paths, strict=True)]
            of_years = (computed(results, replaced_in_year, *pair) for pair in pairs)
            whole = computed(results, replaced_in_all, *(one for pair in pairs for one in pair))
            yield Row(name, (*of_years, whole, _reason(economics)))
        elif tier.built is not None:
            stocked = STOCKED + BUT_BESIDE * bool(_not_counted(results, name, path))
            reason = IN_MAINTENANCE if tier.built.is_owned else stocked
            yield Row(name, (*("" for _ in paths), "", reason))
        if not tier.is_owned:
            for label in _not_counted(results, name, path):
                yield Row(label, (*("unknown" for _ in paths), "unknown", NOT_COUNTED))
    if (paths[0], "year_media") in results.values:
        cost = (figure(results, at, "year_media") for at in paths)
        whole = computed(results, sum_of_years, *((at, "year_media") for at in paths))
        yield Row("Price, net", (*cost, whole, "at the prices of the year"), tone="strong")


def said(results: Results) -> str:
    """Say what the failures are, and what is assumed of the age of drives that are bought later."""
    economics = results.plan.scenario.economics
    for (_, path), tier in zip(results.tiers(), results.plan.scenario.tiers, strict=True):
        grows = economics.phases or (f"{path}/years:year 0", "blocks_owned") in results.values
        if grows and tier.built is not None and tier.built.states.has_ages:
            return f"{SAID} {AS_THE_FIRST}"
    return SAID


def _not_counted(results: Results, name: str, path: str) -> list[str]:
    """Name the drives of a tier whose replacement isn't counted."""
    if dict(results.designs)[path].built is None:
        return [f"{name}: entered as a whole"]
    return [f"{name}: drives of {one.vdevs}" for one in beside_the_tier(results, path)]


def _failures(results: Results, path: str) -> list[Address]:
    """Give the expected failures of a tier by year: of what is owned then, if the plan grows."""
    years = [at.rpartition("/")[2] for at in results.years()]
    grown = [(f"{path}/{year}", IN_YEAR) for year in years]
    return [at if at in results.values else (path, FAILURES) for at in grown]


def _reason(economics: Economics) -> str:
    """Say when replacements are paid for, and why."""
    warranty = economics.warranty
    text = "no warranty is stated"
    if warranty is not None and warranty.value:
        text = f"after the warranty of {show(warranty.value, 'second')}, which replaces drives"
    stated = economics.drive_replacements
    return "; ".join(filter(None, (text, stated.because if stated else "")))


def replacements_json(results: Results) -> dict[str, Any]:
    """Return the drives to replace by tier and year, for programs; nothing where none count."""
    if not results.plan.scenario.economics.replaces_as_expected:
        return {}
    found = {}
    for name, path in results.tiers():
        if (path, FAILURES) in results.values:
            shares = [results[at, COVERED] for at in results.years()]
            pairs = zip((results[at] for at in _failures(results, path)), shares, strict=True)
            found[name] = [
                None if failures is None or share is None else failures * share
                for failures, share in pairs
            ]
    missing = [
        label
        for (name, path), tier in zip(results.tiers(), results.plan.scenario.tiers, strict=True)
        if not tier.is_owned
        for label in _not_counted(results, name, path)
    ]
    return {"drive_replacements": found, "drive_replacements_not_counted": missing}
