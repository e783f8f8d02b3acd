"""The data path of a tier as pipes, from clients to drives, as SVG: their width is bytes a second.

All pipes of a tier are of one scale, in all its states. Those that are far wider than what limits
are cut, and say so by open sides.
"""

from __future__ import annotations

import html
from collections.abc import Iterator

from model.answers.evidence import known_by
from model.answers.results import Results
from model.answers.states import HEALTHY, State, state
from model.answers.views.pipes import Path, Pipe, paths
from model.answers.views.view import Value, number
from model.answers.views.view_formulas import door_of
from model.answers.views.view_text import UNKNOWN
from model.units.figures import show
from report.drawings.svg import INK, document, number_of, paint, text

WIDEST = 150.0
"""Pixels of the widest pipe."""
MOST = 4.0
"""How many times wider than the faster way's bound a pipe is drawn at most."""
NAMES, BESIDE, AFTER = 160.0, 152.0, 4.0
"""Pixels for the names of stages, for the figures beside a pipe, and between the two ways."""
ZONE = WIDEST + BESIDE + AFTER
HEAD, ROW, PIPE, PLACE, FOOT = 66.0, 40.0, 30.0, 17.0, 30.0
"""Pixels: above the pipes, a stage's row, its pipe, the name of a place, below the pipes."""
WATER = {"write": ("#0072b2", "#56b4e9"), "read": ("#00694d", "#2fc79c")}
"""The colour of each way, on light and on dark pages."""
NARROW = ("#b34700", "#ff9d5c")
FAINT = ("#5b6670", "#a9b4be")
HEADS = {"write": "Write", "read": "Read"}


def svg(results: Results, tier: str, state: State) -> str:
    """Draw both ways through the tier at that path in a state."""
    found = paths(results, tier, state)
    most: float = results.once(("widest", tier), lambda: widest(results, tier))
    name = tier.rpartition(":")[2]
    rows = _rows(found[0])
    height = HEAD + rows[-1][1] + ROW + FOOT
    parts = [*_names(rows), *_legend(height - 10)]
    for n, path in enumerate(found):
        parts += _way(results, path, rows, NAMES + n * ZONE, most, partial=state.is_partial)
    title = f"Data path of {name}, {state.name}"
    about = " ".join(told(results, path) for path in found)
    return document(NAMES + 2 * ZONE, height, title, about, parts)


def widest(results: Results, tier: str) -> float:
    """Give the rate that is drawn as the widest pipe; 0 where nothing is known."""
    healthy = paths(results, tier, state(results, tier, HEALTHY))
    bounds = [number(results, path.bound) or 0.0 for path in healthy]
    rates = [number(results, pipe.bound) or 0.0 for path in healthy for pipe in path.pipes]
    return min(MOST * max(bounds), max(rates, default=0.0)) or max(rates, default=0.0)


def _rows(path: Path) -> list[tuple[Pipe, float, bool]]:
    """Give each pipe with its distance from the top, and whether it is its place's first."""
    found: list[tuple[Pipe, float, bool]] = []
    y, place = 0.0, ""
    for pipe in path.pipes:
        is_first = pipe.place != place
        y += PLACE * is_first
        found.append((pipe, y, is_first))
        y, place = y + ROW, pipe.place
    return found


def _faint(what: str = "fill") -> str:
    return paint(what, *FAINT)


def _names(rows: list[tuple[Pipe, float, bool]]) -> Iterator[str]:
    yield text(0, 16, "Clients", 13, f'fill="{INK}" font-weight="bold"')
    for pipe, y, is_first in rows:
        top = HEAD + y
        if is_first:
            x = NAMES + 2 * ZONE
            yield text(0, top - 4, pipe.place, 11, _faint())
            yield f'<path d="M0 {top - PLACE:.1f}H{x:.1f}" stroke-width="0.5" {_faint("stroke")}/>'
        yield text(8, top + PIPE / 2 + 4, pipe.stage.label, 13)


def _way(
    results: Results,
    path: Path,
    rows: list[tuple[Pipe, float, bool]],
    left: float,
    most: float,
    *,
    partial: bool,
) -> Iterator[str]:
    """Draw one way: its head, its pipes, and through them all what comes out in the end."""
    middle = left + WIDEST / 2
    commits, bound = number(results, path.committed), _said(results, path.bound)
    colour = paint("fill", *WATER[path.way])
    head = f"{HEADS[path.way]}: {_said(results, path.committed)}"
    bold = f'font-weight="bold" {colour}'
    yield text(left, 16, head, 14, f"{bold} {opens(path.committed, f'{head} expected')}")
    said = f"expected; upper bound {bound}"
    yield text(left, 32, said, 11.5, f"{_faint()} {opens(path.bound, f'{head} {said}')}")
    least = path.commits_least(results)
    tops = {pipe.stage.name: HEAD + y for pipe, y, _ in rows}
    known = [pipe for pipe in path.pipes if pipe.stage.name in tops]
    pipes = [_pipe(results, path, pipe, middle, tops[pipe.stage.name], most) for pipe in known]
    yield from (filled for filled, _ in pipes)
    end = HEAD + rows[-1][1] + PIPE
    width = _wide(commits, most) if commits is not None and most else 0.0
    if width:
        yield (
            f'<rect class="stream" x="{middle - width / 2:.2f}" y="{HEAD - PLACE:.1f}" '
            f'width="{width:.2f}" height="{end - HEAD + PLACE + 6:.1f}" {colour}/>'
        )
    yield _arrow(path.way, middle, end + 6, width, colour)
    yield from (outline for _, outline in pipes)
    for pipe in known:
        words = _marks(pipe, least, partial=partial)
        yield from _figures(results, pipe, left + WIDEST + 8, tops[pipe.stage.name], words)


