"""Charts as they are declared, drawn with plotly: scales, marks, hovers, lines, legends, panels."""

from __future__ import annotations

from typing import Any

import pytest

from model.answers.views.chart import Axis, Chart, Line, Series
from model.answers.views.view import FixedValue
from report.charts.drawing import drawn
from report.charts.palette import GREY, IN_INK, WHITE, colour_of

NAMES = ("a", "b", "c")


def values(*found: float | None, unit: str = "byte", **more: Any) -> tuple[FixedValue, ...]:
    return tuple(FixedValue(one, unit, **more) for one in found)


def chart_of(*series: Series, **more: Any) -> Chart:
    if not any(one.at for one in series):
        more.setdefault("categories", NAMES)
    axis = more.pop("figures", Axis("Capacity", "byte"))
    return Chart("Title", axis, series, **more)


def layout_of(*series: Series, binary: bool = False, **more: Any) -> Any:
    return drawn(None, chart_of(*series, **more), binary=binary).layout


BARS = Series("Bars", values(1e12, None, 2.5e12))


@pytest.mark.parametrize("lying", [False, True])
def test_bars_are_drawn_in_the_step_of_their_axis(lying: bool) -> None:
    """Unknown ones are none; categories go across, or downwards from the top if they lie."""
    figure = drawn(None, chart_of(BARS, lying=lying))
    [trace], layout = figure.data, figure.layout
    figures, names = (trace.x, trace.y) if lying else (trace.y, trace.x)
    assert list(figures) == [1, None, 2.5]
    assert list(names) == list(NAMES)
    assert trace.orientation == ("h" if lying else "v")
    up, across = (layout.xaxis, layout.yaxis) if lying else (layout.yaxis, layout.xaxis)
    assert up.title.text == "Capacity, TB"
    assert across.title.text is None
    assert across.automargin
    assert across.autorange == ("reversed" if lying else None)
    assert up.rangemode == "tozero"
    assert layout.title.text == "Title"
    assert layout.height == 380 + 34
    assert layout.clickmode == "event"
    assert layout.showlegend is False
    assert trace.base is None
    assert trace.width is None
    assert list(trace.hovertext) == [
        "a: 1 TB (0.9095 TiB)",
        "b: unknown",
        "c: 2.5 TB (2.274 TiB)",
    ]
    assert trace.hovertemplate == "%{hovertext}<extra></extra>"


def test_what_stands_beside_bars_has_room_within_the_axis() -> None:
    """If they lie: 15 % beyond the longest; an axis with a range of its own keeps it."""
    told = Series("Bars", BARS.figures, told=True)
    [trace] = drawn(None, chart_of(told, lying=True)).data
    assert list(trace.text) == ["1 TB", "unknown", "2.5 TB"]
    assert trace.textposition == "outside"
    assert trace.cliponaxis is False
    assert layout_of(told, lying=True).xaxis.range == pytest.approx((0, 1.15 * 2.5))
    assert layout_of(told, BARS, lying=True).xaxis.range == pytest.approx((0, 1.15 * 2.5))
    assert layout_of(told).yaxis.range is None
    assert layout_of(BARS, lying=True).xaxis.range is None
    own = Axis("Capacity", "byte", span=(-1e12, 3e12))
    assert layout_of(told, lying=True, figures=own).xaxis.range == (-1, 3)
    texts = Series("Bars", BARS.figures, texts=("x", "", "z"))
    assert list(drawn(None, chart_of(texts)).data[0].text) == ["x", "", "z"]


def test_bars_that_start_elsewhere_are_narrow_and_say_how_long_they_are_or_where_they_end() -> None:
    one = Series("Bars", values(1e12, 2e12, 3e12), starts=(1e12, 0.0, -1e12))
    [trace] = drawn(None, chart_of(one)).data
    assert list(trace.base) == [1, 0, -1]
    assert trace.width == 0.5
    assert [text.partition(" (")[0] for text in trace.hovertext] == [
        "a: 1 TB",
        "b: 2 TB",
        "c: 3 TB",
    ]
    ending = Series("Bars", one.figures, starts=one.starts, ends=True)
    [trace] = drawn(None, chart_of(ending)).data
    assert [text.partition(" (")[0] for text in trace.hovertext] == [
        "a: 2 TB",
        "b: 2 TB",
        "c: 2 TB",
    ]


