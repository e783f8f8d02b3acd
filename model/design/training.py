"""Schema of a machine that trains a model: its accelerators, and what a checkpoint holds."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, ModelWrapValidatorHandler, model_validator

from model.errors import quoted
from model.parts.training_reads import workloads
from model.reading.binding import gives
from model.reading.combinations import with_combinations
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

    @model_validator(mode="wrap")
    @classmethod
    def _is_whole(cls, data: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        return with_combinations(data, handler, _wrong)


def _wrong(stated: frozenset[str]) -> Iterator[str]:
    """Say what is missing beside the fields that are entered, or too much."""
    reads = next((name for name in ("sample_rate", "workload") if name in stated), "")
    if {"workload", "sample_rate"} <= stated:
        yield "write either 'workload' or 'sample_rate'"
    if "sample_rate" in stated and "sample_size" not in stated:
        yield "'sample_rate' needs 'sample_size'"
    for name in ("sample_size", "utilisation"):
        if name in stated and not reads:
            yield f"'{name}' needs a 'workload', or 'sample_rate'"
    if reads and "accelerators" not in stated:
        name = "workload" if "workload" in stated else reads
        yield f"'{name}' is of one accelerator: write 'accelerators', too"
    experts = stated & {"experts", "expert_parameters"}
    if len(experts) == 1:
        lacks = "expert_parameters" if "experts" in stated else "experts"
        yield f"'experts' and 'expert_parameters' go together: write '{lacks}', too"
    if "parameters" not in stated:
        for name in ("experts", "bytes_per_parameter"):
            if name in stated:
                yield f"'{name}' needs 'parameters', as in 405B"
    counted = sorted(stated & {"precision", "optimizer", "master_weights"})
    if "bytes_per_parameter" in stated and counted:
        yield f"'bytes_per_parameter' counts all of it: leave '{counted[0]}' out"
