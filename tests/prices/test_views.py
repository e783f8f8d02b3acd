"""Known prices and those that are missing, as tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.__main__ import main
from model.answers.missing_prices import missing_prices
from model.answers.views.price_tables import missing, prices
from model.answers.views.view import Row
from tests.prices.quoted import DRIVE, planned, quote

GONE = {
    "servers__price": None,
    "enclosures__price": None,
    "network__part": "hpe-840qsfp28",
    "network__price": None,
}
"""Lines without a price: servers and network have classes, enclosures have none."""


def texts(row: Row) -> tuple[str, ...]:
    return tuple(entry for entry in row.entries if isinstance(entry, str))


def test_a_line_says_each_price_that_is_known_of_it(tmp_path: Path) -> None:
    book = {"currency": "EUR", "date": "2026-09-01", "lines": [{"part": DRIVE, "price": 640}]}
    shown = prices(planned(tmp_path, (quote(discount="5 %"),), (book,)))
    drives = [texts(row) for row in shown.rows if row.label.startswith("Seagate")]
    assert [(row[0], row[1]) for row in drives] == [
        ("a quote", "used"),
        ("the buyer's price book", "not used: a quote takes precedence"),
        ("a public price", "not used: a quote takes precedence"),
    ]
    assert drives[0][2:5] == ("613.37 EUR", "less 5 %", "net 582.702 EUR")
    assert drives[2][2] == "658 USD"


def test_others_see_the_layer_alone(tmp_path: Path) -> None:
    shown = prices(planned(tmp_path, (quote(),), public=True))
    [first, *_] = [texts(row) for row in shown.rows if row.label.startswith("Seagate")]
    assert first == ("a quote", "used", "withheld", *[""] * 10)


def test_what_likely_costs_most_is_asked_for_first(tmp_path: Path) -> None:
    """8 servers at 11,570 EUR, 8 adapters of 2 ports at 833.50 USD; enclosures have no class."""
    found = missing_prices(planned(tmp_path, **GONE))
    assert [one.line.role for one in found] == ["servers", "network", "enclosures"]
    assert [one.likely for one in found] == [8 * 11_570, pytest.approx(8 * 2 * 833.5 * 0.9), None]
    assert found[2].why.startswith("not in the catalog")


def test_no_more_than_five_are_asked_for_at_once(tmp_path: Path) -> None:
    shown = missing(planned(tmp_path, **GONE))
    assert shown.title == "Prices to request first, 3 of 3"
    assert missing(planned(tmp_path)).rows == ()


def test_the_terminal_says_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    planned(tmp_path, (quote(),), **GONE)
    assert main(["plan", str(tmp_path / "scenario.yaml"), "--notes"]) == 0
    text = capsys.readouterr().out
    assert "Prices to request first, 3 of 3" in text
    assert "Known prices" in text
    assert "613.37 EUR" in text
    assert main(["plan", str(tmp_path / "scenario.yaml"), "--notes", "--public"]) == 0
    assert "613.37" not in capsys.readouterr().out
