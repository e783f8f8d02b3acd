"""The schema of what is planned with, rather than built."""

from typing import Annotated

from model.design.binding import gives
from model.reading.fields import AtLeastOne, Compression, Fraction, Share, Stated, Strict


class PartialStripes(Strict):
    """Writes that don't fill a stripe: old data and parity are read, and both written anew."""

    share: Annotated[Stated[Share], gives("partial_stripe_share")]
    """Share of the bytes that clients write so."""
    amplification: Annotated[Stated[AtLeastOne], gives("partial_stripe_amplification")]
    """Bytes that drives move for each of them: 4 under RAID 5, 6 under RAID 6."""


class Policy(Strict):
    """What is planned with, rather than built."""

    fill_limit: Annotated[Stated[Share] | None, gives("fill_limit")] = None
    """Highest occupancy that is planned for."""
    delivery_factor: Annotated[Stated[Share] | None, gives("delivery_factor")] = None
    """What is committed to, as a share of the bound."""
    partial_stripes: PartialStripes | None = None
    """Writes that don't fill a stripe of a RAID; ZFS has none."""
    compression_ratio: Annotated[Stated[Compression] | None, gives("compression_ratio")] = None
    """Logical bytes for each byte stored, as measured."""
    snapshot_reserve: Annotated[Stated[Fraction] | None, gives("snapshot_reserve")] = None
    """Share of the planned capacity that is left to snapshots; a demand doesn't count these."""
