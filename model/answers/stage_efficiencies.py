"""What the stages of a tier deliver of their rate, and what these shares rest on."""

from __future__ import annotations

from collections.abc import Iterator

from model.answers.results import WAYS, Results, Stage
from model.engine.quantity import Quantity, reason_of
from model.engine.spelling import spelled_name
from model.engine.tree import Address
from model.formulas.chain.stage_efficiencies import (
    SHARE,
    TAKEN_OVER,
    Seen,
    band,
    evidence_of,
    systems_said,
)
from model.records import dataclass


@dataclass(frozen=True, slots=True)
class Delivery:
    """The efficiency of a stage: the share of its rate that it delivers.

    `seen` are the systems that a share rests on which nobody stated; `known` says how a stated one
    is known, or one that is taken over with a server that was measured elsewhere.
    """

    stage: str
    way: str
    """The way that it is the share of; empty where it is that of both."""
    label: str
    address: Address
    value: float
    seen: tuple[Seen, ...]
    known: str
    is_stated: bool

    @property
    def name(self) -> str:
        """The share's name: the stage's, and of one way the way."""
        return f"{self.stage}_{self.way}" if self.way else self.stage

    @property
    def band(self) -> tuple[float, float] | None:
        """The least and the most that systems delivered of the stage."""
        return band(self.seen, self.way) if self.seen else None

    @property
    def rests_on(self) -> str:
        """What the share rests on, in words."""
        return self.known or "; ".join(systems_said(self.seen, self.way))


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
    own = spelled_name("own_share_delivery", {"share": name.removesuffix("_delivery")})
    if SHARE in item.needs:
        own = SHARE
    elif own not in item.needs:
        own = "wires_delivery" if _is_of_wires(results, tier, item) else "least_known_delivery"
    counts = ["delivery_factor"] * ("delivery_factor" in item.needs) + [own]
    stated = (results.plan.provenance.get((tier, need)) for need in counts)
    known = next((one.text for one in stated if one and one.field), "")
    is_stated = bool(known)
    evidence = () if known else evidence_of(own)[0]
    if own == SHARE and not known:
        known = reason_of(TAKEN_OVER.inputs[SHARE].source)
    label = f"{stage.label}, {way}" if way else stage.label
    return Delivery(
        stage.name, way, label, address, results.values[address] or 0.0, evidence, known, is_stated
    )


def _is_of_wires(results: Results, tier: str, item: Quantity) -> bool:
    """Whether a stage delivers what wires do, as something is known of its server."""
    times = (results.values.get((tier, f"processor_{way}_time")) for way in WAYS)
    return "before_server_delivery" in item.needs and any(time is not None for time in times)
