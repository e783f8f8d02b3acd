"""The specification: one content in all files, and nothing of the plan that must stay."""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from model.answers.results import Results
from model.reading.documents import read_document
from model.tender.acceptance_plan import acceptance_plan
from model.tender.estimate import estimate_document, estimate_of, estimate_rows
from model.tender.form import form_of
from model.tender.public_terms import PUBLIC
from model.tender.rules_from_plan import OPTIONS, rules_of
from model.tender.specification import specification
from model.tender.tender_document import Bullets, Grid, Heading, Paragraph, TenderDocument
from model.tender.tender_file import Minimum, TenderFile
from report.tender_files import BOOK, ESTIMATE, PAGE, RULES, TEXT, WORD, tender_files
from report.web.document_page import document_page
from report.word.document_docx import document_docx
from report.workbook.workbook import workbook_bytes
from tests.tender.test_form import CANARY, PLANS, digits_of, parts, planned, tokens_of

WRITTEN = {"word/document.xml", "word/footer1.xml", "docProps/core.xml"}
"""Parts that hold texts of the document; all others are the same in every document."""


@pytest.fixture(scope="module", params=PLANS)
def plan(request: pytest.FixtureRequest) -> Results:
    return planned(request.param)


def with_rules(plan: Results, **rules: Any) -> TenderFile:
    return rules_of(plan, read_document(yaml.safe_dump(rules), "rules.yaml"))[1]


