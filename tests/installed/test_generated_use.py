"""Sizes of files, usage over time and what follows from them, against figures computed here."""

from __future__ import annotations

import bz2
import datetime
import gzip
import io
import lzma
import math
import tarfile
import zipfile
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.errors import InputError
from model.installed import archives
from model.installed.acceptance_figures import of_df
from model.installed.archives import is_archive, members
from model.installed.binary_sizes import LARGEST, binary_size, share, whole_number
from model.installed.ceph_osd_df import Osd
from model.installed.ceph_tiers import max_avail
from model.installed.file_sizes import FileSizes, SizeClass, bounded
from model.installed.files import read_file
from model.installed.growth import used as joined
from model.installed.occupancy import Growth, Inodes, Occupancy, Target
from model.installed.reading import FileReading, Reading
from model.installed.usage_tables import UsageTable
from model.tender.acceptance import CAPACITY
from model.tender.acceptance_verdicts import USED

KIB, GIB, TIB = 2**10, 2**30, 2**40
few = settings(max_examples=25)
DAY = datetime.date(2026, 1, 1)


def read(text: str, name: str = "x.txt") -> Reading:
    (found,) = read_file(name, text)
    return found.reading


def some(elements: st.SearchStrategy[Any], least: int = 1, most: int = 5) -> Any:
    return st.lists(elements, min_size=least, max_size=most)


COUNTS = some(st.integers(0, 5000), 4, 4)


@few
@given(COUNTS, st.booleans())
def test_histograms_of_fprof(counts, with_sizes):
    bounds = (0, 4, 1024, 2048)
    lines = ["Fileset Histogram", "", " Buckets Num of Files Size %(Files) %(Size)"]
    for n, (bound, count) in enumerate(zip(bounds, counts, strict=True)):
        sign = ">" if n == 3 else "<="
        shown = bounds[2] if n == 3 else bound
        size = f" {count * bound / 2:.2f} KiB" if with_sizes else ""
        lines.append(f"  {sign} {shown}.00 KiB  {count:,} {size}  4.08%  0.00%")
    total = [] if with_sizes else ["  Total file size: 10.00 GiB"]
    reading = read("\n".join([*lines, *total]) + "\n")
    ends = [bound * KIB for bound in bounds[:3]]
    sizes = [int(count * bound * KIB / 2) for bound, count in zip(bounds, counts, strict=True)]
    expected = tuple(
        SizeClass(low, high, count, size if with_sizes and count else None)
        for low, high, count, size in zip([0, *ends], [*ends, None], counts, sizes, strict=True)
    )
    assert reading.found == FileSizes(expected, sum(sizes) if with_sizes else 10 * GIB)
    assert reading.reading["files"] == sum(counts)
    assert reading.reading["classes"] == [
        {"above_bytes": one.low, "up_to_bytes": one.high, "files": one.files, "bytes": one.size}
        for one in expected
    ]
    assert reading.warnings == ()


@few
@given(some(st.integers(0, 500), 5, 5), st.integers(0, 700), st.booleans())
def test_histograms_of_dwalk(counts, directories, has_summary):
    """Directories are taken from the smallest classes, up to 64 KiB."""
    ends = ((1.0, "KiB"), (64.0, "KiB"), (65.0, "KiB"), (1.0, "GiB"))
    bounds = [KIB, 64 * KIB, 65 * KIB, GIB]
    files = max(0, sum(counts) - directories)
    lines = ["[2026-08-04T10:00:00] Items: 7"] if has_summary else []
    lines += [f"[2026-08-04T10:00:00]   Files: {files}"] if has_summary else []
    lines += ["[2026-08-04T10:00:00] Data: 5.500 GiB (5.120 MiB per file)"] if has_summary else []
    lines += ["Range                       Number", "[   0.000   B -   7.000   B ) 9"]
    lines += ["Range                       Number"]
    before = "0.000   B"
    for (end, unit), count in zip(ends, counts, strict=False):
        lines.append(f"[   {before} -   {end:.3f} {unit} ) {count}")
        before = f"{end:.3f} {unit}"
    lines.append(f"[   {before} - MAX ) {counts[4]}")
    reading = read("\n".join(lines) + "\n")
    left, expected = sum(counts) - files if has_summary else 0, []
    others = left
    for low, high, count in zip([0, *bounds], [*bounds, None], counts, strict=True):
        taken = min(left, count) if high is not None and high <= 64 * KIB else 0
        left -= taken
        expected.append(SizeClass(low, high, count - taken))
    assert reading.found == FileSizes(tuple(expected), int(5.5 * GIB) if has_summary else None)
    told = []
    if not has_summary:
        told = ["dwalk counts directories, too: copy its summary ('Items: …') as well"]
    elif others:
        told = [f"{others:,} directories and links were subtracted from the smallest files"]
    if left:
        told.append("the histogram and the summary don't belong together")
    if not has_summary and sum(counts):
        told.append("it doesn't say how much the files of a class hold: the middle is assumed")
    assert [*reading.warnings] == told


