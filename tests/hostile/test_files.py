"""Files that are none, that are too large, or that lie elsewhere: one line each, and no wait."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from model.__main__ import main
from model.calibration.files import calibrate_file
from model.calibration.measurements import files as measurements
from model.commands.whole_files import write_whole
from model.errors import InputError
from model.installed import files as installed
from model.parts.prices import PublicPrice
from model.planning.loading import load_scenario
from model.pools.listed import MOST_POOLS, read_pools
from model.pools.mixes import read_files
from model.pools.tables import LARGEST_LIST
from model.reading.documents import LARGEST_SOURCE
from tests.hostile.patience import patience

ROOT = Path(__file__).parents[2]
COMMANDS = (
    ("plan",),
    ("explain", "usable_capacity"),
    ("measurements",),
    ("import",),
    ("calibrate",),
    ("validate",),
    ("pool", "--from"),
    ("pool", "raidz2:10", "--drive", "10 TB", "--files"),
)


def said(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with patience():
        assert main(arguments) == 1
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert len(lines[0]) < 600
    return lines[0]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "loop", "NUL", "missing"])
def test_what_is_no_regular_file_is_refused_at_once(
    command: tuple[str, ...], kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / kind
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path = Path("/dev/zero")
    elif kind == "folder":
        path.mkdir()
    elif kind == "loop":
        path.symlink_to(path)
    elif kind == "NUL":
        path = Path("a\0b")
    arguments = [command[0], str(path), command[1]] if command[0] == "explain" else None
    line = said(arguments or [*command, str(path)], capsys)
    assert "can't be read (" in line


def test_a_history_that_is_a_pipe_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "scenarios" / "cri.yaml").read_text()
    (tmp_path / "cri.yaml").write_text(text.replace("data/cri-departments.csv", "pipe.csv"))
    os.mkfifo(tmp_path / "pipe.csv")
    assert "it is not a regular file" in said(["plan", str(tmp_path / "cri.yaml")], capsys)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_files_are_bounded(
    command: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(measurements, "LARGEST", LARGEST_LIST)
    monkeypatch.setattr(installed, "LARGEST", LARGEST_LIST)
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(max(LARGEST_LIST, LARGEST_SOURCE) + 1)
    arguments = [command[0], str(path), command[1]] if command[0] == "explain" else None
    assert "too large: at most" in said(arguments or [*command, str(path)], capsys)


def test_lists_are_bounded(tmp_path: Path) -> None:
    path = tmp_path / "pools.csv"
    path.write_text("layout,drive\n" + "raidz2:10,10 TB\n" * (MOST_POOLS + 1))
    with pytest.raises(InputError, match="at most 20\u202f000 pools are read"):
        read_pools(str(path))


@pytest.mark.parametrize("read", [read_pools, read_files])
@pytest.mark.parametrize("line", ["x" * 140_000, "," * 400_000, '"' * 140_001], ids=len)
def test_a_line_that_is_no_table_gets_few_words(read, line: str, tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text(f"{line}\nraidz2:10\n")
    with patience(), pytest.raises(InputError) as refused:
        read(str(path))
    assert len(str(refused.value)) < 100_000


def test_a_list_of_wrong_lines_is_not_told_whole(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("layout,drive\n" + "raidz2:x,10 Tb\n" * MOST_POOLS)
    with patience(), pytest.raises(InputError) as refused:
        read_pools(str(path))
    assert len(refused.value.problems) < 60


@pytest.mark.parametrize("day", ["9999-12", "9" * 20, "9" * 20 + "-1", "2026-" + "1" * 30])
def test_dates_out_of_range_are_wrong_dates(day: str) -> None:
    with pytest.raises(ValueError, match="write a date, such as"):
        PublicPrice.model_validate({"part": "a", "price": "1 EUR", "date": day, "source": "shop"})


@pytest.mark.parametrize("name", ["/etc/passwd", "../x.yaml", "a/../../x.yaml", "C:\\x"])
def test_a_calibration_reads_only_what_stands_beside_it(name: str, tmp_path: Path) -> None:
    text = (ROOT / "scenarios" / "beluga.calibration.yml").read_text()
    quoted = name.replace("\\", "\\\\")
    path = tmp_path / "c.yaml"
    for old in ("scenario: beluga.yaml", "value: 6.2 GB/s\n    source: talk"):
        field = old.partition(":")[0].replace("value", "file")
        path.write_text(text.replace(old, f'{field}: "{quoted}"'))
        with pytest.raises(InputError, match="leads out of the calibration's folder") as refused:
            calibrate_file(path)
        assert refused.value.problems[0].place.line > 1


@pytest.mark.parametrize("name", ["linked.yaml", "folder/secret.txt", "circle"])
def test_no_link_beside_a_calibration_leads_out_of_its_folder(name: str, tmp_path: Path) -> None:
    """Nothing of what it leads to is read or quoted; one that stays in the folder is followed."""
    secret, folder = tmp_path / "secret.txt", tmp_path / "calibration"
    secret.write_text("password: 4711\n")
    folder.mkdir()
    (folder / "linked.yaml").symlink_to(secret)
    (folder / "folder").symlink_to(tmp_path)
    (folder / "circle").symlink_to(folder / "circle")
    text = (ROOT / "scenarios" / "beluga.calibration.yml").read_text()
    path = folder / "c.yaml"
    path.write_text(text.replace("scenario: beluga.yaml", f"scenario: {name}"))
    with pytest.raises(InputError, match="leads out of the calibration's folder") as refused:
        calibrate_file(path)
    assert "4711" not in str(refused.value)
    shutil.copytree(ROOT / "scenarios", folder / "all")
    (folder / "beluga.yaml").symlink_to(folder / "all" / "beluga.yaml")
    path.write_text(text)
    assert calibrate_file(path)


@pytest.mark.parametrize("length", [200, 246, 255])
def test_long_names_are_written(length: int, tmp_path: Path) -> None:
    path = tmp_path / ("x" * (length - 5) + ".json")
    pool = ["pool", "raidz2:10", "--drive", "10 TB", "--json", str(path)]
    assert main(pool) == 0
    assert path.is_file()
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("name", ["loop", "a\0b", "x" * 256])
def test_where_nothing_can_be_written_one_line_says_so(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    pool = ["pool", "raidz2:10", "--drive", "10 TB", "--json", str(tmp_path / name)]
    assert "can't be written (" in said(pool, capsys)


def test_a_scenario_from_a_device_is_refused() -> None:
    with patience(), pytest.raises(InputError, match="it is not a regular file"):
        load_scenario("/dev/zero")


def test_a_long_file_name_is_no_reason_to_refuse(tmp_path: Path) -> None:
    """A file system takes 255 bytes: so does what is written beside the file until it is whole."""
    for length in (246, 255):
        file = tmp_path / ("n" * (length - 5) + ".json")
        write_whole(file, b"{}")
        assert file.read_bytes() == b"{}"
    assert len(list(tmp_path.iterdir())) == 2
