"""Schema of the placement of drives in the bays of enclosures."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from model.placement.slots import MOST_DRIVES, parse_slots
from model.reading.fields import Strict


def _is_slots(text: str) -> str:
    parse_slots(text)  # a SlotError is a ValueError, and says what to write
    return text


class Placement(Strict):
    """Bays of the drives of each vdev or RAID group in a building block."""

    rule: Literal["spread", "packed"] | None = None
    """'spread' over all enclosures of the block, as evenly as their bays allow, or 'packed' into
    one enclosure each. Default: spread for vdevs of ZFS, packed for RAID groups.
    """
    slots: Annotated[
        tuple[Annotated[str, AfterValidator(_is_slots)], ...], Field(max_length=MOST_DRIVES)
    ] = ()
    """Bays of each vdev or RAID group of a block, instead of a rule: target by target, in the order
    of the layout. '1:1-6 2:1-5' are bays 1 to 6 of enclosure 1 and 1 to 5 of enclosure 2.
    """
    because: str = ""
    """Reason for the placement."""

    @model_validator(mode="after")
    def _is_said_once(self) -> Self:
        if self.rule is not None and self.slots:
            raise ValueError("write either a 'rule' or 'slots'")
        if "slots" in self.model_fields_set and not self.slots:
            raise ValueError("no bays: write those of each vdev in 'slots', or leave it out")
        return self
