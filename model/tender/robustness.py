"""How robust the ranking of bids is: margins, weights, withdrawals, other methods."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from model.records import dataclass
from model.tender.evaluation_file import Bid, Criterion, Evaluation, Step, Weights
from model.tender.methods import METHODS
from model.tender.scores import Scores, bids_that_count, lowest_wins, scores

Order = tuple[tuple[str, ...], ...]
"""Names by rank; equal ranks together."""
SHIFT = 20
"""Points of 100 by which weights are moved."""
LEAST_WEIGHT = 1e-9
"""Share of the other weight below which one counts for nothing."""
CLOSE = 1e-3
"""Points of 100 to which the weight is found at which the order changes."""
DEARER = 20
"""Steps in which a price is raised up to twice the amount, to find where a rank is lost."""
MOST_RISES = 5
MOST_TRIED = 200
"""Bids for which margins and withdrawals are computed: of more, each takes too long."""


@dataclass(frozen=True, slots=True)
class Margin:
    """How far a bid is ahead of the next rank."""

    name: str
    following: tuple[str, ...]
    """Names of the next rank; empty for the last one."""
    lead: float | None
    """Difference of the scores that are ranked; negative where a second rule decides in a band."""
    price_rise: float | None
    """Rise of its own price at which its rank is lost; None: not up to twice the price.

    In a band, a bid with a lower score may keep its rank: this isn't where scores tie. Of more than
    `MOST_ORDERED` bids, only the first `MOST_RISES` have one.
    """


@dataclass(frozen=True, slots=True)
class Turn:
    """A weight, in points of 100, from which on the order is another one."""

    weight: float
    order: Order
    new_winner: bool
    """Whether the first rank is another one than nearer to the weight as it is."""


@dataclass(frozen=True, slots=True)
class ByWeight:
    """What one weight does to the order, where it is moved and the others keep their proportions.

    `turns` are between `low` and `high`, from the weight as it is outwards: first those of a lower
    weight, then those of a higher one.
    """

    name: str
    weight: float
    low: float
    high: float
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What changes without a bid: who wins, the pairs that swap places, and the largest change.

    `moved` is the largest change of the score of another bid, as a share of it.
    """

    without: str
    winners: tuple[str, ...]
    swapped: tuple[tuple[str, str], ...]
    moved: float


@dataclass(frozen=True, slots=True)
class Other:
    """The order by another method; `why` says why there is none."""

    method: str
    order: Order
    why: str = ""


def margins(found: Scores) -> list[Margin]:
    """Return the lead of each ranked bid over the next rank, in points and in money."""
    by_name = {one.name: one for one in found.bids}
    order, places = found.order(), found.places()
    if sum(map(len, order)) > MOST_TRIED:
        return []
    sign = -1 if lowest_wins(found.evaluation) else 1
    is_long = sum(map(len, order)) > MOST_ORDERED
    result: list[Margin] = []
    for names, following in pairwise((*order, ())):
        for name in names:
            lead, rise = None, None
            if following:
                own, other = by_name[name].rounded, by_name[following[0]].rounded
                lead = None if own is None or other is None else sign * (own - other)
                if not is_long or len(result) < MOST_RISES:
                    later = [one for one, rank in places.items() if rank > places[name]]
                    rise = _price_rise(found, name, later)
            result.append(Margin(name, following, lead, rise))
    return result


def _price_rise(found: Scores, name: str, later: Sequence[str]) -> float | None:
    """Return the rise of a bid's price at which it is no longer ahead of all that are behind it.

    Where scores depend on other bids, this needn't be the next one.
    """
    bid = next(one for one in found.evaluation.bids if one.name == name)
    if bid.price is None:
        return None
    price = bid.price

    def is_ahead(rise: float) -> bool:
        dearer = bid.model_copy(update={"price": price._replace(amount=price.amount + rise)})
        places = scores(_with(found.evaluation, dearer)).places()
        own = places.get(name)
        return own is not None and all(one in places and own < places[one] for one in later)

    steps = [price.amount * n / DEARER for n in range(DEARER + 1)]
    for ahead, behind in pairwise(steps):
        if not is_ahead(behind):
            return _turn(is_ahead, ahead, behind, 0.005)
    return None


def _turn(holds: Callable[[float], bool], inside: float, outside: float, near: float) -> float:
    """Return where a condition ends that holds at one end and not at the other."""
    while abs(outside - inside) > near:
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if holds(middle) else (inside, middle)
    return outside


