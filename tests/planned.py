"""Examples that the real planner makes of short texts: a tier to begin from, and what differs."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from model.design.scenario import load_scenario
from model.engine.tree import Address, Instance, compiled
from model.parts.catalog import Catalog, load_catalog
from model.planning.plan import plan
from tests import strategies

Said = dict[str, Any]
"""A part of a scenario, as its text says it."""

TEXT = Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
EXAMPLES = yaml.safe_load(TEXT)
YEARS: int = EXAMPLES["site"]["economics"]["years"]
PAST = "usage.csv"
USAGE = "date,bytes\n" + "".join(f"2026-01-{n + 1:02},{n * n}e12\n" for n in range(31))
"""A file of past usage, for what a forecast is drawn from."""
GROWING = "growing.csv"
GROWN = "date,bytes\n" + "".join(
    f"{2024 + n // 12}-{n % 12 + 1:02}-01,{round(1.02**n * 1e15)}\n" for n in range(24)
)
"""A file of past usage that grows by a share."""
OFFERS = "offers.csv"
OFFERED = """name,from,price,currency,discount,taxes,vat_rate,date
drive,1,500,EUR,0.1,net,,2026-01-01
drive,100,450,EUR,0.2,gross,0.19,2026-01-01
"""
"""A price book with prices by quantity."""

FILES = {PAST: USAGE.encode(), GROWING: GROWN.encode(), OFFERS: OFFERED.encode()}


def merged(base: Said, edits: Mapping[str, Any]) -> Said:
    """Put edits into what is said, section by section; None takes away what they name."""
    found = {**base}
    for name, value in edits.items():
        below = found.get(name)
        if value is None:
            found.pop(name, None)
        else:
            of_section = below if isinstance(below, dict) else {}
            found[name] = merged(of_section, value) if isinstance(value, dict) else value
    return found


def like(words: str, name: str = "t", **edits: Any) -> Said:
    """Say a tier by words of the text, the one to begin from first, with what differs beside."""
    first, *others = words.split()
    found = merged({"name": name}, EXAMPLES["tiers"][first])
    for word in others:
        found = merged(found, EXAMPLES["words"][word])
    return merged(found, edits)


@cache
def _catalog() -> Catalog:
    """Read those parts of the catalog that the text names, once."""
    return load_catalog(needs=set(re.findall(r"part: ([\w-]+)", TEXT)))


@cache
def _planned(text: str) -> Instance:
    root = plan(load_scenario("example.yaml", text, files=FILES), _catalog()).root
    known(root)
    return root


def planned(*tiers: Said, **edits: Any) -> Instance:
    """Plan a site of these tiers; all figures are known, by their domains where none is said."""
    return _copy(_planned(json.dumps(merged(EXAMPLES["site"], {"tiers": list(tiers), **edits}))))


def known(root: Instance) -> None:
    """Give the inputs of a tree that neither the text nor a default gives some sensible figure.

    But for what is said for all stages, lest none of them delivers a share of its own.
    """
    instances = dict(root.walk())
    for (path, name), item in strategies.varied(root).items():
        instance = instances[path]
        if item.default is None and name not in instance.inputs and name != "delivery_factor":
            rng = np.random.default_rng(zlib.crc32(name.encode()))
            [figure] = strategies.domain(item).sample(rng, 1)
            instance.inputs = {**instance.inputs, name: float(figure)}


def _copy(instance: Instance) -> Instance:
    children = {role: [_copy(child) for child in of] for role, of in instance.children.items()}
    return replace(instance, inputs=dict(instance.inputs), children=children)


def evaluated(root: Instance, changes: Mapping[Address, float] = {}) -> dict[Address, float]:
    """Give all figures of a tree, some of which are others than it says; it stays as it is."""
    root = _copy(root)
    instances = dict(root.walk())
    for (path, name), figure in changes.items():
        assert name in instances[path].book, f"{path} has no {name}"
        instances[path].inputs = {**instances[path].inputs, name: figure}
    program = compiled(root)
    numbers = program.run(program.start(instances))
    return {address: float(x) for address, x in zip(program.addresses, numbers, strict=True)}


def of_tier(words: str, changes: Mapping[str, float] = {}, **edits: Any) -> dict[Address, float]:
    """Give all figures of a site of one tier, `site/tiers:t`, some of which are others there."""
    root = planned(like(words, **edits))
    return evaluated(root, {("site/tiers:t", name): x for name, x in changes.items()})
