"""The text of a layout: what it says, and what is refused with a remedy."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given

from model.kinds.layouts import parse_raid
from model.zfs.vdevs import LayoutError, VdevGroup, parse_layout
from tests.strategies import draids, draids_in_domains, groups, layouts

SPECIAL = VdevGroup(1, "mirror", 2, 0, role="special")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 x draid2:8d:53c:3s", [VdevGroup(2, "draid2", 53, 2, 8, 3)]),
        ("draid2:53c:3s", [VdevGroup(1, "draid2", 53, 2, 8, 3)]),
        (
            "draid2:4d:12c:96w:2s",
            [VdevGroup(1, "draid2", 96, 2, 4, 2, failure_groups=8)],
        ),
        ("draid:5s:30w:6c", [VdevGroup(1, "draid1", 30, 1, 4, 5, failure_groups=5)]),
        ("draid2:24w", [VdevGroup(1, "draid2", 24, 2, 8, 0)]),
        ("draid:3s:9c", [VdevGroup(1, "draid1", 9, 1, 5, 3)]),
        ("disk + special mirror:2", [VdevGroup(1, "disk", 1, 0), SPECIAL]),
        (
            "disk + 2 x spare",
            [VdevGroup(1, "disk", 1, 0), VdevGroup(2, "disk", 1, 0, role="spare")],
        ),
        ("disk of 10 TB", [VdevGroup(1, "disk", 1, 0, drive=10**13)]),
        ("19 x raidz3:11", [VdevGroup(19, "raidz3", 11, 3)]),
        ("19x raidz3:11", [VdevGroup(19, "raidz3", 11, 3)]),
        ("raidz2:10", [VdevGroup(1, "raidz2", 10, 2)]),
        ("19 raidz3:11", [VdevGroup(19, "raidz3", 11, 3)]),
        ("RAID-Z2:10", [VdevGroup(1, "raidz2", 10, 2)]),
        ("2 x raid-z:5", [VdevGroup(2, "raidz1", 5, 1)]),
        ("raidz-3:11", [VdevGroup(1, "raidz3", 11, 3)]),
        ("draid-2:24c", [VdevGroup(1, "draid2", 24, 2, 8, 0)]),
        ("raidz3:8+3", [VdevGroup(1, "raidz3", 11, 3)]),
        ("raidz:4+1p", [VdevGroup(1, "raidz1", 5, 1)]),
        (
            "2 raidz3:8+3 of 10 TB+raidz2:10+2 x mirror:2",
            [
                VdevGroup(2, "raidz3", 11, 3, drive=10**13),
                VdevGroup(1, "raidz2", 10, 2),
                VdevGroup(2, "mirror", 2, 0),
            ],
        ),
        ("raidz2:10, 2 mirror:2", [VdevGroup(1, "raidz2", 10, 2), VdevGroup(2, "mirror", 2, 0)]),
        ("disk,special mirror:2", [VdevGroup(1, "disk", 1, 0), SPECIAL]),
        ("disk + 2 special mirror:2", [VdevGroup(1, "disk", 1, 0), replace(SPECIAL, count=2)]),
        ("RAIDZ:5", [VdevGroup(1, "raidz1", 5, 1)]),
        ("12 * mirror:2", [VdevGroup(12, "mirror", 2, 0)]),
        ("8 x disk", [VdevGroup(8, "disk", 1, 0)]),
        ("disk", [VdevGroup(1, "disk", 1, 0)]),
        ("stripe:20", [VdevGroup(20, "disk", 1, 0)]),
        (
            "raidz2:10 + 2 x raidz2:8",
            [VdevGroup(1, "raidz2", 10, 2), VdevGroup(2, "raidz2", 8, 2)],
        ),
    ],
)
def test_a_layout_is_read(text: str, expected: list[VdevGroup]) -> None:
    """Counts, kinds, widths and sums are read as people write them."""
    assert parse_layout(text) == tuple(expected)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a layout"),
        (
            "99999999999999999999 x disk",
            "too many drives: write 1\u202f000\u202f000\u202f000 at most",
        ),
        ("200000000 x raidz2:6", "too many drives"),
        ("disk:" + "9" * 5000, "too many drives"),
        ("raidz2:10 +", r"^'raidz2:10 \+' is not a layout: write '19 x raidz3:11', "),
        ("raidz4:11", "is not a layout"),
        ("raidz2", "how many drives"),
        ("mirror", "how many drives"),
        ("raidz3:3", "4 to 255 drives, not 3"),
        ("raidz1:256", "2 to 255 drives, not 256"),
        ("mirror:1", "2 to 255 drives, not 1"),
        ("0 x raidz2:8", "at least 1 vdev"),
        ("19 x", "is not a layout"),
        (
            "raidz3:8+2",
            r"says 2 .*, but raidz3 has 3: write 'raidz3:8\+3' or 'raidz2:8",
        ),
        ("RAIDZ:8+9", r"has 1: write 'raidz:8\+1'$"),
        ("12 x mirror", "as in 'mirror:2'"),
        ("raidz", "as in 'raidz1:5'"),
        ("raidz2:10, ", "^'raidz2:10, ' is not a layout"),
        ("draid2", "say how many drives"),
        ("draid2:8d", "say how many drives"),
        ("draid2:8d:8d:24c", "is not a layout"),
        ("draid4:8d:24c", "is not a layout"),
        ("draid2:8d:256c", "2 to 255 drives, not 256"),
        ("draid2:8d:200c:101s", "at most 100 distributed spares, not 101"),
        ("draid2:8d:10c:1s", "leave 7 for data, not 8"),
        ("draid2:0d:10c:1s", "leave 7 for data, not 0"),
        ("draid3:3c", "leave 0 for data"),
        ("draid2:12c:100w", r"100 drives \(w\) are not a multiple of 12 .*: write '96w'"),
        ("draid2:12c:8w", r"not a multiple of 12 .*: write '12w'"),
        ("draid2:12c:264w", "2 to 255 drives, not 264"),
        ("draid2:9d:12c:96w:9s", "of a failure group with 2 spares and 2 parity leave 8 for data"),
        ("draid2:12c:240w:101s", "at most 100 distributed spares"),
        ("raidz2:10w", "only dRAID has"),
        ("raidz2:8d:10c", "only dRAID has"),
        ("raidz2:8x", "is not a layout"),
        ("disk:0", "at least 1 drive"),
        ("cache mirror:2 + disk", "single disk"),
        ("log raidz1:3 + disk", "a disk or a mirror"),
        ("special mirror:2", "no vdev for data"),
        ("-1 x mirror:2", "is not a layout"),
    ],
)
def test_what_is_no_layout_is_refused(text: str, message: str) -> None:
    """The message says what to write instead."""
    with pytest.raises(LayoutError, match=message):
        parse_layout(text)


DRAID = "a dRAID vdev has"
REFUSED = {
    "draid2:1c": f"{DRAID} 2 to 255 drives, not 1",
    "draid2:12c:1w": f"{DRAID} 2 to 255 drives, not 1",
    "draid1:1c:4w": f"{DRAID} 2 to 255 drives, not 1",
    "draid2:256c": f"{DRAID} 2 to 255 drives, not 256",
    "draid2:12c:264w": f"{DRAID} 2 to 255 drives, not 264",
    "draid1:2d:120c:101s": f"{DRAID} at most 100 distributed spares, not 101",
    "draid2:12c:27w": "27 drives (w) are not a multiple of 12 failure domains (c): write '24w'",
    "draid2:8d:10c:1s": (
        "10 drives with 1 spare and 2 parity leave 7 for data, not 8: write fewer data columns or "
        "more drives"
    ),
    "draid2:0d:10c:2s": (
        "10 drives with 2 spares and 2 parity leave 6 for data, not 0: write fewer data columns or "
        "more drives"
    ),
    "draid1:3d:5c:10w:3s": (
        "5 drives of a failure group with 2 spares and 1 parity leave 2 for data, not 3: write "
        "fewer data columns or more drives"
    ),
    "draid3:2c": (
        "2 drives with 0 spares and 3 parity leave 0 for data, not 1: write fewer data columns or "
        "more drives"
    ),
    "draid3:8d:53": "say how many drives, as in 'draid3:8d:53c:3s'",
    "mirror:256": "a mirror vdev has 2 to 255 drives, not 256",
    "raidz1:1": "a raidz1 vdev has 2 to 255 drives, not 1",
    "disk + log raidz1:3": "a log is a disk or a mirror",
    "disk + spare mirror:2": "a spare is a single disk, as in '2 x spare'",
    "1000000001 x disk": "write 1\u202f000\u202f000\u202f000 at most",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_a_vdev_cannot_be_is_said_to_the_end(text: str) -> None:
    with pytest.raises(LayoutError) as wrong:
        parse_layout(text)
    assert str(wrong.value).endswith(REFUSED[text])


@pytest.mark.parametrize(
    "text",
    [
        *("draid1:2c", "draid2:255c", "draid2:12c:252w", "draid1:2d:120c:100s", "draid1:7d:10c:2s"),
        *("draid1:1d:4c:8w:4s", "mirror:255", "mirror:2", "raidz1:2", "raidz3:4", "raidz3:255"),
        *("1000000000 x disk", "500000000 x mirror:2", " + ".join(256 * ["disk"])),
    ],
)
def test_what_a_vdev_may_just_be(text: str) -> None:
    assert len(parse_layout(text)) == text.count("+") + 1


def test_so_many_kinds_of_vdevs_are_no_pool() -> None:
    with pytest.raises(LayoutError, match="257 groups of vdevs are too many: write at most 256"):
        parse_layout(" + ".join(257 * ["disk"]))


@pytest.mark.parametrize(
    ("text", "columns", "data", "survives", "domains", "capacity"),
    [
        ("2 x raidz2:10 of 1 TB", 10, 8, 2, 10, 20e12),
        ("3 x mirror:3 of 1 TB", 1, 1, 2, 3, 9e12),
        ("4 x disk", 1, 1, 0, 1, 0),
        ("draid2:4d:12c:24w:4s of 1 TB", 24, 20 * 4 / 6, 2, 12, 24e12),
        ("draid1:2d:8c:2s", 8, 4, 1, 8, 0),
    ],
)
def test_what_follows_from_a_vdev(
    text: str, columns: int, data: float, survives: int, domains: int, capacity: float
) -> None:
    [one] = parse_layout(text)
    found = one.columns, one.data_drives, one.survives, one.failure_domains, one.capacity
    assert found == (columns, pytest.approx(data), survives, domains, capacity)


def test_a_decimal_comma_parts_no_vdevs() -> None:
    with pytest.raises(ValueError, match=r"decimal comma; write '1\.5 TB'"):
        parse_layout("raidz2:10 of 1,5 TB")


@given(groups(draid=False))
def test_data_and_parity_are_a_width(group: VdevGroup) -> None:
    """A RAIDZ whose data and parity are written apart has as many drives."""
    assume(group.kind.startswith("raidz"))
    text = f"{group.count} RAID-Z{group.parity}:{group.width - group.parity}+{group.parity}"
    assert parse_layout(text) == parse_layout(f"{text}p") == (group,)
    assert parse_layout(f"{text}+disk of 1 TB")[0] == group


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("raid6:8+2", "raid6:10"),
        ("3 x raid-5:4+1p", "3 x raid5:5"),
        ("2 RAID10:8", "2 x raid10:8"),
    ],
)
def test_spellings_of_raid_groups(text: str, same: str) -> None:
    assert parse_raid(text) == parse_raid(same)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("raid6:8+3", r"a raid6 has 2 drives of parity: write 'raid6:8\+2'"),
        ("raid10:4+4", "all drives of a group, as in 'raid10:8'"),
    ],
)
def test_raid_groups_that_contradict_themselves(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_raid(text)


@given(groups())
def test_a_group_reads_back(group: VdevGroup) -> None:
    """What is written is read back."""
    assert parse_layout(str(group)) == (group,)


@given(layouts())
def test_a_layout_reads_back(text: str) -> None:
    """The groups of a layout come in their order."""
    assert " + ".join(map(str, parse_layout(text))) == text


@given(draids_in_domains())
def test_failure_domains_read_back(group: VdevGroup) -> None:
    assert parse_layout(str(group)) == (group,)


@given(groups(draid=False))
def test_drives_are_data_or_redundancy(group: VdevGroup) -> None:
    """Each drive of a vdev holds data or may be lost; a mirror holds one drive's data."""
    assert group.data_drives + group.survives == group.width
    assert group.data_drives >= 1
    assert group.columns in (1, group.width)


