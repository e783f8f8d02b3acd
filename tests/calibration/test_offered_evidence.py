"""A measured system is offered as evidence for efficiencies, and the fit takes it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from model import evaluate, load_scenario
from model.__main__ import main
from model.answers.validation import reference_files
from model.errors import InputError
from model.parts import delivered
from model.planning.efficiencies import seen_in
from model.procedures.pooling import pool

SCENARIO = next(one for one in reference_files() if one.stem == "leonardo")
TIER = next(iter(dict(evaluate(load_scenario(SCENARIO)).designs)))
NAMES = ("oss-of-jdoe.example.org", "Jane Doe", "secret-project")


def calibration(folder: Path, *, value: str) -> Path:
    name = load_scenario(SCENARIO).tiers[0].name
    text = SCENARIO.read_text().replace(f"name: {name}", "name: secret-project")
    (folder / "mine-jdoe.yaml").write_text(text)
    file = folder / "measured.yaml"
    lines = ["scenario: mine-jdoe.yaml", "free:"]
    lines.append("  - {path: tiers.0.policy.deliveries.write.drives, low: 0.05, high: 1}")
    lines.append("measurements:")
    source = f"IOR of {NAMES[1]} on {NAMES[0]}"
    figure = "secret-project.write_bandwidth"
    lines.append(f"  - {{quantity: {figure}, value: {value}, source: {source}}}")
    file.write_text("\n".join(lines) + "\n")
    return file


def test_what_was_measured_is_evidence_without_names_that_the_fit_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "evidence.yaml"
    file = calibration(tmp_path, value="1.2 TB/s")
    assert main(["calibrate", str(file), "--evidence", str(out)]) == 0
    text = out.read_text()
    assert not [one for one in (*NAMES, "jdoe", "leonardo", "Leonardo") if one in text]
    catalog = tmp_path / "efficiencies"
    catalog.mkdir()
    shutil.copy(delivered.FILE, catalog)
    shutil.copy(out, catalog / "offered.yaml")
    before = delivered.delivered()
    monkeypatch.setattr(delivered, "FILE", catalog / delivered.FILE.name)
    found = delivered._read()
    assert len(found) == len(before) + 1
    (new,) = found[len(before) :]
    results = evaluate(load_scenario(SCENARIO))
    assert new.measured == 1.2e12
    assert new.bound == pytest.approx(results[TIER, "write_bandwidth_bound"], rel=1e-5)
    assert (new.software, new.way, new.stage, new.kind) == ("lustre", "write", "drives", "drives")
    assert new.servers == results[TIER, "servers"]
    had, has = (pool([seen_in(one) for one in each]) for each in (before, found))
    stage = seen_in(new).stage
    assert new.share < had.share(stage).expected
    assert has.share(stage).expected < had.share(stage).expected


def test_what_is_above_the_bound_is_no_evidence(tmp_path: Path) -> None:
    from model.calibration.files import calibrate_file
    from model.calibration.offered_evidence import offered

    found = calibrate_file(calibration(tmp_path, value="9000 TB/s"))
    evidence = offered(found.scenario, found.points)
    assert evidence.evidence == ()
    with pytest.raises(InputError, match=r"no measurement is evidence: .* above the upper bound"):
        _ = evidence.text
