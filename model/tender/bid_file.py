"""What a bid says: prices line by line, the offered design, and what is committed to."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from model.errors import InputError, Place, Problem, shortened
from model.kinds.file_systems import FileSystem
from model.reading.dates import FIRST_DAY
from model.reading.documents import Document, validate
from model.reading.fields import (
    CURRENCY,
    LONGEST_NAME,
    MOST_MONEY,
    Count,
    Day,
    Fraction,
    Kilograms,
    Metres,
    PositiveByteRate,
    PositiveBytes,
    PositiveCount,
    PositiveFactor,
    Share,
    Strict,
    Watts,
)
from model.tender.amounts import WITHOUT_MARK, StatedAmount, refuse_thousands
from model.tender.evaluation_file import LONGEST_BIDDER

MOST_LINES = 5_000
MOST_MUSTS = 1_000
MOST_YEARS = 20
LONGEST = 1_000
Text = Annotated[str, Field(max_length=LONGEST)]


def _in_one_line(name: Any) -> Any:
    """Return a name without breaks, and without signs that no one sees."""
    if not isinstance(name, str):
        return name
    seen = (one for one in name if one.isspace() or unicodedata.category(one)[0] != "C")
    return " ".join("".join(seen).split())


BidderName = Annotated[
    str, BeforeValidator(_in_one_line), Field(min_length=1, max_length=LONGEST_BIDDER)
]
Code = Annotated[str, Field(max_length=LONGEST_NAME)]
Answer = Literal["yes", "no", "deviation"]


class Line(Strict):
    """A line of the price sheet."""

    position: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    """Position, as in the form."""
    title: Text = ""
    """What is offered."""
    lot: Code = ""
    """Lot."""
    kind: Literal["base", "option"] = "base"
    """Whether it is part of the offer, or an option."""
    section: Literal[
        "goods", "software", "services", "training", "maintenance", "spares", "unit prices"
    ] = "goods"
    """Section. Unit prices for later additions don't count."""
    year: Annotated[int, Field(strict=True, ge=1, le=MOST_YEARS)] | None = None
    """Of maintenance, the year that it is for."""
    quantity: PositiveFactor | None = None
    """Quantity."""
    unit: Code = ""
    """Unit of the quantity."""
    unit_price: StatedAmount | None = None
    """Price of one unit, after discounts."""
    total: StatedAmount | None = None
    """Total of the line."""
    vat: Fraction | None = None
    """Value added tax. Default: that of the tender."""
    remark: Text = ""
    """Remark of the bidder."""


class Discount(Strict):
    """A discount on the whole bid: an amount or a share."""

    title: Text = ""
    """What it is given for."""
    amount: StatedAmount | None = None
    """Amount."""
    share: Share | None = None
    """Share of all prices."""
    condition: Text = ""
    """Condition. Conditional discounts don't count."""


class Design(Strict):
    """The offered storage: a layout and its drives, or a whole tier."""

    layout: Annotated[str, Field(max_length=200)] | None = None
    """Layout of one target, such as '19 x raidz3:11', or a code, such as 'ceph:8+3'."""
    drive: PositiveBytes | Annotated[str, Field(max_length=LONGEST_NAME)] | None = None
    """Capacity of a drive, or its catalog key."""
    targets: PositiveCount = 1
    """Number of targets."""
    servers: PositiveCount | None = None
    """Number of servers. Their targets, or the drives of a code, are spread evenly."""
    drives_per_server: PositiveCount | None = None
    """Of a code, the drives of each server."""
    drive_class: Literal["hdd", "ssd"] | None = None
    """Class of the drives. Leave empty if 'drive' is a catalog key."""
    drive_read: PositiveByteRate | None = None
    """Sequential read bandwidth of a drive, by its datasheet."""
    drive_write: PositiveByteRate | None = None
    """Sequential write bandwidth of a drive, by its datasheet."""
    ports: PositiveCount | None = None
    """Network ports of a server, for the clients."""
    port_rate: PositiveByteRate | None = None
    """Rate of a network port, such as 100 Gbit/s."""
    file_system: FileSystem = "none"
    """File system on the targets."""
    target: Mapping[str, Any] = {}
    """Further fields of the target, as in scenarios: release, record_size, luks."""
    tiers: Annotated[list[Any], Field(max_length=32)] | None = None
    """Whole tiers, as in scenarios."""


