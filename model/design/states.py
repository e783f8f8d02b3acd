"""Schema of the conditions of tier states: failover, rebuild share, ageing."""

from typing import Annotated

from pydantic import Field

from model.reading.binding import gives
from model.reading.fields import Figure, Flag, Fraction, PositiveSeconds, Share, Stated, Strict

Correlation = Annotated[float, Figure("1", least=1.0, most=1000.0)]
OneOrNone = Annotated[int, Field(strict=True, ge=0, le=1)]
PerDrive = Annotated[float, Figure("1", least=0.0, most=100.0)]


class States(Strict):
    """Behaviour after failures, during rebuilds and when nearly full."""

    failover: Stated[Flag] | None = None
    """Whether the other servers of a block serve the targets of a failed one.

    For drives in servers, this means that the servers can access each other's drives.
    """
    rebuild_share: Annotated[Stated[Fraction] | None, gives("rebuild_share")] = None
    rebuild_delay: Annotated[Stated[PositiveSeconds] | None, gives("rebuild_delay")] = None
    """Default: 1 h with hot or distributed spares, otherwise 3 days."""
    correlated_failures: Annotated[Stated[Correlation] | None, gives("correlated_failures")] = None
    """Leave empty for independent failures. Field studies saw factors of 2 to 180."""
    early_failures: Annotated[Stated[Correlation] | None, gives("early_failures")] = None
    """Infant mortality: raises losses, replacements and spares. Leave empty for a constant rate."""
    early_life: Annotated[Stated[PositiveSeconds] | None, gives("early_life")] = None
    """Default: 1 year. Counts with `early_failures` only."""
    late_failures: Annotated[Stated[Correlation] | None, gives("late_failures")] = None
    """Wear-out, as of flash: raises losses, replacements and spares. Leave empty for a constant
    rate.
    """
    late_life: Annotated[Stated[PositiveSeconds] | None, gives("late_life")] = None
    """Default: 1 year. Counts with `late_failures` only."""
    latent_errors: Annotated[Stated[PerDrive] | None, gives("latent_error_rate")] = None
    """Leave empty to count none. They count where a rebuild has no redundancy left."""
    scrub_interval: Annotated[Stated[PositiveSeconds] | None, gives("scrub_interval")] = None
    """Default: 30 days. Counts with `latent_errors` only."""
    sector_error_probability: Annotated[
        Stated[Fraction] | None, gives("sector_error_probability")
    ] = None
    """Leave empty to count none. In addition to `latent_errors`."""
    sector_error_is_fatal: Annotated[Stated[OneOrNone] | None, gives("sector_error_is_fatal")] = (
        None
    )
    """Default: 0, only the files in it are lost. Enter 1 for controllers that give the group up."""
    aged_factor: Annotated[Stated[Share] | None, gives("aged_factor", of="states:nearly full")] = (
        None
    )
    """As a fraction of a new one's."""

    @property
    def has_ages(self) -> bool:
        """Whether drives fail more often while they are new, or worn at the end of the service."""
        return self.early_failures is not None or self.late_failures is not None
