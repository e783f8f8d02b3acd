"""How likely redundancy groups lose data: a chain of failures and rebuilds, exact and stable.

The state of a group is the number of its drives that have failed; of dRAID with failure domains, of
domains with failed drives, as no stripe has two drives of one domain. A dRAID vdev is lost by any
failure beyond its parity: OpenZFS takes it out of service (`vdev_draid_state_change`), however few
of its stripes have lost too much, and rebuilds stripes in the order of their addresses, not those
with the least redundancy first (`vdev_rebuild.c`), so that no state ends sooner than by a rebuild.
The mean time from each state to
the next is a sum of positive terms, so it keeps its digits where a matrix solve loses all of them
(beyond three drives of parity).

Refused: the closed forms for rebuilds much faster than failures, of Chen et al. 1994 (one rebuild
at a time) and Angus 1988 (all at once), which agree with the chain where they are valid; and the
window of Backblaze, which counts failures within one rebuild time and misses those across its end.

Failures are independent but for the factors, and times are exponential.
"""

from functools import cache
from typing import Literal

import numpy as np

from model.engine.ops import Num, where_less
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.units.kinds import DAY

CHAIN = "document: birth-death chain, Angus, Proc. RAMS 1988; Greenan et al., HotStorage 2010"
CLOSED = (
    "document: Chen et al., ACM Computing Surveys 26(2), 1994 (one rebuild at a time); Angus 1988 "
    "(all at once): the leading term, for rebuilds far faster than failures"
)
INDEPENDENT = (
    "assumption: failures are independent; a second drive failed within the hour 4 times as often "
    "as if so (Schroeder, Gibson, FAST 2007), within a week of another 180 times for SSDs of one "
    "array (Maneas et al., FAST 2020)"
)
NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
MOST_TOLERATED = len(NTH) - 1
"""The most failures at a time that a group of this model survives."""

STATED = Book("redundancy groups of a layout", topic="risk")
STATED.input(
    "redundancy_group_drives",
    "1",
    r"w_\mathrm{grp}",
    "Drives of one redundancy group, including parity or copies",
    low=1.0,
    whole=True,
)
STATED.input(
    "redundancy_groups", "1", r"n_\mathrm{grp}", "Equal redundancy groups", low=1.0, whole=True
)
OF_VDEVS = Book("vdevs as redundancy groups", topic="risk")
OF_VDEVS.alias(
    "redundancy_group_drives",
    "1",
    r"w_\mathrm{grp}",
    "Drives of one redundancy group, including parity or copies.",
    of="vdev_drives",
    source="definition: a vdev is lost as one",
)
OF_VDEVS.alias(
    "redundancy_groups",
    "1",
    r"n_\mathrm{grp}",
    "Equal redundancy groups.",
    of="vdevs",
    source="definition: a vdev is lost as one",
)
APART = Book("drives that fail one by one", topic="risk")
APART.input(
    "drives_per_failure",
    "1",
    r"w_\mathrm{dom}",
    "Drives of a group of which further failures lose no more than the first",
    1.0,
    source="definition: each drive counts; of dRAID with failure domains, a domain",
    low=1.0,
    whole=True,
)
IN_DOMAINS = Book("drives of a failure domain", topic="risk")
IN_DOMAINS.alias(
    "drives_per_failure",
    "1",
    r"w_\mathrm{dom}",
    "Drives of a group of which further failures lose no more than the first.",
    of="vdev_failure_groups",
    source="document: OpenZFS after 2.4, vdev_draid.c: no stripe has two drives of one domain",
)
APART_IN_DOMAINS = (
    "definition: no stripe or object has two strips in one domain; assumption: any drives share "
    "stripes where there are fewer domains than strips"
)
IN_SERVERS = Book("strips of a server", topic="risk")


@IN_SERVERS.quantity("1", r"w_\mathrm{dom}", APART_IN_DOMAINS, name="drives_per_failure")
def drives_per_failure_in_servers(
    failure_domains: Num, code_data: Num, code_parity: Num, drives_per_server: Num
) -> Num:
    """Drives of a group of which further failures lose no more than the first."""
    return where_less(failure_domains, code_data + code_parity, 1.0, drives_per_server)


IN_BLOCKS = Book("strips of a block", topic="risk")


