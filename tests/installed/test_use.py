"""Usage over time and sizes of files: what is read, and what follows for an imported system."""

from __future__ import annotations

import datetime
import io
import time

import openpyxl
import pytest

from model import evaluate, load_scenario
from model.errors import InputError
from model.installed.file_sizes import FileSizes, SizeClass
from model.installed.files import read_file
from model.installed.joining import Joined, join
from model.reading.dates import days_of
from model.reading.yaml_edits import plain
from tests.installed.examples import DATA

TIB = 1024**4
ZFS = ("zpool-status-1.txt", "zpool-list-vp-1.txt", "zfs-list-p-1.txt", "lsblk-1.json")
POLICY = "\n".join(
    [
        " Rule#      Hit_Cnt          KB_Hit          Chosen       KB_Chosen      KB_Ill  Rule",
        "     0          100          512000             100          512000               0    "
        "RULE 'findImmutable' LIST 'setimmutable' FOR FILESET(.) WHERE(.)",
    ]
)


def read(name: str):
    (found,) = read_file(str(DATA / name))
    return found.reading


def imported(*contents: tuple[str, str | bytes]) -> Joined:
    found = [one for name in ZFS for one in read_file(str(DATA / name))]
    return join([*found, *(one for name, text in contents for one in read_file(name, text))])


def sizes_of(name: str) -> FileSizes:
    found = read(name).found
    assert isinstance(found, FileSizes)
    return found


@pytest.mark.parametrize(
    ("name", "tool", "files", "total"),
    [
        ("dwalk-1.txt", "dwalk", 1100, 5905580032),
        ("fprof-1.txt", "fprof", 24517, 11907710928814),
        ("robinhood-1.txt", "robinhood", 120, 1100001000),
        ("mmapplypolicy-1.txt", "mmapplypolicy", 5500, 5152000 * 1024),
        ("mmapplypolicy-2.txt", "mmapplypolicy", 9, 10**9 + 8236),
    ],
)
def test_histograms_are_read(name, tool, files, total):
    reading = read(name).reading
    found = (reading["tool"], reading["files"], reading["total_bytes"])
    assert found == (tool, files, total)
    sizes = sizes_of(name)
    mass = sum(size * count for size, count in sizes.sizes())
    assert mass == pytest.approx(total, rel=1e-3)
    assert sum(count for _, count in sizes.sizes()) == files


def test_a_class_that_tells_what_its_files_hold_has_their_mean():
    assert (4096, 4194304) not in sizes_of("fprof-1.txt").sizes()
    assert (200_000, 20_000) in [
        (round(size, -3), count) for size, count in sizes_of("fprof-1.txt").sizes()
    ]


FPROF = """Fileset histograms
  <  4.00 KiB        1,200   {size}12.00%   12.00%
  >  4.00 KiB           30  20.00 MiB  88.00%  100.00%
Total file size: 24.00 MiB
"""


def test_a_class_of_fprof_without_what_its_files_hold():
    """The total is printed; the class has no size of its own."""
    (found,) = read_file("x", FPROF.format(size=""))
    first, last = found.reading.reading["classes"]
    assert (first["files"], first["bytes"]) == (1200, None)
    assert (last["files"], last["bytes"]) == (30, 20 * 2**20)
    assert found.reading.reading["total_bytes"] == 24 * 2**20


def test_a_class_of_fprof_without_a_number_is_refused():
    with pytest.raises(InputError, match="x:2:1: not a class of sizes"):
        read_file("x", FPROF.format(size="").replace("1,200", ",,,,,"))


def test_dwalk_counts_directories_and_its_summary_tells_how_many():
    reading = read("dwalk-1.txt")
    assert [one["files"] for one in reading.reading["classes"]] == [0, 310, 700, 90]
    text = (DATA / "dwalk-1.txt").read_text()
    (alone,) = read_file("x", text[text.index("Range") :])
    assert alone.reading.reading["files"] == 1200
    assert any("directories, too" in one for one in alone.reading.warnings)
    assert any("the middle is assumed" in one for one in alone.reading.warnings)


