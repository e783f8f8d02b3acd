"""What each quantity is fed with and gives, in many random designs of its example."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import numpy as np

from model.engine.tree import Address
from tests import strategies, trees

COUNT = 32


def shared(column: np.ndarray) -> np.ndarray:
    """Refuse to be written to: all tests read the same array."""
    column.flags.writeable = False
    return column


@cache
def drawn(example: str) -> Mapping[Address, np.ndarray]:
    """Draw the inputs of many designs of an example; the same ones at each run.

    Each input has a seed of its own, so that a new one leaves what the others draw.
    """
    items = strategies.varied(trees.examples()[example])
    return MappingProxyType(
        {
            address: shared(strategies.domain(item).sample(_seeded(example, *address), COUNT))
            for address, item in items.items()
        }
    )


def _seeded(*words: str) -> np.random.Generator:
    return np.random.default_rng(zlib.crc32("/".join(words).encode()))


@cache
def values(example: str) -> tuple[np.ndarray, ...]:
    """Give each slot of the example's program: an array over the designs."""
    program = trees.program(example)
    slots = program.start(dict(trees.examples()[example].walk()))
    given = {slot: program.addresses[slot] for slot, _, _ in program.inputs}
    figures = drawn(example)
    for slot, address in given.items():
        if address in figures:
            slots[slot] = figures[address]
    found = program.run(slots)
    table = np.empty((len(found), COUNT))
    for row, value in zip(table, found, strict=True):
        row[:] = value
    return tuple(shared(table))


def fed(case: trees.Case) -> list[np.ndarray]:
    """Give what a case is fed with: an array over the designs for each operand."""
    slots = values(case.example)
    return [slots[slot] for slot in case.slots]
