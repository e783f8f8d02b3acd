"""Probability that redundancy groups lose data, without a scenario."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from model.books.calculators import LOSS, LOSS_OF_GROUPS, LossFacts
from model.engine.tree import Instance
from model.formulas.risk.group_loss import MOST_TOLERATED, NTH
from model.kinds.layouts import RaidGroups, parse_raid, parse_server_code
from model.kinds.safer_layouts import more_parity, narrower
from model.pools.calculators import Answers, run
from model.pools.groups import is_raid
from model.records import dataclass, replace
from model.zfs.vdevs import STORING, LayoutError, parse_layout

DRIVES = (1, 255)
TOLERATED = (0, MOST_TOLERATED)
FAILURES = (1e-4, 0.3)
"""Failures per drive-year for which the chain is verified."""
REPAIRS = (60.0, 60 * 86400.0)
"""Repair times in seconds for which the chain is verified."""
SCRUBS = 30 * 86400.0
"""Seconds between scrubs, unless entered."""
LOST = ("expected_bytes_lost", "expected_share_lost")


@dataclass(frozen=True, slots=True)
class Group:
    """Equal redundancy groups: how many, drives of one, failures it survives, what they are."""

    count: int
    drives: int
    tolerated: int
    name: str = "group"
    data_drives: float = 0.0
    """Drives of one group less parity or copies."""
    in_pool: bool = False
    """Whether a lost group takes all data of the layout with it, as a vdev its pool."""
    per_failure: int = 1
    """Drives of which further failures lose no more than the first: those of a failure domain."""


@dataclass(frozen=True, slots=True)
class Repair:
    """How failed drives of a group are replaced, and what a rebuild may meet.

    Times in seconds; `factors` multiply the failure rate, by the number of failed drives. Latent
    errors are unreadable sectors that develop per drive-year, and stay until the next scrub.
    """

    time: float
    parallel: bool = False
    sector_error_probability: float = 0.0
    sector_error_is_fatal: bool = False
    factors: tuple[float, ...] = ()
    latent_errors: float = 0.0
    scrub_interval: float = SCRUBS


@dataclass(frozen=True, slots=True)
class GroupRisk:
    """The risk of equal groups: that of one group in a long time, that of all in the period."""

    group: Group
    mttdl: float
    """Mean time to data loss of one group in seconds."""
    loss_probability: float
    """Probability that any of the groups loses data in the period."""
    sector_events_per_year: float
    """Unreadable sectors per year in rebuilds of one group without redundancy left."""
    closed_form: float | None
    """What the closed form gives for `mttdl`; None for groups without redundancy."""
    sector_error_losses: float | None = None
    """Rate per second by Elling's MTTDL[2]; None for groups without redundancy."""


@dataclass(frozen=True, slots=True)
class Risk:
    """The risk of a layout: of all its groups, and of each kind of them."""

    mean_time_to_data_loss: float
    loss_probability: float
    groups: tuple[GroupRisk, ...]
    expected_bytes_lost: float | None = None
    expected_share_lost: float | None = None
    """Both None where the size of the drives is unknown."""


def redundancy_groups(layout: str) -> tuple[Group, ...]:
    """Return the redundancy groups of a layout: vdevs, or RAID groups.

    Of a mirror, each set of copies is a group; of RAID 50 and 60, each span; a dRAID vdev and a
    declustered array are one group, as their stripes lie on all their drives.

    >>> [one] = redundancy_groups("19 x raidz3:11")
    >>> one.count, one.drives, one.tolerated, one.name, one.data_drives
    (19, 11, 3, 'raidz3:11', 8)
    >>> [one] = redundancy_groups("raid10:8")
    >>> one.count, one.drives, one.tolerated
    (4, 2, 1)

    Raises
    ------
    LayoutTextError, LayoutError
        If the layout is invalid; the message shows the correct form.
    """
    if parse_server_code(layout) is not None:
        raise LayoutError(
            f"'{layout}' is an erasure code across servers: write its groups, as in '--drives 11 "
            f"--tolerated 3 --groups 40' for 40 sets of 8+3 strips"
        )
    if is_raid(layout):
        return (_of_raid(parse_raid(layout), layout),)
    return tuple(_of_vdevs(layout))


