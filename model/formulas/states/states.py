"""The states of a tier: whom each affects, and what drives do that are nearly full."""

import numpy as np

from model.engine.ops import Num, where_less
from model.engine.quantity import Book
from model.formulas.chain.performance import STATES

_WAYS = (("read", "r"), ("write", "w"))

SERVER_DOWN = Book("a server down", topic="performance")


@SERVER_DOWN.quantity("1", r"n_\mathrm{aff}", STATES, name="affected_servers")
def servers_that_take_over(takeover: Num, servers_per_block: Num, servers_lost: Num) -> Num:
    """Servers that serve the targets of those lost; 0 where these targets are lost, too."""
    return where_less(0.0, takeover, np.maximum(servers_per_block - servers_lost, 0.0), 0.0)


ONE_SERVER = Book("one server affected", topic="performance")
ONE_SERVER.input(
    "affected_servers",
    "1",
    r"n_\mathrm{aff}",
    "Servers whose chain differs from a healthy one",
    1.0,
    source="what is lost or rebuilds is one server's",
    whole=True,
)
ONE_BLOCK = Book("one block affected", topic="performance")


@ONE_BLOCK.quantity("1", r"n_\mathrm{aff}", STATES, name="affected_servers")
def servers_of_block(servers_per_block: Num) -> Num:
    """Servers that reach the enclosure: all of its block."""
    return servers_per_block


ALL_SERVERS = Book("all servers affected", topic="performance")


@ALL_SERVERS.quantity("1", r"n_\mathrm{aff}", STATES, name="affected_servers")
def all_servers(servers: Num) -> Num:
    """Servers that the state affects: all of the tier."""
    return servers


ZONES = (
    "the rate falls linearly from the outer to the inner zone, about to a half (Dilger, "
    "lustre-discuss, 2015-01-14); the mean over the surface is φ"
)
AGED = Book("aged file system", topic="performance")
AGED.input(
    "aged_factor",
    "1",
    r"\eta_\mathrm{aged}",
    "What fragmentation leaves of the rate of a nearly full, aged file system",
    1.0,
    source="nothing is taken off: fragmentation costs more than fullness, and how much depends "
    "on use (Kaitschuck, Seagate, LUG 2017): measure it",
    high=1.0,
)
NEARLY_FULL = Book("nearly full drives", AGED, topic="performance")
NEARLY_FULL_TARGETS = Book("nearly full targets", AGED, topic="performance")
for _way, _sub in _WAYS:

    def _aged(aged_factor: Num) -> Num:
        return aged_factor

    NEARLY_FULL_TARGETS.quantity(
        "1",
        rf"s_\mathrm{{zone,{_sub}}}",
        "targets were measured, and nothing is known of the zones of their drives",
        name=f"{_way}_condition",
        title=f"What targets {_way} at the fill limit, as a share of what was measured",
    )(_aged)


@NEARLY_FULL.quantity("1", r"\phi_\mathrm{in}", ZONES)
def inner_zone_factor(drive_surface_factor: Num) -> Num:
    """Rate of the innermost zone, as a share of the outer one."""
    return np.maximum(2 * drive_surface_factor - 1, 0.0)


@NEARLY_FULL.quantity("1", r"s_\mathrm{zone,w}", ZONES)
def write_condition(
    inner_zone_factor: Num, fill_limit: Num, drive_surface_factor: Num, aged_factor: Num
) -> Num:
    """What drives write at the fill limit, as a share of the mean over their surface."""
    return aged_factor * np.minimum(
        (1 - (1 - inner_zone_factor) * fill_limit) / drive_surface_factor, 1.0
    )


@NEARLY_FULL.quantity("1", r"s_\mathrm{zone,r}", ZONES)
def read_condition(
    inner_zone_factor: Num, fill_limit: Num, drive_surface_factor: Num, aged_factor: Num
) -> Num:
    """What drives read of all that is stored up to the fill limit, as a share of that mean."""
    return aged_factor * np.minimum(
        (1 - (1 - inner_zone_factor) * fill_limit / 2) / drive_surface_factor, 1.0
    )
