"""Bids side by side: evaluated prices, checks by our model, questions and scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from statistics import median
from typing import Literal

from model.answers.results import WAYS
from model.reading.documents import Document
from model.reading.fields import Amount
from model.records import dataclass
from model.tender.amounts import computed, priced
from model.tender.bid_file import BidFile, alike
from model.tender.bid_reading import Unreadable
from model.tender.evaluation_file import Bid, OfFigure, evaluation_of
from model.tender.form import is_earlier, is_of_all_lots, of_all_lots
from model.tender.normalisation import (
    Normalised,
    estimate_of_purchase,
    normalise,
    purchase_of,
)
from model.tender.offered_design import OfBandwidth, Offered, offered_of
from model.tender.public_terms import device_of, devices_of
from model.tender.scores import Scores, scores
from model.tender.tender_file import (
    FIXED_PRICE,
    SPECIFICATION,
    Evaluated,
    TenderFile,
    Verdict,
    evaluation_bid,
)
from model.units.figures import percent, show, write

BandwidthVerdict = Literal["can't be", "daring", "open", "covered", "unknown"]
CapacityVerdict = Literal["confirmed", "less", "more", "unknown"]
MEANING: dict[BandwidthVerdict, str] = {
    "can't be": "it is above the upper bound of the offered parts",
    "daring": "few comparable systems reach it",
    "open": "the offered parts may or may not reach it",
    "covered": "almost any such system reaches it",
}
"""What the verdicts on committed bandwidths mean."""
SHOWN: dict[BandwidthVerdict, str] = {
    "can't be": "impossible",
    "daring": "above likely range",
    "open": "in likely range",
    "covered": "below likely range",
    "unknown": "unknown",
}
"""The verdicts on committed bandwidths as tables show them; the keys are those of the JSON."""
IN = {
    "capacity": 1e12,
    "planned_capacity": 1e12,
    "raw_capacity": 1e12,
    "read_bandwidth": 1e9,
    "write_bandwidth": 1e9,
}
"""Units in which figures are scored: TB and GB/s; others as they are."""
CEILINGS = ("power", "racks")
"""Required figures that are limits."""
WORDS = {
    "capacity": "the capacity",
    "raw_capacity": "the nominal capacity of the drives",
    "read_bandwidth": "the read bandwidth",
    "write_bandwidth": "the write bandwidth",
    "power": "the typical power",
    "racks": "the number of racks",
}
SCORED_WORDS = {"months": "the months until delivery", "warranty": "the years of warranty"}
UNITS = {
    "capacity": "byte",
    "raw_capacity": "byte",
    "read_bandwidth": "byte/s",
    "write_bandwidth": "byte/s",
    "power": "watt",
    "racks": "1",
}
ANSWERS: dict[str | None, Verdict] = {"yes": "met", "no": "not met"}
"""What a bidder's answers mean; a deviation, like no answer, leaves it unknown."""
MOST_NAMED = 10
"""Files that a warning names."""
ROUNDING = 1e-12
"""Error of a relative difference: one of exactly the tolerance isn't above it."""
NOT_EVALUATED = Evaluated.model_construct()
NARROW = 1e-3
"""Relative difference of two figures that look the same in tables."""
IMPLAUSIBLE = 0.1
"""Share of the planned or required figure below which a bidder is asked for the unit.

As often above it, too: 2.1 TB in place of 2.1 PB, or watts in place of kilowatts.
"""


@dataclass(frozen=True, slots=True)
class Capacity:
    """The stated capacity beside that of the offered layout in our model."""

    offered: float | None
    planned: float | None
    difference: float | None
    verdict: CapacityVerdict


@dataclass(frozen=True, slots=True)
class Bandwidth:
    """A committed bandwidth beside what the offered parts may deliver."""

    committed: float | None
    conditions: str
    of_parts: OfBandwidth
    verdict: BandwidthVerdict


@dataclass(frozen=True, slots=True)
class Judged:
    """A bid by our model and by the mandatory requirements."""

    capacity: Capacity
    bandwidths: Mapping[str, Bandwidth]
    musts: Mapping[str, Verdict]


