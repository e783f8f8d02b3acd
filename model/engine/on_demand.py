"""The values of an edited tree, each computed when it is first read.

Edits that are compared once read a small share of what an edit reaches. Each value is that of a
whole evaluation, to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import isfinite

import numpy as np

from model.engine.scalar import computed
from model.engine.tree import Address, Program


class OnDemand(Mapping[Address, float | None]):
    """Values by address, unknown ones as None; `outdated` marks the slots to compute first."""

    def __init__(self, program: Program, figures: list[float], outdated: bytearray) -> None:
        self._program, self._figures, self._outdated = program, figures, outdated

    def __getitem__(self, address: Address) -> float | None:
        slot = self._program.slots[address]
        if self._outdated[slot]:
            self._compute(slot)
        figure = self._figures[slot]
        return figure if isfinite(figure) else None

    def __contains__(self, address: object) -> bool:
        return address in self._program.slots

    def __iter__(self) -> Iterator[Address]:
        return iter(self._program.slots)

    def __len__(self) -> int:
        return len(self._program.slots)

    def figures(self) -> list[float]:
        """Compute what is left, and return the figures by slot."""
        while (slot := self._outdated.find(1)) >= 0:
            self._compute(slot)
        return self._figures

    def with_known(self, addresses: Iterable[Address]) -> list[float]:
        """Compute some values and all that they need; return the figures by slot."""
        for address in addresses:
            if self._outdated[slot := self._program.slots[address]]:
                self._compute(slot)
        return self._figures

    def _compute(self, slot: int) -> None:
        """Compute a slot after what it needs."""
        figures, outdated, program = self._figures, self._outdated, self._program
        todo = [slot]
        with np.errstate(all="ignore"):  # what divides by nothing is unknown
            while todo:
                at = todo[-1]
                step = program.step_of[program.addresses[at]]
                waits_for = [operand for operand in step.operands if outdated[operand]]
                if waits_for:
                    todo += waits_for
                    continue
                if outdated[at]:
                    operands = [figures[operand] for operand in step.operands]
                    figures[at] = computed(step.quantity.function, operands)
                    outdated[at] = False
                todo.pop()
