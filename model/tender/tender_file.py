"""The rules of a tender: requirements, price lines, and how the evaluated price is computed."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from pydantic import Field

from model.errors import InputError, Problem, quoted
from model.reading.complaints import remedy
from model.reading.documents import Document, validate
from model.reading.fields import (
    CURRENCY,
    AtLeastOne,
    Count,
    Day,
    EnergyPrice,
    Factor,
    Fraction,
    PositiveByteRate,
    PositiveBytes,
    PositiveCount,
    PositiveFactor,
    PositiveSeconds,
    Share,
    Strict,
    Watts,
)
from model.tender.amounts import Stated, StatedAmount, refuse_thousands
from model.tender.bid_file import MOST_LINES, MOST_MUSTS, MOST_YEARS, BidderName, Code, Text
from model.tender.evaluation_file import (
    MOST_CRITERIA,
    THOUSANDS,
    Bid,
    BidName,
    OfFigure,
    Points,
    Scoring,
    complaints_of,
    evaluation_of,
)
from model.units.kinds import JULIAN_YEAR

MOST_LOTS = 100
ESTIMATES = ("estimate", "estimate_lots", "estimate_options", "estimate_renewals")
ABNORMAL = 0.8
DIFFERENCE = 0.01
MOST_DISCOUNT = 0.5
"""Annual discount rate, at most: a higher one is a slip, such as 90 % for 0.9 %."""
Verdict = Literal["met", "not met", "unknown"]
FIXED_PRICE, SPECIFICATION = "fixed price", "specification"
"""Requirements without an id: that no bid costs more, and that devices meet their minima."""


class Energy(Strict):
    """The buyer's figures for energy, the same for all bids."""

    price: EnergyPrice
    """Price, such as 0.21 EUR/kWh."""
    pue: AtLeastOne = 1.0
    """Power usage effectiveness."""
    hours: PositiveSeconds = JULIAN_YEAR
    """Hours of use in a year. Default: 8,766 h."""
    years: PositiveFactor | None = None
    """Years. Default: the term."""


class Minimum(Strict):
    """A device of the specification, with its functional minima; equivalents may be offered."""

    device: Text
    """Class of the device, such as 'Drive enclosure'."""
    minima: Annotated[tuple[Text, ...], Field(max_length=20)] = ()
    """Minima, such as 'at least 60 drive bays'."""
    use: Text = ""
    """What it is for, such as 'data'."""
    lot: Code = ""
    """Lot."""
    kind: Literal["base", "option"] = "base"
    """Whether it is part of the offer, or an option."""


class Asked(Strict):
    """A line of the price sheet that bidders fill in."""

    position: Annotated[str, Field(min_length=1, max_length=40)]
    """Position."""
    title: Text = ""
    """Required figures."""
    lot: Code = ""
    """Lot."""
    quantity: PositiveFactor | None = None
    """Quantity that every bid must offer. Leave empty if it is free."""
    kind: Literal["base", "option"] = "base"
    """Whether it is part of the offer, or an option."""
    section: Literal["goods", "software", "services", "training", "spares"] = "goods"
    """Section of the price sheet."""


class Required(Strict):
    """Figures that every bid must reach."""

    capacity: PositiveBytes | None = None
    """Capacity, by the definition of the tender."""
    raw_capacity: PositiveBytes | None = None
    """Nominal capacity of all drives."""
    read_bandwidth: PositiveByteRate | None = None
    """Read bandwidth."""
    write_bandwidth: PositiveByteRate | None = None
    """Write bandwidth."""
    power: Watts | None = None
    """Most typical power."""
    racks: Count | None = None
    """Most racks."""


class Conditions(Strict):
    """Conditions under which figures are stated and tested, the same for all bids."""

    record_size: PositiveBytes | None = None
    """Record size of the files that capacity is stated for."""
    fill: Share | None = None
    """Share of the usable capacity that is filled at most."""
    clients: PositiveCount | None = None
    """Clients that read or write at once."""
    processes: PositiveCount | None = None
    """Processes of all clients."""
    transfer_size: PositiveBytes | None = None
    """Bytes of each read or write call."""
    access: Literal["one file per process", "one shared file"] | None = None
    """Files that the processes read and write."""


class Evaluated(Strict):
    """What the evaluators found on a bid."""

    quality: Points | None = None
    """Points for quality; a list has the points of each criterion."""
    figures: Annotated[Mapping[BidName, Factor], Field(max_length=MOST_CRITERIA)] = {}
    """Figures of the criteria that evaluators state, by their names."""
    musts: Annotated[Mapping[str, Verdict], Field(max_length=MOST_MUSTS)] = {}
    """Decisions on requirements, in place of the bidder's answers."""
    excluded: Text = ""
    """Reason why the bid is excluded."""


