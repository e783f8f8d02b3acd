"""Schema of the economics: currency, price date, rates, years of service."""

import datetime
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import Field, create_model, model_validator

from model.design.demand import YearlyShare
from model.parts.classes import BudgetClass
from model.parts.lead_times import Ordered
from model.parts.price_layers import OF_FILES
from model.reading.binding import gives
from model.reading.fields import (
    CURRENCY,
    AtLeastOne,
    ByteRate,
    Bytes,
    Day,
    EnergyPrice,
    Figure,
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

Currency = Annotated[str, Field(pattern=CURRENCY)]

MOST_PHASES = 12
"""Maximum number of phases, or of milestones of a phase."""
ORDERS = range(1980, 2101)
"""Valid years of an order."""
ROUNDING = 1e-6
"""Rounding tolerance of shares that must add up to 1."""
FileName = Annotated[str, Field(min_length=1, max_length=200)]
MOST_FILES = 50
"""Maximum number of price files per layer."""
MOST_YEARS = 20
"""Maximum number of years of service."""


class ExchangeRate(Strict):
    """Exchange rate of a foreign currency."""

    rate: PositiveFactor
    """Amount of the scenario's currency per unit of the foreign currency."""
    date: datetime.date
    """Date of the rate."""
    source: str = ""
    """Publisher."""
    status: Literal["stated", "assumed"] = "stated"
    """Whether the rate is documented or assumed. Plans list assumed rates."""


def rate_text(currency: str, known: ExchangeRate, into: str, *, whole: bool = True) -> str:
    """Return an exchange rate as text, with its date and source if `whole`; assumed ones say so."""
    how = "assumed" if known.status == "assumed" else ""
    further = (str(known.date), known.source) if whole else ()
    details = ", ".join(filter(None, (how, *further)))
    rate = f"1 {currency} = {known.rate:g} {into}"
    return f"{rate} ({details})" if details else rate


class Phase(Strict):
    """A share of the purchase ordered at the same time."""

    name: Name
    """Name of the phase."""
    share: Annotated[Stated[Share], gives("phase_share")]
    """Together they must be 100 %."""
    after: Annotated[Stated[Seconds], gives("phase_time")]
    """For example '6 months'. '0 months' for the first phase."""
    usable_capacity: Annotated[Stated[Bytes] | None, gives("stated_phase_capacity")] = None
    """Leave empty to use its share of the plan, unless some of it is already owned."""
    read_bandwidth: Annotated[Stated[ByteRate] | None, gives("stated_phase_read_bandwidth")] = None
    """Unknown if empty beside a usable capacity."""
    write_bandwidth: Annotated[Stated[ByteRate] | None, gives("stated_phase_write_bandwidth")] = (
        None
    )
    """Unknown if empty beside a usable capacity."""

    @property
    def is_step(self) -> bool:
        """Whether it is stated what is there with it."""
        stated = (self.usable_capacity, self.read_bandwidth, self.write_bandwidth)
        return any(one is not None for one in stated)


class Milestone(Strict):
    """A payment due in each phase."""

    name: Name
    """Event at which the payment is due, such as 'order', 'delivery' or 'acceptance'."""
    share: Annotated[Stated[Share], gives("milestone_share")]
    """Together they must be 100 %."""
    after: Annotated[Stated[Seconds], gives("milestone_time")]
    """For example '3 months'."""


class Payments(Strict):
    """Payment schedule of the purchase."""

    fiscal_year_starts: Annotated[int, Field(strict=True, ge=1, le=12)] = 1
    """First month of the fiscal year, 1 to 12."""
    milestones: Annotated[tuple[Milestone, ...], Field(min_length=1, max_length=MOST_PHASES)]
    """Payments due in each phase."""

    @model_validator(mode="after")
    def _makes_one(self) -> Self:
        _refuse_parts("milestones", self.milestones)
        return self


def _refuse_parts(what: str, parts: tuple[Phase | Milestone, ...]) -> None:
    """Reject duplicate names, and shares that don't add up to 1."""
    names = [part.name for part in parts]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"two {what} have the name '{twice[0]}': names must differ")
    shares = sum(part.share.value for part in parts)
    if abs(shares - 1) > ROUNDING:
        raise ValueError(f"the shares of all {what} make {shares:.6g}: they must make 1")


class Space(Strict):
    """Cost of rack space, per rack or by floor area."""

    price_per_rack: Annotated[Stated[MoneyRate] | None, gives("rack_price")] = None
    """For example '1200 EUR/year'."""
    price_per_square_metre: Annotated[Stated[MoneyRate] | None, gives("area_price")] = None
    """For example '300 EUR/year'."""
    square_metres_per_rack: Annotated[Stated[PositiveFactor] | None, gives("rack_area")] = None

    @model_validator(mode="after")
    def _has_one_price(self) -> Self:
        by_area = self.price_per_square_metre is not None
        if by_area == (self.price_per_rack is not None):
            raise ValueError("write either 'price_per_rack' or 'price_per_square_metre'")
        if by_area != (self.square_metres_per_rack is not None):
            raise ValueError("'price_per_square_metre' and 'square_metres_per_rack' go together")
        return self


