"""Results for programs: the JSON of a plan, a pool, a machine. Keys are added, never renamed."""

from __future__ import annotations

import datetime
import errno
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic_core import from_json, to_json

from model.answers.compatibility import checks, unanswered
from model.answers.forecast import asked
from model.answers.missing_prices import Unproven, missing_prices, unproven_prices
from model.answers.needs import Need, inodes_full, move, needs
from model.answers.prices import Considered, considered, price_of
from model.answers.ranges import BANDWIDTHS, range_of, ranges
from model.answers.remedies import Remedy, remedies
from model.answers.results import WAYS, Results, data_tiers
from model.answers.sentences import sentence_text
from model.answers.stage_efficiencies import Delivery, deliveries
from model.answers.states import HEALTHY, State, states
from model.answers.verdict import verdict_json
from model.answers.views import state_table
from model.answers.views.bill import bill
from model.answers.views.chain import chain
from model.answers.views.compatibility_table import fit
from model.answers.views.requirements import requirements
from model.answers.views.view import Entry, Row, View, named, numbers
from model.engine.quantity import Input, Quantity
from model.engine.tree import Address
from model.formulas.compatibility.misfits import MISFITS
from model.formulas.time_and_money.requirements import REQUIREMENTS, asked_end_margin
from model.planning.payments import fiscal_start
from model.planning.supply import Line

PLAN_SCHEMA = "ostimate.results/1"
FILE_CHECKS = {
    "inodes_suffice": "inodes suffice for the files that are expected",
    "bytes_fill_first": "bytes run out before inodes",
    "endurance_suffices": "drives are rated for the writes that a purge policy foretells",
    "checkpoint_endurance_suffices": "drives are rated for the daily checkpoint writes",
    "shared_memory_suffices": "servers have the memory that all tiers on them need together",
    "memory_suffices": "servers have the memory that Lustre's manual asks for",
}
SURVIVES = "survives_enclosure_loss"
JUDGED = {SURVIVES: "survives the loss of an enclosure", **FILE_CHECKS}
"""What is judged beside requirements, by its name, in words."""


def plan_json(results: Results) -> dict[str, Any]:
    """Return all results of a plan in base units, ready for JSON; None for unknown values."""
    return {
        "schema": PLAN_SCHEMA,
        "scenario": results.plan.scenario.name,
        **_identity(results),
        "currency": results.plan.scenario.economics.currency,
        "site": _figures(results, "site"),
        "tiers": {name: _figures(results, path) for name, path in results.tiers()},
        "requirements": _requirements(results),
        "stages": {
            name: {way: _stages(results, path, way) for way in WAYS}
            for name, path in results.tiers()
        },
        "servers": _servers(results),
        "deliveries": {
            name: {one.name: _delivery(one) for one in deliveries(results, path)}
            for name, path in results.tiers()
        },
        "states": {name: _states(results, path) for name, path in results.tiers()},
        "remedies": {
            name: [_remedy(one) for one in remedies(results, name)] for name, _ in results.tiers()
        },
        "workloads": {name: _workloads(results, path) for name, path in data_tiers(results)},
        "bom": _bom(results),
        "missing_prices": [
            {"description": one.line.name, "role": one.line.role, "tier": one.line.tier}
            | {"count": _number(one.pieces), "likely": one.likely, "ranked_by": one.why}
            for one in missing_prices(results)
        ],
        "unproven_prices": [_unproven(results, one) for one in unproven_prices(results)],
        "years": [_figures(results, path) for path in results.years()],
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
        "date": _iso(scenario.day),
        "author": scenario.author or None,
        "digest": scenario.digest,
    }


def _number(value: float | None, unit: str = "1") -> float | None:
    """Give a figure as programs expect it: what is counted is a whole number."""
    return int(value) if unit == "1" and value is not None and value.is_integer() else value


LINE = {
    "unit_price": "unit_price",
    "discount": "unit_discount",
    "net_unit_price": "net_unit_price",
    "cost": "line_cost",
    "power": "line_power",
    "weight": "line_weight",
}
"""What a line of the bill costs and takes, by the column of its table."""


def _bom(results: Results) -> list[dict[str, Any]]:
    """Give the lines of the table of the bill."""
    view = bill(results)
    rows = zip(results.plan.lines, view.rows, view.entries("why"), strict=True)
    return [_line(results, line, view, row, why) for line, row, why in rows]


def _line(results: Results, line: Line, view: View, row: Row, why: Entry) -> dict[str, Any]:
    """Give a line of the bill; its price also as it was seen, in its own currency."""
    price = price_of(results, line)
    count, rack_units = numbers(results, view, row, "line_count", "line_rack_units")
    return {
        "position": line.position,
        "lot": line.lot or None,
        "option": line.option,
        "tier": line.tier,
        "role": line.role,
        "part": line.part or None,
        "number": line.number or None,
        "description": row.label,
        "unit": line.unit,
        "count": _number(count),
        "why": sentence_text(results, why) if isinstance(why, tuple) else why,
        **_columns(results, view, row, LINE),
        "rack_units": _number(rack_units),
        "price": price
        and {
            "value": price.amount,
            "currency": price.currency,
            "kind": price.kind,
            "date": price.date or None,
            "source": price.source,
            "age_days": price.age,
            "layer": price.layer,
            "list_price": price.list_price,
            "discount": price.discount,
            "valid_until": price.valid_until or None,
            "confidence": price.confidence or None,
            "note": price.note or None,
            "includes": price.includes or None,
            "lead_time": price.lead_time,
        },
        "prices": [_considered(one) for one in considered(results, line)],
    }