class Committed(Strict):
    """A figure that the bid commits to, and its conditions."""

    value: PositiveByteRate
    """Bandwidth."""
    conditions: Text = ""
    """Clients, processes, transfer size, fill, state."""


class PowerPhase(Strict):
    """Electric power in some years of the term."""

    until: Annotated[int, Field(strict=True, ge=1, le=MOST_YEARS)]
    """Last year of the phase."""
    typical: Watts
    """Under typical load."""


class Power(Strict):
    """Electric power of everything that is offered."""

    typical: Watts | None = None
    """Under typical load."""
    years: Annotated[tuple[PowerPhase, ...], Field(max_length=MOST_YEARS)] = ()
    """Under typical load by years, where it changes: [{until: 4, typical: 70 kW}, ...]."""
    maximum: Watts | None = None
    """Maximum."""


class Evidence(Strict):
    """How a bid meets a requirement."""

    offered: Text = ""
    """What is offered."""
    measured: Text = ""
    """How it is measured."""
    page: Text = ""
    """Page of the offer."""


class Product(Strict):
    """A product that is offered for a device of the specification."""

    device: Text
    """Device of the specification."""
    product: Text = ""
    """Product, or an equivalent one."""
    count: PositiveCount | None = None
    """Number."""
    meets: Answer | None = None
    """Whether it meets the minima."""


class Service(Strict):
    """Service after delivery."""

    response: Text = ""
    """Response class."""
    hours: Text = ""
    """Service hours."""
    retention: Literal["", "yes", "no"] = ""
    """Whether failed drives stay with the buyer."""
    end_of_service: Day | None = None
    """Day on which the service ends."""
    licence: Text = ""
    """Metric and term of licences."""


class OfSite(Strict):
    """Demands on the site."""

    rack_units: PositiveFactor | None = None
    """Rack units."""
    depth: Metres | None = None
    """Depth of the deepest device."""
    weight: Kilograms | None = None
    """Weight of everything."""
    plugs: Text = ""
    """Plugs."""
    to_water: Fraction | None = None
    """Share of the heat that goes to water."""


class Milestone(Strict):
    """A milestone of the delivery."""

    title: Text
    """What is done."""
    month: PositiveFactor | None = None
    """Months after the order."""
    share: Share | None = None
    """Share of the price that is due."""


class BidFile(Strict):
    """One bid."""

    schema_: Literal["ostimate.bid/1"] = Field("ostimate.bid/1", alias="schema")
    """Schema version of the file."""
    tender: Code = ""
    """Id of the tender."""
    requirements_hash: Code = ""
    """Hash of the requirements that the form was made of."""
    form_format: Code = ""
    """Version of the format of the form. Forms and rules of the first version state none."""
    bidder: BidderName
    """Name of the bidder."""
    kind: Literal["main", "alternative"] = "main"
    """Main bid or alternative."""
    offer: Code = ""
    """Number of the offer."""
    date: Day | None = None
    """Date of the offer."""
    valid_until: Day | None = None
    """Last day on which the offer is valid."""
    currency: Annotated[str, Field(pattern=CURRENCY)] | None = None
    """Currency. Default: that of the tender."""
    prices: Literal["net", "gross"] | None = None
    """How prices are stated. Default: as in the tender."""
    lines: Annotated[tuple[Line, ...], Field(max_length=MOST_LINES)] = ()
    """Lines of the price sheet."""
    total: StatedAmount | None = None
    """Total of all lines except options, as stated."""
    discounts: Annotated[tuple[Discount, ...], Field(max_length=100)] = ()
    """Discounts."""
    yearly_maintenance: StatedAmount | None = None
    """Price of maintenance for any further year."""
    warranty: Annotated[int, Field(strict=True, ge=0, le=MOST_YEARS)] | None = None
    """Years of warranty, which need no maintenance."""
    design: Design | None = None
    """The offered storage."""
    capacity: PositiveBytes | None = None
    """Committed capacity, by the definition of the tender."""
    raw_capacity: PositiveBytes | None = None
    """Nominal capacity of all drives."""
    read_bandwidth: Committed | None = None
    """Committed read bandwidth."""
    write_bandwidth: Committed | None = None
    """Committed write bandwidth."""
    power: Power = Power.model_construct()
    """Electric power."""
    racks: Count | None = None
    """Racks."""
    months: PositiveFactor | None = None
    """Months until delivery."""
    musts: Annotated[Mapping[str, Answer], Field(max_length=MOST_MUSTS)] = {}
    """Answers to requirements, by their ids."""
    evidence: Annotated[Mapping[str, Evidence], Field(max_length=MOST_MUSTS)] = {}
    """How requirements are met, by their ids."""
    products: Annotated[tuple[Product, ...], Field(max_length=MOST_LINES)] = ()
    """Products for the devices of the specification."""
    service: Service = Service.model_construct()
    """Service after delivery."""
    site: OfSite = OfSite.model_construct()
    """Demands on the site."""
    milestones: Annotated[tuple[Milestone, ...], Field(max_length=100)] = ()
    """Milestones of the delivery."""
    questions: Annotated[tuple[Text, ...], Field(max_length=MOST_MUSTS)] = ()
    """Questions to the bidder that came up in reading."""
    signer: Text = ""
    """Name of the person who signs."""
    form: Any = None
    """What the form asks, for its readers: not read."""

    @property
    def name(self) -> str:
        """Name of the bid, by which others refer to it."""
        if self.kind == "main":
            return self.bidder
        return f"{self.bidder} (alternative{f' {self.offer}' if self.offer else ''})"


