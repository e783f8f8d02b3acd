"""What a real browser keeps when the server is killed, and what a second one gets by a link."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.test_app_browser import (
    PATIENCE,
    ROOT,
    blocks,
    free_port,
    is_at_rest,
    is_up,
    is_whole,
    menu,
    stands_still,
)

pytestmark = pytest.mark.browser


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """Give a free port; what was served there must have met no traceback."""
    expect.set_options(timeout=PATIENCE)
    yield free_port()
    assert "Traceback" not in (tmp_path / "log").read_text()


@contextmanager
def serving(port: int, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Serve the app, with store and log in a folder; it ends by a kill, as in a crash."""
    log = folder / "log"
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    with log.open("ab") as out:
        environment = {**os.environ, "OSTIMATE_STORE": str(folder / "store.db")}
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out, stderr=out)
    try:
        while not is_up(f"http://127.0.0.1:{port}"):
            assert server.poll() is None, log.read_text()
            time.sleep(0.05)
        yield server
    finally:
        server.kill()
        server.wait(20)


def test_an_edit_survives_a_killed_server_and_a_link_opens_elsewhere(
    browser: Browser, port: int, tmp_path: Path
) -> None:
    address = f"http://127.0.0.1:{port}/design?scenario=astra"
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    with serving(port, tmp_path):
        page.goto(address)
        is_whole(page, "Design")
        blocks(page).fill("77")
        blocks(page).press("Enter")
        expect(page.get_by_role("status").filter(has_text="usable")).to_be_visible()
    with serving(port, tmp_path):
        page.goto(address)  # without the edit, which only the store knows
        expect(blocks(page)).to_have_value("77")
        menu(page).click()
        expect(page.get_by_role("button", name="Workbook (.xlsx)")).to_be_visible()
        is_at_rest(page)
        page.get_by_text("Save and share").click()
        button = page.get_by_role("button", name="Copy link")
        stands_still(button)
        button.click()
        link = page.get_by_text("/design?plan=v1.").inner_text()
        page.close()
        other = browser.new_context().new_page()
        other.goto(link)
        is_whole(other, "Design")
        expect(blocks(other)).to_have_value("77")
        assert "plan=" not in other.url


def test_two_people_who_save_one_scenario_see_what_differs(
    browser: Browser, port: int, tmp_path: Path
) -> None:
    address = f"http://127.0.0.1:{port}/design"
    with serving(port, tmp_path):
        ada, ben = (browser.new_context().new_page() for _ in range(2))
        for page in (ada, ben):
            page.set_default_timeout(PATIENCE)
        ada.goto(f"{address}?scenario=astra")
        is_whole(ada, "Design")
        saves(ada)
        expect(ada.get_by_text("Saved as version 1 of Astra.")).to_be_visible()
        ben.goto(f"{address}?scenario=Astra (saved)")
        for page, count in ((ben, "60"), (ada, "70")):
            is_whole(page, "Design")
            blocks(page).fill(count)
            blocks(page).press("Enter")
            expect(page.get_by_role("status").filter(has_text="usable")).to_be_visible()
            is_at_rest(page)
            saves(page)
        expect(ben.get_by_text("Saved as version 2 of Astra.")).to_be_attached()
        expect(ada.get_by_text("Somebody saved version 2 of Astra")).to_be_visible()
        expect(ada.get_by_text("Theirs, version 2")).to_be_visible()
        ada.get_by_role("button", name="Take theirs, put mine aside").click()
        expect(blocks(ada).first).to_have_value("60")
        ada.get_by_role("button", name="undo icon").click()
        expect(blocks(ada).first).to_have_value("70")


def saves(page: Page) -> None:
    """Save at one click."""
    page.locator(".st-key-save-at-once button").first.click()
