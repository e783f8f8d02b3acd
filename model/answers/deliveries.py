"""What the stages of a tier deliver of their rate, and what these shares rest on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from model.answers.results import WAYS, Results
from model.engine.quantity import Input, Quantity, label
from model.engine.spelling import spelled_name
from model.engine.tree import Address
from model.formulas.chain.deliveries import Seen, band, seen_of


@dataclass(frozen=True, slots=True)
class Delivery:
    """The share of its rate that a stage delivers.

    `seen` are the systems that a share rests on which nobody stated; `known` says how a stated one
    is known.
    """

    stage: str
    label: str
    address: Address
    value: float
    seen: tuple[Seen, ...]
    known: str

    @property
    def band(self) -> tuple[float, float] | None:
        """The least and the most that systems delivered of the stage."""
        return band(self.seen) if self.seen else None

    @property
    def rests_on(self) -> str:
        """What the share rests on, in words."""
        return self.known or "; ".join(one.text for one in self.seen)


def deliveries(results: Results, tier: str) -> Iterator[Delivery]:
    """Give what each known stage of the tier at that path delivers that isn't proven itself."""
    stages = {stage.name: stage for way in WAYS for stage in results.stages(tier, way)}
    for name, stage in stages.items():
        address = tier, spelled_name("what_delivery", {"what": name})
        value = results.values.get(address)
        if value is None or stage.bandwidth is None:
            continue
        item = results.item(*address)
        own = isinstance(item, Input) or _is_of_wires(results, tier, item)
        source = address if isinstance(item, Input) else (tier, "delivery_factor")
        stated = results.plan.provenance.get(source)
        known = stated.text if stated and stated.field else ""
        seen = () if known else seen_of(name, own=own)
        text = "CPU and memory" if name == "cpu_memory" else label(name)
        yield Delivery(name, text, address, value, seen, known)


def _is_of_wires(results: Results, tier: str, item: Quantity) -> bool:
    """Whether a stage delivers what wires do, as something is known of its server."""
    times = (results.values.get((tier, f"processor_{way}_time")) for way in WAYS)
    return "before_server_delivery" in item.needs and any(time is not None for time in times)
