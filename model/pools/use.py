"""Use of a pool under a policy: fill limit, snapshot reserve, compression."""

from __future__ import annotations

from functools import lru_cache

from model.books.facts import TargetFacts
from model.books.target import POOL
from model.engine.quantity import Input
from model.engine.tree import Address, Instance
from model.pools.program import Question
from model.reading.fields import Figure
from model.records import dataclass
from model.units.figures import UnitError

POLICY = ("fill_limit", "snapshot_reserve", "compression_ratio")
ANSWERS = ("planned_capacity", "live_capacity", "compressed_capacity")


@dataclass(frozen=True, slots=True)
class PoolUse:
    """Capacity of a pool under a policy, in bytes, and the policy.

    `planned` is the capacity below the fill limit, `live` that without the snapshot reserve,
    `compressed` the logical data that fits into it at the compression ratio.
    """

    fill_limit: float
    snapshot_reserve: float
    compression_ratio: float
    planned: int
    live: int
    compressed: int


@lru_cache(1)
def _question() -> tuple[Question, dict[str, Input]]:
    pool_book = POOL.book(TargetFacts(in_tier=False, lustre=True, in_use=True))
    inputs = {name: pool_book.inputs[name] for name in POLICY}
    given = {"pool_available": 0.0, **{name: item.default or 0.0 for name, item in inputs.items()}}
    targets: list[Address] = [("pool", name) for name in ANSWERS]
    root = Instance("pool", "pool", pool_book, given)
    return Question(root, targets, [("pool", name) for name in given]), inputs


def policy_figure(name: str, value: float | str | None) -> float:
    """Parse a policy figure, a number or text; return its default if it is missing.

    Raises
    ------
    UnitError
        If it is invalid or out of range; the message shows the correct form.
    """
    item = _question()[1][name]
    return Figure(item.unit, item.low, item.high).read(item.default if value is None else value)


def pool_use(
    available: float,
    *,
    fill_limit: float | str | None = None,
    snapshot_reserve: float | str | None = None,
    compression_ratio: float | str | None = None,
) -> PoolUse:
    """Compute the capacity under a policy from the bytes that `zfs list` reports.

    >>> use = pool_use(10**12, fill_limit=0.9, snapshot_reserve=0.1)
    >>> use.planned, use.live
    (900000000000, 810000000000)

    Parameters
    ----------
    available
        USED + AVAIL of the empty pool, in bytes.
    fill_limit
        Highest planned occupancy, as a number or as text ("80 %"); default 0.8.
    snapshot_reserve
        Share of that reserved for snapshots; default 0.
    compression_ratio
        Logical bytes for each byte stored; default 1.

    Raises
    ------
    ValueError
        If a figure is out of range; the message shows the correct form.
    """
    asked = (fill_limit, snapshot_reserve, compression_ratio)
    policy = []
    for name, value in zip(POLICY, asked, strict=True):
        try:
            policy.append(policy_figure(name, value))
        except UnitError as error:
            raise ValueError(f"{_question()[1][name].label.lower()}: {error}") from None
    fill, snapshots, ratio = policy
    planned, live, compressed = map(int, _question()[0].ask([available, *policy]))
    return PoolUse(fill, snapshots, ratio, planned, live, compressed)
