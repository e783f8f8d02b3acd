"""Classes of alike servers: how many they are, what each serves, and what it gives.

The servers of a tier are a few classes. Where the targets of a block don't divide by its servers,
some are busy and have one target more than the others. A class that a state affects runs a healthy
server's own chain, with the targets that it serves then, and without what it lost; one that the
state spares runs as when healthy. Nothing is declared a second time for either.
"""

from model.engine.ops import Num, least_known, pieces, where_less, whole_down, whole_up
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.formulas.chain.links import CHAIN
from model.formulas.chain.performance import STATES
from model.formulas.chain.striping import SLOWEST, at_least_one
from model.formulas.ways import WAYS_AND_ENDS

BUSY = Book("busy servers", topic="performance")
OTHER = Book("other servers", topic="performance")


@BUSY.quantity("1", r"n_\mathrm{alike}", STATES, name="alike_servers")
def alike_servers_busy(blocks: Num, busy_servers_per_block: Num) -> Num:
    """Servers with the most targets of their block; 0 where all have as many."""
    return blocks * busy_servers_per_block


@OTHER.quantity("1", r"n_\mathrm{alike}", STATES, name="alike_servers")
def alike_servers_other(servers: Num, blocks: Num, busy_servers_per_block: Num) -> Num:
    """Servers with the fewest targets of their block."""
    return servers - blocks * busy_servers_per_block


BUSY_HIT = Book("busy servers that are hit", topic="performance")
OTHER_HIT = Book("other servers that are hit", topic="performance")


BUSY_HIT.alias(
    "alike_servers",
    "1",
    r"n_\mathrm{alike}",
    "Affected servers with the most targets of their block.",
    of="busy_servers_hit",
    source=STATES,
)


OTHER_HIT.alias(
    "alike_servers",
    "1",
    r"n_\mathrm{alike}",
    "Affected servers with the fewest targets of their block.",
    of="other_servers_hit",
    source=STATES,
)


AFFECTED = Book("servers that are affected", topic="performance")


AFFECTED.alias(
    "alike_servers",
    "1",
    r"n_\mathrm{alike}",
    "Servers whose chain differs from a healthy one.",
    of="affected_servers",
    source=STATES,
)


BUSY_LEFT = Book("busy servers that take over", topic="performance")
OTHER_LEFT = Book("other servers that take over", topic="performance")


@BUSY_LEFT.quantity("1", r"n_\mathrm{alike}", STATES, name="alike_servers")
def alike_servers_busy_left(
    affected_servers: Num, targets_per_block: Num, servers_left_in_block: Num
) -> Num:
    """Servers left in the block that serve one target more than the others there."""
    each = whole_down(targets_per_block / servers_left_in_block)
    return where_less(0.0, affected_servers, targets_per_block - each * servers_left_in_block, 0.0)


@OTHER_LEFT.quantity("1", r"n_\mathrm{alike}", STATES, name="alike_servers")
def alike_servers_other_left(
    affected_servers: Num, targets_per_block: Num, servers_left_in_block: Num
) -> Num:
    """Servers left in the block that serve the fewest targets there."""
    each = whole_down(targets_per_block / servers_left_in_block)
    more = targets_per_block - each * servers_left_in_block
    return where_less(0.0, affected_servers, servers_left_in_block - more, 0.0)


MOST = Book("most targets", topic="performance")
FEWEST = Book("fewest targets", topic="performance")


MOST.alias(
    "served_targets",
    "1",
    r"n_\mathrm{tgt/srv}^\mathrm{now}",
    "Targets that each of these servers serves in this state.",
    of="most_targets_per_server",
    source=STATES,
)


FEWEST.alias(
    "served_targets",
    "1",
    r"n_\mathrm{tgt/srv}^\mathrm{now}",
    "Targets that each of these servers serves in this state.",
    of="fewest_targets_per_server",
    source=STATES,
)


MOST_REACHED = Book("most targets behind adapters", topic="performance")
FEWEST_REACHED = Book("fewest targets behind adapters", topic="performance")
REACHED = (
    "assumption: the drives in a server hang on its adapters, each on one: only whole targets "
    "are served. Where a target lies over all adapters and its parity covers one of them, as "
    "mirrors may, nothing is lost: no field says how drives are cabled"
)


