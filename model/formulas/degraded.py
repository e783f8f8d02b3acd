"""What a tier gives when something is lost, rebuilds, or is nearly full.

Of a tier in such a state some servers are affected and run their chain as it is then; the others
run it as when healthy; some may be down. Files that each lie on few targets get the sum of what is
left; files over all targets move at the pace of the slowest one.
"""

from collections.abc import Callable

import numpy as np

from model.formulas.performance import OWN, STATES, declare_committed
from model.formulas.striping import declare_leasts, target_needs, uneven_block
from model.ops import Num, least_known, otherwise, where_less, whole_down
from model.quantity import Book

DEGRADED = Book("degraded bandwidth")


@DEGRADED.quantity("1", r"s_\mathrm{slow}", STATES)
def slowest_share(rebuilding_targets: Num, rebuild_share: Num) -> Num:
    """What the slowest target's drives move, as a share of what those of the others do."""
    return where_less(0.0, rebuilding_targets, 1 - rebuild_share, 1.0)


ALIKE = Book("affected servers alike")
SURVIVORS = Book("servers left in a block")


@SURVIVORS.quantity("1", r"n_\mathrm{tgt/srv}^\mathrm{few}", STATES)
def fewest_served_targets(targets_per_block: Num, servers_left_in_block: Num) -> Num:
    """Targets of those servers left in the block that have fewer."""
    return whole_down(targets_per_block / servers_left_in_block)


@SURVIVORS.quantity("1", r"n_\mathrm{busy}^\mathrm{left}", STATES)
def busy_servers_left(
    targets_per_block: Num, fewest_served_targets: Num, servers_left_in_block: Num
) -> Num:
    """Servers left in the block that serve one target more."""
    return targets_per_block - fewest_served_targets * servers_left_in_block


def _alike(affected_servers: Num, bound: Num) -> Num:
    return where_less(0.0, affected_servers, affected_servers * bound, 0.0)


def _survivors(
    affected_servers: Num,
    bound: Num,
    fewest: Num,
    busy_servers: Num,
    servers_left: Num,
    one_target: Num,
    server_least: Num,
) -> Num:
    uneven = uneven_block(fewest, busy_servers, servers_left, one_target, server_least)
    even = affected_servers * bound
    split = where_less(0.0, busy_servers, least_known(even, uneven), even)
    return where_less(0.0, affected_servers, split, 0.0)


def _own_bound(
    working_servers: Num, affected_servers: Num, healthy: Num, affected_rate: Num
) -> Num:
    return (working_servers - affected_servers) * healthy + affected_rate


def _sum_bound(own: Num, working_servers: Num, shared_stage: Num, when_healthy: Num) -> Num:
    return np.minimum(least_known(own, working_servers * shared_stage), when_healthy)


def _sum(
    own: Num,
    working_servers: Num,
    shared_stage: Num,
    affected_servers: Num,
    healthy: Num,
    affected_rate: Num,
    delivery: Num,
    delivery_factor: Num,
    when_healthy: Num,
) -> Num:
    shared = otherwise(working_servers * shared_stage, 2 * own)
    kept = (working_servers - affected_servers) * healthy + affected_rate * delivery
    return np.minimum(where_less(shared, own, shared * delivery_factor, kept), when_healthy)


def _one(drive_least: Num, moving_targets: Num) -> Num:
    return drive_least / where_less(0.0, moving_targets, moving_targets, 1.0)


def _one_behind_array(
    drive_least: Num, array_least: Num, moving_targets: Num, served_targets: Num
) -> Num:
    return least_known(_one(drive_least, moving_targets), array_least / served_targets)


def _slow_target(
    one_target: Num,
    slowest_share: Num,
    server_least: Num,
    most_served_targets: Num,
    healthy: Num,
    affected_servers: Num,
) -> Num:
    affected = least_known(one_target * slowest_share, server_least / most_served_targets, healthy)
    return where_less(0.0, affected_servers, affected, healthy)


def _striped_bound(targets_left: Num, slowest: Num, working_servers: Num, shared_stage: Num) -> Num:
    return least_known(targets_left * slowest, working_servers * shared_stage)


def _striped(bound: Num, healthy_bound: Num, healthy: Num, independent: Num) -> Num:
    return np.minimum(np.minimum(bound / healthy_bound, 1.0) * healthy, independent)


def _same(rate: Num) -> Num:
    return rate


def _loss(left: Num, healthy: Num) -> Num:
    return 1 - left / healthy


