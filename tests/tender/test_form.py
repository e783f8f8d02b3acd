"""The form of a tender: nothing of the plan leaves with it, and what is filled in is read back."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import yaml
from openpyxl.workbook.defined_name import DefinedName

from model.answers.results import Results, evaluate
from model.errors import InputError
from model.planning.loading import edited, load_scenario
from model.reading.documents import read_document
from model.tender import form as form_module
from model.tender import public_terms
from model.tender.bid_file import read_bid
from model.tender.bid_reading import read_bids
from model.tender.comparison import compare
from model.tender.filled_form import read_form
from model.tender.form import FORMAT, MARK, Blank, Form, bid_data, form_of, with_hash
from model.tender.form_text import form_text
from model.tender.public_terms import PUBLIC
from model.tender.rules_from_plan import rules_of
from model.tender.tender_file import Energy, TenderFile, read_tender
from report.workbook.bid_form import bid_form
from tests.tender.by_hand import by_hand

SCENARIOS = Path(__file__).parents[2] / "scenarios"
PLANS = ("tenders/mainz-2015.yaml", "tenders/goettingen-2024.yaml", "templates/flash-scratch.yaml")
CANARY = "Zyxwvut"


def planned(file: str = PLANS[1], **changes: Any) -> Results:
    scenario = load_scenario(SCENARIOS / file)
    return evaluate(edited(scenario, changes) if changes else scenario)


@pytest.fixture(scope="module", params=PLANS)
def plan(request: pytest.FixtureRequest) -> Results:
    return planned(request.param)


def parts(content: bytes) -> str:
    """All parts of a workbook, and their names."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert not archive.comment
        assert not any(one.comment or one.extra for one in archive.infolist())
        texts = [archive.read(one).decode("utf-8") for one in archive.infolist()]
        return "\n".join([*archive.namelist(), *texts])


def digits_of(text: str) -> set[str]:
    """The significant digits of all numbers of a text, however they are grouped."""
    found = re.findall(r"\d[\d.,'\u202f\u00a0 ]*\d|\d", text)
    plain = (re.sub(r"\D", "", one).strip("0") for one in found)
    return {one for one in plain if len(one) >= 4}


def tokens_of(text: str) -> set[str]:
    """All numbers of a text but those of bits and bytes, which may equal a price."""
    return set(re.findall(r"\d+(?:\.\d+)?", re.sub(r"\d+ (?:Gbit/s|GiB)\b", "", text)))


def without_hashes(text: str, form: Form) -> str:
    """A text of a form without its hashes, which are of what it asks and of its words."""
    return text.replace(form.hash, "").replace(form.format, "")


