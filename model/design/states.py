"""The schema of what a tier's states depend on: failover, the share of a rebuild, ageing."""

from typing import Annotated

from model.reading.binding import gives
from model.reading.fields import Flag, Fraction, Share, Stated, Strict


class States(Strict):
    """What happens when something is lost, rebuilds, or is nearly full."""

    failover: Stated[Flag] | None = None
    """Whether the other servers of a block take over the targets of one that is down.

    Where drives sit in servers, true says that the servers of a block reach each other's drives.
    """
    rebuild_share: Annotated[
        Stated[Fraction] | None, gives("rebuild_share", of="states:drive rebuilding")
    ] = None
    """Share of a target's rate that its rebuild takes."""
    aged_factor: Annotated[Stated[Share] | None, gives("aged_factor", of="states:nearly full")] = (
        None
    )
    """What fragmentation leaves of the rate of a nearly full, aged file system."""
