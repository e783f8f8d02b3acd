"""What a scenario may say: each field has a widget on some page, or it is said why not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from model import edited, evaluate, load_scenario
from model.design.scenario import Scenario
from model.reading.fields import Stated, Strict
from tests.each import of_each
from tests.laws.test_bindings import FIGURES, _types, models
from tests.planning.test_drains import BURST
from tests.ui.test_choices import SCENARIOS
from tests.ui.test_store import results, tab
from tests.ui.visits import opened as shown
from tests.ui.visits import unfolded
from tests.ui.working import work_of
from ui.base.fields import PLAIN, Reader, attribute
from ui.forms import figures, schema_fields, text_fields
from ui.state import origins

OWN = ("requirements", "tiers", "bands", "schema", "choices", "published", "sources")
"""Sections with a form of their own, those of tiers, and those that aren't changed."""
BESIDE = {"value", "because", "source", "status", "between"}
"""What is said beside a figure."""


@pytest.fixture(autouse=True)
def _store_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTIMATE_STORE", str(tmp_path / "store.db"))


def fields() -> Iterator[tuple[type[Strict], str]]:
    """Give each field of the schema that says something itself."""
    for model in models():
        for name, field in model.model_fields.items():
            below = [one for one in _types(field.annotation) if not issubclass(one, Stated)]
            if model.__name__ not in text_fields.UNSAID and not below:
                yield model, name


@of_each(lambda: [*fields()], lambda one: f"{one[0].__name__}.{one[1]}")
def test_each_field_of_the_schema_has_a_widget_or_a_reason(one: tuple[type[Strict], str]) -> None:
    """A figure of a formula, something beside that is edited as well, or named with its place."""
    model, name = one
    is_figure = bool(FIGURES.get(f"{model.__name__}.{name}"))
    others = schema_fields.shape_of(model, name) is not None
    of_files = model.__name__ in ("Source", "ExchangeRate")  # of dictionaries named elsewhere
    assert is_figure or others or text_fields.is_elsewhere(model, name) or of_files


def test_the_list_of_what_is_changed_elsewhere_holds() -> None:
    """What was renamed or taken out doesn't stay in it."""
    known = {f"{model.__name__}.{name}" for model in models() for name in model.model_fields}
    assert set(text_fields.ELSEWHERE) <= known
    assert set(text_fields.UNSAID) <= {model.__name__ for model in models()}


def test_some_page_offers_each_section() -> None:
    offered = {path.split(".")[0] for paths in figures.PAGES.values() for path in paths}
    sections = {field.alias or name for name, field in Scenario.model_fields.items()}
    assert sections == offered | set(OWN)


def leaves(said: Any, at: str = "") -> Iterator[str]:
    """Give the path of each figure and each word that a scenario writes."""
    if isinstance(said, dict) and ("value" not in said or said.keys() - BESIDE):
        for key, inner in said.items():
            yield from leaves(inner, f"{at}.{key}" if at else key)
    elif isinstance(said, list) and said and isinstance(said[0], dict) and "value" not in said[0]:
        for n, inner in enumerate(said):
            yield from leaves(inner, f"{at}.{n}")
    else:
        yield at


@of_each(lambda: SCENARIOS, lambda file: file.stem)
def test_what_a_scenario_writes_can_be_changed_on_some_page(file: Path) -> None:
    scenario = load_scenario(file)
    reader = Reader(evaluate(scenario))
    pages = [path for paths in figures.PAGES.values() for path in paths]
    tiers = [f"tiers.{n}" for n in range(len(scenario.tiers))]
    offered = figures.named(reader, *pages, "requirements", *tiers)
    for path in leaves(scenario.data):
        inside = ".".join(path.split(".")[2:]).replace("declustered", "layout")  # its short form
        if path in offered or path in PLAIN or inside in PLAIN:
            continue
        assert _has_a_reason(scenario, path), path


def _has_a_reason(scenario: Scenario, path: str) -> bool:
    """Tell whether what stands at a path is named among what has no widget, or below such."""
    keys = path.replace("schema", "schema_").split(".")
    thing: Any = scenario
    if keys[0] == "published":
        return True
    for n, key in enumerate(keys):
        if isinstance(thing, Strict):
            name = type(thing).__name__
            if name in text_fields.UNSAID or text_fields.is_elsewhere(type(thing), key):
                return True
        thing = attribute(thing, [key]) if n < len(keys) - 1 else None
    return False


