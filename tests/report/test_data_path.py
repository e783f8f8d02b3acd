"""The rivers of the data path are as high as the results say, and readable by machines, too."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from model.answers.derivations import opened
from model.answers.evidence import known_by
from model.answers.results import Results
from model.answers.states import HEALTHY, State, states
from model.answers.views.pipes import PLACES, paths
from model.answers.views.pipes import Path as Way
from model.answers.views.view import number
from model.units.figures import show
from report.drawings.data_path import (
    BELOW,
    FLAT,
    LANE,
    LEFT,
    MOST,
    RIGHT,
    WIDE,
    rate_text,
    svg,
    text_of,
    way_text,
    widest,
)
from report.drawings.data_path import LETTER as BOLD_LETTER
from report.drawings.elevation import fitting
from report.drawings.texts import LEGEND
from tests.each import of_each
from tests.report.test_pipes import FILES, results_of

SPACE = "{http://www.w3.org/2000/svg}"
LETTER = 0.56
"""Width of a letter over its size, on average."""


SYSTEMS = ("cri", "lcpq", "peers/quobyte-hdd-5-3", "templates/project-space")
SOME = [file for file in FILES if file.as_posix().endswith(tuple(f"{one}.yaml" for one in SYSTEMS))]
"""Tiers as given, of unknown stages, limited differently each way, and whole ones."""


def drawn_states() -> Iterator[tuple[Path, str, State]]:
    for file in SOME:
        for _, tier in results_of(file).tiers():
            for state in states(results_of(file), tier):
                yield file, tier, state


@of_each(drawn_states, lambda case: f"{case[0].stem}, {case[1]}, {case[2].name}")
def test_each_state_is_drawn_as_it_flows(case: tuple[Path, str, State]) -> None:
    file, tier, state = case
    results = results_of(file)
    drawn = ET.fromstring(svg(results, tier, state))
    most = widest(results, tier)
    flows = [number(results, path.committed) for path in paths(results, tier, state)]
    fields = [one for one in drawn.iter(f"{SPACE}rect") if one.get("rx") == "8"]
    ends = [(float(one.get("x", "")), float(one.get("width", ""))) for one in fields]
    assert ends, "a place has a field behind its stages, apart from the next one"
    assert all(left + wide < right for (left, wide), (right, _) in pairwise(ends))
    rivers = [one for one in drawn.iter(f"{SPACE}rect") if one.get("class") == "stream"]
    known = [flow for flow in flows if flow is not None and most]
    assert len(rivers) == len(known)
    for river, flow in zip(rivers, known, strict=True):
        assert float(river.get("height", "")) == pytest.approx(
            max(min(flow / most, 1) * LANE, 1.5), abs=0.01
        )
    limits = [pipe for path in paths(results, tier, state) for pipe in path.pipes if pipe.limits]
    words = [one.text or "" for one in drawn.iter(f"{SPACE}text")]
    assert sum("limits" in one for one in words) == len(limits)


@of_each(drawn_states, lambda case: f"{case[0].stem}, {case[1]}, {case[2].name}")
def test_each_number_says_which_it_is(case: tuple[Path, str, State]) -> None:
    """What opens is what is written there, of what servers do together, too."""
    file, tier, state = case
    results = results_of(file)
    drawn = ET.fromstring(svg(results, tier, state))
    texts = [one for one in drawn.iter(f"{SPACE}text") if "/s" in (one.text or "")]
    rates = [one for one in texts if one.text != LEGEND]
    assert rates
    for one in rates:
        value = opened(results, one.attrib["data-why"]).value
        assert show(value, "byte/s") in (one.text or "")
        assert one.attrib["data-about"]


def number_in(one: ET.Element, name: str) -> float:
    return float(one.get(name, ""))


@dataclass(frozen=True)
class Drawn:
    """What is drawn of one state: the drawing, both ways, and where each stage stands."""

    drawing: ET.Element
    ways: tuple[Way, ...]
    most: float
    middles: dict[str, float]
    step: float

    def texts(self, **having: str) -> list[ET.Element]:
        found = self.drawing.iter(f"{SPACE}text")
        return [one for one in found if having.items() <= one.attrib.items()]

    def of_class(self, *kinds: str) -> list[ET.Element]:
        return [one for one in self.drawing.iter() if one.get("class") in kinds]


@cache
def drawn_of(file: Path, tier: str, name: str) -> Drawn:
    results = results_of(file)
    state = next(one for one in states(results, tier) if one.name == name)
    ways = paths(results, tier, state)
    names = {pipe.stage.name for way in ways for pipe in way.pipes}
    order = [one for one in PLACES if one in names]
    step = (WIDE - LEFT - RIGHT) / max(len(order), 1)
    middles = {one: LEFT + (n + 0.5) * step for n, one in enumerate(order)}
    drawing = ET.fromstring(svg(results, tier, state))
    return Drawn(drawing, ways, widest(results, tier), middles, step)


def in_all_states(law: Callable[[Results, str, State, Drawn], None]) -> Callable[[], None]:
    """Let a law hold for each state of some systems."""

    def of_case(case: tuple[Path, str, State]) -> None:
        file, tier, state = case
        law(results_of(file), tier, state, drawn_of(file, tier, state.name))

    of_case.__name__, of_case.__doc__, of_case.__module__ = law.__name__, law.__doc__, __name__
    return of_each(drawn_states, lambda case: f"{case[0].stem}, {case[1]}, {case[2].name}")(of_case)


@in_all_states
def test_stages_stand_evenly_each_with_its_name(
    results: Results, tier: str, state: State, drawn: Drawn
) -> None:
    """In one line where there is room, else in two that are as short as can be."""
    labels = {pipe.stage.name: pipe.stage.label for way in drawn.ways for pipe in way.pipes}
    room = int(drawn.step / BOLD_LETTER)
    heads = [one for one in drawn.texts() if one.get("font-weight") == "bold"]
    heads = [one for one in heads if number_in(one, "y") in (48, 62)]
    for name, x in drawn.middles.items():
        lines = [
            (number_in(one, "y"), one.text or "")
            for one in heads
            if number_in(one, "x") == pytest.approx(x, abs=0.06)
        ]
        words = labels[name].split()
        parts = [labels[name]]
        if len(labels[name]) > room and len(words) > 1:
            cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
            shortest = min(max(map(len, cut)) for cut in cuts)
            assert max(len(said) for _, said in lines) <= min(shortest, max(room, 2))
            parts = next(list(cut) for cut in cuts if max(map(len, cut)) == shortest)
        shown = [one if len(one) <= room else f"{one[: room - 1].rstrip()}…" for one in parts]
        assert [said for _, said in lines] == shown
        assert [y for y, _ in lines] == [48, 62][: len(lines)]


@in_all_states
def test_a_place_has_a_field_around_its_stages(
    results: Results, tier: str, state: State, drawn: Drawn
) -> None:
    """It is named where it has several, and reaches below the last figures."""
    fields = [one for one in drawn.drawing.iter(f"{SPACE}rect") if one.get("rx") == "8"]
    places: dict[str, list[float]] = {}
    for name, x in drawn.middles.items():
        places.setdefault(PLACES[name], []).append(x)
    names = [(number_in(o, "x"), o.text) for o in drawn.texts(y="32.0") if o.get("text-anchor")]
    figures = [one for one in drawn.texts() if one.get("text-anchor") == "middle"]
    lowest = max(number_in(one, "y") for one in figures)
    named = list[str | None]()
    for field, (place, middles) in zip(fields, places.items(), strict=True):
        left, right = middles[0] - drawn.step / 2, middles[-1] + drawn.step / 2
        x, wide = number_in(field, "x"), number_in(field, "width")
        assert (x - left, right - x - wide) == pytest.approx((2, 2), abs=0.11)
        assert number_in(field, "y") + number_in(field, "height") > lowest
        inside = [text for at, text in names if at == pytest.approx((left + right) / 2, abs=0.06)]
        named += inside
        assert inside == [place] * (len(middles) > 1)
    assert len(named) == len(names)


@in_all_states
def test_what_is_drawn_of_a_way_lies_around_its_middle(
    results: Results, tier: str, state: State, drawn: Drawn
) -> None:
    """Banks, water and river, on both sides alike; a stage's banks straight around its own."""
    if not drawn.most:
        return
    groups = drawn.of_class("bound", "cut", "unknown")
    banks = [
        one
        for one in drawn.drawing.findall(f"{SPACE}path")
        if one.get("fill") == "none" and one.get("opacity")
    ]
    for n, way in enumerate(drawn.ways):
        middle = 76 + LANE / 2 + n * (LANE + BELOW)
        own, groups = groups[: len(way.pipes)], groups[len(way.pipes) :]
        upper, lower = (corners(one.attrib["d"]) for one in banks[2 * n : 2 * n + 2])
        assert lower == [(x, pytest.approx(2 * middle - y, abs=0.02)) for x, y in upper]
        straight = list[tuple[float, float]]()
        for pipe, group in zip(way.pipes, own, strict=True):
            shape = group.find(f"{SPACE}path")
            assert shape is not None
            (left, above), (right, _), (first, below), (last, _) = corners(shape.attrib["d"])
            assert (first, last) == (left, right)
            assert (above + below) / 2 == pytest.approx(middle, abs=0.02)
            assert (left + right) / 2 == pytest.approx(drawn.middles[pipe.stage.name], abs=0.11)
            assert right - left == pytest.approx(FLAT * drawn.step, abs=0.11)
            straight += [(left, above), (right, above)]
            assert group.findtext(f"{SPACE}title") == text_of(results, pipe)
            is_thick = number_in(shape, "stroke-width") > 2
            assert is_thick is pipe.limits is ("style" in shape.attrib)
            assert ("stroke-dasharray" in shape.attrib) is (group.get("class") != "bound")
        assert set(straight) <= set(upper), "the thin line runs through all of them"
        bends = [point for point in upper if point not in straight]
        ends = [(one, other) for one, other in pairwise(straight) if straight.index(one) % 2]
        assert bends == [
            (pytest.approx((one[0] + other[0]) / 2, abs=0.11), y)
            for one, other in ends
            for y in (one[1], other[1])
        ]


