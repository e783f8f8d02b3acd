"""The data path of a tier from left to right, as two rivers between banks, as SVG.

The banks are what each stage could carry, the pale water what can be expected of it, the river what
flows in all; all of a tier are of one scale, in all its states. Where the banks are narrowest, they
say so. Banks that are far wider than what limits are cut, and say so by dashes.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from model.answers.evidence import is_elsewhere, known_by
from model.answers.results import Results
from model.answers.states import HEALTHY, State, state
from model.answers.views.pipes import PLACES, Path, Pipe, paths
from model.answers.views.view import Value, number
from model.answers.views.view_formulas import door_of
from model.answers.views.view_text import UNKNOWN
from model.records import dataclass
from model.units.figures import show
from report.drawings import texts
from report.drawings.svg import INK, document, number_of, paint, text

WIDE, LEFT, RIGHT = 1010.0, 148.0, 26.0
"""Pixels: of the drawing, of the words on its left, of what is beyond the last stage."""
LANE, BELOW, TOP, FOOT = 104.0, 46.0, 76.0, 26.0
"""Pixels: of the widest banks, of the figures below them, above the first ones, below the last."""
FLAT = 0.56
"""Share of a stage's place in which its banks are straight."""
BACK = ("#f3f5f7", "#1e242b")
LETTER = 8.6
"""Pixels of a letter of a stage's name."""
MOST = 4.0
"""How many times wider than the faster way's bound banks are drawn at most."""
WATER = {"write": ("#0072b2", "#56b4e9"), "read": ("#00694d", "#2fc79c")}
"""The colour of each way, on light and on dark pages."""
NARROW = ("#b34700", "#ff9d5c")
FAINT = ("#5b6670", "#a9b4be")


@dataclass(frozen=True, slots=True)
class Place:
    """Where one stage stands: its name, the place it belongs to, and from where to where."""

    name: str
    label: str
    place: str
    left: float
    right: float

    @property
    def middle(self) -> float:
        """The middle of it."""
        return (self.left + self.right) / 2

    @property
    def straight(self) -> tuple[float, float]:
        """From where to where its banks are straight."""
        half = (self.right - self.left) * FLAT / 2
        return self.middle - half, self.middle + half


def svg(results: Results, tier: str, state: State) -> str:
    """Draw both ways through the tier at that path in a state."""
    found = paths(results, tier, state)
    most: float = results.once(("widest", tier), lambda: widest(results, tier))
    places = _places(found)
    pipes = {pipe.stage.name: pipe for path in reversed(found) for pipe in path.pipes}
    abouts = {
        name: opens(pipe.committed, text_of(results, pipe))
        for name, pipe in pipes.items()
        if number(results, pipe.committed) is not None
    }
    parts = [*_heads(places, len(found), abouts)]
    for n, path in enumerate(found):
        middle = TOP + LANE / 2 + n * (LANE + BELOW)
        parts += _way(results, path, places, middle, most, partial=state.is_partial)
    height = TOP + len(found) * (LANE + BELOW) + FOOT
    parts.append(text(0, height - 8, texts.LEGEND, 12, _faint()))
    title = texts.DATA_PATH.format(tier=tier.rpartition(":")[2], state=state.name)
    about = " ".join(way_text(results, path) for path in found)
    return document(WIDE, height, title, about, parts)


def widest(results: Results, tier: str) -> float:
    """Give the rate of the widest banks; 0 where nothing is known."""
    healthy = paths(results, tier, state(results, tier, HEALTHY))
    bounds = [number(results, path.bound) or 0.0 for path in healthy]
    rates = [number(results, pipe.bound) or 0.0 for path in healthy for pipe in path.pipes]
    return min(MOST * max(bounds), max(rates, default=0.0)) or max(rates, default=0.0)


def _places(found: Sequence[Path]) -> list[Place]:
    """Give each stage of either way its place, clients first."""
    stages = {pipe.stage.name: pipe for path in found for pipe in path.pipes}
    order = [name for name in PLACES if name in stages]
    step = (WIDE - LEFT - RIGHT) / max(len(order), 1)
    return [
        Place(name, stages[name].stage.label, PLACES[name], LEFT + n * step, LEFT + (n + 1) * step)
        for n, name in enumerate(order)
    ]


def _heads(places: list[Place], ways: int, opened: Mapping[str, str]) -> Iterator[str]:
    """Draw a field behind the stages of each place, with its name and theirs, which open them."""
    groups: dict[str, list[Place]] = {}
    for place in places:
        groups.setdefault(place.place, []).append(place)
    high = TOP + ways * (LANE + BELOW) - 18
    yield text(0, 30, texts.CLIENTS, 13, f'fill="{INK}" font-weight="bold"')
    for name, those in groups.items():
        x, wide = those[0].left + 2, those[-1].right - those[0].left - 4
        yield (
            f'<rect x="{x:.1f}" y="16" width="{wide:.1f}" height="{high:.1f}" rx="8" '
            f"{paint('fill', *BACK)}/>"
        )
        if len(those) > 1:
            yield text(x + wide / 2, 32, name, 12, f'text-anchor="middle" {_faint()}')
        for place in those:
            for n, words in enumerate(_lines(place.label, place.right - place.left)):
                door = opened.get(place.name, "") if n == 0 else ""
                look = f'text-anchor="middle" font-weight="bold" fill="{INK}" {door}'
                yield text(place.middle, 48 + 14 * n, words, 13, look)


