"""Tiers on the same servers: what they move at once goes through the same ports and processors.

Each tier by itself has all of them. Together they get no more than the least of the stages that
they share: what is over that is taken off their sum.
"""

from functools import cache

import numpy as np

from model.engine.ops import Num, otherwise
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.formulas.ways import WAYS_AND_ENDS

SHARED = "arithmetic: servers x the least stage of their own hardware, cables and drives aside"
_STATE = Book("what tiers on the same servers share", topic="performance")
_STATE.least_stage(
    "kind_shared_way_least",
    "byte/s",
    r"B_\mathrm{sh,<w>}^\mathrm{<lim>}",
    "{most} {way} bandwidth of one server for all tiers on it",
    "kind_way",
    scopes=("server", "tier"),
)


@_STATE.quantity("byte/s", r"B_\mathrm{sh,<w>}<+>", SHARED)
def shared_way_bandwidth_end(working_servers: Num, kind_shared_way_least: Num) -> Num:
    """{most} {way} bandwidth of all tiers on these servers at the same time."""
    return working_servers * kind_shared_way_least


STATE = spell(_STATE, *WAYS_AND_ENDS)
_SITE = Book("tiers on the same servers at once", topic="performance")


@_SITE.quantity(
    "byte/s", r"B_\mathrm{site,<w>}<+>", "arithmetic: less what the same servers can't carry"
)
def way_bandwidth_end(
    summed_way_bandwidth_end: Num,
    sharing_way_bandwidth_end: Num,
    carried_way_bandwidth_end: Num,
) -> Num:
    """{most} {way} bandwidth of all data tiers together."""
    most = otherwise(carried_way_bandwidth_end, sharing_way_bandwidth_end)
    return summed_way_bandwidth_end - np.maximum(sharing_way_bandwidth_end - most, 0.0)


SITE = spell(_SITE, *WAYS_AND_ENDS)


@cache
def site(sharing: tuple[str, ...], seen: tuple[str, ...]) -> Book:
    """Return the bandwidth of a site where the tiers `sharing` are on the same servers.

    `seen` are the tiers that clients see; empty: all.
    """
    summed = Book("sum of the tiers", topic="performance")
    summed.over(
        "total",
        "summed_way_bandwidth_end",
        "byte/s",
        r"B_\mathrm{sum,<w>}<+>",
        "{most} {way} bandwidth of the data tiers that clients see, summed",
        roles=("tiers",),
        of="way_bandwidth_end",
        names=seen,
    )
    summed.over(
        "total",
        "sharing_way_bandwidth_end",
        "byte/s",
        r"B_\mathrm{part,<w>}<+>",
        "{most} {way} bandwidth of the tiers on the same servers, summed",
        roles=("tiers",),
        of="way_bandwidth_end",
        names=sharing,
    )
    summed.over(
        "total",
        "carried_way_bandwidth_end",
        "byte/s",
        r"B_\mathrm{carr,<w>}<+>",
        "{most} {way} bandwidth of the tiers on the same servers at once, by shared stages",
        roles=("tiers",),
        of="shared_way_bandwidth_end",
        names=sharing[:1],
    )
    return Book("tiers on the same servers at once", spell(summed, *WAYS_AND_ENDS), SITE)
