"""What a formula rewards, before it is published: each figure in points and in money.

The worth of a figure is by how much a bid is ahead of one that is the same but for that figure, by
the very formulas that score bids; its worth in money, by how much dearer it may be until both are
level. Rounding, bands and rules for ties are left out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from decimal import Decimal
from statistics import median

from model.errors import InputError, Place, Problem
from model.reading.fields import Amount
from model.records import dataclass
from model.tender.amounts import cents, priced
from model.tender.evaluation_file import Bid, Criterion, Evaluation, Expected, evaluation_of
from model.tender.methods import METHODS, Figure
from model.tender.normalisation import energy_of, estimate_of_purchase, taxed
from model.tender.robustness import Order, swapped
from model.tender.scores import is_relative, lowest_wins, scores
from model.tender.tender_file import TenderFile
from model.units.figures import show

REFERENCE, TWIN = "expected bid", "other bid"
CHEAPER = 0.01
"""Share of the expected price by which a bid is cheaper."""
MOST_DEARER = 10.0
"""Multiple of the expected price up to which a worth in money is looked for."""
HALVINGS = 60
SEED = 0
SPREADS = (0.1, 0.3, 0.7)
"""How far made-up bids are from the expected one, as a share of it: likely ones first."""
DRAWN = 100
"""Fields of three bids that are drawn for each spread."""
MOST_LEVELLED = 0.5
"""Most by which a drawn price is changed, as a share of it."""
DIGITS = 3
"""Digits of the figures of made-up bids."""
SCORED_IN = {
    "capacity": ("TB", 1.0),
    "planned_capacity": ("TB", 1.0),
    "raw_capacity": ("TB", 1.0),
    "read_bandwidth": ("GB/s", 1.0),
    "write_bandwidth": ("GB/s", 1.0),
    "power": ("kW", 1000.0),
    "racks": ("rack", 1.0),
    "months": ("month", 1.0),
    "warranty": ("year of warranty", 1.0),
}
"""The unit that is asked after, and how many units of the score it is."""
OF_FIGURE = {
    "capacity": "usable capacity",
    "planned_capacity": "planned capacity",
    "raw_capacity": "nominal capacity",
    "read_bandwidth": "read bandwidth",
    "write_bandwidth": "write bandwidth",
    "power": "typical power",
    "racks": "racks",
    "months": "delivery",
    "warranty": "warranty",
}
PLURAL: Mapping[str, Callable[[float], str]] = {
    "rack": lambda count: f"{count:g} racks",
    "month": lambda count: f"{count:g} months",
    "year of warranty": lambda count: f"{count:g} years of warranty",
}
LESS_IS_BETTER = ("power", "racks", "months")


@dataclass(frozen=True, slots=True)
class Reward:
    """What one change of the expected bid is worth.

    `points` are of the score, and above 0 where the bid gets ahead; `share` is that of the expected
    score. `money` is the rise of the price that takes the lead away; None: not up to ten times the
    price, or the price isn't scored.
    """

    figure: str
    change: str
    points: float | None
    share: float | None
    money: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class Example:
    """Three bids, the orders with and without the last one, and the pairs that swap places."""

    bids: tuple[Bid, ...]
    added: str
    before: Order
    after: Order
    swapped: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """What an evaluation rewards, at the expected bid, and how its order depends on other bids."""

    evaluation: Evaluation
    """With the expected bid alone."""
    reasons: tuple[str, ...]
    """Where the figures of the expected bid come from."""
    rewards: tuple[Reward, ...]
    example: Example | None
    drawn: int
    """Fields of bids that were drawn to find an example."""

    @property
    def relative(self) -> bool:
        """Whether the score of a bid depends on others."""
        return is_relative(self.evaluation)

    def dependence(self) -> str:
        """Say whether a bid that is added or withdrawn swaps others."""
        if self.evaluation.method == "qualitative":
            return "no rank is computed, so no bid changes the order of others"
        if not self.relative:
            return (
                "adding or withdrawing a bid doesn't change the order of others: by this method, a "
                "score doesn't depend on other bids, so no such example exists"
            )
        if self.example is None:
            return (
                "scores depend on other bids, but in none of "
                f"{self.drawn} made-up sets of three bids did adding or withdrawing one change the "
                "order of the others"
            )
        pairs = ", ".join(f"{a} and {b}" for a, b in self.example.swapped)
        return (
            "adding or withdrawing a bid may change the order of others: in the example, "
            f"{self.example.added} swaps {pairs}"
        )


@dataclass(frozen=True, slots=True)
class _Change:
    """A change of the expected bid: of its price, quality, quantity, or a figure of a criterion."""

    figure: str
    text: str
    reason: str
    price: float = 0.0
    quality: float = 0.0
    quantity: float = 0.0
    figures: Mapping[str, float] = field(default_factory=dict)


def of_evaluation(found: Evaluation, place: Place) -> Preview:
    """Return what an evaluation rewards.

    Raises
    ------
    InputError
        No price is expected.
    """
    expected, reasons = _expected(found, place)
    return _preview(found, expected, reasons, list(_own_changes(found, expected)))


def of_tender(tender: TenderFile, place: Place) -> Preview | None:
    """Return what the rules of a tender reward; None if they don't say how bids are scored.

    Raises
    ------
    InputError
        There is no estimate, and no price is expected.
    """
    if tender.scoring is None:
        return None
    found = evaluation_of(tender.scoring, (), tender.currency)
    reasons: list[str] = []
    own = tender.scoring.expected or Expected.model_construct()
    price = own.price
    if price is None and tender.own_estimate is not None:
        price = Amount(_price_of_estimate(tender, reasons), tender.currency)
    figures = dict(own.figures)
    for one in tender.scoring.criteria or ():
        planned = _planned(tender, one.figure)
        if one.name not in figures and planned is not None:
            figures[one.name] = planned
            reasons.append(f"{one.name}: the plan")
    quantity = own.quantity
    if quantity is None and (quantity := _planned(tender, tender.scored)) is not None:
        reasons.append("quantity: the plan")
    stated = own.model_copy(update={"price": price, "figures": figures, "quantity": quantity})
    rules = found.model_copy(update={"expected": stated})
    expected, further = _expected(rules, place)
    changes = [
        *_own_changes(rules, expected, tender.scored),
        *_changes_by_rules(tender, rules),
    ]
    return _preview(rules, expected, (*reasons, *further), changes)


def _planned(tender: TenderFile, name: str | None) -> float | None:
    """Return a figure of the plan, or a required one, in the unit in which it is scored."""
    if name is None:
        return None
    key = {"planned_capacity": "capacity"}.get(name, name)
    value = getattr(tender.planned, key, None)
    value = getattr(tender.requirements, key, None) if value is None else value
    unit = {"capacity": 1e12, "raw_capacity": 1e12, "read_bandwidth": 1e9, "write_bandwidth": 1e9}
    return None if value is None else float(value) / unit.get(key, 1.0)


def _price_of_estimate(tender: TenderFile, reasons: list[str]) -> float:
    """Return the evaluated price of a bid of the estimate, with the plan's power and racks."""
    own = tender.own_estimate
    assert own is not None, "the caller has an estimate"
    amount = estimate_of_purchase(tender) or own.amount
    of = "price: the estimate" if tender.price == "net" else "price: the estimate, gross"
    if tender.term is not None and tender.estimate_renewals is not None and not tender.lot:
        renewals = taxed(tender.estimate_renewals.amount, tender)
        amount, of = amount + (renewals or Decimal(0)), f"{of}, maintenance"
    energy = _energy(tender, tender.planned.power or tender.requirements.power)
    racks = tender.planned.racks or tender.requirements.racks
    if energy is not None:
        amount, of = amount + energy, f"{of}, energy"
    if tender.rack_price is not None and racks is not None:
        space = priced(
            "space_of_term",
            offered_racks=racks,
            evaluation_rack_price=tender.rack_price.amount,
        )
        amount, of = amount + (space or Decimal(0)), f"{of}, space"
    reasons.append(of)
    return float(cents(amount))


