"""The command `quote`: a vendor's table becomes a quote, and its form is kept by vendor."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.__main__ import main
from tests.parts.test_quote_tables import GERMAN

FACTS = ("--vendor", "Megastore", "--number", "4711", "--date", "2026-11-20")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OSTIMATE_STORE", str(tmp_path / "store.db"))
    path = tmp_path / "v.csv"
    path.write_bytes(GERMAN.encode("cp1252"))
    return str(path)


def test_how_a_table_is_read_is_shown(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["quote", table]) == 0
    shown = capsys.readouterr().out
    assert "Einzelpreis (EUR)  price" in shown
    assert "row 8 is skipped: a total" in shown
    assert not Path("store.db").exists()


MIXED = """\
Offer 4711 of 2026-11-20 in all
Pos;SKU;Description;Qty;Unit price net (EUR);Discount
1;A-1;HDD 24 TB;10;630,00;5 %
2;A-2;Server;2;4.500,50;
;;Total;;15.301,00;
"""
SHOWN = """\
  column                read as
  Pos
  SKU                   number
  Description
  Qty
  Unit price net (EUR)  price
  Discount              discount
  form
  head row      2
  separator     ';'
  encoding      utf-8
  decimal mark  ,
  currency      EUR
  taxes         net
  row  number  price   currency  discount
  3    A-1     630.0   EUR       5 %
  4    A-2     4500.5  EUR
row 5 is skipped: a total
found in the texts around it: number 4711
write the quote with --out QUOTE.yaml, --vendor, --number and --date
"""


def test_all_that_is_shown_of_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "v.csv"
    path.write_text(MIXED, "utf-8")
    assert main(["quote", str(path)]) == 0
    assert capsys.readouterr().out == SHOWN


@pytest.mark.parametrize(("rows", "more"), [(19, ""), (20, ""), (21, "and 1 more")])
def test_twenty_rows_are_shown(
    rows: int, more: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "v.csv"
    lines = "".join(f"P-{n},{n}00.00\n" for n in range(1, rows + 1))
    path.write_text(f"Offer no. 4711\nSKU,Unit price net (EUR)\n{lines}")
    assert main(["quote", str(path)]) == 0
    shown = capsys.readouterr().out.splitlines()
    listed = [line.split() for line in shown if " P-" in line]
    count = min(rows, 20)
    assert listed == [[str(n + 2), f"P-{n}", f"{n}00.0", "EUR"] for n in range(1, count + 1)]
    assert [line for line in shown if line.endswith(" more")] == ([more] if more else [])
    assert "found in the texts around it: number 4711" in shown


def test_the_form_of_a_vendor_is_kept(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ("--column", "name=Bezeichnung", "--column", "valid_until=")
    assert main(["quote", table, *FACTS, *chosen, "--keep", "--out", "q.yaml"]) == 0
    written = Path("q.yaml").read_text("utf-8")
    assert "name: HDD 24 TB; SATA" in written
    assert "valid_until" not in written
    capsys.readouterr()
    assert main(["quote", table, "--vendor", "MEGASTORE"]) == 0
    assert "Bezeichnung        name" in capsys.readouterr().out


def test_a_form_in_a_file(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ("--taxes", "gross", "--vat-rate", "19 %", "--save-form", "form.yaml")
    assert main(["quote", table, *chosen]) == 0
    assert main(["quote", table, "--form", "form.yaml", *FACTS, "--out", "q.yaml"]) == 0
    assert "vat_rate: 0.19" in Path("q.yaml").read_text("utf-8")
    capsys.readouterr()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--out", "x.yaml"), "--vendor: missing: write the vendor of the quote"),
        (("--column", "prise=Menge"), "--column: 'prise' isn't a field of a quote (did you mean"),
        (("--column", "price"), "--column: write FIELD=NAME, as in 'price=List price'"),
        (("--head-row", "x"), "--head-row: "),
        (("--encoding", "ebcdic"), "--encoding: 'ebcdic' isn't possible here (write one of: utf-8"),
        (("--column", "price=Menge", "--out", "x.yaml"), "--vendor: missing"),
    ],
)
def test_wrong_options(
    table: str, options: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["quote", table, *options]) == 2
    assert capsys.readouterr().err.startswith(said)


def test_what_is_to_decide_stops_the_quote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "v.csv"
    path.write_text("SKU,Unit price (EUR)\na,630\n")
    assert main(["quote", str(path), *FACTS, "--out", str(tmp_path / "q.yaml")]) == 1
    assert "choose net or gross" in capsys.readouterr().err
    assert not (tmp_path / "q.yaml").exists()


def test_a_price_that_no_quote_can_have_is_named_by_its_row_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, out, form = (tmp_path / name for name in ("v.csv", "q.yaml", "form.yaml"))
    table.write_text("SKU;Unit price net (EUR)\na;630\nb;-5\n")
    options = ("--out", str(out), "--save-form", str(form))
    assert main(["quote", str(table), *FACTS, *options]) == 1
    assert capsys.readouterr().err.startswith(f"{table}:3:1: price: must be at least 0")
    wrong = ("--vendor", "V", "--number", "1", "--date", "2026-99-99")
    table.write_text("SKU;Unit price net (EUR)\na;630\n")
    assert main(["quote", str(table), *wrong, *options]) == 2
    assert capsys.readouterr().err.startswith("--date: not a date")
    assert not out.exists()
    assert not form.exists()
    assert main(["quote", str(table), *FACTS, *options]) == 0
    assert out.exists()
    assert form.exists()


def test_a_second_price_names_the_row_of_the_first_in_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not a line of the quote, which is never written."""
    table, out = tmp_path / "v.csv", tmp_path / "q.yaml"
    table.write_text("SKU;Unit price net (EUR)\na;630\nb;5\na;640\n")
    assert main(["quote", str(table), *FACTS, "--out", str(out)]) == 1
    again = "a second price of this for the same quantity"
    expected = f"{table}:4:1: {again}, first at {table}:2:1: keep one of them\n"
    assert capsys.readouterr().err == expected
    assert not out.exists()