def cells_of(content: bytes) -> str:
    """The texts of all cells: the other parts are the same in every form but for names."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        text = archive.read("xl/sharedStrings.xml").decode("utf-8")
    return "\n".join(re.findall(r"<t[^>]*>([^<]*)</t>", text))


def forms(plan: Results) -> tuple[TenderFile, Form, bytes, str]:
    _, tender = rules_of(plan)
    form = form_of(tender)
    return tender, form, bid_form(form), form_text(form)


def test_no_planned_figure_leaves(plan: Results) -> None:
    """A number of four digits or more is a requirement, a unit or the hash; no price is there."""
    tender, form, book, text = forms(plan)
    allowed = digits_of(str({name: getattr(tender, name) for name in PUBLIC}))
    required = [sheet for sheet in form.sheets if sheet.title == "Requirements"]
    allowed |= digits_of(str(required))
    for written in (cells_of(book), text):
        assert digits_of(without_hashes(written, form)) <= allowed
    assert tender.estimate is None or tender.estimate.amount > 0
    tokens = tokens_of(without_hashes(cells_of(book), form))
    prices = {
        f"{price:.10g}"
        for (_, name), price in plan.values.items()
        if price is not None and name.endswith(("price", "cost")) and price >= 100
    }
    assert prices or "mainz" in plan.plan.scenario.name.casefold()
    assert not tokens & prices


def test_no_part_vendor_or_text_of_the_plan_leaves(plan: Results) -> None:
    """Neither keys, names, order numbers nor vendors of parts; nor reasons, sources and names."""
    _, _, book, text = forms(plan)
    all_of = (parts(book) + text).casefold()
    words = set()
    for line in plan.plan.lines:
        words |= {line.part, line.number}
        if line.part:
            part = plan.plan.catalog.part(line.part)
            words |= {part.key, part.vendor, part.model, part.number}
    scenario = plan.plan.scenario
    words |= {scenario.about, scenario.title, *scenario.sources}
    found = {word for word in words if len(word) > 3 and word.casefold() in all_of}
    assert found == set()


def test_equal_requirements_make_equal_forms() -> None:
    """Whatever else a plan holds, not a byte of the form depends on it: prices, names, texts."""
    before = planned()
    after = planned(
        name=CANARY,
        title=f"{CANARY} 8154711",
        about=CANARY,
        author=CANARY,
        **{
            "tiers.0.blocks": 7,
            "tiers.0.drives.price": "4711.08 USD",
            "tiers.0.servers.power": "815.47 W",
        },
    )
    assert after.values["site", "capital_cost"] != before.values["site", "capital_cost"]
    (tender, _, book, text), (other, _, changed, new_text) = forms(before), forms(after)
    assert tender.estimate != other.estimate
    assert changed == book
    assert new_text == text
    assert CANARY not in parts(changed)


def test_rules_that_stay_change_no_form() -> None:
    """The estimate, limits, the scoring and what evaluators found are not in the form."""
    plan = planned()
    stated = {
        "id": "T-1",
        "estimate": 815471.15,
        "abnormal": 0.7531,
        "tolerance": 0.0427,
        "exchange": {"USD": 0.9173},
        "bids": {CANARY: {"quality": 81.54}},
    }
    books = []
    for kept in (stated, {"id": "T-1"}):
        document = read_document(yaml.safe_dump(kept), "rules.yaml")
        books.append(bid_form(form_of(rules_of(plan, document)[1])))
    assert books[0] == books[1]


VALUES: dict[str, Any] = {
    "text": "Röck & Söhne <1>",
    "count": 3,
    "number": 12.5,
    "money": 1234.56,
    "percent": 0.07,
    "date": datetime.date(2027, 3, 31),
}


def value_of(blank: Blank) -> Any:
    return blank.choices[0] if blank.kind == "choice" else VALUES[blank.kind]


def filled_by_openpyxl(book: bytes, values: dict[str, Any]) -> bytes:
    found = openpyxl.load_workbook(io.BytesIO(book))
    for name, value in values.items():
        [(sheet, cell)] = found.defined_names[name].destinations
        found[sheet][cell.replace("$", "")] = value
    buffer = io.BytesIO()
    found.save(buffer)
    return buffer.getvalue()


@pytest.fixture(scope="module")
def mainz() -> tuple[TenderFile, Form, bytes]:
    tender, form, book, _ = forms(planned(PLANS[0]))
    return tender, form, book


def test_what_is_filled_in_is_read_back(mainz: tuple[TenderFile, Form, bytes]) -> None:
    """Every blank by its name, with its unit."""
    tender, form, book = mainz
    blanks = [blank for blank in form.blanks() if blank.name != MARK]
    content = filled_by_openpyxl(book, {blank.name: value_of(blank) for blank in blanks})
    expected = {
        blank.path: f"12.5 {blank.unit}" if blank.unit else value_of(blank) for blank in blanks
    }
    found = read_form(content, "bid.xlsx", tender)
    assert found.data == {"schema": "ostimate.bid/1", **bid_data(form, expected)}


@pytest.mark.office
def test_a_form_saved_by_libreoffice_is_read_back(
    mainz: tuple[TenderFile, Form, bytes], recalculate: Callable[[Path], Path], tmp_path: Path
) -> None:
    """Names and values survive another program."""
    tender, form, book = mainz
    blanks = [blank for blank in form.blanks() if blank.name != MARK]
    content = filled_by_openpyxl(book, {blank.name: value_of(blank) for blank in blanks})
    file = tmp_path / "bid.xlsx"
    file.write_bytes(content)
    saved = recalculate(file).read_bytes()
    expected = read_form(content, "bid.xlsx", tender).data
    assert read_form(saved, "bid.xlsx", tender).data == expected


def filled(mainz: tuple[TenderFile, Form, bytes], **values: Any) -> Any:
    tender, _, book = mainz
    named = {f"bid.{name.replace('__', '.')}": value for name, value in values.items()}
    document = read_form(filled_by_openpyxl(book, {"bid.bidder": "A"} | named), "b.xlsx", tender)
    return read_bid(document)


def test_blanks_that_stay_empty_are_no_zeros(mainz: tuple[TenderFile, Form, bytes]) -> None:
    """Asked lines are there without a price; further ones vanish."""
    bid = filled(mainz, P002__unit_price=5, P002__quantity=2)
    assert [line.position for line in bid.lines] == ["1.1", "1.2", "1.3", "1.4", "1.5"]
    assert [line.unit_price is None for line in bid.lines] == [True, False, True, True, True]
    assert (bid.design, bid.read_bandwidth, bid.discounts) == (None, None, ())


def test_power_by_phase_is_asked_where_energy_counts(
    mainz: tuple[TenderFile, Form, bytes],
) -> None:
    """As 70 kW until year 4 and 100 kW until year 8; what stays empty vanishes."""
    tender, form, _ = mainz
    assert "bid.W001.until" not in {blank.name for blank in form.blanks()}
    energy = Energy.model_validate({"price": "0.21 EUR/kWh", "years": 8})
    counted = tender.model_copy(update={"energy": energy, "requirements_hash": ""})
    changed = form_of(counted)
    values: dict[str, Any] = {"bid.bidder": "A", "bid.W001.until": 4, "bid.W001.typical": 70_000}
    values |= {"bid.W003.until": 8, "bid.W003.typical": 100_000}
    for of_values, phases in ((values, [(4, 70e3), (8, 100e3)]), ({"bid.bidder": "A"}, [])):
        content = filled_by_openpyxl(bid_form(changed), of_values)
        bid = read_bid(read_form(content, "b.xlsx", counted))
        assert [(one.until, one.typical) for one in bid.power.years] == phases


@pytest.mark.parametrize(
    ("mark", "text", "expected"),
    [
        ("comma", "1.234,50", 1234.5),
        ("point", "1,234.50", 1234.5),
        ("comma", "1.234", 1234),
        ("point", "1.234", 1.234),
        (None, "1.234,50", 1234.5),
        (None, "1234", 1234),
    ],
)
def test_numbers_in_texts(
    mainz: tuple[TenderFile, Form, bytes], mark: str | None, text: str, expected: float
) -> None:
    """By the stated mark, or where there is no doubt."""
    bid = filled(mainz, P001__unit_price=text, decimal_mark=mark)
    assert float(bid.lines[0].unit_price.amount) == expected


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"P001__unit_price": "=1+1"}, "b.xlsx [Prices]:6:5: this cell has a formula"),
    ({"P001__unit_price": "4.711"}, "b.xlsx [Prices]:6:5: this number is in doubt"),
    ({"capacity": "4.711 TB"}, "b.xlsx [Capacity]:5:2: this number is in doubt"),
    ({"discount": "4.71 %"}, "b.xlsx [Prices]:40:2: discounts.0.amount"),
    ({"P001__unit_price": "4711 apples"}, "lines.0.unit_price"),
    ({"kind": "4711th"}, "b.xlsx [Declaration]:8:2: kind"),
    ({"racks": "4711 of them"}, "b.xlsx [Site]"),
    ({"valid_until": "4711"}, "valid_until"),
    ({"valid_until": -1}, "b.xlsx [Declaration]:7:2: valid_until"),
    ({"valid_until": True}, "b.xlsx [Declaration]:7:2: valid_until"),
]


@pytest.mark.parametrize(
    ("days", "date"),
    [(46477, "2027-03-31"), (32874.25, "1990-01-01"), (1.25, None), (0, None), (365_250, None)],
)
def test_a_date_that_lost_its_format_is_a_number_of_days(
    mainz: tuple[TenderFile, Form, bytes], days: float, date: str | None
) -> None:
    """From 1990 to a thousand years: lower and larger numbers are something else."""
    tender, _, book = mainz
    found = openpyxl.load_workbook(io.BytesIO(book))
    for name, value in (("bid.bidder", "A"), ("bid.valid_until", days)):
        [(sheet, cell)] = found.defined_names[name].destinations
        found[sheet][cell.replace("$", "")] = value
        found[sheet][cell.replace("$", "")].number_format = "General"
    buffer = io.BytesIO()
    found.save(buffer)
    document = read_form(buffer.getvalue(), "b.xlsx", tender)
    if date is None:
        with pytest.raises(InputError, match=r"valid_until: .*write (a date such as|the date)"):
            read_bid(document)
    else:
        assert str(read_bid(document).valid_until) == date


@pytest.mark.parametrize(("values", "message"), WRONG)
def test_wrong_cells(
    mainz: tuple[TenderFile, Form, bytes], values: dict[str, Any], message: str
) -> None:
    """Each with its sheet and cell, and without its value."""
    with pytest.raises(InputError) as error:
        filled(mainz, **values)
    assert message in str(error.value)
    assert "4711" not in str(error.value)
    assert "4.711" not in str(error.value)


def test_other_and_changed_forms_are_refused(mainz: tuple[TenderFile, Form, bytes]) -> None:
    """Of another version, with a sheet removed, and no form at all."""
    tender, _, book = mainz
    other = tender.model_copy(update={"workload": "IOR"})
    with pytest.raises(InputError, match="form of other requirements"):
        read_form(book, "b.xlsx", other)
    found = openpyxl.load_workbook(io.BytesIO(book))
    del found["Prices"]
    buffer = io.BytesIO()
    found.save(buffer)
    with pytest.raises(InputError, match="cells of the form are gone"):
        read_form(buffer.getvalue(), "b.xlsx", tender)
    with pytest.raises(InputError, match=r"unpacked|built|damaged"):
        read_form(b"PK\x03\x04" + bytes(40), "b.xlsx", tender)


def test_a_form_of_all_lots_is_read_where_one_lot_is_evaluated() -> None:
    """It asks the same of each lot; a form of another lot alone doesn't."""
    lines = [{"position": "1", "lot": "A"}, {"position": "1", "lot": "B"}]
    tender = of(id="T", lines=lines)
    form = form_of(tender)
    values = {"bid.bidder": "A", "bid.P002.quantity": 2, "bid.P002.unit_price": 5}
    book = by_hand(form, values)
    for lot in ("", "A", "B"):
        data = read_form(book, "a.xlsx", of(id="T", lines=lines, lot=lot)).data
        assert [one.get("unit_price") for one in data["lines"]] == [None, 5]
        assert [one["lot"] for one in data["lines"]] == ["A", "B"]
    of_a = form_of(of(id="T", lines=lines, lot="A"))
    positions, lots = ([p[1] for p in of_a.constants if p[2:] == (k,)] for k in ("position", "lot"))
    assert len(positions) > 2
    assert positions == lots  # lines that a bidder adds are of the lot, too
    assert [n for _, n, *of in (p for p in form.constants if "lot" in p)] == [0, 1]
    of_lot = by_hand(of_a, {"bid.bidder": "A"})
    with pytest.raises(InputError, match="form of other requirements"):
        read_form(of_lot, "a.xlsx", of(id="T", lines=lines, lot="B"))
    with pytest.raises(InputError, match="form of other requirements"):
        read_form(book, "a.xlsx", of(id="T", lines=lines[:1], lot="A"))


