"""Drives that fail more often while they are new, or worn at the end of the service.

Of a loss of data counts a power of the factors (`loss`); of drives to replace the factors
themselves, and of spares for a lead time the higher one: the shelf must suffice then, too.
"""

import numpy as np

from model.engine.ops import Num, pieces, poisson_quantile, where_less
from model.engine.quantity import Book
from model.formulas.risk.spares import POISSON
from model.units.kinds import DAY

EARLY_AND_LATE = Book("failures of new and of worn drives", topic="risk")
EARLY_AND_LATE.input(
    "early_failures",
    "1",
    r"f_\mathrm{early}",
    "Factor on the failure rate of new drives",
    1.0,
    source="assumption: new drives fail as often as others",
    low=1.0,
)
EARLY_AND_LATE.input(
    "early_life",
    "second",
    r"t_\mathrm{early}",
    "Time for which drives are new",
    365 * DAY,
    source="assumption: the first year",
)
EARLY_AND_LATE.input(
    "late_failures",
    "1",
    r"f_\mathrm{late}",
    "Factor on the failure rate of worn drives",
    1.0,
    source="assumption: worn drives fail as often as others",
    low=1.0,
)
EARLY_AND_LATE.input(
    "late_life",
    "second",
    r"t_\mathrm{late}",
    "Time at the end of the service for which drives are worn",
    365 * DAY,
    source="assumption: the last year",
)


@EARLY_AND_LATE.quantity(
    "1", r"\bar f_\mathrm{age}", "arithmetic: mean over the service of new, other and worn drives"
)
def service_ageing(
    early_failures: Num,
    early_life: Num,
    late_failures: Num,
    late_life: Num,
    years_of_service: Num,
    year_length: Num,
) -> Num:
    """Factor on the failures of drives over the service, by new and worn drives."""
    service = years_of_service * year_length
    new = np.minimum(early_life, service) / service
    worn = np.minimum(late_life, service) / service
    return 1 + new * (early_failures - 1) + worn * (late_failures - 1)


@EARLY_AND_LATE.quantity(
    "1", r"\hat f_\mathrm{age}", "definition: spares must suffice for each lead time of the service"
)
def highest_ageing(early_failures: Num, late_failures: Num) -> Num:
    """Factor on the failures of drives while they fail most often."""
    return np.maximum(early_failures, late_failures)


FAILURES = Book("ageing drives of a tier expected to fail in a year", topic="risk")


@FAILURES.quantity(
    "1",
    r"n_\mathrm{fail}^\mathrm{year}",
    "arithmetic: drives x failures per drive-year x ageing",
    name="yearly_drive_failures",
)
def yearly_drive_failures_of_ageing(
    drives: Num, drive_failure_rate: Num, service_ageing: Num
) -> Num:
    """Expected failures of drives in a whole year, on average over the service."""
    return drives * drive_failure_rate * service_ageing


REPLACED = Book("replacements of ageing drives of a tier", topic="cost")


@REPLACED.quantity(
    "currency",
    r"X_{\mathrm{repl},\mathrm{tier}}",
    "arithmetic: failures per drive-year x ageing x price of the tier's drives, without cold "
    "spares",
    name="tier_replacement_cost",
)
def tier_replacement_cost_of_ageing(
    drive_failure_rate: Num, service_ageing: Num, tier_media_cost: Num
) -> Num:
    """Price of the tier's drives that fail in a year, on average, at the prices of the purchase."""
    return pieces(drive_failure_rate * service_ageing, tier_media_cost)


IN_YEAR = Book("ageing of drives in a year", topic="cost")


@IN_YEAR.quantity(
    "1",
    r"f_{\mathrm{age},j}",
    "arithmetic: mean over the part of the year after the warranty; all drives age as those of "
    "the first order",
)
def year_ageing(
    early_failures: Num,
    early_life: Num,
    late_failures: Num,
    late_life: Num,
    years_of_service: Num,
    warranty: Num,
    year_index: Num,
    year_length: Num,
) -> Num:
    """Factor on the failures of drives in the year, as far as the warranty doesn't cover it."""
    begin = np.maximum(year_index - 1, warranty / year_length)
    of_year = year_index - begin
    new = np.maximum(0, np.minimum(year_index, early_life / year_length) - begin)
    worn = np.maximum(0, year_index - np.maximum(begin, years_of_service - late_life / year_length))
    more = new * (early_failures - 1) + worn * (late_failures - 1)
    return 1 + more / where_less(0, of_year, of_year, 1)


GROWN = (
    "arithmetic: blocks owned over those of the purchase; all drives age as those of the first "
    "order, and their warranty ends with that"
)
REPLACED_YEAR = Book("ageing drives of a growing tier expected to fail in a year", topic="cost")


@REPLACED_YEAR.quantity("1", r"n_{\mathrm{fail},j}", GROWN, name="year_drive_failures")
def year_drive_failures_of_ageing(
    drives: Num, drive_failure_rate: Num, year_ageing: Num, blocks_owned: Num, blocks: Num
) -> Num:
    """Expected failures of all drives that are owned in the year."""
    return drives * drive_failure_rate * year_ageing * blocks_owned / blocks


@REPLACED_YEAR.quantity(
    "currency",
    r"X_{\mathrm{repl},\mathrm{tier},j}",
    GROWN,
    name="tier_year_replacement_cost",
)
def tier_year_replacement_cost_of_ageing(
    drive_failure_rate: Num,
    year_ageing: Num,
    tier_media_cost: Num,
    blocks_owned: Num,
    blocks: Num,
) -> Num:
    """Price of the tier's drives that fail in the year, at the prices of the purchase."""
    return pieces(blocks_owned / blocks * drive_failure_rate * year_ageing, tier_media_cost)


