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
from math import factorial

import numpy as np

from model.engine.ops import Num, otherwise, power, where_less
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.units.kinds import DAY

CHAIN = "document: birth-death chain, Angus, Proc. RAMS 1988; Greenan et al., HotStorage 2010"
CLOSED = (
    "document: Chen et al., ACM Computing Surveys 26(2), 1994 (one rebuild at a time); Angus 1988 "
    "(all at once): the leading term, for rebuilds far faster than failures"
)
RARE = (
    "assumption: losses come at a constant rate; an upper bound where the mean time to data loss "
    "is not far above the rebuild time"
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


@_REBUILT.quantity("1/second", r"\mu_\mathrm{<nth>}", "arithmetic: rebuilds at a time / their time")
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


_NEXT = Book("the {nth} failure of a group", topic="risk")


@_NEXT.quantity("second", r"h_\mathrm{<nth>}", CHAIN, part_of="group_loss_time")
def time_to_nth_failure(
    rebuilds_before_nth: Num, time_to_prior_failure: Num, nth_failures: Num
) -> Num:
    """Mean time from the {prior} failure to the {nth}, over all rebuilds in between."""
    return (1 + rebuilds_before_nth * time_to_prior_failure) / nth_failures


_LAST = Book("the failure that loses a group: the {nth}", topic="risk")


@_LAST.quantity(
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

GROUPS = Book("data loss: equal groups", topic="risk")


@GROUPS.quantity("1/second", r"\Lambda_\mathrm{grp}", "arithmetic: groups fail independently")
def loss_rate(redundancy_groups: Num, group_loss_time: Num) -> Num:
    """Rate of data losses in any of the equal groups."""
    return redundancy_groups / group_loss_time


ALL = Book("data loss: all groups", topic="risk")
ALL.over(
    "total",
    "loss_rate",
    "1/second",
    r"\Lambda",
    "Rate of data losses in any group",
    roles=("groups",),
    of="loss_rate",
)

TARGET = Book("data loss: a target", topic="risk")
TARGET.over(
    "total",
    "target_loss_rate",
    "1/second",
    r"\Lambda_\mathrm{tgt}",
    "Rate of data losses in one target",
    roles=("groups", "special"),
    of="loss_rate",
)
TARGET_OF_GROUPS = Book("data loss: a target of identical groups", topic="risk")
TARGET_OF_GROUPS.alias(
    "target_loss_rate",
    "1/second",
    r"\Lambda_\mathrm{tgt}",
    "Rate of data losses in one target.",
    of="loss_rate",
    source="definition: all its groups",
)
TARGETS = Book("data loss: all targets", topic="risk")


@TARGETS.quantity("1/second", r"\Lambda_\mathrm{tgts}", "arithmetic: targets fail independently")
def targets_loss_rate(targets: Num, target_loss_rate: Num) -> Num:
    """Rate of data losses in any target."""
    return targets * target_loss_rate


TIER = Book("data loss: a tier", topic="risk")
TIER.sum_of_parts(
    "loss_rate", "1/second", r"\Lambda", "Rate of data losses in the tier, by any cause"
)
OF_TARGETS = Book("data loss: a tier without copies on other targets", topic="risk")
OF_TARGETS.over(
    "total",
    "drive_loss_rate",
    "1/second",
    r"\Lambda_\mathrm{drv}",
    "Rate of data losses by failed drives, in any target of the tier",
    roles=("pools",),
    of="targets_loss_rate",
    part_of="loss_rate",
)
ALL_COPIES = (
    "document: birth-death chain, Angus, Proc. RAMS 1988: an upper limit of the rate, as one copy "
    "after the other is made again; any lost targets have all copies of some file"
)
BUDDIES = (
    "document: birth-death chain, Angus, Proc. RAMS 1988: an upper limit of the rate; "
    "doc.beegfs.io, Mirroring, 2026: the targets of a group have the same files"
)


@cache
def copies_of(copies: int, *, in_pairs: bool, in_enclosures: bool) -> Book:
    """Return the losses of files with copies on other targets.

    Parameters
    ----------
    copies
        How many there are of each file, in other blocks as far as there are as many.
    in_pairs
        Whether each target has its files on the same other targets, as buddy mirrors have.
    in_enclosures
        Whether the drives are in enclosures, each of which takes all targets of its block along.
    """
    title = f"data loss: {copies} copies of files"
    if in_enclosures:
        return Book(f"{title} in enclosures", COPIES, _copies_in_enclosures(copies))
    if in_pairs:
        return Book(f"{title} in pairs", COPIES, _copies_of_buddies(copies))
    return Book(title, COPIES, _copies_on_any_targets(copies))


COPIES = Book("data loss: copies on other targets", topic="risk")
COPIES.over(
    "total",
    "copy_loss_rate",
    "1/second",
    r"\Lambda_\mathrm{copy}",
    "Rate of losses of any target, which has one copy of its files",
    roles=("pools",),
    of="targets_loss_rate",
)


@COPIES.quantity(
    "second",
    r"t_\mathrm{copy}",
    "assumption: copying takes the same share of the tier's write bandwidth as a rebuild of a "
    "drive's, after the same delay",
)
def copy_restore_time(
    rebuild_delay: Num, planned_capacity: Num, write_bandwidth: Num, rebuild_share: Num
) -> Num:
    """Time from the loss of a target until its files have all copies again."""
    return rebuild_delay + planned_capacity / (write_bandwidth * rebuild_share)


def _copies_on_any_targets(copies: int) -> Book:
    chapter = Book(f"data loss: {copies} copies on any targets", topic="risk")
    fewer = copies - 1.0

    @chapter.quantity(
        "1/second",
        r"\Lambda_\mathrm{drv}",
        ALL_COPIES,
        part_of="loss_rate",
        coefficients=(fewer,),
    )
    def drive_loss_rate(copy_loss_rate: Num, copy_restore_time: Num) -> Num:
        """Rate of losses of all copies of a file, by failed drives."""
        next_ones = power(copy_loss_rate * copy_restore_time, fewer)
        return copy_loss_rate * np.minimum(1, next_ones)

    return chapter


def _copies_of_buddies(copies: int) -> Book:
    chapter = Book(f"data loss: {copies} copies on buddies", topic="risk")
    orders, fewer = float(factorial(copies - 1)), copies - 1.0

    @chapter.quantity(
        "1/second",
        r"\Lambda_\mathrm{drv}",
        BUDDIES,
        part_of="loss_rate",
        coefficients=(orders, fewer),
    )
    def drive_loss_rate(copy_loss_rate: Num, copy_restore_time: Num, targets: Num) -> Num:
        """Rate of losses of all targets with the same files, by failed drives."""
        next_ones = orders * power(copy_loss_rate / targets * copy_restore_time, fewer)
        return copy_loss_rate * np.minimum(1, next_ones)

    return chapter


def _copies_in_enclosures(copies: int) -> Book:
    chapter = Book(f"data loss: {copies} copies in enclosures", topic="risk")
    fewer = copies - 1.0

    @chapter.quantity(
        "1/second",
        r"\Lambda_\mathrm{destr}",
        "arithmetic: all enclosures x failures x share that destroys drives",
    )
    def enclosures_destroyed(
        enclosures: Num,
        enclosure_failure_rate: Num,
        enclosure_destruction_share: Num,
        year_length: Num,
    ) -> Num:
        """Rate at which any enclosure destroys its drives."""
        return enclosures * enclosure_failure_rate * enclosure_destruction_share / year_length

    @chapter.quantity(
        "1/second",
        r"\Lambda_\mathrm{drv}",
        ALL_COPIES,
        part_of="loss_rate",
        coefficients=(fewer,),
    )
    def drive_loss_rate(
        copy_loss_rate: Num, copy_restore_time: Num, enclosures_destroyed: Num, blocks: Num
    ) -> Num:
        """Rate of losses of all copies of a file, by failed drives, or enclosures of each."""
        any_lost = copy_loss_rate + where_less(fewer, blocks, enclosures_destroyed, 0)
        return any_lost * np.minimum(1, power(any_lost * copy_restore_time, fewer))

    @chapter.quantity(
        "1/second",
        r"\Lambda_\mathrm{enc}",
        "assumption: on fewer blocks than copies, a destroyed enclosure takes all copies of a file",
        part_of="loss_rate",
        coefficients=(fewer,),
    )
    def enclosure_loss_rate(enclosures_destroyed: Num, blocks: Num) -> Num:
        """Rate of data losses by single enclosures that are destroyed."""
        return where_less(fewer, blocks, 0, enclosures_destroyed)

    return chapter


BY_RULE = Book("enclosures that a tier doesn't survive, by its rule of placement", topic="risk")


@BY_RULE.quantity(
    "1", r"n_\mathrm{enc}^\mathrm{fatal}", "assumption: all of them, where one isn't survived"
)
def fatal_enclosures(enclosures: Num, survives_enclosure_loss: Num) -> Num:
    """Enclosures that hold more drives of a group than its parity."""
    return enclosures * (1 - survives_enclosure_loss)


BY_BAYS = Book("enclosures that a tier doesn't survive, by its bays", topic="risk")
BY_BAYS.input(
    "fatal_enclosures_per_block",
    "1",
    r"n_\mathrm{enc/blk}^\mathrm{fatal}",
    "Enclosures of a block that hold more drives of a group than its parity",
    whole=True,
)


@BY_BAYS.quantity(
    "1",
    r"n_\mathrm{enc}^\mathrm{fatal}",
    "arithmetic: blocks are alike",
    name="fatal_enclosures",
)
def fatal_enclosures_of_blocks(blocks: Num, fatal_enclosures_per_block: Num) -> Num:
    """Enclosures that hold more drives of a group than its parity."""
    return blocks * fatal_enclosures_per_block


ENCLOSURES = Book("data loss: enclosures", topic="risk")


@ENCLOSURES.quantity(
    "1/second",
    r"\Lambda_\mathrm{enc}",
    "arithmetic: enclosures whose loss isn't survived x failures x share that destroys drives",
    part_of="loss_rate",
)
def enclosure_loss_rate(
    fatal_enclosures: Num,
    enclosure_failure_rate: Num,
    enclosure_destruction_share: Num,
    year_length: Num,
) -> Num:
    """Rate of data losses by enclosures that destroy more drives of a group than its parity."""
    destroyed = enclosure_failure_rate * enclosure_destruction_share
    return fatal_enclosures * destroyed / year_length


SITE = Book("loss of data: the site", topic="risk")
SITE.over(
    "total",
    "loss_rate",
    "1/second",
    r"\Lambda_\mathrm{site}",
    "Rate of data losses in any tier",
    roles=("tiers", "metadata"),
    of="loss_rate",
)
SITE.over(
    "known_total",
    "known_loss_rate",
    "1/second",
    r"\Lambda_\mathrm{known}",
    "Rate of data losses in the tiers of which it is known",
    roles=("tiers", "metadata"),
    of="loss_rate",
    known_of="loss_rate",
)


@SITE.quantity("1", r"P_\mathrm{least}", RARE, high=1.0)
def known_loss_probability(known_loss_rate: Num, risk_period: Num) -> Num:
    """Probability that any tier of which it is known loses data within the period."""
    return -np.expm1(-risk_period * known_loss_rate)


ENTERED_LOSS = Book("probability of a loss, as entered", topic="risk")
ENTERED_LOSS.input(
    "loss_probability",
    "1",
    r"P_\mathrm{loss}",
    "Probability that any data are lost in the service life",
)
STATED_LOSS = Book("probability of a loss where none is counted", topic="risk")
SOME_LOSSES = Book("probability of a loss where those of some tiers are counted", topic="risk")


@SOME_LOSSES.quantity(
    "1",
    r"P_\mathrm{least}",
    "assumption: the entered probability is that of all; without it, of the tiers that are counted",
    name="known_loss_probability",
    high=1.0,
)
def known_loss_probability_of_some(
    loss_probability: Num, known_loss_rate: Num, risk_period: Num
) -> Num:
    """Probability of a loss, as far as it is known."""
    return otherwise(loss_probability, -np.expm1(-risk_period * known_loss_rate))


@cache
def losses_of(tiers: tuple[str, ...]) -> Book:
    """Return the losses of the tiers whose losses are counted."""
    book = Book("loss of data: tiers whose losses are counted", topic="risk")
    book.over(
        "known_total",
        "known_loss_rate",
        "1/second",
        r"\Lambda_\mathrm{known}",
        "Rate of data losses in the tiers of which it is known",
        roles=("tiers", "metadata"),
        of="loss_rate",
        names=tiers,
    )
    return book


@STATED_LOSS.quantity(
    "1",
    r"P_\mathrm{least}",
    "definition: none unless entered",
    name="known_loss_probability",
    high=1.0,
)
def known_loss_probability_as_entered(loss_probability: Num) -> Num:
    """Probability of a loss, as far as it is known."""
    return otherwise(loss_probability, 0)


SERVICE = Book("period of the risk of a plan", topic="risk")


@SERVICE.quantity("second", r"t_\mathrm{risk}", "definition: the years of service")
def risk_period(years_of_service: Num, year_length: Num) -> Num:
    """Period for which a loss is counted."""
    return years_of_service * year_length


PERIOD = Book("period of a risk", topic="risk")
PERIOD.input("risk_period", "second", r"t_\mathrm{risk}", "Period for which a loss is counted")

ODDS = Book("probability of a loss", topic="risk")


@ODDS.quantity("second", r"\mathrm{MTTDL}", "arithmetic: inverse of the rate")
def mean_time_to_data_loss(loss_rate: Num) -> Num:
    """Mean time to the first data loss in any group."""
    return 1 / loss_rate


@ODDS.quantity("1", r"P_\mathrm{loss}", RARE, high=1.0)
def loss_probability(loss_rate: Num, risk_period: Num) -> Num:
    """Probability that any group loses data within the period."""
    return -np.expm1(-risk_period * loss_rate)


AT_STAKE = Book("data lost with a group, as entered", topic="risk")
AT_STAKE.input("data_lost_with_group", "byte", r"D_\mathrm{grp}", "Data lost with one group")
OF_A_TARGET = Book("data lost with a target", topic="risk")


@OF_A_TARGET.quantity(
    "byte",
    r"D_\mathrm{grp}",
    "assumption: all data of its target; parts of files on other targets don't count",
)
def data_lost_with_group(planned_capacity: Num, targets: Num) -> Num:
    """Data lost with one group, which takes its target with it."""
    return planned_capacity / targets


LOST = Book("data lost with a group", topic="risk")


@LOST.quantity("byte", r"E[D_\mathrm{loss}]", "assumption: a lost group loses all data in it")
def expected_bytes_lost(loss_probability: Num, data_lost_with_group: Num) -> Num:
    """Expected data lost within the period."""
    return loss_probability * data_lost_with_group


LOST_IN_TIER = Book("data lost with a tier's losses", topic="risk")
LOST_IN_TIER.sum_of_parts(
    "data_loss_rate", "byte/s", r"\Lambda D", "Data lost per time, by all causes"
)


@LOST_IN_TIER.quantity(
    "byte/s",
    r"\Lambda_\mathrm{drv} D",
    "assumption: a lost group loses all data in its target",
    part_of="data_loss_rate",
)
def drive_data_loss_rate(drive_loss_rate: Num, data_lost_with_group: Num) -> Num:
    """Data lost per time by failed drives."""
    return drive_loss_rate * data_lost_with_group


@LOST_IN_TIER.quantity(
    "byte",
    r"E[D_\mathrm{loss}]",
    "arithmetic: probability x mean data of a loss",
    name="expected_bytes_lost",
)
def expected_bytes_lost_in_tier(loss_probability: Num, data_loss_rate: Num, loss_rate: Num) -> Num:
    """Expected data lost within the period."""
    return loss_probability * data_loss_rate / loss_rate


ENCLOSURE_DATA = Book("data lost with enclosures", topic="risk")


@ENCLOSURE_DATA.quantity(
    "byte/s",
    r"\Lambda_\mathrm{enc} D",
    "assumption: an enclosure whose drives are destroyed loses all data of its block",
    part_of="data_loss_rate",
)
def enclosure_data_loss_rate(enclosure_loss_rate: Num, planned_capacity: Num, blocks: Num) -> Num:
    """Data lost per time by destroyed enclosures."""
    return enclosure_loss_rate * planned_capacity / blocks


CACHES = Book("data loss: caches that hold unwritten data", topic="risk")
CACHES.input(
    "cache_failure_rate",
    "1",
    r"\lambda_\mathrm{cache}",
    "Failures of a cache drive per year",
)
CACHES.input(
    "group_tolerance",
    "1",
    r"f_\mathrm{grp}",
    "Failed drives that each group survives",
    whole=True,
)


@CACHES.quantity(
    "1/second",
    r"\Lambda_\mathrm{cache}",
    "assumption: the drives behind a lost cache drive are lost, and at worst of one group",
    part_of="loss_rate",
)
def cache_loss_rate(
    servers: Num,
    cache_drives_per_server: Num,
    cache_failure_rate: Num,
    drives_per_cache_drive: Num,
    group_tolerance: Num,
    year_length: Num,
) -> Num:
    """Rate of data losses by cache drives that take more drives of a group than its parity."""
    is_fatal = where_less(group_tolerance, drives_per_cache_drive, 1.0, 0.0)
    return is_fatal * servers * cache_drives_per_server * cache_failure_rate / year_length


@CACHES.quantity(
    "byte/s",
    r"\Lambda_\mathrm{cache} D",
    "arithmetic: the data on the drives behind it, or of one target",
    part_of="data_loss_rate",
)
def cache_data_loss_rate(
    cache_loss_rate: Num,
    data_lost_with_group: Num,
    planned_capacity: Num,
    drives_per_cache_drive: Num,
    drives: Num,
) -> Num:
    """Data lost per time by cache drives."""
    behind = planned_capacity * drives_per_cache_drive / drives
    return cache_loss_rate * np.maximum(data_lost_with_group, behind)


ALL_DATA = Book("data on all groups, as entered", topic="risk")
ALL_DATA.input("data_at_risk", "byte", r"D", "Data on all redundancy groups")
DATA_OF_TIER = Book("data of a tier", topic="risk")
DATA_OF_TIER.alias(
    "data_at_risk",
    "byte",
    r"D",
    "Data on all redundancy groups.",
    of="planned_capacity",
    source="assumption: the tier is as full as planned",
)
LOST_IN_ALL = Book("data lost with any group", topic="risk")
LOST_IN_ALL.over(
    "total",
    "expected_bytes_lost",
    "byte",
    r"E[D_\mathrm{loss}]",
    "Expected data lost within the period",
    roles=("groups",),
    of="expected_bytes_lost",
)


RESTORES = Book("restores from a backup", topic="risk")
RESTORES.input(
    "restore_bandwidth",
    "byte/s",
    r"B_\mathrm{rst}",
    "Bandwidth at which lost data are restored from a backup",
)
RESTORED = "assumption: all data are read from the backup, and the tier writes at least as fast"


@RESTORES.quantity("second", r"t_\mathrm{rst}^\mathrm{tgt}", RESTORED)
def target_restore_time(planned_capacity: Num, targets: Num, restore_bandwidth: Num) -> Num:
    """Time to restore the data of one lost target."""
    return planned_capacity / targets / restore_bandwidth


@RESTORES.quantity("second", r"t_\mathrm{rst}", RESTORED)
def tier_restore_time(planned_capacity: Num, restore_bandwidth: Num) -> Num:
    """Time to restore all data of the tier."""
    return planned_capacity / restore_bandwidth


SHARE_LOST = Book("share of the data that is lost", topic="risk")


@SHARE_LOST.quantity(
    "1",
    r"\mathrm{NOMDL}",
    "document: Greenan, Plank, Wylie, HotStorage 2010: bytes lost over bytes stored",
    high=1.0,
)
def expected_share_lost(expected_bytes_lost: Num, data_at_risk: Num) -> Num:
    """Expected share of the data that is lost within the period (NOMDL)."""
    return expected_bytes_lost / data_at_risk


@cache
def chain_of(tolerated: int, *, in_domains: bool = False) -> Book:
    """Return the chain of a group that survives so many drive failures at a time.

    With failure domains, it survives all failures in so many of them.

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
        apart = IN_DOMAINS if in_domains else APART
        chapters += [apart, spell(_REBUILT, *later), spell(_LAST, later[-1])]
        if middle := later[:-1]:
            chapters.append(spell(_NEXT, *middle))
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