def test_the_last_class_of_dwalk_may_have_no_end():
    text = "Range                       Number\n[   0.000   B -   4.000 KiB ) 7\n"
    text += "[   4.000 KiB -        MAX ) 2\n"
    (found,) = read_file("x", text)
    assert found.reading.reading["classes"][1] == {
        "above_bytes": 4096,
        "up_to_bytes": None,
        "files": 2,
        "bytes": None,
    }


def test_a_summary_of_rules_as_an_administrator_published_it():
    (found,) = read_file("x", POLICY)
    assert found.reading.reading["mean_file_bytes"] == 5120 * 1024
    assert any("one rule is one class" in one for one in found.reading.warnings)


def test_paths_and_users_are_not_kept():
    for name in ("robinhood-1.txt", "mmapplypolicy-2.txt", "usage-table-1.csv"):
        (found,) = read_file(str(DATA / name))
        shown = repr((found.reading.reading, found.reading.warnings)) + join([found]).text()
        assert "jdoe42" not in shown
    joined = imported(("u.csv", (DATA / "usage-table-1.csv").read_text()))
    assert "jdoe42" not in joined.text() + repr(joined.warnings) + repr(joined.occupancies)


def test_sizes_meet_the_total_where_they_can():
    classes = (SizeClass(0, 1024, 10), SizeClass(1024, 1 << 20, 10))
    for total in (20_000, 1_000_000, 10_000_000):
        found = FileSizes(classes, total)
        assert sum(a * b for a, b in found.sizes()) == pytest.approx(total, rel=0.01)


def test_usage_by_month_in_one_column_a_group():
    reading = read("usage-table-1.csv").reading
    assert reading["groups"] == 2
    assert (reading["from"], reading["to"]) == ("2026-01-31", "2026-05-31")
    assert reading["used_bytes"] == 122.5 * TIB
    assert reading["added_bytes_per_year"] == pytest.approx(36.6 * TIB, rel=0.02)


@pytest.mark.parametrize(
    "text",
    [
        "date,used (TiB)\n2026-01-31,10\n2026-02-28,11\n2026-03-31,12\n",
        "date,used\n31.01.2026,10 TiB\n28.02.2026,11 TiB\n31.03.2026,12 TiB\n",
        "Monat;belegt [TiB]\n01/2026;10,0\n02/2026;11,0\n03/2026;12,0\n",
        "month\tused_kib\n2026-01\t10737418240\n2026-02\t11811160064\n2026-03\t12884901888\n",
        "time,usage\n1769817600,10T\n1772236800,11T\n1774915200,12T\n",
        "time,usage\n1769817600000,10T\n1772236800000,11T\n1774915200000,12T\n",
        "Day,Used,Quota,% used\n1/31/2026,10 TiB,20 TiB,50\n2/28/2026,11 TiB,20 TiB,55\n"
        "3/31/2026,12 TiB,20 TiB,60\n",
        "date,project,used (TiB)\n2026-01-31,a,4\n2026-01-31,b,6\n2026-02-28,a,5\n"
        "2026-02-28,b,6\n2026-03-31,a,6\n2026-03-31,b,6\n",
        "date,a (GiB),b (GiB),total (GiB)\n2026-01-31,5120,5120,10240\n"
        "2026-02-28,5632,5632,11264\n2026-03-31,6144,6144,12288\n",
        "date,used\n2026-03-31,12 TiB\n2026-01-31,10 TiB\n2026-02-28,11 TiB\n",
    ],
)
def test_forms_of_usage(text):
    (found,) = read_file("usage.csv", text)
    reading = found.reading.reading
    assert (reading["from"], reading["to"]) == ("2026-01-31", "2026-03-31")
    assert reading["used_bytes"] == 12 * TIB
    assert reading["added_bytes_per_year"] == pytest.approx(12.4 * TIB, rel=0.01)


def long_table(days: int, groups: int = 50) -> str:
    """Give a table with a line for each day and group."""
    first = datetime.date(2020, 1, 1)
    lines = ["date,project,used (TiB)"]
    for day in range(days):
        when = first + datetime.timedelta(days=day)
        lines += [f"{when},proj{n},{day + n / 8}" for n in range(groups)]
    return "\n".join(lines) + "\n"


