"""What a tier gives when something is lost, rebuilds, or is nearly full.

Of a tier in such a state some servers are affected and run their chain as it is then; the others
run it as when healthy; some may be down. Files that each lie on few targets get the sum of what is
left; files over all targets move at the pace of the slowest one.
"""

import numpy as np

from model.formulas.performance import OWN, STATES, declare_committed
from model.formulas.striping import declare_leasts
from model.ops import Num, least_known, where_less
from model.quantity import Book

_WAYS = (("read", "r"), ("write", "w"))

SERVER_DOWN = Book("a server down")


@SERVER_DOWN.quantity("1", r"n_\mathrm{aff}", STATES, name="affected_servers")
def servers_that_take_over(takeover: Num, servers_per_block: Num, servers_lost: Num) -> Num:
    """Servers that serve the targets of those lost; 0 where these targets are lost, too."""
    return where_less(0.0, takeover, np.maximum(servers_per_block - servers_lost, 0.0), 0.0)


ONE_SERVER = Book("one server affected")
ONE_SERVER.input(
    "affected_servers",
    "1",
    r"n_\mathrm{aff}",
    "Servers whose chain differs from a healthy one",
    1.0,
    source="what is lost or rebuilds is one server's",
    whole=True,
)
ONE_BLOCK = Book("one block affected")


@ONE_BLOCK.quantity("1", r"n_\mathrm{aff}", STATES, name="affected_servers")
def servers_of_block(servers_per_block: Num) -> Num:
    """Servers that reach the enclosure: all of its block."""
    return servers_per_block


ALL_SERVERS = Book("all servers affected")


@ALL_SERVERS.quantity("1", r"n_\mathrm{aff}", STATES, name="affected_servers")
def all_servers(servers: Num) -> Num:
    """Servers whose drives are nearly full: all of the tier."""
    return servers


ZONES = "the rate falls linearly from the outer to the inner zone; the mean over the surface is φ"
AGED = Book("aged file system")
AGED.input(
    "aged_factor",
    "1",
    r"\eta_\mathrm{aged}",
    "What fragmentation leaves of the rate of a nearly full, aged file system",
    1.0,
    source="nothing is taken off: measure it, or choose it; the drives' zone is counted apart",
    high=1.0,
)
NEARLY_FULL = Book("nearly full drives", AGED)
NEARLY_FULL_TARGETS = Book("nearly full targets", AGED)
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


DEGRADED = Book("degraded bandwidth")


@DEGRADED.quantity("1", r"n_\mathrm{tgt}^\mathrm{left}", STATES)
def targets_left(targets: Num, takeover: Num, servers_lost: Num, targets_per_server: Num) -> Num:
    """Targets that are served in this state."""
    return targets - (1 - takeover) * servers_lost * targets_per_server


@DEGRADED.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{busy}", STATES)
def most_served_targets(
    most_targets_per_server: Num, load_share: Num, targets_per_block: Num
) -> Num:
    """Targets of the busiest server: never more than its block has."""
    return np.minimum(most_targets_per_server * load_share, targets_per_block)


@DEGRADED.quantity("1", r"s_\mathrm{slow}", STATES)
def slowest_share(rebuilding_targets: Num, rebuild_share: Num) -> Num:
    """What the slowest target's drives move, as a share of what those of the others do."""
    return where_less(0.0, rebuilding_targets, 1 - rebuild_share, 1.0)


def _sum_bound(
    servers: Num,
    servers_lost: Num,
    affected_servers: Num,
    healthy: Num,
    affected: Num,
    shared_stage: Num,
) -> Num:
    working = servers - servers_lost
    own = (working - affected_servers) * healthy + affected_servers * affected
    return least_known(own, working * shared_stage)


def _sum(
    servers: Num,
    servers_lost: Num,
    affected_servers: Num,
    healthy: Num,
    affected: Num,
    shared_stage: Num,
    delivery_factor: Num,
    when_healthy: Num,
) -> Num:
    shared = shared_stage * delivery_factor
    left = _sum_bound(servers, servers_lost, affected_servers, healthy, affected, shared)
    return np.minimum(left, when_healthy)


def _slow_target(
    drive_least: Num,
    server_least: Num,
    healthy: Num,
    most_served_targets: Num,
    moving_targets: Num,
    slowest_share: Num,
    affected_servers: Num,
) -> Num:
    moved = where_less(0.0, moving_targets, moving_targets, 1.0)
    affected = least_known(
        drive_least / moved * slowest_share, server_least / most_served_targets, healthy
    )
    return where_less(0.0, affected_servers, affected, healthy)


