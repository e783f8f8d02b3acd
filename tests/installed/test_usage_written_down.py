"""Small tables of usage: all that is read of each, written down by hand."""

from __future__ import annotations

import datetime
import math

import pytest

from model.errors import InputError
from model.installed.reading import Reading
from model.installed.usage_tables import MOST_GROUPS, Series, UsageTable, table_of

FEW = "growth from {} days is uncertain: import more months"
LEFT_OUT = "columns that aren't bytes in use are left out: {}"
NO_TOTAL = "on no day all groups are known: there is no total"
FREE = "in use is the total less what is free"
BARE = "column {} has no unit: read as bytes"
SPACE = "the column of the total is the capacity, not the use: left out"
JAN, FEB, MAR = (datetime.date(2026, month, 1) for month in (1, 2, 3))
Volumes = dict[datetime.date, float]

TABLES: dict[str, tuple[str, dict[str, Volumes], Volumes | None, tuple[str, ...]]] = {
    "a column a group": (
        "date,a (MB),b (bytes)\n2026-01-01,1,10\n2026-02-01,2,20\n2026-03-01,4,40\n",
        {"a": {JAN: 1e6, FEB: 2e6, MAR: 4e6}, "b": {JAN: 10, FEB: 20, MAR: 40}},
        {JAN: 1_000_010, FEB: 2_000_020, MAR: 4_000_040},
        (),
    ),
    "one group is the total": (
        "date,used (bytes)\n2026-01-01,1\n2026-02-01,2\n2026-03-01,4\n",
        {"used": {JAN: 1, FEB: 2, MAR: 4}},
        {JAN: 1, FEB: 2, MAR: 4},
        (),
    ),
    "days in any order": (
        "date,a (bytes)\n2026-03-01,4\n2026-01-01,1\n2026-02-01,2\n",
        {"a": {JAN: 1, FEB: 2, MAR: 4}},
        {JAN: 1, FEB: 2, MAR: 4},
        (),
    ),
    "a day twice: its last line counts": (
        "date,a (bytes)\n2026-01-01,1\n2026-02-01,2\n2026-02-01,3\n2026-03-01,4\n",
        {"a": {JAN: 1, FEB: 3, MAR: 4}},
        {JAN: 1, FEB: 3, MAR: 4},
        (),
    ),
    "two days": (
        "date,a (bytes)\n2026-01-01,1\n2026-02-01,2\n",
        {"a": {JAN: 1, FEB: 2}},
        {JAN: 1, FEB: 2},
        (FEW.format(2),),
    ),
    "days that a group lacks": (
        "date,a (bytes),b (bytes)\n2026-01-01,1,-\n2026-02-01,2,20\n2026-03-01,n/a,40\n",
        {"a": {JAN: 1, FEB: 2}, "b": {FEB: 20, MAR: 40}},
        {FEB: 22},
        (FEW.format(1),),
    ),
    "no day that all have": (
        "date,a (bytes),b (bytes)\n2026-01-01,1,\n2026-02-01,,20\n",
        {"a": {JAN: 1}, "b": {FEB: 20}},
        None,
        (NO_TOTAL,),
    ),
    "a total beside groups counts as it is written": (
        "date,a (bytes),b (bytes),total (bytes)\n"
        "2026-01-01,1,10,12\n2026-02-01,2,20,23\n2026-03-01,4,40,45\n",
        {"a": {JAN: 1, FEB: 2, MAR: 4}, "b": {JAN: 10, FEB: 20, MAR: 40}},
        {JAN: 12, FEB: 23, MAR: 45},
        (),
    ),
    "a total that stays while groups grow is the space": (
        "date,a (bytes),b (bytes),total (bytes)\n"
        "2026-01-01,1,10,99\n2026-02-01,2,20,99\n2026-03-01,4,40,99\n",
        {"a": {JAN: 1, FEB: 2, MAR: 4}, "b": {JAN: 10, FEB: 20, MAR: 40}},
        {JAN: 11, FEB: 22, MAR: 44},
        (SPACE,),
    ),
    "a total that stays as its groups do": (
        "date,a (bytes),b (bytes),total (bytes)\n"
        "2026-01-01,1,10,11\n2026-02-01,1,10,11\n2026-03-01,1,10,11\n",
        {"a": {JAN: 1, FEB: 1, MAR: 1}, "b": {JAN: 10, FEB: 10, MAR: 10}},
        {JAN: 11, FEB: 11, MAR: 11},
        (),
    ),
    "a total of one day is no space": (
        "date,a (bytes),b (bytes),total (bytes)\n2026-01-01,1,10,12\n",
        {"a": {JAN: 1}, "b": {JAN: 10}},
        {JAN: 12},
        (FEW.format(1),),
    ),
    "only a total": (
        "date,total (bytes)\n2026-01-01,1\n2026-02-01,2\n2026-03-01,4\n",
        {"total": {JAN: 1, FEB: 2, MAR: 4}},
        {JAN: 1, FEB: 2, MAR: 4},
        (),
    ),
    "a total and what is free": (
        "date,total (bytes),free (bytes)\n2026-01-01,9,8\n2026-02-01,9,7\n2026-03-01,9,5\n",
        {"total": {JAN: 1, FEB: 2, MAR: 4}},
        {JAN: 1, FEB: 2, MAR: 4},
        (FREE,),
    ),
    "a total and what is free, of two": (
        "date,a total (bytes),a free (bytes),b total (bytes),b free (bytes)\n"
        "2026-01-01,9,8,90,80\n2026-02-01,9,7,90,70\n2026-03-01,9,9,90,50\n",
        {"a total": {JAN: 1, FEB: 2, MAR: 0}, "b total": {JAN: 10, FEB: 20, MAR: 40}},
        {JAN: 11, FEB: 22, MAR: 40},
        (FREE,),
    ),
    "what is free beside what is used": (
        "date,used (bytes),free (bytes)\n2026-01-01,1,8\n2026-02-01,2,7\n2026-03-01,4,5\n",
        {"used": {JAN: 1, FEB: 2, MAR: 4}},
        {JAN: 1, FEB: 2, MAR: 4},
        (LEFT_OUT.format(1),),
    ),
    "more used than there is": (
        "date,used (bytes),size (bytes)\n2026-01-01,3,3\n2026-02-01,4,3\n2026-03-01,5,3\n",
        {"used": {JAN: 3, FEB: 4, MAR: 5}},
        {JAN: 3, FEB: 4, MAR: 5},
        (
            LEFT_OUT.format(1),
            "on 2026-02-01, 'used' is more than its total: check both columns",
        ),
    ),
    "totals of groups beside their use": (
        "date,a used (bytes),a total (bytes),b used (bytes),b total (bytes)\n"
        "2026-01-01,1,9,10,90\n2026-02-01,2,9,20,90\n2026-03-01,4,9,91,90\n",
        {"a used": {JAN: 1, FEB: 2, MAR: 4}, "b used": {JAN: 10, FEB: 20, MAR: 91}},
        {JAN: 11, FEB: 22, MAR: 95},
        (
            LEFT_OUT.format(2),
            "on 2026-03-01, 'b used' is more than its total: check both columns",
        ),
    ),
    "a line a day and group": (
        "date,project,used (bytes)\n"
        "2026-01-01,x,1\n2026-01-01,y,10\n2026-02-01,x,2\n2026-02-01,y,20\n"
        "2026-03-01,x,3\n2026-03-01,y,40\n2026-03-01,x,1\n",
        {"x": {JAN: 1, FEB: 2, MAR: 4}, "y": {JAN: 10, FEB: 20, MAR: 40}},
        {JAN: 11, FEB: 22, MAR: 44},
        (),
    ),
    "a line a day and group, some unknown": (
        "date,project,used (bytes)\n"
        "2026-01-01,x,1\n2026-01-01,y,\n2026-02-01,x,2\n2026-02-01,y,20\n",
        {"x": {JAN: 1, FEB: 2}, "y": {FEB: 20}},
        {FEB: 22},
        (FEW.format(1),),
    ),
    "unknown cells, and none in use": (
        "date,a (MB),b\n2026-01-01,0,0\n2026-02-01,null,-\n2026-03-01,2.5,1000000000\n",
        {"a": {JAN: 0, MAR: 2.5e6}, "b": {JAN: 0, MAR: 1e9}},
        {JAN: 0, MAR: 1_002_500_000},
        (BARE.format(3), FEW.format(2)),
    ),
    "a column that nothing is known of": (
        "date,a (MB),b (MB)\n2026-01-01,1,-\n2026-02-01,2,\n2026-03-01,4,unknown\n",
        {"a": {JAN: 1e6, FEB: 2e6, MAR: 4e6}},
        {JAN: 1e6, FEB: 2e6, MAR: 4e6},
        (),
    ),
    "a total in part and what is free": (
        "date,total (bytes),free (bytes)\n2026-01-01,9,\n2026-02-01,,7\n2026-03-01,9,5\n",
        {"total": {MAR: 4}},
        {MAR: 4},
        (FREE, FEW.format(1)),
    ),
    "columns of one name hold one series": (
        "date,a (bytes),a (bytes)\n2026-01-01,1,-\n2026-02-01,2,3\n2026-03-01,-,4\n",
        {"a": {JAN: 1, FEB: 3, MAR: 4}},
        {JAN: 1, FEB: 3, MAR: 4},
        (),
    ),
    "a column of texts is none": (
        "date,remark,a (bytes)\n2026-01-01,quiet,1\n2026-02-01,loud,2\n2026-03-01,quiet,4\n",
        {"a": {JAN: 1, FEB: 2, MAR: 4}},
        {JAN: 1, FEB: 2, MAR: 4},
        (),
    ),
    "sizes with their units": (
        "date,a\n2026-01-01,1 kB\n2026-02-01,1.5 KiB\n2026-03-01,2K\n",
        {"a": {JAN: 1000, FEB: 1536, MAR: 2048}},
        {JAN: 1000, FEB: 1536, MAR: 2048},
        (),
    ),
    "large numbers are bytes": (
        "date,a\n2026-01-01,1\n2026-02-01,2\n2026-03-01,1000000000\n",
        {"a": {JAN: 1, FEB: 2, MAR: 1e9}},
        {JAN: 1, FEB: 2, MAR: 1e9},
        (BARE.format(2),),
    ),
    "a unit in the line above": (
        "usage (MB)\ndate,a,b\n2026-01-01,1,10\n2026-02-01,2,20\n2026-03-01,4,40\n",
        {"a": {JAN: 1e6, FEB: 2e6, MAR: 4e6}, "b": {JAN: 1e7, FEB: 2e7, MAR: 4e7}},
        {JAN: 11e6, FEB: 22e6, MAR: 44e6},
        (),
    ),
    "a unit within the name": (
        "date,GB used\n2026-01-01,1\n2026-02-01,2\n2026-03-01,4\n",
        {"gb used": {JAN: 1e9, FEB: 2e9, MAR: 4e9}},
        {JAN: 1e9, FEB: 2e9, MAR: 4e9},
        (),
    ),
    "a unit at the end of the name": (
        "date,usedMiB\n2026-01-01,1\n2026-02-01,2\n2026-03-01,4\n",
        {"usedmib": {JAN: 2**20, FEB: 2**21, MAR: 2**22}},
        {JAN: 2**20, FEB: 2**21, MAR: 2**22},
        (),
    ),
    "bytes as a name": (
        "date,bytes\n2026-01-01,1\n2026-02-01,2\n2026-03-01,4\n",
        {"": {JAN: 1, FEB: 2, MAR: 4}},
        {JAN: 1, FEB: 2, MAR: 4},
        (),
    ),
    "a comma for the decimal point": (
        "date;a (MB)\n2026-01-01;1,5\n2026-02-01;2,5\n2026-03-01;4\n",
        {"a": {JAN: 1.5e6, FEB: 2.5e6, MAR: 4e6}},
        {JAN: 1.5e6, FEB: 2.5e6, MAR: 4e6},
        (),
    ),
    "points between thousands": (
        "date;a (bytes)\n2026-01-01;1.234,5\n2026-02-01;2.345,5\n2026-03-01;4\n",
        {"a": {JAN: 1234.5, FEB: 2345.5, MAR: 4}},
        {JAN: 1234.5, FEB: 2345.5, MAR: 4},
        (),
    ),
    "lines without a day are left out": (
        "date,a (bytes)\n2026-01-01,1\n,7\n2026-02-01,2\n2026-03-01,4\n",
        {"a": {JAN: 1, FEB: 2, MAR: 4}},
        {JAN: 1, FEB: 2, MAR: 4},
        (),
    ),
}


