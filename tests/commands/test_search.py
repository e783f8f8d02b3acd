"""`search` on the command line."""

import json
import re
import signal
from contextlib import nullcontext

import openpyxl
import pytest
import yaml

from model.__main__ import main
from model.commands import search
from model.design.scenario import edited, load_scenario
from tests.search.spaces import FILE
from tests.search.test_phases import left_open


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    """A scenario with few choices."""
    choices = {"tiers.0.blocks": [1, 2, 6, 7, 60], "tiers.0.enclosures.per_block": [1, 2]}
    file = tmp_path_factory.mktemp("search") / "few.yaml"
    data = edited(load_scenario(FILE), {"choices": choices}).data
    file.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    return str(file)


def test_it_says_what_is_best_and_writes_the_designs(few, tmp_path, capsys):
    assert main(["search", few, "--out", str(tmp_path / "designs")]) == 0
    said = capsys.readouterr().out
    assert "10 designs: the lowest capital cost is" in said
    assert "proven" in said
    assert "Maximum equipment power" in said
    best = load_scenario(tmp_path / "designs" / "best.yaml")
    assert not best.choices


def test_the_best_of_shingled_drives_is_warned_of(tmp_path, capsys):
    """More capacity for the drive's price, and why not to take it; host-managed ones are none."""
    alike = {
        "per_enclosure": 106,
        "price": "210 EUR",
        "power": "9 W",
        "ports": {"value": 2, "because": "made up"},  # both servers of a block reach them
    }
    drives = [{"part": f"seagate-exos-{key}", **alike} for key in ("x28-28tb", "x26z-25tb")]
    changed = {"requirements.power": None, "choices": {"tiers.0.drives": drives}}
    data = edited(load_scenario(FILE), changed).data
    (tmp_path / "smr.yaml").write_text(yaml.safe_dump(data), encoding="utf-8")
    most = ["--objective", "most usable_capacity", "--top", "0"]
    assert main(["search", str(tmp_path / "smr.yaml"), *most]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "! the drives are SMR, unsuitable" in said.replace("archive: ", "")
    assert "the drives are host-managed SMR, which no supported layout can use 1" in said


def test_it_answers_another_objective_as_json(few, capsys):
    options = ["--objective", "most usable_capacity", "--budget", "900000 EUR", "--json", "-"]
    assert main(["search", few, *options]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["schema"] == "ostimate.search/1"
    assert said["proven"] is True
    assert said["objective"] == {"maximise": "usable_capacity", "budget": 900000.0}
    assert said["best"]["figures"]["capital_cost"] <= 900000
    assert {one["by"] for one in said["excluded"]} >= {"Required usable capacity"}


def test_nothing_is_proven_to_be_there(few, capsys):
    assert main(["search", few, "--budget", "1 EUR"]) == 0
    assert "none meets all requirements" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--objective", "cheap"], "least capital_cost"),
        (["--objective", "least beauty"], "--objective: objective: 'beauty'"),
        (["--budget", "much"], "--budget"),
        (["--budget", "-1 EUR"], "--budget: must be at least 0"),
        (["--front", "racks"], "--front"),
        (["--front", "least beauty"], "--front: objective: 'beauty'"),
        (["--why-not", "blocks"], "tiers.0.blocks=3"),
        (["--why-not", "tiers.0.bloks=3"], "--why-not: choices: 'tiers.0.bloks'"),
        (["--why-not", "tiers.0.blocks=3"], "'3' is not one of its options: write"),
    ],
)
def test_what_is_wrong_on_the_command_line_is_said(few, options, what, capsys):
    assert main(["search", few, *options]) == 2
    error = capsys.readouterr().err
    assert what in error
    assert "Traceback" not in error


