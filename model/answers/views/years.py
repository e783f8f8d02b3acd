"""The years of the plan: what each costs, and what is needed in it beside what there is."""

from __future__ import annotations

from model.answers.needs import Need, NeedOfYear, quantities_of_year
from model.answers.results import Results
from model.answers.views.view import Column, Row, Value, View, figure
from model.answers.views.view_formulas import computed, sum_of_years

PARTS = (
    "year_capital",
    "year_expansion",
    "year_energy",
    "year_maintenance",
    "year_space",
    "year_staff",
    "year_media",
    "year_moving",
    "year_removal",
    "year_residue",
)
"""What a year's cost is made of."""
SUMS = ("year_cost", "year_tax", "year_gross_cost", "discounted_cost", "cumulative_cost")
FURTHER = ("year_nominal_cost",)
"""What else is said of a year where it is stated."""
NONE_UNLESS_STATED = {"year_maintenance": "maintenance", "year_staff": "staff"}
"""Rows that are left out where the scenario states nothing of them, and they are nothing."""


OF_YEAR = " in the year"
"""What the columns say of each figure."""
LEFT_OUT = ("known_year_cost", "unknown_year_costs")
"""What is known of a year's cost, and of how many kinds it is not; left out where all is."""


def costs(results: Results) -> View:
    """Return the cost of each year by kind, with totals and the sum of all years."""
    paths = results.years()
    names = [path.rpartition(":")[2] for path in paths]
    columns = (*(Column(name.capitalize(), name) for name in names), Column("All years", "sum"))
    book = results.plan.instances[paths[0]].book
    unknown = any(results[at, LEFT_OUT[-1]] for at in paths)
    shown = (*parts(results), *SUMS, *FURTHER, *LEFT_OUT * unknown)
    rows = (
        Row(
            book[name].label.removesuffix(OF_YEAR),
            (*(figure(results, path, name) for path in paths), _sum(results, name, paths)),
            (f"{book[name].title.rstrip('.')}.",),
            "strong" if name in SUMS else "",
        )
        for name in shown
        if name in book
    )
    return View("Cost by year", "Net, unless marked otherwise", columns, tuple(rows))


def parts(results: Results) -> list[str]:
    """Return the names of a year's kinds of cost, without those left unstated."""
    book = results.plan.instances[results.years()[0]].book
    nothing = results.plan.scenario.economics.left_out
    return [
        name
        for name in PARTS
        if name in book
        and not (
            NONE_UNLESS_STATED.get(name) in nothing
            and not any(results[path, name] for path in results.years())
        )
    ]


def _sum(results: Results, name: str, paths: list[str]) -> Value | str:
    if name == "cumulative_cost":
        return ""
    return computed(results, sum_of_years, *((path, name) for path in paths))


def without(results: Results) -> str:
    """Return which costs are not included because none was entered; empty if all were."""
    missing = results.plan.scenario.economics.left_out
    if not missing:
        return ""
    *others, last = missing
    names = f"{', '.join(others)} and {last}" if others else last
    return f"Not included, because no value was entered: {names}."


UNITS = (
    ("cost_per_usable", "Per usable TB, over all years, discounted"),
    ("yearly_cost_per_usable", "Per usable TB and year, not discounted"),
    ("cost_per_written", "Per GB/s of write bandwidth, over all years, discounted"),
    ("cost_per_read", "Per GB/s of read bandwidth, over all years, discounted"),
    ("cost_per_rack", "Per rack with contents, over all years, discounted"),
    ("chargeback_rate", "Charge per TB and year that covers all costs"),
    ("nominal_cost", "All years, nominal"),
    ("total_tax", "VAT on all years"),
    ("gross_cost", "All years with VAT"),
)


def units(results: Results) -> View:
    """Return the known costs per unit of the system."""
    rows = (
        Row(label, (figure(results, "site", name),))
        for name, label in UNITS
        if results.values.get(("site", name)) is not None
    )
    return View("Unit costs, net", "Unit", (Column("Cost", "cost"),), tuple(rows))


DEMAND = (
    Column("Demand", "demand", "decimal", scale="bytes"),
    Column("Usable capacity required", "needed", "decimal", "strong", scale="bytes"),
    Column("Usable", "usable", "decimal", scale="bytes"),
    Column("Live", "live", "decimal", scale="bytes"),
    *(
        Column("In the other base", f"{key}_twin", "twin", below=key)
        for key in ("demand", "needed", "usable", "live")
    ),
)
BOUGHT = (
    Column("Blocks", "blocks"),
    Column("Bought", "bought"),
    Column("Price of these, net", "price"),
)
HOLDS = (Column("Sufficient", "holds", "met"),)
RANGE = (
    Column("Range from", "low", "decimal", scale="bytes"),
    Column("to", "high", "decimal", scale="bytes"),
)


def demand(results: Results, need: Need) -> View:
    """Return the demand of each year, and what is bought for it or whether it suffices."""
    more: tuple[Column, ...] = BOUGHT if need.buys else HOLDS
    named = quantities_of_year(need.path)
    capacities = tuple(named[field] for field in ("demand", "needed", "usable", "live"))
    purchases = tuple(named[field] for field in ("blocks", "bought", "cost"))
    shown = (*capacities, *capacities, *(purchases if need.buys else ("demand_is_met",)))
    if need.source == "history":
        more, shown = (*more, *RANGE), (*shown, "forecast_low", "forecast_high")
    rows = tuple(_year(results, year, shown) for year in need.years)
    return View(f"{need.name}: demand by year", "Year until", (*DEMAND, *more), rows)


def _year(results: Results, year: NeedOfYear, names: tuple[str, ...]) -> Row:
    entries = tuple(figure(results, year.path, name) for name in names)
    return Row(str(year.date or year.year), entries, (f"year {year.year}",) if year.date else ())