def texts_of(content: bytes) -> str:
    """All texts of a file of a word processor, of every part."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        xml = [archive.read(one).decode() for one in sorted(WRITTEN)]
    return html.unescape("\n".join(re.sub(r"<[^>]*>", "\n", one) for one in xml))


def shown(page: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "\n", page.partition("</head>")[2]))


def contents(document: TenderDocument) -> list[str]:
    """All texts of a document, in their order."""
    found: list[str] = []
    for block in document.blocks:
        if isinstance(block, Heading | Paragraph):
            found.append(block.text)
        elif isinstance(block, Bullets):
            found += block.texts
        else:
            found += [*block.heads, *(cell for row in block.rows for cell in row)]
    return [text for text in found if text]


def test_no_planned_figure_leaves(plan: Results) -> None:
    """A number of four digits or more is a requirement, a unit or the version; no price."""
    files = tender_files(plan)
    tender, form = files.tender, files.form
    allowed = digits_of(str({name: getattr(tender, name) for name in PUBLIC}))
    required = [sheet for sheet in form.sheets if sheet.title == "Requirements"]
    allowed |= digits_of(str(required))
    prices = {
        f"{price:.10g}"
        for (_, name), price in plan.values.items()
        if price is not None and name.endswith(("price", "cost")) and price >= 100
    }
    for text in (texts_of(files.send[WORD]), shown(files.send[PAGE].decode())):
        text = re.sub(r"2000-01-01T\S*", "", text.replace(form.hash, ""))
        assert digits_of(text) <= allowed
        assert not tokens_of(text) & prices


def test_no_part_vendor_or_text_of_the_plan_leaves(plan: Results) -> None:
    """Neither keys, names, order numbers nor vendors of parts; nor reasons, sources and names."""
    files = tender_files(plan)
    all_of = (parts_of_docx(files.send[WORD]) + files.send[PAGE].decode()).casefold()
    words = set()
    for line in plan.plan.lines:
        words |= {line.part, line.number}
        if line.part:
            part = plan.plan.catalog.part(line.part)
            words |= {part.key, part.vendor, part.model, part.number}
    scenario = plan.plan.scenario
    words |= {scenario.about, scenario.title, scenario.name, *scenario.sources}
    words.discard("Generic")  # parts of no vendor; the word is in the styles of every document
    assert {word for word in words if len(word) > 3 and word.casefold() in all_of} == set()


def parts_of_docx(content: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert not archive.comment
        assert not any(name.endswith((".jpeg", ".png")) for name in archive.namelist())
        assert not any(one.comment or one.extra for one in archive.infolist())
        pieces = (archive.read(one).decode("utf-8", "replace") for one in archive.infolist())
        return "\n".join([*archive.namelist(), *pieces])


def test_equal_requirements_make_equal_documents() -> None:
    """Whatever else a plan holds, not a byte depends on it; and most parts on nothing at all."""
    before = planned()
    after = planned(
        name=CANARY,
        title=f"{CANARY} 8154711",
        author=CANARY,
        **{
            "tiers.0.blocks": 7,
            "tiers.0.name": CANARY.lower(),
            "tiers.0.drives.price": "4711.08 USD",
            "tiers.0.drives.number": CANARY,
            "tiers.0.servers.because": CANARY,
            "tiers.0.enclosures.power": "471.108 W",
            "economics.price_date": "2026-11-23",
        },
    )
    old, new = tender_files(before), tender_files(after)
    assert old.keep[RULES] != new.keep[RULES]
    assert old.keep[ESTIMATE] != new.keep[ESTIMATE]
    assert old.send == new.send
    assert not any(CANARY.lower().encode() in one.lower() for one in new.send.values())
    other = tender_files(planned(PLANS[2])).send[WORD]
    with (
        zipfile.ZipFile(io.BytesIO(old.send[WORD])) as one,
        zipfile.ZipFile(io.BytesIO(other)) as two,
    ):
        assert one.namelist() == two.namelist()
        differing = {name for name in one.namelist() if one.read(name) != two.read(name)}
    assert differing <= WRITTEN


def test_what_stays_is_named_so() -> None:
    """The files for bidders are no more than these; the estimate is in none of them."""
    files = tender_files(planned(PLANS[2]))
    assert set(files.send) == {BOOK, TEXT, WORD, PAGE}
    assert set(files.keep) == {RULES, ESTIMATE}
    value = f"{files.estimate.purchase:.2f}"
    estimate = texts_of(files.keep[ESTIMATE]).replace("\N{NARROW NO-BREAK SPACE}", "")
    assert value in estimate
    assert "never send" in estimate
    sent = parts(files.send[BOOK]) + parts_of_docx(files.send[WORD])
    sent += (files.send[TEXT] + files.send[PAGE]).decode()
    assert value not in sent
    assert value[:-3] not in sent.replace("\N{NARROW NO-BREAK SPACE}", "").replace(",", "")


RULES_WITH_ALL: dict[str, Any] = {
    "id": "FS <1> & 2",
    "musts": ["MR-1"],
    "should": ["TR-1"],
    "may": ["OR-1"],
    "texts": {"MR-1": "All <servers> have ECC & more", "TR-1": "Drives stay", "OR-1": "At night"},
    "conditions": {
        "clients": 250,
        "processes": 3000,
        "transfer_size": "4 MiB",
        "access": "one file per process",
        "record_size": "1 MiB",
        "fill": "80 %",
    },
    "targets": {"capacity": "5 PB"},
    "optional": {"read_bandwidth": "60 GB/s"},
    "lines": [
        {"position": "1.1", "title": "System", "quantity": 1, "lot": "A"},
        {"position": "2.1", "title": "At night", "kind": "option", "lot": "B"},
    ],
}


def test_every_output_has_the_same_content() -> None:
    """Headings, lists and cells in the file of the word processor and on the page."""
    document = specification(with_rules(planned(PLANS[0]), **RULES_WITH_ALL))
    expected = contents(document)
    page = document_page(document)
    on_page = [text for text in shown(page).split("\n") if text.strip()]
    assert on_page[2:-1] == expected
    paper = docx.Document(io.BytesIO(document_docx(document)))
    inner = list(paper.iter_inner_content())
    written: list[str] = []
    for one in inner[2:]:
        if isinstance(one, docx.table.Table):
            written += [cell.text for row in one.rows for cell in row.cells]
        else:
            written.append(one.text)
    assert [text for text in written if text] == expected
    headings = [one.text for one in paper.paragraphs if one.style.name == "Heading 1"]
    assert headings == [one.text for one in document.blocks if isinstance(one, Heading)]
    for table, grid in zip(
        paper.tables, (one for one in document.blocks if isinstance(one, Grid)), strict=True
    ):
        assert (len(table.rows), len(table.columns)) == (
            len(grid.rows) + bool(grid.heads),
            len(grid.widths),
        )
        repeats = "w:tblHeader" in table.rows[0]._tr.xml
        assert repeats == bool(grid.heads)
    [footer] = paper.sections[0].footer.paragraphs
    assert document.foot in footer.text


@pytest.mark.parametrize("of", ["specification", "estimate", "acceptance"])
def test_a_word_processor_opens_the_documents(
    of: str, printed: Callable[[Path], str], tmp_path: Path
) -> None:
    """Another program than that which wrote them shows every text, in its order."""
    plan = planned(PLANS[0])
    document = {
        "specification": lambda: specification(with_rules(plan, **RULES_WITH_ALL)),
        "estimate": lambda: estimate_document(plan),
        "acceptance": lambda: acceptance_plan(plan),
    }[of]()
    file = tmp_path / f"{of}.docx"
    file.write_bytes(document_docx(document))
    shown_text = "".join(printed(file).split())
    at = 0
    for text in [document.title, *contents(document)]:
        at = shown_text.find("".join(text.split()), at)
        assert at >= 0, f"{text} isn't there, or stands elsewhere"


TOO_LONG = {"requirements.workload": "x" * 1_001}
WORDS = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S"), include_characters=" "),
    min_size=1,
    max_size=30,
).filter(lambda text: text.strip() == text and "  " not in text)


@pytest.mark.long
@settings(max_examples=15, deadline=None)
@given(title=WORDS, texts=st.lists(WORDS, min_size=1, max_size=3), device=WORDS)
def test_any_text_is_the_same_in_every_output(title: str, texts: list[str], device: str) -> None:
    """Marks of XML, formulas and Markdown, and letters of any language, stay what they are."""
    tender = TenderFile(
        title=title,
        musts=tuple(f"M{n}" for n in range(len(texts))),
        texts={f"M{n}": text for n, text in enumerate(texts)},
        specification=(Minimum(device=device, minima=("at least 1 port",)),),
    )
    document = specification(tender)
    expected = contents(document)
    assert set(texts) <= set(expected)
    on_page = [text for text in shown(document_page(document)).split("\n") if text.strip()]
    assert on_page[2:-1] == expected
    paper = docx.Document(io.BytesIO(document_docx(document)))
    cells = [
        cell.text for table in paper.tables for row in table.rows for cell in row.cells if cell.text
    ]
    assert {device, *texts} <= set(cells)
    assert paper.paragraphs[0].text == title


def test_classes_conditions_lots_and_options() -> None:
    """Each requirement has its class; the form asks for them in the same words."""
    tender = with_rules(planned(PLANS[0]), **RULES_WITH_ALL)
    text = "\n".join(contents(specification(tender)))
    rows = [
        row
        for block in specification(tender).blocks
        if isinstance(block, Grid)
        for row in block.rows
    ]
    assert ("F01", "Usable capacity", "at least 4 PB (3.553 PiB)", "must") in rows
    assert ("F04", "Usable capacity", "at least 5 PB (4.441 PiB)", "target") in rows
    assert ("F05", "Read bandwidth", "at least 60 GB/s", "option") in rows
    assert ("TR-1", "Drives stay", "target") in rows
    assert ("OR-1", "At night", "option") in rows
    assert ("Transfer size", "4 MiB") in rows
    assert ("Lots", "A, B") in rows
    assert ("2.1", "At night", "B", "goods", "option", "bidder's choice") in rows
    assert "used + available" in text
    assert "or equivalent" in text
    asked = str(form_of(tender).sheets)
    assert all(cell in asked for row in rows for cell in row if cell.startswith("at least 5"))
    assert "Transfer size: 4 MiB" in asked
    answers = [blank.path for blank in form_of(tender).blanks() if blank.path[:1] == ("musts",)]
    assert answers == [("musts", one) for one in ("MR-1", "TR-1", "OR-1")]


def test_a_desired_requirement_is_a_target_and_an_optional_one_an_option() -> None:
    plan = planned(
        PLANS[0], **{"requirements.should": ["read_bandwidth"], "requirements.may": ["capacity"]}
    )
    tender = rules_of(plan)[1]
    assert tender.requirements.read_bandwidth is None
    assert tender.targets.read_bandwidth == 30e9
    assert (tender.requirements.capacity, tender.optional.capacity) == (None, 4e15)


def test_drives_of_special_vdevs_are_specified() -> None:
    """They aren't of the catalog, and no offer would have them otherwise."""
    layout = "5 x raidz2:10 + 2 x special mirror:2 of 1.6 TB + log mirror:2 of 800 GB"
    tender = rules_of(planned("templates/project-space.yaml", **{"tiers.0.target.layout": layout}))
    rows = {one.use: (one.device, one.minima) for one in tender[1].specification}
    special = ("Flash drive", ("at least 1.6 TB", "at least 4 in each target"))
    assert rows["data (2 x special mirror:2)"] == special
    log = ("Flash drive", ("at least 800 GB", "at least 2 in each target"))
    assert rows["data (log mirror:2)"] == log
    changes = {
        "tiers.0.target.layout": layout,
        "tiers.0.vdev_drives": [{"part": "wd-sn861-6400gb"}],
    }
    with_part = rules_of(planned("templates/project-space.yaml", **changes))[1]
    rows = {one.use: (one.device, one.minima) for one in with_part.specification}
    minima = ("at least 1.6 TB", "at least 3 drive writes per day", "at least 4 in each target")
    device, found = rows["data (2 x special mirror:2)"]
    assert device == "Flash drive"
    assert set(minima) <= set(found)


