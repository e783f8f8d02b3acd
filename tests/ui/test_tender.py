"""The steps of a tender on *Compare and tender*: the form, the bids, and their scores."""

from __future__ import annotations

import hashlib
import io
import re
from pathlib import Path
from textwrap import dedent
from typing import Any

import openpyxl
import pytest
import yaml
from streamlit.testing.v1 import AppTest

from model.reading.documents import Document, read_document
from model.tender.form import form_of
from model.tender.methods import METHODS
from model.tender.offer_tables import OfferForm
from model.tender.rules_from_plan import rules_of
from report.workbook.bid_form import bid_form
from store.link import link
from store.patches import Patch
from tests.ui.visits import APP, change, opened, results, tables, unfolded, went
from tests.ui.working import work_of
from ui.frame import address
from ui.state import drafts
from ui.tender import files, judging, specify
from ui.tender import tables as bidder_tables

PLAN = "tenders/mainz-2015"
DOCS = Path(__file__).parents[2] / "docs/tender.md"
SECRET = "4711081.5"
"""A price of a bid that nothing else holds."""


def box(at: AppTest, label: str = "Filled-in forms") -> AppTest:
    return next(one for one in at.file_uploader if one.label.startswith(label))


def filled(at: AppTest, bidder: str, rules: Document | None = None, **cells: object) -> bytes:
    """Fill in the form of the plan that is shown, as a bidder does."""
    _, tender = rules_of(results(at), rules)
    book = openpyxl.load_workbook(io.BytesIO(bid_form(form_of(tender))))
    values = {
        "bid.bidder": bidder,
        "bid.capacity": 4100,
        "bid.read": 35,
        "bid.read.conditions": "IOR",
        "bid.write": 15,
        "bid.write.conditions": "IOR",
        **{f"bid.P{n:03}.unit_price": 100_000 for n in range(1, 6)},
        **{f"bid.P{n:03}.quantity": 1 for n in range(2, 6)},
        **{name: "yes" for name in book.defined_names if name.endswith(".meets")},
        **cells,
    }
    for name, value in values.items():
        if name in book.defined_names:
            ((sheet, cell),) = book.defined_names[name].destinations
            book[sheet][cell.replace("$", "")] = value
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_the_example_of_the_app_is_that_of_the_documentation() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for name in ("tender", *files.EXAMPLE_BIDS):
        [block] = re.findall(rf"(?m)in `{name}\.yaml`:\n\n((?:    .*\n|\n(?=    ))+)", text)
        file = "example-tender.yml" if name == "tender" else f"example-bid-{name}.yml"
        shipped = (files.EXAMPLE / file).read_text(encoding="utf-8")
        assert shipped == dedent(block), f"copy it from the documentation to scenarios/data/{file}"


def test_a_newcomer_sees_an_example_and_leaves_it() -> None:
    """Three made-up bids: one wins, one is wrong in its capacity, one abnormally low."""
    at = opened("astra", "bids")
    at.button(key="show the example").click().run()
    assert not at.exception
    assert "866 661.88 EUR" in tables(at).replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert "3.777 PB" in tables(at)
    assert "abnormally low" in tables(at)
    at = went(at, "score")
    assert not at.exception
    assert tables(at).index("Alpha") < tables(at).index("Gamma") < tables(at).index("Beta")
    assert "not decided" in tables(at)
    at.button(key="leave the example").click().run()
    assert not work_of(at).of("astra").files


def test_forms_are_filled_in_and_dropped() -> None:
    """Two of one name, as each bidder sends a bid.xlsx; one that is wrong hides no other."""
    at = opened(PLAN, "form")
    assert not at.exception
    assert any("fields to fill in" in one.value for one in at.markdown)
    at = went(at, "bids")
    good, other = filled(at, "Alpha"), filled(at, "Beta", **{"bid.P001.unit_price": 90_000})
    wrong = filled(at, "Gamma", **{"bid.capacity": "=1+1", "bid.valid_until": "after Zyxwvut"})
    box(at).upload("bid.xlsx", good).run()
    unfolded(at, "files of bids")
    box(at).upload("bid.xlsx", other).run()
    box(at).upload("gamma.xlsx", wrong).run()
    assert not at.exception
    assert list(work_of(at).of(PLAN).files["bids"]) == ["bid.xlsx", "bid (2).xlsx", "gamma.xlsx"]
    assert "Alpha" in tables(at)
    assert "Beta" in tables(at)
    (error,) = at.error
    assert "gamma.xlsx" in error.value
    assert error.value.count("gamma.xlsx") == len(error.value.splitlines()), "a line each"
    assert "Zyxwvut" not in error.value, "no value of a bid"
    at.button(key="remove bid gamma.xlsx").click().run()
    assert not at.error