def read_bid(document: Document) -> BidFile:
    """Return the bid that a document states.

    Raises
    ------
    InputError
        With all problems, each with its place and what to write instead. No value of the bid is in
        the messages: bids are confidential.
    """
    document = replace(document, data=_filled(document.data))
    wrong: list[Problem] = []
    found: BidFile | None = None
    try:
        found = validate(BidFile, document)
    except InputError as error:
        wrong += error.problems
    try:
        refuse_thousands(document, THOUSANDS)
    except InputError as error:
        fields = {problem.field for problem in wrong}
        wrong += (problem for problem in error.problems if problem.field not in fields)
    found = found or _without(document, wrong)
    problems = [
        Problem(document.place(path), ".".join(map(str, path)), what)
        for path, what in (() if found is None else _complaints(found))
    ]
    if found is None or wrong or problems:
        raise InputError([*without_values(wrong, document), *problems])
    return found


def _without(document: Document, problems: Iterable[Problem]) -> BidFile | None:
    """Return a bid without its wrong fields, for what else is wrong; None if it needs these."""
    data = deepcopy(document.data)
    for problem in problems:
        parent, (*steps, last) = data, problem.field.split(".")
        for step in steps:
            if isinstance(parent, list) and step.isdigit() and int(step) < len(parent):
                parent = parent[int(step)]
            elif isinstance(parent, dict):
                parent = parent.get(step)
        if not isinstance(parent, dict):  # entries of lists stay where they are
            return None
        parent.pop(last, None)
    try:
        return validate(BidFile, replace(document, data=data))
    except InputError:
        return None


def _filled(data: Any) -> Any:
    """Return what is filled in: what has no value, or nothing but such parts, isn't there."""
    if isinstance(data, dict):
        filled = {key: _filled(value) for key, value in data.items()}
        return {key: filled[key] for key, value in data.items() if _is_filled(value, filled[key])}
    if isinstance(data, list):
        pairs = [(value, _filled(value)) for value in data]
        return [filled for value, filled in pairs if _is_filled(value, filled)]
    return data


def _is_filled(value: Any, filled: Any) -> bool:
    return value is not None and (filled != {} or value == {})


