"""Serial numbers, WWNs, hosts and users stand nowhere after an import: all bytes are searched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from model.commands.line import main
from tests.installed.examples import DATA, expected

CASES = sorted(file.name.removesuffix(".reading.json") for file in DATA.glob("*.reading.json"))
PERSONAL = {name: expected(name).get("personal", []) for name in CASES}
FILES = {name: DATA / expected(name)["file"] for name in CASES}
PROMPT = "[jdoe42@oss17 ~]# zpool status -P\n"
OWN = ["jdoe42", "oss17"]


def printed(capsys: pytest.CaptureFixture[str], folder: Path, *files: Path) -> str:
    """Import files; give all that is written: JSON, scenario, terminal, errors."""
    for old in folder.glob("out.*"):
        old.unlink()
    texts = []
    for more in (["--out", f"{folder / 'out.yaml'}"], [], ["--json", f"{folder / 'out.json'}"]):
        main(["import", *map(str, files), *more])
        texts += capsys.readouterr()
    texts += (file.read_text() for file in folder.glob("out.*"))
    return "\n".join(texts).casefold()


def leaked(text: str, personal: list[str]) -> list[str]:
    return [each for each in personal if each.casefold() in text]


@pytest.mark.parametrize("name", CASES)
def test_no_output_of_an_import_has_what_is_personal(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = printed(capsys, tmp_path, FILES[name])
    assert len(text) > 100
    assert not leaked(text, PERSONAL[name])


def test_nor_has_that_of_all_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, tmp_path, *FILES.values())
    assert not leaked(text, [each for listed in PERSONAL.values() for each in listed])


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_nor_have_errors_and_warnings_of_what_is_cut_off(
    name: str, part: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = FILES[name].read_text()
    folder = tmp_path / "oss17"
    folder.mkdir()
    cut = folder / "cut.txt"
    cut.write_text(PROMPT + content[: int(len(content) * part)])
    files = [str(cut.relative_to(tmp_path))]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        main(["import", *files])
        shown = "\n".join(capsys.readouterr()).casefold()
    assert shown
    assert not leaked(shown, [*PERSONAL[name], *OWN])


def test_this_test_would_find_what_is_left(tmp_path: Path) -> None:
    assert leaked(json.dumps({"file": "x 5000C5EAD837115F"}).casefold(), PERSONAL["zpool-status-1"])