def test_a_form_of_another_tender_is_refused_in_one_line() -> None:
    """Two tenders never mix: neither by the id nor by what is asked."""
    at = opened(PLAN, "form")
    _, tender = rules_of(results(at))
    foreign = {"tender": "T-2", "bidder": "Alpha", "requirements_hash": "0" * 16, "lines": []}
    files_before = {"tender.yaml": yaml.safe_dump({"id": "T-1"}).encode()}
    at.session_state["rules of the tender of tenders/mainz-2015 is open"] = True
    at.run()
    box(at, "tender.yaml").upload(*next(iter(files_before.items()))).run()
    assert not at.error
    at = went(at, "bids")
    box(at).upload("bid.yaml", yaml.safe_dump(foreign).encode()).run()
    (error,) = at.error
    assert "belongs to a different tender" in error.value
    assert "T-2" not in error.value
    assert tender.requirements_hash


def test_points_of_evaluators_are_asked_for_and_nothing_else_is_lost() -> None:
    """Without points nobody has a rank; what evaluators don't change stays as it is written."""
    at = opened("astra", "bids")
    at.button(key="show the example").click().run()
    held = work_of(at).of("astra").files
    rules = yaml.safe_load(held["example-tender"]["tender.yaml"])
    del rules["bids"]
    at = went(at, "form")
    unfolded(at, "rules of the tender")
    box(at, "tender.yaml").upload("mine.yaml", yaml.safe_dump(rules).encode()).run()
    at = went(at, "score")
    assert "no quality" in tables(at)
    judged = {"Alpha": {"quality": [40, 44], "musts": {"MR-1": "met"}}, "Beta": {"quality": 90}}
    before = [
        {"Bid": "Alpha", "Quality": 84.0, "Months": None, "Excluded": ""},
        {"Bid": "Beta", "Quality": 90.0, "Months": None, "Excluded": ""},
    ]
    entered = [
        {"Bid": "Alpha", "Quality": 84.0, "Months": 3.0, "Excluded": ""},
        {"Bid": "Beta", "Quality": None, "Months": None, "Excluded": "late"},
    ]
    assert judging.with_points(judged, before, entered) == {
        "Alpha": {"quality": [40, 44], "musts": {"MR-1": "met"}, "figures": {"Months": 3.0}},
        "Beta": {"excluded": "late"},
    }
    was = [{"Bid": "Alpha", "Requirement": "capacity", "Met?": "unknown"}]
    now = [{"Bid": "Alpha", "Requirement": "capacity", "Met?": "met"}]
    decided = judging.with_decisions(judged, was, now)
    assert decided["Alpha"]["musts"] == {"MR-1": "met", "capacity": "met"}


def labelled(kind: Any, label: str) -> Any:
    return next(one for one in kind if one.label == label)