OTHER: dict[str, Any] = {
    "id": "T-2",
    "title": "Another title",
    "lot": "2",
    "currency": "USD",
    "valid_until": "2027-04-01",
    "deadline": "2027-01-31",
    "price": "gross",
    "vat": 0.07,
    "options": "all",
    "marked": ["O1"],
    "term": 7,
    "discount_rate": 0.03,
    "line_rule": "total",
    "energy": {"price": "0.21 EUR/kWh", "years": 5},
    "rack_price": "9000 EUR",
    "fixed_price": "700000 EUR",
    "capacity": "raw",
    "lines": [{"position": "1", "title": "All"}],
    "requirements": {"capacity": "5 PB"},
    "targets": {"capacity": "5 PB"},
    "optional": {"capacity": "5 PB"},
    "workload": "IOR",
    "conditions": {"clients": 7},
    "musts": ["MR-1"],
    "should": ["MR-1"],
    "may": ["MR-1"],
    "texts": {"MR-1": "All memory has ECC."},
    "specification": [{"device": "Server", "minima": ["at least 2 processor sockets"]}],
}


def of(**stated: Any) -> TenderFile:
    return read_tender(read_document(yaml.safe_dump(stated), "tender.yaml"))


def test_the_hash_is_of_what_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every field that bidders see changes it; other words of the program and units do not."""
    base = {"currency": "EUR", "vat": 0.19, "requirements": {"capacity": "4 PB"}}
    before = form_of(of(**base))
    assert OTHER.keys() == set(PUBLIC)
    hashes = {name: with_hash(of(**{**base, name: other})) for name, other in OTHER.items()}
    assert len({before.hash, *hashes.values()}) == len(PUBLIC) + 1
    written = {**base, "requirements": {"capacity": "4000 TB"}, "musts": [], "term": None}
    assert with_hash(of(**written)) == before.hash
    assert with_hash(of(**base, estimate=815471.15, abnormal=0.7)) == before.hash
    monkeypatch.setitem(public_terms.CLASSES, "must", "Mandatory in other words.")
    monkeypatch.setattr(form_module, "UNITS_OF_DATA", "1 TB = 1,000,000,000,000 bytes.")
    monkeypatch.setattr(form_module, "get_args", lambda _: ("none", "a new file system"))
    after = form_of(of(**base))
    assert after.hash == before.hash
    assert after.format != before.format


DATA = Path(__file__).parent / "data"


def earlier() -> tuple[TenderFile, bytes]:
    """Rules and a filled form as a version wrote them whose hash was of the texts of the form."""
    rules = (DATA / "rules-of-format-1.yml").read_bytes()
    return read_tender(read_document(rules, "t.yaml")), (
        DATA / "form-of-format-1.xlsx"
    ).read_bytes()


def changed_form(book: bytes, change: Callable[[Any], None]) -> bytes:
    found = openpyxl.load_workbook(io.BytesIO(book))
    change(found)
    buffer = io.BytesIO()
    found.save(buffer)
    return buffer.getvalue()


def test_forms_of_earlier_versions_are_read() -> None:
    """Whatever their hash was of; the buyer is told, and two rules never mix."""
    tender, book = earlier()
    text = (DATA / "bid-of-format-1.yml").read_bytes()
    found, problems = read_bids([("alpha.xlsx", book), ("beta.yaml", text)], tender)
    assert problems == []
    bid = found[0].bid
    assert [line.unit_price and float(line.unit_price.amount) for line in bid.lines] == [
        *(612_400.5, 1450.0, 31_000.0)
    ]
    assert (bid.capacity, bid.musts, bid.questions) == (1.2e15, {"MR-1": "yes"}, ())
    compared = compare(tender, [(one.bid, one.document) for one in found])
    assert [one.count("made by an earlier version") for one in compared.warnings] == [1, 1]
    today = tender.model_copy(update={"form_format": "2", "requirements_hash": with_hash(tender)})
    assert len(read_bids([("alpha.xlsx", book), ("beta.yaml", text)], today)[1]) == 2


def test_rules_that_were_sent_get_nothing_of_a_later_plan() -> None:
    """A form that was fixed stays as it is, with its hash, whatever the plan says by now."""
    rules = read_document((DATA / "rules-of-format-1.yml").read_bytes(), "fixed.yaml")
    sent = read_tender(rules)
    _, tender = rules_of(planned(PLANS[0]), rules, is_sent=True)
    assert (tender.requirements_hash, tender.form_format) == (sent.requirements_hash, "")
    assert with_hash(tender) == with_hash(sent)
    assert tender.planned.capacity is not None
    assert with_hash(rules_of(planned(PLANS[0]), rules)[1]) != with_hash(sent)


def test_other_words_of_the_program_are_no_moved_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A form of other words is read; rows that were sorted are still noticed."""
    tender, book = earlier()
    before = read_form(book, "b.xlsx", tender).data

    def reworded(found: Any) -> None:
        for sheet in found:
            for row in sheet.iter_rows():
                for cell in row:
                    if cell.value in ("Warranty", "Racks", "Bidder", "Year 1", "Unit price"):
                        cell.value = f"{cell.value} in other words"

    assert read_form(changed_form(book, reworded), "b.xlsx", tender).data == before

    def swapped(found: Any) -> None:
        rows = {cell.value: cell for row in found["Prices"].iter_rows() for cell in row}
        first, second = rows["1.1"], rows["2.1"]
        for n in (0, 1):
            one, other = first.offset(0, n), second.offset(0, n)
            one.value, other.value = other.value, one.value

    with pytest.raises(InputError, match="stood beside this cell"):
        read_form(changed_form(book, swapped), "b.xlsx", tender)


