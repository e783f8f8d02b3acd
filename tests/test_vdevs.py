"""The text of a layout: what it says, and what is refused with a remedy."""

from __future__ import annotations

import pytest
from hypothesis import given

from model.vdevs import LayoutError, VdevGroup, parse_layout
from tests.strategies import groups, layouts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("19 x raidz3:11", [VdevGroup(19, "raidz3", 11, 3)]),
        ("19x raidz3:11", [VdevGroup(19, "raidz3", 11, 3)]),
        ("raidz2:10", [VdevGroup(1, "raidz2", 10, 2)]),
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
        ("", "is no layout"),
        ("raidz2:10 +", "is no layout"),
        ("raidz4:11", "is no layout"),
        ("raidz2", "how many drives"),
        ("mirror", "how many drives"),
        ("raidz3:3", "4 to 255 drives, not 3"),
        ("raidz1:256", "2 to 255 drives, not 256"),
        ("mirror:1", "2 to 255 drives, not 1"),
        ("0 x raidz2:8", "at least 1 vdev"),
        ("19 raidz3:11", "is no layout"),
        ("-1 x mirror:2", "is no layout"),
    ],
)
def test_what_is_no_layout_is_refused(text: str, message: str) -> None:
    """The message says what to write instead."""
    with pytest.raises(LayoutError, match=message):
        parse_layout(text)


@given(groups())
def test_a_group_reads_back(group: VdevGroup) -> None:
    """What is written is read back."""
    assert parse_layout(str(group)) == (group,)


@given(layouts())
def test_a_layout_reads_back(text: str) -> None:
    """The groups of a layout come in their order."""
    assert " + ".join(map(str, parse_layout(text))) == text


@given(groups())
def test_drives_are_data_or_redundancy(group: VdevGroup) -> None:
    """Each drive of a vdev holds data or may be lost; a mirror holds one drive's data."""
    assert group.data_drives + group.survives == group.width
    assert group.data_drives >= 1
    assert group.columns in (1, group.width)
