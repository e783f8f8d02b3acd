"""Small outputs of Lustre: all that is read of each and told of it, written down by hand."""

from __future__ import annotations

import math
from typing import Any

import pytest

from model.errors import InputError
from model.installed.binary_sizes import LARGEST, binary_size, share, usual, whole_number
from model.installed.files import read_file
from model.installed.lctl_osd import Osd, bytes_per_inode
from model.installed.lfs_df import ROUNDED, FileSystem

HEAD = "UUID 1K-blocks Used Available Use% Mounted on\n"
SUM = "filesystem_summary: {} {} {} 45% /a\n"
NO_SUM = (
    "the line 'filesystem_summary' of a is missing: the output may be cut off, so save all of it"
)
MORE = (
    "lines of OSTs are missing: the summary of a has {} more than the {} OSTs above it; save the "
    "whole output, and import it again"
)
AWAY = "{} of {} OSTs of a are inactive or not listed: their space is missing from the sum"
MDTS = "{} of {} MDTs of a are inactive: their space and inodes are missing"
ODD = "{} of a: another size than the other OSTs"
K = 1024


def target(name: str, size: Any = 1000, used: Any = 400, left: Any = 500) -> str:
    kind, index = name[:3], int(name[3:], 16)
    return f"a-{name}_UUID {size} {used} {left} 45% /a[{kind}:{index}]\n"


def away(name: str) -> str:
    return f"a-{name}_UUID : inactive device\n"


def said(**other: Any) -> dict[str, Any]:
    usually = {
        "file_system": "a",
        "osts_listed": 2,
        "osts_of_the_file_system": 2,
        "size_bytes_of_an_ost": 1000 * K,
        "size_bytes_total": 2000 * K,
        "users_may_fill_bytes": 1800 * K,
        "kept_for_root_share": 0.1,
        "rounded": False,
        "rounded_to": None,
    }
    return {**usually, **other}


