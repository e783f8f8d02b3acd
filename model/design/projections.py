"""Schema of cost projections: costs of alternatives over the years, as projected by others."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from model.design.economics import MOST_YEARS
from model.reading.binding import gives
from model.reading.fields import Money, Name, Stated, Strict

MOST = 12
"""Maximum number of alternatives, or of cost items of one."""
Year = Annotated[int, Field(strict=True, ge=0, le=MOST_YEARS)]


class ProjectedCost(Strict):
    """A cost item of an alternative."""

    name: Name
    """Name of the cost item."""
    cost: Annotated[Stated[Money], gives("item_cost")]
    year: Annotated[Stated[Year] | None, gives("item_year")] = None
    """Leave empty to spread it equally over all years."""


class Projection(Strict):
    """Projected cost of an alternative."""

    name: Name
    """Name of the alternative."""
    costs: Annotated[tuple[ProjectedCost, ...], Field(min_length=1, max_length=MOST)]
    """Cost items."""

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        _refuse_twins("costs", [cost.name for cost in self.costs])
        return self


class Projections(Strict):
    """Cost projections by others, for comparison. Not part of the plan's own cost."""

    leave_out: tuple[Name, ...] = ()
    """Costs that all alternatives exclude, such as 'purchase', 'power' or 'staff'."""
    alternatives: Annotated[tuple[Projection, ...], Field(min_length=2, max_length=MOST)]
    """Alternatives. The first one is the reference."""

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        _refuse_twins("alternatives", [one.name for one in self.alternatives])
        return self


def _refuse_twins(what: str, names: list[str]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"two {what} have the name '{twice[0]}': names must differ")
