"""How fast the engine is: one site, many designs, and what a formula costs to write down."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from model.engine.sweep import sweep
from model.engine.trace import excel, name
from model.engine.tree import Address, Program, compiled
from tests import strategies, trees

SITE = trees.full_site()
DESIGNS = 200_000
FIGURES: list[Address] = [
    ("site", figure)
    for figure in (
        "total_cost_of_ownership",
        "capital_cost",
        "usable_capacity",
        "planned_capacity",
        "read_bandwidth",
        "write_bandwidth",
        "job_efficiency",
        "racks",
        "equipment_power",
    )
]
EVERYTHING: list[Address] = [
    (path, item.name) for path, i in SITE.walk() for item in i.book.quantities.values()
]


CHOICES: list[Address] = [
    (f"site/tiers:{tier}", choice)
    for tier in ("project", "scratch")
    for choice in ("blocks", "servers_per_block", "drive_capacity", "nics_per_server")
]
"""What a planner tries: a few choices of each tier."""


def axes(count: int, chosen: list[Address] | None = None) -> dict[Address, np.ndarray]:
    """Draw the figures of the chosen inputs, or of all that may vary."""
    rng = np.random.default_rng(0)
    items = strategies.varied(SITE)
    return {a: strategies.domain(items[a]).sample(rng, count) for a in chosen or items}


def array_steps(varied: dict[Address, np.ndarray], targets: list[Address]) -> int:
    """Count the quantities that an axis reaches, on the way to the targets."""
    program = Program(SITE, targets)
    reached = {program.slots[address] for address in varied if address in program.slots}
    count = 0
    for step in program.steps:
        if not reached.isdisjoint(step.operands):
            reached.add(step.slot)
            count += 1
    return count


def report(benchmark: Any, capsys: Any, steps: int, designs: int) -> None:
    """Print the rate beside pytest-benchmark's table."""
    if benchmark.disabled:
        return
    best = benchmark.stats["min"]
    rates = {
        "quantities": steps,
        "designs": designs,
        "M evaluations/s": round(steps * designs / best / 1e6),
        "M designs/s": round(designs / best / 1e6, 2),
    }
    benchmark.extra_info |= rates
    with capsys.disabled():
        print("\n" + benchmark.name, rates)


def test_evaluate_a_site(benchmark: Any) -> None:
    """A whole site, from its inputs to all quantities; the program is compiled already."""

    def evaluate() -> int:
        program = compiled(SITE)
        return len(program.run(program.start(dict(SITE.walk()))))

    assert benchmark(evaluate) > 600


def test_compile_a_site(benchmark: Any) -> None:
    """The program of a shape that was never met."""
    assert len(benchmark(Program, SITE).steps) > 500


def test_write_all_formulas(benchmark: Any) -> None:
    """Every formula of a site as the text of a cell; a procedure has none."""
    steps = [step for step in compiled(SITE).steps if step.quantity.kind != "opaque"]

    def write() -> int:
        texts = 0
        for step in steps:
            cells = [name(f"B{n}") for n in step.operands]
            texts += len(excel(step.quantity.function(*cells)))
        return texts

    assert benchmark(write) > 10_000


@pytest.mark.parametrize(
    ("chosen", "targets", "designs"),
    [(CHOICES, FIGURES, DESIGNS), (None, FIGURES, DESIGNS), (None, EVERYTHING, DESIGNS // 20)],
    ids=["8 axes to 9 figures", "all axes to 9 figures", "all axes to everything"],
)
def test_sweep(
    benchmark: Any,
    capsys: Any,
    chosen: list[Address] | None,
    targets: list[Address],
    designs: int,
) -> None:
    """Many designs of a whole site on one core."""
    varied = axes(designs, chosen)
    result = benchmark(sweep, SITE, varied, targets)
    assert all(column.shape == (designs,) for column in result.values())
    report(benchmark, capsys, array_steps(varied, targets), designs)


def test_one_by_one(benchmark: Any, capsys: Any) -> None:
    """The same designs without a sweep, as the base to compare with: 100 of them."""
    designs = 100
    varied = axes(designs)
    program = compiled(SITE)
    slots = {program.slots[address]: column for address, column in varied.items()}

    def evaluate() -> None:
        for n in range(designs):
            values = program.start(dict(SITE.walk()))
            for slot, column in slots.items():
                values[slot] = column[n]
            program.run(values)

    benchmark(evaluate)
    report(benchmark, capsys, array_steps(varied, EVERYTHING), designs)
