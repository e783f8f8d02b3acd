"""No data is lost: drafts, versions, who was faster, links, undo."""

from __future__ import annotations

import base64
import re
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml
from sqlalchemy import update
from streamlit.testing.v1 import AppTest

from model.answers.results import Results
from store.drafts import owner_of
from store.link import text_of
from store.patches import Patch
from store.place import place
from store.store import Store
from store.tables import draft
from tests.ui.test_prices import NETWORK
from tests.ui.working import offer, work_of

ROOT = Path(__file__).parents[2]
APP = ROOT / "app.py"
BLOCKS = "tiers.0.blocks"
MINE = (
    (ROOT / "scenarios/astra.yaml").read_text(encoding="utf-8").replace("name: Astra", "name: Mine")
)
PRICE = ("site/tiers:scratch/lines:network", "unit_price")
SECRET = "98765.43 USD"


@pytest.fixture
def where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    file = str(tmp_path / "store.db")
    monkeypatch.setenv("OSTIMATE_STORE", file)
    return file


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    opened = Store(place(where))
    yield opened
    opened.close()


def tab(browser: str = "a" * 30, page: str = "library/numbers", **params: Any) -> AppTest:
    """A tab of a browser, newly opened: what a reload is, too."""
    at = AppTest.from_file(str(APP), default_timeout=60).switch_page(f"ui/pages/{page}.py")
    work_of(at).browser = browser
    at.session_state["menu is open"] = True
    for name, value in params.items():
        at.query_params[name] = value
    return at.run()


def edit(at: AppTest, path: str, value: Any) -> AppTest:
    work_of(at).patch(work_of(at).choice, Patch(path, value))
    return at.run()


def results(at: AppTest) -> Results:
    assert not at.exception
    found: Results = work_of(at).results
    return found


def blocks(at: AppTest) -> float | None:
    return results(at)["site/tiers:scratch", "blocks"]


def save(at: AppTest, name: str, who: str, why: str = "") -> AppTest:
    choice = work_of(at).choice
    at.session_state["menu is open"] = True
    at.run()
    at.text_input(key=f"saved name {choice}").set_value(name)
    at.text_input(key="saved by").set_value(who)
    at.text_input(key=f"saved because {choice}").set_value(why)
    return at.button(key="save").click().run()


def upload(at: AppTest, text: str = MINE) -> AppTest:
    return at.file_uploader(key="uploaded").set_value(("m.yaml", text.encode(), "text/yaml")).run()


def words(at: AppTest) -> str:
    several = (at.text, at.markdown, at.info, at.warning, at.error, at.success, at.caption)
    told = [str(one.value) for kind in several for one in kind]
    drawn = [unescape(one.proto.body) for one in at.get("html")]
    return "\n".join([*told, *drawn]).replace("\\", "")


def test_edits_and_prices_survive_a_reload_and_are_nobody_elses(where: str) -> None:
    at = edit(tab(scenario="astra"), BLOCKS, 77)
    edit(at, "tiers.0.drives.price", SECRET)
    work_of(at).patch("astra", Patch("bands", {"deliveries": True}))
    at.run()
    again = tab(scenario="astra")
    assert work_of(again).of("astra").whole["bands"].new == {"deliveries": True}
    assert blocks(again) == 77
    assert work_of(again).of("astra").figures["tiers.0.drives.price"] == SECRET
    other = tab("b" * 30, scenario="astra")
    assert work_of(other).of("astra").figures == {}


def test_it_is_said_how_long_prices_quotes_and_files_are_kept(where: str) -> None:
    """As docs/store.md says it: longer than a session, and not in the browser."""
    at = tab(scenario="astra")
    at.session_state["part table of astra is open"] = True
    for page, begins in (("cost", ["Opened", "Quotes"]), ("design", ["Opened", "Each"])):
        at.switch_page(f"ui/pages/{page}.py").run()
        long = [one for one in str(words(at)).splitlines() if "90 days after the last edit" in one]
        assert [one.split()[0] for one in long] == begins
        assert "session" not in words(at)


def test_what_identifies_a_plan_follows_its_saved_version(where: str) -> None:
    at = save(edit(tab(scenario="astra"), BLOCKS, 77), "Ours", "Ada")
    at.query_params["needs_part"] = "Assumptions"
    at.switch_page("ui/pages/needs.py").run()
    assert "Scenario: Ours; Version: 1; Date: " in words(at)
    assert "Author: Ada" in words(at)
    edit(at, BLOCKS, 78)
    assert "Version: 1, with unsaved edits; " in words(at)
    at.session_state["needs_part"] = "Overview"
    at.switch_page("ui/pages/needs.py").run()
    assert "Version 1, saved by Ada on 20" in words(at)
    assert "; edited since" in words(at)
    at.session_state["statement of Ours (saved) is open"] = True
    at.switch_page("ui/pages/capacity.py").run()
    assert any(one.value.startswith("Ours\n") for one in at.code)
    at.button(key="copy link").click().run()
    address = next(one.value for one in at.code if "?plan=" in one.value)
    assert "title: Ours" in text_of(address.partition("?plan=")[2])


