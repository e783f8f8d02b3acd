"""The schema of cables and of the switches that they lead to, and of power cords."""

from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from model.design.piece import Piece
from model.parts.codes import INLETS, code
from model.reading.binding import gives
from model.reading.fields import (
    AtLeastOne,
    Count,
    Factor,
    Metres,
    PositiveCount,
    Share,
    Stated,
    Strict,
)

MOST_LENGTHS = 10
"""More lengths than anybody orders."""


NETWORK_CABLES = "network cables"
SWITCH_PORTS = "switch ports"
"""What is bought of switches that nobody chose yet."""
POWER_CORDS = "power cords"
CORDS = {
    "c13": f"{POWER_CORDS} C13-C14",
    "c19": f"{POWER_CORDS} C19-C20",
    "other": POWER_CORDS,
}
"""What power cords are called, by the field that says them."""


def _inlet(value: object) -> object:
    """Read an inlet by its name, as data sheets have it."""
    known = code("psu_inlet", value.upper()) if isinstance(value, str) else None
    if known is None:
        raise ValueError(
            f"write the inlet of a power supply as it is called: {' or '.join(INLETS)}"
        )
    return known


Inlet = Annotated[float, BeforeValidator(_inlet, json_schema_input_type=Literal["C14", "C20"])]
"""The inlet of a power supply, numbered as those of the catalog's parts."""


class Cable(Piece):
    """Cables of one length between two ports."""

    length: Metres | None = None
    """How long they are; an order must say it."""
    share: Annotated[Stated[Share] | None, gives("pieces_per_link", of="lines")] = None
    """Share of the links that have this length, where there are several; all of them otherwise."""

    @model_validator(mode="before")
    @classmethod
    def _is_a_cable(cls, data: object) -> object:
        """Call it so, unless it has a name."""
        if isinstance(data, dict) and not data.get("name") and not data.get("part"):
            return {**data, "name": NETWORK_CABLES}
        return data


class Transceivers(Piece):
    """The transceivers at the ends of cables that have none of their own."""

    per_link: Annotated[Stated[Factor] | None, gives("pieces_per_link", of="lines")] = None
    """Transceivers for each link; two, one at each end, unless some cables need none."""


class Cabled(Strict):
    """Cables by their lengths, and what is at their ends."""

    cables: Annotated[tuple[Cable, ...], Field(max_length=MOST_LENGTHS)] = ()
    """The cables, by their lengths."""
    transceivers: Annotated[tuple[Transceivers, ...], Field(max_length=MOST_LENGTHS)] = ()
    """Transceivers at both ends, by their kinds, where the cables have none of their own."""

    @model_validator(mode="after")
    def _shares_are_whole(self) -> Self:
        stated = [cable.share for cable in self.cables]
        shares = [1.0 if share is None else share.value for share in stated]
        if shares and abs(sum(shares) - 1) > 1e-9:
            raise ValueError(
                f"the shares of the cables come to {sum(shares):g}: write a 'share' of the links "
                "for each length, which together are 1"
            )
        return self


class Cord(Piece):
    """Power cords of one kind of plug."""

    length: Metres | None = None
    """How long they are; an order must say it."""


class PowerCords(Strict):
    """The cords from power supplies to outlets, by their plugs: one to each supply."""

    c13: Cord | None = None
    """Those into supplies with an inlet C14: from outlets C13."""
    c19: Cord | None = None
    """Those into supplies with an inlet C20: from outlets C19."""
    other: Cord | None = None
    """Those into supplies of which nobody knows the inlet; and the others, unless they are said."""

    @model_validator(mode="before")
    @classmethod
    def _are_cords(cls, data: object) -> object:
        """Call them so, unless they have a name."""
        if not isinstance(data, dict):
            return data
        called = {
            field: {**value, "name": CORDS[field]}
            for field, value in data.items()
            if field in CORDS
            and isinstance(value, dict)
            and not (value.get("name") or value.get("part"))
        }
        return {**data, **called}


class Switch(Piece):
    """The switches of a fabric; without a part and a name, single ports of whatever switch."""

    ports: Annotated[Stated[PositiveCount] | None, gives("ports_of_switch", figure="ports")] = None
    """Ports of one switch, of the speed that servers use; in place of the catalog's."""
    supplies: Annotated[
        Stated[PositiveCount] | None, gives("switch_supplies", figure="psu_count")
    ] = None
    """Power supplies of one switch."""
    inlet: Annotated[Stated[Inlet] | None, gives("switch_inlet", figure="psu_inlet")] = None
    """Inlet of one of its power supplies: C14 or C20."""

    @model_validator(mode="before")
    @classmethod
    def _is_a_switch(cls, data: object) -> object:
        """Count by the port what nobody chose: so one price, or a class, covers it."""
        if isinstance(data, dict) and not data.get("name") and not data.get("part"):
            return {"ports": 1, **data, "name": SWITCH_PORTS}
        return data

    @property
    def is_by_port(self) -> bool:
        """Whether single ports are bought, as nobody says of which switch."""
        return self.part is None and self.name == SWITCH_PORTS


Existing = Literal["switches", "network cables", "SAS cables", "power cords"]
"""What may be there already, of what servers and enclosures are joined by, or fed."""


class SiteFabric(Cabled):
    """The switches that the servers of all tiers are on, and the cables between switches."""

    switch: Switch = Field(default_factory=lambda: Switch.model_validate({}))
    """The switch, at both levels."""
    topology: Literal["single", "fat tree"] = "single"
    """Single: switches side by side, on a core that is there. Fat tree: leaves below spines."""
    oversubscription: Annotated[Stated[AtLeastOne] | None, gives("oversubscription")] = None
    """Ports of a leaf to servers for each of its ports to spines; 1: none is blocked."""
    other_ports: Annotated[Stated[Count] | None, gives("other_ports")] = None
    """Ports for what isn't a server of a tier: compute nodes, gateways, uplinks."""

    @model_validator(mode="after")
    def _has_levels(self) -> Self:
        between: tuple[Any, ...] = (*self.cables, *self.transceivers, self.oversubscription)
        if self.topology == "single" and any(between):
            raise ValueError(
                "'cables', 'transceivers' and 'oversubscription' are between switches: write "
                "'topology: fat tree', or leave them out"
            )
        return self
