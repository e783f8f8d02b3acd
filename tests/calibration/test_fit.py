"""Calibrations: a published one, planted values, what the data can't say, what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import edited, evaluate, load_scenario
from model.__main__ import main
from model.calibration.files import calibrate_file
from model.calibration.fit import calibrate, measurable, shares
from model.calibration.points import Free, Point
from model.errors import InputError, Place

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "calibration" / "measurements" / "data"
SURVEY = DATA / "obdfilter_survey.summary"
BELUGA = load_scenario(ROOT / "scenarios" / "beluga.yaml")
ASTRA = load_scenario(ROOT / "scenarios" / "astra.yaml")
PLAIN = edited(BELUGA, {"tiers.0.calibration": None})
"""Béluga without its own calibration."""
HBA, NIC = "tiers.0.adapters.efficiency", "tiers.0.network.efficiency"
DELIVERY = "tiers.0.policy.delivery_factor"
TIER = "site/tiers:project"


def point(quantity: str, value: str | float, **more) -> Point:
    return Point(quantity, value, more.pop("source", "a test"), **more)


def refusal(*arguments) -> str:
    with pytest.raises(InputError) as wrong:
        calibrate(*arguments)
    return str(wrong.value)


def test_belugas_memory():
    """Calcul Québec, 2019: 6.2 GB/s, 5.0 with half the channels: k/M 0.0387 s/GB, share 0.24."""
    found = calibrate_file(ROOT / "scenarios" / "beluga.calibration.yml")
    rate, traffic = found.values
    memory = evaluate(PLAIN)[TIER, "memory_bandwidth"]
    assert memory == 230.4e9
    own, shared = 1 / rate.value, traffic.value / memory
    assert shared * 1e9 == pytest.approx(0.0387, abs=5e-5)
    assert own * 1e9 == pytest.approx(0.1226, abs=5e-5)
    assert shared / (own + shared) == pytest.approx(0.24, abs=1e-6)
    assert rate.value == pytest.approx(8.2e9, rel=0.01)
    assert traffic.value == pytest.approx(8.9, abs=0.05)
    assert found.freedom == 0
    assert any("2 measurements for 2 fitted values" in w for w in found.warnings)
    assert [one.error for one in found.values] == [None, None]
    assert all(abs(one.residual or 0) < 1e-5 for one in found.points)


def test_the_fit_is_the_models_own_formula():
    """The model's closed form through the same two points gives the same time of the CPU."""
    found = calibrate_file(ROOT / "scenarios" / "beluga.calibration.yml")
    closed = evaluate(BELUGA)
    assert closed[TIER, "processor_write_time"] == pytest.approx(1 / found.values[0].value)
    assert closed[TIER, "memory_write_traffic"] == pytest.approx(found.values[1].value)


@pytest.mark.long
@settings(max_examples=10)
@given(st.floats(0.2, 0.45), st.floats(0.3, 0.95))
def test_planted_efficiencies_come_back(hba, delivery):
    """What a scenario with known values gives as measurements leads back to these values."""
    truth = evaluate(edited(PLAIN, {HBA: hba, DELIVERY: delivery}))
    names = ("write_bandwidth_bound", "read_bandwidth_bound", "write_bandwidth", "read_bandwidth")
    points = [point(f"project.{name}", truth[TIER, name] or 0, unit="byte/s") for name in names]
    found = calibrate(PLAIN, [Free(HBA), Free(DELIVERY)], points)
    assert [one.value for one in found.values] == pytest.approx([hba, delivery], rel=1e-5)
    assert found.freedom == 2
    assert not found.warnings


def test_noise_becomes_uncertainty():
    """Two measurements of one quantity, 4 % apart: the mean, and what scatter leaves open."""
    points = [point("project.hba_rate", text) for text in ("21.5 GB/s", "22.4 GB/s")]
    (one,) = calibrate(PLAIN, [Free(HBA)], points).values
    low, high = 21.5 / 24, 22.4 / 24
    assert low < one.value < high
    assert one.error == pytest.approx((high - low) / 2, rel=0.01)
    assert one.interval is not None
    assert one.interval[0] < low
    assert one.interval[1] == 1.0
    assert one.before == 1.0


