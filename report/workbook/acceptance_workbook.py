"""The acceptance of a system as a workbook: measured results are entered, verdicts follow.

Thresholds, procedures and command lines are those of the acceptance plan. Results that were read
from files stand in place of entries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from model.tender.acceptance import (
    HALF_DIGIT,
    LEAST_OF_MEAN,
    ROUNDING,
    SPREAD,
    VARIABILITY_REPEATS,
    AcceptanceTest,
    Threshold,
)
from model.tender.acceptance_terms import Terms
from model.tender.acceptance_views import course
from model.tender.remedy_clauses import notes_of, remedy_of
from model.tender.tender_document import TenderDocument
from report.workbook.document_sheet import write_document
from report.workbook.sheets import Cell
from report.workbook.tender_book import TenderBook

ACCEPTANCE, MEASUREMENTS, SPECIFICATION = "Acceptance", "Measurements", "Specification"
HEADS = (
    *("Test", "Figure", "", "Threshold", "Unit", "From"),
    *("Repeats needed", "Repeats done", "Mean", "Lowest", "Verdict", "Remark"),
)
WIDTHS = (7, 58, 9, 12, 8, 26, 9, 9, 12, 12, 14, 40)
SIGN, THRESHOLD, UNIT, FROM, NEEDED, DONE, MEAN, LOWEST, VERDICT, REMARK = range(2, 12)
"""Columns of the table of figures."""
FIRST = 3
"""Column of the first repeat on the sheet of measurements."""
UNITS = {
    "byte": ("TB", 1e12),
    "byte/s": ("GB/s", 1e9),
    "watt": ("W", 1.0),
    "1/second": ("1/s", 1.0),
    "second": ("s", 1.0),
}
"""Units in which results are entered."""
REPEATED = ("byte/s", "1/second")
INVENTORY, VARIABILITY = "T1", "T8"
AVAILABILITY = "availability"
ABOUT = (
    "Enter what was measured on the sheet Measurements, in its yellow cells; means and verdicts "
    "follow. Results that were read from files stand here in place of entries."
)
OPEN = "not decided"
BELOW, ABOVE = f"(1-{ROUNDING:.0E})", f"(1+{ROUNDING:.0E})"
"""Factors by which a figure at a limit reaches it, whatever the rounding of its unit."""


def acceptance_workbook(
    tests: Sequence[AcceptanceTest],
    terms: Terms,
    hashes: Mapping[str, str],
    specification: TenderDocument | None = None,
) -> bytes:
    """Write the tests; give the bytes of the .xlsx file."""
    return build(tests, terms, hashes, specification)[0]


def build(
    tests: Sequence[AcceptanceTest],
    terms: Terms,
    hashes: Mapping[str, str],
    specification: TenderDocument | None = None,
    *,
    spoiled: bool = False,
) -> tuple[bytes, dict[str, Cell], dict[tuple[str, str], list[Cell]]]:
    """Write a workbook; also give the cell of each verdict, and the cells of the repeats."""
    names = [ACCEPTANCE, MEASUREMENTS, *([SPECIFICATION] if specification is not None else [])]
    book = TenderBook(names, "Acceptance tests", spoiled=spoiled)
    writer = _Writer(book, tests, terms)
    writer.write(hashes)
    if specification is not None:
        write_document(book, SPECIFICATION, specification)
    return book.close(), writer.verdicts, writer.repeats


class _Writer:
    """Writes the tests from top to bottom: verdicts, figures, procedures, signatures."""

    def __init__(self, book: TenderBook, tests: Sequence[AcceptanceTest], terms: Terms) -> None:
        self.book, self.tests, self.terms = book, tests, terms
        self.row = 0
        self.verdicts: dict[str, Cell] = {}
        self.repeats: dict[tuple[str, str], list[Cell]] = {}
        self.entry_row = 3

    def write(self, hashes: Mapping[str, str]) -> None:
        book = self.book
        book.widths(ACCEPTANCE, WIDTHS)
        book.text(Cell(ACCEPTANCE, 0, 0), "Acceptance tests", "title")
        book.note(Cell(ACCEPTANCE, 1, 0), REMARK, ABOUT, sum(WIDTHS), "faint")
        if any("bid" in one.origin for test in self.tests for one in test.thresholds):
            text = "Confidential: committed figures are those of a bid."
            book.text(Cell(ACCEPTANCE, 2, 0), text, "bad")
        self._measurements()
        self.row = 4
        top = self.row
        self.row += 1 + len(self.tests) + 3
        rows = {test.key: self._figures(test, n == 0) for n, test in enumerate(self.tests)}
        bottom = self.row
        self.row = top
        self._summary(rows)
        self.row = bottom + 1
        self._procedures()
        self._end(hashes)
        for sheet in (ACCEPTANCE, MEASUREMENTS):
            self._colour(sheet)

    def _measurements(self) -> None:
        most = max(self.terms.repeats, VARIABILITY_REPEATS)
        book = self.book
        book.widths(MEASUREMENTS, [7, 58, 8, *[10] * most])
        book.text(Cell(MEASUREMENTS, 0, 0), "Measurements", "title")
        heads = ["Test", "Figure", "Unit", *(f"{n}" for n in range(1, most + 1))]
        for n, head in enumerate(heads):
            side = "right" if n >= FIRST else "left"
            book.text(Cell(MEASUREMENTS, 2, n), head, "head", side)
        book.sheets[MEASUREMENTS].freeze_panes(3, FIRST)

    def _summary(self, rows: Mapping[str, list[Cell]]) -> None:
        book = self.book
        heads = {0: "Test", 1: "Title", THRESHOLD: "Verdict", FROM: "Missing"}
        for column in range(REMARK + 1):
            book.text(Cell(ACCEPTANCE, self.row, column), heads.get(column, ""), "head", "left")
        self.row += 1
        first = self.row
        for test in self.tests:
            book.text(Cell(ACCEPTANCE, self.row, 0), test.key)
            book.text(Cell(ACCEPTANCE, self.row, 1), test.title)
            cell = Cell(ACCEPTANCE, self.row, THRESHOLD)
            self.verdicts[test.key] = cell
            complete = bool(test.thresholds) and not test.missing
            formula = _all_pass(rows[test.key], complete=complete)
            book.formula(cell, formula, test.verdict, "strong")
            text = test.missing[:1].upper() + test.missing[1:]
            book.text(Cell(ACCEPTANCE, self.row, FROM), text, "faint")
            self.row += 1
        book.text(Cell(ACCEPTANCE, self.row, 1), "All tests", "strong")
        cells = [Cell(ACCEPTANCE, row, THRESHOLD) for row in range(first, self.row)]
        self.verdicts[""] = Cell(ACCEPTANCE, self.row, THRESHOLD)
        found = {test.verdict for test in self.tests}
        whole = "fail" if "fail" in found else "pass" if found == {"pass"} else OPEN
        book.formula(self.verdicts[""], _all_pass(cells, complete=True), whole, "strong")

    def _figures(self, test: AcceptanceTest, is_first: bool) -> list[Cell]:
        """Write the thresholds of a test; give the cells of their verdicts."""
        book = self.book
        if is_first:
            for n, head in enumerate(HEADS):
                side = "indented" if n in (UNIT, VERDICT) else "left"
                side = "right" if n in (THRESHOLD, NEEDED, DONE, MEAN, LOWEST) else side
                book.text(Cell(ACCEPTANCE, self.row, n), head, "head", side)
            self.row += 1
        found = []
        for one in test.thresholds:
            found.append(Cell(ACCEPTANCE, self.row, VERDICT))
            self._figure(test, one)
            self.row += 1
            self.entry_row += 1
        return found

    def _figure(self, test: AcceptanceTest, one: Threshold) -> None:
        book, row = self.book, self.row
        unit, factor = UNITS.get(one.unit, ("%" if one.figure == AVAILABILITY else "", 1.0))
        needed = self._needed(test, one)
        inventory = test.key == INVENTORY
        sign = "exactly" if inventory else "at most" if one.at_most else "at least"
        texts = {0: test.key, 1: one.figure, SIGN: sign, UNIT: unit, FROM: one.origin}
        for column, text in texts.items():
            book.text(Cell(ACCEPTANCE, row, column), text, *["indented"] * (column == UNIT))
        is_share = test.key == VARIABILITY or one.figure == AVAILABILITY
        look = "share" if is_share else "base"
        book.number(Cell(ACCEPTANCE, row, THRESHOLD), one.value / factor, look)
        book.number(Cell(ACCEPTANCE, row, NEEDED), needed, "base")
        entries = self._entries(test, one, unit, needed)
        self.repeats[test.key, one.figure] = entries
        span = _range(entries)
        done, mean = Cell(ACCEPTANCE, row, DONE), Cell(ACCEPTANCE, row, MEAN)
        lowest = Cell(ACCEPTANCE, row, LOWEST)
        if one.measured is None:
            book.formula(done, f"COUNT({span})", 0.0, "base")
            book.formula(mean, _or_empty(span, _mean(test, span)), "", look)
            book.formula(lowest, _or_empty(span, f"MIN({span})"), "", look)
        else:
            book.number(mean, one.measured / factor, look)
            if one.repeats is not None:
                book.number(done, float(one.repeats), "base")
            if one.least is not None:
                book.number(lowest, one.least / factor, look)
        remark = one.why if one.measured is not None or one.files else ""
        files = f"read from {', '.join(one.files)}" if one.files else ""
        text = "; ".join(filter(None, (remark, files)))
        book.text(Cell(ACCEPTANCE, row, REMARK), text, "faint")
        self._verdict(test, one, needed)

    def _verdict(self, test: AcceptanceTest, one: Threshold, needed: int) -> None:
        cells = [Cell(ACCEPTANCE, self.row, at) for at in (THRESHOLD, DONE, MEAN, LOWEST)]
        limit, done, mean, lowest = (cell.seen_from(ACCEPTANCE) for cell in cells)
        verdict = Cell(ACCEPTANCE, self.row, VERDICT)
        if one.measured is not None and one.verdict == OPEN:
            self.book.text(verdict, OPEN, "strong", "indented")
            return
        if needed > 1 and test.key != VARIABILITY:
            half = HALF_DIGIT.get(one.unit, 0.0) / UNITS.get(one.unit, ("", 1.0))[1]
            below = f"{BELOW}-{half:.12f}" if half else BELOW
            least, limit = f"{LEAST_OF_MEAN!r}*{limit}*{below}", f"{limit}*{below}"
            passed = f'IF({done}<{needed},"{OPEN}",IF(ISNUMBER({lowest}),"pass","{OPEN}"))'
            failed = f'IF(AND(ISNUMBER({lowest}),{lowest}<{least}),"fail",{passed})'
            formula = f'IF({mean}<{limit},"fail",{failed})'
        else:
            sign = "=" if test.key == INVENTORY else "<=" if one.at_most else ">="
            limit += "" if test.key == INVENTORY else f"*{ABOVE if one.at_most else BELOW}"
            limit += f"+{one.rounding:.6E}" if one.rounding and one.measured is not None else ""
            passed = '"pass"'
            if needed > 1 and (one.measured is None or one.repeats is not None):
                passed = f'IF({done}<{needed},"{OPEN}","pass")'
            formula = f'IF({mean}{sign}{limit},{passed},"fail")'
        whole = f'IF(ISNUMBER({mean}),{formula},"{OPEN}")'
        self.book.formula(verdict, whole, one.verdict, "strong", "indented")

    def _needed(self, test: AcceptanceTest, one: Threshold) -> int:
        if test.key == VARIABILITY:
            return VARIABILITY_REPEATS
        return self.terms.repeats if one.unit in REPEATED else 1

    def _entries(self, test: AcceptanceTest, one: Threshold, unit: str, needed: int) -> list[Cell]:
        """Write the row of a figure on the sheet of measurements."""
        book, row = self.book, self.entry_row
        label = one.figure
        if test.key == VARIABILITY:
            way = one.figure.removeprefix(SPREAD).strip()
            label, unit = f"{way} of each repeat", "GB/s"
        for column, text in ((0, test.key), (1, label), (2, unit)):
            book.text(Cell(MEASUREMENTS, row, column), text)
        found = [Cell(MEASUREMENTS, row, FIRST + n) for n in range(needed)]
        look = book.look("input", "share" if one.figure == AVAILABILITY else "base")
        for cell in found:
            book.sheets[MEASUREMENTS].write_blank(cell.row, cell.column, None, look)
            rule = {"validate": "decimal", "criteria": ">=", "value": 0}
            rule["error_message"] = "Enter a number."
            book.sheets[MEASUREMENTS].data_validation(
                cell.row, cell.column, cell.row, cell.column, rule
            )
        return found

    def _procedures(self) -> None:
        book, wide = self.book, sum(WIDTHS[1:])
        book.text(Cell(ACCEPTANCE, self.row, 0), "Procedures", "table")
        self.row += 1
        for test in self.tests:
            book.text(Cell(ACCEPTANCE, self.row, 0), test.key, "strong")
            book.text(Cell(ACCEPTANCE, self.row, 1), test.title, "strong")
            self.row += 1
            texts = (
                test.procedure,
                f"Passes: {test.passes}",
                course(test),
                *(f"$ {one}" for one in test.commands),
            )
            for text in texts:
                book.note(Cell(ACCEPTANCE, self.row, 1), REMARK, text, wide)
                self.row += 1
        self.row += 1

    def _end(self, hashes: Mapping[str, str]) -> None:
        book = self.book
        book.text(Cell(ACCEPTANCE, self.row, 0), "If a test fails", "table")
        wide = sum(WIDTHS)
        self.row += 1
        own = [f"{key}: {remedy_of(self.terms, key)}" for key in self.terms.remedies]
        for text in (remedy_of(self.terms), *own, *notes_of(self.terms)):
            book.note(Cell(ACCEPTANCE, self.row, 0), REMARK, text, wide)
            self.row += 1
        self.row += 1
        if hashes:
            book.text(
                Cell(ACCEPTANCE, self.row, 0), "Files of results, with their SHA-256", "table"
            )
            self.row += 1
            for file, found in hashes.items():
                book.text(Cell(ACCEPTANCE, self.row, 1), file)
                book.text(Cell(ACCEPTANCE, self.row, THRESHOLD), found)
                self.row += 1
            self.row += 1
        book.text(Cell(ACCEPTANCE, self.row, 0), "Signatures", "table")
        for who in ("Buyer", "Supplier"):
            self.row += 2
            book.text(Cell(ACCEPTANCE, self.row, 1), f"{who}: place, date, name, signature")
            for column in range(SIGN, VERDICT + 1):
                book.text(Cell(ACCEPTANCE, self.row, column), "", "head")

    def _colour(self, sheet: str) -> None:
        for text, style in (("pass", "good"), ("fail", "bad")):
            rule = {"type": "cell", "criteria": "==", "value": f'"{text}"'}
            rule["format"] = self.book.look(style)
            self.book.sheets[sheet].conditional_format(0, THRESHOLD, self.row, VERDICT, rule)


def _all_pass(cells: Sequence[Cell], *, complete: bool) -> str:
    """Write the verdict on several: fail if one fails, pass if all are there and pass."""
    if not cells:
        return f'"{OPEN}"'
    span = f"{cells[0].seen_from(ACCEPTANCE)}:{cells[-1].seen_from(ACCEPTANCE)}"
    passed = f'IF(COUNTIF({span},"pass")={len(cells)},"pass","{OPEN}")' if complete else f'"{OPEN}"'
    return f'IF(COUNTIF({span},"fail")>0,"fail",{passed})'


def _range(cells: Sequence[Cell]) -> str:
    first, last = cells[0], cells[-1]
    return f"{first.seen_from(ACCEPTANCE)}:{last.seen_from(last.sheet)}"


def _mean(test: AcceptanceTest, span: str) -> str:
    if test.key != VARIABILITY:
        return f"AVERAGE({span})"
    mean = f"AVERAGE({span})"
    return f"MAX(MAX({span})/{mean}-1,1-MIN({span})/{mean})"


def _or_empty(span: str, formula: str) -> str:
    return f'IF(COUNT({span})=0,"",{formula})'