class TaxRates(Strict):
    """VAT rates that differ from that of the purchase. 0 %: exempt."""

    energy: Annotated[Stated[Fraction] | None, gives("energy_vat_rate")] = None
    maintenance: Annotated[Stated[Fraction] | None, gives("maintenance_vat_rate")] = None
    staff: Annotated[Stated[Fraction] | None, gives("staff_vat_rate")] = None
    """Default: none."""
    space: Annotated[Stated[Fraction] | None, gives("space_vat_rate")] = None
    media: Annotated[Stated[Fraction] | None, gives("media_vat_rate")] = None
    migration: Annotated[Stated[Fraction] | None, gives("moving_vat_rate")] = None
    decommissioning: Annotated[Stated[Fraction] | None, gives("removal_vat_rate")] = None
    residual_value: Annotated[Stated[Fraction] | None, gives("residue_vat_rate")] = None


LeftOut = Literal[
    "maintenance", "staff", "space", "media replacement", "migration", "decommissioning",
    "residual value",
]  # fmt: skip
"""Costs that count as zero until they are entered."""


if TYPE_CHECKING:

    class PriceFiles(Strict):
        """The files of each price layer that reads files."""

else:
    _NAMES = Annotated[tuple[FileName, ...], Field(max_length=MOST_FILES)]
    PriceFiles = create_model(
        "PriceFiles", __base__=Strict, **{one.files: (_NAMES, ()) for one in OF_FILES}
    )


YearlyDecline = Annotated[float, Figure("1", least=-10.0, most=0.99)]
"""Share by which prices fall in a year; negative if they rise."""


class PricePaths(Strict):
    """Price paths by kind of part, in place of those fitted to dated prices. Networks and racks
    have none: no comparable public prices of three dates are known.
    """

    disks: Annotated[Stated[YearlyDecline] | None, gives("disk_price_decline")] = None
    """Negative if prices rise."""
    flash: Annotated[Stated[YearlyDecline] | None, gives("flash_price_decline")] = None
    """Negative if prices rise."""
    memory: Annotated[Stated[YearlyDecline] | None, gives("memory_price_decline")] = None
    """Negative if prices rise."""
    servers: Annotated[Stated[YearlyDecline] | None, gives("server_price_decline")] = None
    """Without memory. Negative if prices rise."""
    relief: Annotated[Stated[Seconds] | None, gives("price_relief_time")] = None
    """Default: as published by the trade press."""
    later: Annotated[Stated[PositiveSeconds] | None, gives("later_order_time")] = None
    """Default: 2 years."""
    later_share: Annotated[Stated[Share] | None, gives("later_share")] = None
    """Default: 50 %."""


class LeadTime(Strict):
    """Lead time of a kind of part, in place of the published one."""

    parts: Ordered
    """Kind of part."""
    time: Annotated[Stated[PositiveSeconds], gives("lead_time")]
    """For example '40 weeks'."""


class Depreciation(Strict):
    """Linear depreciation by class of equipment. A class without a time uses the general one."""

    time: Annotated[Stated[PositiveSeconds], gives("depreciation_time")]
    """For example '7 years'."""
    drives: Annotated[Stated[PositiveSeconds] | None, gives("drive_depreciation_time")] = None
    """For example '5 years'."""
    shared: Annotated[Stated[PositiveSeconds] | None, gives("shared_depreciation_time")] = None
    """For example '10 years'."""
    others: Annotated[Stated[PositiveSeconds] | None, gives("system_depreciation_time")] = None
    """For example '7 years'."""


