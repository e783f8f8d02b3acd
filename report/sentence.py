"""The sentence that a plan comes to, as a formula of the first sheet."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.fits import misfit
from model.answers.results import WRITE, Results
from model.answers.sentences import Sentence, said, written
from model.answers.summary import definition, front_tiers, limiting
from model.answers.survival import survival
from report.alive import alive, quoted
from report.chains import limiting_formula
from report.formula import SCALES, count_unknown
from report.sheets import SUMMARY, Layout

Piece = tuple[str, str]
"""A part of the sentence: as a formula, and as the text that it gives now."""


LONGEST = 8000
"""A formula may have 8,192 characters."""


def sentence(results: Results, layout: Layout) -> list[Piece]:
    """Write the sentence in as few formulas as it takes, each with the text that it gives now."""
    found: list[Piece] = []
    for formula, text in _pieces(results, layout):
        if found and len(found[-1][0]) + len(formula) < LONGEST:
            before, said = found.pop()
            formula, text = f"{before}&{formula}", said + text
        found.append((formula, text))
    return found


def _pieces(results: Results, layout: Layout) -> Iterator[Piece]:
    def words(text: str) -> Piece:
        return quoted(text), text

    def say(found: Sentence) -> Iterator[Piece]:
        for piece in said(results, found).pieces:
            yield alive(results, layout, SUMMARY, (piece,)), written(results, (piece,))

    def figure(name: str, unit: str) -> Piece:
        written, scale = SCALES.get(unit, ("1", 1.0))
        decimals = 3 if unit in SCALES else 0
        cell = layout.cells["site", name].seen_from(SUMMARY)
        value = results["site", name]
        text = "unknown" if value is None else f"{value / scale:,.{decimals}f} {unit}"
        return f'IFERROR(FIXED({cell}/{written},{decimals})&" {unit}","unknown")', text

    yield from say(misfit(results))
    tiers = front_tiers(results)
    currency = results.plan.scenario.economics.currency
    yield words("Usable ")
    yield figure("usable_capacity", "TB")
    yield words(" (")
    yield figure("usable_capacity", "TiB")
    yield words("), ")
    yield from say(definition(results))
    yield words("; commits ")
    yield figure("write_bandwidth", "GB/s")
    yield words(" write (bound ")
    stages = dict.fromkeys(results.behind_stages("site", "write_bandwidth_bound"))
    unknown = count_unknown([layout.cells[stage] for stage in stages], SUMMARY)
    at_most = results.is_at_most("site", "write_bandwidth_bound")
    yield f'IF({unknown}>0,"at most ","")', "at most " * at_most
    yield figure("write_bandwidth_bound", "GB/s")
    yield words(")")
    for n, (_, path) in enumerate(tiers):
        first, _ = limiting(results, path, WRITE)
        yield words(", " if n else ", limited by ")
        formula = limiting_formula(results, path, WRITE, SUMMARY)
        yield formula, first.label if first else "nothing known"
    yield words("; survives the loss of ")
    yield from say(survival(results))
    yield words("; of the purchase ")
    yield figure("known_capital_cost", currency)
    yield words(" net are known, lines without a price: ")
    missing = layout.cells["site", "unknown_equipment_cost"].seen_from(SUMMARY)
    yield missing, f"{results['site', 'unknown_equipment_cost']:.0f}"
    yield words(".")
