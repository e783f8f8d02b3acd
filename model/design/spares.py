"""The schema of drives that are kept on the shelf."""

from typing import Annotated, Literal

from model.reading.binding import gives
from model.reading.fields import (
    Figure,
    Fraction,
    PositiveFactor,
    PositiveSeconds,
    Stated,
    Strict,
)

Level = Annotated[float, Figure("1", above=0.0, most=0.999999)]


class Spares(Strict):
    """Drives beside those in use, for what fails: the spares in the layout aren't among them."""

    buy: Literal["shelf", "replacements", "none"] = "shelf"
    """What is bought: as many as are held while more are on their way, all that will be replaced
    over the years, or none, where a warranty brings them."""
    failure_rate: Annotated[Stated[Fraction] | None, gives("drive_failure_rate")] = None
    """Share of the drives that fails in a year; in place of the catalog's, or of its MTBF."""
    years: Annotated[Stated[PositiveFactor] | None, gives("spared_years")] = None
    """Years that replacements are counted for; the service unless said otherwise."""
    lead_time: Annotated[Stated[PositiveSeconds] | None, gives("spare_lead_time")] = None
    """Time until a drive that was ordered is there; 30 days unless said otherwise."""
    service_level: Annotated[Stated[Level] | None, gives("spare_service_level")] = None
    """How likely those on the shelf suffice for a lead time; 99 % unless said otherwise."""