@pytest.fixture
def listens_to_ctrl_c():
    """A shell's background job starts with the signal ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("listens_to_ctrl_c")
def test_ctrl_c_stops_with_the_best_that_is_known():
    with search._progress_bar() as tell:
        assert tell(0.5, 1.0)
        signal.raise_signal(signal.SIGINT)
        assert not tell(0.5, 1.0)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_front_prices_and_why_not_are_answered(few, tmp_path, capsys):
    """Each design that is told of opens as a scenario."""
    out = tmp_path / "all"
    questions = ["--front", "most usable_capacity", "--prices", "--why-not", "tiers.0.blocks=1"]
    assert main(["search", few, *questions, "--out", str(out)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "No design is better in both: Capital cost Usable capacity" in said
    assert "Required usable capacity +" in said
    assert "the best design with this option: Required usable capacity" in said
    assert load_scenario(out / "asked.yaml").tiers[0].blocks.value == 1
    fronts = sorted(out.glob("front-*.yaml"))
    assert len(fronts) > 1
    assert not any(load_scenario(file).choices for file in fronts)


def test_the_json_holds_all_answers(few, capsys):
    questions = ["--front", "least equipment_power", "--prices", "--why-not", "tiers.0.blocks=60"]
    assert main(["search", few, *questions, "--top", "0", "--json", "-"]) == 0
    said = json.loads(capsys.readouterr().out)
    powers = [one["figures"]["equipment_power"] for one in said["front"]]
    costs = [one["figures"]["capital_cost"] for one in said["front"]]
    assert powers == sorted(powers, reverse=True)
    assert costs == sorted(costs)
    assert said["figure"] == costs[0]
    assert {one["what"] for one in said["shadow_prices"]} >= {"Required usable capacity"}
    assert [one["what"] for one in said["why_not"]] == ["Maximum equipment power"]
    assert said["alternatives"] == []
    assert said["not_whole"] == []


def test_what_was_not_looked_at_in_time_is_said(few, monkeypatch, capsys):
    monkeypatch.setattr(search, "PATIENCE", -1.0)
    assert main(["search", few]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "proven" in said
    assert "alternatives: 0 of 5 options were examined within the time limit" in said


@pytest.mark.parametrize("option", ["--resume-dir", "--kept"])
def test_workers_and_a_saved_search_give_the_same_answer(few, option, tmp_path, capsys):
    assert main(["search", few, "--top", "0", "--json", "-"]) == 0
    here = json.loads(capsys.readouterr().out)
    spread = ["--workers", "2", option, str(tmp_path / "saved")]
    assert main(["search", few, "--top", "0", "--json", "-", *spread]) == 0
    there = json.loads(capsys.readouterr().out)
    counted = {"computed"}  # by who knows which design to be good, and when
    assert {k: there[k] for k in there.keys() - counted} == {
        k: here[k] for k in there.keys() - counted
    }
    assert list((tmp_path / "saved").iterdir())


def test_a_mix_says_the_same(few, capsys):
    assert main(["search", few, "--top", "0", "--json", "-"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert main(["search", few, "--mix", "--top", "0", "--json", "-"]) == 0
    mixed = json.loads(capsys.readouterr().out)
    assert mixed["proven"] is True
    assert mixed["figure"] == pytest.approx(whole["figure"])


@pytest.mark.parametrize("option", ["--shipments", "--deliveries"])
def test_the_shipments_of_sequoia_are_listed(option, capsys):
    assert main(["search", "scenarios/sequoia.yaml", option]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "October 2011 36 unknown 5.045 PB of 5 PB" in said
    assert main(["search", "scenarios/sequoia.yaml", option, "--json", "-"]) == 0
    document = json.loads(capsys.readouterr().out)
    found = document[option.removeprefix("--")]
    assert document["shipments"] == document["deliveries"]
    assert [one["blocks"]["grove"] for one in found] == [36, 143, 205]


def test_the_workbook_holds_the_designs(few, tmp_path, capsys):
    file = tmp_path / "best.xlsx"
    assert main(["search", few, "--xlsx", str(file), "--top", "1", "--prices"]) == 0
    sheet = openpyxl.load_workbook(file)["Designs"]
    tables = {cell.value for cell in sheet["A"]}
    assert {"Best design and alternatives", "Choices", "Cost of requirements"} <= tables
    assert any(str(one).startswith("Excluded designs by reason (a design") for one in tables)
    options = next(row for row in sheet.iter_rows() if str(row[0].value).startswith("tiers."))
    assert options[1].alignment.wrap_text  # a part and its figures: longer than the column


def test_a_budget_of_the_scenario_counts(tmp_path, capsys):
    """Written there as on the command line."""
    said = []
    for budget, option in (("900 kEUR", []), (None, ["--budget", "900 kEUR"])):
        data = {**left_open().data, "objective": {"maximise": "usable_capacity"}}
        if budget:
            data["objective"]["budget"] = budget
        file = tmp_path / "open.yaml"
        file.write_text(yaml.safe_dump(data), encoding="utf-8")
        assert main(["search", str(file), "--top", "0", "--json", "-", *option]) == 0
        said.append(json.loads(capsys.readouterr().out))
    assert said[0]["objective"]["budget"] == 900_000
    assert said[0]["best"] == said[1]["best"]


@pytest.mark.long
def test_phases_choose_for_themselves(tmp_path, capsys):
    """They are printed with their budgets, written as one scenario, and given as JSON."""
    data = {**left_open().data, "objective": {"minimise": "capital_cost"}}
    data["objective"]["phase_budgets"] = {"first": "300 kEUR"}
    file = tmp_path / "open.yaml"
    file.write_text(yaml.safe_dump(data), encoding="utf-8")
    assert main(["search", str(file), "--phases", "--out", str(tmp_path)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "(at the prices of each phase) is" in said
    assert "Budget" in said
    assert "300 000 EUR" in said
    assert said.index("Purchases per phase") < said.index("After each phase")
    assert main(["search", str(file), "--phases", "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["phase"] for one in found["phases"]] == ["first", "second"]
    assert found["figure"] == pytest.approx(sum(one["cost"] for one in found["phases"]))
    assert main(["plan", str(tmp_path / "best.yaml"), "--json", "-"]) == 0
    capsys.readouterr()
    assert main(["search", str(file), "--phases", "--mix"]) == 2
    assert "--mix: can't be combined with --phases" in capsys.readouterr().err
    poor = {"minimise": "capital_cost", "phase_budgets": {"first": "1 kEUR"}}
    file.write_text(yaml.safe_dump({**data, "objective": poor}), encoding="utf-8")
    assert main(["search", str(file), "--phases"]) == 0
    assert "no purchase meets all requirements" in " ".join(capsys.readouterr().out.split())


EXCLUDED = "Excluded designs by reason (a design can have several)"
BY_PATH = "No design is better in both:"


@pytest.mark.parametrize(
    ("near", "questions", "titles"),
    [
        ("50 %", [], ["Results:", "Alternatives, with another option:", EXCLUDED]),
        ("50 %", ["--top", "0"], ["Results:", EXCLUDED]),
        (
            "50 %",
            ["--front", "most usable_capacity", "--prices", "--why-not", "tiers.0.blocks=60"],
            [
                *("Results:", "Alternatives, with another option:", BY_PATH),
                *("Cost of requirements", EXCLUDED),
            ],
        ),
        (
            "1 %",
            ["--front", "least equipment_power", "--why-not", "tiers.0.blocks=7"],
            ["Results:", BY_PATH, EXCLUDED],
        ),
    ],
)
def test_what_is_printed_is_what_the_json_says(near, questions, titles, tmp_path, capsys):
    """Each table where it is asked for and has rows, in this order, and no other one."""
    choices = {"tiers.0.blocks": [6, 7, 60], "tiers.0.enclosures.per_block": [2]}
    objective = {"minimise": "capital_cost", "near": near}
    data = edited(load_scenario(FILE), {"choices": choices, "objective": objective}).data
    (tmp_path / "a.yaml").write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    words = ["search", str(tmp_path / "a.yaml"), *questions]
    assert main(words) == 0
    first, *blocks = capsys.readouterr().out.split("\n\n")
    assert main([*words, "--json", "-"]) == 0
    said = json.loads(capsys.readouterr().out)
    rows = {
        head: [re.split(" {2,}", line.strip()) for line in lines if line.startswith("  ")][1:]
        for head, *lines in (block.splitlines() for block in blocks)
    }
    assert [*rows] == titles
    assert first.splitlines()[1:] == [
        "  choice                        option",
        "  tiers.0.blocks                6",
        "  tiers.0.enclosures.per_block  2",
    ]
    assert len(rows["Results:"]) == len(said["best"]["figures"])
    listed = [["tiers.0.blocks", one["option"]] for one in said["alternatives"]]
    assert [row[1:] for row in rows.get("Alternatives, with another option:", [])] == listed
    assert [row[0] for row in rows.get("Cost of requirements", [])] == [
        one["what"] for one in said.get("shadow_prices") or ()
    ]
    assert [row[:1] + row[-1:] for row in rows[EXCLUDED]] == [
        [one["by"], f"{one['count']:.0f}"] for one in said["excluded"]
    ]
    front = said.get("front") or []
    assert len(rows.get(BY_PATH, [])) == len(front)
    if len(front) > 1:
        assert [row[2] for row in rows[BY_PATH]] == ["6", "7"]
    lines = " ".join(line for block in blocks for line in block.splitlines())
    of_best, of_any = "the best design with this option: ", "any design with this option, at most: "
    assert lines.count(of_best) == len(said.get("why_not") or ())
    assert lines.count(of_any) == ("tiers.0.blocks=60" in questions)
    assert ("it would meet all requirements, with" in lines) == ("tiers.0.blocks=7" in questions)


@pytest.mark.parametrize(("workers", "processes"), [(1, []), (2, [1]), (4, [3])])
def test_further_workers_are_further_processes(few, workers, processes, monkeypatch):
    """This process is one of them."""
    begun = []

    class Begun(Exception):
        pass

    def stop(*_, executor, **__):
        assert (executor is None) == (not processes)
        raise Begun

    def executor(count, **_):
        begun.append(count)
        return nullcontext("pool")

    monkeypatch.setattr(search, "ProcessPoolExecutor", executor)
    monkeypatch.setattr(search, "search", stop)
    with pytest.raises(Begun):
        main(["search", few, "--workers", str(workers)])
    assert begun == processes


def test_progress_is_shown_on_a_terminal_and_wiped_away(monkeypatch, capsys):
    """At most every tenth of a second; where no terminal is, not at all."""
    with search._progress_bar() as tell:
        assert tell(0.5, 1.0)
    assert capsys.readouterr().err == ""
    now = iter([0.0, 0.0, 0.1, 0.11, 0.11, 0.3, 0.3])
    monkeypatch.setattr(search.time, "monotonic", lambda: next(now))
    monkeypatch.setattr(search.sys.stderr, "isatty", lambda: True)
    with search._progress_bar() as tell:
        assert tell(0.5, None)  # at 0.0
        assert tell(0.6, 7.0)  # at 0.1: not yet
        assert tell(0.75, 1234567.0)  # at 0.11
        assert tell(1.0, 2.0)  # at 0.3
    shown = [one for one in capsys.readouterr().err.split("\r") if one.strip()]
    assert [one.rstrip() for one in shown] == [
        " 50.0 % searched",
        " 75.0 % searched, best so far 1.23457e+06",
        "100.0 % searched, best so far 2",
    ]
    assert all(len(one) == 60 for one in shown)
