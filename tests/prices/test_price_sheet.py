"""The price list of a plan: written, filled in, and read back."""

from __future__ import annotations

import datetime
import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.__main__ import main
from model.answers.price_sheet import HEADS, as_csv, as_yaml, price_rows
from model.answers.results import evaluate
from model.design.scenario import load_scenario
from model.errors import Place
from model.parts.price_layers import TYPED
from model.parts.quotes import QuotedPrice, QuoteLine, read_quote, row_of
from model.reading.documents import read_document
from model.reading.fields import Amount
from model.reading.price_lists import FORMULA, guarded, price_list, unguarded
from report.workbook.price_workbook import price_workbook
from tests.prices.quoted import DRIVE, DRIVES, planned, quote

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("C",)), max_size=20).map(
    lambda text: " ".join(text.split())
)
PARTS = WORDS.filter(lambda text: not any(map(str.isdecimal, text)))  # amounts are refused there
DATES = st.dates(datetime.date(2001, 1, 1), datetime.date(2030, 1, 1))


@st.composite
def offers(draw: st.DrawFn) -> QuotedPrice:
    part = draw(st.one_of(st.none(), st.sampled_from(("a-part", "b", "x-9"))))
    name = "" if part else draw(WORDS.filter(bool))
    start = draw(DATES)
    price = Amount(
        draw(st.floats(0, 1e7).map(lambda x: round(x, 3))), draw(st.sampled_from(("EUR", "USD")))
    )
    many = draw(st.integers(1, 1000))
    written = {"part": part, "name": name, "price": "1 EUR", "from": many}
    line = QuoteLine.model_validate({k: v for k, v in written.items() if v})
    return QuotedPrice(
        TYPED, "", line, price,
        draw(st.sampled_from((0.0, 0.1, 0.123))), draw(st.sampled_from((0.0, 0.19))),
        start, draw(st.one_of(st.none(), DATES.filter(lambda day: day >= start))),
        draw(st.one_of(st.none(), st.integers(1, 10**8).map(float))),
        draw(PARTS), draw(WORDS if price.amount else WORDS.filter(bool)), draw(WORDS.filter(bool)),
        draw(st.sampled_from(("high", "medium", "low"))), Place(""),
    )  # fmt: skip


def same(offer: QuotedPrice) -> tuple[object, ...]:
    line = offer.line
    bare = replace(offer, origin="", place=Place(""), line=line.model_copy(update={"price": None}))
    return bare.line.part, bare.line.name, bare.line.from_, replace(bare, line=None)  # type: ignore[arg-type]


WAYS: dict[str, Callable[[list[dict[str, str | float]]], list[QuotedPrice]]] = {
    "csv": lambda rows: read_quote("book", price_list(as_csv(rows).encode(), "p.csv")),
    "yaml": lambda rows: read_quote("book", read_document(as_yaml(rows), "p.yaml")),
    "xlsx": lambda rows: read_quote("book", price_list(price_workbook(rows), "p.xlsx")),
}


def test_what_is_to_be_filled_in_is_yellow_below_heads_that_stay() -> None:
    """A price, even a known one, and an empty currency or date; a text that is no formula stays."""
    rows: list[dict[str, str | float]] = [
        {"part": "a", "pieces": 7.0, "price": 12.5, "currency": "EUR", "note": "=1"},
        {"name": "'=b", "price": 0.0, "date": "2027-01-02"},
        {"part": "c", "seen": "'quoted"},
    ]
    sheet = openpyxl.load_workbook(io.BytesIO(price_workbook(rows))).active
    assert sheet is not None
    heads, *found = [list(row) for row in sheet.iter_rows(values_only=True)]
    assert heads == [name.replace("_", " ") for name in HEADS]
    written = [{k: v for k, v in zip(HEADS, row, strict=True) if v is not None} for row in found]
    assert written == [rows[0], {**rows[1], "name": "''=b"}, {**rows[2], "seen": "'quoted"}]
    yellow = [
        {name for name, cell in zip(HEADS, row, strict=True) if cell.fill.fgColor.rgb == "FFFFFBE6"}
        for row in sheet.iter_rows(min_row=2)
    ]
    assert yellow == [{"price", "date"}, {"price", "currency"}, {"price", "currency", "date"}]
    assert all(cell.font.b for cell in sheet[1])
    assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)
    assert sheet.freeze_panes == "D2"


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
@given(
    found=st.lists(
        offers(), min_size=1, max_size=4,
        unique_by=lambda o: (o.line.part, o.line.name, o.line.from_, o.date),
    )
)  # fmt: skip
def test_a_price_book_written_and_read_back_is_the_same(way: str, found: list[QuotedPrice]) -> None:
    again = WAYS[way]([row_of(offer) for offer in found])
    assert [same(offer) for offer in again] == [same(offer) for offer in found]


