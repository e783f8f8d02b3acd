"""Tables and charts of a page that stands alone, read back: cells, doors, hovers, bars, axes."""

from __future__ import annotations

import math
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import evaluate, load_scenario
from model.answers.glossary import hints
from model.answers.results import Results
from model.answers.views.chart import Axis, Chart, Series
from model.answers.views.view import FixedValue
from model.answers.views.view_text import Text
from model.units.figures import THIN
from report.charts.palette import colour_of
from report.web import charts, html

ROOT = Path(__file__).parents[2]
NBSP = "\N{NO-BREAK SPACE}"
SPACE = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def results() -> Results:
    return evaluate(load_scenario(ROOT / "scenarios/cri.yaml"))


class Reader(HTMLParser):
    """Reads tags with their attributes, and texts, in their order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]] | str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def cell(text: Text | str, align: str = "l", **more: bool) -> Reader:
    """What is drawn of the second cell of a row, and of the first one if it is the name."""
    name = bool(more.pop("name", False))
    row = [text, ""] if name else ["", text]
    found = html.table(["", ""], f"{align}{align}", [row], **more)
    body = found.partition("<tbody><tr>")[2].removesuffix("</tr></tbody></table>")
    return Reader(body.split("<td")[1 if name else 2].join(("<td", "")))


def tag(reader: Reader, name: str) -> dict[str, str | None]:
    return next(one[1] for one in reader.found if not isinstance(one, str) and one[0] == name)


def tags(reader: Reader) -> list[str]:
    return [one[0] for one in reader.found if not isinstance(one, str)]


def texts(reader: Reader) -> list[str]:
    return [one for one in reader.found if isinstance(one, str)]


def test_a_cell_has_its_side_tone_and_depth() -> None:
    td = tag(cell(Text("7", "bad", indent=2), "r"), "td")
    assert td == {"class": "r bad", "style": "padding-left: 3em"}
    assert tag(cell(Text("7")), "td") == {"class": "l "}
    assert tag(cell("unknown"), "td") == {"class": "l faint"}
    assert tag(cell(Text("unknown", "bad")), "td") == {"class": "l bad"}


def test_small_print_stands_below_with_what_its_words_mean() -> None:
    """The words of a name have their meaning in its own hover, those of small print in theirs."""
    name = cell(Text("vdev", small="see RAIDZ"), name=True)
    assert tags(name) == ["td", "br", "small"]
    assert tag(name, "td")["title"] == hints("vdev")
    assert "title" not in tag(name, "small")
    figure = cell(Text("vdev", small="see RAIDZ"))
    assert "title" not in tag(figure, "td")
    assert tag(figure, "small")["title"] == hints("see RAIDZ")
    assert texts(figure) == ["vdev", "see RAIDZ"]
    assert tags(cell("x")) == ["td"]


def test_all_digits_stand_in_the_hover_of_a_brief_figure() -> None:
    assert tag(cell(Text("1.2 M", exact=f"1{THIN}234")), "td")["title"] == f"1{NBSP}234"
    assert tag(cell(Text("vdev", exact="7"), name=True), "td")["title"] == "7"


def test_with_folds_a_name_opens_what_it_means() -> None:
    """Its small print is under the pointer, too, and stands nowhere else; figures don't fold."""
    folded = cell(Text("vdev", small="a `group`"), name=True, folds=True)
    assert tags(folded) == ["td", "details", "summary", "small"]
    assert tag(folded, "summary")["title"] == f"a group\n{hints('vdev a group')}"
    assert "title" not in tag(folded, "td")
    assert texts(folded) == ["vdev", "a group"]
    assert tags(cell(Text("7", small="why"), folds=True)) == ["td", "br", "small"]
    plain = cell(Text("vdev"), name=True, folds=True)
    assert tags(plain) == ["td"]
    assert tag(plain, "td")["title"] == hints("vdev")


