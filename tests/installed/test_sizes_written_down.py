"""Sizes of files and volumes of controllers: small ones with all that is read, by hand."""

from __future__ import annotations

from typing import Any

import pytest

from model.errors import InputError
from model.installed.file_sizes import FileSizes, SizeClass, bounded
from model.installed.files import read_file
from model.installed.raid_volumes import Volume, layout, level_of, together

K = 1024
MIDDLE = "it doesn't say how much the files of a class hold: the middle is assumed"
RANGE = "Range                       Number\n"
DWALK = (
    f"{RANGE}[   0.000   B -   4.000 KiB ) 7\n[   4.000 KiB -  64.000 KiB ) 5\n"
    "[  64.000 KiB - 128.000 KiB ) 3\n[ 128.000 KiB -        MAX ) 2\n"
)
DIRECTORIES = "dwalk counts directories, too: copy its summary ('Items: …') as well"
LEFT = "{} directories and links were subtracted from the smallest files"
APART = "the histogram and the summary don't belong together"


def items(files: int, data: str = "") -> str:
    more = f"Data: {data} (1 per file)\n" if data else ""
    return f"Items: 20\n  Directories: 1\n  Files: {files}\n{more}"


HEAD = "type,count,volume,spc_used,avg_size,0,1~31,32~1K-,1K~31K,32K~1M-,1M~31M,32M~1G-,1G~31G,"
HEAD = HEAD.replace(",", ", ") + "32G~1T-, +1T\n"
RULES = "Rule#  Hit_Cnt  KB_Hit  Chosen  KB_Chosen  KB_Ill  Rule\n"
FPROF = (
    "Fileset histograms\n  <  4.00 KiB  1,200  {}12.00%  12.00%\n"
    "  >  4.00 KiB  {}  {}0.00%  1.00%\n"
)


def rule(number: int, hits: int, kib: int, name: str) -> str:
    return f"  {number}  {hits}  {kib}  {hits}  {kib}  0  RULE 'r{number}' LIST '{name}' WHERE(x)\n"


def file(size: int) -> str:
    return f"12 34 56  {size} -- /made/up\n"


