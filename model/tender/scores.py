"""Scores, ranks and ties of bids."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from statistics import median
from typing import Any

import numpy as np

from model.books.evaluation import BID, EVALUATION, STEP, ScoreFacts
from model.engine.tree import Instance
from model.formulas.tender.own import own_formula
from model.pools.calculators import run
from model.records import dataclass, replace
from model.tender.evaluation_file import ROUNDING, Bid, Criterion, Evaluation, Weights
from model.tender.methods import METHODS, Figure

EQUAL = 1e-12
"""Relative difference of scores that are computed as binary fractions, and equal."""
FULL = 100.0
"""Points of a figure where none are stated: scores are in percent of the best."""
RATIOS = ("ratio", "ratio_band")


@dataclass(frozen=True, slots=True)
class Scored:
    """One bid: its score, as computed and as ranked, and its rank; None: not scored."""

    name: str
    score: float | None = None
    rounded: float | None = None
    rank: int | None = None
    excluded: bool = False
    why: str = ""
    in_band: bool = False
    quality: float | None = None
    """Points for quality, those of the criteria added."""
    criteria: Mapping[str, float] = field(default_factory=dict)
    """Points by criterion."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The bids in the order of the file, with ties and warnings."""

    evaluation: Evaluation
    bids: tuple[Scored, ...]
    ties: tuple[tuple[str, ...], ...]
    warnings: tuple[str, ...]
    relative: bool

    def order(self) -> tuple[tuple[str, ...], ...]:
        """Return the names by rank; equal ranks together."""
        ranks: dict[int, list[str]] = {}
        for one in self.bids:
            if one.rank is not None:
                ranks.setdefault(one.rank, []).append(one.name)
        return tuple(tuple(sorted(ranks[rank])) for rank in sorted(ranks))

    def places(self) -> dict[str, int]:
        """Return the rank of each bid that has one."""
        return {one.name: one.rank for one in self.bids if one.rank is not None}


def is_relative(found: Evaluation) -> bool:
    """Return whether the score of a bid depends on others: scaled ratios do, plain ones don't."""
    own = found.formula or ""
    return (
        METHODS[found.method].relative
        or (
            _scores_criteria(found)
            and any(METHODS[c.method].relative for c in found.criteria or ())
        )
        or (found.method == "ratio" and found.round is not None)
        or (found.method == "formula" and ("lowest_price" in own or "highest_quality" in own))
    )


def lowest_wins(found: Evaluation) -> bool:
    """Return whether the lowest score wins."""
    return METHODS[found.method].lowest_wins or found.wins == "lowest"


def scores(found: Evaluation) -> Scores:
    """Score and rank the bids of an evaluation.

    A bid that misses a mandatory requirement is excluded and changes no score. One whose mandatory
    requirements or figures are unknown isn't decided: no score, no rank.
    """
    judged = {bid.name: _judged(found, bid) for bid in found.bids}
    counting = [bid for bid in found.bids if not judged[bid.name].why]
    counting = _with_criteria(found, counting, judged)
    if found.method == "qualitative":
        warnings = _warnings(found, judged.values())
        return Scores(found, tuple(judged.values()), (), warnings, is_relative(found))
    for name, figures in _decided(found, counting, judged).items():
        score = figures.get("score", figures.get("price_score"))
        rounded = figures.get("rounded_score", figures.get("rounded_price_score"))
        assert score is not None, "bids without a value are undecided"
        ranked = score if rounded is None else rounded
        band = figures.get("is_in_band") == 1
        judged[name] = replace(judged[name], score=score, rounded=ranked, in_band=band)
    warnings = _warnings(found, judged.values())
    most = found.quality_max
    if most is not None and any((bid.quality or 0) > most * (1 + ROUNDING) for bid in counting):
        warnings = (*warnings, "with its criteria, the quality of a bid is above quality_max")
    if found.method == "utility_index" and any((one.score or 0) < 0 for one in judged.values()):
        warnings = (
            *warnings,
            "a negative utility index gets worse as the price falls; don't award by it",
        )
        return Scores(found, tuple(judged.values()), (), warnings, is_relative(found))
    bids = {bid.name: bid for bid in counting}
    groups = _ranked(found, [one for one in judged.values() if one.score is not None], bids)
    rank = 1
    for group in groups:
        for one in group:
            judged[one.name] = replace(one, rank=rank)
        rank += len(group)
    ties = tuple(tuple(sorted(one.name for one in group)) for group in groups if len(group) > 1)
    return Scores(found, tuple(judged.values()), ties, warnings, is_relative(found))