@IN_BLOCKS.quantity("1", r"w_\mathrm{dom}", APART_IN_DOMAINS, name="drives_per_failure")
def drives_per_failure_in_blocks(
    failure_domains: Num, code_data: Num, code_parity: Num, drives_per_block: Num
) -> Num:
    """Drives of a group of which further failures lose no more than the first."""
    return where_less(failure_domains, code_data + code_parity, 1.0, drives_per_block)


ANY_DRIVES = "assumption: any drives, one more than parity, hold strips of the same data"
OVER_BLOCK = Book("the drives of a block as one group", topic="risk")
OVER_BLOCK.alias(
    "redundancy_group_drives",
    "1",
    r"w_\mathrm{grp}",
    "Drives of one redundancy group, including parity or copies.",
    of="drives_per_block",
    source=f"{ANY_DRIVES}; two recovery groups of a block count as one, which is the upper limit",
)
OVER_TIER = Book("the drives of a tier as one group", topic="risk")
OVER_TIER.alias(
    "redundancy_group_drives",
    "1",
    r"w_\mathrm{grp}",
    "Drives of one redundancy group, including parity or copies.",
    of="drives",
    source=ANY_DRIVES,
)
ONE_GROUP = Book("one redundancy group", topic="risk")
ONE_GROUP.input(
    "redundancy_groups",
    "1",
    r"n_\mathrm{grp}",
    "Equal redundancy groups",
    1.0,
    source="definition: strips lie on all drives",
    low=1.0,
    whole=True,
)
STATED_TIME = Book("rebuild time as entered", topic="risk")
STATED_TIME.input(
    "rebuild_time",
    "second",
    r"t_\mathrm{reb}",
    "Time from a drive failure until its data are redundant again",
    low=1.0,
)
REPAIR = Book("repair of redundancy groups", topic="risk")
REPAIR.input(
    "parallel_rebuilds",
    "1",
    r"\pi_\mathrm{reb}",
    "Whether failed drives of a group are rebuilt at the same time: 1 yes, 0 one after another",
    0.0,
    source="assumption: one after another: the slower case",
    high=1.0,
    whole=True,
)
REPAIR.input(
    "sector_error_probability",
    "1",
    r"p_\mathrm{sec}",
    "Probability that a rebuild without redundancy left meets an unreadable sector",
    0.0,
    source="assumption: none unless entered",
    high=1.0,
    shown="percent",
)
REPAIR.input(
    "sector_error_is_fatal",
    "1",
    r"\phi_\mathrm{sec}",
    "Whether an unreadable sector loses the whole group: 1 yes, 0 only the files in it",
    0.0,
    source="definition: ZFS and file systems on RAID lose the files in it",
    high=1.0,
    whole=True,
)
REPAIR.input(
    "correlated_failures",
    "1",
    r"f_\mathrm{corr}",
    "Factor on the failure rate while failed drives of a group aren't rebuilt",
    1.0,
    source=INDEPENDENT,
    low=1.0,
)
REPAIR.input(
    "latent_error_rate",
    "1",
    r"\lambda_\mathrm{lat}",
    "Unreadable sectors that develop per drive-year",
    0.0,
    source="assumption: none unless entered",
)
REPAIR.input(
    "scrub_interval",
    "second",
    r"t_\mathrm{scrub}",
    "Time between scrubs",
    30 * DAY,
    source="assumption: monthly, as Debian's package of OpenZFS schedules it",
    low=1.0,
)


@REPAIR.quantity(
    "1",
    r"n_\mathrm{lat}",
    "arithmetic: errors develop at a constant rate, and stay for half an interval on average",
)
def latent_errors_of_a_drive(latent_error_rate: Num, scrub_interval: Num, year_length: Num) -> Num:
    """Mean number of unreadable sectors on a drive that no scrub has found yet."""
    return latent_error_rate * scrub_interval / 2 / year_length


Domain = Literal["drive", "vdev domain", "server", "block"]
"""Of what further failed drives lose no more than the first."""
DOMAINS: dict[Domain, Book] = {
    "drive": APART,
    "vdev domain": IN_DOMAINS,
    "server": IN_SERVERS,
    "block": IN_BLOCKS,
}

_FAILURES = Book("failure rate of a group: {nth}", topic="risk")
_FAILURES.input(
    "nth_failure_factor",
    "1",
    r"f_\mathrm{<nth>}",
    "Factor on the failure rate before the {nth} failure",
    1.0,
    source="assumption: failures are independent",
)


