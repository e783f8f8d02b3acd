"""Checkpoints in words: how often a job is dumped, and what that leaves of its time."""

from __future__ import annotations

from model.answers.results import Results
from model.units.figures import show


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
    if results.values.get(("site", "committed_dump_time")) is None:
        return text
    return f"{text}; at the committed bandwidth a dump takes {time('committed_dump_time')}"
