"""The chain of a tier: its chapters in the order in which bytes pass them, and its stages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from model.books.chain import Chain
from model.books.late import late
from model.books.table import ALWAYS, Condition, Table, of
from model.engine.quantity import Book, Input, Quantity, Scope
from model.formulas.chain import (
    adapters,
    alike_servers,
    arrays,
    cables,
    drives,
    network,
    processor,
    spreads,
)
from model.formulas.chain.performance import OWN
from model.formulas.chain.stage_efficiencies import (
    ALIKE,
    BY_SERVER,
    FACTOR,
    OF_OTHERS,
    WIRES,
    Delivering,
    committed,
    delivery,
    has_share,
    own,
    stage_of,
)
from model.records import replace

if TYPE_CHECKING:
    from model.formulas.chain import drive_links
else:
    late(globals(), "chain", "drive_links")


def _stated(extra: str) -> Condition:
    """Ask for what a chain has where something is said of it."""
    return Condition(extra, lambda chain: extra in chain.extras)


when = of(Chain)
CHAIN = Table(
    "chain",
    (when.measured_targets, drives.MEASURED_TARGETS),
    (~when.measured_targets, drives.DRIVES),
    (when.lanes_of_drives, drive_links.DRIVE_LANES),
    (when.drives_on_pcie, drive_links.DRIVE_PCIE),
    (when.arrays, arrays.ARRAYS),
    (when.expanders, cables.EXPANDERS),
    (when.cabled, cables.CABLES),
    (when.adapters, adapters.ADAPTERS),
    (when.before_drives, adapters.BEFORE_DRIVES),
    (when.before_arrays, arrays.BEFORE_ARRAYS),
    (ALWAYS, adapters.PCIE),
    (when.processing("calibrated"), processor.CALIBRATED),
    (when.processing("scaled"), processor.SCALED),
    (when.processing("as measured"), processor.AS_MEASURED),
    (when.fitted_times & when.other_processors, processor.OTHER_PROCESSORS),
    (when.fitted_times & ~when.other_processors, processor.SAME_PROCESSORS),
    (when.fitted_times & when.memory_gain("none"), processor.SAME_MEMORY),
    (when.fitted_times & when.memory_gain("channels"), processor.MORE_CHANNELS),
    (when.fitted_times & when.memory_gain("bandwidth"), processor.OTHER_MEMORY),
    (when.processing("cores") & when.overlapped, processor.BY_CORES_OVERLAPPED),
    (when.processing("cores") & ~when.overlapped, processor.BY_CORES),
    (when.processing("stated") & when.overlapped, processor.OVERLAPPED),
    (when.processing("stated") & ~when.overlapped, processor.STATED),
    (_stated("numa"), processor.NUMA),
    (ALWAYS, network.NETWORK),
    (when.read_wires("once", "copies", "clients"), network.CARRIED_READ),
    (when.read_wires("primary"), network.PRIMARY_READS),
    (when.read_wires("gateways"), network.GATEWAY_READS),
    (when.read_wires("servers", "any server"), network.SERVER_READS),
    (when.write_wires("once"), network.CARRIED_WRITE),
    (when.write_wires("copies"), network.COPIES),
    (when.write_wires("clients"), network.FROM_CLIENTS),
    (when.write_wires("primary"), network.PRIMARY_WRITES),
    (when.write_wires("gateways"), network.GATEWAY_WRITES),
    (when.write_wires("servers", "any server"), network.SERVER_WRITES),
    (when.passes("servers"), network.OVER_BLOCK),
    (when.passes("gateways", "any server"), network.OVER_ALL_SERVERS),
    (when.passes, network.PASSED),
    (ALWAYS, network.FABRIC),
    *((_stated(name), chapter) for chapter, name in network.SHARED if name != "fabric"),
    (when.clients & ~_stated("streams"), network.ALL_CLIENTS),
    (when.clients & _stated("streams"), network.STREAM_CLIENTS),
    (when.clients & ~when.coding_clients, network.CLIENTS_SEND),
    (when.clients & when.coding_clients, network.CODING_CLIENTS),
    (_stated("streams"), network.STREAMS),
)
"""What a byte passes when it is read, from the drives to the clients."""


def is_stage(item: Input | Quantity) -> bool:
    """Whether an item is a stage of a chain."""
    return isinstance(item, Quantity) and bool(item.stage)


@cache
def between_stages(chain: Chain) -> Book:
    """Give what the parts of a chain have beside their stages."""
    return Book("parts of the chain", CHAIN.book(chain), only=lambda item: not is_stage(item))


@cache
def stages(chain: Chain, *scopes: Scope) -> Book:
    """Give the stages alone, of those scopes if any are given, and what each is committed to.

    What the scenario has proof of counts as measured or calibrated.
    """
    unused = () if chain.controllers else tuple(arrays.ARRAYS)

    def is_meant(item: Quantity) -> bool:
        return item not in unused and (not scopes or item.scope in scopes)

    proven = dict(chain.proven)
    return with_committed(
        (
            replace(item, evidence=proven[item.name]) if item.name in proven else item
            for item in _stages(chain)
            if is_meant(item)
        ),
        chain,
    )


WAY_OUT = ("nic_pcie", "nic", "fabric")
"""Stages that bytes don't pass which are read on the server itself."""