def test_a_long_table_is_read_as_a_short_one():
    days, groups = 300, 50
    (found,) = (one.reading for one in read_file("long.csv", long_table(days, groups)))
    assert found.reading == {
        "groups": groups,
        "days": days,
        "from": "2020-01-01",
        "to": "2020-10-26",
        "used_bytes": round(sum(days - 1 + n / 8 for n in range(groups)) * TIB),
        "added_bytes_per_year": round(groups * 365.25 * TIB),
    }
    wide = ["Tag;a (TiB);Quota;b (TiB)"]
    first = datetime.date(2020, 1, 1)
    for n in range(days):
        when = first + datetime.timedelta(days=n)
        wide.append(f"{when:%d.%m.%Y};1.000,{n:03};9;{n},5")
    wide[20] = ""
    wide[30] = "03.02.2020;1,0;9;2,0;too many cells"
    (found,) = (one.reading for one in read_file("wide.csv", "\n".join(wide)))
    assert found.reading["days"] == days - 2
    assert found.reading["used_bytes"] == round((1000.299 + 299.5) * TIB)


@pytest.mark.long
def test_a_table_of_days_takes_linear_time_and_may_be_large():
    times = []
    for days in (1_000, 4_500):
        text = long_table(days)
        begin = time.process_time()
        (found,) = (one.reading for one in read_file("long.csv", text))
        times.append((time.process_time() - begin) / len(text))
        assert found.reading["days"] == days
    assert len(text) > 5_000_000
    assert times[1] < 2.5 * times[0]


def test_of_very_many_groups_the_sum_counts():
    (found,) = (one.reading for one in read_file("long.csv", long_table(4, groups=500)))
    assert (found.reading["groups"], found.reading["days"]) == (1, 4)
    assert found.warnings == ("500 groups: at most 400 are read, so that only their sum is",)


def test_usage_in_a_workbook():
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["Date", "scratch0 (TiB)"])
    for month in (1, 2, 3):
        sheet.append([datetime.date(2026, month, 28), 100.0 + month])
    file = io.BytesIO()
    book.save(file)
    (found,) = read_file("use.xlsx", file.getvalue())
    assert found.reading.reading["used_bytes"] == 103 * TIB


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("date,used\n2026-01-31,10\n", "column 2 has no unit: write it in its name, as in"),
        ("date,used (TiB)\nsoon,10\n", "u.csv:2:1: a cell of the column of dates is none"),
        ("date,used (TiB)\n2026-01-31,many\n", "u.csv:2:1: not a size: write a number"),
        ("date,used (TiB)\n1/2/2026,1\n3/4/2026,2\n", "it is unclear whether the month or"),
        ("date,quota (TiB)\n2026-01-31,1\n", "no column has bytes in use"),
        ("date,used (TiB)\n,1\n", "no row has a date"),
    ],
)
def test_what_is_wrong_in_a_table(text, message):
    with pytest.raises(InputError) as error:
        read_file("u.csv", text)
    assert message in str(error.value)


def test_the_first_of_each_month_tells_which_is_the_day():
    assert [day.month for day in days_of(["1/2/26", "1/3/26"])] == [2, 3]
    assert [day.month for day in days_of(["2/1/26", "3/1/26"])] == [2, 3]


@pytest.mark.parametrize(("today", "told"), [("2026-10-01", False), ("2029-10-01", True)])
def test_a_day_of_being_full_that_has_passed_is_told(monkeypatch, today, told):
    monkeypatch.setenv("OSTIMATE_TODAY", today)
    table = "date,scratch0 (TiB)\n2026-01-31,40\n2026-03-31,48\n2026-02-28,44\n"
    (used,) = imported(("u.csv", table)).occupancies
    assert used.full_on is not None
    assert datetime.date(2026, 10, 1) < used.full_on < datetime.date(2029, 10, 1)
    assert (f"{used.full_on} has passed, so the table is too old" in used.sentence) is told