@few
@given(some(some(st.integers(0, 9), 10, 10), 1, 3), st.sampled_from(("plain", "shown", "none")))
def test_profiles_of_robinhood(rows, volumes):
    heads = "0, 1~31, 32~1K-, 1K~31K, 32K~1M-, 1M~31M, 32M~1G-, 1G~31G, 32G~1T-, +1T"
    lines = [f"user, type, count, {'' if volumes == 'none' else 'volume, '}{heads}"]
    for n, counts in enumerate(rows):
        volume = {"plain": f"{n + 1}024, ", "shown": f"{n + 1}.00 KB, ", "none": ""}[volumes]
        numbers = ", ".join(map(str, counts))
        lines.append(f"secret, file, {sum(counts)}, {volume}{numbers}")
        lines.append(f"secret, dir, 7, {volume}{numbers}")
    reading = read("\n".join([*lines, "", *lines]) + "\n")  # a second report is of the same files
    lows = [0, 1, 32, KIB, 32 * KIB, KIB**2, 32 * KIB**2, KIB**3, 32 * KIB**3, KIB**4]
    highs = [*(low - 1 for low in lows[1:]), None]
    total = {
        "plain": sum(int(f"{n + 1}024") for n in range(len(rows))),
        "shown": sum((n + 1) * KIB for n in range(len(rows))),
        "none": None,
    }[volumes]
    assert reading.found == FileSizes(
        tuple(
            SizeClass(low, high, sum(counts))
            for low, high, counts in zip(lows, highs, zip(*rows, strict=True), strict=True)
        ),
        total,
    )