def _complaints(found: BidFile) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Give what the types can't see."""
    counts = Counter((line.lot, line.position) for line in found.lines)
    for n, line in enumerate(found.lines):
        if counts[line.lot, line.position] > 1:
            what = f"is there {counts[line.lot, line.position]} times: write each position once"
            yield ("lines", n, "position"), what
        if line.unit_price is not None and line.quantity is not None:
            product = abs(float(line.unit_price.amount)) * line.quantity
            if product > MOST_MONEY:
                what = f"unit price times quantity is too large: at most {MOST_MONEY:g}"
                yield ("lines", n, "quantity"), what
        if line.year is not None and line.section != "maintenance":
            yield ("lines", n, "year"), "only maintenance has a year: write 'section: maintenance'"
        if line.section == "maintenance" and line.year is None and line.kind == "base":
            yield ("lines", n), "'year' is missing: write the year that the maintenance is for"
    for n, one in enumerate(found.discounts):
        if (one.amount is None) == (one.share is None):
            yield ("discounts", n), "write either 'amount' or 'share'"
        if one.amount is not None and one.amount.amount < 0:
            yield ("discounts", n, "amount"), "must be at least 0: write what is taken off"
    limits = [phase.until for phase in found.power.years]
    if limits != sorted(set(limits)):
        yield ("power", "years"), "must rise: write the phase with the lowest 'until' first"
    days = {
        ("date",): found.date,
        ("valid_until",): found.valid_until,
        ("service", "end_of_service"): found.service.end_of_service,
    }
    for day_path, day in days.items():
        if day is not None and day < FIRST_DAY:
            what = f"is before {FIRST_DAY.year}, as the date of an empty cell is: write the date"
            yield day_path, what
    own = currency_of(found)
    for path, amount in _amounts(found):
        if amount is not None and amount.currency not in ("", own):
            yield path, "is in another currency than the bid: write one currency"


def _amounts(found: BidFile) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    for n, line in enumerate(found.lines):
        yield ("lines", n, "unit_price"), line.unit_price
        yield ("lines", n, "total"), line.total
    yield ("total",), found.total
    yield ("yearly_maintenance",), found.yearly_maintenance
    for n, one in enumerate(found.discounts):
        yield ("discounts", n, "amount"), one.amount


def currency_of(found: BidFile) -> str:
    """Return the currency of a bid's amounts; empty if it states none."""
    stated = (one.currency for _, one in _amounts(found) if one is not None and one.currency)
    return found.currency or next(stated, "")


THOUSANDS = ("unit_price", "total", "amount", "yearly_maintenance", "quantity")
"""Fields of numbers that may be in thousands."""
HIDDEN = "the value"
FOUND = f"found {HIDDEN}: "
"""Begins what is left of a message that quotes nothing else."""
_QUOTED = re.compile(r"'([^']*)'")


def without_values(problems: Iterable[Problem], document: Document) -> list[Problem]:
    """Return problems without the values of a bid that their texts quote."""
    texts = (value.casefold() for value in _values(document.data))
    written = {text for value in texts for text in (value, shortened(value))}
    return [replace(one, what=_hidden(one, document.data, written)) for one in problems]


def _values(data: Any) -> Iterator[str]:
    """Give all values of a bid as texts, but not the names of its fields."""
    if isinstance(data, dict | list):
        for value in data.values() if isinstance(data, dict) else data:
            yield from _values(value)
    elif data is not None:
        yield str(data).lower() if isinstance(data, bool) else str(data)


def _hidden(problem: Problem, data: Any, written: set[str]) -> str:
    """Return what is wrong without what is quoted, and without the value at the place itself."""
    if problem.what.endswith(WITHOUT_MARK):
        return f"the mark may separate thousands: write the number {WITHOUT_MARK}"
    what = _BREAKS.sub(_bound_alone, problem.what)
    what = _QUOTED.sub(lambda one: HIDDEN if one[1].casefold() in written else one[0], what)
    value: Any = data
    steps = problem.field.split(".")
    for step in steps:
        if isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, dict) and step in map(str, value):
            value = next(one for key, one in value.items() if str(key) == step)
        else:
            break
    if value is data:
        return what.removeprefix(FOUND)
    texts = list(_values(value))
    for text in texts:
        for form in (text, shortened(text)):
            if len(form) >= LEAST_HIDDEN and form in what:
                what = re.sub(rf"(?<!\w){re.escape(form)}(?!\w)", HIDDEN, what)
    what = _without_parts(_SUBJECT, what, texts)
    what = _without_numbers(what, _values(data["design"]) if steps[0] == "design" else texts)
    what = _without_parts(_QUOTED, what, texts)
    what = _BITS.sub("; write B for bytes or bit for bits, as in 'GB/s' or 'Gbit/s'", what)
    what = what.replace(f"no part {HIDDEN} is in", f"{HIDDEN} isn't in")
    return what.replace(f"{HIDDEN}: {HIDDEN}", HIDDEN).removeprefix(FOUND)


def _without_parts(quotes: re.Pattern[str], what: str, texts: Iterable[str]) -> str:
    """Leave out quotes that are a part of a value."""
    wholes = tuple(texts)
    return quotes.sub(
        lambda one: HIDDEN if any(_is_part(one[1], whole) for whole in wholes) else one[0], what
    )