def test_usage_becomes_the_demand():
    table = "date,scratch0 (TiB)\n2026-01-31,40\n2026-03-31,48\n2026-02-28,44\n"
    joined = imported(("u.csv", table))
    assert joined.scenario["demand"]["start"] == "2026-03-31"
    results = evaluate(load_scenario("x", plain(joined.scenario)))
    assert results["site/demand:scratch0", "group_volume"] == 48 * TIB
    (used,) = joined.occupancies
    left = used.until_full / used.added_per_year * 365.25
    assert abs((used.full_on - datetime.date(2026, 3, 31)).days - left) < 1
    assert f"full on {used.full_on}" in used.sentence
    assert "; counted from 2026-03-31, the last day of the usage table" in used.sentence
    assert used.figures["counted_from"] == "2026-03-31"
    assert not any("another system" in one for one in joined.warnings)
    assert not any(one.path == "demand" for one in joined.questions)


def test_usage_of_another_system_is_told():
    joined = imported(("u.csv", "date,used (TiB)\n2026-01-31,900\n2026-02-28,910\n"))
    assert any("another system" in one for one in joined.warnings)
    assert joined.scenario["demand"]["groups"][0]["name"] == "group 1"


def test_a_table_with_one_column_is_that_of_the_system_in_its_file_name():
    joined = imported(
        ("usage-scratch0-2026.csv", "date,used (TiB)\n2026-01-31,40\n2026-02-28,48\n")
    )
    assert [one["name"] for one in joined.scenario["demand"]["groups"]] == ["scratch0"]


def test_of_several_tiers_each_has_its_own():
    files = [one for n in (1, 2) for one in read_file(str(DATA / f"lfs-df-{n}.txt"))]
    before = join(files)
    names = [
        tier["name"] for tier in before.scenario["tiers"] if tier.get("holds", "data") == "data"
    ]
    assert len(names) == 2
    table = f"date,{names[0]} (TB),{names[1]} (TB)\n2026-01-31,40,50\n2026-02-28,42,51\n"
    joined = join([*files, *read_file("u.csv", table)])
    demands = {tier["name"]: tier.get("demand") for tier in joined.scenario["tiers"]}
    assert all(demands[name] for name in names)
    assert "demand" not in joined.scenario


def test_without_usage_over_time_growth_is_asked():
    assert "demand" in [one.path for one in imported().questions]


def test_sizes_of_files_are_those_of_the_pools():
    joined = imported(("d", (DATA / "robinhood-1.txt").read_text()))
    results = evaluate(load_scenario("x", plain(joined.scenario)))
    without = evaluate(load_scenario("x", plain(imported().scenario)))
    at = "site/tiers:scratch0"
    assert results[at, "files_capacity"] < without[at, "stored_capacity"]
    assert len(joined.files) == 1


def test_two_runs_are_not_mixed():
    text = (DATA / "robinhood-1.txt").read_text()
    joined = imported(("a", text), ("b", text))
    assert "files" not in joined.scenario["tiers"][0]["target"]
    assert any("of several runs" in one for one in joined.warnings)


def test_each_target_has_the_day_it_is_full():
    files = read_file(str(DATA / "lfs-df-1.txt"))
    table = "date,atlas1 (TB)\n2026-01-31,238\n2026-02-28,240\n2026-03-31,242\n"
    joined = join([*files, *read_file("u.csv", table)])
    used = next(one for one in joined.occupancies if one.name == "atlas1")
    days = {one["target"]: one["full_on"] for one in used.figures["targets"]}
    assert days[used.fullest.name] == min(days.values())
    assert len(set(days.values())) > 1