def _scores_criteria(found: Evaluation) -> bool:
    """Return whether criteria change scores: those of quality that counts."""
    return bool(found.criteria) and "quality" in _figures(found)


def _with_criteria(found: Evaluation, bids: Sequence[Bid], judged: dict[str, Scored]) -> list[Bid]:
    """Return bids with the points of the criteria in their quality, and note these.

    Each criterion is an evaluation of its own, by the method of one figure.
    """
    if not _scores_criteria(found):
        for bid in bids:
            judged[bid.name] = replace(judged[bid.name], quality=bid.quality)
        return list(bids)
    points: dict[str, dict[str, float]] = {bid.name: {} for bid in bids}
    for criterion in found.criteria or ():
        for one in scores(evaluation_of_criterion(criterion, bids)).bids:
            if one.rounded is not None:
                points[one.name][criterion.name] = one.rounded
            else:
                why = one.why.replace("the figure", criterion.name)
                judged[one.name] = replace(judged[one.name], why=why)
    found_bids = []
    for bid in (bid for bid in bids if not judged[bid.name].why):
        quality = (bid.quality or 0.0) + sum(points[bid.name].values())
        of = judged[bid.name]
        judged[bid.name] = replace(of, quality=quality, criteria=points[bid.name])
        found_bids.append(bid.model_copy(update={"quality": quality}))
    return found_bids


def evaluation_of_criterion(criterion: Criterion, bids: Sequence[Bid]) -> Evaluation:
    """Return the evaluation of the figure of a criterion by its own method."""
    return Evaluation.model_construct(
        method=criterion.method,
        points=criterion.points,
        base=criterion.base,
        steps=criterion.steps,
        round=criterion.round,
        bids=tuple(
            Bid.model_construct(name=bid.name, quantity=bid.figures[criterion.name]) for bid in bids
        ),
    )


def bids_that_count(found: Evaluation) -> list[Bid]:
    """Return the bids that enter the formulas: neither excluded nor undecided."""
    return [bid for bid in found.bids if not _judged(found, bid).why]


def tie_rules(found: Evaluation) -> tuple[str | None, str | None]:
    """Return what decides between equal scores within the band, and beyond it."""
    rule: str | None = found.ties
    if rule is None and facts_of(found).scaled and found.method == "ratio":
        rule = "price"  # the tender whose scale it is says so
    return found.second or rule, rule


def _unknown(names: list[str]) -> str:
    return f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} unknown"


def _judged(found: Evaluation, bid: Bid) -> Scored:
    """Return whether a bid counts; `why` says why not."""
    missed = sorted(name for name, verdict in bid.musts.items() if verdict == "not met")
    if bid.excluded or missed:
        why = bid.excluded or f"misses {', '.join(missed)}"
        return Scored(bid.name, excluded=True, why=f"excluded: {why}")
    unknown = sorted(name for name, verdict in bid.musts.items() if verdict == "unknown")
    if unknown:
        return Scored(bid.name, why=f"not decided: {_unknown(unknown)}")
    missing: list[str] = [name for name in _figures(found) if _figure(found, bid, name) is None]
    if _scores_criteria(found):
        criteria = [one.name for one in found.criteria or () if one.name not in bid.figures]
        missing = [*(name for name in missing if name != "quality"), *criteria]
    if missing:
        return Scored(bid.name, why=f"incomplete: no {' and no '.join(missing)}")
    if "price" in _figures(found) and bid.price is not None and bid.price.amount <= 0:
        return Scored(bid.name, why="not decided: the price isn't above 0; ask the bidder")
    if found.method == "lower_is_better" and not _figure(found, bid, "quantity"):
        return Scored(
            bid.name, why="not decided: the figure is 0, so all other bids would get no points"
        )
    return Scored(bid.name)


def _figures(found: Evaluation) -> tuple[Figure, ...]:
    """Name what each bid must state: no quality where it has no weight."""
    if found.method == "formula":
        own = found.formula or ""
        names: tuple[Figure, ...] = ("quality", "price", "quantity")
        return tuple(name for name in names if name in own)
    figures = METHODS[found.method].figures
    if "points" in METHODS[found.method].takes and not _quality_weight(found):
        return tuple(name for name in figures if name != "quality")
    return figures