OF_PURCHASE = "arithmetic: drives x failures per drive-year x ageing; no block is bought later"
STEADY_REPLACED_YEAR = Book("ageing drives of a tier that fail in a year", topic="cost")


@STEADY_REPLACED_YEAR.quantity("1", r"n_{\mathrm{fail},j}", OF_PURCHASE, name="year_drive_failures")
def year_drive_failures_of_steady_ageing(
    drives: Num, drive_failure_rate: Num, year_ageing: Num
) -> Num:
    """Expected failures of all drives that are owned in the year."""
    return drives * drive_failure_rate * year_ageing


@STEADY_REPLACED_YEAR.quantity(
    "currency",
    r"X_{\mathrm{repl},\mathrm{tier},j}",
    OF_PURCHASE,
    name="tier_year_replacement_cost",
)
def tier_year_replacement_cost_of_steady_ageing(
    drive_failure_rate: Num, year_ageing: Num, tier_media_cost: Num
) -> Num:
    """Price of the tier's drives that fail in the year, at the prices of the purchase."""
    return pieces(drive_failure_rate * year_ageing, tier_media_cost)


SPARES = Book("failures of ageing drives, for spares", topic="bill")


@SPARES.quantity(
    "1",
    r"n_\mathrm{fail}",
    "arithmetic: drives x failures per drive-year x years, those of new and worn drives by their "
    "factors; after the service, all are worn",
    name="expected_replacements",
)
def expected_replacements_of_ageing(
    drives: Num,
    drive_failure_rate: Num,
    spared_years: Num,
    early_failures: Num,
    early_life: Num,
    late_failures: Num,
    late_life: Num,
    years_of_service: Num,
    year_length: Num,
) -> Num:
    """Expected drive replacements over the years."""
    new = np.minimum(early_life / year_length, spared_years)
    worn = np.maximum(0, spared_years - (years_of_service - late_life / year_length))
    worn = np.minimum(worn, spared_years)
    years = spared_years + new * (early_failures - 1) + worn * (late_failures - 1)
    return drives * drive_failure_rate * years


@SPARES.quantity(
    "1",
    r"n_\mathrm{fail}^\mathrm{lead}",
    "arithmetic: share that fails in a lead time, while drives fail most often",
    name="failures_in_lead_time",
)
def failures_in_lead_time_of_ageing(
    drives: Num,
    drive_failure_rate: Num,
    highest_ageing: Num,
    spare_lead_time: Num,
    year_length: Num,
) -> Num:
    """Expected drive failures during a lead time, while drives fail most often."""
    return drives * drive_failure_rate * highest_ageing * spare_lead_time / year_length


FIELD = Book("spares of ageing drives by the failure rates of the field", topic="bill")


@FIELD.quantity("1", r"n_\mathrm{shelf}^\mathrm{low}", POISSON, name="least_shelf_drives")
def least_shelf_drives_of_ageing(
    drives: Num,
    least_drive_failure_rate: Num,
    highest_ageing: Num,
    spare_lead_time: Num,
    year_length: Num,
    spare_service_level: Num,
) -> Num:
    """Drives on the shelf if the drives fail at the lowest rate seen in the field."""
    rate = least_drive_failure_rate * highest_ageing
    return poisson_quantile(drives * rate * spare_lead_time / year_length, spare_service_level)


@FIELD.quantity("1", r"n_\mathrm{shelf}^\mathrm{high}", POISSON, name="most_shelf_drives")
def most_shelf_drives_of_ageing(
    drives: Num,
    most_drive_failure_rate: Num,
    highest_ageing: Num,
    spare_lead_time: Num,
    year_length: Num,
    spare_service_level: Num,
) -> Num:
    """Drives on the shelf if the drives fail at the highest rate seen in the field."""
    rate = most_drive_failure_rate * highest_ageing
    return poisson_quantile(drives * rate * spare_lead_time / year_length, spare_service_level)


DATASHEET = Book("spares of ageing drives by the failure rate of the datasheet", topic="bill")


@DATASHEET.quantity("1", r"n_\mathrm{shelf}^\mathrm{ds}", POISSON, name="datasheet_shelf_drives")
def datasheet_shelf_drives_of_ageing(
    drives: Num,
    datasheet_failure_rate: Num,
    highest_ageing: Num,
    spare_lead_time: Num,
    year_length: Num,
    spare_service_level: Num,
) -> Num:
    """Drives on the shelf if the drives failed as the datasheet says."""
    rate = datasheet_failure_rate * highest_ageing
    return poisson_quantile(drives * rate * spare_lead_time / year_length, spare_service_level)


SHELF = Book("spare parts: ageing drives", topic="risk")


@SHELF.quantity("1", r"s_\mathrm{drv}", POISSON, name="shelf_drive")
def shelf_drive_of_ageing(
    drives: Num,
    drive_failure_rate: Num,
    highest_ageing: Num,
    shelf_lead_time: Num,
    year_length: Num,
    shelf_level: Num,
) -> Num:
    """Spare drives to hold for the required probability over a lead time."""
    failures = drives * drive_failure_rate * highest_ageing
    return poisson_quantile(failures * shelf_lead_time / year_length, shelf_level)