TWO = target("OST0000") + target("OST0001")
ONE = {"osts_listed": 1, "osts_of_the_file_system": 1}
OF_ONE = {"size_bytes_total": 1000 * K, "users_may_fill_bytes": 900 * K}
BOTH = SUM.format(2000, 800, 1000)
TEN = "".join(target(f"OST{n:04x}", 1000 + n * (n > 2)) for n in range(10))
LFS_DF: dict[str, tuple[str, dict[str, Any], tuple[str, ...]]] = {
    "whole": (HEAD + target("MDT0000") + TWO + BOTH, said(), ()),
    "without its sum": (HEAD + TWO, said(), (NO_SUM,)),
    "no OST": (
        HEAD + target("MDT0000"),
        said(
            osts_listed=0,
            osts_of_the_file_system=0,
            size_bytes_of_an_ost=None,
            size_bytes_total=None,
            users_may_fill_bytes=None,
            kept_for_root_share=None,
        ),
        (),
    ),
    "an OST is inactive": (
        HEAD + target("OST0000") + away("OST0001") + SUM.format(1000, 400, 500),
        said(osts_listed=1, **OF_ONE),
        (AWAY.format(1, 2),),
    ),
    "an OST between others isn't listed": (
        HEAD + target("OST0000") + target("OST0002") + BOTH,
        said(osts_of_the_file_system=3),
        (AWAY.format(1, 3),),
    ),
    "the sum has more": (
        HEAD + target("OST0000") + BOTH,
        said(**ONE),
        (MORE.format("1.024 MB", 1),),
    ),
    "the sum has 2 % more": (
        HEAD + target("OST0000", 980) + SUM.format(1000, 400, 500),
        said(**ONE, **OF_ONE, size_bytes_of_an_ost=980 * K),
        (),
    ),
    "the sum has more than 2 % more": (
        HEAD + target("OST0000", 979) + SUM.format(1000, 400, 500),
        said(**ONE, **OF_ONE, size_bytes_of_an_ost=979 * K),
        (MORE.format("21.5 kB", 1),),
    ),
    "an MDT is inactive": (
        HEAD + target("MDT0000") + away("MDT0001") + TWO + BOTH,
        said(),
        (MDTS.format(1, 2),),
    ),
    "an OST of another size": (
        HEAD + TWO + target("OST0002", 2000) + SUM.format(4000, 1200, 2700),
        said(
            osts_listed=3,
            osts_of_the_file_system=3,
            size_bytes_total=4000 * K,
            users_may_fill_bytes=3900 * K,
            kept_for_root_share=0.025,
        ),
        (ODD.format("OST0002"),),
    ),
    "six of the OSTs of other sizes are named": (
        HEAD + TEN + SUM.format(10042, 4000, 5000),
        said(
            osts_listed=10,
            osts_of_the_file_system=10,
            size_bytes_total=10042 * K,
            users_may_fill_bytes=9000 * K,
            kept_for_root_share=0.1038,
        ),
        (ODD.format(", ".join(f"OST{n:04x}" for n in range(3, 9)) + " …"),),
    ),
    "rounded": (
        HEAD.replace("1K-blocks", "bytes")
        + target("OST0000", "1.0M", "400.0K", "500.0K")
        + target("OST0001", "2.0M", "400.0K", "500.0K")
        + SUM.format("3.0M", "800.0K", "1000.0K"),
        said(
            size_bytes_of_an_ost=K * K,
            size_bytes_total=3 * K * K,
            kept_for_root_share=0.4141,
            rounded=True,
            rounded_to=ROUNDED,
        ),
        (),
    ),
    "inodes": (
        HEAD.replace("1K-blocks Used Available Use%", "Inodes IUsed IFree IUse%")
        + target("MDT0000", 100, 10, 90)
        + target("MDT0001", 200, 10, 190)
        + target("OST0000", 50, 5, 45)
        + target("OST0001", 50, 5, 45)
        + SUM.format(100, 10, 90),
        said(
            size_bytes_of_an_ost=None,
            size_bytes_total=None,
            users_may_fill_bytes=None,
            kept_for_root_share=None,
            mdt_inodes=300,
            ost_inodes=100,
        ),
        (),
    ),
    "free instead of used": (
        HEAD.replace("Used", "Free")
        + target("OST0000", 1000, 600, 500)
        + target("OST0001", 1000, 600, 500)
        + SUM.format(2000, 1200, 1000),
        said(),
        (),
    ),
    "listed twice": (
        HEAD + TWO + TWO + target("OST0001", 1000, 300, 600) + BOTH,
        said(),
        ("OST0001 is listed twice with different figures: the last ones count",),
    ),
    "a line without figures": (
        HEAD + target("OST0000") + target("OST0001", "-", "-", "-") + SUM.format(1000, 400, 500),
        said(**ONE, **OF_ONE),
        ("line 3: OST0001 has no figures; left out",),
    ),
    "a line is cut off": (
        HEAD + target("OST0000") + "a-OST0001_UUID 1000 400\n",
        said(**ONE, **OF_ONE),
        ("line 3 is cut off: OST0001 is left out", NO_SUM),
    ),
    "all of it is available": (
        HEAD + target("OST0000", 1000, 400, 600) + SUM.format(1000, 400, 700),
        said(**ONE, **{**OF_ONE, "users_may_fill_bytes": 1100 * K}, kept_for_root_share=0.0),
        (),
    ),
}


@pytest.mark.parametrize("name", LFS_DF)
def test_all_that_is_read_of_lfs_df(name: str) -> None:
    text, figures, warnings = LFS_DF[name]
    (one,) = read_file("x", text)
    assert (one.reading.reading, one.reading.warnings) == (figures, warnings)
    found = one.reading.found
    assert isinstance(found, FileSystem)
    assert found.is_cut == (name == "a line is cut off")


@pytest.mark.parametrize(
    ("head", "cells", "sizes", "inodes"),
    [
        ("1K-blocks Used Available", (10, 4, 5), (10 * K, 4 * K, 5 * K), (None, None)),
        ("1K-blocks Free Available", (10, 4, 5), (10 * K, 6 * K, 5 * K), (None, None)),
        ("1K-blocks Used Free", (10, 4, 5), (10 * K, 4 * K, None), (None, None)),
        ("1K-blocks Free Available", (10, 11, 5), (10 * K, 0, 5 * K), (None, None)),
        ("Inodes IUsed IFree", (10, 4, 5), (None, None, None), (10, 4)),
        ("Inodes IFree IUse%", (10, 4, "60%"), (None, None, None), (10, 6)),
        ("Inodes IFree IUse%", (10, 11, "0%"), (None, None, None), (10, 0)),
        ("bytes Used Available", ("10", "4", "5"), (10, 4, 5), (None, None)),
    ],
)
def test_columns_are_those_of_the_head(
    head: str,
    cells: tuple[int | str, int | str, int | str],
    sizes: tuple[int | None, int | None, int | None],
    inodes: tuple[int | None, int | None],
) -> None:
    """What is used is what isn't free, if only that is printed."""
    text = f"UUID {head} Mounted on\n" + target("OST000f", *cells).replace(" 45%", "")
    (one,) = read_file("x", text)
    assert isinstance(one.reading.found, FileSystem)
    (found,) = one.reading.found.targets
    assert (found.size, found.used, found.available) == sizes
    assert (found.inodes, found.inodes_used) == inodes
    assert (found.name, found.index, found.active) == ("OST000f", 15, True)
    known = None in sizes[1:]
    assert found.fillable == (None if known else sizes[1] + sizes[2])  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        (TWO, 1, "the head above the targets is missing: copy it, too"),
        (HEAD.replace("Used Available", "Belegt Verfügbar") + TWO, 1, ""),
        (HEAD + "a-OST0000_UUID 1000\n", 1, "no OST or MDT with figures is listed: run 'lfs df'"),
    ],
)
def test_what_is_no_table_of_targets_is_refused(text: str, line: int, what: str) -> None:
    with pytest.raises(InputError) as error:
        read_file("x", text)
    (problem,) = error.value.problems
    assert problem.place.line == line
    assert problem.what.startswith(what)