LFS = """UUID 1K-blocks Used Available Use% Mounted on
big-MDT0000_UUID 1000000 100000 900000 10% /big[MDT:0]
big-MDT0001_UUID 1000000 100000 900000 10% /big[MDT:1]
big-OST0000_UUID 4000000000 1000000000 3000000000 25% /big[OST:0]
big-OST0001_UUID 4000000000 1000000000 3000000000 25% /big[OST:1]

filesystem_summary: 8000000000 2000000000 6000000000 25% /big
"""
LFS_INODES = """UUID Inodes IUsed IFree IUse% Mounted on
big-MDT0000_UUID 1000000 700000 300000 70% /big[MDT:0]
big-MDT0001_UUID 1000000 100000 900000 10% /big[MDT:1]
big-OST0000_UUID 9000000 400000 8600000 5% /big[OST:0]
big-OST0001_UUID 9000000 400000 8600000 5% /big[OST:1]

filesystem_summary: 2000000 800000 1200000 40% /big
"""


def of_lustre(table: str) -> dict[str, dict]:
    files = [*read_file("a", LFS), *read_file("b", LFS_INODES), *read_file("u.csv", table)]
    return {one.name: one.figures | {"text": one.sentence} for one in join(files).occupancies}


def test_inodes_run_out_as_counted_over_time():
    """100,000 a month: half of it on each MDT, of which the fuller has 300,000 left."""
    table = "date;used (TB);inodes\n01.01.2026;2.0;600000\n31.01.2026;2.1;700000\n"
    found = of_lustre(table + "02.03.2026;2.2;800000\n")
    for name in ("big", "big, metadata"):
        figures = found[name]
        assert figures["added_inodes_per_year"] == round(100_000 / 30 * 365.25)
        assert figures["inodes_out_on"] == "2026-08-29"  # 180 days after the last
        assert figures["inodes_out_between"] == ["2026-08-29", "2026-08-29"]
        days = {one["target"]: one["out_on"] for one in figures["inode_targets"]}
        assert (days["MDT0000"], days["MDT0001"]) == ("2026-08-29", "2027-08-24")
    assert "no inodes are left on 2026-08-29" in found["big"]["text"]
    assert "files stay as large" not in found["big"]["text"]


def test_without_a_count_inodes_grow_as_bytes_do():
    found = of_lustre("date,used (TB)\n2026-01-01,1.9\n2026-01-31,2.0\n2026-03-02,2.048\n")
    share = found["big"]["added_bytes_per_year"] / found["big"]["used_bytes"]
    assert found["big"]["added_inodes_per_year"] == pytest.approx(share * 800_000, abs=1)
    assert "if files stay as large as today" in found["big"]["text"]


def test_days_have_the_range_of_a_slope():
    """The line through 2.0, 2.1, 2.4 TB: by the textbook."""
    found = of_lustre("date,used (TB)\n2026-01-01,2.0\n2026-01-31,2.1\n2026-03-02,2.4\n")["big"]
    slope, residual = 0.4 / 60, 0.2**2 / 6  # TB a day; sum of squares around the line
    error = (residual / 1 / (2 * 30**2)) ** 0.5
    left = 6e9 * 1024 / 1e12
    last = datetime.date(2026, 3, 2)
    days = [last + datetime.timedelta(left / rate) for rate in (slope + 2 * error, slope)]
    assert found["full_between"][0] == days[0].isoformat()
    assert found["full_on"] == days[1].isoformat()
    assert slope > 2 * error
    two = of_lustre("date,used (TB)\n2026-01-01,2.0\n2026-01-31,2.1\n")["big"]
    assert two["full_between"] is None
    wild = "date,used (TB)\n2026-01-01,2.0\n2026-01-31,1.0\n2026-03-02,2.1\n"
    assert of_lustre(wild)["big"]["full_between"][1] is None
    assert " to never)" in of_lustre(wild)["big"]["text"]


def test_a_column_of_file_systems_names_groups():
    table = "date,file system,used (TB)\n2026-01-31,a,1\n2026-01-31,b,2\n"
    (found,) = (one.reading for one in read_file("u.csv", table))
    assert (found.reading["groups"], found.reading["used_bytes"]) == (2, 3 * 10**12)