def test_what_an_earlier_form_does_not_ask_is_asked() -> None:
    """A field that is new is no lost cell; a sheet that is gone is."""
    tender, book = earlier()

    def older(found: Any) -> None:
        del found.defined_names["bid.ports"]

    [question] = read_form(changed_form(book, older), "b.xlsx", tender).data["questions"]
    assert "Capacity: Network ports of a server, for the clients" in question

    def newer(found: Any) -> None:
        found.defined_names["bid.novel"] = DefinedName("bid.novel", attr_text="'Site'!$B$40")
        found["Site"]["B40"] = 4711

    [question] = read_form(changed_form(book, newer), "b.xlsx", tender).data["questions"]
    assert "Site B40" in question

    def gone(found: Any) -> None:
        del found["Prices"]

    with pytest.raises(InputError, match="cells of the form are gone"):
        read_form(changed_form(book, gone), "b.xlsx", tender)


def test_forms_of_later_versions_are_refused(mainz: tuple[TenderFile, Form, bytes]) -> None:
    """Names of their cells may mean something else."""
    tender, _, book = mainz

    def later(found: Any) -> None:
        [(sheet, cell)] = found.defined_names[FORMAT].destinations
        found[sheet][cell.replace("$", "")] = "9.0123abcd"

    with pytest.raises(InputError, match="made by a later version of Ostimate"):
        read_form(changed_form(book, later), "b.xlsx", tender)


def test_the_form_as_text_is_read_back(mainz: tuple[TenderFile, Form, bytes]) -> None:
    """Its empty fields are no values."""
    _, form, _ = mainz
    text = form_text(form).replace("bidder: null", "bidder: A", 1)
    bid = read_bid(read_document(text, "bid.yaml"))
    assert (bid.bidder, bid.requirements_hash, bid.design) == ("A", form.hash, None)
    assert [line.position for line in bid.lines] == ["1.1", "1.2", "1.3", "1.4", "1.5"]
