"""The reference systems and the rows of their published figures, judged once for all tests."""

from __future__ import annotations

from functools import cache

from model.answers.results import Results, evaluate
from model.answers.validation import Row, reference_files, validate
from model.design.published import Published
from model.design.scenario import edited, load_scenario

SCENARIOS = {file.stem: load_scenario(file) for file in reference_files()}


@cache
def rows_of(stem: str) -> tuple[Row, ...]:
    """The rows of one system."""
    return tuple(validate(SCENARIOS[stem]))


def every_row() -> list[Row]:
    """The rows of all systems."""
    return [row for stem in SCENARIOS for row in rows_of(stem)]


@cache
def _healthy(stem: str) -> Results:
    return evaluate(SCENARIOS[stem])


def results_of(stem: str, one: Published) -> Results:
    """The results that a figure is compared with; some figures ask for a change first."""
    return evaluate(edited(SCENARIOS[stem], one.change)) if one.change else _healthy(stem)
