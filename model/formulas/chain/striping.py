"""Targets on servers: the pace of each target, and of files over all.

A target is as fast as its drives, and what is in the enclosures before them, allow; and it has its
share of its server's own hardware, the smallest at the busiest server.
"""

import numpy as np

from model.engine.ops import Num, least_known, where_less
from model.engine.quantity import Book, Scope
from model.formulas.chain.performance import committed_by, declare_when_healthy

KINDS = (("", "^+", ""), ("measured_", r"^\mathrm{meas}", ", as measured"))
"""Bounds by all known stages, and by measured ones alone: where both agree, these limit."""
_SLOWEST = "files over all targets move at the pace of the slowest"
_SCOPES: tuple[tuple[Scope, str, str], ...] = (
    ("drive", "drv", "the drives of a server's targets can"),
    ("array", "arr", "the controllers of a server's targets can"),
    ("server", "srv", "a server's own hardware can"),
    ("tier", "fab", "one server can by what servers share"),
)


def declare_leasts(book: Book, way: str, *, arrays: bool) -> None:
    """Declare the least of a chain's stages of each scope, and of those that are measured."""
    for scope, symbol, words in _SCOPES:
        for kind, mark, by in KINDS:
            if arrays or scope != "array":
                book.least_stage(
                    f"{kind}{scope}_{way}_least",
                    "byte/s",
                    rf"B_\mathrm{{{symbol},{way[0]}}}" + (mark if by else r"^\mathrm{min}"),
                    f"The most that {words} {way}{by}",
                    way,
                    measured=True if by else None,
                    scopes=("path", "server") if scope == "server" else (scope,),
                )


def target_needs(way: str, kind: str, *, arrays: bool) -> tuple[str, ...]:
    """Name the leasts that one target's pace follows from."""
    return (f"{kind}drive_{way}_least", *([f"{kind}array_{way}_least"] if arrays else []))


def at_least_one(targets: Num) -> Num:
    """Give a number of targets to divide by, where there may be none."""
    return where_less(0.0, targets, targets, 1.0)


def _one_target(drive_least: Num, targets_per_server: Num) -> Num:
    return drive_least / at_least_one(targets_per_server)


def _one_behind_array(drive_least: Num, array_least: Num, targets_per_server: Num) -> Num:
    each = at_least_one(targets_per_server)
    return least_known(drive_least / each, array_least / each)


def _slowest_target(single_target: Num, server_least: Num, most_targets_per_server: Num) -> Num:
    return least_known(single_target, server_least / at_least_one(most_targets_per_server))


def _striped_bound(slowest: Num, targets: Num, working_servers: Num, shared_stage: Num) -> Num:
    return least_known(slowest * targets, working_servers * shared_stage)


def _at_most(pieces: Num, enclosures: Num) -> Num:
    return np.minimum(pieces, enclosures)


def _striped_committed(measured: Num, bound: Num, delivery_factor: Num, independent: Num) -> Num:
    return np.minimum(committed_by(measured, bound, delivery_factor), independent)


def _share(whole: Num, share: Num) -> Num:
    return whole * share


def _per_target(bound: Num, targets: Num) -> Num:
    return bound / targets


def _same(rate: Num) -> Num:
    return rate


def _untapped(server_bound: Num, drive_least: Num) -> Num:
    return 1 - server_bound / drive_least


