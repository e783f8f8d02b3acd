"""What stages deliver of their rate: each its own share, or the one that a scenario states for all.

A share that nobody stated is what comparable systems delivered of their upper bound: planning puts
it, from the evidence of the catalog, by the software, the way and the class of the stage.
"""

from collections.abc import Iterator
from functools import cache
from typing import Literal

import numpy as np

from model.engine.ops import Num, least_known, otherwise, power, where_less
from model.engine.quantity import Book, Evidence, Input, Quantity
from model.engine.spelling import spell, spelled_name
from model.formulas.ways import WAYS
from model.records import NamedTuple, replace
from model.units.words import label

Delivering = Literal["named", "usual", "by server"]
"""What a stage delivers: as stated of it, a share of its own, or that of links beside a server
whose rate is known.
"""
Kind = Literal["drives", "array", "wire", "server", "clients"]
"""The class of a stage, by which efficiencies are pooled."""

FACTOR = Book("delivery", topic="performance")
FACTOR.input(
    "delivery_factor",
    "1",
    r"\eta",
    "Efficiency of all stages, if stated; otherwise each stage has its own",
    source="assumption: what is stated counts for all stages but those whose own share is stated",
    high=1.0,
    shown="percent",
)
POOLED = "assumption: what comparable systems delivered of their upper bound, pooled"
_OWN = Book("delivery of a stage", topic="performance")
_OWN.input(
    "own_share_way_delivery",
    "1",
    r"\eta_\mathrm{<mark>}^\mathrm{own}",
    "Efficiency of {words}{when}",
    source=POOLED,
    high=1.0,
    shown="percent",
)


class StageOfChain(NamedTuple):
    """A stage of the chain: its name and mark, what it is, its place on the data path, its class.

    Stages of a place are drawn together.
    """

    name: str
    mark: str
    words: str
    """The stage as a text names it."""
    place: str
    kind: Kind = "wire"


STAGES = (
    StageOfChain("drives", "drv", "drives", "Drives", "drives"),
    StageOfChain("drive_pcie", "drv,pcie", "the PCIe lanes of drives", "Drives"),
    StageOfChain("array", "arr", "the controllers of arrays", "Enclosures", "array"),
    StageOfChain("expander", "exp", "expanders", "Enclosures"),
    StageOfChain("sas", "sas", "SAS cables", "Adapters"),
    StageOfChain("hba", "hba", "host bus adapters", "Adapters"),
    StageOfChain("hba_pcie", "hba,pcie", "the slots of host bus adapters", "Adapters"),
    StageOfChain("cpu_memory", "cpu", "CPU and memory", "Processors and memory", "server"),
    StageOfChain("numa", "numa", "links between processors", "Processors and memory"),
    StageOfChain("nic_pcie", "nic,pcie", "the slots of network adapters", "Ports"),
    StageOfChain("nic", "nic", "network ports", "Ports"),
    StageOfChain("fabric", "fab", "links to the fabric", "Fabric"),
    StageOfChain("routers", "lnet", "routers", "Fabric"),
    StageOfChain("spine", "up", "uplinks", "Fabric"),
    StageOfChain("clients", "cl", "clients", "Clients", "clients"),
)
"""All stages, in the order in which bytes pass them when they are read."""
STREAMS = StageOfChain("streams", "str", "client streams", "Clients", "clients")
"""The streams of clients, the last stage: they deliver no share, but what others got."""
CACHE = StageOfChain("cache", "cache", "cache drives", "", "drives")
"""What caches deliver, which are no stage."""
WIRES = tuple(stage.name for stage in STAGES if stage.kind == "wire")
"""The links and adapters."""


_BOTH_OR_ONE = (
    ("", "", ""),
    ("write", ",w", " when clients write"),
    ("read", ",r", " when clients read"),
)


def _own_shares() -> Iterator[Input]:
    """Give the share that each stage has of its own: of both ways, and of either."""
    for name, mark, words, *_ in (*STAGES, CACHE):
        for way, of_way, when in _BOTH_OR_ONE[: 1 if name == "cache" else None]:
            spelled = {
                "share": name,
                "way": way,
                "mark": mark + of_way,
                "words": words,
                "when": when,
            }
            yield from spell(_OWN, spelled).inputs.values()


OWN = Book("deliveries of stages", topic="performance")
for _share in _own_shares():
    OWN.add(_share)