def _unproven(results: Results, one: Unproven) -> dict[str, Any]:
    """Give a price that a quote must replace, with its band."""
    known = results.plan.instances[one.line.path].book
    ends = {end: f"{end}_line_cost" for end in ("low", "high")}
    return {
        "description": one.line.name,
        "role": one.line.role,
        "tier": one.line.tier,
        "known_as": one.how,
        "cost": results[one.line.path, "line_cost"],
        **{e: results[one.line.path, name] if name in known else None for e, name in ends.items()},
        "because": one.why,
    }


def _considered(one: Considered) -> dict[str, Any]:
    """Give a price that could count; of what is confidential, others are told the layer alone."""
    known = one.price
    found: dict[str, Any] = {
        "layer": known.layer.name,
        "origin": known.origin,
        "counts": one.counts,
        "why_not": one.why_not or None,
    }
    if known.price is None or known.net is None:
        return found | {"withheld": True}
    return found | {
        "list_price": known.price.amount,
        "discount": known.discount,
        "tax_inside": known.tax,
        "net_price": known.net.amount,
        "currency": known.price.currency,
        "converted": known.converted,
        "from": known.least,
        "date": _iso(known.date),
        "age_days": one.age,
        "valid_until": _iso(known.valid_until),
        "low": known.converted and known.converted * known.low_share,
        "high": known.converted and known.converted * known.high_share,
        "lead_time": known.lead_time,
        "includes": known.includes or None,
        "source": known.source or None,
        "confidence": known.confidence or None,
        "note": known.note or None,
    }


def _figure(results: Results, path: str, item: Quantity | Input) -> dict[str, Any]:
    value = _number(results[path, item.name], item.unit)
    return {"value": value, "unit": item.unit, "label": item.label}


def _figures(results: Results, path: str) -> dict[str, Any]:
    book = results.plan.instances[path].book
    found: dict[str, Any] = {item.name: _figure(results, path, item) for item in book}
    for name in BANDWIDTHS:
        if (ends := range_of(results, path, name)) is not None:
            for end, value, level in (("low", ends.low, "5 %"), ("high", ends.high, "95 %")):
                words = f"{found[name]['label']}, {level} of cases"
                found[f"{name}_{end}"] = {"value": value, "unit": "byte/s", "label": words}
    return found


def _phases(results: Results) -> dict[str, Any]:
    """Give the phases of delivery, and the first day of each fiscal year; nothing without."""
    economics = results.plan.scenario.economics
    found: dict[str, Any] = {}
    if economics.phases:
        names = [phase.name for phase in economics.phases]
        found["phases"] = {name: _figures(results, f"site/phases:{name}") for name in names}
    if economics.payments is not None:
        first = fiscal_start(economics)
        days = (first.replace(year=first.year + n) for n in range(economics.years + 1))
        found["fiscal_years"] = [_iso(day) for day in days]
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
        found[one.name] = {"costs": items, **_figures(results, path)}
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
            "date_full": _iso(inodes.date),
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


def _iso(date: datetime.date | None) -> str | None:
    return None if date is None else date.isoformat()


def _need(results: Results, need: Need) -> dict[str, Any]:
    found = {
        "time_full": need.time_full,
        "date_full": _iso(need.full_on),
        "searched_years": need.horizon,
        "known": need.is_known,
        "years": [_figures(results, year.path) for year in need.years],
        "dates": [_iso(year.date) for year in need.years],
        "demand_today": need.years[0].demand,
        "needed_at_end": need.end.needed,
    }
    if need.source != "history":
        return found
    return found | {
        "time_full_if_low": need.late_time,
        "date_full_if_low": _iso(need.late_on),
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


def _columns(
    results: Results, view: View, row: Row, columns: Mapping[str, str]
) -> dict[str, float | None]:
    """Give figures of a row, by what programs call the columns of its table."""
    return dict(zip(columns, numbers(results, view, row, *columns.values()), strict=True))


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
        "required": _number(required, unit),
        "planned": _number(planned, unit),
        "unit": unit,
        "met": _truth(met),
        "margin": margin,
        "chance": ranges(results).chances.get(row.key),
    }
    return figures | ({"bound": bound, "bound_met": _truth(bound_met)} if bound else {})


def _truth(value: float | None) -> bool | None:
    return None if value is None else bool(value)


STAGE = {
    "bandwidth": "tier",
    "per_server": "server",
    "amplification": "amplification",
    "utilisation": "used",
}
"""What a stage could carry, by the column of the table of its chain."""


