"""What a page has many words for is folded; what is folded is counted, and nothing is left out."""

from __future__ import annotations

import re

from streamlit.testing.v1 import AppTest

from model.answers.glossary import WORDS
from model.answers.questions import PLANNER, questions
from model.answers.results import WAYS
from model.answers.views.bill import bill
from model.answers.views.state_table import states
from model.errors import Place, Problem
from tests.ui.visits import change, opened, results, tables, unfolded
from ui.base.elements import escaped
from ui.base.fields import Reader
from ui.base.messages import problems_with_labels, text_with_labels


def with_lines(name: str) -> AppTest:
    """Open the bill of a scenario with each of its lines."""
    at = opened(name, "cost")
    assert all(said.name not in tables(at) for said in results(at).plan.lines)
    return at.toggle(key="all lines of the bill").set_value(True).run()


def test_what_no_line_of_the_bill_knows_is_said_once() -> None:
    """Béluga has no prices: with one of them its column is there, and the others say unknown."""
    at = with_lines("beluga")
    assert "Unknown for all lines: unit price, cost, weight." in [one.value for one in at.caption]
    heads = tables(at).partition("</thead>")[0]
    assert ">Power</th>" in heads
    assert ">Cost</th>" not in heads
    change(at, "tiers.0.servers.price", "5000 CAD")
    assert "Unknown for all lines: weight." in [one.value for one in at.caption]
    assert ">Cost</th>" in tables(at).partition("</thead>")[0]
    lacking = {column.key for column in bill(results(at)).unknown(results(at))}
    assert "line_weight" in lacking
    assert "line_cost" not in lacking


def test_what_is_estimated_stays_in_sight() -> None:
    """A line of the bill is folded only where no price is a guess."""
    bills = {
        name: tables(with_lines(name)).partition("Description")[2]
        for name in ("beluga", "templates/flash-scratch")
    }
    assert "<summary" in bills["beluga"].partition("</table>")[0]
    assert "<summary" not in bills["templates/flash-scratch"].partition("</table>")[0]


def test_questions_are_told_by_whom_to_ask() -> None:
    at = opened("beluga", "questions")
    asked = questions(results(at))
    labels = [one.label for one in at.expander]
    titles = {"Your own decision" if one.whom == PLANNER else f"Ask {one.whom}" for one in asked}
    assert titles <= {*labels}
    assert any(
        f"{len(asked)} unknown figures needed for results" in one.value for one in at.caption
    )
    for one in asked:
        at.session_state[f"questions to {one.whom} of beluga is open"] = True
    at.run()
    boxes = {one.key.split()[0].partition(":")[2] for one in (*at.text_input, *at.number_input)}
    known = Reader(results(at)).addresses
    assert {one.state_at for one in asked if one.state_at in known} <= boxes
    assert not any("tiers.0" in body for body in tables(at).splitlines())


def test_a_question_is_answered_where_it_is_asked() -> None:
    at = opened("beluga", "questions")
    (first, *_) = questions(results(at))
    at = unfolded(at, f"questions to {first.whom}")
    key = f"beluga:{first.state_at} answers"
    at.text_input(key=key).set_value("400 W").run()
    assert not at.exception
    assert len(questions(results(at))) < len(questions(results(opened("beluga", "questions"))))


def test_warnings_are_counted_where_they_are_folded() -> None:
    at = opened("beluga", "basis")
    said = f"Warnings: {len(results(at).warnings)}"
    assert said in [one.label for one in at.expander]


def test_warnings_name_fields_by_their_labels() -> None:
    at = opened("beluga", "basis")
    assert any("'economics.exchange'" in one for one in results(at).warnings)
    (said,) = (one.value for one in at.markdown if "prices in USD need a rate" in one.value)
    assert "'Exchange rates'" in said
    assert "economics.exchange" not in said
    reader = Reader(results(at))
    text = "write 'policy.fill_limit', or 'machine.nodes'; '3 x raidz2:10' stays"
    label = reader.item("tiers.0.policy.fill_limit").label
    assert (
        text_with_labels(reader, text)
        == f"write '{label}', or 'Machine: Nodes'; '3 x raidz2:10' stays"
    )
    keys = "'payments' needs 'order_date', 'node_mtti' or 'my_scratch'"
    said = "'payments' needs 'Order date', 'Node MTTI' or 'my_scratch'"
    assert text_with_labels(reader, keys) == said, (
        "what is no key of the schema, somebody's name, stays"
    )
    (problem,) = problems_with_labels(
        reader, [Problem(Place("a page"), "economics.payments", keys)]
    )
    assert problem.what == said


def test_what_limits_every_state_is_said_once() -> None:
    at = opened("beluga", "states")
    said = "In every state: read limited by CPU and memory; write limited by CPU and memory."
    assert said in [one.value.replace("\\", "") for one in at.caption]
    assert "limited by" not in tables(at)
    found = states(results(at), "site/tiers:project")
    for way in WAYS:
        assert set(found.entries(f"{way}_limit")) == {"CPU and memory"}
    apart = opened("templates/ai-training-store", "states")
    others = tables(apart.segmented_control(key="tier on the page").set_value("metadata").run())
    assert "Read limited by</th>" in others  # where states differ in it, each says its own
    assert "Write limited by</th>" not in others


def test_words_of_the_sentences_are_a_hover_away() -> None:
    """Next to the expected bandwidth stands what that means, and so at the names of rows."""
    at = opened("beluga", "performance")
    said = [one for one in at.markdown if one.value.startswith("Expected")]
    assert len(said) == len(WAYS)
    for word in ("expected", "upper bound"):
        assert all(f"{word}: {escaped(WORDS[word])}" in one.help for one in said)
    shown = tables(opened("beluga", "states"))
    (title,) = re.findall(r'title="([^"]*)">healthy<', shown)
    assert f"healthy: {WORDS['healthy']}" in title
