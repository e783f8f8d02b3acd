"""Schema of a machine that trains a model: its accelerators, and what a checkpoint holds."""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, model_validator

from model.errors import quoted
from model.parts.training_reads import workloads
from model.reading.binding import gives
from model.reading.fields import (
    Flag,
    Parameters,
    PositiveBytes,
    PositiveCount,
    PositiveIops,
    Share,
    Stated,
    Strict,
)

Precision = Literal["fp32", "bf16", "fp16", "fp8"]
Optimizer = Literal["adam", "adam 8-bit", "momentum", "none"]
WEIGHTS: dict[Precision, float] = {"fp32": 4, "bf16": 2, "fp16": 2, "fp8": 1}
"""Bytes of a weight."""
TRAINING_STATES = (
    "definition: bytes of the format, and of the moments that the optimizer keeps in fp32 (Adam "
    "8-bit: in 8 bits)"
)
FULL: Precision = "fp32"
"""The precision in which optimizers update weights: others have a copy in it."""
STATES: dict[Optimizer, float] = {"adam": 8, "adam 8-bit": 2, "momentum": 4, "none": 0}
"""Bytes that an optimizer keeps per parameter: Adam two moments, others one or none."""


def _is_workload(text: str) -> str:
    """Return the key of a workload of the catalog, or empty; refuse what isn't in it."""
    known = workloads()
    if text and text not in known:
        from difflib import get_close_matches  # slow to import, and needed only for errors

        near = get_close_matches(text, known, 1)
        hint = f"did you mean '{near[0]}'?" if near else f"write one of {', '.join(known)}"
        raise ValueError(f"no workload is called {quoted(text)}: {hint}")
    return text


def _refuse(wrong: Iterator[str]) -> None:
    """Raise all that is wrong at once."""
    if found := "; ".join(wrong):
        raise ValueError(found)


class Training(Strict):
    """A machine that trains a model."""

    accelerators: Annotated[Stated[PositiveCount] | None, gives("accelerators")] = None
    """A failure of any of them interrupts the job."""
    parameters: Annotated[Stated[Parameters] | None, gives("shared_parameters")] = None
    """As in 405B. A checkpoint holds the model's weights and the states of the optimizer."""
    experts: Annotated[Stated[PositiveCount] | None, gives("experts")] = None
    """Leave out if 'parameters' includes them."""
    expert_parameters: Annotated[Stated[Parameters] | None, gives("expert_parameters")] = None
    precision: Precision = "bf16"
    """Of the weights: fp32, bf16, fp16 or fp8. Other weights than fp32 have a copy in it."""
    optimizer: Optimizer = "adam"
    """What it keeps per parameter: adam 8 bytes, adam 8-bit 2, momentum 4, none 0."""
    master_weights: Flag = True
    """Whether weights of less than fp32 have a copy in fp32."""
    bytes_per_parameter: Annotated[Stated[PositiveBytes] | None, gives("parameter_state")] = None
    """In place of precision and optimizer, as in 14 B."""
    sharded: Flag = True
    """Whether each accelerator's process writes its shard. Otherwise one process writes it all."""
    workload: Annotated[str, AfterValidator(_is_workload)] = ""
    """Key of what accelerators read, as in resnet50-h100, by the catalog of workloads."""
    sample_size: Annotated[Stated[PositiveBytes] | None, gives("sample_size")] = None
    """With 'sample_rate', or in place of that of the workload."""
    sample_rate: Annotated[Stated[PositiveIops] | None, gives("sample_rate")] = None
    """In place of a workload, as in 1800 /s."""
    utilisation: Annotated[Stated[Share] | None, gives("accelerator_utilisation")] = None
    """Default: what the benchmark asks to be passed."""

    @property
    def sizes(self) -> dict[str, float]:
        """Return what a checkpoint holds per parameter, in bytes, by input; none if entered."""
        if self.bytes_per_parameter is not None:
            return {}
        copied = self.master_weights and self.precision != FULL
        return {
            "weight_size": WEIGHTS[self.precision],
            "master_size": WEIGHTS[FULL] if copied else 0.0,
            "optimizer_size": STATES[self.optimizer],
        }

    @property
    def writers(self) -> Literal["accelerators", "one"] | None:
        """The processes that write a checkpoint; None: their number is unknown."""
        if not self.sharded:
            return "one"
        return None if self.accelerators is None else "accelerators"

    @property
    def reads(self) -> Literal["batches", "rate"] | None:
        """How it is known what the training reads, if it is."""
        if self.sample_rate is not None:
            return "rate"
        return "batches" if self.workload else None

    @model_validator(mode="after")
    def _has_whole_reads(self) -> Self:
        _refuse(self._wrong_reads())
        return self

    def _wrong_reads(self) -> Iterator[str]:
        """Say what is missing of the reads, or too much."""
        if self.workload and self.sample_rate is not None:
            yield "write either 'workload' or 'sample_rate'"
        if self.sample_rate is not None and self.sample_size is None:
            yield "'sample_rate' needs 'sample_size'"
        for name in ("sample_size", "utilisation"):
            if getattr(self, name) is not None and self.reads is None:
                yield f"'{name}' needs a 'workload', or 'sample_rate'"
        if self.reads and self.accelerators is None:
            name = "workload" if self.workload else "sample_rate"
            yield f"'{name}' is of one accelerator: write 'accelerators', too"

    @model_validator(mode="after")
    def _has_a_whole_model(self) -> Self:
        _refuse(self._wrong_model())
        return self

    def _wrong_model(self) -> Iterator[str]:
        """Say what is missing of the model, or too much."""
        if (self.experts is None) != (self.expert_parameters is None):
            lacks = "expert_parameters" if self.experts else "experts"
            yield f"'experts' and 'expert_parameters' go together: write '{lacks}', too"
        if self.parameters is None:
            for name in ("experts", "bytes_per_parameter"):
                if getattr(self, name) is not None:
                    yield f"'{name}' needs 'parameters', as in 405B"
        stated = self.model_fields_set & {"precision", "optimizer", "master_weights"}
        if self.bytes_per_parameter is not None and stated:
            name = sorted(stated)[0]
            yield f"'bytes_per_parameter' counts all of it: leave '{name}' out"
