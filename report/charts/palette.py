"""The colours of all charts, and what each stands for: Okabe and Ito's, but the pale yellow."""

from __future__ import annotations

BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, NEUTRAL = COLOURS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#6b7680",
)
"""The colours of what has no colour of its own, in their order."""
GREY, DARK_GREEN, DEEP_BLUE = "#8a949d", "#00865f", "#004d7a"
INK = {"light": "#1c2530", "dark": "#e6eaee"}
"""The colour of words and figures, on the pages of each theme."""
IN_INK = "the middle"
"""The name of marks that have that colour, as they lie on bars."""

OF_WAY = {"write": BLUE, "read": GREEN}
"""Writing and reading."""
LIMIT, COMMITTED, MARK = VERMILION, DARK_GREEN, NEUTRAL
"""The stage that limits, what is committed to, and a line or a mark: legible on light and dark."""
RAW, LOSS, USABLE, PLANNED, LIVE = GREY, ORANGE, SKY, BLUE, NEUTRAL
"""Capacities, from the drives' labels down, and what is lost between them."""
OF_STEP = {"usable_capacity": USABLE, "planned_capacity": PLANNED, "live_capacity": LIVE}
"""Those of steps of capacity; what stands before them is raw."""
