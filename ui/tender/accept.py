"""The acceptance: terms of the tests, the tests with their commands, and verdicts on results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import streamlit as st

from model.answers.results import Results
from model.calibration.measurements.files import KNOWN, LARGEST
from model.errors import InputError, Place, Problem
from model.installed.results_of_tests import read_results
from model.reading.documents import read_document, validate
from model.tender import acceptance_views
from model.tender.acceptance import (
    AcceptanceTest,
    acceptance,
    states_to_try,
)
from model.tender.acceptance_commands import data_of
from model.tender.acceptance_report import acceptance_report
from model.tender.acceptance_terms import Committed, MetadataRates, Rates, Terms
from model.tender.acceptance_verdicts import judged
from model.tender.bid_reading import ReadBid
from model.tender.offered_design import results_of
from model.tender.remedy_clauses import remedy_of
from model.tender.specification import specification
from model.tender.tender_document import TenderDocument
from model.units.figures import write
from report.web.document_page import document_page
from report.word.document_docx import document_docx
from report.workbook.acceptance_workbook import acceptance_workbook
from ui.base import elements
from ui.base.elements import escaped, folded
from ui.state import session
from ui.tender import files, texts
from ui.tender.entries import Group, ask, text_of
from ui.tender.form import DOCX, XLSX

BOX, TURN = "results of tests", "turn of results"
ALL, ONE, MEASURED = ANGLES = ("All tests", "One test", "Results")
OF_BID = "bid that is accepted"
UNDECIDED = "not decided"
FIRST = "T3"
"""The test that is shown at first: sequential write and read."""
PLAN = ""
"""In place of a bid: the plan that is shown."""
GROUPS = (
    Group(Terms, ("clients", "processes_per_client", "client_memory", "server_memory")),
    Group(Terms, ("direct", "repeats", "transfer_size", "directory")),
    Group(Terms, ("stability", "remedy", "country")),
    Group(Committed, ("capacity", "read_bandwidth", "write_bandwidth", "power"), "committed"),
    Group(Committed, ("creates", "stats", "removes", "failover_time"), "committed"),
    Group(Committed, ("availability",), "committed"),
)
FURTHER = (
    Group(Committed, ("shared_read", "shared_write", "stream_read", "stream_write"), "committed"),
    Group(Rates, ("read", "write"), "committed.filled"),
    Group(MetadataRates, ("creates", "stats", "removes"), "committed.one_client"),
    Group(Committed, ("typical_power",), "committed"),
    Group(Terms, ("benchmark", "stonewall", "files_per_process", "all_servers")),
)
"""What is asked apart, as few bids commit to it."""
STATES = "committed.states"


class Tested(NamedTuple):
    """The tests as judged, and what they are judged by."""

    terms: Terms | None
    tests: Sequence[AcceptanceTest]
    hashes: Mapping[str, str]
    problems: Sequence[Problem]


def draw(results: Results) -> None:
    """Draw the part."""
    stated = _stated()
    files.offer_example()
    bid = _of_bid()
    _ask(stated, bid)
    if not stated:
        st.info(texts.NO_TERMS, icon=":material/checklist:")
        return
    _ask_further(stated, bid)
    found = _tested(bid)
    files.complain(found.problems)
    if found.terms is None:
        return
    angle = elements.one_of("Show", ANGLES, "what is shown of tests", labelled=False)
    if angle == ALL:
        _all(results, found.tests)
    elif angle == ONE:
        _one(results, found.tests, found.terms)
    else:
        _results(results, found)
    _report(results, found, bid)


def _stated() -> Mapping[str, Any]:
    for name, content in files.kept(files.TERMS).items():
        data = read_document(content, name).data
        return data if isinstance(data, dict) else {}
    return {}


def _of_bid() -> ReadBid | None:
    """Let the user choose whose commitments are tested: at first those of the best bid."""
    if not files.kept(files.BIDS):
        return None
    found = files.bids()
    names = {one.bid.name: one for one in found.bids}
    if not names:
        return None
    scores = found.comparison.scores
    best = [one.name for one in scores.bids if one.rank == 1] if scores is not None else []
    options = [PLAN, *names]
    chosen = st.selectbox(
        "Bid",
        options,
        options.index(best[0]) if best else 0,
        format_func=lambda name: escaped(name) or "none: this plan",
        key=OF_BID,
        width=300,
    )
    return names.get(chosen)


def _ask(stated: Mapping[str, Any], bid: ReadBid | None) -> None:
    room = folded("Terms", "terms of tests", icon=":material/tune:", expanded=not stated)
    if room is None:
        return
    with room:
        ask(
            "terms of the tests",
            GROUPS,
            stated,
            lambda data: _take(data, bid),
            "Apply the terms",
            texts.LABELS_OF_TERMS,
            texts.EXAMPLES_OF_TERMS,
            {**_machine(), **_commitments(bid)},
        )


def _ask_further(stated: Mapping[str, Any], bid: ReadBid | None) -> None:
    """Ask for what few bids commit to: other files, a filled system, each state of the design."""
    room = folded("Further commitments", "further terms of tests", icon=":material/playlist_add:")
    if room is None:
        return
    try:
        names = states_to_try(_tested_design(bid))
    except InputError as error:  # the tests name what is wrong with the design, too
        files.complain(error.problems)
        return
    states = [Group(Rates, ("read", "write"), f"{STATES}.{name}") for name in names]
    labels = {
        f"{STATES}.{name}.{way}": f"{name[:1].upper()}{name[1:]}: {way}"
        for name in names
        for way in ("read", "write")
    }
    with room:
        ask(
            "further terms of the tests",
            (*FURTHER, *states),
            stated,
            lambda data: _take(data, bid),
            "Apply the commitments",
            {**texts.LABELS_OF_TERMS, **labels},
            {**texts.EXAMPLES_OF_TERMS, **dict.fromkeys(labels, "12 GB/s")},
        )


def _machine() -> dict[str, str]:
    """Give what the plan says of the machine that tests run on, by the paths of the terms."""
    scenario = session.current().plan.scenario
    machine, clients = scenario.machine, scenario.clients
    nodes = None if clients is None else clients.nodes
    nodes = machine.compute_nodes if nodes is None and machine is not None else nodes
    memory = None if machine is None else machine.node_memory
    found = {} if nodes is None else {"clients": f"{nodes.value}"}
    return found if memory is None else {**found, "client_memory": write(memory.value, "byte")}


def _commitments(bid: ReadBid | None) -> dict[str, str]:
    """Give what a bid commits to, by the paths of the terms."""
    if bid is None:
        return {}
    read, written = bid.bid.read_bandwidth, bid.bid.write_bandwidth
    figures = {
        "capacity": (bid.bid.capacity, "byte"),
        "read_bandwidth": (None if read is None else read.value, "byte/s"),
        "write_bandwidth": (None if written is None else written.value, "byte/s"),
        "power": (bid.bid.power.maximum, "watt"),
    }
    return {
        f"committed.{name}": write(value, unit)
        for name, (value, unit) in figures.items()
        if value is not None
    }


def _take(stated: dict[str, Any], bid: ReadBid | None) -> Sequence[Problem]:
    """Take over the terms, or give what is wrong with them."""
    content = text_of(stated)
    try:
        terms = validate(Terms, read_document(content, files.TERMS_FILE))
        data_of(terms)
    except InputError as error:
        return error.problems
    except ValueError as error:
        return (Problem(Place(files.TERMS_FILE), "server_memory", str(error)),)
    if what := _out_of_reach(terms, bid):
        return (Problem(Place(files.TERMS_FILE), "", what),)
    files.offer(files.TERMS, {files.TERMS_FILE: content})
    return ()


def _out_of_reach(terms: Terms, bid: ReadBid | None) -> str:
    """Say which commitments the tested design can't reach; those of the plan aren't of the form."""
    try:
        design = _tested_design(bid)
        acceptance(design, terms.model_copy(update={"committed": Committed()}))
    except (InputError, ValueError):  # said below the form
        return ""
    try:
        acceptance(design, terms)
    except ValueError as error:
        return str(error)
    return ""


def _tested(bid: ReadBid | None) -> Tested:
    own = None if bid is None else bid.file
    stamp = (own, tuple(session.of_tender().items()))
    found: Tested = session.once("tests", stamp, lambda: _tests(bid))
    return found


def _tests(bid: ReadBid | None) -> Tested:
    """Judge the tests of the design that is offered, or of the plan that is shown."""
    name, content = next(iter(files.kept(files.TERMS).items()))
    try:
        terms = validate(Terms, read_document(content, name))
        tests = acceptance(_tested_design(bid), terms)
    except InputError as error:
        return Tested(None, (), {}, error.problems)
    except ValueError as error:
        return Tested(None, (), {}, (Problem(Place(texts.TERMS), "", str(error)),))
    measured = (("", file, one) for file, one in files.kept(files.RESULTS).items())
    found = read_results(measured, tests, terms)
    verdicts = judged(tests, found.figures, terms, found.of_tests)
    return Tested(terms, verdicts, found.hashes, found.problems)


def _tested_design(bid: ReadBid | None) -> Results:
    """Give the design that is offered, or the plan that is shown."""
    design = None if bid is None else bid.bid.design
    if bid is None or design is None or design.tiers is None:
        return session.current()
    stamp = (bid.file, files.kept(files.BIDS).get(bid.file))
    planned: Results = session.once(
        "tested design", stamp, lambda: results_of(design, bid.document)
    )
    return planned


def _all(results: Results, tests: Sequence[AcceptanceTest]) -> None:
    """Draw all tests; the column of verdicts has those that were decided."""
    view = acceptance_views.tests(tests)
    decided = [test.verdict != UNDECIDED for test in tests]
    if not any(decided):
        elements.draw(results, view.only("title", "threshold"))
        return
    rows = (
        row if is_decided else replace(row, entries=(*row.entries[:-1], ""))
        for row, is_decided in zip(view.rows, decided, strict=True)
    )
    elements.draw(results, replace(view, rows=tuple(rows)))
    st.caption(texts.WITHOUT_VERDICT)


def _one(results: Results, tests: Sequence[AcceptanceTest], terms: Terms) -> None:
    """Draw one test: its thresholds and where they are from, how it is run, when it passes."""
    titles = {f"{test.key} {test.title}": test for test in tests}
    first = next((n for n, test in enumerate(tests) if test.key == FIRST), 0)
    chosen = st.selectbox("Test", list(titles), first, key="test that is shown", width=360)
    test = titles[chosen]
    if test.thresholds:
        view = acceptance_views.thresholds(test)
        is_judged = any(one.measured is not None for one in test.thresholds)
        elements.draw(results, view if is_judged else view.only("threshold", "origin"))
    if test.missing:
        st.warning(escaped(f"{test.missing[:1].upper()}{test.missing[1:]}."))
    st.markdown(escaped(test.procedure))
    for command in test.commands:
        st.code(command, language="bash", wrap_lines=True)
    st.caption(escaped(f"Passes: {test.passes}"), help=escaped(remedy_of(terms)))


def _report(results: Results, found: Tested, bid: ReadBid | None) -> None:
    """Draw the buttons of the report that is signed."""
    if (terms := found.terms) is None:
        return
    of = results.plan.scenario.name if bid is None else bid.bid.name
    tender = files.rules().evaluated  # now: what is made on demand runs outside of the session

    def made() -> TenderDocument:
        return acceptance_report(of, found.tests, terms, found.hashes)

    with st.container(horizontal=True):
        st.download_button(
            "Report (.docx)",
            lambda: document_docx(made()),
            "acceptance.docx",
            DOCX,
            icon=":material/description:",
            help=texts.REPORT_IS_SIGNED,
            on_click="ignore",
        )
        st.download_button(
            "Workbook (.xlsx)",
            lambda: acceptance_workbook(found.tests, terms, found.hashes, specification(tender)),
            "acceptance.xlsx",
            XLSX,
            icon=":material/table_view:",
            help=texts.ENTER_MEASUREMENTS,
            on_click="ignore",
        )
        st.download_button(
            "Report (.html)",
            lambda: document_page(made()).encode(),
            "acceptance.html",
            "text/html",
            icon=":material/print:",
            on_click="ignore",
        )


def _results(results: Results, found: Tested) -> None:
    """Let the user bring what benchmarks printed, and draw what was judged by it."""
    key = f"{BOX} {st.session_state.setdefault(TURN, 0)}"
    st.file_uploader(
        f"Results of {KNOWN}",
        accept_multiple_files=True,
        max_upload_size=LARGEST // 1_000_000,
        key=key,
        help=texts.OF_ONE_TEST,
        on_change=files.bring,
        args=(files.RESULTS, key, TURN),
    )
    if not found.hashes:
        st.info(texts.NO_RESULTS, icon=":material/monitoring:")
        return
    for test in found.tests:
        if any(one.measured is not None for one in test.thresholds):
            elements.draw(results, acceptance_views.thresholds(test))
    elements.draw(results, acceptance_views.result_files(found.hashes))
    st.button("Remove all", key="remove results", on_click=files.forget, args=(files.RESULTS,))