@dataclass(frozen=True, slots=True)
class Compared:
    """One bid, as it is compared."""

    normalised: Normalised
    capacity: Capacity
    bandwidths: Mapping[str, Bandwidth]
    musts: Mapping[str, Verdict]
    per_unit: Mapping[str, float | None]
    abnormal: tuple[str, ...]
    """What the bid is abnormally low against; for the buyer, not for the bidder."""
    questions: tuple[str, ...]
    not_planned: tuple[str, ...] = ()
    """Why the offered storage can't be planned; its capacity and bandwidths are then unknown."""

    @property
    def name(self) -> str:
        """Name of the bid."""
        return self.normalised.bid.name

    @property
    def price(self) -> Decimal | None:
        """Evaluated price; None if the bid is incomplete."""
        return self.normalised.price


@dataclass(frozen=True, slots=True)
class Comparison:
    """All bids of a tender."""

    tender: TenderFile
    bids: tuple[Compared, ...]
    scores: Scores | None
    warnings: tuple[str, ...]
    unreadable: tuple[Unreadable, ...] = ()
    """Files whose bids are in no table of figures, and in no rank."""


def compare(
    tender: TenderFile,
    bids: Sequence[tuple[BidFile, Document]],
    unreadable: Sequence[Unreadable] = (),
) -> Comparison:
    """Compare and score bids; a storage that can't be planned is a result of its own bid."""
    offered = {
        bid.name: offered_of(bid.design, tender.capacity, document) for bid, document in bids
    }
    normalised = {bid.name: normalise(bid, tender) for bid, _ in bids}
    prices = {name: one.price for name, one in normalised.items() if one.price is not None}
    judged = {bid.name: _judged(normalised[bid.name], tender, offered[bid.name]) for bid, _ in bids}
    counted = {
        name: price
        for name, price in prices.items()
        if not _excluded(normalised[name], tender) and "not met" not in judged[name].musts.values()
    }
    compared = tuple(
        _compared(normalised[bid.name], tender, offered[bid.name], judged[bid.name], counted)
        for bid, _ in bids
    )
    warnings = (*_about_unreadable(unreadable), *_warnings(tender, compared))
    return Comparison(tender, compared, _scored(tender, compared), warnings, tuple(unreadable))


def _about_unreadable(files: Sequence[Unreadable]) -> Iterator[str]:
    """Say that bids are missing: the ranks and scores of the others are without them."""
    if unread := [one for one in files if not one.is_of_other]:
        yield (
            f"not read: {_named(unread)}; the ranks of the others are without these bids, and may "
            "change once they can be read"
        )
    if others := [one for one in files if one.is_of_other]:
        yield f"of another tender: {_named(others)}; they don't count, and change no rank"


def _named(files: Sequence[Unreadable]) -> str:
    more = f" and {len(files) - MOST_NAMED} more" if len(files) > MOST_NAMED else ""
    return ", ".join(one.file for one in files[:MOST_NAMED]) + more


def _warnings(tender: TenderFile, bids: Sequence[Compared]) -> Iterator[str]:
    """Give what the buyer has to know beside the tables."""
    for one in bids:
        if one.not_planned:
            reasons = "; ".join(one.not_planned)
            yield f"{one.name}: the offered storage can't be planned, because {reasons}"
        for name, required in missed_narrowly(one.normalised.bid, tender):
            unit = UNITS[name]
            own = write(figure_of(one.normalised.bid, name) or 0.0, unit)
            yield (
                f"{one.name} misses {WORDS[name]} by little: it states {own}, and "
                f"{write(required, unit)} is required. Check whether a unit was converted"
            )
        if is_earlier(tender, one.normalised.bid.requirements_hash):
            yield (
                f"{one.name}: its form was made by an earlier version of Ostimate. Check that the "
                "rules of the tender weren't changed since"
            )
    if tender.lot and tender.estimate is not None and tender.own_estimate is None:
        yield (
            "the estimate is of all lots, so bids aren't compared with it: state 'estimate_lots: "
            f"{{{tender.lot}: ...}}'"
        )
    for names in alike([one.normalised.bid for one in bids]):
        yield (
            f"{' and '.join(names)} may be bids of one bidder: exclude all but one, or ask which "
            "is the alternative"
        )
    known = {one.name for one in bids}
    for name in tender.bids:
        if name not in known:
            yield f"the tender has points or decisions for a bid that was not read: {name}"


