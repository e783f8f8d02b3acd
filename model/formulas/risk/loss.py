"""How likely targets, tiers and sites lose data, and how much of it.

Losses come at rates that add up; the mean time to loss of one group is that of its chain.
"""

from functools import cache
from math import factorial

import numpy as np

from model.engine.ops import Num, otherwise, power, where_less
from model.engine.quantity import Book

RARE = (
    "assumption: losses come at a constant rate; an upper bound where the mean time to data loss "
    "is not far above the rebuild time"
)

GROUPS = Book("data loss: equal groups", topic="risk")


@GROUPS.quantity("1/second", r"\Lambda_\mathrm{grp}", "arithmetic: groups fail independently")
def loss_rate(redundancy_groups: Num, group_loss_time: Num) -> Num:
    """Rate of data losses in any of the equal groups."""
    return redundancy_groups / group_loss_time


@cache
def ageing_groups(survives: int, copies: int) -> Book:
    """Return the losses of groups whose drives fail more often while they are new or worn.

    Losses rise with the failure rate to the power of the failures that lose a group; of copies on
    other targets, all of which are lost at a time, to that power for each copy.
    """
    chapter = Book(f"data loss: {survives + 1} x {copies} failures of ageing drives", topic="risk")
    failures, root = float((survives + 1) * copies), 1.0 / copies

    @chapter.quantity(
        "1",
        r"f_\mathrm{age}",
        "arithmetic: mean over the service; an upper limit: rebuilds far faster than failures",
        coefficients=(failures,),
    )
    def mean_ageing(
        early_failures: Num, early_life: Num, late_failures: Num, late_life: Num, risk_period: Num
    ) -> Num:
        """Factor on the loss rate of a group, by new and worn drives, on average."""
        new = np.minimum(early_life, risk_period) / risk_period
        worn = np.minimum(late_life, risk_period) / risk_period
        more_of_new = power(early_failures, failures) - 1
        more_of_worn = power(late_failures, failures) - 1
        return 1 + new * more_of_new + worn * more_of_worn

    @chapter.quantity(
        "1/second",
        r"\Lambda_\mathrm{grp}",
        "arithmetic: groups fail independently; of copies, the root mean of the power",
        coefficients=(root,),
    )
    def loss_rate(redundancy_groups: Num, group_loss_time: Num, mean_ageing: Num) -> Num:
        """Rate of data losses in any of the equal groups."""
        return redundancy_groups / group_loss_time * power(mean_ageing, root)

    return chapter


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


OVER_DOMAINS = Book("data loss: strips over failure domains", topic="risk")
OVER_DOMAINS.alias(
    "targets_loss_rate",
    "1/second",
    r"\Lambda_\mathrm{tgts}",
    "Rate of data losses in any target.",
    of="loss_rate",
    source="definition: strips lie on the drives of all targets",
)

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


CACHE_DRIVES = Book("data loss: cache drives with unwritten data", topic="risk")
CACHE_DRIVES.input(
    "cache_failure_rate",
    "1",
    r"\lambda_\mathrm{cache}",
    "Failures of a cache drive per year",
)
CACHE_DRIVES.input(
    "group_tolerance",
    "1",
    r"f_\mathrm{grp}",
    "Failed drives that each group survives",
    whole=True,
)


@CACHE_DRIVES.quantity(
    "1/second",
    r"\Lambda_\mathrm{dirty}",
    "assumption: the drives behind a lost cache drive are lost, and at worst of one group",
)
def fatal_cache_failures(
    servers: Num,
    cache_drives_per_server: Num,
    cache_failure_rate: Num,
    drives_per_cache_drive: Num,
    group_tolerance: Num,
    year_length: Num,
) -> Num:
    """Rate of failed cache drives that take more drives of a group than its parity."""
    is_fatal = where_less(group_tolerance, drives_per_cache_drive, 1.0, 0.0)
    return is_fatal * servers * cache_drives_per_server * cache_failure_rate / year_length


