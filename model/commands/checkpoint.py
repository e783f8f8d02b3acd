"""`checkpoint`: checkpoint bandwidth and interval of a machine."""

from __future__ import annotations

import argparse
import math
from typing import Literal

from model.answers.job_efficiency import efficiency_finding, share
from model.books.site import MACHINE
from model.books.site_facts import CheckpointRule, SiteFacts
from model.commands.terminal import paragraph, table, write_json, wrong_option
from model.design.needs import EQUALS_CHECKPOINT
from model.engine.tree import Instance, compiled
from model.units.figures import UnitError, parse, show

RULES: dict[str, tuple[CheckpointRule, str, str]] = {
    "ratio": ("ratio", "mtti_to_dump_ratio", "1"),
    "dump_time": ("time", "dump_time", "second"),
    "bandwidth": ("bandwidth", "checkpoint_bandwidth", "byte/s"),
    "efficiency": ("efficiency", "wanted_efficiency", "1"),
}
"""The rule for the checkpoint time of each option, with its input and unit."""
KEYS = {
    "memory": "memory_capacity",
    "dump_size": "dump_size",
    "dump_time": "dump_time",
    "mtti": "job_mtti",
    "required_bandwidth": "required_checkpoint_bandwidth",
    "interval_young": "interval_young",
    "interval_daly": "interval_daly",
    "interval": "checkpoint_interval",
    "efficiency": "job_efficiency",
    "ratio": "achieved_mtti_ratio",
    "writes_per_day": "checkpoint_writes_per_day",
}


def _figure(option: str, text: str, unit: str, most: float = math.inf) -> float:
    try:
        value = parse(_number(text) if unit == "1" else text, unit)
    except UnitError as error:
        raise wrong_option(f"--{option}", str(error)) from None
    if value <= 0 and option != "restart":
        raise wrong_option(f"--{option}", f"must be above 0, not {text}")
    if not 0 <= value <= most:
        raise wrong_option(f"--{option}", f"must be between 0 and {most:g}, not {text}")
    return value


def _number(text: str) -> str | float:
    try:
        return float(text)
    except ValueError:
        return text


def _restart(text: str) -> dict[str, float]:
    """Return the inputs of a restart: a time, or the checkpoint time."""
    if text in EQUALS_CHECKPOINT:
        return {"restart_dumps": 1.0}
    return {"fixed_restart_time": _figure("restart", text, "second")}


def _interrupts(options: argparse.Namespace) -> tuple[Literal["job", "node"], dict[str, float]]:
    """Return the basis of the interrupts, the job or its nodes, and their inputs."""
    if options.mtti is not None:
        if options.node_mtti is not None:
            raise wrong_option("--node-mtti", "write either --mtti, or --nodes and --node-mtti")
        return "job", {"job_mtti": _figure("mtti", options.mtti, "second")}
    if options.nodes is None:
        raise wrong_option(
            "--mtti", "missing: write --mtti, or --nodes (with --node-mtti, if known)"
        )
    nodes = {"compute_nodes": _figure("nodes", options.nodes, "1")}
    if options.node_mtti is not None:
        nodes["node_mtti"] = _figure("node-mtti", options.node_mtti, "second")
    return "node", nodes


def run(options: argparse.Namespace) -> int:
    """Compute the checkpoints of a machine."""
    chosen = next(name for name in RULES if getattr(options, name) is not None)
    rule, given, unit = RULES[chosen]
    most = 1.0 if chosen == "efficiency" else math.inf
    mtti, interrupts = _interrupts(options)
    inputs = {
        "memory_capacity": _figure("memory", options.memory, "byte"),
        "checkpoint_fraction": _figure("fraction", options.fraction, "1", 1.0),
        **interrupts,
        **_restart(options.restart),
        given: _figure(chosen.replace("_", "-"), getattr(options, chosen), unit, most),
    }
    facts = SiteFacts(rule=rule, memory="given", mtti=mtti)
    tree = Instance("site", "machine", MACHINE.book(facts), inputs)
    program = compiled(tree)
    numbers = program.run(program.start({"machine": tree}))
    value = {name: float(numbers[program.slots["machine", key]]) for name, key in KEYS.items()}
    if chosen == "efficiency" and math.isnan(value["dump_time"]):
        highest = float(numbers[program.slots["machine", "highest_efficiency"]])
        what = f"must be below {highest:.6g}, the limit set by restarts, not {options.efficiency}"
        raise wrong_option("--efficiency", what)
    if not all(map(math.isfinite, value.values())):
        raise wrong_option("checkpoint", "the results are not finite: write realistic values")
    if options.json:
        write_json({"schema": "ostimate.checkpoint/1", **value}, options.json)
        return 0
    rows = [
        (tree.book[key].label, _shown(key, value[name], tree.book[key].unit))
        for name, key in KEYS.items()
    ]
    table(("figure", "value"), rows)
    if finding := efficiency_finding(value["efficiency"]):
        paragraph(f"! {finding}", hanging="  ")
    if "node_mtti" in tree.book and "node_mtti" not in inputs:
        node = tree.book.inputs["node_mtti"]
        paragraph(f"Assumed: {show(node.default, node.unit)} for {node.label}: {node.source}")
    return 0


def _shown(key: str, value: float, unit: str) -> str:
    return share(value) if key == "job_efficiency" else show(value, unit)
