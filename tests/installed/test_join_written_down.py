"""Whole imports of small outputs, and outputs of several hosts, written down by hand."""

from __future__ import annotations

from typing import Any

import pytest

from model.design.scenario import MOST_TIERS
from model.installed.capacity_checks import Check
from model.installed.files import read_file
from model.installed.hosts import by_host
from model.installed.joining import EMPTY, Joined, join
from model.installed.output import base_name
from model.installed.questions import Question
from model.installed.reading import FileReading, Reading

FS = (
    "mmlsfs::HEADER:version:reserved:reserved:deviceName:fieldName:data:remarks:\n"
    "mmlsfs::0:1:::{name}:defaultDataReplicas:2::\n"
    "mmdf:data:HEADER:version:reserved:reserved:totalData:freeBlocks:freeFragments:\n"
    "mmdf:data:0:1:::{size}:300:8:\n"
    "mmdf:fsTotal:HEADER:version:reserved:reserved:fsSize:freeBlocks:freeFragments:\n"
    "mmdf:fsTotal:0:1:::{size}:500:3:\n"
)
OF_SCALE = "space for data in mmdf, by 2 in mmlsfs (default data replicas)"


def scale(name: str, size: int = 1000) -> str:
    return FS.format(name=name, size=size)


def joined(*texts: str) -> Joined:
    return join([one for text in texts for one in read_file("x", text)])


def tier(name: str) -> dict[str, Any]:
    capacity = {"value": "512000 B", "status": "measured", "because": OF_SCALE}
    return {"name": name, "owned": True, "given": {"capacity": capacity}}


def asked(n: int, name: str) -> tuple[Question, ...]:
    texts = {
        "given.raw_capacity": "which drives are behind the NSDs, and in which code? Run 'mmvdisk "
        "vdiskset list --vdisk-set all' and 'mmvdisk recoverygroup list --recovery-group NAME "
        "--pdisk', or the tool of the array",
        "given.read_bandwidth": "which read bandwidth was measured on all NSDs together?",
        "given.write_bandwidth": "which write bandwidth was measured on all NSDs together?",
        "equipment": "what are its power, weight and rack units?",
    }
    return tuple(Question(f"tiers.{n}.{path}", f"{name}: {text}") for path, text in texts.items())


HEAD = {
    "schema": "ostimate.scenario/1",
    "name": "installed",
    "title": "Installed system, as reported by its tools",
}
EXISTING = {"existing": ["switches", "network cables", "SAS cables", "power cords"]}


@pytest.mark.parametrize(
    ("names", "tiers"),
    [(["s"], ["s"]), (["s", "t"], ["s", "t"]), (["s", "t", "s"], ["s", "t", "s-2"])],
)
def test_the_whole_import_of_file_systems(names: list[str], tiers: list[str]) -> None:
    """Each has a tier, and a name of its own; what no output states is asked."""
    found = joined(*map(scale, names))
    assert found.scenario == {**HEAD, "tiers": list(map(tier, tiers)), **EXISTING}
    assert found.questions == tuple(one for n, name in enumerate(tiers) for one in asked(n, name))
    assert (found.warnings, found.checks, found.files, found.evidence) == ((), (), (), None)
    assert found.occupancies == ()


def test_what_is_written_of_an_import() -> None:
    lines = joined(scale("s")).text().splitlines()
    assert lines[0] == "# Made by `import`. Open questions:"
    assert [line.split(":")[0] for line in lines[1:5]] == [
        f"#   {one.path}" for one in asked(0, "s")
    ]
    assert lines[5:9] == [*(f"{name}: {text}" for name, text in HEAD.items()), "tiers:"]


def test_more_tiers_than_a_scenario_has_are_told() -> None:
    found = joined(*(scale(f"s{n}") for n in range(MOST_TIERS)))
    assert not found.warnings
    found = joined(*(scale(f"s{n}") for n in range(MOST_TIERS + 1)))
    assert found.scenario is not None
    assert len(found.scenario["tiers"]) == MOST_TIERS
    told = f"{MOST_TIERS + 1} tiers: only the first {MOST_TIERS} are in the scenario"
    assert found.warnings == (told,)


LFS = (
    "UUID 1K-blocks Used Available Use% Mounted on\n"
    "a-OST0000_UUID {0} {1} {2} 45% /a[OST:0]\n"
    "filesystem_summary: {0} {1} {2} 45% /a\n"
)


