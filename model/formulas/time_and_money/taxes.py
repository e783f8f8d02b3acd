"""Value added tax by item: each kind of cost at its own rate, or at the general one.

The purchase, and what is bought later, take the general rate. Own staff isn't taxed, unless the
scenario says so. A cost of nothing has no tax, whatever its rate.
"""

from model.engine.ops import Num, otherwise, pieces
from model.engine.quantity import Book
from model.engine.spelling import Variant, spell

TAX = "arithmetic: net x rate: the item's own, or else the general one"

_RATE = Book("tax rate: {said}", topic="cost")
_RATE.input(
    "item_vat_rate",
    "1",
    r"v_\mathrm{<x>}",
    "Value added tax on {said}, if it differs from the general rate",
    shown="percent",
)


@_RATE.quantity("1", r"v_\mathrm{<x>}'", TAX, shown="percent")
def item_tax_rate(item_vat_rate: Num, vat_rate: Num) -> Num:
    """Value added tax on {said}, by its own rate or the general one."""
    return otherwise(item_vat_rate, vat_rate)


_TAX = Book("tax of a year: {said}", topic="cost")


@_TAX.quantity("currency", r"V_{\mathrm{<x>},j}", TAX, part_of="year_tax")
def year_item_tax(year_item: Num, item_tax_rate: Num) -> Num:
    """Value added tax of the year on {said}."""
    return pieces(year_item, item_tax_rate)


ENERGY: Variant = {"item": "energy", "said": "energy", "x": "el"}
MAINTENANCE: Variant = {"item": "maintenance", "said": "maintenance", "x": "main"}
SPACE: Variant = {"item": "space", "said": "space", "x": "spc"}
MEDIA: Variant = {"item": "media", "said": "replaced media", "x": "repl"}
MOVING: Variant = {"item": "moving", "said": "migration", "x": "mig"}
REMOVAL: Variant = {"item": "removal", "said": "decommissioning", "x": "rem"}
RESIDUE: Variant = {"item": "residue", "said": "the residual value", "x": "res"}

RATES = spell(_RATE, ENERGY, MAINTENANCE)
TAXES = spell(_TAX, ENERGY, MAINTENANCE)
SPACE_RATE, SPACE_TAX = spell(_RATE, SPACE), spell(_TAX, SPACE)
MEDIA_RATE, MEDIA_TAX = spell(_RATE, MEDIA), spell(_TAX, MEDIA)
MOVING_RATE, MOVING_TAX = spell(_RATE, MOVING), spell(_TAX, MOVING)
REMOVAL_RATE, REMOVAL_TAX = spell(_RATE, REMOVAL), spell(_TAX, REMOVAL)
RESIDUE_RATE, RESIDUE_TAX = spell(_RATE, RESIDUE), spell(_TAX, RESIDUE)

SITE = Book("taxes", topic="cost")
SITE.input(
    "staff_vat_rate",
    "1",
    r"v_\mathrm{staff}",
    "Value added tax on staff",
    0.0,
    source="assumption: one's own staff isn't taxed",
    shown="percent",
)
SITE.over(
    "total",
    "total_tax",
    "currency",
    r"V",
    "Value added tax on the purchase and all years, not discounted",
    roles=("years",),
    of="year_tax",
)
SITE.over(
    "total",
    "gross_cost",
    "currency",
    r"X_\mathrm{sum,gross}",
    "Purchase and all years with value added tax, not discounted",
    roles=("years",),
    of="year_gross_cost",
)

SITE.over(
    "total",
    "gross_total_cost_of_ownership",
    "currency",
    r"X_\mathrm{tco,gross}",
    "Purchase and all years with value added tax, discounted",
    roles=("years",),
    of="discounted_gross_cost",
)

YEAR = Book("taxes of a year", topic="cost")
YEAR.sum_of_parts("year_tax", "currency", r"V_j", "Value added tax on all costs of the year", TAX)


@YEAR.quantity("currency", r"V_{\mathrm{cap},j}", TAX, part_of="year_tax")
def year_capital_tax(year_capital: Num, vat_rate: Num) -> Num:
    """Value added tax of the year on the purchase."""
    return pieces(year_capital, vat_rate)


@YEAR.quantity("currency", r"V_{\mathrm{staff},j}", TAX, part_of="year_tax")
def year_staff_tax(year_staff: Num, staff_vat_rate: Num) -> Num:
    """Value added tax of the year on staff."""
    return pieces(year_staff, staff_vat_rate)


@YEAR.quantity("currency", r"X_{\mathrm{gross},j}", "arithmetic: net + tax")
def year_gross_cost(year_cost: Num, year_tax: Num) -> Num:
    """All costs of the year with value added tax."""
    return year_cost + year_tax


@YEAR.quantity("currency", r"X_{\mathrm{gross},j}^\mathrm{npv}", "arithmetic: as of net costs")
def discounted_gross_cost(year_gross_cost: Num, discount_factor: Num) -> Num:
    """All costs of the year with value added tax, discounted to the purchase."""
    return year_gross_cost * discount_factor


EXPANSION = Book("taxes of a year of expansions", topic="cost")


@EXPANSION.quantity("currency", r"V_{\mathrm{exp},j}", TAX, part_of="year_tax")
def year_expansion_tax(year_expansion: Num, vat_rate: Num) -> Num:
    """Value added tax of the year on expansions."""
    return pieces(year_expansion, vat_rate)
