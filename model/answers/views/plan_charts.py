"""The charts of a plan: what each shows of its tables."""

from __future__ import annotations

import numpy as np

from model.answers.capacity_steps import CapacityStep, capacity_steps
from model.answers.results import WAYS, Results, Stage
from model.answers.states import HEALTHY, is_partial
from model.answers.views.chain import chain
from model.answers.views.chart import Axis, Chart, Line, Series, column, known, row
from model.answers.views.projections import projections
from model.answers.views.state_table import states
from model.answers.views.view import FixedValue, Value, figure
from model.answers.views.years import PARTS, parts
from model.engine.quantity import Quantity
from model.formulas.time_and_money.checkpoint import CURVE
from model.units.figures import percent, show


def of_tier(results: Results, path: str) -> str:
    """Say what a chart is of: the tier, where there are several; the scenario."""
    tiers = {at: name for name, at in results.tiers()}
    named = [f"{tiers[path]}"] if len(tiers) > 1 and path in tiers else []
    return ", ".join([*named, results.plan.scenario.name])


def _drawn(steps: list[CapacityStep]) -> list[CapacityStep]:
    """Leave out steps that are unknown, losses of nothing, and totals that repeat the last one.

    The first total that is known starts the way: a loss needs something to be taken from.
    """
    found = [s for s in steps if s.value is not None and (s.value or s.kind != "loss")]
    start = next((n for n, step in enumerate(found) if step.kind != "loss"), len(found))
    found = [step._replace(kind="start") for step in found[start : start + 1]] + found[start + 1 :]
    return [
        step
        for step, last in zip(found, [None, *found], strict=False)
        if last is None or step.kind == "loss" or last.kind == "loss" or step.value != last.value
    ]


def capacity_waterfall(results: Results, path: str) -> Chart:
    """Show the way from a tier's raw capacity to what files may take."""
    steps = _drawn(capacity_steps(results, path))
    series = Series(
        "Capacity",
        tuple(figure(results, path, step.name) for step in steps),
        "fall",
        takes=tuple(step.kind == "loss" for step in steps),
        colours=tuple("loss" if step.kind == "loss" else step.name for step in steps),
        about=tuple(step.meaning.replace("`", "") for step in steps),
        told=True,
    )
    return Chart(
        f"From raw to planned capacity: {of_tier(results, path)}",
        Axis("Capacity", "byte"),
        (series,),
        tuple(step.label.replace(" capacity", "") for step in steps),
        high=420,
    )


def stage_bars(results: Results, path: str, way: str, state: str = "") -> Chart:
    """Show the known stages of a chain, the tightest on top, and what is expected.

    With the path of a state other than healthy the chain is that of its affected servers.
    """
    at = state or f"{path}/healthy:{HEALTHY}"
    stages = results.stages_in(at, way)
    both = zip(stages, column(chain(results, at, way), "tier"), strict=True)
    drawn = [(stage, rate) for stage, rate in both if stage.bandwidth is not None]
    series = Series(
        way.capitalize(),
        tuple(rate for _, rate in drawn),
        colours=tuple("limit" if n == 0 else way for n, _ in enumerate(drawn)),
        hatched=tuple(bool(stage.evidence) for stage, _ in drawn),
        about=tuple(_about(stage) for stage, _ in drawn),
        told=True,
    )
    is_of_some = bool(state) and is_partial(results, state)
    of_tier_ = f"{way.capitalize()} bandwidth of the tier"
    title = f"{way.capitalize()} bandwidth if all servers were affected" if is_of_some else of_tier_
    rate = None if state else results[path, f"{way}_bandwidth"]
    label = f"expected {show(rate, 'byte/s')}"
    return Chart(
        f"{way.capitalize()} path: {of_tier(results, path)}",
        Axis(title, "byte/s"),
        (series,),
        tuple(
            f"{s.label} ({'measured elsewhere' if s.evidence == 'taken over' else s.evidence})"
            if s.evidence
            else s.label
            for s, _ in drawn
        ),
        lying=True,
        lines=() if rate is None else (Line(rate, "expected", label),),
        high=110 + 34 * len(drawn),
    )