@MOST_REACHED.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{now}", REACHED, name="served_targets")
def served_targets_most_reached(most_targets_per_server: Num, hbas_left: Num) -> Num:
    """Targets that each of these servers serves in this state, behind its adapters left."""
    return whole_down(most_targets_per_server * hbas_left)


@FEWEST_REACHED.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{now}", REACHED, name="served_targets")
def served_targets_fewest_reached(fewest_targets_per_server: Num, hbas_left: Num) -> Num:
    """Targets that each of these servers serves in this state, behind its adapters left."""
    return whole_down(fewest_targets_per_server * hbas_left)


MOST_WITH_DRIVES = Book("most targets whose drives are left", topic="performance")
FEWEST_WITH_DRIVES = Book("fewest targets whose drives are left", topic="performance")
WHOLE = (
    "assumption: each target lies in one enclosure, so only whole targets are lost with its drives"
)


@MOST_WITH_DRIVES.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{now}", WHOLE, name="served_targets")
def served_targets_most_with_drives(most_targets_per_server: Num, drives_left: Num) -> Num:
    """Targets that each of these servers serves in this state, of the drives left."""
    return whole_down(most_targets_per_server * drives_left)


@FEWEST_WITH_DRIVES.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{now}", WHOLE, name="served_targets")
def served_targets_fewest_with_drives(fewest_targets_per_server: Num, drives_left: Num) -> Num:
    """Targets that each of these servers serves in this state, of the drives left."""
    return whole_down(fewest_targets_per_server * drives_left)


MOST_LEFT = Book("most targets of those that take over", topic="performance")
FEWEST_LEFT = Book("fewest targets of those that take over", topic="performance")


@MOST_LEFT.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{now}", STATES, name="served_targets")
def served_targets_most_taken_over(targets_per_block: Num, servers_left_in_block: Num) -> Num:
    """Targets that each of these servers serves in this state, those taken over included."""
    return whole_up(targets_per_block / servers_left_in_block)


@FEWEST_LEFT.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{now}", STATES, name="served_targets")
def served_targets_fewest_taken_over(targets_per_block: Num, servers_left_in_block: Num) -> Num:
    """Targets that each of these servers serves in this state, those taken over included."""
    return whole_down(targets_per_block / servers_left_in_block)


LOAD = Book("load of alike servers", topic="performance")


@LOAD.quantity("1", r"s_\mathrm{load}", STATES)
def load_share(served_targets: Num, targets_per_server: Num) -> Num:
    """Targets that each serves in this state, for each that a healthy server has on average."""
    return served_targets / targets_per_server


@LOAD.quantity("1", r"s_\mathrm{slow}", STATES)
def slowest_share(rebuilding_targets: Num, rebuild_share: Num) -> Num:
    """What the slowest target's drives move, as a share of what those of the others do."""
    return where_less(0.0, rebuilding_targets, 1 - rebuild_share, 1.0)


_OWN = Book("alike servers by their stages", topic="performance")
_OWN_ON_ARRAYS = Book("alike servers on arrays by their stages", topic="performance")


@_OWN.quantity("byte/s", r"B_\mathrm{own,<w>}<+>", CHAIN)
def own_way_bandwidth_end(kind_drive_way_least: Num, kind_server_way_least: Num) -> Num:
    """{most} {way} bandwidth of each, by its own stages and its targets' if it has any."""
    return least_known(kind_drive_way_least, kind_server_way_least)


@_OWN_ON_ARRAYS.quantity("byte/s", r"B_\mathrm{own,<w>}<+>", CHAIN, name="own_way_bandwidth_end")
def own_way_bandwidth_end_on_arrays(
    kind_drive_way_least: Num, kind_array_way_least: Num, kind_server_way_least: Num
) -> Num:
    """{most} {way} bandwidth of each, by its own stages and its targets' if it has any."""
    return least_known(kind_drive_way_least, kind_array_way_least, kind_server_way_least)


OWN = spell(_OWN, *WAYS_AND_ENDS)
OWN_ON_ARRAYS = spell(_OWN_ON_ARRAYS, *WAYS_AND_ENDS)

_PACE = Book("pace of alike servers", topic="performance")
_PACE_ON_ARRAYS = Book("pace of alike servers on arrays", topic="performance")
PACE_SOURCE = f"{SLOWEST}; where there are no such servers, that of a single target doesn't limit"


