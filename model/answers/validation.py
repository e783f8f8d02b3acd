"""Published figures beside the model's: error, tolerance, and what the comparison is worth."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import compress
from pathlib import Path
from statistics import median
from typing import Any

from model.answers.explain import find
from model.answers.results import Results, evaluate
from model.answers.usable import compared
from model.design.published import Evidence, Kind, Published
from model.design.scenario import Scenario, edited
from model.errors import InputError, Problem
from model.parts.delivered import Delivered, delivered
from model.planning.efficiencies import seen_in
from model.procedures.pooling import LIKELY, left_out
from model.records import NamedTuple, dataclass
from model.units.brief import several, share
from model.units.figures import UnitError, parse, parse_money, percent, show

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
FEWEST_OF_QUARTILE = 4
"""Errors from which on their upper quartile is shown."""
ROUNDING = 1e-9
"""What an exact comparison forgives: the last digits of a float."""
KINDS: dict[Kind, str] = {
    "derived": "arithmetic that the model must reproduce from the parts",
    "carried": "entered figures, multiplied or added again: a check of the arithmetic",
    "predicted": "a measurement predicted without fitting the model to it",
    "calibrated": "a measurement that the model was fitted to: no evidence",
    "bound": "the model's upper bound must not be below what was measured",
    "input": "entered in the scenario, so not compared",
    "data": "shown only: not modelled or not judged",
}
"""What each kind of row is worth as evidence."""
KIND_NAMES: dict[Kind, str] = {
    "derived": "derived",
    "carried": "recomputed",
    "predicted": "predicted",
    "calibrated": "fitted",
    "bound": "upper bound",
    "input": "input",
    "data": "shown only",
}
"""The kinds of rows, as users read them."""
JUDGED: tuple[Kind, ...] = ("derived", "carried", "predicted", "calibrated", "bound")
"""The kinds of rows that can be out."""
TWICE = 1.0
"""What a prediction may be off that states no tolerance: by more than that, the model is wrong."""
EVIDENCE: dict[Evidence | None, str] = {
    "capability": "a benchmark run of the whole system",
    "rated": "a statement of its owner or vendor",
    "production": "a run during production, or with too few clients: weak evidence",
    None: "",
}
"""What was published of measured bandwidths."""
EVIDENCE_NAMES: dict[Evidence, str] = {
    "capability": "benchmark",
    "rated": "rated",
    "production": "production run",
}
"""The kinds of evidence, as users read them."""


@dataclass(frozen=True, slots=True)
class Row:
    """One published figure beside the model's.

    `error` is (model - published) / published, `reached` published / model, of a bound only;
    `used` is the share of the tolerance that the error takes. None where none is due.
    """

    system: str
    figure: str
    kind: Kind
    written: str
    published: float | None
    model: float | None
    unit: str
    error: float | None
    reached: float | None
    tolerance: float | None
    used: float | None
    within: bool | None
    note: str
    slip: str
    quantity: str
    currency: str
    evidence: Evidence | None = None
    measured: str = ""
    """What a capacity is measured with: which of `df`'s columns, `zfs list` …"""

    @property
    def compares(self) -> str:
        """What is compared, with which of several answers to how large it is."""
        return f"{self.figure} ({self.measured})" if self.measured else self.figure

    @property
    def kind_text(self) -> str:
        """The kind of the row as users read it, with what kind of evidence it is."""
        evidence = EVIDENCE_NAMES[self.evidence] if self.evidence else ""
        return ", ".join(filter(None, (KIND_NAMES[self.kind], evidence)))

    @property
    def published_text(self) -> str:
        """The published value as people read it."""
        return self._shown(self.published) if self.published is not None else self.written

    @property
    def model_text(self) -> str:
        """The model's value in the custom of the published one: percent, or powers of 1024."""
        return self._shown(self.model) if self.quantity else ""

    def _shown(self, value: float | None) -> str:
        if value is not None and self.written.endswith("%"):
            return share(value)
        return show(value, self.unit, binary="iB" in self.written, currency=self.currency)

    @property
    def error_text(self) -> str:
        """The error, or of a bound what was reached of it."""
        if self.reached is not None:
            return f"{self.reached:.2f} of the bound"
        return "" if self.error is None else percent(round(self.error, 4) + 0.0, 2, signed=True)

    @property
    def tolerance_text(self) -> str:
        """The largest error that is allowed."""
        if self.kind == "bound":
            return "at most 1"
        if self.kind not in JUDGED:
            return ""
        return f"{100 * self.tolerance:.3g} %" if self.tolerance else "exact"