OF_OTHERS: tuple[Evidence, ...] = ("scaled", "taken over")
"""Evidence that is of another machine: nothing of this one is proven by it."""
OF_SYSTEMS: Evidence = "other systems"
"""Evidence of a stage whose usual and highest rates are those of other systems: it has no share."""
ALIKE: Evidence = "alike"
"""Evidence of CPU and memory that an alike server's counts beside what systems delivered."""

BY_SERVER = Book("delivery of links beside servers", topic="performance")
BY_SERVER.input(
    "wires_delivery",
    "1",
    r"\eta_\mathrm{wire}",
    "Efficiency of links and adapters, if the rate of the server is known",
    0.95,
    source="assumption: as the ports of 10 to 26 clients that wrote, where no other limit was in "
    "sight, delivered 0.89 to 0.97 (Alpine, Bracewell, Lenox)",
    high=1.0,
    shown="percent",
)

STATED_FOR_ALL = "definition: what is stated for all stages, or else a share of their own"
_NAMED = Book("efficiency as entered", topic="performance")
_USUAL = Book("delivery as seen", topic="performance")
_OF_WIRES = Book("delivery of links by server", topic="performance")
_DELIVERED = Book("expected rate of a stage", topic="performance")
_PROVEN = Book("expected rate of a measured stage", topic="performance")
_OF_SYSTEMS = Book("expected rate of a stage as on other systems", topic="performance")
_ELSEWHERE = Book("expected rate of a stage measured elsewhere", topic="performance")
_BESIDE = Book("expected rate of a stage beside a measured server", topic="performance")
COMMITTED = (
    "arithmetic: the rate of each stage times its efficiency, which is 1 for measured or "
    "calibrated rates"
)


_NAMED.alias(
    "share_delivery",
    "1",
    r"\eta_\mathrm{<mark>}",
    "Efficiency of the stage {label}{when}.",
    of="own_share_delivery",
    source="definition: what is stated of a stage counts",
    shown="percent",
)


@_USUAL.quantity(
    "1", r"\eta_\mathrm{<mark>}", STATED_FOR_ALL, name="share_delivery", shown="percent"
)
def share_delivery_usual(delivery_factor: Num, own_share_delivery: Num) -> Num:
    """Efficiency of the stage {label}{when}: the general one, or else its own."""
    return otherwise(delivery_factor, own_share_delivery)


@_OF_WIRES.quantity(
    "1", r"\eta_\mathrm{<mark>}", STATED_FOR_ALL, name="share_delivery", shown="percent"
)
def share_delivery_by_server(
    delivery_factor: Num,
    own_share_delivery: Num,
    wires_delivery: Num,
    processor_read_time: Num,
    processor_write_time: Num,
) -> Num:
    """Efficiency of the stage {label}{when}; its own one if the server's rate is unknown."""
    time = least_known(processor_read_time, processor_write_time)
    return otherwise(delivery_factor, otherwise(wires_delivery * (time / time), own_share_delivery))


@_DELIVERED.quantity(
    "byte/s", r"B_\mathrm{<mark>,<w>}^\mathrm{com}", COMMITTED, stage="committed_way"
)
def what_way_committed(what_way_stage: Num, share_delivery: Num) -> Num:
    """Expected {way} bandwidth of a server at its stage {label}."""
    return what_way_stage * share_delivery


@_ELSEWHERE.quantity(
    "byte/s",
    r"B_\mathrm{<mark>,<w>}^\mathrm{com}",
    "assumption: what a comparable server was measured to do is expected, and is no upper bound",
    stage="committed_way",
    name="what_way_committed",
)
def what_way_committed_elsewhere(elsewhere_what_way_rate: Num, share_delivery: Num) -> Num:
    """Expected {way} bandwidth of a server at its stage {label}, as measured on another server."""
    return elsewhere_what_way_rate * share_delivery


