"""What is bought beside equipment: licences by what they are sold by, support, other services.

Licences by capacity are sold by the whole decimal terabyte. What is a share of the purchase is one
of the equipment and of what is bought for its tiers, other such shares aside.
"""

from model.engine.ops import Num, whole_up
from model.engine.quantity import Book
from model.units.kinds import TB

SOURCE = "arithmetic: as licences are sold: by whole units"

TERMS = Book("terms of a service", topic="bill")
TERMS.input(
    "service_years",
    "1",
    r"n_\mathrm{a}",
    "Years that a service is bought for",
    1.0,
    source="assumption: paid once, unless its term is stated",
)
TERMS.input(
    "orders",
    "1",
    r"n_\mathrm{order}",
    "How often a service is ordered",
    1.0,
    source="assumption: once, unless it is said otherwise",
    whole=True,
)

SHARE = Book("share of the purchase", topic="bill")
SHARE.input(
    "purchase_share",
    "1",
    r"s_\mathrm{purchase}",
    "Share of the purchase that a service costs",
    shown="percent",
)


@SHARE.quantity("currency", r"x_\mathrm{unit}", "definition: as entered: a share of the purchase")
def unit_price(purchase_share: Num, hardware_cost: Num) -> Num:
    """Price of a service that costs a share of the purchase."""
    return purchase_share * hardware_cost


UNITS = Book("units of licences", topic="bill")
UNITS.input(
    "terabyte",
    "byte",
    r"\mathrm{TB}",
    "A terabyte",
    TB,
    source="definition: decimal, as vendors count",
    constant=True,
    low=1.0,
)

METRICS = Book("what licences are sold by", topic="bill")


@METRICS.quantity("1", r"n_\mathrm{TB}^\mathrm{raw}", SOURCE)
def raw_terabytes(raw_capacity: Num, terabyte: Num) -> Num:
    """Nominal capacity of drives in whole terabytes."""
    return whole_up(raw_capacity / terabyte)


@METRICS.quantity("1", r"n_\mathrm{TB}^\mathrm{usable}", SOURCE)
def usable_terabytes(usable_capacity: Num, terabyte: Num) -> Num:
    """Usable capacity in whole terabytes."""
    return whole_up(usable_capacity / terabyte)


PURCHASE = Book("purchase that shares are of", topic="bill")
PURCHASE.over(
    "total",
    "hardware_cost",
    "currency",
    r"X_\mathrm{hw}",
    "Price of the equipment and of items bought for its tiers, net",
    roles=("tiers", "metadata", "common", "racking"),
    of="tier_cost",
)


MAINTAINED = Book("equipment that is maintained", topic="cost")
MAINTAINED.alias(
    "maintained_cost",
    "currency",
    r"X_\mathrm{hw}^\mathrm{main}",
    "Price of the equipment that a maintenance rate applies to, net.",
    of="hardware_cost",
    source="definition: no maintenance is paid on services",
)
WITHOUT_SERVICES = Book("equipment that is maintained, beside services of tiers", topic="cost")


@WITHOUT_SERVICES.quantity(
    "currency",
    r"X_\mathrm{hw}^\mathrm{main}",
    "definition: no maintenance is paid on services",
    name="maintained_cost",
)
def maintained_cost_without_services(hardware_cost: Num, cost_of_tier_services: Num) -> Num:
    """Price of the equipment that a maintenance rate applies to, net."""
    return hardware_cost - cost_of_tier_services


def of_tiers(tiers: tuple[str, ...]) -> Book:
    """Return the chapter that totals the services that are bought for one tier alone."""
    book = Book("services of tiers", topic="cost")
    book.over(
        "total",
        "cost_of_tier_services",
        "currency",
        r"X_\mathrm{serv}",
        "Price of services that are bought for one tier alone, net",
        roles=("tiers", "metadata"),
        of="tier_service_cost",
        names=tiers,
    )
    return book


def of_tier(lines: tuple[str, ...]) -> Book:
    """Return the chapter that totals the services of a tier, by the names of their lines."""
    book = Book("services of a tier", topic="cost")
    book.over(
        "total",
        "tier_service_cost",
        "currency",
        r"X_\mathrm{serv,tier}",
        "Price of services that are bought for the tier alone, net",
        roles=("lines",),
        of="line_cost",
        names=lines,
    )
    return book


def counted_together(owners: tuple[str, ...], built: tuple[str, ...]) -> Book:
    """Return the chapter that counts servers and drives of all tiers with their own."""
    both = Book("servers and drives of all tiers", topic="bill")
    both.over(
        "total",
        "all_servers",
        "1",
        r"n_\mathrm{srv}^\mathrm{all}",
        "Servers of all tiers",
        roles=("tiers", "metadata"),
        of="servers",
        names=owners,
    )
    both.over(
        "total",
        "all_drives",
        "1",
        r"n_\mathrm{drv}^\mathrm{all}",
        "Drives of all tiers",
        roles=("tiers", "metadata"),
        of="drives",
        names=built,
    )
    return both