def test_devices_without_a_part_are_specified() -> None:
    tender = rules_of(planned("astra.yaml"))[1]
    found = {(one.device, one.minima) for one in tender.specification}
    assert ("Drive", ("at least 1.6 TB",)) in found
    assert any(device == "Switch" for device, _ in found)


def test_a_target_above_what_is_required_is_desired() -> None:
    """What is required stays so, and no option comes of it."""
    tender = rules_of(planned(PLANS[0], **{"requirements.capacity_target": "5 PB"}))[1]
    assert (tender.requirements.capacity, tender.targets.capacity) == (4e15, 5e15)
    assert tender.optional.capacity is None


def test_what_follows_from_checkpoints_and_training_is_required() -> None:
    """Rounded up to three digits; the stated figure where it is more."""
    needs = {"checkpoint": {"fraction": 0.9, "dump_time": "10 min"}}
    machine = {"compute_nodes": 100, "node_memory": "1234567 MB"}
    plan = planned(PLANS[0], machine=machine, **needs)
    required = rules_of(plan)[1].requirements
    assert required.write_bandwidth == 186e9  # 0.9 x 123.4567 TB in 600 s, above 12 GB/s
    assert (required.read_bandwidth, required.capacity) == (30e9, 4e15)


def test_requirements_that_are_no_figure_of_the_form_are_texts() -> None:
    """Limits of site and availability are answered by bidders; rules of a class replace them."""
    limits = {
        "requirements.rack_power": "15 kW",
        "requirements.weight": "1200 kg",
        "requirements.availability": "99.9 %",
        "requirements.weight_target": "1000 kg",
        "requirements.may": ["availability"],
    }
    plan = planned(PLANS[0], **limits)
    tender = with_rules(plan, texts={"MR-1": "ECC"})
    assert tender.musts == ("rack power", "weight")
    assert (tender.should, tender.may) == (("weight target",), ("availability",))
    assert tender.texts["rack power"] == "Power of each rack: at most 15 kW"
    assert tender.texts["weight target"] == "Weight of all devices: at most 1000 kg"
    assert tender.texts["availability"].endswith("at least 99.9 %")
    moved = with_rules(plan, should=["weight"], texts={"weight": "Light"})
    assert (moved.musts, moved.should) == (("rack power",), ("weight",))
    assert moved.texts["weight"] == "Light"
    replaced = with_rules(plan, musts=["MR-1", "weight"], texts={"MR-1": "ECC"})
    assert replaced.musts == ("MR-1", "weight")
    assert replaced.texts["weight"] == "Weight of all devices: at most 1200 kg"


