"""The schema of what money depends on: currency, price date, rates, years of service."""

import datetime
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from model.design.demand import YearlyShare
from model.parts.classes import BudgetClass
from model.reading.binding import gives
from model.reading.fields import (
    CURRENCY,
    AtLeastOne,
    Day,
    EnergyPrice,
    Flag,
    Fraction,
    Money,
    MoneyRate,
    Name,
    PositiveFactor,
    PositiveSeconds,
    Seconds,
    Share,
    Stated,
    Strict,
)
from model.units.kinds import JULIAN_YEAR

Currency = Annotated[str, Field(pattern=CURRENCY)]

MOST_PHASES = 12
"""More phases, or milestones of one, than any order has."""
ORDERS = range(1980, 2101)
"""Years in which anything is ordered."""
ROUNDING = 1e-6
"""Shares that make 1 but for so much make 1."""
FileName = Annotated[str, Field(min_length=1, max_length=200)]
MOST_FILES = 50
"""More quotes than anybody has for one purchase."""
MOST_YEARS = 20
"""The longest service that is planned."""


class ExchangeRate(Strict):
    """What one unit of a foreign currency is worth."""

    rate: PositiveFactor
    """Units of the scenario's currency for one of the foreign currency."""
    date: datetime.date
    """Day of the rate."""
    source: str = ""
    """Who published it."""
    status: Literal["stated", "assumed"] = "stated"
    """Whether somebody vouches for it; a plan says which ones are assumed."""


class Phase(Strict):
    """A share of the purchase that is ordered at one time."""

    name: Name
    """Name of the phase."""
    share: Annotated[Stated[Share], gives("phase_share")]
    """Share of the purchase; those of all phases make 1."""
    after: Annotated[Stated[Seconds], gives("phase_time")]
    """Time from the first order, as in '6 months'; '0 months' for the first one."""


class Milestone(Strict):
    """A payment of each phase."""

    name: Name
    """What is paid at, as in 'order', 'delivery', 'acceptance'."""
    share: Annotated[Stated[Share], gives("milestone_share")]
    """Share of the phase; those of all milestones make 1."""
    after: Annotated[Stated[Seconds], gives("milestone_time")]
    """Time from the order of the phase, as in '3 months'."""


class Payments(Strict):
    """When the purchase is paid."""

    fiscal_year_starts: Annotated[int, Field(strict=True, ge=1, le=12)] = 1
    """Month that a fiscal year begins with, from 1 to 12."""
    milestones: Annotated[tuple[Milestone, ...], Field(min_length=1, max_length=MOST_PHASES)]
    """The payments of each phase."""

    @model_validator(mode="after")
    def _makes_one(self) -> Self:
        _refuse_parts("milestones", self.milestones)
        return self


def _refuse_parts(what: str, parts: tuple[Phase | Milestone, ...]) -> None:
    """Refuse names that are alike, and shares that don't make 1."""
    names = [part.name for part in parts]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"two {what} have the name '{twice[0]}': names must differ")
    shares = sum(part.share.value for part in parts)
    if abs(shares - 1) > ROUNDING:
        raise ValueError(f"the shares of all {what} make {shares:.6g}: they must make 1")


class Space(Strict):
    """What the space of the racks costs: for each rack, or by the area that it takes."""

    price_per_rack: Annotated[Stated[MoneyRate] | None, gives("rack_price")] = None
    """Price of the space of one rack, as in '1200 EUR/year'."""
    price_per_square_metre: Annotated[Stated[MoneyRate] | None, gives("area_price")] = None
    """Price of one square metre of floor, as in '300 EUR/year'."""
    square_metres_per_rack: Annotated[Stated[PositiveFactor] | None, gives("rack_area")] = None
    """Square metres for each rack, with its share of the aisles."""

    @model_validator(mode="after")
    def _has_one_price(self) -> Self:
        by_area = self.price_per_square_metre is not None
        if by_area == (self.price_per_rack is not None):
            raise ValueError("write either 'price_per_rack' or 'price_per_square_metre'")
        if by_area != (self.square_metres_per_rack is not None):
            raise ValueError("'price_per_square_metre' and 'square_metres_per_rack' go together")
        return self


class TaxRates(Strict):
    """Value added tax on what has another rate than the purchase; 0 %: exempt."""

    energy: Annotated[Stated[Fraction] | None, gives("energy_vat_rate")] = None
    """On energy."""
    maintenance: Annotated[Stated[Fraction] | None, gives("maintenance_vat_rate")] = None
    """On maintenance."""
    staff: Annotated[Stated[Fraction] | None, gives("staff_vat_rate")] = None
    """On staff; none unless stated."""
    space: Annotated[Stated[Fraction] | None, gives("space_vat_rate")] = None
    """On space."""
    media: Annotated[Stated[Fraction] | None, gives("media_vat_rate")] = None
    """On drives that are replaced."""
    migration: Annotated[Stated[Fraction] | None, gives("moving_vat_rate")] = None
    """On moving data here."""
    decommissioning: Annotated[Stated[Fraction] | None, gives("removal_vat_rate")] = None
    """On taking all down."""
    residual_value: Annotated[Stated[Fraction] | None, gives("residue_vat_rate")] = None
    """On what the equipment is sold for."""


LeftOut = Literal[
    "maintenance", "staff", "space", "media replacement", "migration", "decommissioning",
    "residual value",
]  # fmt: skip
"""Costs that count as none until they are stated."""