def _energy(tender: TenderFile, power: float | None) -> Decimal | None:
    """Return what power costs over the term by the rules; None where energy doesn't count."""
    rule = tender.energy
    if rule is None or power is None:
        return None
    return energy_of(tender, rule, power, 0.0, rule.years or tender.term or 0)


def _expected(found: Evaluation, place: Place) -> tuple[Bid, tuple[str, ...]]:
    """Return the expected bid, and where figures come from that aren't stated as such."""
    own = found.expected or Expected.model_construct()
    reasons: list[str] = []

    def middle(name: str, values: list[float | None]) -> float | None:
        known = [value for value in values if value is not None]
        if known:
            reasons.append(f"{name}: the median of the bids")
        return median(known) if known else None

    price = own.price
    amount = None if price is None else price.amount
    if amount is None and found.reference is not None:
        amount = found.reference.price.amount
        reasons.append("price: the reference")
    if amount is None:
        prices = [None if bid.price is None else bid.price.amount for bid in found.bids]
        amount = middle("price", prices)
    if amount is None or amount <= 0:
        if _scores(found, "price"):
            what = "is missing: write the price of a bid as you expect it, such as {price: 900000}"
            raise InputError([Problem(place, "expected", what)])
        amount = None
    quality = own.quality
    if quality is None and found.reference is not None:
        quality = found.reference.quality
        reasons.append("quality: the reference")
    if quality is None:
        quality = middle("quality", [bid.quality for bid in found.bids])
    if quality is None:
        most = (found.quality_max or 0.0) - sum(one.most for one in found.criteria or ())
        quality = max(most, 0.0) / 2
        if quality:
            reasons.append("quality: half of the most points, assumed as none is stated")
    figures = dict(own.figures)
    for one in found.criteria or ():
        if one.name not in figures:
            values = [bid.figures.get(one.name) for bid in found.bids]
            if (figure := middle(one.name, list(values))) is not None:
                figures[one.name] = figure
    quantity = own.quantity
    if quantity is None and _scores(found, "quantity"):
        quantity = middle("quantity", [bid.quantity for bid in found.bids])
        if quantity is None:
            what = "is missing: write the figure that is scored as you expect it, as {quantity: 9}"
            raise InputError([Problem(place, "expected", what)])
    bid = Bid.model_construct(
        name=REFERENCE,
        quality=quality,
        price=None if amount is None else Amount(amount, found.code()),
        quantity=quantity,
        figures=figures,
    )
    return bid, tuple(reasons)


