"""Examples that the real planner makes of short texts: a tier to begin from, and what differs."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from model.design.scenario import load_scenario
from model.engine.tree import Address, Instance, compiled
from model.planning.plan import plan
from tests import strategies

Said = dict[str, Any]
"""A part of a scenario, as its text says it."""

TEXT = Path(__file__).with_suffix(".yaml")
SITE: Said = {
    "name": "example",
    "economics": {
        "years": 3,
        "pue": 1.2,
        "energy_price": "0.25 EUR/kWh",
        "vat_rate": 0.2,
        "maintenance_rate": 0.05,
        "staff_cost": "100000 EUR/year",
    },
    "common": [
        {
            "name": "switch",
            "count": 3,
            "price": "5000 EUR",
            "power": "300 W",
            "weight": "20 kg",
            "rack_units": 2,
        }
    ],
}
"""What each site says."""
PAST = "usage.csv"
USAGE = "date,bytes\n" + "".join(f"2026-01-{n + 1:02},{n * n}e12\n" for n in range(31))
"""A file of past usage, for what a forecast is drawn from."""


def merged(base: Said, edits: Mapping[str, Any]) -> Said:
    """Put edits into what is said, section by section; None takes away what they name."""
    found = {**base}
    for name, value in edits.items():
        below = found.get(name)
        if value is None:
            found.pop(name, None)
        else:
            found[name] = merged(below or {}, value) if isinstance(value, dict) else value
    return found


@cache
def _tiers() -> dict[str, Said]:
    found: dict[str, Said] = yaml.safe_load(TEXT.read_text(encoding="utf-8"))
    return found


def like(tier: str, name: str = "t", **edits: Any) -> Said:
    """Say a tier: one of those in the text under another name, with what differs."""
    own = dict(_tiers()[tier])
    base = like(own.pop("like"), name) if "like" in own else {"name": name}
    return merged(merged(base, own), edits)


def planned(*tiers: Said, **edits: Any) -> Instance:
    """Plan a site of these tiers; all figures are known, by their domains where none is said."""
    text = json.dumps(merged(SITE, {"tiers": list(tiers), **edits}))
    made = plan(load_scenario("example.yaml", text, files={PAST: USAGE.encode()}))
    known(made.root)
    return made.root


def known(root: Instance) -> None:
    """Give the inputs of a tree that neither the text nor a default gives some sensible figure."""
    for (path, name), item in strategies.varied(root).items():
        instance = dict(root.walk())[path]
        if item.default is None and name not in instance.inputs:
            rng = np.random.default_rng(zlib.crc32(name.encode()))
            [figure] = strategies.domain(item).sample(rng, 1)
            instance.inputs = {**instance.inputs, name: float(figure)}


def evaluated(root: Instance, changes: Mapping[Address, float] = {}) -> dict[Address, float]:
    """Give all figures of a tree, some of whose inputs are others than it says."""
    program = compiled(root)
    slots = program.start(dict(root.walk()))
    for address, figure in changes.items():
        slots[program.slots[address]] = np.float64(figure)
    numbers = program.run(slots)
    return {address: float(x) for address, x in zip(program.addresses, numbers, strict=True)}
