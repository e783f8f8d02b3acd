"""Minima of devices are mandatory: answers on them count, and silence meets nothing."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from model.errors import InputError
from model.reading.documents import read_document
from model.tender import views
from model.tender.bid_file import read_bid
from model.tender.comparison import Comparison, compare
from model.tender.form import bid_data, form_of
from model.tender.tender_file import TenderFile, read_tender

RULES: dict[str, Any] = {
    "id": "T",
    "requirements": {"capacity": "4 PB"},
    "specification": [
        {"device": "Drive enclosure", "use": "data", "minima": ["at least 60 drive bays"]},
        {"device": "Drive enclosure", "use": "metadata", "minima": ["at least 24 drive bays"]},
        {"device": "Server", "minima": ["at least 384 GiB of memory"], "lot": "1"},
        {"device": "Switch", "minima": ["at least 40 ports"], "kind": "option"},
    ],
    "lines": [{"position": "1.1"}],
}


def rules(**changed: Any) -> TenderFile:
    return read_tender(read_document(yaml.safe_dump(RULES | changed), "tender.yaml"))


def compared(answers: list[str | None], tender: TenderFile) -> Comparison:
    """Compare a bid whose form answers on the devices in this order; None: no answer."""
    filled: dict[tuple[str | int, ...], object] = {("bidder",): "A", ("capacity",): "4.1 PB"}
    filled |= {("lines", 0, "quantity"): 1, ("lines", 0, "unit_price"): 5}
    filled |= {("products", n, "meets"): one for n, one in enumerate(answers) if one is not None}
    document = read_document(yaml.safe_dump(bid_data(form_of(tender), filled)), "a.yaml")
    return compare(tender, [(read_bid(document), document)])


@pytest.mark.parametrize(
    ("answers", "verdict", "question"),
    [
        (["yes", "yes", "yes"], "met", ""),
        (["yes", "yes", "yes", "no"], "met", ""),
        (["yes", "no", "yes"], "not met", "miss their minima: S02 (Drive enclosure, metadata)."),
        (["yes", "yes", "deviation"], "unknown", "deviate from their minima: S03 (Server, lot 1)."),
        ([None, "yes", "yes"], "unknown", "products meet them: S01 (Drive enclosure, data)."),
        (["deviation", "no", None], "not met", "S02 (Drive enclosure, metadata)."),
    ],
)
def test_answers_on_devices_decide(answers: list[str | None], verdict: str, question: str) -> None:
    """Two devices of one class are told apart; an option excludes nothing."""
    found = compared(answers, rules())
    [one] = found.bids
    assert one.musts == {"capacity": "met", "specification": verdict}
    of_devices = [text for text in one.questions if "minima" in text]
    assert bool(of_devices) == bool(question)
    assert question in " ".join(of_devices)


def test_devices_are_asked_about_once_whatever_else_is_required() -> None:
    for required in ({}, {"capacity": "4 PB"}, {"capacity": "4 PB", "write_bandwidth": "1 GB/s"}):
        [one] = compared(["yes", "no", "yes"], rules(requirements=required)).bids
        assert len([text for text in one.questions if "miss their minima" in text]) == 1


def test_a_bid_that_is_not_decided_says_so_without_scoring() -> None:
    """The table of bids has it, even where nothing is scored."""
    [row] = views.overview(compared([], rules())).rows
    assert "not decided: specification" in str(row.entries[-1])
    [row] = views.overview(compared(["no", "yes", "yes"], rules())).rows
    assert "misses specification" in str(row.entries[-1])


def test_evaluators_decide_on_the_specification() -> None:
    tender = rules(bids={"A": {"musts": {"specification": "met"}}})
    assert compared([], tender).bids[0].musts["specification"] == "met"


def test_a_decision_on_no_requirement_is_refused() -> None:
    """Misspelled, it would be lost, and the bid would win that it excludes."""
    with pytest.raises(InputError, match=r"bids.A.musts.capcity.*did you mean 'capacity'"):
        rules(bids={"A": {"musts": {"capcity": "not met"}}})
    with pytest.raises(InputError, match="isn't a requirement of this tender"):
        rules(bids={"A": {"musts": {"racks": "met"}}})


@pytest.mark.parametrize(("answer", "verdict"), [("no", "not met"), ("yes", "met")])
def test_numbers_of_devices_are_those_of_the_form(answer: str, verdict: str) -> None:
    """S02 of the form of all lots is S02 where lot 2 is evaluated, and not its second device."""
    devices = [
        {"device": name, "minima": ["at least 1 port"], "lot": lot}
        for name, lot in (("Server", "1"), ("Switch", "2"), ("Adapter", "1"))
    ]
    lines = [line | {"lot": "2"} for line in RULES["lines"]]
    said: dict[str, Any] = {"specification": devices, "requirements": {}, "lines": lines}
    of_all = form_of(rules(**said)).hash
    products = [{"device": "S01", "meets": "no"}, {"device": "S02", "meets": answer}]
    bid = {"bidder": "A", "requirements_hash": of_all, "products": products, "total": 5}
    document = read_document(yaml.safe_dump(bid), "a.yaml")
    [one] = compare(rules(**said, lot="2"), [(read_bid(document), document)]).bids
    assert one.musts["specification"] == verdict
