"""Small charts, of which all that plotly is told was worked out by hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from model.answers.views.chart import Axis, Line, Series
from model.placement.slots import Group, Slot, SlotMap
from report.charts.bays import bay_chart
from report.charts.drawing import drawn
from report.charts.maps import layout_map
from report.charts.palette import COLOURS, INK, NEUTRAL, VERMILION, colour_of
from tests.report.test_chart_drawing import chart_of, values

ALL: dict[str, Any] = {
    "colorway": list(COLOURS),
    "font": {"size": 13},
    "hoverlabel": {"align": "left"},
    "margin": {"l": 8, "r": 8, "t": 70, "b": 8},
    "title": {
        "text": "Title",
        "font": {"size": 15},
        "pad": {"t": 6, "l": 2},
        "x": 0,
        "y": 1,
        "xref": "container",
        "yref": "container",
        "yanchor": "top",
    },
}
"""What all charts look like: 36 pixels above the plot, and 34 for the title."""


def told(figure: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Its traces and its layout, without the template that plotly adds."""
    found = figure.to_plotly_json()
    layout = {name: value for name, value in found["layout"].items() if name != "template"}
    return [dict(trace) for trace in found["data"]], layout


def test_bars_and_a_line_with_a_limit_and_a_span() -> None:
    """380 pixels high, and 34 for the title; the legend 62 below the plot."""
    bars = Series("Bars", values(1e12, None, 2.5e12))
    line = Series("Line", values(1e12, 2e12, 3e12), "line", colour="tight")
    limit = Line(2e12, "limit", "at most")
    chart = chart_of(bars, line, lines=(limit,), span=(1e12, 2e12), legend="below")
    traces, layout = told(drawn(None, chart))
    assert traces == [
        {
            "type": "bar",
            "name": "Bars",
            "orientation": "v",
            "showlegend": True,
            "x": ["a", "b", "c"],
            "y": [1.0, None, 2.5],
            "hovertext": ["a: 1 TB (0.9095 TiB)", "b: unknown", "c: 2.5 TB (2.274 TiB)"],
            "hovertemplate": "%{hovertext}<extra>Bars</extra>",
        },
        {
            "type": "scatter",
            "name": "Line",
            "mode": "lines",
            "showlegend": True,
            "x": ["a", "b", "c"],
            "y": [1.0, 2.0, 3.0],
            "line": {"color": colour_of("tight"), "width": 2},
            "marker": {"size": 6},
            "hovertext": ["a: 1 TB (0.9095 TiB)", "b: 2 TB (1.819 TiB)", "c: 3 TB (2.728 TiB)"],
            "hovertemplate": "%{hovertext}<extra>Line</extra>",
        },
    ]
    across = {"type": "line", "xref": "x domain", "x0": 0, "x1": 1, "y0": 2.0, "y1": 2.0}
    assert layout == {
        **ALL,
        "height": 414,
        "bargap": 0.3,
        "barmode": "group",
        "clickmode": "event",
        "showlegend": True,
        "xaxis": {"automargin": True},
        "yaxis": {"title": {"text": "Capacity, TB"}, "rangemode": "tozero"},
        "legend": {
            "orientation": "h",
            "x": 0,
            "traceorder": "normal",
            "y": -62 / 380,
            "yanchor": "top",
        },
        "shapes": [
            {**across, "line": {"color": "#ffffff", "width": 4}},
            {**across, "line": {"color": colour_of("limit"), "dash": "dash", "width": 2}},
            {
                "type": "rect",
                "layer": "below",
                "line": {"width": 0},
                "x0": 1.0,
                "x1": 2.0,
                "y0": 0,
                "y1": 1,
                "yref": "y domain",
                "fillcolor": "rgba(0, 158, 115, 0.12)",
            },
        ],
        "annotations": [
            {
                "x": 1,
                "xref": "x domain",
                "y": 2.0,
                "xanchor": "right",
                "xshift": 0,
                "text": "at most",
                "hovertext": "at most",
                "showarrow": False,
                "font": {"color": colour_of("limit")},
                "yanchor": "bottom",
            }
        ],
    }


