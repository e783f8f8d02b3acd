"""What of a tier is chosen among words: each word can be taken, or it is said why not."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from model import load_scenario
from model.answers.results import Results
from model.design.scenario import Scenario, edited
from model.errors import InputError
from model.reading.fields import Stated
from tests.ui.test_store import results, tab
from tests.ui.visits import unfolded
from ui.base.fields import attribute
from ui.forms.text_fields import choices_of_tier

ROOT = Path(__file__).parents[2]
SCENARIOS = [
    path
    for path in sorted((ROOT / "scenarios").rglob("*.yaml"))
    if "schema: ostimate.scenario" in path.read_text(encoding="utf-8")
]


@pytest.fixture(autouse=True)
def _store_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All tabs are one browser's: what a test leaves refused would stand in the next one's way."""
    monkeypatch.setenv("OSTIMATE_STORE", str(tmp_path / "store.db"))


def said(scenario: Scenario, path: str) -> object:
    found = attribute(scenario, path.split("."))
    return found.value if isinstance(found, Stated) else found


@pytest.mark.long
@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_each_word_is_taken_or_refused_in_words(file: Path) -> None:
    scenario = load_scenario(file)
    taken = 0
    for n in range(len(scenario.tiers)):
        for field in choices_of_tier(scenario, n):
            assert field.note or field.path.endswith("holds"), field.path
            assert field.value in field.choices
            for word in (one for one in field.choices if one not in (None, "")):
                with suppress(InputError):
                    assert said(edited(scenario, {field.path: word}), field.path) == word
                    taken += 1
    assert taken > 2


def opened(scenario: str, *edits: str) -> AppTest:
    at = tab(scenario=scenario, edit=list(edits)).switch_page("ui/pages/design.py").run()
    return unfolded(at, "how 0")


def of_site(found: Results, name: str) -> float:
    return found["site", name] or 0.0


def test_a_choice_changes_the_plan_and_is_kept_in_the_address() -> None:
    """An option is no part of the purchase: the address says so as a word, too."""
    at = opened("templates/project-space")
    before = of_site(results(at), "capital_cost")
    box = at.selectbox(key="templates/project-space:tiers.0.option in its place")
    assert [box.value, box.label] == [False, "Option (not part of the purchase)"]
    box.select(True).run()
    assert not at.exception
    assert of_site(results(at), "capital_cost") < before
    assert "tiers.0.option=True" in at.query_params["edit"]
    again = opened("templates/project-space", "tiers.0.option=True")
    assert results(again).plan.scenario.tiers[0].option is True


def test_a_choice_that_doesnt_go_is_told_by_its_label() -> None:
    """Storage Scale isn't laid on ZFS."""
    at = opened("templates/project-space")
    at.selectbox(key="templates/project-space:tiers.0.file_system in its place").select(
        "scale"
    ).run()
    assert "- File system" in at.error[0].value
    assert results(at).plan.scenario.tiers[0].file_system == "lustre"
