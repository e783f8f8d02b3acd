"""The workbook of an acceptance of three small tests: each cell as it was worked out by hand."""

from __future__ import annotations

import io
from functools import cache

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from model.tender.acceptance import AcceptanceTest, Threshold
from model.tender.acceptance_terms import Terms
from report.workbook.acceptance_workbook import ABOUT, ACCEPTANCE, MEASUREMENTS, build

WRITE = "write bandwidth"
TESTS = (
    AcceptanceTest(
        "T1",
        "Devices",
        (
            Threshold("switch", 2.0, "1", "the plan", is_exact=True),
            Threshold("drive", 9.0, "1", "the plan", measured=8.0, verdict="fail", why="one less"),
        ),
        "Count them.",
        "all are there",
    ),
    AcceptanceTest(
        "T3",
        "Bandwidth",
        (
            Threshold(WRITE, 100e9, "byte/s", "the plan"),
            Threshold(
                "read bandwidth", 150e9, "byte/s", "the bid", measured=160e9, least=149e9,
                verdict="pass", why="", files=("a.txt", "b.txt"), repeats=3,
            ),
            Threshold("creates", 5e4, "1/second", "the plan", measured=6e4, why="no repeats"),
        ),
        "Run it.",
        "means reach it",
        commands=("ior -a", "ior -b"),
        missing="nodes; tasks",
    ),
    AcceptanceTest(
        "T8",
        "Variability",
        (Threshold(f"spread of {WRITE}", 0.05, "1", "the plan", at_most=True),),
        "Repeat it.",
        "the spread is small",
    ),
    AcceptanceTest(
        "T12",
        "Time",
        (
            Threshold("availability", 0.995, "1", "the plan"),
            Threshold(
                "power", 3e4, "watt", "the plan", at_most=True, measured=3e4, verdict="pass",
                why="", rounding=0.5,
            ),
        ),
        "Wait.",
        "it is up",
    ),
)  # fmt: skip
TERMS = Terms.model_validate(
    {"clients": 1, "processes_per_client": 1, "client_memory": "1 GB", "repeats": 3}
)
HASHES = {"a.txt": "ab" * 32, "b.txt": "cd" * 32}


@cache
def sheets() -> dict[str, tuple[Worksheet, Worksheet]]:
    """Each sheet with its formulas, and with their results."""
    data = build(TESTS, TERMS, HASHES)[0]
    alive, shown = (openpyxl.load_workbook(io.BytesIO(data), data_only=of) for of in (False, True))
    return {name: (alive[name], shown[name]) for name in (ACCEPTANCE, MEASUREMENTS)}


def rows(sheet: Worksheet) -> list[str]:
    """Each filled row in a line: its number, and its cells by their letters."""
    return [
        f"{row[0].row} " + " | ".join(f"{one.column_letter} {one.value}" for one in filled)
        for row in sheet.iter_rows()
        if (filled := [one for one in row if one.value not in (None, "")])
    ]


