"""The verdict: what is met as expected, how often all is, and what is weakest."""

from __future__ import annotations

import pytest

from model import edited, evaluate, load_scenario
from model.__main__ import main
from model.answers.certainty import sample
from model.answers.output import plan_json
from model.answers.sentences import capitalized, sentence_text
from model.answers.summary import headline
from model.answers.verdict import lever, verdict, weakest, weakest_sentence

PROJECT = "scenarios/templates/project-space.yaml"


def test_the_verdict_is_that_of_certainty() -> None:
    """The share of cases is the one that the samples of the page have."""
    results = evaluate(load_scenario(PROJECT))
    found = plan_json(results)["verdict"]
    assert found["chance"] == sample(results).chance_met().met
    assert (found["met"], found["of"], found["unknown"]) == (6, 6, 0)
    assert 0 < found["chance"] <= found["weakest"]["chance"] < 1


def test_the_weakest_is_named_with_what_was_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """A server of ZFS that is assumed to write more than any that was measured."""
    results = evaluate(load_scenario(PROJECT))
    found = weakest(results)
    assert found is not None
    assert found.stage is not None
    assert (found.check.name, found.stage.name) == ("write_bandwidth", "cpu_memory")
    assert lever(results) == (found.stage.path, "cpu_memory_write_committed")
    assert sentence_text(results, capitalized(verdict(results))) in headline(results)
    assert (
        "per server, assumed). Fastest measured: 6.2 GB/s (Béluga OSS, 2019)"
        in weakest_sentence(results)
    )
    capsys.readouterr()
    assert main(["plan", str(PROJECT)]) == 0
    assert f"{weakest_sentence(results)}." in " ".join(capsys.readouterr().out.split())


def test_more_than_anything_measured_is_met_less_often() -> None:
    base = load_scenario(PROJECT)
    chances = [
        plan_json(evaluate(edited(base, {"requirements.write_bandwidth": f"{rate} GB/s"})))
        for rate in (10, 50, 90)
    ]
    all_of = [one["verdict"]["chance"] for one in chances]
    assert all_of[0] > all_of[1] > all_of[2]


@pytest.mark.parametrize("file", ["scenarios/beluga.yaml", "scenarios/lcpq.yaml"])
def test_without_requirements_there_is_none(file: str) -> None:
    results = evaluate(load_scenario(file))
    assert verdict(results) == ()
    assert lever(results) is None
    assert plan_json(results)["verdict"] is None


def test_what_is_unknown_is_not_weakest() -> None:
    """The availability of a tier entered as a whole is unknown: that isn't 'met in 0 %'."""
    text = """
schema: ostimate.scenario/1
name: whole
requirements: {availability: 99.9 %}
tiers:
  - name: store
    given: {capacity: 8 PB, read_bandwidth: 300 GB/s, write_bandwidth: 100 GB/s}
"""
    results = evaluate(load_scenario("a.yaml", text))
    assert [check.met for check in results.checks] == [None]
    assert weakest(results) is None


def test_what_is_missed_whatever_is_drawn_is_weakest() -> None:
    """No sample changes the capacity: it is missed in all of them."""
    base = load_scenario(PROJECT)
    results = evaluate(edited(base, {"requirements.capacity": "30 PB"}))
    found = plan_json(results)["verdict"]
    assert found["chance"] == 0
    assert (found["weakest"]["requirement"], found["weakest"]["chance"]) == ("capacity", 0)
    assert lever(results) == ("site", "usable_capacity")
