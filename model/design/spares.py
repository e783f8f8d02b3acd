"""Schema of cold spare drives."""

from typing import Annotated, Literal

from model.reading.binding import gives
from model.reading.fields import (
    Count,
    Figure,
    Fraction,
    PositiveFactor,
    PositiveSeconds,
    Stated,
    Strict,
)

Level = Annotated[float, Figure("1", above=0.0, most=0.999999)]


class Spares(Strict):
    """Cold spare drives for replacements, in addition to hot spares of the layout."""

    buy: Literal["shelf", "replacements", "none"] = "shelf"
    """Spares to buy: a stock for the lead time, all replacements over the years, or none if the
    warranty supplies them.
    """
    owned: Annotated[Stated[Count] | None, gives("owned_pieces", of="lines")] = None
    """Cold spares that are already there. Only others are bought. Leave empty if none is, or if the
    whole tier is owned.
    """
    failure_rate: Annotated[Stated[Fraction] | None, gives("drive_failure_rate")] = None
    """Leave empty to use the rate in the field: that of the model if enough drives were observed,
    otherwise that of all disks or all flash drives.
    """
    years: Annotated[Stated[PositiveFactor] | None, gives("spared_years")] = None
    """Leave empty to use the years of service."""
    lead_time: Annotated[Stated[PositiveSeconds] | None, gives("spare_lead_time")] = None
    """Default: 30 days."""
    service_level: Annotated[Stated[Level] | None, gives("spare_service_level")] = None
    """Default: 99 %."""