def _cut(label: str, wide: float) -> str:
    room = int(wide / LETTER)
    return label if len(label) <= room else f"{label[: max(room - 1, 1)].rstrip()}…"


def _lines(label: str, wide: float) -> list[str]:
    """Break a name in two where it is wider than its place."""
    words = label.split()
    if len(label) * LETTER <= wide or len(words) < 2:
        return [_cut(label, wide)]
    cuts = range(1, len(words))
    best = min(cuts, key=lambda n: max(len(" ".join(words[:n])), len(" ".join(words[n:]))))
    return [_cut(" ".join(part), wide) for part in (words[:best], words[best:])]


def _faint(what: str = "fill") -> str:
    return paint(what, *FAINT)


def _way(
    results: Results, path: Path, places: list[Place], middle: float, most: float, *, partial: bool
) -> Iterator[str]:
    """Draw one way: its words, its banks, what stages commit, the river, the figures."""
    way, colour = texts.HEADS[path.way], paint("fill", *WATER[path.way])
    commits = number(results, path.committed)
    yield text(0, middle - 18, way, 14, f'font-weight="bold" {colour}')
    rate = rate_text(results, path.committed)
    size = min(20.0, (LEFT - HEAD) / (BOLD * len(rate)))
    of_all = opens(path.committed, texts.RATE_OF.format(way=way, rate=rate))
    yield text(0, middle + 6, rate, size, f'font-weight="bold" {colour} {of_all}')
    yield text(0, middle + 22, texts.EXPECTED, 12, _faint())
    bound = rate_text(results, path.bound)
    of_bound = opens(path.bound, texts.BOUND_OF.format(way=way, bound=bound))
    yield text(0, middle + 39, bound, 12, f"{_faint()} {of_bound}")
    yield text(0, middle + 53, texts.UPPER_BOUND, 12, _faint())
    pipes = {pipe.stage.name: pipe for pipe in path.pipes}
    stands = [(place, pipes[place.name]) for place in places if place.name in pipes]
    if stands and most:
        yield _water(results, stands, middle, most, colour)
        if commits is not None:
            yield _river(path.way, middle, _high(commits, most), colour)
        yield from _banks(results, stands, middle, most)
    least = path.commits_least(results)
    for place, pipe in stands:
        words = _mark(pipe, least, partial=partial)
        yield from _figures(results, place, pipe, middle + LANE / 2 + 15, words)


HEAD, BOLD = 26.0, 0.66
"""Pixels of the river's head before the first stage; the width of a bold letter by its height."""


def _high(rate: float, most: float) -> float:
    return max(min(rate / most, 1.0) * LANE, 1.5)


Stands = list[tuple[Place, Pipe]]


Flat = tuple[float, float, float]
"""From where to where a bank is straight at a stage, and how far down."""


def _flats(stands: Stands, heights: Sequence[float], middle: float, sign: int) -> list[Flat]:
    """Give one bank, from left to right."""
    return [
        (*place.straight, middle + sign * high / 2)
        for (place, _), high in zip(stands, heights, strict=True)
    ]


def _outline(bank: Sequence[Flat]) -> str:
    """Write a bank: straight at stages, bent between them."""
    start, end, y = bank[0]
    outline = f"{start:.1f} {y:.2f}H{end:.1f}"
    for (_, before, was), (start, end, y) in pairwise(bank):
        half = (before + start) / 2
        outline += f"C{half:.1f} {was:.2f} {half:.1f} {y:.2f} {start:.1f} {y:.2f}H{end:.1f}"
    return outline


def _water(results: Results, stands: Stands, middle: float, most: float, colour: str) -> str:
    """Draw what stages commit, pale; where nobody knows, there is none."""
    rates = [number(results, pipe.committed) for _, pipe in stands]
    shapes = []
    for is_known, several in groupby(
        zip(stands, rates, strict=True), lambda one: one[1] is not None
    ):
        if is_known:
            kept = list(several)
            run, heights = [one for one, _ in kept], [_high(rate or 0.0, most) for _, rate in kept]
            upper, lower = (_flats(run, heights, middle, sign) for sign in (-1, 1))
            back = [(end, start, y) for start, end, y in reversed(lower)]
            shapes.append(f"M{_outline(upper)}L{_outline(back)}Z")
    return f'<path class="committed" d="{"".join(shapes)}" opacity="0.26" {colour}/>'


def _river(way: str, middle: float, high: float, colour: str) -> str:
    """Draw what flows in all, from the clients to the drives or back, with its head."""
    start, end = LEFT - 6, WIDE - RIGHT + 4
    body = (
        f'<rect class="stream" x="{start:.1f}" y="{middle - high / 2:.2f}" '
        f'width="{end - start:.1f}" height="{high:.2f}" {colour}/>'
    )
    tip, base = (end + 16, end) if way == "write" else (start - 16, start)
    half = high / 2 + 7
    head = f"M{base:.1f} {middle - half:.1f}L{tip:.1f} {middle:.1f}L{base:.1f} {middle + half:.1f}Z"
    return f'{body}<path d="{head}" {colour}/>'


