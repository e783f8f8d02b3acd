"""What a forecast from usage history rests on: the system recorded, the question, its backtest."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.needs import Need
from model.answers.results import Results
from model.units.brief import change, several, share
from model.units.figures import percent, show
from model.units.kinds import DAY

QUESTIONS = {
    "with_purge": "data that will be stored while the purge continues, on the recorded system",
    "without_purge": "data that would be stored without the purge",
    None: "data that will be stored",
    "unknown": "recorded usage continued, with or without a purge, as whether files were purged is "
    "unknown",
}
"""What is forecast, in words."""
FAR = 2.0
"""Lengths of the history from which a forecast is said to be far ahead."""


PURGES = {True: "with purges", False: "without purges", None: "purges unknown"}


def quantile_words(need: Need) -> str:
    """Name the quantile that is planned with; empty without a history."""
    return f"{percent(need.history.quantile)} quantile" if need.history else ""


def asked(need: Need) -> str | None:
    """Return the question of a forecast; None if the history has no purge."""
    if need.history is None or not need.history.purged:
        return None
    return need.history.question or "without_purge"


def forecast_sentences(results: Results, need: Need) -> tuple[str, ...]:
    """Say what was recorded, what is forecast, by which growth, and how well that did before."""
    if need.history is None:
        return ()
    return tuple(_sentences(results, need))


def _sentences(results: Results, need: Need) -> Iterator[str]:
    history, path = need.history, need.path
    assert history is not None
    known = results.values.get

    def size(name: str) -> str:
        return show(known((path, name)), "byte")

    days = results.known(path, "history_time") / DAY
    on = "a system of unknown capacity"
    if history.capacity is not None:
        on = f"a system of {size('history_capacity')}"
    yield (
        f"Usage history: {several(round(days), 'day')}, {PURGES[history.purged]}, on {on}; "
        f"{size('history_volume')} at its end"
    )
    limited = history.is_purged and history.capacity is not None
    most = f", so at most {size('history_capacity')}" if limited else ""
    question = "unknown" if history.purged is None else asked(need)
    yield (
        f"Forecast: {QUESTIONS[question]}{most}; the plan uses the {quantile_words(need)} of "
        f"{several(history.samples, 'simulated future')}"
    )
    yield from _model(results, need)
    forecast, recorded = (known((path, f"backtest_{name}")) for name in ("forecast", "recorded"))
    if forecast is None or recorded is None:
        yield "Backtest: none, as the history has too few records"
    else:
        low, high = (known((path, f"backtest_{end}")) for end in ("low", "high"))
        assert low is not None
        assert high is not None
        ends = dict.fromkeys(show(end, "byte") for end in (low, high))
        yield (
            f"Backtest: from the first half of the history, {show(forecast, 'byte')} "
            f"({' to '.join(ends)}) was forecast for its end; recorded: "
            f"{show(recorded, 'byte')} ({change(forecast / recorded - 1)} error), "
            f"{'inside' if known((path, 'backtest_holds')) else 'outside'} the range"
        )
    reach = known((need.end.path, "forecast_reach"))
    if reach is not None and reach > FAR:
        yield (
            f"Year {need.end.year} is {show(reach, '1', digits=2)} times as far ahead as the "
            "history is long: growth may change by then"
        )


def _model(results: Results, need: Need) -> Iterator[str]:
    history, known = need.history, results.values.get
    assert history is not None
    linear, exponential = (
        known((need.path, f"{name}_error")) for name in ("linear", "exponential")
    )
    growth = known((need.path, "history_growth"))
    if growth is None:
        a_second = results.known(need.path, "history_added")
        added = a_second * results.known("site", "year_length")
        text = f"Growth: linear, {show(added, 'byte')} a year"
    else:
        text = f"Growth: exponential, {change(growth)} a year"
    if history.model is not None:
        text = f"{text}, as entered"
    if linear is not None and exponential is not None:
        text = (
            f"{text}; mean error in the second half of the history: linear {share(linear)}, "
            f"exponential {share(exponential)}"
        )
    elif linear is not None:
        text = f"{text}; mean error in the second half of the history: {share(linear)}"
    yield text