def test_what_the_data_can_not_tell_apart():
    """A committed bandwidth is adapter x factor: either could be the reason."""
    change = {"tiers.0.adapters.per_server": 2}  # so that the adapters limit
    points = [
        point("project.write_bandwidth", text, change=change) for text in ("11 GB/s", "12 GB/s")
    ]
    found = calibrate(PLAIN, [Free(HBA, start=0.9), Free(DELIVERY)], points)
    assert any("can't tell" in w and HBA in w and DELIVERY in w for w in found.warnings)
    assert [one.error for one in found.values] == [None, None]


def test_a_value_without_effect_and_one_on_its_bound():
    found = calibrate(
        PLAIN,
        [Free(NIC), Free(HBA)],
        [point("project.hba_rate", "30 GB/s"), point("project.hba_rate", "31 GB/s")],
    )
    assert f"{NIC} has no effect" in found.warnings[0]
    assert f"{HBA} is at its upper limit" in found.warnings[1]
    assert [one.value for one in found.values] == [1.0, 1.0]
    assert set(found.edits) == {HBA}


def test_hardly_told_apart():
    """Two measurements that differ little in what they ask of CPU and memory."""
    points = [
        point("project.server_write_bandwidth_bound", text, change={"tiers.0.memory.channels": n})
        for text, n in (("6.2 GB/s", 12), ("6.1 GB/s", 11), ("6.05 GB/s", 10))
    ]
    free = [
        Free("tiers.0.processing.write_rate", "1 GB/s", "100 GB/s"),
        Free("tiers.0.processing.memory_write_traffic", 1, 50),
    ]
    found = calibrate(PLAIN, free, points)
    assert any("can hardly tell" in w for w in found.warnings)
    together = found.correlation[0][1]
    assert together is not None
    assert abs(together) > 0.95


def test_a_fit_to_what_is_committed_comes_back_from_the_scenario():
    """What is fitted counts as calibrated while it is fitted, so that nothing is counted twice."""
    found = calibrate(PLAIN, [Free(HBA)], [point("project.write_bandwidth", "9 GB/s")])
    results = evaluate(edited(PLAIN, found.edits))
    tier = "site/tiers:project"
    assert results[tier, "write_bandwidth"] == pytest.approx(9e9, rel=1e-4)
    assert results[tier, "write_bandwidth_bound"] == results[tier, "write_bandwidth"]


def test_a_stage_that_rests_on_a_fit_is_committed_whole():
    """The delivery factor is for bounds of datasheets: what a fit says is what is delivered."""
    fitted = {"value": 0.4, "status": "calibrated", "because": "survey.txt"}
    results = evaluate(edited(PLAIN, {HBA: fitted}))
    tier = "site/tiers:project"
    stage = next(s for s in results.stages(tier, "write") if s.name == "hba")
    assert stage.evidence == "calibrated"
    assert results.stages(tier, "write")[0].name == "hba"
    assert results[tier, "write_bandwidth"] == results[tier, "write_bandwidth_bound"]
    plain = evaluate(edited(PLAIN, {HBA: 0.4}))
    bound = plain[tier, "write_bandwidth_bound"]
    share = plain[tier, "hba_write_delivery"]
    assert share is not None
    assert share < 1
    assert plain[tier, "write_bandwidth"] == pytest.approx(share * bound)


def test_what_is_fitted_carries_its_file():
    """Taken over, a value is calibrated, and the derivation says from which file and line."""
    found = calibrate(
        ASTRA,
        [Free("tiers.0.policy.delivery_factor")],
        [Point("scratch.write_bandwidth", 188e9, "ior.txt:44", "byte/s", "write bandwidth")],
    )
    results = evaluate(edited(ASTRA, found.edits))
    known = results.plan.provenance["site/tiers:scratch", "delivery_factor"]
    assert (known.status, known.source) == ("calibrated", "ior.txt:44")
    assert "least squares over 1 measured figure" in known.text
    assert results["site/tiers:scratch", "write_bandwidth"] == pytest.approx(188e9, rel=1e-5)
    before = evaluate(ASTRA)["site/tiers:scratch", "write_bandwidth"]
    assert before is not None
    assert found.points[0].residual_before == pytest.approx(before / 188e9 - 1)