def _judged(normalised: Normalised, tender: TenderFile, offered: Offered) -> Judged:
    """Check what a bid offers by our model, and judge it by the mandatory requirements."""
    bid = normalised.bid
    capacity = _capacity(bid, offered, tender)
    bandwidths = {way: _bandwidth(bid, offered, way) for way in WAYS}
    musts = dict(_musts(bid, tender, capacity, bandwidths, normalised.price, offered.problems))
    return Judged(capacity, bandwidths, musts)


def _compared(
    normalised: Normalised,
    tender: TenderFile,
    offered: Offered,
    judged: Judged,
    counted: Mapping[str, Decimal],
) -> Compared:
    """Compare a bid; `counted` are the prices of the bids that aren't excluded."""
    bid, capacity, bandwidths = normalised.bid, judged.capacity, judged.bandwidths
    abnormal = tuple(_abnormal(normalised, counted, tender))
    musts = judged.musts
    if normalised.not_offered:
        nothing = _per_unit(None, capacity, bandwidths, tender)
        asked = tuple(normalised.questions)
        return Compared(normalised, capacity, bandwidths, musts, nothing, (), asked)
    questions = (
        *normalised.questions,
        *_about_design(offered),
        *_about_capacity(capacity, tender),
        *_about_bandwidths(bandwidths),
        *_about_parts(offered, bandwidths),
        *_about_power(bid),
        *_about_units(bid, tender),
        *_about_musts(bid, tender, musts),
        *_about_scored(bid, tender),
        *(
            ["Your price is unusually low. Please explain how it is calculated."]
            if abnormal
            else []
        ),
    )
    per_unit = _per_unit(normalised.price, capacity, bandwidths, tender)
    return Compared(
        *(normalised, capacity, bandwidths, musts, per_unit, abnormal, questions), offered.problems
    )


def _capacity(bid: BidFile, offered: Offered, tender: TenderFile) -> Capacity:
    stated = bid.raw_capacity if tender.capacity == "raw" else bid.capacity
    difference = None
    if stated is not None and offered.capacity is not None:
        difference = computed(
            "capacity_difference",
            offered_layout_capacity=offered.capacity,
            offered_capacity=stated,
        )
    verdict: CapacityVerdict = "unknown"
    if difference is not None:
        verdict = "confirmed"
        if abs(difference) > tender.tolerance + ROUNDING:
            verdict = "less" if difference < 0 else "more"
    return Capacity(stated, offered.capacity, difference, verdict)


def _bandwidth(bid: BidFile, offered: Offered, way: str) -> Bandwidth:
    committed = getattr(bid, f"{way}_bandwidth")
    of_parts = offered.bandwidths.get(way, OfBandwidth())
    if committed is None:
        return Bandwidth(None, "", of_parts, "unknown")
    verdict = verdict_on(committed.value, of_parts)
    return Bandwidth(committed.value, committed.conditions, of_parts, verdict)


def verdict_on(committed: float, of_parts: OfBandwidth) -> BandwidthVerdict:
    """Judge a committed bandwidth by what the offered parts may deliver.

    >>> of_parts = OfBandwidth(100.0, 40.0, 80.0)
    >>> [verdict_on(one, of_parts) for one in (101.0, 90.0, 60.0, 39.0)]
    ["can't be", 'daring', 'open', 'covered']
    """
    if of_parts.bound is not None and committed > of_parts.bound:
        return "can't be"
    if of_parts.low is None or of_parts.high is None:
        return "unknown"
    if committed > of_parts.high:
        return "daring"
    return "covered" if committed < of_parts.low else "open"


def _abnormal(
    normalised: Normalised, prices: Mapping[str, Decimal], tender: TenderFile
) -> Iterator[str]:
    """Say against what a bid is abnormally low: its evaluated price, or what it asks to buy it."""
    bid, own = normalised.bid, normalised.price
    name = bid.name
    others = [price for other, price in prices.items() if other != name]
    against = {"the median of the others": (own, median(others) if others else None)}
    estimate = estimate_of_purchase(tender)
    if estimate is not None:
        against["the estimate"] = (purchase_of(bid, tender), estimate)
    for what, (amount, price) in against.items():
        if amount is None or price is None or price <= 0:
            continue
        ratio = computed("price_ratio", bid_price=amount, compared_price=price)
        if ratio is not None and ratio < tender.abnormal:
            yield f"{percent(ratio, 1)} of {what}"


