"""Pages are seen at once, not read: few words stand above the second screen's end."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.test_app_browser import app, has_no_exception, is_at_rest, page, tab
from tests.test_start_browser import ROOT

__all__ = ["app", "page", "tab"]
pytestmark = pytest.mark.browser
MOST, WIDTH, TWO_SCREENS = 120, 1280, 1600
# Where the most words stand, of the systems and templates that say the most there.
PLACES = (
    ("beluga", "", ""),
    ("beluga", "design", ""),
    ("beluga", "capacity", ""),
    ("beluga", "performance", "States"),
    ("templates/project-space", "needs", ""),
    ("templates/project-space", "design", ""),
    ("templates/project-space", "performance", "What next"),
    ("templates/project-space", "cost", ""),
    ("templates/project-space", "certainty", ""),
    ("templates/project-space", "compare", "Search"),
    ("astra", "capacity", "Files and memory"),
    ("astra", "performance", "Checkpoints"),
    ("astra", "cost", ""),
    ("lcpq", "design", ""),
    ("lcpq", "performance", ""),
    ("lcpq", "performance", "Caches and latency"),
)
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


def words(texts: list[str]) -> list[str]:
    """Give the words of texts: what has two letters, and is no unit."""
    found = [word.strip("(),;.:") for text in texts for word in text.split()]
    return [
        word for word in found if re.search("[^\\W\\d_]{2}", word) and not UNITS.fullmatch(word)
    ]


def test_units_and_figures_are_no_words() -> None:
    assert words(["21.76 PB (19.33 PiB)", "1.76 M EUR, 6 of 6", "25 GB/s"]) == ["of"]


@pytest.mark.parametrize(("scenario", "at", "part"), PLACES)
def test_few_words_stand_on_two_screens(
    scenario: str, at: str, part: str, app: str, page: Page
) -> None:
    """Tables, heads and what charts say count; what is folded, drawn or in a hover doesn't."""
    assert (ROOT / f"scenarios/{scenario}.yaml").exists()
    page.set_viewport_size({"width": WIDTH, "height": TWO_SCREENS})
    asked = f"&{at}_part={quote(part)}" if part else ""
    page.goto(f"{app}/{at}?scenario={quote(scenario)}{asked}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    is_at_rest(page)
    page.wait_for_function(DRAWN)
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
    has_no_exception(page)
    found = words(page.evaluate(SEEN, TWO_SCREENS))
    assert len(found) > 15, "the head alone has more"
    assert len(found) <= MOST, " ".join(found)