@_PACE.quantity("byte/s", r"b_\mathrm{pace,<w>}<+>", PACE_SOURCE)
def pace_way_bandwidth_end(
    alike_targets: Num,
    served_targets: Num,
    moving_targets: Num,
    slowest_share: Num,
    kind_drive_way_least: Num,
    kind_server_way_least: Num,
    single_target_way_bandwidth_end: Num,
) -> Num:
    """{most} {way} bandwidth of the slowest target of these servers."""
    return where_less(
        0.0,
        alike_targets,
        least_known(
            kind_drive_way_least / at_least_one(moving_targets) * slowest_share,
            kind_server_way_least / at_least_one(served_targets),
        ),
        single_target_way_bandwidth_end,
    )


@_PACE_ON_ARRAYS.quantity(
    "byte/s", r"b_\mathrm{pace,<w>}<+>", PACE_SOURCE, name="pace_way_bandwidth_end"
)
def pace_way_bandwidth_end_on_arrays(
    alike_targets: Num,
    served_targets: Num,
    moving_targets: Num,
    slowest_share: Num,
    kind_drive_way_least: Num,
    kind_array_way_least: Num,
    kind_server_way_least: Num,
    single_target_way_bandwidth_end: Num,
) -> Num:
    """{most} {way} bandwidth of the slowest target of these servers."""
    return where_less(
        0.0,
        alike_targets,
        least_known(
            kind_drive_way_least / at_least_one(moving_targets) * slowest_share,
            kind_array_way_least / at_least_one(served_targets),
            kind_server_way_least / at_least_one(served_targets),
        ),
        single_target_way_bandwidth_end,
    )


PACE = spell(_PACE, *WAYS_AND_ENDS)
PACE_ON_ARRAYS = spell(_PACE_ON_ARRAYS, *WAYS_AND_ENDS)

SPARED_BUSY = Book("busy servers that are spared", topic="performance")
SPARED_OTHER = Book("other servers that are spared", topic="performance")
SPARED = Book("servers that are spared", topic="performance")


@SPARED_BUSY.quantity("1", r"n_\mathrm{alike}", STATES, name="alike_servers")
def alike_servers_busy_spared(
    blocks: Num, busy_servers_per_block: Num, busy_servers_hit: Num
) -> Num:
    """Servers with the most targets of their block that the state leaves alone."""
    return blocks * busy_servers_per_block - busy_servers_hit


@SPARED_OTHER.quantity("1", r"n_\mathrm{alike}", STATES, name="alike_servers")
def alike_servers_other_spared(
    servers: Num, blocks: Num, busy_servers_per_block: Num, other_servers_hit: Num
) -> Num:
    """Servers with the fewest targets of their block that the state leaves alone."""
    return servers - blocks * busy_servers_per_block - other_servers_hit


@SPARED.quantity("1", r"n_\mathrm{alike}", STATES, name="alike_servers")
def alike_servers_spared(working_servers: Num, affected_servers: Num) -> Num:
    """Servers that work, and that the state leaves alone."""
    return working_servers - affected_servers


_AS_HEALTHY = Book("rates as when healthy", topic="performance")
_PACE_AS_HEALTHY = Book("pace as when healthy", topic="performance")
_AS_MEAN = Book("rates of a healthy server on average", topic="performance")


_AS_HEALTHY.alias(
    "each_way_bandwidth_end",
    "byte/s",
    r"B_\mathrm{each,<w>}<+>",
    "{most} {way} bandwidth of each of these servers, by its own stages and its targets'.",
    of="class_server_way_bandwidth_end",
    source=STATES,
)


@_PACE_AS_HEALTHY.quantity(
    "byte/s", r"b_\mathrm{pace,<w>}<+>", PACE_SOURCE, name="pace_way_bandwidth_end"
)
def pace_way_bandwidth_end_as_healthy(
    alike_targets: Num,
    class_target_way_bandwidth_end: Num,
    single_target_way_bandwidth_end: Num,
) -> Num:
    """{most} {way} bandwidth of the slowest target of these servers."""
    return where_less(
        0.0,
        alike_targets,
        class_target_way_bandwidth_end,
        single_target_way_bandwidth_end,
    )


_AS_MEAN.alias(
    "each_way_bandwidth_end",
    "byte/s",
    r"B_\mathrm{each,<w>}<+>",
    "{most} {way} bandwidth of each of these servers, by its own stages and its targets'.",
    of="mean_way_bandwidth_end",
    source=STATES,
)