def test_a_waterfall_falls_from_bar_to_bar_joined_by_lines() -> None:
    figures = values(10e12, 3e12, 7e12, 2e12)
    fall = Series("Steps", figures, "fall", takes=(False, True, False, True))
    figure = drawn(None, chart_of(fall, categories=("a", "b", "c", "d")))
    [trace] = figure.data
    assert list(trace.base) == [0, 7, 0, 5]
    assert trace.width is None
    lines = [(one.x0, one.x1, one.y0, one.y1, one.line.color) for one in figure.layout.shapes]
    assert lines == [(n, n + 1, y, y, GREY) for n, y in enumerate((10, 7, 7))]
    assert {(one.type, one.layer) for one in figure.layout.shapes} == {("line", "below")}


def test_a_hover_has_what_is_said_about_a_mark_and_the_series_where_there_are_several() -> None:
    about = Series("One", values(1e12, 2e12, 3e12), about=("x", "", "z"))
    alone = drawn(None, chart_of(about)).data[0]
    assert [text.split("<br>")[1:] for text in alone.hovertext] == [["x"], [], ["z"]]
    for trace, name in zip(drawn(None, chart_of(about, BARS)).data, ("One", "Bars"), strict=True):
        assert trace.hovertemplate == f"%{{hovertext}}<extra>{name}</extra>"
    quiet = drawn(None, chart_of(Series("Q", BARS.figures, quiet=True))).data[0]
    assert (quiet.hoverinfo, quiet.hovertext, quiet.hovertemplate) == ("skip", None, None)


def test_single_bars_have_their_colour_and_hatch() -> None:
    plain = drawn(None, chart_of(Series("B", BARS.figures, colour="limit"))).data[0]
    assert plain.marker.color == colour_of("limit")
    assert plain.marker.pattern.shape is None
    own = Series("B", BARS.figures, colours=("limit", "faint", 3), hatched=(False, True, False))
    trace = drawn(None, chart_of(own)).data[0]
    assert list(trace.marker.color) == [colour_of(one) for one in ("limit", "faint", 3)]
    assert list(trace.marker.pattern.shape) == ["", "/", ""]


@pytest.mark.parametrize(
    ("together", "mode"),
    [("beside", "group"), ("stacked", "stack"), ("over each other", "overlay")],
)
def test_bars_of_a_category_stand_as_they_are_declared(together: Any, mode: str) -> None:
    """The step of the axis is that of the longest stack."""
    pair = [Series(name, values(600e9, 600e9, 600e9)) for name in "xy"]
    layout = layout_of(*pair, together=together)
    assert layout.barmode == mode
    assert layout.yaxis.title.text == ("Capacity, TB" if mode == "stack" else "Capacity, GB")
    assert layout.showlegend


def test_a_legend_is_of_listed_series_above_or_below() -> None:
    one, hidden = Series("One", BARS.figures), Series("Two", BARS.figures, listed=False)
    figure = drawn(None, chart_of(one, hidden))
    assert figure.layout.showlegend is False
    assert [trace.showlegend for trace in figure.data] == [True, False]
    above = layout_of(one, BARS).legend
    assert (above.y, above.yanchor, above.orientation, above.x) == (1, "bottom", "h", 0)
    below = layout_of(one, BARS, legend="below", high=620).legend
    assert (below.y, below.yanchor) == (pytest.approx(-0.1), "top")
    assert layout_of(one, BARS, legend="none").showlegend is False


def test_long_names_below_bars_take_several_lines() -> None:
    """From nine letters on; where they stand beside lying bars they have room."""
    for name, lying, broken in (
        ("eight le", False, None),
        ("nine lett", False, ("nine<br>lett",)),
        ("nine lett", True, None),
    ):
        one = Series("B", values(1e12))
        layout = layout_of(one, categories=(name,), lying=lying)
        axis = layout.yaxis if lying else layout.xaxis
        assert axis.ticktext == broken
        assert axis.tickvals == ((name,) if broken else None)


def test_shares_are_in_percent() -> None:
    axis = Axis("Efficiency", is_share=True)
    one = Series("B", values(0.25, None, 1.0, unit="1"), told=True)
    figure = drawn(None, chart_of(one, figures=axis))
    assert list(figure.data[0].y) == [25, None, 100]
    assert figure.layout.yaxis.title.text == "Efficiency"
    assert figure.layout.yaxis.ticksuffix == " %"
    assert list(figure.data[0].text) == ["25 %", "unknown", "100 %"]
    assert list(figure.data[0].hovertext) == ["a: 25.00 %", "b: unknown", "c: 100.00 %"]
    signed = Axis("Efficiency", is_share=True, signed=True, span=(-0.5, 0.5))
    layout = layout_of(one, figures=signed)
    assert layout.yaxis.tickformat == "+"
    assert layout.yaxis.range == pytest.approx((-50, 50))
    hover = drawn(None, chart_of(one, figures=signed)).data[0].hovertext
    assert hover[0] == "a: +25.00 %"
    assert layout_of(one, figures=axis).yaxis.tickformat is None