@in_all_states
def test_a_river_has_its_head_where_it_flows_to(
    results: Results, tier: str, state: State, drawn: Drawn
) -> None:
    """Written bytes flow to the drives, on the right, and read ones to the clients."""
    rivers = {number_in(one, "y"): one for one in drawn.of_class("stream")}
    known = [
        (n, way)
        for n, way in enumerate(drawn.ways)
        if drawn.most and way.pipes and number(results, way.committed) is not None
    ]
    assert len(rivers) == len(known)
    parts = list(drawn.drawing)
    for (n, way), river in zip(known, rivers.values(), strict=True):
        middle = 76 + LANE / 2 + n * (LANE + BELOW)
        x, wide = number_in(river, "x"), number_in(river, "width")
        y, high = number_in(river, "y"), number_in(river, "height")
        assert y + high / 2 == pytest.approx(middle, abs=0.02)
        assert LEFT - 10 < x < LEFT
        assert WIDE - RIGHT < x + wide < WIDE - RIGHT + 10
        head = corners(parts[parts.index(river) + 1].attrib["d"])
        (base, upper), (tip, point), (other, lower) = head
        assert base == other == pytest.approx(x + wide if way.way == "write" else x, abs=0.11)
        assert point == pytest.approx(middle, abs=0.11)
        assert upper < y < y + high < lower
        assert upper + lower == pytest.approx(2 * middle, abs=0.11)
        assert 10 < (tip - base) * (1 if way.way == "write" else -1) < 20
        assert LEFT - 26 <= tip <= WIDE, "beside the words, within the drawing"


