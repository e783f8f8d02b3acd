"""All readers over grammars of their own: whatever is written is read, or refused in a few lines.

`make fuzz` and `make check` run them for a minute, `make test` for some seconds;
FUZZ_SECONDS sets how long.
"""

from __future__ import annotations

import functools
import io
import os
import time
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from model.calibration.files import calibrate_file
from model.calibration.measurements.files import read_measurements
from model.clock import now
from model.design.demand import DemandGroup
from model.errors import MOST_SHOWN, InputError, Place
from model.installed.files import read_files as read_outputs
from model.installed.joining import join
from model.parts.prices import PublicPrice
from model.parts.quote_tables import TableForm, read_quote_table
from model.parts.quotes import read_quote
from model.planning.loading import load_scenario
from model.planning.named_files import Named
from model.planning.usage import read_groups, read_usage
from model.pools.listed import read_pools
from model.pools.mixes import parse_files, read_files
from model.reading.documents import Document, read_document, read_documents, validate
from model.reading.price_lists import price_list
from model.reading.yaml_edits import plain
from model.tender.bid_file import read_bid
from model.tender.comparison import compare
from model.tender.evaluation_file import read_evaluation
from model.tender.filled_form import read_form
from model.tender.form import form_of
from model.tender.methods import METHODS
from model.tender.offer_tables import OfferForm, read_offer_table, settled
from model.tender.protocol import State, changes, line_of, read_protocol
from model.tender.reward_tables import of_preview
from model.tender.rewards import of_evaluation, of_tender
from model.tender.scores import scores
from model.tender.tender_file import TenderFile, read_tender
from model.tender.views import of_scores
from model.units.figures import UNITS, UnitError, parse, parse_money
from model.zfs.vdevs import parse_layout
from report.workbook.bid_form import bid_form
from tests.hostile.patience import patience
from tests.tender.by_hand import by_hand, zipped

ROOT = Path(__file__).parents[2]
SECONDS = float(os.environ.get("FUZZ_SECONDS", "5"))
LONGEST = MOST_SHOWN * 1_300
"""Characters of the longest refusal: each problem's field, what is said of it, and its place."""
HERE = Place("fuzz", 1, 1)

