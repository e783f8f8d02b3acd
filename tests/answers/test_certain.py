"""Items that nearly every system needs: each has a line, a price that includes it, or a reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from model.answers.certain import missing, places
from model.answers.results import Results, evaluate
from model.answers.views.bill import with_sums
from model.answers.views.certain_items import certain_items
from model.answers.views.years import without
from model.design.scenario import edited, load_scenario
from model.errors import InputError

TEMPLATES = Path(__file__).parents[2] / "scenarios" / "templates"
PRICED = load_scenario("tests/report/priced.yaml")


def of_template(name: str) -> Results:
    return evaluate(load_scenario(TEMPLATES / f"{name}.yaml"))


def statuses(results: Results) -> dict[str, str]:
    return {place.item: place.status for place in places(results)}


@pytest.mark.parametrize("name", ["project-space", "flash-scratch", "ai-training-store"])
def test_a_template_leaves_nothing_out_without_a_reason(name: str) -> None:
    results = of_template(name)
    assert missing(results) == []
    assert statuses(results)["boot drives"] == "included"
    assert all(place.where for place in places(results))


@pytest.mark.parametrize("name", ["flash-scratch", "ai-training-store"])
def test_support_in_the_price_of_servers_is_not_bought_again(name: str) -> None:
    """The class of the servers holds five years of it: no line of support is left beside it."""
    results = of_template(name)
    assert statuses(results)["hardware support"] == "included"
    assert not any(line.role == "support" for line in results.plan.lines)
    twice = {"name": "Support for servers", "kind": "support", "per": "server", "price": "1 EUR"}
    services = [*(results.plan.scenario.data["services"]), twice]
    again = evaluate(edited(results.plan.scenario, {"services": services}))
    assert any("may count support twice" in text for text in again.warnings)
    assert not any("may count support twice" in text for text in results.warnings)


def test_what_is_missing_is_said_until_there_is_a_line_or_a_reason() -> None:
    bare = evaluate(PRICED)
    assert {"boot drives", "training", "rails"} <= set(missing(bare))
    assert "no reason stated in 'excluded': boot drives" in without(bare)
    assert any(row.label.startswith("Not in the bill") for row in with_sums(bare).rows)
    changes = {
        "tiers.0.in_servers": [{"name": "boot drive", "per_server": 2, "price": "150 EUR"}],
        "services": [{"kind": "training", "price": "4000 EUR"}],
        "excluded": [{"item": "rails", "because": "from stock"}],
    }
    stated = evaluate(edited(PRICED, changes))
    known = statuses(stated)
    assert known["boot drives"] == known["training"] == "line"
    assert known["rails"] == "excluded"
    assert not {"boot drives", "training", "rails"} & set(missing(stated))
    table = {row.label: row.entries for row in certain_items(stated).rows}
    assert table["Rails"] == ("not bought", "from stock")


def test_only_known_items_are_excluded() -> None:
    with pytest.raises(InputError, match="excluded"):
        edited(PRICED, {"excluded": [{"item": "coffee", "because": "from stock"}]})
