"""The protocol of an evaluation: what changed is named, and no entry can be changed unnoticed."""

from __future__ import annotations

import datetime
import json
import re
from typing import Any

import pytest
import yaml

from model.answers.views.view_text import text_table
from model.errors import InputError
from model.reading.documents import read_document
from model.tender import protocol_tables
from model.tender.evaluation_file import read_evaluation
from model.tender.protocol import (
    Change,
    State,
    changes,
    line_of,
    read_protocol,
    sha256,
    state_of_file,
)
from model.tender.scores import scores
from tests.tender.test_scores import OF_100

Said = dict[str, Any]
NOON = datetime.datetime(2026, 11, 27, 12, tzinfo=datetime.UTC)
RULES: Said = {"method": "weighted_share", **OF_100}


def state(said: Said, text: str = "") -> State:
    content = (text + yaml.safe_dump(said)).encode()
    document = read_document(content, "bids.yaml")
    return state_of_file(document, content, scores(read_evaluation(document)))


def protocol(*states: State) -> bytes:
    content = b""
    for one in states:
        entries = read_protocol(content, "p.jsonl")
        content += line_of(entries, one, when=NOON, by="Ada", reason="r", program="1.0")
    return content


FIRST = state(RULES)
OTHER_WEIGHTS = state({**RULES, "weights": {"quality": 50, "price": 50}})


def test_what_is_frozen_is_read_back() -> None:
    """Who, when, why, and the state; the digest is that of inputs and result alone."""
    [entry] = read_protocol(protocol(FIRST), "p.jsonl")
    assert (entry.by, entry.when, entry.reason) == ("Ada", "2026-11-27T12:00:00+00:00", "r")
    assert entry.state.digest == FIRST.digest == state(RULES).digest
    assert entry.state.result["order"] == [["A"], ["B"], ["C"]]
    assert changes(entry.state, FIRST) == []
    assert OTHER_WEIGHTS.digest != FIRST.digest
    assert read_protocol(b"", "p.jsonl") == []


def test_what_changed_is_named() -> None:
    """Weights, a bid's price and its hash, scores and ranks; a withdrawn and a new bid."""
    a, b, c = OF_100["bids"]
    found = {one.what: (one.old, one.new) for one in changes(FIRST, OTHER_WEIGHTS)}
    assert found["rules: weights.quality"] == (60, 50)
    assert found["order"] == ("A > B > C", "B > A > C")
    assert found["A: rank"] == (1, 2)
    assert "A: price" not in found
    cheaper = changes(FIRST, state({**RULES, "bids": [a, b | {"price": 700_000}, c]}))
    found = {one.what: (one.old, one.new) for one in cheaper}
    assert found["B: price"] == (850_000, 700_000)
    assert {"B: file", "B: score", "C: score", "order"} <= found.keys()
    assert "A: file" not in found
    other = changes(FIRST, state({**RULES, "bids": [a, b, c | {"name": "D"}]}))
    assert Change("C", "a bid", None) in other
    assert Change("D", None, "a bid") in other


def test_a_comment_changes_no_evaluation_of_a_file_of_bids() -> None:
    """What counts of such a file is what it says."""
    assert state(RULES, "# checked\n").digest == FIRST.digest


BROKEN = {
    "a result is changed": (
        lambda lines: [lines[0].replace(b'"rank":1', b'"rank":2'), lines[1]],
        "p.jsonl:1:1: this entry has another hash than its content",
    ),
    "a reason is changed": (
        lambda lines: [lines[0].replace(b'"reason":"r"', b'"reason":"x"'), lines[1]],
        "p.jsonl:1:1: this entry has another hash than its content",
    ),
    "the last reason is changed": (
        lambda lines: [lines[0], lines[1].replace(b'"reason":"r"', b'"reason":"x"')],
        "p.jsonl:2:1: this entry has another hash than its content",
    ),
    "the last person is changed": (
        lambda lines: [lines[0], re.sub(rb'"by":"[^"]*"', b'"by":"x"', lines[1])],
        "p.jsonl:2:1: this entry has another hash than its content",
    ),
    "a value of the last rules is changed": (
        lambda lines: [lines[0], lines[1].replace(b'"quality_max":100', b'"quality_max":90')],
        "p.jsonl:2:1: this entry has another hash than its content",
    ),
    "a reason is changed in an entry of an earlier version": (
        lambda lines: [
            re.sub(rb',"seal":"[^"]*"', b"", lines[0]).replace(b'"reason":"r"', b'"reason":"x"'),
            lines[1],
        ],
        "p.jsonl:2:1: this entry doesn't follow from the one before",
    ),
    "the first is left out": (
        lambda lines: lines[1:],
        "p.jsonl:1:1: this entry doesn't follow from the one before",
    ),
    "two are swapped": (
        lambda lines: lines[::-1],
        "p.jsonl:1:1: this entry doesn't follow from the one before",
    ),
    "one is there twice": (
        lambda lines: [*lines, lines[1]],
        "p.jsonl:3:1: this entry doesn't follow from the one before",
    ),
    "one is cut": (
        lambda lines: [lines[0], lines[1][:90] + b"\n"],
        "p.jsonl:2:1: this entry can't",
    ),
    "the last line has no end": (
        lambda lines: [lines[0], lines[1][:-1]],
        "p.jsonl:2:1: this entry isn't whole",
    ),
    "another file": (lambda _: [b"id: FS-2026\n"], "isn't the protocol of an evaluation"),
    "other JSON": (lambda _: [b'{"schema": "x"}\n'], "isn't the protocol of an evaluation"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_changed_protocol_is_refused(name: str) -> None:
    """With its line, and no value of a bid."""
    spoil, message = BROKEN[name]
    lines = protocol(FIRST, OTHER_WEIGHTS).splitlines(keepends=True)
    with pytest.raises(InputError) as error:
        read_protocol(b"".join(spoil(lines)), "p.jsonl")
    assert message in str(error.value)
    assert "850000" not in str(error.value)


def test_each_entry_names_the_hash_of_the_one_before() -> None:
    lines = protocol(FIRST, OTHER_WEIGHTS, FIRST).splitlines()
    before = ""
    for line in lines:
        assert json.loads(line)["previous"] == before
        before = sha256(line)


def test_figures_that_differ_in_their_last_bits_are_the_same() -> None:
    """Another machine computes the same scores."""
    again = json.loads(json.dumps(FIRST.result))
    again["bids"]["A"]["score"] *= 1 + 1e-15
    assert changes(FIRST, State(FIRST.rules, FIRST.bids, again)) == []
    again["bids"]["A"]["score"] *= 1 + 1e-9
    assert [one.what for one in changes(FIRST, State(FIRST.rules, FIRST.bids, again))] == [
        "A: score"
    ]


def test_the_tables() -> None:
    entries = read_protocol(protocol(FIRST, OTHER_WEIGHTS), "p.jsonl")
    table = text_table(None, protocol_tables.entries(entries))
    assert [row[5].text for row in table.rows] == ["A > B > C", "B > A > C"]
    found = text_table(None, protocol_tables.changed(entries[1].changes))
    texts = {row[0].text: (row[1].text, row[2].text) for row in found.rows}
    assert texts["rules: weights.quality"] == ("60", "50")
    gone = protocol_tables.changed([Change("C", "a bid", None)])
    assert text_table(None, gone).rows[0][2].text == "-"