DONE_BY = "The supplier runs the test, the buyer attends."
RECORD = "A signed record of the measurement, with its source."
CELLS = f"""\
1 A Acceptance tests
2 A {ABOUT}
3 A Confidential: committed figures are those of a bid.
5 A Test | B Title | D Verdict | F Missing
6 A T1 | B Devices | D fail
7 A T3 | B Bandwidth | D not decided | F Nodes; tasks
8 A T8 | B Variability | D not decided
9 A T12 | B Time | D not decided
10 B All tests | D fail
13 A Test | B Figure | D Threshold | E Unit | F From | G Repeats needed | H Repeats done | I Mean \
| J Lowest | K Verdict | L Remark
14 A T1 | B switch | C exactly | D 2 | F the plan | G 1 | H 0.0 | K not decided
15 A T1 | B drive | C exactly | D 9 | F the plan | G 1 | I 8 | K fail | L one less
16 A T3 | B write bandwidth | C at least | D 100 | E GB/s | F the plan | G 3 | H 0.0 | K not decided
17 A T3 | B read bandwidth | C at least | D 150 | E GB/s | F the bid | G 3 | H 3 | I 160 | J 149 \
| K pass | L read from a.txt, b.txt
18 A T3 | B creates | C at least | D 50000 | E 1/s | F the plan | G 3 | I 60000 | K not decided \
| L no repeats
19 A T8 | B spread of write bandwidth | C at most | D 0.05 | F the plan | G 20 | H 0.0 \
| K not decided
20 A T12 | B availability | C at least | D 0.995 | E % | F the plan | G 1 | H 0.0 | K not decided
21 A T12 | B power | C at most | D 30000 | E W | F the plan | G 1 | I 30000 | K pass
23 A Procedures
24 A T1 | B Devices
25 B Count them.
26 B Passes: all are there
27 B Site integration. {RECORD} {DONE_BY}
28 A T3 | B Bandwidth
29 B Run it.
30 B Passes: means reach it
31 B Post-delivery test. Outputs of the programs, with their SHA-256. {DONE_BY}
32 B $ ior -a
33 B $ ior -b
34 A T8 | B Variability
35 B Repeat it.
36 B Passes: the spread is small
37 B Acceptance test. {RECORD} {DONE_BY}
38 A T12 | B Time
39 B Wait.
40 B Passes: it is up
41 B Acceptance test. {RECORD} {DONE_BY}
43 A If a test fails
44 A No remedy is agreed: choose 'remedy'.
46 A Files of results, with their SHA-256
47 B a.txt | D {"ab" * 32}
48 B b.txt | D {"cd" * 32}
50 A Signatures
52 B Buyer: place, date, name, signature
54 B Supplier: place, date, name, signature
"""
ENTRIES = """\
1 A Measurements
4 A T1 | B switch
5 A T1 | B drive
6 A T3 | B write bandwidth | C GB/s
7 A T3 | B read bandwidth | C GB/s
8 A T3 | B creates | C 1/s
9 A T8 | B spread of write bandwidth of each repeat | C GB/s
10 A T12 | B availability | C %
11 A T12 | B power | C W
"""
YELLOW = {4: "D", 5: "D", 6: "DEF", 7: "DEF", 8: "DEF", 9: "DEFGHIJKLMNOPQRSTUVW", 10: "D", 11: "D"}
"""The cells of each row in which something is entered: one, three, or twenty."""
REACHED = "*(1-1E-12)-0.000005242880"
"""What a rate may lack: digits of floats, and half of the last printed digit, 0.005 MiB/s."""
FORMULAS = {
    "D6": 'IF(COUNTIF(K14:K15,"fail")>0,"fail",IF(COUNTIF(K14:K15,"pass")=2,"pass","not decided"))',
    "D7": 'IF(COUNTIF(K16:K18,"fail")>0,"fail","not decided")',  # something is missing
    "D10": 'IF(COUNTIF(D6:D9,"fail")>0,"fail",IF(COUNTIF(D6:D9,"pass")=4,"pass","not decided"))',
    "K14": 'IF(ISNUMBER(I14),IF(I14=D14,"pass","fail"),"not decided")',
    "H16": "COUNT('Measurements'!D6:F6)",
    "I16": "IF(COUNT('Measurements'!D6:F6)=0,\"\",AVERAGE('Measurements'!D6:F6))",
    "J16": "IF(COUNT('Measurements'!D6:F6)=0,\"\",MIN('Measurements'!D6:F6))",
    "K17": f'IF(ISNUMBER(I17),IF(I17<D17{REACHED},"fail",'
    f'IF(AND(ISNUMBER(J17),J17<0.95*D17{REACHED}),"fail",'
    'IF(H17<3,"not decided",IF(ISNUMBER(J17),"pass","not decided")))),"not decided")',
    "I19": "IF(COUNT('Measurements'!D9:W9)=0,\"\",MAX(MAX('Measurements'!D9:W9)/"
    "AVERAGE('Measurements'!D9:W9)-1,1-MIN('Measurements'!D9:W9)/AVERAGE('Measurements'!D9:W9)))",
    "K19": 'IF(ISNUMBER(I19),IF(I19<=D19*(1+1E-12),IF(H19<20,"not decided","pass"),"fail"),'
    '"not decided")',
    "K20": 'IF(ISNUMBER(I20),IF(I20>=D20*(1-1E-12),"pass","fail"),"not decided")',
    "K21": 'IF(ISNUMBER(I21),IF(I21<=D21*(1+1E-12)+5.000000E-01,"pass","fail"),"not decided")',
}


