"""The books of projections: alternatives whose costs somebody else says, and their costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.books.late import late
from model.books.table import ALWAYS, Table, of
from model.records import dataclass

if TYPE_CHECKING:
    from model.formulas.time_and_money import projections
else:
    late(globals(), "time_and_money", "projections")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectionFacts:
    """Facts that select the book of a projection."""

    compared: bool = False
    """Whether it is compared with another one, the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemFacts:
    """Facts that select the book of a projected cost."""

    dated: bool = False
    """Whether it falls due in one year."""


when = of(ProjectionFacts)
PROJECTION = Table(
    "projection",
    (ALWAYS, projections.PROJECTION),
    (when.compared, projections.COMPARED),
)
"""What an alternative is projected to cost."""

when_item = of(ItemFacts)
ITEM = Table(
    "projected cost",
    (ALWAYS, projections.ITEM),
    (when_item.dated, projections.DATED_ITEM),
    (~when_item.dated, projections.EVEN_ITEM),
)
"""One kind of cost of an alternative."""
