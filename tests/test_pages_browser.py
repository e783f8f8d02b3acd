"""A short way through each page that tests elsewhere only open: what is done there, by hand.

Pictures of it are put into `build/pictures`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.conftest import PATIENCE
from tests.prices.quoted import quote
from tests.serving import ROOT
from tests.test_app_browser import goes_to, has_no_exception, is_at_rest, is_whole, stands_still

pytestmark = pytest.mark.browser
PICTURES = ROOT / "build/pictures"
IOR = ROOT / "tests/calibration/measurements/data/ior-3.3.0.txt"


WIDE = "() => document.querySelector('[data-testid=stMain] .js-plotly-plot')?.clientWidth > 600"


@pytest.fixture(autouse=True)
def _pictured(page: Page, request: pytest.FixtureRequest) -> Iterator[None]:
    """Keep what a page looked like at the end, and see that nothing broke."""
    yield
    has_no_exception(page)
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{request.node.name}.png")


def main(page: Page) -> Locator:
    return page.get_by_test_id("stMain")


def chooses(page: Page, label: str, option: str) -> None:
    """Choose an option of a list by typing what it begins with."""
    box = main(page).get_by_role("combobox", name=re.compile(label))
    box.fill(option)
    page.get_by_role("option").filter(has_text=option).first.click()
    page.keyboard.press("Escape")
    is_at_rest(page)


def types(page: Page, row: int, column: int, text: str) -> None:
    """Type a text into a cell of the table of a page, which is one picture to a mouse."""
    main(page).locator(".dvn-scroller").first.click(position={"x": 40, "y": 52})
    for key, times in (("ArrowDown", row), ("ArrowRight", column)):
        for _ in range(times):
            page.keyboard.press(key)
    page.keyboard.press("Enter")
    box = page.locator("textarea.gdg-input")
    box.fill(text)
    box.press("Enter")
    expect(box).to_have_count(0)


def test_a_price_and_a_quote_are_entered_and_in_no_address(
    app: str, page: Page, tmp_path: Path
) -> None:
    file = tmp_path / "q.yaml"
    lines = [{"part": "hpe-840qsfp28", "price": 613.37}]
    dated = {"date": "2019-06-01", "valid_until": "2020-06-30", "currency": "USD"}
    file.write_text(yaml.safe_dump(quote(**dated, lines=lines)))
    page.goto(f"{app}/cost?scenario=astra")
    is_whole(page, "Cost and racks")
    main(page).get_by_role("button", name="Enter prices, power and weights").click()
    is_whole(page, "Design")
    types(page, 4, 3, "77.25")  # the price of the SSDs
    for _ in range(2):  # a table tells its form a moment after the last key what it holds
        main(page).get_by_role("button", name="Apply values").click()
        is_at_rest(page)
    bought = page.locator(".sums > div").filter(has_text="Purchase")
    expect(bought).to_contain_text("24.7 k USD")
    page.go_back()
    is_whole(page, "Cost and racks")
    main(page).get_by_text("Quotes and price books", exact=True).click()
    main(page).get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(file)
    expect(main(page).get_by_text("Applied: q.yaml")).to_be_visible()
    assert page.url == f"{app}/cost?scenario=astra"
    with_quote = bought.inner_text()
    assert "24.7 k USD" not in with_quote
    page.reload()
    expect(bought).to_have_text(re.compile("USD"))
    is_at_rest(page)
    assert bought.inner_text() == with_quote, "neither is lost"


def test_bands_are_taken_and_more_cases_are_drawn(app: str, page: Page) -> None:
    page.goto(f"{app}/certainty?scenario=astra")
    expect(main(page).get_by_text(re.compile("512 samples"))).to_be_visible()
    main(page).get_by_text("Sampling").click()
    cases = main(page).get_by_role("spinbutton", name="Samples")
    cases.fill("128")
    cases.press("Enter")
    expect(main(page).get_by_text(re.compile("128 samples"))).to_be_visible()
    chart = main(page).locator(".js-plotly-plot").first
    expect(chart.locator(".main-svg text").first).to_be_visible()
    page.wait_for_function(WIDE)  # one that is drawn anew has no width for a moment


def test_two_designs_stand_beside_the_plan(app: str, page: Page) -> None:
    page.goto(f"{app}/compare?scenario=astra")
    is_whole(page, "Compare and tender")
    for name in ("Sequoia", "Béluga"):
        chooses(page, "Compare with", name)
    heads = main(page).locator(".ost th")
    for name in ("Astra", "Sequoia", "Béluga"):
        expect(heads.filter(has_text=name).first).to_be_visible()
    differs = main(page).locator(".ost").filter(has_text="Usable capacity").first
    expect(differs).to_contain_text("times as much")
    assert differs.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_a_search_is_stopped_begun_again_and_its_best_taken(app: str, page: Page) -> None:
    page.goto(f"{app}/compare?scenario=templates/project-space&compare_part=Search")
    is_whole(page, "Compare and tender")
    box = main(page).get_by_role("combobox", name="Time limit")
    box.evaluate("one => one.scrollIntoView({block: 'center'})")  # room for its list
    chooses(page, "Time limit", "ten minutes")  # of the clock, on a busy machine too
    is_at_rest(page)
    search = main(page).get_by_role("button", name="Search", exact=True)
    search.click()
    stop = main(page).get_by_role("button", name="Stop", exact=True)
    stop.click()
    expect(stop).to_have_count(0)
    search.click()
    take = main(page).locator(".st-key-take-best button").first
    expect(take).to_be_visible(timeout=4 * PATIENCE)
    expect(main(page).get_by_text("proven").first).to_be_visible()
    with suppress(PlaywrightTimeout):  # it may have ended by itself
        stop.click(timeout=5000)  # alternatives and prices would take a quarter of a minute more
    expect(stop).to_have_count(0)
    take.click()
    undo = page.locator(".st-key-undo-an-edit").get_by_role("button").first
    expect(undo).to_be_enabled()
    expect(page.get_by_role("status").filter(has_text="purchase cost").first).to_be_visible()


def test_a_part_is_filtered_and_its_data_sheet_opened(app: str, page: Page) -> None:
    """The list is drawn on a canvas: only a pointer chooses a row of it."""
    page.goto(f"{app}/catalog?scenario=astra")
    is_whole(page, "Catalog")
    main(page).get_by_text("NICs", exact=True).click()
    box = main(page).get_by_role("textbox", name="Search")
    stands_still(main(page))  # the run begins a moment after the click
    is_at_rest(page)
    expect(box).to_have_count(1)  # that of the list before is gone
    counted = main(page).get_by_text(re.compile(r"^\d+ of \d+ parts; click"))
    everything = counted.inner_text()
    box.fill("mellanox")
    box.press("Enter")
    expect(counted).not_to_have_text(everything)  # else the row of another part is there yet
    listed = main(page).get_by_test_id("stDataFrame")
    is_at_rest(page)
    stands_still(listed)
    box = listed.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 20, box["y"] + 52)
    expect(main(page).get_by_role("heading", level=3)).to_contain_text("Mellanox")


def test_an_output_of_ior_is_brought_and_fitted(app: str, page: Page) -> None:
    page.goto(f"{app}/calibration?scenario=astra")
    is_whole(page, "Calibration")
    main(page).get_by_test_id("stFileUploaderDropzoneInput").set_input_files(IOR)
    expect(main(page).get_by_text(re.compile(r"\d+ figures? read"))).to_be_visible()
    chooses(page, "Measured figures", "write")
    chooses(page, "Efficiencies to fit", "NIC port efficiency")
    expect(main(page).locator(".ost").filter(has_text="Standard error")).to_be_visible()
    expect(main(page).locator(".js-plotly-plot .main-svg text").first).to_be_visible()


def test_a_number_is_found_and_opens(app: str, page: Page) -> None:
    page.goto(f"{app}/numbers?scenario=astra")
    is_whole(page, "Find a number")
    expect(page.locator("html[data-doors]")).to_have_count(1)
    box = main(page).get_by_role("textbox", name="Of Astra")
    box.fill("usable capacity")
    box.press("Enter")
    main(page).get_by_role("button", name="413.7 TB").first.click()
    expect(page.get_by_role("dialog").locator("strong").first).to_have_text("413.7 TB")
    page.keyboard.press("Escape")
    expect(box).to_have_value("usable capacity")


def test_a_capacity_is_read_in_both_bases_and_stands_in_the_address(app: str, page: Page) -> None:
    page.goto(f"{app}/units")
    is_whole(page, "TB and TiB")
    box = main(page).get_by_role("textbox", name="Capacity, in any unit")
    box.fill("1 TiB")
    box.press("Enter")
    expect(main(page).get_by_test_id("stMetricValue").first).to_have_text("1.099512 TB")
    expect(page).to_have_url(re.compile(r"capacity=1(\+|%20)TiB"))
    page.reload()
    expect(box).to_have_value("1 TiB")


def test_a_word_is_sought_in_the_glossary(app: str, page: Page) -> None:
    page.goto(f"{app}/glossary")
    is_whole(page, "Glossary")
    box = main(page).get_by_role("textbox", name="Search")
    before = main(page).locator(".ost tr").count()
    box.fill("resilver")
    box.press("Enter")
    expect(main(page).locator(".ost tr")).not_to_have_count(before)
    goes_to(page, "TB and TiB")
    page.go_back()
    is_whole(page, "Glossary")
