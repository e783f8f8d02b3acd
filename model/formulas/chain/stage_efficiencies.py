"""What stages deliver of their rate: each its own share, or the one that a scenario states for all.

Wires and controllers deliver nearly all of their rate where they limit. Where nothing is known of a
server's CPU and memory, nobody knows whether they do: then what systems deliver of the least known
stage counts on them, too.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal, NamedTuple

from model.engine.ops import Num, least_known, otherwise
from model.engine.quantity import Book, Evidence, Input, Quantity
from model.engine.spelling import spell, spelled_name
from model.formulas.ways import WAYS
from model.records import dataclass, replace
from model.units.words import label

Delivering = Literal["named", "usual", "wires", "taken over"]
"""What a stage delivers: as stated of it, a share of its own, that of wires, or that of a server
that was measured elsewhere.
"""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a system delivered of the stage that was its least known one; None: not each way."""

    system: str
    write: float | None = None
    read: float | None = None

    def of_way(self, way: str = "") -> tuple[float, ...]:
        """Return its efficiencies (shares of 1), for one direction or both; empty if unknown."""
        shares = {"write": (self.write,), "read": (self.read,)}.get(way, (self.write, self.read))
        return tuple(share for share in shares if share is not None)

    def said_of(self, way: str = "") -> str:
        """Return its efficiencies as text, for one direction or both; empty if unknown."""
        ways = (("write", self.write), ("read", self.read))
        said = ", ".join(
            f"{name} {share:.2f}" for name, share in ways if share is not None and way in ("", name)
        )
        return f"{self.system} {said}" if said else ""


DRIVES = (
    Seen("Capstor", 0.79, 0.69),
    Seen("71 TiB NAS", 0.78, 0.86),
    Seen("LUMI-P", 0.87, 0.70),
    Seen("Lustre02", 0.58, 0.56),
    Seen("Shaheen II", 0.81, 0.65),
    Seen("LCPQ", 0.77),
)
CLIENTS = (
    Seen("Alpine 10 nodes", 0.94, 0.62),
    Seen("Bracewell 10 nodes", 0.97, 0.81),
    Seen("Bracewell 26 nodes", 0.89, 0.66),
    Seen("Lenox", 0.97, 0.93),
    Seen("Lise", 0.78, 0.62),
)
PORTS = (
    Seen("Alpine 10 nodes", 0.94),
    Seen("Bracewell 10 nodes", 0.97),
    Seen("Lenox", 0.97, 0.93),
)
"""EDR ports of a few clients, where no other limit is in sight."""
LEAST_KNOWN = (
    Seen("Alpine", 0.60, 0.50),
    Seen("Dell Lustre FDR", 0.44, 0.73),
    Seen("Dell Lustre EDR", 0.79, 0.77),
    Seen("Spider II", 0.69, 0.69),
    Seen("Astra", 0.75),
    Seen("Sequoia, March", 0.73),
    Seen("Sequoia, April", 0.78),
)
"""Ports, adapters, arrays and targets before servers that nobody stated."""


SPLIT: Mapping[str, tuple[Seen, ...]] = {"drives": DRIVES, "clients": CLIENTS}
"""Stages that enough systems were seen of to tell reading from writing: three each way at least.

Ports were seen to read once. Least known stages were seen to deliver 0.73 and 0.71: one figure, in
the twentieths that these shares bear.
"""


def shares_of(systems: tuple[Seen, ...], way: str = "") -> list[float]:
    """Return the measured efficiencies of systems (share of 1), for one direction or both."""
    return [share for one in systems for share in one.of_way(way)]


def systems_said(systems: tuple[Seen, ...], way: str = "") -> list[str]:
    """Return the measured efficiency of each system as text, where known."""
    return [text for text in (one.said_of(way) for one in systems) if text]


def median_of(systems: tuple[Seen, ...], way: str = "") -> float:
    """Return the median efficiency (share of 1), rounded to 0.05: data supports no more."""
    shares = sorted(shares_of(systems, way))
    middle = len(shares) // 2
    return round((shares[middle] + shares[~middle]) * 10) / 20


def said(systems: tuple[Seen, ...], way: str = "") -> str:
    """Return the evidence for an efficiency as text: its range, and the systems."""
    low, high = band(systems, way)
    return f"{low:.2f} to {high:.2f}: {'; '.join(systems_said(systems, way))}"


def band(systems: tuple[Seen, ...], way: str = "") -> tuple[float, float]:
    """Return the lowest and highest measured efficiency (shares of 1)."""
    shares = shares_of(systems, way)
    return min(shares), max(shares)


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
FACTOR.input(
    "least_known_delivery",
    "1",
    r"\eta_\mathrm{least}",
    "Typical efficiency of the limiting stage, used if nothing is known of that stage itself",
    median_of(LEAST_KNOWN),
    source=(
        f"assumption: median of least known stages before servers that nobody stated, "
        f"{said(LEAST_KNOWN)}"
    ),
    high=1.0,
    shown="percent",
)
OF_DRIVES = "disks that limited, end to end"
OF_CLIENTS = "clients that limited"
OF_PORTS = "EDR ports of clients that limited, taken for all wires"
NO_SYSTEM = "assumption: no measured system shows it: what systems deliver of the least known stage"
_OWN = Book("delivery of a stage", topic="performance")
_OWN.input(
    "own_share_way_delivery",
    "1",
    r"\eta_\mathrm{<mark>}^\mathrm{own}",
    "Efficiency of {words}{when}",
    high=1.0,
    shown="percent",
)