def test_scoring_and_terms_are_entered_and_what_is_wrong_is_said_there() -> None:
    """What was entered stays where it is refused; the form asks what the terms say."""
    at = opened(PLAN, "specify")
    assert not at.exception
    assert "4 PB" in shown(at)
    at.session_state["what is specified"] = "Scoring"
    at.run()
    labelled(at.selectbox, "Method").set_value("weighted_share").run()
    labelled(at.text_input, "Weight of quality").set_value("60")
    labelled(at.text_input, "Weight of the price").set_value("40")
    labelled(at.button, "Apply the scoring").click().run()
    (error,) = at.error
    assert "quality" in error.value
    assert labelled(at.text_input, "Weight of quality").value == "60"
    labelled(at.text_input, "Maximum points for quality").set_value("100")
    labelled(at.button, "Apply the scoring").click().run()
    assert not at.error
    assert not at.exception
    assert stated(at)["scoring"] == {
        "method": "weighted_share",
        "weights": {"quality": 60, "price": 40},
        "quality_max": 100,
    }
    at.session_state["what is specified"] = "Terms"
    at.run()
    assert not at.exception
    labelled(at.text_input, "Id of the tender").set_value("T-1")
    labelled(at.text_input, "Last day for bids").set_value("soon")
    labelled(at.button, "Apply the terms").click().run()
    assert "Last day for bids" in at.error[0].value
    labelled(at.text_input, "Last day for bids").set_value("2027-03-31")
    labelled(at.button, "Apply the terms").click().run()
    assert not at.error
    assert stated(at)["id"] == "T-1"
    assert labelled(at.text_input, "Currency").value == "EUR"
    labelled(at.number_input, "Years of service").set_value(7).run()
    assert results(at).plan.scenario.economics.years == 7
    for angle in ("Positions", "Estimate", "Requirements"):
        at.session_state["what is specified"] = angle
        at.run()
        assert not at.exception
    at = went(at, "form")
    assert any("T-1" in one.value for one in at.markdown)


def stated(at: AppTest) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(work_of(at).of(PLAN).files["tender"]["tender.yaml"])
    return found


def test_a_form_that_is_fixed_stays_whatever_changes() -> None:
    """Forms that were filled in stay readable; what changed since counts once it is released."""
    at = opened(PLAN, "form")
    at.button(key="fix the form").click().run()
    content = filled(at, "Alpha")
    change(at, "requirements.capacity", "4.05 PB")
    assert any("have changed since" in one.value for one in at.warning)
    at = went(at, "bids")
    box(at).upload("bid.xlsx", content).run()
    assert not at.error
    assert "Alpha" in tables(at)
    at = went(at, "form")
    at.button(key="free").click().run()
    at = went(at, "bids")
    (error,) = at.error
    assert "form of other requirements" in error.value


def test_a_lot_is_evaluated_by_the_form_of_all_lots_that_was_fixed() -> None:
    """The form stays that of all lots; bids are those for the lot."""
    lines = [{"position": "1", "lot": lot, "title": lot, "quantity": 1} for lot in "AB"]
    rules: dict[str, Any] = {"id": "T", "lines": lines}
    text = yaml.safe_dump(rules).encode()
    at = opened(PLAN, "form")
    unfolded(at, "rules of the tender")
    box(at, "tender.yaml").upload("rules.yaml", text).run()
    at.button(key="fix the form").click().run()
    cells = {"bid.P001.unit_price": None, "bid.P002.unit_price": 70}
    content = filled(at, "Alpha", read_document(text, "rules.yaml"), **cells)
    box(at, "tender.yaml").upload(
        "rules.yaml", yaml.safe_dump({**rules, "lot": "B"}).encode()
    ).run()
    at = went(at, "bids")
    box(at).upload("bid.xlsx", content).run()
    assert not at.error
    shown = tables(at).replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert "500 070 EUR" in shown, "the price of lot B, and five years of maintenance"


@pytest.mark.parametrize("method", [one for one in METHODS if METHODS[one].needs])
def test_each_method_asks_for_what_it_needs(method: str) -> None:
    """No box is missing: what a method can't do without can be entered."""
    takes = {*METHODS[method].needs, *METHODS[method].takes}
    asked = {path for one in specify._groups(takes, figure=False) for path in one.paths()}
    needs = [name for name in METHODS[method].needs if name != "steps"]
    assert [name for name in needs if not any(f"scoring.{name}" in one for one in asked)] == []


def test_bids_are_in_no_link_and_no_address() -> None:
    """They are kept as quotes are: in the draft, and nowhere else."""
    at = opened(PLAN, "bids")
    box(at).upload("alpha.xlsx", filled(at, "Zyxwvut", **{"bid.P001.unit_price": SECRET})).run()
    assert "alpha.xlsx" in work_of(at).of(PLAN).files["bids"]
    plan = results(at).plan.scenario
    found = link(plan.data, frozenset(), lambda _: None)  # type: ignore[arg-type]
    assert "Zyxwvut" not in f"{found}{at.query_params}{plan.data}"
    assert SECRET not in f"{found}{at.query_params}{plan.data}"
    assert address.shareable.__doc__


