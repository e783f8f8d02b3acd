"""The schema of what money depends on: currency, price date, rates, years of service."""

import datetime
from typing import Annotated

from pydantic import Field

from model.design.binding import gives
from model.design.demand import YearlyShare
from model.reading.fields import (
    AtLeastOne,
    EnergyPrice,
    Fraction,
    MoneyRate,
    PositiveFactor,
    PositiveSeconds,
    Seconds,
    Stated,
    Strict,
)

Currency = Annotated[str, Field(pattern=r"^[A-Z]{3}$")]

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


class Economics(Strict):
    """What money depends on."""

    currency: Currency = "EUR"
    """Currency of the scenario."""
    price_date: datetime.date | None = None
    """Prices seen after this day are not used."""
    exchange: dict[Currency, ExchangeRate] = Field({})
    """Rates of foreign currencies, with their date."""
    quotes: Annotated[tuple[FileName, ...], Field(max_length=MOST_FILES)] = ()
    """Files of vendors' quotes beside the scenario; they go before price books, the first first."""
    price_books: Annotated[tuple[FileName, ...], Field(max_length=MOST_FILES)] = ()
    """Files of the buyer's own prices beside the scenario, as YAML, CSV or XLSX, the best first."""
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