def test_an_uploaded_scenario_survives_a_reload(where: str) -> None:
    at = edit(upload(tab(scenario="astra")), BLOCKS, 50)
    choice = work_of(at).choice
    again = tab(scenario=choice)
    assert work_of(again).choice == choice == "Mine (from m.yaml)"
    assert blocks(again) == 50
    assert work_of(again).uploads[choice].text == MINE.encode()


def test_a_file_that_is_opened_again_leaves_edits_an_undo_away(where: str) -> None:
    at = edit(upload(tab(scenario="astra")), BLOCKS, 55)
    assert blocks(at) == 55
    upload(at)
    assert blocks(at) != 55
    assert "Undo restores your edits" in words(at)
    at.button(key="undo an edit").click().run()
    assert blocks(at) == 55
    assert blocks(tab(scenario=work_of(at).choice)) == 55
    later = upload(tab(scenario="astra"))
    assert blocks(later) != 55
    later.button(key="undo an edit").click().run()
    assert blocks(later) == 55


def test_two_tabs_dont_take_edits_from_each_other(where: str) -> None:
    one, two = tab(scenario="astra"), tab(scenario="astra")
    edit(one, BLOCKS, 77)
    edit(two, "economics.years", 7)
    both = {BLOCKS: 77, "economics.years": 7}
    assert work_of(two).of("astra").figures == both
    assert work_of(tab(scenario="astra")).of("astra").figures == both


def test_an_address_doesnt_take_the_place_of_a_draft_unasked(where: str) -> None:
    edit(tab(scenario="astra"), BLOCKS, 77)
    at = tab(scenario="astra", edit=[f"{BLOCKS}=66"])
    assert blocks(at) == 77
    assert "edits that differ from your unsaved ones" in words(at)
    next(b for b in at.button if b.label == "Use the edits of the link").click().run()
    assert blocks(at) == 66
    at.button(key="undo an edit").click().run()
    assert blocks(at) == 77


def effect(at: AppTest) -> str:
    """What the head says that the last edit did."""
    bodies = [one.proto.body for one in at.get("html")]
    [said] = [body for body in bodies if 'role="status"' in body]
    return unescape(re.sub("<[^>]*>", "", said))


def test_undo_and_redo_say_what_they_did(where: str) -> None:
    at = tab(scenario="templates/project-space")
    assert at.button(key="undo an edit").disabled
    edit(at, BLOCKS, 9)
    did = effect(at)
    assert re.match(r"\+10\.9\sPB usable, \+", did)
    assert "a fourth rack" in did
    at.button(key="undo an edit").click().run()
    assert work_of(at).of("templates/project-space").figures == {}
    assert did.endswith(" ✗ no longer met: budget, power")
    undone = did.replace("+", "\N{MINUS SIGN}").replace("a fourth", "without the fourth")
    undone = undone.replace("✗ no longer met", "✓ met now")
    assert effect(at) == undone
    at.button(key="redo an edit").click().run()
    assert work_of(at).of("templates/project-space").figures == {BLOCKS: 9}
    assert effect(at) == did
    edit(at, "title", "x")
    assert "No effect on capacity, bandwidth, cost, racks or power" in words(at)


def test_saved_with_its_comments_and_open_for_all(where: str, store: Store) -> None:
    at = edit(upload(tab(scenario="astra")), BLOCKS, 50)
    save(at, "Ours", "Ada", "a beginning")
    assert "Saved as version 1 of Ours" in words(at)
    kept = store.versions.get("Ours")
    assert (kept.about.who, kept.about.why) == ("Ada", "a beginning")
    comments = re.findall(r"(?m)^\s*#.*$", MINE)
    assert comments
    assert re.findall(r"(?m)^\s*#.*$", kept.text) == comments
    assert work_of(at).choice == "Ours (saved)"
    assert work_of(at).of("Ours (saved)").figures == {}
    assert blocks(at) == 50
    assert blocks(tab("b" * 30, scenario="Ours (saved)")) == 50
    edit(at, BLOCKS, 51)
    save(at, "Ours", "Ada")
    at.switch_page("ui/pages/start.py").run()
    shown = "".join(element.proto.body for element in at.get("html"))
    assert BLOCKS in shown
    assert str(where) in words(at)


def conflict() -> AppTest:
    """Ben saved version 2 while Ada changed version 1."""
    save(edit(tab(scenario="astra"), BLOCKS, 50), "Ours", "Ada")
    ada, ben = tab(scenario="Ours (saved)"), tab("b" * 30, scenario="Ours (saved)")
    save(edit(ben, BLOCKS, 60), "Ours", "Ben", "cheaper")
    edit(ada, "economics.years", 7)
    save(ada, "Ours", "Ada")
    assert "Ben saved version 2 of Ours" in words(ada)
    assert "cheaper" in words(ada)
    return ada


def test_mine_becomes_a_version_on_top(where: str, store: Store) -> None:
    at = conflict()
    assert len(store.versions.of("Ours")) == 2
    at.session_state["menu is open"] = False
    assert "Ben saved version 2 of Ours" in words(at.run()), "in sight until it is settled"
    at.button(key="keep mine").click().run()
    assert [one.who for one in store.versions.of("Ours")] == ["Ada", "Ben", "Ada"]
    assert blocks(at) == 50


def test_who_is_asked_sees_what_differs_and_nothing_stands_before_it(
    where: str, store: Store
) -> None:
    at = conflict()
    assert not at.session_state["menu is open"]
    drawn = "".join(element.proto.body for element in at.get("html"))
    assert "Theirs, version 2" in drawn
    assert "Years" in drawn
    assert "Blocks (scratch)" in drawn


