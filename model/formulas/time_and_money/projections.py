"""Costs of several years as somebody projects them: what the years of alternatives come to.

They stand beside the plan and take no part in its cost. What they leave out is for the scenario to
say: they compare like with like only where they leave out the same. A cost falls due at the end of
its year, or in equal parts at the end of each where no year is said.
"""

import numpy as np

from model.engine.ops import Num, power
from model.engine.quantity import Book

ANNUITY = (
    "arithmetic: annuity (1 - (1 + i)^-n) / i, in equal parts (numpy-financial's pv, when='end')"
)
NPV = "arithmetic: net present value, paid at the end of its year (numpy-financial's npv)"
SUM = "sum of the costs that are projected"
BREAK_EVEN = "arithmetic: the baseline's present cost less its own: what both cost the same at"

SITE = Book("projections", topic="cost")
SITE.input(
    "projected_years", "1", r"n", "Years that are projected", low=1.0, whole=True, constant=True
)


@SITE.quantity("1", r"f_\mathrm{even}", ANNUITY, shown="percent")
def even_discount_factor(discount_rate: Num, projected_years: Num) -> Num:
    """Present value of a sum paid in equal annual instalments, as a share of it."""
    rate = np.where(np.equal(discount_rate, 0), 1.0, discount_rate)
    annuity = -np.expm1(-projected_years * np.log1p(rate)) / (projected_years * rate)
    return np.where(np.equal(discount_rate, 0), 1.0, annuity)


def baseline(name: str) -> Book:
    """Return the chapter of a site with the projection that the others are compared to."""
    book = Book("projections: the baseline", topic="cost")
    book.over(
        "total",
        "baseline_present_cost",
        "currency",
        r"X_0^\mathrm{npv}",
        "Total of the first projection, discounted",
        roles=("projections",),
        of="projected_present_cost",
        names=(name,),
    )
    book.over(
        "total",
        "baseline_cost",
        "currency",
        r"X_0",
        "Total of the first projection, not discounted",
        roles=("projections",),
        of="projected_cost",
        names=(name,),
    )
    return book


PROJECTION = Book("a projection", topic="cost")
PROJECTION.over(
    "total",
    "projected_cost",
    "currency",
    r"X_\mathrm{proj}",
    "All that is projected, not discounted, net",
    roles=("items",),
    of="item_cost",
)
PROJECTION.over(
    "total",
    "projected_present_cost",
    "currency",
    r"X_\mathrm{proj}^\mathrm{npv}",
    "All that is projected, discounted, net",
    roles=("items",),
    of="item_present_cost",
)

COMPARED = Book("a projection beside the first one", topic="cost")


@COMPARED.quantity("currency", r"\Delta X_\mathrm{proj}", BREAK_EVEN)
def saved_cost(baseline_cost: Num, projected_cost: Num) -> Num:
    """Saving over the first projection, not discounted; costs that both omit don't count."""
    return baseline_cost - projected_cost


@COMPARED.quantity("currency", r"X_\mathrm{even}", BREAK_EVEN)
def break_even_price(baseline_present_cost: Num, projected_present_cost: Num) -> Num:
    """Purchase price at which it costs as much as the first projection."""
    return baseline_present_cost - projected_present_cost


ITEM = Book("a projected cost", topic="cost")
ITEM.input("item_cost", "currency", r"x_k", "Cost that is projected, of all years, net")

EVEN_ITEM = Book("a projected cost, in equal parts", topic="cost")


@EVEN_ITEM.quantity("currency", r"x_k^\mathrm{npv}", ANNUITY, name="item_present_cost")
def item_present_cost_even(item_cost: Num, even_discount_factor: Num) -> Num:
    """Present value of the cost."""
    return item_cost * even_discount_factor


DATED_ITEM = Book("a projected cost of one year", topic="cost")
DATED_ITEM.input(
    "item_year", "1", r"j_k", "Year at whose end the cost falls due; 0: at once", whole=True
)


@DATED_ITEM.quantity("currency", r"x_k^\mathrm{npv}", NPV, name="item_present_cost")
def item_present_cost_dated(item_cost: Num, discount_rate: Num, item_year: Num) -> Num:
    """Present value of the cost."""
    return item_cost / power(1 + discount_rate, item_year)