def validate(scenario: Scenario) -> Iterator[Row]:
    """Compare each published figure of a scenario with the model.

    Raises
    ------
    InputError
        A published figure names a quantity that isn't there, or has the wrong unit.
    """
    known: dict[str, Results] = {}
    for n, published in enumerate(scenario.published):
        if published.quantity is None:
            yield _shown_only(scenario, published)
            continue
        key = json.dumps(published.change, sort_keys=True, default=str)
        if key not in known:
            changed = edited(scenario, published.change) if published.change else scenario
            known[key] = evaluate(changed)
        yield _compared(scenario, n, published, known[key])


def reference_files() -> list[Path]:
    """Give the files of the reference systems, of measured ones, then other calculators' cases."""
    return [
        file for at in ("", "measured/", "peers/") for file in sorted(SCENARIOS.glob(f"{at}*.yaml"))
    ]


@dataclass(frozen=True, slots=True)
class Spread:
    """Distribution of bandwidth prediction errors: shares of what was published, without sign."""

    rows: tuple[Row, ...]
    median: float
    upper: float
    worst: Row

    @property
    def text(self) -> str:
        """The spread in a sentence."""
        count = len(self.rows)
        quartile = f"upper quartile {percent(self.upper)}, " * (count >= FEWEST_OF_QUARTILE)
        return (
            f"Errors of {several(count, 'predicted bandwidth')}: median {percent(self.median)}, "
            f"{quartile}largest {percent(abs(self.worst.error or 0.0))} "
            f"({self.worst.system}: {self.worst.figure}). These systems are part of the evidence"
        )


def spread(rows: Iterable[Row]) -> Spread | None:
    """Give how far predictions are off."""
    found = [row for row in rows if is_prediction(row)]
    if not found:
        return None
    errors = sorted(abs(row.error or 0.0) for row in found)
    found.sort(key=lambda row: row.error or 0.0)
    return Spread(
        tuple(found),
        median(errors),
        errors[int(0.75 * (len(errors) - 1))],
        max(found, key=lambda row: abs(row.error or 0.0)),
    )


class LeftOut(NamedTuple):
    """Predictions of each measured bandwidth without its own family: what a new system may expect.

    `median` is of errors without sign, as shares of what was measured; `width` the median width of
    the 90 % ranges, as a share of the expected value. `beyond` counts those that expect more of a
    server than any other family with the same software did the same way.
    """

    bandwidths: int
    median: float
    in_range: int
    width: float
    beyond: int
    beyond_median: float
    beyond_in_range: int

    @property
    def text(self) -> str:
        """The predictions in a sentence."""
        return (
            f"New systems: without data of their own family of systems, {self.bandwidths} measured "
            f"bandwidths are predicted with a median error of {percent(self.median)}. "
            f"{self.in_range} of them are within the 90 % range, whose median width is "
            f"{percent(self.width)} of the expected value. {self.beyond} predictions exceed, per "
            "server, what any other family with the same software delivered; "
            f"{self.beyond_in_range} of these are within the range, and their median error is "
            f"{percent(self.beyond_median)}"
        )


@cache
def predicted_without_kin() -> LeftOut:
    """Predict each measured bandwidth of the catalog's evidence without its own family."""
    systems = delivered()
    seen = [seen_in(one) for one in systems]
    errors, widths, holds, beyond = [], [], [], []
    for system, one, without in zip(systems, seen, left_out(seen), strict=True):
        low, high = map(float, without.at(LIKELY))
        errors.append(abs(without.expected / one.share - 1))
        widths.append((high - low) / without.expected)
        holds.append(low <= one.share <= high)
        most = _most_of_others(system, systems)
        expected = without.expected * system.bound / (system.servers or math.inf)
        beyond.append(most is not None and expected > most)
    return LeftOut(
        len(seen),
        median(errors),
        sum(holds),
        median(widths),
        sum(beyond),
        median(compress(errors, beyond)) if any(beyond) else 0.0,
        sum(compress(holds, beyond)),
    )


def _most_of_others(one: Delivered, systems: Iterable[Delivered]) -> float | None:
    """Return the most that a server of another family with the same software did the same way."""
    others = (
        other.of_server
        for other in systems
        if (other.software, other.way) == (one.software, one.way) and other.family != one.family
    )
    return max((rate for rate in others if rate is not None), default=None)


