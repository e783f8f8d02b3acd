"""Drives to replace over the years, and how many to hold while more are on their way.

Failures are taken as independent and as likely in every year: the number in a lead time is then
Poisson's, and the shelf holds the fewest drives that suffice with the level that is asked for.
"""

from model.engine.ops import Num, poisson_quantile, whole_up
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.units.kinds import DAY

POISSON = "arithmetic: Poisson: the fewest s with P(failures in the lead time <= s) >= the level"

SPARES = Book("spare drives", topic="bill")
SPARES.input(
    "spared_years", "1", r"t_\mathrm{spare}", "Years for which replacement drives are counted"
)
SPARES.input(
    "spare_lead_time",
    "second",
    r"t_\mathrm{lead}",
    "Lead time of a replacement drive",
    30 * DAY,
    source="assumption: not verified: a month from order to delivery",
    low=1.0,
)
SPARES.input(
    "spare_service_level",
    "1",
    r"p_\mathrm{lead}",
    "Probability that the drives on the shelf suffice for a lead time",
    0.99,
    source="assumption: usual for spare parts: one shortage in a hundred lead times",
    high=0.999999,
)


FAILURES = Book("failures of drives, for spares", topic="bill")


@FAILURES.quantity("1", r"n_\mathrm{fail}", "arithmetic: share that fails in a year, of all drives")
def expected_replacements(drives: Num, drive_failure_rate: Num, spared_years: Num) -> Num:
    """Expected drive replacements over the years."""
    return drives * drive_failure_rate * spared_years


@SPARES.quantity("1", r"n_\mathrm{repl}", "arithmetic: whole drives")
def replacement_drives(expected_replacements: Num) -> Num:
    """Drives to buy for all expected replacements."""
    return whole_up(expected_replacements)


@FAILURES.quantity(
    "1", r"n_\mathrm{fail}^\mathrm{lead}", "arithmetic: share that fails in a lead time"
)
def failures_in_lead_time(
    drives: Num, drive_failure_rate: Num, spare_lead_time: Num, year_length: Num
) -> Num:
    """Expected drive failures during a lead time."""
    return drives * drive_failure_rate * spare_lead_time / year_length


@SPARES.quantity("1", r"n_\mathrm{shelf}", POISSON)
def shelf_drives(failures_in_lead_time: Num, spare_service_level: Num) -> Num:
    """Drives to hold on the shelf for the required probability over a lead time."""
    return poisson_quantile(failures_in_lead_time, spare_service_level)


_ORDERED = Book("drives ordered together", topic="bill")


@_ORDERED.quantity(
    "1",
    r"n_\mathrm{drv}^\mathrm{ord}",
    "definition: one order, priced by its quantity",
)
def ordered_drives(drives: Num, stock_drives: Num) -> Num:
    """Drives ordered together: those of the design, hot spares included, and cold spares."""
    return drives + stock_drives


def ordered_with(stock: str) -> Book:
    """Return the chapter of the drives that are ordered together with cold spares."""
    return spell(_ORDERED, {"stock": stock})


JOINT_ORDERS = (
    "first_joint_order",
    "second_joint_order",
    "third_joint_order",
    "fourth_joint_order",
)
"""Drives of one part in several tiers, ordered together; of a fifth part, each tier by itself."""
JOINT = "definition: drives of one part in all tiers are one order, priced by its quantity"


def in_joint_order(counted: str) -> Book:
    """Return the chapter of the drives of a tier that are ordered with those of other tiers."""
    book = Book("drives ordered with those of other tiers", topic="bill")
    book.alias(
        "jointly_ordered_drives",
        "1",
        r"n_\mathrm{drv}^\mathrm{joint}",
        "Drives of the tier that are ordered with those of other tiers.",
        of=counted,
        source=JOINT,
    )
    return book


def joint_orders(tiers: tuple[tuple[str, ...], ...]) -> Book:
    """Return the chapter of the drives ordered together, by the tiers of each order."""
    book = Book("drives ordered together for several tiers", topic="bill")
    for number, (order, names) in enumerate(zip(JOINT_ORDERS, tiers, strict=False), 1):
        book.over(
            "total",
            order,
            "1",
            rf"n_\mathrm{{drv}}^\mathrm{{joint,{number}}}",
            f"Drives of one part in all its tiers, ordered together: order {number}",
            roles=("tiers", "metadata"),
            of="jointly_ordered_drives",
            names=names,
        )
    return book


