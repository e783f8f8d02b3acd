"""The space that the tests of the search share, and every design of it by `sweep`."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from model import choices, load_scenario, sweep
from model.search.search import Choosing
from model.search.structures import Group, Structure, targets_of

FILE = Path(__file__).with_name("space.yaml")
MET = "_is_met"


@cache
def choosing() -> Choosing:
    """Give the space of the file: its options are planned once for all tests."""
    return choices(load_scenario(FILE))


def part_of(structure: Structure, rng) -> Structure:
    """Give a structure with some of its options left out at random."""
    groups = []
    for group in structure.groups:
        size = len(group.options)
        keep = np.sort(rng.choice(size, int(rng.integers(max(1, size // 2), size + 1)), False))
        figures = {at: [x[n] for n in keep] for at, x in group.figures.items()}
        groups.append(Group(group.choices, [group.options[n] for n in keep], figures))
    return replace(structure, groups=groups)


def brute(structure: Structure, name: str, sense: int, budget: float | None = None):
    """Compute every design by `sweep`: give the least cost, and each; endless if it isn't one."""
    root = structure.probe.root
    sizes = [len(group.options) for group in structure.groups]
    digits = np.unravel_index(np.arange(structure.designs), sizes)
    axes = {
        at: np.array(figures)[digit]
        for group, digit in zip(structure.groups, digits, strict=True)
        for at, figures in group.figures.items()
    }
    fits = [("site", "design_fits")] if "design_fits" in root.book else []
    met = [("site", q) for q in root.book.quantities if q.endswith(MET) and "bound" not in q]
    targets = targets_of(structure)
    aim, cost = ("site", name), ("site", "capital_cost")
    found = sweep(root, axes, [aim, cost, *fits, *met, *targets])
    good = np.isfinite(found[aim])
    for at in met:
        good &= found[at] == 1
    for at in fits:
        good &= found[at] != 0
    for at in targets:
        good &= found[at] >= 1
    if budget is not None:
        good &= found[cost] <= budget
    costs = np.where(good, found[aim] * sense, np.inf)
    return costs.min(), costs