def opened(scenario: str, page: str, **params: Any) -> AppTest:
    at = tab(scenario=scenario, **params).switch_page(f"ui/pages/{page}.py").run()
    assert not at.exception
    return at


TEMPLATE = "templates/ai-training-store"
SYSTEM = Path(__file__).parents[2] / f"scenarios/{TEMPLATE}.yaml"


def test_a_length_and_a_list_of_words_are_changed_where_all_tiers_share() -> None:
    at = unfolded(opened(TEMPLATE, "design"), "for all tiers", "figures below fabric")
    at.text_input(key=f"figure of {TEMPLATE} fabric").set_value("cords.other.length").run()
    box = at.text_input(key=f"{TEMPLATE}:cords.other.length among all figures")
    assert box.label == "Length"
    box.set_value("3 m").run()
    assert results(at).plan.scenario.cords.other.length == 3
    at.text_input(key=f"figure of {TEMPLATE} fabric").set_value("existing").run()
    at.multiselect(key=f"{TEMPLATE}:existing among all figures").select("power cords").run()
    assert results(at).plan.scenario.existing == ("power cords",)
    assert "existing=power cords" in at.query_params["edit"]
    again = opened(TEMPLATE, "design", edit=["existing=power cords"])
    assert results(again).plan.scenario.existing == ("power cords",)


def test_emptied_what_may_be_left_out_goes_and_comes_back_undone() -> None:
    at = unfolded(opened(TEMPLATE, "design"), "figures below tiers.0")
    key = f"group of {TEMPLATE} tiers.0"
    at.selectbox(key=key).select("Network cables").run()
    box = at.text_input(key=f"{TEMPLATE}:tiers.0.network.cables.0.length in its section")
    was = box.value
    box.set_value("").run()
    assert results(at).plan.scenario.tiers[0].network.cables[0].length is None
    assert "tiers.0.network.cables.0.length=" in at.query_params["edit"]
    again = opened(TEMPLATE, "design", edit=["tiers.0.network.cables.0.length="])
    assert results(again).plan.scenario.tiers[0].network.cables[0].length is None
    at.button(key="undo an edit").click().run()
    assert results(at).plan.scenario.written_at("tiers.0.network.cables.0.length") == was


def test_a_share_that_is_stated_is_left_out_and_comes_back_undone() -> None:
    """A slider has no empty state: without it what counts otherwise does."""
    at = unfolded(shown("astra", "checkpoint"), "figures below machine")
    path = "checkpoint.fraction"
    was = results(at).plan.scenario.written_at(path)
    at.text_input(key="figure of astra machine").set_value(path).run()
    key = f"astra:{path} among all figures"
    assert at.slider(key=key).value == 80
    at.button(key=f"{key} left out").click().run()
    assert not at.exception
    assert was is not None
    assert results(at).plan.scenario.written_at(path) is None
    at.button(key="undo an edit").click().run()
    assert results(at).plan.scenario.written_at(path) == was


def test_a_share_of_less_than_a_percent_is_written() -> None:
    """The steps of a slider are percents: 0.22 % would become 1.22 % at a touch."""
    path = "tiers.0.spares.failure_rate"
    scenario = edited(load_scenario(SYSTEM), {path: "0.22 %"})
    field = Reader(evaluate(scenario)).of(path)
    assert (field.kind, field.value) == ("figure", "0.22 %")


def test_a_tier_drains_into_nothing_again() -> None:
    """Whoever is drained into is chosen among tiers; 'nothing' takes it out of what a file says."""
    at = tab(scenario=TEMPLATE)
    work_of(at).uploads["Burst"] = origins.read("Burst", BURST.encode())
    work_of(at).choice = "Burst"
    at = unfolded(at.switch_page("ui/pages/design.py").run(), "how 0")
    assert results(at)["site", "write_bandwidth"] == pytest.approx(190e9)
    at.selectbox(key="Burst:tiers.0.drains_into in its place").select("").run()
    assert results(at).plan.scenario.tiers[0].drains_into is None
    assert results(at)["site", "write_bandwidth"] == pytest.approx(210e9)
    assert at.selectbox(key="Burst:tiers.0.drains_into in its place").value == ""
    at.selectbox(key="Burst:tiers.0.drains_into in its place").select("disk").run()
    assert work_of(at).of("Burst").figures == {}