def test_what_could_be_fitted_and_measured():
    results = evaluate(BELUGA)
    assert [one.path for one in shares(results)][:4] == [
        HBA,
        NIC,
        "tiers.0.drives.surface_factor",
        DELIVERY,
    ]
    names = measurable(results, "byte/s")
    assert "project.server_write_bandwidth" in names
    assert "site.write_bandwidth" in names
    assert "project.usable_capacity" not in names


GOOD = point("project.hba_rate", "22 GB/s")
REFUSED = {
    "unknown field": ([Free("tiers.0.adapters.eficiency")], [GOOD], "did you mean 'efficiency'"),
    "nowhere": ([Free("tiers.9.adapters.efficiency")], [GOOD], "has no such field"),
    "no figure": ([Free("tiers.0.target.layout")], [GOOD], "tiers.0.target.layout"),
    "a text": ([Free("title", start="x")], [GOOD], "gives no figure that could be fitted"),
    "a count": ([Free("tiers.0.blocks")], [GOOD], "only shares, factors and rates"),
    "no highest": ([Free("tiers.0.processing.memory_read_traffic")], [GOOD], "write 'high'"),
    "rate without a bound": ([Free("tiers.0.processing.write_rate")], [GOOD], "write 'high'"),
    "factor without a bound": (
        [Free("tiers.0.network.write_amplification")],
        [GOOD],
        "tiers.0.network.write_amplification: has no highest value of its own: write 'high'",
    ),
    "copies": ([Free("tiers.0.target.copies")], [GOOD], "only shares, factors and rates"),
    "a part of what is missing": (
        [Free("tiers.0.policy.partial_stripes.amplification")],
        [GOOD],
        "missing: 'share'",
    ),
    "wrong unit": ([Free(HBA, high="1 GB/s")], [GOOD], "tiers.0.adapters.efficiency"),
    "bounds": ([Free(HBA, 0.9, 0.8)], [GOOD], "'low' must be below 'high'"),
    "twice": ([Free(HBA), Free(HBA)], [GOOD], "free twice"),
    "no quantity": ([Free(HBA)], [point("project.hba_rat", "22 GB/s")], "hba_rate"),
    "two tiers": ([Free(HBA)], [point("hba_rate", "22 GB/s")], "'project.hba_rate' or"),
    "unknown": ([Free(HBA)], [point("site.capital_cost", "1 GB/s")], "is unknown; missing:"),
    "another unit": ([Free(HBA)], [point("project.hba_rate", "22 GB")], "another kind"),
    "measured in another": (
        [Free(HBA)],
        [point("project.hba_rate", 9.0, unit="1/second")],
        "is in byte/s, but the figure that was measured is in 1/second",
    ),
    "nothing": ([Free(HBA)], [point("project.hba_rate", "0 GB/s")], "must be above 0"),
}


@pytest.mark.long
@pytest.mark.parametrize("case", REFUSED)
def test_what_can_not_be_fitted_gets_a_line(case):
    free, points, hint = REFUSED[case]
    message = refusal(PLAIN, free, points)
    assert hint in message
    assert "is 0.5" not in message, "a value that nobody wrote"
    assert message.startswith(str(ROOT / "scenarios" / "beluga.yaml"))


@pytest.mark.parametrize("others", [[], [Free("tiers.0.network.write_amplification", high=2)]])
def test_a_share_that_stays_below_one_is_fitted(others):
    """Caches that drain in 3 hours: clients take what they leave, at most 99 %."""
    lcpq = load_scenario(ROOT / "scenarios" / "lcpq.yaml")
    drain = "beegfs.time_to_drain"
    found = calibrate(
        lcpq,
        [Free("tiers.0.cache.background_share"), *others],
        [point(drain, "3 hours")],
    )
    alone = evaluate(lcpq)["site/tiers:beegfs", "time_to_drain"]
    assert found.values[0].value == pytest.approx(1 - alone / (3 * 3600), rel=1e-5)