@pytest.mark.parametrize(("most", "step"), [(3, 1), (7, 1), (8, 2), (12, 2), (50, 10)])
def test_an_axis_of_whole_figures_has_whole_ticks_about_five(most: int, step: int) -> None:
    axis = Axis("Racks", whole=True)
    one = Series("B", values(1.0, 2.0, float(most), unit="1"))
    assert layout_of(one, figures=axis).yaxis.dtick == step
    assert layout_of(one, figures=Axis("Racks")).yaxis.dtick is None


def test_money_and_both_bases() -> None:
    """Capacities have two; rates one, whichever is chosen."""
    euros = Series("B", values(1e6, 2e6, 3e6, unit="currency", currency="EUR"))
    assert layout_of(euros, figures=Axis("Cost", "currency")).yaxis.title.text == "Cost, M EUR"
    hover = drawn(None, chart_of(BARS), binary=True).data[0].hovertext[2]
    assert hover == "c: 2.274 TiB (2.5 TB)"
    assert layout_of(BARS, binary=True).yaxis.title.text == "Capacity, TiB"
    rates = Series("B", values(1e9, 2e9, 3e9, unit="byte/s"))
    assert layout_of(rates, binary=True, figures=Axis("Rate", "byte/s")).yaxis.title.text == (
        "Rate, GB/s"
    )


AT = values(3600.0, 7200.0, unit="second")
HOURS = Axis("Time; of day", "second")
LINES: list[tuple[str, str]] = [
    # mark: mode of plotly
    ("line", "lines"),
    ("dotted line", "lines+markers"),
    ("steps", "lines"),
    ("area", "lines"),
    ("band", "lines"),
    ("points", "markers"),
    ("text", "text"),
]


@pytest.mark.parametrize(("mark", "mode"), LINES)
def test_each_mark_over_places(mark: Any, mode: str) -> None:
    """In the steps of both axes; a hover names both figures without remarks on the axes."""
    one = Series("S", values(1e12, 2e12), mark, "limit", at=AT, texts=("x", "y"))
    figure = drawn(None, chart_of(one, places=HOURS))
    [trace] = figure.data
    assert trace.mode == mode
    assert (list(trace.x), list(trace.y)) == ([1, 2], [1, 2])
    assert figure.layout.xaxis.title.text == "Time; of day, h"
    assert trace.hovertext[0] == "Time: 1 h<br>Capacity: 1 TB (0.9095 TiB)"
    assert (trace.textposition == "middle right") is (mark == "text")
    assert (trace.line.shape == "vh") is (mark == "steps")
    assert (trace.stackgroup == "stacked") is (mark == "area")
    assert trace.fill == {"band": "tonexty"}.get(mark)
    assert (trace.fillcolor is not None) is (mark == "band")
    if mark not in ("points", "text"):
        assert trace.line.color == colour_of("limit")
        assert trace.line.width == (2.5 if mark == "steps" else 2)
    assert trace.yaxis is None


def test_a_band_is_pale() -> None:
    one = Series("S", values(1e12, 2e12), "band", "limit", at=AT)
    colour = colour_of("limit")
    parts = ", ".join(str(int(colour[n : n + 2], 16)) for n in (1, 3, 5))
    assert drawn(None, chart_of(one)).data[0].fillcolor == f"rgba({parts}, 0.18)"


def test_lines_and_points_to_be_picked_are_large_enough_for_a_finger() -> None:
    keys = (("x", 1), ("y", 2))
    sizes = {}
    for mark in ("dotted line", "points"):
        for picked in (False, True):
            one = Series("S", values(1e12, 2e12), mark, at=AT, keys=keys if picked else ())  # type: ignore[arg-type]
            figure = drawn(None, chart_of(one))
            sizes[mark, picked] = figure.data[0].marker.size
            assert figure.layout.clickmode == ("event+select" if picked else "event")
            found = figure.data[0].customdata
            assert (None if found is None else [list(key) for key in found]) == (
                [["x", 1], ["y", 2]] if picked else None
            )
    assert (sizes["dotted line", True], sizes["points", True]) == (13, 13)
    assert (sizes["dotted line", False], sizes["points", False]) == (6, 10)