@in_all_states
def test_figures_stand_below_their_stages_and_above_the_next_way(
    results: Results, tier: str, state: State, drawn: Drawn
) -> None:
    """The upper bound, and below it what is expected, or the mark of what limits."""
    for n, way in enumerate(drawn.ways):
        middle = 76 + LANE / 2 + n * (LANE + BELOW)
        low, high = middle + LANE / 2, middle + LANE / 2 + BELOW
        least = way.commits_least(results)
        for pipe in way.pipes:
            own = [
                one
                for one in drawn.texts()
                if number_in(one, "x") == pytest.approx(drawn.middles[pipe.stage.name], abs=0.06)
                and low < number_in(one, "y") < high
            ]
            bound, expected = number(results, pipe.bound), number(results, pipe.committed)
            if bound is None:
                assert [one.text for one in own] == ["unknown"]
                continue
            first, second = own
            assert number_in(second, "y") - number_in(first, "y") == 15
            assert number_in(first, "y") - 13 * 0.75 > low
            assert first.text == rate_text(results, pipe.bound)
            mark = ""
            if pipe.limits and state.is_partial:
                mark = "limits affected servers"
            elif pipe.limits:
                mark = "▲ limits" if least in (None, pipe) else "▲ upper bound"
            elif pipe is least:
                mark = f"▲ ({show(expected, 'byte/s')})"
            assert second.text == (mark or f"({show(expected, 'byte/s')})")
            for one in own:
                assert (one.get("font-weight") == "bold") is bool(mark)
            assert ("data-why" in second.attrib) is (not mark)


