"""Schema of a tier entered as a whole, without its parts."""

from typing import Annotated, Any, Literal, Self

from pydantic import Discriminator, Field, Tag, model_validator

from model.design.demand import NO_DEMAND, Demand
from model.design.piece import Piece
from model.design.policy import Policy
from model.design.tier import NO_RESTORE, Tier
from model.kinds.kind import Words
from model.kinds.whole import Given
from model.reading.binding import gives
from model.reading.fields import Flag, Name, PositiveByteRate, Stated, Strict


class GivenTier(Strict):
    """A tier entered as a whole, by its capacity and bandwidth instead of its parts."""

    name: Name
    """Name of the tier."""
    holds: Literal["data", "metadata"] = "data"
    """Data or metadata. Metadata tiers don't count towards the site's capacity."""
    drains_into: Name | None = None
    """Tier that this one drains into, for a burst buffer. The site's bandwidth then excludes that
    tier.
    """
    lot: str = ""
    """Lot of the tender it is bought in."""
    option: Flag = False
    """Whether the tier is optional and therefore not part of the purchase."""
    given: Given
    """Capacity and, if measured, bandwidth."""
    owned: Flag = False
    """Whether the tier is already owned. If not, its price is unknown."""
    equipment: Piece | None = None
    """Price, power, weight and rack units of the whole tier, if known."""
    restore_bandwidth: Annotated[Stated[PositiveByteRate] | None, gives("restore_bandwidth")] = None
    """Leave empty if it is unknown, or without a backup."""
    backup: Flag | None = None
    """Whether there is a backup. Enter 'false' for scratch whose lost data are gone."""
    policy: Policy = Policy.model_construct()
    """Fill limit, stage efficiencies, snapshots, compression."""
    demand: Demand | None = None
    """Yearly demand on this tier, for comparison only."""

    @property
    def built(self) -> None:
        """The tier as one of parts: always None here."""

    @property
    def is_owned(self) -> bool:
        """Whether it is already owned."""
        return self.owned

    @property
    def is_bought_whole(self) -> bool:
        """Whether it is purchased as a whole, with unknown parts."""
        return not self.owned

    @property
    def shares_servers_of(self) -> str:
        """Name of the tier that provides its servers: always empty here."""
        return ""

    @property
    def step_words(self) -> Words:
        """Labels and meanings of capacity steps that differ from those of other tiers."""
        return self.given.step_words

    @property
    def spreads_files(self) -> bool:
        """Whether files are spread over all drives: always False, as this is unknown."""
        return False

    @property
    def has_copies_apart(self) -> bool:
        """Whether copies of a file are on different targets: always False here."""
        return False

    @property
    def holds_dirty_caches(self) -> bool:
        """Whether caches contain data not yet on drives: always False here."""
        return False

    @model_validator(mode="after")
    def _is_bought_or_owned(self) -> Self:
        if self.owned and self.equipment is not None and self.equipment.price is not None:
            raise ValueError("an owned item has no price: write either 'owned' or a price")
        return self

    @model_validator(mode="after")
    def _counts_what_it_holds(self) -> Self:
        if self.given.inodes is not None and self.holds == "data":
            raise ValueError("'given.inodes' belongs to a tier with 'holds: metadata'")
        if self.demand is not None and self.holds == "metadata":
            raise ValueError(NO_DEMAND)
        if self.backup is False and self.restore_bandwidth is not None:
            raise ValueError(NO_RESTORE)
        if self.policy.partial_stripes is not None:
            raise ValueError("'policy.partial_stripes' belongs to a tier of parts, with a target")
        return self


def kind_of_tier(tier: Any) -> str:
    """Return the discriminator between a tier entered as a whole and one of parts."""
    is_given = isinstance(tier, GivenTier) or (isinstance(tier, dict) and "given" in tier)
    return "given" if is_given else "built"


AnyTier = Annotated[
    Annotated[Tier, Tag("built")] | Annotated[GivenTier, Tag("given")],
    Field(discriminator=Discriminator(kind_of_tier)),
]
