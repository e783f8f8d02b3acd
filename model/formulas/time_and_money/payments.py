"""When the purchase is delivered and paid: phases, milestones, fiscal years.

A phase is a share of the purchase, ordered so long after the first order: its cost falls into the
year of the plan that it is ordered in, at that year's prices. Milestones say which shares of a
phase are paid when, from its own order on. What running year j costs falls due at its end, and so
into the fiscal year that is j years after that of the first order.
"""

import numpy as np

from model.engine.ops import Num, pieces, power, where_less, whole_down
from model.engine.quantity import Book

SHARES = "assumption: shares of the purchase, ordered one after the other"
PAID = "arithmetic: shares of a phase, paid from its order on"
FISCAL = (
    "assumption: what is paid in the fiscal year; what runs is paid at the end of each year of "
    "service"
)

SITE = Book("phases of delivery", topic="cost")
SITE.input(
    "initial_delivered_share",
    "1",
    r"s_0",
    "Share of the purchase installed before the first phase",
    0.0,
    source="assumption: none",
    constant=True,
    shown="percent",
)

PHASE = Book("a phase of delivery", topic="cost")
PHASE.input(
    "phase_share", "1", r"s_p", "Share of the purchase in this phase", high=1.0, shown="percent"
)
PHASE.input("phase_time", "second", r"t_p", "Time from the first order to the order of this phase")


@PHASE.quantity("1", r"j_p", SHARES)
def phase_year(phase_time: Num, year_length: Num) -> Num:
    """Year of the plan in which the phase is ordered."""
    return whole_down(phase_time / year_length)


@PHASE.quantity("currency", r"X_p", SHARES)
def phase_cost(capital_cost: Num, phase_share: Num, phase_price_level: Num) -> Num:
    """Price of the phase, net."""
    return capital_cost * phase_share * phase_price_level


@PHASE.quantity("currency", r"X_p^\mathrm{known}", SHARES, known_of="phase_cost")
def known_phase_cost(known_capital_cost: Num, phase_share: Num, phase_price_level: Num) -> Num:
    """Known price of the phase, net."""
    return known_capital_cost * phase_share * phase_price_level


@PHASE.quantity("1", r"\sum s_p", SHARES, shown="percent")
def delivered_share(previous_delivered_share: Num, phase_share: Num) -> Num:
    """Share of the purchase installed with the phase."""
    return previous_delivered_share + phase_share


PROPORTIONAL = Book("what a phase brings, by its share", topic="cost")


@PROPORTIONAL.quantity("byte", r"C_{\mathrm{use},p}", SHARES)
def phase_usable_capacity(delivered_share: Num, usable_capacity: Num) -> Num:
    """Usable capacity once the phase is installed, in proportion to its share."""
    return delivered_share * usable_capacity


@PROPORTIONAL.quantity("byte/s", r"B_{\mathrm{r},p}", SHARES)
def phase_read_bandwidth(delivered_share: Num, read_bandwidth: Num) -> Num:
    """Expected read bandwidth once the phase is installed, in proportion to its share."""
    return delivered_share * read_bandwidth


@PROPORTIONAL.quantity("byte/s", r"B_{\mathrm{w},p}", SHARES)
def phase_write_bandwidth(delivered_share: Num, write_bandwidth: Num) -> Num:
    """Expected write bandwidth once the phase is installed, in proportion to its share."""
    return delivered_share * write_bandwidth


_STEP = "definition: as entered, such as by a step that extends what is owned"
STEP = Book("what is there with a phase, as entered", topic="cost")
STEP.input(
    "stated_phase_capacity",
    "byte",
    r"C_{\mathrm{use},p}^\mathrm{in}",
    "Usable capacity once the phase is installed",
)
STEP.input(
    "stated_phase_read_bandwidth",
    "byte/s",
    r"B_{\mathrm{r},p}^\mathrm{in}",
    "Expected read bandwidth once the phase is installed",
)
STEP.input(
    "stated_phase_write_bandwidth",
    "byte/s",
    r"B_{\mathrm{w},p}^\mathrm{in}",
    "Expected write bandwidth once the phase is installed",
)
STEP.alias(
    "phase_usable_capacity",
    "byte",
    r"C_{\mathrm{use},p}",
    "Usable capacity once the phase is installed, as entered.",
    of="stated_phase_capacity",
    source=_STEP,
)
STEP.alias(
    "phase_read_bandwidth",
    "byte/s",
    r"B_{\mathrm{r},p}",
    "Expected read bandwidth once the phase is installed, as entered.",
    of="stated_phase_read_bandwidth",
    source=_STEP,
)
STEP.alias(
    "phase_write_bandwidth",
    "byte/s",
    r"B_{\mathrm{w},p}",
    "Expected write bandwidth once the phase is installed, as entered.",
    of="stated_phase_write_bandwidth",
    source=_STEP,
)