def test_with_doors_a_number_opens_its_derivation() -> None:
    """So do the parts of its small print that are numbers; without a script there is no door."""
    parts = (Text("1 <TB>", door="b"), Text("and more"))
    value = Text("7", small="1 <TB>; and more", door='a"', parts=parts)
    opened = cell(value, doors=True)
    doors = [one[1] for one in opened.found if not isinstance(one, str) and one[0] == "button"]
    assert [one["data-why"] for one in doors] == ['a"', "b"]
    assert {one["class"] for one in doors} == {"door"}
    assert texts(opened) == ["7", "1 <TB>", "; and more"]
    assert "button" not in tags(cell(value))
    assert "button" not in tags(cell(Text("7"), doors=True))
    assert "button" not in tags(cell(Text("", door="a"), doors=True))
    assert html.door("a", f"1{THIN}2 `x`") == (
        f'<button type="button" class="door" data-why="a">1{NBSP}2 x</button>'
    )


def test_heads_say_what_their_words_mean() -> None:
    found = html.table(["vdev", "x"], "lr", [])
    heads = [one for one in Reader(found).found if not isinstance(one, str) and one[0] == "th"]
    assert [one[1] for one in heads] == [{"class": "l", "title": hints("vdev")}, {"class": "r"}]
    assert html.hint("x") == ""


# Charts.

VALUES = st.lists(st.one_of(st.none(), st.floats(1e9, 9e15)), min_size=1, max_size=4)


def chart_of(rows: list[list[float | None]], *, stacked: bool = False, told: bool = False) -> Chart:
    """So many series over categories with short and long names."""
    names = ("a", "b c", "a rather long name of a category", "d")[: len(rows[0])]
    series = tuple(
        Series(f"series {n}", tuple(FixedValue(x, "byte") for x in row), colour=n, told=told)
        for n, row in enumerate(rows)
    )
    return Chart(
        "Title",
        Axis("Capacity", "byte"),
        series,
        categories=names,
        together="stacked" if stacked else "beside",
    )


def drawn(results: Results, chart: Chart) -> ElementTree.Element:
    return ElementTree.fromstring(charts.svg(results, chart))


def bars_of(drawing: ElementTree.Element) -> list[dict[str, float]]:
    return [
        {name: float(bar.attrib[name]) for name in ("x", "y", "width", "height")}
        for bar in drawing.findall(".//*[@class='bar']")
    ]


def ticks_of(drawing: ElementTree.Element) -> dict[float, float]:
    """How high each number of the axis stands, by the line beside it."""
    numbers = [one for one in drawing.iter(f"{SPACE}text") if one.get("text-anchor") == "end"]
    lines = [one.get("d", "") for one in drawing.iter(f"{SPACE}path")]
    heights = [float(line.partition(" ")[2].partition("H")[0]) for line in lines]
    for one, y in zip(numbers, heights, strict=True):
        assert 0 < float(one.get("y", "")) - y < 6, "its number stands beside its line"
        assert float(one.get("x", "")) < charts.LEFT
    return {float(one.text or ""): y for one, y in zip(numbers, heights, strict=True)}