DIGITS = st.text("0123456789", min_size=1, max_size=25)
BLANKS = st.text(" \t\n\u00a0\u202f", max_size=30)
SYMBOLS = st.sampled_from([*sorted({s for kind in UNITS.values() for s in kind.symbols}), "EUR"])
ODD = st.sampled_from(
    ["", "e", "E", ".", ",", "-", "+", "/", "%", "\0", "∞", "nan", "inf", "0" * 9]
)
FIGURES = st.lists(st.one_of(DIGITS, BLANKS, SYMBOLS, ODD), max_size=9).map("".join)
WORDS = st.sampled_from(
    [
        "raidz1",
        "raidz2",
        "mirror",
        "draid2",
        "special",
        "spare",
        "x",
        ":",
        "->",
        "8",
        "11",
        "d",
        ",",
    ]
)
LAYOUTS = st.lists(st.one_of(WORDS, DIGITS, BLANKS), max_size=12).map(" ".join)
CELLS = st.one_of(FIGURES, LAYOUTS, st.text(max_size=12), st.just("2026-08-04"))
HEADS = st.sampled_from(
    [
        "part,price,currency,date",
        "name;price;from",
        "layout,drive",
        "size,count",
        "size;share",
        "date,bytes",
        "name,volume,growth",
        "name,volume",
    ]
)
ROWS = st.lists(st.lists(CELLS, min_size=1, max_size=4).map(",".join), max_size=30).map("\n".join)
LISTS = st.tuples(HEADS, ROWS).map("\n".join)
PRINTED = [
    path.read_text(errors="replace")
    for path in sorted((ROOT / "tests/calibration/measurements/data").rglob("*.*"))[:20]
] or ["IO500 version x\n[RESULT] ior-easy-write 1.0 GiB/s : time 1 seconds"]
INSTALLED = [
    path.read_text()[:6000]
    for path in sorted((ROOT / "tests/installed/data").iterdir())
    if not path.name.endswith((".md", ".reading.json"))
]
DOCUMENTS = [path.read_text() for path in sorted((ROOT / "scenarios").glob("*.yaml"))]
QUOTE = """schema: ostimate.quote/1
number: 4711
vendor: Megastore
date: 2026-11-02
valid_until: 2027-01-31
taxes: gross
vat_rate: 19 %
currency: EUR
lines:
- {part: seagate-exos-x24-24tb, price: 613.37, from: 100, discount: 5 %}
- {name: Installation, price: 20 kEUR}
"""
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
DECLARED = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
PARTS = (
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "xl/worksheets/sheet1.xml",
    "xl/sharedStrings.xml",
    "xl/styles.xml",
)
WORKBOOK = "\0".join(
    f"{DECLARED}{part}"
    for part in (
        f'<workbook {MAIN} xmlns:r="r"><sheets><sheet name="Prices" r:id="a"/></sheets></workbook>',
        '<x><y Id="a" Target="worksheets/sheet1.xml"/></x>',
        f'<worksheet {MAIN}><sheetData><row><c r="A1" t="str"><v>price</v></c>'
        '<c r="B1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>part</t></is></c></row>'
        '<row><c r="A2"><v>12.5</v></c><c r="B2" s="1"><v>46000</v></c>'
        '<c r="C2" t="s"><v>1</v></c></row></sheetData></worksheet>',
        f"<sst {MAIN}><si><t>date</t></si><si><r><t>a-</t></r><r><t>part</t></r></si></sst>",
        f'<styleSheet {MAIN}><numFmts><numFmt numFmtId="164" formatCode="yyyy"/></numFmts>'
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    )
)
"""The parts of a small workbook."""
CALIBRATION = (ROOT / "scenarios" / "beluga.calibration.yml").read_text()
RIGHT = {
    "figures": ["7.68 TB", "25 Gbit/s", "15 min", "80 %", "0.07 EUR/kWh", "20 MEUR", "1e-15 /bit"],
    "layouts": [
        "19 x raidz3:11",
        "2 x mirror:2 + special mirror:2 of 1.6 TB",
        "raidz2:6 -> raidz2:8",
    ],
    "mixes": ["4 KiB: 60 %, 1 MiB: 40 %", "4 KiB: 1000, 1 GB: 3"],
    "usage": ["date,bytes\n2026-01-01,1e12\n2026-01-02,2 TB\n2026-01-05,3e12\n"],
    "groups of a file": ["name,volume,added,growth\na,1 TB,20 TB/year,\nb,2 TB,,25 %\n"],
    "pools": ["layout,drive\n19 x raidz3:11,10 TB\nraidz2:10,4 TB\n"],
    "files": ["size,share\n4 KiB,60 %\n1 MiB,40 %\n", "size;share\n4 KiB;60,5 %\n1 MiB;39,5 %\n"],
}
"""Of each reader some texts that it reads: with a few spoilt letters they reach beyond its head."""
YAML = st.lists(
    st.sampled_from(
        ["a: ", "- ", "? ", "&x ", "*x", "!t ", "{", "}", "[", "]", "\n", "  ", "'", "|"]
    ),
    max_size=40,
).map("".join)


@st.composite
def spoilt(draw: st.DrawFn, texts: list[str]) -> str:
    """Give a text that has some of its parts cut out, repeated, or replaced."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        begin = draw(st.integers(0, len(text)))
        end = min(len(text), begin + draw(st.integers(0, 200)))
        put = draw(st.one_of(CELLS, YAML, st.just(text[begin:end] * 3), st.just("")))
        text = text[:begin] + put + text[end:]
    return text


def about(name: str, inputs: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Give nonsense, and what is nearly right."""
    return st.one_of(inputs, spoilt(RIGHT[name]))


def named(text: str) -> Named:
    return Named(Path("fuzz.csv"), HERE, "file", text.encode(errors="replace"))


def from_file(read: Callable[[str], Any], folder: Path) -> Callable[[str], Any]:
    """Make a reader of files one of texts."""

    def of_text(text: str) -> Any:
        path = folder / "fuzz"
        path.write_bytes(text.encode(errors="replace"))
        return read(str(path))

    return of_text


