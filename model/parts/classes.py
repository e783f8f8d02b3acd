"""Budget classes: prices per piece, bay or port for kinds of parts without a price.

The range of a class follows from its observations: minimum, median and maximum of their price per
unit. Each source counts once in the median. With fewer than three observations there is no range,
and the user must enter one.
"""

import datetime
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from model.errors import InputError, Place, Problem, shortened
from model.parts.cache import recalled
from model.parts.catalog import Catalog
from model.parts.parts import Key, Source
from model.parts.prices import last_day
from model.reading.documents import read_documents, validate
from model.reading.fields import CURRENCY, Amount, Kilograms, Money, Strict, Watts
from model.records import NamedTuple
from model.units.figures import UnitError, parse

FEWEST = 3
"""Minimum number of observations for a range."""
FOLDER = Path(__file__).parents[2] / "catalogs" / "classes"
_UNITS = ("1", "byte", "byte/s", "metre", "hertz")


def _bound(value: Any) -> Any:
    """Parse a limit of a figure in the unit it is written in."""
    for unit in _UNITS:
        try:
            return parse(value, unit)
        except UnitError:
            continue
    raise ValueError(f"found {shortened(str(value))}: write a figure of the part, as in '12 TB'")


Bound = Annotated[float, BeforeValidator(_bound, json_schema_input_type=str | float)]
Date = Annotated[datetime.date, BeforeValidator(last_day, json_schema_input_type=str | int)]


class Observed(Strict):
    """Observed price of an item of the class that is not in the catalog."""

    what: str = Field(min_length=3)
    """Description of the item."""
    price: Money
    """Net unit price."""
    size: Annotated[float, BeforeValidator(_bound, json_schema_input_type=str | float)] = 1.0
    """Amount in the unit of the class."""
    date: Date
    """Date of the observation."""
    source: Source
    """Source of the observation."""


def _measured(value: Any) -> Any:
    """Parse watts or kilograms."""
    for unit in ("watt", "kilogram"):
        with suppress(UnitError):
            return parse(value, unit)
    raise ValueError(f"found {shortened(str(value))}: write watts or kilograms, as in '546 W'")


class Gauged(Strict):
    """Observed power or weight of an item of the class."""

    what: str = Field(min_length=3)
    """Description of the item."""
    value: Annotated[float, BeforeValidator(_measured, json_schema_input_type=str)]
    """Power or weight, with unit."""
    date: Date
    """Date of the observation."""
    source: Source
    """Source of the observation."""


class Measure(Strict):
    """Power or weight of items of the class: the median of datasheets and other observations."""

    figure: Literal["power", "weight"]
    """The figure: power or weight."""
    per: str = "piece"
    """Unit: the piece, or a figure of the part such as ports."""
    covers: tuple[str, ...] = ()
    """Lines of the tier that are included: processors, memory."""
    parts: tuple[Key, ...] = ()
    """Catalog parts whose figure is used as an observation."""
    observations: tuple[Gauged, ...] = ()
    """Further observations."""