Read = tuple[str, list[tuple[int, int | None, int, int | None]], int | None, tuple[str, ...]]
SIZES: dict[str, tuple[str, Read]] = {
    "dwalk alone": (
        DWALK,
        (
            "dwalk",
            [
                (0, 4 * K, 7, None),
                (4 * K, 64 * K, 5, None),
                (64 * K, 128 * K, 3, None),
                (128 * K, None, 2, None),
            ],
            None,
            (DIRECTORIES, MIDDLE),
        ),
    ),
    "dwalk with as many files": (
        items(17, "1.000 MiB") + DWALK,
        (
            "dwalk",
            [
                (0, 4 * K, 7, None),
                (4 * K, 64 * K, 5, None),
                (64 * K, 128 * K, 3, None),
                (128 * K, None, 2, None),
            ],
            K * K,
            (),
        ),
    ),
    "dwalk with directories": (
        items(8, "1.000 MiB") + DWALK,
        (
            "dwalk",
            [
                (0, 4 * K, 0, None),
                (4 * K, 64 * K, 3, None),
                (64 * K, 128 * K, 3, None),
                (128 * K, None, 2, None),
            ],
            K * K,
            (LEFT.format(9),),
        ),
    ),
    "dwalk with more directories than there may be": (
        items(4) + DWALK,
        (
            "dwalk",
            [
                (0, 4 * K, 0, None),
                (4 * K, 64 * K, 0, None),
                (64 * K, 128 * K, 3, None),
                (128 * K, None, 2, None),
            ],
            None,
            (LEFT.format(13), APART, MIDDLE),
        ),
    ),
    "the last histogram of dwalk": (
        DWALK + f"{RANGE}[   0.000   B -   4.000 KiB ) 9\n",
        ("dwalk", [(0, 4 * K, 9, None)], None, (DIRECTORIES, MIDDLE)),
    ),
    "robinhood": (
        HEAD
        + "file, 3, 1000, 9, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10\n"
        + "dir, 3, 1000, 9, 9, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1\n"
        + "file, 3, 1.00 KB, 9, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0\n"
        + HEAD
        + "file, 3, 1000, 9, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10\n",
        (
            "robinhood",
            [
                (0, 0, 2, None),
                (1, 31, 2, None),
                (32, K - 1, 3, None),
                (K, 32 * K - 1, 4, None),
                (32 * K, K**2 - 1, 5, None),
                (K**2, 32 * K**2 - 1, 6, None),
                (32 * K**2, K**3 - 1, 7, None),
                (K**3, 32 * K**3 - 1, 8, None),
                (32 * K**3, K**4 - 1, 9, None),
                (K**4, None, 10, None),
            ],
            1000 + K,
            (),
        ),
    ),
    "rules of a policy": (
        RULES
        + rule(0, 10, 20, "a")
        + RULES
        + rule(0, 2, 8, "a")
        + rule(1, 0, 0, "a")
        + rule(2, 99, 99, "b"),
        (
            "mmapplypolicy",
            [(4 * K, None, 2, 8 * K), (0, None, 0, 0)],
            8 * K,
            ("sizes are the space allocated to files (KB_Hit), with their replicas",),
        ),
    ),
    "files of a policy": (
        "".join(map(file, (0, 1, 2, 4, 5, 16, 17, 64))),
        (
            "mmapplypolicy",
            [(0, 1, 2, 1), (1, 4, 2, 6), (4, 16, 2, 21), (16, 64, 2, 81)],
            109,
            (),
        ),
    ),
    "fprof without sizes": (
        FPROF.format("", 30, "") + "Total file size: 24.00 MiB\n",
        ("fprof", [(0, 4 * K, 1200, None), (4 * K, None, 30, None)], 24 * K**2, ()),
    ),
    "fprof with sizes": (
        FPROF.format("4.00 MiB ", 30, "20.00 MiB "),
        (
            "fprof",
            [(0, 4 * K, 1200, 4 * K**2), (4 * K, None, 30, 20 * K**2)],
            24 * K**2,
            (),
        ),
    ),
    "fprof with a class without files": (
        FPROF.format("4.00 MiB ", 0, "20.00 MiB "),
        ("fprof", [(0, 4 * K, 1200, 4 * K**2), (4 * K, None, 0, None)], 4 * K**2, ()),
    ),
    "fprof with some sizes": (
        FPROF.format("", 30, "20.00 MiB "),
        (
            "fprof",
            [(0, 4 * K, 1200, None), (4 * K, None, 30, 20 * K**2)],
            None,
            (MIDDLE,),
        ),
    ),
}


@pytest.mark.parametrize("name", SIZES)
def test_all_that_is_read_of_files(name: str) -> None:
    text, (tool, classes, total, notes) = SIZES[name]
    (one,) = read_file("x", text)
    reading = one.reading.reading
    found = one.reading.found
    assert isinstance(found, FileSizes)
    told = [(x.low, x.high, x.files, x.size) for x in found.classes]
    assert told == classes
    assert (reading["tool"], reading["total_bytes"], one.reading.warnings) == (tool, total, notes)
    count = sum(files for _, _, files, _ in classes)
    assert (reading["files"], found.count) == (count, count)
    if total is not None:
        assert reading["mean_file_bytes"] == round(total / count)
    keys = ("above_bytes", "up_to_bytes", "files", "bytes")
    assert [tuple(x[key] for key in keys) for x in reading["classes"]] == classes


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        (HEAD, 0, "no row of files is here"),
        (HEAD + "file, 3, 1000, 9, 9, 1, 2, 3, x, 5, 6, 7, 8, 9, 10\n", 2, "a number of files is"),
        (RULES, 0, "no LIST rule has hits here"),
        (FPROF.format("", 30, "").rpartition("  >")[0], 0, "the histogram is cut off"),
        ("Fileset histograms\n", 0, "no class of sizes is here"),
        (items(3), 0, "no histogram is here"),
    ],
)
def test_what_lacks_is_named(text: str, line: int, what: str) -> None:
    with pytest.raises(InputError) as error:
        read_file("x", text)
    (problem,) = error.value.problems
    assert problem.what.startswith(what)
    assert problem.place.line == (line or problem.place.line)