@settings(max_examples=25)
@given(st.lists(VALUES, min_size=1, max_size=3), st.booleans())
def test_bars_are_to_the_scale_of_their_axis(
    results: Results, rows: list[list[float | None]], stacked: bool
) -> None:
    """Each from its foot to its value; the axis holds the longest, and ends within a step of it."""
    many = min(map(len, rows))
    rows = [row[:many] for row in rows]
    chart = chart_of(rows, stacked=stacked)
    drawing = drawn(results, chart)
    ticks, bars = ticks_of(drawing), bars_of(drawing)
    first, *_, last = ticks
    assert (first, ticks[first], ticks[last]) == (0, charts.TOP + charts.HIGH, charts.TOP)
    steps = {round(b - a, 9) for a, b in pairwise(ticks)}
    assert len(steps) == 1 or max(steps) - min(steps) < 1e-6 * last
    known = [[0.0 if x is None else x for x in row] for row in rows]
    tops = (
        [sum(column) for column in zip(*known, strict=True)]
        if stacked
        else [x for row in known for x in row]
    )
    name = next(drawing.iter(f"{SPACE}text")).text or ""
    unit = (
        {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "PB": 1e15, "EB": 1e18}[
            name.removeprefix("Capacity, ")
        ]
        if max(tops)
        else 1
    )
    if max(tops):
        assert last - max(steps) < max(tops) / unit * (1 + 1e-6)
        assert max(tops) / unit <= last * (1 + 1e-6)
    each = (charts.WIDE - charts.LEFT) / many
    level = [0.0] * many
    drawn_bars = iter(bars)
    for n, row in enumerate(rows):
        for at, value in enumerate(row):
            if value is None:
                continue
            bar = next(drawn_bars)
            foot = level[at] if stacked else 0.0
            level[at] += value
            high = charts.HIGH / last / unit
            bottom = charts.TOP + charts.HIGH - foot * high
            assert bar["height"] == pytest.approx(max(value * high, 0.5), abs=0.11)
            assert bar["y"] == pytest.approx(bottom - value * high, abs=0.11)
            wide = each * charts.BAR / (1 if stacked else len(rows))
            assert bar["width"] == pytest.approx(wide, abs=0.11)
            middle = charts.LEFT + each * (at + 0.5)
            shift = 0 if stacked else (n - (len(rows) - 1) / 2) * wide
            assert bar["x"] + wide / 2 == pytest.approx(middle + shift, abs=0.11)
    assert next(drawn_bars, None) is None


def test_names_stand_below_their_bars_a_word_a_line_where_they_are_long(results: Results) -> None:
    chart = chart_of([[1e12] * 4])
    drawing = drawn(results, chart)
    each = (charts.WIDE - charts.LEFT) / 4
    below = [
        (float(one.get("x", "")), float(one.get("y", "")), one.text or "")
        for one in drawing.iter(f"{SPACE}text")
        if one.get("text-anchor") == "middle"
    ]
    for at, name in enumerate(chart.categories):
        own = [(y, said) for x, y, said in below if x == charts.LEFT + each * (at + 0.5)]
        lines = [name] if len(name) * charts.LETTER <= each else name.split()
        assert [said for _, said in own] == lines
        assert own[0][0] - 11 > charts.TOP + charts.HIGH, "below the axis"
        assert all(after[0] - before[0] >= 11 for before, after in pairwise(own))
    high = float(drawing.get("height", ""))
    shortest = drawn(results, chart_of([[1e12] * 2]))
    lows = [float(one.get("y", "")) for one in shortest.iter(f"{SPACE}text")]
    assert max(lows) < float(shortest.get("height", "")) == high


@pytest.mark.parametrize("many", [1, 2, 3])
def test_a_legend_names_several_series_beside_their_colours(results: Results, many: int) -> None:
    drawing = drawn(results, chart_of([[1e12]] * many))
    boxes = [one for one in drawing.iter(f"{SPACE}rect") if one.get("class") != "bar"]
    named = [
        (float(one.get("x", "")), float(one.get("y", "")), one.text)
        for one in drawing.iter(f"{SPACE}text")
        if (one.text or "").startswith("series")
    ]
    assert [text for *_, text in named] == [f"series {n}" for n in range(many)] * (many > 1)
    assert [one.get("fill") for one in boxes] == [colour_of(n) for n in range(len(named))]
    edges = [float(one.get("x", "")) for one in boxes]
    for n, (x, y, text) in enumerate(named):
        box = boxes[n]
        assert edges[n] + float(box.get("width", "")) < x < edges[n] + 20
        top = float(box.get("y", ""))
        assert top < y - 4 < y <= top + float(box.get("height", ""))
        assert y < charts.TOP
        if n + 1 < many:
            assert x + charts.LETTER * len(str(text)) < edges[n + 1]
    assert not edges or edges[0] == charts.LEFT