class Economics(Strict):
    """What money depends on."""

    currency: Currency = "EUR"
    """Currency of the scenario."""
    price_date: datetime.date | None = None
    """Prices seen after this day are not used."""
    order_date: Day | None = None
    """Day of the first order, where payments or phases have dates."""
    phases: Annotated[tuple[Phase, ...], Field(max_length=MOST_PHASES)] = ()
    """Shares of the purchase that are ordered one after the other; without them, it is one."""
    payments: Payments | None = None
    """Milestones that the purchase is paid at, and when fiscal years begin."""
    exchange: dict[Currency, ExchangeRate] = Field({})
    """Rates of foreign currencies, with their date."""
    quotes: Annotated[tuple[FileName, ...], Field(max_length=MOST_FILES)] = ()
    """Files of vendors' quotes beside the scenario; they go before price books, the first first."""
    price_books: Annotated[tuple[FileName, ...], Field(max_length=MOST_FILES)] = ()
    """Files of the buyer's own prices beside the scenario, as YAML, CSV or XLSX, the best first."""
    estimates: Flag = False
    """Whether budget classes stand in for prices that nobody knows, marked as estimates."""
    classes: Annotated[tuple[BudgetClass, ...], Field(max_length=MOST_FILES)] = ()
    """Budget classes of one's own, which go before those that come along."""
    price_age_limit: PositiveSeconds = JULIAN_YEAR
    """How old a price may be on the price date before a warning says so; 12 months."""
    years: Annotated[int, Field(ge=1, le=MOST_YEARS)] = 5
    """Years of service."""
    discount_rate: Annotated[Stated[Fraction] | None, gives("discount_rate")] = None
    """Discount rate of a year, real."""
    energy_price: Annotated[Stated[EnergyPrice] | None, gives("energy_price")] = None
    """Price of electric energy, net."""
    pue: Annotated[Stated[AtLeastOne] | None, gives("pue")] = None
    """Power of the facility over power of the equipment; cooling is inside."""
    vat_rate: Annotated[Stated[Fraction] | None, gives("vat_rate")] = None
    """Value added tax."""
    maintenance_rate: Annotated[Stated[Fraction] | None, gives("maintenance_rate")] = None
    """Maintenance of a year, as a share of the capital cost."""
    warranty: Annotated[Stated[Seconds] | None, gives("warranty")] = None
    """Time after the purchase that its price covers: maintenance is paid from then on."""
    staff_cost: Annotated[Stated[MoneyRate] | None, gives("staff_cost")] = None
    """Staff of a year."""
    space: Space | None = None
    """What the space of the racks costs."""
    media_replacement: Annotated[Stated[Fraction] | None, gives("media_replacement")] = None
    """Share of the drives that is replaced in a year at one's own cost, after the warranty."""
    migration_cost: Annotated[Stated[Money] | None, gives("moving_cost")] = None
    """Cost of moving data here, at the purchase."""
    decommissioning_cost: Annotated[Stated[Money] | None, gives("removal_cost")] = None
    """Cost of taking all down, in the last year."""
    residual_value: Annotated[Stated[Fraction] | None, gives("residual_share")] = None
    """What the equipment is worth after the last year, as a share of the purchase."""
    none_of: tuple[LeftOut, ...] = ()
    """Costs that there are none of: without this, they are said to be left out."""
    tax_rates: TaxRates = TaxRates.model_construct()
    """Value added tax on what has another rate than the purchase."""
    inflation: Annotated[Stated[Fraction] | None, gives("inflation")] = None
    """Rise of all prices in a year, for costs in the money of each year."""
    charged_share: Annotated[Stated[Share] | None, gives("charged_share")] = None
    """Share of the usable capacity that users are charged for, on average."""
    price_decline: Annotated[Stated[YearlyShare] | None, gives("price_decline")] = None
    """Fall of prices in a year, as a share; negative: they rise."""
    price_convention: Literal["price falls", "capacity grows"] = "price falls"
    """Whether the share is what the price loses, or what the capacity for the money gains."""

    @property
    def is_phased(self) -> bool:
        """Whether the purchase is delivered in phases, or paid at milestones."""
        return bool(self.phases) or self.payments is not None

    @property
    def left_out(self) -> list[LeftOut]:
        """Name the costs that are neither stated nor said to be none."""
        return [what for what in self._stated if what not in {*self.none_of, *self._known}]

    @property
    def _stated(self) -> dict[LeftOut, object]:
        """Give what is stated of each cost that is none otherwise."""
        return {
            "maintenance": self.maintenance_rate,
            "staff": self.staff_cost,
            "space": self.space,
            "media replacement": self.media_replacement,
            "migration": self.migration_cost,
            "decommissioning": self.decommissioning_cost,
            "residual value": self.residual_value,
        }

    @property
    def _known(self) -> list[LeftOut]:
        return [what for what, stated in self._stated.items() if stated is not None]

    @model_validator(mode="after")
    def _has_not_what_there_is_none_of(self) -> Self:
        if both := [what for what in self._known if what in self.none_of]:
            raise ValueError(f"'none_of' names {both[0]}, which is stated: leave one of both out")
        return self

    @model_validator(mode="after")
    def _has_dates(self) -> Self:
        if self.payments is not None and self.order_date is None:
            raise ValueError("'payments' needs 'order_date': fiscal years have dates")
        if self.order_date is not None and self.order_date.year not in ORDERS:
            raise ValueError(
                f"'order_date' is {self.order_date}: write a day from {ORDERS[0]} to {ORDERS[-1]}"
            )
        if self.phases:
            _refuse_parts("phases", self.phases)
        times = [phase.after.value for phase in self.phases]
        if times != sorted(times):
            raise ValueError("write 'phases' in the order of their time")
        return self
