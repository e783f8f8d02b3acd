"""Output of `sg_ses -p cf` and `sg_ses -p aes`: an enclosure, its bays and its drives.

The form is that of `src/sg_ses.c` of sg3_utils. An enclosure answers once for each of its modules,
always with the same logical identifier; subenclosures may have their own, after that of the whole.
A bay without a drive has phys without a device, no phys at all, or is flagged as invalid.
Identifiers and addresses are used here only, to count each once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from model.installed.output import Output
from model.installed.reading import Reading
from model.records import dataclass

KIND = "sg-ses"
MARK = re.compile(
    r"^(?:Configuration|Additional element status) diagnostic page:"
    r"|^[ \t]*(?:Primary )?enclosure logical identifier \(hex\): ",
    re.MULTILINE,
)
_IDENTIFIER = re.compile(r"\s*(Primary )?enclosure logical identifier \(hex\): ([0-9a-fA-F]{1,16})")
_VENDOR = re.compile(r"\s*enclosure vendor: (.{0,8}?)\s+product: (.{0,16}?)\s+rev:")
_TYPES = re.compile(r"\s*number of type descriptor headers: (\d{1,4})")
_TYPE = re.compile(r"\s*Element type: ([^,\n]{1,60}), subenclosure id: (\d+)")
_COUNT = re.compile(r".{0,120}?number of possible elements: (\d{1,4})")
_SUBENCLOSURE = re.compile(r"\s*Subenclosure identifier: (\d{1,3})")
_ELEMENT = re.compile(r"\s*Element (?:index: )?\d{1,4} +(?:eiioe=|descriptor)")
_ADDRESS = re.compile(r"\s*SAS address: 0x([0-9a-fA-F]{1,16})$")
_BAYS = ("Array device slot", "Device slot")
_PAGE = re.compile(r"(Configuration|Additional element status) diagnostic page:")


class _Bay:
    """A bay, while its lines are read."""

    def __init__(self) -> None:
        self.addresses: list[str] = []
        self.nvme = False


@dataclass(frozen=True)
class Enclosure:
    """An enclosure; paths is the number of addresses of a drive."""

    vendor: str
    product: str
    bays: int
    drives: int | None
    """Unknown unless the page of additional element status lists all bays."""
    power_supplies: int
    fans: int
    paths: int | None
    addresses: frozenset[str]
    """SAS addresses of its drives, to join it with other outputs; never shown."""


class _Known:
    """An enclosure, while the answers of its modules are read."""

    def __init__(self) -> None:
        self.vendor = self.product = ""
        self.types = 0
        """Number of element types that the configuration announces."""
        self.counts: dict[tuple[str, str, int], int] = {}
        """By kind, subenclosure, and number among those of both."""
        self.answers: list[list[_Bay]] = []

    @property
    def counts_of_bays(self) -> int:
        """Bays by the configuration."""
        return sum(count for (kind, _, _), count in self.counts.items() if kind in _BAYS)


def read(output: Output) -> Iterator[Reading]:
    """Return each enclosure once."""
    known: dict[str, _Known] = {}
    now = _Known()
    kind = where = page = ""
    types = 0
    of_kind: Counter[tuple[str, str]] = Counter()
    bays: list[_Bay] | None = None
    is_part = False
    for _, line in output.lines():
        if one := _PAGE.match(line):
            page, bays, is_part, types = one[1], None, False, 0
            of_kind.clear()
        elif one := _SUBENCLOSURE.match(line):
            is_part = int(one[1]) > 0
        elif one := _IDENTIFIER.match(line):
            if one[1] or not is_part:
                now = known.setdefault(one[2].lower(), _Known())
        elif one := _VENDOR.match(line):
            if not is_part:
                now.vendor, now.product = one[1].strip(), one[2].strip()
        elif one := _TYPES.match(line):
            types += int(one[1])
        elif one := _TYPE.match(line):
            kind, where = one.groups()
            is_part = False
            of_kind[kind, where] += 1
            now.types = max(now.types, types)
            if page.startswith("Additional") and kind in _BAYS and bays is None:
                bays = []
                now.answers.append(bays)
            if page == "Configuration" and (one := _COUNT.match(line)):
                now.counts[kind, where, of_kind[kind, where]] = int(one[1])
        elif page == "Configuration" and (one := _COUNT.match(line)):
            now.counts[kind, where, of_kind[kind, where]] = int(one[1])
        elif bays is not None and kind in _BAYS:
            if _ELEMENT.match(line):
                bays.append(_Bay())
            elif bays and (one := _ADDRESS.match(line)) and int(one[1], 16):
                bays[-1].addresses.append(one[1].lower())
            elif bays and "PCIe protocol type: NVMe" in line:
                bays[-1].nvme = True
    enclosures = tuple(_enclosure(one) for one in known.values() if one.counts)
    if not enclosures:
        output.refuse("no enclosure describes itself here: run 'sg_ses -p cf DEVICE', too")
    warnings = []
    if any(one.types and one.types > len(one.counts) for one in known.values() if one.counts):
        warnings.append("the configuration is cut off: element types are missing; save all of it")
    if any(one.counts and not one.answers for one in known.values()):
        warnings.append("it doesn't say which bays are in use: run 'sg_ses -p aes DEVICE', too")
    cut = [
        (len(bays), one.counts_of_bays)
        for one in known.values()
        for bays in one.answers
        if one.counts and len(bays) < one.counts_of_bays
    ]
    if cut:
        seen, bays_there = cut[0]
        warnings.append(
            f"the additional element status is cut off: {seen} of {bays_there} bays are listed; "
            "save the whole output, and import it again"
        )
    for enclosure in enclosures:
        yield Reading(KIND, _reading(enclosure), tuple(warnings), enclosure)
        warnings = []


def _enclosure(known: _Known) -> Enclosure:
    drives: int | None = None
    paths: int | None = None
    addresses: set[str] = set()
    for bays in known.answers:
        used = [one for one in bays if one.addresses or one.nvme]
        if len(bays) >= known.counts_of_bays:
            drives = max(drives or 0, len(used))
        most = max((len(one.addresses) for one in used), default=0)
        paths = max(paths or 0, most) or None
        addresses.update(address for one in used for address in one.addresses)
    if len(known.answers) > 1 and paths == 1:
        paths = _ways(known.answers)

    def total(*names: str) -> int:
        return sum(count for (kind, _, _), count in known.counts.items() if kind in names)

    return Enclosure(
        known.vendor,
        known.product,
        total(*_BAYS),
        drives,
        total("Power supply"),
        total("Cooling"),
        paths,
        frozenset(addresses),
    )


def _ways(answers: list[list[_Bay]]) -> int:
    """Count the addresses of a drive over the answers of all modules, each with its own port."""
    most = 1
    for same in zip(*answers, strict=False):
        most = max(most, len({address for bay in same for address in bay.addresses}))
    return most


def _reading(enclosure: Enclosure) -> dict[str, Any]:
    return {
        "vendor": enclosure.vendor,
        "product": enclosure.product,
        "bays": enclosure.bays,
        "drives": enclosure.drives,
        "power_supplies": enclosure.power_supplies,
        "fans": enclosure.fans,
        "paths_to_a_drive": enclosure.paths,
    }
