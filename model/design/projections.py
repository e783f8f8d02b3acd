"""The schema of projections: what alternatives cost over the years, as somebody else says."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from model.design.economics import MOST_YEARS
from model.reading.binding import gives
from model.reading.fields import Money, Name, Stated, Strict

MOST = 12
"""More alternatives, or costs of one, than anybody compares."""
Year = Annotated[int, Field(strict=True, ge=0, le=MOST_YEARS)]


class ProjectedCost(Strict):
    """One kind of cost of an alternative."""

    name: Name
    """What is paid for."""
    cost: Annotated[Stated[Money], gives("item_cost")]
    """What it costs, of all years together, net."""
    year: Annotated[Stated[Year] | None, gives("item_year")] = None
    """Year at whose end it falls due; without one, in equal parts over all years."""


class Projection(Strict):
    """What one alternative is projected to cost."""

    name: Name
    """Name of the alternative."""
    costs: Annotated[tuple[ProjectedCost, ...], Field(min_length=1, max_length=MOST)]
    """Its costs."""

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        _refuse_twins("costs", [cost.name for cost in self.costs])
        return self


class Projections(Strict):
    """Alternatives whose costs others projected, side by side; no part of the plan's own cost."""

    leave_out: tuple[Name, ...] = ()
    """What all of them leave out, as in 'purchase', 'power', 'staff'."""
    alternatives: Annotated[tuple[Projection, ...], Field(min_length=2, max_length=MOST)]
    """The alternatives; the others are compared with the first one."""

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        _refuse_twins("alternatives", [one.name for one in self.alternatives])
        return self


def _refuse_twins(what: str, names: list[str]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"two {what} have the name '{twice[0]}': names must differ")