def test_minima_are_below_what_is_planned() -> None:
    """Rounded down: 15.36 TB is no minimum of 15.4 TB, which the own drive would miss."""
    tender = rules_of(planned(PLANS[2]))[1]
    minima = {one.device: one.minima for one in tender.specification if one.use.startswith("data")}
    assert minima["Flash drive"] == ("at least 15.3 TB", "at least 1 drive write per day")
    assert "at least 384 GiB of memory" in minima["Server"]
    assert "at least 400 Gbit/s per port" in minima["Network adapter"]
    [switch] = [one for one in tender.specification if one.device == "Switch"]
    assert switch.minima == ("at least 64 ports", "at least 400 Gbit/s per port")


def test_assumed_watts_are_no_limit() -> None:
    """Only those of a data sheet."""
    tender = rules_of(planned(PLANS[1]))[1]
    assert not any("W under load" in text for one in tender.specification for text in one.minima)


def test_an_option_of_the_plan_is_one_of_the_tender() -> None:
    plan = planned(**{"fabric.switch.option": True})
    tender = rules_of(plan)[1]
    kinds = {one.device: one.kind for one in tender.specification}
    assert (kinds["Switch"], kinds["Hard disk"]) == ("option", "base")
    assert [one.title for one in tender.lines if one.kind == "option"] == [OPTIONS]