@given(draids())
def test_draid_is_data_parity_and_spares(group: VdevGroup) -> None:
    """The drives of a dRAID vdev are worth its data, its parity and its distributed spares."""
    parity = group.data_drives * group.parity / group.data
    assert group.data_drives + parity + group.spares == pytest.approx(group.width)


def test_a_count_may_have_a_multiplication_sign() -> None:
    """The sign of multiplication reads as the letter does, for RAID groups too."""
    times = "\N{MULTIPLICATION SIGN}"
    assert parse_layout(f"19 {times} raidz3:11") == parse_layout("19 x raidz3:11")
    assert parse_raid(f"3{times}raid6:10") == parse_raid("3 x raid6:10")


@pytest.mark.long
@pytest.mark.parametrize(
    ("level", "least"), [("raid0", 1), ("raid1", 2), ("raid5", 3), ("raid6", 4), ("raid10", 4)]
)
def test_a_level_has_a_least_number_of_drives(level: str, least: int) -> None:
    """SNIA, Common RAID Disk Data Format: fewer make no group of that level.

    A RAID 0 of one drive is what controllers without JBOD make (21 of 14 TB: issue 39 of
    prometheus-community/node-exporter-textfile-collector-scripts).
    """
    assert parse_raid(f"{level}:{least}").drives == least
    with pytest.raises(ValueError, match=level):
        parse_raid(f"{level}:{least - 1}")
