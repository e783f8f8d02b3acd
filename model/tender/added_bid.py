"""A bid that is added to those that there are: whether a plausible one swaps others.

Whether such a bid exists is searched, not proved: for methods by which a score depends on other
bids, corners of what was bid are tried first, then bids drawn from a seed, always the same ones.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from model.records import dataclass
from model.tender.evaluation_file import Bid, Evaluation
from model.tender.robustness import MOST_TRIED, Order, swapped
from model.tender.scores import Scores, is_relative, scores

NAME = "Added bid"
SEED = 0
DRAWN = 150
"""Bids that are drawn, beside those at corners: a fifth of these where there are many bids."""
FEW = 50
BEYOND = 0.2
"""Share by which an added bid may be below the lowest or above the highest figure of the others."""
DIGITS = 4
"""Digits of the figures of added bids."""


@dataclass(frozen=True, slots=True)
class Added:
    """What a search for a bid that swaps others found; None: none of those that were tried."""

    bid: Bid | None
    before: Order
    after: Order
    swapped: tuple[tuple[str, str], ...]
    tried: int


def added(found: Scores) -> Added | None:
    """Look for a plausible bid that swaps others; None where none can, or none is ranked.

    Preferred is one that doesn't win, and changes the winner all the same.
    """
    evaluation, before = found.evaluation, found.places()
    is_open = is_relative(evaluation) and evaluation.method != "qualitative"
    if not is_open or not 1 < len(before) <= MOST_TRIED:
        return None
    best: Added | None = None
    tried = 0
    for bid in _plausible(evaluation, set(before)):
        tried += 1
        after = scores(evaluation.model_copy(update={"bids": (*evaluation.bids, bid)}))
        pairs = tuple(swapped(before, after.places()))
        if not pairs:
            continue
        one = Added(bid, found.order(), after.order(), pairs, tried)
        if one.after[0] not in (one.before[0], (bid.name,)):
            return one
        best = best or one
    return best or Added(None, found.order(), (), (), tried)


def _plausible(found: Evaluation, ranked: set[str]) -> Iterator[Bid]:
    """Give bids near those that are ranked: at the corners of their figures, then drawn."""
    bids = [bid for bid in found.bids if bid.name in ranked]
    names = {bid.name for bid in found.bids}
    name = next(
        one
        for n in range(len(names) + 1)
        if (one := f"{NAME}{f' ({n + 1})' * bool(n)}") not in names
    )
    ends = {key: _ends(bids, key, found) for key in ("quality", "price", "quantity")}
    criteria = [
        one.name for one in found.criteria or () if all(one.name in bid.figures for bid in bids)
    ]
    of_criteria = {key: _span([bid.figures[key] for bid in bids]) for key in criteria}

    def made(shares: dict[str, float]) -> Bid:
        def at(low: float, high: float, share: float) -> float:
            return float(f"{low + (high - low) * share:.{DIGITS}g}")

        figures = {key: at(*of_criteria[key], shares[key]) for key in criteria}
        own = {key: None if end is None else at(*end, shares[key]) for key, end in ends.items()}
        price, amount = bids[0].price, own["price"]
        changed = {
            "price": None if price is None or amount is None else price._replace(amount=amount),
            "quality": own["quality"],
            "quantity": own["quantity"],
        }
        return bids[0].model_copy(
            update={**changed, "name": name, "figures": {**bids[0].figures, **figures}}
        )

    keys = [*(key for key, end in ends.items() if end is not None), *criteria]
    none = dict.fromkeys((*ends, *criteria), 0.5)
    for corner in product((0.0, 1.0), repeat=min(len(keys), 4)):
        yield made({**none, **dict(zip(keys, corner, strict=False))})
    chance = random.Random(SEED)  # no secret: the same bids each time
    for _ in range(DRAWN if len(bids) <= FEW else DRAWN // 5):
        yield made({key: chance.random() for key in none})


def _ends(bids: list[Bid], key: str, found: Evaluation) -> tuple[float, float] | None:
    """Return the lowest and the highest plausible figure; None if a bid has none."""
    values = [getattr(bid, key) for bid in bids]
    if any(value is None for value in values):
        return None
    low, high = _span([getattr(value, "amount", value) for value in values])
    if key == "quality" and found.quality_max is not None:
        most = found.quality_max - sum(one.most for one in found.criteria or ())
        high = min(high, max(most, low))
    return low, high


def _span(values: list[float]) -> tuple[float, float]:
    return (1 - BEYOND) * min(values), (1 + BEYOND) * max(values)
