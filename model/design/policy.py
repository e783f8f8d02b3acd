"""The schema of what is planned with, rather than built."""

from model.reading.fields import AtLeastOne, Compression, Fraction, Share, Stated, Strict


class PartialStripes(Strict):
    """Writes that don't fill a stripe: old data and parity are read, and both written anew."""

    share: Stated[Share]
    """Share of the bytes that clients write so."""
    amplification: Stated[AtLeastOne]
    """Bytes that drives move for each of them: 4 under RAID 5, 6 under RAID 6."""


class Policy(Strict):
    """What is planned with, rather than built."""

    fill_limit: Stated[Share] | None = None
    """Highest occupancy that is planned for."""
    delivery_factor: Stated[Share] | None = None
    """What is committed to, as a share of the bound."""
    partial_stripes: PartialStripes | None = None
    """Writes that don't fill a stripe of a RAID; ZFS has none."""
    compression_ratio: Stated[Compression] | None = None
    """Logical bytes for each byte stored, as measured."""
    snapshot_reserve: Stated[Fraction] | None = None
    """Share of the planned capacity that is left to snapshots; a demand doesn't count these."""
