"""What a real browser keeps when the server is killed, and what a second one gets of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.conftest import PATIENCE
from tests.serving import free_port, serving
from tests.test_app_browser import blocks, goes_to, is_at_rest, is_whole, menu, stands_still
from ui.state.drafts import COOKIE

pytestmark = pytest.mark.browser


def is_known(page: Page) -> None:
    """Wait until the browser has its key: a tab that is opened sooner is another browser's."""
    page.wait_for_function(f"document.cookie.includes('{COOKIE}=')")


def test_an_edit_survives_a_killed_server(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OSTIMATE_STORE", str(tmp_path / "store.db"))
    port, log = free_port(), tmp_path / "log"
    address = f"http://127.0.0.1:{port}/design?scenario=astra"
    with serving(port, log):
        page.goto(address)
        is_whole(page, "Design")
        is_known(page)
        blocks(page).fill("77")
        blocks(page).press("Enter")
        expect(page.get_by_role("status").filter(has_text="usable")).to_be_visible()
    with serving(port, log):
        page.goto(address)  # without the edit, which only the store knows
        expect(blocks(page)).to_have_value("77")
    assert "Traceback" not in log.read_text()


def test_two_people_share_a_link_and_see_what_differs_of_what_they_save(
    app: str, page: Page, browser: Browser
) -> None:
    ada, ben = page, browser.new_context().new_page()
    ben.set_default_timeout(PATIENCE)
    ada.goto(f"{app}/design?scenario=astra")
    is_whole(ada, "Design")
    blocks(ada).fill("77")
    blocks(ada).press("Enter")
    expect(ada.get_by_role("status").filter(has_text="usable")).to_be_visible()
    ben.goto(link_of(ada))
    is_whole(ben, "Needs")
    expect(ben.get_by_text("Risks")).to_be_visible()
    assert "plan=" not in ben.url
    goes_to(ben, "Design")
    expect(blocks(ben)).to_have_value("77")
    saves(ada)
    expect(ada.get_by_text("Saved as version 1 of Astra.")).to_be_visible()
    ben.goto(f"{app}/design?scenario=Astra (saved)")
    for one, count in ((ben, "60"), (ada, "70")):
        is_whole(one, "Design")
        blocks(one).fill(count)
        blocks(one).press("Enter")
        expect(one.get_by_role("status").filter(has_text="usable")).to_be_visible()
        is_at_rest(one)
        saves(one)
    expect(ben.get_by_text("Saved as version 2 of Astra.")).to_be_attached()
    expect(ada.get_by_text("Somebody saved version 2 of Astra")).to_be_visible()
    expect(ada.get_by_text("Theirs, version 2")).to_be_visible()
    ada.get_by_role("button", name="Use theirs, keep mine as a draft").click()
    expect(blocks(ada).first).to_have_value("60")
    ada.get_by_role("button", name="Undo", exact=True).click()
    expect(blocks(ada).first).to_have_value("70")
    ben.context.close()


def link_of(page: Page) -> str:
    """Copy the link of a plan from its menu."""
    menu(page).click()
    expect(page.get_by_role("button", name="Workbook (.xlsx)")).to_be_visible()
    is_at_rest(page)
    page.get_by_text("Save and share").click()
    button = page.get_by_role("button", name="Copy link")
    stands_still(button)
    button.click()
    link = page.get_by_text("/needs?plan=v1.").inner_text()
    page.keyboard.press("Escape")
    return link


def saves(page: Page) -> None:
    """Save at one click."""
    page.locator(".st-key-save-at-once button").first.click()


def test_what_one_tab_saves_the_other_goes_on_with(app: str, page: Page) -> None:
    """Two pages of one browser: neither loses what was entered in the other."""
    here, there = page, page.context.new_page()
    there.set_default_timeout(PATIENCE)
    here.goto(f"{app}/design?scenario=beluga")
    is_whole(here, "Design")
    is_known(here)
    there.goto(f"{app}/design?scenario=beluga")
    is_whole(there, "Design")
    enters(there, "Blocks", "5")
    expect(there.get_by_role("button", name="Undo")).to_be_enabled()  # the server has the edit
    saves(here)
    expect(here.get_by_text("Saved as version 1 of Béluga.")).to_be_visible()
    expect(blocks(here).first).to_have_value("5")
    enters(there, "Per block", "3")
    expect(there.get_by_text("It continues here as Béluga (saved)")).to_be_visible()
    expect(blocks(there).first).to_have_value("5")
    there.reload()
    is_whole(there, "Design")
    expect(blocks(there).first).to_have_value("5")
    expect(field(there, "Per block")).to_have_value("3")


def field(page: Page, label: str) -> Locator:
    return page.get_by_role("spinbutton", name=label, exact=True).first


def enters(page: Page, label: str, figure: str) -> None:
    """Enter a figure, and wait until the page follows."""
    field(page, label).fill(figure)
    field(page, label).press("Enter")
    expect(page.get_by_role("status").filter(has_text="usable")).to_be_visible()
    is_at_rest(page)