def test_a_system_without_space_is_no_tier() -> None:
    found = joined(LFS.format(0, 0, 0))
    assert (found.scenario, found.questions) == (None, ())
    assert set(found.warnings) == {f"a: {EMPTY}"}
    both = joined(LFS.format(0, 0, 0), scale("s"))
    assert both.scenario is not None
    assert [one["name"] for one in both.scenario["tiers"]] == ["s"]
    assert f"a: {EMPTY}" in both.warnings


USUAL = "the output of 'zpool status -P', 'lfs df' or 'ceph osd df tree'"
SCALE = "'mmlsfs FS -Y', 'mmlsdisk FS -Y' and 'mmdf FS -Y'"
DRIVES = "'zpool status -P' and 'lsblk -J -b', or 'lfs df' on a client"
CONTROLLERS = "'lfs df' on a client, or the output of its other file systems' tools"


@pytest.mark.parametrize(
    ("kinds", "needed"),
    [
        ((), ()),
        (("unknown",), ()),
        (("gpfs-Y",), (SCALE,)),
        (("gpfs-Y", "mmlspool"), (SCALE,)),
        (("ceph-df",), ("'ceph osd df tree -f json'",)),
        (("lfs-df",), ("'lfs df'",)),
        (("sg-ses", "redfish-storage", "storcli"), (DRIVES, CONTROLLERS)),
        (("dmidecode", "benchmark", "file-sizes", "usage-table"), (USUAL,)),
    ],
)
def test_what_lone_outputs_need_beside_them(
    kinds: tuple[str, ...], needed: tuple[str, ...]
) -> None:
    reading = {"vendor": "v", "product": "p", "bays": 5}
    found = join([FileReading("f", Reading(kind, reading)) for kind in kinds])
    warnings = tuple(f"not enough for a scenario yet: also import {one}" for one in needed)
    assert found == Joined(None, (), warnings)


@pytest.mark.parametrize(("model", "agrees"), [(5, True), (6, False), (None, None)])
def test_a_check_agrees_to_the_byte(model: int | None, agrees: bool | None) -> None:
    assert Check("pool", "SIZE", 5, model).agrees is agrees


SIX = ["h1: a", "h1: b", "h1:", "h2: c", "h2: d", "h2: e"]
MANY = [f"h1: {n}" for n in range(49)]
HOSTS: dict[str, tuple[str, list[tuple[str, int, str]]]] = {
    "none": ("a\nb\n", [("", 1, "a\nb\n")]),
    "prompts": (
        "z\n[u@h1 ~]# x\na\n[u@h1 ~]# y\nb\nu@h2.d.e:~$ y\nc\n",
        [("", 1, "z\n"), ("h1", 2, "\na\n\nb\n"), ("h2", 6, "\nc\n")],
    ),
    "a prompt at the begin": ("u@h1:~# x\na", [("h1", 1, "\na")]),
    "Ansible": (
        "h1 | CHANGED | rc=0 >>\na\nh2 | FAILED | rc=1 >>\nb\n",
        [("h1", 1, "h1 | CHANGED | rc=0 >>\na\n"), ("h2", 3, "h2 | FAILED | rc=1 >>\nb\n")],
    ),
    "pdsh": (
        "\n".join(SIX),
        [("h1", 1, "a\nb\n\n"), ("h2", 1, "c\nd\ne\n")],
    ),
    "too few lines for pdsh": ("\n".join(SIX[:5]), [("", 1, "\n".join(SIX[:5]))]),
    "one other line of 50": (
        "\n".join(["warning", *MANY]),
        [("h1", 1, "".join(f"{n}\n" for n in range(49)))],
    ),
    "one other line of 49": (
        "\n".join(["warning", *MANY[:48]]),
        [("", 1, "\n".join(["warning", *MANY[:48]]))],
    ),
    "Salt": (
        "h1:\n    a\n        b\n\n    c\nh2.d:\n    d\nh1:\n    e\n",
        [("h1", 1, "a\n    b\n\nc\ne\n\n"), ("h2.d", 1, "d\n")],
    ),
    "text before the names of Salt": ("    a\nh1:\n    b\n", [("", 1, "    a\nh1:\n    b\n")]),
}


@pytest.mark.parametrize("name", HOSTS)
def test_outputs_of_several_hosts(name: str) -> None:
    text, parts = HOSTS[name]
    assert list(by_host(text)) == parts


@pytest.mark.parametrize(
    ("path", "name"),
    [("a/b.txt", "b.txt"), ("C:\\x\\b.txt", "b.txt"), ("b", "b"), ("/", "output"), ("", "output")],
)
def test_the_last_part_of_a_path(path: str, name: str) -> None:
    assert base_name(path) == name
