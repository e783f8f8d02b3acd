"""`search` on the command line."""

import json
import signal

import pytest
import yaml

from model.__main__ import main
from model.commands.search import _told
from model.design.scenario import edited, load_scenario
from tests.search.spaces import FILE


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
    assert "10 designs: the least capital cost is" in said
    assert "proven" in said
    assert "Power that the equipment may take" in said
    best = load_scenario(tmp_path / "designs" / "best.yaml")
    assert not best.choices


def test_it_answers_another_objective_as_json(few, capsys):
    options = ["--objective", "most usable_capacity", "--budget", "900000 EUR", "--json", "-"]
    assert main(["search", few, *options]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["schema"] == "ostimate.search/1"
    assert said["proven"] is True
    assert said["objective"] == {"maximise": "usable_capacity", "budget": 900000.0}
    assert said["best"]["figures"]["capital_cost"] <= 900000
    assert {one["by"] for one in said["excluded"]} >= {"Usable capacity that is required"}


def test_nothing_is_proven_to_be_there(few, capsys):
    assert main(["search", few, "--budget", "1 EUR"]) == 0
    assert "none of them keeps to all that is asked" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--objective", "cheap"], "least capital_cost"),
        (["--objective", "least beauty"], "beauty"),
        (["--budget", "much"], "--budget"),
    ],
)
def test_what_is_wrong_on_the_command_line_is_said(few, options, what, capsys):
    assert main(["search", few, *options]) == 1
    error = capsys.readouterr().err
    assert what in error
    assert "Traceback" not in error


def test_ctrl_c_stops_with_the_best_that_is_known():
    with _told() as tell:
        assert tell(0.5, 1.0)
        signal.raise_signal(signal.SIGINT)
        assert not tell(0.5, 1.0)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
