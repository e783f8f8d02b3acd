"""The list of questions: what is unknown, what waits for it, and who may know."""

from __future__ import annotations

from model.answers.questions import questions
from model.answers.results import Results
from model.answers.views.view import Column, Row, View

COLUMNS = (
    Column("Unknown figure", "figure", "text"),
    Column("Needed for", "waits", "text"),
    Column("Who can answer", "whom", "text"),
    Column("Where to enter it", "field", "text"),
)
NAMED = 4
"""Results that are named; of more only their number is said."""


def question_table(results: Results) -> View:
    """Return a row for each question, sorted by how many results depend on it, most first."""
    rows = []
    for one in questions(results):
        waits = list(one.waits)
        more = f" and {len(waits) - NAMED} more" if len(waits) > NAMED else ""
        text = f"{'; '.join(waits[:NAMED])}{more}"
        rows.append(Row(one.part, (one.figure, text, one.whom, one.state_at)))
    return View("Questions", "Part", COLUMNS, tuple(rows))
