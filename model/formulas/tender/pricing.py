"""Amounts of the evaluated price of a bid, and what the price is compared with.

Sums of lines aren't formulas: they are added in decimals, to the cent.
"""

from model.engine.ops import Num, power
from model.engine.quantity import ANY_SIGN, Book
from model.units.kinds import JULIAN_YEAR

ENERGY_RULE = "document: ted.europa.eu question 31126: energy by the buyer's figures for all bids"
SPACE_RULE = "document: University of Mainz, tender of 2021: a virtual price for each rack"
LOW_RULE = "definition: price over the one that it is compared with"

TAX = Book("value added tax of a bid", topic="tender")
TAX.input("net_amount", "currency", r"A_\mathrm{net}", "Net amount of a bid", low=ANY_SIGN)
TAX.input("gross_amount", "currency", r"A_\mathrm{gross}", "Gross amount of a bid", low=ANY_SIGN)
TAX.input("bid_vat_rate", "1", r"v", "Value added tax on an amount of a bid", shown="percent")


@TAX.quantity("currency", r"A_\mathrm{net}'", "arithmetic: gross over 1 and the rate", low=ANY_SIGN)
def net_of_gross(gross_amount: Num, bid_vat_rate: Num) -> Num:
    """Net amount of a gross one."""
    return gross_amount / (1 + bid_vat_rate)


@TAX.quantity(
    "currency", r"A_\mathrm{gross}'", "arithmetic: net times 1 and the rate", low=ANY_SIGN
)
def gross_of_net(net_amount: Num, bid_vat_rate: Num) -> Num:
    """Gross amount of a net one."""
    return net_amount * (1 + bid_vat_rate)


EXCHANGE = Book("exchange of an amount of a bid", topic="tender")
EXCHANGE.input(
    "foreign_amount", "currency", r"A_\mathrm{f}", "Amount in the currency of a bid", low=ANY_SIGN
)
EXCHANGE.input(
    "evaluation_exchange_rate", "1", r"r_\mathrm{f}", "Exchange rate on the day of the tender"
)


@EXCHANGE.quantity(
    "currency", r"A_\mathrm{x}", "arithmetic: amount times the rate of the day", low=ANY_SIGN
)
def exchanged_amount(foreign_amount: Num, evaluation_exchange_rate: Num) -> Num:
    """Amount of a bid in the currency of the tender."""
    return foreign_amount * evaluation_exchange_rate


RUNNING = Book("running costs in the evaluated price", topic="tender")
RUNNING.input("offered_power", "watt", r"P_\mathrm{o}", "Typical power that a bid states")
RUNNING.input(
    "evaluation_pue", "1", r"\mathrm{PUE}_\mathrm{e}", "PUE by the rules of the tender", low=1.0
)
RUNNING.input(
    "evaluation_hours",
    "second",
    r"t_\mathrm{e}",
    "Hours of use in a year by the rules of the tender",
    JULIAN_YEAR,
    source="definition: Julian year of 8,766 h",
)
RUNNING.input("evaluation_years", "1", r"n_\mathrm{e}", "Years by the rules of the tender")
RUNNING.input(
    "evaluation_energy_price",
    "currency/joule",
    r"x_\mathrm{e}",
    "Price of energy by the rules of the tender",
)
RUNNING.input("offered_racks", "1", r"n_\mathrm{rack}", "Racks that a bid takes")
RUNNING.input(
    "evaluation_rack_price",
    "currency",
    r"x_\mathrm{rack}",
    "Price of the space of a rack by the rules of the tender",
)


@RUNNING.quantity("currency", r"X_\mathrm{el}", ENERGY_RULE)
def energy_of_term(
    offered_power: Num,
    evaluation_pue: Num,
    evaluation_hours: Num,
    evaluation_years: Num,
    evaluation_energy_price: Num,
) -> Num:
    """Energy of the term in the evaluated price."""
    hours = evaluation_hours * evaluation_years
    return offered_power * evaluation_pue * hours * evaluation_energy_price


