"""`checkpoint`: checkpoint bandwidth and interval of a machine."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from model.answers.job_efficiency import efficiency_finding, share
from model.books.site import MACHINE
from model.books.site_facts import CheckpointRule, Interrupted, SiteFacts, Writers
from model.commands.terminal import Collected, paragraph, table, write_json, wrong_option
from model.design.needs import EQUALS_CHECKPOINT
from model.design.training import Training
from model.engine.tree import Instance, compiled
from model.parts.training_reads import workloads
from model.planning.training import reads_of
from model.provenance import reason_of
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
    "accelerator_read_bandwidth": "accelerator_read_bandwidth",
    "required_read_bandwidth": "required_training_bandwidth",
}
"""The results by their names in JSON; of a machine without one of them, it is left out."""
ASSUMED = ("node_mtti", "accelerator_mtti")
"""Inputs whose assumption is reported."""
SHARES = ("fraction", "efficiency")
"""Options that are shares, of 1 at most."""
COUNTS = {"experts", "accelerators"}
"""Options of a training that are whole numbers."""
OF_READS = ("workload", "sample_size", "sample_rate", "utilisation")
"""Options of what accelerators read."""
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


def _interrupts(
    options: argparse.Namespace, wrong: Collected
) -> tuple[Interrupted, dict[str, float]]:
    """Return the basis of the interrupts (job, nodes or accelerators), and their inputs."""
    if options.mtti is not None:
        for option in ("node_mtti", "accelerator_mtti"):
            if getattr(options, option) is not None:
                named = option.replace("_", "-")
                count = f"--{option.removesuffix('_mtti')}s"
                wrong.add(f"--{named}", f"write either --mtti, or {count} and --{named}")
        return "job", _given(options, wrong, mtti=("job_mtti", "second"))
    if options.nodes is not None:
        if options.accelerator_mtti is not None:
            wrong.add("--accelerator-mtti", "write --node-mtti, or leave --nodes out")
        figures = {"nodes": ("compute_nodes", "1"), "node_mtti": ("node_mtti", "second")}
        return "node", _given(options, wrong, **figures)
    if options.accelerators is None:
        what = "missing: write --mtti, or --nodes (with --node-mtti, if known), or --accelerators"
        wrong.add("--mtti", what)
    if options.node_mtti is not None:
        wrong.add("--node-mtti", "needs --nodes")
    mtti = _given(options, wrong, accelerator_mtti=("accelerator_mtti", "second"))
    return "accelerator", mtti


def _given(
    options: argparse.Namespace, wrong: Collected, **figures: tuple[str, str]
) -> dict[str, float]:
    """Return the inputs of options that are given; `figures` are their inputs and units."""
    found = {}
    for option, (name, unit) in figures.items():
        text = getattr(options, option)
        if text is not None:
            most = 1.0 if option in SHARES else math.inf
            value = wrong.read(_figure, option.replace("_", "-"), text, unit, most)
            found[name] = 1.0 if value is None else value
    return found


def _size(options: argparse.Namespace, wrong: Collected) -> tuple[dict[str, Any], dict[str, float]]:
    """Return what the bytes of a checkpoint follow from, as facts of the site, and its inputs."""
    if options.memory is None and options.fraction is not None:
        wrong.add("--fraction", "is a share of --memory: leave it out")
    for option in OF_MODEL if options.parameters is None else ():
        if getattr(options, option) is not None:
            wrong.add(f"--{option.replace('_', '-')}", "needs --parameters")
    figures = {"memory": ("memory_capacity", "byte")}
    if options.memory is not None:
        figures["fraction"] = ("checkpoint_fraction", "1")
        return {"memory": "given"}, _given(options, wrong, **figures)
    if options.size is not None:
        return {"dump": "size"}, _given(options, wrong, size=("dump_size", "byte"))
    training = _training(options, wrong, ("parameters", *OF_MODEL))
    states_given = options.bytes_per_parameter is not None
    return {"dump": "model", "states_given": states_given}, {
        **_inputs(training),
        **(training.sizes if training else {}),
    }


def _reads(
    options: argparse.Namespace, wrong: Collected
) -> tuple[dict[str, Any], dict[str, float]]:
    """Return how the reads of the accelerators follow, as facts of the site, and their inputs."""
    if all(getattr(options, name) is None for name in OF_READS):
        return {}, {}
    training = _training(options, wrong, (*OF_READS, "accelerators"))
    if training is None:
        return {}, {}
    known = reads_of(workloads()[training.workload]) if training.workload else {}
    return {"reads": training.reads}, {**known, **_inputs(training)}


def _training(
    options: argparse.Namespace, wrong: Collected, names: Sequence[str]
) -> Training | None:
    """Return options as the section of a scenario has them; None if any of them is wrong."""
    stated = {name: getattr(options, name) for name in names}
    given = {name: value for name, value in stated.items() if value is not None}
    for name in COUNTS & given.keys():
        count = wrong.read(_figure, name, given[name], "1")
        given[name] = 1 if count is None else round(count)
    try:
        return Training.model_validate(given)
    except ValidationError as error:
        for found in error.errors():
            option = str((found["loc"] or names)[0]).replace("_", "-")
            what = found["msg"].removeprefix("Value error, ")
            wrong.add(f"--{option}", re.sub(r"'([a-z_]+)'", _as_option, what))
        return None


def _as_option(field: re.Match[str]) -> str:
    """Name an option for a field that a message names."""
    known = field[1] in (*OF_MODEL, *OF_READS, "parameters", "accelerators")
    return f"--{field[1].replace('_', '-')}" if known else field[0]


def _inputs(training: Training | None) -> dict[str, float]:
    """Return the figures of a training by their inputs."""
    return {
        bound.input.name: float(value.value)
        for bound in bindings(Training)
        if (value := getattr(training, bound.field, None)) is not None
    }


def run(options: argparse.Namespace) -> int:
    """Compute the checkpoints of a machine."""
    wrong = Collected()
    chosen = next(name for name in RULES if getattr(options, name) is not None)
    rule, given, unit = RULES[chosen]
    mtti, interrupts = _interrupts(options, wrong)
    size, inputs = _size(options, wrong)
    reads, samples = _reads(options, wrong)
    inputs |= interrupts | samples | (wrong.read(_restart, options.restart) or {})
    figures = {
        chosen: (given, unit),
        "accelerators": ("accelerators", "1"),
        "kept": ("checkpoints_kept", "1"),
    }
    inputs |= _given(options, wrong, **figures)
    wrong.report()
    sharded: Writers | None = "accelerators" if options.accelerators is not None else None
    facts = SiteFacts(
        rule=rule,
        mtti=mtti,
        accelerated=options.accelerators is not None,
        writers="one" if options.unsharded else sharded,
        node_local=options.node_local,
        dumps_kept=options.kept is not None,
        **size,
        **reads,
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
            default = show(item.default, item.unit)
            paragraph(f"Assumed: {item.label} {default} ({reason_of(item.source)})")
    return 0


def _shown(key: str, value: float, unit: str) -> str:
    return share(value) if "efficiency" in key else show(value, unit)
