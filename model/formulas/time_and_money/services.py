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