@CACHE_DRIVES.quantity(
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


CACHES = Book("data loss: caches that hold unwritten data", CACHE_DRIVES, topic="risk")
CACHES.alias(
    "cache_loss_rate",
    "1/second",
    r"\Lambda_\mathrm{cache}",
    "Rate of data losses by cache drives that take more drives of a group than its parity.",
    of="fatal_cache_failures",
    source="definition: their data are nowhere else",
    part_of="loss_rate",
)


@cache
def _copies_behind_caches(copies: int) -> Book:
    """Return the losses of targets, each with one copy, where caches hold unwritten data."""
    chapter = Book(f"data loss: {copies} copies behind caches", CACHE_DRIVES, topic="risk")
    chapter.over(
        "total",
        "target_copy_loss_rate",
        "1/second",
        r"\Lambda_\mathrm{copy}^\mathrm{drv}",
        "Rate of losses of any target by failed drives, with one copy of its files",
        roles=("pools",),
        of="targets_loss_rate",
    )
    many = float(copies)

    @chapter.quantity(
        "1/second",
        r"\Lambda_\mathrm{copy}",
        "assumption: other targets have all writes that are acknowledged; at most as many targets "
        "are lost with a cache drive as its drives suffice for",
    )
    def copy_loss_rate(
        target_copy_loss_rate: Num,
        fatal_cache_failures: Num,
        drives_per_cache_drive: Num,
        group_tolerance: Num,
    ) -> Num:
        """Rate of losses of any target, which has one copy of its files."""
        targets = drives_per_cache_drive / (group_tolerance + 1)
        return target_copy_loss_rate + fatal_cache_failures * targets

    @chapter.quantity(
        "1/second",
        r"\Lambda_\mathrm{cache}",
        "assumption: on fewer servers than copies, a cache drive may take all copies of a file",
        part_of="loss_rate",
        coefficients=(many,),
    )
    def cache_loss_rate(fatal_cache_failures: Num, servers: Num) -> Num:
        """Rate of data losses by single cache drives."""
        return where_less(servers, many, fatal_cache_failures, 0)

    return chapter


@cache
def copies_of(
    copies: int, *, in_pairs: bool, in_enclosures: bool, behind_caches: bool = False
) -> Book:
    """Return the losses of files with copies on other targets.

    Parameters
    ----------
    copies
        How many there are of each file, in other blocks as far as there are as many.
    in_pairs
        Whether each target has its files on the same other targets, as buddy mirrors have.
    in_enclosures
        Whether the drives are in enclosures, each of which takes all targets of its block along.
    behind_caches
        Whether cache drives hold unwritten data of targets.
    """
    title = f"data loss: {copies} copies of files{' behind caches' * behind_caches}"
    found = [RESTORED_COPIES, _copies_behind_caches(copies) if behind_caches else COPIES]
    if in_enclosures:
        found.append(WITH_ALL_OF_TWO if copies == 2 else _with_all_of_more(copies))
        return Book(f"{title} in enclosures", *found, _copies_in_enclosures(copies))
    if in_pairs:
        return Book(f"{title} in pairs", *found, _copies_of_buddies(copies))
    return Book(title, *found, _copies_on_any_targets(copies))


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
RESTORED_COPIES = Book("data loss: copies that are made again", topic="risk")


@RESTORED_COPIES.quantity(
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
        r"\Lambda_\mathrm{enc}^\mathrm{copy}",
        "arithmetic: none where groups survive it; an upper limit, as others take one copy",
    )
    def fatal_enclosures_destroyed(
        enclosures_destroyed: Num, targets_survive_enclosure_loss: Num
    ) -> Num:
        """Rate at which any enclosure takes targets along when it destroys its drives."""
        return enclosures_destroyed * (1 - targets_survive_enclosure_loss)

    @chapter.quantity(
        "1/second",
        r"\Lambda_\mathrm{drv}",
        ALL_COPIES,
        part_of="loss_rate",
        coefficients=(fewer,),
    )
    def drive_loss_rate(
        copy_loss_rate: Num,
        copy_restore_time: Num,
        fatal_enclosures_destroyed: Num,
        enclosure_loss_rate: Num,
    ) -> Num:
        """Rate of losses of all copies of a file, by failed drives, or enclosures of each."""
        with_a_copy = np.maximum(0, fatal_enclosures_destroyed - enclosure_loss_rate)
        any_lost = copy_loss_rate + with_a_copy
        return any_lost * np.minimum(1, power(any_lost * copy_restore_time, fewer))

    return chapter


WITH_ALL_OF_TWO = Book("data loss: enclosures with both copies of a file", topic="risk")


@WITH_ALL_OF_TWO.quantity(
    "1/second",
    r"\Lambda_\mathrm{enc}",
    "arithmetic: of enclosures that take targets along, those that take all copies of some files",
    name="enclosure_loss_rate",
    part_of="loss_rate",
)
def enclosure_loss_rate_of_two_copies(
    fatal_enclosures_destroyed: Num, enclosures_with_all_copies: Num, enclosures_per_block: Num
) -> Num:
    """Rate of data losses by single enclosures that are destroyed."""
    return fatal_enclosures_destroyed * enclosures_with_all_copies / enclosures_per_block


def _with_all_of_more(copies: int) -> Book:
    chapter = Book(f"data loss: enclosures with all {copies} copies of a file", topic="risk")
    fewer = copies - 1.0

    @chapter.quantity(
        "1/second",
        r"\Lambda_\mathrm{enc}",
        "assumption: on fewer blocks than copies, an enclosure takes all copies of a file",
        part_of="loss_rate",
        coefficients=(fewer,),
    )
    def enclosure_loss_rate(fatal_enclosures_destroyed: Num, blocks: Num) -> Num:
        """Rate of data losses by single enclosures that are destroyed."""
        return where_less(fewer, blocks, 0, fatal_enclosures_destroyed)

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


AS_ENTERED = Book("data loss: a tier entered as a whole", topic="risk")
AS_ENTERED.input(
    "stated_loss_probability",
    "1",
    r"P_\mathrm{loss}^\mathrm{in}",
    "Probability that the whole tier loses data in the service life",
    high=0.999999,
)


@AS_ENTERED.quantity(
    "1/second",
    r"\Lambda",
    "definition: as entered, such as in a contract; losses come at a constant rate",
    name="loss_rate",
)
def loss_rate_as_entered(stated_loss_probability: Num, risk_period: Num) -> Num:
    """Rate of data losses in the whole tier, by the probability that is entered."""
    return -np.log1p(-stated_loss_probability) / risk_period


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


EVENLY = "arithmetic: stripes with strips on all failed drives, spread evenly over all drives"


@cache
def lost_stripes(survives: int) -> Book:
    """Return the share of the data that has more lost strips than its code survives."""
    chapter = Book(f"stripes that lose {survives + 1} strips", topic="risk")
    order = tuple(float(n) for n in range(1, survives + 1))

    if not survives:

        @chapter.quantity("1", r"s_\mathrm{str}", EVENLY, name="lost_stripe_share", high=1.0)
        def lost_stripe_share_of_one(
            code_data: Num, code_parity: Num, redundancy_group_drives: Num
        ) -> Num:
            """Share of the stripes that one failure more than parity loses."""
            return (code_data + code_parity) / redundancy_group_drives

        return chapter

    @chapter.quantity("1", r"s_\mathrm{str}", EVENLY, high=1.0, coefficients=order)
    def lost_stripe_share(
        code_data: Num, code_parity: Num, redundancy_group_drives: Num, drives_per_failure: Num
    ) -> Num:
        """Share of the stripes that one failure more than parity loses."""
        strips = code_data + code_parity
        share = strips / redundancy_group_drives
        for n in order:
            left = redundancy_group_drives - n * drives_per_failure
            share = share * (strips - n) / left
        return share

    return chapter


SHARE_OF_STRIPES = Book("share of stripes lost with one strip more than parity", topic="risk")
SHARE_OF_STRIPES.over(
    "total",
    "stripe_share_at_stake",
    "1",
    r"s_\mathrm{str}^\mathrm{tier}",
    "Share of the stripes that one failure more than parity loses",
    roles=("pools",),
    of="lost_stripe_share",
)
OF_A_BLOCK = Book("data lost with strips in a block", topic="risk")


@OF_A_BLOCK.quantity(
    "byte",
    r"D_\mathrm{grp}",
    "arithmetic: only stripes with more lost strips than parity, of one block",
    name="data_lost_with_group",
)
def data_lost_with_group_in_block(
    planned_capacity: Num, blocks: Num, stripe_share_at_stake: Num
) -> Num:
    """Data lost with one group: the stripes that lose more strips than parity."""
    return planned_capacity / blocks * stripe_share_at_stake


OF_A_TIER = Book("data lost with strips over failure domains", topic="risk")


@OF_A_TIER.quantity(
    "byte",
    r"D_\mathrm{grp}",
    "arithmetic: only stripes or objects with more lost strips than parity",
    name="data_lost_with_group",
)
def data_lost_with_group_over_domains(planned_capacity: Num, stripe_share_at_stake: Num) -> Num:
    """Data lost with one group: the stripes that lose more strips than parity."""
    return planned_capacity * stripe_share_at_stake


OF_AN_ARRAY = Book("data lost with a declustered array", topic="risk")
OF_AN_ARRAY.over(
    "total",
    "targets_lost_with_group",
    "1",
    r"n_\mathrm{tgt/grp}",
    "Targets lost with one declustered array",
    roles=("pools",),
    of="targets_per_array",
)


@OF_AN_ARRAY.quantity(
    "byte",
    r"D_\mathrm{grp}",
    "assumption: all data of its targets; parts of files on other targets don't count",
    name="data_lost_with_group",
)
def data_lost_with_group_of_array(
    planned_capacity: Num, targets: Num, targets_lost_with_group: Num
) -> Num:
    """Data lost with one array, which takes its targets with it."""
    return planned_capacity / targets * targets_lost_with_group


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


@RESTORES.quantity("second", r"t_\mathrm{rst}", RESTORED)
def tier_restore_time(planned_capacity: Num, restore_bandwidth: Num) -> Num:
    """Time to restore all data of the tier."""
    return planned_capacity / restore_bandwidth


TARGET_RESTORES = Book("restores of a target from a backup", topic="risk")


@TARGET_RESTORES.quantity("second", r"t_\mathrm{rst}^\mathrm{tgt}", RESTORED)
def target_restore_time(planned_capacity: Num, targets: Num, restore_bandwidth: Num) -> Num:
    """Time to restore the data of one lost target."""
    return planned_capacity / targets / restore_bandwidth


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
