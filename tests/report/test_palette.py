"""Lines and words of charts are legible on the pages of both themes, in colours told apart."""

from __future__ import annotations

import tomllib
from itertools import combinations
from pathlib import Path

import pytest

from report.palette import COLOURS, COMMITTED, LIMIT, MARK

THEME = tomllib.loads((Path(__file__).parents[2] / ".streamlit/config.toml").read_text())["theme"]


def luminance(colour: str) -> float:
    """As WCAG 2 defines it."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("colour", [LIMIT, COMMITTED, MARK])
def test_lines_stand_out_from_the_page(colour: str, look: str) -> None:
    """WCAG 1.4.11 asks for 3 to 1 of what a chart needs to be understood."""
    page = THEME[look]["backgroundColor"]
    high, low = sorted((luminance(colour), luminance(page)), reverse=True)
    assert (high + 0.05) / (low + 0.05) >= 3


def test_pages_and_charts_have_the_same_colours() -> None:
    """A chart that Streamlit colours, and one of ours, in the same order."""
    assert list(COLOURS) == THEME["chartCategoricalColors"]
    assert all(one != other for one, other in combinations(COLOURS, 2))
