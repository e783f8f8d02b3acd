"""Pages of the reference systems; `python -m report.reference` writes them.

Their texts come from the scenarios, and their figures from the model.
"""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.certainty import site_figures
from model.answers.results import Results, evaluate
from model.answers.summary import headline
from model.answers.validation import KIND_NAMES, KINDS, SCENARIOS, Row, counts, validate
from model.answers.validation import headline as verdict
from model.planning.loading import load_scenario
from model.units.figures import show, show_both
from report.cell_text import in_markdown as cell

SYSTEMS = ("astra", "beluga", "cri", "lcpq", "sequoia")
"""Scenarios of the systems that guided the development of the model."""
VERDICTS = {True: "within", False: "**outside**", None: ""}


def page(name: str) -> Iterator[str]:
    """Give the lines of a system's page, as Markdown."""
    results = evaluate(load_scenario(SCENARIOS / f"{name}.yaml"))
    scenario = results.plan.scenario
    rows = list(validate(scenario))
    yield from (f"# {scenario.title}", "", cell(scenario.about), "")
    yield from ("## Results", "", cell(headline(results)), "")
    yield from _figures(results)
    within, judged = counts(rows)
    yield from ("", "## Published figures and the model", "")
    judgement = f"{within} of {judged} comparable figures are within their tolerance"
    yield from (f"{judgement}. {cell(verdict(rows))}.", "")
    yield from _rows(rows)
    yield from ("", "Types of comparison, as evidence:", "")
    kinds = {row.kind for row in rows}
    yield from (f"- {KIND_NAMES[kind]}: {worth}" for kind, worth in KINDS.items() if kind in kinds)
    for title, said in (
        ("Reasons for differences, and notes", [(row, row.note) for row in rows]),
        ("Errors in the sources", [(row, row.slip) for row in rows]),
    ):
        notes = [f"- **{cell(row.figure)}**: {cell(words)}" for row, words in said if words]
        if notes:
            yield from ("", f"## {title}", "", *notes)
    yield from ("", "## Sources", "")
    for source in scenario.sources.values():
        title = f"[{cell(source.title)}]({source.url})" if source.url else cell(source.title)
        yield f"- {', '.join(filter(None, (title, cell(source.author), cell(source.date))))}"
    yield from ("", "## Reproduce", "")
    yield f"    python -m model plan scenarios/{name}.yaml"
    yield f"    python -m model validate scenarios/{name}.yaml"


def _figures(results: Results) -> Iterator[str]:
    currency = results.plan.scenario.economics.currency
    yield from ("| Figure | Plan |", "|---|---:|")
    for figure in site_figures(results):
        value, item = results.values[("site", figure)], results.item("site", figure)
        said = show(value, item.unit, currency=currency)
        yield f"| {cell(item.label)} | {show_both(value) if item.unit == 'byte' else said} |"


def _rows(rows: list[Row]) -> Iterator[str]:
    yield "| Figure | Published | Ostimate | Error | Allowed | | Kind |"
    yield "|---|---:|---:|---:|---:|---|---|"
    for row in rows:
        cells = (
            row.compares,
            row.published_text,
            row.model_text,
            row.error_text,
            row.tolerance_text,
            VERDICTS[row.within],
            KIND_NAMES[row.kind],
        )
        yield f"| {' | '.join(map(cell, cells))} |"
