"""Restores from a backup: their time, scratch without one, and what is asked for."""

from __future__ import annotations

import pytest

from model import evaluate, load_scenario
from model.answers.results import Results
from model.answers.views.restore_table import NO_BACKUP, UNKNOWN, restores
from model.answers.views.view import View
from model.design.scenario import edited
from model.errors import OstimateError
from model.units.kinds import DAY

PROJECT = "scenarios/templates/project-space.yaml"
TIER = "site/tiers:project"


def planned(**edits: object) -> Results:
    return evaluate(edited(load_scenario(PROJECT), edits))


def backup_of(view: View) -> object:
    return next(row.entries[-1] for row in view.rows if row.label == "project")


def test_a_restore_takes_the_data_over_the_bandwidth() -> None:
    results = planned(**{"tiers.0.restore_bandwidth": "2 GB/s"})
    data, targets = (results[TIER, name] or 0.0 for name in ("planned_capacity", "targets"))
    assert results[TIER, "tier_restore_time"] == pytest.approx(data / 2e9)
    assert results[TIER, "target_restore_time"] == pytest.approx(data / targets / 2e9)
    assert (results[TIER, "tier_restore_time"] or 0.0) > 30 * DAY


def test_scratch_without_a_backup_says_so() -> None:
    assert backup_of(restores(planned(**{"tiers.0.backup": False}))) == NO_BACKUP
    assert backup_of(restores(planned())) == UNKNOWN


def test_no_backup_has_no_bandwidth() -> None:
    with pytest.raises(OstimateError, match="'restore_bandwidth' is that of a backup"):
        planned(**{"tiers.0.restore_bandwidth": "2 GB/s", "tiers.0.backup": False})
