"""Figures of a tier's states, of its workloads and of single files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.answers.results import WAYS, Results
from model.answers.states import states
from model.units.figures import axis_scale, show
from report.charts.palette import BLUE, DARK_GREEN, GREEN, OF_WAY, SKY
from report.charts.plan_charts import figure_of, of_tier

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

COLOURS = {
    ("read", "independent"): DARK_GREEN,
    ("read", "striped"): GREEN,
    ("write", "independent"): BLUE,
    ("write", "striped"): SKY,
}
"""Reading is green and writing blue, as in the picture of the data path."""
WORDS = {"independent": "", "striped": ", over all targets"}
"""What follows the way in the legend; the table of the states names its columns so."""


def state_bars(results: Results, path: str) -> Figure:
    """Draw what is committed in each state, reading and writing, for both kinds of files."""
    import plotly.graph_objects as go

    found = states(results, path)
    rates = [
        getattr(state.flows[way], files) or 0.0
        for state in found
        for way in WAYS
        for files in WORDS
    ]
    factor, unit = axis_scale(max(rates, default=0.0), "byte/s")
    traces = []
    for way in WAYS:
        for files, words in WORDS.items():
            values = [getattr(state.flows[way], files) for state in found]
            if all(value is None for value in values):
                continue
            traces.append(
                go.Bar(
                    name=f"{way}{words}",
                    x=[state.name for state in found],
                    y=[None if value is None else value / factor for value in values],
                    customdata=[show(value, "byte/s") for value in values],
                    hovertemplate="%{x}: %{customdata}<extra>%{fullData.name}</extra>",
                    marker={"color": COLOURS[way, files]},
                )
            )
    said = f"What is left in each state: {of_tier(results, path)}"
    figure = figure_of(*traces, title=said, height=400, barmode="group")
    # names below the bars take several lines on narrow pages: nothing else may stand there
    figure.update_layout(legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0})
    names = [state.name for state in found]
    figure.update_xaxes(
        automargin=True, tickvals=names, ticktext=[name.replace(" ", "<br>") for name in names]
    )
    figure.update_yaxes(title=f"Expected, {unit}", rangemode="tozero")
    return figure


def file_words(results: Results, path: str) -> str:
    """Say what limits the bandwidth of one file, and whether the client's own ports do."""
    counted = results.values.get((path, "client_bandwidth"))
    client = (
        f"A client's own ports, {show(counted, 'byte/s')}, are counted."
        if counted is not None
        else "What the client's own ports carry isn't stated ('fabric.clients'), and isn't counted."
    )
    return f"At most, with the tier to itself. {client}"


STRETCHES = (
    "The bandwidth of one file by its size: stretch after stretch, each over as many targets as "
    "the layout of files says, and there are. One client gets no more than its own ports carry."
)
"""What the curve of one file is."""


def file_curve(results: Results, path: str) -> Figure | None:
    """Draw the bandwidth of one file by its size; nothing where no layout of files is stated."""
    import plotly.graph_objects as go

    files = results.plan.instances[path].children.get("single files", ())
    if not files:
        return None
    paths = [f"{path}/single files:{file.name}" for file in files]
    rates = {way: [results[at, f"one_file_{way}_bandwidth"] for at in paths] for way in WAYS}
    known = [rate for found in rates.values() for rate in found if rate is not None]
    factor, unit = axis_scale(max(known, default=0.0), "byte/s")
    sizes = [results[at, "one_file_size"] or 0.0 for at in paths]
    traces = [
        go.Scatter(
            name=way,
            x=sizes,
            y=[None if rate is None else rate / factor for rate in rates[way]],
            mode="lines+markers",
            customdata=[
                (show(size, "byte"), show(rate, "byte/s"))
                for size, rate in zip(sizes, rates[way], strict=True)
            ],
            hovertemplate="%{customdata[0]}: at most %{customdata[1]}"
            "<extra>%{fullData.name}</extra>",
            line={"color": colour, "width": 2},
        )
        for way, colour in ((way, OF_WAY[way]) for way in WAYS)
    ]
    said = f"One file: {of_tier(results, path)}"
    figure = figure_of(*traces, title=said, height=300)
    figure.update_xaxes(
        title="Size of the file", type="log", tickvals=sizes, ticktext=[f.name for f in files]
    )
    figure.update_yaxes(title=f"One file, at most, {unit}", rangemode="tozero")
    return figure
