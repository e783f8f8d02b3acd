"""Results for programs: the JSON of a plan, a pool, a machine. Keys are added, never renamed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic_core import from_json, to_json

from model.answers.bandwidth_json import bandwidth_json
from model.answers.bill_json import bill_json
from model.answers.compatibility import checks, unanswered
from model.answers.forecast import asked
from model.answers.json_figures import figures, iso_day, truth, whole_number
from model.answers.loss_remedies import loss_remedies_json
from model.answers.losses import losses_json
from model.answers.needs import Need, inodes_full, move, needs
from model.answers.order_dates import order_dates
from model.answers.ranges import ranges
from model.answers.results import Results
from model.answers.sentences import rendered
from model.answers.verdict import chance_json, verdict_json
from model.answers.views.compatibility_table import fit
from model.answers.views.loss_causes import loss_causes_json
from model.answers.views.replacement_table import replacements_json
from model.answers.views.requirements import requirements
from model.answers.views.view import Row, View, named, numbers
from model.engine.tree import Address
from model.formulas.compatibility.misfits import MISFITS
from model.formulas.time_and_money.requirements import REQUIREMENTS, asked_end_margin
from model.planning.payments import fiscal_start

PLAN_SCHEMA = "ostimate.results/1"
FILE_CHECKS = {
    "inodes_suffice": "inodes suffice for the files that are expected",
    "bytes_fill_first": "bytes run out before inodes",
    "endurance_suffices": "drives are rated for the writes that a purge policy foretells",
    "checkpoint_endurance_suffices": "drives are rated for the daily checkpoint writes",
    "drive_life_suffices": "drives last the years of service under the planned writes",
    "cache_life_suffices": "cache drives last the years of service under the planned writes",
    "shared_memory_suffices": "servers have the memory that all tiers on them need together",
    "memory_suffices": "servers have the memory that Lustre's manual asks for",
}
ENCLOSURES = {
    "survives_enclosure_loss": "survives the loss of an enclosure",
    "access_survives_enclosure_loss": "data can be reached while an enclosure is lost",
}
JUDGED = {**ENCLOSURES, **FILE_CHECKS}
"""What is judged beside requirements, by its name, in words."""


def plan_json(results: Results) -> dict[str, Any]:
    """Return all results of a plan in base units, ready for JSON; None for unknown values."""
    return {
        "schema": PLAN_SCHEMA,
        "scenario": results.plan.scenario.name,
        **_identity(results),
        "currency": results.plan.scenario.economics.currency,
        "site": figures(results, "site"),
        "tiers": {
            name: {**figures(results, path), **losses_json(results, path)}
            for name, path in results.tiers()
        },
        **_guides(results),
        "requirements": _requirements(results),
        **loss_causes_json(results),
        **loss_remedies_json(results),
        **bandwidth_json(results),
        **bill_json(results),
        "years": [figures(results, path) for path in results.years()],
        **replacements_json(results),
        **_demand(results),
        **_phases(results),
        **_projections(results),
        "design_fits": results.truth("site", "design_fits"),
        "checks": _checks(results),
        "verdict": verdict_json(results),
        "verdicts": _verdicts(results),
        "warnings": results.warnings,
        "waits_for": _waits_for(results),
        "assumptions": _assumptions(results),
    }


def _identity(results: Results) -> dict[str, Any]:
    """Say which plan it is: its version, its day, who answers for it, what tells it from others."""
    scenario = results.plan.scenario
    return {
        "version": scenario.version or None,
        "date": iso_day(scenario.day),
        "author": scenario.author or None,
        "digest": scenario.digest,
    }


def _phases(results: Results) -> dict[str, Any]:
    """Give the phases of delivery, and the first day of each fiscal year; nothing without."""
    economics = results.plan.scenario.economics
    found: dict[str, Any] = {}
    if economics.phases:
        names = [phase.name for phase in economics.phases]
        found["phases"] = {name: figures(results, f"site/phases:{name}") for name in names}
    if economics.payments is not None:
        first = fiscal_start(economics)
        days = (first.replace(year=first.year + n) for n in range(economics.years + 1))
        found["fiscal_years"] = [iso_day(day) for day in days]
    return found


def _projections(results: Results) -> dict[str, Any]:
    """Give what others project, by alternative; nothing where none is stated."""
    stated = results.plan.scenario.projections
    if stated is None:
        return {}
    found = {}
    for one in stated.alternatives:
        path = f"site/projections:{one.name}"
        items = {cost.name: results[f"{path}/items:{cost.name}", "item_cost"] for cost in one.costs}
        found[one.name] = {"costs": items, **figures(results, path)}
    return {"projections": {"leave_out": list(stated.leave_out), "alternatives": found}}


def _demand(results: Results) -> dict[str, Any]:
    """Give each demand by its years, inodes and the move; nothing where none is stated."""
    found: dict[str, Any] = {}
    demand = {need.name: _need(results, need) for need in needs(results)}
    if demand:
        found["demand"] = demand
    inodes = inodes_full(results)
    if inodes is not None:
        found["inodes"] = {
            "time_full": inodes.time,
            "date_full": iso_day(inodes.date),
            "searched_years": inodes.horizon,
        }
    moved = move(results)
    if moved is not None:
        found["migration"] = {
            "volume": results["site", "migration_volume"],
            "rate": results["site", "migration_rate"],
            "time": moved.time,
            "stages": moved.rates,
            "limited_by": moved.limit,
            "useful_gateways": results["site", "useful_gateways"],
            "more_gateways_help": moved.helps,
        }
    return found


def _need(results: Results, need: Need) -> dict[str, Any]:
    found: dict[str, Any] = {
        "time_full": need.time_full,
        "date_full": iso_day(need.full_on),
        "searched_years": need.horizon,
        "known": need.is_known,
        "years": [figures(results, year.path) for year in need.years],
        "dates": [iso_day(year.date) for year in need.years],
        "demand_today": need.years[0].demand,
        "needed_at_end": need.end.needed,
    }
    if orders := order_dates(results, need):
        found["orders"] = {
            one.kind: {
                "lead_time": one.lead_time,
                "latest_order_time": one.time,
                "latest_order_date": iso_day(one.date),
            }
            for one in orders
        }
    if need.source != "history":
        return found
    return found | {
        "time_full_if_low": need.late_time,
        "date_full_if_low": iso_day(need.late_on),
        "forecast": _forecast(results, need),
    }


def _forecast(results: Results, need: Need) -> dict[str, Any]:
    """Give what a forecast from usage history rests on."""
    assert need.history is not None
    names = (
        *("history_volume", "history_time", "history_gap", "history_capacity", "history_added"),
        *("history_growth", "linear_error", "exponential_error", "backtest_forecast"),
        *("backtest_low", "backtest_high", "backtest_recorded", "backtest_error"),
    )
    is_linear = (need.path, "history_added") in results.values
    return {
        "question": asked(need),
        "purged": need.history.purged,
        "model": "linear" if is_linear else "exponential",
        "quantile": need.history.quantile,
        **{name: results.values.get((need.path, name)) for name in names},
    }


def _guides(results: Results) -> dict[str, Any]:
    """Return what guides ask for a training beside its needs, by name; nothing without any."""
    paths = [path for path in results.plan.instances if path.startswith("site/guides:")]
    found = {path.partition(":")[2]: figures(results, path) for path in paths}
    return {"guides": found} if found else {}


def _requirements(results: Results) -> dict[str, Any]:
    """Give the table of the requirements, in the order in which the model declares them."""
    view = requirements(results)
    found = {row.key: _requirement(results, view, row) for row in view.rows}
    return {check.name: found[check.name] for check in results.checks}


def _requirement(results: Results, view: View, row: Row) -> dict[str, Any]:
    unit = REQUIREMENTS[row.key].unit
    keys = ("required", "planned", "met", "margin", "bound", "bound_met")
    required, planned, met, margin, bound, bound_met = numbers(results, view, row, *keys)
    figures = {
        "class": results.plan.scenario.requirements.level(row.key),
        "required": whole_number(required, unit),
        "planned": whole_number(planned, unit),
        "unit": unit,
        "met": truth(met),
        "margin": margin,
        **chance_json(ranges(results).chances.get(row.key)),
        "remark": rendered(results, row.note).text or None,
    }
    return figures | ({"bound": bound, "bound_met": truth(bound_met)} if bound else {})


def _checks(results: Results) -> dict[str, Any]:
    """Give requirements by their name, and other checks in words."""
    found: dict[str, Any] = {check.name: check.met for check in results.checks}
    for name, path in results.tiers():
        for check, words in ENCLOSURES.items():
            if (path, check) in results.values:
                found[f"{name}: {words}"] = results.judged(path, check)
    for name, path in [("", "site"), *results.tiers()]:
        for check, words in FILE_CHECKS.items():
            if (path, check) in results.values:
                found[f"{name}: {words}" if name else words] = results.judged(path, check)
    return found | _fit(results)


STATUS = {True: "fits", False: "doesn't fit", None: "unknown"}


def _fit(results: Results) -> dict[str, dict[str, Any]]:
    """Give each check of fit by a stable key: where it is, and its name in the model."""
    names = {path: f"tiers.{name}" for name, path in results.tiers()}
    rows = zip(checks(results), fit(results).rows, strict=False)  # then that of the whole design
    return {
        f"{names.get(path, path)}.{check.name}": _fit_of(results, (path, check.name), row)
        for (path, check), row in rows
    }


def _fit_of(results: Results, check: Address, row: Row) -> dict[str, Any]:
    needs, has = (named(results, entry) for entry in row.entries[:2])
    counted = isinstance(has, float) and isinstance(needs, float) and needs
    status = STATUS[results.truth(*check)]
    return {
        "name": check[1],
        "status": status,
        "needs": needs,
        "has": has,
        "margin": asked_end_margin(has, needs) if counted else None,
        "reason": MISFITS[check[1]] if status == STATUS[False] else None,
        "ask": [item.title for at, item in unanswered(results, check) if results[at] is None],
    }


def _verdicts(results: Results) -> dict[str, dict[str, bool | None]]:
    """Give the same checks by where they are, and by their name in the model."""
    places = [("site", "site"), *((f"tiers.{name}", path) for name, path in results.tiers())]
    return {
        place: {
            check: results.judged(path, check)
            for check in JUDGED
            if (path, check) in results.values
        }
        for place, path in places
    }


def _waits_for(results: Results) -> dict[str, list[str]]:
    """The unknown inputs that each unknown figure of the site waits for."""
    return {
        item.name: [f"{path}.{name}" for path, name in results.waits_for("site", item.name)]
        for item in results.plan.root.book
        if results["site", item.name] is None
    }


def _assumptions(results: Results) -> list[dict[str, Any]]:
    return [
        {
            "figure": item.label,
            "instance": path,
            "value": results[path, name],
            "unit": item.unit,
            "status": provenance.status,
            "because": provenance.because,
            "source": provenance.source,
            "place": provenance.place,
        }
        for (path, name), provenance in results.plan.provenance.items()
        if provenance.status in ("assumed", "measured", "calibrated")
        for item in [results.item(path, name)]
    ]


def to_text(document: Mapping[str, Any] | Sequence[Any]) -> str:
    """Return a document as JSON text; NaN raises ValueError, as JSON has none."""
    text = to_json(document, indent=2, inf_nan_mode="constants")
    from_json(text, allow_inf_nan=False)
    return text.decode() + "\n"