def test_what_is_asked_of_one_scenario_isnt_answered_for_another(where: str, store: Store) -> None:
    """The buttons save what is chosen: while that is another scenario, they aren't there."""
    at = conflict()
    work_of(at).choice = "lcpq"
    assert not [one for one in at.run().button if one.key == "keep mine"]
    work_of(at).choice = "Ours (saved)"
    at.run().button(key="keep mine").click().run()
    assert "economics" in store.versions.get("Ours", 3).text


def test_theirs_is_taken_and_mine_is_an_undo_away(where: str, store: Store) -> None:
    at = conflict()
    at.button(key="take theirs").click().run()
    assert blocks(at) == 60
    assert work_of(at).of("Ours (saved)").figures == {}
    at.button(key="undo an edit").click().run()
    assert work_of(at).of("Ours (saved)").figures == {"economics.years": 7}
    save(at, "Ours", "Ada")
    assert len(store.versions.of("Ours")) == 3


def aside(at: AppTest) -> str:
    """What Start lists under Your own as an unsaved copy."""
    at.session_state["Your own is open"] = True
    at.switch_page("ui/pages/start.py").run()
    assert not at.exception
    [found] = [b.label for b in at.button if "unsaved copy" in b.label]
    return found.replace("\\", "")


def test_what_is_put_aside_for_theirs_is_found_after_a_reload(where: str, store: Store) -> None:
    conflict().button(key="take theirs").click().run()
    again = tab(scenario="Ours (saved)")
    assert blocks(again) == 60
    mine = aside(again)
    assert re.fullmatch(r"Ours \(unsaved copy, [-\d]{10} \d\d:\d\d UTC, by Ada\)", mine)
    again.button(key=f"begin with {mine}").click().run()
    assert blocks(again) == 50
    assert work_of(again).of(mine).figures == {"economics.years": 7}
    assert work_of(tab(page="design")).choice != mine
    later = tab()
    assert aside(later) == mine
    later.button(key=f"discard {mine}").click().run()
    assert not later.exception
    assert mine not in work_of(tab()).draft_choices


def test_edits_of_a_file_that_is_opened_again_are_found_after_a_reload(where: str) -> None:
    at = edit(upload(tab(scenario="astra")), BLOCKS, 55)
    upload(at, f"{MINE}# another\n")
    again = tab(scenario=work_of(at).choice)
    assert blocks(again) != 55
    mine = aside(again)
    again.button(key=f"begin with {mine}").click().run()
    assert blocks(again) == 55
    assert work_of(again).uploads[mine].text == MINE.encode()
    saves(again)
    assert "Saved as version 1 of Mine" in words(again)
    assert mine not in work_of(tab()).draft_choices


def test_a_tab_goes_on_with_what_another_one_put_aside(where: str, store: Store) -> None:
    save(edit(tab(scenario="astra"), BLOCKS, 50), "Ours", "Ada")
    ada, there = tab(scenario="Ours (saved)"), tab(scenario="Ours (saved)")
    edit(ada, "economics.years", 7)
    edit(there, "economics.pue", 1.5)
    store.versions.save("Ours", MINE, who="Ben", based_on=1)
    saves(ada).button(key="take theirs").click().run()
    edit(there, "economics.years", 8)
    assert "unsaved copy" in work_of(there).choice
    assert blocks(there) == 50
    assert work_of(there).of(work_of(there).choice).figures == {
        "economics.pue": 1.5,
        "economics.years": 8,
    }


def test_mine_goes_by_another_name(where: str, store: Store) -> None:
    at = conflict()
    at.button(key="save as another").click().run()
    assert {one.name: one.number for one in store.versions.newest()} == {"Ours": 2, "Ours 2": 1}
    assert work_of(at).choice == "Ours 2 (saved)"
    assert blocks(at) == 50


def test_a_draft_of_an_older_version_still_meets_the_newer_one(where: str, store: Store) -> None:
    save(tab(scenario="astra"), "Ours", "Ada")
    edit(tab(scenario="Ours (saved)"), BLOCKS, 51)
    store.versions.save("Ours", MINE, who="Ben", based_on=1)
    again = tab(scenario="Ours (saved)")
    assert blocks(again) == 51
    save(again, "Ours", "Ada")
    assert "Ben saved version 2 of Ours" in words(again)


def test_an_older_version_comes_back_as_the_newest(where: str, store: Store) -> None:
    at = edit(tab(scenario="astra"), BLOCKS, 50)
    save(at, "Ours", "Ada")
    save(edit(at, BLOCKS, 60), "Ours", "Ada")
    at.switch_page("ui/pages/start.py").run()
    at.selectbox(key="saved version").select(1).run()
    at.button(key="restore").click().run()
    assert blocks(at) == 50
    assert store.versions.get("Ours", 3).text == store.versions.get("Ours", 1).text


def test_a_store_that_cant_be_opened_is_said_and_the_plan_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "broken.db"
    file.write_bytes(b"no database at all, but long enough to be one" * 99)
    monkeypatch.setenv("OSTIMATE_STORE", str(file))
    at = edit(tab(scenario="astra"), BLOCKS, 50)
    assert blocks(at) == 50
    assert "Not stored: the store" in words(at)
    at.switch_page("ui/pages/start.py").run()
    assert not at.exception
    assert work_of(upload(tab(scenario="astra"))).choice == "Mine (from m.yaml)"