def test_four_panels() -> None:
    """Three in a row with 4 % between them; 72 of 2 x 380 pixels between the rows."""
    names = ("one", "two", "three", "four")
    series = [Series(name, values(n * 1e12, 2e12, 3e12)) for n, name in enumerate(names, 1)]
    traces, layout = told(drawn(None, chart_of(*series, panels=names, lying=True)))
    assert [trace["x"] for trace in traces] == [[n, 2.0, 3.0] for n in (1, 2, 3, 4)]
    assert [trace["y"] for trace in traces] == [["a", "b", "c"]] * 4
    wide, high = (1 - 0.08) / 3, (1 - 72 / 760) / 2
    lefts = (0, wide + 0.04, 2 * (wide + 0.04))
    named = zip(names, [*lefts, 0], [1, 1, 1, high], strict=True)
    shown = {name: (left + wide / 2, top) for name, left, top in named}
    found = {one["text"]: (one["x"], one["y"]) for one in layout.pop("annotations")}
    assert found.keys() == shown.keys()
    assert all(np.allclose(found[name], shown[name]) for name in names)
    for n in range(6):
        row, column = divmod(n, 3)
        x, y = (layout.pop(f"{axis}axis{n + 1 if n else ''}") for axis in ("x", "y"))
        assert np.allclose(x.pop("domain"), (lefts[column], lefts[column] + wide))
        bottom = (1 - row) * (1 - high)
        assert np.allclose(y.pop("domain"), (bottom, bottom + high))
        at = f"{n + 1}" if n else ""
        title = {"title": {"text": "TB"}} if row else {}
        of_x = {"anchor": f"y{at}", "rangemode": "tozero", "nticks": 5, "matches": "x"}
        assert x == of_x | title
        of_y = {"anchor": f"x{at}", "autorange": "reversed", "matches": "y"}
        first = {"automargin": True}
        assert y == of_y | ({"showticklabels": False} if column else first)
    assert layout == {**ALL, "height": 2 * 380 + 34, "showlegend": False, "bargap": 0.3}


def test_an_enclosure_of_two_bays() -> None:
    """A row of bays 26 pixels high below the enclosure, and a server above it."""
    placed = SlotMap((Group("a", 1, 0, 0),), ((Slot(0, 0),),), (2,))
    (bays, held, crossed), layout = told(bay_chart(placed, "enclosure", 1))
    named = {"mode": "markers+text", "hovertemplate": "%{customdata[1]}<extra></extra>"}
    assert bays == {
        **named,
        "type": "scatter",
        "x": [0.0, 1.0],
        "y": [-1.0, -1.0],
        "text": ["1", ""],
        "customdata": [["drive 1:1", "bay 1:1: a"], ["drive 1:2", "bay 1:2: in no group"]],
        "textfont": {"size": 10, "color": "#ffffff"},
        "marker": {
            "size": 20,
            "symbol": "square",
            "color": [colour_of("tight"), NEUTRAL],
            "opacity": [1.0, 0.25],
        },
    }
    assert held == {
        **named,
        "type": "scatter",
        "x": [0.0, 0.0],
        "y": [0.0, 1.5],
        "textposition": "middle right",
        "text": ["enclosure 1 (A)", "server 1"],
        "customdata": [["enclosure 1", "enclosure 1 (A)"], ["server 1", "server 1"]],
        "marker": {"size": 18, "symbol": "square-open", "color": NEUTRAL},
    }
    assert crossed == {
        "type": "scatter",
        "mode": "markers",
        "hoverinfo": "skip",
        "x": [],
        "y": [],
        "marker": {
            "size": 13,
            "symbol": "x-thin",
            "line": {"color": VERMILION, "width": 3},
        },
    }
    hidden = {"visible": False, "fixedrange": True}
    assert layout == {
        **ALL,
        "height": round((2.5 + 2.3) * 26) + 34,
        "showlegend": False,
        "title": {**ALL["title"], "text": "Bays of a building block"},
        "xaxis": {**hidden, "range": [-1, 14]},
        "yaxis": {**hidden, "range": [-2.8, 2.2]},
    }