def _figure(found: Evaluation, bid: Bid, name: Figure) -> float | None:
    """Return a figure of a bid; what is scored alone may stand as the quality, or the price."""
    own: dict[str, float | None] = {
        "price": None if bid.price is None else bid.price.amount,
        "quality": bid.quality,
        "quantity": bid.quantity,
    }
    return own[_stands_in(found) if name == "quantity" else name]


def _stands_in(found: Evaluation) -> Figure:
    """Return what is scored where one figure is: of all bids the same, and stated by one at least.

    Where a bid states its quantity, one that doesn't is incomplete.
    """
    is_stated = any(bid.quantity is not None for bid in found.bids)
    if is_stated or METHODS[found.method].figures != ("quantity",):
        return "quantity"
    has_quality = any(bid.quality is not None for bid in found.bids)
    has_price = any(bid.price is not None for bid in found.bids)
    return "quality" if has_quality else "price" if has_price else "quantity"


def _quality_weight(found: Evaluation) -> float:
    return 0.0 if found.weights is None else found.weights.quality


def _price_weight(found: Evaluation) -> float:
    if found.weights is not None and found.weights.price:
        return found.weights.price
    return found.points or 0.0


def figure_points(found: Evaluation) -> float:
    """Return the most points where one figure is scored."""
    weights = found.weights or Weights(quality=FULL)
    return found.points or weights.quality or weights.price


def facts_of(found: Evaluation) -> ScoreFacts:
    """Return the facts that select the formulas of an evaluation."""
    return ScoreFacts(
        found.method,
        quality=_quality_weight(found) > 0,
        scaled=found.method in RATIOS and found.round is not None,
        band=found.band is not None and found.method in ("ratio_band", "weighted_share"),
        rounded=found.round is not None,
        formula=found.formula if found.method == "formula" and found.formula else "",
    )


def score_tree(found: Evaluation, bids: Sequence[Bid]) -> Instance:
    """Return the tree of an evaluation: its parameters, and the bids that count."""
    facts = facts_of(found)
    given: dict[str, float | None] = {
        "quality_weight": _quality_weight(found),
        "price_weight": _price_weight(found),
        "quality_maximum": found.quality_max,
        "figure_points": figure_points(found),
        "score_band": found.band,
        "score_digits": found.round,
        "score_decimals": 0 if facts.scaled else found.round,
        "logarithm_base": found.base,
        "full_points_figure": found.base,
        "full_points_price": None if found.price_low is None else found.price_low.amount,
        "no_points_price": None if found.price_high is None else found.price_high.amount,
        "value_of_point": None if found.value_per_point is None else found.value_per_point.amount,
        **dict(
            zip(("reference_quality", "reference_price"), _references(found, bids), strict=True)
        ),
    }
    book = EVALUATION.book(facts)
    children = [_instance(f"bid {n}", found, bid, facts) for n, bid in enumerate(bids)]
    return Instance("evaluation", "evaluation", book, _known(book, given), {"bids": children})


def _instance(name: str, found: Evaluation, bid: Bid, facts: ScoreFacts) -> Instance:
    given = {
        "quality": bid.quality,
        "evaluation_price": None if bid.price is None else bid.price.amount,
        "offered_figure": _figure(found, bid, "quantity"),
    }
    book = BID.book(facts)
    steps = [
        Instance("steps", f"step {n}", STEP.book(), {"step_limit": limit, "step_gain": gain})
        for n, (limit, gain) in enumerate(_gains(found))
    ]
    below = {"steps": steps} if found.method == "steps" else {}
    return Instance("bids", name, book, _known(book, given), below)


def _known(book: Any, given: Mapping[str, float | None]) -> dict[str, float]:
    return {n: float(x) for n, x in given.items() if x is not None and n in book.inputs}


def _gains(found: Evaluation) -> Iterator[tuple[float, float]]:
    """Give each step's limit, and its points less those of the next."""
    steps = found.steps or ()
    after = [*(one.points for one in steps), 0.0][1:]
    for step, points in zip(steps, after, strict=bool(steps)):
        yield step.at_most, step.points - points


def _references(found: Evaluation, bids: Sequence[Bid]) -> tuple[float | None, float | None]:
    """Return the reference values: as stated, or the median of the bids."""
    if found.method == "median" and bids:
        return (
            median(bid.quality or 0.0 for bid in bids),
            median(bid.price.amount for bid in bids if bid.price is not None),
        )
    if found.reference is None:
        return None, None
    return found.reference.quality, found.reference.price.amount


