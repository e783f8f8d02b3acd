"""From Start to a saved plan, a workbook and a link, in a real browser and without YAML.

Pictures of the way are put into `build/pictures`, or where OSTIMATE_PICTURES says: those of the
guide are made so (docs/guide.md).
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from urllib.parse import urlsplit

import openpyxl
import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.conftest import PATIENCE
from tests.serving import ROOT
from tests.test_app_browser import has_no_exception, is_at_rest

pytestmark = pytest.mark.browser
BUILD = ROOT / "build/pictures"
PICTURES = Path(os.environ.get("OSTIMATE_PICTURES", BUILD))
OF_GUIDE = ("start", "cards", "needs", "saved")
TASK = {
    "Usable capacity": "20 PB",
    "Write bandwidth": "200 GB/s",
    "Budget, with VAT": "8 M EUR",
    "Racks": "2",
    "Power per rack": "40 kW",
}
MOST_CLICKS, MOST_SECONDS = 12, 120
TAKE = "Begin with this design"


class Person:
    """Somebody at a browser, whose clicks are counted."""

    def __init__(self, page: Page, width: int = 1280, height: int = 900) -> None:
        self.page = page
        page.set_default_timeout(PATIENCE)
        page.set_viewport_size({"width": width, "height": height})
        self.clicks = 0
        self.asked: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))

    def click(self, what: Locator) -> None:
        what.click()
        self.clicks += 1

    def opens(self, what: Locator, by: Locator) -> None:
        """Click what opens it, if it isn't there after a moment."""
        try:
            what.wait_for(state="visible", timeout=3_000)
        except PlaywrightTimeout:
            self.click(by)

    def types(self, label: str, text: str) -> None:
        """One click into the box, and then the keys."""
        box = self.page.get_by_role("textbox", name=label, exact=True)
        box.fill(text)
        self.clicks += 1

    def picture(self, name: str, height: int = 900) -> None:
        """Take a picture, of so many pixels that what belongs together is on it."""
        before = self.page.viewport_size
        self.page.set_viewport_size({"width": 1280, "height": height})
        expect(self.page.get_by_test_id("stStatusWidget")).to_have_count(0)
        folder = PICTURES if name in OF_GUIDE else BUILD
        folder.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=folder / f"{name}.png")
        assert before is not None
        self.page.set_viewport_size(before)


def is_answered(page: Page) -> None:
    expect(page.get_by_text(TAKE).first).to_be_visible()
    expect(page.get_by_test_id("stProgress")).to_have_count(0)
    has_no_exception(page)


def counts_all(page: Page) -> None:
    """Wait until the first card is judged by each figure typed: they count after a pause."""
    rows = page.locator(".st-key-designs table").first.locator("tr")
    expect(rows.filter(has_text="✓")).to_have_count(len(TASK))


def is_empty(page: Page) -> None:
    expect(page.get_by_role("button", name="Try an example")).to_be_visible()
    has_no_exception(page)


