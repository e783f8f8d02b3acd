"""Steps of formulas: what one would write twice, or is too long to be read, has a row of its own.

Their sheet comes last. Its rows are found while the others are written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

STEPS = "Steps"
"""The name of the sheet."""
TOP = 4
"""The row of the first step, from 0."""
READABLE = 250
"""A formula of so many characters is read in one go."""
_MANY = 20
"""So many texts are joined in one go."""


class Step(NamedTuple):
    """A row: what asks for it, and what it gives now."""

    of: str
    now: float | str | None


class Steps:
    """The rows, by their formulas as that sheet writes them: what is the same has one row."""

    def __init__(self) -> None:
        self.rows: dict[str, Step] = {}
        self._cells: dict[str, str] = {}

    def cell(self, formula: str, of: str, now: float | str | None) -> str:
        """Refer to the cell of a formula, with what asks for it and what it gives now."""
        if formula not in self.rows:
            self._cells[formula] = f"'{STEPS}'!B{TOP + len(self.rows) + 1}"
            self.rows[formula] = Step(of, now)
        return self._cells[formula]

    def keeper(self, of: str) -> Callable[[str, float | None], str]:
        """Give what refers to the steps of something, by formula and what it gives now."""
        return lambda formula, now: self.cell(formula, of, now)

    def joined(self, texts: list[tuple[str, str]], of: str) -> str:
        """Join formulas of texts, each with what it gives now, in steps that can be read."""
        found: list[tuple[str, str]] = []
        for formula, now in texts:
            if len(formula) > READABLE:
                formula = self.cell(formula, of, now)
            if found and len(found[-1][0]) + len(formula) < READABLE:
                before, told = found.pop()
                formula, now = f"{before}&{formula}", told + now
            found.append((formula, now))
        if len(found) < 2:
            return found[0][0] if found else '""'
        cells = [(self.cell(formula, of, now), now) for formula, now in found]
        return self.joined(cells, of) if len(cells) > _MANY else "&".join(cell for cell, _ in cells)


def seen_from(sheet: str, formula: str) -> str:
    """Write a formula of the steps' sheet as another one writes it."""
    return formula.replace(f"'{sheet}'!", "")
