"""Characters that a file can't hold: refused where they are typed, never kept, never in the way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select, update
from streamlit.testing.v1 import AppTest

from store.place import place
from store.store import Store
from store.tables import draft, version
from tests.ui.test_design import DRIVES, change, click, shown, submit
from tests.ui.test_shapes import TEMPLATE
from tests.ui.test_store import APP, BLOCKS, MINE, edit, results, save, tab
from tests.ui.working import work_of
from ui.design import pieces, texts

WHAT = "the character U+202E is not allowed in a text: remove it"
BAD = MINE.replace("name: Mine", "name: Mine\nauthor: a\u202eb")


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    file = str(tmp_path / "store.db")
    monkeypatch.setenv("OSTIMATE_STORE", file)
    opened = Store(place(file))
    yield opened
    opened.close()


def errors(at: AppTest) -> str:
    return "\n".join(str(one.value) for one in at.error).replace("\\", "")


def drafts(store: Store) -> str:
    with store.database.transaction("read") as connection:
        return "".join(connection.scalars(select(draft.c.body)))


def spoil(store: Store, name: str, number: int) -> None:
    """Let a version say what can't be read, as one that an older program saved."""
    here = (version.c.name == name, version.c.number == number)
    with store.database.transaction("save") as connection:
        connection.execute(update(version).where(*here).values(text=BAD))


def test_a_text_that_no_file_holds_is_refused_at_its_field(store: Store) -> None:
    at = AppTest.from_file(str(APP), default_timeout=60)
    at.session_state["of the plan of astra is open"] = True
    work_of(at).browser = "a" * 30
    at.query_params["scenario"] = "astra"
    at.switch_page("ui/pages/needs.py").run()
    was = results(at).plan.scenario.author
    [box] = {one.key for one in at.text_input if ":author " in (one.key or "")}
    at.text_input(key=box).set_value("our\u202eplan").run()
    assert f"Author: {WHAT}; the previous value is kept." in errors(at)
    assert at.text_input(key=box).value == was
    assert "\u202e" not in drafts(store)
    assert not at.button(key="save at once").disabled
    assert not at.run().error


def test_an_own_part_has_a_name_that_a_file_holds(store: Store) -> None:
    at = change(tab(scenario=TEMPLATE).switch_page("ui/pages/design.py").run(), DRIVES, pieces.OWN)
    at.text_input(key=f"own name {DRIVES}").set_value("bad\u202ename")
    at.text_input(key=f"own {DRIVES}.capacity").set_value("40 TB")
    submit(at, "Use this part")
    assert f"✗ Name: {WHAT}" in shown(at).replace("&#x27;", "'")
    assert not work_of(at).of(TEMPLATE).sections
    assert "\u202e" not in drafts(store)


def test_a_quote_says_which_of_its_fields_no_file_holds() -> None:
    at = click(tab(scenario=TEMPLATE).switch_page("ui/pages/design.py").run(), "enter a quote")
    at.text_input(key="quote number").set_value("Q-4711")
    at.text_input(key="quote vendor").set_value("Mega\u202estore")
    click(at, "take the quote")
    assert f"✗ vendor: {WHAT}" in shown(at).replace("&#x27;", "'")
    assert not work_of(at).of(TEMPLATE).files


def test_a_reason_of_prices_is_one_that_a_file_holds(store: Store) -> None:
    at = edit(tab(scenario="astra"), "tiers.0.drives.price", "900 USD")
    at.session_state["part table of astra is open"] = True
    at.switch_page("ui/pages/design.py").run()
    (source,) = (one for one in at.text_input if one.label == texts.SOURCE_OF_VALUES)
    source.set_value("a\u202eb")
    submit(at, texts.APPLY_VALUES)
    assert f"{texts.SOURCE_OF_VALUES}: {WHAT}" in errors(at)
    assert "\u202e" not in drafts(store)


@pytest.mark.parametrize("field", ["saved by", "saved because astra"])
def test_who_and_why_are_texts_that_turn_nothing(field: str, store: Store) -> None:
    at = edit(tab(scenario="astra"), BLOCKS, 50)
    at.text_input(key="saved name astra").set_value("Ours")
    at.text_input(key=field).set_value("a\u202eb")
    at.button(key="save").click().run()
    assert WHAT in errors(at)
    assert not store.versions.newest()
    assert work_of(at).of("astra").figures == {BLOCKS: 50}


def test_a_kept_edit_that_no_file_holds_is_said_and_can_be_taken_back() -> None:
    at = edit(tab(scenario="astra"), "title", "a\u202eb")
    assert WHAT in errors(at)
    assert at.button(key="save at once").disabled
    at.button(key="undo an edit").click().run()
    assert not at.error


def test_a_version_that_cant_be_read_leads_to_those_before(store: Store) -> None:
    at = save(edit(tab(scenario="astra"), BLOCKS, 50), "Ours", "Ada")
    save(edit(at, BLOCKS, 60), "Ours", "Ada")
    spoil(store, "Ours", 2)
    again = tab(scenario="Ours (saved)")
    assert "Version 2 of 'Ours' can't be opened" in errors(again)
    assert "the character U+202E is not allowed in a text" in errors(again)
    again.switch_page("ui/pages/start.py").run()
    assert not again.exception
    again.selectbox(key="saved version").select(1).run()
    again.button(key="restore").click().run()
    assert not again.exception
    assert not again.error
    assert results(again)["site/tiers:scratch", "blocks"] == 50
    assert store.versions.get("Ours").about.number == 3


def test_a_choice_that_is_gone_is_said_and_nothing_breaks() -> None:
    """As a draft that another tab put aside."""
    at = tab(scenario="astra")
    work_of(at).choice = "Mine (from Start)"
    at.run()
    assert not at.exception
    assert "is no longer stored" in errors(at)
    work_of(at).choice = "Mine (from Start)"
    work_of(at).draft_choices = ["Mine (from Start)"]
    at.run()
    assert not at.exception


def test_what_is_saved_and_cant_be_opened_stays_what_it_was(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is written and read otherwise is no version: the draft stays."""
    at = edit(tab(scenario="astra"), BLOCKS, 50)
    monkeypatch.setattr("ui.state.session.text", lambda: MINE)
    save(at, "Ours", "Ada")
    assert "The saved file would not read back" in errors(at)
    assert not store.versions.newest()
    assert work_of(at).of("astra").figures == {BLOCKS: 50}
