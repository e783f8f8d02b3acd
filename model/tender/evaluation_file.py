"""What a file of bids to score says: the method, its parameters, and the figures of each bid."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from model.errors import InputError, Problem, quoted
from model.formulas.tender.own import FormulaError, own_formula
from model.reading.complaints import remedy
from model.reading.documents import Document, validate
from model.reading.fields import (
    CURRENCY,
    Amount,
    Factor,
    PositiveFactor,
    Strict,
)
from model.tender.amounts import read_amount, refuse_thousands
from model.tender.methods import COMMON, METHODS
from model.units.figures import UnitError, parse

MOST_BIDS = 1000
MOST_CRITERIA = 100
MOST_DECIMALS = 12
ROUNDING = 1e-12
"""Relative error of a sum of points of criteria."""


def _money(value: Any) -> Amount:
    return Amount(*read_amount(value))


def _band(value: Any) -> float:
    """Read a share; a number from 1 on is in percent, as tenders write it."""
    share = parse(value, "1")
    if not isinstance(value, str) and share >= 1:
        share /= 100
    if not 0 < share < 1:
        limits = "a band is above 0 % and below 100 %"
        raise UnitError(f"{quoted(value)}: {limits}: write a share such as 0.06 or '6 %'")
    return share


def _points(value: Any) -> float:
    """Read points; of a list by criterion, the sum."""
    if value == []:
        raise UnitError("the list is empty: write the points of each criterion, or leave it out")
    return sum(parse(one, "1") for one in value) if isinstance(value, list) else parse(value, "1")


Money = Annotated[Amount, BeforeValidator(_money)]
Decimals = Annotated[int, Field(strict=True, ge=0, le=MOST_DECIMALS)]
Points = Annotated[float, BeforeValidator(_points), Field(ge=0.0, le=1e12)]
LONGEST_BIDDER = 120
"""Characters of the name of a bidder, as companies are called in registers."""
BidName = Annotated[str, Field(min_length=1, max_length=LONGEST_BIDDER)]


Complaint = tuple[tuple[str | int, ...], str]


class Weights(Strict):
    """Weights, or the most points, of quality and price."""

    quality: Factor = 0.0
    """Weight of quality."""
    price: Factor = 0.0
    """Weight of the price."""

    @model_validator(mode="after")
    def _weighs(self) -> "Weights":
        if self.quality + self.price <= 0:
            raise ValueError("both weights are 0: write the weight of quality or of the price")
        return self


class References(Strict):
    """Reference values that each bid is compared with."""

    quality: PositiveFactor
    """Points for quality."""
    price: Money
    """Price."""


class Step(Strict):
    """A step of a table of points: what reaches it, and its points."""

    at_most: Factor
    """Highest figure that reaches the step."""
    points: Factor
    """Points of the step."""


OfFigure = Literal[
    "capacity",
    "planned_capacity",
    "raw_capacity",
    "read_bandwidth",
    "write_bandwidth",
    "power",
    "racks",
    "months",
    "warranty",
]
"""Figures of bids that are scored."""
OfOne = Literal["most_at_budget", "higher_is_better", "lower_is_better", "steps", "power_of_years"]
"""Methods that score one figure."""
THOUSANDS = ("price", "quantity", "figures", "price_low", "price_high", "value_per_point")
"""Fields of numbers that may be in thousands."""
RESERVED = ("quality", "price")


class Criterion(Strict):
    """A criterion of quality that is scored by one figure of each bid."""

    name: BidName
    """Name of the criterion, such as 'Delivery'."""
    method: OfOne
    """Key of the method that scores the figure."""
    points: PositiveFactor | None = None
    """Most points."""
    base: PositiveFactor | None = None
    """For a power, the figure for all points. Default: 6."""
    steps: Annotated[tuple[Step, ...], Field(min_length=1, max_length=100)] | None = None
    """Points by steps."""
    figure: OfFigure | None = None
    """Figure of bids to a tender. Leave empty if evaluators state it."""
    round: Decimals | None = None
    """Decimals of the points."""

    @property
    def most(self) -> float:
        """Most points that a bid can get."""
        return max(step.points for step in self.steps or ()) if self.steps else self.points or 0.0


class Bid(Strict):
    """One bid."""

    name: BidName
    """Name of the bidder, or of the bid."""
    quality: Points | None = None
    """Points for quality; a list has the points of each criterion."""
    price: Money | None = None
    """Evaluated price."""
    quantity: Factor | None = None
    """Figure that is scored, such as terabytes, watts or months."""
    figures: Annotated[Mapping[BidName, Factor], Field(max_length=MOST_CRITERIA)] = {}
    """Figures of the criteria, by their names."""
    musts: Mapping[str, Literal["met", "not met", "unknown"]] = {}
    """Mandatory requirements: met, not met, or unknown."""
    excluded: str = ""
    """Reason why the bid is excluded."""


class Expected(Strict):
    """A bid as the buyer expects it."""

    quality: Points | None = None
    """Points for quality that evaluators give; a list has the points of each criterion."""
    price: Money | None = None
    """Evaluated price."""
    quantity: Factor | None = None
    """Figure that is scored."""
    figures: Annotated[Mapping[BidName, Factor], Field(max_length=MOST_CRITERIA)] = {}
    """Figures of the criteria, by their names."""


class Scoring(Strict):
    """How bids are scored."""

    method: str
    """Key of the scoring method."""
    weights: Weights | None = None
    """Weights of quality and price; where points are scored, the most points."""
    quality_max: PositiveFactor | None = None
    """Most points for quality that a bid can get."""
    points: PositiveFactor | None = None
    """Most points for the price, or for the figure that is scored."""
    band: Annotated[float, BeforeValidator(_band)] | None = None
    """Share below the best score that counts as equal to it."""
    second: Literal["quality", "price"] | None = None
    """Tie-breaker within the band: highest quality or lowest price."""
    ties: Literal["quality", "price"] | None = None
    """Tie-breaker between equal scores: highest quality or lowest price."""
    reference: References | None = None
    """Reference values."""
    price_low: Money | None = None
    """Price that gets all points."""
    price_high: Money | None = None
    """Price that gets no points."""
    base: PositiveFactor | None = None
    """Multiple of the lowest price that gets no points; for a power, the figure for all points."""
    value_per_point: Money | None = None
    """Value in money of one point for quality."""
    steps: Annotated[tuple[Step, ...], Field(min_length=1, max_length=100)] | None = None
    """Points by steps."""
    criteria: Annotated[tuple[Criterion, ...], Field(max_length=MOST_CRITERIA)] | None = None
    """Criteria whose points are added to the quality of each bid."""
    expected: Expected | None = None
    """Bid as it is expected, to see before publishing what the formula rewards."""
    formula: str | None = None
    """Own formula, such as 'price / quantity'."""
    wins: Literal["highest", "lowest"] | None = None
    """Which score of an own formula wins; the highest unless said otherwise."""
    round: Decimals | None = None
    """Decimals of the score that is ranked; of ratios, digits of the best before the point."""


class Evaluation(Scoring):
    """Bids, and how they are scored."""

    title: str = Field("", max_length=200)
    """Title of the evaluation."""
    currency: Annotated[str, Field(pattern=CURRENCY)] = ""
    """ISO 4217 code of the currency, where amounts are plain numbers."""
    bids: Annotated[tuple[Bid, ...], Field(max_length=MOST_BIDS)] = ()
    """The bids."""

    def code(self) -> str:
        """Return the currency of the amounts; empty if none says it."""
        return next((one.currency for _, one in self.amounts() if one.currency), self.currency)

    def amounts(self) -> Iterator[tuple[tuple[str | int, ...], Amount]]:
        """Give each amount of the file with its path."""
        for n, bid in enumerate(self.bids):
            if bid.price is not None:
                yield ("bids", n, "price"), bid.price
        if self.expected is not None and self.expected.price is not None:
            yield ("expected", "price"), self.expected.price
        for name in ("price_low", "price_high", "value_per_point"):
            if (amount := getattr(self, name)) is not None:
                yield (name,), amount
        if self.reference is not None:
            yield ("reference", "price"), self.reference.price


def read_evaluation(document: Document) -> Evaluation:
    """Return the evaluation that a document states.

    Raises
    ------
    InputError
        If it can't be scored; each problem with its place and what to write instead.
    """
    found = validate(Evaluation, document)
    refuse_thousands(document, THOUSANDS)
    problems = [
        Problem(document.place(path), ".".join(map(str, path)), what)
        for path, what in complaints_of(found)
    ]
    if problems:
        raise InputError(problems)
    return found


def complaints_of(found: Evaluation) -> Iterator[Complaint]:
    """Give what pydantic can't see: a field that the method lacks, two currencies, a name twice."""
    method = METHODS.get(found.method)
    if method is None:
        yield (
            ("method",),
            f"{quoted(found.method)} isn't a method{remedy(found.method, [*METHODS])}",
        )
    else:
        for name in method.needs:
            if getattr(found, name) is None:
                yield (name,), f"{found.method} needs it, and it is missing"
        if _scores_quality(found) and found.quality_max is None:
            yield ("quality_max",), "is missing: write the most points for quality of a bid"
        stated = found.weights is not None or found.points is not None
        if "points" in method.takes and "price" in method.figures and not stated:
            yield ("weights",), "is missing: write weights, or the 'points' for the price"
    if found.method == "log" and found.base is not None and found.base <= 1:
        yield ("base",), "must be above 1: the multiple of the lowest price that gets no points"
    low, high = found.price_low, found.price_high
    if low is not None and high is not None and not low.amount < high.amount:
        yield ("price_high",), "must be above price_low"
    for name in ("price_low", "price_high", "value_per_point"):
        amount = getattr(found, name)
        if amount is not None and amount.amount < 0:
            yield (name,), "must be at least 0: write the amount without a minus sign"
    if found.reference is not None and found.reference.price.amount <= 0:
        yield ("reference", "price"), "must be above 0"
    if found.formula is not None:
        try:
            own_formula(found.formula)
        except FormulaError as error:
            yield ("formula",), str(error)
    yield from _about_steps((), found.steps)
    yield from _about_criteria(found)
    code = found.code()
    for path, amount in found.amounts():
        if amount.currency and amount.currency != code:
            yield path, f"is in {amount.currency}, others in {code}: write one currency"
    names = Counter(bid.name for bid in found.bids)
    for n, bid in enumerate(found.bids):
        if names[bid.name] > 1:
            yield ("bids", n, "name"), f"{quoted(bid.name)} is there {names[bid.name]} times"
        most = found.quality_max
        if bid.quality is not None and most is not None and bid.quality > most * (1 + ROUNDING):
            wanted = f"is above quality_max: write at most {most:g}"
            yield ("bids", n, "quality"), wanted
        yield from _about_figures(("bids", n, "figures"), bid.figures, found)
    if found.expected is not None:
        yield from _about_figures(("expected", "figures"), found.expected.figures, found)