def test_each_file_system_has_its_own_figures_and_warnings() -> None:
    second = (TWO + target("OST0003")).replace("a-", "b-").replace("/a", "/b")
    first, other = (one.reading for one in read_file("x", HEAD + TWO + BOTH + HEAD + second))
    assert (first.reading, first.warnings) == (said(), ())
    assert other.reading["file_system"] == "b"
    assert other.reading["osts_of_the_file_system"] == 4
    assert [*other.warnings] == [
        AWAY.format(1, 4).replace("of a ", "of b "),
        NO_SUM.replace("of a ", "of b "),
    ]


def osd(name: str, form: str = "ldiskfs", **figures: int | str) -> str:
    usually = {"kbytestotal": 1_000_000, "kbytesfree": 800_000, "kbytesavail": 750_000}
    every = {"fstype": form, **usually, "filestotal": 15_700, **figures}
    return "".join(f"osd-{form}.a-{name}.{key}={value}\n" for key, value in every.items())


OSD = {
    "file_system": "a",
    "osts_here": 2,
    "inodes_of_an_ost": 15_700,
    "device_bytes": 15_700 * 65536,
    "bytes_per_inode": 65536,
    "size_bytes_of_an_ost": 1_024_000_000,
    "kept_for_root_share": 0.05,
}
PAIR = osd("OST0000") + osd("OST0001")
LACKS = "the output is cut off: {} of {} {}s lack {}: save all of it, and import it again"
LCTL: dict[str, tuple[str, dict[str, Any], tuple[str, ...]]] = {
    "whole": (PAIR, OSD, ()),
    "with its MDTs": (PAIR + osd("MDT0000"), {**OSD, "mdts_here": 1}, ()),
    "ZFS has no number of inodes": (
        osd("OST0000", "zfs") + osd("OST0001", "zfs"),
        {**OSD, "inodes_of_an_ost": None, "device_bytes": None, "bytes_per_inode": None},
        (),
    ),
    "no usual ratio": (
        osd("OST0000", filestotal=10_000) + osd("OST0001", filestotal=10_000),
        {**OSD, "inodes_of_an_ost": 10_000, "device_bytes": None, "bytes_per_inode": None},
        (),
    ),
    "one lacks what the other has": (
        PAIR.replace("osd-ldiskfs.a-OST0001.kbytesavail=750000\n", ""),
        OSD,
        (LACKS.format(1, 2, "OST", "kbytesavail"),),
    ),
    "a text for a number": (
        PAIR.replace("OST0001.kbytesfree=800000", "OST0001.kbytesfree=many"),
        OSD,
        (LACKS.format(1, 2, "OST", "kbytesfree"), "line 8 is no number: left out"),
    ),
    "cut off within the last number": (
        PAIR.rstrip()[:-2],
        OSD,
        (LACKS.format(1, 2, "OST", "filestotal"),),
    ),
    "another number at the end: the lower one of two counts": (PAIR.rstrip()[:-2] + "99", OSD, ()),
    "more free than there is": (
        osd("OST0000", kbytesfree=1_000_001) + osd("OST0001", kbytesfree=1_000_001),
        {**OSD, "kept_for_root_share": None},
        (),
    ),
    "more available than free": (
        osd("OST0000", kbytesavail=900_000) + osd("OST0001", kbytesavail=900_000),
        {**OSD, "kept_for_root_share": 0.0},
        (),
    ),
}


