"""The states of a tier: whom each affects, what drives do that are nearly full, and what is left.

Which server a state affects isn't known: what is left is the least over the cases.
"""

import numpy as np

from model.engine.ops import Num, at_least, where_less
from model.engine.quantity import Book
from model.engine.spelling import spell
from model.formulas.chain.performance import STATES
from model.formulas.ways import WAYS, WAYS_AND_ENDS

SERVER_DOWN = Book("a server down", topic="performance")


@SERVER_DOWN.quantity("1", r"n_\mathrm{aff}", STATES)
def affected_servers(takeover: Num, servers_per_block: Num, servers_lost: Num) -> Num:
    """Servers that serve the targets of those lost; 0 where these targets are lost, too."""
    return where_less(0.0, takeover, np.maximum(servers_per_block - servers_lost, 0.0), 0.0)


ONE_SERVER = Book("one server affected", topic="performance")
ONE_SERVER.input(
    "affected_servers",
    "1",
    r"n_\mathrm{aff}",
    "Servers whose chain differs from a healthy one",
    1.0,
    source="assumption: what is lost or rebuilds is one server's",
    whole=True,
)
ONE_BLOCK = Book("one block affected", topic="performance")


ONE_BLOCK.alias(
    "affected_servers",
    "1",
    r"n_\mathrm{aff}",
    "Servers that reach the enclosure: all of its block.",
    of="servers_per_block",
    source=STATES,
)


ALL_SERVERS = Book("all servers affected", topic="performance")


ALL_SERVERS.alias(
    "affected_servers",
    "1",
    r"n_\mathrm{aff}",
    "Servers that the state affects: all of the tier.",
    of="servers",
    source=STATES,
)


WHOLE_BLOCKS_HIT = Book("whole blocks are hit", topic="performance")


@WHOLE_BLOCKS_HIT.quantity("1", r"n_\mathrm{busy}^\mathrm{hit}", STATES, name="busy_servers_hit")
def busy_servers_hit_of_blocks(
    affected_servers: Num, servers_per_block: Num, busy_servers_per_block: Num
) -> Num:
    """Servers with the most targets of their block that the state affects."""
    return affected_servers / servers_per_block * busy_servers_per_block


@WHOLE_BLOCKS_HIT.quantity("1", r"n_\mathrm{oth}^\mathrm{hit}", STATES, name="other_servers_hit")
def other_servers_hit_of_blocks(affected_servers: Num, busy_servers_hit: Num) -> Num:
    """Servers with the fewest targets of their block that the state affects."""
    return affected_servers - busy_servers_hit


BUSY_SERVER_HIT = Book("a busy server is hit", topic="performance")
OTHER_SERVER_HIT = Book("another server is hit", topic="performance")


@BUSY_SERVER_HIT.quantity("1", r"n_\mathrm{busy}^\mathrm{hit}", STATES, name="busy_servers_hit")
def busy_servers_hit_one(affected_servers: Num, busy_servers_per_block: Num) -> Num:
    """Servers with the most targets of their block that the state affects, if there are any."""
    return np.minimum(affected_servers, busy_servers_per_block)


@BUSY_SERVER_HIT.quantity("1", r"n_\mathrm{oth}^\mathrm{hit}", STATES, name="other_servers_hit")
def other_servers_hit_none_busy(affected_servers: Num, busy_servers_hit: Num) -> Num:
    """Servers that the state affects where all have as many targets."""
    return affected_servers - busy_servers_hit


OTHER_SERVER_HIT.alias(
    "other_servers_hit",
    "1",
    r"n_\mathrm{oth}^\mathrm{hit}",
    "Servers with the fewest targets of their block that the state affects.",
    of="affected_servers",
    source=STATES,
)


@OTHER_SERVER_HIT.quantity("1", r"n_\mathrm{busy}^\mathrm{hit}", STATES, name="busy_servers_hit")
def busy_servers_hit_none(affected_servers: Num, other_servers_hit: Num) -> Num:
    """Servers with the most targets of their block that the state affects: none."""
    return affected_servers - other_servers_hit


BUSY_SERVER_DOWN = Book("a busy server is down", topic="performance")
OTHER_SERVER_DOWN = Book("another server is down", topic="performance")


@BUSY_SERVER_DOWN.quantity("1", r"n_\mathrm{busy}^\mathrm{hit}", STATES, name="busy_servers_hit")
def busy_servers_hit_without_busy(
    takeover: Num, servers_lost: Num, busy_servers_per_block: Num
) -> Num:
    """Busy servers not in the healthy state: those lost, or all of a block that takes over."""
    lost = np.minimum(servers_lost, busy_servers_per_block)
    return where_less(0.0, takeover, busy_servers_per_block, lost)


