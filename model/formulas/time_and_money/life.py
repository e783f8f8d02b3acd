"""Further yearly costs: space, media, migration, decommissioning, residual value.

Nothing of it counts until the scenario states it; what is stated in part is unknown. One-off costs
fall into year 0 or into the last year. Maintenance may have a rate for each line.
"""

import numpy as np

from model.engine.ops import Num, otherwise, pieces, power, where_less
from model.engine.quantity import Book
from model.units.kinds import GB

STATED = "definition: as entered"
ONCE = "definition: once, as entered"
LINES = "arithmetic: a rate for each line, or else the general one"
AVERAGE = "arithmetic: the average rate of the purchase, for what is bought later, too"
ALL = ("tiers", "metadata", "common", "services")

LAST = Book("the last year", topic="cost")
LAST.input(
    "years_of_service",
    "1",
    r"n",
    "Service life in years",
    low=1.0,
    whole=True,
    constant=True,
)

SPACE = Book("space", topic="cost")
SPACE.input("rack_price", "currency/second", r"x_\mathrm{rack}", "Price of floor space per rack")

AREA = Book("space by area", topic="cost")
AREA.input("area_price", "currency/second", r"x_\mathrm{m^2}", "Price of one square metre of floor")
AREA.input("rack_area", "1", r"a_\mathrm{rack}", "Floor area per rack, including aisles")


@AREA.quantity(
    "currency/second", r"x_\mathrm{rack}", "arithmetic: area of a rack x price of the area"
)
def rack_price(area_price: Num, rack_area: Num) -> Num:
    """Price of floor space per rack."""
    return area_price * rack_area


SPACE_YEAR = Book("space in a year", topic="cost")
SPACE_YEAR_GROWN = Book("space in a year of expansions", topic="cost")


@SPACE_YEAR.quantity("currency", r"X_{\mathrm{spc},j}", STATED, part_of="year_cost")
def year_space(racks: Num, rack_price: Num, year_length: Num, year_index: Num) -> Num:
    """Space of the racks in the year."""
    return where_less(0, year_index, racks * rack_price * year_length, 0.0)


@SPACE_YEAR_GROWN.quantity(
    "currency", r"X_{\mathrm{spc},j}", STATED, part_of="year_cost", name="year_space"
)
def year_space_grown(year_racks: Num, rack_price: Num, year_length: Num, year_index: Num) -> Num:
    """Space of the racks in the year."""
    return where_less(0, year_index, year_racks * rack_price * year_length, 0.0)


MEDIA = Book("media", topic="cost")
MEDIA.input(
    "media_replacement",
    "1",
    r"\lambda_\mathrm{repl}",
    "Share of the drives replaced per year at own cost",
    high=1.0,
    shown="percent",
)


@MEDIA.quantity("currency", r"X_\mathrm{repl}", "arithmetic: share of the drives x their price")
def replacement_cost(media_replacement: Num, media_cost: Num) -> Num:
    """Price of the drives that are replaced in a whole year, at the prices of the purchase."""
    return pieces(media_replacement, media_cost)


def replaced_of(tiers: tuple[str, ...]) -> Book:
    """Return the chapter of the expected replacements of the drives of some tiers."""
    book = Book("drives expected to fail in a year", topic="cost")
    book.over(
        "total",
        "replacement_cost",
        "currency",
        r"X_\mathrm{repl}",
        "Price of the drives that are replaced in a whole year, at the prices of the purchase",
        roles=("tiers", "metadata"),
        of="tier_replacement_cost",
        names=tiers,
    )
    return book


def media_of(built: tuple[str, ...]) -> Book:
    """Return the chapter that totals the drive cost of the tiers that have drives."""
    book = Book("price of drives", topic="cost")
    book.over(
        "total",
        "media_cost",
        "currency",
        r"X_\mathrm{drv}",
        "Price of all drives of the purchase, net",
        roles=("tiers", "metadata"),
        of="tier_media_cost",
        names=built,
    )
    return book


