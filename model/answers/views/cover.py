"""What a reader must know before the figures: the plan's identity and its assumptions."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.results import Results
from model.answers.sensitivity import Assumption, ranked
from model.answers.views.view import Column, Row, View, figure
from model.engine.quantity import Quantity
from model.engine.tree import Address
from model.provenance import Provenance, Status, reason_of
from model.units.brief import change
from model.version import version

HEAVIEST = 5
"""Maximum number of assumptions to show, those with the largest effect."""
COUNTED: tuple[Status, ...] = ("assumed", "calibrated", "default", "unknown")
"""Statuses of unconfirmed inputs, in the order in which they are counted."""
ASSUMPTIONS = (
    Column("Value", "value"),
    Column("Status", "status", "text"),
    Column("Effect of 10 % less", "effects", "text"),
    Column("Reason", "because", "text"),
)


def identity(results: Results) -> dict[str, str]:
    """Return what identifies the plan, by label."""
    scenario = results.plan.scenario
    return {
        "Scenario": scenario.name,
        "Version": scenario.version or "not stated",
        "Date": str(scenario.day or "not stated"),
        "Currency": scenario.economics.currency,
        "Scenario hash": scenario.digest,
        "Author": scenario.author or "not stated",
        "Planned with": f"Ostimate {version()}",
    }


def judged(results: Results) -> Iterator[tuple[Address, Provenance]]:
    """Yield all inputs with their provenance."""
    plan = results.plan
    for _, path, item in plan.program.inputs:
        address = (path, item.name)
        provenance = plan.provenance.get(address)
        if provenance is None and not isinstance(item, Quantity):
            provenance = plan.source_of(path, item)
        if provenance is not None and item.name != "year_index":
            yield address, provenance


def heaviest(results: Results) -> list[Assumption]:
    """Return the assumptions with the largest effect."""
    found: list[Assumption] = results.once(("ranked",), lambda: ranked(results))
    return found[:HEAVIEST]


def assumptions(results: Results) -> View:
    """Return the assumptions with the largest effect, and the effect of 10 % less of each."""
    rows = []
    for one in heaviest(results):
        path = one.address[0].removeprefix("site/")
        tier, line = path.split("/")[0].rpartition(":")[2], path.partition("/lines:")[2]
        where = f"{tier}, {line}" if line else tier
        effects = ", ".join(f"{words} {change(share)}" for words, share in one.effects.items())
        reason = reason_of(one.provenance.because or one.provenance.source)
        because = f"{one.item.title}. Source: {reason}"
        name = one.item.label + (f" ({where})" if where != "site" else "")
        entries = (figure(results, *one.address), one.provenance.status, effects, because)
        rows.append(Row(name, entries))
    return View("The largest assumptions", "Figure", ASSUMPTIONS, tuple(rows))


def counts(results: Results) -> dict[Status, int]:
    """Return the number of unconfirmed inputs of each status."""
    known = [provenance.status for _, provenance in judged(results)]
    return {status: known.count(status) for status in COUNTED}