def _stages(results: Results, tier: str, way: str) -> list[dict[str, Any]]:
    """Give the table of a healthy tier's chain, and what of its stages is for programs alone."""
    at = f"{tier}/healthy:{HEALTHY}"
    view = chain(results, at, way)
    stages = zip(view.rows, results.stages_in(at, way), strict=True)
    return [
        {
            "stage": row.key,
            "label": row.label,
            **_columns(results, view, row, STAGE),
            "delivery": stage.delivery,
            **_columns(results, view, row, {"committed": "committed"}),
            "evidence": stage.evidence,
            "left_out": list(stage.left_out),
        }
        for row, stage in stages
    ]


def _servers(results: Results) -> dict[str, Any]:
    """Give what is asked of each server beside the most that was measured of one like it."""
    found: dict[str, Any] = {}
    for name, path in data_tiers(results):
        for way in WAYS:
            if (path, f"asked_{way}_bandwidth") in results.values:
                most = f"most_measured_{way}_bandwidth"
                known = results.plan.provenance.get((path, most))
                found.setdefault(name, {})[way] = {
                    "asked": results[path, f"asked_{way}_bandwidth"],
                    "most_measured": results[path, most],
                    "of": known.part or None if known else None,
                }
    return found


def _delivery(one: Delivery) -> dict[str, Any]:
    low, high = one.band or (None, None)
    systems = [{"system": seen.system, "way": seen.way, "share": seen.share} for seen in one.seen]
    return {
        "value": one.value,
        "low": low,
        "high": high,
        "rests_on": one.rests_on,
        "systems": systems,
    }


def _workloads(results: Results, tier: str) -> list[dict[str, Any]]:
    """Give what the tier gives under each workload, and the blocks that each goal takes."""
    found = []
    for one in results.plan.instances[tier].children.get("workloads", ()):
        at = f"{tier}/workloads:{one.name}"
        goals = {
            goal.name: _figures(results, f"{at}/goals:{goal.name}")
            for goal in one.children["goals"]
        }
        found.append({"workload": one.name, **_figures(results, at), "goals": goals})
    return found


def _states(results: Results, tier: str) -> list[dict[str, Any]]:
    """Give the table of a tier's states, with their bounds and what limits them."""
    view = state_table.states(results, tier)
    both = zip(view.rows, states(results, tier), strict=True)
    return [
        {"state": row.label, **{way: _flow(results, view, row, way, state) for way in state.flows}}
        for row, state in both
    ]


def _flow(results: Results, view: View, row: Row, way: str, state: State) -> dict[str, Any]:
    flow = state.flows[way]
    rate, striped, loss, striped_loss = numbers(
        results, view, row, way, f"striped_{way}", f"{way}_loss", f"striped_{way}_loss"
    )
    return {
        "bandwidth": rate,
        "bandwidth_bound": flow.independent_bound,
        "striped_bandwidth": striped,
        "striped_bandwidth_bound": flow.striped_bound,
        "loss": flow.loss if state.name == HEALTHY else loss,
        "striped_loss": flow.striped_loss if state.name == HEALTHY else striped_loss,
        "limit": flow.limit.name if flow.limit else None,
        "striped_limit": flow.striped_limit.name if flow.striped_limit else None,
        "at_most": flow.at_most,
    }


def _remedy(remedy: Remedy) -> dict[str, Any]:
    return {
        "remedy": remedy.title,
        "changes": remedy.changes,
        **{
            way: {
                "bandwidth": gain.after,
                "bandwidth_bound": gain.bound,
                "striped_bandwidth": gain.striped,
                "striped_bandwidth_bound": gain.striped_bound,
                "more": gain.more,
                "bound_more": gain.bound_more,
                "limit": gain.limit.name if gain.limit else None,
                "at_most": gain.at_most,
            }
            for way, gain in remedy.gains.items()
        },
        "price": remedy.price if remedy.is_billed else None,
        "known_price": remedy.known_price,
        "switch_ports": remedy.switch_ports,
        "notes": list(remedy.notes),
    }


def _checks(results: Results) -> dict[str, Any]:
    """Give requirements by their name, and other checks in words."""
    found: dict[str, Any] = {check.name: check.met for check in results.checks}
    for name, path in results.tiers():
        if (path, SURVIVES) in results.values:
            found[f"{name}: {JUDGED[SURVIVES]}"] = results.judged(path, SURVIVES)
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


def write_whole(path: Path, content: bytes) -> None:
    """Write a file atomically: the previous content stays until the new one is complete.

    The new file has the old one's permissions. What is no regular file is written to as it is.
    """
    try:
        path = path.resolve()
    except (RuntimeError, ValueError) as error:  # links in a circle; a NUL in the name
        raise OSError(errno.EINVAL, str(error)) from None
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            device.write(content)
        return
    import tempfile  # slow, and not needed to print

    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".ostimate.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).chmod(_permissions(path))
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _permissions(path: Path) -> int:
    """Those of the file that is there, or of a new one."""
    if path.exists():
        return path.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