@in_all_states
def test_a_way_is_named_beside_its_river(
    results: Results, tier: str, state: State, drawn: Drawn
) -> None:
    """With what is expected and its upper bound, which says whether it is one at most."""
    beside = [one for one in drawn.texts(x="0.0") if number_in(one, "y") > 30]
    assert beside.pop().text == LEGEND
    high = number_in(drawn.drawing, "height")
    last = 76 + len(drawn.ways) * (LANE + BELOW)
    [legend] = [one for one in drawn.texts(x="0.0") if one.text == LEGEND]
    assert last < number_in(legend, "y") < high
    for n, way in enumerate(drawn.ways):
        middle = 76 + LANE / 2 + n * (LANE + BELOW)
        own, beside = beside[:5], beside[5:]
        name = way.way.capitalize()
        rate, bound = rate_text(results, way.committed), rate_text(results, way.bound)
        assert [one.text for one in own] == [name, rate, "expected", bound, "upper bound"]
        assert all(middle - LANE / 2 < number_in(one, "y") < middle + 60 for one in own)
        assert own[1].get("data-about") == f"{name}, expected: {rate}"
        assert own[3].get("data-about") == f"{name}, upper bound: {bound}"
        is_known = bool(number(results, way.bound))
        assert bound.startswith("≤ ") is (way.bound.at_most and is_known)
        shown = show(number(results, way.bound), "byte/s")
        assert bound.removeprefix("≤ ") == shown
        limits = [pipe.stage.label for pipe in way.pipes if pipe.limits]
        assert way_text(results, way) == (
            f"{name}, from clients to drives: "
            f"{'; '.join(text_of(results, pipe) for pipe in way.pipes)}. "
            f"Total: {rate} expected, upper bound {bound}."
            f"{f' Limited by {limits[0]}.' if limits else ''}"
        )
    assert not beside
    told = drawn.drawing.findtext(f"{SPACE}desc")
    assert told == " ".join(way_text(results, way) for way in drawn.ways)


@in_all_states
def test_a_stage_is_said_with_what_is_known_of_it(
    results: Results, tier: str, state: State, drawn: Drawn
) -> None:
    for way in drawn.ways:
        for pipe in way.pipes:
            said, stage = text_of(results, pipe), pipe.stage
            assert said.startswith(f"{stage.label}: ")
            bound, expected = (rate_text(results, one) for one in (pipe.bound, pipe.committed))
            if number(results, pipe.bound) is not None:
                assert f": upper bound {bound}, expected {expected}" in said
                assert (", excluding " in said) is bool(stage.left_out)
                assert all(one in said for one in stage.left_out)
                known = f", {known_by(results, stage)}" if stage.evidence else ""
                left = f", excluding {', '.join(stage.left_out)} (unknown)" * bool(stage.left_out)
                assert said.endswith(f"expected {expected}{known}{left}")


@in_all_states
def test_the_widest_banks_are_those_of_the_widest_stage_or_four_times_the_bound(
    results: Results, tier: str, state: State, drawn: Drawn
) -> None:
    if state.name != HEALTHY:
        return
    rates = [number(results, pipe.bound) or 0.0 for way in drawn.ways for pipe in way.pipes]
    bounds = [number(results, way.bound) or 0.0 for way in drawn.ways]
    cut = MOST * max(bounds)
    assert drawn.most == (min(cut, max(rates)) if cut else max(rates, default=0.0))


def corners(shape: str) -> list[tuple[float, float]]:
    """The points of a path of the letters M, L, H and C, in the order that it goes."""
    points: list[tuple[float, float]] = []
    for letter, figures in re.findall(r"([MLHC])([^MLHCZ]*)", shape):
        numbers = [float(one) for one in figures.split()]
        pairs = zip(numbers[::2], numbers[1::2], strict=True) if letter != "H" else ()
        points += pairs or [(numbers[0], points[-1][1])]
    return points