STRIPED = Book("striped files", topic="performance")
STRIPED_ON_ARRAYS = Book("striped files on arrays", topic="performance")
STRIPED_SPREAD = Book("files spread over all drives", topic="performance")
for _way, _sub in (("read", "r"), ("write", "w")):
    _striped = f"striped_{_way}_bandwidth"
    for _book in (STRIPED, STRIPED_ON_ARRAYS, STRIPED_SPREAD):
        _arrays, _spread = _book is STRIPED_ON_ARRAYS, _book is STRIPED_SPREAD
        declare_leasts(_book, _way, arrays=_arrays)
        _single = _one_behind_array if _arrays else _per_target if _spread else _one_target
        for _kind, _mark, _by in KINDS[:1] if _spread else KINDS:
            for _function, _name, _symbol, _needs, _title in (
                (
                    _single,
                    f"single_target_{_way}_bound",
                    rf"b_\mathrm{{tgt,{_sub}}}",
                    (f"{_way}_bandwidth_bound", "targets")
                    if _spread
                    else (*target_needs(_way, _kind, arrays=_arrays), "targets_per_server"),
                    f"The most that one target can {_way}, with its server to itself",
                ),
                (
                    _same if _spread else _slowest_target,
                    f"slowest_target_{_way}_bound",
                    rf"b_\mathrm{{slow,{_sub}}}",
                    (f"single_target_{_way}_bound",)
                    if _spread
                    else (
                        f"{_kind}single_target_{_way}_bound",
                        f"{_kind}server_{_way}_least",
                        "most_targets_per_server",
                    ),
                    f"The most that the slowest target can {_way}: one of the busiest server",
                ),
                (
                    _same if _spread else _striped_bound,
                    f"{_striped}_bound",
                    rf"B_\mathrm{{str,{_sub}}}",
                    (f"{_way}_bandwidth_bound",)
                    if _spread
                    else (
                        f"{_kind}slowest_target_{_way}_bound",
                        "targets",
                        "working_servers",
                        f"{_kind}tier_{_way}_least",
                    ),
                    f"The most that files over all targets can {_way}",
                ),
            ):
                _book.quantity(
                    "byte/s",
                    _symbol + _mark,
                    _SLOWEST,
                    name=_kind + _name,
                    needs=_needs,
                    title=_title + _by,
                )(_function)
        _book.quantity(
            "byte/s",
            rf"B_\mathrm{{str,{_sub}}}",
            _SLOWEST,
            name=_striped,
            needs=(f"{_striped}_bound", f"server_{_way}_delivery")
            if _spread
            else (
                f"measured_{_striped}_bound",
                f"{_striped}_bound",
                "delivery_factor",
                f"{_way}_bandwidth",
            ),
            title=f"What files over all targets are committed to {_way}",
        )(_share if _spread else _striped_committed)
        _book.quantity(
            "1",
            rf"u_\mathrm{{drv,{_sub}}}",
            "drives against the rest of the chain",
            name=f"untapped_{_way}_share",
            needs=(f"server_{_way}_bandwidth_bound", f"drive_{_way}_least"),
            title=f"Share of what a server's drives can {_way} that its chain can't carry",
        )(_untapped)

OVER_TARGETS = tuple(
    name.format(way)
    for way in ("read", "write")
    for name in (
        "single_target_{}_bound",
        "slowest_target_{}_bound",
        "striped_{}_bandwidth_bound",
        "striped_{}_bandwidth",
        "server_{}_least",
        "tier_{}_least",
        "measured_tier_{}_least",
    )
)
HEALTHY_STRIPED = Book("healthy bandwidth over all targets", topic="performance")
for _name in OVER_TARGETS:
    declare_when_healthy(HEALTHY_STRIPED, STRIPED, _name)
HEALTHY_ON_ARRAYS = Book("healthy drives and controllers", topic="performance")
for _way in ("read", "write"):
    for _name in target_needs(_way, "", arrays=True):
        declare_when_healthy(HEALTHY_ON_ARRAYS, STRIPED_ON_ARRAYS, _name)
ON_CONTROLLERS = Book("targets on arrays", topic="performance")
BEHIND_EXPANDERS = Book("targets behind expanders", topic="performance")
for _book, _name, _words in (
    (ON_CONTROLLERS, "groups_per_target", "a RAID group lies in one array"),
    (BEHIND_EXPANDERS, "drives_per_target", "its drives may lie in all enclosures of its block"),
):
    _book.quantity(
        "1",
        r"n_\mathrm{enc/tgt}",
        _words,
        name="enclosures_per_target",
        needs=(_name, "enclosures_per_block"),
        title="Enclosures that one target lies in, at most",
    )(_at_most)
