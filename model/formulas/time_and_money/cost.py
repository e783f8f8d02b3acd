"""What the system costs: capital, and each year of its life.

Year 0 is the purchase; running costs fall into the years after it, discounted to year 0 at their
year's end. Cooling is inside the PUE. What nobody stated (maintenance, staff) is "not included",
not guessed.
"""

import numpy as np

from model.engine.ops import Num, pieces, power, where_less
from model.engine.quantity import Book
from model.units.kinds import JULIAN_YEAR

NPV = (
    "arithmetic: net present value, year 0 undiscounted (numpy-financial's convention, not Excel's "
    "NPV)"
)
SOURCE = "arithmetic: sum of the bill of materials"

SITE = Book("cost", topic="cost")
SITE.input(
    "pue",
    "1",
    r"\mathrm{PUE}",
    "Power usage effectiveness (PUE): facility power over equipment power",
    low=1.0,
)
SITE.input("energy_price", "currency/joule", r"x_\mathrm{el}", "Price of electric energy, net")
SITE.input(
    "year_length",
    "second",
    r"t_\mathrm{year}",
    "Length of a year",
    JULIAN_YEAR,
    source="definition: Julian year of 8,766 h",
    constant=True,
)
SITE.input(
    "discount_rate",
    "1",
    r"i",
    "Annual discount rate, real",
    0.035,
    source="document: HM Treasury (gov.uk), Green Book: 3.5 % real",
    low=-0.5,
    high=1.0,
    shown="percent",
)
SITE.input("vat_rate", "1", r"v", "Value added tax", shown="percent")
SITE.input(
    "maintenance_rate",
    "1",
    r"m",
    "Annual maintenance, as a share of the price of the equipment",
    0.0,
    source="assumption: not included until entered",
    high=1.0,
    shown="percent",
)
SITE.input(
    "warranty",
    "second",
    r"t_\mathrm{warranty}",
    "Warranty included in the price; maintenance is paid afterwards",
    0.0,
    source="assumption: none until entered",
)
SITE.input(
    "staff_cost",
    "currency/second",
    r"X_\mathrm{staff}",
    "Annual staff cost",
    0.0,
    source="assumption: not included until entered",
)
SITE.input(
    "initial_cumulative_cost",
    "currency",
    r"X_\mathrm{cum,0}",
    "Cost before year 0",
    0.0,
    source="assumption: none",
    constant=True,
)


SITE.alias(
    "capital_cost",
    "currency",
    r"X_\mathrm{cap}",
    "Purchase of everything, net.",
    of="equipment_cost",
    source=SOURCE,
)


SITE.alias(
    "known_capital_cost",
    "currency",
    r"X_\mathrm{cap}^\mathrm{known}",
    "Purchase of everything whose price is known, net.",
    of="known_equipment_cost",
    source=SOURCE,
    known_of="capital_cost",
)


@SITE.quantity("currency", r"X_\mathrm{vat}", SOURCE)
def capital_tax(capital_cost: Num, vat_rate: Num) -> Num:
    """Value added tax on the purchase."""
    return capital_cost * vat_rate


@SITE.quantity("currency", r"X_\mathrm{vat}^\mathrm{known}", SOURCE, known_of="capital_tax")
def known_capital_tax(known_capital_cost: Num, vat_rate: Num) -> Num:
    """Value added tax on what has a known price."""
    return known_capital_cost * vat_rate


@SITE.quantity("currency", r"X_\mathrm{gross}", SOURCE)
def gross_capital_cost(capital_cost: Num, capital_tax: Num) -> Num:
    """Purchase of everything with value added tax."""
    return capital_cost + capital_tax


@SITE.quantity(
    "watt", r"P_\mathrm{fac}", "definition: PUE as The Green Grid counts it, cooling inside"
)
def facility_power(equipment_power: Num, pue: Num) -> Num:
    """Power at the meter."""
    return equipment_power * pue


SITE.over(
    "total",
    "total_cost_of_ownership",
    "currency",
    r"X_\mathrm{tco}",
    "Purchase and all years, discounted, net",
    roles=("years",),
    of="discounted_cost",
)
SITE.over(
    "total",
    "known_total_cost_of_ownership",
    "currency",
    r"X_\mathrm{tco}^\mathrm{known}",
    "Purchase and all years, discounted, net: the known part",
    roles=("years",),
    of="known_discounted_cost",
    known_of="total_cost_of_ownership",
)
SITE.over(
    "total",
    "undiscounted_cost",
    "currency",
    r"X_\mathrm{sum}",
    "Purchase and all years, not discounted, net",
    roles=("years",),
    of="year_cost",
)

SITE.over(
    "total",
    "unknown_costs",
    "1",
    r"n_X^\mathrm{unknown}",
    "Costs that are unknown, by category and year; the known part excludes them",
    roles=("years",),
    of="unknown_year_costs",
)
SITE.over(
    "unknown_count",
    "years_of_unknown_energy",
    "1",
    r"n_\mathrm{el}^\mathrm{unknown}",
    "Years whose energy cost is unknown; the known part excludes them",
    roles=("years",),
    of="year_energy",
)
SITE.over(
    "unknown_count",
    "years_of_unknown_maintenance",
    "1",
    r"n_\mathrm{main}^\mathrm{unknown}",
    "Years whose maintenance cost is unknown; the known part excludes them",
    roles=("years",),
    of="year_maintenance",
)

