"""The sentence that a plan comes to, as formulas of the first sheet."""

from __future__ import annotations

from model.answers.results import Results
from model.answers.sentences import said
from model.answers.summary import conclusion
from report.alive import alive
from report.sheets import SUMMARY, Layout

LONGEST = 8000
"""A formula may have 8,192 characters."""


def sentence(results: Results, layout: Layout) -> list[tuple[str, str]]:
    """Write the sentence in as few formulas as it takes, each with the text that it gives now."""
    found: list[tuple[str, str]] = []
    for piece in said(results, conclusion(results)).pieces:
        text = said(results, (piece,)).text
        formula = alive(results, layout, SUMMARY, (piece,))
        if found and len(found[-1][0]) + len(formula) < LONGEST:
            before, told = found.pop()
            formula, text = f"{before}&{formula}", told + text
        found.append((formula, text))
    return found