def test_a_map_of_two_layouts() -> None:
    """27 pixels a row and 90 around them; a frame stands 0.46 and 0.44 around its cell."""
    shares = np.array([[0.5], [0.75]])
    marked = np.array([[False], [True]])
    figure = layout_map(shares, marked, [8], ["one", "two"], ("drives", "of raw"), "Title", "Width")
    (cells, frames), layout = told(figure)
    assert np.array_equal(figure.data[0].z, [[50], [75]])
    del cells["z"]
    assert cells == {
        "type": "heatmap",
        "x": [8],
        "y": [0, 1],
        "customdata": [["one"], ["two"]],
        "text": [["50"], ["75"]],
        "texttemplate": "%{text}",
        "textfont": {"color": INK["light"]},
        "colorscale": [[0.0, "#f6f3e8"], [0.5, "#a3cde3"], [1.0, "#4794c7"]],
        "zmin": 50.0,
        "zmax": 75.0,
        "hoverongaps": False,
        "hovertemplate": "%{x} drives, %{customdata}: %{z:.2f} % of raw<extra></extra>",
        "colorbar": {"ticksuffix": " %", "thickness": 10, "outlinewidth": 0},
    }
    xs, ys = frames.pop("x"), frames.pop("y")
    assert np.allclose(xs[:-1], [7.54, 8.46, 8.46, 7.54, 7.54])
    assert np.allclose(ys[:-1], [0.56, 0.56, 1.44, 1.44, 0.56])
    assert (xs[-1], ys[-1]) == (None, None)
    assert frames == {
        "type": "scatter",
        "mode": "lines",
        "hoverinfo": "skip",
        "line": {"color": VERMILION, "width": 2},
    }
    plain = {"showgrid": False, "zeroline": False}
    assert layout == {
        **ALL,
        "height": 90 + 2 * 27 + 34,
        "showlegend": False,
        "margin": {**ALL["margin"], "t": 8 + 34},
        "xaxis": {**plain, "title": {"text": "Width"}, "dtick": 1, "range": [7.5, 8.5]},
        "yaxis": {**plain, "tickvals": [0, 1], "ticktext": ["one", "two"]},
    }


def test_the_words_of_an_axis() -> None:
    """Its figures, ticks and lines of a place in the step of the largest one."""
    ticks = ((1e12, "small"), (2e12, ""))
    axis = Axis("Capacity; of all", "byte", span=(0.0, 4e12), ticks=ticks)
    area = Series("Area", values(1e12, 2e12), "area", at=values(1e12, 2e12))
    place = Line(2e12, "faint", "here", is_place=True, before=True, low=True)
    chart = chart_of(area, places=axis, lines=(place,))
    (trace,), layout = told(drawn(None, chart))
    assert trace["stackgroup"] == "stacked"
    assert trace["hovertext"] == [
        "small: 1 TB (0.9095 TiB)",
        "Capacity: 2 TB (1.819 TiB)<br>Capacity: 2 TB (1.819 TiB)",
    ]
    assert layout["xaxis"] == {
        "title": {"text": "Capacity; of all, TB"},
        "range": [0.0, 4.0],
        "automargin": True,
        "tickvals": [1.0, 2.0],
        "ticktext": ["small", ""],
    }
    [shape] = layout["shapes"]
    assert shape == {
        "type": "line",
        "x0": 2.0,
        "x1": 2.0,
        "y0": 0,
        "y1": 1,
        "yref": "y domain",
        "line": {"color": colour_of("faint"), "dash": "dot", "width": 2},
    }
    [words] = layout["annotations"]
    assert (words["x"], words["y"], words["yref"]) == (2.0, 0.12 + 0.02, "y domain")
    assert (words["xanchor"], words["xshift"]) == ("right", -5)
