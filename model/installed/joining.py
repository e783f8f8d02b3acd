"""Joins what outputs say to one scenario, with the questions that they leave open.

What no output states is a question, and never guessed; the scenario leaves it out, or marks it as
assumed where it can't be left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from model.installed import zfs_tiers
from model.installed.capacity_checks import Check
from model.installed.questions import Question
from model.installed.reading import FileReading
from model.records import dataclass, replace

EXISTING = ("switches", "network cables", "SAS cables", "power cords")
"""What an installed system has, and needn't buy."""


@dataclass(frozen=True)
class Joined:
    """The scenario as a document, or None; open questions; what differs; the check of capacity."""

    scenario: dict[str, Any] | None
    questions: tuple[Question, ...] = ()
    warnings: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()


def join(files: Sequence[FileReading]) -> Joined:
    """Join readings to a scenario, if the outputs suffice."""
    found = zfs_tiers.tiers(files)
    if not found.tiers:
        return Joined(None, (), found.warnings, found.checks)
    scenario = {
        "schema": "ostimate.scenario/1",
        "name": "installed",
        "title": "Installed system, as its outputs tell",
        "tiers": [tier for tier, _ in found.tiers],
        "existing": list(EXISTING),
    }
    questions = tuple(
        replace(one, path=f"tiers.{number}.{one.path}")
        for number, (_, asked) in enumerate(found.tiers)
        for one in asked
    )
    return Joined(scenario, questions, found.warnings, found.checks)
