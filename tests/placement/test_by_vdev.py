"""The lines that are typed to wire a block: each bay once, each vdev as the layout has it."""

from __future__ import annotations

import pytest

from model.placement.by_vdev import by_vdev, channel, create_lines, vdev_id_conf
from model.placement.slots import Group, Slot, SlotMap, groups_of_block, spread
from model.placement.wiring import Parts, Wiring
from model.zfs.vdevs import STORING, parse_layout


def _placed(layout: str, targets: int, bays: tuple[int, ...]) -> SlotMap:
    """Spread the vdevs of a layout that hold data over enclosures."""
    groups = [
        Group(f"{vdevs.kind}-{n}", vdevs.width, vdevs.survives, 0)
        for vdevs in parse_layout(layout)
        for n in range(vdevs.count)
        if vdevs.role in STORING and (vdevs.drive is None or vdevs.role == "data")
    ]
    found = spread(groups_of_block(groups, targets), bays)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("layout", "targets", "bays"),
    [
        ("raidz2:6", 1, (4, 4)),
        ("2 x raidz2:4", 2, (10, 10)),
        ("2 x mirror:2 + special mirror:2 + 2 x spare", 1, (6, 6)),
        ("3 x disk + log mirror:2", 2, (6, 6)),
        ("draid2:4d:9c:1s", 2, (10, 10)),
        ("raidz1:3 + cache", 3, (5, 5, 5)),
    ],
)
def test_each_target_is_made_of_its_own_bays(
    layout: str, targets: int, bays: tuple[int, ...]
) -> None:
    placed = _placed(layout, targets, bays)
    lines = list(create_lines(layout, placed, "ost", sector_size=4096, record_size=2**20))
    assert len(lines) == targets
    slots = iter(placed.slots)
    spares = iter(placed.spares)
    for n, line in enumerate(lines):
        head, *vdevs = line.split(" \\\n    ")
        assert head == f"zpool create -o ashift=12 -O recordsize=1048576 ost-{n + 1}"
        expected = []
        for group in parse_layout(layout):
            role = [] if group.role == "data" else [group.role]
            kind = [] if group.kind == "disk" else [str(replace_count(str(group)))]
            for _ in range(group.count):
                held = (
                    next(slots)
                    if group.role in STORING
                    else [next(spares) for _ in range(group.width)]
                )
                expected.append(" ".join([*role, *kind, *map(by_vdev, held)]))
        assert vdevs == expected


def replace_count(text: str) -> str:
    """Give what zpool-create(8) names a vdev by: without count, role and number of drives."""
    kind = text.rpartition(" ")[2]
    return kind if kind.startswith("draid") else kind.partition(":")[0]


def test_failure_domains_are_named_with_all_their_drives() -> None:
    layout = "draid1:2d:4c:8w:1s"
    placed = _placed(layout, 1, (4, 4))
    [line] = create_lines(layout, placed, "t", sector_size=512, record_size=131072)
    assert line.split(" \\\n    ")[1].startswith("draid1:2d:4c:8w:1s ")
    assert "ashift=9 " in line


def test_vdevs_of_drives_of_their_own_are_left_to_add() -> None:
    layout = "raidz2:6 + 2 x special mirror:2 of 1.6 TB"
    placed = _placed(layout, 1, (4, 4))
    note, line = create_lines(layout, placed, "t", sector_size=4096, record_size=131072)
    assert note == "# 2 x special mirror:2: add its drives, which are in no bay of this map"
    assert "special" not in line


def test_channels_go_on_after_z() -> None:
    names = [channel(n) for n in (0, 1, 25, 26, 27, 51, 52, 701, 702)]
    assert names == ["A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]
    assert by_vdev(Slot(27, 0)) == "AB1"


def _conf(parts: Parts, server: int) -> list[str]:
    return vdev_id_conf(Wiring(parts), server).splitlines()


def test_a_server_has_a_line_for_each_of_its_cables() -> None:
    wiring = Wiring(Parts(servers=2, enclosures=2, adapters=2, cables=2))
    for server in (0, 1):
        lines = _conf(wiring.parts, server)
        assert f"# Server {server + 1} of a block." in lines[0]
        assert "multipath     yes" in lines
        cables = [cable for cable in wiring.cables if cable.server == server]
        named = [line for line in lines if line.startswith("channel ")]
        assert named == sorted(named)
        assert len(named) == len(cables) == 4
        assert {tuple(line.split()[1:]) for line in named} == {
            (f"ADAPTER{one.adapter + 1}", str(one.port), channel(one.enclosure)) for one in cables
        }
        assert not [line for line in lines if "behind" in line or "No cables" in line]


def test_one_cable_to_each_enclosure_is_no_multipath() -> None:
    lines = _conf(Parts(servers=1, enclosures=2, adapters=1, cables=2), 0)
    assert "multipath     no" in lines


def test_enclosures_behind_others_and_servers_without_cables_say_so() -> None:
    lines = _conf(Parts(servers=2, enclosures=4, adapters=1, cables=2, reached=2), 0)
    assert [line for line in lines if line.startswith(("# C ", "# D "))] == [
        "# C is behind A: give aliases",
        "# D is behind B: give aliases",
    ]
    assert "No cables of adapters are planned" in _conf(Parts(servers=2, enclosures=2), 0)[-1]