def units(text: str) -> None:
    for unit in UNITS:
        try:
            (parse_money if unit.startswith("currency") else parse)(text, unit)
        except UnitError as error:
            judge("figures", text, error)


def prices(text: str) -> None:
    right = {"part": "a", "price": "1200 USD", "date": "2026-08-04", "source": {"title": "shop"}}
    in_each_field("prices", PublicPrice, right, text)


def groups(text: str) -> None:
    right = {"name": "a", "volume": "10 TB", "growth": "20 %"}
    in_each_field("groups", DemandGroup, right, text)


def in_each_field(name: str, schema: Any, right: dict[str, Any], text: str) -> None:
    """Put the text in place of each field: the others are right, so that nothing hides it."""
    for field in right:
        try:
            validate(schema, Document(right | {field: text}, "fuzz"))
        except InputError as error:
            judge(name, text, error)


def packed(text: str) -> None:
    """Read a workbook of which some bytes are others."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, part in zip(PARTS, text.split("\0"), strict=False):
            archive.writestr(name, part)
    content = buffer.getvalue()
    for read in (price_list, read_quote_table, usage_of):
        with suppress(InputError):
            read(content, "fuzz.xlsx")


def usage_of(content: bytes, file: str) -> object:
    return read_usage(Named(Path(file), HERE, "file", content))


def of_vendor(text: str) -> None:
    """Read a vendor's table, as the program proposes and by forms that fit it in part."""
    found = read_quote_table(text.encode(), "fuzz.csv")
    plain(found.quote(vendor="x", number="1", date="2026-08-04"))
    columns = dict(zip(("name", "price", "from"), found.heads, strict=False))
    for mark in (".", ","):
        for separator in (",", ";"):
            form = {"columns": columns, "decimal_mark": mark, "separator": separator}
            read_quote_table(text.encode(), "fuzz.csv", TableForm.model_validate(form))


def flipped(at: tuple[int, int]) -> None:
    """Read a compressed workbook of which one packed byte is another."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in zip(PARTS, WORKBOOK.split("\0"), strict=True):
            archive.writestr(name, part)
    content = bytearray(buffer.getvalue())
    place, byte = at
    content[place % len(content)] ^= byte
    price_list(bytes(content), "fuzz.xlsx")


@functools.cache
def filled_form() -> tuple[TenderFile, bytes]:
    """A form of a tender, as it is sent."""
    tender = read_tender(read_document(TENDER, "fuzz"))
    return tender, bid_form(form_of(tender))


def flipped_form(at: tuple[int, int]) -> None:
    """Read a form of which one packed byte is another."""
    tender, book = filled_form()
    content = bytearray(book)
    place, byte = at
    content[place % len(content)] ^= byte
    read_form(bytes(content), "fuzz.xlsx", tender)


OFFER = (
    "Offer No. A-1\nPos,Item,Qty,Unit price net (EUR),Total\n1,Server,2,61.72,123.44\n"
    "2,Option: Training,1,9,9\n3,Support year 4,1,7.5,included\n,Total,,,123.44\n"
    ",VAT 19 %,,,23.45\n"
)


def of_bidder(text: str) -> None:
    """Read a bidder's table, and compare what it offers."""
    tender = read_tender(read_document(TENDER, "fuzz"))
    form = OfferForm.model_validate({"without_quantity": "one"})
    found = settled(read_offer_table(text.encode(errors="replace"), "fuzz.csv", tender, "A", form))
    compare(tender, [(read_bid(found), found)])


@functools.cache
def parts_of_form() -> dict[str, str]:
    """The parts of a form that is built by hand as Excel writes it."""
    form = form_of(read_tender(read_document(TENDER, "fuzz")))
    values = {"bid.bidder": "A", "bid.P001.unit_price": 61.72, "bid.valid_until": "2027-03-31"}
    with zipfile.ZipFile(io.BytesIO(by_hand(form, values))) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def spoilt_form(text: str) -> None:
    """Read a form of which a part has other letters, packed as it should be."""
    tender, _ = filled_form()
    parts = dict(zip(parts_of_form(), text.split("\0"), strict=False))
    read_bid(read_form(zipped(parts), "fuzz.xlsx", tender))


