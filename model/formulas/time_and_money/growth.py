"""How much is needed: the demand of each year, and the capacity that holds it.

A tier's demand comes from groups of users that grow, from a purge policy, or from past usage. A
group grows by what its figures say: by so many bytes a year, by a share of itself, by a share that
fades towards a ceiling, or by the share that all of them have in common. Year j is the time j years
after the purchase.
"""

import numpy as np

from model.engine.ops import Num, at_least, power
from model.engine.quantity import Book
from model.formulas.compatibility.designs import if_it_fits

GROWTH = "arithmetic: growth of a group: U + g t; U (1 + g)^t; K / (1 + (K - U)/U (1 + g)^-t)"
NERSC = "document: Lockwood et al., ISC-W 2019, doi 10.1007/978-3-030-34356-9_16: C_new"
SUM = "arithmetic: sum of the groups"

GROUPS = Book("demand: groups", topic="capacity")
GROUPS.over(
    "total",
    "groups_volume",
    "byte",
    r"\sum U_0",
    "Data of all groups at the time of purchase",
    roles=("demand",),
    of="group_volume",
)
COMMON_GROWTH = Book("demand: growth in common", topic="capacity")
COMMON_GROWTH.input(
    "common_growth",
    "1",
    r"g",
    "Annual growth of groups without a stated one, as a share of their data",
    low=-1.0,
    shown="percent",
)

ADDED = Book("demand: steady growth", topic="capacity")
SHARE = Book("demand: growth by a share", topic="capacity")
CEILING = Book("demand: growth to a ceiling", topic="capacity")
COMMON = Book("demand: growth as all", topic="capacity")
for chapter in (ADDED, SHARE, CEILING, COMMON):
    chapter.input("group_volume", "byte", r"U_0", "Data of the group at the time of purchase")
for chapter in (SHARE, CEILING):
    chapter.input(
        "group_growth",
        "1",
        r"g",
        "Annual growth of the group, as a share of its data",
        low=-1.0,
        shown="percent",
    )
ADDED.input(
    "group_added",
    "byte/s",
    r"\dot U",
    "Data that the group adds per unit of time; negative if it shrinks",
    0.0,
    source="assumption: constant unless the scenario says otherwise",
    low=float("-inf"),
)
CEILING.input("group_ceiling", "byte", r"K", "Maximum data that the group will ever store")

ADDED_YEAR = Book("demand in a year: steady growth", topic="cost")
SHARE_YEAR = Book("demand in a year: growth by a share", topic="cost")
CEILING_YEAR = Book("demand in a year: growth to a ceiling", topic="cost")
COMMON_YEAR = Book("demand in a year: growth as all", topic="cost")
ADDED_YEAR.input("year_index", "1", r"j", "Years since the purchase", whole=True, constant=True)
SHARE_YEAR.input("year_index", "1", r"j", "Years since the purchase", whole=True, constant=True)
CEILING_YEAR.input("year_index", "1", r"j", "Years since the purchase", whole=True, constant=True)
COMMON_YEAR.input("year_index", "1", r"j", "Years since the purchase", whole=True, constant=True)


@ADDED_YEAR.quantity("byte", r"U_j", GROWTH, name="group_demand")
def group_demand_added(
    group_volume: Num, group_added: Num, year_length: Num, year_index: Num
) -> Num:
    """Data of the group in the year."""
    return np.maximum(0, group_volume + group_added * year_length * year_index)


@COMMON_YEAR.quantity("byte", r"U_j", GROWTH, name="group_demand")
def group_demand_common(group_volume: Num, common_growth: Num, year_index: Num) -> Num:
    """Data of the group in the year."""
    return group_volume * power(1 + common_growth, year_index)


@SHARE_YEAR.quantity("byte", r"U_j", GROWTH, name="group_demand")
def group_demand_share(group_volume: Num, group_growth: Num, year_index: Num) -> Num:
    """Data of the group in the year."""
    return group_volume * power(1 + group_growth, year_index)


