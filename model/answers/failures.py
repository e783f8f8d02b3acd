"""What is gone with one failed part: drives out of reach, and the targets that stop."""

from __future__ import annotations

from collections.abc import Iterator

from model.placement.slots import Slot
from model.placement.verdicts import Block, Loss
from model.records import dataclass


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed part of a block: its name, the bays out of reach, and the targets that stop."""

    name: str
    loss: Loss
    gone: frozenset[Slot]
    targets: tuple[int, ...]

    @property
    def text(self) -> str:
        """What is gone, in a sentence."""
        drives = f"{len(self.gone)} drive{'s' * (len(self.gone) != 1)} out of reach"
        if self.loss == "survives":
            return f"Without {self.name}: {drives}, no target stops."
        what = "data lost" if self.loss == "data" else "access lost"
        numbers = ", ".join(f"{n + 1}" for n in self.targets)
        return f"Without {self.name}: {drives}, {what} in target {numbers}."


def failures(block: Block) -> Iterator[Failure]:
    """Return the failure of each part of a block, then of each drive in a group."""
    cells = block.wiring.cell
    for one in block.wiring.components:
        out_of_all = -1
        for missing in block.unreached(one.fails):
            out_of_all &= missing
        gone = frozenset(
            Slot(n, bay)
            for n, bays in enumerate(block.placed.bays)
            for bay in range(bays)
            if out_of_all >> cells(n, bay) & 1
        )
        lost = [n for n in range(len(block.targets)) if block.targets_lost(one.fails) >> n & 1]
        yield Failure(one.name, "access" if lost else "survives", gone, tuple(lost))
    for group, slots in zip(block.placed.groups, block.placed.slots, strict=True):
        bare = group.survives == 0
        for slot in slots:
            yield Failure(
                f"drive {slot}",
                "data" if bare else "survives",
                frozenset({slot}),
                (group.target,) if bare else (),
            )
