"""Published figures beside the model's: error, tolerance, and what the comparison is worth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from model.errors import InputError, Problem
from model.explain import find
from model.results import Results, evaluate
from model.scenario import Published, Scenario, edited
from model.units import UnitError, parse, parse_money

ROUNDING = 1e-9
"""What an exact comparison forgives: the last digits of a float."""


@dataclass(frozen=True, slots=True)
class Row:
    """One published figure; `error` is (model - published) / published, None where none is due."""

    system: str
    figure: str
    kind: str
    published: float | None
    model: float | None
    unit: str
    error: float | None
    tolerance: float | None
    within: bool | None
    note: str


def validate(scenario: Scenario) -> Iterator[Row]:
    """Compare each published figure of a scenario with the model.

    Raises
    ------
    InputError
        A published figure names a quantity that isn't there, or has the wrong unit.
    """
    base = evaluate(scenario)
    for n, published in enumerate(scenario.published):
        results = base
        if published.change:
            results = evaluate(edited(scenario, published.change))
        yield _row(scenario, n, published, results)


def _read(written: str | int | float, unit: str) -> float:
    return parse_money(written, unit)[0] if "currency" in unit else parse(written, unit)


def _row(scenario: Scenario, n: int, published: Published, results: Results) -> Row:
    if published.quantity is None:
        value = published.value if isinstance(published.value, int | float) else None
        unit = "1" if value is not None else str(published.value)
        return Row(
            scenario.name,
            published.figure,
            published.kind,
            value,
            None,
            unit,
            None,
            None,
            None,
            published.note,
        )
    try:
        path, name = find(results, published.quantity)[0]
        unit = results.item(path, name).unit
        value = _read(published.value, unit)
    except (LookupError, UnitError) as wrong:
        place = scenario.place(("published", n))
        raise InputError([Problem(place, f"published.{n}", str(wrong.args[0]))]) from None
    model = results[path, name]
    error = None
    if model is not None:
        error = model / value - 1 if value else (0.0 if model == value else float("inf"))
    tolerance = None if published.kind == "bound" else published.tolerance
    within = None
    if error is not None and published.kind == "bound":
        within = error >= -ROUNDING
    elif error is not None and published.kind not in ("input", "data"):
        within = abs(error) <= max(tolerance or 0.0, ROUNDING)
    elif published.kind not in ("input", "data"):
        within = False
    return Row(
        scenario.name,
        published.figure,
        published.kind,
        value,
        model,
        unit,
        error if published.kind not in ("input", "data") else None,
        tolerance,
        within,
        published.note,
    )
