"""The bandwidth chain of one server, from its drives to the network, in one state of the tier.

A stage is what clients could get if nothing but that stage limited one server: the rate of its
hardware, divided by the bytes moved there for each byte of the client. Stages overlap, so the least
one limits; CPU and memory serve the same bytes one after the other, so they are one stage whose
times add. A stage whose rate is unknown is left out of the least, and the result says "at most".
"""

import numpy as np

from model.engine.ops import Num
from model.engine.quantity import Book, Scope
from model.engine.spelling import spell
from model.formulas.chain.links import CHAIN
from model.formulas.ways import WAYS, WAYS_AND_ENDS

STATES = "arithmetic of the state"
_OF_GIVEN = ("servers_lost", "working_servers")
STATE = Book("state", topic="performance")
STATE.input(
    "servers_lost",
    "1",
    r"n_\mathrm{lost}",
    "Servers that are down in this state",
    0.0,
    source="definition: none, in the healthy state",
    whole=True,
)
STATE.input(
    "takeover",
    "1",
    r"s_\mathrm{take}",
    "Share of the targets of lost servers served by the remaining servers of the block",
    0.0,
    source="definition: no server is lost, in the healthy state",
    shown="percent",
)
STATE.input(
    "rebuilding_targets",
    "1",
    r"n_\mathrm{reb}",
    "Targets of one server that rebuild a drive",
    0.0,
    source="definition: none, in the healthy state",
    whole=True,
)


@STATE.quantity("1", r"n_\mathrm{work}", STATES)
def working_servers(servers: Num, servers_lost: Num) -> Num:
    """Working servers in this state."""
    return servers - servers_lost


@STATE.quantity("1", r"n_\mathrm{left}", STATES)
def servers_left_in_block(servers_per_block: Num, servers_lost: Num) -> Num:
    """Remaining servers of the block that has lost some; at least 1, as a divisor."""
    return np.maximum(servers_per_block - servers_lost, 1.0)


REBUILD = Book("rebuilds", topic="performance")
REBUILD.input(
    "rebuild_share",
    "1",
    r"r_\mathrm{reb}",
    "Share of the rate of a group's drives used by its rebuild",
    0.3,
    source=(
        "assumption: 30 %, the default of the MegaRAID SAS Software User Guide; enter your own"
    ),
    high=1.0,
    shown="percent",
)

GIVEN_STATE = Book("state of a whole tier", STATE, only=lambda x: x.name in _OF_GIVEN)

SERVED = Book("served targets", topic="performance")
"""What a server on average serves: that of a healthy tier, or of targets over all servers."""


@SERVED.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{now}", STATES)
def served_targets(targets_per_server: Num, load_share: Num) -> Num:
    """Targets that a server serves in this state, on average."""
    return targets_per_server * load_share


ON_AVERAGE = Book("load of a server on average", topic="performance")


@ON_AVERAGE.quantity("1", r"s_\mathrm{load}", STATES)
def load_share(takeover: Num, servers_lost: Num, servers_left_in_block: Num) -> Num:
    """Targets that a server serves in this state, for each that it serves when healthy."""
    return 1 + takeover * servers_lost / servers_left_in_block


MOVING = Book("targets that move bytes", topic="performance")
MOVING_SPREAD = Book("targets over all servers that move bytes", topic="performance")


@MOVING.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{mov}", STATES)
def moving_targets(
    served_targets: Num, rebuilding_targets: Num, rebuild_share: Num, groups_per_target: Num
) -> Num:
    """Number of targets of a server whose drives serve clients while one group rebuilds."""
    rebuilding = np.minimum(rebuilding_targets, served_targets)
    return served_targets - rebuilding * rebuild_share / np.maximum(1, groups_per_target)


@MOVING_SPREAD.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{mov}", STATES, name="moving_targets")
def moving_targets_declustered(
    served_targets: Num, rebuilding_targets: Num, rebuild_share: Num
) -> Num:
    """Number of targets of a server whose drives serve clients while all drives rebuild."""
    return served_targets - np.minimum(rebuilding_targets, served_targets) * rebuild_share


_ANYWHERE = Book("drives anywhere", topic="performance")
_ANYWHERE.input(
    "way_condition",
    "1",
    r"s_\mathrm{zone,<w>}",
    "{Way} rate of drives in this state, as a share of the mean over their surface",
    1.0,
    source="definition: the mean over the surface",
)
ANYWHERE = spell(_ANYWHERE, *WAYS)

OF_TARGETS: tuple[Scope, ...] = ("drive", "array")
OF_SERVER: tuple[Scope, ...] = ("path", "server")
OWN = OF_TARGETS + OF_SERVER
"""Whose stages are a server's own: its targets' drives and controllers, and its own hardware."""

_SERVER_END = Book("end of the chain", topic="performance")
_OWN_END = Book("end of a server's own chain", topic="performance")
_SERVER_END.least_stage(
    "server_way_bandwidth_end",
    "byte/s",
    r"B_\mathrm{ser,<w>}<+>",
    "{most} {way} bandwidth of one server, by known stages",
    "kind_way",
)
_OWN_END.least_stage(
    "own_way_bandwidth_end",
    "byte/s",
    r"B_\mathrm{own,<w>}<+>",
    "{most} {way} bandwidth of one server, by its own known stages and its targets'",
    "kind_way",
    scopes=OWN,
)
SERVER_END = spell(_SERVER_END, *WAYS_AND_ENDS)
_SHARE = Book("expected share of the upper bound", topic="performance")


@_SHARE.quantity(
    "1", r"\eta_\mathrm{ser,<w>}", "definition: expected over upper bound", shown="percent"
)
def server_way_delivery(server_way_bandwidth: Num, server_way_bandwidth_bound: Num) -> Num:
    """Expected {way} bandwidth of one server over its upper bound."""
    return server_way_bandwidth / server_way_bandwidth_bound


SHARE = spell(_SHARE, *WAYS)
OWN_END = spell(_OWN_END, *WAYS_AND_ENDS)

_ALIKE_END = Book("end of a tier of servers that are alike", topic="performance")
"""Where no target lies on one server's drives alone, or the tier is entered as a whole."""


@_ALIKE_END.quantity("byte/s", r"B_\mathrm{<w>}<+>", CHAIN)
def way_bandwidth_end(working_servers: Num, server_way_bandwidth_end: Num) -> Num:
    """{most} {way} bandwidth of the tier, by its known stages."""
    return working_servers * server_way_bandwidth_end


_ALIKE_END.alias(
    "mean_way_bandwidth_end",
    "byte/s",
    r"B_\mathrm{mean,<w>}<+>",
    "{most} {way} bandwidth of an average server, without shared stages.",
    of="own_way_bandwidth_end",
    source=CHAIN,
)


ALIKE_END = spell(_ALIKE_END, *WAYS_AND_ENDS)

_ROOM = Book("room in memory", topic="performance")


@_ROOM.quantity(
    "1",
    r"k_\mathrm{room,<w>}",
    "arithmetic: peak of all channels over the upper bound; Béluga's servers moved 16 to 17 when "
    "writing",
)
def memory_way_room(memory_bandwidth: Num, server_way_bandwidth_bound: Num) -> Num:
    """Memory traffic available per client byte, for {way} at the upper bound."""
    return memory_bandwidth / server_way_bandwidth_bound


ROOM = spell(_ROOM, *WAYS)