class TimeIsUp(BaseException):
    """Ends the drawing of inputs, which knows no time."""


def judge(name: str, text: str, error: ValueError | InputError) -> None:
    """See that it is a refusal on purpose, and a short one."""
    ours = ValueError if name in OF_TEXTS else InputError
    assert isinstance(error, ours), f"{error!r} of {text!r}"
    assert not isinstance(error, UnicodeError), f"{error!r} of {text!r}"
    assert len(str(error)) < LONGEST, text


BIDS = [
    f"method: {method}\nweights: {{quality: 60, price: 40}}\nquality_max: 100\n"
    "band: 10 %\nbase: 2\n"
    "points: 20\nround: 3\nreference: {quality: 80, price: 9}\n"
    "price_low: 7\nprice_high: 12 EUR\n"
    "value_per_point: 5\nsteps: [{at_most: 3, points: 30}]\nformula: price / max(quality, 1)\n"
    "criteria: [{name: W, method: lower_is_better, points: 20, round: 1}]\n"
    "expected: {quality: 8, quantity: 3}\n"
    "bids: [{name: A, quality: [9, 2], price: 10, quantity: 3, figures: {W: 5}}, {name: B,\n"
    " quality: 8, price: 9, quantity: 4, musts: {ECC: met}, figures: {W: 4}},\n"
    " {name: C, price: 8, musts: {ECC: unknown}}]\n"
    for method in METHODS
]
BID = (
    "tender: T\nbidder: A\nvalid_until: 2027-03-31\ncurrency: EUR\nprices: gross\ntotal: 123.45\n"
    "lines:\n- {position: '1', quantity: 2, unit_price: 61.72, total: 123.44, vat: 19 %}\n"
    "- {position: '2', kind: option, total: 7 EUR}\n"
    "- {position: '3', section: maintenance, year: 4, quantity: 1, unit_price: 9}\n"
    "discounts: [{share: 10 %}, {amount: 5}]\nwarranty: 3\ncapacity: 1.5 PB\nracks: 2\n"
    "write_bandwidth: {value: 9 GB/s, conditions: IOR}\nmonths: 3\n"
    "power: {typical: 9 kW, years: [{until: 2, typical: 8 kW}]}\n"
    "musts: {MR-1: deviation}\n"
    "design: {layout: 'raidz2:10', drive: 20 TB, targets: 10, target: {luks: 2 MiB}}\n"
)
TENDER = (
    "id: T\ncurrency: EUR\nvat: 19 %\nterm: 5\nvalid_until: 2027-03-31\noptions: marked\n"
    "marked: ['2']\nexchange: {USD: 0.9}\nenergy: {price: 0.21 EUR/kWh, pue: 1.3}\n"
    "rack_price: 9000 EUR\nestimate: 900\nlines: [{position: '1', quantity: 1}]\n"
    "requirements: {capacity: 1.4 PB, racks: 3}\nmusts: [MR-1]\nscored: capacity\n"
    "discount_rate: 3 %\nestimate_options: 9\nestimate_renewals: 90 EUR\n"
    "planned: {capacity: 1.5 PB, power: 9 kW, racks: 2}\n"
    "scoring: {method: weighted_share, weights: {quality: 60, price: 40}, quality_max: 100,\n"
    " criteria: [{name: M, method: steps, steps: [{at_most: 3, points: 30}], figure: months},\n"
    " {name: C, method: higher_is_better, points: 9, figure: planned_capacity}],\n"
    " expected: {figures: {M: 4}}}\n"
    "bids: {A: {quality: [40, 9], musts: {MR-1: met}}}\n"
)


STATE = State(
    {"file": "t.yaml", "sha256": "1", "content": "1", "data": {"weights": {"price": 40}}},
    {"A": {"file": "a.yaml", "sha256": "2"}},
    {
        "method": "ratio",
        "bids": {"A": {"price": 9.0, "score": 1.0, "rank": 1, "why": ""}},
        "order": [["A"]],
    },
)
PROTOCOL = line_of([], STATE, when=now(), by="me", reason="", program="1").decode()


