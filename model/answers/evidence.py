"""What the stages of a chain are known by: parts, assumptions, or measurements."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.results import Results, Stage
from model.answers.servers import server_of
from model.engine.quantity import Input, Quantity
from model.engine.tree import Address
from model.formulas.chain.stage_efficiencies import ALIKE, OF_OTHERS, committed
from model.provenance import Provenance

PARTS, ASSUMED, MEASURED = "from its parts", "assumed", "measured"
IN_PART = ", incomplete"
"""What follows where something of a stage is unknown."""
UNKNOWN = "unknown"


def known_by(results: Results, stage: Stage) -> str:
    """Return how a stage's rate is known, or that it is unknown."""
    words = rests_on(results, stage.path, stage.quantity)
    if stage.evidence == ALIKE:
        return f"{UNKNOWN}; {words}" if stage.bandwidth is None else words
    if stage.bandwidth is None and not (is_elsewhere(stage) and stage.committed is not None):
        return UNKNOWN
    in_part = not stage.is_known and not stage.evidence
    return f"{words}{IN_PART}" if in_part else words


def is_elsewhere(stage: Stage) -> bool:
    """Whether what is expected of a stage was measured on another server: it is no bound."""
    return stage.evidence in OF_OTHERS


def is_guessed(results: Results, stage: Stage) -> bool:
    """Whether a stage's rate is assumed, or taken from another server."""
    return is_elsewhere(stage) or known_by(results, stage).startswith(ASSUMED)


def rests_on(results: Results, path: str, stage: Quantity) -> str:
    """Return the evidence for a stage's rate, if it is known."""
    of_others = stage.evidence in (ALIKE, *OF_OTHERS)
    rate = committed(stage).name if of_others else stage.name
    behind = list(_behind(results, (path, rate)))
    if of_others:
        whose = next(one for one in behind if one.figure == f"{stage.stage}_bandwidth")
        is_scaled = any(one.figure == "memory_time_share" for one in behind)
        how = "compared with" if stage.evidence == ALIKE else "measured on"
        server = server_of(results.plan.catalog, whose.part)
        return f"{how} {server}, {'scaled' if is_scaled else 'not scaled'} to this server"
    is_assumed = any(one.status == "assumed" for one in behind)
    if stage.evidence and not (stage.evidence == MEASURED and is_assumed):
        return stage.evidence
    return ASSUMED if is_assumed else PARTS


def _behind(results: Results, address: Address) -> Iterator[Provenance]:
    """Give how the inputs are known that a value is made of."""
    read = {at for step in results.below(*address) for at in results.operands(step)}
    for path, name in sorted(read):
        item = results.item(path, name)
        if isinstance(item, Input):
            yield results.plan.source_of(path, item)
