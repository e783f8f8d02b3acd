"""Which stages a tier's chain has, from the drives to the clients, and their chapters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from model.engine.quantity import Book, Input, Quantity, Scope
from model.formulas.chain import (
    adapters,
    arrays,
    cables,
    drive_links,
    drives,
    network,
    performance,
    processor,
    striping,
)

Extra = Literal["drive_pcie", "expanders", "cores", "numa", "routers", "spine", "clients"]
"""Stages that a chain has only where the scenario or its parts say something of them."""


def is_stage(item: Input | Quantity) -> bool:
    """Whether an item is a stage of a chain."""
    return isinstance(item, Quantity) and bool(item.stage)


@dataclass(frozen=True, slots=True)
class Chain:
    """What decides on the stages of a chain."""

    adapters: bool = False
    """Whether drives hang on host bus adapters."""
    measured_targets: bool = False
    calibrated: bool = False
    overlapped: bool = False
    arrays: bool = False
    extras: frozenset[Extra] = frozenset()
    spread: bool = False
    """Whether each target lies on the drives of many servers: declustered RAID, Ceph."""
    fitted: frozenset[str] = frozenset()
    """Stages, by name, whose figures the scenario calls calibrated."""
    drives_in_servers: bool = False
    controller_lost: bool = False
    """Whether arrays have lost a controller: targets were measured with all of them."""

    @property
    def controllers(self) -> bool:
        """Whether the controllers of arrays are a stage, which measured targets include."""
        return self.arrays and (self.controller_lost or not self.measured_targets)

    @property
    def on_arrays(self) -> bool:
        """Whether something in the enclosures limits that follows the targets: controllers."""
        return self.controllers or "expanders" in self.extras

    @property
    def targets_on_arrays(self) -> bool:
        """Whether each target lies on drives of its own behind such controllers or expanders."""
        return self.on_arrays and not self.spread

    @property
    def cabled(self) -> bool:
        """Whether cables go from the adapters to enclosures."""
        return self.adapters and not self.drives_in_servers

    @property
    def internal(self) -> bool:
        """Whether the adapters hold drives of their own server: lost with it, they are gone."""
        return self.adapters and self.drives_in_servers

    @property
    def lanes_of_drives(self) -> bool:
        """Whether the drives take PCIe lanes of the servers that they sit in."""
        return "drive_pcie" in self.extras

    @property
    def _drives_on_pcie(self) -> bool:
        """Whether these lanes are a stage: a measured target's rate has been through them."""
        return self.lanes_of_drives and not self.measured_targets

    def chapters(self) -> list[Book]:
        """The chapters, in the order in which bytes pass them when they are read."""
        before = arrays.BEFORE_ARRAYS if self.arrays else adapters.BEFORE_DRIVES
        return [
            drives.MEASURED_TARGETS if self.measured_targets else drives.DRIVES,
            *([drive_links.DRIVE_LANES] if self.lanes_of_drives else []),
            *([drive_links.DRIVE_PCIE] if self._drives_on_pcie else []),
            *([arrays.ARRAYS] if self.arrays else []),
            *([cables.EXPANDERS] if "expanders" in self.extras else []),
            *([cables.CABLES] if self.cabled else []),
            *([adapters.ADAPTERS, before] if self.adapters else []),
            adapters.PCIE,
            self._processing(),
            *([processor.NUMA] if "numa" in self.extras else []),
            network.NETWORK,
            network.FABRIC,
            *(chapter for chapter, name in network.SHARED if name in self.extras),
        ]

    def stages(self, *scopes: Scope) -> Book:
        """The stages alone, of those scopes if any are given; fitted ones count as calibrated."""
        unused = () if self.controllers else tuple(arrays.ARRAYS)

        def is_meant(item: Input | Quantity) -> bool:
            if not isinstance(item, Quantity) or not is_stage(item) or item in unused:
                return False
            return not scopes or item.scope in scopes

        book = Book("stages", *self.chapters(), only=is_meant)
        for name, stage in book.quantities.items():
            if name.removesuffix(f"_{stage.stage}_stage") in self.fitted:
                book.quantities[name] = replace(stage, evidence="calibrated")
        return book

    def lost(self) -> list[Book]:
        """The chapters that say what of each server's hardware is left in a state."""
        return [
            *([arrays.MODULES] if self.cabled or self.on_arrays else []),
            *([adapters.LOSSES] if self.adapters else []),
            *([cables.LOSSES] if self.cabled else []),
        ]

    def follows(self) -> list[Book]:
        """The chapters that follow the targets that a server serves in a state."""
        return [
            *([cables.EXPANDERS_LEFT] if "expanders" in self.extras else []),
            performance.MOVING_SPREAD if self.spread else performance.MOVING,
            *([drive_links.DRIVE_PCIE_LEFT] if self._drives_on_pcie else []),
        ]

    def served(self) -> list[Book]:
        """The chapters on the targets that a server serves on average, and what follows them."""
        served = adapters.SERVED_BEHIND if self.internal else performance.SERVED
        return [served, *self.follows()]

    def leasts(self) -> list[Book]:
        """The chapters on the least of the stages of a server's targets."""
        on_arrays = [striping.LEAST_OF_ARRAYS] if self.targets_on_arrays else []
        return [striping.LEAST_OF_DRIVES, *on_arrays]

    def _processing(self) -> Book:
        if self.calibrated:
            return processor.CALIBRATED
        if "cores" in self.extras:
            return processor.BY_CORES_OVERLAPPED if self.overlapped else processor.BY_CORES
        return processor.OVERLAPPED if self.overlapped else processor.STATED
