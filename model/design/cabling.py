"""The schema of cables and of the switches that they lead to."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from model.design.binding import gives
from model.design.piece import Piece
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


class Switch(Piece):
    """The switches of a fabric."""

    ports: Annotated[Stated[PositiveCount] | None, gives("ports_of_switch", figure="ports")] = None
    """Ports of one switch, of the speed that servers use; in place of the catalog's."""


class SiteFabric(Cabled):
    """The switches that the servers of all tiers are on, and the cables between switches."""

    switch: Switch
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
