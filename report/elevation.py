"""Racks as they are seen from the front, to scale, as SVG."""

from __future__ import annotations

import html
from collections.abc import Iterator

from model.answers.racks import Device, Elevation, RackUsed
from model.answers.views import racks as words
from report.sheets import MOST_RACKS
from report.styles import TINTS

UNIT = 15.0
"""Pixels of a rack unit, 44.45 mm."""
WIDTH = UNIT * 482.6 / 44.45
"""Pixels of 19 inches."""
SIDE, GAP, HEAD, FOOT = 24.0, 30.0, 24.0, 42.0
"""Pixels for the numbers of units, between racks, above and below them."""
IN_A_ROW = 5
LETTER = 5.4
"""Pixels of a letter, on average."""
DARK, FRAME, FAINT = "#1c2530", "#4a5561", "#5c6670"
STYLE = "font-family: Arial, sans-serif"


def svg(found: Elevation) -> str:
    """Draw the racks, those that are alike once."""
    alike = list(found.alike())
    shown = alike[:MOST_RACKS]
    step = WIDTH + SIDE + GAP
    high = HEAD + found.height * UNIT + FOOT
    rows = -(-len(shown) // IN_A_ROW)
    width, height = min(len(shown), IN_A_ROW) * step, rows * (high + GAP) + UNIT + GAP
    parts: list[str] = [
        _drawn(one, found.height, n % IN_A_ROW * step, n // IN_A_ROW * (high + GAP))
        for n, one in enumerate(shown)
    ]
    more = len(alike) - len(shown)
    note = f"{more} more kinds of racks aren't drawn" if more else ""
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    legend = _legend(found, rows * (high + GAP), note)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" style="{STYLE}">'
        f"<title>Racks, seen from the front</title>{''.join(parts)}{legend}</svg>"
    )


def _text(x: float, y: float, text: str, size: float, more: str = "") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{DARK}" {more}>'
        f"{html.escape(text)}</text>"
    )


def _box(x: float, y: float, width: float, height: float, fill: str, edge: str = FRAME) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'fill="{fill}" stroke="{edge}" stroke-width="1"/>'
    )


def fitting(text: str, width: float) -> str:
    """Cut a text so that it fits into so many pixels."""
    room = int(width / LETTER)
    return text if len(text) <= room else text[: max(1, room - 1)].rstrip() + "…"


def _drawn(alike: list[RackUsed], height: int, x: float, y: float) -> str:
    rack, left = alike[0], x + SIDE
    top = y + HEAD
    parts: list[str] = [
        _text(left, y + 15, words.name(alike), 13, 'font-weight="bold"'),
        _box(left - 3, top - 3, WIDTH + 6, height * UNIT + 6, "#f4f6f8"),
        *_numbers(height, left, top),
        *(_device(device, height, left, top) for device in rack.devices),
    ]
    below = top + height * UNIT + 17
    parts += (
        _text(left, below, f"{rack.units} of {height} units, {words.weight(rack)}", 11),
        _text(left, below + 14, words.power(rack), 11),
    )
    return "".join(parts)


def _numbers(height: int, left: float, top: float) -> Iterator[str]:
    """Number the units from below, and draw a line between them."""
    for unit in range(1, height + 1):
        y = top + (height - unit) * UNIT
        yield (
            f'<text x="{left - 7:.1f}" y="{y + UNIT - 4:.1f}" font-size="8.5" fill="{FAINT}" '
            f'text-anchor="end">{unit}</text>'
        )
        yield (
            f'<line x1="{left:.1f}" y1="{y:.1f}" x2="{left + WIDTH:.1f}" y2="{y:.1f}" '
            f'stroke="#dde2e7" stroke-width="0.6"/>'
        )


def _device(device: Device, height: int, left: float, top: float) -> str:
    y = top + (height - device.top) * UNIT
    high = device.units * UNIT
    label = fitting(device.label, WIDTH - 10)
    units = f"units {device.bottom} to {device.top}"
    hover = html.escape(f"{device.label}, {units}, {device.place}")
    middle = y + high / 2 + 3.6
    return (
        f"<g><title>{hover}</title>"
        f"{_box(left, y, WIDTH, high, TINTS[device.kind])}"
        f"{_text(left + 5, middle, label, 10.5)}</g>"
    )


def _legend(found: Elevation, y: float, note: str) -> str:
    kinds = dict.fromkeys(device.kind for rack in found.racks for device in rack.devices)
    parts: list[str] = []
    x = SIDE
    for kind in kinds:
        parts += (_box(x, y, UNIT, UNIT, TINTS[kind]), _text(x + 20, y + 12, kind, 11))
        x += 30 + 8 * len(kind) + 20
    parts.append(_text(x, y + 12, note, 11))
    return "".join(parts)