RAN = """IOR-3.3.0: MPI Coordinated Test of Parallel I/O
Options:
api                 : POSIX
access              : file-per-process
nodes               : 250
tasks               : 3000
repetitions         : 5
xfersize            : 16 MiB
blocksize           : 64 GiB

Summary of all tests:
Operation   Max(MiB)   Min(MiB)  Mean(MiB)     StdDev   Max(OPs)   Min(OPs)  Mean(OPs)
write        15500.00   15000.00   15200.00     10.00       1.00       1.00       1.00
read         33000.00   32000.00   32500.00     10.00       1.00       1.00       1.00
"""
"""15.9 GB/s written, 34.1 GB/s read: of 15 and 35 GB/s that the bid of the example commits to."""


def test_the_acceptance_follows_from_the_commitments_and_is_judged() -> None:
    """The design is that of the best bid; what was measured passes or fails, with its hash."""
    at = opened("astra", "bids")
    at.button(key="show the example").click().run()
    at = went(at, "accept")
    assert not at.exception
    assert not at.error
    assert at.selectbox(key="bid that is accepted").value == "Alpha"
    assert "≥ 15 GB/s, ≥ 35 GB/s" in shown(at)
    at.session_state["what is shown of tests"] = "One test"
    at.run()
    at.selectbox(key="test that is shown").set_value("T3 Sequential write and read").run()
    (command,) = at.code
    assert command.value.startswith("mpirun -np 3000 --map-by ppr:12:node ior -a POSIX -w -r")
    at.session_state["what is shown of tests"] = "Results"
    at.run()
    box(at, "Results of IOR").upload("ior.txt", RAN.encode()).run()
    assert not at.exception
    assert hashlib.sha256(RAN.encode()).hexdigest() in tables(at)
    assert "pass" in tables(at)
    assert "fail: the mean is below the threshold" in tables(at)
    box(at, "Results of IOR").upload("notes.txt", b"hello").run()
    (error,) = at.error
    assert "notes.txt" in error.value
    assert "pass" in tables(at), "what can be read stays judged"


def shown(at: AppTest) -> str:
    return tables(at).replace("\N{NARROW NO-BREAK SPACE}", " ").replace("\N{NO-BREAK SPACE}", " ")


def test_terms_are_entered_and_what_is_wrong_is_said_at_the_form() -> None:
    """What was entered stays; without the memory of the servers no size follows."""
    at = went(opened(PLAN, "bids"), "accept")
    assert any("No terms yet" in one.value for one in at.info)
    for label, text in (
        ("Clients", "8"),
        ("Processes per client", "4"),
        ("Memory per client", "256 GB"),
        ("Committed write bandwidth", "12 GB/s"),
    ):
        next(one for one in at.text_input if one.label == label).set_value(text)
    apply(at)
    (error,) = at.error
    assert "server" in error.value
    assert next(one for one in at.text_input if one.label == "Clients").value == "8"
    next(one for one in at.text_input if one.label == "Memory of all servers").set_value("1 TB")
    apply(at)
    assert not at.error
    assert not at.exception
    terms = yaml.safe_load(work_of(at).of(PLAN).files["terms"]["terms.yaml"])
    assert terms["committed"] == {"write_bandwidth": "12 GB/s"}
    assert "≥ 12 GB/s, ≥ 30 GB/s" in shown(at), "the second is required"


def test_a_commitment_out_of_reach_is_refused_at_the_form() -> None:
    """It isn't stored: the next error stands alone, and no file is named that nobody has."""
    at = opened("astra", "bids")
    at.button(key="show the example").click().run()
    at = unfolded(went(at, "accept"), "terms of tests")
    labelled(at.text_input, "Committed capacity").set_value("9 EB")
    apply(at)
    (error,) = at.error
    assert "no such system can pass" in error.value
    assert "terms.yaml" not in error.value
    labelled(at.text_input, "Committed capacity").set_value("4.15 PB")
    labelled(at.text_input, "Clients").set_value("none")
    apply(at)
    (error,) = at.error
    assert "no such system" not in error.value
    labelled(at.text_input, "Clients").set_value("250")
    apply(at)
    assert not at.error
    assert not at.exception


