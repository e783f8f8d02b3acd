"""What tables of usage add to an imported system: the whole of it, written down by hand."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from model.clock import today
from model.installed.file_sizes import FileSizes, SizeClass
from model.installed.growth import BECAUSE, SLOPE, Used, used
from model.installed.occupancy import Growth, Occupancy, Target
from model.installed.questions import Question
from model.installed.reading import FileReading, Reading
from model.installed.usage_tables import Series, UsageTable
from model.records import replace

FIRST = datetime.date(2026, 1, 1)
DAYS = tuple(FIRST + datetime.timedelta(days=n) for n in (0, 25))
END = DAYS[-1]


def series(name: str, last: float = 200, first: float = 100) -> Series:
    """Give 25 days, on which 100 are added: 1,461 in a year of 365.25 days."""
    return Series(name, DAYS, (first, last))


def once(name: str) -> Series:
    return Series(name, DAYS[1:], (200,))


def table(*groups: Series, inodes: Series | None = None, stem: str = "") -> UsageTable:
    return UsageTable(groups, None, inodes, stem)


def system(name: str = "fs", in_use: int = 200, **other: Any) -> Occupancy:
    return Occupancy(name, (Target("a", in_use, 1000),), **other)


def growing(one: Occupancy, growth: Growth | None = Growth(1461.0, END), **other: Any) -> Occupancy:  # noqa: B008 - it is frozen
    return replace(one, growth=growth, today=today(), **other)


def tier(name: str = "fs", **other: Any) -> dict[str, Any]:
    return {"name": name, **other}


def group(name: str, added: str = "1461 B/year", volume: str = "200 B") -> dict[str, Any]:
    def known(value: str, because: str) -> dict[str, Any]:
        return {"value": value, "status": "measured", "because": because}

    found = {"name": name, "volume": known(volume, BECAUSE)}
    return {**found, "added": known(added, SLOPE)} if added else found


def demand(*groups: dict[str, Any]) -> dict[str, Any]:
    return {"demand": {"groups": list(groups), "start": END.isoformat()}}


META = tier("fs-mdt", holds="metadata")
UNNAMED = "columns of usage aren't named as the tiers: they are one demand of all of them"
OTHER = "{}: usage over time ends with {}, the outputs say {} in use: other days, or another system"
INODES = {"inodes_used": 20, "inodes": 100}
TWO = (tier("a"), tier("b"))
BOTH = (system("a"), system("b"))
COUNTED = series("inodes", 20, 10)
Case = tuple[tuple[dict[str, Any], ...], tuple[Occupancy, ...], list[UsageTable], Used]
CASES: dict[str, Case] = {
    "a group of the tier's name": (
        (tier(), META),
        (system(),),
        [table(series("FS"))],
        Used(demand(group("fs")), {}, (growing(system()),)),
    ),
    "groups of other names are of the only system": (
        (tier(),),
        (system("fs", 400),),
        [table(series("x"), series("y"))],
        Used(
            demand(group("group 1"), group("group 2")),
            {},
            (growing(system("fs", 400), Growth(2922.0, END)),),
        ),
    ),
    "a group of two is of its name": (
        (tier(),),
        (system(),),
        [table(series("x"), series("fs"))],
        Used(demand(group("group 1"), group("fs")), {}, (growing(system()),)),
    ),
    "each tier has its own": (
        TWO,
        BOTH,
        [table(series("a"), series("b", 300))],
        Used(
            {},
            {"a": demand(group("a")), "b": demand(group("b", "2922 B/year", "300 B"))},
            (growing(BOTH[0]), growing(BOTH[1], Growth(2922.0, END))),
            warnings=(OTHER.format("b", "300 B", "200 B"),),
        ),
    ),
    "one of two tiers has no group": (
        TWO,
        BOTH,
        [table(series("a"), series("x"))],
        Used(
            demand(group("a"), group("group 2")),
            {},
            (growing(BOTH[0]), growing(BOTH[1], None)),
            warnings=(UNNAMED,),
        ),
    ),
    "two tables, each of the system in its file's name": (
        TWO,
        BOTH,
        [table(series("used"), stem="usage-a"), table(series("used"), stem="b_2026")],
        Used(
            {},
            {"a": demand(group("a")), "b": demand(group("b"))},
            (growing(BOTH[0]), growing(BOTH[1])),
        ),
    ),
    "a file's name of both systems tells neither": (
        TWO,
        BOTH,
        [table(series("used"), stem="a-b")],
        Used(
            demand(group("group 1")),
            {},
            (growing(BOTH[0], None), growing(BOTH[1], None)),
            warnings=(UNNAMED,),
        ),
    ),
    "one day has no growth": (
        (tier(),),
        (system(),),
        [table(once("fs"))],
        Used(demand(group("fs", "")), {}, (growing(system(), None),)),
    ),
    "a group of one day leaves the growth of all unknown": (
        (tier(),),
        (system("fs", 400),),
        [table(series("x"), once("y"))],
        Used(
            demand(group("group 1"), group("group 2", "")),
            {},
            (growing(system("fs", 400), None),),
        ),
    ),
    "a tenth less is the same": (
        (tier(),),
        (system("fs", 180),),
        [table(series("fs"))],
        Used(demand(group("fs")), {}, (growing(system("fs", 180)),)),
    ),
    "more than a tenth less is another": (
        (tier(),),
        (system("fs", 179),),
        [table(series("fs"))],
        Used(
            demand(group("fs")),
            {},
            (growing(system("fs", 179)),),
            warnings=(OTHER.format("fs", "200 B", "179 B"),),
        ),
    ),
    "inodes grow as bytes do": (
        (tier(),),
        (system(**INODES),),
        [table(series("fs"))],
        Used(
            demand(group("fs")),
            {},
            (growing(system(**INODES), inode_growth=Growth(1461.0 * 0.1, END)),),
        ),
    ),
    "inodes that were counted": (
        (tier(),),
        (system(**INODES),),
        [table(series("fs"), inodes=COUNTED)],
        Used(
            demand(group("fs")),
            {},
            (growing(system(**INODES), inode_growth=Growth(146.1, END), inodes_are_counted=True),),
        ),
    ),
    "inodes of metadata targets are those of their system": (
        (tier(),),
        (system(), system("fs, metadata", **INODES)),
        [table(series("fs"))],
        Used(
            demand(group("fs")),
            {},
            (
                growing(system()),
                growing(
                    system("fs, metadata", **INODES),
                    None,
                    inode_growth=Growth(1461.0 * 0.1, END),
                ),
            ),
        ),
    ),
    "inodes of one of two systems": (
        TWO,
        (system("a", **INODES), system("b", **INODES)),
        [table(series("a"), inodes=COUNTED, stem="a"), table(series("b"))],
        Used(
            {},
            {"a": demand(group("a")), "b": demand(group("b"))},
            (
                growing(
                    system("a", **INODES), inode_growth=Growth(146.1, END), inodes_are_counted=True
                ),
                growing(system("b", **INODES), inode_growth=Growth(1461.0 * 0.1, END)),
            ),
        ),
    ),
    "without a tier there is no demand": (
        (META,),
        (system(),),
        [table(series("fs"))],
        Used({}, {}, (growing(system()),)),
    ),
    "signs in a name that a scenario refuses": (
        (tier(),),
        (),
        [table(series("fs"), series("(x)/y"))],
        Used(demand(group("fs"), group("group 2")), {}, ()),
    ),
}


def near(growth: Growth | None) -> object:
    return growth and (pytest.approx(growth.rate, rel=1e-12), growth.day, growth.error)


def exact(growth: Growth | None) -> object:
    return growth and (growth.rate, growth.day, growth.error)


@pytest.mark.parametrize("name", CASES)
def test_what_tables_of_usage_add(name: str) -> None:
    tiers, occupancies, tables, expected = CASES[name]
    files = [FileReading("f", Reading("usage-table", {}, (), one)) for one in tables]
    found = used(tiers, occupancies, files)
    assert found.of_site == expected.of_site
    assert found.of_tiers == expected.of_tiers
    assert found.warnings == expected.warnings
    assert (found.questions, found.notes) == ((), ())
    for one, other in zip(found.occupancies, expected.occupancies, strict=True):
        assert exact(one.growth) == near(other.growth)
        assert exact(one.inode_growth) == near(other.inode_growth)
        same = {"growth": None, "inode_growth": None}
        assert replace(one, **same) == replace(other, **same)


def test_errors_of_groups_add_as_those_of_independent_lines() -> None:
    """3 and 4 give 5; one of two days has none, and so has the sum."""
    days = (*DAYS, FIRST + datetime.timedelta(days=50))
    three = Series("x", days, (0.0, 1.0, 0.0))
    four = Series("y", days, (0.0, 4.0, 0.0))

    def growth(*groups: Series) -> Growth:
        files = [FileReading("f", Reading("usage-table", {}, (), table(*groups)))]
        (one,) = used((tier(),), (system(),), files).occupancies
        assert one.growth is not None
        return one.growth

    (x, y) = (growth(one).error for one in (three, four))
    assert x is not None
    assert y == pytest.approx(4 * x)
    assert growth(three, four).error == pytest.approx(17**0.5 * x)
    assert growth(three, series("z")).error is None


ASKED = Question(
    "demand", "how much is added each year? Import a table of usage by month to answer"
)


@pytest.mark.parametrize(
    ("tiers", "occupancies", "asked"),
    [
        ((tier(),), (system(),), (ASKED,)),
        ((tier(),), (), ()),
        ((META,), (system(),), ()),
    ],
)
def test_without_a_table_growth_is_asked_where_use_is_known(
    tiers: Any, occupancies: Any, asked: tuple[Question, ...]
) -> None:
    assert used(tiers, occupancies, []) == Used({}, {}, occupancies, asked)


SIZES = FileSizes((SizeClass(0, 10, 3, 15), SizeClass(10, 100, 1, 45)), 60)
FILES = [{"size": "5 B", "share": 0.75}, {"size": "45 B", "share": 0.25}]
ZFS = tier(target={"layout": "raidz2:8"})
CEPH = tier(target={"layout": "4+2", "redundancy": "ceph"})
TARGET = {"fs": {"target": {"layout": "raidz2:8", "files": FILES}}}
SEVERAL = "sizes of files of several runs: the scenario has none; import those of one"


@pytest.mark.parametrize(
    ("tiers", "sizes", "of_site", "of_tiers", "warnings"),
    [
        ((ZFS,), [SIZES], {}, TARGET, ()),
        ((ZFS, META), [SIZES], {"files": {"sizes": FILES}}, TARGET, ()),
        ((CEPH, META), [SIZES], {"files": {"sizes": FILES}}, {}, ()),
        ((ZFS, CEPH), [SIZES], {}, {}, ()),
        ((tier(target={}),), [SIZES], {}, {}, ()),
        ((tier(),), [SIZES], {}, {}, ()),
        ((ZFS, META), [SIZES, SIZES], {}, {}, (SEVERAL,)),
        ((ZFS, META), [FileSizes((SizeClass(0, 0, 3, 0),), 0)], {}, {}, ()),
        ((ZFS, META), [], {}, {}, ()),
    ],
)
def test_what_sizes_of_files_add(
    tiers: Any, sizes: list[FileSizes], of_site: Any, of_tiers: Any, warnings: tuple[str, ...]
) -> None:
    files = [FileReading("f", Reading("file-sizes", {}, (), one)) for one in sizes]
    found = used(tiers, (), files)
    assert (found.of_site, found.of_tiers, found.warnings) == (of_site, of_tiers, warnings)
    assert found.notes == tuple(one.sentence for one in sizes)
