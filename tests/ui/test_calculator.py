"""Calculator, explorer and units: answers are the model's, and links hold their fields."""

from __future__ import annotations

import re

import pytest

from model.answers.layout_capacity import layout_capacity
from model.pools.answers import zfs_answers
from model.pools.groups import raid_groups
from model.pools.pool import zfs_pool
from model.units.figures import grouped
from tests.ui.visits import (
    opened,
    tables,
    went,
)
from tests.ui.working import work_of


def test_a_fraction_of_a_vdev_is_refused_and_the_last_whole_number_counts() -> None:
    at = opened(page="explorer", vdevs="3")
    of_three = tables(at)
    at.number_input(key="vdevs").set_value(2.5).run()
    assert not at.exception
    words = tables(at).replace("\\2e ", ".").replace("\\3a ", ":").replace("\\2c ", ",")
    assert "write a whole number, not 2.5: 3 counts" in words
    rows = re.findall("<tr.*?</tr>", of_three)
    assert rows
    assert [row for row in rows if row not in tables(at)] == []


def test_the_calculator_says_what_the_pool_does() -> None:
    """The answer is the model's, and a wrong layout gets a line."""
    at = opened("astra", "calculator")
    assert grouped(zfs_pool("19 x raidz3:11", "10 TB").available) in tables(at)
    at.text_input(key="layout").set_value("raidz9:4").run()
    assert not at.exception
    assert "is not a layout" in at.error[0].value


@pytest.mark.parametrize("page", ["calculator", "explorer"])
def test_a_link_with_values_that_are_not_known(page: str) -> None:
    """What can't be shown is said, with what is shown instead, until somebody chooses another."""
    at = opened("astra", page, release="9.9", ashift="77", partitioning="foo")
    [warning] = [one.value for one in at.warning]
    for words in ("'9.9'", "2.4 is shown", "ashift '77'", "12 is shown", "'foo'", "none is shown"):
        assert words in warning
    at.selectbox(key="release").set_value("2.1").run()
    assert "9.9" not in at.warning[0].value
    assert not opened("astra", page, release="2.1", ashift="13").warning


@pytest.mark.parametrize("page", ["calculator", "explorer"])
def test_a_tools_link_holds_its_own_fields_alone(page: str) -> None:
    """These pages need no scenario; those that do share it again, with its edits."""
    at = opened("beluga", page, edit=["tiers.0.blocks=3"], drive="12 TB")
    assert work_of(at).choice == "beluga"
    assert set(at.query_params) == {"drive"}
    went(at, "capacity")
    assert at.query_params["scenario"] in ("beluga", ["beluga"])
    assert at.query_params["edit"] in ("tiers.0.blocks=3", ["tiers.0.blocks=3"])


def test_the_unit_page_says_both_bases() -> None:
    """3.9 PB are 3.464 PiB; the prefixes' distances are exact; a bare T is refused."""
    at = opened("astra", "units")
    assert at.metric[1].value.startswith("3.463")
    assert "+12.5900 %" in tables(at)
    at.text_input(key="capacity").set_value("10T").run()
    assert not at.exception
    assert "TB" in at.error[0].value


def test_the_calculator_takes_roles_partitions_and_encryption() -> None:
    layout = "draid2:8d:53c:3s + special mirror:2 of 960 GB"
    at = opened("astra", "calculator")
    at.text_input(key="layout").set_value(layout).run()
    at.selectbox(key="partitioning").select("linux").run()
    at.text_input(key="luks").set_value("16 MiB").run()
    pool = zfs_pool(layout, "10 TB", partitioning="linux", luks="16 MiB")
    assert grouped(pool.available) in tables(at)
    assert not at.error
    assert "2.1 is the first" in tables(at)


def test_the_calculator_says_where_drives_go() -> None:
    """dRAID with failure domains: refused before the next release, then placed in enclosures."""
    at = opened("astra", "calculator")
    layout = "draid2:4d:12c:96w:2s + special mirror:2 of 1 TB"
    at.text_input(key="layout").set_value(layout).run()
    assert "they come after 2.4" in at.error[0].value
    at.selectbox(key="release").select("next").run()
    assert not at.error
    assert "8 drives in each of 12 failure domains" in at.info[0].value
    filled = zfs_pool(layout, "10 TB", release="next").available_filled
    assert filled is not None
    assert grouped(filled) in tables(at)


