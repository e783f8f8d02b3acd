"""Charts show what tables and figures of the same plan say, each mark with its place and words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from model import evaluate, load_scenario
from model.answers.capacity_steps import capacity_steps
from model.answers.ranges import ALL, FIT
from model.answers.results import WAYS, Results
from model.answers.states import HEALTHY, states
from model.answers.validation import Row, is_prediction, validate
from model.answers.views import certainty_charts, plan_charts, validation_charts, years
from model.answers.views.chart import Axis, Chart, Line, Series, known, largest, starts
from model.answers.views.state_table import states as state_table
from model.answers.views.view import FixedValue, Value, number, numbers
from model.units.figures import percent
from tests.answers.test_laws_upgrades import results_of as of_words

ROOT = Path(__file__).parents[2]
FILES = {
    "project-space": ROOT / "scenarios/templates/project-space.yaml",
    "priced": ROOT / "tests/report/priced.yaml",
    "cri": ROOT / "scenarios/cri.yaml",
    "lcpq": ROOT / "scenarios/lcpq.yaml",
}


@cache
def results_of(name: str) -> Results:
    return evaluate(load_scenario(FILES[name]))


def fixed(*values: float | None) -> tuple[FixedValue, ...]:
    return tuple(FixedValue(one, "1") for one in values)


# What charts are made of.

LARGEST: list[tuple[list[Series], dict[str, Any], float | None, float | None]] = [
    # series and chart; the largest of the first and of the second axis
    ([Series("a", fixed(1, None, 3))], {}, 3, None),
    ([Series("a", fixed(1, 2)), Series("b", fixed(5, 4))], {}, 5, None),
    ([Series("a", fixed(1, 2)), Series("b", fixed(5, 4))], {"together": "stacked"}, 6, None),
    ([Series("a", fixed(1, -7))], {}, 7, None),
    ([Series("a", fixed(1, 2), starts=(5, -3))], {}, 6, None),
    ([Series("a", fixed(1, 2)), Series("b", fixed(5, 9), second=True)], {}, 2, 9),
    ([Series("a", fixed(1, 2))], {"lines": (Line(-8, ""),)}, 8, None),
    ([Series("a", fixed(1, 2))], {"lines": (Line(8, "", is_place=True),)}, 2, None),
    ([Series("a", fixed(None))], {}, None, None),
    ([Series("a", fixed(5, 2, 3), "fall", takes=(False, True, False))], {}, 5, None),
]


@pytest.mark.parametrize(("series", "more", "first", "second"), LARGEST)
def test_the_largest_figure_of_a_chart(
    series: list[Series], more: dict[str, Any], first: float | None, second: float | None
) -> None:
    chart = Chart("T", Axis(), tuple(series), **more)
    assert largest(None, chart) == first
    if chart.together != "stacked":  # no chart is, that has a second axis
        assert largest(None, chart, second=True) == second


def test_bars_of_a_waterfall_hang_where_the_one_before_ended() -> None:
    takes = (False, True, True, False, True)
    one = Series("a", fixed(10, 3, None, 7, 2), "fall", takes=takes)
    assert starts(None, one) == [0, 7, 7, 0, 5]
    assert starts(None, Series("a", fixed(1, 2))) == [0, 0]
    assert starts(None, Series("a", fixed(1, 2), starts=(3, 4))) == [3, 4]
    assert known(None, (None, FixedValue(None, "1"), FixedValue(2, "1"))) == [None, None, 2]


# Charts of a plan.


def figures(results: Results, one: Series) -> list[float | None]:
    return known(results, one.figures)


@pytest.mark.parametrize("name", FILES)
def test_a_waterfall_has_the_steps_that_take_something(name: str) -> None:
    results = results_of(name)
    for tier, path in results.tiers():
        chart = plan_charts.capacity_waterfall(results, path)
        [series] = chart.series
        steps = {one.label.replace(" capacity", ""): one for one in capacity_steps(results, path)}
        drawn = [steps[label] for label in chart.categories]
        assert figures(results, series) == [one.value for one in drawn]
        assert all(one.value for one in drawn if one.kind == "loss")
        assert [*series.takes] == [one.kind == "loss" for one in drawn]
        assert series.takes[0] is False
        assert [*series.colours] == ["loss" if s.kind == "loss" else s.name for s in drawn]
        assert [*series.about] == [one.meaning.replace("`", "") for one in drawn]
        totals = [(a, b) for a, b in pairwise(drawn) if "loss" not in (a.kind, b.kind)]
        assert all(a.value != b.value for a, b in totals), "a total that repeats the last one"
        left = [s for s in steps.values() if s not in drawn]
        assert all(s.kind != "loss" or not s.value for s in left if s.value is not None)
        several = len(list(results.tiers())) > 1
        assert chart.title.endswith(f"{f'{tier}, ' * several}{results.plan.scenario.name}")
        assert series.told


@pytest.mark.parametrize(
    ("policy", "steps"),
    [
        ({}, {"Raw": 5.0, "Usable": 3.9, "Free-space headroom": 0.78, "Planned": 3.12}),
        ({"fill_limit": 1}, {"Raw": 5.0, "Usable": 3.9}),
        (
            {"fill_limit": 1, "snapshot_reserve": 0.1},
            {"Raw": 5.0, "Usable": 3.9, "Snapshot": 0.39, "Live": 3.51},
        ),
    ],
)
def test_a_total_that_repeats_the_last_one_is_no_bar(
    policy: dict[str, Any], steps: dict[str, float]
) -> None:
    """But one of another size is, though no known loss lies between: that of a whole tier."""
    results = of_words("given", {"policy": policy})
    chart = plan_charts.capacity_waterfall(results, "site/tiers:t")
    bars = dict(zip(chart.categories, known(results, chart.series[0].figures), strict=True))
    assert bars == pytest.approx({label: size * 1e15 for label, size in steps.items()})


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("way", WAYS)
def test_bars_of_a_chain_are_its_known_stages(name: str, way: str) -> None:
    results = results_of(name)
    for _, path in results.tiers():
        for state in states(results, path):
            at = "" if state.name == HEALTHY else state.path
            chart = plan_charts.stage_bars(results, path, way, at)
            [series] = chart.series
            stages = [s for s in results.stages_in(state.path, way) if s.bandwidth is not None]
            assert len(chart.categories) == len(stages)
            for n, (stage, label) in enumerate(zip(stages, chart.categories, strict=True)):
                assert label.startswith(stage.label)
                assert (label != stage.label) is bool(stage.evidence) is series.hatched[n]
                assert (series.colours[n] == "limit") is (n == 0)
                use = percent(stage.utilisation or 0.0)
                assert f"<br>{use} used at the upper bound<br>" in series.about[n]
                assert series.about[n].endswith(stage.quantity.title)
            rate = results[path, f"{way}_bandwidth"]
            is_said = not at and rate is not None
            assert [line.at for line in chart.lines] == ([rate] if is_said else [])
            assert chart.lying
            assert chart.high == 110 + 34 * len(stages)
            assert series.name == way.capitalize()
            partial = bool(at) and state.is_partial
            assert ("if all servers were affected" in chart.figures.title) is partial


@pytest.mark.parametrize("name", FILES)
def test_bars_of_states_are_the_columns_of_their_table(name: str) -> None:
    results = results_of(name)
    for _, path in results.tiers():
        chart, table = plan_charts.state_bars(results, path), state_table(results, path)
        assert list(chart.categories) == [row.label for row in table.rows]
        wanted = {}
        for way in WAYS:
            for kind, words in (("", ""), ("striped_", ", striped files")):
                column = [numbers(results, table, row, f"{kind}{way}")[0] for row in table.rows]
                if any(one is not None for one in column):
                    wanted[f"{way}{words}"] = column
        assert {one.name: figures(results, one) for one in chart.series} == wanted
        for one in chart.series:
            kind = "striped" if "striped" in one.name else "independent"
            assert one.colour == f"{kind}_{one.name.partition(',')[0]}"


@pytest.mark.parametrize("name", ["project-space", "priced"])
@pytest.mark.parametrize("whole", [False, True])
def test_costs_by_year_are_the_parts_of_their_table(name: str, whole: bool) -> None:
    """Stacked; kinds that cost nothing are left out, unless all are asked for."""
    results = results_of(name)
    chart = plan_charts.cost_by_year(results, whole=whole)
    assert chart is not None
    assert chart.together == "stacked"
    paths = results.years()
    assert list(chart.categories) == [f"Year {n}" for n in range(len(paths))]
    labels = {key.removeprefix("year_").capitalize(): key for key in years.PARTS}
    for one in chart.series:
        key = labels[one.name]
        assert figures(results, one) == [results[path, key] for path in paths]
        assert one.colour == years.PARTS.index(key)
    shown = {labels[one.name] for one in chart.series}
    for key in years.parts(results):
        costs = any(results[path, key] for path in paths)
        assert (key in shown) is (costs or whole), key


def test_the_efficiency_of_a_job_by_its_interval() -> None:
    """From a tenth to four times the best one, at which it is best; two lines name intervals."""
    results = results_of("priced")
    chart = plan_charts.efficiency_curve(results)
    assert chart is not None
    best = results["site", "checkpoint_interval"] or 0.0
    first = chart.series[0]
    at = known(results, first.at)
    assert (at[0], at[-1]) == (pytest.approx(0.1 * best), pytest.approx(4 * best))
    assert at == sorted(one or 0.0 for one in at)
    assert len(at) == len(set(at)) == 41
    curve = figures(results, first)
    assert at[curve.index(max(one or 0.0 for one in curve))] == pytest.approx(best, rel=0.15)
    assert max(one or 0 for one in curve) == pytest.approx(
        results["site", "job_efficiency"], rel=1e-3
    )
    assert [one.dashed for one in chart.series] == [False, True]
    lines = [(one.text, one.at, one.before, one.is_place, one.low) for one in chart.lines]
    young = results["site", "interval_young"]
    assert lines == [("best", best, True, True, True), ("Young", young, False, True, True)]
    assert chart.figures.is_share


def test_a_burst_fills_the_caches_and_then_slows_down() -> None:
    results, path = results_of("lcpq"), "site/tiers:beegfs"
    chart = plan_charts.burst_chart(results, path)
    assert chart is not None
    full, drained, held, fast, slow = (results[path, name] for name in plan_charts.BURST)
    stop, go_on, write = chart.series
    shown = [(known(results, one.at), figures(results, one)) for one in chart.series]
    assert shown == [
        ([0, full, drained], [0, held, 0]),
        ([full, drained], [held, held]),
        ([0, full, full, drained], [fast, fast, slow, slow]),
    ]
    assert [one.second for one in (stop, go_on, write)] == [True, True, False]
    assert [one.dashed for one in (stop, go_on, write)] == [False, True, False]
    [line] = chart.lines
    assert (line.at, line.is_place, line.text) == (full, True, "full")
    assert line.about.startswith("full after ")
    assert chart.legend == "below"


def test_one_file_has_no_curve_where_no_layout_of_files_is_stated() -> None:
    assert plan_charts.file_curve(results_of("cri"), "site/tiers:pfs") is None


# Validation.

ROWS = [
    row
    for name in ("beluga", "astra", "lcpq")
    for row in validate(load_scenario(ROOT / f"scenarios/{name}.yaml"))
]
SOME = next(row for row in ROWS if row.used is not None and row.error)


def row(used: float | None, error: float | None = 0.5, **more: Any) -> Row:
    within = used is not None and abs(used) <= 1
    return replace(SOME, used=used, error=error, within=within, **more)


@pytest.mark.parametrize(
    ("used", "shown", "within"),
    [
        (0.5, 0.5, True),
        (-1.0, -1.0, True),
        (1.2, 1.2, False),
        (9.0, 1.3, False),
        (-9.0, -1.3, False),
    ],
)
def test_an_error_is_drawn_by_its_share_of_what_is_allowed(
    used: float, shown: float, within: bool
) -> None:
    """A cross in red beyond it, at most a little beyond the edge."""
    kind = SOME.kind
    chart = validation_charts.error_dots([row(used)])
    assert chart is not None
    [own] = [one for one in chart.series if one.figures != (None,)]
    assert known(None, own.figures) == [shown]
    assert own.symbols == (("circle",) if within else ("x",))
    assert own.colours == ((kind,) if within else ("limit",))
    assert own.about[0] == (
        f"published {SOME.published_text}, model {SOME.model_text}<br>"
        f"error {row(used).error_text} of at most {SOME.tolerance_text}"
    )
    assert chart.categories == (f"{SOME.system}: {SOME.figure}",)
    assert chart.span == (-1, 1)
    assert chart.figures.span == pytest.approx((-1.365, 1.365))
    assert [x for x, _ in chart.figures.ticks] == [-1, -0.5, 0, 0.5, 1]
    assert chart.high == 110 + 24


def test_at_most_25_errors_are_drawn_those_closest_to_their_edge() -> None:
    many = [row(n / 100, figure=str(n)) for n in range(-20, 20) if n]
    chart = validation_charts.error_dots([*many, row(None), row(0.9, None), row(0.9, 1e-12)])
    assert chart is not None
    shown = [abs(int(label.rpartition(" ")[2])) for label in chart.categories]
    assert shown == sorted(shown, reverse=True)
    assert len(shown) == 25
    assert min(shown) >= 7
    assert validation_charts.error_dots([row(None)]) is None


BINS = [
    # error: low end of its bar
    (0.0, 0.0),
    (0.049, 0.0),
    (0.05, 0.0),
    (0.0999, 0.0),
    (0.1, 0.1),
    (-0.05, -0.1),
    (-0.1, -0.1),
    (-1.0, -1.0),
    (-7.0, -1.0),
    (0.999, 0.9),
    (1.0, 1.0),
    (7.0, 1.0),
]
PREDICTED = next(row for row in ROWS if is_prediction(row))


@pytest.mark.parametrize(("error", "low"), BINS)
def test_a_prediction_is_counted_in_the_bar_of_its_error(error: float, low: float) -> None:
    """Bars of ten percent; the last one is of all beyond +100 %."""
    chart = validation_charts.prediction_bars([replace(PREDICTED, error=error)])
    assert chart is not None
    found = []
    for one in chart.series:
        counts, at = known(None, one.figures), known(None, one.at)
        assert len(counts) == 21
        found += [
            (round((x or 0) - 0.05, 9), about)
            for n, x, about in zip(counts, at, one.about, strict=True)
            if n == 1
        ]
        assert set(counts) <= {0, 1}
    [(at_low, about)] = found
    assert at_low == pytest.approx(low)
    ends = [percent(one, signed=True) for one in (low, low + 0.1)]
    last = f"with an error above {percent(1.0, signed=True)}"
    assert about == (last if low == 1 else f"with an error of {ends[0]} to {ends[1]}")
    assert chart.figures.whole
    assert chart.together == "stacked"
    assert [(line.at, line.is_place) for line in chart.lines] == [(0, True)]


def test_predictions_are_counted_by_the_kind_of_run() -> None:
    rated = replace(PREDICTED, error=0.0, evidence="rated")
    plain = replace(PREDICTED, error=0.0, evidence="")
    chart = validation_charts.prediction_bars([rated, rated, plain])
    assert chart is not None
    totals = {one.colour: sum(x or 0 for x in known(None, one.figures)) for one in chart.series}
    assert totals == {"capability": 1, "rated": 2}
    assert validation_charts.prediction_bars([]) is None


def test_what_was_measured_is_a_share_of_the_upper_bound() -> None:
    reached = [replace(SOME, reached=0.5, within=True), replace(SOME, reached=1.2, within=False)]
    chart = validation_charts.bound_bars([*reached, replace(SOME, reached=None)])
    assert chart is not None
    [series] = chart.series
    assert known(None, series.figures) == [0.5, 1.2]
    assert series.colours == ("write", "limit")
    assert series.texts == (percent(0.5), percent(1.2))
    assert series.about[0] == f"measured {SOME.published_text} of at most {SOME.model_text}"
    assert [line.at for line in chart.lines] == [1]
    assert chart.figures.span == (0, 1.15)
    assert chart.high == 90 + 24 * 2


# Certainty.


def drawn(**chances: tuple[Sequence[float], float | None]) -> Any:
    """Samples of some requirements, as shares of what is required, and how often each is met."""
    of: dict[str, Any] = {}
    from model.formulas.time_and_money.requirements import REQUIREMENTS

    for name, (samples, _) in chances.items():
        of[REQUIREMENTS[name].planned] = np.array(samples, dtype=float)
        of[REQUIREMENTS[name].required] = np.ones(len(samples))
    found = [
        SimpleNamespace(name=name, title=f"Required {name}", met=met)
        for name, (_, met) in chances.items()
    ]
    found += [SimpleNamespace(name=name, title=name, met=1.0) for name in (ALL, FIT)]
    plan = SimpleNamespace(scenario=SimpleNamespace(name="plan"))
    return SimpleNamespace(chances=found, of=of.__getitem__, results=SimpleNamespace(plan=plan))


def test_quantiles_are_shares_of_what_is_required() -> None:
    """Two bars, one within the other, about the median; what it is met in stands behind."""
    samples = [0.5, 0.8, 1.0, 1.5, 2.0]
    chart = certainty_charts.against_requirements(
        drawn(capacity=(samples, 0.6), racks=([0.1] * 5, None))
    )
    assert chart is not None
    assert chart.categories == ("Capacity", "Racks")
    wide, tight, middle, met = chart.series
    ends = np.quantile(samples, certainty_charts.LEVELS)
    for one, low, high in ((wide, 0, -1), (tight, 1, -2)):
        assert one.starts[0] == pytest.approx(ends[low])
        assert known(None, one.figures)[0] == pytest.approx(ends[high] - ends[low])
        assert known(None, one.figures)[1] == pytest.approx(0.0015), "a bar without width is seen"
        assert one.quiet
    assert known(None, middle.figures) == pytest.approx([ends[2], 0.1])
    assert known(None, met.figures) == pytest.approx([ends[-1], 1.0]), "behind bar and line"
    assert met.texts == ("  met in 60 %", "  unknown")
    assert met.listed is False
    assert chart.figures.span == (0, pytest.approx(1.2 * ends[-1]))
    assert chart.high == 120 + 44 * 2
    assert [line.at for line in chart.lines] == [1]
    assert (chart.lying, chart.together) == (True, "over each other")


def test_a_requirement_met_many_times_is_cut_where_the_others_can_be_seen() -> None:
    chart = certainty_charts.against_requirements(drawn(capacity=([900.0] * 3, 1.0)))
    assert chart is not None
    *_, middle, met = chart.series
    assert known(None, middle.figures) == [5]
    assert met.texts[0].startswith("  over 5 x required, met in 100 %")
    assert chart.figures.span == (0, pytest.approx(1.35 * 5))
    assert chart.high == 120 + 44 * 2, "as high as two rows"
    assert certainty_charts.against_requirements(drawn(capacity=([np.nan], 0.0))) is None
    assert certainty_charts.against_requirements(drawn()) is None


def test_a_tornado_begins_at_the_plan_and_ends_at_the_ends_of_each_range() -> None:
    results = results_of("priced")
    address = ("site", "capital_cost")
    planned = number(results, Value((address,), "currency")) or 0.0
    swings = tuple(
        SimpleNamespace(column=name, low=low, high=high)
        for name, low, high in (("x" * 45, planned - 9, planned + 5), ("y" * 44, None, planned + 1))
    )
    samples: Any = SimpleNamespace(results=results, tornado=lambda _: swings)
    chart = certainty_charts.tornado_chart(samples, address)
    assert chart is not None
    low, high = chart.series
    assert known(None, low.figures) == pytest.approx([-9, 0])
    assert known(None, high.figures) == pytest.approx([5, 1])
    assert low.starts == high.starts == (planned, planned)
    assert (low.colour, high.colour, low.ends) == ("bad", "good", True)
    assert chart.categories == ("x" * 43 + "…", "y" * 44)
    assert [(line.at, line.solid) for line in chart.lines] == [(planned, True)]
    assert chart.figures.from_zero is False
    assert chart.high == 120 + 44 * 2
    nothing: Any = SimpleNamespace(results=results, tornado=lambda _: ())
    assert certainty_charts.tornado_chart(nothing, address) is None