def _about_figures(
    at: tuple[str | int, ...], figures: Mapping[str, float], found: Evaluation
) -> Iterator[Complaint]:
    names = [one.name for one in found.criteria or ()]
    for name in figures:
        if name not in names:
            yield (*at, name), f"{quoted(name)} isn't a criterion{remedy(name, names)}"


def _about_steps(at: tuple[str | int, ...], steps: tuple[Step, ...] | None) -> Iterator[Complaint]:
    limits = [step.at_most for step in steps or ()]
    if limits != sorted(set(limits)):
        yield (*at, "steps"), "must rise: write the step with the lowest 'at_most' first"


def _about_criteria(found: Evaluation) -> Iterator[Complaint]:
    criteria = found.criteria or ()
    counts = Counter(one.name for one in criteria)
    for n, one in enumerate(criteria):
        at = ("criteria", n)
        if counts[one.name] > 1 or one.name in RESERVED:
            what = f"{quoted(one.name)} is taken: write another name"
            yield (*at, "name"), what
        if one.method == "steps" and one.steps is None:
            yield (*at, "steps"), "is missing: write [{at_most: 3, points: 30}, ...]"
        elif one.method != "steps" and one.points is None:
            yield (*at, "points"), "is missing: write the most points of the criterion"
        yield from _about_steps(at, one.steps)
    most = sum(one.most for one in criteria)
    if found.quality_max is not None and most > found.quality_max * (1 + ROUNDING):
        yield ("quality_max",), f"is below the points of the criteria: write at least {most:g}"


def evaluation_of(scoring: Scoring, bids: tuple[Bid, ...], currency: str) -> Evaluation:
    """Return the evaluation of bids that are read already."""
    stated = {name: getattr(scoring, name) for name in scoring.model_fields_set}
    return Evaluation.model_construct(**stated, bids=bids, currency=currency)


def _scores_quality(found: Evaluation) -> bool:
    points = (
        "quality_max" in METHODS[found.method].takes and "points" in METHODS[found.method].takes
    )
    return points and found.weights is not None and found.weights.quality > 0


def unused(found: Evaluation) -> list[str]:
    """Return the fields that are stated, but change no score of the method."""
    method = METHODS[found.method]
    used = {*COMMON, *method.needs, *method.takes}
    if "quality" in method.figures or "quality" in (found.formula or ""):
        used.add("criteria")
    return sorted(found.model_fields_set - used)
