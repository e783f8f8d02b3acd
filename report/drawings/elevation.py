"""Racks as they are seen from the front, to scale, as SVG."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterator

from model.answers.racks import Device, Elevation, RackUsed
from model.answers.views import rack_tables as words
from report.drawings import texts
from report.drawings.svg import document, number_of, paint, text

MOST_RACKS = 60
"""Racks that are shown at most, those that are alike once."""
TINTS = {
    "server": "#9bd0f2",
    "enclosure": "#f3c56b",
    "switch": "#8ad3b8",
    "power": "#e2b3cf",
    "other": "#d9dde2",
}
"""The colour of each kind of device: light tints that the colour-blind tell apart, too."""

UNIT = 15.0
"""Pixels of a rack unit, 44.45 mm."""
WIDTH = UNIT * 482.6 / 44.45
"""Pixels of 19 inches."""
SIDE, GAP, HEAD, FOOT = 24.0, 30.0, 24.0, 42.0
"""Pixels for the numbers of units, between racks, above and below them."""
IN_A_ROW = 5
LETTER = 6.0
"""Pixels of a letter: of capitals on average, so that names of parts fit."""
DARK, FRAME, LOST = "#1c2530", "#4a5561", "#b3261e"
DASHED = ' stroke-dasharray="5 3"'
"""The frame of devices that are already owned."""
DEVICE_TEXT = f'fill="{DARK}"'
FAINT, BEHIND, BETWEEN = ("#5c6670", "#a9b4be"), ("#f4f6f8", "#262d35"), ("#dde2e7", "#3a434d")


def svg(found: Elevation, lost: str = "") -> str:
    """Draw the racks, those that are alike once; one server of the tier `lost` is crossed out."""
    alike = list(found.alike())
    shown = alike[:MOST_RACKS]
    step = WIDTH + SIDE + GAP
    high = HEAD + found.height * UNIT + FOOT
    rows = -(-len(shown) // IN_A_ROW)
    width, height = min(len(shown), IN_A_ROW) * step, rows * (high + GAP) + 2 * UNIT + GAP
    servers = (d for racks in shown for d in racks[0].devices if d.kind == "server")
    gone = next((device for device in servers if device.line.tier == lost), None) if lost else None
    parts: list[str] = [
        _drawn(one, found.height, n % IN_A_ROW * step, n // IN_A_ROW * (high + GAP), gone)
        for n, one in enumerate(shown)
    ]
    more = len(alike) - len(shown)
    notes = [texts.NOT_DRAWN.format(more)] * bool(more)
    notes += [texts.CROSSED_OUT.format(lost)] * (gone is not None)
    drawn = (device for racks in shown for device in racks[0].devices)
    notes += [texts.DASHED] * any(device.line.owned == "all" for device in drawn)
    note = "; ".join(notes)
    width = max(width, SIDE + LETTER * len(note))
    legend = _legend(found, rows * (high + GAP), note)
    about = "; ".join(f"{words.name(racks)}: {', '.join(_contents(racks[0]))}" for racks in shown)
    return document(width, height, texts.ELEVATIONS, about, [*parts, legend])


def _contents(rack: RackUsed) -> Iterator[str]:
    """Name what stands in a rack, each part once with its number."""
    counts = Counter(device.label for device in rack.devices)
    yield from (label if n == 1 else f"{n} x {label}" for label, n in counts.items())


def _box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'{fill} stroke="{FRAME}" stroke-width="1"/>'
    )


def fitting(name: str, width: float) -> str:
    """Cut the name of a part so that it fits into so many pixels: what tells it stands last."""
    room = int(width / LETTER)
    words = name.split()
    ends = (f"…{' '.join(words[n:])}" for n in range(1, len(words)))
    said = (name, *ends, f"{name[: max(1, room - 1)]}…")
    return next(one for one in said if len(one) <= room or one is said[-1])


def _drawn(alike: list[RackUsed], height: int, x: float, y: float, gone: Device | None) -> str:
    rack, left = alike[0], x + SIDE
    top = y + HEAD
    parts: list[str] = [
        text(left, y + 15, words.name(alike), 13, 'fill="currentColor" font-weight="bold"'),
        _box(left - 3, top - 3, WIDTH + 6, height * UNIT + 6, paint("fill", *BEHIND)),
        *_numbers(height, left, top),
        *(_device(device, height, left, top, lost=device is gone) for device in rack.devices),
    ]
    below = top + height * UNIT + 17
    used = texts.UNITS_USED.format(used=rack.units, all=height, weight=words.weight(rack))
    parts += (
        text(left, below, used, 11),
        text(left, below + 14, words.power(rack), 11),
    )
    return "".join(parts)


def _numbers(height: int, left: float, top: float) -> Iterator[str]:
    """Number the units from below, and draw a line between them."""
    for unit in range(1, height + 1):
        y = top + (height - unit) * UNIT
        look = f'text-anchor="end" {paint("fill", *FAINT)}'
        yield text(left - 7, y + UNIT - 4, f"{unit}", 8.5, look)
        yield (
            f'<line x1="{left:.1f}" y1="{y:.1f}" x2="{left + WIDTH:.1f}" y2="{y:.1f}" '
            f'{paint("stroke", *BETWEEN)} stroke-width="0.6"/>'
        )


def _device(device: Device, height: int, left: float, top: float, *, lost: bool) -> str:
    y = top + (height - device.top) * UNIT
    high = device.units * UNIT
    label = fitting(device.label, WIDTH - 10)
    units = texts.UNITS.format(first=device.bottom, last=device.top)
    about = f"{device.label}, {units}, {device.place}"
    owned = device.line.owned == "all"
    if owned:
        about = f"{about}, {texts.OWNED}"
    hover, opened = html.escape(about), number_of(f"{device.line.path}.line_count", about)
    middle = y + high / 2 + 3.6
    right, below = left + WIDTH, y + high
    across = (
        f"M{left:.1f} {y:.1f}L{right:.1f} {below:.1f}M{left:.1f} {below:.1f}L{right:.1f} {y:.1f}"
    )
    cross = f'<path class="lost" d="{across}" stroke="{LOST}" stroke-width="2.5"/>' * lost
    return (
        f"<g><title>{hover}</title>"
        f"{_box(left, y, WIDTH, high, f'{_tint(device.kind)} {opened}{DASHED * owned}')}"
        f"{text(left + 5, middle, label, 10.5, DEVICE_TEXT)}{cross}</g>"
    )


def _tint(kind: str) -> str:
    return f'fill="{TINTS[kind]}"'


def _legend(found: Elevation, y: float, note: str) -> str:
    kinds = dict.fromkeys(device.kind for rack in found.racks for device in rack.devices)
    parts: list[str] = []
    x = SIDE
    for kind in kinds:
        parts += (_box(x, y, UNIT, UNIT, _tint(kind)), text(x + 20, y + 12, kind, 11))
        x += 30 + 8 * len(kind) + 20
    parts.append(text(SIDE, y + 12 + 1.6 * UNIT, note, 11))
    return "".join(parts)