def test_points_have_symbols_and_colours_and_marks_on_bars_are_strokes() -> None:
    figures, at = values(1e12, 2e12), AT
    plain = drawn(None, chart_of(Series("S", figures, "points", at=at))).data[0]
    assert plain.marker.symbol is None
    assert plain.marker.color is None
    one = Series("S", figures, "points", "limit", at=at, symbols=("star", "diamond"))
    starred = drawn(None, chart_of(one)).data[0]
    assert list(starred.marker.symbol) == ["star", "diamond"]
    assert starred.marker.color == colour_of("limit")
    ink = drawn(None, chart_of(Series(IN_INK, figures, "points", "limit", at=at))).data[0]
    assert (ink.marker.symbol, ink.marker.size, ink.marker.line.width) == ("line-ns", 16, 3)


@pytest.mark.parametrize("dashed", [False, True])
def test_dashed_lines(dashed: bool) -> None:
    one = Series("S", values(1e12, 2e12), "line", "limit", at=AT, dashed=dashed)
    assert drawn(None, chart_of(one)).data[0].line.dash == ("dash" if dashed else None)


def test_figures_of_a_second_axis_stand_on_the_right_in_their_own_step() -> None:
    first = Series("S", values(1e9, 2e9, unit="byte/s"), "line", at=AT)
    second = Series("T", values(5e12, 1e12), "area", at=AT, second=True)
    figure = drawn(
        None,
        chart_of(
            first,
            second,
            figures=Axis("Rate", "byte/s"),
            second=Axis("Held; in caches", "byte"),
            places=HOURS,
        ),
    )
    one, two = figure.data
    assert (one.yaxis, two.yaxis) == (None, "y2")
    assert (list(one.y), list(two.y)) == ([1, 2], [5, 1])
    assert two.fill == "tozeroy"
    assert two.stackgroup is None
    assert two.hovertext[0].startswith("Time: 1 h<br>Held: 5 TB")
    axis = figure.layout.yaxis2
    assert (axis.title.text, axis.side, axis.overlaying) == ("Held; in caches, TB", "right", "y")
    assert (axis.showgrid, axis.rangemode, axis.tickmode) == (False, "tozero", "auto")
    assert figure.layout.yaxis.title.text == "Rate, GB/s"


def test_ticks_have_their_names_and_a_mark_that_of_its_tick() -> None:
    named = Axis("Size", "byte", log=True, ticks=((1e6, "small"), (1e9, "large")))
    one = Series("S", values(1e9, 2e9, 3e9, unit="byte/s"), "line", at=values(1e6, 1e9, 2e9))
    figure = drawn(None, chart_of(one, figures=Axis("Rate", "byte/s"), places=named))
    axis = figure.layout.xaxis
    assert (axis.type, axis.tickvals, axis.ticktext) == ("log", (1e6, 1e9), ("small", "large"))
    assert axis.title.text == "Size"
    assert list(figure.data[0].x) == [1e6, 1e9, 2e9]
    first, second, third = figure.data[0].hovertext
    assert (first, second) == ("small: 1 GB/s", "large: 2 GB/s")
    assert third.startswith("Size: 2 GB")
    bare = Axis("Size", "byte", ticks=((1e9, ""), (2e9, "")))
    figure = drawn(None, chart_of(one, figures=Axis("Rate", "byte/s"), places=bare))
    assert figure.layout.xaxis.ticktext is None
    assert figure.layout.xaxis.tickvals == (1, 2)
    assert figure.layout.xaxis.type is None


def lines_of(*lines: Line, lying: bool = False, **more: Any) -> tuple[list[Any], list[Any]]:
    layout = layout_of(BARS, lines=lines, lying=lying, **more)
    return list(layout.shapes), list(layout.annotations)


@pytest.mark.parametrize("lying", [False, True])
def test_a_line_at_a_figure_runs_through_the_chart(lying: bool) -> None:
    """In the step of the axis, over a white one that parts it from bars, named at its end."""
    shapes, [words] = lines_of(Line(2e12, "limit", "here", "about"), lying=lying)
    back, line = shapes
    assert (back.line.color, line.line.color) == (WHITE, colour_of("limit"))
    assert back.line.width > line.line.width == 2
    for one in shapes:
        ends = (one.x0, one.x1, one.y0, one.y1)
        assert ends == ((2, 2, 0, 1) if lying else (0, 1, 2, 2))
        assert (one.yref if lying else one.xref) == ("y domain" if lying else "x domain")
    assert line.line.dash == "dash"
    assert (words.text, words.hovertext, words.font.color) == ("here", "about", colour_of("limit"))
    assert (words.showarrow, words.yanchor) == (False, "bottom")
    if lying:
        assert (words.x, words.y, words.yref) == (2, 1, "y domain")
        assert (words.xanchor, words.xshift) == ("center", 0)
    else:
        assert (words.x, words.y, words.xref) == (1, 2, "x domain")
        assert (words.xanchor, words.xshift) == ("right", 0)