_OF_BUSY, _OF_OTHER = {"class": "busy"}, {"class": "other"}
BUSY_AS_HEALTHY = Book(
    "busy servers as when healthy",
    spell(_AS_HEALTHY, *({**twin, **_OF_BUSY} for twin in WAYS_AND_ENDS)),
    spell(_PACE_AS_HEALTHY, *({**twin, **_OF_BUSY} for twin in WAYS_AND_ENDS)),
)
OTHER_AS_HEALTHY = Book(
    "other servers as when healthy",
    spell(_AS_HEALTHY, *({**twin, **_OF_OTHER} for twin in WAYS_AND_ENDS)),
    spell(_PACE_AS_HEALTHY, *({**twin, **_OF_OTHER} for twin in WAYS_AND_ENDS)),
)
AS_MEAN = spell(_AS_MEAN, *WAYS_AND_ENDS)

_EACH = Book("each of alike servers", topic="performance")
_TOGETHER = Book("alike servers together", topic="performance")


@_EACH.quantity("byte/s", r"B_\mathrm{each,<w>}<+>", STATES)
def each_way_bandwidth_end(served_targets: Num, own_way_bandwidth_end: Num) -> Num:
    """{most} {way} bandwidth of each of these servers, by its own stages and its targets'."""
    return where_less(0.0, served_targets, own_way_bandwidth_end, 0.0)


@_TOGETHER.quantity("byte/s", r"B_\mathrm{alike,<w>}<+>", STATES)
def alike_way_bandwidth_end(alike_servers: Num, each_way_bandwidth_end: Num) -> Num:
    """{most} {way} bandwidth of these servers together, without shared stages."""
    return pieces(alike_servers, each_way_bandwidth_end)


EACH = spell(_EACH, *WAYS_AND_ENDS)
TOGETHER = spell(_TOGETHER, *WAYS_AND_ENDS)
THEIR_TARGETS = Book("targets of alike servers", topic="performance")


@THEIR_TARGETS.quantity("1", r"n_\mathrm{tgt}^\mathrm{alike}", STATES)
def alike_targets(alike_servers: Num, served_targets: Num) -> Num:
    """Targets that these servers serve in this state."""
    return alike_servers * served_targets


_BEHIND_CACHES = Book("behind the caches of alike servers", topic="performance")
_BEHIND_ON_ARRAYS = Book("behind the caches of alike servers on arrays", topic="performance")
_BEHIND_TOGETHER = Book("behind the caches of alike servers together", topic="performance")
BEHIND_SOURCE = "assumption: the slowest known stage behind the caches"


@_BEHIND_CACHES.quantity("byte/s", r"B_\mathrm{behind,<w>}^\mathrm{own,<lim>}", BEHIND_SOURCE)
def kind_own_way_behind_caches(kind_drive_way_least: Num, kind_path_way_least: Num) -> Num:
    """{most} {way} bandwidth of each of these servers behind its caches."""
    return least_known(kind_drive_way_least, kind_path_way_least)


@_BEHIND_ON_ARRAYS.quantity(
    "byte/s",
    r"B_\mathrm{behind,<w>}^\mathrm{own,<lim>}",
    BEHIND_SOURCE,
    name="kind_own_way_behind_caches",
)
def kind_own_way_behind_caches_on_arrays(
    kind_drive_way_least: Num, kind_array_way_least: Num, kind_path_way_least: Num
) -> Num:
    """{most} {way} bandwidth of each of these servers behind its caches."""
    return least_known(kind_drive_way_least, kind_array_way_least, kind_path_way_least)


@_BEHIND_TOGETHER.quantity("byte/s", r"B_\mathrm{behind,<w>}^\mathrm{alike,<lim>}", STATES)
def kind_alike_way_behind_caches(
    alike_servers: Num, served_targets: Num, kind_own_way_behind_caches: Num
) -> Num:
    """{most} {way} bandwidth of these servers together behind their caches."""
    each = where_less(0.0, served_targets, kind_own_way_behind_caches, 0.0)
    return pieces(alike_servers, each)


_BOTH = spell(_BEHIND_TOGETHER, *WAYS_AND_ENDS)
BEHIND_CACHES = Book(
    "behind the caches of alike servers", spell(_BEHIND_CACHES, *WAYS_AND_ENDS), _BOTH
)
BEHIND_ON_ARRAYS = Book(
    "behind the caches of alike servers on arrays", spell(_BEHIND_ON_ARRAYS, *WAYS_AND_ENDS), _BOTH
)
