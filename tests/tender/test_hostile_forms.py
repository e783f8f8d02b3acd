"""Forms as Excel writes them, and hostile ones: nothing is executed, and nothing believed wrongly.

The files are built by hand; none was ever opened in Excel.
"""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import yaml
from openpyxl.comments import Comment
from openpyxl.styles import Font

import report.workbook.bid_form as writer
from model import evaluate, load_scenario
from model.__main__ import main
from model.errors import InputError
from model.reading.documents import read_document
from model.tender.bid_file import read_bid
from model.tender.bid_reading import read_bids
from model.tender.filled_form import is_form, read_form
from model.tender.form import HASH, ID, MARK, Blank, Form, bid_data, form_of, with_hash
from model.tender.rules_from_plan import rules_of
from model.tender.tender_file import TenderFile, read_tender
from tests.tender.by_hand import Peculiar, by_hand, zipped

MAINZ = Path(__file__).parents[2] / "scenarios/tenders/mainz-2015.yaml"
VALUES: dict[str, Any] = {
    "text": "Röck & Söhne <1>",
    "count": 3,
    "number": 12.5,
    "money": 1234.56,
    "percent": 0.07,
    "date": datetime.date(2027, 3, 31),
}
PRICE = "bid.P001.unit_price"


@pytest.fixture(scope="module")
def tender() -> TenderFile:
    found = rules_of(evaluate(load_scenario(MAINZ)))[1]
    found = found.model_copy(update={"id": "T-1"})
    return found.model_copy(update={"requirements_hash": with_hash(found)})


@pytest.fixture(scope="module")
def form(tender: TenderFile) -> Form:
    return form_of(tender)


def value_of(blank: Blank) -> Any:
    return blank.choices[0] if blank.kind == "choice" else VALUES[blank.kind]


def filled(form: Form, **values: Any) -> dict[str, Any]:
    """Values of all blanks, by name."""
    found = {blank.name: value_of(blank) for blank in form.blanks() if blank.name != MARK}
    return found | {f"bid.{name.replace('__', '.')}": value for name, value in values.items()}


def data_of(form: Form) -> dict[str, Any]:
    """What a form says in which every blank is filled."""
    blanks = [blank for blank in form.blanks() if blank.name != MARK]
    expected = {
        blank.path: f"12.5 {blank.unit}" if blank.unit else value_of(blank) for blank in blanks
    }
    return {"schema": "ostimate.bid/1", **bid_data(form, expected)}


PECULIAR = {
    "shared strings in runs, with pronunciations": Peculiar(),
    "inline strings": Peculiar(inline=True),
    "days from 1904": Peculiar(is_of_1904=True),
    "hidden rows": Peculiar(hidden_rows=True),
    "hidden rows, of no height": Peculiar(hidden_rows=True, hidden_by='ht="0"'),
    "a hidden sheet": Peculiar(states={"Prices": "veryHidden"}),
    "a copied sheet": Peculiar(local_copy=True),
    "cells of other sheets merged": Peculiar(merged={"Prices": "M1:P9"}),
    "a calculation chain of nothing": Peculiar(parts={"xl/calcChain.xml": "no XML at all"}),
}


@pytest.mark.parametrize("name", PECULIAR)
def test_peculiar_forms_are_read(name: str, tender: TenderFile, form: Form) -> None:
    """What is filled in, and nothing else, wherever the cells stand."""
    content = by_hand(form, filled(form), PECULIAR[name])
    found = dict(read_form(content, "bid.xlsx", tender).data)
    questions = found.pop("questions", ())
    assert found == data_of(form)
    asked = "further sheets" if "copied" in name else "are hidden" if "hidden" in name else ""
    assert bool(questions) == bool(asked)
    assert all(asked in one for one in questions)


@pytest.mark.office
@pytest.mark.parametrize("is_of_1904", [False, True])
def test_libreoffice_reads_them_alike(
    is_of_1904: bool,
    tender: TenderFile,
    form: Form,
    recalculate: Callable[[Path], Path],
    tmp_path: Path,
) -> None:
    """Another program takes the files for workbooks, and saves the same values."""
    file = tmp_path / "bid.xlsx"
    file.write_bytes(by_hand(form, filled(form), Peculiar(is_of_1904=is_of_1904)))
    saved = recalculate(file).read_bytes()
    assert read_form(saved, "bid.xlsx", tender).data == data_of(form)