class StageOfChain(NamedTuple):
    """A stage of the chain: its name and mark, what it is, what shows what it delivers."""

    name: str
    mark: str
    words: str
    """The stage as a text names it."""
    place: str
    """Where it stands on the data path: stages of a place are drawn together."""
    systems: tuple[Seen, ...] = PORTS
    shown_by: str = OF_PORTS
    """What these systems show; empty where none shows it."""


STAGES = (
    StageOfChain("drives", "drv", "drives", "Drives", DRIVES, OF_DRIVES),
    StageOfChain("drive_pcie", "drv,pcie", "the PCIe lanes of drives", "Drives"),
    StageOfChain("array", "arr", "the controllers of arrays", "Enclosures"),
    StageOfChain("expander", "exp", "expanders", "Enclosures"),
    StageOfChain("sas", "sas", "SAS cables", "Adapters"),
    StageOfChain("hba", "hba", "host bus adapters", "Adapters"),
    StageOfChain("hba_pcie", "hba,pcie", "the slots of host bus adapters", "Adapters"),
    StageOfChain(
        "cpu_memory",
        "cpu",
        "CPU and memory, as entered,",
        "Processors and memory",
        LEAST_KNOWN,
        "",
    ),
    StageOfChain("numa", "numa", "links between processors", "Processors and memory"),
    StageOfChain("nic_pcie", "nic,pcie", "the slots of network adapters", "Ports"),
    StageOfChain("nic", "nic", "network ports", "Ports"),
    StageOfChain("fabric", "fab", "links to the fabric", "Fabric"),
    StageOfChain("routers", "lnet", "routers", "Fabric"),
    StageOfChain("spine", "up", "uplinks", "Fabric"),
    StageOfChain("clients", "cl", "clients", "Clients", CLIENTS, OF_CLIENTS),
)
"""All stages, in the order in which bytes pass them when they are read."""
CACHE = StageOfChain("cache", "cache", "cache drives", "", LEAST_KNOWN, "")
"""What caches deliver, which are no stage."""
ALWAYS = ("drives", "clients", "cpu_memory", "cache")
"""Stages that deliver a share of their own whatever is known of a server."""
WIRES = frozenset(stage.name for stage in STAGES if stage.systems is PORTS)
"""Stages that deliver a share of their own where a server's CPU and memory are known."""


_BOTH_OR_ONE = (
    ("", "", ""),
    ("write", ",w", " when clients write"),
    ("read", ",r", " when clients read"),
)


def _own_shares() -> Iterator[Input]:
    """Give the share that each stage has of its own: of both ways, and of either."""
    for name, mark, words, _, systems, what in (*STAGES, CACHE):
        for way, of_way, when in _BOTH_OR_ONE[: 1 if name == "cache" else None]:
            seen = way if name in SPLIT else ""
            source = f"assumption: median of {what}, {said(systems, seen)}" if what else NO_SYSTEM
            spelled = {
                "share": name,
                "way": way,
                "mark": mark + of_way,
                "words": words,
                "when": when,
            }
            (one,) = spell(_OWN, spelled).inputs.values()
            yield replace(one, default=median_of(systems, seen), source=source)


OWN = Book("deliveries of stages", topic="performance")
for _share in _own_shares():
    OWN.add(_share)

OF_OTHERS: tuple[Evidence, ...] = ("scaled", "taken over")
"""Evidence that is of another machine: nothing of this one is proven by it."""
SHARE = "taken_over_delivery"
TAKEN_OVER = Book("delivery of a measured server taken over", topic="performance")
TAKEN_OVER.input(
    SHARE,
    "1",
    r"\eta_\mathrm{other}",
    "Share of the measured bandwidth of another server that a comparable server reaches",
    1.0,
    source="assumption: used as measured there; how much such servers differ is unknown",
    high=1.0,
    shown="percent",
)

BY_SERVER = Book("delivery of wires before servers", topic="performance")
BY_SERVER.input(
    "wires_delivery",
    "1",
    r"\eta_\mathrm{wire}",
    "Efficiency of links and adapters, if the processors of a server are known",
    median_of(PORTS),
    source=f"assumption: median of {OF_PORTS}, {said(PORTS)}",
    high=1.0,
    shown="percent",
)


@BY_SERVER.quantity(
    "1",
    r"\eta_\mathrm{srv}",
    "assumption: what limits a server of which nothing is known isn't known either",
    shown="percent",
)
def before_server_delivery(
    wires_delivery: Num,
    least_known_delivery: Num,
    processor_read_time: Num,
    processor_write_time: Num,
) -> Num:
    """Efficiency of links and adapters; the general one if a server's processors are unknown."""
    time = least_known(processor_read_time, processor_write_time)
    return otherwise(wires_delivery * (time / time), least_known_delivery)