@of_each(drawn_states, lambda case: f"{case[0].stem}, {case[1]}, {case[2].name}")
def test_the_pale_water_is_as_high_as_what_stages_are_expected_to_carry(
    case: tuple[Path, str, State],
) -> None:
    """Its lower bank is the mirror of its upper one, and goes back where the upper one came."""
    file, tier, state = case
    results = results_of(file)
    drawn, most = ET.fromstring(svg(results, tier, state)), widest(results, tier)
    waters = [one for one in drawn.iter(f"{SPACE}path") if one.get("class") == "committed"]
    for path, water in zip(paths(results, tier, state), waters, strict=True):
        expected = [number(results, pipe.committed) for pipe in path.pipes]
        heights = list[float]()
        for shape in water.attrib["d"].split("Z")[:-1]:
            points = corners(shape)
            upper, lower = points[: len(points) // 2], points[: len(points) // 2 - 1 : -1]
            assert [x for x, _ in upper] == sorted(x for x, _ in upper)
            assert LEFT <= upper[0][0] < upper[-1][0] <= WIDE
            middle = (upper[0][1] + lower[0][1]) / 2
            mirrored = [(x, pytest.approx(2 * middle - y, abs=0.03)) for x, y in upper]
            assert lower == mirrored
            heights += [low - high for (_, high), (_, low) in zip(upper, lower, strict=True)][1::4]
        assert heights == [
            pytest.approx(max(min(rate / most, 1) * LANE, 1.5), abs=0.03)
            for rate in expected
            if rate is not None
        ]


def test_where_no_server_is_left_nothing_limits() -> None:
    """One server of metadata is lost: then no rate is a bound, and no stage is the least."""
    results = results_of(next(file for file in SOME if file.stem == "lcpq"))
    path = "site/metadata:metadata"
    down = next(one for one in states(results, path) if one.name == "server down")
    drawn = svg(results, path, down)
    assert ">0 B/s<" in drawn
    assert "≤" not in drawn
    assert "least" not in drawn


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_figures_of_stages_stand_apart(file: Path) -> None:
    """Nine stages beside each other have rates in brackets that don't touch."""
    results = results_of(file)
    for _, tier in results.tiers():
        for state in states(results, tier):
            lines: dict[str, list[tuple[float, float]]] = {}
            for one in ET.fromstring(svg(results, tier, state)).iter(f"{SPACE}text"):
                if one.get("text-anchor") == "middle" and "/s" in (one.text or ""):
                    half = LETTER * float(one.get("font-size", "")) * len(one.text or "") / 2
                    x = float(one.get("x", ""))
                    lines.setdefault(one.get("y", ""), []).append((x - half, x + half))
            for spans in lines.values():
                assert all(end < begin for (_, end), (begin, _) in pairwise(sorted(spans)))


@pytest.mark.parametrize("file", SOME, ids=lambda file: file.stem)
def test_no_words_leave_the_drawing_or_run_into_the_rivers(file: Path) -> None:
    results = results_of(file)
    for _, tier in results.tiers():
        drawn = ET.fromstring(svg(results, tier, states(results, tier)[0]))
        for one in drawn.iter(f"{SPACE}text"):
            x, wide = float(one.get("x", "")), LETTER * float(one.get("font-size", ""))
            wide *= len(one.text or "")
            left = x - wide / 2 if one.get("text-anchor") == "middle" else x
            assert left >= -1, one.text
            is_beside = not x and one.text != LEGEND
            assert left + wide <= (LEFT if is_beside else WIDE), one.text


@pytest.mark.parametrize("file", SOME, ids=lambda file: file.stem)
def test_the_lines_beside_a_river_stand_below_each_other(file: Path) -> None:
    """From the way's name to its upper bound: capitals rise three quarters of their size."""
    results = results_of(file)
    for _, tier in results.tiers():
        drawn = ET.fromstring(svg(results, tier, states(results, tier)[0]))
        lines = [
            (float(one.get("y", "")), float(one.get("font-size", "")))
            for one in drawn.iter(f"{SPACE}text")
            if float(one.get("x", "")) == 0
        ]
        assert len(lines) > 5
        assert all(above < y - 0.75 * size for (above, _), (y, size) in pairwise(lines))


def test_what_nobody_knows_is_dashed_and_said() -> None:
    results = results_of(next(file for file in SOME if file.stem == "lcpq"))
    tier = next(path for _, path in results.tiers())
    drawn = svg(results, tier, states(results, tier)[0])
    assert 'class="unknown"' in drawn
    assert ">unknown<" in drawn
    assert re.search(r"Fabric: unknown", drawn)


def test_the_name_of_a_part_is_cut_where_it_tells_least() -> None:
    assert fitting("Western Digital Ultrastar Data102", 150) == "…Ultrastar Data102"
    assert fitting("Dell PowerEdge R7625", 150) == "Dell PowerEdge R7625"
    assert fitting("A" * 40, 150) == "A" * 24 + "…"