@pytest.mark.parametrize("name", LCTL)
def test_all_that_is_read_of_lctl(name: str) -> None:
    text, figures, warnings = LCTL[name]
    (one,) = read_file("x", text)
    assert (one.reading.reading, one.reading.warnings) == (figures, warnings)


@pytest.mark.parametrize(
    ("size", "inodes", "ratio"),
    [
        *((65536, 1, 65536), (65537, 1, 69905), (69905, 1, 69905), (131072, 1, 131072)),
        *((60294, 1, 65536), (60293, 1, None), (4194304, 1, 4194304), (4194305, 1, None)),
        *((2 * 262144, 2, 262144), (524288, 1, 524288), (1048576, 1, 1048576)),
        *((2097152, 1, 2097152), (0, 1, None), (1, 0, None), (None, 1, None), (1, None, None)),
    ],
)
def test_the_ratio_of_inodes_is_a_usual_one_that_fits(
    size: int | None, inodes: int | None, ratio: int | None
) -> None:
    assert bytes_per_inode(size, inodes) == ratio


@pytest.mark.parametrize(
    ("figures", "kept", "used"),
    [
        ({"kbytestotal": 10, "kbytesfree": 8, "kbytesavail": 7}, 1 * K, 2 * K),
        ({"kbytestotal": 10, "kbytesfree": 10, "kbytesavail": 10}, 0, 0),
        ({"kbytestotal": 10, "kbytesfree": 11, "kbytesavail": 7}, None, 0),
        ({"kbytestotal": 10, "kbytesfree": 8, "kbytesavail": 9}, 0, 2 * K),
        ({"kbytestotal": 10, "kbytesfree": 8}, None, 2 * K),
        ({"kbytestotal": 10, "kbytesavail": 8}, None, None),
        ({"kbytesfree": 8, "kbytesavail": 7}, None, None),
    ],
)
def test_what_a_device_keeps_and_uses(
    figures: dict[str, int], kept: int | None, used: int | None
) -> None:
    one = Osd("a", "OST", 0, "ldiskfs", figures)
    assert (one.kept, one.used) == (kept, used)


SIZES = {
    "1": 1,
    "0": 0,
    "1K": K,
    "1k": K,
    "1 KiB": K,
    "1kB": K,
    "1B": 1,
    " 7M ": 7 * K**2,
    "1G": K**3,
    "2T": 2 * K**4,
    "1P": K**5,
    "1E": K**6,
    "1Z": K**7,
    "1023Z": 1023 * K**7,
    "1.5K": 1536,
    "0.1K": 102,
    "0.0005K": 1,
    "0.0004K": 0,
    "1.5": 2,
    "1.4": 1,
    "1.25M": 1310720,
}


def test_sizes_are_powers_of_1024_to_the_nearest_byte() -> None:
    assert {text: binary_size(text) for text in SIZES} == SIZES
    for wrong in ("1Y", "1024Z", "", "x", "1KK", "-1", "1.K", "1e3", "K"):
        assert binary_size(wrong) is None, wrong


@pytest.mark.parametrize(
    ("value", "count"),
    [
        *((5, 5), (0, 0), (-1, None), (LARGEST - 1, LARGEST - 1), (LARGEST, None), (True, None)),
        *((5.0, 5), (0.0, 0), (5.5, None), (-1.0, None), (math.inf, None), (math.nan, None)),
        *((float(LARGEST), None), (" 12 ", 12), ("1.2", None), ("", None), (None, None)),
        *(("1" * 24, int("1" * 24)), ("1" * 25, None), ([], None)),
    ],
)
def test_counts_are_whole_and_not_below_nothing(value: object, count: int | None) -> None:
    found = whole_number(value)
    assert found == count
    assert type(found) is type(count)


@pytest.mark.parametrize(
    ("sizes", "size"),
    [
        *(([], None), ([5], 5), ([3, 3, 3], 3), ([1, 1, 2], 1), ([1, 2], 1), ([3, 1, 2], 2)),
        *(([1, 1, 2, 2], 2), ([4, 3, 2, 1], 2), ([9, 1, 1], 1)),
    ],
)
def test_the_usual_size(sizes: list[int], size: int | None) -> None:
    """The most frequent one, of equals the larger; the lower middle one if all differ."""
    assert usual(sizes) == size


def test_shares_have_four_decimals() -> None:
    assert (share(1, 3), share(0, 5), share(2, 3), share(1, 0)) == (0.3333, 0.0, 0.6667, None)