SLOWEST = Book("striped files in a state")
SLOWEST_ON_ARRAYS = Book("striped files on arrays in a state")
SPREAD = Book("files over all drives in a state")
for _way, _sub in (("read", "r"), ("write", "w")):
    _shared, _result = f"tier_{_way}_least", f"degraded_{_way}_bandwidth"
    _striping = f"degraded_striped_{_way}_bandwidth"
    _rate, _one_name = f"affected_{_way}_rate", f"affected_target_{_way}_bound"
    declare_committed(
        DEGRADED, "affected", _way, "an affected server by its own stages and its targets'", OWN
    )

    def _declare(
        book: Book, function: Callable[..., Num], name: str, symbol: str, title: str, *needs: str
    ) -> None:
        unit = "1" if name.endswith("_loss") else "byte/s"
        book.quantity(unit, symbol, STATES, name=name, needs=needs, title=title)(function)

    _affected = "affected_servers", f"affected_{_way}_bandwidth_bound"
    _said = f"The most that all affected servers together can {_way}"
    _declare(ALIKE, _alike, _rate, rf"B_\mathrm{{aff,{_sub}}}^\Sigma", _said, *_affected)
    _declare(
        SURVIVORS,
        _survivors,
        _rate,
        rf"B_\mathrm{{aff,{_sub}}}^\Sigma",
        _said,
        *_affected,
        "fewest_served_targets",
        "busy_servers_left",
        "servers_left_in_block",
        _one_name,
        f"server_{_way}_least",
    )
    _declare(
        DEGRADED,
        _own_bound,
        f"own_{_way}_sum",
        rf"B_\mathrm{{own,{_sub}}}^\Sigma",
        f"The most that all servers together can {_way} in this state, what they share aside",
        "working_servers",
        "affected_servers",
        f"mean_{_way}_bandwidth_bound",
        _rate,
    )
    _declare(
        DEGRADED,
        _sum_bound,
        f"{_result}_bound",
        rf"B_\mathrm{{deg,{_sub}}}^+",
        f"The most that the tier can {_way} in this state, in independent files",
        f"own_{_way}_sum",
        "working_servers",
        _shared,
        f"{_way}_bandwidth_bound",
    )
    _declare(
        DEGRADED,
        _sum,
        _result,
        rf"B_\mathrm{{deg,{_sub}}}",
        f"What the tier is committed to {_way} in this state, in independent files",
        f"own_{_way}_sum",
        "working_servers",
        _shared,
        "affected_servers",
        f"mean_{_way}_bandwidth",
        _rate,
        f"affected_{_way}_delivery",
        "delivery_factor",
        f"{_way}_bandwidth",
    )
    _declare(
        DEGRADED,
        _loss,
        f"{_way}_loss",
        rf"\ell_\mathrm{{{_sub}}}",
        f"What this state takes of the bandwidth to {_way} independent files",
        _result,
        f"{_way}_bandwidth",
    )
    _declare(
        DEGRADED,
        _loss,
        f"striped_{_way}_loss",
        rf"\ell_\mathrm{{str,{_sub}}}",
        f"What this state takes of the bandwidth to {_way} files over all targets",
        _striping,
        f"striped_{_way}_bandwidth",
    )
    for _book in (SLOWEST, SLOWEST_ON_ARRAYS, SPREAD):
        _arrays, _spread = _book is SLOWEST_ON_ARRAYS, _book is SPREAD
        declare_leasts(_book, _way, arrays=_arrays)
        if not _spread:
            _declare(
                _book,
                _one_behind_array if _arrays else _one,
                _one_name,
                rf"b_\mathrm{{tgt,{_sub}}}^\mathrm{{aff}}",
                f"The most that one target of an affected server can {_way}, when it rebuilds none",
                *target_needs(_way, arrays=_arrays),
                "moving_targets",
                *(["served_targets"] if _arrays else []),
            )
            _declare(
                _book,
                _slow_target,
                f"slow_target_{_way}_bound",
                rf"b_\mathrm{{deg,{_sub}}}^+",
                f"The most that the slowest target can {_way} in this state",
                _one_name,
                "slowest_share",
                f"server_{_way}_least",
                "most_served_targets",
                f"slowest_target_{_way}_bound",
                "affected_servers",
            )
        _declare(
            _book,
            _same if _spread else _striped_bound,
            f"{_striping}_bound",
            rf"B_\mathrm{{deg,str,{_sub}}}^+",
            f"The most that files over all targets that are left can {_way} in this state",
            *(
                [f"{_result}_bound"]
                if _spread
                else ["targets_left", f"slow_target_{_way}_bound", "working_servers", _shared]
            ),
        )
        _declare(
            _book,
            _striped,
            _striping,
            rf"B_\mathrm{{deg,str,{_sub}}}",
            f"What files over all targets that are left are committed to {_way} in this state",
            f"{_striping}_bound",
            f"striped_{_way}_bandwidth_bound",
            f"striped_{_way}_bandwidth",
            _result,
        )
