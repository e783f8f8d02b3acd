"""Tiers of RAID controllers, from Redfish and storcli, where nothing says what stands on them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from model.installed import redfish, storcli
from model.installed.reading import Reading
from model.installed.tier_draft import TierDraft, exact, known
from model.kinds.layouts import LayoutTextError, parse_raid

NAME = "raid"
KINDS = (redfish.KIND, storcli.KIND)
FORMAT = "What formats the volumes: ext4, XFS, ZFS, or ldiskfs of Lustre? Run 'df -T -B1'"
SERVERS = "Which servers are used (model, processors, memory, network)?"


def tiers(readings: Sequence[Reading]) -> list[TierDraft]:
    """Return a tier for each kind of server: its drives, and its volumes as targets."""
    equal = Counter(
        (one.kind, str(one.reading["raid"]), int(one.reading["drive_bytes"]), _alike(one))
        for one in _once(readings)
        if one.kind in KINDS and one.reading.get("raid") and one.reading.get("drive_bytes")
    )
    drafts = []
    for (kind, layout, size, drives), servers in equal.items():
        try:
            groups = parse_raid(layout)
        except LayoutTextError:
            continue
        if groups.all_drives <= drives:
            drafts.append(_of_servers(kind, layout, size, drives, servers))
    return drafts


def _alike(reading: Reading) -> int:
    """Count the drives that are as large as those of the volumes: the others are not the tier's."""
    found = reading.found
    if isinstance(found, redfish.Storage):
        sizes = [one.size for one in found.drives]
    else:
        assert isinstance(found, tuple)
        sizes = [one.size for one in found[0]]
    return sizes.count(reading.reading["drive_bytes"])


def _once(readings: Sequence[Reading]) -> Iterator[Reading]:
    """Leave out outputs of a server that was read already: the same drives."""
    seen: set[frozenset[str]] = set()
    for one in readings:
        identities: frozenset[str] = getattr(one.found, "identities", frozenset())
        if not identities or identities not in seen:
            seen.add(identities)
            yield one


def _of_servers(kind: str, layout: str, size: int, drives: int, servers: int) -> TierDraft:
    is_rounded = kind == storcli.KIND
    count = re.match(r"(\d+) x (.+)", layout)
    target: dict[str, Any] = {"redundancy": "raid", "layout": count[2] if count else layout}
    if count:
        target["per_block"] = int(count[1])
    tier = {
        "name": NAME,
        "file_system": "none",
        "owned": True,
        "blocks": known(servers, "equal servers among the outputs"),
        "servers": {"name": "Installed server", "per_block": 1},
        "drives": {
            "name": "Installed drive",
            "per_server": drives,
            "capacity": known(exact(size), f"{kind}{', rounded' if is_rounded else ''}"),
        },
        "target": target | {"format": "none"},
    }
    questions = [("target.format", FORMAT), ("servers.part", SERVERS)]
    if is_rounded:
        what = "How many bytes does a drive have? storcli rounds the size: run 'lsblk -J -b'"
        questions.insert(0, ("drives.capacity", what))
    questions.append(("drives.part", "Which drive model is used? Run 'lsblk -J -b' on a server"))
    return TierDraft(tier, tuple(questions))
