"""Quotes and price books of a buyer's own: others see that they count, and no amount."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from model.__main__ import main
from model.answers.output import plan_json, to_text
from model.answers.results import Results
from model.commands.overview import print_plan
from model.errors import InputError
from report.web.page import page
from report.workbook.workbook import workbook_bytes
from tests.prices.quoted import DRIVE, DRIVES, PRICED, planned, quote

SECRET = 613.37
OFFERED = [{"part": DRIVE, "price": SECRET}, {"part": DRIVE, "from": 600, "price": 587.91}]


def spelled(results: Results) -> set[str]:
    """Spell each amount that only a quote knows, in the ways that outputs may."""
    pieces = results[DRIVES, "line_count"] or 0.0
    amounts = {SECRET, 587.91, pieces * 587.91, pieces * SECRET, SECRET * 0.85, 587.91 * 0.85}
    texts = set()
    for amount in amounts:
        texts |= {
            f"{amount:.2f}",
            f"{amount:,.2f}",
            repr(amount),
            f"{amount:.2f}".replace(".", ","),
        }
    return texts


def everything(workbook: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(workbook)) as archive:
        return "\n".join(archive.read(name).decode("utf-8") for name in archive.namelist())


def outputs(results: Results, capsys: pytest.CaptureFixture[str]) -> str:
    print_plan(results, notes=True)
    text = capsys.readouterr().out
    book = everything(workbook_bytes(results))
    return "\n".join((text, to_text(plan_json(results)), book, page(results)))


@pytest.mark.long
@pytest.mark.parametrize("kind", ["quote", "book"])
def test_no_amount_of_a_quote_is_in_what_is_public(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The law: search every byte; and the same search finds them in what isn't public."""
    given = quote(lines=OFFERED, discount="15 %")
    if kind == "book":
        given = {k: v for k, v in given.items() if k not in ("schema", "number", "vendor")}
    offered = {"quotes": (given,)} if kind == "quote" else {"books": (given,)}
    private, public = (planned(tmp_path, **offered, public=p) for p in (False, True))  # type: ignore[arg-type]
    texts = spelled(private)
    shown = outputs(private, capsys)
    assert any(text in shown for text in texts)
    shown = outputs(public, capsys)
    assert [text for text in texts if text in shown] == []
    known = public.plan.provenance[DRIVES, "unit_price"]
    assert known.status == "withheld"
    assert public["site", "capital_cost"] is None


def test_no_amount_of_a_quote_is_in_what_compares_for_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = spelled(planned(tmp_path, (quote(lines=OFFERED),)))
    sums = {f"{planned(tmp_path, (quote(lines=OFFERED),))['site', 'capital_cost']:.2f}"}
    compared = ["compare", str(tmp_path / "scenario.yaml"), str(PRICED)]

    def written(*more: str) -> str:
        book = tmp_path / f"compared{len(more)}.xlsx"
        assert main([*compared, "--json", "-", "--xlsx", str(book), *more]) == 0
        assert main([*compared, *more]) == 0
        return capsys.readouterr().out.replace(",", "") + everything(book.read_bytes())

    assert any(text in written() for text in texts | sums)
    shown = written("--public")
    assert [text for text in texts | sums if text in shown] == []


def test_public_json_says_that_a_quote_counts(tmp_path: Path) -> None:
    document = plan_json(planned(tmp_path, (quote(),), public=True))
    drives = next(one for one in document["bom"] if one["role"] == "drives")
    assert drives["price"] is None
    assert drives["prices"][0] == {
        "layer": "quote",
        "origin": "a quote",
        "counts": True,
        "why_not": None,
        "withheld": True,
    }


@pytest.mark.parametrize(
    "line",
    [
        {"part": DRIVE, "price": "-613.37 EUR"},
        {"part": DRIVE, "price": "613,37 EUR"},
        {"part": DRIVE, "price": "613.37 Euros"},
        {"part": DRIVE, "price": "613.37 TB"},
        {"part": DRIVE, "price": ["613.37 EUR"]},
        {"part": DRIVE, "price": {"value": "613.37 EUR"}},
        {"part": DRIVE, "price": "1.613 EUR"},
        {"part": DRIVE, "price": "700 EUR", "discount": "613.37 %"},
        {"part": DRIVE, "price": "700 EUR", "from": 0},
        {"part": "nothing-like-it", "price": "613.37 EUR"},
        {"price": "613.37 EUR"},
    ],
)
def test_no_message_repeats_an_amount(tmp_path: Path, line: dict[str, object]) -> None:
    with pytest.raises(InputError) as raised:
        planned(tmp_path, (quote(lines=[line]),))
    said = str(raised.value)
    assert "613" not in said
    assert "quotes-0.yaml:" in said
