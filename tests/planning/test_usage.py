"""CSV files beside a scenario: past usage and groups, with errors that name the line."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
import xlsxwriter

from model.errors import InputError, Place
from model.planning.usage import Named, read_groups, read_usage
from model.reading.files import beside

HERE = Place("scenario.yaml", 7, 3)
DATA = Path(__file__).parents[2] / "scenarios" / "data"


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "usage.csv"
    file.write_text(text)
    return file


def problems(read, file: Path) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(Named(file, HERE, "tiers.0.demand.file"))
    return [str(problem).replace(str(file), "F") for problem in caught.value.problems]


def test_cri() -> None:
    """CRI's 19 departments keep 1,190 TB, 66 % of the 1.8 PB of their Isilon."""
    groups = read_groups(Named(DATA / "cri-departments.csv", HERE, ""))
    volume = sum(group.volume.value for group in groups)
    assert len(groups) == 19
    assert volume == 1190e12
    assert volume / 1.8e15 == pytest.approx(0.66, abs=0.002)
    assert groups[0].name == "Human Genetics"


def test_groups_with_their_growth(tmp_path: Path) -> None:
    """An empty cell is a figure that isn't given; each row grows in its own way."""
    text = "name,volume,added,growth,ceiling\na,1 TB,,,\nb,1 TB,2 TB/year,,\nc,1 TB,,20 %,9 TB\n"
    groups = read_groups(Named(written(tmp_path, text), HERE, ""))
    assert [group.kind for group in groups] == ["added", "added", "ceiling"]
    assert groups[2].growth is not None
    assert groups[2].growth.value == 0.2


def test_usage_as_programs_write_it(tmp_path: Path) -> None:
    """With a time of the day, in German, and in an encoding of Windows."""
    days = "2017-02-14 00:00:00,1e12\n15.2.2017,2e12\n2017-02,3e12\n"
    text = f"# f\u00fcr den Antrag\ndate,bytes\n{days}"
    path = tmp_path / "usage.csv"
    path.write_bytes(text.encode("cp1252"))
    usage = read_usage(Named(path, HERE, ""))
    first = datetime.date(2017, 2, 14).toordinal()
    assert usage.days == (first, first + 1, first + 14)


def test_usage(tmp_path: Path) -> None:
    """Bytes stand bare or with a unit; comments and empty lines are passed over."""
    text = "# from the quota log\ndate,bytes\n2026-01-01,1e12\n\n2026-01-02,2 TB\n2026-01-05,3e12\n"
    usage = read_usage(Named(written(tmp_path, text), HERE, ""))
    assert usage.volumes == (1e12, 2e12, 3e12)
    assert [day - usage.days[0] for day in usage.days] == [0, 1, 4]


@pytest.mark.parametrize(
    ("head", "first"),
    [
        ("date,kib", "2026-01-01,1024"),
        ("Date;Used (MiB)", "1.1.2026;1,0"),
        ("date\tost_avg_full_kib", "2026-01-01\t1024"),
        ("date,used_mib", "2026-01-01,1"),
        ("date;bytes", "2026-01-01;1.048.576"),
        ("date,bytes", '2026-01-01,"1,048,576"'),
        ("date;bytes", "2026-01-01;1,0 MiB"),
    ],
)
def test_usage_in_other_units_and_with_other_marks(tmp_path: Path, head: str, first: str) -> None:
    """Columns end in their unit; spreadsheet programs write semicolons and decimal commas."""
    mark = next(mark for mark in ",;\t" if mark in head)
    text = f"{head}\n{first}\n2026-01-02{mark}2 MiB\n2026-01-03{mark}3 MiB\n"
    usage = read_usage(Named(written(tmp_path, text), HERE, ""))
    assert usage.volumes == (2**20, 2 * 2**20, 3 * 2**20)


def test_usage_of_a_workbook(tmp_path: Path) -> None:
    """A sheet with a title above its head is read as it is."""
    path = tmp_path / "usage.xlsx"
    workbook = xlsxwriter.Workbook(path)
    sheet = workbook.add_worksheet("Log")
    sheet.merge_range(0, 0, 0, 1, "Usage of /scratch", workbook.add_format())
    sheet.write_row(2, 0, ("Datum", "Belegt (TiB)"))
    shown = workbook.add_format({"num_format": "d.m.yyyy"})
    for n in range(3):
        sheet.write_number(3 + n, 0, 46023 + n, shown)
        sheet.write_number(3 + n, 1, n + 0.5)
    workbook.close()
    usage = read_usage(Named(path, HERE, ""))
    assert usage.volumes == (0.5 * 2**40, 1.5 * 2**40, 2.5 * 2**40)
    assert datetime.date.fromordinal(usage.days[0]) == datetime.date(2026, 1, 1)