def _stages(chain: Chain) -> list[Quantity]:
    """Give the stages that bytes of a chain pass."""
    way_out = WAY_OUT if chain.local else ()
    items = CHAIN.book(chain).quantities.values()
    return [item for item in items if is_stage(item) and stage_of(item) not in way_out]


@cache
def own_shares(chain: Chain, *, cached: bool) -> tuple[tuple[str, str], ...]:
    """Give the stages that deliver a share of their own, and caches, each with its way.

    Its way is empty where one share is stated of both, and for caches.
    """
    ways = ((stage_of(item), item.stage) for item in _unproven(chain))
    both = [(stage, way if chain.by_way(stage, way) else "") for stage, way in ways]
    return tuple(dict.fromkeys([*both, *([("cache", "")] if cached else [])]))


@cache
def beside_alike(chain: Chain) -> tuple[tuple[str, str], ...]:
    """Give the stages of a server, each with its way, beside which a measured server counts."""
    found = (item for item in _unproven(chain) if _is_beside(item, chain))
    return tuple((stage_of(item), item.stage) for item in found)


def _is_beside(stage: Quantity, chain: Chain) -> bool:
    """Whether what a stage is expected to deliver rests on a measured server, too."""
    if not chain.counts_alike(stage.stage) or stage.scope not in OWN or not has_share(stage):
        return False
    what = stage_of(stage)
    return chain.named_deliveries.isdisjoint(((what, stage.stage), (what, "")))


def _unproven(chain: Chain) -> list[Quantity]:
    """Give the stages that deliver a share of their rate: neither measured nor calibrated."""
    proven = dict(chain.proven)
    return [item for item in _stages(chain) if has_share(item) and item.name not in proven]


@cache
def deliveries(chain: Chain, *, cached: bool = False) -> Book:
    """Give what the stages of a chain deliver, and caches: a share of their own, or all's."""
    of_measured = [spreads.MEASURED] * (chain.calibrated or _is_measured(chain))
    book = Book("deliveries of the chain", FACTOR, *of_measured)
    for stage, way in own_shares(chain, cached=cached):
        kind: Delivering = "named" if (stage, way) in chain.named_deliveries else "usual"
        if kind == "usual" and stage in WIRES and chain.wires_by_server:
            kind = "by server"
            book.add(BY_SERVER.inputs["wires_delivery"])
        book.add(own(stage, way))
        book.add(delivery(kind, stage, way))
    for of_way in dict.fromkeys(way for _, way in beside_alike(chain)):
        for item in (*alike_servers.COUNTED, *alike_servers.WEIGHTS[of_way]):
            book.add(item)
    return book


def _is_measured(chain: Chain) -> bool:
    """Whether the rate of some stage was measured."""
    stages = [item for item in CHAIN.book(chain).quantities.values() if is_stage(item)]
    return len(stages) > len(_unproven(chain))


def with_committed(stages: Iterable[Quantity], chain: Chain | None = None) -> Book:
    """Give a chapter of stages, each with what it is committed to."""
    book = Book("stages")
    for stage in stages:
        by_way = chain is not None and chain.by_way(stage_of(stage), stage.stage)
        beside = chain is not None and _is_beside(stage, chain)
        if beside and stage.evidence in OF_OTHERS:
            stage = replace(stage, evidence=ALIKE)
        book.add(stage)
        book.add(committed(stage, by_way=by_way, beside=beside))
    return book
