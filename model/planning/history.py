"""Inputs from usage history: growth under a purge policy, and the forecast of each year."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from model.design.demand import Demand, History, Purge
from model.errors import InputError, Problem
from model.planning.binding import put_bound
from model.planning.named_files import named
from model.planning.supply import Draft, Supply
from model.planning.usage import Usage, read_usage
from model.procedures.forecast import (
    DAYS_IN_A_YEAR,
    HalfForecast,
    bootstrap,
    daily_increments,
    forecast_half,
    growth_error,
)
from model.provenance import Provenance
from model.records import dataclass
from model.units.figures import percent, show
from model.units.kinds import DAY

LONGEST_GAP = 3653
RANGE = (0.05, 0.95)
"""Quantiles of the range of a forecast; a quantile beyond them widens it."""
CLEARLY = 0.75
"""Growth by a share is used if its backtest misses by less than this share of the linear one.

A small difference is chance, but an exponential curve is far above a line some years later.
"""
FASTEST = 10.0
"""Largest annual growth by a share: 1000 %."""
NEARLY_FULL = 0.9
"""Fill level from which a full system limits what users store."""
BACKTEST = "forecast of the second half of the history from the first"
INSTEAD = ", or write 'question: with_purge' for what will be stored"
FEWEST = 12
"""Intervals to determine the variation of usage to a fifth: one over the root of 2 (n - 1)."""


def put_purge(purge: Purge, at: str, draft: Draft) -> None:
    """Set the growth under a purge policy, from its history file if there is one."""
    if purge.growth is None and purge.history:
        usage = read_usage(named(draft.supply.scenario, purge.history, f"{at}.history"))
        grown = _increments(usage, f"{at}.history", draft.supply, purged=True)
        known = Provenance("measured", usage.file, f"mean of the {grown.size} days that grew")
        draft.put("purge_growth", float(grown.mean()) / DAY, known)


def _increments(
    usage: Usage, at: str, supply: Supply, *, purged: bool, otherwise: str = ""
) -> NDArray[np.float64]:
    """Return the daily increments; warn of few days, or of different intervals.

    `otherwise` is what to write where single days are missing that a purge requires.
    """
    where = supply.scenario.place(supply.keys(at))
    intervals = np.diff(usage.days)
    daily = int((intervals == 1).sum())
    if purged and 2 * daily < intervals.sum():
        what = (
            f"'{usage.file}' has single records for {daily} of {intervals.sum()} days; over "
            f"longer intervals a purge hides added data: provide the usage of each day{otherwise}"
        )
        raise InputError([Problem(where, at, what)])
    if purged and daily < intervals.size:
        supply.warn(
            f"'{usage.file}' omits days: intervals longer than a day "
            f"({intervals.size - daily}) don't count because a purge hides data added in them"
        )
    used = daily if purged else intervals.size
    if used < FEWEST:
        supply.warn(
            f"'{usage.file}' has only {used} intervals: growth is very uncertain with "
            f"fewer than {FEWEST}"
        )
    increments = daily_increments(usage.days, usage.volumes, purged=purged)
    if not increments.size:
        what = f"usage fell on every day of '{usage.file}', so its growth is unknown"
        raise InputError([Problem(where, at, what)])
    return increments


@dataclass(frozen=True, slots=True)
class Past:
    """A usage history as it is forecast: what was recorded, its growth, and its backtest.

    Without the purge, `days` and `volumes` are those that only grew, from the first record.
    """

    usage: Usage
    days: Sequence[int]
    volumes: Sequence[float]
    increments: NDArray[np.float64]
    """Increments of each day, of the logarithm of bytes if growth is exponential."""
    exponential: bool
    halves: Mapping[bool, HalfForecast | None]
    """Forecast of the second half from the first, with exponential growth and without."""

    @property
    def half(self) -> HalfForecast | None:
        """Forecast of the second half from the first, by the growth of the forecast."""
        return self.halves[self.exponential]


def past_of(demand: Demand, at: str, supply: Supply) -> Past:
    """Return the usage history of a demand; read once in a plan."""
    assert demand.history is not None
    at = f"{at}.history.file"
    if at not in supply.pasts:
        supply.pasts[at] = _read_past(demand.history, at, supply)
    past: Past = supply.pasts[at]
    return past


def _read_past(history: History, at: str, supply: Supply) -> Past:
    usage = read_usage(named(supply.scenario, history.file, at))
    _check_capacity(history, usage, at, supply)
    _ask_about_purges(history, usage, supply)
    if history.purged and not history.is_purged:
        increments = _increments(usage, at, supply, purged=True, otherwise=INSTEAD)
        days: Sequence[int] = range(increments.size + 1)
        volumes = [float(x) for x in usage.volumes[0] + np.cumsum([0.0, *increments])]
        linear = forecast_half(days, volumes, exponential=False)
        return Past(usage, days, volumes, increments, False, {False: linear, True: None})
    halves = {False: forecast_half(usage.days, usage.volumes, exponential=False), True: None}
    if not history.purged:
        halves[True] = forecast_half(usage.days, usage.volumes, exponential=True)
    exponential = history.model == "exponential"
    if history.model is None:
        exponential = _grows_by_share(halves, usage)
    if exponential and not _may_grow_by_share(usage):
        what = (
            "this model can't describe usage that starts at zero or grows by more than 1000 % a "
            "year: leave 'model' out"
        )
        field = at.replace("history.file", "history.model")
        raise InputError([Problem(supply.scenario.place(supply.keys(field)), field, what)])
    increments = _increments(usage, at, supply, purged=False)
    if exponential:
        increments = daily_increments(usage.days, list(np.log(usage.volumes)), purged=False)
    return Past(usage, usage.days, usage.volumes, increments, exponential, halves)


def _ask_about_purges(history: History, usage: Usage, supply: Supply) -> None:
    """Ask whether files were purged, and which of the two questions a purge leaves is meant."""
    if history.purged is None:
        changes = np.diff(usage.volumes)
        fell = int((changes < 0).sum())
        as_purged = f" (usage fell in {fell} of {changes.size} intervals)" if fell else ""
        supply.warn(
            f"'{history.file}': whether files were purged while it was recorded is "
            f"unknown{as_purged}, so the forecast only continues what was stored: write "
            "'purged: false', or 'purged: true' with a 'question'"
        )
    elif history.purged and history.question is None:
        supply.warn(
            f"'{history.file}': the forecast is of data that would be stored without the purge; "
            "write 'question: without_purge', or 'question: with_purge' for data that will be "
            "stored while the purge continues"
        )


def _grows_by_share(halves: Mapping[bool, HalfForecast | None], usage: Usage) -> bool:
    """Whether growth by a share forecasts the second half clearly better than by an amount."""
    linear, exponential = halves[False], halves[True]
    if linear is None or exponential is None:
        return False
    return exponential.error < CLEARLY * linear.error and _may_grow_by_share(usage)


def _may_grow_by_share(usage: Usage) -> bool:
    if min(usage.volumes) <= 0:
        return False
    daily = np.log(usage.volumes[-1] / usage.volumes[0]) / (usage.days[-1] - usage.days[0])
    return bool(daily * DAYS_IN_A_YEAR < np.log1p(FASTEST))


def _check_capacity(history: History, usage: Usage, at: str, supply: Supply) -> None:
    """Reject usage above the capacity recorded; warn if a purge has no limit, or users had one."""
    if history.capacity is None:
        if history.is_purged:
            supply.warn(
                f"the forecast of '{usage.file}' with its purge has no upper limit: write the "
                "usable 'capacity' of the system that was recorded"
            )
        return
    capacity, most = history.capacity.value, max(usage.volumes)
    if most > capacity:
        what = f"'{usage.file}' has {show(most, 'byte')}, more than the {show(capacity, 'byte')}"
        field = at.replace("history.file", "history.capacity")
        place = supply.scenario.place(supply.keys(field))
        raise InputError([Problem(place, field, f"{what} of its system: write its capacity")])
    if not history.purged and most > NEARLY_FULL * capacity:
        supply.warn(
            f"'{usage.file}' reaches {percent(most / capacity)} of its system: users would have "
            "stored more on a larger one, so the forecast is low"
        )


def forecast_of(demand: Demand, at: str, above: Draft, years: int) -> list[dict[str, float]]:
    """Compute the forecast of each year from usage history; nothing without a history."""
    history = demand.history
    if history is None:
        return []
    past = past_of(demand, at, above.supply)
    before = _days_before(demand, past.usage, f"{at}.history.file", above.supply)
    put_bound(above, history, f"{at}.history")
    _put_past(history, past, before, above)
    known = Provenance(
        "assumed",
        past.usage.file,
        f"bootstrap of the past days' growth: {history.samples} futures, quantile "
        f"{history.quantile:g}, seed {history.seed}, {before} days from its end to the purchase; "
        "not computed anew in a sheet",
        above.supply.place(f"{at}.history.file"),
    )
    half = past.half
    bands = _futures(
        history,
        past.increments,
        past.usage.volumes[-1],
        growth_error(past.increments, half.daily_error if half else 0.0),
        past.exponential,
        years,
        before,
    )
    forecasts = []
    for year, (low, planned, high) in enumerate(bands):
        draft = Draft(f"{above.path}/years:year {year}", above.supply)
        draft.put("forecast_low", low, known)
        draft.put("forecast_high", high, known)
        draft.put("forecast_demand", planned, known)
        forecasts.append(draft.inputs)
    return forecasts


def _put_past(history: History, past: Past, before: int, draft: Draft) -> None:
    """Set the figures of the usage history and of its backtest."""
    file, days = past.usage.file, past.usage.days
    first, last = map(datetime.date.fromordinal, (days[0], days[-1]))
    recorded = Provenance("measured", file, f"{len(days)} records from {first} to {last}")
    draft.put("history_volume", past.usage.volumes[-1], recorded)
    draft.put("history_time", (days[-1] - days[0]) * DAY, recorded)
    draft.put("history_gap", before * DAY, Provenance("stated", file, "to the day of the purchase"))
    mean = float(past.increments.mean())
    if past.exponential:
        draft.put("history_growth", float(np.expm1(mean * DAYS_IN_A_YEAR)), recorded)
    else:
        draft.put("history_added", mean / DAY, recorded)
    for exponential, half in past.halves.items():
        name = "exponential_error" if exponential else "linear_error"
        draft.put(name, half.error if half else None, Provenance("measured", file, BACKTEST))
    if (half := past.half) is None:
        return
    volumes = past.volumes[: half.records]
    levels = np.log(volumes) if past.exponential else volumes
    increments = daily_increments(past.days[: half.records], list(levels), purged=False)
    low, middle, high = _futures(
        history,
        increments,
        float(volumes[-1]),
        growth_error(increments),
        past.exponential,
        0,
        half.days,
        quantile=0.5,
    )[0]
    known = Provenance(
        "assumed", file, f"{BACKTEST}: {half.days} days; not computed anew in a sheet"
    )
    found = {"recorded": past.volumes[-1], "forecast": middle, "low": low, "high": high}
    for name, value in found.items():
        draft.put(f"backtest_{name}", value, known)


def _days_before(demand: Demand, usage: Usage, at: str, supply: Supply) -> int:
    """Return the days from the end of the history to the purchase; reject an earlier purchase."""
    if demand.start is None:
        return 0
    days = demand.start.toordinal() - usage.days[-1]
    end = datetime.date.fromordinal(usage.days[-1])
    what = ""
    if days < 0:
        what = f"before the end of '{usage.file}', {end}: write that day or a later one"
    elif days > LONGEST_GAP:
        what = f"more than 10 years after the end of '{usage.file}', {end}: write newer usage"
    if what:
        place = at.replace("history.file", "start")
        what = f"the purchase on {demand.start} is {what}"
        raise InputError([Problem(supply.scenario.place(supply.keys(place)), place, what)])
    return days


def _futures(
    history: History,
    increments: NDArray[np.float64],
    last: float,
    mean_error: float,
    exponential: bool,
    years: int,
    before: int,
    quantile: float | None = None,
) -> list[tuple[float, float, float]]:
    """Return lower end, quantile and upper end of the simulated futures, year by year."""
    wanted = history.quantile if quantile is None else quantile
    low, high = min(RANGE[0], wanted, 1 - wanted), max(RANGE[1], wanted, 1 - wanted)
    limited = history.is_purged and history.capacity is not None
    drawn = bootstrap(
        increments,
        last,
        years,
        history.samples,
        (low, wanted, high),
        np.random.default_rng(history.seed),
        before,
        exponential=exponential,
        ceiling=history.capacity.value if limited and history.capacity else np.inf,
        mean_error=mean_error,
    )
    return [(float(lower), float(middle), float(upper)) for lower, middle, upper in drawn]