@CEILING_YEAR.quantity("byte", r"U_j", GROWTH, name="group_demand")
def group_demand_ceiling(
    group_volume: Num, group_growth: Num, group_ceiling: Num, year_index: Num
) -> Num:
    """Data of the group in the year."""
    return group_ceiling / (
        1 + (group_ceiling - group_volume) / group_volume * power(1 + group_growth, -year_index)
    )


PURGE = Book("demand under a purge", topic="capacity")
PURGE.input(
    "purge_improvement",
    "1",
    r"\mathrm{SSI}",
    "Workload over that of the reference system",
    1.0,
    source="assumption: the workload of today; NERSC planned 3 to 4 times its own",
)
PURGE.input("purge_time", "second", r"\lambda", "Age at which files are purged")
PURGE.input(
    "purged_share",
    "1",
    r"\mathrm{PF}",
    "Share of the capacity that a purge frees",
    0.5,
    source=NERSC,
    high=1.0,
    shown="percent",
)
PURGE.input("purge_growth", "byte/s", r"\dot C_\mathrm{ref}", "Mean growth of the days that grew")


@PURGE.quantity("byte", r"C_\mathrm{purge}", NERSC)
def purge_capacity(
    purge_improvement: Num, purge_time: Num, purged_share: Num, purge_growth: Num
) -> Num:
    """Capacity with which a purge at that age keeps up with new data."""
    return purge_improvement * (purge_time / purged_share) * purge_growth


OF_GROUPS = Book("year of a demand, groups", topic="cost")
OF_GROUPS.over(
    "total",
    "demand",
    "byte",
    r"U_j",
    "Data of all groups in the year",
    roles=("demand",),
    of="group_demand",
    aligned=True,
)

OF_PURGE = Book("year of a demand, purge", topic="cost")
SITE_OF_PURGE = Book("year of a demand, purge at the site", topic="cost")


@OF_PURGE.quantity("byte", r"U_j", NERSC, name="demand")
def demand_purge(purge_capacity: Num, live_limit: Num) -> Num:
    """Stored data: the method gives the whole capacity; this is the part below the limit."""
    return purge_capacity * live_limit


@SITE_OF_PURGE.quantity("byte", r"U_j", NERSC, name="demand")
def demand_purge_of_site(purge_capacity: Num, site_live_limit: Num) -> Num:
    """Stored data: the method gives the whole capacity; this is the part below the limit."""
    return purge_capacity * site_live_limit


HISTORY = Book("usage history", topic="capacity")
HISTORY.input("history_volume", "byte", r"U_h", "Stored at the end of the usage history")
HISTORY.input("history_time", "second", r"t_h", "Length of the usage history")
HISTORY.input(
    "history_gap", "second", r"t_g", "Time from the end of the usage history to the purchase"
)
HISTORY.input(
    "history_capacity", "byte", r"C_h", "Usable capacity of the system of the usage history"
)
HISTORY.input(
    "linear_error",
    "1",
    r"e_\mathrm{lin}",
    "Backtest: mean error of growth by an amount",
    shown="percent",
)
HISTORY.input(
    "exponential_error",
    "1",
    r"e_\mathrm{exp}",
    "Backtest: mean error of growth by a share",
    shown="percent",
)
HISTORY.input(
    "backtest_forecast",
    "byte",
    r"U_b",
    "Backtest: forecast of the end of the history from its first half",
)
HISTORY.input(
    "backtest_recorded",
    "byte",
    r"U_e",
    "Backtest: stored at the end of the history, without a purge what grew",
)
HISTORY.input("backtest_low", "byte", r"U_b^-", "Backtest: lower end of the range")
HISTORY.input("backtest_high", "byte", r"U_b^+", "Backtest: upper end of the range")