def read(text: str) -> tuple[Reading, UsageTable]:
    (reading,) = table_of(text, "folder/u.csv")
    assert isinstance(reading.found, UsageTable)
    return reading, reading.found


def by_day(series: Series) -> Volumes:
    assert list(series.days) == sorted(series.days)
    return dict(zip(series.days, series.volumes, strict=True))


@pytest.mark.parametrize("name", TABLES)
def test_all_that_is_read(name: str) -> None:
    text, groups, total, notes = TABLES[name]
    reading, found = read(text)
    assert {one.name: by_day(one) for one in found.groups} == groups
    assert (None if found.total is None else by_day(found.total)) == total
    assert found.total is None or found.total.name == "total"
    assert reading.warnings == notes
    assert (found.inodes, found.stem) == (None, "folder/u")
    days = {day for one in groups.values() for day in one}
    last = total or {}
    assert reading.reading["used_bytes"] == (round(last[max(last)]) if last else None)
    assert (reading.reading["groups"], reading.reading["days"]) == (len(groups), len(days))
    assert reading.reading["from"] == min(days).isoformat()
    assert reading.reading["to"] == max(days).isoformat()
    assert (reading.reading["added_bytes_per_year"] is None) == (len(last) < 2)


@pytest.mark.parametrize(
    ("text", "last", "added"),
    [
        ("date,a (bytes),inodes\n2026-01-01,1,10\n2026-02-01,2,41\n", 41, 31 / 31 * 365.25),
        (
            "date,a (bytes),a files,b files used\n2026-01-01,1,10,1\n2026-02-01,2,40,2\n",
            42,
            31 / 31 * 365.25,
        ),
        (
            "date,project,used (bytes),inodes\n2026-01-01,x,1,1\n2026-01-01,y,1,2\n"
            "2026-02-01,x,1,30\n2026-02-01,y,1,4\n2026-03-01,x,1,7\n",
            34,
            31 / 31 * 365.25,
        ),
        ("date,a (bytes),inodes\n2026-01-01,1,10\n", 10, None),
    ],
)
def test_inodes_are_those_of_the_days_on_which_each_row_has_some(
    text: str, last: int, added: float | None
) -> None:
    reading, found = read(text)
    assert found.inodes is not None
    assert (found.inodes.name, found.inodes.last) == ("inodes", last)
    assert reading.reading["inodes_used"] == last
    told = reading.reading["added_inodes_per_year"]
    assert told == (None if added is None else round(added))