def test_figures_stand_over_their_bars_if_told_and_in_hovers_and_the_description(
    results: Results,
) -> None:
    rows: list[list[float | None]] = [[1e12, None], [2e12, 3e12]]
    for told in (False, True):
        drawing = drawn(results, chart_of(rows, told=told))
        bars = drawing.findall(".//*[@class='bar']")
        hovers = [bar.findtext(f"{SPACE}title") or "" for bar in bars]
        assert hovers == ["a: 1 TB (0.9095 TiB)", "a: 2 TB (1.819 TiB)", "b c: 3 TB (2.728 TiB)"]
        said = drawing.findtext(f"{SPACE}desc")
        assert said == (
            "series 0, a: 1 TB (0.9095 TiB); series 0, b c: unknown; "
            "series 1, a: 2 TB (1.819 TiB); series 1, b c: 3 TB (2.728 TiB)"
        )
        above = {
            one.text: (float(one.get("x", "")), float(one.get("y", "")))
            for one in drawing.iter(f"{SPACE}text")
            if (one.text or "")[:1].isdigit() and (one.text or "").endswith(" TB")
        }
        assert list(above) == ["1 TB", "2 TB", "3 TB"] * told
        for (x, y), bar in zip(above.values(), bars_of(drawing), strict=False):
            assert x == pytest.approx(bar["x"] + bar["width"] / 2, abs=0.11)
            assert 0 < bar["y"] - y < 10
    alone = drawn(results, chart_of([[1e12, None]])).findtext(f"{SPACE}desc")
    assert alone == "a: 1 TB (0.9095 TiB); b c: unknown"


def test_single_bars_have_colours_of_their_own(results: Results) -> None:
    figures = (FixedValue(1e12, "byte"), FixedValue(2e12, "byte"))
    one = Series("Bars", figures, colours=("limit", "faint"), colour="write")
    chart = Chart("T", Axis("C", "byte"), (one,), categories=("a", "b"))
    bars = drawn(results, chart).findall(".//*[@class='bar']")
    assert [bar.get("fill") for bar in bars] == [colour_of("limit"), colour_of("faint")]
    assert not math.isnan(float(bars[0].attrib["height"]))


def test_a_chart_of_nothing_known_is_an_axis(results: Results) -> None:
    drawing = drawn(results, chart_of([[None, None]]))
    assert not bars_of(drawing)
    assert len(ticks_of(drawing)) > 1


@pytest.mark.parametrize(
    ("top", "ticks"),
    [
        (5.0, range(6)),
        (5.1, range(0, 7, 2)),
        (10.0, range(0, 11, 2)),
        (10.1, range(0, 16, 5)),
        (25.0, range(0, 26, 5)),
        (25.1, range(0, 31, 10)),
        (50.0, range(0, 51, 10)),
        (300.0, range(0, 301, 100)),
    ],
)
def test_an_axis_has_round_steps(results: Results, top: float, ticks: range) -> None:
    """At most about five, of 1, 2, 5 or 10; where the longest bar ends on a step, so does it."""
    assert list(ticks_of(drawn(results, chart_of([[top * 1e12]])))) == list(ticks)


def values(*found: float | None) -> tuple[FixedValue, ...]:
    return tuple(FixedValue(one, "byte") for one in found)


