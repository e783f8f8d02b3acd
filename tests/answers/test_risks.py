"""The risks of a plan in a few words, the gravest first."""

import pytest

from model import evaluate, load_scenario
from model.answers.risks import MOST, risks
from model.planning.loading import edited


def of(name, **changes):
    scenario = load_scenario(f"scenarios/{name}.yaml")
    return risks(evaluate(edited(scenario, changes) if changes else scenario))


def test_what_cant_be_built_or_isnt_met_comes_first():
    missed = {"tiers.0.blocks": 1, "requirements.budget": "100 kEUR"}
    found = of("templates/flash-scratch", **missed)
    assert found[0].startswith("Not met: ")
    for what in ("usable capacity", "write bandwidth", "budget"):
        assert what in found[0]
    found = of("beluga", **{"tiers.0.drives.per_enclosure": 130})
    assert found[0] == "Can't be built: project: there are more drives than bays"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("lcpq", "Data lost with one drive: beegfs"),
        ("templates/flash-scratch", "Files out of reach while a server is down: scratch, metadata"),
        ("templates/project-space", "Stopped by the loss of an enclosure: project, metadata"),
        ("cri", "Site full in December 2025"),
        ("sequoia", "14 prices unknown"),
    ],
)
def test_a_risk_names_what_it_is_of(name, said):
    found = of(name)
    assert said in found
    assert len(found) <= MOST


def test_a_range_of_prices_above_the_budget_is_a_risk_until_the_budget_bears_it():
    above = "likely up to 2.75 M EUR with VAT, above the budget"
    tight = of("templates/project-space", **{"requirements.budget": "2.7 MEUR"})
    assert any(above in one for one in tight)
    assert not any("above the budget" in one for one in of("templates/project-space"))
    roomy = of("templates/project-space", **{"requirements.budget": "9 MEUR"})
    assert not any("above the budget" in one for one in roomy)