def test_each_cell_of_three_small_tests() -> None:
    """Results of formulas as a viewer shows them that doesn't compute."""
    assert "\n".join(rows(sheets()[ACCEPTANCE][1])) + "\n" == CELLS.replace("\\\n", "")
    found = rows(sheets()[MEASUREMENTS][1])
    heads = [f"{letter} {n}" for n, letter in enumerate(YELLOW[9], 1)]
    assert found.pop(1) == " | ".join(["3 A Test", "B Figure", "C Unit", *heads])
    assert "\n".join(found) + "\n" == ENTRIES


def test_formulas_of_verdicts_means_and_counts() -> None:
    alive = sheets()[ACCEPTANCE][0]
    assert {at: str(alive[at].value)[1:] for at in FORMULAS} == FORMULAS
    live = {cell.coordinate for row in alive.iter_rows() for cell in row if cell.data_type == "f"}
    entered = {f"{letter}{row}" for letter in "HIJ" for row in (14, 16, 19, 20)}
    verdicts = {f"K{row}" for row in range(14, 22) if row != 18}  # what no repeats decide is a text
    assert live == entered | verdicts | {f"D{row}" for row in range(6, 11)}


def test_cells_of_entries_are_yellow_and_take_numbers_from_nought() -> None:
    sheet = sheets()[MEASUREMENTS][0]
    yellow = {
        cell.coordinate
        for row in sheet.iter_rows()
        for cell in row
        if cell.fill.fgColor.rgb == "FFFFF6D6"
    }
    assert yellow == {f"{letter}{row}" for row, letters in YELLOW.items() for letter in letters}
    rules = sheet.data_validations.dataValidation
    assert {str(cell) for rule in rules for cell in rule.cells} == yellow
    assert {(rule.type, rule.operator, rule.formula1, rule.error) for rule in rules} == {
        ("decimal", "greaterThanOrEqual", "0", "Enter a number.")
    }
    assert sheet.freeze_panes == "D4"
    shares = {
        cell.coordinate for row in sheet.iter_rows() for cell in row if "%" in cell.number_format
    }
    assert shares == {"D10"}


def test_shares_are_percentages_and_notes_span_their_columns() -> None:
    sheet = sheets()[ACCEPTANCE][0]
    shares = {
        cell.coordinate for row in sheet.iter_rows() for cell in row if "%" in cell.number_format
    }
    assert shares == {f"{letter}{row}" for letter in "DIJ" for row in (19, 20)}
    notes = {2: "A", 44: "A"} | dict.fromkeys((*range(25, 28), *range(29, 34)), "B")
    notes |= dict.fromkeys((*range(35, 38), *range(39, 42)), "B")
    assert {str(one) for one in sheet.merged_cells.ranges} == {
        f"{letter}{row}:L{row}" for row, letter in notes.items()
    }
    signed = {
        cell.coordinate
        for row in sheet.iter_rows(min_row=50)
        for cell in row
        if cell.border.bottom.style
    }
    assert signed == {f"{letter}{row}" for letter in "CDEFGHIJK" for row in (52, 54)}
    heads = {cell.alignment.horizontal: "" for cell in sheet[13]}
    for cell in sheet[13]:
        heads[cell.alignment.horizontal] += cell.column_letter
    assert heads == {"left": "ABCEFKL", "right": "DGHIJ"}
    ranges = {
        (str(one.sqref), rule.operator, *rule.formula)
        for one in sheet.conditional_formatting
        for rule in one.rules
    }
    assert ranges == {("D1:K54", "equal", f'"{text}"') for text in ("pass", "fail")}


@pytest.mark.parametrize("hashes", [{}, HASHES])
def test_what_is_not_there_has_no_title(hashes: dict[str, str]) -> None:
    """Neither files without hashes nor a remark on bids where all is of the plan."""
    [sheet, *_] = openpyxl.load_workbook(io.BytesIO(build(TESTS[2:], TERMS, hashes)[0])).worksheets
    column = [str(cell.value) for cell in sheet["A"] if cell.value]
    assert ("Files of results, with their SHA-256" in column) is bool(hashes)
    assert not [text for text in column if text.startswith("Confidential")]