@pytest.mark.parametrize(
    ("low", "high", "place", "size"),
    [
        *((0, 100, 0.0, 0), (0, 100, 0.5, 50), (0, 100, 1.0, 100), (16, 64, 0.0, 16)),
        *((16, 64, 0.5, 32), (16, 64, 1.0, 64), (16, None, 0.5, 32), (16, None, 1.0, 64)),
        *((5, 5, 0.5, 5), (0, None, 0.5, 0), (0, 0, 0.5, 0)),
    ],
)
def test_a_size_in_a_class(low: int, high: int | None, place: float, size: float) -> None:
    """Geometric, but from nothing on; an open class ends at four times its begin."""
    assert SizeClass(low, high, 1).typical(place) == pytest.approx(size)


@pytest.mark.parametrize(
    ("classes", "total", "sizes"),
    [
        ([(16, 64, 2, None)], None, [(32, 2)]),
        ([(16, 64, 2, None)], 2 * 16, [(16, 2)]),
        ([(16, 64, 2, None)], 2 * 64, [(64, 2)]),
        ([(16, 64, 2, None)], 2 * 40, [(40, 2)]),
        ([(16, 64, 2, 100)], 100, [(50, 2)]),
        ([(16, 64, 2, 10)], 10, [(16, 2)]),
        ([(16, 64, 2, 1000)], 1000, [(64, 2)]),
        ([(16, None, 2, 1000)], 1000, [(500, 2)]),
        ([(16, 64, 2, 100), (64, 256, 1, None)], 100 + 128, [(50, 2), (128, 1)]),
        ([(16, 64, 0, None), (64, 256, 3, None)], None, [(128, 3)]),
        ([(16, 64, 1, 50), (16, 256, 3, 150)], None, [(50, 4)]),
        ([], None, []),
    ],
)
def test_sizes_lie_where_the_total_is_met(
    classes: list[tuple[int, int | None, int, int | None]],
    total: int | None,
    sizes: list[tuple[int, int]],
) -> None:
    found = FileSizes(tuple(SizeClass(*one) for one in classes), total)
    assert found.sizes() == sizes
    count = sum(files for _, files in sizes)
    whole = total if total is not None else sum(size * files for size, files in sizes)
    assert found.mean == (pytest.approx(whole / count) if count else None)
    is_open = any(size is None and files for _, _, files, size in classes)
    assert found.is_assumed == (total is None and is_open)


def test_the_sentence_of_files() -> None:
    classes = (SizeClass(0, 65536, 3, 3 * 65536), SizeClass(65536, None, 1, 65537))
    assert FileSizes(classes, 262145).sentence == (
        "4 files of 65.54 kB on average; 75 % are 64 KiB or smaller"
    )
    assert FileSizes().sentence == "0 files"


def test_files_up_to_each_bound() -> None:
    assert bounded((10, 20), (1, 2, 3), 99) == FileSizes(
        (SizeClass(0, 10, 1), SizeClass(10, 20, 2), SizeClass(20, None, 3)), 99
    )


TB = 10**12