def _scores(found: Evaluation, name: Figure) -> bool:
    """Return whether a figure is scored."""
    own = found.method == "formula" and name in (found.formula or "")
    return own or name in METHODS[found.method].figures


def _own_changes(found: Evaluation, bid: Bid, scored: str | None = None) -> Iterator[_Change]:
    """Give the changes that every evaluation may reward: price, quality, quantity, criteria."""
    if _scores(found, "price") and bid.price is not None:
        less = CHEAPER * bid.price.amount
        yield _Change("price", "1 % less", "of the expected price", price=-less)
    if _scores(found, "quality"):
        yield _Change("quality", "1 point more", "as awarded by the evaluators", quality=1.0)
        for one in found.criteria or ():
            yield from _of_criterion(one, bid)
    if _scores(found, "quantity") and bid.quantity is not None:
        lower = found.method in ("lower_is_better", "steps")
        unit, size = SCORED_IN.get(scored or "", ("", 1.0))
        step = _step(bid.quantity, lower, size)
        name = OF_FIGURE.get(scored or "", "quantity")
        yield _Change(name, _text(step, unit, size), METHODS[found.method].title, quantity=step)


def _step(figure: float, lower: bool, size: float) -> float:
    """Return the change that is asked after: a unit, or a tenth of what has less than two."""
    step = size if figure >= 2 * size or not lower else figure / 10
    return -step if lower else step


def _text(step: float, unit: str, size: float = 1.0) -> str:
    """Write a change, such as '1 kW less'."""
    direction = "less" if step < 0 else "more"
    count = abs(step) / size
    plain = count == 1 or unit in ("", "TB", "GB/s", "kW")
    words = " ".join(filter(None, (f"{count:g}", unit))) if plain else PLURAL[unit](count)
    return f"{words} {direction}"


