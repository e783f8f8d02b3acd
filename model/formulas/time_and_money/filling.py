"""When what was bought is full: the time at which demand reaches
its live capacity, below the fill limit, without snapshots.

One group, groups that all grow steadily or by the share that they have in common, a purge and past
usage have formulas. Groups of mixed growth have none: there the time is searched for.
"""

from collections.abc import Callable

import numpy as np

from model.engine.ops import Num, where_less
from model.engine.quantity import ANY_SIGN, Book
from model.engine.spelling import Variant, spell
from model.formulas.time_and_money.growth import GROWTH, NERSC

Search = Callable[..., float]
"""Finds a time for a limit, the length of a year, the time that stands for never, and figures."""
Reads = tuple[tuple[str, str], ...]
"""What a search reads besides: paths and names."""
BETWEEN = "arithmetic: straight between the years of the forecast"

LEAD_TIME = Book("lead time of a kind of part", topic="capacity")
LEAD_TIME.input(
    "lead_time", "second", r"t_\mathrm{lead}", "Time from the order to the delivery of such parts"
)


@LEAD_TIME.quantity(
    "second",
    r"t_\mathrm{ord}",
    "arithmetic: time until full - lead time",
    low=ANY_SIGN,
)
def latest_order_time(time_full: Num, lead_time: Num) -> Num:
    """Latest time of an order that arrives before what was bought is full; negative if too late."""
    return time_full - lead_time


NEVER = Book("demand: when full", topic="capacity")
NEVER.input(
    "longest_time",
    "second",
    r"t_\infty",
    "Time that represents never",
    1e12,
    source="assumption: 30,000 years: slower growth than that is none",
)

ADDED_FULL = Book("demand: when full, steady growth", topic="capacity")
SHARE_FULL = Book("demand: when full, growth by a share", topic="capacity")
CEILING_FULL = Book("demand: when full, growth to a ceiling", topic="capacity")
COMMON_FULL = Book("demand: when full, growth in common", topic="capacity")
GROUPS_FULL = Book("demand: when full, all groups", topic="capacity")


@ADDED_FULL.quantity("second", r"t_\mathrm{full}", GROWTH, name="group_time_full")
def group_time_full_added(
    group_volume: Num, group_added: Num, live_capacity: Num, longest_time: Num
) -> Num:
    """Time until this one group reaches the live capacity of the purchase."""
    return np.maximum(0, live_capacity - group_volume) / np.maximum(
        group_added, live_capacity / longest_time
    )


@SHARE_FULL.quantity("second", r"t_\mathrm{full}", GROWTH, name="group_time_full")
def group_time_full_share(
    group_volume: Num,
    group_growth: Num,
    live_capacity: Num,
    year_length: Num,
    longest_time: Num,
) -> Num:
    """Time until this one group reaches the live capacity of the purchase."""
    return (
        np.log(np.maximum(1, live_capacity / group_volume))
        / np.log1p(np.maximum(group_growth, year_length / longest_time))
        * year_length
    )


@CEILING_FULL.quantity("second", r"t_\mathrm{full}", GROWTH, name="group_time_full")
def group_time_full_ceiling(
    group_volume: Num,
    group_growth: Num,
    group_ceiling: Num,
    live_capacity: Num,
    year_length: Num,
    longest_time: Num,
) -> Num:
    """Time until this one group reaches the live capacity of what was bought; or never."""
    return where_less(
        live_capacity,
        group_ceiling,
        np.log(
            np.maximum(
                1,
                (live_capacity / group_volume)
                * (group_ceiling - group_volume)
                / np.maximum(
                    group_ceiling - live_capacity, group_ceiling * year_length / longest_time
                ),
            )
        )
        / np.log1p(np.maximum(group_growth, year_length / longest_time))
        * year_length,
        longest_time,
    )


ONE_FULL = Book("demand: when full, one group", topic="capacity")
ONE_FULL.over(
    "least",
    "time_full",
    "second",
    r"t_\mathrm{full}",
    "Time until demand reaches the live capacity of the purchase",
    roles=("demand",),
    of="group_time_full",
)
GROUPS_FULL.over(
    "total",
    "groups_added",
    "byte/s",
    r"\sum \dot U",
    "Data added by all groups per unit of time",
    roles=("demand",),
    of="group_added",
)


