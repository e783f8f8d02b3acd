"""Files over all targets: they move at the pace of the slowest one.

A target is as fast as its drives, its share of what is in the enclosures before them, and its share
of its server's own hardware; the busiest server of a block has the smallest shares to give.
"""

from model.formulas.performance import declare_when_healthy
from model.ops import Num, least_known
from model.quantity import Book, Scope


def _slowest_target(
    drive_least: Num, targets_per_server: Num, server_least: Num, most_targets_per_server: Num
) -> Num:
    return least_known(drive_least / targets_per_server, server_least / most_targets_per_server)


def _slowest_behind_array(
    drive_least: Num,
    targets_per_server: Num,
    server_least: Num,
    most_targets_per_server: Num,
    array_least: Num,
) -> Num:
    one = _slowest_target(drive_least, targets_per_server, server_least, most_targets_per_server)
    return least_known(one, array_least / targets_per_server)


def _striped_bound(
    slowest_target: Num, targets: Num, working_servers: Num, shared_stage: Num
) -> Num:
    return least_known(slowest_target * targets, working_servers * shared_stage)


def _striped(bound: Num, delivery: Num) -> Num:
    return bound * delivery


def _untapped(server_bound: Num, drive_least: Num) -> Num:
    return 1 - server_bound / drive_least


_SLOWEST = "files over all targets move at the pace of the slowest"
_SCOPES: tuple[tuple[Scope, str, str], ...] = (
    ("drive", "drv", "the drives of a server's targets can"),
    ("array", "arr", "the controllers of a server's targets can"),
    ("server", "srv", "a server's own hardware can"),
    ("tier", "fab", "one server can by what servers share"),
)


def declare_leasts(book: Book, way: str, *, arrays: bool) -> None:
    """Declare the least of a chain's stages of each scope."""
    for scope, symbol, words in _SCOPES:
        if arrays or scope != "array":
            book.least_stage(
                f"{scope}_{way}_least",
                "byte/s",
                rf"B_\mathrm{{{symbol},{way[0]}}}^\mathrm{{min}}",
                f"The most that {words} {way}",
                way,
                scopes=("path", "server") if scope == "server" else (scope,),
            )


STRIPED = Book("striped files")
STRIPED_ON_ARRAYS = Book("striped files on arrays")
for _way, _sub in (("read", "r"), ("write", "w")):
    for _book, _function in (
        (STRIPED, _slowest_target),
        (STRIPED_ON_ARRAYS, _slowest_behind_array),
    ):
        _arrays = _book is STRIPED_ON_ARRAYS
        declare_leasts(_book, _way, arrays=_arrays)
        _book.quantity(
            "byte/s",
            rf"b_\mathrm{{slow,{_sub}}}^+",
            _SLOWEST,
            name=f"slowest_target_{_way}_bound",
            needs=(
                f"drive_{_way}_least",
                "targets_per_server",
                f"server_{_way}_least",
                "most_targets_per_server",
                *([f"array_{_way}_least"] if _arrays else []),
            ),
            title=f"The most that the slowest target can {_way}: one of the busiest server",
        )(_function)
        _book.quantity(
            "byte/s",
            rf"B_\mathrm{{str,{_sub}}}^+",
            _SLOWEST,
            name=f"striped_{_way}_bandwidth_bound",
            needs=(
                f"slowest_target_{_way}_bound",
                "targets",
                "working_servers",
                f"tier_{_way}_least",
            ),
            title=f"The most that files over all targets can {_way}",
        )(_striped_bound)
        _book.quantity(
            "byte/s",
            rf"B_\mathrm{{str,{_sub}}}",
            _SLOWEST,
            name=f"striped_{_way}_bandwidth",
            needs=(f"striped_{_way}_bandwidth_bound", f"server_{_way}_delivery"),
            title=f"What files over all targets are committed to {_way}",
        )(_striped)
        _book.quantity(
            "1",
            rf"u_\mathrm{{drv,{_sub}}}",
            "drives against the rest of the chain",
            name=f"untapped_{_way}_share",
            needs=(f"server_{_way}_bandwidth_bound", f"drive_{_way}_least"),
            title=f"Share of what a server's drives can {_way} that its chain can't carry",
        )(_untapped)

OVER_TARGETS = tuple(
    f"{name}_{way}_{end}"
    for way in ("read", "write")
    for name, end in (
        ("slowest_target", "bound"),
        ("striped", "bandwidth_bound"),
        ("striped", "bandwidth"),
    )
)
HEALTHY_STRIPED = Book("healthy bandwidth over all targets")
for _name in OVER_TARGETS:
    declare_when_healthy(HEALTHY_STRIPED, STRIPED, _name)
