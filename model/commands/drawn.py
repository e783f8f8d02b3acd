"""Terminal output of views."""

from __future__ import annotations

from model.answers.results import Results
from model.answers.views.view import View
from model.answers.views.view_text import Text, text_table
from model.commands.terminal import Cell, paragraph, table


def draw(results: Results | None, view: View, *, notes: bool = False) -> None:
    """Print a view with its title; secondary text follows the column it belongs to.

    With `notes`, those of rows follow below.
    """
    found = text_table(results, view)
    rows = [(row[0][:2], *map(_in_a_line, row[1:])) for row in found.rows]
    table(found.heads, rows, found.title)
    for name, *_ in found.rows if notes else ():
        if name.small:
            paragraph(f"{name.text}: {name.small}", "  ")


def _in_a_line(cell: Text) -> Cell:
    if not cell.small:
        return cell.text, cell.tone
    if cell.text.endswith(")"):
        return f"{cell.text[:-1]}; {cell.small})", cell.tone
    return f"{cell.text} ({cell.small})", cell.tone