@_BESIDE.quantity(
    "byte/s",
    r"B_\mathrm{<mark>,<w>}^\mathrm{com}",
    "assumption: what an alike server was measured to do, up to the rate of the stage, counts by "
    "its weight beside what comparable systems delivered; what is stated for all counts alone",
    stage="committed_way",
    name="what_way_committed",
)
def what_way_committed_beside_alike(
    what_way_stage: Num,
    share_delivery: Num,
    delivery_factor: Num,
    elsewhere_cpu_memory_way_rate: Num,
    alike_variation: Num,
    alike_limit: Num,
    alike_way_weight: Num,
) -> Num:
    """Expected {way} bandwidth of a server at its stage {label}, with that of an alike server."""
    usual = what_way_stage * share_delivery
    alike = np.minimum(elsewhere_cpu_memory_way_rate, what_way_stage) * alike_variation
    ratio = alike / where_less(0.0, usual, usual, elsewhere_cpu_memory_way_rate)
    counted = otherwise(np.maximum(np.minimum(ratio, alike_limit), 1 / alike_limit), 1.0)
    both = np.minimum(what_way_stage, usual * power(counted, alike_way_weight))
    return otherwise(what_way_stage * delivery_factor, both)


_PROVEN.alias(
    "what_way_committed",
    "byte/s",
    r"B_\mathrm{<mark>,<w>}^\mathrm{com}",
    "Expected {way} bandwidth of a server at its stage {label}, which is measured or calibrated.",
    of="what_way_stage",
    source=COMMITTED,
    stage="committed_way",
)


@_OF_SYSTEMS.quantity(
    "byte/s",
    r"B_\mathrm{<mark>,<w>}^\mathrm{com}",
    "assumption: what is usual on comparable systems is expected",
    stage="committed_way",
    name="what_way_committed",
)
def what_way_committed_of_systems(typical_what_way_rate: Num, working_servers: Num) -> Num:
    """Expected {way} bandwidth of a server at its stage {label}, as on comparable systems."""
    return typical_what_way_rate / working_servers


def is_proven(stage: Quantity) -> bool:
    """Return whether a stage's figure was measured on, or fitted to, the same machine."""
    return stage.evidence not in ("", OF_SYSTEMS, ALIKE, *OF_OTHERS)


def has_share(stage: Quantity) -> bool:
    """Return whether what a stage delivers is a share of its rate."""
    return not is_proven(stage) and stage.evidence != OF_SYSTEMS


def stage_of(stage: Quantity) -> str:
    """Return the name under which users enter a stage's efficiency: without the direction."""
    return stage.name.removesuffix(f"_{stage.stage}_stage")


def used(rate: Num, bound: Num) -> Num:
    """Utilization of a stage (share of 1) at the chain's upper bound."""
    return bound / rate


def moved(rate: Num, hardware: Num) -> Num:
    """Amplification: bytes that a stage's hardware moves per client byte (ratio)."""
    return hardware / rate


def kind_of(what: str) -> Kind:
    """Return the class of a stage, or of a cache, by its name."""
    return next(stage.kind for stage in (*STAGES, CACHE) if stage.name == what)


def _words(what: str, way: str = "") -> dict[str, str]:
    return {
        "what": what,
        "share": f"{what}_{way}" if way else what,
        "mark": f"{what},{way[0]}".replace("_", ",") if way else what.replace("_", ","),
        "label": label(what),
        "when": f" when clients {way}" if way else "",
    }


@cache
def committed(stage: Quantity, *, by_way: bool = False, beside: bool = False) -> Quantity:
    """Return the expected rate of a stage, its counterpart in the chain of expected rates.

    `by_way`: what the stage delivers is another share each way; `beside`: what an alike server was
    measured to do counts, too.
    """
    way = next(way for way in WAYS if way["way"] == stage.stage)
    template = _PROVEN if is_proven(stage) else _DELIVERED
    if stage.evidence == OF_SYSTEMS:
        template = _OF_SYSTEMS
    if stage.evidence in OF_OTHERS:
        template = _ELSEWHERE
    if beside:
        template = _BESIDE
    what = stage_of(stage)
    words = _words(what) | {"share": _words(what, stage.stage if by_way else "")["share"]}
    (twin,) = spell(template, {**way, **words}).quantities.values()
    return replace(twin, scope=stage.scope)


def own(what: str, way: str = "") -> Input:
    """Return the input of a stage's own efficiency: for both directions, or for one."""
    return OWN.inputs[spelled_name("own_share_delivery", _words(what, way))]


@cache
def delivery(kind: Delivering, what: str, way: str = "") -> Quantity:
    """Give what a stage delivers: as stated of it, its own, or by what is known of the server."""
    template = {"named": _NAMED, "usual": _USUAL, "by server": _OF_WIRES}[kind]
    (quantity,) = spell(template, _words(what, way)).quantities.values()
    return quantity