RATE = Book("drive failure rate", topic="bill")
RATE.input(
    "drive_failure_rate",
    "1",
    r"\lambda_\mathrm{drv}",
    "Annualised failure rate of the drives",
    high=1.0,
    shown="percent",
)

SPECIAL_RATE = Book("failure rate of drives in special vdevs", topic="bill")
SPECIAL_RATE.input(
    "special_failure_rate",
    "1",
    r"\lambda_\mathrm{spec}",
    "Annualised failure rate of the drives of special and dedup vdevs",
    high=1.0,
    shown="percent",
)
SPECIAL_RATE.alias(
    "drive_failure_rate",
    "1",
    r"\lambda_\mathrm{drv}",
    "Annualised failure rate of the drives.",
    of="special_failure_rate",
    source="definition: drives beside the tier's have a rate of their own",
)

FIELD_RATES = Book("drive failure rate in the field", topic="bill")
FIELD_RATES.input(
    "least_drive_failure_rate",
    "1",
    r"\lambda_\mathrm{drv}^\mathrm{low}",
    "Lowest annualised failure rate of such drives in the field",
    high=1.0,
    shown="percent",
)
FIELD_RATES.input(
    "most_drive_failure_rate",
    "1",
    r"\lambda_\mathrm{drv}^\mathrm{high}",
    "Highest annualised failure rate of such drives in the field",
    high=1.0,
    shown="percent",
)


FIELD = Book("spare drives by the failure rates of the field", topic="bill")


@FIELD.quantity("1", r"n_\mathrm{shelf}^\mathrm{low}", POISSON)
def least_shelf_drives(
    drives: Num,
    least_drive_failure_rate: Num,
    spare_lead_time: Num,
    year_length: Num,
    spare_service_level: Num,
) -> Num:
    """Drives on the shelf if the drives fail at the lowest rate seen in the field."""
    return poisson_quantile(
        drives * least_drive_failure_rate * spare_lead_time / year_length, spare_service_level
    )


@FIELD.quantity("1", r"n_\mathrm{shelf}^\mathrm{high}", POISSON)
def most_shelf_drives(
    drives: Num,
    most_drive_failure_rate: Num,
    spare_lead_time: Num,
    year_length: Num,
    spare_service_level: Num,
) -> Num:
    """Drives on the shelf if the drives fail at the highest rate seen in the field."""
    return poisson_quantile(
        drives * most_drive_failure_rate * spare_lead_time / year_length, spare_service_level
    )


DATASHEET_RATE = Book("drive failure rate of the datasheet", topic="bill")
DATASHEET_RATE.input(
    "datasheet_failure_rate",
    "1",
    r"\lambda_\mathrm{drv}^\mathrm{ds}",
    "Annualised failure rate by the datasheet, for comparison",
    high=1.0,
    shown="percent",
)

DATASHEET_MTBF = Book("drive failure rate by the MTBF of the datasheet", topic="bill")
DATASHEET_MTBF.input(
    "drive_mean_time",
    "second",
    r"\mathrm{MTBF}_\mathrm{drv}",
    "Mean time between failures of one drive, as stated by the vendor",
    low=1.0,
)


@DATASHEET_MTBF.quantity(
    "1",
    r"\lambda_\mathrm{drv}^\mathrm{ds}",
    "arithmetic: a year over the mean time between failures",
    shown="percent",
)
def datasheet_failure_rate(drive_mean_time: Num, year_length: Num) -> Num:
    """Annualised failure rate by the datasheet, for comparison."""
    return year_length / drive_mean_time


DATASHEET = Book("spare drives by the datasheet", topic="bill")


@DATASHEET.quantity("1", r"n_\mathrm{shelf}^\mathrm{ds}", POISSON)
def datasheet_shelf_drives(
    drives: Num,
    datasheet_failure_rate: Num,
    spare_lead_time: Num,
    year_length: Num,
    spare_service_level: Num,
) -> Num:
    """Drives on the shelf if the drives failed as the datasheet says."""
    return poisson_quantile(
        drives * datasheet_failure_rate * spare_lead_time / year_length, spare_service_level
    )