_FIRST = Book("the first failure of a group", topic="risk")
_FIRST.alias(
    "first_drives_left",
    "1",
    r"n_\mathrm{first}",
    "Drives of a group that work before the first failure.",
    of="redundancy_group_drives",
    source="definition: all of them",
)


@_FIRST.quantity(
    "1/second", r"\lambda_\mathrm{first}", "arithmetic: drives still working x failure rate"
)
def first_failures(
    first_drives_left: Num, first_failure_factor: Num, drive_failure_rate: Num, year_length: Num
) -> Num:
    """Rate of the first failure in a group."""
    return first_drives_left * first_failure_factor * drive_failure_rate / year_length


@_FIRST.quantity("second", r"h_\mathrm{first}", CHAIN, part_of="group_loss_time")
def time_to_first_failure(first_failures: Num) -> Num:
    """Mean time to the first failure in a group."""
    return 1 / first_failures


_REBUILT = Book("rebuilds before the {nth} failure", topic="risk")


@_REBUILT.quantity(
    "1",
    r"n_\mathrm{<nth>}",
    "arithmetic: one fewer, or without those of its failure domain",
    low=float("-inf"),
)
def nth_drives_left(prior_drives_left: Num, drives_per_failure: Num) -> Num:
    """Drives of a group whose failure is the {nth} that counts."""
    return prior_drives_left - drives_per_failure


@_REBUILT.quantity(
    "1/second",
    r"\lambda_\mathrm{<nth>}",
    "arithmetic: drives still working x failure rate, raised while drives are failed",
)
def nth_failures(
    nth_drives_left: Num,
    nth_failure_factor: Num,
    correlated_failures: Num,
    drive_failure_rate: Num,
    year_length: Num,
) -> Num:
    """Rate of the {nth} failure in a group."""
    raised = nth_failure_factor * correlated_failures
    return nth_drives_left * raised * drive_failure_rate / year_length


_ONE_BY_ONE = Book("rate of rebuilds before the {nth} failure", topic="risk")


@_ONE_BY_ONE.quantity(
    "1/second", r"\mu_\mathrm{<nth>}", "arithmetic: rebuilds at a time / their time"
)
def rebuilds_before_nth(
    redundancy_group_drives: Num,
    nth_drives_left: Num,
    drives_per_failure: Num,
    parallel_rebuilds: Num,
    rebuild_time: Num,
) -> Num:
    """Rate of rebuilds that finish before the {nth} failure."""
    failed = (redundancy_group_drives - nth_drives_left) / drives_per_failure
    return (1 + parallel_rebuilds * (failed - 1)) / rebuild_time


CRITICAL = (
    "document: ibm.com/docs, Storage Scale System 7, Background tasks, 2025: tracks with the least "
    "redundancy are rebuilt first (rebuild-critical, -1r, -2r)"
)
_ALL_AFFECTED = Book("data to rebuild before the {nth} failure", topic="risk")
_ALL_AFFECTED.input(
    "nth_critical_share",
    "1",
    r"s_\mathrm{<nth>}",
    "Share of a drive's data that is rebuilt before the {nth} failure loses more",
    1.0,
    source="definition: all data of the first failed drive are equally endangered",
    high=1.0,
    shown="percent",
)
_MOST_AFFECTED = Book("most endangered data before the {nth} failure", topic="risk")


@_MOST_AFFECTED.quantity(
    "1",
    r"s_\mathrm{<nth>}",
    "arithmetic: stripes with strips on all failed drives, spread evenly over all drives",
    high=1.0,
    shown="percent",
)
def nth_critical_share(
    prior_critical_share: Num,
    code_data: Num,
    code_parity: Num,
    redundancy_group_drives: Num,
    prior_drives_left: Num,
    drives_per_failure: Num,
) -> Num:
    """Share of a drive's data that is rebuilt before the {nth} failure loses more."""
    failed = (redundancy_group_drives - prior_drives_left) / drives_per_failure
    return prior_critical_share * (code_data + code_parity - failed) / prior_drives_left


_CRITICAL_FIRST = Book("rate of critical rebuilds before the {nth} failure", topic="risk")


