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
IN_INK = "median"
"""The name of marks that have that colour, as they lie on bars."""

OF_WAY = {"write": BLUE, "read": GREEN}
"""Writing and reading."""
LIMIT, COMMITTED, MARK = VERMILION, DARK_GREEN, NEUTRAL
"""The stage that limits, what is committed to, and a line or a mark: legible on light and dark."""
RAW, LOSS, USABLE, PLANNED, LIVE = GREY, ORANGE, SKY, BLUE, NEUTRAL
"""Capacities, from the drives' labels down, and what is lost between them."""
WHITE = "#ffffff"
OWN = (*COLOURS, DARK_GREEN, GREY, DEEP_BLUE)
"""The colours of what has none by what it is, as far as they last."""
MEANT = {
    "write": BLUE,
    "read": GREEN,
    "independent_write": BLUE,
    "independent_read": DARK_GREEN,
    "striped_write": SKY,
    "striped_read": GREEN,
    "limit": LIMIT,
    "expected": COMMITTED,
    "mark": MARK,
    "faint": GREY,
    "raw": RAW,
    "raw_capacity": RAW,
    "loss": LOSS,
    "usable_capacity": USABLE,
    "planned_capacity": PLANNED,
    "live_capacity": LIVE,
    "good": GREEN,
    "bad": VERMILION,
    "wide": SKY,
    "tight": BLUE,
    "derived": BLUE,
    "carried": GREY,
    "predicted": ORANGE,
    "calibrated": PURPLE,
    "capability": BLUE,
    "rated": ORANGE,
}
"""The colour of what a chart says that it shows."""
_GROUPS = tuple(colour for colour in COLOURS if colour not in (USABLE, LIVE))
_LOSSES = (LOSS, *(one for one in COLOURS if one not in (LOSS, PLANNED)), GREY)


def colour_of(meant: str | int) -> str:
    """Give the colour of what is meant, or of a number; nothing where nothing is said."""
    if isinstance(meant, int):
        return OWN[meant % len(OWN)]
    kind, _, number = meant.partition(" ")
    if number:
        several = {"group": _GROUPS, "loss": _LOSSES}[kind]
        return several[int(number) % len(several)]
    return MEANT.get(meant, RAW) if meant else ""