TIER_MEDIA = Book("drives of a tier", topic="cost")
TIER_MEDIA.over(
    "total",
    "tier_media_cost",
    "currency",
    r"X_{\mathrm{drv},\mathrm{tier}}",
    "Price of the tier's drives, net",
    roles=("lines",),
    of="line_cost",
    names=("drives", "hot spares", "further_drives", "cache"),
)

TIER_FAILURES = Book("drives of a tier expected to fail in a year", topic="risk")
TIER_REPLACED = Book("replacement drives of a tier", topic="cost")
FAILING = "arithmetic: drives x failures per drive-year"


@TIER_FAILURES.quantity("1", r"n_\mathrm{fail}^\mathrm{year}", FAILING)
def yearly_drive_failures(drives: Num, drive_failure_rate: Num) -> Num:
    """Expected failures of drives in a whole year."""
    return drives * drive_failure_rate


@TIER_REPLACED.quantity(
    "currency",
    r"X_{\mathrm{repl},\mathrm{tier}}",
    "arithmetic: failures per drive-year x price of the tier's drives, without cold spares",
)
def tier_replacement_cost(drive_failure_rate: Num, tier_media_cost: Num) -> Num:
    """Price of the tier's drives that fail in a whole year, at the prices of the purchase."""
    return drive_failure_rate * tier_media_cost


GROWN = (
    "arithmetic: blocks owned over those of the purchase; the warranty of all ends with that of "
    "the purchase"
)
OF_PURCHASE = "definition: no block is bought later"
REPLACED_YEAR = Book("drives of a growing tier expected to fail in a year", topic="cost")


@REPLACED_YEAR.quantity("1", r"n_{\mathrm{fail},j}", GROWN)
def year_drive_failures(yearly_drive_failures: Num, blocks_owned: Num, blocks: Num) -> Num:
    """Expected failures of all drives that are owned in the year."""
    return yearly_drive_failures * blocks_owned / blocks


@REPLACED_YEAR.quantity("currency", r"X_{\mathrm{repl},\mathrm{tier},j}", GROWN)
def tier_year_replacement_cost(tier_replacement_cost: Num, blocks_owned: Num, blocks: Num) -> Num:
    """Price of the tier's drives that fail in the year, at the prices of the purchase."""
    return pieces(blocks_owned / blocks, tier_replacement_cost)


STEADY_REPLACED_YEAR = Book("drives of a tier without growth that fail in a year", topic="cost")
STEADY_REPLACED_YEAR.alias(
    "year_drive_failures",
    "1",
    r"n_{\mathrm{fail},j}",
    "Expected failures of all drives that are owned in the year.",
    of="yearly_drive_failures",
    source=OF_PURCHASE,
)
STEADY_REPLACED_YEAR.alias(
    "tier_year_replacement_cost",
    "currency",
    r"X_{\mathrm{repl},\mathrm{tier},j}",
    "Price of the tier's drives that fail in the year, at the prices of the purchase.",
    of="tier_replacement_cost",
    source=OF_PURCHASE,
)


def replaced_in_year_of(tiers: tuple[str, ...]) -> Book:
    """Return the chapter of the expected replacements in a year of expansions, of some tiers."""
    book = Book("drives expected to fail in a year of expansions", topic="cost")
    book.over(
        "total",
        "replacement_cost",
        "currency",
        r"X_{\mathrm{repl},j}^0",
        "Price of the drives that are replaced in the whole year, at the prices of the purchase",
        roles=("tiers", "metadata"),
        of="tier_year_replacement_cost",
        names=tiers,
        aligned=True,
    )
    return book


MEDIA_YEAR = Book("replacement drives in a year: constant annual price decline", topic="cost")
MEDIA_YEAR_GROWS = Book(
    "replacement drives in a year: growing capacity per unit of money", topic="cost"
)
REPLACED = "arithmetic: AFR x drives x price in the year, after the warranty of the purchase"


