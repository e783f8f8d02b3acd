"""The colours of all charts, and what each stands for: Okabe and Ito's, but the pale yellow."""

from __future__ import annotations

BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, INK = COLOURS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#1c2530",
)
"""The colours of what has no colour of its own, in their order."""
GREY, DARK_GREEN = "#8a949d", "#00694d"

OF_WAY = {"write": BLUE, "read": GREEN}
"""Writing and reading."""
LIMIT, COMMITTED = VERMILION, DARK_GREEN
"""The stage that limits, and what is committed to."""
RAW, LOSS, USABLE, PLANNED, TOTAL = GREY, ORANGE, SKY, BLUE, BLUE
"""Capacities, from the drives' labels down, and what is lost between them."""