def test_the_calculator_takes_raid_groups() -> None:
    """Layouts of tiers are answered for, too; a wrong one gets a line, with what to write."""
    at = opened("astra", "calculator")
    at.text_input(key="layout").set_value("2 x gridraid:41").run()
    assert grouped(raid_groups("2 x gridraid:41", "10 TB").exported) in tables(at)
    assert not at.error
    at.text_input(key="layout").set_value("raid6:41").run()
    assert not at.exception
    assert "at most 32 drives" in at.error[0].value


def test_the_calculator_takes_codes_over_servers() -> None:
    """With boxes for servers and drives, in the words of a tier; a wrong one gets a line."""
    at = opened("astra", "calculator")
    at.text_input(key="layout").set_value("ceph:8+3").run()
    assert at.number_input(key="servers").value == 11
    at.number_input(key="servers").set_value(12).run()
    found = layout_capacity("ceph:8+3", "10 TB", servers=12, drives_per_server=12)
    assert grouped(found.figures["usable_capacity"]) in tables(at)
    assert "Usable: MAX AVAIL" in tables(at)
    assert not at.error
    at.number_input(key="servers").set_value(4).run()
    assert not at.exception
    assert "needs 11 servers" in at.error[0].value


def test_the_calculator_takes_copies() -> None:
    """Of BeeGFS's buddy mirror, over RAID groups and over pools."""
    at = opened("astra", "calculator")
    at.number_input(key="copies").set_value(2).run()
    for layout in ("raid60:2x10", "raidz2:10"):
        at.text_input(key="layout").set_value(layout).run()
        found = layout_capacity(layout, "10 TB", copies=2, of_zfs={"record_size": "1 MiB"})
        assert grouped(found.figures["usable_capacity"]) in tables(at)
        assert not at.error
    at.text_input(key="files").set_value("4 KiB: 1").run()
    assert any("ZFS pools only" in info.value for info in at.info)


def test_the_calculator_says_what_may_be_kept() -> None:
    """Fill limit, snapshots, compression and files are the model's; bad ones get a line."""
    at = opened("astra", "calculator")
    for key, text in (
        ("fill_limit", "90 %"),
        ("snapshot_reserve", "0.1"),
        ("compression_ratio", "1.5"),
        ("files", "4 KiB: 60 %, 1 MiB: 40 %"),
    ):
        at.text_input(key=key).set_value(text)
    at.run()
    assert not at.error
    policy = {"fill_limit": 0.9, "snapshot_reserve": 0.1, "compression_ratio": 1.5}
    mix = {4096: 0.6, 2**20: 0.4}
    found = zfs_answers("19 x raidz3:11", "10 TB", policy=policy, mix=mix, recordsize="1 MiB")
    for answer in found.listed():
        assert grouped(answer.size) in tables(at)
    for key, text, words in (
        ("fill_limit", "9", "must be at most 1, is 9"),
        ("files", "4 KiB: 60 %", "write shares that make 1"),
    ):
        before = at.text_input(key=key).value
        at.text_input(key=key).set_value(text).run()
        assert words in at.error[0].value
        assert not at.exception
        at.text_input(key=key).set_value(before).run()


def test_the_calculator_says_what_an_expansion_hides() -> None:
    at = opened("astra", "calculator")
    at.text_input(key="layout").set_value("raidz2:6 -> raidz2:8").run()
    grown, anew = (zfs_pool(layout, "10 TB") for layout in ("raidz2:6 -> raidz2:8", "raidz2:8"))
    assert grouped(grown.available) in tables(at)
    assert grouped(anew.available) in tables(at)
    assert "AVAIL still uses the ratio of the original width" in at.info[0].value
    assert "has no RAIDZ expansion; 2.3 is the first" in tables(at)


def test_the_calculator_says_which_release_the_published_table_is() -> None:
    text = tables(opened("astra", "calculator"))
    assert "the table of jro.io shows this" in text
    assert "reserves up to 16 GiB of each large vdev for an embedded log" in text


