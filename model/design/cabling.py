"""Schema of cables, switches and power cords."""

import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from model.design.piece import Piece
from model.parts.codes import INLETS, code
from model.reading.binding import gives
from model.reading.fields import (
    AtLeastOne,
    Count,
    Factor,
    PositiveCount,
    PositiveMetres,
    Share,
    Stated,
    Strict,
)

MOST_LENGTHS = 10
"""Maximum number of different lengths."""


NETWORK_CABLES = "network cables"
SWITCH_PORTS = "switch ports"
"""Name of the line for ports of an unspecified switch."""
POWER_CORDS = "power cords"
SMALL_SINCE = datetime.date(2026, 1, 1)
"""From when on cables have the price of their class: no class has prices of earlier years."""
CORDS = {
    "c13": f"{POWER_CORDS} C13-C14",
    "c19": f"{POWER_CORDS} C19-C20",
    "other": POWER_CORDS,
}
"""Names of power cords, by field."""


def _inlet(value: object) -> object:
    """Parse an inlet by its name in datasheets."""
    known = code("psu_inlet", value.upper()) if isinstance(value, str) else None
    if known is None:
        raise ValueError(f"write the type of the power supply's inlet: {' or '.join(INLETS)}")
    return known


Inlet = Annotated[float, BeforeValidator(_inlet, json_schema_input_type=Literal["C14", "C20"])]
"""Inlet of a power supply, with the code that catalog parts use."""


class Cable(Piece):
    """Cables of one length between two ports."""

    length: PositiveMetres | None = None
    """Length. Required for an order."""
    medium: Literal["copper", "optical"] | None = None
    """Passive copper reaches some metres, depending on the speed. Optical: active optical cable."""
    reach: PositiveMetres | None = None
    """Maximum length of this type of cable. Leave empty to use the catalog value."""
    share: Annotated[Stated[Share] | None, gives("pieces_per_link", of="lines")] = None
    """Share of the links that use cables of this length, such as 0.4. Leave empty if all do."""

    @model_validator(mode="before")
    @classmethod
    def _is_a_cable(cls, data: object) -> object:
        """Set the default name."""
        if isinstance(data, dict) and not data.get("name") and not data.get("part"):
            return {**data, "name": NETWORK_CABLES}
        return data


class Transceivers(Piece):
    """Transceivers for cables without built-in ones."""

    per_link: Annotated[Stated[Factor] | None, gives("pieces_per_link", of="lines")] = None
    """Default: 2, one at each end."""


class Cabled(Strict):
    """Cables by their lengths, and what is at their ends."""

    cables: Annotated[tuple[Cable, ...], Field(max_length=MOST_LENGTHS)] = ()
    """Cables, by length."""
    transceivers: Annotated[tuple[Transceivers, ...], Field(max_length=MOST_LENGTHS)] = ()
    """Transceivers at both ends, by type, if the cables have none."""

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
    """Power cords with one type of plug."""

    length: PositiveMetres | None = None
    """Length. Required for an order."""


class PowerCords(Strict):
    """Power cords from power supplies to outlets, by plug type; one for each supply."""

    c13: Cord | None = None
    """For supplies with C14 inlets, from C13 outlets."""
    c19: Cord | None = None
    """For supplies with C20 inlets, from C19 outlets."""
    other: Cord | None = None
    """For supplies with unknown inlets, and for types not entered above."""

    @model_validator(mode="before")
    @classmethod
    def _are_cords(cls, data: object) -> object:
        """Set the default names."""
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
    """Switches of a fabric. Without part and name, ports of an unspecified switch."""

    ports: Annotated[Stated[PositiveCount] | None, gives("ports_of_switch", figure="ports")] = None
    """At the servers' speed. Leave empty to use the catalog value."""
    supplies: Annotated[
        Stated[PositiveCount] | None, gives("switch_supplies", figure="psu_count")
    ] = None
    inlet: Annotated[Stated[Inlet] | None, gives("switch_inlet", figure="psu_inlet")] = None

    @model_validator(mode="before")
    @classmethod
    def _is_a_switch(cls, data: object) -> object:
        """Bill an unspecified switch by the port, for a price or budget class per port."""
        if isinstance(data, dict) and not data.get("name") and not data.get("part"):
            return {"ports": 1, **data, "name": SWITCH_PORTS}
        return data

    @property
    def is_by_port(self) -> bool:
        """Whether single ports are billed, because no switch is specified."""
        return self.part is None and self.name == SWITCH_PORTS

    @property
    def is_single_port(self) -> bool:
        """Whether each piece is a port: how many switches fail isn't known then."""
        return self.is_by_port and self.ports is not None and self.ports.value == 1


Existing = Literal["switches", "network cables", "SAS cables", "power cords"]
"""Cabling and power equipment that may be already owned."""


class SiteFabric(Cabled):
    """Switches that connect the servers of all tiers, and the cables between switches."""

    switch: Switch = Field(default_factory=lambda: Switch.model_validate({}))
    """Switch model, at both levels."""
    topology: Literal["single", "fat tree"] = "single"
    """Single: independent switches on an existing core. Fat tree: leaf and spine switches."""
    oversubscription: Annotated[Stated[AtLeastOne] | None, gives("oversubscription")] = None
    """1: non-blocking."""
    other_ports: Annotated[Stated[Count] | None, gives("other_ports")] = None
    """Compute nodes, gateways, uplinks."""

    @model_validator(mode="after")
    def _has_levels(self) -> Self:
        between: tuple[Any, ...] = (*self.cables, *self.transceivers, self.oversubscription)
        if self.topology == "single" and any(between):
            raise ValueError(
                "'cables', 'transceivers' and 'oversubscription' are between switches: write "
                "'topology: fat tree', or leave them out"
            )
        return self
