"""What a tier gives to files over all its targets when something is lost, rebuilds, or is full.

They move at the pace of the slowest target that is left. Where a server goes with its targets, it
is the one whose loss leaves least: one with the most targets takes most, but one with fewer may
leave the slowest pace.
"""

import numpy as np

from model.engine.ops import Num, least_known, where_less, whole_down
from model.engine.quantity import Book
from model.formulas.chain.performance import STATES, committed_by
from model.formulas.chain.striping import KINDS
from model.formulas.states.affected import declare
from model.formulas.states.degraded import loss

STRIPED = Book("striped files in a state", topic="performance")
STRIPED_DOWN = Book("striped files without a server", topic="performance")
STRIPED_SPREAD = Book("files over all drives in a state", topic="performance")


@STRIPED.quantity("1", r"n_\mathrm{tgt}^\mathrm{left}", STATES, name="targets_left")
def targets_left_behind(targets: Num, reached_share: Num, most_targets_per_server: Num) -> Num:
    """Targets that are served in this state: one server may have lost some behind an adapter."""
    return targets - most_targets_per_server + whole_down(most_targets_per_server * reached_share)


@STRIPED_DOWN.quantity("1", r"n_\mathrm{tgt}^\mathrm{left}", STATES)
def targets_left(
    targets: Num, takeover: Num, servers_lost: Num, most_targets_per_server: Num
) -> Num:
    """Targets that are served in this state: where no others take over, the most are lost."""
    return targets - (1 - takeover) * servers_lost * most_targets_per_server


@STRIPED_DOWN.quantity("1", r"n_\mathrm{tgt}^\mathrm{left,max}", STATES)
def most_targets_left(
    targets: Num, takeover: Num, servers_lost: Num, fewest_targets_per_server: Num
) -> Num:
    """Targets that are served in this state, where a server with the fewest is lost."""
    return targets - (1 - takeover) * servers_lost * fewest_targets_per_server


def _slow_left(
    affected_servers: Num,
    slow_target: Num,
    blocks: Num,
    busy_servers: Num,
    servers_lost: Num,
    healthy: Num,
    single_target: Num,
    server_least: Num,
    fewest: Num,
) -> Num:
    others = least_known(single_target, server_least / np.maximum(fewest, 1.0))
    left = where_less(servers_lost, blocks * busy_servers, healthy, others)
    return where_less(0.0, affected_servers, slow_target, left)


def _striped_bound(targets: Num, slowest: Num, working_servers: Num, shared_stage: Num) -> Num:
    return least_known(targets * slowest, working_servers * shared_stage)


def _down_bound(
    targets_left: Num,
    slowest: Num,
    most_targets_left: Num,
    healthy_slowest: Num,
    working_servers: Num,
    shared_stage: Num,
) -> Num:
    most = most_targets_left * healthy_slowest
    return least_known(targets_left * slowest, most, working_servers * shared_stage)


def _striped(
    measured: Num, bound: Num, delivery_factor: Num, healthy: Num, independent: Num
) -> Num:
    committed = committed_by(measured, bound, delivery_factor)
    return np.minimum(np.minimum(committed, healthy), independent)


def _spread(bound: Num, healthy_bound: Num, healthy: Num, independent: Num) -> Num:
    return np.minimum(np.minimum(bound / healthy_bound, 1.0) * healthy, independent)


def _same(rate: Num) -> Num:
    return rate


for _way, _sub in (("read", "r"), ("write", "w")):
    _result, _healthy = f"degraded_striped_{_way}_bandwidth", f"striped_{_way}_bandwidth"
    _said = f"The most that files over all targets that are left can {_way} in this state"
    declare(
        STRIPED_SPREAD,
        _same,
        f"{_result}_bound",
        rf"B_\mathrm{{deg,str,{_sub}}}^+",
        f"{_said}, whichever server it affects",
        f"degraded_{_way}_bandwidth_bound",
    )
    for _kind, _mark, _by in KINDS:
        _shared = "working_servers", f"{_kind}tier_{_way}_least"
        _slow = f"{_kind}slow_target_{_way}_bound"
        _slowest = f"{_kind}slowest_target_{_way}_bound"
        declare(
            STRIPED_DOWN,
            _slow_left,
            f"{_kind}slow_left_{_way}_bound",
            rf"b_\mathrm{{left,{_sub}}}{_mark}",
            f"The most that the slowest target can {_way} that is left, where the most are lost"
            f"{_by}",
            "affected_servers",
            _slow,
            "blocks",
            "busy_servers_per_block",
            "servers_lost",
            _slowest,
            f"{_kind}single_target_{_way}_bound",
            f"{_kind}server_{_way}_least",
            "fewest_targets_per_server",
        )
        _left = f"{_kind}slow_left_{_way}_bound"
        for _book, _function, _needs in (
            (STRIPED, _striped_bound, ("targets_left", _slow, *_shared)),
            (
                STRIPED_DOWN,
                _down_bound,
                ("targets_left", _left, "most_targets_left", _slowest, *_shared),
            ),
        ):
            declare(
                _book,
                _function,
                f"{_kind}{_result}_bound",
                rf"B_\mathrm{{deg,str,{_sub}}}{_mark}",
                f"{_said}, whichever server it affects{_by}",
                *_needs,
            )
    _committed = f"measured_{_result}_bound", f"{_result}_bound", "delivery_factor"
    for _book in (STRIPED, STRIPED_DOWN, STRIPED_SPREAD):
        declare(
            _book,
            _spread if _book is STRIPED_SPREAD else _striped,
            _result,
            rf"B_\mathrm{{deg,str,{_sub}}}",
            f"What files over all targets that are left are committed to {_way} in this state",
            *((f"{_result}_bound", f"{_healthy}_bound") if _book is STRIPED_SPREAD else _committed),
            _healthy,
            f"degraded_{_way}_bandwidth",
        )
        declare(
            _book,
            loss,
            f"striped_{_way}_loss",
            rf"\ell_\mathrm{{str,{_sub}}}",
            f"What this state takes of the bandwidth to {_way} files over all targets",
            _result,
            _healthy,
        )
