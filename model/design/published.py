"""The schema of figures that owners published, to compare the model with."""

from typing import Any, Literal

from pydantic import Field

from model.reading.fields import Fraction, Strict

Kind = Literal["derived", "carried", "predicted", "calibrated", "bound", "input", "data"]
Evidence = Literal["capability", "rated", "production"]


class Published(Strict):
    """A figure that the owners published, to compare the model with."""

    figure: str
    """What it is."""
    quantity: str | None = None
    """The model's quantity, as in 'site.dump_time' or 'tiers.scratch.usable_capacity'."""
    value: str | int | float
    """The published value, with its unit."""
    kind: Kind
    """What the comparison is worth."""
    evidence: Evidence | None = None
    """What was published: a run for what it can do, a rating, or a run beside production."""
    tolerance: Fraction | None = None
    """Largest error, as a share of the published value; 0 is exact; 1 for predictions."""
    change: dict[str, Any] = Field({})
    """What is changed in the scenario for this figure, as in {tiers.0.memory.channels: 6}."""
    note: str = ""
    """Why they differ, or what to know."""
    slip: str = ""
    """What the source itself seems to have got wrong."""
