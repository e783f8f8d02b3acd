"""Inputs from usage history: growth under a purge policy, and the forecast of each year."""

from __future__ import annotations

import datetime

import numpy as np
from numpy.typing import NDArray

from model.design.demand import Demand, History, Purge
from model.errors import InputError, Problem
from model.planning.named_files import named
from model.planning.supply import Draft, Supply
from model.planning.usage import Usage, read_usage
from model.procedures.forecast import bootstrap, daily_increments
from model.provenance import Provenance
from model.units.kinds import DAY

LONGEST_GAP = 3653
FEWEST = 12
"""Intervals to determine the variation of usage to a fifth: one over the root of 2 (n - 1)."""


def put_purge(purge: Purge, at: str, draft: Draft) -> None:
    """Set the growth under a purge policy, from its history file if there is one."""
    if purge.growth is None and purge.history:
        usage = read_usage(named(draft.supply.scenario, purge.history, f"{at}.history"))
        grown = _increments(usage, f"{at}.history", draft.supply, purged=True)
        known = Provenance("measured", usage.file, f"mean of the {grown.size} days that grew")
        draft.put("purge_growth", float(grown.mean()) / DAY, known)


def _increments(usage: Usage, at: str, supply: Supply, *, purged: bool) -> NDArray[np.float64]:
    """Return the daily increments; warn of few days, or of different intervals."""
    where = supply.scenario.place(supply.keys(at))
    intervals = np.diff(usage.days)
    daily = int((intervals == 1).sum())
    if purged and 2 * daily < intervals.sum():
        what = (
            f"'{usage.file}' tells {daily} of {intervals.sum()} days one by one; over more than "
            "a day a purge hides what was added: write the usage of each day"
        )
        raise InputError([Problem(where, at, what)])
    if purged and daily < intervals.size:
        supply.warn(
            f"'{usage.file}' leaves days out: intervals of more than a day "
            f"({intervals.size - daily}) don't count, since a purge hides there what was added"
        )
    used = daily if purged else intervals.size
    if used < FEWEST:
        supply.warn(
            f"'{usage.file}' tells of {used} intervals only: how usage grows is hardly known from "
            f"fewer than {FEWEST}"
        )
    increments = daily_increments(usage.days, usage.volumes, purged=purged)
    if not increments.size:
        what = f"usage fell on every day of '{usage.file}': nothing tells how it grows"
        raise InputError([Problem(where, at, what)])
    return increments


def forecast_of(demand: Demand, at: str, above: Draft, years: int) -> list[dict[str, float]]:
    """Compute the forecast of each year from usage history; nothing without a history."""
    history = demand.history
    if history is None:
        return []
    at = f"{at}.history.file"
    usage = read_usage(named(above.supply.scenario, history.file, at))
    before = _days_before(demand, usage, at, above.supply)
    band = _band(history, usage, at, above.supply, years, before)
    known = Provenance(
        "assumed",
        usage.file,
        f"bootstrap of the past days' growth: {history.samples} futures, quantile "
        f"{history.quantile:g}, seed {history.seed}, {before} days from its end to the purchase; "
        "not computed anew in a sheet",
        above.supply.place(at),
    )
    forecasts = []
    for year, (low, high) in enumerate(band):
        draft = Draft(f"{above.path}/years:year {year}", above.supply)
        draft.put("forecast_low", low, known)
        draft.put("forecast_high", high, known)
        draft.put("forecast_demand", high, known)
        forecasts.append(draft.inputs)
    return forecasts


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


def _band(
    history: History, usage: Usage, at: str, supply: Supply, years: int, before: int
) -> list[tuple[float, float]]:
    increments = _increments(usage, at, supply, purged=history.purged)
    drawn = bootstrap(
        increments,
        usage.volumes[-1],
        years,
        history.samples,
        (1 - history.quantile, history.quantile),
        np.random.default_rng(history.seed),
        before,
    )
    return [(float(low), float(high)) for low, high in drawn]
