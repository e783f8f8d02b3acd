"""`store` says where scenarios are kept, and copies them."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.__main__ import main
from store.place import place
from store.store import Store


def test_the_place_and_what_is_saved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, copy = tmp_path / "store.db", tmp_path / "copy.db"
    store = Store(place(str(file)))
    store.versions.save("Ours", "name: a", who="Ada", why="cheaper")
    monkeypatch.setenv("OSTIMATE_STORE", str(file))
    assert main(["store", "--backup", str(copy)]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{file}\n")
    assert "Ours" in said
    assert "cheaper" in said
    store.close()
    copied = Store(place(str(copy)))
    assert copied.versions.get("Ours").text == "name: a"
    copied.close()
    assert copy.stat().st_mode & 0o077 == 0
    assert main(["store", "--backup", str(copy)]) == 1
    assert "is there already" in capsys.readouterr().err
    assert main(["store", "--backup", str(tmp_path / "none" / "copy")]) == 1
    assert "can't be written (the folder '" in capsys.readouterr().err


def test_a_place_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["store", "--store", "mysql://a@b/c"]) == 2
    assert capsys.readouterr().err.startswith("--store: the store can't be 'mysql'")


def test_to_look_for_a_store_makes_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "typo" / "store.db"
    assert main(["store", "--store", str(file)]) == 2
    assert capsys.readouterr().err == f"--store: {file} doesn't exist: write the file of a store\n"
    monkeypatch.setenv("OSTIMATE_STORE", str(file))
    assert main(["store"]) == 0
    assert capsys.readouterr().out == f"{file}\nThe store doesn't exist yet. The app creates it.\n"
    assert main(["store", "--backup", str(tmp_path / "copy.db")]) == 1
    assert "there is nothing to copy" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
