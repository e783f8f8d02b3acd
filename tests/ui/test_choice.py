"""Templates and tenders are offered beside the systems, and said to be such."""

from __future__ import annotations

from tests.ui.test_pages import opened, results


def test_templates_and_tenders_can_be_chosen() -> None:
    at = opened("templates/flash-scratch")
    assert not at.exception
    assert not at.error
    assert results(at).plan.scenario.name == "Flash scratch"
    assert at.query_params["scenario"] == "templates/flash-scratch"
    offered = at.selectbox(key="chosen scenario").options
    assert {"Astra", "Flash scratch (template)", "Mainz 2015 (tender)"} <= set(offered)
    at.selectbox(key="chosen scenario").set_value("tenders/goettingen-2024").run()
    assert not at.exception
    assert results(at).plan.scenario.name == "Goettingen 2024"
