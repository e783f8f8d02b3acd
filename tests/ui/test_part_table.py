"""Prices, power and weights of all parts stand in one table on Design."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.visits import opened, results, unfolded
from tests.ui.working import work_of

SERVERS = "site/tiers:scratch/lines:servers"
PROCESSORS = "site/tiers:scratch/lines:processors"


def entered(
    *cells: tuple[str, str, str], source: str = "", choice: str = "astra"
) -> tuple[list[str], AppTest]:
    """Change cells of the table of a plan; give what is wrong with them, and the session."""

    def script(cells, source, wrong):  # type: ignore[no-untyped-def]  # it runs by itself
        from ui.design import part_table
        from ui.frame import address
        from ui.state import session

        address.prepare()
        now = session.current()
        table = [dict(row) for row in part_table.rows(now, part_table.cells(now))]
        for line, column, text in cells:
            next(row for row in table if row["line"] == line)[column] = text
        problems = part_table.take(now, table, source)
        wrong[:] = [f"{one.field}: {one.what}" for one in problems]

    wrong: list[str] = []
    at = AppTest.from_function(script, default_timeout=60, args=(cells, source, wrong))
    at.query_params["scenario"] = choice
    at.run()
    assert not at.exception
    return wrong, at


def whole(at: AppTest) -> Mapping[str, Any]:
    return {path: one.new for path, one in work_of(at).of("astra").whole.items()}


def test_the_table_shows_what_is_known() -> None:
    table = unfolded(opened("astra", "design"), "part table").dataframe[0].value
    row = table[table["line"] == PROCESSORS].to_dict("records")[0]
    assert (row["part"], row["pieces"]) == ("Intel Xeon E5-2690 v4", "40")
    assert (row["unit_price"], row["unit_power"], row["unit_weight"]) == ("", "135 W", "")


def test_several_cells_are_entered_with_a_source() -> None:
    wrong, changed = entered(
        (SERVERS, "unit_price", "12 000"),
        (SERVERS, "unit_power", "500"),
        (SERVERS, "unit_weight", "31 kg"),
        source="vendor's mail of 2 May",
    )
    assert wrong == []
    assert whole(changed) == {
        "tiers.0.servers.price": "12000 USD",
        "tiers.0.servers.power": "500 W",
        "tiers.0.servers.weight": "31 kg",
    }
    at = opened("astra", "design")
    work_of(at).patch("astra", *work_of(changed).of("astra").whole.values())
    at.run()
    found = results(at)
    figures = [found[SERVERS, f"unit_{one}"] for one in ("price", "power", "weight")]
    assert figures == [12000, 500, 31]
    known = found.plan.provenance[SERVERS, "unit_weight"]
    assert (known.status, known.because) == ("assumed", "vendor's mail of 2 May")


def test_each_wrong_cell_is_a_line_and_nothing_is_entered() -> None:
    wrong, changed = entered(
        (SERVERS, "unit_price", "20.000"),
        (SERVERS, "unit_weight", "31 kg"),
        ("site/common:fabric/lines:switches", "unit_weight", "3"),
    )
    assert wrong == [
        "tiers.0.servers.price: '20.000 USD' has a dot before three digits: "
        "write '20 USD' or '20000 USD'",
        ": Switch ports, switch not specified, weight: this plan has no such value. Clear the cell",
    ]
    assert whole(changed) == {}


@pytest.mark.parametrize("text", ["abc", "3 W", "-4", "1,234"])
def test_what_cant_be_planned_is_said_by_its_cell(text: str) -> None:
    wrong, changed = entered((SERVERS, "unit_weight", text), (SERVERS, "unit_power", "500 W"))
    assert [one.partition(":")[0] for one in wrong] == ["tiers.0.servers.weight"]
    assert whole(changed) == {}


@pytest.mark.parametrize(
    ("price", "read"),
    [("21.500,00 $", "21500.00 USD"), ("$1,234.50", "USD 1234.50"), ("489,90", "489.90 USD")],
)
def test_cells_may_be_pasted_as_sheets_of_any_country_show_them(price: str, read: str) -> None:
    wrong, changed = entered((SERVERS, "unit_price", price), (SERVERS, "unit_weight", "28,5"))
    assert wrong == []
    assert whole(changed) == {"tiers.0.servers.price": read, "tiers.0.servers.weight": "28.5 kg"}


def test_a_cell_of_a_figure_with_a_reason_is_named_by_its_label() -> None:
    """The figure stands below 'value' in the scenario; its cell is that of the row."""
    line = "site/tiers:project/lines:servers"
    wrong, _ = entered((line, "unit_weight", "x"), choice="templates/project-space")
    assert [one.partition(":")[0] for one in wrong] == ["tiers.0.servers.weight"]