TOTALS = [
    ("date,used (TB),total (TB)", "1,2", 1.0),
    ("date,used_bytes,total_bytes", "1e12,2e12", 1.0),
    ("date,scratch used (TB),scratch total (TB)", "1,2", 1.0),
    ("date,scratch_used_tb,home_used_tb,scratch_total_tb,home_total_tb", "1,3,5,7", 4.0),
    ("date,a (TB),b (TB),total (TB)", "1,2,3", 3.0),
    ("date,a (TB),total (TB)", "1,3", 3.0),  # of which a part has no column
    ("date,total used (TB)", "4", 4.0),
    ("date,scratch used (TB),home used (TB),total used (TB)", "1,2,3", 3.0),
    ("date,a_used_tb,b_used_tb,used_total_tb", "1,2,3", 3.0),
    ("date,used total (TB)", "4", 4.0),
]


@pytest.mark.parametrize(("head", "row", "used"), TOTALS, ids=[head for head, *_ in TOTALS])
def test_a_total_beside_a_use_is_the_capacity(head: str, row: str, used: float) -> None:
    """It was the use: 'used_bytes,total_bytes' is what many programs write."""
    (found,) = read_file("x.csv", f"{head}\n2026-01-01,{row}\n")
    assert found.reading.reading["used_bytes"] == used * 10**12


def test_a_total_that_stays_as_groups_grow_is_the_capacity() -> None:
    text = "date,a (TB),b (TB),total (TB)\n2026-01-01,1,2,9\n2026-02-01,2,3,9\n"
    (found,) = read_file("x.csv", text)
    assert found.reading.reading["used_bytes"] == 5 * 10**12
    assert (
        "the column of the total is the capacity, not the use: left out" in found.reading.warnings
    )


@pytest.mark.parametrize(
    ("head", "scale"),
    [("GB used", 10**9), ("usedGiB", 2**30), ("gib_used", 2**30), ("used.TB.scratch", 10**12)],
)
def test_a_unit_within_the_name_of_a_column_counts(head: str, scale: int) -> None:
    """It was read as bytes, or asked for."""
    (found,) = read_file("x.csv", f"date,{head}\n2026-01-01,2000000000\n")
    assert found.reading.reading["used_bytes"] == 2_000_000_000 * scale


@pytest.mark.parametrize("head", ["kbytes_used", "used kB", "KB", "gbytes", "1K-blocks"])
def test_units_that_are_decimal_or_binary_are_asked(head: str) -> None:
    """They were read as bytes: a thousandth."""
    with pytest.raises(InputError, match="1,000 or 1,024 of the next smaller one"):
        read_file("x.csv", f"date,{head}\n2026-01-01,2000000000\n")


@pytest.mark.parametrize(
    "table",
    [
        "date,total,free\n2026-01-01,5 TB,4 TB\n2026-02-01,5 TB,3.9 TB\n2026-03-01,5 TB,3.8 TB\n",
        "date;h gesamt (TB);h frei (TB)\n2026-01-01;5;4\n2026-02-01;5;3,9\n2026-03-01;5;3,8\n",
        "date,fs,total (TB),free (TB)\n2026-01-01,a,5,4\n2026-02-01,a,5,3.9\n2026-03-01,a,5,3.8\n",
    ],
)
def test_what_is_in_use_is_the_total_less_what_is_free(table: str) -> None:
    (found,) = read_file("u.csv", table)
    assert found.reading.reading["used_bytes"] == pytest.approx(1.2e12)
    assert found.reading.reading["added_bytes_per_year"] == pytest.approx(1.2e12, rel=0.1)
    assert "in use is the total less what is free" in found.reading.warnings
    with pytest.raises(InputError, match="more is free than the total"):
        read_file("u.csv", table.replace("3.9", "5.9").replace("3,9", "5,9"))


def test_more_in_use_than_there_is_is_remarked() -> None:
    table = "date,used (TB),{} (TB)\n2026-01-01,4,5\n2026-02-01,7,5\n2026-03-01,8,9\n"
    for name in ("total", "capacity"):
        (found,) = read_file("u.csv", table.format(name))
        assert found.reading.reading["used_bytes"] == 8e12
        what = "on 2026-02-01, 'used' is more than its total: check both columns"
        assert what in found.reading.warnings
        (found,) = read_file("u.csv", table.format(name).replace("7,5", "5,5"))
        assert what not in found.reading.warnings