LCPQ = load_scenario(ROOT / "scenarios" / "lcpq.yaml")
NO_FIGURE = "this figure can't be fitted: write the path of a share, a factor or a rate"
MISPLACED = {
    "a text": ("tiers.0.drives.part", None, NO_FIGURE),
    "a part": ("tiers.0.drives", None, NO_FIGURE),
    "years": ("economics.years", None, "gives no figure that could be fitted"),
    "misspelt": ("tiers.0.network.eficiency", None, "did you mean 'efficiency'?"),
    "misspelt part": ("tiers.0.netwrk.efficiency", None, "did you mean 'network'?"),
    "nowhere": ("tiers.9.network.efficiency", None, "has no such field"),
    "start": ("tiers.0.network.efficiency", 3, "must be at most 1, is 3"),
}


@pytest.mark.parametrize("case", MISPLACED)
def test_mistakes_are_reported_where_they_were_written(case):
    """In the calibration, not at the scenario's lines, and of no value that nobody wrote."""
    path, start, hint = MISPLACED[case]
    place = Place("fit.yaml", 4, 5)
    wanted = point("beegfs.write_bandwidth", "4 GB/s")
    said = refusal(LCPQ, [Free(path, start=start, place=place)], [wanted])
    assert said.startswith("fit.yaml:4:5: ")
    assert hint in said
    assert not re.search(r"\b(found|is) (1|0\.5)\b|\b(1|0\.5) is", said)


def test_all_mistakes_of_free_values_are_reported_at_once():
    """A share that doesn't take 1 among them isn't one of them."""
    paths = ("tiers.0.drives.part", "tiers.0.cache.background_share", "tiers.0.network.eficiency")
    free = [Free(path, place=Place("fit.yaml", n, 5)) for n, path in enumerate(paths, 4)]
    lines = refusal(LCPQ, free, [point("beegfs.write_bandwidth", "4 GB/s")]).splitlines()
    assert [line.split(": ")[:2] for line in lines] == [
        ["fit.yaml:4:5", paths[0]],
        ["fit.yaml:6:5", paths[2]],
    ]
    without = [Free("title", start="x", place=Place("fit.yaml", 4, 5))]
    without += [Free("economics.years", place=Place("fit.yaml", 5, 5))]
    lines = refusal(LCPQ, without, [point("beegfs.write_bandwidth", "4 GB/s")]).splitlines()
    assert [line.partition(":")[2][:1] for line in lines] == ["4", "5"]


def test_a_wrong_change_is_reported_at_its_measurement():
    """Each of them, and beside them what else is wrong with the measurements."""
    wrong = (
        ({"tiers.0.blok": 1}, "did you mean 'blocks'"),
        ({"tiers.0.blocks": -1}, "must be at least 1, is -1"),
        ({"tiers.9.blocks": 1}, "has no such field"),
    )
    points = [
        point("beegfs.write_bandwidth", "4 GB/s", change=change, place=Place("fit.yaml", n, 5))
        for n, (change, _) in enumerate(wrong, 7)
    ]
    points.append(point("beegfs.write_bandwith", "4 GB/s", place=Place("fit.yaml", 10, 5)))
    lines = refusal(LCPQ, [Free(DELIVERY)], points).splitlines()
    assert [int(line.split(":")[1]) for line in lines] == [7, 8, 9, 10]
    assert all(hint in line for line, (_, hint) in zip(lines, wrong, strict=False))


CALIBRATION = """\
schema: ostimate.calibration/1
scenario: beluga.yaml
change: {tiers.0.calibration: null}
free:
  - path: tiers.0.adapters.efficiency
measurements:
  - file: survey.txt
    figure: best write bandwidth
    quantity: project.server_write_bandwidth_bound
  - file: survey.txt
    figure: read bandwidth
    line: 3
    quantity: project.server_read_bandwidth_bound
"""


def written(tmp_path: Path, old: str = "", new: str = "") -> str:
    (tmp_path / "survey.txt").write_bytes(SURVEY.read_bytes())
    (tmp_path / "beluga.yaml").write_bytes((ROOT / "scenarios" / "beluga.yaml").read_bytes())
    assert old in CALIBRATION
    (tmp_path / "fit.yaml").write_text(CALIBRATION.replace(old, new) if old else CALIBRATION)
    return str(tmp_path / "fit.yaml")