@pytest.mark.parametrize("kind", ["csv", "xlsx", "yaml"])
def test_the_list_of_a_plan_is_written_and_named_by_it(tmp_path: Path, kind: str) -> None:
    """A buyer's price stands in it, and counts when it is read back; the rest is to be asked."""
    own = {"currency": "USD", "date": "2026-09-01", "lines": [{"part": DRIVE, "price": 640.5}]}
    planned(tmp_path, books=(own,))
    out = tmp_path / f"list.{kind}"
    assert main(["prices", str(tmp_path / "scenario.yaml"), "--out", str(out)]) == 0
    results = planned(tmp_path, files={out.name: out.read_bytes()})
    assert results[DRIVES, "unit_price"] == pytest.approx(640.5 * 0.9)


def test_what_has_a_price_of_the_buyer_is_not_asked_again(tmp_path: Path) -> None:
    """Neither a part, by its key, nor what has a name only, however it is written; nor later."""
    named = next(row["name"] for row in price_rows(planned(tmp_path)) if "name" in row)
    lines = [{"part": DRIVE, "price": 640}, {"name": named.upper(), "price": 5}]
    for date in ("2026-09-01", "2027-09-01"):
        own = {"currency": "EUR", "date": date, "lines": lines}
        rows = price_rows(planned(tmp_path, books=(own,)))
        assert [row["price"] for row in rows if row.get("part") == DRIVE] == [640]
        assert [row["price"] for row in rows if row.get("name", "").upper() == named.upper()] == [5]


def test_what_is_to_be_asked_stands_without_a_price(tmp_path: Path) -> None:
    """Each thing once, with its pieces, and nothing that a spreadsheet would take for a formula."""
    rows = price_rows(planned(tmp_path))
    drives = next(row for row in rows if row.get("part") == DRIVE)
    assert drives["pieces"] == 672
    assert drives["seen"] == "592.20 EUR, price"
    assert "price" not in drives
    assert "\n,,'=SUM(1) CPU," in as_csv(rows)


@pytest.mark.parametrize("price", [36.5, 31.755, 0.905, 1049.995, 630])
def test_the_price_that_is_seen_is_that_of_the_bill(tmp_path: Path, price: float) -> None:
    """In whole cents, halves up, after the discount."""
    lines = [{"part": DRIVE, "price": price, "discount": 0.13, "from": 1}]
    quoted = quote(currency="EUR", lines=lines)
    results = planned(tmp_path, quotes=(quoted,))
    seen = next(row["seen"] for row in price_rows(results) if row.get("part") == DRIVE)
    assert str(seen).split()[0] == f"{results[DRIVES, 'net_unit_price']:.2f}"


def test_what_another_price_includes_has_no_price_of_its_own() -> None:
    """Not "0.0 EUR, estimate": the processors of the template are in the class of the servers."""
    rows = price_rows(evaluate(load_scenario("scenarios/templates/flash-scratch.yaml")))
    seen = {row.get("part"): row["seen"] for row in rows}
    assert seen["amd-epyc-9354"] == "included in the estimate of Dell PowerEdge R7625"
    assert not [text for text in seen.values() if str(text).startswith("0.0")]


def test_another_kind_of_file_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    planned(tmp_path)
    assert main(["prices", str(tmp_path / "scenario.yaml"), "--out", "list.pdf"]) != 0
    assert "ends in .xlsx, .csv or .yaml" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ["0E0", "no", "1_000", "2026-01-01", "~", "- a: b", "# x", "0x1F", "'=1"]
)
def test_a_text_that_looks_like_something_else_stays_a_text(text: str) -> None:
    """`0E0` is a number to one reader of YAML and none to another."""
    line = QuoteLine.model_validate({"part": "a", "price": "1 EUR"})
    day = datetime.date(2026, 1, 1)
    offer = QuotedPrice(
        TYPED, "", line, Amount(1.0, "EUR"), 0.0, 0.0, day, None, None, "", text, "x", "low",
        Place(""),
    )  # fmt: skip
    for way in WAYS.values():
        assert [same(one) for one in way([row_of(offer)])] == [same(offer)]


@given(st.text(st.sampled_from("'=+a"), max_size=5))
def test_a_text_is_guarded_and_comes_back(text: str) -> None:
    """Also one that begins as if it had been guarded."""
    assert unguarded(guarded(text)) == text
    assert not guarded(text).startswith(FORMULA)