def _musts(
    bid: BidFile,
    tender: TenderFile,
    capacity: Capacity,
    bandwidths: Mapping[str, Bandwidth],
    price: Decimal | None,
    not_planned: Sequence[str],
) -> Iterator[tuple[str, Verdict]]:
    """Judge mandatory requirements: by figures, by answers, and by what evaluators decided.

    What a storage that can't be planned is said to hold or deliver is unknown.
    """
    decided = evaluated_of(bid, tender).musts
    for name in WORDS:
        required = getattr(tender.requirements, name)
        if required is not None:
            own = by_figure(bid, name, required)
            if name == "capacity" and own == "met" and is_below(capacity.planned, required):
                own = "unknown"
            if name.endswith("bandwidth") and own == "met":
                way = name.partition("_")[0]
                own = "unknown" if bandwidths[way].verdict == "can't be" else own
            if not_planned and own == "met" and name not in CEILINGS:
                own = "unknown"
            yield name, decided.get(name, own)
    if tender.fixed_price is not None:
        within: Verdict = "unknown"
        if price is not None:
            within = "met" if price <= tender.fixed_price.amount else "not met"
        yield FIXED_PRICE, decided.get(FIXED_PRICE, within)
    if of_devices := [verdict for _, _, verdict in devices_met(bid, tender)]:
        yield SPECIFICATION, decided.get(SPECIFICATION, worst(of_devices))
    for name in tender.musts:
        yield name, decided.get(name, ANSWERS.get(bid.musts.get(name), "unknown"))


def devices_met(bid: BidFile, tender: TenderFile) -> Iterator[tuple[str, bool, Verdict]]:
    """Judge the minima of each mandatory device by the bidder's answers.

    Each with its number and class, and whether the bidder states a deviation.
    """
    devices = devices_of(tender)
    classes = Counter(one.device for one in devices)
    is_of_all = is_of_all_lots(tender, bid.requirements_hash)
    numbered = devices_of(of_all_lots(tender)) if is_of_all else devices
    for n, one in enumerate(numbered, 1):
        if one.kind == "option" or one not in devices:
            continue
        number = f"S{n:02}"
        names = {number, device_of(one), *([one.device] if classes[one.device] == 1 else ())}
        answers = {product.meets for product in bid.products if product.device in names}
        verdict = worst(ANSWERS.get(answer, "unknown") for answer in answers or {None})
        yield f"{number} ({device_of(one)})", "deviation" in answers, verdict


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the verdict on all requirements together.

    >>> worst(["met", "unknown"]), worst(["met", "not met", "unknown"]), worst(["met"])
    ('unknown', 'not met', 'met')
    """
    found = set(verdicts)
    return "not met" if "not met" in found else "unknown" if "unknown" in found else "met"


def by_figure(bid: BidFile, name: str, required: float) -> Verdict:
    """Judge a figure that a bid states; unknown if it states none."""
    offered = figure_of(bid, name)
    if offered is None:
        return "unknown"
    enough = offered <= required if name in CEILINGS else offered >= required
    return "met" if enough else "not met"


def missed_narrowly(bid: BidFile, tender: TenderFile) -> Iterator[tuple[str, float]]:
    """Give the requirements that a bid misses by less than figures are shown with."""
    for name in WORDS:
        required = getattr(tender.requirements, name)
        offered = figure_of(bid, name)
        if not required or offered is None or by_figure(bid, name, required) != "not met":
            continue
        if abs(offered / required - 1) < NARROW and name not in evaluated_of(bid, tender).musts:
            yield name, required


def is_below(planned_capacity: float | None, required: float) -> bool:
    """Return whether our model holds less than what is required."""
    return planned_capacity is not None and planned_capacity < required


def figure_of(bid: BidFile, name: str) -> float | None:
    """Return a figure that a bid states, of power the highest by years; None if it states none."""
    if name == "power":
        stated = [bid.power.typical, *(phase.typical for phase in bid.power.years)]
        return max((one for one in stated if one is not None), default=None)
    found = getattr(bid, name, None)
    return getattr(found, "value", found)


def evaluated_of(bid: BidFile, tender: TenderFile) -> Evaluated:
    """Return what the evaluators found on a bid."""
    return tender.bids.get(bid.name, NOT_EVALUATED)


def _about_design(offered: Offered) -> Iterator[str]:
    for what in offered.questions:
        yield f"Your storage can't be checked by our calculation: {what}."


def _about_capacity(capacity: Capacity, tender: TenderFile) -> Iterator[str]:
    if capacity.offered is None or capacity.planned is None or capacity.difference is None:
        return
    if capacity.verdict in ("less", "more"):
        definition = {"usable": "usable", "planned": "planned", "raw": "nominal"}[tender.capacity]
        yield (
            f"You state a {definition} capacity of {show(capacity.offered, 'byte')}; by our "
            f"calculation, the offered layout holds {show(capacity.planned, 'byte')} "
            f"({percent(capacity.difference, 1, signed=True)}). Please show your calculation."
        )


def _about_bandwidths(bandwidths: Mapping[str, Bandwidth]) -> Iterator[str]:
    for way, one in bandwidths.items():
        if one.committed is None:
            continue
        rate = show(one.committed, "byte/s")
        if one.verdict == "can't be":
            yield (
                f"You commit to a {way} bandwidth of {rate}, which is above the upper bound that "
                "follows from the datasheets of the offered parts. Please explain how your system "
                "reaches it."
            )
        elif one.verdict == "daring":
            yield (
                f"You commit to a {way} bandwidth of {rate}, which measured systems of such parts "
                "rarely reach. Please name a system on which it was measured."
            )
        elif not one.conditions:
            yield f"Under which conditions do you commit to a {way} bandwidth of {rate}?"


def _about_parts(offered: Offered, bandwidths: Mapping[str, Bandwidth]) -> Iterator[str]:
    """Ask for what a committed bandwidth can't be checked without."""
    unknown = [way for way, one in bandwidths.items() if one.committed and one.verdict == "unknown"]
    if unknown and offered.missing:
        yield (
            f"Your {' and '.join(unknown)} bandwidth can't be checked by the offered layout alone. "
            f"Please state {'; '.join(offered.missing)}."
        )