TIER_YEAR = Book("tier in a year", topic="cost")


TIER_YEAR.alias(
    "tier_year_power",
    "watt",
    r"P_{\mathrm{tier},j}",
    "Power of the tier's equipment in the year.",
    of="tier_power",
    source="arithmetic: bill of materials",
)


YEAR = Book("year", topic="cost")
YEAR.input("year_index", "1", r"j", "Years since the purchase", whole=True, constant=True)
YEAR.over(
    "total",
    "year_power",
    "watt",
    r"P_j",
    "Power of all equipment in the year",
    roles=("tiers", "metadata", "common", "racking"),
    of="tier_year_power",
    aligned=True,
)


CAPITAL_YEAR = Book("year of the purchase", topic="cost")


@CAPITAL_YEAR.quantity("currency", r"X_{\mathrm{cap},j}", SOURCE, part_of="year_cost")
def year_capital(capital_cost: Num, year_index: Num) -> Num:
    """Purchase, in year 0."""
    return where_less(0, year_index, 0.0, capital_cost)


@CAPITAL_YEAR.quantity(
    "currency", r"X_{\mathrm{cap},j}^\mathrm{known}", SOURCE, known_of="year_capital"
)
def known_year_capital(known_capital_cost: Num, year_index: Num) -> Num:
    """Purchase of what has a known price, in year 0."""
    return where_less(0, year_index, 0.0, known_capital_cost)


@YEAR.quantity(
    "currency", r"X_{\mathrm{el},j}", "arithmetic: power x PUE x hours x price", part_of="year_cost"
)
def year_energy(
    year_power: Num, pue: Num, energy_price: Num, year_length: Num, year_index: Num
) -> Num:
    """Electricity cost of the year; the PUE covers cooling."""
    return where_less(0, year_index, year_power * pue * energy_price * year_length, 0.0)


WARRANTY = Book("warranty of the purchase in a year", topic="cost")


@WARRANTY.quantity("1", r"w_j", "arithmetic: what lies after the warranty", shown="percent")
def maintained_share(year_index: Num, warranty: Num, year_length: Num) -> Num:
    """Share of the year that the warranty doesn't cover; nothing of year 0."""
    return np.minimum(1, np.maximum(0, year_index - warranty / year_length))


MAINTENANCE_YEAR = Book("maintenance of a year", topic="cost")


@MAINTENANCE_YEAR.quantity(
    "currency",
    r"X_{\mathrm{main},j}",
    "arithmetic: share of the price of the equipment, without services",
    part_of="year_cost",
)
def year_maintenance(maintained_cost: Num, maintenance_rate: Num, maintained_share: Num) -> Num:
    """Maintenance of the year; 0 without a contract."""
    return pieces(maintenance_rate * maintained_share, maintained_cost)


@YEAR.quantity("currency", r"X_{\mathrm{staff},j}", "definition: as entered", part_of="year_cost")
def year_staff(staff_cost: Num, year_length: Num, year_index: Num) -> Num:
    """Staff of the year."""
    return where_less(0, year_index, staff_cost * year_length, 0.0)


YEAR.sum_of_parts(
    "year_cost", "currency", r"X_j", "All costs of the year, net", "arithmetic: sum of the year"
)
YEAR.known_of_parts(
    "known_year_cost",
    "currency",
    r"X_j^\mathrm{known}",
    "All costs of the year that are known, net",
    of="year_cost",
)
YEAR.unknown_of_parts(
    "unknown_year_costs",
    r"n_{X,j}^\mathrm{unknown}",
    "Cost categories of the year that are unknown; the known part excludes them",
    of="year_cost",
)


@YEAR.quantity("1", r"(1+i)^{-j}", NPV, shown="percent")
def discount_factor(discount_rate: Num, year_index: Num) -> Num:
    """Present value, at purchase, of one unit paid in the year."""
    return 1 / power(1 + discount_rate, year_index)


@YEAR.quantity("currency", r"X_j^\mathrm{npv}", NPV)
def discounted_cost(year_cost: Num, discount_factor: Num) -> Num:
    """All costs of the year, discounted to the purchase."""
    return year_cost * discount_factor


@YEAR.quantity("currency", r"X_j^\mathrm{npv,known}", NPV, known_of="discounted_cost")
def known_discounted_cost(known_year_cost: Num, discount_factor: Num) -> Num:
    """Known costs of the year, discounted to the purchase."""
    return known_year_cost * discount_factor


@YEAR.quantity("currency", r"X_{\mathrm{cum},j}", NPV)
def cumulative_cost(previous_cumulative_cost: Num, discounted_cost: Num) -> Num:
    """All costs up to the year, discounted."""
    return previous_cumulative_cost + discounted_cost