@pytest.mark.parametrize(
    "head", ["inodes limit", "max inodes", "inodes %", "inode quota", "files free"]
)
def test_limits_of_inodes_are_none_in_use(head: str) -> None:
    reading, found = read(f"date,a (bytes),{head}\n2026-01-01,1,10\n2026-02-01,2,20\n")
    assert found.inodes is None
    assert LEFT_OUT.format(1) in reading.warnings
    assert "inodes_used" not in reading.reading


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("date,a\n2026-01-01,999999999\n", 1, "column 2 has no unit: write it in its name"),
        ("date,a (bytes)\n2026-01-01,1\n2026-02-01,-2\n", 3, "a size below 0 or without end"),
        ("date,a\n2026-01-01,-\n2026-02-01,999999999\n", 1, "column 2 has no unit: write it in"),
        ("date,a (bytes)\n2026-01-01,-\n2026-02-01,1e999\n", 3, "a size below 0 or without end"),
        ("date,a (bytes)\n2026-01-01,inf\n", 2, "a size below 0 or without end"),
        ("date,a (bytes)\n2026-01-01,1\n2026-02-01,2 W\n", 3, "not a size: write a number"),
        (
            "date,total (bytes),free (bytes)\n2026-01-01,9,9\n2026-02-01,9,10\n",
            3,
            "more is free than the",
        ),
        ("date,a (bytes)\n2026-01-01,1\nsoon,2\n", 3, "a cell of the column of dates is none"),
        ("date,quota (bytes)\n2026-01-01,1\n", 1, "no column has bytes in use: write one a group"),
        ("date,kbytes used\n2026-01-01,1\n", 1, "column 2 is of units that are 1,000 or 1,024"),
        ("date,1k-blocks\n2026-01-01,1\n", 1, "column 2 is of units that are 1,000 or 1,024"),
    ],
)
def test_what_is_wrong_stands_at_its_line(text: str, line: int, what: str) -> None:
    with pytest.raises(InputError) as error:
        table_of(text, "u.csv")
    (problem,) = error.value.problems
    place = problem.place
    assert (place.file, place.line, place.column) == ("u.csv", line, 1)
    assert problem.what.startswith(what)


