"""What next: what each thing that can be bought would bring a tier, and what it takes."""

from __future__ import annotations

from collections.abc import Sequence

from model.answers.loss_remedies import LossRemedy
from model.answers.remedies import ROUNDING, Gain, Remedy
from model.answers.remedies import remedies as tried
from model.answers.results import WAYS, Results
from model.answers.views.view import Column, Row, View
from model.units.brief import about, change
from model.units.figures import Scale

DIGITS = 4
"""Of a price: what a remedy takes is no bill."""
BELOW_ONE = 0.0095
"""Shares below this would be shown as 0 or 1 % without a decimal."""
MEANT = (
    "Each upgrade is evaluated separately. The table shows the expected bandwidth for independent "
    "files with its likely range (5 to 95 %), that for files over all targets if their gain "
    "differs, and what the upper bound would be. Prices are net."
)
BRIEF = (
    *("read", "read_more", "read_likely", "write", "write_more", "write_likely"),
    *("price", "limit"),
)
"""The keys of the columns where there is little room."""


def remedies(results: Results, name: str) -> View:
    """Return the upgrades of the tier of that name; no rows for a whole tier."""
    found = tried(results, name)
    rates = [gain.after for one in found for gain in one.gains.values() if gain.after]
    scale = Scale(max(rates, default=None), "byte/s")
    columns = (
        *(column for way in WAYS for column in _columns(way, scale)),
        Column("Price", "price"),
        Column("Known subtotal", "known", below="price"),
        Column("Switch ports", "ports"),
        Column("Next limit", "limit", "text"),
    )
    currency = results.plan.scenario.economics.currency
    rows = tuple(_row(one, scale, currency) for one in found)
    return View(f"{name}: upgrades", "Upgrade", columns, rows)


def _columns(way: str, scale: Scale) -> tuple[Column, ...]:
    head = way.capitalize()
    return (
        Column(f"{head}, {scale.label}", way),
        Column("More", f"{way}_more", below=way),
        Column("Likely", f"{way}_likely", below=way),
        Column("Upper bound", f"{way}_bound", below=way),
    )


def _row(one: Remedy, scale: Scale, currency: str) -> Row:
    gains = [one.gains[way] for way in WAYS]
    limits = dict.fromkeys(gain.limit.label for gain in gains if gain.limit)
    ports = "unknown" if one.switch_ports is None else f"{one.switch_ports:+.0f}"
    entries = (
        *(text for gain in gains for text in gain_texts(gain, scale)),
        *price_texts(one, currency),
        "none" if one.switch_ports == 0 else ports,
        " / ".join(limits) or "unknown",
    )
    title = f"{one.title[:1].upper()}{one.title[1:]}"
    return Row(title, entries, ("; ".join(one.notes),), "good" if one.helps else "faint")


def gain_texts(gain: Gain, scale: Scale) -> Sequence[str]:
    """Return what is expected, how much more that is, its range, and the bound.

    Files over all targets are beside the bound. An upper bound that leaves stages out is at most.
    """
    if gain.after is None:
        return "unknown", "", "", ""
    most = "at most" if gain.at_most else "upper bound"
    ends = [scale(end) for end in gain.likely] if gain.likely else []
    likely = "\N{EN DASH}".join(dict.fromkeys(ends))
    rises = (gain.bound or 0.0) > (gain.bound_before or 0.0) * (1 + ROUNDING)
    notes = [f"{most} {scale(gain.bound)}"] if gain.is_more or rises else []
    if gain.differs_striped:
        more = _more(gain.striped_more, scale, gain.striped_before)
        notes.append(f"striped files: {scale(gain.striped)}, {more}")
    more = _more(gain.more, scale, gain.before)
    return scale(gain.after), more, f"likely {likely}" if likely else "", "; ".join(notes)


def _more(more: float | None, scale: Scale, before: float | None) -> str:
    """Return a gain as a share, of less than 1 % with a decimal.

    Where there was nothing, or nothing is known, it is what there was.
    """
    if more is None:
        return "from unknown" if before is None else f"from {scale(before)}"
    if abs(more) < ROUNDING:
        return "±0 %"
    return change(more, 1 if abs(more) < BELOW_ONE else 0)


def price_texts(one: Remedy | LossRemedy, currency: str) -> tuple[str, str]:
    """Say what is bought, in words as all of a remedy: no cell of a workbook follows it.

    Links beyond the switches aren't in the bill of materials.
    """
    if not one.is_billed:
        return "not priced", ""
    if one.price is None and one.known_price:
        return "unknown", f"known subtotal: {about(one.known_price, currency, DIGITS)}"
    return "unknown" if one.price is None else about(one.price, currency, DIGITS), ""
