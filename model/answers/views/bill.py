"""The bill of materials: what is bought, line by line."""

from __future__ import annotations

from model.answers.results import Results
from model.answers.views.view import Column, Row, View, figure
from model.planning.supply import Line

FIGURES = (
    Column("Pieces", "line_count"),
    Column("Price of one", "unit_price"),
    Column("Cost", "line_cost"),
    Column("Power of one", "unit_power"),
    Column("Power", "line_power"),
    Column("Weight of one", "unit_weight"),
    Column("Weight", "line_weight"),
    Column("Rack units of one", "unit_rack_units"),
    Column("Rack units", "line_rack_units"),
)
"""The figures of a line, each by its name in the model."""
COLUMNS = (
    Column("Part key", "key", "text"),
    Column("Role", "role", "text"),
    Column("Tier", "tier", "text"),
    *FIGURES,
)
MEASURES = ("cost", "power", "weight", "rack_units")
"""What lines are summed of."""
SUMS = (("known_", "Known part"), ("", "Total"))


def bill(results: Results) -> View:
    """Give the lines of the purchase, tier by tier, then what is common."""
    rows = tuple(_row(results, line) for line in results.plan.lines)
    return View("Bill of materials, net", "Description", COLUMNS, rows)


def _row(results: Results, line: Line) -> Row:
    figures = (figure(results, line.path, column.key) for column in FIGURES)
    note = (line.part,) if line.part else ()
    return Row(line.name, (line.part, line.role, line.tier or "all", *figures), note)


def with_sums(results: Results) -> View:
    """Give the lines, and below them what they come to: the known part, and all."""
    lines = bill(results)
    summed = {f"line_{measure}": f"equipment_{measure}" for measure in MEASURES}
    sums = tuple(
        Row(
            label,
            tuple(
                figure(results, "site", f"{prefix}{summed[column.key]}")
                if column.key in summed
                else ""
                for column in lines.columns
            ),
            tone="strong",
        )
        for prefix, label in SUMS
    )
    return View(lines.title, lines.head, lines.columns, (*lines.rows, *sums))