def is_prediction(row: Row) -> bool:
    """Whether a row predicts a bandwidth that nothing was fitted to."""
    return row.kind == "predicted" and row.unit == "byte/s" and row.error is not None


def headline(rows: Iterable[Row]) -> str:
    """Say how far predictions are off, and apart from them what only repeats, bounds or fits."""
    found = list(rows)
    lead = off.text if (off := spread(found)) else "No bandwidth is predicted"
    texts = []
    for kind, words in SAID.items():
        within, judged = counts(row for row in found if row.kind == kind)
        if judged:
            texts.append(f"{within} of {judged} {words}")
    return f"{lead}. Checks: {'; '.join(texts)}" if texts else lead


SAID: dict[Kind, str] = {
    "derived": "rows of arithmetic agree",
    "carried": "sums and products of entered figures agree",
    "bound": "upper bounds hold",
    "calibrated": "fits agree with their own data, which is no evidence",
}
"""What rows are, that are no predictions, as a headline counts them."""


def summary(rows: Iterable[Row]) -> dict[str, Any]:
    """Give what the headline says, as figures; errors of predictions from below to above."""
    found = list(rows)
    off = spread(found)
    tallies = {kind: counts(row for row in found if row.kind == kind) for kind in JUDGED}
    return {
        "headline": headline(found),
        "kinds": {
            kind: {"within": within, "judged": judged} for kind, (within, judged) in tallies.items()
        },
        "left_out": predicted_without_kin()._asdict(),
        "predictions": {
            "count": len(off.rows),
            "median": off.median,
            "upper_quartile": off.upper,
            "worst": abs(off.worst.error or 0.0),
            "errors": [
                {"system": row.system, "figure": row.figure, "error": row.error} for row in off.rows
            ],
        }
        if off
        else None,
    }


def counts(rows: Iterable[Row]) -> tuple[int, int]:
    """Count the judged rows within their tolerance, and all that are judged."""
    judged = [row.within for row in rows if row.within is not None]
    return sum(judged), len(judged)


def _read(text: str | int | float, unit: str, currency: str) -> float:
    if "currency" not in unit:
        return parse(text, unit)
    amount, its_currency = parse_money(text, unit)
    if its_currency != currency:
        raise UnitError(f"{text!r} is not in the scenario's currency: write it in {currency}")
    return amount


def _shown_only(scenario: Scenario, published: Published) -> Row:
    value = published.value
    number = float(value) if isinstance(value, int | float) else None
    return Row(
        system=scenario.name,
        figure=published.figure,
        kind=published.kind,
        written=str(value),
        published=number,
        model=None,
        unit="1" if number is not None else "",
        error=None,
        reached=None,
        tolerance=None,
        used=None,
        within=False if published.kind in JUDGED else None,
        note=published.note,
        slip=published.slip,
        quantity="",
        currency="",
        evidence=published.evidence,
    )


def _compared(scenario: Scenario, n: int, published: Published, results: Results) -> Row:
    assert published.quantity is not None
    currency = scenario.economics.currency
    try:
        path, name = find(results, published.quantity)[0]
        unit = results.item(path, name).unit
        value = _read(published.value, unit, currency)
    except (LookupError, UnitError) as wrong:
        place = scenario.place(("published", n))
        raise InputError([Problem(place, f"published.{n}", str(wrong.args[0]))]) from None
    row = replace(
        _shown_only(scenario, published),
        published=value,
        model=results[path, name],
        unit=unit,
        quantity=f"{path}.{name}",
        currency=currency,
        measured=compared(results, path, name),
    )
    free = TWICE if row.kind == "predicted" else 0.0
    tolerance = free if published.tolerance is None else published.tolerance
    return _judged(row, tolerance) if row.kind in JUDGED else row


def _judged(row: Row, tolerance: float) -> Row:
    value, model = row.published, row.model
    if value is None or model is None:
        return replace(row, tolerance=tolerance)
    error = model / value - 1 if value else (0.0 if model == value else float("inf"))
    if row.kind == "bound":
        reached = value / model if model else float("inf")
        return replace(row, error=error, reached=reached, within=error >= -ROUNDING)
    allowed = max(tolerance, ROUNDING)
    within = abs(error) <= allowed
    return replace(row, error=error, tolerance=tolerance, used=error / allowed, within=within)