def _about_power(bid: BidFile) -> Iterator[str]:
    """Ask about power that contradicts itself."""
    typical, maximum = figure_of(bid, "power"), bid.power.maximum
    if typical is None:
        return
    if maximum is not None and maximum < typical:
        yield (
            f"Your typical power of {show(typical, 'watt')} is above your maximum of "
            f"{show(maximum, 'watt')}. Please correct it."
        )


def _about_units(bid: BidFile, tender: TenderFile) -> Iterator[str]:
    """Ask about figures that are so far from what is planned or required that a unit may be off."""
    for name, words in WORDS.items():
        offered, unit = figure_of(bid, name), UNITS[name]
        wanted = getattr(tender.planned, name) or getattr(tender.requirements, name)
        if offered is None or not wanted:
            continue
        is_few = unit == "1" or (name == "power" and offered == 0 and tender.energy is not None)
        if not is_few and not wanted * IMPLAUSIBLE <= offered <= wanted / IMPLAUSIBLE:
            yield (
                f"You state {words.replace('the ', 'a ', 1)} of {show(offered, unit)}. Please "
                "check the unit."
            )


def _about_musts(bid: BidFile, tender: TenderFile, musts: Mapping[str, Verdict]) -> Iterator[str]:
    for name, verdict in musts.items():
        if name == SPECIFICATION and verdict != "met":
            yield from _about_devices(bid, tender)
        if verdict != "unknown" or name in (FIXED_PRICE, SPECIFICATION):
            continue
        if name in WORDS and name not in tender.musts:
            if figure_of(bid, name) is None:
                required = show(getattr(tender.requirements, name), UNITS[name])
                yield f"The tender requires {WORDS[name]} of {required}. What do you offer?"
        elif bid.musts.get(name) == "deviation":
            yield f"Requirement {name}: please describe the deviation."
        else:
            yield f"Requirement {name} is mandatory. Does your offer meet it?"


