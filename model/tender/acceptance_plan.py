"""The acceptance tests of a plan before any bid: thresholds from its requirements, and procedures.

What a bid commits, and how the tests are agreed, is stated in terms of acceptance later.
"""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.results import Results
from model.design.scenario import Scenario
from model.tender.acceptance import AcceptanceTest, planned_tests, too_high
from model.tender.acceptance_terms import Terms
from model.tender.acceptance_views import course, limit
from model.tender.tender_document import Block, Bullets, Grid, Heading, Paragraph, TenderDocument
from model.units.figures import show

CLIENTS, CLIENT_MEMORY, PROCESSES = 16, 256e9, 16
"""Assumed of the machine that tests run on, where the plan doesn't state it."""
INVENTORY = "T1"


def acceptance_plan(results: Results) -> TenderDocument:
    """Return the acceptance tests of a plan."""
    terms, rows = _terms(results.plan.scenario)
    tests = planned_tests(results, terms)
    blocks = (
        Heading("Terms"),
        Grid(("Term", "Value", "From"), rows, (0.35, 0.35, 0.3)),
        Paragraph(
            "Agree on the terms and the committed figures, then export again: agreed figures "
            "replace requirements and assumptions."
        ),
        *_impossible(too_high(results, tests)),
        *_overview(tests),
        *(block for test in tests for block in _of_test(test)),
    )
    name = results.plan.scenario.name
    return TenderDocument("Acceptance tests", name, blocks, name)


def _terms(scenario: Scenario) -> tuple[Terms, tuple[tuple[str, str, str], ...]]:
    """Return the terms that follow from a plan, with what is assumed."""
    machine, clients = scenario.machine, scenario.clients
    stated = None if clients is None else clients.nodes
    if stated is None and machine is not None:
        stated = machine.compute_nodes
    memory = None if machine is None else machine.node_memory
    terms = Terms.model_construct(
        clients=CLIENTS if stated is None else int(stated.value),
        processes_per_client=PROCESSES,
        client_memory=CLIENT_MEMORY if memory is None else memory.value,
        direct=True,
    )
    plan, assumed = "plan", "assumed"
    return terms, (
        ("Clients", f"{terms.clients:g}", plan if stated is not None else assumed),
        (
            "Memory per client",
            show(terms.client_memory, "byte"),
            plan if memory is not None else assumed,
        ),
        ("Processes per client", f"{terms.processes_per_client:g}", assumed),
        ("Caches", "direct I/O, so that no cache counts", assumed),
        ("Repeats", f"{terms.repeats}", "default"),
        ("Time limit of a phase", show(terms.stonewall, "second"), "default"),
    )


def _impossible(beyond: list[str]) -> Iterator[Block]:
    if beyond:
        yield Paragraph("No such system can pass, as requirements are above the upper bounds:")
        yield Bullets(tuple(beyond))


def _overview(tests: list[AcceptanceTest]) -> Iterator[Block]:
    yield Heading("Tests")
    rows = tuple(
        (
            test.key,
            test.title,
            "; ".join(f"{one.figure} {limit(one)}" for one in test.thresholds)
            if test.key != INVENTORY
            else "see below",
            _missing(test),
        )
        for test in tests
    )
    yield Grid(("Test", "Title", "Threshold", "Missing"), rows, (0.1, 0.25, 0.35, 0.3))


def _missing(test: AcceptanceTest) -> str:
    return "" if not test.missing else f"{test.missing[:1].upper()}{test.missing[1:]}"


def _of_test(test: AcceptanceTest) -> Iterator[Block]:
    yield Heading(f"{test.key} {test.title}")
    if test.key == INVENTORY and test.thresholds:
        rows = tuple((one.figure, f"{one.value:g}") for one in test.thresholds)
        yield Grid(("Item", "Number"), rows, (0.75, 0.25))
    yield Paragraph(test.procedure)
    if test.commands:
        yield Bullets(test.commands)
    yield Paragraph(f"Passes: {test.passes}")
    yield Paragraph(course(test))