class TenderFile(Strict):
    """The rules of a tender."""

    schema_: Literal["ostimate.tender/1"] = Field("ostimate.tender/1", alias="schema")
    """Schema version of the file."""
    id: Code = ""
    """Id of the tender. A bid for another one is refused."""
    title: Text = ""
    """Title."""
    requirements_hash: Code = ""
    """Hash of the requirements that the form was made of."""
    form_format: Code = ""
    """Version of the format of the form. Forms and rules of the first version state none."""
    lot: Code = ""
    """Lot that is evaluated. Leave empty if there is one."""
    currency: Annotated[str, Field(pattern=CURRENCY)] = "EUR"
    """Currency of the evaluation."""
    exchange: Mapping[Annotated[str, Field(pattern=CURRENCY)], PositiveFactor] = {}
    """Amount of the tender's currency for one unit of another one, on the day of the tender."""
    valid_until: Day | None = None
    """Day until which bids must be valid."""
    price: Literal["net", "gross"] = "net"
    """Whether the evaluated price is net or gross."""
    vat: Fraction | None = None
    """Value added tax of lines that state none."""
    options: Literal["none", "all", "marked"] = "none"
    """Options that count."""
    marked: Annotated[tuple[Code, ...], Field(max_length=MOST_LINES)] = ()
    """Positions of the options that count."""
    term: Annotated[int, Field(strict=True, ge=1, le=MOST_YEARS)] | None = None
    """Years of service, for which maintenance counts. Leave empty if none is required."""
    discount_rate: Fraction | None = None
    """Annual discount rate of maintenance and energy, for all bids. Leave empty for none."""
    line_rule: Literal["unit_price", "total"] = "unit_price"
    """Which price of a line wins if both differ."""
    energy: Energy | None = None
    """Energy. Leave empty if it doesn't count."""
    rack_price: StatedAmount | None = None
    """Price of the space of a rack over the term. Leave empty if it doesn't count."""
    estimate_options: StatedAmount | None = None
    """Estimate of the options that count, net. Never shown to bidders."""
    estimate_renewals: StatedAmount | None = None
    """Estimate of maintenance over the term, net. Never shown to bidders."""
    estimate: StatedAmount | None = None
    """Estimate of the buyer, for bids that are too low. Never shown to bidders."""
    estimate_lots: Annotated[Mapping[Code, StatedAmount], Field(max_length=MOST_LOTS)] = {}
    """Estimate of each lot, net. Never shown to bidders."""
    abnormal: Annotated[float, Field(gt=0.0, lt=1.0)] = ABNORMAL
    """Share of the median of the others, or of the estimate, below which a bid is explained."""
    capacity: Literal["usable", "planned", "raw"] = "usable"
    """Definition of capacity: as `df` reports it, with headroom left free, or of all drives."""
    tolerance: Annotated[float, Field(ge=0.0, lt=1.0)] = DIFFERENCE
    """Difference from the planned capacity above which the bidder is asked."""
    lines: Annotated[tuple[Asked, ...], Field(max_length=MOST_LINES)] = ()
    """Lines of the price sheet that bidders fill in."""
    requirements: Required = Required.model_construct()
    """Figures that every bid must reach."""
    targets: Required = Required.model_construct()
    """Figures that are desired beyond the required ones."""
    optional: Required = Required.model_construct()
    """Figures that may be offered as an option."""
    planned: Required = Required.model_construct()
    """Figures of the plan that the tender is made of. Never shown to bidders."""
    workload: Text = ""
    """Benchmark by which bandwidths are judged."""
    conditions: Conditions = Conditions.model_construct()
    """Conditions of capacity and bandwidth."""
    musts: Annotated[tuple[Code, ...], Field(max_length=MOST_MUSTS)] = ()
    """Ids of further mandatory requirements, which bids answer."""
    should: Annotated[tuple[Code, ...], Field(max_length=MOST_MUSTS)] = ()
    """Ids of desired requirements, which bids answer. They exclude no bid."""
    may: Annotated[tuple[Code, ...], Field(max_length=MOST_MUSTS)] = ()
    """Ids of optional requirements, which bids answer. They exclude no bid."""
    texts: Mapping[Code, Text] = {}
    """Texts of requirements, by their ids."""
    specification: Annotated[tuple[Minimum, ...], Field(max_length=MOST_LINES)] = ()
    """Devices with their functional minima."""
    deadline: Day | None = None
    """Last day for bids."""
    scoring: Scoring | None = None
    """How bids are scored. Leave empty to compare only."""
    scored: OfFigure | None = None
    """Figure that is scored, where the method scores one: in TB, GB/s, W, racks, months, years."""
    fixed_price: StatedAmount | None = None
    """Price that no bid may exceed, where the most for a fixed price wins."""
    bids: Mapping[BidderName, Evaluated] = {}
    """What the evaluators found, by bidder."""

    @property
    def own_estimate(self) -> Stated | None:
        """The estimate of what is evaluated: of one of several lots, its own; None if unknown."""
        if not self.lot:
            return self.estimate
        others = {one.lot for one in self.lines} - {self.lot}
        return self.estimate_lots.get(self.lot, None if others else self.estimate)

    def rate(self, currency: str) -> Factor | None:
        """Return the exchange rate of a currency; None if the tender states none."""
        return 1.0 if currency in ("", self.currency) else self.exchange.get(currency)