def _computed(found: Evaluation, bids: Sequence[Bid]) -> dict[str, dict[str, float | None]]:
    """Return the known figures of each bid by name."""
    if not bids:
        return {}
    answers = run(score_tree(found, bids))
    return {
        bid.name: {
            name: answer.value for name, answer in answers[f"evaluation/bids:bid {n}"].items()
        }
        for n, bid in enumerate(bids)
    }


def _decided(
    found: Evaluation, bids: Sequence[Bid], judged: dict[str, Scored]
) -> dict[str, dict[str, float | None]]:
    """Return the figures of the bids with a score; note the others, which change no score."""
    while True:
        figures = _computed(found, bids)
        unknown = {
            name for name, of in figures.items() if of.get("score", of.get("price_score")) is None
        }
        large = _overflows(found, bids) if unknown and found.method == "formula" else ()
        for name in unknown:
            why = "the formula has no value for the figures of the bid"
            if name in large:
                why = "the formula gives a figure that is too large: above 1e308"
            judged[name] = replace(judged[name], why=f"not decided: {why}")
        if not unknown:
            return figures
        bids = [bid for bid in bids if bid.name not in unknown]


def _overflows(found: Evaluation, bids: Sequence[Bid]) -> set[str]:
    """Return the bids whose score by an own formula is larger than any number that is kept."""
    root = score_tree(found, bids)
    answers = run(root)
    formula = own_formula(found.formula or "").quantities["score"]
    over = set()
    for bid, one in zip(bids, root.children["bids"], strict=True):
        computed = {**answers["evaluation"], **answers[f"evaluation/{one.role}:{one.name}"]}
        figures = {**root.inputs, **one.inputs, **{n: x.value for n, x in computed.items()}}
        operands = [figures.get(name) for name in formula.needs]
        if None in operands:
            continue
        try:
            with np.errstate(all="ignore", over="raise"):
                formula.function(*map(np.float64, operands))
        except FloatingPointError:
            over.add(bid.name)
    return over


def _ranked(
    found: Evaluation, scored: Sequence[Scored], bids: Mapping[str, Bid]
) -> list[list[Scored]]:
    """Return the bids by rank; those that nothing tells apart together."""
    lowest = lowest_wins(found)
    in_band = [one for one in scored if one.in_band]
    rest = [one for one in scored if not one.in_band]
    by_score = _grouped(rest, lambda one: _value(one) if lowest else -_value(one))
    groups = [*([in_band] if in_band else []), *by_score]
    found_groups: list[list[Scored]] = []
    within, beyond = tie_rules(found)
    for n, group in enumerate(groups):
        rule = within if in_band and n == 0 else beyond
        found_groups += _by_rule(group, rule, bids)
    return found_groups


def _by_rule(group: list[Scored], rule: str | None, bids: Mapping[str, Bid]) -> list[list[Scored]]:
    if rule == "price":
        return _grouped(group, lambda one: _price_of(bids[one.name]))
    if rule == "quality":
        return _grouped(group, lambda one: -(bids[one.name].quality or 0.0))
    return [group]


def _price_of(bid: Bid) -> float:
    return bid.price.amount if bid.price is not None else math.inf


def _grouped(scored: Sequence[Scored], key: Any) -> list[list[Scored]]:
    """Return bids in the order of a key, those of equal keys together."""
    groups: list[list[Scored]] = []
    for one in sorted(scored, key=lambda each: (key(each), each.name)):
        if groups and math.isclose(key(groups[-1][0]), key(one), rel_tol=EQUAL, abs_tol=EQUAL):
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _value(one: Scored) -> float:
    assert one.rounded is not None, "only scored bids are ranked"
    return one.rounded


def _warnings(found: Evaluation, judged: Any) -> tuple[str, ...]:
    texts = [METHODS[found.method].warning] if METHODS[found.method].warning else []
    if METHODS[found.method].figures == ("quantity",):
        name = _stands_in(found)
        stand_ins = [
            f"the {name} of {bid.name}"
            for bid in found.bids
            if name != "quantity" and _figure(found, bid, "quantity") is not None
        ]
        if stand_ins:
            texts.append(
                f"'quantity' is missing, so this is scored instead: {', '.join(stand_ins)}"
            )
    if any(one.why and not one.excluded for one in judged):
        texts.append(
            "undecided bids have no rank; once decided, they may change the ranks of others"
        )
    return tuple(texts)