@BUSY_SERVER_DOWN.quantity("1", r"n_\mathrm{oth}^\mathrm{hit}", STATES, name="other_servers_hit")
def other_servers_hit_without_busy(
    takeover: Num, servers_lost: Num, servers_per_block: Num, busy_servers_hit: Num
) -> Num:
    """Other servers not in the healthy state: where none is busy, one of them is lost."""
    return where_less(0.0, takeover, servers_per_block, servers_lost) - busy_servers_hit


@OTHER_SERVER_DOWN.quantity("1", r"n_\mathrm{oth}^\mathrm{hit}", STATES, name="other_servers_hit")
def other_servers_hit_without_other(
    takeover: Num, servers_lost: Num, servers_per_block: Num, busy_servers_per_block: Num
) -> Num:
    """Other servers not in the healthy state: those lost, or all of a block that takes over."""
    return where_less(0.0, takeover, servers_per_block - busy_servers_per_block, servers_lost)


@OTHER_SERVER_DOWN.quantity("1", r"n_\mathrm{busy}^\mathrm{hit}", STATES, name="busy_servers_hit")
def busy_servers_hit_without_other(takeover: Num, busy_servers_per_block: Num) -> Num:
    """Busy servers not in the healthy state: all of a block that takes over, or none."""
    return where_less(0.0, takeover, busy_servers_per_block, 0.0)


ZONES = (
    "document: the rate falls linearly from the outer to the inner zone, about to a half (Dilger, "
    "lustre-discuss, 2015-01-14); the mean over the surface is φ"
)
AGED = Book("aged file system", topic="performance")
AGED.input(
    "aged_factor",
    "1",
    r"\eta_\mathrm{aged}",
    "Remaining rate of a fragmented file system, aged and nearly full",
    1.0,
    source="document: nothing is deducted: fragmentation costs more than fullness, and how much "
    "depends on use (Kaitschuck, Seagate, LUG 2017): enter a measured value",
    high=1.0,
    shown="percent",
)
_FULL_TARGETS = Book("nearly full targets", AGED, topic="performance")


_FULL_TARGETS.alias(
    "way_condition",
    "1",
    r"s_\mathrm{zone,<w>}",
    "{Way} rate of targets at the fill limit, as a share of the measured one.",
    of="aged_factor",
    source="assumption: targets were measured, and nothing is known of the zones of their drives",
)


NEARLY_FULL_TARGETS = spell(_FULL_TARGETS, *WAYS)
NEARLY_FULL = Book("nearly full drives", AGED, topic="performance")


@NEARLY_FULL.quantity("1", r"\phi_\mathrm{in}", ZONES, shown="percent")
def inner_zone_factor(drive_surface_factor: Num) -> Num:
    """Rate of the innermost zone, as a share of the outer one."""
    return np.maximum(2 * drive_surface_factor - 1, 0.0)


@NEARLY_FULL.quantity("1", r"s_\mathrm{zone,w}", ZONES)
def write_condition(
    inner_zone_factor: Num, fill_limit: Num, drive_surface_factor: Num, aged_factor: Num
) -> Num:
    """Write rate of drives at the fill limit, as a share of the mean over their surface."""
    return aged_factor * np.minimum(
        (1 - (1 - inner_zone_factor) * fill_limit) / drive_surface_factor, 1.0
    )


@NEARLY_FULL.quantity("1", r"s_\mathrm{zone,r}", ZONES)
def read_condition(
    inner_zone_factor: Num, fill_limit: Num, drive_surface_factor: Num, aged_factor: Num
) -> Num:
    """Read rate of drives over all data up to the fill limit, as a share of that mean."""
    return aged_factor * np.minimum(
        (1 - (1 - inner_zone_factor) * fill_limit / 2) / drive_surface_factor, 1.0
    )


_LEFT = Book("what is left in a state", topic="performance")
_STRIPED_LEFT = Book("what files over all targets are left", topic="performance")
_STRIPED_SPREAD = Book("what files over all drives are left", topic="performance")
_LEFT.over(
    "least",
    "worst_way_bandwidth_end",
    "byte/s",
    r"B_\mathrm{worst,<w>}<+>",
    "{most} {way} bandwidth of the tier in this state, for the worst affected server",
    roles=("cases",),
    of="case_way_bandwidth_end",
)