@_CRITICAL_FIRST.quantity("1/second", r"\mu_\mathrm{<nth>}", CRITICAL, name="rebuilds_before_nth")
def rebuilds_before_nth_of_critical(
    rebuild_delay: Num, nth_critical_share: Num, rebuilt_data: Num, rebuild_bandwidth: Num
) -> Num:
    """Rate of rebuilds that finish before the {nth} failure."""
    return 1 / (rebuild_delay + nth_critical_share * rebuilt_data / rebuild_bandwidth)


_NEXT = Book("the {nth} failure of a group", topic="risk")


@_NEXT.quantity("second", r"h_\mathrm{<nth>}", CHAIN, part_of="group_loss_time")
def time_to_nth_failure(
    rebuilds_before_nth: Num, time_to_prior_failure: Num, nth_failures: Num
) -> Num:
    """Mean time from the {prior} failure to the {nth}, over all rebuilds in between."""
    return (1 + rebuilds_before_nth * time_to_prior_failure) / nth_failures


_READ_ALL = Book("unreadable sectors before the {nth} failure", topic="risk")


@_READ_ALL.quantity(
    "1",
    r"p_\mathrm{bad}",
    "arithmetic: such a sector as entered, or one that developed since the last scrub (Poisson)",
    high=1.0,
)
def bad_rebuild_probability(
    sector_error_probability: Num, nth_drives_left: Num, latent_errors_of_a_drive: Num
) -> Num:
    """Probability that a rebuild without redundancy left meets an unreadable sector."""
    developed = -np.expm1(-nth_drives_left * latent_errors_of_a_drive)
    return sector_error_probability + (1 - sector_error_probability) * developed


_READ_CODE = Book("unreadable sectors in strips before the {nth} failure", topic="risk")


@_READ_CODE.quantity(
    "1",
    r"p_\mathrm{bad}",
    "arithmetic: as entered, or developed since the last scrub on as much as data strips hold",
    high=1.0,
    name="bad_rebuild_probability",
)
def bad_rebuild_probability_of_code(
    sector_error_probability: Num, rebuild_reads: Num, latent_errors_of_a_drive: Num
) -> Num:
    """Probability that a rebuild without redundancy left meets an unreadable sector."""
    developed = -np.expm1(-rebuild_reads * latent_errors_of_a_drive)
    return sector_error_probability + (1 - sector_error_probability) * developed


_LAST = Book("the failure that loses a group: the {nth}", topic="risk")


@_LAST.quantity(
    "1/second", r"\sigma_\mathrm{sec}", "arithmetic: rebuilds x probability of such a sector"
)
def bad_rebuilds(rebuilds_before_nth: Num, bad_rebuild_probability: Num) -> Num:
    """Rate of rebuilds that meet an unreadable sector while no redundancy is left."""
    return rebuilds_before_nth * bad_rebuild_probability


@_LAST.quantity(
    "1/second", r"\lambda_\mathrm{loss}", "arithmetic: drive failures + fatal sector errors"
)
def losses_without_redundancy(
    nth_failures: Num, bad_rebuilds: Num, sector_error_is_fatal: Num
) -> Num:
    """Rate at which a group without redundancy is lost."""
    return nth_failures + bad_rebuilds * sector_error_is_fatal


@_LAST.quantity("second", r"h_\mathrm{loss}", CHAIN, part_of="group_loss_time")
def time_to_loss(
    rebuilds_before_nth: Num,
    time_to_prior_failure: Num,
    losses_without_redundancy: Num,
    bad_rebuild_probability: Num,
    sector_error_is_fatal: Num,
) -> Num:
    """Mean time from the {prior} failure to the loss of a group, over all rebuilds in between."""
    survived = 1 - bad_rebuild_probability * sector_error_is_fatal
    return (1 + rebuilds_before_nth * survived * time_to_prior_failure) / losses_without_redundancy


@_LAST.quantity(
    "1",
    r"n_\mathrm{sec}",
    "arithmetic: unreadable sectors a year: rate x time without redundancy, over the time to loss",
)
def sector_events_per_year(
    bad_rebuilds: Num, losses_without_redundancy: Num, group_loss_time: Num, year_length: Num
) -> Num:
    """Unreadable sectors per year in rebuilds of a group that has no redundancy left."""
    return bad_rebuilds / losses_without_redundancy / group_loss_time * year_length