def test_a_calibration_file(tmp_path, capsys):
    """The command prints the fit, as text and as JSON, and writes the scenario."""
    file = written(tmp_path)
    assert main(["calibrate", file]) == 0
    text = capsys.readouterr().out
    for words in (
        "tiers.0.adapters.efficiency",
        "6.2 GB/s",
        "survey.txt:3",
        "Degrees of freedom: 1",
    ):
        assert words in text
    assert main(["calibrate", file, "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["schema"] == "ostimate.calibrated/1"
    (value,) = found["values"]
    assert 0.3 < value["value"] < 0.5
    assert value["standard_error"] > 0
    assert [one["source"] for one in found["measurements"]] == ["survey.txt:3", "survey.txt:3"]
    assert found["measurements"][0]["measured"] == pytest.approx(5912.78 * 2**20)
    target = tmp_path / "fitted.yaml"
    assert main(["calibrate", file, "--scenario", str(target)]) == 0
    assert capsys.readouterr().out == ""
    stated = load_scenario(target).tiers[0].adapters.efficiency
    assert stated.value == pytest.approx(value["value"], rel=1e-5)
    assert (stated.status, stated.source) == ("calibrated", "survey.txt:3")


def test_a_correlation_is_printed(capsys):
    assert main(["calibrate", str(ROOT / "scenarios/beluga.calibration.yml")]) == 0
    text = capsys.readouterr().out
    for words in ("+0.944", "too few", "unknown", "8.158 GB/s"):
        assert words in text


WRONG = {
    "no such figure": ("best write", "worst write", "it has write bandwidth, rewrite"),
    "several lines": ("    line: 3\n", "", "occurs in lines 2, 3, 4"),
    "no such line": ("line: 3", "line: 1", "isn't in line 1 of the file"),
    "no such file": (
        "file: survey.txt\n    figure: best",
        "file: x.txt\n    figure: best",
        "x.txt",
    ),
    "no figure": ("    figure: best write bandwidth\n", "", "write the 'figure'"),
    "neither": (
        "file: survey.txt\n    figure: best write bandwidth",
        "figure: write",
        "write either 'file' and 'figure', or 'value'",
    ),
    "a value of nobody": (
        "file: survey.txt\n    figure: best write bandwidth",
        "value: 6 GB/s",
        "needs 'source'",
    ),
    "no scenario": ("beluga.yaml", "belugo.yaml", "can't be read"),
    "unknown path": ("adapters.efficiency", "adapters.eficiency", "efficiency"),
    "bad quantity": ("server_write_bandwidth_bound", "server_write_bandwith", "did you mean"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_calibration_files_get_one_line(case, tmp_path, capsys):
    old, new, hint = WRONG[case]
    assert main(["calibrate", written(tmp_path, old, new)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert hint in captured.err
    assert len(captured.err.splitlines()) == 1


def test_no_calibration_file(capsys):
    assert main(["calibrate", "nowhere.yaml"]) == 1
    assert "give the path of a calibration's YAML file" in capsys.readouterr().err


def test_measurements_are_listed(capsys):
    """As a table and as JSON; a file that is refused takes nothing from the others."""
    assert main(["measurements", str(SURVEY), str(DATA / "srun-log.txt")]) == 0
    text = capsys.readouterr().out
    for words in ("best read bandwidth", "5912.78 MiB/s", "8 nodes, 64 tasks", "cut off"):
        assert words in text
    assert main(["measurements", str(SURVEY), "--json", "-"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "ostimate.measurements/1"
    assert document["figures"][0]["unit"] == "byte/s"
    assert document["figures"][0]["details"]["record"] == "1024 KiB"
    assert main(["measurements", str(ROOT / "README.md"), "nowhere", str(SURVEY)]) == 1
    captured = capsys.readouterr()
    assert "5912.78 MiB/s" in captured.out
    assert len(captured.err.splitlines()) == 2
    assert main(["measurements", "nowhere", str(SURVEY), "--json", "-"]) == 1
    captured = capsys.readouterr()
    assert json.loads(captured.out)["figures"] == document["figures"]
    assert len(captured.err.splitlines()) == 1
    assert main(["measurements", "nowhere"]) == 1
    assert capsys.readouterr().out == ""