def test_a_lot_has_its_devices_and_those_of_no_lot() -> None:
    """In the form and in the specification alike."""
    plan = planned(**{"tiers.0.lot": "A", "tiers.1.lot": "B"})
    tender = rules_of(plan, read_document("lot: A", "rules.yaml"))[1]
    devices = [block for block in specification(tender).blocks if isinstance(block, Grid)]
    [rows] = [one.rows for one in devices if "Minimum requirements" in one.heads]
    assert {row[2] for row in rows} == {"data", ""}
    asked = [sheet for sheet in form_of(tender).sheets if sheet.title == "Specification"]
    assert len(asked[0].tables[0].rows) == len(rows)
    assert ("Lot", "A") in [row for block in devices for row in block.rows]


def test_the_estimate_keeps_options_and_renewals_apart() -> None:
    """To the cent: 369,963.06 EUR and five years of 5 %."""
    found = estimate_of(planned())
    assert found.purchase == Decimal("369963.06")
    assert found.options == 0
    assert found.renewals == tuple((year, Decimal("18498.15")) for year in range(1, 6))
    assert found.whole == Decimal("369963.06") + 5 * Decimal("18498.15")
    assert found.lots == ()
    switch = planned(**{"fabric.switch.option": True})
    apart = estimate_of(switch)
    assert apart.options is None or apart.options > 0
    assert apart.purchase is not None
    assert apart.purchase < found.purchase


def test_the_estimate_by_lot() -> None:
    found = estimate_of(planned(**{"tiers.0.lot": "A", "tiers.1.lot": "B"}))
    lots = dict(found.lots)
    assert set(lots) == {"A", "B", "without a lot"}
    assert sum(amount for amount in lots.values() if amount is not None) == found.purchase
    rules = rules_of(planned(**{"tiers.0.lot": "A", "tiers.1.lot": "B"}))[1]
    assert {lot: one.amount for lot, one in rules.estimate_lots.items()} == {
        lot: lots[lot] for lot in "AB"
    }


