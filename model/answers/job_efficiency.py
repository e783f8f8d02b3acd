"""Job efficiency after interrupts and checkpoints: assumptions, and warnings if it is low."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from model.design.scenario import Scenario
from model.engine.tree import Address
from model.units.figures import percent, show

LEAST_EFFICIENCY = 0.8
"""Share of the time that jobs should compute: below, a warning names checkpoints and restarts."""


def share(value: float | None) -> str:
    """Format a share of the time."""
    return "unknown" if value is None else percent(value, 1)


def efficiency_finding(efficiency: float | None) -> str:
    """Return a warning if job efficiency is low; otherwise, or if unknown, empty."""
    if efficiency is None or efficiency >= LEAST_EFFICIENCY:
        return ""
    return (
        f"full-machine jobs compute only {share(efficiency)} of the time, less than "
        f"{percent(LEAST_EFFICIENCY)}: write checkpoints faster or smaller, or restart sooner"
    )


def warnings_of_checkpoints(
    values: Mapping[Address, float | None], scenario: Scenario
) -> Iterator[str]:
    """Yield warnings on interrupts, job efficiency and checkpoint bandwidth."""
    checkpoint = scenario.checkpoint
    if checkpoint is None:
        return
    if scenario.mtti == "node" and checkpoint.node_mtti is None:
        years = show(values["site", "node_mtti"], "second")
        yield (
            f"the job MTTI is derived from an assumed MTTI of {years} per node: write "
            f"'checkpoint.job_mtti' or 'checkpoint.node_mtti'"
        )
    if scenario.mtti == "accelerator" and checkpoint.accelerator_mtti is None:
        hours = show(values["site", "accelerator_mtti"], "second")
        yield (
            f"the job MTTI is derived from an assumed MTTI of {hours} per accelerator: write "
            f"'checkpoint.job_mtti' or 'checkpoint.accelerator_mtti'"
        )
    if scenario.mtti == "job" and checkpoint.job_mtti is None:
        counted = (
            "'training.accelerators'" if scenario.machine is None else "'machine.compute_nodes'"
        )
        yield (
            f"the interrupt rate is unknown: write 'checkpoint.job_mtti', or {counted} to use a "
            "typical MTTI per piece"
        )
    elif values["site", "dump_time"] is None and ("site", "highest_efficiency") in values:
        yield "the required efficiency can't be reached, because restarts alone take more time"
    if finding := efficiency_finding(values["site", "committed_job_efficiency"]):
        yield finding
    wish, required = checkpoint.bandwidth, scenario.requirements.write_bandwidth
    if scenario.wishes_twice and wish and required and wish.value > required.value:
        yield (
            f"checkpoints rely on {show(wish.value, 'byte/s')}, but only "
            f"{show(required.value, 'byte/s')} are required to write"
        )
