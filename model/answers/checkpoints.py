"""Checkpoints in words: checkpoint time, interval and job efficiency."""

from __future__ import annotations

from model.answers.job_efficiency import share
from model.answers.results import Results
from model.units.brief import lifetime
from model.units.figures import show


def checkpoints_sentence(results: Results) -> str:
    """Return checkpoint time, interval and job efficiency; empty without checkpoints."""
    if ("site", "job_efficiency") not in results.values:
        return ""

    def time(name: str) -> str:
        return show(results["site", name], "second")

    text = (
        f"with a checkpoint of {show(results['site', 'dump_size'], 'byte')} in "
        f"{time('dump_time')} after each {time('checkpoint_interval')} of computing, a job with "
        f"an MTTI of {time('job_mtti')} computes {share(results['site', 'job_efficiency'])} of the "
        "time"
    )
    text += (
        f"; checkpoints write {show(results['site', 'checkpoint_writes_per_day'], 'byte')} a day"
    )
    if ("site", "drain_time") in results.values:
        computes = share(results["site", "efficiency_after_lost_copies"])
        text += f"; the nodes hold a checkpoint first, and drain it in {time('drain_time')} at the "
        text += f"expected bandwidth; with nodes that lose their copy, a job computes {computes}"
    elif results.values.get(("site", "committed_dump_time")) is not None:
        computes = share(results["site", "committed_job_efficiency"])
        text += f"; at the expected bandwidth a checkpoint takes {time('committed_dump_time')}, "
        text += f"and a job computes {computes}"
    return text + "".join(_wear(results, name, path) for name, path in results.tiers())


def _wear(results: Results, name: str, path: str) -> str:
    """Return the drive writes per day that checkpoints cause on a tier's flash; empty without."""
    writes = results.values.get((path, "checkpoint_drive_writes_per_day"))
    if writes is None:
        return ""
    rated = results[path, "rated_writes_per_day"]
    by = "of unknown rating" if rated is None else f"rated for {show(rated, '1')}"
    life = results.values.get((path, "drive_life"))
    lasts = "" if life is None else f"; at that rate, it lasts {lifetime(life)} years"
    return f"; that is {show(writes, '1')} drive writes a day for the flash of {name}, {by}{lasts}"
