"""Templates and tenders are offered beside the systems, and said to be such."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.answers.views.bill import bill
from model.search.budget import afforded, built_tiers
from tests.ui.visits import opened, results, tables
from tests.ui.working import work_of

SCENARIOS = Path(__file__).parents[2] / "scenarios"
OTHERS = [
    f"{f.parent.name}/{f.stem}"
    for k in ("templates", "tenders")
    for f in sorted((SCENARIOS / k).glob("*.yaml"))
]


@pytest.mark.parametrize("page", ["cost", "racks", "performance"])
@pytest.mark.parametrize("scenario", OTHERS)
def test_templates_and_tenders_open_on_the_pages_of_buyers(scenario: str, page: str) -> None:
    """With shelf spares, fabrics and services, which the reference systems lack."""
    at = opened(scenario, page)
    assert not at.exception
    assert not at.error


def test_the_page_marks_estimated_and_assumed_prices() -> None:
    """Beside the line, so that nobody takes them for prices that were offered."""
    at = opened("templates/project-space", "cost")
    at.toggle(key="all lines of the bill").set_value(True).run()
    notes = {row.label: "".join(map(str, row.note)) for row in bill(results(at)).rows}
    assert notes["Dell PowerEdge R7625"] == "dell-r7625, estimate"
    assert notes["Western Digital Ultrastar Data102"] == "wd-data102, assumed"
    assert "dell-r7625, estimate" in tables(at)


@pytest.mark.long
def test_a_fixed_budget_says_how_many_blocks_and_what_is_left() -> None:
    """As the command does, for the blocks of the tier that is chosen."""
    at = opened("tenders/goettingen-2024", "cost")
    wanted = afforded(results(at), 700_000.0, built_tiers(results(at).plan.scenario)[0])
    at.number_input(key=f"budget {work_of(at).choice}").set_value(700_000.0).run()
    at.button(key=f"budget counted {work_of(at).choice}").click().run()
    assert not at.exception
    assert any(f"buys {wanted.blocks} block" in str(one.value) for one in at.markdown)


def test_templates_and_tenders_can_be_chosen() -> None:
    at = opened("templates/flash-scratch", menu=True)
    assert not at.exception
    assert not at.error
    assert results(at).plan.scenario.name == "Flash scratch"
    assert at.query_params["scenario"] == "templates/flash-scratch"
    offered = at.selectbox(key="chosen scenario").options
    assert {"Astra", "Flash scratch (template)", "Mainz 2015 (tender)"} <= set(offered)
    at.selectbox(key="chosen scenario").set_value("tenders/goettingen-2024").run()
    assert not at.exception
    assert results(at).plan.scenario.name == "Goettingen 2024"
