"""Figures that a scenario states and that change nothing: named, so that none is just dropped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from model.engine.tree import UNKNOWN, Address, Step
from model.planning.facts import pattern_of
from model.planning.plan import Plan
from model.reading.binding import figures_below

IN_SHAPE = (
    "tiers.*.file_layout.sizes.*",
    "tiers.*.file_layout.extents.*.up_to",
    "economics.drive_replacements",
)
"""Figures that make instances or chapters, and so count without being an input of their own."""
DATA = ("published",)
"""What a scenario says for comparison alone."""
MORE = 1.01
MOST_NAMED = 3


def warnings_of_figures(
    plan: Plan,
    values: Mapping[Address, float | None],
    waits_for: Callable[[str, str], list[Address]],
) -> Iterator[str]:
    """Name the figures that nothing asks for, and those that count with what is unknown."""
    counted, waiting = _counted(plan, values)
    stated = [at for at, _ in figures_below(plan.scenario) if at.split(".")[0] not in DATA]
    used = counted | waiting.keys()
    used |= {
        plan.fields[path, "unit_price"] for path, price in plan.prices.items() if price.is_replaced
    }
    unasked = [at for at in stated if at not in used and pattern_of(at) not in IN_SHAPE]
    if unasked:
        yield f"entered, but not used by this plan: {', '.join(unasked)}"
    alike: dict[str, list[str]] = {}
    known: dict[tuple[Address, ...], list[str]] = {}
    for at in stated:
        if at in waiting and at not in counted:
            unknown = tuple(_unknown(plan, values, waiting[at]))
            if unknown not in known:
                inputs = dict.fromkeys(one for address in unknown for one in waits_for(*address))
                labels = (plan.instances[path].book[name].label for path, name in inputs)
                known[unknown] = list(dict.fromkeys(labels))
            needs = known[unknown]
            most = MOST_NAMED + (
                len(needs) == MOST_NAMED + 1
            )  # 'and 1 more' is as long as its name
            more = len(needs) - most
            named = ", ".join(needs[:most]) + (f" and {more} more" if more > 0 else "")
            alike.setdefault(named, []).append(at)
    for named, fields in alike.items():
        yield (
            f"entered, but without effect until other values are known: {', '.join(fields)}; "
            f"missing: {named}"
        )


def _unknown(
    plan: Plan,
    values: Mapping[Address, float | None],
    reader: Address,
) -> Iterator[Address]:
    """Give the unknown operands of a value, that it waits for or leaves out."""
    program = plan.program
    for slot in program.step_of[reader].operands:
        if values[program.addresses[slot]] is None:
            yield program.addresses[slot]


def _counted(
    plan: Plan, values: Mapping[Address, float | None]
) -> tuple[set[str], dict[str, Address]]:
    """Give the fields whose figures count in some value, and of the others a value that waits."""
    program = plan.program
    addresses, slots = program.addresses, program.slots
    counted: set[str] = set()
    waiting: dict[str, Address] = {}
    for address, known in plan.provenance.items():
        if not known.field or known.field in counted:
            continue
        for n in program.readers[slots[address]] if address in slots else ():
            step = program.steps[n]
            if _counts(step, address, [addresses[slot] for slot in step.operands], values):
                counted.add(known.field)
                break
            waiting.setdefault(known.field, (step.path, step.quantity.name))
    return counted, waiting


def _counts(
    step: Step, figure: Address, operands: list[Address], values: Mapping[Address, float | None]
) -> bool:
    """Whether a value follows a figure: where all it reads is known, or if it moves with that."""
    if values[step.path, step.quantity.name] is None:
        return False
    known = [values[at] for at in operands]
    if None not in known or values[figure] is None:
        return True
    numbers = [np.float64(UNKNOWN if x is None else x) for x in known]
    moved = [x * MORE if at == figure else x for x, at in zip(numbers, operands, strict=True)]
    with np.errstate(all="ignore"):
        return bool(step.quantity.function(*numbers) != step.quantity.function(*moved))