def test_a_form_filled_by_xlsxwriter_is_read_back(
    tender: TenderFile, form: Form, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The values in the cells of the form itself."""
    values = filled(form)
    write = writer._Writer._cell

    def with_value(self: Any, page: Any, sheet: str, row: int, column: int, cell: Any) -> None:
        write(self, page, sheet, row, column, cell)
        if isinstance(cell, Blank) and cell.name in values:
            page.write(row, column, values[cell.name], self.blanks[cell.kind])

    monkeypatch.setattr(writer._Writer, "_cell", with_value)
    assert read_form(writer.bid_form(form), "bid.xlsx", tender).data == data_of(form)


REFUSED: dict[str, tuple[Peculiar, dict[str, Any], str]] = {
    "formula": (
        Peculiar(formulas={PRICE: "SUM(Z1:Z9)"}),
        {},
        r"bid.xlsx \[Prices\]:4:7: this cell has a formula: replace it by its value",
    ),
    "fetched": (Peculiar(formulas={PRICE: "WEBSERVICE(A1)"}), {}, "this cell has a formula"),
    "macros": (Peculiar(parts={"xl/vbaProject.bin": b"x"}), {}, "the file contains macros"),
    "macros of old Excel": (
        Peculiar(parts={"xl/macrosheets/sheet1.xml": "x"}),
        {},
        "the file contains macros of old Excel",
    ),
    "links": (
        Peculiar(parts={"xl/externalLinks/externalLink1.xml": "<x/>"}),
        {},
        "it is linked to other files",
    ),
    "entities": (
        Peculiar(parts={"xl/styles.xml": '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'}),
        {},
        "it isn't built as a workbook is",
    ),
    "entities in UTF-16": (
        Peculiar(
            parts={"xl/styles.xml": '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'.encode("utf-16")}
        ),
        {},
        "it isn't built as a workbook is",
    ),
    "bomb": (
        Peculiar(parts={"xl/media/image1.png": bytes(10_000_000)}),
        {},
        "a part of it swells when it is unpacked",
    ),
    "many parts": (
        Peculiar(parts={f"xl/media/{n}": "" for n in range(600)}),
        {},
        "it is too large when it is unpacked",
    ),
    "merged": (
        Peculiar(merged={"Prices": "G4:G6"}),
        {},
        r"\[Prices\]:4:7: .*part it",
    ),
    "merged with its neighbour": (
        Peculiar(merged={"Prices": "F4:H4"}),
        {},
        r"\[Prices\]:4:7: this cell is merged with others",
    ),
    "moved to another row": (
        Peculiar(moved={PRICE: "Prices!$G$5", "bid.P002.unit_price": "Prices!$G$4"}),
        {},
        r"\[Prices\]:5:7: '1\.1' stood beside this cell",
    ),
    "two names of one cell": (
        Peculiar(moved={PRICE: "Prices!$H$4"}),
        {},
        r"bid\.P001\.unit_price and bid\.P001\.total are names of one cell",
    ),
    "sheet missing": (
        Peculiar(gone=frozenset({"Prices"})),
        {},
        "cells of the form are gone",
    ),
    "thousands or decimals": (
        Peculiar(),
        {"P001__unit_price": "1.234"},
        "this number is in doubt",
    ),
    "another tender": (Peculiar(), {ID: "T-0815"}, "form of another tender"),
    "an older version": (Peculiar(), {HASH: "0123456789abcdef"}, "form of other requirements"),
    "no number": (
        Peculiar(),
        {"P001__unit_price": float("nan")},
        r"\[Prices\]:4:7: this cell is damaged",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_hostile_forms_are_refused(name: str, tender: TenderFile, form: Form) -> None:
    """One clear line with the place; no cached value of a formula is taken."""
    peculiar, values, message = REFUSED[name]
    content = by_hand(changed(form, values), filled(form, **values), peculiar)
    with pytest.raises(InputError) as error:
        read_form(content, "bid.xlsx", tender)
    assert re.search(message, str(error.value))
    assert len(error.value.problems) <= 4
    assert all("\n" not in one.what for one in error.value.problems)


@pytest.mark.parametrize(
    ("values", "is_of_other"), [({ID: "T-0815"}, True), ({HASH: "0123456789abcdef"}, False)]
)
def test_the_form_of_another_tender_is_known_as_one(
    values: dict[str, Any], is_of_other: bool, tender: TenderFile, form: Form
) -> None:
    """It never counts; an older version of the right form may be sent anew."""
    content = by_hand(changed(form, values), filled(form, **values), Peculiar())
    found, (unread,) = read_bids([("bid.xlsx", content)], tender)
    assert (found, unread.is_of_other) == ([], is_of_other)


def changed(form: Form, values: dict[str, Any]) -> Form:
    """A form with another id or hash."""
    return replace(form, id=values.get(ID, form.id), hash=values.get(HASH, form.hash))


def test_all_that_is_wrong_is_said_at_once(tender: TenderFile, form: Form) -> None:
    """A formula, a number in doubt: each a line."""
    values = filled(form, P002__unit_price="1.234")
    content = by_hand(form, values, Peculiar(formulas={PRICE: "1+1", "bid.racks": "2"}))
    with pytest.raises(InputError) as error:
        read_form(content, "bid.xlsx", tender)
    assert len(error.value.problems) == 3


def test_a_unit_that_is_written_counts(tender: TenderFile, form: Form) -> None:
    """'4 PiB' in a cell of TB is 4 PiB; apples are refused when the bid is read."""
    content = by_hand(form, filled(form, capacity="4 PiB"))
    assert read_form(content, "bid.xlsx", tender).data["capacity"] == "4 PiB"


def test_changed_forms_are_still_forms(form: Form) -> None:
    """Without its names, a form isn't taken for a table of prices."""
    content = by_hand(form, {})
    assert is_form(content, "bid.xlsx")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    workbook = parts["xl/workbook.xml"]
    parts["xl/workbook.xml"] = re.sub(b"<definedNames>.*</definedNames>", b"", workbook)
    assert is_form(zipped(parts), "bid.xlsx")


def test_parts_that_are_there_twice_are_refused(tender: TenderFile, form: Form) -> None:
    """Programs differ in which of them they read."""
    buffer = io.BytesIO(by_hand(form, filled(form)))
    with zipfile.ZipFile(buffer, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("xl/workbook.xml", "<x/>")
    with pytest.raises(InputError, match="a part of it is there twice"):
        read_form(buffer.getvalue(), "bid.xlsx", tender)


def test_letters_that_xml_cannot_hold_are_read_as_excel_means_them(
    tender: TenderFile, form: Form
) -> None:
    """_x0041_ is an A, and a line feed a blank."""
    content = by_hand(form, filled(form, offer="No. _x0041_-1_x000A_of 2"), Peculiar(runs=False))
    assert read_form(content, "bid.xlsx", tender).data["offer"] == "No. A-1 of 2"


def test_hostile_files_are_refused_all_at_once(
    tender: TenderFile, form: Form, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line each; no value of any of them, and the good one isn't in the way."""
    rules = {"id": "T-1", "requirements_hash": form.hash}
    stated = yaml.safe_load(rules_of(evaluate(load_scenario(MAINZ)))[0])
    (tmp_path / "tender.yaml").write_text(yaml.safe_dump({**stated, **rules}), encoding="utf-8")
    made = {
        "good.xlsx": by_hand(form, filled(form)),
        "macro.xlsm": by_hand(form, {}, Peculiar(parts={"xl/vbaProject.bin": b"x"})),
        "bomb.xlsx": by_hand(form, {}, Peculiar(parts={"xl/media/a.png": bytes(10_000_000)})),
        "linked.xlsx": by_hand(form, {}, Peculiar(parts={"xl/externalLinks/1.xml": "<x/>"})),
        "old.xlsx": by_hand(replace(form, hash="0123456789abcdef"), {}),
        "other.xlsx": by_hand(replace(form, id="T-0815"), {}),
        "sheet.xlsx": by_hand(form, {}, Peculiar(gone=frozenset({"Prices"}))),
        "formula.xlsx": by_hand(
            form, filled(form, bidder="B", P001__unit_price=4711), Peculiar(formulas={PRICE: "1+1"})
        ),
        "binary.xlsb": zipped({"xl/workbook.bin": b"x"}),
        "locked.xlsx": b"\xd0\xcf\x11\xe0" + bytes(600),
    }
    for name, content in made.items():
        (tmp_path / name).write_bytes(content)
    files = [str(tmp_path / name) for name in made]
    assert main(["bids", str(tmp_path / "tender.yaml"), *files]) == 1
    lines = capsys.readouterr().err.strip().splitlines()
    named = [Path(line.split(":")[0].split(" [")[0]).name for line in lines]
    assert sorted(named) == sorted(name for name in made if name != "good.xlsx")
    assert not any("4711" in line or "0815" in line for line in lines)


def by_openpyxl(form: Form, change: Callable[[Any, Callable[[str], Any]], None]) -> bytes:
    """A form that a bidder filled in and changed; the second argument finds cells by name."""
    found = openpyxl.load_workbook(io.BytesIO(writer.bid_form(form)))

    def cell(name: str) -> Any:
        [(sheet, place)] = found.defined_names[name].destinations
        return found[sheet][place.replace("$", "")]

    cell("bid.bidder").value = "A"
    change(found, cell)
    buffer = io.BytesIO()
    found.save(buffer)
    return buffer.getvalue()


@pytest.mark.parametrize("name", [PRICE, "bid.capacity", "bid.power"])
@pytest.mark.parametrize(
    ("style", "what"),
    [
        ({"number_format": "#,##0,"}, "the format of this cell hides its thousands"),
        ({"number_format": ";;;"}, "the format of this cell hides its digits"),
        ({"font": Font(strike=True)}, "this cell is struck through"),
    ],
)
def test_a_value_that_a_cell_does_not_show_is_refused(
    name: str, style: dict[str, Any], what: str, tender: TenderFile, form: Form
) -> None:
    def change(_: Any, cell: Callable[[str], Any]) -> None:
        cell(name).value = 4711
        for key, value in style.items():
            setattr(cell(name), key, value)

    with pytest.raises(InputError, match=what) as error:
        read_form(by_openpyxl(form, change), "bid.xlsx", tender)
    assert len(error.value.problems) == 1
    assert "4711" not in str(error.value)


@pytest.mark.parametrize("code", ['"$"#,##0.00', "#,##0.00 [$USD]", "[$£-809]#,##0.00", "0.0%"])
@pytest.mark.parametrize("name", [PRICE, "bid.total", "bid.yearly"])
def test_a_currency_in_the_format_of_a_cell_is_no_euro(
    name: str, code: str, tender: TenderFile, form: Form
) -> None:
    """The number alone looks like any other."""

    def change(_: Any, cell: Callable[[str], Any]) -> None:
        cell(name).value, cell(name).number_format = 4711, code

    with pytest.raises(InputError, match="this cell shows another currency than EUR") as error:
        read_form(by_openpyxl(form, change), "bid.xlsx", tender)
    assert "4711" not in str(error.value)


@pytest.mark.parametrize("code", ["#,##0.00 [$€-407]", "#,##0.00", '0.00 "EUR"', "[$-407]0.00"])
def test_formats_of_the_right_currency_are_read(code: str, tender: TenderFile, form: Form) -> None:
    def change(_: Any, cell: Callable[[str], Any]) -> None:
        cell(PRICE).value, cell(PRICE).number_format = 4711, code

    found = read_form(by_openpyxl(form, change), "bid.xlsx", tender)
    assert found.data["lines"][0]["unit_price"] == 4711


def test_a_unit_in_the_format_of_a_cell_is_noticed(tender: TenderFile, form: Form) -> None:
    """4 in a cell of TB that shows '4 PB'."""

    def change(_: Any, cell: Callable[[str], Any]) -> None:
        cell("bid.capacity").value, cell("bid.capacity").number_format = 4, '0 "PB"'

    with pytest.raises(
        InputError, match=r"\[Capacity\]:5:2: the format of this cell shows another"
    ):
        read_form(by_openpyxl(form, change), "bid.xlsx", tender)


@pytest.mark.parametrize("what", ["row", "column", "sheet"])
def test_hidden_values_are_read_and_asked(what: str, tender: TenderFile, form: Form) -> None:
    """Whoever opens the form doesn't see them."""

    def change(found: Any, cell: Callable[[str], Any]) -> None:
        price = cell(PRICE)
        price.value = 4711
        row, column = found["Prices"].row_dimensions, found["Prices"].column_dimensions
        match what:
            case "row":
                row[price.row].hidden = True
            case "low row":
                row[price.row].height = 0
            case "column":
                column[price.column_letter].hidden = True
            case _:
                found["Prices"].sheet_state = "hidden"

    found = read_form(by_openpyxl(form, change), "bid.xlsx", tender)
    assert found.data["lines"][0]["unit_price"] == 4711
    [question] = found.data["questions"]
    assert question.startswith("Cells that you filled in are hidden: Prices ")
    assert "4711" not in question


def test_what_stands_outside_the_fields_is_asked_and_not_lost(
    tender: TenderFile, form: Form
) -> None:
    """A reservation beside a price, and a further sheet, hidden or not."""
    found = openpyxl.load_workbook(io.BytesIO(writer.bid_form(form)))
    [(sheet, cell)] = found.defined_names["bid.bidder"].destinations
    found[sheet][cell.replace("$", "")] = "A"
    found["Prices"]["K9"] = "only if ordered by May"
    found.create_sheet("Terms").append(["4711"])
    found["Terms"].sheet_state = "veryHidden"
    buffer = io.BytesIO()
    found.save(buffer)
    questions = read_bid(read_form(buffer.getvalue(), "bid.xlsx", tender)).questions
    assert len(questions) == 2
    assert "no fields of the form: Prices K9. This doesn't count" in questions[0]
    assert "further sheets: Terms." in questions[1]
    assert not any("May" in one or "4711" in one for one in questions)


def test_comments_and_pictures_are_asked(tender: TenderFile, form: Form) -> None:
    """What people read beside a cell isn't lost; programs differ in the names of its parts."""

    def change(found: Any, _: Callable[[str], Any]) -> None:
        found["Prices"]["E6"].comment = Comment("per month", "A")

    found = read_form(by_openpyxl(form, change), "bid.xlsx", tender)
    assert found.data["questions"] == [
        "Your form has comments. They aren't read; please send them as a letter if they are part "
        "of your offer."
    ]
    for names, what in (
        (("xl/comments1.xml", "xl/media/image1.png"), "comments and pictures or text boxes"),
        (("xl/threadedComments/threadedComment1.xml",), "comments"),
        (("xl/drawings/drawing1.xml",), "pictures or text boxes"),
    ):
        buffer = io.BytesIO(by_openpyxl(form, lambda *_: None))
        with zipfile.ZipFile(buffer, "a") as archive:
            for name in names:
                archive.writestr(name, b"<x/>")
        [question] = read_form(buffer.getvalue(), "bid.xlsx", tender).data["questions"]
        assert question.startswith(f"Your form has {what}. They aren't read")


def test_a_changed_requirement_is_asked_where_its_sheet_has_no_field() -> None:
    """The sheet of required figures has no cell to fill in; what it says was not looked at."""
    rules = {"id": "T", "requirements": {"capacity": "4 PB"}, "lines": [{"position": "1"}]}
    tender = read_tender(read_document(yaml.safe_dump(rules), "tender.yaml"))
    found = openpyxl.load_workbook(io.BytesIO(writer.bid_form(form_of(tender))))
    [(sheet, cell)] = found.defined_names["bid.bidder"].destinations
    found[sheet][cell.replace("$", "")] = "A"
    [required] = [
        one for row in found["Requirements"].iter_rows() for one in row if "4 PB" in str(one.value)
    ]
    required.value = "at least 2 PB"
    buffer = io.BytesIO()
    found.save(buffer)
    [question] = read_bid(read_form(buffer.getvalue(), "bid.xlsx", tender)).questions
    assert f"Requirements {required.coordinate}" in question