@MEDIA_YEAR.quantity("currency", r"X_{\mathrm{repl},j}", REPLACED, part_of="year_cost")
def year_media(
    replacement_cost: Num,
    maintained_share: Num,
    price_decline: Num,
    year_index: Num,
) -> Num:
    """Drives that are replaced in the year, beyond the warranty."""
    of_all = replacement_cost * power(1 - price_decline, year_index)
    return pieces(maintained_share, of_all)


@MEDIA_YEAR_GROWS.quantity(
    "currency", r"X_{\mathrm{repl},j}", REPLACED, part_of="year_cost", name="year_media"
)
def year_media_outgrown(
    replacement_cost: Num,
    maintained_share: Num,
    price_decline: Num,
    year_index: Num,
) -> Num:
    """Drives that are replaced in the year, beyond the warranty."""
    of_all = replacement_cost / power(1 + price_decline, year_index)
    return pieces(maintained_share, of_all)


MOVING = Book("cost of migration", topic="cost")
MOVING.input("moving_cost", "currency", r"x_\mathrm{mig}", "Cost of the data migration, net")
MOVING_YEAR = Book("migration, in a year", topic="cost")


@MOVING_YEAR.quantity("currency", r"X_{\mathrm{mig},j}", ONCE, part_of="year_cost")
def year_moving(moving_cost: Num, year_index: Num) -> Num:
    """Data migration, in year 0."""
    return where_less(0, year_index, 0.0, moving_cost)


REMOVAL = Book("decommissioning", topic="cost")
REMOVAL.input("removal_cost", "currency", r"x_\mathrm{rem}", "Cost of decommissioning, net")
REMOVAL_YEAR = Book("decommissioning in a year", topic="cost")


@REMOVAL_YEAR.quantity("currency", r"X_{\mathrm{rem},j}", ONCE, part_of="year_cost")
def year_removal(removal_cost: Num, year_index: Num, years_of_service: Num) -> Num:
    """Decommissioning, in the last year."""
    return where_less(year_index, years_of_service, 0.0, removal_cost)


RESIDUE = Book("residual value", topic="cost")
RESIDUE.input(
    "residual_share",
    "1",
    r"s_\mathrm{res}",
    "Residual value of the equipment after the last year, as a share of the purchase",
    high=1.0,
    shown="percent",
)
RESIDUE_YEAR = Book("residual value in a year", topic="cost")


@RESIDUE_YEAR.quantity("currency", r"X_{\mathrm{res},j}", ONCE, part_of="year_cost")
def year_residue(
    capital_cost: Num, residual_share: Num, year_index: Num, years_of_service: Num
) -> Num:
    """Residual value of the equipment in the last year, which reduces the cost."""
    return where_less(year_index, years_of_service, 0.0, -pieces(residual_share, capital_cost))


LINE = Book("maintenance of a line", topic="bill")
LINE.input(
    "line_maintenance_rate",
    "1",
    r"m_\mathrm{line}",
    "Annual maintenance of the line, as a share of its price",
    high=1.0,
    shown="percent",
)


@LINE.quantity("currency", r"X_{\mathrm{main},\mathrm{line}}", LINES)
def line_maintenance(line_cost: Num, line_maintenance_rate: Num, maintenance_rate: Num) -> Num:
    """Maintenance of the line in a whole year."""
    return pieces(otherwise(line_maintenance_rate, maintenance_rate), line_cost)


SERVICE = Book("maintenance of a service", topic="bill")
SERVICE.add(LINE["line_maintenance_rate"])


@SERVICE.quantity(
    "currency",
    r"X_{\mathrm{main},\mathrm{line}}",
    "definition: no general rate applies to services",
    name="line_maintenance",
)
def line_maintenance_of_service(line_cost: Num, line_maintenance_rate: Num) -> Num:
    """Maintenance of the line in a whole year; 0 unless a rate is stated for it."""
    return pieces(otherwise(line_maintenance_rate, 0), line_cost)


TIER = Book("maintenance of a tier", topic="cost")
TIER.over(
    "total",
    "tier_maintenance",
    "currency",
    r"X_{\mathrm{main},\mathrm{tier}}",
    "Maintenance of all lines of the tier in a whole year",
    roles=("lines",),
    of="line_maintenance",
)

