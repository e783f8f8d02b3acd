"""Racks as small as a stamp: what kind of device stands where, without words."""

from __future__ import annotations

import html
from collections.abc import Iterator

from model.answers.racks import Elevation
from report.drawings import texts
from report.drawings.elevation import TINTS
from report.drawings.svg import INK, document, paint, text

UNIT, GAP, HEAD = 3.0, 5.0, 4.0
"""Pixels of a rack unit, between racks, above them."""
WIDE = 30.0
"""Pixels of a rack across: designs side by side are drawn to one scale."""
MOST = 6
"""Racks that are drawn; how many more there are is written."""
ALL = MOST * (WIDE + GAP)
"""Pixels of a drawing across, whether or not it is filled."""
MORE = 16.0
"""Pixels for the line of how many more there are: what is below stands alike in all cards."""
FRAME = ("#4a5561", "#8b96a1")
BEHIND = ("#f4f6f8", "#262d35")


def svg(found: Elevation) -> str:
    """Draw the first racks side by side."""
    shown = found.racks[:MOST]
    more = len(found.racks) - len(shown)
    high = found.height * UNIT
    parts = [piece for n in range(len(shown)) for piece in _rack(found, n)]
    below = HEAD + high + MORE
    if more:
        parts.append(text(1, below, texts.MORE_RACKS.format(more), 12, f'fill="{INK}"'))
    count = (texts.RACK if len(found.racks) == 1 else texts.RACKS).format(len(found.racks))
    used = (texts.UNITS_OF_RACK.format(number=one.number, units=one.units) for one in shown)
    about = "; ".join(used)
    return document(ALL, below + HEAD, count, about, parts)


def _rack(found: Elevation, n: int) -> Iterator[str]:
    left, high = 1 + n * (WIDE + GAP), found.height * UNIT
    frame = paint("stroke", *FRAME)
    yield (
        f'<rect x="{left:.1f}" y="{HEAD:.1f}" width="{WIDE:.1f}" height="{high:.1f}" '
        f'{paint("fill", *BEHIND)} stroke="none"/>'
    )
    for device in found.racks[n].devices:
        y = HEAD + (found.height - device.top) * UNIT
        yield (
            f'<rect x="{left:.1f}" y="{y:.1f}" width="{WIDE:.1f}" '
            f'height="{device.units * UNIT - 0.6:.1f}" fill="{TINTS[device.kind]}">'
            f"<title>{html.escape(device.label)}</title></rect>"
        )
    yield (
        f'<rect x="{left:.1f}" y="{HEAD:.1f}" width="{WIDE:.1f}" height="{high:.1f}" '
        f'fill="none" {frame} stroke-width="1"/>'
    )
