"""Schema of the conditions of tier states: failover, rebuild share, ageing."""

from typing import Annotated

from model.reading.binding import gives
from model.reading.fields import Flag, Fraction, PositiveSeconds, Share, Stated, Strict


class States(Strict):
    """Behaviour after failures, during rebuilds and when nearly full."""

    failover: Stated[Flag] | None = None
    """Whether the other servers of a block serve the targets of a failed one.

    For drives in servers, this means that the servers can access each other's drives.
    """
    rebuild_share: Annotated[Stated[Fraction] | None, gives("rebuild_share")] = None
    rebuild_delay: Annotated[Stated[PositiveSeconds] | None, gives("rebuild_delay")] = None
    """Default: 1 h with hot or distributed spares, otherwise 3 days."""
    aged_factor: Annotated[Stated[Share] | None, gives("aged_factor", of="states:nearly full")] = (
        None
    )
    """As a fraction of a new one's."""