MAINTENANCE = Book("maintenance by line", topic="cost")
MAINTENANCE.over(
    "total",
    "equipment_maintenance",
    "currency",
    r"X_\mathrm{main}",
    "Maintenance of all that is purchased in a whole year",
    roles=ALL,
    of="tier_maintenance",
)

MAINTENANCE_YEAR = Book("maintenance by line in a year", topic="cost")
MAINTENANCE_YEAR_GROWN = Book("maintenance by line in a year of expansions", topic="cost")


@MAINTENANCE_YEAR.quantity(
    "currency", r"X_{\mathrm{main},j}", LINES, part_of="year_cost", name="year_maintenance"
)
def year_maintenance_by_line(equipment_maintenance: Num, maintained_share: Num) -> Num:
    """Maintenance of the year, by the rates of all lines."""
    return pieces(maintained_share, equipment_maintenance)


@MAINTENANCE_YEAR_GROWN.quantity(
    "currency", r"X_{\mathrm{main},j}", AVERAGE, part_of="year_cost", name="year_maintenance"
)
def year_maintenance_grown_by_line(
    equipment_maintenance: Num, capital_cost: Num, owned_capital: Num, maintained_share: Num
) -> Num:
    """Maintenance of the year, by the rates of all lines, of what is owned."""
    return pieces(maintained_share, equipment_maintenance / capital_cost * owned_capital)


WORTH = Book("what a unit costs", topic="cost")
WORTH_AT_ONCE = Book("what a unit of the purchase costs", topic="cost")
WORTH_GROWN = Book("what a unit costs as demand grows", topic="cost")
PER = "arithmetic: all years / what there is at the purchase"
GROWN = "arithmetic: all years / what there is on average over the years of service"
SERVED = "arithmetic: what there is in the years of service, which begin after the purchase"
WORTH.input(
    "reference_bandwidth",
    "byte/s",
    r"\mathrm{GB/s}",
    "Unit of bandwidth for prices: 1 GB/s",
    GB,
    source="definition: decimal",
    constant=True,
    low=1.0,
)


@WORTH_AT_ONCE.quantity("currency/byte", r"X/C_\mathrm{use}", f"{PER}, discounted")
def cost_per_usable(total_cost_of_ownership: Num, usable_capacity: Num) -> Num:
    """Cost of a usable byte over all years."""
    return total_cost_of_ownership / usable_capacity


@WORTH_AT_ONCE.quantity("currency/byte", r"X/(C_\mathrm{use} n)", f"{PER} and year, not discounted")
def yearly_cost_per_usable(
    undiscounted_cost: Num, usable_capacity: Num, years_of_service: Num
) -> Num:
    """Cost of a usable byte per year of service."""
    return undiscounted_cost / (usable_capacity * years_of_service)


@WORTH_AT_ONCE.quantity("currency", r"X/B_\mathrm{w}", f"{PER}, discounted; committed bandwidth")
def cost_per_written(
    total_cost_of_ownership: Num, write_bandwidth: Num, reference_bandwidth: Num
) -> Num:
    """Cost over all years per GB/s of expected write bandwidth."""
    return total_cost_of_ownership / (write_bandwidth / reference_bandwidth)


@WORTH_AT_ONCE.quantity("currency", r"X/B_\mathrm{r}", f"{PER}, discounted; committed bandwidth")
def cost_per_read(
    total_cost_of_ownership: Num, read_bandwidth: Num, reference_bandwidth: Num
) -> Num:
    """Cost over all years per GB/s of expected read bandwidth."""
    return total_cost_of_ownership / (read_bandwidth / reference_bandwidth)


