"""`checkpoint`: checkpoint bandwidth and interval of a machine."""

from __future__ import annotations

import argparse
import math
from typing import Any

from pydantic import ValidationError

from model.answers.job_efficiency import efficiency_finding, share
from model.books.site import MACHINE
from model.books.site_facts import CheckpointRule, Interrupted, SiteFacts, Writers
from model.commands.terminal import paragraph, table, write_json, wrong_option
from model.design.needs import EQUALS_CHECKPOINT
from model.design.training import Training
from model.engine.tree import Instance, compiled
from model.reading.binding import bindings
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
    "parameters": "model_parameters",
    "bytes_per_parameter": "parameter_state",
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
    "required_capacity": "required_checkpoint_capacity",
    "shard_size": "shard_size",
    "required_writer_bandwidth": "required_writer_bandwidth",
    "required_local_bandwidth": "required_local_bandwidth",
    "required_local_capacity": "required_local_capacity",
    "efficiency_after_lost_copies": "efficiency_after_lost_copies",
}
"""The results by their names in JSON; of a machine without one of them, it is left out."""
ASSUMED = ("node_mtti", "accelerator_mtti")
"""Inputs whose assumption is reported."""
OF_MODEL = ("experts", "expert_parameters", "precision", "optimizer", "bytes_per_parameter")
"""Options that need a model."""


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


def _interrupts(options: argparse.Namespace) -> tuple[Interrupted, dict[str, float]]:
    """Return the basis of the interrupts (job, nodes or accelerators), and their inputs."""
    if options.mtti is not None:
        for option in ("node_mtti", "accelerator_mtti"):
            if getattr(options, option) is not None:
                named = option.replace("_", "-")
                count = f"--{option.removesuffix('_mtti')}s"
                raise wrong_option(f"--{named}", f"write either --mtti, or {count} and --{named}")
        return "job", {"job_mtti": _figure("mtti", options.mtti, "second")}
    if options.nodes is not None:
        if options.accelerator_mtti is not None:
            raise wrong_option("--accelerator-mtti", "write --node-mtti, or leave --nodes out")
        nodes = {"compute_nodes": _figure("nodes", options.nodes, "1")}
        if options.node_mtti is not None:
            nodes["node_mtti"] = _figure("node-mtti", options.node_mtti, "second")
        return "node", nodes
    if options.accelerators is None:
        raise wrong_option(
            "--mtti",
            "missing: write --mtti, or --nodes (with --node-mtti, if known), or --accelerators",
        )
    if options.node_mtti is not None:
        raise wrong_option("--node-mtti", "needs --nodes")
    if options.accelerator_mtti is None:
        return "accelerator", {}
    mtti = _figure("accelerator-mtti", options.accelerator_mtti, "second")
    return "accelerator", {"accelerator_mtti": mtti}


def _size(options: argparse.Namespace) -> tuple[dict[str, Any], dict[str, float]]:
    """Return what the bytes of a checkpoint follow from, as facts of the site, and its inputs."""
    if options.memory is None and options.fraction is not None:
        raise wrong_option("--fraction", "is a share of --memory: leave it out")
    for option in OF_MODEL if options.parameters is None else ():
        if getattr(options, option) is not None:
            raise wrong_option(f"--{option.replace('_', '-')}", "needs --parameters")
    if options.memory is not None:
        inputs = {"memory_capacity": _figure("memory", options.memory, "byte")}
        if options.fraction is not None:
            inputs["checkpoint_fraction"] = _figure("fraction", options.fraction, "1", 1.0)
        return {"memory": "given"}, inputs
    if options.size is not None:
        return {"dump": "size"}, {"dump_size": _figure("size", options.size, "byte")}
    stated = {name: getattr(options, name) for name in ("parameters", *OF_MODEL)}
    given = {name: value for name, value in stated.items() if value is not None}
    if "experts" in given:
        given["experts"] = round(_figure("experts", given["experts"], "1"))
    try:
        training = Training.model_validate(given)
    except ValidationError as error:
        found = error.errors()[0]
        option = f"--{str((found['loc'] or ('parameters',))[0]).replace('_', '-')}"
        raise wrong_option(option, found["msg"].removeprefix("Value error, ")) from None
    inputs = {
        bound.input.name: float(value.value)
        for bound in bindings(Training)
        if (value := getattr(training, bound.field)) is not None
    }
    states_given = training.bytes_per_parameter is not None
    return {"dump": "model", "states_given": states_given}, {**inputs, **training.sizes}


def run(options: argparse.Namespace) -> int:
    """Compute the checkpoints of a machine."""
    chosen = next(name for name in RULES if getattr(options, name) is not None)
    rule, given, unit = RULES[chosen]
    most = 1.0 if chosen == "efficiency" else math.inf
    mtti, interrupts = _interrupts(options)
    size, inputs = _size(options)
    inputs |= interrupts | _restart(options.restart)
    inputs[given] = _figure(chosen.replace("_", "-"), getattr(options, chosen), unit, most)
    if options.accelerators is not None:
        inputs["accelerators"] = _figure("accelerators", options.accelerators, "1")
    if options.kept is not None:
        inputs["checkpoints_kept"] = _figure("kept", options.kept, "1")
    sharded: Writers | None = "accelerators" if options.accelerators is not None else None
    facts = SiteFacts(
        rule=rule,
        mtti=mtti,
        accelerated=options.accelerators is not None,
        writers="one" if options.unsharded else sharded,
        node_local=options.node_local,
        dumps_kept=options.kept is not None,
        **size,
    )
    tree = Instance("site", "machine", MACHINE.book(facts), inputs)
    program = compiled(tree)
    numbers = program.run(program.start({"machine": tree}))
    found = {key: float(numbers[slot]) for (_, key), slot in program.slots.items()}
    value = {name: found[key] for name, key in KEYS.items() if key in found}
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
        if name in value
    ]
    table(("figure", "value"), rows)
    if finding := efficiency_finding(value["efficiency"]):
        paragraph(f"! {finding}", hanging="  ")
    for name in ASSUMED:
        if name in tree.book.inputs and name not in inputs:
            item = tree.book.inputs[name]
            paragraph(f"Assumed: {show(item.default, item.unit)} for {item.label}: {item.source}")
    return 0


def _shown(key: str, value: float, unit: str) -> str:
    return share(value) if "efficiency" in key else show(value, unit)
