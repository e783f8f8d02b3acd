"""Lists of pools and mixes of files: what is written is read, with its places, up to each limit."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.errors import InputError
from model.pools import listed
from model.pools.groups import raid_groups
from model.pools.layouts import check_size, groups_of
from model.pools.listed import read_pools
from model.pools.mixes import check_count, parse_files, read_mix
from model.pools.pool import zfs_pool
from model.pools.risk import redundancy_groups
from model.pools.tables import fields_of, heads_of, notice_of_commas, places_of, separator_of
from model.pools.use import pool_use
from model.units.figures import UnitError
from model.zfs.releases import NEWEST, release_of
from model.zfs.vdevs import LayoutError

few = settings(max_examples=30)
FIELD = st.sampled_from(("", "a", "10 TB", 'say "no"', "x,y;z", "raidz2:8"))


@few
@given(st.lists(FIELD, min_size=1, max_size=5), st.sampled_from(",;\t"))
def test_fields_of_a_line_have_their_columns(fields, separator):
    """Quoted where they need it, as spreadsheets write them."""
    into = io.StringIO()
    csv.writer(into, delimiter=separator, lineterminator="", quoting=csv.QUOTE_ALL).writerow(fields)
    line = into.getvalue()
    assert fields_of(line, separator) == fields
    places = [*places_of(line, separator)]
    assert len(places) == len(fields)
    for place, field in zip(places, fields, strict=True):
        quoted = '"' + field.replace('"', '""') + '"'
        assert line[place - 1 :].startswith(quoted)
        assert place == 1 or line[place - 2] == separator
    assert heads_of(f"Layout{separator} Drive {separator}{separator}", separator) == [
        *("layout", "drive")
    ]
    assert separator_of(f"Layout{separator}Drive", "layout") == separator
    assert separator_of("x;y", "layout") == ","


POOL = st.tuples(
    st.sampled_from(("raidz2:8", "2 x mirror:2", "raidz3:11")),
    st.sampled_from(("", "4 TB", "10 TB")),
    st.sampled_from(("", "9", "13")),
    st.sampled_from(("", "128 KiB")),
)


@settings(max_examples=8)
@given(st.lists(POOL, min_size=1, max_size=3), st.sampled_from(",;"))
def test_pools_of_a_list_are_those_of_their_lines(tmp_path_factory, pools, separator):
    lines = [separator.join(("Layout", "Drive", "ashift", "recordsize")), ""]
    lines += [separator.join(pool) for pool in pools]
    file = tmp_path_factory.mktemp("list") / "pools.csv"
    file.write_text("\n".join(lines), encoding="utf-8-sig")
    found = read_pools(str(file), {"drive": 8 * 10**12, "ashift": 12, "recordsize": 2**20})
    for (layout, drive, ashift, record), one in zip(pools, found, strict=True):
        expected = zfs_pool(
            layout, drive or "8 TB", ashift=int(ashift or 12), recordsize=record or "1 MiB"
        )
        assert (one.figures.raw, one.figures.available, one.figures.size) == (
            expected.raw,
            expected.available,
            expected.size,
        )
        assert [*one.figures.stored.values()] == [*expected.stored.values()]


WRONG = [
    ("drive\n", "pools.csv:1:1: there is no column 'layout': write layout, drive"),
    ("layout,drive\n", "pools.csv: there are no pools: write one on each line"),
    ("layout,drive,drive\nraidz2:8,1 TB,1 TB\n", ":1:14: drive: occurs twice"),
    ("layout,drove\nraidz2:8,1 TB\n", ":1:8: drove: unknown column (did you mean 'drive'?)"),
    ("layout,zz\nraidz2:8,1 TB\n", ":1:8: zz: unknown column (write layout, drive"),
    ("layout,drive\nraidz2:8,1 TB,7\n", ":2:1: 3 fields, but 2 columns"),
    ("layout,drive\nraidz2:8,1 TB\nraidz9:8,1 TB\n", ":3:1: layout: "),
    ("layout,ashift\nraidz2:8,8\n", ":2:10: ashift: "),
    ("layout,ashift\nraidz2:8,120\n", ":2:10: ashift: '120' is not an ashift: write 9 to 16"),
    ('layout,drive\n"raidz2:8,1 TB\n', ":2:1: a quote is not closed"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_what_is_wrong_in_a_list_has_its_place(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "pools.csv"
    file.write_text(text)
    with pytest.raises(InputError) as wrong:
        read_pools(str(file))
    assert message in str(wrong.value)


def test_a_list_has_at_most_so_many_pools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "pools.csv"
    file.write_text("layout,drive\n" + "raidz2:8,1 TB\n" * 3)
    monkeypatch.setattr(listed, "MOST_POOLS", 3)
    assert len(read_pools(str(file))) == 3
    monkeypatch.setattr(listed, "MOST_POOLS", 2)
    with pytest.raises(InputError, match="there are 3 lines: at most 2 pools are read"):
        read_pools(str(file))
    file.write_bytes(b"layout\n\xff")
    with pytest.raises(InputError, match=r"can't be read \(is not utf-8 text\): give another path"):
        read_pools(str(file))


def test_decimal_commas_of_a_list_are_asked(tmp_path: Path) -> None:
    file = tmp_path / "pools.csv"
    asked: list[str] = []
    file.write_text("layout;drive\nraidz2:8;3,84 TB\nraidz2:8;10,5 TB\n")
    first, second = read_pools(str(file), ask=asked.append)
    assert (first.figures.raw, second.figures.raw) == (8 * 3840 * 10**9, 8 * 10500 * 10**9)
    assert asked == ["drive: '3,84 TB' is read as '3.84 TB', and so are its other decimal commas"]
    assert notice_of_commas("drive", ["3.84 TB"]) == ""


SIZES = st.sampled_from(("0 B", "1 B", "4 KiB", "1 MiB", "1.5 MB"))
BYTES = {"0 B": 0, "1 B": 1, "4 KiB": 4096, "1 MiB": 2**20, "1.5 MB": 1_500_000}


@few
@given(st.lists(st.tuples(SIZES, st.integers(0, 9)), min_size=1, max_size=5), st.booleans())
def test_mixes_of_files_add_up(rows, has_unit):
    """As a text, and as a table in either of two forms."""
    expected: dict[int, float] = {}
    for size, count in rows:
        if count:
            expected[BYTES[size]] = expected.get(BYTES[size], 0) + count
    text = ", ".join(f"{size}: {count}" for size, count in rows)
    if has_unit:
        table = "Length (KiB),Files\n" + "".join(f"{BYTES[s] / 1024!r},{n}\n" for s, n in rows)
    else:
        table = "file size;count\n" + "".join(f"{size};{count}\n" for size, count in rows)
    for read in (lambda: parse_files(text), lambda: read_mix(table.encode(), "x.csv")):
        if not any(expected):
            what = "all files are empty" if expected else "there are no files"
            with pytest.raises((ValueError, InputError), match=what):
                read()
        else:
            assert read() == expected
    total = sum(expected.values())
    if any(expected):
        shares = ", ".join(f"{size}: {100 * count / total!r} %" for size, count in rows)
        assert parse_files(shares) == pytest.approx({s: n / total for s, n in expected.items()})
        rows_of = "".join(f"{size},{count / total!r}\n" for size, count in rows)
        found = read_mix(f"size,share\n{rows_of}".encode(), "x.csv")
        assert found == pytest.approx({s: n / total for s, n in expected.items()})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("size,share\n4 KiB,60\n1 MiB,40\n", "x.csv:2:1: '60' is not a share of the files: did"),
        ("size,share\n4 KiB,100\n", "did you mean '100 %'?"),
        ("size,share\n4 KiB,101\n", "'101' is not a share of the files: write 0 to 1, or 100 %"),
        ("size,share\n4 KiB,150 %\n", "'150 %' is not a share of the files: write 0 to 1, or"),
        ("size,share\n4 KiB,0.5\n", "x.csv: the shares of the files make 0.5: write shares that"),
        ("size,count\n4 KiB,1e19\n", "1e+19 is neither a number of files nor a share"),
        ("size,count\n-4 KiB,1\n", "no file has -4 KiB: write sizes of at least 0 bytes"),
        ("size,count\n4 KiB\n", "x.csv:2:1: has 1 cells, but the head has 2"),
        ("size,other\n4 KiB,1\n", "x.csv:1:1: the first line must name the columns"),
        ("", "x.csv:1:1: the first line must name the columns"),
    ],
)
def test_what_is_no_mix(text: str, message: str) -> None:
    with pytest.raises(InputError) as wrong:
        read_mix(text.encode(), "x.csv")
    assert message in str(wrong.value)


@pytest.mark.parametrize("text", ["", "4 KiB:", ": 5", "4 KiB: 1,", "x: 1", "4 KiB: 50 %"])
def test_texts_that_are_no_mix(text: str) -> None:
    with pytest.raises(ValueError, match=r"write|make"):
        parse_files(text)


def test_counts_at_their_limits() -> None:
    for count in (0, 1e-18, 1, 1e18):
        assert check_count(count) == count
    assert check_count(5, 5) == 5
    for wrong, most in ((9e-19, 1e18), (1.1e18, 1e18), (-1, 1e18), (6, 5), (float("nan"), 1e18)):
        with pytest.raises(UnitError, match="neither a number of files nor a share"):
            check_count(wrong, most)
    assert parse_files("4 KiB: 33.3333 %, 1 MiB: 66.6667 %")
    with pytest.raises(ValueError, match=r"make 0\.99999"):
        parse_files("4 KiB: 33.3333 %, 1 MiB: 66.6657 %")


@few
@given(st.integers(10**9, 10**15), st.integers(1, 100), st.integers(0, 99), st.integers(10, 50))
def test_use_under_a_policy(available, fill, reserve, ratio):
    found = pool_use(
        available,
        fill_limit=f"{fill} %",
        snapshot_reserve=f"{reserve} %",
        compression_ratio=ratio / 10,
    )
    assert (found.fill_limit, found.snapshot_reserve) == (fill / 100, reserve / 100)
    planned = available * fill / 100
    live = planned * (1 - reserve / 100)
    assert found.planned == pytest.approx(planned, abs=2)
    assert found.live == pytest.approx(live, abs=2)
    assert found.compressed == pytest.approx(live * ratio / 10, abs=9)
    plain = pool_use(available)
    assert (plain.fill_limit, plain.snapshot_reserve, plain.compression_ratio) == (0.8, 0, 1)


@pytest.mark.parametrize(
    ("figures", "message"),
    [
        ({"fill_limit": 1.01}, "fill limit: must be at most 1, is 1.01"),
        ({"snapshot_reserve": -0.1}, "snapshot reserve: "),
        ({"compression_ratio": 0.9}, "compression ratio: must be at least 1, is 0.9"),
    ],
)
def test_a_policy_out_of_range(figures: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as wrong:  # noqa: PT011
        pool_use(10**12, **figures)
    assert message in str(wrong.value).lower()


@pytest.mark.parametrize(
    ("layout", "drives", "data", "spares"),
    [
        ("raid6:10", 10, 8, 0),
        ("2 x raid6:10", 20, 16, 0),
        ("raid60:2x10", 20, 16, 0),
        ("raid5:5", 5, 4, 0),
        ("raid10:8", 8, 4, 0),
        ("8 x drive", 8, 8, 0),
        ("gridraid:41", 41, 31.2, 2),
    ],
)
def test_capacities_of_raid_groups(layout: str, drives: int, data: float, spares: int) -> None:
    """Data drives of GridRAID: 8 of 10 of what two spare drives leave of 41."""
    size = 4 * 10**12
    found = raid_groups(layout, "4 TB")
    assert (found.raw, found.spare) == (drives * size, spares * size)
    assert found.exported == pytest.approx(data * size)
    by_name = {one.what: one.size for one in found.answers}
    assert by_name["Raw capacity"] == drives * size
    assert by_name["The groups export"] == found.exported
    assert ("Spare space inside" in by_name) == bool(spares)
    assert any("ClusterStor" in name for name in by_name) == bool(spares)
    assert by_name["ZFS on the groups, under Lustre"] < by_name["ZFS on the groups: zfs list"]
    assert by_name["ldiskfs: users may fill"] < by_name["ldiskfs under Lustre: df's Size"]
    assert by_name["ext4: users may fill"] < by_name["ext4: df's Size"] < found.exported


@pytest.mark.parametrize(
    ("layout", "count", "drives", "survives", "name"),
    [
        ("2 x raid6:10", 2, 10, 2, "raid6:10"),
        ("raid6:10", 1, 10, 2, "raid6:10"),
        ("raid60:2x10", 2, 10, 2, "raid60:2x10"),
        ("3 x raid60:2x10", 6, 10, 2, "raid60:2x10"),
        ("19 x raidz3:11", 19, 11, 3, "raidz3:11"),
        ("raidz2:8", 1, 8, 2, "raidz2:8"),
    ],
)
def test_groups_of_a_layout(layout, count, drives, survives, name):
    (one,) = redundancy_groups(layout)
    assert (one.count, one.drives, one.tolerated, one.name) == (count, drives, survives, name)


def test_drives_have_at_least_64_mib() -> None:
    for size in (0, -1.0):
        with pytest.raises(LayoutError, match="header and partitions use the whole drive"):
            check_size(size)
    for size in (1, 2**26 - 1):
        with pytest.raises(LayoutError, match="too small for ZFS: at least 64 MiB"):
            check_size(size)
    check_size(2**26)


def test_groups_of_special_vdevs_hold_no_data() -> None:
    data, special = redundancy_groups("2 x raidz2:10 + special mirror:2")
    assert (data.count, data.drives, data.tolerated, data.data_drives) == (2, 10, 2, 8)
    assert (special.count, special.drives, special.tolerated) == (1, 2, 1)
    assert special.data_drives == 0


def test_equal_vdevs_of_a_list_are_a_group() -> None:
    """Single drives are vdevs of their own; in order, only neighbours are one group."""
    pair, other = [10**12, 10**12], [2 * 10**12, 2 * 10**12]
    vdevs = [("mirror", pair), ("mirror", other), ("mirror", pair), ("disk", [5 * 10**11] * 3)]
    found = groups_of(vdevs, release_of(NEWEST))
    assert [(one.kind, one.count, one.drive, one.sold) for one in found] == [
        ("mirror", 2, 10**12, 2 * 10**12),
        ("mirror", 1, 2 * 10**12, 4 * 10**12),
        ("disk", 3, 5 * 10**11, 5 * 10**11),
    ]
    ordered = groups_of(vdevs, release_of(NEWEST), in_order=True)
    assert [(one.kind, one.count) for one in ordered] == [
        *(("mirror", 1), ("mirror", 1), ("mirror", 1), ("disk", 3))
    ]