def _wide(rate: float, most: float) -> float:
    return min(rate / most, 1.0) * WIDEST


def _pipe(
    results: Results, path: Path, pipe: Pipe, middle: float, top: float, most: float
) -> tuple[str, str]:
    """Draw a pipe: what it commits filled, its bound as an outline; an unknown one dashed."""
    bound, commits = number(results, pipe.bound), number(results, pipe.committed)
    hover = f"<title>{html.escape(text_of(results, pipe))}</title>"
    if bound is None or not most:
        return "", _unknown(hover, middle, top)
    filled = ""
    if commits is not None:
        width = _wide(commits, most)
        filled = (
            f'<rect class="committed" x="{middle - width / 2:.2f}" y="{top:.1f}" '
            f'width="{width:.2f}" height="{PIPE}" opacity="0.3" '
            f"{paint('fill', *WATER[path.way])}/>"
        )
    edge = paint("stroke", *NARROW) if pipe.limits else f'stroke="{INK}"'
    thick = 2.6 if pipe.limits else 1.1
    width = _wide(bound, most)
    x, right, below = middle - width / 2, middle + width / 2, top + PIPE
    if bound > most * (1 + 1e-9):
        shape = f"M{x:.2f} {top:.1f}H{right:.2f}M{x:.2f} {below:.1f}H{right:.2f}"
        outline = f'<path class="cut" d="{shape}" fill="none" stroke-width="{thick}" {edge}/>'
    else:
        outline = (
            f'<rect class="bound" x="{x:.2f}" y="{top:.1f}" width="{width:.2f}" '
            f'height="{PIPE}" fill="none" pointer-events="all" stroke-width="{thick}" {edge}/>'
        )
    return filled, f"<g>{hover}{outline}</g>"


def _unknown(hover: str, middle: float, top: float) -> str:
    box = f'x="{middle - WIDEST / 2:.1f}" y="{top:.1f}" width="{WIDEST}" height="{PIPE}"'
    mark = text(middle - WIDEST / 3, top + PIPE / 2 + 5, "?", 15, _faint())
    look = f'fill="none" pointer-events="all" stroke-dasharray="5 4" {_faint("stroke")}'
    return f'<g class="unknown">{hover}<rect {box} {look}/>{mark}</g>'


def _arrow(way: str, middle: float, y: float, width: float, colour: str) -> str:
    """Point to where the bytes go: down to the drives, or up to the clients."""
    tip, base = (y + 11, y) if way == "write" else (HEAD - PLACE - 11, HEAD - PLACE)
    half = width / 2 + 6
    shape = f"M{middle - half:.1f} {base:.1f}H{middle + half:.1f}L{middle:.1f} {tip:.1f}Z"
    return f'<path d="{shape}" {colour}/>'


def _marks(pipe: Pipe, least: Pipe | None, *, partial: bool) -> str:
    if pipe.limits:
        return "◀ limits those affected" if partial else "◀ limits"
    return "◀ lowest expected rate" if pipe is least else ""


def _figures(results: Results, pipe: Pipe, x: float, top: float, words: str) -> Iterator[str]:
    """Write the bound of a pipe beside it, and what it commits or what is to be said of it."""
    bound, commits = number(results, pipe.bound), _said(results, pipe.committed)
    if bound is None:
        yield text(x, top + PIPE / 2 + 4, UNKNOWN, 12, _faint())
        return
    weight = ' font-weight="bold"' if words else ""
    about = text_of(results, pipe)
    of_bound = f'fill="{INK}"{weight} {opens(pipe.bound, about)}'
    yield text(x, top + 9, _said(results, pipe.bound), 12.5, of_bound)
    second = words or f"expected {commits}"
    look = f'font-weight="bold" {paint("fill", *NARROW)}' if words else _faint()
    yield text(x, top + 24, second, 11, look if words else f"{look} {opens(pipe.committed, about)}")


def _said(results: Results, value: Value) -> str:
    rate = number(results, value)
    return ("at most " if value.at_most and rate else "") + show(rate, "byte/s")


def opens(value: Value, about: str) -> str:
    """Say which number a text is."""
    return number_of(door_of(value), about)


def text_of(results: Results, pipe: Pipe) -> str:
    """Say of a pipe what it is, its bound, what it commits, and how it is known."""
    words: str = results.once(("pipe", pipe), lambda: _text_of(results, pipe))
    return words


def _text_of(results: Results, pipe: Pipe) -> str:
    stage = pipe.stage
    if number(results, pipe.bound) is None:
        return f"{stage.label}: {UNKNOWN}"
    known = f", {known_by(results, stage)}" if stage.evidence else ""
    left = f", without {', '.join(stage.left_out)}, unknown" if stage.left_out else ""
    return (
        f"{stage.label}: upper bound {_said(results, pipe.bound)}, "
        f"expected {_said(results, pipe.committed)}{known}{left}"
    )


def told(results: Results, path: Path) -> str:
    """Say of a way what its pipes are, what flows in all, and what limits."""
    pipes = "; ".join(text_of(results, pipe) for pipe in path.pipes)
    limit = next((f" Limited by {p.stage.label}." for p in path.pipes if p.limits), "")
    return (
        f"{HEADS[path.way]}, from clients to drives: {pipes}. Total: "
        f"{_said(results, path.committed)} expected, "
        f"upper bound {_said(results, path.bound)}.{limit}"
    )


def _legend(y: float) -> Iterator[str]:
    said = (
        "Width is GB/s, in one scale: outline the upper bound of a stage, pale its expected rate, "
        "solid the total flow. Open sides: wider than drawn."
    )
    yield text(0, y + 6, said, 11, _faint())