def _with(found: Evaluation, changed: Bid) -> Evaluation:
    rest = tuple(changed if bid.name == changed.name else bid for bid in found.bids)
    return found.model_copy(update={"bids": rest})


def without_each(found: Scores) -> list[Withdrawal]:
    """Return what changes without each ranked bid."""
    before = found.places()
    if len(before) > MOST_TRIED:
        return []
    by_name = {one.name: one.score for one in found.bids}
    result = []
    for name in before:
        rest = tuple(bid for bid in found.evaluation.bids if bid.name != name)
        after = scores(found.evaluation.model_copy(update={"bids": rest}))
        places, order = after.places(), after.order()
        moved = max(
            (
                abs(one.score - old) / (abs(old) or 1.0)
                for one in after.bids
                if one.score is not None and (old := by_name[one.name]) is not None
            ),
            default=0.0,
        )
        pairs = tuple(swapped(before, places))
        result.append(Withdrawal(name, order[0] if order else (), pairs, moved))
    return result


def swapped(before: Mapping[str, int], after: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Give the pairs of bids that swap places."""
    for one, other in combinations(sorted(set(before) & set(after)), 2):
        if (before[one] - before[other]) * (after[one] - after[other]) < 0:
            yield one, other


def withdrawals(found: Scores) -> list[Withdrawal]:
    """Return the bids whose withdrawal swaps the order of others.

    Only methods in which a score depends on other bids have any.
    """
    return [one for one in without_each(found) if one.swapped] if found.relative else []


def if_accepted(found: Scores) -> dict[str, Order]:
    """Return the order if one undecided bid meets its open requirements, by the name of the bid.

    Bids that are undecided for another reason, such as a missing price, stay so.
    """
    undecided = [one.name for one in found.bids if one.rank is None and not one.excluded]
    orders = {}
    for bid in found.evaluation.bids:
        if bid.name not in undecided or "unknown" not in bid.musts.values():
            continue
        met = bid.model_copy(update={"musts": dict.fromkeys(bid.musts, "met")})
        after = scores(_with(found.evaluation, met))
        if bid.name in after.places():
            orders[bid.name] = after.order()
    return orders


def _has_weights(found: Evaluation) -> bool:
    method = METHODS[found.method]
    if found.weights is None:
        return False
    pair = found.weights.quality, found.weights.price
    if min(pair) <= LEAST_WEIGHT * max(pair):
        return False
    return "weights" in (*method.needs, *method.takes) and "quality" in method.figures


def weights_of(found: Evaluation) -> dict[str, float]:
    """Return the weights that the order may hang on, in points of 100; none where none counts.

    A criterion has its share of the most points for quality; the rest of these is `quality`.
    """
    if not _has_weights(found) or found.weights is None:
        return {}
    whole = found.weights.quality + found.weights.price
    quality = 100 * found.weights.quality / whole
    of_criteria = {one.name: one.most for one in found.criteria or ()}
    most = found.quality_max or sum(of_criteria.values()) or 1.0
    shares = {name: quality * points / most for name, points in of_criteria.items()}
    rest = quality - sum(shares.values())
    stated = {"quality": rest} if rest > CLOSE or not shares else {}
    return {**stated, **shares, "price": 100 * found.weights.price / whole}


def reweighted(found: Evaluation, name: str, weight: float) -> Evaluation:
    """Return an evaluation with one weight moved; the others keep their proportions."""
    assert found.weights is not None, "an evaluation without weights has none to move"
    before = weights_of(found)
    scale = (100 - weight) / (100 - before[name])
    after = {key: weight if key == name else share * scale for key, share in before.items()}
    whole = (found.weights.quality + found.weights.price) / 100
    price = after["price"]
    changed: dict[str, object] = {
        "weights": Weights(quality=(100 - price) * whole, price=price * whole)
    }
    if name != "price" and found.criteria:
        same = (100 - before["price"]) / (100 - price)
        factors = {key: after[key] / share * same for key, share in before.items() if share}
        changed["criteria"] = tuple(_scaled(one, factors[one.name]) for one in found.criteria)
        factor = factors.get("quality", 1.0)
        changed["bids"] = tuple(
            bid if bid.quality is None else bid.model_copy(update={"quality": bid.quality * factor})
            for bid in found.bids
        )
    return found.model_copy(update=changed)


def _scaled(criterion: Criterion, factor: float) -> Criterion:
    """Return a criterion with other most points."""
    steps = tuple(
        Step.model_construct(at_most=step.at_most, points=step.points * factor)
        for step in criterion.steps or ()
    )
    points = None if criterion.points is None else criterion.points * factor
    return criterion.model_copy(update={"points": points, "steps": steps or None})


def by_weight(found: Evaluation) -> list[ByWeight]:
    """Return for each weight alone at which of its values, within 20 points, the order changes.

    Of more than `MOST_ORDERED` bids, only turns of the first rank are looked for.
    """
    now = scores(found).order()
    if not now or sum(map(len, now)) > MOST_TRIED:
        return []
    result = []
    for name, weight in weights_of(found).items():
        low, high = max(0.0, weight - SHIFT), min(100.0, weight + SHIFT)
        turns = [*_turns(found, name, weight, low, now), *_turns(found, name, weight, high, now)]
        result.append(ByWeight(name, weight, low, high, tuple(turns)))
    return result


def _turns(found: Evaluation, name: str, start: float, end: float, order: Order) -> Iterator[Turn]:
    """Give the turns from one weight to another one; weights of 0 and 100 are left out."""
    sign = 1 if end > start else -1
    at = start
    while at != end:
        following = min(at + 1, end) if sign > 0 else max(at - 1, end)
        if not 0 < following < 100:
            return
        yield from (turns := _between(found, name, at, following, order))
        order = turns[-1].order if turns else order
        at = following


def _between(found: Evaluation, name: str, at: float, to: float, order: Order) -> list[Turn]:
    """Return the turns between two weights a point apart: that of the order that is left first."""

    def order_at(weight: float) -> Order:
        return scores(reweighted(found, name, weight)).order()

    watched = None if sum(map(len, order)) <= MOST_ORDERED else 1
    last, first = order_at(to)[:watched], order[:1]
    turns: list[Turn] = []
    while order[:watched] != last and len(turns) < MOST_TURNS:
        before = order[:watched]
        at = _turn(lambda x: order_at(x)[:watched] == before, at, to, CLOSE)  # noqa: B023
        order = order_at(at)
        if turns and abs(turns[-1].weight - at) < 10 * CLOSE:
            turns.pop()  # a tie at one weight alone
        winner = turns[-1].order[:1] if turns else first
        turns.append(Turn(at, order, order[:1] != winner))
    return turns


MOST_ORDERED = 12
"""Bids of which each change of the order is looked for; of more, only those of the first rank."""
MOST_TURNS = 20
"""Turns between two weights that are a point apart; nobody reads more."""


def winners_by_weight(found: Evaluation) -> list[tuple[float, float, tuple[str, ...]]]:
    """Return the winners where the weight of quality is moved by up to 20 points of 100.

    Each entry: weight of quality and of price (of 100), and the names that win from there on.
    """
    if not _has_weights(found):
        return []
    share = 100 - weights_of(found)["price"]
    moved: list[tuple[float, float, tuple[str, ...]]] = []
    for shift in range(-SHIFT, SHIFT + 1):
        quality = share + shift
        if not 0 < quality < 100:
            continue
        order = scores(reweighted(found, "price", 100 - quality)).order()
        if not order:
            return []
        first = order[0]
        if not moved or moved[-1][2] != first:
            moved.append((quality, 100 - quality, first))
    return moved


def others(found: Evaluation) -> list[Other]:
    """Return the order by every other method, or what each lacks, for information.

    Bids that are excluded or undecided change nothing.
    """
    result = []
    found = found.model_copy(update={"bids": tuple(bids_that_count(found))})
    for key in METHODS:
        if key in (found.method, "qualitative", "formula"):
            continue
        why = _lacks(found, key)
        order: Order = ()
        if not why:
            order = scores(found.model_copy(update={"method": key, "round": None})).order()
            why = "" if order else "no bid is ranked"
        result.append(Other(key, order, why))
    return result


def _lacks(found: Evaluation, key: str) -> str:
    """Say what an evaluation lacks for another method."""
    method = METHODS[key]
    needed = [name for name in method.needs if getattr(found, name) is None]
    if "points" in method.takes and "quantity" not in method.figures:
        needed += [name for name in ("weights", "quality_max") if getattr(found, name) is None]
    if needed:
        return f"without {', '.join(dict.fromkeys(needed))}"
    for name in method.figures:
        if name == "quality" and found.criteria:
            continue
        if any(getattr(bid, name) is None for bid in found.bids):
            return f"a bid has no {name}"
    return ""


def other_methods(found: Evaluation) -> dict[str, Order]:
    """Return the order of the bids by every other method for which all is stated."""
    return {one.method: one.order for one in others(found) if one.order}