@pytest.mark.parametrize(
    ("level", "size", "drives", "spans", "drive", "written"),
    [
        ("RAID6", 8, 10, None, None, "raid6:10"),
        ("raid 5", 8, 9, None, None, "raid5:9"),
        ("RAID-10", 4, 8, None, None, "raid10:8"),
        ("RAID00", 4, 8, None, None, "raid0:8"),
        ("RAID1E", 4, 8, None, None, "raid10:8"),
        ("RAID01", 4, 8, None, None, "raid10:8"),
        ("R0", 4, 2, None, None, "raid0:2"),
        ("R0", 4, 1, None, None, "drive"),
        ("RAID1", 1, 2, None, None, "raid1:2"),
        ("RAID6", 8, 0, None, None, None),
        ("RAID6", 8, 1, None, None, "raid6:1"),
        ("RAID7", 8, 10, None, None, None),
        ("RAID60", 16, 20, 2, None, "raid60:2x10"),
        ("RAID60", 16, 20, 3, None, None),
        ("RAID60", 16, 20, None, 1, "raid60:2x10"),
        ("RAID50", 18, 20, None, 1, "raid50:2x10"),
        ("RAID50", 15, 20, None, 1, "raid50:5x4"),
        ("RAID50", 14, 21, None, 1, "raid50:7x3"),
        ("RAID50", 12, 20, None, 1, None),
        ("RAID60", 18, 20, None, 1, None),
        ("RAID60", 10, 20, None, 1, "raid60:5x4"),
        ("RAID60", 8, 20, None, 1, None),
        ("RAID60", 16, 20, None, None, None),
        ("RAID60", 0, 20, None, 1, None),
    ],
)
def test_the_layout_of_a_volume(
    level: str,
    size: int,
    drives: int,
    spans: int | None,
    drive: int | None,
    written: str | None,
) -> None:
    """Spans are what the drives have more than the volume, one or two drives each, from two on."""
    volume = Volume(level, size * TB, drives, spans)
    assert layout(volume, drive and drive * TB) == written


@pytest.mark.parametrize(
    ("level", "size", "drive", "known"),
    [
        ("StripedWithParity", 9.0, 1, "raid5"),
        ("StripedWithParity", 8.5, 1, "raid5"),
        ("StripedWithParity", 8.4, 1, "raid6"),
        ("StripedWithParity", 8.0, 1, "raid6"),
        ("StripedWithParity", 8.0, None, "StripedWithParity"),
        ("SpannedStripesWithParity", 6.0, 1, "raid60"),
        ("SpannedStripesWithParity", 6.1, 1, "raid50"),
        ("Mirrored", 5.0, 1, "raid1"),
        ("SpannedMirrors", 5.0, 1, "raid10"),
        ("NonRedundant", 5.0, 1, "raid0"),
        ("RAID6", 8.0, 1, "RAID6"),
    ],
)
def test_the_level_of_parity_follows_from_the_size(
    level: str, size: float, drive: int | None, known: str
) -> None:
    assert level_of(Volume(level, int(size * 10), 10), drive and drive * 10) == known


Together = tuple[str | None, int | None, int | None]


@pytest.mark.parametrize(
    ("volumes", "drive", "found"),
    [
        ([], 5, (None, None, 5)),
        ([Volume("raid6", 8, 10)], 1, ("raid6:10", 8, 1)),
        ([Volume("raid6", 8, 10)] * 3, 1, ("3 x raid6:10", 8, 1)),
        ([Volume("raid6", 8, 10)] * 2 + [Volume("raid1", 17, 2)], 1, ("raid1:2", 17, 1)),
        ([Volume("raid6", 8, 10)] * 2 + [Volume("raid1", 15, 2)], 1, ("2 x raid6:10", 8, 1)),
        ([Volume("raid6", 8, 10, drive=2)] * 2, 1, ("2 x raid6:10", 8, 2)),
        ([Volume("raid9", 8, 10)] * 2, None, (None, 8, None)),
    ],
)
def test_the_volumes_that_hold_most(
    volumes: list[Volume], drive: int | None, found: Together
) -> None:
    assert together(volumes, drive) == found


def test_nothing_else_is_known_of_a_volume() -> None:
    figures: dict[str, Any] = vars(Volume("raid6", 8, 10))
    assert figures == {"level": "raid6", "size": 8, "drives": 10, "spans": None, "drive": None}