def test_all_that_a_bid_commits_to_can_be_entered() -> None:
    """Shared files, one process, a filled system, one client, and each state of the design."""
    at = opened("astra", "bids")
    at.button(key="show the example").click().run()
    at = unfolded(went(at, "accept"), "further terms of tests")
    assert not at.exception
    entered = {
        "Shared file: write": "5 GB/s",
        "One process: read": "1 GB/s",
        "At the fill limit: write": "9 GB/s",
        "One client: creations": "4 kIOPS",
        "Typical power": "14 kW",
        "Server down: write": "8 GB/s",
        "Time limit of a phase": "600 s",
    }
    for label, text in entered.items():
        labelled(at.text_input, label).set_value(text)
    next(one for one in at.button if one.label == "Apply the commitments").click().run()
    assert not at.error
    assert not at.exception
    terms = yaml.safe_load(work_of(at).of("astra").files["example-terms"]["terms.yaml"])
    committed = terms["committed"]
    assert committed["states"] == {"server down": {"write": "8 GB/s"}}
    assert committed["filled"] == {"write": "9 GB/s"}
    assert committed["one_client"] == {"creates": "4 kIOPS"}
    assert (committed["capacity"], committed["shared_write"]) == ("4.15 PB", "5 GB/s")
    assert terms["stonewall"] == "600 s"
    table = shown(at)
    assert all(text in table for text in ("≥ 8 GB/s", "≥ 9 GB/s", "≥ 5 GB/s, ≥ 1 GB/s"))


def test_the_terms_begin_with_the_machine_of_the_plan() -> None:
    """Its nodes and their memory; whoever tests with fewer clients says so."""
    at = went(opened("astra", "bids"), "accept")
    assert labelled(at.text_input, "Clients").value == "2592"
    assert labelled(at.text_input, "Memory per client").value == "128 GB"


def apply(at: AppTest) -> None:
    next(one for one in at.button if one.label == "Apply the terms").click().run()


def test_an_evaluation_is_frozen_and_says_what_changed() -> None:
    """Who, when and why; then the points that an evaluator changed since."""
    at = opened("astra", "bids")
    at.button(key="show the example").click().run()
    at = unfolded(went(at, "score"), "protocol of the evaluation")
    labelled(at.text_input, "By").set_value("")
    at.button(key="freeze the evaluation").click().run()
    assert "Enter who" in at.error[0].value
    labelled(at.text_input, "By").set_value("Ada")
    labelled(at.text_input, "Reason").set_value("award")
    at.button(key="freeze the evaluation").click().run()
    assert not at.exception
    assert "Ada" in tables(at)
    assert any("Unchanged" in one.value for one in at.success)
    rules = yaml.safe_load(work_of(at).of("astra").files["example-tender"]["tender.yaml"])
    rules["bids"]["Alpha"]["quality"] = 81
    held = work_of(at)
    held.patch("astra", Patch("offered:example-tender:tender.yaml", yaml.safe_dump(rules).encode()))
    at.run()
    assert "rules: bids.Alpha.quality" in tables(at)
    labelled(at.text_input, "By").set_value("Bob")
    at.button(key="freeze the evaluation").click().run()
    lines = work_of(at).of("astra").files["example-protocol"]["protocol.jsonl"].splitlines()
    assert len(lines) == 2
    held = work_of(at)
    held.patch("astra", Patch("offered:example-bids:broken.yaml", b"bidder: ["))
    at.run()
    assert any("all files must be readable" in one.value for one in at.warning)
    assert "freeze the evaluation" not in [one.key for one in at.button]