PRICE_FALLS = Book("prices of a phase: constant annual decline", topic="cost")
CAPACITY_GROWS = Book("prices of a phase: growing capacity per unit of money", topic="cost")


@PRICE_FALLS.quantity(
    "1", r"(1-k)^{j_p}", "arithmetic: price x (1 - decline)^year", name="phase_price_level"
)
def phase_price_level_fallen(price_decline: Num, phase_year: Num) -> Num:
    """Prices of the phase over those of the purchase."""
    return power(1 - price_decline, phase_year)


@CAPACITY_GROWS.quantity(
    "1", r"(1+k)^{-j_p}", "arithmetic: price / (1 + growth)^year", name="phase_price_level"
)
def phase_price_level_outgrown(price_decline: Num, phase_year: Num) -> Num:
    """Prices of the phase over those of the purchase."""
    return 1 / power(1 + price_decline, phase_year)


PHASE_YEAR = Book("a phase in a year", topic="cost")
PHASE_YEAR.input("year_index", "1", r"j", "Years since the purchase", whole=True, constant=True)


@PHASE_YEAR.quantity("1", r"\delta_{p,j}", SHARES)
def phase_is_due(phase_year: Num, year_index: Num) -> Num:
    """1 in the year in which the phase is ordered, else 0."""
    return where_less(phase_year, year_index, 0.0, where_less(year_index, phase_year, 0.0, 1.0))


@PHASE_YEAR.quantity("currency", r"X_{p,j}", SHARES)
def phase_capital(phase_is_due: Num, phase_cost: Num) -> Num:
    """Price of the phase in the year that it is ordered in, net."""
    return pieces(phase_is_due, phase_cost)


@PHASE_YEAR.quantity("currency", r"X_{p,j}^\mathrm{known}", SHARES, known_of="phase_capital")
def known_phase_capital(phase_is_due: Num, known_phase_cost: Num) -> Num:
    """Known price of the phase in the year that it is ordered in, net."""
    return pieces(phase_is_due, known_phase_cost)


@PHASE_YEAR.quantity(
    "1",
    r"w_{p,j}",
    "arithmetic: its share of the purchase x the part of the year after its own warranty",
    shown="percent",
)
def phase_maintained_share(
    phase_share: Num, phase_time: Num, warranty: Num, year_index: Num, year_length: Num
) -> Num:
    """Share of the purchase in this phase, as far as no warranty covers it in the year."""
    after = year_index - (phase_time + warranty) / year_length
    return phase_share * np.maximum(0, np.minimum(1, after))


WARRANTIES = Book("warranties of phases in a year", topic="cost")
WARRANTIES.over(
    "total",
    "maintained_share",
    "1",
    r"w_j",
    "Share of the purchase, averaged over the year, that is ordered and that no warranty covers",
    roles=("phases",),
    of="phase_maintained_share",
    aligned=True,
    shown="percent",
)

YEAR = Book("year of phases", topic="cost")
YEAR.over(
    "total",
    "year_capital",
    "currency",
    r"X_{\mathrm{cap},j}",
    "Purchase of the phases that are ordered in the year, net",
    roles=("phases",),
    of="phase_capital",
    aligned=True,
    part_of="year_cost",
)
YEAR.over(
    "total",
    "known_year_capital",
    "currency",
    r"X_{\mathrm{cap},j}^\mathrm{known}",
    "Purchase of what has a known price, of the phases that are ordered in the year, net",
    roles=("phases",),
    of="known_phase_capital",
    aligned=True,
    known_of="year_capital",
)

