"""Schema of figures published by owners, for comparison with the model."""

from typing import Any, Literal

from pydantic import Field

from model.reading.fields import Fraction, Strict

Kind = Literal["derived", "carried", "predicted", "calibrated", "bound", "input", "data"]
Evidence = Literal["capability", "rated", "production"]


class Published(Strict):
    """A figure published by the owners, for comparison with the model."""

    figure: str
    """Description of the figure."""
    quantity: str | None = None
    """Quantity of the model, such as 'site.dump_time' or 'tiers.scratch.usable_capacity'."""
    value: str | int | float
    """Published value, with unit."""
    kind: Kind
    """Type of comparison."""
    evidence: Evidence | None = None
    """Type of evidence: a benchmark run, a rating, or a run during production."""
    tolerance: Fraction | None = None
    """Tolerated error as a share of the published value: 0 if exact, 1 for predictions."""
    change: dict[str, Any] = Field({})
    """Changes to the scenario for this figure, such as {tiers.0.memory.channels: 6}."""
    note: str = ""
    """Reason for the difference, or remarks."""
    slip: str = ""
    """Probable error in the source."""