def test_the_calculator_compares_releases_and_says_how_they_are_known() -> None:
    at = opened("astra", "calculator")
    new, old = (zfs_pool("19 x raidz3:11", "10 TB", release=name) for name in ("2.4", "0.7"))
    assert grouped(old.available - new.available, sign="+") in tables(at)
    assert not at.info
    at.selectbox(key="release").select("0.7").run()
    assert grouped(new.available - old.available, sign="+") in tables(at)
    assert "read in the source" in at.info[0].value


def test_the_calculator_needs_no_drive_where_the_layout_says_them() -> None:
    at = opened("astra", "calculator")
    at.text_input(key="layout").set_value("raidz2:10 of 960 GB").run()
    at.text_input(key="drive").set_value("").run()
    assert not at.error
    at.text_input(key="layout").set_value("raidz2:10").run()
    assert "names no drive" in at.error[0].value


@pytest.mark.parametrize(
    ("family", "shown"),
    [
        ("RAID groups", "raid60"),
        ("Declustered arrays", "8d+2p, 2s"),
        ("Ceph", "ceph:8+3"),
        ("Storage Scale ECE", "declustered:8+2p"),
        ("Other erasure codes across servers", "code:16+2"),
    ],
)
def test_the_explorer_has_other_layouts(family: str, shown: str) -> None:
    at = opened("astra", "explorer")
    at.selectbox(key="family").select(family).run()
    assert not at.exception
    assert not at.error
    assert shown in tables(at)
    figure = at.selectbox(key=f"figure of {family}")
    figure.select(figure.options[-1]).run()
    assert not at.exception
    at.text_input(key="drive").set_value("10 XB").run()
    assert not at.exception
    assert at.error


def test_the_explorer_says_what_is_impossible() -> None:
    """Arrays of at most 24 drives with 60 spares are none."""
    at = opened("astra", "explorer")
    at.selectbox(key="family").select("Declustered arrays").run()
    at.number_input(key="spares").set_value(60).run()
    assert "possible with so few drives" in at.info[0].value


def test_the_explorer_agrees_with_the_calculator() -> None:
    at = opened("astra", "explorer")
    assert len(at.get("plotly_chart")) == 2
    pool = zfs_pool("raidz2:10", "10 TB")
    assert f"{100 * pool.stored['1 MiB'] / pool.raw:.2f} %" in tables(at)
    at.selectbox(key="parity").select(3).run()
    assert "raidz3:11" in tables(at)
    at.text_input(key="drive").set_value("10T").run()
    assert "TB" in at.error[0].value
    at.text_input(key="drive").set_value("1 MB").run()
    assert "too small" in at.error[0].value
    assert not at.exception


def test_every_box_that_is_wrong_is_named_and_marked_at_once() -> None:
    """Four lines, each with the label of its box; the boxes are framed, and no other."""
    at = opened("astra", "calculator")
    wrong = {"layout": "raidz9:4", "drive": "10 tb", "record": "3 KiB", "fill_limit": "120 %"}
    for key, text in wrong.items():
        at.text_input(key=key).set_value(text)
    at.run()
    assert not at.exception
    [said] = [one.value for one in at.error]
    labels = ("Layout", "Drive", "Record size", "Fill limit")
    named = {line.partition(":")[0] for line in said.splitlines()}
    assert named == {f"- **{one}**" for one in labels}
    assert "must be at most 100 %, is 120 %" in said
    framed = re.compile(r'class~="st-key-(\w+)"\] ')
    assert sorted(framed.findall(tables(at))) == sorted(wrong)
    for key, text in (("layout", "raidz2:10"), ("drive", "10 TB"), ("record", "1 MiB")):
        at.text_input(key=key).set_value(text)
    at.text_input(key="fill_limit").set_value("").run()
    assert not at.error
    assert not framed.search(tables(at))
    at.text_input(key="drive").set_value("").run()
    assert "give the drive" in at.error[0].value


@pytest.mark.parametrize(
    ("page", "key", "label"),
    [
        ("explorer", "drive", "Drive"),
        ("explorer", "luks", "LUKS header"),
        ("units", "capacity", "Capacity, in any unit"),
    ],
)
def test_a_tool_names_and_marks_the_box_that_is_wrong(page: str, key: str, label: str) -> None:
    at = opened("astra", page)
    at.text_input(key=key).set_value("10 tb").run()
    assert at.error[0].value.startswith(f"- **{label}**: ")
    assert f'"st-key-{key}"' in tables(at)