WORTH_GROWN.over(
    "total",
    "served_capacity",
    "byte",
    r"\sum C_\mathrm{use}",
    "Usable capacity, summed over the years of service",
    roles=("years",),
    of="year_served_capacity",
)
WORTH_GROWN.over(
    "total",
    "served_write_bandwidth",
    "byte/s",
    r"\sum B_\mathrm{w}",
    "Expected write bandwidth, summed over the years of service",
    roles=("years",),
    of="year_served_write_bandwidth",
)
WORTH_GROWN.over(
    "total",
    "served_read_bandwidth",
    "byte/s",
    r"\sum B_\mathrm{r}",
    "Expected read bandwidth, summed over the years of service",
    roles=("years",),
    of="year_served_read_bandwidth",
)


@WORTH_GROWN.quantity(
    "currency/byte", r"X/\bar C_\mathrm{use}", f"{GROWN}, discounted", name="cost_per_usable"
)
def cost_per_usable_grown(
    total_cost_of_ownership: Num, served_capacity: Num, years_of_service: Num
) -> Num:
    """Cost of a usable byte over all years."""
    return total_cost_of_ownership / (served_capacity / years_of_service)


@WORTH_GROWN.quantity(
    "currency/byte",
    r"X/\sum C_\mathrm{use}",
    f"{GROWN}, by year, not discounted",
    name="yearly_cost_per_usable",
)
def yearly_cost_per_usable_grown(undiscounted_cost: Num, served_capacity: Num) -> Num:
    """Cost of a usable byte per year of service."""
    return undiscounted_cost / served_capacity


@WORTH_GROWN.quantity(
    "currency", r"X/\bar B_\mathrm{w}", f"{GROWN}, discounted", name="cost_per_written"
)
def cost_per_written_grown(
    total_cost_of_ownership: Num,
    served_write_bandwidth: Num,
    years_of_service: Num,
    reference_bandwidth: Num,
) -> Num:
    """Cost over all years per GB/s of expected write bandwidth."""
    mean = served_write_bandwidth / years_of_service
    return total_cost_of_ownership / (mean / reference_bandwidth)


@WORTH_GROWN.quantity(
    "currency", r"X/\bar B_\mathrm{r}", f"{GROWN}, discounted", name="cost_per_read"
)
def cost_per_read_grown(
    total_cost_of_ownership: Num,
    served_read_bandwidth: Num,
    years_of_service: Num,
    reference_bandwidth: Num,
) -> Num:
    """Cost over all years per GB/s of expected read bandwidth."""
    mean = served_read_bandwidth / years_of_service
    return total_cost_of_ownership / (mean / reference_bandwidth)


WORTH_YEAR = Book("what there is in a year of service", topic="cost")


@WORTH_YEAR.quantity("byte", r"C_{\mathrm{use},j}", SERVED)
def year_served_capacity(year_usable_capacity: Num, year_index: Num) -> Num:
    """Usable capacity in the year of service; 0 in that of the purchase."""
    return where_less(0, year_index, year_usable_capacity, 0.0)


@WORTH_YEAR.quantity("byte/s", r"B_{\mathrm{w},j}", SERVED)
def year_served_write_bandwidth(year_write_bandwidth: Num, year_index: Num) -> Num:
    """Expected write bandwidth in the year of service; 0 in that of the purchase."""
    return where_less(0, year_index, year_write_bandwidth, 0.0)


@WORTH_YEAR.quantity("byte/s", r"B_{\mathrm{r},j}", SERVED)
def year_served_read_bandwidth(year_read_bandwidth: Num, year_index: Num) -> Num:
    """Expected read bandwidth in the year of service; 0 in that of the purchase."""
    return where_less(0, year_index, year_read_bandwidth, 0.0)


RACK_WORTH = Book("what a rack costs", topic="cost")
RACK_WORTH_GROWN = Book("what a rack costs as demand grows", topic="cost")
RACK_WORTH_YEAR = Book("racks in a year of service", topic="cost")
RACK_WORTH_GROWN.over(
    "total",
    "served_racks",
    "1",
    r"\sum n_\mathrm{rack}",
    "Racks, summed over the years of service",
    roles=("years",),
    of="year_served_racks",
)


