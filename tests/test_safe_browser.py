"""A scenario full of hostile texts in a real browser: nothing of it runs, links or calls out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Page, expect

from tests.serving import ROOT
from tests.test_app_browser import goes_to, is_whole, opens_menu

pytestmark = pytest.mark.browser
MARKUP = (
    "<script>window.ran=1</script><img src=x onerror='window.ran=2'> [a](https://evil.test) "
    "![a](https://evil.test/a.png) <a href='https://evil.test'>a</a> <b>evil</b> **evil** _evil_ "
    "https://evil.test www.evil.test me@evil.test\n\n# evil\n\n- evil\n\n1. evil\n\nevil\n==="
)
NAME = "an _evil_ www.evil.test"
"""Names take no signs but these."""
LOOKED_AT = ("Needs", "Design", "Capacity", "Cost and racks", "Compare and tender")
SAID = ("because", "about", "title", "author")
MADE = """
() => [...document.querySelectorAll("a, img, b, strong, em, h1, h2, li")].filter(one =>
  /evil/.test(one.hostname || one.src) || one.protocol === "mailto:"
  || /^evil\\b/.test(one.textContent.trim())
).map(one => one.outerHTML.slice(0, 200)).concat(window.ran ? "a script ran" : [])
"""
"""What was made of a text that says it, in a page."""


def hostile(data: Any, key: str = "") -> Any:
    """Put markup into each text that may hold some."""
    if isinstance(data, dict):
        return {name: hostile(value, name) for name, value in data.items()}
    if isinstance(data, list):
        return [hostile(one, key) for one in data]
    return f"{data} {MARKUP}" if key in SAID else data


@pytest.fixture(scope="module")
def scenario(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = ROOT / "scenarios/templates/flash-scratch.yaml"
    data = hostile(yaml.safe_load(source.read_text(encoding="utf-8")))
    data["name"] = NAME
    for n, tier in enumerate(data["tiers"]):
        tier["name"] = f"{NAME}{n}"
    own = {"count": 1, "price": "1 EUR", "power": "0 W", "weight": "0 kg", "rack_units": 0}
    data.setdefault("common", []).append({"name": MARKUP, **own})
    file = tmp_path_factory.mktemp("hostile") / "<b>evil<b> _evil_ www.evil.test.yaml"
    file.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
    return file


def unfolds(page: Page) -> None:
    """Open what is shut on a page, as far as it stands there by now."""
    for shut in page.locator("[data-testid=stMain] details:not([open]) > summary").all():
        if shut.is_visible():
            shut.click()


def test_nothing_of_a_text_runs_links_or_calls_out(app: str, page: Page, scenario: Path) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{app}/needs?scenario=astra")
    is_whole(page, "Needs")
    opens_menu(page)
    page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(scenario)
    expect(page).to_have_title(f"Needs: {NAME} (from {scenario.name}) | Ostimate")
    page.keyboard.press("Escape")
    found = {}
    for title in LOOKED_AT:
        goes_to(page, title)
        unfolds(page)
        is_whole(page, title)
        parts = page.get_by_test_id("stMain").get_by_test_id("stButtonGroup").first
        buttons = parts.get_by_role("radio") if parts.count() else None
        for n in range(buttons.count() if buttons else 0):
            buttons.nth(n).click()
            is_whole(page, title)
            found[title, n] = page.evaluate(MADE)
        found[title, -1] = page.evaluate(MADE)
    assert {where: made for where, made in found.items() if made} == {}
    own = (f"{app}/", f"{app}?", "data:", "blob:")
    assert [address for address in asked if not address.startswith(own)] == []
