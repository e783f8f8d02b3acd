"""Schema of the files of a site, and of the clients that open them."""

import math
from collections.abc import Sequence
from typing import Annotated, Any, Self

from pydantic import model_validator

from model.kinds.files import Histogram
from model.reading.binding import gives
from model.reading.fields import Count, Figure, PositiveCount, PositiveFactor, Stated, Strict


class Files(Strict):
    """Files whose inodes the metadata tiers must hold."""

    mean_size: Annotated[
        Stated[Annotated[float, Figure("byte", least=1.0)]] | None, gives("mean_file_size")
    ] = None
    sizes: Histogram = ()
    """File size distribution, as shares of the number of files. Use instead of a mean size."""
    count: Annotated[Stated[PositiveFactor] | None, gives("file_count")] = None
    """Leave empty to assume that they fill the data tiers."""

    @model_validator(mode="after")
    def _has_a_mean(self) -> Self:
        if self.mean_size is not None and self.sizes:
            raise ValueError("write either 'mean_size' or 'sizes', not both")
        if self.mean_size is None and not self.sizes and self.count is None:
            raise ValueError("write the 'mean_size' of the files, their 'sizes', or their 'count'")
        mean = math.fsum(one.share.value * one.size.value for one in self.sizes)
        if self.sizes and mean < 1:
            raise ValueError("files of these 'sizes' hold less than a byte on average: write more")
        return self


class Clients(Strict):
    """Clients that open files, for the memory of Lustre servers."""

    nodes: Annotated[Stated[PositiveCount] | None, gives("client_nodes")] = None
    """Leave empty to use all nodes of the machine."""
    cores: Annotated[Stated[PositiveCount] | None, gives("cores_per_client")] = None
    login_nodes: Annotated[Stated[Count] | None, gives("login_nodes")] = None
    working_set: Annotated[Stated[PositiveFactor] | None, gives("working_set_files")] = None
    """Frequently used files, which should stay in the servers' memory."""


def misfit(tiers: Sequence[Any], files: Files | None, clients: Clients | None) -> str:
    """Return the error if files or clients don't match the tiers; empty if there is none."""
    if files is not None and all(tier.holds == "data" for tier in tiers):
        return "'files' needs a tier with 'holds: metadata', which has their inodes"
    on_mdt = next((tier.name for tier in tiers if getattr(tier, "data_on_mdt", None)), None)
    if on_mdt is not None and not (files and files.sizes):
        return (
            f"'data_on_mdt' of '{on_mdt}' needs to know the small files: write "
            "'files: {sizes: [{size: 4 KiB, share: 0.5}, {size: 1 MiB, share: 0.5}]}'"
        )
    if clients is not None and not any(getattr(t, "file_system", "") == "lustre" for t in tiers):
        return "'clients' sizes the memory of Lustre's servers: no tier is Lustre"
    return ""
