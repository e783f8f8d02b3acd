"""Targets of BeeGFS: `beegfs-ctl --listtargets` (to 7) and `beegfs target list --output=json` (8).

The table is that of `ModeListTargets` of `beegfs-ctl`: columns by options, NodeID last, sizes in
units of 1,024, numbers of inodes in units of 1,000. The keys of the JSON are those of
`GetTargets_Result` in beegfs-go's `ctl/pkg/ctl/target/list.go`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from model.installed.binary_sizes import binary_size, usual, whole_number
from model.installed.json_objects import items, mapping, objects, text
from model.installed.output import META_COMMAND, STORAGE_COMMAND, Output
from model.installed.reading import Reading
from model.records import dataclass
from model.units.brief import several

KIND = "beegfs-targets"
_ROW = (
    r"[ \t]*(?:(?:\d{1,9}|-) +\S{1,20} +)?\d{1,9} +(?:[A-Z][\w-]{1,20} +){0,2}"
    r"\d[\d.]{0,12}[KMGTP]iB +\d[\d.]{0,12}[KMGTP]iB +\d{1,3}%"
)
MARK = re.compile(
    r"^[ \t]*(?:MirrorGroupID +MGMemberType +)?TargetID +.*NodeID"
    rf"|^{_ROW}|^{META_COMMAND}$|^{STORAGE_COMMAND}$",
    re.MULTILINE,
)
_NODE_ID = re.compile(r"(?:.{0,255}\[ID: )?(\d{1,9})\]?")
_INODES = re.compile(r"(\d{1,15}(?:\.\d{1,6})?)([kMGTP]?)")
_SI = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "P": 10**15}
ROUNDED = "0.1 GiB"
CUT_LINE = " is cut off"
NO_SIZES = "no sizes are here: run it with --spaceinfo"


@dataclass(frozen=True)
class Target:
    """A target, of data or of metadata."""

    metadata: bool
    size: int
    free: int | None
    inodes: int | None
    inodes_free: int | None
    node: int
    mirrored: bool
    group: str = ""
    """Its mirror group."""


@dataclass(frozen=True)
class Targets:
    """The targets of a BeeGFS."""

    targets: tuple[Target, ...]
    rounded: bool
    end: str = ""
    """What shows that the list is cut off, or that nothing would."""
    is_cut: bool = False
    """Whether a line of it breaks off."""

    @property
    def data(self) -> list[Target]:
        """Those of data."""
        return [one for one in self.targets if not one.metadata]


def recognises(output: Output) -> bool:
    """Tell whether it lists targets with their sizes."""
    return any("totalSpaceBytes" in mapping(one) for one in items(output.document))


def read(output: Output) -> Iterator[Reading]:
    """Return the number and the size of the targets."""
    warnings: list[str] = []
    nodes: dict[str, int] = {}
    rounded = output.document is None
    if rounded:
        found = list(_of_text(output, nodes, warnings))
    else:
        found = list(_of_json(output.document, nodes, warnings))
    if not found:
        output.refuse(
            "no target has a size here: run 'beegfs-ctl --listtargets --nodetype=storage --state "
            "--spaceinfo', or 'beegfs target list --output=json'"
        )
    end = _end(found) if rounded else ""
    is_cut = any(CUT_LINE in one for one in warnings)
    targets = Targets(tuple(found), rounded, end, is_cut)
    data = targets.data
    size = usual(one.size for one in data)
    reading: dict[str, Any] = {
        "targets": len(data),
        "target_bytes": size,
        "inodes_known": any(one.inodes for one in data),
    }
    if rounded:
        reading["rounded_to"] = ROUNDED
    if metadata := len(targets.targets) - len(data):
        reading["meta_targets"] = metadata
    if mirrored := sum(one.mirrored for one in data):
        reading["mirrored_targets"] = mirrored
        warnings.append("mirrored targets (buddy groups) hold each file twice")
    if odd := sum(one.size != size for one in data):
        warnings.append(f"{odd} of {len(data)} targets have another size than the others")
    if rounded:
        warnings.append(end)
    yield Reading(KIND, reading, tuple(warnings), targets)


def _end(targets: Sequence[Target]) -> str:
    """Say what shows that a list is cut off, or that nothing would."""
    data = sum(not one.metadata for one in targets)
    groups = Counter((one.metadata, one.group) for one in targets if one.group)
    if half := sum(count == 1 for count in groups.values()):
        return f"the list is cut off: {several(half, 'mirrored target')} without the other half"
    of_nodes = Counter((one.metadata, one.node) for one in targets)
    last = of_nodes.pop((targets[-1].metadata, targets[-1].node))
    fewest = min(
        (n for (meta, _), n in of_nodes.items() if meta == targets[-1].metadata), default=0
    )
    if last < fewest:
        return (
            f"the list may be cut off: its last node has {several(last, 'target')}, the others "
            f"{fewest} or more"
        )
    return f"check the number of storage targets, {data:,}: the list has no last line to show a cut"


def _of_json(document: Any, nodes: dict[str, int], warnings: list[str]) -> Iterator[Target]:
    without = 0
    for one in objects(document):
        size = whole_number(one.get("totalSpaceBytes"))
        if not size:
            without += size == 0
            continue
        node = mapping(one.get("node"))
        name = f"{node.get('uid')}"
        yield Target(
            text(one.get("nodeType")).lower() == "meta",
            size,
            whole_number(one.get("freeSpaceBytes")),
            whole_number(one.get("totalInodes")),
            whole_number(one.get("freeInodes")),
            nodes.setdefault(name, len(nodes)),
            mirrored=False,
        )
    if without:
        warnings.append(f"{without} targets have no size: they are left out")


def _of_text(output: Output, nodes: dict[str, int], warnings: list[str]) -> Iterator[Target]:
    """Return each target once, as it is listed last."""
    columns = next((w for _, line in output.lines() if "TargetID" in (w := line.split())[:3]), [])
    if not columns:
        output.refuse("the head of the table is missing: copy it, too (TargetID … NodeID)")
    if "Total" not in columns:
        output.refuse(NO_SIZES)
    found: dict[tuple[str, str, int], Target] = {}
    metadata: bool | None = True if "meta" in re.split(r"[^a-z]+", output.name.lower()) else None
    again, same = 0, 0
    for number, line in output.lines():
        words = line.split()
        if line in (META_COMMAND, STORAGE_COMMAND):
            metadata = line == META_COMMAND
        elif "TargetID" in words[:3]:
            columns = words
            if "Total" not in columns:
                output.refuse(NO_SIZES, number)
        elif columns and words and (words[0].isdigit() or words[0] == "-"):
            if len(words) < len(columns):
                warnings.append(f"line {number}{CUT_LINE}: left out")
                continue
            row = dict(zip(columns, words, strict=False))
            size = binary_size(row["Total"])
            if not size:
                warnings.append(f"line {number} has no size: its target is left out")
                continue
            node = " ".join(words[len(columns) - 1 :])
            of_node = _NODE_ID.fullmatch(node)
            same += of_node is not None and row["TargetID"] == of_node[1]
            again += (row["TargetID"], node, size) in found
            found[row["TargetID"], node, size] = Target(
                metadata=bool(metadata),
                size=size,
                free=binary_size(row.get("Free", "")),
                inodes=_inodes(row.get("ITotal", "")),
                inodes_free=_inodes(row.get("IFree", "")),
                node=nodes.setdefault(node, len(nodes)),
                mirrored=row.get("MGMemberType", "") in ("primary", "secondary"),
                group=row.get("MirrorGroupID", "").strip("-"),
            )
    if metadata is None and found and same >= len(found):
        warnings.append(
            "each target has the number of its node, as those of metadata have: if this is the "
            "output of --nodetype=meta, import it with the line of the command, or name its file "
            "so (beegfs-meta.txt)"
        )
    if again:
        warnings.append("targets are listed several times: the last list counts")
    yield from found.values()


def _inodes(printed: str) -> int | None:
    one = _INODES.fullmatch(printed)
    return None if one is None else round(float(one[1]) * _SI[one[2]])
