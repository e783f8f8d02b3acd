"""Requirements that can't be met together, if no design is valid."""

from __future__ import annotations

import math
import time
from concurrent.futures import Executor
from dataclasses import replace

from model.answers.questions import waited_for
from model.search.answers import Answers, Reason
from model.search.parallel import Where
from model.search.progress import Progress, Watch
from model.search.search import SearchResult, run_search, unknown_aim
from model.search.spaces import Limit, limits_of


def obstacles(
    result: SearchResult,
    *,
    seconds: float = math.inf,
    progress: Progress | None = None,
    executor: Executor | None = None,
) -> Answers[Reason]:
    """Return the reachable figure of each requirement under all others, if no design is valid.

    None: the others can't be met at any value of this requirement.
    """
    if result.best is not None or result.stopped or not result.choosing.structures:
        return Answers([], 0, 0)
    limits = {
        one.address: one
        for one in limits_of(result.choosing.structures[0], result.aim)
        if one.address[0] == "site" and (one.low > 1 or math.isfinite(one.high))
    }
    reasons: list[Reason] = []
    watch, where = Watch(time.monotonic() + seconds, progress), Where(executor)
    for n, (address, limit) in enumerate(limits.items()):
        watch.at(n, len(limits))
        at_most = math.isfinite(limit.high)
        aim = replace(result.aim, name=address[1], sense=1 if at_most else -1, without=address)
        aim = replace(aim, further=(*aim.further, Limit(result.aim.address, result.aim.name)))
        one = run_search(
            result.choosing, aim, result.choosing.structures, watch.within(), where=where
        )
        if one.stopped:
            break
        needed = limit.high if at_most else limit.low
        reasons.append(Reason(limit.what, one.figure, needed, result.unit(address[1])))
    return Answers(reasons, len(reasons), len(limits))


def waits_for(result: SearchResult) -> str:
    """Return the inputs that an unknown objective requires, from one of the designs."""
    if result.best is not None or result.stopped or not result.choosing.structures:
        return ""
    unknown = sum(one.designs for one in result.excluded if one.by == unknown_aim(result.aim))
    if unknown < result.choosing.designs:
        return ""
    results = result.choosing.design(result.choosing.structures[0].base).results
    return waited_for(results, result.aim.address)
