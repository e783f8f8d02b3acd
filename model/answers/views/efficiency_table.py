"""What the stages of a tier deliver of their rate, with the systems that it rests on."""

from __future__ import annotations

from model.answers.results import Results
from model.answers.stage_efficiencies import Delivery
from model.answers.stage_efficiencies import deliveries as deliveries_of
from model.answers.views.view import Column, Row, View, figure

COLUMNS = (
    Column("Efficiency", "delivers", "ratio"),
    Column("Measured", "seen", "text"),
    Column("Evidence", "rests_on", "text"),
)


def deliveries(results: Results, tier: str) -> View:
    """Return the efficiency of each stage that isn't measured itself."""
    rows = tuple(_row(results, one) for one in deliveries_of(results, tier))
    name = tier.rpartition(":")[2]
    return View(f"{name}: efficiency of the stages", "Stage", COLUMNS, rows)


def _row(results: Results, one: Delivery) -> Row:
    nothing = "stated" if one.is_stated else "unknown"
    measured = nothing if one.band is None else "{:.2f} to {:.2f}".format(*one.band)
    return Row(one.label, (figure(results, *one.address), measured, one.rests_on))