def _banks(results: Results, stands: Stands, middle: float, most: float) -> Iterator[str]:
    """Draw the banks: thin between stages, thick where they limit, dashed where not to scale."""
    rates = [number(results, pipe.bound) for _, pipe in stands]
    heights = [LANE if rate is None else _high(rate, most) for rate in rates]
    for sign in (-1, 1):
        shape = f"M{_outline(_flats(stands, heights, middle, sign))}"
        yield f'<path d="{shape}" fill="none" opacity="0.45" stroke-width="1.2" stroke="{INK}"/>'
    for (place, pipe), rate, high in zip(stands, rates, heights, strict=True):
        left, right = place.straight
        above, below = middle - high / 2, middle + high / 2
        shape = f"M{left:.1f} {above:.2f}H{right:.1f}M{left:.1f} {below:.2f}H{right:.1f}"
        hover = f"<title>{html.escape(text_of(results, pipe))}</title>"
        is_cut = rate is None or rate > most * (1 + 1e-9)
        kind = "unknown" if rate is None else "cut" if is_cut else "bound"
        edge = paint("stroke", *NARROW) if pipe.limits else f'stroke="{INK}"'
        thick = 3.2 if pipe.limits else 1.8
        dashes = 'stroke-dasharray="4 4" ' if is_cut else ""
        yield (
            f'<g class="{kind}">{hover}<path d="{shape}" fill="none" stroke-width="{thick}" '
            f"{dashes}{edge}/></g>"
        )


def _mark(pipe: Pipe, least: Pipe | None, *, partial: bool) -> str:
    if pipe.limits:
        of_all = texts.LIMITS if least in (None, pipe) else texts.OF_BOUND
        return texts.LIMITS_PARTLY if partial else of_all
    return texts.OF_EXPECTED if pipe is least else ""


def _figures(results: Results, place: Place, pipe: Pipe, y: float, mark: str) -> Iterator[str]:
    """Write the upper bound of a stage below it, and its expected rate or a remark."""
    centred = 'text-anchor="middle"'
    if number(results, pipe.bound) is None:
        yield text(place.middle, y, UNKNOWN, 12.5, f"{centred} {_faint()}")
        return
    weight = 'font-weight="bold"' if mark else ""
    look = f'{centred} {weight} fill="{INK}"'
    about = text_of(results, pipe)
    opened = opens(pipe.bound, about)
    yield text(place.middle, y, rate_text(results, pipe.bound), 13, f"{look} {opened}")
    rate = show(number(results, pipe.committed), "byte/s")
    second = mark.format(rate=rate) or f"({rate})"
    bold = f'font-weight="bold" {paint("fill", *NARROW)}' if mark else _faint()
    opened = "" if mark else opens(pipe.committed, about)
    yield text(place.middle, y + 15, second, 12, f"{centred} {bold} {opened}")


def rate_text(results: Results, value: Value) -> str:
    """Write a rate, and whether it is one at most."""
    rate = number(results, value)
    return ("≤ " if value.at_most and rate else "") + show(rate, "byte/s")


def opens(value: Value, about: str) -> str:
    """Say which number a text is."""
    return number_of(door_of(value), about)


def text_of(results: Results, pipe: Pipe) -> str:
    """Say of a stage what it is, its bound, what to expect of it, and how it is known."""
    words: str = results.once(("pipe", pipe), lambda: _text_of(results, pipe))
    return words


def _text_of(results: Results, pipe: Pipe) -> str:
    stage = pipe.stage
    if number(results, pipe.bound) is None and is_elsewhere(stage):
        expected, known = rate_text(results, pipe.committed), known_by(results, stage)
        return texts.ELSEWHERE.format(stage=stage.label, expected=expected, known=known)
    if number(results, pipe.bound) is None:
        return texts.UNKNOWN_STAGE.format(stage.label, UNKNOWN)
    known = texts.KNOWN_BY.format(known_by(results, stage)) if stage.evidence else ""
    left = texts.WITHOUT.format(", ".join(stage.left_out)) if stage.left_out else ""
    bound, expected = rate_text(results, pipe.bound), rate_text(results, pipe.committed)
    return f"{texts.STAGE.format(stage=stage.label, bound=bound, expected=expected)}{known}{left}"


def way_text(results: Results, path: Path) -> str:
    """Say of a way what its pipes are, what flows in all, and what limits."""
    limiting = (texts.LIMITED_BY.format(p.stage.label) for p in path.pipes if p.limits)
    return texts.WAY.format(
        way=texts.HEADS[path.way],
        stages="; ".join(text_of(results, pipe) for pipe in path.pipes),
        expected=rate_text(results, path.committed),
        bound=rate_text(results, path.bound),
        limit=next(limiting, ""),
    )