def _of_criterion(criterion: Criterion, bid: Bid) -> Iterator[_Change]:
    """Give a unit of a criterion, and the way to its next step."""
    name, figure = criterion.name, bid.figures.get(criterion.name)
    reason = f"{METHODS[criterion.method].title}, {criterion.most:g} points at most"
    lower = criterion.method in ("steps", "lower_is_better")
    unit, size = SCORED_IN.get(criterion.figure or "", ("", 1.0))
    if figure is None:
        yield _Change(name, _text(-1 if lower else 1, unit), "unknown: no figure is expected")
        return
    step = _step(figure, lower, size)
    yield _Change(name, _text(step, unit, size), reason, figures={name: step})
    below = [one.at_most for one in criterion.steps or () if one.at_most < figure]
    if below and figure - below[-1] != -step:
        to = below[-1] - figure
        text = f"{_text(to, unit, size)}, to the next step"
        yield _Change(name, text, reason, figures={name: to})


def _changes_by_rules(tender: TenderFile, found: Evaluation) -> Iterator[_Change]:
    """Give what figures of a bid change by the rules: through the price, or not at all."""
    taken = {one.figure for one in found.criteria or ()} | {tender.scored}
    for name in ("capacity", "read_bandwidth", "write_bandwidth", "power", "racks", "months"):
        unit, size = SCORED_IN[name]
        text = _text(-size if name in LESS_IS_BETTER else size, unit, size)
        label = OF_FIGURE[name]
        saved: Decimal | None = None
        if name == "power" and tender.energy is not None:
            saved = _energy(tender, 1000.0)
            reason = "energy of the term, by the buyer's figures"
        elif name == "racks" and tender.rack_price is not None:
            saved, reason = tender.rack_price.amount, "space of a rack, by the rules"
        if saved is not None and _scores(found, "price"):
            yield _Change(label, text, reason, price=-float(saved))
        elif name in taken or (name == "capacity" and "planned_capacity" in taken):
            continue
        else:
            yield _Change(label, text, _unscored(tender, name))


def _unscored(tender: TenderFile, name: str) -> str:
    """Say why a figure earns nothing."""
    unit = {"power": "watt", "racks": "1"}.get(name, "byte/s" if "bandwidth" in name else "byte")
    required = getattr(tender.requirements, name, None)
    target = getattr(tender.targets, name, None)
    if required is not None:
        return f"mandatory: beyond {show(required, unit)} it earns nothing"
    if target is not None:
        return f"a target of {show(target, unit)}: only evaluators' points reward it"
    return "not scored"


def _preview(
    found: Evaluation, bid: Bid, reasons: tuple[str, ...], changes: list[_Change]
) -> Preview:
    alone = found.model_copy(update={"bids": (bid,), "band": None, "round": None})
    rewards = tuple(_reward(alone, bid, one) for one in changes)
    example, drawn = _example(found, bid)
    evaluation = found.model_copy(update={"bids": (bid,)})
    return Preview(evaluation, reasons, rewards, example, drawn)


def _changed(bid: Bid, change: _Change, dearer: float = 0.0) -> Bid:
    """Return the expected bid with a change, under another name, and dearer."""
    price = bid.price
    if price is not None:
        price = price._replace(amount=price.amount + change.price + dearer)
    figures = {name: figure + change.figures.get(name, 0.0) for name, figure in bid.figures.items()}
    quality = None if bid.quality is None else bid.quality + change.quality
    quantity = None if bid.quantity is None else bid.quantity + change.quantity
    return bid.model_copy(
        update={
            "name": TWIN,
            "price": price,
            "figures": figures,
            "quality": quality,
            "quantity": quantity,
        }
    )


