"""The years of the plan: what each costs, and what is needed in it beside what there is."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.availability import knows_only_ports
from model.answers.needs import OF_BLOCKS, Need, NeedOfYear, addresses_of_year, needs
from model.answers.results import Results
from model.answers.summary import growth_left_out
from model.answers.views.certain_items import missing_items
from model.answers.views.view import Column, Row, Value, View, figure
from model.answers.views.view_formulas import computed, sum_of_years

PARTS = (
    "year_capital",
    "year_expansion",
    "year_energy",
    "year_maintenance",
    "year_owned_maintenance",
    "year_space",
    "year_staff",
    "year_media",
    "year_moving",
    "year_removal",
    "year_residue",
)
"""What a year's cost is made of."""
SUMS = (
    "year_cost",
    "year_tax",
    "year_gross_cost",
    "discounted_cost",
    "discounted_gross_cost",
    "cumulative_cost",
)
FURTHER = ("year_nominal_cost", "year_depreciation", "year_book_value")
"""What else is said of a year where it is stated."""
NONE_UNLESS_STATED = {"year_maintenance": "maintenance", "year_staff": "staff"}
"""Rows that are left out where the scenario states nothing of them, and they are nothing."""


OWNED = {
    "year_racks": "Racks",
    "year_fabric_switches": "Switches",
    "year_leaf_switches": "Leaf switches",
    "year_spine_switches": "Spine switches",
}
"""What is shown of the shared equipment that grows with blocks."""


PORTS = "Switch ports"
"""The label where only the number of switch ports is known."""
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
    head = "Net, unless marked otherwise"
    return View("Cost by year", head, columns, (*_dates(results), *rows, *_bought(results, paths)))


def _dates(results: Results) -> Iterator[Row]:
    """Yield the day on which each year ends, where a demand says when the first one begins."""
    dates = next(([year.date for year in need.years] for need in needs(results)), [])
    if any(dates):
        yield Row("Until", (*(str(date or "") for date in dates), ""))


def _bought(results: Results, paths: list[str]) -> Iterator[Row]:
    """Yield what is bought for growth, and the shared equipment that is owned with it."""
    buyers = [need.bought_by for need in needs(results) if need.buys]
    for buyer in buyers:
        label = "Blocks bought" + (f", {buyer.rpartition(':')[2]}" if len(buyers) > 1 else "")
        years = (f"{buyer}/{path.rpartition('/')[2]}" for path in paths)
        yield Row(label, (*(figure(results, at, "blocks_bought") for at in years), ""))
    for name, label in OWNED.items() if buyers else ():
        if (paths[0], name) in results.values:
            if name == "year_fabric_switches" and knows_only_ports(results):
                label = PORTS
            yield Row(label, (*(figure(results, path, name) for path in paths), ""))


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
    if name in ("cumulative_cost", "year_book_value"):
        return ""
    return computed(results, sum_of_years, *((path, name) for path in paths))


def without(results: Results, *, brief: bool = False) -> str:
    """Return which costs are not included because none was entered; empty if all were.

    A brief text gives no reason, and leaves out items that a table lists.
    """
    missing = results.plan.scenario.economics.left_out
    growth = "; ".join(filter(None, (growth_left_out(need) for need in needs(results))))
    texts = [f"{growth[:1].upper()}{growth[1:]}." if growth else ""]
    if not brief:
        texts.append(missing_items(results))
    if missing:
        *others, last = missing
        names = f"{', '.join(others)} and {last}" if others else last
        reason = "" if brief else ", because no value was entered"
        texts.insert(0, f"Not included{reason}: {names}.")
    return " ".join(filter(None, texts))


MEAN_OF_YEARS = ", per unit of the mean over the years"
"""Follows the title of unit costs where expansions add units in later years."""
UNITS = (
    ("cost_per_usable", "Total cost of ownership per usable TB, discounted"),
    ("yearly_cost_per_usable", "Yearly cost per usable TB, not discounted"),
    ("cost_per_written", "Total cost of ownership per GB/s of write bandwidth, discounted"),
    ("cost_per_read", "Total cost of ownership per GB/s of read bandwidth, discounted"),
    ("cost_per_rack", "Total cost of ownership per rack with contents, discounted"),
    ("chargeback_rate", "Charge per TB and year that covers all costs"),
    ("nominal_cost", "All years, nominal"),
    ("total_tax", "VAT on all years, not discounted"),
    ("gross_cost", "All years with VAT, not discounted"),
)


def units(results: Results) -> View:
    """Return the known costs per unit of the system."""
    is_mean = ("site", "served_capacity") in results.values
    rows = (
        Row(label, (figure(results, "site", name),))
        for name, label in UNITS
        if results.values.get(("site", name)) is not None
    )
    title = f"Unit costs, net{MEAN_OF_YEARS * is_mean}"
    return View(title, "Unit", (Column("Cost", "cost"),), tuple(rows))


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
    shown = (*CAPACITIES, *CAPACITIES, *(OF_BLOCKS if need.buys else ()))
    names = () if need.buys else ("demand_is_met",)
    if need.source == "history":
        more, names = (*more, *RANGE), (*names, "forecast_low", "forecast_high")
    rows = tuple(_year(results, need, year, shown, names) for year in need.years)
    return View(f"{need.name}: demand by year", "Year until", (*DEMAND, *more), rows)


CAPACITIES = ("demand", "needed", "usable", "live")
"""Fields of a year that are capacities."""


def _year(
    results: Results, need: Need, year: NeedOfYear, fields: tuple[str, ...], names: tuple[str, ...]
) -> Row:
    named = addresses_of_year(need.path, need.bought_by, f"year {year.year}")
    addresses = (*(named[field] for field in fields), *((year.path, name) for name in names))
    entries = tuple(figure(results, *address) for address in addresses)
    return Row(str(year.date or year.year), entries, (f"year {year.year}",) if year.date else ())
