"""The report of an acceptance, to be signed: tests, thresholds, results, verdicts, files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from model.tender.acceptance import AcceptanceTest, Threshold
from model.tender.acceptance_terms import Terms
from model.tender.acceptance_views import course, limit
from model.tender.remedy_clauses import notes_of, remedy_of
from model.tender.tender_document import Block, Bullets, Grid, Heading, Paragraph, TenderDocument
from model.units.figures import show

SIGNERS = ("For the supplier", "For the buyer")


def acceptance_report(
    of: str, tests: Sequence[AcceptanceTest], terms: Terms, hashes: Mapping[str, str]
) -> TenderDocument:
    """Return the report of an acceptance; `of` names what is accepted.

    Parameters
    ----------
    hashes
        SHA-256 of each file of results, by its name.
    """
    blocks = (*_terms(terms), *_summary(tests), *_tests(tests), *_files(hashes), *_end(terms))
    counts = {one: sum(test.verdict == one for test in tests) for one in ("pass", "fail")}
    left = len(tests) - sum(counts.values())
    subtitle = f"{counts['pass']} passed, {counts['fail']} failed, {left} not decided"
    return TenderDocument(f"Acceptance: {of}", subtitle, blocks, of)


def _terms(terms: Terms) -> Iterator[Block]:
    yield Heading("Terms")
    size = "direct I/O" if terms.direct else "twice the memory of servers and clients"
    rows = [
        ("Clients", f"{terms.clients}, {terms.processes_per_client} processes each"),
        ("Memory per client", show(terms.client_memory, "byte")),
        ("Data of a test", size),
        ("Transfers", show(terms.transfer_size, "byte", binary=True)),
        ("Repeats", f"{terms.repeats}"),
    ]
    if terms.stability is not None:
        rows.append(("Stability test", show(terms.stability, "second")))
    yield Grid((), tuple(rows), (0.35, 0.65))


def _summary(tests: Sequence[AcceptanceTest]) -> Iterator[Block]:
    yield Heading("Verdicts")
    rows = tuple((test.key, test.title, test.verdict) for test in tests)
    yield Grid(("Test", "Title", "Verdict"), rows, (0.12, 0.58, 0.3))


def _tests(tests: Sequence[AcceptanceTest]) -> Iterator[Block]:
    heads = ("Figure", "Threshold", "From", "Measured", "Verdict")
    for test in tests:
        yield Heading(f"{test.key} {test.title}: {test.verdict}")
        if test.thresholds:
            rows = tuple(_row(one) for one in test.thresholds)
            yield Grid(heads, rows, (0.26, 0.16, 0.2, 0.16, 0.22))
        if test.missing:
            yield Paragraph(f"{test.missing[:1].upper()}{test.missing[1:]}.")
        yield Paragraph(test.procedure)
        if test.commands:
            yield Bullets(test.commands)
        yield Paragraph(f"Passes: {test.passes}")
        yield Paragraph(course(test))


def _row(one: Threshold) -> tuple[str, ...]:
    measured = "" if one.measured is None else one.said(one.measured)
    if one.least is not None:
        measured += f", lowest {one.said(one.least)}"
    return (one.figure, limit(one), one.origin, measured, one.verdict)


def _files(hashes: Mapping[str, str]) -> Iterator[Block]:
    if hashes:
        yield Heading("Files of results")
        yield Grid(("File", "SHA-256"), tuple(hashes.items()), (0.3, 0.7))


def _end(terms: Terms) -> Iterator[Block]:
    yield Heading("If a test fails")
    yield Paragraph(remedy_of(terms))
    if terms.remedies:
        yield Bullets(tuple(f"{key}: {remedy_of(terms, key)}" for key in terms.remedies))
    if notes := notes_of(terms):
        yield Bullets(notes)
    yield Heading("Signatures")
    yield Grid(
        ("", "Name", "Date", "Signature"),
        tuple((one, "", "", "") for one in SIGNERS),
        (0.22, 0.28, 0.18, 0.32),
    )
