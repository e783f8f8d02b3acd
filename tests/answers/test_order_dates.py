"""When to order what a growing demand needs: the date full less the lead time of each kind."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Any

import pytest

from model.answers.needs import Need, needs
from model.answers.order_dates import order_dates
from model.answers.output import plan_json
from model.answers.results import Results, evaluate
from model.answers.views.order_dates import order_sentence
from model.design.scenario import edited, load_scenario
from model.errors import InputError
from model.parts.lead_times import lead_time
from model.units.kinds import DAY

TEMPLATE = "scenarios/templates/project-space.yaml"
WEEK = 7 * DAY


@cache
def _template() -> Any:
    return load_scenario(TEMPLATE)


def _grown(volume: str, **economics: Any) -> tuple[Results, Need]:
    demand = {
        "start": "2026-11-26",
        "groups": [{"name": "all", "volume": volume, "growth": "20 %"}],
    }
    changes = {"demand": demand, **{f"economics.{name}": one for name, one in economics.items()}}
    results = evaluate(edited(_template(), changes))
    return results, next(needs(results))


def test_disks_are_ordered_two_years_before_all_is_full() -> None:
    """DigiTimes, November 2025: nearline disks take more than 100 weeks."""
    results, need = _grown("8 PB")
    first, *others = order_dates(results, need)
    assert need.full_on is not None
    assert first.kind == "disks"
    assert first.date == need.full_on - datetime.timedelta(weeks=100)
    assert [one.kind for one in others] == ["servers", "memory"]
    assert order_sentence(results, need) == (
        f"order more disks (lead time 100 weeks, as of 2025-11) by {first.date}"
    )
    written = plan_json(results)["demand"]["site"]["orders"]["disks"]
    assert written == {
        "lead_time": 100 * WEEK,
        "latest_order_time": first.time,
        "latest_order_date": first.date.isoformat(),
    }


def test_it_may_be_too_late_already() -> None:
    results, need = _grown("15 PB")
    late = order_dates(results, need)[0]
    assert late.time < 0
    assert order_sentence(results, need) == (
        "order more disks (lead time 100 weeks, as of 2025-11) with the purchase: they take "
        f"{round(-late.time / WEEK)} weeks longer than it suffices"
    )


def test_an_entered_time_counts_instead() -> None:
    results, need = _grown("8 PB", lead_times=[{"parts": "disks", "time": "20 weeks"}])
    times = {one.kind: one.lead_time / WEEK for one in order_dates(results, need)}
    assert times == pytest.approx({"servers": 52, "memory": 36, "disks": 20})


def test_a_lead_time_counts_from_its_date_on() -> None:
    assert lead_time("disks", datetime.date(2018, 12, 31)) is None
    assert lead_time("disks", datetime.date(2026, 8, 4)) is not None


def test_a_kind_has_one_lead_time() -> None:
    twice = [{"parts": "disks", "time": "20 weeks"}, {"parts": "disks", "time": "30 weeks"}]
    with pytest.raises(InputError, match="two times of disks"):
        _grown("8 PB", lead_times=twice)
