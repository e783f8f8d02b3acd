"""Alternatives whose costs others projected, side by side, and what they all leave out."""

from __future__ import annotations

from model.answers.results import Results
from model.answers.views.view import Column, Entry, Row, View, figure

SUMS = (
    ("projected_cost", "Over all years"),
    ("projected_present_cost", "Discounted"),
    ("saved_cost", "Saving compared with the first"),
    ("break_even_price", "Break-even price, discounted"),
)
"""What the costs of an alternative come to; the last two of all but the first."""


def projections(results: Results) -> View | None:
    """Return projected costs by kind for each alternative, and totals; None without any."""
    stated = results.plan.scenario.projections
    if stated is None:
        return None
    names = [one.name for one in stated.alternatives]
    kinds = dict.fromkeys(cost.name for one in stated.alternatives for cost in one.costs)
    columns = tuple(Column(name, name) for name in names)
    rows = [
        Row(
            kind,
            tuple(_entry(results, f"{_path(name)}/items:{kind}", "item_cost") for name in names),
        )
        for kind in kinds
    ]
    rows += [
        Row(label, tuple(_entry(results, _path(name), sum_) for name in names), tone="strong")
        for sum_, label in SUMS
    ]
    return View("Costs projected by others, net", "Cost", columns, tuple(rows))


def _path(name: str) -> str:
    return f"site/projections:{name}"


def _entry(results: Results, path: str, name: str) -> Entry:
    return figure(results, path, name) if (path, name) in results.values else ""


def remark(results: Results) -> str:
    """Return what the projections exclude, and how the break-even price is computed."""
    stated = results.plan.scenario.projections
    if stated is None:
        return ""
    years = results.plan.scenario.economics.years
    how_many = "Both" if len(stated.alternatives) == 2 else "All"
    *others, last = stated.leave_out or ("",)
    left_out = f"{', '.join(others)} and {last}" if others else last
    without = (f"{how_many} exclude {left_out}, so ratios are not ratios of total cost. ") * bool(
        last
    )
    first = stated.alternatives[0].name
    return (
        f"{without}At the break-even price, paid immediately, an alternative costs as much as "
        f"{first} over {years} years. Costs without a year are spread equally over all years. "
        f"These projections are not part of the plan's own cost."
    )