def test_groups_of_a_german_spreadsheet(tmp_path: Path) -> None:
    """Semicolons separate the cells of groups, too."""
    groups = read_groups(Named(written(tmp_path, "name;volume\na;1 TB\n"), HERE, ""))
    assert groups[0].volume.value == 1e12


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "F:1:1: the file is empty: write a line of column names first"),
        ("month,bytes\n", "F:1:1: no column is called 'date': name the columns in the first line"),
        (
            "date,kbytes\n",
            "F:1:1: no column is called 'bytes', or ends in a unit such as 'TiB': name the columns "
            "in the first line",
        ),
        ("date,bytes,x\n", "F:1:1: unknown column 'x' (write some of: bytes, date)"),
        ("date,date,bytes\n", "F:1:1: the column 'date' occurs twice: keep one of them"),
        (
            "date,bytes\n2026-01-01\n",
            "F:2:1: has 1 cells, but the head has 2: write one for each column",
        ),
        (
            "date,bytes\n1/1/2026,5\n",
            "F:2:1: date: '1/1/2026' is not a date: write one such as 2026-08-04",
        ),
        (
            "date,bytes\n2026-01-02,5\n2026-01-01,5\n",
            "F:3:1: date: 2026-01-01 doesn't come after the line before: sort by date, each once",
        ),
        ("PK\3\4 and more\n", "F: it can't be unpacked: save it as a plain .xlsx"),
        ("date,bytes\n2026-01-02,-5\n", "F:2:1: bytes: must be at least 0, is -5"),
        (
            "date,bytes\n2026-01-02,5 TiBs\n",
            "F:2:1: bytes: '5 TiBs': 'TiBs' is not a unit for capacity; write '5 TiB'",
        ),
        ("date,bytes\n2026-01-02,5\n", "F: growth requires at least 3 days; the file has 1"),
        (
            "date,bytes\n2026-01-02,nan\n",
            "F:2:1: bytes: 'nan' is not a number with a unit; write one such as '10 TB'",
        ),
    ],
)
def test_wrong_usage(tmp_path: Path, text: str, said: str) -> None:
    """Each problem names its line and what to write."""
    assert problems(read_usage, written(tmp_path, text)) == [said]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name,volume\n", "F: there are no groups: write a line for each"),
        ("name,volume\na,1\n", "F:2:1: volume: '1' has no unit; write a unit, such as '10 TB'"),
        (
            "name,volume\na,1 TB\na,2 TB\n",
            "F:3:1: name: the group 'a' is already listed above: names must differ",
        ),
        (
            "name,volume,growth,added\na,1 TB,5 %,1 TB/year\n",
            "F:2:1: write either 'added' (bytes a year) or 'growth' (a share), not both",
        ),
        ('name,volume\n"a,1 TB\n', "F: not a CSV text (unexpected end of data): save it"),
    ],
)
def test_wrong_groups(tmp_path: Path, text: str, said: str) -> None:
    """Each problem names its line and what to write."""
    [found] = problems(read_groups, written(tmp_path, text))
    assert found.startswith(said)


def test_a_missing_file_is_said_at_the_scenario() -> None:
    """The scenario names the file: there the error stands."""
    with pytest.raises(InputError, match=r"^scenario.yaml:7:3: f: 'no.csv' can't be read \(no "):
        read_usage(Named(Path("no.csv"), HERE, "f"))


def test_a_file_that_came_with_the_scenario() -> None:
    """What was brought is read, whatever stands in the folder; what wasn't is asked for."""
    days = b"date,bytes\n2026-01-01,1\n2026-01-02,2\n2026-01-03,3\n"
    assert read_usage(Named(Path("no.csv"), HERE, "f", days, True)).volumes == (1, 2, 3)
    with pytest.raises(InputError, match=r"f: 'no.csv' is missing: open it with the scenario"):
        read_usage(Named(Path("a/no.csv"), HERE, "f", None, True))


@pytest.mark.parametrize("file", ["/etc/passwd", "../x.csv", "a/../../x.csv", "", "a\0b"])
def test_a_file_elsewhere_is_refused(file: str) -> None:
    """A scenario that somebody else wrote reads nothing outside of its folder."""
    with pytest.raises(InputError, match="leads out of the scenario's folder"):
        beside(Path("scenarios"), file, HERE, "f", "scenario")


def test_a_file_below_is_found() -> None:
    """Files stand beside the scenario, or below."""
    assert beside(Path("scenarios"), "data/a.csv", HERE, "f", "s") == Path("scenarios/data/a.csv")