@few
@given(some(st.tuples(st.integers(0, 99), st.integers(0, 9999)), 1, 4), st.booleans())
def test_rules_of_mmapplypolicy(rules, has_two_lists):
    head = " Rule#  Hit_Cnt  KB_Hit  Chosen  KB_Chosen  KB_Ill  Rule"
    lines = [head, "  0  7  7  7  7  0  RULE 'x' LIST 'old' WHERE(TRUE)", head]
    for n, (hits, size) in enumerate(rules):
        lines.append(f"  {n}  {hits:,}  {size:,}  1  2  0  RULE 'r' LIST 'sizes' WHERE(TRUE)")
    if has_two_lists and len(rules) > 1:
        lines.append("  9  99  99  99  9  0  RULE 'x' LIST 'other' WHERE(TRUE)")
    reading = read("\n".join(lines) + "\n")
    assert reading.found == FileSizes(
        tuple(
            SizeClass(size * KIB // hits if hits else 0, None, hits, size * KIB)
            for hits, size in rules
        ),
        sum(size for _, size in rules) * KIB,
    )
    assert "allocated to files (KB_Hit)" in reading.warnings[0]
    assert ("one rule is one class" in " ".join(reading.warnings)) == (len(rules) == 1)


@few
@given(some(st.integers(0, 4**9), 1, 9))
def test_files_of_mmapplypolicy(sizes):
    """Classes end at powers of four, which belong to the lower class."""
    lines = [f"1 {n} 0 {size} -- /gpfs/secret/{n}" for n, size in enumerate(sizes)]
    found = read("\n".join(lines) + "\n").found
    assert isinstance(found, FileSizes)
    assert found.total == sum(sizes)
    for one in found.classes:
        own = [size for size in sizes if one.low < size <= one.high or (size == one.low == 0)]
        assert (one.files, one.size) == (len(own), sum(own))
        assert one.high == 1 if one.low == 0 else one.high == 4 * one.low
    assert sum(one.files for one in found.classes) == len(sizes)


SIZES = some(st.integers(1, 10**6), 1, 4)


@few
@given(some(st.integers(0, 50), 4, 4).filter(any), st.floats(0.05, 0.95))
def test_sizes_of_files_meet_their_total(counts, place):
    """In each class at the same place between its ends, by the ratio of the ends."""
    bounds = (100, 6400, 10**6)
    ends = [(0, 100), (100, 6400), (6400, 10**6), (10**6, 4 * 10**6)]
    typical = [
        low + place * (high - low) if not low else low * (high / low) ** place for low, high in ends
    ]
    total = round(sum(count * size for count, size in zip(counts, typical, strict=True)))
    found = bounded(bounds, counts, total)
    assert found.count == sum(counts)
    assert found.mean == pytest.approx(total / sum(counts))
    expected = [(s, n) for s, n in zip(typical, counts, strict=True) if n]
    for (size, files), (near, number) in zip(found.sizes(), expected, strict=True):
        assert files == number
        assert size == pytest.approx(near, rel=1e-3, abs=2)
    middle = bounded(bounds, counts)
    halves = [50, 100 * 8, 6400 * (10**6 / 6400) ** 0.5, 2 * 10**6]
    assert [size for size, _ in middle.sizes()] == [
        round(size) for size, count in zip(halves, counts, strict=True) if count
    ]
    assert middle.is_assumed
    assert not found.is_assumed
    small = 100 * sum(n for s, n in middle.sizes() if s <= 65536) / sum(counts)
    assert f"; {small:.0f} % are 64 KiB or smaller" in middle.sentence
    assert f"{sum(counts):,} files of " in middle.sentence


def test_a_class_at_64_kib_is_small_and_no_file_has_no_mean():
    small = FileSizes((SizeClass(0, None, 1, 65536), SizeClass(0, None, 1, 65537)))
    assert "; 50 % are 64 KiB or smaller" in small.sentence
    assert FileSizes(()).mean is None
    assert FileSizes(()).sentence == "0 files"
    outside = FileSizes((SizeClass(10, 20, 2, 100), SizeClass(30, 40, 2, 2)))
    assert outside.sizes() == [(20, 2), (30, 2)]  # no file is outside of its class
    assert SizeClass(8, None, 1).typical(1) == 32
    assert SizeClass(8, 8, 1).typical(0.5) == 8


def day(n: float) -> datetime.date:
    return DAY + datetime.timedelta(days=n)


USAGE = some(st.tuples(st.integers(1, 40), st.integers(0, 5000)), 2, 6)


@few
@given(USAGE, some(st.integers(0, 9), 1, 3))
def test_growth_is_the_line_through_all_days(steps, shares):
    """Least squares by numpy, of the sum of the groups; its error by the scatter around it."""
    days = np.cumsum([step for step, _ in steps])
    rows = [[size + 1000 * n for n in shares] for _, size in steps]
    heads = ",".join(f"g{n} (GiB)" for n in range(len(shares)))
    lines = [f"date,{heads}"]
    lines += [f"{day(int(d))},{','.join(map(str, row))}" for d, row in zip(days, rows, strict=True)]
    reading = read("\n".join(lines) + "\n", "u.csv")
    table = reading.found
    assert isinstance(table, UsageTable)
    sums = np.array([sum(row) for row in rows], float) * GIB
    slope, level = np.polyfit(days.astype(float), sums, 1)
    total = table.total
    assert total is not None
    assert total.added == pytest.approx(slope * 365.25, rel=1e-6, abs=1)
    assert total.last == sums[-1]
    assert total.days == tuple(day(int(d)) for d in days)
    scatter = sums - (level + slope * days)
    if len(days) > 2:
        spread = ((days - days.mean()) ** 2).sum()
        error = math.sqrt((scatter**2).sum() / (len(days) - 2) / spread) * 365.25
        assert total.error == pytest.approx(error, rel=1e-5, abs=10)
    else:
        assert total.error is None
        assert "growth from 2 days is uncertain: import more months" in reading.warnings
    assert reading.reading == {
        "groups": len(shares),
        "days": len(days),
        "from": day(int(days[0])).isoformat(),
        "to": day(int(days[-1])).isoformat(),
        "used_bytes": round(sums[-1]),
        "added_bytes_per_year": round(total.added),
    }
    tier = {"name": "fs", "target": {}}
    space = Occupancy("fs", (Target("t", int(sums[-1]), int(sums[-1]) + TIB),))
    found = joined([tier], [space], [FileReading("u.csv", reading)])
    (grown,) = found.occupancies
    assert grown.added_per_year == pytest.approx(total.added, rel=1e-6, abs=1)
    assert grown.counted_from == day(int(days[-1]))
    demand = found.of_site["demand"]
    assert demand["start"] == day(int(days[-1])).isoformat()
    assert [one["volume"]["value"] for one in demand["groups"]] == [
        f"{size * GIB} B" for size in rows[-1]
    ]
    assert found.warnings == ()


TARGET = st.tuples(st.integers(0, 900), st.integers(900, 2000))


def after(left: float, per_year: float) -> datetime.date | None:
    """The day on which so much is added; None if it is never, or beyond the calendar."""
    days = math.inf if per_year <= 0 else left / per_year * 365.25
    return None if days > (datetime.date.max - DAY).days else DAY + datetime.timedelta(days)


@few
@given(some(TARGET, 1, 4), st.integers(-50, 900), st.one_of(st.none(), st.integers(0, 99)))
def test_days_on_which_targets_are_full(targets, rate, error):
    """Each gets an equal share of what is added; sizes in GiB, rates in GiB a year."""
    growth = Growth(float(rate * GIB), DAY, None if error is None else float(error * GIB))
    listed = tuple(Target(f"t{n}", u * GIB, s * GIB) for n, (u, s) in enumerate(targets))
    use = Occupancy("fs", listed, growth=growth)

    lefts = [size - used for used, size in targets]
    all_left = min(lefts) * len(targets)
    assert use.until_full == all_left * GIB
    assert use.bytes_used == sum(used for used, _ in targets) * GIB
    assert use.bytes_fillable == sum(size for _, size in targets) * GIB
    full = [used / size for used, size in targets]
    assert use.fullest is not None
    assert use.fullest.full == max(full)
    assert use.imbalance == (max(full) - min(full) if len(full) > 1 else None)
    assert use.full_on == after(all_left, rate)
    assert [use.full_on_of(one) for one in listed] == [
        after(left * len(targets), rate) for left in lefts
    ]
    if error is None or rate <= 0:
        assert use.full_between is None
    else:
        first, last = after(all_left, rate + 2 * error), after(all_left, rate - 2 * error)
        assert use.full_between == (first, last)
    figures = use.figures
    assert figures["used_share"] == round(use.bytes_used / use.bytes_fillable, 4)
    assert figures["fullest"]["used_share"] == round(max(full), 4)
    assert [one["full_on"] for one in figures["targets"]] == [
        on and on.isoformat() for on in (use.full_on_of(one) for one in listed)
    ]
    text = use.sentence
    whole = 100 * use.bytes_used / use.bytes_fillable
    assert f"in use ({share(use.bytes_used, use.bytes_fillable) * 100:.0f} %)" in text
    assert abs(whole - 100 * figures["used_share"]) < 0.01
    assert (f"; fullest {use.fullest.name}, {100 * max(full):.0f} %" in text) == (len(full) > 1)
    assert ("until the fullest is full" in text) == (len(full) > 1)
    who = "the fullest" if len(full) > 1 else "it"
    assert (f", so {who} is full on " in text) == (use.full_on is not None)
    assert ("counted from 2026-01-01" in text) == (use.full_on is not None)
    assert " a year" in text
    assert ("; +" in text) == (rate >= 0)


INODE = st.tuples(st.integers(0, 900), st.integers(901, 2000))


@few
@given(some(INODE, 1, 3), some(INODE, 0, 3), st.integers(1, 500))
def test_days_on_which_inodes_run_out(mdts, osts, rate):
    """A kind of targets gets as much of what is added as it has of what is in use."""
    targets = tuple(
        Inodes(f"{kind}{n}", used, total)
        for kind, rows in (("MDT", mdts), ("OST", osts))
        for n, (used, total) in enumerate(rows)
    )
    used, total = sum(u for u, _ in mdts), sum(t for _, t in mdts)
    use = Occupancy(
        *("fs", (), used, total), inode_growth=Growth(float(rate), DAY, 1.0), inode_targets=targets
    )

    days = []
    for one in targets:
        kind = mdts if one.name.startswith("MDT") else osts
        each = sum(u for u, _ in kind) / used / len(kind) * rate if used else 0
        on = after(one.total - one.used, each)
        found = use.inodes_out_on_of(one)
        assert (found is None) == (on is None)
        assert on is None or abs((found - on).days) <= 1
        days.append(found)
    whole = after(total - used, rate)
    assert use.inodes_out_on == min(one for one in (whole, *days) if one is not None)
    first, last = use.inodes_out_between or (None, None)
    assert first is not None
    assert first <= use.inodes_out_on
    assert last is None or last >= use.inodes_out_on
    assert "if files stay as large as today" in use.sentence
    percent = round(used / total, 4) * 100
    assert f"; {percent:.0f} % of the inodes" in use.sentence


OSD = st.tuples(st.integers(1, 100), st.integers(0, 100), st.integers(0, 3))


@few
@given(some(OSD, 1, 6), st.sampled_from(("3-way", "4+2")), st.booleans())
def test_what_ceph_can_still_store(osds, code, has_weights):
    """Each OSD takes data by its weight; the first that is full ends it."""
    found = [
        Osd(n, "hdd", size * GIB, used * GIB, True, None, weight if has_weights else None)
        for n, (size, used, weight) in enumerate(osds)
    ]
    weights = [weight if has_weights else size for size, _, weight in osds]
    room = [
        max(Fraction(0), Fraction(95, 100) * size - used) * GIB * sum(weights) / weight
        for (size, used, _), weight in zip(osds, weights, strict=True)
        if weight
    ]
    efficiency = {"3-way": Fraction(1, 3), "4+2": Fraction(2, 3)}[code]
    assert max_avail(found, code, 0.95) == int(min(room, default=Fraction(0)) * efficiency)


@few
@given(st.integers(0, 10**6), st.integers(0, 999), st.sampled_from(("", *"KMGTPE")))
def test_sizes_are_read_to_the_nearest_byte(whole, thousandths, letter):
    scale = 1024 ** ("KMGTPE".index(letter) + 1 if letter else 0)
    exact = (whole + Fraction(thousandths, 1000)) * scale
    nearest = int(exact + Fraction(1, 2))
    for unit in (letter, f" {letter}B", f"{letter}iB" if letter else ""):
        assert binary_size(f" {whole}.{thousandths:03}{unit} ") == nearest
    assert binary_size(f"{whole}{letter}") == whole * scale
    assert whole_number(f" {whole} ") == whole_number(whole) == whole_number(float(whole)) == whole


@pytest.mark.parametrize("wrong", ["", "x", "1 KK", "1,5K", "-1", "1.5.5K", "1e3"])
def test_what_is_no_size(wrong):
    assert binary_size(wrong) is None
    assert whole_number(wrong) is None


def test_figures_beyond_any_system_are_damaged():
    assert binary_size(str(2**59)) == 2**59
    assert binary_size(f"{2**20 - 1}E") == (2**20 - 1) * 2**60
    assert binary_size(f"{2**20}E") is None
    assert whole_number(LARGEST - 1) == LARGEST - 1
    for wrong in (LARGEST, -1, float(LARGEST), 1.5, -1.0, True, None, [], "1" * 25, math.inf):
        assert whole_number(wrong) is None, wrong
    assert whole_number(0) == whole_number(0.0) == whole_number("0") == 0
    assert share(1, 3) == 0.3333
    assert share(0, 3) == 0.0
    assert share(0, 0) is None


PACK = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress, "": lambda x: x}


