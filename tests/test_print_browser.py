"""The page that stands alone, as Chromium prints it on A4: nothing cut, no page half empty."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from model import evaluate, load_scenario
from report.web.page import page as html
from tests.serving import ROOT

pytestmark = pytest.mark.browser
MILLIMETRE = 96 / 25.4
WIDE, HIGH = int((210 - 2 * 12) * MILLIMETRE), int((297 - 14 - 16) * MILLIMETRE)
"""What the margins leave of A4, in pixels."""
PAGES = {"astra": 10, "templates/project-space": 17, "beluga": 14}
"""Scenarios, and the most pages that they take."""
FULL = 0.6
"""How far down the last text of each page but the last stands at least."""
_PAGE = re.compile(rb"/Type /Page\n.*?/Contents (\d+) 0 R", re.DOTALL)
_STEP = re.compile(rb"(?<!\S)(q|Q|(?:[\d.-]+ ){6}(?:cm|Tm))(?!\S)")


@pytest.fixture(scope="module")
def sheet(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": WIDE, "height": HIGH})
    page = context.new_page()
    page.emulate_media(media="print")
    yield page
    context.close()


def contents(pdf: bytes) -> Iterator[bytes]:
    """Give what draws each page."""
    for number in _PAGE.findall(pdf):
        drawn = re.search(rb"\n%s 0 obj\n<<.*?>> stream\n(.*?)\nendstream" % number, pdf, re.DOTALL)
        assert drawn
        yield zlib.decompress(drawn[1])


def heights(content: bytes) -> Iterator[float]:
    """Give how far down a page each text begins: 0 is its upper edge, 1 its lower one."""
    scale, shift = 1.0, 0.0
    outer: list[tuple[float, float]] = []
    for (step,) in (found.groups() for found in _STEP.finditer(content)):
        if step == b"q":
            outer.append((scale, shift))
        elif step == b"Q":
            scale, shift = outer.pop()
        else:
            *_, by, _, down = map(float, step.split()[:-1])
            down = down * scale + shift
            if step.endswith(b"Tm"):
                yield 1 - down / 841.92
            else:
                scale, shift = scale * by, down


@pytest.mark.parametrize("name", PAGES)
def test_a_plan_is_printed_whole_and_on_full_pages(name: str, sheet: Page) -> None:
    sheet.set_content(html(evaluate(load_scenario(ROOT / f"scenarios/{name}.yaml"))))
    # What is wider than a page makes Chromium shrink all of it.
    assert sheet.evaluate("document.documentElement.scrollWidth") <= WIDE
    pdf = sheet.pdf(prefer_css_page_size=True)
    ends = [max(heights(content), default=0.0) for content in contents(pdf)]
    assert 5 < len(ends) <= PAGES[name]
    assert max(ends) < 1
    assert min(ends[:-1]) > FULL, ends
    assert ends[-1] > 0.1


@pytest.mark.parametrize("name", ["templates/project-space", "templates/flash-scratch", "astra"])
def test_what_decides_stands_on_the_first_sheet(name: str, sheet: Page) -> None:
    """Sentence, weakest requirement, figures, risks, and the data path of the healthy system."""
    sheet.set_content(html(evaluate(load_scenario(ROOT / f"scenarios/{name}.yaml"))))
    ends = sheet.evaluate(
        "() => ['.lead', '.cards', '.risks', 'figure']"
        ".map(one => document.querySelector(one).getBoundingClientRect().bottom)"
    )
    assert ends == sorted(ends)
    assert 0 < ends[-1] < HIGH