@RUNNING.quantity("currency", r"X_\mathrm{spc}", SPACE_RULE)
def space_of_term(offered_racks: Num, evaluation_rack_price: Num) -> Num:
    """Space of the racks in the evaluated price."""
    return offered_racks * evaluation_rack_price


DISCOUNTING = Book("payments in later years in the evaluated price", topic="tender")
DISCOUNTING.input(
    "later_payment", "currency", r"A_j", "Payment of a bid in a later year", low=ANY_SIGN
)
DISCOUNTING.input(
    "evaluation_discount_rate",
    "1",
    r"i_\mathrm{e}",
    "Annual discount rate by the rules of the tender",
    shown="percent",
)
DISCOUNTING.input(
    "bid_payment_year", "1", r"j_\mathrm{e}", "Year of the payment after the purchase"
)


@DISCOUNTING.quantity(
    "currency",
    r"A_j^\mathrm{npv}",
    "arithmetic: net present value, year 0 undiscounted, as the costs of a plan",
    low=ANY_SIGN,
)
def discounted_payment(
    later_payment: Num, evaluation_discount_rate: Num, bid_payment_year: Num
) -> Num:
    """Present value, at purchase, of a payment of a bid in a later year."""
    return later_payment / power(1 + evaluation_discount_rate, bid_payment_year)


COMPARED = Book("comparison of a bid", topic="tender")
COMPARED.input("bid_price", "currency", r"P_\mathrm{b}", "Evaluated price of one bid")
COMPARED.input(
    "compared_price",
    "currency",
    r"P_\mathrm{c}",
    "Median price of the other bids, or the estimate of the buyer",
)
COMPARED.input("offered_capacity", "byte", r"C_\mathrm{o}", "Capacity that a bid states")
COMPARED.input(
    "offered_layout_capacity", "byte", r"C_\mathrm{m}", "Capacity of the offered layout, planned"
)
COMPARED.input("offered_bandwidth", "byte/s", r"B_\mathrm{o}", "Bandwidth that a bid commits to")
COMPARED.input(
    "unit_of_bandwidth",
    "byte/s",
    r"B_1",
    "Unit of bandwidth that prices are for",
    1e9,
    source="definition: 1 GB/s",
    constant=True,
)


@COMPARED.quantity("1", r"\rho_P", LOW_RULE)
def price_ratio(bid_price: Num, compared_price: Num) -> Num:
    """Price of a bid over that of the other bids, or over the estimate."""
    return bid_price / compared_price


@COMPARED.quantity(
    "1", r"\delta_C", "definition: planned over stated, less 1", low=-1.0, shown="percent"
)
def capacity_difference(offered_layout_capacity: Num, offered_capacity: Num) -> Num:
    """Difference between the planned capacity of the offered layout and the stated one."""
    return offered_layout_capacity / offered_capacity - 1


@COMPARED.quantity("currency/byte", r"x_C", "definition: price over usable capacity")
def price_of_capacity(bid_price: Num, offered_layout_capacity: Num) -> Num:
    """Evaluated price for each usable byte of the offered layout."""
    return bid_price / offered_layout_capacity


@COMPARED.quantity("currency/byte", r"x_C'", "definition: price over usable capacity and years")
def yearly_price_of_capacity(price_of_capacity: Num, evaluation_years: Num) -> Num:
    """Evaluated price for each usable byte and year of the offered layout."""
    return price_of_capacity / evaluation_years


@COMPARED.quantity("currency", r"x_B", "definition: price over bandwidth")
def price_of_bandwidth(bid_price: Num, offered_bandwidth: Num, unit_of_bandwidth: Num) -> Num:
    """Evaluated price for each GB/s that the bid commits to."""
    return bid_price / (offered_bandwidth / unit_of_bandwidth)
