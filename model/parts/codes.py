"""Numeric codes of datasheet texts that determine compatibility, for formulas and sheets."""

from __future__ import annotations

import re
from collections.abc import Callable

SHAPES = ("2.5in", "3.5in", "E3.S", "E3.L", "E1.S", "E1.L", "M.2", "F3100")
"""Form factors of drives and bays; a 3.5in bay accepts 2.5in drives in a carrier."""
INTERFACES = ("SATA", "SAS", "NVMe")
"""Interfaces of drives; SAS ports accept SATA, too."""
MODES = ("SATA", "SAS", "SAS and NVMe")
"""Drive interfaces of adapters; each includes all previous ones."""
SOCKETS = (
    *("LGA 1366", "LGA 2011", "LGA 2011-3", "LGA 3647", "LGA 4189", "LGA 4677", "LGA 7529"),
    *("SP3", "SP5"),
)
"""Processor sockets, one for each processor family."""
CONNECTORS = ("SFF-8088", "SFF-8643", "SFF-8644", "SFF-8654", "SFF-8674")
"""SAS connectors of cables and ports."""
INLETS = ("C14", "C20")
"""Inlets of power supplies; their cords plug into C13 and C19 outlets."""
HEIGHTS = ("low profile", "full height")
"""Heights of cards; low-profile cards fit any slot."""
RECORDINGS = ("CMR", "SMR", "host-managed SMR")
"""Recording methods of disks: conventional, shingled managed by the drive, or by the host.

If the management of SMR isn't specified, the drive is assumed to manage it.
"""
_ALIASES = {"2.5in": r"2\.5 ?in|U\.[23]|SFF", "3.5in": r"3\.5 ?in|LFF"}
_LINKS = {"sata": "SATA", "sas": "SAS", "pcie": "NVMe"}
_RECORDED = (r"\b(CMR|PMR|conventional)\b", r"\bSMR\b|shingled", r"host.managed|\bHM-?SMR\b")
_DDR = re.compile(r"DDR([3-9])")


def _shape(text: str) -> str:
    """Return the only form factor in the text; None if there are several."""
    text = re.sub(r"\(also.*?\)", "", text)
    patterns = {shape: _ALIASES.get(shape, re.escape(shape)) for shape in SHAPES}
    shapes = [shape for shape, pattern in patterns.items() if re.search(pattern, text)]
    return shapes[0] if len(shapes) == 1 else ""


def _connector(text: str) -> float | None:
    """Return the only connector in the text."""
    connectors = [one for one in CONNECTORS if one in text]
    return _place(CONNECTORS, connectors[0]) if len(connectors) == 1 else None


def _place(choices: tuple[str, ...], chosen: str) -> float | None:
    return 1.0 + choices.index(chosen) if chosen in choices else None


def _generation(text: str) -> float | None:
    match = _DDR.search(text)
    return float(match[1]) if match else None


def _interface(link: str) -> float | None:
    return _place(INTERFACES, _LINKS.get(link.partition("-")[0], ""))


def _recording(text: str) -> float | None:
    """Return the recording method of a disk; the most specific term takes precedence."""
    codes = [n for n, pattern in enumerate(_RECORDED, 1) if re.search(pattern, text, re.IGNORECASE)]
    return float(max(codes)) if codes else None


def recording_of(text: str) -> str:
    """Return the recording method in a datasheet text; empty if there is none."""
    code = _recording(text)
    return "" if code is None else RECORDINGS[int(code) - 1]


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
"""Functions that return the code of a text, by the field of a part."""


def code(field: str, text: object) -> float | None:
    """Return the code of a text that determines compatibility; None if it has none."""
    read = CODED.get(field)
    return read(text) if read and isinstance(text, str) else None