def test_a_file_of_another_program_stays_as_it_is_and_the_plan_goes_on(where: str) -> None:
    with closing(sqlite3.connect(where)) as other:
        other.execute("CREATE TABLE bookmarks (url TEXT)")
    before = Path(where).read_bytes()
    at = edit(tab(scenario="astra"), BLOCKS, 50)
    assert blocks(at) == 50
    assert "store.db belongs to another program (its tables: bookmarks): name another" in words(at)
    assert Path(where).read_bytes() == before


def damage(store: Store, choice: str) -> None:
    with store.database.transaction("draft") as connection:
        here = draft.c.choice == choice
        assert connection.execute(update(draft).where(here).values(body='{"edit')).rowcount == 1


def test_a_damaged_draft_is_told_and_the_scenario_opens_without_it(
    where: str, store: Store
) -> None:
    damaged = "The unsaved changes of 'astra' in the store are damaged: they are set aside there"
    edit(tab(scenario="astra"), BLOCKS, 77)
    damage(store, "astra")
    at = tab()
    assert damaged in words(at)
    assert work_of(at).of("astra").figures == {}
    edit(at, BLOCKS, 55)
    assert damaged not in words(at)
    assert blocks(tab(scenario="astra")) == 55


def test_a_damaged_draft_of_a_file_keeps_the_file(where: str, store: Store) -> None:
    choice = work_of(edit(upload(tab(scenario="astra")), BLOCKS, 50)).choice
    damage(store, choice)
    at = tab(scenario=choice)
    assert f"The unsaved changes of '{choice}' in the store are damaged" in words(at)
    assert work_of(at).uploads[choice].text == MINE.encode()
    assert blocks(at) != 50


def test_a_draft_that_is_damaged_meanwhile_is_kept_anew_by_its_tab(
    where: str, store: Store
) -> None:
    at = edit(tab(scenario="astra"), BLOCKS, 77)
    damage(store, "astra")
    edit(at, "economics.years", 7)
    both = {BLOCKS: 77, "economics.years": 7}
    assert work_of(at).of("astra").figures == both
    assert work_of(tab(scenario="astra")).of("astra").figures == both


def test_an_edit_that_cant_be_kept_is_said_at_once_and_kept_when_it_can(
    where: str, tmp_path: Path
) -> None:
    at = edit(tab(scenario="astra"), BLOCKS, 50)
    assert "in this tab only" not in words(at)
    file, away = Path(where), tmp_path / "away.db"
    file.rename(away)
    at.session_state["menu is open"] = False
    edit(at, BLOCKS, 60)
    assert blocks(at) == 60
    assert "Your changes are stored in this tab only: the store" in words(at)
    away.rename(file)
    at.run()
    assert "in this tab only" not in words(at)
    assert blocks(tab(scenario="astra")) == 60


def copied(at: AppTest) -> str:
    at.button(key="copy link").click().run()
    assert not at.exception
    return str(at.code[0].value).partition("plan=")[2]


def test_a_link_opens_elsewhere_without_prices(where: str) -> None:
    at = edit(tab(scenario="templates/project-space"), BLOCKS, 9)
    edit(at, "tiers.0.drives.price", "98765.43 EUR")
    edit(at, "requirements.budget", "1234567 EUR")
    found = copied(at)
    opened = zlib.decompress(base64.urlsafe_b64decode(found[3:] + "=" * (-len(found[3:]) % 4)))
    assert b"98765" not in opened
    assert b"1234567" not in opened
    own = "Budget, with VAT, Unit price (project: drives)"
    assert f"Left out as confidential: {own}" in words(at)
    other = tab("b" * 30, plan=found)
    assert f"leaves out confidential values of the sender: {own}" in words(other)
    assert "from a link" in work_of(other).choice
    assert results(other)["site", "usable_capacity"] == results(at)["site", "usable_capacity"]
    assert results(other)["site", "capital_cost"] != results(at)["site", "capital_cost"]
    assert "plan" not in other.query_params
    again = tab("b" * 30, scenario=work_of(other).choice)
    assert results(again)["site", "usable_capacity"] == results(at)["site", "usable_capacity"]
    edit(again, "tiers.0.drives.price", "1 EUR")
    edit(again, "requirements.budget", "1 EUR")
    assert "confidential values of the sender" not in words(
        again
    )  # somebody entered them: nothing is missing


