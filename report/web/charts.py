"""Draws charts as SVG, for a page that stands alone: bars of categories, as they are declared."""

from __future__ import annotations

import html
import math
from collections.abc import Iterator

from model.answers.results import Results
from model.answers.views.chart import Chart, Series, known, largest, starts
from report.charts.drawing import Scaled
from report.charts.palette import colour_of
from report.drawings.svg import INK, document, text

WIDE, LEFT, TOP, HIGH, BELOW = 760.0, 64.0, 44.0, 150.0, 44.0
"""Pixels: of the drawing, of the numbers on its left, above, of, and below the bars."""
BAR = 0.66
"""Share of a category's place that its bars take."""
LETTER = 6.4
"""Pixels of a letter of a name."""
TICKS = 5
"""Numbers on the axis, at most about."""
FAINT = 'opacity="0.3"'


def svg(results: Results, chart: Chart) -> str:
    """Draw a chart whose bars stand beside each other, stacked, or fall as steps do."""
    top = largest(results, chart) or 1.0
    currency = results.plan.scenario.economics.currency
    scale = Scaled(chart.figures, top, currency, binary=False)
    step = _step(top / scale.factor)
    end = math.ceil(top / scale.factor / step - 1e-9) * step
    each = (WIDE - LEFT) / max(len(chart.categories), 1)

    def y(value: float) -> float:
        return TOP + HIGH * (1 - value / scale.factor / end)

    parts = list(_axis(scale, step, end, chart.figures.title))
    parts += _names(chart, each)
    parts += _legend(chart)
    level = [0.0] * len(chart.categories)
    for n, one in enumerate(chart.series):
        values, begins = known(results, one.figures), starts(results, one)
        stacks = chart.together == "stacked"
        wide = each * BAR / (1 if stacks else len(chart.series))
        for at, (value, begin) in enumerate(zip(values, begins, strict=True)):
            if value is None:
                continue
            foot = level[at] if stacks else begin
            level[at] += value  # where bars stand beside each other, none begins there
            x = LEFT + each * (at + (1 - BAR) / 2) + (0 if stacks else n * wide)
            said = f"{chart.categories[at]}: {scale.value_text(one.figures[at], value)}"
            parts.append(_bar(one, at, (x, y(foot + value), wide, y(foot) - y(foot + value)), said))
            if one.told:
                look = f'text-anchor="middle" fill="{INK}"'
                words = scale.brief(value)
                parts.append(text(x + wide / 2, y(foot + value) - 5, words, 11, look))
    about = "; ".join(_value_texts(results, chart, scale))
    return document(WIDE, TOP + HIGH + BELOW, chart.title, about, parts)


def _step(top: float) -> float:
    """Choose a round step of an axis."""
    rough = top / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    return next(m * power for m in (1, 2, 5, 10) if m * power >= rough * (1 - 1e-9))


def _axis(scale: Scaled, step: float, end: float, title: str) -> Iterator[str]:
    name = ", ".join(filter(None, (title, scale.label)))
    yield text(0, 12, name, 11, f'fill="{INK}"')
    for n in range(round(end / step) + 1):
        y = TOP + HIGH * (1 - n * step / end)
        yield f'<path d="M{LEFT:.0f} {y:.1f}H{WIDE:.0f}" stroke="{INK}" {FAINT}/>'
        yield text(LEFT - 6, y + 4, f"{n * step:g}", 11, f'text-anchor="end" fill="{INK}"')


def _names(chart: Chart, each: float) -> Iterator[str]:
    """Write the categories below their bars, a word a line where they are long."""
    look = f'text-anchor="middle" fill="{INK}"'
    for at, name in enumerate(chart.categories):
        lines = [name] if len(name) * LETTER <= each else name.split()
        for n, words in enumerate(lines):
            yield text(LEFT + each * (at + 0.5), TOP + HIGH + 16 + 12 * n, words, 11, look)


def _legend(chart: Chart) -> Iterator[str]:
    x = LEFT
    for one in chart.series if len(chart.series) > 1 else ():
        yield f'<rect x="{x:.0f}" y="20" width="10" height="10" fill="{colour_of(one.colour)}"/>'
        yield text(x + 14, 29, one.name, 11)
        x += 32 + LETTER * len(one.name)


def _bar(one: Series, at: int, box: tuple[float, float, float, float], said: str) -> str:
    x, y, wide, high = box
    colour = colour_of(one.colours[at] if one.colours else one.colour)
    place = f'x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{max(high, 0.5):.1f}"'
    told = f"<title>{html.escape(said)}</title>"
    return f'<rect class="bar" {place} fill="{colour}">{told}</rect>'


def _value_texts(results: Results, chart: Chart, scale: Scaled) -> Iterator[str]:
    """Say each figure, for readers who see no bars."""
    for one in chart.series:
        name = f"{one.name}, " * (len(chart.series) > 1)
        for category, figure, value in zip(
            chart.categories, one.figures, known(results, one.figures), strict=True
        ):
            yield f"{name}{category}: {scale.value_text(figure, value)}"
