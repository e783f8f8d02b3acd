"""Small lists of BeeGFS's targets with all that is read of them; a workbook without usage."""

from __future__ import annotations

import io
import json
from typing import Any

import openpyxl
import pytest

from model.errors import InputError
from model.installed.beegfs_targets import ROUNDED, Targets
from model.installed.files import read_file

GIB = 2**30
HEAD = "TargetID   Total   Free   %   ITotal   IFree   %   NodeID\n"
MIRRORED = "MirrorGroupID MGMemberType " + HEAD
CHECK = "check the number of storage targets, {}: the list has no last line to show a cut"
LESS = "the list may be cut off: its last node has {}, the others {} or more"
HALF = "the list is cut off: {} without the other half"
TWICE = "mirrored targets (buddy groups) hold each file twice"
OF_META = (
    "each target has the number of its node, as those of metadata have: if this is the output of "
    "--nodetype=meta, import it with the line of the command, or name its file so "
    "(beegfs-meta.txt)"
)


def row(target: int, node: int, size: str = "10.0GiB", before: str = "") -> str:
    return f"{before}{target}  {size}  5.0GiB  50%  1.0M  0.5M  50%  s{node} [ID: {node}]\n"


def said(targets: int, **more: Any) -> dict[str, Any]:
    usually = {"target_bytes": 10 * GIB, "inodes_known": True, "rounded_to": ROUNDED}
    return {"targets": targets, **usually, **more}


FOUR = row(11, 1) + row(12, 1) + row(21, 2) + row(22, 2)
PAIRS = (
    row(11, 1, before="1 primary ")
    + row(21, 2, before="1 secondary ")
    + row(12, 1, before="2 primary ")
    + row(22, 2, before="2 secondary ")
)
LISTS: dict[str, tuple[str, dict[str, Any], tuple[str, ...]]] = {
    "whole": (HEAD + FOUR, said(4), (CHECK.format(4),)),
    "one node": (HEAD + row(11, 1) + row(12, 1), said(2), (CHECK.format(2),)),
    "the last node has fewer": (
        HEAD + row(11, 1) + row(12, 1) + row(21, 2),
        said(3),
        (LESS.format("1 target", 2),),
    ),
    "another node has fewer": (
        HEAD + row(11, 1) + row(21, 2) + row(22, 2),
        said(3),
        (CHECK.format(3),),
    ),
    "a target of another size": (
        HEAD + FOUR + row(23, 2, "20.0GiB"),
        said(5),
        ("1 of 5 targets have another size than the others", CHECK.format(5)),
    ),
    "mirrored": (MIRRORED + PAIRS, said(4, mirrored_targets=4), (TWICE, CHECK.format(4))),
    "half of a mirror": (
        MIRRORED + "".join(PAIRS.splitlines(keepends=True)[:3]),
        said(3, mirrored_targets=3),
        (TWICE, HALF.format("1 mirrored target")),
    ),
    "no mirror groups yet": (
        MIRRORED + row(11, 1, before="- - ") + row(21, 2, before="- - "),
        said(2),
        (CHECK.format(2),),
    ),
    "numbers of nodes": (
        HEAD + row(1, 1) + row(2, 2),
        said(2),
        (OF_META, CHECK.format(2)),
    ),
    "some numbers of nodes": (HEAD + row(1, 1) + row(3, 2), said(2), (CHECK.format(2),)),
    "listed twice": (
        HEAD + row(11, 1) + row(21, 2) + HEAD + row(11, 1) + row(21, 2),
        said(2),
        ("targets are listed several times: the last list counts", CHECK.format(2)),
    ),
    "a line without a size": (
        HEAD + row(11, 1) + row(12, 1, "-"),
        said(1),
        ("line 3 has no size: its target is left out", CHECK.format(1)),
    ),
    "a line that breaks off": (
        HEAD + row(11, 1) + "12  10.0GiB  5.0GiB\n",
        said(1),
        ("line 3 is cut off: left out", CHECK.format(1)),
    ),
    "without inodes": (
        "TargetID Total Free % NodeID\n11 10.0GiB 5.0GiB 50% 1\n",
        said(1, inodes_known=False),
        (CHECK.format(1),),
    ),
}


@pytest.mark.parametrize("name", LISTS)
def test_all_that_is_read_of_a_list(name: str) -> None:
    text, figures, warnings = LISTS[name]
    (one,) = read_file("x", text)
    assert (one.reading.reading, one.reading.warnings) == (figures, warnings)
    found = one.reading.found
    assert isinstance(found, Targets)
    assert found.is_cut == (name == "a line that breaks off")
    first = found.targets[0]
    assert (first.size, first.free, first.node) == (10 * GIB, 5 * GIB, 0)
    if figures["inodes_known"]:
        assert (first.inodes, first.inodes_free) == (1_000_000, 500_000)
    assert [target.node for target in found.targets] == sorted(x.node for x in found.targets) or (
        name in ("mirrored", "half of a mirror")
    )


def test_a_name_of_metadata_makes_targets_of_metadata() -> None:
    (one,) = read_file("beegfs-meta.txt", HEAD + row(1, 1) + row(2, 2))
    assert one.reading.reading == said(0, target_bytes=None, inodes_known=False, meta_targets=2)
    assert one.reading.warnings == (CHECK.format(0),)


def of_json(**more: Any) -> dict[str, Any]:
    usually = {"totalSpaceBytes": 10 * GIB, "freeSpaceBytes": 5, "nodeType": "storage"}
    return {**usually, "node": {"uid": 1}, "totalInodes": 7, "freeInodes": 3, **more}


def test_all_that_is_read_of_json() -> None:
    listed = [
        *(of_json(), of_json(node={"uid": 2}), of_json(nodeType="Meta")),
        *(of_json(totalSpaceBytes=0), of_json(totalSpaceBytes=None)),
    ]
    (one,) = read_file("x", json.dumps(listed))
    figures = {key: value for key, value in said(2).items() if key != "rounded_to"}
    assert one.reading.reading == {**figures, "meta_targets": 1}
    assert one.reading.warnings == ("1 targets have no size: they are left out",)
    found = one.reading.found
    assert isinstance(found, Targets)
    told = [(x.metadata, x.free, x.inodes, x.inodes_free, x.node) for x in found.targets]
    assert told == [(False, 5, 7, 3, 0), (False, 5, 7, 3, 1), (True, 5, 7, 3, 0)]
    assert (found.end, found.is_cut, found.rounded) == ("", False, False)


def test_a_workbook_without_usage_is_refused() -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.append(["Name", "Size"])
    file = io.BytesIO()
    book.save(file)
    with pytest.raises(InputError, match=r"use\.xlsx.*: no sheet has a column of dates and one of"):
        read_file("use.xlsx", file.getvalue())