_CLOSED_FIRST = Book("the first failure of a group, in closed form", topic="risk")
_CLOSED_FIRST.alias(
    "closed_time_to_first_failure",
    "second",
    r"\tilde h_\mathrm{first}",
    "Mean time to the first failure in a group.",
    of="time_to_first_failure",
    source="arithmetic: nothing to rebuild yet",
)

_CLOSED_NEXT = Book("the {nth} failure of a group, in closed form", topic="risk")


@_CLOSED_NEXT.quantity("second", r"\tilde h_\mathrm{<nth>}", CLOSED)
def closed_time_to_nth_failure(
    rebuilds_before_nth: Num, closed_time_to_prior_failure: Num, nth_failures: Num
) -> Num:
    """Mean time from the {prior} failure to the {nth}, if rebuilds are far faster."""
    return rebuilds_before_nth * closed_time_to_prior_failure / nth_failures


_CLOSED_LAST = Book("loss of a group in closed form: the {nth} failure", topic="risk")


@_CLOSED_LAST.quantity("second", r"\widetilde{\mathrm{MTTDL}}_\mathrm{grp}", CLOSED)
def closed_form_loss_time(
    rebuilds_before_nth: Num, closed_time_to_prior_failure: Num, nth_failures: Num
) -> Num:
    """Mean time to data loss of a group in closed form, without unreadable sectors."""
    return rebuilds_before_nth * closed_time_to_prior_failure / nth_failures


@_CLOSED_LAST.quantity(
    "1/second",
    r"\tilde\sigma_\mathrm{sec}",
    "document: Elling, A story of two MTTDL models, 2007: MTTDL[2], as a rate",
)
def sector_error_losses(bad_rebuild_probability: Num, closed_time_to_prior_failure: Num) -> Num:
    """Rate at which the last rebuild meets an unreadable sector, if that loses the group."""
    return bad_rebuild_probability / closed_time_to_prior_failure


GROUP = Book("data loss", topic="risk")
GROUP.sum_of_parts(
    "group_loss_time",
    "second",
    r"\mathrm{MTTDL}_\mathrm{grp}",
    "Mean time to data loss of one redundancy group",
    CHAIN,
)


@cache
def chain_of(
    tolerated: int,
    *,
    domain: Domain = "drive",
    of_code: bool = False,
    critical_first: bool = False,
) -> Book:
    """Return the chain of a group that survives so many drive failures at a time.

    With failure domains, it survives all failures in so many of them. The strips of a code lie on
    any drives; with `critical_first`, those with the least redundancy are rebuilt first.

    Raises
    ------
    ValueError
        If the group survives more than `MOST_TOLERATED`.
    """
    if not 0 <= tolerated <= MOST_TOLERATED:
        raise ValueError(f"a group survives 0 to {MOST_TOLERATED} failures, not {tolerated}")
    first, *later = _states(tolerated)
    chapters = [spell(_FAILURES, first, *later), _FIRST]
    if later:
        chapters += [DOMAINS[domain], spell(_REBUILT, *later), spell(_LAST, later[-1])]
        chapters.append(spell(_READ_CODE if of_code else _READ_ALL, later[-1]))
        if critical_first:
            chapters += [spell(_CRITICAL_FIRST, *later), spell(_ALL_AFFECTED, later[0])]
            if later[1:]:
                chapters.append(spell(_MOST_AFFECTED, *later[1:]))
        else:
            chapters.append(spell(_ONE_BY_ONE, *later))
        if middle := later[:-1]:
            chapters.append(spell(_NEXT, *middle))
    elif domain in ("server", "block"):
        chapters.append(DOMAINS[domain])
    return Book(f"chain of a group that survives {tolerated}", *chapters)


@cache
def closed_form_of(tolerated: int) -> Book:
    """Return the closed form of a group that survives so many failures; empty for none."""
    _, *later = _states(tolerated)
    chapters = [_CLOSED_FIRST, spell(_CLOSED_LAST, later[-1])] if later else []
    if middle := later[:-1]:
        chapters.append(spell(_CLOSED_NEXT, *middle))
    return Book(f"closed form of a group that survives {tolerated}", *chapters)


def _states(tolerated: int) -> list[dict[str, str]]:
    """Name the failure that leaves each state, and the one before it."""
    before = zip(("", *NTH), NTH, strict=False)
    return [{"nth": nth, "prior": prior} for prior, nth in before][: tolerated + 1]
