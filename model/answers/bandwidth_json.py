"""Bandwidths in the JSON of a plan: stages, efficiencies, states, upgrades and workloads."""

from __future__ import annotations

from typing import Any

from model.answers.json_figures import columns_of, figures
from model.answers.remedies import Remedy, remedies
from model.answers.results import WAYS, Results, data_tiers
from model.answers.stage_efficiencies import Delivery, deliveries
from model.answers.states import HEALTHY, State, states
from model.answers.views import state_table
from model.answers.views.chain import chain
from model.answers.views.view import Row, View, numbers

STAGE = {
    "bandwidth": "tier",
    "per_server": "server",
    "amplification": "amplification",
    "utilisation": "used",
}
"""What a stage could carry, by the column of the table of its chain."""


def bandwidth_json(results: Results) -> dict[str, Any]:
    """Return by tier what its stages carry and deliver, what states leave, and what lifts it."""
    tiers = list(results.tiers())
    return {
        "stages": {
            name: {way: _stages(results, path, way) for way in WAYS} for name, path in tiers
        },
        "servers": _servers(results),
        "deliveries": {
            name: {one.name: _delivery(one) for one in deliveries(results, path)}
            for name, path in tiers
        },
        "states": {name: _states(results, path) for name, path in tiers},
        "remedies": {name: [_remedy(one) for one in remedies(results, name)] for name, _ in tiers},
        "workloads": {name: _workloads(results, path) for name, path in data_tiers(results)},
    }


def _stages(results: Results, tier: str, way: str) -> list[dict[str, Any]]:
    """Give the table of a healthy tier's chain, and what of its stages is for programs alone."""
    at = f"{tier}/healthy:{HEALTHY}"
    view = chain(results, at, way)
    stages = zip(view.rows, results.stages_in(at, way), strict=True)
    return [
        {
            "stage": row.key,
            "label": row.label,
            **columns_of(results, view, row, STAGE),
            "delivery": stage.delivery,
            **columns_of(results, view, row, {"committed": "committed"}),
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
            goal.name: figures(results, f"{at}/goals:{goal.name}") for goal in one.children["goals"]
        }
        found.append({"workload": one.name, **figures(results, at), "goals": goals})
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
                "bandwidth_low": gain.likely.low if gain.likely else None,
                "bandwidth_high": gain.likely.high if gain.likely else None,
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
