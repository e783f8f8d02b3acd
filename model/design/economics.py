"""The schema of what money depends on: currency, price date, rates, years of service."""

import datetime
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from model.design.binding import gives
from model.design.demand import YearlyShare
from model.parts.classes import BudgetClass
from model.reading.fields import (
    AtLeastOne,
    Day,
    EnergyPrice,
    Flag,
    Fraction,
    MoneyRate,
    Name,
    PositiveFactor,
    PositiveSeconds,
    Seconds,
    Share,
    Stated,
    Strict,
)

Currency = Annotated[str, Field(pattern=r"^[A-Z]{3}$")]

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
    price_age_limit: PositiveSeconds = 31557600.0
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
    price_decline: Annotated[Stated[YearlyShare] | None, gives("price_decline")] = None
    """Fall of prices in a year, as a share; negative: they rise."""
    price_convention: Literal["price falls", "capacity grows"] = "price falls"
    """Whether the share is what the price loses, or what the capacity for the money gains."""

    @property
    def is_phased(self) -> bool:
        """Whether the purchase is delivered in phases, or paid at milestones."""
        return bool(self.phases) or self.payments is not None

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
