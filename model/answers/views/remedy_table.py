"""What next: what each thing that can be bought would bring a tier, and what it takes."""

from __future__ import annotations

from collections.abc import Sequence

from model.answers.remedies import Gain, Remedy
from model.answers.remedies import remedies as tried
from model.answers.results import WAYS, Results
from model.answers.views.view import Column, Row, View
from model.units.brief import about, change
from model.units.figures import Scale

DIGITS = 4
"""Of a price: what a remedy takes is no bill."""
MEANT = (
    "Each upgrade is evaluated separately. The table shows upper bounds for independent files, "
    "and for files over all targets if their gain differs, with the expected bandwidth next to "
    "them. Prices are net."
)
BRIEF = ("read", "read_more", "write", "write_more", "price", "limit")
"""The keys of the columns where there is little room."""


def remedies(results: Results, name: str) -> View:
    """Return the upgrades of the tier of that name; no rows for a whole tier."""
    found = tried(results, name)
    bounds = [gain.bound for one in found for gain in one.gains.values() if gain.bound]
    scale = Scale(max(bounds, default=None), "byte/s")
    columns = (
        *(column for way in WAYS for column in _columns(way, scale)),
        Column("Price", "price"),
        Column("Known part", "known", below="price"),
        Column("Switch ports", "ports"),
        Column("Then limited by", "limit", "text"),
    )
    currency = results.plan.scenario.economics.currency
    rows = tuple(_row(one, scale, currency) for one in found)
    return View(f"{name}: upgrades", "Upgrade", columns, rows)


def _columns(way: str, scale: Scale) -> tuple[Column, ...]:
    head = way.capitalize()
    return (
        Column(f"{head}, {scale.label}", way),
        Column("More", f"{way}_more", below=way),
        Column("Expected", f"{way}_committed", below=way),
    )


def _row(one: Remedy, scale: Scale, currency: str) -> Row:
    gains = [one.gains[way] for way in WAYS]
    limits = dict.fromkeys(gain.limit.label for gain in gains if gain.limit)
    ports = "unknown" if one.switch_ports is None else f"{one.switch_ports:+.0f}"
    entries = (
        *(text for gain in gains for text in _gain(gain, scale)),
        *_price(one, currency),
        "none" if one.switch_ports == 0 else ports,
        " / ".join(limits) or "unknown",
    )
    title = f"{one.title[:1].upper()}{one.title[1:]}"
    return Row(title, entries, ("; ".join(one.notes),), "good" if one.helps else "faint")


def _gain(gain: Gain, scale: Scale) -> Sequence[str]:
    """Say the bound, how much it rises, and what is committed, of striped files too."""
    is_same = not (gain.is_more or gain.differs_striped) and gain.after == gain.before
    expected = "" if is_same else f"expect {scale(gain.after)}"
    if gain.differs_striped:
        expected += (
            f"; over all targets {scale(gain.striped)}, {change(gain.striped_more or 0.0, 0)}"
        )
    if not gain.is_more:
        return scale(gain.bound), "+0 %", expected
    at_most = "at most " if gain.at_most else ""
    return at_most + scale(gain.bound), change(gain.more or 0.0, 0), expected


def _price(one: Remedy, currency: str) -> tuple[str, str]:
    """Say what is bought, in words as all of a remedy: no cell of a workbook follows it.

    Links beyond the switches aren't in the bill.
    """
    if not one.is_billed:
        return "not in the bill", ""
    if one.price is None and one.known_price:
        return "unknown", f"known part: {about(one.known_price, currency, DIGITS)}"
    return "unknown" if one.price is None else about(one.price, currency, DIGITS), ""
