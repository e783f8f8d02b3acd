"""What is kept of the catalog on disk: the same parts as in its files, or nothing at all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from model.parts import cache, classes
from model.parts.catalog import FOLDER, Catalog

ROOT = Path(__file__).parents[2]
PLAN = [sys.executable, "-m", "model", "plan", "scenarios/astra.yaml", "--json", "-"]


def read_all() -> list[object]:
    """Read the whole catalog: each part, where each of its figures stands, prices, classes."""
    catalog = Catalog(FOLDER, FOLDER.name)
    found: list[object] = [catalog.problems, classes.shipped_classes.__wrapped__()]
    for key in sorted(catalog.keys()):
        part = catalog.part(key)
        places = [catalog.place(key, figure) for figure in ("key", *dict(part.facts()))]
        found += [part, places, catalog.figures(key), catalog.prices(key), catalog.names(key)]
    return found


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OSTIMATE_CACHE", str(tmp_path))
    monkeypatch.setattr(cache.atexit, "register", lambda _: None)
    monkeypatch.setattr(cache, "_STORES", [])
    return tmp_path


def again() -> cache._Store:
    """Begin as a further process does, and give its store."""
    cache.begin()
    return cache._STORES[0]


def test_what_is_kept_is_what_the_files_say(home: Path) -> None:
    plainly = read_all()
    store = again()
    assert read_all() == plainly
    assert store.new
    store.write()
    later = again()
    assert later.packed.keys() == store.new.keys()
    assert read_all() == plainly
    assert not later.new, "it was read again"
    later.write()
    assert len(list((home / "catalog").iterdir())) == 1


@pytest.mark.parametrize("harm", ["a bit", "cut off", "others may write", "empty"])
def test_a_file_that_is_not_ours_or_not_whole_counts_for_nothing(home: Path, harm: str) -> None:
    store = again()
    assert cache.recalled("a name", lambda: "what is read") == "what is read"
    store.write()
    assert again().packed
    content = store.file.read_bytes()
    if harm == "a bit":
        store.file.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    elif harm == "cut off":
        store.file.write_bytes(content[:-1])
    elif harm == "empty":
        store.file.write_bytes(b"")
    else:
        store.file.chmod(0o666)
    assert not again().packed
    assert cache.recalled("a name", lambda: "read anew") == "read anew"


def test_another_state_of_a_file_has_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in (*cache.READ, *cache.READ_BY):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("errors.py", "records.py"):
        (tmp_path / "model" / name).write_text("")
    part = tmp_path / "catalogs" / "parts" / "drives.yaml"
    part.write_text("key: a\n")
    monkeypatch.setattr(cache, "ROOT", tmp_path)
    states = [cache._state()]
    part.write_text("key: b\n")
    os.utime(part, ns=(0, 1))
    states.append(cache._state())
    (tmp_path / "model" / "parts" / "parts.py").write_text("")
    states.append(cache._state())
    (tmp_path / "catalogs" / "classes" / "racks.yaml").write_text("")
    states.append(cache._state())
    assert cache._state() == states[-1]
    assert len(set(states)) == len(states)


def test_a_few_versions_are_kept(home: Path) -> None:
    store = again()
    for n in range(2 * cache.MOST_KEPT):
        one = cache._Store(store.file.with_name(f"version-{n}"))
        one.new["n"] = n
        one.write()
        os.utime(one.file, (n, n))
    there = {file.name for file in store.file.parent.iterdir()}
    assert there == {f"version-{n}" for n in range(cache.MOST_KEPT, 2 * cache.MOST_KEPT)}


def test_all_that_reads_the_catalog_decides_on_the_name() -> None:
    asked = "import sys, model.parts.classes; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True
    )
    used = {Path(*name.split(".")) for name in run.stdout.split() if name.startswith("model.")}
    rooms = {Path(room) for room in cache.READ_BY}
    files = {Path("model/errors"), Path("model/records")}
    strangers = {path for path in used - files if path not in rooms and path.parent not in rooms}
    assert not strangers


@pytest.mark.long
def test_a_command_says_the_same_whatever_is_kept(tmp_path: Path) -> None:
    answers = []
    closed = tmp_path / "a file, no folder"
    closed.write_text("")
    for home in (tmp_path, tmp_path, closed):
        environment = {**os.environ, "OSTIMATE_CACHE": str(home)}
        run = subprocess.run(PLAN, cwd=ROOT, env=environment, capture_output=True, check=True)
        assert not run.stderr
        answers.append(run.stdout)
    assert len(list((tmp_path / "catalog").iterdir())) == 1
    assert answers[0] == answers[1] == answers[2]
