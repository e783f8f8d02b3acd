"""Pages are seen at once: few words on two screens, and what belongs together beside each other."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.serving import ROOT
from tests.test_app_browser import (
    blocks,
    goes_to,
    has_no_exception,
    is_at_rest,
    is_whole,
    opens_menu,
)

pytestmark = pytest.mark.browser
MOST, WIDTH, TWO_SCREENS = 120, 1280, 1600
# Where the most words stand, of the systems and templates that say the most there.
PLACES = {
    "beluga": (("", ""), ("Design", ""), ("Capacity", ""), ("Performance", "States")),
    "templates/project-space": (
        ("Needs", ""),
        ("Needs", "Overview"),
        ("Design", ""),
        ("Performance", "Upgrades"),
        ("Cost and racks", ""),
        ("Risk", "Survival"),
        ("Risk", "Loss"),
        ("Risk", "Availability"),
        ("Risk", "Wear"),
        ("Risk", "Uncertainty"),
        ("Compare and tender", "Search"),
    ),
    "astra": (
        ("Capacity", "Files and memory"),
        ("Performance", "Checkpoints"),
        ("Cost and racks", ""),
    ),
    "lcpq": (("Design", ""), ("Performance", ""), ("Performance", "Caches and latency")),
}
"""Pages and their parts; one scenario is opened once, and its pages are gone through."""
UNITS = re.compile(
    r"[kMGTPE]?i?B(/s)?|[kM]?(EUR|CAD|USD)|[kM]?W|k?g|GHz|MT/s|min|ms|years?|days?|k?IOPS|VAC"
)
DRAWN = """() => [...document.querySelectorAll('[data-testid=stPlotlyChart]')]
  .every(one => one.querySelector('.main-svg text'))"""
SEEN = """limit => {
  const main = document.querySelector('[data-testid=stMain]'), found = [];
  const nodes = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  const unseen = 'style, script, title, [data-testid=stIconMaterial], [class*=material-symbols]';
  while (nodes.nextNode()) {
    const text = nodes.currentNode, parent = text.parentElement, range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect(), around = parent.getBoundingClientRect();
    const shut = parent.closest('details:not([open])');
    if (!text.data.trim() || parent.closest(unseen) || (shut && !parent.closest('summary')))
      continue;
    const isIcon = /Material/.test(getComputedStyle(parent).fontFamily);
    const isSeen = parent.checkVisibility({opacityProperty: true, visibilityProperty: true});
    const hasRoom = around.width > 2 && box.width && box.height;
    if (hasRoom && box.top < limit && box.left >= 0 && isSeen && !isIcon)
      found.push(text.data);
  }
  return found;
}"""


ODD = re.compile(
    r"(?<![\w.-])\d{5,}(?![\w-])|\d,\d{3}\b|\d%|\b\d{3,} s\b|\d\.\d{5,}"
    r"|\d(?:[kMGTPE]i?B|kW|EUR)\b|\de[+-]?\d|(?<![\w/.-])-\d"
)
"""Numbers written in another way: no or another mark of thousands, a unit that is glued to them,
seconds for minutes, more digits than anybody reads, a hyphen for a minus.
"""


ICON_NAME = re.compile(
    r'(?:button|link|img|tab|textbox|combobox) "[^"]*(?:\\:|:material|_[a-z]+| icon)'
)
"""What a reader of screens would say of a button that is named by its icon."""


def words(texts: list[str]) -> list[str]:
    """Give the words of texts: what has two letters, and is no unit."""
    found = [word.strip("(),;.:") for text in texts for word in text.split()]
    return [
        word for word in found if re.search("[^\\W\\d_]{2}", word) and not UNITS.fullmatch(word)
    ]


def _seen_at_last(page: Page, before: Sequence[str]) -> list[str]:
    """Return the texts seen, once those of the part before are gone and nothing comes any more."""
    deadline = time.monotonic() + 30
    last = list(before)
    while True:
        seen: list[str] = page.evaluate(SEEN, TWO_SCREENS)
        if (seen == last != before and len(words(seen)) <= MOST) or time.monotonic() > deadline:
            return seen
        last = seen
        page.wait_for_timeout(200)


@pytest.mark.parametrize(
    "text", ["12345 TB", "1,234 TB", "80%", "1416 s", "0.123456", "20PB", "3e6", "-8.3 %"]
)
def test_numbers_have_one_way_to_be_written(text: str) -> None:
    assert ODD.search(text)
    for usual in ("12\u202f345 TB", "1234 TB", "80 %", "24 min", "0.1234", "20 PB", "2026-11-24"):
        assert not ODD.search(usual)


def test_units_and_figures_are_no_words() -> None:
    assert words(["21.76 PB (19.33 PiB)", "1.76 M EUR, 6 of 6", "25 GB/s"]) == ["of"]


@pytest.mark.parametrize("scenario", PLACES)
def test_few_words_stand_on_two_screens(scenario: str, app: str, page: Page) -> None:
    """Tables, heads and what charts say count; what is folded, drawn or in a hover doesn't.

    To a reader of screens, each button says what it does rather than its icon.
    """
    assert (ROOT / f"scenarios/{scenario}.yaml").exists()
    page.set_viewport_size({"width": WIDTH, "height": TWO_SCREENS})
    page.goto(f"{app}/?scenario={quote(scenario)}")
    is_whole(page, "Ostimate")
    found, texts, told = {}, [], []
    seen: list[str] = []
    for title, part in PLACES[scenario]:
        if title:
            goes_to(page, title)
        if part:
            page.get_by_test_id("stMain").get_by_role("radio", name=part, exact=True).click()
        is_at_rest(page)
        page.wait_for_function(DRAWN)
        expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
        has_no_exception(page)
        seen = _seen_at_last(page, seen)
        texts += seen
        if title in ("Needs", "Design", "Cost and racks", "Risk"):
            told += page.locator("body").aria_snapshot().splitlines()
            for name in ("Undo", "Redo", "Save"):
                expect(page.get_by_role("button", name=name, exact=True)).to_have_count(1)
        found[title, part] = words(seen)
        assert len(found[title, part]) > 15, "the head alone has more"
    assert {at: " ".join(said) for at, said in found.items() if len(said) > MOST} == {}
    assert [text for text in texts if ODD.search(text)] == []
    assert [line for line in told if ICON_NAME.search(line)] == []


def test_a_part_and_what_can_be_done_with_it_stand_in_one_line(app: str, page: Page) -> None:
    """A network card of a long name with two counts left no room for the button, at 768 pixels."""
    page.set_viewport_size({"width": 768, "height": 2000})
    page.goto(f"{app}/design?scenario=templates/flash-scratch")
    change = page.get_by_role("button", name="Change")
    expect(change.nth(3)).to_be_visible()  # the first ones are drawn long before the others
    is_at_rest(page)
    boxes = [one.bounding_box() for one in change.all()]
    assert len({round(box["x"]) for box in boxes if box}) == 1, "all stand at the right"
    sums = [one.bounding_box() for one in page.locator(".sums > div").all()]
    assert len(sums) == 5
    assert len({round(box["y"]) for box in sums if box}) == 1, "the head is one line"
    blocks = page.get_by_role("spinbutton", name="Blocks", exact=True)
    blocks.fill("20")
    blocks.press("Tab")
    effect = page.locator(".effect")
    expect(effect).to_contain_text("no longer met")
    assert (effect.bounding_box() or {"height": 99})["height"] < 30, "the last edit is one more"


@pytest.mark.parametrize("scenario", ["templates/flash-scratch", "templates/project-space"])
def test_racks_stand_beside_the_data_path_where_there_is_room(
    scenario: str, app: str, page: Page
) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{app}/design?scenario={scenario}")
    pictures = page.get_by_test_id("stImage").locator("img")
    expect(pictures).to_have_count(2)
    is_at_rest(page)
    one, other = (picture.bounding_box() for picture in pictures.all())
    assert one is not None
    assert other is not None
    assert other["x"] > one["x"] + one["width"]
    assert other["y"] < one["y"] + one["height"]
    expect(blocks(page)).to_be_in_viewport()


def test_the_pages_of_the_least_plan_are_as_brief(app: str, page: Page) -> None:
    """Where much is unknown, each figure says so: that is where words gather."""
    page.set_viewport_size({"width": WIDTH, "height": TWO_SCREENS})
    page.goto(f"{app}/needs?scenario=astra")
    is_at_rest(page)
    opens_menu(page)
    file = page.get_by_test_id("stFileUploaderDropzoneInput").first
    file.set_input_files(ROOT / "scenarios/first/minimal.yaml")
    expect(page.get_by_text("My storage").first).to_be_visible()
    found, seen = {}, list[str]()
    for title in ("Needs", "Design", "Capacity", "Performance", "Cost and racks", "Risk"):
        goes_to(page, title)
        is_at_rest(page)
        page.wait_for_function(DRAWN)
        expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
        seen = _seen_at_last(page, seen)
        found[title] = words(seen)
        assert len(found[title]) > 15, "the head alone has more"
    assert {at: " ".join(said) for at, said in found.items() if len(said) > MOST} == {}


def test_what_takes_a_choice_back_stands_beside_its_boxes(app: str, page: Page) -> None:
    """It stood alone below them, at 1440 pixels, where two choices stand beside each other."""
    page.set_viewport_size({"width": 1440, "height": 1300})
    page.goto(f"{app}/compare?scenario=astra")
    is_at_rest(page)
    page.get_by_test_id("stMain").get_by_role("radio", name="Search", exact=True).click()
    further = page.get_by_role("combobox", name="Add a variable")
    further.fill("Blocks")
    page.get_by_role("option", name="Blocks", exact=True).click()
    left_open = page.locator(".st-key-left-open")
    boxes = left_open.get_by_test_id("stNumberInput").locator("input")
    expect(boxes).to_have_count(3)
    is_at_rest(page)
    labels = left_open.locator("label").all()
    for row in (labels, [*boxes.all(), left_open.get_by_test_id("stButton").first]):
        found = [one.bounding_box() or {"y": -99.0, "height": 0.0} for one in row]
        middles = [one["y"] + one["height"] / 2 for one in found]
        assert max(middles) - min(middles) < 8