def test_from_start_to_a_saved_plan_a_workbook_and_a_link(
    app: str, page: Page, browser: Browser, tmp_path: Path
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person = Person(page)
    page.goto(app)
    is_empty(page)
    person.picture("start")

    begun = time.monotonic()
    for label, text in TASK.items():
        person.types(label, text)
    counts_all(page)
    is_answered(page)
    expect(page.get_by_text("20.6 PB").first).to_be_visible()
    person.picture("cards", 990)
    person.click(page.get_by_role("button", name=TAKE).first)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Needs")
    expect(page.get_by_text("not met")).to_have_count(0)
    expect(page.get_by_text("20 PB").first).to_be_visible()
    has_no_exception(page)
    person.picture("needs")

    person.click(page.get_by_test_id("stPopoverButton").first)
    workbook = page.get_by_role("button", name="Workbook (.xlsx)")
    expect(workbook).to_be_visible()
    is_at_rest(page)
    person.click(page.get_by_text("Save and share"))
    person.click(page.get_by_test_id("stPopoverBody").get_by_role("button", name="Save"))
    expect(page.get_by_text("Saved as version 1 of AI training store.").first).to_be_attached()
    is_at_rest(page)  # after a save, the download of the saved version takes the old one's place
    person.opens(workbook, page.get_by_test_id("stPopoverButton").first)
    with page.expect_download() as download:
        person.click(workbook)
    file = tmp_path / "plan.xlsx"
    download.value.save_as(file)
    sheets = openpyxl.load_workbook(file, read_only=True)
    assert len(sheets.sheetnames) > 3
    cells = [
        cell for row in sheets["Summary"].iter_rows(max_row=8, values_only=True) for cell in row
    ]
    assert cells[0] == "AI training store"  # signed with the saved version, not with the template's
    assert "1" in map(str, cells)
    person.opens(page.get_by_role("button", name="Copy link"), page.get_by_text("Save and share"))
    person.click(page.get_by_role("button", name="Copy link"))
    link = page.get_by_text("?plan=v1.").inner_text()
    expect(page.get_by_text("Copied to the clipboard.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link
    taken = time.monotonic() - begun
    person.picture("saved")
    print(f"{person.clicks} clicks, {taken:.1f} s")
    assert person.clicks <= MOST_CLICKS
    assert taken < MOST_SECONDS

    other = Person(browser.new_context().new_page(), 768, 1000)
    other.page.goto(link)  # another machine: nothing of the first is there but the link
    expect(other.page.get_by_text("AI training store").first).to_be_visible()
    has_no_exception(other.page)
    hosts = {urlsplit(url).netloc for url in person.asked + other.asked if url.startswith("http")}
    assert hosts == {urlsplit(app).netloc}
    other.page.context.close()


def test_a_bandwidth_for_checkpoints_of_a_machine(app: str, page: Page) -> None:
    """200 GB/s for 4,000 nodes: what a dump takes is said, and the plan requires the bandwidth."""
    person = Person(page)
    page.goto(app)
    is_empty(page)
    for label, text in TASK.items():
        person.types(label, text)
    person.click(page.get_by_text("A machine that checkpoints"))
    person.types("Compute nodes", "4,000")
    person.types("Memory per node", "256 GiB")
    expect(page.get_by_text("880 TB; at 200 GB/s it takes 1.22 h")).to_be_visible()
    is_at_rest(page)
    is_answered(page)
    person.picture("machine")
    person.click(page.get_by_role("button", name=TAKE).first)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Needs")
    expect(page.get_by_text("Write bandwidth for checkpoints").first).to_be_visible()
    expect(page.get_by_text("not met")).to_have_count(0)
    has_no_exception(page)


def test_what_was_typed_and_begun_outlives_reload_second_tab_and_the_way_back(
    app: str, page: Page
) -> None:
    page.emulate_media(color_scheme="dark")
    person = Person(page, 768, 1000)
    page.goto(app)
    is_empty(page)
    arrow = page.get_by_test_id("stExpandSidebarButton").bounding_box()
    title = page.get_by_role("heading", level=1).bounding_box()
    assert arrow is not None
    assert title is not None
    assert arrow["y"] + arrow["height"] <= title["y"]  # the menu's arrow isn't on the title
    person.types("Usable capacity", "3 PB")
    is_at_rest(page)
    is_answered(page)
    person.picture("start-dark-768")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 768
    person.click(page.get_by_role("button", name=TAKE).first)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Needs")
    chosen = page.url
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ostimate")
    capacity = page.get_by_role("textbox", name="Usable capacity", exact=True)
    expect(capacity).to_have_value("3 PB")
    page.goto(chosen)  # a reload: all that the browser kept is its key
    expect(page.get_by_text("3 PB (2.665 PiB)", exact=True).first).to_be_visible()
    has_no_exception(page)
    second = page.context.new_page()
    second.goto(app)
    is_answered(second)
    expect(second.get_by_role("textbox", name="Usable capacity", exact=True)).to_have_value("3 PB")


def test_a_click_right_after_typing_takes_nothing_of_before(app: str, page: Page) -> None:
    person = Person(page)
    page.goto(app)
    is_empty(page)
    person.click(page.get_by_role("button", name="Try an example"))
    is_answered(page)
    person.types("Usable capacity", "3 PB")
    person.click(page.get_by_role("button", name=TAKE).first)  # sooner than the pause
    expect(page.get_by_text("before this design was applied")).to_be_visible()
    is_at_rest(page)  # the cards of before may stand until those of now are drawn
    is_answered(page)
    person.click(page.get_by_role("button", name=TAKE).first)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Needs")
    expect(page.get_by_text("3 PB (2.665 PiB)", exact=True).first).to_be_visible()


def test_text_that_looks_like_html_stays_text(app: str, page: Page) -> None:
    person = Person(page)
    page.goto(app)
    is_empty(page)
    person.types("Usable capacity", "<img src=x onerror=alert(1)>")
    expect(page.get_by_role("alert").get_by_text("<img src=x")).to_be_visible()
    assert page.locator("img[src=x]").count() == 0
    for box, line in (("capacity", "solid"), ("years", "none")):  # what is wrong is seen there
        field = page.locator(f".st-key-wish-{box} .react-aria-TextField")
        assert field.evaluate("field => getComputedStyle(field).outlineStyle") == line
    person.types("Usable capacity", "3 PB")  # and goes with what was wrong
    is_answered(page)
    expect(page.locator(".st-key-wish-capacity .react-aria-TextField")).to_have_css(
        "outline-style", "none"
    )
