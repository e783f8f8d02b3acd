"""Racks as small as a stamp: what kind of device stands where, without words."""

from __future__ import annotations

import html
from collections.abc import Iterator

from model.answers.racks import Elevation
from report.drawing import INK, document, paint, text
from report.styles import TINTS

UNIT, GAP, HEAD = 3.0, 5.0, 4.0
"""Pixels of a rack unit, between racks, above them."""
WIDEST, ALL = 33.0, 84.0
"""Pixels of a rack that has room, and of all racks together."""
MOST = 6
"""Racks that are drawn; how many more there are is written."""
FRAME = ("#4a5561", "#8b96a1")
BEHIND = ("#f4f6f8", "#262d35")


def svg(found: Elevation) -> str:
    """Draw the first racks side by side."""
    shown = found.racks[:MOST]
    more = len(found.racks) - len(shown)
    high = found.height * UNIT
    wide = min(WIDEST, (ALL - GAP * len(shown)) / max(len(shown), 1))
    parts = [piece for n in range(len(shown)) for piece in _rack(found, n, wide)]
    below = HEAD + high + 16
    if more:
        parts.append(text(1, below, f"and {more} more", 12, f'fill="{INK}"'))
    count = f"{len(found.racks)} rack{'s' if len(found.racks) != 1 else ''}"
    about = "; ".join(f"rack {one.number}: {one.units} units filled" for one in shown)
    return document(ALL, below + HEAD if more else high + 2 * HEAD, count, about, parts)


def _rack(found: Elevation, n: int, wide: float) -> Iterator[str]:
    left, high = 1 + n * (wide + GAP), found.height * UNIT
    frame = paint("stroke", *FRAME)
    yield (
        f'<rect x="{left:.1f}" y="{HEAD:.1f}" width="{wide:.1f}" height="{high:.1f}" '
        f'{paint("fill", *BEHIND)} stroke="none"/>'
    )
    for device in found.racks[n].devices:
        y = HEAD + (found.height - device.top) * UNIT
        yield (
            f'<rect x="{left:.1f}" y="{y:.1f}" width="{wide:.1f}" '
            f'height="{device.units * UNIT - 0.6:.1f}" fill="{TINTS[device.kind]}">'
            f"<title>{html.escape(device.label)}</title></rect>"
        )
    yield (
        f'<rect x="{left:.1f}" y="{HEAD:.1f}" width="{wide:.1f}" height="{high:.1f}" '
        f'fill="none" {frame} stroke-width="1"/>'
    )
