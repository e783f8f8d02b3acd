"""Facts that select the stages of a tier's chain, from the drives to the clients."""

from __future__ import annotations

from typing import Literal

from model.engine.quantity import Evidence
from model.records import dataclass

Processing = Literal["calibrated", "scaled", "as measured", "cores", "stated"]
MemoryGain = Literal["none", "channels", "bandwidth"]
"""What memory has beside that of a measurement: nothing that is said, channels, or all of it."""
Wires = Literal["once", "copies", "clients", "primary", "gateways", "any server", "servers"]
"""What servers' ports carry: each byte once, copies of files, or the strips of a code.

The strips come from clients, from a primary, from gateways on the servers and then a primary, from
any server of the tier, or from those of a block.
"""


@dataclass(frozen=True, slots=True)
class Chain:
    """Facts that select the stages of a chain."""

    adapters: bool = False
    """Whether drives hang on host bus adapters."""
    measured_targets: bool = False
    calibrated: bool = False
    like: Literal["", "scaled", "as measured"] = ""
    """Whether CPU and memory are those of a measured server, and whether these are scaled."""
    other_processors: bool = False
    """Whether it is said which processors were measured."""
    memory_gain: MemoryGain = "none"
    overlapped: bool = False
    arrays: bool = False
    array_parity: bool = False
    """Whether the controllers of arrays make what is redundant, behind cables and adapters."""
    extras: frozenset[str] = frozenset()
    """Stages that it has because the scenario or its parts say something of them, and others."""
    spread: bool = False
    """Whether each target lies on the drives of many servers: declustered RAID, Ceph, codes."""
    proven: tuple[tuple[str, Evidence], ...] = ()
    """Stages of a way, by the names of their quantities, that the scenario has proof of."""
    named_deliveries: frozenset[tuple[str, str]] = frozenset()
    """Stages whose own share is stated: of both ways ("") or of one."""
    wires: Wires = "once"
    coding_clients: bool = False
    """Whether clients make the code, and send all strips through their own ports."""
    stated_wires: frozenset[str] = frozenset()
    """Ways for which the scenario states what ports carry."""
    drives_in_servers: bool = False
    local: bool = False
    """Whether files are read and written on the server itself: no port, and no fabric."""
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
    def drives_on_pcie(self) -> bool:
        """Whether these lanes are a stage: a measured target's rate has been through them."""
        return self.lanes_of_drives and not self.measured_targets

    @property
    def before_drives(self) -> bool:
        """Whether adapters or controllers carry what servers make redundant."""
        return (self.adapters or self.arrays) and not self.array_parity

    @property
    def before_arrays(self) -> bool:
        """Whether adapters or controllers carry what clients write alone."""
        return self.array_parity

    @property
    def expanders(self) -> bool:
        """Whether the expanders of the enclosures are known."""
        return "expanders" in self.extras

    @property
    def processing(self) -> Processing:
        """What says what the processors can serve."""
        if self.calibrated:
            return "calibrated"
        if self.like:
            return self.like
        return "cores" if "cores" in self.extras else "stated"

    def counts_alike(self, way: str) -> bool:
        """Whether a measured server counts as evidence: nobody states its share."""
        stated = self.named_deliveries & {("cpu_memory", way), ("cpu_memory", "")}
        return self.processing in ("scaled", "as measured") and not stated

    @property
    def fitted_times(self) -> bool:
        """Whether CPU time and memory time come from a measurement, here or elsewhere."""
        return self.processing in ("calibrated", "scaled")

    @property
    def wires_by_server(self) -> bool:
        """Whether links deliver by whether the rate of the processors is stated, or unknown."""
        return self.processing == "stated"

    def by_way(self, stage: str, way: str) -> bool:
        """Whether a stage delivers another share each way: unless one is stated of both."""
        named = self.named_deliveries
        return (stage, way) in named or (stage, "") not in named

    @property
    def clients(self) -> bool:
        """Whether it is known what clients carry."""
        return "clients" in self.extras

    @property
    def read_wires(self) -> Wires:
        """What ports carry when clients read; each byte once where the scenario states it."""
        return "once" if "read" in self.stated_wires else self.wires

    @property
    def write_wires(self) -> Wires:
        """What ports carry when clients write; each byte once where the scenario states it."""
        return "once" if "write" in self.stated_wires else self.wires

    @property
    def passes(self) -> Wires | None:
        """Whose strips lie on other servers, where a share of them counts; None otherwise."""
        among = {self.read_wires, self.write_wires} & {"gateways", "any server", "servers"}
        return self.wires if among else None