@HISTORY.quantity("1", r"e_b", "arithmetic: forecast over what was recorded", shown="percent")
def backtest_error(backtest_forecast: Num, backtest_recorded: Num) -> Num:
    """Backtest: error of the forecast of the end of the history."""
    return backtest_forecast / backtest_recorded - 1


@HISTORY.quantity(
    "1", r"e_\mathrm{lin} - e_\mathrm{exp}", "arithmetic: difference of the errors", shown="percent"
)
def linear_excess(linear_error: Num, exponential_error: Num) -> Num:
    """Backtest: by how much growth by an amount misses more than growth by a share."""
    return linear_error - exponential_error


@HISTORY.quantity("1", r"\mathrm{held}_b", "arithmetic: within the range: 1 yes, 0 no")
def backtest_holds(backtest_recorded: Num, backtest_low: Num, backtest_high: Num) -> Num:
    """Backtest: whether the range holds what was recorded: 1 yes, 0 no."""
    return np.minimum(
        at_least(backtest_recorded, backtest_low), at_least(backtest_high, backtest_recorded)
    )


LINEAR = Book("usage history, linear", topic="capacity")
LINEAR.input(
    "history_added",
    "byte/s",
    r"\dot U_h",
    "Mean growth in the usage history, per unit of time",
    low=float("-inf"),
)
EXPONENTIAL = Book("usage history, exponential", topic="capacity")
EXPONENTIAL.input(
    "history_growth",
    "1",
    r"g_h",
    "Mean annual growth in the usage history, as a share",
    low=-1.0,
    shown="percent",
)
LINEAR_YEAR = Book("forecast in a year, linear", topic="cost")
EXPONENTIAL_YEAR = Book("forecast in a year, exponential", topic="cost")
TREND = "arithmetic: mean growth of the history: U + g t; U (1 + g)^t"


@LINEAR_YEAR.quantity("byte", r"U_{\mathrm{trend},j}", TREND, name="forecast_trend")
def forecast_trend_linear(
    history_volume: Num,
    history_added: Num,
    history_gap: Num,
    year_length: Num,
    year_index: Num,
) -> Num:
    """Data in the year if usage goes on as in its history on average, without a limit."""
    return np.maximum(0, history_volume + history_added * (history_gap + year_length * year_index))


@EXPONENTIAL_YEAR.quantity("byte", r"U_{\mathrm{trend},j}", TREND, name="forecast_trend")
def forecast_trend_exponential(
    history_volume: Num,
    history_growth: Num,
    history_gap: Num,
    year_length: Num,
    year_index: Num,
) -> Num:
    """Data in the year if usage goes on as in its history on average, without a limit."""
    return history_volume * power(1 + history_growth, history_gap / year_length + year_index)


UNLIMITED_YEAR = Book("forecast in a year, unlimited", topic="cost")
UNLIMITED_YEAR.alias(
    "forecast_mean",
    "byte",
    r"\bar U_j",
    "Forecast by the mean growth in the usage history.",
    of="forecast_trend",
    source=TREND,
)
LIMITED_YEAR = Book("forecast in a year, limited", topic="cost")


@LIMITED_YEAR.quantity("byte", r"\bar U_j", TREND)
def forecast_mean(forecast_trend: Num, history_capacity: Num) -> Num:
    """Forecast by the mean growth in the usage history, limited by what can be filled."""
    return np.minimum(forecast_trend, history_capacity)


OF_HISTORY = Book("year of a demand, history", topic="cost")
OF_HISTORY.input("forecast_demand", "byte", r"U_j", "Forecast used for the plan")
OF_HISTORY.input("forecast_low", "byte", r"U_j^-", "Forecast, lower end of the range")
OF_HISTORY.input("forecast_high", "byte", r"U_j^+", "Forecast, upper end of the range")


OF_HISTORY.alias(
    "demand",
    "byte",
    r"U_j",
    "Data in the year, as forecast from past usage.",
    of="forecast_demand",
    source="arithmetic: bootstrap of past daily growth",
)