class Economics(PriceFiles):
    """Prices, taxes, rates and years."""

    currency: Currency = "EUR"
    """Currency of the scenario."""
    price_date: datetime.date | None = None
    """Prices seen after this day are not used."""
    order_date: Day | None = None
    """Day of the first order, where payments or phases have dates."""
    phases: Annotated[tuple[Phase, ...], Field(max_length=MOST_PHASES)] = ()
    """Phases of the purchase. Leave empty for a single order."""
    payments: Payments | None = None
    """Payment milestones and start of the fiscal year."""
    exchange: dict[Currency, ExchangeRate] = Field({})
    """Exchange rates, with dates."""
    estimates: Flag = False
    """Whether unknown prices are estimated from budget classes. They are marked as estimates."""
    classes: Annotated[tuple[BudgetClass, ...], Field(max_length=MOST_FILES)] = ()
    """Your own budget classes. They take precedence over the built-in ones."""
    lead_times: Annotated[tuple[LeadTime, ...], Field(max_length=MOST_PHASES)] = ()
    """Lead times by kind of part. Leave empty to use the published ones of the catalog."""
    price_age_limit: PositiveSeconds | None = None
    """Price age, on the price date, above which a warning is shown. Default: by kind of part, such
    as 3 months for flash and memory, 6 for disks, 12 for others.
    """
    years: Annotated[int, Field(ge=1, le=MOST_YEARS)] = 5
    """Years of service."""
    discount_rate: Annotated[Stated[Fraction] | None, gives("discount_rate")] = None
    energy_price: Annotated[Stated[EnergyPrice] | None, gives("energy_price")] = None
    pue: Annotated[Stated[AtLeastOne] | None, gives("pue")] = None
    """Includes cooling."""
    vat_rate: Annotated[Stated[Fraction] | None, gives("vat_rate")] = None
    maintenance_rate: Annotated[Stated[Fraction] | None, gives("maintenance_rate")] = None
    warranty: Annotated[Stated[Seconds] | None, gives("warranty")] = None
    staff_cost: Annotated[Stated[MoneyRate] | None, gives("staff_cost")] = None
    space: Space | None = None
    """Cost of rack space."""
    media_replacement: Annotated[Stated[Fraction] | None, gives("media_replacement")] = None
    """Counted after the warranty."""
    drive_replacements: Stated[Flag] | None = None
    """Whether the drives that are expected to fail after the warranty are bought, by the failure
    rate of each tier. In place of 'media_replacement'. Leave empty to count none.
    """
    migration_cost: Annotated[Stated[Money] | None, gives("moving_cost")] = None
    """Due at the purchase."""
    decommissioning_cost: Annotated[Stated[Money] | None, gives("removal_cost")] = None
    """Due in the last year."""
    depreciation: Depreciation | None = None
    """Depreciation times, for the book value by year. Leave empty to show none."""
    residual_value: Annotated[Stated[Fraction] | None, gives("residual_share")] = None
    none_of: tuple[LeftOut, ...] = ()
    """Costs that are zero. Other costs without a value are reported as not included."""
    tax_rates: TaxRates = TaxRates.model_construct()
    """VAT rates that differ from that of the purchase."""
    inflation: Annotated[Stated[Fraction] | None, gives("inflation")] = None
    """Used for costs in the money of each year."""
    charged_share: Annotated[Stated[Share] | None, gives("charged_share")] = None
    price_decline: Annotated[Stated[YearlyShare] | None, gives("price_decline")] = None
    """Negative if prices rise. Default: the price paths of plans priced since July 2025, otherwise
    0: flash and memory rose in 2026, and no relief is forecast before late 2027.
    """
    price_paths: PricePaths = PricePaths.model_construct()
    """Prices of later orders by kind of part. They don't count with a 'price_decline'."""
    price_convention: Literal["price falls", "capacity grows"] = "price falls"
    """Whether the decline applies to the price, or is the gain in capacity for the same money."""

    @classmethod
    def field_docs(cls) -> dict[str, str]:
        """Return the description of each field; that of price files is from their layer."""
        return {one.files: one.about for one in OF_FILES} | super().field_docs()

    @property
    def is_phased(self) -> bool:
        """Whether the purchase is delivered in phases, or paid at milestones."""
        return bool(self.phases) or self.payments is not None

    @property
    def replaces_as_expected(self) -> bool:
        """Whether drives are replaced as expected of their failure rates."""
        return self.drive_replacements is not None and self.drive_replacements.value

    @property
    def replaces_drives(self) -> bool:
        """Whether the replacement of drives is paid for."""
        return self.media_replacement is not None or self.replaces_as_expected

    @property
    def left_out(self) -> list[LeftOut]:
        """Costs without a value that are not declared as zero."""
        return [what for what in self._stated if what not in {*self.none_of, *self._known}]

    @property
    def _stated(self) -> dict[LeftOut, object]:
        """The values entered for each cost that is zero by default."""
        return {
            "maintenance": self.maintenance_rate,
            "staff": self.staff_cost,
            "space": self.space,
            "media replacement": self.media_replacement or self.drive_replacements,
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
    def _replaces_drives_once(self) -> Self:
        if self.media_replacement is not None and self.replaces_as_expected:
            raise ValueError("write either 'media_replacement' or 'drive_replacements'")
        return self

    @model_validator(mode="after")
    def _has_one_lead_time_of_a_kind(self) -> Self:
        kinds = [one.parts for one in self.lead_times]
        if twice := [kind for kind in dict.fromkeys(kinds) if kinds.count(kind) > 1]:
            raise ValueError(f"'lead_times' has two times of {twice[0]}: leave one of them out")
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
