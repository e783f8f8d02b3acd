"""The award criteria of a tender in words: method, formula, weights, rounding and ties.

A tender publishes how it is awarded. What the buyer expects of bids stays, as the estimate does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal

from model.reading.fields import Amount
from model.tender.amounts import shown
from model.tender.evaluation_file import Criterion, Scoring, Step, evaluation_of
from model.tender.form import digest
from model.tender.methods import METHODS
from model.tender.public_terms import UNITS
from model.tender.scores import facts_of, figure_points, lowest_wins, tie_rules
from model.tender.tender_document import Block, Bullets, Grid, Heading, Paragraph
from model.tender.tender_file import TenderFile
from model.units.figures import percent

PUBLISHED = (
    *("method", "weights", "quality_max", "points", "band", "second", "ties", "reference"),
    *("price_low", "price_high", "base", "value_per_point", "steps", "criteria", "formula"),
    *("wins", "round"),
)
"""The fields of a scoring that bidders see; what is expected of bids stays."""
QUALITY = "wL x L / Lmax + "
FORMULAS: Mapping[str, str] = {
    "lowest_price": "P",
    "ratio": "L / P",
    "ratio_band": "L / P",
    "weighted_low_bid": f"{QUALITY}wP x Pmin / P",
    "weighted_share": f"{QUALITY}wP x Pmin / P",
    "interpolation_double": f"{QUALITY}wP x max(0, 2 x Pmin - P) / Pmin",
    "interpolation_range": f"{QUALITY}wP x (Pmax - P) / (Pmax - Pmin)",
    "reference": "wL x L / L0 - wP x P / P0",
    "mean": "wL x L / L0 - wP x P / P0",
    "median": "wL x L / L0 - wP x P / P0",
    "absolute_line": f"{QUALITY}wP x min(1, max(0, (Phigh - P) / (Phigh - Plow)))",
    "log": f"{QUALITY}wP x (1 - log(P / Pmin) / log(B))",
    "utility_index": "(1 - (Lbest - L) / Lmax x wL / wP) / P x Pmin",
    "award_on_value": "P - V x L",
    "price_over_score": "P / (L / Lmax)",
    "most_at_budget": "M x X / Xmax",
    "higher_is_better": "M x X / Xmax",
    "lower_is_better": "M x Xmin / X",
    "power_of_years": "M x (X / B)^2",
}
"""The score of a bid by each method, in the symbols of `MEANING`; a test computes with them."""
OF_SHARES = ("weighted_share", "reference", "mean", "median")
"""Methods whose weights are shares that add up to 1."""
MEANING: Mapping[str, str] = {
    "L": "points for quality of the bid",
    "Lmax": "most points for quality",
    "Lbest": "highest points for quality of all bids",
    "L0": "reference value of quality",
    "P": "evaluated price of the bid",
    "Pmin": "lowest evaluated price of all bids",
    "Pmax": "highest evaluated price of all bids",
    "P0": "reference value of the price",
    "Plow": "price that gets all points",
    "Phigh": "price that gets no points",
    "wL": "weight of quality",
    "wP": "weight of the price",
    "B": "base",
    "V": "value of a point for quality",
    "M": "most points",
    "X": "figure of the bid",
    "Xmax": "highest figure of all bids",
    "Xmin": "lowest figure of all bids",
}
OF_BIDS = {"mean": "mean", "median": "median"}
OWN = "Only bids that are complete and meet all mandatory requirements count."
FIGURES = {"months": "Months until delivery", "warranty": "Years of warranty"}


def published(scoring: Scoring) -> Scoring:
    """Return a scoring as bidders see it: the fields of `PUBLISHED` alone."""
    stated = {
        name: getattr(scoring, name) for name in PUBLISHED if name in scoring.model_fields_set
    }
    return Scoring.model_construct(**stated)


def award_hash(tender: TenderFile) -> str:
    """Return the hash of the award criteria; empty if none are stated."""
    if tender.scoring is None:
        return ""
    seen = published(tender.scoring).model_dump(mode="json", exclude_defaults=True)
    return digest([seen, tender.scored])


def award_criteria(tender: TenderFile) -> Iterator[Block]:
    """Give the section of a specification; nothing if the rules state no method."""
    if tender.scoring is None:
        return
    scoring = published(tender.scoring)
    yield Heading("Award criteria")
    if scoring.method == "qualitative":
        text = "Evaluators compare the strengths of the bids; the price is one factor among others."
        yield Paragraph(f"{text} No score is computed.")
        return
    formula = score_formula(scoring)
    yield Paragraph(f"The award is made by the score Z ({METHODS[scoring.method].title}):")
    if formula:
        yield Paragraph(f"Z = {formula}")
    yield Bullets(tuple([*_symbols(scoring, tender, formula), *_rules(scoring, tender)]))
    if scoring.steps:
        yield _steps(scoring.steps)
    if scoring.criteria and "quality" in METHODS[scoring.method].figures:
        yield from _criteria(scoring.criteria)


def score_formula(scoring: Scoring) -> str:
    """Return the formula of the score; empty where a table gives it."""
    if scoring.method == "formula":
        return " ".join((scoring.formula or "").replace("**", "^").replace("*", " x ").split())
    found = FORMULAS.get(scoring.method, "")
    weights = scoring.weights
    has_quality = weights is not None and weights.quality > 0
    return found if has_quality else found.removeprefix(QUALITY)


def symbols_of(formula: str) -> list[str]:
    """Return the symbols of a formula in the order of their meanings.

    >>> symbols_of("wP x Pmin / P")
    ['P', 'Pmin', 'wP']
    """
    for sign in "/+-^(),":
        formula = formula.replace(sign, " ")
    words = set(formula.split())
    return [name for name in MEANING if name in words]


def values_of(scoring: Scoring) -> dict[str, float | Amount | None]:
    """Return the values that a scoring states, by symbol."""
    evaluation = evaluation_of(scoring, (), "")
    weights = scoring.weights
    quality, price = (0.0, 0.0) if weights is None else (weights.quality, weights.price)
    whole = quality + price or 1.0
    if scoring.method not in OF_SHARES:
        whole = 1.0
    reference = scoring.reference
    base = 6.0 if scoring.method == "power_of_years" and scoring.base is None else scoring.base
    return {
        "Lmax": scoring.quality_max,
        "wL": quality / whole,
        "wP": (price or scoring.points or 0.0) / whole,
        "L0": None if reference is None else reference.quality,
        "P0": None if reference is None else reference.price,
        "Plow": scoring.price_low,
        "Phigh": scoring.price_high,
        "B": base,
        "V": scoring.value_per_point,
        "M": figure_points(evaluation),
    }


def _symbols(scoring: Scoring, tender: TenderFile, formula: str) -> Iterator[str]:
    """Explain each symbol of a formula, with its value where it has one."""
    values = values_of(scoring)
    middle = OF_BIDS.get(scoring.method)
    for name in symbols_of(formula):
        meaning = MEANING[name]
        if name == "P":
            meaning = f"{meaning}, {tender.price}, in {tender.currency}: {_parts(tender)}"
        if name == "X":
            meaning = f"{meaning}: {_figure(tender.scored)}" if tender.scored else meaning
        if name in ("L0", "P0") and middle is not None:
            of = "points for quality" if name == "L0" else "evaluated prices"
            yield f"{name}: {middle} of the {of} of all bids."
            continue
        value = values.get(name)
        if isinstance(value, Amount):
            yield f"{name} = {shown(Decimal(repr(value.amount)), tender.currency)}: {meaning}."
        elif value is not None:
            yield f"{name} = {value:.10g}: {meaning}."
        else:
            yield f"{name}: {meaning}."
    if scoring.method == "formula":
        yield (
            "quality: points for quality; price: evaluated price; quantity: figure that is scored; "
            "names with lowest or highest: of all bids."
        )


def _parts(tender: TenderFile) -> str:
    """Name what an evaluated price has, by the terms of a tender."""
    parts = {
        "the offer": True,
        "options that count": tender.options != "none",
        "maintenance of the term": tender.term is not None,
        "energy": tender.energy is not None,
        "space of the racks": tender.rack_price is not None,
    }
    *others, last = (name for name, counts in parts.items() if counts)
    named = f"{', '.join(others)} and {last}" if others else last
    return f"{named}, by the terms"


def _rules(scoring: Scoring, tender: TenderFile) -> Iterator[str]:
    """Say who wins, how scores are rounded, and what decides between equal ones."""
    evaluation = evaluation_of(scoring, (), tender.currency)
    yield f"The {'lowest' if lowest_wins(evaluation) else 'highest'} score wins. {OWN}"
    if scoring.round is not None:
        if facts_of(evaluation).scaled:
            yield (
                "Scores are multiplied by the power of ten by which the best one has "
                f"{scoring.round} digits before the point, then rounded to whole numbers."
            )
        else:
            yield f"Scores are rounded to {scoring.round} decimals, halves away from 0."
    within, beyond = tie_rules(evaluation)
    words = {"quality": "more points for quality", "price": "the lower evaluated price"}
    if scoring.band is not None and facts_of(evaluation).band:
        decides = words.get(within or "", "")
        rule = f"among these, {decides} decides" if decides else "these share the rank"
        yield f"Scores within {percent(scoring.band)} of the best count as equal; {rule}."
    decides = words.get(beyond or "", "")
    yield (
        f"Between equal scores, {decides} decides." if decides else "Equal scores share their rank."
    )


def _criteria(criteria: tuple[Criterion, ...]) -> Iterator[Block]:
    """Give the criteria of quality that are scored by a figure of each bid."""
    yield Paragraph(
        "Points for quality are the sum of what evaluators give and of these criteria:"
        if any(one.figure for one in criteria)
        else "Points for quality include those of these criteria:"
    )
    rows = tuple(
        (
            one.name,
            _figure(one.figure) if one.figure else "stated by the evaluators",
            FORMULAS.get(one.method, "by steps")
            .replace("M", f"{one.most:g}", 1)
            .replace("B", f"{one.base or 6:g}"),
            f"{one.most:g}",
        )
        for one in criteria
    )
    yield Grid(("Criterion", "Figure X", "Points", "Most points"), rows, (0.26, 0.3, 0.28, 0.16))
    formulas = " ".join(FORMULAS.get(one.method, "") for one in criteria)
    of_bids = [f"{name}: {MEANING[name]}." for name in ("Xmax", "Xmin") if name in formulas]
    if of_bids:
        yield Bullets(tuple(of_bids))
    for one in criteria:
        if one.steps:
            yield Paragraph(f"Points for {one.name}:")
            yield _steps(one.steps)
    decimals = [f"{one.name} to {one.round} decimals" for one in criteria if one.round is not None]
    if decimals:
        yield Paragraph(f"Rounded are: {', '.join(decimals)}.")


def _steps(steps: tuple[Step, ...]) -> Grid:
    rows = tuple((f"at most {one.at_most:g}", f"{one.points:g}") for one in steps)
    return Grid(("Figure X", "Points"), (*rows, ("more", "0")), (0.6, 0.4))


def _figure(name: str | None) -> str:
    """Name a figure that is scored, with its unit."""
    key = {"planned_capacity": "capacity"}.get(name or "", name or "")
    if key in FIGURES:
        return FIGURES[key]
    label, unit = UNITS[key]
    shown_in = {"byte": ", TB", "byte/s": ", GB/s", "watt": ", W"}.get(unit, "")
    return f"{label}{shown_in}"
