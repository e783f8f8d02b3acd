"""The app in a real browser: what only a browser can show."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urljoin

import openpyxl
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.serving import ROOT

PAGES = (
    "Needs",
    "Design",
    "Capacity",
    "Performance",
    "Cost and racks",
    "Risk",
    "Compare and tender",
    "Find a number",
    "Catalog",
    "Validation",
    "Calibration",
    "Pool calculator",
    "Layout explorer",
    "TB and TiB",
    "Glossary",
)
pytestmark = pytest.mark.browser


def menu(page: Page) -> Locator:
    """What is done with the scenario as a whole: it bears its name, in the head of each page."""
    return page.get_by_test_id("stPopoverButton").first


def is_at_rest(page: Page) -> None:
    """Wait until nothing is drawn any more: what moves under the pointer isn't clicked."""
    app = page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-script-state", "notRunning")


def stands_still(what: Locator) -> None:
    """Wait until nothing above it moves it any more: code that came late, what is unfolding."""
    before, now = None, what.bounding_box()
    while before != now:
        what.page.wait_for_timeout(500)
        before, now = now, what.bounding_box()


def goes_to(page: Page, title: str) -> None:
    page.get_by_role("link", name=title, exact=True).click()
    is_whole(page, title)


def opens_menu(page: Page) -> None:
    menu(page).click()
    page.get_by_text("Open your own scenario").click()


def blocks(page: Page) -> Locator:
    return page.get_by_role("spinbutton", name="Blocks", exact=True)


def has_no_exception(page: Page) -> None:
    expect(page.get_by_test_id("stException")).to_have_count(0)
    expect(page.get_by_text("Traceback")).to_have_count(0)


