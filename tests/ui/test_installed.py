"""What is installed, on Start: outputs are pasted, read, checked and planned from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from model.installed.drive_sizes import partition
from model.installed.output import LARGEST
from model.pools.pool import zfs_pool
from tests.installed.made_systems import Made, lsblk
from tests.ui.working import work_of
from ui.start.installed import LARGEST_MB

APP = Path(__file__).parents[2] / "app.py"
DATA = Path(__file__).parents[1] / "installed/data"
NAMES = ("zpool-status-1.txt", "zpool-list-vp-1.txt", "lsblk-1.json", "zfs-list-p-1.txt")


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "store"
    folder.mkdir()
    monkeypatch.setenv("OSTIMATE_STORE", str(folder / "store.db"))
    return folder


def opened() -> AppTest:
    at = AppTest.from_file(str(APP), default_timeout=60)
    work_of(at).browser = "s" * 30
    at.session_state["What you have is open"] = True
    return at.run()


def pasted(at: AppTest, text: str) -> AppTest:
    box = next(one for one in at.text_area if one.label == "Or paste output")
    box.set_value(text)
    return at.button(key="read outputs").click().run()


def shown(at: AppTest) -> str:
    every = (at.markdown, at.success, at.warning, at.info, at.error, at.caption)
    return "\n".join(one.value for kind in every for one in kind)


def test_outputs_of_many_servers_are_told_in_short(store: Path) -> None:
    """Not each figure that agrees, and a note of all of them once."""
    drive = 18000207937536
    layout = [("raidz2", (drive,) * 6)]
    right = zfs_pool(layout, release="2.4", ashift=12, partitioning="linux")
    made = [
        Made(f"ost{n}", layout, right.size, right.available, first=100 * n, failed=1)
        for n in range(5)
    ]
    lists = "".join(
        f"[root@oss{n} ~]# zpool status -P\n{one.status()}\n[root@oss{n} ~]# zpool list -vp\n"
        f"{one.listed(sizes=True, of=partition)}\n[root@oss{n} ~]# zfs list -p\n{one.space()}\n"
        f"[root@oss{n} ~]# lsblk -J -b\n{lsblk([one], boot=str(n))}\n"
        for n, one in enumerate(made)
    )
    at = pasted(opened(), lists)
    assert not at.exception
    text = shown(at).replace("\\", "")
    assert "Reported capacity matches the model: 10 figures of 5 pools, to the byte." in text
    assert "pasted and 4 other outputs: 13 disks are listed for 7 drives" in text


def test_a_pool_is_pasted_checked_and_planned_from(store: Path) -> None:
    """To the byte, as the command says; and nothing personal stays anywhere."""
    text = "\n".join((DATA / name).read_text(encoding="utf-8") for name in NAMES)
    at = pasted(opened(), text)
    assert not at.exception
    assert "Outputs read: 4 (zpool-status, zpool-list-vp, lsblk, zfs-list-p)" in shown(at).replace(
        "\\", ""
    )
    assert "Reported capacity matches the model" in shown(at)
    assert next(one for one in at.text_area if one.label == "Or paste output").value == ""
    at.button(key="open what is installed").click().run()
    assert not at.exception
    work = work_of(at)
    assert work.choice.startswith("installed")
    assert work.results["site", "usable_capacity"] == 143_712_155_860_992
    personal = [
        one
        for name in NAMES
        for one in json.loads((DATA / f"{name.rpartition('.')[0]}.reading.json").read_text())[
            "personal"
        ]
    ]
    assert personal
    kept = b"".join(file.read_bytes() for file in store.iterdir())
    kept += repr(dict(at.session_state._state.filtered_state)).encode()
    assert [one for one in personal if one.encode() in kept] == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Choose files or paste output first."),
        ("hello", "not recognised as the output of a supported tool"),
    ],
)
def test_what_is_no_output_is_said(text: str, message: str) -> None:
    at = pasted(opened(), text)
    assert not at.exception
    assert message in shown(at)


def test_the_box_takes_what_the_readers_take() -> None:
    assert LARGEST_MB * 1_000_000 == LARGEST


def test_a_lone_output_says_what_is_missing() -> None:
    at = pasted(opened(), (DATA / "lsblk-1.json").read_text(encoding="utf-8"))
    assert "This output is not enough for a plan yet." in shown(at)


def test_benchmarks_of_a_system_are_evidence_once_its_parts_are_known() -> None:
    at = opened()
    files = next(one for one in at.file_uploader if "Output of commands" in one.label)
    files.upload("lfs-df.txt", (DATA / "lfs-df-1.txt").read_bytes())
    files.upload("io500.txt", b"[RESULT] ior-easy-write 8.0 GiB/s : time 300 seconds\n")
    at.button(key="read outputs").click().run()
    assert not at.exception
    assert any(one.label == "Evidence for other systems" for one in at.expander)
    assert "atlas1: its drives and network are unknown" in shown(at)
    assert "Calibration then offers it as evidence" in shown(at)