def test_a_line_without_words_is_bare_and_solid_if_so() -> None:
    [line], words = lines_of(Line(2e12, "limit", solid=True))
    assert words == []
    assert line.line.dash == "solid"
    _, [one] = lines_of(Line(2e12, "limit", "here"))
    assert one.hovertext == "here"


@pytest.mark.parametrize("before", [False, True])
@pytest.mark.parametrize("low", [False, True])
def test_a_line_at_a_place_is_upright_with_its_words_beside_it(before: bool, low: bool) -> None:
    one = Series("S", values(1e12, 2e12), "line", at=AT)
    line = Line(5400.0, "limit", "here", is_place=True, low=low, before=before)
    layout = layout_of(one, lines=(line,), places=HOURS)
    [shape], [words] = layout.shapes, layout.annotations
    assert (shape.x0, shape.x1, shape.y0, shape.y1, shape.yref) == (1.5, 1.5, 0, 1, "y domain")
    assert shape.line.dash == "dot"
    assert (words.xanchor, words.xshift) == (("right", -5) if before else ("left", 5))
    assert words.x == 1.5
    if not low:
        assert words.y == 1
    else:
        assert 0 < words.y < 0.2
        assert (words.y > 0.1) is before, "so that two of them don't touch"


def test_the_figure_of_a_line_counts_for_the_scale_but_not_that_of_a_place() -> None:
    low = Series("S", values(1e9, 2e9), "line", at=AT)
    assert layout_of(low, lines=(Line(2e12, "limit"),)).yaxis.title.text == "Capacity, TB"
    place = (Line(2e12, "limit", is_place=True),)
    assert layout_of(low, lines=place).yaxis.title.text == "Capacity, GB"


def test_a_band_lies_behind_the_marks() -> None:
    [shape] = layout_of(BARS, lying=True, span=(1e12, 2e12)).shapes
    assert (shape.type, shape.layer, shape.line.width) == ("rect", "below", 0)
    assert (shape.x0, shape.x1, shape.y0, shape.y1, shape.yref) == (1, 2, 0, 1, "y domain")


@pytest.mark.parametrize(("from_zero", "mode"), [(True, "tozero"), (False, "normal")])
def test_an_axis_begins_at_zero_unless_it_says_otherwise(from_zero: bool, mode: str) -> None:
    axis = Axis("Capacity", "byte", from_zero=from_zero)
    assert layout_of(BARS, figures=axis).yaxis.rangemode == mode


def panels_of(*longest: float, names: tuple[str, ...] = ()) -> Any:
    series = [Series(f"s{n}", values(one / 2, one)) for n, one in enumerate(longest)]
    names = names or tuple(f"p{n}" for n in range(len(longest)))
    return drawn(None, chart_of(*series, categories=("a", "b"), lying=True, panels=names, high=100))


@pytest.mark.parametrize(("many", "down"), [(3, 1), (4, 2)])
def test_panels_stand_three_in_a_row(many: int, down: int) -> None:
    figure = panels_of(*[1e12] * many)
    assert len(figure.data) == many
    assert figure.layout.height == down * 100 + 34
    assert [one.text for one in figure.layout.annotations] == [f"p{n}" for n in range(many)]
    rows, columns = figure._get_subplot_rows_columns()
    assert (len(rows), len(columns)) == (down, min(many, 3))
    axes = [trace.xaxis or "x" for trace in figure.data]
    assert axes == ["x", *(f"x{n}" for n in range(2, many + 1))]
    assert figure.layout.showlegend is False
    assert figure.layout.yaxis.autorange == "reversed"
    assert figure.layout.yaxis.automargin


@pytest.mark.parametrize(("least", "is_one"), [(8e12 / 64, True), (8e12 / 65, False)])
def test_panels_are_in_one_scale_unless_one_could_not_be_seen(least: float, is_one: bool) -> None:
    """Up to eight times as long; else the axis says that each has its own."""
    figure = panels_of(least, 1e12)
    axis = figure.layout.xaxis
    assert (axis.matches == "x") is is_one
    assert axis.title.text == ("TB" if is_one else "TB, individual scales")
    assert axis.rangemode == "tozero"


def test_the_name_of_a_panel_is_cut_to_26_letters() -> None:
    names = ("n" * 26, "n" * 27)
    figure = panels_of(1e12, 1e12, names=names)
    assert [one.text for one in figure.layout.annotations] == ["n" * 26, "n" * 25 + "…"]


def test_a_single_panel_is_a_chart() -> None:
    figure = panels_of(1e12)
    assert figure.layout.title.text == "Title"
    assert not figure.layout.annotations