def test_what_the_formula_rewards_is_shown_before_it_is_published() -> None:
    at = opened("astra", "bids")
    at.button(key="show the example").click().run()
    at.session_state["what is specified"] = "Scoring"
    at = unfolded(went(at, "specify"), "rewards")
    assert not at.exception
    assert not at.error
    assert "1 point more" in tables(at)


def test_bids_go_on_with_a_saved_plan_and_are_in_no_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plan that is saved goes on under its name: nothing of the tender is lost, or in it."""
    monkeypatch.setenv("OSTIMATE_STORE", str(tmp_path / "store.db"))
    at = AppTest.from_file(str(APP), default_timeout=60)
    work_of(at).browser = "t" * 30
    at.query_params["scenario"] = PLAN
    at = went(at, "bids")
    box(at).upload("alpha.xlsx", filled(at, "Zyxwvut")).run()
    change(at, "tiers.0.blocks", 6)
    at.button(key="save at once").click().run()
    assert not at.exception
    work = work_of(at)
    assert work.choice != PLAN
    assert list(work.of(work.choice).files["bids"]) == ["alpha.xlsx"]
    assert "Zyxwvut" in tables(at)
    version = drafts.store().versions.get("Mainz 2015", 1)
    assert "Zyxwvut" not in version.text
    assert not version.files
    again = AppTest.from_file(str(APP), default_timeout=60)
    work_of(again).browser = "t" * 30
    again.query_params["scenario"] = work.choice
    again = went(again, "bids")
    assert "Zyxwvut" in tables(again), "it is kept as quotes are"


TABLE = """Pos;Text;Menge;Einzelpreis
1.1;Storage system, as specified;1;500.000
1.3;Installation and commissioning;1;4.500
"""
"""Of a number with three digits after its point nobody knows what it means."""


def test_a_table_of_a_bidder_is_read_as_chosen() -> None:
    """What is in doubt is asked; what is chosen is kept beside the table, which stays."""
    at = opened(PLAN, "bids")
    box(at).upload("Delta.csv", TABLE.encode()).run()
    assert at.error
    assert "500.000" not in "".join(one.value for one in at.error), "no value of a bid"
    unfolded(at, "tables of bidders")
    assert not at.exception
    labelled(at.selectbox, "Decimal mark").set_value(",").run()
    labelled(at.button_group, "Prices are").set_value("net").run()
    at.button(key="apply the table Delta.csv").click().run()
    assert not at.exception
    assert "Delta" in tables(at)
    assert list(work_of(at).of(PLAN).files["bids"]) == ["Delta.csv"]
    form = yaml.safe_load(work_of(at).of(PLAN).files["tables"]["Delta.yaml"])
    assert (form["decimal_mark"], form["taxes"]) == (",", "net")
    was = [{"Row": 3, "Position": "1.2"}]
    moved = bidder_tables.with_positions(OfferForm(), was, [{"Row": 3, "Position": "1.3"}])
    assert moved.positions == {"row 3": "1.3"}


def test_names_of_companies_and_files_may_be_long_and_odd() -> None:
    """Longer than a field of a plan, and with what would be markup: it is shown as it is."""
    company = "Megaware Computer Vertrieb und Service Gesellschaft mbH & Co. <b>KG</b>"
    at = opened(PLAN, "bids")
    box(at).upload(f"{'x' * 200}: [a](b) *c*.xlsx", filled(at, company)).run()
    assert not at.exception
    assert not at.error
    assert "Megaware Computer" in tables(at)
    assert "<b>KG" not in tables(at)
    unfolded(at, "files of bids")
    (label,) = (one.label for one in at.button if one.label.startswith("Remove x"))
    assert "[a](b)" not in label


def test_a_link_to_a_part_goes_before_the_step_of_an_earlier_visit() -> None:
    """Start leads to the search also where the bids were looked at before."""
    at = went(opened("beluga", "bids"), "design")
    at.query_params["tender_part"] = "Compare"
    at.query_params["compare_part"] = "Extend"
    at.switch_page("ui/pages/compare.py").run()
    assert not at.exception
    assert any(one.key == "extension step" for one in at.selectbox)
    labelled(at.button_group, "Step").set_value("Bids").run()
    assert any("No bids yet" in one.value for one in at.info)
