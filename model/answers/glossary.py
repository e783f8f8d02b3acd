"""The words of the pages and what they mean: for the glossary, and for a hover beside each."""

from __future__ import annotations

import re
from functools import cache

WORDS = {
    "AFR": "Annualised failure rate: the expected failures of one drive per year.",
    "at least": "The sum of the known parts. An unknown part would add to it.",
    "at most": (
        "A stage of the data path is unknown and not counted. It can only lower this figure."
    ),
    "band": "The uncertainty range of a figure: three points, or a median with a spread.",
    "bill of materials": "Every item to buy, with its quantity and the reason for it.",
    "block": (
        "The unit in which a tier is built and bought: servers, adapters, enclosures and drives."
    ),
    "BTU/h": "British thermal units per hour, the unit of cooling. One watt is 3.412 BTU/h.",
    "burst": "Data that caches or a faster tier absorb quickly and write back later.",
    "case": "One plan in which each uncertain figure is drawn from its uncertainty range.",
    "checkpoint": (
        "Memory that a job writes to storage, so that it can restart from there after an interrupt."
    ),
    "client": "A computer that mounts the file system, usually a compute node.",
    "discounted": "Future payments reduced by the discount rate per year.",
    "dRAID": "Distributed RAIDZ: parity and spare space are spread over all drives of a vdev.",
    "drive": "An HDD or an SSD.",
    "efficiency": "Share of its nominal rate that a stage delivers, as measured on real systems.",
    "enclosure": "A chassis for drives without a RAID controller of its own (JBOD, JBOF).",
    "estimate": "A price derived from other prices, without an offer, and marked as such.",
    "expander": "A SAS switch that connects the drives of an enclosure to its few SAS ports.",
    "expected": (
        "The expected bandwidth: that of the stage whose rate times efficiency is lowest. "
        "Requirements are checked against it."
    ),
    "fabric": "The network between the clients and the servers.",
    "failover": "The state in which a server is down and its partner serves the targets of both.",
    "fill limit": "The highest planned use of the file system. Fuller file systems slow down.",
    "gross": "Including value added tax.",
    "HBA": "Host bus adapter: the card in a server that drives or enclosures are connected to.",
    "headroom": "The part of the usable capacity that is planned to stay free.",
    "healthy": "The state in which nothing has failed.",
    "inode": "The record that a file system needs for each file, however small.",
    "JBOD": "An enclosure for drives without a RAID controller of its own.",
    "Latin hypercube": (
        "A sampling method that covers each range evenly, so that fewer samples are needed."
    ),
    "live capacity": "The part of the planned capacity that snapshots leave for current data.",
    "lot": "A part of a tender that can be bid for separately.",
    "LUKS": "Encryption of whole drives under Linux.",
    "Lustre": (
        "A parallel file system with metadata servers (MDS, MDT) and object servers (OSS, OST)."
    ),
    "margin": "How far a figure exceeds its requirement. A negative margin is a shortfall.",
    "MDT": "Metadata target of Lustre: stores the names, owners and layouts of its files.",
    "metadata": "Names, owners and locations of files. They can be stored on a tier of their own.",
    "migration": "The move of existing data to the new storage.",
    "MTTI": (
        "Mean time to interrupt: how long a machine or a job runs on average until a failure "
        "stops it."
    ),
    "net": "Excluding value added tax.",
    "NIC": "A network adapter of a server.",
    "NUMA": "Non-uniform memory access: each processor of a server has its own memory and slots.",
    "OST": "Object storage target of Lustre: one file system on one pool or group of drives.",
    "parity": (
        "Redundant data computed from the data of a stripe, so that drives can fail without loss."
    ),
    "PCIe": "The bus between the processors of a server and its cards and drives.",
    "PDU": "Power distribution unit: the strip that the power cords of a rack are plugged into.",
    "PiB": "2^50 bytes, 12.6 % more than a PB.",
    "planned": "Usable capacity times the fill limit.",
    "pool": "A ZFS pool: vdevs that share one space.",
    "PUE": (
        "Power usage effectiveness: power of the whole site divided by the power of the IT "
        "equipment."
    ),
    "quantile": "The value that a stated share of the cases stays below.",
    "quote": "A price that a vendor offered to this site. It is never part of a link.",
    "rack unit": "44.45 mm of the height of a rack.",
    "RAIDZ": "A ZFS vdev with parity for one, two or three drives.",
    "raw": "The nominal capacity of all drives.",
    "rebuild": (
        "The state in which the data of a failed drive are reconstructed while clients continue."
    ),
    "record size": (
        "The largest block of a file in ZFS. It decides how much space RAIDZ padding takes."
    ),
    "redundancy": "Copies or parity, so that drives can fail without loss.",
    "SAS": "Serial Attached SCSI: the interface between adapters, enclosures and drives.",
    "scaled": "Measured on another server, and converted to the processors and memory of this one.",
    "slop": "Space that ZFS reserves so that files can still be deleted from a full pool.",
    "stage": (
        "One step of the data path between client and drive, with the bandwidth that it allows."
    ),
    "state": "What has failed: nothing, a drive, a server.",
    "stored": "The file data that fits if all records are full.",
    "stripe": (
        "Data and their parity laid out across several drives, or a file across several targets."
    ),
    "target": "The unit that a server serves: one pool or group of drives.",
    "TB": "10^12 bytes.",
    "TiB": "2^40 bytes, 9.95 % more than a TB.",
    "tier": "A part of the storage that is built of identical blocks.",
    "tornado": "A bar chart of how far each uncertain figure moves a result, widest first.",
    "unknown": "Not stated anywhere. The plan neither guesses it nor counts it as zero.",
    "upper bound": "The most that the parts allow: the least rate of the known stages.",
    "usable": "Space for files in the empty file system: used plus available, as reported by df.",
    "VAT": "Value added tax.",
    "vdev": "A group of drives in a ZFS pool with its own redundancy.",
}
"""Each word as pages write it, in the order of the alphabet."""
_FORMS = {"deliver": "efficiency", "states": "state"}
_FORMS |= {"delivers": "efficiency", "bound": "upper bound"} | {
    f"raidz{n}": "RAIDZ" for n in (1, 2, 3)
}
"""Other forms of a word than with an s at the end."""


@cache
def _known() -> tuple[dict[str, str], re.Pattern[str]]:
    forms = {word.lower(): word for word in WORDS}
    forms |= {f"{word.lower()}s": word for word in WORDS if not word.endswith("s")}
    forms |= _FORMS
    longest = sorted(forms, key=len, reverse=True)
    return forms, re.compile(rf"\b({'|'.join(map(re.escape, longest))})\b", re.IGNORECASE)


_BLOCK_OF_FILES = re.compile(
    r"\b(?:[KM]iB|compressed|boot|largest|logical|stores? a|sectors of a) blocks?\b"
    r"|\bblocks? (?:of a file|size|with parity)\b",
    re.IGNORECASE,
)
"""A block of a file system, not a building block of a tier."""


def hints(text: str) -> str:
    """Return the definitions of the terms in a short text, one a line; empty without any."""
    forms, pattern = _known()
    words = pattern.findall(_BLOCK_OF_FILES.sub("", text))
    found = dict.fromkeys(forms[word.lower()] for word in words)
    return "\n".join(f"{word}: {WORDS[word]}" for word in found)
