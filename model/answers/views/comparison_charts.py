"""The charts of a comparison: each shows what its tables say."""

from __future__ import annotations

from model.answers.comparison import Compared
from model.answers.results import Stage
from model.answers.views.chart import Axis, Chart, Series, column, row
from model.answers.views.comparison_tables import so_far
from model.answers.views.view import FixedValue, View

HELD = (
    ("raw_capacity", "Raw", "raw"),
    ("usable_capacity", "Usable", "usable_capacity"),
    ("planned_capacity", "Planned", "planned_capacity"),
)
"""Each within the one before it: its figure, its name, its colour."""
FAST = (("write_bandwidth", "Writing", "write"), ("read_bandwidth", "Reading", "read"))
BAR, AROUND = 46, 130
"""Pixels of the bars of a design, and around all of them."""
PANEL_BAR, AROUND_PANEL = 24, 90
"""Pixels of a bar of a panel, and around all of them."""


def _of_site(compared: Compared, name: str, unit: str) -> tuple[FixedValue, ...]:
    return tuple(FixedValue(one.values.get(("site", name)), unit) for one in compared.all)


def capacities(compared: Compared) -> Chart:
    """Show from raw to planned capacity of each design, one within the other."""
    series = tuple(
        Series(words, _of_site(compared, name, "byte"), colour=colour)
        for name, words, colour in HELD
    )
    names = tuple(compared.designs)
    high = AROUND + BAR * len(names)
    return Chart(
        "Capacity",
        Axis("", "byte"),
        series,
        names,
        together="over each other",
        lying=True,
        high=high,
    )


def bandwidths(compared: Compared) -> Chart:
    """Show what can be expected of each design, writing and reading."""
    series = tuple(
        Series(words, _of_site(compared, name, "byte/s"), colour=colour)
        for name, words, colour in FAST
    )
    names = tuple(compared.designs)
    high = AROUND + BAR * len(names)
    return Chart("Expected bandwidth", Axis("", "byte/s"), series, names, lying=True, high=high)


def where_raw_goes(view: View) -> Chart:
    """Show of each design what is left of its raw capacity, and what each step takes."""
    left = max(n for n, line in enumerate(view.rows) if not line.takes)
    losses = [line for line in view.rows if line.takes]
    series = [Series(view.rows[left].label, row(view.rows[left]), colour="planned_capacity")]
    for n, line in enumerate(reversed(losses)):
        series.append(Series(line.label, row(line), colour=f"loss {n}"))
    names = tuple(one.head for one in view.columns)
    high = AROUND + 30 + BAR * len(names)
    return Chart(
        "From raw to planned capacity",
        Axis("", "byte"),
        tuple(series),
        names,
        together="stacked",
        lying=True,
        legend="below",
        high=high,
    )


def chains(compared: Compared, view: View, way: str) -> Chart | None:
    """Show what each stage of each tier could carry; in panels, which one limits."""
    stages = compared.stages(way)
    of_each: list[tuple[Stage | None, ...]] = list(zip(*stages.values(), strict=True))
    if not any(one and one.bandwidth is not None for of in of_each for one in of):
        return None
    keys = [one.key for one in view.columns if not one.below]
    series = tuple(
        Series(
            name,
            column(view, key),
            colour=n,
            colours=tuple("limit" if one and one.limits else way for one in of),
        )
        for n, (name, key, of) in enumerate(zip(compared.tiers, keys, of_each, strict=True))
    )
    return Chart(
        f"{way.capitalize()} path, stages from drives to clients",
        Axis("", "byte/s"),
        series,
        tuple(line.label for line in view.rows),
        lying=True,
        panels=tuple(compared.tiers),
        high=AROUND_PANEL + PANEL_BAR * len(view.rows),
    )


def costs(compared: Compared, view: View) -> Chart | None:
    """Show what each design costs until the end of each year; nothing, if none of it is known."""
    sums = so_far(compared)
    if not any(map(any, sums)) or len(set(compared.currencies)) > 1:
        return None
    series = tuple(
        Series(name, column(view, f"{n} Cumulative"), "dotted line", colour=n)
        for n, (name, known) in enumerate(zip(compared.designs, sums, strict=True))
        if any(known)
    )
    return Chart(
        "Known cost so far",
        Axis("Known cost so far, net", "currency"),
        series,
        tuple(line.label for line in view.rows),
        high=340,
    )