def _slow_behind_array(
    drive_least: Num,
    server_least: Num,
    healthy: Num,
    most_served_targets: Num,
    moving_targets: Num,
    slowest_share: Num,
    affected_servers: Num,
    array_least: Num,
    served_targets: Num,
) -> Num:
    one = _slow_target(
        drive_least,
        server_least,
        healthy,
        most_served_targets,
        moving_targets,
        slowest_share,
        affected_servers,
    )
    return least_known(one, array_least / served_targets)


def _striped_bound(targets_left: Num, slowest: Num, working_servers: Num, shared_stage: Num) -> Num:
    return least_known(targets_left * slowest, working_servers * shared_stage)


def _striped(bound: Num, healthy_bound: Num, healthy: Num) -> Num:
    return np.minimum(bound / healthy_bound, 1.0) * healthy


def _loss(left: Num, healthy: Num) -> Num:
    return 1 - left / healthy


_SUMMED = (
    "servers",
    "servers_lost",
    "affected_servers",
)
SLOWEST = Book("striped files in a state")
SLOWEST_ON_ARRAYS = Book("striped files on arrays in a state")
for _way, _sub in _WAYS:
    _share = f"tier_{_way}_least"
    declare_committed(
        DEGRADED, "affected", _way, "an affected server by its own stages and its targets'", OWN
    )
    for _function, _name, _unit, _symbol, _needs, _title in (
        (
            _sum_bound,
            f"degraded_{_way}_bandwidth_bound",
            "byte/s",
            rf"B_\mathrm{{deg,{_sub}}}^+",
            (
                *_SUMMED,
                f"own_{_way}_bandwidth_bound",
                f"affected_{_way}_bandwidth_bound",
                _share,
            ),
            f"The most that the tier can {_way} in this state, in independent files",
        ),
        (
            _sum,
            f"degraded_{_way}_bandwidth",
            "byte/s",
            rf"B_\mathrm{{deg,{_sub}}}",
            (
                *_SUMMED,
                f"own_{_way}_bandwidth",
                f"affected_{_way}_bandwidth",
                _share,
                "delivery_factor",
                f"{_way}_bandwidth",
            ),
            f"What the tier is committed to {_way} in this state, in independent files",
        ),
        (
            _loss,
            f"{_way}_loss",
            "1",
            rf"\ell_\mathrm{{{_sub}}}",
            (f"degraded_{_way}_bandwidth", f"{_way}_bandwidth"),
            f"What this state takes of the bandwidth to {_way} independent files",
        ),
        (
            _striped_bound,
            f"degraded_striped_{_way}_bandwidth_bound",
            "byte/s",
            rf"B_\mathrm{{deg,str,{_sub}}}^+",
            ("targets_left", f"slow_target_{_way}_bound", "working_servers", _share),
            f"The most that files over all targets that are left can {_way} in this state",
        ),
        (
            _striped,
            f"degraded_striped_{_way}_bandwidth",
            "byte/s",
            rf"B_\mathrm{{deg,str,{_sub}}}",
            (
                f"degraded_striped_{_way}_bandwidth_bound",
                f"striped_{_way}_bandwidth_bound",
                f"striped_{_way}_bandwidth",
            ),
            f"What files over all targets that are left are committed to {_way} in this state",
        ),
        (
            _loss,
            f"striped_{_way}_loss",
            "1",
            rf"\ell_\mathrm{{str,{_sub}}}",
            (f"degraded_striped_{_way}_bandwidth", f"striped_{_way}_bandwidth"),
            f"What this state takes of the bandwidth to {_way} files over all targets",
        ),
    ):
        DEGRADED.quantity(_unit, _symbol, STATES, name=_name, needs=_needs, title=_title)(_function)
    for _book, _slowest in ((SLOWEST, _slow_target), (SLOWEST_ON_ARRAYS, _slow_behind_array)):
        _arrays = _book is SLOWEST_ON_ARRAYS
        declare_leasts(_book, _way, arrays=_arrays)
        _book.quantity(
            "byte/s",
            rf"b_\mathrm{{deg,{_sub}}}^+",
            STATES,
            name=f"slow_target_{_way}_bound",
            needs=(
                f"drive_{_way}_least",
                f"server_{_way}_least",
                f"slowest_target_{_way}_bound",
                "most_served_targets",
                "moving_targets",
                "slowest_share",
                "affected_servers",
                *([f"array_{_way}_least", "served_targets"] if _arrays else []),
            ),
            title=f"The most that the slowest target can {_way} in this state",
        )(_slowest)