STATED_FOR_ALL = "definition: what is stated for all stages, or else a share of their own"
_NAMED = Book("efficiency as entered", topic="performance")
_USUAL = Book("delivery as seen", topic="performance")
_OF_WIRES = Book("delivery as that of wires", topic="performance")
_OF_OTHERS = Book("delivery as of another server", topic="performance")
_DELIVERED = Book("expected rate of a stage", topic="performance")
_PROVEN = Book("expected rate of a measured stage", topic="performance")
_ELSEWHERE = Book("expected rate of a stage measured elsewhere", topic="performance")
COMMITTED = (
    "arithmetic: each stage delivers its own share of its rate, a measured or calibrated one all "
    "of it"
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
def share_delivery_by_server(delivery_factor: Num, before_server_delivery: Num) -> Num:
    """Efficiency of the stage {label}: the general one, or that of links and adapters."""
    return otherwise(delivery_factor, before_server_delivery)


@_OF_OTHERS.quantity(
    "1", r"\eta_\mathrm{<mark>}", STATED_FOR_ALL, name="share_delivery", shown="percent"
)
def share_delivery_of_others(delivery_factor: Num, taken_over_delivery: Num) -> Num:
    """Efficiency of the stage {label}: the general one, or that of a comparable server."""
    return otherwise(delivery_factor, taken_over_delivery)


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


_PROVEN.alias(
    "what_way_committed",
    "byte/s",
    r"B_\mathrm{<mark>,<w>}^\mathrm{com}",
    "Expected {way} bandwidth of a server at its stage {label}, which is measured or calibrated.",
    of="what_way_stage",
    source=COMMITTED,
    stage="committed_way",
)


def is_proven(stage: Quantity) -> bool:
    """Return whether a stage's figure was measured on, or fitted to, the same machine."""
    return stage.evidence not in ("", *OF_OTHERS)


def stage_of(stage: Quantity) -> str:
    """Return the name under which users enter a stage's efficiency: without the direction."""
    return stage.name.removesuffix(f"_{stage.stage}_stage")


def used(rate: Num, bound: Num) -> Num:
    """Utilization of a stage (share of 1) at the chain's upper bound."""
    return bound / rate


def moved(rate: Num, hardware: Num) -> Num:
    """Amplification: bytes that a stage's hardware moves per client byte (ratio)."""
    return hardware / rate


def seen_of(what: str) -> tuple[Seen, ...]:
    """Return the measured systems behind a stage's own efficiency."""
    return next((stage.systems for stage in STAGES if stage.name == what), LEAST_KNOWN)


def evidence_of(name: str) -> tuple[tuple[Seen, ...], str]:
    """Return the systems behind an efficiency input, and its direction; empty if none."""
    if name == "least_known_delivery":
        return LEAST_KNOWN, ""
    if name in BY_SERVER.inputs:
        return PORTS, ""
    if name not in OWN.inputs:
        return (), ""
    what, _, way = name.removeprefix("own_").removesuffix("_delivery").rpartition("_")
    if way not in ("write", "read"):
        return seen_of(f"{what}_{way}".removeprefix("_")), ""
    return seen_of(what), way if what in SPLIT else ""


def _words(what: str, way: str = "") -> dict[str, str]:
    return {
        "what": what,
        "share": f"{what}_{way}" if way else what,
        "mark": f"{what},{way[0]}".replace("_", ",") if way else what.replace("_", ","),
        "label": label(what),
        "when": f" when clients {way}" if way else "",
    }


@cache
def committed(stage: Quantity, *, by_way: bool = False) -> Quantity:
    """Return the expected rate of a stage, its counterpart in the chain of expected rates.

    `by_way`: what the stage delivers is another share each way.
    """
    way = next(way for way in WAYS if way["way"] == stage.stage)
    template = _PROVEN if is_proven(stage) else _DELIVERED
    if stage.evidence in OF_OTHERS:
        template = _ELSEWHERE
    what = stage_of(stage)
    words = _words(what) | {"share": _words(what, stage.stage if by_way else "")["share"]}
    (twin,) = spell(template, {**way, **words}).quantities.values()
    return replace(twin, scope=stage.scope)


def own(what: str, way: str = "") -> Input:
    """Return the input of a stage's own efficiency: for both directions, or for one."""
    return OWN.inputs[spelled_name("own_share_delivery", _words(what, way))]


@cache
def delivery(kind: Delivering, what: str, way: str = "") -> Quantity:
    """Give what a stage delivers: as stated of it, its own, that of wires, or of one taken over."""
    template = {
        "named": _NAMED,
        "usual": _USUAL,
        "wires": _OF_WIRES,
        "taken over": _OF_OTHERS,
    }[kind]
    (quantity,) = spell(template, _words(what, way)).quantities.values()
    return quantity
