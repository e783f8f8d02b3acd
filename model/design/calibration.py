"""The schema of a calibration: which values of a scenario are free, and what they shall explain."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from model.reading.fields import PositiveCount, Strict


class FreeValue(Strict):
    """A figure of the scenario that may move."""

    path: str
    """Its path in the scenario, as in 'tiers.0.adapters.efficiency'."""
    low: str | int | float | None = None
    """The lowest value that is thinkable, with its unit; 0 unless said otherwise."""
    high: str | int | float | None = None
    """The highest value that is thinkable; 1 for a share, and needed for all else."""
    start: str | int | float | None = None
    """Where to begin; what the scenario says, unless said otherwise."""


class Measured(Strict):
    """A measured figure, and the quantity of the model that it measures."""

    quantity: str
    """The model's quantity, as in 'project.server_write_bandwidth'."""
    figure: str = ""
    """What it is: the name of a figure in the file, as `measurements FILE` lists them."""
    file: str | None = None
    """What a benchmark printed, beside the calibration's own file."""
    line: PositiveCount | None = None
    """Line of the figure, where several of the file have its name."""
    case: str | None = None
    """Step, job or test of the figure, where several of one line have its name."""
    value: str | int | float | None = None
    """The figure itself, with its unit, where there is no file."""
    source: str = ""
    """Where a value without a file comes from."""
    change: dict[str, Any] = Field({})
    """What was different in this measurement, as in {tiers.0.memory.channels: 6}."""

    @model_validator(mode="after")
    def _has_one_value(self) -> Measured:
        if (self.file is None) == (self.value is None):
            raise ValueError("write either 'file' and 'figure', or 'value'")
        if self.file is not None and not self.figure:
            raise ValueError("write the 'figure' of the file: `measurements FILE` lists them")
        if self.value is not None and not self.source:
            raise ValueError("a value without a file needs 'source': who measured it, and when")
        return self


class CalibrationFile(Strict):
    """Free values of a scenario, and the measurements that they are fitted to."""

    schema_: Literal["ostimate.calibration/1"] = Field("ostimate.calibration/1", alias="schema")
    """Schema version of the file."""
    scenario: str
    """The scenario's file, beside this one."""
    change: dict[str, Any] = Field({})
    """What is changed in the scenario before all else, as in {tiers.0.calibration: null}."""
    free: Annotated[tuple[FreeValue, ...], Field(min_length=1, max_length=16)]
    """The values that may move."""
    measurements: Annotated[tuple[Measured, ...], Field(min_length=1, max_length=500)]
    """What they shall explain."""
