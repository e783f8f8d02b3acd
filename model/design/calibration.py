"""Schema of a calibration: free values of a scenario, and the measurements to fit."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from model.reading.fields import PositiveCount, Strict


class FreeValue(Strict):
    """A free figure of the scenario."""

    path: str
    """Path in the scenario, such as 'tiers.0.adapters.efficiency'."""
    low: str | int | float | None = None
    """Lower bound, with unit. Default: 0."""
    high: str | int | float | None = None
    """Upper bound, with unit. Default for a share: 1. Required for all others."""
    start: str | int | float | None = None
    """Start value. Default: the value in the scenario."""


class Measured(Strict):
    """A measured figure, and the corresponding quantity of the model."""

    quantity: str
    """Quantity of the model, such as 'project.server_write_bandwidth'."""
    figure: str = ""
    """Name of the figure in the file, as listed by `measurements FILE`."""
    file: str | None = None
    """Benchmark output, next to the calibration file."""
    line: PositiveCount | None = None
    """Line of the figure, if the file has several of this name."""
    case: str | None = None
    """Step, job or test of the figure, if the line has several of this name."""
    value: str | int | float | None = None
    """The figure, with unit, if there is no file."""
    source: str = ""
    """Source of a value without a file."""
    change: dict[str, Any] = Field({})
    """Changes to the scenario for this measurement, such as {tiers.0.memory.channels: 6}."""

    @model_validator(mode="after")
    def _has_one_value(self) -> Self:
        if (self.file is None) == (self.value is None):
            raise ValueError("write either 'file' and 'figure', or 'value'")
        if self.file is not None and not self.figure:
            raise ValueError("write the 'figure' of the file: `measurements FILE` lists them")
        if self.value is not None and not self.source:
            raise ValueError("a value without a file needs 'source': who measured it, and when")
        return self


class CalibrationFile(Strict):
    """Free values of a scenario, and the measurements they are fitted to."""

    schema_: Literal["ostimate.calibration/1"] = Field("ostimate.calibration/1", alias="schema")
    """Schema version of the file."""
    scenario: str
    """Scenario file, next to this file."""
    change: dict[str, Any] = Field({})
    """Changes to the scenario for all measurements, such as {tiers.0.calibration: null}."""
    free: Annotated[tuple[FreeValue, ...], Field(min_length=1, max_length=16)]
    """The free values."""
    measurements: Annotated[tuple[Measured, ...], Field(min_length=1, max_length=500)]
    """The measurements to fit."""