def _of_raid(groups: RaidGroups, layout: str) -> Group:
    name = layout.split("x", 1)[-1].strip() if groups.count > 1 else layout.strip()
    sets = groups.sets
    count = groups.count * groups.spans * sets
    data_drives = groups.data_drives / sets
    return Group(count, groups.drives // sets, groups.survives, name, data_drives)


def _of_vdevs(layout: str) -> Iterator[Group]:
    for vdev in parse_layout(layout):
        if vdev.role in STORING:
            name = str(vdev).removeprefix(f"{vdev.count} x ")
            data = vdev.data_drives if vdev.role == "data" else 0
            each = vdev.failure_groups
            yield Group(vdev.count, vdev.width, vdev.survives, name, data, True, each)


def risk(
    groups: Sequence[Group],
    failure_rate: float,
    repair: Repair,
    *,
    period: float,
    drive: float | None = None,
) -> Risk:
    """Compute the probability that any of the groups loses data in the period.

    Parameters
    ----------
    failure_rate
        Failures per drive-year of 8,766 h: a rate, not a probability.
    period
        Seconds.
    drive
        Capacity of each drive in bytes, for the expected data lost.

    Examples
    --------
    >>> one = risk([Group(1, 10, 2)], 0.0157, Repair(30 * 3600), period=5 * 8766 * 3600)
    >>> round(one.groups[0].mttdl / 3600)
    268875085858

    Raises
    ------
    ValueError
        If a figure is outside of what the chain is verified for; the message says which.
    """
    for what in wrong_groups(groups, repair):
        raise ValueError(what)
    root = loss_tree(groups, failure_rate, repair, period=period, drive=drive)
    found = run(root)
    every = found["loss"]
    return Risk(
        _value(every, "mean_time_to_data_loss"),
        _value(every, "loss_probability"),
        tuple(
            _of_group(one, found[f"loss/groups:{child.name}"])
            for one, child in zip(groups, root.children["groups"], strict=True)
        ),
        *(every[name].value for name in LOST if name in every),
    )


def wrong_groups(groups: Sequence[Group], repair: Repair) -> Iterator[str]:
    """Say what is outside of what the chain is verified for, or doesn't match."""
    for group in groups:
        for what, value, (low, high) in (
            ("drives", group.drives, DRIVES),
            ("tolerated failures", group.tolerated, TOLERATED),
        ):
            if not low <= value <= high:
                yield f"a group has {low:g} to {high:g} {what}, not {value:g}"
        if group.tolerated * group.per_failure >= group.drives:
            yield f"a group of {group.drives} drives can't survive {group.tolerated}"
        if repair.factors and len(repair.factors) != group.tolerated + 1:
            yield (
                f"write {group.tolerated + 1} rate factors, one for 0 to {group.tolerated} failed "
                f"drives, not {len(repair.factors)}"
            )


@dataclass(frozen=True, slots=True)
class LowerLoss:
    """A change of a layout or its repair: the loss then, and data drives over those of before."""

    title: str
    loss_probability: float
    data_share: float


def lower_losses(
    layout: str | None,
    groups: Sequence[Group],
    failure_rate: float,
    repair: Repair,
    *,
    period: float,
) -> list[LowerLoss]:
    """Return what would lower the loss, the best first; arguments as for `risk`.

    `layout` is None where groups were entered by their numbers.

    >>> groups = redundancy_groups("raidz2:10")
    >>> best = lower_losses("raidz2:10", groups, 0.014, Repair(86400.0), period=5 * 31557600)[0]
    >>> best.title, best.data_share
    ('raidz3:10 (one more drive of parity in each group)', 0.875)
    """
    now = risk(groups, failure_rate, repair, period=period).loss_probability
    found = []
    for title, others, how in _lower(layout, groups, repair):
        try:
            then = risk(others, failure_rate, how, period=period).loss_probability
        except ValueError:  # a group or time for which the chain isn't verified
            continue
        if then < now:
            found.append(LowerLoss(title, then, _data(others) / _data(groups)))
    return sorted(found, key=lambda one: one.loss_probability)


def _lower(
    layout: str | None, groups: Sequence[Group], repair: Repair
) -> Iterator[tuple[str, Sequence[Group], Repair]]:
    factors = repair.factors and (*repair.factors, repair.factors[-1])
    more = replace(repair, factors=factors)
    parity = "one more drive of parity in each group"
    if layout is None:
        others = [
            replace(one, tolerated=one.tolerated + 1, data_drives=one.data_drives - 1)
            for one in groups
            if one.data_drives > 1
        ]
        if others:
            yield parity, others, more
    else:
        if (other := more_parity(layout)) is not None:
            yield f"{other} ({parity})", redundancy_groups(other), more
        if (other := narrower(layout)) is not None:
            yield f"{other} (half the data drives per group)", redundancy_groups(other), repair
    yield "repairs in half the time", groups, replace(repair, time=repair.time / 2)
    if repair.latent_errors and repair.sector_error_is_fatal:
        often = replace(repair, scrub_interval=repair.scrub_interval / 2)
        yield "scrubs in half the interval", groups, often


def _data(groups: Sequence[Group]) -> float:
    return sum(one.count * one.data_drives for one in groups)


def loss_tree(
    groups: Sequence[Group],
    failure_rate: float,
    repair: Repair,
    *,
    period: float,
    drive: float | None = None,
) -> Instance:
    """Create the tree of groups whose losses are counted together; arguments as for `risk`."""
    given = {"drive_failure_rate": failure_rate, "risk_period": period}
    lost: list[float | None] = [None] * len(groups)
    if drive is not None:
        data = [one.count * one.data_drives * drive for one in groups]
        given["data_at_risk"] = stored = sum(data)
        lost = [
            stored if one.in_pool else held / one.count
            for one, held in zip(groups, data, strict=True)
        ]
    children = [
        _instance(f"group {n}", one, repair, at_stake)
        for n, (one, at_stake) in enumerate(zip(groups, lost, strict=True))
    ]
    book = LOSS.book(LossFacts(sized=drive is not None))
    return Instance("loss", "loss", book, given, {"groups": children})


def _instance(name: str, group: Group, repair: Repair, lost: float | None) -> Instance:
    given: dict[str, float] = {
        "redundancy_groups": float(group.count),
        "redundancy_group_drives": float(group.drives),
    }
    if group.tolerated:
        given |= {
            "drives_per_failure": float(group.per_failure),
            "rebuild_time": repair.time,
            "parallel_rebuilds": float(repair.parallel),
            "sector_error_probability": repair.sector_error_probability,
            "sector_error_is_fatal": float(repair.sector_error_is_fatal),
            "latent_error_rate": repair.latent_errors,
            "scrub_interval": repair.scrub_interval,
        }
    given |= {f"{nth}_failure_factor": x for nth, x in zip(NTH, repair.factors, strict=False)}
    if lost is not None:
        given["data_lost_with_group"] = lost
    facts = LossFacts(group.tolerated, sized=lost is not None)
    return Instance("groups", name, LOSS_OF_GROUPS.book(facts), given)


def _value(answers: Answers, name: str) -> float:
    found = answers[name].value if name in answers else 0.0
    return math.nan if found is None else found


def _of_group(group: Group, answers: Answers) -> GroupRisk:
    return GroupRisk(
        group,
        _value(answers, "group_loss_time"),
        _value(answers, "loss_probability"),
        _value(answers, "sector_events_per_year"),
        answers["closed_form_loss_time"].value if group.tolerated else None,
        answers["sector_error_losses"].value if group.tolerated else None,
    )
