"""Expected bandwidths with the ends of their ranges."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.ranges import range_of, rests_on
from model.answers.results import WAYS, Results, data_tiers
from model.answers.views.view import Column, Entry, FixedValue, Procedure, Row, View, figure

LOW, HIGH = "Low, 5 % of cases", "High, 95 % of cases"
COLUMNS = (
    Column("Expected", "expected", "decimal", "strong", scale="rates"),
    Column(LOW, "low", "decimal", scale="rates"),
    Column(HIGH, "high", "decimal", scale="rates"),
    Column("Upper bound", "bound", "decimal", scale="rates"),
)
DRAWN = "draws of what the stages of comparable systems delivered (model/answers/ranges.py)"
NEEDS = "what each stage is expected to deliver, and how far that may be off"


def bandwidths(results: Results) -> View:
    """Return a row for each tier and direction, and for all data tiers if there are several."""
    places = list(results.tiers())
    if len(data_tiers(results)) > 1:
        places.append(("all data tiers", "site"))
    rows = tuple(
        Row(f"{place}: {way}", tuple(_entries(results, path, f"{way}_bandwidth")))
        for place, path in places
        for way in WAYS
        if (path, f"{way}_bandwidth") in results.values
    )
    return View("Expected bandwidth with its 90 % range", "Tier", COLUMNS, rows)


def _entries(results: Results, path: str, name: str) -> Iterator[Entry]:
    yield figure(results, path, name)
    ends = range_of(results, path, name) or (None, None)
    of = Procedure(DRAWN, NEEDS, rests_on(results, path, name))
    yield from (FixedValue(end, "byte/s", procedure=of) for end in ends)
    bound = f"{name}_bound"
    yield figure(results, path, bound, at_most=results.is_at_most(path, bound))
