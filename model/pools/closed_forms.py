"""What other models say of a redundancy group, and why they differ from the chain of this one."""

from __future__ import annotations

import math
from collections.abc import Iterator

from model.pools.risk import Group, Repair, risk
from model.procedures.loss_window import window_loss_time
from model.records import dataclass, replace
from model.units.brief import many
from model.units.kinds import JULIAN_YEAR


@dataclass(frozen=True, slots=True)
class OtherModel:
    """The mean time to data loss of one group, in seconds, by one model."""

    name: str
    mttdl: float
    why: str


def other_models(group: Group, failure_rate: float, repair: Repair) -> list[OtherModel]:
    """Return the chain's figure and those of other models; nothing of groups without redundancy.

    >>> found = other_models(Group(1, 10, 2), 0.0157, Repair(30 * 3600))
    >>> [one.name for one in found]
    ['Markov chain of this model', 'Chen 1994, MTTDL[1]', 'Angus 1988', 'Window of Backblaze']
    """
    return list(_models(group, failure_rate, repair)) if group.tolerated else []


def _models(group: Group, failure_rate: float, repair: Repair) -> Iterator[OtherModel]:
    def of(*, parallel: bool) -> tuple[float, float, float]:
        """Return the chain, the closed form, and the losses by sectors, of one group."""
        changed = replace(repair, parallel=parallel)
        [one] = risk([replace(group, count=1)], failure_rate, changed, period=JULIAN_YEAR).groups
        return one.mttdl, one.closed_form or math.nan, one.sector_error_losses or 0.0

    chain, _, of_sectors = of(parallel=repair.parallel)
    times, most = math.factorial(group.tolerated), math.factorial(group.tolerated + 1)
    how = "at the same time" if repair.parallel else "one after another"
    yield OtherModel("Markov chain of this model", chain, f"exact; failed drives are rebuilt {how}")
    serial, parallel = of(parallel=False)[1], of(parallel=True)[1]
    yield OtherModel(
        "Chen 1994, MTTDL[1]",
        serial,
        "one rebuild after another; leaves out all but the leading term, so it holds only if "
        "rebuilds are far faster than failures",
    )
    yield OtherModel(
        "Angus 1988",
        parallel,
        f"all failed drives are rebuilt at the same time: {times} times Chen's"
        if times > 1
        else "same as Chen's: one drive at most is rebuilt before a loss",
    )
    if of_sectors:
        yield OtherModel(
            "Elling 2007, MTTDL[2]",
            1 / of_sectors,
            "any unreadable sector in the last rebuild loses the group; further failures aren't "
            "counted",
        )
    window = window_loss_time(
        group.drives, group.tolerated, failure_rate / JULIAN_YEAR, repair.time
    )
    yield OtherModel(
        "Window of Backblaze",
        window,
        f"counts failures within fixed windows of one rebuild time and misses those that span two: "
        f"up to {many(most)} times Chen's",
    )
