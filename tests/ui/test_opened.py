"""What a page opens with: the last draft of its browser, or why a link can't be opened."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block

from tests.ui.test_store import BLOCKS, edit, results, tab
from tests.ui.visits import APP
from tests.ui.working import work_of


@pytest.fixture(autouse=True)
def _store_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OSTIMATE_STORE", str(tmp_path / "store.db"))


def opened(page: str, browser: str = "a" * 30, **params: str) -> AppTest:
    """Open a page of the plan in a new tab of a browser."""
    at = AppTest.from_file(str(APP), default_timeout=60)
    work_of(at).browser = browser
    for name, value in params.items():
        at.query_params[name] = value
    at.switch_page(f"ui/pages/{page}.py").run()
    assert not at.exception
    return at


def test_a_page_without_a_scenario_opens_what_this_browser_worked_on_last() -> None:
    edit(tab(scenario="astra"), BLOCKS, 50)
    edit(tab(scenario="beluga"), BLOCKS, 9)
    at = opened("design")
    assert work_of(at).choice == "beluga"
    assert results(at).plan.scenario.tiers[0].blocks.value == 9
    other = opened("design", "b" * 30)
    assert work_of(other).choice == "astra"  # another browser sees nothing of it
    assert not work_of(other).of("astra").figures


def test_the_menu_leads_on_from_start_to_what_this_browser_worked_on_last() -> None:
    """Not to an example; who has worked on nothing yet sees one."""
    new = opened("start").switch_page("ui/pages/design.py").run()
    assert work_of(new).choice == "astra"
    edit(tab(scenario="beluga"), BLOCKS, 9)
    at = opened("start")
    assert not at.exception
    at.switch_page("ui/pages/design.py").run()
    assert not at.exception
    assert work_of(at).choice == "beluga"
    assert results(at).plan.scenario.tiers[0].blocks.value == 9
    assert not [one for one in at.markdown if "an example" in one.value]


@pytest.mark.parametrize(
    ("link", "why"),
    [("garbage", "must begin with a version"), ("", "contains no plan after 'plan='")],
)
def test_a_broken_link_shows_no_figures_of_another_design(link: str, why: str) -> None:
    at = opened("design", plan=link)
    assert [why in one.value for one in at.error] == [True]
    assert not at.get("html") or "Usable" not in "".join(e.proto.body for e in at.get("html"))
    at.session_state["A template is open"] = True
    at.switch_page("ui/pages/start.py").run()
    assert why in at.error[0].value
    at.button(key="begin with templates/flash-scratch").click().run()
    assert not at.exception
    assert not at.error
    assert work_of(at).choice == "Flash scratch (from Start)"


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("nothing", "There is no scenario 'nothing'"),
        ("x" * 5000, f"There is no scenario '{'x' * 29}…{'x' * 29}'"),
        ("Mine (saved)", "No version of 'Mine' is saved"),
        ("x" * 5000 + " (saved)", f"No version of '{'x' * 29}…{'x' * 29}' is saved"),
        ("y" * 5000 + " (from m.yaml)", f"'{'y' * 29}…"),
    ],
)
def test_an_unknown_scenario_shows_no_figures_of_another(asked: str, why: str) -> None:
    at = opened("design", scenario=asked)
    [said] = [one.value.replace("\\", "") for one in at.error]
    assert said.startswith(why)
    assert len(said) < 200
    assert not at.get("html") or "Usable" not in "".join(e.proto.body for e in at.get("html"))
    assert [one.label for one in at.file_uploader]
    at.session_state["A template is open"] = True
    at.switch_page("ui/pages/start.py").run()
    at.button(key="begin with templates/flash-scratch").click().run()
    assert not at.exception
    assert not at.error


def test_fields_that_an_address_makes_up_are_said_shortened() -> None:
    at = opened("design", scenario="beluga", edit="z" * 5000 + "=1")
    found = [one.value.replace("\\", "") for one in at.warning]
    [said] = [one for one in found if "don't exist in this scenario" in one]
    assert f"'{'z' * 29}…{'z' * 29}'" in said
    assert len(said) < 200


def test_a_file_in_place_of_a_broken_link_says_what_is_wrong_with_it() -> None:
    at = opened("design", plan="garbage")
    at.file_uploader[0].upload("mine.yaml", b"schema: ostimate.scenario/1\nname: 3\n").run()
    said = "".join(one.value for one in at.error)
    assert "mine.yaml can't be opened." in said
    assert "mine.yaml:2:" in said.replace("\\", "")


def test_an_optional_count_is_emptied_and_comes_back_undone() -> None:
    at = opened("design", scenario="templates/project-space")
    path = "tiers.0.network.ports"
    key = f"templates/project-space:{path} in its place"
    was = results(at).plan.scenario.written_at(path)
    assert was is not None
    at.text_input(key=key).set_value("").run()
    assert results(at).plan.scenario.written_at(path) is None
    at.button(key="undo an edit").click().run()
    assert results(at).plan.scenario.written_at(path) == was


def test_a_needed_text_that_is_emptied_says_so_and_stands() -> None:
    at = opened("design", scenario="templates/project-space")
    path = "tiers.0.target.layout"
    key = f"templates/project-space:{path} in its place"
    was = at.text_input(key=key).value
    at.text_input(key=key).set_value("").run()
    assert "the previous value is kept" in "".join(one.value for one in at.info)
    assert at.text_input(key=key).value == was
    at.run()
    assert "is needed" not in "".join(one.value for one in at.info)


def room(block: Block, key: str) -> bool:
    """Tell whether a container of a key is on the page, with something in it."""
    inner = [child for child in block.children.values() if isinstance(child, Block)]
    is_it = key.replace(" ", "-") in str(block.proto).replace(" ", "-")
    return (is_it and bool(block.children)) or any(room(one, key) for one in inner)


def test_save_is_a_word_while_something_is_in_no_version() -> None:
    """Else its icon alone is seen; readers of screens say the word anyway."""
    at = tab(scenario="astra")

    def is_word() -> bool:
        return at.button(key="save at once").label == "Save" and not room(at.main, "icon only save")

    assert not is_word()
    edit(at, BLOCKS, 50)
    assert is_word()
    at.button(key="save at once").click().run()
    assert not is_word()