def test_an_unknown_estimate_is_not_zero() -> None:
    """Without prices and without a word on maintenance."""
    found = estimate_of(planned(PLANS[0]))
    assert (found.purchase, found.whole) == (None, None)
    assert found.unknown_lines > 0
    assert all(amount is None for _, amount in found.renewals)
    text = "\n".join(contents(estimate_document(planned(PLANS[0]))))
    assert "the plan states no maintenance" in text
    assert f"{found.unknown_lines} lines have no price" in text


@pytest.mark.parametrize(
    ("services", "remark"),
    [
        ([], "bidders price each year"),
        (
            [{"name": "Support", "kind": "support", "price": "100 EUR"}],
            "bidders price each year; support is part of the purchase",
        ),
        ([{"name": "Setup", "kind": "installation", "price": "9 EUR"}], "bidders price each year"),
    ],
)
def test_no_maintenance_is_no_price_of_nothing(services: list[Any], remark: str) -> None:
    """The price sheet asks for it: 0.00 EUR for five years would read as an estimate."""
    bare = {"economics.maintenance_rate": None, "economics.none_of": ["maintenance"]}
    rows = estimate_rows(estimate_of(planned(**bare, services=services)))
    assert ("Renewals: maintenance", "none planned", remark) in rows
    [value] = [row for row in rows if row[0] == "Estimated value"]
    assert value[2] == "all of these, net, without maintenance"
    stated = estimate_rows(estimate_of(planned()))
    assert ("Renewals: maintenance", "92\u202f490.75 EUR", "5 years") in stated


def test_an_id_stands_in_one_class() -> None:
    rules = {"musts": ["A", "B"], "should": ["B"]}
    with pytest.raises(Exception, match=r"musts\.1: is there more than once"):
        with_rules(planned(PLANS[0]), **rules)


def test_the_workbook_of_a_plan_has_the_same_content() -> None:
    """On a sheet that says that it isn't recalculated, and with no figure of the estimate."""
    plan = planned(PLANS[1])
    book = openpyxl.load_workbook(io.BytesIO(workbook_bytes(plan)))
    rows = [cell.value for row in book["Specification"].iter_rows() for cell in row]
    texts = [str(text).removeprefix("• ") for text in rows if text]
    assert texts[2:] == contents(specification(rules_of(plan)[1]))
    assert "export again" in texts[1]
    assert not any(f"{estimate_of(plan).purchase}" in text for text in texts)


def test_the_workbook_of_a_plan_has_the_acceptance_tests() -> None:
    """Thresholds of the requirements; what is assumed of the clients is named."""
    plan = planned(PLANS[0])
    book = openpyxl.load_workbook(io.BytesIO(workbook_bytes(plan)))
    rows = [cell.value for row in book["Acceptance"].iter_rows() for cell in row]
    texts = [str(text).removeprefix("• ") for text in rows if text]
    document = acceptance_plan(plan)
    assert texts[2:] == contents(document)
    text = "\n".join(texts)
    for expected in ("usable capacity ≥ 4 PB", "ior -a POSIX", "T6.1", "State 'committed.power'"):
        assert expected.casefold() in text.casefold()
    [terms] = [one for one in document.blocks if isinstance(one, Grid)][:1]
    assert {row[2] for row in terms.rows} <= {"plan", "assumed", "default"}
    assert ("Processes per client", "16", "assumed") in terms.rows


def test_requirements_that_no_design_can_reach_are_named_on_the_sheet() -> None:
    plan = planned(PLANS[0], **{"requirements.capacity": "400 PB"})
    text = "\n".join(contents(acceptance_plan(plan)))
    assert "No such system can pass" in text
    assert "400 PB is above the capacity of the design" in text


def test_a_plan_that_no_tender_can_hold_still_has_its_workbook() -> None:
    """The sheet says what is wrong."""
    book = openpyxl.load_workbook(io.BytesIO(workbook_bytes(planned(**TOO_LONG))))
    texts = [str(cell.value) for row in book["Specification"].iter_rows() for cell in row]
    assert any("No tender can be made" in text for text in texts)
    assert any("workload" in text for text in texts)