def test_as_many_groups_as_are_allowed_are_read() -> None:
    """One more, and only their sum is; without a sum, nothing."""

    def table(count: int, *, last: str = "1") -> str:
        heads = ",".join(f"g{n} (bytes)" for n in range(count))
        cells = ["1"] * (count - 1)
        rows = (f"2026-0{month}-01,{','.join([*cells, last])}" for month in (1, 2, 3))
        return f"date,{heads}\n" + "\n".join(rows) + "\n"

    reading, found = read(table(MOST_GROUPS))
    assert (len(found.groups), reading.warnings) == (MOST_GROUPS, ())
    reading, found = read(table(MOST_GROUPS + 1))
    assert found.groups == (found.total,)
    assert [by_day(one) for one in found.groups] == [dict.fromkeys((JAN, FEB, MAR), 401.0)]
    assert len(reading.warnings) == 1
    parts = table(MOST_GROUPS + 1).splitlines()
    for n in (1, 2, 3):  # on each day another group isn't known
        cells = parts[n].split(",")
        cells[n] = "-"
        parts[n] = ",".join(cells)
    with pytest.raises(InputError, match="401 groups: at most 400 are read, and on no day all"):
        table_of("\n".join(parts), "u.csv")


def test_what_is_no_table_of_days_is_none() -> None:
    """A text of one column, or without one of days; a damaged workbook is told."""
    for text in ("date\n2026-01-01\n", "a,b\n1,2\n", "", "no table"):
        assert table_of(text, "u.csv") == []
    good = "date,a (bytes)\n2026-01-01,1\n"
    assert table_of(good, "u.xlsx") == []
    assert len(table_of(good, "u.csv")) == 1
    with pytest.raises(InputError):
        table_of(b"PK\x03\x04damaged", "u.xlsx")


def test_growth_and_its_error_are_those_of_the_line_through_the_days() -> None:
    """0, 2 and 1 at equal steps: half a unit a step, and off by 0.5, 1 and 0.5 of it."""
    days = tuple(datetime.date(2026, 1, 1) + datetime.timedelta(days=n) for n in (0, 10, 20))
    series = Series("a", days, (0.0, 2.0, 1.0))
    assert series.last == 1.0
    assert series.added == pytest.approx(0.05 * 365.25)
    left = 0.5**2 + 1.0**2 + 0.5**2
    assert series.error == pytest.approx(math.sqrt(left / 1 / 200) * 365.25)
    two = Series("a", days[:2], (0.0, 2.0))
    assert (two.added, two.error) == (pytest.approx(0.2 * 365.25), None)
    one = Series("a", days[:1], (3.0,))
    assert (one.added, one.error, one.last) == (None, None, 3.0)
