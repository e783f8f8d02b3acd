"""What is written on pages stands out from what it is written on, in both themes."""

from __future__ import annotations

import re
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from model.pools.explorer import explore
from report.charts.maps import usable_map
from report.charts.palette import INK
from tests.report.test_palette import luminance

UI = Path(__file__).parents[2] / "ui"
THEME = tomllib.loads((UI / "config.toml").read_text(encoding="utf-8"))["theme"]
STYLE = (UI / "base" / "style.css").read_text(encoding="utf-8")
DESIGN = (UI / "design" / "style.css").read_text(encoding="utf-8")
LEAST = 4.5
"""What WCAG 2.2 asks for at level AA (1.4.3), of letters as small as these."""
LOOKS = ("light", "dark")
PAIR = re.compile(r"light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def named(name: str) -> tuple[str, str]:
    """Give a colour of the style by its name, in light and in dark."""
    found = re.search(rf"--{name}: {PAIR.pattern}", STYLE)
    assert found is not None
    return found[1], found[2]


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)  # its known example


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("tone", ["good", "bad", "link", "faint"])
def test_words_of_tables_and_cards_are_legible(tone: str, look: str) -> None:
    n = LOOKS.index(look)
    backs = [THEME[look]["backgroundColor"], named("card")[n]]
    assert min(contrast(named(tone)[n], back) for back in backs) >= LEAST


@pytest.mark.parametrize("look", LOOKS)
def test_words_of_the_theme_are_legible(look: str) -> None:
    theme = THEME[look]
    backs = (theme["backgroundColor"], theme["secondaryBackgroundColor"])
    for ink in (theme["textColor"], theme["linkColor"], theme["primaryColor"]):
        assert min(contrast(ink, back) for back in backs) >= LEAST
    assert contrast(theme["textColor"], theme["sidebar"]["backgroundColor"]) >= LEAST


@pytest.mark.parametrize("look", LOOKS)
def test_words_on_a_button_are_legible(look: str) -> None:
    rule = re.search(rf"stBaseButton-primary.*\{{ color: {PAIR.pattern}", STYLE)
    assert rule is not None
    ink = rule[1 + LOOKS.index(look)]
    assert contrast(ink, THEME[look]["primaryColor"]) >= LEAST


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("where", ["stCaptionContainer", "xtick"])
def test_small_words_are_legible(where: str, look: str) -> None:
    rule = re.search(rf"{where}.*\{{ (?:color|fill): {PAIR.pattern}", STYLE)
    assert rule is not None
    ink = rule[1 + LOOKS.index(look)]
    assert contrast(ink, THEME[look]["backgroundColor"]) >= LEAST


def test_figures_of_maps_are_legible_on_all_of_their_scale() -> None:
    drawn = usable_map(explore(10 * 10**12, widest=12)).data[0]
    ends = [bytes.fromhex(colour[1:]) for _, colour in drawn.colorscale]
    for low, high in pairwise(ends):
        for n in range(11):
            mixed = bytes(round(a + (b - a) * n / 10) for a, b in zip(low, high, strict=True))
            assert contrast(drawn.textfont.color, f"#{mixed.hex()}") >= LEAST


def test_words_of_charts_are_those_of_the_themes() -> None:
    assert {look: THEME[look]["textColor"] for look in INK} == INK


def test_the_page_design_has_the_colours_of_all_pages() -> None:
    """Those of the names above, which are held against both themes."""
    assert re.findall(r"[^-]color: (?!var\(--(?:good|bad|faint)\))[^;]*;", DESIGN) == []
    assert "color: var(--faint)" in DESIGN