def _about_devices(bid: BidFile, tender: TenderFile) -> Iterator[str]:
    """Ask about devices of which the bid doesn't state that they meet their minima."""
    found = list(devices_met(bid, tender))
    missed = [name for name, _, verdict in found if verdict == "not met"]
    different = [name for name, deviates, verdict in found if deviates and verdict == "unknown"]
    silent = [name for name, deviates, verdict in found if verdict == "unknown" and not deviates]
    if missed:
        yield f"You state that these devices miss their minima: {_listed(missed)}. Please confirm."
    if different:
        yield f"Please describe how these devices deviate from their minima: {_listed(different)}."
    if silent:
        yield (
            "The minima of devices are mandatory. Please state whether your products meet them: "
            f"{_listed(silent)}."
        )


def _listed(names: Iterable[str]) -> str:
    return "; ".join(names)


def _per_unit(
    price: Decimal | None,
    capacity: Capacity,
    bandwidths: Mapping[str, Bandwidth],
    tender: TenderFile,
) -> dict[str, float | None]:
    """Return the price of a TB, of a TB and year, and of a GB/s; by our capacity where known."""
    usable = capacity.planned if capacity.planned is not None else capacity.offered
    of_capacity = {
        "bid_price": price,
        "offered_layout_capacity": usable,
        "evaluation_years": tender.term,
    }
    found = {
        "usable_tb": computed("price_of_capacity", **of_capacity),
        "usable_tb_year": computed("yearly_price_of_capacity", **of_capacity),
    }
    found = {name: None if one is None else one * 1e12 for name, one in found.items()}
    for way, one in bandwidths.items():
        amount = priced("price_of_bandwidth", bid_price=price, offered_bandwidth=one.committed)
        found[f"{way}_gbs"] = None if amount is None else float(amount)
    return found


def _scored(tender: TenderFile, bids: Sequence[Compared]) -> Scores | None:
    if tender.scoring is None:
        return None
    rows = tuple(_as_scored(one, tender) for one in bids)
    return scores(evaluation_of(tender.scoring, rows, tender.currency))


def _as_scored(one: Compared, tender: TenderFile) -> Bid:
    bid, judged = one.normalised.bid, evaluated_of(one.normalised.bid, tender)
    price = None if one.price is None else Amount(float(one.price), tender.currency)
    criteria = () if tender.scoring is None else tender.scoring.criteria or ()
    figures = {c.name: _scored_figure(one, c.figure) for c in criteria if c.figure is not None}
    known = {name: figure for name, figure in figures.items() if figure is not None}
    return evaluation_bid(
        bid.name,
        quality=judged.quality,
        price=price,
        quantity=None if tender.scored is None else _scored_figure(one, tender.scored),
        figures={**judged.figures, **known},
        musts={**one.musts, **_unknown_figures(one, tender)},
        excluded=_excluded(one.normalised, tender),
    )


def _excluded(one: Normalised, tender: TenderFile) -> str:
    """Return why a bid is in no rank, whatever it offers; empty if it may have one."""
    return evaluated_of(one.bid, tender).excluded or one.not_offered


def _unknown_figures(one: Compared, tender: TenderFile) -> dict[str, Verdict]:
    """Return the figure that is scored, if it is unknown: no price or quality stands in for it."""
    if tender.scored is None or _scored_figure(one, tender.scored) is not None:
        return {}
    return {tender.scored: "unknown"}


def _about_scored(bid: BidFile, tender: TenderFile) -> Iterator[str]:
    """Ask for figures that are scored and that the bid doesn't state."""
    rules = tender.scoring
    criteria = () if rules is None else rules.criteria or ()
    names = dict.fromkeys(filter(None, [tender.scored, *(one.figure for one in criteria)]))
    required = {name for name in WORDS if getattr(tender.requirements, name) is not None}
    for name in names:
        words = SCORED_WORDS.get(name) or WORDS.get(name)
        if words and name not in required and figure_of(bid, name) is None:
            yield f"The tender scores {words}. What do you offer?"


def _scored_figure(one: Compared, name: OfFigure) -> float | None:
    """Return a figure of a bid in the unit in which it is scored; None if it is unknown."""
    own = figure_of(one.normalised.bid, name)
    figure = one.capacity.planned if name == "planned_capacity" else own
    return None if figure is None else figure / IN.get(name, 1.0)