def _about(stage: Stage) -> str:
    return (
        f"{show(stage.per_server, 'byte/s')} of hardware in one server<br>"
        f"{percent(stage.utilisation or 0.0)} used at the upper bound<br>{stage.quantity.title}"
    )


FILES = {"": "", "striped_": ", striped files"}
"""Kinds of files: what stands before their figures, and what follows the way in the legend."""


def state_bars(results: Results, path: str) -> Chart:
    """Show what is expected in each state, reading and writing, for both kinds of files."""
    view = states(results, path)
    series = tuple(
        Series(f"{way}{words}", figures, colour=f"{kind or 'independent_'}{way}")
        for way in WAYS
        for kind, words in FILES.items()
        for figures in [column(view, f"{kind}{way}")]
        if any(value is not None for value in known(results, figures))
    )
    title = f"Expected bandwidth by state: {of_tier(results, path)}"
    names = tuple(row.label for row in view.rows)
    return Chart(title, Axis("Expected", "byte/s"), series, names, high=400)


def file_words(results: Results, path: str) -> str:
    """Say what limits the bandwidth of one file, and whether the client's own ports do."""
    counted = results.values.get((path, "client_bandwidth"))
    client = (
        f"The client's own ports, {show(counted, 'byte/s')}, are included."
        if counted is not None
        else (
            "The client's own ports are ignored, because their bandwidth is unknown "
            "('fabric.clients')."
        )
    )
    return f"Upper bound without other load. {client}"


STRETCHES = (
    "Bandwidth of a single file by size. Each part of the file is striped over the number of "
    "targets in the file layout. One client is limited by its own ports."
)
"""What the curve of one file is."""


def file_curve(results: Results, path: str) -> Chart | None:
    """Show the bandwidth of one file by its size; nothing where no layout of files is stated."""
    files = results.plan.instances[path].children.get("single files", ())
    if not files:
        return None
    paths = [f"{path}/single files:{file.name}" for file in files]
    sizes = tuple(figure(results, at, "one_file_size") for at in paths)
    ticks = zip(known(results, sizes), (file.name for file in files), strict=True)
    series = tuple(
        Series(
            way,
            tuple(figure(results, at, f"one_file_{way}_bandwidth", at_most=True) for at in paths),
            "dotted line",
            way,
            at=sizes,
        )
        for way in WAYS
    )
    places = Axis("File size", "byte", log=True, ticks=tuple((x or 0.0, name) for x, name in ticks))
    return Chart(
        f"One file: {of_tier(results, path)}",
        Axis("Bandwidth of one file, upper bound", "byte/s"),
        series,
        places=places,
        high=300,
    )


SHARES = tuple(float(x) for x in (*np.geomspace(0.1, 1, 21), *np.geomspace(1, 4, 21)[1:]))
"""The intervals at which the efficiency of a job is shown, over the best one."""
CHECKPOINT_TIMES = (
    ("At the maximum checkpoint time", "", "mark"),
    ("At the expected checkpoint time", "committed_", "expected"),
)


def efficiency_curve(results: Results) -> Chart | None:
    """Show job efficiency over the interval, for the maximum and the expected checkpoint time."""
    best = results.values.get(("site", "checkpoint_interval"))
    if not best:
        return None
    tried = tuple(_tried(share) for share in SHARES)
    series = tuple(
        Series(
            words,
            tuple(_efficiency(share, of) for share in SHARES),
            "line",
            colour,
            at=tried,
            dashed=bool(of),
        )
        for words, of, colour in CHECKPOINT_TIMES
        if ("site", f"{of}dump_time") in results.values
        and None not in (results["site", f"{of}dump_time"], results["site", "job_mtti"])
    )
    # The best interval is never longer than Young's: their texts keep to either side.
    lines = tuple(
        Line(x, colour, words, show(x, "second"), is_place=True, low=True, before=before)
        for words, name, colour, before in (
            ("best", "checkpoint_interval", "mark", True),
            ("Young", "interval_young", "faint", False),
        )
        if (x := results["site", name])
    )
    return Chart(
        f"Job efficiency by checkpoint interval: {results.plan.scenario.name}",
        Axis("Job efficiency", is_share=True),
        series,
        places=Axis("Computing time between checkpoints", "second"),
        lines=lines,
    )