@RACK_WORTH.quantity("currency", r"X/n_\mathrm{rack}", f"{PER}, discounted")
def cost_per_rack(total_cost_of_ownership: Num, racks: Num) -> Num:
    """Cost of a rack with its equipment over all years; without racks, the whole cost."""
    return total_cost_of_ownership / np.maximum(racks, 1)


@RACK_WORTH_GROWN.quantity(
    "currency", r"X/\bar n_\mathrm{rack}", f"{GROWN}, discounted", name="cost_per_rack"
)
def cost_per_rack_grown(
    total_cost_of_ownership: Num, served_racks: Num, years_of_service: Num
) -> Num:
    """Cost of a rack with its equipment over all years; without racks, the whole cost."""
    return total_cost_of_ownership / np.maximum(served_racks / years_of_service, 1)


@RACK_WORTH_YEAR.quantity("1", r"n_{\mathrm{rack},j}", SERVED)
def year_served_racks(year_racks: Num, year_index: Num) -> Num:
    """Racks in the year of service; 0 in that of the purchase."""
    return where_less(0, year_index, year_racks, 0.0)


CHARGE = Book("chargeback", topic="cost")
CHARGE.input(
    "charged_share",
    "1",
    r"s_\mathrm{chg}",
    "Mean share of the usable capacity that users are charged for",
    high=1.0,
    shown="percent",
)
CHARGE.over(
    "total",
    "charged_capacity",
    "byte",
    r"\sum C_\mathrm{chg}",
    "Charged capacity, summed over the years of service",
    roles=("years",),
    of="year_charged_capacity",
)
COVERED = "arithmetic: so that all years together pay for all costs, not discounted"


@CHARGE.quantity("currency/byte", r"x_\mathrm{chg}", COVERED)
def chargeback_rate(undiscounted_cost: Num, charged_capacity: Num) -> Num:
    """Price per byte and year that recovers the cost."""
    return undiscounted_cost / charged_capacity


CHARGE_YEAR = Book("chargeback of a year", topic="cost")
CHARGE_YEAR_GROWN = Book("chargeback of a year of expansions", topic="cost")


@CHARGE_YEAR.quantity("byte", r"C_{\mathrm{chg},j}", COVERED)
def year_charged_capacity(usable_capacity: Num, charged_share: Num, year_index: Num) -> Num:
    """Charged capacity in the year."""
    return where_less(0, year_index, usable_capacity * charged_share, 0.0)


@CHARGE_YEAR_GROWN.quantity("byte", r"C_{\mathrm{chg},j}", COVERED, name="year_charged_capacity")
def year_charged_capacity_grown(
    year_usable_capacity: Num, charged_share: Num, year_index: Num
) -> Num:
    """Charged capacity in the year."""
    return where_less(0, year_index, year_usable_capacity * charged_share, 0.0)


NOMINAL = Book("nominal costs", topic="cost")
FISHER = "arithmetic: (1 + real) (1 + inflation) - 1"
NOMINAL.input(
    "inflation", "1", r"\pi", "Annual inflation of all prices", low=-0.5, high=1.0, shown="percent"
)
NOMINAL.over(
    "total",
    "nominal_cost",
    "currency",
    r"X_\mathrm{nom}",
    "Purchase and all years in nominal money, net",
    roles=("years",),
    of="year_nominal_cost",
)


@NOMINAL.quantity("1", r"i_\mathrm{nom}", FISHER, shown="percent")
def nominal_discount_rate(discount_rate: Num, inflation: Num) -> Num:
    """Annual discount rate of nominal costs."""
    return (1 + discount_rate) * (1 + inflation) - 1


NOMINAL_YEAR = Book("nominal costs of a year", topic="cost")


@NOMINAL_YEAR.quantity(
    "currency", r"X_j^\mathrm{nom}", "arithmetic: real cost x (1 + inflation)^year"
)
def year_nominal_cost(year_cost: Num, inflation: Num, year_index: Num) -> Num:
    """All costs of the year in nominal money, net."""
    return year_cost * power(1 + inflation, year_index)
