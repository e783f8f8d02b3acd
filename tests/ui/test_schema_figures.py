"""Every figure of the schema is offered by a page, and says what counts where nobody states it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from model.answers.results import Results, evaluate
from model.design.scenario import load_scenario
from model.reading.binding import below, bound_values
from model.reading.fields import Stated, Strict
from tests.ui.visits import SCENARIOS, opened, results, unfolded
from tests.ui.working import work_of
from ui.base.fields import Reader
from ui.forms import figures, requirements


def bound_paths(results: Results) -> set[str]:
    """Give the path of each figure that the schema binds, in what the scenario has.

    Without those of states that the tier can't be in: where nothing is redundant, none rebuilds.
    """
    tiers = dict(results.tiers())
    found = set()
    for path, bound in _said_in_lists(results.plan.scenario, ""):
        keys = path.split(".")
        state = bound.of if bound.of.startswith("states:") else ""
        tier = tiers[results.plan.scenario.tiers[int(keys[1])].name] if state else ""
        if not state or f"{tier}/{state}" in results.plan.instances:
            found.add(path)
    return found


def _said_in_lists(model: Strict, at: str) -> Iterator[tuple[str, Any]]:
    """Give what is bound below a model, and in its lists, too."""
    yield from ((path, bound) for path, bound, *_ in bound_values(model, at))
    waiting = [(model, at)]
    while waiting:
        owner, here = waiting.pop()
        for name in type(owner).model_fields:
            inner, path = getattr(owner, name), below(here, name)
            if isinstance(inner, tuple):
                for n, one in enumerate(inner):
                    if isinstance(one, Strict) and not isinstance(one, Stated):
                        yield from _said_in_lists(one, f"{path}.{n}")
            elif isinstance(inner, Strict) and not isinstance(inner, Stated):
                waiting.append((inner, path))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_figure_of_the_schema_is_offered_by_a_page(scenario: str) -> None:
    """Whatever a scenario may state, where it has the section that the figure stands in."""
    at = opened(scenario)
    reader = Reader(results(at))
    tiers = [(f"tiers.{n}",) for n in range(len(reader.scenario.tiers))]
    offers = [reader.under(*prefixes) for prefixes in (*figures.PAGES.values(), *tiers)]
    offers.append(
        {f"{requirements.SECTION}.{name}": label for name, label in requirements.labels().items()}
    )
    offered = {path: name for offer in offers for path, name in offer.items()}
    assert bound_paths(results(at)) - offered.keys() == set()
    assert offered.keys() <= reader.everywhere().keys()
    for offer in offers:
        assert len(set(offer.values())) == len(offer)
    for path in offered:
        assert reader.of(path).label
        assert reader.doc(path)


@pytest.mark.parametrize(
    ("scenario", "page", "path", "text"),
    [
        ("beluga", "design", "tiers.0.enclosures.expander_bandwidth", "4 GB/s"),
        ("beluga", "design", "tiers.0.adapters.active_paths", "5 %"),
        ("astra", "design", "tiers.0.fabric.link_bandwidth", "6 GB/s"),
    ],
)
def test_any_figure_is_chosen_changed_and_outlives_a_reload(
    scenario: str, page: str, path: str, text: str
) -> None:
    at = opened(scenario, page)
    before = results(at)["site", "read_bandwidth"]
    tier = path.removeprefix("tiers.0.")
    unfolded(at, "figures below tiers.0")
    at.text_input(key=f"figure of {scenario} tiers.0").set_value(path).run()
    key = f"{scenario}:{path} among all figures"
    empty = at.text_input(key=key).value == ""
    assert empty == (tier != "fabric.link_bandwidth")
    at.text_input(key=key).set_value(text).run()
    assert not at.exception
    assert not at.error
    after = results(at)["site", "read_bandwidth"]
    assert after is not None
    assert before is not None
    assert after < before
    again = opened(scenario, page, edit=[f"{path}={text}"])
    assert results(again)["site", "read_bandwidth"] == after
    at.text_input(key=key).set_value("").run()
    if not empty:  # what was stated goes; here the links that it is of go with it
        assert "or neither" in at.error[0].value
        at.button(key="undo an edit").click().run()
        at.button(key="undo an edit").click().run()
    assert results(at)["site", "read_bandwidth"] == before


def test_a_figure_that_nobody_states_says_what_counts() -> None:
    at = unfolded(opened("beluga", "design"), "figures below tiers.0")
    at.text_input(key="figure of beluga tiers.0").set_value("tiers.0.drives.surface_factor").run()
    key = "beluga:tiers.0.drives.surface_factor among all figures"
    assert at.text_input(key=key).value == ""
    assert at.text_input(key=key).placeholder == "75 % (default)"


def test_a_computed_size_stands_in_a_unit_that_people_read() -> None:
    """11.92 TB, not 11921412126341.266 B."""
    plan = evaluate(load_scenario("scenarios/templates/ai-training-store.yaml"))
    reader, path = Reader(plan), "tiers.0.daily_writes"
    assert figures.otherwise(reader, reader.of(path)) == "11.92 TB (computed)"


def test_a_count_that_nobody_states_can_be_emptied_again() -> None:
    at = unfolded(opened("beluga", "design"), "figures below tiers.0")
    path = "tiers.0.target.per_block"
    at.text_input(key="figure of beluga tiers.0").set_value(path).run()
    key = f"beluga:{path} among all figures"
    assert at.text_input(key=key).placeholder == "19 (computed)"
    at.text_input(key=key).set_value("5").run()
    assert work_of(at).of("beluga").figures == {path: 5}
    at.text_input(key=key).set_value("many").run()
    assert "many" in at.error[0].value
    at.text_input(key=key).set_value("").run()
    assert work_of(at).of("beluga").figures == {}
    assert not at.error
