"""Tables of availability: of each tier, what takes it away, and the rates that it rests on."""

from __future__ import annotations

from model.answers.availability import (
    ASSUMED_RATES,
    CAUSES,
    assumed,
    causes,
    knows_only_ports,
    why_unknown,
)
from model.answers.losses import AS_ENTERED
from model.answers.ranges import OUTAGE, likely_sentence
from model.answers.results import Results
from model.answers.views.view import Column, Entry, Row, View, figure
from model.answers.views.view_formulas import computed, outage_per_year, share_of_outages
from model.planning.availability import BOUND

COLUMNS = (
    Column("Availability", "availability", "", "strong"),
    Column("Likely", "likely", "text", below="availability"),
    Column("Outage per year", "outage"),
    Column("Likely outage", "likely_outage", "text", below="outage"),
    Column("Reachable data, average", "data"),
    Column("Based on", "rests_on", "text"),
)
CAUSE_COLUMNS = (
    Column("Outage per year", "outage"),
    Column("Share", "share", "share"),
)
RATE_COLUMNS = (
    Column("Value", "value"),
    Column("Source and range", "source", "text"),
)
SITE = "site"


def availability(results: Results) -> View:
    """Return the share of the time in which the data of each tier, and all, can be reached."""
    several = [*results.tiers(), ("Site", SITE)]
    rows = tuple(_row(results, name, path) for name, path in several)
    return View("Availability", "Tier", COLUMNS, rows)


def _row(results: Results, name: str, path: str) -> Row:
    reason = why_unknown(results, path)
    rests_on = reason or (ASSUMED_RATES if assumed(results) else "entered and published rates")
    if (path, "stated_availability") in results.values:
        rests_on = AS_ENTERED
    entries: list[Entry] = []
    for one in ("availability", OUTAGE):
        entries += [
            "unknown" if reason else figure(results, path, one),
            "" if reason else likely_sentence(results, path, one),
        ]
    data: Entry = "unknown" if reason else figure(results, path, "data_availability")
    return Row(name, (*entries, data, rests_on))


def outages(results: Results, *, ranked: bool = True) -> View:
    """Return the outages per year by cause, the greatest first; all of them if unranked."""
    found = causes(results, ranked=ranked)
    whole = SITE, "outage_load"
    rows = []
    for one in found:
        time = computed(results, outage_per_year, one.load, (SITE, "year_length"))
        share: Entry = ""
        if whole in results.values and results.values[whole] != 0:
            share = computed(results, share_of_outages, one.load, whole)
        rows.append(Row(one.name, (time, share)))
    if knows_only_ports(results):
        rows.append(Row(CAUSES["switch_outages"], ("not counted", "")))
    return View("Outages by cause", "Cause", CAUSE_COLUMNS, tuple(rows))


def rates(results: Results) -> View:
    """Return the failure rates and times behind the availability, with source and range."""
    rows = tuple(
        Row(
            results.item(SITE, name).title,
            (figure(results, SITE, name), results.plan.provenance[SITE, name].text),
        )
        for name, _ in BOUND.values()
        if (SITE, name) in results.values and (SITE, name) in results.plan.provenance
    )
    return View("Failures and repairs", "Figure", RATE_COLUMNS, rows)
