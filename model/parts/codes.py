"""Texts of datasheets that decide on what fits, as numbers that formulas and sheets can compare."""

from __future__ import annotations

import re
from collections.abc import Callable

SHAPES = ("2.5in", "3.5in", "E3.S", "E3.L", "E1.S", "E1.L", "M.2", "F3100")
"""Form factors of drives and bays; bays of the second take drives of the first in a carrier."""
INTERFACES = ("SATA", "SAS", "NVMe")
"""Interfaces of drives; SAS takes SATA, too."""
MODES = ("SATA", "SAS", "SAS and NVMe")
"""What adapters take: each all before it, too."""
SOCKETS = (
    *("LGA 1366", "LGA 2011", "LGA 2011-3", "LGA 3647", "LGA 4189", "LGA 4677", "LGA 7529"),
    *("SP3", "SP5"),
)
"""Sockets of processors: each family has its own."""
CONNECTORS = ("SFF-8088", "SFF-8643", "SFF-8644", "SFF-8654", "SFF-8674")
"""Connectors of SAS, of cables and what they are plugged into."""
INLETS = ("C14", "C20")
"""Inlets of power supplies: cords go from these into outlets C13 and C19."""
HEIGHTS = ("low profile", "full height")
"""Heights of cards; one of low profile goes into any slot."""
RECORDINGS = ("CMR", "SMR", "host-managed SMR")
"""How disks record: conventionally, in overlapping tracks by themselves, or as their host says.

Where it isn't said who manages SMR, the drive is taken to do so.
"""
_ALIASES = {"2.5in": r"2\.5 ?in|U\.[23]|SFF", "3.5in": r"3\.5 ?in|LFF"}
_LINKS = {"sata": "SATA", "sas": "SAS", "pcie": "NVMe"}
_RECORDED = (r"\b(CMR|PMR|conventional)\b", r"\bSMR\b|shingled", r"host.managed|\bHM-?SMR\b")
_DDR = re.compile(r"DDR([3-9])")


def _shape(text: str) -> str:
    """Find the one form factor that is named; none where there is a choice of several."""
    text = re.sub(r"\(also.*?\)", "", text)
    patterns = {shape: _ALIASES.get(shape, re.escape(shape)) for shape in SHAPES}
    found = [shape for shape, pattern in patterns.items() if re.search(pattern, text)]
    return found[0] if len(found) == 1 else ""


def _connector(text: str) -> float | None:
    """Find the one connector that is named."""
    found = [one for one in CONNECTORS if one in text]
    return _place(CONNECTORS, found[0]) if len(found) == 1 else None


def _place(choices: tuple[str, ...], chosen: str) -> float | None:
    return 1.0 + choices.index(chosen) if chosen in choices else None


def _generation(text: str) -> float | None:
    found = _DDR.search(text)
    return float(found[1]) if found else None


def _interface(link: str) -> float | None:
    return _place(INTERFACES, _LINKS.get(link.partition("-")[0], ""))


def _recording(text: str) -> float | None:
    """Find how a disk records: host-managed is said beside SMR, both go before CMR."""
    found = [n for n, pattern in enumerate(_RECORDED, 1) if re.search(pattern, text, re.IGNORECASE)]
    return float(max(found)) if found else None


def recording_of(text: str) -> str:
    """Name how a disk records, without what else its data sheet says; empty where it doesn't."""
    found = _recording(text)
    return "" if found is None else RECORDINGS[int(found) - 1]


CODED: dict[str, Callable[[str], float | None]] = {
    "connector": _connector,
    "form_factor": lambda text: _place(SHAPES, _shape(text)),
    "generation": _generation,
    "height": lambda text: _place(HEIGHTS, text),
    "link": _interface,
    "psu_inlet": lambda text: _place(INLETS, text),
    "recording": _recording,
    "sas_link": _interface,
    "socket": lambda text: _place(SOCKETS, text),
    "takes": lambda text: _place(MODES, text),
}
"""What makes a number of a text, by the field of a part."""


def code(field: str, text: object) -> float | None:
    """Give the number of a text that decides on what fits; None where it has none."""
    read = CODED.get(field)
    return read(text) if read and isinstance(text, str) else None
