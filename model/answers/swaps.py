"""What another part in the place of one would do, before it is swapped."""

from __future__ import annotations

from model.answers.prices import Price, price_of
from model.answers.results import Results
from model.answers.views.bill import price_source
from model.answers.views.effects import UNFIT, Effect, Turn, effects, turned
from model.design.scenario import with_new_parts
from model.errors import InputError
from model.planning.supply import Line
from model.records import dataclass


@dataclass(frozen=True, slots=True)
class Swap:
    """What a part would do in the place of another: what changes, and why it doesn't do."""

    part: str
    effects: tuple[Effect, ...] = ()
    price: Price | None = None
    """What one piece of it would cost."""
    inside: str = ""
    """What its price would be inside of, where it has none of its own."""
    turns: tuple[Turn, ...] = ()
    """What wouldn't fit or be met any more, or would again; or what of it can't be planned."""

    @property
    def fits(self) -> bool:
        """Whether nothing is wrong with it that isn't wrong without it."""
        return all(turn.about != UNFIT for turn in self.turns)


def swapped(results: Results, path: str, part: str) -> Swap:
    """Say what a part of the catalog would do in the place of the piece at a path."""
    changes = with_new_parts(results.plan.scenario, {f"{path}.part": part})
    try:
        found = results.edited(changes)
    except InputError as error:
        return Swap(part, turns=tuple(Turn(False, UNFIT, (one.what,)) for one in error.problems))
    line = line_at(found, path)
    return Swap(
        part,
        effects(results, found),
        None if line is None else price_of(found, line),
        inside(found, line),
        turned(results, found),
    )


def inside(results: Results, line: Line | None) -> str:
    """Say what the price of a line is inside of; nothing where it is its own, or unknown."""
    if line is None or results[line.path, "unit_price"] is None:
        return ""
    return "" if price_of(results, line) else price_source(results, line)[0]


def line_at(results: Results, path: str) -> Line | None:
    """Give the line of the bill that the piece at a path makes; none, if it makes none."""
    found = (field for field in results.plan.fields.items() if field[1] == f"{path}.price")
    at = next((address[0] for address, _ in found), "")
    return next((line for line in results.plan.lines if line.path == at), None)
