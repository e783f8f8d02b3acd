"""A part of the catalog in two figures: how large it is, and how fast."""

from __future__ import annotations

from model.parts.catalog import Catalog
from model.parts.figures import figure_units
from model.records import NamedTuple
from model.units.figures import show

SIZES = {
    **dict.fromkeys(("hdd", "ssd", "memory"), "capacity"),
    **dict.fromkeys(("enclosure", "array"), "bays"),
    **dict.fromkeys(("hba", "nic", "switch"), "ports"),
    **dict.fromkeys(("cable", "link", "transceiver"), "lanes"),
    "server": "drive_bays",
    "cpu": "cores",
    "rack": "rack_units",
    "pdu": "outlets",
    **dict.fromkeys(("measured-server", "measured-stream"), "drives"),
}
"""By the kind of part, the figure that says how large it is."""
RATES = {
    **dict.fromkeys(
        ("hdd", "ssd", "array", "measured-server", "measured-stream"), "read_bandwidth"
    ),
    "hba": "bandwidth",
    "memory": "transfer_rate",
    "cpu": "base_frequency",
    "link": "signalling",
}
"""By the kind of part, the figure that says how fast it is; ports of a network have a formula."""
OF_PORTS = ("lanes", "signalling", "code_payload", "code_block")
BINARY = ("memory",)
"""The kinds of parts that are sold in KiB, MiB, GiB, called GB."""
PORT = "rate of a port"
"""What the rate of a network's part is called."""


class Brief(NamedTuple):
    """One figure of a part: its name, its value, its unit; no name where its kind has none."""

    name: str
    value: float | None
    unit: str
    binary: bool = False
    """Whether its kind is sold by powers of two, as memory is."""

    def __str__(self) -> str:
        if not self.name:
            return ""
        text = show(self.value, self.unit or "1", binary=self.binary)
        if self.unit or self.value is None:
            return text
        counted = self.name.replace("_", " ")
        return f"{text} {counted if self.value != 1 else counted[:-1]}"


def size(catalog: Catalog, key: str) -> Brief:
    """Say how large a part is; of a count, what is counted."""
    return _figure(catalog, key, SIZES)


def rate(catalog: Catalog, key: str) -> Brief:
    """Say how fast a part is: a drive reading, one port of a network, one lane of a link."""
    if catalog.part(key).kind not in ("nic", "switch"):
        return _figure(catalog, key, RATES)
    from model.formulas.chain.network import nic_port_bandwidth  # NumPy comes with it

    known = [catalog.figures(key).get(name) for name in OF_PORTS]
    needs = [value for value in known if value is not None]
    found = float(nic_port_bandwidth(*needs)) if len(needs) == len(known) else None
    return Brief(PORT, found, "byte/s")


def _figure(catalog: Catalog, key: str, names: dict[str, str]) -> Brief:
    kind = catalog.part(key).kind
    name = names.get(kind, "")
    unit = figure_units(catalog, key).get(name, "")
    return Brief(name, catalog.figures(key).get(name), unit, binary=kind in BINARY)