def of_protocol(text: str) -> None:
    """Read a protocol, and compare with its last entry."""
    if found := read_protocol(text.encode(errors="replace"), "fuzz"):
        changes(found[-1].state, STATE)


def rewards_of(text: str) -> None:
    """Show what a file of bids rewards, and how firmly its order stands."""
    found = read_evaluation(read_document(text, "fuzz"))
    of_scores(scores(found))
    of_preview(of_evaluation(found, HERE))


def rewards_of_rules(text: str) -> None:
    """Show what the rules of a tender reward."""
    if found := of_tender(read_tender(read_document(text, "fuzz")), HERE):
        of_preview(found)


def bids_of(rules: str, text: str) -> None:
    """Compare one bid by the rules of a tender."""
    tender, document = read_document(rules, "fuzz"), read_document(text, "fuzz")
    compare(read_tender(tender), [(read_bid(document), document)])


READERS: dict[str, tuple[Any, Any]] = {
    "figures": (units, about("figures", FIGURES)),
    "layouts": (parse_layout, about("layouts", LAYOUTS)),
    "mixes": (parse_files, about("mixes", st.one_of(LISTS, CELLS))),
    "prices": (prices, st.one_of(FIGURES, DIGITS)),
    "groups": (groups, CELLS),
    "YAML": (lambda text: read_documents(text, "fuzz"), st.one_of(YAML, spoilt(DOCUMENTS))),
    "scenarios": (lambda text: load_scenario("fuzz", text), spoilt(DOCUMENTS)),
    "benchmarks": (lambda text: read_measurements("fuzz", text), spoilt(PRINTED)),
    "installed systems": (lambda text: join(read_outputs([("fuzz", text)])), spoilt(INSTALLED)),
    "price lists": (lambda text: read_quote("book", price_list(text.encode(), "f.csv")), LISTS),
    "workbooks": (packed, spoilt([WORKBOOK])),
    "vendors' tables": (of_vendor, LISTS),
    "bidders' tables": (of_bidder, spoilt([OFFER])),
    "damaged workbooks": (flipped, st.tuples(st.integers(0, 10_000), st.integers(1, 255))),
    "damaged forms": (flipped_form, st.tuples(st.integers(0, 30_000), st.integers(1, 255))),
    "spoilt forms": (spoilt_form, spoilt(["\0".join(parts_of_form().values())])),
    "quotes": (lambda text: read_quote("quote", read_document(text, "fuzz")), spoilt([QUOTE])),
    "bids": (lambda text: scores(read_evaluation(read_document(text, "fuzz"))), spoilt(BIDS)),
    "bids of a tender": (lambda text: bids_of(TENDER, text), spoilt([BID])),
    "protocols": (of_protocol, spoilt([PROTOCOL])),
    "rewards of bids": (rewards_of, spoilt(BIDS)),
    "rewards of rules": (rewards_of_rules, spoilt([TENDER])),
    "rules of a tender": (lambda text: bids_of(text, BID), spoilt([TENDER])),
    "usage": (lambda text: read_usage(named(text)), about("usage", LISTS)),
    "groups of a file": (
        lambda text: read_groups(named(text)),
        about("groups of a file", LISTS),
    ),
    "pools": (read_pools, about("pools", LISTS)),
    "files": (read_files, about("files", LISTS)),
    "calibrations": (calibrate_file, spoilt([CALIBRATION.replace("beluga.yaml", "none.yaml")])),
}
OF_TEXTS = ("figures", "layouts", "mixes")
"""Readers of a single text, which name no place."""
OF_FILES = ("pools", "files", "calibrations")


@pytest.mark.parametrize("name", READERS)
def test_what_is_not_read_is_refused_in_a_few_lines(name: str, tmp_path: Path) -> None:
    read, inputs = READERS[name]
    read = from_file(read, tmp_path) if name in OF_FILES else read
    ends = time.monotonic() + SECONDS / len(READERS)

    @settings(
        max_examples=1_000_000,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(inputs)
    def fuzz(text: str) -> None:
        if time.monotonic() > ends:
            raise TimeIsUp
        try:
            with patience(20):
                read(text)
        except (ValueError, InputError) as error:
            judge(name, text, error)

    with suppress(TimeIsUp):
        fuzz()