FISCAL_SITE = Book("fiscal years", topic="cost")
FISCAL_SITE.input(
    "fiscal_offset",
    "second",
    r"t_\mathrm{fis}",
    "Time from the start of the fiscal year to the first order",
    constant=True,
)
FISCAL_SITE.over(
    "total",
    "payments",
    "currency",
    r"Y",
    "All payments of all fiscal years, net",
    roles=("years",),
    of="year_payment",
)

MILESTONE = Book("a milestone of payment", topic="cost")
MILESTONE.input(
    "milestone_share",
    "1",
    r"s_q",
    "Share of the order that is paid at this milestone",
    high=1.0,
    shown="percent",
)
MILESTONE.input("milestone_time", "second", r"t_q", "Time from a phase's order to the payment")


@MILESTONE.quantity("1", r"j_q", PAID)
def payment_year(phase_time: Num, milestone_time: Num, fiscal_offset: Num, year_length: Num) -> Num:
    """Fiscal year of the payment, from that of the first order on."""
    return whole_down((fiscal_offset + phase_time + milestone_time) / year_length)


MILESTONE_YEAR = Book("a milestone in a fiscal year", topic="cost")
MILESTONE_YEAR.input("year_index", "1", r"j", "Years since the purchase", whole=True, constant=True)


@MILESTONE_YEAR.quantity("1", r"s_{q,j}", PAID, shown="percent")
def milestone_due(milestone_share: Num, payment_year: Num, year_index: Num) -> Num:
    """Share of the phase that is paid in the fiscal year, at this milestone."""
    return where_less(
        payment_year, year_index, 0.0, where_less(year_index, payment_year, 0.0, milestone_share)
    )


FISCAL_PHASE_YEAR = Book("payments of a phase in a fiscal year", topic="cost")
FISCAL_PHASE_YEAR.over(
    "total",
    "paid_share",
    "1",
    r"s_{p,j}",
    "Share of the phase that is paid in the fiscal year",
    roles=("milestones",),
    of="milestone_due",
    aligned=True,
)


@FISCAL_PHASE_YEAR.quantity("currency", r"Y_{p,j}", PAID)
def phase_payment(paid_share: Num, phase_cost: Num) -> Num:
    """Payment for the phase in the fiscal year, net."""
    return pieces(paid_share, phase_cost)


@FISCAL_PHASE_YEAR.quantity("currency", r"Y_{p,j}^\mathrm{known}", PAID, known_of="phase_payment")
def known_phase_payment(paid_share: Num, known_phase_cost: Num) -> Num:
    """Known payment for the phase in the fiscal year, net."""
    return pieces(paid_share, known_phase_cost)


FISCAL_YEAR = Book("fiscal year", topic="cost")
FISCAL_YEAR.over(
    "total",
    "year_capital_payment",
    "currency",
    r"Y_{\mathrm{cap},j}",
    "Payment for the purchase in the fiscal year, net",
    roles=("phases",),
    of="phase_payment",
    aligned=True,
)
FISCAL_YEAR.over(
    "total",
    "known_year_capital_payment",
    "currency",
    r"Y_{\mathrm{cap},j}^\mathrm{known}",
    "Known payment for the purchase in the fiscal year, net",
    roles=("phases",),
    of="known_phase_payment",
    aligned=True,
    known_of="year_capital_payment",
)


@FISCAL_YEAR.quantity("currency", r"Y_{\mathrm{run},j}", FISCAL)
def year_running_payment(year_cost: Num, year_capital: Num) -> Num:
    """Payments in the fiscal year other than the purchase, net."""
    return year_cost - year_capital


@FISCAL_YEAR.quantity("currency", r"Y_j", FISCAL)
def year_payment(year_capital_payment: Num, year_running_payment: Num) -> Num:
    """All payments in the fiscal year, net."""
    return year_capital_payment + year_running_payment


@FISCAL_YEAR.quantity("currency", r"Y_j^\mathrm{known}", FISCAL, known_of="year_payment")
def known_year_payment(
    known_year_capital_payment: Num, known_year_cost: Num, known_year_capital: Num
) -> Num:
    """All known payments in the fiscal year, net."""
    return known_year_capital_payment + (known_year_cost - known_year_capital)
