"""Figures as the JSON of a plan has them: in base units, None where they are unknown."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from model.answers.ranges import BANDWIDTHS, RISKS, TIME_TO_LOSS, range_of
from model.answers.results import Results
from model.answers.views.view import Row, View, numbers
from model.engine.quantity import Input, Quantity


def whole_number(value: float | None, unit: str = "1") -> float | None:
    """Return a figure as programs expect it: what is counted is a whole number."""
    return int(value) if unit == "1" and value is not None and value.is_integer() else value


def _figure(results: Results, path: str, item: Quantity | Input) -> dict[str, Any]:
    value = whole_number(results[path, item.name], item.unit)
    return {"value": value, "unit": item.unit, "label": item.label}


def figures(results: Results, path: str) -> dict[str, Any]:
    """Return the figures of an instance, bandwidths and risks with their ranges."""
    book = results.plan.instances[path].book
    found: dict[str, Any] = {item.name: _figure(results, path, item) for item in book}
    for name in (*BANDWIDTHS, *RISKS, TIME_TO_LOSS):
        if (ends := range_of(results, path, name)) is not None:
            for end, value, level in (("low", ends.low, "5 %"), ("high", ends.high, "95 %")):
                words = f"{found[name]['label']}, {level} of cases"
                found[f"{name}_{end}"] = {
                    "value": value,
                    "unit": found[name]["unit"],
                    "label": words,
                }
    return found


def columns_of(
    results: Results, view: View, row: Row, columns: Mapping[str, str]
) -> dict[str, float | None]:
    """Return figures of a row, by what programs call the columns of its table."""
    return dict(zip(columns, numbers(results, view, row, *columns.values()), strict=True))


def truth(value: float | None) -> bool | None:
    """Return a verdict; None where it is unknown."""
    return None if value is None else bool(value)


def iso_day(date: datetime.date | None) -> str | None:
    """Return a date as text."""
    return None if date is None else date.isoformat()