def test_a_save_at_one_click_bears_the_name_that_was_given_last(
    where: str, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("streamlit.user", {})  # nobody signs in
    save(edit(tab(scenario="astra"), BLOCKS, 20), "Ours", "Ada")
    later = edit(tab(scenario="Ours (saved)"), BLOCKS, 21)
    later.button(key="save at once").click().run()
    assert [one.who for one in store.versions.of("Ours")] == ["Ada", "Ada"]
    other = edit(tab("b" * 30, scenario="Ours (saved)"), BLOCKS, 22)
    other.button(key="save at once").click().run()
    assert store.versions.get("Ours").about.who == ""
    save(edit(later, BLOCKS, 23), "Mine", "")
    edit(later, BLOCKS, 24).button(key="save at once").click().run()
    assert store.versions.get("Mine").about.who == ""


def test_an_address_has_no_text_that_names_money(where: str) -> None:
    at = edit(tab(scenario="astra"), BLOCKS, 20)
    edit(at, "requirements.workload", "as in the quote of EUR 12k")
    assert at.query_params["edit"] == "tiers.0.blocks=20"


def test_a_link_of_what_comes_along_holds_all_of_it(where: str) -> None:
    at = edit(tab(scenario="templates/project-space"), BLOCKS, 9)
    found = copied(at)
    assert "The link contains the whole plan" in words(at)
    other = tab("b" * 30, plan=found)
    assert "confidential values of the sender" not in words(other)
    assert results(other)["site", "capital_cost"] == results(at)["site", "capital_cost"]


def test_a_quote_is_kept_and_saved_but_leaves_by_no_link(where: str, store: Store) -> None:
    at = tab(scenario="astra")
    offer(work_of(at), {"q.yaml": yaml.safe_dump(NETWORK).encode()})
    at.run()
    assert results(at)[PRICE] == 613.37
    text = text_of(copied(at))
    assert not [word for word in ("613", "q.yaml", "Megastore", "Q-4711") if word in text]
    again = tab(scenario="astra")
    assert results(again)[PRICE] == 613.37
    save(again, "Ours", "Ada")
    assert list(store.versions.get("Ours").files) == ["q.yaml"]
    assert results(tab("b" * 30, scenario="Ours (saved)"))[PRICE] == 613.37


def bring(at: AppTest, files: dict[str, bytes]) -> AppTest:
    """Take over quotes as their box does, or the form of a quote."""
    offer(work_of(at), files)
    return at.run()


def test_a_quote_that_came_or_went_is_a_step_of_undo(where: str) -> None:
    quote = {"q.yaml": yaml.safe_dump(NETWORK).encode()}
    at = edit(tab(scenario="astra"), BLOCKS, 50)
    before = results(at)[PRICE]
    bring(at, quote)
    assert results(at)[PRICE] == 613.37
    at.button(key="undo an edit").click().run()
    assert (results(at)[PRICE], blocks(at)) == (before, 50)
    assert results(tab(scenario="astra"))[PRICE] == before
    at.button(key="redo an edit").click().run()
    assert results(at)[PRICE] == 613.37
    assert results(tab(scenario="astra"))[PRICE] == 613.37
    bring(at, {})
    assert results(at)[PRICE] == before
    for expected in (613.37, before):
        at.button(key="undo an edit").click().run()
        assert (results(at)[PRICE], blocks(at)) == (expected, 50)
    at.button(key="undo an edit").click().run()
    assert blocks(at) != 50
    assert at.button(key="undo an edit").disabled


def test_a_quote_that_a_box_brought_is_one_step(where: str) -> None:
    at = tab(scenario="astra").switch_page("ui/pages/cost.py").run()
    box = next(one for one in at.file_uploader if one.label.startswith("Quotes"))
    box.upload("q.yaml", yaml.safe_dump(NETWORK).encode()).run()
    assert results(at)[PRICE] == 613.37
    at.button(key="undo an edit").click().run()
    assert at.button(key="undo an edit").disabled
    assert not at.exception


def test_quotes_stay_where_a_file_is_opened_again(where: str) -> None:
    at = upload(tab(scenario="astra"))
    offer(work_of(at), {"q.yaml": yaml.safe_dump(NETWORK).encode()})
    assert results(upload(at.run()))[PRICE] == 613.37


def test_another_tab_takes_no_quote_away_and_brings_none_back(where: str) -> None:
    one, two = tab(scenario="astra"), tab(scenario="astra")
    bring(one, {"q.yaml": yaml.safe_dump(NETWORK).encode()})
    edit(two, BLOCKS, 77)
    assert results(two)[PRICE] == 613.37
    assert results(edit(two, BLOCKS, 78))[PRICE] == 613.37
    assert results(tab(scenario="astra"))[PRICE] == 613.37
    bring(one.run(), {})
    edit(two, BLOCKS, 79)
    assert results(edit(two, BLOCKS, 80))[PRICE] is None
    assert results(tab(scenario="astra"))[PRICE] is None


def test_what_is_copied_of_a_number_has_nothing_of_a_quote(where: str) -> None:
    def cited(at: AppTest, number: str) -> str:
        at.query_params["why"] = number
        at.run()
        assert not at.exception
        return str(at.code[-1].value)

    at = tab(scenario="astra")
    at.session_state["menu is open"] = False
    path, name = PRICE
    number = f"{path}.net_unit_price"
    offer(work_of(at), {"q.yaml": yaml.safe_dump(NETWORK).encode()})
    assert "confidential, because it depends on quotes" in cited(at, f"{path}.{name}")
    assert "613" not in cited(at, number)
    assert "= " in cited(at, "site.usable_capacity")


def test_a_link_that_cant_be_opened_says_why(where: str) -> None:
    at = tab(plan="v2.abc")
    assert not at.exception
    assert "this Ostimate reads only format 1: update Ostimate" in words(at)
    assert work_of(at).choice == "astra"


def test_a_link_says_all_that_is_wrong_with_its_scenario(where: str) -> None:
    text = b"schema: ostimate.scenario/1\nname: Odd\nnone: 1\nneither: 2\ntiers: []\n"
    found = base64.urlsafe_b64encode(zlib.compress(text)).decode().rstrip("=")
    at = tab(plan=f"v1.{found}")
    assert not at.exception
    said = at.error[0].value
    assert "can't be planned here:\n- " in said
    assert "none" in said
    assert "neither" in said
    assert "tiers" in said


def presses(at: AppTest, what: str, name: str) -> AppTest:
    """Remove or copy a tier in a tab, on the page Design."""
    work_of(at).tier = name
    tiers = [tier.name for tier in results(at).plan.scenario.tiers]
    at.session_state[f"tier menu lcpq {tiers.index(name)} of {len(tiers)}"] = True
    at.switch_page("ui/pages/design.py").run()
    return next(b for b in at.button if (b.key or "").startswith(f"{what} lcpq")).click().run()


@pytest.mark.usefixtures("where")
def test_a_tier_that_another_tab_took_out_is_told_where_it_is_edited() -> None:
    """Nothing is planned wrongly, nothing breaks: a line says what was left out."""
    here, there = tab(scenario="lcpq"), tab(scenario="lcpq")
    work_of(here).tier = "metadata"
    here.switch_page("ui/pages/design.py").run()
    presses(there, "remove", "metadata")
    assert [tier.name for tier in results(there).plan.scenario.tiers] == ["beegfs"]
    here.text_input(key="lcpq:tiers.1.target.layout in its place").set_value("raid5:5").run()
    assert not here.exception
    assert not here.error
    assert "target.layout = raid5\\:5 is ignored" in here.warning[0].value
    assert [tier.name for tier in results(here).plan.scenario.tiers] == ["beegfs"]
    assert work_of(here).of("lcpq").figures == {}
    assert not there.run().error


@pytest.mark.usefixtures("where")
def test_an_edit_follows_its_tier_to_where_another_tab_put_it() -> None:
    here, there = tab(scenario="lcpq"), tab(scenario="lcpq")
    presses(there, "copy", "beegfs")
    edit(here, "tiers.1.policy.fill_limit", 0.7)
    assert not here.exception
    assert work_of(here).of("lcpq").figures == {"tiers.2.policy.fill_limit": 0.7}
    *_, tier = results(here).plan.scenario.tiers
    assert (tier.name, tier.policy.fill_limit.value) == ("metadata", 0.7)


@pytest.mark.usefixtures("where")
def test_a_page_is_drawn_though_the_edited_tier_went() -> None:
    """The plan from before is shown while an edit stands for a tier that isn't written any more."""
    at = tab(scenario="lcpq")
    work_of(at).tier = "metadata"
    at.switch_page("ui/pages/design.py").run()
    scenario = results(at).plan.scenario.data
    work_of(at).patch("lcpq", Patch("tiers", scenario["tiers"][:1]))
    edit(at, "tiers.1.policy.fill_limit", 0.7)
    assert not at.exception
    assert "can't be planned" in at.error[0].value


def test_a_click_saves_under_the_name_that_there_is(where: str, store: Store) -> None:
    at = edit(tab(scenario="astra"), BLOCKS, 50)
    at.button(key="save at once").click().run()
    assert "Saved as version 1 of Astra" in words(at)
    edit(at, BLOCKS, 60)
    at.button(key="save at once").click().run()
    assert "Saved as version 2 of Astra" in words(at)
    other = edit(tab("b" * 30, scenario="astra"), BLOCKS, 70)
    other.button(key="save at once").click().run()  # the name is taken: nothing is lost
    assert "A saved plan with this name already exists" in words(other)
    assert len(store.versions.of("Astra")) == 2


def taken(store: Store) -> AppTest:
    """Somebody else saved a plan of the name that a new one has by itself, and its next, too."""
    store.versions.save("Astra", MINE, who="Ben", why="ours")
    store.versions.save("Astra 2", MINE, who="Ben")
    at = edit(tab(scenario="astra"), BLOCKS, 50)
    return at.button(key="save at once").click().run()


def test_a_name_that_is_taken_is_said_and_a_free_one_offered(where: str, store: Store) -> None:
    at = taken(store)
    said = words(at)
    assert "A saved plan with this name already exists: Astra, version 1, by Ben (ours)." in said
    assert "since you opened it" not in said
    assert not [one for one in at.button if one.key == "take theirs"]
    assert at.text_input(key="saved under another name").value == "Astra 3"
    at.button(key="save as another").click().run()
    assert not at.exception
    assert {one.name: one.number for one in store.versions.newest()} == {
        "Astra": 1,
        "Astra 2": 1,
        "Astra 3": 1,
    }
    assert work_of(at).choice == "Astra 3 (saved)"
    assert blocks(at) == 50


def test_a_plan_of_a_name_that_is_taken_can_be_its_next_version(where: str, store: Store) -> None:
    at = taken(store)
    at.button(key="keep mine").click().run()
    assert work_of(at).choice == "Astra (saved)"
    assert store.versions.get("Astra").about.number == 2
    assert blocks(at) == 50


def test_who_is_asked_for_a_name_needs_not_save(where: str, store: Store) -> None:
    at = taken(store)
    at.button(key="save later").click().run()
    assert "with this name already" not in words(at)
    assert len(store.versions.newest()) == 2
    assert blocks(at) == 50
    assert work_of(at).of("astra").figures == {BLOCKS: 50}


def test_what_cant_be_read_is_named_by_no_other_scenario(where: str, store: Store) -> None:
    """A tier of that place in the scenario that is open would be another one."""
    store.versions.save("Ours", MINE)
    text = MINE.replace("blocks:", "blokcs:", 1)
    store.versions.save("Ours", text, based_on=1)
    at = tab(scenario="lcpq").switch_page("ui/pages/start.py").run()
    assert not at.exception
    drawn = "".join(unescape(element.proto.body) for element in at.get("html"))
    assert "tiers.0.blokcs" in drawn
    assert "(beegfs)" not in drawn
    assert "Version 2 of 'Ours' can't be opened" in words(at)
    at.selectbox(key="saved version").select(1).run()
    assert "can't be opened" not in words(at)


def test_what_a_link_left_out_is_said_until_it_is_closed(where: str) -> None:
    at = edit(tab(scenario="templates/project-space"), "requirements.budget", "1234567 EUR")
    other = tab("b" * 30, plan=copied(at))
    assert "confidential values of the sender" in words(other)
    edit(other, BLOCKS, 9)
    assert "confidential values of the sender" in words(other)
    other.button(key="close what is left out").click().run()
    assert "confidential values of the sender" not in words(other)
    assert "confidential values of the sender" not in words(edit(other, BLOCKS, 10))


def test_what_anybody_saved_is_among_what_start_offers(where: str, store: Store) -> None:
    store.versions.save("Ours", MINE, who="Ben")
    at = tab(scenario="astra")
    at.session_state["Your own is open"] = True
    at.switch_page("ui/pages/start.py").run()
    at.button(key="begin with saved Ours").click().run()
    assert not at.exception
    assert work_of(at).choice == "Ours (saved)"


def test_steps_that_a_reload_forgot_are_told_where_undo_is(where: str) -> None:
    at = edit(tab(scenario="beluga"), "tiers.0.blocks", 9)
    assert at.button(key="undo an edit").help == "Undo"
    again = tab(scenario="beluga")
    assert work_of(again).of("beluga").figures == {"tiers.0.blocks": 9}
    undo = again.button(key="undo an edit")
    assert undo.disabled
    assert "can't be undone one by one" in undo.help


def test_a_link_opens_the_plan_on_one_screen(where: str) -> None:
    at = tab(page="cost", scenario="astra")
    at.button(key="copy link").click().run()
    [address] = [one.value for one in at.code if "plan=" in one.value]
    assert "/needs?plan=" in address
    other = tab("b" * 30, "needs", plan=address.partition("plan=")[2])
    assert not other.exception
    assert "**Risks**" in words(other)
    assert "Not saved yet" in words(other)


def saves(at: AppTest) -> AppTest:
    """Save at one click."""
    return at.button(key="save at once").click().run()


@pytest.mark.parametrize("choice", ["Mine (from m.yaml)", "astra"])
def test_a_save_takes_along_what_other_tabs_made_and_they_go_on_with_it(
    where: str, store: Store, choice: str
) -> None:
    here = upload(tab(scenario="astra")) if choice != "astra" else tab(scenario=choice)
    edit(here, "economics.years", 7)
    there = edit(tab(scenario=choice), BLOCKS, 55)
    edit(there, "tiers.0.drives.price", SECRET)
    name = saves(here) and store.versions.newest()[0].name
    assert blocks(here) == 55
    kept = store.versions.get(name).text
    assert SECRET in kept
    edit(there, "economics.pue", 1.5)
    assert work_of(there).choice == f"{name} (saved)"
    assert work_of(there).of(f"{name} (saved)").figures == {"economics.pue": 1.5}
    assert blocks(there) == 55
    assert f"continues here as {name} (saved)" in words(there)
    again = tab(scenario=f"{name} (saved)")
    assert work_of(again).of(f"{name} (saved)").figures == {"economics.pue": 1.5}
    there.button(key="undo an edit").click().run()
    assert work_of(there).of(f"{name} (saved)").figures == {}
    there.button(key="redo an edit").click().run()
    saves(there)
    assert "Saved as version 2" in words(there)
    assert "pue" in store.versions.get(name, 2).text


def test_two_tabs_of_what_is_saved_go_on_with_each_others_versions(
    where: str, store: Store
) -> None:
    save(tab(scenario="astra"), "Ours", "Ada")
    here, there = tab(scenario="Ours (saved)"), tab(scenario="Ours (saved)")
    edit(there, BLOCKS, 55)
    edit(here, "economics.years", 7)
    saves(here)
    edit(there, "economics.pue", 1.5)
    assert blocks(there) == 55
    assert work_of(there).stored.base_versions["Ours (saved)"] == 2
    assert work_of(there).of("Ours (saved)").figures == {"economics.pue": 1.5}
    saves(there)
    saves(here)
    assert "continues here as Ours (saved)" in words(here)
    assert [one.number for one in store.versions.of("Ours")] == [3, 2, 1]
    assert "pue" in results(here).plan.scenario.data["economics"]


def test_a_quote_of_another_tab_is_saved_along_and_stays(where: str, store: Store) -> None:
    here, there = tab(scenario="astra"), tab(scenario="astra")
    offer(work_of(there), {"q.yaml": yaml.safe_dump(NETWORK).encode()})
    there.run()
    edit(here, BLOCKS, 50)
    assert results(here)[PRICE] == 613.37
    edit(here, BLOCKS, 51)
    assert results(tab(scenario="astra"))[PRICE] == 613.37
    saves(here)
    assert list(store.versions.get("Astra").files) == ["q.yaml"]


def test_a_tab_whose_file_another_one_saved_opens_it_again_at_a_reload(
    where: str, store: Store
) -> None:
    here = edit(upload(tab(scenario="astra")), BLOCKS, 55)
    choice = work_of(here).choice
    saves(here)
    again = tab(scenario=choice)
    assert work_of(again).choice == "Mine (saved)"
    assert blocks(again) == 55


def test_edits_without_their_file_are_told_and_dont_stand_in_the_way(
    where: str, store: Store
) -> None:
    owner = owner_of("a" * 30)
    store.drafts.keep(owner, "Mine (from m.yaml)", {}, {f"edit:{BLOCKS}": 3})
    at = tab(page="design", scenario="Mine (from m.yaml)")
    assert not at.exception
    assert "'Mine (from m.yaml)' can't be opened: it is no longer stored; open it again" in words(
        at
    )
    assert not at.get("html") or "Usable" not in words(at)
    at.file_uploader[0].upload("m.yaml", MINE.encode()).run()
    at.button(key="undo an edit").click().run()
    assert blocks(at) == 3
    store.drafts.keep(owner, "Other (from o.yaml)", {}, {f"edit:{BLOCKS}": 3})
    at = tab(page="design", scenario="Other (from o.yaml)")
    next(b for b in at.button if b.label.startswith("Discard")).click().run()
    assert not at.exception
    assert "can't be opened" not in words(at)
    assert "Other (from o.yaml)" not in store.drafts.choices(owner)


def test_a_file_that_another_tab_opened_anew_isnt_overwritten(where: str, store: Store) -> None:
    here = upload(tab(scenario="astra"))
    choice = work_of(here).choice
    there = tab(scenario=choice)
    newer = f"{MINE}# newer\n"
    upload(here, newer)
    edit(edit(there, BLOCKS, 55), "economics.years", 7)
    assert work_of(there).uploads[choice].text == newer.encode()
    again = tab(scenario=choice)
    assert work_of(again).uploads[choice].text == newer.encode()
    assert blocks(again) == 55


def test_a_draft_that_cant_be_opened_is_said_on_start(where: str, store: Store) -> None:
    store.drafts.keep(owner_of("a" * 30), "Mine (from m.yaml)", {}, {f"edit:{BLOCKS}": 3})
    at = tab(scenario="astra")
    at.session_state["Your own is open"] = True
    at.switch_page("ui/pages/start.py").run()
    at.button(key="begin with Mine (from m.yaml)").click().run()
    assert not at.exception
    assert "'Mine (from m.yaml)' can't be opened: it is no longer" in words(at)
    at.button(key="discard Mine (from m.yaml)").click().run()
    assert not store.drafts.choices(owner_of("a" * 30))


def test_a_draft_that_cant_be_planned_any_more_says_so(where: str, store: Store) -> None:
    text = MINE.replace("schema: ostimate.scenario/", "schema: ostimate.scenario/99")
    for name, said in (("one", text), ("two", MINE.replace("currency: USD", "currency: USDX"))):
        items, files = {"file:origin": "x"}, {"origin": said.encode()}
        store.drafts.keep(owner_of("a" * 30), f"Mine (from {name}.yaml)", {}, items, files)
        at = tab(scenario=f"Mine (from {name}.yaml)")
        assert not at.exception
        assert f"'Mine (from {name}.yaml)' can't be opened: {name}.yaml:" in words(at)


@pytest.mark.parametrize("page", ["design", "library/units"])
def test_a_store_that_is_away_is_said_and_the_address_stays(
    where: str, tmp_path: Path, page: str
) -> None:
    for asked in ("Ours (saved)", "Mine (from m.yaml)"):
        at = tab(scenario="astra")
        save(at, "Ours", "Ada") if asked.startswith("Ours") else upload(at)
        file, away = Path(where), tmp_path / "away.db"
        file.rename(away)
        at = tab(page=page, scenario=asked, edit=[f"{BLOCKS}=50"])
        assert not at.exception
        assert "isn't the file that was opened" in words(at)
        assert "No data is lost; try again" in words(at)
        assert "There is no scenario" not in words(at)
        assert "Usable" not in "".join(one.proto.body for one in at.get("html"))
        assert at.query_params["scenario"] == asked
        assert at.query_params["edit"] == f"{BLOCKS}=50"
        away.rename(file)
        next(b for b in at.button if b.label == "Try again").click().run()
        assert work_of(at).choice == asked
        assert blocks(at) == 50
        assert "No data is lost" not in words(at)


def test_a_version_that_cant_be_planned_says_why(where: str, store: Store) -> None:
    store.versions.save("Ours", MINE.replace("currency: USD", "currency: USDX"))
    at = tab(page="design", scenario="Ours (saved)")
    assert not at.exception
    assert "Version 1 of 'Ours' can't be opened (" in words(at)
    assert "economics.currency" in words(at)
    assert "There is no scenario" not in words(at)
