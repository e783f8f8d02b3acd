"""Checkpoints in words: how often a job is dumped, and what that leaves of its time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from model.design.scenario import Scenario
from model.engine.tree import Address
from model.units.figures import show

if TYPE_CHECKING:
    from model.answers.results import Results

LEAST_EFFICIENCY = 0.8
"""Share of the time that jobs should compute: below, dumps and restarts are worth a word."""


def share(value: float | None) -> str:
    """Write a share of the time."""
    return "unknown" if value is None else f"{value:.1%}"


def checkpoints_sentence(results: Results) -> str:
    """What dumps take, how often they are best, and what jobs compute; empty if none is planned."""
    if ("site", "job_efficiency") not in results.values:
        return ""

    def time(name: str) -> str:
        return show(results["site", name], "second")

    text = (
        f"with a dump of {show(results['site', 'dump_size'], 'byte')} in {time('dump_time')} after "
        f"each {time('checkpoint_interval')} of computing, a job with an MTTI of "
        f"{time('job_mtti')} computes {share(results['site', 'job_efficiency'])} of the time"
    )
    text += f"; dumps write {show(results['site', 'checkpoint_writes_per_day'], 'byte')} a day"
    if results.values.get(("site", "committed_dump_time")) is not None:
        text += f"; at the committed bandwidth a dump takes {time('committed_dump_time')}"
    return text + "".join(_wear(results, name, path) for name, path in results.tiers())


def _wear(results: Results, name: str, path: str) -> str:
    """Say what dumps ask of a tier's flash; empty where it has none."""
    asked = results.values.get((path, "checkpoint_drive_writes_per_day"))
    if asked is None:
        return ""
    rated = results[path, "rated_writes_per_day"]
    by = "of unknown rating" if rated is None else f"rated for {show(rated, '1')}"
    return f"; that is {show(asked, '1')} drive writes a day for the flash of {name}, {by}"


def efficiency_finding(efficiency: float | None) -> str:
    """Say that jobs get too little of the time; empty where they don't, or nobody knows."""
    if efficiency is None or efficiency >= LEAST_EFFICIENCY:
        return ""
    return (
        f"jobs of the whole machine compute {share(efficiency)} of the time, less than "
        f"{LEAST_EFFICIENCY:.0%}: dump faster or less, or restart sooner"
    )


def warnings_of_checkpoints(
    values: Mapping[Address, float | None], scenario: Scenario
) -> Iterator[str]:
    """Say what is assumed of interrupts, what dumps leave of jobs, and what they wish for."""
    checkpoint = scenario.checkpoint
    if checkpoint is None:
        return
    if checkpoint.mtti == "node" and checkpoint.node_mtti is None:
        years = show(values["site", "node_mtti"], "second")
        yield (
            f"the MTTI of jobs follows from the nodes, each of which is taken to go on for {years} "
            "between two interrupts: write 'checkpoint.job_mtti' or 'checkpoint.node_mtti'"
        )
    if values["site", "dump_time"] is None and ("site", "highest_efficiency") in values:
        yield "the wanted efficiency can't be reached: restarts leave less than that"
    if finding := efficiency_finding(values["site", "job_efficiency"]):
        yield finding
    wish, required = checkpoint.bandwidth, scenario.requirements.write_bandwidth
    if scenario.wishes_twice and wish and required and wish.value > required.value:
        yield (
            f"dumps count on {show(wish.value, 'byte/s')}, but only "
            f"{show(required.value, 'byte/s')} are required to write"
        )