@_LEFT.quantity("byte/s", r"B_\mathrm{deg,<w>}<+>", STATES)
def degraded_way_bandwidth_end(worst_way_bandwidth_end: Num, way_bandwidth_end: Num) -> Num:
    """{most} {way} bandwidth of the tier in this state for independent files, in the worst case."""
    return np.minimum(worst_way_bandwidth_end, way_bandwidth_end)


_STRIPED_LEFT.over(
    "least",
    "worst_striped_way_bandwidth_end",
    "byte/s",
    r"B_\mathrm{worst,str,<w>}<+>",
    "{most} {way} bandwidth of files striped over all remaining targets, in the worst case",
    roles=("cases",),
    of="case_striped_way_bandwidth_end",
)
_STRIPED_LEFT.over(
    "least",
    "targets_left",
    "1",
    r"n_\mathrm{tgt}^\mathrm{left}",
    "Targets that are served in this state, at the fewest",
    roles=("cases",),
    of="targets_left",
)
GONE = (
    "arithmetic: a file over all targets has a part on each, and new files avoid unavailable ones"
)
REACHED = Book("whether files over all targets can be reached", topic="performance")


REACHED.input(
    "has_copies_apart",
    "1",
    r"\kappa_\mathrm{apart}",
    "Whether the copies of a file lie on targets of different servers: 1, 0",
    0.0,
    source="assumption: ZFS keeps its copies in one pool; Lustre and BeeGFS mirror between targets",
)


@REACHED.quantity("1", r"\mathrm{ok}_\mathrm{str,r}", GONE)
def striped_read_reached(
    targets_left: Num, targets: Num, copies_of_files: Num, has_copies_apart: Num
) -> Num:
    """Whether files over all targets can be read: 1 where none is gone or copies lie apart."""
    further = (copies_of_files - 1) * has_copies_apart * targets_left
    return where_less(0.0, further, 1.0, at_least(targets_left, targets))


@REACHED.quantity("1", r"\mathrm{ok}_\mathrm{str,w}", GONE)
def striped_write_reached(targets_left: Num) -> Num:
    """Whether new files over all targets that are left can be written: 1 yes, 0 no."""
    return where_less(0.0, targets_left, 1.0, 0.0)


@_STRIPED_LEFT.quantity("byte/s", r"B_\mathrm{deg,str,<w>}<+>", STATES)
def degraded_striped_way_bandwidth_end(
    worst_striped_way_bandwidth_end: Num,
    striped_way_bandwidth_end: Num,
    degraded_way_bandwidth_end: Num,
    striped_way_reached: Num,
) -> Num:
    """{most} {way} bandwidth of files striped over all targets in this state, in the worst case."""
    left = np.minimum(worst_striped_way_bandwidth_end, striped_way_bandwidth_end)
    reached = where_less(0.0, striped_way_reached, left, 0.0)
    return np.minimum(reached, degraded_way_bandwidth_end)


_STRIPED_SPREAD.alias(
    "degraded_striped_way_bandwidth_end",
    "byte/s",
    r"B_\mathrm{deg,str,<w>}<+>",
    "{most} {way} bandwidth of files striped over all remaining targets, in the worst case.",
    of="degraded_way_bandwidth_end",
    source=STATES,
)


_LOSS = Book("what a state takes", topic="performance")


LOST = "arithmetic: what is expected in the state, of what is expected when healthy"


@_LOSS.quantity("1", r"\ell_\mathrm{<w>}", LOST)
def way_loss(degraded_way_bandwidth: Num, way_bandwidth: Num) -> Num:
    """Loss of expected {way} bandwidth for independent files in this state."""
    return 1 - degraded_way_bandwidth / way_bandwidth


@_LOSS.quantity("1", r"\ell_\mathrm{str,<w>}", LOST)
def striped_way_loss(degraded_striped_way_bandwidth: Num, striped_way_bandwidth: Num) -> Num:
    """Loss of expected {way} bandwidth for files striped over all targets in this state."""
    return 1 - degraded_striped_way_bandwidth / striped_way_bandwidth


LEFT = spell(_LEFT, *WAYS_AND_ENDS)
STRIPED_LEFT = Book(
    "what files over all targets are left", REACHED, spell(_STRIPED_LEFT, *WAYS_AND_ENDS)
)
STRIPED_SPREAD = spell(_STRIPED_SPREAD, *WAYS_AND_ENDS)
LOSS = spell(_LOSS, *WAYS)
