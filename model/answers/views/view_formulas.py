"""What tables make of several figures of a plan: plain formulas, as those of the model are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from operator import mul

import numpy as np

from model.answers.results import Results
from model.answers.views.view import Value
from model.engine.ops import Num, at_least, least_known, pieces, poisson_quantile, total
from model.engine.tree import Address
from model.formulas.chain.stage_efficiencies import moved, used
from model.formulas.compatibility.designs import if_it_fits
from model.units.kinds import HOUR


def share_of_raw(part: Num, raw: Num) -> Num:
    """Share of the tier's raw capacity."""
    return part / raw


def taken_before_usable(raw: Num, usable: Num) -> Num:
    """What redundancy, spares and format take together, where they are not known one by one."""
    return raw - usable


def share_taken_before_usable(raw: Num, usable: Num) -> Num:
    """Share of the tier's raw capacity that they take."""
    return share_of_raw(taken_before_usable(raw, usable), raw)


def failed_drives(drives: Num, rate: Num, *ageing: Num) -> Num:
    """Drives that fail per year; where they age, on average over the service."""
    return reduce(mul, ageing, drives * rate)


def price_of_failed_drives(
    cost: Num, pieces_bought: Num, drives: Num, rate: Num, *ageing: Num
) -> Num:
    """Price of the drives that fail per year, at today's net price."""
    return failed_drives(drives, rate, *ageing) * cost / pieces_bought


def held_for_a_lead_time(
    lead: Num, level: Num, year: Num, drives: Num, rate: Num, *ageing: Num
) -> Num:
    """Drives on the shelf that suffice for a lead time, while drives fail most often."""
    return poisson_quantile(failed_drives(drives, rate, *ageing) * lead / year, level)


def price_of_failures(installed: Num, failures: Num, *costs: Num) -> Num:
    """Price of the parts that fail per year, at today's net prices."""
    return failures / installed * total(*costs)


def outage_per_year(load: Num, year: Num) -> Num:
    """Outage time per year, from the mean number of outages in progress."""
    return load * year


def share_of_outages(load: Num, whole: Num) -> Num:
    """Share of all outages."""
    return load / whole


def in_years(time: Num, year: Num) -> Num:
    """Years that a time has."""
    return time / year


def longest_in_hours(*times: Num) -> Num:
    """Hours that the longest of some times has."""
    return reduce(np.maximum, times) / HOUR


def share_of_losses(rate: Num, whole: Num) -> Num:
    """Share of all losses of data."""
    return rate / whole


def share_of_losses_in_targets(rate: Num, targets: Num, whole: Num) -> Num:
    """Share of all losses of data that the groups of each target have."""
    return rate * targets / whole


def share_of_last_failures(rate: Num, targets: Num, part: Num, last: Num, whole: Num) -> Num:
    """The same of the losses whose last failure is of one kind."""
    return rate * targets * part / last / whole


def replaced_in_year(failures: Num, share: Num) -> Num:
    """Drives replaced in a year: the ones that fail after their warranty."""
    return failures * share


def replaced_in_all(*failures_and_shares: Num) -> Num:
    """Drives that are replaced in all years: the failures of each year x its share, in turn."""
    pairs = zip(failures_and_shares[::2], failures_and_shares[1::2], strict=True)
    return total(*(failures * share for failures, share in pairs))


def share_of_fatal_sectors(
    rate: Num, targets: Num, bad_rebuilds: Num, fatal: Num, last: Num, whole: Num
) -> Num:
    """The same of losses by unreadable sectors, where these lose a group."""
    return rate * targets * bad_rebuilds * fatal / last / whole


def rate_of_all_servers(rate: Num, servers: Num) -> Num:
    """What all working servers carry, where each carries so much."""
    return rate * servers


def rate_of_servers(*counted: Num) -> Num:
    """What servers carry together; each rate stands behind how many servers have it."""
    return total(*map(pieces, counted[::2], counted[1::2]))


def rate_with_others(affected: Num, rate: Num, working: Num, healthy: Num) -> Num:
    """What the affected servers carry, and all others."""
    return pieces(affected, rate) + pieces(working - affected, healthy)


def sum_of_years(*amounts: Num) -> Num:
    """What all years come to."""
    return total(*amounts)


def sum_of_groups(*amounts: Num) -> Num:
    """What several groups of users keep."""
    return total(*amounts)


def limits(rate: Num, bound: Num) -> Num:
    """Whether a stage is as narrow as its chain."""
    return at_least(bound, rate)


def is_least(rate: Num, *rates: Num) -> Num:
    """Whether a stage is the narrowest of those that are known."""
    return at_least(least_known(*rates), rate)


def used_at_the_least(rate: Num, *rates: Num) -> Num:
    """Share of a stage that its chain takes at the least of the known stages."""
    return used(rate, least_known(*rates))


def is_least_of_servers(*counted: Num) -> Num:
    """Whether the first stage is the narrowest of those known, each behind its servers."""
    rates = rates_of(counted)
    return at_least(least_known(*rates), rates[0])


def used_of_servers(*counted: Num) -> Num:
    """Share of the first stage that its chain takes, each stage behind its servers."""
    rates = rates_of(counted)
    return used(rates[0], least_known(*rates))


def rates_of(counted: tuple[Num, ...]) -> list[Num]:
    """Return what servers carry at each stage: counts and rates in turn."""
    return [count * rate for count, rate in zip(counted[::2], counted[1::2], strict=True)]


def two_fit(fit: Num, design_fits: Num) -> Num:
    """Whether two checkpoints fit, in a design that can be built."""
    return if_it_fits(design_fits, at_least(fit, 2))


def spare_beside_two(fit: Num) -> Num:
    """Margin by which more than two checkpoints fit."""
    return fit / 2 - 1


UNITS: Mapping[Callable[..., Num], str] = {
    outage_per_year: "second",
    share_of_outages: "1",
    in_years: "1",
    longest_in_hours: "1",
    share_of_losses: "1",
    share_of_losses_in_targets: "1",
    share_of_last_failures: "1",
    share_of_fatal_sectors: "1",
    replaced_in_year: "1",
    replaced_in_all: "1",
    share_of_raw: "1",
    taken_before_usable: "byte",
    share_taken_before_usable: "1",
    rate_of_all_servers: "byte/s",
    rate_of_servers: "byte/s",
    rate_with_others: "byte/s",
    sum_of_years: "",
    sum_of_groups: "",
    limits: "1",
    is_least: "1",
    used: "1",
    used_at_the_least: "1",
    is_least_of_servers: "1",
    used_of_servers: "1",
    moved: "1",
    two_fit: "1",
    spare_beside_two: "1",
}
"""The unit of what each formula gives; without one, it is that of what it is given."""
BY_NAME = {formula.__name__: formula for formula in UNITS}
SIGN, BETWEEN = "=", "|"
"""How a door to what a formula makes begins, and what stands between the figures that it names."""


def computed(results: Results, formula: Callable[..., Num], *addresses: Address) -> Value:
    """Refer to what a formula makes of some values."""
    return Value(addresses, UNITS[formula] or results.item(*addresses[0]).unit, formula)


def door_of(value: Value) -> str:
    """Say which number a door opens: a value of the results, or what a formula makes of some."""
    at = [".".join(address) for address in value.addresses]
    return at[0] if value.formula is None else BETWEEN.join([SIGN + value.formula.__name__, *at])
