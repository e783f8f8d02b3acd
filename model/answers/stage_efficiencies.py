"""What the stages of a tier deliver of their rate, and what these shares rest on."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.results import WAYS, Results, Stage
from model.design.tier import Tier
from model.engine.quantity import Quantity
from model.engine.spelling import spelled_name
from model.engine.tree import Address
from model.formulas.chain.stage_efficiencies import kind_of
from model.parts.delivered import Delivered, delivered
from model.planning.efficiencies import OF_KNOWN_SERVERS, OF_PORTS, share_of_stage
from model.procedures.pooling import LIKELY
from model.records import dataclass


@dataclass(frozen=True, slots=True)
class Delivery:
    """The efficiency of a stage: the share of its rate that it delivers.

    `band` are the 5 and 95 % of a share that nobody stated; `seen` are the systems of the same
    software, or else of the same class of stage, that it rests on, among others.
    """

    stage: str
    way: str
    """The way that it is the share of; empty where it is that of both."""
    label: str
    address: Address
    value: float
    band: tuple[float, float] | None
    seen: tuple[Delivered, ...]
    rests_on: str
    """What the share rests on, in words."""
    is_stated: bool

    @property
    def name(self) -> str:
        """The share's name: the stage's, and of one way the way."""
        return f"{self.stage}_{self.way}" if self.way else self.stage


def deliveries(results: Results, tier: str) -> Iterator[Delivery]:
    """Return the efficiency of each known stage of a tier that isn't measured itself.

    What a stage delivers each way are two shares, if these may differ.
    """
    found: dict[tuple[str, str], Delivery] = {}
    for way in WAYS:
        for stage in results.stages(tier, way):
            for of_way in (way, ""):
                name = spelled_name("what_way_delivery", {"what": stage.name, "way": of_way})
                address = tier, name
                if (stage.name, of_way) not in found and results.values.get(address) is not None:
                    if stage.bandwidth is not None or stage.committed is not None:
                        found[stage.name, of_way] = _delivery(results, stage, of_way, address)
                    break
    yield from found.values()


def _delivery(results: Results, stage: Stage, way: str, address: Address) -> Delivery:
    """Say what a stage delivers, and why: as stated for all, or of it, or as seen."""
    tier, name = address
    item = results.item(*address)
    assert isinstance(item, Quantity)
    label = f"{stage.label}, {way}" if way else stage.label
    value = results.known(*address)
    own = spelled_name("own_share_delivery", {"share": name.removesuffix("_delivery")})
    counts = ["delivery_factor"] * ("delivery_factor" in item.needs) + [own]
    known = (results.plan.provenance.get((tier, need)) for need in counts)
    stated = next((one.text for one in known if one and one.field), "")
    if stated:
        return Delivery(stage.name, way, label, address, value, None, (), stated, True)
    design = dict(results.designs)[tier]
    assert isinstance(design, Tier)
    share = share_of_stage(design, stage.name, way)
    low, high = share.at(LIKELY)
    seen = () if share is OF_KNOWN_SERVERS else _alike(design.file_system, stage.name, way)
    why = "; ".join(_by_system(seen, of_way=not way))
    return Delivery(
        stage.name,
        way,
        label,
        address,
        value,
        (float(low), float(high)),
        seen,
        why or OF_PORTS,
        False,
    )


def _by_system(seen: tuple[Delivered, ...], *, of_way: bool) -> Iterator[str]:
    """Give each system with its shares, several of one system together."""
    names = [f"{one.system} {one.way}" if of_way else one.system for one in seen]
    for name in dict.fromkeys(names):
        shares = (f"{one.share:.2f}" for one, of in zip(seen, names, strict=True) if of == name)
        yield f"{name} {', '.join(shares)}"


def _alike(file_system: str, stage: str, way: str) -> tuple[Delivered, ...]:
    """Return what systems of the same software delivered; if there is none, of the same class."""
    ways = [one for one in delivered() if way in ("", one.way)]
    software = tuple(one for one in ways if one.software == file_system)
    return software or tuple(one for one in ways if one.kind == kind_of(stage))