def _tried(share: float) -> Value:
    """Refer to an interval that is so many times the best one."""
    return Value((("site", "checkpoint_interval"),), "second", lambda best: best * share)


def _efficiency(share: float, of: str) -> Value:
    """Refer to the efficiency of a job that dumps after such an interval."""
    curve = CURVE["efficiency_at_interval"]
    assert isinstance(curve, Quantity)
    function = curve.function
    names = ("checkpoint_interval", f"{of}dump_time", "job_mtti", f"{of}restart_time")
    return Value(
        tuple(("site", name) for name in names),
        "1",
        lambda best, *others: function(best * share, *others),
    )


def projected_costs(results: Results) -> Chart | None:
    """Show what alternatives are projected to cost, stacked by kind; nothing without any."""
    view = projections(results)
    stated = results.plan.scenario.projections
    if view is None or stated is None:
        return None
    kinds = dict.fromkeys(cost.name for one in stated.alternatives for cost in one.costs)
    series = tuple(
        Series(line.label, row(line), colour=n)
        for n, line in enumerate(view.rows)
        if line.label in kinds and n < len(kinds)
    )
    return Chart(
        f"Projected costs: {results.plan.scenario.name}",
        Axis(f"Over {results.plan.scenario.economics.years} years, net", "currency"),
        series,
        tuple(column.head for column in view.columns),
        together="stacked",
        lying=True,
        high=160 + 60 * len(view.columns),
    )


def cost_by_year(results: Results, *, whole: bool = False) -> Chart | None:
    """Show the cost of each year in its known parts; nothing if none is known.

    If `whole`, parts without cost are series, too, and none is replaced by its known part: the
    cells of a sheet may be edited later.
    """
    paths = results.years()
    series = []
    for name in PARTS if whole else parts(results):
        if (paths[0], name) not in results.values:
            continue
        figures = [figure(results, path, name) for path in paths]
        label = name.removeprefix("year_").capitalize()
        is_unknown = name == "year_capital" and results[paths[0], name] is None
        if is_unknown and not whole and results["site", "known_capital_cost"]:
            figures[0] = figure(results, "site", "known_capital_cost")
            label = "Capital (known part)"
        if whole or any(known(results, tuple(figures))):
            series.append(Series(label, tuple(figures), colour=PARTS.index(name)))
    if not series:
        return None
    return Chart(
        f"Cost by year: {results.plan.scenario.name}",
        Axis("Net, not discounted", "currency"),
        tuple(series),
        tuple(path.rpartition(":")[2].capitalize() for path in paths),
        together="stacked",
    )


BURST = (
    "time_to_fill",
    "time_until_drained",
    "caches_capacity",
    "cached_write_bandwidth",
    "write_bandwidth_after_burst",
)


def burst_chart(results: Results, path: str) -> Chart | None:
    """Show clients that write as fast as they can until the caches are full; None if never."""
    if any(results.values.get((path, name)) is None for name in BURST):
        return None
    if results[path, "caches_hold"] != 0:
        return None
    full, drained, capacity, fast, slow = (figure(results, path, name) for name in BURST)
    begin, empty = FixedValue(0.0, "second"), FixedValue(0.0, "byte")
    held = "held, if clients"
    series = (
        Series(
            f"{held} stop when caches are full",
            (empty, capacity, empty),
            "area",
            "loss",
            at=(begin, full, drained),
            second=True,
        ),
        Series(
            f"{held} go on",
            (capacity, capacity),
            "line",
            "loss",
            at=(full, drained),
            dashed=True,
            second=True,
        ),
        Series(
            "clients write",
            (fast, fast, slow, slow),
            "line",
            "write",
            at=(begin, full, full, drained),
        ),
    )
    time = results.known(path, BURST[0])
    about = f"full after {show(time, 'second')}"
    return Chart(
        f"A burst of writes: {of_tier(results, path)}",
        Axis("Clients write", "byte/s"),
        series,
        places=Axis("Time since the burst began", "second"),
        second=Axis("Data in caches", "byte"),
        lines=(Line(time, "loss", "full", about, is_place=True),),
        legend="below",
        high=420,
    )