class BudgetClass(Strict):
    """Price range of a kind of item."""

    key: Key
    """Key, in lower case with dashes."""
    title: str
    """Title of the class."""
    kinds: Annotated[tuple[str, ...], Field(min_length=1)]
    """Kinds of parts in the class."""
    when: dict[str, tuple[Bound, Bound]] = Field({})
    """Figures of the part, each with the lowest and highest value in the class."""
    per: str = "piece"
    """Unit of the price: the piece, or a figure of the part such as bays, ports or capacity."""
    names: tuple[str, ...] = ()
    """Names of lines without a catalog part that belong to the class."""
    port_rate: tuple[Bound, Bound] | None = None
    """Lowest and highest bandwidth of the ports that such a line connects. Leave empty for any."""
    covers: tuple[str, ...] = ()
    """Lines included in the price of one: processors, memory, network."""
    small: bool = False
    """Whether it counts without estimates, too: a purchase shouldn't wait for such an item."""
    currency: Annotated[str, Field(pattern=CURRENCY)]
    """Currency of the range. Observations in other currencies are ignored."""
    parts: tuple[Key, ...] = ()
    """Catalog parts whose latest price is used as an observation."""
    observations: tuple[Observed, ...] = ()
    """Further observations."""
    size: Annotated[
        float, BeforeValidator(_bound, json_schema_input_type=str | float), Field(gt=0)
    ] = 1.0
    """Amount in the unit of the class that the entered range is for, such as 100 TB."""
    low: Money | None = None
    """Low end, if you enter the range."""
    likely: Money | None = None
    """Likely value, if you enter the range."""
    high: Money | None = None
    """High end, if you enter the range."""
    date: Date | None = None
    """Date on which the range was entered."""
    power: Watts | None = None
    """Power per piece, if you enter it."""
    weight: Kilograms | None = None
    """Weight per piece, if you enter it."""
    measures: tuple[Measure, ...] = ()
    """Power and weight of items of the class, from observations."""
    note: str = ""
    """Remarks, and the missing data if the class is empty."""

    @model_validator(mode="after")
    def _is_stated_whole(self) -> Self:
        stated = (self.low, self.likely, self.high)
        if None in stated and any(stated):
            raise ValueError("write 'low', 'likely' and 'high', or none of them")
        if self.low and self.likely and self.high:
            if not 0 < self.low.amount <= self.likely.amount <= self.high.amount:
                raise ValueError("write a band that rises from 'low' over 'likely' to 'high'")
            if {self.low.currency, self.likely.currency, self.high.currency} != {self.currency}:
                raise ValueError("write the band in the 'currency' of the class")
            if self.date is None:
                raise ValueError("write the 'date' of the band")
        return self


class Typical(NamedTuple):
    """Typical power or weight of a part of a class, with its range; 0 observations if entered."""

    low: float
    likely: float
    high: float
    seen: int
    covers: tuple[str, ...] = ()


def typical(budget_class: BudgetClass, part: str, figure: str, catalog: Catalog) -> Typical | None:
    """Return the typical power or weight of a part of a class; None with too few observations."""
    stated: float | None = getattr(budget_class, figure)
    if stated is not None:
        return Typical(stated, stated, stated, 0)
    for one in budget_class.measures:
        size = _size(part, one.per, catalog)
        rates = sorted(_rates(one, catalog))
        if one.figure == figure and size and len(rates) >= FEWEST:
            low, likely, high = (rate * size for rate in (rates[0], _median(rates), rates[-1]))
            return Typical(low, likely, high, len(rates), one.covers)
    return None


def _rates(measure: Measure, catalog: Catalog) -> Iterator[float]:
    for key in measure.parts:
        value, size = catalog.figures(key).get(measure.figure), _size(key, measure.per, catalog)
        if value is not None and size:
            yield value / size
    yield from (one.value for one in measure.observations)


def _size(part: str, per: str, catalog: Catalog) -> float | None:
    return 1.0 if per == "piece" else catalog.figures(part).get(per)


