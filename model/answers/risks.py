"""The main risks of a plan for decision makers, in a few words each, the most serious first."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.compatibility import unfit
from model.answers.growth_limits import growth_risk
from model.answers.needs import needs
from model.answers.ranges import GROSS, range_of
from model.answers.results import Results
from model.planning.states import DOWN
from model.units.brief import about, several

MOST = 5
"""Risks that are shown; further ones are among the warnings."""


def risks(results: Results) -> list[str]:
    """Return the gravest risks."""
    return [*_risks(results)][:MOST]


def _risks(results: Results) -> Iterator[str]:
    if wrong := unfit(results):
        yield f"Can't be built: {wrong[0]}"
    if missed := [check.title for check in results.checks if check.met is False]:
        yield f"Not met: {_listed(missed)}"
    if unknown := [check.title for check in results.checks if check.met is None]:
        yield f"Unknown whether met: {_listed(unknown)}"
    if later := growth_risk(results.values, results.years()):
        yield later
    yield from _losses(results)
    yield from _money(results)
    for need in needs(results):
        if need.full_on is not None:
            yield f"{need.name.capitalize()} full in {need.full_on:%B %Y}"


def _listed(titles: list[str]) -> str:
    short = (title.removeprefix("Required ").removeprefix("Maximum ") for title in titles)
    return ", ".join(f"{one[:1].lower()}{one[1:]}" for one in short)


def _losses(results: Results) -> Iterator[str]:
    """Say which tiers lose data with a drive, or stop with a server or an enclosure."""
    values = results.values
    for what, name, below in (
        ("Data lost with one drive", "redundancy_capacity", ""),
        ("Files out of reach while a server is down", "striped_read_reached", f"/states:{DOWN}"),
        ("Stopped by the loss of an enclosure", "access_survives_enclosure_loss", ""),
    ):
        tiers = [
            tier
            for tier, path in results.tiers()
            if values.get((f"{path}{below}", name)) == 0
            and values.get((path, "layout_fits")) != 0  # without targets, none is lost
        ]
        if tiers:
            yield f"{what}: {', '.join(tiers)}"


def _money(results: Results) -> Iterator[str]:
    """Say how far prices are unknown or not certain, and whether the budget bears their range."""
    values, currency = results.values, results.plan.scenario.economics.currency
    if missing := values.get(("site", "unknown_equipment_cost")):
        yield f"{several(missing, 'price')} unknown"
    likely, budget = range_of(results, *GROSS), values.get(("site", "required_budget"))
    if likely is not None and budget is not None and likely.high > budget:
        yield f"Purchase likely up to {about(likely.high, currency)} with VAT, above the budget"
    guessed = sum(values.get(("site", f"{how}_lines")) or 0.0 for how in ("assumed", "estimated"))
    if guessed:
        yield f"{several(guessed, 'price')} assumed or estimated"
