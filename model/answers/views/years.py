"""The years of the plan: what each costs, and what is needed in it beside what there is."""

from __future__ import annotations

from model.answers.needs import Need, NeedOfYear
from model.answers.results import Results
from model.answers.views.view import Column, Row, View, figure

PARTS = ("year_capital", "year_expansion", "year_energy", "year_maintenance", "year_staff")
"""What a year's cost is made of."""
SUMS = ("year_cost", "discounted_cost", "cumulative_cost")


LEFT_OUT = ("known_year_cost", "unknown_year_costs")
"""What is known of a year's cost, and of how many kinds it is not; left out where all is."""


def costs(results: Results) -> View:
    """Give the cost of each year, a row for each kind and what they come to."""
    paths = results.years()
    names = [path.rpartition(":")[2] for path in paths]
    columns = tuple(Column(name.capitalize(), name) for name in names)
    book = results.plan.instances[paths[0]].book
    rows = (
        Row(
            book[name].label,
            tuple(figure(results, path, name) for path in paths),
            (f"{book[name].title.rstrip('.')}.",),
            "strong" if name in SUMS else "",
        )
        for name in (*PARTS, *SUMS, *LEFT_OUT * any(results[at, LEFT_OUT[-1]] for at in paths))
        if name in book
    )
    return View("Cost by year, net", "Net", columns, tuple(rows))


DEMAND = (
    Column("Demand", "demand", "decimal", scale="bytes"),
    Column("Usable needed", "needed", "decimal", "strong", scale="bytes"),
    Column("Usable", "usable", "decimal", scale="bytes"),
    Column("Live", "live", "decimal", scale="bytes"),
)
BOUGHT = (
    Column("Blocks", "blocks"),
    Column("Bought", "bought"),
    Column("Price of these, net", "price"),
)
HOLDS = (Column("Holds it", "holds", "met"),)


def demand(results: Results, need: Need) -> View:
    """Give what is needed in each year, and what is bought for it or whether it fits."""
    more: tuple[Column, ...] = BOUGHT if need.buys else HOLDS
    bought = ("blocks_owned", "blocks_bought", "expansion_cost")
    names = bought if need.buys else ("demand_is_met",)
    prefix = "year_" if need.path == "site" else "tier_year_"
    shown = (
        "demand",
        "needed_capacity",
        f"{prefix}usable_capacity",
        f"{prefix}live_capacity",
        *names,
    )
    rows = tuple(_year(results, year, shown) for year in need.years)
    return View(f"{need.name}: demand by year", "Year up to", (*DEMAND, *more), rows)


def _year(results: Results, year: NeedOfYear, names: tuple[str, ...]) -> Row:
    entries = tuple(figure(results, year.path, name) for name in names)
    return Row(str(year.date or year.year), entries, (f"year {year.year}",) if year.date else ())