def _median(rates: list[float]) -> float:
    return (rates[len(rates) // 2] + rates[~(len(rates) // 2)]) / 2


class PriceObservation(NamedTuple):
    """An observation: its item, price per unit, date, and source."""

    what: str
    rate: float
    date: datetime.date
    source: str


class Band(NamedTuple):
    """Price range of a class per unit, with the number of observations and the latest date."""

    low: float
    likely: float
    high: float
    seen: int
    date: datetime.date


def observed(budget_class: BudgetClass, catalog: Catalog) -> Iterator[PriceObservation]:
    """Return the observations of a class: the latest price of each part, and further ones."""
    for key in budget_class.parts:
        prices = [one for one in catalog.prices(key) if _is_in(one.price, budget_class.currency)]
        latest = max(prices, key=lambda one: one.date, default=None)
        size = 1.0 if budget_class.per == "piece" else catalog.figures(key).get(budget_class.per)
        if latest is not None and latest.price is not None and size:
            yield PriceObservation(
                key, latest.price.amount / size, latest.date, latest.source.title
            )
    for one in budget_class.observations:
        if _is_in(one.price, budget_class.currency):
            yield PriceObservation(
                one.what, one.price.amount / one.size, one.date, one.source.title
            )


def _is_in(price: Amount | None, currency: str) -> bool:
    return price is not None and price.currency == currency


def band(
    budget_class: BudgetClass, catalog: Catalog, until: datetime.date | None = None
) -> Band | None:
    """Return the price range of a class: as entered, or minimum, median and maximum observed.

    Each source counts once in the median, by the median of its own observations: a list of many
    parts weighs no more than a report of one. Observations after a day don't count, if there are
    enough before.
    """
    if budget_class.low and budget_class.likely and budget_class.high and budget_class.date:
        ends = (budget_class.low, budget_class.likely, budget_class.high)
        low, likely, high = (end.amount / budget_class.size for end in ends)
        return Band(low, likely, high, 0, budget_class.date)
    observations = list(observed(budget_class, catalog))
    in_time = [one for one in observations if until is None or one.date <= until]
    observations = in_time if len(in_time) >= FEWEST else observations
    if len(observations) < FEWEST:
        return None
    by_source: dict[str, list[float]] = {}
    for one in observations:
        by_source.setdefault(one.source, []).append(one.rate)
    likely = _median(sorted(_median(sorted(rates)) for rates in by_source.values()))
    rates = [one.rate for one in observations]
    latest = max(one.date for one in observations)
    return Band(min(rates), likely, max(rates), len(observations), latest)


def is_named(budget_class: BudgetClass, name: str, port_rate: float | None = None) -> bool:
    """Whether an item known only by name belongs to a class, and its ports are as fast."""
    if name.casefold() not in (one.casefold() for one in budget_class.names):
        return False
    if budget_class.port_rate is None:
        return True
    slowest, fastest = budget_class.port_rate
    return port_rate is not None and slowest <= port_rate <= fastest


def belongs(budget_class: BudgetClass, part: str, catalog: Catalog) -> bool:
    """Whether a part belongs to a class; False if the required figures are unknown."""
    if catalog.part(part).kind not in budget_class.kinds or budget_class.port_rate is not None:
        return False
    figures = catalog.figures(part)
    known = [(figures.get(name), *bounds) for name, bounds in budget_class.when.items()]
    has_size = budget_class.per == "piece" or figures.get(budget_class.per) is not None
    return has_size and all(x is not None and low <= x <= high for x, low, high in known)


@cache
def shipped_classes(folder: Path = FOLDER) -> tuple[BudgetClass, ...]:
    """Return the classes that ship with the program.

    Raises
    ------
    InputError
        With all problems of the classes.
    """
    if folder == FOLDER:
        return recalled("classes", lambda: _classes_in(folder))
    return _classes_in(folder)


@cache
def small_classes() -> tuple[BudgetClass, ...]:
    """Return the shipped classes of small items, which count without estimates, too.

    They are cached by themselves: reading all classes takes a tenth of the time of a plan.
    """
    return recalled("small classes", lambda: tuple(one for one in shipped_classes() if one.small))


def _classes_in(folder: Path) -> tuple[BudgetClass, ...]:
    classes: dict[str, BudgetClass] = {}
    for path in sorted(folder.glob("*.yaml")):
        for document in read_documents(path.read_bytes(), f"catalogs/classes/{path.name}"):
            one = validate(BudgetClass, document)
            if one.key in classes:
                what = f"the class '{one.key}' occurs twice: keep one of them"
                raise InputError([Problem(document.place(("key",)), "key", what)])
            classes[one.key] = one
    return tuple(classes.values())


def check_classes(catalog: Catalog) -> list[Problem]:
    """Return all problems of the classes that ship with the program."""
    try:
        classes = shipped_classes()
    except InputError as error:
        return list(error.problems)
    return [
        Problem(Place(f"catalogs/classes: {one.key}"), "parts", what)
        for one in classes
        for part in (*one.parts, *(key for measure in one.measures for key in measure.parts))
        if (what := catalog.problem_with(part))
    ]