_SUBJECT = re.compile(r"'([^']*)'(?= is)")
"""What a message is about."""
_BREAKS = re.compile(r"(must be (?:at least|at most|above|more than|less than) .*?), is .*")
"""A figure beyond a bound, in our words."""
_SHARE = ": write a share"
_BITS = re.compile(r"(?<=does not say bits or bytes); write .*")
_NUMBERS = re.compile(
    r"(?P<kept>(?:at least|at most|above|more than|less than|such as) '?[\d.,-]+"
    r"|is not a layout: .*)"
    r"|(?P<derived>(?:takes?|needs?) )[\d.,]*\d"
    r"|(?<![\w.,])(?P<word>[A-Za-z]+\d\w*)"
    r"|(?<![A-Za-z\d])(?P<number>\d+(?:[.,]\d+)*)"
)
"""Numbers of a message: bounds and examples are ours; others may be of the bid."""


def _bound_alone(found: re.Match[str]) -> str:
    """Return the bound that a figure breaks, without the figure."""
    return f"{found[1]}{_SHARE if _SHARE in found[0] else ''}"


def _without_numbers(what: str, texts: Iterable[str]) -> str:
    """Leave out numbers of a bid, whatever their unit, and what is computed of them."""
    own = {
        _digits(one) if one[0].isdigit() else one
        for text in texts
        for one in re.findall(r"[A-Za-z]+\d\w*|\d+(?:[.,]\d+)*|\d+", text)
    }
    own |= {_digits(one) for text in own for one in re.findall(r"\d+", text)}

    def replaced(found: re.Match[str]) -> str:
        if found["kept"]:
            return found[0]
        if found["derived"]:
            return f"{found['derived']}…"
        known = found["word"] in own if found["word"] else _digits(found["number"]) in own
        return "…" if known else found[0]

    return _NUMBERS.sub(replaced, what)


def _digits(number: str) -> str:
    """Return the significant digits of a number: the same for 35, 3.5 and 3500."""
    return re.sub(r"\D", "", number).strip("0") or "0"


def _is_part(text: str, whole: str) -> bool:
    return len(text) >= LEAST_HIDDEN and text.casefold() in whole.casefold()


LEAST_HIDDEN = 3
"""Characters of a value without quotes that is hidden: shorter ones tell nothing."""


def twice(bids: list[tuple[str, BidFile]]) -> list[Problem]:
    """Return the problems of bids of the same name."""
    counts = Counter(_bare(bid.name) for _, bid in bids)
    there = [file for file, bid in bids if counts[_bare(bid.name)] > 1]
    what = "another file has a bid of the same bidder: write 'kind: alternative', and its 'offer'"
    return [Problem(Place(file), "bidder", what) for file in there]


LEGAL_FORMS = frozenset(
    (
        *("ab", "ag", "aps", "as", "asa", "bv", "bvba", "co", "corp", "corporation", "eg", "gmbh"),
        *("inc", "kg", "kgaa", "limited", "llc", "llp", "ltd", "mbh", "nv", "ohg", "oy", "oyj"),
        *("plc", "sa", "sarl", "sas", "se", "sl", "spa", "sro", "srl", "ug"),
    )
)
"""Words in names of companies that say how they are organised."""


def alike(bids: Iterable[BidFile]) -> list[tuple[str, ...]]:
    """Return the names of main bids that differ in no more than accents and legal forms."""
    names: dict[str, list[str]] = {}
    for bid in bids:
        if bid.kind == "main":
            names.setdefault(_core(bid.bidder), []).append(bid.name)
    return [tuple(found) for found in names.values() if len(found) > 1]


def _core(name: str) -> str:
    """Return a name without accents and legal forms.

    >>> _core("ALPHA GmbH & Co. KG"), _core("Société Alpha S.A."), _core("AG")
    ('alpha', 'societealpha', 'ag')
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(one for one in plain if not unicodedata.combining(one))
    words = re.findall(r"[^\W_]+", letters.replace(".", ""))
    return "".join(word for word in words if word not in LEGAL_FORMS) or _bare(name)


def _bare(name: str) -> str:
    """Return a name without what two spellings of it differ in."""
    return "".join(letter for letter in name.casefold() if letter.isalnum()) or name
