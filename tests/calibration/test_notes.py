"""What a benchmark says against its own figure is said wherever the figure is fitted."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from model.__main__ import main

ROOT = Path(__file__).parents[2]
INVALID = "[RESULT]  ior-easy-write  150.5 GiB/s : time 1.3 seconds [INVALID]\n"
JOB = '{"jobname": "a", "error": %d, "write": {"bw": 160000000}}'
MOVED = '{"jobname": "%s", "error": %d, "write": {"io_bytes": 1, "io_kbytes": 1, "runtime": 1}}'
GROUP = '{"fio version": "fio-3.33", "jobs": [' + f"{MOVED % ('a', 0)}, {MOVED % ('b', 5)}]}}"
FIO = '{"fio version": "fio-3.33", "jobs": [' + JOB + "]}"
NOTED = {
    "the IO500's": (INVALID, "ior-easy-write bandwidth", "the IO500 calls it invalid"),
    "its list's": (
        "[INVALID]  ior-easy-write  150.5 GiB/s : time 1.3 seconds\n",
        "ior-easy-write bandwidth",
        "the IO500 calls it invalid",
    ),
    "fio's": (FIO % 5, "write bandwidth", "fio reports error 5"),
    "fio's of a member": (GROUP, "group write bandwidth", "fio reports error 5"),
}
FIT = """\
schema: ostimate.calibration/1
scenario: astra.yaml
free:
  - path: tiers.0.policy.delivery_factor
measurements:
  - {{file: run.txt, figure: {figure}, quantity: scratch.write_bandwidth}}
"""


def asked(folder: Path, text: str, figure: str) -> str:
    (folder / "run.txt").write_text(text)
    (folder / "fit.yaml").write_text(FIT.format(figure=figure))
    shutil.copy(ROOT / "scenarios" / "astra.yaml", folder)
    return str(folder / "fit.yaml")


@pytest.mark.parametrize("case", NOTED)
def test_what_is_noted_of_a_figure_is_a_warning(case, tmp_path, capsys):
    text, figure, note = NOTED[case]
    file = asked(tmp_path, text, figure)
    assert main(["calibrate", file]) == 0
    assert f"! {figure} (run.txt:1): {note}" in capsys.readouterr().out
    assert main(["calibrate", file, "--json", "-"]) == 0
    said = json.loads(capsys.readouterr().out)["warnings"]
    assert [warning for warning in said if note in warning] == [f"{figure} (run.txt:1): {note}"]


@pytest.mark.parametrize("case", ["the IO500's", "fio's"])
def test_a_good_figure_brings_no_such_warning(case, tmp_path, capsys):
    text, figure, _ = NOTED[case]
    good = FIO % 0 if case == "fio's" else text.replace(" [INVALID]", "")
    assert main(["calibrate", asked(tmp_path, good, figure), "--json", "-"]) == 0
    assert not any("run.txt" in one for one in json.loads(capsys.readouterr().out)["warnings"])


def test_warnings_are_said_also_where_the_fit_is_written(tmp_path, capsys):
    """As JSON on the one stream, as lines on the other; and beside a scenario that is written."""
    text, figure, note = NOTED["the IO500's"]
    file = asked(tmp_path, text, figure)
    said = [f"! {figure} (run.txt:1): {note}", "! 1 measurement for 1 fitted value"]
    for more in (["--json", "-"], ["--scenario", str(tmp_path / "fitted.yaml")]):
        assert main(["calibrate", file, *more]) == 0
        captured = capsys.readouterr()
        lines = captured.err.splitlines()
        assert len(lines) == len(said)
        assert all(line.startswith(words) for line, words in zip(lines, said, strict=True))
        if "--json" in more:
            assert len(json.loads(captured.out)["warnings"]) == len(said)
        else:
            assert captured.out == ""
    assert main(["calibrate", file]) == 0
    assert not capsys.readouterr().err