@OF_HISTORY.quantity("1", r"t_j / t_h", "arithmetic: time ahead over the length of the history")
def forecast_reach(history_gap: Num, history_time: Num, year_length: Num, year_index: Num) -> Num:
    """How many times as far ahead as the usage history is long the year is."""
    return (history_gap + year_length * year_index) / history_time


@OF_HISTORY.quantity("byte", r"\Delta U_j", "arithmetic: bootstrap of past daily growth")
def forecast_spread(forecast_high: Num, forecast_low: Num) -> Num:
    """Width of the uncertainty range of the forecast."""
    return forecast_high - forecast_low


NEED = Book("demand that is met", topic="capacity")
NEED.input(
    "initial_peak_demand",
    "byte",
    r"U_\mathrm{max,0}",
    "Demand before year 0",
    0.0,
    source="assumption: none",
)

PEAK_YEAR = Book("year of a demand", topic="cost")


@PEAK_YEAR.quantity("byte", r"U_{\mathrm{max},j}", "arithmetic: running maximum")
def peak_demand(previous_peak_demand: Num, demand: Num) -> Num:
    """Peak data up to the year."""
    return np.maximum(previous_peak_demand, demand)


NEED_YEAR = Book("year of a demand, tier", PEAK_YEAR, topic="cost")
SITE_NEED_YEAR = Book("year of a demand, site", PEAK_YEAR, topic="cost")


@NEED_YEAR.quantity(
    "byte", r"C_{\mathrm{need},j}", "arithmetic: peak demand over the share for live files"
)
def needed_capacity(peak_demand: Num, live_limit: Num) -> Num:
    """Usable capacity required for the peak, with fill limit and snapshot reserve."""
    return peak_demand / live_limit


@SITE_NEED_YEAR.quantity(
    "byte",
    r"C_{\mathrm{need},j}",
    "arithmetic: peak demand over the share for live files",
    name="needed_capacity",
)
def needed_capacity_of_site(peak_demand: Num, site_live_limit: Num) -> Num:
    """Usable capacity required for the peak, with fill limit and snapshot reserve."""
    return peak_demand / site_live_limit


@SITE_NEED_YEAR.quantity("1", r"\mathrm{met}_j", SUM)
def demand_is_met(year_live_capacity: Num, peak_demand: Num, design_fits: Num) -> Num:
    """Whether all data tiers hold the peak as live files, if they can be built: 1 yes, 0 no."""
    return if_it_fits(design_fits, at_least(year_live_capacity, peak_demand))


GIVEN_NEED_YEAR = Book("year of a demand, whole tier", topic="cost")


@GIVEN_NEED_YEAR.quantity("1", r"\mathrm{met}_j", SUM, name="demand_is_met")
def demand_is_met_of_tier(tier_year_live_capacity: Num, peak_demand: Num, design_fits: Num) -> Num:
    """Whether the tier holds the peak as live files, if it can be built: 1 yes, 0 no."""
    return if_it_fits(design_fits, at_least(tier_year_live_capacity, peak_demand))


SITE_NEED = Book("demand of the site that is met", NEED, topic="capacity")


@SITE_NEED.quantity("1", r"f_\mathrm{live}^\mathrm{site}", SUM, shown="percent")
def site_live_limit(live_capacity: Num, usable_capacity: Num) -> Num:
    """Share of the usable capacity of all data tiers available to live files."""
    return live_capacity / usable_capacity


TIER_NEED = Book("demand of a tier that is met", NEED, topic="capacity")
LIVE = Book("share for live files", topic="capacity")


@LIVE.quantity(
    "1",
    r"f_\mathrm{live}",
    "arithmetic: fill limit less the share of it for snapshots",
    shown="percent",
)
def live_limit(fill_limit: Num, snapshot_reserve: Num) -> Num:
    """Share of the usable capacity available to live files."""
    return fill_limit * (1 - snapshot_reserve)
