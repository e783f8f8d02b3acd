"""The words of the pages and what they mean: for the glossary, and for a hover beside each."""

from __future__ import annotations

import re
from functools import cache

WORDS = {
    "AFR": "Annualised failure rate: the failures to expect of one drive in a year.",
    "at least": "The sum of what is known; something in it is unknown, and would add to it.",
    "at most": "A stage of the chain is unknown and isn't counted: it could only make this less.",
    "band": "How far a figure may be off: three points, or a median with a spread.",
    "bill of materials": "Every piece that is bought, with how many and why so many.",
    "block": "What a tier is built of and bought by: servers, adapters, enclosures, drives.",
    "BTU/h": "British thermal units an hour, by which cooling is sold: 3.412 of them are a watt.",
    "burst": "Data that caches, or a faster tier, take up at once and pass on later.",
    "checkpoint": "What a job writes of its memory, to begin from there after an interrupt.",
    "client": "A computer that mounts the file system: most often, a compute node.",
    "discounted": "Money of later years counted less, by the discount rate a year.",
    "dRAID": "RAIDZ over many drives whose spare room is spread over all of them.",
    "drive": "An HDD or an SSD.",
    "efficiency": "Share of its rate that a stage delivers, as measured on real systems.",
    "enclosure": "A box of drives without RAID logic of its own (JBOD, JBOF).",
    "estimate": "A price that nobody offered: derived from others, and said to be so.",
    "expander": "What joins the many drives of an enclosure to its few SAS ports.",
    "expected": (
        "The bandwidth to expect: the least, over all stages, of the rate of the stage times its "
        "efficiency. Requirements are judged on it."
    ),
    "fabric": "The network between the clients and the servers.",
    "failover": "The state in which a server is down and its partner serves both servers' targets.",
    "fill limit": "How full the file system is planned to get; beyond it gets slow.",
    "gross": "With value added tax.",
    "HBA": "Host bus adapter: the card of a server that drives or enclosures are connected to.",
    "headroom": "What of the usable capacity is planned to stay empty.",
    "healthy": "The state in which nothing has failed.",
    "inode": "What a file system needs for each file, however small.",
    "JBOD": "A box of drives without RAID logic of its own.",
    "Latin hypercube": "Samples that cover each band evenly, so that fewer of them do.",
    "live capacity": "What of the planned capacity snapshots leave to users.",
    "lot": "A part of a tender that bidders offer by itself.",
    "LUKS": "Encryption of whole drives by Linux.",
    "Lustre": "A parallel file system: metadata servers (MDS, MDT) and object servers (OSS, OST).",
    "margin": "By how much more than required there is; negative, what is missing.",
    "MDT": "Metadata target of Lustre: what holds names, owners and places of its files.",
    "metadata": "Names, owners and places of files, which tiers of their own may hold.",
    "migration": "The move of what is kept today onto what is bought.",
    "MTTI": "Mean time to interrupt: how long a machine or a job runs until something stops it.",
    "net": "Without value added tax.",
    "NIC": "A network adapter of a server.",
    "NUMA": "Processors of a server with memory and slots of their own, and links between them.",
    "OST": "Object storage target of Lustre: one file system on one pool or group of drives.",
    "parity": "What is computed of data and kept beside them, so that drives may fail.",
    "PCIe": "The way between the processors of a server and its cards and drives.",
    "PDU": "Power distribution unit: what the cords of a rack are plugged into.",
    "PiB": "2^50 byte, 12.6 % more than a PB.",
    "planned": "Usable capacity times the fill limit.",
    "pool": "A ZFS pool: drives in vdevs, with one file system space.",
    "PUE": "Power of the whole site by power of the computers.",
    "quantile": "The figure that so large a share of the worlds stays below.",
    "quote": "A price that a vendor offered to this site; it stays in no link.",
    "rack unit": "44.45 mm of the height of a rack.",
    "RAIDZ": "Groups of drives of ZFS with parity for one, two or three of them.",
    "raw": "The drives as sold, all added.",
    "rebuild": "The state in which a failed drive's data are made anew, while clients go on.",
    "record size": "The largest block of a file on ZFS; it decides how much padding RAIDZ takes.",
    "redundancy": "What is kept twice, or as parity, so that drives may fail.",
    "SAS": "Serial Attached SCSI: how drives and enclosures are joined to adapters.",
    "slop": "What ZFS keeps back so that a full pool can still delete.",
    "stage": "A part of the way from client to drive, and what clients could get through it alone.",
    "state": "What has failed: nothing, a drive, a server.",
    "stored": "What full files of the record size can hold.",
    "stripe": (
        "Data laid across several drives, with the parity that is computed of them; or a file "
        "laid across several targets."
    ),
    "taken over": "Measured on another server, whose figures stand for those of this one.",
    "target": "What a server serves: one pool or group of drives.",
    "TB": "10^12 byte.",
    "TiB": "2^40 byte, 9.95 % more than a TB.",
    "tier": "A part of the storage whose blocks are all alike.",
    "tornado": "Which band moves a figure most, the widest first.",
    "unknown": "Nobody said it, and the plan doesn't guess: it is never counted as nothing.",
    "upper bound": "The most that the parts allow: the least of the rates of the known stages.",
    "usable": "What users may fill of the empty file system: used and available, as df says.",
    "VAT": "Value added tax.",
    "vdev": "A group of drives of a ZFS pool that keeps its own redundancy.",
    "world": "One plan with each banded figure drawn from its band.",
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


def hints(text: str) -> str:
    """Say what the words of a short text mean, each in a line; nothing if it has none of them."""
    forms, pattern = _known()
    found = dict.fromkeys(forms[word.lower()] for word in pattern.findall(text))
    return "\n".join(f"{word}: {WORDS[word]}" for word in found)