@GROUPS_FULL.quantity("second", r"t_\mathrm{full}", GROWTH, name="time_full")
def time_full_groups(
    groups_volume: Num, groups_added: Num, live_capacity: Num, longest_time: Num
) -> Num:
    """Time until demand reaches the live capacity of the purchase."""
    return np.maximum(0, live_capacity - groups_volume) / np.maximum(
        groups_added, live_capacity / longest_time
    )


@COMMON_FULL.quantity("second", r"t_\mathrm{full}", GROWTH, name="time_full")
def time_full_common(
    groups_volume: Num,
    common_growth: Num,
    live_capacity: Num,
    year_length: Num,
    longest_time: Num,
) -> Num:
    """Time until demand reaches the live capacity of the purchase."""
    return group_time_full_share(
        groups_volume, common_growth, live_capacity, year_length, longest_time
    )


PURGE_FULL = Book("demand: when full, purge", topic="capacity")


@PURGE_FULL.quantity("second", r"t_\mathrm{full}", NERSC, name="time_full")
def time_full_purge(purge_capacity: Num, usable_capacity: Num, longest_time: Num) -> Num:
    """Time until demand reaches the live capacity of what was bought: at once or never."""
    return where_less(purge_capacity, usable_capacity, longest_time, 0.0)


FORECASTS: tuple[Variant, ...] = (
    {"forecast": "demand", "which": "", "case": "", "+": "",
     "said": "the forecast that is planned with"},
    {"forecast": "forecast_low", "which": "low", "case": "if_low", "+": "^-",
     "said": "the band's lower end"},
)  # fmt: skip
"""The forecast that is planned with, and the lower end of its band."""

_HISTORY_FULL = Book("demand: when full, history", topic="capacity")
_HISTORY_FULL.input(
    "initial_forecast",
    "byte",
    r"U_{0-1}<+>",
    "Before year 0: {said}",
    0.0,
    source="assumption: none: what is there at the purchase is there at once",
)
_HISTORY_FULL.over(
    "least",
    "time_full_case",
    "second",
    r"t_\mathrm{full}<+>",
    "Time until the live capacity of the purchase is reached by {said}",
    roles=("years",),
    of="which_passing_time",
)
HISTORY_FULL = spell(_HISTORY_FULL, *FORECASTS)

_HISTORY_FULL_YEAR = Book("year of a demand, when full", topic="cost")


@_HISTORY_FULL_YEAR.quantity("second", r"t_{\mathrm{full},j}<+>", BETWEEN)
def which_passing_time(
    forecast: Num,
    previous_forecast: Num,
    live_capacity: Num,
    year_index: Num,
    year_length: Num,
    longest_time: Num,
) -> Num:
    """Time at which {said} is at the live capacity in the year; or never."""
    return where_less(
        forecast,
        live_capacity,
        longest_time,
        np.maximum(
            0,
            (year_index - 1) * year_length
            + np.maximum(0, live_capacity - previous_forecast)
            / np.maximum(
                (forecast - previous_forecast) / year_length, live_capacity / longest_time
            ),
        ),
    )


HISTORY_FULL_YEAR = spell(_HISTORY_FULL_YEAR, *FORECASTS)


def _searched(horizon: int) -> str:
    return (
        "arithmetic: search for the first time at which the sum of all demands is at the limit, "
        f"over {horizon} years"
    )


def mixed_full(search: Search, horizon: int, reads: Reads) -> Book:
    """Return the chapter of the time until groups of mixed growth fill a tier, by `search`."""
    chapter = Book("demand: when full, mixed growth", topic="capacity")

    @chapter.quantity("second", r"t_\mathrm{full}", _searched(horizon), kind="opaque", reads=reads)
    def time_full(live_capacity: Num, year_length: Num, longest_time: Num, *figures: Num) -> Num:
        """Time until demand reaches the live capacity of the purchase."""
        return search(live_capacity, year_length, longest_time, *figures)

    return chapter


def inodes_full(search: Search, horizon: int, reads: Reads) -> Book:
    """Return the chapter of the time until a file system runs out of inodes, by `search`."""
    chapter = Book("demand: when inodes are full", topic="capacity")

    @chapter.quantity("second", r"t_\mathrm{ino}", _searched(horizon), kind="opaque", reads=reads)
    def time_inodes_full(
        inodes_available: Num,
        mean_file_size: Num,
        year_length: Num,
        longest_time: Num,
        *figures: Num,
    ) -> Num:
        """Time until files of the mean size use all inodes."""
        return search(inodes_available * mean_file_size, year_length, longest_time, *figures)

    return chapter