def is_whole(page: Page, title: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_contain_text(title)
    expect(page.get_by_test_id("stStatusWidget")).to_have_count(0)
    has_no_exception(page)


def test_no_page_shows_an_exception_or_asks_another_host(app: str, page: Page) -> None:
    """Who plans where is nobody else's business; and a site may have no way out."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{app}/?scenario=beluga")
    is_whole(page, "Ostimate")
    expect(menu(page)).to_contain_text("Béluga")
    for title in PAGES:
        page.get_by_role("link", name=title, exact=True).click()
        is_whole(page, title)
        expect(page).to_have_title(f"{title}: Béluga | Ostimate")
        icon = page.locator("link[rel~=icon]").first.get_attribute("href") or ""
        asked.append(urljoin(page.url, icon))
    assert asked
    own = (f"{app}/", f"{app}?", "data:", "blob:")
    assert [address for address in asked if not address.startswith(own)] == []


def test_a_number_moves_and_a_figure_follows(app: str, page: Page) -> None:
    page.goto(f"{app}/design?scenario=astra")
    blocks(page).fill("20")
    blocks(page).press("Enter")
    expect(page.get_by_role("status").filter(has_text="+414 TB usable")).to_be_visible()
    slider = page.get_by_role("slider", name="Fill limit")
    slider.press("ArrowRight")
    expect(page).to_have_url(re.compile("fill_limit%3D0.81"))  # a slider is slow to say it
    goes_to(page, "Capacity")
    figure = page.get_by_test_id("stPlotlyChart").first
    expect(figure).to_contain_text("1.024 PB")
    expect(figure).to_contain_text("670.2 TB")
    expect(page.get_by_role("button", name="827.4 TB").first).to_be_visible()
    page.locator(".st-key-undo-an-edit").get_by_role("button").first.click()
    expect(figure).to_contain_text("661.9 TB")


def test_a_widget_whose_code_comes_late_shows_what_the_plan_uses(app: str, page: Page) -> None:
    late: list[Route] = []
    page.route("**/Slider.*.js", lambda route: late.append(route))
    page.goto(f"{app}/design?scenario=astra")
    blocks(page).fill("20")
    blocks(page).press("Enter")
    expect(page.get_by_role("status").filter(has_text="usable")).to_be_visible()
    assert late
    for route in late:
        route.continue_()
    slider = page.get_by_role("slider", name="Fill limit")
    expect(slider).to_have_value("80")
    expect(page.get_by_test_id("stSlider").first).to_contain_text("80\N{NO-BREAK SPACE}%")
    slider.press("ArrowRight")
    expect(page).to_have_url(re.compile("fill_limit%3D0.81"))
    assert "drives" not in page.url, "what nobody touched was sent as an edit"


def test_a_button_stays_under_the_pointer_while_code_comes_late(app: str, page: Page) -> None:
    """Pressed before the code of a link is there, and released after: both on the same button."""
    late: list[Route] = []
    page.route("**/PageLink.*.js", lambda route: late.append(route))
    page.goto(f"{app}/design?scenario=astra")
    is_whole(page, "Design")
    menu(page).click()
    page.get_by_text("Save and share").click()
    button = page.get_by_role("button", name="Copy link")
    is_at_rest(page)
    stands_still(button)
    button.hover(position={"x": 20, "y": 34})
    page.mouse.down()
    assert late
    for route in late:
        route.continue_()
    expect(page.get_by_role("link", name="All saved plans")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_text("/needs?plan=v1.")).to_be_visible()


def test_an_edit_outlives_a_change_of_page_and_a_reload(app: str, page: Page) -> None:
    page.goto(f"{app}/design?scenario=astra")
    blocks(page).fill("30")
    blocks(page).press("Enter")
    expect(page).to_have_url(re.compile("edit=tiers.0.blocks"))
    goes_to(page, "Performance")
    goes_to(page, "Design")
    expect(blocks(page)).to_have_value("30")
    expect(page).to_have_url(re.compile("edit=tiers.0.blocks"))
    page.reload()
    expect(blocks(page)).to_have_value("30")


def test_an_address_of_old_leads_to_where_its_page_is_now(app: str, page: Page) -> None:
    page.goto(f"{app}/caches?scenario=lcpq&edit=tiers.0.blocks%3D3")
    is_whole(page, "Performance")
    expect(page.get_by_text("While caches hold")).to_be_visible()
    expect(page).to_have_url(re.compile("performance.*edit=tiers.0.blocks"))


@pytest.mark.parametrize("address", ["home", "start"])
def test_an_address_of_start_leads_there(address: str, app: str, page: Page) -> None:
    page.goto(f"{app}/{address}?scenario=astra")
    is_whole(page, "Ostimate")
    expect(page.get_by_text("Page not found")).to_have_count(0)
    expect(page).to_have_url(re.compile(rf"^{app}/\?.*scenario=astra"))


def test_the_head_stays_in_sight(app: str, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 600})
    page.goto(f"{app}/capacity?scenario=astra")
    is_whole(page, "Capacity")
    head = page.get_by_role("button", name="413.7 TB").first
    page.get_by_text("Other definitions").first.scroll_into_view_if_needed()
    expect(head).to_be_in_viewport()
    expect(page.get_by_role("heading", level=1)).not_to_be_in_viewport()


def test_the_head_is_low_on_a_phone(app: str, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{app}/needs?scenario=templates/project-space")
    is_whole(page, "Needs")
    box = page.locator(".st-key-head").bounding_box()
    assert box is not None
    assert 40 < box["height"] <= 120
    page.goto(f"{app}/needs?scenario=templates/project-space&needs_part=Overview")
    layer = page.locator(".ost.over").first
    expect(layer).to_be_visible()
    around = layer.locator("xpath=ancestor::*[@data-testid='stVerticalBlock'][1]")
    expect(around.locator("img").first).to_be_visible()  # it may be drawn after its doors
    is_at_rest(page)
    sizes = layer.evaluate(
        "one => [one, one.closest('[data-testid=stVerticalBlock]').querySelector('img'), "
        "document.documentElement].map(each => each.getBoundingClientRect().width)"
    )
    assert sizes[0] == sizes[1] >= 700, "a drawing that can be read, and its doors lie over it"
    assert sizes[2] == 390, "it is pushed aside by itself"
    page.goto(f"{app}/glossary?scenario=templates/project-space")
    expect(page.get_by_role("heading", level=1)).to_have_text("Glossary")
    expect(page.locator(".st-key-head")).to_have_count(0)


def test_a_menu_that_is_left_open_lets_one_go_to_another_page(app: str, page: Page) -> None:
    """Its boxes report their choices as it goes, that of a currency without a rate, too."""
    page.goto(f"{app}/design?scenario=templates/flash-scratch")
    is_whole(page, "Design")
    menu(page).click()
    expect(page.get_by_text("Amounts in")).to_be_visible()
    needs = page.get_by_role("link", name="Needs", exact=True)
    needs.click()  # which may only shut the menu
    needs.click()
    is_whole(page, "Needs")


def test_a_release_outlives_a_reload(app: str, page: Page) -> None:
    page.goto(f"{app}/design?scenario=astra&edit=tiers.0.target.release%3D2.1")
    box = page.get_by_role("combobox", name="OpenZFS release")
    expect(box).to_have_value("2.1")
    page.reload()
    expect(box).to_have_value("2.1")
    expect(page.get_by_text("can't be planned")).to_have_count(0)


def test_an_upload_survives_a_reload_but_is_nobody_elses(app: str, page: Page) -> None:
    page.goto(f"{app}/needs?scenario=astra")
    opens_menu(page)
    chooser = page.get_by_test_id("stFileUploaderDropzoneInput").first
    chooser.set_input_files(ROOT / "scenarios/beluga.yaml")
    expect(page).to_have_url(re.compile("from"))
    page.reload()
    expect(menu(page)).to_contain_text("Béluga")
    page.context.clear_cookies()
    page.reload()
    expect(page.get_by_text("stored only in the browser that opened it")).to_be_visible()
    expect(page.get_by_role("link", name="Go to Start")).to_be_visible()
    expect(page.locator(".sums")).to_have_count(0)  # nor does another system stand there


def test_past_usage_is_opened_beside_its_scenario(app: str, page: Page, tmp_path: Path) -> None:
    text = (ROOT / "scenarios/beluga.yaml").read_text(encoding="utf-8")
    demand = "\n    demand: {history: {file: usage.csv}}\n"
    mine, usage = tmp_path / "mine.yaml", tmp_path / "usage.csv"
    mine.write_text(
        text.replace("\n    file_system: lustre\n", f"{demand}    file_system: lustre\n", 1)
    )
    days = (f"2026-01-{n:02},{400 + n} TB" for n in range(1, 29))
    usage.write_text("\n".join(["date,bytes", *days]))
    page.goto(f"{app}/capacity?capacity_part=Growth")
    opens_menu(page)
    choosers = page.get_by_test_id("stFileUploaderDropzoneInput")
    choosers.first.set_input_files(mine)
    expect(page.get_by_text("'usage.csv' is missing: open it with the scenario")).to_be_visible()
    choosers.nth(1).set_input_files(usage)
    expect(page).to_have_url(re.compile("from"))
    expect(page.get_by_text("428 TB").first).to_be_visible()
    has_no_exception(page)


def test_the_explorer_takes_its_fields_from_the_address_and_from_a_plan(
    app: str, page: Page
) -> None:
    page.goto(f"{app}/explorer?drive=24+TB&parity=3&scenario=beluga")
    expect(page.get_by_role("textbox", name="Drive", exact=True)).to_have_value("24 TB")
    expect(page.get_by_text("on raidz3, in % of drive capacity")).to_be_visible()
    expect(page.get_by_test_id("stPlotlyChart")).to_have_count(2)
    has_no_exception(page)
    page.get_by_role("link", name="Capacity", exact=True).click()
    page.get_by_role("button", name="All RAIDZ layouts").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Layout explorer")
    expect(page.get_by_role("textbox", name="Drive", exact=True)).to_have_value("10 TB")
    expect(page).to_have_url(re.compile("release=0.7"))
    main = page.get_by_test_id("stMain")
    expect(main.get_by_role("combobox", name="OpenZFS release")).to_have_value("0.7")
    has_no_exception(page)


def test_texts_keep_their_lines_in_a_narrow_window(app: str, page: Page) -> None:
    page.set_viewport_size({"width": 600, "height": 1000})
    page.goto(f"{app}/calculator")
    expect(page.get_by_text("Other releases")).to_be_visible()
    cells = page.locator(".ost td.wide")
    expect(cells.first).to_be_attached()
    heights = cells.evaluate_all("all => all.map(cell => cell.getBoundingClientRect().height)")
    assert max(heights) < 250
    page.goto(f"{app}/capacity?scenario=lcpq")
    page.get_by_text("Tender statement").click()
    code = page.locator("pre code").first
    expect(code).to_contain_text("Tier beegfs")
    drawn = "one => [getComputedStyle(one).whiteSpace, one.textContent.split('\\n').length]"
    space, lines = code.evaluate(drawn)
    assert space == "pre"
    assert lines > 40
    page.emulate_media(media="print")
    assert code.evaluate("one => getComputedStyle(one).whiteSpace") == "pre-wrap"


def test_a_number_opens_its_derivation_down_to_the_file(app: str, page: Page) -> None:
    page.goto(f"{app}/capacity?scenario=astra")
    is_whole(page, "Capacity")
    expect(page.locator("html[data-doors]")).to_have_count(1)  # the script that listens is there
    page.get_by_role("radio", name="Table").click()
    page.get_by_test_id("stMain").get_by_role("button", name="512.0", exact=True).press("Enter")
    drawer = page.get_by_role("dialog")
    expect(drawer).to_contain_text("Raw capacity (scratch)")
    drawer.get_by_role("button", name="1.6 TB").click()
    expect(drawer.locator("strong").first).to_have_text("1.6 TB")
    expect(drawer.get_by_text("scenarios/astra.yaml").first).to_be_visible()
    drawer.get_by_role("button", name="Raw capacity").click()
    expect(drawer.locator("strong").first).to_have_text("512 TB")
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    has_no_exception(page)


def test_a_keyboard_opens_and_closes_a_derivation(app: str, page: Page) -> None:
    """By either key; the drawer takes the focus, and hands it back to the number."""
    page.goto(f"{app}/needs?scenario=astra")
    is_whole(page, "Needs")
    expect(page.locator("html[data-doors]")).to_have_count(1)
    door = page.get_by_test_id("stMain").get_by_role("button", name="204.8 GB/s").first
    drawer = page.get_by_role("dialog")
    for key in ("Enter", "Space"):
        door.press(key)
        expect(drawer).to_contain_text("Derivation")
        expect(page.locator("body:focus-within")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(drawer).to_have_count(0)
        expect(door).to_be_focused()


def test_the_workbook_downloads_and_opens(app: str, page: Page, tmp_path: Path) -> None:
    page.goto(f"{app}/needs?scenario=astra")
    menu(page).click()
    button = page.get_by_role("button", name="Workbook (.xlsx)")
    expect(button).to_be_visible()
    with page.expect_download() as waiting:
        button.click()
    file = tmp_path / "plan.xlsx"
    waiting.value.save_as(file)
    assert waiting.value.suggested_filename == "Astra.xlsx"
    book = openpyxl.load_workbook(file)
    assert "Summary" in book.sheetnames


def test_a_huge_file_gets_a_clear_line(app: str, page: Page, tmp_path: Path) -> None:
    page.goto(f"{app}/needs?scenario=astra")
    huge = tmp_path / "huge.yaml"
    with huge.open("wb") as file:
        file.truncate(2_000_000)
    opens_menu(page)
    page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(huge)
    expect(page.get_by_text(re.compile("must be 1.0MB or smaller"))).to_be_visible()
    has_no_exception(page)
    expect(menu(page)).to_contain_text("Astra")


def test_a_bad_file_gets_its_lines_and_the_plan_stays(app: str, page: Page, tmp_path: Path) -> None:
    page.goto(f"{app}/needs?scenario=astra")
    bad = tmp_path / "bad.yaml"
    text = (ROOT / "scenarios/astra.yaml").read_text(encoding="utf-8")
    bad.write_text(text.replace("    blocks:", "    blokcs:"), encoding="utf-8")
    opens_menu(page)
    page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(bad)
    expect(page.get_by_text("did you mean 'blocks'")).to_be_visible()
    expect(menu(page)).to_contain_text("Astra")
    has_no_exception(page)


def test_a_narrow_window_shows_the_whole_table(app: str, page: Page) -> None:
    page.set_viewport_size({"width": 700, "height": 900})
    page.goto(f"{app}/needs?scenario=astra")
    expect(page.get_by_text("✗ not met").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 700


def test_the_validation_page_is_four_screens_long(app: str, page: Page) -> None:
    """Of all systems: each is folded, and says in a line how far its rows are within."""
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{app}/validation")
    expect(page.get_by_text("By system")).to_be_visible()
    for chart in ("Errors", "Bounds", "Predictions"):
        page.get_by_role("tab", name=chart).click()
        drawn = page.locator(".js-plotly-plot:visible")
        expect(drawn).to_have_count(1)
        assert drawn.evaluate("one => one.clientWidth") > 600
    block = page.get_by_test_id("stMainBlockContainer")
    assert block.evaluate("one => one.getBoundingClientRect().height") <= 4 * 900


def test_what_next_fits_a_narrow_window(app: str, page: Page) -> None:
    """At 700 pixels all columns are in sight; an address with the part's older name opens it."""
    page.set_viewport_size({"width": 700, "height": 1000})
    page.goto(f"{app}/performance?scenario=astra&performance_part=What+next")
    remedies = page.locator(".ost").filter(has_text="Switch ports")
    expect(remedies).to_be_visible()
    assert remedies.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert remedies.locator("td").first.evaluate("one => one.clientWidth") >= 12 * 16


def test_a_part_is_swapped_for_what_it_would_do_and_a_server_is_lost(app: str, page: Page) -> None:
    """From the menu of a part to the catalog, and back by undo; the picture follows."""
    page.goto(f"{app}/design?scenario=templates/project-space")
    is_whole(page, "Design")
    picture = page.get_by_test_id("stImage").first.locator("img")
    number = page.get_by_role("button", name=re.compile("Write, expected: "))
    expected = (number.get_attribute("aria-label") or number.inner_text()).rpartition(": ")[2]
    box, over = number.bounding_box(), picture.bounding_box()
    assert box is not None
    assert over is not None
    assert 0.2 < (box["y"] - over["y"]) / over["height"] < 0.4, "not over its number"
    number.press("Enter")
    expect(page.get_by_role("dialog").locator("strong").first).to_have_text(expected)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(number).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Write, upper bound: 74.4 GB/s")).to_be_focused()
    before = picture.get_attribute("src")
    page.get_by_role("combobox", name="State").click()
    page.get_by_role("option", name="server down").click()
    expect(picture).not_to_have_attribute("src", before or "")
    page.get_by_role("button", name="Change").last.click()
    page.get_by_text("Another part from the catalog …").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Search").fill("exos-m-30tb")
    dialog.get_by_label("Search").press("Enter")
    expect(dialog.get_by_text("1 of 92 parts")).to_be_visible()
    expect(dialog.get_by_text(re.compile(r"\+5\.44\sPB usable"))).to_be_visible()
    take = dialog.get_by_role("button", name="Use this part")
    expect(take).to_have_count(1)  # those of the parts from before go a moment later
    take.click()
    expect(dialog).to_have_count(0)
    expect(page.get_by_text("Seagate Exos M ST30000NM004K").first).to_be_visible()
    expect(page.get_by_text(re.compile(r"\+5\.44\sPB usable"))).to_be_visible()
    page.locator(".st-key-undo-an-edit").get_by_role("button").first.click()
    expect(page.get_by_text("Western Digital Ultrastar DC HC580").first).to_be_visible()
    has_no_exception(page)


def test_a_chart_is_taken_away_as_a_picture(app: str, page: Page, tmp_path: Path) -> None:
    """As an SVG, which keeps sharp, and as a PNG, which any program takes."""
    page.goto(f"{app}/capacity?scenario=astra")
    page.locator(".js-plotly-plot").first.hover()
    for name, begins in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as download:
            page.get_by_role("button", name=f"Download as {name}").first.click()
        path = tmp_path / name
        download.value.save_as(path)
        assert path.read_bytes().startswith(begins)
        assert download.value.suggested_filename == f"capacity.{name.lower()}"