def _reward(found: Evaluation, bid: Bid, change: _Change) -> Reward:
    """Return what a change is worth, by the formulas of the evaluation."""
    if change.reason.startswith("unknown") or found.method == "qualitative":
        return Reward(change.figure, change.text, None, None, None, change.reason)
    sign = -1 if lowest_wins(found) else 1

    def lead(dearer: float) -> float | None:
        both = (bid, _changed(bid, change, dearer))
        of = {one.name: one.score for one in scores(found.model_copy(update={"bids": both})).bids}
        own, other = of[REFERENCE], of[TWIN]
        return None if own is None or other is None else sign * (other - own)

    points = lead(0.0)
    alone = scores(found).bids[0].score
    share = points / abs(alone) if points is not None and alone else None
    money = None
    if points is not None and bid.price is not None and _scores(found, "price"):
        money = 0.0 if points == 0 else _worth(lead, MOST_DEARER * bid.price.amount)
    return Reward(change.figure, change.text, points, share, money, change.reason)


def _worth(lead: Callable[[float], float | None], most: float) -> float | None:
    """Return the rise of the price at which a lead is gone; None if it never is."""
    low, high = 0.0, most
    end = lead(high)
    if (lead(0.0) or 0.0) < 0 or end is None or end > 0:
        return None
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        found = lead(middle)
        low, high = (middle, high) if found is not None and found > 0 else (low, middle)
    return float(cents(Decimal(repr(high))))


def _example(found: Evaluation, expected: Bid) -> tuple[Example | None, int]:
    """Look for three bids of which one swaps the other two: drawn from a seed, likely ones first.

    Preferred is a third bid that doesn't win, and changes the winner all the same.
    """
    if not is_relative(found) or found.method == "qualitative":
        return None, 0
    chance = random.Random(SEED)  # no secret: the same examples each time
    drawn = 0
    for spread in SPREADS:
        any_example = None
        for _ in range(DRAWN):
            drawn += 1
            first, other, third = (_drawn(name, expected, spread, chance) for name in "ABC")
            one = _swap(found, (first, _levelled(found, first, other), third))
            if one is not None and one.after[0] != one.before[0] and one.after[0] != (one.added,):
                return one, drawn
            any_example = any_example or one
        if any_example is not None:
            return any_example, drawn
    return None, drawn


def _levelled(found: Evaluation, first: Bid, other: Bid) -> Bid:
    """Return a bid whose price is changed so that it is about level with the first one."""
    if other.price is None or first.price is None or not _scores(found, "price"):
        return other

    def behind(price: float) -> float | None:
        bid = other.model_copy(update={"price": Amount(price, found.code())})
        plain = found.model_copy(update={"bids": (first, bid), "band": None, "round": None})
        own, its = (one.score for one in scores(plain).bids)
        return None if own is None or its is None else own - its

    price = other.price.amount
    now, dearer = behind(price), behind(price * (1 + CHEAPER))
    if now is None or dearer is None or now == dearer:
        return other
    level = price - now * CHEAPER * price / (dearer - now)
    level = min(max(level, price * (1 - MOST_LEVELLED)), price * (1 + MOST_LEVELLED))
    return other.model_copy(
        update={"price": other.price._replace(amount=float(f"{level:.{DIGITS}g}"))}
    )


def _swap(found: Evaluation, bids: tuple[Bid, ...]) -> Example | None:
    """Return an example if the last bid swaps the others."""
    before = scores(found.model_copy(update={"bids": bids[:-1]}))
    after = scores(found.model_copy(update={"bids": bids}))
    pairs = tuple(swapped(before.places(), after.places()))
    if not pairs:
        return None
    return Example(bids, bids[-1].name, before.order(), after.order(), pairs)


def _drawn(name: str, expected: Bid, spread: float, chance: random.Random) -> Bid:
    """Make up a bid near the expected one, of figures with three digits."""

    def near(figure: float) -> float:
        return float(f"{figure * (1 + chance.uniform(-spread, spread)):.{DIGITS}g}")

    price, quality = expected.price, expected.quality
    return expected.model_copy(
        update={
            "name": name,
            "price": None if price is None else price._replace(amount=near(price.amount)),
            "quality": None if quality is None else near(quality),
            "quantity": None if expected.quantity is None else near(expected.quantity),
            "figures": {key: near(figure) for key, figure in expected.figures.items()},
        }
    )
