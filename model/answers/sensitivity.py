"""The unconfirmed figures (assumed, estimated, default) with the largest effect on results."""

from __future__ import annotations

import math

import numpy as np

from model.answers.results import Results
from model.engine.quantity import Input
from model.engine.tree import Address
from model.provenance import Provenance
from model.records import dataclass

UNPROVEN = ("assumed", "calibrated", "default")
LESS = 0.9
"""Each is tried at nine tenths of its value; what can't be less than it is isn't."""
WATCHED = {
    "usable_capacity": "usable",
    "planned_capacity": "planned",
    "write_bandwidth": "write",
    "read_bandwidth": "read",
    "required_checkpoint_bandwidth": "required for checkpoints",
    "known_total_cost_of_ownership": "cost",
}


@dataclass(frozen=True)
class Assumption:
    """A figure without a source, and the effect on the site's figures if it were 10 % lower."""

    address: Address
    item: Input
    value: float
    provenance: Provenance
    effects: dict[str, float]

    @property
    def weight(self) -> float:
        """The largest effect."""
        return max(map(abs, self.effects.values()), default=0.0)


def ranked(results: Results) -> list[Assumption]:
    """Return the unproven figures that matter, the most significant first."""
    plan = results.plan
    program = plan.program
    found: list[tuple[int, Address, Input, float, Provenance]] = []
    for slot, path, item in program.inputs:
        value = results[path, item.name]
        if isinstance(item, Input) and value and LESS * value >= item.low:
            known = plan.source_of(path, item)
            if known.status in UNPROVEN:
                found.append((slot, (path, item.name), item, value, known))
    values = program.start(plan.instances)
    for column, (slot, *_) in enumerate(found):
        values[slot] = np.where(np.arange(len(found)) == column, LESS, 1.0) * values[slot]
    slots = {
        name: program.slots["site", name] for name in WATCHED if results.values.get(("site", name))
    }
    program.run(values, program.leading_to(slots.values()))
    watched = {
        WATCHED[name]: (results.known("site", name), values[slot]) for name, slot in slots.items()
    }
    tried = [
        Assumption(address, item, value, known, _effects(watched, column, len(found)))
        for column, (_, address, item, value, known) in enumerate(found)
    ]
    return sorted((one for one in tried if one.weight > 0), key=lambda one: -one.weight)


def _effects(watched: dict[str, tuple[float, object]], column: int, size: int) -> dict[str, float]:
    effects = {}
    for words, (before, after) in watched.items():
        change = float(np.broadcast_to(np.asarray(after, float), size)[column]) / before - 1
        if math.isfinite(change) and abs(change) > 1e-6:
            effects[words] = change
    return effects