BESIDE = Chart(
    "Bars & more",
    Axis("Capacity", "byte"),
    (
        Series("one", values(3e12, None), colour="tight", told=True),
        Series("two", values(1.5e12, 0.0), colour="faint"),
    ),
    categories=("a", "a name of more words than the bars of one chart are wide"),
)
STACKED = Chart(
    "Stacked",
    Axis("", "byte"),
    (
        Series("one", values(3e12, None), colour="tight"),
        Series("two", values(1.5e12, 2e12), colours=("tight", "limit")),
    ),
    categories=("a", "54 letters of 6.4 pixels have room: it stays in a line"),
    together="stacked",
)
FALLING = Chart(
    "Steps",
    Axis("Left", "byte"),
    (Series("one", values(3e12, 1e12, 2e12), "fall", "tight", takes=(False, True, False)),),
    categories=("a", "b", "c"),
)
Place = tuple[float, ...]
WHOLE: dict[str, tuple[Chart, list[tuple[float, str]], list[tuple[Place, str]], list[Place]]] = {
    # numbers of the axis by their height, words by their place, bars by left, top, width, height:
    # 348 pixels a category from 64 on, 150 from 44 to 194 for the axis, bars 66 % of their room
    "beside": (
        BESIDE,
        [(194, "0"), (144, "1"), (94, "2"), (44, "3")],
        [
            *(((0, 12), "Capacity, TB"), ((78, 29), "one"), ((129.2, 29), "two")),
            *(((238, 210), "a"), ((180.6, 39), "3 TB")),
            *(((586, 210 + 12 * n), word) for n, word in enumerate(BESIDE.categories[1].split())),
        ],
        [(123.2, 44, 114.8, 150), (238, 119, 114.8, 75), (586, 194, 114.8, 0.5)],
    ),
    "stacked": (
        STACKED,
        [(194, "0"), (164, "1"), (134, "2"), (104, "3"), (74, "4"), (44, "5")],
        [
            *(((0, 12), "TB"), ((78, 29), "one"), ((129.2, 29), "two")),
            *(((238, 210), "a"), ((586, 210), STACKED.categories[1])),
        ],
        [(123.2, 104, 229.7, 90), (123.2, 59, 229.7, 45), (471.2, 134, 229.7, 60)],
    ),
    "falling": (
        FALLING,
        [(194, "0"), (144, "1"), (94, "2"), (44, "3")],
        [((0, 12), "Left, TB"), ((180, 210), "a"), ((412, 210), "b"), ((644, 210), "c")],
        [(103.4, 44, 153.1, 150), (335.4, 44, 153.1, 50), (567.4, 94, 153.1, 100)],
    ),
}
"""Charts, and all that is drawn of them, worked out by hand."""


@pytest.mark.parametrize("name", WHOLE)
def test_all_of_a_small_chart_stands_where_a_hand_puts_it(results: Results, name: str) -> None:
    chart, numbers, words, boxes = WHOLE[name]
    drawing = drawn(results, chart)
    assert drawing.get("viewBox") == "0 0 760 238"
    assert drawing.get("aria-label") == drawing.findtext(f"{SPACE}title") == chart.title
    texts = list(drawing.iter(f"{SPACE}text"))
    assert {one.get("font-size") for one in texts} == {"11"}
    beside = [one for one in texts if one.get("text-anchor") == "end"]
    assert [(float(one.get("y", "")) - 4, one.text) for one in beside] == numbers
    assert {one.get("x") for one in beside} == {"58.0"}
    lines = [one.get("d") for one in drawing.iter(f"{SPACE}path")]
    assert lines == [f"M64 {y:.1f}H760" for y, _ in numbers]
    others = [
        ((float(one.get("x", "")), float(one.get("y", ""))), one.text)
        for one in texts
        if one not in beside
    ]
    assert sorted(others) == sorted(words)
    bars = [tuple(bar.values()) for bar in bars_of(drawing)]
    assert bars == boxes
    named = [one for one in drawing.iter(f"{SPACE}rect") if one.get("class") != "bar"]
    places = [tuple(one.get(key) for key in ("x", "y", "width", "height")) for one in named]
    legend = [("64", "20", "10", "10"), ("115", "20", "10", "10")]
    assert places == legend[: len(chart.series) if len(chart.series) > 1 else 0]