def tar(files: dict[str, bytes]) -> bytes:
    into = io.BytesIO()
    with tarfile.open(mode="w", fileobj=into) as archive:
        for name, content in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
        folder = tarfile.TarInfo("folder")
        folder.type = tarfile.DIRTYPE
        archive.addfile(folder)
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    return into.getvalue()


def zipped(files: dict[str, bytes]) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as archive:
        archive.writestr("folder/", b"")
        for name, content in files.items():
            archive.writestr(name, content)
    return into.getvalue()


@pytest.mark.parametrize("kind", [*PACK, "zip"])
def test_archives_up_to_their_limits(kind, monkeypatch):
    files = {"a/1.txt": b"x" * 50, "b/2.txt": b"y" * 100, "empty": b""}
    make = zipped if kind == "zip" else lambda some: PACK[kind](tar(some))
    content = make(files)
    assert is_archive(content)
    there = [(name, text) for name, text in files.items() if text]
    assert [*members(content, "x")] == there
    monkeypatch.setattr(archives, "LARGEST", 100)
    assert [*members(content, "x")] == there
    monkeypatch.setattr(archives, "LARGEST", 99)
    assert [*members(content, "x")] == there[:1]
    monkeypatch.undo()
    listed = 2 if kind == "zip" else 5
    monkeypatch.setattr(archives, "MOST_FILES", listed)
    assert [*members(content, "x")] == there
    monkeypatch.setattr(archives, "MOST_FILES", listed - 1)
    with pytest.raises(InputError, match="too large") as wrong:
        [*members(content, "x.tar")]
    assert str(wrong.value).startswith("x.tar: the archive is too large (at most 1000 MB and ")
    monkeypatch.undo()
    size = 150 if kind == "zip" else len(tar(files))
    monkeypatch.setattr(archives, "MOST", size)
    assert [*members(content, "x")] == there
    monkeypatch.setattr(archives, "MOST", 149 if kind == "zip" else 1024)
    with pytest.raises(InputError, match="too large"):
        [*members(content, "x")]
    monkeypatch.undo()
    cut = content[: len(content) // 2 if kind else 700]
    with pytest.raises(InputError, match="x: the archive is damaged or cut off: pack it again"):
        [*members(cut, "x")]


@pytest.mark.parametrize("kind", [kind for kind in PACK if kind])
def test_a_packed_file_is_an_archive_of_one(kind, monkeypatch):
    content = PACK[kind](b"z" * 80)
    assert is_archive(content)
    assert [*members(content, "x.gz")] == [("x.gz", b"z" * 80)]
    monkeypatch.setattr(archives, "LARGEST", 80)
    assert [*members(content, "x.gz")] == [("x.gz", b"z" * 80)]
    monkeypatch.setattr(archives, "LARGEST", 79)
    with pytest.raises(InputError, match="too large"):
        [*members(content, "x.gz")]
    assert not is_archive(b"text")
    assert not is_archive(b"\0" * 257 + b"usta")
    assert is_archive(b"\0" * 257 + b"ustar")
    assert not is_archive(zipped({"xl/workbook.xml": b"x"}))
    assert is_archive(b"PK\x03\x04 damaged")


DF = """Filesystem 1B-blocks Used Available Use% Mounted on
/dev/a 1000 100 880 11% /
fs@tcp 9000 2000 6500 24% /scratch
/dev/b 700 7 600 2% /scratch/inner
"""


@pytest.mark.parametrize(
    ("directory", "used", "available"),
    [
        ("/scratch", 2000, 6500),
        ("/scratch/a/b", 2000, 6500),
        ("/scratch/inner/x", 7, 600),
        ("/scratchy", 100, 880),
        ("/home", 100, 880),
    ],
)
def test_the_row_of_df_is_that_of_the_directory(directory, used, available):
    found = of_df(f"$ df -B1\n{DF}", "df.txt", directory)
    assert found is not None
    assert [(x.figure, x.value, x.file, x.kind, x.note) for x in found] == [
        (CAPACITY, float(used + available), "df.txt", "df", ""),
        (USED, float(used), "df.txt", "df", ""),
    ]
    assert of_df(DF.replace("1B-blocks", "1K-blocks"), "df.txt", directory) is None
    assert of_df(DF.partition("\n")[0], "df.txt", directory) is None
