"""A scenario of one tier whose target alone is said, beside one that is given as a whole."""

from __future__ import annotations

from model import evaluate, load_scenario
from model.answers.results import Results


def scenario(target: str, file_system: str, *, holds: str = "data", more: str = "") -> str:
    return f"""
schema: ostimate.scenario/1
name: s
tiers:
  - name: other
    given: {{capacity: 1 PB}}
  - name: t
    holds: {holds}
    file_system: {file_system}
    blocks: 3
    servers: {{name: a server, per_block: 4}}
    drives: {{name: a drive, per_server: 12, capacity: 4 TB}}
    target: {target}
{more}
"""


def planned(target: str, file_system: str, *, holds: str = "data", more: str = "") -> Results:
    text = scenario(target, file_system, holds=holds, more=more)
    return evaluate(load_scenario("s.yaml", text))


def usable(target: str, file_system: str, *, holds: str = "data", more: str = "") -> float:
    role = "tiers" if holds == "data" else "metadata"
    results = planned(target, file_system, holds=holds, more=more)
    found = results[f"site/{role}:t", "usable_capacity"]
    assert found is not None
    return found
