"""From the form to the verdict, as a buyer goes: fetched, filled in, dropped, scored, tested."""

from __future__ import annotations

import time
from pathlib import Path

import openpyxl
import pytest
from playwright.sync_api import Page, expect

from tests.test_app_browser import has_no_exception, is_at_rest, is_whole
from tests.test_look_browser import MOST, SEEN, TWO_SCREENS, words
from tests.ui.test_tender import RAN

pytestmark = pytest.mark.browser
PLAN = "tenders/mainz-2015"
TITLE = "Compare and tender"
SECRET = 612_345.67


def turns_to(page: Page, name: str) -> None:
    page.get_by_test_id("stMain").get_by_role("radio", name=name, exact=True).click()
    is_at_rest(page)
    has_no_exception(page)


def says_little(page: Page) -> None:
    """A view has few words, and is as wide as the window."""
    deadline, last = time.monotonic() + 30, list[str]()
    while True:  # what stood there before goes, and the rest comes, a moment later
        seen = words(page.evaluate(SEEN, TWO_SCREENS))
        if (seen == last and len(seen) <= MOST) or time.monotonic() > deadline:
            break
        last = seen
        page.wait_for_timeout(300)
    assert len(seen) <= MOST, " ".join(seen)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def filled(form: Path, folder: Path, bidder: str, price: float) -> Path:
    """Fill in a form as a bidder does, cell by cell."""
    book = openpyxl.load_workbook(form)
    values = {
        "bid.bidder": bidder,
        "bid.capacity": 4100,
        "bid.read": 35,
        "bid.read.conditions": "IOR",
        "bid.write": 15,
        "bid.write.conditions": "IOR",
        **{f"bid.P{n:03}.unit_price": price / n for n in range(1, 6)},
        **{f"bid.P{n:03}.quantity": 1 for n in range(2, 6)},
        **{f"bid.P{n:03}.unit_price": 20_000 for n in range(6, 11)},
        **{name: "yes" for name in book.defined_names if name.endswith(".meets")},
    }
    for name, value in values.items():
        ((sheet, cell),) = book.defined_names[name].destinations
        book[sheet][cell.replace("$", "")] = value
    (folder / bidder).mkdir()
    book.save(folder / bidder / "bid.xlsx")
    return folder / bidder / "bid.xlsx"


def enters(page: Page, label: str, text: str) -> None:
    page.get_by_test_id("stMain").get_by_label(label, exact=True).first.fill(text)


def test_a_tender_from_the_form_to_the_verdict(app: str, page: Page, tmp_path: Path) -> None:
    """On a phone; of two forms of one name none is lost, and no address holds anything of them."""
    page.set_viewport_size({"width": 390, "height": 900})
    page.goto(f"{app}/compare?scenario={PLAN}&tender_part=Specify")
    is_whole(page, TITLE)
    turns_to(page, "Scoring")
    page.get_by_role("combobox", name="Method").fill("lowest price")
    page.get_by_role("option", name="lowest price", exact=True).click()
    page.get_by_role("button", name="Apply the scoring").click()
    is_at_rest(page)
    says_little(page)
    turns_to(page, "Form")
    with page.expect_download() as fetched:
        page.get_by_role("button", name="Form (bid.xlsx)").click()
    form = tmp_path / fetched.value.suggested_filename
    fetched.value.save_as(form)
    says_little(page)
    turns_to(page, "Bids")
    alpha, beta = (filled(form, tmp_path, *one) for one in (("Alpha", SECRET), ("Beta", 580_000)))
    broken = tmp_path / "broken.xlsx"
    broken.write_bytes(b"PK\x03\x04 no workbook")
    page.locator("input[type=file]").first.set_input_files([alpha, broken])
    expect(page.get_by_text("broken.xlsx").first).to_be_visible()
    is_at_rest(page)
    page.get_by_text("Add or remove bids").click()
    expect(page.get_by_role("button", name="Remove all")).to_be_visible()
    is_at_rest(page)
    page.locator("input[type=file]").first.set_input_files([beta])
    table = page.get_by_test_id("stMain").locator("table")
    expect(table).to_contain_text("Beta")
    expect(table).to_contain_text("Alpha")
    turns_to(page, "Steps to the price")
    says_little(page)
    turns_to(page, "Score")
    expect(table.locator("tbody tr").first).to_contain_text("Beta")
    says_little(page)
    turns_to(page, "Accept")
    for label, text in (
        ("Clients", "250"),
        ("Processes per client", "12"),
        ("Memory per client", "128 GB"),
        ("Memory of all servers", "1.92 TB"),
    ):
        enters(page, label, text)
    page.get_by_role("button", name="Apply the terms").click()
    is_at_rest(page)
    turns_to(page, "One test")
    expect(page.get_by_text("mpirun -np 3000").first).to_be_visible()
    turns_to(page, "Results")
    (tmp_path / "ior.txt").write_text(RAN, encoding="utf-8")
    page.locator("input[type=file]").first.set_input_files([tmp_path / "ior.txt"])
    expect(page.get_by_text("the mean is below the threshold").first).to_be_visible()
    turns_to(page, "All tests")
    expect(page.get_by_text("fail", exact=True).first).to_be_visible()
    has_no_exception(page)
    assert "lpha" not in page.url
    page.reload()  # bids are kept as quotes are
    is_whole(page, TITLE)
    turns_to(page, "Bids")
    expect(table).to_contain_text("Alpha")


STEPS = {
    "Specify": ("Requirements", "Scoring", "Terms", "Positions", "Estimate"),
    "Form": (),
    "Bids": ("Side by side", "Steps to the price", "Positions", "Unit prices", "Questions"),
    "Score": (),
    "Accept": ("All tests", "One test", "Results"),
}


def test_each_step_of_the_example_has_few_words(app: str, page: Page) -> None:
    """What is folded isn't counted; on a wide screen, where the most is seen."""
    page.set_viewport_size({"width": 1280, "height": TWO_SCREENS})
    page.goto(f"{app}/compare?scenario={PLAN}&tender_part=Bids")
    is_whole(page, TITLE)
    page.get_by_role("button", name="Show an example").click()
    expect(page.get_by_role("button", name="Leave the example")).to_be_visible()
    for step, views in STEPS.items():
        turns_to(page, step)
        says_little(page)
        for view in views:
            turns_to(page, view)
            says_little(page)
