"""A vendor's table becomes a quote on *Design*; how it is read is proposed, chosen and kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from store.place import place
from store.store import Store
from tests.ui.test_shapes import TEMPLATE
from tests.ui.test_store import results, tab, words

TABLE = """Angebot Nr. A-4711 vom 20.11.2026;;;
Pos.;Art.-Nr.;Listenpreis (EUR);Ihr Preis
1;WUH722424AL5201;700,00;489,90
Gesamtsumme;;;489,90
"""


@pytest.fixture(autouse=True)
def where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("OSTIMATE_STORE", str(tmp_path / "store.db"))
    return str(tmp_path / "store.db")


def opened() -> AppTest:
    at = tab(scenario=TEMPLATE).switch_page("ui/pages/design.py").run()
    at.button(key="read a table").click().run()
    at.text_input(key="table vendor").set_value("Megastore").run()
    table = ("v.csv", TABLE.encode("cp1252"), "text/csv")
    at.file_uploader(key="table of a quote").set_value(table).run()
    assert not at.exception
    return at


def column(at: AppTest, field: str) -> str:
    (found,) = (one for one in at.selectbox if (one.key or "").startswith(f"table column {field} "))
    return str(found.key)


def test_a_table_is_applied_and_its_form_kept(where: str) -> None:
    at = opened()
    assert at.selectbox(key=column(at, "number")).value == "Art.-Nr."
    assert at.selectbox(key=column(at, "price")).value == "Ihr Preis"
    assert "whether prices include tax" in words(at)
    at.button(key="take the table").click().run()
    assert not results(at).plan.scenario.economics.quotes, "net or gross is open"
    at.selectbox(key=column(at, "price")).set_value("Listenpreis (EUR)").run()
    (taxes,) = (one for one in at.button_group if (one.key or "").startswith("table taxes"))
    taxes.set_value("net").run()
    at.button(key="take the table").click().run()
    assert not at.exception
    line = next(one for one in results(at).plan.lines if one.part == "wd-hc580-24tb-sas")
    assert results(at)[line.path, "unit_price"] == 700
    store = Store(place(where))
    assert "Listenpreis" in store.forms.get("megastore")
    store.close()
    again = opened()
    assert again.selectbox(key=column(again, "price")).value == "Listenpreis (EUR)"