def read_tender(document: Document) -> TenderFile:
    """Return the rules that a document states.

    Raises
    ------
    InputError
        With all problems, each with its place and what to write instead.
    """
    found = validate(TenderFile, document)
    refuse_thousands(document, (*THOUSANDS, "rack_price", *ESTIMATES, "fixed_price"))
    problems = [
        Problem(document.place(path), ".".join(map(str, path)), what)
        for path, what in _complaints(found)
    ]
    if problems:
        raise InputError(problems)
    return found


def _complaints(found: TenderFile) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Give what the types can't see."""
    ids = (*found.musts, *found.should, *found.may)
    for name in ("musts", "should", "may"):
        for n, one in enumerate(getattr(found, name)):
            if ids.count(one) > 1:
                yield (name, n), "is there more than once: write each id once, in one class"
    positions = [(one.lot, one.position) for one in found.lines]
    for n, one in enumerate(positions):
        if positions.index(one) < n:
            yield ("lines", n, "position"), "is there before: write each position once"
    lots = sorted({one.lot for one in found.lines} - {""})
    if found.lot and found.lines and found.lot not in lots:
        remedy_of_lot = (
            f": write {' or '.join(lots)}"
            if lots
            else (", which state none: leave it empty, or state that of each")
        )
        yield ("lot",), f"{quoted(found.lot)} is no lot of the lines{remedy_of_lot}"
    if found.price == "gross" and found.vat is None:
        yield ("vat",), "is missing: gross prices need the value added tax"
    if found.options == "marked" and not found.marked:
        yield ("marked",), "is missing: write the positions of the options that count"
    if found.energy is not None and found.term is None and found.energy.years is None:
        yield ("energy", "years"), "is missing: write the years of energy, or the 'term'"
    amounts = {
        ("energy", "price"): found.energy.price if found.energy is not None else None,
        ("rack_price",): found.rack_price,
        ("estimate",): found.estimate,
        ("estimate_options",): found.estimate_options,
        ("estimate_renewals",): found.estimate_renewals,
        ("fixed_price",): found.fixed_price,
    }
    amounts |= {("estimate_lots", lot): amount for lot, amount in found.estimate_lots.items()}
    for path, amount in amounts.items():
        if amount is not None and amount.currency not in ("", found.currency):
            yield path, f"is in another currency: write it in {found.currency}"
        if isinstance(amount, Stated) and amount.amount < 0:
            yield path, "must be at least 0: write the amount without a minus sign"
    if found.discount_rate is not None and found.discount_rate > MOST_DISCOUNT:
        what = f"must be at most {MOST_DISCOUNT:.0%} a year".replace("%", " %")
        yield ("discount_rate",), f"{what}: write the annual rate, such as '3 %'"
    judged_on = list(_decided_on(found))
    for name, judged in found.bids.items():
        for one in judged.musts:
            if one not in judged_on:
                what = f"{quoted(one)} isn't a requirement of this tender"
                yield ("bids", name, "musts", one), f"{what}{remedy(one, judged_on)}"
    if found.scoring is None:
        return
    rules = evaluation_of(found.scoring, (), found.currency)
    for where, what in complaints_of(rules):
        yield ("scoring", *where), what
    most = found.scoring.quality_max
    for name, judged in found.bids.items():
        if judged.quality is not None and most is not None and judged.quality > most:
            yield ("bids", name, "quality"), f"is above quality_max: write at most {most:g}"
        stated = [one.name for one in found.scoring.criteria or () if one.figure is None]
        for criterion in judged.figures:
            if criterion not in stated:
                what = f"{quoted(criterion)} isn't a criterion that evaluators state"
                yield ("bids", name, "figures", criterion), f"{what}{remedy(criterion, stated)}"


def _decided_on(found: TenderFile) -> Iterator[str]:
    """Give the requirements that evaluators may decide on."""
    yield from (
        name for name in Required.model_fields if getattr(found.requirements, name) is not None
    )
    yield from (FIXED_PRICE for _ in range(found.fixed_price is not None))
    yield from (SPECIFICATION for _ in range(bool(found.specification)))
    yield from (*found.musts, *found.should, *found.may)


def evaluation_bid(name: str, **figures: object) -> Bid:
    """Return a bid of an evaluation, from figures that are read already."""
    return Bid.model_construct(name=name, **figures)  # type: ignore[arg-type]
